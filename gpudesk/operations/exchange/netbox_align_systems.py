"""Rack-scale systems of NetBox files against a project: a rack there is one device here, and its trays are parts of that device."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import Columns
from gpudesk.derived.racks.trays import placed_trays
from gpudesk.formats.fabric.cable_list import CableRecord, NamedEnd
from gpudesk.formats.netbox.netbox_names import NetboxNames
from gpudesk.formats.netbox.netbox_trays import SYSTEM, TRAY, is_own_tray, is_system, tray_id, tray_of, tray_types
from gpudesk.formats.tables.device_list import Kind, Record, Wanted
from gpudesk.formats.tables.netbox_origin import Origin, plain_names
from gpudesk.formats.tables.table_faults import Fault
from gpudesk.operations.exchange.type_finder import TypeFinder
from gpudesk.project.netbox_ids import NetboxIds
from gpudesk.project.types import Types


@dataclass(slots=True)
class SystemRecords:
    """The records of files without trays, and what they say of trays.

    Attributes:
        records: racks that are systems are devices here.
        rows: place (`id`) of the record of a system → its row, by its ID, its name or its trays.
        trays: name of a tray in the files, or that it has by the project → its `tray_id`.
        numbers: ID in NetBox → `tray_id` and creation time.
        remarks: about devices in such racks that are none of their trays, and about child trays.
        has_new_trays: whether trays of new systems have IDs, which can be learned once the systems are in the project.
    """

    records: list[Record] = field(default_factory=list)
    rows: dict[int, int] = field(default_factory=dict)
    trays: dict[str, int] = field(default_factory=dict)
    numbers: dict[int, tuple[int, str]] = field(default_factory=dict)
    remarks: list[Fault] = field(default_factory=list)
    has_new_trays: bool = False


def align_systems(records: Sequence[Record], names: NetboxNames, ids: NetboxIds, finder: TypeFinder) -> SystemRecords:
    """Set systems and trays apart.

    Args:
        records: those of the site of the project.
        finder: of the types that the racks have.
    """
    return _Systems(records, names, ids, finder).made


def without_other_type(record: Record, values: dict[str, Any], finder: TypeFinder, *, is_known: bool) -> Fault | None:
    """Take the type of the rack of a system out of its values if that is none of a system; a remark if the file has a type or none.

    A rack without a type in NetBox has a height alone.

    Args:
        record: of a system.
        is_known: whether the project has the system, which keeps its type.
    """
    wanted = values.get("type")
    if not isinstance(wanted, Wanted) or (wanted.units is None and not is_known):
        return None
    kind = finder.find(wanted, rack=False)
    if isinstance(kind, HardwareType) and is_system(kind):
        return None
    del values["type"]
    if not is_known or "rack_type" not in record.line.cells:
        return None
    text = QT_TRANSLATE_NOOP(
        "import", "{name} does not have the rack type of a rack-scale system in NetBox: its type in this project does not change."
    )
    return record.line.fault("rack_type", text, context="import", name=record.names["device"])


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A rack that is a system.

    Attributes:
        name: in the files, else in the export of the project.
        halls: names that its hall may have, "" for none; all if empty.
        kind: the system, if the files say it.
        row_id: of the project, None if it is new.
    """

    name: str
    halls: frozenset[str]
    kind: HardwareType | None
    row_id: int | None


