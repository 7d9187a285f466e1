"""Inspector rows for measures: typed in the user's units, with errors shown below the field."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.toolkit.quantities import format_number, format_quantity, parse_number, shown_scale
from gpudesk.ui.toolkit.widgets.field_rows import LABEL_WIDTH, FieldList, LineField
from gpudesk.ui.toolkit.widgets.label import Label

_MARGIN = 10


class MeasureRow:
    """The line under a field for input errors; it takes no room while there are none."""

    def __init__(self, parent: FieldList) -> None:
        self._label = Label("", parent, step="caption", ink="severity.error", wrap=True)
        self._label.setContentsMargins(_MARGIN + LABEL_WIDTH, 0, _MARGIN, 3)
        self._label.hide()

    def add_to(self, rows: FieldList) -> None:
        """Put it below the row that was added last."""
        rows.add(self._label)

    def complain(self, text: str) -> None:
        """Show an error; "" clears it."""
        self._label.setText(text)
        self._label.setVisible(bool(text))


def add_measure(
    form: Form,
    rows: FieldList,
    label: str,
    unit: str,
    value: Callable[[], float | None],
    commit: Callable[[float | None], None],
    *,
    empty: str | Callable[[], str] = "",
    bounds: tuple[float, float] | None = None,
    decimals: int = 0,
    hint: str = "",
) -> LineField:
    """A row for one measure.

    Args:
        unit: unit stored in the project; it is shown and typed in the user's unit.
        value: the current value, None if not set.
        commit: receives a new value, in `unit`; None only with `empty`.
        empty: the meaning of an empty field, or a function for it; without it a value is required.
        bounds: minimum and maximum value, in `unit`.
        decimals: number of decimals, in metric units.
        hint: where the value is used, for the tooltip.
    """
    editor, error = LineField(), MeasureRow(rows)
    shown_unit, factor, offset = shown_scale(unit)
    places = decimals if factor == 1 else max(decimals, 2)

    def text_of(kept: float | None) -> str:
        return "" if kept is None else format_number(round(kept * factor + offset, places))

    def typed(text: str) -> None:
        if not text.strip() and empty:
            error.complain("")
            if value() is not None:
                commit(None)
            return
        number = parse_number(text)
        if number is None:
            error.complain(QCoreApplication.translate("InspectorMeasures", "A number is required here."))
            return
        new_value = (number - offset) / factor
        if bounds is not None and not bounds[0] - 1e-6 <= new_value <= bounds[1] + 1e-6:
            least, most = (format_quantity(bound, unit) for bound in bounds)
            words = QCoreApplication.translate("InspectorMeasures", "Between {least} and {most}.").format(least=least, most=most)
            error.complain(words)
            return
        error.complain("")
        before = value()
        if before is None or text_of(new_value) != text_of(before):
            commit(new_value)
        else:
            form.refresh(form.selection)

    def update() -> None:
        editor.set_value(text_of(value()))
        if empty:
            editor.setPlaceholderText(empty if isinstance(empty, str) else empty())
        if not editor.isModified():
            error.complain("")

    form.take_lines(editor, typed)
    form.add_editor(rows, label, editor, shown_unit)
    if hint:
        editor.setToolTip(hint)
        editor.setAccessibleDescription(hint)
    error.add_to(rows)
    form.updates.append(update)
    return editor
