"""The circuits of wall sockets, from `resources/rules/wall_circuits.yaml`."""

from collections.abc import Mapping
from functools import cache

import yaml

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.power.wall_circuit import PowerAt, SupplyEfficiency, WallCircuit
from gpudesk.locate import resource
from gpudesk.project.site_sheet import SiteSheet


@cache
def _document() -> tuple[Mapping[str, str], Mapping[str, WallCircuit]]:
    with resource("rules", "wall_circuits.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    planned = sorted((float(row["up_to_v"]), SupplyEfficiency(float(row["share"]), row["source"])) for row in body["planned_efficiency"])
    circuits = {
        key: WallCircuit(
            circuit["voltage_v"],
            circuit["breaker_a"],
            circuit["continuous_factor"],
            circuit["source"],
            next(efficiency for most_v, efficiency in planned if circuit["voltage_v"] <= most_v),
        )
        for key, circuit in body["circuits"].items()
    }
    return body["usual"], circuits


def wall_circuit(sheet: SiteSheet) -> WallCircuit:
    """The circuit of a workstation of the site."""
    usual, circuits = _document()
    chosen = sheet.text("wall_circuit")
    return circuits[usual[sheet.text("region")] if chosen == "region" else chosen]


def wall_circuits() -> Mapping[str, WallCircuit]:
    """Every circuit by its key."""
    return _document()[1]


def usual_circuit(region: str) -> str:
    """The key of the usual circuit of a region of the site sheet."""
    return _document()[0][region]


def counted_at(kind: HardwareType, power: str) -> PowerAt:
    """Where a named power of a machine ("max" for `power_max_w`) is measured: at the wall, unless its entry states otherwise."""
    return PowerAt(kind.text(f"power_{power}_at") or PowerAt.WALL)


def own_efficiency(kind: HardwareType) -> SupplyEfficiency | None:
    """The efficiency of the power supplies of a machine; None if not in its entry."""
    fact = kind.facts.get("efficiency_percent")
    return None if fact is None else SupplyEfficiency(float(fact.value) / 100, fact.source)
