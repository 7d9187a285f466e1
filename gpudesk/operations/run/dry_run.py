"""A step tried in a copy of the project in memory: the resulting project, and the resulting findings."""

from collections.abc import Callable

from gpudesk.checks.engine.check_engine import carry, check_all, findings_of
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.messages.message import Message
from gpudesk.core.running.progress import Progress
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.versions import undoable_without_files

Write = Callable[[Edit], None]
Steps = tuple[Findings, Findings]


def brought_by(snapshot: Snapshot, write: Write, progress: Progress) -> Steps:
    """The findings of a project, and those that it would have after `write`; the project is not touched.

    Args:
        write: makes the changes in a step of the copy, whose rows have the ids of the project.

    Raises:
        Cancelled: the work was stopped.
    """
    with Document.scratch() as copy:
        tables = undoable_without_files(copy.schema)
        copy.apply(_step(lambda edit: _copy_rows(edit, snapshot, tables)), progress)
        before = copy.snapshot
        # The same rows: what is known of the project need not be judged again.
        before.remember(check_all, findings_of(snapshot))
        _, applied = copy.apply(_step(write), progress)
        return findings_of(snapshot), carry(before, applied.snapshot, applied.changes)


def tried(snapshot: Snapshot, write: Write, progress: Progress) -> Snapshot:
    """The project after `write`; the original is not changed, and nothing is evaluated.

    Raises:
        Refused: as `write`.
        Cancelled: the work was stopped.
    """
    with Document.scratch() as copy:
        tables = undoable_without_files(copy.schema)
        copy.apply(_step(lambda edit: _copy_rows(edit, snapshot, tables)), progress)
        _, applied = copy.apply(_step(write), progress)
        return applied.snapshot


def _step(write: Write) -> Callable[[Edit], tuple[None, Message]]:
    """A step without a name: the history of the copy is never read."""

    def body(edit: Edit) -> tuple[None, Message]:
        write(edit)
        return None, Message("import", "", {})

    return body


def _copy_rows(edit: Edit, snapshot: Snapshot, tables: list[str]) -> None:
    for table in tables:
        edit.delete_many(table, edit.columns(table).ids)
        edit.restore(table, snapshot[table])
