"""DXF import: the lines of a floor plan as an underlay drawing.

Lines, polylines with arcs, arcs, circles, ellipses, splines, texts, dimensions and nested blocks are read, from model space and
visible layers. Hatches, images, solids and three-dimensional bodies are skipped and counted.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.racks.placement import Reals
from gpudesk.formats.drawings.dxf_curves import arc_points, bulged_points, ellipse_points, spline_points
from gpudesk.formats.drawings.dxf_tags import Record, records
from gpudesk.formats.drawings.line_drawing import Drawing, DrawnLine, DrawnText

_CONTEXT = "dxf"
MOST_POINTS = 400_000
MOST_TEXTS = 20_000
MOST_INSERTS = 100_000
DEEPEST = 8
"""The most blocks that may lie in one another; a block that holds itself ends here."""
UNITLESS_SIDE = 100_000
"""The longer side of a drawing without a unit."""
UNIT_MM: Mapping[int, float] = {1: 25.4, 2: 304.8, 4: 1.0, 5: 10.0, 6: 1000.0, 7: 1e6, 10: 914.4, 14: 100.0}
"""$INSUNITS: inches, feet, millimeters, centimeters, meters, kilometers, yards, decimeters."""
_FORMATTING = re.compile(r"\\[ACcfFHhLlOoKkpQTW][^;\\{}]*;|\\[LlOoKk]|[{}]")
_CODE_POINT = re.compile(r"\\U\+([0-9A-Fa-f]{4})")
Frame = Reals
"""A transformation as a 2 × 3 matrix."""


@dataclass(slots=True)
class DxfDrawing:
    """The content of a DXF file.

    Attributes:
        unit_mm: the length of the file's unit, None if not specified.
        passed_over: kind of entity → number not drawn.
    """

    drawing: Drawing
    unit_mm: float | None
    passed_over: Mapping[str, int]


@dataclass(slots=True)
class _Sheet:
    """Data collected while a drawing is read."""

    blocks: dict[str, tuple[Record, list[Record]]] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    layers: dict[str, int] = field(default_factory=dict)
    lines: list[DrawnLine] = field(default_factory=list)
    texts: list[DrawnText] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)
    points: int = 0
    inserts: int = 0

    def layer(self, name: str) -> int:
        return self.layers.setdefault(name, len(self.layers))

    def line(self, layer: str, points: Reals, frame: Frame) -> None:
        self.points += len(points)
        if self.points > MOST_POINTS:
            raise _wrong(
                QT_TRANSLATE_NOOP("dxf", "The drawing has more than {most} points. Remove elements that the plan does not need."),
                most=MOST_POINTS,
            )
        if len(points) > 1:
            self.lines.append(DrawnLine(self.layer(layer), points @ frame[:, :2].T + frame[:, 2]))


def read_dxf(content: bytes) -> DxfDrawing:
    """Return the lines and texts of a DXF drawing in text form.

    Raises:
        InvalidData: it is not a DXF drawing, is too large, or contains nothing drawable.
    """
    sheet, unit, entities = _Sheet(), 0, list[Record]()
    section, block = "", ""
    try:
        for record in records(content):
            if record.kind == "SECTION":
                section = record.text(2)
                unit = _unit(record) if section == "HEADER" else unit
            elif record.kind == "ENDSEC":
                section = ""
            elif section == "TABLES" and record.kind == "LAYER":
                if record.whole(62) < 0 or record.whole(70) & 1:
                    sheet.hidden.add(record.text(2))
            elif section == "BLOCKS" and record.kind == "BLOCK":
                block = record.text(2).upper()
                sheet.blocks[block] = (record, [])
            elif section == "BLOCKS" and record.kind != "ENDBLK":
                sheet.blocks.get(block, (record, []))[1].append(record)
            elif section == "ENTITIES":
                entities.append(record)
        _draw(sheet, entities, np.array([[1.0, 0, 0], [0, 1.0, 0]]), "0", 0)
    except ValueError as error:
        text = QT_TRANSLATE_NOOP("dxf", "The drawing contains a number that cannot be read: {reason}.")
        raise _wrong(text, reason=str(error)[:80]) from error
    if not sheet.lines:
        raise _wrong(QT_TRANSLATE_NOOP("dxf", "The drawing has no lines on visible layers."))
    unit_mm = UNIT_MM.get(unit)
    return DxfDrawing(_placed(sheet, unit_mm), unit_mm, dict(sheet.passed_over))


def _unit(header: Record) -> int:
    """The code of the drawing's unit: the value behind the name $INSUNITS."""
    names = [value for code, value in header.tags if code in (9, 70)]
    return int(names[names.index("$INSUNITS") + 1]) if "$INSUNITS" in names[:-1] else 0


