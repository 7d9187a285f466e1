"""The place of networks: reached by its key and the rail, with the ports and the cables below the drawing."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.ui.object_ref import ObjectRef
from gpudesk.ui.panes.fabric_place import FabricPlace
from tests.ui.hand import CTRL, Hand


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
