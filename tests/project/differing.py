"""What differs between two states, in short."""

from gpudesk.derived.totals.comparison import compared
from gpudesk.project.compare import Sort
from gpudesk.project.snapshot import Snapshot


def differing(left: Snapshot, right: Snapshot, *, same_project: bool) -> list[tuple[str, Sort, str]]:
    """Table, sort and name of each difference, in order."""
    comparison = compared(left, right, same_project=same_project)
    differences = list(comparison.differences)
    return [(each.table, each.sort, name) for each, name in zip(differences, comparison.names(differences), strict=True)]
