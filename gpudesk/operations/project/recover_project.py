"""Save what is not damaged of a project as a new one; what names lost rows follows the rules of deleting."""

from pathlib import Path

from gpudesk.core.running.progress import Progress
from gpudesk.operations.floor.halls import HANGS
from gpudesk.project import recovery
from gpudesk.project.document import Document
from gpudesk.project.recovery import Recovered

__all__ = ["Recovered", "recover"]


def recover(source: Path, target: Path, progress: Progress | None = None) -> Recovered:
    """Save what is not damaged in the project at `source` as a new project at `target`, which is replaced if it exists.

    Raises:
        StoreError: nothing can be read, or the new project not be written; `source` is as it was.
        InvalidData: a catalog entry that had no digest yet is not well formed; the new project cannot be opened.
        Cancelled: somebody asked to stop.
    """
    found = recovery.recover(source, target, HANGS, progress)
    # Closed again it has its own digests.
    Document.open(target).close()
    return found
