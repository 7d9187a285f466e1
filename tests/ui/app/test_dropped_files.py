"""A file dropped on the window, opened or named at the start goes to where it belongs, and says so while it is dragged."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QFileDialog

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.own_templates import own_path, own_templates
from gpudesk.catalog.type_exchange import shared
from gpudesk.core.plan.plan import PlanHall
from gpudesk.ui.app.dialogs.import_file import ImportDialog
from gpudesk.ui.app.render import settle
from gpudesk.ui.places.catalog.dialogs.library_report import LibraryReportDialog
from gpudesk.ui.places.catalog.dialogs.type_import import TypeImportDialog
from gpudesk.ui.places.home.new_project import NewProjectDialog
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from tests.catalog.test_own_templates import BOMB, saved
from tests.formats.test_what_is import NETBOX_TYPE
from tests.patience import PATIENCE_MS
from tests.ui.hand import NO_KEY, PLAN, Hand

ACTION, BUTTON = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton


def carried(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def hold(hand: Hand, *paths: Path) -> tuple[str, str]:
    """Drag files over the window and hold them there; what is said."""
    data = carried(*paths)
    enter = QDragEnterEvent(QPoint(500, 300), ACTION, data, BUTTON, NO_KEY)
    enter.ignore()
    QApplication.sendEvent(hand.desk.window, enter)
    assert enter.isAccepted()
    hand.qtbot.waitUntil(lambda: hand.desk.jobs.running == 0, timeout=PATIENCE_MS)
    settle()
    overlay = hand.desk.window.files.overlay
    assert overlay.isVisible()
    assert overlay.grab().toImage() != QImage(), "it can be painted"
    return overlay.title, overlay.sentence


def drop(hand: Hand, *paths: Path) -> None:
    data = carried(*paths)
    QApplication.sendEvent(hand.desk.window, QDropEvent(QPointF(500, 300), ACTION, data, BUTTON, NO_KEY))
    hand.qtbot.waitUntil(lambda: hand.desk.jobs.running == 0, timeout=PATIENCE_MS)
    settle()
    hand.qtbot.waitUntil(lambda: hand.desk.jobs.running == 0, timeout=PATIENCE_MS)
    settle()
    assert not hand.desk.window.files.overlay.isVisible()


def dialog(hand: Hand) -> DeskDialog:
    """The dialog that came up, once it has read what it shows."""
    hand.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), DeskDialog), timeout=PATIENCE_MS)
    hand.qtbot.waitUntil(lambda: hand.desk.jobs.running == 0, timeout=PATIENCE_MS)
    found = QApplication.activeModalWidget()
    assert isinstance(found, DeskDialog)
    return found


def leave(found: DeskDialog) -> None:
    found.reject()
    settle()


@pytest.fixture
def home(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


def picture(tmp_path: Path) -> Path:
    path = tmp_path / "plan of the hall"
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    image.save(str(path) + ".png")
    return path.with_suffix(".png").rename(path)


def test_what_cannot_be_taken_says_what_can(home: Hand, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("the racks come on Monday", encoding="utf-8")
    title, sentence = hold(home, path)
    assert title == "notes.txt is not recognized; it looks like plain text."
    assert sentence.startswith("Supported formats: kernel logs")
    drop(home, path)
    assert "Supported formats: kernel logs" in home.message
    assert home.desk.window.place == "home"


def test_the_veil_goes_with_the_drag(home: Hand, tmp_path: Path) -> None:
    hold(home, tmp_path)
    QApplication.sendEvent(home.desk.window, QDragLeaveEvent())
    home.qtbot.waitUntil(lambda: not home.desk.window.files.overlay.isVisible(), timeout=PATIENCE_MS)


def test_several_at_once_are_not_taken(home: Hand, tmp_path: Path) -> None:
    assert hold(home, tmp_path / "a", tmp_path / "b")[0] == "One file at a time"
    drop(home, tmp_path / "a", tmp_path / "b")
    assert "One file at a time" in home.message


def test_a_project_by_another_name_opens(hand: Hand, home: Hand, tmp_path: Path) -> None:
    hand.desk.session.close()
    hand.qtbot.waitUntil(lambda: hand.desk.jobs.running == 0, timeout=PATIENCE_MS)
    path = tmp_path / "site.backup"
    path.write_bytes((tmp_path / "site.gpudesk").read_bytes())
    assert hold(home, path)[0] == "Open site.backup"
    drop(home, path)
    home.rest()
    assert home.snapshot["rack"].rows == 3


def test_a_template_comes_among_mine_and_a_project_can_begin_with_it(home: Hand, tmp_path: Path) -> None:
    given = tmp_path / "given.yaml"
    given.write_bytes(own_path(saved("East row")).read_bytes().replace(b"East row", b"West row").replace(b"east-row", b"west-row"))
    assert hold(home, given)[0] == "Import given.yaml as a template"
    drop(home, given)
    found = dialog(home)
    assert isinstance(found, NewProjectDialog)
    assert found.template() == "mine/west-row"
    assert [info.title for info in own_templates().infos] == ["East row", "West row"]
    leave(found)


def test_a_template_that_means_harm_is_refused_with_its_reason(home: Hand, tmp_path: Path) -> None:
    path = tmp_path / "bomb.yaml"
    path.write_text(BOMB)
    assert hold(home, path)[0] == "Import bomb.yaml as a template"
    drop(home, path)
    assert "anchors and aliases are not supported here: write out the value" in home.message
    assert not own_templates().infos


def test_a_device_list_begins_a_project_or_goes_into_the_open_one(home: Hand, tmp_path: Path) -> None:
    path = tmp_path / "racks of hall 1"
    path.write_text("Hall,Rack,Rack type\nH1,A01,generic.rack-48u-600x1200\n", encoding="utf-8")
    assert hold(home, path)[0] == "Create a project from racks of hall 1"
    drop(home, path)
    found = dialog(home)
    assert isinstance(found, ImportDialog)
    assert (found.fields.path, found.fields.format.name) == (path, "devices-csv")
    leave(found)
    assert home.desk.window.windowTitle().startswith("racks of hall 1.gpudesk")
    assert hold(home, path)[0] == "Import racks of hall 1 into the project"
    drop(home, path)
    leave(dialog(home))


def test_types_and_libraries_go_to_the_catalog(home: Hand, tmp_path: Path) -> None:
    types = tmp_path / "types"
    types.write_bytes(shared(open_catalog(), ["nvidia.dgx-h100"]))
    assert hold(home, types)[0] == "Import the types in types"
    drop(home, types)
    found = dialog(home)
    assert isinstance(found, TypeImportDialog)
    leave(found)
    assert home.desk.window.place == "catalog"
    library = tmp_path / "lib" / "device-types" / "NVIDIA"
    library.mkdir(parents=True)
    (library / "QM9700.yaml").write_bytes(NETBOX_TYPE)
    assert hold(home, tmp_path / "lib")[0] == "Import the library lib"
    drop(home, tmp_path / "lib")
    found = dialog(home)
    assert isinstance(found, LibraryReportDialog)
    leave(found)


def test_a_picture_goes_under_the_plan_of_the_shown_hall(home: Hand, hand: Hand, tmp_path: Path) -> None:
    path = picture(tmp_path)
    assert hold(hand, path)[0] == "Use plan of the hall as the underlay of Hall 1"
    drop(hand, path)
    hand.qtbot.waitUntil(lambda: hand.snapshot["underlay"].rows == 1, timeout=PATIENCE_MS)
    assert hand.desk.window.place == "floor"
    assert hold(home, path)[0] == "Create a hall with plan of the hall as its underlay"
    drop(home, path)
    home.qtbot.waitUntil(lambda: home.desk.session.is_open and home.snapshot["underlay"].rows == 1, timeout=PATIENCE_MS)
    assert home.desk.window.place == "floor"


def test_a_picture_is_offered_for_the_hall_that_the_unseen_floor_will_show(home: Hand, tmp_path: Path) -> None:
    racks = tuple(replace(rack, hall=1) for rack in PLAN.racks)
    rows = tuple(replace(row, hall=1) for row in PLAN.rows)
    home.create(tmp_path / "two.gpudesk", replace(PLAN, halls=(PlanHall("Empty hall"), PlanHall("Full hall")), rows=rows, racks=racks))
    path = picture(tmp_path)
    assert home.desk.window.floor.hall_id is None
    assert hold(home, path)[0] == "Use plan of the hall as the underlay of Full hall"
    drop(home, path)
    home.qtbot.waitUntil(lambda: home.snapshot["underlay"].rows == 1, timeout=PATIENCE_MS)
    assert home.snapshot["underlay"]["hall_id"].tolist() == [home.ids("hall")["Full hall"]]


def test_open_takes_whatever_can_be_taken(home: Hand, tmp_path: Path) -> None:
    path = own_path(saved())
    home.do("file.open")
    asked = next(each for each in QApplication.topLevelWidgets() if isinstance(each, QFileDialog) and each.isVisible())
    assert any("*.dxf" in each for each in asked.nameFilters())
    asked.fileSelected.emit(str(path))
    asked.close()
    found = dialog(home)
    assert isinstance(found, NewProjectDialog)
    leave(found)


def test_what_is_named_at_the_start_is_taken_too(home: Hand, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(b"Rack,Device\nA01,x\n")
    home.desk.window.files.take(path)
    leave(dialog(home))
    assert home.desk.session.is_open
