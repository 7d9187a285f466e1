"""The power network of a project: its nodes, rack PDUs and banks, and the cords of what draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from weakref import ref

import numpy as np

from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import ROOT_3, Tap, Wiring
from gpudesk.core.power.power_network import Flow, Network, flow
from gpudesk.core.power.power_sockets import BY_HAND, Sockets
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.core.values.moved_places import moved_places
from gpudesk.derived.columns.row_subset import Picked
from gpudesk.derived.draw.power_purposes import AS_LIMITS, purposes
from gpudesk.derived.draw.power_ratings import draws_power
from gpudesk.derived.power.busbars import along_bars
from gpudesk.derived.power.power_conversion import conversion
from gpudesk.derived.power.power_groups import beside_group
from gpudesk.derived.power.power_node_limits import limits_of_network
from gpudesk.derived.power.power_types import PowerTypes, per_type, power_types
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.derived.scope.device_locations import devices_outside_racks, whereabouts
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot, made_from

_SINGLE = (Wiring.LINE_TO_NEUTRAL, Wiring.LINE_TO_LINE)
_BETWEEN = (Tap.L1_L2, Tap.L2_L3, Tap.L3_L1)


@dataclass(frozen=True)
class PowerPlan:
    """A project's power network and the objects its parts represent.

    The nodes are rows of `power_node`, then power-supplying devices (rack PDUs, UPS, shelves), then their banks.

    Attributes:
        network: without the names; currents are compared with derated breakers.
        limit_a: continuous limit of each node: its derated breaker times the continuous factor; NaN if unknown.
        node_ids: the ids of the nodes that are rows of `power_node`.
        givers: places in the table `device` of power-supplying devices, ascending.
        bank_giver, bank_number: place in `givers` and bank number in its type, per bank.
        loads: places in the table `device` of devices with their own cords, ascending; the devices of the network.
        cord_ids: the ids of the cords of `loads`; the cords of the network.
        unknown: whether the cords of each of `loads` carry a load of unknown power.
        single: the tap of all loads of each node with one or two lines, otherwise ABSENT.
        upstream: which nodes are above the feeds, shape (nodes,).
        upstream_w: device draw that applies to those nodes; None if identical.
    """

    network: Network
    limit_a: Reals
    node_ids: Ids
    givers: Ids
    bank_giver: Ids
    bank_number: Ids
    loads: Ids
    cord_ids: Ids
    unknown: Mask
    single: Ids
    upstream: Mask
    upstream_w: Reals | None

    @property
    def rows(self) -> int:
        """Return the number of nodes that are rows of `power_node`; the first giver follows them."""
        return len(self.node_ids)

    @property
    def first_bank(self) -> int:
        """The first node that is a bank."""
        return self.rows + len(self.givers)

    @cached_property
    def below_rows(self) -> Network:
        """Return the network without nodes above the rows of `power_node`: each row is fed independently."""
        parent, alternate = self.network.parent.copy(), self.network.alternate.copy()
        if (parent[: self.rows] == ABSENT).all() and (alternate[: self.rows] == ABSENT).all():
            return self.network
        parent[: self.rows] = alternate[: self.rows] = ABSENT
        return replace(self.network, parent=parent, alternate=alternate)

    @cached_property
    def upstream_flow(self) -> Flow:
        """What flows if devices draw what counts above the feeds."""
        return self.network.steady if self.upstream_w is None else flow(replace(self.network, draw_w=self.upstream_w))

    @cached_property
    def flow(self) -> Flow:
        """What flows with everything alive; above the feeds that of the power which counts there."""
        state = self.network.steady
        if self.upstream_w is None:
            return state
        above, other = self.upstream, self.upstream_flow
        return replace(
            state,
            line_va=np.where(above[:, None], other.line_va, state.line_va),
            va=np.where(above, other.va, state.va),
            current_a=np.where(above[:, None], other.current_a, state.current_a),
        )


def power_plan(snapshot: Snapshot) -> PowerPlan:
    """Return the power network of a snapshot (use `snapshot.cached(power_plan)`).

    Raises:
        ValueError: the power supply is circular.
    """
    devices = snapshot["device"]
    giving = [type_id for type_id, type_sockets in snapshot.types.cached(power_types).sockets.items() if type_sockets.gives]
    return _plan(snapshot, snapshot["power_node"], np.flatnonzero(is_one_of(devices["type_id"], giving)), snapshot["power_cord"])


def leaves_power(before: Snapshot, after: Snapshot, changes: Changes) -> bool:
    """Whether an edit only added or removed devices outside of the power network: without cords and outlets, and in no other device."""
    known = after.known(_power_unchanged)
    if known is not None and known.before() is before:
        return known.unchanged
    unchanged = _leaves_power(before, after, changes)
    remembered: _PowerUnchanged | None = _PowerUnchanged(ref(before), unchanged)
    after.remember(_power_unchanged, remembered)
    return unchanged


@dataclass(frozen=True, slots=True)
class _PowerUnchanged:
    """The result of `leaves_power` for the edit from one state."""

    before: "ref[Snapshot]"
    unchanged: bool


def _power_unchanged(snapshot: Snapshot) -> _PowerUnchanged | None:
    """Whether the power was left as it is in the state before (`leaves_power` stores it)."""
    return None


def _leaves_power(before: Snapshot, after: Snapshot, changes: Changes) -> bool:
    change = changes.of("device")
    if changes.tables.keys() != {"device"} or len(change.changed):
        return False
    cords, sockets = after["power_cord"], after.types.cached(power_types).sockets
    if len(cords.among("device_id", change.touched)) or len(cords.among("from_device_id", change.touched)):
        return False
    for snapshot, ids in ((before, change.removed), (after, change.added)):
        devices = snapshot["device"]
        places = devices.positions(ids)
        if (devices.at("parent_id", places) != ABSENT).any():
            return False
        if any(type_id in sockets and sockets[type_id].gives for type_id in devices.at("type_id", places).tolist()):
            return False
    return True


def carry_power_plan(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep the network of `before` with `after` where an edit leaves it as it is (`leaves_power`); the places of its devices move."""
    known = before.known(power_plan)
    if known is None or after.known(power_plan) is not None:
        return
    old, new, change = before["device"], after["device"], changes.of("device")
    givers, loads = (moved_places(places, old, new, change) for places in (known.givers, known.loads))
    carried = known if givers is known.givers and loads is known.loads else replace(known, givers=givers, loads=loads)
    after.remember(power_plan, carried)


