"""Cables by hand: laid, pulled, moved and changed; and what has no meaning is refused."""

import pytest

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cable, lay_cables, move_cable_end, pull_cables, set_cables
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.run.run import undo
from tests.operations.conftest import Project

LEAF = "nvidia.qm9700"
NODE = "nvidia.dgx-h100"
CORD = "nvidia.mfp7e10"
SPLITTER = "nvidia.mfp7e20"
MODULE = "nvidia.mma4z00-ns"
POWER = 16
"""The first power inlet of the node, as its type counts its ports."""


@pytest.fixture
def pair(project: Project) -> tuple[int, int]:
    """A switch and a node."""
    return project.place(LEAF, 80, name="leaf-1"), project.place(NODE, 0, name="dgx-1")


def test_laid_pulled_and_named_in_the_history(project: Project, pair: tuple[int, int]) -> None:
    leaf, node = pair
    cable = project.do(lay_cable, NewCable(node, 0, leaf, 3, type=CORD, b_module=MODULE, length_mm=5000))
    row = project.row_of("cable", cable)
    assert (row["a_port"], row["b_port"], row["lanes"], row["length_mm"], row["by_hand"]) == (0, 3, 4, 5000, 1)
    assert project.document.snapshot.types[row["type_id"]].key == CORD
    assert project.title.startswith("Connect a cable from dgx-1 ")
    assert project.do(pull_cables, [cable]) == 1
    assert project.document.snapshot["cable"].rows == 0
    assert project.document.snapshot.types.id_of(CORD) is None, "the copy of the entry goes with its last cable"
    undo(project.document)
    assert project.row_of("cable", cable) == row


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("port", "lane", "lanes"), [(3, 0, 4), (3, 2, 2), (3, 3, 0), (3, 1, 1)])
def test_a_lane_used_twice_is_refused_whichever_end_uses_it(
    project: Project, pair: tuple[int, int], turned: bool, port: int, lane: int, lanes: int
) -> None:
    leaf, node = pair
    project.do(lay_cable, NewCable(node, 0, leaf, 3, lanes=4))
    new = NewCable(leaf, port, node, 1, a_lane=lane, lanes=lanes) if turned else NewCable(node, 1, leaf, port, b_lane=lane, lanes=lanes)
    with pytest.raises(Refused, match="Another cable already ends at leaf-1"):
        project.do(lay_cable, new)
    with pytest.raises(Refused, match="Another cable already ends at leaf-1"):
        project.do(lay_cables, [NewCable(node, 2, leaf, 5), NewCable(leaf, 5, node, 4)])
    assert project.document.snapshot["cable"].rows == 1


def test_halves_of_a_port_take_one_cable_each(project: Project, pair: tuple[int, int]) -> None:
    leaf, node = pair
    halves = [NewCable(leaf, 3, node, port, a_lane=lane, lanes=2, type=SPLITTER, assembly=7) for port, lane in ((0, 0), (1, 2))]
    ids = project.do(lay_cables, halves)
    assemblies = {project.row_of("cable", cable)["assembly"] for cable in ids.tolist()}
    assert len(assemblies) == 1
    other = project.do(lay_cables, [NewCable(leaf, 4, node, 2, assembly=7), NewCable(leaf, 5, node, 3, assembly=7)])
    assert project.row_of("cable", int(other[0]))["assembly"] not in assemblies
    assert project.do(pull_cables, [int(ids[0])]) == 2, "a splitter is pulled with all its legs"


@pytest.mark.parametrize(
    ("port", "lane", "lanes", "told"),
    [
        (71, 0, 4, "leaf-1 has no port number 72"),
        (67, 0, 0, "leaf-1 has no port number 68 for a cable"),
        (-1, 0, 4, "no port number 0"),
        (0, 4, 1, "has no lane 4"),
        (0, -1, 1, "has no lane -1"),
        (0, 0, 5, "A cable cannot have more lanes than its ports."),
        (0, 0, -1, "A cable cannot have more lanes than its ports."),
    ],
)
def test_ports_and_lanes_that_are_not_there(project: Project, pair: tuple[int, int], port: int, lane: int, lanes: int, told: str) -> None:
    leaf, node = pair
    with pytest.raises(Refused, match=told):
        project.do(lay_cable, NewCable(node, 0, leaf, port, b_lane=lane, lanes=lanes))
    with pytest.raises(Refused, match=told):
        project.do(lay_cable, NewCable(leaf, port, node, 0, a_lane=lane, lanes=lanes))


