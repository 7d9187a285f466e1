"""A row with two fields: from and to."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.ui import theme
from gpudesk.ui.quantities import format_number, parse_number, shown_scale
from gpudesk.ui.widgets.field_rows import FieldRow, LineField, set_unit
from gpudesk.ui.widgets.label import Label

_EDITOR_HEIGHT = 22


class RangeRow(FieldRow):
    """Bounds of a figure in the person's units; what is no number is taken back.

    Signals:
        changed(low, high): other bounds, None where open, in the units of the catalog.
    """

    changed = Signal(object, object)

    def __init__(self, label: str, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(label, parent)
        self._unit, self._factor, self._offset = shown_scale(unit)
        self._bounds: tuple[float | None, float | None] = (None, None)
        self.low, self.high = LineField(), LineField()
        for field, name in ((self.low, self.tr("{figure}, at least")), (self.high, self.tr("{figure}, at most"))):
            field.setParent(self)
            field.setAccessibleName(name.format(figure=label))
            field.setFixedHeight(_EDITOR_HEIGHT)
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            field.committed.connect(self._commit)
            self.row.addWidget(field, 1)
        self.row.insertWidget(1, Label("–", ink="text.tertiary"))
        self.row.setSpacing(4)
        if self._unit:
            set_unit(self.high, self._unit)
        self.setFixedHeight(theme.size("field") + 2)
        self.setFocusProxy(self.low)

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
