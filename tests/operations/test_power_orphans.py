"""Racks that are deleted take along the feeds that fed nothing else; what feeds others, or a PDU that is taken out, stays."""

from collections.abc import Iterator

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.values.columns import ABSENT
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.power_nodes import hang_on
from gpudesk.operations.project.finding_operations import fix_findings
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.project.sample import Clock


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch(Clock()) as made:
        run(made, build, load_template("small-pod"))
        yield made


def feeds(document: Document) -> list[int]:
    nodes = document.snapshot["power_node"]
    found: list[int] = nodes.ids[nodes["kind"] == 6].tolist()
    return found


def feeds_of(document: Document, rack: int) -> list[int]:
    devices, cords = document.snapshot["device"], document.snapshot["power_cord"]
    inside = devices.where("rack_id", rack)
    on = cords["from_node_id"][np.isin(cords["device_id"], inside)]
    found: list[int] = np.unique(on[on != ABSENT]).tolist()
    return found


def idle(document: Document) -> list[int]:
    return [finding.objects[0][1] for finding in check_all(document.snapshot) if finding.rule == "power.idle_feed"]


def test_a_rack_takes_its_feeds_along_and_undo_brings_them_back(document: Document) -> None:
    before, rack = feeds(document), int(document.snapshot["rack"].ids[0])
    mine = feeds_of(document, rack)
    assert mine
    outcome = run(document, delete_objects, "rack", [rack])
    assert feeds(document) == [feed for feed in before if feed not in mine]
    assert not [each for each in outcome.findings if each.rule == "power.idle_feed"]
    undo(document)
    assert feeds(document) == before
    assert feeds_of(document, rack) == mine


def test_what_feeds_another_rack_too_stays(document: Document) -> None:
    first, second = document.snapshot["rack"].ids[:2].tolist()
    shared = feeds_of(document, first)[0]
    devices, types = document.snapshot["device"], document.snapshot.types
    strip = next(each for each in devices.where("rack_id", second).tolist() if types[devices.row(each)["type_id"]].family.value == "pdu")
    run(document, hang_on, shared, device_ids=[strip])
    run(document, delete_objects, "rack", [first])
    assert shared in feeds(document)


def test_all_racks_of_a_row_and_of_a_hall(document: Document) -> None:
    row = int(document.snapshot["rack_row"].ids[0])
    racks = document.snapshot["rack"].where("row_id", row).tolist()
    mine = {feed for rack in racks for feed in feeds_of(document, rack)}
    before = set(feeds(document))
    run(document, delete_objects, "rack_row", [row])
    assert set(feeds(document)) == before - mine
    run(document, delete_objects, "hall", document.snapshot["hall"].ids.tolist())
    assert not feeds(document)


def test_a_strip_that_is_taken_out_leaves_its_feed_with_a_finding_and_a_fix(document: Document) -> None:
    devices, types = document.snapshot["device"], document.snapshot.types
    strip = next(each for each in devices.ids.tolist() if types[devices.row(each)["type_id"]].family.value == "pdu")
    cords = document.snapshot["power_cord"]
    feed = int(cords["from_node_id"][cords["device_id"] == strip][0])
    run(document, delete_objects, "device", [strip])
    assert idle(document) == [feed]
    finding = next(each for each in check_all(document.snapshot) if each.rule == "power.idle_feed")
    assert finding.fix is not None
    run(document, fix_findings, [(finding.fix.operation, finding.fix.arguments)])
    assert feed not in feeds(document)
    assert not idle(document)
