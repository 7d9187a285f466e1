"""Refuses a pair of PySide6 and Python that starts well and dies in use."""

import sys

import PySide6

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message


class BrokenQt(DeskError):
    """The installed PySide6 aborts on this Python after some thousand calls."""


def is_broken(pyside: tuple[int, ...], python: tuple[int, ...]) -> bool:
    """Whether that pair loses references to `None`.

    PySide6 6.12.0 returns `None` without counting it, which only a Python with immortal objects (3.12, PEP 683)
    survives. Measured on 3.10, 3.11, 3.12 and 3.13: docs/decisions/pyside6-versions.md. Later 6.12 releases count
    as broken until somebody has measured them.
    """
    return pyside[:2] == (6, 12) and python[:2] < (3, 12)


def require_working_qt() -> None:
    """Stop before the first widget where the pair is broken.

    Raises:
        BrokenQt: with what to install instead.
    """
    python = sys.version_info[:2]
    if not is_broken(tuple(int(part) for part in PySide6.__version_info__[:2]), python):
        return
    text = QT_TRANSLATE_NOOP("Start", "PySide6 {pyside} aborts on Python {python} after several thousand calls.")
    fix = QT_TRANSLATE_NOOP("Start", "Install PySide6-Essentials 6.11.3, or use Python 3.12 or newer.")
    versions = {"pyside": PySide6.__version__, "python": f"{python[0]}.{python[1]}"}
    raise BrokenQt(Message("Start", text, versions), Message("Start", fix))
