"""The items that a project adds to the checklist of the program, changes, or does without."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class OwnItems:
    """They are kept as they are written in a template: a mapping for each item, which nobody has checked yet.

    Attributes:
        bodies: items as in `resources/checklists`, each with its `stage`; one with the key of an item of the program takes its place.
        sources: what keys of sources stand for, in addition to those of the program.
        disabled: keys of items that the project does without.
        damaged: key → text of items that a project keeps and that are no mapping with that key; something else wrote them.
    """

    bodies: Sequence[Mapping[str, Any]] = ()
    sources: Mapping[str, Any] = field(default_factory=dict)
    disabled: Sequence[str] = ()
    damaged: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.bodies or self.sources or self.disabled or self.damaged)
