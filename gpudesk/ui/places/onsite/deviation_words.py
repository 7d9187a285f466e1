"""Deviations and the resulting changes of the plan, in the user's language."""

from collections.abc import Mapping
from typing import Any

from gpudesk.core.checklist.items import Item, Scope
from gpudesk.derived.checklist.targets import TABLES
from gpudesk.onsite.deviations import REPLACED, Deviation, Difference
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.onsite.lengths import length_text as in_user_unit
from gpudesk.ui.places.onsite.onsite_labels import who_text
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text

tr = text_context("Deviations")


def difference_name(what: Difference) -> str:
    """A difference as a button is called."""
    names = {
        Difference.LENGTH: tr("Another length"),
        Difference.PORT: tr("Another port"),
        Difference.SERIAL: tr("Replaced: different serial number"),
        Difference.DAMAGED: tr("Damaged on delivery"),
        Difference.OTHER: tr("Something else"),
    }
    return names[what]


def built_text(snapshot: Snapshot, what: Difference, built: Mapping[str, Any]) -> str:
    """The installed value that differs from the plan: "15 m", "end A in leaf-001 1/1"."""
    match what:
        case Difference.LENGTH:
            return length_text(built.get("length_mm"))
        case Difference.PORT:
            where = port_text(snapshot, built.get("device_id"), built.get("port"))
            return filled_text(tr("end {end} in {port}"), end=str(built.get("side", "")).upper(), port=where)
        case Difference.SERIAL:
            return filled_text(tr("serial number {serial}"), serial=str(built.get("serial", "")))
        case Difference.DAMAGED:
            return tr("damaged on delivery")
    return tr("different")


def change_text(snapshot: Snapshot, scope: Scope, target: int, what: Difference, built: Mapping[str, Any]) -> str:
    """The change of the plan if the deviation is accepted, from planned to installed."""
    table = TABLES.get(scope, "")
    row = snapshot[table].row(target) if table and snapshot[table].has(target) else None
    if row is not None and what is Difference.LENGTH:
        old, new = length_text(row["length_mm"]), length_text(built.get("length_mm"))
        return filled_text(tr("Plan change: length {old} → {new}"), old=old, new=new)
    if row is not None and what is Difference.PORT:
        side = str(built.get("side", "a"))
        old = port_text(snapshot, row.get(f"{side}_device_id"), row.get(f"{side}_port"))
        new = port_text(snapshot, built.get("device_id"), built.get("port"))
        return filled_text(tr("Plan change: end {end} {old} → {new}"), end=side.upper(), old=old, new=new)
    if row is not None and what is Difference.SERIAL:
        old, new = str(row["serial"]) or "–", str(built.get("serial", ""))
        return filled_text(tr("Plan change: serial number {old} → {new}"), old=old, new=new)
    if row is not None and what is Difference.DAMAGED and scope in REPLACED:
        return tr("Plan change: the status becomes “ordered”, and the serial number is removed")
    return tr("The plan does not change.")


def deviation_text(snapshot: Snapshot, deviation: Deviation) -> str:
    """A deviation in one line, without who recorded it."""
    return " · ".join(filter(None, (built_text(snapshot, deviation.what, deviation.built), deviation.entry.reason)))


def recorded_text(item: Item, deviation: Deviation) -> str:
    """Of which item on which target it is, and who recorded it when."""
    entry = deviation.entry
    return " · ".join(filter(None, (item.key, entry.target_name, who_text(entry))))


def length_text(length_mm: Any) -> str:
    """A length of a cable in the unit of the user, or "–" if there is none."""
    return in_user_unit(length_mm / 1000, "m") if isinstance(length_mm, int | float) and length_mm > 0 else "–"


def port_text(snapshot: Snapshot, device_id: Any, port: Any) -> str:
    """Device and port by their names; their numbers where the device is no longer in the plan."""
    if not isinstance(device_id, int) or not snapshot["device"].has(device_id):
        return f"{device_id} {port}"
    row = snapshot["device"].row(device_id)
    names = {known.index: known.name for known in snapshot.types[int(row["type_id"])].ports()}
    return f"{row['name']} {names.get(port, port)}"
