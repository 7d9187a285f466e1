"""Sides of racks that in the end are one, power nodes that feed themselves."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import summable, wired
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_circles import devices_on_circles, nodes_on_circles
from gpudesk.derived.power.power_plan import leaves_power
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot, made_from

_NODES = ("name", "kind", "fed_by_id", "alternate_id", "feed_side")
_MOST_LEVELS = 64


@made_from({"power_node": ("kind", "fed_by_id", "alternate_id", "feed_side")})
def _tree(snapshot: Snapshot) -> object:
    """All of the power nodes that decides."""
    nodes = snapshot["power_node"]
    whole = (nodes[name].tobytes() for name in ("id", "kind", "fed_by_id", "alternate_id"))
    return (*whole, tuple(nodes["feed_side"].tolist()))


def _on_nodes(snapshot: Snapshot) -> tuple[Ids, Ids]:
    """For each cord from a power node, its load, a rack by id or a floor device by a number below all ids, and the node."""
    cords, where = snapshot["power_cord"], snapshot.cached(whereabouts)
    node_cords = np.flatnonzero(cords["from_node_id"] != ABSENT)
    root = where.root[snapshot["device"].positions(cords.at("device_id", node_cords))]
    rack = where.rack[root]
    owner: Ids = np.where(rack == ABSENT, -2 - snapshot["device"].at("id", root), rack)
    return owner, cords.at("from_node_id", node_cords)


def _subject(snapshot: Snapshot) -> object:
    owner, node = snapshot.cached(_on_nodes)
    return snapshot.cached(_tree), owner.tobytes(), node.tobytes()


def carry_sides_of_racks(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep which racks are on which nodes, if the edit left all cords from nodes, and the places of their loads, as they were."""
    if not (leaves_power(before, after, changes) or _only_removes_cords_of_devices(before, changes)):
        return
    on_nodes, subject = before.known(_on_nodes), before.known(_subject)
    if on_nodes is not None and subject is not None:
        after.remember(_on_nodes, on_nodes)
        after.remember(_subject, subject)


_REMOVED_ALONE = frozenset(["device", "power_cord", "cable"])


def _only_removes_cords_of_devices(before: Snapshot, changes: Changes) -> bool:
    """Whether an edit only removes devices, cables and such cords as come from other devices."""
    if not changes.tables.keys() <= _REMOVED_ALONE or any(len(change.present) for change in changes.tables.values()):
        return False
    cords = before["power_cord"]
    return bool((cords.at("from_node_id", cords.positions(changes.of("power_cord").removed)) == ABSENT).all())


