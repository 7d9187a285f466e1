"""That the drawing is what it should be, whichever way its pixels came about."""

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QByteArray, QSize, QSizeF
from PySide6.QtGui import QImage, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.messages.message import Message
from gpudesk.project.edit import Edit
from gpudesk.ui.canvas.refs import DevicePaint, LegendEntry, RackCaption, Scope, ScopeKind
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.theme.tokens import load_themes
from tests.ui.canvas.conftest import Board

PITCH = 44.45


def shot(board: Board) -> QImage:
    board.canvas.settle()
    return board.canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def differing(first: QImage, second: QImage) -> int:
    def array(image: QImage) -> np.ndarray[tuple[int, ...], np.dtype[np.uint32]]:
        return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)[:, : image.width()]

    return int((array(first) != array(second)).sum())


@pytest.mark.parametrize("unit_px", [1.2, 3.0, 6.0, 12.0, 30.0])
def test_a_shifted_picture_equals_a_fresh_one(board: Board, unit_px: float) -> None:
    canvas = board.canvas
    canvas.set_captions(lambda _rack: RackCaption("compute", 40800.0, 46000.0, 64, 0, 500.0, 2))
    canvas.zoom_by(unit_px / PITCH / canvas.camera.scale)
    shot(board)
    for dx, dy in ((-37, 11), (5, -60), (400, 0)):
        canvas.pan_by(dx, dy)
        canvas.repaint()
    shifted = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    canvas.invalidate()
    assert differing(shifted, shot(board)) == 0


def test_each_level_of_detail_draws_more(board: Board) -> None:
    counts = []
    for unit_px in (3.0, 6.0, 12.0):
        board.canvas.zoom_by(unit_px / PITCH / board.canvas.camera.scale)
        # The array does not keep its picture.
        picture = shot(board)
        counts.append(len(np.unique(np.frombuffer(picture.constBits(), np.uint32))))
    assert counts[0] < counts[1] < counts[2]


def device_pixels(board: Board, name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint32]]:
    """The pixels of a device, without those at its edge."""
    x, y, w, h = board.canvas.scene.rects_of([board.device(name)])[0]
    camera, image = board.canvas.camera, shot(board)
    left, right = round(camera.x_px(x)) + 4, round(camera.x_px(x + w)) - 4
    top, bottom = round(camera.y_px(y)) + 4, round(camera.y_px(y + h)) - 4
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)[top:bottom, left:right].copy()


@pytest.mark.parametrize("unit_px", [3.0, 6.0, 12.0])
@pytest.mark.parametrize("height", [16, 28])
def test_a_device_in_reserved_units_is_drawn_as_elsewhere(board: Board, unit_px: float, height: int) -> None:
    board.canvas.zoom_by(unit_px / PITCH / board.canvas.camera.scale)
    free = device_pixels(board, "node-6")
    position = int(board.document.snapshot["device"].row(board.ids["node-6"])["position"])

    def reserve(edit: Edit) -> tuple[None, Message]:
        edit.insert("reservation", rack_id=board.ids["A02"], position=position, height=height, reason="later")
        return None, Message("tests", "reserved")

    plain = shot(board)
    board.document.apply(reserve)
    board.canvas.set_snapshot(board.document.snapshot)
    assert (device_pixels(board, "node-6") == free).all()
    assert differing(plain, shot(board)) > 10, "the frame, and the hatch where units are free"


def test_a_theme_repaints_everything(board: Board) -> None:
    light = shot(board)
    theme.set_theme("dark")
    dark = shot(board)
    theme.set_theme("contrast")
    contrast = shot(board)
    assert dark.pixelColor(2, 2) == load_themes()["dark"].surface.canvas
    assert differing(light, dark) > 100_000
    assert differing(dark, contrast) > 100_000


