"""A failure of the power takes cooling and devices together: only what still runs has to be cooled."""

import numpy as np
import pytest

from gpudesk.core.cooling.cooling_kinds import CoolingKind, Redundancy
from gpudesk.core.power.power_network import living
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_plan import cooling_plan
from gpudesk.derived.cooling.running_heat import ended_heat, running_heat
from gpudesk.derived.failures.cooling_failures import CoolingFailures, cooling_failures, unit_devices
from gpudesk.derived.failures.power_failure_impact import Aftermath, power_after
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.operations.cooling.cooling_nodes import power_cooling
from gpudesk.operations.cooling.cooling_proposal import propose_cooling
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device
from tests.operations.conftest import SYSTEM, Project

CRAH = "generic.crah-100kw"
PDU = "generic.pdu-0u-415v-60a"


@pytest.fixture
def fed(project: Project) -> Project:
    """A DGX H100 in either rack, the first on UPS 1, the second on UPS 2, both behind one source; air handlers on UPS 1."""
    source = project.do(add_power_node, 0, 415)
    above = [project.do(add_power_node, 2, 415, parent_id=source) for _ in project.racks]
    for place, rack in enumerate(project.racks):
        for side in (0, 1):
            project.do(place_device, PDU, rack, 0, 1, side)
        project.place(SYSTEM, 0, place)
        project.do(wire_power, [rack], {"A": above[place], "B": above[place]})
    project.do(propose_cooling, [project.hall], redundancy=Redundancy.ONE_SPARE, air_key=CRAH)
    handlers = project.document.snapshot["cooling_node"].where("kind", int(CoolingKind.CRAH)).tolist()
    project.do(power_cooling, handlers, above[0])
    return project


def node_of(project: Project, name: str) -> int:
    nodes = project.document.snapshot["power_node"]
    return int(nodes.ids[nodes["name"].tolist().index(name)])


def names(project: Project) -> list[str]:
    listed: list[str] = project.document.snapshot["power_node"]["name"].tolist()
    return listed


def hot_w(project: Project, found: CoolingFailures, name: str) -> float | None:
    outcome = found.of_power(names(project).index(name))
    return None if outcome is None else float(found.outcomes.hot_w[outcome])


def fail(project: Project, name: str) -> Aftermath:
    found = power_after(project.document.snapshot.cached(power_chain), [("power_node", node_of(project, name), ABSENT)])
    assert found is not None
    assert found.cooling is not None
    return found


def test_a_system_that_is_off_needs_no_cooling(fed: Project) -> None:
    """All handlers stop with UPS 1 and with the source: of 20.4 kW the second system's remain with the first, nothing with the other."""
    source, first = names(fed)[0], names(fed)[1]
    found = cooling_failures(fed.document.snapshot)
    assert hot_w(fed, found, first) == pytest.approx(10_200)
    assert hot_w(fed, found, source) == 0
    outcome = found.of_power(names(fed).index(first))
    assert outcome is not None
    assert (int(found.outcomes.down[outcome]), int(found.outcomes.reduced[outcome])) == (1, 0)


def test_one_failure_says_what_all_of_them_say(fed: Project) -> None:
    """Letting one part fail and letting each part fail by itself come to the same heat and to the same devices."""
    source, first = names(fed)[0], names(fed)[1]
    of_ups, of_source = fail(fed, first).cooling, fail(fed, source).cooling
    assert of_ups is not None
    assert of_source is not None
    assert of_ups.lost_w == pytest.approx(10_200)
    assert (of_source.lost_w, of_source.left) == (0, 1)
    devices = fed.document.snapshot["device"]
    systems = np.flatnonzero(devices["type_id"] == devices.row(int(devices.ids[2]))["type_id"])
    assert of_ups.device_state[systems].tolist() == [SupplyState.FULL, SupplyState.DOWN]
    assert of_source.device_state[systems].tolist() == [SupplyState.FULL, SupplyState.FULL]
    assert of_source.affected.tolist() == []


@pytest.mark.parametrize("key", [SYSTEM, "supermicro.as-4126gs-nmr-lcc", "nvidia.sn2201"])
def test_what_runs_is_what_would_be_there_without_the_rest(fed: Project, key: str) -> None:
    """Heat, air and liquid of what runs equal those of the project from which the stopped devices were taken out."""
    fed.do(place_device, key, fed.racks[0], 20, 0)
    fed.do(place_device, key, fed.racks[1], 20, 0)
    fed.do(wire_power, fed.racks)
    snapshot = fed.document.snapshot
    plan, power = snapshot.cached(cooling_plan), snapshot.cached(power_plan)
    dead: Ids = np.array([names(fed).index(names(fed)[1])], np.int64)
    up, alive = living(power.network, dead)
    ended = ended_heat(plan, power, unit_devices(plan), up, alive)
    assert ended is not None
    running = running_heat(plan, ended)
    devices = snapshot["device"]
    stopped = [row for row, rack in zip(devices.ids.tolist(), devices["rack_id"].tolist(), strict=True) if rack == fed.racks[0]]
    kept = plan.network.air_w[1]
    fed.do(delete_objects, "device", stopped)
    without = fed.document.snapshot.cached(cooling_plan).network
    for name in ("air_w", "liquid_w", "airflow_needed_m3_s", "flow_needed_l_min"):
        assert getattr(running.network, name).tolist() == pytest.approx(getattr(without, name).tolist()), name
    assert running.network.air_w[1] == kept > 0
    assert running.stopped[0] == plan.heat.devices[0]
