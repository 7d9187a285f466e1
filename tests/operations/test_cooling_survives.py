"""On every template with cooling no single failure that stops some equipment only takes cooling below the heat of what runs on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.templates import load_template
from gpudesk.core.cooling.cooling_kinds import CARRIERS, CoolingKind, Redundancy
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cost.bom import bom
from gpudesk.derived.failures.cooling_failures import cooling_failures
from gpudesk.derived.failures.cooling_power_loss import cooling_power_losses
from gpudesk.operations.cooling.cooling_proposal import hang_rear_doors, propose_cooling
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.operations.conftest import RACK, SYSTEM, Project
from tests.project.sample import Clock

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("dgx-h100-superpod", {"su": 1}),
    ("dgx-b200-superpod", {"su": 1}),
    ("dgx-b300-spectrum-superpod", {"su": 1}),
    ("dgx-b300-xdr-superpod", {"su": 1}),
    ("dgx-basepod", {"nodes": 4}),
    ("hgx-pod", {"nodes": 1}),
    ("site-100k", {"systems": 512, "halls": 2}),
]
LARGE: list[tuple[str, dict[str, Any]]] = [
    ("dgx-h100-superpod", {"su": 4, "cooling": "room"}),
    ("dgx-b200-superpod", {"su": 4, "cooling": "room"}),
    ("dgx-b300-spectrum-superpod", {"su": 16, "cooling": "room"}),
    ("dgx-b300-xdr-superpod", {"su": 8, "cooling": "door"}),
    ("dgx-basepod", {"nodes": 8, "system": "B200", "cooling": "row"}),
    ("hgx-pod", {"nodes": 256, "cooling": "row"}),
    ("gb200-nvl72-superpod", {"su": 16, "cooling": "room"}),
]
WAYS = ("room", "row", "door")


@contextmanager
def built(name: str, chosen: dict[str, Any]) -> Iterator[Snapshot]:
    """The project of a template."""
    document = Document.scratch(Clock())
    run(document, build, load_template(name, chosen))
    yield document.snapshot
    document.close()


def hot(snapshot: Snapshot) -> list[str]:
    """What takes cooling below the heat when it fails by itself; air and loops as a whole are no parts that fail."""
    found = cooling_failures(snapshot)
    kinds = snapshot["cooling_node"]["kind"]
    units = [found.names[node] for node in range(found.nodes) if kinds[node] not in CARRIERS and found.outcomes.hot_w[node] > 0]
    power = snapshot["power_node"]["name"]
    return units + [str(power[node]) for place, node in enumerate(found.power_node) if found.outcomes.hot_w[found.nodes + place] > 0]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "chosen"), SMALL, ids=[name for name, _ in SMALL])
def test_a_template_keeps_cool_with_any_part_lost(name: str, chosen: dict[str, Any], way: str) -> None:
    with built(name, {**chosen, "cooling": way}) as snapshot:
        assert snapshot["cooling_node"].rows > 2
        assert hot(snapshot) == []
        assert cooling_power_losses(snapshot) == []


@pytest.mark.parametrize(("name", "chosen"), LARGE, ids=[name for name, _ in LARGE])
def test_the_largest_keep_cool_as_well(name: str, chosen: dict[str, Any]) -> None:
    with built(name, chosen) as snapshot:
        assert hot(snapshot) == []
        assert cooling_power_losses(snapshot) == []


def test_cdus_hang_on_two_sides_and_air_handlers_change_over() -> None:
    """A CDU has two inlets, an air handler one: no circuit is connected to nothing, and what has one circuit has a second source."""
    with built("gb200-nvl72-superpod", {"su": 1}) as snapshot:
        assert hot(snapshot) == []
        nodes, cords, power = snapshot["cooling_node"], snapshot["power_cord"], snapshot["power_node"]
        for kind, feeds in ((CoolingKind.CDU, 2), (CoolingKind.CRAH, 1)):
            for device in nodes["device_id"][nodes["kind"] == kind].tolist():
                circuits = power.positions(cords["from_node_id"][cords["device_id"] == device])
                assert len(circuits) == feeds
                sides = power.positions(power["fed_by_id"][circuits])
                assert (power["kind"][sides] == PowerNodeKind.PANEL).all()
                assert len(set(sides.tolist())) == feeds
                assert ((power["alternate_id"][circuits] != ABSENT) == (feeds == 1)).all()
                assert power["feed_side"][circuits].tolist() == power["feed_side"][sides].tolist()


def test_the_room_takes_the_heat_of_a_door_that_fails(project: Project) -> None:
    """Two racks of 10.2 and 20.4 kW with doors that take all of it: N asks for no room air.

    N+1 asks for 20.4 kW, which is one handler, and for another one, as the fans of the first warm the room.
    """
    for place, rack in ((0, 0), (0, 1), (16, 1)):
        project.place(SYSTEM, place, rack)
    project.do(hang_rear_doors, project.racks)

    def handlers() -> int:
        nodes = project.document.snapshot["cooling_node"]
        return int(np.isin(nodes["kind"], [int(CoolingKind.CRAH)]).sum())

    project.do(propose_cooling, [project.hall], redundancy=Redundancy.NONE, air_key="generic.crah-100kw")
    assert handlers() == 0
    assert len(hot(project.document.snapshot)) == 2
    project.do(propose_cooling, [project.hall], redundancy=Redundancy.ONE_SPARE, air_key="generic.crah-100kw")
    assert handlers() == 2
    assert hot(project.document.snapshot) == []
    project.do(propose_cooling, [project.hall], redundancy=Redundancy.ONE_SPARE, air_key="generic.crah-100kw")
    assert handlers() == 2


def sides(project: Project) -> list[int]:
    """Two UPS behind one source, a side each."""
    source = project.do(add_power_node, PowerNodeKind.SOURCE, 415, hall_id=project.hall)
    return [project.do(add_power_node, PowerNodeKind.UPS, 415, hall_id=project.hall, parent_id=source, feed_side=side) for side in "AB"]


def test_added_units_are_fed_as_those_of_templates(project: Project) -> None:
    """40.8 kW on two handlers, one of them spare: each is connected to another side, and neither loss takes the cooling below the heat."""
    ups = sides(project)
    for place, rack in ((0, 0), (16, 0), (0, 1), (16, 1)):
        project.place(SYSTEM, place, rack)
    project.do(propose_cooling, [project.hall], air_key="generic.crah-100kw")
    nodes, power, cords = (project.document.snapshot[table] for table in ("cooling_node", "power_node", "power_cord"))
    handlers = nodes["device_id"][nodes["kind"] == CoolingKind.CRAH]
    assert len(handlers) == 2
    circuits = [int(power.positions(cords["from_node_id"][cords["device_id"] == device])[0]) for device in handlers.tolist()]
    assert [power["fed_by_id"][circuit] for circuit in circuits] == ups
    assert [power["feed_side"][circuit] for circuit in circuits] == ["A", "B"]
    # The one source of both UPS is left: no spare unit replaces it.
    assert [power["kind"][loss.node] for loss in cooling_power_losses(project.document.snapshot)] == [PowerNodeKind.SOURCE]
    undo(project.document)
    assert project.document.snapshot["power_node"].rows == 3
    assert project.document.snapshot["cooling_node"].rows == 0


def with_panels(project: Project, *ratings: int | None) -> list[list[int]]:
    """Two UPS, each with a panel of its side for each rating of a breaker in A."""
    return [
        [
            project.do(add_power_node, PowerNodeKind.PANEL, 415, hall_id=project.hall, parent_id=parent, feed_side=side, breaker_a=rating)
            for rating in ratings
        ]
        for parent, side in zip(sides(project), "AB", strict=True)
    ]


def fed_by(project: Project, kind: CoolingKind) -> list[int]:
    """The node that feeds the circuit of each unit of a kind, in the order of the units."""
    nodes, power, cords = (project.document.snapshot[table] for table in ("cooling_node", "power_node", "power_cord"))
    units = np.flatnonzero(nodes["kind"] == kind)
    circuits = nodes["power_node_id"][units]
    if kind != CoolingKind.REAR_DOOR:
        circuits = np.array([cords["from_node_id"][cords["device_id"] == device][0] for device in nodes["device_id"][units].tolist()])
    found: list[int] = power["fed_by_id"][power.positions(circuits)].tolist()
    return found


def test_circuits_leave_panels_and_are_spread_over_those_of_a_side(project: Project) -> None:
    (first_a, second_a), (first_b, second_b) = with_panels(project, None, None)
    project.racks += project.do(add_racks, RACK, 2, project.row)
    for rack in (0, 1, 2, 3):
        project.place(SYSTEM, 0, rack)
    project.do(hang_rear_doors, project.racks, "generic.rdhx-active-60kw")
    assert fed_by(project, CoolingKind.REAR_DOOR) == [first_a, first_b, second_a, second_b]


def test_a_panel_without_room_is_passed_over_and_the_fullest_hall_still_gets_a_circuit(project: Project) -> None:
    """A handler of generic.crah-100kw draws 5 to 8 kW: a panel of 1 A has no room for one, one of 100 A has for some."""
    (small_a, large_a), (small_b, large_b) = with_panels(project, 1, 100)
    for place, rack in ((0, 0), (16, 0), (0, 1), (16, 1)):
        project.place(SYSTEM, place, rack)
    project.do(propose_cooling, [project.hall], air_key="generic.crah-100kw")
    assert fed_by(project, CoolingKind.CRAH) == [large_a, large_b]
    assert {small_a, small_b}.isdisjoint(fed_by(project, CoolingKind.CRAH))


def test_where_no_panel_has_room_the_one_with_the_most_is_taken(project: Project) -> None:
    (_, second_a), (_, second_b) = with_panels(project, 1, 2)
    for place, rack in ((0, 0), (16, 0), (0, 1), (16, 1)):
        project.place(SYSTEM, place, rack)
    project.do(propose_cooling, [project.hall], air_key="generic.crah-100kw")
    assert fed_by(project, CoolingKind.CRAH) == [second_a, second_b]


def test_without_sides_nothing_is_fed(project: Project) -> None:
    project.place(SYSTEM, 0)
    project.do(propose_cooling, [project.hall], air_key="generic.crah-100kw")
    assert project.document.snapshot["power_node"].rows == 0


@pytest.mark.parametrize(("door", "fed"), [("generic.rdhx-active-60kw", True), ("generic.rdhx-passive-30kw", False)])
def test_a_door_with_fans_has_a_circuit(project: Project, door: str, fed: bool) -> None:
    """By the inlet that its type has; a passive one has none."""
    ups = sides(project)
    for rack in (0, 1):
        project.place(SYSTEM, 0, rack)
    project.do(hang_rear_doors, project.racks[:2], door)
    nodes, power = project.document.snapshot["cooling_node"], project.document.snapshot["power_node"]
    doors = np.flatnonzero(nodes["kind"] == CoolingKind.REAR_DOOR)
    circuits = power.positions(nodes["power_node_id"][doors])
    assert len(doors) == 2
    assert [power["fed_by_id"][circuit] if circuit != ABSENT else None for circuit in circuits.tolist()] == (ups if fed else [None, None])


def test_the_bill_has_a_transfer_switch_for_each_unit_with_a_second_source() -> None:
    """Circuits of air handlers with an alternate: each asks for a switch between the two."""
    with built("gb200-nvl72-superpod", {"su": 1}) as snapshot:
        power = snapshot["power_node"]
        wanted = int(((power["alternate_id"] != ABSENT) & (power["kind"] == PowerNodeKind.FEED)).sum())
        lines = bom(snapshot, bom_rules(), lambda key: None).section("circuit")
        found = [line.count for line in lines if line.circuit and line.circuit.kind == PowerNodeKind.TRANSFER_SWITCH]
        # Four CRAH: the units along the walls for the heat that liquid does not take.
        assert (wanted, found) == (4, [4])
