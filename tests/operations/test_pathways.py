"""Ways for cables: drawn, moved, changed, proposed, built from a plan."""

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanHall, PlanRack, PlanRow
from gpudesk.core.plan.plan_fabric import PlanPathway, PlanTrays
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.derived.pathways.pathway_network import way_plan
from gpudesk.derived.templates.template_plan import Taken, template_plan, whole_project
from gpudesk.operations.cabling.pathway_operations import add_pathway, change_pathways, copy_pathways, move_pathways, reshape_pathway
from gpudesk.operations.cabling.propose_pathways import join_halls, propose_pathways
from gpudesk.operations.floor.halls import create_hall, create_rack, create_row, delete_objects
from gpudesk.operations.plan.plan_to_project import build, insert_plan
from gpudesk.operations.racks.device_operations import place_on_floor
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.operations.conftest import RACK, Project

LINE = [(0, 0), (5000, 0), (5000, 3000)]


def line(project: Project, way: int) -> str:
    return str(project.document.snapshot["pathway"].row(way)["outline"])


def test_a_way_is_drawn_moved_reshaped_changed_copied_and_deleted(project: Project) -> None:
    way = project.do(add_pathway, project.hall, PathwayKind.TRAY, LINE, height_mm=2500)
    assert project.title == "Add Tray 1"
    assert line(project, way) == "0 0 5000 0 5000 3000"
    project.do(move_pathways, [way], 100, -50)
    assert line(project, way) == "100 -50 5100 -50 5100 2950"
    project.do(reshape_pathway, way, [(0, 0), (0, 0), (900, 0)])
    assert line(project, way) == "0 0 900 0"
    project.do(change_pathways, [way], {"width_mm": 450, "carries": "copper", "load_kg_per_m": 40, "height_mm": -300})
    row = project.document.snapshot["pathway"].row(way)
    assert [row[name] for name in ("width_mm", "carries", "load_kg_per_m", "height_mm")] == [450, "copper", 40, -300]
    (copy,) = project.do(copy_pathways, [way], 0, 600)
    assert project.title == "Copy Tray 1"
    assert line(project, copy) == "0 600 900 600"
    assert project.document.snapshot["pathway"].row(copy)["name"] == "Tray 2"
    undo(project.document)
    assert project.document.snapshot["pathway"].rows == 1
    project.do(delete_objects, "pathway", [way])
    assert project.document.snapshot["pathway"].rows == 0


def test_what_has_no_meaning_is_refused(project: Project) -> None:
    other = project.do(create_hall, "Other")
    for arguments, said in (
        ((project.hall, 9, LINE), {}),
        ((project.hall, PathwayKind.TRAY, [(0, 0)]), {}),
        ((project.hall, PathwayKind.TRAY, [(0, 0), (10**8, 0)]), {}),
        ((project.hall, PathwayKind.TRAY, [(number, 0) for number in range(300)]), {}),
        ((project.hall, PathwayKind.TRAY, LINE), {"settings": {"width_mm": 5}}),
        ((project.hall, PathwayKind.TRAY, LINE), {"settings": {"carries": "water"}}),
        ((project.hall, PathwayKind.TRAY, LINE), {"to_hall_id": other, "settings": {"length_mm": 10}}),
        ((project.hall, PathwayKind.DUCT, LINE), {"to_hall_id": other}),
        ((project.hall, PathwayKind.DUCT, LINE), {"to_hall_id": project.hall, "settings": {"length_mm": 10}}),
    ):
        with pytest.raises(Refused):
            project.do(add_pathway, *arguments, **said)
    with pytest.raises(Refused):
        project.do(change_pathways, [], {"width_mm": 300})
    duct = project.do(add_pathway, project.hall, PathwayKind.DUCT, LINE, to_hall_id=other, settings={"length_mm": 50_000}, height_mm=0)
    with pytest.raises(Refused):
        project.do(change_pathways, [duct], {"length_mm": None})
    riser = project.do(add_pathway, project.hall, PathwayKind.RISER, [(0, 0)])
    with pytest.raises(Refused):
        project.do(change_pathways, [riser], {"kind": PathwayKind.TRAY})
    # Only what is in its own hall moves along.
    project.do(move_pathways, [duct], 7, 7)
    assert line(project, duct) == "7 7 5007 7 5000 3000"


