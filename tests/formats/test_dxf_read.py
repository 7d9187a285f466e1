"""DXF drawings of others: what is read, what is passed over, and what is said of files that are none."""

import struct
from collections.abc import Sequence
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.drawings import dxf_read, dxf_tags, underlay_picture
from gpudesk.formats.drawings.dxf_read import DxfDrawing, read_dxf
from gpudesk.formats.drawings.line_drawing import drawing_bytes, drawing_of
from gpudesk.formats.drawings.underlay_picture import read_picture

Tags = Sequence[tuple[int, object]]


def dxf(entities: Tags, blocks: Tags = (), unit: int | None = 4, layers: Tags = ()) -> bytes:
    """A drawing in text form."""
    tags: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1027")]
    if unit is not None:
        tags += [(9, "$INSUNITS"), (70, unit)]
    tags += [(0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), *layers, (0, "ENDTAB"), (0, "ENDSEC")]
    tags += [(0, "SECTION"), (2, "BLOCKS"), *blocks, (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES"), *entities, (0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in tags).encode()


def line(x1: float, y1: float, x2: float, y2: float, layer: str = "0") -> Tags:
    return [(0, "LINE"), (8, layer), (10, x1), (20, y1), (11, x2), (21, y2)]


def lines_of(read: DxfDrawing) -> list[list[list[int]]]:
    return [np.rint(each.points).astype(int).tolist() for each in read.drawing.lines]


def test_lines_come_from_the_upper_left_corner_downwards() -> None:
    read = read_dxf(dxf([*line(100, 200, 1100, 200), *line(100, 200, 100, 700)]))
    assert (read.drawing.width, read.drawing.height) == (1000, 500)
    assert lines_of(read) == [[[0, 500], [1000, 500]], [[0, 500], [0, 0]]]


@pytest.mark.parametrize(
    ("unit", "width"), [(1, 25_400), (2, 304_800), (4, 1000), (5, 10_000), (6, 1_000_000), (0, 100_000), (None, 100_000)]
)
def test_units(unit: int | None, width: int) -> None:
    read = read_dxf(dxf(line(0, 0, 1000, 0), unit=unit))
    assert read.drawing.width == width
    assert (read.unit_mm is None) == (unit in (0, None))


def test_polylines_with_arcs_of_both_kinds() -> None:
    # A bulge of 1 is half a circle, counter-clockwise.
    light = [(0, "LWPOLYLINE"), (8, "A"), (90, 2), (70, 1), (10, 0), (20, 0), (42, 1), (10, 1000), (20, 0)]
    old = [(0, "POLYLINE"), (8, "B"), (70, 0), (0, "VERTEX"), (10, 0), (20, 0), (42, 1), (0, "VERTEX"), (10, 1000), (20, 0), (0, "SEQEND")]
    for entity in (light, old):
        read = read_dxf(dxf(entity))
        assert read.drawing.height == pytest.approx(500, abs=2)
        assert read.drawing.lines[0].points.max(axis=0) == pytest.approx([1000, 500], abs=2)
    assert lines_of(read_dxf(dxf(light)))[0][0] == lines_of(read_dxf(dxf(light)))[0][-1]


def test_circles_arcs_ellipses_and_splines() -> None:
    circle = [(0, "CIRCLE"), (10, 0), (20, 0), (40, 500)]
    assert read_dxf(dxf(circle)).drawing.width == 1000
    quarter = [(0, "ARC"), (10, 0), (20, 0), (40, 500), (50, 270), (51, 0)]
    assert lines_of(read_dxf(dxf(quarter)))[0][0] == [0, 500]
    assert lines_of(read_dxf(dxf(quarter)))[0][-1] == [500, 0]
    ellipse = [(0, "ELLIPSE"), (10, 0), (20, 0), (11, 0), (21, 500), (40, 0.5), (41, 0), (42, 2 * np.pi)]
    assert (read_dxf(dxf(ellipse)).drawing.width, read_dxf(dxf(ellipse)).drawing.height) == (500, 1000)
    controls = [(10, 0), (20, 0), (10, 0), (20, 900), (10, 900), (20, 900), (10, 900), (20, 0)]
    spline = [(0, "SPLINE"), (71, 3), *[(40, knot) for knot in (0, 0, 0, 0, 1, 1, 1, 1)], *controls]
    read = read_dxf(dxf(spline))
    # A cubic Bézier curve with these corners rises to three quarters of their height.
    assert read.drawing.height == pytest.approx(675, abs=1)
    assert lines_of(read)[0][0] == [0, read.drawing.height]


def test_blocks_are_drawn_where_they_are_referred_to() -> None:
    block = [(0, "BLOCK"), (2, "Desk"), (10, 100), (20, 0), *line(100, 0, 200, 0), *line(100, 0, 100, 50, "W"), (0, "ENDBLK")]
    outer = [(0, "BLOCK"), (2, "ROOM"), (10, 0), (20, 0), (0, "INSERT"), (2, "DESK"), (10, 0), (20, 0), (0, "ENDBLK")]
    insert = [(0, "INSERT"), (8, "L"), (2, "room"), (10, 1000), (20, 0), (41, 2), (42, 2), (50, 90), (70, 2), (44, 500)]
    read = read_dxf(dxf([*insert, *line(0, 0, 1, 0)], [*block, *outer]))
    assert sorted(read.drawing.layers) == ["0", "L", "W"]
    # Turned by a quarter and doubled: 200 upwards; the second one of the array is 500 farther up.
    assert (read.drawing.width, read.drawing.height) == (1000, 700)
    assert [[1000, 700], [1000, 500]] in lines_of(read)
    assert [[1000, 200], [1000, 0]] in lines_of(read)


def test_mirrored_blocks() -> None:
    block = [(0, "BLOCK"), (2, "B"), (10, 0), (20, 0), *line(0, 0, 300, 100), (0, "ENDBLK")]
    plain = read_dxf(dxf([(0, "INSERT"), (2, "B"), (10, 0), (20, 0), (41, -1)], block))
    turned = read_dxf(dxf([(0, "INSERT"), (2, "B"), (10, 0), (20, 0), (230, -1)], block))
    assert lines_of(plain) == lines_of(turned) == [[[300, 100], [0, 0]]]


def test_what_does_not_show_is_left_out_and_what_is_not_drawn_is_counted() -> None:
    layers = [(0, "LAYER"), (2, "off"), (62, -7), (0, "LAYER"), (2, "frozen"), (70, 1), (62, 7)]
    hatch = [(0, "HATCH"), (8, "0"), (10, 0), (20, 0)]
    paper = [*line(0, 0, 9, 9), (67, 1)]
    entities = [*line(0, 0, 50, 0), *line(0, 0, 99, 0, "off"), *line(0, 0, 99, 0, "frozen"), *hatch, *hatch, *paper]
    read = read_dxf(dxf(entities, layers=layers))
    assert read.drawing.width == 50
    assert read.passed_over == {"HATCH": 2}


def test_texts() -> None:
    text = [(0, "TEXT"), (8, "T"), (10, 10), (20, 40), (40, 25), (50, 90), (1, "Room é")]
    many = [(0, "MTEXT"), (8, "T"), (10, 0), (20, 0), (40, 5), (3, "{\\fArial|b0;Ha"), (1, "ll}\\PA")]
    read = read_dxf(dxf([*line(0, 0, 100, 100), *text, *many]))
    first, second = read.drawing.texts
    assert (first.text, first.x, first.y, first.height, first.angle_ddeg) == ("Room é", 10, 60, 25, 2700)
    assert second.text == "Hall A"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"AC1032" + b"\0" * 50, "This is a DWG file. Save it as a DXF file"),
        (b"AutoCAD Binary DXF\r\n\x1a\0", "binary DXF file. Save it as a DXF file in text form"),
        (dxf([]), "The drawing has no lines on visible layers."),
        (dxf(line(0, 0, 9, 9))[:-12], "is truncated"),
        (dxf(line(5, 5, 5, 5)), "All lines of the drawing are at one point."),
        (dxf([(0, "LINE"), (10, "x")]), "a number that cannot be read"),
        (dxf([(0, "LINE"), (10, "nan"), (11, 5)]), "a number that cannot be read"),
        (dxf([(0, "LINE"), (10, 1e300), (11, 5)]), "a number that cannot be read"),
        (b"0\nSECTION\nmore\nENTITIES\n", "Line 3 of the drawing should contain a group code; it contains more"),
        (dxf(line(0, 0, 10**9, 0)), r"would be 1,000,000\.000 m wide"),
    ],
)
def test_what_is_no_drawing_is_told(content: bytes, says: str) -> None:
    with pytest.raises(InvalidData, match=says):
        read_picture(content)


