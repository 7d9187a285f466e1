"""All figures that are made of a project alone, to compare what is kept from edit to edit with what is made of the file."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property, lru_cache
from math import isnan
from typing import Any

import numpy as np

from gpudesk import derived
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.values.columns import Columns
from gpudesk.derived.fabric.fabric_diagram import FabricDiagrams
from gpudesk.project.snapshot import Snapshot

Maker = Callable[[Snapshot], Any]
_NO_FIGURES = frozenset(["stock_kinds", "followed_lengths", "carried_places", "limiting_heat"])
"""What asks the whole catalog, whatever the project holds; what is only known of the cables, or of the heat, that the last edit touched;
and the part of `heat_of` whose tables are those of an earlier state, with other names."""
_PLAIN = frozenset([bool, bytes, int, str])
"""Most of what figures are made of: nothing else needs to be asked of them."""


@lru_cache(maxsize=1)
def makers() -> Mapping[str, Maker]:
    """Every public function of `gpudesk.derived` that needs a snapshot and nothing else, by module and name."""
    found: dict[str, Maker] = {}
    for module in pkgutil.walk_packages(derived.__path__, f"{derived.__name__}."):
        if module.ispkg:
            continue
        loaded = importlib.import_module(module.name)
        for name, value in vars(loaded).items():
            if inspect.isfunction(value) and value.__module__ == loaded.__name__ and not name.startswith("_") and _needs_snapshot(value):
                found[f"{module.name.rpartition('.')[2]}.{name}"] = value
    return {name: found[name] for name in sorted(found) if name.partition(".")[2] not in _NO_FIGURES}


def _needs_snapshot(function: Maker) -> bool:
    needed = [part for part in inspect.signature(function).parameters.values() if part.default is part.empty]
    return len(needed) == 1 and needed[0].annotation is Snapshot


def figures(snapshot: Snapshot) -> dict[str, Any]:
    """What each maker makes of a snapshot; the words of the refusal where it refuses."""
    return {name: _made(maker, snapshot) for name, maker in makers().items()}


def _made(maker: Maker, snapshot: Snapshot) -> Any:
    try:
        made = list(maker(snapshot)) if inspect.isgeneratorfunction(maker) else snapshot.cached(maker)
    except DeskError as error:
        return str(error)
    if isinstance(made, FabricDiagrams):
        return {row_id: made.of(row_id) for row_id in snapshot["network"].ids.tolist()}
    return made


def differing(left: Mapping[str, Any], right: Mapping[str, Any]) -> list[str]:
    """The names of the figures that are not the same."""
    return [name for name in left if not same(left[name], right[name])]


def same(left: Any, right: Any) -> bool:
    """Whether two figures hold the same, to the last bit."""
    if left is right:
        return True
    kind = type(left)
    if kind is not type(right):
        return bool(isinstance(left, int | float) and isinstance(right, int | float) and left == right)
    if kind in _PLAIN:
        return bool(left == right)
    if isinstance(left, np.ndarray):
        if left.shape != right.shape or left.dtype != right.dtype:
            return False
        if left.dtype == object:
            return all(same(*pair) for pair in zip(left.ravel().tolist(), right.ravel().tolist(), strict=True))
        return bool(np.array_equal(left, right, equal_nan=left.dtype.kind in "fc"))
    if isinstance(left, float):
        return left == right or (isnan(left) and isnan(right))
    if isinstance(left, Snapshot | Columns):
        return bool(left.equals(right))
    if isinstance(left, Mapping):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(same(*pair) for pair in zip(left, right, strict=True))
    if is_dataclass(left):
        return all(same(getattr(left, name), getattr(right, name)) for name in _parts(kind))
    if _says_equality(kind):
        return bool(left == right)
    names = _shown(left)
    return bool(names) and names == _shown(right) and all(same(getattr(left, name), getattr(right, name)) for name in names)


_parts_known: dict[type[Any], tuple[str, ...]] = {}
_equality_known: dict[type[Any], bool] = {}


def _parts(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a dataclass; figures hold many of few kinds."""
    found = _parts_known.get(kind)
    if found is None:
        found = _parts_known[kind] = tuple(part.name for part in fields(kind))
    return found


def _says_equality(kind: type[Any]) -> bool:
    """Whether objects of a type say themselves what they equal."""
    found = _equality_known.get(kind)
    if found is None:
        found = _equality_known[kind] = any("__eq__" in vars(base) for base in kind.__mro__[:-1])
    return found


def _shown(thing: object) -> list[str]:
    """What an object shows that says nothing of equality itself, with what it calculates when it is asked."""
    kinds = type(thing).__mro__
    slots = [name for kind in kinds for name in getattr(kind, "__slots__", ())]
    asked = [name for kind in kinds for name, value in vars(kind).items() if isinstance(value, property | cached_property)]
    names = {name for name in (*slots, *asked, *getattr(thing, "__dict__", {})) if not name.startswith("_")}
    # The snapshot of which it was made may be an earlier one.
    return sorted(name for name in names if not isinstance(getattr(thing, name), Snapshot))
