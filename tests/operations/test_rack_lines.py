"""The busiest line of each rack, as heat maps show it."""

import numpy as np
import pytest

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.derived.power.rack_lines import rack_lines
from gpudesk.operations.power.power_cord_operations import plug_in
from gpudesk.operations.power.power_nodes import add_power_node, hang_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device
from tests.operations.conftest import Project
from tests.operations.test_power import SYSTEM, inlets, strips


def test_the_busiest_line_of_a_rack_is_that_of_three_supplies(project: Project) -> None:
    """24 supplies of 1,700 W on three strips: 3, 3 and 2 on the lines, at a power factor of 0.95 and 415 V."""
    rack, empty = project.racks[:2]
    strips(project, rack)
    for number in range(4):
        project.do(place_device, SYSTEM, rack, 18 * number)
    project.do(wire_power, [rack])
    # What serves many racks says nothing of one of them.
    panel = project.do(add_power_node, PowerNodeKind.PANEL, 415, name="Panel", breaker_a=400)
    project.do(hang_power_node, int(project.document.snapshot["power_node"].ids[0]), panel)
    snapshot = project.document.snapshot
    found, place = snapshot.cached(rack_lines), snapshot["rack"].position(rack)
    assert found.current_a[place] == pytest.approx(3 * 1_700 / 0.95 / (415 / 3**0.5), rel=1e-6)
    chain = snapshot.cached(power_chain)
    assert found.share[place] == pytest.approx(np.nanmax(chain.share))
    assert np.isnan(found.current_a[snapshot["rack"].position(empty)])


def test_devices_that_hang_on_a_feed_by_themselves_count_in_their_rack(project: Project) -> None:
    rack = project.racks[0]
    system = project.do(place_device, SYSTEM, rack, 0)
    feed = project.do(add_power_node, PowerNodeKind.FEED, 415, breaker_a=32, name="Direct")
    for port in inlets(project, system):
        project.do(plug_in, system, port, from_node_id=feed)
    found = project.document.snapshot.cached(rack_lines)
    assert found.current_a[project.document.snapshot["rack"].position(rack)] > 0
