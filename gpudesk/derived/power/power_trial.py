"""Trial of rewiring racks; identical racks are evaluated once."""

import numpy as np

from gpudesk.core.power.power_lines import LINES
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.cord_assignment import places_in_row, plan_wired_anew, wiring_signs
from gpudesk.derived.power.power_plan import PowerPlan, drawn_w
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot

_ROUNDING = 1e-9


class Trials:
    """The racks of a network with their cords reassigned, evaluated on request.

    A rack that shares nothing with others is evaluated once with all identical racks: same devices, places and feed types.
    """

    def __init__(self, snapshot: Snapshot, power: PowerPlan) -> None:
        self._snapshot, self._power = snapshot, power
        self._known: dict[bytes | int, PowerPlan] = {}
        self._likes: dict[int, bytes | int] = {}
        devices, racks = snapshot["device"], snapshot["rack"]
        self._giver_rack = snapshot.cached(whereabouts).rack[power.givers]
        inside = np.flatnonzero(devices["rack_id"] != ABSENT)
        inside = inside[np.isin(devices["rack_id"][inside], np.unique(self._giver_rack))]
        self._inside = inside[np.lexsort((devices.ids[inside], devices["rack_id"][inside]))]
        self._rack_of = devices["rack_id"][self._inside]
        watts = np.zeros(devices.rows)
        watts[self._inside] = drawn_w(snapshot, self._inside)[0]
        self._signs = np.concatenate([wiring_signs(snapshot, power, watts, self._inside)[0], self._fed()], axis=1)
        self._turn = places_in_row(racks) % LINES
        self._alone = self._standing_alone()

    def would_bear(self, node: int, rack: int) -> bool:
        """Return whether a network node in or upstream of a rack supports its load after the rack is rewired."""
        alike = self._likes.get(rack)
        if alike is None:
            alike = self._likes[rack] = self._alike(rack)
        if alike not in self._known:
            self._known[alike] = plan_wired_anew(self._snapshot, rack)
        anew = self._known[alike]
        at = self._same(node, rack, anew) if isinstance(alike, bytes) else _same_node(self._power, node, anew)
        return at is not None and bool(anew.flow.worst_a[at] <= anew.limit_a[at] * (1 + _ROUNDING))

    def _alike(self, rack: int) -> bytes | int:
        """Return the key shared by identical racks; the rack itself if it shares feeds or cords with others."""
        place = self._snapshot["rack"].position(rack)
        if not self._alone[place]:
            return rack
        first, last = np.searchsorted(self._rack_of, [rack, rack + 1])
        signs = self._signs[first:last].copy()
        # Which PDUs are on the same feed counts, and not which feed that is.
        signs[:, -1] = np.unique(signs[:, -1], return_inverse=True)[1].ravel()
        here = np.array([self._snapshot["rack"]["type_id"][place], self._turn[place]], float)
        return here.tobytes() + signs.tobytes()

    def _fed(self) -> Reals:
        """Return the data that determines PDU overload: limits and circuits of PDUs and of their feeders; last the feeders."""
        power, network = self._power, self._power.network
        fed = np.full((len(self._inside), 9), float(ABSENT))
        at = np.minimum(np.searchsorted(power.givers, self._inside), max(len(power.givers) - 1, 0))
        gives = np.flatnonzero(power.givers[at] == self._inside) if len(power.givers) else np.empty(0, np.int64)
        node = power.rows + at[gives]
        above, other = network.parent[node], network.alternate[node]
        is_fed = above != ABSENT
        for column, values in enumerate((power.limit_a, network.voltage_v, network.wiring)):
            fed[gives, column] = values[node]
            fed[gives[is_fed], 3 + column] = values[above[is_fed]]
        fed[gives, 6], fed[gives, 7] = other != ABSENT, is_fed & (above >= power.rows)
        fed[gives, 8] = above
        known: Reals = np.nan_to_num(fed, nan=-2.0)
        return known

    def _standing_alone(self) -> Mask:
        """Return which racks share no feed or cord with another and contain no nested device with separate cords."""
        power, snapshot = self._power, self._snapshot
        racks, devices, network = snapshot["rack"], snapshot["device"], power.network
        alone = np.ones(racks.rows, bool)
        of_load = snapshot.cached(whereabouts).rack[power.loads]
        of_node = np.full(network.nodes, ABSENT)
        of_node[power.rows : power.first_bank] = self._giver_rack
        of_node[power.first_bank :] = self._giver_rack[power.bank_giver]
        nested = devices["rack_id"][power.loads] != of_load
        self._deny(alone, of_load[nested])
        taker, source = of_load[network.cord_device], of_node[network.cord_node]
        across = (network.cord_node >= power.rows) & (taker != source)
        self._deny(alone, taker[across], source[across])
        givers = np.arange(power.rows, power.first_bank)
        above = network.parent[givers]
        inner = above >= power.rows
        across = np.zeros(len(givers), bool)
        across[inner] = of_node[above[inner]] != of_node[givers[inner]]
        self._deny(alone, of_node[givers[across]], of_node[above[across]])
        second = network.alternate[givers] != ABSENT
        self._deny(alone, of_node[givers[second]])
        direct = network.cord_node < power.rows
        feed = np.concatenate([above[(above != ABSENT) & ~inner], network.cord_node[direct]])
        rack = np.concatenate([of_node[givers[(above != ABSENT) & ~inner]], taker[direct]])
        least, most = np.full(network.nodes, np.iinfo(np.int64).max), np.full(network.nodes, ABSENT - 1)
        np.minimum.at(least, feed, rack)
        np.maximum.at(most, feed, rack)
        self._deny(alone, rack[least[feed] != most[feed]])
        return alone

    def _deny(self, alone: Mask, *racks: Ids) -> None:
        for ids in racks:
            places = self._snapshot["rack"].positions(ids[ids != ABSENT])
            alone[places[places != ABSENT]] = False

    def _same(self, node: int, rack: int, other: PowerPlan) -> int | None:
        """The place of a node of a rack in the plan of one that is like it."""
        power = self._power
        givers = np.flatnonzero(self._giver_rack == rack)
        if node < power.rows:
            above = power.network.parent[power.rows + givers]
            feeds = np.unique(above[(above != ABSENT) & (above < power.rows)])
            place = int(np.searchsorted(feeds, node))
            return place if place < len(feeds) and feeds[place] == node and len(feeds) == other.rows else None
        bank = node >= power.first_bank
        giver = int(np.searchsorted(givers, power.bank_giver[node - power.first_bank] if bank else node - power.rows))
        if not bank:
            return other.rows + giver
        bank_places = np.flatnonzero((other.bank_giver == giver) & (other.bank_number == power.bank_number[node - power.first_bank]))
        return other.first_bank + int(bank_places[0]) if len(bank_places) else None


def _same_node(power: PowerPlan, node: int, other: PowerPlan) -> int | None:
    """The place in another plan of a node of this one."""
    if node < power.rows:
        place = np.flatnonzero(other.node_ids == power.node_ids[node])
        return int(place[0]) if len(place) else None
    bank = node >= power.first_bank
    giver = int(power.bank_giver[node - power.first_bank]) if bank else node - power.rows
    place = np.flatnonzero(other.givers == power.givers[giver])
    if not len(place):
        return None
    if not bank:
        return other.rows + int(place[0])
    bank_places = np.flatnonzero((other.bank_giver == place[0]) & (other.bank_number == power.bank_number[node - power.first_bank]))
    return other.first_bank + int(bank_places[0]) if len(bank_places) else None
