"""Cords between racks become cords to panels and trunks between these."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.cabling.panel_packing import rear_ways
from gpudesk.core.hardware.hardware import Face, Family
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.auto_place.auto_place_request import Choices, ToPlace
from gpudesk.derived.cabling.panel_sets import PANEL_SETS, Housed, Left, PanelsAt, PanelSet, Rerouted, free_rears, housed, rerouted
from gpudesk.derived.cabling.structured_cabling import Structure, links_a_panel, plugs_needed, structure
from gpudesk.derived.floor.floor_rows import row_end, row_extension
from gpudesk.operations.cabling.cable_operations import types_of
from gpudesk.operations.floor.floor_new import demand_new
from gpudesk.operations.floor.halls import create_rack, delete_objects
from gpudesk.operations.floor.rack_names import free_rack_name
from gpudesk.operations.racks.auto_place_devices import auto_place
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import drop_if_unused, use_type
from gpudesk.project.edit import Edit

_FITTINGS = (Family.CABLE_MANAGER, Family.BLANK, Family.PDU)
_OF_CABLING = (Family.PANEL, Family.CASSETTE, *_FITTINGS)


def panel_rack(edit: Edit, row_id: int) -> int | None:
    """The rack for the panels of a row, created if there is none: None if the floor has no room for one.

    It is the last rack of the row if that is not empty and contains only panels, their parts and feeds; else a new rack like the
    last one, after it; if there is no room, an empty last rack.
    """
    end = row_end(edit.columns, edit.types, row_id)
    if end is None:
        return None
    racks = edit.columns("rack")
    last = int(racks.ids[end.rack])
    families = _families(edit, last)
    if Family.PANEL in families and all(family in _OF_CABLING for family in families):
        return last
    kind, phase = edit.types[int(racks["type_id"][end.rack])], int(racks["phase"][end.rack])
    extension = row_extension(edit.columns, end, 1)
    x, y, angle = (int(values[0]) for values in (extension.x_mm, extension.y_mm, extension.angle_ddeg))
    rack_id = create_rack(edit, kind.key, row_id, None, free_rack_name(edit, row_id), x, y, angle, phase)
    try:
        demand_new(edit, [("rack", rack_id)])
    except Refused:
        edit.delete("rack", rack_id)
        return last if all(family in _FITTINGS for family in families) else None
    return rack_id


def _families(edit: Edit, rack_id: int) -> list[Family]:
    devices = edit.columns("device")
    types: Ids = np.unique(devices["type_id"][devices.among("rack_id", np.array([rack_id]))])
    return [edit.types[type_id].family for type_id in types.tolist()]


_CONTEXT = "operations"
PANEL_ROLE = "panel"
MOST_FIBRES = (12, 144)


@dataclass(frozen=True, slots=True)
class Structured:
    """The result of structured cabling.

    Attributes:
        links: those that now run over panels.
        panels, cassettes, racks: ids of the new ones.
        trunks, cords: number of cables added.
        laid: the same in legs, one for each plug of a trunk.
        removed, kept: removed and unchanged cables, in legs.
        full: ids of the racks without free units for all required panels.
        left: links that stay cords from port to port, with the reasons.
    """

    links: int
    panels: tuple[int, ...]
    cassettes: tuple[int, ...]
    racks: tuple[int, ...]
    trunks: int
    cords: int
    laid: int
    removed: int
    kept: int
    full: tuple[int, ...]
    left: tuple[Left, ...]


@operation
def structure_cabling(
    edit: Edit, network_ids: Sequence[int] = (), panel_key: str = "", most_fibres: int = MOST_FIBRES[1], at: str = PanelsAt.RACK
) -> Structured:
    """Route the fiber links between racks over panels and trunks: arrays over adapters, duplex links over cassettes.

    Existing panels and cassettes are used while they have free ports; additional ones are placed in free units of the racks,
    or in a separate rack at the end of each row, which is added if there is none. Each trunk carries links of one pair of racks;
    the new cables count as set by hand, so that they stay when the project is cabled again. Links that this would make invalid,
    for example too long, and links without room in their racks stay unchanged and are reported.

    Args:
        network_ids: of these networks only, of all if none is given.
        panel_key: use only this panel, for links that fit it; by the connector of each link if none is given.
        most_fibres: of a trunk.
        at: "rack" for panels in the racks of the devices, "row" for panels at the ends of rows; links inside a row then stay cords.

    Raises:
        Refused: there is no such network, no link between racks uses a cord for such a panel, the type is no such panel, or no
            link can run over panels.
    """
    for network_id in network_ids:
        edit.row("network", network_id)
    if not MOST_FIBRES[0] <= most_fibres <= MOST_FIBRES[1]:
        text = QT_TRANSLATE_NOOP("operations", "A trunk must have {low} to {high} fibers.")
        raise _refused(text, low=MOST_FIBRES[0], high=MOST_FIBRES[1])
    if at not in tuple(PanelsAt):
        raise _refused(QT_TRANSLATE_NOOP("operations", "Panels can be placed in racks or at row ends."))
    work = _Work(edit, network_ids, most_fibres, PanelsAt(at))
    for panel_set in PANEL_SETS if not panel_key else [_own_set(panel_key)]:
        work.lead(panel_set)
    return work.finish()


def _own_set(panel_key: str) -> PanelSet:
    catalog = open_catalog()
    if panel_key not in catalog:
        raise _refused(QT_TRANSLATE_NOOP("operations", "{model} is not in the catalog."), model=panel_key)
    panel = catalog.get(panel_key)
    if not links_a_panel(panel):
        raise _refused(QT_TRANSLATE_NOOP("operations", "{model} is not a pass-through fiber panel."), model=panel.title)
    front = next(group for group in panel.port_groups if group.face is Face.FRONT and group.role == "panel")
    return PanelSet(front.kind, panel_key)


class _Work:
    """The work of one step so far, by kind of panel."""

    def __init__(self, edit: Edit, network_ids: Sequence[int], most_fibres: int, at: PanelsAt) -> None:
        self.edit, self.network_ids, self.most_fibres, self.at = edit, network_ids, most_fibres, at
        self.before = edit.columns("cable").rows
        self.new: dict[str, list[int]] = {"rack": [], "panel": [], "cassette": []}
        self.ends: dict[int, int | None] = {}
        self.full: set[int] = set()
        self.left: Counter[str] = Counter()
        self.links = self.trunks = self.laid = 0
        self.met = False

    def lead(self, kind: PanelSet) -> None:
        """Lead the links for which one kind of panel is."""
        routes = rerouted(self.edit.present(), kind, self.network_ids, self.at)
        self._leave(routes.left)
        self.met |= bool(len(routes)) or bool(routes.left)
        if not len(routes):
            return
        housed_routes, without = housed(self.edit.present(), routes, self._racks(routes))
        self._leave([(without, Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A row has no space for a panel rack at its end.")))])
        if not len(housed_routes):
            return
        for key in {kind.panel, kind.passing}:
            use_type(self.edit, key)
        passing = self.edit.types[self.edit.types.id_of(kind.passing) or 0]
        self._place(housed_routes, kind)
        laid = structure(self.edit.present(), housed_routes, passing, self.most_fibres)
        self._leave(laid.left)
        self.laid += _lay(self.edit, housed_routes, laid)
        self.links += int(laid.which.sum())
        self.trunks += len(np.unique(laid.assembly[np.unique(laid.plug[laid.which])]))

    def finish(self) -> Structured:
        """Remove unused new objects and return the result.

        Raises:
            Refused: no link was routed.
        """
        left = tuple((count, Message.from_json(text)) for text, count in self.left.items() if count)
        if not self.links:
            if not self.met:
                text = QT_TRANSLATE_NOOP("operations", "No link between racks uses a fiber cord that fits such a panel.")
                fix = QT_TRANSLATE_NOOP("operations", "Cable the project first.")
                raise Refused(Message(_CONTEXT, text), Message(_CONTEXT, fix))
            raise Refused(
                Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "No link would work through panels.")), left[0][1] if left else None
            )
        self._prune()
        text = QT_TRANSLATE_NOOP("operations", "Route {count} {count|link|links} through patch panels")
        self.edit.title = Message(_CONTEXT, text, {"count": self.links})
        new = {name: tuple(ids) for name, ids in self.new.items()}
        remaining, full = self.before - self.links, tuple(sorted(self.full))
        return Structured(
            links=self.links,
            panels=new["panel"],
            cassettes=new["cassette"],
            racks=new["rack"],
            trunks=self.trunks,
            cords=2 * self.links,
            laid=self.laid,
            removed=self.links,
            kept=remaining,
            full=full,
            left=left,
        )

    def _leave(self, left: Sequence[Left]) -> None:
        for count, message in left:
            self.left[message.to_json()] += count

    def _racks(self, found: Rerouted) -> dict[int, int]:
        """Place → the rack that contains its panels."""
        places = np.unique(found.place).tolist()
        if self.at is PanelsAt.RACK:
            return {place: place for place in places}
        for row_id in places:
            if row_id not in self.ends:
                there = set(self.edit.columns("rack").ids.tolist())
                rack_id = self.ends[row_id] = panel_rack(self.edit, row_id)
                if rack_id is not None and rack_id not in there:
                    self.new["rack"].append(rack_id)
        return {row_id: rack_id for row_id in places if (rack_id := self.ends[row_id]) is not None}

    def _place(self, mine: Housed, kind: PanelSet) -> None:
        """Put panels and cassettes into the racks that need more ports than are free; racks that need as many together."""
        present = self.edit.present()
        passing = present.types[present.types.id_of(kind.passing) or 0]
        ways = rear_ways(passing)
        needed = plugs_needed(mine, passing)
        free = free_rears(present, kind.passing, ways, np.array(sorted(needed), np.int64))
        more: dict[int, list[int]] = {}
        for rack, count in needed.items():
            pieces = -(-max(0, count - len(free[rack])) // len(ways))
            if pieces:
                more.setdefault(pieces, []).append(rack)
        for pieces, racks in sorted(more.items()):
            self._add(kind, pieces, racks)

    def _add(self, kind: PanelSet, pieces: int, racks: list[int]) -> None:
        choices, panels = Choices(power=False), pieces
        if kind.cassette:
            panels = -(-pieces // len(open_catalog().get(kind.panel).bays))
        placed = self._placed(ToPlace(kind.panel, panels * len(racks), PANEL_ROLE, most_in_rack=panels), racks, choices)
        self.new["panel"] += placed.tolist()
        self._note_full(placed, racks, panels)
        if kind.cassette:
            seated = self._placed(ToPlace(kind.cassette, pieces * len(racks), PANEL_ROLE, most_in_rack=pieces), racks, choices)
            self.new["cassette"] += seated.tolist()

    def _placed(self, line: ToPlace, racks: Sequence[int], choices: Choices) -> Ids:
        try:
            return auto_place(self.edit, [line], racks, choices).device_ids
        except Refused:
            return np.zeros(0, np.int64)

    def _note_full(self, placed: Ids, racks: Sequence[int], wanted: int) -> None:
        devices = self.edit.columns("device")
        counts = Counter(devices["rack_id"][devices.positions(placed)].tolist())
        self.full |= {rack for rack in racks if counts[rack] < wanted}

    def _prune(self) -> None:
        """Take away new cassettes, panels and racks that no link needs."""
        cables = self.edit.columns("cable")
        used = set(np.unique(np.concatenate([cables["a_device_id"], cables["b_device_id"]])).tolist())
        for name, column in (("cassette", ""), ("panel", "parent_id"), ("rack", "rack_id")):
            held: set[int] = set(self.edit.columns("device")[column].tolist()) if column else set()
            if name == "rack":
                used = set()
            idle = [object_id for object_id in self.new[name] if object_id not in used and object_id not in held]
            if idle:
                delete_objects(self.edit, "rack" if name == "rack" else "device", idle)
                self.new[name] = [object_id for object_id in self.new[name] if object_id not in idle]


def _lay(edit: Edit, found: Housed, laid: Structure) -> int:
    """Write cords and trunks instead of the cords from port to port; returns how many legs came."""
    cables, which = edit.columns("cable"), np.flatnonzero(laid.which)
    if not len(which):
        return 0
    old = found.cable[which]
    row = {name: cables[name][old] for name in cables if name != "id"}
    plugs, first = np.unique(laid.plug[which], return_index=True)
    type_ids = np.full(len(laid.keys), ABSENT, np.int64)
    for key in np.unique(np.concatenate([laid.cord[:, which].ravel(), laid.trunk[plugs]])).tolist():
        type_ids[key] = use_type(edit, laid.keys[key])
    let_go = types_of(cables, old)
    assembly = int(cables["assembly"].max(initial=0)) + 1
    nothing = np.full(len(which), ABSENT, np.int64)
    zero = np.zeros(len(which), np.int64)
    edit.delete_many("cable", np.sort(cables.ids[old]))
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
            "network_id": row["network_id"],
            "phase": row["phase"],
            "by_hand": zero + 1,
        }
        edit.insert_many("cable", cord)
    zero = zero[: len(plugs)]
    trunk: dict[str, Any] = {
        **{f"{side}_device_id": laid.plug_panel[end, plugs] for end, side in enumerate("ab")},
        **{f"{side}_port": laid.plug_rear[end, plugs] for end, side in enumerate("ab")},
        **{f"{side}_lane": zero for side in "ab"},
        **{f"{side}_module_id": zero + ABSENT for side in "ab"},
        "lanes": zero,
        "assembly": assembly + laid.assembly[plugs],
        "type_id": type_ids[laid.trunk[plugs]],
        "length_mm": laid.trunk_mm[plugs],
        "network_id": row["network_id"][first],
        "phase": _earliest(row["phase"], laid.plug[which], plugs),
        "by_hand": zero + 1,
    }
    edit.insert_many("cable", trunk)
    drop_if_unused(edit, let_go)
    return 2 * len(which) + len(plugs)


def _earliest(phase: Ids, plug: Ids, plugs: Ids) -> Ids:
    earliest = np.full(len(plugs), np.iinfo(np.int64).max)
    np.minimum.at(earliest, np.searchsorted(plugs, plug), phase)
    return earliest


def _refused(text: str, **values: int | str) -> Refused:
    return Refused(Message(_CONTEXT, text, values))
