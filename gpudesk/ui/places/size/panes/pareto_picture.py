"""Each plan as a point: result and resources, the Pareto front, and the target."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from gpudesk.ui.places.size.models.pareto_rows import SPEED, USE, Figure, front, holds
from gpudesk.ui.places.size.models.size_rows import Plan, plan_key, plan_title, severity, short_format, verdict
from gpudesk.ui.places.size.panes.plan_spots import PlanPicture, Spot
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.charts.plot_axis import Axis, short_number
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("ParetoPicture")

_LEFT, _TOP, _FOOT, _RIGHT = 56, 32, 40, 16
_DOT = 4.5
_BOX = 8
_LEGEND = 96
_WIDE = 560
_TITLE_ROOM = 150


@dataclass(frozen=True, slots=True)
class _Point:
    plan: Plan
    key: object
    across: float
    up: float
    front: bool


class ParetoPicture(PlanPicture):
    """Speed against use of hardware, cost or energy. Filled points meet the request."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._use, self._speed = USE[0], SPEED[0]
        self._points: tuple[_Point, ...] = ()
        self._formats: list[str] = []
        self._corner: QWidget | None = None
        self.setAccessibleName(tr("Throughput against utilization"))

    def put_in_corner(self, control: QWidget) -> None:
        """Show a control over the top right corner; it is not drawn into files."""
        control.setParent(self)
        control.show()
        self._corner = control
        self._place_corner()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_corner()

    def _place_corner(self) -> None:
        if self._corner is not None:
            size = self._corner.sizeHint()
            wide = min(size.width(), max(0, self.width() - _TITLE_ROOM))
            self._corner.setGeometry(self.width() - wide - 8, 3, wide, size.height())

    def set_axes(self, use: Figure, speed: Figure) -> None:
        """Weigh other figures."""
        self._use, self._speed = use, speed
        self.show_plans(self.plans, self.current)

    @property
    def front(self) -> list[object]:
        """The keys of the plans that no other one beats."""
        return [point.key for point in self._points if point.front]

    def take_plans(self) -> None:
        known = []
        for plan in self.plans:
            across, up = self._use.value(plan), self._speed.value(plan)
            if across is not None and up is not None and holds(plan):
                known.append((plan, across, up))
        able = [at for at, (plan, _, _) in enumerate(known) if plan.fits]
        best = {able[at] for at in front([known[at][1:] for at in able], (self._use.more, self._speed.more))}
        self._points = tuple(_Point(plan, plan_key(plan), across, up, at in best) for at, (plan, across, up) in enumerate(known))
        self._formats = list(dict.fromkeys(short_format(plan) for plan in self.plans))

    def spots(self, size: QSizeF) -> list[Spot]:
        area, across, up = self._area(size), *self._axes()
        drawn_spots = []
        for point in sorted(self._points, key=lambda plan_point: (plan_point.across, plan_point.up)):
            at = _place(area, across, up, point.across, point.up)
            drawn_spots.append(Spot(point.key, QRectF(at.x() - _DOT, at.y() - _DOT, 2 * _DOT, 2 * _DOT), partial(self._told, point)))
        return drawn_spots

    def tell(self) -> None:
        """Report the plans on the front, and the tooltip of the selected one."""
        tips = [self._told(point) for point in self._points if point.front or point.key == self.current]
        self.setAccessibleDescription("\n".join(tips))

    def _told(self, point: _Point) -> str:
        head = f"{plan_title(point.plan)}, {short_format(point.plan)}: {verdict(point.plan)}"
        figures = [_valued(figure, value) for figure, value in ((self._use, point.across), (self._speed, point.up))]
        beaten = self._beaten_by(point)
        why = tr("On the Pareto front: no other plan is better on both axes.") if point.front else ""
        if beaten is not None:
            why = tr("{plan} is better on both axes.").format(plan=f"{plan_title(beaten.plan)}, {short_format(beaten.plan)}")
        return "\n".join([head, *figures, why]).strip()

    def _beaten_by(self, point: _Point) -> _Point | None:
        """The point of the front that beats it, with the nearest resources."""
        signs = (1 if self._use.more else -1, 1 if self._speed.more else -1)
        better = [
            candidate
            for candidate in self._points
            if candidate.front
            and not point.front
            and signs[0] * candidate.across >= signs[0] * point.across
            and signs[1] * candidate.up >= signs[1] * point.up
        ]
        return min(better, key=lambda candidate: abs(candidate.across - point.across), default=None)

    # painting

    def _area(self, size: QSizeF) -> QRectF:
        right = _LEGEND if size.width() >= _WIDE else _RIGHT
        return QRectF(_LEFT, _TOP, max(1.0, size.width() - _LEFT - right), max(1.0, size.height() - _TOP - _FOOT))

    def _limit(self) -> float | None:
        return self._speed.limit(self._points[0].plan) if self._points else None

    def _axes(self) -> tuple[Axis, Axis]:
        limit = self._limit()
        ups = [point.up for point in self._points]
        across, up = _scaled([point.across for point in self._points]), _scaled([*ups, limit] if limit is not None and ups else ups)
        return across, up

    def draw(self, painter: QPainter, size: QSizeF) -> None:
        if not self._points:
            return
        area, across, up = self._area(size), *self._axes()
        self._paint_grid(painter, area, across, up, size)
        self._paint_limit(painter, area, up)
        self._paint_front(painter, area, across, up)
        current = None
        for point in sorted(self._points, key=lambda plan_point: plan_point.front):
            if point.key == self.current:
                current = point
            else:
                self._paint_point(painter, _place(area, across, up, point.across, point.up), point)
        if current is not None:
            self._paint_current(painter, _place(area, across, up, current.across, current.up), current, area)
        if size.width() >= _WIDE:
            self._paint_legend(painter, area)

    def _paint_grid(self, painter: QPainter, area: QRectF, across: Axis, up: Axis, size: QSizeF) -> None:
        colours, caption = theme.current(), fonts.font("caption")
        painter.setPen(QPen(colours.grid_major, 1))
        for value in across.ticks(max(2, int(area.width() // 90))):
            x = area.left() + across.share(value) * area.width()
            painter.setPen(QPen(colours.grid_major, 1))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            place = QRectF(x - 40, area.bottom() + 2, 80, 16)
            painting.text(painter, place, short_number(value), caption, colours.text.tertiary, Qt.AlignmentFlag.AlignHCenter)
        for value in up.ticks(max(2, int(area.height() // 36))):
            y = area.bottom() - up.share(value) * area.height()
            painter.setPen(QPen(colours.grid_major, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            place = QRectF(0, y - 8, _LEFT - 6, 16)
            painting.text(painter, place, short_number(value), caption, colours.text.tertiary, Qt.AlignmentFlag.AlignRight)
        painting.text(painter, QRectF(10, 6, _TITLE_ROOM - 16, 18), _named(self._speed), caption, colours.text.secondary)
        foot = QRectF(area.left(), area.bottom() + 18, area.width(), 18)
        painting.text(painter, foot, _named(self._use), caption, colours.text.secondary, Qt.AlignmentFlag.AlignRight)

    def _paint_limit(self, painter: QPainter, area: QRectF, up: Axis) -> None:
        limit = self._limit()
        if limit is None:
            return
        colours = theme.current()
        share = min(max(up.share(limit), 0.0), 1.0)
        y = area.bottom() - share * area.height()
        refused = QRectF(area.left(), y, area.width(), area.bottom() - y)
        if not self._speed.more:
            refused = QRectF(area.left(), area.top(), area.width(), y - area.top())
        tint = QColor(colours.severity["error"].surface)
        tint.setAlphaF(0.45)
        if colours.name != "contrast":
            painter.fillRect(refused, tint)
        painter.setPen(QPen(colours.severity["error"].colour, 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        text = tr("slower than required") if self._speed.more else tr("later than required")
        place = QRectF(area.left() + 6, y + 1 if self._speed.more else y - 17, area.width() - 12, 16)
        ink = colours.severity["error"].colour
        painting.text(painter, place, text, fonts.font("caption"), ink, Qt.AlignmentFlag.AlignRight)

    def _paint_front(self, painter: QPainter, area: QRectF, across: Axis, up: Axis) -> None:
        line = sorted((point for point in self._points if point.front), key=lambda point: point.across)
        if len(line) < 2:
            return
        path = QPainterPath(_place(area, across, up, line[0].across, line[0].up))
        for point in line[1:]:
            path.lineTo(_place(area, across, up, point.across, point.up))
        painter.setPen(QPen(theme.current().text.secondary, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)

    def _tone(self, form: str) -> tuple[QColor, int]:
        at = self._formats.index(form)
        return theme.current().series[at % len(theme.current().series)], at

    def _paint_point(self, painter: QPainter, at: QPointF, point: _Point, grown: float = 1.0) -> None:
        tone, shape = self._tone(short_format(point.plan))
        filled = severity(point.plan) == "ok"
        painter.save()
        if not point.plan.fits:
            painter.setOpacity(0.5)
        _paint_mark(painter, at, shape, _DOT * grown, tone, tone if filled else theme.current().surface.panel)
        painter.restore()

    def _paint_current(self, painter: QPainter, at: QPointF, point: _Point, area: QRectF) -> None:
        colours = theme.current()
        head = f"{plan_title(point.plan)}, {short_format(point.plan)}"
        values = f"{_valued(self._speed, point.up)} · {_valued(self._use, point.across)}"
        wide = min(max(fonts.text_width(head, "strong"), fonts.text_width(values, "caption")) + 2 * _BOX, area.width())
        high = 40.0
        left = min(max(at.x() - wide / 2, area.left()), area.right() - wide)
        above = at.y() - area.top() > high + 22
        top = at.y() - high - 18 if above else at.y() + 18
        box = QRectF(left, top, wide, high)
        painter.setPen(QPen(colours.selection_line, 1))
        painter.drawLine(at, QPointF(at.x(), box.bottom() if above else box.top()))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        self._paint_point(painter, at, point, 1.3)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colours.focus_ring if self.hasFocus() else colours.selection_line, 2))
        painter.drawEllipse(at, 10, 10)
        painting.frame(painter, box, colours.surface.overlay, colours.selection_line, theme.radius("control"))
        painting.text(painter, QRectF(left + _BOX, top + 3, wide - 2 * _BOX, 18), head, fonts.font("strong"), colours.text.primary)
        place = QRectF(left + _BOX, top + 20, wide - 2 * _BOX, 16)
        painting.text(painter, place, values, fonts.font("caption", tabular=True), colours.text.secondary)

    def _paint_legend(self, painter: QPainter, area: QRectF) -> None:
        colours, x, y = theme.current(), area.right() + 18, area.top() + 8
        for form in self._formats[: int(area.height() // 18)]:
            tone, shape = self._tone(form)
            _paint_mark(painter, QPointF(x, y), shape, _DOT, tone, tone)
            painting.text(painter, QRectF(x + 12, y - 9, _LEGEND - 34, 18), form, fonts.font("caption"), colours.text.secondary)
            y += 18


def _place(area: QRectF, across: Axis, up: Axis, x: float, y: float) -> QPointF:
    return QPointF(area.left() + across.share(x) * area.width(), area.bottom() - up.share(y) * area.height())


def _scaled(values: Sequence[float]) -> Axis:
    """Logarithmic scale if the ratio of the largest to the smallest value would crowd the small ones."""
    above = [value for value in values if value > 0]
    return Axis.over(values, log=bool(above) and max(above) / min(above) > 30)


def _named(figure: Figure) -> str:
    return f"{figure.title}, {figure.unit}" if figure.unit else figure.title


def _valued(figure: Figure, value: float) -> str:
    number = format_number(value, 1 if value < 1000 and not figure.whole else 0)
    return f"{figure.title}: {number} {figure.unit}".strip()


def _paint_mark(painter: QPainter, at: QPointF, shape: int, radius: float, line: QColor, fill: QColor) -> None:
    """A disc, square, diamond or triangle, so that formats are distinguished without color."""
    painter.setPen(QPen(line, 1.5))
    painter.setBrush(fill)
    kind = shape % 4
    if kind == 0:
        painter.drawEllipse(at, radius, radius)
    elif kind == 1:
        painter.drawRect(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius))
    else:
        path = QPainterPath(QPointF(at.x(), at.y() - radius * 1.3))
        corners = [(1.3, 0), (0, 1.3), (-1.3, 0)] if kind == 2 else [(1.2, 0.9), (-1.2, 0.9)]
        for x, y in corners:
            path.lineTo(QPointF(at.x() + x * radius, at.y() + y * radius))
        path.closeSubpath()
        painter.drawPath(path)
