"""Lowest, mean and highest over spans of time, so that a year is as quick to look at as a minute."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.monitor.recording.chunks import Chunk
from gpudesk.monitor.recording.packed import Floats, Unreadable, pack, unpack

LEVELS_S = (1, 60, 3600)


@dataclass(frozen=True, slots=True)
class Spans:
    """One metric over spans, each of shape (spans,).

    Attributes:
        begin_s: where each span begins.
        count: how many readings it has.
    """

    begin_s: Floats
    count: Floats
    low: Floats
    mean: Floats
    high: Floats

    @classmethod
    def none(cls) -> "Spans":
        """No span at all."""
        empty = np.empty(0)
        return cls(empty, empty, empty, empty, empty)


def spans_of(times_s: Floats, values: Floats, length_s: float) -> Spans:
    """Readings gathered into spans of a length, aligned to its multiples; a span without a reading is left out."""
    if not len(times_s):
        return Spans.none()
    order = np.argsort(times_s, kind="stable")
    times_s, values = times_s[order], values[order]
    begins = np.floor(times_s / length_s) * length_s
    first = np.flatnonzero(np.concatenate([[True], np.diff(begins) > 0]))
    count = np.diff(np.append(first, len(times_s))).astype(np.float64)
    return Spans(
        begins[first],
        count,
        np.minimum.reduceat(values, first),
        np.add.reduceat(values, first) / count,
        np.maximum.reduceat(values, first),
    )


def wider(spans: Spans, length_s: float) -> Spans:
    """Spans gathered into longer ones; the mean counts each reading once."""
    if not len(spans.begin_s):
        return spans
    order = np.argsort(spans.begin_s, kind="stable")
    begins = np.floor(spans.begin_s[order] / length_s) * length_s
    first = np.flatnonzero(np.concatenate([[True], np.diff(begins) > 0]))
    count = np.add.reduceat(spans.count[order], first)
    return Spans(
        begins[first],
        count,
        np.minimum.reduceat(spans.low[order], first),
        np.add.reduceat(spans.mean[order] * spans.count[order], first) / count,
        np.maximum.reduceat(spans.high[order], first),
    )


def joined(parts: Sequence[Spans]) -> Spans:
    """Concatenate the inputs."""
    if not parts:
        return Spans.none()
    return Spans(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("begin_s", "count", "low", "mean", "high")),
    )


def of_chunk(chunk: Chunk, length_s: float) -> dict[str, Spans]:
    """Every metric of a chunk over spans of a length."""
    return {key: spans_of(chunk.times_s[where], what, length_s) for key, (where, what) in chunk.values.items() if len(what)}


def pack_spans(spans: Mapping[str, Spans]) -> bytes:
    """Every metric as one block."""
    columns = []
    for span in spans.values():
        # Single precision says a mean to seven digits; more of it would be noise that costs room.
        columns += [span.begin_s, span.count, span.low, span.mean.astype(np.float32).astype(np.float64), span.high]
    return pack({"keys": list(spans)}, columns)


def unpack_spans(block: bytes) -> dict[str, Spans]:
    """What `pack_spans` made.

    Raises:
        Unreadable: the block is damaged.
    """
    head, columns = unpack(block)
    try:
        return {str(key): Spans(*columns[5 * place : 5 * place + 5]) for place, key in enumerate(head["keys"])}
    except (KeyError, TypeError) as error:
        raise Unreadable(str(error)) from error
