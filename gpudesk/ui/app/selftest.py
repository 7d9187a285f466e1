"""End-to-end test in a window: a server placed, refused, undone after a restart, found by a check, drawn in Spanish and dark.

The frozen program runs this on the machine where it is installed, so it uses nothing but the program itself.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QDragEnterEvent, QDragMoveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Face
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.derived.racks.device_placement import Spot
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.ui.app.application import Desk
from gpudesk.ui.app.render import settle, wait_until
from gpudesk.ui.canvas.refs import TYPE_MIME
from gpudesk.ui.places.layout.racks.panes.rack_canvas import RackCanvas
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.qt_application import make_application
from gpudesk.ui.toolkit.theme import theme

RACK = "generic.rack-48u-600x1200"
SYSTEM = "nvidia.dgx-h100"
SWITCH = "nvidia.qm9700"
WINDOW = (1280, 800)


class SelfTestFailed(Exception):
    """A step did not have the expected result."""


def run(report: Callable[[str], None]) -> None:
    """Walk the road; `report` gets one line for each step that holds.

    Raises:
        SelfTestFailed: a step does not hold.
    """
    make_application(["gpudesk"])
    with tempfile.TemporaryDirectory(prefix="gpudesk-self-test-") as folder:
        path = Path(folder) / "self-test.gpudesk"
        settings = Settings(path=Path(folder) / "interface.ini")
        settings.theme, settings.language = "light", "en"
        before = theme.choice(), translate.language()
        try:
            with _desk(settings) as desk:
                _begin(desk, path, report)
                _drag(desk, report)
                _refuse(desk, report)
            with _desk(settings) as desk:
                _undo_after_restart(desk, path, report)
                _find(desk, report)
                _spanish_and_dark(desk, report)
        finally:
            theme.set_theme(before[0])
            translate.install_language(before[1])


@contextmanager
def _desk(settings: Settings) -> Iterator[Desk]:
    desk = Desk(settings)
    desk.window.resize(*WINDOW)
    desk.show()
    settle()
    try:
        yield desk
    finally:
        desk.close()
        settle()


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise SelfTestFailed(what)


def _rest(desk: Desk) -> None:
    wait_until(lambda: desk.jobs.running == 0 and desk.session.findings is not None)
    settle()


def _begin(desk: Desk, path: Path, report: Callable[[str], None]) -> None:
    catalog = open_catalog()
    _demand(all(key in catalog for key in (RACK, SYSTEM, SWITCH)), "the catalog lacks the types of this test")
    report(f"catalog: {len(catalog)} entries, version {catalog.version[:12]}")
    racks = (PlanRack(RACK, 0, "A01", row=0), PlanRack(RACK, 0, "A02", row=0, x_mm=600))
    desk.session.create(path, Plan("Self-test", halls=(PlanHall("Hall 1"),), rows=(PlanRow(0, "A"),), racks=racks))
    wait_until(lambda: desk.session.is_open)
    _rest(desk)
    _demand(desk.window.place == "floor" and desk.session.snapshot["rack"].rows == 2, "a new project opens on its floor")
    desk.window.go("rack")
    _rest(desk)
    report("project: made, opened, shown")


def spot_on(canvas: RackCanvas, spot: Spot, half_units: int) -> QPoint:
    """Center of a device at a spot as drawn, in canvas coordinates."""
    layout = canvas.scene.layout
    rack = layout.place_of_rack[spot.rack_id]
    elevation = next(int(rack_face) for rack_face in layout.faces_of_rack[rack] if layout.face[rack_face] == spot.face)
    x, y, width, height = layout.span_rect(elevation, spot.position, spot.position + half_units)
    return QPoint(round(canvas.camera.x_px(x + width / 2)), round(canvas.camera.y_px(y + height / 2)))


def _drop(desk: Desk, key: str, spot: Spot) -> None:
    """Drag a catalog entry over the drawing as the pointer would, and drop it."""
    canvas = desk.window.rack.canvas
    where = spot_on(canvas, spot, open_catalog().get(key).height_half_units)
    data = QMimeData()
    data.setData(TYPE_MIME, key.encode())
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(canvas, QDragEnterEvent(where, action, data, button, keys))
    QApplication.sendEvent(canvas, QDragMoveEvent(where, action, data, button, keys))
    settle()
    QApplication.sendEvent(canvas, QDropEvent(QPointF(where), action, data, button, keys))
    _rest(desk)


def _drag(desk: Desk, report: Callable[[str], None]) -> None:
    rack_id = int(desk.session.snapshot["rack"].ids[0])
    _drop(desk, SYSTEM, Spot(rack_id, 0, Face.FRONT))
    devices = desk.session.snapshot["device"]
    _demand(devices.rows == 1 and int(devices["position"][0]) == 0, "a server dropped at U1 stands at U1")
    report("gesture: a server was dragged into a rack")


def _refuse(desk: Desk, report: Callable[[str], None]) -> None:
    rack_id = int(desk.session.snapshot["rack"].ids[0])
    _drop(desk, SWITCH, Spot(rack_id, 4, Face.FRONT))
    _demand(desk.session.snapshot["device"].rows == 1, "a switch cannot be dropped onto a server")
    report("gesture: what does not fit was refused")


def _undo_after_restart(desk: Desk, path: Path, report: Callable[[str], None]) -> None:
    desk.session.open(path)
    wait_until(lambda: desk.session.is_open)
    _rest(desk)
    _demand(desk.session.snapshot["device"].rows == 1, "the placed server is there after a restart")
    desk.window.registry.action("edit.undo").trigger()
    _rest(desk)
    _demand(desk.session.snapshot["device"].rows == 0, "undo after a restart takes the server out")
    desk.window.registry.action("edit.redo").trigger()
    _rest(desk)
    _demand(desk.session.snapshot["device"].rows == 1, "redo puts it back")
    report("history: undone and redone after a restart")


def _find(desk: Desk, report: Callable[[str], None]) -> None:
    rack = PlanRack(RACK, 0, "B01", row=0)
    wrong = (PlanDevice(SYSTEM, "over-1", rack=0, position=0), PlanDevice(SYSTEM, "over-2", rack=0, position=8))
    plan = Plan("Overlap", halls=(PlanHall("Hall 2"),), rows=(PlanRow(0, "B"),), racks=(rack,), devices=wrong)
    desk.session.do(build, plan)
    _rest(desk)
    rules = {finding.rule for finding in desk.session.findings or ()}
    _demand("space.overlap" in rules, "an overlap that was built is found")
    report(f"checks: {len(desk.session.findings or ())} findings, the overlap among them")


def _spanish_and_dark(desk: Desk, report: Callable[[str], None]) -> None:
    english = desk.window.menuBar().actions()[0].text()
    desk.window.registry.action("view.theme.dark").trigger()
    desk.window.registry.action("view.language.es").trigger()
    settle()
    wait_until(lambda: desk.window.menuBar().actions()[0].text() != english)
    desk.window.resize(*WINDOW)
    _rest(desk)
    image = QImage(desk.window.size(), QImage.Format.Format_RGB32)
    desk.window.render(image)
    pixels = [image.pixel(x, y) for x in range(0, image.width(), 16) for y in range(0, image.height(), 16)]
    dark = sum(QColor.fromRgb(pixel).lightness() < 90 for pixel in pixels)
    _demand(len(set(pixels)) > 12 and dark > len(pixels) / 2, "the window is drawn, and drawn dark")
    report("window: drawn in Spanish and dark")
