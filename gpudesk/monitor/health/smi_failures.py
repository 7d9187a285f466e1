"""The failure messages of nvidia-smi and NVML by name and cause, as `resources/monitor/smi_failures.yaml` lists them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from gpudesk.locate import resource

_LONGEST_LINE = 2000
_MOST_LINES = 20_000
_MOST_FOUND = 100
_MARKS = (
    "nvidia driver",
    "nvidia gpu",
    "nvidia-smi",
    "modprobe:",
    "version mismatch",
    "driver not loaded",
    "driver error",
    "nvmlerror_",
    "nvml error",
    "initialize nvml",
    "nvml shared library",
    "nvml.dll",
    "libnvidia-ml.so",
    "insufficient permissions",
    "operating system",
    "function not found",
    "no devices were found",
    "device handle",
    "gpu is lost",
    "recover this gpu",
    "gpu requires",
    "external power",
    "inforom",
    "interrupt request",
    "currently in use",
    "in use by another",
    "run because gpu",
    "could not be reset",
    "not a valid field",
    "select device driver",
    "invalid runtime name",
    "error 802",
    "system_not_ready",
    "systemnotready",
    "not yet initialized",
    "unsatisfied condition",
    "nvlink information",
    "timeout",
)
"""One of these is in each message, in small letters; the patterns are slow, and most lines have none."""
LOST = frozenset({"handle_lost", "gpu_lost"})
"""Failures indicating that one GPU does not respond."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One kind of message.

    Attributes:
        cause, do: in GPU Desk's wording; `confidence`: as in the catalog.
    """

    key: str
    pattern: str
    title: str
    title_es: str
    cause: str
    cause_es: str
    do: str
    do_es: str
    severity: str
    source: str
    confidence: str


@dataclass(frozen=True, slots=True)
class SeenFailure:
    """A message in a text: `line` from 1, `text` as printed, `gpu` the GPU that it names, "" if none."""

    failure: Failure
    line: int
    text: str
    gpu: str


@cache
def failures() -> Sequence[Failure]:
    """Every message that is known, in the order in which they are tried."""
    import yaml

    with resource("monitor", "smi_failures.yaml").open("rb") as file:
        rows = yaml.load(file, Loader=yaml.CSafeLoader)["failures"]
    return tuple(Failure(key, **row) for key, row in rows.items())


@cache
def _any() -> re.Pattern[str]:
    without_groups = (re.sub(r"\(\?P<\w+>", "(?:", failure.pattern) for failure in failures())
    return re.compile("|".join(without_groups), re.IGNORECASE)


def failures_in(text: str) -> list[SeenFailure]:
    """The messages in a text, in its order; the same line is named once."""
    whole = text.lower()
    marks = [mark for mark in _MARKS if mark in whole]
    if not marks:
        return []
    seen_failures: list[SeenFailure] = []
    seen: set[str] = set()
    for number, line in enumerate(text.split("\n")[:_MOST_LINES], 1):
        line = line.strip()[:_LONGEST_LINE]
        if line[:1].isdigit() or line[:1] in ("", "|", "+"):
            # A row of a table or of columns; no message begins so, and there may be many.
            continue
        small = line.lower()
        if not any(mark in small for mark in marks):
            continue
        if line in seen or len(seen_failures) >= _MOST_FOUND or not _any().search(line):
            continue
        seen.add(line)
        failure, match = next(
            (candidate, match) for candidate in failures() if (match := re.search(candidate.pattern, line, re.IGNORECASE))
        )
        gpu = (match.groupdict().get("gpu") or "").strip(": .")
        seen_failures.append(SeenFailure(failure, number, "".join(one if one.isprintable() else " " for one in line)[:240], gpu))
    return seen_failures