def test_bombs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    nested: list[tuple[int, object]] = [(0, "BLOCK"), (2, "B0"), (10, 0), *line(0, 0, 1, 1), (0, "ENDBLK")]
    for depth in range(1, 8):
        nested += [(0, "BLOCK"), (2, f"B{depth}"), (10, 0), *[(0, "INSERT"), (2, f"B{depth - 1}"), (70, 99)], (0, "ENDBLK")]
    monkeypatch.setattr(dxf_read, "MOST_POINTS", 1000)
    monkeypatch.setattr(dxf_read, "MOST_INSERTS", 1000)
    with pytest.raises(InvalidData, match=r"more than 1000 (points|times)|blocks more than 1000"):
        read_dxf(dxf([(0, "INSERT"), (2, "B7"), (10, 0)], nested))
    itself = [(0, "BLOCK"), (2, "A"), (10, 0), *line(0, 0, 1, 1), (0, "INSERT"), (2, "A"), (10, 5), (0, "ENDBLK")]
    assert read_dxf(dxf([(0, "INSERT"), (2, "A"), (10, 0)], itself)).passed_over == {"INSERT": 1}
    monkeypatch.setattr(dxf_read, "MOST_POINTS", 10)
    with pytest.raises(InvalidData, match="more than 10 points"):
        read_dxf(dxf([*line(0, 0, 1, 1)] * 6))
    monkeypatch.setattr(dxf_tags, "MOST_BYTES", 100)
    with pytest.raises(InvalidData, match="the limit is 0 MB"):
        read_dxf(dxf(line(0, 0, 1, 1)))


