"""Explanation of a figure: its terms by type, with the source of each, and the missing values."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Fact, HardwareType, Mount
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.draw.power_purposes import Purpose, counting_for
from gpudesk.derived.draw.power_ratings import draws_power, gpus_in
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.totals.totals import members, rack_totals, totals
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "explain"
SUMMED = {"power_nameplate_w", "power_max_w", "power_provisioned_w", "power_average_w", "power_peak_w", "mass_kg", "heat_w"}
"""Figures that are sums of a fact over racks and devices."""
COUNTED = {"gpus", "systems"}
"""Figures that count what types hold."""
RACK_FIGURES = ("centre_of_gravity_mm", "floor_load_kg_per_m2")
"""Figures that only a rack has."""
UNITS = {
    "mass_kg": "kg",
    "centre_of_gravity_mm": "mm",
    "floor_load_kg_per_m2": "kg/m²",
    "heat_w": "W",
    "used_u": "U",
    "free_u": "U",
    "reserved_u": "U",
    "gpus": "",
    "systems": "",
}


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a sum: the quantity of a type, the value per item, and its source. `each` is None if unknown."""

    label: str
    count: int
    each: float | None
    fact: Fact | None

    @property
    def value(self) -> float | None:
        """The value of all of them."""
        return None if self.each is None else self.count * self.each


@dataclass(frozen=True, slots=True)
class Explanation:
    """A figure and its calculation.

    Attributes:
        missing: values missing from the sum.
        formula: describes in text how the terms form the total.
        counts_for: the purposes for which a named power is used at this site.
    """

    figure: str
    unit: str
    total: float | None
    terms: tuple[Term, ...]
    missing: int
    formula: Message | None = None
    counts_for: tuple[Purpose, ...] = ()


def figure_unit(figure: str) -> str:
    """The unit of a figure, "" for a plain count."""
    return "W" if figure.startswith("power_") else UNITS[figure]


def explain(snapshot: Snapshot, scope: str, scope_id: int | None, figure: str) -> Explanation:
    """The working of a figure of the project, a hall, a row or a rack.

    Raises:
        ValueError: there is no such figure or scope.
    """
    racks_in, devices_in = members(snapshot, scope, scope_id)
    if figure in SUMMED or figure in COUNTED:
        return _explain_sum(snapshot, racks_in, devices_in & snapshot.cached(counted), figure)
    if figure in RACK_FIGURES and scope == "rack" and scope_id is not None:
        return _rack_figure(snapshot, scope_id, figure)
    sums = totals(snapshot, scope, scope_id)
    halves = {"used_u": sums.used_half_units, "free_u": sums.free_half_units, "reserved_u": sums.reserved_half_units}
    if figure not in halves:
        raise ValueError(f"there is no figure {figure} of a {scope}")
    if figure == "used_u":
        terms = _terms(snapshot, racks_in, devices_in, "height_u", expected_only=False, in_units=True)
        text = QT_TRANSLATE_NOOP("explain", "Units in use by devices; devices side by side or back to back count once.")
        return Explanation(figure, "U", halves[figure] / 2, terms, 0, Message(_CONTEXT, text))
    text = QT_TRANSLATE_NOOP("explain", "Rack units, without those in use or reserved.")
    return Explanation(figure, "U", halves[figure] / 2, (), 0, Message(_CONTEXT, text))


def explain_chosen(snapshot: Snapshot, rack_ids: Sequence[int], device_ids: Sequence[int], figure: str) -> Explanation:
    """Return the calculation of a figure for some racks with their contents, and some devices; none is counted twice.

    Raises:
        ValueError: the figure is not a sum over objects.
    """
    racks, devices = snapshot["rack"], snapshot["device"]
    racks_in = np.isin(racks.ids, rack_ids)
    devices_in = np.isin(snapshot.cached(whereabouts).rack, racks.ids[racks_in]) | np.isin(devices.ids, device_ids)
    if figure == "height_u":
        terms = _terms(snapshot, racks_in, devices_in, figure, expected_only=False, in_units=True)
        text = QT_TRANSLATE_NOOP("explain", "Sum of the heights of the devices in rack units, each device counted.")
        return Explanation(figure, "U", sum(term.value or 0.0 for term in terms), terms, 0, Message(_CONTEXT, text))
    if figure not in SUMMED and figure not in COUNTED:
        raise ValueError(f"{figure} is not a sum over things")
    # What sits in a device that is not chosen is in no figures but its own.
    alone = ~np.isin(devices["parent_id"], devices.ids[devices_in])
    return _explain_sum(snapshot, racks_in, devices_in & (alone | snapshot.cached(counted)), figure)


