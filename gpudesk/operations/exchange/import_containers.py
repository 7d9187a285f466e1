"""The holders that a list names, halls, rows and racks, against those of a project."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.values.columns import Columns
from gpudesk.formats.tables.device_list import DeviceList, Kind, Record, Wanted
from gpudesk.formats.tables.table_faults import Fault
from gpudesk.operations.exchange.import_changes import Thing
from gpudesk.operations.exchange.type_finder import TypeFinder
from gpudesk.project.types import Types

_MOST_NAMED = 5
"""Maximum number of candidates named with a fault."""
Rows = Mapping[int, dict[str, Any]]


class Holders:
    """Halls, rows and racks in the lines of a list.

    Attributes:
        things: all objects named in the list, found or new.
        faults: all faults.
    """

    def __init__(self, tables: Callable[[str], Columns], types: Types, device_list: DeviceList) -> None:
        self._records = device_list.records
        self._finder = TypeFinder(types, device_list.types)
        self._kinds: dict[str, HardwareType] = {}
        self._rows: dict[Kind, Rows] = {kind: _rows(tables(kind)) for kind in NAME}
        self.things: list[Thing] = []
        self.faults: list[Fault] = list(device_list.faults)
        self._known_faults = {(fault.file, fault.sheet, fault.cell) for fault in device_list.faults}
        self._claimed: dict[tuple[Kind, int], Thing] = {}
        self._named: dict[tuple[Any, ...], list[Thing]] = defaultdict(list)
        self._said: dict[Thing, str] = {}
        self._rack_types: dict[Thing, tuple[Record, str]] = {}
        self._misses_halls = False
        self._known = self._known_ids()
        self._project_names = self._holders()

    def _known_ids(self) -> dict[int, int]:
        """Place of a record to the number that it names: a number counts for one line only, of copied lines the one that kept its name."""
        claims: dict[tuple[Kind, int], list[Record]] = defaultdict(list)
        for record in self._records:
            if record.known_id is not None and record.known_id in self._rows[record.kind]:
                claims[record.kind, record.known_id].append(record)
        row_ids = {}
        for (kind, row_id), records in claims.items():
            name = str(self._rows[kind][row_id]["name"])
            keeper = next((record for record in records if record.names.get(NAME[kind]) == name), records[0])
            row_ids[id(keeper)] = row_id
        return row_ids

    def _holders(self) -> dict[tuple[Any, ...], list[int]]:
        ids_by_name: dict[tuple[Any, ...], list[int]] = defaultdict(list)
        for row_id, row in self._rows[Kind.HALL].items():
            ids_by_name[Kind.HALL, row["name"]].append(row_id)
        for row_id, row in self._rows[Kind.ROW].items():
            ids_by_name[Kind.ROW, row["hall_id"], row["name"]].append(row_id)
        for row_id, row in self._rows[Kind.RACK].items():
            ids_by_name[Kind.RACK, row["hall_id"], row["name"]].append(row_id)
            ids_by_name[Kind.RACK, None, row["name"]].append(row_id)
        return ids_by_name

    def _hall_line(self, record: Record) -> None:
        name = record.names["hall"]
        known = self._known.get(id(record))
        thing = self._own(record, Kind.HALL, name, known) if known is not None else self._hall(record, name)
        if thing is not None:
            self._say(record, thing, {**record.values, "name": name})
            self._name(thing, (Kind.HALL, name))

    def _row_line(self, record: Record) -> None:
        hall = self._hall_named(record)
        if hall is None:
            return
        name = record.names["row"]
        known = self._known.get(id(record))
        thing = self._own(record, Kind.ROW, name, known) if known is not None else self._row(record, hall, name)
        if thing is not None:
            self._say(record, thing, {**record.values, "name": name, "hall_id": hall})
            self._name(thing, (Kind.ROW, hall, name))

    def _rack_line(self, record: Record) -> None:
        name = record.names["rack"]
        known = self._known.get(id(record))
        if known is None:
            thing = self._rack(record)
        else:
            thing = self._own(record, Kind.RACK, name, known)
        if thing is None:
            return
        values = {**record.values, "name": name}
        if record.names.get("hall") or record.names.get("row"):
            hall = self._hall_named(record)
            if hall is None:
                return
            values["hall_id"] = hall
            if "row" in record.names:
                values["row_id"] = self._row(record, hall, record.names["row"]) if record.names["row"] else None
            self._name(thing, (Kind.RACK, hall, name))
        if "type" in values:
            values["type_id"] = self._type(record, "rack_type", values.pop("type"), rack=True)
        elif thing.is_new:
            self._no_rack_type(record, name)
        self._say(record, thing, values)
        self._name(thing, (Kind.RACK, None, name))

    def _hall_named(self, record: Record) -> Thing | None:
        name = record.names.get("hall", "")
        if name:
            return self._hall(record, name)
        halls = [*self._rows[Kind.HALL]]
        if len(halls) == 1:
            return self._own(record, Kind.HALL, str(self._rows[Kind.HALL][halls[0]]["name"]), halls[0])
        if "hall" not in record.line.columns:
            # One column is missing, however many lines need it.
            if self._misses_halls:
                return None
            self._misses_halls = True
        fix = QT_TRANSLATE_NOOP("import", "Enter the name of the hall; a new one is created if it does not exist.")
        self._fault(record, "hall", QT_TRANSLATE_NOOP("import", "the hall is missing."), fix)
        return None

    def _hall(self, record: Record, name: str) -> Thing | None:
        return self._holder(record, "hall", Kind.HALL, name, (Kind.HALL, name), (Kind.HALL, name), {})

    def _row(self, record: Record, hall: Thing, name: str) -> Thing | None:
        stored = (Kind.ROW, hall.row_id, name)
        return self._holder(record, "row", Kind.ROW, name, (Kind.ROW, hall, name), stored, {"hall_id": hall})

    def _holder(
        self, record: Record, column: str, kind: Kind, name: str, here: tuple[Any, ...], stored: tuple[Any, ...], values: dict[str, Any]
    ) -> Thing | None:
        """The hall or row with a name: from the list, else from the project, else a new one."""
        if self._named[here]:
            return self._named[here][0]
        known = self._project_names.get(stored, [])
        if len(known) > 1:
            places = [str(self._rows[Kind.HALL].get(self._rows[kind][row_id].get("hall_id") or 0, {}).get("name", "")) for row_id in known]
            self._ambiguous(record, column, name, places)
            return None
        thing = self._own(record, kind, name, known[0]) if known else self._new(record, kind, name, column, values)
        self._name(thing, here)
        return thing

    def _rack(self, record: Record) -> Thing | None:
        """The rack that a line names, within the hall and row that it names."""
        name, hall_name, row_name = record.names["rack"], record.names.get("hall", ""), record.names.get("row", "")
        hall = self._hall(record, hall_name) if hall_name else None
        if hall_name and hall is None:
            return None
        row = self._row(record, hall, row_name) if hall is not None and row_name else None
        listed = [
            thing
            for thing in self._named[Kind.RACK, hall, name]
            if not row_name or (thing.values.get("row_id") is row if "row_id" in thing.values else self._stands_in(thing, row))
        ]
        known: list[Thing | int] = [
            self._claimed.get((Kind.RACK, row_id), row_id)
            for row_id in self._project_names.get((Kind.RACK, None if hall is None else hall.row_id, name), [])
            if hall is None or hall.row_id is not None
        ]
        for candidate in known:
            if isinstance(candidate, Thing):
                if candidate not in listed and self._stands_in(candidate, row):
                    listed.append(candidate)
            elif not row_name or self._rows[Kind.RACK][candidate]["row_id"] == (None if row is None else row.row_id):
                listed.append(self._own(record, Kind.RACK, name, candidate))
        if len(listed) > 1:
            self._ambiguous(record, "rack", name, [self._stands(rack) for rack in listed])
            return None
        if listed:
            return listed[0]
        hall = hall or self._hall_named(record)
        if hall is None:
            return None
        thing = self._new(
            record, Kind.RACK, name, "rack", {"hall_id": hall, "row_id": self._row(record, hall, row_name) if row_name else None}
        )
        self._name(thing, (Kind.RACK, hall, name))
        self._name(thing, (Kind.RACK, None, name))
        return thing

    def _stands_in(self, thing: Thing, row: Thing | None) -> bool:
        return row is None or (thing.row is not None and row.row_id is not None and thing.row["row_id"] == row.row_id)

    def _type(self, record: Record, column: str, wanted: Wanted, *, rack: bool) -> str:
        type_or_fault = self._finder.find(wanted, rack=rack)
        if isinstance(type_or_fault, HardwareType):
            self._kinds[type_or_fault.key] = type_or_fault
            return type_or_fault.key
        line = record.line
        self._add(Fault(line.file, line.sheet, line.address(column), *type_or_fault))
        return ""

    def _no_rack_type(self, record: Record, name: str) -> None:
        text = QT_TRANSLATE_NOOP("import", "the rack {name} is new, and its type is missing.")
        fix = QT_TRANSLATE_NOOP("import", "Enter the type of the rack, or add the rack to the project first.")
        self._fault(record, "rack_type", text, fix, name=name)

    def _rack_type(self, record: Record, rack: Thing, wanted: Wanted) -> None:
        key = self._type(record, "rack_type", wanted, rack=True)
        first = self._rack_types.setdefault(rack, (record, key))
        stated_type = rack.values.get("type_id", first[1])
        if key and stated_type and key != stated_type:
            other = first[0].line.address("rack_type") if first[0] is not record else rack.place[2]
            text = QT_TRANSLATE_NOOP("import", "the rack {name} has another type in {other}.")
            self._fault(record, "rack_type", text, "", name=rack.name, other=other)
        rack.values.setdefault("type_id", key)

    def _own(self, record: Record, kind: Kind, name: str, row_id: int) -> Thing:
        """The object for a row of the project."""
        thing = self._claimed.get((kind, row_id))
        if thing is None:
            line = record.line
            place = (line.file, line.sheet, line.address(NAME[kind]))
            thing = Thing(kind, name, self._rows[kind][row_id], place, row_id=row_id)
            self._claimed[kind, row_id] = thing
            self.things.append(thing)
        return thing

    def _new(self, record: Record, kind: Kind, name: str, column: str, values: dict[str, Any]) -> Thing:
        line = record.line
        thing = Thing(kind, name, None, (line.file, line.sheet, line.address(column)), dict(values))
        self.things.append(thing)
        return thing

    def _say(self, record: Record, thing: Thing, values: Mapping[str, Any]) -> None:
        """Store the values of a line for an object; a second line about it is a fault."""
        before = self._said.get(thing)
        if before is not None:
            text = QT_TRANSLATE_NOOP("import", "{name} is a duplicate; it is already in {other}.")
            fix = QT_TRANSLATE_NOOP("import", "Remove one of the lines, or rename one.")
            self._fault(record, NAME[thing.table], text, fix, name=thing.name or "–", other=before)
            return
        line = record.line
        thing.place = (line.file, line.sheet, line.address(NAME[thing.table]))
        self._said[thing] = thing.place[2]
        thing.values.update(values)
        if record.origin is not None:
            thing.alike.update(record.origin.alike)
        if thing.table is not Kind.DEVICE:
            thing.name = str(values["name"])

    def _name(self, thing: Thing, name: tuple[Any, ...]) -> None:
        if thing not in self._named[name]:
            self._named[name].append(thing)
        if thing.row is not None and thing.row["name"] != name[-1]:
            old = (*name[:-1], thing.row["name"])
            # Other lines may still use the name that the project has.
            if thing not in self._named[old]:
                self._named[old].append(thing)

    def _ambiguous(self, record: Record, column: str, name: str, places: list[str]) -> None:
        """Report that a name matches several objects, and their locations."""
        fix = QT_TRANSLATE_NOOP("import", "Enter the hall and the row as well, or rename one of them in the project.")
        text = QT_TRANSLATE_NOOP("import", "several are named {name}.")
        known = tuple(place for place in dict.fromkeys(places) if place)[:_MOST_NAMED]
        if len(known) > 1:
            text = QT_TRANSLATE_NOOP("import", "several are named {name}: in {places}.")
        self._fault(record, column, text, fix, name=name, places=known)

    def _stands(self, thing: Thing) -> str:
        """Hall, row and rack of an object, as far as the list or the project specifies them."""
        names = []
        for column, kind in (("hall_id", Kind.HALL), ("row_id", Kind.ROW), ("rack_id", Kind.RACK)):
            holder = thing.values.get(column) or (None if thing.row is None else thing.row.get(column))
            if isinstance(holder, Thing):
                names.append(holder.name)
            elif holder is not None:
                names.append(str(self._rows[kind][holder]["name"]))
        return " ".join(names)

    def _fault(self, record: Record, column: str, text: str, fix: str, **values: Value) -> None:
        line = record.line
        fix_message = Message("import", fix, values) if fix else None
        self._add(Fault(line.file, line.sheet, line.address(column), Message("import", text, values), fix_message))

    def _add(self, fault: Fault) -> None:
        """Add a fault, unless it follows from an existing fault of its cell."""
        if (fault.file, fault.sheet, fault.cell) not in self._known_faults:
            self.faults.append(fault)


NAME = {Kind.HALL: "hall", Kind.ROW: "row", Kind.RACK: "rack", Kind.DEVICE: "device"}


def _rows(columns: Columns) -> dict[int, dict[str, Any]]:
    return {row_id: columns.row(row_id) for row_id in columns.ids.tolist()}
