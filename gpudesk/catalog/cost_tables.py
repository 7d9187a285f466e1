"""Dated prices, tariffs and rates, shipped or from the user's own files (`resources/cost`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from gpudesk.catalog.cost_files import CostFile, Part
from gpudesk.core.cost.contract import ContractKind
from gpudesk.core.cost.figure import Figure
from gpudesk.core.cost.tariff import ALL_DAYS, ALL_HOURS, ALL_MONTHS, Band, Tariff
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, slots=True)
class Named:
    """A title in both languages."""

    title: str
    title_es: str

    def in_language(self, language: str) -> str:
        return self.title_es if language == "es" else self.title


@dataclass(frozen=True, slots=True)
class CostFigure:
    """One figure that an account rests on.

    Attributes:
        unit: "years", "%", "money" (of the tables' currency) or "" for plain numbers.
        figure: in that unit.
    """

    key: str
    group: str
    titles: Named
    unit: str
    figure: Figure
    minimum: float
    maximum: float
    source_es: str


@dataclass(frozen=True, slots=True)
class NamedTariff:
    """A tariff by its name."""

    titles: Named
    currency: str
    tariff: Tariff
    source: str
    source_es: str
    date: str


@dataclass(frozen=True, slots=True)
class CloudPrice:
    """The price of one GPU hour at a cloud provider, in US dollars."""

    gpu: str
    offer: Named
    per_gpu_hour: Figure


@dataclass(frozen=True, slots=True)
class SystemPrices:
    """System costs in addition to the boards, in US dollars per GPU.

    Attributes:
        baseboard, card: cost in addition to a board soldered together with others, and in addition to a card.
        boards: key of a board → its price, if a range is known. whole: a system's price per GPU.
        spread: the range around a single catalog price.
        power_share: share of a system's power drawn by its GPUs.
    """

    baseboard: Figure
    card: Figure
    boards: Mapping[str, Figure]
    whole: Mapping[str, Figure]
    spread: tuple[float, float]
    power_share: Figure


@dataclass(frozen=True, slots=True)
class CostTables:
    """All cost tables.

    Attributes:
        currency: currency of values whose unit is money.
        contract, tariff, carbon: the defaults unless another one is selected.
        per_usd: currency → its amount per US dollar.
        own: names of the user's own files among them.
    """

    groups: Mapping[str, Named]
    figures: Mapping[str, CostFigure]
    currency: str
    contract: ContractKind
    tariff: str
    carbon: str
    tariffs: Mapping[str, NamedTariff]
    places: Mapping[str, tuple[Named, Figure]]
    per_usd: Mapping[str, float]
    rates_date: str
    rates_source: str
    systems: SystemPrices
    clouds: tuple[CloudPrice, ...]
    own: tuple[str, ...]

    def convert(self, amount: float, source: str, target: str) -> float:
        """An amount in another currency.

        Raises:
            KeyError: the rate of one of them is not known.
        """
        return amount * self.per_usd[target] / self.per_usd[source]


@cache
def cost_tables() -> CostTables:
    """The tables as they hold now.

    Raises:
        InvalidData: a file of the person's own cannot be used; everything wrong in it is named.
    """
    files = {name: CostFile(f"{name}.yaml") for name in ("assumptions", "tariffs", "carbon", "currencies", "systems", "clouds")}
    top = {name: file.top for name, file in files.items()}
    assumed, rates = top["assumptions"], top["currencies"]
    tables = CostTables(
        groups={key: _named(part) for key, part in assumed.parts("groups").items()},
        figures={key: _figure(key, part) for key, part in assumed.parts("figures").items()},
        currency=assumed.text("currency"),
        contract=ContractKind(_one_of(assumed, "contract", [str(kind) for kind in ContractKind])),
        tariff=_one_of(assumed, "tariff", list(top["tariffs"].part("tariffs").data)),
        carbon=_one_of(assumed, "carbon", list(top["carbon"].part("places").data)),
        tariffs={key: _tariff(part) for key, part in top["tariffs"].parts("tariffs").items()},
        places={key: (_named(part), part.figure("g_per_kwh", top["carbon"])) for key, part in top["carbon"].parts("places").items()},
        per_usd={key: rates.part("per_usd").number(key, low=1e-9) for key in rates.part("per_usd").data},
        rates_date=rates.text("date"),
        rates_source=rates.text("source"),
        systems=_systems(top["systems"]),
        clouds=tuple(_cloud(part) for part in top["clouds"].each("prices")),
        own=tuple(file.path.name for file in files.values() if file.own),
    )
    for part, money in [(assumed, tables.currency), *((top["tariffs"], tariff.currency) for tariff in tables.tariffs.values())]:
        if tables.per_usd and money not in tables.per_usd:
            part.wrong("currency", QT_TRANSLATE_NOOP("cost", "the rate of {name} {currency} is not known."), currency=money)
    for file in files.values():
        file.done()
    return tables


def _one_of(part: Part, name: str, words: list[str]) -> str:
    text = part.text(name)
    if text in words or not words:
        # Without any word, the file that lists them is wrong, which is reported there.
        return text
    part.wrong(name, QT_TRANSLATE_NOOP("cost", "{name} must be one of {words}."), words=tuple(words))
    return words[0]


def _named(part: Part, name: str = "title") -> Named:
    title = part.text(name)
    return Named(title, part.text(f"{name}_es", title))


def _figure(key: str, part: Part) -> CostFigure:
    figure = part.figure()
    return CostFigure(
        key,
        part.text("group"),
        _named(part),
        part.text("unit", ""),
        figure,
        part.number("minimum"),
        part.number("maximum"),
        part.text("source_es", figure.source),
    )


def _tariff(part: Part) -> NamedTariff:
    bands = []
    for body in part.each("bands"):
        price = body.figure("price", part)
        hours, days, months = (_spans(body, name) for name in ("hours", "days", "months"))
        bands.append(Band(price, body.text("title", ""), hours or ALL_HOURS, days or ALL_DAYS, months or ALL_MONTHS))
    if not bands:
        part.wrong("bands", QT_TRANSLATE_NOOP("cost", "{name} must be a list with at least one item."))
    demand = part.part("demand_per_kw_month").figure("value", part) if "demand_per_kw_month" in part.data else Figure(0, 0, 0)
    source = part.text("source")
    return NamedTariff(
        _named(part), part.text("currency"), Tariff(tuple(bands), demand), source, part.text("source_es", source), part.text("date", "")
    )


_LIMITS = {"hours": (0, 24), "months": (1, 12)}


def _spans(part: Part, name: str) -> frozenset[int]:
    """Numbers of spans such as "10-14" (of hours the last is not meant), of months "11-2", of days "mon-fri"."""
    numbers: set[int] = set()
    for word in part.words(name):
        first, _, last = word.partition("-")
        try:
            if name == "days":
                start, end = _DAYS.index(first), _DAYS.index(last or first)
                numbers |= {day % 7 for day in range(start, end + 1 + 7 * (end < start))}
                continue
            start, end = int(first), int(last) if last else int(first) + (name == "hours")
            low, high = _LIMITS[name]
            if not (low <= start <= high and low <= end <= high):
                raise ValueError
        except ValueError:
            part.wrong(name, QT_TRANSLATE_NOOP("cost", "{name} must be ranges such as {like}, not {word}."), like=_LIKE[name], word=word)
            continue
        if name == "hours":
            numbers |= {hour % 24 for hour in range(start, end + 24 * (end < start))}
        else:
            numbers |= {(month - 1) % 12 + 1 for month in range(start, end + 1 + 12 * (end < start))}
    return frozenset(numbers)


_LIKE = {"hours": "10-14", "days": "mon-fri", "months": "11-2"}


def _systems(top: Part) -> SystemPrices:
    beside_gpu, spread = top.part("beside_gpu"), top.part("board_price_spread")
    return SystemPrices(
        beside_gpu.part("baseboard").figure(),
        beside_gpu.part("card").figure(),
        {key: part.figure() for key, part in top.parts("boards").items()},
        {key: part.figure() for key, part in top.parts("whole").items()},
        (spread.number("low"), spread.number("high")),
        top.part("gpu_share_of_power").figure(),
    )


def _cloud(part: Part) -> CloudPrice:
    return CloudPrice(part.text("gpu"), _named(part, "offer"), part.figure())
