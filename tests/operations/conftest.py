"""A small project to work on."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import Outcome, run
from gpudesk.project.document import Document
from tests.project.sample import Clock

RACK = "generic.rack-48u-600x1200"
SYSTEM = "nvidia.dgx-h100"
SWITCH = "nvidia.sn2201"
SERVER = "generic.server-1u"
HALF = "generic.server-1u-half"
PDU = "generic.pdu-0u-415v-32a"


@dataclass
class Project:
    """A scratch project with a hall, a row and two racks."""

    document: Document
    hall: int
    row: int
    racks: list[int]

    def do(self, verb: Any, *args: Any, **values: Any) -> Any:
        """Run an operation; returns its result."""
        return self.outcome(verb, *args, **values).result

    def outcome(self, verb: Any, *args: Any, **values: Any) -> Outcome[Any]:
        """Run an operation."""
        return run(self.document, verb, *args, **values)

    def place(self, key: str, position: int, rack: int = 0, **values: Any) -> int:
        """Put a device into a rack; returns its id."""
        placed: int = self.do(place_device, key, self.racks[rack], position, **values)
        return placed

    def row_of(self, table: str, row_id: int) -> dict[str, Any]:
        """A row of the present snapshot."""
        return self.document.snapshot[table].row(row_id)

    @property
    def title(self) -> str:
        """The last line of the history."""
        return self.document.steps[-1].message.plain()


@pytest.fixture
def project() -> Iterator[Project]:
    document = Document.scratch(Clock())
    hall = run(document, create_hall).result
    row = run(document, create_row, hall).result
    racks = run(document, add_racks, RACK, 2, row).result
    yield Project(document, hall, row, racks)
    document.close()
