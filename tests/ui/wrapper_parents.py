"""Which object of Qt PySide takes for a part of which other.

PySide notes for each wrapper a parent, and makes wrappers invalid with their parent. It notes one also where a method of the
parent only returned the object, or took it as an argument: `nextInFocusChain`, `focusProxy`, `QFocusFrame.setWidget`,
`QLabel.setBuddy`. Where Qt does not hold the object inside that parent, it lives on with an invalid wrapper.
"""

import ctypes

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QScreen
from PySide6.QtWidgets import QButtonGroup, QCompleter, QLabel, QLayout

_WORD = ctypes.sizeof(ctypes.c_void_p)
_NOTES = 4
"""Words before the address of shiboken's notes in a wrapper: count, type, dictionary and weak references."""
_PARENT = 2
"""Words before the address of the note of parents in these: the address in C++ and the flags."""
HARMLESS = (QActionGroup, QButtonGroup, QLabel, QCompleter, QLayout)
"""What goes with its parts, or keeps them valid: a label and its field, a group or layout and what is in it, a completer and its list."""


def noted_parent(wrapper: QObject) -> int | None:
    """The `id` of the parent that PySide notes."""
    notes = ctypes.c_void_p.from_address(id(wrapper) + _NOTES * _WORD).value
    assert notes is not None
    parents = ctypes.c_void_p.from_address(notes + _PARENT * _WORD).value
    return None if parents is None else ctypes.c_void_p.from_address(parents).value


def is_inside(part: QObject, whole: QObject) -> bool:
    """Whether Qt holds `part` inside `whole`."""
    holder: QObject | None = part
    while holder is not None and holder is not whole:
        # Models have another `parent`.
        holder = QObject.parent(holder)
    return holder is whole


def strangers() -> list[str]:
    """Objects whose wrappers go with something that Qt does not hold them in."""
    # Not by gc.get_objects(): a tuple that another thread is just filling from a generator breaks when somebody else refers to it.
    living = {id(wrapper): wrapper for wrapper in shiboken6.getAllValidWrappers() if isinstance(wrapper, QObject)}
    # A screen goes with the window that was asked for it; none is kept.
    lines = []
    for wrapper in list(living.values()):
        parent = living.get(noted_parent(wrapper) or 0)
        if parent is None or isinstance(parent, HARMLESS) or isinstance(wrapper, QScreen):
            continue
        # An action that Python made stays valid without the button that shows it.
        if isinstance(wrapper, QAction) and shiboken6.createdByPython(wrapper):
            continue
        if not is_inside(wrapper, parent):
            lines.append(f"{type(wrapper).__name__} {wrapper.objectName()} goes with {type(parent).__name__} {parent.objectName()}")
    return sorted(lines)
