"""Options for a file that is dropped, pasted or opened."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Way:
    """Description of a file while it is dragged, and its action; `go` is None if nothing can be done.

    Attributes:
        kind: the assumed kind, if the user chooses among several.
    """

    icon: str
    title: str
    sentence: str
    go: Callable[[], object] | None = None
    kind: str = ""
