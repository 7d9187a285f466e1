"""The same again: up the rack, over other racks, filled, copied and pasted, whole racks."""

from typing import Any

import pytest

from gpudesk.core.hardware.hardware import Side
from gpudesk.core.messages.errors import Cancelled, Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.core.running.progress import Progress
from gpudesk.operations.copies.repeat import copied, duplicate_rack, duplicate_up, fill_pattern, fill_rack, paste
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.version_operations import restore_version, save_version
from gpudesk.operations.racks.device_operations import place_device, take_out
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import redo, run_long, undo
from gpudesk.project.versions import version_snapshot
from tests.operations.conftest import HALF, PDU, RACK, SERVER, SWITCH, SYSTEM, Project


def positions(project: Project, rack: int = 0) -> list[int]:
    devices = project.document.snapshot["device"]
    return sorted(devices["position"][devices["rack_id"] == project.racks[rack]].tolist())


def test_up_the_rack_as_often_as_it_fits(project: Project) -> None:
    device = project.place(SYSTEM, 0)
    made = project.do(duplicate_up, [device])
    assert project.title == "Repeat dgx-h100-001 up the rack, copies: 5"
    assert positions(project) == [0, 16, 32, 48, 64, 80]
    assert [project.row_of("device", each)["name"] for each in made] == [f"dgx-h100-{number:03}" for number in range(2, 7)]
    with pytest.raises(Refused, match="No space above for another copy"):
        project.do(duplicate_up, [made[-1]])


def test_a_group_keeps_its_spacing_and_passes_what_is_in_the_way(project: Project) -> None:
    group = [project.place(SERVER, 0, role="login"), project.place(SWITCH, 4)]
    project.place(SYSTEM, 8)
    project.do(duplicate_up, group, 2)
    assert positions(project) == [0, 4, 8, 24, 28, 30, 34]
    roles = project.document.snapshot["device"]["role"].tolist()
    assert roles.count("login") == 3


def sides(project: Project, rack: int = 0) -> list[tuple[int, int | None]]:
    devices = project.document.snapshot["device"]
    rows = [devices.row(int(device)) for device in devices.where("rack_id", project.racks[rack])]
    return sorted((row["position"], row["side"]) for row in rows)


def test_half_wide_devices_fill_the_other_half_first(project: Project) -> None:
    one = project.place(HALF, 4, side=Side.RIGHT)
    project.place(SERVER, 6)
    project.do(duplicate_up, [one], 4)
    assert sides(project) == [(4, 0), (4, 1), (6, None), (8, 0), (8, 1), (10, 0)]


def test_two_halves_are_repeated_as_they_stand(project: Project) -> None:
    pair = [project.place(HALF, 0, side=side) for side in Side]
    project.do(duplicate_up, pair, 1)
    assert sides(project) == [(0, 0), (0, 1), (2, 0), (2, 1)]


def test_a_rack_is_filled_with_halves_side_by_side(project: Project) -> None:
    project.place(HALF, 2, side=Side.LEFT)
    project.do(fill_rack, HALF, project.racks[0], count=4)
    assert sides(project) == [(0, 0), (0, 1), (2, 0), (2, 1), (4, 0)]


def test_devices_of_two_racks_are_not_repeated_upwards(project: Project) -> None:
    for group in ([project.place(SERVER, 0), project.place(SERVER, 0, rack=1)], []):
        with pytest.raises(Refused, match="Select devices in one rack to repeat them upward"):
            project.do(duplicate_up, group)


