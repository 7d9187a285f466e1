"""Price of a GPU including its share of a system, purchased or rented, from the catalog and the price tables."""

from collections.abc import Mapping
from functools import cache

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.cost_tables import CloudPrice, CostTables, Named, SystemPrices
from gpudesk.core.cost.figure import Figure
from gpudesk.core.hardware.hardware import Confidence, Fact, Family, HardwareType

_HOLDERS = (Family.SYSTEM, Family.SERVER, Family.WORKSTATION)


@cache
def systems_by_gpu() -> Mapping[str, tuple[HardwareType, ...]]:
    """Map of GPU key to the catalog systems that contain only that GPU."""
    systems: dict[str, list[HardwareType]] = {}
    for entry in open_catalog().of_families(*_HOLDERS):
        gpus = [part.key for part in entry.type.contains if part.gpu]
        if len(set(gpus)) == 1:
            systems.setdefault(gpus[0], []).append(entry.type)
    return {key: tuple(kinds) for key, kinds in systems.items()}


def gpu_price(key: str, tables: SystemPrices) -> Figure | None:
    """US dollars per GPU with its share of a system: from a complete system if known, else the board plus its additional costs.

    None if no price is known.

    Raises:
        UnknownType: the catalog has no such GPU.
    """
    if key in tables.whole:
        return tables.whole[key]
    sold = [(price / kind.gpu_count, kind) for kind in systems_by_gpu().get(key, ()) if (price := kind.number("price_usd")) is not None]
    low, high = tables.spread
    if sold:
        least, kind = min(sold, key=lambda offer: offer[0])
        fact = kind.facts["price_usd"]
        dearest = max(share for share, _ in sold)
        return Figure(least, least * low, max(dearest, least * high), f"{kind.title}: {fact.source}", fact.confidence, fact.date)
    board = open_catalog().get(key)
    alone = tables.boards.get(key) or _spread(board.facts.get("price_usd"), tables)
    if alone is None:
        return None
    extra_cost = tables.card if board.text("form_factor").startswith("PCIe") else tables.baseboard
    ends = (alone.value + extra_cost.value, alone.low + extra_cost.low, alone.high + extra_cost.high)
    return Figure(*ends, f"{alone.source}; {extra_cost.source}", Confidence.DERIVED, alone.date)


def _spread(fact: Fact | None, tables: SystemPrices) -> Figure | None:
    """A single price of the catalog with the usual range around it."""
    if fact is None or isinstance(fact.value, str):
        return None
    price, (low, high) = float(fact.value), tables.spread
    return Figure(price, price * low, price * high, fact.source, fact.confidence, fact.date)


def cloud_prices(key: str, tables: CostTables) -> list[CloudPrice]:
    """Cloud prices of one GPU hour: those of the table in its order, then that of the catalog; empty if none is known."""
    prices = [price for price in tables.clouds if price.gpu == key]
    catalog = open_catalog()
    fact = catalog.get(key).facts.get("price_per_hour_usd") if key in catalog else None
    figure = _spread(fact, tables.systems)
    if figure is not None:
        prices.append(CloudPrice(key, Named(f"Catalog, {figure.date}", f"Catálogo, {figure.date}"), figure))
    return prices