def _placed(sheet: _Sheet, unit_mm: float | None) -> Drawing:
    """Everything moved to the upper left corner, y downwards, in mm or in parts of the longer side."""
    low = np.min([line.points.min(axis=0) for line in sheet.lines], axis=0)
    high = np.max([line.points.max(axis=0) for line in sheet.lines], axis=0)
    side = float((high - low).max())
    if side <= 0:
        raise _wrong(QT_TRANSLATE_NOOP("dxf", "All lines of the drawing are at one point."))
    scale = UNITLESS_SIDE / side if unit_mm is None else unit_mm
    if not 1 <= side * scale <= 10**8:
        text = QT_TRANSLATE_NOOP("dxf", "In its declared unit the drawing would be {size} m wide. Correct $INSUNITS.")
        raise _wrong(text, size=f"{side * scale / 1000:,.3f}")
    corner, flip = np.array([low[0], high[1]]), np.array([scale, -scale])
    width, height = (max(1, int(np.ceil(length))) for length in (high - low) * scale)
    lines = [DrawnLine(line.layer, (line.points - corner) * flip) for line in sheet.lines]
    texts = [
        DrawnText(
            text.layer, (text.x - corner[0]) * scale, (corner[1] - text.y) * scale, text.height * scale, -text.angle_ddeg % 3600, text.text
        )
        for text in sheet.texts
    ]
    return Drawing(width, height, list(sheet.layers), lines, texts)


def _draw(sheet: _Sheet, entities: Iterable[Record], frame: Frame, layer: str, depth: int) -> None:
    """Draw entities through a frame; those on layer 0 of a block take the layer of its reference."""
    vertices: list[Record] | None = None
    polyline: Record | None = None
    for record in entities:
        if record.kind == "POLYLINE":
            polyline, vertices = record, []
        elif record.kind == "VERTEX" and vertices is not None:
            vertices.append(record)
        elif record.kind == "SEQEND" and polyline is not None and vertices is not None:
            _old_polyline(sheet, polyline, vertices, frame, layer)
            polyline = vertices = None
        elif record.kind not in ("VERTEX", "SEQEND", "ATTRIB"):
            _entity(sheet, record, frame, layer, depth)


def _shown_layer(sheet: _Sheet, record: Record, layer: str) -> str | None:
    """The layer on which an entity shows, None if it does not."""
    own = record.text(8, "0")
    name = layer if own == "0" else own
    hidden = record.whole(67) == 1 or record.whole(60) == 1 or name in sheet.hidden or own in sheet.hidden
    return None if hidden else name


def _entity(sheet: _Sheet, record: Record, frame: Frame, layer: str, depth: int) -> None:
    name = _shown_layer(sheet, record, layer)
    if name is None:
        return
    if record.kind in ("INSERT", "DIMENSION"):
        _insert(sheet, record, frame, name, depth)
    elif record.kind in ("TEXT", "MTEXT"):
        _text(sheet, record, frame, name)
    else:
        points = _points(record)
        if points is None:
            sheet.passed_over[record.kind] += 1
        else:
            mirrored = record.number(230, 1.0) < 0 and record.kind not in ("LINE", "ELLIPSE", "SPLINE")
            sheet.line(name, points * np.array([-1.0 if mirrored else 1.0, 1.0]), frame)


def _points(record: Record) -> Reals | None:
    """Return the points of an entity in its own frame, None for kinds that are not drawn."""
    x, y = record.number(10), record.number(20)
    if record.kind == "LINE":
        return np.array([[x, y], [record.number(11), record.number(21)]])
    if record.kind == "CIRCLE":
        return arc_points(x, y, record.number(40), 0.0, 360.0)
    if record.kind == "ARC":
        return arc_points(x, y, record.number(40), record.number(50), record.number(51))
    if record.kind == "ELLIPSE":
        major = (record.number(11), record.number(21))
        return ellipse_points((x, y), major, record.number(40, 1.0), record.number(41), record.number(42, 2 * np.pi))
    if record.kind == "LWPOLYLINE":
        return _lightweight(record)
    if record.kind == "SPLINE":
        controls = np.array([record.numbers(10), record.numbers(20)]).T if record.numbers(10) else np.empty((0, 2))
        if not len(controls):
            return np.array([record.numbers(11), record.numbers(21)]).T if record.numbers(11) else None
        return spline_points(controls, np.array(record.numbers(40)), record.whole(71, 3))
    return None


