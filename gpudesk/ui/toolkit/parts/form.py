"""Labels and editors of a dialog in rows, optionally with a hint under an editor."""

import itertools
import math

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gpudesk.core.plan.plan import MOST_PHASE
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.quantities import IMPERIAL, unit_system
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("PhaseField")

RING = 4
"""Room for the focus ring round an editor at the edge."""
_LABEL_LEAST = 110
_EDITOR_LEAST = 280
_MM_PER_FOOT = 304.8
_BREAKING = 1.08
"""Extra width for a text, because lines break at words."""


class Form(QWidget):
    """Two columns: labels of one width, editors that fill the rest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(RING, RING, RING, RING)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnMinimumWidth(0, _LABEL_LEAST)
        self._grid.setColumnMinimumWidth(1, _EDITOR_LEAST)
        self._grid.setColumnStretch(1, 1)
        self._rows = 0
        self._editors: list[QWidget] = []
        self._labels: dict[QWidget, tuple[Label, _Hint]] = {}

    def add(self, label: str, editor: QWidget, hint: str = "") -> Label:
        """Add an editor; returns the label of its hint, which may be set later."""
        title = Label(label, self, step="body", ink="text.secondary")
        title.setBuddy(editor)
        if not editor.accessibleName():
            editor.setAccessibleName(label)
        if isinstance(editor, QLineEdit | QComboBox | QAbstractSpinBox):
            editor.setFixedHeight(theme.size("field"))
            editor.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        title.setFixedHeight(theme.size("field"))
        hint_label = _Hint(hint, self)
        hint_label.setBuddy(editor)
        cell = QVBoxLayout()
        cell.setSpacing(3)
        side = Qt.AlignmentFlag(0) if editor.sizePolicy().horizontalPolicy() in _FILLING else Qt.AlignmentFlag.AlignLeft
        cell.addWidget(editor, 0, side)
        cell.addWidget(hint_label)
        self._grid.addWidget(title, self._rows, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addLayout(cell, self._rows, 1)
        self._rows += 1
        self._editors.append(editor)
        self._labels[editor] = title, hint_label
        return hint_label

    def set_row_visible(self, editor: QWidget, visible: bool) -> None:
        """Show or hide the row of an editor, with its label and hint."""
        title, hint = self._labels[editor]
        editor.setVisible(visible)
        title.setVisible(visible)
        hint.setVisible(visible and bool(hint.text()))

    def add_wide(self, widget: QWidget) -> None:
        """Add something that takes both columns."""
        self._grid.addWidget(widget, self._rows, 0, 1, 2)
        self._rows += 1

    def showEvent(self, event: QShowEvent) -> None:
        # Tab goes as the eye does, in whatever order the editors were made; an editor that is made of several keeps its own.
        for before, editor in itertools.pairwise(self._editors):
            if before.focusPolicy() != Qt.FocusPolicy.NoFocus != editor.focusPolicy():
                QWidget.setTabOrder(before, editor)
        super().showEvent(event)


class _Hint(Label):
    """Small text under an editor, in the necessary number of lines; without text it takes no space."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent, step="caption", ink="text.tertiary", wrap=True)
        # A wrapped label asks for more lines than it needs, and the rows below it would jump.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setVisible(bool(text))

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setVisible(bool(text))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = max(self.width(), _EDITOR_LEAST)
        lines = math.ceil(fonts.text_width(self.text(), "caption") * _BREAKING / width)
        return QSize(_EDITOR_LEAST, max(1, lines) * fonts.line_height("caption"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()


class LengthField(QDoubleSpinBox):
    """A length of a room in meters or feet; the value is whole millimeters.

    Signals:
        length_changed(int): in mm.
    """

    length_changed = Signal(int)

    def __init__(self, length_mm: int, least_mm: int, most_mm: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        imperial = unit_system() == IMPERIAL
        self._mm = _MM_PER_FOOT if imperial else 1000.0
        self.setDecimals(2)
        self.setSingleStep(1.0 if imperial else 0.5)
        self.setSuffix(" ft" if imperial else " m")
        self.setRange(least_mm / self._mm, most_mm / self._mm)
        self._exact = (length_mm, 0.0)
        self.set_length_mm(length_mm)
        self.valueChanged.connect(lambda _: self.length_changed.emit(self.length_mm()))

    def length_mm(self) -> int:
        """The length, mm; an unedited value is returned exactly, regardless of rounding on the screen."""
        length_mm, shown = self._exact
        return length_mm if self.value() == shown else round(self.value() * self._mm)

    def set_length_mm(self, length_mm: int) -> None:
        """Show another length."""
        self.setValue(length_mm / self._mm)
        self._exact = (length_mm, self.value())


class PhaseField(QSpinBox):
    """A build phase: 0 is the pilot."""

    def __init__(self, phase: int = 1, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(0, MOST_PHASE)
        self.setSpecialValueText(tr("0 (pilot)"))
        self.setValue(phase)


_FILLING = (QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
