"""The roof of the chosen plan's board, and where the operations of its work lie below it."""

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from gpudesk.sizing.serving.roofline import Operation, Roof, operations, roof
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.ui.places.size.models.size_rows import plan_key, plan_title, short_format
from gpudesk.ui.places.size.panes.plan_spots import PlanPicture, Spot
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.charts.plot_axis import Axis, short_number
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import filled_text, tr_message

tr = text_context("RooflinePicture")

_LEFT, _TOP, _FOOT, _RIGHT = 62, 26, 40, 20
_DOT = 5.0


class RooflinePicture(PlanPicture):
    """Products a second against products for each byte, both over powers of ten. Arrows go to the next plan."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._plan: ServingPlan | None = None
        self._roof: Roof | None = None
        self._operations: tuple[Operation, ...] = ()
        self.setAccessibleName(tr("Roofline of the chosen plan"))

    def take_plans(self) -> None:
        chosen = next((plan for plan in self.plans if plan_key(plan) == self.current), None)
        self._plan = chosen if isinstance(chosen, ServingPlan) else None
        able = self._plan is not None and self._plan.computes in self._plan.board.rates
        self._roof = roof(self._plan) if self._plan is not None and able else None
        self._operations = operations(self._plan) if self._plan is not None and able else ()

    def walk(self) -> list[object]:
        return [plan_key(plan) for plan in self.plans]

    def spots(self, size: QSizeF) -> list[Spot]:
        if self._roof is None:
            return []
        area, axes = _area(size), self._axes()
        drawn_spots = []
        for operation in self._operations:
            at = _place(area, axes, operation.intensity, self._roof.at(operation.intensity))
            drawn_spots.append(Spot(self.current, QRectF(at.x() - _DOT, at.y() - _DOT, 2 * _DOT, 2 * _DOT), partial(self._told, operation)))
        return drawn_spots

    def _told(self, each: Operation) -> str:
        if self._roof is None:
            return ""
        possible = self._roof.at(each.intensity)
        lines = [
            tr_message(each.title),
            filled_text(tr("{count} {count|operation|operations} per byte"), count=format_number(each.intensity, 1)),
            tr("achievable: {rate} TFLOPS").format(rate=format_number(possible / 1e12, 2)),
        ]
        if each.reached is not None:
            lines.append(tr("estimated: {rate} TFLOPS").format(rate=format_number(each.reached / 1e12, 2)))
        binds = tr("memory-bound") if each.intensity < self._roof.ridge else tr("compute-bound")
        return "\n".join([*lines, binds])

    def _axes(self) -> tuple[Axis, Axis]:
        if self._roof is None:
            return Axis(1, 10, log=True), Axis(1, 10, log=True)
        across = [operation.intensity for operation in self._operations] + [self._roof.ridge * 4, 1.0]
        up = [self._roof.at(operation.intensity) for operation in self._operations] + [self._roof.flops_per_s * 1.5]
        up += [operation.reached for operation in self._operations if operation.reached is not None]
        return Axis.over(across, log=True), Axis.over(up, log=True)

    # painting

    def draw(self, painter: QPainter, size: QSizeF) -> None:
        colours = theme.current()
        if self._roof is None or self._plan is None:
            words = tr("The catalog has no compute rate for this GPU in this format.") if self._plan is not None else ""
            painting.text(painter, QRectF(16, 12, size.width() - 32, 20), words, fonts.font("body"), colours.text.secondary)
            return
        area, axes = _area(size), self._axes()
        self._paint_grid(painter, area, axes, size)
        self._paint_roof(painter, area, axes, self._roof)
        for place, operation in enumerate(self._operations):
            self._paint_operation(painter, area, axes, operation, place)

    def _paint_grid(self, painter: QPainter, area: QRectF, axes: tuple[Axis, Axis], size: QSizeF) -> None:
        colours, caption, (across, up) = theme.current(), fonts.font("caption"), axes
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
        plan = f" · {plan_title(self._plan)}, {short_format(self._plan)}" if self._plan is not None else ""
        painting.text(painter, QRectF(10, 4, size.width() - 20, 18), tr("FLOPS of one GPU") + plan, caption, colours.text.secondary)
        foot = QRectF(area.left(), area.bottom() + 18, area.width(), 18)
        painting.text(painter, foot, tr("Operations per byte"), caption, colours.text.secondary, Qt.AlignmentFlag.AlignRight)

    def _paint_roof(self, painter: QPainter, area: QRectF, axes: tuple[Axis, Axis], over: Roof) -> None:
        colours, (across, up) = theme.current(), axes
        low = max(across.low, up.low / over.bytes_per_s)
        path = QPainterPath(_place(area, axes, low, over.at(low)))
        ridge = _place(area, axes, over.ridge, over.flops_per_s)
        path.lineTo(ridge)
        path.lineTo(_place(area, axes, across.high, over.flops_per_s))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colours.text.primary, 2))
        painter.drawPath(path)
        painter.setPen(QPen(colours.text.tertiary, 1, Qt.PenStyle.DashLine))
        painter.drawLine(ridge, QPointF(ridge.x(), area.bottom()))
        caption = fonts.font("caption")
        peak = f"{over.arithmetic.upper()} {format_number(over.flops_per_s / 1e12, 0)} TFLOPS"
        place = QRectF(area.left(), ridge.y() - 18, area.width() - 4, 16)
        painting.text(painter, place, peak, caption, colours.text.primary, Qt.AlignmentFlag.AlignRight)
        speed = tr("{speed} GB/s").format(speed=format_number(over.bytes_per_s / 1e9, 0))
        middle = _place(area, axes, (low * over.ridge) ** 0.5, over.at((low * over.ridge) ** 0.5))
        painting.text(
            painter, QRectF(middle.x() - 128, middle.y() - 22, 120, 16), speed, caption, colours.text.primary, Qt.AlignmentFlag.AlignRight
        )
        words = tr("ridge {count}").format(count=format_number(over.ridge, 0))
        painting.text(painter, QRectF(ridge.x() + 4, area.bottom() - 18, 100, 16), words, caption, colours.text.tertiary)

    def _paint_operation(self, painter: QPainter, area: QRectF, axes: tuple[Axis, Axis], each: Operation, place: int) -> None:
        if self._roof is None:
            return
        colours = theme.current()
        tone = colours.series[place % len(colours.series)]
        at = _place(area, axes, each.intensity, self._roof.at(each.intensity))
        foot = at
        if each.reached is not None:
            foot = _place(area, axes, each.intensity, each.reached)
            painter.setPen(QPen(tone, 1.5, Qt.PenStyle.DotLine))
            painter.drawLine(at, foot)
            painter.setPen(QPen(tone, 1.5))
            painter.setBrush(colours.surface.panel)
            painter.drawEllipse(foot, _DOT, _DOT)
        painter.setPen(QPen(tone, 1.5))
        painter.setBrush(tone)
        painter.drawEllipse(at, _DOT, _DOT)
        words = tr_message(each.title)
        wide = fonts.text_width(words, "caption") + 4
        low = max(at.y(), foot.y())
        right = at.x() + 10 + wide < area.right()
        label = QRectF(at.x() + 10 if right else at.x() - 10 - wide, low + 5 + (place % 2) * 12, wide, 16)
        label.moveBottom(min(label.bottom(), area.bottom() - 2))
        align = Qt.AlignmentFlag.AlignLeft if right else Qt.AlignmentFlag.AlignRight
        painting.text(painter, label, words, fonts.font("caption"), colours.text.secondary, align)


def _area(size: QSizeF) -> QRectF:
    return QRectF(_LEFT, _TOP, max(1.0, size.width() - _LEFT - _RIGHT), max(1.0, size.height() - _TOP - _FOOT))


def _place(area: QRectF, axes: tuple[Axis, Axis], x: float, y: float) -> QPointF:
    return QPointF(area.left() + axes[0].share(x) * area.width(), area.bottom() - axes[1].share(y) * area.height())
