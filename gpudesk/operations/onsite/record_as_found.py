"""Discovered machines, saved as records of the project."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.onsite.as_found import AsFound, record_text
from gpudesk.operations.project.remarks import add_remark
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@operation
def record_as_found(edit: Edit, found: AsFound) -> int:
    """Save a discovered machine in the journal of its device; returns the record id. Never undone: a later record corrects it.

    Raises:
        Refused: the device no longer exists.
    """
    record = add_remark(edit, "device", found.device_id, record_text(found)[:10_000])
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Record as-found state of {name}"), {"name": found.device})
    return record
