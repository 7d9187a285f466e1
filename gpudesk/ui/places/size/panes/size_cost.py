"""Two charts of the cost of the selected plan: owning and renting over the years, and the largest influences on cost."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from gpudesk.core.cost.cloud import Lines
from gpudesk.ui.places.size.models.cost_rows import OwnOrRent, ShownSwing, base_of, cost_of, for_results, own_or_rent, swings
from gpudesk.ui.places.size.models.size_rows import Plan, plan_key, plan_title, short_format
from gpudesk.ui.places.size.panes.plan_spots import PlanPicture, Spot
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.charts.plot_axis import Axis, short_number
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import filled_text

tr_own_or_rent_picture = text_context("OwnOrRentPicture")
tr_swings_picture = text_context("SwingsPicture")

_LEFT, _TOP, _FOOT, _RIGHT = 62, 26, 36, 18
_ROW, _THICK, _NAMES, _ENDS = 24, 14, 190, 96
_MARK = 5.0


class OfOnePlan(PlanPicture):
    """A picture of the chosen plan; arrows go through all plans."""

    def walk(self) -> list[object]:
        return [plan_key(plan) for plan in self.plans]

    def chosen_plan(self) -> Plan | None:
        """The plan that is shown: the chosen one, else the first."""
        current_plan = next((plan for plan in self.plans if plan_key(plan) == self.current), None)
        return current_plan if current_plan is not None else next(iter(self.plans), None)

    def one_spot(self, size: QSizeF, lines: Sequence[str]) -> list[Spot]:
        """The whole picture is the spot of the plan."""
        plan = self.chosen_plan()
        return [] if plan is None else [Spot(self.current, QRectF(QPointF(0, 0), size), "\n".join(line for line in lines if line))]

    def say(self, painter: QPainter, size: QSizeF, words: str) -> None:
        """Text in place of a chart."""
        place = QRectF(24, size.height() / 2 - 12, size.width() - 48, 24)
        ink = theme.current().text.secondary
        painting.text(painter, place, words, fonts.font("body"), ink, Qt.AlignmentFlag.AlignHCenter)


class OwnOrRentPicture(OfOnePlan):
    """Cumulative cost at each age, with the break-even point of owning, and the range of cloud prices."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._found: OwnOrRent | None = None
        self.setAccessibleName(tr_own_or_rent_picture("Owning versus renting"))

    def take_plans(self) -> None:
        plan = self.chosen_plan()
        self._found = None if plan is None else own_or_rent(plan)

    @property
    def found(self) -> OwnOrRent | None:
        """The data shown."""
        return self._found

    def legend(self) -> list[str]:
        return (
            [tr_own_or_rent_picture("Own"), tr_own_or_rent_picture("Rent")]
            if self._found is not None and self._found.lines is not None
            else []
        )

    def told(self) -> list[str]:
        """Text version of the chart."""
        comparison = self._found
        if comparison is None:
            return []
        head = f"{plan_title(comparison.plan)}, {short_format(comparison.plan)}"
        if comparison.lines is None:
            return [head, self._missing(comparison)]
        crossing = comparison.lines.crossing_year
        if crossing is None:
            when = tr_own_or_rent_picture("Renting is cheaper over the whole service life.")
        else:
            when = filled_text(
                tr_own_or_rent_picture("Owning is cheaper after {years} {years|year|years}."), years=format_number(crossing, 1)
            )
        above = ""
        if comparison.pays_above is not None and comparison.pays_above < 1:
            share = format_number(100 * comparison.pays_above, 0)
            above = tr_own_or_rent_picture("Owning pays off above {share} % utilization.").format(share=share)
        return [head, when, above]

    def _missing(self, found: OwnOrRent) -> str:
        if found.rented is None:
            return tr_own_or_rent_picture("No cloud price is known for this GPU; enter one under Cost.")
        return tr_own_or_rent_picture("No price is known for this GPU: owning cannot be compared with renting.")

    def spots(self, size: QSizeF) -> list[Spot]:
        return self.one_spot(size, self.told())

    def draw(self, painter: QPainter, size: QSizeF) -> None:
        comparison = self._found
        if comparison is None:
            return
        if comparison.lines is None:
            self.say(painter, size, self._missing(comparison))
            return
        lines = comparison.lines
        area = QRectF(_LEFT, _TOP, max(1.0, size.width() - _LEFT - _RIGHT), max(1.0, size.height() - _TOP - _FOOT))
        years = Axis(0.0, float(lines.years[-1]))
        money = Axis.over([float(lines.own.max()), float(lines.cloud.max())])
        self._paint_grid(painter, area, (years, money), comparison, size)
        painter.save()
        painter.setClipRect(area.adjusted(-1, -1, 1, 1))
        own, rent = theme.current().series[0], theme.current().series[1]
        self._paint_range(painter, area, (years, money), comparison, rent)
        _paint_line(painter, area, (years, money), lines, lines.cloud.tolist(), rent, dashed=True)
        _paint_line(painter, area, (years, money), lines, lines.own.tolist(), own)
        painter.restore()
        self._paint_crossing(painter, area, (years, money), lines)

    def _paint_grid(self, painter: QPainter, area: QRectF, axes: tuple[Axis, Axis], found: OwnOrRent, size: QSizeF) -> None:
        colours, caption = theme.current(), fonts.font("caption")
        for value in axes[0].ticks(max(2, int(area.width() // 90))):
            x = area.left() + axes[0].share(value) * area.width()
            painter.setPen(QPen(colours.grid_major, 1))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            place = QRectF(x - 40, area.bottom() + 2, 80, 16)
            painting.text(painter, place, format_number(value), caption, colours.text.tertiary, Qt.AlignmentFlag.AlignHCenter)
        for value in axes[1].ticks(max(2, int(area.height() // 36))):
            y = area.bottom() - axes[1].share(value) * area.height()
            painter.setPen(QPen(colours.grid_major, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            place = QRectF(0, y - 8, _LEFT - 6, 16)
            painting.text(painter, place, short_number(value), caption, colours.text.tertiary, Qt.AlignmentFlag.AlignRight)
        head = tr_own_or_rent_picture("Spent, {currency}").format(currency=found.currency)
        painting.text(painter, QRectF(10, 4, size.width() / 2, 18), head, caption, colours.text.secondary)
        plan = f"{plan_title(found.plan)}, {short_format(found.plan)}"
        place = QRectF(size.width() / 2, 4, size.width() / 2 - _RIGHT, 18)
        painting.text(painter, place, plan, fonts.font("caption", strong=True), colours.text.primary, Qt.AlignmentFlag.AlignRight)
        foot = QRectF(area.left(), area.bottom() + 16, area.width(), 18)
        painting.text(painter, foot, tr_own_or_rent_picture("years"), caption, colours.text.secondary, Qt.AlignmentFlag.AlignRight)

    def _paint_range(self, painter: QPainter, area: QRectF, axes: tuple[Axis, Axis], found: OwnOrRent, tone: QColor) -> None:
        """Paint the range between the lowest and highest cloud price."""
        last = axes[0].high
        corners = [(0.0, 0.0), (last, found.dear_per_year * last), (last, found.cheap_per_year * last)]
        tint = QColor(tone)
        tint.setAlphaF(0.14)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint)
        painter.drawPolygon(QPolygonF([_place(area, axes, x, y) for x, y in corners]))

    def _paint_crossing(self, painter: QPainter, area: QRectF, axes: tuple[Axis, Axis], lines: Lines) -> None:
        colours = theme.current()
        if lines.crossing_year is None:
            words = tr_own_or_rent_picture("Renting is cheaper over the whole service life")
            place = QRectF(area.left() + 10, area.top() + 4, area.width() - 20, 18)
            painting.text(painter, place, words, fonts.font("strong"), colours.text.primary)
            return
        spent = float(lines.cloud[-1] / lines.years[-1] * lines.crossing_year)
        at = _place(area, axes, lines.crossing_year, spent)
        painter.setPen(QPen(colours.selection_line, 1, Qt.PenStyle.DashLine))
        painter.drawLine(at, QPointF(at.x(), area.bottom()))
        painter.setPen(QPen(colours.selection_line, 2))
        painter.setBrush(colours.surface.panel)
        painter.drawEllipse(at, _MARK, _MARK)
        words = filled_text(
            tr_own_or_rent_picture("Owning is cheaper after {years} {years|year|years}"), years=format_number(lines.crossing_year, 1)
        )
        wide = fonts.text_width(words, "strong") + 16
        left = min(max(at.x() + 12, area.left()), area.right() - wide)
        box = QRectF(left, min(at.y() + 12, area.bottom() - 26), wide, 24)
        painting.frame(painter, box, colours.surface.overlay, colours.selection_line, theme.radius("control"))
        painting.text(painter, box.adjusted(8, 2, -8, -2), words, fonts.font("strong"), colours.text.primary)


class SwingsPicture(OfOnePlan):
    """A bar for each figure: how far a result's cost moves from the figure's one end to its other, the widest at the top."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._swings: tuple[ShownSwing, ...] = ()
        self._base, self._for, self._priced = 0.0, "", True
        self.setAccessibleName(tr_swings_picture("Largest cost drivers"))

    def take_plans(self) -> None:
        plan = self.chosen_plan()
        self._swings = () if plan is None else tuple(swings(plan))
        cost = None if plan is None else cost_of(plan)
        self._base = 0.0 if plan is None else base_of(plan)
        self._for = "" if plan is None or cost is None else for_results(plan, cost.currency)
        self._priced = cost is None or cost.priced

    @property
    def swings(self) -> tuple[ShownSwing, ...]:
        """The bars from the top."""
        return self._swings

    def legend(self) -> list[str]:
        return [tr_swings_picture("at its low end"), tr_swings_picture("at its high end")] if self._swings else []

    def _head(self) -> str:
        """Title with the reference value of the bars, and a note if part of the cost is missing."""
        head = f"{self._for}: {format_number(self._base, 2)}"
        missing = tr_swings_picture("hardware purchase cost is unknown and not included")
        return head if self._priced else f"{head} · {missing}"

    def spots(self, size: QSizeF) -> list[Spot]:
        tip_lines = [self._head()]
        for swing in self._swings:
            words = tr_swings_picture("{figure}: {low} gives {at_low}, {high} gives {at_high}")
            tip_lines.append(
                words.format(
                    figure=swing.title,
                    low=swing.low,
                    high=swing.high,
                    at_low=format_number(swing.at_low, 2),
                    at_high=format_number(swing.at_high, 2),
                )
            )
        return self.one_spot(size, tip_lines)

    def draw(self, painter: QPainter, size: QSizeF) -> None:
        room = int((size.height() - _TOP - _FOOT) // _ROW)
        shown = self._swings[: max(1, room)]
        if not shown:
            return
        ends = [value for swing in shown for value in (swing.at_low, swing.at_high)]
        low, high = min([*ends, self._base]), max([*ends, self._base])
        axis = Axis(max(0.0, low - 0.06 * (high - low)), high + 0.06 * (high - low))
        names = min(_NAMES, size.width() * 0.3)
        area = QRectF(names + _ENDS, _TOP, max(1.0, size.width() - names - 2 * _ENDS - 8), len(shown) * _ROW)
        self._paint_scale(painter, area, axis)
        for row, swing in enumerate(shown):
            self._paint_swing(painter, QRectF(0, _TOP + row * _ROW, size.width(), _ROW), area, axis, swing, names)

    def _paint_scale(self, painter: QPainter, area: QRectF, axis: Axis) -> None:
        colours, caption = theme.current(), fonts.font("caption")
        for value in axis.ticks(max(2, int(area.width() // 80))):
            x = area.left() + axis.share(value) * area.width()
            painter.setPen(QPen(colours.grid_major, 1))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            place = QRectF(x - 40, area.bottom() + 2, 80, 16)
            painting.text(painter, place, short_number(value), caption, colours.text.tertiary, Qt.AlignmentFlag.AlignHCenter)
        x = area.left() + axis.share(self._base) * area.width()
        painter.setPen(QPen(colours.text.primary, 1.5))
        painter.drawLine(QPointF(x, area.top() - 4), QPointF(x, area.bottom()))
        place = QRectF(10, 4, area.right() + _ENDS - 10, 18)
        painting.text(painter, place, self._head(), caption, colours.text.secondary)

    def _paint_swing(self, painter: QPainter, line: QRectF, area: QRectF, axis: Axis, each: ShownSwing, names: float) -> None:
        colours, caption = theme.current(), fonts.font("caption", tabular=True)
        base = area.left() + axis.share(self._base) * area.width()
        top = line.top() + (_ROW - _THICK) / 2
        title = QRectF(10, line.top(), names - 14, _ROW)
        painting.text(painter, title, each.title, fonts.font("body"), colours.text.primary, elide=Qt.TextElideMode.ElideRight)
        for value, tone in ((each.at_low, colours.series[0]), (each.at_high, colours.series[1])):
            x = area.left() + axis.share(value) * area.width()
            painter.fillRect(QRectF(min(base, x), top, abs(x - base), _THICK), tone)
        first, last = (each.low, each.high) if each.at_low <= each.at_high else (each.high, each.low)
        left = QRectF(names, line.top(), _ENDS - 8, _ROW)
        painting.text(painter, left, first, caption, colours.text.secondary, Qt.AlignmentFlag.AlignRight)
        right = QRectF(area.right() + 8, line.top(), _ENDS - 8, _ROW)
        painting.text(painter, right, last, caption, colours.text.secondary)


def _place(area: QRectF, axes: tuple[Axis, Axis], x: float, y: float) -> QPointF:
    return QPointF(area.left() + axes[0].share(x) * area.width(), area.bottom() - axes[1].share(y) * area.height())


def _paint_line(
    painter: QPainter, area: QRectF, axes: tuple[Axis, Axis], lines: Lines, spent: list[float], tone: QColor, *, dashed: bool = False
) -> None:
    points = [_place(area, axes, x, y) for x, y in zip(lines.years.tolist(), spent, strict=True)]
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(tone, 2.5, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine))
    painter.drawPath(path)
