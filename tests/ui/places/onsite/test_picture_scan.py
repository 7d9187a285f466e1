"""Codes read from pictures: a label, a sheet, several codes, a damaged one; from a file, dropped, pasted, and from the camera folder."""

from pathlib import Path
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage, QImageWriter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.core.checklist.entries import EvidenceFile
from gpudesk.core.checklist.items import Scope
from gpudesk.core.plan.plan import Plan
from gpudesk.formats.onsite.picture_codes import PictureCodes
from gpudesk.onsite.work_list import Spot
from gpudesk.operations.onsite.onsite_photos import Photo
from gpudesk.ui.places.onsite import picture_scan
from gpudesk.ui.places.onsite.picture_scan import codes_of
from tests.formats.code_pictures import Gray, code_picture, damaged, sheet
from tests.patience import PATIENCE_MS
from tests.ui.built import Step, put_built
from tests.ui.hand import CTRL, PLAN
from tests.ui.places.onsite.hand import SiteHand, with_people
from tests.ui.places.onsite.test_onsite_cables import cabled, label, sign_is_shown


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """The small site with two cables."""
    return PLAN, (cabled,)


def image(gray: Gray) -> QImage:
    """The picture of these pixels."""
    pixels = np.ascontiguousarray(gray)
    return QImage(pixels.data, pixels.shape[1], pixels.shape[0], pixels.shape[1], QImage.Format.Format_Grayscale8).copy()


def saved(path: Path, gray: Gray) -> Path:
    """A file with these pixels, written as a whole."""
    part = path.with_suffix(".part")
    assert QImageWriter(str(part), QByteArray(b"png")).write(image(gray))
    part.rename(path)
    return path


def sheet_code(onsite: SiteHand, item: str, target: int) -> str:
    """What the code of an item on a printed sheet says."""
    return f"{label(onsite, target, 'A')[:16]}:{item}:{target}"


def take(onsite: SiteHand, path: Path) -> None:
    """Choose a picture."""
    onsite.place.scanning.pictures.take_file(path)
    onsite.rest()


def test_a_label_and_a_sheet_are_read_from_a_file(onsite: SiteHand, tmp_path: Path) -> None:
    first = onsite.hand.snapshot["cable"].ids.tolist()[0]
    take(onsite, saved(tmp_path / "label.png", code_picture(label(onsite, first, "B"))))
    assert onsite.place.side.wanted().spot == Spot(Scope.CABLE, first)
    hall = onsite.hand.ids("hall")["Hall 1"]
    take(onsite, saved(tmp_path / "sheet.png", code_picture(sheet_code(onsite, "RDY-060", hall))))
    task = onsite.place.task
    assert task is not None
    assert (task.item.key, task.target) == ("RDY-060", hall)
    assert onsite.log[-1].kind == "override"


def test_a_code_on_transparent_ground_is_read() -> None:
    gray = image(code_picture("GPUDESK:1A2B3C4D:17:A"))
    clear = QImage(gray.size(), QImage.Format.Format_ARGB32)
    clear.fill(Qt.GlobalColor.transparent)
    for y in range(gray.height()):
        for x in range(gray.width()):
            if not gray.pixelColor(x, y).lightness():
                clear.setPixelColor(x, y, Qt.GlobalColor.black)
    assert codes_of(clear).texts == ("GPUDESK:1A2B3C4D:17:A",)
    assert codes_of(QImage()).texts == ()


def test_several_codes_are_offered_and_one_is_taken(onsite: SiteHand, tmp_path: Path) -> None:
    first, second = onsite.hand.snapshot["cable"].ids.tolist()
    gray = sheet(code_picture(label(onsite, first, "A")), code_picture(label(onsite, second, "B")), damaged(code_picture("x")))
    take(onsite, saved(tmp_path / "strip.png", gray))
    choice = onsite.place.scanning.codes
    assert choice.isVisible()
    assert choice.title.text() == "2 codes in strip.png"
    assert [button.text() for button in choice.buttons.values()] == [f"Cable {first}, end A", f"Cable {second}, end B"]
    assert choice.damage.isVisible()
    assert onsite.place.side.wanted().spot is None
    onsite.tap(choice.buttons[label(onsite, second, "B")])
    assert onsite.place.side.wanted().spot == Spot(Scope.CABLE, second)
    assert not choice.isVisible()


