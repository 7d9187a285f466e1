"""Digests follow every step: what was edited is unverified until its digest is taken, and what differs without an edit is damage."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from gpudesk.core.messages.message import Message
from gpudesk.project import digest_keeper, versions
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.project_verification import damage_in, verified
from gpudesk.store import digests, examine
from gpudesk.store.database import Database
from gpudesk.store.digest_verification import DamagedBlock, Fault
from gpudesk.store.digests import BLOCK_IDS, Areas, Block, finish
from gpudesk.store.store_errors import Damaged, DiskFull
from tests.project.child import program
from tests.project.flips import change, damaged, settled_project, unverified
from tests.project.places import read_only
from tests.project.sample import Clock, apply, filled


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return settled_project(tmp_path / "a.gpudesk")


def test_a_settled_project_is_verified_as_a_whole(path: Path) -> None:
    for write in (True, False):
        with Document.open(path, write=write) as document:
            found = verified(document)
            assert found is not None
            assert (found.damaged, found.unverified) == ((), ())
            areas = Areas(document.schema)
            assert found.compared == sum(len(areas.present(document._database, name)) for name in areas.names) > 12
            assert damage_in(document, found) is None


@pytest.mark.parametrize(
    ("statement", "block", "fault", "ids"),
    [
        ("UPDATE device SET name = name || 'x' WHERE id = 17", ("device", 0), Fault.ROWS, (17,)),
        ("UPDATE device SET serial = '' WHERE id IN (1, 17)", None, None, ()),
        ("UPDATE rack SET x_mm = x_mm + 1 WHERE id = 3", ("rack", 0), Fault.ROWS, (3,)),
        ("UPDATE rack SET rail_depth_mm = 700 WHERE id = 3", ("rack", 0), Fault.ROWS, (3,)),
        ("DELETE FROM device WHERE id = 20", ("device", 0), Fault.ROWS, (20,)),
        ("UPDATE journal SET text = 'another' WHERE id = 2", ("journal", 0), Fault.ROWS, (2,)),
        ("INSERT INTO phase (id, number, name) VALUES (7, 3, 'new')", ("phase", 0), Fault.ROWS, (7,)),
        ("UPDATE attachment SET content = CAST(x'01' || substr(content, 2) AS BLOB)", ("attachment.content", 1), Fault.ROWS, ()),
        ("UPDATE version SET note = 'another'", ("version", 0), Fault.ROWS, (1,)),
        ("UPDATE version SET dump = substr(dump, 2)", ("version.dump", 1), Fault.ROWS, ()),
        ("UPDATE undo_step SET title = 'null' WHERE id = 1", ("history", 0), Fault.ROWS, ()),
        ("UPDATE undo_device SET name = 'x' WHERE id = (SELECT max(id) FROM undo_device)", ("history", 0), Fault.ROWS, ()),
        ("UPDATE undo_range SET high = high - 1", ("history", 0), Fault.ROWS, ()),
        ("DELETE FROM redo_setting", ("history", 0), Fault.ROWS, ()),
        ("UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'device'", ("meta", 0), Fault.ROWS, ()),
        ("UPDATE meta SET value = value || '1' WHERE key = 'revision'", ("meta", 0), Fault.ROWS, ()),
        ("UPDATE block_digest SET digest = x'00' WHERE table_name = 'hall'", ("hall", 0), Fault.DIGEST, ()),
        (
            "UPDATE block_digest SET row_sums = CAST(x'09' || substr(row_sums, 2) AS BLOB) WHERE table_name = 'rack'",
            ("rack", 0),
            Fault.DIGEST,
            (),
        ),
        ("UPDATE block_digest SET revision = 1 WHERE table_name = 'hall'", ("hall", -1), Fault.DIGEST, ()),
        ("DELETE FROM table_digest WHERE table_name = 'hall'", ("hall", -1), Fault.DIGEST, ()),
        ("DELETE FROM block_digest WHERE table_name = 'severity' OR table_name = 'hall'", ("hall", 0), Fault.ROWS, (1,)),
    ],
)
def test_what_no_step_did_is_damage(
    path: Path, statement: str, block: tuple[str, int] | None, fault: Fault | None, ids: tuple[int, ...]
) -> None:
    change(path, statement)
    with Document.open(path) as document:
        found = damaged(document)
        if fault is None or block is None:
            assert found == ()  # the statement changes nothing
        else:
            assert found[0] == DamagedBlock(block, fault, ids)
            # A row of a new id counts in the book-keeping too.
            assert {each.block for each in found[1:]} <= {("meta", 0)}


UNREAD = "CAST(x'6a' || x'ef' || x'75726e616c' AS TEXT)"
"""The name of the journal with one bit flipped: no longer UTF-8."""


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (f"UPDATE block_digest SET table_name = {UNREAD} WHERE table_name = 'journal'", {("journal", 0)}),
        (f"UPDATE table_digest SET table_name = {UNREAD} WHERE table_name = 'journal'", {("journal", -1), ("j\ufffdurnal", -1)}),
        (f"INSERT INTO unverified (table_name, block) VALUES ({UNREAD}, 0)", {("j\ufffdurnal", -1)}),
        ("INSERT INTO unverified (table_name, block) VALUES ('jouroal', -1)", {("jouroal", -1)}),
    ],
)
def test_a_digest_of_no_table_is_damage_of_its_own(path: Path, write: bool, statement: str, expected: set[tuple[str, int]]) -> None:
    change(path, statement)
    with Document.open(path, write=write) as document:
        found = verified(document)
        assert found is not None
        assert {each.block for each in found.damaged} == expected
        assert found.compared > 12
        assert damage_in(document, found) is not None
        if write:
            # The work goes on.
            apply(document, lambda edit: edit.update("rack", 2, notes="x"))
            document.settle()
            assert {each.block for each in damaged(document)} >= expected - {("journal", -1)}


def test_the_names_of_what_is_damaged_are_said(path: Path) -> None:
    change(
        path,
        "UPDATE rack SET notes = 'x' WHERE id < 8",
        "DELETE FROM device WHERE id = 20",
        "DELETE FROM undo_step WHERE id = 2",
        "UPDATE version SET dump = x''",
    )
    with Document.open(path) as document:
        found = verified(document)
        assert found is not None
        error = damage_in(document, found)
        assert error is not None
        names = document.snapshot["rack"]["name"].tolist()
        assert str(error.message.values["places"]) == (
            f"rack {', '.join(names[:5])} and 2 more; device 20; version.dump, id 1; history, steps 1 to 63"
        )


def test_an_index_that_says_something_else_is_named(path: Path) -> None:
    connection = sqlite3.connect(path)
    page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'rack_hall'").fetchone()[0]
    connection.close()
    content = bytearray(path.read_bytes())
    end = page * 4096
    assert content[end - 1] == 9
    content[end - 1] = 8  # the id of a rack in an entry: 0 for 1
    path.write_bytes(content)
    with Document.open(path) as document:
        assert damaged(document) == (DamagedBlock(("rack", -1), Fault.INDEX),)


STEPS: list[Callable[[Document], object]] = [
    lambda document: apply(document, lambda edit: edit.update("rack", 2, notes="x")),
    lambda document: document.undo(),
    lambda document: (document.undo(), document.undo(), document.redo()),
    lambda document: apply(document, lambda edit: edit.delete_many("device", edit.columns("device").ids[-3:])),
    lambda document: apply(document, lambda edit: edit.add_version("second", "", versions.dump(edit))),
    lambda document: apply(document, lambda edit: edit.delete_version(1)),
    lambda document: apply(document, lambda edit: edit.add_attachment("b.png", "image/png", 1, 1, b"another")),
    lambda document: apply(document, _come_and_go),
    lambda document: apply(document, _many),
]


def _come_and_go(edit: Edit) -> None:
    edit.delete("phase", edit.insert("phase", number=5, name="x"))


def _many(edit: Edit) -> None:
    edit.insert_many("rack", {"hall_id": np.full(2500, 1), "type_id": np.full(2500, 1), "name": [f"r{number}" for number in range(2500)]})


def test_after_each_kind_of_step_only_what_it_touched_is_unverified(path: Path) -> None:
    for step in STEPS:
        with Document.open(path) as document:
            step(document)
            assert damaged(document) == ()
            assert {("meta", 0), ("history", 0)} <= set(unverified(document))
            copy = path.with_name("copy.gpudesk")
            document.save_copy(copy)
            with Document.open(copy, write=False) as copied:
                assert damaged(copied) == ()
            assert document.settle()
            assert (damaged(document), unverified(document)) == ((), ())
            while document.undo() is not None:
                pass
            assert damaged(document) == ()
            while document.redo() is not None:
                pass
            assert damaged(document) == ()
        with Document.open(path, write=False) as document:
            assert (damaged(document), unverified(document)) == ((), ())


def test_slices_and_steps_in_any_order_give_the_same_digests(tmp_path: Path) -> None:
    chance = random.Random(20260314)
    path = tmp_path / "a.gpudesk"
    with Document.create(path, Clock()) as document:
        for _ in range(150):
            program(document)
            for _ in range(chance.randrange(4)):
                document.take_digests(0.0)
            if chance.random() < 0.1:
                document.settle()
            if chance.random() < 0.2:
                assert damaged(document) == ()
    with Document.open(path) as document:
        assert (damaged(document), unverified(document)) == ((), ())


def test_a_slice_ends_after_a_few_rows(path: Path) -> None:
    with Document.open(path) as document:
        apply(document, _many)
        slices = 0
        while not document.take_digests(0.0):
            slices += 1
        assert slices > 4 * 2500 // BLOCK_IDS
        assert document.take_digests(0.0)
        assert unverified(document) == ()


def test_a_slice_of_the_history_begins_where_the_one_before_ended(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, tuple[object, ...]]] = []
    rows = Database.rows

    def noted(database: Database, sql: str, parameters: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        if "(step, id) > (" in sql:
            asked.append((sql, parameters))
        return rows(database, sql, parameters)

    with Document.open(path) as document:
        apply(document, _many)
        apply(document, lambda edit: edit.delete_many("rack", edit.columns("rack").ids[-2500:]))
        monkeypatch.setattr(Database, "rows", noted)
        assert document.settle()
        monkeypatch.undo()
    assert asked
    with sqlite3.connect(path) as plain:
        plans = [plain.execute(f"EXPLAIN QUERY PLAN {sql}", parameters).fetchall() for sql, parameters in asked]
    assert all(any("(step,id)>(?,?)" in str(line) for line in plan) for plan in plans)


def test_digests_are_taken_though_nobody_pauses(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest_keeper, "MOST_EDITS", 3)
    log = path.with_name(path.name + "-wal")
    with Document.open(path) as document:
        sizes = []
        for number in range(8):
            apply(document, lambda edit, number=number: edit.update("hall", 1, notes=f"{number}"))  # type: ignore[misc]
            sizes.append(log.stat().st_size)
        # The log begins again after every third edit.
        assert sizes[3] < sizes[2]
        assert sizes[6] < sizes[5]
        assert damaged(document) == ()


def test_edits_without_a_pause_share_the_comparison_of_what_they_touched(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest_keeper, "FIRST_SHARE", 2)
    monkeypatch.setattr(digest_keeper, "MOST_EDITS", 8)
    compared: list[list[Block]] = []
    stored = digests.stored_digest

    def counted(database: Database, block: Block) -> bytes | None:
        compared[-1].append(block)
        return stored(database, block)

    with Document.open(path) as document:
        apply(document, _many)
        assert document.settle()
        monkeypatch.setattr(digest_keeper, "stored_digest", counted)
        for number in range(9):
            compared.append([])
            if number == 1:
                apply(document, lambda edit: edit.delete_many("rack", edit.columns("rack").ids[-2500:]))
            else:
                apply(document, lambda edit, number=number: edit.update("hall", 1, notes=f"{number}"))  # type: ignore[misc]
        assert compared[:2] == [[], []]
        once = [block for edit in compared for block in edit]
        assert len(set(once)) == len(once)
        assert {("rack", 0), ("rack", 1), ("rack", 2), ("hall", 0)} <= set(once)
        # None of the edits has to compare all of them.
        assert max(len(edit) for edit in compared) < len(once)
        # New digests wait for a pause.
        assert ("rack", 1) in unverified(document)
        assert document.settle()
        assert (damaged(document), unverified(document)) == ((), ())


def test_an_edit_next_to_damage_does_not_hide_it_though_nobody_pauses(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest_keeper, "MOST_EDITS", 3)
    change(path, "UPDATE device SET name = 'x' WHERE id = 17")
    with Document.open(path) as document:
        for number in range(5):
            apply(document, lambda edit, number=number: edit.update("device", 18, notes=f"{number}"))  # type: ignore[misc]
        document.close(digests=False)
    with Document.open(path) as document:
        assert damaged(document) == (DamagedBlock(("device", 0), Fault.EARLIER),)


def test_edits_go_on_where_the_digests_cannot_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest_keeper, "FIRST_SHARE", 2)
    monkeypatch.setattr(digest_keeper, "MOST_EDITS", 6)
    stored = digests.stored_digest

    def torn(database: Database, block: Block) -> bytes | None:
        if block[0] == "device":
            raise Damaged(Message("store", "a torn page"))
        return stored(database, block)

    monkeypatch.setattr(digest_keeper, "stored_digest", torn)
    with Document.open(path) as document:
        for number in range(10):
            apply(document, lambda edit, number=number: edit.update("device", 18, notes=f"{number}"))  # type: ignore[misc]
        assert document.settle()
        assert ("device", 0) in unverified(document)


def test_damage_that_the_disk_did_not_record_is_compared_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(path, "UPDATE device SET name = 'x' WHERE id = 17")
    monkeypatch.setattr(digest_keeper, "FIRST_SHARE", 2)
    monkeypatch.setattr(digest_keeper, "MOST_EDITS", 6)

    def full(*_: object) -> None:
        raise DiskFull(Message("store", "full"))

    with Document.open(path) as document:
        for number in range(9):
            with monkeypatch.context() as patch:
                if number == 3:
                    patch.setattr(digest_keeper, "mark", full)
                try:
                    apply(document, lambda edit, number=number: edit.update("device", 18, notes=f"{number}"))  # type: ignore[misc]
                except DiskFull:
                    assert number == 3
        document.close(digests=False)
    with Document.open(path) as document:
        document.settle()
        assert damaged(document) == (DamagedBlock(("device", 0), Fault.EARLIER),)


def test_a_project_that_is_closed_without_digests_stays_unverified(path: Path) -> None:
    document = Document.open(path)
    apply(document, lambda edit: edit.update("hall", 1, notes="x"))
    document.close(digests=False)
    with Document.open(path) as again:
        assert damaged(again) == ()
        assert ("hall", 0) in unverified(again)
    with Document.open(path) as again:
        assert unverified(again) == ()


def test_on_a_network_folder_everything_is_verified_through_one_connection(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine, "on_network", lambda *_: True)
    with Document.open(path) as document:
        apply(document, lambda edit: edit.update("hall", 1, notes="x"))
        assert damaged(document) == ()
        assert ("hall", 0) in unverified(document)
        document.settle()
        assert (damaged(document), unverified(document)) == ((), ())
    change(path, "UPDATE rack SET notes = 'x' WHERE id = 3")
    with Document.open(path) as document:
        assert damaged(document) == (DamagedBlock(("rack", 0), Fault.ROWS, (3,)),)
        apply(document, lambda edit: edit.update("rack", 4, notes="x"))
        document.settle()
        assert damaged(document) == (DamagedBlock(("rack", 0), Fault.EARLIER),)


def test_an_edit_next_to_damage_does_not_hide_it(path: Path) -> None:
    change(path, "UPDATE device SET name = 'x' WHERE id = 17")
    with Document.open(path) as document:
        # The file was not verified yet.
        apply(document, lambda edit: edit.update("device", 18, notes="edited"))
        assert document.settle()
    for _ in range(2):
        with Document.open(path) as document:
            assert damaged(document) == (DamagedBlock(("device", 0), Fault.EARLIER),)
            apply(document, lambda edit: edit.update("device", 19, notes="edited"))


def test_damage_that_a_verification_found_is_not_hidden_by_a_later_edit(path: Path) -> None:
    change(path, "UPDATE device SET name = 'x' WHERE id = 17")
    with Document.open(path) as document:
        assert damaged(document) == (DamagedBlock(("device", 0), Fault.ROWS, (17,)),)
        apply(document, lambda edit: edit.update("device", 18, notes="edited"))
        document.settle()
        assert damaged(document) == (DamagedBlock(("device", 0), Fault.EARLIER),)


def test_an_edit_that_is_taken_back_leaves_everything_verified(path: Path) -> None:
    with Document.open(path) as document:

        def fail(edit: Edit) -> None:
            edit.update("hall", 1, name="x")
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            apply(document, fail)
        assert unverified(document) == ()
        apply(document, lambda edit: edit.update("hall", 1, name="x"))
        assert ("hall", 0) in unverified(document)


def test_a_project_that_cannot_be_written_is_verified_too(path: Path) -> None:
    change(path, "UPDATE device SET name = 'x' WHERE id = 17")
    before = path.read_bytes()
    with read_only(path.parent), Document.open(path) as document:
        assert document.read_only is not None
        assert damaged(document) == (DamagedBlock(("device", 0), Fault.ROWS, (17,)),)
    assert path.read_bytes() == before


def test_the_digests_do_not_depend_on_the_connection(path: Path) -> None:
    with Document.open(path) as document, Document.open(path, write=False) as reader:
        areas = Areas(document.schema)
        for name in areas.names:
            for number in areas.present(document._database, name):
                taken = [finish(areas.hashed(each._database, (name, number))) for each in (document, reader)]
                assert taken[0] == taken[1]


def test_a_closed_document_is_not_verified(path: Path) -> None:
    with Document.open(path) as document:
        pass
    assert verified(document) is None


def test_a_page_that_cannot_be_read_is_named(path: Path) -> None:
    connection = sqlite3.connect(path)
    page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'undo_setting'").fetchone()[0]
    connection.close()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : (page - 1) * 4096 + 8] = b"\xa5" * 8
    path.write_bytes(content)
    with Document.open(path) as document:
        with pytest.raises(Damaged):
            document.quick_check()
        assert damaged(document)[0] == DamagedBlock(("history", -1), Fault.UNREADABLE)


def test_a_new_project_gets_its_digests_when_it_is_closed(tmp_path: Path) -> None:
    with Document.create(tmp_path / "a.gpudesk", Clock(), fill=filled) as document:
        assert ("device", -1) in unverified(document)
    with Document.open(tmp_path / "a.gpudesk") as document:
        assert (damaged(document), unverified(document)) == ((), ())
