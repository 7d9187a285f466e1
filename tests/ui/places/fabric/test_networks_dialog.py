"""The dialog of networks: made by hand from nothing, with stages that are added, changed, put in order and taken away."""

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLineEdit, QWidget
from shiboken6 import isValid

from gpudesk.core.hardware.network_kinds import NetworkKind, Spread
from gpudesk.core.plan.plan import PlanDevice
from gpudesk.operations.cabling.network_operations import change_network
from gpudesk.operations.cabling.network_stage_operations import accept_rate, add_stage
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.project.accepted_rates import AcceptedRate, accepted_rates
from gpudesk.ui.places.fabric.dialogs.network_stage import NetworkStageDialog
from gpudesk.ui.places.fabric.dialogs.networks_dialog import NetworksDialog
from tests.patience import PATIENCE_MS
from tests.ui.hand import ALT, CTRL, PLAN, SHIFT, SWITCH, Hand

DialogKind = TypeVar("DialogKind", bound=QDialog)


def dialog_of(kind: type[DialogKind]) -> DialogKind:
    return next(each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible())


def click(widget: QWidget | None) -> None:
    assert widget is not None
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


@pytest.fixture
def made(hand: Hand, tmp_path: Path) -> tuple[Hand, NetworksDialog]:
    """Two systems with the role "node" and two switches with a role of their own, no network; the dialog is open."""
    switches = [PlanDevice(SWITCH, f"top-{number}", rack=number, position=44, role="top") for number in (1, 2)]
    nodes = [replace(device, role="node") for device in PLAN.devices if device.type != SWITCH]
    hand.create(tmp_path / "by-hand.gpudesk", replace(PLAN, devices=(*nodes, *switches), reservations=()))
    QTest.keyClick(hand.desk.window, Qt.Key.Key_N, CTRL | SHIFT)
    return hand, dialog_of(NetworksDialog)


def add_network(hand: Hand, dialog: NetworksDialog, kind: NetworkKind) -> int:
    """Add a network from the menu of the button; returns its id."""
    menu = dialog.more.menu()
    assert menu is not None
    menu.popup(dialog.more.mapToGlobal(QPoint(0, 0)))
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(menu.actions()[list(NetworkKind).index(kind)]).center())
    hand.rest()
    return int(hand.snapshot["network"].ids[-1])


def choose(box: QComboBox, value: str) -> None:
    """Choose an entry by keys, as one does in a list."""
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box.count()):
        if box.currentData() == value:
            return
        QTest.keyClick(box, Qt.Key.Key_Down)
    raise AssertionError(f"{value} is not offered")


def words(dialog: NetworksDialog, key: tuple[str, int, str], column: int) -> str:
    row = dialog.model.row_of(key)
    assert row is not None
    return str(dialog.model.index(row, column).data())


def stage_dialog(hand: Hand) -> NetworkStageDialog:
    hand.rest()
    return dialog_of(NetworkStageDialog)


def told(hand: Hand, asking: NetworkStageDialog, text: str) -> None:
    hand.qtbot.waitUntil(lambda: text in asking.outcome.text(), timeout=PATIENCE_MS)


