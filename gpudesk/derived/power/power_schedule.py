"""Loads of each PDU outlet, of panels and of the nodes above: the lines of a power schedule."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.power.power_lines import LINES, Tap, Wiring, line_currents_a, line_volt_amperes
from gpudesk.core.power.power_sockets import Socket, Sockets, sockets
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_chain import Chain, power_chain
from gpudesk.project.snapshot import Snapshot

TAP_WORDS = {
    Tap.L1: "L1",
    Tap.L2: "L2",
    Tap.L3: "L3",
    Tap.L1_L2: "L1–L2",
    Tap.L2_L3: "L2–L3",
    Tap.L3_L1: "L3–L1",
    Tap.ALL: "L1–L2–L3",
    Tap.DC: "+ −",
}
"""The lines of a tap as electricians write them, the same in every language."""


@dataclass(frozen=True, slots=True)
class Outlet:
    """One outlet in use; a cord without an outlet of its own (wired by hand) has no `socket`.

    Attributes:
        device, inlet: the connected load.
        cord: its type, "" if not selected; `length_mm` is then None.
        va: its load, NaN if the power of the device is unknown.
        complete: whether all of that power is known.
        current_a: per line, NaN for lines absent from the circuit, shape (3,).
        place: of the load in the table `device`.
    """

    socket: Socket | None
    tap: Tap
    device: str
    inlet: str
    cord: str
    length_mm: int | None
    va: float
    complete: bool
    current_a: Reals
    place: int


@dataclass(frozen=True, slots=True)
class Load:
    """Load of a node compared with its continuous limit.

    Attributes:
        place: in the chain.
        breaker_a, limit_a: NaN if unknown.
        current_a: per line, shape (3,).
        share: of the most loaded line, NaN without a limit.
        spare_a: remaining margin on the most loaded line.
    """

    place: int
    name: str
    va: float
    breaker_a: float
    limit_a: float
    current_a: Reals
    share: float

    @property
    def spare_a(self) -> float:
        """Margin; negative if overloaded."""
        known = self.current_a[~np.isnan(self.current_a)]
        return float(self.limit_a - known.max(initial=0.0))


@dataclass(frozen=True)
class Schedule:
    """The schedule of a project (use `snapshot.cached(power_schedule)`)."""

    snapshot: Snapshot
    chain: Chain

    def load(self, place: int) -> Load:
        """The load of one place of the chain."""
        chain = self.chain
        node = int(chain.node[place])
        breaker = float(chain.plan.network.breaker_a[node])
        values = float(chain.load_va[place]), breaker, float(chain.limit_a[place]), chain.current_a[place], float(chain.share[place])
        return Load(place, chain.names[place], *values)

    @cached_property
    def node_cords(self) -> dict[int, Ids]:
        """Node → places of the network cords that it feeds."""
        cord_node = self.chain.plan.network.cord_node
        order = np.argsort(cord_node, kind="stable")
        nodes, starts = np.unique(cord_node[order], return_index=True)
        return {int(node): part for node, part in zip(nodes, np.split(order, starts[1:]), strict=True)} if len(nodes) else {}

    @cached_property
    def cord_currents_a(self) -> Reals:
        """What each cord draws from each line, NaN for lines that its circuit does not have, shape (cords, 3)."""
        network, flow = self.chain.plan.network, self.chain.plan.flow
        count = network.cords
        line_va = line_volt_amperes(flow.cord_va, network.cord_tap, np.arange(count), count)
        wiring = network.wiring[network.cord_node]
        currents = line_currents_a(line_va, network.voltage_v[network.cord_node], wiring)
        few = ~np.isin(wiring, (Wiring.WYE, Wiring.DELTA))
        currents[few[:, None] & (currents == 0)] = np.nan
        return currents

    @cached_property
    def givers_of_rack(self) -> dict[int, list[int]]:
        """Rack id → places of `plan.givers` in it, by name; ABSENT for givers outside racks."""
        by_rack: dict[int, list[int]] = {}
        plan, chain = self.chain.plan, self.chain
        for giver in sorted(range(len(plan.givers)), key=lambda giver_place: int(chain.name_rank[self.place_of_giver(giver_place)])):
            by_rack.setdefault(int(chain.rack[self.place_of_giver(giver)]), []).append(giver)
        return by_rack

    def below(self, nodes: Sequence[int], devices: Sequence[int]) -> Mask:
        """Return which network nodes are some of the given nodes or below them, shape (nodes,); all if none are given.

        Args:
            nodes: ids of the table of power nodes.
            devices: ids of power-supplying devices.
        """
        plan, columns = self.chain.plan, self.snapshot["power_node"]
        parent = plan.network.parent
        if not nodes and not devices:
            return np.ones(len(parent), bool)
        is_below = np.zeros(len(parent), bool)
        is_below[[columns.position(node) for node in nodes if columns.has(node)]] = True
        giver_places = np.flatnonzero(np.isin(self.snapshot["device"].ids[plan.givers], devices))
        is_below[plan.rows + giver_places] = True
        count = -1
        while count != int(is_below.sum()):
            count = int(is_below.sum())
            # The row past the end represents what has nothing above it.
            is_below |= np.append(is_below, False)[parent]
        return is_below

    def place_of_giver(self, giver: int) -> int:
        """The place in the chain of a device that gives power."""
        return int(self.chain.place_of_node[self.chain.plan.rows + giver])

    def sockets(self, giver: int) -> Sockets:
        """The inlets and outlets of a device that gives power."""
        devices = self.snapshot["device"]
        return sockets(self.snapshot.types[int(devices["type_id"][self.chain.plan.givers[giver]])])

    def banks(self, giver: int) -> list[int]:
        """The nodes that are the banks of a giver, in order."""
        plan = self.chain.plan
        return (plan.first_bank + np.flatnonzero(plan.bank_giver == giver)).tolist()

    def outlets(self, node: int) -> list[Outlet]:
        """Return the cord loads of a node, in outlet order."""
        snapshot, plan = self.snapshot, self.chain.plan
        cords, devices = snapshot["power_cord"], snapshot["device"]
        found = []
        for place in self.node_cords.get(node, np.empty(0, np.int64)).tolist():
            row = cords.position(int(plan.cord_ids[place]))
            port, giver_id = int(cords["from_port"][row]), int(cords["from_device_id"][row])
            giver = None if giver_id == ABSENT else sockets(snapshot.types[int(devices["type_id"][devices.position(giver_id)])])
            load = int(plan.network.cord_device[place])
            device = int(plan.loads[load])
            kind = snapshot.types[int(devices["type_id"][device])]
            nothing = bool(plan.unknown[load]) and not plan.network.draw_w[load]
            inlet = next((each.name for each in sockets(kind).inlets if each.port == int(cords["port"][row])), "")
            type_id, length = int(cords["type_id"][row]), int(cords["length_mm"][row])
            found.append(
                Outlet(
                    None if giver is None or port == ABSENT else giver.outlet(port),
                    Tap(int(plan.network.cord_tap[place])),
                    str(devices["name"][device]),
                    inlet,
                    "" if type_id == ABSENT else snapshot.types[type_id].title,
                    None if length == ABSENT else length,
                    float("nan") if nothing else float(plan.flow.cord_va[place]),
                    not plan.unknown[load],
                    np.full(LINES, np.nan) if nothing else self.cord_currents_a[place],
                    device,
                )
            )
        return sorted(found, key=lambda each: (ABSENT if each.socket is None else each.socket.port, each.device))


def power_schedule(snapshot: Snapshot) -> Schedule:
    """Return the schedule of a snapshot (use `snapshot.cached(power_schedule)`).

    Raises:
        ValueError: the power supply is circular.
    """
    return Schedule(snapshot, snapshot.cached(power_chain))
