"""Names and figures of racks and floor devices on the plan: horizontal if there is room, else rotated by 90 degrees."""

from functools import lru_cache

import numpy as np
from PySide6.QtGui import QColor, QPainter

from gpudesk.core.floor.floor import TILE_MM
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Ids
from gpudesk.ui.canvas.batch import fill_rects
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.canvas.text import Ink, ink
from gpudesk.ui.places.layout.floor.canvas.floor_plan_layout import FloorLayout
from gpudesk.ui.places.layout.floor.canvas.floor_plan_racks import beside_fronts, body_colours
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene

NAME_PX, FIGURE_PX = 26.0, 27.0
"""From this width on a body shows its name level, from this height on its figure."""
TURNED_PX, TURNED_LONG_PX = 12.0, 22.0
"""From this width and this depth on a body shows its name turned."""
LARGE_PX = 84.0
_NAME_HIGH_PX = 14.0
_EDGES_PX = 3.0
_ASKEW = 0.6
"""Usable share of the bounding rectangle of a rotated object."""
Tone = tuple[QColor | None, QColor]
"""The ground below a text where the edges of trays would run through it, and the ink."""


class NameLayer(StillLayer):
    """Writes the name of each body and the figure of the paint."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene
        self._widths: tuple[FloorLayout, Ink, Reals] | None = None

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Write on those in view."""
        layout = self._scene.layout
        if layout is None or not len(layout):
            return
        seen = overlapping(layout.rects, frame.seen)
        if self._scene.moved:
            seen[list(self._scene.moved)] = False
        places = np.flatnonzero(seen)
        middle, size = self._rooms(frame, layout, places)
        turned = self.turned(layout, places, size)
        named = turned | ((size[:, 0] >= NAME_PX) & (size[:, 1] >= _NAME_HIGH_PX))
        grounds, inks = body_colours(self._scene, frame)
        tones = list(zip(grounds if self._scene.items.is_way.any() else [None] * len(inks), inks, strict=True))
        step = self._scene.steps()[places]
        x, y = middle[:, 0], middle[:, 1]
        level = np.flatnonzero(named & ~turned)
        self._write(painter, frame, places[level], x[level], y[level], size[level], step[level], tones)
        upended = np.flatnonzero(turned)
        if len(upended):
            painter.save()
            painter.rotate(-90)
            across = size[upended][:, ::-1]
            self._write(painter, frame, places[upended], -y[upended], x[upended], across, step[upended], tones)
            painter.restore()
        self._beside(painter, frame, layout, places[~named])

    def _rooms(self, frame: Frame, layout: FloorLayout, places: Ids) -> tuple[Reals, Reals]:
        """The middle and the size in px of what each body has for its name, each of shape (places, 2); a front edge takes its part."""
        centre = layout.shapes.centre[places]
        middle = np.stack((frame.camera.x_px(centre[:, 0]), frame.camera.y_px(centre[:, 1])), axis=1)
        size = (layout.high[places] - layout.low[places]) * frame.camera.scale
        size = np.where(layout.upright[places][:, None], size, size * _ASKEW)
        edged = np.flatnonzero(layout.upright[places] & self._scene.edged()[places])
        if len(edged):
            left = beside_fronts(frame.camera.rects(layout.rects[places[edged]]), layout.angle_ddeg[places[edged]])
            middle[edged], size[edged] = left[:, :2] + left[:, 2:] / 2, left[:, 2:]
        return middle, size

    def turned(self, layout: FloorLayout, places: Ids, size: Reals) -> Mask:
        """Whether each name runs from the bottom up: the body is deeper than wide, and more of the name has room so, shape (places,)."""
        turned = (size[:, 0] >= TURNED_PX) & (size[:, 1] >= TURNED_LONG_PX) & (size[:, 1] > size[:, 0]) & layout.upright[places]
        if turned.any():
            turned &= self._name_widths(layout, ink("caption", strong=True))[places] > size[:, 0] - _EDGES_PX
        return turned

    def _name_widths(self, layout: FloorLayout, letters: Ink) -> Reals:
        """How wide the name of each body runs in px, shape (bodies,); made once for each layout."""
        if self._widths is None or self._widths[0] is not layout or self._widths[1] is not letters:
            self._widths = layout, letters, np.array([_advance(letters, name) for name in layout.names])
        return self._widths[2]

    def _write(self, painter: QPainter, frame: Frame, places: Ids, x: Reals, y: Reals, size: Reals, step: Ids, tones: list[Tone]) -> None:
        """Names and figures in the middle of bodies whose room is `size`, along and across the line, in px."""
        layout = self._scene.layout
        if layout is None or not len(places):
            return
        two = size[:, 1] >= FIGURE_PX
        large = (size[:, 0] >= LARGE_PX) & two
        for letters, figures, chosen in (
            (ink("caption", strong=True), ink("caption", tabular=True), ~large),
            (ink("body", strong=True), ink("body", tabular=True), large),
        ):
            rows = np.flatnonzero(chosen)
            for tone in np.unique(step[rows]).tolist():
                these = rows[step[rows] == tone]
                names = [layout.names[place] for place in places[these].tolist()]
                # Two lines keep together where the room is narrow: names and figures have little below their line.
                half = np.minimum(letters.metrics.height(), size[these, 1] / 2) / 2
                up = np.where(two[these], half, 0.0)
                _lines(painter, frame, names, letters, tones[tone], x[these], y[these] - up, size[these, 0])
                below, down = these[two[these]], half[two[these]]
                words = [self._scene.figure(place) for place in places[below].tolist()]
                _lines(painter, frame, words, figures, tones[tone], x[below], y[below] + down, size[below, 0])

    def _beside(self, painter: QPainter, frame: Frame, layout: FloorLayout, places: Ids) -> None:
        """The names of floor devices that have no room for them, at their right."""
        if TILE_MM * frame.camera.scale < NAME_PX:
            return
        narrow = places[(places >= layout.racks) & ((layout.high[places, 0] - layout.low[places, 0]) * frame.camera.scale < NAME_PX)]
        x = frame.camera.x_px(layout.high[narrow, 0]) + 4
        y = frame.camera.y_px(layout.shapes.centre[narrow, 1])
        names = [layout.names[place] for place in narrow.tolist()]
        frame.texts.draw_many(painter, names, ink("caption"), frame.theme.text.secondary, x.tolist(), y.tolist(), [200.0] * len(names))


def _lines(painter: QPainter, frame: Frame, words: list[str], letters: Ink, tone: Tone, x: Reals, y: Reals, room: Reals) -> None:
    """Many lines, each in the middle of its room."""
    if not words:
        return
    ground, colour = tone
    widths = np.minimum([_advance(letters, text) for text in words], room - _EDGES_PX)
    if ground is not None:
        high = letters.metrics.ascent()
        fill_rects(painter, np.stack((x - widths / 2 - 1, y - high / 2, widths + 2, np.full(len(words), high)), axis=1), ground)
    frame.texts.draw_many(painter, words, letters, colour, (x - widths / 2).tolist(), y.tolist(), (room - 2).tolist())


@lru_cache(maxsize=65_536)
def _advance(letters: Ink, text: str) -> float:
    """How wide a text runs in px."""
    return letters.metrics.horizontalAdvance(text)
