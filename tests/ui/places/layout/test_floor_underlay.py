"""What is under the plan, by mouse and keys: taken from files, scaled by two points, moved, hidden, and the hall's size taken from it."""

import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QSlider

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan import Plan, PlanHall
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.floor.underlay import set_underlay_opacity
from gpudesk.ui.canvas.underlays import Underlay
from gpudesk.ui.places.layout.floor import underlay_commands
from gpudesk.ui.places.layout.floor.canvas.floor_plan_pointer import FloorMode
from gpudesk.ui.places.layout.floor.dialogs.hall_size_dialog import HallSizeDialog
from gpudesk.ui.places.layout.floor.dialogs.underlay_list import UnderlayListDialog
from gpudesk.ui.places.layout.floor.dialogs.underlay_page import PdfPageDialog
from gpudesk.ui.places.layout.floor.dialogs.underlay_scale import ScaleUnderlayDialog
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.field_rows import EditorRow
from tests.formats.pdf_files import locked, pdf_file, text
from tests.patience import PATIENCE_MS
from tests.ui.floor_hand import FloorHand, floor_of
from tests.ui.floor_pdf import HALL_MM, SCALE, SHEET_MM, WALL_MM, floor_pdf
from tests.ui.hand import CTRL, Hand

Kind = TypeVar("Kind")
SQUARE_DXF = """0
SECTION
2
HEADER
9
$INSUNITS
70
6
0
ENDSEC
0
SECTION
2
ENTITIES
0
LINE
8
WALL
10
0
20
0
11
10
21
0
0
LINE
8
WALL
10
10
20
0
11
10
21
8
0
HATCH
8
WALL
0
ENDSEC
0
EOF
"""


@pytest.fixture
def floor(open_desk: Callable[[], Hand], tmp_path: Path) -> FloorHand:
    """An empty hall of 20 × 12 m."""
    return floor_of(open_desk(), tmp_path / "hall.gpudesk", Plan("Empty", halls=(PlanHall("Hall 1"),)))


def lay(floor: FloorHand, path: Path) -> None:
    """Choose a file in the dialog of the menu."""
    floor.hand.desk.window.registry.action("floor.underlay-add").trigger()
    dialog = next(each for each in QApplication.topLevelWidgets() if isinstance(each, QFileDialog) and each.isVisible())
    dialog.fileSelected.emit(str(path))
    dialog.close()
    dialog.deleteLater()
    floor.rest()
    floor.rest()
    front(floor)


def front(floor: FloorHand) -> None:
    """Dialogs leave no window active on a screen without a window manager."""
    if QApplication.activeModalWidget() is None:
        with floor.hand.qtbot.waitActive(floor.hand.desk.window):
            floor.hand.desk.window.activateWindow()


def under(floor: FloorHand) -> Underlay:
    (found,) = floor.canvas.underlays.underlays
    return found


def on_paper(floor: FloorHand, x_mm: float, y_mm: float) -> QPoint:
    """Where a point of the sheet is drawn."""
    underlay = under(floor)
    unit = underlay.width / SHEET_MM[0]
    return floor.at(*underlay.hall_point(x_mm * unit, y_mm * unit))


def dialog(floor: FloorHand, kind: type[Kind]) -> Kind:
    floor.hand.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), kind), timeout=PATIENCE_MS)
    found = QApplication.activeModalWidget()
    assert isinstance(found, kind)
    return found


def mode(floor: FloorHand) -> FloorMode:
    return floor.canvas.mode


def hall(floor: FloorHand) -> tuple[int, int]:
    row = floor.hand.snapshot["hall"].row(floor.ref("Hall 1").id)
    return int(row["width_mm"]), int(row["depth_mm"])


def shown(floor: FloorHand) -> QImage:
    floor.canvas.settle()
    return floor.canvas.grab().toImage()


def dark_at(image: QImage, at: QPoint) -> bool:
    ratio = image.devicePixelRatio()
    return QColor(image.pixel(round(at.x() * ratio), round(at.y() * ratio))).lightness() < 170


def scaled_pdf(path: Path) -> Path:
    """A sheet of A3 that says 1:100, with the west wall of the hall."""
    width, height = (side * 72 / 25.4 for side in SHEET_MM)
    left, thick = (side * 72 / 25.4 for side in (WALL_MM[0] - 4, 4))
    path.write_bytes(pdf_file([(width, height, f"0 g {left} 60 {thick} 700 re f {text('Scale 1:100', 600, 40)}")]))
    return path


