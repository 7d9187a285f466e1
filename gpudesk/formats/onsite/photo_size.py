"""How large a photo is, from its header: nothing is decoded.

JPEG: ITU-T T.81, B.2.2, the frame header of the first SOF segment. PNG: W3C PNG specification, third edition, 11.2.1, the chunk IHDR.
"""

import struct

_PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_MOST_SEGMENTS = 1_000


def photo_size(content: bytes) -> tuple[str, int, int] | None:
    """Return media type, width and height in pixels; None if it is neither a JPEG nor a PNG picture."""
    if content.startswith(_PNG) and len(content) >= 33:
        width, height = struct.unpack_from(">II", content, 16)
        return "image/png", width, height
    if not content.startswith(b"\xff\xd8\xff"):
        return None
    at = 2
    for _ in range(_MOST_SEGMENTS):
        if at + 9 > len(content) or content[at] != 0xFF:
            return None
        marker, length = content[at + 1], struct.unpack_from(">H", content, at + 2)[0]
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", content, at + 5)
            return "image/jpeg", width, height
        if marker == 0xDA or length < 2:
            return None
        at += 2 + length
    return None
