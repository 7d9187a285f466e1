"""Definition of an export or import format of a project."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gpudesk.core.running.progress import Progress
from gpudesk.formats.fabric.cable_list import CableList
from gpudesk.formats.netbox.netbox_taken import NetboxTables
from gpudesk.formats.tables.device_list import DeviceList
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Exported:
    """The result of an export.

    Attributes:
        remarks: one line in English for each property that the format cannot represent exactly.
        has_readme: whether a README among the files, or in the archive that they are, lists the remarks.
    """

    files: tuple[Path, ...]
    remarks: tuple[str, ...] = ()
    has_readme: bool = False


Write = Callable[[Snapshot, str, str, Path, Progress], Exported]
Taken = DeviceList | CableList | NetboxTables
Read = Callable[[Path, str, Progress], Taken]


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes:
        name: name on the command line.
        title: name in the interface.
        hint: its content.
        suffixes: of its files; the first is the usual one.
        folder: whether a folder can be used in place of a file.
        write: `write(snapshot, uid, title, out, progress)`, None for an import-only format.
        read: `read(path, uid, progress)`, None for an export-only format.
    """

    name: str
    title: str
    hint: str
    suffixes: tuple[str, ...]
    folder: bool
    write: Write | None
    read: Read | None
