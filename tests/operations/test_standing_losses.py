"""What UPS lose, and fans of rear doors draw, is heat of the room; none of it counts twice."""

import numpy as np
import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.derived.cooling.cooling_plan import cooling_plan
from gpudesk.derived.cooling.cooling_variants import cooling_variants
from gpudesk.derived.cooling.device_heat import heat_of
from gpudesk.derived.power.power_node_loads import node_sums
from gpudesk.derived.power.ups_losses import standing_losses
from gpudesk.operations.cooling.cooling_proposal import hang_rear_doors, propose_cooling
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_on_floor
from gpudesk.project.site_sheet import site_sheet
from tests.operations.conftest import PDU, SYSTEM, Project

UPS = "generic.ups-room-500kva"


def test_a_ups_in_a_hall_warms_it_by_what_it_loses(project: Project) -> None:
    project.place(SYSTEM, 0)
    for side in (0, 1, 1):
        project.place(PDU, 0, face=1, side=side)
    ups = project.do(place_on_floor, UPS, project.hall, x_mm=0, y_mm=8000)
    source = project.do(add_power_node, PowerNodeKind.SOURCE, 415)
    node = project.do(add_power_node, PowerNodeKind.UPS, 415, parent_id=source, device_id=ups)
    before = project.document.snapshot.cached(heat_of).air_w.copy()
    outcome = project.outcome(wire_power, project.racks, {"A": node, "B": node, "C": node})
    snapshot = project.document.snapshot
    row = snapshot["power_node"].position(node)
    given_w = snapshot.cached(node_sums).va[row] * snapshot.cached(site_sheet).limit("power_factor")
    assert given_w == pytest.approx(10_200, rel=0.01)
    efficiency = snapshot.types[int(snapshot["device"].row(ups)["type_id"])].number("efficiency_percent")
    assert efficiency is not None
    loss_w = given_w * (100 / efficiency - 1)
    assert snapshot.cached(standing_losses).loss_w.tolist() == [pytest.approx(loss_w)]
    warmer = snapshot.cached(heat_of).air_w - before
    # The racks make as much heat as before; the UPS is behind them in the list of places.
    assert warmer.tolist() == [0, 0, pytest.approx(loss_w)]
    assert outcome.findings == check_all(snapshot)


def test_fans_of_rear_doors_warm_their_rack_until_they_fail(project: Project) -> None:
    for unit in range(4):
        project.place(SYSTEM, 16 * unit)
    bare = cooling_variants(project.document.snapshot)
    project.do(hang_rear_doors, project.racks[:1], "generic.rdhx-active-60kw")
    plan = project.document.snapshot.cached(cooling_plan)
    assert plan.heat.air_w.tolist() == [40_800 + 900, 0]
    door = int(plan.nodes.where("kind", int(CoolingKind.REAR_DOOR))[0])
    assert plan.network.air_w_without(np.array([plan.nodes.position(door)])).tolist() == [40_800, 0]
    # Each way of cooling counts fans of its own, not those that are there.
    project.do(propose_cooling, [project.hall])
    after = cooling_variants(project.document.snapshot)
    assert (after.heat_w, after.it_w) == (bare.heat_w, bare.it_w)
    assert [each.year.mean_pue for each in after.variants] == [each.year.mean_pue for each in bare.variants]
