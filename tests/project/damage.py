"""Kinds of wrong files, each with the answer that a person gets; docs/project-file.md shows the same list."""

import os
import sqlite3
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.project.document import Document
from gpudesk.store.store_errors import Damaged, Missing, NewerVersion, NotAProject
from tests.project.sample import Clock, apply, filled

PAGE = 4096


def whole_project(folder: Path) -> bytes:
    """A project of some hundred pages with a history and a version."""
    path = folder / "whole.gpudesk"
    with Document.create(path, Clock()) as document:
        filled(document, racks=60, devices_a_rack=40)
        apply(document, lambda edit: edit.update("hall", 1, notes="a note"), "Note")
        apply(document, lambda edit: edit.add_version("first", "", b"none"), "Version")
        document.quick_check()
    return path.read_bytes()


@dataclass(frozen=True)
class Damage:
    """One kind of wrong file.

    Attributes:
        what: what happened to the file, as the documentation says it.
        do: makes it so of a whole project.
        answer: the error that opening raises, or the check of all pages that follows the opening.
        says: a part of what it says.
        at_once: False where the file opens and only the check of all pages finds it.
    """

    what: str
    do: Callable[[Path], None]
    answer: type[DeskError]
    says: str
    at_once: bool = True


def replaced(content: bytes) -> Callable[[Path], None]:
    return lambda path: _write(path, content)


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def cut(length: Callable[[int], int]) -> Callable[[Path], None]:
    """The file ends after `length(whole length)` bytes."""
    return lambda path: os.truncate(path, length(path.stat().st_size))


def patched(offset: int, content: bytes) -> Callable[[Path], None]:
    """Other bytes at a place, counted from the end if negative."""

    def do(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(offset, os.SEEK_SET if offset >= 0 else os.SEEK_END)
            file.write(content)

    return do


def sql(*statements: str) -> Callable[[Path], None]:
    """What somebody did with another program."""

    def do(path: Path) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA ignore_check_constraints=ON")
        for statement in statements:
            connection.execute(statement)
        connection.close()

    return do


def _root(path: Path, name: str) -> int:
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
    page = int(connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [name]).fetchone()[0])
    connection.close()
    return page


def leaf(path: Path, name: str) -> int:
    """The number of the first leaf page of a table or index."""
    content = path.read_bytes()
    page = _root(path, name)
    while content[(page - 1) * PAGE] in (2, 5):
        start = (page - 1) * PAGE
        first_cell = struct.unpack_from(">H", content, start + 12)[0]
        page = struct.unpack_from(">I", content, start + first_cell)[0]
    return page


def on_leaf(name: str, offset: int, content: bytes) -> Callable[[Path], None]:
    """Other bytes on the first leaf page of a table or index."""
    return lambda path: patched((leaf(path, name) - 1) * PAGE + offset, content)(path)


def on_root(name: str, offset: int, content: bytes) -> Callable[[Path], None]:
    return lambda path: patched((_root(path, name) - 1) * PAGE + offset, content)(path)


def replaced_text(old: bytes, new: bytes) -> Callable[[Path], None]:
    """Every occurrence of some bytes, by as many others."""

    def do(path: Path) -> None:
        content = path.read_bytes()
        assert old in content
        assert len(old) == len(new)
        path.write_bytes(content.replace(old, new))

    return do


def swapped_leaves(path: Path) -> None:
    """The first two leaf pages of the devices have changed places."""
    content = bytearray(path.read_bytes())
    first = leaf(path, "device")
    start = (_root(path, "device") - 1) * PAGE
    second_cell = struct.unpack_from(">H", content, start + 14)[0]
    second = struct.unpack_from(">I", content, start + second_cell)[0]
    one, two = (slice((page - 1) * PAGE, page * PAGE) for page in (first, second))
    content[one], content[two] = content[two], content[one]
    path.write_bytes(content)


def beside(suffix: str, content: bytes) -> Callable[[Path], None]:
    return lambda path: _write(path.with_name(path.name + suffix), content)


def both(*parts: Callable[[Path], None]) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        for part in parts:
            part(path)

    return do


