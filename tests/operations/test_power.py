"""Power: what is connected to what, cords in and out, and wiring by rule; each as one step that can be taken back."""

import numpy as np
import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.messages.errors import Refused
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Tap, Wiring
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.power_failures import node_names
from gpudesk.derived.power.power_groups import power_group
from gpudesk.derived.power.power_plan import power_plan, power_plan_of
from gpudesk.derived.scope.phase_snapshot import snapshot_up_to_phase
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.power_cord_operations import plug_in, pull_out
from gpudesk.operations.power.power_nodes import add_power_node, hang_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device, place_on_floor
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import undo
from gpudesk.project.compare import Sort, compare
from tests.operations.conftest import RACK, SERVER, Project
from tests.project.differing import differing
from tests.project.plans import unwired

STRIP = "generic.pdu-0u-415v-60a"
SYSTEM = "nvidia.dgx-h100"


def strips(project: Project, rack: int, count: int = 3, key: str = STRIP) -> list[int]:
    """Vertical strips next to each other; the third goes where two are."""
    return [project.do(place_device, key, rack, 0, 1, side % 2) for side in range(count)]


def inlets(project: Project, device: int) -> list[int]:
    row = project.row_of("device", device)
    return [each.port for each in sockets(project.document.snapshot.types[row["type_id"]]).inlets]


def test_a_chain_from_the_source_to_the_feed(project: Project) -> None:
    source = project.do(add_power_node, PowerNodeKind.SOURCE, 10_000, capacity_va=1_000_000)
    ups = project.do(add_power_node, PowerNodeKind.UPS, 415, parent_id=source, capacity_va=500_000)
    other = project.do(add_power_node, PowerNodeKind.GENERATOR, 415)
    feed = project.do(add_power_node, PowerNodeKind.FEED, 415, parent_id=ups, breaker_a=32, feed_side="A")
    project.do(hang_power_node, ups, source, other)
    nodes = project.document.snapshot["power_node"]
    assert nodes["name"].tolist() == ["Source 1", "UPS 1", "Generator 1", "Feed 1"]
    assert project.row_of("power_node", ups)["alternate_id"] == other
    project.do(set_fields, "power_node", feed, {"breaker_a": 63, "continuous_percent": 80})
    assert project.row_of("power_node", feed)["breaker_a"] == 63
    with pytest.raises(Refused, match="feed itself"):
        project.do(hang_power_node, ups, feed)
    with pytest.raises(Refused, match="cannot have an upstream feed"):
        project.do(hang_power_node, source, ups)
    with pytest.raises(Refused, match="must differ from the normal source"):
        project.do(hang_power_node, feed, ups, ups)
    with pytest.raises(Refused):
        project.do(add_power_node, 12, 415)
    project.do(delete_objects, "power_node", [ups])
    assert project.row_of("power_node", feed)["fed_by_id"] is None
    assert project.document.snapshot["power_node"].rows == 3


def test_a_cord_goes_in_and_out(project: Project) -> None:
    rack = project.racks[0]
    strip, second = strips(project, rack, 2)
    system = project.do(place_device, SYSTEM, rack, 0)
    kind = project.document.snapshot.types[project.row_of("device", strip)["type_id"]]
    outlet = next(each for each in sockets(kind).outlets if each.kind == "c19")
    port = inlets(project, system)[0]
    cord = project.do(plug_in, system, port, strip, outlet.port, cord_key="nvidia.dgx-cord", length_mm=1200)
    again = project.do(plug_in, system, port, second, outlet.port)
    assert project.document.snapshot["power_cord"].ids.tolist() == [again] != [cord]
    with pytest.raises(Refused, match="is in use"):
        project.do(plug_in, system, inlets(project, system)[1], second, outlet.port)
    feed = project.do(add_power_node, int(PowerNodeKind.FEED), 400)
    for wrong in (
        {"from_device_id": strip, "from_port": 9999},
        {"from_device_id": system, "from_port": 0},
        {"from_node_id": feed, "from_port": 0},
        {},
    ):
        with pytest.raises(Refused):
            project.do(plug_in, system, port, **wrong)
    with pytest.raises(Refused, match="no inlet"):
        project.do(plug_in, system, 9999, strip, outlet.port)
    project.do(pull_out, [again])
    assert project.document.snapshot["power_cord"].rows == 0


