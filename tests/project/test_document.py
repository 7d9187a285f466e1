"""A project that is open: what a step writes is in the snapshot, in the file and in the next opening."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpudesk.core.messages.errors import Cancelled, Refused
from gpudesk.core.messages.message import Message
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.columns import ABSENT
from gpudesk.project.document import SETTLE_WAIT_MS, Document
from gpudesk.project.edit import BULK_ROWS, Edit
from gpudesk.store.database import BUSY_MS, Database, open_read
from gpudesk.store.store_errors import Closed, ReadOnly, StoreError
from tests.project.sample import SERVER_BODY, Clock, add_types, apply, fill, filled, title


@pytest.fixture
def document() -> Document:
    return Document.scratch(Clock())


def test_a_new_project_is_one_file(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "one.gpudesk"
    with Document.create(path, Clock()) as document:
        assert document.read_only is None
        assert document.snapshot.revision == 0
        assert document.steps == []
    assert [file.name for file in path.parent.iterdir()] == ["one.gpudesk"]


def test_what_was_written_is_there_after_opening_again(tmp_path: Path) -> None:
    path = tmp_path / "one.gpudesk"
    with Document.create(path, Clock()) as document:
        uid = document.uid
        filled(document)
        before = document.snapshot
    with Document.open(path) as again:
        assert again.uid == uid
        assert again.snapshot.equals(before)
        assert again.snapshot.revision == before.revision == 1
        assert [step.message.plain() for step in again.steps] == ["Fill"]
        again.quick_check()


def test_a_project_is_not_made_over_something(tmp_path: Path) -> None:
    path = tmp_path / "one.gpudesk"
    path.write_text("something")
    with pytest.raises(StoreError, match="already exists"):
        Document.create(path)
    assert path.read_text() == "something"


def test_a_project_is_not_made_beside_the_log_of_a_lost_one(tmp_path: Path) -> None:
    (tmp_path / "one.gpudesk-wal").write_bytes(b"\x37\x7f\x06\x82 and edits")
    with pytest.raises(StoreError, match="Edits of an earlier project at"):
        Document.create(tmp_path / "one.gpudesk")
    assert [file.name for file in tmp_path.iterdir()] == ["one.gpudesk-wal"]


def test_rows_of_a_step(document: Document) -> None:
    (racks, devices), applied = apply(document, fill)
    assert applied.changes.of("rack").added.tolist() == racks.tolist()
    assert applied.changes.of("device").added.tolist() == devices.tolist()
    assert applied.title is not None
    assert applied.title.plain() == "Per step"

    def body(edit: Edit) -> None:
        edit.update("device", int(devices[0]), name="renamed", position=90)
        edit.delete("device", int(devices[1]))
        assert edit.row("device", int(devices[0]))["name"] == "renamed"
        assert not edit.columns("device").has(int(devices[1]))

    _, applied = apply(document, body)
    change = applied.changes.of("device")
    assert (change.added.tolist(), change.changed.tolist(), change.removed.tolist()) == ([], [devices[0]], [devices[1]])
    assert applied.snapshot is document.snapshot
    assert document.snapshot["device"].row(int(devices[0]))["position"] == 90
    assert document.snapshot.equals(document.fresh_snapshot())


def test_tables_that_were_not_touched_are_shared(document: Document) -> None:
    filled(document)
    before = document.snapshot
    apply(document, lambda edit: edit.insert("hall", name="Hall 2", width_mm=1, depth_mm=1))
    assert document.snapshot["device"] is before["device"]
    assert document.snapshot.types is before.types


def test_a_step_that_fails_leaves_nothing(document: Document) -> None:
    filled(document)
    before, steps = document.snapshot, document.steps

    def body(edit: Edit) -> None:
        edit.insert("hall", name="Hall 2", width_mm=1, depth_mm=1)
        edit.delete("hall", 1)
        raise Refused(title("No."))

    with pytest.raises(Refused, match="No"):
        apply(document, body)
    assert document.snapshot is before
    assert document.steps == steps
    assert document.fresh_snapshot().equals(before)


def test_a_step_that_leaves_a_reference_to_nothing_is_taken_back(document: Document) -> None:
    filled(document)
    before = document.snapshot
    with pytest.raises(StoreError, match="The edit conflicts with the project"):
        apply(document, lambda edit: edit.delete("hall", 1))
    assert document.fresh_snapshot().equals(before)


def test_a_step_that_changes_nothing_leaves_no_trace(document: Document) -> None:
    racks, _ = filled(document)
    revision = document.snapshot.revision

    def body(edit: Edit) -> None:
        edit.update("rack", int(racks[0]), name=edit.row("rack", int(racks[0]))["name"])
        edit.delete("hall", edit.insert("hall", name="short-lived", width_mm=1, depth_mm=1))

    _, applied = apply(document, body)
    assert not applied.changes
    assert applied.title is None
    assert document.snapshot.revision == revision
    assert len(document.steps) == 1


def test_bulk_rows_that_go_in_the_same_step_leave_no_trace(document: Document) -> None:
    filled(document)

    def body(edit: Edit) -> None:
        ids = edit.insert_many("hall", {"name": ["x"] * BULK_ROWS, "width_mm": [1] * BULK_ROWS, "depth_mm": [1] * BULK_ROWS})
        edit.delete_many("hall", ids)

    _, applied = apply(document, body)
    assert not applied.changes
    assert len(document.steps) == 1


def test_bulk_rows_are_known_without_being_read_back(document: Document) -> None:
    """Rows, lists, missing values and columns left out: what the step knows is what the file says."""
    rows = BULK_ROWS + 3

    def body(edit: Edit) -> None:
        values: dict[str, Any] = {
            "name": [f"hall {at}" for at in range(rows)],
            "width_mm": np.arange(1, rows + 1, dtype=np.int32),
            "depth_mm": [7] * rows,
        }
        heights = np.where(np.arange(rows) % 2, 3000, ABSENT)
        first = edit.insert_many("hall", {**values, "height_mm": heights, "rack_names": ["" if at % 3 else "{n}" for at in range(rows)]})
        again = edit.insert_many("hall", values)
        edit.update_many("hall", np.concatenate([first[:2], again[-2:]]), notes="changed", phase=4)
        edit.update_many("hall", first[:0], notes="nobody")
        edit.delete_many("hall", first[2:4])

    _, applied = apply(document, body)
    halls = document.snapshot["hall"]
    assert document.snapshot.equals(document.fresh_snapshot())
    assert (halls.rows, len(applied.changes.of("hall").added)) == (2 * rows - 2, 2 * rows - 2)
    assert halls["notes"].tolist().count("changed") == 4
    assert halls.row(int(halls.ids[0]))["height_mm"] is None


def test_unknown_rows_and_columns(document: Document) -> None:
    with pytest.raises(Refused, match="There is no rack row with number 7"):
        apply(document, lambda edit: edit.row("rack_row", 7))
    with pytest.raises(ValueError, match="hall has no column colour"):
        apply(document, lambda edit: edit.insert("hall", colour="red"))
    with pytest.raises(ValueError, match="meta is not edited"):
        apply(document, lambda edit: edit.insert("meta", key="revision"))


def test_negative_places_are_no_missing_ones(document: Document) -> None:
    racks, _ = filled(document)
    apply(document, lambda edit: edit.update("rack", int(racks[0]), x_mm=-1, y_mm=-600))
    row = document.snapshot["rack"].row(int(racks[0]))
    assert (row["x_mm"], row["y_mm"], row["rail_depth_mm"]) == (-1, -600, None)
    apply(document, lambda edit: edit.insert_many("rack_row", {"hall_id": [1], "name": ["B"], "x_mm": np.array([-1])}))
    assert document.snapshot["rack_row"]["x_mm"][-1] == -1


def test_a_remark_is_a_change_outside_the_history(document: Document) -> None:
    racks, _ = filled(document)

    def body(edit: Edit) -> int:
        return edit.insert("journal", at_utc=edit.now_utc, author=edit.author, object_table="rack", object_id=int(racks[0]), text="Dusty")

    remark, applied = apply(document, body)
    assert applied.changes.of("journal").added.tolist() == [remark]
    assert applied.title is None
    assert len(document.steps) == 1
    document.undo()
    assert document.snapshot["journal"].row(remark)["at_utc"].startswith("2026-03-01T12:00")
    assert document.snapshot.equals(document.fresh_snapshot())


def test_long_work_is_stopped_and_leaves_nothing(document: Document) -> None:
    filled(document)
    before = document.snapshot
    progress = Progress()
    seen: list[int] = []

    def body(edit: Edit) -> tuple[None, Message]:
        edit.insert("hall", name="Hall 2", width_mm=1, depth_mm=1)
        progress.cancel()
        count = 10_000
        edit.insert_many("hall", {"name": ["x"] * count, "width_mm": [1] * count, "depth_mm": [1] * count})
        seen.append(1)
        return None, title("never")

    with pytest.raises(Cancelled):
        document.apply(body, progress)
    assert seen == []
    assert progress.cancelled
    assert document.fresh_snapshot().equals(before)
    assert len(document.steps) == 1


def test_a_project_for_reading_refuses_edits(tmp_path: Path) -> None:
    path = tmp_path / "one.gpudesk"
    Document.create(path).close()
    with Document.open(path, write=False) as document:
        assert document.read_only is not None
        for change in (lambda: apply(document, fill), document.undo, document.redo):
            with pytest.raises(ReadOnly, match="The project was opened read-only"):
                change()


def test_closing_twice_does_nothing(tmp_path: Path) -> None:
    document = Document.create(tmp_path / "one.gpudesk")
    document.close()
    document.close()
    assert [file.name for file in tmp_path.iterdir()] == ["one.gpudesk"]


def test_edits_of_several_threads_wait_for_each_other(document: Document) -> None:
    def edit_often() -> None:
        for _ in range(20):
            apply(document, lambda edit: edit.insert("hall", name="x", width_mm=1, depth_mm=1))

    threads = [threading.Thread(target=edit_often) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert document.snapshot["hall"].rows == 80
    assert document.snapshot.revision == 80
    assert document.snapshot.equals(document.fresh_snapshot())


def test_types_of_a_project(document: Document) -> None:
    rack_type, server_type = apply(document, add_types)[0]
    types = document.snapshot.types
    assert types[server_type].model == SERVER_BODY["model"]
    assert types.id_of("test.rack-48u") == rack_type
    assert types.id_of("nobody.knows") is None
    assert types.numbers("weight_kg", np.array([server_type, rack_type])).tolist()[0] == 15.5
    assert np.isnan(types.numbers("weight_kg", np.array([rack_type]))[0])
    assert types.codes("half_units", np.array([server_type, rack_type])).tolist() == [2, 0]


def test_a_copy_is_whole_and_stands_alone(tmp_path: Path) -> None:
    path, target = tmp_path / "one.gpudesk", tmp_path / "copy.gpudesk"
    with Document.create(path, Clock()) as document:
        filled(document)
        document.save_copy(target)
        apply(document, lambda edit: edit.insert("hall", name="later", width_mm=1, depth_mm=1))
        with Document.open(target) as copy:
            assert copy.uid == document.uid
            assert copy.snapshot.revision == 1
            assert [step.message.plain() for step in copy.steps] == ["Fill"]
            assert copy.undo() is not None
            assert copy.snapshot["device"].rows == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.gpudesk", "one.gpudesk"]


def test_a_copy_replaces_what_was_there_with_its_log(tmp_path: Path) -> None:
    target = tmp_path / "copy.gpudesk"
    target.write_text("older")
    (tmp_path / "copy.gpudesk-wal").write_bytes(b"\x37\x7f\x06\x82 edits of the older one")
    with Document.create(tmp_path / "one.gpudesk", Clock()) as document:
        filled(document)
        document.save_copy(target)
        with Document.open(target) as copy:
            assert copy.snapshot.equals(document.snapshot)


def test_a_copy_does_not_replace_an_open_project(tmp_path: Path) -> None:
    with Document.create(tmp_path / "one.gpudesk") as document, Document.create(tmp_path / "two.gpudesk") as other:
        for target in (other.path, document.path):
            with pytest.raises(StoreError, match="is being edited by"):
                document.save_copy(target)


def test_a_scratch_project_can_be_kept(tmp_path: Path, document: Document) -> None:
    filled(document)
    document.save_copy(tmp_path / "kept.gpudesk")
    with Document.open(tmp_path / "kept.gpudesk") as kept:
        assert kept.snapshot.equals(document.snapshot)
    document.quick_check()


def test_settling_brings_everything_into_the_one_file(tmp_path: Path) -> None:
    path = tmp_path / "one.gpudesk"
    with Document.create(path, Clock()) as document:
        filled(document)
        assert (tmp_path / "one.gpudesk-wal").stat().st_size > 0
        document.settle()
        assert (tmp_path / "one.gpudesk-wal").stat().st_size == 0


def test_missing_values_stay_missing(document: Document) -> None:
    apply(document, fill)
    devices = document.snapshot["device"]
    assert set(devices["hall_id"].tolist()) == {ABSENT}
    assert devices.row(int(devices.ids[0]))["side"] is None


def test_a_closed_document_says_that_it_is_closed(tmp_path: Path) -> None:
    document = Document.create(tmp_path / "a.gpudesk")
    filled(document)
    before = document.snapshot
    document.close()
    asked: list[Callable[[], object]] = [
        lambda: document.uid,
        lambda: document.steps,
        document.versions,
        lambda: document.version_dump(1),
        document.refresh,
        document.undo,
        document.redo,
        document.fresh_snapshot,
        lambda: document.save_copy(tmp_path / "b.gpudesk"),
        lambda: apply(document, lambda edit: edit.update("hall", 1, name="x")),
    ]
    for ask in asked:
        with pytest.raises(Closed, match=r"a\.gpudesk was closed"):
            ask()
    assert document.snapshot is before
    assert document.settle()
    document.quick_check()
    document.close()
    assert [file.name for file in tmp_path.iterdir()] == ["a.gpudesk"]


def test_settling_does_not_keep_edits_waiting_for_a_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    run = Database.run

    def noted(database: Database, sql: str, parameters: Sequence[Any] = ()) -> None:
        said.append(sql)
        run(database, sql, parameters)

    path, log = tmp_path / "a.gpudesk", tmp_path / "a.gpudesk-wal"
    with Document.create(path) as document:
        filled(document)
        reader = open_read(path)
        with reader.one_state():
            reader.rows("SELECT count(*) FROM hall")
            apply(document, lambda edit: edit.update("hall", 1, name="x"))
            assert document.take_digests(None)
            with monkeypatch.context() as patch:
                patch.setattr(Database, "run", noted)
                assert not document.settle()
            assert said == [f"PRAGMA busy_timeout={SETTLE_WAIT_MS}", f"PRAGMA busy_timeout={BUSY_MS}"]
            assert SETTLE_WAIT_MS <= 200
            apply(document, lambda edit: edit.update("hall", 1, name="y"))
        reader.close()
        assert document.settle()
        assert log.stat().st_size == 0