@given(st.integers(0, 600), st.integers(0, 255))
def test_damaged_drawings_are_told(place: int, byte: int) -> None:
    whole = bytearray(dxf([*line(0, 0, 900, 100), (0, "CIRCLE"), (10, 0), (20, 0), (40, 50)]))
    whole[place % len(whole)] = byte
    read = None
    with suppress(InvalidData):
        read = read_dxf(bytes(whole))
    assert read is None or read.drawing.lines


def test_a_drawing_is_kept_as_its_lines() -> None:
    content = dxf([*line(0, 0, 900.4, 100), (0, "TEXT"), (10, 1), (20, 1), (40, 9), (1, "Hall")])
    picture = read_picture(content)
    assert (picture.media, picture.width, picture.height, picture.width_mm) == ("application/x-gpudesk-drawing", 901, 100, 901)
    kept = drawing_of(picture.content)
    assert kept.lines[0].points.tolist() == [[0, 100], [900, 0]]
    assert [text.text for text in kept.texts] == ["Hall"]
    assert drawing_bytes(kept) == picture.content
    for wrong in (b"", b"x" * 40, picture.content[:-9]):
        with pytest.raises(InvalidData, match="cannot be read"):
            drawing_of(wrong)


def test_pictures_by_their_heads(monkeypatch: pytest.MonkeyPatch) -> None:
    jpeg = (
        b"\xff\xd8\xff\xe0"
        + struct.pack(">H", 16)
        + b"JFIF\0"
        + b"\0" * 9
        + b"\xff\xff\xc2"
        + struct.pack(">HBHH", 17, 8, 300, 400)
        + b"\0" * 9
    )
    read = read_picture(jpeg)
    assert (read.media, read.width, read.height, read.width_mm, read.content) == ("image/jpeg", 400, 300, None, jpeg)
    with pytest.raises(InvalidData, match="damaged"):
        read_picture(b"\xff\xd8\xff\xe0" + b"\0" * 30)
    with pytest.raises(InvalidData, match="400 megapixels; the limit is 100"):
        read_picture(b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 20_000, 20_000))
    monkeypatch.setattr(underlay_picture, "MOST_BYTES", len(jpeg))
    assert read_picture(jpeg).content == jpeg
    monkeypatch.setattr(underlay_picture, "MOST_BYTES", len(jpeg) - 1)
    with pytest.raises(InvalidData, match="the limit is 0 MB"):
        read_picture(jpeg)
