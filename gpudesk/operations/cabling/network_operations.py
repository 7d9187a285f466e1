"""Networks, from which cables are generated."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gpudesk.core.colors.fabric_colors import Coloured
from gpudesk.core.hardware.network_kinds import NETWORK_SETTINGS, NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.new_names import checked_name, checked_phase
from gpudesk.operations.run.run import operation
from gpudesk.project.accepted_rates import accepted_key
from gpudesk.project.edit import Edit
from gpudesk.project.stored_fabric_colors import colour_key

_CONTEXT = "operations"


@operation
def add_network(edit: Edit, kind: int, name: str, rate_gbps: int, settings: Mapping[str, int | None] | None = None, phase: int = 1) -> int:
    """Plan a network; returns its id.

    Args:
        kind: a `NetworkKind`.
        rate_gbps: of one link.
        settings: other properties of its tree, by the columns of the table `network`; the rest follows from its switch types.

    Raises:
        Refused: the kind or a setting is unknown, a value does not fit its setting, or the name is empty.
    """
    if kind not in tuple(NetworkKind):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "This kind of network does not exist.")))
    name = checked_name(name)
    if not name:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A name is required.")))
    values = checked_network({"rate_gbps": rate_gbps, **(settings or {})})
    network_id = edit.insert("network", kind=int(kind), name=name, phase=checked_phase(phase), **values)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add the network {name}"), {"name": name})
    return network_id


@operation
def change_network(edit: Edit, network_id: int, settings: Mapping[str, Any]) -> None:
    """Change the properties of a network; its cables stay unchanged until it is cabled again.

    Args:
        settings: "name", "kind", "notes", "phase" and the settings of `add_network`, by the columns of the table `network`.

    Raises:
        Refused: there is no such network, a setting is unknown, or a value does not fit.
    """
    row = edit.row("network", network_id)
    own = {name: value for name, value in settings.items() if name in ("name", "kind", "notes", "phase")}
    if "name" in own:
        own["name"] = checked_name(own["name"])
        if not own["name"]:
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A name is required.")))
    if "kind" in own and own["kind"] not in tuple(NetworkKind):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "This kind of network does not exist.")))
    if "notes" in own:
        own["notes"] = checked_text("notes", own["notes"])
    if "phase" in own:
        own["phase"] = checked_phase(own["phase"])
    values = own | checked_network({name: value for name, value in settings.items() if name not in own})
    changed = {name: value for name, value in values.items() if value != row[name]}
    if changed:
        edit.update("network", network_id, **changed)
    text = QT_TRANSLATE_NOOP("operations", "Change the network {name}")
    edit.title = Message(_CONTEXT, text, {"name": str(changed.get("name", row["name"]))})


@operation
def remove_networks(edit: Edit, network_ids: Sequence[int]) -> None:
    """Take networks away, with their stages and their cables.

    Raises:
        Refused: one of them is not there.
    """
    for network_id in network_ids:
        edit.row("network", network_id)
    removed_ids = np.unique(np.array(network_ids, np.int64))
    stages = edit.columns("network_stage")
    for stage_id in stages.ids[np.isin(stages["network_id"], removed_ids)].tolist():
        upsert_by_key.put(edit, "setting", {"key": accepted_key(stage_id)}, None)
    for table in ("cable", "network_stage"):
        rows = edit.columns(table)
        edit.delete_many(table, rows.ids[np.isin(rows["network_id"], removed_ids)])
    edit.delete_many("network", removed_ids)
    for network_id in removed_ids.tolist():
        upsert_by_key.put(edit, "setting", {"key": colour_key(Coloured.NETWORK, network_id)}, None)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Remove {count} {count|network|networks}"), {"count": len(removed_ids)})


def checked_network(settings: Mapping[str, int | None]) -> dict[str, int | None]:
    """The stored properties of the tree of a network.

    Raises:
        Refused: a setting is unknown or does not fit.
    """
    for name, value in settings.items():
        low, high = NETWORK_SETTINGS.get(name, (1, 0))
        # Of what is no setting not even None can be said.
        needed = name not in NETWORK_SETTINGS or name in ("rate_gbps", "planes") or low == 0
        if not (value is None and not needed) and not (isinstance(value, int) and low <= value <= high):
            text = QT_TRANSLATE_NOOP("operations", "{field} of a network cannot be {value}.")
            raise Refused(Message(_CONTEXT, text, {"field": name, "value": str(value)}))
    return {name: None if value is None else int(value) for name, value in settings.items()}
