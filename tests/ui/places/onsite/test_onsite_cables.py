"""Scanning: what is found by it, what is refused, and many cables in a row."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from gpudesk.core.checklist.entries import Recorder
from gpudesk.core.checklist.items import Scope
from gpudesk.core.plan.plan import Plan
from gpudesk.onsite.known_items import shipped_checklist
from gpudesk.onsite.work_list import Show, Spot
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cable
from gpudesk.operations.onsite.onsite_items import disable_checklist_item
from gpudesk.operations.onsite.record_site_work import override_hold
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.ui.built import Step
from tests.ui.hand import PLAN
from tests.ui.places.onsite.hand import SiteHand, with_people

BY = Recorder("Ana Ruiz", "0123456789abcdef", "+00:00")


def ids(document: Document, name: str) -> int:
    """A device by its name."""
    return int(document.snapshot["device"].where("name", name)[0])


def cabled(document: Document) -> None:
    """Two cables from the first system to the switch; nothing before them holds them back."""
    with_people(document)
    switch = ids(document, "leaf-1")
    for number, system in enumerate(("dgx-001", "dgx-002")):
        run_operation(document, lay_cable, NewCable(ids(document, system), 0, switch, number))
    for cable in document.snapshot["cable"].ids.tolist():
        for item in ("CAB-020", "CAB-040", "CAB-120"):
            run_operation(document, override_hold, BY, item, cable, "trained crew", "Bo Lind")


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """The small site with two cables."""
    return PLAN, (cabled,)


def label(onsite: SiteHand, cable: int, end: str) -> str:
    """What the code of a label says."""
    document = onsite.hand.desk.session.document
    assert document is not None
    return f"GPUDESK:{document.uid.replace('-', '').upper()[:8]}:{cable}:{end}"


def sign_is_shown(onsite: SiteHand) -> bool:
    """Whether the sign covers the window."""
    sign = onsite.place.scanning.sign
    return sign is not None and sign.isVisible() and sign.geometry() == onsite.hand.desk.window.rect()


def test_a_scan_finds_a_name_a_rack_unit_and_a_label(onsite: SiteHand) -> None:
    first, second = onsite.hand.snapshot["cable"].ids.tolist()
    devices, racks = onsite.hand.ids("device"), onsite.hand.ids("rack")
    wanted = {
        "dgx-002": Spot(Scope.DEVICE, devices["dgx-002"]),
        "a01 u12": Spot(Scope.DEVICE, devices["dgx-002"]),
        "A02": Spot(Scope.RACK, racks["A02"]),
        label(onsite, second, "B"): Spot(Scope.CABLE, second),
    }
    for text, spot in wanted.items():
        onsite.scan(text)
        assert onsite.place.side.wanted().spot == spot, text
        assert not sign_is_shown(onsite)
    assert first != second


def test_a_scan_that_leaves_one_task_opens_it_with_the_keyboard_in_its_first_field(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    cable, place = int(onsite.hand.snapshot["cable"].ids[0]), onsite.place
    onsite.scan(label(onsite, cable, "A"))
    before = place.task
    assert (before, place.side.model.rowCount() > 1) == (None, True)
    onsite.show("CAB-020", cable)
    # The drawing of the page opened in a window of its own for a moment, and took the keyboard from this one.
    assert place.window().isActiveWindow()
    place.side.show_what.choose(Show.DONE)
    onsite.enter("a", label(onsite, cable, "A"))
    onsite.enter("b", label(onsite, cable, "B"))
    place.top.scan.setFocus()
    onsite.scan(label(onsite, cable, "B"))
    assert place.task is not None
    assert (place.task.item.key, place.task.target) == ("CAB-020", cable)
    assert onsite.line("a").hasFocus()
    # The same label once more leads to the same page.
    place.top.scan.setFocus()
    onsite.scan(label(onsite, cable, "A"))
    assert onsite.line("a").hasFocus()


def test_labels_scanned_into_their_fields_pass_and_others_are_refused(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    first, second = onsite.hand.snapshot["cable"].ids.tolist()
    onsite.show("CAB-020", first)
    for wrong in (label(onsite, second, "A"), label(onsite, first, "B"), "GPUDESK:FFFFFFFF:1:A"):
        onsite.enter("a", wrong)
        assert sign_is_shown(onsite), wrong
        QTest.keyClick(onsite.hand.focused(), Qt.Key.Key_Escape)
        assert onsite.line("a").hasFocus()
        assert onsite.line("a").text() == ""
    assert [entry for entry in onsite.log if entry.kind == "value"] == []
    onsite.scan(label(onsite, first, "A"))
    onsite.scan(label(onsite, first, "B"))
    assert onsite.place.page.banner.text == "Passed"
    assert [entry.value for entry in onsite.log if entry.kind == "value"] == [f'{{"value":"{first}:{end}"}}' for end in "AB"]


@pytest.mark.parametrize("text", ["no-such-thing", "GPUDESK:FFFFFFFF:1:A", "A03 U1"])
def test_a_wrong_label_covers_the_window_until_esc(onsite: SiteHand, text: str) -> None:
    onsite.scan(text)
    assert sign_is_shown(onsite)
    onsite.scan("dgx-001")
    assert sign_is_shown(onsite)
    assert onsite.place.side.wanted().spot is None
    QTest.keyClick(onsite.hand.focused(), Qt.Key.Key_Escape)
    assert not sign_is_shown(onsite)
    onsite.scan("dgx-001")
    assert onsite.place.side.wanted().spot is not None


def test_two_cables_in_a_row_by_scanner_and_enter(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    onsite.tap(onsite.place.cables)
    run = onsite.place.run
    keys = 0
    before = len(onsite.log)
    for cable in onsite.hand.snapshot["cable"].ids.tolist():
        onsite.scan(label(onsite, cable, "B"))
        assert run.where.text().startswith("A02  U21  ")
        QTest.keyClick(onsite.hand.focused(), Qt.Key.Key_Return)
        onsite.scan(label(onsite, cable, "A"))
        assert run.where.text().startswith("A01  U")
        QTest.keyClick(onsite.hand.focused(), Qt.Key.Key_Return)
        keys += 2
        onsite.rest()
    assert run.done == 2
    written = [(entry.item, entry.field) for entry in onsite.log[before:]]
    assert written[:5] == [("CAB-020", "b"), ("CAB-120", "b"), ("CAB-020", "a"), ("CAB-120", "a"), ("CAB-120", "proof")]
    verdicts = {entry.target: entry.verdict for entry in onsite.log if entry.item == "CAB-120" and entry.field == "proof"}
    assert set(verdicts.values()) == {"passed"}
    assert len(verdicts) == 2
    assert keys == 4


def test_the_run_refuses_the_same_end_another_cable_and_another_port(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    first, second = onsite.hand.snapshot["cable"].ids.tolist()
    onsite.tap(onsite.place.cables)

    def refused(text: str) -> str:
        onsite.scan(text)
        assert sign_is_shown(onsite)
        sign = onsite.place.scanning.sign
        assert sign is not None
        QTest.keyClick(sign, Qt.Key.Key_Escape)
        return sign.reason

    onsite.scan(label(onsite, first, "A"))
    assert "is the wrong port" in refused("leaf-1 P9")
    QTest.keyClick(onsite.hand.focused(), Qt.Key.Key_Return)
    onsite.rest()
    assert "same end" in refused(label(onsite, first, "A"))
    assert f"This is cable {second}" in refused(label(onsite, second, "B"))
    onsite.scan(label(onsite, first, "B"))
    QTest.keyClick(onsite.hand.focused(), Qt.Key.Key_Return)
    onsite.rest()
    assert "plugged in already" in refused(label(onsite, first, "B"))


def test_a_photo_is_stored_upright_small_and_with_its_hashes(onsite: SiteHand, tmp_path: Path) -> None:
    onsite.begin("Ana Ruiz")
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    assert "photo" in shipped_checklist().items["CAB-040"].by_key
    picture = tmp_path / "way.png"
    image = QImage(5120, 1024, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkGreen)
    image.save(str(picture))
    onsite.show("CAB-040", cable)
    onsite.place.take_files("photo", [picture])
    onsite.rest()
    snapshot = onsite.hand.snapshot
    (attachment,) = snapshot["attachment"].ids.tolist()
    row = snapshot["attachment"].row(attachment)
    assert (row["width"], row["height"], row["media"]) == (2560, 512, "image/jpeg")
    entry = onsite.log[-1]
    assert (entry.item, entry.field) == ("CAB-040", "photo")
    assert row["sha256"] in entry.value
    assert "original_sha256" in entry.files


def test_the_serial_number_of_what_was_received_enters_the_plan(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    device = onsite.hand.ids("device")["leaf-1"]

    def serial() -> str:
        return str(onsite.hand.snapshot["device"].row(device)["serial"])

    onsite.show("RCV-030", device)
    onsite.enter("part", "another part")
    assert serial() == ""
    onsite.enter("serial", "SN-77")
    assert onsite.place.page.banner.text == "Failed"
    assert serial() == "SN-77"
    onsite.enter("part", "MQM9700-NS2F")
    assert onsite.place.page.banner.text == "Passed"


def test_a_run_of_cables_needs_the_items_in_which_it_is_recorded(onsite: SiteHand) -> None:
    onsite.hand.desk.session.do(disable_checklist_item, "CAB-120")
    onsite.rest()
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    run = onsite.place.run
    refusals: list[str] = []
    run.refused.connect(lambda _, why: refusals.append(why))
    run.take(label(onsite, cable, "A"))
    assert refusals == ["CAB-120, where cable series are recorded, is disabled in this project."]


def test_tasks_of_a_cable_are_drawn_with_its_rack_unit_and_port(onsite: SiteHand) -> None:
    cable = int(onsite.hand.snapshot["cable"].ids[0])
    onsite.place.side.show_what.choose(Show.ALL)
    onsite.show("CAB-120", cable)
    view = onsite.place.page.picture.view
    assert view is not None
    assert (view.rack, view.unit, view.device) == ("A01", "U1", "dgx-001")
    assert view.port


def test_a_series_asks_who_works_and_needs_only_enter(onsite: SiteHand) -> None:
    first = onsite.hand.snapshot["cable"].ids.tolist()[0]
    onsite.tap(onsite.place.cables)
    onsite.scan(label(onsite, first, "A"))
    assert onsite.place.screens.currentWidget() is onsite.place.people
    onsite.scan("")
    assert onsite.place.duty.person == "Ana Ruiz"
    assert [(entry.item, entry.field) for entry in onsite.log if entry.kind == "value"] == [("CAB-020", "a")]
    onsite.scan("")
    onsite.scan(label(onsite, first, "B"))
    onsite.scan("")
    assert onsite.place.run.done == 1
