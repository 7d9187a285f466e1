"""Dated remarks about objects: append-only."""

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@operation
def add_remark(edit: Edit, table: str, row_id: int, text: str, corrects: int | None = None) -> int:
    """Write a remark about an object into the journal, perhaps correcting an earlier one; returns its id.

    Raises:
        Refused: the object or the earlier remark is unknown, or the text is empty or too long.
    """
    edit.row(table, row_id)
    text = text.strip()
    if not text or len(text) > 10_000:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A remark must have 1 to 10,000 characters.")))
    if corrects is not None:
        edit.row("journal", corrects)
    remark = edit.insert(
        "journal", at_utc=edit.now_utc, author=edit.author, object_table=table, object_id=row_id, text=text, corrects=corrects
    )
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Remark on {table} {id}"), {"table": table, "id": row_id})
    return remark
