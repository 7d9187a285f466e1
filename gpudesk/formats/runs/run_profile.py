"""Profiler output of a job in any supported form: `nsys stats` tables as CSV, or a trace of the PyTorch profiler."""

import gzip
import io
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import reason_of
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.text.pasted_text import decoded, encoding_of

_CONTEXT = "profile"
_TOP = 20
_HEAD_BYTES = 1 << 18
LONGEST_NAME = 300


@dataclass(frozen=True, slots=True)
class Named:
    """Something that ran several times: a kernel, a call, a kind of copy.

    Attributes:
        seconds: of all runs together.
    """

    name: str
    seconds: float
    count: int


@dataclass(frozen=True, slots=True)
class Gaps:
    """Times in which a GPU did nothing, between its first and its last work.

    Attributes:
        span_s: between those two; of several GPUs all of theirs together. `busy_s` is the part in which something ran.
        count: gaps; `longest_s` the longest.
    """

    span_s: float
    busy_s: float
    count: int
    longest_s: float


@dataclass(frozen=True, slots=True)
class RunProfile:
    """Profile of a job. Shares are between 0 and 1; missing data is None or empty.

    Attributes:
        source: names of the files.
        kernels, api, copies: longest total time first. Copies are between host and GPU and between GPUs.
        kernel_s: time of all kernels, `memory_s` of all copies and fills, `host_copy_s` of copies from and to the host.
        busy: share of time in which the GPU was active.
        loader_wait: share of step time spent waiting for data.
        steps: number of marked steps.
    """

    source: str
    kernels: tuple[Named, ...] = ()
    api: tuple[Named, ...] = ()
    copies: tuple[Named, ...] = ()
    kernel_s: float | None = None
    memory_s: float | None = None
    host_copy_s: float | None = None
    gaps: Gaps | None = None
    busy: float | None = None
    loader_wait: float | None = None
    steps: int = 0

    @property
    def copy_share(self) -> float | None:
        """Of the time of kernels and copies together, that of copies from and to the host."""
        if self.kernel_s is None or self.memory_s is None or self.host_copy_s is None:
            return None
        whole = self.kernel_s + self.memory_s
        return self.host_copy_s / whole if whole > 0 else None


def top(found: dict[str, tuple[float, int]]) -> tuple[Named, ...]:
    """Return the entries with the longest time, ties by name."""
    ranked = sorted(found.items(), key=lambda item: (-item[1][0], item[0]))[:_TOP]
    return tuple(Named(name, seconds, count) for name, (seconds, count) in ranked)


def joined(starts: NDArray[np.float64], ends: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Spans without their overlaps, in order."""
    if not len(starts):
        return starts, ends
    order = np.argsort(starts, kind="stable")
    starts, reached = starts[order], np.maximum.accumulate(ends[order])
    first = np.concatenate([[True], starts[1:] > reached[:-1]])
    return starts[first], reached[np.concatenate([first[1:], [True]])]


def gaps_of(starts: NDArray[np.float64], ends: NDArray[np.float64]) -> Gaps | None:
    """Return the gaps between work spans, in their unit; None if there are none."""
    starts, ends = joined(starts, ends)
    if not len(starts):
        return None
    idle = starts[1:] - ends[:-1]
    longest = float(idle.max()) if len(idle) else 0.0
    return Gaps(float(ends[-1] - starts[0]), float((ends - starts).sum()), len(idle), longest)


def no_profile(name: str, text: str) -> InvalidData:
    """Raise an error for a file that is not a profile; `text` was marked with QT_TRANSLATE_NOOP("profile", …)."""
    reason = Message(_CONTEXT, text)
    head = Message(_CONTEXT, QT_TRANSLATE_NOOP("profile", "{name} is not a readable profile:"), {"name": name})
    fix = QT_TRANSLATE_NOOP("profile", "Use the output of nsys stats with --format csv, or a PyTorch profiler trace.")
    return InvalidData(head, Message(_CONTEXT, fix), (reason,))


def not_read(name: str, reason: str, _error: Exception) -> InvalidData:
    """Raise an error for a file that the system or a library cannot read."""
    return InvalidData(
        Message(_CONTEXT, QT_TRANSLATE_NOOP("profile", "{name} cannot be read: {reason}."), {"name": name, "reason": reason})
    )


GZIP = b"\x1f\x8b"


def head_of_packed(content: bytes) -> bytes:
    """Return the beginning of gzip-compressed data; empty if it is damaged."""
    try:
        return zlib.decompressobj(wbits=31).decompress(content, _HEAD_BYTES)
    except zlib.error:
        return b""


def profile_of(content: bytes, name: str) -> RunProfile:
    """The profile that a text, or a trace packed with gzip, holds.

    Raises:
        InvalidData: it is damaged, too large or no such profile.
    """
    from gpudesk.formats.runs.torch_trace import read_torch_trace

    if encoding_of(content) != "utf-8-sig":
        content = decoded(content).encode()
    file = io.BytesIO(content)
    if not _is_trace(content[:64]):
        return _tables([content], name)
    try:
        with gzip.open(file, "rb") if content.startswith(GZIP) else file as opened:
            return read_torch_trace(opened, name)
    except OSError as error:
        raise not_read(name, reason_of(error), error) from error


def _is_trace(head: bytes) -> bool:
    return head[:2] == GZIP or (head.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in {b"{", b"["} and b"[CUDA" not in head)


def _tables(contents: Sequence[bytes], names: str) -> RunProfile:
    from gpudesk.formats.runs.nsys_stats import read_nsys_stats

    return read_nsys_stats("\n\n".join(decoded(content) for content in contents), names)


def read_profiles(paths: Sequence[Path]) -> RunProfile:
    """The profile in some files: the tables that nsys stats writes may lie in one file each.

    Raises:
        InvalidData: a file cannot be read, is too large or is no such profile.
    """
    from gpudesk.formats.runs.nsys_stats import MOST_BYTES
    from gpudesk.formats.runs.torch_trace import read_torch_trace

    contents: list[bytes] = []
    profile: RunProfile | None = None
    names = ", ".join(path.name for path in paths)
    for path in paths:
        try:
            with path.open("rb") as file:
                head = file.read(64)
                if not _is_trace(head):
                    content = head + file.read(MOST_BYTES)
                    if len(content) > MOST_BYTES:
                        raise no_profile(path.name, QT_TRANSLATE_NOOP("profile", "it is too large"))
                    contents.append(content)
                    continue
            with gzip.open(path, "rb") if head[:2] == GZIP else path.open("rb") as file:
                profile = read_torch_trace(file, path.name)
        except OSError as error:
            raise not_read(path.name, reason_of(error), error) from error
    if contents:
        tables = _tables(contents, names)
        if profile is None:
            return tables
        return replace(tables, source=names, busy=profile.busy, loader_wait=profile.loader_wait, steps=profile.steps)
    if profile is None:
        raise no_profile("", QT_TRANSLATE_NOOP("profile", "no file was specified"))
    return profile
