"""Traces of the PyTorch profiler (`export_chrome_trace`): GPU activity, and the time that steps waited for data.

The file is read in chunks: it is often very large, and only times and names of kernels are kept.
"""

import json
import math
import re
from array import array
from collections.abc import Iterator
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.foreign import foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.runs.run_profile import LONGEST_NAME, Gaps, RunProfile, gaps_of, joined, no_profile, not_read, top

MOST_BYTES = 2 << 30
"""Of the text, unpacked."""
_PIECE = 1 << 20
_LONGEST_HEAD = 16 << 20
_LONGEST_EVENT = 4 << 20
_MOST_EVENTS = 20_000_000
_MOST_NAMES = 200_000
_MICRO = 1e-6
_START = re.compile(r'"traceEvents"\s*:\s*\[')
_TRACE = re.compile(r"""\A[\s\ufeff]{0,100}(?:\{[^\0]{0,200000}?"traceEvents"\s*:\s*\[|\[\s*\{[^{}\0]{0,2000}"ph"\s*:\s*")""")
"""How a trace begins: an object with a list of events in it, or that list alone."""
_BETWEEN = re.compile(r"[\s,]*")
_WORK = ("kernel", "gpu_memcpy", "gpu_memset")
_HOST_COPY = ("htod", "dtoh")
Floats = NDArray[np.float64]


def is_torch_trace(text: str) -> bool:
    """Whether a text begins as a trace does."""
    return _TRACE.match(text) is not None


class Readable(Protocol):
    """A file that is open, packed or not."""

    def read(self, size: int, /) -> bytes:
        """Read at most this number of bytes."""


class _Text:
    """The text of a file, no more than so much of it at once."""

    def __init__(self, file: Readable, name: str) -> None:
        self._file = file
        self._name = name
        self._read = 0
        self._rest = b""
        self.text = ""
        self.ended = False

    def more(self) -> None:
        """Read on.

        Raises:
            InvalidData: it is larger than a trace may be.
        """
        with foreign_parser(self._name, partial(not_read, self._name)):
            piece = self._file.read(_PIECE)
        self._read += len(piece)
        if self._read > MOST_BYTES:
            raise no_profile(self._name, QT_TRANSLATE_NOOP("profile", "it is too large"))
        self.ended = not piece
        content = self._rest + piece
        # A letter of several bytes may be cut by the end of a piece.
        cut = len(content) if self.ended else len(content) - next((n for n in (1, 2, 3) if _begins(content, n)), 0)
        self._rest = content[cut:]
        self.text += content[:cut].decode("utf-8", "replace")


def _begins(content: bytes, back: int) -> bool:
    """Whether a letter of more bytes than are there begins so far from the end."""
    if len(content) < back:
        return False
    first = content[-back]
    return first >= 0xC0 and ((first >= 0xF0 and back < 4) or (0xE0 <= first < 0xF0 and back < 3) or (first < 0xE0 and back < 2))


class _NotWhole(DeskError):
    """The next event is no JSON, or not all of it is read yet."""

    def __init__(self, reason: str, cause: Exception) -> None:
        self.cause = cause
        super().__init__(Message("profile", reason))


def _events(file: Readable, name: str) -> Iterator[dict[str, Any]]:
    """Each event.

    Raises:
        InvalidData: there are none, or the text breaks off or is none.
    """
    source = _Text(file, name)
    start = None
    while start is None:
        source.more()
        head = source.text.lstrip("\ufeff \t\r\n")
        if head.startswith("["):
            source.text = head[1:]
            break
        start = _START.search(source.text)
        if start is None and (source.ended or len(source.text) > _LONGEST_HEAD):
            raise no_profile(name, QT_TRANSLATE_NOOP("profile", "it contains no list of events (traceEvents)"))
    if start is not None:
        source.text = source.text[start.end() :]
    decoder = json.JSONDecoder()
    at = 0
    while True:
        at = _BETWEEN.match(source.text, at).end()  # type: ignore[union-attr]  # it matches nothing at least
        if at < len(source.text) and source.text[at] == "]":
            return
        try:
            with foreign_parser(name, _NotWhole):
                event, at = decoder.raw_decode(source.text, at)
        except _NotWhole as error:
            source.text, at = source.text[at:], 0
            if source.ended:
                raise no_profile(name, QT_TRANSLATE_NOOP("profile", "it is truncated, or not JSON")) from error
            if len(source.text) > _LONGEST_EVENT or not isinstance(error.cause, json.JSONDecodeError):
                raise no_profile(name, QT_TRANSLATE_NOOP("profile", "one of its events is too long, or not JSON")) from error
            source.more()
            continue
        if isinstance(event, dict):
            yield event


def _time(event: dict[str, Any], key: str) -> float | None:
    value = event.get(key)
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not 0 <= value < 1e18:
        return None
    return float(value)


class _Spans:
    """Spans of time, in microseconds."""

    def __init__(self) -> None:
        self._starts = array("d")
        self._ends = array("d")

    def __len__(self) -> int:
        return len(self._starts)

    def add(self, start: float, lasts: float) -> None:
        self._starts.append(start)
        self._ends.append(start + lasts)

    def arrays(self) -> tuple[Floats, Floats]:
        """In seconds."""
        return np.array(self._starts) * _MICRO, np.array(self._ends) * _MICRO


