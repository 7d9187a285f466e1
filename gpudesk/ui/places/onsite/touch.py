"""Controls that a gloved finger hits: 48 px high, which is 12.7 mm at 96 dpi, and no use of hover."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.style.button_styles import PRIMARY
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

TOUCH_PX = 48


class TouchButton(VerbButton):
    """A button named by its verb; a checkable one shows that it is on by its color and by a tick before its text."""

    def __init__(self, text: str, parent: QWidget | None = None, *, primary: bool = False, checkable: bool = False) -> None:
        super().__init__(_plain(text), parent)
        self._text = text
        self.setMinimumHeight(TOUCH_PX)
        self.setAccessibleName(text)
        self.setFont(fonts.font("strong"))
        self.setProperty(PRIMARY, primary)
        if checkable:
            self.setCheckable(True)
            self.toggled.connect(self._mark)

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(TOUCH_PX, TOUCH_PX))

    def say(self, text: str) -> None:
        """Write something else on it."""
        self._text = text
        self.setAccessibleName(text)
        self._mark(self.isChecked())

    def _mark(self, on: bool) -> None:
        self.setText(_plain(f"✓ {self._text}" if on else self._text))
        self.setProperty(PRIMARY, on) if self.isCheckable() else None
        self.update()


def _plain(text: str) -> str:
    """A text for a button: an ampersand in a name is none that marks a key."""
    return text.replace("&", "&&")


class TouchLine(QLineEdit):
    """A field for one line of text."""

    def __init__(self, name: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder)
        self.setMinimumHeight(TOUCH_PX)
        self.setFont(fonts.font("title"))

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(80, TOUCH_PX))


class TouchChoice(QComboBox):
    """A drop-down list whose lines are as tall as the list itself."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setMinimumHeight(TOUCH_PX)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        # The style gives the list rows of its own when it is polished.
        self.view().ensurePolished()
        self.view().setItemDelegate(_TouchRows(self.view()))

    def choose(self, key: object) -> bool:
        """Make the line with that key the current one; whether there is one."""
        place = self.findData(key)
        if place >= 0:
            self.setCurrentIndex(place)
        return place >= 0


class _TouchRows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width(), max(size.height(), TOUCH_PX))
