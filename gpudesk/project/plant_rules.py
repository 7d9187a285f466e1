"""Properties of cooling plants and climates: the data of `resources/rules/` in the data classes of the core."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.core.cooling.pue import MONTHS, Climate, Rejection
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.locate import resource
from gpudesk.project.site_sheet import SiteSheet

LEAST_C, MOST_C = -60.0, 60.0
"""Means beyond these are mistakes of typing."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One planning figure with its source."""

    value: float
    source: str
    source_es: str
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class VariantRules:
    """The figures by which ways of cooling are compared; see `resources/rules/cooling_variants.yaml`."""

    limits: Mapping[str, Figure]
    supply_c: Mapping[str, Figure]
    moving: Mapping[str, Figure]
    other: Mapping[str, Figure]
    rejection: Mapping[str, Rejection]
    approaches: Mapping[str, Figure]
    spares: int

    def figures(self) -> dict[str, Figure]:
        """All figures that have one value, by group and name."""
        groups = {"limits": self.limits, "supply_c": self.supply_c, "moving": self.moving, "other": self.other}
        return {f"{group}.{name}": figure for group, figures in groups.items() for name, figure in figures.items()}


@dataclass(frozen=True, slots=True)
class PlaceRules:
    """Floor space of cooling units; see `resources/rules/cooling_places.yaml`.

    Attributes:
        front_mm, gap_mm: by location of a unit, at a "wall" or in a "row".
    """

    front_mm: Mapping[str, Figure]
    gap_mm: Mapping[str, Figure]
    passage_mm: Figure


@dataclass(frozen=True, slots=True)
class SiteClimate:
    """The climate of a site and its source."""

    climate: Climate
    place: str
    source: str
    source_es: str
    confidence: Confidence


@cache
def variant_rules() -> VariantRules:
    """The figures for room air, rear doors and direct liquid."""
    body = _read("cooling_variants.yaml")
    groups = {group: {name: _figure(figure) for name, figure in body[group].items()} for group in ("limits", "supply_c", "moving", "other")}
    rejection = {
        name: Rejection(
            name == "tower",
            **{key: float(row[key]) for key in ("approach_k", "fans_w_per_w", "carnot_share", "lift_k", "blowdown_share")},
        )
        for name, row in body["rejection"].items()
    }
    approaches = {name: _figure({**row, "value": row["approach_k"]}) for name, row in body["rejection"].items()}
    return VariantRules(**groups, rejection=rejection, approaches=approaches, spares=int(body["spares"]))


@cache
def place_rules() -> PlaceRules:
    """The room that units of a cooling are given on a floor."""
    body = _read("cooling_places.yaml")
    front, gap = ({name: _figure(figure) for name, figure in body[group].items()} for group in ("front_mm", "gap_mm"))
    return PlaceRules(front, gap, _figure(body["passage_mm"]))


@cache
def _climates() -> dict[str, Any]:
    return _read("climate.yaml")


def places() -> tuple[str, ...]:
    """The places whose climate is known."""
    return tuple(_climates()["places"])


def site_climate(sheet: SiteSheet) -> SiteClimate:
    """The climate of a site: twelve means that it types, else the place that it names."""
    body = _climates()
    place = sheet.text("climate")
    known = body["places"][place]
    typed = typed_months(sheet.text("climate_months_c"))
    climate = Climate(typed or tuple(map(float, known["mean_c"])), float(known["spread_k"]), float(known["humidity_percent"]))
    if typed is not None:
        return SiteClimate(climate, "", "site sheet of the project", "ficha del emplazamiento del proyecto", Confidence.READ)
    return SiteClimate(climate, place, body["source"], body["source_es"], Confidence(body["confidence"]))


def typed_months(text: str) -> tuple[float, ...] | None:
    """Twelve temperatures of a text, with blanks or semicolons between them; None where these are not twelve fit numbers."""
    try:
        months = tuple(float(word.replace(",", ".")) for word in text.replace(";", " ").split())
    except ValueError:
        return None
    return months if len(months) == MONTHS and all(LEAST_C <= month_c <= MOST_C for month_c in months) else None


def _figure(body: Mapping[str, Any]) -> Figure:
    return Figure(float(body["value"]), body["source"], body["source_es"], Confidence(body["confidence"]))


def _read(name: str) -> dict[str, Any]:
    import yaml

    with resource("rules", name).open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return body
