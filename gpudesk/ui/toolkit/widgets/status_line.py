"""The totals at the foot of the window."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import INFO, SEVERITY_ORDER, paint_severity, severity_name

tr_status_line = text_context("StatusLine")
tr_problem_counts = text_context("ProblemCounts")

CHANGED_MS = 2000
_MARGIN = 12
_PADDING = 10
_GAP = 5


@dataclass(frozen=True, slots=True)
class StatusFigure:
    """One total: `text` is the displayed value, `label` its meaning, `tool_tip` a longer text."""

    key: str
    text: str
    label: str
    tool_tip: str = ""


class StatusLine(QWidget):
    """Totals at the left in a fixed order, problems at the right end, anything else in between."""

    problems_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.size("status"))
        self.setAccessibleName(tr_status_line("Totals"))
        self.totals = StatusTotals(self)
        self.problems = ProblemCounts(self)
        self.problems.clicked.connect(self.problems_clicked)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addWidget(self.totals, 1)
        self._row.addWidget(self.problems)

    def insert_work(self, widget: QWidget) -> None:
        """Put a progress strip before the problems."""
        self._row.insertWidget(1, widget)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.panel)
        painting.top_line(painter, self.rect(), colours.border.default)


class StatusTotals(QWidget):
    """The totals themselves. A figure that changed is bold for two seconds; what does not fit is left out whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: tuple[StatusFigure, ...] = ()
        self._changed: set[str] = set()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(CHANGED_MS)
        self._timer.timeout.connect(self._calm)

    def figures(self) -> tuple[StatusFigure, ...]:
        """The totals shown."""
        return self._figures

    def changed_keys(self) -> frozenset[str]:
        """The keys of the figures that are bold now."""
        return frozenset(self._changed)

    def set_figures(self, figures: Sequence[StatusFigure], *, mark_changes: bool = True) -> None:
        """Show these totals; `mark_changes` is false when another project or phase is shown."""
        before = {figure.key: figure.text for figure in self._figures}
        self._figures = tuple(figures)
        if mark_changes:
            changed = {figure.key for figure in figures if before.get(figure.key, figure.text) != figure.text}
            if changed:
                self._changed |= changed
                self._timer.start()
        else:
            self._calm()
        self.setAccessibleName(", ".join(f"{figure.text} {figure.label}" for figure in figures))
        self._tell_left_out()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(int(sum(self._width(figure) for figure in self._figures)), theme.size("status"))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, theme.size("status") - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_left_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        left = float(_MARGIN - _PADDING)
        for index, figure in enumerate(self._figures):
            width = self._width(figure)
            if left + width > self.width():
                break
            if index:
                middle = self.height() / 2
                painter.fillRect(QRectF(left, middle - 7, 1, 14), colours.border.default)
            area = QRectF(left + _PADDING, 0, width, self.height())
            figure_width = self._figure_width(figure)
            font = fonts.font("caption", strong=figure.key in self._changed, tabular=True)
            slot = QRectF(area.left(), 0, figure_width, area.height())
            painting.text(painter, slot.adjusted(-2, 0, 0, 0), figure.text, font, colours.text.primary, Qt.AlignmentFlag.AlignRight)
            area.setLeft(area.left() + figure_width + _GAP)
            painting.text(painter, area, figure.label, fonts.font("caption"), colours.text.tertiary)
            left += width

    def _calm(self) -> None:
        self._changed.clear()
        self.update()

    def _tell_left_out(self) -> None:
        """A tooltip with every total, for those that do not fit."""
        lines = [f"{figure.text} {figure.label}  {figure.tool_tip}".rstrip() for figure in self._figures]
        self.setToolTip("\n".join(lines))

    def _figure_width(self, figure: StatusFigure) -> float:
        # Room for the semibold face, so that nothing moves when it becomes plain again.
        return fonts.text_width(figure.text, "caption", strong=True, tabular=True)

    def _width(self, figure: StatusFigure) -> float:
        return self._figure_width(figure) + _GAP + fonts.text_width(figure.label, "caption") + 2 * _PADDING


class ProblemCounts(QAbstractButton):
    """How many problems of each severity there are; a click shows them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: tuple[tuple[str, int], ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.set_counts({})

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Show the number of problems by severity; notes are left out at 0."""
        shown = [(name, counts.get(name, 0)) for name in SEVERITY_ORDER[:3]]
        self._counts = tuple((name, number) for name, number in shown if number or name != INFO)
        if not any(number for _, number in self._counts):
            self._counts = ()
        words = [f"{severity_name(name)}: {number}" for name, number in self._counts]
        text = tr_problem_counts("Problems: {counts}").format(counts=", ".join(words)) if words else tr_problem_counts("No problems")
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        if not self._counts:
            return QSize(int(fonts.text_width(self._clear_text(), "caption") + 0.99) + 16 + 2 * _PADDING, theme.size("status"))
        width = sum(self._count_width(number) for _, number in self._counts)
        return QSize(int(width + 0.99) + 2 * _PADDING - 8, theme.size("status"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        if self.underMouse():
            painter.fillRect(self.rect().adjusted(0, 1, 0, 0), colours.hover)
        left = float(_PADDING)
        font = fonts.font("caption", tabular=True)
        if not self._counts:
            paint_severity(painter, QRectF(left, 0, 12, self.height()), "ok")
            area = QRectF(left + 16, 0, self.width(), self.height())
            painting.text(painter, area, self._clear_text(), fonts.font("caption"), colours.text.secondary)
        for name, number in self._counts:
            paint_severity(painter, QRectF(left, 0, 12, self.height()), name)
            area = QRectF(left + 16, 0, 60, self.height())
            painting.text(painter, area, str(number), font, colours.text.primary)
            left += self._count_width(number)

    def _clear_text(self) -> str:
        return tr_problem_counts("no problems")

    def _count_width(self, number: int) -> float:
        return fonts.text_width(str(number), "caption", tabular=True) + 16 + 8
