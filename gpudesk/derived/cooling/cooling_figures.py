"""The figures for comparing cooling methods, one line each, for table, file and command line."""

from collections.abc import Callable
from dataclasses import dataclass

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.derived.cooling.cooling_variants import CoolingVariants, Variant

CONTEXT = "cooling"
SECONDS_PER_HOUR = 3600
WAY_TITLES = {
    "air": QT_TRANSLATE_NOOP("cooling", "Room air"),
    "door": QT_TRANSLATE_NOOP("cooling", "Rear doors"),
    "liquid": QT_TRANSLATE_NOOP("cooling", "Direct liquid"),
}
MONTH_TITLES = (
    QT_TRANSLATE_NOOP("cooling", "PUE in January"),
    QT_TRANSLATE_NOOP("cooling", "PUE in February"),
    QT_TRANSLATE_NOOP("cooling", "PUE in March"),
    QT_TRANSLATE_NOOP("cooling", "PUE in April"),
    QT_TRANSLATE_NOOP("cooling", "PUE in May"),
    QT_TRANSLATE_NOOP("cooling", "PUE in June"),
    QT_TRANSLATE_NOOP("cooling", "PUE in July"),
    QT_TRANSLATE_NOOP("cooling", "PUE in August"),
    QT_TRANSLATE_NOOP("cooling", "PUE in September"),
    QT_TRANSLATE_NOOP("cooling", "PUE in October"),
    QT_TRANSLATE_NOOP("cooling", "PUE in November"),
    QT_TRANSLATE_NOOP("cooling", "PUE in December"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One figure of all variants.

    Attributes:
        key: its name in data.
        text: its title in English, of the context `CONTEXT`.
        unit, decimals: of the values.
        values: one for each variant.
    """

    key: str
    text: str
    unit: str
    decimals: int
    values: tuple[float, ...]


_Getter = Callable[[Variant], float]
_LINES: tuple[tuple[str, str, str, int, _Getter], ...] = (
    ("air_w", QT_TRANSLATE_NOOP("cooling", "Heat to room air"), "W", 0, lambda each: each.air_w),
    ("rear_door_w", QT_TRANSLATE_NOOP("cooling", "Heat to rear doors"), "W", 0, lambda each: each.door_w),
    ("liquid_w", QT_TRANSLATE_NOOP("cooling", "Heat to liquid at the devices"), "W", 0, lambda each: each.liquid_w),
    ("airflow_m3_h", QT_TRANSLATE_NOOP("cooling", "Air"), "m³/h", 0, lambda each: each.airflow_m3_s * SECONDS_PER_HOUR),
    ("airflow_cfm", QT_TRANSLATE_NOOP("cooling", "Airflow in CFM"), "CFM", 0, lambda each: each.airflow_cfm),
    ("flow_l_min", QT_TRANSLATE_NOOP("cooling", "Liquid in the device loops"), "L/min", 0, lambda each: each.flow_l_min),
    ("water_l_min", QT_TRANSLATE_NOOP("cooling", "Facility water"), "L/min", 0, lambda each: each.water_l_min),
    ("fans_w", QT_TRANSLATE_NOOP("cooling", "Cooling fans"), "W", 0, lambda each: each.fans_w),
    ("pumps_w", QT_TRANSLATE_NOOP("cooling", "Pumps"), "W", 0, lambda each: each.pumps_w),
    ("max_cooling_w", QT_TRANSLATE_NOOP("cooling", "Cooling in the warmest hour"), "W", 0, lambda each: each.year.worst_cooling_w),
    (
        "racks_over_limit",
        QT_TRANSLATE_NOOP("cooling", "Racks above the usual room air limit"),
        "",
        0,
        lambda each: float(len(each.too_much)),
    ),
    ("max_rack_w", QT_TRANSLATE_NOOP("cooling", "Max. rack heat to room air"), "W", 0, lambda each: each.greatest_w),
    ("limit_w", QT_TRANSLATE_NOOP("cooling", "Usual room air limit per rack"), "W", 0, lambda each: each.limit_w),
    ("free_percent", QT_TRANSLATE_NOOP("cooling", "Heat rejected without chillers"), "%", 0, lambda each: 100 * each.year.free_share),
    ("pue", QT_TRANSLATE_NOOP("cooling", "Annual PUE"), "", 3, lambda each: each.year.mean_pue),
    ("wue_l_per_kwh", QT_TRANSLATE_NOOP("cooling", "WUE, water per IT energy"), "L/kWh", 2, lambda each: each.year.wue_l_per_kwh),
    ("cooling_kwh", QT_TRANSLATE_NOOP("cooling", "Cooling energy per year"), "kWh", 0, lambda each: each.year.cooling_kwh),
)


def lines(variants: CoolingVariants) -> list[Line]:
    """All figures, then PUE by month; without devices that draw there is no PUE and its lines are left out."""
    drawn = variants.it_w > 0
    figure_lines = [
        Line(key, text, unit, decimals, tuple(float(getter(variant)) for variant in variants.variants))
        for key, text, unit, decimals, getter in _LINES
        if drawn or key not in ("pue", "wue_l_per_kwh")
    ]
    if drawn:
        for month, text in enumerate(MONTH_TITLES):
            figure_lines.append(
                Line(f"pue_{month + 1:02}", text, "", 3, tuple(float(variant.year.pue[month]) for variant in variants.variants))
            )
    return figure_lines


def units_words(variant: Variant, named: Callable[[str], str] = str) -> str:
    """The units of a variant with their spares: "4 + 1 × Generic CRAH 100 kW"; `named` puts the name of a type into a language."""
    return "; ".join(f"{unit.needed}{f' + {unit.spares}' if unit.spares else ''} × {named(unit.title)}" for unit in variant.units)
