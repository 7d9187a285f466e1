"""When a photo was taken, as the camera wrote it into a JPEG file.

Exif 2.32 (CIPA DC-008-2019), 4.5.4 to 4.6.8: the segment APP1 that begins with "Exif" and two zero bytes holds a TIFF structure. The tag
DateTimeOriginal (0x9003) of the Exif IFD (0x8769) and, in its absence, DateTime (0x0132) hold "YYYY:MM:DD HH:MM:SS" by the clock of the
camera.
"""

import re
import struct

_DATE_TIME, _EXIF_IFD, _ORIGINAL = 0x0132, 0x8769, 0x9003
_ASCII = 2
_STAMP = re.compile(rb"(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)")
_MOST_TAGS = 200


def taken_at(content: bytes) -> str:
    """Return the camera time, "2026-03-01T09:12:33"; "" if the file does not contain it.

    Args:
        content: of the file; only JPEG files contain it.
    """
    tiff = _tiff(content)
    if tiff[:2] not in (b"II", b"MM"):
        return ""
    order = "<" if tiff[:2] == b"II" else ">"
    try:
        first = _tags(tiff, order, struct.unpack_from(f"{order}I", tiff, 4)[0])
        inner = _tags(tiff, order, struct.unpack_from(f"{order}I", first[_EXIF_IFD][1])[0]) if _EXIF_IFD in first else {}
        for tags, tag in ((inner, _ORIGINAL), (first, _DATE_TIME)):
            stamp = _text(tiff, order, tags.get(tag))
            if stamp:
                return stamp
    except struct.error:
        return ""
    return ""


def _tiff(content: bytes) -> bytes:
    """Return the TIFF structure of the first APP1 segment that has one; empty if there is none."""
    if content[:2] != b"\xff\xd8":
        return b""
    place = 2
    while place + 4 <= len(content) and content[place] == 0xFF:
        marker, length = content[place + 1], int.from_bytes(content[place + 2 : place + 4], "big")
        if marker == 0xE1 and content[place + 4 : place + 10] == b"Exif\0\0":
            return content[place + 10 : place + 2 + length]
        if marker == 0xDA or length < 2:
            break
        place += 2 + length
    return b""


def _tags(tiff: bytes, order: str, place: int) -> dict[int, tuple[tuple[int, int], bytes]]:
    """The tags of a directory: kind and count of each, and its four bytes."""
    (count,) = struct.unpack_from(f"{order}H", tiff, place)
    tags = {}
    for number in range(min(count, _MOST_TAGS)):
        tag, kind, values = struct.unpack_from(f"{order}HHI", tiff, place + 2 + 12 * number)
        field = tiff[place + 10 + 12 * number : place + 14 + 12 * number]
        if len(field) == 4:
            tags[tag] = ((kind, values), field)
    return tags


def _text(tiff: bytes, order: str, tag: tuple[tuple[int, int], bytes] | None) -> str:
    if tag is None or tag[0][0] != _ASCII or tag[0][1] < 19:
        return ""
    (place,) = struct.unpack(f"{order}I", tag[1])
    stamp = _STAMP.match(tiff[place : place + 19])
    if stamp is None:
        return ""
    year, month, day, time = (part.decode() for part in stamp.groups())
    return f"{year}-{month}-{day}T{time}"
