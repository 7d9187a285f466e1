"""The codes in a picture: QR codes of labels and sheets, and manufacturer serial number codes.

zxing-cpp finds and reads them (docs/decisions/codes-in-pictures.md). Code content is external text: the caller must validate it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.names.text_limits import one_line

LONGEST_TEXT = 500
"""Characters of a code that is offered; labels have some thirty, serial numbers fewer."""
MOST_CODES = 24


@dataclass(frozen=True, slots=True)
class PictureCodes:
    """The texts of the codes in a picture, each once, from top to bottom; and whether an unreadable code was found."""

    texts: tuple[str, ...]
    is_damaged: bool


def codes_in(gray: NDArray[np.uint8]) -> PictureCodes:
    """The codes in a picture of gray pixels, as rows from top to bottom."""
    # Loaded here: few sessions read a picture.
    import zxingcpp

    kinds = zxingcpp.BarcodeFormat
    formats = zxingcpp.BarcodeFormats([kinds.QRCode, kinds.MicroQRCode, kinds.DataMatrix, kinds.Code128, kinds.Code39])
    barcodes = zxingcpp.read_barcodes(np.ascontiguousarray(gray), formats=formats, text_mode=zxingcpp.TextMode.Plain, return_errors=True)
    read = sorted((code for code in barcodes if code.valid), key=lambda code: (code.position.top_left.y, code.position.top_left.x))
    texts = [_line(str(code.text)) for code in read]
    damaged = not all(code.valid for code in barcodes)
    return PictureCodes(tuple(dict.fromkeys(filter(None, texts)))[:MOST_CODES], damaged)


def _line(text: str) -> str:
    """Return the text of a code as one line: Data Matrix fields are separated by control characters. "" if too long."""
    line = " ".join(one_line(text).split())
    return "" if len(line) > LONGEST_TEXT else line
