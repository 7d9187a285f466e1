"""Two fields under a label: from and to."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number, parse_number, shown_scale
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.field_rows import LineField
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("RangeRow")

_EDITOR_HEIGHT = 24
_UNIT_ROOM = 44


class RangeRow(QWidget):
    """Bounds of a figure in the user's units; invalid input is reverted.

    Signals:
        changed(low, high): new bounds, None if open, in the units of the catalog.
    """

    changed = Signal(object, object)

    def __init__(self, label: str, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = label
        self._unit, self._factor, self._offset = shown_scale(unit)
        self._bounds: tuple[float | None, float | None] = (None, None)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.low, self.high = LineField(), LineField()
        title = Label(label, self, step="caption", ink="text.secondary")
        title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        title.setToolTip(label)
        title.setBuddy(self.low)
        row = QHBoxLayout()
        row.setSpacing(4)
        for field, name in ((self.low, tr("{figure}, at least")), (self.high, tr("{figure}, at most"))):
            field.setParent(self)
            spoken = f"{name.format(figure=label)}, {self._unit}" if self._unit else name.format(figure=label)
            field.setAccessibleName(spoken)
            field.setFixedHeight(_EDITOR_HEIGHT)
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            field.committed.connect(self._commit)
            row.addWidget(field, 1)
        row.insertWidget(1, Label("–", ink="text.tertiary"))
        written = Label(f"{THIN_SPACE}{self._unit}" if self._unit else "", self, step="caption", ink="text.tertiary")
        written.setFixedWidth(_UNIT_ROOM)
        written.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(written)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 4, 6, 4)
        column.setSpacing(2)
        column.addWidget(title)
        column.addLayout(row)
        self.setFocusProxy(self.low)

    def label(self) -> str:
        """The label shown."""
        return self._label

    def set_bounds(self, low: float | None, high: float | None) -> None:
        """Show bounds, in the units of the catalog."""
        self._bounds = (low, high)
        for field, value in ((self.low, low), (self.high, high)):
            field.set_value("" if value is None else format_number(round(value * self._factor + self._offset, 6)))

    def _commit(self, _text: str) -> None:
        bounds = (self._read(self.low), self._read(self.high))
        if bounds != self._bounds:
            self.set_bounds(*bounds)
            self.changed.emit(*bounds)

    def _read(self, field: LineField) -> float | None:
        value = parse_number(field.text())
        if value is None:
            field.set_value("")
            return None
        return (value - self._offset) / self._factor
