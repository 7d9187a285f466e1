"""Many findings at once: fixed, accepted, judged again, each as one step."""

from typing import Any

import pytest

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.checks.findings.finding import Finding
from gpudesk.core.messages.errors import Refused
from gpudesk.operations.project.finding_operations import exclude_finding, exclude_findings, fix_findings, include_findings
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import REGISTRY, undo
from gpudesk.project.edit import Edit
from tests.operations.conftest import SYSTEM, Project


def of_rule(project: Project, rule: str) -> list[Finding]:
    """The findings of a rule that count."""
    return [finding for finding in findings_of(project.document.snapshot).of_rule(rule) if finding.excluded is None]


def fixes(findings: list[Finding]) -> list[tuple[str, Any]]:
    """What they propose."""
    return [(finding.fix.operation, finding.fix.arguments) for finding in findings if finding.fix is not None]


@pytest.fixture
def early(project: Project) -> Project:
    """Three devices that are built before their rack."""
    for position in (0, 16, 32):
        project.place(SYSTEM, position)
    project.do(set_fields, "rack", [project.racks[0]], {"phase": 2})
    devices = project.document.snapshot["device"].ids.tolist()
    project.do(set_fields, "device", devices, {"phase": 1})
    assert len(of_rule(project, "plan.phase_order")) == 3
    return project


def test_all_like_problems_are_fixed_as_one_step(early: Project) -> None:
    steps = len(early.document.steps)
    outcome = early.outcome(fix_findings, fixes(of_rule(early, "plan.phase_order")))
    assert (outcome.result.done, outcome.result.refused) == (3, ())
    assert not of_rule(early, "plan.phase_order")
    assert len(early.document.steps) == steps + 1
    assert early.title == "Fix 3 problems"
    undo(early.document)
    assert len(of_rule(early, "plan.phase_order")) == 3


def test_one_alone_is_called_as_it_is_by_itself(early: Project) -> None:
    early.do(fix_findings, fixes(of_rule(early, "plan.phase_order"))[:1])
    assert not early.title.startswith("Fix")
    assert len(of_rule(early, "plan.phase_order")) == 2


def test_what_cannot_be_fixed_stays_and_is_told(early: Project) -> None:
    both = [("delete_reservation", {"reservation_id": 999}), *fixes(of_rule(early, "plan.phase_order"))]
    result = early.do(fix_findings, both)
    assert (result.done, len(result.refused)) == (3, 1)
    assert not of_rule(early, "plan.phase_order")


def test_what_several_findings_propose_is_done_once(early: Project) -> None:
    reservation = early.do(reserve_units, early.racks[1], 60, 4, reason="later")
    twice = [("delete_reservation", {"reservation_id": reservation})] * 2
    result = early.do(fix_findings, twice)
    assert (result.done, result.refused) == (2, ())
    face = early.document.snapshot["device"]["face"].tolist()
    first = int(early.document.snapshot["device"].ids[0])
    early.do(fix_findings, [("flip_face", {"device_id": first})] * 2)
    assert early.document.snapshot["device"]["face"].tolist() != face


def test_racks_are_wired_anew_together(early: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time, the power of the whole project is calculated."""
    asked: list[dict[str, Any]] = []
    wired = REGISTRY["wire_power"]

    def wire(edit: Edit, **values: Any) -> Any:
        asked.append(values)
        return wired(edit, **values)

    monkeypatch.setitem(REGISTRY, "wire_power", wire)
    proposed = [("wire_power", {"rack_ids": [rack], "rewire": True}) for rack in (*early.racks, *early.racks)]
    assert early.do(fix_findings, proposed).done == 4
    assert asked == [{"rack_ids": early.racks, "rewire": True}]


@pytest.mark.parametrize(
    ("given", "says"),
    [([], "Nothing to fix."), ([("fly", {})], "no operation fly"), ([("delete_reservation", {"reservation_id": 999})], "999")],
)
def test_nothing_fixed_is_refused_and_leaves_no_step(early: Project, given: list[tuple[str, Any]], says: str) -> None:
    steps = len(early.document.steps)
    with pytest.raises(Refused, match=says):
        early.do(fix_findings, given)
    assert len(early.document.steps) == steps


def test_several_are_excluded_for_one_reason_and_judged_again(early: Project) -> None:
    keys = [finding.key for finding in of_rule(early, "plan.phase_order")]
    early.do(exclude_finding, keys[0], "the first")
    steps = len(early.document.steps)
    early.do(exclude_findings, keys, "  the rack comes early  ")
    assert len(early.document.steps) == steps + 1
    assert early.title == "Exclude 3 problems: the rack comes early"
    rows = early.document.snapshot["exclusion"]
    assert sorted(rows["finding"].tolist()) == sorted(keys)
    assert set(rows["reason"].tolist()) == {"the rack comes early"}
    assert not of_rule(early, "plan.phase_order")
    early.do(include_findings, [*keys[:2], "space.overlap:device=77"])
    assert early.title == "Include 3 problems again"
    assert len(of_rule(early, "plan.phase_order")) == 2


def test_exclusions_need_a_reason_and_a_problem(early: Project) -> None:
    for findings, reason, says in (
        (["a:b"], "  ", "requires a reason"),
        (["a:b"], "x" * 1001, "requires a reason"),
        ([], "why", "Select a problem"),
    ):
        with pytest.raises(Refused, match=says):
            early.do(exclude_findings, findings, reason)
    with pytest.raises(Refused, match="Select a problem"):
        early.do(include_findings, [])
