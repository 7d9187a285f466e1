"""Random arguments for the operations on networks and cables."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.operations.chooser import Arguments, Chooser


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


FABRIC_ARGUMENTS: Mapping[str, Callable[["Chooser"], "Arguments"]] = {
    "add_network": _add_network,
    "cable_project": lambda choose: ((choose.of([(), (choose.id("network"),)]),), {}),
}
