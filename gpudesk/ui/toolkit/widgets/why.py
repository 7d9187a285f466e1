"""The calculation of a figure: its terms, their sum, comparisons, and their sources."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.quantities import MISSING
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.confidence_badge import ConfidenceBadge, badge_width
from gpudesk.ui.toolkit.widgets.label import Label, breakable
from gpudesk.ui.toolkit.widgets.popover import MOST_WIDTH, Popover
from gpudesk.ui.toolkit.widgets.severity_marks import SeverityMark, confidence_name, severity_name


@dataclass(frozen=True, slots=True)
class WhyTerm:
    """One line: name, value, confidence. `detail` is in small text below; a severity marks the value."""

    label: str
    value: str
    confidence: str = ""
    detail: str = ""
    severity: str = ""


@dataclass(frozen=True, slots=True)
class WhyContent:
    """Complete calculation of one figure: terms, a rule line, the sum, comparisons, the source as text."""

    title: str
    terms: Sequence[WhyTerm]
    total: WhyTerm | None = None
    comparisons: Sequence[WhyTerm] = ()
    formula: str = ""
    source: str = ""

    def as_text(self) -> str:
        """The same as plain text, columns separated by tabs."""
        lines = [self.title]
        if self.formula:
            lines.append(self.formula)
        lines += [_text_line(term) for term in self.terms]
        if self.total is not None:
            lines.append(_text_line(self.total))
        lines += [_text_line(term) for term in self.comparisons]
        if self.source:
            lines.append(self.source)
        return "\n".join(lines)


class WhyView(QWidget):
    """The working itself, for a popover or a dock."""

    def __init__(self, content: WhyContent, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self.setAccessibleName(content.title)
        self.setAccessibleDescription(content.as_text())
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self._next_row = 0
        self._columns = 4 if self._has_marks_apart() else 3
        if content.formula:
            formula = Label(content.formula, self, step="body", ink="text.secondary", wrap=True)
            font = formula.font()
            font.setItalic(True)
            formula.setFont(font)
            self._add_wide(formula)
        for term in content.terms:
            self._add_term(term, ink="text.primary")
        if content.total is not None or content.comparisons:
            self._add_wide(_RuleLine(self))
        if content.total is not None:
            self._add_term(content.total, ink="text.primary", strong=True)
        for term in content.comparisons:
            self._add_term(term, ink="text.secondary")
        if content.source:
            self._add_wide(Label(breakable(content.source), self, step="caption", ink="text.tertiary", wrap=True))

    def sizeHint(self) -> QSize:
        # As wide as its widest line wants to be; the labels alone would rather wrap.
        layout_width = max((self._line_width(term) for term in self._lines()), default=0)
        width = min(max(layout_width, super().sizeHint().width()), MOST_WIDTH - 24)
        return QSize(width, self.heightForWidth(width))

    def hasHeightForWidth(self) -> bool:
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrower place wraps more lines: none of them is cut off."""
        super().resizeEvent(event)
        self.setMinimumHeight(self.heightForWidth(event.size().width()))

    def heightForWidth(self, width: int) -> int:
        height = self._grid.heightForWidth(width)
        return height if height >= 0 else self._grid.sizeHint().height()

    def _lines(self) -> list[WhyTerm]:
        total = [self._content.total] if self._content.total is not None else []
        return [*self._content.terms, *total, *self._content.comparisons]

    def _line_width(self, term: WhyTerm) -> int:
        lines = self._lines()
        values = max(fonts.text_width(line.value, "body", strong=True, tabular=True) for line in lines)
        badges = max((badge_width(line.confidence) for line in lines if line.confidence), default=0)
        marks = 24 if self._has_marks_apart() else 0
        return int(fonts.text_width(term.label, "strong") + values + badges + marks + 2 * 10 + 1)

    def _has_marks_apart(self) -> bool:
        """Whether a line has a mark after its confidence, which requires another column."""
        return any(line.severity and line.confidence for line in self._lines())

    def _add_term(self, term: WhyTerm, *, ink: str, strong: bool = False) -> None:
        row = self._next_row
        label = Label(term.label, self, step="strong" if strong else "body", ink=ink, wrap=True)
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignVCenter)
        value_ink = f"severity.{term.severity}" if term.severity else "text.primary"
        value = Label(term.value or MISSING, self, step="body", ink=value_ink, strong=strong or bool(term.severity), tabular=True)
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if term.confidence:
            badge = ConfidenceBadge(term.confidence, "", self)
            self._grid.addWidget(badge, row, 2, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        if term.severity:
            column = 3 if term.confidence else 2
            self._grid.addWidget(SeverityMark(term.severity, 14, self), row, column)
        self._next_row += 1
        if term.detail:
            detail = Label(breakable(term.detail), self, step="caption", ink="text.tertiary", wrap=True)
            self._grid.addWidget(detail, self._next_row, 0, 1, self._columns)
            self._next_row += 1

    def _add_wide(self, widget: QWidget) -> None:
        self._grid.addWidget(widget, self._next_row, 0, 1, self._columns)
        self._next_row += 1


def why_popover(window: QWidget, content: WhyContent) -> Popover:
    """A popover with the working of a figure, to be shown at the figure; it can be copied and kept as a panel."""
    popover = Popover(window, content.title, can_pin=True)
    popover.set_content(WhyView(content))
    popover.set_copy_text(content.as_text)
    return popover


class _RuleLine(QWidget):
    """The line above a sum."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedHeight(7)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 3, self.width(), 1, theme.current().border.default)


def _text_line(term: WhyTerm) -> str:
    parts = [term.label, term.value or MISSING]
    if term.confidence:
        parts.append(confidence_name(term.confidence))
    if term.severity:
        parts.append(severity_name(term.severity))
    if term.detail:
        parts.append(term.detail)
    return "\t".join(parts)
