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
    "hang_power_node": lambda choose: (
        (choose.id("power_node"), choose.maybe(lambda: choose.id("power_node")), choose.maybe(lambda: choose.id("power_node"))),
        {},
    ),
    "plug_in": _plug_in,
    "pull_out": lambda choose: ((choose.ids("power_cord"),), {}),
    "wire_power": _wire_power,
}
