"""The data for a verdict from a recording: read 15 minutes at a time, one value per second kept, so that a day fits into memory."""

from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np

from gpudesk.monitor.recording.recording_read import Recording
from gpudesk.monitor.verdict.verdict_figures import Track
from gpudesk.monitor.verdict.verdict_groups import programs_on
from gpudesk.monitor.verdict.verdict_live import HIGHEST, KEYS, MEAN, programs_of
from gpudesk.monitor.verdict.verdict_series import Floats, Series

_BLOCK_S = 900.0
MOST_S = 24 * 3600.0
"""Of a longer recording the last day is evaluated."""


def tracks_of_recording(path: Path, only: Collection[str] | None = None) -> list[Track]:
    """The GPUs of a recording, as far as its single readings are kept; of more than a day the last one.

    Args:
        only: the UUIDs of those that are wanted; None for all.

    Raises:
        StoreError: it is no recording, or damaged.
    """
    with Recording(path) as recording:
        span = recording.span()
        if span is None:
            return []
        begin_s, end_s = max(span[0], span[1] - MOST_S), span[1]
        running = recording.running(end_s)
        return [
            Track(
                facts,
                _series(recording, facts.uuid, begin_s, end_s),
                programs=programs_of(running.get(facts.uuid)),
                host=machine.name,
                on=programs_on(running.get(facts.uuid)),
            )
            for machine in recording.machines()
            for facts in machine.gpus
            if only is None or facts.uuid in only
        ]


def _series(recording: Recording, uuid: str, begin_s: float, end_s: float) -> dict[str, Series]:
    parts: dict[str, list[tuple[Floats, Floats]]] = {}
    # Blocks begin with a whole second, so that none is cut in two.
    edges = np.arange(np.floor(begin_s), end_s + _BLOCK_S, _BLOCK_S).tolist()
    for low, high in zip(edges, [*edges[1:], edges[-1] + _BLOCK_S], strict=True):
        chunk = recording.chunk(uuid, low, high)
        for key, (where, what) in chunk.values.items():
            if key in KEYS:
                times = chunk.times_s[where]
                inside = (times >= low) & (times < high)
                if inside.any():
                    parts.setdefault(key, []).append(by_second(key, times[inside], what[inside]))
    return {key: Series(_joined([piece[0] for piece in pieces]), _joined([piece[1] for piece in pieces])) for key, pieces in parts.items()}


def _joined(parts: Sequence[Floats]) -> Floats:
    return np.concatenate(parts)


def by_second(key: str, times_s: Floats, values: Floats) -> tuple[Floats, Floats]:
    """The mean, highest or last value of each second with data, as the metric requires."""
    there = np.isfinite(values)
    seconds, finite = np.floor(times_s[there]), values[there]
    starts = np.flatnonzero(np.diff(seconds, prepend=-1.0))
    if key in MEAN:
        counts = np.diff(np.append(starts, len(finite)))
        thinned = np.add.reduceat(finite, starts) / counts if len(finite) else finite
    elif key in HIGHEST:
        thinned = np.maximum.reduceat(finite, starts) if len(finite) else finite
    else:
        thinned = finite[np.append(starts[1:], len(finite)) - 1] if len(finite) else finite
    return seconds[starts], thinned
