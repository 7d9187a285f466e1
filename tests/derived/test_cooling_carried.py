"""Heat and cooling are kept over edits of devices in racks, and equal those made from the beginning, to the last bit."""

from collections.abc import Iterator
from dataclasses import fields, replace

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine import check_engine
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import Finding
from gpudesk.checks.findings.findings import Findings, RuleFindings
from gpudesk.checks.rules.common.cooling_view import differing_places
from gpudesk.checks.rules.common.rule import Rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.cooling.cooling_flow import CoolingNetwork
from gpudesk.derived.cooling import cooling_carried
from gpudesk.derived.cooling.cooling_carried import carried_places, carry_cooling
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, cooling_plan
from gpudesk.derived.cooling.cooling_spares import spare_units, spares
from gpudesk.derived.cooling.device_heat import DeviceHeat, Heat, heat_of
from gpudesk.derived.cooling.running_heat import EndedHeat, running_network
from gpudesk.derived.failures.cooling_power_loss import _running, _stops_known, carry_cooling_power, cooling_power_losses
from gpudesk.derived.power.power_node_loads import NodeSums, node_sums
from gpudesk.derived.power.single_loss_sums import LossSums, takeover_sums
from gpudesk.operations.cooling.cooling_proposal import propose_cooling
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import place_device, place_on_floor
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import redo, run, undo
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

SERVER, WET, FLOOR = "generic.server-1u", "supermicro.as-4126gs-nmr-lcc", "generic.cdu-row-600kw"


@pytest.fixture(params=["hgx-pod", "gb200-nvl72-superpod"])
def document(request: pytest.FixtureRequest) -> Iterator[Document]:
    """A cooled pod that has a server already: its type comes with the first one."""
    with Document.scratch() as document:
        run(document, build, load_template(request.param, {"cooling": "none"}))
        run(document, place_device, SERVER, int(document.snapshot["rack"].ids[0]), 80)
        # After the server: what stands on the floor moves in the table when the server goes.
        run(document, propose_cooling, document.snapshot["hall"].ids.tolist())
        document.snapshot.cached(takeover_sums)
        findings_of(document.snapshot)
        yield document


def fresh(snapshot: Snapshot) -> Snapshot:
    return Snapshot(snapshot.revision, snapshot.tables)


def assert_equal_fields(own: object, other: object, kind: type, apart: tuple[str, ...] = ()) -> None:
    for field in fields(kind):
        if field.name not in apart:
            np.testing.assert_array_equal(getattr(own, field.name), getattr(other, field.name), field.name, strict=True)


def assert_same_cooling(snapshot: Snapshot) -> None:
    """What is kept with a state is what the state gives when nothing is known of it."""
    again = fresh(snapshot)
    heat, plan = snapshot.known(heat_of), snapshot.known(cooling_plan)
    assert heat is not None
    assert plan is not None
    assert_equal_fields(heat, heat_of(again), Heat, ("racks", "devices_table", "by_device"))
    assert heat.devices_table is snapshot["device"]
    assert heat.by_device.devices_table is snapshot["device"]
    assert_equal_fields(heat.by_device, heat_of(again).by_device, DeviceHeat, ("devices_table", "rows"))
    assert heat.by_device.rows.equals(heat_of(again).by_device.rows)
    assert heat.making.tolist() == heat_of(again).making.tolist()
    assert heat.place_of(heat.making).tolist() == heat_of(again).place_of(heat.making).tolist()
    other = again.cached(cooling_plan)
    assert_equal_fields(plan, other, CoolingPlan, ("snapshot", "network", "heat"))
    assert_equal_fields(plan.network, other.network, type(plan.network))
    assert_equal_fields(plan.flow, other.flow, type(plan.flow))
    assert plan.snapshot is snapshot
    for node in np.flatnonzero(plan.network.is_carrier).tolist():
        assert (spares(plan, node), spare_units(plan, node)) == (spares(other, node), spare_units(other, node))
    assert findings_of(snapshot) == check_all(again)


def is_carried(snapshot: Snapshot) -> bool:
    return snapshot.known(carried_places) is not None


def test_a_server_that_comes_goes_and_comes_again(document: Document) -> None:
    racks = document.snapshot["rack"].ids.tolist()
    run(document, place_device, SERVER, racks[1], 80)
    assert is_carried(document.snapshot)
    assert_same_cooling(document.snapshot)
    earlier = document.snapshot["device"].ids[document.snapshot["device"]["rack_id"] == racks[0]].max()
    floor = document.snapshot.cached(heat_of).floor
    run(document, delete_objects, "device", [int(earlier)])
    assert is_carried(document.snapshot)
    assert (document.snapshot.cached(heat_of).floor == floor - 1).any()
    assert_same_cooling(document.snapshot)
    undo(document)
    assert_same_cooling(document.snapshot)
    redo(document)
    assert_same_cooling(document.snapshot)


def test_only_the_rack_of_the_server_is_judged_again(document: Document) -> None:
    rack = int(document.snapshot["rack"].ids[-1])
    before = document.snapshot
    run(document, place_device, SERVER, rack, 80)
    assert differing_places(before, document.snapshot) == frozenset({rack})


def test_a_device_whose_type_is_new_is_calculated_from_the_beginning(document: Document) -> None:
    run(document, place_device, WET, int(document.snapshot["rack"].ids[1]), 80)
    assert not is_carried(document.snapshot)
    assert findings_of(document.snapshot) == check_all(fresh(document.snapshot))


