"""The published measurements of serving, the constants fitted to them, and how far off the fit is (`resources/calibration`)."""

import csv
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.calibration import Floats, folds, interval, kind_intervals
from gpudesk.core.estimates.calibration_levels import Level, fit_levels, held_out_levels
from gpudesk.core.serving.inference_engine import Pool
from gpudesk.core.serving.served_model import ServedModel, served_model
from gpudesk.core.serving.serving_speed import (
    FIRST_TERMS,
    FIXED_FIRST_TERMS,
    TERMS,
    Boards,
    Running,
    first_token_terms,
    prompt_terms,
    step_terms,
)
from gpudesk.core.values.releases import release_of
from gpudesk.locate import resource
from gpudesk.sizing.calibration.padded_experts import padding_of
from gpudesk.sizing.calibration.published_runs import Point, cache_element_bytes, memory_share, poll_of, run_of
from gpudesk.sizing.calibration.waiting_prompts import prompts_ahead
from gpudesk.sizing.gpus.boards import Board, boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format

PULLS = (5.0, 2.0, 2.0)
"""Regularization toward wider constants: of GPU and program, of model and format on it, and of the number of GPUs per layer."""
FOLDS = 5
_CACHE_SHARE = 0.9
_RESERVED_GIB = 3.0
"""GiB of 0.9 of a GPU used by activations and the driver, not available for weights and cache; if it is full, sequences wait."""
_MEAN_ANSWER = 0.5
"""Of an answer, the share that running sequences have on average."""
_NARROW, _NARROW_BYTES, _WIDE_BYTES = 8, 1.0, 2.0
"""The points lack the cache format; for the time of a step, 8 bits with FP4 weights and 16 bits otherwise explain them best (FP8 in blocks
has slightly more than 8 bits with its scales)."""
_ABOUT_NARROW = 8.5
"""Bits of weights, with scales, up to which the cache has the published format."""
SEEN, KNOWN_SYSTEM, UNSEEN = "seen", "known_system", "unseen"
"""The properties that a plan shares with measurements: model, GPU, program and format; GPU and program; neither."""
FIXED_FIRST = tuple(FIRST_TERMS.index(name) for name in FIXED_FIRST_TERMS)
"""Places of the terms of a first token that nothing is fitted of."""
LEAST_RANGE = (1 / 1.5, 1.5)
"""Of the time per token of models or boards that were not measured: a few families have most points, and what nine in ten points lie in
leaves out other families: of SGLang with Qwen3 half of the points, if nothing of it were known."""
LEAST_FIRST_RANGE = (0.5, 2.0)
"""Of the time to the first token of these, for the same reason."""


CROWD = 128
"""Concurrent requests on one copy of a model above which points are few, and further from what is calculated."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One published point."""

    model: str
    gpu: str
    engine: str
    release: str
    format: str
    tensor: int
    groups: int
    prompt: int
    answer: int
    concurrency: int
    ttft_s: float
    tpot_s: float
    source: str

    @property
    def system(self) -> tuple[str, str]:
        return self.gpu, self.engine

    @property
    def exactly(self) -> tuple[str, str, str, str]:
        return self.model, self.gpu, self.engine, self.format

    @property
    def shared(self) -> tuple[str, str, str, str, int]:
        return *self.exactly, self.tensor

    @property
    def point(self) -> Point:
        return Point(self.engine, self.model, self.gpu, self.format, self.tensor, self.release, (self.prompt, self.answer))

    @property
    def ahead(self) -> float:
        """The share of other prompts processed before a first token, of those that do if all requests arrive at once."""
        share = run_of(self.point).ahead
        return prompts_ahead(self.engine, self.release) if share is None else share


@cache
def measured_rows() -> tuple[Measured, ...]:
    """Every point, in the order of the file."""
    with resource("calibration", "serving.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            Measured(
                model=row["model"],
                gpu=row["gpu"],
                engine=row["engine"],
                release=row["version"],
                format=row["format"],
                tensor=int(row["tensor"]),
                groups=int(row["groups"]),
                prompt=int(row["prompt"]),
                answer=int(row["answer"]),
                concurrency=int(row["concurrency"]),
                ttft_s=float(row["ttft_ms"]) / 1000,
                tpot_s=float(row["tpot_ms"]) / 1000,
                source=row["source"],
            )
            for row in csv.DictReader(file)
        )


