"""Undo and redo: row by row, in bulk, after a restart, bounded."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpudesk.core.values.columns import Ids
from gpudesk.project import undone as undone_rows
from gpudesk.project.document import Document
from gpudesk.project.edit import BULK_ROWS, Edit
from gpudesk.project.snapshot import Snapshot
from gpudesk.store import bare_table, undo
from gpudesk.store.store_errors import StoreError
from tests.project.sample import Clock, apply, fill, filled


@pytest.fixture(params=["few rows", "many rows"])
def document(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Document:
    """An empty project, once for what is done with few rows and once for what is done with many."""
    if request.param == "many rows":
        monkeypatch.setattr(bare_table, "BARE_ROWS", 1)
        monkeypatch.setattr(undone_rows, "KEPT_ROWS", 1)
    return Document.scratch(Clock())


def add_hall(edit: Edit, name: str = "Hall") -> int:
    return edit.insert("hall", name=name, width_mm=1000, depth_mm=1000)


def test_undo_and_redo_one_step(document: Document) -> None:
    empty = document.snapshot
    filled(document)
    full = document.snapshot
    undone = document.undo()
    assert undone is not None
    assert undone.title is not None
    assert undone.title.plain() == "Fill"
    assert undone.changes.of("device").removed.tolist() == full["device"].ids.tolist()
    assert document.snapshot.equals(empty)
    assert document.snapshot.equals(document.fresh_snapshot())
    redone = document.redo()
    assert redone is not None
    assert redone.changes.of("device").added.tolist() == full["device"].ids.tolist()
    assert document.snapshot.equals(full)
    assert document.snapshot.equals(document.fresh_snapshot())
    assert document.snapshot.revision == 3


def test_nothing_to_undo_or_redo(document: Document) -> None:
    assert document.undo() is None
    assert document.redo() is None
    filled(document)
    assert document.redo() is None
    assert document.snapshot.revision == 1


def test_a_new_step_forgets_what_was_undone(document: Document) -> None:
    for name in ("One", "Two", "Three"):
        apply(document, add_hall, name)
    document.undo()
    document.undo()
    assert [(step.message.plain(), step.done) for step in document.steps] == [("One", True), ("Two", False), ("Three", False)]
    apply(document, add_hall, "Four")
    assert [(step.message.plain(), step.done) for step in document.steps] == [("One", True), ("Four", True)]
    assert document.redo() is None


@pytest.mark.parametrize("earlier", [True, False])
def test_a_large_step_that_is_forgotten_takes_no_other_with_it(document: Document, monkeypatch: pytest.MonkeyPatch, earlier: bool) -> None:
    monkeypatch.setattr(undo, "LARGE_BYTES", 0)
    hall = apply(document, add_hall, "First")[0]
    if earlier:
        apply(document, lambda edit: edit.update("hall", hall, notes="kept"))
    before = document.snapshot
    apply(document, lambda edit: edit.update("hall", hall, notes="forgotten"))
    document.undo()
    apply(document, lambda edit: edit.update("hall", hall, notes="last"))
    steps = document._database.rows("SELECT DISTINCT step FROM undo_hall ORDER BY step")
    assert [row[0] for row in steps] == [step.id for step in document.steps]
    document.undo()
    assert document.snapshot.equals(before)
    while document.undo() is not None:
        assert document.snapshot.equals(document.fresh_snapshot())
    assert not document.snapshot["hall"].rows


def test_a_step_that_changes_nothing_keeps_what_was_undone(document: Document) -> None:
    filled(document)
    document.undo()
    apply(document, lambda edit: None)
    assert document.redo() is not None


def test_undo_gives_no_id_out_again(document: Document) -> None:
    first = apply(document, add_hall)[0]
    document.undo()
    second = apply(document, add_hall)[0]
    assert second > first


def test_two_units_change_places(document: Document) -> None:
    _, devices = filled(document)
    before = document.snapshot

    def swap(edit: Edit) -> None:
        first, second = (edit.row("device", int(device_id)) for device_id in devices[:2])
        edit.update("device", first["id"], position=second["position"])
        edit.update("device", second["id"], position=first["position"])

    def swap_site_values(edit: Edit) -> None:
        ids = [edit.insert("site_value", key=key, value="1") for key in ("a", "b")]
        edit.update("site_value", ids[0], key="c")
        edit.update("site_value", ids[1], key="a")
        edit.update("site_value", ids[0], key="b")

    apply(document, swap)
    apply(document, swap_site_values)
    after = document.snapshot
    document.undo()
    document.undo()
    assert document.snapshot.equals(before)
    document.redo()
    document.redo()
    assert document.snapshot.equals(after)


def test_a_swap_of_unique_keys_between_steps(document: Document) -> None:
    ids = apply(document, lambda edit: [edit.insert("site_value", key=key, value="1") for key in ("a", "b")])[0]

    def swap(edit: Edit) -> None:
        edit.update("site_value", ids[0], key="between")
        edit.update("site_value", ids[1], key="a")
        edit.update("site_value", ids[0], key="b")

    apply(document, swap)
    swapped = document.snapshot
    document.undo()
    assert document.snapshot["site_value"]["key"].tolist() == ["a", "b"]
    document.redo()
    assert document.snapshot.equals(swapped)


def test_history_outlives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "one.gpudesk"
    states: list[Snapshot] = []
    with Document.create(path, Clock()) as document:
        states.append(document.snapshot)
        filled(document)
        states.append(document.snapshot)
        apply(document, lambda edit: edit.delete_many("device", edit.columns("device").ids[:2]), "Delete two")
        states.append(document.snapshot)
        document.undo()
    with Document.open(path) as document:
        assert [(step.message.plain(), step.done) for step in document.steps] == [("Fill", True), ("Delete two", False)]
        assert document.steps[0].at_utc == "2026-03-01T12:00:02Z"
        document.redo()
        assert document.snapshot.equals(states[2])
    with Document.open(path) as document:
        document.undo()
        assert document.snapshot.equals(states[1])
        document.undo()
        assert document.snapshot.equals(states[0])
        assert document.snapshot.equals(document.fresh_snapshot())


def in_bulk(edit: Edit) -> tuple[Ids, Ids]:
    """Racks and devices above the number from which a step notes ranges of ids."""
    return fill(edit, racks=BULK_ROWS, devices_a_rack=2)


def test_bulk_rows_are_undone_and_done_again(document: Document) -> None:
    empty = document.snapshot
    apply(document, in_bulk)
    full = document.snapshot
    assert full["device"].rows == 2 * BULK_ROWS
    for _ in range(2):
        undone = document.undo()
        assert undone is not None
        assert undone.changes.of("device").removed.tolist() == full["device"].ids.tolist()
        assert document.snapshot.equals(empty)
        redone = document.redo()
        assert redone is not None
        assert redone.changes.of("device").added.tolist() == full["device"].ids.tolist()
        assert document.snapshot.equals(full)
        assert document.snapshot.equals(document.fresh_snapshot())


def test_bulk_rows_that_the_same_step_edits_and_deletes(document: Document) -> None:
    filled(document)
    before = document.snapshot

    def body(edit: Edit) -> tuple[Ids, Ids]:
        hall = add_hall(edit, "Bulk")
        type_ids = edit.columns("catalog_item").ids
        racks = edit.insert_many(
            "rack",
            {
                "hall_id": np.full(BULK_ROWS, hall),
                "type_id": np.full(BULK_ROWS, type_ids[0]),
                "name": [f"B{number}" for number in range(BULK_ROWS)],
            },
        )
        edit.update("rack", int(racks[0]), name="first", x_mm=5)
        edit.update("rack", int(racks[0]), name="first again")
        edit.update("rack", int(racks[1]), x_mm=7)
        edit.update("rack", int(racks[1]), x_mm=0)
        edit.delete_many("rack", racks[10:20])
        edit.update("rack", 1, name="older")
        return racks, racks[10:20]

    (racks, gone), applied = apply(document, body)
    after = document.snapshot
    change = applied.changes.of("rack")
    assert change.added.tolist() == [row for row in racks.tolist() if row not in set(gone.tolist())]
    assert change.changed.tolist() == [1]
    assert change.removed.tolist() == []
    assert after["rack"].row(int(racks[0]))["name"] == "first again"
    assert after.equals(document.fresh_snapshot())
    for _ in range(2):
        document.undo()
        assert document.snapshot.equals(before)
        assert document.snapshot.equals(document.fresh_snapshot())
        document.redo()
        assert document.snapshot.equals(after)
        assert document.snapshot.equals(document.fresh_snapshot())


def test_rows_that_came_in_bulk_are_edited_before_they_are_undone_and_done_again(document: Document) -> None:
    racks, _ = apply(document, in_bulk)[0]
    states = [document.snapshot]
    apply(document, lambda edit: edit.update("rack", int(racks[3]), name="other"))
    states.append(document.snapshot)
    for back in (1, 2, 2):
        for _ in range(back):
            document.undo()
        for state in states[2 - back :]:
            document.redo()
            assert document.snapshot.equals(state)
            assert document.snapshot.equals(document.fresh_snapshot())


def test_a_table_that_went_through_bulk_steps_has_its_rules(document: Document) -> None:
    def many(edit: Edit) -> Ids:
        return edit.insert_many("site_value", {"key": [f"key {number}" for number in range(BULK_ROWS)], "value": ["1"] * BULK_ROWS})

    empty = document.snapshot
    ids = apply(document, many)[0]
    document.undo()
    document.redo()
    with pytest.raises(StoreError):
        apply(document, lambda edit: edit.insert("site_value", key="key 7", value="2"))
    apply(document, lambda edit: edit.update("site_value", int(ids[7]), value="3"))
    document.quick_check()
    document.undo()
    document.undo()
    assert document.snapshot.equals(empty)
    assert document.fresh_snapshot().equals(empty)


def test_bulk_rows_of_two_ranges_and_a_later_step(document: Document) -> None:
    def two_ranges(edit: Edit) -> tuple[Ids, Ids]:
        columns: dict[str, list[Any]] = {"name": ["x"] * BULK_ROWS, "width_mm": [1] * BULK_ROWS, "depth_mm": [1] * BULK_ROWS}
        first = edit.insert_many("hall", columns)
        single = add_hall(edit, "between")
        second = edit.insert_many("hall", columns)
        edit.delete("hall", single)
        edit.delete("hall", int(first[0]))
        edit.delete("hall", int(second[-1]))
        return first, second

    first, second = apply(document, two_ranges)[0]
    states = [document.snapshot]

    def later(edit: Edit) -> None:
        edit.update("hall", int(first[1]), name="later")
        edit.delete("hall", int(second[0]))

    apply(document, later)
    states.append(document.snapshot)
    assert states[0]["hall"].rows == 2 * BULK_ROWS - 2
    document.undo()
    assert document.snapshot.equals(states[0])
    document.undo()
    assert document.snapshot["hall"].rows == 0
    document.redo()
    assert document.snapshot.equals(states[0])
    document.redo()
    assert document.snapshot.equals(states[1])
    assert document.snapshot.equals(document.fresh_snapshot())


def test_a_row_that_is_deleted_and_put_in_again_is_unchanged(document: Document) -> None:
    _, devices = filled(document)

    def body(edit: Edit) -> None:
        rows = edit.columns("device")
        edit.delete("device", int(devices[0]))
        edit.restore("device", rows.patched(rows.ids[1:], {name: array[:0] for name, array in rows.items()}))

    assert not apply(document, body)[1].changes


def test_history_is_bounded(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = apply(document, add_hall, "First")[0]
    monkeypatch.setattr(undo, "HISTORY_BYTES", 4_000)
    for number in range(12):
        text = f"{number:02}" * 500
        apply(document, lambda edit, text=text: edit.update("hall", hall, notes=text), f"Note {number}")  # type: ignore[misc]
    left = [step.message.plain() for step in document.steps]
    assert left == ["Note 9", "Note 10", "Note 11"]
    while document.undo() is not None:
        assert document.snapshot.equals(document.fresh_snapshot())
    # What is kept to redo Note 11 and Note 10 took the room of Note 9.
    assert document.snapshot["hall"].row(hall)["notes"] == "09" * 500
    assert [step.message.plain() for step in document.steps] == ["Note 10", "Note 11"]
    for table in ("undo_hall", "redo_hall"):
        steps = document._database.rows(f"SELECT count(DISTINCT step) FROM {table}")[0][0]
        assert steps == 2
    while document.redo() is not None:
        assert document.snapshot.equals(document.fresh_snapshot())
    assert document.snapshot["hall"].row(hall)["notes"] == "11" * 500


def test_what_is_kept_to_redo_counts_and_what_is_redone_counts_no_more(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    def many(edit: Edit) -> None:
        edit.insert_many("hall", {"name": ["x" * 20] * BULK_ROWS, "width_mm": [1] * BULK_ROWS, "depth_mm": [1] * BULK_ROWS})

    def counted() -> list[int]:
        return [row[0] for row in document._database.rows("SELECT bytes FROM undo_step ORDER BY id")]

    apply(document, add_hall, "First")
    apply(document, add_hall, "Second")
    apply(document, many, "Many")
    before = counted()
    assert before[2] == 0, "rows that came in bulk have no first image"
    document.undo()
    assert counted()[2] > 20 * BULK_ROWS
    document.redo()
    assert counted() == before
    monkeypatch.setattr(undo, "HISTORY_BYTES", 4_000)
    document._log._most_bytes = None
    apply(document, add_hall, "Last")
    document.undo()
    document.undo()
    assert [(step.message.plain(), step.done) for step in document.steps] == [("Second", True), ("Many", False), ("Last", False)]
    document.redo()
    assert document.snapshot["hall"].rows == 2 + BULK_ROWS
    assert document.snapshot.equals(document.fresh_snapshot())


def test_the_last_step_can_be_undone_however_large(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo, "HISTORY_BYTES", 10)
    filled(document)
    apply(document, lambda edit: edit.update("hall", 1, notes="x" * 10_000))
    assert len(document.steps) == 1
    assert document.undo() is not None
    assert document.snapshot["hall"].row(1)["notes"] == ""


def test_a_damaged_title_does_not_keep_a_step_from_being_undone(document: Document) -> None:
    filled(document)
    for title in (
        "no message",
        '{"context": "x", "text": "{unknown}", "values": {}}',
        '{"context": "x", "text": "x", "values": {"n": {"unit": "kg", "quantity": 1' + "0" * 400 + "}}}",
        "[" * 10_000,
    ):
        document._database.run("UPDATE undo_step SET title = ?", (title,))
        undone = document.undo()
        assert undone is not None
        assert str(undone.title) == "A step whose name cannot be read"
        assert document.redo() is not None


def test_the_steps_known_are_the_steps_kept(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(edit: Edit) -> None:
        add_hall(edit)
        raise ValueError("refused")

    def cut(edit: Edit) -> None:
        monkeypatch.setattr(undo, "HISTORY_BYTES", 10)
        edit.update("hall", 1, notes="x" * 1000)

    apply(document, add_hall, "One")
    assert len(document.steps) == 1
    actions: list[Any] = [
        add_hall,
        add_hall,
        "undo",
        "undo",
        "redo",
        refused,
        "redo",
        "undo",
        add_hall,
        lambda _: None,
        "undo",
        "redo",
        cut,
    ]
    for number, action in enumerate(actions):
        if isinstance(action, str):
            getattr(document, action)()
        elif action is refused:
            with pytest.raises(ValueError, match="refused"):
                apply(document, action)
        else:
            apply(document, action, f"Step {number}")
        known = document.steps
        document._log.reread()
        assert known == document.steps
        assert document.steps == document.steps


def test_rows_that_fail_leave_nothing_though_the_step_goes_on(tmp_path: Path) -> None:
    """Many rows go in without indexes and triggers: an error that somebody catches must bring these back."""
    path = tmp_path / "one.gpudesk"
    Document.create(path, Clock()).close()

    def half_wrong(edit: Edit) -> None:
        twice = ["same"] * 21_000
        with pytest.raises(StoreError):
            edit.insert_many("site_value", {"key": twice, "value": twice})
        edit.insert_many("site_value", {"key": ["one"], "value": ["1"]})

    with Document.open(path) as document:
        apply(document, half_wrong)
        assert document.snapshot["site_value"].rows == 1
        assert document.snapshot.equals(document.fresh_snapshot())
    with Document.open(path) as document:
        assert document.read_only is None
        assert document.undo() is not None
        assert document.snapshot["site_value"].rows == 0
        assert document.snapshot.equals(document.fresh_snapshot())