class _Systems:
    def __init__(self, records: Sequence[Record], names: NetboxNames, ids: NetboxIds, finder: TypeFinder) -> None:
        self._names, self._ids, self._finder = names, ids, finder
        self.made = SystemRecords(trays={name: row_id for row_id, name in names.trays.items()})
        self._here = {name: row_id for row_id, name in names.devices.items()}
        racks = [record for record in records if record.kind is Kind.RACK]
        devices = [record for record in records if record.kind is not Kind.RACK]
        self._claims = self._claimed(devices)
        self._rows = {id(record): self._row(record) for record in racks}
        self._rows |= self._renamed(racks, devices)
        self._ordinary = {name for _, name in names.racks.values()}
        self._places: dict[str, list[_Place]] = {}
        for record in racks:
            self.made.records.append(self._rack(record))
        listed = {place.row_id for places in self._places.values() for place in places}
        for row_id, (hall, rack) in names.systems.items():
            if row_id not in listed:
                self._places.setdefault(rack, []).append(_Place(rack, frozenset((hall,)), None, row_id))
        self._claims |= self._by_endings(devices)
        types = (record.values.get("type") for record in devices)
        self._listed = {kind.text for kind in types if isinstance(kind, Wanted)}
        self._old: list[Record] = []
        strange: list[Record] = []
        inside: list[Record] = []
        for record in devices:
            if self._is_tray(record):
                continue
            if record.names.get("parent") or self._place(record) is None:
                self.made.records.append(record)
            elif self._known(record) is None:
                strange.append(record)
            else:
                inside.append(record)
                self.made.records.append(_without_place(record))
        self._remark(strange, inside)

    def _remark(self, strange: Sequence[Record], inside: Sequence[Record]) -> None:
        if strange:
            text = QT_TRANSLATE_NOOP(
                "import",
                "{count} {count|device is|devices are} skipped because {count|it is|they are} in the rack of a rack-scale system, "
                "and {count|is|are} none of its trays; this is the first.",
            )
            self.made.remarks.append(strange[0].line.fault("rack", text, context="import", count=len(strange)))
        if inside:
            text = QT_TRANSLATE_NOOP(
                "import",
                "{count} {count|device keeps its|devices keep their} place because {count|it is|they are} in the rack of a "
                "rack-scale system in NetBox, which contains only its trays in this project; this is the first.",
            )
            self.made.remarks.append(inside[0].line.fault("rack", text, context="import", count=len(inside)))
        if self._old:
            text = QT_TRANSLATE_NOOP(
                "import",
                "{count} {count|tray is a child device|trays are child devices} without interfaces, as in earlier exports: "
                "{count|its ID is|their IDs are} not stored; this is the first.",
            )
            fix = QT_TRANSLATE_NOOP(
                "import", "In NetBox, delete the device of the system and these child devices, and import a new export."
            )
            self.made.remarks.append(self._old[0].line.fault("device", text, fix, context="import", count=len(self._old)))

    # racks

    def _renamed(self, racks: Sequence[Record], devices: Sequence[Record]) -> dict[int, int]:
        """Racks with unknown names that have the trays of one system each, no rack of its own name being listed."""
        known = set(self._rows.values())
        fresh: dict[str, list[Record]] = {}
        for rack in racks:
            if self._rows[id(rack)] is None:
                fresh.setdefault(rack.names["rack"], []).append(rack)
        inside: dict[int, set[int]] = {}
        for record in devices:
            tray = tray_of(self._claims.get(id(record), 0))
            if tray is None:
                continue
            for name in plain_names(record.names.get("rack", "")):
                for rack in fresh.get(name, ()):
                    if _is_one(_halls(rack), _halls(record)):
                        inside.setdefault(id(rack), set()).add(tray[0])
        claims = Counter(system for systems in inside.values() for system in systems)
        single = {place: next(iter(systems)) for place, systems in inside.items() if len(systems) == 1}
        return {place: system for place, system in single.items() if system not in known and claims[system] == 1}

    def _rack(self, record: Record) -> Record:
        """A rack as it is, or the device that it is here."""
        values = dict(record.values)
        role = values.pop("role", None)
        kind, row_id = self._system(record), self._rows[id(record)]
        if kind is None and _origin(record).table != SYSTEM and not self._is_named(record):
            self._ordinary.add(record.names["rack"])
            return replace(record, values=values)
        self._places.setdefault(record.names["rack"], []).append(_Place(record.names["rack"], _halls(record), kind, row_id))
        names = {"device": record.names["rack"]} | {key: text for key, text in record.names.items() if key == "hall"}
        if row_id is None and role:
            values["role"] = role
        if row_id is not None and "" in _halls(record) and not self._names.systems[row_id][0]:
            # It is in no hall here either.
            names.pop("hall", None)
        device = replace(record, kind=Kind.DEVICE, names=names, values=values, origin=replace(_origin(record), table=SYSTEM))
        if row_id is not None:
            self.made.rows[id(device)] = row_id
        return device

    def _system(self, record: Record) -> HardwareType | None:
        """The system that the type of a rack is, if that is no rack."""
        wanted = record.values.get("type")
        if not isinstance(wanted, Wanted) or wanted.units is not None or isinstance(self._finder.find(wanted, rack=True), HardwareType):
            return None
        kind = self._finder.find(wanted, rack=False)
        return kind if isinstance(kind, HardwareType) and is_system(kind) else None

    def _is_named(self, record: Record) -> bool:
        """Whether a rack is a system by its ID or, without a type, by its name or its trays."""
        wanted = record.values.get("type")
        if isinstance(wanted, Wanted) and wanted.units is None:
            return self._by_number(record) is not None
        return self._rows[id(record)] is not None

    def _by_number(self, record: Record) -> int | None:
        known = self._ids.row(SYSTEM, _origin(record).number)
        return known if known in self._names.systems else None

    def _row(self, record: Record) -> int | None:
        """The system of a rack by its ID, else by its name if only one has it."""
        known = self._by_number(record)
        for name in plain_names(record.names["rack"]) if known is None else ():
            named = [
                row_id
                for row_id, (hall, rack) in self._names.systems.items()
                if rack == name and _is_one(_halls(record), frozenset((hall,)))
            ]
            if len(named) == 1:
                return named[0]
        return known

    # devices

    def _place(self, record: Record) -> _Place | None:
        """The system in whose rack a device is; other racks may have the same name, in other halls."""
        halls = _halls(record)
        for name in plain_names(record.names.get("rack", "")):
            places = self._places.get(name, [])
            here = [place for place in places if _is_one(place.halls, halls)]
            if name not in self._ordinary and halls.isdisjoint({"", *self._names.halls.values()}):
                # The file may give the hall another name.
                here = here or places
            elif name in self._ordinary and not halls:
                here = []
            if len(here) == 1:
                return here[0]
        return None

    def _is_tray(self, record: Record) -> bool:
        """Whether a device is a tray; its name and its ID are noted."""
        origin, name, row_id = _origin(record), record.names.get("device", ""), self._claims.get(id(record))
        if row_id is not None:
            self.made.trays[name] = row_id
            if self._is_child(record):
                self._old.append(record)
            elif origin.number is not None:
                self.made.numbers[origin.number] = row_id, origin.made
            return True
        place = self._place(record)
        is_new = place is not None and place.kind is not None and any(name == tray.named(place.name) for tray in place.kind.trays)
        if is_new and origin.number is not None and not self._is_child(record):
            self.made.has_new_trays = True
        return is_new or origin.table == TRAY

    def _is_child(self, record: Record) -> bool:
        """Whether a tray is a child device without interfaces, as in an earlier export."""
        kind = record.values.get("type")
        is_own = isinstance(kind, Wanted) and is_own_tray({"type": kind.text}, self._listed)
        return is_own or bool(record.names.get("parent") or record.values.get("slot"))

    def _claimed(self, devices: Sequence[Record]) -> dict[int, int]:
        """Place of a record → the `tray_id` that it has by its ID, else by its name."""
        rows = {id(record): self._ids.row(TRAY, _origin(record).number) for record in devices}
        claims = {place: row_id for place, row_id in rows.items() if row_id is not None and row_id in self._names.trays}
        taken, of_name = set(claims.values()), dict(self.made.trays)
        for record in devices:
            row_id = of_name.get(record.names.get("device", ""))
            if id(record) not in claims and row_id is not None and row_id not in taken:
                claims[id(record)] = row_id
        return claims

    def _by_endings(self, devices: Sequence[Record]) -> dict[int, int]:
        """Trays by the ends of their names, where they follow another name of their system.

        That is the name of its rack in the files, or one that begins the names of most of its trays. Other devices in the rack may
        have such ends as well.
        """
        taken = set(self._claims.values())
        endings: dict[int, dict[str, int]] = {}
        for row_id, name in self._names.trays.items():
            system, _ = tray_of(row_id) or (row_id, 0)
            endings.setdefault(system, {})[name.removeprefix(self._names.systems[system][1])] = row_id
        likely: dict[_Place, list[tuple[str, Record, int]]] = {}
        for record in devices:
            name = record.names.get("device", "")
            place = None if id(record) in self._claims or self._known(record) is not None else self._place(record)
            for ending, row_id in endings.get(place.row_id, {}).items() if place is not None and place.row_id is not None else ():
                if name.endswith(ending) and row_id not in taken and place is not None:
                    likely.setdefault(place, []).append((name.removesuffix(ending), record, row_id))
        claims: dict[int, int] = {}
        for place, trays in likely.items():
            counts = Counter(before for before, _, _ in trays)
            before, count = counts.most_common(1)[0]
            if place.row_id is not None and place.name != self._names.systems[place.row_id][1] and place.name in counts:
                before = place.name
            elif place.row_id is None or 2 * count <= len(endings[place.row_id]):
                continue
            claims |= {id(record): row_id for own, record, row_id in trays if own == before}
        return claims

    def _known(self, record: Record) -> int | None:
        known = self._ids.row(str(Kind.DEVICE), _origin(record).number)
        return known if known in self._names.devices else self._here.get(record.names.get("device", ""))