def png(width: int, height: int, content: bytes | None = None) -> bytes:
    body = zlib.compress(b"\0" + b"\x80" * 3 * width) * 1 if content is None else content
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", body), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part)) for kind, part in chunks
    )


def test_from_a_pdf_to_a_hall_by_mouse(floor: FloorHand, tmp_path: Path) -> None:
    lay(floor, floor_pdf(tmp_path / "plan.pdf"))
    assert under(floor).name == "plan.pdf"
    assert under(floor).bounds.width == pytest.approx(20_000, abs=2)
    assert "as wide as the hall" in floor.hand.message
    assert mode(floor) is FloorMode.SCALE_UNDERLAY
    assert dark_at(shown(floor), on_paper(floor, WALL_MM[0] - 2, 150))
    # The scale bar: 10 m are 100 mm of the sheet.
    floor.click(on_paper(floor, WALL_MM[0], 241))
    QTest.mouseMove(floor.canvas, on_paper(floor, WALL_MM[0] + 60, 241))
    QTest.mouseClick(floor.canvas, Qt.MouseButton.LeftButton, pos=on_paper(floor, WALL_MM[0] + 100, 241))
    asked = dialog(floor, ScaleUnderlayDialog)
    QTest.keyClicks(asked.distance, "10")
    QTest.keyClick(asked.distance, Qt.Key.Key_Return)
    floor.rest()
    assert under(floor).bounds.width == pytest.approx(SHEET_MM[0] * SCALE, rel=0.01)
    assert mode(floor) is FloorMode.SELECT
    # The hall from wall to wall.
    floor.do("floor.underlay-hall")
    start = on_paper(floor, *WALL_MM)
    end = on_paper(floor, WALL_MM[0] + HALL_MM[0] / SCALE, WALL_MM[1] + HALL_MM[1] / SCALE)
    floor.drag(start, end, let_go=False)
    QTest.mouseRelease(floor.canvas, Qt.MouseButton.LeftButton, pos=end)
    sized = dialog(floor, HallSizeDialog)
    assert sized.width_field.length_mm() == pytest.approx(HALL_MM[0], rel=0.01)
    QTest.keyClicks(sized.width_field, "24")
    sized.depth_field.setFocus()
    sized.depth_field.selectAll()
    QTest.keyClicks(sized.depth_field, "14.4")
    QTest.keyClick(sized.depth_field, Qt.Key.Key_Return)
    floor.rest()
    assert hall(floor) == HALL_MM
    unit = under(floor).width / SHEET_MM[0]
    corner = under(floor).hall_point(WALL_MM[0] * unit, WALL_MM[1] * unit)
    assert abs(complex(*corner)) < 120
    # Each was one step.
    for _ in range(3):
        floor.do("edit.undo")
    assert hall(floor) == (20_000, 12_000)
    assert not floor.canvas.underlays.underlays


