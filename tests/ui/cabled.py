"""A small project with a cabled network, in the real window."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from gpudesk import operations
from gpudesk.core.network_kinds import NetworkKind
from gpudesk.core.plan import PlanDevice
from gpudesk.ui.panes.fabric_place import FabricPlace
from tests.ui.hand import CTRL, PLAN, SWITCH, Hand

CABLES = 16


def cable(hand: Hand, path: Path) -> FabricPlace:
    """Two systems, each with its eight ports on one leaf, a second leaf with nothing on it; shows the place of networks."""
    systems = [replace(device, role="leaf") if device.type == SWITCH else device for device in PLAN.devices]
    spare = PlanDevice(SWITCH, "spare-1", rack=1, position=44)
    hand.create(path, replace(PLAN, devices=(*systems, spare)))
    session = hand.desk.session
    settings = {"unit_nodes": 2, "rails_per_leaf": 8, "tiers": 1}
    session.do(operations.add_network, NetworkKind.COMPUTE, "Compute", 400, settings)
    hand.rest()
    session.do(operations.cable_project)
    hand.rest()
    assert hand.snapshot["cable"].rows == CABLES
    QTest.keyClick(hand.desk.window, Qt.Key.Key_6, CTRL)
    hand.rest()
    assert hand.desk.window.place == "fabric"
    return hand.desk.window.fabric


def press(widget: QWidget, at: QPoint, *to: QPoint, let_go: bool = True) -> None:
    """Press the left button at a point, move over others, and let go at the last."""
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    for point in to:
        QTest.mouseMove(widget, point)
    if let_go:
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, to[-1] if to else at)
