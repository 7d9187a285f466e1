"""What the loss of single power nodes changes, against a sum over all nodes for each loss."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.checks.engine.check_engine import carry, findings_of
from gpudesk.core.values.changes import Changes, TableChange
from gpudesk.derived.power.power_node_loads import node_loads, node_sums, sums_without
from gpudesk.derived.power.single_loss_sums import carry_load_sums, sums_of_losses, takeover_sums
from gpudesk.project.snapshot import Snapshot
from tests.checks.site import Site
from tests.examples import examples


class Drawn(NamedTuple):
    """One node: its kind, the numbers of its parent and its alternate, and how many supplies are on a feed of it."""

    kind: int
    parent: int | None
    alternate: int | None
    supplies: int


@st.composite
def networks(draw: st.DrawFn) -> list[Drawn]:
    nodes: list[Drawn] = []
    for number in range(draw(st.integers(2, 12))):
        above = st.none() if number == 0 else st.sampled_from([None, *range(number), *range(number)])
        nodes.append(Drawn(draw(st.sampled_from([0, 1, 3, 4])), draw(above), draw(above), draw(st.sampled_from([0, 0, 1, 2, 5]))))
    return nodes


def built(nodes: list[Drawn], upstream: str) -> Site:
    site = Site()
    if upstream:
        site.set("power_for_upstream", upstream)
    ids: list[int] = []
    for number, node in enumerate(nodes):
        above = {
            name: ids[other]
            for name, other in (("fed_by_id", node.parent), ("alternate_id", node.alternate))
            if other is not None and not (name == "alternate_id" and other == node.parent)
        }
        ids.append(site.insert("power_node", kind=node.kind, name=f"n{number}", voltage_v=415, breaker_a=63, **above))
        if node.supplies:
            rack = site.rack(f"R{number}")
            strip = site.strip(rack, site.feed(fed_by_id=ids[-1], name=f"F{number}"))
            site.plug(site.device(rack, 1, "six"), *((strip, outlet) for outlet in (1, 5, 9, 2, 6)[: node.supplies]))
    return site


@given(networks(), st.sampled_from(["", "average"]))
@examples(120, least=40)
def test_each_loss_gives_the_sums_of_a_new_calculation(nodes: list[Drawn], upstream: str) -> None:
    site = built(nodes, upstream)
    count = site.snapshot["power_node"].rows
    lost = np.arange(count)
    changed = sums_of_losses(site.snapshot, lost)
    usual = site.snapshot.cached(node_sums)
    for loss in lost.tolist():
        whole = sums_without(site.snapshot, np.array([loss]))
        va, worst_a = usual.va.copy(), usual.worst_a.copy()
        mine = changed.lost == loss
        va[changed.node[mine]], worst_a[changed.node[mine]] = changed.va[mine], changed.worst_a[mine]
        # Nodes that lost their supply carry nothing, and are not reported.
        alive = whole.va > 0
        assert va[alive] == pytest.approx(whole.va[alive], rel=1e-9)
        assert worst_a[alive] == pytest.approx(whole.worst_a[alive], rel=1e-9)
        assert len(set(changed.node[mine].tolist())) == mine.sum()
        assert changed.va[mine] == pytest.approx(whole.va[changed.node[mine]], rel=1e-9, abs=1e-6)


def test_without_losses_nothing_changes() -> None:
    site = built([Drawn(0, None, None, 2)], "")
    assert len(sums_of_losses(site.snapshot, np.empty(0, np.int64)).node) == 0


def two_sources() -> Site:
    """A UPS on one source, with the other as its alternate, and a system of six supplies below it."""
    return built([Drawn(0, None, None, 0), Drawn(0, None, None, 0), Drawn(2, 0, 1, 5)], "")


def uncalculated(snapshot: Snapshot) -> Snapshot:
    """The same state, of which nothing is calculated yet."""
    return Snapshot(snapshot.revision + 1, snapshot.tables)


DEVICE_ADDED = Changes({"device": TableChange(added=np.array([1]))})
DEVICE_REMOVED = Changes({"device": TableChange(removed=np.array([1]))})


@pytest.mark.parametrize("changes", [DEVICE_ADDED, DEVICE_REMOVED], ids=["added", "removed"])
def test_sums_are_kept_after_an_edit_that_leaves_the_loads(changes: Changes) -> None:
    before = two_sources().snapshot
    loads, usual, after_losses = before.cached(node_loads), before.cached(node_sums), before.cached(takeover_sums)
    after = uncalculated(before)
    after.remember(node_loads, loads)
    carry_load_sums(before, after, changes)
    assert len(after_losses.node)
    assert after.known(node_sums) is usual
    assert after.known(takeover_sums) is after_losses


def test_sums_are_not_kept_if_the_loads_are_others_or_unknown() -> None:
    before = two_sources().snapshot
    before.cached(node_sums)
    before.cached(takeover_sums)
    others, unknown = uncalculated(before), uncalculated(before)
    others.remember(node_loads, node_loads(others))
    for after in (others, unknown):
        carry_load_sums(before, after, DEVICE_ADDED)
        assert after.known(node_sums) is None
        assert after.known(takeover_sums) is None
    # Neither state has loads: nothing shows that they are the same.
    before.forget(node_loads)
    carry_load_sums(before, unknown, DEVICE_ADDED)
    assert unknown.known(node_sums) is None


@pytest.mark.parametrize(
    "changes",
    [
        Changes({"device": TableChange(changed=np.array([1]))}),
        Changes({"power_node": TableChange(added=np.array([1]))}),
        Changes({"device": TableChange(added=np.array([1])), "site_value": TableChange(changed=np.array([1]))}),
    ],
    ids=["a device is changed", "another table", "a device and another table"],
)
def test_sums_are_not_kept_after_other_edits(changes: Changes) -> None:
    before = two_sources().snapshot
    before.cached(node_sums)
    after = uncalculated(before)
    after.remember(node_loads, before.cached(node_loads))
    carry_load_sums(before, after, changes)
    assert after.known(node_sums) is None


def test_known_sums_are_not_replaced() -> None:
    before = two_sources().snapshot
    before.cached(node_sums)
    after = uncalculated(before)
    after.remember(node_loads, before.cached(node_loads))
    known = after.cached(node_sums)
    carry_load_sums(before, after, DEVICE_ADDED)
    assert after.known(node_sums) is known
    assert after.known(takeover_sums) is None


def test_a_system_without_cords_keeps_the_sums() -> None:
    """By a whole edit, as the checks carry them."""
    site = two_sources()
    spare = site.rack("Spare")
    before = site.snapshot
    findings_of(before)
    usual = before.cached(node_sums)
    site.device(spare, 1, "six")
    assert site.applied is not None
    carry(before, site.snapshot, site.applied.changes)
    assert site.snapshot.known(node_sums) is usual
