"""A chooser that draws by a fixed seed, so that what it reaches is the same in every run."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from gpudesk.core.messages.errors import DeskError
from gpudesk.operations.run.run import Outcome, all_operations, run
from gpudesk.project.document import Document
from tests.operations.chooser import ARGUMENTS, Arguments, Chooser

Item = TypeVar("Item")
_LETTERS = "abcXYZ 019-_.ñ日"


class SeededChooser(Chooser):
    """Draws from a random generator instead of a strategy."""

    def __init__(self, random: Random, document: Document) -> None:
        super().__init__(_no_strategy, document)
        self._random = random

    def of(self, items: Sequence[Item]) -> Item:
        """One of some items."""
        return self._random.choice(list(items))

    def maybe(self, item: Callable[[], Item]) -> Item | None:
        """An item or None."""
        return item() if self._random.random() < 0.5 else None

    def whole(self, low: int, high: int) -> int:
        """A whole number."""
        return self._random.randint(low, high)

    def text(self, longest: int = 12) -> str:
        """Some text that a person can type."""
        return "".join(self._random.choice(_LETTERS) for _ in range(self._random.randint(0, longest)))

    def id(self, table: str) -> int:
        """The id of a row, rarely of one that is not there."""
        known = self.snapshot[table].ids.tolist()
        return int(self._random.choice(known)) if known and self._random.random() < 0.95 else 9999

    def ids(self, table: str) -> list[int]:
        """One to three rows."""
        known = self.snapshot[table].ids.tolist() or [9999]
        return self._random.sample(known, min(len(known), self._random.randint(1, 3)))

    def position(self) -> int:
        """A half unit, mostly of a whole unit."""
        return 2 * self.whole(0, 47) if self._random.random() < 0.8 else self.whole(-2, 100)


def _no_strategy(strategy: object) -> Any:
    raise AssertionError(f"{strategy} is drawn by a strategy")


TRIES = 250
"""So often arguments are drawn for an operation that is refused each time."""


def accepted(name: str, document: Document) -> tuple[Arguments, Outcome[Any]] | None:
    """Do an operation with the first arguments that it accepts; these, and what was done. None where all are refused."""
    random = Random(name)
    for _ in range(TRIES):
        args, values = arguments_of(name, random, document)
        try:
            return (args, values), run(document, all_operations()[name], *args, **values)
        except DeskError:
            continue
    return None


def arguments_of(name: str, random: Random, document: Document) -> Arguments:
    """Arguments of an operation for the present state of a project."""
    return ARGUMENTS[name](SeededChooser(random, document))
