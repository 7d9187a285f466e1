"""A hardware type from the plain mapping of one catalog entry; every fault of the entry is reported at once."""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, TypeGuard, TypeVar

from gpudesk.core.errors import InvalidData
from gpudesk.core.hardware import (
    Area,
    Confidence,
    Contained,
    Face,
    FaceElement,
    Fact,
    Family,
    HardwareType,
    Mount,
    Port,
    PortGroup,
    SupplyLevel,
    SupplyRule,
)
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message

_CONTEXT = "hardware"
_Word = TypeVar("_Word", bound=StrEnum)

REQUIRED_FACTS: Mapping[Mount, tuple[str, ...]] = {
    Mount.UNITS: ("height_u",),
    Mount.ZERO_U: (),
    Mount.FLOOR: (),
    Mount.CHILD: (),
    Mount.PART: (),
}
RACK_FACTS = ("units_u", "unit_pitch_mm", "rail_width_inch", "outer_width_mm", "outer_depth_mm", "outer_height_mm")

LARGEST_NUMBER = 1e12
"""No quantity of a data centre is larger in the units of the facts; sums and products of such numbers stay finite."""
FACT_RANGES: Mapping[str, tuple[float, float]] = {
    "height_u": (0.5, 100),
    "height_mm": (0, 5000),
    "units_u": (1, 100),
    "unit_pitch_mm": (20, 1000),
    "rail_width_inch": (1, 100),
    "zero_u_per_side": (0, 100),
    "outer_width_mm": (1, 100_000),
    "outer_depth_mm": (1, 100_000),
    "outer_height_mm": (1, 100_000),
}
"""Facts that count or divide, lowest and highest."""
MOST_PORTS = 16_384
LONGEST_NAME = 100
"""Of cages and of the patterns from which names are made."""


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and -LARGEST_NUMBER <= value <= LARGEST_NUMBER


def _short(value: object) -> str:
    """What stands in an entry, as a fault shows it."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


_BRACED = re.compile(r"\{[^{}]*\}")
_FIELD = re.compile(r"\{(\w+)(?::0[1-9])?\}")


class _Reader:
    """Collects the faults of one entry while it is read."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.problems: list[Message] = []

    def fault(self, where: str, what: str) -> None:
        text = QT_TRANSLATE_NOOP("hardware", "{key}, {where}: {what}")
        self.problems.append(Message(_CONTEXT, text, {"key": self.key, "where": where, "what": what}))

    def known(self, body: Mapping[str, Any], names: frozenset[str], where: str) -> None:
        for name in body:
            if name not in names:
                at = str(name) if where == "entry" else f"{where}.{name}"
                self.fault(at, f"unknown name {name!r}; known are {', '.join(sorted(names))}")

    def mapping(self, body: Any, where: str) -> Mapping[str, Any]:
        if isinstance(body, Mapping):
            return body
        self.fault(where, "a mapping is needed")
        return {}

    def items(self, body: Any, where: str) -> list[Any]:
        if isinstance(body, list | tuple):
            return list(body)
        self.fault(where, "a list is needed")
        return []

    def number(self, body: Mapping[str, Any], name: str, where: str, default: float | None = None) -> float:
        value = body.get(name, default)
        if not _is_number(value):
            self.fault(f"{where}.{name}", f"a number is needed, not {_short(value)}")
            return 0.0
        return float(value)

    def whole(
        self, body: Mapping[str, Any], name: str, where: str, default: int | None = None, low: int = -(10**12), high: int = 10**12
    ) -> int:
        value = body.get(name, default)
        if not _is_number(value) or isinstance(value, float):
            self.fault(f"{where}.{name}", f"a whole number is needed, not {_short(value)}")
            return max(0, low)
        if not low <= value <= high:
            self.fault(f"{where}.{name}", f"{value} does not lie between {low} and {high}")
        return min(max(value, low), high)

    def optional(self, body: Mapping[str, Any], name: str, where: str) -> int | None:
        return None if body.get(name) is None else self.whole(body, name, where)

    def pattern(self, text: str, where: str, fields: tuple[str, ...]) -> str:
        """A name with fields such as {n} or {n:02}; without them where it holds anything else in braces."""
        if len(text) > LONGEST_NAME:
            self.fault(where, f"a name has at most {LONGEST_NAME} characters")
            return "?"
        strange = [field for field in _BRACED.findall(text) if not (match := _FIELD.fullmatch(field)) or match[1] not in fields]
        if not strange and not set("{}") & set(_BRACED.sub("", text)):
            return text
        self.fault(where, f"{_short(text)} may hold only {', '.join(f'{{{field}}}' for field in fields)}")
        return "?"

    def word(self, kind: type[_Word], value: Any, where: str, fallback: _Word) -> _Word:
        try:
            return kind(value)
        except ValueError:
            self.fault(where, f"{value!r} is none of {', '.join(kind)}")
            return fallback