def board_columns(chosen: Sequence[Board], served: ServedModel) -> Boards:
    """Rates of the GPUs of plans with the format of the model."""
    return Boards(
        bytes_per_s=np.array([board.bytes_per_s for board in chosen]),
        flops_per_s=np.array([board.flops_per_s(served.form) for board in chosen]),
        link_bytes_per_s=np.array([board.link_bytes_per_s for board in chosen]),
    )


@dataclass(frozen=True, slots=True)
class Points:
    """What follows from points of measurement, one column a point.

    Attributes:
        terms: ideal seconds of each term of a step.
        prompts: the same of the work on one prompt.
        sequences: running at once in one group; those without room in memory wait and do not count.
        started: most that an engine starts at once in one group: with room for their tokens so far, or for whole answers if it
            reserves these.
        padded: rows to which the kernels of their release fill up each expert.
    """

    terms: Floats
    prompts: Floats
    sequences: Floats
    started: Floats
    padded: Floats
    rows: Sequence[Measured]


def _by_model(rows: Sequence[Measured]) -> Iterator[tuple[ServedModel, list[int], list[Measured]]]:
    for model, form in sorted({(row.model, row.format) for row in rows}):
        at = [place for place, row in enumerate(rows) if (row.model, row.format) == (model, form)]
        yield served_model(find_model(model).architecture, weight_format(form)), at, [rows[place] for place in at]


def _columns(rows: Sequence[Measured], served: ServedModel) -> Boards:
    return board_columns([boards()[row.gpu] for row in rows], served)


def _running(rows: Sequence[Measured], sequences: Floats, kv_bytes: float) -> Running:
    tensor, groups = np.array([row.tensor for row in rows]), np.array([row.groups for row in rows])
    prompt, answer = np.array([float(row.prompt) for row in rows]), np.array([float(row.answer) for row in rows])
    return Running(tensor, groups, sequences, prompt, answer, kv_bytes)


def _padded(rows: Sequence[Measured], served: ServedModel) -> Floats:
    """Rows to which kernels fill up each expert."""
    expert_rows = np.zeros(len(rows))
    for at, row in enumerate(rows):
        padding = padding_of(row.engine, row.release, served, boards()[row.gpu])
        if padding is not None:
            expert_rows[at] = padding.rows
    return expert_rows


def _stored_bytes(row: Measured, served: ServedModel, other: float) -> float:
    """Bytes of an element of the cache in memory.

    Args:
        other: those where the setting of the run is not published.
    """
    published = cache_element_bytes(row.point) if served.form.bits <= _ABOUT_NARROW else None
    return other if published is None else published


def _filled_gib(row: Measured) -> float:
    """GiB of a GPU for weights and cache: by the setting of the run if it is published."""
    usable, share = boards()[row.gpu].usable_gib, memory_share(row.point)
    return _CACHE_SHARE * usable - _RESERVED_GIB if share is None else share * usable


def _step_terms(rows: Sequence[Measured], served: ServedModel, run: Running) -> Floats:
    """Those of programs that work through prompts first, and of the others."""
    first = np.array([engines()[row.engine].prompts_first for row in rows])
    on = _columns(rows, served)
    return np.where(first, step_terms(served, on, replace(run, prompts_first=True)), step_terms(served, on, run))


