"""Random arguments for the operations on power."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.operations.chooser import Arguments, Chooser


def _add_power_node(choose: "Chooser") -> "Arguments":
    values: list[dict[str, Any]] = [
        {},
        {"breaker_a": choose.whole(0, 63), "capacity_va": choose.whole(0, 50_000)},
        {"line": choose.whole(-1, 3), "derating_percent": choose.whole(0, 101)},
        {"alternate_id": choose.id("power_node"), "feed_side": choose.text()},
    ]
    place = {"parent_id": choose.maybe(lambda: choose.id("power_node")), "hall_id": choose.maybe(lambda: choose.id("hall"))}
    given = {**place, **choose.of(values), "name": choose.text(), "phase": choose.phase()}
    return (choose.whole(-1, 7), choose.whole(0, 480), choose.whole(-1, 5)), given


def _add_power_nodes(choose: "Chooser") -> "Arguments":
    names = [choose.text(), ""][: choose.whole(0, 2)]
    values = {"wiring": choose.whole(0, 4), "parent_id": choose.maybe(lambda: choose.id("power_node"))}
    return (names, choose.whole(0, 6), 415, values), {"lines_in_turn": choose.of([False, True])}


def _hang_on(choose: "Chooser") -> "Arguments":
    given: dict[str, Any] = {
        "device_ids": choose.of([[], choose.ids("device")]),
        "alternate_id": choose.maybe(lambda: choose.id("power_node")),
        "keep_alternates": choose.of([False, True]),
    }
    return (choose.maybe(lambda: choose.id("power_node")), choose.of([[], choose.ids("power_node")])), given


def _delete_from_power(choose: "Chooser") -> "Arguments":
    return (choose.of([[], choose.ids("power_node")]), choose.of([[], choose.ids("device")]), choose.of([False, True])), {}


def _plug_in(choose: "Chooser") -> "Arguments":
    sources: list[dict[str, Any]] = [
        {"from_device_id": choose.id("device"), "from_port": choose.maybe(lambda: choose.whole(0, 60))},
        {"from_node_id": choose.id("power_node")},
        {},
    ]
    cord = choose.of(["", "nvidia.dgx-cord", "generic.cord-c14-c13", "nobody.knows"])
    port = choose.of([0, 1, 2, 12, 13, choose.whole(0, 80)])
    return (choose.id("device"), port), {**choose.of(sources), "cord_key": cord, "length_mm": choose.maybe(lambda: choose.whole(1, 4000))}


def _wire_power(choose: "Chooser") -> "Arguments":
    panels = {side: choose.id("power_node") for side in choose.of(["", "A", "AB"])}
    flags = {"rewire": choose.of([False, True]), "feeds": choose.of([True, True, False])}
    return (choose.ids("rack"),), {"panels": panels, **flags, "device_ids": choose.of([(), choose.ids("device")])}


POWER_ARGUMENTS: Mapping[str, Callable[["Chooser"], "Arguments"]] = {
    "add_power_node": _add_power_node,
    "add_rack_feeds": lambda choose: ((choose.id("rack"), choose.whole(0, 4)), {}),
    "add_power_nodes": _add_power_nodes,
    "delete_from_power": _delete_from_power,
    "hang_on": _hang_on,
    "hang_power_node": lambda choose: (
        (choose.id("power_node"), choose.maybe(lambda: choose.id("power_node")), choose.maybe(lambda: choose.id("power_node"))),
        {},
    ),
    "plug_in": _plug_in,
    "pull_out": lambda choose: ((choose.ids("power_cord"),), {}),
    "wire_power": _wire_power,
}
