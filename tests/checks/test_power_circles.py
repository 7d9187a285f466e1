"""Power nodes that feed themselves are one kind of finding, and no rule fails on them."""

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.core.messages.message import Message
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.derived.power.power_failures import power_failures
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit


@pytest.mark.parametrize("column", ["fed_by_id", "alternate_id"])
@pytest.mark.parametrize("name", ["dgx-basepod", "gb200-nvl72-superpod"])
def test_panels_that_feed_each_other_are_reported_and_no_rule_fails(name: str, column: str) -> None:
    with Document.scratch() as document:
        run(document, build, load_template(name))
        nodes = document.snapshot["power_node"]
        one, other = nodes.ids[nodes["kind"] == PowerNodeKind.PANEL].tolist()[:2]

        def step(edit: Edit) -> None:
            for node, above in ((one, other), (other, one)):
                edit.update("power_node", node, capacity_va=100_000, **{column: above})
            edit.title = Message("tests", "A circle", {})

        run(document, step)
        found = list(findings_of(document.snapshot))
        assert found == list(check_all(document.fresh_snapshot()))
        circles = {finding.objects for finding in found if finding.rule == "power.circle"}
        assert circles == {(("power_node", one),), (("power_node", other),)}
        assert [finding.message.plain() for finding in found if finding.rule == "plan.failed_check"] == []
        with pytest.raises(ValueError, match="circle"):
            power_failures(document.snapshot)
