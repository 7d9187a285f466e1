"""Whether the object that waits for a result still exists: work may end after its dialog or window was closed."""

from collections.abc import Callable
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from PySide6.QtCore import QObject
from shiboken6 import isValid


def owner_has_gone(callback: Callable[..., Any]) -> bool:
    """Whether a callback belongs to a Qt object that was deleted.

    Its owner is the object of a bound method; of a lambda or a nested function that uses `self`, the object whose method contains
    it; of a `partial`, the owner of its function. Any other callback has no owner and can always be called.
    """
    owner = _owner(callback)
    return isinstance(owner, QObject) and not isValid(owner)


def _owner(callback: Callable[..., Any]) -> object:
    if isinstance(callback, partial):
        return _owner(callback.func)
    if isinstance(callback, MethodType):
        return callback.__self__
    if isinstance(callback, FunctionType):
        cells = dict(zip(callback.__code__.co_freevars, callback.__closure__ or (), strict=True))
        return cells["self"].cell_contents if "self" in cells else None
    return None