def points(rows: Sequence[Measured]) -> Points:
    """What follows from points of measurement."""
    terms, prompts = np.zeros((len(TERMS), len(rows))), np.zeros((len(TERMS), len(rows)))
    sequences, started, padded = np.zeros(len(rows)), np.zeros(len(rows)), np.zeros(len(rows))
    for served, at, mine in _by_model(rows):
        kv_bytes = _NARROW_BYTES if served.form.bits <= _NARROW else _WIDE_BYTES
        run = _running(mine, np.zeros(len(mine)), kv_bytes)
        one = np.ones_like(run.tensor)
        usable, held = np.array([boards()[row.gpu].usable_gib for row in mine]), served.held_bytes(run.tensor, one, run.tensor * run.groups)
        room = np.array([_filled_gib(row) for row in mine]) * 2.0**30 - held
        # Engines that size the cache by what is free after the weights have no reserve beyond that.
        free = _CACHE_SHARE * ((usable - _RESERVED_GIB) * 2.0**30 - held)
        free = np.where([engines()[row.engine].pool is Pool.REMAINING for row in mine], free, room)
        asked = np.ceil(np.array([float(row.concurrency) for row in mine]) / run.groups)
        reserved = np.array([1.0 if engines()[row.engine].reserves_answer else _MEAN_ANSWER for row in mine])
        stored = np.array([_stored_bytes(row, served, kv_bytes) for row in mine])
        whole = served.cache_bytes(run.tensor, one, run.prompt + run.answer, kv_bytes)
        sequences[at] = np.minimum(asked, np.maximum(1.0, np.floor(room / np.maximum(whole, 1.0))))
        each = served.cache_bytes(run.tensor, one, run.prompt + reserved * run.answer, stored)
        started[at] = np.minimum(asked, np.maximum(1.0, np.floor(free / np.maximum(each, 1.0))))
        padded[at] = _padded(mine, served)
        run = replace(_running(mine, sequences[at], kv_bytes), padded=padded[at])
        terms[:, at] = _step_terms(mine, served, run)
        prompts[:, at] = prompt_terms(served, _columns(mine, served), run)
    return Points(terms, prompts, sequences, started, padded, rows)


@dataclass(frozen=True, slots=True)
class ServingCalibration:
    """Constants for the terms of a time: of all points, and specific ones where measured; the range of nine in ten.

    Attributes:
        kinds: ranges of programs and model families with a larger spread, by the properties that a plan shares with them.
        padded: measured in releases whose kernels pad the rows of each expert: model, GPU, program and format.
        ahead: for measurements of prompt-first programs, as `exactly` and `shared`, the share of prompts processed before
            a first token in the release of most points.
        by_maker: of the one measured GPU of a maker, for others of the same maker.
        rough: share of points in the range of all, for kinds with less than `_ROUGH`, by the properties that a plan shares.
        crowded: the least range for more than `CROWD` concurrent requests, and rough_crowded the share of points with as many in the
            range of all, by the properties that a plan shares; where it is less than `_ROUGH`.
    """

    constants: Floats
    by_system: Mapping[Hashable, Floats]
    exactly: Mapping[Hashable, Floats]
    shared: Mapping[Hashable, Floats]
    intervals: Mapping[str, tuple[float, float]]
    kinds: Mapping[tuple[str, str, str], tuple[float, float]]
    rough: Mapping[tuple[str, str, str], float]
    crowded: Mapping[str, tuple[float, float]]
    rough_crowded: Mapping[str, float]
    by_maker: Mapping[str, Floats]
    padded: frozenset[tuple[str, ...]]
    ahead: Mapping[tuple[str | int, ...], float]
    rows: int

    def range_of(self, provenance: str, engine: str, family: str, requests: float = 1.0) -> tuple[float, float]:
        """Factors on a time between which nine of ten measurements lie.

        Args:
            requests: at once on one copy of the model.
        """
        usual = self.kinds.get((provenance, engine, family), self.intervals[provenance])
        crowded = self.crowded.get(provenance) if requests > CROWD else None
        return usual if crowded is None else at_least(usual, crowded)

    def known(self, model: str, gpu: str, engine: str, form: str, tensor: int) -> tuple[Floats, str]:
        """The constants for a plan, and the properties that it shares with measurements."""
        exactly = self.exactly.get((model, gpu, engine, form))
        if exactly is not None:
            return self.shared.get((model, gpu, engine, form, tensor), exactly), SEEN
        system = self.by_system.get((gpu, engine))
        if system is not None:
            return system, KNOWN_SYSTEM
        return self.by_maker.get(gpu.partition(".")[0], self.constants), UNSEEN


@dataclass(frozen=True, slots=True)
class ServingCalibrations:
    """The constants of a step, and those of the time to the first token."""

    step: ServingCalibration
    first: ServingCalibration


def levels(rows: Sequence[Measured]) -> tuple[Level, Level, Level]:
    """How points are grouped: by board and program; by model and format there; by GPUs a layer there."""
    system, exactly, shared = PULLS
    return (
        Level([row.system for row in rows], system),
        Level([row.exactly for row in rows], exactly),
        Level([row.shared for row in rows], shared),
    )


_DELAYED = 3.0
"""Maximum ratio of a first token time to that with the same or more sequences; beyond it, other causes delayed it."""
_STARTED_S, _STEPS_BEFORE = 0.5, 3.0
"""Delays of a first token in addition to prompts: the host, and the running steps."""


