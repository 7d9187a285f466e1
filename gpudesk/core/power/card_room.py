"""Whether cards fit in a chassis within its power supply and socket limits: shared by checks and the buying guide."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from gpudesk.core.hardware.card_plugs import SIXTEEN, card_plugs, plugs_lacking, plugs_text
from gpudesk.core.power.wall_circuit import PowerAt, SupplyEfficiency, WallCircuit, WallDraw

PASSIVE = "passive"
TOP, REAR = "top", "rear"
"""The card edge where the power connector protrudes: away from the motherboard, or away from the bracket."""


def exceeds(value: float | None, most: float | None) -> bool | None:
    """Whether a value exceeds its limit; None if one of them is unknown."""
    return None if value is None or most is None else value > most


def needs_server_air(cooling: str) -> bool | None:
    """Whether a card has no fan; None if its cooling is unknown."""
    return cooling == PASSIVE if cooling else None


def advised_supply_w(advice_w: float, cards_w: float, advised_card_w: float) -> float:
    """Recommended supply for several cards: the manufacturer's value for a machine with one card, plus the power of the others."""
    return advice_w + cards_w - advised_card_w


def lacks_plugs(wanted: dict[str, int], host: dict[str, int]) -> bool | None:
    """Whether connectors are missing; None where the host does not name its own."""
    return bool(plugs_lacking(wanted, host)) if host else None


@dataclass(frozen=True, slots=True)
class Card:
    """A card, according to its data sheet; None and "" for unknown values.

    Attributes:
        advised_w: power supply recommended by the manufacturer for a machine with one card.
        plug_edge: edge where its power connector protrudes, `TOP` or `REAR`.
    """

    title: str
    slots: float | None = None
    length_mm: float | None = None
    height_mm: float | None = None
    power_w: float | None = None
    advised_w: float | None = None
    lanes: float | None = None
    plugs: str = ""
    cooling: str = ""
    plug_edge: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A chassis for cards.

    Attributes:
        places: for cards; `slot_width`: slots of one place.
        rest_w: power of the machine without cards, at the output of its supply.
        supply_peak: multiple of its rating that the supply withstands for some microseconds.
        server_air: whether it has front-to-rear airflow as in a server.
        efficiency: of its supply; None for the planning value.
    """

    title: str
    places: float | None = None
    slot_width: float | None = None
    length_mm: float | None = None
    height_mm: float | None = None
    supply_w: float | None = None
    supply_peak: float | None = None
    rest_w: float | None = None
    lanes: float | None = None
    plugs: str = ""
    server_air: bool = False
    efficiency: SupplyEfficiency | None = None


class Line(StrEnum):
    """The subject of one line of the assessment."""

    PLACES = "places"
    WIDTH = "width"
    LENGTH = "length"
    HEIGHT = "height"
    BEND = "bend"
    """Space in which the cable of a 16-pin connector stays straight."""
    AIR = "air"
    PLUGS = "connectors"
    SUPPLY = "supply"
    ADVICE = "advice"
    PEAK = "peak"
    LANES = "lanes"
    CIRCUIT = "circuit"


RESERVATIONS = frozenset({Line.ADVICE, Line.BEND, Line.LANES})
"""Lines that keep no card out: a supply smaller than advised, an angled plug that may be wanted, and lanes of which each has fewer."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One line of the assessment.

    Attributes:
        found, limit: numbers in `unit`, or texts; None and "" where they are unknown.
        holds: None if it cannot be determined.
        draw: of the circuit, the inputs of its number.
    """

    line: Line
    found: float | str | None
    limit: float | str | None
    unit: str
    holds: bool | None
    draw: WallDraw | None = None

    @property
    def keeps_out(self) -> bool:
        """Whether the cards do not go in or cannot run for this."""
        return self.holds is False and self.line not in RESERVATIONS


@dataclass(frozen=True, slots=True)
class Planning:
    """Planning values used where no entry specifies them.

    Attributes:
        card_peak: multiple of its power that a card draws for some microseconds.
        bend_mm: straight length of the cable of a 16-pin connector before it bends.
    """

    card_peak: float
    bend_mm: float


def _most(line: Line, found: float | None, limit: float | None, unit: str = "") -> Judged:
    over = exceeds(found, limit)
    return Judged(line, found, limit, unit, None if over is None else not over)


def _bend(card: Card, case: Case, bend_mm: float) -> list[Judged]:
    """Space for the power connector at its card edge; no line for cards without a 16-pin connector."""
    if SIXTEEN not in card_plugs(card.plugs):
        return []
    size, room = {TOP: (card.height_mm, case.height_mm), REAR: (card.length_mm, case.length_mm)}.get(card.plug_edge, (None, None))
    return [_most(Line.BEND, None if size is None else size + bend_mm, room, "mm")]


def _circuit(whole_w: float | None, case: Case, circuit: WallCircuit | None, power_factor: float) -> Judged:
    """Load on the socket: the output of the supply plus its losses."""
    draw = None if whole_w is None or circuit is None else circuit.draw(whole_w, PowerAt.OUTPUT, case.efficiency)
    limit = None if circuit is None else circuit.bears_w(power_factor)
    return replace(_most(Line.CIRCUIT, None if draw is None else draw.wall_w, limit, "W"), draw=draw)


def judged(card: Card, count: int, case: Case, planning: Planning, circuit: WallCircuit | None, power_factor: float) -> list[Judged]:
    """Assessment of a given number of identical cards in a chassis, line by line.

    Args:
        circuit: the socket that feeds the machine.
    """

    cards_w = None if card.power_w is None else card.power_w * count
    whole_w = None if cards_w is None or case.rest_w is None else cards_w + case.rest_w
    advised = (
        None if card.advised_w is None or card.power_w is None else advised_supply_w(card.advised_w, card.power_w * count, card.power_w)
    )
    peak = None if cards_w is None or case.rest_w is None else planning.card_peak * cards_w + case.rest_w
    stood = None if case.supply_w is None or case.supply_peak is None else case.supply_w * case.supply_peak
    lacking = lacks_plugs(
        {sort: plug_count * count for sort, plug_count in card_plugs(card.plugs).items()}, card_plugs(case.plugs, int(case.places or 1))
    )
    air = needs_server_air(card.cooling)
    return [
        _most(Line.PLACES, count, case.places),
        _most(Line.WIDTH, card.slots, case.slot_width),
        _most(Line.LENGTH, card.length_mm, case.length_mm, "mm"),
        _most(Line.HEIGHT, card.height_mm, case.height_mm, "mm"),
        *_bend(card, case, planning.bend_mm),
        Judged(Line.AIR, card.cooling, "server" if case.server_air else "desk", "", None if air is None else not air or case.server_air),
        Judged(
            Line.PLUGS,
            plugs_text(card.plugs, count),
            case.plugs,
            "",
            None if lacking is None or not card.plugs else not lacking,
        ),
        _most(Line.SUPPLY, whole_w, case.supply_w, "W"),
        _most(Line.ADVICE, advised, case.supply_w, "W"),
        _most(Line.PEAK, peak, stood, "W"),
        _most(Line.LANES, None if card.lanes is None else card.lanes * count, case.lanes),
        _circuit(whole_w, case, circuit, power_factor),
    ]


def verdict(lines: Sequence[Judged]) -> bool | None:
    """Whether the cards fit, with or without reservations; None if nothing rules it out but a value is unknown."""
    if any(line.keeps_out for line in lines):
        return False
    return None if any(line.holds is None for line in lines) else True
