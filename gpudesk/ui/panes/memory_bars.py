"""The memory of one GPU of each plan, as bars of its parts against what is usable."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpudesk.ui import drawing, fonts, theme
from gpudesk.ui.models.size_rows import Bar
from gpudesk.ui.quantities import format_number
from gpudesk.ui.widgets.marks import paint_severity

MOST_BARS = 8
_MARGIN, _HIGH, _THICK = 10, 24, 16
_TOP, _FOOT = 20, 24
_FORM, _RIGHT = 56, 168
_LEAST_TITLE, _MOST_TITLE = 150, 300
_MARK = 12
_LEAST_WORDS = 26
_STEPS = 5


class MemoryBars(QWidget):
    """One bar a plan, the chosen one in bold. Up and Down walk; a click chooses.

    Signals:
        chosen(tuple): the key of a plan.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: tuple[Bar, ...] = ()
        self._current: object = None
        self.setAccessibleName(self.tr("Memory of one GPU"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_bars(self, bars: Sequence[Bar], current: object = None) -> None:
        """Show the bars of some plans; those beyond `MOST_BARS` are left out, but never the current one."""
        shown = list(bars[:MOST_BARS])
        if current is not None and current not in [bar.key for bar in shown]:
            shown = [*shown[: MOST_BARS - 1], *(bar for bar in bars if bar.key == current)]
        self._bars, self._current = tuple(shown), current
        told = [f"{bar.title}, {bar.form}: {format_number(bar.total_gib, 1)} GiB, {bar.verdict}" for bar in self._bars]
        self.setAccessibleDescription("\n".join(told))
        self.updateGeometry()
        self.update()

    @property
    def bars(self) -> tuple[Bar, ...]:
        """Those that are shown."""
        return self._bars

    def parts(self) -> list[str]:
        """What the bars are made of, in their order, for the legend."""
        return list(dict.fromkeys(name for bar in self._bars for name, _ in bar.parts))

    def row_rect(self, row: int) -> QRectF:
        """The whole line of a bar."""
        return QRectF(0, _TOP + row * _HIGH, self.width(), _HIGH)

    def sizeHint(self) -> QSize:
        return QSize(600, _TOP + max(1, len(self._bars)) * _HIGH + _FOOT)

    def minimumSizeHint(self) -> QSize:
        return QSize(360, self.sizeHint().height())

    # pointer and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = int((event.position().y() - _TOP) // _HIGH)
        if event.button() == Qt.MouseButton.LeftButton and 0 <= row < len(self._bars):
            self.chosen.emit(self._bars[row].key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or not self._bars:
            super().keyPressEvent(event)
            return
        at = next((row for row, bar in enumerate(self._bars) if bar.key == self._current), -1 if step > 0 else len(self._bars))
        self.chosen.emit(self._bars[min(max(at + step, 0), len(self._bars) - 1)].key)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = int((event.pos().y() - _TOP) // _HIGH)
            lines = []
            if 0 <= row < len(self._bars):
                bar = self._bars[row]
                lines = [f"{bar.title}, {bar.form}", *(f"{name}: {format_number(gib, 2)} GiB" for name, gib in bar.parts)]
            QToolTip.showText(event.globalPos(), "\n".join(lines), self)
            return True
        return super().event(event)

    # painting

    def _scale(self) -> tuple[float, float, float]:
        """Where GiB begin, how many pixels one takes, and the largest that is shown."""
        widest = max((fonts.text_width(bar.title, "body", strong=True) for bar in self._bars), default=_LEAST_TITLE)
        left = _MARGIN + min(max(widest, _LEAST_TITLE), _MOST_TITLE, self.width() * 0.34) + _FORM
        largest = max((max(bar.total_gib, bar.usable_gib) for bar in self._bars), default=1.0)
        return left, max(1.0, self.width() - left - _RIGHT) / largest, largest

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.current()
        painter.fillRect(self.rect(), colours.surface.panel)
        if not self._bars:
            return
        left, per_gib, largest = self._scale()
        self._paint_axis(painter, left, per_gib, largest)
        for row, bar in enumerate(self._bars):
            self._paint_bar(painter, self.row_rect(row), bar, left, per_gib)

    def _paint_axis(self, painter: QPainter, left: float, per_gib: float, largest: float) -> None:
        colours = theme.current()
        step = _round_step(largest / _STEPS)
        bottom = _TOP + len(self._bars) * _HIGH
        value = 0.0
        while value <= largest:
            x = left + value * per_gib
            painter.setPen(QPen(colours.border.subtle, 1))
            painter.drawLine(QPointF(x, _TOP), QPointF(x, bottom))
            area = QRectF(x - 30, bottom, 60, _FOOT - 4)
            drawing.text(painter, area, format_number(value), fonts.font("caption"), colours.text.tertiary, Qt.AlignmentFlag.AlignHCenter)
            value += step
        unit = QRectF(self.width() - _RIGHT + 6, bottom, _RIGHT - 12, _FOOT - 4)
        drawing.text(painter, unit, self.tr("GiB a GPU"), fonts.font("caption"), colours.text.tertiary)

    def _paint_bar(self, painter: QPainter, area: QRectF, bar: Bar, left: float, per_gib: float) -> None:
        colours = theme.current()
        current = bar.key == self._current
        if current:
            painter.fillRect(area, colours.selection)
        ink = colours.text.primary
        title = QRectF(_MARGIN, area.top(), left - _FORM - _MARGIN - 6, area.height())
        drawing.text(painter, title, bar.title, fonts.font("body", strong=current), ink, elide=Qt.TextElideMode.ElideRight)
        form = QRectF(left - _FORM, area.top(), _FORM - 6, area.height())
        drawing.text(painter, form, bar.form, fonts.font("caption"), colours.text.secondary, elide=Qt.TextElideMode.ElideRight)
        top, at = area.top() + (area.height() - _THICK) / 2, left
        for (_, gib), tone in zip(bar.parts, colours.series, strict=False):
            wide = gib * per_gib
            painter.fillRect(QRectF(at, top, max(0.0, wide - 1), _THICK), tone)
            at += wide
        if self.hasFocus() and current:
            painter.setPen(QPen(colours.focus_ring, 1.5))
            painter.drawRect(area.adjusted(1, 1, -1, -1))
        end = left + bar.usable_gib * per_gib
        painter.setPen(QPen(colours.text.primary, 1.5))
        painter.drawLine(QPointF(end, area.top() + 2), QPointF(end, area.bottom() - 2))
        told = QRectF(max(at, end) + 6, area.top(), 60, area.height())
        over = bar.total_gib > bar.usable_gib
        words = colours.severity["error"].colour if over else colours.text.primary
        drawing.text(painter, told, format_number(bar.total_gib, 1), fonts.font("body", tabular=True), words)
        place = self.width() - _RIGHT + 62
        paint_severity(painter, QRectF(place, area.center().y() - _MARK / 2, _MARK, _MARK), bar.severity)
        short = QRectF(place + _MARK + 6, area.top(), _RIGHT - 62 - _MARK - 12, area.height())
        state = {"ok": self.tr("fits"), "warning": self.tr("may miss"), "error": self.tr("does not")}[bar.severity]
        drawing.text(painter, short, state, fonts.font("body"), colours.text.secondary, elide=Qt.TextElideMode.ElideRight)


def _round_step(rough: float) -> float:
    """The next of 1, 2, 5 times a power of ten."""
    power = 1.0
    while power * 10 <= rough:
        power *= 10
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough or factor == 10)
