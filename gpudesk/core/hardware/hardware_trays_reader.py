"""The trays of a rack-scale system, from their part of a catalog entry."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gpudesk.core.hardware.entry_reader import EntryReader, reason
from gpudesk.core.hardware.hardware import Bay, PortGroup
from gpudesk.core.hardware.hardware_trays import Tray
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.messages.read_faults import missing, short
from gpudesk.core.names.host_names import host_name_fault

MOST_TRAYS = 256
_TRAY_NAMES = frozenset("key count name bay role gpus ports management source confidence".split())


def trays(read: EntryReader, raw_trays: list[Any], groups: Sequence[PortGroup], bays: Sequence[Bay]) -> Iterator[Tray]:
    """The trays of each kind, counted from 1: `name`, `bay` and `ports` hold the number as `{n}` or `{n:02}`.

    `ports` is how the names of the ports of a tray begin; no port is at two trays.
    """
    index = {port.name: port.index for group in groups for port in group.ports}
    known = {bay.name for bay in bays}
    names: set[str] = set()
    taken: set[int] = set()
    for number, item in enumerate(raw_trays):
        where = f"trays[{number}]"
        raw = read.mapping(item, where)
        read.known(raw, _TRAY_NAMES, where)
        for needed in ("key", "name", "source"):
            if not raw.get(needed):
                read.fault(where, missing([needed]))
        count = read.whole(raw, "count", where, None, 1, MOST_TRAYS)
        if len(names) + count > MOST_TRAYS:
            read.fault(where, reason(QT_TRANSLATE_NOOP("hardware", "a type has at most {most} trays"), most=MOST_TRAYS))
            continue
        gpus = read.whole(raw, "gpus", where, 0, 0, 1024)
        name, bay, prefix = (read.pattern(str(raw.get(field, "")), f"{where}.{field}", ("n",)) for field in ("name", "bay", "ports"))
        management = tuple(str(port) for port in read.items(raw.get("management", []), f"{where}.management"))
        for n in range(1, count + 1):
            tray = Tray(
                str(raw.get("key", "")),
                name.format(n=n),
                bay.format(n=n),
                str(raw.get("role", "")),
                gpus,
                _ports_of(index, prefix.format(n=n)),
                management,
            )
            _judge(read, where, raw, tray, known)
            if tray.name in names:
                read.fault(where, reason(QT_TRANSLATE_NOOP("hardware", "the tray name {name} occurs twice"), name=short(tray.name)))
            if taken & set(tray.ports):
                text = QT_TRANSLATE_NOOP("hardware", "ports of {name} already belong to another tray")
                read.fault(where, reason(text, name=short(tray.name)))
            names.add(tray.name)
            taken.update(tray.ports)
            yield tray


def _ports_of(index: Mapping[str, int], prefix: str) -> tuple[int, ...]:
    return tuple(sorted(place for name, place in index.items() if name.startswith(prefix))) if prefix else ()


def _judge(read: EntryReader, where: str, raw: Mapping[str, Any], tray: Tray, bays: set[str]) -> None:
    if tray.name and (wrong := host_name_fault(tray.name)) is not None:
        read.fault(where, wrong)
    if tray.bay and tray.bay not in bays:
        read.fault(where, reason(QT_TRANSLATE_NOOP("hardware", "there is no bay {name}"), name=short(tray.bay)))
    if raw.get("ports") and not tray.ports:
        read.fault(where, reason(QT_TRANSLATE_NOOP("hardware", "no port belongs to {name}"), name=short(tray.name)))