def test_what_gives_power_does_not_feed_itself(project: Project) -> None:
    rack = project.racks[0]
    first, second = strips(project, rack, 2)
    kind = project.document.snapshot.types[project.row_of("device", first)["type_id"]]
    inlet, outlet = sockets(kind).inlets[0].port, sockets(kind).outlets[0].port
    project.do(plug_in, first, inlet, second, outlet)
    for giver, taker in ((first, second), (first, first)):
        with pytest.raises(Refused, match="feed itself"):
            project.do(plug_in, taker, inlet, giver, outlet)


def test_a_rack_is_wired_by_rule(project: Project) -> None:
    """Two supplies of each system on each of three strips; the lines of each carry 3, 3 and 2 of eight."""
    rack = project.racks[0]
    strips(project, rack)
    systems = [project.do(place_device, SYSTEM, rack, 18 * number) for number in range(4)]
    wired = project.do(wire_power, [rack])
    assert (wired.feeds, wired.cords, wired.left) == (3, 24, ())
    snapshot = project.document.snapshot
    cords = snapshot["power_cord"]
    for system in systems:
        _, counts = np.unique(cords["from_device_id"][cords["device_id"] == system], return_counts=True)
        assert counts.tolist() == [2, 2, 2]
    plan = snapshot.cached(power_plan)
    for strip in plan.givers:
        here = plan.network.cord_node >= plan.first_bank
        mine = here & (plan.givers[plan.bank_giver[np.maximum(plan.network.cord_node - plan.first_bank, 0)]] == strip)
        assert sorted(np.bincount(plan.network.cord_tap[mine]).tolist()) == [2, 3, 3]
    own = [cord for cord, device in zip(cords["type_id"].tolist(), cords["device_id"].tolist(), strict=True) if device in systems]
    assert {snapshot.types[type_id].key for type_id in own} == {"nvidia.dgx-cord"}
    assert set(cords["length_mm"][np.isin(cords["device_id"], systems)].tolist()) == {1200}
    assert project.do(wire_power, [rack]).cords == 0
    assert project.do(wire_power, [rack], rewire=True).cords == 24


def test_feeds_hang_on_the_panel_of_their_side(project: Project) -> None:
    rack = project.racks[0]
    strips(project, rack, 2)
    panels = {side: project.do(add_power_node, PowerNodeKind.PANEL, 415, name=f"Panel {side}") for side in "AB"}
    project.do(wire_power, [rack], panels=panels)
    nodes = project.document.snapshot["power_node"]
    feeds = np.flatnonzero(nodes["kind"] == PowerNodeKind.FEED)
    assert nodes["fed_by_id"][feeds].tolist() == [panels["A"], panels["B"]]
    assert nodes["feed_side"][feeds].tolist() == ["A", "B"]
    assert nodes["breaker_a"][feeds].tolist() == [60, 60]
    assert nodes["wiring"][feeds].tolist() == [Wiring.WYE] * 2


def test_a_deleted_device_takes_its_cords_along_and_a_hall_its_feeds(project: Project) -> None:
    rack = project.racks[0]
    first, _ = strips(project, rack, 2)
    system = project.do(place_device, SYSTEM, rack, 0)
    project.do(wire_power, [rack])
    before = project.document.snapshot
    project.do(delete_objects, "device", [first])
    cords = project.document.snapshot["power_cord"]
    assert not (cords["from_device_id"] == first).any()
    assert (cords["device_id"] == system).sum() == 3
    undo(project.document)
    assert project.document.snapshot.equals(before)
    project.do(delete_objects, "hall", [int(project.row_of("rack", rack)["hall_id"])])
    assert project.document.snapshot["power_cord"].rows == project.document.snapshot["power_node"].rows == 0
    assert project.document.snapshot["catalog_item"].rows == 0


