"""Ports, bays and the ways through a panel, from their part of a catalog entry."""

from collections.abc import Iterator, Mapping
from typing import Any

from gpudesk.core.hardware.entry_reader import LONGEST_NAME, EntryReader, is_number, reason
from gpudesk.core.hardware.hardware import Area, Bay, Confidence, Face, Passage, Port, PortGroup
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.messages.read_faults import missing, none_of, short

MOST_PORTS = 16_384
MOST_BAYS = 1024
IN_ORDER = "in-order"
_FACES = (Face.FRONT, Face.REAR)
_GROUP_NAMES = frozenset(
    "group kind role face area rows down_columns count first cages name"
    " ports_per_cage port_name lanes rate_gbps network heat_sink positions map source confidence".split()
)
_MAP_NAMES = frozenset("port rail interface ethernet gpu adapter pci rdma".split())
_BAY_NAMES = frozenset("group accepts face area rows down_columns count first cages name".split())


def area_of(read: EntryReader, raw: Any, where: str) -> Area:
    """A rectangle from its four numbers."""
    parts = read.items(raw, where)
    numbers = [part for part in parts if is_number(part)]
    if len(numbers) != 4 or len(parts) != 4:
        read.fault(where, reason(QT_TRANSLATE_NOOP("hardware", "area requires four numbers: x, y, width and height in mm")))
        return Area(0, 0, 0, 0)
    return Area(*(float(part) for part in numbers))


def face_of(read: EntryReader, raw: Mapping[str, Any], where: str) -> Face:
    """The face that an entry names."""
    word = str(raw.get("face", "")).upper()
    if word not in ("FRONT", "REAR"):
        read.fault(f"{where}.face", none_of(raw.get("face"), ("front", "rear")))
        return Face.FRONT
    return Face[word]


def port_groups(read: EntryReader, raw_groups: list[Any]) -> tuple[PortGroup, ...]:
    """The groups with their consecutively numbered ports; a name is unique within a role and face."""
    groups: list[PortGroup] = []
    next_port, next_cage = 0, 0
    seen: set[tuple[object, ...]] = set()
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
            read.fault(where, reason(QT_TRANSLATE_NOOP("hardware", "a type has at most {most} ports"), most=MOST_PORTS))
            cages = []
        default = "{cage}" if per_cage == 1 else "{cage}P{p}"
        pattern = read.pattern(str(raw.get("port_name", default)), f"{where}.port_name", ("cage", "p"))
        for cage_number, cage in enumerate(cages):
            for p in range(1, per_cage + 1):
                name = pattern.format(cage=cage, p=p)
                unique = (str(raw.get("role")), str(raw.get("face")), name)
                if unique in seen:
                    read.fault(where, reason(QT_TRANSLATE_NOOP("hardware", "the port name {name} occurs twice"), name=short(name)))
                seen.add(unique)
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
                    str(at.get("adapter", "")),
                    str(at.get("pci", "")),
                    str(at.get("rdma", "")),
                    str(at.get("ethernet", "")),
                )
                ports.append(port)
                next_port += 1
        for name in by_port:
            read.fault(f"{where}.map", reason(QT_TRANSLATE_NOOP("hardware", "there is no port {name}"), name=short(name)))
        next_cage += len(cages)
        rate = raw.get("rate_gbps")
        groups.append(
            PortGroup(
                name=str(raw.get("group", "")),
                kind=str(raw.get("kind", "")),
                role=str(raw.get("role", "network")),
                face=face_of(read, raw, where),
                area=area_of(read, raw.get("area"), f"{where}.area"),
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
                positions=read.whole(raw, "positions", where, 1, 1, 1024),
            )
        )
        for name in ("group", "kind", "source"):
            if not raw.get(name):
                read.fault(where, missing([name]))
    return tuple(groups)