_TYPE_NAMES = frozenset(
    "key family vendor model mount part_numbers aliases description description_es facts ports elements supplies contains colour".split()
)
_FACT_NAMES = frozenset(["value", "source", "confidence", "note", "note_es", "others"])
_GROUP_NAMES = frozenset(
    "group kind role face area rows down_columns count first cages name"
    " ports_per_cage port_name lanes rate_gbps network heat_sink map source confidence".split()
)
_SUPPLY_NAMES = frozenset(["total", "needed", "rating_w", "inlet", "minimum_to_boot", "levels", "source", "confidence"])
_ELEMENT_NAMES = frozenset(["kind", "face", "area", "rows", "columns", "label"])
_MAP_NAMES = frozenset(["port", "rail", "interface", "gpu"])


def parse_type(body: Mapping[str, Any]) -> HardwareType:
    """The type that one catalog entry describes.

    Raises:
        InvalidData: the entry is not well formed; its `problems` name every fault.
    """
    read = _Reader(str(body.get("key", "?")))
    read.known(body, _TYPE_NAMES, "entry")
    for name in ("key", "family", "vendor", "model", "mount"):
        if not isinstance(body.get(name), str) or not body[name]:
            read.fault(name, "a text is needed")
    mount_word = str(body.get("mount", "")).upper()
    if mount_word not in Mount.__members__:
        read.fault("mount", f"{body.get('mount')!r} is none of {', '.join(name.lower() for name in Mount.__members__)}")
    mount = Mount.__members__.get(mount_word, Mount.PART)
    family = read.word(Family, body.get("family"), "family", Family.SERVER)
    raw_facts = read.mapping(body.get("facts", {}), "facts")
    facts = {str(name): _fact(read, read.mapping(raw, f"facts.{name}"), f"facts.{name}") for name, raw in raw_facts.items()}
    for name, (low, high) in FACT_RANGES.items():
        value = facts[name].value if name in facts else low
        if isinstance(value, str | bool) or not low <= value <= high:
            read.fault(f"facts.{name}", f"a number between {low:g} and {high:g} is needed, not {_short(value)}")
    for name in REQUIRED_FACTS[mount] + (RACK_FACTS if family is Family.RACK else ()):
        if name not in facts:
            read.fault("facts", f"{name} is missing")
    groups = _port_groups(read, read.items(body.get("ports", []), "ports"))
    parsed = HardwareType(
        key=str(body.get("key", "")),
        family=family,
        vendor=str(body.get("vendor", "")),
        model=str(body.get("model", "")),
        mount=mount,
        part_numbers=tuple(str(part) for part in read.items(body.get("part_numbers", []), "part_numbers")),
        description=str(body.get("description", "")),
        description_es=str(body.get("description_es", "")),
        facts=facts,
        port_groups=groups,
        elements=tuple(_elements(read, read.items(body.get("elements", []), "elements"))),
        supplies=_supplies(read, body.get("supplies")),
        contains=tuple(_contained(read, read.items(body.get("contains", []), "contains"))),
        aliases=tuple(str(alias) for alias in read.items(body.get("aliases", []), "aliases")),
        colour=str(body.get("colour", "")),
        body=body,
    )
    if read.problems:
        text = QT_TRANSLATE_NOOP("hardware", "The catalog entry {key} is not well formed.")
        raise InvalidData(Message(_CONTEXT, text, {"key": read.key}), problems=tuple(read.problems))
    return parsed


