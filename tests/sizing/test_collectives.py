"""Lines fitted to published measurements, held-out points, and the networks of projects."""

from pathlib import Path

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.estimates.calibration import folds, interval, score
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.work.collectives import Collective, bus_bytes_per_s, operation_seconds
from gpudesk.derived.fabric.fabric_judgement import fabric_judgements
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.sizing.calibration.collective_calibration import (
    LONG_BYTES,
    MEBIBYTE,
    SEEN,
    UNSEEN,
    across_factors,
    calibrate_collectives,
    collective_lines,
    held_out_sizes,
    held_out_systems,
    line_of,
    measured_across,
    measured_operations,
    network_of,
    network_shares,
    shown_factors,
    unmeasured_off,
)
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.network.project_collectives import ALONE, INTACT, SPINE, UPLINK, GroupOperation, project_operations
from tests.checks.site import Site

LONG = 2**34


def test_every_published_point_is_there() -> None:
    assert sum(len(group.sizes) for group in measured_operations()) == collective_lines().rows == 5859
    assert {group.gpu for group in measured_operations()} <= set(boards())


@pytest.mark.parametrize("least_bytes", [pytest.param(0, marks=pytest.mark.soak), MEBIBYTE])
def test_sizes_that_the_fit_did_not_see_are_near(least_bytes: int) -> None:
    off = held_out_sizes(least_bytes)
    found = score(off, *interval(off))
    assert found.median < 0.08
    assert found.p95 < 0.35
    half = folds(list(range(len(off))), 2, seed=1)
    assert 0.85 <= np.mean([score(off[half == side], *interval(off[half != side])).coverage for side in (0, 1)]) <= 0.95


def test_the_lines_in_the_file_are_those_of_the_measurements() -> None:
    body = calibrate_collectives()
    known = collective_lines()
    for gpu, kind, gpus, start_us, gb_per_s, sharpness in body["lines"]:
        line = known.lines[gpu, Collective(kind), gpus]
        assert line.start_s * 1e6 == pytest.approx(start_us, rel=0.01)
        assert line.bytes_per_s / 1e9 == pytest.approx(gb_per_s, rel=0.01)
        assert line.sharpness == sharpness
    assert len(known.lines) == len(body["lines"])
    assert known.intervals == {name: tuple(ends) for name, ends in body["intervals"].items()}


def expected(gpu: str, gpus: int, kind: Collective = Collective.ALL_REDUCE) -> tuple[float, float, float]:
    """Bus bandwidth of a long operation in one system, with its range, GB/s."""
    line, provenance = line_of(boards()[gpu], kind, gpus)
    found = float(bus_bytes_per_s(kind, LONG, operation_seconds(kind, LONG, line, gpus, 1, None), gpus)) / 1e9
    low, high = collective_lines().intervals[provenance]
    return found, found / high, found / low


@pytest.mark.parametrize(
    ("gpu", "gpus", "kind", "told"),
    [
        ("nvidia.v100-sxm2-32gb", 8, Collective.ALL_REDUCE, 122),
        ("nvidia.a100-sxm4-80gb", 8, Collective.ALL_REDUCE, 232),
        ("nvidia.a100-sxm4-80gb", 8, Collective.ALL_REDUCE, 231.58),
        ("nvidia.a100-sxm4-80gb", 8, Collective.ALL_TO_ALL, 210),
        ("nvidia.h100-sxm5-80gb", 8, Collective.ALL_REDUCE, 480),
        ("nvidia.h100-sxm5-80gb", 8, Collective.ALL_REDUCE, 478.87),
        ("nvidia.h100-sxm5-80gb", 8, Collective.ALL_TO_ALL, 320),
        ("nvidia.h200-sxm-141gb", 8, Collective.ALL_REDUCE, 480.0),
        ("nvidia.h200-sxm-141gb", 8, Collective.ALL_GATHER, 361.4),
        ("nvidia.b200-sxm-180gb", 8, Collective.ALL_REDUCE, 838.0),
        ("nvidia.b200-sxm-180gb", 8, Collective.ALL_REDUCE, 682.2),
        ("nvidia.b200-sxm-180gb", 8, Collective.ALL_TO_ALL, 640),
        ("nvidia.gb200-gpu", 32, Collective.ALL_REDUCE, 680),
        ("nvidia.gb200-gpu", 32, Collective.ALL_REDUCE, 850),
        ("nvidia.gb200-gpu", 32, Collective.ALL_TO_ALL, 640),
    ],
)
def test_asymptotes_that_were_told_lie_in_the_range(gpu: str, gpus: int, kind: Collective, told: float) -> None:
    """NVIDIA GTC 2024 S62129 and GTC 2025 S72583; Azure AI-benchmarking-guide; github:stas00/ml-engineering, network."""
    _, low, high = expected(gpu, gpus, kind)
    assert low < told < high


