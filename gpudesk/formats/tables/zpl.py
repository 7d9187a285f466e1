"""Labels for ZPL II printers: one format per label, a QR code on the left and lines of text next to it.

Fields are written with ^FH, every byte other than ASCII letters, digits and safe characters as a hexadecimal escape, so that no
name is interpreted as a command (Zebra, ZPL II Programming Guide: ^FH, ^CI28, ^BQ; from memory).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

DOTS_PER_MM = {203: 8, 300: 12, 600: 24}
"""Resolution in dots per inch, as printers call it, to dots per mm, as they count."""
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -.:/+()#=,")
_MARGIN_MM = 1.0
_QR_MODULES = 25
"""Modules on a side of the code of a label: version 2 holds 38 letters at level M."""
_MOST_MAGNIFICATION = 10
_LETTER_MM = (1.2, 4.0)
"""The least and greatest height of letters."""


@dataclass(frozen=True, slots=True)
class ZplLabel:
    """The content of one label; `code` may be empty."""

    lines: Sequence[str]
    code: str = ""


def zpl_formats(labels: Iterable[ZplLabel], width_mm: float, height_mm: float, printed_mm: float, dpi: int = 203) -> Iterator[str]:
    """One format a label.

    Args:
        printed_mm: the height from the top that takes print.
        dpi: one of `DOTS_PER_MM`.
    """
    dots = DOTS_PER_MM[dpi]
    margin, room_y = round(_MARGIN_MM * dots), round((printed_mm - 2 * _MARGIN_MM) * dots)
    for label in labels:
        parts = [f"^XA^CI28^PW{round(width_mm * dots)}^LL{round(height_mm * dots)}^LH0,0"]
        left = margin
        if label.code:
            magnification = max(1, min(_MOST_MAGNIFICATION, room_y // _QR_MODULES, round(width_mm * dots * 0.4) // _QR_MODULES))
            parts.append(f"^FO{left},{margin}^BQN,2,{magnification},M^FH^FDMA,{escaped(label.code)}^FS")
            left += magnification * (_QR_MODULES + 4)
        lines = [line for line in label.lines if line]
        room_x = round(width_mm * dots) - margin - left
        least, most = (round(size * dots) for size in _LETTER_MM)
        height = min(most, room_y // max(len(lines), 1) * 9 // 10)
        for number, line in enumerate(lines):
            # Letters of font 0 are about half as wide as high.
            size = max(least, min(height, room_x * 2 // max(len(line), 1)))
            y = margin + number * (room_y // max(len(lines), 1))
            parts.append(f"^FO{left},{y}^A0N,{size},{size}^FH^FD{escaped(line)}^FS")
        parts.append("^XZ\n")
        yield "".join(parts)


def escaped(text: str) -> str:
    """A text for a field under ^FH: bytes of UTF-8, those that could be a command as `_` and two hexadecimal digits."""
    return "".join(chr(byte) if byte in _PLAIN else f"_{byte:02X}" for byte in text.encode())
