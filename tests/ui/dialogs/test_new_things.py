import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.core.hardware.hardware import Face
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.layout.floor.dialogs.new_row import NewRowDialog
from gpudesk.ui.places.layout.new_hall import NewHallDialog
from gpudesk.ui.places.layout.racks.dialogs.check_list import CheckList
from gpudesk.ui.places.layout.racks.dialogs.fill_pattern import FillPatternDialog
from gpudesk.ui.places.layout.racks.dialogs.new_rack import NewRackDialog
from gpudesk.ui.places.layout.racks.dialogs.reserve_units import ReserveUnitsDialog, free_spans
from gpudesk.ui.toolkit import quantities
from tests.ui.desk import RACK, SYSTEM, Desk, pod
from tests.ui.dialogs.opening import main_button, opened, unnamed


def names(desk: Desk, table: str) -> list[str]:
    found: list[str] = desk.session.snapshot[table]["name"].tolist()
    return found


def test_the_first_racks_of_an_empty_project_bring_row_and_hall_along_as_one_step(desk: Desk) -> None:
    desk.create()
    dialog = opened(desk, NewRackDialog(desk.session, type_key=RACK))
    assert not unnamed(dialog)
    assert dialog.row.currentText() == "a new row in a new hall"
    dialog.count.setFocus()
    dialog.count.selectAll()
    QTest.keyClicks(dialog.count, "3")
    assert dialog.names() == ["A01", "A02", "A03"]
    QTest.mouseClick(main_button(dialog), Qt.MouseButton.LeftButton)
    desk.settle()
    assert (names(desk, "hall"), names(desk, "rack_row"), names(desk, "rack")) == (["Hall 1"], ["A"], ["A01", "A02", "A03"])
    assert len(desk.session.history) == 1
    assert [ref.table for ref in desk.session.selection] == ["rack"] * 3


def test_racks_go_to_the_row_in_hand_and_count_up_from_a_first_name(desk: Desk) -> None:
    desk.create(pod())
    desk.session.select([ObjectRef("device", desk.id_of("device", "leaf-1"))])
    dialog = opened(desk, NewRackDialog(desk.session))
    assert dialog.row.currentText() == "Hall 1, row A"
    assert dialog.names() == ["A03"]
    dialog.first.setFocus()
    QTest.keyClicks(dialog.first, "X098")
    dialog.count.setValue(3)
    assert dialog.names() == ["X098", "X099", "X100"]
    QTest.keyClick(dialog.first, Qt.Key.Key_Return)
    desk.settle()
    assert names(desk, "rack")[-3:] == ["X098", "X099", "X100"]


def test_a_type_of_the_project_comes_first_and_is_told_in_figures(desk: Desk) -> None:
    desk.create(pod())
    dialog = opened(desk, NewRackDialog(desk.session))
    assert dialog.type.key() == RACK
    assert dialog.type.summary().startswith("48U · 750")
    assert dialog.type.count() > 3
    dialog.reject()


def test_a_refusal_is_said_in_the_dialog_and_it_stays(desk: Desk) -> None:
    desk.create(pod())
    dialog = opened(desk, NewRackDialog(desk.session))
    dialog.type.addItem("nobody's", "nobody.knows")
    dialog.type.setCurrentIndex(dialog.type.count() - 1)
    main_button(dialog).click()
    desk.settle()
    assert dialog.isVisible()
    assert "nobody.knows" in dialog.complaint.text
    assert main_button(dialog).isEnabled()
    dialog.reject()


def test_a_hall_has_its_size_in_the_persons_units(desk: Desk) -> None:
    desk.create()
    quantities.set_unit_system("imperial")
    dialog = opened(desk, NewHallDialog(desk.session))
    assert not unnamed(dialog)
    assert dialog.width_field.suffix() == " ft"
    dialog.width_field.setValue(100)
    dialog.height_known.click()
    QTest.keyClicks(dialog.name, "Nave norte")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    desk.settle()
    hall = desk.session.snapshot["hall"].row(desk.id_of("hall", "Nave norte"))
    assert (hall["width_mm"], hall["depth_mm"], hall["height_mm"]) == (30_480, 12_000, 3_500)


def test_a_hall_whose_height_nobody_knows_has_none(desk: Desk) -> None:
    desk.create()
    dialog = opened(desk, NewHallDialog(desk.session))
    main_button(dialog).click()
    desk.settle()
    assert desk.session.snapshot["hall"].row(1)["height_mm"] is None


def test_a_row_comes_with_its_racks_or_without(desk: Desk) -> None:
    desk.create(pod())
    dialog = opened(desk, NewRowDialog(desk.session))
    assert not unnamed(dialog)
    assert dialog.name.placeholderText() == "C"
    dialog.count.setValue(2)
    main_button(dialog).click()
    desk.settle()
    assert names(desk, "rack")[-2:] == ["C01", "C02"]
    dialog = opened(desk, NewRowDialog(desk.session))
    dialog.count.setValue(0)
    assert not dialog.type.isEnabled()
    main_button(dialog).click()
    desk.settle()
    assert names(desk, "rack_row") == ["A", "B", "C", "D"]
    assert len(names(desk, "rack")) == 6