def test_a_device_on_the_floor_is_calculated_from_the_beginning(document: Document) -> None:
    nodes = document.snapshot["cooling_node"]
    unit = int(nodes["device_id"][nodes["device_id"] > 0][0])
    before = document.snapshot
    changes = run(document, delete_objects, "device", [unit]).changes
    assert not is_carried(document.snapshot)
    carry_cooling(before, document.snapshot, changes)
    assert not is_carried(document.snapshot)
    assert findings_of(document.snapshot) == check_all(fresh(document.snapshot))


def test_a_device_on_a_floor_moves_the_places_of_ended_heat(document: Document) -> None:
    """Failures above cooling units are known with the heat that ends with them, by places; each device on a floor is a place."""
    hall = int(document.snapshot["hall"].ids[0])
    run(document, place_on_floor, FLOOR, hall, 3_000, 3_000)
    assert [stop.ended is not None for stops in document.snapshot.cached(_stops_known).values() for stop in stops] == [True]
    run(document, place_on_floor, FLOOR, hall, 6_000, 3_000)
    assert_same_losses(document.snapshot)
    undo(document)
    assert_same_losses(document.snapshot)


def test_the_demand_of_ended_heat_follows_the_connections(document: Document) -> None:
    run(document, place_device, SERVER, int(document.snapshot["rack"].ids[1]), 80)
    plan = document.snapshot.cached(cooling_plan)
    ended = next(stop.ended for stops in document.snapshot.cached(_stops_known).values() for stop in stops if stop.ended is not None)
    known = ended.needs(plan)
    assert ended.needs(plan) is known
    other = replace(plan, delta_k=2 * plan.delta_k, network=replace(plan.network))
    again = EndedHeat(ended.place, ended.figures, ended.loss_w)
    assert (ended.needs(other).airflow_m3_s < known.airflow_m3_s).any()
    assert_equal_fields(running_network(other, ended), running_network(other, again), CoolingNetwork)


def assert_same_losses(snapshot: Snapshot) -> None:
    assert cooling_power_losses(snapshot) == cooling_power_losses(fresh(snapshot))
    assert findings_of(snapshot) == check_all(fresh(snapshot))


def test_units_left_after_a_failure_are_determined_once_for_any_heat(document: Document) -> None:
    before = document.snapshot.cached(cooling_plan).units_left
    assert before
    run(document, place_device, SERVER, int(document.snapshot["rack"].ids[1]), 80)
    assert document.snapshot.cached(cooling_plan).units_left is before
    node = int(document.snapshot["cooling_node"].ids[next(iter(before))])
    run(document, set_fields, "cooling_node", node, {"redundancy": 0})
    assert document.snapshot.cached(cooling_plan).units_left is not before
    assert_same_losses(document.snapshot)


def test_heat_that_would_be_summed_otherwise_is_calculated_from_the_beginning(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """One kind of device more or less decides how all places are summed, and so on their last bits."""
    monkeypatch.setattr(cooling_carried, "is_counted", lambda _, counts: int(counts.sum()) % 2 == 0)
    run(document, place_device, SERVER, int(document.snapshot["rack"].ids[1]), 80)
    assert not is_carried(document.snapshot)
    assert findings_of(document.snapshot) == check_all(fresh(document.snapshot))


def test_what_runs_on_is_kept_only_where_devices_come(document: Document) -> None:
    """More devices leave it true that something runs on; each state has a set of its own."""
    running = document.snapshot.cached(_running)
    assert len(running)
    server = run(document, place_device, SERVER, int(document.snapshot["rack"].ids[1]), 80).result
    assert document.snapshot.known(_running) == running
    assert document.snapshot.known(_running) is not running
    before = document.snapshot
    changes = run(document, delete_objects, "device", [server]).changes
    after = fresh(document.snapshot)
    carry_cooling_power(before, after, changes)
    assert after.known(_running) is None


def test_a_rule_about_cords_is_asked_again_only_where_it_has_findings(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    stamped = check_engine._stamped

    def noted(rule: Rule, view: View, failed: dict[str, str]) -> list[Finding]:
        asked.append(rule.key)
        return stamped(rule, view, failed)

    monkeypatch.setattr(check_engine, "_stamped", noted)
    rack = int(document.snapshot["rack"].ids[1])
    run(document, place_device, SERVER, rack, 80)
    of_cords = {rule.key for rule in ALL_RULES.values() if rule.of_cords}
    assert of_cords.isdisjoint(asked)
    assert "power.unplugged" in asked
    findings = findings_of(document.snapshot).by_rule()
    some = next(finding for finding in findings["power.unplugged"])
    findings["power.line"] = RuleFindings([some._replace(rule="power.line", key="power.line rack", scopes=(rack,))])
    document.snapshot.remember(check_all, Findings(findings, {}))
    asked.clear()
    run(document, place_device, SERVER, rack, 84)
    assert of_cords.intersection(asked) == {"power.line"}


def test_the_sums_of_loads_stay_while_the_loads_do(document: Document) -> None:
    sums, losses = document.snapshot.cached(node_sums), document.snapshot.cached(takeover_sums)
    run(document, place_device, SERVER, int(document.snapshot["rack"].ids[1]), 80)
    assert document.snapshot.known(node_sums) is sums
    assert document.snapshot.known(takeover_sums) is losses
    again = fresh(document.snapshot)
    assert_equal_fields(sums, node_sums(again), NodeSums)
    assert_equal_fields(losses, takeover_sums(again), LossSums)
    corded = int(document.snapshot["power_cord"]["device_id"][0])
    run(document, delete_objects, "device", [corded])
    assert document.snapshot.known(takeover_sums) is not losses
    run(document, rename, "device", int(document.snapshot["device"].ids[0]), "another")
    assert findings_of(document.snapshot) == check_all(fresh(document.snapshot))
