"""A list of cables is taken into the project: first as a preview that writes nothing, then as one step."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gpudesk.catalog.catalog import UnknownType, open_catalog
from gpudesk.checks.findings.finding import Object
from gpudesk.core.cabling.port_parts import lanes_at, link_gbps
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.names.connector_names import names_with_port
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.cabling.cable_end_names import cable_end_names
from gpudesk.derived.links.link_rates import port_groups
from gpudesk.derived.racks.trays import placed_trays
from gpudesk.formats.fabric.cable_list import CableList, CableRecord, NamedEnd, unique_places
from gpudesk.formats.tables.device_list import Kind
from gpudesk.formats.tables.netbox_origin import plain_names
from gpudesk.formats.tables.table_faults import Fault, UnreadableTable, by_place
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cables, move_cable_end, pull_cables, set_cables
from gpudesk.operations.exchange.import_changes import FieldChange, Preview, PreviewLine, Verdict
from gpudesk.operations.exchange.import_dry_run import fresh_findings
from gpudesk.operations.exchange.import_ports import ListedParts, TypePorts, connectors_of_cables, parts_of, port_word
from gpudesk.operations.exchange.near_names import NearNames
from gpudesk.operations.run.dry_run import brought_by
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

_CONTEXT = "import"
_MOST_FAULTS = 1_000
_MOST_NAMED = 5
"""Maximum number of candidates named with a fault."""
_MADE = ("type", "a_module", "b_module")
_SIDE_OF_PORT: Mapping[str, int] = {"a_port": 0, "b_port": 1}
"""Column of a changed port → the side of the cable, as an index: 0 for a, 1 for b."""
_STRIDE = 2_000
_End = tuple[int, int, int]
"""Device, port and first lane."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """One line, with its ends resolved.

    Attributes:
        cable_id: of the existing cable, None for a new one.
        moved: whether that cable has other ends so far; `a` and `b` are then its new ends, in the order of the cable.
    """

    record: CableRecord
    a: _End
    b: _End
    lanes: int | None
    network_id: int | None
    cable_id: int | None
    changes: Mapping[str, Any]
    moved: bool = False


def preview_cables(snapshot: Snapshot, cable_list: CableList, progress: Progress | None = None) -> Preview:
    """Preview the effect of a list on a project, and the resulting findings; nothing is written.

    Raises:
        Cancelled: the work was stopped.
    """
    progress = progress or Progress()
    resolved, preview = _resolved(snapshot, cable_list, progress)
    if not preview.faults and any(line.verdict is not Verdict.UNCHANGED for line in preview.lines):
        ids: list[int] = []
        written: list[Snapshot] = []

        def write(edit: Edit) -> None:
            ids.extend(_write(edit, resolved))
            written.append(edit.present())

        before, after = brought_by(snapshot, write, progress)
        preview.lines = _named(preview.lines, resolved, ids, snapshot, written[0])
        preview.of_object = _of_object(ids, preview)
        preview.brought = fresh_findings(before, after, preview.of_object)
        return preview
    ids = [0 if line.moved else line.cable_id or 0 for line in resolved]
    preview.lines = _named(preview.lines, resolved, ids, snapshot, snapshot)
    if not preview.faults:
        preview.of_object = _of_object(ids, preview)
    return preview


@operation
def import_cables(edit: Edit, found: CableList, name: str = "") -> Preview:
    """Lay and change cables from a list; cables not in it stay unchanged. Returns what was done.

    Args:
        found: output of `formats.fabric.cable_list`.
        name: of the file, for the history.

    Raises:
        UnreadableTable: the list has faults, all of which it names; nothing was changed.
        Refused: the list is empty.
        Cancelled: the work was stopped; nothing was changed.
    """
    before = edit.present()
    resolved, done = _resolved(before, found, edit.progress)
    if done.faults:
        raise UnreadableTable(done.faults)
    if not done.lines:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("import", "The list is empty.")))
    ids = _write(edit, resolved)
    done.lines = _named(done.lines, resolved, ids, before, edit.present())
    done.of_object = _of_object(ids, done)
    text = QT_TRANSLATE_NOOP("import", "Import {name}: {new} new, {changed} changed")
    values: dict[str, Value] = {"name": name or "–", "new": done.count(Verdict.NEW), "changed": done.count(Verdict.CHANGED)}
    edit.title = Message(_CONTEXT, text, values)
    return done


def _of_object(ids: list[int], preview: Preview) -> dict[Object, PreviewLine]:
    return {("cable", cable_id): line for cable_id, line in zip(ids, preview.lines, strict=True)}


def _named(lines: list[PreviewLine], wanted: list[_Wanted], ids: list[int], before: Snapshot, after: Snapshot) -> list[PreviewLine]:
    """The lines with the ends of their cables as labels and exports name them, in the order of the list.

    Args:
        ids: the cable of each line in `after`, 0 for one that is not in it: its line keeps the words of the list.
        before: the state with the earlier ends of moved cables.
    """
    named, cables = list(lines), after["cable"]
    present = [place for place, cable_id in enumerate(ids) if cable_id]
    legs = cables.positions(np.array([ids[place] for place in present], np.int64))
    moved = [place for place in present if wanted[place].moved]
    there = before["cable"].positions(np.array([wanted[place].cable_id for place in moved], np.int64))
    earlier = dict(zip(moved, cable_end_names(before, there), strict=True))
    ends = zip(present, cable_end_names(after, legs), _ends(cables, "a", legs), strict=True)
    for place, names, a_end in ends:
        changes = tuple(
            replace(change, before=earlier[place][side], after=names[side]) if place in earlier and side is not None else change
            for change, side in ((change, _SIDE_OF_PORT.get(change.column)) for change in lines[place].changes)
        )
        in_order = names if a_end == wanted[place].a else names[::-1]
        named[place] = replace(lines[place], name=" – ".join(in_order), changes=changes)
    return named


def _write(edit: Edit, wanted: list[_Wanted]) -> list[int]:
    """Lay the new cables and change the others; returns the id of the cable of each line."""
    replaced = _move(edit, [line for line in wanted if line.moved])
    wanted = [replace(line, cable_id=replaced.get(line.cable_id or 0, line.cable_id)) for line in wanted] if replaced else wanted
    fresh = [line for line in wanted if line.cable_id is None]
    laid = iter(lay_cables(edit, [_new(line) for line in fresh]).tolist() if fresh else ())
    same: dict[tuple[tuple[str, Any], ...], list[int]] = defaultdict(list)
    for line in wanted:
        if line.cable_id is not None and line.changes:
            same[tuple(sorted(line.changes.items()))].append(line.cable_id)
    for changes, ids in same.items():
        set_cables(edit, ids, dict(changes))
    return [next(laid) if line.cable_id is None else line.cable_id for line in wanted]


def _move(edit: Edit, moved: list[_Wanted]) -> dict[int, int]:
    """Move ends to other ports; cables that wait for each other's ports are added again. Returns old to new ids of these.

    Raises:
        Refused: a port has another cable that stays.
    """
    waiting = moved
    while waiting:
        stuck = []
        for line in waiting:
            try:
                _move_ends(edit, line)
            except Refused:
                stuck.append(line)
        if len(stuck) == len(waiting):
            break
        waiting = stuck
    rows = {line.cable_id or 0: edit.row("cable", line.cable_id or 0) for line in waiting}
    if not rows:
        return {}
    keys = {None: ""} | dict(zip(edit.columns("catalog_item").ids.tolist(), edit.columns("catalog_item")["key"].tolist(), strict=True))
    again = []
    for line in waiting:
        row = rows[line.cable_id or 0]
        type_keys: dict[str, Any] = {name: keys[row[f"{name}_id"]] for name in _MADE}
        values: dict[str, Any] = {name: row[name] for name in ("lanes", "length_mm", "network_id", "assembly", "phase")}
        again.append(NewCable(line.a[0], line.a[1], line.b[0], line.b[1], a_lane=line.a[2], b_lane=line.b[2], **type_keys, **values))
    pull_cables(edit, list(rows))
    return dict(zip(rows, lay_cables(edit, again).tolist(), strict=True))


def _move_ends(edit: Edit, each: _Wanted) -> None:
    cable_id = each.cable_id or 0
    for side, end in (("a", each.a), ("b", each.b)):
        row = edit.row("cable", cable_id)
        if (row[f"{side}_device_id"], row[f"{side}_port"], row[f"{side}_lane"]) != end:
            move_cable_end(edit, cable_id, side, *end)


def _new(each: _Wanted) -> NewCable:
    stated = each.record.said
    return NewCable(
        each.a[0],
        each.a[1],
        each.b[0],
        each.b[1],
        a_lane=each.a[2],
        b_lane=each.b[2],
        lanes=each.lanes,
        **{key: stated.get(key, "") for key in _MADE},
        length_mm=stated.get("length_mm"),
        network_id=each.network_id,
        assembly=stated.get("splitter"),
        phase=stated.get("phase"),
        by_hand=bool(stated.get("by_hand", True)),
    )


def _resolved(snapshot: Snapshot, cable_list: CableList, progress: Progress) -> tuple[list[_Wanted], Preview]:
    """The resolved lines, with the effect of each."""
    resolver = _Resolver(snapshot, cable_list)
    for number, record in enumerate(resolver.records):
        if number % _STRIDE == 0:
            progress.step(number, len(resolver.records))
        resolver.take(record)
        if len(resolver.faults) >= _MOST_FAULTS:
            break
    lines = [resolver.line(line) for line in resolver.wanted]
    remarks = [*cable_list.remarks, *resolver.remarks]
    faults = sorted(resolver.faults, key=by_place)
    return resolver.wanted, Preview(lines, faults, list(cable_list.ignored), list(cable_list.unneeded), remarks=remarks)


class _Resolver:
    """Looks up devices, ports, types and networks, and the cables that are there."""

    def __init__(self, snapshot: Snapshot, cable_list: CableList) -> None:
        table, types = snapshot.__getitem__, snapshot.types
        self.faults: list[Fault] = list(cable_list.faults)
        self._known_faults = {(fault.file, fault.sheet, fault.cell) for fault in cable_list.faults}
        self.remarks: list[Fault] = []
        self.wanted: list[_Wanted] = []
        self._types = types
        self._devices, self._cables, self._networks = table("device"), table("cable"), table("network")
        self._racks = table("rack")
        self._names = self._devices["name"].tolist()
        self._near = NearNames(self._names)
        self._places, self._twice = unique_places(self._names)
        self._keys = dict(zip(table("catalog_item").ids.tolist(), table("catalog_item")["key"].tolist(), strict=True))
        self._network_ids = {
            str(name).casefold(): int(network_id) for network_id, name in zip(self._networks.ids, self._networks["name"], strict=True)
        }
        self._trays = {tray.name.casefold(): tray for tray in placed_trays(self._devices, types)}
        self._ports: dict[tuple[int, int], TypePorts] = {}
        self._families: dict[str, Family | None] = {}
        self._near_keys: dict[str, tuple[str, ...]] = {}
        self._there: dict[_End, int] = {}
        every = np.arange(self._cables.rows)
        for place, ends in enumerate(zip(*(_ends(self._cables, side, every) for side in "ab"), strict=True)):
            for end in ends:
                self._there[end] = place
        self._leaving = {record.known_id for record in cable_list.records if record.known_id is not None}
        self._named: dict[_End, CableRecord] = {}
        self._lanes_there = _lanes_there(self._devices, self._cables, types)
        self.records = [self._with_whole_ports(record) for record in cable_list.records]
        self._parts = parts_of(self.records)
        self._connectors_there = connectors_of_cables(snapshot)

    def take(self, record: CableRecord) -> None:
        """Resolve one line; faults are collected."""
        before = len(self.faults)
        a_end, b_end = self._end(record, "a", record.a), self._end(record, "b", record.b)
        network_id = self._network(record)
        for key in _MADE:
            self._demand_type(record, key)
        if a_end is None or b_end is None:
            return
        place = self._same(a_end[0], b_end[0])
        free = place is not None or self._demand_free(record, a_end[0], b_end[0])
        if not free or len(self.faults) > before:
            return
        (a, a_lanes, a_parts), (b, b_lanes, b_parts) = a_end, b_end
        lanes, parts = record.lanes, max(a_parts, b_parts)
        if lanes is None and parts > 1:
            lanes = max(1, max(a_lanes, b_lanes) // parts)
        elif lanes is not None and (record.a.number or record.b.number) and lanes >= min(a_lanes, b_lanes):
            lanes = None
        moved = place is None and record.known_id is not None
        if moved:
            place = self._cables.position(record.known_id or 0)
            a, b = self._turned(place, a, b)
        changes = {} if place is None else self._changes(record, place, network_id, a)
        cable_id = None if place is None else int(self._cables.ids[place])
        self.wanted.append(_Wanted(record, a, b, lanes, network_id, cable_id, changes, moved))

    def line(self, each: _Wanted) -> PreviewLine:
        """What becomes of a line."""
        record = each.record
        differs = each.changes or each.moved
        verdict = Verdict.NEW if each.cable_id is None else Verdict.CHANGED if differs else Verdict.UNCHANGED
        if each.cable_id is None:
            stated = {key: value for key, value in record.said.items() if value not in (None, "", 0) and key != "by_hand"}
            changes = tuple(FieldChange(_column(key), "", self._shown(key, value)) for key, value in stated.items())
        else:
            row = self._cables.row(each.cable_id)
            changes = tuple(
                FieldChange(_column(key), self._shown_row(row, key), self._shown(key, value)) for key, value in each.changes.items()
            )
            for side, end in (("a", each.a), ("b", each.b)) if each.moved else ():
                before = (row[f"{side}_device_id"], row[f"{side}_port"], row[f"{side}_lane"])
                if before != end:
                    changes += (FieldChange(f"{side}_port", self._said(before), self._said(end)),)
        # A moved cable has its ends in its own order, which may not be that of the list.
        ports = ("", "") if each.moved else (record.a.port, record.b.port)
        name = " – ".join(self._said(end, port) for end, port in zip((each.a, each.b), ports, strict=True))
        return PreviewLine(verdict, Kind.CABLE, name, "", record.file, record.sheet, record.cell, changes)

    # ends

    def _with_whole_ports(self, record: CableRecord) -> CableRecord:
        """A link with its ports as a whole: the description of a node ends with its port, which may consist of several words."""
        if record.line is not None:
            return record
        a, b = self._with_whole_port(record.a), self._with_whole_port(record.b)
        return record if a is record.a and b is record.b else replace(record, a=a, b=b)

    def _with_whole_port(self, end: NamedEnd) -> NamedEnd:
        if not end.device or self._is_known(end.device):
            return end
        for name, port in names_with_port(end.device, end.port):
            if self._is_known(name):
                return replace(end, device=name, port=port)
        return end

    def _is_known(self, name: str) -> bool:
        """Whether a device or a tray has this name, with or without a domain."""
        folded = name.casefold()
        return any(word in self._places or word in self._trays for word in (folded, folded.partition(".")[0]))

    def _end(self, record: CableRecord, side: str, end: NamedEnd) -> tuple[_End, int, int] | None:
        """The end, the lanes of its port, and into how many parts that is split; None also where the list does not name it."""
        if not end.device:
            return None
        folded = end.device.casefold()
        place = self._places.get(folded, self._places.get(folded.partition(".")[0]))
        if end.device_id is not None:
            place = self._devices.position(end.device_id)
        tray = self._trays.get(folded, self._trays.get(folded.partition(".")[0])) if place is None else None
        if tray is not None:
            place = tray.place
        if place is None:
            near = self._near.of(end.device)
            fix = QT_TRANSLATE_NOOP("import", "Did you mean {names}?") if near else ""
            self._say(
                record, f"{side}_device", QT_TRANSLATE_NOOP("import", "there is no device {name}."), fix, name=end.device[:60], names=near
            )
            return None
        if folded in self._twice and end.device_id is None:
            text = QT_TRANSLATE_NOOP("import", "several devices are named {name}: {places}.")
            fix = QT_TRANSLATE_NOOP("import", "Give each of them a unique name.")
            self._say(record, f"{side}_device", text, fix, name=end.device[:60], places=self._stand(folded))
            return None
        if not end.port and not end.number:
            return None
        ports = self._of_type(int(self._devices["type_id"][place]), ABSENT if tray is None else tray.number)
        port_place = ports.numbered(end.number, end.count) if end.number else self._named_port(record, end, ports, place)
        if port_place is None and end.port and self._say_ambiguous(record, side, end, ports, place):
            return None
        if port_place is None:
            text = QT_TRANSLATE_NOOP("import", "{name} has no cable port {port}.")
            fix = QT_TRANSLATE_NOOP("import", "Its ports are named {ports}.") if ports.names else ""
            values = {"name": end.device[:60], "port": (end.port or str(end.number))[:40], "ports": ports.like(end.port)}
            self._say(record, f"{side}_port", text, fix, **values)
            return None
        index, lane, lanes, parts = port_place
        self._note_split(record, side, end, port_place, int(self._devices.ids[place]))
        if end.lane is not None:
            lane = end.lane
        if lane >= max(lanes, 1) and ports.has_lanes(index):
            text = QT_TRANSLATE_NOOP("import", "the port has {lanes} {lanes|lane|lanes}, counted from 0.")
            self._say(record, f"{side}_lane", text, lanes=lanes)
            return None
        return (int(self._devices.ids[place]), index, lane), lanes, parts

    def _say_ambiguous(self, record: CableRecord, side: str, end: NamedEnd, ports: TypePorts, place: int) -> bool:
        """Report a connector that two numbers of connectors put on other lanes; returns whether it is one."""
        device_id = int(self._devices.ids[place])
        possible = (self._possible_splits(end, ports.connector(word), ports, device_id) for word in _port_words(record, end))
        splits = next((counts for counts in possible if len(counts) > 1), ())
        if not splits:
            return False
        text = QT_TRANSLATE_NOOP("import", "{port} of {name} is ambiguous: its port can have {few} or {many} connectors.")
        fix = QT_TRANSLATE_NOOP("import", "Add the first lane of the cable, or the cables at the other connectors of the port.")
        self._say(record, f"{side}_port", text, fix, name=end.device[:60], port=end.port[:40], few=splits[0], many=splits[-1])
        return True

    def _note_split(self, record: CableRecord, side: str, end: NamedEnd, port_place: tuple[int, int, int, int], device_id: int) -> None:
        """Remark that a number of connectors is assumed: the list names one of them, without its lane, and the port can have more."""
        index, _, lanes, parts = port_place
        listed = self._parts.get(port_word(end), ListedParts())
        if listed.named != 1 or end.lane is not None or parts != listed.parts or (device_id, index) in self._lanes_there:
            return
        if lanes > parts:
            text = QT_TRANSLATE_NOOP(
                "import",
                (
                    "{port} of {name} is imported as one of {parts} connectors: if its port has more, add the first lane of the cable, "
                    "or the cables at its other connectors."
                ),
            )
            self.remarks.append(record.fault(f"{side}_port", text, name=end.device[:60], port=end.port[:40], parts=parts))

    def _named_port(self, record: CableRecord, end: NamedEnd, ports: TypePorts, place: int) -> tuple[int, int, int, int] | None:
        """Port, lane, lanes and parts of a named end."""
        device_id = int(self._devices.ids[place])
        for word in _port_words(record, end):
            connector = self._of_connector(end, ports.connector(word), ports, device_id)
            if connector is not None:
                return connector
            named_port = ports.named(word, self._parts_of(end, ports.connector(word), ports, device_id))
            if named_port is None:
                continue
            index, lane, lanes, split = named_port
            there = self._lanes_there.get((device_id, index), 0)
            if split > 1 and there > 0 and lanes // there > split and record.origin is None:
                # The list names a few of the cables by which the port is split in the project.
                return ports.named(word, lanes // there)
            if split > 1 and there > 0 and lanes // there > 1 and lane * split % max(lanes, 1) == 0 and record.origin is not None:
                # Cables of the project say into how many parts the port is split.
                return index, lane * split // (lanes // there), lanes, lanes // there
            return named_port
        return None

    def _of_connector(
        self, end: NamedEnd, connector: tuple[int, int] | None, ports: TypePorts, device_id: int
    ) -> tuple[int, int, int, int] | None:
        """The same for a connector whose place is known: by its lane in the list, or as that of a cable of the project."""
        if connector is None:
            return None
        index, number = connector
        lanes, parts = ports.lanes(index), self._parts_of(end, connector, ports, device_id)
        there = self._lanes_there.get((device_id, index), 0)
        split = lanes // there if there > 0 else 1
        if end.lane is not None and number <= lanes:
            parts = (number - 1) * lanes // end.lane if number > 1 and end.lane > 0 else parts
            return index, end.lane, lanes, min(max(parts, split, 2), lanes)
        lane, known = self._connectors_there.get((device_id, index, number), (0, 0))
        if known >= parts:
            return index, lane, lanes, known
        # The list names a few of the cables by which the port is split in the project.
        return ports.of_connector(index, number, split) if split > parts else None

    def _parts_of(self, end: NamedEnd, connector: tuple[int, int] | None, ports: TypePorts, device_id: int) -> int:
        """Into how many parts a port is split of which the list names a part: by the list, or as the only possible number of connectors."""
        listed = self._parts.get(port_word(end), ListedParts())
        possible = self._possible_splits(end, connector, ports, device_id)
        return possible[0] if len(possible) == 1 else listed.parts

    def _possible_splits(self, end: NamedEnd, connector: tuple[int, int] | None, ports: TypePorts, device_id: int) -> tuple[int, ...]:
        """The possible numbers of connectors of a port; () if the list or a cable of the project determines the number."""
        listed = self._parts.get(port_word(end), ListedParts())
        if connector is None or listed.highest <= listed.parts or (device_id, connector[0]) in self._lanes_there:
            return ()
        return ports.splits(connector[0], listed.highest)

    def _turned(self, place: int, a: _End, b: _End) -> tuple[_End, _End]:
        """Two ends in the order of a cable that had other ends: the unchanged one keeps its side."""
        [old_a], [old_b] = (_ends(self._cables, side, np.array([place])) for side in "ab")
        equal_ends = (a == old_a) + (b == old_b), (a == old_b) + (b == old_a)
        same = (a[0] == old_a[0]) + (b[0] == old_b[0]), (a[0] == old_b[0]) + (b[0] == old_a[0])
        return (b, a) if (equal_ends[1], same[1]) > (equal_ends[0], same[0]) else (a, b)

    def _of_type(self, type_id: int, tray: int = ABSENT) -> TypePorts:
        if (type_id, tray) not in self._ports:
            self._ports[type_id, tray] = TypePorts(self._types[type_id], tray)
        return self._ports[type_id, tray]

    def _same(self, a: _End, b: _End) -> int | None:
        """The place of the cable between two ends, in either direction."""
        place = self._there.get(a)
        return place if place is not None and self._there.get(b) == place and a != b else None

    def _demand_free(self, record: CableRecord, a: _End, b: _End) -> bool:
        before = len(self.faults)
        for side, end in (("a", a), ("b", b)):
            other = self._there.get(end)
            if other is not None and int(self._cables.ids[other]) in self._leaving and record.origin is not None:
                # The file says where that cable leads now: a port that it keeps comes twice in it.
                other = None
            if other is not None:
                text = QT_TRANSLATE_NOOP("import", "the port already has the cable {number}, which goes elsewhere.")
                fix = QT_TRANSLATE_NOOP("import", "Remove that cable first, or delete the line from the list.")
                self._say(record, f"{side}_port", text, fix, number=int(self._cables.ids[other]))
            elif end in self._named:
                text = QT_TRANSLATE_NOOP("import", "the port is used twice, here and in {other}.")
                self._say(record, f"{side}_port", text, other=self._named[end].cell)
            else:
                self._named[end] = record
        return len(self.faults) == before

    # what is said

    def _network(self, record: CableRecord) -> int | None:
        name = str(record.said.get("network", "")).strip()
        network_id = self._network_ids.get(name.casefold()) if name else None
        if name and network_id is None:
            names = tuple(str(network_name)[:60] for network_name in self._networks["name"].tolist()[:_MOST_NAMED])
            fix = QT_TRANSLATE_NOOP("import", "The networks are {names}.") if names else ""
            self._say(record, "network", QT_TRANSLATE_NOOP("import", "there is no network {name}."), fix, name=name[:60], names=names)
        return network_id

    def _demand_type(self, record: CableRecord, key: str) -> None:
        type_key = str(record.said.get(key, ""))
        if not type_key:
            return
        if type_key not in self._families:
            self._families[type_key] = self._family(type_key)
        family = self._families[type_key]
        fits = family in {Family.CABLE, Family.TRANSCEIVER}
        if not fits:
            text = QT_TRANSLATE_NOOP("import", "{value} is not a cable or module of the catalog.")
            fix = QT_TRANSLATE_NOOP("import", "Enter the key of a catalog entry.")
            near = self._near_types(type_key)
            if near:
                fix = QT_TRANSLATE_NOOP("import", "Did you mean {names}?")
            self._say(record, key, text, fix, value=type_key[:60], names=near)

    def _near_types(self, wanted: str) -> tuple[str, ...]:
        """Cables and modules of the catalog that match the text of a cell."""
        if wanted not in self._near_keys:
            families = (Family.CABLE, Family.TRANSCEIVER)
            hits = [hit.key for family in families for hit in open_catalog().search(wanted, family, _MOST_NAMED)]
            self._near_keys[wanted] = tuple(hits[:_MOST_NAMED])
        return self._near_keys[wanted]

    def _stand(self, folded: str) -> tuple[str, ...]:
        """Where the devices of a name are, by their racks; "–" for one without a rack."""
        racks = dict(zip(self._racks.ids.tolist(), self._racks["name"].tolist(), strict=True))
        of = zip(self._names, self._devices["rack_id"].tolist(), strict=True)
        return tuple(str(racks.get(rack, "–")) for name, rack in of if name.casefold() == folded)[:_MOST_NAMED]

    def _family(self, key: str) -> Family | None:
        type_id = self._types.id_of(key)
        if type_id is not None:
            return self._types[type_id].family
        try:
            return open_catalog().entry(key).type.family
        except UnknownType:
            return None

    def _changes(self, record: CableRecord, place: int, network_id: int | None, a: _End) -> dict[str, Any]:
        """Differences between a line and the cable at a place."""
        row = self._cables.row(int(self._cables.ids[place]))
        turned = bool(row["a_device_id"] != a[0])
        differences: dict[str, Any] = {}
        for key, value in record.said.items():
            column = {"a_module": "b_module", "b_module": "a_module"}.get(key, key) if turned else key
            if key == "network":
                if row["network_id"] != network_id:
                    differences["network_id"] = network_id
            elif key in _MADE:
                if self._keys.get(row[f"{column}_id"] or ABSENT, "") != value:
                    differences[column] = value
            elif key in {"length_mm", "by_hand", "phase"} and row[key] != value:
                if key == "length_mm" and record.origin is not None and _rounded(row[key]) == _rounded(value):
                    continue
                differences[key] = value
        if record.origin is not None:
            self._note_words(record, row)
        return differences

    def _note_words(self, record: CableRecord, row: Mapping[str, Any]) -> None:
        """Report NetBox terms for a cable that differ from those of the project, which selects entries of its catalog."""
        from gpudesk.formats.netbox.netbox_cables import cable_words

        words = record.origin.words if record.origin is not None else {}
        kind = None if row["type_id"] is None else self._types[int(row["type_id"])]
        own = cable_words(kind, self._built(row))
        for key, text in words.items():
            if text.casefold() not in own[key]:
                remark = QT_TRANSLATE_NOOP("import", "NetBox has {value} where the project has {own}: choose the cable in the project.")
                self.remarks.append(record.fault(key, remark, value=text or "–", own=own[key][-1] or "–"))

    def _built(self, row: Mapping[str, Any]) -> bool:
        from gpudesk.formats.netbox.netbox_cables import BUILT

        status = self._devices["status"]
        return all(int(status[self._devices.position(int(row[f"{side}_device_id"]))]) in BUILT for side in "ab")

    def _shown_row(self, row: Mapping[str, Any], key: str) -> str | int | float:
        if key in _MADE:
            return str(self._keys.get(row[f"{key}_id"] or ABSENT, ""))
        return self._shown(key, row[key])

    def _shown(self, key: str, value: Any) -> str | int | float:
        if value is None:
            return ""
        if key == "network_id":
            return str(self._networks.row(int(value))["name"])
        return value if isinstance(value, str | int | float) else str(value)

    def _said(self, end: _End, port: str = "") -> str:
        """Device and port of an end, the port as the list names it."""
        place = self._devices.position(end[0])
        ports = self._of_type(int(self._devices["type_id"][place]))
        return f"{self._names[place]} {port or ports.names[end[1]]}"

    def _say(self, record: CableRecord, key: str, text: str, fix: str = "", /, **values: Any) -> None:
        fault = record.fault(key, text, fix, **values)
        # What follows from a fault of the cell is not named next to it.
        if (fault.file, fault.sheet, fault.cell) not in self._known_faults:
            self.faults.append(fault)


def _port_words(record: CableRecord, end: NamedEnd) -> Iterable[str]:
    """The names that the port of an end can have: NetBox shows the label of a port behind its name."""
    return (end.port,) if record.origin is None else plain_names(end.port)


def _rounded(length_mm: int | None) -> int | None:
    """A length as NetBox keeps it: in hundredths of a meter."""
    return None if length_mm is None else round(length_mm / 10)


def _lanes_there(devices: Columns, cables: Columns, types: Types) -> dict[tuple[int, int], int]:
    """Device and port to the lanes that the cables there use of this port: a link of two fast lanes takes four slower ones."""
    groups, lanes = types.cached(port_groups), cables["lanes"]
    ends = []
    for side in "ab":
        type_ids = devices["type_id"][devices.positions(cables[f"{side}_device_id"])]
        number = groups.of(type_ids, cables[f"{side}_port"].astype(np.int64))
        ends.append((groups.gbps[number], groups.lanes[number].astype(np.int32)))
    rate_gbps = link_gbps(lanes, *ends[0], *ends[1])
    lanes_of_port: dict[tuple[int, int], int] = {}
    for side, (gbps, port_lanes) in zip("ab", ends, strict=True):
        used = np.where((lanes > 0) & (port_lanes > 1), lanes_at(lanes, rate_gbps, gbps, port_lanes), lanes)
        columns = (cables[f"{side}_device_id"].tolist(), cables[f"{side}_port"].tolist(), used.tolist())
        for device, port, count in zip(*columns, strict=True):
            lanes_of_port[device, port] = max(count, lanes_of_port.get((device, port), 0))
    return lanes_of_port


def _ends(cables: Columns, side: str, legs: Ids) -> list[_End]:
    columns = (cables[f"{side}_{name}"][legs].tolist() for name in ("device_id", "port", "lane"))
    return list(zip(*columns, strict=True))


def _column(key: str) -> str:
    """The table column for a term of the list."""
    return _COLUMNS.get(key, key)


_COLUMNS: Mapping[str, str] = {
    "type": "type_id",
    "a_module": "a_module_id",
    "b_module": "b_module_id",
    "network": "network_id",
    "splitter": "assembly",
}
