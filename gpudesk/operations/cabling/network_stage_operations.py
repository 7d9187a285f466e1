"""Devices connected to the switches of networks outside their trees."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gpudesk.core.hardware.network_kinds import MOST_PORTS, MOST_SWITCHES, Spread
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.number_ranges import number_ranges, read_number_ranges
from gpudesk.core.names.text_limits import checked_text
from gpudesk.core.values.columns import Ids
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.run import operation
from gpudesk.project.accepted_rates import MOST_GBPS, AcceptedRate, accepted_key, accepted_value, read_accepted
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
MOST_LINKS = 4096
"""Of one device in a stage."""


@operation
def add_stage(
    edit: Edit,
    network_id: int,
    lower: str,
    upper: str,
    links: int | None = None,
    spread: int = 0,
    rate_gbps: int | None = None,
    per_tray: int = 1,
    switches: str = "",
    first_port: int | None = None,
    accepted_gbps: int | None = None,
    reason: str = "",
) -> int:
    """Connect devices to the switches of a network, after its other stages; returns the id of the stage.

    Args:
        lower: the role of the devices; "" for all with ports of the network that are not its switches. The same as `upper` joins
            them in pairs.
        upper: the role of the switches.
        links: of each device; None for all its ports of the network.
        per_tray: 1 if they are those of each tray of a rack-scale system, else 0.
        switches: the numbers of the switches in the order of their names, as in "24, 32"; "" for all.
        first_port: the first port used on each switch, from 1; None for the first free port.
        accepted_gbps, reason: as `accept_rate`.
        spread: a `Spread`.
        rate_gbps: of one link; None for that of the network.

    Raises:
        Refused: there is no such network, the switches have no role, or a number does not fit.
    """
    network = edit.row("network", network_id)
    base_values = {"lower": lower, "upper": upper, "links": links, "spread": spread, "rate_gbps": rate_gbps}
    values = checked_stage({**base_values, "per_tray": per_tray, "switches": switches, "first_port": first_port})
    stages = edit.columns("network_stage")
    places = stages["place"][stages["network_id"] == network_id]
    stage_id = edit.insert("network_stage", network_id=network_id, place=int(places.max(initial=-1)) + 1, **values)
    if accepted_gbps is not None:
        _accept(edit, stage_id, accepted_gbps, reason)
    text = QT_TRANSLATE_NOOP("operations", "Add a stage to the network {name}")
    edit.title = Message(_CONTEXT, text, {"name": str(network["name"])})
    return stage_id


@operation
def change_stage(edit: Edit, stage_id: int, settings: Mapping[str, Any]) -> None:
    """Change the properties of a stage.

    Args:
        settings: the settings of `add_stage`, by the columns of the table `network_stage`, and optionally "accepted_gbps" or
            "reason": of these two, one that is not given stays unchanged.

    Raises:
        Refused: there is no such stage, a property is unknown, or a value does not fit.
    """
    row = edit.row("network_stage", stage_id)
    accepted = {name: value for name, value in settings.items() if name in _ACCEPTED}
    own = {name: value for name, value in settings.items() if name not in _ACCEPTED}
    checked = checked_stage({**{name: row[name] for name in _FIELDS}, **own})
    changed = {name: value for name, value in checked.items() if value != row[name]}
    if changed:
        edit.update("network_stage", stage_id, **changed)
    if accepted:
        now = _accepted(edit, stage_id)
        if now is not None:
            present: dict[str, Any] = {"accepted_gbps": now.gbps, "reason": now.reason}
            accepted = present | accepted
        elif accepted.get("accepted_gbps") is None and accepted.get("reason"):
            text = QT_TRANSLATE_NOOP("operations", "A reason requires an accepted rate: set accepted_gbps as well.")
            raise Refused(Message(_CONTEXT, text))
        _accept(edit, stage_id, accepted.get("accepted_gbps"), str(accepted.get("reason", "")))
    text = QT_TRANSLATE_NOOP("operations", "Change a stage of the network {name}")
    edit.title = Message(_CONTEXT, text, {"name": str(edit.row("network", int(row["network_id"]))["name"])})


@operation
def accept_rate(edit: Edit, stage_id: int, gbps: int | None, reason: str = "") -> None:
    """Accept links of a stage below its required rate if their ports cannot reach it: a check reports it once, with the reason.

    Args:
        gbps: the required rate, Gb/s; None to require the rate of the stage again.
        reason: why, with its source.

    Raises:
        Refused: there is no such stage, the rate does not fit, or the reason is empty, too long or not one line.
    """
    row = edit.row("network_stage", stage_id)
    name = str(edit.row("network", int(row["network_id"]))["name"])
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Change a stage of the network {name}"), {"name": name})
    _accept(edit, stage_id, gbps, reason)


def _accepted(edit: Edit, stage_id: int) -> AcceptedRate | None:
    settings = edit.columns("setting")
    texts = settings["value"][settings["key"] == accepted_key(stage_id)].tolist()
    return read_accepted(texts[0]) if texts else None


def _accept(edit: Edit, stage_id: int, gbps: int | None, reason: str) -> None:
    key = {"key": accepted_key(stage_id)}
    if gbps is None:
        upsert_by_key.put(edit, "setting", key, None)
        return
    if type(gbps) is not int or not 1 <= gbps <= MOST_GBPS:
        text = QT_TRANSLATE_NOOP("operations", "{field} of a stage cannot be {value}.")
        raise Refused(Message(_CONTEXT, text, {"field": "accepted_gbps", "value": str(gbps)[:60]}))
    reason = reason.strip().rstrip(".")
    if not reason:
        raise Refused(Message("onsite", QT_TRANSLATE_NOOP("onsite", "A reason is required.")))
    upsert_by_key.put(edit, "setting", key, {"value": accepted_value(AcceptedRate(gbps, checked_text("reason", reason)))})


@operation
def move_stage(edit: Edit, stage_id: int, to: int) -> None:
    """Put a stage at another place of its network, counted from 0: those before it have the first ports.

    Raises:
        Refused: there is no such stage.
    """
    row = edit.row("network_stage", stage_id)
    stages = edit.columns("network_stage")
    stage_places = np.flatnonzero(stages["network_id"] == row["network_id"])
    order = [int(stages.ids[place]) for place in stage_places[np.argsort(stages["place"][stage_places])]]
    new_order = [ordered_id for ordered_id in order if ordered_id != stage_id]
    new_order.insert(max(0, min(to, len(new_order))), stage_id)
    if new_order != order:
        last = int(stages["place"][stage_places].max()) + 1
        # No two stages may have the same place, not even for a moment.
        for first in (last, 0):
            for place, ordered_id in enumerate(new_order):
                edit.update("network_stage", ordered_id, place=first + place)
    text = QT_TRANSLATE_NOOP("operations", "Change a stage of the network {name}")
    edit.title = Message(_CONTEXT, text, {"name": str(edit.row("network", int(row["network_id"]))["name"])})


@operation
def remove_stages(edit: Edit, stage_ids: Sequence[int]) -> None:
    """Take stages away; their cables lie until the network is cabled again.

    Raises:
        Refused: one of them is not there.
    """
    for stage_id in stage_ids:
        edit.row("network_stage", stage_id)
    removed_ids: Ids = np.unique(np.array(stage_ids, np.int64))
    edit.delete_many("network_stage", removed_ids)
    for stage_id in removed_ids.tolist():
        upsert_by_key.put(edit, "setting", {"key": accepted_key(stage_id)}, None)
    edit.title = Message(
        _CONTEXT, QT_TRANSLATE_NOOP("operations", "Remove {count} network {count|stage|stages}"), {"count": len(removed_ids)}
    )


_FIELDS = ("lower", "upper", "links", "spread", "rate_gbps", "per_tray", "switches", "first_port")
_ACCEPTED = ("accepted_gbps", "reason")


def checked_stage(values: Mapping[str, Any]) -> dict[str, Any]:
    """The stored properties of a stage.

    Raises:
        Refused: a property is unknown, the switches have no role, or a number does not fit.
    """
    bounds = {
        "links": (1, MOST_LINKS),
        "rate_gbps": (1, MOST_GBPS),
        "spread": (int(min(Spread)), int(max(Spread))),
        "per_tray": (0, 1),
        "first_port": (1, MOST_PORTS),
    }
    for name, value in values.items():
        if name in bounds:
            low, high = bounds[name]
            fits = (value is None and name not in ("spread", "per_tray")) or (isinstance(value, int) and low <= value <= high)
        else:
            fits = name in _FIELDS and isinstance(value, str)
        if not fits:
            text = QT_TRANSLATE_NOOP("operations", "{field} of a stage cannot be {value}.")
            raise Refused(Message(_CONTEXT, text, {"field": name, "value": str(value)[:60]}))
    checked = {name: checked_text("role", value) if name in ("lower", "upper") else value for name, value in values.items()}
    if not checked["upper"]:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The switches of a stage require a role.")))
    if checked["lower"] == checked["upper"] and checked["first_port"] is not None:
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Paired devices use their last ports, so a first port cannot be set."))
        )
    switches = number_ranges(read_number_ranges(checked["switches"], MOST_SWITCHES)).replace(",", ", ")
    return checked | {"spread": int(checked["spread"]), "per_tray": int(checked["per_tray"]), "switches": switches}
