"""The most important inputs: the change of a result when one input goes from its low to its high end, the others constant."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from gpudesk.core.cost.account import Assumptions, Owned
from gpudesk.core.cost.contract import AllIn, Contract, Metered
from gpudesk.core.cost.figure import CONTEXT, Figure, said
from gpudesk.core.cost.tariff import Tariff
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

Result = Callable[[Owned, Assumptions], float]

_TITLES: dict[str, str] = {
    "price": QT_TRANSLATE_NOOP("cost", "Hardware price"),
    "reserved_kw": QT_TRANSLATE_NOOP("cost", "Power of the systems"),
    "years": QT_TRANSLATE_NOOP("cost", "Years until replacement"),
    "interest": QT_TRANSLATE_NOOP("cost", "Interest"),
    "residual_share": QT_TRANSLATE_NOOP("cost", "Resale value"),
    "network_share": QT_TRANSLATE_NOOP("cost", "Network and optics"),
    "support_share": QT_TRANSLATE_NOOP("cost", "Support contracts"),
    "spares_share": QT_TRANSLATE_NOOP("cost", "Spares and repairs"),
    "insurance_share": QT_TRANSLATE_NOOP("cost", "Insurance and tax"),
    "staff_per_gpu": QT_TRANSLATE_NOOP("cost", "Staff"),
    "software_per_gpu": QT_TRANSLATE_NOOP("cost", "Software"),
    "utilisation": QT_TRANSLATE_NOOP("cost", "Utilized hours"),
    "load_share": QT_TRANSLATE_NOOP("cost", "Power in use"),
    "idle_share": QT_TRANSLATE_NOOP("cost", "Power when idle"),
    "rent": QT_TRANSLATE_NOOP("cost", "Colocation rent"),
    "building": QT_TRANSLATE_NOOP("cost", "Building price"),
    "building_years": QT_TRANSLATE_NOOP("cost", "Service life of the building, years"),
    "upkeep": QT_TRANSLATE_NOOP("cost", "Building maintenance"),
    "pue": QT_TRANSLATE_NOOP("cost", "PUE"),
    "energy": QT_TRANSLATE_NOOP("cost", "Energy price"),
    "demand": QT_TRANSLATE_NOOP("cost", "Demand charge"),
}
_OF_OWNED = ("price", "reserved_kw")
_OF_CONTRACT = {"building": "building_per_kw", "building_years": "building_years", "upkeep": "upkeep_share", "pue": "pue"}


@dataclass(frozen=True, slots=True)
class Swing:
    """One input and its effect.

    Attributes:
        figure: with its ends. at_low, at_high: the result at the low and at the high end of the input.
    """

    name: str
    figure: Figure
    at_low: float
    at_high: float

    @property
    def title(self) -> Message:
        return Message(CONTEXT, _TITLES[self.name])

    @property
    def width(self) -> float:
        """How far the result moves."""
        return abs(self.at_high - self.at_low)


def tornado(owned: Owned, assumed: Assumptions, result: Result) -> list[Swing]:
    """Every figure that has a range, the one that moves the result most first; those that move nothing are left out."""
    swings = []
    for name, figure in _figures(owned, assumed):
        low, high = (result(*_with(owned, assumed, name, figure, end)) for end in (-1, 1))
        if low != high:
            swings.append(Swing(name, figure, low, high))
    return sorted(swings, key=lambda swing: -swing.width)


def _figures(owned: Owned, assumed: Assumptions) -> Iterator[tuple[str, Figure]]:
    for name in _OF_OWNED:
        figure = getattr(owned, name)
        if figure is not None and figure.low < figure.high:
            yield name, figure
    for name in _TITLES:
        figure = getattr(assumed, name, None)
        if isinstance(figure, Figure) and figure.low < figure.high:
            yield name, figure
    contract = assumed.contract
    parts: dict[str, Figure] = {}
    if isinstance(contract, AllIn | Metered):
        parts["rent"] = contract.per_kw_month
    for name, field in _OF_CONTRACT.items():
        figure = getattr(contract, field, None)
        if isinstance(figure, Figure):
            parts[name] = figure
    if not isinstance(contract, AllIn):
        tariff = assumed.tariff
        parts["energy"] = Figure(tariff.mean_price(), tariff.mean_price(-1), tariff.mean_price(1), tariff.bands[0].price_per_kwh.source)
        parts["demand"] = tariff.demand_per_kw_month
    yield from ((name, figure) for name, figure in parts.items() if figure.low < figure.high)


def _with(owned: Owned, assumed: Assumptions, name: str, figure: Figure, end: int) -> tuple[Owned, Assumptions]:
    """The same with one figure at one of its ends."""
    value = replace(figure, value=figure.at(end))
    changed: dict[str, Any] = {name: value}
    if name in _OF_OWNED:
        return replace(owned, **changed), assumed
    if name == "energy":
        return owned, replace(assumed, tariff=_prices_at(assumed.tariff, end))
    if name == "demand":
        return owned, replace(assumed, tariff=replace(assumed.tariff, demand_per_kw_month=value))
    if name in ("rent", *_OF_CONTRACT):
        return owned, replace(assumed, contract=_contract_with(assumed.contract, name, value))
    return owned, replace(assumed, **changed)


def _prices_at(tariff: Tariff, end: int) -> Tariff:
    bands = tuple(replace(band, price_per_kwh=said(band.price_per_kwh.at(end))) for band in tariff.bands)
    return replace(tariff, bands=bands)


def _contract_with(contract: Contract, name: str, value: Figure) -> Contract:
    changed: dict[str, Any] = {_OF_CONTRACT.get(name, "per_kw_month"): value}
    return replace(contract, **changed)
