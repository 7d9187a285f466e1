"""The one door, used by several at once."""

from dataclasses import replace
from typing import Any

import pytest

from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import Violation
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import redo, undo
from tests.operations.conftest import SYSTEM, Project


def test_an_edit_that_slips_in_before_another_is_judged_too(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    findings_of(project.document.snapshot)
    apply = project.document.apply

    def late(*given: Any) -> Any:
        """What another thread does between the call of `run` and its turn to write."""
        monkeypatch.setattr(project.document, "apply", apply)
        project.place(SYSTEM, 0, phase=0)
        return apply(*given)

    monkeypatch.setattr(project.document, "apply", late)
    outcome = project.outcome(rename, "hall", project.hall, "H2")
    assert outcome.before["device"].rows == 1
    assert outcome.findings == check_all(project.document.fresh_snapshot())
    assert any(finding.rule == "plan.phase_order" for finding in outcome.findings)


@pytest.mark.usefixtures("rules_may_fail")
def test_an_edit_whose_check_fails_is_committed_and_told(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(view: View) -> list[Violation]:
        raise ZeroDivisionError(view.scope.name)

    monkeypatch.setitem(ALL_RULES, "naming.empty", replace(ALL_RULES["naming.empty"], judge=broken))
    outcome = project.outcome(rename, "hall", project.hall, "H2")
    assert outcome.after is project.document.snapshot
    assert outcome.after["hall"].row(project.hall)["name"] == "H2"
    assert list(outcome.findings.failed) == ["naming.empty"]
    undone, done = undo(project.document), redo(project.document)
    assert undone is not None
    assert done is not None
    # The state before was judged while the rule still held.
    assert list(undone.findings.failed) == []
    assert list(done.findings.failed) == ["naming.empty"]
