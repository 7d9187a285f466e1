"""What is done about differences: all of it together gives what was planned, and the place of each plug is given."""

from collections.abc import Sequence

import numpy as np
import pytest

from gpudesk.core.messages.errors import Cancelled
from gpudesk.core.running.progress import Progress
from gpudesk.formats.fabric.seen_links import SeenLinks
from gpudesk.onsite.built_links import BuiltLinks, Sort
from gpudesk.onsite.built_work import BuiltWork, Deed, walking_ranks
from gpudesk.project.snapshot import Snapshot
from tests.onsite.seen_fabric import as_planned, led, link_at, moved, node_of, planned, plugged, with_visitor, without


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return planned(tmp_path_factory.mktemp("pod"))


def told(pod: Snapshot, seen: SeenLinks) -> list[tuple[str, list[str]]]:
    names = pod["device"]["name"]
    links = BuiltLinks(pod, seen, {})
    return [
        (str(names[device]) if device >= 0 else "", [task.what.plain() for task in tasks]) for device, tasks in BuiltWork(links).by_device()
    ]


def done(links: BuiltLinks) -> set[tuple[int, ...]]:
    """The links that there are when all is done."""
    to: dict[int, int] = {}
    pulled: set[int] = set()
    laid: list[tuple[int, int]] = []
    for tasks in BuiltWork(links).of_row.values():
        for task in tasks:
            assert task.other is not None
            if task.deed in {Deed.MOVE, Deed.TAKE_OUT, Deed.EXCHANGE}:
                to[task.end] = task.other
            if task.deed is Deed.EXCHANGE:
                to[task.other] = task.end
            if task.deed is Deed.UNPLUG:
                pulled |= {task.end}
            if task.deed is Deed.LAY:
                laid.append((task.end, task.other))
    lines = [(x, y) for x, y in zip(links.x.tolist(), links.y.tolist(), strict=True) if not {x, y} & pulled]
    found = [(to.get(x, x), to.get(y, y)) for x, y in lines] + laid
    ends = [end for each in found for end in each]
    assert len(set(ends)) == len(ends)
    return {tuple(sorted(each)) for each in found}


def wanted(links: BuiltLinks) -> set[tuple[int, ...]]:
    return {tuple(sorted(each)) for each in zip(links.a.tolist(), links.b.tolist(), strict=True)}


def test_what_is_as_planned_needs_nothing(pod: Snapshot) -> None:
    assert told(pod, as_planned(pod)) == []


def test_a_plug_in_the_wrong_port_is_moved(pod: Snapshot) -> None:
    seen = as_planned(pod)
    gone = without(seen, link_at(seen, "leaf-0001", 40))
    assert told(pod, moved(gone, link_at(gone, "leaf-0001", 1), 40)) == [
        ("leaf-0001", ["Move the plug from 20/2 to 1/1."]),
        ("spine-0001", ["No link between 4/2 and leaf-0001 20/2: check both plugs, or install the cable."]),
    ]


def test_two_plugs_change_places(pod: Snapshot) -> None:
    seen = as_planned(pod)
    found = told(pod, plugged(seen, link_at(seen, "leaf-0003", 5), link_at(seen, "leaf-0003", 6)))
    assert found == [("leaf-0003", ["Swap the plugs in 3/1 and 3/2."])]


def test_three_plugs_go_round(pod: Snapshot) -> None:
    seen = as_planned(pod)
    first, second, third = (link_at(seen, "leaf-0003", port) for port in (5, 6, 7))
    turned = plugged(plugged(seen, first, second), second, third)
    ((device, tasks),) = told(pod, turned)
    assert device == "leaf-0003"
    assert tasks == [
        "Move the plug from 3/1 to 3/2; first move the plug there to its own port.",
        "Move the plug from 3/2 to 4/1; first move the plug there to its own port.",
        "Move the plug from 4/1 to 3/1; first move the plug there to its own port.",
    ]


def test_a_plug_at_another_switch_is_told_at_both(pod: Snapshot) -> None:
    seen = as_planned(pod)
    stay = without(seen, link_at(seen, "leaf-0002", 3))
    found = dict(told(pod, led(stay, link_at(stay, "leaf-0001", 3), "leaf-0002", 3)))
    assert found["leaf-0002"] == [
        "Unplug the cable from 2/1 and plug it into leaf-0001 2/1.",
        "No link between 2/1 and dgx-0003 OSFP3P2: check both plugs, or install the cable.",
    ]
    assert found["leaf-0001"] == ["Plug the cable from leaf-0002 2/1 into 2/1."]


