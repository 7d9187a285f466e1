"""Identification of a file by content, so that any dropped or opened file goes to the correct importer.

Only the head of a file is read, and of an archive its directory: faults further in are reported by the importer.
"""

import errno
import re
import struct
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from gpudesk.core.messages import log
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import Refusal, foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.disk.paths import is_there, path_error
from gpudesk.formats.drawings.dxf_tags import is_dxf
from gpudesk.formats.drawings.pdf_page import is_pdf
from gpudesk.formats.fabric.cable_list import COLUMNS as CABLE_COLUMNS
from gpudesk.formats.fabric.cable_list import REQUIRED as CABLE_ENDS
from gpudesk.formats.fabric.port_report import is_port_report
from gpudesk.formats.hosts.kernel_log import is_kernel_log
from gpudesk.formats.hosts.nvidia_smi_columns import is_columns
from gpudesk.formats.hosts.nvidia_smi_csv import is_smi_csv
from gpudesk.formats.hosts.nvidia_smi_links import is_gpu_list
from gpudesk.formats.hosts.nvidia_smi_table import is_smi_table
from gpudesk.formats.hosts.nvidia_smi_text import is_smi_text
from gpudesk.formats.hosts.prometheus_text import is_prometheus_text
from gpudesk.formats.models.model_names import holds_model
from gpudesk.formats.runs.run_profile import GZIP, head_of_packed
from gpudesk.formats.runs.torch_trace import is_torch_trace
from gpudesk.formats.tables.device_list_columns import COLUMNS
from gpudesk.formats.tables.table_rows import folded_name
from gpudesk.formats.text.pasted_text import decoded, is_text
from gpudesk.project.open_projects import OPEN_FILES
from gpudesk.project.suffix import SUFFIX

_LOG = log.category("formats")

_CONTEXT = "what_is"
HEAD_BYTES = 1 << 18
LARGEST_BYTES = 1 << 31
"""Maximum size of an imported file."""
_MOST_DIRECTORY_BYTES = 32 << 20
_MOST_LOOKED_AT = 2000
_SQLITE = b"SQLite format 3\0"
_PROJECT_ID = b"GPDD"
_RECORDING_ID = b"GPDR"
_GGUF = b"GGUF"
_PNG, _JPEG, _ZIP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"PK\x03\x04"
_NAME = re.compile(rb"^(?:- )?([A-Za-z_][\w-]*)\s*:(?:\s|$)", re.MULTILINE)
# Bounded, or a file of beginnings alone would keep the program busy.
_CELL = re.compile(rb"<t(?: [^>]{0,100})?>([^<]{0,200})</t>")
_YAML = (".yaml", ".yml")
_LIBRARY_FOLDERS = frozenset(["device-types", "module-types", "rack-types"])
_NETBOX_HEADS = frozenset(["device_type", "rack_type", "u_height", "asset_tag", "form_factor", "device_bay", "module_bay"])
_NETBOX_TITLES = (
    frozenset(["Name", "Status", "Site", "Tenant", "Type"]),
    frozenset(["Termination A", "Termination B"]),
    frozenset(["side_a_type", "side_b_type"]),
)
"""Columns that the lists of devices and racks, and of cables, have in every export of NetBox 4.6 that keeps its usual columns, and those
that its import form of cables demands."""


_DEVICE_HEADS = frozenset(folded_name(name) for column in COLUMNS if column.key == "device" for name in (column.title, *column.names))


class Nature(StrEnum):
    """Possible kinds of a file."""

    PROJECT = "project"
    TEMPLATE = "template"
    DEVICE_LIST = "device list"
    NETBOX_LIST = "netbox list"
    CABLE_LIST = "cable list"
    SUBNET = "subnet"
    LINK_GRAPH = "link graph"
    OWN_TYPES = "own types"
    LIBRARY = "library"
    UNDERLAY = "underlay"
    MODEL = "model"
    GPU_RECORDING = "recording of GPUs"
    GPU_LISTING = "listing of GPUs"
    KERNEL_LOG = "kernel log"
    TOPOLOGY = "GPU topology"
    DCGM_REPORT = "DCGM report"
    FAILURE = "failure message"
    RUN_LOG = "log of a serving program"
    PROFILE = "profile of a job"
    UNKNOWN = "unknown"


