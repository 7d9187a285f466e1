"""The site sheet, the software baseline and the names of build phases."""

import json

from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.texts import checked_text
from gpudesk.operations.naming import checked_name, checked_phase
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.site_sheet import SheetValue, checked_baseline_value, checked_site_value

_CONTEXT = "operations"


@operation
def set_site_value(edit: Edit, key: str, value: SheetValue | None) -> None:
    """Set one value of the site sheet; None goes back to its default.

    Raises:
        Refused: the sheet has no such value, or it does not fit.
    """
    known = edit.columns("site_value").where("key", key).tolist()
    stored = None if value is None else json.dumps(checked_site_value(key, value))
    if stored is None:
        for row_id in known:
            edit.delete("site_value", row_id)
    elif known:
        edit.update("site_value", known[0], value=stored)
    else:
        edit.insert("site_value", key=key, value=stored)
    text = QT_TRANSLATE_NOOP("operations", "Site sheet: {key} is {value}")
    edit.title = Message(_CONTEXT, text, {"key": key, "value": "–" if value is None else str(value)})


@operation
def set_baseline_value(edit: Edit, role: str, key: str, value: SheetValue | None) -> None:
    """Set one value of the software and firmware baseline of a device role; None removes it.

    Raises:
        Refused: the baseline has no such value, it does not fit, or the role is empty or too long.
    """
    if not checked_text("role", role).strip():
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A baseline belongs to a device role.")))
    rows = edit.columns("baseline_value")
    known = rows.ids[(rows["role"] == role) & (rows["key"] == key)].tolist()
    stored = None if value is None else json.dumps(checked_baseline_value(key, value))
    if stored is None:
        for row_id in known:
            edit.delete("baseline_value", row_id)
    elif known:
        edit.update("baseline_value", known[0], value=stored)
    else:
        edit.insert("baseline_value", role=role, key=key, value=stored)
    text = QT_TRANSLATE_NOOP("operations", "Baseline of {role}: {key} is {value}")
    edit.title = Message(_CONTEXT, text, {"role": role, "key": key, "value": "–" if value is None else str(value)})


@operation
def name_phase(edit: Edit, number: int, name: str) -> None:
    """Give a build phase a name; an empty one takes it away.

    Raises:
        Refused: the number is negative or too large, or the name is too long.
    """
    checked_phase(number)
    known = edit.columns("phase").where("number", number).tolist()
    name = checked_name(name)
    if not name:
        for row_id in known:
            edit.delete("phase", row_id)
    elif known:
        edit.update("phase", known[0], name=name)
    else:
        edit.insert("phase", number=number, name=name)
    edit.title = Message(
        _CONTEXT, QT_TRANSLATE_NOOP("operations", "Phase {number} is called {name}"), {"number": number, "name": name or "–"}
    )