def _fact(read: _Reader, raw: Mapping[str, Any], where: str) -> Fact:
    read.known(raw, _FACT_NAMES, where)
    value = raw.get("value")
    if not isinstance(value, int | float | str | bool):
        read.fault(where, f"value must be a number, a text or true/false, not {_short(value)}")
        value = ""
    if not isinstance(value, str | bool) and not _is_number(value):
        read.fault(where, f"{_short(value)} is not possible")
        value = 0
    if not raw.get("source"):
        read.fault(where, "source is missing")
    others = tuple(_fact(read, read.mapping(other, where), where) for other in read.items(raw.get("others", []), where))
    confidence = read.word(Confidence, raw.get("confidence"), f"{where}.confidence", Confidence.MEMORY)
    note, note_es = str(raw.get("note", "")), str(raw.get("note_es", ""))
    return Fact(value, str(raw.get("source", "")), confidence, note, note_es, others)


def _area(read: _Reader, raw: Any, where: str) -> Area:
    parts = read.items(raw, where)
    numbers = [part for part in parts if _is_number(part)]
    if len(numbers) != 4 or len(parts) != 4:
        read.fault(where, "area needs four numbers: x, y, width, height in mm")
        return Area(0, 0, 0, 0)
    return Area(*(float(part) for part in numbers))


def _face(read: _Reader, raw: Mapping[str, Any], where: str) -> Face:
    word = str(raw.get("face", "")).upper()
    if word not in ("FRONT", "REAR"):
        read.fault(f"{where}.face", "front or rear is needed")
        return Face.FRONT
    return Face[word]


def _port_groups(read: _Reader, raw_groups: list[Any]) -> tuple[PortGroup, ...]:
    groups: list[PortGroup] = []
    next_port, next_cage = 0, 0
    seen: set[str] = set()
    for number, item in enumerate(raw_groups):
        where = f"ports[{number}]"
        raw = read.mapping(item, where)
        read.known(raw, _GROUP_NAMES, where)
        cages = _cage_names(read, raw, where)
        per_cage = read.whole(raw, "ports_per_cage", where, 1, 1, 64)
        lanes = read.whole(raw, "lanes", where, 1, 0, 1024)
        by_port = {}
        for entry in read.items(raw.get("map", []), f"{where}.map"):
            mapped = read.mapping(entry, f"{where}.map")
            read.known(mapped, _MAP_NAMES, f"{where}.map")
            by_port[str(mapped.get("port", ""))] = mapped
        ports: list[Port] = []
        if next_port + len(cages) * per_cage > MOST_PORTS:
            read.fault(where, f"a type has at most {MOST_PORTS} ports")
            cages = []
        default = "{cage}" if per_cage == 1 else "{cage}P{p}"
        pattern = read.pattern(str(raw.get("port_name", default)), f"{where}.port_name", ("cage", "p"))
        for cage_number, cage in enumerate(cages):
            for p in range(1, per_cage + 1):
                name = pattern.format(cage=cage, p=p)
                if name in seen:
                    read.fault(where, f"port name {name!r} comes twice")
                seen.add(name)
                at = by_port.pop(name, {})
                port = Port(
                    next_port,
                    name,
                    cage,
                    next_cage + cage_number,
                    str(raw.get("group", "")),
                    lanes,
                    read.optional(at, "rail", f"{where}.map"),
                    str(at.get("interface", "")),
                    read.optional(at, "gpu", f"{where}.map"),
                )
                ports.append(port)
                next_port += 1
        for name in by_port:
            read.fault(f"{where}.map", f"there is no port {name!r}")
        next_cage += len(cages)
        rate = raw.get("rate_gbps")
        groups.append(
            PortGroup(
                name=str(raw.get("group", "")),
                kind=str(raw.get("kind", "")),
                role=str(raw.get("role", "network")),
                face=_face(read, raw, where),
                area=_area(read, raw.get("area"), f"{where}.area"),
                rows=read.whole(raw, "rows", where, 1, 1, 1024),
                down_columns=bool(raw.get("down_columns", False)),
                cages=tuple(cages),
                ports_per_cage=per_cage,
                lanes=lanes,
                rate_gbps=None if rate is None else read.number(raw, "rate_gbps", where),
                network=str(raw.get("network", "")),
                heat_sink=str(raw.get("heat_sink", "")),
                ports=tuple(ports),
                source=str(raw.get("source", "")),
                confidence=read.word(Confidence, raw.get("confidence"), f"{where}.confidence", Confidence.MEMORY),
            )
        )
        for name in ("group", "kind", "source"):
            if not raw.get(name):
                read.fault(where, f"{name} is missing")
    return tuple(groups)


