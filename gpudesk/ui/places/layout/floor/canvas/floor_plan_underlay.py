"""Pictures and drawings under the plan of a hall: their position and painting."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtGui import QImage, QPainter, QPen, QTransform

from gpudesk.core.racks.placement import Reals
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.batch import draw_lines
from gpudesk.ui.canvas.camera import Bounds, Camera
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.underlays import Underlay, underlays_of
from gpudesk.ui.places.layout.floor.canvas.underlay_content import UnderlayContent, draw_text

MOST_LINES, MOST_LINES_ZOOMING = 3_000, 500
"""Maximum number of lines of a drawing painted as lines; above it, its picture is used. The limit is lower during zooming."""
_LEAST_TEXT_PX = 5.0
_MOST_TEXTS = 200


class UnderlayScene:
    """Underlays of the plan shown.

    Attributes:
        contents: painted content, by attachment; missing ones are not unpacked yet.
        previews: underlays temporarily shown with other values, by id.
    """

    def __init__(self) -> None:
        self.contents: dict[int, UnderlayContent] = {}
        self.previews: dict[int, Underlay] = {}
        self._kept: tuple[Underlay, ...] = ()

    def show(self, snapshot: Snapshot | None, hall_id: int | None) -> None:
        """Show the underlays of a hall of another state."""
        self._kept = () if snapshot is None or hall_id is None else underlays_of(snapshot, hall_id)
        self.previews = {}

    @property
    def underlays(self) -> tuple[Underlay, ...]:
        """All of the hall, the lowest first, as they are shown."""
        return tuple(self.previews.get(underlay.id, underlay) for underlay in self._kept)

    def get(self, underlay_id: int) -> Underlay | None:
        """One of them, None if it does not lie in this hall."""
        return next((underlay for underlay in self.underlays if underlay.id == underlay_id), None)

    def at(self, x_mm: float, y_mm: float) -> Underlay | None:
        """The uppermost that shows at a point of the hall."""
        return next((underlay for underlay in reversed(self.underlays) if underlay.opacity_percent and underlay.holds(x_mm, y_mm)), None)

    @property
    def bounds(self) -> Bounds | None:
        """The rectangle around those that show, None if none does."""
        united: Bounds | None = None
        for underlay in self.underlays:
            if underlay.opacity_percent:
                united = underlay.bounds if united is None else united.united(underlay.bounds)
        return united

    def preview(self, underlay_id: int, *, opacity_percent: int | None = None, shift_mm: complex = 0j) -> None:
        """Show an underlay with other values until the next state."""
        underlay = next((candidate for candidate in self._kept if candidate.id == underlay_id), None)
        if underlay is not None:
            opacity = underlay.opacity_percent if opacity_percent is None else opacity_percent
            self.previews[underlay_id] = replace(underlay, corner=underlay.corner + shift_mm, opacity_percent=opacity)


class UnderlayLayer(StillLayer):
    """Paints the underlays over the floor, below everything on it."""

    def __init__(self, scene: UnderlayScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint those that are in view."""
        for underlay in self._scene.underlays:
            content = self._scene.contents.get(underlay.attachment_id)
            if content is not None and underlay.opacity_percent and _overlap(underlay.bounds, frame.seen):
                painter.save()
                painter.setOpacity(underlay.opacity_percent / 100)
                paint_underlay(painter, frame, underlay, content)
                painter.restore()


def paint_underlay(painter: QPainter, frame: Frame, underlay: Underlay, content: UnderlayContent) -> None:
    """Paint one: a drawing of few lines in view as lines, everything else as the picture that suits the scale."""
    pieces, reach = content.pieces, content.reach
    if pieces is not None and reach is not None and (frame.exact or _few(frame, underlay, len(pieces))):
        _paint_lines(painter, frame, underlay, content, _in_view(pieces, reach, _picture_bounds(underlay, frame.seen)))
        return
    level = _level(content.levels, underlay.width, abs(underlay.turn) * frame.camera.scale * frame.camera.ratio)
    painter.setTransform(_to_px(frame.camera, underlay), True)
    painter.scale(underlay.width / level.width(), underlay.height / level.height())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(0, 0, level)


def _few(frame: Frame, underlay: Underlay, pieces: int) -> bool:
    """Whether few enough lines are in view to paint them as lines.

    An even distribution is assumed, so the result depends only on the scale: areas that appear in panning look like the rest.
    """
    seen = frame.camera.seen
    sheet_mm2 = underlay.width * underlay.height * abs(underlay.turn) ** 2
    expected = pieces * min(1.0, seen.width * seen.height / sheet_mm2)
    return expected <= (MOST_LINES if frame.sharpen else MOST_LINES_ZOOMING)


def _paint_lines(painter: QPainter, frame: Frame, underlay: Underlay, content: UnderlayContent, pieces: Reals) -> None:
    colour, camera = frame.theme.text.primary, frame.camera
    turn = underlay.turn * camera.scale
    corner = complex(camera.x_px(underlay.corner.real), camera.y_px(underlay.corner.imag))
    ends = (pieces.view(np.complex128) * turn + corner).view(np.float64)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, frame.sharpen)
    draw_lines(painter, ends, QPen(colour, 1.0))
    unit_px, turn_deg = abs(turn), float(np.degrees(np.angle(turn)))
    seen = _picture_bounds(underlay, frame.seen)
    legible = [
        text
        for text in content.texts
        if text.height * unit_px >= _LEAST_TEXT_PX and seen.left <= text.x <= seen.right and seen.top <= text.y <= seen.bottom
    ]
    for text in legible if frame.exact else legible[:_MOST_TEXTS]:
        at = turn * complex(text.x, text.y) + corner
        draw_text(painter, text, colour, at.real, at.imag, text.height * unit_px, turn_deg)


def _in_view(pieces: Reals, reach: Reals, seen: Bounds) -> Reals:
    """Segments whose rectangles touch a rectangle."""
    across = np.flatnonzero((reach[0] <= seen.right) & (reach[1] >= seen.left))
    pieces_in_view: Reals = pieces[across[(reach[2][across] <= seen.bottom) & (reach[3][across] >= seen.top)]]
    return pieces_in_view


def _picture_bounds(underlay: Underlay, seen: Bounds) -> Bounds:
    """Rectangle of the picture around the visible part of the hall."""
    corners = [(seen.left, seen.top), (seen.right, seen.top), (seen.right, seen.bottom), (seen.left, seen.bottom)]
    points = np.array([underlay.picture_point(x, y) for x, y in corners])
    return Bounds(*points.min(axis=0).tolist(), *points.max(axis=0).tolist())


def _level(levels: Sequence[QImage], width: int, unit_px: float) -> QImage:
    """The smallest picture with at least a pixel for each of the screen, else the largest."""
    needed_px = width * unit_px
    return next((level for level in reversed(levels) if level.width() >= needed_px), levels[0])


def _to_px(camera: Camera, underlay: Underlay) -> QTransform:
    """From units of the picture to px of the view."""
    turn = underlay.turn * camera.scale
    return QTransform(turn.real, turn.imag, -turn.imag, turn.real, camera.x_px(underlay.corner.real), camera.y_px(underlay.corner.imag))


def _overlap(a: Bounds, b: Bounds) -> bool:
    return a.left < b.right and a.right > b.left and a.top < b.bottom and a.bottom > b.top
