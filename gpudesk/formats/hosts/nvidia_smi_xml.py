"""What `nvidia-smi -q -x` prints: every leaf of each GPU by its path, read without trust."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from xml.parsers import expat

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_CONTEXT = "formats"
MOST_BYTES = 32 * 2**20
_MOST_DEPTH = 16
_MOST_ELEMENTS = 400_000
MOST_GPUS = 1024
"""Of one listing, parts of GPUs in MIG mode included: a machine of sixteen GPUs has 112 parts at most."""
_PIECE = 1 << 16
_GPUS = frozenset({"gpu", "mig_device"})
_SKIPPED = frozenset({"supported_clocks"})
"""Hundreds of lines that list the supported clocks."""


class _What(Enum):
    """What expat can find."""

    DOCTYPE = auto()
    START = auto()
    END = auto()
    TEXT = auto()


_Seen = tuple[_What, str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class SmiProcess:
    """A process as listed; texts unchanged."""

    pid: str
    kind: str
    name: str
    used: str
    gpu_instance: str
    busy: str = ""


@dataclass(frozen=True, slots=True)
class SmiGpu:
    """One GPU, or one part of a GPU in MIG mode.

    Attributes:
        leaves: every text by the path of its element below the GPU, the first of each path.
        parts: of a GPU in MIG mode.
    """

    bus: str
    leaves: dict[str, str]
    processes: tuple[SmiProcess, ...]
    parts: "tuple[SmiGpu, ...]" = ()


@dataclass(frozen=True, slots=True)
class SmiLog:
    """The whole listing.

    Attributes:
        schema: for example "v12", from its document type; "" if unspecified.
        attached: number of GPUs counted by the driver, which may exceed those listed.
    """

    schema: str
    timestamp: str
    driver: str
    cuda: str
    attached: int
    gpus: tuple[SmiGpu, ...]


def _invalid(text: str, **values: str | int) -> InvalidData:
    fix = QT_TRANSLATE_NOOP("formats", "Save it again with: nvidia-smi -q -x > FILE")
    return InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))


class _Tree:
    """Builds the tree from expat events, within limits on depth, elements and GPUs."""

    def __init__(self) -> None:
        self.seen: list[_Seen] = []
        """Expat events not yet processed: the handlers only append, so that no other code runs inside expat."""
        self.schema = ""
        self._builder = ET.TreeBuilder()
        self._depth = self._elements = self._gpus = 0

    def take(self) -> None:
        """Process the collected events.

        Raises:
            InvalidData: it exceeds the size of an nvidia-smi listing.
        """
        for what, text, attributes in self.seen:
            if what is _What.START:
                self._start(text, attributes)
            elif what is _What.END:
                self._depth -= 1
                self._builder.end(text)
            elif what is _What.TEXT:
                self._builder.data(text)
            else:
                self.schema = text.removeprefix("nvsmi_device_").removesuffix(".dtd")
        self.seen.clear()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth, self._elements = self._depth + 1, self._elements + 1
        if self._depth > _MOST_DEPTH or self._elements > _MOST_ELEMENTS:
            raise _invalid(QT_TRANSLATE_NOOP("formats", "The structure of the file is not that of an nvidia-smi listing."))
        if name in _GPUS:
            self._gpus += 1
            if self._gpus > MOST_GPUS:
                raise _invalid(
                    QT_TRANSLATE_NOOP("formats", "The file lists more than {most} GPUs, more than a single machine has."), most=MOST_GPUS
                )
        self._builder.start(name, attributes)

    def root(self) -> ET.Element:
        """The outermost element, once all is built."""
        return self._builder.close()


def _refuse_entities(*_: object) -> None:
    raise _invalid(QT_TRANSLATE_NOOP("formats", "The file declares entities, which do not occur in nvidia-smi listings."))


def _no_xml(reason: str, error: Exception) -> InvalidData:
    words = QT_TRANSLATE_NOOP("formats", "Line {line}: invalid XML: {fault}.")
    if isinstance(error, expat.ExpatError):
        return _invalid(words, line=error.lineno, fault=expat.errors.messages.get(error.code, str(error.code)))
    return _invalid(words, line=1, fault=reason)


def _guarded(text: bytes) -> tuple[ET.Element, str]:
    """The tree, with nothing in it that could grow: declarations of entities are refused, depth and number of elements limited."""
    parser = expat.ParserCreate()
    tree = _Tree()
    add = tree.seen.append
    parser.StartDoctypeDeclHandler = lambda _name, system, _public, _inner: add((_What.DOCTYPE, system or "", {}))
    parser.EntityDeclHandler = _refuse_entities
    parser.StartElementHandler = lambda name, attributes: add((_What.START, name, attributes))
    parser.EndElementHandler = lambda name: add((_What.END, name, {}))
    parser.CharacterDataHandler = lambda letters: add((_What.TEXT, letters, {}))
    for start in range(0, len(text) + 1, _PIECE):
        with foreign_parser("", _no_xml):
            parser.Parse(text[start : start + _PIECE], start + _PIECE > len(text))
        tree.take()
    return tree.root(), tree.schema


def _text(element: ET.Element | None) -> str:
    return (element.text or "").strip() if element is not None else ""


def _leaves(element: ET.Element, path: str, into: dict[str, str]) -> None:
    for child in element:
        if child.tag in _SKIPPED or child.tag in {"processes", "mig_devices"}:
            continue
        below = f"{path}/{child.tag}" if path else child.tag
        if len(child):
            _leaves(child, below, into)
        else:
            into.setdefault(below, _text(child))


def _gpu(element: ET.Element) -> SmiGpu:
    leaves: dict[str, str] = {}
    _leaves(element, "", leaves)
    processes = tuple(
        SmiProcess(
            pid=_text(process.find("pid")),
            kind=_text(process.find("type")),
            name=_text(process.find("process_name")),
            used=_text(process.find("used_memory")),
            gpu_instance=_text(process.find("gpu_instance_id")),
        )
        for process in element.iterfind("processes/process_info")
    )
    parts = tuple(_gpu(part) for part in element.iterfind("mig_devices/mig_device"))
    return SmiGpu(element.get("id", ""), leaves, processes, parts)


def read_nvidia_smi_xml(text: bytes) -> SmiLog:
    """Read a listing.

    Raises:
        InvalidData: it is too large, no XML, or no listing of nvidia-smi.
    """
    if len(text) > MOST_BYTES:
        raise _invalid(QT_TRANSLATE_NOOP("formats", "The file is larger than {most} MiB."), most=MOST_BYTES // 2**20)
    root, schema = _guarded(text)
    if root.tag != "nvidia_smi_log":
        raise _invalid(QT_TRANSLATE_NOOP("formats", "This is not an nvidia-smi listing: it starts with {tag}."), tag=root.tag[:60])
    attached = _text(root.find("attached_gpus"))
    gpus = tuple(_gpu(gpu) for gpu in root.iterfind("gpu"))
    return SmiLog(
        schema=schema,
        timestamp=_text(root.find("timestamp")),
        driver=_text(root.find("driver_version")),
        cuda=_text(root.find("cuda_version")),
        attached=int(attached) if attached.isdecimal() and len(attached) < 6 else len(gpus),
        gpus=gpus,
    )


def read_nvidia_smi_xml_file(path: Path) -> SmiLog:
    """Read a listing from a file.

    Raises:
        InvalidData: as `read_nvidia_smi_xml`.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        return read_nvidia_smi_xml(file.read(MOST_BYTES + 1))
