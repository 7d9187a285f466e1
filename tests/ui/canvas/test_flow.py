"""A row of racks fills the view whatever its shape: long rows fold, true to scale."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.layout.racks.canvas.rack_flow import flow
from gpudesk.ui.places.layout.racks.panes.rack_canvas import RackCanvas
from tests.ui.desk import RACK, SYSTEM

Show = Callable[[int, int, int], RackCanvas]


def row_of(racks: int) -> Plan:
    """One row with a server in each rack."""
    return Plan(
        "row",
        halls=(PlanHall("Hall"),),
        rows=(PlanRow(0, "A"),),
        racks=tuple(PlanRack(RACK, 0, f"A{number + 1:02d}", row=0, x_mm=600 * number) for number in range(racks)),
        devices=tuple(PlanDevice(SYSTEM, f"dgx-{number + 1}", rack=number, position=8, role="compute") for number in range(racks)),
    )


@pytest.fixture
def show(qtbot: QtBot) -> Iterator[Show]:
    documents: list[Document] = []

    def shown(racks: int, width: int, height: int) -> RackCanvas:
        document = Document.scratch()
        documents.append(document)
        run(document, build, row_of(racks))
        canvas = RackCanvas()
        qtbot.addWidget(canvas)
        canvas.resize(width, height)
        canvas.set_snapshot(document.snapshot)
        canvas.show()
        qtbot.waitExposed(canvas)
        return canvas

    yield shown
    for document in documents:
        document.close()


def used(canvas: RackCanvas) -> tuple[float, float]:
    """The share of the view's width and height that the drawing takes."""
    bounds, scale = canvas.bounds, canvas.camera.scale
    return bounds.width * scale / canvas.width(), bounds.height * scale / canvas.height()


@pytest.mark.parametrize(("width", "height"), [(710, 530), (1900, 1100), (1000, 1000), (600, 900), (1800, 500)])
def test_ten_racks_in_a_row_use_the_room(show: Show, width: int, height: int) -> None:
    wide, high = used(show(10, width, height))
    assert max(wide, high) > 0.9
    assert min(wide, high) > 0.55


def test_a_row_is_folded_evenly_and_its_parts_say_which_racks_they_hold(show: Show) -> None:
    canvas = show(10, 710, 530)
    assert canvas.scene.layout.line_titles == ("A · A01–A05", "A · A06–A10")
    assert np.bincount(canvas.scene.layout.rack_line).tolist() == [5, 5]


def test_true_to_scale_however_it_is_folded(show: Show) -> None:
    for width, height in ((710, 530), (1800, 300), (300, 900)):
        layout = show(10, width, height).scene.layout
        assert np.ptp(layout.width) == 0
        assert np.allclose((layout.bottom - layout.top) / layout.half_units[layout.face_rack], 44.45 / 2)
        x, y, wide, high = layout.cells.T
        apart = (x[:, None] + wide[:, None] <= x) | (y[:, None] + high[:, None] <= y)
        assert (apart | apart.T | np.eye(10, dtype=bool)).all()


def test_few_racks_and_flat_views_keep_the_row_whole(show: Show) -> None:
    assert show(3, 710, 530).scene.layout.line_titles == ("A",)
    assert show(10, 1800, 300).scene.layout.line_titles == ("A",)


def test_a_view_of_another_shape_is_filled_anew_while_all_is_shown(show: Show) -> None:
    canvas = show(10, 1800, 300)
    canvas.resize(600, 900)
    assert len(canvas.scene.layout.line_titles) > 1
    assert max(used(canvas)) > 0.9


def test_what_one_looks_at_stays_until_f_fits_it(show: Show) -> None:
    canvas = show(10, 1800, 300)
    canvas.zoom_by(2.0)
    before = canvas.scene.layout
    canvas.resize(600, 900)
    assert canvas.scene.layout is before
    QTest.keyClick(canvas, Qt.Key.Key_F)
    assert canvas.scene.layout is not before
    assert len(canvas.scene.layout.line_titles) > 1


def test_click_and_arrows_go_on_over_the_fold(show: Show) -> None:
    canvas = show(10, 710, 530)
    ids = canvas.scene.snapshot["device"].ids.tolist() if canvas.scene.snapshot is not None else []
    x, y, w, h = canvas.scene.rects_of([ObjectRef("device", ids[4])])[0]
    at = QPoint(round(canvas.camera.x_px(x + w / 2)), round(canvas.camera.y_px(y + h / 2)))
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert canvas.selected_devices == (ids[4],)
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.selected_devices == (ids[5],)


def test_many_lines_are_not_folded() -> None:
    counts = np.full(40, 20, np.int64)
    made = flow(np.full(800, 1300.0), np.full(800, 2200.0), counts, 1.6)
    assert made.counts.tolist() == counts.tolist()
    assert len(flow(np.empty(0), np.empty(0), np.empty(0, np.int64), 1.6).counts) == 0