def power_plan_of(snapshot: Snapshot, racks: Ids) -> PowerPlan:
    """Return the network of one rack group (`power_groups.power_group`): PDUs, cords and feeds, without nodes above.

    Devices outside racks that feed them, or are fed by their feeds or PDUs, are included with all their cords.
    """
    devices, nodes, cords = snapshot["device"], snapshot["power_node"], snapshot["power_cord"]
    inside = snapshot.cached(whereabouts).inside(racks)
    ids = devices.ids[inside]
    cord_places = distinct_ids(cords.among("device_id", ids), cords.among("from_device_id", ids))
    if snapshot.cached(hangs_beside) or snapshot.cached(stands_and_gives):
        beside_racks = beside_group(snapshot, racks)
        inside, ids = distinct_ids(inside, beside_racks), devices.ids[beside_racks]
        cord_places = distinct_ids(cord_places, distinct_ids(cords.among("device_id", ids), cords.among("from_device_id", ids)))
    feeds = distinct_ids(nodes.positions(cords.at("from_node_id", cord_places)))
    feeds = feeds[feeds != ABSENT]
    by_type = snapshot.types.cached(power_types).sockets
    gives = inside[is_one_of(devices["type_id"][inside], [type_id for type_id, type_sockets in by_type.items() if type_sockets.gives])]
    return _plan(snapshot, Picked(nodes, feeds), gives, Picked(cords, cord_places))


def standing_plan(snapshot: Snapshot) -> PowerPlan:
    """The network of devices outside racks, with the racks whose PDUs feed them (use `snapshot.cached(standing_plan)`)."""
    devices, cords, rack_of = snapshot["device"], snapshot["power_cord"], snapshot.cached(whereabouts).rack
    cord_places = cords.among("device_id", devices.ids[rack_of == ABSENT])
    givers = devices.positions(cords.at("from_device_id", cord_places))
    return power_plan_of(snapshot, distinct_ids(rack_of[givers[givers != ABSENT]], np.array([ABSENT])))