class _Gathered:
    """Data kept from the events."""

    def __init__(self) -> None:
        self.work: dict[str, _Spans] = {}
        self.kernels: dict[str, tuple[float, int]] = {}
        self.copies: dict[str, tuple[float, int]] = {}
        self.kernel_s = self.memory_s = self.host_copy_s = 0.0
        self.loader = _Spans()
        self.steps = _Spans()

    def take(self, event: dict[str, Any]) -> None:
        start, lasts = _time(event, "ts"), _time(event, "dur")
        if event.get("ph") != "X" or start is None or lasts is None:
            return
        kind, name = str(event.get("cat", "")).lower(), str(event.get("name", ""))[:LONGEST_NAME]
        if kind in _WORK:
            self._work(event, kind, name, start, lasts)
        elif not kind.startswith("gpu"):
            if name.startswith("enumerate(DataLoader)"):
                self.loader.add(start, lasts)
            elif name.startswith("ProfilerStep"):
                self.steps.add(start, lasts)

    def _work(self, event: dict[str, Any], kind: str, name: str, start: float, lasts: float) -> None:
        arguments = event.get("args")
        device = str(arguments.get("device", "")) if isinstance(arguments, dict) else ""
        key = (device or str(event.get("pid", "")))[:40]
        if key in self.work or len(self.work) < 256:
            self.work.setdefault(key, _Spans()).add(start, lasts)
        seconds = lasts * _MICRO
        rows = self.kernels if kind == "kernel" else self.copies
        if name in rows or len(rows) < _MOST_NAMES:
            before = rows.get(name, (0.0, 0))
            rows[name] = (before[0] + seconds, before[1] + 1)
        if kind == "kernel":
            self.kernel_s += seconds
        else:
            self.memory_s += seconds
            self.host_copy_s += seconds if any(word in name.lower() for word in _HOST_COPY) else 0.0


def read_torch_trace(file: Readable, name: str) -> RunProfile:
    """Return the data in a trace.

    Raises:
        InvalidData: it is not such a trace, is truncated, is too large, or contains no GPU activity and no steps.
        OSError: it cannot be read, or is not compressed as stated.
    """
    gathered = _Gathered()
    for count, event in enumerate(_events(file, name)):
        if count >= _MOST_EVENTS:
            raise no_profile(name, QT_TRANSLATE_NOOP("profile", "it contains too many events"))
        gathered.take(event)
    if not gathered.work and not len(gathered.steps) and not len(gathered.loader):
        raise no_profile(name, QT_TRANSLATE_NOOP("profile", "it contains no GPU activity: profile with ProfilerActivity.CUDA"))
    gaps = [work_gaps for spans in gathered.work.values() if (work_gaps := gaps_of(*spans.arrays())) is not None]
    together = Gaps(
        sum(gap.span_s for gap in gaps),
        sum(gap.busy_s for gap in gaps),
        sum(gap.count for gap in gaps),
        max((gap.longest_s for gap in gaps), default=0.0),
    )
    return RunProfile(
        source=name,
        kernels=top(gathered.kernels),
        copies=top(gathered.copies),
        kernel_s=gathered.kernel_s if gathered.work else None,
        memory_s=gathered.memory_s if gathered.work else None,
        host_copy_s=gathered.host_copy_s if gathered.work else None,
        gaps=together if gaps else None,
        busy=_busy(gathered, together),
        loader_wait=_loader_wait(gathered, gaps),
        steps=len(gathered.steps),
    )


def _within(spans: tuple[Floats, Floats], frame: tuple[Floats, Floats]) -> float:
    """Return the total length of the spans inside the frame; both without overlaps."""
    starts, ends = spans
    total = 0.0
    for low, high in zip(*frame, strict=True):
        first, last = int(np.searchsorted(ends, low, side="right")), int(np.searchsorted(starts, high))
        total += float(np.sum(np.minimum(ends[first:last], high) - np.maximum(starts[first:last], low)))
    return total


def _busy(found: _Gathered, together: Gaps) -> float | None:
    """Share of the marked steps in which a GPU did something, of all GPUs in the mean; without steps that of the time of its work."""
    if not found.work:
        return None
    if not len(found.steps):
        return together.busy_s / together.span_s if together.span_s > 0 else None
    frame = joined(*found.steps.arrays())
    length = float((frame[1] - frame[0]).sum())
    shares = [_within(joined(*spans.arrays()), frame) / length for spans in found.work.values()] if length > 0 else []
    return sum(shares) / len(shares) if shares else None


def _loader_wait(found: _Gathered, gaps: list[Gaps]) -> float | None:
    """Return the share of step time spent in the PyTorch data loader; None if the trace has no loader.

    The loader may run between or inside steps, so the reference is the time from the first step to the last.
    """
    if not len(found.loader):
        return None
    loader = joined(*found.loader.arrays())
    if len(found.steps):
        starts, ends = joined(*found.steps.arrays())
        frame = (np.array([min(starts[0], loader[0][0])]), np.array([ends[-1]]))
    elif gaps:
        works = [spans.arrays() for spans in found.work.values()]
        frame = (
            np.array([min(loader[0][0], *(float(starts.min()) for starts, _ in works))]),
            np.array([max(loader[1][-1], *(float(ends.max()) for _, ends in works))]),
        )
    else:
        return None
    length = float((frame[1] - frame[0]).sum())
    return _within(loader, frame) / length if length > 0 else None
