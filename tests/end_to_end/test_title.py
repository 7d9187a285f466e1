"""The whole road in a real window: one server dragged, refused, undone after a restart, found by a check, shown in Spanish and dark."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.hardware.hardware import Face
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.derived.racks.device_placement import Spot
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.app.application import Desk
from gpudesk.ui.app.render import settle, wait_until
from gpudesk.ui.app.selftest import spot_on
from gpudesk.ui.panels.problems.problem_rows import Column
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.qt_application import make_application
from gpudesk.ui.toolkit.theme import theme
from tests.end_to_end.real_window import Eye, RealWindow
from tests.left_out import ALL_LEFT_OUT
from tests.patience import until

RACK, SYSTEM = "generic.rack-48u-600x1200", "nvidia.dgx-h100"
HALF_UNITS = 16
SIZE = (1440, 900)
PLAN = Plan(
    "Title",
    halls=(PlanHall("Hall 1"),),
    rows=(PlanRow(0, "A"),),
    racks=(PlanRack(RACK, 0, "A01", row=0), PlanRack(RACK, 0, "A02", row=0, x_mm=600)),
    devices=(PlanDevice(SYSTEM, "over-1", rack=1, position=0), PlanDevice(SYSTEM, "over-2", rack=1, position=8)),
    outside=ALL_LEFT_OUT,
)
"""An empty rack, and next to it one into which an overlap came: a plan from elsewhere may be wrong."""


class Twin:
    """The same window without a screen on the same project: it knows where things are drawn."""

    def __init__(self, path: Path, folder: Path) -> None:
        self._source = path
        self._folder = folder
        self._settings = Settings(path=folder / "twin.ini")
        self._settings.theme, self._settings.language = "light", "en"
        self.desk = Desk(self._settings)
        self.desk.window.resize(*SIZE)
        self.desk.show()
        self.refresh()

    def refresh(self) -> None:
        """Open the project as it is now."""
        path = self._folder / "twin" / self._source.name
        self.desk.session.close()
        self._rest()
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        with Document.open(self._source, write=False) as document:
            document.save_copy(path)
        self.desk.session.open(path)
        wait_until(lambda: self.desk.session.is_open)
        self._rest()

    def do(self, action: str) -> None:
        """Do an action of the menus."""
        self.desk.window.registry.action(action).trigger()
        self._rest()

    def speak_spanish(self) -> None:
        """Change the language, for which the window is made again."""
        before = self.desk.window
        self.do("view.language.es")
        wait_until(lambda: self.desk.window is not before)
        self.desk.window.resize(*SIZE)
        self._rest()

    def search(self, words: str) -> None:
        """Search the catalog."""
        self.desk.window.rack.catalog.search.setText(words)
        self._rest()

    def search_field(self) -> QPoint:
        """Where the catalog is searched."""
        return self._on_screen(self.desk.window.rack.catalog.search, self.desk.window.rack.catalog.search.rect().center())

    def part(self, key: str) -> QPoint:
        """Where a part is in the catalog."""
        view = self.desk.window.rack.catalog.view
        view.set_current_key(key)
        settle()
        assert view.current_key() == key
        return self._on_screen(view.viewport(), view.visualRect(view.currentIndex()).center())

    def spot(self, rack: str, position: int, half_units: int = HALF_UNITS) -> QPoint:
        """Where the middle of a device would be drawn."""
        racks = self.desk.session.snapshot["rack"]
        rack_id = int(racks.ids[racks["name"].tolist().index(rack)])
        canvas = self.desk.window.rack.canvas
        return self._on_screen(canvas, spot_on(canvas, Spot(rack_id, position, Face.FRONT), half_units))

    def fix(self, rule: str) -> QPoint:
        """Where the button is that fixes the first problem of a rule."""
        problems = self.desk.window.rack.problems
        line = next(line for line in range(problems.model.rowCount()) if problems.model.finding_at(line).rule == rule)
        view = problems.view
        return self._on_screen(view.viewport(), view.visualRect(problems.model.index(line, Column.FIX)).center() - QPoint(30, 0))

    def picture(self) -> QImage:
        """The window as it should look."""
        self.desk.window.rack.canvas.settle()
        settle()
        return self.desk.window.grab().toImage()

    def close(self) -> None:
        """Close it."""
        self.desk.close()
        settle()

    def _on_screen(self, widget: QWidget, at: QPoint) -> QPoint:
        return widget.mapTo(self.desk.window, at)

    def _rest(self) -> None:
        wait_until(lambda: self.desk.jobs.running == 0 and (not self.desk.session.is_open or self.desk.session.findings is not None))
        settle()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "title.gpudesk"
    with Document.create(path) as document:
        run(document, build, PLAN)
    return path


@pytest.fixture
def twin(project: Path, tmp_path: Path) -> Iterator[Twin]:
    make_application(["gpudesk"])
    before = theme.choice(), translate.language()
    made = Twin(project, tmp_path)
    yield made
    made.close()
    theme.set_theme(before[0])
    translate.install_language(before[1])


@pytest.fixture
def eye(x_display: str, tmp_path: Path) -> Iterator[Eye]:
    made = Eye(x_display, tmp_path)
    yield made
    made.close()


def positions(path: Path) -> dict[str, int]:
    """The devices in the file, with their lowest half units, while the program has it open."""
    with Document.open(path, write=False) as document:
        devices = document.snapshot["device"]
        return dict(zip(devices["name"].tolist(), devices["position"].tolist(), strict=True))


def colours(picture: QImage) -> npt.NDArray[np.uint32]:
    """The colors of a picture as 0xRRGGBB, row by row; outside of it there are none, so that it covers SIZE."""
    bits = picture.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(bits.constBits(), np.uint32).reshape(bits.height(), bits.bytesPerLine() // 4)
    whole = np.full((SIZE[1], SIZE[0]), 0xFFFFFFFF, np.uint32)
    seen = pixels[: SIZE[1], : min(SIZE[0], bits.width())] & np.uint32(0xFFFFFF)
    whole[: seen.shape[0], : seen.shape[1]] = seen
    return whole


def alike(one: QImage, other: QImage) -> float:
    """The share of equal pixels, on a grid, of the window's part of two pictures."""
    grid = slice(3, SIZE[1], 7), slice(3, SIZE[0], 7)
    return float(np.mean(colours(one)[grid] == colours(other)[grid]))