def _explain_sum(snapshot: Snapshot, racks_in: Mask, devices_in: Mask, figure: str) -> Explanation:
    if figure == "heat_w":
        power = _explain_sum(snapshot, racks_in, devices_in, "power_max_w")
        text = QT_TRANSLATE_NOOP("explain", "All electrical power becomes heat, so the heat is the maximum power of the devices there.")
        return Explanation(figure, "W", power.total, power.terms, power.missing, Message(_CONTEXT, text))
    if figure in COUNTED:
        return _counts(snapshot, racks_in, devices_in, figure)
    fact = "weight_kg" if figure == "mass_kg" else figure
    terms = _terms(snapshot, racks_in, devices_in, fact, expected_only=figure != "mass_kg")
    known = [term.value for term in terms if term.value is not None]
    missing = sum(term.count for term in terms if term.each is None)
    counts_for: tuple[Purpose, ...] = ()
    if figure.startswith("power_"):
        counts_for = counting_for(figure.removeprefix("power_").removesuffix("_w"), snapshot.cached(site_sheet))
    return Explanation(figure, figure_unit(figure), sum(known), terms, missing, counts_for=counts_for)


def _terms(
    snapshot: Snapshot, racks_in: Mask, devices_in: Mask, fact: str, *, expected_only: bool, in_units: bool = False
) -> tuple[Term, ...]:
    devices, types = snapshot["device"], snapshot.types
    if in_units:
        devices_in = devices_in & (devices["rack_id"] != ABSENT) & (types.codes("mount", devices["type_id"]) == Mount.UNITS)
    type_ids, counts = np.unique(devices["type_id"][devices_in], return_counts=True)
    terms = []
    for type_id, count in zip(type_ids.tolist(), counts.tolist(), strict=True):
        kind = types[type_id]
        known = kind.number(fact)
        if known is None and expected_only and not draws_power(types, np.array([type_id]))[0]:
            continue
        terms.append(Term(kind.title, count, known, kind.facts.get(fact)))
    if not in_units:
        terms.extend(_rack_terms(snapshot, racks_in, fact, expected_only=expected_only))
    return tuple(sorted(terms, key=lambda term: (term.each is None, -(term.value or 0.0), term.label)))


def _rack_terms(snapshot: Snapshot, racks_in: Mask, fact: str, *, expected_only: bool) -> list[Term]:
    type_ids, counts = np.unique(snapshot["rack"]["type_id"][racks_in], return_counts=True)
    terms = []
    for type_id, count in zip(type_ids.tolist(), counts.tolist(), strict=True):
        kind: HardwareType = snapshot.types[type_id]
        if kind.number(fact) is not None or not expected_only:
            terms.append(Term(kind.title, count, kind.number(fact), kind.facts.get(fact)))
    return terms


def _counts(snapshot: Snapshot, racks_in: Mask, devices_in: Mask, figure: str) -> Explanation:
    all_types = np.concatenate([snapshot["device"]["type_id"][devices_in], snapshot["rack"]["type_id"][racks_in]])
    type_ids, counts = np.unique(all_types, return_counts=True)
    terms = []
    for type_id, count in zip(type_ids.tolist(), counts.tolist(), strict=True):
        kind = snapshot.types[type_id]
        per_device = gpus_in(snapshot.types, np.array([type_id]))[0] if figure == "gpus" else min(kind.gpu_count, 1)
        if per_device:
            terms.append(Term(kind.title, count, float(per_device), None))
    return Explanation(figure, "", sum(term.value or 0 for term in terms), tuple(terms), 0)


def _rack_figure(snapshot: Snapshot, rack_id: int, figure: str) -> Explanation:
    loads = snapshot.cached(rack_totals).loads
    place = snapshot["rack"].position(rack_id)
    mass = explain(snapshot, "rack", rack_id, "mass_kg")
    if figure == "centre_of_gravity_mm":
        value = float(loads.centre_of_gravity_mm[place])
        text = QT_TRANSLATE_NOOP("explain", "Σ mass × height of its center ÷ Σ mass, above the floor; the rack itself at half its height.")
    else:
        value = float(loads.footprint_kg_per_m2[place])
        text = QT_TRANSLATE_NOOP("explain", "Mass of rack and devices ÷ width × depth of the rack's footprint.")
    return Explanation(figure, UNITS[figure], None if np.isnan(value) else value, mass.terms, mass.missing, Message(_CONTEXT, text))
