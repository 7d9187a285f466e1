"""All cables of 100,000 GPUs: links worked out, led along the ways, given cords and modules, judged and saved, taken back and done again.

The bare writer puts the same rows into a file with the same tables and indexes.
"""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.bench_memory import peak_mb
from benchmarks.figures import Figure, percentile, timed_s, times_ms
from gpudesk import operations
from gpudesk.catalog.templates import load_template
from gpudesk.core.columns import Columns
from gpudesk.derived.cable_figures import project_cables
from gpudesk.derived.network_links import network_plan
from gpudesk.operations import NewCable
from gpudesk.project.document import Document
from gpudesk.store import bulk
from gpudesk.store.database import open_write
from gpudesk.store.schema import migrate

TEMPLATE = "site-100k"
CABLE_S, UNDO_S, TIMES_BARE, EDIT_MS, PEAK_MB = 3.0, 2.0, 2.5, 8.0, 600.0
_NAMED = ("catalog_item", "hall", "rack_row", "rack", "device", "network", "network_stage")
"""The tables of what cables name, directly and beyond, those that are named first."""
EDITS = 40


def bare_s(folder: Path, document: Document) -> float:
    """The seconds that our writer takes for the same cables in a file with the same tables and indexes, but no history."""
    database = open_write(folder / "bare.gpudesk")
    schema, snapshot = document.schema, document.snapshot
    cables = _values(snapshot["cable"])
    try:
        with database.transaction():
            migrate(database)
            for (trigger,) in database.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
                database.run(f"DROP TRIGGER {trigger}")
            database.run("PRAGMA defer_foreign_keys=ON")
            for name in _NAMED:
                if snapshot[name].rows:
                    bulk.insert(database, schema[name], _values(snapshot[name]))

        def write() -> None:
            with database.transaction():
                bulk.insert(database, schema["cable"], cables)

        return timed_s(write)[0]
    finally:
        database.close()


def _values(columns: Columns) -> Mapping[str, Any]:
    return {name: values for name, values in columns.items() if name != "id"}


def run() -> list[Figure]:
    """Measure the template of 100,000 GPUs."""
    with TemporaryDirectory(prefix="gpudesk-bench-") as temporary:
        folder = Path(temporary)
        with Document.create(folder / "site.gpudesk") as document:
            built = operations.run(document, operations.build, load_template(TEMPLATE))
            del built
            plan_s, planned = timed_s(lambda: network_plan(document.snapshot))
            links = sum(len(each.links) for each in planned if each.links is not None)
            preview_s, _ = timed_s(lambda: operations.preview_cabling(document.snapshot))
            cable_s, outcome = timed_s(lambda: operations.run(document, operations.cable_project))
            legs, found = outcome.result.added, len(outcome.findings)
            del outcome
            again_s, again = timed_s(lambda: operations.run(document, operations.cable_project))
            undo_s, _ = timed_s(lambda: operations.undo(document))
            redo_s, _ = timed_s(lambda: operations.redo(document))
            figures_s, figures = timed_s(lambda: document.snapshot.cached(project_cables))
            writer_s = bare_s(folder, document)
            edits = _edits(document)
        return [
            Figure(f"lay out {links:,} links of the {len(planned)} networks of {TEMPLATE}", plan_s * 1000, "ms"),
            Figure(f"work out and choose {legs:,} cables of {TEMPLATE}, nothing written", preview_s, "s"),
            Figure(f"links, ways, parts, checks ({found:,} findings) and rows of {legs:,} cables", cable_s, "s", CABLE_S),
            Figure(f"bare writer, {legs:,} rows with indexes", writer_s, "s"),
            Figure("  times the bare writer", cable_s / writer_s, "×", TIMES_BARE),
            Figure(f"cable again, {again.result.kept:,} kept", again_s, "s"),
            Figure(f"undo of {legs:,} cables", undo_s, "s", UNDO_S),
            Figure(f"redo of {legs:,} cables", redo_s, "s", UNDO_S),
            Figure(f"figures of {figures.links:,} links, {figures.modules:,} modules", figures_s * 1000, "ms"),
            Figure("pull one cable and lay it again, p95 of one of both", percentile(edits, 0.95), "ms", EDIT_MS),
            Figure("memory at its peak", peak_mb(), "MB", PEAK_MB),
        ]


def _edits(document: Document) -> list[float]:
    """The milliseconds of single edits among all cables, checks and commits with them."""
    ids = document.snapshot["cable"].ids[:: max(1, document.snapshot["cable"].rows // (EDITS // 2))][: EDITS // 2].tolist()
    rows = [document.snapshot["cable"].row(cable_id) for cable_id in ids]

    def edit(number: int) -> None:
        row = rows[number // 2]
        if number % 2 == 0:
            operations.run(document, operations.pull_cables, [row["id"]])
        else:
            ends = {name: row[name] for name in ("a_device_id", "a_port", "b_device_id", "b_port", "a_lane", "b_lane", "lanes")}
            operations.run(document, operations.lay_cable, NewCable(**ends))

    return times_ms(edit, 2 * len(rows))
