"""Which project files this process has open, for the parts that work on projects (kept in `store.open_files`)."""

from gpudesk.store.open_files import OPEN_FILES, FileId, OpenFiles

__all__ = ["OPEN_FILES", "FileId", "OpenFiles"]