@made_from({"device": ("type_id", "rack_id", "parent_id"), "catalog_item": ()})
def stands_and_gives(snapshot: Snapshot) -> bool:
    """Whether a device outside racks has outlets, such as a UPS on the floor (use `snapshot.cached(stands_and_gives)`)."""
    devices = snapshot["device"]
    type_ids = devices.at("type_id", devices.positions(snapshot.cached(devices_outside_racks)))
    by_type = snapshot.types.cached(power_types).sockets
    return any(type_id in by_type and by_type[type_id].outlets for type_id in np.unique(type_ids).tolist())


@made_from({"device": ("rack_id", "parent_id"), "power_cord": ("device_id",)})
def hangs_beside(snapshot: Snapshot) -> bool:
    """Whether a device outside racks has a power cord, such as a removed device (use `snapshot.cached(hangs_beside)`)."""
    return len(snapshot["power_cord"].among("device_id", snapshot.cached(devices_outside_racks))) > 0


def carry_beside_racks(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep what is known of power outside racks, if the edit only added or removed devices outside of the power network."""
    for maker in (stands_and_gives, hangs_beside):
        known = before.known(maker)
        if known is not None and leaves_power(before, after, changes):
            after.remember(maker, known)


def with_say_in_power(snapshot: Snapshot, ids: Ids) -> Ids:
    """Return the given devices that affect power: with inlets, outlets or cords, next to the units (like PDUs), or nested."""
    devices, cords, types = snapshot["device"], snapshot["power_cord"], snapshot.types
    places = devices.positions(ids)
    ids, places = ids[places != ABSENT], places[places != ABSENT]
    kinds = devices.at("type_id", places)
    say = is_one_of(kinds, list(types.cached(power_types).sockets)) | (types.codes("mount", kinds) == Mount.ZERO_U)
    if snapshot.cached(whereabouts).nested:
        say |= (devices["parent_id"][places] != ABSENT) | is_one_of(ids, devices["parent_id"])
    for place in np.flatnonzero(~say).tolist():
        at = ids[place : place + 1]
        say[place] = len(cords.among("device_id", at)) > 0 or len(cords.among("from_device_id", at)) > 0
    with_say: Ids = ids[say]
    return with_say


def _plan(snapshot: Snapshot, nodes: Columns, givers: Ids, cords: Columns) -> PowerPlan:
    devices, types = snapshot["device"], snapshot.types
    known = types.cached(power_types)
    by_type = known.sockets
    giver_type = devices["type_id"][givers]
    banks = per_type(giver_type, known.banks)
    bank_giver = np.repeat(np.arange(len(givers)), banks)
    bank_number = np.arange(len(bank_giver)) - np.repeat(np.cumsum(banks) - banks, banks)
    bank_start = nodes.rows + len(givers) + np.cumsum(banks) - banks
    taker = devices.positions(cords["device_id"])
    source, tap = _sources(cords, devices, nodes, by_type, givers, bank_start)
    to_giver = np.searchsorted(givers, taker)
    feeds_giver = np.append(givers, ABSENT)[np.minimum(to_giver, len(givers))] == taker
    parent, alternate = _parents(nodes, cords, source, to_giver, feeds_giver, len(givers))
    wiring, voltage, single = _circuits(snapshot, nodes, known, givers, parent, bank_giver)
    breaker, limit = limits_of_network(snapshot, nodes, givers, bank_giver, parent, wiring, voltage)
    loads_cord = np.flatnonzero(~feeds_giver & (source != ABSENT))
    giver_rack = snapshot.cached(whereabouts).rack[givers]
    loads_cord, cord_node = along_bars(known.bars, giver_type, giver_rack, parent[nodes.rows :], bank_start, loads_cord, source[loads_cord])
    loads, cord_device = np.unique(taker[loads_cord], return_inverse=True)
    sheet = snapshot.cached(site_sheet)
    draw_w, unknown = drawn_w(snapshot, loads)
    upstream_w = None
    if sheet.text("power_for_upstream") != AS_LIMITS:
        upstream_w = drawn_w(snapshot, loads, purposes()["upstream"].names(sheet))[0]
    converts = conversion(snapshot, nodes, givers, parent, wiring, bank_giver)
    lined = single[cord_node]
    network = Network(
        parent=np.concatenate([parent, nodes.rows + bank_giver]),
        alternate=np.concatenate([alternate, np.full(len(bank_giver), ABSENT)]),
        voltage_v=voltage,
        wiring=wiring,
        breaker_a=breaker,
        cord_device=cord_device,
        cord_node=cord_node,
        cord_tap=np.where(lined == ABSENT, tap[loads_cord], lined),
        watts_per_va=converts.watts_per_va,
        efficiency=converts.efficiency,
        draw_w=draw_w,
        device_rule=np.searchsorted(np.array(list(types), np.int64), devices["type_id"][loads]),
        shares=known.shares,
        states=known.states,
    )
    upstream = np.zeros(network.nodes, bool)
    upstream[: nodes.rows] = nodes["kind"] != PowerNodeKind.FEED
    return PowerPlan(
        network, limit, nodes.ids, givers, bank_giver, bank_number, loads, cords.ids[loads_cord], unknown, single, upstream, upstream_w
    )


def _sources(
    cords: Columns, devices: Columns, nodes: Columns, by_type: Mapping[int, Sockets], givers: Ids, bank_start: Ids
) -> tuple[Ids, Ids]:
    """Return the node that feeds each cord, ABSENT if none of these, and its tap there, shape (cords,).

    A cord without a giver port, or from a port that is no longer an outlet of its type, is fed by the first bank.
    """
    at_node = nodes.positions(cords["from_node_id"])
    giver = devices.positions(cords["from_device_id"])
    source, tap = at_node.copy(), np.full(cords.rows, int(Tap.ALL))
    from_device = np.flatnonzero(giver != ABSENT)
    types = devices["type_id"][giver[from_device]]
    for type_id in np.unique(types).tolist():
        here = from_device[types == type_id]
        outlets, gives = (by_type[type_id].outlets, by_type[type_id].gives) if type_id in by_type else ((), False)
        ports = {outlet.port: outlet for outlet in outlets}
        most = max(ports, default=0) + 1
        bank_of, tap_of = np.zeros(most + 1, np.int64), np.full(most + 1, int(Tap.ALL))
        for port, outlet in ports.items():
            bank_of[port], tap_of[port] = outlet.bank, outlet.tap
        wanted_port = cords["from_port"][here]
        ports_here = np.where((wanted_port == ABSENT) | (wanted_port >= most), most, wanted_port)
        of_giver = np.minimum(np.searchsorted(givers, giver[here]), max(len(givers) - 1, 0))
        known = (givers[of_giver] == giver[here]) if len(givers) and gives else np.zeros(len(here), bool)
        source[here[known]] = bank_start[of_giver[known]] + bank_of[ports_here[known]]
        tap[here] = tap_of[ports_here]
    return source, tap


def _parents(nodes: Columns, cords: Columns, source: Ids, to_giver: Ids, feeds_giver: Mask, givers: int) -> tuple[Ids, Ids]:
    """Parent and alternate of nodes and givers: a giver with two inlets changes over from the first to the second."""
    parent = np.concatenate([nodes.positions(nodes["fed_by_id"]), np.full(givers, ABSENT)])
    alternate = np.concatenate([nodes.positions(nodes["alternate_id"]), np.full(givers, ABSENT)])
    feeding = np.flatnonzero(feeds_giver & (source != ABSENT))
    feeding = feeding[np.lexsort((cords["port"][feeding], to_giver[feeding]))]
    owner = to_giver[feeding]
    first = np.diff(owner, prepend=ABSENT) != 0
    parent[nodes.rows + owner[first]] = source[feeding[first]]
    second = np.flatnonzero(~first & np.concatenate([[False], first[:-1]])) if len(feeding) else np.empty(0, np.int64)
    alternate[nodes.rows + owner[second]] = source[feeding[second]]
    return parent, alternate


def _circuits(snapshot: Snapshot, nodes: Columns, known: PowerTypes, givers: Ids, parent: Ids, bank_giver: Ids) -> tuple[Ids, Reals, Ids]:
    """Return wiring and voltage of every node, and the tap of all its loads if it has one or two lines, otherwise ABSENT."""
    types = snapshot.types
    rows, first_bank, total = nodes.rows, nodes.rows + len(givers), nodes.rows + len(givers) + len(bank_giver)
    wiring, voltage, single = np.full(total, int(Wiring.WYE)), np.full(total, np.nan), np.full(total, ABSENT)
    wiring[:rows], voltage[:rows] = nodes["wiring"], nodes["voltage_v"]
    line = np.maximum(nodes["line"], 0)
    single[:rows] = np.select([nodes["wiring"] == Wiring.LINE_TO_NEUTRAL, nodes["wiring"] == Wiring.LINE_TO_LINE], [line, 3 + line], ABSENT)
    giver_type = snapshot["device"]["type_id"][givers]
    own = per_type(giver_type, known.wiring)
    nominal = types.numbers("input_voltage_v", giver_type)
    output_v = types.numbers("output_voltage_v", giver_type)
    nominal = np.where((own == Wiring.DC) & ~np.isnan(output_v) | np.isnan(nominal), output_v, nominal)
    nominal = np.where(np.isnan(nominal), snapshot.cached(site_sheet).limit("line_voltage_v"), nominal)
    bank_tap = np.concatenate([known.taps[type_id] for type_id in giver_type.tolist()] or [np.empty(0, np.int64)])
    alone, direct = is_one_of(own, _SINGLE), own == Wiring.DC
    of_giver = rows + bank_giver
    to_neutral, between = bank_tap <= Tap.L3, is_one_of(bank_tap, _BETWEEN)
    # The circuit of equipment on a bank of another source is known only after that one.
    for _ in range(3):
        above = parent[rows:first_bank]
        fed = above != ABSENT
        line_of, wire_of, volts = (
            np.where(fed, of_parent[above], fill) for of_parent, fill in ((single, ABSENT), (wiring, own), (voltage, np.nan))
        )
        single[rows:first_bank] = np.where(line_of != ABSENT, line_of, np.where(alone, np.where(own == Wiring.LINE_TO_LINE, 3, 0), ABSENT))
        wiring[rows:first_bank] = np.where((line_of != ABSENT) & ~direct, wire_of, own)
        steps_down = fed & (own == Wiring.LINE_TO_NEUTRAL) & (wire_of == Wiring.WYE)
        voltage[rows:first_bank] = np.where(np.isnan(volts) | direct, nominal, np.where(steps_down, volts / ROOT_3, volts))
        lined = single[of_giver] != ABSENT
        single[first_bank:] = single[of_giver]
        of_bank = np.where(to_neutral, Wiring.LINE_TO_NEUTRAL, np.where(between, Wiring.LINE_TO_LINE, wiring[of_giver]))
        wiring[first_bank:] = np.where(lined, wiring[of_giver], of_bank)
        voltage[first_bank:] = voltage[of_giver] / np.where(~lined & to_neutral, ROOT_3, 1.0)
    return wiring, voltage, single


def by_hand(snapshot: Snapshot) -> list[int]:
    """Return the floor objects whose supplies are wired by hand, each to separate feeds: racks with power shelves, cooling units."""
    devices, types = snapshot["device"], snapshot.types
    by_type = types.cached(power_types).sockets
    type_ids = [
        type_id
        for type_id, type_sockets in by_type.items()
        if not type_sockets.gives and any(inlet.kind == BY_HAND for inlet in type_sockets.inlets)
    ]
    standing = (devices["hall_id"] != ABSENT) & is_one_of(devices["type_id"], type_ids)
    ids: list[int] = devices.ids[standing].tolist()
    return ids


def drawn_w(snapshot: Snapshot, loads: Ids, names: Sequence[str] = ()) -> tuple[Reals, Mask]:
    """Return the draw of devices with cords, including contents without cords, in W, and whether part is unknown.

    Args:
        loads: places in the table `device`, shape (n,).
        names: the named powers; the first that a type specifies applies. Default: the power compared with limits.
    """
    devices, types, where = snapshot["device"], snapshot.types, snapshot.cached(whereabouts)
    names = names or (snapshot.cached(site_sheet).text("power_for_limits"),)
    fact_names = [f"power_{name}_w" for name in names]
    watts = types.first_number(fact_names, devices["type_id"][loads])
    unknown: Mask = np.isnan(watts)
    if where.nested:
        inside = np.flatnonzero((devices["parent_id"] != ABSENT) & snapshot.cached(counted))
        inside = inside[~is_one_of(inside, loads)]
        within, kinds = types.first_number(fact_names, devices["type_id"][inside]), devices["type_id"][inside]
        holder = where.root[inside]
        known = np.bincount(holder, ~np.isnan(within), devices.rows)[loads] > 0
        # A chassis that draws nothing itself is known by what sits in it.
        unknown &= draws_power(types, devices["type_id"][loads]) | ~known
        unknown |= np.bincount(holder, np.isnan(within) & draws_power(types, kinds), devices.rows)[loads] > 0
        watts = np.nan_to_num(watts) + np.bincount(holder, np.nan_to_num(within), devices.rows)[loads]
    return np.nan_to_num(watts), unknown
