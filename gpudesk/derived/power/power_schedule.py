"""What hangs on which outlet of which PDU, and what hangs on panels and what lies above: the lines of a power schedule."""

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
        device, inlet: what hangs there.
        cord: its type, "" where it is not chosen; `length_mm` None likewise.
        va: what it carries, NaN where nothing of the power of the device is known.
        complete: whether all of that power is known.
        current_a: on each line, NaN for lines that the circuit does not have, shape (3,).
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


@dataclass(frozen=True, slots=True)
class Load:
    """What a node carries against what it may carry for long.

    Attributes:
        place: in the chain.
        breaker_a, limit_a: NaN where not known.
        current_a: of each line, shape (3,).
        share: of the greatest line, NaN where there is no limit.
        spare_a: what is left of the limit on the busiest line.
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
        """Negative where it carries too much."""
        known = self.current_a[~np.isnan(self.current_a)]
        return float(self.limit_a - known.max(initial=0.0))


@dataclass(frozen=True)
class Schedule:
    """The schedule of a project (ask `snapshot.cached(power_schedule)`)."""

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
        """Node → the places of the cords of the network that hang on it."""
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
        """Rack id → the places of `plan.givers` that stand in it, by name; ABSENT for those in none."""
        found: dict[int, list[int]] = {}
        plan, chain = self.chain.plan, self.chain
        for giver in sorted(range(len(plan.givers)), key=lambda each: int(chain.name_rank[self.place_of_giver(each)])):
            found.setdefault(int(chain.rack[self.place_of_giver(giver)]), []).append(giver)
        return found

    def below(self, nodes: Sequence[int], devices: Sequence[int]) -> Mask:
        """Which nodes of the network lie on or below some of them, shape (nodes,); all where none are named.

        Args:
            nodes: ids of the table of power nodes.
            devices: ids of devices that give power.
        """
        plan, columns = self.chain.plan, self.snapshot["power_node"]
        parent = plan.network.parent
        if not nodes and not devices:
            return np.ones(len(parent), bool)
        found = np.zeros(len(parent), bool)
        found[[columns.position(node) for node in nodes if columns.has(node)]] = True
        given = np.flatnonzero(np.isin(self.snapshot["device"].ids[plan.givers], devices))
        found[plan.rows + given] = True
        count = -1
        while count != int(found.sum()):
            count = int(found.sum())
            # The row past the end stands for what has nothing above it.
            found |= np.append(found, False)[parent]
        return found

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
        """What hangs on a node by cords, outlets in order."""
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
                )
            )
        return sorted(found, key=lambda each: (ABSENT if each.socket is None else each.socket.port, each.device))


def power_schedule(snapshot: Snapshot) -> Schedule:
    """The schedule of a snapshot (ask `snapshot.cached(power_schedule)`).

    Raises:
        ValueError: what gives power is fed in a circle.
    """
    return Schedule(snapshot, snapshot.cached(power_chain))
