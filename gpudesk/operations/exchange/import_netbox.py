"""Files of NetBox are taken into the project: racks, devices and cables together, first as a preview, then as one step."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.columns import Columns
from gpudesk.formats.fabric.cable_list import CableList
from gpudesk.formats.netbox.netbox_names import netbox_names
from gpudesk.formats.netbox.netbox_power_table import PowerTables
from gpudesk.formats.netbox.netbox_taken import NetboxTables
from gpudesk.formats.netbox.netbox_trays import SYSTEM, TRAY
from gpudesk.formats.tables.device_list import DeviceList, Kind, Record
from gpudesk.formats.tables.netbox_origin import Origin
from gpudesk.formats.tables.table_faults import Fault, UnreadableTable, by_place
from gpudesk.operations.exchange.import_cables import import_cables, preview_cables
from gpudesk.operations.exchange.import_changes import Preview, PreviewLine, Question, Verdict
from gpudesk.operations.exchange.import_devices import import_devices, preview_import
from gpudesk.operations.exchange.import_dry_run import fresh_findings
from gpudesk.operations.exchange.import_questions import CABLE_RENAMES, unanswered
from gpudesk.operations.exchange.netbox_align import Aligned
from gpudesk.operations.exchange.netbox_align_cables import AlignedCables, align_cables
from gpudesk.operations.exchange.netbox_align_cords import write_cords
from gpudesk.operations.exchange.netbox_align_systems import align_systems
from gpudesk.operations.exchange.netbox_known_here import known_here, unclear_addresses
from gpudesk.operations.exchange.netbox_power_in import PowerIn, align_power, write_power
from gpudesk.operations.exchange.netbox_site import of_site, site_of
from gpudesk.operations.exchange.type_finder import TypeFinder
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.dry_run import brought_by, tried
from gpudesk.project.edit import Edit
from gpudesk.project.netbox_ids import KEY, NetboxIds, netbox_ids
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

_CONTEXT = "import"
_MOST_TRIALS = 4
"""How often devices that depend on wrong ones are left out in turn."""
Tables = Callable[[str], Columns]


@dataclass(slots=True)
class _Plan:
    """The parts of the files to import: lists for this project, and the NetBox ids and names learned from them."""

    devices: DeviceList
    cables: AlignedCables | None
    power: PowerIn
    ids: NetboxIds
    questions: list[Question]
    called: Mapping[str, int]
    trays: Mapping[str, int] = field(default_factory=dict)
    tray_numbers: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    has_new_trays: bool = False
    site: str = ""
    coming: frozenset[str] = frozenset()
    answer: str = ""

    @property
    def is_of_cables(self) -> bool:
        """Whether only port cables are imported."""
        return self.cables is not None and not (self.devices.records or self.power.nodes or self.cables.plugs)


def preview_netbox(snapshot: Snapshot, tables: NetboxTables, progress: Progress | None = None) -> Preview:
    """What taking in files of NetBox would do to a project; nothing is written.

    Raises:
        Cancelled: the work was stopped.
    """
    progress = progress or Progress()
    plan = _planned(snapshot.__getitem__, snapshot.types, tables, snapshot)
    if plan.questions:
        faults = [*preview_import(snapshot, plan.devices, progress).faults, *(() if plan.cables is None else plan.cables.faults)]
        ignored, unneeded = list(tables.devices.ignored), list(tables.devices.unneeded)
        return Preview(faults=faults, questions=plan.questions, ignored=ignored, unneeded=unneeded)
    is_of_devices = plan.cables is None and not plan.power.nodes and not plan.has_new_trays
    if is_of_devices and (plan.devices.records or tables.lists.is_empty()):
        done = preview_import(snapshot, plan.devices, progress)
    elif plan.cables is not None and plan.is_of_cables and not plan.devices.faults:
        done = _with_notes(preview_cables(snapshot, plan.cables, progress), plan.devices)
    else:
        done = _both(snapshot, plan, tables, progress)
    if not done.faults:
        done.learned = _learned(plan, done, snapshot["setting"], tables, snapshot)[1]
    return done


def questions_of(snapshot: Snapshot, tables: NetboxTables) -> list[Question]:
    """Questions that the user must answer before the import of the files."""
    return _planned(snapshot.__getitem__, snapshot.types, tables, snapshot).questions


def import_netbox(edit: Edit, tables: NetboxTables, name: str = "") -> Preview:
    """Import NetBox files, as a part of a step; returns what was done.

    Args:
        tables: output of `formats.netbox.netbox_tables`, with the answers to open questions.
        name: of the file, for the history.

    Raises:
        Refused: a question is open, or the files are empty.
        UnreadableTable: the files have faults, all of which it names; nothing was changed.
        Cancelled: the work was stopped; nothing was changed.
    """
    plan = _planned(edit.columns, edit.types, tables, edit.before)
    if plan.questions:
        raise unanswered(plan.questions[0])
    try:
        done = _write(edit, plan, tables, name)
    except UnreadableTable as error:
        # The cables come after the devices: what is wrong with them is named in the same answer.
        raise UnreadableTable(preview_netbox(edit.before, tables, edit.progress).faults or list(error.faults)) from error
    ids, done.learned = _learned(plan, done, edit.columns("setting"), tables, edit.before)
    if done.learned:
        upsert_by_key.put(edit, "setting", {"key": KEY}, {"value": ids.text()})
    text = QT_TRANSLATE_NOOP("import", "Import {name}: {new} new, {changed} changed")
    values: dict[str, Value] = {"name": name or "–", "new": done.count(Verdict.NEW), "changed": done.count(Verdict.CHANGED)}
    edit.title = Message(_CONTEXT, text, values)
    return done


def _planned(tables: Tables, types: Types, found: NetboxTables, before: Snapshot) -> _Plan:
    ids = netbox_ids(tables("setting"))
    names = netbox_names(tables, types)
    for table, made in _made(found).items():
        if ids.is_other(table, made):
            # Numbers of another instance mean other things: this project follows the one that these files are from.
            ids = NetboxIds()
            break
    questions: list[Question] = []
    site = site_of(found, tables, ids, found.answers, questions)
    if questions:
        # Which rows are meant is not known: those of no site are looked at, for what is wrong with the files themselves.
        found = replace(found, devices=replace(found.devices, records=[]), cables=None, modules=[], power=PowerTables())
    aligned = Aligned(found.devices, tables, types, names, ids, found.answers, site, found.modules)
    usual = before.cached(site_sheet).limit("continuous_factor")
    power = align_power(found.power, tables, names, ids, usual, site)
    aligned.found.faults.extend(power.faults)
    aligned.found.remarks.extend(power.remarks)
    coming, answer = _coming(found), found.answers.get(CABLE_RENAMES, "")
    cables = None
    questions.extend(aligned.questions)
    if found.cables is not None:
        trays = aligned.systems.trays
        cables = align_cables(found.cables, tables, types, aligned.devices, ids, site, coming=coming, trays=trays, answer=answer)
        # Of which devices cables call otherwise is known when a person has said which were renamed.
        questions.extend(cables.questions if not aligned.asks_about_names else ())
    systems = aligned.systems
    return _Plan(
        aligned.found,
        cables,
        power,
        ids,
        questions,
        aligned.devices,
        systems.trays,
        systems.numbers,
        systems.has_new_trays,
        site,
        coming,
        answer,
    )


def _coming(tables: NetboxTables) -> frozenset[str]:
    return frozenset(record.names.get("device", "") for record in tables.devices.records if record.kind is Kind.DEVICE)


def _made(tables: NetboxTables) -> Mapping[str, Mapping[int, str]]:
    made: dict[str, dict[int, str]] = {}
    for record in tables.devices.records:
        if record.origin is not None and record.origin.number is not None:
            # A rack may be a rack-scale system, and a device a tray of one.
            for table in (str(record.kind), SYSTEM if record.kind is Kind.RACK else TRAY):
                made.setdefault(table, {})[record.origin.number] = record.origin.made
    for module in tables.modules:
        if module.origin is not None and module.origin.number is not None:
            made.setdefault("module", {})[module.origin.number] = module.origin.made
    for cable in tables.cables.records if tables.cables is not None else ():
        if cable.origin is not None and cable.origin.number is not None:
            made.setdefault("cable", {})[cable.origin.number] = cable.origin.made
    return made


def _write(edit: Edit, plan: _Plan, tables: NetboxTables, name: str) -> Preview:
    done = Preview()
    if plan.devices.records or plan.devices.faults or (plan.cables is None and not plan.power.nodes and tables.lists.is_empty()):
        done = import_devices(edit, plan.devices, name)
    if plan.has_new_trays:
        # Their systems are in the project now.
        names, finder = netbox_names(edit.columns, edit.types), TypeFinder(edit.types)
        systems = align_systems(of_site(tables.devices.records, plan.site), names, plan.ids, finder)
        plan.trays, plan.tray_numbers = {**systems.trays, **plan.trays}, {**systems.numbers, **plan.tray_numbers}
    if plan.devices.records and plan.power.nodes:
        # The hall of a panel may have come with its racks just now.
        names = netbox_names(edit.columns, edit.types)
        usual = edit.before.cached(site_sheet).limit("continuous_factor")
        plan.power = align_power(tables.power, edit.columns, names, plan.ids, usual, plan.site)
    _add_lines(done, "power_node", write_power(edit, plan.power))
    if plan.cables is not None and tables.cables is not None and (plan.devices.records or plan.power.nodes):
        # Their devices, and the feeds of their cords, may have come in just now.
        plan.cables = _cables_again(tables.cables, edit, plan)
    cables = plan.cables
    if cables is not None and (cables.records or cables.faults):
        done = _joined(done, import_cables(edit, cables, name))
    elif cables is not None:
        done.remarks = [*done.remarks, *cables.remarks]
    if cables is not None and cables.plugs:
        cords = write_cords(edit, cables.plugs)
        _add_lines(done, "power_cord", cords)
        for plug, (row_id, _) in zip(cables.plugs, cords, strict=True):
            origin = plug.record.origin
            if origin is not None and origin.number is not None:
                cables.cords[origin.number] = row_id, origin.made
    return done if plan.devices.records else _with_notes(done, plan.devices)


def _cables_again(cables: CableList, edit: Edit, plan: _Plan) -> AlignedCables:
    """The cables, once devices of the same files are in the project."""
    coming, trays, answer = plan.coming, plan.trays, plan.answer
    return align_cables(cables, edit.columns, edit.types, plan.called, plan.ids, plan.site, coming=coming, trays=trays, answer=answer)


def _add_lines(done: Preview, table: str, written: list[tuple[int, PreviewLine]]) -> None:
    done.lines = [*done.lines, *(line for _, line in written)]
    done.of_object = done.of_object | {(table, row_id): line for row_id, line in written}


def _both(snapshot: Snapshot, plan: _Plan, tables: NetboxTables, progress: Progress) -> Preview:
    """Import devices and cables into a copy, as cables can refer to devices in the same files."""
    previews: list[Preview] = []
    try:
        if plan.devices.faults:
            raise UnreadableTable(plan.devices.faults)
        before, after = brought_by(snapshot, lambda edit: previews.append(_write(edit, plan, tables, "")), progress)
    except UnreadableTable as error:
        devices = preview_import(snapshot, replace(plan.devices), Progress())
        if not devices.faults:
            return Preview(faults=list(error.faults), remarks=list(plan.devices.remarks))
        devices.faults = sorted([*devices.faults, *_faults_of_cables(snapshot, plan, tables, devices.faults, progress)], key=by_place)
        return devices
    [done] = previews
    done.brought = fresh_findings(before, after, done.of_object)
    return done


def _faults_of_cables(snapshot: Snapshot, plan: _Plan, tables: NetboxTables, faults: Sequence[Fault], progress: Progress) -> list[Fault]:
    """Faults of cables if devices have faults too: all faults of cables between valid devices, only the cell faults of the others.

    The valid devices are imported into a copy; dependencies on invalid ones are determined by trial.
    """
    if tables.cables is None or plan.cables is None:
        return []
    wrong, lines = list(faults), set[tuple[str, str, int]]()
    for _ in range(_MOST_TRIALS):
        lines |= {by_place(fault)[:3] for fault in wrong}
        sound = [record for record in plan.devices.records if _line_of(record) not in lines]
        devices = replace(plan.devices, records=sound, faults=[], removed=[])
        wrong = preview_import(snapshot, devices, progress).faults if sound else []
        if not wrong:
            break
    else:
        return list(plan.cables.faults)
    lost = {record.names.get("device", "") for record in plan.devices.records if _line_of(record) in lines}
    lost |= {record.names.get("device", "") for record in tables.devices.records if _line_of(record) in lines}
    lost -= {record.names.get("device", "") for record in sound}
    cables = replace(tables.cables, records=[record for record in tables.cables.records if not {record.a.device, record.b.device} & lost])

    def write(edit: Edit) -> None:
        if sound:
            import_devices(edit, devices)
        there = _cables_again(cables, edit, plan)
        if there.records or there.faults:
            import_cables(edit, there)

    try:
        tried(snapshot, write, progress)
    except UnreadableTable as error:
        return list(error.faults)
    return []


def _line_of(record: Record) -> tuple[str, str, int]:
    return record.line.file, record.line.sheet, record.line.row + 1


def _joined(first: Preview, second: Preview) -> Preview:
    return Preview(
        first.lines + second.lines,
        first.faults + second.faults,
        first.ignored + second.ignored,
        first.unneeded + second.unneeded,
        of_object=first.of_object | second.of_object,
        remarks=first.remarks + second.remarks,
    )


def _with_notes(done: Preview, devices: DeviceList) -> Preview:
    done.remarks = [*devices.remarks, *done.remarks]
    done.ignored = [*devices.ignored, *done.ignored]
    done.unneeded = [*devices.unneeded, *done.unneeded]
    return done


def _learned(plan: _Plan, done: Preview, settings: Columns, tables: NetboxTables, before: Snapshot) -> tuple[NetboxIds, int]:
    """The NetBox data of the project with these files, and the number of new ids and names."""
    origins = dict(_places(plan))
    seen: dict[str, dict[int, tuple[int, str]]] = {}
    for (table, row_id), line in done.of_object.items():
        # The hall of the first rack has its line as well.
        origin = origins.get((table, *_place(line)))
        if origin is not None and origin.number is not None:
            seen.setdefault(origin.table or table, {})[origin.number] = row_id, origin.made
    if plan.cables is not None and plan.cables.cords:
        seen["power_cord"] = dict(plan.cables.cords)
    if plan.tray_numbers:
        seen[TRAY] = dict(plan.tray_numbers)
    for node in plan.power.nodes:
        if node.number is not None and node.node_id is not None:
            seen.setdefault(node.table, {})[node.number] = node.node_id, node.line.cells.get("made", "").strip()
    known, ids = netbox_ids(settings), plan.ids
    count = 0
    for table, rows in seen.items():
        count += sum(known.row(table, number) != row_id for number, (row_id, _) in rows.items())
        ids = ids.with_seen(table, rows)
    is_renamed = bool(ids.site) and plan.site not in ("", ids.site)
    if plan.site and (count or is_renamed):
        count += is_renamed
        ids.site = plan.site
    if not tables.lists.is_empty():
        unclear = unclear_addresses(tables.lists, {**plan.called, **plan.trays})
        if unclear:
            text = QT_TRANSLATE_NOOP(
                "import",
                "{count} {count|address has|addresses have} no VRF and no device of this project and {count|is|are} "
                "treated as belonging to another site.",
            )
            done.remarks = [*done.remarks, Fault("", "", "", Message(_CONTEXT, text, {"count": unclear}))]
        there = ids.known
        ids.known = there.joined(known_here(tables.lists, before, {**plan.called, **plan.trays}, ids.site))
        count += max(ids.known.count() - there.count(), int(ids.known != there))
    return ids, count


def _places(plan: _Plan) -> Iterable[tuple[tuple[str, str, int], Origin]]:
    for record in plan.devices.records:
        if record.origin is not None:
            yield (str(record.kind), record.line.file, record.line.row + 1), record.origin
    for cable in plan.cables.records if plan.cables is not None else ():
        if cable.line is not None and cable.origin is not None:
            yield ("cable", cable.line.file, cable.line.row + 1), cable.origin


def _place(line: PreviewLine) -> tuple[str, int]:
    digits = "".join(letter for letter in line.cell if letter.isdecimal())
    return line.file, int(digits or 0)
