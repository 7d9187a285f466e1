"""Laying cords anew is offered where it mends, and not where they would lie as they do."""

from collections.abc import Iterator

import pytest

from gpudesk import operations
from gpudesk.checks import check_all
from gpudesk.checks.finding import Finding
from gpudesk.project.document import Document
from tests.project.sample import Clock

STRIP = "generic.pdu-0u-415v-60a"
RACK = "generic.rack-48u-600x1200"


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch(Clock()) as made:
        hall = operations.run(made, operations.create_hall).result
        row = operations.run(made, operations.create_row, hall).result
        operations.run(made, operations.add_racks, RACK, 1, row)
        yield made


def wired(document: Document, system: str, breaker_a: int) -> tuple[int, int, int]:
    """A system on one strip, whose feed has a breaker of so many amperes; returns rack, strip and system."""
    rack = int(document.snapshot["rack"].ids[0])
    strip = operations.run(document, operations.place_device, STRIP, rack, 0, 1, 0).result
    device = operations.run(document, operations.place_device, system, rack, 0).result
    operations.run(document, operations.wire_power, [rack])
    feed = int(document.snapshot["power_node"].ids[0])
    operations.run(document, operations.set_fields, "power_node", feed, {"breaker_a": breaker_a, "continuous_percent": 100})
    return rack, strip, device


def uneven(document: Document) -> list[Finding]:
    return [finding for finding in check_all(document.snapshot) if finding.rule == "power.line"]


def test_cords_on_one_line_are_laid_anew(document: Document) -> None:
    _, strip, system = wired(document, "nvidia.dgx-h100", 24)
    assert not uneven(document)
    cords = document.snapshot["power_cord"]
    ports = cords["port"][cords["device_id"] == system].tolist()
    operations.run(document, operations.pull_out, cords.ids[cords["device_id"] == system].tolist())
    for port, outlet in zip(ports, (1, 10, 19, 28, 4, 7), strict=True):
        operations.run(document, operations.plug_in, system, port, strip, outlet)
    found = uneven(document)
    mends = [(finding.mend.operation, finding.mend.arguments) for finding in found if finding.mend is not None]
    assert len(mends) == len(found) > 0
    outcome = operations.run(document, operations.mend_findings, mends)
    assert not [finding for finding in outcome.findings if finding.rule == "power.line"]


def test_what_would_come_out_the_same_is_not_offered(document: Document) -> None:
    wired(document, "nvidia.qm9700", 3)
    found = uneven(document)
    assert found
    assert all(finding.mend is None for finding in found)
