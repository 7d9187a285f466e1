"""Reads a work package on the command line: its items, their state, and the progress."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpudesk.cli.onsite.onsite_record import filled_package, named_in_package, row_body
from gpudesk.cli.onsite.onsite_shown import Status
from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import ChainEnd
from gpudesk.core.checklist.items import Item, Stage
from gpudesk.core.checklist.package import Package
from gpudesk.onsite.known_items import shipped_checklist
from gpudesk.onsite.package_work import PackageWork

Counts = NDArray[np.int64]


def items_of_package(path: Path, stage: str | None, scope: str | None, state: str | None) -> tuple[Package, list[tuple[Item, Counts]]]:
    """The items of a package, with how many of its rows are in which state.

    Raises:
        DeskError: it cannot be read, or is the result of a page.
    """
    filled = filled_package(path)
    counted = _counts(filled)
    rows = [
        (item, counted[key])
        for key, item in filled.package.items.items()
        if (not stage or item.stage == stage)
        and (not scope or item.scope == scope)
        and (state is None or counted[key][State[state.upper()]])
    ]
    return filled.package, rows


def shown_of_package(path: Path, key: str, target: str | None) -> tuple[Item, dict[str, Any] | None]:
    """An item of a package, and its state on a target; None if no target is named and it is not the only one.

    Args:
        key: of the item, or the scanned code of a sheet.

    Raises:
        DeskError: it cannot be read, or is the result of a page.
        click.BadParameter: item or target is not in the package.
    """
    filled = filled_package(path)
    item, row = named_in_package(filled.package, key, target)
    return item, None if row is None else row_body(filled, item, row)


def status_of_package(path: Path) -> Status:
    """How far the work on a package is.

    Raises:
        DeskError: it cannot be read, or is the result of a page.
    """
    filled = filled_package(path)
    package, counted = filled.package, _counts(filled)
    by_stage: dict[str, Counts] = {}
    for key, item in package.items.items():
        by_stage[item.stage] = by_stage.get(item.stage, np.zeros(len(State), np.int64)) + counted[key]
    known = shipped_checklist().stages
    stages = {key: known.get(key, Stage(key, "", key, key)) for key in by_stage}
    ends = dict(package.ends)
    if filled.entries:
        entry, digest = filled.entries[-1]
        ends[filled.writer] = ChainEnd(entry.number, digest)
    return Status(package.uid, package.revision, by_stage, stages, {}, len(package.log) + len(filled.entries), ends)


def _counts(filled: PackageWork) -> Mapping[str, Counts]:
    counted = {key: np.zeros(len(State), np.int64) for key in filled.package.items}
    for row in filled.package.rows:
        counted[row.item][filled.state(row)] += 1
    return counted
