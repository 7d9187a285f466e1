"""Who writes into the log from here: a person, this installation, and the offset of its clock."""

from datetime import datetime

from gpudesk.core.checklist.entries import Recorder
from gpudesk.project.writer_id import writer_id


def recorder(person: str) -> Recorder:
    """A person at this installation.

    Raises:
        StoreError: the id of the installation cannot be read or kept.
    """
    return Recorder(person, writer_id(), utc_offset())


def utc_offset() -> str:
    """The offset of the clock of this device, "+01:00"."""
    text = datetime.now().astimezone().strftime("%z")
    return f"{text[:3]}:{text[3:5]}"
