"""The panels that feed new cooling units: by what the checks let them carry, with their second sources, phases and what is there."""

from typing import Any

import numpy as np

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.operations.cooling.cooling_proposal import hang_rear_doors, propose_cooling
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.project.site_sheet_operations import set_site_value
from tests.operations.conftest import RACK, SYSTEM, Project
from tests.operations.test_cooling_survives import fed_by, sides, with_panels

DOOR = "generic.rdhx-active-60kw"


def two_handlers(project: Project) -> None:
    """40.8 kW, which one handler takes, and a spare one."""
    for place, rack in ((0, 0), (16, 0), (0, 1), (16, 1)):
        project.place(SYSTEM, place, rack)
    project.do(propose_cooling, [project.hall], air_key="generic.crah-100kw")


def said(project: Project, *rules: str) -> list[str]:
    """The findings of some rules, as rule and name of the node."""
    power = project.document.snapshot["power_node"]
    return [
        f"{finding.rule} {power.row(finding.objects[0][1])['name']}"
        for finding in check_all(project.document.snapshot)
        if finding.rule in rules
    ]


def alternates(project: Project, kind: CoolingKind = CoolingKind.CRAH) -> list[int]:
    """The second source of the circuit of each unit of a kind, in the order of the units."""
    nodes, power, cords = (project.document.snapshot[table] for table in ("cooling_node", "power_node", "power_cord"))
    devices = nodes["device_id"][nodes["kind"] == kind].tolist()
    circuits = [int(power.position(int(cords["from_node_id"][cords["device_id"] == device][0]))) for device in devices]
    return [int(power["alternate_id"][circuit]) for circuit in circuits]


def panel(project: Project, parent: int, side: str, **values: Any) -> int:
    """A panel, or what `kind` names, below a node."""
    given = {"kind": PowerNodeKind.PANEL, "hall_id": project.hall, "parent_id": parent, "feed_side": side, **values}
    made: int = project.do(add_power_node, given.pop("kind"), 415, **given)
    return made


def doors_one_by_one(project: Project, count: int) -> list[int]:
    """Racks with a system and a door each, every door a step of its own; returns what feeds them."""
    project.racks += project.do(add_racks, RACK, count - 2, project.row)
    for rack in range(count):
        project.place(SYSTEM, 0, rack)
    for rack in project.racks:
        project.do(hang_rear_doors, [rack], DOOR)
    return fed_by(project, CoolingKind.REAR_DOOR)


def test_a_breaker_counts_by_the_factor_of_the_site(project: Project) -> None:
    """8 A at 415 V are 5.75 kVA, of which 0.8 count for long: 4.6 kVA. A handler takes 5 kW."""
    (_, large_a), (_, large_b) = with_panels(project, 8, 100)
    project.do(set_site_value, "continuous_factor", 0.8)
    two_handlers(project)
    assert fed_by(project, CoolingKind.CRAH) == [large_a, large_b]
    assert said(project, "power.upstream") == []


def test_a_breaker_is_compared_with_what_is_drawn_in_va(project: Project) -> None:
    """7 A at 415 V are 5.03 kVA. A handler takes 5 kW, which are 5.26 kVA at a power factor of 0.95."""
    (_, large_a), (_, large_b) = with_panels(project, 7, 100)
    project.do(set_site_value, "continuous_factor", 1.0)
    two_handlers(project)
    assert fed_by(project, CoolingKind.CRAH) == [large_a, large_b]
    assert said(project, "power.upstream") == []


def test_a_second_source_has_room_for_what_it_takes_over(project: Project) -> None:
    """13 A carry one handler, not two: each is fed from the small panel of a side and changes over to the large one of the other."""
    (small_a, large_a), (small_b, large_b) = with_panels(project, 13, 100)
    two_handlers(project)
    assert fed_by(project, CoolingKind.CRAH) == [small_a, small_b]
    assert said(project, "power.takeover", "power.upstream") == []
    assert alternates(project) == [large_b, large_a]


def test_a_unit_is_fed_from_panels_that_are_there_in_its_phase(project: Project) -> None:
    ups = sides(project)
    for parent, side in zip(ups, "AB", strict=True):
        panel(project, parent, side, phase=3)
    early = [panel(project, parent, side, phase=1) for parent, side in zip(ups, "AB", strict=True)]
    two_handlers(project)
    assert fed_by(project, CoolingKind.CRAH) == early
    assert alternates(project) == early[::-1]


def test_without_a_panel_in_its_phase_a_unit_is_fed_from_the_ups_of_the_side(project: Project) -> None:
    ups = sides(project)
    for parent, side in zip(ups, "AB", strict=True):
        panel(project, parent, side, phase=3)
    two_handlers(project)
    assert fed_by(project, CoolingKind.CRAH) == ups


