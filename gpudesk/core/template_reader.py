"""A template from the plain mapping of its file; every fault is reported at once."""

import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeVar

from gpudesk.core.errors import InvalidData
from gpudesk.core.expression import ExpressionError, parse
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.network_kinds import NETWORK_SETTINGS, NetworkKind, Spread
from gpudesk.core.template_parameter import LONGEST_PATTERN, Parameter, read_parameters

_SPEC = re.compile(r"(0[1-6])?\Z")
_MOST_BLOCKS = 200
_MOST_EXPRESSIONS = 1000
"""Fewer than are kept parsed."""
_HIGHEST_UNIT = 500
PANELS = ("row", "hall")
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Held:
    """What each rack of a block holds.

    Attributes:
        name: a pattern with {n} (counted through the plan), {rack}, {letter} or {place}.
        a_rack: how many in one rack; count: how many in the hall in all, "" for `a_rack` in each.
        units: the lowest units, counted from 1.
        beside: "left" or "right" in turn for what stands beside the units.
        phase: the build phase; phase_every: after so many the next phase begins.
    """

    type: str
    name: str
    a_rack: str = "1"
    count: str = ""
    units: tuple[int, ...] = ()
    face: str = "front"
    beside: tuple[str, ...] = ()
    role: str = ""
    phase: str = ""
    phase_every: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Racks of one kind, or with `stands` things that stand on the floor as racks do: whole racks as their maker delivers them.

    Attributes:
        role, name_pattern, phase_every: of what stands on the floor; the pattern has {n}.
    """

    name: str
    rack: str
    count: str
    holds: tuple[Held, ...] = ()
    pitch_mm: str = ""
    stands: bool = False
    role: str = ""
    name_pattern: str = ""
    phase_every: str = ""


@dataclass(frozen=True, slots=True)
class Floor:
    """How racks are set out: rows front to front over cold aisles and rear to rear over hot ones."""

    rows: str
    pitch_mm: str
    depth_mm: str
    cold_aisle_mm: str
    hot_aisle_mm: str
    first_aisle_mm: str
    margin_mm: int = 2000
    height_mm: str = ""


@dataclass(frozen=True, slots=True)
class Power:
    """What lies above the racks, which are wired by rule: a source for the site, in each hall a UPS for each side, and panels below these.

    Attributes:
        voltage_v: between lines.
        sides: how many there are: feeds A, B and so on.
        panels: "row" for panels of each row and side, "hall" for one of each side that also feeds what stands on the floor.
        ups: whether there are UPS; without them panels hang on the source.
    """

    voltage_v: str
    sides: str
    panels: str = "row"
    ups: bool = True


@dataclass(frozen=True, slots=True)
class Cooling:
    """The cooling of each hall: its units are counted by rule when it is built, by the heat of what stands there.

    Attributes:
        way: an expression that gives a `core.cooling_units.Way`.
        redundancy: a `core.cooling_kinds.Redundancy`.
        room_mm: so much wider is the margin all around where there are units; it stays as it is with "none".
        gap_mm, gap_every: where units stand in rows, a gap of that width after every so many racks.
        air, row, liquid, door: catalog entries, "" for the smallest that suffice.
    """

    way: str
    redundancy: str = "1"
    room_mm: str = "0"
    gap_mm: str = "0"
    gap_every: str = "1"
    air: str = ""
    row: str = ""
    liquid: str = ""
    door: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """What hangs on the switches of a network outside its tree, as in the table `network_stage`.

    Attributes:
        upper, lower: roles.
        spread: the name of a `core.network_kinds.Spread`.
        links, rate_gbps: "" for what the table leaves open.
        when: whether there is such a stage.
    """

    upper: str
    lower: str = ""
    links: str = ""
    spread: str = "even"
    rate_gbps: str = ""
    when: str = "1"


@dataclass(frozen=True, slots=True)
class Network:
    """A network, as in the table `network`; "" for what the table leaves open.

    Attributes:
        kind: the name of a `core.network_kinds.NetworkKind`.
        notes: where its numbers come from, and how well they are known.
        when: whether there is such a network.
    """

    kind: str
    name: str
    rate_gbps: str
    stages: tuple[Stage, ...] = ()
    planes: str = ""
    unit_nodes: str = ""
    tiers: str = ""
    rails_per_leaf: str = ""
    leaf_up: str = ""
    leaf_down: str = ""
    spine_up: str = ""
    spine_down: str = ""
    pod_leaves: str = ""
    pods_by_rail: str = ""
    by_hall: str = ""
    whole_units: str = ""
    even_cores: str = ""
    notes: str = ""
    when: str = "1"


@dataclass(frozen=True, slots=True)
class Trays:
    """The ways for cables of each hall: trays hang by rule above its rows and across them when it is built.

    Attributes:
        tray_width_mm, tray_depth_mm: of the trays above rows; those across are as deep.
        cross_width_mm, cross_every_mm: of the trays across the rows, and how far apart they are at most.
        duct_mm: how long the duct to each other hall is; no ducts where it is 0.
        duct_width_mm, duct_depth_mm: of a duct.
    """

    tray_width_mm: str = "300"
    tray_depth_mm: str = "100"
    cross_width_mm: str = "300"
    cross_every_mm: str = "12000"
    duct_mm: str = "0"
    duct_width_mm: str = "600"
    duct_depth_mm: str = "300"


@dataclass(frozen=True, slots=True)
class Template:
    """A template as it is written.

    Attributes:
        values: name to expression over the parameters and the values before it.
        halls: how many halls; hall_values are computed for each, with its number as `hall`.
        phases: the pattern of a phase's name with {phase}, "" for none.
        site: values of the site sheet; a text that begins with "=" is an expression.
        published, derived: what of it stands in a document, and what follows from it, in both languages.
    """

    plan_name: str
    floor: Floor
    blocks: tuple[Block, ...]
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    halls: str = "1"
    hall_values: Mapping[str, str] = field(default_factory=dict)
    hall_name: str = "Hall {hall}"
    rack_name: str = "{row}{place:02}"
    rows_counted_through: bool = False
    phases: str = ""
    site: Mapping[str, Any] = field(default_factory=dict)
    power: Power | None = None
    cooling: Cooling | None = None
    networks: tuple[Network, ...] = ()
    trays: Trays | None = None


_EXPRESSIONS = frozenset(
    (
        "count a_rack phase phase_every rows pitch_mm depth_mm cold_aisle_mm hot_aisle_mm first_aisle_mm height_mm halls voltage_v sides "
        "way redundancy room_mm gap_mm gap_every links when"
        "way redundancy room_mm gap_mm gap_every "
        "tray_width_mm tray_depth_mm cross_width_mm cross_every_mm duct_mm duct_width_mm duct_depth_mm"
    ).split()
).union(NETWORK_SETTINGS)
_PATTERNS = {
    "plan_name": None,
    "hall_name": {"hall"},
    "rack_name": {"row", "place", "hall"},
    "phases": {"phase"},
}
_HELD_FIELDS = frozenset(["n", "rack", "letter", "place"])


class _Reader:
    def __init__(self) -> None:
        self.problems: list[Message] = []
        self.expressions = 0

    def fault(self, where: str, what: str) -> None:
        self.problems.append(Message("template", QT_TRANSLATE_NOOP("template", "{where}: {what}"), {"where": where, "what": what}))

    def part(self, kind: type[Part], raw: Any, where: str, inner: Mapping[str, Any] | None = None) -> Part | None:
        """An object of one of the kinds above from a mapping; `inner` holds fields that were read before."""
        if not isinstance(raw, Mapping):
            self.fault(where, "a mapping is needed")
            return None
        known = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]
        given = dict(inner or {})
        for name, value in raw.items():
            if name not in known:
                self.fault(f"{where}.{name}", f"unknown name; known are {', '.join(sorted(known))}")
            elif name not in given:
                given[name] = self.value(str(name), value, str(known[name].type), f"{where}.{name}")
        missing = [
            name for name, each in known.items() if each.default is MISSING and each.default_factory is MISSING and name not in given
        ]
        if missing:
            self.fault(where, f"{', '.join(missing)} is missing")
            return None
        return kind(**{name: value for name, value in given.items() if name in known})

    def value(self, name: str, value: Any, kind: str, where: str) -> Any:
        if name in _EXPRESSIONS:
            return self.expression(value, where)
        if kind.startswith("tuple"):
            if not isinstance(value, list):
                self.fault(where, "a list is needed")
                return ()
            return tuple(value)
        if kind == "<class 'str'>" and not isinstance(value, str):
            self.fault(where, "a text is needed")
            return ""
        if kind == "<class 'bool'>" and not isinstance(value, bool):
            self.fault(where, "true or false is needed")
            return False
        if kind == "<class 'int'>" and (not isinstance(value, int) or isinstance(value, bool)):
            self.fault(where, "a whole number is needed")
            return 0
        return value

    def expression(self, value: Any, where: str) -> str:
        text = str(value)
        self.expressions += 1
        if self.expressions == _MOST_EXPRESSIONS:
            self.fault(where, f"there are more than {_MOST_EXPRESSIONS} expressions")
        if self.expressions >= _MOST_EXPRESSIONS:
            return "0"
        try:
            parse(text)
        except ExpressionError as error:
            self.fault(where, error.message.plain())
            return "0"
        return text

    def word(self, text: str, known: Sequence[str], where: str) -> None:
        if text not in known:
            self.fault(where, f"one of {', '.join(known)} is needed")

    def places(self, held: Held, where: str) -> None:
        units: tuple[Any, ...] = held.units
        if not all(isinstance(unit, int) and not isinstance(unit, bool) and 1 <= unit <= _HIGHEST_UNIT for unit in units):
            self.fault(f"{where}.units", f"units from 1 to {_HIGHEST_UNIT} are needed")
        if not all(side in ("left", "right") for side in held.beside):
            self.fault(f"{where}.beside", "left or right is needed")

    def pattern(self, text: str, allowed: set[str] | frozenset[str] | None, where: str) -> None:
        if len(text) > LONGEST_PATTERN:
            self.fault(where, f"a pattern of at most {LONGEST_PATTERN} characters is needed")
            return
        try:
            found = [part for part in string.Formatter().parse(text) if part[1] is not None]
        except ValueError:
            self.fault(where, "braces do not match")
            return
        if any(_SPEC.match(spec or "") is None or conversion for _, _, spec, conversion in found):
            self.fault(where, "a number is filled up with zeros to at most six digits, as in {n:03}")
        names = {name for _, name, _, _ in found if name is not None}
        strange = names - allowed if allowed is not None else {name for name in names if not name.isidentifier()}
        if strange:
            self.fault(where, f"{{{min(strange)}}} has no meaning here")


def read_template(body: Any) -> Template:
    """The template of the plain mapping of a file.

    Raises:
        InvalidData: it is not well formed; every fault is named.
    """
    read = _Reader()
    raw: Mapping[str, Any] = body if isinstance(body, Mapping) else {}
    floor = read.part(Floor, raw.get("floor"), "floor")
    parameters = read_parameters(raw.get("parameters", {}), read.fault)
    blocks = []
    for number, each in enumerate(raw["blocks"] if isinstance(raw.get("blocks"), list) else []):
        where = f"blocks[{number}]"
        holds = each.get("holds", []) if isinstance(each, Mapping) else []
        held = [read.part(Held, one, f"{where}.holds[{place}]") for place, one in enumerate(holds if isinstance(holds, list) else [])]
        for place, one in enumerate(held):
            if one is not None:
                read.pattern(one.name, _HELD_FIELDS, f"{where}.holds[{place}].name")
                read.places(one, f"{where}.holds[{place}]")
        if isinstance(each, Mapping):
            read.pattern(str(each.get("name_pattern", "")), {"n"}, f"{where}.name_pattern")
        block = read.part(Block, each, where, {"holds": tuple(one for one in held if one is not None)})
        if block is not None:
            blocks.append(block)
    if not isinstance(raw.get("blocks"), list) or len(raw["blocks"]) > _MOST_BLOCKS:
        read.fault("blocks", f"a list is needed, of at most {_MOST_BLOCKS}")
    expressions = {
        name: {str(key): read.expression(text, f"{name}.{key}") for key, text in _mapping(read, raw, name).items()}
        for name in ("values", "hall_values")
    }
    power = read.part(Power, raw["power"], "power") if "power" in raw else None
    if power is not None:
        read.word(power.panels, PANELS, "power.panels")
    cooling = read.part(Cooling, raw["cooling"], "cooling") if "cooling" in raw else None
    trays = read.part(Trays, raw["trays"], "trays") if "trays" in raw else None
    of_hall = {"power": power, "cooling": cooling, "trays": trays, "floor": floor}
    parts = {
        **of_hall,
        "networks": _networks(read, raw.get("networks", [])),
        "blocks": tuple(blocks),
        "parameters": parameters,
        "site": _mapping(read, raw, "site"),
    }
    inner: dict[str, Any] = parts | expressions
    template = read.part(Template, raw, "template", inner)
    if template is not None:
        for name, allowed in _PATTERNS.items():
            read.pattern(str(getattr(template, name)), allowed, name)
    if read.problems or template is None:
        text = QT_TRANSLATE_NOOP("template", "The template is not well formed.")
        raise InvalidData(Message("template", text), problems=tuple(read.problems))
    return template


def _networks(read: _Reader, raw: Any) -> tuple[Network, ...]:
    if not isinstance(raw, list) or len(raw) > _MOST_BLOCKS:
        read.fault("networks", f"a list is needed, of at most {_MOST_BLOCKS}")
        return ()
    found = []
    for number, each in enumerate(raw):
        where = f"networks[{number}]"
        given = each.get("stages", []) if isinstance(each, Mapping) else []
        stages = [read.part(Stage, one, f"{where}.stages[{place}]") for place, one in enumerate(given if isinstance(given, list) else [])]
        for place, stage in enumerate(stages):
            if stage is not None:
                read.word(stage.spread, [spread.name.lower() for spread in Spread], f"{where}.stages[{place}].spread")
        network = read.part(Network, each, where, {"stages": tuple(stage for stage in stages if stage is not None)})
        if network is not None:
            read.word(network.kind, [kind.ports for kind in NetworkKind], f"{where}.kind")
            found.append(network)
    return tuple(found)


def _mapping(read: _Reader, raw: Mapping[str, Any], name: str) -> Mapping[Any, Any]:
    value = raw.get(name, {})
    if isinstance(value, Mapping):
        return value
    read.fault(name, "a mapping is needed")
    return {}
