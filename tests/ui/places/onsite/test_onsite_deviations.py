"""Installed differently, in the window: recorded by the one who works here, decided by another person, and then in the plan."""

from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from gpudesk.core.hardware.hardware import Status
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan import Plan
from gpudesk.onsite.deviations import Difference, deviations
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.patience import PATIENCE_MS
from tests.ui.built import Step
from tests.ui.hand import PLAN
from tests.ui.places.onsite.hand import SiteHand, with_people


def cabled(document: Document) -> None:
    """The cables of the small site."""
    run(document, cable_project)


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """The small site, cabled."""
    return PLAN, (with_people, cabled)


def type_into(line: QWidget, text: str) -> None:
    line.setFocus()
    QTest.keyClicks(line, text)


def differ(onsite: SiteHand, item: str, target: int) -> None:
    """Open the page of an item, and say that it was installed differently."""
    onsite.show(item, target)
    onsite.tap(onsite.place.page.deviate)


def test_a_longer_cable_is_recorded_and_accepted_by_another_person(onsite: SiteHand) -> None:
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    planned = int(onsite.hand.snapshot["cable"].row(cable)["length_mm"])
    onsite.begin("Ana Ruiz")
    differ(onsite, "CAB-030", cable)
    screen = onsite.place.deviations.screen
    assert not screen.kinds[Difference.SERIAL].isVisible(), "a cable has no serial number"
    assert not screen.confirm.isEnabled()
    type_into(screen.length, "15")
    assert screen.change.text() == f"Plan change: length {planned / 1000:g} m → 15 m"
    onsite.tap(screen.confirm)
    (known,) = deviations(onsite.hand.snapshot)
    assert (known.entry.person, known.accepted) == ("Ana Ruiz", None)
    assert onsite.place.deviations.button.text() == "Deviations: 1"
    assert onsite.hand.snapshot["cable"].row(cable)["length_mm"] == planned

    onsite.tap(onsite.place.page.decide_buttons[known.entry.name])
    acceptance = onsite.place.deviations.acceptance
    assert list(acceptance.names) == ["Bo Lind"], "not by the one who recorded it"
    assert not acceptance.accept.isEnabled()
    onsite.tap(acceptance.names["Bo Lind"])
    assert not acceptance.refuse.isEnabled(), "a refusal needs a reason"
    onsite.tap(acceptance.accept)
    assert onsite.hand.snapshot["cable"].row(cable)["length_mm"] == 15000
    (known,) = deviations(onsite.hand.snapshot)
    assert (known.accepted, known.decided_by) == (True, "Bo Lind")
    assert not onsite.place.page.decide_buttons
    assert not onsite.place.deviations.button.isVisible()
    assert onsite.place.duty.person == "Ana Ruiz", "the one who works here stays"


def test_another_port_by_the_label_of_the_port(onsite: SiteHand) -> None:
    snapshot = onsite.hand.snapshot
    cable = int(snapshot["cable"].ids[0])
    onsite.begin("Ana Ruiz")
    differ(onsite, "CAB-030", cable)
    screen = onsite.place.deviations.screen
    onsite.tap(screen.kinds[Difference.PORT])
    onsite.tap(screen.ends["b"])
    device = snapshot["device"].row(int(snapshot["cable"].row(cable)["b_device_id"]))
    ports = list(snapshot.types[int(device["type_id"])].ports())
    assert screen.device.text() == device["name"], "the planned one to begin with"
    assert "in use" not in screen.port.currentText(), "one that is free"
    assert "1/1 · in use" in [screen.port.itemText(place) for place in range(screen.port.count())]
    QTest.keyClick(screen.device, Qt.Key.Key_Return)
    assert deviations(onsite.hand.snapshot) == [], "no label has chosen the port"
    screen.device.setFocus()
    screen.device.selectAll()
    QTest.keyClicks(screen.device, f"{device['name']} no-such-port")
    QTest.keyClick(screen.device, Qt.Key.Key_Return)
    assert not screen.confirm.isEnabled(), "the device has no such port"
    screen.device.selectAll()
    QTest.keyClicks(screen.device, "unknown")
    QTest.keyClick(screen.device, Qt.Key.Key_Return)
    assert screen.device.text() == "unknown", "what was typed stays"
    screen.device.selectAll()
    QTest.keyClicks(screen.device, f"{device['name']} {ports[-1].name}")
    QTest.keyClick(screen.device, Qt.Key.Key_Return)
    assert deviations(onsite.hand.snapshot) == [], "the label shows what is meant; the next Enter records it"
    assert (screen.device.text(), screen.port.currentText()) == (device["name"], ports[-1].name)
    QTest.keyClick(screen.device, Qt.Key.Key_Return)
    onsite.rest()
    (known,) = deviations(onsite.hand.snapshot)
    assert dict(known.built) == {"side": "b", "device_id": int(device["id"]), "port": ports[-1].index}


