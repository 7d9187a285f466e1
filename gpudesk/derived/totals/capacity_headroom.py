"""How much of its limits a project uses: of each kind of limit the place that uses most of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids
from gpudesk.derived.floor.floor_contents import floor_devices
from gpudesk.derived.floor.floor_limits import hall_limits
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.derived.racks.loads import floor_loads
from gpudesk.derived.totals.hall_sums import hall_sums
from gpudesk.derived.totals.totals import project_totals, rack_totals
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Reserve:
    """One kind of limit.

    Attributes:
        what: a marked text of the context "reports".
        name: the place that uses most of it, "" for the whole project.
        used, limit: in `unit`.
    """

    what: str
    name: str
    used: float
    limit: float
    unit: str

    @property
    def share(self) -> float:
        """How much of the limit is used; above 1 it is too much."""
        return self.used / self.limit


def reserves(snapshot: Snapshot) -> list[Reserve]:
    """The known limits, from the source to the floor (use `snapshot.cached(reserves)`)."""
    return [*_power(snapshot), *_cooling(snapshot), *_weight(snapshot), *_units(snapshot)]


def _power(snapshot: Snapshot) -> list[Reserve]:
    try:
        chain = snapshot.cached(power_chain)
    except ValueError:
        return []
    if not len(chain):
        return []
    plan, kinds = chain.plan, snapshot["power_node"]["kind"]
    of_node = np.where(chain.node < plan.rows, np.append(kinds, 0)[np.minimum(chain.node, plan.rows)], _INSIDE)
    of_node = np.where((chain.node >= plan.rows) & (chain.node < plan.first_bank), _GIVER, of_node)
    above = ~np.isin(of_node, (PowerNodeKind.FEED, _GIVER, _INSIDE))
    power_reserves = []
    for text, chosen in (
        (QT_TRANSLATE_NOOP("reports", "Source, UPS or panel"), above),
        (QT_TRANSLATE_NOOP("reports", "Feed"), of_node == PowerNodeKind.FEED),
        (QT_TRANSLATE_NOOP("reports", "Rack PDU"), of_node == _GIVER),
        (QT_TRANSLATE_NOOP("reports", "PDU bank"), of_node == _INSIDE),
    ):
        places = np.flatnonzero(chosen & ~np.isnan(chain.share))
        if len(places):
            worst = int(places[np.argmax(chain.share[places])])
            limit = float(chain.limit_a[worst])
            power_reserves.append(Reserve(text, chain.names[worst], float(chain.share[worst]) * limit, limit, "A"))
    return power_reserves


_GIVER, _INSIDE = -1, -2
"""In addition to the row kinds: devices that supply power, and their banks."""


def _cooling(snapshot: Snapshot) -> list[Reserve]:
    halls = [hall for hall in snapshot.cached(hall_sums) if hall.cooling_w > 0]
    if not halls:
        return []
    worst = max(halls, key=lambda hall: sum(hall.heat_w.values()) / hall.cooling_w)
    text = QT_TRANSLATE_NOOP("reports", "Cooling of a hall")
    return [Reserve(text, worst.name, sum(worst.heat_w.values()), worst.cooling_w, "W")]


def _weight(snapshot: Snapshot) -> list[Reserve]:
    racks, devices, loads = snapshot["rack"], snapshot["device"], snapshot.cached(rack_totals).loads
    machines = floor_devices(devices, snapshot.types)
    rack_limit_kg = snapshot.types.numbers("static_load_kg", racks["type_id"])
    halls = np.concatenate([racks["hall_id"], devices["hall_id"][machines]])
    names = [*racks["name"].tolist(), *devices["name"][machines].tolist()]
    spread = np.concatenate([loads.spread_kg_per_m2, floor_loads(snapshot, machines)[0]])
    load_reserves = []
    for text, used, limit, unit in (
        (QT_TRANSLATE_NOOP("reports", "Rack load"), loads.total_kg, rack_limit_kg, "kg"),
        (QT_TRANSLATE_NOOP("reports", "Floor load"), spread, hall_limits(snapshot, halls, "uniform_limit_kg_per_m2"), "kg/m²"),
    ):
        worst = _most(used, limit)
        if len(worst):
            place = int(worst[0])
            load_reserves.append(Reserve(text, str(names[place]), float(used[place]), float(limit[place]), unit))
    return load_reserves


def _most(used: Reals, limit: Reals) -> Ids:
    """Return the place with the highest share of its limit, shape (1,), or none if nothing is known, shape (0,)."""
    known = np.flatnonzero(~np.isnan(used / limit) & (limit > 0))
    most: Ids = known[np.argsort(-(used / limit)[known], kind="stable")][:1]
    return most


def _units(snapshot: Snapshot) -> Sequence[Reserve]:
    totals = snapshot.cached(project_totals)
    used = (totals.used_half_units + totals.reserved_half_units) / 2
    every = used + totals.free_half_units / 2
    return [Reserve(QT_TRANSLATE_NOOP("reports", "Rack units, including reserved units"), "", used, every, "U")] if every else []
