"""A picture of the chosen plan: what caps and locked clocks save in a year, with the work that is not done for it."""

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from gpudesk.core.cost.tuning import TunedYear
from gpudesk.ui.places.size.docks.cap_fields import CapFields
from gpudesk.ui.places.size.models.cost_rows import ShownCap, caps, cost_of, use_of
from gpudesk.ui.places.size.models.size_rows import plan_title, short_format
from gpudesk.ui.places.size.panes.plan_spots import Spot
from gpudesk.ui.places.size.panes.size_cost import OfOnePlan
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.charts.plot_axis import Axis, short_number
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("CapsPicture")

_TOP, _FOOT = 30, 54
_ROW, _THICK, _NAMES, _WORDS = 44, 12, 240, 260


class CapsPicture(OfOnePlan):
    """A bar for each setting from the worst to the best case of a year, a mark at the most likely; the fields set hours and cap."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.fields = CapFields(self)
        self.fields.changed.connect(self._again)
        self._caps: tuple[ShownCap, ...] = ()
        self._currency, self._priced = "", True
        self.setAccessibleName(tr("Savings from power caps and locked clocks"))

    @property
    def caps(self) -> tuple[ShownCap, ...]:
        """The bars from the top."""
        return self._caps

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_fields()

    def _place_fields(self) -> None:
        """The fields are at the bottom; they are not drawn into files."""
        size = self.fields.sizeHint()
        self.fields.setGeometry(10, self.height() - size.height() - 6, min(size.width(), self.width() - 20), size.height())

    def take_plans(self) -> None:
        plan = self.chosen_plan()
        use = None if plan is None else use_of(plan)
        self._caps = ()
        if plan is not None and use is not None:
            self.fields.offer(use)
            cost = cost_of(plan)
            self._currency, self._priced = use.currency, cost is None or cost.priced
            self._caps = tuple(caps(plan, use, self.fields.price(), self.fields.knob))
        self.fields.setVisible(bool(self._caps))
        self._place_fields()

    def _again(self) -> None:
        self.show_plans(self.plans, self.current)

    def legend(self) -> list[str]:
        return [tr("worst to best case")] if self._caps else []

    def _head(self) -> str:
        words = tr("{currency} per year: energy saved, less the lost throughput").format(currency=self._currency)
        missing = tr("hardware purchase cost is unknown and not included")
        return words if self._priced else f"{words} · {missing}"

    def _told(self, year: TunedYear) -> tuple[str, str]:
        """Energy and work of a setting, likeliest and between."""
        likely, least, most = (format_number(kwh, 0) for kwh in year.kwh)
        energy = tr("{kwh} kWh less ({low} to {high})").format(kwh=likely, low=least, high=most)
        shares = [format_number(100 * case.lost_work_share, 2) for case in (year.likely, year.best, year.worst)]
        work = tr("{share} % less work done ({low} to {high})").format(share=shares[0], low=shares[1], high=shares[2])
        return energy, work

    def told(self) -> list[str]:
        """Text version of the chart."""
        if not self._caps:
            return [self._missing()] if self.chosen_plan() is not None else []
        lines = [self._head()]
        for cap in self._caps:
            energy, work = self._told(cap.year)
            money = tr("{likely} ({worst} to {best})").format(
                likely=format_number(cap.year.likely.money, 0),
                worst=format_number(cap.year.worst.money, 0),
                best=format_number(cap.year.best.money, 0),
            )
            lines.append(f"{cap.title}: {money} · {energy} · {work}\n{cap.source}")
        return lines

    def _missing(self) -> str:
        plan = self.chosen_plan()
        if plan is not None and cost_of(plan) is None:
            return tr("No time estimates are available for this plan, so its energy use is unknown.")
        return tr("Energy is included in the rent: power caps and locked clocks save nothing here. Choose another contract under Cost.")

    def spots(self, size: QSizeF) -> list[Spot]:
        return self.one_spot(size, self.told())

    def draw(self, painter: QPainter, size: QSizeF) -> None:
        plan = self.chosen_plan()
        if plan is None:
            return
        if not self._caps:
            self.say(painter, size, self._missing())
            return
        colours, caption = theme.current(), fonts.font("caption")
        painting.text(painter, QRectF(10, 6, size.width() * 0.66, 18), self._head(), caption, colours.text.secondary)
        name = f"{plan_title(plan)}, {short_format(plan)}"
        place = QRectF(size.width() * 0.66, 6, size.width() * 0.34 - 18, 18)
        painting.text(painter, place, name, fonts.font("caption", strong=True), colours.text.primary, Qt.AlignmentFlag.AlignRight)
        ends = [value for cap in self._caps for value in (cap.year.worst.money, cap.year.best.money)]
        low, high = min([*ends, 0.0]), max([*ends, 0.0])
        apart = 0.06 * (high - low) or 1.0
        axis = Axis(low - apart, high + apart)
        names, words = min(_NAMES, size.width() * 0.3), min(_WORDS, size.width() * 0.36)
        room = max(1, int((size.height() - _TOP - _FOOT) // _ROW))
        shown = self._caps[:room]
        area = QRectF(names + 8, _TOP, max(1.0, size.width() - names - words - 36), len(shown) * _ROW)
        for value in axis.ticks(max(2, int(area.width() // 56))):
            x = area.left() + axis.share(value) * area.width()
            painter.setPen(QPen(colours.text.secondary if value == 0 else colours.grid_major, 1))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            place = QRectF(x - 40, area.bottom() + 2, 80, 16)
            painting.text(painter, place, short_number(value), caption, colours.text.tertiary, Qt.AlignmentFlag.AlignHCenter)
        for row, cap in enumerate(shown):
            line = QRectF(0, _TOP + row * _ROW, size.width(), _ROW)
            self._paint_cap(painter, line, area, axis, cap, names)

    def _paint_cap(self, painter: QPainter, line: QRectF, area: QRectF, axis: Axis, each: ShownCap, names: float) -> None:
        colours, caption = theme.current(), fonts.font("caption", tabular=True)
        title = QRectF(10, line.top(), names - 10, _ROW)
        painting.text(painter, title, each.title, fonts.font("body"), colours.text.primary, elide=Qt.TextElideMode.ElideRight)
        year = each.year
        first, last, likely = (
            area.left() + axis.share(value) * area.width() for value in (year.worst.money, year.best.money, year.likely.money)
        )
        top = line.top() + (_ROW - _THICK) / 2
        painter.fillRect(QRectF(first, top, max(1.0, last - first), _THICK), colours.series[0])
        painter.fillRect(QRectF(likely - 1.5, top - 4, 3, _THICK + 8), colours.text.primary)
        left = area.right() + 14
        for row, words in enumerate(self._told(year)):
            place = QRectF(left, line.top() + 4 + row * 18, line.right() - left - 8, 18)
            painting.text(painter, place, words, caption, colours.text.secondary, elide=Qt.TextElideMode.ElideRight)
