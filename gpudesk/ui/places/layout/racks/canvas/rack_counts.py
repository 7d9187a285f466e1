"""Number of findings of each rack, floor device and floor item, and the most severe ones."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from gpudesk.checks.findings.finding import SHOWN, Finding, Severity
from gpudesk.checks.findings.finding_columns import LOCATED, FindingColumns
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.object_ref import ObjectRef

_SEVERITIES = (Severity.ERROR, Severity.WARNING)


@dataclass(frozen=True)
class RackCounts:
    """Number of findings of each severity for a rack and its content, and for a floor device; notes are not counted.

    Attributes:
        errors, warnings: counts of each rack of the snapshot, shape (racks,).
        on_floor: device id → errors and warnings, for devices outside racks.
        items: floor item id → errors and warnings.
        columns: the findings counted, None while the checks run.
    """

    errors: Ids
    warnings: Ids
    on_floor: Mapping[int, tuple[int, int]]
    items: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    columns: FindingColumns | None = None

    def first_of(self, snapshot: Snapshot, ref: ObjectRef, most: int) -> tuple[list[Finding], int]:
        """Up to `most` findings of a rack and its content, or of another object, the most severe first; and the total.

        Excluded findings are omitted; notes are included.
        """
        if self.columns is None or ref.table not in LOCATED:
            return [], 0
        columns = self.columns
        numbers = columns.in_rack(snapshot, ref.id) if ref.table == "rack" else columns.naming(ref.table, [ref.id])
        numbers = numbers[~columns.excluded[numbers]]
        return [columns.findings[number] for number in numbers[:most].tolist()], len(numbers)


def rack_counts(snapshot: Snapshot, findings: Findings | None) -> RackCounts:
    """The findings of racks, floor devices and floor items."""
    racks, devices = snapshot["rack"], snapshot["device"]
    if findings is None:
        none = np.zeros(racks.rows, np.int64)
        return RackCounts(none, none.copy(), {})
    columns = findings.columns
    rack = columns.where_named(snapshot).rack
    severity = columns.severity[columns.named]
    counted = ~columns.excluded[columns.named] & (severity < len(_SEVERITIES))
    inside = np.flatnonzero(counted & (rack != ABSENT))
    at = racks.positions(rack[inside])
    per_rack = [
        _distinct(columns.named[inside], at, severity[inside] == SHOWN.index(severity_level), racks.rows) for severity_level in _SEVERITIES
    ]
    device = np.flatnonzero(counted & (rack == ABSENT) & (columns.named_table == LOCATED.index("device")))
    places = devices.positions(columns.named_id[device].copy())
    device, places = device[places != ABSENT], places[places != ABSENT]
    roots = devices.ids[snapshot.cached(whereabouts).root[places]]
    item = np.flatnonzero(counted & (columns.named_table == LOCATED.index("floor_item")))
    return RackCounts(
        per_rack[0],
        per_rack[1],
        _by_id(columns.named[device], roots, severity[device]),
        _by_id(columns.named[item], columns.named_id[item], severity[item]),
        columns,
    )


def _distinct(findings: Ids, at: Ids, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]], rows: int) -> Ids:
    """How many different findings there are at each of `rows` places."""
    pairs = np.unique(findings[chosen] * max(rows, 1) + at[chosen])
    return np.bincount(pairs % max(rows, 1), minlength=rows).astype(np.int64)


def _by_id(findings: Ids, ids: Ids, severity: Ids) -> dict[int, tuple[int, int]]:
    """Id → how many different errors and warnings."""
    counts: dict[int, list[int]] = {}
    for _, row_id, kind in sorted(set(zip(findings.tolist(), ids.tolist(), severity.tolist(), strict=True))):
        counts.setdefault(row_id, [0, 0])[kind] += 1
    return {row_id: (errors, warnings) for row_id, (errors, warnings) in counts.items()}
