"""Laying cords again is offered where it fixes, and not where they would lie as they do."""

from collections.abc import Iterator

import numpy as np
import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.findings.finding import Finding
from gpudesk.derived.power import power_trial
from gpudesk.derived.power.cord_assignment import plan_wired_anew
from gpudesk.derived.power.power_plan import PowerPlan
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.power.power_cord_operations import plug_in, pull_out
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.finding_operations import fix_findings
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.project.sample import Clock

STRIP = "generic.pdu-0u-415v-60a"
RACK = "generic.rack-48u-600x1200"


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch(Clock()) as made:
        hall = run(made, create_hall).result
        row = run(made, create_row, hall).result
        run(made, add_racks, RACK, 1, row)
        yield made


def wired(document: Document, system: str, breaker_a: int) -> tuple[int, int, int]:
    """A system on one strip, whose feed has a breaker of that many amperes; returns rack, strip and system."""
    rack = int(document.snapshot["rack"].ids[0])
    strip = run(document, place_device, STRIP, rack, 0, 1, 0).result
    device = run(document, place_device, system, rack, 0).result
    run(document, wire_power, [rack])
    feed = int(document.snapshot["power_node"].ids[0])
    run(document, set_fields, "power_node", feed, {"breaker_a": breaker_a, "continuous_percent": 100})
    return rack, strip, device


def uneven(document: Document) -> list[Finding]:
    return [finding for finding in check_all(document.snapshot) if finding.rule == "power.line"]


def test_cords_on_one_line_are_laid_anew(document: Document) -> None:
    _, strip, system = wired(document, "nvidia.dgx-h100", 24)
    assert not uneven(document)
    cords = document.snapshot["power_cord"]
    ports = cords["port"][cords["device_id"] == system].tolist()
    run(document, pull_out, cords.ids[cords["device_id"] == system].tolist())
    for port, outlet in zip(ports, (1, 10, 19, 28, 4, 7), strict=True):
        run(document, plug_in, system, port, strip, outlet)
    found = uneven(document)
    fixes = [(finding.fix.operation, finding.fix.arguments) for finding in found if finding.fix is not None]
    assert len(fixes) == len(found) > 0
    outcome = run(document, fix_findings, fixes)
    assert not [finding for finding in outcome.findings if finding.rule == "power.line"]


def test_what_would_come_out_the_same_is_not_offered(document: Document) -> None:
    wired(document, "nvidia.qm9700", 3)
    found = uneven(document)
    assert found
    assert all(finding.fix is None for finding in found)


def all_on_one_line(document: Document, racks: list[int], systems: list[int]) -> None:
    """Three supplies of each system on outlets of the first line."""
    for rack, system in zip(racks, systems, strict=True):
        cords, devices = document.snapshot["power_cord"], document.snapshot["device"]
        strip = int(devices.ids[(devices["rack_id"] == rack) & (devices.ids != system)][0])
        ports = cords["port"][cords["device_id"] == system].tolist()
        run(document, pull_out, cords.ids[cords["device_id"] == system].tolist())
        for port, outlet in zip(ports, (1, 10, 19, 28, 4, 7), strict=True):
            run(document, plug_in, system, port, strip, outlet)


def test_racks_that_are_alike_are_tried_once(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two racks alike, and one whose feed would not bear its lines however they lie: each finding says what is true of its own rack."""
    row = int(document.snapshot["rack_row"].ids[0])
    run(document, add_racks, RACK, 2, row)
    racks = document.snapshot["rack"].ids.tolist()
    systems = []
    for rack in racks:
        run(document, place_device, STRIP, rack, 0, 1, 0)
        systems.append(run(document, place_device, "nvidia.dgx-h100", rack, 0).result)
    run(document, wire_power, racks)
    for feed, breaker_a in zip(document.snapshot["power_node"].ids.tolist(), (24, 24, 12), strict=True):
        run(document, set_fields, "power_node", feed, {"breaker_a": breaker_a, "continuous_percent": 100})
    all_on_one_line(document, racks, systems)
    tried: list[int] = []

    def tries(snapshot: Snapshot, rack_id: int) -> PowerPlan:
        tried.append(rack_id)
        return plan_wired_anew(snapshot, rack_id)

    monkeypatch.setattr(power_trial, "plan_wired_anew", tries)
    # The first line of every third rack comes first: the racks are alike but for that.
    monkeypatch.setattr(power_trial, "places_in_row", lambda racks: np.zeros(racks.rows, np.int64))
    found = uneven(document)
    fixes = {finding.place.id: finding.fix.operation for finding in found if finding.fix and finding.objects[0][0] == "power_node"}
    assert fixes == {racks[0]: "wire_power", racks[1]: "wire_power", racks[2]: "add_rack_feeds"}
    assert racks[1] not in tried
