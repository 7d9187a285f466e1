"""Signatures: by name, or drawn on a screen of its own and stored with the entry."""

import json
from dataclasses import asdict, replace
from hashlib import sha256

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEventPoint, QImage, QInputDevice, QMouseEvent, QPointingDevice, QPointingDeviceUniqueId, QTabletEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.messages.message import Message
from gpudesk.onsite.record_log import Given, given_files, log_faults
from gpudesk.project.document import Document
from gpudesk.store.store_errors import StoreError
from gpudesk.ui.places.onsite.duty import IDLE_S
from gpudesk.ui.places.onsite.evidence_fields import SignField
from gpudesk.ui.places.onsite.signature_screen import SignaturePad
from tests.ui.places.onsite.hand import SiteHand


def field(onsite: SiteHand, key: str = "lead") -> SignField:
    found = onsite.place.page.fields[key]
    assert isinstance(found, SignField)
    return found


def draw(pad: SignaturePad) -> None:
    """A zigzag by mouse."""
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(pad, left, none, QPoint(40, 100))
    for step in range(1, 12):
        QTest.mouseMove(pad, QPoint(40 + 20 * step, 60 if step % 2 else 110))
    QTest.mouseRelease(pad, left, none, QPoint(260, 60))


def test_a_signature_is_drawn_and_stored_with_its_hash(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-010")
    onsite.enter("revision", "C")
    onsite.tap(field(onsite).draw)
    screen = onsite.place.signing.screen
    assert onsite.place.screens.currentWidget() is screen
    assert screen.title.text() == "Ana Ruiz signs: RDY-010 · Freeze the design revision"
    assert not screen.sign.isEnabled()
    draw(screen.pad)
    assert screen.sign.isEnabled()
    onsite.tap(screen.sign)
    assert onsite.place.screens.currentWidget() is onsite.place.work
    entry = onsite.log[-1]
    (file,) = given_files(entry)
    assert (entry.kind, entry.person, entry.value) == ("signature", "Ana Ruiz", '{"value":"Ana Ruiz"}')
    assert file.name == "signature-RDY-010-ana-ruiz.jpg"
    kept = onsite.hand.snapshot.tables["attachment"]
    document = onsite.hand.desk.session.document
    assert document is not None
    content = document.attachment(int(kept.ids[0]))
    assert sha256(content).hexdigest() == file.sha256 == kept["sha256"][0]
    image = QImage.fromData(content)
    assert (image.width(), image.height()) == (1200, 400)
    dark = sum(image.pixelColor(x, y).lightness() < 100 for x in range(0, 1200, 2) for y in range(0, 400, 2))
    assert 100 < dark < 20_000
    assert onsite.place.page.banner.state is State.PASSED
    shown = field(onsite).drawn
    assert shown.isVisible()
    assert shown.accessibleName() == "Drawn signature of Ana Ruiz"
    assert shown.picture == image
    assert log_faults(onsite.hand.snapshot) == []


def test_a_dot_is_no_signature_and_back_signs_nothing(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-010")
    onsite.tap(field(onsite).draw)
    screen = onsite.place.signing.screen
    QTest.mouseClick(screen.pad, Qt.MouseButton.LeftButton)
    assert not screen.sign.isEnabled()
    draw(screen.pad)
    onsite.tap(screen.clear)
    assert not screen.sign.isEnabled()
    assert screen.pad.strokes == []
    draw(screen.pad)
    onsite.tap(screen.back)
    assert onsite.place.screens.currentWidget() is onsite.place.work
    assert onsite.log == []
    onsite.tap(field(onsite).sign)
    assert given_files(onsite.log[-1]) == []
    assert not field(onsite).drawn.isVisible()


def test_a_pen_draws_once(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-010")
    onsite.tap(field(onsite).draw)
    pad = onsite.place.signing.screen.pad
    for kind, at in (
        (QEvent.Type.TabletPress, QPointF(40, 40)),
        (QEvent.Type.TabletMove, QPointF(140, 90)),
        (QEvent.Type.TabletRelease, QPointF(140, 90)),
        (QEvent.Type.TabletMove, QPointF(180, 20)),
    ):
        pen(pad, kind, at)
    assert pad.strokes == [[QPointF(40, 40), QPointF(140, 90)]]
    assert pad.is_signed


def test_a_pen_or_mouse_that_moves_before_the_first_stroke_draws_nothing(onsite: SiteHand) -> None:
    """The pad of a new window, which was never cleared."""
    pad = SignaturePad()
    onsite.hand.qtbot.addWidget(pad)
    pen(pad, QEvent.Type.TabletMove, QPointF(40, 40))
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    at = QPointF(60, 40)
    QApplication.sendEvent(pad, QMouseEvent(QEvent.Type.MouseMove, at, at, Qt.MouseButton.NoButton, left, none))
    assert pad.strokes == []


def wait_s(onsite: SiteHand, seconds: float) -> None:
    """No input for this long."""
    now_s = onsite.place.duty.clock() + seconds
    onsite.place.duty.clock = lambda: now_s


def test_a_drawing_that_was_left_alone_signs_nothing(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-010")
    onsite.tap(field(onsite).draw)
    screen = onsite.place.signing.screen
    draw(screen.pad)
    # The next person taps before the clock is read.
    wait_s(onsite, IDLE_S + 1)
    onsite.tap(screen.sign)
    assert onsite.log == []
    assert onsite.place.duty.person == ""
    assert not onsite.place.signing.is_asking
    assert onsite.place.screens.currentWidget() is onsite.place.work


def test_the_screen_of_a_signature_is_left_with_the_name(onsite: SiteHand) -> None:
    onsite.show("RDY-010")
    onsite.tap(field(onsite).draw)
    onsite.place.people.chosen.emit("Ana Ruiz")
    assert onsite.place.screens.currentWidget() is onsite.place.signing.screen
    wait_s(onsite, IDLE_S - 1)
    draw(onsite.place.signing.screen.pad)
    # The stroke was a sign of life.
    wait_s(onsite, IDLE_S - 1)
    onsite.place.duty.look()
    assert onsite.place.screens.currentWidget() is onsite.place.signing.screen
    wait_s(onsite, IDLE_S + 1)
    onsite.place.duty.look()
    assert onsite.place.screens.currentWidget() is onsite.place.work
    assert not onsite.place.signing.is_asking
    onsite.place.signing.screen.sign.click()
    onsite.rest()
    assert onsite.log == []


def test_another_project_has_no_signature_under_way(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-010")
    onsite.tap(field(onsite).draw)
    onsite.place._begin_again()
    assert not onsite.place.signing.is_asking
    assert onsite.place.screens.currentWidget() is onsite.place.work


def pen(pad: SignaturePad, kind: QEvent.Type, at: QPointF) -> None:
    """An event of a graphics tablet."""
    device = QPointingDevice(
        "pen",
        1,
        QInputDevice.DeviceType.Stylus,
        QPointingDevice.PointerType.Pen,
        QInputDevice.Capability.Position,
        1,
        1,
        "",
        QPointingDeviceUniqueId(),
    )
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QTabletEvent(kind, device, at, at, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, none, left, left)
    assert isinstance(event.point(0), QEventPoint)
    QApplication.sendEvent(pad, event)
    assert event.isAccepted()


def drawn(onsite: SiteHand) -> SignField:
    """The field that Ana signed with a drawing."""
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-010")
    onsite.tap(field(onsite).draw)
    draw(onsite.place.signing.screen.pad)
    onsite.tap(onsite.place.signing.screen.sign)
    assert field(onsite).drawn.isVisible()
    assert field(onsite).missing.isHidden()
    return field(onsite)


def test_a_drawing_is_not_shown_below_the_next_name(onsite: SiteHand) -> None:
    signed = drawn(onsite)
    page = onsite.place.page.page
    assert page is not None
    # Bo signed with a drawing in another copy of the project, of which only the entry came here.
    file = replace(given_files(page.given["lead"].entry)[0], sha256="0" * 64)
    entry = replace(page.given["lead"].entry, person="Bo Lind", value='{"value":"Bo Lind"}', files=json.dumps([asdict(file)]))
    onsite.place.page.show_page(onsite.hand.snapshot, replace(page, given={"lead": Given("Bo Lind", entry)}))
    onsite.place.page.show_signatures({})
    assert signed.shown.text() == "Bo Lind"
    assert not signed.drawn.isVisible()
    assert signed.missing.isVisible()
    assert signed.missing.text() == "The signature cannot be shown: it is missing from this project or damaged."
    onsite.place.page.show_page(onsite.hand.snapshot, replace(page, given={}))
    assert not signed.missing.isVisible()


def test_a_signature_by_name_misses_no_drawing(onsite: SiteHand) -> None:
    signed = drawn(onsite)
    onsite.tap(signed.sign)
    assert given_files(onsite.log[-1]) == []
    assert not signed.drawn.isVisible()
    assert not signed.missing.isVisible()


@pytest.mark.parametrize(
    "found",
    [KeyError(1), StoreError(Message("store", "The file is damaged.")), b"", b"not a picture"],
    ids=["gone", "unreadable", "empty", "damaged"],
)
def test_a_drawing_that_cannot_be_read_leaves_the_place_whole(
    onsite: SiteHand, found: Exception | bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(onsite)

    def attachment(*_: object) -> bytes:
        if isinstance(found, Exception):
            raise found
        return found

    failed: list[object] = []
    onsite.hand.desk.session.failed.connect(failed.append)
    monkeypatch.setattr(Document, "attachment", attachment)
    onsite.enter("revision", "D")
    assert failed == []
    assert onsite.line("revision").text() == "D"
    assert field(onsite).shown.text() == "Ana Ruiz"
    assert not field(onsite).drawn.isVisible()
    assert field(onsite).missing.isVisible()