_OF_LINKS = {Nature.SUBNET: "ibsim", Nature.LINK_GRAPH: "dot"}
_LINES = 200
_SUBNET = re.compile(r'^(?:Switch|Ca)\s+\d+\s+"[SH]-[0-9a-fA-F]+"', re.MULTILINE)
_REPORTS = ("Switch: 0x", "CA: ", "Router: ", " ==(", "SW ", "CA ")
"""One of these is in every report of ports: a quick look before a slow one."""
_GRAPH = re.compile(r"\A\s*(?:strict\s+)?graph\b[^{\n]*\{")
_MODEL = re.compile(r'\A\s*\{[^\0]{0,20000}"(?:model_type"\s*:\s*"|weight_map"\s*:\s*\{)')
_SMI_XML = re.compile(r"^\s{0,40}(?:<[?!][^\0]{0,400})?<nvidia_smi_log\b", re.MULTILINE)
_SMI_COLUMN = re.compile(r"(?:memory|utilization|power|clocks|temperature|pcie?|ecc|enforced)\.[\w.]+(?: \[.{1,8}\])?")
_LONGEST_HEAD = 20_000
"""Of the line that names the columns of a table no more is looked at."""
_MOST_TITLES = 20
"""Lines among which the names of the columns are looked for."""


@dataclass(frozen=True, slots=True)
class WhatItIs:
    """A file and its kind; `why` explains why it is unknown, `others` lists alternative kinds of a text."""

    path: Path
    nature: Nature
    why: Message | None = None
    others: tuple[Nature, ...] = ()

    @property
    def natures(self) -> tuple[Nature, ...]:
        """Everything that it could be; empty for an unknown one."""
        return () if self.nature is Nature.UNKNOWN else (self.nature, *self.others)

    @property
    def import_format(self) -> str:
        """Of a list the name of its format in `operations.FORMATS`."""
        if self.nature is Nature.NETBOX_LIST:
            return "netbox"
        if self.nature in _OF_LINKS:
            return _OF_LINKS[self.nature]
        if self.nature is Nature.CABLE_LIST:
            return "cables-xlsx" if self.path.suffix.lower() == ".xlsx" else "cables-csv"
        return "devices-xlsx" if self.path.suffix.lower() == ".xlsx" else "devices-csv"


def what_is(path: Path) -> WhatItIs:
    """Identify the file at `path`; never raises, an unreadable file is unknown, with a reason."""
    recognized = _what_is(path)
    _LOG.info("recognized", nature=log.Code(recognized.nature.name.lower()))
    return recognized


def _what_is(path: Path) -> WhatItIs:
    try:
        # A second opening of a file that this process has open would, when it is closed, drop the locks that SQLite holds on it.
        if OPEN_FILES.has(path):
            return WhatItIs(path, Nature.PROJECT)
        if path.is_dir():
            recognized = _named(path, _folder_names(path))
            return WhatItIs(path, Nature.MODEL) if recognized.nature is Nature.UNKNOWN and holds_model(path) else recognized
        if path.suffix == SUFFIX and not is_there(path):
            return WhatItIs(path, Nature.PROJECT)
        if not path.is_file():
            return _unknown(path, QT_TRANSLATE_NOOP("what_is", "There is no file at {path}."), path=str(path))
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
            if head.startswith(_GGUF) or _is_safetensors(head, size):
                return WhatItIs(path, Nature.MODEL)
            if size > LARGEST_BYTES and not head.startswith(_SQLITE):
                text = QT_TRANSLATE_NOOP("what_is", "{file} is too large: {size} GB.")
                return _unknown(path, text, size=round(size / 1e9, 1))
            if head.startswith(_ZIP):
                return _archive(path, size)
    except OSError as error:
        return WhatItIs(path, Nature.UNKNOWN, path_error(path, error).message)
    except ValueError as error:
        # What cannot be a path at all.
        return WhatItIs(path, Nature.UNKNOWN, path_error(path, OSError(errno.EINVAL, str(error))).message)
    return _content(path, head)


def holds_fabric_listing(text: str) -> bool:
    """Whether a text holds what ibnetdiscover or iblinkinfo print, wherever it begins."""
    if _SUBNET.search(text):
        return True
    return any(mark in text for mark in _REPORTS) and is_port_report(text.split("\n"))


def what_is_pasted(content: bytes, name: str) -> WhatItIs:
    """Identify pasted or piped content; archives, which are files, are unknown."""
    return _content(Path(name), content[:HEAD_BYTES])