def test_a_network_is_made_from_nothing(made: tuple[Hand, NetworksDialog]) -> None:
    hand, dialog = made
    assert not dialog.stages.add.isEnabled()
    network = add_network(hand, dialog, NetworkKind.COMPUTE)
    assert dialog.current() == network, "the new one is current"
    assert hand.snapshot["network"].row(network)["rate_gbps"] == 400, "as the adapters of the systems"
    assert "No switch has the role leaf. Set this role for switches" in words(dialog, ("network", network, "name"), 2)
    click(dialog.stages.add)
    asking = stage_dialog(hand)
    choose(asking.below, "node")
    choose(asking.above, "top")
    told(hand, asking, "16 links between 2 devices and 2 switches")
    QTest.keyClick(asking.links, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(asking.links, "3")
    told(hand, asking, "6 links between 2 devices and 2 switches")
    click(asking.spread.button(Spread.ALL.name))
    told(hand, asking, "3 links per device cannot be split evenly across 2 switches")
    QTest.keyClick(asking.links, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(asking.links, "4")
    told(hand, asking, "8 links between 2 devices and 2 switches")
    click(asking.main)
    hand.rest()
    stage = hand.snapshot["network_stage"].row(int(hand.snapshot["network_stage"].ids[0]))
    assert [stage[name] for name in ("network_id", "lower", "upper", "links", "spread", "rate_gbps")] == [
        network,
        "node",
        "top",
        4,
        Spread.ALL,
        None,
    ]
    assert words(dialog, ("network", network, "name"), 2) == "8 links"
    assert hand.desk.session.history[0].done
    dialog.reject()


def test_an_accepted_rate_is_shown_with_its_reason_changed_and_taken_back(made: tuple[Hand, NetworksDialog]) -> None:
    hand, dialog = made
    network = add_network(hand, dialog, NetworkKind.COMPUTE)
    hand.desk.session.do(add_stage, network, "node", "top", 2, rate_gbps=400)
    hand.rest()
    stage = int(hand.snapshot["network_stage"].ids[0])
    key = ("accepted", stage, "accepted_gbps")
    assert dialog.model.row_of(key) is None
    hand.desk.session.do(accept_rate, stage, 100, "The cages give no more")
    hand.rest()
    assert words(dialog, key, 1) == "100\N{NO-BREAK SPACE}Gb/s"
    assert words(dialog, key, 2) == "The cages give no more"
    assert dialog.take(key, "200")
    hand.rest()
    assert hand.snapshot.cached(accepted_rates) == {stage: AcceptedRate(200, "The cages give no more")}
    dialog.reset(key)
    hand.rest()
    assert (dialog.model.row_of(key), hand.snapshot["network_stage"].rows) == (None, 1)
    dialog.reject()


def test_a_rate_is_accepted_and_links_are_put_on_chosen_switches_where_a_stage_is_said(made: tuple[Hand, NetworksDialog]) -> None:
    hand, dialog = made
    network = add_network(hand, dialog, NetworkKind.COMPUTE)
    click(dialog.stages.add)
    asking = stage_dialog(hand)
    choose(asking.below, "node")
    choose(asking.above, "top")
    for editor, typed in ((asking.links, "1"), (asking.first_port, "9"), (asking.accepted_rate, "100")):
        QTest.keyClick(editor, Qt.Key.Key_A, CTRL)
        QTest.keyClicks(editor, typed)
    QTest.keyClicks(asking.switches, "3")
    told(hand, asking, "There is no switch number 3 with the role top; there are 2.")
    QTest.keyClick(asking.switches, Qt.Key.Key_Backspace)
    QTest.keyClicks(asking.switches, "2")
    told(hand, asking, "2 links between 2 devices and 1 switch")
    assert asking.main is not None
    assert not asking.main.isEnabled(), "a reason is required"
    QTest.keyClicks(asking.reason, "The cages give no more")
    assert asking.main.isEnabled()
    click(asking.main)
    hand.rest()
    stage = int(hand.snapshot["network_stage"].ids[0])
    row = hand.snapshot["network_stage"].row(stage)
    assert [row[name] for name in ("links", "per_tray", "switches", "first_port")] == [1, 1, "2", 9]
    assert hand.snapshot.cached(accepted_rates) == {stage: AcceptedRate(100, "The cages give no more")}
    assert words(dialog, ("network_stage", stage, "links"), 2).startswith("evenly · switches 2 · from port 9")
    dialog.table.setCurrentIndex(dialog.model.index(dialog.model.row_of(("network_stage", stage, "links")) or 0, 0))
    click(dialog.stages.change)
    asking = stage_dialog(hand)
    assert (asking.switches.text(), asking.first_port.value(), asking.reason.text()) == ("2", 9, "The cages give no more")
    QTest.keyClick(asking.accepted_rate, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(asking.accepted_rate, "0")
    click(asking.main)
    hand.rest()
    assert not hand.snapshot.cached(accepted_rates)
    assert network == dialog.current()
    dialog.reject()


def test_stages_are_changed_put_in_order_and_deleted(made: tuple[Hand, NetworksDialog]) -> None:
    hand, dialog = made
    network = add_network(hand, dialog, NetworkKind.COMPUTE)
    session = hand.desk.session
    first = "node", "top"
    for lower, upper in (first, ("top", "top")):
        session.do(add_stage, network, lower, upper, 2)
        hand.rest()
    ids = hand.snapshot["network_stage"].ids.tolist()
    row = dialog.model.row_of(("network_stage", ids[1], "links"))
    assert row is not None
    dialog.table.setCurrentIndex(dialog.model.index(row, 0))
    assert (dialog.stages.up.isEnabled(), dialog.stages.down.isEnabled()) == (True, False)
    dialog.activateWindow()
    hand.qtbot.waitUntil(dialog.isActiveWindow, timeout=PATIENCE_MS)
    QTest.keyClick(dialog.table, Qt.Key.Key_Up, ALT)
    hand.qtbot.waitUntil(lambda: hand.snapshot["network_stage"]["place"].tolist() == [1, 0], timeout=PATIENCE_MS)
    hand.rest()
    assert dialog.current_stage() == ids[1], "the row that was moved stays the current one"
    click(dialog.stages.change)
    asking = stage_dialog(hand)
    assert (asking.below.currentData(), asking.above.currentData(), asking.links.value()) == ("top", "top", 2)
    assert not asking.spread.isEnabled(), "pairs have nothing to share"
    QTest.keyClick(asking.rate, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(asking.rate, "200")
    told(hand, asking, "2 links between 1 device and 1 switch")
    click(asking.main)
    hand.rest()
    assert hand.snapshot["network_stage"].row(ids[1])["rate_gbps"] == 200
    click(dialog.stages.gone)
    hand.rest()
    assert hand.snapshot["network_stage"].ids.tolist() == [ids[0]]
    session.undo()
    hand.rest()
    assert hand.snapshot["network_stage"].ids.tolist() == ids
    dialog.reject()


def test_a_stage_that_is_gone_meanwhile_closes_its_dialog(made: tuple[Hand, NetworksDialog]) -> None:
    hand, dialog = made
    network = add_network(hand, dialog, NetworkKind.STORAGE)
    assert "none: devices with GPUs connect to switches with the role of this network; a stage overrides it" in words(
        dialog, ("network", network, "stages"), 2
    )
    hand.desk.session.do(add_stage, network, "node", "top", 1)
    hand.rest()
    (stage,) = hand.snapshot["network_stage"].ids.tolist()
    dialog.say_stage(stage)
    asking = stage_dialog(hand)
    hand.desk.session.undo()
    hand.qtbot.waitUntil(lambda: not isValid(asking), timeout=PATIENCE_MS)
    dialog.reject()


def test_what_follows_stands_in_the_empty_field(made: tuple[Hand, NetworksDialog]) -> None:
    hand, dialog = made
    devices = hand.snapshot["device"]
    tops = [key for key in devices.ids.tolist() if devices.row(key)["role"] == "top"]
    hand.desk.session.do(set_fields, "device", tops[:1], {"role": "leaf"})
    hand.rest()
    network = add_network(hand, dialog, NetworkKind.COMPUTE)
    hand.desk.session.do(change_network, network, {"tiers": 1})
    hand.rest()
    assert words(dialog, ("network", network, "rails_per_leaf"), 1) == "8"
    row = dialog.model.row_of(("network", network, "rails_per_leaf"))
    assert row is not None
    dialog.table.edit_cell(dialog.model.index(row, 1))
    editor = dialog.table.findChild(QLineEdit)
    assert editor is not None
    assert (editor.text(), editor.placeholderText()) == ("", "8 derived")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    dialog.reject()
