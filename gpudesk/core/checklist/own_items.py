"""The items that a project adds to the checklist of the program, changes, or does without."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class OwnItems:
    """Own items as written in a template: an unchecked mapping for each item.

    Attributes:
        bodies: items as in `resources/checklists`, each with its `stage`; one with the key of a shipped item replaces it.
        sources: texts for the keys of sources, in addition to the shipped ones.
        disabled: keys of items that the project omits.
        damaged: key → text of stored items that are not a mapping with that key; they were written by other software.
    """

    bodies: Sequence[Mapping[str, Any]] = ()
    sources: Mapping[str, Any] = field(default_factory=dict)
    disabled: Sequence[str] = ()
    damaged: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.bodies or self.sources or self.disabled or self.damaged)
