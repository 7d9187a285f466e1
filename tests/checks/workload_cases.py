"""Projects with workloads in which the rules on them find nothing or just that many faults."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gpudesk.sizing.serving.serving_request import Asked, answer
from gpudesk.sizing.training.training_request import TrainingAsked
from gpudesk.sizing.workloads.saved_workload import kept
from tests.checks.site import SYSTEM, Site, body

WORKLOAD_CASES: list[tuple[str, int, str, Callable[[Site], object]]] = []
WORKLOAD_RULES = (
    "workload.unreadable",
    "workload.placed",
    "workload.fits",
    "workload.may_miss",
    "workload.together",
    "workload.slow_fabric",
)
H100, L40S = "nvidia.h100-sxm5-80gb", "nvidia.l40s"
SMALL, LARGE = "meta-llama/Meta-Llama-3.1-8B", "meta-llama/Meta-Llama-3.1-70B"
HEAVY = Asked(LARGE, formats=("fp8",), concurrency=512, prompt=4096, tpot_ms=None, ttft_ms=None)
"""16 H100, by memory alone: two systems of eight."""
LIGHT = Asked(SMALL, formats=("bf16",), tpot_ms=None, ttft_ms=None)
"""One H100."""


def case(count: int, *rules: str) -> Callable[[Callable[[Site], object]], Callable[[Site], object]]:
    """The project that follows has `count` findings of each of some rules."""

    def note(build: Callable[[Site], object]) -> Callable[[Site], object]:
        WORKLOAD_CASES.extend((rule, count, build.__name__.removeprefix("_"), build) for rule in rules)
        return build

    return note


def systems(site: Site, count: int, board: str = H100, gpus: int = 8, **of_device: Any) -> list[int]:
    """Systems that stand on the floor, in no rack."""
    entry = body(f"{board}-{gpus}", "system", "units", SYSTEM, [{"key": board, "count": gpus, "gpu": True}])
    # What was put in may have been undone since.
    if site.types.get(entry["key"]) not in site.snapshot["catalog_item"].ids.tolist():
        values = {"key": entry["key"], "family": "system", "version": "1", "origin": "catalog", "body": json.dumps(entry)}
        site.types[entry["key"]] = site.insert("catalog_item", **values)
    where = {"hall_id": site.hall, **of_device}
    return [site.insert("device", type_id=site.types[entry["key"]], name=f"s-{number}", **where) for number in range(count)]


def workload(site: Site, asked: Asked | TrainingAsked, **values: Any) -> int:
    work = kept(asked)
    return site.insert("workload", **{"name": "Chat", "task": work.task, "asked": work.asked, "model": work.model, **values})


@case(0, *WORKLOAD_RULES)
def _workloads_that_fit(site: Site) -> None:
    systems(site, 4)
    workload(site, HEAVY)
    workload(site, LIGHT, name="Help")


@case(0, "workload.fits")
@case(1, "workload.placed")
def _a_workload_without_gpus(site: Site) -> None:
    workload(site, LIGHT)


@case(0, "workload.fits")
@case(1, "workload.placed")
def _gpus_of_which_nothing_is_known(site: Site) -> None:
    site.device(site.rack(), 1)
    workload(site, LIGHT)


@case(3, "workload.placed")
def _gpus_elsewhere(site: Site) -> None:
    systems(site, 4)
    workload(site, LIGHT, hall_id=site.insert("hall", name="Other", width_mm=9000, depth_mm=9000))
    workload(site, LIGHT, on_phase=2)
    workload(site, LIGHT, on_type="nvidia.dgx-b200")


@case(0, "workload.placed", "workload.fits")
def _gpus_just_there(site: Site) -> None:
    systems(site, 4, phase=2)
    workload(site, HEAVY, hall_id=site.hall, on_phase=2, on_type=f"{H100}-8")


@case(1, "workload.fits")
@case(0, "workload.placed", "workload.together")
def _a_system_too_few(site: Site) -> None:
    systems(site, 1)
    workload(site, HEAVY)


@case(1, "workload.fits")
def _no_more_gpus_than_asked(site: Site) -> None:
    systems(site, 4)
    workload(site, replace(HEAVY, gpus_most=8))


@case(1, "workload.fits")
def _too_much_memory(site: Site) -> None:
    """671 billion weights in 16 bits on single cards that share no layers."""
    systems(site, 4, L40S, 1)
    workload(site, Asked(LARGE, formats=("bf16",), gpu=L40S, concurrency=1, tpot_ms=1.0, ttft_ms=None))


@case(1, "workload.fits")
def _a_first_token_too_late(site: Site) -> None:
    systems(site, 4)
    workload(site, Asked(SMALL, prompt=100_000, tpot_ms=None, ttft_ms=1.0, concurrency=1))


@case(1, "workload.may_miss")
@case(0, "workload.fits")
def _a_time_within_its_range(site: Site) -> None:
    systems(site, 1, L40S, 1)
    asked = Asked(SMALL, formats=("bf16",), gpu=L40S, concurrency=1, tpot_ms=None, ttft_ms=None, gpus_most=1)
    workload(site, replace(asked, tpot_ms=answer(asked).plans[0].tpot.value * 990))


@case(2, "workload.unreadable")
def _what_nobody_knows(site: Site) -> None:
    systems(site, 1)
    workload(site, Asked("nobody/knows"))
    workload(site, LIGHT, model="{}")


@case(1, "workload.together")
@case(0, "workload.fits")
def _not_both_at_once(site: Site) -> None:
    systems(site, 3)
    workload(site, HEAVY)
    workload(site, HEAVY, name="Again")


@case(0, "workload.together")
def _by_day_and_by_night(site: Site) -> None:
    systems(site, 3)
    workload(site, HEAVY, demand=json.dumps([100] * 12 + [0] * 12, separators=(",", ":")))
    workload(site, HEAVY, name="Again", demand=json.dumps([0] * 12 + [100] * 12, separators=(",", ":")))


@case(0, "workload.together")
def _on_what_the_other_leaves(site: Site) -> None:
    """16 of 24 GPUs are taken."""
    systems(site, 3)
    workload(site, HEAVY)
    workload(site, LIGHT, name="Help", on_type=f"{H100}-8")
    workload(site, LIGHT, name="More")


TRAINING = TrainingAsked(SMALL, gpus=16)
"""Two systems of eight H100."""


@case(0, "workload.fits", "workload.slow_fabric")
def _training_over_a_fast_network(site: Site) -> None:
    systems(site, 2)
    site.insert("network", kind=0, name="Compute", rate_gbps=400)
    workload(site, TRAINING)


@case(0, "workload.slow_fabric")
def _training_in_one_system(site: Site) -> None:
    systems(site, 2)
    workload(site, replace(TRAINING, gpus=8))


@case(0, "workload.slow_fabric")
def _serving_over_systems_without_a_network(site: Site) -> None:
    systems(site, 4)
    workload(site, HEAVY)


@case(1, "workload.slow_fabric")
def _training_without_a_network(site: Site) -> None:
    systems(site, 2)
    site.insert("network", kind=3, name="OOB", rate_gbps=400)
    workload(site, TRAINING)


@case(1, "workload.slow_fabric")
def _training_over_a_slow_network(site: Site) -> None:
    systems(site, 2)
    site.insert("network", kind=0, name="Compute", rate_gbps=25)
    workload(site, TRAINING)


@case(1, "workload.slow_fabric")
def _training_over_a_narrow_network(site: Site) -> None:
    systems(site, 2)
    site.insert("network", kind=0, name="Compute", rate_gbps=400, leaf_up=16, leaf_down=48)
    workload(site, TRAINING)


@case(1, "workload.fits")
def _training_on_too_few_systems(site: Site) -> None:
    systems(site, 1)
    workload(site, TRAINING)


@case(1, "workload.fits")
def _training_that_is_too_large(site: Site) -> None:
    systems(site, 1)
    workload(site, TrainingAsked(LARGE, batch=64))
