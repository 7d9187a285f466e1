"""Watching hosts of the network from the window: asked for, refused, shown."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.monitor.readings.source import SourceKind
from gpudesk.ui.places.monitor.dialogs.watch_hosts import WatchHostsDialog
from tests.monitor.exporter_server import page, serving, uuid
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand


def opened(hand: Hand) -> WatchHostsDialog:
    window = hand.desk.window
    window.go("monitor")
    window.registry.action("monitor.hosts").trigger()
    found = window.findChild(WatchHostsDialog)
    assert found is not None
    return found


def press(hand: Hand, dialog: WatchHostsDialog) -> None:
    assert dialog.main is not None
    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)


def test_hosts_are_watched_when_a_person_says_so(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    with serving() as hosts:
        dialog = opened(hand)
        assert dialog.main is not None
        assert not dialog.main.isEnabled()
        QTest.keyClicks(dialog.addresses, f"{hosts.show(1, page(1, 1))}, {hosts.show(2, page(2, 1))}")
        assert hosts.asked == {}
        press(hand, dialog)
        model = hand.desk.window.monitor.model
        hand.qtbot.waitUntil(lambda: len(model.facts) == 16, timeout=PATIENCE_MS)
        hand.qtbot.waitUntil(lambda: model.value(uuid(2, 3), "power_w") == 101.3, timeout=PATIENCE_MS)
        assert model.kind is SourceKind.DCGM
        assert model.host_of(uuid(2, 3)) == "node-02"
        again = opened(hand)
        assert again.addresses.toPlainText().splitlines() == [f"{hosts.url}/1", f"{hosts.url}/2"]
        again.reject()
        hand.desk.window.monitor.end()


def test_what_is_no_address_is_said_in_the_dialog(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    dialog = opened(hand)
    QTest.keyClicks(dialog.addresses, "ftp://host")
    press(hand, dialog)
    assert dialog.complaint.isVisible()
    assert dialog.isVisible()
    assert hand.desk.window.monitor.model.kind is not SourceKind.DCGM
    dialog.reject()