def undelayed(found: Points, constants: Floats) -> NDArray[np.bool_]:
    """Whether the first token of each point took only the time of the work.

    Runs that compiled kernels during the first requests waited seconds (7 to 9 on B200 with SGLang and FP4), even if more sequences
    of the same prompts on the same GPUs did not: queues only grow with the sequences. A first token also waits at most for the
    prompts of all sequences, one after the other, if memory has room for them.

    Args:
        constants: of steps, for the time of prompts.
    """
    rows = found.rows
    alike: dict[Hashable, list[int]] = {}
    for at, row in enumerate(rows):
        alike.setdefault((*row.shared, row.groups, row.prompt), []).append(at)
    taken = np.ones(len(rows), dtype=bool)
    for places in alike.values():
        for at in places:
            others = [rows[place].ttft_s for place in places if place != at and rows[place].concurrency >= rows[at].concurrency]
            taken[at] = not others or rows[at].ttft_s <= _DELAYED * min(others)
    requested = np.array([np.ceil(row.concurrency / row.groups) for row in rows])
    steps = _STEPS_BEFORE + np.array([poll_of(row.point, row.concurrency) for row in rows])
    longest = requested * (constants @ found.prompts) + steps * (constants @ found.terms) + _STARTED_S
    late: NDArray[np.bool_] = np.array([row.ttft_s for row in rows]) > longest
    return taken & ~(late & (found.started >= requested))


_WHOLE_ANSWERS = 3.0
"""If a first token waits for more than this number of whole answers although memory has room, it waits for a program limit."""


def unlimited(found: Points) -> NDArray[np.bool_]:
    """Whether the stated number of sequences ran in each point.

    Three vLLM points with gpt-oss and 512 sequences waited four whole answers for their first token although memory had room for
    all: the program was configured to run fewer, and the points do not state the number. Three TensorRT-LLM points with Qwen3-32B,
    prompts of 15,000 tokens and 416 or 448 sequences would have multiplied at 3.5 times the full rate of their GPUs.
    """
    rows = found.rows
    requested = np.array([np.ceil(row.concurrency / row.groups) for row in rows])
    waited = np.array([row.ttft_s > _WHOLE_ANSWERS * row.answer * row.tpot_s for row in rows])
    return ~(waited & (found.sequences >= requested)) & (full_rate_share(found) <= 1.0)


def full_rate_share(found: Points) -> Floats:
    """Share of the full rate of the GPUs at which each point multiplied the prompts of the stated sequences alone.

    By Little's law, a group of GPUs processes one prompt of each of its sequences in the time of a first token and an answer.
    """
    multiplied = found.prompts[[TERMS.index(name) for name in ("products", "attention")]].sum(axis=0)
    asked = np.array([row.concurrency / row.groups for row in found.rows])
    share: Floats = asked * multiplied / np.array([row.ttft_s + row.answer * row.tpot_s for row in found.rows])
    return share


def kinds_of(rows: Sequence[Measured]) -> list[tuple[str, str]]:
    """Program and family of models of each point."""
    return [(row.engine, find_model(row.model).architecture.family) for row in rows]


def at_least(factors: tuple[float, float], least: tuple[float, float]) -> tuple[float, float]:
    """A range that is no narrower than another."""
    return min(factors[0], least[0]), max(factors[1], least[1])