def test_a_board_that_nobody_measured_says_so() -> None:
    assert line_of(boards()["nvidia.v100-sxm2-32gb"], Collective.ALL_REDUCE, 8)[1] == UNSEEN
    assert line_of(boards()["nvidia.h100-sxm5-80gb"], Collective.ALL_REDUCE, 8)[1] == SEEN
    assert line_of(boards()["nvidia.h100-sxm5-80gb"], Collective.ALL_REDUCE, 3)[1] == SEEN
    assert line_of(boards()["nvidia.gb200-gpu"], Collective.ALL_REDUCE, 72)[1] == UNSEEN
    off = unmeasured_off()
    assert score(off, *interval(off)).median < 0.25


@pytest.mark.parametrize(
    ("gpu", "gbps", "kind", "told"),
    [
        ("nvidia.a100-sxm4-80gb", 1600, Collective.ALL_REDUCE, 192),
        ("nvidia.h100-sxm5-80gb", 3200, Collective.ALL_REDUCE, 380),
        ("nvidia.h100-sxm5-80gb", 3200, Collective.ALL_REDUCE, 330.93),
        ("nvidia.h100-sxm5-80gb", 3200, Collective.ALL_GATHER, 323.53),
        ("nvidia.b200-sxm-180gb", 3200, Collective.ALL_REDUCE, 381.8),
    ],
)
def test_several_systems_reach_what_was_told(gpu: str, gbps: float, kind: Collective, told: float) -> None:
    """Four systems; the same sources, Voltage Park, AWS EFA."""
    line, provenance = line_of(boards()[gpu], kind, 8)
    seconds = operation_seconds(kind, LONG, line, 8, 4, network_of(gbps))
    bus = float(bus_bytes_per_s(kind, LONG, seconds, 32)) / 1e9
    low, high = collective_lines().intervals[provenance]
    least, most = network_shares()
    assert bus / max(high, 0.92 / least) < told < bus / min(low, 0.92 / most)
    assert bus == pytest.approx(told, rel=0.12)


@pytest.mark.parametrize(
    ("gpu", "gbps", "told"),
    [
        ("nvidia.a100-sxm4-80gb", 400, 78.33),
        ("nvidia.h100-sxm5-80gb", 3200, 443.72),
        ("nvidia.h100-sxm5-80gb", 1600, 318.40),
    ],
)
def test_two_systems_tell_each_other_their_sums_once(gpu: str, gbps: float, told: float) -> None:
    """All-reduces of 2 GiB by nccl-tests on two AWS p4de, two AWS p5, two GCP a3-mega: above what the adapters carry."""
    line, _provenance = line_of(boards()[gpu], Collective.ALL_REDUCE, 8)
    seconds = operation_seconds(Collective.ALL_REDUCE, 2**31, line, 8, 2, network_of(gbps))
    bus = float(bus_bytes_per_s(Collective.ALL_REDUCE, 2**31, seconds, 16)) / 1e9
    assert bus == pytest.approx(told, rel=0.1)


def long_ones(operations_: tuple[GroupOperation, ...], kind: Collective) -> dict[str, float]:
    return {each.state: each.bus_gb_per_s for each in operations_ if each.kind is kind and each.size_bytes == 2**33}


