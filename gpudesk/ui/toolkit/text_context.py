"""The translations of one context, found by a key in the source."""

from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication


class Translate(Protocol):
    """Gives an English literal in the person's language; a text with `%n` takes the number as the third argument."""

    def __call__(self, text: str, comment: str = "", count: int = -1, /) -> str: ...


def text_context(key: str) -> Translate:
    """The translation function of the context `key`.

    A module calls this once for each of its contexts, at its top: `tr = text_context("RackCanvas")`. The key is a literal that
    stays unchanged when classes and modules are renamed, because translation files store the texts under it.
    """
    return partial(QCoreApplication.translate, key)
