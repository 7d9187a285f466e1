"""Why the clocks of a GPU were held: a bar over time for each reason, and its share of the time that is shown."""

import numpy as np
from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from gpudesk.monitor.health.clock_reasons import ClockReason, clock_reasons
from gpudesk.monitor.health.throttle_reasons import HeldShare, held_shares
from gpudesk.monitor.readings.history import bits_between
from gpudesk.ui.places.monitor.models.monitor_labels import lack_text, titled
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_view import MonitorView, clock
from gpudesk.ui.places.monitor.panes.monitor_time_picture import FOOT, TOP, TimePicture
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import OK, paint_severity

tr = text_context("HeldBars")

HELD = "held"
_LEFT, _RIGHT = 136, 84
_MOST_LEFT = 0.36
"""The share of the width that the names of the reasons may take."""
_ROW, _LEAST_ROW = 34.0, 17.0


class HeldBars(TimePicture):
    """Throttling reasons of the current GPU, as reported by the driver at each reading."""

    def __init__(self, model: MonitorModel, view: MonitorView, parent: QWidget | None = None) -> None:
        super().__init__(model, view, parent)
        self.setAccessibleName(tr("Throttle reasons"))
        bound = tr("≤ marks an upper bound: over longer periods, readings are merged, and a reason reported once counts for all of them")
        self.setToolTip(bound)
        self.setAccessibleDescription(bound)

    def area(self, size: QSizeF) -> QRectF:
        widest = max(fonts.text_width(titled(reason), "body") for reason in clock_reasons()) + 24
        left = max(_LEFT, min(widest, _MOST_LEFT * size.width()))
        return QRectF(left, TOP, max(1.0, size.width() - left - _RIGHT), max(1.0, size.height() - TOP - FOOT))

    def _uuid(self) -> str:
        return self.model.selected[-1] if self.model.selected else ""

    def shares(self) -> dict[str, HeldShare]:
        """The share of the time that is shown for which each reason held the clocks: the figure of Health and of the verdict."""
        since_s, until_s = self.view.span()
        return held_shares(self.model.history, self._uuid(), since_s, until_s)

    def draw(self, painter: QPainter, size: QSizeF) -> None:
        area, colours = self.area(size), theme.current()
        since_s, until_s = self.view.span()
        curve = self.model.history.curve(self._uuid(), "clock_reasons", since_s, until_s)
        times, bits, lasts_s = bits_between(curve, since_s, until_s)
        self.paint_times(painter, area, size, lines=False)
        if not len(times):
            reading = self.model.history.is_reading
            notice = tr("Reading the recording…") if reading else lack_text(self.model.lack(self._uuid(), "clock_reasons"))
            place = QRectF(10, area.center().y() - 10, size.width() - 20, 20)
            painting.text(painter, place, notice, fonts.font("caption"), colours.text.secondary, Qt.AlignmentFlag.AlignHCenter)
            return
        reasons, shares = clock_reasons(), self.shares()
        # Where not all have room the gravest are shown.
        row = max(_LEAST_ROW, min(_ROW, area.height() / len(reasons)))
        for number, reason in enumerate(reasons[: max(1, int(area.height() / row))]):
            held = (bits & reason.bit) != 0
            line = QRectF(0, area.top() + number * row, size.width(), row)
            self._paint_row(painter, line, area, reason, shares.get(reason.key, HeldShare(0.0, counted=False)))
            bar = QRectF(area.left(), line.top() + row * 0.2, area.width(), row * 0.6)
            painter.fillRect(bar, colours.surface.sunken)
            if colours.surface.sunken == colours.surface.panel:
                # In high contrast both are black: an edge says how long the bar could be.
                painter.setPen(QPen(colours.border.subtle, 1))
                painter.drawRect(bar)
            tone = colours.severity[reason.severity].colour if reason.severity != OK else colours.text.tertiary
            _paint_spells(painter, bar, (times - since_s) / (until_s - since_s), held, lasts_s / (until_s - since_s), tone)

    def _paint_row(self, painter: QPainter, line: QRectF, area: QRectF, reason: ClockReason, held: HeldShare) -> None:
        colours, share = theme.current(), held.share
        ink = colours.text.primary if share else colours.text.tertiary
        painting.text(painter, QRectF(10, line.top(), area.left() - 16, line.height()), titled(reason), fonts.font("body"), ink)
        text = f"{'≤ ' if held.at_most else ''}{format_number(100 * share, 1 if 0 < share < 0.1 else 0)} %"
        place = QRectF(area.right() + 4, line.top(), _RIGHT - 36, line.height())
        right = Qt.AlignmentFlag.AlignRight
        painting.text(painter, place, text, fonts.font("body", tabular=True, strong=bool(share)), ink, right)
        mark = QRectF(area.right() + _RIGHT - 26, line.top(), 14, line.height())
        paint_severity(painter, mark, reason.severity if share else OK)

    def words_at(self, at_s: float) -> list[tuple[str, QColor | None]]:
        value = self.model.history.at(self._uuid(), "clock_reasons", at_s)
        if value is None:
            return [(clock(at_s), None), (tr("not read"), None)]
        set_now = [titled(reason) for reason in clock_reasons() if int(value) & reason.bit]
        return [(clock(at_s), None), *((text, None) for text in set_now or [tr("not throttled")])]


def _paint_spells(painter: QPainter, bar: QRectF, shares: "np.ndarray", held: "np.ndarray", lasts: float, tone: QColor) -> None:
    """Paint each interval as one rectangle, at least a pixel wide."""
    edges = np.flatnonzero(np.diff(held.astype(np.int8), prepend=0, append=0))
    for start, end in zip(edges[0::2], edges[1::2], strict=True):
        left = bar.left() + float(shares[start]) * bar.width()
        until = float(shares[end]) if end < len(shares) else float(shares[end - 1]) + lasts
        right = bar.left() + min(until, float(shares[end - 1]) + lasts, 1.0) * bar.width()
        painter.fillRect(QRectF(left, bar.top(), max(1.0, right - left), bar.height()), tone)
