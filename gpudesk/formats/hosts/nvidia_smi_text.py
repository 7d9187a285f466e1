"""Output of `nvidia-smi -q`: titles and values by indentation, as the same leaf values as `nvidia-smi -q -x`.

A title becomes a path of lowercase terms ("FB Memory Usage / Total" → fb_memory_usage/total); if the XML name differs, `labels` of
`resources/monitor/nvidia_smi.yaml` contains the mapping.
"""

import re
from collections.abc import Mapping

from gpudesk.formats.hosts.nvidia_smi_xml import MOST_GPUS, SmiGpu, SmiLog, SmiProcess

HEAD = re.compile(r"^={4,40}\s?NVSMI LOG\s?={4,40}\s*$", re.MULTILINE)
_GPU = re.compile(r"^GPU ([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-7])\s*$")
_VALUE = re.compile(r"^(\s{0,40})(\S[^:\n]{0,80}?)\s*:(?:\s(.*))?$")
_TITLE = re.compile(r"^(\s{1,40})(\S[^:\n]{0,80}?)\s*$")
_WORD = re.compile(r"[^a-z0-9]+")
_MOST_LEAVES = 2000


def is_smi_text(text: str) -> bool:
    """Whether a text holds the head of `nvidia-smi -q`."""
    return HEAD.search(text) is not None


def read_smi_text(text: str, labels: Mapping[str, str]) -> SmiLog:
    """Return the last listing in a text; text before and after it is skipped.

    Args:
        labels: the XML path by the text path, if they differ.
    """
    heads = list(HEAD.finditer(text))
    reader = _Reader(labels)
    for line in text[heads[-1].end() :].split("\n") if heads else ():
        reader.take(line.expandtabs(8).rstrip())
    return reader.log()


class _Reader:
    """Keeps the titles above a line by their indentation."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        self._labels = labels
        self._head: dict[str, str] = {}
        self._gpus: list[SmiGpu] = []
        self._bus = ""
        self._leaves: dict[str, str] | None = None
        self._parts: list[SmiGpu] = []
        self._part: dict[str, str] | None = None
        self._processes: list[dict[str, str]] = []
        self._above: list[tuple[int, str]] = []

    def take(self, line: str) -> None:
        gpu = _GPU.match(line)
        if gpu:
            self._end()
            self._bus, self._leaves = gpu[1], {}
            return
        match = _VALUE.match(line)
        if match is not None:
            self._value(len(match[1]), match[2], (match[3] or "").strip())
            return
        title = _TITLE.match(line)
        if title is not None:
            self._open(len(title[1]), _path(title[2]))

    def _open(self, indent: int, name: str) -> None:
        self._above = [(at, above) for at, above in self._above if at < indent]
        if name == "mig_device" and self._leaves is not None:
            self._end_part()
            self._part = {}
        self._above.append((indent, name))

    def _value(self, indent: int, label: str, value: str) -> None:
        if self._leaves is None:
            self._head.setdefault(_path(label), value)
            return
        if label == "GPU" and not indent:
            return
        self._above = [(at, above) for at, above in self._above if at < indent]
        titles = [name for _, name in self._above]
        if "processes" in titles or _path(label) in ("process_id", "processes"):
            self._process(_path(label), value)
            return
        if self._part is not None and "mig_device" in titles:
            into, titles = self._part, titles[titles.index("mig_device") + 1 :]
        else:
            into = self._leaves
        path = "/".join([*titles, _path(label)])
        if len(into) < _MOST_LEAVES:
            into.setdefault(self._labels.get(path, path), value)

    def _process(self, name: str, value: str) -> None:
        if name == "process_id":
            self._processes.append({"pid": value})
        elif self._processes:
            self._processes[-1].setdefault(name, value)

    def _end_part(self) -> None:
        if self._part:
            self._parts.append(SmiGpu("", self._part, ()))
        self._part = None

    def _end(self) -> None:
        self._end_part()
        if self._leaves is not None and len(self._gpus) < MOST_GPUS:
            processes = tuple(
                SmiProcess(process["pid"], process.get("type", ""), process.get("name", ""), process.get("used_gpu_memory", ""), "")
                for process in self._processes
            )
            self._gpus.append(SmiGpu(self._bus, self._leaves, processes, tuple(self._parts)))
        self._leaves, self._parts, self._processes, self._above = None, [], [], []

    def log(self) -> SmiLog:
        self._end()
        head = self._head
        attached = head.get("attached_gpus", "")
        count = int(attached) if attached.isdecimal() and len(attached) < 6 else len(self._gpus)
        return SmiLog("", head.get("timestamp", ""), head.get("driver_version", ""), head.get("cuda_version", ""), count, tuple(self._gpus))


def _path(label: str) -> str:
    return _WORD.sub("_", label.lower()).strip("_")
