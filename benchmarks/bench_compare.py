"""A comparison over the drawings at 1920×1080: 4,000 racks in one hall, of which hundreds moved, went or changed, with 2,000 devices."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QApplication

from benchmarks.bench_canvas import FRAME_MS, HEIGHT, WIDTH, best_p95_ms
from benchmarks.bench_floor import RACKS_PX, one_hall
from benchmarks.figures import Figure, timed_s
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.values.columns import Columns
from gpudesk.derived.totals.comparison import Comparison, compared
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.comparison.differences_model import DifferenceColumn, DifferencesModel
from gpudesk.ui.panels.comparison.shown_comparison import ShownComparison
from gpudesk.ui.places.layout.floor.canvas.floor_plan_paint import rack_paint
from gpudesk.ui.places.layout.floor.panes.floor_canvas import FloorCanvas
from gpudesk.ui.places.layout.racks.canvas.rack_counts import rack_counts
from gpudesk.ui.places.layout.racks.panes.rack_canvas import RackCanvas
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.theme import theme

COMPARE_S = 1.0
SHOW_MS = 150.0
MOVED_MM = 600
UNITS_PX = (0.6, 1.6, 4.2, 10.0, 22.0)
EVERY = 10


def run() -> list[Figure]:
    """Measure the comparison, its list, and frames of both drawings with it."""
    application = QApplication.instance() or QApplication([])
    if isinstance(application, QApplication):
        fonts.install(application)
    theme.set_theme("dark")
    with Document.scratch() as document:
        run_operation(document, build, one_hall())
        before = shifted(document.snapshot)
        devices, racks = document.snapshot["device"].ids, document.snapshot["rack"].ids
        run_operation(document, set_fields, "device", devices[1::EVERY].tolist(), {"status": 2})
        run_operation(document, set_fields, "rack", racks[2::EVERY].tolist(), {"status": 2})
        run_operation(document, delete_objects, "rack", racks[3 :: 2 * EVERY].tolist())
        after = document.snapshot
        compare_s, comparison = timed_s(lambda: compared(before, document.fresh_snapshot(), same_project=True))
        by_name_s, _ = timed_s(lambda: compared(before, document.fresh_snapshot(), same_project=False))
        shown = ShownComparison(compared(before, after, same_project=True))
        figures = [
            Figure(f"compare: {len(comparison.differences):,} differences by id, with reading the file", compare_s, "s", COMPARE_S),
            Figure("compare: by serial number and name, with reading the file", by_name_s, "s", COMPARE_S),
            Figure("compare: the list sorted by place", listed_ms(comparison), "ms", SHOW_MS),
        ]
        return figures + floor(after, shown) + racks_drawn(after, shown)


def shifted(snapshot: Snapshot) -> Snapshot:
    """The same plan with a tenth of the racks and devices elsewhere."""
    racks, devices = snapshot["rack"], snapshot["device"]
    y_mm, position = racks["y_mm"].copy(), devices["position"].copy()
    y_mm[::EVERY] += MOVED_MM
    position[::EVERY] = np.maximum(position[::EVERY] - 4, 0)
    return replace(
        snapshot,
        tables={**snapshot.tables, "rack": Columns({**racks, "y_mm": y_mm}), "device": Columns({**devices, "position": position})},
        _cache={},
    )


def listed_ms(comparison: Comparison) -> float:
    """Showing all differences and sorting them by place."""
    model = DifferencesModel()

    def work() -> None:
        model.show(ShownComparison(comparison))
        model.sort(DifferenceColumn.WHERE)

    return timed_s(work)[0] * 1000


def floor(snapshot: Snapshot, shown: ShownComparison) -> list[Figure]:
    """Frames of the floor."""
    canvas, hall_id = FloorCanvas(), int(snapshot["hall"].ids[0])
    canvas.resize(WIDTH, HEIGHT)
    canvas.show()
    QApplication.processEvents()
    canvas.set_hall(snapshot, hall_id)
    counts = rack_counts(snapshot, findings_of(snapshot))
    canvas.set_paint(rack_paint(snapshot, "power", counts, hall_id), counts)
    canvas.repaint()

    def show() -> None:
        canvas.show_comparison(shown)
        canvas.repaint()

    figures = [Figure("compare: first frame of the floor", timed_s(show)[0] * 1000, "ms", SHOW_MS)]
    figures += frames(canvas, RACKS_PX, lambda px: px / 600, "floor: {step} at {px:g} px a rack")
    canvas.close()
    return figures


def racks_drawn(snapshot: Snapshot, shown: ShownComparison) -> list[Figure]:
    """Frames of the elevations."""
    canvas = RackCanvas()
    canvas.resize(WIDTH, HEIGHT)
    canvas.show()
    QApplication.processEvents()
    canvas.set_snapshot(snapshot)
    canvas.fit(animated=False)
    canvas.repaint()

    def show() -> None:
        canvas.show_comparison(shown)
        canvas.repaint()

    figures = [Figure("compare: first frame of the racks", timed_s(show)[0] * 1000, "ms", SHOW_MS)]
    figures += frames(canvas, UNITS_PX, lambda px: px / 44.45, "racks: {step} at {px:g} px a unit")
    canvas.close()
    return figures


def frames(canvas: FloorCanvas | RackCanvas, sizes: tuple[float, ...], scale: Callable[[float], float], name: str) -> list[Figure]:
    """Panning and zooming with the comparison shown."""
    figures: list[Figure] = []
    bounds = canvas.bounds
    for px in sizes:
        middle = (bounds.left + bounds.width / 3, bounds.top + bounds.height / 3)
        canvas.set_camera(replace(canvas.camera, scale=scale(px), centre_x=middle[0], centre_y=middle[1]))
        canvas.settle()
        canvas.repaint()

        def pan(_number: int) -> None:
            canvas.pan_by(-7, -3)
            canvas.repaint()

        def zoom(number: int) -> None:
            canvas.zoom_by(1.02 if number % 20 < 10 else 1 / 1.02)
            canvas.repaint()

        for step, work in (("pan", pan), ("zoom", zoom)):
            figures.append(Figure(f"compare, {name.format(step=step, px=px)}, p95", best_p95_ms(work), "ms", FRAME_MS))
    return figures