def menus_alike(one: QImage, other: QImage) -> float:
    """The share of equal pixels where two pictures of the window show the menus."""
    menus = slice(26), slice(420)
    return float(np.mean(colours(one)[menus] == colours(other)[menus]))


def alike_around(one: QImage, other: QImage, at: QPoint, reach: int = 40) -> float:
    """The share of equal pixels left of and at a point, where the row of a list has its text."""
    part = slice(max(0, at.y() - 6), at.y() + 6), slice(max(0, at.x() - reach), at.x())
    return float(np.mean(colours(one)[part] == colours(other)[part]))


def holds_colour(picture: QImage, around: QPoint, colour: QColor, reach: int = 60) -> bool:
    """Whether a color occurs around a point."""
    rows, columns = (slice(max(0, at - reach), at + reach) for at in (around.y(), around.x()))
    return bool(np.any(colours(picture)[rows, columns] == colour.rgb() & 0xFFFFFF))


def way(start: QPoint, end: QPoint) -> list[QPoint]:
    """From one point to another: away slowly, so that it is a drag, then in steps."""
    return [start, start + QPoint(6, 3), start + QPoint(14, 6), *(start + (end - start) * (share / 8) for share in range(2, 9))]


@pytest.mark.real_window
def test_one_server_dragged_refused_undone_after_a_restart_found_by_a_check_and_shown_in_spanish_and_dark(
    x_display: str, eye: Eye, twin: Twin, project: Path, gpudesk_home: Path
) -> None:
    settings = Settings(path=gpudesk_home / "config" / "interface.ini")
    settings.theme, settings.language = "light", "en"
    settings.sync()
    light = theme.current()
    start = positions(project)
    assert start == {"over-1": 0, "over-2": 8}

    with RealWindow(x_display, project) as window:
        until(lambda: alike(eye.look(window.place), twin.picture()) > 0.97, "the window that the program shows without a screen, too")
        # Dragged.
        window.click(twin.search_field())
        window.type("dgx h100")
        twin.search("dgx h100")
        until(lambda: alike(eye.look(window.place), twin.picture()) > 0.97, "the catalog after a search")
        found, target = twin.picture(), twin.spot("A01", 0)
        part = twin.part(SYSTEM)
        # Most of the window looks alike before the search, too: the list has to be the found one where the part is taken from.
        until(lambda: alike_around(eye.look(window.place), found, part) > 0.97, "the part that was searched for")
        window.carry(way(part, target))
        until(lambda: holds_colour(eye.look(window.place), target, light.accent), "the frame of a free place")
        window.let_go()
        until(lambda: len(positions(project)) == 3, "the server in the file")
        (placed,) = set(positions(project)) - set(start)
        assert positions(project)[placed] == 0
        # Refused.
        twin.refresh()
        twin.search("dgx h100")
        onto = twin.spot("A01", 4)
        window.carry(way(twin.part(SYSTEM), onto))
        until(lambda: holds_colour(eye.look(window.place), onto, light.severity["error"].colour, 120), "the red mark of a refusal")
        window.let_go()
        window.press("ctrl+q")
        assert window.ended() == 0, window.last_words()
    assert positions(project) == {**start, placed: 0}

    with RealWindow(x_display, project) as window:
        twin.search("")
        until(lambda: alike(eye.look(window.place), twin.picture()) > 0.9, "the window after a restart")
        # Undone after a restart.
        window.press("ctrl+z")
        until(lambda: positions(project) == start, "the server taken out")
        # The file has the undo before the window shows it: what is pressed in between comes after it.
        window.press("ctrl+shift+z")
        until(lambda: positions(project) == {**start, placed: 0}, "the server back")
        # Found by a check, and fixed by its button.
        known, button = twin.picture(), twin.fix("space.overlap")
        # The file has the edit before the window has its findings.
        until(lambda: alike_around(eye.look(window.place), known, button) > 0.97, "the problem with its button")
        window.click(button)
        until(lambda: positions(project)["over-2"] != 8, "the overlap fixed")
        # Spanish and dark.
        twin.refresh()
        until(lambda: alike(eye.look(window.place), twin.picture()) > 0.9, "the window after the fix")
        english = eye.look(window.place)
        window.press("ctrl+k")
        # A letter that the keyboard lacks would change the keyboard.
        window.type("espa")
        window.press("Return")
        window.find()
        twin.speak_spanish()
        until(lambda: menus_alike(eye.look(window.place), twin.picture()) > 0.98, "the menus in Spanish")
        assert menus_alike(eye.look(window.place), english) < 0.95
        window.press("ctrl+k")
        window.type("oscuro")
        window.press("Return")
        twin.do("view.theme.dark")
        until(lambda: alike(eye.look(window.place), twin.picture()) > 0.9, "the window in Spanish and dark")
        shown = eye.look(window.place)
        dark = sum(shown.pixelColor(x, y).lightness() < 90 for x in range(0, SIZE[0], 16) for y in range(0, SIZE[1], 16))
        assert dark > 0.6 * (SIZE[0] // 16) * (SIZE[1] // 16)
        window.press("ctrl+q")
        assert window.ended() == 0, window.last_words()
        # Qt may say something of the machine; Python says only what is wrong.
        words = window.last_words()
        assert "Traceback" not in words, words
        assert "Warning:" not in words, words

    kept = Settings(path=gpudesk_home / "config" / "interface.ini")
    assert (kept.theme, kept.language) == ("dark", "es")
    assert kept.recent_files == [project]
    with Document.open(project) as document:
        assert document.read_only is None
        document.quick_check()
        assert [step.done for step in document.steps] == [True, True, True]
        assert not any(finding.rule == "space.overlap" for finding in findings_of(document.snapshot))
    assert sorted(path.name for path in project.parent.glob("title*")) == ["title.gpudesk"]
