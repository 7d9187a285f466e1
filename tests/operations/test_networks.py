"""Networks and what is connected to them: planned, changed, moved, removed, built from plans and taken along."""

from dataclasses import replace
from typing import Any

import pytest

from gpudesk.core.hardware.network_kinds import NetworkKind, Spread
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.plan.plan import Plan
from gpudesk.core.plan.plan_fabric import PlanNetwork, PlanStage
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.derived.templates.template_plan import Taken, template_plan, whole_project
from gpudesk.operations.cabling.network_operations import add_network, change_network, remove_networks
from gpudesk.operations.cabling.network_stage_operations import accept_rate, add_stage, change_stage, move_stage, remove_stages
from gpudesk.operations.plan.plan_to_project import build, insert_plan
from gpudesk.operations.run.run import run, undo
from gpudesk.project.accepted_rates import AcceptedRate, accepted_key, accepted_rates
from gpudesk.project.document import Document
from tests.operations.chooser import start_plan
from tests.operations.conftest import Project
from tests.project.sample import apply

NETWORKS = (
    PlanNetwork(NetworkKind.COMPUTE, "Compute", 400, planes=2, unit_nodes=64, by_hall=1, notes="read", phase=2),
    PlanNetwork(NetworkKind.OUT_OF_BAND, "OOB", 1),
)
STAGES = (
    PlanStage(0, "leaf", "fabric management", 2, rate_gbps=200, accepted_gbps=100, reason="The published cages give no more"),
    PlanStage(1, "out-of-band", links=1, spread=Spread.FILL),
    PlanStage(1, "in-band", "out-of-band", 2, Spread.ALL, 100),
)


def places(project: Project) -> list[tuple[str, int]]:
    stages = project.document.snapshot["network_stage"]
    return list(zip(stages["lower"].tolist(), stages["place"].tolist(), strict=True))


def test_a_plan_with_networks_is_built_and_taken_again() -> None:
    plan = replace(start_plan(), networks=NETWORKS, stages=STAGES)
    assert plan_from_plain(plan.to_plain()) == plan
    with Document.scratch() as document:
        run(document, build, plan)
        found = template_plan(document.snapshot, whole_project(document.snapshot), Taken(), "Start")
        bare = template_plan(document.snapshot, whole_project(document.snapshot), Taken(roles=False), "Start")
    assert (found.networks, found.stages) == (NETWORKS, STAGES)
    assert (bare.networks, bare.stages) == ((), ()), "networks go by roles"


def test_a_project_keeps_its_network_of_a_kind(project: Project) -> None:
    project.do(add_network, NetworkKind.OUT_OF_BAND, "Mine", 10)
    project.do(insert_plan, Plan(networks=NETWORKS, stages=STAGES))
    snapshot = project.document.snapshot
    assert snapshot["network"]["name"].tolist() == ["Mine", "Compute"]
    assert snapshot["network_stage"]["upper"].tolist() == ["leaf"]


@pytest.mark.parametrize(
    "body",
    [
        {"stages": [{"network": 0, "upper": "leaf"}]},
        {"networks": [{"kind": 9, "name": "X", "rate_gbps": 1}]},
        {"networks": [{"kind": 0, "name": "X", "rate_gbps": 0}]},
        {"networks": [{"kind": 0, "name": "X", "rate_gbps": 1, "tiers": 4}]},
    ],
)
def test_a_network_that_has_no_sense_is_named(body: dict[str, Any]) -> None:
    with pytest.raises(InvalidData):
        plan_from_plain(body)


def test_a_lower_rate_is_accepted_for_a_stage_with_a_reason(project: Project) -> None:
    network = project.do(add_network, NetworkKind.IN_BAND, "In-band", 100)
    stage, other = (project.do(add_stage, network, role, "in-band", 2, rate_gbps=200) for role in ("compute", "storage"))
    before = project.document.snapshot
    project.do(accept_rate, stage, 100, " The published cages give no more. ")
    assert project.document.snapshot.cached(accepted_rates) == {stage: AcceptedRate(100, "The published cages give no more")}
    assert project.title == "Change a stage of the network In-band"
    for wrong in ((stage, 100, " "), (stage, 0, "Why"), (stage, 100_001, "Why"), (stage, 100, "x" * 10_001)):
        with pytest.raises(Refused):
            project.do(accept_rate, *wrong)
    project.document.undo()
    assert project.document.snapshot["setting"].rows == before["setting"].rows
    assert not project.document.snapshot.cached(accepted_rates)
    project.document.redo()
    project.do(accept_rate, stage, None)
    assert not project.document.snapshot.cached(accepted_rates)
    for each in (stage, other):
        project.do(accept_rate, each, 100, "Why")
    project.do(remove_stages, [stage])
    assert set(project.document.snapshot.cached(accepted_rates)) == {other}
    project.do(remove_networks, [network])
    assert project.document.snapshot["setting"].rows == before["setting"].rows, "nothing is left behind"


