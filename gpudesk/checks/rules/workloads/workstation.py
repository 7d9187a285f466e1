"""Workstations: whether the cards have sufficient space, lanes, air and power, and the wall circuit sufficient rating."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import workstations
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.plan.plan_rules import USED
from gpudesk.core.hardware.card_plugs import card_plugs, plugs_text
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.power.card_room import advised_supply_w, exceeds, lacks_plugs, needs_server_air
from gpudesk.core.power.wall_circuit import WallDraw
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.scope.type_counts import kinds_in_use
from gpudesk.project.wall_circuits import counted_at, own_efficiency, wall_circuit

DATA_SHEET = QT_TRANSLATE_NOOP("checks", "Specifications of the workstation and its cards")
BOARD = QT_TRANSLATE_NOOP("checks", "Card length and slots, and the limits of the workstation")


_DRAWS = QT_TRANSLATE_NOOP(
    "checks", "{name} draws {power} at the outlet; a circuit of {voltage} and {breaker} provides {limit} continuously."
)
_DRAWS_WITH_LOSSES = QT_TRANSLATE_NOOP(
    "checks",
    "{name} draws {power} at the outlet, {output} after a power supply with {share} % efficiency; a circuit of {voltage} and "
    "{breaker} provides {limit} continuously.",
)
Shown = Quantity | str | int


@dataclass(frozen=True, slots=True)
class Filled:
    """A type of workstation in use and the cards in it, each with its number."""

    type_id: int
    kind: HardwareType
    cards: tuple[tuple[HardwareType, int], ...]

    @property
    def count(self) -> int:
        """How many cards there are."""
        return sum(count for _, count in self.cards)

    def summed(self, fact: str) -> float | None:
        """The sum of a fact over all cards, None if it is unknown for one of them."""
        values = [card.number(fact) for card, _ in self.cards]
        known = [value * count for value, (_, count) in zip(values, self.cards, strict=True) if value is not None]
        return sum(known) if len(known) == len(values) and values else None


def _workstations(view: View) -> tuple[Filled, ...]:
    """The workstation types in use with plug-in cards: a soldered GPU has no card."""
    types = view.types
    by_key = {types[type_id].key: types[type_id] for type_id in types}
    stations = []
    for type_id in view.snapshot.cached(kinds_in_use):
        kind = types[type_id]
        if kind.family is not Family.WORKSTATION:
            continue
        cards = [(by_key[part.key], part.count) for part in kind.contains if part.gpu and part.key in by_key]
        stations.append(Filled(type_id, kind, tuple((card, count) for card, count in cards if card.number("board_slots") is not None)))
    return tuple(stations)


def _found(view: View, station: Filled, text: str, found: Shown, required: Shown, card: str = "") -> Violation:
    message = rule_text(text, model=station.kind.title, card=card, found=found, required=required, count=station.count)
    return Violation((0,), (("catalog_item", station.type_id),), view.type_place(station.type_id), message, found, required)


@rule(
    "workstation.places",
    title=QT_TRANSLATE_NOOP("checks", "Workstations have a position for each card"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workstation types have more cards than slots"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=USED,
    when=workstations,
    subject=kinds_in_use,
    source=DATA_SHEET,
)
def places(view: View) -> Iterator[Violation]:
    """More GPUs than the workstation has positions."""
    for station in view.cached(_workstations):
        room = station.kind.number("gpu_slots")
        if room is not None and exceeds(station.count, room):
            text = QT_TRANSLATE_NOOP("checks", "{model} holds {found} {found|card|cards} and has positions for {required}.")
            yield _found(view, station, text, station.count, int(room))


@rule(
    "workstation.board_length",
    title=QT_TRANSLATE_NOOP("checks", "Cards are not longer than the workstation allows"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workstation types hold a card that is too long"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=USED,
    when=workstations,
    subject=kinds_in_use,
    source=BOARD,
)
def board_length(view: View) -> Iterator[Violation]:
    """The longest card against the maximum card length of the workstation."""
    text = QT_TRANSLATE_NOOP("checks", "{card} is {found} long; {model} allows cards of {required}.")
    return _boards(view, "board_length_mm", "gpu_board_length_max_mm", text, lambda value: Quantity(value, "mm"))


@rule(
    "workstation.board_width",
    title=QT_TRANSLATE_NOOP("checks", "Cards occupy no more slots than their position provides"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workstation types hold a card that is too wide"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=USED,
    when=workstations,
    subject=kinds_in_use,
    source=BOARD,
)
def board_width(view: View) -> Iterator[Violation]:
    """The widest card against the slots of one position."""
    text = QT_TRANSLATE_NOOP("checks", "{card} occupies {found} slots; a position in {model} has {required}.")
    return _boards(view, "board_slots", "gpu_slot_width", text, lambda value: f"{value:g}")


def _boards(view: View, of_card: str, of_host: str, text: str, shown: Callable[[float], Shown]) -> Iterator[Violation]:
    for station in view.cached(_workstations):
        most = station.kind.number(of_host)
        known = [(value, card) for card, _ in station.cards if (value := card.number(of_card)) is not None]
        if most is None or not known:
            continue
        value, card = max(known, key=lambda card_value: card_value[0])
        if exceeds(value, most):
            yield _found(view, station, text, shown(value), shown(most), card.title)


@rule(
    "workstation.passive_card",
    title=QT_TRANSLATE_NOOP("checks", "Cards in workstations have their own fan"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workstation types hold cards that require server airflow"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=USED,
    when=workstations,
    subject=kinds_in_use,
    source=QT_TRANSLATE_NOOP("checks", "Cooling of the card: passive cards require server airflow"),
)
def passive_card(view: View) -> Iterator[Violation]:
    """Passively cooled data center cards in a workstation, which throttle or shut down."""
    for station in view.cached(_workstations):
        for card, _ in station.cards:
            if needs_server_air(card.text("cooling")):
                text = QT_TRANSLATE_NOOP("checks", "{card} has no fan: {model} does not provide server airflow.")
                yield _found(view, station, text, card.text("cooling"), "active", card.title)
                break


@rule(
    "workstation.power_supply",
    title=QT_TRANSLATE_NOOP("checks", "Workstation power supplies carry the whole load"),
    many=QT_TRANSLATE_NOOP("checks", "The power supplies of {count} types of workstation are too small"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=USED,
    when=workstations,
    subject=kinds_in_use,
    limits=("region", "wall_circuit"),
    source=QT_TRANSLATE_NOOP(
        "checks",
        "Maximum power of the type compared with the rating of the power supplies that it requires. Power "
        "supplies are rated at their output: their losses are subtracted from power at the outlet, based on their "
        "own efficiency, or that of 80 PLUS Gold at full load",
    ),
)
def power_supply(view: View) -> Iterator[Violation]:
    """Maximum power at the output of the power supplies against their rating; redundant power supplies are not counted."""
    for station in view.cached(_workstations):
        rated, draw = _rated_w(station), _draw(view, station, "max")
        if rated is not None and draw is not None and exceeds(draw.output_w, rated):
            text = QT_TRANSLATE_NOOP("checks", "{model} draws up to {found} from its power supplies; they provide {required}.")
            yield _found(view, station, text, Quantity(draw.output_w, "W"), Quantity(rated, "W"))


@rule(
    "workstation.supply_advice",
    title=QT_TRANSLATE_NOOP("checks", "Power supplies have the size recommended for the cards"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workstation types have smaller power supplies than recommended"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=USED,
    when=workstations,
    subject=kinds_in_use,
    source=QT_TRANSLATE_NOOP("checks", "Recommended power supply of the card; each additional card adds its maximum power"),
)
def supply_advice(view: View) -> Iterator[Violation]:
    """The recommendation of the card manufacturer for one card, plus the power of the other cards."""
    for station in view.cached(_workstations):
        rated, cards = _rated_w(station), station.summed("power_max_w")
        advised = [(advice, card) for card, _ in station.cards if (advice := card.number("psu_minimum_w")) is not None]
        if rated is None or cards is None or not advised:
            continue
        advice, card = max(advised, key=lambda card_advice: card_advice[0])
        required_w = advised_supply_w(advice, cards, card.number("power_max_w") or 0.0)
        if exceeds(required_w, rated):
            text = QT_TRANSLATE_NOOP("checks", "With {count} × {card} a power supply of {required} is recommended; {model} has {found}.")
            yield _found(view, station, text, Quantity(rated, "W"), Quantity(required_w, "W"), card.title)


def _draw(view: View, station: Filled, name: str) -> WallDraw | None:
    """The draw of a workstation for a named power; None if its entry does not specify it."""
    power = station.kind.number(f"power_{name}_w")
    return None if power is None else wall_circuit(view.sheet).draw(power, counted_at(station.kind, name), own_efficiency(station.kind))


def _rated_w(station: Filled) -> float | None:
    supplies = station.kind.supplies
    return None if supplies is None or not supplies.rating_w else supplies.needed * supplies.rating_w


@rule(
    "workstation.connectors",
    title=QT_TRANSLATE_NOOP("checks", "Workstations have the power connectors that their cards need"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workstation types lack power connectors for their cards"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=USED,
    when=workstations,
    subject=kinds_in_use,
    source=QT_TRANSLATE_NOOP("checks", "Power connectors of the card and the workstation, where both are specified"),
)
def connectors(view: View) -> Iterator[Violation]:
    """Connectors by number of pins. An adapter may help, but it has to be ordered."""
    for station in view.cached(_workstations):
        host_text = station.kind.text("gpu_power_connectors")
        host = card_plugs(host_text, int(station.kind.number("gpu_slots") or 1))
        needed_plugs: dict[str, int] = {}
        for card, count in station.cards:
            for sort, plug_count in card_plugs(card.text("power_connector")).items():
                needed_plugs[sort] = needed_plugs.get(sort, 0) + plug_count * count
        if lacks_plugs(needed_plugs, host):
            text = QT_TRANSLATE_NOOP("checks", "{count} × {card} require {required}; {model} has {found}.")
            first, count = station.cards[0]
            yield _found(view, station, text, host_text, plugs_text(first.text("power_connector"), count), first.title)


@rule(
    "workstation.lanes",
    title=QT_TRANSLATE_NOOP("checks", "CPUs have enough PCIe lanes for all cards"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workstation types have fewer PCIe lanes than their cards require"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=USED,
    when=workstations,
    subject=kinds_in_use,
    source=QT_TRANSLATE_NOOP("checks", "PCIe lanes of the CPUs and of the cards"),
)
def lanes(view: View) -> Iterator[Violation]:
    """Lanes of all cards against those of the CPUs. With too few, cards run at half width, which slows loading and GPU-to-GPU traffic."""
    for station in view.cached(_workstations):
        offered, taken = station.kind.number("pcie_lanes_host"), station.summed("pcie_lanes")
        if offered is not None and taken is not None and exceeds(taken, offered):
            text = QT_TRANSLATE_NOOP("checks", "The cards of {model} require {found} PCIe lanes; its CPUs have {required}.")
            yield _found(view, station, text, f"{taken:g}", f"{offered:g}")


@rule(
    "workstation.wall_circuit",
    title=QT_TRANSLATE_NOOP("checks", "The wall circuit can power a workstation"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workstations draw more than a wall circuit provides"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=reading(USED, {"device": ("name", "rack_id"), "power_cord": ("device_id",)}),
    when=workstations,
    limits=("region", "wall_circuit", "power_factor", "power_for_limits"),
    source=QT_TRANSLATE_NOOP(
        "checks",
        "Site sheet: wall circuit of a workstation; in North America, 80 % of its breaker rating continuously "
        "(NEC). Power at the outlet includes the losses of the power supply, based on its own efficiency, or that "
        "of 80 PLUS Gold at full load",
    ),
)
def wall_circuit_bears(view: View) -> Iterator[Violation]:
    """Workstations without a planned cord, each on a separate circuit."""
    circuit = wall_circuit(view.sheet)
    limit = circuit.bears_w(view.sheet.limit("power_factor"))
    devices = view.snapshot["device"]
    name = view.sheet.text("power_for_limits")
    for station in view.cached(_workstations):
        draw = _draw(view, station, name)
        if draw is None or draw.wall_w <= limit:
            continue
        standing = devices.ids[(devices["type_id"] == station.type_id) & (devices["rack_id"] == ABSENT)]
        for row_id in standing[~np.isin(standing, view.snapshot["power_cord"]["device_id"])].tolist():
            drawn, circuit_limit = Quantity(draw.wall_w, "W"), Quantity(limit, "W")
            share = 100.0 if draw.efficiency is None else round(draw.efficiency.share * 100, 1)
            message = rule_text(
                _DRAWS if draw.efficiency is None else _DRAWS_WITH_LOSSES,
                name=view.name("device", row_id),
                power=drawn,
                output=Quantity(draw.output_w, "W"),
                share=share,
                voltage=Quantity(circuit.voltage_v, "V"),
                breaker=Quantity(circuit.breaker_a, "A"),
                limit=circuit_limit,
            )
            yield Violation((0,), (("device", row_id),), view.row_place("device", row_id), message, drawn, circuit_limit)
