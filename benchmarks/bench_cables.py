"""All cables of 100,000 GPUs: links calculated, led along the ways, given cords and modules, judged and saved, taken back and done again.

Then single edits of what is cabled: a cable, its rack, a system with all its cables; and all checks of the whole site.

The bare writer puts the same rows into a file with the same tables and indexes.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.bench_edits import BUDGET_MS, bare_commits_ms
from benchmarks.bench_memory import peak_mb
from benchmarks.figures import Figure, best_s, percentile, timed_s, times_ms
from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.cabling.cable_figures import project_cables
from gpudesk.derived.networks.network_links import network_plan
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cable, pull_cables
from gpudesk.operations.cabling.cabling_operations import cable_project, preview_cabling
from gpudesk.operations.floor.floor_operations import move_on_floor
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import move_device
from gpudesk.operations.run.run import redo, undo
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.store import bulk
from gpudesk.store.database import open_write
from gpudesk.store.schema import migrate

TEMPLATE = "site-100k"
CABLE_S, UNDO_S, TIMES_BARE, CHECKS_S, PEAK_MB = 3.0, 2.0, 2.5, 1.0, 600.0
_NAMED = ("catalog_item", "hall", "rack_row", "rack", "device", "network", "network_stage")
"""The tables of what cables name, directly and beyond, those that are named first."""
EDITS = 40
"""This many of each kind."""


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
            built = run_operation(document, build, load_template(TEMPLATE))
            del built
            plan_s, planned = timed_s(lambda: network_plan(document.snapshot))
            links, networks = sum(len(each.links) for each in planned if each.links is not None), len(planned)
            # What a step returns names the snapshots around it: only the numbers are kept.
            del planned
            preview_s = timed_s(lambda: preview_cabling(document.snapshot))[0]
            cable_s, outcome = timed_s(lambda: run_operation(document, cable_project))
            legs, found = outcome.result.added, len(outcome.findings)
            del outcome
            again_s, kept = timed_s(lambda: run_operation(document, cable_project).result.kept)
            undo_s = timed_s(lambda: undo(document))[0]
            redo_s = timed_s(lambda: redo(document))[0]
            figures_s, figures = timed_s(lambda: document.snapshot.cached(project_cables))
            writer_s = bare_s(folder, document)
            edits = _edits(document, percentile(bare_commits_ms(folder), 0.95))
            # Checks of a second snapshot hold all figures twice, which does not happen in work on a project.
            peak = peak_mb()
            checks_s = best_s(lambda: check_all(Snapshot(0, document.snapshot.tables)))
        return [
            Figure(f"lay out {links:,} links of the {networks} networks of {TEMPLATE}", plan_s * 1000, "ms"),
            Figure(f"calculate and choose {legs:,} cables of {TEMPLATE}, nothing written", preview_s, "s"),
            Figure(f"links, routes, parts, checks ({found:,} findings) and rows of {legs:,} cables", cable_s, "s", CABLE_S),
            Figure(f"bare writer, {legs:,} rows with indexes", writer_s, "s"),
            Figure("  times the bare writer", cable_s / writer_s, "×", TIMES_BARE),
            Figure(f"cable again, {kept:,} kept", again_s, "s"),
            Figure(f"undo of {legs:,} cables", undo_s, "s", UNDO_S),
            Figure(f"redo of {legs:,} cables", redo_s, "s", UNDO_S),
            Figure(f"figures of {figures.links:,} links, {figures.modules:,} modules", figures_s * 1000, "ms"),
            Figure(f"all checks of the site with {legs:,} cables", checks_s, "s", CHECKS_S),
            *edits,
            Figure("memory at its peak, before all checks", peak, "MB", PEAK_MB),
        ]


class _Edits:
    """Single edits among all cables; each `number` meets another object, spread over the site."""

    def __init__(self, document: Document) -> None:
        self._document = document
        cables, devices = document.snapshot["cable"], document.snapshot["device"]
        self._cables = [cables.row(cable_id) for cable_id in _spread(cables.ids)]
        in_racks = devices.ids[(devices["role"] == "compute") & (devices["rack_id"] != ABSENT)]
        self._systems = _spread(in_racks)
        self._places = [(row["rack_id"], row["position"]) for row in map(devices.row, self._systems)]

    def pull(self, number: int) -> None:
        """One cable goes."""
        run_operation(self._document, pull_cables, [self._cables[number]["id"]])

    def lay(self, number: int) -> None:
        """It comes again, between the same ports."""
        ends = {
            name: self._cables[number][name] for name in ("a_device_id", "a_port", "b_device_id", "b_port", "a_lane", "b_lane", "lanes")
        }
        run_operation(self._document, lay_cable, NewCable(**ends))

    def undo(self, _: int) -> None:
        """The last step is taken back."""
        undo(self._document)

    def redo(self, _: int) -> None:
        """The step that was taken back is done again."""
        redo(self._document)

    def move_rack(self, number: int) -> None:
        """A rack of cabled systems goes ahead by a centimeter."""
        run_operation(self._document, move_on_floor, [("rack", self._places[number][0])], 0, 10)

    def move(self, number: int) -> None:
        """A cabled system goes down by a unit in its rack, its cables with it."""
        rack_id, position = self._places[number]
        run_operation(self._document, move_device, self._systems[number], rack_id, position - 2)

    def delete(self, number: int) -> None:
        """A system goes with all its cables."""
        run_operation(self._document, delete_objects, "device", [self._systems[number]])


def _spread(ids: Ids) -> list[int]:
    found: list[int] = ids[:: max(1, len(ids) // EDITS)][:EDITS].tolist()
    return found


def _edits(document: Document, bare_ms: float) -> list[Figure]:
    """The percentiles of single edits, checks and commits with them; the first of all, which puts the columns in order, is not counted."""
    edits = _Edits(document)
    edits.pull(0)
    edits.undo(0)
    measured: list[tuple[str, Callable[[int], None]]] = [
        ("remove a cable", edits.pull),
        ("undo of that", edits.undo),
        ("redo of it", edits.redo),
        ("add a cable", edits.lay),
        ("move a rack of cabled systems", edits.move_rack),
        ("move a cabled system in its rack", edits.move),
        ("delete a system with its cables", edits.delete),
        ("undo of that deletion", edits.undo),
    ]
    return [Figure("a bare commit of the same run: p95", bare_ms, "ms")] + [
        Figure(f"{what}, checks and commit: p95", percentile(times_ms(body, EDITS), 0.95), "ms", BUDGET_MS + bare_ms)
        for what, body in measured
    ]
