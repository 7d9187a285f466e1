"""The site sheet, the software baseline and the names of build phases."""

import json

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity, Value
from gpudesk.core.names.text_limits import checked_text
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.new_names import checked_name, checked_phase
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.site_sheet import SheetValue, checked_baseline_value, checked_site_value

_CONTEXT = "operations"
_MONTHS = "climate_months_c"


@operation
def set_site_value(edit: Edit, key: str, value: SheetValue | None) -> None:
    """Set one value of the site sheet; None restores its default.

    Raises:
        Refused: the sheet has no such value, or it does not fit.
    """
    if key == _MONTHS and isinstance(value, str):
        _demand_months(value)
    stored = None if value is None else {"value": json.dumps(checked_site_value(key, value))}
    upsert_by_key.put(edit, "site_value", {"key": key}, stored)
    text = QT_TRANSLATE_NOOP("operations", "Site sheet: {key} is {value}")
    edit.title = Message(_CONTEXT, text, {"key": key, "value": "–" if value is None else str(value)})


def _demand_months(text: str) -> None:
    """Refuse an invalid climate: the named location would be used instead without notice."""
    from gpudesk.project.plant_rules import LEAST_C, MOST_C, typed_months

    if text.strip() and typed_months(text) is None:
        what = QT_TRANSLATE_NOOP("operations", "“{text}” is not a list of twelve temperatures between {least} and {most}.")
        values: dict[str, Value] = {"text": text[:80], "least": Quantity(LEAST_C, "°C"), "most": Quantity(MOST_C, "°C")}
        fix = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Enter the monthly means from January to December, separated by spaces."))
        raise Refused(Message(_CONTEXT, what, values), fix)


@operation
def set_baseline_value(edit: Edit, role: str, key: str, value: SheetValue | None) -> None:
    """Set one value of the software and firmware baseline of a device role; None removes it.

    Raises:
        Refused: the baseline has no such value, it does not fit, or the role is empty or too long.
    """
    if not checked_text("role", role).strip():
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A baseline belongs to a device role.")))
    stored = None if value is None else {"value": json.dumps(checked_baseline_value(key, value))}
    upsert_by_key.put(edit, "baseline_value", {"role": role, "key": key}, stored)
    text = QT_TRANSLATE_NOOP("operations", "Baseline of {role}: {key} is {value}")
    edit.title = Message(_CONTEXT, text, {"role": role, "key": key, "value": "–" if value is None else str(value)})


@operation
def name_phase(edit: Edit, number: int, name: str) -> None:
    """Give a build phase a name; an empty one takes it away.

    Raises:
        Refused: the number is negative or too large, or the name is too long.
    """
    checked_phase(number)
    name = checked_name(name)
    upsert_by_key.put(edit, "phase", {"number": number}, {"name": name} if name else None)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Name phase {number}: {name}"), {"number": number, "name": name or "–"})