def test_a_feed_of_one_line_puts_all_its_load_there(project: Project) -> None:
    rack = project.racks[0]
    (strip,) = strips(project, rack, 1)
    system = project.do(place_device, "nvidia.sn2201", rack, 0)
    feed = project.do(add_power_node, PowerNodeKind.FEED, 240, Wiring.LINE_TO_NEUTRAL, line=1, breaker_a=32)
    kind = project.document.snapshot.types[project.row_of("device", strip)["type_id"]]
    project.do(plug_in, strip, sockets(kind).inlets[0].port, from_node_id=feed)
    project.do(wire_power, [rack])
    plan = project.document.snapshot.cached(power_plan)
    assert set(plan.network.cord_tap.tolist()) == {int(Tap.L2)}
    assert plan.network.voltage_v.tolist() == [240.0] * plan.network.nodes
    assert (project.document.snapshot["power_cord"]["device_id"] == system).sum() == 2


def test_a_group_of_racks_is_what_shares_a_feed(project: Project) -> None:
    racks = [*project.racks, project.do(add_racks, RACK, 1, project.row)[0]]
    feed = project.do(add_power_node, PowerNodeKind.FEED, 415, breaker_a=63)
    for rack in racks:
        (strip,) = strips(project, rack, 1)
        kind = project.document.snapshot.types[project.row_of("device", strip)["type_id"]]
        if rack != racks[2]:
            project.do(plug_in, strip, sockets(kind).inlets[0].port, from_node_id=feed)
        project.do(place_device, SYSTEM, rack, 0)
        project.do(wire_power, [rack])
    snapshot = project.document.snapshot
    groups = [power_group(snapshot, np.array([rack])).tolist() for rack in racks]
    assert groups == [racks[:2], racks[:2], racks[2:]]
    whole, part = snapshot.cached(power_plan), power_plan_of(snapshot, np.array(racks[:2]))
    assert part.flow.worst_a[0] == pytest.approx(whole.flow.worst_a[0])
    assert part.flow.va[0] * 0.95 == pytest.approx(20_400)


def test_power_of_a_later_phase_is_left_out(project: Project) -> None:
    rack = project.racks[0]
    strips(project, rack, 2)
    project.do(place_device, SYSTEM, rack, 0, phase=2)
    project.do(wire_power, [rack])
    early = snapshot_up_to_phase(project.document.snapshot, 1)
    assert (early["power_cord"].rows, early["power_node"].rows) == (2, 2)
    assert early.cached(power_plan).network.cords == 0


@pytest.mark.parametrize(
    ("template", "left"), [("one-rack", 0), ("small-pod", 0), ("hgx-pod", 0), ("dgx-b300-xdr-superpod", 0), ("dgx-basepod", 0)]
)
def test_templates_can_be_wired(project: Project, template: str, left: int) -> None:
    project.do(build, unwired(template))
    wired = project.do(wire_power, project.document.snapshot["rack"].ids.tolist())
    assert len(wired.left) == left, [project.row_of("device", device)["name"] for device, _ in wired.left]
    assert wired.cords > 20


def test_the_same_wiring_in_another_project_does_not_differ(project: Project) -> None:
    rack = project.racks[0]
    strips(project, rack)
    system = project.do(place_device, SYSTEM, rack, 0)
    project.do(add_power_node, PowerNodeKind.PANEL, 415)
    project.do(wire_power, [rack])
    before = project.document.snapshot
    assert not list(compare(before, before, same_project=False))
    cords = before["power_cord"]
    pulled = int(cords.ids[cords["device_id"] == system][0])
    project.do(pull_out, [pulled])
    project.do(set_fields, "power_node", int(before["power_node"].ids[-1]), {"breaker_a": 63})
    for same in (True, False):
        assert differing(before, project.document.snapshot, same_project=same) == [
            ("power_node", Sort.CHANGED, "A01-C"),
            ("power_cord", Sort.REMOVED, "dgx-h100-001 PSU0"),
        ]


