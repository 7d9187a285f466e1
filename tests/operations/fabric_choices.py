"""Random arguments for the operations on networks and cables."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from gpudesk.operations import NewCable

if TYPE_CHECKING:
    from tests.operations.chooser import Arguments, Chooser


CABLES = ("", "", "nvidia.mfp7e10", "nvidia.mfp7e20", "nvidia.mma4z00-ns", "generic.server-1u", "nobody.knows")


def _add_network(choose: "Chooser") -> "Arguments":
    settings: list[dict[str, Any]] = [
        {},
        {"unit_nodes": choose.whole(0, 40), "leaf_up": choose.maybe(lambda: choose.whole(0, 40))},
        {"planes": choose.whole(0, 3), "by_hall": choose.of([0, 1, 2]), "tiers": choose.maybe(lambda: choose.whole(0, 4))},
        {"nothing": 1},
    ]
    return (choose.whole(-1, 5), choose.text(), choose.of([0, 100, 400, 400, 800])), {
        "settings": choose.of(settings),
        "phase": choose.phase(),
    }


def _new_cable(choose: "Chooser") -> NewCable:
    ends: dict[str, Any] = {}
    for side in "ab":
        ends |= {f"{side}_device_id": choose.id("device"), f"{side}_port": choose.whole(-1, 70), f"{side}_lane": choose.of([0, 0, 0, 2, 5])}
    return NewCable(
        **ends,
        lanes=choose.maybe(lambda: choose.of([-1, 0, 1, 2, 4])),
        type=choose.of(CABLES),
        b_module=choose.of(CABLES),
        length_mm=choose.maybe(lambda: choose.whole(0, 9000)),
        network_id=choose.maybe(lambda: choose.id("network")),
        assembly=choose.maybe(lambda: choose.whole(0, 2)),
        phase=choose.maybe(choose.phase),
        by_hand=choose.of([True, False]),
    )


def _set_cables(choose: "Chooser") -> "Arguments":
    values: list[dict[str, Any]] = [
        {},
        {"type": choose.of(CABLES), "length_mm": choose.maybe(lambda: choose.whole(0, 9000))},
        {"a_module": choose.of(CABLES), "phase": choose.phase()},
        {"by_hand": choose.whole(0, 2), "network_id": choose.maybe(lambda: choose.id("network"))},
        {"colour": 3},
    ]
    return (choose.ids("cable"), choose.of(values)), {}


_ROLES = ("", "compute", "leaf", "spine", "out-of-band", "no such role")


def _stage(choose: "Chooser") -> dict[str, Any]:
    return {
        "lower": choose.of(_ROLES),
        "upper": choose.of(_ROLES),
        "links": choose.maybe(lambda: choose.whole(0, 4)),
        "spread": choose.whole(0, 3),
        "rate_gbps": choose.maybe(lambda: choose.of([0, 1, 100, 400])),
    }


def _change_network(choose: "Chooser") -> "Arguments":
    settings: list[dict[str, Any]] = [
        {"name": choose.text(), "kind": choose.whole(-1, 5)},
        {"rate_gbps": choose.whole(0, 800), "notes": choose.text(), "phase": choose.phase()},
        {"tiers": None, "spine_up": choose.maybe(lambda: choose.whole(0, 3))},
        {"nothing": 1},
    ]
    return (choose.id("network"), choose.of(settings)), {}


def _change_stage(choose: "Chooser") -> "Arguments":
    return (choose.id("network_stage"), choose.of([_stage(choose), {"links": choose.whole(-1, 3)}, {"nothing": 1}])), {}


FABRIC_ARGUMENTS: Mapping[str, Callable[["Chooser"], "Arguments"]] = {
    "add_network": _add_network,
    "lay_cable": lambda choose: ((_new_cable(choose),), {}),
    "lay_cables": lambda choose: (([_new_cable(choose) for _ in range(choose.whole(0, 3))],), {}),
    "pull_cables": lambda choose: ((choose.of([[], choose.ids("cable")]),), {}),
    "move_cable_end": lambda choose: (
        (choose.id("cable"), choose.of(["a", "b", "c"]), choose.id("device"), choose.whole(-1, 70), choose.of([0, 0, 2])),
        {},
    ),
    "set_cables": _set_cables,
    "cable_project": lambda choose: ((choose.of([(), (choose.id("network"),)]),), {}),
    "add_stage": lambda choose: ((choose.id("network"),), _stage(choose)),
    "change_network": _change_network,
    "change_stage": _change_stage,
    "move_stage": lambda choose: ((choose.id("network_stage"), choose.whole(-1, 4)), {}),
    "remove_networks": lambda choose: ((choose.ids("network"),), {}),
    "remove_stages": lambda choose: ((choose.ids("network_stage"),), {}),
}