def _calibrated(
    names: Sequence[str],
    every_term: Floats,
    all_seconds: Floats,
    all_rows: Sequence[Measured],
    fitting: NDArray[np.bool_],
    ranging: NDArray[np.bool_],
    least: tuple[float, float] = (1.0, 1.0),
    fixed: Sequence[int] = (),
) -> tuple[Floats, dict[str, Any]]:
    """Constants of all points, and those of groups with their intervals, as plain values for the file.

    Kinds with a larger spread than others have separate ranges and are reported as rough.

    Args:
        fitting: points for fitting the constants.
        ranging: points for the range of all, which is the minimum range of every kind; if a kind is rough, all count.
        least: minimum range for models or GPUs that were not measured.
        fixed: terms that are not fitted.
    """
    fitted_places = np.flatnonzero(fitting).tolist()
    rows = [all_rows[at] for at in fitted_places]
    fitted = fit_levels(every_term[:, fitted_places], all_seconds[fitted_places], levels(rows), fixed)
    every = levels(all_rows)
    apart: dict[str, tuple[Sequence[Hashable], Sequence[Level]]] = {
        SEEN: (list(range(len(all_rows))), every),
        KNOWN_SYSTEM: ([row.model for row in all_rows], every[:1]),
        UNSEEN: ([row.gpu for row in all_rows], ()),
    }
    off = {
        name: held_out_levels(every_term, all_seconds, folds(groups, FOLDS), known, fitting, fixed)
        for name, (groups, known) in apart.items()
    }
    of_kinds, within = kinds_of(all_rows), np.flatnonzero(ranging).tolist()
    intervals = {name: interval(errors[within]) for name, errors in off.items()}
    kinds = {name: kind_intervals(errors[fitted_places], kinds_of(rows)) for name, errors in off.items()}
    shares = {name: _rough(errors, ranging, of_kinds) for name, errors in off.items()}
    kinds = {name: {kind: at_least(kind_interval, intervals[name]) for kind, kind_interval in of.items()} for name, of in kinds.items()}
    # What is apart on boards that were measured does so on others, where fewer points show it.
    kinds[UNSEEN] = {**kinds[KNOWN_SYSTEM], **kinds[UNSEEN]}
    shares[UNSEEN] = {**shares[KNOWN_SYSTEM], **shares[UNSEEN]}
    for name in (KNOWN_SYSTEM, UNSEEN):
        intervals[name] = at_least(intervals[name], least)
        kinds[name] = {kind: at_least(kind_interval, intervals[name]) for kind, kind_interval in kinds[name].items()}
    crowd = np.array([row.concurrency > CROWD for row in all_rows])
    crowded = {name: _inside(errors[crowd], intervals[name]) for name, errors in off.items()}
    crowded = {name: share for name, share in crowded.items() if share < _ROUGH}
    named = zip(("by_system", "exactly", "shared"), fitted.groups, strict=True)
    constants = np.exp(fitted.base)
    return constants, {
        "constants": dict(zip(names, _plain(constants), strict=True)),
        "intervals": {name: [round(low, 4), round(high, 4)] for name, (low, high) in intervals.items()},
        "kinds": [
            [name, *kind, round(low, 4), round(high, 4)]
            for name, by_kind in kinds.items()
            for kind, (low, high) in sorted(by_kind.items(), key=repr)
            if isinstance(kind, tuple)
        ],
        "crowded": {name: _rounded(at_least(interval(off[name][crowd & fitting]), intervals[name])) for name in crowded},
        "rough_crowded": {name: round(share, 2) for name, share in crowded.items()},
        "rough": [[name, *kind, round(share, 2)] for name, share_of_kind in shares.items() for kind, share in share_of_kind.items()],
        **{
            name: [[*key, *_plain(np.exp(logs))] for key, logs in sorted(group.items(), key=repr) if isinstance(key, tuple)]
            for name, group in named
        },
    }


def _ahead(rows: Sequence[Measured]) -> list[list[str | int | float]]:
    """For measurements of programs that process prompts first, the share in the release and load of most points.

    The constants are based on those. If several releases have the same number of points, it is the latest one.
    """
    rows_by_key: dict[tuple[str | int, ...], list[Measured]] = {}
    for row in rows:
        if engines()[row.engine].prompts_first:
            rows_by_key.setdefault(row.exactly, []).append(row)
            rows_by_key.setdefault(row.shared, []).append(row)
    usual_shares: list[list[str | int | float]] = []
    for key, key_rows in sorted(rows_by_key.items(), key=lambda group: (group[0][:4], len(group[0]), group[0][4:])):
        count = Counter((row.release, row.ahead) for row in key_rows)
        *_, most = max((times, release_of(release), ahead) for (release, ahead), times in count.items())
        usual_shares.append([*key, most])
    return usual_shares


_ROUGH = 0.8
"""A kind of which fewer points lie in the range of all is rough, as are many requests at once."""


