"""The drawing of racks at 1920×1080 with 4,000 racks and 20,000 devices: layout, frames of panning and zooming, hits, drags."""

from collections.abc import Callable
from dataclasses import replace
from statistics import median

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from benchmarks.figures import Figure, percentile, timed_s, times_ms
from benchmarks.generated import generated_plan
from gpudesk.core.hardware.hardware import Face
from gpudesk.derived.racks.device_placement import Spot
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.ui.canvas.refs import Candidate, RackCaption
from gpudesk.ui.places.layout.racks.canvas.canvas_placement_check import judge_on
from gpudesk.ui.places.layout.racks.panes.rack_canvas import RackCanvas
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.theme import theme

WIDTH, HEIGHT = 1920, 1080
FRAME_MS, HIT_MS, OPEN_MS = 8.0, 1.0, 150.0
# Heights of a rack unit in px: the whole project, a hall, rows, names, faces, one rack, one server.
UNITS_PX = (0.6, 2.0, 4.5, 8.0, 13.0, 24.0, 70.0)
FRAMES, ROUNDS = 40, 4
PITCH_MM = 44.45


def caption(_rack_id: int) -> RackCaption:
    """A caption as the rack place gives it."""
    return RackCaption("compute · phase 1", 40800.0, 46000.0, 64, 6, 812.4, 2)


def run() -> list[Figure]:
    """Measure the rack canvas."""
    application = QApplication.instance() or QApplication([])
    if isinstance(application, QApplication):
        fonts.install(application)
    theme.set_theme("dark")
    document = Document.scratch()
    run_operation(document, build, generated_plan())
    canvas = RackCanvas()
    canvas.resize(WIDTH, HEIGHT)
    canvas.set_captions(caption)
    canvas.show()
    QApplication.processEvents()

    def first_paint() -> None:
        canvas.set_snapshot(document.snapshot)
        canvas.repaint()

    opened_s, _ = timed_s(first_paint)
    figures = [Figure("racks: layout and first paint, front and rear", opened_s * 1000, "ms", OPEN_MS)]
    figures += frames(canvas)
    figures += pointing(canvas, document)
    canvas.close()
    document.close()
    return figures


def frames(canvas: RackCanvas) -> list[Figure]:
    """Frames of panning and zooming at each level of detail."""
    figures: list[Figure] = []
    bounds = canvas.bounds
    for unit_px in UNITS_PX:
        look = replace(canvas.camera, scale=unit_px / PITCH_MM, centre_x=bounds.width * 0.3, centre_y=bounds.height * 0.4)
        canvas.set_camera(look)
        canvas.settle()
        canvas.repaint()

        def pan(_number: int) -> None:
            canvas.pan_by(-7, -3)
            canvas.repaint()

        def zoom(number: int) -> None:
            canvas.zoom_by(1.02 if number % 20 < 10 else 1 / 1.02)
            canvas.repaint()

        for name, step in (("pan", pan), ("zoom", zoom)):
            figures.append(Figure(f"racks: {name} at {unit_px:g} px a unit, p95", best_p95_ms(step), "ms", FRAME_MS))
    return figures


def best_p95_ms(step: Callable[[int], None]) -> float:
    """The least p95 of some rounds: what the machine can do undisturbed."""
    return min(percentile(times_ms(step, FRAMES), 0.95) for _ in range(ROUNDS))


def pointing(canvas: RackCanvas, document: Document) -> list[Figure]:
    """What happens under the pointer: hit tests and the verdict of a drag."""
    canvas.fit(animated=False)
    random = np.random.default_rng(1)
    points = [QPoint(int(x), int(y)) for x, y in zip(random.integers(0, WIDTH, 400), random.integers(0, HEIGHT, 400), strict=True)]
    hits = times_ms(lambda number: canvas.object_at(points[number]), len(points))
    snapshot = document.snapshot
    racks = snapshot["rack"].ids
    kind = snapshot.types[int(snapshot["device"]["type_id"][0])]

    def verdict(number: int) -> None:
        spot = Spot(int(racks[number % len(racks)]), number % 60, Face.FRONT)
        judge_on(snapshot, lambda _key: kind, [Candidate(kind.key, spot)])

    return [
        Figure("racks: hit test, p95", percentile(hits, 0.95), "ms", HIT_MS),
        Figure("racks: verdict on a position while dragging, median", median(times_ms(verdict, 200)), "ms", FRAME_MS),
    ]
