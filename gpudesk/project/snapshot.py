"""The state of a project at one revision, as columns that never change."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import Columns
from gpudesk.project.types import Types

Made = TypeVar("Made")
Reads = Mapping[str, tuple[str, ...]]
_UNKNOWN: Any = object()
"""What nobody asked for yet."""
_MADE_FROM: dict[Any, Reads] = {}
"""Maker → the columns from which alone it makes what it makes."""


_SETTINGS_OF: dict[Any, tuple[str, ...]] = {}
"""Maker → what the keys of the rows of the table `setting` begin with that it reads; all of them where it is not there."""


def made_from(reads: Reads, settings: tuple[str, ...] = ()) -> Callable[[Callable[["Snapshot"], Made]], Callable[["Snapshot"], Made]]:
    """Say from which columns of which tables alone a maker makes its thing: while none of them changes, it is kept from edit to edit.

    Args:
        reads: table → columns besides the ids; none for all.
        settings: what the keys begin with that it reads of the table `setting`, if `reads` names that; none for all.
    """

    def register(maker: Callable[["Snapshot"], Made]) -> Callable[["Snapshot"], Made]:
        _MADE_FROM[maker] = reads
        if settings:
            _SETTINGS_OF[maker] = settings
        return maker

    return register


def settings_of(maker: Callable[["Snapshot"], object]) -> tuple[str, ...]:
    """What the keys of the rows of the table `setting` begin with that a maker reads; none for all."""
    return _SETTINGS_OF.get(maker, ())


def kept_makers() -> Mapping[Callable[["Snapshot"], object], Reads]:
    """All makers that said from what they make their thing."""
    return MappingProxyType(_MADE_FROM)


@dataclass(frozen=True)
class Snapshot:
    """All undoable and append-only tables at `revision`.

    Whoever holds a snapshot may read it from any thread; it stays what it is when the project goes on.

    Attributes:
        revision: counts the committed steps of the file, undo and redo included.
        tables: table name → columns.
    """

    revision: int
    tables: Mapping[str, Columns]
    _cache: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def __getitem__(self, table: str) -> Columns:
        return self.tables[table]

    @cached_property
    def types(self) -> Types:
        """The hardware types in use."""
        return Types(self["catalog_item"])

    def cached(self, maker: Callable[["Snapshot"], Made]) -> Made:
        """What `maker` makes of this snapshot, made once; two threads that ask at the same time get the same."""
        made: Made = self._cache.get(maker, _UNKNOWN)
        if made is _UNKNOWN:
            made = self._cache.setdefault(maker, maker(self))
        return made

    def known(self, maker: Callable[["Snapshot"], Made]) -> Made | None:
        """What `maker` made of this snapshot, None if nobody asked yet."""
        made: Made | None = self._cache.get(maker)
        return made

    def remember(self, maker: Callable[["Snapshot"], Made], made: Made) -> None:
        """Keep what is known to be the same as what `maker` would make of this snapshot."""
        self._cache[maker] = made

    def forget(self, maker: Callable[["Snapshot"], object]) -> None:
        """Have what `maker` made of this snapshot made again when somebody asks; whoever holds it already keeps it."""
        self._cache.pop(maker, None)

    def next(self, revision: int, changes: Changes, rows: Mapping[str, Columns]) -> "Snapshot":
        """The snapshot after `changes`; `rows` holds the added and changed rows of each touched table."""
        return self.with_tables(revision, {name: self[name].patched(change.removed, rows[name]) for name, change in changes.tables.items()})

    def with_tables(self, revision: int, tables: Mapping[str, Columns]) -> "Snapshot":
        """The snapshot at `revision` in which `tables` take the place of the old ones; itself if there are none."""
        if not tables:
            return self
        following = Snapshot(revision, {**self.tables, **tables})
        if "catalog_item" not in tables:
            following.__dict__["types"] = self.types
        following.learn(self)
        return following

    def learn(self, other: "Snapshot") -> None:
        """Take over what was made of another state from such columns as are the very same in this one."""
        # A list first: other threads may add to the cache meanwhile.
        for maker, made in list(other._cache.items()):
            reads = _MADE_FROM.get(maker)
            if reads is None or maker in self._cache:
                continue
            prefixes = _SETTINGS_OF.get(maker, ())
            if all(
                _as_it_was(other[name], self[name], reads[name])
                or (name == "setting" and bool(prefixes) and _settings(other[name], prefixes) == _settings(self[name], prefixes))
                for name in reads
            ):
                self._cache[maker] = made

    def at(self, revision: int) -> "Snapshot":
        """The same state at another revision, with what was worked out of it; what holds this snapshot itself is worked out again."""
        # A list first: other threads may add to the cache meanwhile.
        known = {maker: made for maker, made in list(self._cache.items()) if not any(hasattr(made, name) for name in _HOLDERS)}
        same = Snapshot(revision, self.tables, known)
        if "types" in self.__dict__:
            same.__dict__["types"] = self.types
        return same

    def equals(self, other: "Snapshot") -> bool:
        """Whether all tables hold the same rows; revisions may differ."""
        return set(self.tables) == set(other.tables) and all(self[name].equals(other[name]) for name in self.tables)


_HOLDERS = ("snapshot", "chain")
"""How things that are worked out name the snapshot that they are of, or what holds it."""


def _as_it_was(before: Columns, after: Columns, names: tuple[str, ...]) -> bool:
    """Whether no row came or went and the columns `names` are the very same."""
    return before is after or (bool(names) and after.shares(before, ("id", *names)))


def _settings(settings: Columns, prefixes: tuple[str, ...]) -> dict[str, str]:
    """The settings whose keys begin with one of some prefixes."""
    return {key: value for key, value in zip(settings["key"].tolist(), settings["value"].tolist(), strict=True) if key.startswith(prefixes)}
