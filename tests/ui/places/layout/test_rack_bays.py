"""Bays at the desk: dropped from the catalog, chosen in the inspector, filled at once, and taken back."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QComboBox

from gpudesk.derived.racks.nesting import box_in
from gpudesk.operations.copies.bay_devices import place_in_bay
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.ui.places.layout.racks.canvas.bay_trial import holders
from gpudesk.ui.toolkit.widgets.field_rows import EditorRow, FactRow
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from tests.ui.hand import Hand

CHASSIS = "generic.chassis-2u-4-node"
NODE = "generic.node-2u4n"


@pytest.fixture
def chassis(hand: Hand) -> str:
    """A chassis at U41 of A01, selected."""
    session = hand.desk.session
    session.do(place_device, CHASSIS, hand.ids("rack")["A01"], 80)
    hand.rest()
    name = next(name for name in hand.ids("device") if name.startswith("chassis"))
    session.select([hand.ref(name)])
    hand.rest()
    return name


def bay(hand: Hand, holder: str, name: str) -> QPoint:
    """The middle of a bay in the drawing."""
    found = next(each for each in holders(hand.canvas.scene) if each.device_id == hand.ids("device")[holder])
    x, y, w, h = box_in(found.bays[name], found.rect)
    camera = hand.canvas.camera
    return QPoint(round(camera.x_px(x + w / 2)), round(camera.y_px(y + h / 2)))


def facts(hand: Hand) -> dict[str, str]:
    rows = hand.desk.window.rack.inspector.findChildren(FactRow)
    return {row.label(): row.accessibleName().partition(": ")[2] for row in rows if row.label().startswith("Node")}


def link(hand: Hand, beginning: str) -> LinkButton:
    return next(each for each in hand.desk.window.rack.inspector.findChildren(LinkButton) if each.text().startswith(beginning))


def test_a_node_is_dropped_into_a_bay_and_all_others_are_filled(hand: Hand, chassis: str) -> None:
    hand.drop(NODE, bay(hand, chassis, "Node C"))
    node = next(name for name in hand.ids("device") if name.startswith("node"))
    row = hand.snapshot["device"].row(hand.ids("device")[node])
    assert (row["parent_id"], row["slot"]) == (hand.ids("device")[chassis], "Node C")
    assert hand.selected() == {node}
    hand.desk.session.select([hand.ref(chassis)])
    hand.rest()
    assert facts(hand) == {"Node A": "free", "Node B": "free", "Node C": node, "Node D": "free"}
    link(hand, "Fill 3 free bays").click()
    hand.rest()
    assert "free" not in facts(hand).values()
    hand.desk.session.undo()
    hand.rest()
    assert sorted(facts(hand).values()) == ["free", "free", "free", node]


def test_the_inspector_moves_a_node_to_another_bay(hand: Hand, chassis: str) -> None:
    session = hand.desk.session
    session.do(place_in_bay, NODE, hand.ids("device")[chassis])
    hand.rest()
    node = next(name for name in hand.ids("device") if name.startswith("node"))
    session.select([hand.ref(node)])
    hand.rest()
    boxes = {row.label(): row.editor for row in hand.desk.window.rack.inspector.findChildren(EditorRow)}
    place, holder = boxes["Bay"], boxes["Installed in"]
    assert isinstance(place, QComboBox)
    assert isinstance(holder, QComboBox)
    assert (holder.currentText(), place.currentText(), place.count()) == (chassis, "Node A", 4)
    place.activated.emit(place.findText("Node D"))
    hand.rest()
    assert hand.snapshot["device"].row(hand.ids("device")[node])["slot"] == "Node D"
    hand.drag(bay(hand, chassis, "Node D"), bay(hand, chassis, "Node B"))
    assert hand.snapshot["device"].row(hand.ids("device")[node])["slot"] == "Node B"
    link(hand, "Select chassis").click()
    hand.rest()
    assert hand.selected() == {chassis}