def _content(path: Path, head: bytes) -> WhatItIs:
    if not head:
        if path.suffix == SUFFIX:
            return WhatItIs(path, Nature.PROJECT)
        return _unknown(path, QT_TRANSLATE_NOOP("what_is", "{file} is empty."))
    if head.startswith(_SQLITE):
        if head[68:72] == _PROJECT_ID or path.suffix == SUFFIX:
            return WhatItIs(path, Nature.PROJECT)
        if head[68:72] == _RECORDING_ID:
            return WhatItIs(path, Nature.GPU_RECORDING)
        return _unknown(path, QT_TRANSLATE_NOOP("what_is", "{file} is a database of another program."))
    if head.startswith((_PNG, _JPEG)) or is_pdf(head) or is_dxf(head):
        return WhatItIs(path, Nature.UNDERLAY)
    if path.suffix == SUFFIX:
        return WhatItIs(path, Nature.PROJECT)
    text = _text(head_of_packed(head) if head.startswith(GZIP) else head)
    if text is None:
        return _unknown(path)
    if is_torch_trace(text):
        return WhatItIs(path, Nature.PROFILE)
    if head.startswith(GZIP):
        return _unknown(
            path,
            QT_TRANSLATE_NOOP("what_is", "{file} is compressed with gzip: unpack it first. Only PyTorch traces can be read compressed."),
        )
    if _GRAPH.match(text):
        return WhatItIs(path, Nature.LINK_GRAPH)
    if _MODEL.search(text):
        return WhatItIs(path, Nature.MODEL)
    if _SUBNET.search(text) or is_port_report(text.split("\n", _LINES)[:_LINES]):
        return WhatItIs(path, Nature.SUBNET)
    if is_kernel_log(text):
        return WhatItIs(path, Nature.KERNEL_LOG)
    if _SMI_XML.search(text) or _is_smi_csv(text) or is_prometheus_text(head) or _is_smi_words(text):
        return WhatItIs(path, Nature.GPU_LISTING)
    nature = _of_yaml(text) or _of_lines(text, path.suffix.lower() in (".csv", ".tsv"))
    return _unknown(path) if nature is None else WhatItIs(path, nature)


def _of_yaml(text: str) -> Nature | None:
    names = {name.decode() for name in _NAME.findall(text.encode())}
    if "title" in names and names & {"plan", "build"}:
        return Nature.TEMPLATE
    if "types" in names:
        return Nature.OWN_TYPES
    return Nature.LIBRARY if {"manufacturer", "model"} <= names else None


def _of_lines(text: str, is_named_so: bool) -> Nature | None:
    """Identify a table by its first line with column names: many lists begin with titles, dates and owners."""
    lines = [line for line in text.splitlines()[:_MOST_TITLES] if line.strip()]
    natures = (_of_table(_cells(line), is_named_so=False) for line in lines)
    return next((nature for nature in natures if nature is not None), None) or _of_table(_cells(text), is_named_so)


def _of_table(cells: list[str], is_named_so: bool) -> Nature | None:
    """Identify a table by its header cells; NetBox writes its field names or column titles unchanged."""
    heads = set(cells)
    if any(heads >= titles for titles in _NETBOX_TITLES) or (_NETBOX_HEADS & heads and heads >= {"name", "site"}):
        return Nature.NETBOX_LIST
    cells = [folded_name(cell) for cell in cells]
    ends = {column.key for column in CABLE_COLUMNS for name in (column.title, *column.names) if folded_name(name) in cells}
    if ends >= CABLE_ENDS:
        return Nature.CABLE_LIST
    known = {folded_name(name) for column in COLUMNS for name in (column.key, column.title, *column.names)}
    if "key" in cells and {"family", "title", "manufacturer", "model"} & set(cells):
        return Nature.OWN_TYPES
    known_cells = sum(cell in known for cell in cells)
    if _NETBOX_HEADS & heads and not _DEVICE_HEADS & set(cells):
        # Its lists of types and parts; those of racks and devices have a name and a site.
        return Nature.NETBOX_LIST
    if known_cells > 1:
        return Nature.DEVICE_LIST
    return Nature.DEVICE_LIST if is_named_so and len(cells) > 1 else None


def _is_smi_words(text: str) -> bool:
    """Return whether a text is nvidia-smi output in text form, or its columns after other terminal output."""
    return is_smi_text(text) or is_smi_table(text) or is_columns(text) or is_gpu_list(text) or is_smi_csv(text)


