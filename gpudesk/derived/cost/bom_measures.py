"""Inputs of a bill of materials: items of each type by build phase, and the measures that rules name."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.catalog.bom_rules import Selector, Subject
from gpudesk.core.cooling.cooling_kinds import CARRIERS
from gpudesk.core.hardware.hardware import Family, HardwareType, Mount, Status
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.cable_figures import laid_cables, used_cages
from gpudesk.derived.draw.power_ratings import gpus_in
from gpudesk.derived.links.cable_plugs import cable_plugs
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.derived.racks.device_placement import DEFAULT_PITCH_MM, all_placed, rack_half_units
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

_OPEN_PITCH_MM = 46
"""Above this the units are those of open racks, 48 mm."""


@dataclass(frozen=True)
class Things:
    """Racks and devices to buy, and cords; retired ones are left out.

    Attributes:
        phases: the numbers of the build phases, ascending; all other counts have one column for each.
        type_ids: of racks and devices, one row each.
        counts, ordered: total, and number ordered or already present, shape (types, phases).
        inside: devices contained in others and not bought, shape (types, phases).
    """

    snapshot: Snapshot
    phases: Ids
    type_ids: Ids
    counts: Ids
    ordered: Ids
    inside: Ids
    retired: int

    def kind(self, row: int) -> HardwareType:
        """The type of a row."""
        return self.snapshot.types[int(self.type_ids[row])]

    @cached_property
    def subjects(self) -> tuple[Subject, ...]:
        """Subjects of the selectors, for each row."""
        limit = self.snapshot.cached(site_sheet).limit("two_person_lift_kg")
        return tuple(subject_of(self.kind(row), limit) for row in range(len(self.type_ids)))

    def built(self, selector: Selector) -> Ids:
        """Number of items that match a selector at the end of each phase, shape (phases,)."""
        fitting = [row for row, subject in enumerate(self.subjects) if selector.fits(subject)]
        return np.cumsum(self.counts[fitting].sum(axis=0))

    @cached_property
    def measures(self) -> Mapping[str, Ids]:
        """Each measure at the end of each phase, shape (phases,)."""
        snapshot, phases = self.snapshot, self.phases
        racks, devices = snapshot["rack"], snapshot["device"]
        raised = dict(zip(snapshot["hall"].ids.tolist(), snapshot["hall"]["raised_floor"].tolist(), strict=True))
        on_raised = np.array([raised[hall] == 1 for hall in racks["hall_id"].tolist()], bool)
        there = standing(snapshot, "rack")
        bought = standing(snapshot, "device") & snapshot.cached(counted)
        feeds = snapshot["power_node"]["kind"] == PowerNodeKind.FEED
        free_u, free_ou = _free_units(snapshot, phases)
        cages = snapshot.cached(used_cages)
        gpus = gpus_in(snapshot.types, devices["type_id"])
        return {
            "racks": self._built(racks["phase"], there),
            "halls": self._built(snapshot["hall"]["phase"]),
            "rows": self._built(snapshot["rack_row"]["phase"]),
            "joints": self._joints(there),
            "raised": self._built(racks["phase"], there & on_raised),
            "free_u": free_u,
            "free_ou": free_ou,
            "devices": self._built(devices["phase"], bought),
            "gpus": self._built(devices["phase"], bought, gpus),
            "cords": self._built(snapshot["power_cord"]["phase"]),
            "cables": self._built(snapshot.cached(laid_cables).phase),
            "plugs": self._plugs(),
            "modules": self._built(cages.phase, cages.module_id != ABSENT),
            "feeds": self._built(snapshot["power_node"]["phase"], feeds),
            "liquid_racks": self._liquid_racks(there),
        }

    def _built(self, phase: Ids, chosen: Mask | None = None, weights: Ids | None = None) -> Ids:
        """Cumulative count of the rows at the end of each phase."""
        chosen = np.ones(len(phase), bool) if chosen is None else chosen
        weights = np.ones(len(phase), np.int64) if weights is None else weights
        at = np.searchsorted(self.phases, phase[chosen])
        return np.cumsum(np.bincount(at, weights[chosen], len(self.phases)).astype(np.int64))

    def _plugs(self) -> Ids:
        """Ends of network cables that get a label: two of most cables, three of a splitter."""
        plugs, phase = self.snapshot.cached(cable_plugs), self.snapshot["cable"]["phase"]
        own = np.arange(len(phase))
        a, b = (self._built(phase, plugs.first[side] == own) for side in "ab")
        return a + b

    def _joints(self, there: Mask) -> Ids:
        racks = self.snapshot["rack"]
        inside = there & (racks["row_id"] != ABSENT)
        _, first = np.unique(racks["row_id"][inside], return_inverse=True)
        begun = np.full(int(first.max(initial=-1)) + 1, np.iinfo(np.int64).max)
        np.minimum.at(begun, first, racks["phase"][inside])
        return self._built(racks["phase"], inside) - self._built(begun)

    def _liquid_racks(self, there: Mask) -> Ids:
        snapshot = self.snapshot
        racks, devices = snapshot["rack"], snapshot["device"]
        wet = np.array([kind for kind in snapshot.types if _is_wet(snapshot.types[kind])], np.int64)
        holding = np.unique(snapshot.cached(whereabouts).rack[np.isin(devices["type_id"], wet) & standing(snapshot, "device")])
        alone = np.isin(devices["type_id"], wet) & (devices["hall_id"] != ABSENT) & standing(snapshot, "device")
        on_floor = alone & (snapshot.types.codes("family", devices["type_id"]) == list(Family).index(Family.SYSTEM))
        in_racks = there & (np.isin(racks.ids, holding) | np.isin(racks["type_id"], wet))
        return self._built(racks["phase"], in_racks) + self._built(devices["phase"], on_floor)


def things(snapshot: Snapshot) -> Things:
    """The items to buy for a project, by type and phase (use `snapshot.cached(things)`)."""
    phases = np.unique(np.concatenate([snapshot[table]["phase"] for table in _PHASED]))
    units = cooling_units(snapshot)
    chosen_units = units[snapshot["cooling_node"]["type_id"][units] != ABSENT]
    of_units = snapshot["cooling_node"]["type_id"][chosen_units]
    type_ids = np.unique(np.concatenate([snapshot["rack"]["type_id"], snapshot["device"]["type_id"], of_units]))
    shape = (len(type_ids), len(phases))
    counts, ordered, inside = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    retired = 0
    for table in ("rack", "device"):
        columns = snapshot[table]
        there = standing(snapshot, table)
        retired += int((~there).sum())
        own = snapshot.cached(counted) if table == "device" else np.ones(columns.rows, bool)
        at = (np.searchsorted(type_ids, columns["type_id"]), np.searchsorted(phases, columns["phase"]))
        for target, chosen in (
            (counts, there & own),
            (inside, there & ~own),
            (ordered, there & own & (columns["status"] >= Status.ORDERED)),
        ):
            np.add.at(target, (at[0][chosen], at[1][chosen]), 1)
    at_units = np.searchsorted(phases, snapshot["cooling_node"]["phase"][chosen_units])
    np.add.at(counts, (np.searchsorted(type_ids, of_units), at_units), 1)
    return Things(snapshot, phases, type_ids, counts, ordered, inside, retired)


def cooling_units(snapshot: Snapshot) -> Ids:
    """The indexes of the cooling nodes that are separate units: no carriers, and no devices already in the plan."""
    nodes = snapshot["cooling_node"]
    units: Ids = np.flatnonzero((nodes["device_id"] == ABSENT) & ~np.isin(nodes["kind"], CARRIERS))
    return units


_PHASED = ("hall", "rack_row", "rack", "device", "power_node", "power_cord", "cooling_node", "cable")


def standing(snapshot: Snapshot, table: str) -> Mask:
    """Which racks or devices are not retired."""
    there: Mask = snapshot[table]["status"] != Status.RETIRED
    return there


def subject_of(kind: HardwareType, two_person_lift_kg: float, section: str = "") -> Subject:
    """Subject of the selectors for a type; a type above the lifting limit of a team requires a lift."""
    weight = kind.number("weight_kg")
    lift = bool(kind.number("lift_device")) or (weight is not None and weight > two_person_lift_kg)
    return Subject(
        section or ("rack" if kind.family is Family.RACK else "device"),
        kind.key,
        str(kind.family),
        kind.mount.name.lower(),
        kind.number("height_u"),
        weight,
        lift,
    )


def _is_wet(kind: HardwareType) -> bool:
    return kind.text("cooling") in {"liquid", "hybrid"}


def _free_units(snapshot: Snapshot, phases: Ids) -> tuple[Ids, Ids]:
    """Free units of 44.45 mm and of 48 mm at the end of each phase, shape (phases,) each.

    Racks count from the phase in which the first device is in their units; reserved units are also closed until they are used.
    """
    racks, devices = snapshot["rack"], snapshot["device"]
    placed = snapshot.cached(all_placed)
    at_device = devices.positions(placed.device)
    chosen = (placed.mount == Mount.UNITS) & standing(snapshot, "device")[at_device]
    at_rack = racks.positions(placed.rack[chosen])
    stage = np.searchsorted(phases, np.maximum(devices["phase"][at_device[chosen]], racks["phase"][at_rack]))
    height = rack_half_units(racks, snapshot.types, racks.ids)
    low = np.minimum(placed.low[chosen], height[at_rack])
    high = np.minimum(placed.high[chosen], height[at_rack])
    never = len(phases)
    when = np.full((racks.rows, int(height.max(initial=0))), never)
    for step in range(int((high - low).max(initial=0))):
        tall = low + step < high
        np.minimum.at(when, (at_rack[tall], (low + step)[tall]), stage[tall])
    first = when.min(axis=1, initial=never)
    first[~standing(snapshot, "rack")] = never
    pitch = snapshot.types.numbers("unit_pitch_mm", racks["type_id"])
    wide = np.where(np.isnan(pitch), DEFAULT_PITCH_MM, pitch) > _OPEN_PITCH_MM
    inside = np.arange(when.shape[1]) < height[:, None]
    free_units = []
    for which in (~wide, wide):
        # A half unit is free from the phase in which its rack begins to be filled to the one in which it is taken itself.
        opens = np.bincount(first[which], inside[which].sum(axis=1), never + 1)
        closes = np.bincount(when[which][inside[which] & (first[which] < never)[:, None]], minlength=never + 1)
        free = np.cumsum((opens - closes)[:never]).astype(np.int64)
        free_units.append(-(-free // 2))
    return free_units[0], free_units[1]
