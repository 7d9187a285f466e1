"""Cables of a file of NetBox against a project: which cable each row means, and its ends by the names of the project."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import Columns
from gpudesk.formats.fabric.cable_list import CableList, CableRecord, NamedEnd
from gpudesk.formats.netbox.netbox_modules import ModulePorts
from gpudesk.formats.tables.netbox_origin import Origin, plain_names
from gpudesk.operations.exchange import import_questions as questions
from gpudesk.operations.exchange.import_changes import Question
from gpudesk.operations.exchange.netbox_align_cords import Cords, Plug
from gpudesk.operations.exchange.netbox_align_systems import TrayEnds
from gpudesk.operations.exchange.netbox_cable_renames import renames_of
from gpudesk.operations.exchange.netbox_site import is_elsewhere
from gpudesk.project.netbox_ids import NetboxIds
from gpudesk.project.types import Types


@dataclass(slots=True)
class AlignedCables(CableList):
    """The cables of the project's site; `plugs` are power cords that are new, or other than the project has them."""

    plugs: list[Plug] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


def align_cables(
    given: CableList,
    tables: Callable[[str], Columns],
    types: Types,
    devices: Mapping[str, int],
    ids: NetboxIds,
    chosen: str,
    *,
    coming: Collection[str] = (),
    trays: Mapping[str, int] | None = None,
    answer: str = "",
) -> AlignedCables:
    """The cables of the site of the project.

    Args:
        devices: name of a device in NetBox to its row.
        chosen: the site of the project, "" if the files name none.
        coming: names of the devices in the same files: cables need not identify them.
        trays: name of a tray of a rack-scale system in NetBox to its `tray_id`.
        answer: whether devices with other names in cables were renamed; "" adds a question.
    """
    found = AlignedCables(ignored=given.ignored, unneeded=given.unneeded, faults=list(given.faults), remarks=list(given.remarks))
    cords = Cords(tables, types)
    modules = ModulePorts(tables("device"), types, ids.known)
    cables = tables("cable")
    there = set(cables.ids.tolist())
    given, inside = _at_systems(given, TrayEnds(tables, types, trays or {}), ids, cables, chosen)
    called = {row_id: str(name) for row_id, name in zip(tables("device").ids.tolist(), tables("device")["name"].tolist(), strict=True)}
    # What came in with the same files is called in the project as in NetBox.
    counts = Counter(called.values())
    devices = {name: row_id for row_id, name in called.items() if counts[name] == 1} | dict(devices)
    own = [each for each in given.records if not is_elsewhere(_origin(each).site, chosen)]
    unknown = [each for each in renames_of(own, devices, tables, types, ids, modules) if each.name not in coming]
    if unknown and answer not in (questions.RENAMED, questions.NEW):
        found.questions.append(questions.renamed_or_new(questions.CABLE_RENAMES, [(called[each.device_id], each.name) for each in unknown]))
    renamed = unknown if answer == questions.RENAMED else []
    devices |= {each.name: each.device_id for each in renamed}
    for first in renamed[:1]:
        text = QT_TRANSLATE_NOOP(
            "import",
            ("{name} is named {device} in this project. Devices with different names in NetBox: {count}. Import the devices as well."),
        )
        device = called[first.device_id]
        found.remarks.append(first.record.fault("a_device", text, count=len(renamed), name=first.name, device=device))
    strange: list[CableRecord] = []
    nameless: list[CableRecord] = []
    between: list[CableRecord] = []
    siteless: list[CableRecord] = []
    joined = Counter(_joins(record) for record in given.records)
    fix = QT_TRANSLATE_NOOP("import", "Export the cables from NetBox with Export > All Data.")
    plugged = set(tables("power_cord").ids.tolist())
    for record in given.records:
        origin = _origin(record)
        if is_elsewhere(origin.site, chosen):
            if chosen in origin.site:
                between.append(record)
            continue
        known = ids.row("cable", origin.number)
        known = known if known in there else None
        is_known = known is not None or ids.row("power_cord", origin.number) in plugged
        if is_known and known is None and not record.a.device and not record.b.device:
            continue
        if not is_known and not any(origin.site) and (record.a.device or record.b.device):
            # Devices of another site may be called the same: nothing tells whose cable it is.
            if ids.site and origin.number is not None:
                siteless.append(record)
                continue
            if joined[_joins(record)] > 1:
                text = QT_TRANSLATE_NOOP("import", "several rows connect these ports, and none of them states its site.")
                found.faults.append(record.fault("a_port", text, fix))
                continue
        if not record.a.device and not record.b.device:
            if known is None:
                nameless.append(record)
                continue
            ends = tuple(_own_end(end, called, modules) for end in _known_ends(record, cables.row(known)))
        else:
            ends = tuple(_own_end(_end(end, devices), called, modules) for end in (record.a, record.b))
            named = replace(record, a=ends[0], b=ends[1])
            if cords.is_cord(named):
                cord = cords.row(named)
                if cord is None:
                    moved = ids.row("power_cord", origin.number)
                    plug = cords.plug(named, moved if moved in plugged else None)
                    if plug is None:
                        strange.append(record)
                else:
                    plug = cords.longer(named, cord)
                    if origin.number is not None:
                        found.cords[origin.number] = cord, origin.made
                if plug is not None:
                    found.plugs.append(plug)
                continue
            if not record.a.device or not record.b.device:
                text = QT_TRANSLATE_NOOP("import", "the cable is skipped: one of its ends has no device.")
                found.remarks.append(record.fault("a_port", text))
                continue
        found.records.append(replace(record, a=ends[0], b=ends[1], known_id=known))
    if inside:
        text = QT_TRANSLATE_NOOP(
            "import",
            "{count} {count|cable is|cables are} skipped because {count|it ends|they end} at a port inside a rack-scale system; "
            "this is the first.",
        )
        found.remarks.append(inside[0].fault("a_port", text, count=len(inside)))
    if nameless and (found.records or found.cords):
        # The list of an instance has the cables of all sites: those of others are not known here.
        text = QT_TRANSLATE_NOOP(
            "import",
            "{count} {count|row is|rows are} skipped because {count|it contains no device and its ID is|they contain "
            "no devices and their IDs are} unknown in this project; this is the first.",
        )
        found.remarks.append(nameless[0].fault("a_port", text, fix, count=len(nameless)))
        nameless = []
    if nameless:
        text = QT_TRANSLATE_NOOP("import", "the row contains ports without devices, and its ID is unknown in this project.")
        if len(nameless) > 1:
            text = QT_TRANSLATE_NOOP(
                "import", "{count} rows contain ports without devices, and their IDs are unknown in this project; this is the first."
            )
        found.faults.append(nameless[0].fault("a_port", text, fix, count=len(nameless)))
    if siteless:
        text = QT_TRANSLATE_NOOP(
            "import",
            "{count} {count|cable is|cables are} skipped because {count|it states|they state} no site and {count|its "
            "ID is|their IDs are} unknown in this project; this is the first.",
        )
        found.remarks.append(siteless[0].fault("a_port", text, fix, count=len(siteless)))
    if between:
        text = QT_TRANSLATE_NOOP(
            "import",
            "{count} {count|cable is|cables are} skipped because {count|its other end is|their other ends are} in "
            "another site; this is the first.",
        )
        found.remarks.append(between[0].fault("a_port", text, count=len(between)))
    if strange:
        text = QT_TRANSLATE_NOOP(
            "import",
            "{count} {count|power cord is|power cords are} skipped because {count|it does|they do} not connect an inlet to "
            "an outlet or a feed; this is the first.",
        )
        found.remarks.append(strange[0].fault("a_port", text, count=len(strange)))
    return found


