"""A plan of sizing becomes systems, racks, power and fabric: what is promised is what the project has."""

from pathlib import Path

import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.findings.finding import Severity
from gpudesk.core.messages.errors import Refused
from gpudesk.derived.cabling.cable_figures import cable_figures
from gpudesk.derived.totals.totals import project_totals, totals
from gpudesk.operations.floor.halls import create_hall
from gpudesk.operations.plan.build_pod import build_pod
from gpudesk.operations.plan.plan_preview import preview_pod
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.systems.hosts import hosts
from gpudesk.sizing.systems.pod import PodChoice, pod, systems_needed
from gpudesk.sizing.systems.pod_rules import pod_rules
from gpudesk.sizing.workloads.placed import need
from gpudesk.sizing.workloads.saved_workload import kept

H100, L40S, A10, ADA = "nvidia.h100-sxm5-80gb", "nvidia.l40s", "nvidia.a10", "nvidia.rtx-6000-ada"
CHAT = Asked("meta-llama/Meta-Llama-3.1-70B", formats=("fp8",), concurrency=512, prompt=4096, tpot_ms=None, ttft_ms=None)


@pytest.mark.parametrize(("board", "systems"), [(H100, 1), (H100, 4), (H100, 9), (H100, 40), ("nvidia.b300-sxm", 20), (L40S, 3), (ADA, 10)])
def test_the_preview_says_what_the_project_has_then(tmp_path: Path, board: str, systems: int) -> None:
    made = pod(PodChoice(hosts(board)[0], systems))
    told = preview_pod(made)
    with Document.create(tmp_path / "one.gpudesk") as document:
        run(document, build_pod, made.plan)
        assert len(document.steps) == 1
        snapshot = document.snapshot
        assert (project_totals(snapshot), cable_figures(snapshot)) == (told.totals, told.cables)
        assert check_all(snapshot).counts() == told.problems
        assert told.totals.systems == systems
        assert told.totals.gpus == systems * hosts(board)[0].gpus
        assert told.problems[Severity.ERROR] == 0
        empty = run(document, create_hall, "x").before
        undo(document)
        undo(document)
        assert (document.snapshot["rack"].rows, document.snapshot["cable"].rows, empty["hall"].rows) == (0, 0, 1)


ALWAYS = {"storage", "in_band", "head_node"}


@pytest.mark.parametrize(
    ("board", "systems", "more"),
    [(H100, 4, {"subnet_manager"}), (H100, 1, {"compute"}), (L40S, 3, {"compute"}), ("nvidia.gb200-gpu", 2, {"compute"})],
)
@pytest.mark.parametrize("cooling", ["room", "none"])
def test_what_sizing_does_not_plan_is_left_out_with_a_reason(board: str, systems: int, more: set[str], cooling: str) -> None:
    made = pod(PodChoice(hosts(board)[0], systems, cooling=cooling))
    assert set(made.plan.outside) == ALWAYS | more | ({"cooling"} if cooling == "none" else set())
    with Document.scratch() as document:
        run(document, build_pod, made.plan)
        absent = [each.rule for each in check_all(document.snapshot) if each.severity is Severity.ERROR]
        assert absent == []


def test_rails_of_the_compute_network_end_where_the_published_rule_says() -> None:
    """64 DGX H100: two units of eight leaves, and eight spines (RA-11333-001 V11, Table 4, less the node of UFM)."""
    found = preview_pod(pod(PodChoice(hosts(H100)[0], 64)))
    switches = next(each for each in found.types if each.key == "nvidia.qm9700")
    assert dict(switches.roles) == {"leaf": 16, "spine": 8}
    assert found.networks == (("Compute", 400), ("Out-of-band", 1))


def test_racks_hold_what_they_bear() -> None:
    many, few = (pod(PodChoice(hosts(H100)[0], 8, rack_power_w=watts)).plan for watts in (None, 22_000))
    assert [sum(device.type == "nvidia.dgx-h100" and device.rack == 0 for device in plan.devices) for plan in (many, few)] == [4, 2]
    with pytest.raises(Refused, match="exceeds the limit of a rack"):
        pod(PodChoice(hosts(H100)[0], 1, rack_power_w=5_000))


def test_a_pod_goes_into_a_project_that_has_one(tmp_path: Path) -> None:
    made = pod(PodChoice(hosts(H100)[0], 4))
    with Document.create(tmp_path / "one.gpudesk") as document:
        run(document, build_pod, made.plan)
        before = project_totals(document.snapshot)
        found = run(document, build_pod, made.plan, kept(CHAT), "Chat").result
        snapshot = document.snapshot
        assert project_totals(snapshot).gpus == 2 * before.gpus
        assert totals(snapshot, "hall", int(snapshot["hall"].ids[1])).gpus == before.gpus
        assert snapshot["workload"]["name"].tolist() == ["Chat"]
        assert len(set(snapshot["device"]["name"].tolist())) == snapshot["device"].rows
        assert (found.networks, found.kept_networks) == ((), (0, 3)), "networks of the same kind stay as they are"
        assert len(document.steps) == 2


def test_a_template_is_as_large_as_it_must_be() -> None:
    superpod = next(each for each in pod_rules().templates_of(H100) if each.template == "dgx-h100-superpod")
    found = preview_pod(pod(PodChoice(None, 40, superpod)))
    assert found.totals.systems == 63, "two scalable units, one system less for UFM"
    with pytest.raises(Refused, match="at most 127 systems; 200 are required"):
        pod(PodChoice(None, 200, superpod))


@pytest.mark.parametrize("rule", pod_rules().templates, ids=lambda rule: f"{rule.template}-{rule.board}")
def test_every_template_of_the_rules_holds_its_board(rule: object) -> None:
    assert pod(PodChoice(None, 1, rule)).plan.racks  # type: ignore[arg-type]


def test_cards_go_into_machines_that_take_them() -> None:
    """No machine of the catalog comes with A10; servers with places for passive cards take them, towers do not."""
    found = hosts(A10)
    assert found
    assert all(host.body is not None and host.kind.family == "server" for host in found)
    server = next(host for host in found if host.key.startswith("supermicro.as-4125gs-tnrt+"))
    assert (server.gpus, server.kind.gpu_count) == (8, 8)
    # 3,900 W with eight L40S of 350 W; eight A10 draw 150 W each.
    assert server.kind.number("power_max_w") == 3900 - 8 * 350 + 8 * 150
    told = preview_pod(pod(PodChoice(server, 2)))
    assert told.totals.gpus == 16
    assert told.problems[Severity.ERROR] == 0


def test_a_card_that_no_place_is_wide_enough_for_has_no_machine() -> None:
    assert hosts("nvidia.rtx-3090") == ()


def test_layers_are_shared_within_one_machine() -> None:
    work = kept(CHAT)
    needed = need(work, H100, 8)
    assert needed is not None
    assert systems_needed(needed, 8) * 8 >= needed.plan.gpus
    with pytest.raises(Refused, match="tensor parallel"):
        systems_needed(needed, 1)
