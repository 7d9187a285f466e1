"""Replaces the text of an editor in one step that can be undone."""

from itertools import takewhile

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit


def replace_text(editor: QPlainTextEdit, text: str) -> None:
    """Change the text of an editor where it differs."""
    old = editor.toPlainText()
    if old == text:
        return
    start = _equal(old, text)
    end = _equal(old[start:][::-1], text[start:][::-1])
    cursor = QTextCursor(editor.document())
    cursor.beginEditBlock()
    cursor.setPosition(_units(old[:start]))
    cursor.setPosition(_units(old[: len(old) - end]), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text[start : len(text) - end])
    cursor.endEditBlock()


def _equal(one: str, other: str) -> int:
    """How many characters at the start are equal."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _units(text: str) -> int:
    """The length of a text as Qt counts it."""
    return len(text.encode("utf-16-le")) // 2
