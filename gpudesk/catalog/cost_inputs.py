"""Converts a user's inputs on money, contracts and usage to cost assumptions; missing inputs come from the tables."""

from collections.abc import Mapping
from dataclasses import replace

from gpudesk.catalog.cost_tables import CostFigure, CostTables, cost_tables
from gpudesk.core.cost.account import Assumptions
from gpudesk.core.cost.contract import AllIn, Contract, ContractKind, Metered, OwnSite, pue_from_cooling_share
from gpudesk.core.cost.figure import CONTEXT, Figure, said
from gpudesk.core.cost.tariff import Tariff, flat
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

CostValue = float | str
CHOICES = ("contract", "tariff", "carbon", "currency")
EXTRA: Mapping[str, tuple[str, float, float]] = {
    "cooling_share": ("%", 0, 300),
    "energy_price": ("money", 0, 100),
    "carbon_g_per_kwh": ("", 0, 3000),
    "cloud_price": ("money", 0, 10_000),
}
"""Values that replace others if specified: PUE, tariff bands, carbon intensity of the site, cloud prices."""


def choices(tables: CostTables, key: str) -> tuple[str, ...]:
    """The allowed values of a choice.

    Raises:
        KeyError: it is not a choice.
    """
    return {
        "contract": tuple(str(kind) for kind in ContractKind),
        "tariff": tuple(tables.tariffs),
        "carbon": tuple(tables.places),
        "currency": tuple(tables.per_usd),
    }[key]


def checked(values: Mapping[str, CostValue]) -> dict[str, CostValue]:
    """The values, checked for consistency.

    Raises:
        Refused: a name is unknown, a value is not one of its choices, a number is out of range, or two inputs are redundant.
    """
    tables = cost_tables()
    cost_values: dict[str, CostValue] = {}
    for key, value in values.items():
        if key in CHOICES:
            if value not in choices(tables, key):
                text = QT_TRANSLATE_NOOP("cost", "{key} must be one of {words}.")
                raise Refused(Message(CONTEXT, text, {"key": key, "words": choices(tables, key)}))
            cost_values[key] = value
        else:
            cost_values[key] = _number(tables, key, value)
    if "pue" in cost_values and "cooling_share" in cost_values:
        text = QT_TRANSLATE_NOOP("cost", "PUE and cooling share express the same thing: set only one of them.")
        raise Refused(Message(CONTEXT, text))
    return cost_values


def limits(tables: CostTables, key: str) -> tuple[float, float]:
    """The limits of a value.

    Raises:
        KeyError: there is no such value.
    """
    if key in EXTRA:
        return EXTRA[key][1:]
    figure = tables.figures[key]
    return figure.minimum, figure.maximum


def _number(tables: CostTables, key: str, value: CostValue) -> float:
    if key not in tables.figures and key not in EXTRA:
        text = QT_TRANSLATE_NOOP("cost", "Unknown cost figure {key}; available: {keys}.")
        raise Refused(Message(CONTEXT, text, {"key": key, "keys": (*CHOICES, *tables.figures, *EXTRA)}))
    low, high = limits(tables, key)
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        text = QT_TRANSLATE_NOOP("cost", "{key} must be a number from {low} to {high}.")
        raise Refused(Message(CONTEXT, text, {"key": key, "low": low, "high": high}))
    return number


class CostInputs:
    """The user's inputs, layered over the tables.

    Attributes:
        said: key → value, checked; amounts of money in `currency`.
    """

    def __init__(self, values: Mapping[str, CostValue] | None = None) -> None:
        self.tables = cost_tables()
        self.said = checked(values or {})
        self.currency = str(self.said.get("currency", self.tables.currency))

    def word(self, key: str) -> str:
        """The selected value of a choice."""
        usual = {"contract": str(self.tables.contract), "tariff": self.tables.tariff, "carbon": self.tables.carbon}
        return str(self.said.get(key, usual.get(key, self.currency)))

    def figure(self, key: str) -> Figure:
        """A value in the form used in calculations: shares of 1, money in the currency.

        Raises:
            KeyError: there is no such value, or it is one of `EXTRA` that was not specified.
        """
        if key in self.said:
            unit = EXTRA[key][0] if key in EXTRA else self.tables.figures[key].unit
            return said(float(self.said[key])).times(0.01 if unit == "%" else 1.0)
        entry: CostFigure = self.tables.figures[key]
        if entry.unit == "money":
            return self.money(entry.figure, self.tables.currency)
        return entry.figure.times(0.01 if entry.unit == "%" else 1.0)

    def money(self, figure: Figure, currency: str = "USD") -> Figure:
        """A price of the tables in the currency."""
        return figure.times(self.tables.convert(1.0, currency, self.currency))

    def pue(self) -> Figure:
        """The PUE as specified, or derived from the share that cooling adds."""
        if "cooling_share" in self.said:
            return said(pue_from_cooling_share(self.figure("cooling_share").value))
        return self.figure("pue")

    def contract(self) -> Contract:
        """The contract with its own figures alone."""
        kind = ContractKind(self.word("contract"))
        if kind is ContractKind.ALL_IN:
            return AllIn(self.figure("all_in_rent"))
        if kind is ContractKind.METERED:
            return Metered(self.figure("metered_rent"), self.pue())
        return OwnSite(self.figure("building"), self.figure("building_years"), self.figure("upkeep"), self.pue())

    def tariff(self) -> Tariff:
        """The tariff, with specified price and charge in place of its default ones."""
        named = self.tables.tariffs[self.word("tariff")]
        tariff = named.tariff.times(self.tables.convert(1.0, named.currency, self.currency))
        if "energy_price" in self.said:
            tariff = flat(self.figure("energy_price"), tariff.demand_per_kw_month)
        return replace(tariff, demand_per_kw_month=self.figure("demand")) if "demand" in self.said else tariff

    def carbon(self) -> Figure:
        """g CO2e for a kWh."""
        if "carbon_g_per_kwh" in self.said:
            return self.figure("carbon_g_per_kwh")
        return self.tables.places[self.word("carbon")][1]

    def assumptions(self, *, network: bool = True) -> Assumptions:
        """All assumptions of a cost calculation.

        Args:
            network: whether network and optics are added to the purchase; not if they are lines of a bill of materials.
        """
        nothing = said(0.0)
        return Assumptions(
            years=self.figure("years"),
            interest=self.figure("interest"),
            residual_share=self.figure("residual"),
            contract=self.contract(),
            tariff=self.tariff(),
            support_share=self.figure("support"),
            spares_share=self.figure("spares"),
            insurance_share=self.figure("insurance"),
            network_share=self.figure("network") if network else nothing,
            staff_per_gpu=self.figure("staff"),
            software_per_gpu=self.figure("software"),
            utilisation=self.figure("utilisation"),
            load_share=self.figure("load"),
            idle_share=self.figure("idle"),
            carbon_g_per_kwh=self.carbon(),
            currency=self.currency,
        )
