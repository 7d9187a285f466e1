"""What is saved as a template takes its feeds and cords along; where racks are counted they are wired by rule again."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.plan.plan import Plan, PlanPowerCord, PlanPowerNode, PlanWiring
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.core.plan.template_derive import derived
from gpudesk.core.plan.template_repeat import read_repeat, repeated_plan
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.derived.templates.template_plan import Taken, scope_of, template_plan, whole_project
from gpudesk.derived.totals.plan_totals import plan_totals
from gpudesk.operations.floor.halls import create_hall
from gpudesk.operations.plan.plan_to_project import build, insert_plan
from gpudesk.operations.power.power_cord_operations import pull_out
from gpudesk.operations.power.power_nodes import add_power_node, hang_power_node
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document


def kinds(document: Document) -> Counter[int]:
    return Counter(document.snapshot["power_node"]["kind"].tolist())


def built(plan: Plan) -> Document:
    document = Document.scratch()
    run(document, build, plan)
    return document


def test_a_whole_project_comes_again_with_all_its_power() -> None:
    """The pod with a switch that takes over, a circuit of one line and a feed that somebody named; by way of a file."""
    with built(load_template("small-pod")) as first:
        nodes = first.snapshot["power_node"]
        feed = int(nodes.where("name", "A01-A")[0])
        source = run(first, add_power_node, PowerNodeKind.GENERATOR, 415, name="Diesel").result
        panel = int(nodes.where("name", "Panel A-A")[0])
        ups = int(nodes.where("name", "UPS A")[0])
        run(first, hang_power_node, panel, ups, source)
        run(first, set_fields, "power_node", feed, {"breaker_a": 63, "derating_percent": 90})
        run(first, rename, "power_node", feed, "By hand")
        run(first, pull_out, [int(first.snapshot["power_cord"].ids[-1])])
        plan = template_plan(first.snapshot, whole_project(first.snapshot), Taken())
        assert plan_from_plain(plan.to_plain()) == plan
        assert plan.wirings == ()
        with built(plan) as again:
            assert kinds(again) == kinds(first)
            was, now = first.snapshot["power_cord"], again.snapshot["power_cord"]
            assert now.rows == was.rows
            here, there = first.snapshot.cached(power_plan), again.snapshot.cached(power_plan)
            assert sorted(np.round(here.flow.worst_a, 6).tolist()) == sorted(np.round(there.flow.worst_a, 6).tolist())
            row = again.snapshot["power_node"].row(int(again.snapshot["power_node"].where("name", "By hand")[0]))
            assert (row["breaker_a"], row["derating_percent"]) == (63, 90)
            hung = again.snapshot["power_node"].row(int(again.snapshot["power_node"].where("name", "Panel A-A")[0]))
            assert again.snapshot["power_node"].row(int(hung["alternate_id"]))["name"] == "Diesel"
        bare = template_plan(first.snapshot, whole_project(first.snapshot), Taken(power=False))
        assert (bare.power_nodes, bare.power_cords) == ((), ())


def test_a_rack_without_its_hall_leaves_its_panels_behind() -> None:
    with built(load_template("one-rack")) as document:
        rack = int(document.snapshot["rack"].ids[0])
        plan = template_plan(document.snapshot, scope_of(document.snapshot, [("rack", rack)]), Taken())
        assert [PowerNodeKind(node.kind) for node in plan.power_nodes] == [PowerNodeKind.FEED] * 3
        assert {node.fed_by for node in plan.power_nodes} == {None}
        assert len(plan.power_cords) == 31
        hall = run(document, create_hall, "Other", 9000, 9000).result
        run(document, insert_plan, plan, hall)
        nodes = document.snapshot["power_node"]
        assert (nodes["hall_id"] == hall).sum() == 3
        assert len(set(nodes["name"].tolist())) == nodes.rows
        undo(document)
        assert document.snapshot["power_node"].rows == 10


def test_racks_that_are_counted_are_wired_by_rule() -> None:
    with built(load_template("dgx-h100-superpod", {"su": 1, "systems_a_rack": 4})) as document:
        row = int(document.snapshot["rack_row"].ids[0])
        plan = template_plan(document.snapshot, scope_of(document.snapshot, [("rack_row", row)]), Taken())
    found = derived(plan)
    assert found is not None
    assert found.plan.power_cords == ()
    assert {wiring.feed_side for wiring in found.plan.wirings} == set("ABC")
    read_repeat(found.repeat.to_plain(), found.plan)
    more = repeated_plan(found.plan, found.repeat, {"racks": 6})
    sums = plan_totals(more, open_catalog().get)
    with built(more) as again:
        assert kinds(again)[int(PowerNodeKind.FEED)] == sums.feeds == sums.pdus
        assert not [finding for finding in check_all(again.snapshot) if finding.rule.startswith("power.loss")]
    with pytest.raises(InvalidData):
        read_repeat(found.repeat.to_plain(), replace(found.plan, power_cords=(PlanPowerCord(0, 0, node=0),)))


RACK = load_template("one-rack")
STRIP = next(number for number, device in enumerate(RACK.devices) if device.role == "power")
BARE = replace(RACK, power_nodes=(), wirings=())
CIRCLE = (PlanPowerCord(STRIP, 0, giver=STRIP + 1, outlet=1), PlanPowerCord(STRIP + 1, 0, giver=STRIP, outlet=1))
FEED = PlanPowerNode(int(PowerNodeKind.FEED), "F", 415)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"power_nodes": (PlanPowerNode(0, "Grid", 415), PlanPowerNode(1, "G", 415, fed_by=0))},
            "has feeds that are not allowed for this kind of component.",
        ),
        ({"power_nodes": (FEED, replace(FEED, fed_by=0, alternate=0))}, "has feeds that are not allowed for this kind of component."),
        ({"power_nodes": (replace(FEED, fed_by=0),)}, "would feed itself"),
        ({"power_nodes": (replace(FEED, name="9" * 500),)}, "at most 200 characters"),
        ({"power_nodes": (FEED,), "power_cords": (PlanPowerCord(STRIP, 0),)}, "in the plan has no source, or does not end at an inlet."),
        ({"power_nodes": (FEED,), "power_cords": (PlanPowerCord(STRIP, 1, node=0),)}, "does not end at an inlet"),
        (
            {"power_nodes": (FEED,), "power_cords": (PlanPowerCord(STRIP, 0, node=0),) * 2},
            "in the plan has no source, or does not end at an inlet.",
        ),
        ({"power_cords": (PlanPowerCord(STRIP, 0, giver=STRIP, outlet=1),)}, "would feed itself"),
        (
            {"power_cords": (PlanPowerCord(STRIP, 0, giver=STRIP + 1, outlet=1), PlanPowerCord(STRIP + 1, 0, giver=STRIP, outlet=1))},
            "itself",
        ),
        ({"power_cords": (PlanPowerCord(STRIP, 0, giver=0),)}, "in the plan has no source, or does not end at an inlet."),
    ],
)
def test_a_plan_whose_power_cannot_be_is_refused(change: dict[str, Any], told: str) -> None:
    with Document.scratch() as document:
        before = document.snapshot
        with pytest.raises(Refused, match=told):
            run(document, build, replace(BARE, **change))
        assert document.snapshot.equals(before)


@pytest.mark.parametrize(
    ("part", "entry", "told"),
    [
        ("power_nodes", {"kind": 7, "name": "x", "voltage_v": 415}, "power_nodes[0].kind: 7 is not between 0 and 6"),
        ("power_nodes", {"kind": 6, "name": "x", "voltage_v": 0}, "power_nodes[0].voltage_v: 0 is not between 1 and"),
        ("power_nodes", {"kind": 6, "name": "x", "voltage_v": 415, "fed_by": 0}, "there is no power_node number 0"),
        ("power_nodes", {"kind": 6, "name": "x"}, "voltage_v"),
        ("power_cords", {"device": 99, "port": 0}, "there is no device number 99"),
        ("wirings", {"hall": 3, "feed_side": "A"}, "there is no hall number 3"),
        ("wirings", {"hall": 0, "feed_side": 5}, "wirings[0].feed_side: 5 does not fit"),
    ],
)
def test_a_file_whose_power_is_not_well_formed_is_told(part: str, entry: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidData) as caught:
        plan_from_plain({"halls": [{"name": "H"}], part: [entry]})
    assert told in str(caught.value) or any(told in problem.plain() for problem in caught.value.problems)


def test_one_rule_for_a_hall_wires_racks_in_no_row() -> None:
    plan = replace(BARE, rows=(), racks=tuple(replace(rack, row=None) for rack in BARE.racks), wirings=(PlanWiring(0, "A"),))
    with built(plan) as document:
        assert kinds(document) == {int(PowerNodeKind.FEED): 3}
        assert document.snapshot["power_cord"].rows == 31
