"""Catalog entries as files for NetBox or its type library: one text per kind, or a library as folder or ZIP archive.

NetBox imports devices, modules and racks separately, so one text never contains two kinds. This module enforces that for window and
command line.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.writing import write_errors
from gpudesk.formats.netbox.netbox_stated import Kind, Mappings, NotInNetBox, kind_of
from gpudesk.formats.netbox.netbox_write import file_name_of, written
from gpudesk.formats.text.written_files import write_file, write_set

Body = Mapping[str, Any]
_TEXTS = (".yaml", ".yml")


class SeveralKinds(DeskError):
    """One text would hold types of several kinds; `kinds` has them."""

    def __init__(self, out: Path, kinds: Sequence[Kind]) -> None:
        self.kinds = tuple(kinds)
        text = QT_TRANSLATE_NOOP("netbox", "{path} would mix {kinds}, which NetBox imports separately.")
        fix = QT_TRANSLATE_NOOP("netbox", "Choose a folder or a ZIP archive, or export one kind at a time.")
        super().__init__(
            Message("netbox", text, {"path": str(out), "kinds": ", ".join(kind.folder for kind in kinds)}), Message("netbox", fix)
        )


@dataclass(frozen=True, slots=True)
class Sorted:
    """Entries by the sort of type that they are for NetBox, and the names of those for which it has none: cables, consumables."""

    kinds: Mapping[Kind, tuple[Body, ...]]
    left: tuple[str, ...] = ()


def sorted_by_kind(bodies: Iterable[Body]) -> Sorted:
    """The entries by their kind, in the order in which NetBox has them imported.

    Raises:
        InvalidData: an entry is not well formed.
    """
    by_kind: dict[Kind, list[Body]] = {}
    left = []
    for body in bodies:
        hardware = parse_type(body)
        try:
            by_kind.setdefault(kind_of(hardware), []).append(body)
        except NotInNetBox:
            left.append(hardware.title)
    return Sorted({kind: tuple(by_kind[kind]) for kind in Kind if kind in by_kind}, tuple(left))


def is_one_text(out: Path) -> bool:
    """Return whether the name requests a single text; others are libraries."""
    return out.suffix.lower() in _TEXTS


def places_of_kinds(out: Path, kinds: Iterable[Kind]) -> dict[Kind, Path]:
    """Return the path of each kind that needs a separate text: "types.yaml", or "types-device-types.yaml" next to it."""
    named = list(kinds)
    return {kind: out if len(named) == 1 else out.with_name(f"{out.stem}-{kind.folder}{out.suffix}") for kind in named}


def write_texts(out: Path, bodies: Iterable[Body], mappings: Mappings = Mappings.BOTH) -> list[Path]:
    """Write one text for each kind, named after `out`; returns the files.

    Raises:
        NotInNetBox: NetBox has no type for one of them.
        InvalidData: an entry is not well formed.
        NotWritten: the disk does not take it.
    """
    kinds: dict[Kind, list[Body]] = {}
    for body in bodies:
        kinds.setdefault(kind_of(parse_type(body)), []).append(body)
    places = places_of_kinds(out, kinds)
    contents = {places[kind]: written(entries, mappings) for kind, entries in kinds.items()}
    for place, content in contents.items():
        write_file(place, content)
    return list(contents)


def write_types(out: Path, bodies: Iterable[Body], mappings: Mappings = Mappings.BOTH) -> list[Path]:
    """Write entries as one text (.yaml, .yml), or as a library: a ZIP archive (.zip), or else a folder; return the written paths.

    Args:
        mappings: format of the panel port mappings.

    Raises:
        SeveralKinds: they cannot be in one text; nothing was written.
        NotInNetBox: NetBox has no type for one of them; nothing was written.
        InvalidData: an entry is malformed; nothing was written.
        NotWritten: the disk rejects it.
    """
    entries = list(bodies)
    if is_one_text(out):
        kinds = sorted({kind_of(parse_type(body)) for body in entries})
        if len(kinds) > 1:
            raise SeveralKinds(out, kinds)
        write_file(out, written(entries, mappings))
        return [out]
    files = library_of(entries, mappings)
    if out.suffix.lower() == ".zip":
        return write_set(out, files)
    for name, content in files.items():
        place = out / name
        with write_errors(out):
            place.parent.mkdir(parents=True, exist_ok=True)
        write_file(place, content)
    return [out / name for name in files]


def library_of(bodies: Iterable[Body], mappings: Mappings = Mappings.BOTH) -> dict[str, bytes]:
    """The files of a library, each with its place in it; a second of the same place is named by its key.

    Raises:
        NotInNetBox: NetBox has no type for one of them.
        InvalidData: an entry is not well formed.
    """
    files: dict[str, bytes] = {}
    for body in bodies:
        place = PurePosixPath(file_name_of(body))
        name = str(place.with_stem(str(body["key"])) if str(place) in files else place)
        if name in files:
            text = QT_TRANSLATE_NOOP("netbox", "{key} would be written twice.")
            raise InvalidData(Message("netbox", text, {"key": str(body["key"])}))
        files[name] = written([body], mappings)
    return files