def test_a_pattern_goes_to_other_racks(project: Project) -> None:
    racks = project.do(add_racks, RACK, 4, project.row, phase=2)
    pattern = [project.place(SYSTEM, 0, role="compute"), project.place(PDU, 0, face=1, side=1)]
    project.do(place_device, SERVER, racks[1], 4)
    project.do(reserve_units, racks[2], 2, 2)
    made, left_out = project.do(fill_pattern, pattern, [*racks, racks[0], project.racks[0]])
    assert project.title == "Fill 2 racks like A01"
    assert left_out == [project.racks[0], racks[1], racks[2]]
    assert len(made) == 4
    rows = [project.row_of("device", device) for device in made]
    assert [(row["rack_id"], row["position"], row["side"], row["role"], row["phase"]) for row in rows] == [
        (racks[0], 0, None, "compute", 2),
        (racks[0], 0, 1, "pdu", 2),
        (racks[3], 0, None, "compute", 2),
        (racks[3], 0, 1, "pdu", 2),
    ]
    with pytest.raises(Refused, match="None of the racks has space for this arrangement at the same units"):
        project.do(fill_pattern, pattern, racks)
    project.do(take_out, [pattern[0]])
    with pytest.raises(Refused, match="Select devices in a rack as the pattern"):
        project.do(fill_pattern, pattern, racks)
    with pytest.raises(Refused, match="no rack with number 999"):
        project.do(fill_pattern, pattern[1:], [999])


def many_racks(project: Project, count: int = 1000) -> list[int]:
    racks: list[int] = []
    while len(racks) < count:
        racks += project.do(add_racks, RACK, min(500, count - len(racks)), hall_id=project.hall)
    return racks


def test_a_thousand_racks_are_filled_as_one_step(project: Project) -> None:
    racks = many_racks(project)
    pattern = [project.place(SYSTEM, 16 * number) for number in range(4)] + [project.place(SWITCH, 80)]
    before = project.document.snapshot
    made, left_out = project.do(fill_pattern, pattern, racks)
    assert (len(made), left_out) == (5000, [])
    after = project.document.snapshot
    assert len(set(after["device"]["name"])) == after["device"].rows == 5005
    assert after.equals(project.document.fresh_snapshot())
    undo(project.document)
    assert project.document.snapshot.equals(before)
    redo(project.document)
    assert project.document.snapshot.equals(after)


def test_long_work_is_stopped_and_leaves_nothing(project: Project) -> None:
    racks = many_racks(project)
    pattern = [project.place(SYSTEM, 16 * number) for number in range(4)]
    before, steps = project.document.snapshot, project.document.steps
    seen: list[tuple[int, int]] = []

    def listener(done: int, total: int) -> None:
        seen.append((done, total))
        progress.cancel()

    progress = Progress(listener)
    with pytest.raises(Cancelled, match="Stopped; no changes were made"):
        run_long(project.document, progress, fill_pattern, pattern, racks)
    assert len(seen) == 1
    assert project.document.snapshot is before
    assert project.document.fresh_snapshot().equals(before)
    assert project.document.steps == steps
    assert run_long(project.document, Progress(), fill_pattern, pattern, racks).result[1] == []


def test_a_rack_is_filled_with_one_type(project: Project) -> None:
    project.place(SERVER, 6)
    made = project.do(fill_rack, SWITCH, project.racks[0], 0, 2, 3, role="leaf")
    assert project.title == "Fill A01 with 3 × NVIDIA SN2201"
    assert [project.row_of("device", device)["position"] for device in made] == [0, 4, 8]
    assert {project.row_of("device", device)["role"] for device in made} == {"leaf"}
    assert len(project.do(fill_rack, SYSTEM, project.racks[1])) == 6
    with pytest.raises(Refused, match="A02 has no space for"):
        project.do(fill_rack, SYSTEM, project.racks[1])


def test_what_is_copied_is_a_plan_that_can_be_kept(project: Project) -> None:
    devices = [project.place(SYSTEM, 4, role="compute"), project.place(PDU, 0, face=1, side=0), project.place(SERVER, 0, rack=1)]
    project.do(take_out, [devices[2]])
    project.do(set_fields, "device", devices[0], {"serial": "S1", "asset": "A1", "notes": "a note"})
    plan = copied(project.document.snapshot, devices)
    first, strip, loose = plan.devices
    assert (first.type, first.rack, first.position, first.role, first.notes) == (SYSTEM, 0, 4, "compute", "a note")
    assert (first.serial, first.asset) == ("", "")
    assert (strip.face, strip.side) == (1, 0)
    assert (loose.rack, loose.position) == (None, None)
    assert set(plan.types) == {SYSTEM, PDU, SERVER}
    assert plan_from_plain(plan.to_plain()) == plan