def test_what_arrived_damaged_is_ordered_again_or_refused_with_a_reason(onsite: SiteHand) -> None:
    device = onsite.hand.ids("device")["dgx-001"]
    onsite.begin("Ana Ruiz")
    for text in ("Front bezel bent", "Scratch"):
        differ(onsite, "RCV-030", device)
        screen = onsite.place.deviations.screen
        assert not screen.kinds[Difference.LENGTH].isVisible()
        onsite.tap(screen.kinds[Difference.DAMAGED])
        assert not screen.confirm.isEnabled()
        type_into(screen.text, text)
        onsite.tap(screen.confirm)
    onsite.tap(onsite.place.deviations.button)
    work, acceptance = onsite.place.deviations, onsite.place.deviations.acceptance
    first, second = work.list.buttons
    onsite.tap(work.list.buttons[second])
    type_into(acceptance.new_name, "Ana ruiz")
    assert not acceptance.accept.isEnabled(), "the same name again"
    acceptance.new_name.clear()
    type_into(acceptance.new_name, "Cy Park")
    type_into(acceptance.reason, "Only cosmetic")
    onsite.tap(acceptance.refuse)
    assert list(work.list.buttons) == [first], "back to the list, without the one that is decided"
    onsite.tap(work.list.buttons[first])
    onsite.tap(acceptance.names["Cy Park"])
    onsite.tap(acceptance.accept)
    assert onsite.hand.snapshot["device"].row(device)["status"] == Status.ORDERED
    decided = {known.entry.reason: (known.accepted, known.decision) for known in deviations(onsite.hand.snapshot)}
    assert decided == {"Front bezel bent": (True, ""), "Scratch": (False, "Only cosmetic")}
    QTest.keyClick(work.list, Qt.Key.Key_Escape)
    onsite.rest()
    assert onsite.place.screens.currentWidget() is onsite.place.work


def test_a_deviation_is_withdrawn_on_the_page_of_its_item(onsite: SiteHand) -> None:
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    onsite.begin("Ana Ruiz")
    differ(onsite, "CAB-030", cable)
    screen = onsite.place.deviations.screen
    type_into(screen.length, "15")
    onsite.tap(screen.confirm)
    (known,) = deviations(onsite.hand.snapshot)
    onsite.tap(onsite.place.page.withdraw_buttons[known.entry.name])
    asked = onsite.place.decisions.screen
    assert not asked.confirm.isEnabled(), "a reason is required"
    type_into(asked.reason, "Wrong cable")
    onsite.tap(asked.confirm)
    assert deviations(onsite.hand.snapshot) == []
    assert not onsite.place.page.decide_buttons
    assert not onsite.place.deviations.button.isVisible()
    assert [(entry.kind, entry.reason) for entry in onsite.log][-1] == ("withdrawal", "Wrong cable")
    texts = [label.text() for label in onsite.place.page.findChildren(QLabel) if label.isVisible()]
    assert [text for text in texts if text.startswith("Withdrawn: Installed differently: 15 m")]


def test_what_was_entered_stays_until_it_is_written(onsite: SiteHand, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a person nothing is written; while it is written that is shown; a refusal leaves the text."""
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    work, place = onsite.place.deviations, onsite.place
    differ(onsite, "CAB-030", cable)
    type_into(work.screen.length, "15")
    onsite.tap(work.screen.confirm)
    assert place.screens.currentWidget() is place.people
    QTest.keyClick(place.people, Qt.Key.Key_Escape)
    onsite.rest()
    assert place.screens.currentWidget() is work.screen
    assert (work.screen.length.text(), work.screen.confirm.text()) == ("15", "Record")
    onsite.tap(work.screen.confirm)
    onsite.tap(place.people.buttons["Ana Ruiz"])
    (known,) = deviations(onsite.hand.snapshot)
    assert place.screens.currentWidget() is place.work

    waiting = []
    monkeypatch.setattr(place.recording, "run_by", lambda *arguments, done, failed: waiting.append((done, failed)))
    onsite.tap(place.page.decide_buttons[known.entry.name])
    onsite.tap(work.acceptance.names["Bo Lind"])
    onsite.tap(work.acceptance.accept)
    assert place.screens.currentWidget() is work.acceptance
    assert (work.acceptance.accept.text(), work.acceptance.accept.isEnabled()) == ("Recording…", False)
    onsite.hand.desk.session.failed.emit(Refused(Message("tests", "Another file cannot be read")))
    assert (work.acceptance.accept.text(), work.acceptance.accept.isEnabled()) == ("Recording…", False), "other work failed"
    waiting[0][1]()
    assert place.screens.currentWidget() is work.acceptance
    assert (work.acceptance.accept.text(), work.acceptance.accept.isEnabled()) == ("Accept and update plan", True)
    onsite.tap(work.acceptance.accept)
    (_, (done, _)) = waiting
    done(None)
    assert place.screens.currentWidget() is place.work


def test_a_deviation_is_recorded_once_although_other_work_fails_meanwhile(onsite: SiteHand) -> None:
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    onsite.begin("Ana Ruiz")
    differ(onsite, "CAB-030", cable)
    screen, session = onsite.place.deviations.screen, onsite.hand.desk.session
    type_into(screen.length, "15")
    go_on = Event()
    session.jobs.write(lambda _: go_on.wait(PATIENCE_MS / 1000))
    QTest.mouseClick(screen.confirm, Qt.MouseButton.LeftButton)
    session.failed.emit(Refused(Message("tests", "Another file cannot be read")))
    QTest.mouseClick(screen.confirm, Qt.MouseButton.LeftButton)
    QTest.keyClick(screen.length, Qt.Key.Key_Return)
    go_on.set()
    onsite.rest()
    assert len(deviations(onsite.hand.snapshot)) == 1


def test_a_refused_deviation_can_be_recorded_again(onsite: SiteHand, monkeypatch: pytest.MonkeyPatch) -> None:
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    onsite.begin("Ana Ruiz")
    differ(onsite, "CAB-030", cable)
    screen = onsite.place.deviations.screen
    type_into(screen.length, "15")

    def refuse(*_: object, **__: object) -> None:
        raise Refused(Message("tests", "The disk is full"))

    with monkeypatch.context() as patched:
        patched.setattr(Document, "apply", refuse)
        onsite.tap(screen.confirm)
    assert onsite.hand.message == "The disk is full"
    assert (screen.confirm.text(), screen.confirm.isEnabled()) == ("Record", True)
    onsite.tap(screen.confirm)
    assert len(deviations(onsite.hand.snapshot)) == 1