def gone(path: Path) -> None:
    path.unlink()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def a_link_to_nothing(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def huge_and_sparse(path: Path) -> None:
    path.write_bytes(b"")
    os.truncate(path, 50 * 2**30)


def another_database(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmark (id INTEGER PRIMARY KEY, url TEXT)")
    connection.commit()
    connection.close()


JPEG = bytes.fromhex("ffd8ffe000104a46494600010100000100010000") + bytes(range(256)) * 8
ZIP = b"PK\x03\x04\x14\0\0\0\x08\0" + bytes(range(256)) * 8
TRIGGER = "CREATE TRIGGER extra AFTER INSERT ON hall BEGIN DELETE FROM rack; END"
SCHEMA_TEXT = (
    "PRAGMA writable_schema=ON",
    "UPDATE sqlite_master SET sql = 'CREATE TABLE hall (' WHERE name = 'hall'",
    "PRAGMA writable_schema=OFF",
)
TOO_HIGH = "json_set(body, '$.facts.height_u.value', 1e9)"
BODY = "UPDATE catalog_item SET body = {} WHERE id = 2"

KINDS = (
    Damage("There is no such file", gone, Missing, "There is no project file"),
    Damage("A link to nothing", a_link_to_nothing, Missing, "There is no project file"),
    Damage("A link to itself", a_link_to_itself, Missing, "is a link that points back to itself"),
    Damage("A folder", a_folder, NotAProject, "it is a folder"),
    Damage("A pipe or device", a_pipe, NotAProject, "it is not a file"),
    Damage("An empty file", replaced(b""), NotAProject, "it is empty"),
    Damage("A few bytes of something else", replaced(b"hello"), NotAProject, "it holds only 5 bytes"),
    Damage("A text file", replaced(b"racks and devices\n" * 400), NotAProject, "it is not a database"),
    Damage("A JPEG picture", replaced(JPEG), NotAProject, "it is not a database"),
    Damage("A zip archive", replaced(ZIP), NotAProject, "it is not a database"),
    Damage("Random or encrypted bytes", replaced(bytes(range(7, 255)) * 99), NotAProject, "it is not a database"),
    Damage("A huge file of zeros", huge_and_sparse, NotAProject, "it is not a database"),
    Damage("A database of another program", another_database, NotAProject, "a database of another program"),
    Damage("Another `application_id`", patched(68, b"ABCD"), NotAProject, "a database of another program"),
    Damage(
        "Written by a later version of the program", patched(60, b"\0\0\x27\x0f"), NewerVersion, "later version of the program (format 9999"
    ),
    Damage("The same with a `-wal` file", both(sql("PRAGMA user_version=77"), beside("-wal", b"")), NewerVersion, "(format 77"),
    Damage("The format number is 0", sql("PRAGMA user_version=0"), Damaged, "its format number is 0"),
    Damage("Truncated after a few bytes", cut(lambda _: 12), Damaged, "it ends after 12 bytes"),
    Damage("Truncated inside the header", cut(lambda _: 60), Damaged, "it ends after 60 bytes"),
    Damage("Truncated after the header", cut(lambda _: 100), Damaged, "bytes and has 100"),
    Damage("Truncated after the first page", cut(lambda _: PAGE), Damaged, f"bytes and has {PAGE}"),
    Damage("Truncated in the middle", cut(lambda whole: whole // 2 // PAGE * PAGE), Damaged, "it should have"),
    Damage("Truncated by one byte", cut(lambda whole: whole - 1), Damaged, "it should have"),
    Damage("Data was appended", lambda path: _write(path, path.read_bytes() + b"x" * PAGE), Damaged, "it should have"),
    Damage("Truncated, and the page count is not valid", both(patched(92, b"abcd"), cut(lambda whole: whole // 2)), Damaged, "malformed"),
    Damage("The first page is zeros", patched(0, bytes(PAGE)), NotAProject, "it is not a database"),
    Damage("The header is zeros after its first word", patched(16, bytes(84)), Damaged, "its page size 0 is impossible"),
    Damage("An impossible page size", patched(16, b"\x0b\xb8"), Damaged, "its page size 3000 is impossible"),
    Damage("An unknown file format", patched(18, b"\x09\x09"), Damaged, "not that of a readable database"),
    Damage("Impossible payload fractions of a page", patched(21, b"\x10\x10\x10"), Damaged, "not that of a readable database"),
    Damage("Another text encoding in the header", patched(56, b"\0\0\0\x02"), Damaged, "malformed"),
    Damage("The list of tables is unreadable", patched(100, b"\xff" * 60), Damaged, "malformed"),
    Damage("The definition of a table is broken", sql(*SCHEMA_TEXT), Damaged, "malformed database schema"),
    Damage("The first page of the devices is zeros", on_root("device", 0, bytes(PAGE)), Damaged, "malformed"),
    Damage("A page of devices is zeros", on_leaf("device", 0, bytes(PAGE)), Damaged, "malformed"),
    Damage("Random bytes in a page of devices", on_leaf("device", 8, bytes(range(100, 220)) * 8), Damaged, "malformed"),
    Damage("Two pages of devices are swapped", swapped_leaves, Damaged, "the rows of device are out of order"),
    Damage("A page of an index is zeros", on_leaf("device_rack", 0, bytes(PAGE)), Damaged, "is damaged", at_once=False),
    Damage("A page of the history is zeros", on_leaf("undo_hall", 0, bytes(PAGE)), Damaged, "is damaged", at_once=False),
    Damage(
        "A text is not UTF-8", replaced_text(b"server-00003 \xc3\xa9", b"server-00003 \xff\xff"), Damaged, "a text in it cannot be read"
    ),
    Damage("A table is missing", sql("DROP TABLE severity"), Damaged, "is missing or not as it should be"),
    Damage("A trigger is missing", sql("DROP TRIGGER undo_rack_update"), Damaged, "its trigger undo_rack_update is missing"),
    Damage("An index is missing", sql("DROP INDEX device_rack"), Damaged, "its index device_rack is missing"),
    Damage("A column is missing", sql("ALTER TABLE hall RENAME COLUMN notes TO remarks"), Damaged, "is missing or not as it should be"),
    Damage("A trigger of another program", sql(TRIGGER), Damaged, "it holds a trigger extra that does not belong there"),
    Damage("A view of another program", sql("CREATE VIEW extra AS SELECT * FROM hall"), Damaged, "it holds a view extra"),
    Damage("A table of another program", sql("CREATE TABLE extra (a)"), Damaged, "it holds a table extra"),
    Damage("The state of the history is missing", sql("DELETE FROM undo_state"), Damaged, "the state of its history"),
    Damage("The history was left open", sql("UPDATE undo_state SET step = 1"), Damaged, "the state of its history"),
    Damage("A table has another kind", sql("UPDATE table_kind SET kind = 'record' WHERE name = 'rack'"), Damaged, "its list of tables"),
    Damage("A table is not registered", sql("DELETE FROM table_kind WHERE name = 'rack'"), Damaged, "its list of tables"),
    Damage(
        "The revision is not a number", sql("UPDATE meta SET value = 'seven' WHERE key = 'revision'"), Damaged, "revision 'seven' is no"
    ),
    Damage("The project has no identity", sql("DELETE FROM meta WHERE key = 'uid'"), Damaged, "its uid is missing"),
    Damage("A rack is in no hall", sql("UPDATE rack SET hall_id = 9"), Damaged, "name rows of hall that do not exist"),
    Damage(
        "A remark corrects a missing one",
        sql("INSERT INTO journal VALUES (1, '', '', '', 1, '', 9)"),
        Damaged,
        "rows of journal that do not",
    ),
    Damage("A row has an impossible id", sql("UPDATE hall SET id = -5"), Damaged, "the rows of hall are out of order"),
    Damage(
        "A value violates its constraint", sql("UPDATE device SET face = 7 WHERE id = 3"), Damaged, "CHECK constraint failed", at_once=False
    ),
    Damage("A catalog entry is not JSON", sql(BODY.format("'{'")), InvalidData, "catalog entry of the project cannot be read"),
    Damage("A catalog entry is a list", sql(BODY.format("'[1]'")), InvalidData, "catalog entry of the project cannot be read"),
    Damage(
        "A catalog entry is nested too deep",
        sql(BODY.format(f"'{'[' * 90_000}'")),
        InvalidData,
        "catalog entry of the project cannot be read",
    ),
    Damage("A catalog entry lacks its facts", sql(BODY.format("json_remove(body, '$.facts')")), InvalidData, "height_u is missing"),
    Damage("A catalog entry has an impossible height", sql(BODY.format(TOO_HIGH)), InvalidData, "between 0.5 and 100 is required"),
    Damage(
        "A catalog entry describes another type",
        sql("UPDATE catalog_item SET key = 'a.b'  WHERE id = 2"),
        InvalidData,
        "describes test.server-1u",
    ),
    Damage("Empty, with a `-wal` file", both(replaced(b""), beside("-wal", b"x" * 99)), Damaged, "it is empty although a write-ahead log"),
    Damage("A `-wal` file of another database", beside("-wal", b"garbage" * 999), Damaged, "beside it is not one"),
    Damage(
        "A folder in place of the `-wal` file", lambda path: path.with_name(path.name + "-wal").mkdir(), Damaged, "beside it is not a file"
    ),
)