def _cage_names(read: _Reader, raw: Mapping[str, Any], where: str) -> list[str]:
    if "cages" in raw:
        names = [str(name) for name in read.items(raw["cages"], f"{where}.cages")]
        if any(len(name) > LONGEST_NAME for name in names):
            read.fault(f"{where}.cages", f"a name has at most {LONGEST_NAME} characters")
        return [name[:LONGEST_NAME] for name in names]
    count, first = read.whole(raw, "count", where, None, 1, 1024), read.whole(raw, "first", where, 1)
    pattern = read.pattern(str(raw.get("name", "{n}")), f"{where}.name", ("n",))
    return [pattern.format(n=number) for number in range(first, first + count)]


def _elements(read: _Reader, raw_elements: list[Any]) -> Iterator[FaceElement]:
    for number, item in enumerate(raw_elements):
        where = f"elements[{number}]"
        raw = read.mapping(item, where)
        read.known(raw, _ELEMENT_NAMES, where)
        rows, columns = read.whole(raw, "rows", where, 1, 1, 1024), read.whole(raw, "columns", where, 1, 1, 1024)
        area = _area(read, raw.get("area"), f"{where}.area")
        yield FaceElement(str(raw.get("kind", "")), _face(read, raw, where), area, rows, columns, str(raw.get("label", "")))


def _supplies(read: _Reader, raw: Any) -> SupplyRule | None:
    if raw is None:
        return None
    body = read.mapping(raw, "supplies")
    read.known(body, _SUPPLY_NAMES, "supplies")
    levels = []
    for item in read.items(body.get("levels", []), "supplies.levels"):
        level = read.mapping(item, "supplies.levels")
        alive, share = read.whole(level, "alive", "supplies.levels"), read.number(level, "share", "supplies.levels")
        levels.append(SupplyLevel(alive, share, str(level.get("note", ""))))
    rating, boot = body.get("rating_w"), body.get("minimum_to_boot")
    return SupplyRule(
        total=read.whole(body, "total", "supplies"),
        needed=read.whole(body, "needed", "supplies"),
        rating_w=None if rating is None else read.number(body, "rating_w", "supplies"),
        inlet=str(body.get("inlet", "")),
        minimum_to_boot=None if boot is None else read.whole(body, "minimum_to_boot", "supplies"),
        levels=tuple(levels),
        source=str(body.get("source", "")),
        confidence=read.word(Confidence, body.get("confidence"), "supplies.confidence", Confidence.MEMORY),
    )


def _contained(read: _Reader, raw_parts: list[Any]) -> Iterator[Contained]:
    for number, item in enumerate(raw_parts):
        where = f"contains[{number}]"
        raw = read.mapping(item, where)
        read.known(raw, frozenset(["key", "count", "gpu"]), where)
        yield Contained(str(raw.get("key", "")), read.whole(raw, "count", where), bool(raw.get("gpu", False)))
