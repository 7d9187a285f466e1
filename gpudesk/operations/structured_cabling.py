"""Cords between racks become cords to panels and trunks between these."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.place_list import Choices, ToPlace
from gpudesk.derived.structured_cabling import Rerouted, Structure, free_ports, passes_straight, rerouted, structure
from gpudesk.operations.auto_place import auto_place
from gpudesk.operations.cables import types_of
from gpudesk.operations.library import drop_if_unused, use_type
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
PANEL = "generic.panel-1u-72-mpo"
PANEL_ROLE = "panel"
MOST_FIBRES = (12, 144)


@dataclass(frozen=True, slots=True)
class Structured:
    """What was laid.

    Attributes:
        links: that run over panels now.
        panels: ids of the new panels.
        trunks, cords: how many were laid.
        left: links that stay cords from port to port, and why.
    """

    links: int
    panels: tuple[int, ...]
    trunks: int
    cords: int
    left: tuple[tuple[int, Message], ...]


@operation
def structure_cabling(edit: Edit, network_ids: Sequence[int] = (), panel_key: str = PANEL, most_fibres: int = MOST_FIBRES[1]) -> Structured:
    """Lead the fibre links between racks over panels in these racks and trunks between them.

    Panels that are there are used as far as they have free ports; what more is needed comes into free units of the racks. Each trunk
    carries links of one pair of racks; what is laid counts as laid by hand, so that cabling the project again leaves it. Links that would
    be wrong so, too long for one, stay as they are and are told.

    Args:
        network_ids: of these networks only, of all if none is given.
        panel_key: what panels are used: those that pass each strand on to the port behind it.
        most_fibres: of a trunk.

    Raises:
        Refused: there is no such network, no link runs from rack to rack over a cord for such a panel, the type is no such panel, the
            racks have no room for the panels, or no link would be right.
    """
    for network_id in network_ids:
        edit.row("network", network_id)
    if not MOST_FIBRES[0] <= most_fibres <= MOST_FIBRES[1]:
        text = QT_TRANSLATE_NOOP("operations", "A trunk has {low} to {high} fibres.")
        raise _refused(text, low=MOST_FIBRES[0], high=MOST_FIBRES[1])
    panel_id = use_type(edit, panel_key)
    panel = edit.types[panel_id]
    if not passes_straight(panel):
        raise _refused(QT_TRANSLATE_NOOP("operations", "{model} is no panel that passes fibres straight on."), model=panel.title)
    found = rerouted(edit.present(), panel, network_ids)
    if not len(found):
        text = QT_TRANSLATE_NOOP("operations", "No link runs between racks over a fibre cord that such a panel takes.")
        mend = QT_TRANSLATE_NOOP("operations", "Cable the project first.")
        raise Refused(Message(_CONTEXT, text), Message(_CONTEXT, mend))
    panels = _place_panels(edit, found, panel_key, passes_straight(panel))
    laid = structure(edit.present(), found, panel, most_fibres)
    if not laid.which.any():
        reason = laid.reasons[0][1] if laid.reasons else None
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "No link would be right over panels.")), reason)
    _lay(edit, found, laid)
    text = QT_TRANSLATE_NOOP("operations", "Lead {count} links over panels")
    edit.title = Message(_CONTEXT, text, {"count": int(laid.which.sum())})
    trunks = len(np.unique(laid.assembly[laid.which]))
    return Structured(int(laid.which.sum()), tuple(panels.tolist()), trunks, 2 * int(laid.which.sum()), laid.reasons)


def _place_panels(edit: Edit, found: Rerouted, panel_key: str, ways: int) -> Ids:
    """Put panels into the racks that need more ports than are free; racks that need as many together."""
    needed = found.needed()
    present = edit.present()
    free = free_ports(present, present.types[present.types.id_of(panel_key) or 0], np.array(sorted(needed), np.int64))
    more: dict[int, list[int]] = {}
    for rack, count in needed.items():
        panels = -(-max(0, count - len(free[rack])) // ways)
        if panels:
            more.setdefault(panels, []).append(rack)
    placed = [np.empty(0, np.int64)]
    for panels, racks in sorted(more.items()):
        line = ToPlace(panel_key, panels * len(racks), PANEL_ROLE, most_in_rack=panels)
        placed.append(auto_place(edit, [line], racks, Choices(power=False, all_or_nothing=True)).device_ids)
    return np.concatenate(placed)


def _lay(edit: Edit, found: Rerouted, laid: Structure) -> None:
    """Write cords and trunks instead of the cords from port to port."""
    cables, which = edit.columns("cable"), np.flatnonzero(laid.which)
    old = found.cable[which]
    row = {name: cables[name][old] for name in cables if name != "id"}
    type_ids = np.full(len(laid.keys), ABSENT, np.int64)
    for key in np.unique(np.concatenate([laid.cord[:, which].ravel(), laid.trunk[which]])).tolist():
        type_ids[key] = use_type(edit, laid.keys[key])
    let_go = types_of(cables, old)
    first = int(cables["assembly"].max(initial=0)) + 1
    nothing = np.full(len(which), ABSENT, np.int64)
    zero = np.zeros(len(which), np.int64)
    edit.delete_many("cable", np.sort(cables.ids[old]))
    common = {"network_id": row["network_id"], "phase": row["phase"], "by_hand": zero + 1}
    for end, side in enumerate("ab"):
        cord: dict[str, Any] = {
            "a_device_id": row[f"{side}_device_id"],
            "a_port": row[f"{side}_port"],
            "a_lane": row[f"{side}_lane"],
            "b_device_id": laid.panel[end, which],
            "b_port": laid.front[end, which],
            "b_lane": zero,
            "lanes": row["lanes"],
            "assembly": nothing,
            "type_id": type_ids[laid.cord[end, which]],
            "a_module_id": row[f"{side}_module_id"],
            "b_module_id": nothing,
            "length_mm": laid.cord_mm[end, which],
        }
        edit.insert_many("cable", {**common, **cord})
    trunk: dict[str, Any] = {
        **{f"{side}_device_id": laid.panel[end, which] for end, side in enumerate("ab")},
        **{f"{side}_port": laid.rear[end, which] for end, side in enumerate("ab")},
        **{f"{side}_lane": zero for side in "ab"},
        "lanes": zero,
        "assembly": first + laid.assembly[which],
        "type_id": type_ids[laid.trunk[which]],
        "a_module_id": nothing,
        "b_module_id": nothing,
        "length_mm": laid.trunk_mm[which],
    }
    edit.insert_many("cable", {**common, **trunk})
    drop_if_unused(edit, let_go)


def _refused(text: str, **values: int | str) -> Refused:
    return Refused(Message(_CONTEXT, text, values))
