"""One plot of the monitor: a metric of the GPUs that are selected, over that of the others in grey."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.monitor.history import Curve, decimated
from gpudesk.monitor.metrics import metrics
from gpudesk.ui import drawing, fonts, theme
from gpudesk.ui.curves import polygons
from gpudesk.ui.models.monitor_model import MonitorModel
from gpudesk.ui.models.monitor_view import MonitorView
from gpudesk.ui.models.monitor_words import metric_title, written, written_out
from gpudesk.ui.widgets.plot_axis import Axis, short_number

LEFT, TOP, FOOT, RIGHT = 52, 30, 22, 12
_OTHERS = 31
"""So many others are drawn at the most: more are mush."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A line that is not to be crossed, or to be reached."""

    value: float
    text: str


class MonitorPlot(QWidget):
    """Draws what the view shows of one metric."""

    def __init__(self, model: MonitorModel, view: MonitorView, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._view = view
        self.key = key
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        model.changed.connect(self.update)
        model.selection_changed.connect(self.update)
        view.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(360, 200)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, 110)

    def limit(self) -> Limit | None:
        """The line of the current GPU, None where there is none."""
        uuid = self._model.selected[-1] if self._model.selected else ""
        facts = self._model.facts.get(uuid)
        if facts is None:
            return None
        if self.key == "temperature_c" and facts.slowdown_c is not None:
            return Limit(facts.slowdown_c, self.tr("slow-down {value}").format(value=written_out(self.key, facts.slowdown_c)))
        if self.key == "power_w":
            watts = self._model.value(uuid, "power_limit_w") or facts.power_default_w
            return None if watts is None else Limit(watts, self.tr("board limit {value}").format(value=written_out(self.key, watts)))
        if self.key == "memory_used_bytes":
            total = self._model.value(uuid, "memory_total_bytes")
            return None if total is None else Limit(total, written_out(self.key, total))
        if self.key == "sm_active_percent":
            return Limit(80.0, self.tr("effective from {value}").format(value=written_out(self.key, 80.0)))
        return None

    def area(self, size: QSizeF) -> QRectF:
        """Where curves are drawn."""
        return QRectF(LEFT, TOP, max(1.0, size.width() - LEFT - RIGHT), max(1.0, size.height() - TOP - FOOT))

    def render_to(self, painter: QPainter, size: QSizeF) -> None:
        """Draw it."""
        colours = theme.current()
        painter.fillRect(QRectF(QPointF(0, 0), size), colours.surface.panel)
        drawing.text(painter, QRectF(10, 5, size.width() - 70, 20), metric_title(self.key), fonts.font("strong"), colours.text.primary)
        area = self.area(size)
        since_s, until_s = self._view.span()
        selected = [uuid for uuid in self._model.selected if uuid in self._model.facts]
        others = [uuid for uuid in self._others() if uuid not in selected][:_OTHERS]
        curves = {uuid: self._curve(uuid, since_s, until_s, int(area.width())) for uuid in (*others, *selected)}
        limit = self.limit()
        axis = self._axis(curves, limit)
        self._paint_grid(painter, area, axis, since_s, until_s, size)
        painter.save()
        painter.setClipRect(area.adjusted(-1, -1, 1, 1))
        grey = QColor(colours.text.tertiary)
        grey.setAlphaF(0.5)
        for uuid in others:
            _draw(painter, curves[uuid], area, axis, grey)
        for uuid in selected:
            _draw(painter, curves[uuid], area, axis, self.tone(uuid), thick=uuid == selected[-1])
        painter.restore()
        if limit is not None:
            self._paint_limit(painter, area, axis, limit)

    def tone(self, uuid: str) -> QColor:
        """The tone of a GPU."""
        facts = self._model.facts[uuid]
        owner = self._model.facts.get(facts.parent, facts)
        series = theme.current().series
        return series[owner.index % len(series)]

    def _others(self) -> list[str]:
        """The GPUs of the host of the current one."""
        selected = self._model.selected
        host = self._model.host_of(selected[-1]) if selected else ""
        return [uuid for uuid in self._model.facts if self._model.host_of(uuid) == host]

    def _curve(self, uuid: str, since_s: float, until_s: float, columns: int) -> Curve:
        return decimated(self._model.history.curve(uuid, self.key, since_s), since_s, until_s, columns)

    def _axis(self, curves: dict[str, Curve], limit: Limit | None) -> Axis:
        unit = metrics()[self.key].unit
        if unit == "%":
            return Axis(0.0, 100.0)
        import numpy as np

        tops = [float(np.nanmax(high)) for _, _, high in curves.values() if len(high) and np.isfinite(high).any()]
        top = max([*tops, *([limit.value] if limit is not None else [])], default=1.0)
        low = 20.0 if unit == "°C" else 0.0
        return Axis(low, max(top * 1.08, low + 1.0))

    def _paint_grid(self, painter: QPainter, area: QRectF, axis: Axis, since_s: float, until_s: float, size: QSizeF) -> None:
        colours, caption = theme.current(), fonts.font("caption", tabular=True)
        ticks = axis.ticks(max(2, int(area.height() // 36)))
        unit = written(self.key, max(ticks, default=1.0))[1]
        right = Qt.AlignmentFlag.AlignRight
        drawing.text(painter, QRectF(size.width() - 60, 5, 50, 20), unit, fonts.font("caption"), colours.text.tertiary, right)
        for value in ticks:
            y = area.bottom() - axis.share(value) * area.height()
            painter.setPen(QPen(colours.grid_major, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            text = written(self.key, value)[0] if metrics()[self.key].unit in {"B", "B/s"} else short_number(value)
            drawing.text(painter, QRectF(0, y - 8, LEFT - 6, 16), text, caption, colours.text.tertiary, right)
        for share, text in self._view.ticks(max(2, int(area.width() // 90))):
            x = area.left() + share * area.width()
            painter.setPen(QPen(colours.grid_major, 1))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            left = min(max(x - 40, area.left() - 20), size.width() - 84)
            align = Qt.AlignmentFlag.AlignRight if left < x - 40 else Qt.AlignmentFlag.AlignHCenter
            drawing.text(painter, QRectF(left, area.bottom() + 3, 80, 16), text, caption, colours.text.tertiary, align)
        del since_s, until_s

    def _paint_limit(self, painter: QPainter, area: QRectF, axis: Axis, limit: Limit) -> None:
        ink = theme.current().severity["error"].colour
        y = area.bottom() - axis.share(limit.value) * area.height()
        painter.setPen(QPen(ink, 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        above = y - area.top() > 18
        drawing.text(
            painter, QRectF(area.left() + 8, y - 17 if above else y + 1, area.width() - 16, 16), limit.text, fonts.font("caption"), ink
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        try:
            self.render_to(painter, QSizeF(self.size()))
        finally:
            painter.end()


def _draw(painter: QPainter, curve: Curve, area: QRectF, axis: Axis, tone: QColor, *, thick: bool = False) -> None:
    painter.setPen(QPen(tone, 1))
    for line in polygons(curve, area, axis.low, axis.high):
        if line.size() == 1:
            painter.drawEllipse(line.first(), 1.5, 1.5)
            continue
        painter.drawPolyline(line)
        if thick:
            # A pen of 2 px costs ten times as much as the same line drawn twice.
            line.translate(0, 1)
            painter.drawPolyline(line)
