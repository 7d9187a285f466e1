"""Power nodes and PDUs that feed themselves are one kind of finding, and no rule fails on them."""

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.core.messages.message import Message
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.derived.checklist.cable_facts import feed_current_a
from gpudesk.derived.power.power_circles import devices_on_circles
from gpudesk.derived.power.power_failures import power_failures
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run, undo
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


@pytest.mark.parametrize("name", ["dgx-basepod", "dgx-h100-superpod"])
@pytest.mark.parametrize("kind", ["only inlet", "second inlet", "itself"])
def test_pdus_that_feed_each_other_are_reported_and_no_rule_fails(name: str, kind: str) -> None:
    """Over the cord of their inlet, over a further one, or a PDU connected to its own outlet, in a file that no operation writes."""
    with Document.scratch() as document:
        run(document, build, load_template(name))
        devices, cords = document.snapshot["device"], document.snapshot["power_cord"]
        one, other = devices.ids[document.snapshot.cached(power_plan).givers[:2]].tolist()
        pairs = ((one, one),) if kind == "itself" else ((one, other), (other, one))
        inlets = {device: int(cords.where("device_id", device)[0]) for device, _ in pairs}

        def step(edit: Edit) -> None:
            for device, giver in pairs:
                if kind == "second inlet":
                    edit.insert("power_cord", device_id=device, port=1, from_device_id=giver)
                else:
                    edit.update("power_cord", inlets[device], from_node_id=None, from_device_id=giver)
            edit.title = Message("tests", "A circle", {})

        run(document, step)
        findings = list(findings_of(document.snapshot))
        assert findings == list(check_all(document.fresh_snapshot()))
        circles = {finding.objects: finding.message.plain() for finding in findings if finding.rule == "power.circle"}
        names = {device: str(devices.row(device)["name"]) for device in inlets}
        assert circles == {(("device", device),): f"{name} is fed from itself." for device, name in names.items()}
        assert [finding.message.plain() for finding in findings if finding.rule == "plan.failed_check"] == []
        with pytest.raises(ValueError, match="circle"):
            power_failures(document.snapshot)
        feeds = document.snapshot["power_node"].ids
        assert np.isnan(feed_current_a(document.snapshot, feeds)).all()
        undo(document)
        assert document.snapshot.cached(devices_on_circles) == ()


def test_devices_below_a_circle_and_chains_are_no_circle() -> None:
    """PDUs that PDUs feed, and what a circle feeds, are not fed from themselves."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-basepod"))
        devices = document.snapshot["device"]
        places = [int(place) for place in document.snapshot.cached(power_plan).givers[:4]]
        first, second, third, fourth = devices.ids[places].tolist()

        def step(edit: Edit) -> None:
            for device, giver in ((second, first), (third, second), (fourth, third)):
                edit.insert("power_cord", device_id=device, port=1, from_device_id=giver)
            edit.title = Message("tests", "A chain", {})

        run(document, step)
        assert document.snapshot.cached(devices_on_circles) == ()

        def close(edit: Edit) -> None:
            edit.insert("power_cord", device_id=second, port=2, from_device_id=third)
            edit.title = Message("tests", "A circle", {})

        run(document, close)
        assert document.snapshot.cached(devices_on_circles) == (places[1], places[2])