def test_trays_are_hung_above_every_row_and_joined(project: Project) -> None:
    rows = [project.do(create_row, project.hall, x_mm=1000, y_mm=4600 + 3000 * number) for number in range(2)]
    for row in rows:
        for _ in range(4):
            project.do(create_rack, RACK, row)
    made = project.do(propose_pathways, [project.hall])
    assert project.title == "Add 4 trays above the rows"
    ways = project.document.snapshot["pathway"]
    assert ways["name"].tolist() == ["Tray A", "Tray B", "Tray C", "Cross tray 1"]
    network = project.document.snapshot.cached(way_plan)
    parts = network.by_carried["fibre"]
    assert len(np.unique(parts.part)) == 1
    assert len(network.network) == 8
    with pytest.raises(Refused):
        project.do(propose_pathways, [project.hall])
    # A row that comes later gets its own.
    row = project.do(create_row, project.hall, x_mm=1000, y_mm=10_900)
    project.do(create_rack, RACK, row)
    assert len(project.do(propose_pathways, [project.hall])) == 1
    assert len(made) == 4


@pytest.mark.parametrize("angle", [0, 180])
def test_rack_scale_systems_in_line_with_a_row_are_below_its_tray(project: Project, angle: int) -> None:
    """A GB300 NVL72 is 600 mm wide; one 1.2 m further back is in no row, nor does one that is turned."""
    row = project.do(create_row, project.hall, x_mm=5000, y_mm=14_000)
    for _ in range(2):
        project.do(create_rack, RACK, row)

    def ends() -> tuple[int, int]:
        made = [project.row_of("pathway", way) for way in project.do(propose_pathways, [project.hall])]
        begin, _, end, _ = (int(each) for each in next(way["outline"] for way in made if way["name"] == "Tray B").split())
        undo(project.document)
        return begin, end

    begin, end = ends()
    x, y = (2000, 14_000) if angle == 0 else (2600, 15_068)
    project.do(place_on_floor, "nvidia.gb300-nvl72", project.hall, x, y, angle_ddeg=10 * angle)
    project.do(place_on_floor, "nvidia.gb300-nvl72", project.hall, 9000, 15_200)
    project.do(place_on_floor, "nvidia.gb300-nvl72", project.hall, 12_000, 14_000, angle_ddeg=900)
    assert begin > 2000
    assert ends() == (2000, end)


def test_halls_are_joined_by_ducts(project: Project) -> None:
    other = project.do(create_hall, "Other")
    with pytest.raises(Refused) as refused:
        project.do(join_halls, [project.hall, other], 40_000)
    assert refused.value.fix is not None
    for hall in (project.hall, other):
        project.do(add_pathway, hall, PathwayKind.TRAY, LINE, height_mm=2400)
    (duct,) = project.do(join_halls, [project.hall, other], 40_000)
    row = project.document.snapshot["pathway"].row(duct)
    assert (row["to_hall_id"], row["length_mm"], row["kind"]) == (other, 40_000, PathwayKind.DUCT)
    with pytest.raises(Refused):
        project.do(join_halls, [other, other], 40_000)
    # With its hall a duct goes, whichever end that is.
    project.do(delete_objects, "hall", [other])
    assert project.document.snapshot["pathway"].rows == 1


def test_a_plan_brings_its_ways_and_a_project_gives_them_back(project: Project) -> None:
    way = PlanPathway(0, int(PathwayKind.CONDUIT), "0 0 3000 0", -200, 100, 100, "C", fill_percent=40, carries="fibre")
    duct = PlanPathway(0, int(PathwayKind.DUCT), "0 0 50 60", -200, 100, 100, "D", to_hall=1, length_mm=9000)
    racks = tuple(PlanRack(RACK, 0, f"R{number}", 0, 600 * number) for number in range(3))
    plan = Plan("P", (PlanHall("X"), PlanHall("Y")), (PlanRow(0, "A"),), racks, pathways=(way, duct), trays=(PlanTrays(0, 300, 100),))
    assert plan_from_plain(plan.to_plain()) == plan
    project.do(build, plan)
    ways = project.document.snapshot["pathway"]
    assert ways["name"].tolist() == ["C", "D", "Tray A"]
    assert ways.row(int(ways.ids[0]))["height_mm"] == -200
    again = template_plan(project.document.snapshot, whole_project(project.document.snapshot), Taken())
    assert [each.name for each in again.pathways] == ["C", "D", "Tray A"]
    assert again.pathways[1].to_hall is not None
    project.do(insert_plan, Plan("Q", (PlanHall("Z"),), pathways=(way,)), project.hall, 500, 250)
    assert ways.rows == 3
    assert project.document.snapshot["pathway"]["outline"].tolist()[-1] == "500 250 3500 250"


@pytest.mark.parametrize("name", ["dgx-h100-superpod", "site-100k"])
def test_superpods_come_with_ways_that_join_all_their_racks(name: str) -> None:
    with Document.scratch() as document:
        run(document, build, load_template(name))
        walks = document.snapshot.cached(way_plan).by_carried["fibre"]
        assert len(np.unique(walks.part)) == 1
