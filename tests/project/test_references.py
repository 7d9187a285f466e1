"""Every row names rows that exist after each edit, or the edit is taken back: looked for in the columns."""

from collections.abc import Callable, Iterator

import pytest

from gpudesk.core.messages.message import Message
from gpudesk.operations.floor.halls import create_rack
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.store.store_errors import StoreError
from tests.operations.chooser import start_plan
from tests.project.sample import Clock

TITLE = Message("tests", "A step of a test", {})


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch(Clock()) as made:
        run(made, build, start_plan())
        yield made


def refused(document: Document, body: Callable[[Edit], object]) -> str:
    before, steps = document.snapshot, document.steps

    def step(edit: Edit) -> tuple[None, Message]:
        body(edit)
        return None, TITLE

    with pytest.raises(StoreError) as caught:
        document.apply(step)
    assert document.snapshot is before
    assert document.steps == steps
    assert document.fresh_snapshot().equals(before)
    return str(caught.value)


def test_a_row_does_not_go_while_others_name_it(document: Document) -> None:
    assert "device.rack_id" in refused(document, lambda edit: edit.delete("rack", 1))
    assert ".type_id" in refused(document, lambda edit: edit.delete_many("catalog_item", edit.columns("catalog_item").ids))


def test_a_row_does_not_name_what_is_not_there(document: Document) -> None:
    assert "device.rack_id" in refused(document, lambda edit: edit.update("device", 1, rack_id=999))
    assert "rack.hall_id" in refused(document, lambda edit: edit.insert("rack", hall_id=99, type_id=1, name="nowhere"))


def test_rows_may_go_in_any_order_within_a_step(document: Document) -> None:
    def step(edit: Edit) -> tuple[None, Message]:
        edit.delete("rack", 4)
        edit.insert("rack", hall_id=1, type_id=int(edit.columns("rack")["type_id"][0]), name="again", x_mm=9000)
        return None, TITLE

    document.apply(step)
    assert document.snapshot["rack"]["name"].tolist()[-1] == "again"


def test_an_undo_that_would_leave_a_dangling_row_is_taken_back(document: Document) -> None:
    rack = run(document, create_rack, "generic.rack-42u-600x1200", hall_id=1).result
    # A log that was damaged: it says that the rack is taken back, and nothing of the device that came into it.
    device = run(document, place_device, "generic.server-1u", rack, 4).result
    step = document.steps[-1].id
    document._database.run("DELETE FROM undo_device WHERE step = ?", (step,))
    undo(document)
    with pytest.raises(StoreError, match=r"device\.rack_id"):
        undo(document)
    assert document.snapshot["device"].has(device)
    assert document.fresh_snapshot().equals(document.snapshot)
