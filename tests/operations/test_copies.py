"""Copies: how they are called, and what sits inside them; what is outside a rack is not copied."""

from typing import Any

import numpy as np
import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanReservation
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.operations.copies.repeat import copied, duplicate_rack, duplicate_up, fill_pattern, fill_rack, paste
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import flip_face, move_device, nudge, place_device, swap_devices, take_out
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.new_names import CopyNames
from tests.operations.conftest import RACK, SERVER, SYSTEM, Project


def names_of(project: Project, ids: list[int]) -> list[str]:
    return [project.row_of("device", each)["name"] for each in ids]


@pytest.mark.parametrize(
    ("original", "taken", "copies"),
    [
        ("dgx-01", [], ["dgx-02", "dgx-03"]),
        ("dgx-01", ["dgx-02", "dgx-4"], ["dgx-03", "dgx-05"]),
        ("dgx-99", ["dgx-01"], ["dgx-100", "dgx-101"]),
        ("7", ["8"], ["9", "10"]),
        ("login", [], ["login-2", "login-3"]),
        ("", ["server-001"], ["server-002", "server-003"]),
        ("two\nlines", [], ["server-001", "server-002"]),
        ("x" * 200, [], ["server-001", "server-002"]),
    ],
)
def test_a_copy_is_called_after_its_original(original: str, taken: list[str], copies: list[str]) -> None:
    names = CopyNames(np.array([original, *taken], object))
    assert [names.after(original, "server-") for _ in copies] == copies


def test_copies_up_the_rack_and_in_other_racks_are_called_after_their_originals(project: Project) -> None:
    first = project.place(SYSTEM, 0, name="dgx-01")
    login = project.place(SERVER, 16, name="login")
    assert names_of(project, project.do(duplicate_up, [first, login], 1)) == ["dgx-02", "login-2"]
    assert names_of(project, project.do(fill_pattern, [first, login], [project.racks[1]])[0]) == ["dgx-03", "login-3"]


def test_what_is_pasted_keeps_its_name_where_nobody_has_it(project: Project) -> None:
    device = project.place(SERVER, 0, name="web-07")
    plan = copied(project.document.snapshot, [device])
    assert names_of(project, project.do(paste, plan, project.racks[1])) == ["web-08"]
    project.do(delete_objects, "device", project.document.snapshot["device"].ids.tolist())
    assert names_of(project, project.do(paste, plan, project.racks[1])) == ["web-07"]
    assert names_of(project, project.do(paste, plan, project.racks[1])) == ["web-08"]


def test_a_copied_rack_is_called_after_its_original(project: Project) -> None:
    project.do(rename, "rack", project.racks[0], "GPU 09")
    made = project.do(duplicate_rack, project.racks[0], 2)
    assert [project.row_of("rack", each)["name"] for each in made] == ["GPU 10", "GPU 11"]


def with_a_chassis(project: Project) -> tuple[int, int]:
    """A rack with a chassis of two nodes, one of which holds a card; (rack, chassis)."""
    plan = Plan(
        halls=(PlanHall("H"),),
        racks=(PlanRack(RACK, 0, "R1"),),
        devices=(
            PlanDevice(SYSTEM, "chassis-1", rack=0, position=0),
            PlanDevice(SERVER, "node-1", parent=0, slot="A", notes="left", serial="S1"),
            PlanDevice(SERVER, "node-2", parent=0, slot="B", phase=3),
            PlanDevice(SERVER, "card-1", parent=1, slot="PCIe 1"),
        ),
    )
    devices = project.do(build, plan)
    return int(project.document.snapshot["rack"].ids[-1]), int(devices[0])


def tree(project: Project, chassis: int) -> dict[str, Any]:
    """What sits in a device: slot → (name, notes, serial, phase, what sits in it)."""
    devices = project.document.snapshot["device"]
    rows = [devices.row(each) for each in devices.where("parent_id", chassis).tolist()]
    return {row["slot"]: (row["name"], row["notes"], row["serial"], row["phase"], tree(project, row["id"])) for row in rows}


def test_what_sits_in_devices_is_copied_with_them(project: Project) -> None:
    rack, chassis = with_a_chassis(project)
    made = project.do(duplicate_rack, rack, 2)
    devices = project.document.snapshot["device"]
    copies = [int(devices.where("rack_id", each)[0]) for each in made]
    assert names_of(project, copies) == ["chassis-2", "chassis-3"]
    assert tree(project, copies[0]) == {
        "A": ("node-3", "left", "", 1, {"PCIe 1": ("card-2", "", "", 1, {})}),
        "B": ("node-5", "", "", 3, {}),
    }
    assert set(tree(project, copies[1])) == {"A", "B"}
    assert len(set(devices["name"])) == devices.rows == 12
    assert project.document.snapshot.equals(project.document.fresh_snapshot())
    (up,) = project.do(duplicate_up, [chassis], 1)
    assert set(tree(project, up)) == {"A", "B"}
    filled, _ = project.do(fill_pattern, [chassis], [project.racks[1]])
    assert set(tree(project, filled[0])) == {"A", "B"}
    snapshot = project.document.snapshot
    nodes = snapshot["device"].where("parent_id", chassis).tolist()
    clipboard = copied(snapshot, [chassis, *nodes])
    assert plan_from_plain(clipboard.to_plain()) == clipboard
    (pasted,) = project.do(paste, clipboard, project.racks[0])
    assert set(tree(project, pasted)) == {"A", "B"}
    assert tree(project, pasted)["A"][1:4] == ("left", "", 1)
    assert set(tree(project, pasted)["A"][4]) == {"PCIe 1"}


def test_no_operation_puts_anything_outside_a_rack_and_a_plan_may(project: Project) -> None:
    plan = Plan(
        halls=(PlanHall("H"),),
        racks=(PlanRack(RACK, 0, "wrong"),),
        devices=(PlanDevice(SERVER, "high", rack=0, position=96), PlanDevice(SERVER, "low", rack=0, position=0)),
        reservations=(PlanReservation(0, 95, 4),),
    )
    high, low = project.do(build, plan).tolist()
    found = check_all(project.document.snapshot)
    assert (len(found.of_rule("space.outside")), len(found.of_rule("space.reservation_outside"))) == (1, 1)
    rack, tall = project.racks[0], project.place(SYSTEM, 0)
    clipboard = copied(project.document.snapshot, [high])
    before = project.document.snapshot
    wrong = int(before["rack"].ids[-1])
    for verb, given in (
        (place_device, (SERVER, rack, 96)),
        (move_device, (low, rack, 96)),
        (nudge, ([tall], 2000)),
        (swap_devices, (high, tall)),
        (flip_face, (high,)),
        (duplicate_up, ([high],)),
        (fill_pattern, ([high], [rack])),
        (fill_rack, (SERVER, rack, 96)),
        (paste, (clipboard, rack, 96)),
        (reserve_units, (rack, 95, 2)),
        (reserve_units, (rack, -1, 2)),
        (reserve_units, (rack, 0, 2, 9)),
        (duplicate_rack, (wrong,)),
    ):
        with pytest.raises(Refused):
            project.do(verb, *given)
        assert project.document.snapshot is before, verb.__name__
    with pytest.raises(Refused, match="Rack wrong cannot be copied while high, U48–U50 is outside its units"):
        project.do(duplicate_rack, wrong)
    project.do(take_out, [high])
    project.do(delete_objects, "reservation", project.document.snapshot["reservation"].ids.tolist())
    assert len(project.do(duplicate_rack, wrong)) == 1
