"""Several workloads by the hours of a day: who runs where, how few GPUs do, and how many to own."""

import json
from typing import Any

import numpy as np
import pytest

from gpudesk.core.cost.cloud import base_and_peak
from gpudesk.core.work.workload import ALWAYS
from gpudesk.sizing.fleet.fleet import Member, hours, members
from gpudesk.sizing.fleet.sharing import Way, board_groups, peak, sharings, smallest_slices
from gpudesk.sizing.serving.serving_request import Asked
from tests.checks.site import Site
from tests.checks.workload_cases import H100, HEAVY, LIGHT, SMALL, systems, workload

DAY = [0] * 8 + [100] * 10 + [25] * 6
NIGHT = [100] * 8 + [0] * 10 + [50] * 6


def kept_members(site: Site, *demands: list[int], asked: Asked = HEAVY, **values: Any) -> list[Member]:
    for number, demand in enumerate(demands):
        workload(site, asked, name=f"W{number}", demand=json.dumps(demand, separators=(",", ":")), **values)
    return members(site.snapshot)


def test_gpus_are_handed_on_when_demand_changes() -> None:
    site = Site()
    systems(site, 2)
    found = kept_members(site, DAY, NIGHT)
    day = hours(found)
    best = found[0].best
    assert best is not None
    replica = best.need.plan.gpus // best.need.plan.replicas  # type: ignore[union-attr]
    assert best.need.plan.gpus == 16
    assert [now.gpus for now in day[:18]] == [16] * 18
    # A quarter and a half of the replicas, whole ones.
    assert day[20].gpus == replica * (-(-16 // replica * 25 // 100) + -(-16 // replica * 50 // 100))
    assert not any(now.short for now in day)
    assert all(part.pool.systems == 2 for now in day for part in now.taken)


def test_a_workload_for_which_the_others_leave_too_little_is_short_in_those_hours() -> None:
    site = Site()
    systems(site, 3)
    found = kept_members(site, list(ALWAYS), DAY)
    short = [hour for hour, now in enumerate(hours(found)) if now.short]
    assert short == list(range(8, 18))


def test_halls_and_phases_bound_where_they_run() -> None:
    site = Site()
    other = site.insert("hall", name="Other", width_mm=9000, depth_mm=9000)
    systems(site, 1)
    systems(site, 2, hall_id=other)
    workload(site, HEAVY, hall_id=other)
    workload(site, LIGHT, name="Any")
    now = hours(members(site.snapshot))[0]
    assert {part.row_id: part.pool.hall_id for part in now.taken} == {1: other, 2: site.hall}
    assert not now.short


def test_each_way_to_share_takes_no_more_than_the_one_before() -> None:
    site = Site()
    systems(site, 4)
    small = Asked(SMALL, formats=("bf16",), concurrency=4, tpot_ms=400.0, ttft_ms=None)
    found = kept_members(site, DAY, NIGHT, asked=small)
    found = kept_members(site, DAY, asked=HEAVY)
    groups = board_groups(found)
    assert list(groups) == [H100]
    ways = {each.way: each for each in sharings(H100, groups[H100])}
    assert ways[Way.OWN].gpus == 18
    assert ways[Way.HOURLY].gpus == max(ways[Way.HOURLY].by_hour) <= 18
    # Both small ones have a slice of one GPU, and both stand on one GPU at once.
    assert ways[Way.MIG].gpus == 17
    assert {row_id: count for row_id, (_, count) in ways[Way.MIG].slices.items()} == {1: 1, 2: 1}
    assert ways[Way.SHARED].gpus <= ways[Way.HOURLY].gpus


def test_a_slice_is_chosen_that_holds_what_is_asked() -> None:
    site = Site()
    light = kept_members(site, list(ALWAYS), asked=LIGHT)[0].work
    found = smallest_slices(light, H100)
    assert found is not None
    profile, count = found
    assert (count, profile.name) == (1, "3g.40gb"), "15 GiB of weights with 2.5 GiB of cache and what is beside do not go into 20 GB"
    assert smallest_slices(kept_members(Site(), list(ALWAYS))[0].work, H100) is None
    assert smallest_slices(light, "nvidia.l40s") is None


def test_the_base_is_owned_and_the_peak_is_rented() -> None:
    site = Site()
    systems(site, 4)
    found = kept_members(site, [100] + [25] * 23)
    way = sharings(H100, found)[1]
    split = peak(way)
    assert split is not None
    again = base_and_peak(np.tile(np.array(way.by_hour, np.float64), 365), split.own_per_gpu_year, split.rent_per_gpu_hour)
    assert split.split == again
    assert split.split.own_gpus == min(way.by_hour), "an hour a day is cheaper rented"
    assert split.split.rented_gpu_h == pytest.approx(365 * (max(way.by_hour) - min(way.by_hour)))
    assert split.split.cost < min(split.split.all_own, split.split.all_rented)
