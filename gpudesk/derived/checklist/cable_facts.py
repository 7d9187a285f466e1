"""Plan facts about feeds and cables."""

from typing import Any

import numpy as np

from gpudesk.core.cabling.link_loss import path_loss
from gpudesk.core.checklist.items import Scope
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.names.connector_names import named_connector
from gpudesk.core.power.power_lines import ROOT_3, Wiring
from gpudesk.core.power.supply_voltage import VoltageRange, voltage_ranges
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.derived.cabling.cable_figures import is_trunk
from gpudesk.derived.cabling.cable_labels import port_words
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.derived.checklist.fact_registry import Coded, by_type, fact
from gpudesk.derived.checklist.targets import layout
from gpudesk.derived.power.power_node_limits import node_limits
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.project.site_sheet import SiteSheet, site_sheet
from gpudesk.project.snapshot import Snapshot

# feeds


def _node(snapshot: Snapshot, name: str, ids: Ids) -> Array:
    nodes = snapshot["power_node"]
    return nodes.at(name, nodes.positions(ids))


@fact("name", Scope.FEED)
def feed_name(snapshot: Snapshot, ids: Ids) -> Array:
    """Its name."""
    return _node(snapshot, "name", ids)


@fact("panel", Scope.FEED)
def panel(snapshot: Snapshot, ids: Ids) -> list[str | None]:
    """What feeds it."""
    nodes = snapshot["power_node"]
    return [None if node == ABSENT else str(nodes.row(node)["name"]) for node in _node(snapshot, "fed_by_id", ids).tolist()]


@fact("breaker_a", Scope.FEED)
def feed_breaker_a(snapshot: Snapshot, ids: Ids) -> list[int | None]:
    """The rating of its breaker."""
    return [None if rating == ABSENT else rating for rating in _node(snapshot, "breaker_a", ids).tolist()]


@fact("line_voltage_v", Scope.FEED)
def line_voltage_v(snapshot: Snapshot, ids: Ids) -> Array:
    """Its voltage: between lines, or to neutral of a circuit of one line."""
    return _node(snapshot, "voltage_v", ids)


@fact("three_phase", Scope.FEED)
def three_phase(snapshot: Snapshot, ids: Ids) -> Mask:
    """Whether it has three lines."""
    result: Mask = np.isin(_node(snapshot, "wiring", ids), (Wiring.WYE, Wiring.DELTA))
    return result


@fact("receptacle", Scope.FEED)
def receptacle(snapshot: Snapshot, ids: Ids) -> list[str | None]:
    """The receptacle at its end."""
    return [str(text) or None for text in _node(snapshot, "receptacle", ids).tolist()]


@fact("feeds", Scope.FEED)
def feeds_there(snapshot: Snapshot, ids: Ids) -> Ids:
    """Number of feeds of its rack, the maximum if it serves several racks."""
    result = snapshot.cached(layout)
    feed_places, racks = result.racks[Scope.FEED]
    of_rack = np.bincount(racks, minlength=len(result.ids[Scope.RACK]) + 1)
    most = np.ones(len(result.ids[Scope.FEED]), np.int64)
    np.maximum.at(most, feed_places, of_rack[racks])
    return most[np.searchsorted(result.ids[Scope.FEED], ids)]


@fact("current_a", Scope.FEED)
def feed_current_a(snapshot: Snapshot, ids: Ids) -> Reals:
    """The highest planned current of its lines; unknown if nodes feed each other in a circle."""
    try:
        worst_a = snapshot.cached(power_plan).flow.worst_a
    except ValueError:
        return np.full(len(ids), np.nan)
    return np.round(worst_a[snapshot["power_node"].positions(ids)], 3)


@fact("limit_a", Scope.FEED)
def feed_limit_a(snapshot: Snapshot, ids: Ids) -> Reals:
    """Its continuous current limit."""
    return node_limits(snapshot).limit_a[snapshot["power_node"].positions(ids)]


def _supply_ranges(snapshot: Snapshot, ids: Ids) -> list[tuple[float | None, float | None]]:
    """Voltage ranges of the supplies of all wired devices, for the voltage of a feed: line to line, or else to neutral."""
    devices = snapshot["device"]
    types = np.unique(devices["type_id"][devices.positions(np.unique(snapshot["power_cord"]["device_id"]))])
    printed = [voltage_ranges(snapshot.types[type_id].text("supply_voltage")) for type_id in types.tolist()]
    known = [ranges for ranges in printed if ranges]
    by_voltage = {volts: _common(known, volts) for volts in np.unique(_node(snapshot, "voltage_v", ids)).tolist()}
    return [by_voltage[volts] for volts in _node(snapshot, "voltage_v", ids).tolist()]


