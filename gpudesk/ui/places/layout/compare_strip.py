"""The strip above a drawing while something is compared: with what, how many of each sort, next, previous, done. It is the legend too."""

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from gpudesk.project.compare import Sort
from gpudesk.ui.panels.comparison.comparing import Comparing
from gpudesk.ui.panels.comparison.difference_rows import sort_title
from gpudesk.ui.places.layout.difference_marks import BADGE_PX, SORTS, paint_badges, sort_colour
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr_compare_strip = text_context("CompareStrip")
tr_sort_filter = text_context("SortFilter")

_GAP = 6
_LEAST_TITLE_PX = 120


class CompareStrip(QWidget):
    """Shows the objects of the current comparison; its counts show and hide each kind of difference."""

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self._comparing = Comparing.of(session)
        self.title = _Title(self)
        self.sorts = {sort: SortFilter(sort, self) for sort in Sort}
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 8, 3)
        row.setSpacing(4)
        row.addWidget(self.title, 1)
        for sort, button in self.sorts.items():
            button.toggled.connect(lambda _checked, sort=sort: self._toggle(sort))
            row.addWidget(button)
        row.addSpacing(8)
        self.previous = IconButton("arrow-up", tr_compare_strip("Previous difference"), self)
        self.next = IconButton("arrow-down", tr_compare_strip("Next difference"), self)
        self.done = VerbButton(tr_compare_strip("Done"), self)
        self.done.setAccessibleName(tr_compare_strip("Stop comparing"))
        for control, name in ((self.previous, "compare.previous"), (self.next, "compare.next"), (self.done, "compare.done")):
            action = registry.action(name)
            control.clicked.connect(lambda _checked=False, action=action: action.trigger())
            row.addWidget(control)
        self._comparing.changed.connect(self._show)
        theme.notifier().changed.connect(self.update)
        self._show()

    @property
    def text(self) -> str:
        """Full text of the strip; empty if nothing is compared."""
        return "" if self.isHidden() else ", ".join([self.title.text, *(button.text() for button in self.sorts.values())])

    def _show(self) -> None:
        shown = self._comparing.shown
        self.setVisible(shown is not None)
        if shown is None:
            return
        counts = shown.comparison.differences.counts()
        same = not sum(counts.values())
        title = tr_compare_strip("No differences from “{name}”") if same else tr_compare_strip("Compared with “{name}”")
        self.title.set_text(title.format(name=self._comparing.title))
        for sort, button in self.sorts.items():
            button.show_count(counts[sort], checked=sort in shown.sorts)
            button.setVisible(not same)
        self.previous.setEnabled(not same)
        self.next.setEnabled(not same)
        self.setAccessibleName(self.text)

    def _toggle(self, sort: Sort) -> None:
        shown = self._comparing.shown
        if shown is not None:
            chosen = set(shown.sorts) | {sort} if self.sorts[sort].isChecked() else set(shown.sorts) - {sort}
            self._comparing.set_sorts(frozenset(chosen))

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.panel)
        painting.bottom_line(painter, self.rect(), colours.border.default)


class SortFilter(QAbstractButton):
    """The mark of a sort with its count: pressed while that sort is shown, a bare outline while it is hidden."""

    def __init__(self, sort: Sort, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sort = sort
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_count(self, count: int, *, checked: bool) -> None:
        """Show another count and state, without saying `toggled`."""
        words = {
            Sort.ADDED: tr_sort_filter("%n added", "", count),
            Sort.REMOVED: tr_sort_filter("%n removed", "", count),
            Sort.MOVED: tr_sort_filter("%n moved", "", count),
            Sort.CHANGED: tr_sort_filter("%n changed", "", count),
        }
        self.setText(words[self._sort].replace(str(count), format_number(count), 1))
        self.blockSignals(True)
        self.setChecked(checked)
        self.blockSignals(False)
        shown = tr_sort_filter("shown") if checked else tr_sort_filter("hidden")
        self.setAccessibleName(f"{self.text()}, {shown}")
        kind = sort_title(self._sort)
        tip = tr_sort_filter("Hide these differences: {kind}") if checked else tr_sort_filter("Show these differences: {kind}")
        self.setToolTip(tip.format(kind=kind))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(int(fonts.text_width(self.text(), "body", tabular=True) + BADGE_PX + 3 * _GAP + 2), theme.size("hit_min"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        area = QRectF(self.rect()).adjusted(0.5, 1.5, -0.5, -1.5)
        if self.underMouse():
            painter.fillRect(self.rect(), colours.hover)
        line = colours.border.strong if self.underMouse() else colours.border.default
        pattern = Qt.PenStyle.SolidLine if self.isChecked() else Qt.PenStyle.DotLine
        painting.frame(painter, area, None, line, theme.radius("mark"), pattern=pattern)
        box = np.array([[_GAP, (self.height() - BADGE_PX) / 2, BADGE_PX, BADGE_PX]])
        if self.isChecked():
            paint_badges(painter, colours, box, SORTS.index(self._sort))
        else:
            painting.frame(painter, QRectF(*box[0].tolist()), None, sort_colour(colours, SORTS.index(self._sort)), 0)
        ink = colours.text.primary if self.isChecked() else colours.text.tertiary
        words = area.adjusted(BADGE_PX + 2 * _GAP - 1, 0, 0, 0)
        painting.text(painter, words, self.text(), fonts.font("body", tabular=True), ink)


class _Title(QWidget):
    """A one-line label that is elided in the middle if space is limited."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(_LEAST_TITLE_PX)
        theme.notifier().changed.connect(self.update)

    def set_text(self, text: str) -> None:
        """Set another text."""
        self.text = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(int(fonts.text_width(self.text, "strong")) + 4, theme.size("hit_min"))

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        rect = QRectF(self.rect())
        painting.text(QPainter(self), rect, self.text, fonts.font("strong"), colours.text.primary, elide=Qt.TextElideMode.ElideMiddle)
