"""The drawing of a network while it moves and once it rests: what is kept, what is lit, and what is marked."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from gpudesk.catalog.templates import load_template
from gpudesk.checks.findings.finding import Severity
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.fabric.canvas.fabric_strands import Curves, coarse_picture, fine_picture
from gpudesk.ui.places.fabric.canvas.fabric_view import FabricView
from gpudesk.ui.toolkit.theme import theme
from tests.patience import until
from tests.ui.pauses import pauses_over
from tests.ui.showing import show


@pytest.fixture(scope="module")
def diagram() -> FabricDiagram:
    """Two scalable units with their compute network planned."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod", {"su": 2}))
        networks = document.snapshot["network"]
        if NetworkKind.COMPUTE not in networks["kind"].tolist():
            run(document, add_network, NetworkKind.COMPUTE, "Compute", 400)
        networks = document.snapshot["network"]
        network_id = int(networks.ids[networks["kind"].tolist().index(NetworkKind.COMPUTE)])
        return FabricDiagram(document.snapshot, network_id)


@pytest.fixture
def view(qtbot: QtBot, diagram: FabricDiagram) -> FabricView:
    made = FabricView()
    made.resize(1200, 800)
    show(qtbot, made)
    made.show_diagram(diagram, {})
    made.settle()
    return made


def grabbed(view: FabricView) -> NDArray[np.uint8]:
    """The picture of the view, shape (height, width, 3)."""
    return points(view.grab().toImage())


def points(image: QImage) -> NDArray[np.uint8]:
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, :3].copy()


def zoomed(view: FabricView) -> None:
    """Come closer without a rest."""
    view.set_camera(view.camera.zoomed(2 * view.camera.scale, 600, 400))
    view.settle()


def test_what_moved_is_as_sharp_again_as_it_was_once_it_rests(qtbot: QtBot, view: FabricView) -> None:
    zoomed(view)
    sharp = grabbed(view)
    view.pan_by(-40, 0)
    view.repaint()
    view.pan_by(40, 0)
    assert not np.array_equal(grabbed(view), sharp)

    def sharp_again() -> bool:
        # Looking at it before the pause is over would be taken for another step of the gesture.
        pauses_over(view)
        return np.array_equal(grabbed(view), sharp)

    until(sharp_again)


def test_strands_become_sharp_one_tier_after_the_other(view: FabricView) -> None:
    zoomed(view)
    strands = view.base[0]
    view.pan_by(-60, 0)
    view._zooming = False
    view.invalidate()
    frames = 0
    while frames == 0 or strands.pending:
        view.invalidate()
        view.repaint()
        frames += 1
        assert frames < 10
    assert 1 < frames <= len(view.scene.rows(view.camera)[1])


@pytest.mark.parametrize("ground", [QColor("#15181c"), QColor("#f4f4f2")], ids=["dark", "light"])
def test_a_coarse_picture_is_as_strong_as_the_fine_one(ground: QColor) -> None:
    curves = Curves(
        np.linspace(50, 550, 80),
        np.full(80, 300.0),
        np.arange(80) % 2,
        np.array([(0.9, 0.2, 0.1), (0.1, 0.4, 0.9)]),
        np.full(80, 0.4),
        np.full(80, 1.5),
        np.arange(80) % 4 == 0,
    )
    fine, coarse = fine_picture(curves, 240, 600, 1.0), coarse_picture(curves, 240, 600, 1.0, ground)
    assert not coarse.hasAlphaChannel()
    raw = np.frombuffer(fine.constBits(), np.uint8).reshape(240, 600, 4).astype(float)
    behind = np.array([ground.blue(), ground.green(), ground.red()])
    over = raw[:, :, :3] + behind * (1 - raw[:, :, 3:] / 255)
    # Where curves lie over one another a finer picture is a little fainter than its mean.
    strong = np.abs(over.mean((0, 1)) - behind).max()
    assert strong > 5
    assert np.abs(over.mean((0, 1)) - points(coarse).mean((0, 1))).max() < 0.3 * strong


def test_a_lit_path_is_as_sharp_while_the_drawing_moves(view: FabricView, diagram: FabricDiagram) -> None:
    first = diagram.device_id(0, 3)
    view.select([first])
    view.settle()
    rest = grabbed(view)
    view._zooming = True
    view.invalidate()
    moving = grabbed(view)
    ring = theme.current().focus_ring
    lit = [(np.abs(picture.astype(int) - [ring.blue(), ring.green(), ring.red()]).max(2) < 40).sum() for picture in (rest, moving)]
    assert lit[0] > 100
    assert lit[1] == pytest.approx(lit[0], rel=0.02)


def test_all_that_is_reached_is_lit_from_one_picture_that_is_kept(view: FabricView, diagram: FabricDiagram) -> None:
    plain = grabbed(view)
    view.set_lights("reach")
    view.select([diagram.device_id(2, 0)])
    view.settle()
    lit = grabbed(view)
    assert (np.abs(lit.astype(int) - plain).max(2) > 60).sum() > 2000
    view.update()
    assert np.array_equal(grabbed(view), lit)
    view.select([])
    view.settle()
    assert np.array_equal(grabbed(view), plain)


def test_problems_are_marked_once_for_all_that_one_thing_stands_for(view: FabricView, diagram: FabricDiagram) -> None:
    wrong = {diagram.device_id(0, 0): Severity.WARNING, diagram.device_id(0, 1): Severity.ERROR, diagram.device_id(0, 40): Severity.INFO}
    view.show_diagram(diagram, {"device": wrong})
    view.show_unit(0)
    view.settle()
    for number, name in ((0, "warning"), (1, "error"), (2, "")):
        row = next(row for row in view.scene.rows(view.camera)[0] if row.tier == 0)
        left, top, wide, _ = (round(value) for value in row.rect(number))
        corner = grabbed(view)[top - 6 : top + 8, left + wide - 9 : left + wide + 5].astype(int)
        seen = {}
        for severity in ("warning", "error"):
            colour = theme.current().severity[severity].colour
            seen[severity] = (np.abs(corner - [colour.blue(), colour.green(), colour.red()]).max(2) < 30).sum() > 8
        assert seen == {severity: severity == name for severity in seen}
