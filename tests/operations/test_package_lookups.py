"""What other devices have is kept once in a work package, whatever the number of its rows."""

import json
from collections.abc import Iterator

import pytest

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.package import Lookup
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.work_packages import BEN, build_site, handed_out, opened
from tests.project.sample import Clock


@pytest.fixture
def site() -> Iterator[Document]:
    """One rack in which every device has a serial number."""
    with Document.scratch(Clock()) as document:
        build_site(document)
        for device in document.snapshot["device"].ids.tolist():
            run(document, set_fields, "device", device, {"serial": f"SERIAL-{device:03}"})
        yield document


def test_each_serial_number_stands_in_the_package_once(site: Document) -> None:
    body = handed_out(site)
    serials = site.snapshot["device"]["serial"].tolist()
    assert len(serials) > 5
    assert [body.count(serial.encode()) for serial in serials] == [1] * len(serials)
    assert opened(body).package.lookups["d.other_serials"].values == tuple(serials)


def test_a_serial_number_of_another_device_fails_and_the_own_one_passes(site: Document) -> None:
    filled = opened(handed_out(site))
    filled.record(BEN, "RCV-030", 1, "part", "DGX H100")
    filled.record(BEN, "RCV-030", 1, "serial", "SERIAL-002")
    row = filled.package.by_place["RCV-030", 1]
    assert filled.state(row) is State.FAILED
    assert json.loads(filled.entries[-1][0].judged)["basis"] == {"d.other_serials": ["SERIAL-002"], "d.parts": ["DGX H100"]}
    filled.record(BEN, "RCV-030", 1, "serial", "SERIAL-001")
    assert filled.state(row) is State.PASSED


def test_a_package_of_an_earlier_version_lists_them_in_each_row(site: Document) -> None:
    body = json.loads(handed_out(site))
    body["log"] = []
    targets, values = body.pop("lookups")["d.other_serials"]
    for row in body["rows"]:
        if row["item"] == "RCV-030":
            row["basis"]["d.other_serials"] = [value for target, value in zip(targets, values, strict=True) if target != row["target"]]
    filled = opened(json.dumps(body).encode())
    filled.record(BEN, "RCV-030", 1, "part", "DGX H100")
    filled.record(BEN, "RCV-030", 1, "serial", "SERIAL-002")
    assert filled.state(filled.package.by_place["RCV-030", 1]) is State.FAILED


def test_two_others_with_the_same_value_are_found() -> None:
    lookup = Lookup((1, 2, 3), ("A", "A", "B"))
    assert lookup.has_elsewhere(1, "A")
    assert not lookup.has_elsewhere(3, "B")
    assert not lookup.has_elsewhere(3, "C")
