"""Values that a record writes into the plan, such as a scanned serial number, and values compared with the rest of the plan."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from gpudesk.core.checklist.items import Evidence, Item, Scope
from gpudesk.core.checklist.package import Lookup, Package, PackageRow
from gpudesk.derived.checklist.targets import TABLES
from gpudesk.onsite.checklist import LOOKUPS, basis_of
from gpudesk.project.snapshot import Snapshot


def plan_value(snapshot: Snapshot, scope: Scope, target: int, field: Evidence) -> str | None:
    """The plan value that a field writes to; None if it writes to none, or its target no longer exists."""
    table = TABLES.get(scope)
    if not field.plan or table is None or not snapshot[table].has(target):
        return None
    return str(snapshot[table][field.plan][snapshot[table].position(target)])


def has_left_plan(snapshot: Snapshot, scope: Scope, target: int, field: Evidence | None, value: Any) -> bool:
    """Whether a value that entered the plan is not there any more: undone, changed since, or its target was removed."""
    return field is not None and bool(field.plan) and plan_value(snapshot, scope, target, field) != value


def is_elsewhere(snapshot: Snapshot, scope: Scope, target: int, column: str, value: str) -> bool:
    """Whether another target of the plan has a serial number or asset tag."""
    table = TABLES[scope]
    return any(row != target for row in snapshot[table].where(column, value).tolist())


def judging_basis(snapshot: Snapshot, item: Item, target: int, measured: Mapping[str, Any]) -> dict[str, Any]:
    """The basis for evaluating an item on a target: of lists only looked up in the plan, the part with the measured values.

    A serial number assigned to another device later does not change the basis of this record.
    """
    basis = basis_of(snapshot, item.scope, [name for name in item.reads if name not in LOOKUPS], np.array([target], np.int64))[0]
    for name in item.reads:
        if name in LOOKUPS:
            basis[name] = [text for text in _texts(measured.values()) if is_elsewhere(snapshot, item.scope, target, LOOKUPS[name], text)]
    return {name: basis[name] for name in item.reads}


def lookups_of(snapshot: Snapshot, items: Iterable[Item]) -> dict[str, Lookup]:
    """The lookups of the items in the plan, each list once."""
    lookups = {}
    for name, table in sorted({(name, TABLES[item.scope]) for item in items for name in item.reads if name in LOOKUPS}):
        rows = snapshot[table]
        values = rows[LOOKUPS[name]].tolist()
        known = [(int(row), str(value)) for row, value in zip(rows.ids.tolist(), values, strict=True) if value]
        lookups[name] = Lookup(tuple(row for row, _ in known), tuple(value for _, value in known))
    return lookups


def looked_up(package: Package, row: PackageRow, measured: Mapping[str, Any]) -> dict[str, Any]:
    """Like `judging_basis`, from a package: of lists only looked up, the measured values."""
    texts = _texts(measured.values())
    basis: dict[str, Any] = {}
    for name in package.items[row.item].reads:
        lookup, value = package.lookups.get(name), row.basis.get(name)
        if lookup is not None:
            basis[name] = [text for text in texts if lookup.has_elsewhere(row.target, text)]
        else:
            basis[name] = [text for text in texts if text in value] if name in LOOKUPS and isinstance(value, list) else value
    return basis


def _texts(values: Iterable[Any]) -> list[str]:
    return list(dict.fromkeys(value for value in values if isinstance(value, str) and value))
