"""A project of an older format is backed up and brought to the present one; for reading it is migrated in memory."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpudesk import locate
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.store import schema
from gpudesk.store.store_errors import Damaged
from tests.project.places import read_only
from tests.project.sample import Clock, apply, filled

PRESENT = schema.current_version()
SECOND = """\
-- Colours of halls, and a table of tags.
ALTER TABLE hall ADD COLUMN colour TEXT NOT NULL DEFAULT 'white';
CREATE TABLE tag (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL
) STRICT;
INSERT INTO table_kind (name, kind) VALUES ('tag', 'design');
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "here" / "old.gpudesk"
    with Document.create(path, Clock()) as document:
        filled(document)
    return path


@pytest.fixture
def second_format(tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program of tomorrow, with one migration more."""
    assert old.exists()
    folder = tmp_path / "db"
    shutil.copytree(locate.migrations_dir("project"), folder)
    (folder / f"{PRESENT + 1:04}_tags.sql").write_text(SECOND)
    monkeypatch.setattr(schema, "migrations_dir", lambda _: folder)
    schema.reference.cache_clear()
    yield
    monkeypatch.undo()
    schema.reference.cache_clear()


def paint(edit: Edit) -> None:
    edit.insert("tag", name="new")
    edit.update("hall", 1, colour="red")


@pytest.mark.usefixtures("second_format")
def test_an_older_project_is_brought_to_the_present_format(old: Path) -> None:
    before = old.read_bytes()
    with Document.open(old, clock=Clock()) as document:
        assert document.read_only is None
        assert document.snapshot["hall"]["colour"].tolist() == ["white"]
        assert document.snapshot["device"].rows == 12
        assert document.steps == []
        assert document.undo() is None
        state = document.snapshot
        apply(document, paint)
        document.undo()
        assert document.snapshot.equals(state)
        document.redo()
        document.quick_check()
    assert sorted(file.name for file in old.parent.iterdir()) == [f"old.format-{PRESENT}.gpudesk", "old.gpudesk"]
    with Document.open(old) as document:
        assert document.snapshot["hall"]["colour"].tolist() == ["red"]
    assert old.read_bytes() != before
    connection = sqlite3.connect(old.with_name(f"old.format-{PRESENT}.gpudesk"))
    assert connection.execute("PRAGMA user_version").fetchone() == (PRESENT,)
    assert connection.execute("SELECT count(*) FROM device").fetchone() == (12,)
    connection.close()


@pytest.mark.usefixtures("second_format")
def test_an_older_project_is_read_without_being_changed(old: Path) -> None:
    before = old.read_bytes()
    with Document.open(old, write=False) as document:
        assert document.snapshot["hall"]["colour"].tolist() == ["white"]
        document.quick_check()
        assert not document.refresh()
    with read_only(old.parent), Document.open(old) as document:
        assert document.read_only is not None
        assert document.snapshot["device"].rows == 12
    assert old.read_bytes() == before
    assert [file.name for file in old.parent.iterdir()] == ["old.gpudesk"]


@pytest.mark.usefixtures("second_format")
@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("CREATE TABLE tag (id INTEGER)", "holds a table tag that does not belong there"),
        ("CREATE VIEW extra AS SELECT 1", "holds a view extra"),
        ("DROP TABLE setting", r"setting\w* is missing"),
        ("UPDATE table_kind SET kind = 'system' WHERE name = 'hall'", "its list of tables"),
    ],
)
def test_a_damaged_older_project_is_told(old: Path, statement: str, says: str) -> None:
    connection = sqlite3.connect(old)
    connection.execute(statement)
    connection.commit()
    connection.close()
    before = old.read_bytes()
    with pytest.raises(Damaged, match=says):
        Document.open(old)
    assert old.read_bytes() == before
    assert [file.name for file in old.parent.iterdir()] == ["old.gpudesk"]


@pytest.mark.usefixtures("second_format")
def test_triggers_of_somebody_else_in_an_older_project_go(old: Path) -> None:
    connection = sqlite3.connect(old)
    connection.execute('CREATE TRIGGER "odd ""name" AFTER INSERT ON hall BEGIN DELETE FROM device; END')
    connection.commit()
    connection.close()
    with Document.open(old) as document:
        apply(document, lambda edit: edit.insert("hall", name="x", width_mm=1, depth_mm=1))
        assert document.snapshot["device"].rows == 12


@pytest.mark.usefixtures("second_format")
def test_a_migration_that_fails_leaves_the_old_project(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = old.read_bytes()
    broken = schema.migrations()
    broken[-1].write_text(SECOND.replace("CREATE TABLE tag", "CREATE TABLE hall"))
    reference = schema.reference(PRESENT)
    monkeypatch.setattr(schema, "reference", lambda _: reference)
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        Document.open(old)
    monkeypatch.undo()
    after = old.read_bytes()
    connection = sqlite3.connect(old)
    assert connection.execute("PRAGMA user_version").fetchone() == (PRESENT,)
    connection.close()
    assert len(after) == len(before)
