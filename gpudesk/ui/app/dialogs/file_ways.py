"""What can be done with a file that is dropped, pasted or opened."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Way:
    """What is said of a file while it is dragged, and what is done with it; `go` is None where nothing can be done.

    Attributes:
        kind: what it is taken for, where the person chooses between several.
    """

    icon: str
    title: str
    sentence: str
    go: Callable[[], object] | None = None
    kind: str = ""