def test_whole_racks_on_the_floor_get_a_feed_for_each_shelf(project: Project) -> None:
    """Half of them on each side, hung on the panels of these; done again nothing is added."""
    hall = int(project.row_of("rack", project.racks[0])["hall_id"])
    rack = project.do(place_on_floor, "nvidia.gb200-nvl72", hall, 6000, 6000)
    panels = {side: project.do(add_power_node, PowerNodeKind.PANEL, 415, name=f"Panel {side}") for side in "AB"}
    wired = project.do(wire_power, [], panels=panels, device_ids=[rack])
    assert (wired.feeds, wired.cords, wired.left) == (8, 0, ())
    nodes = project.document.snapshot["power_node"]
    feeds = np.flatnonzero(nodes["kind"] == PowerNodeKind.FEED)
    assert nodes["feed_side"][feeds].tolist() == [*"AAAABBBB"]
    assert nodes["fed_by_id"][feeds].tolist() == [panels["A"]] * 4 + [panels["B"]] * 4
    assert (nodes["voltage_v"][feeds].tolist(), nodes["breaker_a"][feeds].tolist()) == ([415] * 8, [60] * 8)
    plan = project.document.snapshot.cached(power_plan)
    assert plan.flow.va.max() == pytest.approx(135_000 / 0.95 / 2)
    assert project.do(wire_power, [], device_ids=[rack]).feeds == 0


def test_new_feeds_of_one_line_go_round_over_the_lines_of_their_panel(project: Project) -> None:
    panel = project.do(add_power_node, PowerNodeKind.PANEL, 400)
    racks = [*project.racks, *project.do(add_racks, RACK, 3, project.row)]
    for rack in racks:
        for side in (0, 1):
            project.do(place_device, "generic.pdu-0u-230v-32a", rack, 0, 1, side)
    project.do(wire_power, racks[:2], {"A": panel})
    project.do(wire_power, racks[2:], {"A": panel})
    nodes = project.document.snapshot["power_node"]
    lines = {str(name): int(line) for name, line in zip(nodes["name"].tolist(), nodes["line"].tolist(), strict=True)}
    called = [project.row_of("rack", rack)["name"] for rack in racks]
    for letter in ("A", "B"):
        assert [lines[f"{name}-{letter}"] for name in called] == [0, 1, 2, 0, 1]
    assert lines["Panel 1"] == ABSENT


def test_legs_of_one_bank_are_one_breaker(project: Project) -> None:
    """The outlets of an AP8853 lie in ten groups behind two breakers of 16 A."""
    pdu = project.place("apc.ap8853", 0, face=1)
    for number in range(8):
        project.place(SERVER, 2 + 2 * number)
    project.do(wire_power, [project.racks[0]], rewire=True)
    plan = project.document.snapshot.cached(power_plan)
    assert len(plan.bank_giver) == 2
    assert plan.network.breaker_a[plan.first_bank :].tolist() == [16, 16]
    assert project.row_of("device", pdu)["name"] in node_names(project.document.snapshot, plan, np.array([plan.first_bank]))[0]


def test_two_breakers_on_a_line_bear_what_both_bear(project: Project) -> None:
    """An AP8888 has two breakers of 16 A on each line; which outlet is behind which is not known."""
    project.place("apc.ap8888", 0, face=1)
    project.do(wire_power, [project.racks[0]])
    plan = project.document.snapshot.cached(power_plan)
    assert plan.network.breaker_a[plan.first_bank :].tolist() == [32, 32, 32]


def test_a_ups_in_a_rack_bears_what_it_is_made_for(project: Project) -> None:
    """3,000 VA and 2,700 W: at a power factor of 0.95 the watts decide."""
    ups = project.place("generic.ups-2u-3kva", 0)
    servers = [project.place(SERVER, 6 + 2 * number) for number in range(6)]
    outlets = sockets(open_catalog().get("generic.ups-2u-3kva")).outlets
    for server, outlet in zip(servers, outlets, strict=False):
        project.do(plug_in, server, sockets(open_catalog().get(SERVER)).inlets[0].port, ups, outlet.port)
    plan = project.document.snapshot.cached(power_plan)
    assert plan.limit_a[plan.rows] == pytest.approx(2_700 / 0.95 / 230)
    over = [finding.message.plain() for finding in check_all(project.document.snapshot) if finding.rule == "power.line"]
    name = project.row_of("device", ups)["name"]
    assert over == [f"{name} carries 5.05 kVA, 21.97 A on its most loaded line; its limit is 2.84 kVA, 12.36 A per line."]
