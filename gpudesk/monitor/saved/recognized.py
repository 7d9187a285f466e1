"""Determine the possible kinds of a text by its content: all kinds that fit, so that the user can choose if there are several.

Shared by the command line and the window: `formats.recognize.what_is` inspects the head of a file, and this the whole text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving.engine_log import RunLog
from gpudesk.formats.hosts.dcgm_results import DcgmReport, is_dcgm_report, read_dcgm_report
from gpudesk.formats.hosts.kernel_log import KernelLog, is_kernel_log, kernel_log_of
from gpudesk.formats.hosts.nvidia_smi_csv import is_without_head
from gpudesk.formats.hosts.nvidia_smi_links import Topology, is_topology, read_topology
from gpudesk.formats.hosts.prometheus_text import is_prometheus_text
from gpudesk.formats.recognize.what_is import Nature, WhatItIs, holds_fabric_listing, what_is, what_is_pasted
from gpudesk.formats.runs.nsys_stats import is_nsys_stats
from gpudesk.formats.runs.run_log import run_log, serving_program
from gpudesk.formats.runs.run_profile import RunProfile, profile_of
from gpudesk.formats.text.pasted_text import MOST_BYTES, decoded, is_text
from gpudesk.monitor.health.smi_failures import SeenFailure, failures_in
from gpudesk.monitor.saved.gpu_listing import GpuListing, form_of, listing_of

_CONTEXT = "recognized"
_TEXTS = frozenset(
    {
        Nature.UNKNOWN,
        Nature.DEVICE_LIST,
        Nature.KERNEL_LOG,
        Nature.GPU_LISTING,
        Nature.OWN_TYPES,
        Nature.LIBRARY,
        Nature.TEMPLATE,
        Nature.SUBNET,
    }
)
"""Kinds recognized from the head of a text that the rest may contradict."""
_JSON = re.compile(r'\{|\[\s*(?:[\[{"\]]|-?\d[\d.]*\s*,)')
"""Configurations and lines of logs begin with a name or a time in brackets."""
Read = KernelLog | GpuListing | Topology | DcgmReport | RunLog | RunProfile | Sequence[SeenFailure]


@dataclass(frozen=True, slots=True)
class Understood:
    """A text, its kind and its content; `read` is None if only the kind is determined here, or if several are possible."""

    what: WhatItIs
    read: Read | None = None


def is_certain(what: WhatItIs) -> bool:
    """Whether the head of a file determines its kind, whatever follows."""
    return what.nature not in _TEXTS


def recognized(path: Path) -> WhatItIs:
    """Kind of a file; for a text of at most 64 MB, all possible kinds."""
    what = what_is(path)
    if is_certain(what) or not path.is_file():
        return what
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError:
        return what
    return what if len(content) > MOST_BYTES else _by_text(what, _text(content))


def understood(content: bytes, name: str, path: Path | None, wanted: Nature | None = None) -> Understood:
    """Determine the kind of a text and read it.

    Args:
        content: content of a file, or pasted text.
        name: its name in messages.
        path: location of the file; None for pasted text.
        wanted: the kind meant if several are possible.

    Raises:
        InvalidData: it is of this kind, but cannot be read.
    """
    text = _text(content)
    what = _by_text(what_is_pasted(content, name) if path is None else what_is(path), text)
    if wanted is not None and wanted in what.natures:
        what = replace(what, nature=wanted, others=())
    return Understood(what, None if what.others else _read(what.nature, text, content, name))


def read_report(path: Path, nature: Nature) -> Read | None:
    """Read the text of a file as one of its possible kinds.

    Raises:
        InvalidData: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        words = QT_TRANSLATE_NOOP("recognized", "{name} cannot be read: {reason}.")
        raise InvalidData(Message(_CONTEXT, words, {"name": path.name, "reason": error.strerror or str(error)})) from error
    if len(content) > MOST_BYTES:
        words = QT_TRANSLATE_NOOP("recognized", "{name} is larger than {most} MB.")
        raise InvalidData(Message(_CONTEXT, words, {"name": path.name, "most": MOST_BYTES >> 20}))
    return understood(content, path.name, path, nature).read


def _read(nature: Nature, text: str, content: bytes, name: str) -> Read | None:
    if nature is Nature.KERNEL_LOG:
        return kernel_log_of(text, name)
    if nature is Nature.GPU_LISTING:
        return listing_of(content, 0.0)
    if nature is Nature.TOPOLOGY:
        return read_topology(text)
    if nature is Nature.DCGM_REPORT:
        return read_dcgm_report(text)
    if nature is Nature.RUN_LOG:
        return run_log(text)
    if nature is Nature.PROFILE:
        return profile_of(content, name)
    return tuple(failures_in(text)) if nature is Nature.FAILURE else None


