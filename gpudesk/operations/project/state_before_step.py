"""The state of a project before one of its steps, without touching the project."""

from pathlib import Path
from tempfile import TemporaryDirectory

from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot


def state_before(document: Document, step_id: int) -> Snapshot:
    """The state before an applied step: a copy of the file is reverted to it, and then deleted.

    Raises:
        KeyError: there is no such step, or it is undone.
        StoreError: the copy cannot be written.
    """
    done = [step.id for step in document.steps if step.done]
    if step_id not in done:
        raise KeyError(step_id)
    with TemporaryDirectory(prefix="gpudesk-") as folder:
        path = Path(folder) / "copy.gpudesk"
        document.save_copy(path)
        copy = Document.open(path)
        try:
            # Steps may have been done meanwhile.
            while step_id in {step.id for step in copy.steps if step.done}:
                copy.undo()
            return copy.snapshot
        finally:
            copy.close(digests=False)
