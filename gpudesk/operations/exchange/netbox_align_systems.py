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
        trays: name of a tray in the files, or that it has by the project → its `tray_id`.
        numbers: ID in NetBox → `tray_id` and creation time.
        remarks: about devices in such racks that are none of their trays.
        renamed: name of a rack without a known ID → the system whose trays are in it.
    """

    records: list[Record] = field(default_factory=list)
    trays: dict[str, int] = field(default_factory=dict)
    numbers: dict[int, tuple[int, str]] = field(default_factory=dict)
    remarks: list[Fault] = field(default_factory=list)
    renamed: dict[str, int] = field(default_factory=dict)


def align_systems(records: Sequence[Record], names: NetboxNames, ids: NetboxIds, finder: TypeFinder) -> SystemRecords:
    """Set systems and trays apart.

    Args:
        records: those of the site of the project.
        finder: of the types that the racks have.
    """
    return _Systems(records, names, ids, finder).made


class _Systems:
    def __init__(self, records: Sequence[Record], names: NetboxNames, ids: NetboxIds, finder: TypeFinder) -> None:
        self._names, self._ids, self._finder = names, ids, finder
        self.made = SystemRecords(trays={name: row_id for row_id, name in names.trays.items()})
        self._here = {name: row_id for row_id, name in names.devices.items()}
        self._kinds: dict[str, HardwareType | None] = {rack: None for _, rack in names.systems.values()}
        self._in_rack = {rack: row_id for row_id, (_, rack) in names.systems.items()}
        self._endings: dict[int, dict[str, int]] = {}
        for row_id, name in names.trays.items():
            system, _ = tray_of(row_id) or (row_id, 0)
            self._endings.setdefault(system, {})[name.removeprefix(names.systems[system][1])] = row_id
        self.made.renamed = self._renamed(records)
        types = (record.values.get("type") for record in records if record.kind is Kind.DEVICE)
        self._listed = {kind.text for kind in types if isinstance(kind, Wanted)}
        self._old: list[Record] = []
        strange: list[Record] = []
        for record in records:
            if record.kind is Kind.RACK:
                self.made.records.append(self._rack(record))
        for record in records:
            if record.kind is Kind.RACK or self._is_tray(record):
                continue
            inside = any(name in self._kinds for name in plain_names(record.names.get("rack", ""))) and not record.names.get("parent")
            if inside and self._known(record) is None:
                strange.append(record)
            else:
                self.made.records.append(_without_rack(record) if inside else record)
        if strange:
            text = QT_TRANSLATE_NOOP(
                "import",
                "{count} {count|device is|devices are} skipped because {count|it is|they are} in the rack of a rack-scale system, "
                "and {count|is|are} none of its trays; this is the first.",
            )
            self.made.remarks.append(strange[0].line.fault("rack", text, context="import", count=len(strange)))
        if self._old:
            text = QT_TRANSLATE_NOOP(
                "import",
                "{count} {count|tray is a child device|trays are child devices} without interfaces, as in earlier exports: "
                "{count|its ID is|their IDs are} not stored; this is the first.",
            )
            fix = QT_TRANSLATE_NOOP("import", "In NetBox, delete the device of the system and these child devices, and import a new export.")
            self.made.remarks.append(self._old[0].line.fault("device", text, fix, context="import", count=len(self._old)))

    def _renamed(self, records: Sequence[Record]) -> dict[str, int]:
        """Racks with unknown names that have the trays of one system each, no rack of its own name being listed."""
        racks = [record for record in records if record.kind is Kind.RACK]
        known = {self._row(record) for record in racks}
        fresh = {record.names["rack"] for record in racks if self._row(record) is None}
        inside: dict[str, set[int]] = {}
        for record in records:
            row_id = self._tray(record) if record.kind is Kind.DEVICE else None
            found = None if row_id is None else tray_of(row_id)
            if found is not None:
                for rack in fresh.intersection(plain_names(record.names.get("rack", ""))):
                    inside.setdefault(rack, set()).add(found[0])
        claims = Counter(system for systems in inside.values() for system in systems)
        single = {rack: next(iter(systems)) for rack, systems in inside.items() if len(systems) == 1}
        return {rack: system for rack, system in single.items() if system not in known and claims[system] == 1}

    def _rack(self, record: Record) -> Record:
        """A rack as it is, or the device that it is here."""
        values = dict(record.values)
        role = values.pop("role", None)
        kind = self._system(record)
        if kind is None and _origin(record).table != SYSTEM and not self._is_named(record):
            return replace(record, values=values)
        self._kinds[record.names["rack"]] = kind
        row_id = self._row(record)
        if row_id is not None:
            self._in_rack[record.names["rack"]] = row_id
        names = {"device": record.names["rack"]} | {key: text for key, text in record.names.items() if key == "hall"}
        if row_id is None and role:
            values["role"] = role
        return replace(record, kind=Kind.DEVICE, names=names, values=values, origin=replace(_origin(record), table=SYSTEM))

    def _system(self, record: Record) -> HardwareType | None:
        """The system that the type of a rack is, if that is no rack."""
        wanted = record.values.get("type")
        if not isinstance(wanted, Wanted) or wanted.units is not None or isinstance(self._finder.find(wanted, rack=True), HardwareType):
            return None
        kind = self._finder.find(wanted, rack=False)
        return kind if isinstance(kind, HardwareType) and is_system(kind) else None

    def _is_named(self, record: Record) -> bool:
        """Whether a rack without a type is a system by its ID or its name."""
        return "type" not in record.values and self._row(record) is not None

    def _row(self, record: Record) -> int | None:
        known = self._ids.row(SYSTEM, _origin(record).number)
        known = known if known in self._names.systems else system_named(self._names, record.names["rack"], record.names.get("hall"))
        return self.made.renamed.get(record.names["rack"]) if known is None else known

    def _is_tray(self, record: Record) -> bool:
        """Whether a device is a tray; its name and its ID are noted."""
        origin, name, row_id = _origin(record), record.names.get("device", ""), self._tray(record)
        if row_id is not None:
            self.made.trays[name] = row_id
            if self._is_child(record):
                self._old.append(record)
            elif origin.number is not None:
                self.made.numbers[origin.number] = row_id, origin.made
            return True
        return origin.table == TRAY or any(
            name == tray.named(rack)
            for rack in plain_names(record.names.get("rack", ""))
            if (kind := self._kinds.get(rack)) is not None
            for tray in kind.trays
        )

    def _is_child(self, record: Record) -> bool:
        """Whether a tray is a child device without interfaces, as in an earlier export."""
        kind = record.values.get("type")
        is_own = isinstance(kind, Wanted) and is_own_tray({"type": kind.text}, self._listed)
        return is_own or bool(record.names.get("parent") or record.values.get("slot"))

    def _tray(self, record: Record) -> int | None:
        """The `tray_id` of a device: by its ID, else by its name, or its rack and the end of its name where the system was renamed."""
        row_id, name = self._ids.row(TRAY, _origin(record).number), record.names.get("device", "")
        if row_id in self._names.trays:
            return row_id
        if name in self._here or name in self.made.trays:
            return None if name in self._here else self.made.trays[name]
        systems = (self._in_rack.get(rack) for rack in plain_names(record.names.get("rack", "")))
        endings = next((self._endings[system] for system in systems if system is not None), {})
        return next((row_id for ending, row_id in endings.items() if name.endswith(ending)), None)

    def _known(self, record: Record) -> int | None:
        known = self._ids.row(str(Kind.DEVICE), _origin(record).number)
        return known if known in self._names.devices else self._here.get(record.names.get("device", ""))


def system_named(names: NetboxNames, rack: str, hall: str | None) -> int | None:
    """The system whose rack has a name in NetBox; None if there is none, or several."""
    for name in plain_names(rack):
        found = [row_id for row_id, (at, own) in names.systems.items() if own == name and (not hall or at == hall)]
        if len(found) == 1:
            return found[0]
    return None


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


def _without_rack(record: Record) -> Record:
    return replace(record, names={key: text for key, text in record.names.items() if key not in ("rack", "hall")})


def _origin(record: Record) -> Origin:
    return record.origin or Origin()
