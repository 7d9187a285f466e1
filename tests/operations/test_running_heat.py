"""A failure of the power takes cooling and devices together: only what still runs has to be cooled."""

import numpy as np
import pytest

from gpudesk.core.cooling.cooling_kinds import CoolingKind, Redundancy
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_network import living
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_plan import cooling_plan
from gpudesk.derived.cooling.running_heat import ended_heat, running_heat
from gpudesk.derived.failures.cooling_failures import CoolingFailures, cooling_failures, unit_devices
from gpudesk.derived.failures.power_failure_impact import Aftermath, power_after
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.derived.power.ups_losses import standing_losses
from gpudesk.operations.cooling.cooling_nodes import power_cooling
from gpudesk.operations.cooling.cooling_proposal import propose_cooling
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device, place_on_floor
from tests.operations.conftest import SYSTEM, Project

CRAH = "generic.crah-100kw"
PDU = "generic.pdu-0u-415v-60a"
UPS = "generic.ups-room-500kva"


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


def test_a_ups_that_stops_alone_takes_only_its_losses_away(project: Project) -> None:
    """A system on two UPS in the hall: with the other one left it runs on, so the heat of the rack stays."""
    rack = project.racks[0]
    for side in (0, 1):
        project.do(place_device, PDU, rack, 0, 1, side)
    project.place(SYSTEM, 0)
    source = project.do(add_power_node, PowerNodeKind.SOURCE, 415)
    ups = [project.do(place_on_floor, UPS, project.hall, x_mm=2000 * place, y_mm=8000) for place in (0, 1)]
    nodes = [project.do(add_power_node, PowerNodeKind.UPS, 415, parent_id=source, device_id=device) for device in ups]
    project.do(wire_power, [rack], dict(zip("AB", nodes, strict=True)))
    project.do(propose_cooling, [project.hall], redundancy=Redundancy.ONE_SPARE, air_key=CRAH)
    snapshot = project.document.snapshot
    plan, power = snapshot.cached(cooling_plan), snapshot.cached(power_plan)
    losses = snapshot.cached(standing_losses)
    loss_w = dict(zip(snapshot["device"].at("id", losses.device).tolist(), losses.loss_w.tolist(), strict=True))
    assert loss_w[ups[0]] > 100
    up, alive = living(power.network, np.array([snapshot["power_node"].position(nodes[0])]))
    ended = ended_heat(plan, power, unit_devices(plan), up, alive)
    assert ended is not None
    assert [plan.heat.object(place) for place in ended.place.tolist()] == [("device", ups[0])]
    assert ended.loss_w.tolist() == pytest.approx([loss_w[ups[0]]])
    assert not ended.figures.any()
    running, here = running_heat(plan, ended), int(ended.place[0])
    changes = {
        name: getattr(running.network, name) - getattr(plan.network, name)
        for name in ("air_w", "liquid_w", "airflow_needed_m3_s", "flow_needed_l_min")
    }
    assert {name: np.flatnonzero(change).tolist() for name, change in changes.items()} == {
        "air_w": [here],
        "liquid_w": [],
        "airflow_needed_m3_s": [here],
        "flow_needed_l_min": [],
    }
    assert changes["air_w"][here] == pytest.approx(-loss_w[ups[0]])
    # What remains at the place is what another project would have there without the losses: nothing.
    assert (running.network.air_w[here], running.network.airflow_needed_m3_s[here]) == (0, 0)
    assert not running.stopped[0].any()


def test_without_a_failure_no_heat_ends(fed: Project) -> None:
    snapshot = fed.document.snapshot
    plan, power = snapshot.cached(cooling_plan), snapshot.cached(power_plan)
    up, alive = living(power.network, np.empty(0, np.int64))
    assert ended_heat(plan, power, unit_devices(plan), up, alive) is None
