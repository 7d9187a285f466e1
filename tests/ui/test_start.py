"""The window starts with Home alone; what a project needs comes after it."""

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from gpudesk.catalog.cost_files import own_cost_folder
from gpudesk.catalog.cost_tables import cost_tables
from gpudesk.core.messages.errors import InvalidData
from gpudesk.locate import resource
from gpudesk.project.document import Document
from gpudesk.ui.app import preload
from gpudesk.ui.app.application import Desk
from gpudesk.ui.app.render import settle
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.qt_application import make_application
from tests.patience import PATIENCE_MS, PATIENCE_S
from tests.ui.built import put_built
from tests.ui.hand import PLAN

LATE = (
    "numpy",
    "click",
    "sqlite3",
    "yaml",
    "pynvml",
    "gpudesk.monitor",
    "gpudesk.sizing",
    "gpudesk.operations",
    "gpudesk.project.document",
    "gpudesk.ui.places.layout.racks.panes.rack_place",
)
MOST_AT_ONCE = 16
"""Modules that one part of the loading after the start may load: one takes about 1 ms, and events wait until the part ends."""


@pytest.fixture
def broken_prices(gpudesk_home: Path) -> Iterator[None]:
    """The user has a price file that cannot be used."""
    folder = own_cost_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "currencies.yaml").write_text(resource("cost", "currencies.yaml").read_text("utf-8").replace("EUR: 0.86", "EUR: -1"), "utf-8")
    cost_tables.cache_clear()
    yield
    cost_tables.cache_clear()


