"""Processes below those that began them: order, search and folding."""

from gpudesk.monitor.host.host_processes import HostProcess
from gpudesk.monitor.host.process_branches import beside_gpus, branches, whole_process
from gpudesk.monitor.host.process_trees import TreeProcess
from gpudesk.monitor.readings.reading import Process

PARENTS = {10: None, 11: 10, 12: 10, 13: 11, 20: 99, 21: 20}
"""Two roots: 10 with 11 (below it 13) and 12; 20, whose parent is not seen, with 21."""


def pids(wanted: set[int], folded: set[int] = set(), *, turned: bool = False) -> list[int]:  # noqa: B006 - never changed
    return [each.pid for each in branches(PARENTS, wanted, lambda some: sorted(some, reverse=turned), folded)]


def test_a_branch_stands_where_what_comes_first_in_it_would() -> None:
    assert pids(set(PARENTS)) == [10, 11, 13, 12, 20, 21]
    assert pids(set(PARENTS), turned=True) == [20, 21, 10, 11, 13, 12]


def test_what_is_looked_for_keeps_what_it_stands_below() -> None:
    assert pids({13}) == [10, 11, 13]
    assert pids({21, 12}) == [10, 12, 20, 21]
    assert pids(set()) == []


def test_what_is_folded_says_how_many_it_hides() -> None:
    told = branches(PARENTS, set(PARENTS), sorted, {10})
    assert [(each.pid, each.folded, each.below, each.depth, each.parent) for each in told] == [
        (10, True, 3, 0, None),
        (20, False, 1, 0, None),
        (21, False, 0, 1, 20),
    ]
    assert not any(each.folded for each in branches(PARENTS, {10}, sorted, {10}))


def test_the_way_down_says_which_are_the_last() -> None:
    told = {each.pid: each.last for each in branches(PARENTS, set(PARENTS), sorted, ())}
    assert told == {10: (), 11: (False,), 13: (False, True), 12: (True,), 20: (), 21: (True,)}


def test_a_process_on_several_gpus_has_their_memory_together() -> None:
    one = Process("GPU-a", 7, False, 3 << 30, 12.0, "python train.py", "ana", "")
    other = Process("GPU-b", 7, False, 1 << 30, 80.0, "python train.py", "ana", "")
    unknown = Process("GPU-c", 7, False, None, None, "python train.py", "ana", "")
    assert (whole_process([one, other]).used_bytes, whole_process([one, other]).busy_percent) == (4 << 30, 80.0)
    assert whole_process([one, unknown]).used_bytes is None
    beside = beside_gpus(TreeProcess(9, None, "bash", "ana", HostProcess(1.0, 2, 3.0, 1)))
    assert (beside.used_bytes, beside.busy_percent, beside.host_bytes) == (None, None, 2)


def test_processes_may_begin_one_another_deeper_than_calls_may_go() -> None:
    parents = {pid: pid - 1 or None for pid in range(1, 5001)}
    told = branches(parents, {5000}, sorted, ())
    assert [each.pid for each in told] == list(range(1, 5001))
    assert (told[-1].depth, told[0].below) == (4999, 4999)