def test_where_a_side_comes_later_as_a_whole_its_first_node_feeds(project: Project) -> None:
    late = project.do(add_power_node, PowerNodeKind.UPS, 415, hall_id=project.hall, feed_side="A", phase=2)
    panel(project, late, "A", phase=2)
    two_handlers(project)
    assert fed_by(project, CoolingKind.CRAH) == [late, late]


def test_doors_added_one_by_one_are_spread_as_doors_added_at_once(project: Project) -> None:
    (first_a, second_a), (first_b, second_b) = with_panels(project, None, None)
    assert doors_one_by_one(project, 4) == [first_a, first_b, second_a, second_b]


def test_doors_that_are_there_take_from_the_room(project: Project) -> None:
    """2 A at 415 V carry 1.37 kW: one door of 900 W, not two."""
    (small_a, large_a), (small_b, large_b) = with_panels(project, 2, 100)
    # When the third door of a side comes, both panels feed one door, and the small one has no room for another.
    assert doors_one_by_one(project, 6) == [small_a, small_b, large_a, large_b, large_a, large_b]


def test_what_a_busway_carries_is_taken_from_the_panel_above(project: Project) -> None:
    """A panel of 10 A feeds a busway without a rating: together they carry one handler of 5 kW, so another panel feeds the second."""
    source = project.do(add_power_node, PowerNodeKind.UPS, 415, hall_id=project.hall, feed_side="A")
    above = panel(project, source, "A", breaker_a=10)
    busway = panel(project, above, "A", kind=PowerNodeKind.BUSWAY)
    other = panel(project, source, "A", breaker_a=100)
    two_handlers(project)
    assert fed_by(project, CoolingKind.CRAH) == [above, other]
    assert busway not in fed_by(project, CoolingKind.CRAH)
    assert said(project, "power.upstream") == []


def test_the_room_of_a_busway_ends_with_that_of_its_panel(project: Project) -> None:
    """The busway is first in the list: its panel of 5 A has no room for a handler."""
    source = project.do(add_power_node, PowerNodeKind.UPS, 415, hall_id=project.hall, feed_side="A")
    small = project.do(add_power_node, PowerNodeKind.PANEL, 415, parent_id=source, breaker_a=5)
    panel(project, small, "A", kind=PowerNodeKind.BUSWAY, breaker_a=100)
    other = panel(project, source, "A", breaker_a=100)
    two_handlers(project)
    assert np.unique(fed_by(project, CoolingKind.CRAH)).tolist() == [other]


def test_the_room_of_a_panel_ends_with_that_of_its_ups(project: Project) -> None:
    """A UPS of 6 kVA carries one handler of 5 kW (5.26 kVA); its second panel has room, but not behind this UPS."""
    small = project.do(add_power_node, PowerNodeKind.UPS, 415, hall_id=project.hall, capacity_va=6_000)
    large = project.do(add_power_node, PowerNodeKind.UPS, 415, hall_id=project.hall, capacity_va=100_000)
    first = panel(project, small, "A", breaker_a=100)
    panel(project, small, "A", breaker_a=100)
    other = panel(project, large, "A", breaker_a=100)
    two_handlers(project)
    assert fed_by(project, CoolingKind.CRAH) == [first, other]
    assert said(project, "power.upstream") == []


def test_what_a_second_source_takes_over_counts_once_at_a_source_of_both(project: Project) -> None:
    """A source of 12 kVA carries two handlers (10.5 kVA) whichever side feeds them; counted twice it would not."""
    source = project.do(add_power_node, PowerNodeKind.SOURCE, 415, hall_id=project.hall, capacity_va=12_000)
    ups = [project.do(add_power_node, PowerNodeKind.UPS, 415, hall_id=project.hall, parent_id=source) for _ in "AB"]
    (small_a, large_a), (small_b, large_b) = [
        [panel(project, node, side, breaker_a=amps) for amps in (13, 100)] for node, side in zip(ups, "AB", strict=True)
    ]
    two_handlers(project)
    assert fed_by(project, CoolingKind.CRAH) == [small_a, small_b]
    # With the source full on paper, the panel with most room would have been taken, and both would have been the same.
    assert alternates(project) == [large_b, large_a]
    assert said(project, "power.upstream", "power.takeover") == []


def test_below_a_full_source_a_panel_with_room_is_taken(project: Project) -> None:
    """A source of 1 kVA carries no handler: nor does its first panel of 4 A (2.7 kW), but its second does."""
    source = project.do(add_power_node, PowerNodeKind.SOURCE, 415, hall_id=project.hall, capacity_va=1_000)
    small, large = (panel(project, source, "A", breaker_a=amps) for amps in (4, 400))
    two_handlers(project)
    assert fed_by(project, CoolingKind.CRAH) == [large, large]
    assert said(project, "power.upstream") == ["power.upstream Source 1"]
    assert small not in fed_by(project, CoolingKind.CRAH)
