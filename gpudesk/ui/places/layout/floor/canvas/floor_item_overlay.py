"""Marks of floor items over the plan: hovered, selected and current items, their grips, and items being dragged or drawn."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.racks.placement import Reals
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.floor.canvas.floor_item_layer import paint_shape
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import DrawnItem, drawn_outline
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import RULER_PX, polygon_px
from gpudesk.ui.places.layout.floor.canvas.floor_plan_overlay import FloorOverlayLayer
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.places.layout.floor.canvas.floor_plan_snap import Guide
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.theme import theme

GRIP_PX = 8.0
REACH_PX = 8
_NEW_GRIP_PX = 6.0
_LEAST_REACH_PX, _MOST_REACH_PX = 5.0, 12.0
"""From how far off a grip is taken."""
_LEAST_SIDE_PX = 24.0
"""Rectangles thinner than this have no grips at the middle of their long sides: there they are carried."""
_LEAST_GRIPS_PX = 18.0
"""Items smaller than this show no grips."""
_MOST_GRIPS = 400
_GHOST = 0.55


@dataclass(frozen=True)
class HeldShape:
    """A floor item at its possible new position; corners or points as stored in the project, in mm."""

    kind: FloorItemKind
    corners: Reals
    clear_width_mm: int | None = None


@dataclass(frozen=True)
class Held:
    """An item being moved, resized or drawn.

    Attributes:
        guides: lines that it snaps to.
        words: its size or its offset, shown at `at`, in mm.
        points: corners already set.
        cursor: position of the next corner.
        refused: whether it is invalid in this state.
    """

    shapes: tuple[HeldShape, ...] = ()
    guides: tuple[Guide, ...] = ()
    words: str = ""
    at: tuple[float, float] = (0.0, 0.0)
    points: tuple[tuple[float, float], ...] = ()
    cursor: tuple[float, float] | None = None
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Grip:
    """A grip to change the shape of an item.

    Attributes:
        what: "corner", "side" of a rectangle, or "new" for a corner between two.
        number: its number; a new corner is inserted after that corner.
    """

    what: str
    number: int
    x_mm: float
    y_mm: float


def grips_of(item: DrawnItem, scale: float) -> list[Grip]:
    """The grips of an item: corners and sides of a rectangle, corners and edge midpoints of an outline.

    Args:
        scale: px per mm.
    """
    corners = item.shape.corners
    if len(corners) > _MOST_GRIPS:
        return []
    grips = [Grip("corner", number, float(x), float(y)) for number, (x, y) in enumerate(corners)]
    nexts = np.roll(corners, -1, axis=0)
    between = (corners + nexts) / 2
    if item.shape.kind is FloorItemKind.ROUTE:
        between = between[:-1]
    what = "side" if item.boxed else "new"
    # The sides of even numbers lie across the depth of a rectangle.
    thin = [side * scale < _LEAST_SIDE_PX for side in reversed(item.size_mm)] if item.boxed else [False, False]
    return grips + [Grip(what, number, float(x), float(y)) for number, (x, y) in enumerate(between) if not thin[number % 2]]


@dataclass
class ItemMarks(StillLayer):
    """Paints the marks of floor items.

    Attributes:
        marks: selected, hovered and current objects.
        shapeable: whether the grips of a single selected item are shown.
        held: the operation in progress.
        hint: instruction of the active tool, shown at the bottom of the view.
    """

    scene: FloorScene
    marks: FloorOverlayLayer
    shapeable: bool = True
    held: Held | None = None
    hint: str = ""
    hot: Grip | None = field(default=None)

    def extent(self, camera: Camera, refs: Iterable[ObjectRef]) -> QRegion:
        """The pixels that marks of some items touch."""
        region, items = QRegion(), self.scene.items
        for place in items.places_of(refs).tolist():
            item = items.items[place]
            corners = QPointF(camera.x_px(float(item.low[0])), camera.y_px(float(item.low[1])))
            rect = QRectF(corners, QPointF(camera.x_px(float(item.high[0])), camera.y_px(float(item.high[1]))))
            region += rect.toAlignedRect().adjusted(-REACH_PX, -REACH_PX, REACH_PX, REACH_PX)
        return region

    def single(self) -> DrawnItem | None:
        """The item whose grips are shown: the only selected object."""
        selected = self.marks.selected
        return self.scene.items.get(selected[0]) if self.shapeable and len(selected) == 1 else None

    def grip_at(self, camera: Camera, x_px: float, y_px: float) -> Grip | None:
        """The grip at a point of the view; a corner takes precedence over an edge midpoint."""
        item = self.single()
        if item is None or not _large(item, camera):
            return None
        low, high = item.low, item.high
        # A thin item keeps its middle, by which it is carried.
        reach = min(max(float((high - low).min()) * camera.scale / 4, _LEAST_REACH_PX), _MOST_REACH_PX)
        near = [
            grip
            for grip in grips_of(item, camera.scale)
            if abs(camera.x_px(grip.x_mm) - x_px) <= reach and abs(camera.y_px(grip.y_mm) - y_px) <= reach
        ]
        return min(
            near,
            key=lambda grip: abs(camera.x_px(grip.x_mm) - x_px) + abs(camera.y_px(grip.y_mm) - y_px) + 6 * (grip.what == "new"),
            default=None,
        )

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the marks, next to the rulers."""
        painter.save()
        drawing_area = QRectF(RULER_PX, RULER_PX, frame.camera.width - RULER_PX, frame.camera.height - RULER_PX)
        painter.setClipRect(drawing_area, Qt.ClipOperation.IntersectClip)
        if self.held is None and self.marks.carried is None:
            self._outlines(painter, frame)
        if self.held is not None:
            self._held(painter, frame, self.held)
        painter.restore()
        if self.hint:
            self._hint(painter, frame)

    def _outlines(self, painter: QPainter, frame: Frame) -> None:
        colours, lines, items = frame.theme, theme.metrics().line, self.scene.items
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        hovered = self.marks.hovered
        if hovered is not None and hovered not in self.marks.selected and (item := items.get(hovered)) is not None:
            painter.setPen(QPen(colours.accent, 1.0))
            painter.drawPolygon(polygon_px(frame, item.outline))
        painter.setPen(QPen(colours.selection_line, lines["selection"]))
        for place in items.places_of(self.marks.selected).tolist():
            painter.drawPolygon(polygon_px(frame, items.items[place].outline))
        single = self.single()
        if single is not None and _large(single, frame.camera):
            self._grips(painter, frame, single)
        current = None if self.marks.current is None or not self.marks.ring else items.get(self.marks.current)
        if current is not None:
            left, top = frame.camera.x_px(float(current.low[0])), frame.camera.y_px(float(current.low[1]))
            right, bottom = frame.camera.x_px(float(current.high[0])), frame.camera.y_px(float(current.high[1]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colours.focus_ring, lines["focus"]))
            painter.drawRect(QRectF(QPointF(left, top), QPointF(right, bottom)).adjusted(-5, -5, 5, 5))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _grips(self, painter: QPainter, frame: Frame, item: DrawnItem) -> None:
        colours, camera = frame.theme, frame.camera
        for grip in grips_of(item, camera.scale):
            side = _NEW_GRIP_PX if grip.what == "new" else GRIP_PX
            box = QRectF(0, 0, side, side)
            box.moveCenter(QPointF(round(camera.x_px(grip.x_mm)), round(camera.y_px(grip.y_mm))))
            painter.setPen(QPen(colours.selection_line, 1.0))
            painter.setBrush(colours.selection_line if grip == self.hot else colours.surface.panel)
            if grip.what == "new":
                painter.drawEllipse(box)
            else:
                painter.drawRect(box)

    def _held(self, painter: QPainter, frame: Frame, held: Held) -> None:
        colours, camera = frame.theme, frame.camera
        colour = colours.severity["error"].colour if held.refused else colours.accent
        layout = self.scene.layout
        middle = (0.0, 0.0) if layout is None else (layout.width_mm / 2, layout.depth_mm / 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.accent, 1.0, Qt.PenStyle.DashLine))
        for x1, y1, x2, y2 in held.guides:
            painter.drawLine(QLineF(camera.x_px(x1), camera.y_px(y1), camera.x_px(x2), camera.y_px(y2)))
        for shape in held.shapes:
            outline = drawn_outline(shape.kind, shape.corners, shape.clear_width_mm)
            painter.setOpacity(_GHOST)
            paint_shape(painter, frame, shape.kind, shape.corners, outline, middle)
            painter.setOpacity(1.0)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            fill = QColor(colour)
            fill.setAlphaF(0.12)
            painter.setPen(QPen(colour, 1.5, Qt.PenStyle.DashLine if held.refused else Qt.PenStyle.SolidLine))
            painter.setBrush(fill)
            painter.drawPolygon(polygon_px(frame, outline))
        painter.setBrush(colours.surface.panel)
        painter.setPen(QPen(colour, 1.5))
        path = [QPointF(camera.x_px(x), camera.y_px(y)) for x, y in held.points]
        if held.cursor is not None:
            cursor = QPointF(camera.x_px(held.cursor[0]), camera.y_px(held.cursor[1]))
            if path:
                painter.drawLine(path[-1], cursor)
            painter.drawLine(cursor - QPointF(8, 0), cursor + QPointF(8, 0))
            painter.drawLine(cursor - QPointF(0, 8), cursor + QPointF(0, 8))
        for one, other in itertools.pairwise(path):
            painter.drawLine(one, other)
        for point in path:
            painter.drawEllipse(point, 3.5, 3.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if held.words:
            x, y = camera.x_px(held.at[0]), camera.y_px(held.at[1])
            self._words(painter, frame, held.words, x + 14, y + 22, colour)

    def _words(self, painter: QPainter, frame: Frame, words: str, x: float, y: float, ground: QColor) -> None:
        letters = ink("caption", strong=True, tabular=True)
        width = frame.texts.width(words, letters) + 12
        left = min(max(x, RULER_PX + 4), frame.camera.width - width - 4)
        top = min(max(y, RULER_PX + 4), frame.camera.height - 22)
        rect = QRectF(round(left), round(top), round(width), 18)
        painter.fillRect(rect, ground)
        frame.texts.draw(painter, words, letters, frame.theme.text.on_accent, rect.left() + 6, rect.center().y(), now=True)

    def _hint(self, painter: QPainter, frame: Frame) -> None:
        letters, colours = ink("caption"), frame.theme
        width = min(frame.texts.width(self.hint, letters), frame.camera.width - RULER_PX - 32)
        rect = QRectF(round((frame.camera.width + RULER_PX - width) / 2 - 10), frame.camera.height - 34, round(width) + 20, 24)
        painter.fillRect(rect, colours.surface.overlay)
        painter.setPen(QPen(colours.border.default, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
        frame.texts.draw(painter, self.hint, letters, colours.text.secondary, rect.left() + 10, rect.center().y(), room=width + 2, now=True)


def _large(item: DrawnItem, camera: Camera) -> bool:
    """Whether grips have room at an item."""
    return float((item.high - item.low).max()) * camera.scale >= _LEAST_GRIPS_PX
