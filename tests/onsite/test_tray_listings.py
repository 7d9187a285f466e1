"""A listing of a fabric of rack-scale systems names their trays as hosts, and is held against the plan by these names."""

from dataclasses import replace

import pytest

from gpudesk.onsite.as_built import as_built
from gpudesk.project.snapshot import Snapshot
from tests.formats.rack_scale import gb200
from tests.onsite.seen_fabric import as_planned, link_at, plugged, without


@pytest.fixture(scope="module")
def unit() -> Snapshot:
    return gb200()


def test_our_own_export_is_right_under_the_guids_of_hardware(unit: Snapshot) -> None:
    found = as_built(unit, as_planned(unit))
    assert (found.planned, found.seen, found.right) == (1152, 1152, 1152)
    assert found.differences == ()


def test_a_missing_cable_names_the_tray(unit: Snapshot) -> None:
    seen = as_planned(unit)
    found = as_built(unit, without(seen, link_at(seen, "nvl72-003-c05 mlx5_4", 1)))
    assert [(str(each.sort), [str(end) for end in each.planned or ()]) for each in found.differences] == [
        ("missing", ["nvl72-003-c05 T05-3", "leaf-019 3/1"])
    ]


def test_a_cable_at_another_tray_of_the_same_rack_is_at_a_wrong_device(unit: Snapshot) -> None:
    seen = as_planned(unit)
    gone = without(seen, link_at(seen, "nvl72-003-c06 mlx5_4", 1))
    free = next(place for place, node in enumerate(seen.nodes) if node.description == "nvl72-003-c06 mlx5_4")
    at = link_at(gone, "nvl72-003-c05 mlx5_4", 1)
    a_node = gone.a_node.copy()
    a_node[at] = free
    found = as_built(unit, replace(gone, a_node=a_node))
    assert ("wrong_device", "nvl72-003-c05 T05-3") in [(str(each.sort), str((each.planned or ("",))[0])) for each in found.differences]


def test_trays_that_carry_each_others_names_are_one_fault(unit: Snapshot) -> None:
    seen = as_planned(unit)
    other = {"nvl72-002-c07": "nvl72-002-c08", "nvl72-002-c08": "nvl72-002-c07"}
    hosts = [node.description.split()[0] for node in seen.nodes]
    nodes = [
        replace(node, description=node.description.replace(host, other.get(host, host)))
        for node, host in zip(seen.nodes, hosts, strict=True)
    ]
    found = as_built(unit, replace(seen, nodes=tuple(nodes)))
    assert [(str(each.sort), each.devices) for each in found.differences] == [("exchanged", ("nvl72-002-c07", "nvl72-002-c08"))]
    assert found.right == 1144


@pytest.mark.parametrize("other", ["nvl72-008-c01 mlx5_5", "nvl72-008-c02 mlx5_4"])
def test_exchanged_cables_are_one_swapped_pair(unit: Snapshot, other: str) -> None:
    seen = as_planned(unit)
    found = as_built(unit, plugged(seen, link_at(seen, "nvl72-008-c01 mlx5_4", 1), link_at(seen, other, 1)))
    assert {str(each.sort) for each in found.differences} == {"swapped_pair"}
    assert found.right == 1150