def test_devices_are_painted_by_a_property_with_a_legend(board: Board) -> None:
    plain = shot(board)
    rows = board.document.snapshot["device"].rows
    colours = theme.current().heat
    legend = (LegendEntry(colours[1], "under 1 kW", 4), LegendEntry(colours[5], "from 1 kW", rows - 5))
    step = np.arange(rows) % 2
    step[0] = -1
    board.canvas.set_paint(DevicePaint("Power", legend, step, strips=False))
    painted = shot(board)
    assert differing(plain, painted) > 1000
    board.canvas.set_paint(DevicePaint("Power", legend, step, strips=True))
    assert differing(painted, shot(board)) > 1000
    board.canvas.set_paint(None)
    assert differing(plain, shot(board)) == 0


def test_dimmed_and_marked_devices_look_it(board: Board) -> None:
    plain = shot(board)
    board.canvas.set_dimmed(board.document.snapshot["device"]["phase"] == 2)
    dimmed = shot(board)
    assert differing(plain, dimmed) > 500
    board.canvas.set_dimmed(None)
    board.canvas.set_marks({board.device("node-1"): "error", board.device("leaf-0"): "warning"})
    assert 20 < differing(plain, shot(board)) < 2000
    for unit_px in (1.0, 3.0):
        board.canvas.zoom_by(unit_px / PITCH / board.canvas.camera.scale)
        assert not shot(board).isNull()


def test_selection_and_hover_repaint_only_their_surroundings(board: Board) -> None:
    board.canvas.settle()
    board.canvas.repaint()
    board.canvas.set_selection([board.device("node-1")])
    assert not board.canvas._kept.stale
    region = board.canvas._marks.extent(board.canvas.camera, [board.device("node-1")])
    assert 0 < region.boundingRect().height() < 260


@pytest.mark.parametrize("faces", [Face.FRONT, Face.REAR, Face.BOTH])
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_picture_of_any_size_is_made_for_a_file(board: Board, faces: Face, ratio: float) -> None:
    board.canvas.set_faces(faces)
    image = QImage(round(700 * ratio), round(400 * ratio), QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    board.canvas.render_to(painter, QSizeF(700, 400))
    painter.end()
    assert len(np.unique(np.frombuffer(image.constBits(), np.uint32))) > 100


def test_vector_pictures_are_made_for_paper(board: Board) -> None:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(1400, 800))
    painter = QPainter(generator)
    board.canvas.render_to(painter, QSizeF(1400, 800))
    painter.end()
    renderer = QSvgRenderer(QByteArray(buffer.data()))
    assert renderer.isValid()
    paper = QBuffer()
    paper.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(paper)
    painter = QPainter(writer)
    painter.scale(writer.width() / 1400, writer.width() / 1400)
    board.canvas.render_to(painter, QSizeF(1400, 800))
    painter.end()
    assert paper.data().size() > 10_000
    assert bytes(paper.data().data()[:5]) == b"%PDF-"


def test_one_rack_or_row_fills_the_view(board: Board) -> None:
    board.canvas.set_scope(Scope(ScopeKind.RACKS, (board.ids["A02"],)))
    assert len(board.canvas.scene.layout.rack_ids) == 1
    assert board.canvas.scope.ids == (board.ids["A02"],)
    height = board.canvas.bounds.height * board.canvas.camera.scale
    assert height == pytest.approx(900 - 32, abs=3)


def test_a_snapshot_of_other_rows_drops_what_was_made_for_the_old_ones(board: Board) -> None:
    rows = board.document.snapshot["device"].rows
    board.canvas.set_paint(DevicePaint("Power", (LegendEntry(theme.current().accent, "all"),), np.zeros(rows + 1, np.int64)))
    board.canvas.set_dimmed(np.zeros(rows + 1, bool))
    board.canvas.set_snapshot(board.document.snapshot)
    assert board.canvas.scene.paint is None
    assert board.canvas.scene.dimmed is None
    board.canvas.set_snapshot(None)
    assert not shot(board).isNull()
