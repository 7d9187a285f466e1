"""Parts of the cooling fail together, or lose their power: which racks are still cooled, how much of them, and for how long."""

import numpy as np
import pytest

from gpudesk.core.cooling.cooling_kinds import CoolingKind, Redundancy
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.failures.power_failure_impact import UNFED, Aftermath, power_after
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.operations.cooling.cooling_nodes import power_cooling
from gpudesk.operations.cooling.cooling_proposal import propose_cooling
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.run.field_operations import set_fields
from tests.operations.conftest import SYSTEM, Project


@pytest.fixture
def cooled(project: Project) -> Project:
    """Six DGX H100 in the first rack and four in the second, 102 kW; three air handlers of 100 kW, fans of 5 kW, one of them spare."""
    for number in range(10):
        project.place(SYSTEM, 16 * (number % 6) if number < 6 else 16 * (number - 6), int(number >= 6))
    project.do(propose_cooling, [project.hall], redundancy=Redundancy.ONE_SPARE, air_key="generic.crah-100kw")
    project.do(set_fields, "hall", project.hall, {"height_mm": 3000})
    return project


def of_kind(project: Project, kind: CoolingKind) -> list[Key]:
    nodes = project.document.snapshot["cooling_node"]
    return [("cooling_node", row_id, ABSENT) for row_id in nodes.where("kind", int(kind)).tolist()]


def fail(project: Project, *keys: Key) -> Aftermath:
    found = power_after(project.document.snapshot.cached(power_chain), keys)
    assert found is not None
    return found


def test_one_spare_is_not_missed(cooled: Project) -> None:
    found = fail(cooled, of_kind(cooled, CoolingKind.CRAH)[0])
    assert found.cooling is not None
    assert not found.felt
    assert found.cooling.count(SupplyState.FULL) == 10
    assert found.rack_state.tolist() == [SupplyState.FULL, SupplyState.FULL]
    assert found.cooling.time_s == np.inf


def test_two_that_fail_leave_100_of_107_kw(cooled: Project) -> None:
    """20 × 12 × 3 m of air take 8 K, from 22 to the 30 °C that a DGX H100 bears, at 1,206 J for each cubic meter and kelvin."""
    found = fail(cooled, *of_kind(cooled, CoolingKind.CRAH)[:2])
    cooling = found.cooling
    assert cooling is not None
    assert cooling.left == pytest.approx(100 / 107)
    assert cooling.places.lost_w[:2].tolist() == pytest.approx([61_200 * 7 / 107, 40_800 * 7 / 107])
    assert [cooling.count(state) for state in (SupplyState.FULL, SupplyState.REDUCED, SupplyState.DOWN)] == [0, 10, 0]
    assert found.rack_state.tolist() == [SupplyState.REDUCED, SupplyState.REDUCED]
    assert cooling.time_s == pytest.approx(720 * 1206 * 8 / 7000, rel=0.02)
    assert cooling.moved_w(now=True).max() == pytest.approx(100_000)
    assert cooling.affected.tolist() == [0, 1]
    assert (found.felt, found.stops) == (True, False)


def test_the_air_of_the_hall_takes_all_of_them_down(cooled: Project) -> None:
    found = fail(cooled, *of_kind(cooled, CoolingKind.AIR))
    assert found.cooling is not None
    assert found.cooling.count(SupplyState.DOWN) == 10
    assert found.rack_state.tolist() == [SupplyState.DOWN, SupplyState.DOWN]
    assert found.stops


def test_air_handlers_stop_with_their_feed(cooled: Project) -> None:
    grid = cooled.do(add_power_node, 0, 10_000)
    feed = cooled.do(add_power_node, 6, 400, parent_id=grid)
    handlers = of_kind(cooled, CoolingKind.CRAH)
    cooled.do(power_cooling, [key[1] for key in handlers[1:]], feed)
    found = fail(cooled, ("power_node", grid, ABSENT))
    assert found.cooling is not None
    assert len(found.cooling.failed) == 0
    nodes = cooled.document.snapshot["cooling_node"]
    assert nodes.ids[found.cooling.dark].tolist() == [key[1] for key in handlers[1:]]
    assert found.cooling.left == pytest.approx(100 / 107)
    both = fail(cooled, ("power_node", feed, ABSENT), handlers[0])
    assert both.cooling is not None
    assert both.cooling.left == 0
    cooled.do(power_cooling, [key[1] for key in handlers], None)
    calm = fail(cooled, ("power_node", grid, ABSENT))
    assert calm.cooling is None
    assert calm.rack_state.tolist() == [UNFED, UNFED]
