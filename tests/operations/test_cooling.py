"""Cooling: what supplies what, what is cooled, units that are proposed; each as one step that can be taken back."""

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.cooling.cooling_kinds import CoolingKind, Redundancy
from gpudesk.core.floor.footprint import crossing_pairs, excess_mm
from gpudesk.core.messages.errors import Refused
from gpudesk.derived.cooling.cooling_plan import cooling_plan
from gpudesk.derived.cooling.cooling_spares import spares
from gpudesk.derived.cooling.device_heat import heat_of
from gpudesk.derived.failures.cooling_failures import cooling_failures
from gpudesk.derived.floor.floor_contents import standing_bodies
from gpudesk.derived.scope.phase_snapshot import snapshot_up_to_phase
from gpudesk.operations.cooling.cooling_nodes import add_cooling_node, connect_cooling, cool_places, power_cooling, stop_cooling
from gpudesk.operations.cooling.cooling_proposal import assign_cooling_devices, hang_rear_doors, propose_cooling
from gpudesk.operations.cooling.place_cooling_units import place_cooling_units
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.device_operations import place_device, place_on_floor
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import run, undo
from gpudesk.project.compare import Sort, compare
from tests.operations.conftest import SYSTEM, Project
from tests.project.differing import differing

CRAH = "generic.crah-100kw"


def names(project: Project, kind: CoolingKind) -> list[str]:
    nodes = project.document.snapshot["cooling_node"]
    found: list[str] = nodes["name"][nodes["kind"] == kind].tolist()
    return found


def test_a_chain_from_the_chiller_to_the_rack(project: Project) -> None:
    water = project.do(add_cooling_node, CoolingKind.FACILITY_LOOP)
    chiller = project.do(add_cooling_node, CoolingKind.CHILLER, water, figures={"capacity_w": 500_000})
    air = project.do(add_cooling_node, CoolingKind.AIR, hall_id=project.hall, redundancy=Redundancy.ONE_SPARE)
    crah = project.do(add_cooling_node, CoolingKind.CRAH, air, water, type_key=CRAH)
    project.do(cool_places, air, hall_ids=[project.hall])
    loop = project.do(add_cooling_node, CoolingKind.TECHNOLOGY_LOOP)
    cdu = project.do(add_cooling_node, CoolingKind.CDU, loop, water, type_key="generic.cdu-row-300kw")
    assert project.document.snapshot["cooling_node"]["name"].tolist() == [
        "Facility water 1",
        "Chiller 1",
        "Air 1",
        "CRAH 1",
        "Loop 1",
        "CDU 1",
    ]
    for wrong in ((CoolingKind.CRAH, loop, None), (CoolingKind.CDU, loop, loop), (CoolingKind.AIR, air, None), (77, None, None)):
        with pytest.raises(Refused):
            project.do(add_cooling_node, *wrong)
    with pytest.raises(Refused, match="Only rear doors can be mounted on a rack, and each requires a rack"):
        project.do(add_cooling_node, CoolingKind.REAR_DOOR)
    with pytest.raises(Refused, match="A unit cannot be cooled by the air zone or loop that it supplies"):
        project.do(connect_cooling, [chiller], water, water)
    tower = project.do(add_cooling_node, CoolingKind.FACILITY_LOOP)
    project.do(connect_cooling, [chiller], water, tower)
    second = project.do(add_cooling_node, CoolingKind.CHILLER, tower)
    with pytest.raises(Refused, match="cool itself"):
        project.do(connect_cooling, [second], tower, water)
    with pytest.raises(Refused, match="technology loops"):
        project.do(cool_places, water, hall_ids=[project.hall])
    project.do(set_fields, "cooling_node", crah, {"capacity_w": 80_000, "supply_dc": None})
    project.do(rename, "cooling_node", crah, "CRAH north")
    source = project.do(add_power_node, 0, 10_000)
    project.do(power_cooling, [crah, cdu], source)
    project.do(delete_objects, "power_node", [source])
    assert project.row_of("cooling_node", cdu)["power_node_id"] is None
    project.do(delete_objects, "cooling_node", [water])
    assert project.row_of("cooling_node", crah)["cooled_by_id"] is None
    project.do(delete_objects, "hall", [project.hall])
    assert names(project, CoolingKind.AIR) == []
    assert project.document.snapshot["cooling_service"].rows == 0
    for _ in range(20):
        undo(project.document)
    assert project.document.snapshot["cooling_node"].rows == 0


