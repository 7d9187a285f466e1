"""The names d.* of acceptance conditions, each with the one function that makes its values of the plan."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from gpudesk.core.checklist.items import Scope
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.values.columns import Array, Ids
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Coded:
    """A value for each target, of which there are few different ones.

    Attributes:
        values: the different values.
        codes: which of them each target has, shape (targets,).
    """

    values: Sequence[Any]
    codes: Ids

    def tolist(self) -> list[Any]:
        """The value of each target."""
        return [self.values[code] for code in self.codes.tolist()]

    def array(self, dtype: Any) -> Array:
        """The values as an array, shape (targets,)."""
        return np.array(self.values, dtype)[self.codes]


Producer = Callable[[Snapshot, Ids], Sequence[Any] | Array | Coded]
"""Snapshot and ids of targets → a value each; None, or NaN of an array, if the plan does not contain it."""

Made = TypeVar("Made", bound=Producer)
PRODUCERS: dict[tuple[Scope, str], Producer] = {}


def fact(name: str, *scopes: Scope) -> Callable[[Made], Made]:
    """Register the function that makes d.`name` for targets of `scopes`."""

    def register(producer: Made) -> Made:
        for scope in scopes:
            if (scope, name) in PRODUCERS:
                raise ValueError(f"d.{name} of {scope} is made twice")
            PRODUCERS[scope, name] = producer
        return producer

    return register


def produced_names() -> Mapping[Scope, frozenset[str]]:
    """Scope → the names that something makes."""
    return {scope: frozenset(name for of, name in PRODUCERS if of is scope) for scope in Scope}


def fact_values(snapshot: Snapshot, scope: Scope, name: str, ids: Ids) -> list[Any]:
    """d.`name` of some targets as plain values, None if the plan does not contain it.

    Raises:
        KeyError: there is no producer for it.
    """
    produced = PRODUCERS[scope, name](snapshot, ids)
    values = produced.tolist() if isinstance(produced, np.ndarray | Coded) else list(produced)
    return [None if isinstance(value, float) and value != value else value for value in values]  # noqa: PLR0124 - NaN differs from itself


def distinct_values(snapshot: Snapshot, scope: Scope, name: str, ids: Ids) -> tuple[list[Any], Ids]:
    """The different values of d.`name`, and which of them each target has, shape (targets,).

    Raises:
        KeyError: nothing makes it.
    """
    produced = PRODUCERS[scope, name](snapshot, ids)
    if isinstance(produced, np.ndarray) and produced.dtype == bool:
        return [False, True], produced.astype(np.int64)
    if isinstance(produced, np.ndarray) and produced.dtype.kind in "if":
        known, codes = np.unique(produced, return_inverse=True)
        return [None if value != value else value for value in known.tolist()], codes  # noqa: PLR0124 - NaN differs from itself
    places: dict[Any, int] = {}
    if isinstance(produced, Coded):
        alike = np.array([places.setdefault(value, len(places)) for value in produced.values], np.int64)
        return list(places), alike[produced.codes]
    numbers = [places.setdefault(value, len(places)) for value in (produced.tolist() if isinstance(produced, np.ndarray) else produced)]
    return list(places), np.array(numbers, np.int64)


def by_type(snapshot: Snapshot, type_ids: Ids, value: Callable[[HardwareType], Any], unknown: Any = None) -> Coded:
    """A value derived from the type, computed once per type; `unknown` where there is no type. Same shape as the input."""
    # Ids of types are small numbers: counting them is faster than sorting a long column.
    present = np.flatnonzero(np.bincount(type_ids + 1))
    places = np.zeros(int(present[-1]) + 1 if len(present) else 1, np.int64)
    places[present] = np.arange(len(present))
    values = [value(snapshot.types[type_id - 1]) if type_id else unknown for type_id in present.tolist()]
    return Coded(values, places[type_ids + 1])