def _rough(off: Floats, ranging: NDArray[np.bool_], kinds: Sequence[tuple[str, str]]) -> dict[tuple[str, str], float]:
    """The share of points in the range of all, of the kinds of which few are; each half by the range of the other."""
    inside, half = np.zeros(len(off), dtype=bool), folds(list(range(len(off))), 2, seed=1)
    for side in (0, 1):
        low, high = interval(off[(half != side) & ranging])
        inside[half == side] = ((np.exp(-off) >= low) & (np.exp(-off) <= high))[half == side]
    shares = {kind: float(inside[[point_kind == kind for point_kind in kinds]].mean()) for kind in sorted(set(kinds))}
    return {kind: share for kind, share in shares.items() if share < _ROUGH}


def _inside(off: Floats, factors: tuple[float, float]) -> float:
    """Share of points in a range."""
    return float(np.mean((np.exp(-off) >= factors[0]) & (np.exp(-off) <= factors[1])))


def _rounded(factors: tuple[float, float]) -> list[float]:
    return [round(factor, 4) for factor in factors]


def _plain(constants: Floats) -> list[float]:
    return [float(f"{value:.4g}") for value in constants]


def first_terms(found: Points, constants: Floats) -> Floats:
    """Ideal seconds of each term of the time to the first token for each point, by the constants of steps."""
    requested = np.array([row.concurrency / row.groups for row in found.rows])
    ahead = np.array([row.ahead for row in found.rows])
    poll = np.array([poll_of(row.point, row.concurrency) for row in found.rows])
    streamed = np.array([engines()[row.engine].streamed_per_s for row in found.rows])
    run = replace(_running(found.rows, found.started, _WIDE_BYTES), ahead=ahead, poll=poll, streamed_per_s=streamed)
    first = np.array([engines()[row.engine].prompts_first for row in found.rows])
    prompt_s, step_s = constants @ found.prompts, constants @ found.terms
    of_each = [
        first_token_terms(prompt_s, found.terms, step_s, requested, replace(run, prompts_first=prompts_first))
        for prompts_first in (True, False)
    ]
    return np.where(first, *of_each)


def calibrate() -> dict[str, Any]:
    """Refit all constants, as plain values for the constants file."""
    rows = measured_rows()
    measured_points = points(rows)
    # Where fewer ran than a point says, nothing of it is known; first tokens that waited for kernels to be compiled say nothing of others,
    # but who asks for the first one waits as long: they count in the ranges.
    able = unlimited(measured_points)
    constants, step = _calibrated(TERMS, measured_points.terms, np.array([row.tpot_s for row in rows]), rows, able, able, LEAST_RANGE)
    step["padded"] = [
        list(key) for key in sorted({row.exactly for row, rows_of in zip(rows, measured_points.padded, strict=True) if rows_of > 0})
    ]
    ideal, firsts = first_terms(measured_points, constants), np.array([row.ttft_s for row in rows])
    _, first = _calibrated(
        FIRST_TERMS, ideal, firsts, rows, undelayed(measured_points, constants) & able, able, LEAST_FIRST_RANGE, FIXED_FIRST
    )
    step["ahead"], first["padded"] = [], []
    first["ahead"] = _ahead(rows)
    return {"rows": len(rows), "step": step, "first": first}


def _read(body: Mapping[str, Any], names: Sequence[str], rows: int) -> ServingCalibration:
    count = len(names)

    def group(name: str) -> dict[Hashable, Floats]:
        return {tuple(row[:-count]): np.array(row[-count:]) for row in body[name]}

    return ServingCalibration(
        constants=np.array([body["constants"][name] for name in names]),
        by_system=group("by_system"),
        exactly=group("exactly"),
        shared=group("shared"),
        intervals={name: (low, high) for name, (low, high) in body["intervals"].items()},
        kinds={(provenance, engine, family): (low, high) for provenance, engine, family, low, high in body["kinds"]},
        rough={(provenance, engine, family): share for provenance, engine, family, share in body["rough"]},
        crowded={provenance: (low, high) for provenance, (low, high) in body["crowded"].items()},
        rough_crowded=dict(body["rough_crowded"]),
        by_maker={row[0]: np.array(row[1:]) for row in body["by_maker"]},
        padded=frozenset(tuple(row) for row in body["padded"]),
        ahead={tuple(row[:-1]): row[-1] for row in body["ahead"]},
        rows=rows,
    )


@cache
def serving_calibrations() -> ServingCalibrations:
    """The constants that came with the program."""
    import yaml

    with resource("calibration", "serving.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    return ServingCalibrations(_read(body["step"], TERMS, body["rows"]), _read(body["first"], FIRST_TERMS, body["rows"]))