def _is_smi_csv(text: str) -> bool:
    """Whether the first line names columns as nvidia-smi does, such as "memory.used [MiB]"."""
    return sum(_SMI_COLUMN.fullmatch(cell) is not None for cell in _cells(text)) > 0


def _cells(text: str) -> list[str]:
    """Return the cells of the first line of a table that is not empty; empty if it has no separators."""
    line = next((line for line in text.splitlines()[:50] if line.strip()), "")
    line = line[:_LONGEST_HEAD]
    separator = max(",;\t", key=line.count)
    return [cell.strip().strip('"') for cell in line.split(separator)] if separator in line else []


def _is_safetensors(head: bytes, size: int) -> bool:
    """Return whether a JSON header of the length stated before it fits into the file."""
    return head[8:9] == b"{" and b"\0" in head[:8] and 2 <= int.from_bytes(head[:8], "little") <= size - 8


def _text(head: bytes) -> str | None:
    """The head as text, None if it is none."""
    return decoded(head) if is_text(head) else None


def _archive(path: Path, size: int) -> WhatItIs:
    """Identify a ZIP archive: a workbook, a library, or a set of lists."""
    if _directory_bytes(path, size) > _MOST_DIRECTORY_BYTES:
        return _unknown(path, QT_TRANSLATE_NOOP("what_is", "{file} is too large: it contains too many files."))
    try:
        with ExitStack() as opened:
            with foreign_parser(path.name, _damaged(path.name)):
                archive = opened.enter_context(zipfile.ZipFile(path))
                names = archive.namelist()
            if any(name.startswith("xl/") for name in names):
                nature = _of_table(_workbook_cells(archive, names, path.name), is_named_so=True)
                return WhatItIs(path, nature or Nature.DEVICE_LIST)
    except InvalidData as error:
        return WhatItIs(path, Nature.UNKNOWN, error.message)
    return _named(path, iter(names))


def _damaged(file: str) -> Refusal:
    def refusal(_reason: str, _error: Exception) -> InvalidData:
        return InvalidData(Message(_CONTEXT, QT_TRANSLATE_NOOP("what_is", "{file} is a damaged archive."), {"file": file}))

    return refusal


def _directory_bytes(path: Path, size: int) -> int:
    """Return the size of the directory of an archive, from the record at its end; 0 if there is none."""
    with path.open("rb") as file:
        file.seek(max(0, size - 66_000))
        tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    return int(struct.unpack("<I", tail[at + 12 : at + 16])[0]) if 0 <= at <= len(tail) - 22 else 0


def _workbook_cells(archive: zipfile.ZipFile, names: list[str], file: str) -> list[str]:
    """The first texts of a workbook, of which those of the header are some."""
    texts: list[str] = []
    for name in names:
        if name in ("xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"):
            with foreign_parser(file, _damaged(file)), archive.open(name) as part:
                content = part.read(HEAD_BYTES)
            cells = _CELL.findall(content)
            texts += [cell.decode("utf-8", "replace") for cell in cells[:200]]
    return texts


def _folder_names(folder: Path) -> Iterator[str]:
    """Return the names of the contents of a folder, at most two levels deep."""
    for entry in folder.iterdir():
        yield entry.name + ("/" if entry.is_dir() else "")
        if entry.is_dir() and not entry.is_symlink():
            for inner in entry.iterdir():
                yield f"{entry.name}/{inner.name}" + ("/" if inner.is_dir() else "")


def _named(path: Path, names: Iterator[str]) -> WhatItIs:
    """Identify a folder or an archive by its file names."""
    lists = types = False
    for count, name in enumerate(names):
        parts = name.lower().split("/")
        lists = lists or parts[-1].endswith(".csv")
        types = types or parts[-1].endswith(_YAML) or bool(_LIBRARY_FOLDERS & set(parts[:-1]))
        if count > _MOST_LOOKED_AT:
            break
    # A project that goes to NetBox brings its types along.
    if lists:
        return WhatItIs(path, Nature.NETBOX_LIST)
    return WhatItIs(path, Nature.LIBRARY) if types else _unknown(path)


def _unknown(path: Path, text: str = "", /, **values: Value) -> WhatItIs:
    text = text or QT_TRANSLATE_NOOP("what_is", "{file} is not a file type that this program supports.")
    return WhatItIs(path, Nature.UNKNOWN, Message(_CONTEXT, text, {"file": path.name or str(path), **values}))
