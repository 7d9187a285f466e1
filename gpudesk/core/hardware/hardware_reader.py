"""A hardware type from the plain mapping of one catalog entry; every fault of the entry is reported at once."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from gpudesk.core.hardware.entry_reader import EntryReader, is_number, reason
from gpudesk.core.hardware.hardware import (
    CableEnd,
    Confidence,
    Contained,
    FaceElement,
    Fact,
    Family,
    HardwareType,
    MigProfile,
    Mount,
    StockLength,
    SupplyLevel,
    SupplyRule,
)
from gpudesk.core.hardware.hardware_lanes_reader import lane_joins
from gpudesk.core.hardware.hardware_ports_reader import area_of, bays, face_of, passages, port_groups
from gpudesk.core.hardware.hardware_trays_reader import trays
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.messages.read_faults import A_TEXT, missing, none_of, short

REQUIRED_FACTS: Mapping[Mount, tuple[str, ...]] = {
    Mount.UNITS: ("height_u",),
    Mount.ZERO_U: (),
    Mount.FLOOR: (),
    Mount.CHILD: (),
    Mount.PART: (),
}
RACK_FACTS = ("units_u", "unit_pitch_mm", "rail_width_inch", "outer_width_mm", "outer_depth_mm", "outer_height_mm")

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
    "width_share": (0.1, 1),
}
"""Facts that count or divide, lowest and highest."""
NOT_IN_RANGE = QT_TRANSLATE_NOOP("hardware", "a number between {low} and {high} is required, not {value}")
MOST_LENGTHS = 200
CABLE_ENDS = ("a", "b", "cage")


_TYPE_NAMES = frozenset(
    "key family vendor model mount part_numbers aliases description description_es facts ports elements supplies contains colour"
    " bays passages mig ends lengths lane_map trays netbox".split()
)
_FACT_NAMES = frozenset(["value", "source", "confidence", "note", "note_es", "date", "others"])
_SUPPLY_NAMES = frozenset(["total", "needed", "rating_w", "inlet", "minimum_to_boot", "levels", "source", "confidence"])
_ELEMENT_NAMES = frozenset(["kind", "face", "area", "rows", "columns", "label"])
_MIG_NAMES = frozenset(["name", "most", "source", "confidence"])
_END_NAMES = frozenset("end connector count gender polish heat_sink rate_gbps fibres".split())
_LENGTH_NAMES = frozenset(["length_m", "part_number"])
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?\Z")


def parse_type(body: Mapping[str, Any]) -> HardwareType:
    """The type that one catalog entry describes.

    Raises:
        InvalidData: the entry is not well formed; its `problems` name every fault.
    """
    read = EntryReader(str(body.get("key", "?")))
    read.known(body, _TYPE_NAMES, "entry")
    for name in ("key", "family", "vendor", "model", "mount"):
        if not isinstance(body.get(name), str) or not body[name]:
            read.fault(name, A_TEXT)
    mount_word = str(body.get("mount", "")).upper()
    if mount_word not in Mount.__members__:
        read.fault("mount", none_of(body.get("mount"), [name.lower() for name in Mount.__members__]))
    mount = Mount.__members__.get(mount_word, Mount.PART)
    family = read.word(Family, body.get("family"), "family", Family.SERVER)
    raw_facts = read.mapping(body.get("facts", {}), "facts")
    facts = {str(name): _fact(read, read.mapping(raw, f"facts.{name}"), f"facts.{name}") for name, raw in raw_facts.items()}
    for name, (low, high) in FACT_RANGES.items():
        value = facts[name].value if name in facts else low
        if isinstance(value, str | bool) or not low <= value <= high:
            read.fault(f"facts.{name}", reason(NOT_IN_RANGE, low=f"{low:g}", high=f"{high:g}", value=short(value)))
    for name in REQUIRED_FACTS[mount] + (RACK_FACTS if family is Family.RACK else ()):
        if name not in facts:
            read.fault("facts", missing([name]))
    groups = port_groups(read, read.items(body.get("ports", []), "ports"))
    slots = tuple(bays(read, read.items(body.get("bays", []), "bays")))
    cable_ends = tuple(_ends(read, read.items(body.get("ends", []), "ends")))
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
        bays=slots,
        passages=tuple(passages(read, body.get("passages", []), groups)),
        mig=tuple(_mig(read, read.items(body.get("mig", []), "mig"))),
        ends=cable_ends,
        lengths=tuple(_lengths(read, read.items(body.get("lengths", []), "lengths"))),
        lane_map=tuple(lane_joins(read, read.items(body.get("lane_map", []), "lane_map"), cable_ends)),
        trays=tuple(trays(read, read.items(body.get("trays", []), "trays"), groups, slots)),
        body=body,
    )
    if read.problems:
        text = QT_TRANSLATE_NOOP("hardware", "The catalog entry {key} is not valid.")
        raise InvalidData(reason(text, key=read.key), problems=tuple(read.problems))
    return parsed


def _fact(read: EntryReader, raw: Mapping[str, Any], where: str) -> Fact:
    read.known(raw, _FACT_NAMES, where)
    value = raw.get("value")
    if not isinstance(value, int | float | str | bool):
        text = QT_TRANSLATE_NOOP("hardware", "value must be a number, text, true or false, not {value}")
        read.fault(where, reason(text, value=short(value)))
        value = ""
    if not isinstance(value, str | bool) and not is_number(value):
        read.fault(where, reason(QT_TRANSLATE_NOOP("hardware", "{value} is not possible"), value=short(value)))
        value = 0
    if not raw.get("source"):
        read.fault(where, missing(["source"]))
    others = tuple(_fact(read, read.mapping(other, where), where) for other in read.items(raw.get("others", []), where))
    confidence = read.word(Confidence, raw.get("confidence"), f"{where}.confidence", Confidence.MEMORY)
    note, note_es, date = str(raw.get("note", "")), str(raw.get("note_es", "")), str(raw.get("date", ""))
    if date and not _DATE.match(date):
        text = QT_TRANSLATE_NOOP("hardware", "a date has the form 2026, 2026-05 or 2026-05-31, not {value}")
        read.fault(f"{where}.date", reason(text, value=short(date)))
    return Fact(value, str(raw.get("source", "")), confidence, note, note_es, date, others)


def _elements(read: EntryReader, raw_elements: list[Any]) -> Iterator[FaceElement]:
    for number, item in enumerate(raw_elements):
        where = f"elements[{number}]"
        raw = read.mapping(item, where)
        read.known(raw, _ELEMENT_NAMES, where)
        rows, columns = read.whole(raw, "rows", where, 1, 1, 1024), read.whole(raw, "columns", where, 1, 1, 1024)
        area = area_of(read, raw.get("area"), f"{where}.area")
        yield FaceElement(str(raw.get("kind", "")), face_of(read, raw, where), area, rows, columns, str(raw.get("label", "")))


def _supplies(read: EntryReader, raw: Any) -> SupplyRule | None:
    if raw is None:
        return None
    body = read.mapping(raw, "supplies")
    read.known(body, _SUPPLY_NAMES, "supplies")
    levels = []
    for item in read.items(body.get("levels", []), "supplies.levels"):
        level = read.mapping(item, "supplies.levels")
        alive, share = read.whole(level, "alive", "supplies.levels"), read.number(level, "share", "supplies.levels")
        cap = None if level.get("gpu_w") is None else read.number(level, "gpu_w", "supplies.levels")
        levels.append(SupplyLevel(alive, share, str(level.get("note", "")), cap))
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


def _contained(read: EntryReader, raw_parts: list[Any]) -> Iterator[Contained]:
    for number, item in enumerate(raw_parts):
        where = f"contains[{number}]"
        raw = read.mapping(item, where)
        read.known(raw, frozenset(["key", "count", "gpu"]), where)
        yield Contained(str(raw.get("key", "")), read.whole(raw, "count", where), bool(raw.get("gpu", False)))


def _mig(read: EntryReader, raw_profiles: list[Any]) -> Iterator[MigProfile]:
    for number, item in enumerate(raw_profiles):
        where = f"mig[{number}]"
        raw = read.mapping(item, where)
        read.known(raw, _MIG_NAMES, where)
        for name in ("name", "source"):
            if not raw.get(name):
                read.fault(where, missing([name]))
        confidence = read.word(Confidence, raw.get("confidence"), f"{where}.confidence", Confidence.MEMORY)
        yield MigProfile(str(raw.get("name", "")), read.whole(raw, "most", where, None, 1, 64), str(raw.get("source", "")), confidence)


def _ends(read: EntryReader, raw_ends: list[Any]) -> Iterator[CableEnd]:
    for number, item in enumerate(raw_ends):
        where = f"ends[{number}]"
        raw = read.mapping(item, where)
        read.known(raw, _END_NAMES, where)
        if raw.get("end") not in CABLE_ENDS:
            read.fault(f"{where}.end", none_of(raw.get("end"), CABLE_ENDS))
        if not raw.get("connector"):
            read.fault(where, missing(["connector"]))
        yield CableEnd(
            end=str(raw.get("end", "")),
            connector=str(raw.get("connector", "")),
            count=read.whole(raw, "count", where, 1, 1, 1024),
            gender=str(raw.get("gender", "")),
            polish=str(raw.get("polish", "")),
            heat_sink=str(raw.get("heat_sink", "")),
            rate_gbps=None if raw.get("rate_gbps") is None else read.number(raw, "rate_gbps", where),
            fibres=read.whole(raw, "fibres", where, 0, 0, 10_000),
        )


def _lengths(read: EntryReader, raw_lengths: list[Any]) -> Iterator[StockLength]:
    if len(raw_lengths) > MOST_LENGTHS:
        read.fault("lengths", reason(QT_TRANSLATE_NOOP("hardware", "a type has at most {most} lengths"), most=MOST_LENGTHS))
    for number, item in enumerate(raw_lengths[:MOST_LENGTHS]):
        where = f"lengths[{number}]"
        raw = {"length_m": item} if is_number(item) else read.mapping(item, where)
        read.known(raw, _LENGTH_NAMES, where)
        length = read.number(raw, "length_m", where)
        if length <= 0:
            read.fault(f"{where}.length_m", reason(QT_TRANSLATE_NOOP("hardware", "a length must be greater than zero")))
        yield StockLength(length, str(raw.get("part_number", "")))
