"""The floor at 1920×1080 with 4,000 racks in one hall: layout, frames of panning and zooming, hits, drags; and a hall of the project."""

from dataclasses import replace
from statistics import median

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from benchmarks.bench_canvas import FRAME_MS, HEIGHT, HIT_MS, OPEN_MS, WIDTH, best_p95_ms
from benchmarks.figures import Figure, percentile, timed_s, times_ms
from benchmarks.generated import HALLS, generated_plan
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.plan.plan import Plan, PlanHall
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.layout.floor.canvas.floor_plan_carry import FloorCarry
from gpudesk.ui.places.layout.floor.canvas.floor_plan_paint import rack_paint
from gpudesk.ui.places.layout.floor.panes.floor_canvas import FloorCanvas
from gpudesk.ui.places.layout.racks.canvas.rack_counts import rack_counts
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.theme import theme

HALL_WIDTH_MM, HALL_DEPTH_MM, HALLS_ACROSS = 40_000, 44_000, 4
# Widths of a rack of 600 mm in px: the whole hall, rows, names, names and figures, some racks.
RACKS_PX = (4.0, 12.0, 28.0, 44.0, 90.0)


def one_hall() -> Plan:
    """The generated project with its eight halls side by side in one."""
    plan = generated_plan()

    def shift(hall: int) -> tuple[int, int]:
        down, across = divmod(hall, HALLS_ACROSS)
        return across * HALL_WIDTH_MM, down * HALL_DEPTH_MM

    halls = (PlanHall("One hall", HALLS_ACROSS * HALL_WIDTH_MM, HALLS // HALLS_ACROSS * HALL_DEPTH_MM),)
    racks = tuple(replace(rack, hall=0, x_mm=rack.x_mm + shift(rack.hall)[0], y_mm=rack.y_mm + shift(rack.hall)[1]) for rack in plan.racks)
    rows = tuple(replace(row, hall=0, x_mm=row.x_mm + shift(row.hall)[0], y_mm=row.y_mm + shift(row.hall)[1]) for row in plan.rows)
    return replace(plan, halls=halls, racks=racks, rows=rows)


def run() -> list[Figure]:
    """Measure the floor canvas."""
    application = QApplication.instance() or QApplication([])
    if isinstance(application, QApplication):
        fonts.install(application)
    theme.set_theme("dark")
    document = Document.scratch()
    run_operation(document, build, one_hall())
    canvas = FloorCanvas()
    canvas.resize(WIDTH, HEIGHT)
    canvas.show()
    QApplication.processEvents()
    snapshot, hall_id = document.snapshot, int(document.snapshot["hall"].ids[0])

    def first_paint() -> None:
        canvas.set_hall(snapshot, hall_id)
        canvas.repaint()

    opened_s, _ = timed_s(first_paint)
    counts_ms = median(times_ms(lambda _: rack_counts(snapshot, findings_of(snapshot)), 5))
    counts = rack_counts(snapshot, findings_of(snapshot))
    paint_ms = median(times_ms(lambda _: rack_paint(snapshot, "power", counts, hall_id), 5))
    canvas.set_paint(rack_paint(snapshot, "power", counts, hall_id), counts)
    figures = [
        Figure("floor: layout and first paint of 4,000 racks", opened_s * 1000, "ms", OPEN_MS),
        Figure("floor: colors, figures and counts recalculated, median", counts_ms + paint_ms, "ms", OPEN_MS),
    ]
    figures += frames(canvas)
    figures += pointing(canvas, snapshot, hall_id)
    canvas.close()
    document.close()
    return figures


def frames(canvas: FloorCanvas) -> list[Figure]:
    """Frames of panning and zooming at each level of detail."""
    figures: list[Figure] = []
    for rack_px in RACKS_PX:
        canvas.set_camera(replace(canvas.camera, scale=rack_px / 600, centre_x=60_000.0, centre_y=30_000.0))
        canvas.settle()
        canvas.repaint()

        def pan(_number: int) -> None:
            canvas.pan_by(-7, -3)
            canvas.repaint()

        def zoom(number: int) -> None:
            canvas.zoom_by(1.02 if number % 20 < 10 else 1 / 1.02)
            canvas.repaint()

        for name, step in (("pan", pan), ("zoom", zoom)):
            figures.append(Figure(f"floor: {name} at {rack_px:g} px a rack, p95", best_p95_ms(step), "ms", FRAME_MS))
    return figures


def pointing(canvas: FloorCanvas, snapshot: Snapshot, hall_id: int) -> list[Figure]:
    """What happens under the pointer: hit tests, and a row of 50 racks that is dragged and judged."""
    canvas.fit(animated=False)
    random = np.random.default_rng(1)
    points = [QPoint(int(x), int(y)) for x, y in zip(random.integers(0, WIDTH, 400), random.integers(0, HEIGHT, 400), strict=True)]
    hits = times_ms(lambda number: canvas.object_at(points[number]), len(points))
    layout = canvas.scene.layout
    assert layout is not None, hall_id  # noqa: S101 - narrows the type
    row = [layout.ref(int(place)) for place in layout.rows[0].members]
    carry = FloorCarry(canvas.scene, layout, row, (0.0, 0.0))

    def drag(number: int) -> None:
        carry.hold((number * 37.0, number * 53.0), canvas.camera, free=False, straight=False)
        carry.picture()

    return [
        Figure("floor: hit test, p95", percentile(hits, 0.95), "ms", HIT_MS),
        Figure("floor: drag of 50 racks, snap and verdict, p95", percentile(times_ms(drag, 200), 0.95), "ms", FRAME_MS),
    ]
