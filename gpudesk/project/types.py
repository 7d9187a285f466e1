"""The hardware types that a project uses, by id and as columns for vectorised sums."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.racks.placement import FULL, HALF, UNKNOWN
from gpudesk.core.values.columns import Columns, Ids

Made = TypeVar("Made")
Value = TypeVar("Value", np.float64, np.int64)
_MOST_IDS = 20_000
"""Up to this highest id, the figures of the types are stored by id."""


@lru_cache(maxsize=4096)
def _parsed(body: str) -> HardwareType:
    try:
        plain = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise _no_entry(body) from error
    if not isinstance(plain, dict):
        raise _no_entry(body)
    return parse_type(plain)


def _no_entry(body: str) -> InvalidData:
    text = QT_TRANSLATE_NOOP("project", "A catalog entry of the project cannot be read; it starts with {start}.")
    return InvalidData(Message("project", text, {"start": body[:60]}))


class Types(Mapping[int, HardwareType]):
    """The project's copies of catalog entries: `catalog_item` id → type.

    Args:
        items: the table `catalog_item`.
    """

    def __init__(self, items: Columns) -> None:
        self._items = items
        self._by_id: dict[int, HardwareType] = {}
        self._numbers: dict[str, NDArray[np.float64]] = {}
        self._made: dict[object, object] = {}

    def __getitem__(self, type_id: int) -> HardwareType:
        kind = self._by_id.get(type_id)
        if kind is None:
            kind = self._by_id[type_id] = _parsed(self._items["body"][self._items.position(type_id)])
        return kind

    def __iter__(self) -> Iterator[int]:
        return iter(self._items.ids.tolist())

    def __len__(self) -> int:
        return self._items.rows

    def id_of(self, key: str) -> int | None:
        """The id of the entry `key`, None if the project does not use it."""
        ids = self._items.where("key", key)
        return int(ids[0]) if len(ids) else None

    @cached_property
    def _all(self) -> list[HardwareType]:
        return [_parsed(body) for body in self._items["body"]]

    def numbers(self, fact: str, type_ids: Ids) -> NDArray[np.float64]:
        """The numeric fact `fact` of each of `type_ids`, shape (n,), NaN if unknown."""
        if fact not in self._numbers:
            values = (kind.number(fact) for kind in self._all)
            numbers = np.array([np.nan if value is None else value for value in values], np.float64)
            self._numbers[fact] = self._spread(numbers)
        return self._numbers[fact][self._at(type_ids)]

    @cached_property
    def _is_dense(self) -> bool:
        """Whether the ids are low enough for a column with one row for each id: figures of a few types are found faster there."""
        ids = self._items.ids
        return len(ids) > 0 and int(ids[-1]) <= _MOST_IDS

    def _spread(self, values: NDArray[Value]) -> NDArray[Value]:
        """A column of the table with one row for each id and one for all higher ones, if the ids are low enough.

        An id that is not used, as ABSENT, has the figure of the last type, as in the table.
        """
        return values[self._items.positions(np.arange(int(self._items.ids[-1]) + 2))] if self._is_dense else values

    def _at(self, type_ids: Ids) -> Ids:
        """The rows of some types in a column made by `_spread`."""
        return np.minimum(type_ids, self._items.ids[-1] + 1) if self._is_dense else self._items.positions(type_ids)

    def first_number(self, facts: Sequence[str], type_ids: Ids) -> NDArray[np.float64]:
        """The first available of several numeric facts for each of `type_ids`, shape (n,), NaN if there is none."""
        numbers = np.full(len(type_ids), np.nan)
        for fact in facts:
            numbers = np.where(np.isnan(numbers), self.numbers(fact, type_ids), numbers)
        return numbers

    def cached(self, maker: Callable[["Types"], Made]) -> Made:
        """What `maker` makes of these types, made once; it lasts as long as no entry changes."""
        if maker not in self._made:
            self._made[maker] = maker(self)
        result: Made = self._made[maker]  # type: ignore[assignment]
        return result

    def check(self) -> None:
        """Read every entry.

        Raises:
            InvalidData: one is not well formed.
        """
        for key, kind in zip(self._items["key"], self._all, strict=True):
            if kind.key != key:
                text = QT_TRANSLATE_NOOP("project", "The catalog entry {key} of the project describes {other}.")
                raise InvalidData(Message("project", text, {"key": key, "other": kind.key}))

    @cached_property
    def _codes(self) -> Mapping[str, NDArray[np.int64]]:
        families = list(Family)
        properties = {
            "mount": [kind.mount for kind in self._all],
            "family": [families.index(kind.family) for kind in self._all],
            "gpus": [kind.gpu_count for kind in self._all],
            "half_units": [kind.height_half_units for kind in self._all],
            "half_wide": [kind.half_wide for kind in self._all],
            "full_depth": [_full_depth(kind) for kind in self._all],
        }
        return {name: self._spread(np.array(values, np.int64)) for name, values in properties.items()}

    def codes(self, name: str, type_ids: Ids) -> NDArray[np.int64]:
        """A whole-number property, shape (n,): "mount", "family" (place in `Family`), "gpus" (in one device), "half_units", "half_wide",
        "full_depth" (as `core.racks.placement` counts it)."""
        codes: NDArray[np.int64] = self._codes[name][self._at(type_ids)]
        return codes


def _full_depth(kind: HardwareType) -> int:
    value = kind.number("full_depth")
    return UNKNOWN if value is None else FULL if value else HALF