def test_what_is_unknown_is_refused(project: Project, pair: tuple[int, int]) -> None:
    leaf, node = pair
    wrong = [
        NewCable(node, 0, 9999, 0),
        NewCable(node, POWER, leaf, 0),
        NewCable(node, 0, leaf, 0, network_id=77),
        NewCable(node, 0, leaf, 0, type="nobody.knows"),
        NewCable(node, 0, leaf, 0, type=NODE),
        NewCable(node, 0, leaf, 0, length_mm=0),
        NewCable(node, 0, leaf, 0, phase=-1),
        NewCable(node, 0, node, 0),
    ]
    for each in wrong:
        with pytest.raises(Refused):
            project.do(lay_cable, each)
    with pytest.raises(Refused):
        project.do(lay_cables, [])
    with pytest.raises(Refused):
        project.do(pull_cables, [5])


def test_an_end_moves_to_another_port(project: Project, pair: tuple[int, int]) -> None:
    leaf, node = pair
    first, second = project.do(
        lay_cables,
        [NewCable(node, 0, leaf, 0, b_module=MODULE, by_hand=False), NewCable(node, 1, leaf, 9, by_hand=False)],
    ).tolist()
    with pytest.raises(Refused, match="Another cable already ends at leaf-1"):
        project.do(move_cable_end, second, "b", leaf, 0)
    project.do(move_cable_end, second, "b", leaf, 1)
    row = project.row_of("cable", second)
    assert (row["b_port"], row["by_hand"]) == (1, 1)
    assert row["b_module_id"] == project.row_of("cable", first)["b_module_id"], "ports 0 and 1 share a cage, and so a module"
    assert project.title.startswith("Move an end of a cable from leaf-1 ")
    project.do(move_cable_end, second, "b", leaf, 1)
    with pytest.raises(Refused, match="The ends of a cable are a and b"):
        project.do(move_cable_end, second, "c", leaf, 1)


def test_many_are_changed_at_once(project: Project, pair: tuple[int, int]) -> None:
    leaf, node = pair
    network = project.do(add_network, NetworkKind.COMPUTE, "Compute", 400)
    cables = project.do(lay_cables, [NewCable(node, at, leaf, at, by_hand=False) for at in range(4)]).tolist()
    project.do(set_cables, cables[:2], {"phase": 3, "network_id": network})
    assert [project.row_of("cable", each)["phase"] for each in cables] == [3, 3, 1, 1]
    assert not any(project.row_of("cable", each)["by_hand"] for each in cables)
    project.do(set_cables, cables[:2], {"type": CORD, "length_mm": 7000})
    assert [project.row_of("cable", each)["by_hand"] for each in cables] == [1, 1, 0, 0]
    project.do(set_cables, cables[:1], {"by_hand": 0, "length_mm": 3000})
    assert project.row_of("cable", cables[0])["by_hand"] == 0
    assert project.title.endswith("of a cable")
    project.do(set_cables, [cables[0]], {"b_module": MODULE})
    modules = [project.row_of("cable", each)["b_module_id"] for each in cables]
    assert modules[0] == modules[1] is not None
    assert modules[2:] == [None, None]
    project.do(set_cables, [cables[1]], {"b_module": ""})
    assert project.row_of("cable", cables[0])["b_module_id"] is None
    assert project.document.snapshot.types.id_of(MODULE) is None
    for values in ({}, {"colour": 1}, {"by_hand": 7}, {"length_mm": "long"}, {"type": None}, {"network_id": 99}, {"phase": 1000}):
        with pytest.raises(Refused):
            project.do(set_cables, cables, values)
