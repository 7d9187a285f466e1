"""Default location of projects."""

import os
from pathlib import Path

from PySide6.QtCore import QStandardPaths

from gpudesk import locate
from gpudesk.disk.paths import is_there
from gpudesk.project.suffix import SUFFIX


def documents_folder() -> Path:
    """The person's documents; with GPUDESK_HOME the folder of that name in it. It is made if it is not there."""
    if locate.HOME_VARIABLE in os.environ:
        folder = Path(os.environ[locate.HOME_VARIABLE]) / "documents"
    else:
        location = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        folder = Path(location) if location else Path.home()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def free_path(folder: Path, stem: str) -> Path:
    """A project path in `folder` that is not taken: the stem, or the stem with a number."""
    path = folder / f"{stem}{SUFFIX}"
    number = 2
    while is_there(path) or path.is_symlink():
        path = folder / f"{stem} {number}{SUFFIX}"
        number += 1
    return path
