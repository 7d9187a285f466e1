"""A small project with a cabled network, in the real window."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.plan.plan import Plan, PlanDevice
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace
from tests.ui.built import Step
from tests.ui.hand import CTRL, PLAN, SWITCH, Hand

CABLES = 16


def add_cables(document: Document) -> None:
    """Make a network and its cables: two steps of the history."""
    settings = {"unit_nodes": 2, "rails_per_leaf": 8, "tiers": 1}
    run(document, add_network, NetworkKind.COMPUTE, "Compute", 400, settings)
    run(document, cable_project)


def _plan() -> Plan:
    systems = [replace(device, role="leaf") if device.type == SWITCH else device for device in PLAN.devices]
    return replace(PLAN, devices=(*systems, PlanDevice(SWITCH, "spare-1", rack=1, position=44)))


CABLED: tuple[Plan, tuple[Step, ...]] = (_plan(), (add_cables,))
"""Two systems, each with its eight ports on one leaf, a second leaf with nothing on it: a `site` of tests that want cables."""


def cable(hand: Hand, path: Path) -> FabricPlace:
    """Open a cabled project at `path`, and show the place of networks."""
    plan, steps = CABLED
    hand.create(path, plan, *steps)
    return go_to_cables(hand)


def go_to_cables(hand: Hand) -> FabricPlace:
    """Reach the place of networks of the cabled project by its key."""
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
