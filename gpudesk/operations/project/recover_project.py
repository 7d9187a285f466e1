"""Save the undamaged part of a project as a new one; references to lost rows follow the rules of deletion."""

from pathlib import Path

from gpudesk.core.running.progress import Progress
from gpudesk.operations.floor.halls import HANGS
from gpudesk.project import recovery
from gpudesk.project.document import Document
from gpudesk.project.recovery import Recovered

__all__ = ["Recovered", "recover"]


def recover(source: Path, target: Path, progress: Progress | None = None) -> Recovered:
    """Save the undamaged part of the project at `source` as a new project at `target`, which is replaced if it exists.

    Raises:
        StoreError: nothing can be read, or the new project cannot be written; `source` is unchanged.
        InvalidData: a catalog entry without a digest is not well formed; the new project cannot be opened.
        Cancelled: the user stopped it.
    """
    recovered = recovery.recover(source, target, HANGS, progress)
    # Closed again it has its own digests.
    Document.open(target).close()
    return recovered
