"""The one-line diagram of the site of 100,000 GPUs at 1920×1080: layout, frames of panning and zooming, hits, and a failure drawn."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from benchmarks.bench_canvas import FRAME_MS, HEIGHT, HIT_MS, WIDTH, best_p95_ms
from benchmarks.figures import Figure, best_s, percentile, times_ms
from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.derived.failures.power_failure_impact import power_after
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.derived.power_diagram.power_layout import lay_out
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.ui.places.power.canvas.power_view import PowerView
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.theme import theme

# Px to the step of the drawing: the whole site, blocks, boxes with names, parts, details, a PDU.
SCALES = (0.03, 0.1, 0.2, 0.4, 0.7, 1.6)
LAYOUT_MS, AFTER_MS = 300.0, 500.0


def run() -> list[Figure]:
    """Measure the one-line diagram."""
    application = QApplication.instance() or QApplication([])
    if isinstance(application, QApplication):
        fonts.install(application)
    theme.set_theme("dark")
    document = Document.scratch()
    run_operation(document, build, load_template("site-100k"))
    run_operation(document, wire_power, document.snapshot["rack"].ids.tolist())
    snapshot = document.snapshot
    chain = snapshot.cached(power_chain)
    diagram = lay_out(chain)
    findings = {table: findings_of(snapshot).marks(table) for table in ("power_node", "device")}
    view = PowerView()
    view.resize(WIDTH, HEIGHT)
    view.show()
    QApplication.processEvents()
    view.show_diagram(diagram, None, findings)
    key = chain.key(0)
    after = power_after(chain, [key])
    size = f"{len(diagram.units):,} racks, {len(chain):,} nodes"
    figures = [
        Figure(f"one-line: layout of {size}", 1000 * best_s(lambda: lay_out(chain)), "ms", LAYOUT_MS),
        Figure("one-line: impact of a failure", 1000 * best_s(lambda: power_after(chain, [key])), "ms", AFTER_MS),
    ]
    figures += _frames(view)
    view.show_diagram(diagram, after, findings)
    figures += _frames(view, "after a failure, ", SCALES[1::3])
    figures += _pointing(view)
    view.close()
    document.close()
    return figures


def _frames(view: PowerView, when: str = "", scales: tuple[float, ...] = SCALES) -> list[Figure]:
    """Frames of panning and zooming at each level of detail."""
    figures: list[Figure] = []
    bounds = view.bounds
    for scale in scales:
        x, y = bounds.left + 0.3 * bounds.width, bounds.top + 0.4 * bounds.height
        view.set_camera(replace(view.camera, scale=scale, centre_x=x, centre_y=y))
        view.settle()
        view.repaint()

        def pan(_number: int) -> None:
            view.pan_by(-7, -3)
            view.repaint()

        def zoom(number: int) -> None:
            view.zoom_by(1.02 if number % 20 < 10 else 1 / 1.02)
            view.repaint()

        for name, step in (("pan", pan), ("zoom", zoom)):
            figures.append(Figure(f"one-line: {when}{name} at {scale:g} px a step, p95", best_p95_ms(step), "ms", FRAME_MS))
    return figures


def _pointing(view: PowerView) -> list[Figure]:
    """Hit tests from afar and from close by."""
    random = np.random.default_rng(1)
    points = [QPoint(int(x), int(y)) for x, y in zip(random.integers(0, WIDTH, 400), random.integers(0, HEIGHT, 400), strict=True)]
    figures = []
    for scale in (SCALES[0], SCALES[4]):
        view.set_camera(replace(view.camera, scale=scale))
        hits = times_ms(lambda number: view.key_at(points[number]), len(points))
        figures.append(Figure(f"one-line: hit test at {scale:g} px a step, p95", percentile(hits, 0.95), "ms", HIT_MS))
    return figures
