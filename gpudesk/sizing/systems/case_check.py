"""The card that one thinks of buying against the case that one has: cards and machines of the catalog, line by line with sources."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity, Value
from gpudesk.core.power.card_room import REAR, Card, Case, Judged, Line, Planning, judged
from gpudesk.core.power.wall_circuit import PowerAt, SupplyEfficiency, WallCircuit
from gpudesk.locate import resource
from gpudesk.project.site_sheet import site_definitions
from gpudesk.project.wall_circuits import counted_at, own_efficiency, usual_circuit, wall_circuits
from gpudesk.sizing.systems.hosts import without_cards_w

_CONTEXT = "sizing"
_FACTS = {
    Line.WIDTH: "board_slots",
    Line.LENGTH: "board_length_mm",
    Line.HEIGHT: "board_height_mm",
    Line.AIR: "cooling",
    Line.PLUGS: "power_connector",
    Line.SUPPLY: "power_max_w",
    Line.ADVICE: "psu_minimum_w",
    Line.LANES: "pcie_lanes",
}
"""The fact of the card that a line rests on."""
_ALL = 100.0
"""Percent."""
NUMBERS = ("places", "slot_width", "length_mm", "height_mm", "supply_w", "rest_w", "efficiency_percent", "lanes")
"""Properties of a case that can be specified in numbers."""


@dataclass(frozen=True, slots=True)
class CaseLine:
    """One line with the source of its figures.

    Attributes:
        note: how its number was calculated, if it is not simply read.
    """

    judged: Judged
    source: str
    note: Message | None = None


@cache
def _table() -> Mapping[str, Any]:
    import yaml

    with resource("rules", "card_power.yaml").open("rb") as file:
        table: Mapping[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return table


def supply_standards(language: str = "en") -> Mapping[str, str]:
    """Titles of the standards of a power supply, in a language, by key, the usual one first."""
    rows = _table()["supply_peak"]
    return {key: rows[key]["title_es" if language == "es" else "title"] for key in sorted(rows, key=lambda key: key != _table()["usual"])}


def card_of(kind: HardwareType) -> Card:
    """The card that a GPU of the catalog is.

    Raises:
        InvalidData: it is soldered or on a module.
    """
    if kind.number("board_slots") is None:
        text = QT_TRANSLATE_NOOP("sizing", "{gpu} is not an add-in card: it is supplied with its system.")
        fix = QT_TRANSLATE_NOOP("sizing", "Enter a card, for example an RTX or an L40S.")
        raise InvalidData(Message(_CONTEXT, text, {"gpu": kind.title}), Message(_CONTEXT, fix))
    return Card(
        title=kind.title,
        slots=kind.number("board_slots"),
        length_mm=kind.number("board_length_mm"),
        height_mm=kind.number("board_height_mm"),
        power_w=kind.number("power_max_w"),
        advised_w=kind.number("psu_minimum_w"),
        lanes=kind.number("pcie_lanes"),
        plugs=kind.text("power_connector"),
        cooling=kind.text("cooling"),
        plug_edge=kind.text("power_connector_edge"),
    )


def cases() -> Mapping[str, str]:
    """Titles of the workstations of the catalog that take cards, by key."""
    kinds = [entry.type for entry in open_catalog().of_families(Family.WORKSTATION)]
    return {kind.key: kind.title for kind in kinds if kind.number("gpu_slot_width") is not None}


def case_of(key: str) -> Case:
    """A workstation of the catalog without its supplied cards.

    Raises:
        InvalidData: no workstation has that key.
    """
    kind = open_catalog().get(key) if key in cases() else None
    if kind is None:
        text = QT_TRANSLATE_NOOP("sizing", "The catalog has no workstation {name} for cards.")
        fix = QT_TRANSLATE_NOOP("sizing", "Available: {keys}. For any other PC case, enter its specifications.")
        raise InvalidData(Message(_CONTEXT, text, {"name": key}), Message(_CONTEXT, fix, {"keys": tuple(cases())}))
    supplies = kind.supplies
    return Case(
        title=kind.title,
        places=kind.number("gpu_slots"),
        slot_width=kind.number("gpu_slot_width"),
        length_mm=kind.number("gpu_board_length_max_mm"),
        supply_w=supplies.needed * supplies.rating_w if supplies is not None and supplies.rating_w else None,
        supply_peak=peak_of(_table()["usual"]),
        rest_w=_rest_w(kind),
        lanes=kind.number("pcie_lanes_host"),
        plugs=kind.text("gpu_power_connectors"),
        efficiency=own_efficiency(kind),
    )


def _rest_w(kind: HardwareType) -> float | None:
    """Power of the machine without cards, at the supply output; None if the entry does not specify it there."""
    if counted_at(kind, "max") is not PowerAt.OUTPUT:
        return None
    return without_cards_w(kind) if any(part.gpu for part in kind.contains) else kind.number("power_max_w")


def peak_of(standard: str) -> float:
    """The multiple of its rating that a supply of a standard tolerates for some microseconds."""
    return float(_table()["supply_peak"][standard]["value"])


def with_figures(case: Case, said: Mapping[str, str]) -> Case:
    """A case with figures of one's own: those of `NUMBERS`, `plugs`, `supply` (its standard) and `air` (desk or server).

    Raises:
        InvalidData: a figure is not known or makes no sense; all of them at once.
    """
    changed: dict[str, Any] = {}
    wrong: list[Message] = []
    for name, value in said.items():
        number = _number(value)
        if name == "efficiency_percent" and number is not None and number <= _ALL:
            changed["efficiency"] = SupplyEfficiency(number / _ALL, "")
        elif name in NUMBERS and name != "efficiency_percent" and number is not None:
            changed[name] = number
        elif name == "plugs":
            changed[name] = value
        elif name == "supply" and value in _table()["supply_peak"]:
            changed["supply_peak"] = peak_of(value)
        elif name == "air" and value in ("desk", "server"):
            changed["server_air"] = value == "server"
        else:
            text = QT_TRANSLATE_NOOP("sizing", "{name}={value} is not a valid PC case value.")
            wrong.append(Message(_CONTEXT, text, {"name": name, "value": value}))
    if wrong:
        text = QT_TRANSLATE_NOOP("sizing", "The PC case data cannot be parsed.")
        fix = QT_TRANSLATE_NOOP("sizing", "Enter {names} as numbers, plugs as words, supply as {standards}, air as desk or server.")
        values = {"names": NUMBERS, "standards": tuple(_table()["supply_peak"])}
        raise InvalidData(Message(_CONTEXT, text), Message(_CONTEXT, fix, values), tuple(wrong))
    return replace(case, **changed)


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if 0 < number < 1e6 else None


def own_case() -> Case:
    """A case of which nothing is known yet."""
    return Case(title="", supply_peak=peak_of(_table()["usual"]))


def usual_wall() -> str:
    """The key of the default wall circuit."""
    return usual_circuit(str(site_definitions().values["region"].default))


def case_lines(kind: HardwareType, count: int, case: Case, circuit: str = "") -> list[CaseLine]:
    """Check a given number of cards in a case on a wall circuit.

    Args:
        circuit: a key of `resources/rules/wall_circuits.yaml`; the usual one unless specified.

    Raises:
        InvalidData: the GPU is no card, or the circuit does not exist.
    """
    key = circuit or usual_wall()
    wall = wall_circuits().get(key)
    if wall is None:
        text = QT_TRANSLATE_NOOP("sizing", "Unknown wall circuit {name}.")
        fix = QT_TRANSLATE_NOOP("sizing", "Available: {keys}.")
        raise InvalidData(Message(_CONTEXT, text, {"name": key}), Message(_CONTEXT, fix, {"keys": tuple(wall_circuits())}))
    factor = site_definitions().values["power_factor"].default
    planning = Planning(float(_table()["card_peak"]["value"]), float(_table()["plug_bend_mm"]["value"]))
    lines = judged(card_of(kind), count, case, planning, wall, float(str(factor)))
    return [CaseLine(line, _source(line, kind, case, wall), _note(line, kind, planning)) for line in lines]


def _note(line: Judged, kind: HardwareType, planning: Planning) -> Message | None:
    if line.draw is not None and line.draw.efficiency is not None:
        text = QT_TRANSLATE_NOOP("sizing", "At the outlet: {output} after a power supply with {share} % efficiency.")
        values: dict[str, Value] = {"output": Quantity(line.draw.output_w, "W"), "share": round(line.draw.efficiency.share * _ALL, 1)}
        return Message(_CONTEXT, text, values)
    if line.line is not Line.BEND:
        return None
    room = Quantity(planning.bend_mm, "mm")
    if not kind.text("power_connector_edge"):
        text = QT_TRANSLATE_NOOP(
            "sizing",
            (
                "The cable of the 16-pin connector requires a straight run of {room} before it bends; the edge with the "
                "connector is not known."
            ),
        )
        return Message(_CONTEXT, text, {"room": room})
    if kind.text("power_connector_edge") == REAR:
        text = QT_TRANSLATE_NOOP(
            "sizing", "The length of the card plus a straight run of {room} for the cable of the 16-pin connector before it bends."
        )
    else:
        text = QT_TRANSLATE_NOOP(
            "sizing", "The height of the card plus a straight run of {room} for the cable of the 16-pin connector before it bends."
        )
    return Message(_CONTEXT, text, {"room": room})


def _source(judged_line: Judged, kind: HardwareType, case: Case, wall: WallCircuit) -> str:
    line, draw = judged_line.line, judged_line.draw
    if line is Line.CIRCUIT:
        return "; ".join(filter(None, (draw.efficiency.source if draw is not None and draw.efficiency is not None else "", wall.source)))
    if line is Line.BEND:
        return str(_table()["plug_bend_mm"]["source"])
    if line is Line.PEAK:
        of_supply = next((row["source"] for row in _table()["supply_peak"].values() if float(row["value"]) == case.supply_peak), "")
        return "; ".join(filter(None, (_table()["card_peak"]["source"], of_supply)))
    fact = kind.facts.get(_FACTS.get(line, ""))
    return "" if fact is None else fact.source
