"""The chain from the sources to the banks: order, what folds, loads, limits and racks."""

import numpy as np
import pytest

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.branches import places_named, places_shown
from gpudesk.derived.power.power_chain import Chain, power_chain
from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.power.power_nodes import add_power_node, hang_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device
from tests.operations.conftest import Project

STRIP = "generic.pdu-0u-415v-60a"
SYSTEM = "nvidia.dgx-h100"


@pytest.fixture
def chain(project: Project) -> Chain:
    """A system on two strips; one of their feeds is connected to a panel, which a small UPS feeds."""
    rack = project.racks[0]
    for side in (0, 1):
        project.do(place_device, STRIP, rack, 0, 1, side)
    project.do(place_device, SYSTEM, rack, 0)
    project.do(wire_power, [rack])
    feed = int(project.document.snapshot["power_node"].ids[0])
    grid = project.do(add_power_node, PowerNodeKind.SOURCE, 415, name="Grid")
    spare = project.do(add_power_node, PowerNodeKind.GENERATOR, 415, name="Spare")
    ups = project.do(add_power_node, PowerNodeKind.UPS, 415, parent_id=grid, alternate_id=spare, capacity_va=2_000, name="Small")
    panel = project.do(add_power_node, PowerNodeKind.PANEL, 415, parent_id=ups, name="Panel")
    project.do(add_power_node, PowerNodeKind.FEED, 240, Wiring.LINE_TO_NEUTRAL, grid, line=1, breaker_a=20, name="Lights")
    project.do(hang_power_node, feed, panel)
    return project.document.snapshot.cached(power_chain)


def test_everything_stands_below_what_feeds_it(chain: Chain) -> None:
    names, kinds = chain.names, [NODE_KINDS[kind] for kind in chain.kind]
    top = names.index("Grid")
    assert sorted(chain.node.tolist()) == list(range(len(chain)))
    branch = slice(top, int(chain.end[top]))
    assert {"Grid", "Small", "Panel", "Lights"} <= set(names[branch])
    assert names[top + 1 : top + 3] == ("Small", "Panel")
    assert chain.depth[top : top + 5].tolist() == [0, 1, 2, 3, 4]
    assert kinds[top + 3 : top + 6] == ["feed", "pdu", "bank"]
    assert chain.feeders(names.index("Small")) == ("Grid", "Spare")
    for place in range(len(chain)):
        parent = chain.plan.network.parent[chain.node[place]]
        if parent != ABSENT:
            above = int(chain.place_of_node[parent])
            assert above < place < chain.end[above]
            assert chain.depth[place] == chain.depth[above] + 1


def test_what_is_folded_hides_all_that_hangs_below(chain: Chain) -> None:
    folded = np.zeros(len(chain), bool)
    assert len(places_shown(chain, folded)) == len(chain)
    top = chain.names.index("Grid")
    folded[[top, top + 1]] = True
    hidden = set(range(len(chain))) - set(places_shown(chain, folded).tolist())
    assert hidden == set(range(top + 1, int(chain.end[top])))


def test_loads_are_held_against_what_each_may_carry(chain: Chain) -> None:
    small, panel = chain.names.index("Small"), chain.names.index("Panel")
    assert chain.load_va[small] == chain.load_va[panel] > 2_000
    assert chain.limit_a[small] == pytest.approx(2_000 / (415 * 3**0.5))
    assert chain.share[small] == pytest.approx(chain.current_a[small].max() / chain.limit_a[small])
    assert chain.over.nonzero()[0].tolist() == [small]
    assert np.isnan(chain.share[panel])
    # One line and neutral: two lines are not there.
    assert np.isnan(chain.current_a[chain.names.index("Lights")]).sum() == 2


def test_a_node_is_found_again_and_knows_its_rack(chain: Chain, project: Project) -> None:
    keys = [chain.key(place) for place in range(len(chain))]
    assert len(set(keys)) == len(chain)
    assert [chain.place(key) for key in keys] == list(range(len(chain)))
    grid, feed = chain.names.index("Grid"), chain.names.index("Panel") + 1
    assert chain.rack[grid] == ABSENT
    assert chain.rack[feed] == chain.rack[feed + 1] == chain.rack[feed + 2] == project.racks[0]
    project.do(delete_objects, "power_node", [keys[grid][1]])
    after = project.document.snapshot.cached(power_chain)
    assert after.place(keys[grid]) is None
    assert [after.place(key) is None for key in keys].count(True) == 1


def test_names_are_found_by_words() -> None:
    assert places_named(("Panel A north", "panel b", "Feed A"), "PANEL north").tolist() == [True, False, False]
