"""Links, cages, modules, cords, trunks, fibers and meters are counted apart."""

from typing import Any

import pytest

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cabling.cable_figures import cable_figures, network_cables, project_cables
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cables
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

LEAF, NODE, PANEL = "nvidia.qm9700", "nvidia.dgx-h100", "generic.panel-1u-72-mpo"
CORD, TWIN, TRUNK = "nvidia.mfp7e10", "nvidia.mcp4y10", "generic.trunk-12f-om4-apc-b"
MODULE, FLAT = "nvidia.mma4z00-ns", "nvidia.mma4z00-ns-flt"
REAR = 72
"""The first port behind the panel."""


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    """Two links over cords between twin-port modules, two in one copper cable, one over two panels, one that ends at a panel."""
    document = Document.scratch()
    plan = Plan("Figures", halls=(PlanHall("H"),), devices=tuple(PlanDevice(key, name, hall=0) for name, key in _THINGS.items()))
    place = run(document, build, plan).result.tolist()
    network = run(document, add_network, NetworkKind.COMPUTE, "Compute", 400).result
    leaf, other, node, near, far = place
    modules: dict[str, Any] = {"type": CORD, "a_module": FLAT, "b_module": MODULE, "length_mm": 5000, "network_id": network}
    cables = [
        *(NewCable(node, at, leaf, at, **modules) for at in range(2)),
        *(NewCable(leaf, 2 + at, other, 2 + at, type=TWIN, length_mm=2000, assembly=1, phase=2) for at in range(2)),
        NewCable(node, 2, near, 0, type=CORD, a_module=FLAT, length_mm=3000),
        NewCable(near, REAR, far, REAR, type=TRUNK, length_mm=30_000),
        NewCable(far, 0, leaf, 8, type=CORD, b_module=MODULE, length_mm=3000),
        NewCable(node, 4, near, 1),
    ]
    run(document, lay_cables, cables)
    return document.snapshot


_THINGS = {"leaf": LEAF, "other": LEAF, "node": NODE, "near": PANEL, "far": PANEL}


def test_all_of_them(snapshot: Snapshot) -> None:
    found = snapshot.cached(project_cables)
    assert (found.links, found.legs) == (5, 8)
    assert (found.cables, found.cords, found.trunks) == (7, 6, 1)
    assert found.modules == 4, "two in cages of the node, two in cages of the leaf"
    assert found.cages == 3 + 3 + 1 + 2 + 1 + 2, "node, leaf, other, near in front, near behind, far"
    assert found.fibres == 5 * 12
    assert (found.fibre_m, found.copper_m, found.metres) == (46.0, 2.0, 48.0)
    assert (found.without_type, found.without_length) == (1, 1)


def test_of_a_network_and_of_a_phase(snapshot: Snapshot) -> None:
    by_network = network_cables(snapshot)
    assert {key: (each.links, each.cords) for key, each in by_network.items()} == {1: (2, 2), ABSENT: (3, 4)}
    later = cable_figures(snapshot, phase=2)
    assert (later.links, later.legs, later.cables, later.modules, later.copper_m) == (2, 2, 1, 0, 2.0)


def test_a_project_without_cables() -> None:
    found = Document.scratch().snapshot.cached(project_cables)
    assert set(found.to_plain().values()) == {0}
