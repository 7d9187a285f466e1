"""Many rows at once: the generated project built, taken back and done again; the same with 300,000 devices, against a bare writer."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter, sleep
from typing import Any

import numpy as np

from benchmarks.figures import Figure, percentile, timed_s
from benchmarks.generated import RACK, SYSTEM, generated_plan
from gpudesk.core.messages.message import Message
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import redo, undo
from gpudesk.operations.run.run import run as run_operation
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.store import bulk
from gpudesk.store.database import open_write
from gpudesk.store.schema import migrate

DEVICES, DEVICES_A_RACK = 300_000, 50
RACKS = DEVICES // DEVICES_A_RACK
BUILD_S, UNDO_S, TIMES_BARE = 3.0, 2.0, 2.5
TICK_S, SWITCH_INTERVAL_S = 0.005, 0.0005


def hall_rows() -> dict[str, Any]:
    """One hall."""
    return {"name": ["Hall"], "width_mm": [1_000_000], "depth_mm": [1_000_000]}


def rack_rows(hall_id: int, type_id: int) -> dict[str, Any]:
    """Racks for all the devices."""
    names = [f"R{number:05}" for number in range(RACKS)]
    return {"hall_id": np.full(RACKS, hall_id), "type_id": np.full(RACKS, type_id), "name": names}


def device_rows(first_rack: int, type_id: int) -> dict[str, Any]:
    """DEVICES devices, one above the other."""
    return {
        "type_id": np.full(DEVICES, type_id),
        "rack_id": np.repeat(np.arange(first_rack, first_rack + RACKS), DEVICES_A_RACK),
        "position": np.tile(2 * np.arange(DEVICES_A_RACK), RACKS),
        "name": [f"server-{number:06}" for number in range(DEVICES)],
        "role": ["server"] * DEVICES,
        "phase": np.ones(DEVICES, np.int64),
    }


def bare_s(folder: Path, document: Document) -> float:
    """The seconds that our writer takes for the same rows in a file with the same tables and indexes, but no history."""
    database = open_write(folder / "bare.gpudesk")
    schema = document.schema
    items = document.snapshot["catalog_item"]
    rows = device_rows(1, 1)
    try:
        with database.transaction():
            migrate(database)
            for (trigger,) in database.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
                database.run(f"DROP TRIGGER {trigger}")
            bulk.insert(database, schema["catalog_item"], {name: items[name] for name in schema["catalog_item"].values})
            bulk.insert(database, schema["hall"], hall_rows())
            bulk.insert(database, schema["rack"], rack_rows(1, 2))

        def write() -> None:
            with database.transaction():
                bulk.insert(database, schema["device"], rows)

        return timed_s(write)[0]
    finally:
        database.close()


@contextmanager
def stalls_ms() -> Iterator[list[float]]:
    """How late a thread comes that wants to run every 5 ms, as the interface does, next to the body; filled when the body ends."""
    late: list[float] = []
    stop = Event()

    def tick() -> None:
        while not stop.is_set():
            started = perf_counter()
            sleep(TICK_S)
            late.append((perf_counter() - started - TICK_S) * 1000)

    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    thread = Thread(target=tick)
    thread.start()
    try:
        yield late
    finally:
        stop.set()
        thread.join()
        sys.setswitchinterval(before)


def generated(folder: Path) -> list[Figure]:
    """The project of 4,000 racks, from its plan."""
    plan_s, plan = timed_s(generated_plan)
    with Document.create(folder / "generated.gpudesk") as document:
        build_s, _ = timed_s(lambda: run_operation(document, build, plan))
        undo_s, _ = timed_s(lambda: undo(document))
        redo_s, _ = timed_s(lambda: redo(document))
    return [
        Figure("make the plan of 4,000 racks and 20,000 devices", plan_s, "s"),
        Figure("build it, checks and commit", build_s, "s", BUILD_S),
        Figure("undo that, checks and commit", undo_s, "s", UNDO_S),
        Figure("redo that, checks and commit", redo_s, "s", UNDO_S),
    ]


def three_hundred_thousand(folder: Path) -> list[Figure]:
    """300,000 devices as one step, without checks: as many rows as the compute links of the largest project."""
    path = folder / "many.gpudesk"
    with Document.create(path) as document:

        def prepare(edit: Edit) -> tuple[tuple[int, int], Message]:
            system = use_type(edit, SYSTEM)
            hall = int(edit.insert_many("hall", hall_rows())[0])
            racks = edit.insert_many("rack", rack_rows(hall, use_type(edit, RACK)))
            return (int(racks[0]), system), Message("benchmarks", "Prepare")

        (first_rack, system), _ = document.apply(prepare)
        rows = device_rows(first_rack, system)
        with stalls_ms() as late_ms:
            add_s, _ = timed_s(lambda: document.apply(lambda edit: (edit.insert_many("device", rows), Message("benchmarks", "Add"))))
        undo_s, _ = timed_s(document.undo)
        redo_s, _ = timed_s(document.redo)
        bare = bare_s(folder, document)
    load_s, document = timed_s(lambda: Document.open(path))
    document.close()
    return [
        Figure("our bulk writer alone, 300,000 devices with indexes", bare, "s"),
        Figure("add 300,000 devices as one step", add_s, "s", TIMES_BARE * bare),
        Figure("meanwhile, delay of another thread: p95", percentile(late_ms, 0.95), "ms"),
        Figure("meanwhile, delay of another thread: maximum", max(late_ms), "ms"),
        Figure("undo that", undo_s, "s", UNDO_S),
        Figure("redo that", redo_s, "s", UNDO_S),
        Figure("open a project of 300,000 devices", load_s, "s"),
    ]


def run() -> list[Figure]:
    """Build, undo, redo; the same with many more rows."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        return [*generated(folder), *three_hundred_thousand(folder)]
