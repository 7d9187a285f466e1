"""Match a list with a project: the object of each line, and all its faults."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from gpudesk.core.hardware.hardware import HardwareType, Mount
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.columns import Columns
from gpudesk.formats.tables.device_list import DeviceList, Kind, Record
from gpudesk.operations.exchange.import_changes import Thing
from gpudesk.operations.exchange.import_containers import Holders
from gpudesk.operations.exchange.near_names import NearNames
from gpudesk.project.types import Types

_STRIDE = 200


class Resolver(Holders):
    """Resolves the records of one list: holders first, then devices, then what sits in what."""

    def __init__(self, tables: Callable[[str], Columns], types: Types, device_list: DeviceList, progress: Progress) -> None:
        super().__init__(tables, types, device_list)
        self._types = types
        self._near: NearNames | None = None
        self._progress = progress
        self._of_record: dict[int, Thing] = {}
        self._serials = self._unique("serial")
        self._device_names = self._unique("name")
        self._in_place = self._devices_in_place()
        self._asks = device_list.is_asking

    def run(self) -> None:
        """Resolve every line."""
        total = len(self._records)
        for kind, resolve in ((Kind.HALL, self._hall_line), (Kind.ROW, self._row_line), (Kind.RACK, self._rack_line)):
            for record in self._records:
                if record.kind is kind:
                    resolve(record)
        devices = [(number, record) for number, record in enumerate(self._records) if record.kind is Kind.DEVICE]
        self._take_certain([record for _, record in devices])
        for done, (_, record) in enumerate(devices):
            if done % _STRIDE == 0:
                self._progress.step(done, total)
            self._device_line(record)
        self._parents([record for _, record in devices])

    def row(self, kind: Kind, row_id: int) -> Mapping[str, Any]:
        """A row of the project."""
        return self._rows[kind][row_id]

    def _unique(self, column: str) -> dict[str, int]:
        seen: dict[str, int | None] = {}
        for row_id, row in self._rows[Kind.DEVICE].items():
            text = str(row[column])
            seen[text] = None if text in seen else row_id
        return {text: row_id for text, row_id in seen.items() if text and row_id is not None}

    def _devices_in_place(self) -> dict[tuple[Any, str], list[int]]:
        devices: dict[tuple[Any, str], list[int]] = defaultdict(list)
        for row_id, row in self._rows[Kind.DEVICE].items():
            place = row["rack_id"] or row["hall_id"] or str(self._rows[Kind.DEVICE].get(row["parent_id"], {}).get("name", ""))
            devices[place, str(row["name"])].append(row_id)
        return devices

    def _take_certain(self, records: list[Record]) -> None:
        """Claim what lines name by number or serial, before other lines look for names."""
        for record in records:
            row_id = self._known.get(id(record))
            if row_id is None and record.values.get("serial"):
                row_id = self._serials.get(record.values["serial"])
                if row_id is not None and (Kind.DEVICE, row_id) in self._claimed:
                    row_id = None
            if row_id is not None:
                self._of_record[id(record)] = self._own(record, Kind.DEVICE, str(self._rows[Kind.DEVICE][row_id]["name"]), row_id)

    def _device_line(self, record: Record) -> None:
        name = record.names.get("device", "")
        values = dict(record.values)
        where = self._where(record, values)
        if where is None:
            if "type" in values:
                # What else is wrong with the line is named in the same answer.
                self._type(record, "type", values["type"], rack=False)
            return
        thing = self._of_record.get(id(record))
        if thing is None:
            thing = self._by_name(record, name, where, record.names.get("parent", ""))
        if name and (thing.is_new or name != thing.name):
            thing.name = name
            values["name"] = name
        if "type" in values:
            values["type_id"] = self._type(record, "type", values.pop("type"), rack=False)
        elif thing.is_new:
            fix = QT_TRANSLATE_NOOP("import", "Enter a key, model or part number from the catalog.")
            self._fault(record, "type", QT_TRANSLATE_NOOP("import", "the type is missing."), fix)
        if "rack" not in record.names and thing.row is not None and (thing.row["rack_id"] or thing.row["parent_id"]):
            # A list without racks that names halls does not take devices out of their racks.
            where = {"rack_id": None, "hall_id": None} if record.names.get("parent") else {}
        self._check_height(record, thing, values)
        self._take_top(record, thing, values)
        self._position(record, thing, values, where)
        if "parent_id" in where:
            values.setdefault("slot", "")
        self._of_record[id(record)] = thing
        self._say(record, thing, {**values, **where})
        if thing.is_new and thing.name:
            self._demand_single(record, thing)

    def _check_height(self, record: Record, thing: Thing, values: dict[str, Any]) -> None:
        """Require that a device has the number of units in the list: else it is another type, or in another place."""
        kind = self._kind_of(thing, values)
        if record.height is None or kind is None or kind.mount is Mount.ZERO_U or not kind.height_half_units:
            return
        half, column = record.height
        if half != kind.height_half_units:
            text = QT_TRANSLATE_NOOP("import", "{value} spans {found} {found|unit|units}, but {type} occupies {wanted}.")
            fix = QT_TRANSLATE_NOOP("import", "Correct the units or the type.")
            value = record.line.cells[column].strip()[:40]
            self._fault(record, column, text, fix, value=value, found=half / 2, type=kind.title, wanted=kind.height_half_units / 2)

    def _take_top(self, record: Record, thing: Thing, values: dict[str, Any]) -> None:
        """The lowest unit of a device whose highest is in the list: by its type, else by the height in the list."""
        if record.top is None or values.get("position") is not None:
            return
        kind = self._kind_of(thing, values)
        height = kind.height_half_units if kind is not None and kind.height_half_units else record.height[0] if record.height else 0
        if height and record.top >= height and (kind is None or kind.mount is not Mount.ZERO_U):
            values["position"] = record.top - height
        elif height and record.top < height:
            text = QT_TRANSLATE_NOOP("import", "{value} is too low: {type} occupies {wanted} {wanted|unit|units}.")
            value, title = record.line.cells["top"].strip()[:40], "" if kind is None else kind.title
            self._fault(record, "top", text, "", value=value, type=title, wanted=height / 2)
            values["position"] = 0

    def _kind_of(self, thing: Thing, values: Mapping[str, Any]) -> HardwareType | None:
        """The type that a line names, else that of the device that is there."""
        kind = self._kinds.get(values.get("type_id", ""))
        if kind is None and thing.row is not None and "type_id" not in values:
            kind = self._types[int(thing.row["type_id"])]
        return kind

    def _position(self, record: Record, thing: Thing, values: dict[str, Any], where: dict[str, Any]) -> None:
        """Require a unit for devices in a rack and none for others; without a place in the list, the device stays in place."""
        rack = where.get("rack_id")
        stays = not where and thing.row is not None and thing.row["rack_id"] is not None
        if isinstance(rack, Thing):
            self._stand_beside(thing, values, rack)
            moved = thing.row is None or thing.row["rack_id"] != rack.row_id
            # Where the type is unknown, it is not known whether it takes units; where a column of units is asked about, it may hold them.
            unknown = self._asks or values.get("type_id") == ""
            if values.get("position") is None and ("position" in values or moved) and not unknown:
                fix = QT_TRANSLATE_NOOP("import", "Enter the lowest unit that it occupies, or leave the rack empty.")
                self._fault(record, "position", QT_TRANSLATE_NOOP("import", "the unit in the rack is missing."), fix)
            return
        if values.get("position") is not None and not stays:
            fix = QT_TRANSLATE_NOOP("import", "Enter a rack, or leave the unit empty.")
            self._fault(record, "position", QT_TRANSLATE_NOOP("import", "a unit is given, but no rack."), fix)
        if where:
            values["position"] = None
        elif values.get("position") is None:
            values.pop("position", None)

    def _stand_beside(self, thing: Thing, values: dict[str, Any], rack: Thing) -> None:
        """Devices next to the rack units, as in NetBox lists or with "0U", start at the lowest unit, or stay in place."""
        kind = self._kind_of(thing, values)
        if kind is None or kind.mount is not Mount.ZERO_U or values.get("position") is not None:
            return
        values.pop("position", None)
        if thing.row is None or thing.row["rack_id"] != rack.row_id:
            values["position"] = 0

    def _where(self, record: Record, values: dict[str, Any]) -> dict[str, Any] | None:
        """The holder named in a line: rack, hall, or nothing; empty if the list does not specify it. Parents come later."""
        names = record.names
        rack: Thing | None = None
        if names.get("rack") and not names.get("parent"):
            rack = self._rack(record)
            if rack is None:
                return None
            if record.rack_type is not None:
                self._rack_type(record, rack, record.rack_type)
            if rack.is_new and "type_id" not in rack.values:
                self._no_rack_type(record, rack.name)
                # Said once for all devices of the rack.
                rack.values["type_id"] = ""
            return {"rack_id": rack, "hall_id": None, "parent_id": None}
        if names.get("parent"):
            return {"rack_id": None, "hall_id": None}
        if not {"rack", "parent", "hall"} & set(names):
            return {}
        if names.get("hall"):
            hall = self._hall(record, names["hall"])
            return None if hall is None else {"rack_id": None, "hall_id": hall, "parent_id": None}
        return {"rack_id": None, "hall_id": None, "parent_id": None} if "rack" in names else {}

    def _by_name(self, record: Record, name: str, where: Mapping[str, Any], parent: str) -> Thing:
        """The device of that name in that place, else the only one of that name in the project, else a new one."""
        if name:
            holder = parent or where.get("rack_id") or where.get("hall_id")
            here = self._in_place.get((holder.row_id if isinstance(holder, Thing) else holder, name), []) if holder else []
            only = self._device_names.get(name)
            for row_id in (*here, *([] if only is None else [only])):
                if (Kind.DEVICE, row_id) not in self._claimed:
                    return self._own(record, Kind.DEVICE, name, row_id)
        return self._new(record, Kind.DEVICE, name, "device", {})

    def _parents(self, records: list[Record]) -> None:
        """Find the holders that lines name, among the devices of the list and of the project."""
        listed: dict[str, list[tuple[Record, Thing]]] = defaultdict(list)
        for record in records:
            thing = self._of_record.get(id(record))
            if thing is not None:
                listed[thing.name].append((record, thing))
                if thing.row is not None and thing.row["name"] != thing.name:
                    listed[str(thing.row["name"])].append((record, thing))
        for record in records:
            name = record.names.get("parent", "")
            thing = self._of_record.get(id(record))
            if not name or thing is None:
                continue
            holder = self._parent(record, name, listed[name])
            if holder is not None:
                thing.values["parent_id"] = holder
        self._demand_no_rings(records)

    def _parent(self, record: Record, name: str, listed: list[tuple[Record, Thing]]) -> Thing | None:
        candidates = [thing for other, thing in listed if other is not record]
        if len(candidates) > 1:
            same = [
                thing
                for other, thing in listed
                if other is not record and all(other.names.get(key) == record.names.get(key) for key in ("hall", "row", "rack"))
            ]
            current = self._of_record[id(record)].row
            current_parents = (
                []
                if current is None
                else [thing for thing in candidates if thing.row_id is not None and thing.row_id == current["parent_id"]]
            )
            candidates = current_parents or same or candidates
        if not candidates:
            row_id = self._device_names.get(name)
            if row_id is not None:
                return self._own(record, Kind.DEVICE, name, row_id)
            fix = QT_TRANSLATE_NOOP("import", "Enter the name of a device in the list or in the project.")
            near = self._near_names().of(name)
            if near:
                fix = QT_TRANSLATE_NOOP("import", "Did you mean {names}?")
            self._fault(record, "parent", QT_TRANSLATE_NOOP("import", "there is no device {name}."), fix, name=name, names=near)
            return None
        if len(candidates) > 1:
            self._ambiguous(record, "parent", name, [self._stands(candidate) for candidate in candidates])
            return None
        return candidates[0]

    def _near_names(self) -> NearNames:
        """The names of all devices of the project and of the list."""
        if self._near is None:
            listed = [record.names.get("device", "") for record in self._records if record.kind is Kind.DEVICE]
            self._near = NearNames([*(str(row["name"]) for row in self._rows[Kind.DEVICE].values()), *(name for name in listed if name)])
        return self._near

    def _demand_no_rings(self, records: list[Record]) -> None:
        for record in records:
            thing = self._of_record.get(id(record))
            seen, at = set(), thing
            while at is not None and at not in seen:
                seen.add(at)
                at = self._holder_of(at)
            if at is not None and at is thing:
                self._fault(record, "parent", QT_TRANSLATE_NOOP("import", "the device would contain itself."), "")

    def _holder_of(self, thing: Thing) -> Thing | None:
        if "parent_id" in thing.values:
            holder = thing.values["parent_id"]
            return holder if isinstance(holder, Thing) else None
        parent = None if thing.row is None else thing.row["parent_id"]
        return None if parent is None else self._claimed.get((Kind.DEVICE, parent))

    def _demand_single(self, record: Record, thing: Thing) -> None:
        """Two new devices of one name in one rack are one line too many."""
        holder = thing.values.get("rack_id") or thing.values.get("hall_id") or record.names.get("parent")
        place = (Kind.DEVICE, holder, thing.values.get("serial", ""), thing.name)
        if self._named[place]:
            text = QT_TRANSLATE_NOOP("import", "{name} is a duplicate; it is already in {other}.")
            fix = QT_TRANSLATE_NOOP("import", "Remove one of the lines, or rename one.")
            self._fault(record, "device", text, fix, name=thing.name, other=self._named[place][0].place[2])
        self._named[place].append(thing)
