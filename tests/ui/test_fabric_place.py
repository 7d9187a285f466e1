"""The place of networks: reached by its key and the rail, with the ports and the cables below the drawing."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from gpudesk import operations
from gpudesk.catalog.templates import load_template
from gpudesk.core.network_kinds import NetworkKind
from gpudesk.ui.object_ref import ObjectRef
from gpudesk.ui.panes.fabric_place import FabricPlace
from tests.ui.hand import CTRL, SHIFT, Hand


def go(hand: Hand) -> FabricPlace:
    QTest.keyClick(hand.desk.window, Qt.Key.Key_6, CTRL)
    hand.rest()
    assert hand.desk.window.place == "fabric"
    return hand.desk.window.fabric


def test_the_place_is_reached_by_its_key_and_from_the_rail(hand: Hand) -> None:
    window = hand.desk.window
    place = go(hand)
    assert place.isVisible()
    assert place.cables.isVisible()
    window.go("rack")
    QTest.mouseClick(window.rail.button("fabric"), Qt.MouseButton.LeftButton)
    assert window.place == "fabric"


def test_a_device_selected_elsewhere_shows_its_ports(hand: Hand) -> None:
    place = go(hand)
    device = next(iter(hand.ids("device").values()))
    hand.desk.session.select([ObjectRef("device", device)])
    assert place.ports.device_id == device


@pytest.fixture
def planned(open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    """Two scalable units with their compute network planned."""
    started = open_desk()
    started.create(tmp_path / "pod.gpudesk", load_template("dgx-h100-superpod", {"su": 2}))
    networks = started.snapshot["network"]
    if NetworkKind.COMPUTE not in networks["kind"].tolist():
        started.desk.session.do(operations.add_network, NetworkKind.COMPUTE, "Compute", 400)
        started.rest()
    started.desk.window.resize(1500, 950)
    return started


def middle(place: FabricPlace, name: str) -> QPoint:
    """The middle of a device, or of what stands for it."""
    devices = place.view.scene.diagram.snapshot["device"] if place.view.scene.diagram else None
    assert devices is not None
    spot = place.view.spot(int(devices.ids[devices["name"].tolist().index(name)]))
    assert spot is not None
    row = next(row for row in place.view.scene.rows(place.view.camera)[0] if row.tier == spot[0])
    assert place.view.scene.diagram is not None
    number = int(place.view.scene.diagram.numbers(spot[0], row.level, np.array(spot[1:]))[0])
    left, top, wide, high = row.rect(number)
    return QPoint(round(left + wide / 2), round(top + high / 2))


def selected(hand: Hand) -> list[str]:
    devices = hand.snapshot["device"]
    return [str(devices.row(key)["name"]) for key in hand.desk.session.selected("device")]


def test_a_click_selects_everywhere_and_shift_makes_a_path_of_two(planned: Hand) -> None:
    view = go(planned).view
    place = planned.desk.window.fabric
    assert view.isVisible()
    place.units.setCurrentIndex(1)
    place.units.activated.emit(1)
    planned.rest()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle(place, "dgx-014"))
    assert selected(planned) == ["dgx-014"]
    assert place.ports.device_id == planned.ids("device")["dgx-014"]
    assert [hop.split()[0] for hop in view.head.hops[:2]] == ["dgx-014", "leaf-01"]
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, SHIFT, middle(place, "dgx-020"))
    assert selected(planned) == ["dgx-014", "dgx-020"]
    assert [hop.split()[0] for hop in view.head.hops] == ["dgx-014", "leaf-01", "dgx-020"]
    assert "leaf-01" in view.accessibleDescription()


def test_figures_choose_the_rail_of_the_path(planned: Hand) -> None:
    view = go(planned).view
    assert view.go_to_device(planned.ids("device")["dgx-014"])
    QTest.keyClick(view, Qt.Key.Key_5)
    assert view.head.hops[1] == "leaf-06"


def test_one_walks_by_keys_from_the_nodes_to_the_spines(planned: Hand) -> None:
    view = go(planned).view
    view.show_unit(0)
    planned.rest()
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert selected(planned) == ["dgx-001"]
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert selected(planned) == ["dgx-002"]
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert selected(planned) == ["leaf-01"]
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert selected(planned)[0].startswith("spine-")
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert selected(planned) == []


def test_what_is_selected_in_the_rack_is_lit_here(planned: Hand) -> None:
    planned.desk.session.select([ObjectRef("device", planned.ids("device")["leaf-03"])])
    view = go(planned).view
    assert view.devices == (planned.ids("device")["leaf-03"],)
    assert len(view.scene.lit) == 64


def test_links_are_clicked_once_they_are_cabled(planned: Hand) -> None:
    place = go(planned)
    planned.desk.session.do(operations.cable_project, (place.network_id,))
    planned.rest()
    bundle = place.view.scene.rows(place.view.camera)[1][0]
    low, high = float(bundle.low_x[3]), float(bundle.high_x[3])
    point = QPoint(round((low + high) / 2), round((bundle.low.top + bundle.high.bottom) / 2))
    text = place.view.tool_tip_at(point)
    QTest.mouseClick(place.view, Qt.MouseButton.LeftButton, pos=point)
    cables = planned.desk.session.selected("cable")
    assert len(cables) == int(bundle.strands.count[bundle.chosen[3]])
    assert str(len(cables)) in text
