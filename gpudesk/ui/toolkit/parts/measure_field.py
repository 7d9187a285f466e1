"""A length of something on the floor, to the millimeter or the hundredth of an inch."""

from PySide6.QtWidgets import QDoubleSpinBox, QWidget

from gpudesk.ui.toolkit.quantities import THIN_SPACE, shown_scale


class MeasureField(QDoubleSpinBox):
    """A number in the user's unit; the value is in whole millimeters, or in `unit`.

    `missing` is shown for 0, which then means "not specified".
    """

    def __init__(
        self, value: float, least: float, most: float, parent: QWidget | None = None, *, unit: str = "mm", missing: str = ""
    ) -> None:
        super().__init__(parent)
        shown, self._factor, _ = shown_scale(unit)
        self.setDecimals(1 if unit == "°" else (0 if self._factor == 1 else 2))
        self.setSingleStep(15 if unit == "°" else (100 if self._factor == 1 else 1))
        self.setSuffix(shown if unit == "°" else f"{THIN_SPACE}{shown}")
        self.setRange(least * self._factor, most * self._factor)
        if missing:
            self.setSpecialValueText(missing)
        self._exact = (round(value), 0.0)
        self.set_value_mm(round(value))

    def value_mm(self) -> int:
        """The length in mm; an unedited value is returned exactly, regardless of rounding on the screen."""
        value, shown = self._exact
        return value if self.value() == shown else round(self.value() / self._factor)

    def set_value_mm(self, value: int) -> None:
        """Show another length."""
        self.setValue(value * self._factor)
        self._exact = (value, self.value())
