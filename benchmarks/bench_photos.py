"""A project with 5,000 photos, 2 GB: opened, edited, backed up and copied."""

import os
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.bench_onsite import BY, MOUNTED, PHOTOS, measure_value, mounted, photo_of, processor_s
from benchmarks.figures import Figure, best_s, percentile
from benchmarks.generated_fabric import superpod_file
from gpudesk.operations.onsite.onsite_photos import record_photos
from gpudesk.operations.onsite.record_site_work import add_person, override_hold
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.project.project_files import back_up
from gpudesk.store.database import open_write
from gpudesk.store.lock import Lock

PHOTO_BYTES = 400_000
OPEN_S, RECORD_MS, COPY_SHARE = 1.0, 16.0, 1.5
_RUNS = 4
_CHUNK_BYTES = 1 << 20


def run() -> list[Figure]:
    """Opening and editing by processor time, since they read no photo; copies as a multiple of copying the same bytes in the same run."""
    with TemporaryDirectory(prefix="gpudesk-bench-") as name:
        folder = Path(name)
        path = superpod_file(folder / "photos.gpudesk", 1)
        targets = _filled(path)
        size = path.stat().st_size
        opened_s, document = processor_s(lambda: Document.open(path))
        with document:
            values = [processor_s(partial(measure_value, document, target))[0] * 1000 for target in targets]
            # In turns: what is read from the disk once lies in memory then, and the disk writes as fast for both.
            bytes_s, copied_s = [], []
            for _ in range(_RUNS):
                bytes_s.append(best_s(lambda: _copy(path, folder / "bytes"), 1))
                copied_s.append(best_s(lambda: document.save_copy(folder / "copy.gpudesk"), 1))
        (folder / "copy.gpudesk").unlink()
        (folder / "bytes").unlink()
        lock = Lock.take(path)
        try:
            with closing(open_write(path)) as database:
                backup_s = best_s(lambda: back_up(database, path, lock.on_file.descriptor), _RUNS)
        finally:
            lock.release()
    return [
        Figure("5,000 photos: the file", size / 1e9, "GB"),
        Figure("5,000 photos: opened, processor time", opened_s, "s", OPEN_S),
        Figure("5,000 photos: a record, processor time: p95", percentile(values, 0.95), "ms", RECORD_MS),
        Figure("5,000 photos: the same bytes copied to the disk", min(bytes_s), "s"),
        Figure("5,000 photos: Save a copy, of that", min(copied_s) / min(bytes_s), "times", COPY_SHARE),
        Figure("5,000 photos: backup, of that", backup_s / min(bytes_s), "times", COPY_SHARE),
    ]


def _filled(path: Path) -> list[int]:
    """Record the photos on the devices of a project; returns their ids."""
    random = Random(5_000)  # noqa: S311 - bytes that no program can make smaller
    with Document.open(path) as document:
        for person in ("Ana", "Ben"):
            run_operation(document, add_person, person)
        targets = mounted(document.snapshot)
        batch = -(-PHOTOS // len(targets))
        for target in targets:
            run_operation(document, override_hold, BY, MOUNTED, target, "measured", "Ben")
            run_operation(
                document, record_photos, BY, MOUNTED, target, "photo", [photo_of(random.randbytes(PHOTO_BYTES)) for _ in range(batch)]
            )
    return targets


def _copy(path: Path, target: Path) -> None:
    """What any copy of these bytes takes: read, written, and on the disk."""
    with path.open("rb") as source, target.open("wb") as copy:
        while chunk := source.read(_CHUNK_BYTES):
            copy.write(chunk)
        copy.flush()
        os.fsync(copy.fileno())
