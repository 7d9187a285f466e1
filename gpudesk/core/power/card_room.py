"""Whether cards go into a case, and whether its supply and its socket bear them: the same predicates for checks and for buyers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from gpudesk.core.hardware.card_plugs import SIXTEEN, card_plugs, plugs_lacking, plugs_text
from gpudesk.core.power.wall_circuit import PowerAt, SupplyEfficiency, WallCircuit, WallDraw

PASSIVE = "passive"
TOP, REAR = "top", "rear"
"""The edge of a card at which its power plug stands out: away from the board, or away from the bracket."""


def exceeds(value: float | None, most: float | None) -> bool | None:
    """Whether a value is over its limit; None where one of them is not known."""
    return None if value is None or most is None else value > most


def needs_server_air(cooling: str) -> bool | None:
    """Whether a card has no fan of its own; None where its cooling is not known."""
    return cooling == PASSIVE if cooling else None


def advised_supply_w(advice_w: float, cards_w: float, advised_card_w: float) -> float:
    """The supply advised for several cards: what the maker advises for a machine with one of them, and the power of the others."""
    return advice_w + cards_w - advised_card_w


def lacks_plugs(wanted: dict[str, int], host: dict[str, int]) -> bool | None:
    """Whether connectors are missing; None where the host does not name its own."""
    return bool(plugs_lacking(wanted, host)) if host else None


@dataclass(frozen=True, slots=True)
class Card:
    """A card, as its data sheet says it; None and "" for what is not known.

    Attributes:
        advised_w: the supply that its maker advises for a machine with one.
        plug_edge: where its power plug stands out, `TOP` or `REAR`.
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
    """What cards are put into.

    Attributes:
        places: for cards; `slot_width`: slots of one place.
        rest_w: what the machine draws without cards, behind its supply.
        supply_peak: multiple of its rating that the supply stands for some microseconds.
        server_air: whether a stream of air goes through it as in a server.
        efficiency: of its supply; None for that of planning.
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
    """What is judged."""

    PLACES = "places"
    WIDTH = "width"
    LENGTH = "length"
    HEIGHT = "height"
    BEND = "bend"
    """Room in which the cable of a 16-pin plug stays straight."""
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
    """One line.

    Attributes:
        found, limit: numbers in `unit`, or texts; None and "" where they are not known.
        holds: None where nothing can be said.
        draw: of the circuit, what its number was worked out from.
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
    """What is planned with where no entry says it.

    Attributes:
        card_peak: multiple of its power that a card draws for some microseconds.
        bend_mm: how far the cable of a 16-pin plug goes straight before it bends.
    """

    card_peak: float
    bend_mm: float


def _most(line: Line, found: float | None, limit: float | None, unit: str = "") -> Judged:
    over = exceeds(found, limit)
    return Judged(line, found, limit, unit, None if over is None else not over)


def _bend(card: Card, case: Case, bend_mm: float) -> list[Judged]:
    """The plug beside the board that carries it; no line for cards without one of 16 pins."""
    if SIXTEEN not in card_plugs(card.plugs):
        return []
    size, room = {TOP: (card.height_mm, case.height_mm), REAR: (card.length_mm, case.length_mm)}.get(card.plug_edge, (None, None))
    return [_most(Line.BEND, None if size is None else size + bend_mm, room, "mm")]


def _circuit(whole_w: float | None, case: Case, circuit: WallCircuit | None, power_factor: float) -> Judged:
    """What goes through the socket: the load behind the supply and what the supply loses."""
    draw = None if whole_w is None or circuit is None else circuit.draw(whole_w, PowerAt.OUTPUT, case.efficiency)
    limit = None if circuit is None else circuit.bears_w(power_factor)
    return replace(_most(Line.CIRCUIT, None if draw is None else draw.wall_w, limit, "W"), draw=draw)


def judged(card: Card, count: int, case: Case, planning: Planning, circuit: WallCircuit | None, power_factor: float) -> list[Judged]:
    """So many equal cards in a case, line by line.

    Args:
        circuit: the socket that the machine hangs on.
    """

    cards_w = None if card.power_w is None else card.power_w * count
    whole_w = None if cards_w is None or case.rest_w is None else cards_w + case.rest_w
    advised = (
        None if card.advised_w is None or card.power_w is None else advised_supply_w(card.advised_w, card.power_w * count, card.power_w)
    )
    peak = None if cards_w is None or case.rest_w is None else planning.card_peak * cards_w + case.rest_w
    stood = None if case.supply_w is None or case.supply_peak is None else case.supply_w * case.supply_peak
    lacking = lacks_plugs(
        {sort: each * count for sort, each in card_plugs(card.plugs).items()}, card_plugs(case.plugs, int(case.places or 1))
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
    """Whether the cards go in, with reservations or without; None where nothing stands against it but something is not known."""
    if any(line.keeps_out for line in lines):
        return False
    return None if any(line.holds is None for line in lines) else True
