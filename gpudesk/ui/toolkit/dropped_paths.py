"""The files that a drag brings."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QDropEvent


def local_paths(event: QDropEvent) -> Sequence[Path]:
    """Local files of a drag."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