def test_from_a_pdf_of_several_pages_to_a_hall_by_keys(floor: FloorHand, tmp_path: Path) -> None:
    lay(floor, floor_pdf(tmp_path / "set.pdf", pages=8))
    pages = dialog(floor, PdfPageDialog)
    floor.hand.qtbot.waitUntil(lambda: floor.hand.desk.jobs.running == 0, timeout=PATIENCE_MS)
    assert pages.pages.count() == 8
    assert "420 mm × 297 mm" in pages.pages.item(7).text().replace("\u00a0", " ")
    QTest.keyClick(pages.pages, Qt.Key.Key_End)
    QTest.keyClick(pages.pages, Qt.Key.Key_Return)
    floor.rest()
    floor.rest()
    assert under(floor).name == "set.pdf, page 8"
    front(floor)
    floor.canvas.setFocus()
    QTest.keyClick(floor.canvas, Qt.Key.Key_S, Qt.KeyboardModifier.ShiftModifier)
    asked = dialog(floor, ScaleUnderlayDialog)
    assert mode(floor) is FloorMode.SELECT, "numbers take the place of the two points"
    mm = 20_000 / SHEET_MM[0]
    for field, value in (
        (asked.first.west, WALL_MM[0] * mm),
        (asked.first.north, WALL_MM[1] * mm),
        (asked.second.west, WALL_MM[0] * mm),
        (asked.second.north, (WALL_MM[1] + HALL_MM[1] / SCALE) * mm),
        (asked.distance, HALL_MM[1]),
    ):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, f"{value / 1000:.3f}")
    asked.put.setFocus()
    QTest.keyClick(asked.put, Qt.Key.Key_Space)
    for field in (asked.at.west, asked.at.north):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, "0")
    QTest.keyClick(asked.at.north, Qt.Key.Key_Return)
    floor.rest()
    assert under(floor).bounds.width == pytest.approx(SHEET_MM[0] * SCALE, rel=0.001)
    assert under(floor).corner.real == pytest.approx(-WALL_MM[0] * SCALE, abs=10)
    floor.hand.desk.window.registry.action("floor.underlay-hall-numbers").trigger()
    sized = dialog(floor, HallSizeDialog)
    QTest.keyClicks(sized.width_field, "24")
    for typed in ("14.4", "2", "1"):
        QTest.keyClick(sized.focusWidget(), Qt.Key.Key_Tab)
        QTest.keyClick(sized.focusWidget(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(sized.focusWidget(), typed)
    assert (sized.left_field.length_mm(), sized.top_field.length_mm()) == (2000, 1000)
    QTest.keyClick(sized.top_field, Qt.Key.Key_Return)
    floor.rest()
    assert hall(floor) == HALL_MM


def test_a_page_that_names_its_scale_comes_in_its_size(floor: FloorHand, tmp_path: Path) -> None:
    lay(floor, scaled_pdf(tmp_path / "plan.pdf"))
    assert under(floor).bounds.width == pytest.approx(SHEET_MM[0] * SCALE, rel=0.001)
    assert mode(floor) is FloorMode.SELECT
    assert "at the scale given on the page." in floor.hand.message


def test_a_drawing_comes_in_its_size_and_its_line_ends_draw_the_points(floor: FloorHand, tmp_path: Path) -> None:
    (tmp_path / "walls.dxf").write_text(SQUARE_DXF)
    lay(floor, tmp_path / "walls.dxf")
    assert (under(floor).bounds.width, under(floor).bounds.height) == (10_000, 8_000)
    assert "drawn in meters" in floor.hand.message
    assert mode(floor) is FloorMode.SELECT
    content = floor.canvas.underlays.contents[under(floor).attachment_id]
    assert content.pieces is not None
    assert len(content.pieces) == 2
    assert dark_at(shown(floor), floor.at(5000, 8000))
    floor.do("floor.underlay-scale")
    floor.click(floor.at(0, 8000) + QPoint(4, -3))
    QTest.mouseClick(floor.canvas, Qt.MouseButton.LeftButton, pos=floor.at(10_000, 0) + QPoint(-3, 4))
    asked = dialog(floor, ScaleUnderlayDialog)
    assert sum(asked.points(), ()) == pytest.approx((0, 8000, 10_000, 0), abs=1e-6)
    asked.level.click()
    QTest.keyClick(asked.distance, Qt.Key.Key_Return)
    floor.rest()
    floor.do("edit.undo")
    assert under(floor).turn == 1


def test_it_moves_only_in_its_mode_and_by_numbers(floor: FloorHand, tmp_path: Path) -> None:
    (tmp_path / "walls.dxf").write_text(SQUARE_DXF)
    lay(floor, tmp_path / "walls.dxf")
    before = under(floor).corner
    floor.drag(floor.at(5000, 5000), floor.at(7000, 6000))
    assert under(floor).corner == before
    floor.do("floor.underlay-move")
    floor.drag(floor.at(5000, 5000), floor.at(7000, 6000), let_go=False)
    assert under(floor).corner.real == pytest.approx(before.real + 2000, abs=60)
    floor.press(Qt.Key.Key_Escape)
    assert under(floor).corner == before
    assert floor.hand.desk.session.snapshot["underlay"]["x_mm"].tolist() == [0]
    floor.do("floor.underlay-move")
    floor.drag(floor.at(5000, 5000), floor.at(7000, 6000))
    assert floor.hand.desk.session.snapshot["underlay"]["x_mm"].tolist() == [pytest.approx(2000, abs=60)]
    for label, typed, column, value in (
        ("From west wall", "500", "x_mm", 500),
        ("From north wall", "-250", "y_mm", -250),
        ("Width", "5000", "right_x_mm", 5500),
        ("Rotation", "90", "right_y_mm", 4750),
    ):
        rows = [row for row in floor.place.inspector.findChildren(EditorRow) if row.isVisible() and row.label() == label]
        editor = rows[0].findChild(QLineEdit)
        assert isinstance(editor, QLineEdit)
        editor.setFocus()
        editor.selectAll()
        QTest.keyClicks(editor, typed)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        floor.rest()
        assert floor.hand.desk.session.snapshot["underlay"][column].tolist() == [value]


def test_opacity_shows_while_it_is_dragged_and_is_one_step(floor: FloorHand, tmp_path: Path) -> None:
    lay(floor, scaled_pdf(tmp_path / "plan.pdf"))
    steps = len(floor.hand.steps)
    slider = floor.place.inspector.findChild(QSlider)
    assert isinstance(slider, QSlider)
    assert slider.value() == 50
    wall = on_paper(floor, WALL_MM[0] - 2, 150)
    strengths = []
    slider.setSliderDown(True)
    for percent in (40, 20, 90):
        slider.setSliderPosition(percent)
        strengths.append(QColor(shown(floor).pixel(wall)).lightness())
    assert strengths[1] > strengths[0] > strengths[2]
    slider.setSliderDown(False)
    floor.rest()
    assert under(floor).opacity_percent == 90
    assert len(floor.hand.steps) == steps + 1
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Left)
    QTest.keyClick(slider, Qt.Key.Key_Left)
    floor.hand.qtbot.waitUntil(lambda: under(floor).opacity_percent == 88 and not floor.canvas.underlays.previews, timeout=PATIENCE_MS)
    floor.rest()
    assert len(floor.hand.steps) == steps + 2


@pytest.mark.parametrize("other", ["underlay", "hall"])
def test_opacity_is_that_of_what_was_selected_when_it_was_set(floor: FloorHand, tmp_path: Path, other: str) -> None:
    for name in ("a.dxf", "b.dxf"):
        (tmp_path / name).write_text(SQUARE_DXF)
        lay(floor, tmp_path / name)
    session = floor.hand.desk.session
    first, second = session.snapshot["underlay"].ids.tolist()
    session.select([ObjectRef("underlay", first)])
    floor.rest()
    slider = next(each for each in floor.place.inspector.findChildren(QSlider) if each.isVisible())
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Left)
    session.select([ObjectRef("underlay", second)] if other == "underlay" else [ObjectRef("hall", int(session.snapshot["hall"].ids[0]))])
    floor.hand.qtbot.waitUntil(lambda: session.snapshot["underlay"]["opacity_percent"].tolist() == [49, 50], timeout=PATIENCE_MS)
    floor.rest()
    assert not floor.canvas.underlays.previews