def _lightweight(record: Record) -> Reals | None:
    corners: list[list[float]] = []
    for code, value in record.tags:
        if code == 10:
            corners.append([float(value), 0.0, 0.0])
        elif corners and code in (20, 42):
            corners[-1][1 if code == 20 else 2] = float(value)
    if not corners:
        return None
    vertices = np.array(corners)
    return bulged_points(vertices[:, :2], vertices[:, 2], closed=bool(record.whole(70) & 1))


def _old_polyline(sheet: _Sheet, record: Record, vertices: list[Record], frame: Frame, layer: str) -> None:
    name = _shown_layer(sheet, record, layer)
    if name is None:
        return
    if record.whole(70) & (16 | 64):
        sheet.passed_over["POLYLINE"] += 1
        return
    # 16 marks the frame of a spline, which is not drawn itself.
    corners = [(vertex.number(10), vertex.number(20), vertex.number(42)) for vertex in vertices if not vertex.whole(70) & 16]
    if len(corners) > 1:
        points = np.array(corners)
        sheet.line(name, bulged_points(points[:, :2], points[:, 2], closed=bool(record.whole(70) & 1)), frame)


def _insert(sheet: _Sheet, record: Record, frame: Frame, layer: str, depth: int) -> None:
    """Draw a block at its reference, at each position of its array."""
    block = sheet.blocks.get(record.text(2).upper())
    if block is None or depth >= DEEPEST:
        sheet.passed_over[record.kind] += 1
        return
    base, content = block
    if record.kind == "DIMENSION":
        _draw(sheet, content, frame, layer, depth + 1)
        return
    turn = np.radians(record.number(50))
    cosine, sine = float(np.cos(turn)), float(np.sin(turn))
    turned = np.array([[cosine, -sine], [sine, cosine]])
    mirror = -1.0 if record.number(230, 1.0) < 0 else 1.0
    shape = turned @ np.diag([record.number(41, 1.0), record.number(42, 1.0)])
    across, down = max(1, record.whole(70, 1)), max(1, record.whole(71, 1))
    for column in range(across):
        for line in range(down):
            sheet.inserts += 1
            if sheet.inserts > MOST_INSERTS:
                text = QT_TRANSLATE_NOOP(
                    "dxf", "The drawing uses blocks more than {most} times. Remove elements that the plan does not need."
                )
                raise _wrong(text, most=MOST_INSERTS)
            step = turned @ np.array([column * record.number(44), line * record.number(45)])
            at = np.array([record.number(10), record.number(20)]) + step - shape @ np.array([base.number(10), base.number(20)])
            own = np.diag([mirror, 1.0]) @ np.column_stack([shape, at])
            joined = np.column_stack([frame[:, :2] @ own[:, :2], frame[:, :2] @ own[:, 2] + frame[:, 2]])
            _draw(sheet, content, joined, layer, depth + 1)


def _text(sheet: _Sheet, record: Record, frame: Frame, layer: str) -> None:
    words = record.text(1)
    if record.kind == "MTEXT":
        words = "".join(value for code, value in record.tags if code in (1, 3)).replace("\\P", " ").replace("\\~", " ")
    words = _CODE_POINT.sub(lambda match: chr(int(match.group(1), 16)), words)
    words = "".join(letter for letter in _FORMATTING.sub("", words) if letter.isprintable()).strip()[:200]
    if not words or len(sheet.texts) >= MOST_TEXTS:
        sheet.passed_over[record.kind] += 0 if not words else 1
        return
    x, y = frame[:, :2] @ np.array([record.number(10), record.number(20)]) + frame[:, 2]
    along = frame[:, :2] @ np.array([np.cos(np.radians(record.number(50))), np.sin(np.radians(record.number(50)))])
    angle = round(float(np.degrees(np.arctan2(along[1], along[0]))) * 10) % 3600
    height = record.number(40) * float(np.hypot(*frame[:, 1]))
    sheet.texts.append(DrawnText(sheet.layer(layer), float(x), float(y), height, angle, words))


def _wrong(text: str, **values: str | float) -> InvalidData:
    return InvalidData(Message(_CONTEXT, text, values))
