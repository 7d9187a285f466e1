"""What makes a file a recording: its mark, its version, and the definitions of its tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.locate import migrations_dir
from gpudesk.monitor.recording.packed import Unreadable
from gpudesk.store import database
from gpudesk.store.schema import statements
from gpudesk.store.store_errors import NewerVersion, NotAProject, StoreError, damaged

APPLICATION_ID = 0x47504452
"""`application_id` of a recording ("GPDR")."""
FORMAT = 2
SUFFIX = ".gpurec"
_CONTEXT = "monitor"
_QUOTES = str.maketrans("", "", "\"'`[]")


def _foreign(path: Path) -> NotAProject:
    text = QT_TRANSLATE_NOOP("monitor", "{path} is not a recording of the monitor.")
    fix = QT_TRANSLATE_NOOP("monitor", "Choose a file that was recorded with gpudesk.")
    return NotAProject(Message(_CONTEXT, text, {"path": str(path)}), Message(_CONTEXT, fix))


def _bring_up(opened: database.Database, begin: int, end: int) -> None:
    """Run the migrations from one version to another in the transaction that is open."""
    for script in sorted(migrations_dir("recording").glob("*.sql"))[begin:end]:
        opened.script(statements(script.read_text(encoding="utf-8")))
    opened.run(f"PRAGMA application_id={APPLICATION_ID}")
    opened.run(f"PRAGMA user_version={end}")


def _definitions(opened: database.Database) -> frozenset[tuple[str, str]]:
    """Return names and definitions; SQLite versions quote the name of a renamed table differently."""
    rows = opened.rows("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
    return frozenset((str(name), "".join(str(sql).translate(_QUOTES).split())) for name, sql in rows)


@lru_cache(maxsize=FORMAT)
def _made(version: int) -> frozenset[tuple[str, str]]:
    """The definitions of a recording of a version."""
    opened = database.memory()
    try:
        with opened.transaction():
            _bring_up(opened, 0, version)
        return _definitions(opened)
    finally:
        opened.close()


def make(opened: database.Database) -> None:
    """Make an empty file a recording."""
    with opened.transaction():
        _bring_up(opened, 0, FORMAT)


def renew(opened: database.Database) -> None:
    """Upgrade a recording of an earlier version to this one; readings are unchanged."""
    version = int(opened.value("PRAGMA user_version"))
    if version < FORMAT:
        with opened.transaction():
            _bring_up(opened, version, FORMAT)


def check_format(opened: database.Database) -> None:
    """Reject a file that is not a recording of this version or an earlier one.

    Raises:
        StoreError: it is not a recording, is newer, or its definitions are damaged.
    """
    if opened.value("PRAGMA application_id") != APPLICATION_ID:
        raise _foreign(opened.path)
    version = int(opened.value("PRAGMA user_version"))
    if version > FORMAT:
        text = QT_TRANSLATE_NOOP("monitor", "{path} was recorded by a later version of the program.")
        raise NewerVersion(Message(_CONTEXT, text, {"path": str(opened.path)}))
    if version < 1 or _definitions(opened) != _made(version):
        raise damaged(opened.path, "its definitions are not those of a recording")


@contextmanager
def blocks_of(path: Path) -> Iterator[None]:
    """Turn a block that cannot be read into a damaged file."""
    try:
        yield
    except (Unreadable, KeyError, TypeError, ValueError) as error:
        raise damaged(path, str(error)) from error


def is_recording(path: Path) -> bool:
    """Whether a file is a recording that can be opened."""
    try:
        opened = database.open_read(path)
    except StoreError:
        return False
    try:
        check_format(opened)
    except StoreError:
        return False
    finally:
        opened.close()
    return True