def test_a_damaged_code_and_a_picture_without_one_are_refused(onsite: SiteHand, tmp_path: Path) -> None:
    take(onsite, saved(tmp_path / "torn.png", damaged(code_picture("GPUDESK:1A2B3C4D:17:A"))))
    sign = onsite.place.scanning.sign
    assert sign is not None
    assert sign_is_shown(onsite)
    assert sign.title == "Damaged code"
    assert sign.reason == "torn.png has a damaged or blurred code. Retake the photo from closer up, or reprint the label."
    QTest.keyClick(sign, Qt.Key.Key_Escape)
    take(onsite, saved(tmp_path / "wall.png", np.full((300, 400), 200, np.uint8)))
    assert sign.title == "No code"
    QTest.keyClick(sign, Qt.Key.Key_Escape)
    take(onsite, saved(tmp_path / "foreign.png", code_picture("GPUDESK:00000000:1:A")))
    assert (sign.title, sign.reason) == ("Wrong label", "This label belongs to another project.")
    QTest.keyClick(sign, Qt.Key.Key_Escape)
    take(onsite, saved(tmp_path / "old.png", code_picture(sheet_code(onsite, "RCK-020", 999_999))))
    assert sign.reason == "The object that this sheet was printed for is no longer in the plan."
    QTest.keyClick(sign, Qt.Key.Key_Escape)


def test_a_picture_is_pasted_and_a_file_is_dropped(onsite: SiteHand, tmp_path: Path) -> None:
    first, second = onsite.hand.snapshot["cable"].ids.tolist()
    line = onsite.place.top.scan
    QGuiApplication.clipboard().setImage(image(code_picture(label(onsite, first, "A"))))
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_V, CTRL)
    onsite.rest()
    assert onsite.place.side.wanted().spot == Spot(Scope.CABLE, first)
    QGuiApplication.clipboard().setText("A02")
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_V, CTRL)
    assert line.text() == "A02"
    line.clear()
    given = QMimeData()
    given.setUrls([QUrl.fromLocalFile(str(saved(tmp_path / "b.png", code_picture(label(onsite, second, "A")))))])
    copy, none, left = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    entering = QDragEnterEvent(QPoint(9, 9), copy, given, left, none)
    QApplication.sendEvent(line, entering)
    assert entering.isAccepted()
    QApplication.sendEvent(line, QDropEvent(QPointF(9, 9), copy, given, left, none))
    onsite.rest()
    assert onsite.place.side.wanted().spot == Spot(Scope.CABLE, second)
    assert line.text() == ""


def test_codes_read_for_one_project_are_not_offered_in_another(onsite: SiteHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, read_on = onsite.hand.desk.session, Event()
    content = code_picture(label(onsite, onsite.hand.snapshot["cable"].ids.tolist()[0], "B"))
    photo = Photo(EvidenceFile("label.png", 3, "0" * 64), "image/png", 8, 8, b"???")

    def slow(*_: object) -> PictureCodes:
        assert read_on.wait(PATIENCE_MS / 1000)
        return codes_of(image(content))

    monkeypatch.setattr(picture_scan, "_codes_of_photo", slow)
    onsite.place.top.scan.setFocus()
    onsite.place.scanning.look_for_codes([photo])
    before = session.document
    try:
        put_built(tmp_path / "other.gpudesk", PLAN, with_people)
        session.open(tmp_path / "other.gpudesk")
        onsite.hand.qtbot.waitUntil(lambda: session.document is not None and session.document is not before, timeout=PATIENCE_MS)
    finally:
        read_on.set()
    onsite.hand.desk.window.go("onsite")
    onsite.rest()
    assert not onsite.place.scanning.codes.isVisible()
    assert onsite.place.scanning.codes.buttons == {}


def test_codes_in_new_pictures_of_the_camera_are_offered_to_the_scan_field(onsite: SiteHand, tmp_path: Path) -> None:
    first = onsite.hand.snapshot["cable"].ids.tolist()[0]
    onsite.place.watch_camera(tmp_path)
    onsite.rest()
    onsite.place.top.scan.setFocus()
    saved(tmp_path / "wall.png", np.full((300, 400), 200, np.uint8))
    saved(tmp_path / "label.png", code_picture(label(onsite, first, "B")))
    for _ in range(2):
        onsite.place.camera.look()
        onsite.rest()
    assert list(onsite.place.scanning.codes.buttons) == [label(onsite, first, "B")]
    onsite.tap(onsite.place.scanning.codes.close_button)
    assert onsite.place.side.wanted().spot is None


def test_a_cable_series_is_done_by_pictures(onsite: SiteHand, tmp_path: Path) -> None:
    first = onsite.hand.snapshot["cable"].ids.tolist()[0]
    onsite.begin("Ana Ruiz")
    onsite.tap(onsite.place.cables)
    take(onsite, saved(tmp_path / "a.png", code_picture(label(onsite, first, "A"))))
    onsite.tap(onsite.place.run.confirm)
    take(onsite, saved(tmp_path / "b.png", code_picture(label(onsite, first, "B"))))
    onsite.tap(onsite.place.run.confirm)
    assert onsite.place.run.done == 1
