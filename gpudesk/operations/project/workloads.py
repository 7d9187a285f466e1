"""Workloads that are kept in the project."""

from collections.abc import Mapping, Sequence
from typing import Any

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text
from gpudesk.core.work.workload import Task, demand_text
from gpudesk.operations.run.new_names import CopyNames, checked_name, checked_phase, next_names
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit
from gpudesk.sizing.workloads.own_model_text import MOST_TEXT as MOST_MODEL
from gpudesk.sizing.workloads.saved_workload import MOST_TEXT as MOST_ASKED
from gpudesk.sizing.workloads.saved_workload import Kept, asked_of

_CONTEXT = "operations"
_FIELDS = ("name", "task", "asked", "model", "on_type", "hall_id", "on_phase", "demand", "notes", "phase")


@operation
def add_workload(edit: Edit, name: str, task: str, asked: str, model: str = "", settings: Mapping[str, Any] | None = None) -> int:
    """Save a workload in the project; returns its id.

    Args:
        name: "" for the next free one.
        task: a `core.work.workload.Task`; asked and model are texts as written by `sizing.workloads.saved_workload`.
        settings: the other settings of `change_workload`.

    Raises:
        Refused: a value does not fit.
        InvalidData: the request is invalid here.
    """
    named = checked_name(name) or next(next_names(edit.columns("workload")["name"], "Workload ", 1))
    values = _checked(edit, {"name": named, "task": task, "asked": asked, "model": model, **(settings or {})})
    _demand_sense(values)
    workload_id = edit.insert("workload", **values)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add the workload {name}"), {"name": named})
    return workload_id


@operation
def change_workload(edit: Edit, workload_id: int, settings: Mapping[str, Any]) -> None:
    """Change the properties of a workload.

    Args:
        settings: "name", "task", "asked", "model", "notes", "phase"; "on_type" (the key of a system, "" for any), "hall_id" and
            "on_phase" (None for any), "demand" (24 percentages, None for constant full load).

    Raises:
        Refused: there is no such workload, a setting is unknown, or a value does not fit.
        InvalidData: the request is invalid here.
    """
    row = edit.row("workload", workload_id)
    values = _checked(edit, settings)
    if {"task", "asked", "model"} & set(values):
        _demand_sense(row | values)
    changed = {name: value for name, value in values.items() if value != row[name]}
    if changed:
        edit.update("workload", workload_id, **changed)
    text = QT_TRANSLATE_NOOP("operations", "Change the workload {name}")
    edit.title = Message(_CONTEXT, text, {"name": str(changed.get("name", row["name"]))})


@operation
def duplicate_workloads(edit: Edit, workload_ids: Sequence[int]) -> list[int]:
    """Keep each workload once more, under the next free name; returns the ids of the copies.

    Raises:
        Refused: none was named, or one of them is not there.
    """
    if not workload_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    names = CopyNames(edit.columns("workload")["name"])
    rows = [edit.row("workload", workload_id) for workload_id in workload_ids]
    workloads = []
    for row in rows:
        values = {name: row[name] for name in _FIELDS} | {"name": names.after(str(row["name"]), "Workload ")}
        workloads.append(edit.insert("workload", **values))
    text = QT_TRANSLATE_NOOP("operations", "Duplicate the workload {name}")
    if len(rows) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Duplicate {count} {count|workload|workloads}")
    edit.title = Message(_CONTEXT, text, {"name": str(rows[0]["name"]), "count": len(rows)})
    return workloads


def _checked(edit: Edit, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The values as they are stored."""
    checked: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in _FIELDS:
            text = QT_TRANSLATE_NOOP("operations", "A workload has no field {field}.")
            raise Refused(Message(_CONTEXT, text, {"field": name}))
        checked[name] = _value(edit, name, value)
    return checked


def _value(edit: Edit, name: str, value: Any) -> Any:
    if name == "name":
        named = checked_name(value)
        if not named:
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A name is required.")))
        return named
    if name == "notes":
        return checked_text("notes", value)
    if name == "demand":
        return demand_text(value)
    if name == "phase":
        return checked_phase(value)
    if name == "on_phase":
        return None if value is None else checked_phase(value)
    if name == "hall_id":
        return None if value is None else int(edit.row("hall", value)["id"])
    if name == "task" and value not in tuple(Task):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "This workload task does not exist.")))
    if name == "on_type" and value and edit.types.id_of(value) is None and value not in open_catalog():
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{model} is not in the catalog."), {"model": str(value)[:200]}))
    most = {"asked": MOST_ASKED, "model": MOST_MODEL}.get(name)
    if most is not None and (not isinstance(value, str) or len(value) > most):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The workload requirements are too long to save.")))
    return str(value)


def _demand_sense(values: Mapping[str, Any]) -> None:
    asked_of(Kept(Task(values["task"]), values["asked"], values.get("model", "")))
