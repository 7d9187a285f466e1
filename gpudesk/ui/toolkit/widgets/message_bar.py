"""A line under the menus with a failure or a state of the file, until the user closes it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr = text_context("MessageBar")

_MARK = 14
GONE_MS = 12_000
"""Display time of a message that only confirms an action whose result is also visible elsewhere."""


class MessageBar(QWidget):
    """One message at a time, with its mark; the fix is in a second line.

    With `over` it is drawn over its parent, so that nothing moves away from under the pointer: a temporary one at the bottom, where
    it hides no tools. A permanent one is at the top and requests its own space; otherwise it would hide the content there.

    Signals:
        room_wanted(int): the required height in px, 0 for none.
    """

    room_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, over: bool = False) -> None:
        super().__init__(parent)
        self._over = parent if over else None
        if self._over is not None:
            self._over.installEventFilter(self)
        self._severity = "info"
        self._passing = False
        self._gone = QTimer(self, interval=GONE_MS, singleShot=True)
        self._gone.timeout.connect(self._go)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self._what = Label("", step="strong", wrap=True)
        self._fix = Label("", step="body", wrap=True)
        self._choices = QHBoxLayout()
        self._choices.setContentsMargins(0, 4, 0, 0)
        self._choices.setSpacing(8)
        self._choices.addStretch(1)
        close = IconButton("close", tr("Close the message"), self)
        close.clicked.connect(self.hide)
        lines = QVBoxLayout()
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addWidget(self._what)
        lines.addWidget(self._fix)
        lines.addLayout(self._choices)
        row = QHBoxLayout(self)
        row.setContentsMargins(16 + _MARK + 8, 6, 8, 7)
        row.addLayout(lines, 1)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()
        theme.notifier().changed.connect(self.update)

    @property
    def text(self) -> str:
        """The text shown, with its fix."""
        return f"{self._what.text()} {self._fix.text()}".strip()

    @property
    def choices(self) -> list[VerbButton]:
        """The buttons of the message that is shown."""
        items = [self._choices.itemAt(place) for place in range(self._choices.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [widget for widget in widgets if isinstance(widget, VerbButton)]

    def show_message(
        self, severity: str, text: str, fix: str, *, passing: bool = False, choices: Sequence[tuple[str, Callable[[], object]]] = ()
    ) -> None:
        """Show a message ("error", "warning", "info", "ok") in place of the last one; `forget_passing` removes a temporary one.

        A temporary "ok" message disappears after a delay; otherwise it would cover the bottom of its place until closed.

        Args:
            choices: buttons under the message: their texts, and their actions.
        """
        for old in self.choices:
            self._choices.removeWidget(old)
            old.hide()
            old.deleteLater()
        for place, (name, do) in enumerate(choices):
            button = VerbButton(name, self)
            button.clicked.connect(do)
            self._choices.insertWidget(place, button)
        self._severity = severity
        self._passing = passing
        self._what.setText(text)
        self._fix.setText(fix)
        self._fix.setVisible(bool(fix))
        self.setAccessibleName(f"{text} {fix}".strip())
        self.show()
        self._lie_over()
        self.update()
        if passing and severity == "ok":
            self._gone.start()
        else:
            self._gone.stop()

    def _go(self) -> None:
        """Hide, but not from under the pointer or the keyboard."""
        focused = QApplication.focusWidget()
        if self.underMouse() or (focused is not None and self.isAncestorOf(focused)):
            self._gone.start()
        else:
            self.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._gone.stop()
        self.room_wanted.emit(0)

    def forget_passing(self) -> None:
        """Hide a message that does not matter any more."""
        if self._passing:
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._over and event.type() == QEvent.Type.Resize:
            self._lie_over()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            # A button gets its font and its height only with the style, which may come after the message was shown.
            self._lie_over()
        return handled

    def _lie_over(self) -> None:
        row = self.layout()
        if self._over is not None and row is not None:
            wide = self._over.width()
            high = row.totalHeightForWidth(wide) if row.hasHeightForWidth() else row.totalSizeHint().height()
            self.setGeometry(0, self._over.height() - high if self._passing else 0, wide, high)
            self.raise_()
            self.room_wanted.emit(0 if self._passing or self.isHidden() else self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 32)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        tone = colours.severity[self._severity]
        painter = QPainter(self)
        painter.fillRect(self.rect(), tone.surface)
        line = painting.top_line if self._passing else painting.bottom_line
        line(painter, self.rect(), colours.border.default)
        middle = self._what.geometry().top() + fonts.line_height("strong") / 2
        paint_severity(painter, QRectF(16, round(middle - _MARK / 2), _MARK, _MARK), self._severity)