def _halls(record: Record) -> frozenset[str]:
    """The names that the hall of a record may have: the site stands for none; empty if the file does not say it."""
    hall = record.names.get("hall")
    if hall is None:
        return frozenset()
    return frozenset((hall,)) if record.line.cells.get("hall", "").strip() else frozenset((hall, ""))


def _is_one(halls: frozenset[str], others: frozenset[str]) -> bool:
    """Whether two racks of one name may be in one hall."""
    return not halls or not others or bool(halls & others)


class TrayEnds:
    """Ends of cables at trays, as ends at their systems.

    Args:
        tables: the tables of the project.
        trays: name of a tray in NetBox → its `tray_id`; what came in with the same files is named as in the project.
    """

    def __init__(self, tables: Callable[[str], Columns], types: Types, trays: Mapping[str, int]) -> None:
        devices = self._devices = tables("device")
        self._types, self._trays = types, types.cached(tray_types)
        self._of_name = {
            tray.name: tray_id(int(devices.ids[tray.place]), tray.number)
            for tray in placed_trays(devices, types)
            if int(devices["type_id"][tray.place]) in self._trays
        } | {name: row_id for name, row_id in trays.items() if self._has(row_id)}

    def _has(self, row_id: int) -> bool:
        found = tray_of(row_id)
        return found is not None and self._devices.has(found[0]) and self._type_id(found[0]) in self._trays

    def is_empty(self) -> bool:
        """Whether the project has no such system."""
        return not self._of_name

    def own(self, record: CableRecord, known: Mapping[str, Any] | None) -> CableRecord | None:
        """A row with the ports of systems in place of those of trays; None if a tray has no such port here, as for cables in its rack.

        Args:
            known: the cable of the project whose ID the row has.
        """
        ends: list[NamedEnd] = []
        for side, end in (("a", record.a), ("b", record.b)):
            row_id = next((self._of_name[name] for name in plain_names(end.device) if name in self._of_name), None)
            if row_id is None and known is not None and (not end.device or not self._is_device(end.device)):
                row_id = self._at(int(known[f"{side}_device_id"]), int(known[f"{side}_port"]), end)
            own = end if row_id is None else self._end(end, row_id)
            if own is None:
                return None
            ends.append(own)
        return replace(record, a=ends[0], b=ends[1])

    def _at(self, device_id: int, port: int, end: NamedEnd) -> int | None:
        """The tray of a port of a system, if the row has the same port: its device is then called otherwise, or not in the row."""
        for number, tray in enumerate(self._trays.get(self._type_id(device_id), ())):
            if port in tray.ports:
                row_id = tray_id(device_id, number)
                return row_id if not end.device or self._port(row_id, end.port) == port else None
        return None

    def _is_device(self, shown: str) -> bool:
        return any(len(self._devices.where("name", name)) for name in plain_names(shown))

    def _end(self, end: NamedEnd, row_id: int) -> NamedEnd | None:
        device_id = row_id if (found := tray_of(row_id)) is None else found[0]
        name = self._name(row_id, end.port)
        if name is None:
            return None
        device = str(self._devices["name"][self._devices.position(device_id)]) if end.device else ""
        return replace(end, device=device, device_id=device_id if end.device else None, port=name)

    def _name(self, row_id: int, shown: str) -> str | None:
        """The name in the system of a port of a tray, or of a part of one."""
        device_id, number = tray_of(row_id) or (row_id, 0)
        whole = {port.index: port.name for port in self._types[self._type_id(device_id)].ports()}
        ports = self._trays[self._type_id(device_id)][number].ports
        for name in plain_names(shown.strip()):
            fitting = [index for index, own in ports.items() if name == own] or [
                index for index, own in ports.items() if name.startswith(own) and not name[len(own) : len(own) + 1].isdecimal()
            ]
            if fitting:
                index = max(fitting, key=lambda each: len(ports[each]))
                return whole[index] + name[len(ports[index]) :]
        return None

    def _port(self, row_id: int, shown: str) -> int | None:
        device_id, number = tray_of(row_id) or (row_id, 0)
        ports = self._trays[self._type_id(device_id)][number].ports
        return next((index for index, own in ports.items() if own in plain_names(shown.strip())), None)

    def _type_id(self, device_id: int) -> int:
        return int(self._devices["type_id"][self._devices.position(device_id)])


def _without_place(record: Record) -> Record:
    """A device that stays where it is."""
    names = {key: text for key, text in record.names.items() if key not in ("rack", "hall")}
    values = {key: value for key, value in record.values.items() if key not in ("position", "face", "side")}
    return replace(record, names=names, values=values, origin=replace(_origin(record), counted=False))


def _origin(record: Record) -> Origin:
    return record.origin or Origin()
