"""One plot of the monitor: a metric of the GPUs that are selected, over that of the others in gray."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from gpudesk.monitor.readings.history import Curve, decimated
from gpudesk.monitor.readings.metrics import metrics
from gpudesk.ui.places.monitor.models.monitor_labels import gpu_called, lack_text, metric_title, written, written_out
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_view import MonitorView, clock
from gpudesk.ui.places.monitor.panes.monitor_time_picture import FOOT, TOP, TimePicture
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.charts.plot_axis import Axis, round_step, short_number
from gpudesk.ui.toolkit.curves import polygons
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("MonitorPlot")

_LEFT, _RIGHT = 52, 12
_OTHERS = 31
"""Maximum number of other GPUs drawn; more would be unreadable."""
_MOST_SAID = 6
FLEET_TARGET_PERCENT = 80.0
"""From so much SM activity on a GPU counts as used well (fleet target; DCGM's own guide gives the same for SM active)."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A line that is not to be crossed, or one to be reached (`goal`)."""

    value: float
    text: str
    goal: bool = False


def drawn_others(model: MonitorModel) -> list[str]:
    """The GPUs drawn in gray behind the selected ones: those of the host of the current one."""
    selected = set(model.selected)
    host = model.host_of(model.selected[-1]) if selected else ""
    return [uuid for uuid in model.facts if uuid not in selected and model.host_of(uuid) == host][:_OTHERS]


class MonitorPlot(TimePicture):
    """Plots one metric for the time shown by the view."""

    def __init__(self, model: MonitorModel, view: MonitorView, key: str, parent: QWidget | None = None) -> None:
        super().__init__(model, view, parent)
        self.key = key
        self._high = 0.0
        self.setAccessibleName(metric_title(key))

    def set_key(self, key: str) -> None:
        """Show another metric."""
        self.key, self._high = key, 0.0
        self.setAccessibleName(metric_title(key))
        self.update()

    def limit(self) -> Limit | None:
        """The limit line of the current GPU, or None."""
        uuid = self.model.selected[-1] if self.model.selected else ""
        facts = self.model.facts.get(uuid)
        if facts is None:
            return None
        if self.key == "temperature_c" and facts.slowdown_c is not None:
            return Limit(facts.slowdown_c, tr("slowdown {value}").format(value=written_out(self.key, facts.slowdown_c)))
        if self.key == "power_w":
            watts = self.model.value(uuid, "power_limit_w") or facts.power_default_w
            return None if watts is None else Limit(watts, tr("board limit {value}").format(value=written_out(self.key, watts)))
        if self.key in {"memory_used_bytes", "host_memory_used_bytes", "host_swap_used_bytes"}:
            total = self.model.value(uuid, self.key.replace("used", "total"))
            return None if total is None else Limit(total, tr("total {value}").format(value=written_out(self.key, total)))
        if self.key == "sm_active_percent":
            target = written_out(self.key, FLEET_TARGET_PERCENT)
            return Limit(FLEET_TARGET_PERCENT, tr("well utilized from {value}").format(value=target), goal=True)
        return None

    def area(self, size: QSizeF) -> QRectF:
        return QRectF(_LEFT, TOP, max(1.0, size.width() - _LEFT - _RIGHT), max(1.0, size.height() - TOP - FOOT))

    def curves(self, columns: int) -> dict[str, Curve]:
        """Curves drawn by GPU UUID, selected ones last."""
        since_s, until_s = self.view.span()
        selected = [uuid for uuid in self.model.selected if uuid in self.model.facts]
        others = drawn_others(self.model)
        full_curves = {uuid: self.model.history.curve(uuid, self.key, since_s, until_s) for uuid in (*others, *selected)}
        return {uuid: decimated(curve, since_s, until_s, columns) for uuid, curve in full_curves.items()}

    def draw(self, painter: QPainter, size: QSizeF) -> None:
        area = self.area(size)
        if not self.model.facts:
            self._say(painter, area, tr("No GPU is being monitored."))
            return
        curves = self.curves(int(area.width()))
        limit = self.limit()
        axis = self._axis(curves, limit)
        self._paint_grid(painter, area, axis)
        self.paint_times(painter, area, size)
        painter.save()
        painter.setClipRect(area.adjusted(-1, -1, 1, 1))
        grey = theme.mix(theme.current().text.tertiary, theme.current().surface.panel, 0.5)
        selected = [uuid for uuid in self.model.selected if uuid in curves]
        for uuid, curve in curves.items():
            chosen = uuid in selected
            _draw(painter, curve, area, axis, self.tone(uuid) if chosen else grey, thick=chosen and uuid == selected[-1])
        painter.restore()
        if limit is not None:
            self._paint_limit(painter, area, axis, limit)
        if selected and all(not np.isfinite(curves[uuid][2]).any() for uuid in selected):
            self._paint_lack(painter, area, selected[-1])

    def tone(self, uuid: str) -> QColor:
        """The tone of a GPU."""
        facts = self.model.facts[uuid]
        owner = self.model.facts.get(facts.parent, facts)
        series = theme.current().series
        return series[owner.index % len(series)]

    def words_at(self, at_s: float) -> list[tuple[str, QColor | None]]:
        tip_lines: list[tuple[str, QColor | None]] = [(clock(at_s), None)]
        for uuid in [uuid for uuid in self.model.selected if uuid in self.model.facts][-_MOST_SAID:]:
            value = self.model.history.at(uuid, self.key, at_s)
            value_text = written_out(self.key, value) if value is not None else tr("not read")
            tip_lines.append((f"{gpu_called(self.model, self.model.facts[uuid])}  {value_text}", self.tone(uuid)))
        return tip_lines

    def _axis(self, curves: dict[str, Curve], limit: Limit | None) -> Axis:
        unit = metrics()[self.key].unit
        if unit == "%":
            return Axis(0.0, 100.0)
        tops = [float(np.nanmax(high)) for _, _, high in curves.values() if len(high) and np.isfinite(high).any()]
        top = max([*tops, *([limit.value] if limit is not None else [])], default=1.0)
        low = 20.0 if unit == "°C" else 0.0
        # It grows at once and shrinks late, so that a curve at its top does not dance.
        if not 0.6 * self._high <= top * 1.08 <= self._high:
            self._high = top * 1.08
        return Axis(low, max(self._high, low + 1.0))

    def _paint_grid(self, painter: QPainter, area: QRectF, axis: Axis) -> None:
        colours, caption = theme.current(), fonts.font("caption", tabular=True)
        scale, unit = self._scale(axis.high)
        step = round_step((axis.high - axis.low) / scale / max(2, int(area.height() // 30))) * scale
        right = Qt.AlignmentFlag.AlignRight
        ticks = [step * number for number in range(int(-(-axis.low // step)), int(axis.high // step) + 1)]
        for value in ticks:
            y = area.bottom() - axis.share(value) * area.height()
            painter.setPen(QPen(colours.grid_major, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            text = short_number(value / scale)
            if value == ticks[-1] and unit:
                text = f"{text} {unit}"
            painting.text(painter, QRectF(0, y - 8, _LEFT - 6, 16), text, caption, colours.text.tertiary, right)

    def _scale(self, high: float) -> tuple[float, str]:
        """Divisor of values for the axis, and the resulting unit."""
        unit = metrics()[self.key].unit
        if unit in {"B", "B/s"}:
            base = 1024.0 if unit == "B" else 1000.0
            power = 0
            while power < 4 and high >= 2 * base ** (power + 1):
                power += 1
            return base**power, written(self.key, base**power)[1]
        return 1.0, written(self.key, 0.0)[1]

    def _paint_limit(self, painter: QPainter, area: QRectF, axis: Axis, limit: Limit) -> None:
        colours = theme.current()
        ink = colours.severity["ok" if limit.goal else "error"].colour
        y = area.bottom() - axis.share(limit.value) * area.height()
        painter.setPen(QPen(ink, 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        # Above its line where there is room, on a ground of its own, so that no curve goes through the words.
        wide = fonts.text_width(limit.text, "caption") + 10
        place = QRectF(area.left() + 6, y - 17 if y > 17 else y + 2, min(wide, area.width() - 12), 15)
        painting.fill_round(painter, place, colours.surface.panel, theme.radius("mark"))
        painting.text(painter, place.adjusted(5, 0, -5, 0), limit.text, fonts.font("caption"), ink, elide=Qt.TextElideMode.ElideRight)

    def _paint_lack(self, painter: QPainter, area: QRectF, uuid: str) -> None:
        """Show in the middle why there is no curve."""
        reading = self.model.history.is_reading
        self._say(painter, area, tr("Reading the recording…") if reading else lack_text(self.model.lack(uuid, self.key)))

    def _say(self, painter: QPainter, area: QRectF, text: str) -> None:
        middle = QRectF(area.left() + 12, area.center().y() - 10, area.width() - 24, 20)
        ink = theme.current().text.secondary
        painting.text(painter, middle, text, fonts.font("caption"), ink, Qt.AlignmentFlag.AlignHCenter)


def _draw(painter: QPainter, curve: Curve, area: QRectF, axis: Axis, tone: QColor, *, thick: bool = False) -> None:
    painter.setPen(QPen(tone, 1))
    for line in polygons(curve, area, axis.low, axis.high):
        if line.size() == 1:
            painter.drawEllipse(line.first(), 1.5, 1.5)
            continue
        painter.drawPolyline(line)
        if thick:
            # A pen of 2 px costs many times as much as the same line drawn twice.
            line.translate(0, 1)
            painter.drawPolyline(line)