def test_home_is_seen_before_the_rest_is_loaded() -> None:
    code = (
        "import sys, gpudesk.cli, gpudesk.cli.window.open_window\n"
        "from gpudesk.ui.app.application import Desk, make_application\n"
        "from gpudesk.ui.toolkit.settings import Settings\n"
        "application = make_application([])\n"
        "desk = Desk(Settings())\n"
        f"print([name for name in {LATE} if name in sys.modules])\n"
        "desk.show()\n"
        "desk.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.stdout == "[]\n"
    assert done.stderr == ""


@pytest.mark.usefixtures("makes_ahead")
def test_what_a_project_needs_is_made_soon_after(qtbot: QtBot) -> None:
    make_application([])
    desk = Desk(Settings())
    assert not desk.window.furnished
    desk.show()
    qtbot.waitUntil(lambda: desk.window.furnished, timeout=PATIENCE_MS)
    assert desk.window.place == "home"
    desk.close()


@pytest.mark.usefixtures("makes_ahead")
def test_the_next_window_of_the_program_waits_for_no_layer(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    make_application([])
    for name in (*preload.LAYERS, *preload.LAYERS_OF_PLACES):
        preload._load_layer(name)
    monkeypatch.setattr(preload, "_load_layer", lambda name: pytest.fail(f"{name} is made ready again"))
    desk = Desk(Settings())
    desk.show()
    qtbot.waitUntil(lambda: desk.window.furnished, timeout=PATIENCE_MS)
    desk.close()


def test_a_window_that_was_replaced_loads_nothing_more(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    make_application([])
    desk = Desk(Settings())
    desk.show()
    old = desk.window
    monkeypatch.setattr(preload, "_load_layer", lambda _name: None)
    desk._replace_window()
    desk._drop_old()
    QCoreApplication.sendPostedEvents(old, QEvent.Type.DeferredDelete)
    assert not isValid(old)
    preload._load(old, ["a layer"])
    preload._load(old, ["gpudesk.ui.a_module_that_is_nowhere"])
    desk.close()


def test_each_part_loads_few_modules() -> None:
    code = (
        "import sys\n"
        "from gpudesk.ui.app import preload\n"
        "from gpudesk.ui.app.application import Desk, make_application\n"
        "from gpudesk.ui.toolkit.settings import Settings\n"
        "def counted(name, do):\n"
        "    known = set(sys.modules)\n"
        "    do()\n"
        "    print(name or '-', len({one for one in set(sys.modules) - known if one.startswith('gpudesk.')}))\n"
        "application = make_application([])\n"
        "desk = Desk(Settings())\n"
        "for name in preload.PARTS:\n"
        "    if name != preload.MAKE_PLACES and not preload._is_of_interface(name):\n"
        "        preload._load_layer(name)\n"
        "    else:\n"
        "        counted(name, lambda: preload.import_module(name) if name else desk.window.make_ahead())\n"
        "desk.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=PATIENCE_S)
    loaded = {name: int(count) for name, count in map(str.split, done.stdout.splitlines())}
    assert list(loaded) == [*preload.OF_A_PROJECT, "-", *preload.OF_PLACES]
    assert {name: count for name, count in loaded.items() if count > MOST_AT_ONCE} == {}
    # What is created is loaded before: one turn does one of the two.
    assert loaded["-"] == 0


@pytest.mark.usefixtures("makes_ahead")
def test_only_parts_that_are_loaded_already_are_skipped(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    make_application([])
    imported: list[str] = []
    known, new = preload.__name__, ["gpudesk.ui.module_1", "gpudesk.ui.module_2", "gpudesk.ui.module_3"]
    monkeypatch.setattr(preload, "import_module", imported.append)
    monkeypatch.setattr(preload, "PARTS", (known, *new[:2], known, new[2]))
    desk = Desk(Settings())
    with qtbot.waitSignal(desk.window.loaded, timeout=PATIENCE_MS):
        desk.show()
    desk.close()
    assert imported == new


@pytest.mark.usefixtures("makes_ahead")
def test_what_was_loaded_is_set_aside_in_parts(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    make_application([])
    parts: list[str] = []
    monkeypatch.setattr(preload, "import_module", lambda _name: None)
    monkeypatch.setattr(preload, "PARTS", tuple(f"gpudesk.ui.module_{number}" for number in range(20)))
    monkeypatch.setattr("gpudesk.ui.app.application.set_aside_loaded", lambda: parts.append("part"))
    monkeypatch.setattr("gpudesk.ui.app.application.set_aside", lambda *, whole: parts.append(f"whole: {whole}"))
    desk = Desk(Settings(), alone=True)
    desk.show()
    qtbot.waitUntil(lambda: "whole: False" in parts, timeout=PATIENCE_MS)
    assert parts == ["part", "part", "whole: False"]
    desk.close()


def test_nothing_is_set_aside_in_parts_while_a_project_is_open_or_other_work_runs(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    make_application([])
    frozen: list[str] = []
    monkeypatch.setattr("gpudesk.ui.app.application.set_aside_loaded", lambda: frozen.append("part"))
    desk = Desk(Settings(), alone=True)
    desk.window.part_loaded.emit()
    assert frozen == ["part"]
    job = desk.jobs.read(lambda _: None)
    desk.window.part_loaded.emit()
    with qtbot.waitSignal(job.ended, timeout=PATIENCE_MS):
        pass
    with monkeypatch.context() as opened:
        opened.setattr(Session, "is_open", True)
        desk.window.part_loaded.emit()
    assert frozen == ["part"]
    desk.window.part_loaded.emit()
    assert frozen == ["part", "part"]
    desk.close()


def test_a_project_that_was_set_aside_is_collected_after_it_is_closed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_application([])
    done: list[str] = []
    monkeypatch.setattr("gpudesk.ui.app.application.take_back", lambda: done.append("take back"))
    monkeypatch.setattr("gpudesk.ui.app.application.set_aside", lambda *, whole: done.append(f"whole: {whole}"))
    for name in ("one.gpudesk", "two.gpudesk"):
        Document.create(tmp_path / name).close()
    desk = Desk(Settings(), alone=True)
    with qtbot.waitSignal(desk.session.opened, timeout=PATIENCE_MS):
        desk.session.open(tmp_path / "one.gpudesk")
    desk.window.loaded.emit()
    assert done == ["whole: False"]
    with qtbot.waitSignal(desk.session.opened, timeout=PATIENCE_MS):
        desk.session.open(tmp_path / "two.gpudesk")
    settle()
    # The first frame of the second project does not wait for a collection.
    assert done == ["whole: False", "take back"]
    desk.window.loaded.emit()
    desk.session.close()
    settle()
    assert done == ["whole: False", "take back", "whole: False", "take back", "take back", "whole: True"]
    desk.close()


def test_an_old_window_is_never_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    make_application([])
    done: list[str] = []
    for name in ("take_back", "set_aside_loaded"):
        monkeypatch.setattr(f"gpudesk.ui.app.application.{name}", lambda name=name: done.append(name))
    monkeypatch.setattr("gpudesk.ui.app.application.set_aside", lambda *, whole: done.append(f"whole: {whole}"))
    desk = Desk(Settings(), alone=True)
    old = desk.window
    desk._replace_window()
    desk._drop_old()
    done.clear()
    # The old window is closed, and its remains are not collected yet.
    for window in (old, desk.window):
        window.part_loaded.emit()
        window.loaded.emit()
    assert done == []
    settle()
    assert done == ["take_back", "whole: True"]
    desk.window.part_loaded.emit()
    assert done == ["take_back", "whole: True", "set_aside_loaded"]
    desk.close()


@pytest.mark.usefixtures("makes_ahead", "broken_prices")
def test_an_own_price_file_with_errors_stops_no_loading(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    make_application([])
    crashes: list[BaseException] = []
    imported: list[str] = []
    monkeypatch.setattr(preload, "PARTS", ("gpudesk.sizing.workloads.offered_models", "gpudesk.ui.after_it"))
    monkeypatch.setattr(preload, "_LOADED", set())
    load = import_module
    monkeypatch.setattr(preload, "import_module", lambda name: load(name) if not name.startswith("gpudesk.ui.") else imported.append(name))
    desk = Desk(Settings())
    desk.jobs.crashed.disconnect(desk.crashed)
    desk.jobs.crashed.connect(crashes.append)
    with qtbot.waitSignal(desk.window.loaded, timeout=PATIENCE_MS):
        desk.show()
    assert crashes == []
    assert imported == ["gpudesk.ui.after_it"]
    with pytest.raises(InvalidData):
        cost_tables()
    desk.close()


@pytest.mark.usefixtures("makes_ahead")
def test_modules_without_qt_wait_for_the_readers_four_times(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    make_application([])
    loaded: list[str] = []
    monkeypatch.setattr(preload, "_LOADED", set())
    monkeypatch.setattr(preload, "_load_layer", loaded.append)
    desk = Desk(Settings())
    jobs = 0
    read = desk.jobs.read

    def counted(*work: Any) -> Job:
        nonlocal jobs
        jobs += 1
        return read(*work)

    monkeypatch.setattr(desk.jobs, "read", counted)
    with qtbot.waitSignal(desk.window.loaded, timeout=PATIENCE_MS):
        preload._load(desk.window, [*preload.LAYERS, preload.MAKE_PLACES, *preload.LAYERS_OF_PLACES])
    assert loaded == [*preload.LAYERS, *preload.LAYERS_OF_PLACES]
    assert jobs == 4
    desk.close()


def test_places_load_and_read_nothing_when_they_are_first_seen(tmp_path: Path) -> None:
    put_built(tmp_path / "small.gpudesk", PLAN)
    code = (
        "import sys, threading, time, yaml\n"
        "from importlib.abc import MetaPathFinder\n"
        "from pathlib import Path\n"
        "from gpudesk.ui.app import preload as made_ready\n"
        "from gpudesk.ui.app.application import Desk, make_application\n"
        "from gpudesk.ui.toolkit.settings import Settings\n"
        "application = make_application([])\n"
        "desk = Desk(Settings())\n"
        "desk.show()\n"
        "def wait(holds):\n"
        f"    end_s = time.monotonic() + {PATIENCE_S}\n"
        "    while not holds():\n"
        "        assert time.monotonic() < end_s, 'it did not come to rest'\n"
        "        application.processEvents()\n"
        "    for _ in range(5):\n"
        "        application.processEvents()\n"
        "wait(lambda: not desk.jobs.running and all(name in sys.modules for name in made_ready.OF_PLACES))\n"
        "read, loaded = [], []\n"
        "def in_window():\n"
        "    return threading.current_thread() is threading.main_thread()\n"
        "class Noted(MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if in_window() and name.startswith('gpudesk.'):\n"
        "            loaded.append(name)\n"
        "def noted(reads):\n"
        "    def call(*values, **named):\n"
        "        if in_window():\n"
        "            read.append(sys._getframe(1).f_code.co_name)\n"
        "        return reads(*values, **named)\n"
        "    return call\n"
        "sys.meta_path.insert(0, Noted())\n"
        "for name in ('parse', 'load', 'compose'):\n"
        "    setattr(yaml, name, noted(getattr(yaml, name)))\n"
        "def visit(*places):\n"
        "    for place in places:\n"
        "        desk.window.go(place)\n"
        "        wait(lambda: not desk.jobs.running)\n"
        "visit('size', 'monitor', 'catalog', 'home')\n"
        "desk.session.open(Path(sys.argv[1]))\n"
        "wait(lambda: desk.session.findings is not None and not desk.jobs.running)\n"
        "visit('rack', 'floor', 'fabric', 'power', 'onsite', 'size')\n"
        "print(sorted(set(loaded)), read)\n"
        "desk.close()\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "small.gpudesk")]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.stdout == "[] []\n"