def test_the_networks_of_a_project(tmp_path: Path) -> None:
    with Document.create(tmp_path / "pod.gpudesk") as document:
        run(document, build, load_template("dgx-h100-superpod", {"su": "2"}))
        run(document, cable_project)
        (found,) = project_operations(document.snapshot)
        assert (found.systems, found.gpus_each, round(found.gbps_a_system)) == (63, 8, 3200)
        reduced = long_ones(found.operations, Collective.ALL_REDUCE)
        assert set(reduced) == {ALONE, INTACT, UPLINK, SPINE}
        assert reduced[ALONE] > reduced[INTACT] > reduced[UPLINK] > reduced[SPINE]
        assert 331 < reduced[INTACT] < 380
        assert 40 < long_ones(found.operations, Collective.ALL_TO_ALL)[INTACT] < 50
        (four,) = project_operations(document.snapshot, 4)
        below = long_ones(four.operations, Collective.ALL_REDUCE)
        assert below[INTACT] == below[SPINE]
        with pytest.raises(InvalidData, match="63"):
            project_operations(document.snapshot, 64)
        before = reduced[INTACT]
        cables = document.snapshot.cached(fabric_judgements)[0].cables
        run(document, delete_objects, "cable", cables.ids[cables.tier == 0][::2].tolist())
        (after,) = project_operations(document.snapshot)
        assert after.through == pytest.approx(0.5, abs=0.02)
        assert long_ones(after.operations, Collective.ALL_REDUCE)[INTACT] == pytest.approx(before / 2, rel=0.06)


def test_racks_of_many_trays_are_one_system_each(tmp_path: Path) -> None:
    with Document.create(tmp_path / "nvl.gpudesk") as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        run(document, cable_project)
        (found,) = project_operations(document.snapshot)
        assert (found.systems, found.gpus_each, round(found.gbps_a_system)) == (8, 72, 72 * 400)


def test_a_project_without_gpus_says_so() -> None:
    with pytest.raises(InvalidData, match="no systems"):
        project_operations(Site().snapshot)


def test_short_operations_across_systems_are_centred_and_covered() -> None:
    """nccl-tests on AWS p4de and p5, GCP a3-mega and GKE A4, below 64 MiB: it was said that they take half as long as measured."""
    low, high = across_factors(2**20, 0.92)
    off = np.array([row.seconds / row.predicted() for row in measured_across() if row.size < LONG_BYTES])
    assert len(off) == 85
    assert 0.8 <= np.median(off) <= 1.25
    assert np.mean((off >= low) & (off <= high)) >= 0.9


def test_long_operations_across_systems_stay_where_they_were_measured() -> None:
    off = [row.seconds / row.predicted() for row in measured_across() if row.size >= 2**30 and "A4" not in row.system]
    assert min(off) >= 0.85
    assert max(off) <= 1.3
    assert 0.95 <= np.median(off) <= 1.05


def test_long_operations_lie_in_the_range_that_is_shown() -> None:
    """38 of 51 did: from 64 MiB to 1 GiB the range was that of very long ones."""
    rows = [row for row in measured_across() if row.size >= LONG_BYTES]
    held = [low <= row.seconds / row.predicted() <= high for row in rows for low, high in [shown_factors(row)]]
    assert len(held) == 51
    assert np.mean(held) >= 0.9
    assert across_factors(2**30, 0.92) == pytest.approx((0.92 / 0.96, 0.92 / 0.83)), "no wider where it need not be"


def test_the_ramp_of_a_network_puts_the_middle_right_on_systems_that_it_was_not_fitted_to() -> None:
    """Each system judged by the start that suits the others: long operations were off by more without the ramp."""
    long = held_out_systems(short=False)
    assert np.median(np.abs(long)) <= 0.09
    assert np.quantile(np.abs(long), 0.95) <= 0.65
    assert np.median(np.abs(held_out_systems(short=True))) <= 0.3
