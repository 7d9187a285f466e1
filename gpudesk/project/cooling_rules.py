"""Properties of coolants and of thermal classes: the data of `resources/rules/` in the data classes of the core."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.core.cooling.liquid import Coolant
from gpudesk.core.cooling.thermal_classes import AirClass, LiquidClass, Span
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.locate import resource


@dataclass(frozen=True, slots=True)
class Coolants:
    """The coolants by key, in the order in which they are offered."""

    by_key: Mapping[str, Coolant]
    default: Coolant


@dataclass(frozen=True, slots=True)
class ThermalClasses:
    """Classes by name, the strictest first: of air at inlets, of facility water, of the loop to the cold plates."""

    air: Mapping[str, AirClass]
    water: Mapping[str, LiquidClass]
    loop: Mapping[str, LiquidClass]


@cache
def coolants() -> Coolants:
    """The coolants that a liquid loop may hold."""
    body = _read("coolants.yaml")
    temperatures = tuple(map(float, body["temperatures_c"]))
    by_key = {
        key: Coolant(
            key,
            row["title"],
            row["title_es"],
            temperatures,
            tuple(map(float, row["density_kg_per_m3"])),
            tuple(map(float, row["specific_heat_j_per_kg_k"])),
            float(row["freezes_c"]),
            row["source"],
            Confidence(row["confidence"]),
        )
        for key, row in body["coolants"].items()
    }
    return Coolants(by_key, by_key[body["default"]])


@cache
def thermal_classes() -> ThermalClasses:
    """The thermal classes of ASHRAE TC 9.9."""
    body = _read("ashrae.yaml")
    return ThermalClasses(
        {name: _air(name, row) for name, row in body["air"].items()},
        {name: _liquid(name, row) for name, row in body["water"].items()},
        {name: _liquid(name, row) for name, row in body["loop"].items()},
    )


def _air(name: str, body: Mapping[str, Any]) -> AirClass:
    spans = {key: Span(*map(float, body[key])) for key in ("recommended_c", "allowable_c", "dew_point_c", "humidity_percent")}
    return AirClass(
        name=name,
        **spans,
        altitude_from_m=float(body["altitude_from_m"]),
        altitude_m_per_k=float(body["altitude_m_per_k"]),
        source=body["source"],
        source_es=body["source_es"],
        confidence=Confidence(body["confidence"]),
        note=body.get("note", ""),
        note_es=body.get("note_es", ""),
    )


def _liquid(name: str, body: Mapping[str, Any]) -> LiquidClass:
    most = body["supply_max_c"]
    return LiquidClass(name, None if most is None else float(most), body["source"], body["source_es"], Confidence(body["confidence"]))


def _read(name: str) -> dict[str, Any]:
    import yaml

    with resource("rules", name).open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return body
