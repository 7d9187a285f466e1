"""Whether the file of a picture is there to its end, or a camera or a copy is still writing it.

JPEG (ITU-T T.81, B.1): segments with their lengths up to the scan, in which no byte FF is followed by D9 before the end of the image, since
FF is stuffed with 00 there. PNG (W3C, third edition, 5.3): chunks with their lengths up to IEND. WebP (RFC 9649, 2.4) and BMP write the
length of the file at its beginning. Cameras add data behind the end, such as a short film; that does not count.
"""

import struct

_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_SCAN, _END = 0xDA, b"\xff\xd9"
_ALONE = frozenset((0x01, *range(0xD0, 0xD9)))
"""Markers of JPEG without a length."""


def is_whole(content: bytes) -> bool:
    """Whether the picture in a file is complete; of formats that do not show it, every file that is not empty is."""
    try:
        if content[:2] == _JPEG:
            return _is_whole_jpeg(content)
        if content[:8] == _PNG:
            return _is_whole_png(content)
        if content[:4] == b"RIFF":
            return len(content) >= int(struct.unpack_from("<I", content, 4)[0]) + 8
        if content[:2] == b"BM":
            return len(content) >= int(struct.unpack_from("<I", content, 2)[0])
    except struct.error:
        return False
    return len(content) > 0 and not any(begin.startswith(content) for begin in (_JPEG, _PNG, b"RIFF", b"BM"))


def _is_whole_jpeg(content: bytes) -> bool:
    at = 2
    while at + 4 <= len(content):
        if content[at] != 0xFF:
            # Not a file of segments: the reader reports that.
            return True
        marker = content[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _ALONE:
            at += 2
        elif marker == _SCAN:
            return content.find(_END, at) >= 0
        else:
            at += 2 + int(struct.unpack_from(">H", content, at + 2)[0])
    return False


def _is_whole_png(content: bytes) -> bool:
    at = len(_PNG)
    while at + 12 <= len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        at += 12 + int(length)
        if kind == b"IEND":
            return at <= len(content)
    return False
