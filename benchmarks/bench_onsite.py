"""Work on site: the list of one scalable unit, and 100,000 GPUs: opened, counted, filtered, recorded in."""

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TypeVar

import numpy as np

from benchmarks.bench_edits import bare_commits_ms
from benchmarks.figures import Figure, percentile, timed_s, times_ms
from benchmarks.generated_fabric import superpod_file, wide_file
from gpudesk.core.checklist.checklist_progress import State, counts_by_rack
from gpudesk.core.checklist.entries import EvidenceFile, Recorder
from gpudesk.core.checklist.items import Scope
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.checklist import applies, states
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.work_list import Wanted, work_list
from gpudesk.operations.onsite.onsite_photos import Photo, record_photos
from gpudesk.operations.onsite.record_site_work import add_person, override_hold, record_value
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

LARGE_UNITS = 391
LIST_S, COUNT_S, RECORD_MS = 1.0, 1.0, 16.0
RECORDS, PHOTOS = 400, 5_000
MOUNTED = "RCK-070"
"""An item of each device in rack units, with a number and photos."""
Result = TypeVar("Result")
BY = Recorder("Ana", "0123456789abcdef", "+00:00")


def run() -> list[Figure]:
    """The list of a scalable unit, and a site of 100,000 GPUs."""
    with TemporaryDirectory(prefix="gpudesk-bench-") as folder:
        return [*_unit(Path(folder)), *_large(Path(folder)), *_photos(Path(folder))]


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
        run_operation(document, add_person, "Ana")
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


def _photos(folder: Path) -> list[Figure]:
    """A project with 5,000 photos, by processor time: how long the disk takes to keep 2 GB says nothing of the program.

    Photos are small here; opening, lists and records do not read them. `bench_photos` has large ones.
    """
    path = superpod_file(folder / "photos.gpudesk", 1)
    with Document.open(path) as document:
        for name in ("Ana", "Ben"):
            run_operation(document, add_person, name)
        targets = mounted(document.snapshot)
        batch = -(-PHOTOS // len(targets))
        for number, target in enumerate(targets):
            run_operation(document, override_hold, BY, MOUNTED, target, "measured", "Ben")
            run_operation(document, record_photos, BY, MOUNTED, target, "photo", [_photo(number * batch + one) for one in range(batch)])
    opened_s, document = processor_s(lambda: Document.open(path))
    with document:
        listed_s, _ = processor_s(lambda: work_list(document.snapshot, Wanted(), document.today))
        values = [processor_s(partial(measure_value, document, target))[0] * 1000 for target in targets]
        further = [processor_s(partial(_add, document, target, PHOTOS * 2 + number))[0] * 1000 for number, target in enumerate(targets)]
    return [
        Figure("on site: 5,000 photos, the file opened, processor time", opened_s, "s", LIST_S),
        Figure("on site: its list of tasks, processor time", listed_s, "s", LIST_S),
        Figure("on site: a record in it, processor time: p95", percentile(values, 0.95), "ms", RECORD_MS),
        Figure("on site: a photo more in it, processor time: p95", percentile(further, 0.95), "ms", RECORD_MS),
    ]


def mounted(snapshot: Snapshot) -> list[int]:
    """The devices that are mounted in rack units."""
    here, targets = snapshot.cached(applies)[MOUNTED], snapshot.cached(layout)
    ids: list[int] = targets.ids[Scope.DEVICE][here].tolist()
    return ids


def _photo(number: int) -> Photo:
    return photo_of(number.to_bytes(8, "big") * 512)


def photo_of(content: bytes) -> Photo:
    """A photo of any bytes: the project does not look into them."""
    digest = sha256(content).hexdigest()
    return Photo(EvidenceFile(f"{digest[:12]}.jpg", len(content), digest), "image/jpeg", 2560, 1920, content)


def measure_value(document: Document, target: int) -> None:
    """Record a number."""
    run_operation(document, record_value, BY, MOUNTED, target, "unit", 3)


def _add(document: Document, target: int, number: int) -> None:
    run_operation(document, record_photos, BY, MOUNTED, target, "photo", [_photo(number)])


def processor_s(body: Callable[[], Result]) -> tuple[float, Result]:
    """The seconds of the processor that `body` takes, and what it returns."""
    started = process_time()
    result = body()
    return process_time() - started, result


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
    run_operation(document, record_value, BY, "CAB-030", target, "part", "MCP4Y10-N001")