def test_slow_and_unplanned_links(pod: Snapshot) -> None:
    seen = as_planned(pod)
    at = link_at(seen, "leaf-0001", 5)
    seen.speed[at] = "HDR"
    visited = with_visitor(seen, "visitor mlx5_0", node_of(seen, "leaf-0001"), 65)
    ((device, tasks),) = told(pod, visited)
    assert device == "leaf-0001"
    assert tasks == [
        "3/1 runs at 4xHDR instead of 4xNDR: clean and reseat the plugs here and at dgx-0005 OSFP4P2; if that fails, replace them.",
        "65 is connected to visitor mlx5_0 1, which is not planned: unplug it, or add it to the plan.",
    ]


def test_of_two_cables_for_one_link_one_is_unplugged(pod: Snapshot) -> None:
    seen = as_planned(pod)
    gone = without(seen, link_at(seen, "leaf-0001", 33))
    first = with_visitor(gone, "visitor mlx5_0", node_of(gone, "leaf-0001"), 33)
    both = with_visitor(first, "guest mlx5_0", node_of(gone, "spine-0001"), 1)
    found = BuiltLinks(pod, both, {})
    assert found.counts[Sort.WRONG_DEVICE] == 1
    assert done(found) == wanted(found)
    tasks = [text for _, texts in told(pod, both) for text in texts]
    assert [text for text in tasks if "not planned" in text] == [
        "1/1 is connected to guest mlx5_0 1, which is not planned: unplug it, or add it to the plan."
    ]


def test_whoever_does_all_of_it_has_what_was_planned(pod: Snapshot) -> None:
    seen = as_planned(pod)
    random = np.random.default_rng(11)
    for _ in range(30):
        changed = seen
        for _ in range(int(random.integers(1, 6))):
            changed = _changed(changed, random.choice(len(changed), 3, replace=False).tolist(), int(random.integers(5)))
        links = BuiltLinks(pod, changed, {})
        assert links.counts[Sort.MISSING] <= len(links)
        assert done(links) == wanted(links)


def _changed(seen: SeenLinks, links: Sequence[int], how: int) -> SeenLinks:
    """Two links exchanged at one end or the other, one that is gone, one that leads elsewhere, or two
    of which one joins the lower ends, the other the upper ones."""
    if how == 4:
        node, port = np.concatenate([seen.a_node, seen.b_node]), np.concatenate([seen.a_port, seen.b_port])
        ends = [*links, *(len(seen) + link for link in links)]
        turned = [ends[place] for place in (0, 3, 2, 1, 4, 5)]
        node[ends], port[ends] = node[turned], port[turned]
        half = len(seen)
        return SeenLinks(seen.nodes, node[:half], port[:half], node[half:], port[half:], seen.width, seen.speed, seen.line)
    if how == 0:
        return plugged(seen, links[0], links[1])
    if how == 1:
        b_node, b_port = seen.b_node.copy(), seen.b_port.copy()
        for column in (b_node, b_port):
            column[[links[0], links[1]]] = column[[links[1], links[0]]]
        return SeenLinks(seen.nodes, seen.a_node, seen.a_port, b_node, b_port, seen.width, seen.speed, seen.line)
    fewer = without(seen, links[0])
    if how == 2 or links[1] >= len(fewer):
        return fewer
    return led(fewer, links[1], "leaf-0002", 60) if _is_free(fewer, "leaf-0002", 60) else fewer


def _is_free(seen: SeenLinks, device: str, port: int) -> bool:
    try:
        link_at(seen, device, port)
    except LookupError:
        return True
    return False


def test_one_walks_rack_by_rack_from_the_top_down(pod: Snapshot) -> None:
    ranks = walking_ranks(pod)
    assert sorted(ranks.tolist()) == list(range(pod["device"].rows))
    devices = pod["device"]
    order = np.argsort(ranks)
    racks, positions = devices["rack_id"][order], devices["position"][order]
    inside = racks[1:] == racks[:-1]
    assert (positions[1:][inside] <= positions[:-1][inside]).all()
    assert (np.flatnonzero(~inside).size + 1) == len(np.unique(racks))


def test_a_comparison_can_be_stopped(pod: Snapshot) -> None:
    seen = as_planned(pod)
    stopped = Progress()
    stopped.cancel()
    with pytest.raises(Cancelled):
        BuiltLinks(pod, without(seen, 1), {}, stopped)