def _common(known: list[tuple[VoltageRange, ...]], volts: float) -> tuple[float | None, float | None]:
    for nominal in (volts, volts / ROOT_3):
        fitting = [next((one for one in ranges if one.low_v <= nominal <= one.high_v), None) for ranges in known]
        taking = [one for one in fitting if one is not None]
        if taking and len(taking) == len(fitting):
            return max(one.low_v for one in taking), min(one.high_v for one in taking)
    return None, None


@fact("supply_min_v", Scope.FEED)
def supply_min_v(snapshot: Snapshot, ids: Ids) -> list[float | None]:
    """The lowest voltage that the supplies of all wired devices take."""
    return [low for low, _ in _supply_ranges(snapshot, ids)]


@fact("supply_max_v", Scope.FEED)
def supply_max_v(snapshot: Snapshot, ids: Ids) -> list[float | None]:
    """The highest voltage that they take."""
    return [high for _, high in _supply_ranges(snapshot, ids)]


# cables


def _cable(snapshot: Snapshot, name: str, ids: Ids) -> Array:
    cables = snapshot["cable"]
    return cables.at(name, cables.positions(ids))


@fact("parts", Scope.CABLE)
def cable_parts(snapshot: Snapshot, ids: Ids) -> list[Any]:
    """The part numbers by which its type is ordered; of one that is sold by length, those of this length where the catalog has them."""
    result = []
    for type_id, length in zip(_cable(snapshot, "type_id", ids).tolist(), _cable(snapshot, "length_mm", ids).tolist(), strict=True):
        kind = None if type_id == ABSENT else snapshot.types[type_id]
        cut = [stock.part_number for stock in kind.lengths if stock.part_number and 1000 * stock.length_m == length] if kind else []
        result.append((cut or list(kind.part_numbers) or None) if kind else None)
    return result


@fact("length_m", Scope.CABLE)
def length_m(snapshot: Snapshot, ids: Ids) -> list[float | None]:
    """Its length."""
    return [None if length == ABSENT else length / 1000 for length in _cable(snapshot, "length_mm", ids).tolist()]


@fact("label_a", Scope.CABLE)
def label_a(_: Snapshot, ids: Ids) -> list[str]:
    """Scan result of its label at end A, without program and project."""
    return [f"{cable}:A" for cable in ids.tolist()]


@fact("label_b", Scope.CABLE)
def label_b(_: Snapshot, ids: Ids) -> list[str]:
    """The same at the end B."""
    return [f"{cable}:B" for cable in ids.tolist()]


def _port(snapshot: Snapshot, end: str, ids: Ids) -> list[str]:
    return port_words(CablePlaces(snapshot, snapshot["cable"].positions(ids)), end)


def port_as_planned(snapshot: Snapshot, cable: int, text: str) -> str:
    """A port that was scanned at a cable, as the plan names it.

    Labels that earlier versions printed lack the connector of a host port ("dgx-0001 OSFP1"), or write it as "OSFP1/2".
    """
    places = CablePlaces(snapshot, snapshot["cable"].positions(np.array([cable], np.int64)))
    scanned = " ".join(text.split()).casefold()
    for end in "ab":
        device, port, connector = (places.words(end, word)[0] for word in ("device", "port", "connector"))
        number = named_connector(connector)
        if (
            connector != port
            and number is not None
            and scanned in (f"{device} {port}".casefold(), f"{device} {port}/{number[1]}".casefold())
        ):
            return f"{device} {connector}"
    return text


@fact("port_a", Scope.CABLE)
def port_a(snapshot: Snapshot, ids: Ids) -> list[str]:
    """Device and port at its end A."""
    return _port(snapshot, "a", ids)


@fact("port_b", Scope.CABLE)
def port_b(snapshot: Snapshot, ids: Ids) -> list[str]:
    """Device and port at its end B."""
    return _port(snapshot, "b", ids)


def _modules(snapshot: Snapshot, end: str, ids: Ids) -> list[Any]:
    return by_type(snapshot, _cable(snapshot, f"{end}_module_id", ids), lambda kind: list(kind.part_numbers) or None).tolist()


@fact("module_parts_a", Scope.CABLE)
def module_parts_a(snapshot: Snapshot, ids: Ids) -> list[Any]:
    """The part numbers of the module at its end A."""
    return _modules(snapshot, "a", ids)


@fact("module_parts_b", Scope.CABLE)
def module_parts_b(snapshot: Snapshot, ids: Ids) -> list[Any]:
    """The part numbers of the module at its end B."""
    return _modules(snapshot, "b", ids)


