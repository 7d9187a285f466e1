"""What a format is, in which a project goes out or comes in."""

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
    """What was written: the files, and one line in English for each thing that the format cannot hold as it is."""

    files: tuple[Path, ...]
    remarks: tuple[str, ...] = ()


Write = Callable[[Snapshot, str, str, Path, Progress], Exported]
Taken = DeviceList | CableList | NetboxTables
Read = Callable[[Path, str, Progress], Taken]


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes:
        name: what the command line calls it.
        title: what the interface calls it.
        hint: what it holds.
        suffixes: of its files; the first is the usual one.
        folder: whether a folder may stand in the place of a file.
        write: `write(snapshot, uid, title, out, progress)`, None for a format that only comes in.
        read: `read(path, uid, progress)`, None for a format that only goes out.
    """

    name: str
    title: str
    hint: str
    suffixes: tuple[str, ...]
    folder: bool
    write: Write | None
    read: Read | None
