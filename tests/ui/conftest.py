"""What every test of the interface gets: the application in our style, light, English, metric."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpudesk import locate
from gpudesk.core.plan.plan import Plan
from gpudesk.ui.app.application import Desk
from gpudesk.ui.app.render import settle
from gpudesk.ui.toolkit import fonts, quantities, translate
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style import style
from gpudesk.ui.toolkit.theme import theme
from tests.patience import PATIENCE_S
from tests.plugins import leftovers
from tests.ui.built import Step
from tests.ui.floor_hand import FloorHand, floor_of
from tests.ui.floor_plans import hall_plan
from tests.ui.hand import PLAN, SIZE, Hand, painted_once
from tests.ui.kept_desk import DeskKeeper
from tests.ui.size_hand import hold_few


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """The one application of the run, dressed as the program is."""
    theme.set_theme("light")
    style.install(qapp)
    return qapp


@pytest.fixture(autouse=True)
def _no_work_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of a program work that was asked for is done, however much else the machine has to do."""
    monkeypatch.setattr("gpudesk.ui.toolkit.jobs.PATIENCE_S", PATIENCE_S)


@pytest.fixture(autouse=True)
def _nothing_ahead(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window makes what a test asks for, and nothing ahead, unless the test uses `makes_ahead`."""
    if "makes_ahead" not in request.fixturenames:
        monkeypatch.setattr("gpudesk.ui.app.main_window.make_ready_later", lambda _window: None)


@pytest.fixture
def makes_ahead() -> None:
    """A window makes soon after its start what a project needs, as in the program."""


@pytest.fixture(autouse=True)
def _plain_interface(qapp: QApplication) -> Iterator[None]:
    theme.set_theme("light")
    translate.install_language("en")
    translate.set_unit_system("metric")
    yield
    # Setting the application's font makes Qt forget those of single classes: tabs of later tests would be too narrow for their titles.
    assert QApplication.font(cast("bytes", "QTabBar")) == fonts.font("strong")


@pytest.fixture(scope="module")
def desk_keeper() -> Iterator[DeskKeeper]:
    """What keeps the program of one test of this module for the next."""
    keeper = DeskKeeper()
    leftovers.postpone_while(lambda: keeper.holds)
    yield keeper
    keeper.drop()
    settle()


@pytest.fixture(autouse=True)
def gpudesk_home(request: pytest.FixtureRequest, gpudesk_home: Path, desk_keeper: DeskKeeper, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of the program that is kept, if this test may take it; else one of its own."""
    if "open_desk" not in request.fixturenames:
        # It may close every window that is open.
        desk_keeper.drop()
    if desk_keeper.home is None:
        return gpudesk_home
    monkeypatch.setenv("GPUDESK_HOME", str(desk_keeper.home))
    return desk_keeper.home


@pytest.fixture
def open_desk(qtbot: QtBot, gpudesk_home: Path, desk_keeper: DeskKeeper, request: pytest.FixtureRequest) -> Iterator[Callable[[], Hand]]:
    """Starts the program, once more at each call: the settings are those that the last one left.

    The first one may be that of the test before in this module, see `kept_desk`.
    """
    desks: list[Desk] = []
    failed_before = request.session.testsfailed

    def start() -> Hand:
        kept = None if desks else desk_keeper.take(locate.user_config_dir().parent)
        if kept is not None:
            desks.append(kept)
            with qtbot.waitActive(kept.window):
                kept.window.activateWindow()
            kept.window.setUpdatesEnabled(True)
            return Hand(qtbot, kept)
        settings = Settings()
        if settings.theme == "system":
            settings.theme, settings.language = "light", "en"
        desk = Desk(settings)
        desks.append(desk)
        if settings.window_state("geometry").isEmpty():
            desk.window.resize(*SIZE)
        hand = Hand(qtbot, desk)
        # What comes next is mostly a project: Home is painted when somebody stays there.
        with painted_once(desk.window):
            with qtbot.waitActive(desk.window):
                desk.show()
                desk.window.activateWindow()
            hand.rest()
        if len(desks) == 1:
            desk_keeper.note(desk, gpudesk_home)
        return hand

    yield start
    passed = request.session.testsfailed == failed_before
    if passed and len(desks) == 1 and desk_keeper.keep(desks[0], gpudesk_home):
        desks.clear()
    for desk in desks:
        desk.close()
    settle()
    quantities.set_unit_system("metric")


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """What the project of `hand` is built from; a module that wants more than its racks has a fixture of this name."""
    return PLAN, ()


@pytest.fixture
def hand(open_desk: Callable[[], Hand], tmp_path: Path, site: tuple[Plan, tuple[Step, ...]]) -> Hand:
    """The program with a small project open at its racks."""
    plan, steps = site
    started = open_desk()
    started.create(tmp_path / "site.gpudesk", plan, *steps)
    started.look_at_drawing()
    return started


@pytest.fixture
def floor(open_desk: Callable[[], Hand], tmp_path: Path) -> FloorHand:
    """The floor of a hall with four rows."""
    return floor_of(open_desk(), tmp_path / "hall.gpudesk", hall_plan())


@pytest.fixture
def every_board() -> None:
    """Every board of the catalog may be a candidate of sizing, as at the first start."""


@pytest.fixture
def few(request: pytest.FixtureRequest) -> None:
    """Only a few kinds of boards are on hand, so that sizing answers sooner; not where every board counts."""
    if "every_board" not in request.fixturenames:
        hold_few()
