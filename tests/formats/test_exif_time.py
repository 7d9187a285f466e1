"""When a photo was taken, from the bytes of a JPEG file."""

import struct

import pytest

from gpudesk.formats.onsite.exif_time import taken_at


def jpeg(order: str, tags: dict[int, bytes], inner: dict[int, bytes]) -> bytes:
    """A JPEG file with the two directories and nothing else."""

    def directory(entries: dict[int, bytes], place: int, link: int | None) -> bytes:
        count = len(entries) + (link is not None)
        values = place + 2 + 12 * count + 4
        body, tail = struct.pack(f"{order}H", count), b""
        for tag, text in entries.items():
            body += struct.pack(f"{order}HHII", tag, 2, len(text), values + len(tail))
            tail += text
        if link is not None:
            body += struct.pack(f"{order}HHII", 0x8769, 4, 1, link)
        return body + b"\0\0\0\0" + tail

    first_size = len(directory(tags, 8, 0))
    head = (b"II" if order == "<" else b"MM") + struct.pack(f"{order}HI", 42, 8)
    tiff = head + directory(tags, 8, 8 + first_size) + directory(inner, 8 + first_size, None)
    body = b"Exif\0\0" + tiff
    return b"\xff\xd8\xff\xe0\x00\x04ab\xff\xe1" + struct.pack(">H", len(body) + 2) + body + b"\xff\xd9"


@pytest.mark.parametrize("order", ["<", ">"])
def test_the_time_of_the_camera_comes_before_that_of_the_last_change(order: str) -> None:
    changed, taken = b"2026:04:02 08:00:00\0", b"2026:03:01 09:12:33\0"
    assert taken_at(jpeg(order, {0x0132: changed}, {0x9003: taken})) == "2026-03-01T09:12:33"
    assert taken_at(jpeg(order, {0x0132: changed}, {})) == "2026-04-02T08:00:00"


@pytest.mark.parametrize("stamp", [b"0000-00-00 00:00:00\0", b"soon\0", b""])
def test_what_is_no_time_is_none(stamp: bytes) -> None:
    assert taken_at(jpeg("<", {0x0132: stamp}, {})) == ""


def test_every_beginning_of_a_file_is_read_without_a_fault() -> None:
    whole = jpeg(">", {0x0132: b"2026:04:02 08:00:00\0"}, {0x9003: b"2026:03:01 09:12:33\0"})
    seen = {taken_at(whole[:length]) for length in range(len(whole) + 1)}
    assert seen <= {"", "2026-03-01T09:12:33", "2026-04-02T08:00:00"}
    assert taken_at(b"\x89PNG\r\n") == ""
