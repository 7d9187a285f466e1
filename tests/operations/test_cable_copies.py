"""Copies carry the cables of which both ends are copied; moves keep them; plans bring them along."""

import pytest

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cables
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.copies.floor_copies import repeat_on_floor
from gpudesk.operations.copies.repeat import copied, duplicate_rack, paste
from gpudesk.operations.floor.halls import create_hall, create_rack, delete_objects, move_rack
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import move_device
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.operations.conftest import Project

LEAF = "nvidia.qm9700"
NODE = "nvidia.dgx-h100"
CORD = "nvidia.mfp7e10"
MODULE = "nvidia.mma4z00-ns"


def _ends(project: Project) -> set[tuple[str, int, str, int]]:
    """All cables by the names of their devices."""
    names = {row_id: project.row_of("device", row_id)["name"] for row_id in project.document.snapshot["device"].ids.tolist()}
    rows = [project.row_of("cable", row_id) for row_id in project.document.snapshot["cable"].ids.tolist()]
    return {(names[row["a_device_id"]], row["a_port"], names[row["b_device_id"]], row["b_port"]) for row in rows}


@pytest.fixture
def cabled(project: Project) -> Project:
    """Rack 1 with a node and a switch joined by a splitter, rack 2 with a node on the same switch."""
    leaf, near = project.place(LEAF, 60, name="leaf-1"), project.place(NODE, 0, name="dgx-1")
    far = project.place(NODE, 0, rack=1, name="dgx-2")
    network = project.do(add_network, NetworkKind.COMPUTE, "Compute", 400)
    split = {"lanes": 2, "type": "nvidia.mfp7e20", "assembly": 1, "network_id": network}
    cables = [
        NewCable(near, 0, leaf, 0, b_lane=0, length_mm=3000, b_module=MODULE, **split),
        NewCable(near, 1, leaf, 0, b_lane=2, length_mm=3000, b_module=MODULE, **split),
        NewCable(far, 0, leaf, 2, type=CORD, network_id=network, by_hand=False),
    ]
    project.do(lay_cables, cables)
    return project


def test_a_copied_rack_has_its_inner_cables(cabled: Project) -> None:
    before = _ends(cabled)
    cabled.do(duplicate_rack, cabled.racks[0], 2)
    assert _ends(cabled) - before == {(f"dgx-{at}", port, f"leaf-{at - 1}", 0) for at in (3, 4) for port in (0, 1)}
    cables = cabled.document.snapshot["cable"]
    assert len(set(cables["assembly"][cables["assembly"] >= 0].tolist())) == 3, "each copy of the splitter is one of its own"
    assert set(cables["network_id"].tolist()) == {1}
    assert set(cables["b_module_id"][3:].tolist()) == {cables["b_module_id"][0]}
    assert cables["by_hand"].tolist() == [1, 1, 0, 1, 1, 1, 1]


def test_cables_between_copied_racks_come_too(cabled: Project) -> None:
    before = _ends(cabled)
    racks = [("rack", rack) for rack in cabled.racks]
    cabled.do(repeat_on_floor, racks, 2)
    fresh = _ends(cabled) - before
    assert len(fresh) == 6
    assert {row for row in fresh if row[3] == 2} == {("dgx-5", 0, "leaf-2", 2), ("dgx-6", 0, "leaf-3", 2)}
    undo(cabled.document)
    assert _ends(cabled) == before


def test_moves_keep_cables_and_taking_out_ends_them(cabled: Project) -> None:
    before = _ends(cabled)
    cabled.do(move_rack, cabled.racks[1], 9000, 9000)
    node = int(cabled.document.snapshot["device"].where("name", "dgx-1")[0])
    cabled.do(move_device, node, cabled.racks[1], 20)
    assert _ends(cabled) == before
    cabled.do(delete_objects, "rack", [cabled.racks[1]])
    assert _ends(cabled) == set()


def test_pasted_devices_are_cabled_among_themselves(cabled: Project) -> None:
    devices = cabled.document.snapshot["device"]
    chosen = [int(devices.where("name", name)[0]) for name in ("leaf-1", "dgx-1")]
    clipboard = plan_from_plain(copied(cabled.document.snapshot, chosen).to_plain())
    assert len(clipboard.cables) == 2
    before = _ends(cabled)
    cabled.do(paste, clipboard, cabled.racks[1], 20)
    assert _ends(cabled) - before == {("dgx-3", port, "leaf-2", 0) for port in (0, 1)}
    other = Document.scratch()
    hall = run(other, create_hall).result
    rack = run(other, create_rack, "generic.rack-48u-600x1200", None, hall).result
    run(other, paste, clipboard, rack)
    cables = other.snapshot["cable"]
    assert (cables.rows, set(cables["network_id"].tolist())) == (2, {-1}), "there is no such network in the other project"
    assert other.snapshot.types[int(cables["b_module_id"][0])].key == MODULE


def test_a_plan_builds_its_cables_into_its_networks() -> None:
    devices = [{"type": LEAF, "name": "leaf", "hall": 0}, {"type": NODE, "name": "dgx", "hall": 0}]
    cable = {"a_device": 1, "a_port": 3, "b_device": 0, "b_port": 7, "lanes": 4, "type": CORD, "length_mm": 5000, "network": 0}
    body = {"halls": [{"name": "H"}], "devices": devices, "networks": [{"kind": 0, "name": "C", "rate_gbps": 400}], "cables": [cable]}
    plan = plan_from_plain(body)
    assert plan_from_plain(plan.to_plain()) == plan
    document = Document.scratch()
    run(document, build, plan)
    row = document.snapshot["cable"].row(1)
    assert (row["a_port"], row["b_port"], row["length_mm"], row["network_id"], row["by_hand"]) == (3, 7, 5000, 1, 0)
    with pytest.raises(Refused, match="Another cable already ends at"):
        run(document, build, plan_from_plain(body | {"cables": [cable, cable]}))
    with pytest.raises(Refused, match="no port number"):
        run(document, build, plan_from_plain(body | {"cables": [cable | {"a_port": 999}]}))
