"""The verdict on a fleet, parts of a GPU as boards of their own, and what else would serve with its count and price."""

from dataclasses import replace
from typing import Any

import pytest

from gpudesk.monitor.readings.reading import GpuFacts
from gpudesk.monitor.verdict.verdict import judge
from gpudesk.monitor.verdict.verdict_boards import board_of, fewer_gpus, known, verdict_on
from gpudesk.monitor.verdict.verdict_figures import Track
from gpudesk.monitor.verdict.verdict_fleet import Fleet, judge_fleet
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.monitor.verdict.verdict_terms import Cause, Kind
from tests.monitor.made_load import GIB, HOUR, track

LIMITS = Limits()
H100 = 81_559 / 1024
IDLE: dict[str, Any] = {"sm_active_percent": 0.0, "dram_active_percent": 0.0, "tensor_active_percent": 0.0, "busy_percent": 0.0}
THIN: dict[str, Any] = {"sm_active_percent": 20.0, "dram_active_percent": 10.0, "memory_used_bytes": 10 * GIB}


def on_host(host: str, index: int, **values: Any) -> Track:
    return replace(track(index, apart_s=10.0, memory_total_bytes=H100 * GIB, **values), host=host)


def fleet_of(*tracks: Track) -> Fleet:
    return judge_fleet(tracks, HOUR, LIMITS)


def test_each_host_is_judged_by_itself() -> None:
    found = fleet_of(
        *(on_host("busy", at) for at in range(8)),
        *(on_host("idle", at, **IDLE) for at in range(8)),
        *(on_host("thin", at, **THIN) for at in range(8)),
        *(on_host("spare", at, **{**IDLE, "memory_used_bytes": 0.4 * GIB}) for at in range(8)),
    )
    assert found.of_each == {
        (Kind.IDLE, Cause.NONE): 8,
        (Kind.OVER, Cause.NONE): 8,
        (Kind.OVER, Cause.FREE): 8,
        (Kind.WELL, Cause.NONE): 8,
    }
    assert (found.gpus, found.judged, found.at_target) == (32, 32, 8)
    assert (found.gpu_hours, found.idle_gpu_hours) == (32.0, 8.0)
    assert found.active == pytest.approx((0.9 + 0.2) / 4)
    assert (found.free, found.held, found.spare) == (8, 8, 5)
    assert [job.host for job in found.jobs[:2]] == ["idle", "thin"]
    assert [job.fewer for job in found.jobs if job.host == "thin"] == [3]


def test_gpus_of_a_host_that_do_different_things_are_judged_apart() -> None:
    found = fleet_of(on_host("a", 0), on_host("a", 1, **IDLE), on_host("a", 2, **{**IDLE, "memory_used_bytes": 0.1 * GIB}))
    assert sorted((job.numbers, job.verdict.kind) for job in found.jobs) == [((0,), Kind.WELL), ((1,), Kind.IDLE), ((2,), Kind.OVER)]


def test_parts_of_a_gpu_are_judged_apart() -> None:
    parts = [
        replace(part("3g.40gb", 39.2, memory_used_bytes=20 * GIB), facts=GpuFacts(f"MIG-{at}", at, parent="GPU-0"), host="a")
        for at in range(2)
    ]
    assert sorted(job.numbers for job in fleet_of(*parts).jobs) == [(0,), (1,)]


def test_a_gpu_that_says_nothing_is_not_counted_as_idle() -> None:
    silent = on_host("a", 0, without=("sm_active_percent", "busy_percent"))
    found = fleet_of(silent, on_host("b", 0))
    assert (found.gpus, found.judged) == (2, 1)
    assert found.active == pytest.approx(0.9)
    assert found.jobs[-1].verdict.kind is Kind.CANNOT
    assert fleet_of().active is None


def test_how_many_would_do_asks_for_memory_activity_and_memory_rate() -> None:
    def fewer(**values: Any) -> int | None:
        return fewer_gpus(judge([track(at, **{**THIN, **values}) for at in range(8)], HOUR, LIMITS), LIMITS)

    # 8 x 20 % x 1.25 / 80 % = 2.5; 8 x 12.5 % x 1.3 = 1.3; 8 x 10 % x 1.25 / 80 % = 1.25
    assert fewer() == 3
    assert fewer(memory_used_bytes=36 * GIB) == 5
    assert fewer(dram_active_percent=39.0, sm_active_percent=5.0) == 5
    assert fewer(sm_active_percent=90.0) is None
    assert fewer_gpus(judge([track(**THIN)], HOUR, LIMITS), LIMITS) is None


def test_fewer_of_the_same_come_first_and_all_have_their_price() -> None:
    _, found = verdict_on([known(on_host("a", at, **THIN)) for at in range(8)], HOUR, LIMITS)
    assert (found[0].board.key, found[0].gpus) == ("nvidia.h100-sxm5-80gb", 3)
    assert all(each.gpus == 8 for each in found[1:])
    low, high = found[0].price_usd or (0.0, 0.0)
    assert 0 < low < high
    assert not any("GeForce" in each.board.title for each in found)


def part(profile: str, gib: float, **values: Any) -> Track:
    facts = GpuFacts("MIG-1", 1, f"NVIDIA H100 80GB HBM3 MIG {profile}", parent="GPU-0")
    return track(facts=facts, memory_total_bytes=gib * GIB, **values)


def test_a_part_of_a_gpu_is_a_board_with_parts_beside_it() -> None:
    board = board_of(GpuFacts("MIG-1", 1, "NVIDIA H100 80GB HBM3 MIG 3g.40gb", parent="GPU-0"), None)
    assert board is not None
    assert board.key == "nvidia.h100-sxm5-80gb:3g.40gb"
    assert board_of(GpuFacts("MIG-1", 1, "NVIDIA H100 80GB HBM3 MIG 9g.1gb", parent="GPU-0"), None) is None
    verdict, smaller = verdict_on([part("3g.40gb", 39.2, **{**THIN, "memory_used_bytes": 5 * GIB})], HOUR, LIMITS)
    assert verdict.kind is Kind.OVER
    assert smaller[0].board.key == "nvidia.h100-sxm5-80gb:1g.10gb"
    verdict, larger = verdict_on([part("1g.10gb", 9.6, memory_used_bytes=9.5 * GIB)], HOUR, LIMITS)
    assert (verdict.kind, verdict.cause) == (Kind.UNDER, Cause.MEMORY_FULL)
    assert larger[0].board.part_of == "nvidia.h100-sxm5-80gb"
    assert all(each.board.usable_gib >= 9.5 * 1.3 for each in larger)


def test_a_whole_gpu_is_not_offered_as_its_own_part() -> None:
    _, found = verdict_on([known(on_host("a", 0, **{**THIN, "dram_active_percent": 39.0, "sm_active_percent": 45.0}))], HOUR, LIMITS)
    assert not any(each.board.title.endswith("7g.80gb") for each in found)
