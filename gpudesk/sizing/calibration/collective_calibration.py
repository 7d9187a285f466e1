"""How fast groups of GPUs carry out collective operations: published measurements, and lines fitted to them (`resources/calibration`)."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from gpudesk.core.estimates.calibration import Floats, interval
from gpudesk.core.work.collectives import Collective, Line, Network, bus_factor, fit_line, operation_seconds
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import Board, boards

FOLDS = 5
SEEN, UNSEEN = "seen", "unseen"
"""Whether the GPU was measured with this number of GPUs or fewer, or only others were."""
MEBIBYTE = 2**20
LONG_BYTES = 64 * MEBIBYTE
"""From this size, the time of an operation over several systems depends only on the network rate."""
RAMP_END_BYTES = 1024 * MEBIBYTE
"""From here on operations over several systems reach the rate of the network whatever library and adapters."""
_BITS = 8


@dataclass(frozen=True, slots=True)
class MeasuredOperations:
    """Operations of one kind on one board and number of GPUs, over sizes.

    Attributes:
        sizes, seconds: of one operation, shape (rows,); bytes of all ranks together where the kind gathers or scatters.
    """

    gpu: str
    kind: Collective
    gpus: int
    sizes: Floats
    seconds: Floats

    @property
    def moved(self) -> Floats:
        return bus_factor(self.kind, self.gpus) * self.sizes


@cache
def measured_operations() -> tuple[MeasuredOperations, ...]:
    """Every published point, those of one board, kind and number of GPUs together."""
    points_by_key: dict[tuple[str, str, int], list[tuple[float, float]]] = {}
    with resource("calibration", "collectives.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            points = points_by_key.setdefault((row["gpu"], row["collective"], int(row["gpus"])), [])
            first = int(row["bytes_first"])
            # Each size is twice the one before.
            points += [(first * 2.0**at, float(value) * 1e-6) for at, value in enumerate(row["microseconds"].split())]
    return tuple(
        MeasuredOperations(gpu, Collective(kind), gpus, *np.array(points).T) for (gpu, kind, gpus), points in sorted(points_by_key.items())
    )


def held_out_sizes(least_bytes: int = 0) -> Floats:
    """ln(predicted / measured) of each point, by lines fitted without its size, whatever release it was measured in.

    Args:
        least_bytes: of the points returned.
    """
    off = []
    for group in measured_operations():
        fold = np.log2(group.sizes).astype(np.int64) % FOLDS
        for out in range(FOLDS):
            left = fold == out
            line = fit_line(group.moved[~left], group.seconds[~left])
            is_counted = left & (group.sizes >= least_bytes)
            off.append(np.log(line.seconds(group.moved[is_counted]) / group.seconds[is_counted]))
    return np.concatenate(off)


def unmeasured_off() -> Floats:
    """ln(predicted / measured) of each point, by the assumptions for unmeasured GPUs."""
    return np.concatenate(
        [np.log(_unmeasured(boards()[group.gpu]).seconds(group.moved) / group.seconds) for group in measured_operations()]
    )


def calibrate_collectives() -> dict[str, Any]:
    """Refit all lines, as plain values for the constants file."""
    lines = []
    for group in measured_operations():
        line = fit_line(group.moved, group.seconds)
        rounded = [round(line.start_s * 1e6, 3), round(line.bytes_per_s / 1e9, 3), line.sharpness]
        lines.append([group.gpu, str(group.kind), group.gpus, *rounded])
    ends = {SEEN: interval(held_out_sizes()), UNSEEN: interval(unmeasured_off())}
    return {
        "rows": sum(len(group.sizes) for group in measured_operations()),
        "intervals": {name: [round(low, 4), round(high, 4)] for name, (low, high) in ends.items()},
        "lines": lines,
    }


@dataclass(frozen=True, slots=True)
class CollectiveLines:
    """The fitted lines, and factors between which nine of ten measurements lie."""

    lines: Mapping[tuple[str, Collective, int], Line]
    intervals: Mapping[str, tuple[float, float]]
    rows: int


@cache
def collective_lines() -> CollectiveLines:
    """The lines that came with the program."""
    import yaml

    with resource("calibration", "collectives.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    return CollectiveLines(
        lines={
            (gpu, Collective(kind), gpus): Line(start_us * 1e-6, gb_per_s * 1e9, sharpness)
            for gpu, kind, gpus, start_us, gb_per_s, sharpness in body["lines"]
        },
        intervals={name: (low, high) for name, (low, high) in body["intervals"].items()},
        rows=body["rows"],
    )


@cache
def collectives_table() -> Any:
    """Performance of operations without measurements (`resources/sizing/collectives.yaml`)."""
    import yaml

    with resource("sizing", "collectives.yaml").open("rb") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)


def _unmeasured(board: Board) -> Line:
    taken = {name: float(row["value"]) for name, row in collectives_table()["unmeasured"].items()}
    return Line(taken["start_us"] * 1e-6, max(1.0, taken["share"] * board.link_bytes_per_s), taken["sharpness"])


def line_of(board: Board, kind: Collective, gpus: int) -> tuple[Line, str]:
    """The speed of an operation on a given number of GPUs of one system, and whether it was measured.

    Between measured numbers, the next larger one is used; beyond the largest, its rate, with a start that grows with the doublings.
    """
    known = {count: line for (gpu, of, count), line in collective_lines().lines.items() if gpu == board.key and of is kind}
    if not known:
        return _unmeasured(board), UNSEEN
    at = min((count for count in known if count >= gpus), default=max(known))
    line = known[at]
    if gpus <= at:
        return line, SEEN
    grown = line.start_s * float(np.log2(gpus) / np.log2(at)) if at > 1 else line.start_s
    return Line(grown, line.bytes_per_s, line.sharpness), UNSEEN


def network_of(
    gbps_a_system: float, *, through: float = 1.0, leaf_systems: int = 0, sums: bool = False, share: float | None = None
) -> Network:
    """A network by the rate of all adapters of one system together.

    Args:
        share: of the rate that operations reach; the usual one unless given.
    """
    table = collectives_table()["network"]
    reached = float(table["share"]["value"]) if share is None else share
    hop_s, cross_s = (float(table[name]["value"]) * 1e-6 for name in ("hop_us", "cross_us"))
    ramp, ramp_from = (float(table[name]["value"]) * MEBIBYTE for name in ("ramp_mib", "ramp_from_mib"))
    return Network(gbps_a_system * 1e9 / _BITS, reached, hop_s, cross_s, through, leaf_systems, sums, ramp, ramp_from)


def across_factors(size_bytes: float, share: float) -> tuple[float, float]:
    """Factors on the time of an operation over several systems that contain nine of ten measurements, by size.

    Args:
        share: of the adapter rate used in the calculation.
    """
    network = collectives_table()["network"]
    reached = network["share"]
    low, high = share / float(reached["high"]), share / float(reached["low"])
    for name, most in (("short", LONG_BYTES), ("middle", RAMP_END_BYTES)):
        if size_bytes < most:
            row = network[name]
            return min(low, float(row["low"])), max(high, float(row["high"]))
    return low, high


def shown_factors(row: "MeasuredAcross") -> tuple[float, float]:
    """The factors between which the range of a measured operation is shown."""
    _, provenance = line_of(boards()[row.gpu], row.kind, row.gpus_each)
    inside = collective_lines().intervals[provenance]
    across = across_factors(row.size, network_of(row.gbps).share)
    return min(inside[0], across[0]), max(inside[1], across[1])


@dataclass(frozen=True, slots=True)
class MeasuredAcross:
    """An operation over several systems.

    Attributes:
        gbps: of all adapters of one system together.
        size: bytes, of all ranks together where the kind gathers.
    """

    system: str
    gpu: str
    gpus_each: int
    systems: int
    gbps: float
    sums: bool
    kind: Collective
    size: float
    seconds: float

    def predicted(self, cross_s: float | None = None) -> float:
        """Calculated seconds, with another start time for crossing if given."""
        network = network_of(self.gbps, sums=self.sums)
        if cross_s is not None:
            network = replace(network, cross_s=cross_s)
        line, _ = line_of(boards()[self.gpu], self.kind, self.gpus_each)
        return float(operation_seconds(self.kind, self.size, line, self.gpus_each, self.systems, network))


@cache
def measured_across() -> tuple[MeasuredAcross, ...]:
    """Published operations over several systems; of several runs the median."""
    with resource("calibration", "collectives_network.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            MeasuredAcross(
                system=row["system"],
                gpu=row["gpu"],
                gpus_each=int(row["gpus_each"]),
                systems=int(row["systems"]),
                gbps=float(row["gbps_a_system"]),
                sums=row["sums"] == "1",
                kind=Collective(row["collective"]),
                size=float(row["bytes"]),
                seconds=float(row["microseconds"]) * 1e-6,
            )
            for row in csv.DictReader(file)
        )


_STARTS_US = (20, 40, 60, 80, 100, 120, 150, 200)


def held_out_systems(*, short: bool) -> Floats:
    """ln(predicted / measured) of operations over several systems, each with the start that suits the other systems best.

    Args:
        short: of those below 64 MiB, or else of the others.
    """
    rows = measured_across()
    off = {start: np.array([np.log(row.predicted(start * 1e-6) / row.seconds) for row in rows]) for start in _STARTS_US}
    names = np.array([row.system for row in rows])
    is_of_length = np.array([row.size < LONG_BYTES for row in rows]) == short
    log_errors = []
    for name in dict.fromkeys(names.tolist()):
        others = [system for system in dict.fromkeys(names.tolist()) if system != name]
        best = min(_STARTS_US, key=lambda start: sum(float(np.median(np.abs(off[start][names == other]))) for other in others))
        log_errors.append(off[best][(names == name) & is_of_length])
    return np.concatenate(log_errors)


def network_shares() -> tuple[float, float]:
    """Least and most of the rate of adapters that measured operations reached over several systems."""
    share = collectives_table()["network"]["share"]
    return float(share["low"]), float(share["high"])