def _text(content: bytes) -> str:
    return decoded(content) if content and is_text(content) else ""


def _by_text(what: WhatItIs, text: str) -> WhatItIs:
    """Kinds according to the head of a file and according to the whole text."""
    if is_certain(what) or not text.strip():
        return what
    kinds = kinds_of(text)
    if what.nature is Nature.SUBNET or (Nature.KERNEL_LOG in kinds and holds_fabric_listing(text)):
        # Messages around a listing of a fabric are none of its own kind.
        kinds = [Nature.SUBNET, *(kind for kind in kinds if kind is not Nature.FAILURE)]
    if kinds == [Nature.FAILURE] and what.nature is Nature.DEVICE_LIST:
        # A list of devices may quote a message; a message with commas looks like a list where the file is called .csv.
        kinds.append(Nature.DEVICE_LIST)
    if kinds:
        return WhatItIs(what.path, kinds[0], None, tuple(kinds[1:]))
    if is_without_head(text):
        return WhatItIs(what.path, Nature.UNKNOWN, _without_head(what.path.name or str(what.path)))
    return replace(what, why=resembles(text, what.path.name or str(what.path))) if what.nature is Nature.UNKNOWN else what


def _without_head(name: str) -> Message:
    text = QT_TRANSLATE_NOOP(
        "recognized",
        "{name} is not recognized; it looks like nvidia-smi --query-gpu with noheader: the columns cannot be "
        "identified. Save it again without noheader.",
    )
    return Message(_CONTEXT, text, {"name": name})


def kinds_of(text: str) -> list[Nature]:
    """All possible kinds of a text; a failure message counts only if nothing else does, as listings often contain such messages."""
    natures = []
    if is_kernel_log(text):
        natures.append(Nature.KERNEL_LOG)
    if is_dcgm_report(text):
        natures.append(Nature.DCGM_REPORT)
    if is_topology(text):
        natures.append(Nature.TOPOLOGY)
    if is_prometheus_text(text.encode()) or (form_of(text) is not None and text.lstrip()[:1] != "<") or "<nvidia_smi_log" in text:
        natures.append(Nature.GPU_LISTING)
    if serving_program(text):
        natures.append(Nature.RUN_LOG)
    if is_nsys_stats(text):
        natures.append(Nature.PROFILE)
    return natures or ([Nature.FAILURE] if failures_in(text) else [])


def resembles(text: str, name: str) -> Message:
    """What a text of no known kind resembles.

    Args:
        name: its name in messages.
    """
    words = {
        "json": QT_TRANSLATE_NOOP("recognized", "{name} is not recognized; it looks like JSON."),
        "xml": QT_TRANSLATE_NOOP("recognized", "{name} is not recognized; it looks like XML or HTML."),
        "table": QT_TRANSLATE_NOOP("recognized", "{name} is not recognized; it looks like a table whose header has no known column."),
        "log": QT_TRANSLATE_NOOP("recognized", "{name} is not recognized; it looks like a log of another program."),
        "text": QT_TRANSLATE_NOOP("recognized", "{name} is not recognized; it looks like plain text."),
    }
    return Message(_CONTEXT, words[_likeness(text)], {"name": name})


def _likeness(text: str) -> str:
    head = text.lstrip()[:2000]
    lines = [line for line in text.split("\n")[:40] if line.strip()]
    if _JSON.match(head):
        return "json"
    if head[:1] == "<":
        return "xml"
    for separator in (",", ";", "\t"):
        counts = {line.count(separator) for line in lines}
        if len(counts) == 1 and len(lines) > 1 and counts != {0}:
            return "table"
    dated = sum(line[:40].count(":") > 1 and any(letter.isdigit() for letter in line[:24]) for line in lines)
    return "log" if dated * 2 > len(lines) else "text"


def forms_understood() -> Message:
    """Sentence that lists what can be opened, dropped or pasted."""
    text = QT_TRANSLATE_NOOP(
        "recognized",
        "Supported formats: kernel logs (dmesg, journalctl, syslog); nvidia-smi (table, -q, -q -x, --query-gpu, -L, dmon, pmon, "
        "nvlink, topo -m) and its failure messages; dcgmi (dmon, diag, health); exporter pages; logs of vLLM, SGLang and "
        "llama.cpp; profiles (nsys stats, PyTorch traces); lists of devices or cables (CSV, Excel); NetBox files; ibnetdiscover, "
        "iblinkinfo and DOT; model configurations and model files; projects, templates, libraries, types files and recordings; "
        "images, PDF and DXF for the floor plan.",
    )
    return Message(_CONTEXT, text)
