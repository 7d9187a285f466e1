"""The object of a scan or typed text: a label of the program, a serial number, an asset tag, a name, or a rack with a unit."""

import re
from dataclasses import dataclass

import numpy as np

from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.values import scanned
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import Columns, Ids
from gpudesk.derived.checklist.targets import trays_called
from gpudesk.onsite.work_list import Spot
from gpudesk.project.snapshot import Snapshot

_CABLE_END = re.compile(r"([0-9]{1,18}):([AB])\Z")
_UNIT = re.compile(r"(.+?)[\s:/-]*[Uu]([0-9]{1,3})\Z")
_MOST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Finding:
    """A target, and for the label of a cable the end at which it is."""

    spot: Spot
    end: str = ""


def look_up(snapshot: Snapshot, uid: str, text: str) -> Finding:
    """The object that a text refers to.

    Args:
        uid: of the project.

    Raises:
        Refused: it belongs to another project, to nothing in the plan, or to several objects.
    """
    text = scanned(text, uid)
    label = _CABLE_END.match(text)
    if label is not None:
        return _cable(snapshot, int(label[1]), label[2])
    devices = snapshot["device"]
    for column in ("serial", "asset", "name"):
        places = _same(devices, column, text)
        if len(places):
            return Finding(Spot(Scope.DEVICE, _only(places, text)))
    trays = trays_called(snapshot, text) if text else []
    if trays:
        return Finding(Spot(Scope.TRAY, _only(np.array(trays, np.int64), text)))
    for scope, table in ((Scope.RACK, "rack"), (Scope.HALL, "hall")):
        places = _same(snapshot[table], "name", text)
        if len(places):
            return Finding(Spot(scope, _only(places, text)))
    nodes = snapshot["power_node"]
    feeds = [row for row in _same(nodes, "name", text).tolist() if nodes.row(row)["kind"] == PowerNodeKind.FEED]
    if feeds:
        return Finding(Spot(Scope.FEED, _only(np.array(feeds, np.int64), text)))
    unit = _UNIT.match(text)
    if unit is not None:
        return Finding(Spot(Scope.DEVICE, _in_unit(snapshot, unit[1].strip(), int(unit[2]), text)))
    raise _unknown(text)


def _cable(snapshot: Snapshot, cable: int, end: str) -> Finding:
    if cable > _MOST_ID or not snapshot["cable"].has(cable):
        text = QT_TRANSLATE_NOOP("onsite", "The cable {number} on this label is no longer in the plan.")
        raise Refused(Message("onsite", text, {"number": cable}))
    return Finding(Spot(Scope.CABLE, cable), end)


def _same(columns: Columns, name: str, text: str) -> Ids:
    """The ids of the rows with a text in a column; case-insensitive if no row matches exactly."""
    if not text:
        return np.zeros(0, np.int64)
    exact = columns.where(name, text)
    if len(exact) or not columns.rows:
        return exact
    folded_text = text.casefold()
    alike = [place for place, value in enumerate(columns[name].tolist()) if value.casefold() == folded_text]
    matching_ids: Ids = columns.ids[alike]
    return matching_ids


def _only(ids: Ids, text: str) -> int:
    if len(ids) > 1:
        several = QT_TRANSLATE_NOOP(
            "onsite", "{text} matches {count} {count|object|objects} in this plan. Scan a label or a serial number."
        )
        raise Refused(Message("onsite", several, {"text": text, "count": len(ids)}))
    return int(ids[0])


def _in_unit(snapshot: Snapshot, rack_name: str, unit: int, text: str) -> int:
    """The device that takes up a unit of a rack, at the front before the rear."""
    racks = _same(snapshot["rack"], "name", rack_name)
    if not len(racks):
        raise _unknown(text)
    rack, devices = _only(racks, text), snapshot["device"]
    for device in sorted(devices.where("rack_id", rack).tolist(), key=lambda row: int(devices.row(row)["face"])):
        row = devices.row(device)
        low = int(row["position"])
        if row["side"] is None and low <= 2 * unit - 1 and 2 * unit - 2 < low + snapshot.types[int(row["type_id"])].height_half_units:
            return int(device)
    empty = QT_TRANSLATE_NOOP("onsite", "No device is planned in unit {unit} of {rack}.")
    raise Refused(Message("onsite", empty, {"unit": unit, "rack": rack_name}))


def _unknown(text: str) -> Refused:
    return Refused(Message("onsite", QT_TRANSLATE_NOOP("onsite", "{text} is not in the plan of this project."), {"text": text}))
