"""The count of one severity, which shows or hides its rows."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import severity_name
from gpudesk.ui.toolkit.widgets.tag import paint_tag, tag_size

tr = text_context("SeverityFilter")

_GAP = 3


class SeverityFilter(QAbstractButton):
    """A tag that is pressed: in its colors while its rows are shown, a bare outline while they are hidden."""

    def __init__(self, severity: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._severity = severity
        self._count = 0
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self._name)
        self._name()

    def severity(self) -> str:
        """The severity that is shown or hidden."""
        return self._severity

    def count(self) -> int:
        """How many there are."""
        return self._count

    def set_count(self, count: int) -> None:
        """Show another count."""
        self._count = count
        self._name()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(tag_size(format_number(self._count), self._severity).width() + 2 * _GAP, theme.size("hit_min"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        badge = theme.size("badge")
        rect = QRectF(_GAP, (self.height() - badge) / 2, self.width() - 2 * _GAP, badge)
        text = format_number(self._count)
        if self.isChecked() and self._count:
            paint_tag(painter, rect, text, self._severity)
            if self.underMouse():
                line = colours.severity[self._severity].colour
                painting.frame(painter, rect, None, line, theme.radius("mark"))
            return
        line = colours.border.strong if self.underMouse() else colours.border.default
        pattern = Qt.PenStyle.SolidLine if self.isChecked() else Qt.PenStyle.DotLine
        painting.frame(painter, rect, None, line, theme.radius("mark"), pattern=pattern)
        mark = QRectF(rect.left() + 6, rect.top(), 11, rect.height())
        icons.paint(painter, f"severity-{self._severity}", mark, colours.text.disabled)
        words = rect.adjusted(21, 0, -5, 0)
        painting.text(painter, words, text, fonts.font("caption", tabular=True), colours.text.tertiary)

    def _name(self) -> None:
        kind = severity_name(self._severity)
        shown = tr("shown") if self.isChecked() else tr("hidden")
        self.setAccessibleName(tr("{kind}: {count}, {shown}").format(kind=kind, count=format_number(self._count), shown=shown))
        tip = tr("Hide problems of this severity: {kind}") if self.isChecked() else tr("Show problems of this severity: {kind}")
        self.setToolTip(tip.format(kind=kind))
