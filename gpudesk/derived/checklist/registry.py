"""The names d.* of acceptance conditions, each with the one function that makes its values of the plan."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from gpudesk.core.checklist.items import Scope
from gpudesk.core.columns import Array, Ids
from gpudesk.core.hardware import HardwareType
from gpudesk.project.snapshot import Snapshot

Producer = Callable[[Snapshot, Ids], Sequence[Any] | Array]
"""Snapshot and ids of targets → a value each; None, or NaN of an array, where the plan does not say it."""

PRODUCERS: dict[tuple[Scope, str], Producer] = {}


def fact(name: str, *scopes: Scope) -> Callable[[Producer], Producer]:
    """Register the function that makes d.`name` for targets of `scopes`."""

    def register(producer: Producer) -> Producer:
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
    """d.`name` of some targets as plain values, None where the plan does not say it.

    Raises:
        KeyError: nothing makes it.
    """
    made = PRODUCERS[scope, name](snapshot, ids)
    values = made.tolist() if isinstance(made, np.ndarray) else list(made)
    return [None if isinstance(value, float) and value != value else value for value in values]  # noqa: PLR0124 - NaN differs from itself


def by_type(snapshot: Snapshot, type_ids: Ids, value: Callable[[HardwareType], Any], unknown: Any = None) -> Array:
    """A value that follows from the type, each type asked once; `unknown` where there is no type. Shape as given."""
    distinct, which = np.unique(type_ids, return_inverse=True)
    result = np.empty(len(distinct), object)
    for place, type_id in enumerate(distinct.tolist()):
        result[place] = value(snapshot.types[type_id]) if type_id >= 0 else unknown
    return result[which]