@rule(
    "power.one_source",
    title=QT_TRANSLATE_NOOP("checks", "The feed sides of a rack have different UPS units, panels and sources"),
    many=QT_TRANSLATE_NOOP("checks", "{count} power components feed several sides of the same racks"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads={
        "power_node": _NODES,
        "power_cord": ("device_id", "from_node_id"),
        "device": ("rack_id", "parent_id", "hall_id"),
        "rack": ("row_id", "hall_id"),
    },
    when=wired,
    subject=_subject,
    source=QT_TRANSLATE_NOOP("checks", "A second feed side is meant to survive the failure of the first"),
)
def one_source(view: View) -> Iterator[Violation]:
    """One finding per UPS, panel or busway that feeds several sides of the same racks, or per source that does so without a UPS."""
    nodes = view.snapshot["power_node"]
    shared = _shared(view)
    for place in sorted(shared):
        racks, sides = shared[place]
        node = int(nodes.ids[place])
        text = QT_TRANSLATE_NOOP(
            "checks", "Sides {sides} of {count} {count|rack|racks} depend on {node}: if it fails, all of them are lost."
        )
        message = rule_text(text, sides=", ".join(sides), count=racks, node=view.name("power_node", node))
        yield Violation((0,), (("power_node", node),), view.row_place("power_node", node), message, 1, len(sides))


def _shared(view: View) -> dict[int, tuple[int, list[str]]]:
    """The index of each node that carries several sides → the number of racks, and their ids; the nearest to the racks.

    A source above several UPS is not one of them, nor is a node that another with an alternate, e.g. a transfer switch, can leave.
    """
    nodes = view.snapshot["power_node"]
    owner, on = view.snapshot.cached(_on_nodes)
    here = nodes.positions(on)
    sides_of = [str(name) for name in nodes["feed_side"].tolist()]
    names = sorted(set(sides_of))
    number_of = {name: place for place, name in enumerate(names)}
    side = np.array([number_of[name] for name in sides_of], np.int64)[here]
    named = np.array([bool(name) for name in names], bool)[side] if names else np.zeros(len(side), bool)
    parent = nodes.positions(nodes["fed_by_id"])
    ups = nodes["kind"] == PowerNodeKind.UPS
    ends = ups | _has_other_source(parent, nodes.positions(nodes["alternate_id"]), ups)
    # A UPS from which cords lead straight is an end as well, and so is a feed that changes over itself.
    named &= ~ends[here]
    owner, side, here = owner[named], side[named], here[named]
    number, sides = owner + 2 - int(owner.min(initial=0)), max(len(names), 1)
    span = int(number.max(initial=0)) + 1
    met: list[Ids] = []
    for _ in range(_MOST_LEVELS):
        here = parent[here]
        going = here != ABSENT
        number, side, here = number[going], side[going], here[going]
        if not len(here):
            break
        met.append((here * span + number) * sides + side)
        going = ~ends[here]
        number, side, here = number[going], side[going], here[going]
    rows = np.unique(np.concatenate(met)) if met else np.empty(0, np.int64)
    pairs, count = np.unique(rows // sides, return_counts=True)
    several = pairs[count > 1]
    shared_nodes: dict[int, tuple[int, list[str]]] = {}
    owners: dict[int, Ids] = {}
    for place in np.unique(several // span).tolist():
        owner_pairs = several[several // span == place]
        owners[place] = owner_pairs % span
        carried = rows[np.isin(rows // sides, owner_pairs)] % sides
        shared_nodes[place] = len(owner_pairs), [names[carried_side] for carried_side in np.unique(carried).tolist()]
    # What is dropped still says of the one above it that the racks are the same.
    farther: set[int] = set()
    for place, (_, carried_sides) in shared_nodes.items():
        above = int(parent[place])
        if above in shared_nodes and np.array_equal(owners[above], owners[place]) and shared_nodes[above][1] == carried_sides:
            farther.add(above)
    return {place: shared for place, shared in shared_nodes.items() if place not in farther}


def _has_other_source(parent: Ids, alternate: Ids, ups: Mask) -> Mask:
    """The nodes with an alternate behind another UPS or, if there is none, another source; shapes (nodes,), indices or ABSENT.

    A transfer switch whose two inputs come from one UPS is lost with it.
    """
    own = np.arange(len(parent))
    source = np.where(ups | (parent == ABSENT), own, parent)
    for _ in range(max(1, len(own).bit_length())):
        source = source[source]
    other: Mask = alternate != ABSENT
    both = other & (parent != ABSENT)
    other[both] = source[parent[both]] != source[alternate[both]]
    return other


@rule(
    "power.circle",
    title=QT_TRANSLATE_NOOP("checks", "The power chain has no loops"),
    many=QT_TRANSLATE_NOOP("checks", "{count} power components feed themselves"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads={
        "power_node": ("name", "fed_by_id", "alternate_id"),
        "power_cord": ("device_id", "from_device_id"),
        "device": ("name",),
    },
    when=lambda snapshot: not summable(snapshot),
    source=QT_TRANSLATE_NOOP("checks", "A component that feeds itself has no source"),
)
def circle(view: View) -> Iterator[Violation]:
    """Power nodes that are fed from themselves, also as an alternate, and devices that are fed from themselves over power cords; loads and
    failures are then not checked. Operations refuse this."""
    for table, places in (("power_node", nodes_on_circles), ("device", devices_on_circles)):
        for place in view.snapshot.cached(places):
            row = int(view.snapshot[table].ids[place])
            message = rule_text(QT_TRANSLATE_NOOP("checks", "{node} is fed from itself."), node=view.name(table, row))
            yield Violation((0,), ((table, row),), view.row_place(table, row), message)
