"""Hovered, selected and current parts of a one-line diagram, and its legend."""

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPixmap

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.racks.placement import Reals
from gpudesk.derived.power.branches import Key
from gpudesk.ui.canvas.batch import outline_rects
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.frames_and_labels import frame_rect
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.power.canvas.one_line_labels import said, state_name
from gpudesk.ui.places.power.canvas.power_scene import DiagramScene, Step, side_colour, step_colours, step_name
from gpudesk.ui.places.power.canvas.power_unit_layer import paint_states
from gpudesk.ui.places.power.canvas.power_upper_layer import cards
from gpudesk.ui.places.power.canvas.power_wire_layer import side_pattern
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.theme import theme

_LINE_PX, _PAD_PX, _SWATCH_PX, _PART_PX = 20.0, 10.0, 22.0, 16.0
_Lines = list[list[tuple[str, str, str, float]]]
"""Lines of entries: kind, index, text, width in px."""


class PowerOverlay(StillLayer):
    """Outlines of selected, hovered and current parts.

    Attributes:
        selected: in selection order.
        hovered: part under the pointer.
        current: part with keyboard focus; ringed if `ring`.
    """

    def __init__(self, scene: DiagramScene) -> None:
        self._scene = scene
        self.selected: tuple[Key, ...] = ()
        self.hovered: Key | None = None
        self.current: Key | None = None
        self.ring = False

    def rects(self, camera: Camera, keys: tuple[Key, ...]) -> Reals:
        """Rectangles of the drawn parts, in px, shape (parts drawn, 4)."""
        part_rects = [rect for key in keys if (rect := self.rect(camera, key)) is not None]
        return np.array(part_rects, np.float64).reshape(-1, 4)

    def rect(self, camera: Camera, key: Key) -> list[float] | None:
        """Rectangle of a part, in px; None if it is not drawn."""
        scene, diagram = self._scene, self._scene.diagram
        if diagram is None:
            return None
        node = scene.node(key)
        if node is not None and diagram.units.of_node[node] < 0:
            rects, _ = cards(scene, camera)
            card_rect: list[float] = rects[int(np.flatnonzero(diagram.upper == node)[0])].tolist()
            return card_rect
        load = None if node is not None else scene.load(key)
        unit = scene.unit(key)
        if node is not None:
            steps = diagram.node_rects[node]
        elif load is not None:
            steps = diagram.load_rects[load]
        elif unit is not None:
            steps = diagram.unit_rects[unit]
        else:
            return None
        drawn: list[float] = camera.rects(steps[None, :])[0].tolist()
        return drawn

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the marks."""
        colours, lines = frame.theme, theme.metrics().line
        if self.hovered is not None and self.hovered not in self.selected:
            outline_rects(painter, self.rects(frame.camera, (self.hovered,)), colours.accent, 1.0)
        chosen = self.rects(frame.camera, self.selected) + np.array([-2.0, -2.0, 4.0, 4.0])
        outline_rects(painter, chosen, colours.selection_line, lines["selection"])
        if self.ring and self.current is not None:
            ring = self.rects(frame.camera, (self.current,)) + np.array([-5.0, -5.0, 10.0, 10.0])
            outline_rects(painter, ring, colours.focus_ring, lines["focus"])
        elif self.ring:
            frame_rect(painter, QRectF(1, 1, frame.camera.width - 2, frame.camera.height - 2), colours.focus_ring, lines["focus"])


class PowerLegend(StillLayer):
    """Legend of colors, patterns and lines, at the bottom of the view."""

    def __init__(self, scene: DiagramScene) -> None:
        self._scene = scene
        self._laid: tuple[object, float, _Lines, float] | None = None
        self._drawn: tuple[object, object, float, QPixmap] | None = None

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint it if there is room: on screen from a cached picture for every frame, in files and on paper line by line."""
        diagram, loads, ratio = self._scene.diagram, self._scene.loads, frame.camera.ratio
        if diagram is None or loads is None or frame.camera.width < 500 or frame.camera.height < 300:
            return
        lines, widest = self._lines(frame.camera.width)
        high = len(lines) * _LINE_PX + 8
        left, top, wide = 12, round(frame.camera.height - high - 12), round(widest - _PART_PX + 2 * _PAD_PX)
        if frame.exact:
            self._write(painter, frame, lines, QRectF(left, top, wide, high))
            return
        drawn = self._drawn
        if drawn is None or drawn[0] is not lines or drawn[1] is not frame.theme or drawn[2] != ratio:
            picture = QPixmap(round(wide * ratio), round(high * ratio))
            picture.setDevicePixelRatio(ratio)
            inner = QPainter(picture)
            self._write(inner, frame, lines, QRectF(0, 0, wide, high))
            inner.end()
            drawn = self._drawn = (lines, frame.theme, ratio, picture)
        painter.drawPixmap(left, top, drawn[3])

    def _write(self, painter: QPainter, frame: Frame, lines: _Lines, rect: QRectF) -> None:
        painter.fillRect(rect, frame.theme.surface.panel)
        frame_rect(painter, rect, frame.theme.border.default, 1.0)
        y = rect.top() + 4 + _LINE_PX / 2
        for line in lines:
            x = rect.left() + _PAD_PX
            for kind, which, words, wide in line:
                self._swatch(painter, frame, kind, int(which), QRectF(round(x), round(y - 6), _SWATCH_PX, 12))
                frame.texts.draw(painter, words, ink(), frame.theme.text.primary, x + _SWATCH_PX + 6, y, now=True)
                x += wide
            y += _LINE_PX

    def room_px(self, width: float) -> float:
        """Height of the legend at the bottom of a view of that width, with its margins."""
        if self._scene.diagram is None or width < 500:
            return 16.0
        return len(self._lines(width)[0]) * _LINE_PX + 32

    def _lines(self, width: float) -> tuple[_Lines, float]:
        """The entries in lines, and the width of the longest, of the state that is shown."""
        if self._laid is None or self._laid[0] is not self._scene.words or self._laid[1] != width:
            self._laid = (self._scene.words, width, *self._broken(self._entries(), width))
        return self._laid[2], self._laid[3]

    @staticmethod
    def _broken(entries: list[tuple[str, str, str]], width: float) -> tuple[_Lines, float]:
        """Entries in lines with their widths, and the width of the longest line."""
        lines: _Lines = [[]]
        used, widest, letters = 0.0, 0.0, ink()
        for kind, which, words in entries:
            wide = _SWATCH_PX + 6 + letters.metrics.horizontalAdvance(words) + _PART_PX
            if lines[-1] and used + wide > min(width - 280, 1100.0):
                lines.append([])
                used = 0.0
            lines[-1].append((kind, which, words, wide))
            used += wide
            widest = max(widest, used)
        return lines, widest

    def _entries(self) -> list[tuple[str, str, str]]:
        diagram, loads = self._scene.diagram, self._scene.loads
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        counts = loads.counts
        order = (Step.LOW, Step.USUAL, Step.HIGH, Step.OVER, Step.UNKNOWN)
        entries = [("step", str(int(step)), f"{step_name(step)} {format_number(int(counts[step]))}") for step in order if counts[step]]
        if loads.after is not None:
            entries += [
                ("state", str(int(state)), f"{state_name(state)} {format_number(count)}")
                for state in (SupplyState.DOWN, SupplyState.MANAGEMENT_ONLY, SupplyState.REDUCED)
                if (count := int((loads.after.state == state).sum()))
            ]
        names = diagram.side[1]
        entries += [
            ("side", str(place), said(QT_TRANSLATE_NOOP("PowerDiagram", "side {name}")).format(name=name))
            for place, name in enumerate(names[:4])
        ]
        return entries

    def _swatch(self, painter: QPainter, frame: Frame, kind: str, which: int, rect: QRectF) -> None:
        colours = frame.theme
        if kind == "side":
            painter.setPen(QPen(side_colour(colours, which), 2.0, side_pattern(which), Qt.PenCapStyle.FlatCap))
            painter.drawLine(QLineF(rect.left(), rect.center().y(), rect.right(), rect.center().y()))
            return
        if kind == "state":
            painter.fillRect(rect, colours.surface.raised)
            box = np.array([[rect.left(), rect.top(), rect.width(), rect.height()]])
            paint_states(painter, frame, box, np.array([which]))
        else:
            painter.fillRect(rect, step_colours(colours)[which])
            if which == Step.OVER:
                painter.fillRect(rect, QBrush(colours.surface.canvas, Qt.BrushStyle.BDiagPattern))
        frame_rect(painter, rect, theme.mix(colours.surface.panel, colours.text.primary, 0.4), 1.0)
