"""Whatever is in a project: no lane is used twice, no port that is asked for stays open, rails and uplinks are kept."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.fabric.fat_tree import FatTree, FatTreeShape, fat_tree
from gpudesk.core.hardware.network_kinds import NetworkKind, Spread
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.core.plan.plan_fabric import PlanNetwork, PlanStage
from gpudesk.derived.networks.network_links import NetworkLinks, network_plan
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.examples import examples

RACK = "generic.rack-48u-600x1200"
NODES = {
    # type, switch, rate, ports of a leaf at that rate, rails, planes that its ports make
    "nvidia.dgx-h100": ("nvidia.qm9700", 400, 64, 8, (1,)),
    "generic.hgx-h100-8u": ("nvidia.sn5600", 400, 128, 8, (1,)),
    "nvidia.dgx-b300": ("nvidia.sn5600", 400, 128, 8, (2,)),
}


@dataclass(frozen=True)
class Case:
    """A project, and what its compute network has to be."""

    plan: Plan
    shape: FatTreeShape
    in_band: int
    out_of_band: int


@st.composite
def cases(draw: st.DrawFn) -> Case:
    node = draw(st.sampled_from(sorted(NODES)))
    switch, rate, radix, rails, planes = NODES[node]
    count, halls = draw(st.integers(1, 14)), draw(st.integers(1, 2))
    plane = draw(st.sampled_from(planes))
    said: dict[str, Any] = {
        "unit_nodes": draw(st.integers(1, 8)),
        "leaf_up": draw(st.sampled_from([None, 8, 16])),
        "leaf_down": draw(st.sampled_from([None, 16])),
        "tiers": draw(st.sampled_from([None, None, 3])),
        "whole_units": draw(st.integers(0, 1)),
    }
    tree = FatTree(nodes=count, rails=rails, radix=radix, planes=plane, **{**said, "whole_units": bool(said["whole_units"])})
    try:
        shape = fat_tree(tree)
    except Refused:
        said |= {"leaf_up": None, "leaf_down": None, "tiers": None}
        shape = fat_tree(
            FatTree(
                nodes=count,
                rails=rails,
                radix=radix,
                planes=plane,
                unit_nodes=said["unit_nodes"],
                whole_units=bool(said["whole_units"]),
            )
        )
    counts = {
        "leaf": shape.leaf.count * plane,
        "spine": shape.spine.count * plane if shape.spine else 0,
        "core": shape.core.count * plane if shape.core else 0,
    }
    spare = draw(st.integers(0, 1))
    in_band, out_of_band = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    kinds = [(node, "node", "compute", count)]
    kinds += [(switch, role, role, number + (spare if number else 0)) for role, number in counts.items()]
    out_of_band = max(out_of_band, -(-(sum(many for *_, many in kinds) + in_band) // 48))
    kinds += [("nvidia.sn4600c", "inband", "in-band", in_band), ("nvidia.sn2201", "oob", "out-of-band", out_of_band)]
    places = [(key, f"{name}-{number}", role) for key, name, role, many in kinds for number in range(many)]
    racks = [PlanRack(RACK, number % halls, f"R{number}", x_mm=600 * number) for number in range(1 + len(places) // 6)]
    devices = tuple(PlanDevice(key, name, draw(st.integers(0, len(racks) - 1)), position=0, role=role) for key, name, role in places)
    networks = (
        PlanNetwork(NetworkKind.COMPUTE, "Compute", rate, planes=plane, **said),
        PlanNetwork(NetworkKind.IN_BAND, "In-band", 100, by_hall=draw(st.integers(0, 1))),
        PlanNetwork(NetworkKind.OUT_OF_BAND, "Out-of-band", 1),
    )
    stages = (
        PlanStage(1, "in-band", "compute", draw(st.sampled_from([1, 2])), int(Spread.EVEN)),
        PlanStage(1, "in-band", "in-band", 2),
        PlanStage(2, "out-of-band", "", 1, draw(st.sampled_from([int(Spread.FILL), int(Spread.EVEN)]))),
        PlanStage(2, "in-band", "out-of-band", in_band, int(Spread.ALL), 100),
    )
    plan = Plan(
        "Any", tuple(PlanHall(f"Hall {number}") for number in range(halls)), (), tuple(racks), devices, networks=networks, stages=stages
    )
    return Case(plan, shape, in_band, out_of_band)


def lanes_of(links: list[NetworkLinks]) -> list[tuple[int, int, int]]:
    found = []
    for each in links:
        for ends in (each.a, each.b):
            for device, port, lane, lanes in zip(
                ends.device.tolist(), ends.port.tolist(), ends.lane.tolist(), ends.lanes.tolist(), strict=True
            ):
                found += [(device, port, lane + more) for more in range(max(lanes, 1))]
    return found


def planned(snapshot: Snapshot) -> list[NetworkLinks]:
    found = []
    for each in snapshot.cached(network_plan):
        if each.refused is not None:
            raise each.refused
        assert each.links is not None
        found.append(each.links)
    return found


@examples(15, least=10)
@given(cases())
def test_any_network(case: Case) -> None:
    with Document.scratch() as document:
        run(document, build, case.plan)
        snapshot = document.snapshot
        compute, in_band, out_of_band = planned(snapshot)
        used = lanes_of([compute, in_band, out_of_band])
        assert len(set(used)) == len(used), "no lane twice"
        tree = case.shape.tree
        devices = snapshot["device"]
        nodes = devices.where("role", "compute")
        of_node = Counter(compute.a.device[compute.tier == 0].tolist())
        assert of_node == dict.fromkeys(nodes.tolist(), tree.rails * tree.planes), "no port of a node stays open"
        rails_are_kept(snapshot, compute, case.shape)
        uplinks_are_equal(compute, case.shape)
        lower = in_band.a.device[in_band.stage == snapshot["network_stage"].ids[0]]
        assert set(Counter(lower.tolist()).values()) == {case.plan.stages[0].links}
        managed = Counter(out_of_band.a.device[out_of_band.tier == 0].tolist())
        with_port = set(devices.ids.tolist()) - set(devices.where("role", "out-of-band").tolist())
        assert managed == dict.fromkeys(with_port, 1), "everything that can be managed is"
        assert Counter(out_of_band.b.device[out_of_band.tier == 1].tolist()) == dict.fromkeys(
            devices.where("role", "in-band").tolist(), case.out_of_band
        )
        run(document, cable_project)
        again = run(document, cable_project).result
        assert (again.added, again.removed) == (0, 0), "laying again on its own result changes nothing"


def rails_are_kept(snapshot: Snapshot, links: NetworkLinks, shape: FatTreeShape) -> None:
    """A leaf has no more rails than the shape says."""
    devices = snapshot["device"]
    rails: dict[int, set[int]] = {}
    nodes = np.flatnonzero(links.tier == 0)
    for place in nodes.tolist():
        device = int(links.a.device[place])
        kind = snapshot.types[int(devices["type_id"][devices.position(device)])]
        rail = next(port.rail for port in kind.ports() if port.index == links.a.port[place])
        if rail is not None:
            rails.setdefault(int(links.b.device[place]), set()).add(rail)
    assert all(len(each) <= shape.leaf.rails for each in rails.values())


def uplinks_are_equal(links: NetworkLinks, shape: FatTreeShape) -> None:
    if shape.spine is None:
        return
    up = links.tier == 1
    assert set(Counter(links.a.device[up].tolist()).values()) == {shape.leaf.up}
    pairs = Counter(zip(links.a.device[up].tolist(), links.b.device[up].tolist(), strict=True))
    assert set(pairs.values()) == {shape.spine.links}
    if shape.core is not None:
        assert set(Counter(links.a.device[links.tier == 2].tolist()).values()) == {shape.spine.up}
