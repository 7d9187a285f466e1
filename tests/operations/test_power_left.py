"""Why supplies found no outlet: no PDU, none free, none that fits, none in reach of the cord."""

from collections.abc import Iterator

import pytest

from gpudesk.derived.power.unpowered_supplies import why_left
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.project.sample import Clock

DGX = "nvidia.dgx-h100"


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch(Clock()) as made:
        hall = run(made, create_hall).result
        row = run(made, create_row, hall).result
        run(made, add_racks, "generic.rack-52u-700x1200", 1, row)
        yield made


@pytest.mark.parametrize(
    ("strips", "systems", "said"),
    [
        ([], [0], ["A01 has no PDU: add one, or connect its power supplies to a PDU of a neighboring rack."]),
        (
            ["apc.ap8868"],
            [0, 16, 32],
            ["A01 has no free outlet with a cord for a C20 inlet: choose a PDU with more matching outlets."],
        ),
        (["generic.pdu-0u-415v-60a"], [0], []),
        (
            ["generic.pdu-0u-415v-60a"],
            [0, 16],
            ["The matching free outlets in A01 are out of reach of the cords for C20: move the device or the PDU."],
        ),
    ],
)
def test_what_is_said(document: Document, strips: list[str], systems: list[int], said: list[str]) -> None:
    rack = int(document.snapshot["rack"].ids[0])
    for number, strip in enumerate(strips):
        run(document, place_device, strip, rack, 0, 1, number)
    for position in systems:
        run(document, place_device, DGX, rack, position)
    wired = run(document, wire_power, [rack]).result
    assert bool(wired.left) == bool(said)
    assert [message.plain() for message in why_left(document.snapshot, wired.left)] == said
