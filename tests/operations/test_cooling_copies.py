"""Copies of racks, rows and units bring their cooling along, as far as they stay in their hall."""

from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.derived.cooling.cooling_plan import cooling_plan
from gpudesk.operations.cooling.cooling_nodes import add_cooling_node, cool_places
from gpudesk.operations.cooling.cooling_proposal import assign_cooling_devices, hang_rear_doors, propose_cooling
from gpudesk.operations.copies.floor_copies import copy_on_floor, duplicate_on_floor, repeat_on_floor
from gpudesk.operations.floor.halls import create_hall, delete_objects
from tests.operations.conftest import SYSTEM, Project

CRAH = "generic.crah-100kw"


def kinds(project: Project, kind: CoolingKind) -> list[int]:
    nodes = project.document.snapshot["cooling_node"]
    found: list[int] = nodes.where("kind", int(kind)).tolist()
    return found


def test_a_copied_rack_has_its_rear_door_and_its_air(project: Project) -> None:
    project.place(SYSTEM, 0)
    project.do(hang_rear_doors, project.racks[:1], "generic.rdhx-passive-30kw")
    air = project.do(add_cooling_node, CoolingKind.AIR, hall_id=project.hall)
    project.do(cool_places, air, rack_ids=project.racks[:1])
    made = project.do(repeat_on_floor, [("rack", project.racks[0])], 2, 3000)
    plan = project.document.snapshot.cached(cooling_plan)
    assert len(kinds(project, CoolingKind.REAR_DOOR)) == 3
    places = plan.heat.racks.positions(project.document.snapshot["rack"].ids)
    doored = [plan.heat.racks.ids[place] for place in places if plan.network.door[place] >= 0]
    assert {row_id for _, row_id in made} | {project.racks[0]} == set(map(int, doored))
    served = project.document.snapshot["cooling_service"]
    assert set(served["rack_id"].tolist()) == {project.racks[0], *(row_id for _, row_id in made)}
    other = project.do(create_hall)
    elsewhere = project.do(copy_on_floor, [("rack", project.racks[0])], 0, 0, other)
    # Its door comes along; the air of another hall does not.
    assert len(kinds(project, CoolingKind.REAR_DOOR)) == 4
    assert elsewhere[0][1] not in project.document.snapshot["cooling_service"]["rack_id"].tolist()
    project.do(delete_objects, "rack", [row_id for _, row_id in made])
    assert len(kinds(project, CoolingKind.REAR_DOOR)) == 2


def test_a_copied_row_is_served_as_its_original(project: Project) -> None:
    project.place(SYSTEM, 0)
    project.do(propose_cooling, row_ids=[project.row])
    project.do(copy_on_floor, [("rack_row", project.row)], 0, 4000)
    snapshot = project.document.snapshot
    rows = snapshot["rack_row"].ids.tolist()
    assert len(rows) == 2
    assert sorted(snapshot["cooling_service"]["row_id"].tolist()) == sorted(rows)


def test_a_copied_unit_supplies_what_its_original_supplies(project: Project) -> None:
    project.place(SYSTEM, 0)
    project.do(propose_cooling, [project.hall], air_key=CRAH)
    before = kinds(project, CoolingKind.CRAH)
    unit = project.row_of("cooling_node", before[0])
    copy = project.do(duplicate_on_floor, [("device", unit["device_id"])])[0][1]
    after = [project.row_of("cooling_node", node) for node in kinds(project, CoolingKind.CRAH)]
    new = next(each for each in after if each["device_id"] == copy)
    assert (len(after), new["supplies_id"], new["cooled_by_id"]) == (len(before) + 1, unit["supplies_id"], unit["cooled_by_id"])
    assert new["name"] == project.row_of("device", copy)["name"]


def test_a_unit_in_a_copied_rack_has_a_loop_of_its_own(project: Project) -> None:
    cdu = project.place("generic.cdu-4u-100kw", 0)
    project.do(assign_cooling_devices, [cdu])
    made = project.do(repeat_on_floor, [("rack", project.racks[0])], 2, 3000)
    loops, snapshot = kinds(project, CoolingKind.TECHNOLOGY_LOOP), project.document.snapshot
    assert len(loops) == 3
    assert set(snapshot["cooling_service"]["rack_id"].tolist()) == {project.racks[0], *(row_id for _, row_id in made)}
    supplied = [project.row_of("cooling_node", node)["supplies_id"] for node in kinds(project, CoolingKind.CDU)]
    assert sorted(supplied) == sorted(loops)
