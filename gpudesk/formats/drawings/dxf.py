"""DXF out: the floors of a project as lines and texts on layers, in millimeters, in the oldest form that every program reads (R12)."""

from collections.abc import Iterator

from gpudesk.formats.drawings.floor_layout import LAYERS, FloorLine, FloorText, floor_layout
from gpudesk.project.snapshot import Snapshot

_PREFIX = "GPUDESK-"
_COLOURS = {
    "HALL": 7,
    "RACK": 7,
    "RACK-FRONT": 5,
    "DEVICE": 8,
    "COLD-AISLE": 4,
    "HOT-AISLE": 20,
    "MIXED-AISLE": 40,
    "COLUMN": 1,
    "OBSTACLE": 1,
    "KEEP-OUT": 30,
    "DOOR": 3,
    "ROUTE": 3,
    "COLD-CONTAINMENT": 4,
    "HOT-CONTAINMENT": 20,
    "WAY": 8,
    "NAME": 7,
}
"""Layer → AutoCAD color index."""
_MILLIMETRES = 4


def dxf_bytes(snapshot: Snapshot) -> bytes:
    """The floors of a project as a DXF file; letters beyond ASCII are written as their code points."""
    layout = floor_layout(snapshot)
    tags: list[tuple[int, str]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, f"{_MILLIMETRES}")]
    tags += [(9, "$EXTMIN"), (10, "0.0"), (20, "0.0"), (9, "$EXTMAX"), (10, _number(layout.width_mm)), (20, _number(layout.height_mm))]
    tags += [(0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LTYPE"), (70, "1")]
    tags += [(0, "LTYPE"), (2, "CONTINUOUS"), (70, "0"), (3, "Solid line"), (72, "65"), (73, "0"), (40, "0.0"), (0, "ENDTAB")]
    tags += [(0, "TABLE"), (2, "LAYER"), (70, f"{len(LAYERS)}")]
    for layer in LAYERS:
        tags += [(0, "LAYER"), (2, _PREFIX + layer), (70, "0"), (62, f"{_COLOURS[layer]}"), (6, "CONTINUOUS")]
    tags += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for line in layout.lines:
        tags += _polyline(line, layout.height_mm)
    for text in layout.texts:
        tags += _text(text, layout.height_mm)
    tags += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:>3}\r\n{value}\r\n" for code, value in tags).encode("ascii")


def _polyline(line: FloorLine, height_mm: float) -> Iterator[tuple[int, str]]:
    layer = _PREFIX + line.layer
    yield from ((0, "POLYLINE"), (8, layer), (66, "1"), (10, "0.0"), (20, "0.0"), (30, "0.0"), (70, "1" if line.closed else "0"))
    for x, y in line.points.tolist():
        yield from ((0, "VERTEX"), (8, layer), (10, _number(x)), (20, _number(height_mm - y)), (30, "0.0"))
    yield from ((0, "SEQEND"), (8, layer))


def _text(text: FloorText, height_mm: float) -> Iterator[tuple[int, str]]:
    x, y = _number(text.x_mm), _number(height_mm - text.y_mm)
    yield from ((0, "TEXT"), (8, _PREFIX + text.layer), (10, x), (20, y), (30, "0.0"), (40, _number(text.height_mm)))
    # The angle turns the other way, because y points upwards here; 72 and 73 put the middle of the text to the second point.
    yield from (
        (1, _ascii(text.text) or "-"),
        (50, _number(-text.angle_ddeg % 3600 / 10)),
        (72, "1"),
        (11, x),
        (21, y),
        (31, "0.0"),
        (73, "2"),
    )


def _number(value: float) -> str:
    return f"{value:.3f}"


def _ascii(text: str) -> str:
    r"""A text whose letters beyond ASCII are written \U+XXXX; those beyond four digits become a question mark."""
    return "".join(letter if letter.isascii() else f"\\U+{ord(letter):04X}" if ord(letter) < 0x10000 else "?" for letter in text)
