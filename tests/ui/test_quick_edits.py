"""After an edit the window makes again only what the edit touched."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpudesk.derived.totals.totals import project_totals
from gpudesk.operations.copies.repeat import duplicate_rack
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.catalog import catalog_dock
from gpudesk.ui.places.layout.racks.canvas import scene
from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace
from tests.ui.desk import SWITCH, Desk, desk, pod
from tests.ui.showing import show

desk = pytest.fixture(desk)


@pytest.fixture
def place(qtbot: QtBot, desk: Desk) -> Iterator[RackPlace]:
    desk.create(pod())
    made = RackPlace(desk.session, desk.registry)
    made.resize(1600, 900)
    show(qtbot, made)
    desk.settle()
    yield made
    made.close()


def counted(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[object]:
    """Let a function of a module note its calls."""
    calls: list[object] = []
    original = getattr(module, name)

    def noting(*arguments: object, **named: object) -> object:
        calls.append(arguments)
        return original(*arguments, **named)

    monkeypatch.setattr(module, name, noting)
    return calls


def test_moving_a_device_by_keys_sorts_no_racks_and_lists_no_catalog(desk: Desk, place: RackPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    sorted_anew, listed = counted(monkeypatch, scene, "lines_of"), counted(monkeypatch, catalog_dock, "groups")
    device = desk.id_of("device", "leaf-1")
    place.canvas.set_selection([ObjectRef("device", device)])
    QTest.keyClick(place.canvas, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    desk.settle()
    assert desk.session.snapshot["device"].row(device)["position"] == 78
    assert (sorted_anew, listed) == ([], [])
    top = float(place.canvas.scene.rects_of([ObjectRef("device", device)])[0][1])
    desk.session.undo()
    desk.settle()
    assert top > float(place.canvas.scene.rects_of([ObjectRef("device", device)])[0][1])


def test_a_new_rack_and_a_new_type_are_seen(desk: Desk, place: RackPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    sorted_anew, listed = counted(monkeypatch, scene, "lines_of"), counted(monkeypatch, catalog_dock, "groups")
    desk.do(duplicate_rack, desk.id_of("rack", "A01"))
    assert len(place.canvas.scene.layout.rack_ids) == 5
    assert sorted_anew
    assert listed
    assert place.scope.count() == 3


def test_totals_are_made_before_the_window_asks_for_them(desk: Desk) -> None:
    desk.create(pod())
    known: list[bool] = []
    desk.session.changed.connect(lambda outcome: known.append(outcome.after.known(project_totals) is not None))
    desk.do(place_device, SWITCH, desk.id_of("rack", "B01"), 60)
    desk.session.undo()
    desk.settle()
    assert known == [True, True]
