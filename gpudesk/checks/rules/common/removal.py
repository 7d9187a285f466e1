"""An edit that only removes devices and whole cables, as conditions of rules judge it."""

from collections.abc import Callable
from typing import TypeVar, cast

from gpudesk.core.values.changes import Changes
from gpudesk.project.snapshot import Snapshot

Made = TypeVar("Made")


class Removal:
    """The state before such an edit (`checks.engine.removals`), and what it removes."""

    def __init__(self, before: Snapshot, changes: Changes) -> None:
        self.before = before
        self.changes = changes
        self._cache: dict[object, object] = {}

    def cached(self, maker: "Callable[[Removal], Made]") -> Made:
        """The result of `maker`, calculated once for all rules that ask for it."""
        if maker not in self._cache:
            self._cache[maker] = maker(self)
        return cast(Made, self._cache[maker])
