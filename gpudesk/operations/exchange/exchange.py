"""Export and import formats of a project: one table for the command line and the interface."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from gpudesk.core.messages import log
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running import garbage
from gpudesk.core.running.progress import Progress
from gpudesk.formats.fabric.cable_list import CableList
from gpudesk.formats.fabric.host_name_list import HostNameList
from gpudesk.formats.netbox.netbox_taken import NetboxTables
from gpudesk.formats.tables.device_list import SHEET, DeviceList, read_device_list
from gpudesk.formats.tables.device_list_write import device_rows
from gpudesk.formats.tables.tables import csv_bytes, read_tables, xlsx_bytes
from gpudesk.formats.text.written_files import read_set, write_file, write_set
from gpudesk.operations.cabling.host_name_operations import name_hosts_from
from gpudesk.operations.exchange.fabric_formats import FABRIC_FORMATS
from gpudesk.operations.exchange.format import Exported, Format, Taken
from gpudesk.operations.exchange.import_cables import import_cables, preview_cables
from gpudesk.operations.exchange.import_changes import Preview, Question
from gpudesk.operations.exchange.import_devices import import_devices, preview_import
from gpudesk.operations.exchange.import_questions import what_units
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot

_LOG = log.category("formats")

_CONTEXT = "formats"
NETBOX = "netbox"
"""The format whose export can leave out names that exist there."""


def export_project(
    snapshot: Snapshot, uid: str, title: str, name: str, out: Path, progress: Progress | None = None, *, skip: Sequence[str] = ()
) -> Exported:
    """Write a project in the format `name`.

    Args:
        skip: names that exist in the NetBox instance, which a set for it leaves out.
        uid: of the project, to identify the lines of a list when it is imported again.
        title: name of the project.

    Raises:
        Refused: projects cannot be exported in this format.
        NotWritten: the disk does not accept it; existing files are unchanged.
        Cancelled: the work was stopped.
    """
    file_format = FORMATS.get(name)
    if file_format is None or file_format.write is None:
        text = QT_TRANSLATE_NOOP("formats", "The export format {name} does not exist.")
        fix = QT_TRANSLATE_NOOP("formats", "Choose one of: {names}.")
        names = tuple(known_format.name for known_format in FORMATS.values() if known_format.write is not None)
        raise Refused(Message(_CONTEXT, text, {"name": name}), Message(_CONTEXT, fix, {"names": names}))
    _LOG.info("export", format=log.code(name, FORMATS), rows=len(snapshot["device"]["name"]))
    if file_format.write is _write_netbox:
        return _write_netbox(snapshot, uid, title, out, progress or Progress(), skip)
    return file_format.write(snapshot, uid, title, out, progress or Progress())


def read_import(name: str, path: Path, uid: str, progress: Progress | None = None, *, units: str = "") -> Taken:
    """Read data to import into the project `uid`; the next step is `preview_list` or `import_list`.

    Args:
        units: the meaning of a bare column HE of a device list if its values are ambiguous: "position" or "height".

    Raises:
        Refused: this format cannot be imported.
        UnreadableTable: the file does not have this format; every fault is named.
        NotRead: the file cannot be read.
        Cancelled: the work was stopped.
    """
    file_format = FORMATS.get(name)
    if file_format is None or file_format.read is None:
        text = QT_TRANSLATE_NOOP("formats", "The import format {name} does not exist.")
        fix = QT_TRANSLATE_NOOP("formats", "Choose one of: {names}.")
        names = tuple(known_format.name for known_format in FORMATS.values() if known_format.read is not None)
        raise Refused(Message(_CONTEXT, text, {"name": name}), Message(_CONTEXT, fix, {"names": names}))
    with garbage.left_for_later():
        if units and file_format.read is _read_list:
            return _read_list(path, uid, progress or Progress(), units)
        read = file_format.read(path, uid, progress or Progress())
    _LOG.info("import read", format=log.code(name, FORMATS))
    return read


def preview_list(snapshot: Snapshot, found: Taken, progress: Progress | None = None) -> Preview:
    """Preview the effect of an import on a project; nothing is written.

    Raises:
        Cancelled: the work was stopped.
    """
    if isinstance(found, NetboxTables):
        from gpudesk.operations.exchange.import_netbox import preview_netbox

        return preview_netbox(snapshot, found, progress)
    if isinstance(found, CableList):
        return preview_cables(snapshot, found, progress)
    return preview_import(snapshot, found, progress)


def open_questions(snapshot: Snapshot, found: Taken) -> list[Question]:
    """Questions that the user must answer before the import.

    The answers about NetBox files go into `found.answers`; with the answer about a device list it is read again (`read_import`).
    """
    if isinstance(found, DeviceList) and found.is_asking:
        return [what_units(found.asked)]
    if not isinstance(found, NetboxTables):
        return []
    from gpudesk.operations.exchange.import_netbox import questions_of

    return questions_of(snapshot, found)


@operation
def import_list(edit: Edit, found: Taken, name: str = "", host_names: HostNameList | None = None) -> Preview:
    """Import the data read, devices or cables; returns what was done.

    Args:
        host_names: names assigned to devices first, in the same step, so that the list can refer to them.

    Raises:
        UnreadableTable, Refused, Cancelled: see `import_devices`, `import_cables` and `name_hosts_from`.
    """
    if host_names is not None:
        name_hosts_from(edit, host_names)
    if isinstance(found, NetboxTables):
        from gpudesk.operations.exchange.import_netbox import import_netbox

        return import_netbox(edit, found, name)
    return import_cables(edit, found, name) if isinstance(found, CableList) else import_devices(edit, found, name)


def _write_csv(snapshot: Snapshot, uid: str, _title: str, out: Path, _progress: Progress) -> Exported:
    write_file(out, csv_bytes(device_rows(snapshot, uid)))
    return Exported((out,))


def _write_xlsx(snapshot: Snapshot, uid: str, _title: str, out: Path, progress: Progress) -> Exported:
    write_file(out, xlsx_bytes({SHEET: device_rows(snapshot, uid)}, progress))
    return Exported((out,))


def _read_list(path: Path, uid: str, progress: Progress, units: str = "") -> DeviceList:
    return read_device_list(read_tables(path, progress, whole=False), uid, units)


def _write_netbox(snapshot: Snapshot, _uid: str, title: str, out: Path, progress: Progress, skip: Sequence[str] = ()) -> Exported:
    from gpudesk.formats.netbox.netbox_project import netbox_set

    file_set = netbox_set(snapshot, title, progress, skip)
    return Exported(tuple(write_set(out, file_set.files)), tuple(file_set.remarks), has_readme=True)


def _write_dxf(snapshot: Snapshot, _uid: str, _title: str, out: Path, _progress: Progress) -> Exported:
    from gpudesk.formats.drawings.dxf import dxf_bytes

    write_file(out, dxf_bytes(snapshot))
    return Exported((out,))


def _write_svg(snapshot: Snapshot, _uid: str, title: str, out: Path, _progress: Progress) -> Exported:
    from gpudesk.formats.drawings.floor_svg import svg_bytes

    write_file(out, svg_bytes(snapshot, title))
    return Exported((out,))


def _read_netbox(path: Path, _uid: str, progress: Progress) -> NetboxTables:
    from gpudesk.formats.netbox.netbox_tables import read_netbox

    files = read_set(path, (".csv", ".yaml", ".yml"))
    progress.step(0, 0)
    return read_netbox(files)


FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        Format(
            "devices-csv",
            QT_TRANSLATE_NOOP("formats", "Device list (CSV)"),
            QT_TRANSLATE_NOOP("formats", "Halls, rows, racks and devices, one per line; edit the list and import it again"),
            (".csv", ".txt", ".tsv"),
            False,
            _write_csv,
            _read_list,
        ),
        Format(
            "devices-xlsx",
            QT_TRANSLATE_NOOP("formats", "Device list (Excel)"),
            QT_TRANSLATE_NOOP("formats", "The same, as a workbook"),
            (".xlsx",),
            False,
            _write_xlsx,
            _read_list,
        ),
        Format(
            NETBOX,
            QT_TRANSLATE_NOOP("formats", "NetBox (CSV and YAML)"),
            QT_TRANSLATE_NOOP(
                "formats", "Files to import into NetBox, in the required order; the lists exported by NetBox can be imported"
            ),
            (".zip", ".csv"),
            True,
            _write_netbox,
            _read_netbox,
        ),
        Format(
            "floor-dxf",
            QT_TRANSLATE_NOOP("formats", "Floor drawing (DXF)"),
            QT_TRANSLATE_NOOP("formats", "Halls, racks and other floor items, on layers, in millimeters"),
            (".dxf",),
            False,
            _write_dxf,
            None,
        ),
        Format(
            "floor-svg",
            QT_TRANSLATE_NOOP("formats", "Floor picture (SVG)"),
            QT_TRANSLATE_NOOP("formats", "The same, as an image to print or to embed in a page"),
            (".svg",),
            False,
            _write_svg,
            None,
        ),
        *FABRIC_FORMATS,
    )
}
"""Name to format, in the order in which they are shown."""
