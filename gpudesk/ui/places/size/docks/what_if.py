"""What if: sliders for the figures that decide most, answered while they are dragged."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QSpinBox, QVBoxLayout, QWidget

from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("WhatIf")

_STEPS = 400
_KEY_STEPS = 8
_FIGURES = 2
_TITLE_WIDE, _VALUE_WIDE = 88, 62


@dataclass(frozen=True, slots=True)
class Scale:
    """From `low` to `high`; with `log` equal ways are equal ratios, and values have two figures."""

    low: float
    high: float
    log: bool = True

    def value(self, at: int) -> float:
        """The value at a place of the slider."""
        share = at / _STEPS
        if not self.log:
            return self.low + share * (self.high - self.low)
        rough: float = self.low * (self.high / self.low) ** share
        power: float = 10.0 ** (math.floor(math.log10(rough)) - _FIGURES + 1)
        return min(max(round(rough / power) * power, self.low), self.high)

    def place(self, value: float) -> int:
        """The place of a value; beyond the ends the end."""
        bounded = min(max(value, self.low), self.high)
        if not self.log:
            return round((bounded - self.low) / (self.high - self.low) * _STEPS)
        return round(math.log(bounded / self.low) / math.log(self.high / self.low) * _STEPS)


class WhatIfRow(QWidget):
    """A title, a slider and the value.

    Signals:
        moved(float): the person took another value.
    """

    moved = Signal(float)

    def __init__(self, title: str, scale: Scale, told: Callable[[float], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scale, self._told = scale, told
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, _STEPS)
        self.slider.setSingleStep(_KEY_STEPS)
        self.slider.setPageStep(5 * _KEY_STEPS)
        self.slider.setAccessibleName(title)
        self._value = Label("", step="caption", ink="text.secondary", tabular=True)
        self._value.setFixedWidth(_VALUE_WIDE)
        self._value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        name = Label(title, step="body", ink="text.secondary")
        name.setFixedWidth(_TITLE_WIDE)
        name.setToolTip(title)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(6)
        row.addWidget(name)
        row.addWidget(self.slider, 1)
        row.addWidget(self._value)
        self.setFixedHeight(theme.size("field"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.slider.valueChanged.connect(self._move)

    @property
    def value(self) -> float:
        """The value that is shown."""
        return self._scale.value(self.slider.value())

    def show_value(self, value: float) -> None:
        """Show another value without telling of it."""
        blocker = QSignalBlocker(self.slider)
        self.slider.setValue(self._scale.place(value))
        blocker.unblock()
        self._tell(value)

    def _move(self, at: int) -> None:
        value = self._scale.value(at)
        self._tell(value)
        self.moved.emit(value)

    def _tell(self, value: float) -> None:
        self._value.setText(self._told(value))
        self.slider.setAccessibleDescription(self._told(value))


class WhatIf(QWidget):
    """Rows under a collapsible header; a row changes its field.

    Signals:
        dragged(): a value changed; answers are needed during the drag.
    """

    dragged = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[str, WhatIfRow] = {}
        self.head = GroupHeader(tr("What if"))
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 2, 0, 2)
        self._column.setSpacing(2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self._body)
        self.head.folded.connect(lambda folded: self._body.setVisible(not folded))
        share = Scale(0.5, 0.98, log=False)
        self._utilisation: float | None = None
        row = self._add("filled", tr("Fill"), share, lambda value: f"{format_number(100 * value, 0)}{THIN_SPACE}%")
        row.setToolTip(tr("Share of the usable memory that the engine may use"))
        row.moved.connect(self._fill)

    def follow(self, key: str, title: str, scale: Scale, box: QSpinBox) -> None:
        """Add a row that changes a field, and follows it."""
        row = self._add(key, title, scale, lambda value: format_number(round(value)))
        row.show_value(box.value())
        box.valueChanged.connect(row.show_value)

        def move(value: float) -> None:
            # The field would wait until the hand rests.
            blocker = QSignalBlocker(box)
            box.setValue(round(value))
            blocker.unblock()
            self.dragged.emit()

        row.moved.connect(move)

    @property
    def utilisation(self) -> float | None:
        """The requested share of memory; None for the engine default."""
        return self._utilisation

    def show_utilisation(self, asked: float | None, usual: float) -> None:
        """Show the requested value, or the engine default."""
        self._utilisation = asked
        self.rows["filled"].show_value(asked if asked is not None else usual)

    def _fill(self, value: float) -> None:
        self._utilisation = round(value, 2)
        self.dragged.emit()

    def _add(self, key: str, title: str, scale: Scale, told: Callable[[float], str]) -> WhatIfRow:
        row = self.rows[key] = WhatIfRow(title, scale, told)
        self._column.addWidget(row)
        return row