def test_paste_puts_the_group_where_there_is_room(project: Project) -> None:
    devices = [project.place(SERVER, 10, role="login", phase=2), project.place(SWITCH, 14)]
    plan = copied(project.document.snapshot, devices)
    made = project.do(paste, plan, project.racks[1])
    assert project.title == "Paste 2 devices into A02"
    assert positions(project, 1) == [10, 14]
    assert [project.row_of("device", device)["name"] for device in made] == ["server-1u-002", "sn2201-002"]
    assert (project.row_of("device", made[0])["role"], project.row_of("device", made[0])["phase"]) == ("login", 2)
    project.do(paste, plan, project.racks[1])
    assert positions(project, 1) == [10, 12, 14, 16]
    project.do(paste, plan, project.racks[1], 80)
    assert positions(project, 1)[-2:] == [80, 84]
    with pytest.raises(Refused, match="A02 has no space for the clipboard contents"):
        project.do(paste, plan, project.racks[1], 80)
    with pytest.raises(Refused, match="The clipboard contains no rack devices"):
        project.do(paste, Plan(), project.racks[1])


def test_paste_into_another_project_brings_the_types_along(project: Project) -> None:
    device = project.place(SERVER, 0)
    plan = copied(project.document.snapshot, [device])
    own = {**plan.types[SERVER], "key": "mine.server"}
    plain = plan.to_plain() | {"types": {"mine.server": own}}
    plain["devices"] = [{**plain["devices"][0], "type": "mine.server"}]
    made = project.do(paste, plan_from_plain(plain), project.racks[1])
    entry = project.row_of("catalog_item", project.row_of("device", made[0])["type_id"])
    assert (entry["key"], entry["origin"]) == ("mine.server", "import")


def test_a_rack_is_copied_with_its_content(project: Project) -> None:
    project.place(SYSTEM, 0)
    project.place(PDU, 0, face=1, side=1)
    project.do(reserve_units, project.racks[0], 40, 4, reason="later")
    made = project.do(duplicate_rack, project.racks[0], 2)
    snapshot = project.document.snapshot
    assert [snapshot["rack"].row(rack)["name"] for rack in made] == ["A03", "A04"]
    assert [snapshot["rack"].row(rack)["x_mm"] for rack in made] == [2400, 3000]
    assert (snapshot["device"].rows, snapshot["reservation"].rows) == (6, 3)
    assert len(set(snapshot["device"]["name"])) == 6
    for count in (0, 1001):
        with pytest.raises(Refused, match="You can make 1 to 1000 copies at once"):
            project.do(duplicate_rack, project.racks[0], count)


@pytest.mark.parametrize("stop_after", [1, 2])
@pytest.mark.parametrize("what", ["build", "delete", "restore", "duplicate"])
def test_any_long_operation_is_stopped_between_its_statements(project: Project, what: str, stop_after: int) -> None:
    project.place(SYSTEM, 0)
    plan = Plan(
        halls=(PlanHall("H"),),
        racks=(PlanRack(RACK, 0, "R"),),
        devices=tuple(PlanDevice(SERVER, f"s{number}", rack=0, position=2 * (number % 48)) for number in range(4500)),
    )
    kept = project.do(save_version, "Empty")
    if what != "build":
        project.do(build, plan)
    if what == "restore":
        kept = project.do(save_version, "Full")
        project.do(delete_objects, "device", project.document.snapshot["device"].ids.tolist())
    work: dict[str, tuple[Any, ...]] = {
        "build": (build, plan),
        "delete": (delete_objects, "hall", project.document.snapshot["hall"].ids.tolist()),
        "restore": (restore_version, version_snapshot(project.document, kept), "Full"),
        "duplicate": (duplicate_rack, int(project.document.snapshot["rack"].ids[-1])),
    }
    before, steps, calls = project.document.snapshot, project.document.steps, []

    def listener(done: int, total: int) -> None:
        calls.append((done, total))
        if len(calls) == stop_after:
            progress.cancel()

    progress = Progress(listener)
    with pytest.raises(Cancelled):
        run_long(project.document, progress, *work[what])
    assert len(calls) == stop_after
    assert project.document.snapshot is before
    assert project.document.steps == steps
    assert project.document.fresh_snapshot().equals(before)
    project.document.quick_check()