def test_what_may_not_move_goes_back(floor: FloorHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(floor, scaled_pdf(tmp_path / "plan.pdf"))

    def move_underlay(edit: object, row_id: int, dx_mm: int, dy_mm: int) -> None:
        raise Refused(Message("operations", "Not there."))

    monkeypatch.setattr(underlay_commands, "move_underlay", move_underlay)
    floor.hand.do("floor.underlay-move")
    middle = floor.canvas.rect().center()
    floor.drag(middle, middle + QPoint(40, 30))
    assert not floor.canvas.underlays.previews


def test_hidden_shown_listed_renamed_and_taken_away(floor: FloorHand, tmp_path: Path) -> None:
    for name in ("a.dxf", "b.dxf"):
        (tmp_path / name).write_text(SQUARE_DXF)
        lay(floor, tmp_path / name)
    floor.press(Qt.Key.Key_U, CTRL)
    assert [each.opacity_percent for each in floor.canvas.underlays.underlays] == [50, 0]
    floor.press(Qt.Key.Key_U, Qt.KeyboardModifier.ShiftModifier)
    listed = next(each for each in QApplication.topLevelWidgets() if isinstance(each, UnderlayListDialog))
    listed.lines[1].box.click()
    floor.rest()
    listed.lines[0].box.click()
    floor.rest()
    assert [each.opacity_percent for each in floor.canvas.underlays.underlays] == [0, 50]
    listed.lines[0].remove.click()
    floor.rest()
    assert under(floor).name == "b.dxf"
    assert len(listed.lines) == 1
    listed.reject()
    front(floor)
    floor.do("edit.undo")
    assert [each.name for each in floor.canvas.underlays.underlays] == ["a.dxf", "b.dxf"]
    floor.hand.desk.session.select([ObjectRef("underlay", floor.canvas.underlays.underlays[0].id)])
    floor.do("edit.rename")
    QTest.keyClicks(floor.hand.focused(), "Walls")
    QTest.keyClick(floor.hand.focused(), Qt.Key.Key_Return)
    floor.rest()
    assert floor.canvas.underlays.underlays[0].name == "Walls"
    floor.press(Qt.Key.Key_Delete)
    assert under(floor).name == "b.dxf"


def test_dark_paper_does_not_glare(floor: FloorHand, tmp_path: Path) -> None:
    lay(floor, scaled_pdf(tmp_path / "plan.pdf"))
    theme.set_theme("dark")
    floor.rest()
    image, floor_colour = shown(floor), theme.current().surface.panel.lightness()
    assert QColor(image.pixel(on_paper(floor, 150, 100))).lightness() <= floor_colour + 20
    assert QColor(image.pixel(on_paper(floor, WALL_MM[0] - 2, 150))).lightness() > floor_colour + 60
    floor.do("floor.underlay-through")
    assert QColor(shown(floor).pixel(on_paper(floor, 150, 100))).lightness() > floor_colour + 60


def test_the_map_shows_what_lies_under_the_plan(floor: FloorHand, tmp_path: Path) -> None:
    lay(floor, scaled_pdf(tmp_path / "plan.pdf"))
    floor.canvas.zoom_by(4.0)
    floor.rest()
    assert floor.canvas.map.isVisible()

    def dark() -> int:
        image = shown(floor).copy(floor.canvas.map.geometry())
        return sum(QColor(image.pixel(x, y)).lightness() < 190 for x in range(image.width()) for y in range(image.height()))

    with_it = dark()
    floor.hand.desk.session.do(set_underlay_opacity, under(floor).id, 1)
    floor.rest()
    assert with_it > dark() + 100


def test_the_margins_of_a_plan_bring_no_map_over_the_hall(floor: FloorHand, tmp_path: Path) -> None:
    lay(floor, scaled_pdf(tmp_path / "plan.pdf"))
    floor.canvas.fit(floor.canvas.hall_bounds(), animated=False)
    floor.rest()
    assert floor.canvas.camera.seen.right < floor.canvas.bounds.right
    assert not floor.canvas.map.isVisible()


def test_a_picture_of_the_floor_holds_what_lies_under_it(floor: FloorHand, tmp_path: Path) -> None:
    lay(floor, scaled_pdf(tmp_path / "plan.pdf"))
    for suffix, head in ((".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")):
        floor.hand.desk.window.registry.action("floor.picture").trigger()
        dialog = next(each for each in QApplication.topLevelWidgets() if isinstance(each, QFileDialog) and each.isVisible())
        dialog.fileSelected.emit(str(tmp_path / f"floor{suffix}"))
        dialog.close()
        dialog.deleteLater()
        floor.rest()
        assert (tmp_path / f"floor{suffix}").read_bytes().startswith(head)
    assert b"<image" in (tmp_path / "floor.svg").read_bytes()
    assert max(QImage(str(tmp_path / "floor.png")).size().toTuple()) >= 3900


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("bomb.png", png(60_000, 60_000), "megapixels"),
        ("cut.png", png(900, 900)[:60], "damaged"),
        ("short.png", png(900, 900), ""),
        ("cut.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "The image is damaged: its size is missing."),
        ("text.png", b"hello", "Only PNG"),
        ("plan.dwg", b"AC1032 and so on", "DWG"),
        ("cut.dxf", SQUARE_DXF[:150].encode(), "truncated"),
        ("cut.pdf", pdf_file([(595, 842, "")])[:120], "damaged"),
        ("locked.pdf", locked(pdf_file([(595, 842, "")])), "password"),
        ("huge.pdf", pdf_file([(1e8, 1e8, "")]), "invalid size"),
    ],
)
def test_what_cannot_lie_there_is_said(floor: FloorHand, tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)
    lay(floor, tmp_path / name)
    if said:
        assert said in floor.hand.message
        assert not floor.canvas.underlays.underlays


def test_a_file_that_is_not_there_and_a_project_without_halls(floor: FloorHand, tmp_path: Path) -> None:
    lay(floor, tmp_path / "nothing.pdf")
    assert "cannot be read" in floor.hand.message
    floor.hand.desk.session.do(delete_objects, "hall", [floor.ref("Hall 1").id])
    floor.rest()
    (tmp_path / "walls.dxf").write_text(SQUARE_DXF)
    floor.hand.desk.window.commands.lay_under(tmp_path / "walls.dxf")
    floor.rest()
    assert "Add a hall first" in floor.hand.message
