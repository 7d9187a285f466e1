"""How the requests of published measurements were sent, and engine settings that delay their first tokens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.core.values.releases import Since, release_of
from gpudesk.locate import resource


@dataclass(frozen=True, slots=True)
class Point:
    """What settings depend on.

    Attributes:
        tensor: GPUs of a layer.
        lengths: prompt and answer.
    """

    engine: str
    model: str
    gpu: str
    form: str
    tensor: int
    release: str
    lengths: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Points:
    """The points that a row of the table is for; a set without elements stands for all."""

    engines: frozenset[str]
    models: frozenset[str]
    gpus: frozenset[str]
    formats: frozenset[str]
    tensors: frozenset[int]
    since: Since

    def __contains__(self, point: Point) -> bool:
        """Whether the row is for a point."""
        sets = (
            (self.engines, point.engine),
            (self.models, point.model),
            (self.gpus, point.gpu),
            (self.formats, point.form),
            (self.tensors, point.tensor),
        )
        return all(not names or name in names for names, name in sets) and self.since.holds(release_of(point.release))


@dataclass(frozen=True, slots=True)
class Poll:
    """How rarely the scheduler reads new requests.

    Attributes:
        steps: (concurrent requests, steps): the last pair with at most the requests of a point counts.
    """

    points: Points
    steps: Sequence[tuple[int, float]]
    source: str

    def at(self, concurrency: int) -> float:
        """Steps for a number of concurrent requests."""
        return [steps for least, steps in self.steps if least <= concurrency][-1]


@dataclass(frozen=True, slots=True)
class CacheElement:
    """Bytes of an element of the cache in memory."""

    points: Points
    element_bytes: float
    source: str


@dataclass(frozen=True, slots=True)
class MemoryShare:
    """The share of a GPU for weights and cache that an engine was started with."""

    points: Points
    share: float
    source: str


@dataclass(frozen=True, slots=True)
class Run:
    """A series of measurements with the same load.

    Attributes:
        lengths: prompts and answers of its points; all that no other run has if empty.
        ahead: the share of other prompts processed before a first token, of those that do if all requests arrive at once; None if
            the load is not published.
    """

    lengths: frozenset[tuple[int, int]]
    ahead: float | None
    polls: Sequence[Poll]
    cache: Sequence[CacheElement]
    memory: Sequence[MemoryShare]
    source: str


def _points(row: Mapping[str, Any]) -> Points:
    engines, models, gpus, formats, tensors = (frozenset(row.get(name, ())) for name in ("engines", "models", "gpus", "formats", "tensors"))
    since = Since(release_of(str(row.get("since", ""))), release_of(str(row.get("until", ""))))
    return Points(engines, models, gpus, formats, tensors, since)


def _run(row: Mapping[str, Any]) -> Run:
    return Run(
        lengths=frozenset((prompt, answer) for prompt, answer in row["lengths"]),
        ahead=float(row["ahead"]) if "ahead" in row else None,
        polls=tuple(
            Poll(_points(poll), tuple((int(least), float(steps)) for least, steps in poll["steps"]), poll["source"])
            for poll in row["polls"]
        ),
        cache=tuple(CacheElement(_points(cached), float(cached["bytes"]), cached["source"]) for cached in row["cache"]),
        memory=tuple(MemoryShare(_points(share), float(share["share"]), share["source"]) for share in row.get("memory", ())),
        source=row["source"],
    )


@cache
def published_runs() -> tuple[Run, ...]:
    """The rows of `resources/calibration/serving_runs.yaml`."""
    import yaml

    with resource("calibration", "serving_runs.yaml").open("rb") as file:
        return tuple(map(_run, yaml.load(file, Loader=yaml.CSafeLoader)))


def run_of(point: Point) -> Run:
    """The series that a point belongs to."""
    return next(run for run in published_runs() if point.lengths in run.lengths or not run.lengths)


def poll_of(point: Point, concurrency: int) -> float:
    """Steps after which the scheduler reads new requests."""
    return next((poll.at(concurrency) for poll in run_of(point).polls if point in poll.points), 1.0)


def cache_element_bytes(point: Point) -> float | None:
    """Bytes of an element of the cache in memory with weights of about 8 bits and less; None if they are not published."""
    return next((cached.element_bytes for cached in run_of(point).cache if point in cached.points), None)


def memory_share(point: Point) -> float | None:
    """The share of a GPU for weights and cache in a run; None if it is not published."""
    return next((share.share for share in run_of(point).memory if point in share.points), None)
