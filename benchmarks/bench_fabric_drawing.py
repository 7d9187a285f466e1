"""The drawing of the compute network of 100,000 GPUs at 1920×1080: what it is made from, frames of panning and zooming, also through the
levels of detail and with something selected, what it takes to draw it sharply, and hits.
"""

from dataclasses import replace
from statistics import median

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from benchmarks.bench_canvas import FRAME_MS, HEIGHT, HIT_MS, WIDTH, best_p95_ms
from benchmarks.figures import Figure, percentile, timed_s, times_ms
from gpudesk.catalog.templates import load_template
from gpudesk.checks.findings.finding import Severity
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.derived.networks.network_links import network_plan
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.ui.places.fabric.canvas.fabric_view import FabricView
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.theme import theme

# Px to the step of the drawing: the whole site, some pods, some units, a unit, some nodes.
SCALES = (0.003, 0.02, 0.2, 1.2, 3.0)
DIAGRAM_S = 3.0


def run() -> list[Figure]:
    """Measure the drawing of a network."""
    application = QApplication.instance() or QApplication([])
    if isinstance(application, QApplication):
        fonts.install(application)
    theme.set_theme("dark")
    document = Document.scratch()
    run_operation(document, build, load_template("site-100k"))
    snapshot = document.snapshot
    network = int(snapshot["network"].ids[0])
    snapshot.cached(network_plan)
    made_s, diagram = timed_s(lambda: FabricDiagram(snapshot, network))
    ready_s, _ = timed_s(diagram.make_ready)
    view = FabricView()
    view.resize(WIDTH, HEIGHT)
    view.show()
    QApplication.processEvents()
    view.show_diagram(diagram, {})
    figures = [Figure(f"network: drawing of {diagram.links:,} links made", made_s + ready_s, "s", DIAGRAM_S)]
    for scale in SCALES:
        figures += _frames(view, scale)
    figures += _through_levels(view)
    figures += _selected(view)
    figures += _pointing(view)
    view.close()
    document.close()
    return figures


def _frames(view: FabricView, scale: float) -> list[Figure]:
    """Frames of panning and zooming at one level of detail."""
    view.set_camera(replace(view.camera, scale=scale, centre_x=0.3 * view.bounds.width))
    view.settle()
    view.repaint()

    def pan(_number: int) -> None:
        view.pan_by(-7, 0)
        view.repaint()

    def zoom(number: int) -> None:
        view.zoom_by(1.02 if number % 20 < 10 else 1 / 1.02)
        view.repaint()

    return [
        Figure(f"network: {name} at {scale:g} px a step, p95", best_p95_ms(step), "ms", FRAME_MS)
        for name, step in (("pan", pan), ("zoom", zoom))
    ]


def _through_levels(view: FabricView) -> list[Figure]:
    """Frames of one zoom from the whole site to a unit and back, in which what is gathered opens and closes."""

    def zoom(number: int) -> None:
        view.zoom_by(1.12 if number % 120 < 60 else 1 / 1.12)
        view.repaint()

    view.set_camera(replace(view.camera, scale=SCALES[0], centre_x=0.3 * view.bounds.width))
    view.settle()
    view.repaint()
    return [Figure("network: zoom from the site to a unit and back, p95", best_p95_ms(zoom), "ms", FRAME_MS)]


def _selected(view: FabricView) -> list[Figure]:
    """Frames of panning with a path and much else lit, many devices selected, and one in ten with a problem; and a click."""
    diagram = view.scene.diagram
    assert diagram is not None  # noqa: S101 - narrows the type
    devices = diagram.snapshot["device"].ids
    nodes, spines = (devices[diagram.tiers[tier].place] for tier in (0, 2))
    problems = {"device": dict.fromkeys(devices[::10].tolist(), Severity.WARNING)}

    def pan(_number: int) -> None:
        view.pan_by(-7, 0)
        view.repaint()

    figures = []
    for name, lights, chosen, findings in (
        ("a path lit", "path", (nodes[len(nodes) // 3], nodes[len(nodes) // 3 + 40]), {}),
        ("all lit that a spine reaches", "reach", (spines[len(spines) // 3],), {}),
        ("2,000 nodes selected", "path", nodes[3000:5000], {}),
        ("problems of every tenth device", "path", (), problems),
    ):
        view.show_diagram(diagram, findings)
        view.set_lights(lights)
        view.select([int(key) for key in chosen])
        for scale in (SCALES[1], SCALES[3]):
            view.set_camera(replace(view.camera, scale=scale, centre_x=0.3 * view.bounds.width))
            view.settle()
            view.repaint()
            figures.append(Figure(f"network: pan with {name} at {scale:g} px a step, p95", best_p95_ms(pan), "ms", FRAME_MS))
    view.show_diagram(diagram, {})
    view.settle()
    view.repaint()

    def click(number: int) -> None:
        view.select([int(nodes[3000 + number])])
        view.repaint()

    def rest(number: int) -> None:
        view.pan_by(7 - 14 * (number % 2), 0)
        view.settle()
        view.repaint()

    return [
        *figures,
        Figure("network: a visible node selected, p95", best_p95_ms(click), "ms", FRAME_MS),
        Figure("network: redrawn sharply after a movement, median", median(times_ms(rest, 10)), "ms"),
    ]


def _pointing(view: FabricView) -> list[Figure]:
    """Hit tests from afar and from close by."""
    random = np.random.default_rng(1)
    points = [QPoint(int(x), int(y)) for x, y in zip(random.integers(0, WIDTH, 400), random.integers(0, HEIGHT, 400), strict=True)]
    figures = []
    for scale in (SCALES[0], SCALES[3]):
        view.set_camera(replace(view.camera, scale=scale))
        view.repaint()
        hits = times_ms(lambda number: view.drawn_at(points[number]), len(points))
        figures.append(Figure(f"network: hit test at {scale:g} px a step, p95", percentile(hits, 0.95), "ms", HIT_MS))
    return figures
