"""Whether a picture is there to its end: every beginning of a whole file is none."""

import struct
import zlib

import pytest

from gpudesk.formats.onsite.picture_end import is_whole


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I4s", len(body), kind) + body + struct.pack(">I", zlib.crc32(kind + body))


THUMBNAIL = b"\xff\xd8" + segment(0xDA, b"\x01") + b"\x22\xff\xd9"
JPEG = (
    b"\xff\xd8" + segment(0xE1, b"Exif\0\0" + THUMBNAIL) + segment(0xDB, bytes(65)) + segment(0xDA, bytes(10)) + b"\x11\xff\x00\x12\xff\xd9"
)
PNG = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)) + chunk(b"IDAT", b"IEND" + bytes(9)) + chunk(b"IEND", b"")
WEBP = b"RIFF" + struct.pack("<I", 20) + b"WEBPVP8 " + bytes(12)
BMP = b"BM" + struct.pack("<I", 60) + bytes(54)


@pytest.mark.parametrize("content", [JPEG, PNG, WEBP, BMP])
def test_every_beginning_is_waited_for(content: bytes) -> None:
    assert is_whole(content)
    assert is_whole(content + b"a short film \xff")
    assert [end for end in range(len(content)) if is_whole(content[:end])] == []


@pytest.mark.parametrize("content", [b"\xff\xd8\x00\x00not segments", b"GIF89a", b"<svg/>"])
def test_what_cannot_be_followed_is_left_to_its_reader(content: bytes) -> None:
    assert is_whole(content)


def test_a_length_of_nothing_ends() -> None:
    assert not is_whole(b"\xff\xd8" + b"\xff" * 1000)