def test_a_place_is_cooled_by_one_air_only(project: Project) -> None:
    first, second = (project.do(add_cooling_node, CoolingKind.AIR, hall_id=project.hall) for _ in range(2))
    project.do(cool_places, first, hall_ids=[project.hall], row_ids=[project.row])
    project.do(cool_places, second, row_ids=[project.row])
    project.place(SYSTEM, 0)
    network = project.document.snapshot.cached(cooling_plan).network
    nodes = project.document.snapshot["cooling_node"]
    assert nodes.ids[network.near_air].tolist() == [second, second]
    assert nodes.ids[network.room_air].tolist() == [first, first]
    project.do(stop_cooling, second, row_ids=[project.row])
    network = project.document.snapshot.cached(cooling_plan).network
    assert nodes.ids[network.near_air].tolist() == [first, first]
    assert network.room_air.tolist() == [-1, -1]
    with pytest.raises(Refused):
        project.do(stop_cooling, second, row_ids=[project.row])


@pytest.mark.parametrize("level", [Redundancy.NONE, Redundancy.ONE_SPARE, Redundancy.TWO_SPARE, Redundancy.TWO_SIDES])
def test_a_proposal_has_the_spares_that_were_asked_for(project: Project, level: Redundancy) -> None:
    for number in range(10):
        project.place(SYSTEM, 16 * (number % 5), number // 5)
    cooled = project.do(propose_cooling, [project.hall], redundancy=level, air_key=CRAH)
    assert cooled.units == {"Generic CRAH 100 kW": {0: 2, 1: 3, 2: 4, 3: 4}[int(level)]}
    plan = project.document.snapshot.cached(cooling_plan)
    air = plan.nodes.position(int(plan.nodes.where("kind", int(CoolingKind.AIR))[0]))
    # 102 kW of the systems and 5 kW of the fans of each unit.
    assert plan.flow.load_w[air] == 102_000 + 5_000 * sum(cooled.units.values())
    assert spares(plan, air).met
    assert project.do(propose_cooling, [project.hall], redundancy=level, air_key=CRAH).units == {}
    project.do(propose_cooling, [project.hall], redundancy=Redundancy.TWO_SIDES, air_key=CRAH)
    assert spares(project.document.snapshot.cached(cooling_plan), air).met


def test_air_units_take_less_where_the_air_is_thin(project: Project) -> None:
    """At 2,500 m the pressure is 73.7 % of that at sea level (ISO 2533): what bore the loss of one unit there no longer does."""
    for number in range(5):
        project.place(SYSTEM, 16 * (number // 2), rack=number % 2)
    project.do(propose_cooling, hall_ids=[project.hall], air_key="generic.in-row-30kw")
    crahs = names(project, CoolingKind.IN_ROW)
    assert [finding.rule for finding in check_all(project.document.snapshot) if finding.rule == "cooling.redundancy"] == []
    project.do(set_site_value, "altitude_m", 2_500)
    plan = project.document.snapshot.cached(cooling_plan)
    assert plan.network.capacity_w[plan.network.kind == CoolingKind.IN_ROW] == pytest.approx(30_000 * 0.7371, rel=1e-3)
    over = {finding.rule for finding in check_all(project.document.snapshot)}
    assert over & {"cooling.redundancy", "cooling.air_capacity"}
    project.do(propose_cooling, hall_ids=[project.hall], air_key="generic.in-row-30kw")
    assert len(names(project, CoolingKind.IN_ROW)) > len(crahs)
    said = project.do(add_cooling_node, CoolingKind.CRAH, figures={"capacity_w": 80_000})
    plan = project.document.snapshot.cached(cooling_plan)
    assert plan.network.capacity_w[plan.nodes.position(said)] == 80_000


def test_whole_racks_that_liquid_cools_get_cdus_and_air(project: Project) -> None:
    run(project.document, build, load_template("gb200-nvl72-superpod", {"cooling": "none"}))
    halls = project.document.snapshot["hall"].ids.tolist()
    project.do(propose_cooling, halls)
    plan = project.document.snapshot.cached(cooling_plan)
    # 8 × 135 kW, of which 87 % go to liquid and 13 % stay in the room.
    assert plan.heat.liquid_w.sum() == pytest.approx(8 * 135_000 * 0.87)
    assert plan.flow.air_share.min() == plan.flow.liquid_share.min() == 1.0
    assert {"CDU 1", "CRAH 1"} <= set(plan.nodes["name"].tolist())
    later = snapshot_up_to_phase(project.document.snapshot, 0)
    assert later["cooling_node"].rows == later["cooling_service"].rows == 0


def on_the_floor(project: Project, hall: int) -> tuple[int, int]:
    """How many things stand on others or out of their hall, and how many units of the cooling stand there."""
    snapshot = project.document.snapshot
    bodies = standing_bodies(snapshot["rack"], snapshot["device"], snapshot.types, np.array([hall]))
    row = snapshot["hall"].row(hall)
    crossing, _ = crossing_pairs(bodies.shapes, bodies.hall)
    outside = excess_mm(bodies.shapes, np.array([row["width_mm"], row["depth_mm"]], float)) > 0.5
    devices, units = snapshot["device"], snapshot["cooling_node"]["device_id"]
    halls = devices["hall_id"][devices.positions(units[units > 0])]
    return len(crossing) + int(outside.sum()), int((halls == hall).sum())


def rules_told(project: Project) -> set[str]:
    """Which rules find something; what is not known of a cooling is told only where there is one."""
    return {finding.rule for finding in check_all(project.document.snapshot)} - {"cooling.facts"}


def test_proposed_units_stand_on_the_floor_with_room_before_them(project: Project) -> None:
    run(project.document, build, load_template("dgx-h100-superpod", {"cooling": "none"}))
    hall = int(project.document.snapshot["hall"].ids[-1])
    project.do(set_fields, "hall", hall, {"width_mm": 14_000, "depth_mm": 17_000})
    before = rules_told(project)
    cooled = project.do(propose_cooling, [hall], air_key=CRAH)
    assert (cooled.units, cooled.unplaced) == ({"Generic CRAH 100 kW": 16}, 0)
    assert on_the_floor(project, hall) == (0, 16)
    # The new units have no feed yet.
    assert rules_told(project) <= before | {"absent.power"}


def test_what_has_no_place_is_planned_without_one_and_put_on_the_floor_later(project: Project) -> None:
    run(project.document, build, load_template("dgx-h100-superpod", {"cooling": "none"}))
    hall = int(project.document.snapshot["hall"].ids[-1])
    cooled = project.do(propose_cooling, [hall], air_key=CRAH)
    assert cooled.unplaced == cooled.units["Generic CRAH 100 kW"] - on_the_floor(project, hall)[1] > 0
    nodes = project.document.snapshot["cooling_node"]
    waiting = nodes.ids[(nodes["kind"] == CoolingKind.CRAH) & (nodes["device_id"] < 0)].tolist()
    assert len(waiting) == cooled.unplaced
    with pytest.raises(Refused, match="has no space for") as refused:
        project.do(place_cooling_units, waiting)
    assert refused.value.fix is not None
    assert "larger" in refused.value.fix.plain()
    project.do(set_fields, "hall", hall, {"width_mm": 16_000, "depth_mm": 17_000})
    assert len(project.do(place_cooling_units, waiting)) == len(waiting)
    assert on_the_floor(project, hall) == (0, sum(cooled.units.values()))
    with pytest.raises(Refused, match="is not pending placement on the floor"):
        project.do(place_cooling_units, waiting)


def test_units_for_a_row_stand_beside_its_racks(project: Project) -> None:
    for number in range(5):
        project.place(SYSTEM, 16 * number)
    project.do(propose_cooling, row_ids=[project.row], air_key="generic.in-row-30kw")
    snapshot = project.document.snapshot
    units = snapshot["device"].ids[snapshot["device"]["hall_id"] == project.hall]
    rack = snapshot["rack"].row(project.racks[0])
    standing = [snapshot["device"].row(int(unit)) for unit in units]
    assert {(each["y_mm"], each["angle_ddeg"]) for each in standing} == {(rack["y_mm"], rack["angle_ddeg"])}
    assert on_the_floor(project, project.hall) == (0, len(standing))


def test_rear_doors_take_what_they_can(project: Project) -> None:
    for unit in range(5):
        project.place(SYSTEM, 16 * unit)
    made = project.do(hang_rear_doors, project.racks, "generic.rdhx-passive-30kw")
    assert len(made) == 2
    with pytest.raises(Refused, match="The selected racks all have a rear door"):
        project.do(hang_rear_doors, project.racks)
    plan = project.document.snapshot.cached(cooling_plan)
    assert plan.flow.door_w.tolist() == [30_000, 0]
    assert plan.flow.air_share[0] == pytest.approx(30 / 51)
    project.do(propose_cooling, [project.hall])
    plan = project.document.snapshot.cached(cooling_plan)
    assert plan.flow.air_share.tolist() == [1, 1, 1, 1]
    air = int(np.flatnonzero(plan.network.kind == CoolingKind.AIR)[0])
    # 21 kW are left to the room, to which two units with fans of 5 kW are added.
    assert plan.flow.load_w[air] == 21_000 + 2 * 5_000


def test_units_on_the_floor_are_assigned(project: Project) -> None:
    crah = project.do(place_on_floor, CRAH, project.hall, x_mm=0, y_mm=9000)
    cdu = project.place("generic.cdu-4u-100kw", 0)
    air_cooled = project.do(place_on_floor, "vertiv.coolchip-cdu-70", project.hall, x_mm=4000, y_mm=9000)
    system = project.place(SYSTEM, 16)
    project.do(assign_cooling_devices, [crah, cdu, air_cooled])
    nodes = project.document.snapshot["cooling_node"]
    assert len(names(project, CoolingKind.FACILITY_LOOP)) == 1
    assert len(names(project, CoolingKind.TECHNOLOGY_LOOP)) == 2
    assert nodes.row(int(nodes.where("device_id", air_cooled)[0]))["cooled_by_id"] == int(nodes.where("kind", int(CoolingKind.AIR))[0])
    for wrong in (system, crah):
        with pytest.raises(Refused):
            project.do(assign_cooling_devices, [wrong])
    project.do(delete_objects, "device", [crah])
    assert crah not in project.document.snapshot["cooling_node"]["device_id"].tolist()


def test_versions_tell_what_was_cooled(project: Project) -> None:
    before = project.document.snapshot
    air = project.do(add_cooling_node, CoolingKind.AIR, hall_id=project.hall)
    project.do(cool_places, air, rack_ids=project.racks)
    middle = project.document.snapshot
    found = compare(before, middle, same_project=True)
    assert {(each.table, each.sort) for each in found} == {("cooling_node", Sort.ADDED), ("cooling_service", Sort.ADDED)}
    project.do(set_fields, "cooling_node", air, {"redundancy": 2})
    project.do(stop_cooling, air, rack_ids=project.racks[:1])
    assert sorted(differing(middle, project.document.snapshot, same_project=False)) == [
        ("cooling_node", Sort.CHANGED, "Air 1"),
        ("cooling_service", Sort.REMOVED, "Air 1"),
    ]


def test_heat_is_split_by_the_type(project: Project) -> None:
    project.place("generic.hgx-b200-liquid-4u", 0)
    project.place(SYSTEM, 16, 1)
    heat = heat_of(project.document.snapshot)
    assert heat.liquid_w.tolist() == [pytest.approx(13_000 * 0.85), 0]
    assert heat.air_w.tolist() == [pytest.approx(13_000 * 0.15), 10_200]
    assert heat.flow_l_min.tolist() == [16.6, 0]
    assert heat.open_liquid_w.tolist() == [0, 0]
    project.do(set_site_value, "power_for_limits", "average")
    assert heat_of(project.document.snapshot).missing.tolist() == [1, 1]


def test_a_breaker_that_opens_stops_the_fans_behind_it(project: Project) -> None:
    """One DGX H100 on two feeds, 10.2 kW at 0.95: 10,737 VA on three lines of 415 V are 7.5 A on each feed and 14.9 A on the one left.

    Its breaker of 12 A opens, and with it stop both air handlers on that feed. The system is off then, and makes no heat; the other one,
    fed elsewhere, is hot.
    """
    rack = project.racks[0]
    for side in (0, 1):
        project.do(place_device, "generic.pdu-0u-415v-60a", rack, 0, 1, side)
    project.place(SYSTEM, 0)
    project.do(wire_power, [rack])
    project.place(SYSTEM, 16, 1)
    project.do(propose_cooling, [project.hall], redundancy=Redundancy.ONE_SPARE, air_key=CRAH)
    rows, nodes = project.document.snapshot["power_node"], project.document.snapshot["cooling_node"]
    first, second = (int(rows.ids[rows["name"].tolist().index(name)]) for name in ("A01-A", "A01-B"))
    project.do(power_cooling, nodes.where("kind", int(CoolingKind.CRAH)).tolist(), second)

    def hot_w(feed: int) -> float | None:
        snapshot = project.document.snapshot
        found = cooling_failures(snapshot)
        outcome = found.of_power(int(snapshot["power_node"].position(feed)))
        return None if outcome is None else float(found.outcomes.hot_w[outcome])

    assert hot_w(first) is None
    assert hot_w(second) == pytest.approx(20_400)
    project.do(set_fields, "power_node", second, {"breaker_a": 15})
    assert hot_w(first) is None
    project.do(set_fields, "power_node", second, {"breaker_a": 12})
    assert [hot_w(first), hot_w(second)] == pytest.approx([10_200, 20_400])


def test_a_source_that_fails_takes_its_air_handlers_along(project: Project) -> None:
    """Two air handlers on the source, one on another: 102 kW and 15 kW of fans on 300 kW, then 107 kW on 100 kW."""
    for number in range(10):
        project.place(SYSTEM, 16 * (number % 5), number // 5)
    project.do(propose_cooling, [project.hall], redundancy=Redundancy.ONE_SPARE, air_key=CRAH)
    grid = project.do(add_power_node, 0, 10_000)
    panel = project.do(add_power_node, 4, 400, parent_id=grid)
    other = project.do(add_power_node, 0, 10_000)
    nodes = project.document.snapshot["cooling_node"]
    first, second, third = nodes.where("kind", int(CoolingKind.CRAH)).tolist()
    project.do(power_cooling, [first, second], panel)
    project.do(power_cooling, [third], panel, other)
    project.do(set_fields, "hall", project.hall, {"height_mm": 3000})
    found = cooling_failures(project.document.snapshot)
    assert [found.of_power(node) is not None for node in range(3)] == [True, True, False]
    for node in (0, 1):
        outcome = found.of_power(node)
        assert outcome is not None
        assert found.outcomes.share[outcome] == pytest.approx(100 / 107)
        assert found.outcomes.hot_w[outcome] == pytest.approx(7000)
        assert found.worst_name(outcome) == "Air Hall 1"
        # 20 × 12 × 3 m of air against 7 kW: DGX H100 bears 30 °C, the air comes with 22 °C.
        assert found.outcomes.time_s[outcome] == pytest.approx(720 * 1206 * 8 / 7000, rel=0.02)
    assert found.outcomes.hot_w[: found.nodes].tolist() == pytest.approx([117_000, 117_000, 0, 0, 0])
    project.do(set_fields, "hall", project.hall, {"height_mm": None})
    found = cooling_failures(project.document.snapshot)
    assert np.isnan(found.outcomes.time_s[found.of_power(0) or 0])
