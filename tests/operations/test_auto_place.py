"""Auto-place as one step: published racks, reasons, devices of the project, and no new errors on a clean project."""

from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.checks.findings.finding import Severity
from gpudesk.core.hardware.hardware import Face
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanReservation, PlanRow
from gpudesk.core.racks.rack_packing_input import Fill, Serving
from gpudesk.core.racks.rack_packing_terms import Limit
from gpudesk.derived.auto_place.auto_place_plan import PLUGS_BEHIND
from gpudesk.derived.auto_place.auto_place_request import Choices, ToPlace, default_band, unplaced_devices
from gpudesk.derived.totals.totals import project_totals, rack_totals
from gpudesk.operations.copies.bay_devices import place_in_bay
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.auto_place_devices import AutoPlaced, auto_place
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run, undo
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.document import Document
from tests.examples import examples
from tests.left_out import ALL_LEFT_OUT
from tests.operations.conftest import HALF, PDU, SERVER, SYSTEM, Project
from tests.project.sample import Clock

RACK = "generic.rack-48u-600x1200"
LEAF, ETHERNET, OOB = "nvidia.qm9700", "nvidia.sn4600c", "nvidia.sn2201"
PANEL = "generic.panel-1u-72-mpo"


def hall(racks: int, **site: object) -> Document:
    """Equal racks in rows of twelve."""
    document = Document.scratch(Clock())
    rows = -(-racks // 12)
    plan = Plan(
        "Hall",
        halls=(PlanHall("Hall 1", 20_000, 30_000),),
        rows=tuple(PlanRow(0, "ABCDEFG"[row], y_mm=3_600 * row) for row in range(rows)),
        racks=tuple(
            PlanRack(RACK, 0, f"{'ABCDEFG'[place // 12]}{place % 12 + 1:02}", place // 12, 600 * (place % 12), 3_600 * (place // 12))
            for place in range(racks)
        ),
        site=site,
        outside=ALL_LEFT_OUT,
    )
    run(document, build, plan)
    return document


def auto(document: Document, lines: Sequence[ToPlace], choices: Choices | None = None) -> AutoPlaced:
    return run(document, auto_place, lines, document.snapshot["rack"].ids.tolist(), choices).result


def racks_of(document: Document, role: str) -> dict[str, int]:
    """How many devices of a role stand in each rack."""
    snapshot = document.snapshot
    devices, found = snapshot["device"], dict[str, int]()
    for device in devices.where("role", role).tolist():
        rack = str(snapshot["rack"].row(devices.row(device)["rack_id"])["name"])
        found[rack] = found.get(rack, 0) + 1
    return found


def errors(document: Document) -> list[str]:
    return [finding.key for finding in findings_of(document.snapshot) if finding.severity is Severity.ERROR]


def test_a_scalable_unit_of_dgx_h100() -> None:
    # NVIDIA DGX SuperPOD reference architecture (DGX H100): 32 systems in eight racks of four, three PDUs a rack, and the network's rack.
    document = hall(12, rack_power_limit_w=44_000)
    placed = auto(
        document,
        [
            ToPlace(SYSTEM, 32, role="compute"),
            ToPlace(PDU, 3, each_rack=True),
            ToPlace(LEAF, 8, role="leaf"),
            ToPlace(LEAF, 4, role="spine"),
            ToPlace(ETHERNET, 2, role="in-band"),
            ToPlace(OOB, 2, role="management"),
            ToPlace(PANEL, 2),
        ],
        Choices(network_racks=True),
    )
    assert not placed.left_out
    assert racks_of(document, "compute") == {f"A{rack:02}": 4 for rack in (1, 2, 3, 4, 6, 7, 8, 9)}
    for role in ("leaf", "spine", "in-band", "management", "panel"):
        assert set(racks_of(document, role)) == {"A05"}
    assert set(racks_of(document, "pdu").values()) == {3}
    assert project_totals(document.snapshot).gpus == 256
    powers = rack_totals(document.snapshot).power_w["max"]
    assert powers.max() == 40_800
    assert errors(document) == []
    assert {finding.rule for finding in findings_of(document.snapshot) if finding.severity is Severity.WARNING} == set()


def test_what_does_not_fit_is_told_and_the_rest_stands() -> None:
    document = hall(2, rack_power_limit_w=30_000)
    placed = auto(document, [ToPlace(SYSTEM, 5, role="compute"), ToPlace("nvidia.dgx-station-a100", 1)])
    assert len(placed.device_ids) == 4
    told = [(left.line, left.count, left.limit, left.reason.plain()) for left in placed.left_out]
    assert told[0] == (0, 1, Limit.POWER, "A01 would draw 30.6 kW; its limit is 30 kW.")
    assert told[1][:3] == (1, 1, Limit.MOUNT)
    assert document.steps[-1].message.plain() == "Auto-place 4 devices in 2 racks"
    undo(document)
    assert document.snapshot["device"].rows == 0
    assert not len(document.snapshot["catalog_item"].where("key", SYSTEM))
    steps = len(document.steps)
    with pytest.raises(Refused, match=r"1 × .* cannot be placed") as refusal:
        auto(document, [ToPlace(SYSTEM, 5)], Choices(all_or_nothing=True))
    assert refusal.value.fix is not None
    with pytest.raises(Refused, match=r"1 × .* cannot be placed"):
        auto(document, [ToPlace("ocp.open-rack-v3", 1)])
    assert len(document.steps) == steps
    document.close()


def test_what_every_rack_shall_hold_says_why_it_finds_no_place(project: Project) -> None:
    for side in (0, 0, 1, 1):
        project.place(PDU, 0, face=Face.REAR, side=side)
    lines = [ToPlace(SERVER, 2, most_in_rack=1), ToPlace("generic.pdu-0u-400v-32a", 1, each_rack=True)]
    placed = project.do(auto_place, lines, project.racks)
    assert [project.row_of("device", int(each))["rack_id"] for each in placed.device_ids] == [project.racks[1]] * 2
    left = placed.left_out[0]
    assert (left.count, left.limit) == (1, Limit.COMPANION)
    assert left.reason.plain().endswith("which every rack must contain.")
    assert left.cause is not None
    assert left.cause.plain() == "A01 has 4 vertical positions, and all are in use."


def test_devices_of_the_project_that_stand_nowhere_are_placed(project: Project) -> None:
    devices = tuple(PlanDevice(SERVER, f"spare-{number}", role="login", phase=2) for number in (1, 2))
    project.do(build, Plan("more", devices=devices))
    lines = unplaced_devices(project.document.snapshot)
    assert [(line.type_key, line.count, line.role, line.phase) for line in lines] == [(SERVER, 2, "login", 2)]
    placed = project.do(auto_place, lines, project.racks)
    assert placed.device_ids.tolist() == list(lines[0].device_ids)
    assert [project.row_of("device", each)["position"] for each in lines[0].device_ids] == [0, 2]
    assert unplaced_devices(project.document.snapshot) == ()
    with pytest.raises(Refused, match="spare-1 already has a position"):
        project.do(auto_place, lines, project.racks)


def test_what_every_rack_holds_already_is_not_placed_again(project: Project) -> None:
    lines = [ToPlace(PDU, 2, each_rack=True)]
    assert len(project.do(auto_place, lines, project.racks).device_ids) == 4
    with pytest.raises(Refused, match="These racks already contain everything in the list"):
        project.do(auto_place, lines, project.racks)
    assert len(project.do(auto_place, [ToPlace(PDU, 3, each_rack=True)], project.racks).device_ids) == 2


def test_lists_without_meaning_are_refused(project: Project) -> None:
    project.do(build, Plan("more", devices=(PlanDevice(SERVER, "spare-1"),)))
    spare = int(project.document.snapshot["device"].ids[0])
    cases: tuple[tuple[list[ToPlace], list[int], str], ...] = (
        ([], project.racks, "Nothing is selected"),
        ([ToPlace(SYSTEM, 1)], [], "Select racks to fill."),
        ([ToPlace(SYSTEM, 1)], [999], "There is no rack"),
        ([ToPlace("nobody.knows", 1)], project.racks, "nobody.knows"),
        ([ToPlace(SYSTEM, 0)], project.racks, "You can place 1 to"),
        ([ToPlace(SYSTEM, 1, face=2)], project.racks, "A line of the list contains an invalid value"),
        ([ToPlace(SYSTEM, 1, most_in_rack=0)], project.racks, "A line of the list contains an invalid value"),
        ([ToPlace(SYSTEM, 1, phase=-1)], project.racks, "Phases"),
        ([ToPlace(SYSTEM, 1, device_ids=(spare,))], project.racks, "The type of spare-1 differs from that of its line"),
        ([ToPlace(SERVER, 1, device_ids=(spare, spare))], project.racks, "already has a position."),
        ([ToPlace(SYSTEM, 100_000)] * 5, project.racks, "Up to 400000 devices can be placed at once"),
    )
    for lines, racks, words in cases:
        with pytest.raises(Refused, match=words):
            project.do(auto_place, lines, racks)


def test_new_devices_are_named_on_and_take_the_phase_of_their_rack(project: Project) -> None:
    project.place(SERVER, 0)
    project.do(set_fields, "rack", [project.racks[1]], {"phase": 3})
    placed = project.do(auto_place, [ToPlace(SERVER, 2, most_in_rack=1)], project.racks)
    rows = [project.row_of("device", int(each)) for each in placed.device_ids]
    assert [(row["name"], row["phase"], row["position"]) for row in rows] == [("server-1u-002", 1, 2), ("server-1u-003", 3, 0)]
    early = project.do(auto_place, [ToPlace(SERVER, 1, phase=1)], [project.racks[1], project.racks[0]])
    assert project.row_of("device", int(early.device_ids[0]))["rack_id"] == project.racks[0]


def test_what_stands_and_is_reserved_stays_in_peace(project: Project) -> None:
    first = project.place(SYSTEM, 4)
    project.do(reserve_units, project.racks[0], 20, 40, Face.BOTH, "storage")
    placed = project.do(auto_place, [ToPlace(SYSTEM, 2), ToPlace(LEAF, 1)], project.racks[:1])
    assert [project.row_of("device", int(each))["position"] for each in placed.device_ids] == [60, 94]
    # The second one would start above the unit that a lift reaches.
    assert [left.limit for left in placed.left_out] == [Limit.LIFT]
    assert project.row_of("device", first)["position"] == 4


def test_the_families_with_plugs_are_those_of_the_check() -> None:
    from gpudesk.checks.rules.space.space_fit import WITH_REAR_CONNECTORS

    assert set(PLUGS_BEHIND) == set(WITH_REAR_CONNECTORS)


def test_bands_suit_type_and_role(project: Project) -> None:
    types = project.document.snapshot.types
    for key, role, band in ((SYSTEM, "", "LOW"), (LEAF, "leaf", "NETWORK"), (OOB, "management", "HIGH"), (PANEL, "", "HIGH")):
        project.do(use_type, key)
        types = project.document.snapshot.types
        assert default_band(types[types.id_of(key) or 0], role).name == band


KEYS = (SYSTEM, SERVER, LEAF, OOB, ETHERNET, PANEL, PDU, "generic.server-1u-half", "generic.blank-2u")
ASKED = st.lists(
    st.builds(
        ToPlace,
        st.sampled_from(KEYS),
        st.integers(1, 12),
        role=st.sampled_from(["", "compute", "management"]),
        each_rack=st.sampled_from([False, False, True]),
        pairs=st.booleans(),
        most_in_rack=st.sampled_from([None, 2, 4]),
    ),
    min_size=1,
    max_size=4,
)
CHOICES = st.builds(
    Choices,
    fill=st.sampled_from(Fill),
    serving=st.sampled_from(Serving),
    heavy_low=st.booleans(),
    group_roles=st.booleans(),
    network_height=st.sampled_from([None, 0.0, 0.5, 1.0]),
    network_racks=st.booleans(),
    lift=st.booleans(),
    clearance=st.booleans(),
    mix_air=st.booleans(),
    feeds_lost=st.integers(0, 1),
    free_u=st.integers(0, 6),
    spare_racks=st.integers(0, 1),
    roles_apart=st.booleans(),
)


@given(asked=ASKED, choices=CHOICES, limit=st.sampled_from([None, 15_000, 45_000]), floor=st.sampled_from([None, 400]))
@examples(25, suppress_health_check=[HealthCheck.too_slow])
def test_a_clean_project_has_no_errors_afterwards(asked: list[ToPlace], choices: Choices, limit: int | None, floor: int | None) -> None:
    site = {"rack_power_limit_w": limit, "floor_uniform_limit_kg_per_m2": floor}
    document = hall(4, **{key: value for key, value in site.items() if value is not None})
    rack = document.snapshot["rack"].ids[0]
    run(document, reserve_units, int(rack), 10, 8, Face.BOTH, "later")
    assert errors(document) == []
    before = document.snapshot
    with suppress(Refused):
        placed = auto(document, asked, choices)
        told = sum(left.count for left in placed.left_out)
        if not any(line.each_rack for line in asked):
            assert len(placed.device_ids) + told == sum(line.count for line in asked)
        assert errors(document) == []
        undo(document)
    assert all(document.snapshot[table].equals(before[table]) for table in ("device", "rack", "catalog_item"))
    document.close()


def test_a_reservation_of_the_plan_is_kept() -> None:
    document = Document.scratch(Clock())
    plan = Plan("One", halls=(PlanHall("H"),), racks=(PlanRack(RACK, 0, "R1"),), reservations=(PlanReservation(0, 0, 16),))
    run(document, build, plan)
    placed = auto(document, [ToPlace(SYSTEM, 1)])
    assert document.snapshot["device"].row(int(placed.device_ids[0]))["position"] == 16
    document.close()


CHASSIS, NODE = "generic.chassis-2u-4-node", "generic.node-2u4n"


def in_bays(project: Project) -> list[tuple[str, str]]:
    """The chassis and bay of every node, in the order of their ids."""
    devices = project.document.snapshot["device"]
    rows = [devices.row(each) for each in devices.ids.tolist() if devices.row(each)["parent_id"] is not None]
    return [(str(devices.row(int(row["parent_id"]))["name"]), str(row["slot"])) for row in rows]


def test_nodes_go_into_bays_of_chassis_that_stand_and_of_those_placed_with_them(project: Project) -> None:
    standing = project.place(CHASSIS, 0)
    project.do(place_in_bay, NODE, standing)
    placed = project.do(auto_place, [ToPlace(NODE, 6), ToPlace(CHASSIS, 1)], project.racks)
    assert len(placed.device_ids) == 7
    assert placed.left_out == ()
    first, second = (str(project.row_of("device", each)["name"]) for each in (standing, int(placed.device_ids[-1])))
    bays = ("Node A", "Node B", "Node C", "Node D")
    assert sorted(in_bays(project)) == sorted([*((first, bay) for bay in bays), *((second, bay) for bay in bays[:3])])
    assert project.title == "Auto-place 7 devices in 1 rack"
    assert not [found for found in findings_of(project.document.snapshot) if found.rule.startswith("space.bay")]


def test_nodes_without_a_bay_are_told(project: Project) -> None:
    placed = project.do(auto_place, [ToPlace(CHASSIS, 1), ToPlace(NODE, 5)], project.racks)
    assert [(left.count, left.limit) for left in placed.left_out] == [(1, Limit.BAY)]
    assert placed.left_out[0].reason.plain() == "These racks have no free bay for it."


def test_the_power_of_a_rack_counts_for_nodes_too(project: Project) -> None:
    project.do(set_site_value, "rack_power_limit_w", 2000)
    placed = project.do(auto_place, [ToPlace(CHASSIS, 1), ToPlace(NODE, 4)], project.racks[:1])
    assert [(left.count, left.limit) for left in placed.left_out] == [(1, Limit.POWER)]
    assert len(in_bays(project)) == 3


def test_nodes_of_the_project_that_are_nowhere_come_into_bays(project: Project) -> None:
    project.do(build, Plan("more", devices=tuple(PlanDevice(NODE, f"node-{number}") for number in (1, 2))))
    project.place(CHASSIS, 0, rack=1)
    lines = unplaced_devices(project.document.snapshot)
    placed = project.do(auto_place, lines, project.racks)
    assert placed.device_ids.tolist() == list(lines[0].device_ids)
    assert [bay for _, bay in in_bays(project)] == ["Node A", "Node B"]


def test_half_wide_devices_stand_side_by_side(project: Project) -> None:
    placed = project.do(auto_place, [ToPlace(HALF, 3)], project.racks[:1])
    rows = [project.row_of("device", each) for each in placed.device_ids.tolist()]
    assert [(row["position"], row["side"]) for row in rows] == [(0, 0), (0, 1), (2, 0)]
