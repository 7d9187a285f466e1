"""How wide letters run: the advance widths of the font that the program ships, read from its TrueType files.

Read are the tables head, hhea, hmtx and cmap (format 4) as ISO/IEC 14496-22 describes them. Kerning is left out on purpose: the painter
switches it off, so a text is exactly as wide as the sum of its letters (docs/decisions/report-pages.md).
"""

import struct
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from gpudesk import locate
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

FAMILY = "Source Sans Pro"
MM_PER_POINT = 25.4 / 72
"""A point of desktop publishing is 1/72 inch."""
CAP_HEIGHT = 0.66
"""Height of a capital by the size of the letters (OS/2.sCapHeight of the font: 660 of 1000)."""
LINE_PITCH = 1.3
"""From line to line by the size of the letters: more than ascent and descent together (984 + 273 of 1000), so lines never touch."""
BOX_MM_PER_POINT = 0.4435
"""The height of the box of a line for each point of its letters: ascent and descent, 1.257 × 25.4 / 72 mm."""
_UNKNOWN_EM = 1.0
"""Assumed width of a letter missing from the font: another font replaces it, and the painter narrows wider texts."""
_FILES = {False: "SourceSansPro-Regular.ttf", True: "SourceSansPro-Semibold.ttf"}


@dataclass(frozen=True)
class FontMetrics:
    """The advance widths of one face by code point, in parts of the size of the letters."""

    advance: dict[int, float]

    def width_em(self, text: str) -> float:
        """The width of one line of text by the size of its letters."""
        advance = self.advance
        return sum(advance.get(ord(letter), _UNKNOWN_EM) for letter in text)


def text_width_mm(text: str, size_pt: float, *, strong: bool = False) -> float:
    """How wide one line of text runs at a size in points.

    Raises:
        InvalidData: the font of the program is not installed.
    """
    return _width_em(text, strong) * size_pt * MM_PER_POINT


def line_height_mm(size_pt: float) -> float:
    """From one line of text to the next."""
    return size_pt * MM_PER_POINT * LINE_PITCH


def cap_height_mm(size_pt: float) -> float:
    """The height of a capital."""
    return size_pt * MM_PER_POINT * CAP_HEIGHT


@cache
def metrics(strong: bool = False) -> FontMetrics:
    """The widths of the regular or the semibold face.

    Raises:
        InvalidData: the font of the program is not installed.
    """
    try:
        path = next(path for path in locate.font_files() if path.name == _FILES[strong])
    except (FileNotFoundError, StopIteration) as error:
        text = QT_TRANSLATE_NOOP("reports", "The program font {font} is missing, so pages cannot be laid out.")
        fix = QT_TRANSLATE_NOOP("reports", "Reinstall the program.")
        raise InvalidData(Message("reports", text, {"font": FAMILY}), Message("reports", fix)) from error
    return FontMetrics(read_advances(path))


# A drawing says the same few names and figures over and over.
_KEPT = 16_384
_known: dict[tuple[str, bool], float] = {}


def _width_em(text: str, strong: bool) -> float:
    width = _known.get((text, strong))
    if width is None:
        if len(_known) >= _KEPT:
            _known.clear()
        width = _known[text, strong] = metrics(strong).width_em(text)
    return width


def read_advances(path: Path) -> dict[int, float]:
    """Code point → advance width by the size of the letters, of a TrueType file with a Unicode map of format 4."""
    content = path.read_bytes()
    tables = {}
    for place in range(struct.unpack_from(">H", content, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", content, 12 + 16 * place)
        tables[tag.decode("ascii")] = offset
    units = struct.unpack_from(">H", content, tables["head"] + 18)[0]
    widths = struct.unpack_from(">H", content, tables["hhea"] + 34)[0]
    advances = np.frombuffer(content, ">u2", 2 * widths, tables["hmtx"])[::2] / units
    return {
        code: float(advances[min(glyph, widths - 1)]) for code, glyph in _letters(content, _unicode_map(content, tables["cmap"])).items()
    }


def _unicode_map(content: bytes, cmap: int) -> int:
    """Offset of the map of the basic plane (platform 3, encoding 1)."""
    for place in range(struct.unpack_from(">H", content, cmap + 2)[0]):
        platform, encoding, offset = struct.unpack_from(">HHL", content, cmap + 4 + 8 * place)
        if (platform, encoding) == (3, 1):
            return cmap + int(offset)
    raise ValueError("the font has no Unicode map")


def _letters(content: bytes, start: int) -> dict[int, int]:
    """Code point → glyph of a map of format 4: segments with an offset, or with places in a list of glyphs."""
    count = struct.unpack_from(">H", content, start + 6)[0] // 2
    at = start + 14
    ends = np.frombuffer(content, ">u2", count, at).astype(np.int64)
    firsts = np.frombuffer(content, ">u2", count, at + 2 * count + 2).astype(np.int64)
    shifts = np.frombuffer(content, ">i2", count, at + 4 * count + 2).astype(np.int64)
    lists_at = at + 6 * count + 2
    offsets = np.frombuffer(content, ">u2", count, lists_at).astype(np.int64)
    glyphs = {}
    for segment in range(count):
        for code in range(int(firsts[segment]), int(ends[segment]) + 1):
            if offsets[segment] == 0:
                glyph = (code + int(shifts[segment])) % 65536
            else:
                place = lists_at + 2 * segment + int(offsets[segment]) + 2 * (code - int(firsts[segment]))
                glyph = struct.unpack_from(">H", content, place)[0]
                glyph = (glyph + int(shifts[segment])) % 65536 if glyph else 0
            if glyph and code != 0xFFFF:
                glyphs[code] = glyph
    return glyphs
