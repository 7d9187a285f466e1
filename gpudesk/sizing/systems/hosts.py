"""Machines of the catalog that hold a board: those supplied with it, and those with a card slot for it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.core.hardware.card_plugs import card_plugs, plugs_lacking
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.derived.workloads.gpu_pools import boards_in

_HOSTS = (Family.SYSTEM, Family.SERVER, Family.WORKSTATION)
_DERIVED = "GPU Desk: the machine of the catalog with other cards in its places"


@dataclass(frozen=True, slots=True)
class Host:
    """A machine that holds a board.

    Attributes:
        gpus: boards in one.
        body: the catalog entry that a plan brings along, where the catalog has the machine with other cards; None else.
    """

    kind: HardwareType
    gpus: int
    body: Mapping[str, Any] | None = None

    @property
    def key(self) -> str:
        return self.kind.key

    @property
    def title(self) -> str:
        return self.kind.title


@cache
def hosts(board: str) -> tuple[Host, ...]:
    """The machines that hold a board: those supplied with it, then those that accept it as a card; servers with known power first.

    Parts of whole racks, such as trays, are omitted.
    """
    # Each opening asks every file of the catalog whether it changed.
    catalog = open_catalog()
    kinds = [entry.type for family in _HOSTS for entry in catalog.of_families(family)]
    parts = {part.key for kind in kinds for part in kind.contains if not part.gpu}
    whole = [kind for kind in kinds if kind.key not in parts]
    supplied = [Host(kind, count) for kind in whole for key, count in boards_in(kind) if key == board and len(boards_in(kind)) == 1]
    supplied.sort(key=_preference)
    card = _known(catalog, board)
    if card is None or card.number("board_slots") is None:
        return tuple(supplied)
    others = [_with_cards(catalog, kind, card) for kind in whole if kind.number("gpu_slots") and board not in dict(boards_in(kind))]
    taking = [host for host in others if host is not None]
    taking.sort(key=_preference)
    return (*supplied, *taking)


def machine_gpus(board: str, usual: int, wanted: int = 1) -> int:
    """GPUs of one machine that runs programs, among those that usually hold a board; for a whole rack those of one of its trays.

    Args:
        usual: value if the catalog has no machine that holds it.
        wanted: GPUs of one replica: if the usual machine holds fewer, those of the smallest machine that holds this number, or this
            number of cards in one custom desktop, which accepts any number.
    """
    machines = hosts(board)
    if not machines:
        return usual
    most = _machine_gpus(board, machines)
    if most >= wanted or machines[0].kind.family is not Family.WORKSTATION:
        return most
    larger = [host.gpus for host in machines if host.gpus >= wanted]
    return min(larger) if larger else wanted if wanted <= usual else most


def _machine_gpus(board: str, found: tuple[Host, ...]) -> int:
    catalog = open_catalog()
    trays = [dict(boards_in(kind)) for part in found[0].kind.contains if not part.gpu and (kind := _known(catalog, part.key)) is not None]
    return next((tray[board] for tray in trays if board in tray), found[0].gpus)


def _known(catalog: Catalog, key: str) -> HardwareType | None:
    return catalog.get(key) if key in catalog else None


def _preference(host: Host) -> tuple[bool, int, bool, bool, bool, bool, str]:
    """Sort key: most boards in one machine, then whole systems, a network for them, and manufacturer data."""
    kind = host.kind
    joined = any(group.role == "network" and group.network == "compute" for group in kind.port_groups)
    station, known = kind.family is Family.WORKSTATION, kind.number("power_max_w") is not None
    return station, -host.gpus, not known, not joined, kind.family is not Family.SYSTEM, kind.vendor == "Generic", kind.key


def _with_cards(catalog: Catalog, kind: HardwareType, card: HardwareType) -> Host | None:
    """The machine with all slots filled, up to the capacity of its supplies; None if not even one card fits."""
    places = int(kind.number("gpu_slots") or 0)
    if not _goes_in(catalog, kind, card):
        return None
    card_w, before = card.number("power_max_w"), _bare_w(catalog, kind)
    rated_w = kind.supplies.needed * kind.supplies.rating_w if kind.supplies is not None and kind.supplies.rating_w else None
    if card_w is None or before is None:
        return None
    count = places if rated_w is None else min(places, int((rated_w - before) // card_w))
    if count < 1:
        return None
    return _variant(catalog, kind, card, count, before + count * card_w)


def _goes_in(catalog: Catalog, kind: HardwareType, card: HardwareType) -> bool:
    """Whether one card fits in one slot: width, length, cooling and plugs, as far as both specify them."""
    for of_card, of_host in (("board_slots", "gpu_slot_width"), ("board_length_mm", "gpu_board_length_max_mm")):
        value, most = card.number(of_card), kind.number(of_host)
        if value is not None and most is not None and value > most:
            return False
    if kind.family is Family.WORKSTATION and card.text("cooling") == "passive":
        return False
    # Machines whose GPUs are soldered or on a board of their own say places too: the GPUs that they come with have no slots.
    own = [_known(catalog, key) for key, _ in boards_in(kind)]
    if any(own_card is None or own_card.number("board_slots") is None for own_card in own):
        return False
    host = card_plugs(kind.text("gpu_power_connectors"), int(kind.number("gpu_slots") or 1))
    return not (host and plugs_lacking(card_plugs(card.text("power_connector")), host))


def without_cards_w(kind: HardwareType) -> float | None:
    """Power of the machine without its supplied cards."""
    return _bare_w(open_catalog(), kind)


def _bare_w(catalog: Catalog, kind: HardwareType) -> float | None:
    power = kind.number("power_max_w")
    cards = [(_known(catalog, key), count) for key, count in boards_in(kind)]
    watts = [card.number("power_max_w") if card is not None else None for card, _ in cards]
    if power is None or any(watt is None for watt in watts):
        return None
    left = power - sum((card or 0.0) * count for card, (_, count) in zip(watts, cards, strict=True))
    return left if left > 0 else None


def _variant(catalog: Catalog, kind: HardwareType, card: HardwareType, count: int, power_w: float) -> Host:
    body = json.loads(catalog.body(kind.key))
    body["key"] = f"{kind.key}+{count}x{card.key}"
    body["model"] = f"{kind.model} · {count} × {card.model}"
    body["contains"] = [part for part in body.get("contains", ()) if not part.get("gpu")] + [{"key": card.key, "count": count, "gpu": True}]
    facts = body["facts"]
    facts["power_max_w"] = {"value": round(power_w), "source": _DERIVED, "confidence": "derived"}
    # The others were measured or stated with other cards.
    for name in ("power_average_w", "power_provisioned_w", "power_peak_w", "price_usd"):
        facts.pop(name, None)
    return Host(parse_type(body), count, body)
