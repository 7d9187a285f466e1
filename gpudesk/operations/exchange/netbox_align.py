"""Match racks and devices of a NetBox file with a project: the row of each, and the differences between the file and the project.

The file contains the export of the project, perhaps changed. A cell that still equals the exported value of the row is not a
change, whatever NetBox requires: a shortened name, a status without a NetBox equivalent, a position counted from the top.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gpudesk.core.hardware.hardware import Family, HardwareType, Mount
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.names.text_limits import slug_of
from gpudesk.core.values.columns import Columns
from gpudesk.formats.netbox.netbox_names import MOST_TAG, NetboxNames, role_of
from gpudesk.formats.netbox.netbox_trays import SYSTEM
from gpudesk.formats.netbox.netbox_units import Numbering, numbered_so, numbering_of
from gpudesk.formats.tables.device_list import DeviceList, Kind, Record, Wanted
from gpudesk.formats.tables.netbox_origin import Origin, plain_names
from gpudesk.operations.exchange import import_questions as questions
from gpudesk.operations.exchange.import_changes import Question
from gpudesk.operations.exchange.netbox_align_systems import align_systems, without_other_type
from gpudesk.operations.exchange.netbox_renamed_racks import renamed_racks, replaced_racks
from gpudesk.operations.exchange.netbox_site import is_elsewhere, of_site
from gpudesk.operations.exchange.type_finder import TypeFinder
from gpudesk.project.netbox_ids import NetboxIds
from gpudesk.project.netbox_known import ROLES
from gpudesk.project.types import Types

Row = dict[str, Any]
_NOWHERE = {"rack": "", "hall": "", "parent": ""}


class Aligned:
    """The records of a file as records of a project.

    Attributes:
        found: the list to import.
        questions: questions that the user must answer first.
        systems: what the file says of the trays of rack-scale systems.
    """

    def __init__(
        self,
        given: DeviceList,
        tables: Callable[[str], Columns],
        types: Types,
        names: NetboxNames,
        ids: NetboxIds,
        answers: Mapping[str, str],
        chosen: str = "",
        modules: Sequence[Record] = (),
    ) -> None:
        """`chosen` is the site of the project, "" where the files name none."""
        self.questions: list[Question] = []
        self._types, self._names, self._answers = types, names, answers
        self._ids = ids
        self._rows = {kind: _rows(tables(str(kind))) for kind in (Kind.RACK, Kind.DEVICE)}
        self._row_names = {row_id: row["name"] for row_id, row in _rows(tables("rack_row")).items()}
        self._hall_names = {row_id: row["name"] for row_id, row in _rows(tables("hall")).items()}
        self._tops = {device["id"]: top for device, _, top in names.in_order}
        self._halls = {name: row_id for row_id, name in names.halls.items()}
        self._rack_names = dict(names.racks)
        self._devices = {rack: row_id for row_id, (_, rack) in names.systems.items()}
        self._devices |= {name: row_id for row_id, name in names.devices.items()}
        self._by_rack_name: dict[str, list[int]] | None = None
        self.found = replace(
            given,
            records=[],
            faults=list(given.faults),
            remarks=list(given.remarks),
            types=dict(given.types),
            removed=list(given.removed),
        )
        self._finder = TypeFinder(types, self.found.types)
        self._numberings: dict[str, tuple[HardwareType, Numbering] | None] = {}
        records = of_site(given.records, chosen)
        self._elsewhere = {
            record.names.get("device", "")
            for record in given.records
            if record.kind is Kind.DEVICE and is_elsewhere(_origin(record).site, chosen)
        }
        self.systems = align_systems(records, names, ids, self._finder)
        records = self.systems.records
        self.found.remarks.extend(self.systems.remarks)
        self._known = self._matched(records)
        self._follow(records)
        self._undecided: list[str] = []
        self._pair_racks(records)
        for record in records:
            if record.kind is Kind.RACK:
                self.found.records.append(self._rack(record))
        devices = [record for record in records if record.kind is Kind.DEVICE]
        if len(devices) == len(records):
            self._pair_racks_of(devices)
        self._pair(devices)
        self.found.records.extend(self._device(record) for record in devices)
        self._modules(modules)
        if self._undecided:
            self.questions.append(questions.which_end(self._undecided))

    @property
    def devices(self) -> Mapping[str, int]:
        """Name of a device in the files to its row in the project."""
        return self._devices

    @property
    def asks_about_names(self) -> bool:
        """Whether the user must specify which racks or devices were renamed."""
        return any(question.key in questions.ALL_RENAMES for question in self.questions)

    # which rows

    def _matched(self, records: list[Record]) -> dict[int, int]:
        """Place of a record to the row that it means: by its number in NetBox, its serial number, its asset tag, its name."""
        found: dict[int, int] = {}
        taken: set[tuple[Kind, int]] = set()
        by_serial = {kind: _single((row_id, row["serial"][:MOST_TAG]) for row_id, row in rows.items()) for kind, rows in self._rows.items()}
        by_tag = _single((key, tag) for key, tag in self._names.tags.items())

        def claim(record: Record, row_id: int | None) -> None:
            if id(record) not in found and row_id is not None and (record.kind, row_id) not in taken and row_id in self._rows[record.kind]:
                found[id(record)] = row_id
                taken.add((record.kind, row_id))

        for record in records:
            claim(record, self._ids.row(_origin(record).table or str(record.kind), _origin(record).number))
        for record in records:
            claim(record, by_serial[record.kind].get(record.values.get("serial", "")))
        for record in records:
            table, row_id = by_tag.get(record.values.get("asset", ""), ("", 0))
            claim(record, row_id if table == record.kind else None)
        for record in records:
            claim(record, self._by_name(record))
        return found

    def _by_name(self, record: Record) -> int | None:
        if _origin(record).table == SYSTEM:
            return self.systems.rows.get(id(record))
        if record.kind is Kind.DEVICE:
            return self._devices.get(record.names.get("device", ""))
        return self._named_rack(record.names["rack"], record.names.get("hall"))

    def _named_rack(self, text: str, hall: str | None) -> int | None:
        """The rack with this name in NetBox; None if there is none, or several."""
        for name in plain_names(text):
            rack_ids = [row_id for row_id in self._racks.get(name, ()) if not hall or self._rack_names[row_id][0] == hall]
            if len(rack_ids) == 1:
                return rack_ids[0]
        return None

    @property
    def _racks(self) -> Mapping[str, list[int]]:
        if self._by_rack_name is None:
            self._by_rack_name = defaultdict(list)
            for row_id, (_, name) in self._rack_names.items():
                self._by_rack_name[name].append(row_id)
        return self._by_rack_name

    def _follow(self, records: list[Record]) -> None:
        """Apply a new name in the file to the other lines that refer to it."""
        devices = {row_id: name for name, row_id in self._devices.items()}
        for record in records:
            row_id = self._known.get(id(record))
            if row_id is not None and record.kind is Kind.RACK:
                hall, _ = self._rack_names[row_id]
                self._rack_names[row_id] = record.names.get("hall") or hall, record.names["rack"]
            elif row_id is not None and record.names.get("device"):
                devices[row_id] = record.names["device"]
        self._by_rack_name = None
        self._devices = {name: row_id for row_id, name in devices.items()}

    def _pair_racks(self, records: list[Record]) -> None:
        """A rack with an unknown name while one of its type is missing from its hall: the user decides whether it was renamed.

        A rack-scale system is such a rack as well.
        """
        pairs: list[tuple[Record, Row]] = []
        for kind, listed in ((Kind.RACK, self._rack_names), (Kind.DEVICE, self._names.systems)):
            of_kind = [record for record in records if record.kind is kind and (kind is Kind.RACK or _origin(record).table == SYSTEM)]
            claimed = {self._known[id(record)] for record in of_kind if id(record) in self._known}
            missing: dict[str, list[Row]] = defaultdict(list)
            for row_id, (hall, _) in listed.items():
                # A list with no rack of the project may be about others.
                if row_id not in claimed and (claimed or kind is Kind.DEVICE):
                    missing[hall].append(self._rows[kind][row_id])
            fresh = [record for record in of_kind if id(record) not in self._known]
            pairs.extend(replaced_racks(fresh, missing, lambda row, wanted: self._is_type(self._types[row["type_id"]], wanted)))
        if not pairs:
            return
        answer = self._answers.get(questions.RACK_RENAMES)
        if answer not in (questions.RENAMED, questions.NEW):
            names = [(row["name"], record.names["rack" if record.kind is Kind.RACK else "device"]) for record, row in pairs]
            self.questions.append(questions.renamed_or_new(questions.RACK_RENAMES, names))
        elif answer == questions.RENAMED:
            self._known |= {id(record): row["id"] for record, row in pairs}
            self._follow([record for record, _ in pairs])

    def _pair_racks_of(self, devices: list[Record]) -> None:
        """A rack with an unknown name and the devices of a known one: the user decides whether it was renamed or they moved."""
        rows = {id(record): self._rows[Kind.DEVICE][self._known[id(record)]] for record in devices if id(record) in self._known}
        rack_of = {place: row["rack_id"] for place, row in rows.items() if row["rack_id"] is not None}

        def known(record: Record) -> int | None:
            return self._named_rack(record.names["rack"], record.names.get("hall"))

        renamed = renamed_racks(devices, rack_of, known, lambda rack: self._rack_names[rack][1])
        called = {rack: self._rows[Kind.RACK][rack]["name"] for rack in renamed}
        answer = self._answers.get(questions.RACK_RENAMES)
        if renamed and answer not in (questions.RENAMED, questions.NEW):
            pairs = [(called[rack], record.names["rack"]) for rack, record in renamed.items()]
            self.questions.append(questions.renamed_or_new(questions.RACK_RENAMES, pairs))
        # Until a person has said it, the devices are shown in the rack that they were in.
        for rack, record in renamed.items() if answer != questions.NEW else ():
            self._rack_names[rack] = self._rack_names[rack][0], record.names["rack"]
        self._by_rack_name = None
        for rack, record in list(renamed.items())[:1] if answer == questions.RENAMED else ():
            text = QT_TRANSLATE_NOOP(
                "import",
                ("{name} is named {rack} in this project. Racks with different names in NetBox: {count}. Import the racks as well."),
            )
            values = {"count": len(renamed), "name": record.names["rack"], "rack": called[rack]}
            self.found.remarks.append(record.line.fault("rack", text, context="import", **values))

    def _pair(self, records: list[Record]) -> None:
        """Devices with unknown names in the places of missing devices: the user decides whether they were renamed."""
        claimed = {self._known[id(record)] for record in records if id(record) in self._known}
        missing: dict[tuple[int, str], list[Row]] = defaultdict(list)
        for row_id, row in self._rows[Kind.DEVICE].items():
            if row_id not in claimed and row_id in self._names.devices and row["rack_id"] is not None:
                missing[row["rack_id"], self._types[row["type_id"]].model.casefold()].append(row)
        pairs: list[tuple[Record, Row]] = []
        for record in records:
            rack_id = self._named_rack(record.names.get("rack", ""), record.names.get("hall"))
            wanted_type = record.values.get("type")
            if id(record) in self._known or rack_id is None or not isinstance(wanted_type, Wanted):
                continue
            there = missing.get((rack_id, wanted_type.text.casefold()), [])
            position = self._placed(record, rack_id)
            fitting = [row for row in there if position is None or row["position"] == position]
            if len(fitting) == 1:
                there.remove(fitting[0])
                pairs.append((record, fitting[0]))
        # In which racks devices are is known when a person has said which racks were renamed: only then these are all pairs.
        if not pairs or self.asks_about_names:
            return
        answer = self._answers.get(questions.DEVICE_RENAMES)
        if answer not in (questions.RENAMED, questions.NEW):
            names = [(row["name"], record.names["device"]) for record, row in pairs]
            self.questions.append(questions.renamed_or_new(questions.DEVICE_RENAMES, names))
        elif answer == questions.RENAMED:
            self._known |= {id(record): row["id"] for record, row in pairs}
            self._follow([record for record, _ in pairs])
        else:
            self.found.removed.extend(row["id"] for _, row in pairs)

    # racks

    def _rack(self, record: Record) -> Record:
        row_id = self._known.get(id(record))
        row = None if row_id is None else self._rows[Kind.RACK][row_id]
        names, values = dict(record.names), dict(record.values)
        if row is not None:
            hall, name = self._names.racks[row["id"]]
            names |= {"rack": row["name"]} if names["rack"] == name else {}
            if names.get("hall") == hall:
                names["hall"] = self._hall_names[row["hall_id"]]
            if row["row_id"] is not None and names.get("row") == self._row_names[row["row_id"]][: 200 - len("Row ")]:
                names["row"] = self._row_names[row["row_id"]]
            self._keep_texts(record.kind, row, values)
            self._keep_type(row, values)
        else:
            # A rack is somewhere: without a location it is in the site.
            names.setdefault("hall", "".join(_origin(record).site))
            if names["hall"] in self._halls:
                names["hall"] = self._hall_names[self._halls[names["hall"]]]
        self._number(record, row, values)
        return replace(record, names=names, values=values, known_id=row_id)

    def _number(self, record: Record, row: Row | None, values: dict[str, Any]) -> None:
        """Assign a rack the type with the unit numbering of the file or of the user."""
        wanted_type, origin = values.get("type"), _origin(record)
        hardware_type: HardwareType | None = None if row is None else self._types[row["type_id"]]
        if isinstance(wanted_type, Wanted):
            kind = self._finder.find(wanted_type, rack=True)
            hardware_type = kind if isinstance(kind, HardwareType) else None
        name = record.names["rack"]
        if hardware_type is None:
            self._numberings[name] = None
            return
        own = numbering_of(hardware_type if row is None else self._types[row["type_id"]])
        descending = origin.descending
        if descending is None and row is None and not own.stated:
            answer = self._answers.get(questions.RACK_UNITS)
            if answer not in (questions.BOTTOM, questions.TOP):
                self._undecided.append(name)
            descending = answer == questions.TOP
        numbering = Numbering(origin.first_unit or own.first, own.descending if descending is None else descending, stated=True)
        if not numbering.same(numbering_of(hardware_type)):
            body = numbered_so(hardware_type, numbering)
            self.found.types[str(body["key"])] = body
            values["type"] = Wanted(str(body["key"]))
        self._numberings[name] = hardware_type, numbering

    def _numbered(self, rack: str, row_id: int | None) -> tuple[HardwareType, Numbering] | None:
        """Type and numbering of the rack of a device, None if the rack is unknown."""
        for name in plain_names(rack):
            if name in self._numberings:
                return self._numberings[name]
        if row_id is None:
            return None
        kind = self._types[self._rows[Kind.RACK][row_id]["type_id"]]
        self._numberings[rack] = kind, numbering_of(kind)
        return self._numberings[rack]

    # devices

    def _device(self, record: Record) -> Record:
        row_id = self._known.get(id(record))
        row = None if row_id is None else self._rows[Kind.DEVICE][row_id]
        names, values = dict(record.names), dict(record.values)
        rack_id = self._named_rack(names["rack"], names.get("hall")) if names.get("rack") else None
        if row is not None:
            names |= {"device": row["name"]} if names.get("device") == self._names.shown(row["id"]) else {}
            self._keep_texts(record.kind, row, values)
            self._keep_type(row, values)
            kind = self._types[row["type_id"]]
            role = role_of(row, kind)
            if values.get("role") in (role, self._ids.known.name(ROLES, role)):
                values["role"] = row["role"]
        if _origin(record).table == SYSTEM:
            remark = without_other_type(record, values, self._finder, is_known=row is not None)
            self.found.remarks.extend([] if remark is None else [remark])
        parent = next((self._devices[name] for name in plain_names(names.get("parent", "")) if name in self._devices), None)
        if parent is not None:
            names["parent"] = self._rows[Kind.DEVICE][parent]["name"]
            if values.get("slot"):
                values["slot"] = self._bay(parent, row, str(values["slot"]))
        if _origin(record).counted:
            position = self._placed(record, rack_id)
            if position is not None and position < 0:
                text = QT_TRANSLATE_NOOP("import", "the device would be outside its rack.")
                self.found.faults.append(record.line.fault("position", text, context="import"))
                position = 0
            values["position"] = position
        self._place(record, row, rack_id, parent, names, values)
        return replace(record, names=names, values=values, known_id=row_id)

    def _bay(self, parent: int, row: Row | None, shown: str) -> str:
        """The bay of a device: NetBox lists one that has a label as "Node B (label)"."""
        bays = {bay.name for bay in self._types[self._rows[Kind.DEVICE][parent]["type_id"]].bays}
        if row is not None and row["parent_id"] == parent:
            bays.add(row["slot"])
        return next((name for name in plain_names(shown) if name in bays), shown)

    def _placed(self, record: Record, rack_id: int | None) -> int | None:
        """The position in half units above the bottom of the rack, None if the file does not specify it."""
        position = record.values.get("position")
        if position is None or not _origin(record).counted:
            return None
        rack = self._numbered(record.names.get("rack", ""), rack_id)
        kind = self._kind(record)
        if rack is None or kind is None:
            return int(position)
        return rack[1].placed(position, kind.height_half_units, rack[0])

    def _kind(self, record: Record) -> HardwareType | None:
        row_id, wanted_type = self._known.get(id(record)), record.values.get("type")
        if isinstance(wanted_type, Wanted):
            if row_id is not None and self._is_type(self._types[self._rows[Kind.DEVICE][row_id]["type_id"]], wanted_type):
                return self._types[self._rows[Kind.DEVICE][row_id]["type_id"]]
            kind = self._finder.find(wanted_type, rack=False)
            return kind if isinstance(kind, HardwareType) else None
        return None if row_id is None else self._types[self._rows[Kind.DEVICE][row_id]["type_id"]]

    def _place(
        self, record: Record, row: Row | None, rack_id: int | None, parent: int | None, names: dict[str, str], values: dict[str, Any]
    ) -> None:
        """Set the location of the device: nothing if it equals that in the project, no location if its unit is missing."""
        if row is not None and self._stays(row, rack_id, parent, names, values):
            for name in ("rack", "hall", "parent"):
                names.pop(name, None)
            if "slot" in values and row["parent_id"] is not None and not values["slot"]:
                del values["slot"]
            return
        if names.get("hall") in self._halls:
            names["hall"] = self._hall_names[self._halls[names["hall"]]]
        if not names.get("rack") or names.get("parent"):
            return
        if rack_id is not None:
            names["rack"] = self._rows[Kind.RACK][rack_id]["name"]
        elif plain := next((name for name in plain_names(names["rack"]) if name in self._numberings), None):
            names["rack"] = plain
        kind = self._kind(record)
        is_unread = values.get("position") is None and bool(record.line.cells.get("position", "").strip())
        if is_unread:
            # The cell is wrong, which is said already.
            return
        if values.get("position") is None and kind is not None and kind.mount is not Mount.ZERO_U:
            text = QT_TRANSLATE_NOOP("import", "{name} has no unit in the rack {rack}: it is imported unplaced.")
            self.found.remarks.append(
                record.line.fault("position", text, context="import", name=names.get("device", ""), rack=record.names["rack"])
            )
            names |= _NOWHERE
            values.pop("position", None)
        elif values.get("position") is None:
            values.pop("position", None)

    def _stays(self, row: Row, rack_id: int | None, parent: int | None, names: Mapping[str, str], values: Mapping[str, Any]) -> bool:
        """Whether the file has the device where the project has it."""
        top = self._tops.get(row["id"], row)
        stated = {name for name in ("rack", "hall", "parent") if name in names}
        if row["parent_id"] is not None:
            if names.get("parent"):
                return bool(parent == row["parent_id"] and values.get("slot", row["slot"]) == row["slot"])
            # A device inside another is listed in the rack of that device, and a list may not say in which.
            inside = rack_id is not None and rack_id == top["rack_id"]
            return bool(inside or (top["rack_id"] is None and not names.get("rack")) or not stated)
        if names.get("parent"):
            return False
        if "rack" in names and (rack_id is not None) != (row["rack_id"] is not None):
            return False
        if row["rack_id"] is not None:
            held = self._types[row["type_id"]].mount is Mount.UNITS
            lost = held and "position" in values and values["position"] is None
            return bool(rack_id == row["rack_id"] and not lost) if "rack" in names else True
        hall = "" if row["hall_id"] is None else self._names.halls[row["hall_id"]]
        return bool("hall" not in names or names["hall"] == hall)

    # modules

    def _modules(self, records: Sequence[Record]) -> None:
        """Find the row of each module: the one with its ID, serial number or asset tag, else the one in its bay."""
        rows = {row_id: row for row_id, row in self._rows[Kind.DEVICE].items() if self._names.shown(row_id) is None}
        by_serial = _single((row_id, row["serial"][:MOST_TAG]) for row_id, row in rows.items())
        by_tag = _single((row_id, tag) for (table, row_id), tag in self._names.tags.items() if table == "device" and row_id in rows)
        in_bay = {(row["parent_id"], row["slot"]): row_id for row_id, row in rows.items() if row["parent_id"] is not None}
        fresh = {record.names["device"] for record in self.found.records if record.kind is Kind.DEVICE and record.known_id is None}
        taken: dict[tuple[str, str], Record] = {}
        strange: list[Record] = []
        doubtful: list[Record] = []
        claimed: set[int] = set()
        for record in records:
            holder, name, is_sure = self._holder(record, fresh)
            if not name:
                strange.append(record)
                continue
            slot = record.values["slot"]
            own = (
                self._ids.row("module", _origin(record).number),
                by_serial.get(record.values.get("serial", "")),
                by_tag.get(record.values.get("asset", "")),
            )
            if not (is_sure or any(each in rows for each in own) or self._is_of_site(record)):
                doubtful.append(record)
                continue
            if (name, slot) in taken:
                text = QT_TRANSLATE_NOOP("import", "two rows refer to the same bay: export the modules with a filter for one site.")
                self.found.faults.append(record.line.fault("bay", text, context="import"))
                continue
            taken[name, slot] = record
            places = (*own, in_bay.get((holder, slot)))
            row_id = next((place for place in places if place in rows and place not in claimed), None)
            self.found.records.append(self._module(record, row_id, holder, name))
            if row_id is not None:
                claimed.add(row_id)
        self._set_aside(strange, doubtful)

    def _is_of_site(self, record: Record) -> bool:
        """Whether the device that a module names by name alone is of this site: a list of modules names no site."""
        if self._answers.get(questions.MODULES) == questions.ONE_SITE:
            return True
        # A list of devices of several sites says which names only this one has.
        return bool(self._elsewhere) and self._elsewhere.isdisjoint(plain_names(record.names.get("parent", "")))

    def _set_aside(self, strange: Sequence[Record], doubtful: Sequence[Record]) -> None:
        """Report modules that are not imported: their devices are unknown, or possibly those of another site."""
        if strange:
            text = QT_TRANSLATE_NOOP(
                "import",
                "{count} {count|module is|modules are} skipped because {count|its device is|their devices are} not in the project; "
                "this is the first.",
            )
            self.found.remarks.append(strange[0].line.fault("parent", text, context="import", count=len(strange)))
        if not doubtful:
            return
        if self._answers.get(questions.MODULES) != questions.SEVERAL_SITES:
            self.questions.append(questions.whose_modules([record.names.get("parent", "") for record in doubtful]))
            return
        text = QT_TRANSLATE_NOOP(
            "import",
            "{count} {count|module is|modules are} skipped because {count|its device|their devices} may be in another site under the "
            "same name; this is the first.",
        )
        self.found.remarks.append(doubtful[0].line.fault("parent", text, context="import", count=len(doubtful)))

    def _holder(self, record: Record, fresh: Iterable[str]) -> tuple[int | None, str, bool]:
        """The row of the device that holds a module, its name, and whether more than the name identifies it; "" if unknown."""
        number, tag = record.names.get("parent_number", ""), record.names.get("parent_tag", "")
        row_id = self._ids.row("device", int(number)) if number.isdecimal() and len(number) <= 18 else None
        if row_id is None and tag:
            row_id = next(
                (tagged_id for (table, tagged_id), device_tag in self._names.tags.items() if (table, device_tag) == ("device", tag)), None
            )
        is_sure, shown = row_id is not None, record.names.get("parent", "")
        for name in plain_names(shown) if row_id is None else ():
            if name in self._devices:
                row_id = self._devices[name]
                is_sure = shown == f"{name} ({self._names.tags.get(('device', row_id), '')})"
                break
            if name in fresh:
                return None, name, False
        return (row_id, str(self._rows[Kind.DEVICE][row_id]["name"]), is_sure) if row_id in self._rows[Kind.DEVICE] else (None, "", False)

    def _module(self, record: Record, row_id: int | None, holder: int | None, name: str) -> Record:
        values = dict(record.values)
        if row_id is None:
            return replace(record, names={"device": "", "parent": name}, values=values, origin=_of_module(record))
        row = self._rows[Kind.DEVICE][row_id]
        self._keep_texts(record.kind, row, values)
        self._keep_type(row, values)
        names = {"device": str(row["name"])}
        if (row["parent_id"], row["slot"]) == (holder, values["slot"]):
            del values["slot"]
        else:
            names["parent"] = name
        return replace(record, names=names, values=values, known_id=row_id, origin=_of_module(record))

    # what is the same

    def _keep_texts(self, kind: Kind, row: Row, values: dict[str, Any]) -> None:
        """Leave out the texts that are as the export of the project has them."""
        exported = {"serial": row["serial"][:MOST_TAG].strip(), "asset": self._names.tags.get((str(kind), row["id"]), "")}
        for name, text in exported.items():
            if values.get(name) == text:
                values[name] = row[name]
        if "notes" in values and values["notes"].strip() == row["notes"].strip():
            values["notes"] = row["notes"]

    def _keep_type(self, row: Row, values: dict[str, Any]) -> None:
        """Name the type that the row has by its key where the file means it."""
        kind, wanted_type = self._types[row["type_id"]], values.get("type")
        if isinstance(wanted_type, Wanted) and self._is_type(kind, wanted_type):
            values["type"] = Wanted(kind.key)

    def _is_type(self, kind: HardwareType, wanted: Wanted) -> bool:
        if wanted.units is not None:
            return (kind.number("units_u"), kind.number("rail_width_inch") or 19.0) == (wanted.units, wanted.rail_width_inch)
        # NetBox may have had manufacturer and type before, spelled otherwise.
        fits = not wanted.vendor or slug_of(wanted.vendor) == slug_of(kind.vendor)
        model, text = kind.model.casefold(), wanted.text.casefold()
        # A rack whose units are numbered otherwise has a type of its own, named after the other.
        return fits and (slug_of(model) == slug_of(text) or (kind.family is Family.RACK and model.startswith(f"{text} (u")))


def _origin(record: Record) -> Origin:
    return record.origin or Origin()


def _of_module(record: Record) -> Origin:
    """Of a module: NetBox counts modules apart from devices."""
    return replace(_origin(record), table="module")


def _rows(columns: Columns) -> dict[int, Row]:
    return {row_id: columns.row(row_id) for row_id in columns.ids.tolist()}


def _single(pairs: Iterable[tuple[Any, str]]) -> dict[str, Any]:
    """Text to its only owner; texts of several and empty texts are left out."""
    key_of_text: dict[str, Any] = {}
    twice: set[str] = set()
    for key, text in pairs:
        if text in key_of_text:
            twice.add(text)
        key_of_text[text] = key
    return {text: key for text, key in key_of_text.items() if text and text not in twice}
