"""Random arguments for the operations on workloads."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from gpudesk.core.plan.plan import Plan
from gpudesk.onsite.as_found import AsFound
from gpudesk.sizing.serving.serving_request import Asked, asked_text
from gpudesk.sizing.systems.hosts import hosts
from gpudesk.sizing.systems.pod import PodChoice, pod
from gpudesk.sizing.workloads.saved_workload import kept

if TYPE_CHECKING:
    from tests.operations.chooser import Arguments, Chooser

SMALL = "meta-llama/Meta-Llama-3.1-8B"


def _asked(choose: "Chooser") -> str:
    asked = Asked(choose.of([SMALL, SMALL, "nobody/knows"]), concurrency=choose.of([1, 64]), gpu=choose.of(["", "nvidia.h100-sxm5-80gb"]))
    return choose.of([asked_text(asked), asked_text(asked), choose.text()])


def _settings(choose: "Chooser") -> dict[str, Any]:
    return choose.of(
        [
            {},
            {"hall_id": choose.maybe(lambda: choose.id("hall")), "on_phase": choose.maybe(choose.phase)},
            {"on_type": choose.of(["", "nvidia.dgx-h100", "nobody.knows"]), "notes": choose.text()},
            {"demand": choose.of([None, [100] * 24, [0] * 24, [50] * 8 + [100] * 16, [1]]), "phase": choose.phase()},
            {"nothing": 1},
        ]
    )


def _change(choose: "Chooser") -> "Arguments":
    more: list[dict[str, Any]] = [{}, {"name": choose.text()}, {"asked": _asked(choose)}, {"task": choose.of(["serve", "train", "rest"])}]
    return (choose.id("workload"), {**_settings(choose), **choose.of(more)}), {}


def _pod(choose: "Chooser") -> Plan:
    host = hosts(choose.of(["nvidia.h100-sxm5-80gb", "nvidia.l40s", "nvidia.rtx-4090"]))[0]
    return pod(PodChoice(host, choose.whole(1, 3))).plan


WORKLOAD_ARGUMENTS: Mapping[str, Callable[["Chooser"], "Arguments"]] = {
    "add_workload": lambda choose: (
        (choose.text(), choose.of(["serve", "serve", "rest"]), _asked(choose)),
        {"model": choose.of(["", "", "{}"]), "settings": _settings(choose)},
    ),
    "change_workload": _change,
    "build_pod": lambda choose: ((_pod(choose),), {"work": choose.maybe(lambda: kept(Asked(SMALL))), "name": choose.text()}),
    "record_peak": lambda choose: (
        (choose.id("workload"), choose.of([0.0, 58.9]), choose.of([61.3, -1.0, 1e9]), choose.text(40)),
        {},
    ),
    "record_rate": lambda choose: (
        (choose.id("workload"), choose.of([None, 0.0, 1400.0]), choose.of([1234.5, -1.0, float("nan")]), choose.text(40)),
        {},
    ),
    "record_measured": lambda choose: (
        (choose.id("workload"), choose.of([0.0, 58.9]), choose.of([61.3, -1.0, 1e9]), choose.text(40)),
        {"estimated_per_s": choose.of([None, 0.01, 1400.0]), "measured_per_s": choose.of([1234.5, -1.0]), "about": choose.text(40)},
    ),
    "record_as_found": lambda choose: ((AsFound(choose.id("device"), choose.text(), "node-1", "2026-11-01T00:00:00Z", ()),), {}),
    "duplicate_workloads": lambda choose: ((choose.of([[], choose.ids("workload")]),), {}),
}
