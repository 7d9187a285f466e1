"""The state of a project at one revision, as columns that never change."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import Columns
from gpudesk.project.types import Types

Made = TypeVar("Made")
Maker = TypeVar("Maker", bound=Callable[..., Any])
Reads = Mapping[str, tuple[str, ...]]
_UNKNOWN: Any = object()
"""Placeholder for results not requested yet."""
_MADE_FROM: dict[Any, Reads] = {}
"""Maker → the only columns that its result depends on."""


_SETTINGS_OF: dict[Any, tuple[str, ...]] = {}
"""Maker → prefixes of the keys of the table `setting` that it reads; all of them if it has no entry."""
_KEPT_FAR_BACK: list[Any] = []
"""The makers whose results are kept for states many steps back."""


def made_from(reads: Reads, settings: tuple[str, ...] = ()) -> Callable[[Callable[["Snapshot"], Made]], Callable[["Snapshot"], Made]]:
    """Declare the only columns that the result of a maker depends on: while they do not change, it is kept from edit to edit.

    Args:
        reads: table → columns other than the ids; none for all.
        settings: prefixes of the keys that it reads from the table `setting`, if `reads` names that; none for all.
    """

    def register(maker: Callable[["Snapshot"], Made]) -> Callable[["Snapshot"], Made]:
        _MADE_FROM[maker] = reads
        if settings:
            _SETTINGS_OF[maker] = settings
        return maker

    return register


def settings_of(maker: Callable[["Snapshot"], object]) -> tuple[str, ...]:
    """Prefixes of the keys of the table `setting` that a maker reads; none for all."""
    return _SETTINGS_OF.get(maker, ())


def kept_far_back(maker: Maker) -> Maker:
    """Declare that the result of a maker is kept for states many steps back: it is small, or shared with that of other states."""
    _KEPT_FAR_BACK.append(maker)
    return maker


def kept_makers() -> Mapping[Callable[["Snapshot"], object], Reads]:
    """All makers with declared dependencies."""
    return MappingProxyType(_MADE_FROM)


@dataclass(frozen=True)
class Snapshot:
    """All undoable and append-only tables at `revision`.

    A snapshot can be read from any thread; it does not change when the project does.

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
        """The result of `maker` for this snapshot, calculated once; two threads with simultaneous calls get the same object."""
        result: Made = self._cache.get(maker, _UNKNOWN)
        if result is _UNKNOWN:
            result = self._cache.setdefault(maker, maker(self))
        return result

    def known(self, maker: Callable[["Snapshot"], Made]) -> Made | None:
        """The result of `maker` for this snapshot, None if not calculated yet."""
        result: Made | None = self._cache.get(maker)
        return result

    def remember(self, maker: Callable[["Snapshot"], Made], made: Made) -> None:
        """Store a result known to equal that of `maker` for this snapshot."""
        self._cache[maker] = made

    def forget(self, maker: Callable[["Snapshot"], object]) -> None:
        """Discard the result of `maker` for this snapshot; the next call calculates it again, and references to it stay valid."""
        self._cache.pop(maker, None)

    def far_back(self, near: Iterable["Snapshot"]) -> "Snapshot":
        """The same state with only those of its results that are kept for undoing many steps (`kept_far_back`).

        Args:
            near: states that keep all their results: columns that they share stay as they are, others are joined again when read.
        """
        known = {maker: self._cache[maker] for maker in _KEPT_FAR_BACK if maker in self._cache}
        states = list(near)
        for name, columns in self.tables.items():
            columns.release_joined([state.tables[name] for state in states if name in state.tables])
        far = Snapshot(self.revision, self.tables, known)
        if "types" in self.__dict__:
            far.__dict__["types"] = self.types
        return far

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
        """Reuse the results of another state that depend only on columns identical in both states."""
        # A list first: other threads may add to the cache meanwhile.
        for maker, result in list(other._cache.items()):
            reads = _MADE_FROM.get(maker)
            if reads is None or maker in self._cache:
                continue
            prefixes = _SETTINGS_OF.get(maker, ())
            if all(
                _as_it_was(other[name], self[name], reads[name])
                or (name == "setting" and bool(prefixes) and _settings(other[name], prefixes) == _settings(self[name], prefixes))
                for name in reads
            ):
                self._cache[maker] = result

    def at(self, revision: int) -> "Snapshot":
        """The same state at another revision, with its results; those that contain this snapshot itself are calculated again."""
        # A list first: other threads may add to the cache meanwhile.
        known = {maker: result for maker, result in list(self._cache.items()) if not any(hasattr(result, name) for name in _HOLDERS)}
        same = Snapshot(revision, self.tables, known)
        if "types" in self.__dict__:
            same.__dict__["types"] = self.types
        return same

    def equals(self, other: "Snapshot") -> bool:
        """Whether all tables hold the same rows; revisions may differ."""
        return set(self.tables) == set(other.tables) and all(self[name].equals(other[name]) for name in self.tables)


_HOLDERS = ("snapshot", "chain")
"""Attributes of results that refer to their snapshot, or to an object that contains it."""


def _as_it_was(before: Columns, after: Columns, names: tuple[str, ...]) -> bool:
    """Whether no row came or went and the columns `names` are the very same."""
    return before is after or (bool(names) and after.shares(before, ("id", *names)))


def _settings(settings: Columns, prefixes: tuple[str, ...]) -> dict[str, str]:
    """The settings whose keys begin with one of some prefixes."""
    return {key: value for key, value in zip(settings["key"].tolist(), settings["value"].tolist(), strict=True) if key.startswith(prefixes)}