def test_escape_leaves_without_a_step(desk: Desk) -> None:
    desk.create()
    dialog = opened(desk, NewHallDialog(desk.session))
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert desk.session.history == []


def test_free_units_are_found_the_largest_span_first(desk: Desk) -> None:
    desk.create(pod())
    assert free_spans(desk.session, desk.id_of("rack", "A01")) == [(16, 48)]
    assert free_spans(desk.session, desk.id_of("rack", "A02")) == [(1, 40), (42, 48)]
    assert free_spans(desk.session, desk.id_of("rack", "B01")) == [(5, 48)]


def test_units_are_reserved_with_face_and_reason(desk: Desk) -> None:
    desk.create(pod())
    rack = desk.id_of("rack", "A01")
    dialog = opened(desk, ReserveUnitsDialog(desk.session, rack))
    assert not unnamed(dialog)
    assert main_button(dialog).text() == "Reserve U16–U48"
    dialog.height_u.setValue(4)
    QTest.mouseClick(dialog.face.button("rear"), Qt.MouseButton.LeftButton)
    dialog.reason.setFocus()
    QTest.keyClicks(dialog.reason, "cable manager")
    QTest.keyClick(dialog.reason, Qt.Key.Key_Return)
    desk.settle()
    reservation = desk.session.snapshot["reservation"].row(2)
    assert (reservation["rack_id"], reservation["position"], reservation["height"], reservation["face"]) == (rack, 30, 8, Face.REAR)
    assert reservation["reason"] == "cable manager"
    assert desk.session.selection == (ObjectRef("reservation", 2),)


def test_units_outside_the_rack_cannot_be_reserved(desk: Desk) -> None:
    desk.create(pod())
    dialog = opened(desk, ReserveUnitsDialog(desk.session, desk.id_of("rack", "A01")))
    dialog.first.setValue(47)
    dialog.height_u.setValue(4)
    assert not main_button(dialog).isEnabled()
    dialog.reject()


@pytest.fixture
def pattern(desk: Desk) -> FillPatternDialog:
    """One system of A01 as the pattern; A02 has it in the way, B01 keeps its units free."""
    desk.create(pod(overlaps=0))
    desk.do(place_device, SYSTEM, desk.id_of("rack", "A02"), 0)
    desk.do(add_racks, RACK, 2, desk.id_of("rack_row", "A"))
    return opened(desk, FillPatternDialog(desk.session, [desk.id_of("device", "dgx-001")]))


def test_racks_with_room_are_ticked_in_the_row_of_the_pattern(pattern: FillPatternDialog, desk: Desk) -> None:
    assert not unnamed(pattern)
    facts = {pattern.model.item(row).text(): pattern.model.item(row).data(CheckList.FACT) for row in range(pattern.model.rowCount())}
    assert facts["A02"] == facts["B01"] == "no space in these units"
    assert facts["A03"] == "row A"
    assert "A01" not in facts
    assert pattern.chosen() == [desk.id_of("rack", "A03"), desk.id_of("rack", "A04")]


def test_lines_are_ticked_by_mouse_and_keys(pattern: FillPatternDialog, desk: Desk) -> None:
    pattern.none.click()
    assert not main_button(pattern).isEnabled()
    row = next(row for row in range(pattern.model.rowCount()) if pattern.model.item(row).text() == "B02")
    at = pattern.list.visualRect(pattern.model.index(row, 0)).center()
    QTest.mouseClick(pattern.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert pattern.chosen() == [desk.id_of("rack", "B02")]
    QTest.keyClick(pattern.list, Qt.Key.Key_Space)
    assert pattern.chosen() == []
    pattern.all.click()
    assert len(pattern.chosen()) == 3
    blocked = next(row for row in range(pattern.model.rowCount()) if pattern.model.item(row).text() == "A02")
    QTest.mouseClick(
        pattern.list.viewport(), Qt.MouseButton.LeftButton, pos=pattern.list.visualRect(pattern.model.index(blocked, 0)).center()
    )
    assert len(pattern.chosen()) == 3


def test_the_pattern_is_filled_as_one_step(pattern: FillPatternDialog, desk: Desk) -> None:
    steps = len(desk.session.history)
    assert main_button(pattern).text().startswith("Fill 2 rack")
    main_button(pattern).click()
    desk.settle()
    assert len(desk.session.history) == steps + 1
    devices = desk.session.snapshot["device"]
    assert {devices.row(ref.id)["rack_id"] for ref in desk.session.selection} == {desk.id_of("rack", "A03"), desk.id_of("rack", "A04")}
