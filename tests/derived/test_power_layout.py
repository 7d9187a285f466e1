"""Where a one-line diagram draws everything, and what becomes of it when parts fail: pure, without a window."""

from collections.abc import Iterator

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.failures.power_failure_impact import power_after
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.derived.power.power_units import power_units
from gpudesk.derived.power_diagram.power_diagram import Diagram
from gpudesk.derived.power_diagram.power_layout import power_diagram
from gpudesk.derived.power_diagram.power_packing import broken_into_lines, kept_apart, tracks
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.power_nodes import add_power_node, hang_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.work import steps_of

STEPS_A_UNIT = 250
"""This many lines and calls of Python the layout may take for each unit; twice what it takes. Its time: python -m benchmarks one_line."""


def node(document: Document, kind: PowerNodeKind, name: str, parent: int | None = None) -> int:
    made: int = run(document, add_power_node, int(kind), 415, name=name, parent_id=parent).result
    return made


PLAN = Plan(
    "Four racks",
    halls=(PlanHall("Hall"),),
    rows=(PlanRow(0, "A"), PlanRow(0, "B", y_mm=3000)),
    racks=tuple(PlanRack("generic.rack-48u-600x1200", 0, f"R{number}", row=number // 2, x_mm=600 * number) for number in range(4)),
    devices=(
        *(
            PlanDevice("nvidia.dgx-h100", f"dgx-{rack}-{number}", rack=rack, position=20 * number)
            for rack in range(4)
            for number in range(2)
        ),
        *(
            PlanDevice("generic.pdu-0u-415v-60a", f"pdu-{rack}-{side}", rack=rack, position=0, side=side)
            for rack in range(4)
            for side in (0, 1)
        ),
    ),
)


@pytest.fixture
def small() -> Iterator[Document]:
    """Four racks in two rows, wired; the feeds of side A are connected to a panel below a transfer switch, the others on a second panel."""
    with Document.scratch() as document:
        run(document, build, PLAN)
        run(document, wire_power, document.snapshot["rack"].ids.tolist())
        grid, generator = node(document, PowerNodeKind.SOURCE, "Grid"), node(document, PowerNodeKind.GENERATOR, "Generator")
        switch = node(document, PowerNodeKind.TRANSFER_SWITCH, "Switch", grid)
        run(document, hang_power_node, switch, grid, generator)
        panels = [node(document, PowerNodeKind.PANEL, name, above) for name, above in (("Panel A", switch), ("Panel B", grid))]
        nodes = document.snapshot["power_node"]
        for feed, side in zip(nodes.ids.tolist(), nodes["feed_side"].tolist(), strict=True):
            if nodes["kind"][nodes.position(feed)] == PowerNodeKind.FEED:
                run(document, hang_power_node, feed, panels[0 if side == "A" else 1])
        yield document


def inside(inner: np.ndarray, outer: np.ndarray) -> bool:
    low = (inner[:, :2] >= outer[:, :2] - 1e-6).all()
    return bool(low and (inner[:, :2] + inner[:, 2:] <= outer[:, :2] + outer[:, 2:] + 1e-6).all())


def overlaps(rects: np.ndarray) -> int:
    """How many pairs of rectangles share some area."""
    low, high = rects[:, :2], rects[:, :2] + rects[:, 2:]
    both = (low[:, None] < high[None] - 1e-6).all(axis=2) & (high[:, None] > low[None] + 1e-6).all(axis=2)
    return int((both.sum() - len(rects)) // 2)


def check_geometry(diagram: Diagram) -> None:
    units, plan = diagram.units, diagram.chain.plan
    assert overlaps(diagram.unit_rects) == 0
    members = np.flatnonzero(units.of_node != ABSENT)
    assert inside(diagram.node_rects[members], diagram.unit_rects[units.of_node[members]])
    assert inside(diagram.load_rects, diagram.unit_rects[units.of_load])
    boxes = np.concatenate([diagram.node_rects[members[members < plan.first_bank]], diagram.load_rects])
    assert overlaps(boxes) == 0
    banks = np.arange(plan.first_bank, plan.network.nodes)
    assert inside(diagram.node_rects[banks], diagram.node_rects[plan.rows + plan.bank_giver])
    left, top, right, bottom = diagram.bounds
    assert diagram.unit_rects[:, 0].min() >= left
    assert (diagram.unit_rects[:, :2] + diagram.unit_rects[:, 2:]).max(axis=0).tolist() <= [right, bottom]
    assert top < bottom


def test_everything_stands_in_its_rack_and_nothing_on_anything(small: Document) -> None:
    check_geometry(small.snapshot.cached(power_diagram))


def test_what_feeds_racks_stands_in_layers_above_them(small: Document) -> None:
    diagram = small.snapshot.cached(power_diagram)
    names = [diagram.chain.names[int(diagram.chain.place_of_node[each])] for each in diagram.upper.tolist()]
    assert set(names) == {"Grid", "Generator", "Switch", "Panel A", "Panel B"}
    y = dict(zip(names, diagram.node_rects[diagram.upper, 1].tolist(), strict=True))
    assert y["Grid"] == y["Generator"] < y["Switch"] == y["Panel B"] < y["Panel A"] < diagram.unit_rects[:, 1].min()
    # One stack: every rack is connected to both panels.
    assert len(set(diagram.stack.tolist())) == 1
    assert {names[diagram.upper.tolist().index(each)] for each in diagram.bus_labels[1].tolist()} == {"Panel A", "Panel B"}


def test_each_wire_leads_from_what_feeds_to_what_is_fed(small: Document) -> None:
    diagram = small.snapshot.cached(power_diagram)
    wires, network = diagram.wires, diagram.chain.plan.network
    lines = wires.lines
    assert ((lines[:, 0] == lines[:, 2]) | (lines[:, 1] == lines[:, 3])).all()
    leads = wires.target != ABSENT
    usual = leads & ~wires.spare
    assert (network.parent[wires.target[usual]] == wires.source[usual]).all()
    assert (network.alternate[wires.target[leads & wires.spare]] == wires.source[leads & wires.spare]).all()
    feeds = np.flatnonzero(network.parent[: diagram.chain.plan.rows] != ABSENT)
    assert set(feeds.tolist()) <= set(wires.target[usual].tolist())


def test_each_cord_taps_a_rail_of_its_own_rack(small: Document) -> None:
    diagram = small.snapshot.cached(power_diagram)
    units, network = diagram.units, diagram.chain.plan.network
    assert (units.column_unit[units.cord_column] == units.of_cord).all()
    holder = np.arange(network.nodes)
    plan = diagram.chain.plan
    holder[plan.first_bank :] = plan.rows + plan.bank_giver
    assert (units.column_node[units.cord_column] == holder[network.cord_node]).all()
    rect = diagram.load_rects[network.cord_device]
    assert ((diagram.tap_y > rect[:, 1]) & (diagram.tap_y < rect[:, 1] + rect[:, 3])).all()


def test_a_side_is_known_up_to_where_both_meet(small: Document) -> None:
    diagram = small.snapshot.cached(power_diagram)
    side, names = diagram.side
    chain = diagram.chain

    def side_of(name: str) -> str:
        found = int(side[chain.node[chain.names.index(name)]])
        return "" if found == ABSENT else names[found]

    assert side_of("Panel A") == side_of("Switch") == "A"
    assert side_of("Grid") == ""


def test_a_feed_without_anything_and_one_of_several_racks_have_their_place(small: Document) -> None:
    spare = node(small, PowerNodeKind.FEED, "Spare")
    diagram = small.snapshot.cached(power_diagram)
    assert diagram.chain.plan.node_ids.tolist().index(spare) in diagram.units.feed.tolist()
    check_geometry(diagram)


@pytest.mark.parametrize("template", ["one-rack", "dgx-h100-superpod", "gb200-nvl72-superpod", "workstation-4-gpu", "empty-hall"])
def test_every_template_is_laid_out(template: str) -> None:
    with Document.scratch() as document:
        run(document, build, load_template(template))
        racks = document.snapshot["rack"].ids.tolist()
        if racks:
            run(document, wire_power, racks)
        diagram = document.snapshot.cached(power_diagram)
        if len(diagram.units):
            check_geometry(diagram)


def test_the_great_site_is_laid_out_with_little_work_and_not_too_narrow() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("site-100k"))
        run(document, wire_power, document.snapshot["rack"].ids.tolist())
        chain = document.snapshot.cached(power_chain)
        steps = steps_of(lambda: document.snapshot.cached(power_diagram))
        diagram = document.snapshot.cached(power_diagram)
        assert len(diagram.units) > 3000
        assert steps < STEPS_A_UNIT * len(diagram.units)
        left, top, right, bottom = diagram.bounds
        assert 1.2 < (right - left) / (bottom - top) < 3.2
        assert len(power_units(chain).column_unit) > 10_000


# what fails


def test_a_dead_panel_leaves_what_the_other_bears(small: Document) -> None:
    chain = small.snapshot.cached(power_chain)
    after = power_after(chain, [chain.key(chain.names.index("Panel A"))])
    assert after is not None
    names = {chain.names[int(chain.place_of_node[each])] for each in np.flatnonzero(after.dead).tolist()}
    assert "Panel A" in names
    assert "Panel B" not in names
    network = chain.plan.network
    alive = np.bincount(network.cord_device[after.flow.up[network.cord_node]], minlength=network.devices)
    assert (after.after == network.state_of(network.device_rule, alive)).all()
    counted = sum(after.count(state) for state in (SupplyState.REDUCED, SupplyState.MANAGEMENT_ONLY, SupplyState.DOWN))
    assert after.unchanged + counted == network.devices
    assert after.rack_state.max() == after.change.max()
    assert sum(each.devices for each in after.kept()) == after.count(SupplyState.REDUCED)


def test_what_takes_over_keeps_all_alive(small: Document) -> None:
    chain = small.snapshot.cached(power_chain)
    grid, generator = (chain.key(chain.names.index(name)) for name in ("Grid", "Generator"))
    alone = power_after(chain, [grid])
    assert alone is not None
    assert alone.flow.up[chain.node[chain.names.index("Panel A")]]
    assert not alone.flow.up[chain.node[chain.names.index("Panel B")]]
    both = power_after(chain, [grid, generator])
    assert both is not None
    assert both.unchanged == 0
    assert power_after(chain, []) is None


# packing


def test_boxes_break_into_lines_and_groups_stay_together() -> None:
    line, left = broken_into_lines(np.array([10.0, 10, 10, 10, 10]), np.array([1, 1, 2, 2, 2]), 36, 2, 6)
    assert line.tolist() == [0, 0, 1, 1, 1]
    assert left.tolist() == [0, 12, 0, 12, 24]
    line, _ = broken_into_lines(np.full(5, 10.0), np.zeros(5, np.int64), 25, 2, 6)
    assert line.tolist() == [0, 0, 1, 1, 2]


def test_points_keep_apart_and_stay_near() -> None:
    assert kept_apart(np.array([0.0, 100, 200]), 50).tolist() == [0, 100, 200]
    placed = kept_apart(np.array([10.0, 10, 10]), 50)
    assert placed.tolist() == [-40, 10, 60]
    assert (np.diff(kept_apart(np.random.default_rng(1).uniform(0, 100, 60), 7)) >= 7 - 1e-9).all()


def test_spans_on_one_track_do_not_touch() -> None:
    spans = [(0.0, 10.0), (5.0, 15.0), (11.0, 20.0), (16.0, 30.0)]
    found, count = tracks(spans)
    assert count == 2
    assert found == [0, 1, 0, 1]
