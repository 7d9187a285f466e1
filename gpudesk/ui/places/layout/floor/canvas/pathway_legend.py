"""The legend of pathways on the floor: fill levels, their limits and the number of pathways in each."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QBrush, QColor, QPainter

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.racks.placement import Reals
from gpudesk.derived.pathways.pathway_limits import way_limits
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.frames_and_labels import frame_rect
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import RULER_PX
from gpudesk.ui.places.layout.floor.canvas.floor_plan_legend import LEAST_CARD_PX, MOST_CARD_PX, FloorLegendLayer
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.places.layout.floor.canvas.pathway_layer import FILL_ALPHA, WayLayer, fill_level, fill_pattern
from gpudesk.ui.toolkit.quantities import MISSING, THIN_SPACE, format_number
from gpudesk.ui.toolkit.theme import theme

_LINE_PX, _PAD_PX, _SWATCH_PX, _GAP_PX = 20.0, 10.0, 24.0, 10.0
_STEPS = {
    "ok": QT_TRANSLATE_NOOP("Ways", "up to {plan}: as planned"),
    "warning": QT_TRANSLATE_NOOP("Ways", "up to {full}: above plan"),
    "error": QT_TRANSLATE_NOOP("Ways", "above {full}: overfilled"),
}


@dataclass(frozen=True, slots=True)
class WayLegend:
    """Content of the card.

    Attributes:
        title: text above the steps.
        steps: level, text, and number of pathways of the hall in it.
        notes: text below the steps.
    """

    title: str
    steps: tuple[tuple[str, str, int], ...]
    notes: tuple[str, ...]


class WayLegendLayer(StillLayer):
    """Paints the card below that of the racks. Where the view is small it is left out."""

    def __init__(self, scene: FloorScene, ways: WayLayer, racks: FloorLegendLayer) -> None:
        self._scene, self._ways, self._racks = scene, ways, racks
        self._made: tuple[object, object, WayLegend | None] = (None, None, None)

    @property
    def legend(self) -> WayLegend | None:
        """Legend of the hall shown; None if it has no pathways, they are hidden, or the fill is not calculated yet."""
        snapshot, items, fills = self._scene.snapshot, self._scene.items, self._ways.fills
        ids = [item.shape.id for item in items.items if item.shape.id in fills.percent] if len(items) and items.is_way.any() else []
        if snapshot is None or not ids:
            return None
        if self._made[0] is not items or self._made[1] is not fills:
            below = any(item.below for item, is_way in zip(items.items, items.is_way.tolist(), strict=True) if is_way)
            self._made = items, fills, _legend(snapshot, ids, self._ways, below=below)
        return self._made[2]

    def card_px(self) -> float:
        """How broad the card is."""
        legend = self.legend
        words = [] if legend is None else [f"{text} {format_number(count)}" for _, text, count in legend.steps]
        longest = max((ink().metrics.horizontalAdvance(text) for text in words), default=0.0)
        return min(max(round(longest + _SWATCH_PX + 2 * _PAD_PX + 20), LEAST_CARD_PX), MOST_CARD_PX)

    def room_px(self, width: float) -> float:
        """Width of the card in a view of that width, with its margin."""
        return self.card_px() + 16.0 if self.legend is not None and width >= 3.2 * self.card_px() else 0.0

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint it where ways are shown and there is room."""
        legend, colours, texts = self.legend, frame.theme, frame.texts
        if legend is None or not self.room_px(frame.camera.width):
            return
        under = self._racks.bottom_px(frame.camera.width, frame.camera.height)
        top = RULER_PX + 12 if under is None else under + _GAP_PX
        high = (len(legend.steps) + len(legend.notes) + 1) * _LINE_PX + 2 * _PAD_PX + 6
        if top + high > frame.camera.height - 4:
            return
        rect = QRectF(RULER_PX + 12, top, max(self.card_px(), 0.0 if under is None else self._racks.card_px()), high)
        painter.fillRect(rect, colours.surface.panel)
        frame_rect(painter, rect, colours.border.default, 1.0)
        left, right, y = rect.left() + _PAD_PX, rect.right() - _PAD_PX, rect.top() + _PAD_PX + _LINE_PX / 2
        texts.draw(painter, legend.title, ink("caption", strong=True), colours.text.primary, left, y, room=right - left, now=True)
        for level, text, count in legend.steps:
            y += _LINE_PX
            swatch = QRectF(left, round(y - 6), _SWATCH_PX, 12)
            colour = colours.severity[level].colour
            tint = QColor(colour)
            tint.setAlphaF(FILL_ALPHA)
            painter.fillRect(swatch, tint)
            pattern = fill_pattern(level)
            if pattern is not None:
                painter.fillRect(swatch, QBrush(colour, pattern))
            frame_rect(painter, swatch, theme.mix(colour, colours.text.primary, 0.35), 1.0)
            shown = format_number(count) if count else MISSING
            taken = texts.draw(painter, shown, ink(tabular=True), colours.text.tertiary, right, y, align=1.0, now=True)
            room = right - left - _SWATCH_PX - 14 - taken
            texts.draw(painter, text, ink(), colours.text.primary, left + _SWATCH_PX + 8, y, room=room, now=True)
        y += _LINE_PX / 2 + 6
        painter.fillRect(QRectF(left, y, right - left, 1), colours.border.subtle)
        y -= _LINE_PX / 2
        for note in legend.notes:
            y += _LINE_PX
            texts.draw(painter, note, ink(), colours.text.tertiary, left, y, room=right - left, now=True)


def _legend(snapshot: Snapshot, ids: list[int], ways: WayLayer, *, below: bool) -> WayLegend:
    fills, limits = ways.fills, snapshot.cached(way_limits)
    places = snapshot["pathway"].positions(np.array(sorted(ids), np.int64))
    plan, full = _span(limits.fill_percent[places]), _span(limits.full_percent[places])
    levels = [fill_level(fills.share[way], planned=fills.planned[way]) for way in ids]
    steps = tuple((level, said(text).format(plan=plan, full=full), levels.count(level)) for level, text in _STEPS.items())
    notes = [said(QT_TRANSLATE_NOOP("Ways", "Full width: {full}")).format(full=full)]
    if below:
        notes.append(said(QT_TRANSLATE_NOOP("Ways", "Dashed: below the floor")))
    return WayLegend(said(QT_TRANSLATE_NOOP("Ways", "Cables by pathway cross-section")), steps, tuple(notes))


def _span(percent: Reals) -> str:
    """One figure, or the least and the greatest where ways differ."""
    least, most = (format_number(round(float(bound))) for bound in (percent.min(), percent.max()))
    return f"{least if least == most else f'{least}–{most}'}{THIN_SPACE}%"


def said(text: str) -> str:
    """A text of this legend in the person's language."""
    return QCoreApplication.translate("Ways", text)
