"""A bar for each plan, of its parts against its limit: the memory of one GPU, and the time of one step."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.ui.places.size.models.size_bars import Bar, memory_bar, step_bar
from gpudesk.ui.places.size.models.size_rows import Plan, plan_key
from gpudesk.ui.places.size.panes.plan_spots import PlanPicture, Spot
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.charts.plot_axis import Axis
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity

tr_part_bars = text_context("PartBars")
tr_memory_bars = text_context("MemoryBars")
tr_step_bars = text_context("StepBars")

LEAST_BARS, MOST_BARS = 4, 30
_MARGIN, _HIGH, _THICK = 10, 24, 16
_TOP, _FOOT = 8, 24
_FORM, _RIGHT = 56, 168
_BESIDE = 6
_LEAST_TITLE, _MOST_TITLE = 150, 300
_MARK = 12
_WORDS_FROM = 460
"""Chart width below which the mark of a verdict has no text."""
_NARROW_RIGHT = 90


class PartBars(PlanPicture):
    """One bar per plan, the selected one in bold; limited by the space, the selected one always included."""

    def __init__(self, name: str, make: Callable[[Plan], Bar], unit: str, axis: str, parent: QWidget | None = None) -> None:
        """`unit` is that of a value, `axis` the text next to the scale."""
        super().__init__(name, parent)
        self._make, self._unit, self._axis = make, unit, axis
        self._decimals = 1
        self._bars: tuple[Bar, ...] = ()
        self._names: list[str] = []

    def take_plans(self) -> None:
        bars = [self._make(plan) for plan in self.plans[:MOST_BARS]]
        if self.current is not None and self.current not in [bar.key for bar in bars]:
            bars += [self._make(plan) for plan in self.plans[MOST_BARS:] if plan_key(plan) == self.current]
        self._bars = tuple(bars)
        self._names = list(dict.fromkeys(name for bar in self._bars for name, _ in bar.parts))

    def shown(self, height: float) -> Sequence[Bar]:
        """The bars that have room in that height: the first ones, or those down to the chosen one."""
        room = max(LEAST_BARS, int((height - _TOP - _FOOT) // _HIGH))
        at = next((row for row, bar in enumerate(self._bars) if bar.key == self.current), 0)
        first = max(0, at - room + 1)
        return self._bars[first : first + room]

    @property
    def bars(self) -> tuple[Bar, ...]:
        """Those that are shown."""
        return tuple(self.shown(self.height()))

    def legend(self) -> list[str]:
        return self._names

    def row_rect(self, row: int) -> QRectF:
        """The whole line of a bar."""
        return QRectF(0, _TOP + row * _HIGH, self.width(), _HIGH)

    def spots(self, size: QSizeF) -> list[Spot]:
        drawn_spots = []
        for row, bar in enumerate(self.shown(size.height())):
            rect = QRectF(0, _TOP + row * _HIGH, size.width(), _HIGH)
            drawn_spots.append(Spot(bar.key, rect, partial(self._told, bar)))
        return drawn_spots

    def _told(self, each: Bar) -> str:
        head = f"{each.title}, {each.form}: {format_number(each.total, self._decimals)} {self._unit}, {each.verdict}"
        return "\n".join([head, *(f"{name}: {format_number(value, 2)} {self._unit}" for name, value in each.parts)])

    def minimumSizeHint(self) -> QSize:
        return QSize(360, _TOP + LEAST_BARS * _HIGH + _FOOT)

    def walk(self) -> list[object]:
        return [bar.key for bar in self._bars]

    # painting

    def draw(self, painter: QPainter, size: QSizeF) -> None:
        shown = self.shown(size.height())
        if not shown or not any(bar.total > 0 for bar in shown):
            return
        form = max((_FORM - _BESIDE, *(fonts.text_width(bar.form, "caption") for bar in shown))) + _BESIDE
        widest = max((fonts.text_width(bar.title, "body", strong=True) for bar in shown), default=_LEAST_TITLE)
        left = _MARGIN + min(max(widest + 8, _LEAST_TITLE), _MOST_TITLE, size.width() * 0.34) + form
        axis = Axis(0.0, max(max(bar.total, bar.limit or 0.0) for bar in shown))
        area = QRectF(left, _TOP, max(1.0, size.width() - left - _right(size.width())), len(shown) * _HIGH)
        self._paint_axis(painter, area, axis)
        for row, bar in enumerate(shown):
            line = QRectF(0, _TOP + row * _HIGH, size.width(), _HIGH)
            self._paint_bar(painter, line, bar, left, form, area.width() / axis.high)

    def _paint_axis(self, painter: QPainter, area: QRectF, axis: Axis) -> None:
        colours = theme.current()
        for value in axis.ticks():
            x = area.left() + axis.share(value) * area.width()
            painter.setPen(QPen(colours.border.subtle, 1))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            place = QRectF(x - 30, area.bottom(), 60, _FOOT - 4)
            painting.text(painter, place, format_number(value), fonts.font("caption"), colours.text.tertiary, Qt.AlignmentFlag.AlignHCenter)
        unit = QRectF(area.right() + 20, area.bottom(), 90, _FOOT - 4)
        painting.text(painter, unit, self._axis, fonts.font("caption"), colours.text.tertiary)

    def _paint_bar(self, painter: QPainter, area: QRectF, each: Bar, left: float, form: float, per_unit: float) -> None:
        colours = theme.current()
        current = each.key == self.current
        if current:
            painter.fillRect(area, colours.selection)
        ink = colours.text.primary
        title = QRectF(_MARGIN, area.top(), left - form - _MARGIN - 6, area.height())
        painting.text(painter, title, each.title, fonts.font("body", strong=current), ink, elide=Qt.TextElideMode.ElideRight)
        form_rect = QRectF(left - form, area.top(), form - _BESIDE, area.height())
        painting.text(painter, form_rect, each.form, fonts.font("caption"), colours.text.secondary, elide=Qt.TextElideMode.ElideRight)
        top, at = area.top() + (area.height() - _THICK) / 2, left
        for name, value in each.parts:
            wide = value * per_unit
            tone = colours.series[self._names.index(name) % len(colours.series)]
            painter.fillRect(QRectF(at, top, max(0.0, wide - 1), _THICK), tone)
            at += wide
        if self.hasFocus() and current:
            painter.setPen(QPen(colours.focus_ring, 1.5))
            painter.drawRect(area.adjusted(1, 1, -1, -1))
        end = at
        if each.limit is not None:
            end = left + each.limit * per_unit
            painter.setPen(QPen(colours.text.primary, 1.5))
            painter.drawLine(QPointF(end, area.top() + 2), QPointF(end, area.bottom() - 2))
        total_rect = QRectF(max(at, end) + 6, area.top(), 60, area.height())
        words = colours.severity["error"].colour if each.over else colours.text.primary
        painting.text(painter, total_rect, format_number(each.total, self._decimals), fonts.font("body", tabular=True), words)
        wide = area.width() >= _WORDS_FROM
        place = area.right() - _right(area.width()) + 62
        paint_severity(painter, QRectF(place, area.center().y() - _MARK / 2, _MARK, _MARK), each.severity)
        if not wide:
            return
        short = QRectF(place + _MARK + 6, area.top(), _RIGHT - 62 - _MARK - 12, area.height())
        state = {"ok": tr_part_bars("fits"), "warning": tr_part_bars("may miss"), "error": tr_part_bars("misses")}[each.severity]
        painting.text(painter, short, state, fonts.font("body"), colours.text.secondary, elide=Qt.TextElideMode.ElideRight)


def _right(width: float) -> float:
    """Room for the sum and the verdict."""
    return _RIGHT if width >= _WORDS_FROM else _NARROW_RIGHT


class MemoryBars(PartBars):
    """GiB of the fullest GPU of each plan, and how many of them are usable."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", memory_bar, "GiB", "", parent)
        self.setAccessibleName(tr_memory_bars("Memory per GPU"))
        self._axis = tr_memory_bars("GiB per GPU")


class StepBars(PartBars):
    """Milliseconds of one step of each plan, and the target; for training, seconds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", step_bar, "ms", "", parent)
        self.setAccessibleName(tr_step_bars("Step time"))

    def take_plans(self) -> None:
        trains = bool(self.plans) and isinstance(self.plans[0], TrainingPlan)
        self._unit, self._axis = ("s", tr_step_bars("s per step")) if trains else ("ms", tr_step_bars("ms per token"))
        super().take_plans()
