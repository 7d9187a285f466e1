"""Projects in which single bits are flipped, and everything that a project file holds."""

import random
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gpudesk.core.messages.errors import DeskError
from gpudesk.project import versions
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.project_verification import verified
from gpudesk.store.digest_verification import DamagedBlock
from gpudesk.store.digests import Block
from tests.project.sample import Clock, apply, filled

DIGESTS = ("block_digest", "table_digest", "unverified")


def settled_project(path: Path, racks: int = 20) -> Path:
    """A project with everything that a file can hold: a history with undone steps, bulk steps, remarks, versions and contents."""
    with Document.create(path, Clock()) as document:
        filled(document, racks=racks, devices_a_rack=30)
        apply(document, _more)
        apply(document, lambda edit: edit.add_version("As sold", "for the offer", versions.dump(edit)))
        apply(document, lambda edit: edit.delete_many("device", edit.columns("device").ids[-40:]))
        apply(document, lambda edit: edit.update("hall", 1, notes="a note", width_mm=3_000_000_000))
        apply(document, lambda edit: edit.insert("setting", key="units", value='"metric"'))
        document.undo()
        document.settle()
    return path


def _more(edit: Edit) -> None:
    attachment = edit.add_attachment("plan.png", "image/png", 64, 64, bytes(range(256)) * 40)
    edit.insert("underlay", hall_id=1, attachment_id=attachment, name="Plan", x_mm=0, y_mm=0, right_x_mm=9000, right_y_mm=0)
    for number in range(5):
        edit.insert(
            "journal", at_utc=edit.now_utc, author="a", object_table="rack", object_id=1 + number, text=f"remark {number}", corrects=None
        )


def damaged(document: Document) -> tuple[DamagedBlock, ...]:
    """What the verification of an open project reports."""
    found = verified(document)
    assert found is not None
    return found.damaged


def unverified(document: Document) -> tuple[Block, ...]:
    """The blocks of an open project that have no digest of what is in them now."""
    found = verified(document)
    assert found is not None
    return found.unverified


def change(path: Path, *statements: str) -> None:
    """What no step did: the triggers stay out of it, and so do the digests."""
    connection = sqlite3.connect(path, isolation_level=None)
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    for _, sql in triggers:
        connection.execute(sql)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, but for the digests of them."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
    connection.text_factory = bytes
    try:
        names = [row[0].decode() for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name} NOT INDEXED").fetchall(), key=repr)
            for name in [*names, "sqlite_sequence"]
            if name not in DIGESTS
        }
    finally:
        connection.close()


@dataclass
class Answers:
    """How many flips were refused at once, a moment later or by the digests, gave the same data, or other data without a word."""

    at_once: int = 0
    pages: int = 0
    digests: int = 0
    same: int = 0
    silent: list[tuple[int, int]] = field(default_factory=list)

    @property
    def count(self) -> int:
        return self.at_once + self.pages + self.digests + self.same + len(self.silent)


def flips(path: Path, count: int, seed: int) -> Iterator[tuple[int, int]]:
    """Places in a file, byte and bit: half of them anywhere, half of them where there is something."""
    content = path.read_bytes()
    chance, filled_bytes = random.Random(seed), [place for place, value in enumerate(content) if value]
    for number in range(count):
        yield chance.choice(filled_bytes) if number % 4 < 2 else chance.randrange(len(content)), chance.randrange(8)


def flipped(whole: Path, byte: int, bit: int) -> Path:
    """A copy of `whole` in which one bit is another."""
    path = whole.with_name("flipped.gpudesk")
    shutil.copyfile(whole, path)
    with path.open("r+b") as file:
        file.seek(byte)
        value = file.read(1)[0]
        file.seek(byte)
        file.write(bytes([value ^ 1 << bit]))
    return path


def ask(answers: Answers, path: Path, before: dict[str, list[tuple[Any, ...]]], place: tuple[int, int], *, write: bool) -> None:
    """Open the flipped project, verify it, and count what is said."""
    try:
        document = Document.open(path, write=write)
    except DeskError:
        answers.at_once += 1
        return
    with document:
        try:
            document.quick_check()
        except DeskError:
            answers.pages += 1
            return
        found = verified(document)
        assert found is not None
        if found.damaged:
            answers.digests += 1
            return
    if everything(path) == before:
        answers.same += 1
    else:
        answers.silent.append(place)
