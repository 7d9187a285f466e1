"""Work on site: the list of one scalable unit, and 100,000 GPUs: opened, counted, filtered, recorded in."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.bench_edits import bare_commits_ms
from benchmarks.figures import Figure, percentile, timed_s, times_ms
from benchmarks.generated_fabric import superpod_file, wide_file
from gpudesk import operations
from gpudesk.core.checklist.entries import Recorder
from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.progress import State, counts_by_rack
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.checklist import states
from gpudesk.onsite.known_items import checklist_of
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

LARGE_UNITS = 391
LIST_S, COUNT_S, RECORD_MS = 1.0, 1.0, 16.0
RECORDS = 400
BY = Recorder("Ana", "0123456789abcdef", "+00:00")


def run() -> list[Figure]:
    """The list of a scalable unit, and a site of 100,000 GPUs."""
    with TemporaryDirectory(prefix="gpudesk-bench-") as folder:
        return [*_unit(Path(folder)), *_large(Path(folder))]


def _unit(folder: Path) -> list[Figure]:
    path = superpod_file(folder / "unit.gpudesk", 1)
    with Document.open(path, write=False) as document:
        listed_s, _ = timed_s(lambda: _counted(document.snapshot))
    return [Figure("on site: the list of DGX H100, 1 SU, cabled", listed_s, "s", LIST_S)]


def _large(folder: Path) -> list[Figure]:
    path = wide_file(folder / "large.gpudesk", LARGE_UNITS)
    opened_s, document = timed_s(lambda: Document.open(path))
    with document:
        counted_s, _ = timed_s(lambda: _counted(document.snapshot))
        filtered_s, _ = timed_s(lambda: _filtered(document.snapshot))
        operations.run(document, operations.add_person, "Ana")
        targets = _targets(document.snapshot)
        took_ms = times_ms(lambda number: _record(document, targets[number]), RECORDS)
    bare_ms = percentile(bare_commits_ms(folder), 0.95)
    return [
        Figure("on site: 100,000 GPUs, the file opened", opened_s, "s"),
        Figure("on site: its items counted by rack and filtered by rack and stage", counted_s + filtered_s, "s", COUNT_S),
        Figure("on site: a bare commit of the same run: p95", bare_ms, "ms"),
        Figure("on site: a record in it, checks and commit: p50", percentile(took_ms, 0.5), "ms"),
        Figure("on site: a record in it, checks and commit: p95", percentile(took_ms, 0.95), "ms", RECORD_MS),
    ]


def _counted(snapshot: Snapshot) -> np.ndarray:
    return counts_by_rack(checklist_of(snapshot), snapshot.cached(layout), snapshot.cached(states))


def _filtered(snapshot: Snapshot) -> int:
    rack, every = snapshot.cached(layout), snapshot.cached(states)
    mine = (item for item in checklist_of(snapshot).items.values() if item.stage == "cable" and item.scope in rack.rack_of)
    return sum(int(((every[item.key] == State.OPEN) & (rack.rack_of[item.scope] == 0)).sum()) for item in mine)


def _targets(snapshot: Snapshot) -> list[int]:
    """Cables from all over the site."""
    ids = snapshot.cached(layout).ids[Scope.CABLE]
    return [int(row) for row in ids[np.linspace(0, len(ids) - 1, RECORDS).astype(int)]]


def _record(document: Document, target: int) -> None:
    operations.run(document, operations.record_value, BY, "CAB-030", target, "part", "MCP4Y10-N001")
