"""The window starts with Home alone; what a project needs comes after it."""

import subprocess
import sys

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from gpudesk.ui.app import preload
from gpudesk.ui.app.application import Desk
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.qt_application import make_application
from tests.patience import PATIENCE_MS

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
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
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
        "    if name and not preload._is_of_interface(name):\n"
        "        preload._load_layer(name)\n"
        "    else:\n"
        "        counted(name, lambda: preload.import_module(name) if name else desk.window.make_ahead())\n"
        "desk.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = {name: int(count) for name, count in map(str.split, done.stdout.splitlines())}
    assert list(loaded) == [*preload.OF_A_PROJECT, "-", *preload.OF_PLACES]
    assert {name: count for name, count in loaded.items() if count > MOST_AT_ONCE} == {}
    # What is created is loaded before: one turn does one of the two.
    assert loaded["-"] == 0


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


def test_places_load_and_read_nothing_when_they_are_first_seen() -> None:
    code = (
        "import sys\n"
        "import threading\n"
        "import yaml\n"
        "from gpudesk.ui.app import preload as made_ready\n"
        "from gpudesk.ui.app.application import Desk, make_application\n"
        "from gpudesk.ui.toolkit.settings import Settings\n"
        "application = make_application([])\n"
        "desk = Desk(Settings())\n"
        "desk.show()\n"
        "while desk.jobs.running or any(name not in sys.modules for name in made_ready.OF_PLACES):\n"
        "    application.processEvents()\n"
        "known = set(sys.modules)\n"
        "read, parse, load = [], yaml.parse, yaml.load\n"
        "def noted(reads):\n"
        "    def call(*values, **named):\n"
        "        if threading.current_thread() is threading.main_thread():\n"
        "            read.append(sys._getframe(1).f_code.co_name)\n"
        "        return reads(*values, **named)\n"
        "    return call\n"
        "yaml.parse, yaml.load = noted(parse), noted(load)\n"
        "for place in ('size', 'monitor', 'catalog', 'home'):\n"
        "    desk.window.go(place)\n"
        "_ = desk.window.floor, desk.window.fabric, desk.window.power, desk.window.onsite\n"
        "print(sorted(name for name in set(sys.modules) - known if name.startswith('gpudesk.')), read)\n"
        "desk.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[] []\n"
