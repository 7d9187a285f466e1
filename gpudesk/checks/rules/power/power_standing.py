"""Whole racks on the floor (their power shelves are wired by hand): with one feed lost, and with all feeds of one side."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import wired_without_circles
from gpudesk.checks.rules.common.power_rule_view import SITE, WIRED
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity, Value
from gpudesk.core.power.power_lines import Reals
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_plan import standing_plan
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

_STANDING = reading(WIRED, {"power_node": ("feed_side",), "device": ("hall_id",)})

_STOPS = (
    QT_TRANSLATE_NOOP(
        "checks", "Without {feed}, {name} stops: {alive} of its {total} power supplies {alive|remains|remain}; it requires {needed}."
    ),
    QT_TRANSLATE_NOOP(
        "checks", "Without side {feed}, {name} stops: {alive} of its {total} power supplies {alive|remains|remain}; it requires {needed}."
    ),
)
_LESS = (
    QT_TRANSLATE_NOOP(
        "checks",
        "Without {feed}, {name} throttles: {alive} of its {total} power supplies {alive|remains|remain}; full operation requires {needed}.",
    ),
    QT_TRANSLATE_NOOP(
        "checks",
        "Without side {feed}, {name} throttles: {alive} of its {total} power supplies {alive|remains|remain}; full "
        "operation requires {needed}.",
    ),
)
_GIVES = (
    QT_TRANSLATE_NOOP(
        "checks",
        "Without {feed}, the {alive} remaining power supplies provide {given}; {name} may draw {drawn}. This applies to {count} × {model}.",
    ),
    QT_TRANSLATE_NOOP(
        "checks",
        "Without side {feed}, the {alive} remaining power supplies provide {given}; {name} may draw {drawn}. "
        "This applies to {count} × {model}.",
    ),
)
"""Each for one feed, and for all feeds of a side."""


@dataclass(frozen=True, slots=True)
class _Losses:
    """The effect on each floor device of losing one feed, and of losing one side.

    Attributes:
        device: its index in the network; alive, total: its supplies after and before.
        what: name of the feed, or the side; whole_side: which of these it is.
    """

    device: Ids
    alive: Ids
    total: Ids
    what: tuple[str, ...]
    whole_side: tuple[bool, ...]


def _losses(view: View) -> _Losses:
    power, nodes = view.snapshot.cached(standing_plan), view.snapshot["power_node"]
    network = power.network
    standing = view.whereabouts.rack[power.loads] == ABSENT
    standing &= view.types.cached(_several)[view.snapshot["device"]["type_id"][power.loads]]
    standing_cords = np.flatnonzero(standing[network.cord_device] & (network.cord_node < power.rows))
    device, node = network.cord_device[standing_cords], network.cord_node[standing_cords]
    rows = nodes.positions(power.node_ids)
    names, sides = nodes["name"][rows], nodes["feed_side"][rows]
    total = np.bincount(network.cord_device, minlength=network.devices)
    known, side_of = np.unique(sides[node].astype(str), return_inverse=True)
    parts: list[tuple[Ids, Ids, tuple[str, ...], bool]] = []
    for number, labels, whole in ((node, names, False), (side_of.ravel(), known, True)):
        if len(standing_cords):
            pairs, lost = np.unique(device * (len(labels) + 1) + number, return_counts=True)
            of, which = pairs // (len(labels) + 1), pairs % (len(labels) + 1)
            parts.append((of, lost, tuple(str(labels[label_number]) for label_number in which.tolist()), whole))
    of = np.concatenate([part[0] for part in parts]) if parts else np.empty(0, np.int64)
    lost = np.concatenate([part[1] for part in parts]) if parts else np.empty(0, np.int64)
    what = tuple(name for part in parts for name in part[2])
    whole_side = tuple(part[3] for part in parts for _ in part[2])
    named = np.array([bool(name) for name in what], bool)
    named_places = np.flatnonzero(named)
    return _Losses(
        of[named_places],
        (total[of] - lost)[named_places],
        total[of][named_places],
        tuple(what[place] for place in named_places.tolist()),
        tuple(whole_side[place] for place in named_places.tolist()),
    )


def _any_standing(snapshot: Snapshot) -> bool:
    """Whether there is anything to check: if not, the network of the whole project is not built."""
    if not wired_without_circles(snapshot):
        return False
    several = snapshot.types.cached(_several)[snapshot["device"]["type_id"]]
    return bool((several & (snapshot.cached(whereabouts).rack == ABSENT)).any())


def _several(types: Types) -> Mask:
    """Whether each type has several supplies, by its id."""
    has_several = np.zeros(max(types, default=0) + 1, bool)
    for type_id in types:
        supplies = types[type_id].supplies
        has_several[type_id] = supplies is not None and supplies.total > 1
    return has_several


def _ratings(types: Types) -> Reals:
    """The rating of one supply of each type, in W, by its id; NaN if unknown."""
    ratings_w = np.full(max(types, default=0) + 1, np.nan)
    for type_id in types:
        supplies = types[type_id].supplies
        if supplies is not None and supplies.rating_w is not None:
            ratings_w[type_id] = supplies.rating_w
    return ratings_w


@rule(
    "power.loss_standing",
    title=QT_TRANSLATE_NOOP("checks", "Floor-standing racks survive the loss of one feed, or of all feeds of one side"),
    many=QT_TRANSLATE_NOOP("checks", "{count} floor-standing racks throttle or stop when a feed or a side is lost"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=_STANDING,
    judges_names=True,
    when=_any_standing,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Redundancy of the device's power supplies"),
)
def loss_standing(view: View) -> Iterator[Violation]:
    """By the redundancy of their power shelves (N+1 or N+N), with the power supplies on other feeds."""
    losses, power = view.cached(_losses), view.snapshot.cached(standing_plan)
    network = power.network
    type_ids = view.snapshot["device"]["type_id"]
    rule_of = network.device_rule[losses.device]
    before, after = network.state_of(rule_of, losses.total), network.state_of(rule_of, losses.alive)
    reported: set[int] = set()
    for place in np.lexsort((np.arange(len(after)), -after)).tolist():
        at = int(losses.device[place])
        if after[place] <= before[place] or at in reported:
            continue
        reported.add(at)
        device = int(power.loads[at])
        supplies = view.types[int(type_ids[device])].supplies
        row_id = int(view.snapshot["device"].ids[device])
        text = _LESS[losses.whole_side[place]] if after[place] == SupplyState.REDUCED else _STOPS[losses.whole_side[place]]
        alive, needed = int(losses.alive[place]), 0 if supplies is None else supplies.needed
        values = {"feed": losses.what[place], "name": view.name("device", row_id)}
        message = rule_text(text, **values, alive=alive, total=int(losses.total[place]), needed=needed)
        yield Violation((0,), (("device", row_id),), view.row_place("device", row_id), message, alive, needed)


@rule(
    "power.shelf_rating",
    title=QT_TRANSLATE_NOOP("checks", "The remaining power shelves can power their rack"),
    many=QT_TRANSLATE_NOOP(
        "checks", "{count} types of floor-standing racks may draw more than the remaining shelves provide after the loss of a side"
    ),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads=_STANDING,
    judges_names=True,
    when=_any_standing,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Rating of one power supply of the device, and the power used for limits"),
)
def shelf_rating(view: View) -> Iterator[Violation]:
    """One finding per type, for the rack with the largest shortfall: the capacity of the live power supplies against the possible draw."""
    losses, power = view.cached(_losses), view.snapshot.cached(standing_plan)
    network = power.network
    types = view.snapshot["device"]["type_id"][power.loads[losses.device]]
    rating = view.types.cached(_ratings)[types]
    share = network.share_of(network.device_rule[losses.device], losses.alive)
    drawn, available_w = network.draw_w[losses.device] * share, rating * losses.alive
    short = np.flatnonzero(drawn > available_w)
    for type_id in np.unique(types[short]).tolist():
        type_losses = short[types[short] == type_id]
        place = int(type_losses[np.argmin((available_w - drawn)[type_losses])])
        row_id = int(view.snapshot["device"].ids[int(power.loads[int(losses.device[place])])])
        most, needed = Quantity(float(available_w[place]), "W"), Quantity(float(drawn[place]), "W")
        values: dict[str, Value] = {"feed": losses.what[place], "name": view.name("device", row_id), "alive": int(losses.alive[place])}
        counted: dict[str, Value] = {"count": len(np.unique(losses.device[type_losses])), "model": view.types[type_id].title}
        message = rule_text(_GIVES[losses.whole_side[place]], **values, **counted, given=most, drawn=needed)
        yield Violation((0,), (("catalog_item", type_id),), view.type_place(type_id), message, needed, most)
