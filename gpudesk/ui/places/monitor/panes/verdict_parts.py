"""The parts of the verdict's column: the card, a figure with its mark, a numbered step, a command to copy."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, OK, SeverityMark

_MARGIN = 10
_BAR = 3


def _wrapped(text: str, *, step: str = "body", ink: str = "text.primary", strong: bool = False) -> Label:
    label = Label(text, step=step, ink=ink, strong=strong, wrap=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


class VerdictCard(QWidget):
    """The verdict in large letters, with its meaning and confidence below."""

    def __init__(self, severity: str, title: str, sentences: list[str], caption: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.severity = severity
        self.setAccessibleName(f"{title}. {' '.join(sentences)} {caption}")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(SeverityMark(severity, 20), 0, Qt.AlignmentFlag.AlignTop)
        self.title = _wrapped(title, step="title", strong=True)
        head.addWidget(self.title, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN + _BAR, 12, _MARGIN, 12)
        column.setSpacing(8)
        column.addLayout(head)
        self.words = _wrapped(" ".join(sentences))
        column.addWidget(self.words)
        self.caption = _wrapped(caption, step="caption", ink="text.tertiary")
        column.addWidget(self.caption)
        theme.notifier().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.raised)
        painter.fillRect(QRectF(0, 0, _BAR, self.height()), icons.colour_named(f"severity.{self.severity}"))
        painting.bottom_line(painter, self.rect(), colours.border.default)


class FigureRow(QWidget):
    """A title, its figure at the right, and whether it is as it should be."""

    def __init__(self, title: str, value: str, ok: bool | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.value, self.ok = title, value, ok
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        row = QHBoxLayout(self)
        row.setContentsMargins(_MARGIN, 3, _MARGIN, 3)
        row.setSpacing(8)
        row.addWidget(_wrapped(title, ink="text.secondary"), 1)
        figure = Label(value, strong=True, tabular=True)
        row.addWidget(figure)
        if ok is None:
            row.addSpacing(14 + row.spacing())
            self.setAccessibleName(f"{title}: {value}")
            return
        mark = SeverityMark(OK if ok else ERROR)
        row.addWidget(mark)
        self.setAccessibleName(f"{title}: {value}, {mark.accessibleName()}")


class NumberedStep(QWidget):
    """A step to take, with its number in a frame."""

    def __init__(self, number: int, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self.text = text
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(f"{number}. {text}")
        row = QHBoxLayout(self)
        row.setContentsMargins(_MARGIN + 26, 4, _MARGIN, 4)
        row.addWidget(_wrapped(text))
        theme.notifier().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        colours = theme.current()
        painter = QPainter(self)
        box = QRectF(_MARGIN, 5, 18, 18)
        painting.frame(painter, box, None, colours.border.strong, 2)
        font = fonts.font("caption", strong=True)
        painting.text(painter, box, str(self._number), font, colours.text.secondary, Qt.AlignmentFlag.AlignHCenter)


class NoteLine(QWidget):
    """A sentence in small letters."""

    def __init__(self, text: str, parent: QWidget | None = None, *, ink: str = "text.secondary") -> None:
        super().__init__(parent)
        self.text = text
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        row = QHBoxLayout(self)
        row.setContentsMargins(_MARGIN, 3, _MARGIN, 3)
        row.addWidget(_wrapped(text, step="caption", ink=ink))


class CommandLine(QWidget):
    """A command that can be copied."""

    def __init__(self, command: str, copy: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.command = command
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        row = QHBoxLayout(self)
        row.setContentsMargins(_MARGIN, 2, 4, 2)
        row.setSpacing(4)
        # A place to break after each option, so that a long command does not widen the column.
        row.addWidget(_wrapped(command.replace("=", "=\u200b").replace(",", ",\u200b"), step="caption"), 1)
        self.button = IconButton("copy", copy, self)
        self.button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.command))
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
