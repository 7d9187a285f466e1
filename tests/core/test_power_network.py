"""Flows and failures of power networks: the published layouts, and the drill against each failure by itself."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.hardware.hardware import Confidence, SupplyLevel, SupplyRule
from gpudesk.core.power.power_lines import Tap, Wiring
from gpudesk.core.power.power_network import Network, flow
from gpudesk.core.power.power_single_failures import after, drill
from gpudesk.core.power.supplies import SupplyState, share_table, supply_share, supply_state
from gpudesk.core.values.columns import ABSENT, Ids


def rule(total: int, needed: int, *levels: tuple[int, float], boot: int | None = None) -> SupplyRule:
    steps = tuple(SupplyLevel(alive, share) for alive, share in levels)
    return SupplyRule(total, needed, 3300.0, "c20", boot, steps, "test", Confidence.READ)


H100 = rule(6, 4, (4, 1.0), (3, 0.7), boot=3)
A100 = rule(6, 3, (3, 1.0))
B200 = rule(6, 5, (5, 1.0), (3, 0.8))
TWO = rule(2, 1, (1, 1.0), boot=1)


def rack(rules: list[SupplyRule], draw_w: list[float], feeds: int, volts: float, breaker_a: float, factor: float = 0.95) -> Network:
    """Devices in a rack whose supplies go round over feeds of three lines, line after line on each feed."""
    cord_device, cord_node, cord_tap, hung = [], [], [], [0] * feeds
    for device, each in enumerate(rules):
        for supply in range(each.total):
            feed = supply % feeds
            cord_device.append(device)
            cord_node.append(feed)
            cord_tap.append(hung[feed] % 3)
            hung[feed] += 1
    shares, states = share_table(rules, 12)
    return Network(
        parent=np.full(feeds, ABSENT),
        alternate=np.full(feeds, ABSENT),
        voltage_v=np.full(feeds, volts),
        wiring=np.full(feeds, Wiring.WYE),
        breaker_a=np.full(feeds, breaker_a),
        cord_device=np.array(cord_device),
        cord_node=np.array(cord_node),
        cord_tap=np.array(cord_tap),
        watts_per_va=np.full(feeds, factor),
        efficiency=np.ones(feeds),
        draw_w=np.array(draw_w),
        device_rule=np.arange(len(rules)),
        shares=shares,
        states=states,
    )


@pytest.mark.parametrize(
    ("supplies", "alive", "state"),
    [
        (H100, 0, SupplyState.DOWN),
        (A100, 2, SupplyState.DOWN),
        (B200, 5, SupplyState.FULL),
        (B200, 4, SupplyState.REDUCED),
        (B200, 2, SupplyState.DOWN),
        (None, 1, SupplyState.FULL),
        (None, 0, SupplyState.DOWN),
    ],
)
def test_what_a_device_does_with_the_supplies_left(supplies: SupplyRule | None, alive: int, state: SupplyState) -> None:
    assert supply_state(supplies, alive) is state


def test_more_than_all_supplies_change_nothing() -> None:
    assert supply_share(H100, 7) == 1.0


def test_three_feeds_of_the_superpod() -> None:
    """Four DGX H100 on three feeds of 415 V and 32 A: 22.4 A a line with all alive, 33.6 A of 32 A on the worst when one is lost."""
    network = rack([H100] * 4, [10_200.0] * 4, feeds=3, volts=415, breaker_a=32)
    whole = flow(network)
    assert whole.worst_a == pytest.approx([22.4] * 3, abs=0.05)
    assert whole.va.sum() * 0.95 == pytest.approx(40_800)
    without = flow(network, np.array([0]))
    assert without.share == pytest.approx([1.0] * 4)
    assert without.worst_a == pytest.approx([0, 33.6, 33.6], abs=0.05)


def test_with_a_power_factor_of_one_the_same_lines_hold() -> None:
    network = rack([H100] * 4, [10_200.0] * 4, feeds=3, volts=415, breaker_a=32, factor=1.0)
    assert flow(network, np.array([2])).worst_a[0] == pytest.approx(31.93, abs=0.01)
    assert drill(network, np.array([0, 1, 2])).opened.tolist() == [0, 0, 0]


def test_a_b200_on_three_feeds_runs_on_less_when_one_is_lost() -> None:
    network = rack([B200], [14_300.0], feeds=3, volts=415, breaker_a=63)
    outcome = drill(network, np.array([0]))
    assert (outcome.reduced[0], outcome.down[0]) == (1, 0)


@pytest.mark.parametrize(("systems", "volts", "breaker_a"), [(2, 380, 32), (4, 415, 60)])
def test_published_b200_racks_have_no_redundancy(systems: int, volts: float, breaker_a: float) -> None:
    """NVIDIA, DGX B200 data center best practices: two and four systems on two feeds; the feed that is left opens, and all is dark."""
    network = rack([B200] * systems, [14_300.0] * systems, feeds=2, volts=volts, breaker_a=breaker_a)
    assert drill(network, np.array([0, 1])).down.tolist() == [systems, systems]


def test_an_alternate_takes_over() -> None:
    """A source, a generator behind a transfer switch: the failure of the source has no effect; without the generator all power is lost."""
    network = rack([TWO], [1000.0], feeds=2, volts=415, breaker_a=32)
    above = replace(
        network,
        parent=np.array([2, 2, 3, ABSENT, ABSENT]),
        alternate=np.array([ABSENT, ABSENT, 4, ABSENT, ABSENT]),
        voltage_v=np.full(5, 415.0),
        wiring=np.full(5, Wiring.WYE),
        breaker_a=np.array([32.0, 32.0, 100.0, 100.0, 100.0]),
        watts_per_va=np.full(5, 0.95),
        efficiency=np.ones(5),
    )
    outcome = drill(above, np.array([3, 2, 4]))
    assert outcome.down.tolist() == [0, 1, 0]
    assert flow(above, np.array([3])).va[4] == pytest.approx(1000 / 0.95)


def test_a_circle_is_found() -> None:
    network = replace(rack([TWO], [1000.0], 2, 415, 32), parent=np.array([1, 0]))
    with pytest.raises(ValueError, match="circle"):
        flow(network)


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """Sources, panels with or without an alternate, feeds and banks, and devices with cords on any bank, or above it."""
    counts = [draw(st.integers(1, 3)), draw(st.integers(1, 4)), draw(st.integers(1, 6)), draw(st.integers(1, 8))]
    parent: list[int] = [ABSENT] * counts[0]
    alternate: list[int] = [ABSENT] * counts[0]
    first = 0
    for above, here in pairwise(counts):
        for _ in range(here):
            parent.append(draw(st.integers(first, first + above - 1)))
            alternate.append(draw(st.sampled_from([ABSENT] * 4 + [first])))
        first += above
    nodes, banks = len(parent), list(range(first, len(parent)))
    rules = [H100, A100, B200, TWO, None]
    devices = draw(st.integers(1, 6))
    device_rule = draw(st.lists(st.integers(0, 4), min_size=devices, max_size=devices))
    cords = [device for device in range(devices) for _ in range(draw(st.integers(0, 6)))]
    shares, states = share_table(rules, 8)
    breakers = draw(st.lists(st.sampled_from([8.0, 16.0, 32.0, 63.0, np.nan]), min_size=nodes, max_size=nodes))
    wirings = draw(st.lists(st.sampled_from([Wiring.WYE, Wiring.DELTA, Wiring.DC]), min_size=nodes, max_size=nodes))
    return Network(
        parent=np.array(parent),
        alternate=np.where(np.array(alternate) == np.array(parent), ABSENT, np.array(alternate)),
        voltage_v=np.full(nodes, 415.0),
        wiring=np.array(wirings, np.int64),
        breaker_a=np.array(breakers),
        cord_device=np.array(cords, np.int64),
        cord_node=np.array([draw(st.sampled_from([*banks, *range(nodes)])) for _ in cords], np.int64),
        cord_tap=np.array([draw(st.sampled_from(list(Tap))) for _ in cords], np.int64),
        watts_per_va=np.where(np.array(wirings) == Wiring.DC, 1.0, 0.95),
        efficiency=np.array(draw(st.lists(st.sampled_from([1.0, 0.9]), min_size=nodes, max_size=nodes))),
        draw_w=np.array([draw(st.floats(100, 20_000)) for _ in range(devices)]),
        device_rule=np.array(device_rule, np.int64),
        shares=shares,
        states=states,
    )


@given(networks())
def test_the_drill_is_each_failure_by_itself(network: Network) -> None:
    everything = np.arange(network.nodes)
    outcomes, before = drill(network, everything), flow(network)
    earlier = network.states[network.device_rule, before.alive]
    for place in range(network.nodes):
        failed: Ids = everything[place : place + 1]
        first = flow(network, failed)
        last, rounds = after(network, failed)
        later = network.states[network.device_rule, last.alive]
        counts = [int(((later == state) & (earlier != state)).sum()) for state in (SupplyState.REDUCED, SupplyState.DOWN)]
        assert [outcomes.reduced[place], outcomes.down[place]] == counts
        assert outcomes.opened[place] == sum(len(each) for each in rounds)
        opened = sorted(node for each in rounds for node in each.tolist())
        assert outcomes.opening[outcomes.opening[:, 0] == place, 1].tolist() == opened
        assert outcomes.lost_w[place] == pytest.approx(before.drawn_w.sum() - last.drawn_w.sum(), abs=1e-6)
        if outcomes.worst_node[place] != ABSENT:
            assert outcomes.worst_va[place] == pytest.approx(first.va[outcomes.worst_node[place]], abs=1e-6)
        rose = first.up & (first.worst_a > before.worst_a * (1 + 1e-9)) & (network.breaker_a > 0)
        assert outcomes.worst_share[place] == pytest.approx(float(np.max(np.where(rose, first.worst_a / network.breaker_a, 0.0))))


@given(networks())
def test_what_devices_draw_arrives_at_the_top(network: Network) -> None:
    """Without losses, and with currents that do not change their kind, all of it in VA."""
    alike = replace(network, watts_per_va=np.full(network.nodes, 0.95), efficiency=np.ones(network.nodes))
    state = flow(alike)
    tops = network.parent == ABSENT
    assert state.va[tops].sum() * 0.95 == pytest.approx(state.drawn_w.sum())
    assert state.cord_va.sum() * 0.95 == pytest.approx(state.drawn_w.sum())


def shelves(watts: float, count: int = 2) -> Network:
    """A device on a busbar of 50 V between power shelves of 96 %, each on a feed of 415 V: feeds first, then shelves, then banks."""
    feeds, nodes = np.arange(count), 3 * count
    shares, states = share_table([None], 8)
    return Network(
        parent=np.concatenate([np.full(count, ABSENT), feeds, count + feeds]),
        alternate=np.full(nodes, ABSENT),
        voltage_v=np.concatenate([np.full(count, 415.0), np.full(2 * count, 50.0)]),
        wiring=np.concatenate([np.full(count, int(Wiring.WYE)), np.full(2 * count, int(Wiring.DC))]),
        breaker_a=np.concatenate([np.full(count, 60.0), np.full(count, 660.0), np.full(count, np.nan)]),
        cord_device=np.zeros(count, np.int64),
        cord_node=2 * count + feeds,
        cord_tap=np.full(count, int(Tap.DC)),
        watts_per_va=np.concatenate([np.full(count, 0.95), np.ones(2 * count)]),
        efficiency=np.concatenate([np.ones(count), np.full(count, 0.96), np.ones(count)]),
        draw_w=np.array([watts]),
        device_rule=np.zeros(1, np.int64),
        shares=shares,
        states=states,
    )


def test_direct_current_knows_no_power_factor() -> None:
    """By hand: 30 kW on two shelves are 300 A at 50 V each; a shelf of 96 % takes 15.625 kW, at 0.95 16.447 kVA: 22.88 A."""
    state = flow(shelves(30_000.0))
    assert state.va[2:].tolist() == pytest.approx([15_000.0] * 4)
    assert state.worst_a[2:].tolist() == pytest.approx([300.0] * 4)
    assert state.va[:2].tolist() == pytest.approx([16_447.4] * 2, abs=0.1)
    assert state.current_a[:2].ravel().tolist() == pytest.approx([22.88] * 6, abs=0.01)


def test_the_shelf_that_is_left_carries_all() -> None:
    """By hand: 40 kW are 800 A on the one shelf of 660 A that is left (121 %), and 43.86 kVA, 61.0 A of 60, on its feed."""
    network = shelves(40_000.0)
    outcome = drill(network, np.array([0]), rounds=0)
    assert (outcome.worst_node[0], outcome.worst_va[0]) == (3, pytest.approx(40_000.0))
    assert outcome.worst_share[0] == pytest.approx(800 / 660)
    assert flow(network, np.array([0])).worst_a[1] == pytest.approx(61.02, abs=0.01)


@pytest.mark.parametrize("tap", list(Tap))
def test_direct_current_behind_any_tap(tap: Tap) -> None:
    """A rectifier on one line or between two gives the same direct current."""
    network = replace(shelves(50_000.0, 1), cord_tap=np.array([int(tap)]))
    assert flow(network).worst_a[1] == pytest.approx(1000.0)
