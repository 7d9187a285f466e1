"""Fields of the form of a workload: rows of a label and an editor under heads of groups."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QDoubleSpinBox, QSpinBox, QVBoxLayout, QWidget

from gpudesk.ui.toolkit.quantities import THIN_SPACE
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.widgets.field_rows import FieldRow
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader

Rows = Sequence[tuple[str, QWidget]]
MOST_TOKENS, MOST_SEQUENCES, MOST_MS, MOST_GPUS = 1_000_000, 100_000, 1_000_000, 100_000


def add_groups(column: QVBoxLayout, groups: Sequence[tuple[str, Rows]]) -> None:
    """Lay rows out under the heads of their groups."""
    for title, rows in groups:
        column.addWidget(GroupHeader(title, foldable=False))
        for label, editor in rows:
            column.addWidget(field_row(label, editor))


def field_row(label: str, editor: QWidget) -> FieldRow:
    """A row; the editor is called as its label."""
    editor.setAccessibleName(label)
    row = FieldRow(label)
    row.row.addWidget(editor, 1)
    return row


def continue_tab_order(before: QWidget, part: QWidget) -> None:
    """Let Tab reach the fields of a part after another field; Qt puts what is added to a window later behind everything else.

    Args:
        before: a field of the same window.
    """
    for field in part.findChildren(QWidget):
        if field.focusPolicy() & Qt.FocusPolicy.TabFocus and not _is_within_field(field):
            QWidget.setTabOrder(before, field)
            before = field


def _is_within_field(widget: QWidget) -> bool:
    """Whether a widget belongs to a number or choice, such as the text or the list of one, and takes no place of its own in the order."""
    holder = widget.parentWidget()
    while holder is not None and not isinstance(holder, QAbstractSpinBox | QComboBox):
        holder = holder.parentWidget()
    return holder is not None


class CountBox(QSpinBox):
    """A field for a whole number, whose unit follows the number: 1 GPU, 2 GPUs."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit = unit
        self.valueChanged.connect(self._show_unit)

    def _show_unit(self, value: int) -> None:
        suffix = THIN_SPACE + filled_text(self._unit, count=value)
        if suffix != self.suffix():
            self.setSuffix(suffix)


def count(least: int, most: int, value: int, unit: str, none: str = "") -> QSpinBox:
    """A field for a whole number with its unit, such as "{count|GPU|GPUs}"; `none` is the text for its minimum."""
    box = CountBox(unit)
    box.setRange(least, most)
    box.setValue(value)
    box.setSuffix(THIN_SPACE + filled_text(unit, count=value))
    box.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
    _plain(box, none)
    return box


class AmountBox(QDoubleSpinBox):
    """A field for a number, written without trailing zeros: 1,000 TFLOP, 0.25 TB."""

    def textFromValue(self, value: float) -> str:
        text, point = super().textFromValue(value), self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


def amount(least: float, most: float, value: float, unit: str, decimals: int, none: str = "") -> QDoubleSpinBox:
    """A field for a number with its unit; `none` is the text for its minimum."""
    box = AmountBox()
    box.setDecimals(decimals)
    box.setRange(least, most)
    box.setValue(value)
    box.setSuffix(f"{THIN_SPACE}{unit}")
    box.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
    _plain(box, none)
    return box


def _plain(box: QAbstractSpinBox, none: str) -> None:
    box.setGroupSeparatorShown(True)
    box.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    if none:
        box.setSpecialValueText(none)


def narrow_combo() -> QComboBox:
    """A drop-down that is as wide as its row, however long its choices are."""
    combo = QComboBox()
    combo.setMinimumContentsLength(8)
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return combo


def fill(combo: QComboBox, items: Sequence[tuple[str, str]]) -> None:
    """Offer choices, (title, key) each, without telling of it."""
    combo.blockSignals(True)
    combo.clear()
    for title, key in items:
        combo.addItem(title, key)
    combo.blockSignals(False)


def choose(combo: QComboBox, key: str) -> None:
    """Show the choice of a key, or the first."""
    combo.setCurrentIndex(max(0, combo.findData(key)))