@fact("has_modules", Scope.CABLE)
def has_modules(snapshot: Snapshot, ids: Ids) -> Mask:
    """Whether it has integrated modules at both ends."""
    result: Mask = (_cable(snapshot, "a_module_id", ids) != ABSENT) & (_cable(snapshot, "b_module_id", ids) != ABSENT)
    return result


@fact("fibre", Scope.CABLE)
def fibre(snapshot: Snapshot, ids: Ids) -> Coded:
    """ "MM", "SM", or "" for copper and cables without a type."""
    modes = {"multi-mode": "MM", "single-mode": "SM"}
    return by_type(snapshot, _cable(snapshot, "type_id", ids), lambda kind: modes.get(kind.text("fibre_mode"), ""), "")


def _open_glass(kind: HardwareType) -> bool:
    """Whether its end faces are accessible: jumpers, splitters and trunks, not cables with integrated modules."""
    return bool(kind.text("fibre_mode")) and any(_is_glass(end.connector) for end in kind.ends)


def _is_glass(connector: str) -> bool:
    return connector.startswith(("mpo", "lc", "sn", "cs"))


@fact("end_faces", Scope.CABLE)
def end_faces(snapshot: Snapshot, ids: Ids) -> Mask:
    """Whether it has end faces that can be inspected."""
    return by_type(snapshot, _cable(snapshot, "type_id", ids), _open_glass, False).array(bool)


@fact("connector", Scope.CABLE)
def connector(snapshot: Snapshot, ids: Ids) -> Coded:
    """ "MPO", "LC"… of its optical ends, "" for others."""

    def word(kind: HardwareType) -> str:
        return next(
            (end.connector[: 3 if end.connector.startswith("mpo") else 2].upper() for end in kind.ends if _is_glass(end.connector)), ""
        )

    return by_type(snapshot, _cable(snapshot, "type_id", ids), word, "")


@fact("structured", Scope.CABLE)
def structured(snapshot: Snapshot, ids: Ids) -> Mask:
    """Whether it is part of structured cabling: a trunk from panel to panel."""
    return by_type(snapshot, _cable(snapshot, "type_id", ids), is_trunk, False).array(bool)


@fact("loss_budget_db", Scope.CABLE)
def loss_budget_db(snapshot: Snapshot, ids: Ids) -> list[float | None]:
    """Loss budget between its panels: length × attenuation + the two matings at its ends, by the limits of the site sheet."""
    sheet = snapshot.cached(site_sheet)
    result: list[float | None] = []
    for type_id, length in zip(_cable(snapshot, "type_id", ids).tolist(), _cable(snapshot, "length_mm", ids).tolist(), strict=True):
        kind = None if type_id == ABSENT else snapshot.types[type_id]
        attenuation = None if kind is None else kind.number("attenuation_db_per_km")
        mating = None if kind is None else _mating_db(kind, sheet)
        if attenuation is None or mating is None or length == ABSENT:
            result.append(None)
        else:
            result.append(round(path_loss([(length / 1000, attenuation)], [(mating, 1), (mating, 1)]).total_db, 3))
    return result


def _mating_db(kind: HardwareType, sheet: SiteSheet) -> float | None:
    if any(end.connector.startswith("mpo") for end in kind.ends):
        return sheet.number("mpo_mating_db")
    return sheet.number("lc_mating_db") if any(end.connector.startswith("lc") for end in kind.ends) else None


@fact("return_loss_min_db", Scope.CABLE)
def return_loss_min_db(snapshot: Snapshot, ids: Ids) -> list[float | None]:
    """The least return loss of its connectors, by the limits of the site sheet."""
    sheet = snapshot.cached(site_sheet)
    keys = {("MPO", "SM"): "return_loss_mpo_single_db", ("LC", "SM"): "return_loss_lc_single_db", ("MPO", "MM"): "return_loss_mpo_multi_db"}
    pairs = zip(connector(snapshot, ids).tolist(), fibre(snapshot, ids).tolist(), strict=True)
    return [sheet.number(keys[pair]) if pair in keys else None for pair in pairs]


@fact("polarity_map", Scope.CABLE)
def polarity_map(snapshot: Snapshot, ids: Ids) -> list[Any]:
    """The position at the end B to which each one at A leads: straight for A, reversed for B, in swapped pairs for C (TIA-568)."""
    return by_type(snapshot, _cable(snapshot, "type_id", ids), _positions).tolist()


def _positions(kind: HardwareType) -> list[int] | None:
    count = next((end.fibres for end in kind.ends if end.connector.startswith("mpo") and end.fibres), 0)
    if not count:
        return None
    straight = list(range(1, count + 1))
    maps = {"A": straight, "B": straight[::-1], "C": [place + 1 if place % 2 else place - 1 for place in straight]}
    return maps.get(kind.text("polarity"))