def test_of_an_accepted_rate_the_part_that_is_not_given_stays(project: Project) -> None:
    network = project.do(add_network, NetworkKind.IN_BAND, "In-band", 100)
    stage = project.do(add_stage, network, "compute", "in-band", 2, rate_gbps=200)
    with pytest.raises(Refused, match="accepted_gbps"):
        project.do(change_stage, stage, {"reason": "Why"})
    project.do(change_stage, stage, {"accepted_gbps": None, "reason": ""})
    project.do(change_stage, stage, {"accepted_gbps": 100, "reason": "Why"})
    project.do(change_stage, stage, {"reason": "The published cages give no more"})
    assert project.document.snapshot.cached(accepted_rates) == {stage: AcceptedRate(100, "The published cages give no more")}
    project.do(change_stage, stage, {"accepted_gbps": 50})
    assert project.document.snapshot.cached(accepted_rates) == {stage: AcceptedRate(50, "The published cages give no more")}
    project.do(change_stage, stage, {"links": 1})
    with pytest.raises(Refused):
        project.do(change_stage, stage, {"reason": " "})
    assert project.document.snapshot.cached(accepted_rates)[stage].gbps == 50
    undo(project.document)
    undo(project.document)
    assert project.document.snapshot.cached(accepted_rates)[stage].gbps == 100
    project.do(change_stage, stage, {"accepted_gbps": None})
    assert not project.document.snapshot.cached(accepted_rates)


def test_what_is_stored_of_the_switches_is_read_again(project: Project) -> None:
    network = project.do(add_network, NetworkKind.OUT_OF_BAND, "OOB", 1)
    switches = ",".join(map(str, range(1, 520, 2)))
    stage = project.do(add_stage, network, "", "out-of-band", switches=switches)
    stored = project.row_of("network_stage", stage)["switches"]
    assert len(switches) <= 1000 < len(stored)
    project.do(change_stage, stage, {"switches": stored, "links": 1})
    assert project.row_of("network_stage", stage)["switches"] == stored


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"gbps": "100", "reason": "Why"}',
        '{"gbps": true, "reason": "Why"}',
        '{"gbps": 0, "reason": "Why"}',
        '{"gbps": 1}',
    ],
)
def test_an_accepted_rate_without_sense_is_passed_over(project: Project, text: str) -> None:
    network = project.do(add_network, NetworkKind.IN_BAND, "In-band", 100)
    stage = project.do(add_stage, network, "compute", "in-band")
    apply(project.document, lambda edit: edit.insert("setting", key=accepted_key(stage), value=text))
    assert not project.document.snapshot.cached(accepted_rates)


def test_a_network_is_changed(project: Project) -> None:
    network = project.do(add_network, NetworkKind.COMPUTE, "Compute", 400)
    project.do(change_network, network, {"name": "Rails", "tiers": 2, "notes": "two\nlines", "phase": 3, "rate_gbps": 800})
    row = project.row_of("network", network)
    assert (row["name"], row["tiers"], row["notes"], row["phase"], row["rate_gbps"]) == ("Rails", 2, "two\nlines", 3, 800)
    assert project.title == "Change the network Rails"
    for wrong in ({"name": " "}, {"kind": 7}, {"tiers": 4}, {"nothing": 1}, {"rate_gbps": None}, {"notes": "x" * 10_001}):
        with pytest.raises(Refused):
            project.do(change_network, network, wrong)


def test_stages_are_added_moved_changed_and_removed(project: Project) -> None:
    network = project.do(add_network, NetworkKind.OUT_OF_BAND, "OOB", 1)
    ids = [project.do(add_stage, network, lower, "out-of-band", 1) for lower in ("compute", "leaf", "power")]
    assert places(project) == [("compute", 0), ("leaf", 1), ("power", 2)]
    project.do(move_stage, ids[2], 0)
    assert sorted(places(project), key=lambda each: each[1]) == [("power", 0), ("compute", 1), ("leaf", 2)]
    project.do(change_stage, ids[0], {"links": None, "spread": 1, "rate_gbps": 10})
    row = project.row_of("network_stage", ids[0])
    assert (row["links"], row["spread"], row["rate_gbps"]) == (None, 1, 10)
    project.do(remove_stages, ids[:2])
    assert places(project) == [("power", 0)]
    assert (row["per_tray"], row["switches"], row["first_port"]) == (1, "", None)
    project.do(change_stage, ids[2], {"per_tray": 0, "switches": " 4 ,2-3,9", "first_port": 21})
    row = project.row_of("network_stage", ids[2])
    assert (row["per_tray"], row["switches"], row["first_port"]) == (0, "2-4, 9", 21)
    for wrong in (
        {"upper": ""},
        {"spread": 3},
        {"links": 0},
        {"nothing": 1},
        {"spread": None},
        {"per_tray": None},
        {"per_tray": 2},
        {"switches": "0"},
        {"switches": "3-2"},
        {"switches": "leaf-1"},
        {"switches": 1},
        {"first_port": 0},
        {"lower": "out-of-band"},
        {"accepted_gbps": 100},
        {"accepted_gbps": 100, "reason": " "},
    ):
        with pytest.raises(Refused):
            project.do(change_stage, ids[2], wrong)


def test_a_network_goes_with_its_stages(project: Project) -> None:
    networks = [project.do(add_network, NetworkKind.OUT_OF_BAND, name, 1) for name in "AB"]
    for network in networks:
        project.do(add_stage, network, "", "out-of-band")
    project.do(remove_networks, networks[:1])
    snapshot = project.document.snapshot
    assert (snapshot["network"]["name"].tolist(), snapshot["network_stage"]["network_id"].tolist()) == (["B"], [networks[1]])
    undo(project.document)
    assert project.document.snapshot["network_stage"].rows == 2