def _joins(record: CableRecord) -> frozenset[tuple[str, str]]:
    """The ends of a row as it names them."""
    return frozenset((end.device, end.port) for end in (record.a, record.b))


def _at_systems(given: CableList, trays: TrayEnds, ids: NetboxIds, cables: Columns, chosen: str) -> tuple[CableList, Sequence[CableRecord]]:
    """The cables with ends at rack-scale systems in place of their trays, and those at ports that systems do not have here."""
    if trays.is_empty():
        return given, ()
    records: list[CableRecord] = []
    inside: list[CableRecord] = []
    for record in given.records:
        known = ids.row("cable", _origin(record).number)
        row = None if known is None or not cables.has(known) else cables.row(known)
        own = record if is_elsewhere(_origin(record).site, chosen) else trays.own(record, row)
        if own is None:
            inside.append(record)
        else:
            records.append(own)
    return replace(given, records=records), inside


def _end(end: NamedEnd, devices: Mapping[str, int]) -> NamedEnd:
    """An end with the row of its device."""
    if end.device_id is not None:
        return end
    row_id = next((devices[name] for name in plain_names(end.device) if name in devices), None)
    return end if row_id is None else replace(end, device_id=row_id)


def _known_ends(record: CableRecord, row: Mapping[str, Any]) -> tuple[NamedEnd, ...]:
    """The ends of a row without devices: those of the cable whose ID it has."""
    return tuple(replace(end, device_id=row[f"{side}_device_id"]) for side, end in (("a", record.a), ("b", record.b)))


def _own_end(end: NamedEnd, called: Mapping[int, str], modules: ModulePorts) -> NamedEnd:
    """An end as the project names its device and, where a module has the port, the module and its port."""
    if end.device_id is None:
        return end
    module_port = modules.own(modules.holder(end.device_id) or end.device_id, end.port)
    row_id, port = module_port or (end.device_id, end.port)
    return replace(end, device=called[row_id], device_id=row_id, port=port)


def _origin(record: CableRecord) -> Origin:
    return record.origin or Origin()
