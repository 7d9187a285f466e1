"""Devices in the bays of others: put in, moved, filled, taken out, gone with what holds them, and counted once."""

import numpy as np
import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.messages.errors import Refused
from gpudesk.derived.racks.loads import floor_loads
from gpudesk.derived.totals.explain import explain_chosen
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.copies.bay_devices import fill_bays, move_to_bay, place_in_bay
from gpudesk.operations.copies.repeat import duplicate_up
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.racks.device_operations import move_device, place_on_floor, take_out
from gpudesk.operations.run.run import undo
from tests.operations.conftest import SERVER, SWITCH, Project

CHASSIS = "generic.chassis-2u-4-node"
NODE = "generic.node-2u4n"
WHOLE = "nvidia.gb200-nvl72"
TRAY = "nvidia.gb200-compute-tray"


@pytest.fixture
def chassis(project: Project) -> int:
    return project.place(CHASSIS, 4)


def seat(project: Project, device: int) -> tuple[int | None, str]:
    row = project.row_of("device", device)
    return row["parent_id"], row["slot"]


def test_a_node_goes_into_the_first_bay_or_the_one_named(project: Project, chassis: int) -> None:
    first = project.do(place_in_bay, NODE, chassis)
    assert project.title == "Place node-2u4n-001 in bay Node A of chassis-2u-4-node-001"
    named = project.do(place_in_bay, NODE, chassis, "Node D", name="last", role="login")
    assert [seat(project, each) for each in (first, named)] == [(chassis, "Node A"), (chassis, "Node D")]
    assert project.row_of("device", named)["role"] == "login"


def test_what_does_not_go_in_is_refused_in_words(project: Project, chassis: int) -> None:
    switch = project.place(SWITCH, 20)
    node = project.do(place_in_bay, NODE, chassis, "Node B")
    for key, holder, bay, words in (
        (NODE, switch, "1", "has no bays"),
        (NODE, switch, "", "has no free bay for"),
        (NODE, chassis, "Node Z", "has no bay Node Z"),
        (NODE, chassis, "Node B", "node-2u4n-001 is in bay Node B"),
        (TRAY, chassis, "Node A", "does not fit bay Node A of .*, which accepts generic-2u4n-node"),
        (SERVER, chassis, "Node A", "cannot be installed in bays"),
    ):
        with pytest.raises(Refused, match=words):
            project.do(place_in_bay, key, holder, bay)
    with pytest.raises(Refused, match="A device cannot contain itself or its own container"):
        project.do(move_to_bay, chassis, node, "x")
    with pytest.raises(Refused) as refusal:
        project.do(place_in_bay, NODE, chassis, "Node B")
    assert refusal.value.fix is not None
    assert refusal.value.fix.plain() == "Free bays there: Node A, Node C, Node D."


def test_from_bay_to_bay_and_out_and_back_in(project: Project, chassis: int) -> None:
    other = project.place(CHASSIS, 10)
    node = project.do(place_in_bay, NODE, chassis)
    project.do(move_to_bay, node, chassis, "Node C")
    project.do(move_to_bay, node, chassis, "Node C")
    assert seat(project, node) == (chassis, "Node C")
    project.do(move_to_bay, node, other)
    assert seat(project, node) == (other, "Node A")
    project.do(take_out, [node])
    assert seat(project, node) == (None, "")
    project.do(move_to_bay, node, chassis, "Node D")
    assert project.title == "Move node-2u4n-001 to bay Node D of chassis-2u-4-node-001"
    with pytest.raises(Refused, match="cannot be mounted in rack units"):
        project.do(move_device, node, project.racks[0], 30)


def test_all_bays_are_filled_in_one_step_and_undone_in_one(project: Project, chassis: int) -> None:
    project.do(place_in_bay, NODE, chassis, "Node B")
    before = project.document.snapshot
    made = project.do(fill_bays, NODE, chassis)
    assert sorted(seat(project, each)[1] for each in made) == ["Node A", "Node C", "Node D"]
    with pytest.raises(Refused, match="has no free bay for"):
        project.do(fill_bays, NODE, chassis)
    undo(project.document)
    assert project.document.snapshot["device"].equals(before["device"])


def test_what_holds_them_takes_them_along(project: Project, chassis: int) -> None:
    project.do(fill_bays, NODE, chassis)
    copies = project.do(duplicate_up, [chassis], 1)
    devices = project.document.snapshot["device"]
    assert sorted(devices["slot"][devices["parent_id"] == copies[0]]) == ["Node A", "Node B", "Node C", "Node D"]
    project.do(delete_objects, "device", [chassis])
    assert project.document.snapshot["device"].rows == 5


def test_children_count_once(project: Project, chassis: int) -> None:
    def power_and_mass() -> tuple[float, float]:
        found = totals(project.document.snapshot, "project")
        return found.power_w["max"], found.mass_kg

    alone = power_and_mass()
    project.do(fill_bays, NODE, chassis)
    types = project.document.snapshot.types
    node = types[types.id_of(NODE) or 0]
    each = (node.number("power_max_w") or 0, node.number("weight_kg") or 0)
    assert power_and_mass() == pytest.approx((alone[0] + 4 * each[0], alone[1] + 4 * each[1]))


def test_trays_of_a_whole_rack_are_in_its_figures_already(project: Project) -> None:
    whole = project.do(place_on_floor, WHOLE, project.hall)
    before = totals(project.document.snapshot, "project")
    project.do(fill_bays, TRAY, whole)
    after = totals(project.document.snapshot, "project")
    assert after.devices == before.devices + 18
    assert (after.gpus, after.systems, after.power_w, after.mass_kg) == (before.gpus, before.systems, before.power_w, before.mass_kg)
    assert after.power_missing == before.power_missing


def test_a_tray_chosen_alone_shows_its_own_figures(project: Project) -> None:
    whole = project.do(place_on_floor, WHOLE, project.hall)
    tray = project.do(place_in_bay, TRAY, whole)
    snapshot = project.document.snapshot
    kind = snapshot.types[snapshot.types.id_of(TRAY) or 0]
    alone = explain_chosen(snapshot, [], [tray], "gpus")
    both = explain_chosen(snapshot, [], [tray, whole], "gpus")
    assert (alone.total, both.total) == (kind.gpu_count, 72)


def test_the_floor_bears_what_sits_in_bays(project: Project) -> None:
    holder = project.do(place_on_floor, "generic.busway-250a-415v", project.hall)
    [tap] = [key for key in open_catalog() if key.startswith("generic.") and open_catalog().get(key).text("fits") == "busway-tap-off"][:1]
    place = np.array([project.document.snapshot["device"].position(holder)])
    before = floor_loads(project.document.snapshot, place)[1][0]
    made = project.do(fill_bays, tap, holder)
    after = floor_loads(project.document.snapshot, place)[1][0]
    each = open_catalog().get(tap).number("weight_kg") or 0.0
    mass = open_catalog().get("generic.busway-250a-415v").number("weight_kg") or 0.0
    assert after / before == pytest.approx((mass + len(made) * each) / mass)


def test_a_node_is_repeated_into_the_next_bays(project: Project, chassis: int) -> None:
    node = project.do(place_in_bay, NODE, chassis, "Node B", role="login")
    [copy] = project.do(duplicate_up, [node], 1)
    assert seat(project, copy) == (chassis, "Node A")
    assert project.row_of("device", copy)["role"] == "login"
    assert len(project.do(duplicate_up, [node])) == 2
    assert project.title == "Repeat node-2u4n-001 in the bays, copies: 2"
    with pytest.raises(Refused, match="No free bay for another copy"):
        project.do(duplicate_up, [node])