def _cage_names(read: EntryReader, raw: Mapping[str, Any], where: str) -> list[str]:
    if "cages" in raw:
        names = [str(name) for name in read.items(raw["cages"], f"{where}.cages")]
        if any(len(name) > LONGEST_NAME for name in names):
            read.fault(f"{where}.cages", reason(QT_TRANSLATE_NOOP("hardware", "a name has at most {most} characters"), most=LONGEST_NAME))
        return [name[:LONGEST_NAME] for name in names]
    count, first = read.whole(raw, "count", where, None, 1, 1024), read.whole(raw, "first", where, 1)
    pattern = read.pattern(str(raw.get("name", "{n}")), f"{where}.name", ("n",))
    return [pattern.format(n=number) for number in range(first, first + count)]


def bays(read: EntryReader, raw_groups: list[Any]) -> Iterator[Bay]:
    """The bays in the order of their groups, each with its share of the area of its group."""
    seen: set[str] = set()
    for number, item in enumerate(raw_groups):
        where = f"bays[{number}]"
        raw = read.mapping(item, where)
        read.known(raw, _BAY_NAMES, where)
        if not raw.get("group"):
            read.fault(where, missing(["group"]))
        names = _cage_names(read, raw, where)
        rows, down = read.whole(raw, "rows", where, 1, 1, 1024), bool(raw.get("down_columns", False))
        area = None if raw.get("area") is None else area_of(read, raw["area"], f"{where}.area")
        face = face_of(read, raw, where)
        if len(seen) + len(names) > MOST_BAYS:
            read.fault(where, reason(QT_TRANSLATE_NOOP("hardware", "a type has at most {most} bays"), most=MOST_BAYS))
            continue
        for place, name in enumerate(names):
            if name in seen:
                read.fault(where, reason(QT_TRANSLATE_NOOP("hardware", "the bay name {name} occurs twice"), name=short(name)))
            seen.add(name)
            yield Bay(name, str(raw.get("group", "")), str(raw.get("accepts", "")), face, area and area.part(place, len(names), rows, down))


def passages(read: EntryReader, raw: Any, groups: tuple[PortGroup, ...]) -> Iterator[Passage]:
    """The strands through a panel: `[front port, its position, rear port, its position]` each, or the token `in-order`.

    In order, the first strand of the front leads to the first of the rear and so on; a position is used once.
    """
    panel = [group for group in groups if group.role == "panel"]
    if raw == IN_ORDER:
        front, rear = (
            [(p.name, n) for g in panel if g.face is face for p in g.ports for n in range(1, g.positions + 1)] for face in _FACES
        )
        if len(front) != len(rear):
            text = QT_TRANSLATE_NOOP("hardware", "{front} strands at the front and {rear} at the rear cannot be connected in order")
            read.fault("passages", reason(text, front=len(front), rear=len(rear)))
        yield from (Passage(*ahead, *behind) for ahead, behind in zip(front, rear, strict=False))
        return
    positions = {(group.face, port.name): group.positions for group in panel for port in group.ports}
    used: set[tuple[Face, str, int]] = set()
    for number, item in enumerate(read.items(raw, "passages")):
        where = f"passages[{number}]"
        parts = read.items(item, where)
        if len(parts) != 4 or not all(isinstance(part, int) and not isinstance(part, bool) for part in parts[1::2]):
            text = QT_TRANSLATE_NOOP("hardware", "a front port, its position, a rear port and its position are required")
            read.fault(where, reason(text))
            continue
        passage = Passage(str(parts[0]), parts[1], str(parts[2]), parts[3])
        ends = ((Face.FRONT, passage.front, passage.front_position), (Face.REAR, passage.rear, passage.rear_position))
        for face, name, position in ends:
            if not 1 <= position <= positions.get((face, name), 0):
                text = QT_TRANSLATE_NOOP("hardware", "there is no position {position} of a port {name}")
                read.fault(where, reason(text, position=short(position), name=short(name)))
            elif (face, name, position) in used:
                text = QT_TRANSLATE_NOOP("hardware", "position {position} of {name} is used twice")
                read.fault(where, reason(text, position=short(position), name=short(name)))
            used.add((face, name, position))
        yield passage
