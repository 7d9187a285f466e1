"""The inspector: every field edited by keys, what is wrong refused, figures opened, several things at once."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QWidget
from shiboken6 import isValid

from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.hardware import POWER_NAMES, Face, Status
from gpudesk.derived.cabling.cable_figures import cable_figures
from gpudesk.operations.floor.halls import delete_all, delete_objects
from gpudesk.operations.run.field_operations import rename
from gpudesk.ui.app.render import settle
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.inspector.inspector_network import NetworkForm
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_quantity, set_unit_system
from gpudesk.ui.toolkit.widgets.field_rows import EditorRow, FactRow, FieldList, LineField
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from gpudesk.ui.toolkit.widgets.popover import Popover
from gpudesk.ui.toolkit.widgets.tag import Tag
from tests.patience import PATIENCE_MS
from tests.ui.hand import CTRL, NO_KEY, SHIFT, SWITCH, SYSTEM, Hand
from tests.ui.test_texts_fit import cable

Key = Qt.Key


def editor(hand: Hand, label: str) -> QWidget:
    """The editor behind a label."""
    rows = hand.desk.window.rack.inspector.findChildren(EditorRow)
    return next(row.editor for row in rows if row.label() == label and row.isVisible())


def facts(hand: Hand) -> dict[str, FactRow]:
    """The rows of facts by label."""
    return {row.label(): row for row in hand.desk.window.rack.inspector.findChildren(FactRow)}


def enter(hand: Hand, label: str, text: str) -> None:
    """Write into a field and press Enter."""
    field = editor(hand, label)
    assert isinstance(field, LineField)
    field.setFocus(Qt.FocusReason.TabFocusReason)
    field.selectAll()
    QTest.keyClick(field, Key.Key_Delete)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Key.Key_Return)
    hand.rest()


def choose(hand: Hand, label: str, text: str) -> None:
    """Choose an entry by keys."""
    box = editor(hand, label)
    assert isinstance(box, QComboBox)
    box.setFocus(Qt.FocusReason.TabFocusReason)
    box.showPopup()
    view = box.view()
    assert box.findText(text) >= 0
    view.setCurrentIndex(box.model().index(box.findText(text), 0))
    QTest.keyClick(view, Key.Key_Return)
    # Without a screen the window of the list stays the active one.
    with hand.qtbot.waitActive(hand.desk.window):
        hand.desk.window.activateWindow()
    hand.rest()


def shown(hand: Hand, label: str) -> str:
    field = editor(hand, label)
    return field.text() if isinstance(field, LineField) else field.currentText() if isinstance(field, QComboBox) else ""


def row(hand: Hand, name: str) -> dict[str, object]:
    ref = hand.ref(name)
    return hand.snapshot[ref.table].row(ref.id)


def test_the_form_is_made_after_the_place_is_shown(hand: Hand) -> None:
    window = hand.desk.window
    window.go("floor")
    shown = window.floor.inspector
    at_first = shown.form
    assert at_first is None
    assert "No project open" not in {label.text() for label in shown.findChildren(QLabel)}
    settle()
    assert shown.form is not None
    assert shown.form.title() == "Hall 1"


def test_the_name_of_what_is_shown_is_edited_at_once(hand: Hand) -> None:
    window = hand.desk.window
    window.go("floor")
    window.floor.inspector.edit_name()
    assert window.floor.inspector.form is not None
    assert hand.focused() is window.floor.inspector.form.name_editor


@pytest.mark.parametrize(
    ("label", "text", "field", "value"),
    [
        ("Name", "dgx-099", "name", "dgx-099"),
        ("Role", "training", "role", "training"),
        ("Serial", "SN 4711", "serial", "SN 4711"),
        ("Asset", "A-0001", "asset", "A-0001"),
        ("Notes", "behind the pillar", "notes", "behind the pillar"),
        ("Build phase", "3", "phase", 3),
        ("Lowest unit", "21", "position", 40),
        ("Lowest unit", "21.5", "position", 41),
    ],
)
def test_a_field_of_a_device_is_one_step(hand: Hand, label: str, text: str, field: str, value: object) -> None:
    hand.click(hand.on("dgx-002"))
    device = hand.ids("device")["dgx-002"]
    enter(hand, label, text)
    assert hand.snapshot["device"].row(device)[field] == value
    assert hand.steps == [True, True]
    enter(hand, label, shown(hand, label))
    assert hand.steps == [True, True], "the same text again is no step"
    hand.desk.session.undo()
    hand.rest()
    assert hand.snapshot["device"].row(device)[field] != value


def test_choices_of_a_device(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    choose(hand, "Status", "Installed")
    assert row(hand, "leaf-1")["status"] == Status.INSTALLED
    choose(hand, "Face", "Rear")
    assert row(hand, "leaf-1")["face"] == Face.REAR
    choose(hand, "Rack", "A03")
    assert hand.place_of("leaf-1") == ("A03", 40)
    assert hand.steps == [True] * 4


@pytest.mark.parametrize(
    ("label", "text", "told"),
    [("Lowest unit", "5", "dgx-001"), ("Lowest unit", "200", "U"), ("Lowest unit", "0", "U1"), ("Name", "dgx-001", "dgx-001")],
)
def test_what_is_refused_is_said_and_the_old_value_comes_back(hand: Hand, label: str, text: str, told: str) -> None:
    hand.click(hand.on("dgx-002"))
    before, value = hand.snapshot, shown(hand, label)
    enter(hand, label, text)
    if label == "Name":
        # Two devices may share a name; the checks say so.
        assert any(finding.rule.startswith("naming") for finding in hand.desk.session.findings or ())
        return
    assert hand.snapshot is before
    assert told in hand.message
    assert shown(hand, label) == value


@pytest.mark.parametrize(("label", "text"), [("Lowest unit", "top"), ("Build phase", "next"), ("Name", "")])
def test_what_has_no_meaning_leaves_the_old_value(hand: Hand, label: str, text: str) -> None:
    hand.click(hand.on("dgx-002"))
    before, value = hand.snapshot, shown(hand, label)
    enter(hand, label, text)
    assert hand.snapshot is before
    assert shown(hand, label) == value


def test_escape_gives_up_an_edit(hand: Hand) -> None:
    hand.click(hand.on("dgx-002"))
    field = editor(hand, "Notes")
    field.setFocus()
    QTest.keyClicks(field, "not this")
    QTest.keyClick(field, Key.Key_Escape)
    hand.look_at_drawing()
    assert row(hand, "dgx-002")["notes"] == ""


def test_leaving_a_field_for_another_object_keeps_the_edit_with_the_old_one(hand: Hand) -> None:
    hand.click(hand.on("dgx-002"))
    field = editor(hand, "Notes")
    field.setFocus()
    QTest.keyClicks(field, "second")
    hand.click(hand.on("dgx-001"))
    assert row(hand, "dgx-002")["notes"] == "second"
    assert row(hand, "dgx-001")["notes"] == ""
    assert shown(hand, "Notes") == ""


def test_a_rack_is_edited_and_shows_its_figures_with_their_working(hand: Hand) -> None:
    hand.select("A01")
    enter(hand, "Name", "Z01")
    enter(hand, "Mounting depth", "760")
    enter(hand, "Notes", "corner")
    choose(hand, "Status", "Installed")
    values = row(hand, "Z01")
    assert (values["rail_depth_mm"], values["notes"], values["status"]) == (760, "corner", Status.INSTALLED)
    figure = facts(hand)["Mass"]
    figure.value_widget.setFocus()
    QTest.keyClick(figure.value_widget, Key.Key_Return)
    hand.rest()
    popover = next(each for each in hand.desk.window.findChildren(Popover) if each.isVisible())
    assert "130.45" in popover.copy_as_text()
    QTest.keyClick(hand.focused(), Key.Key_Escape)
    hand.qtbot.waitUntil(lambda: not isValid(popover), timeout=PATIENCE_MS)
    assert figure.value_widget.hasFocus()


def test_a_rail_distance_that_is_no_number_is_not_taken(hand: Hand) -> None:
    hand.select("A01")
    enter(hand, "Mounting depth", "760")
    enter(hand, "Mounting depth", "wide")
    assert row(hand, "A01")["rail_depth_mm"] == 760
    assert shown(hand, "Mounting depth") == "760"
    enter(hand, "Mounting depth", "")
    assert row(hand, "A01")["rail_depth_mm"] is None


def test_a_reservation_is_edited(hand: Hand) -> None:
    hand.click(hand.at("A03", 60, 16))
    (ref,) = hand.desk.session.selection
    assert ref.table == "reservation"
    enter(hand, "Reason", "tape library")
    enter(hand, "Build phase", "2")
    values = hand.snapshot["reservation"].row(ref.id)
    assert (values["reason"], values["phase"]) == ("tape library", 2)


def test_several_things_show_what_they_share_and_are_edited_together(hand: Hand) -> None:
    hand.select("dgx-001", "leaf-1")
    enter(hand, "Build phase", "4")
    assert {row(hand, name)["phase"] for name in ("dgx-001", "leaf-1")} == {4}
    hand.select("leaf-1")
    enter(hand, "Notes", "only this")
    hand.select("dgx-001", "leaf-1")
    notes = editor(hand, "Notes")
    assert isinstance(notes, LineField)
    assert (notes.text(), notes.placeholderText()) == ("", "several")
    choose(hand, "Status", "Ordered")
    assert {row(hand, name)["status"] for name in ("dgx-001", "leaf-1")} == {Status.ORDERED}
    assert row(hand, "leaf-1")["notes"] == "only this"


def named(hand: Hand, start: str) -> str:
    """What the row of facts that is seen and begins so says to a screen reader."""
    rows = hand.desk.window.rack.inspector.findChildren(FactRow)
    return next((row.accessibleName() for row in rows if row.isVisible() and row.accessibleName().startswith(start)), "")


def test_several_things_are_counted_and_added_up(hand: Hand) -> None:
    hand.click(hand.on("dgx-001"))
    hand.click(hand.on("dgx-002"), SHIFT)
    hand.click(hand.on("leaf-1"), SHIFT)
    assert named(hand, "DGX H100") == "DGX H100: × 2"
    assert named(hand, "QM9700") == "QM9700: × 1"
    watts = 2 * 10_200 + (hand.snapshot.types[hand.snapshot.types.id_of(SWITCH) or 0].number("power_max_w") or 0)
    assert named(hand, "Power, maximum:") == f"Power, maximum: {format_quantity(watts, 'W')}"
    assert named(hand, "Height in rack units:") == "Height in rack units: 17U"
    assert named(hand, "GPUs:") == "GPUs: 16"
    assert named(hand, "Rack:") == "Rack: several (2)"
    hand.click(hand.on("leaf-1"), CTRL)
    assert named(hand, "QM9700") == ""
    assert named(hand, "Power, maximum:") == f"Power, maximum: {format_quantity(20_400, 'W')}"
    assert named(hand, "Rack:") == "Rack: A01"


def test_what_is_not_known_of_several_things_is_counted_beside_the_sum(hand: Hand) -> None:
    hand.select("dgx-001", "leaf-1")
    types = hand.snapshot.types
    kinds = [types[types.id_of(key) or 0] for key in (SYSTEM, SWITCH)]
    words = {name: {"max": "maximum"}.get(name, name) for name in POWER_NAMES}
    known = {name: sum(kind.number(f"power_{name}_w") is not None for kind in kinds) for name in POWER_NAMES}
    unknown = {name for name in POWER_NAMES if named(hand, f"Power, {words[name]}: 1 unknown")}
    assert unknown == {name for name, count in known.items() if count == 1}
    assert unknown
    shown = {name for name in POWER_NAMES if named(hand, f"Power, {words[name]}:")}
    assert shown == {name for name, count in known.items() if count} | {"max"}


def test_a_sum_of_several_things_opens_to_its_working_by_keys(hand: Hand) -> None:
    hand.select("dgx-001", "leaf-1")
    figure = facts(hand)["Mass"]
    figure.value_widget.setFocus()
    QTest.keyClick(figure.value_widget, Key.Key_Return)
    hand.rest()
    popover = next(each for each in hand.desk.window.findChildren(Popover) if each.isVisible())
    assert "130.45" in popover.copy_as_text()
    QTest.keyClick(hand.focused(), Key.Key_Escape)
    hand.qtbot.waitUntil(lambda: not isValid(popover), timeout=PATIENCE_MS)


def test_the_mounting_depth_is_typed_in_the_unit_of_the_user(hand: Hand) -> None:
    set_unit_system("imperial")
    hand.select("A01")
    enter(hand, "Mounting depth", "29.92")
    assert row(hand, "A01")["rail_depth_mm"] == 760
    assert shown(hand, "Mounting depth") == "29.92"
    assert editor(hand, "Mounting depth").accessibleName() == "Mounting depth, in"


def test_a_network_shows_its_cabling(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    hand = open_desk()
    hand.create(tmp_path / "pod.gpudesk", load_template("small-pod"), cable)
    network = int(hand.snapshot["network"].ids[0])
    hand.desk.session.select([ObjectRef("network", network)])
    form = NetworkForm(hand.desk.session, hand.desk.session.selection)
    rows = FieldList()
    form.fill(rows)
    form.refresh(hand.desk.session.selection)
    figures = cable_figures(hand.snapshot, network)
    shown_facts = {each.label(): each.accessibleName() for each in rows.findChildren(FactRow)}
    assert (form.title(), form.subtitle()) == ("Compute", f"400{THIN_SPACE}Gb/s · switches for whole units")
    assert shown_facts["Links"] == "Links: 314"
    assert shown_facts["Cables"] == f"Cables: {figures.cables}"
    assert shown_facts["Total length"] == f"Total length: {format_quantity(figures.metres, 'm', decimals=0)}"


def test_racks_with_what_stands_in_them_count_no_device_twice(hand: Hand) -> None:
    hand.select("A01", "dgx-001")
    assert named(hand, "Power, maximum:") == f"Power, maximum: {format_quantity(20_400, 'W')}"
    hand.select("A01", "A02")
    enter(hand, "Mounting depth", "750")
    assert [row(hand, name)["rail_depth_mm"] for name in ("A01", "A02", "A03")] == [750, 750, None]
    assert hand.steps == [True, True]


def test_the_role_of_several_devices_is_set_in_one_step_and_taken_back(hand: Hand) -> None:
    hand.select("dgx-001", "dgx-002")
    enter(hand, "Role", "training")
    assert {row(hand, name)["role"] for name in ("dgx-001", "dgx-002")} == {"training"}
    assert hand.steps == [True, True]
    hand.desk.session.undo()
    hand.rest()
    assert "training" not in {row(hand, name)["role"] for name in ("dgx-001", "dgx-002")}


def test_what_is_being_typed_for_several_survives_a_step_made_elsewhere(hand: Hand) -> None:
    hand.select("leaf-1")
    enter(hand, "Notes", "only this")
    hand.select("dgx-001", "leaf-1")
    field = editor(hand, "Notes")
    assert isinstance(field, LineField)
    field.setFocus()
    QTest.keyClicks(field, "half a sen")
    hand.desk.session.do(rename, "device", hand.ids("device")["dgx-002"], "other")
    hand.rest()
    assert field.text() == "half a sen"
    hand.do("file.close")
    assert not facts(hand)


def test_every_fact_shows_source_and_confidence(hand: Hand) -> None:
    hand.click(hand.on("dgx-002"))
    weight = facts(hand)["Weight"]
    assert "130.45\u00a0kg" in weight.accessibleName()
    assert weight.accessibleDescription()


def test_the_rack_of_a_device_is_a_click_away(hand: Hand) -> None:
    hand.click(hand.on("dgx-002"))
    inspector = hand.desk.window.rack.inspector
    link = next(each for each in inspector.findChildren(LinkButton) if "A01" in each.text())
    assert link.mapTo(inspector, QPoint(0, 0)).x() == 10
    link.setFocus()
    QTest.keyClick(link, Key.Key_Space)
    hand.rest()
    assert hand.selected() == {"A01"}


def test_tags_tell_status_and_findings(hand: Hand) -> None:
    hand.select("dgx-002")
    texts = [tag.text() for tag in hand.desk.window.rack.inspector.findChildren(Tag) if tag.isVisible()]
    assert texts[0] == "Planned"


def test_without_a_selection_the_project_is_shown(hand: Hand) -> None:
    assert "GPUs: 16" in {row.accessibleName() for row in facts(hand).values()}
    assert facts(hand)["Power, maximum"].accessibleName().startswith("Power, maximum: 22.")
    hand.do("file.close")
    assert not facts(hand)


def test_the_wheel_scrolls_past_a_choice_and_changes_nothing(hand: Hand) -> None:
    hand.click(hand.on("dgx-002"))
    box = editor(hand, "Status")
    before = hand.snapshot
    centre = QPointF(box.rect().center())
    for _ in range(3):
        wheel = QWheelEvent(
            centre, box.mapToGlobal(centre), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton, NO_KEY, Qt.ScrollPhase.NoScrollPhase, False
        )
        QApplication.sendEvent(box, wheel)
    hand.rest()
    assert hand.snapshot is before


def test_what_is_being_typed_survives_a_step_made_elsewhere(hand: Hand) -> None:
    hand.click(hand.on("dgx-002"))
    field = editor(hand, "Notes")
    assert isinstance(field, LineField)
    field.setFocus()
    QTest.keyClicks(field, "half a sen")
    hand.desk.session.do(rename, "device", hand.ids("device")["dgx-002"], "other")
    hand.rest()
    assert field.text() == "half a sen"
    assert shown(hand, "Name") == "other"
    QTest.keyClicks(field, "tence")
    QTest.keyClick(field, Key.Key_Return)
    hand.rest()
    assert row(hand, "other")["notes"] == "half a sentence"


def test_a_form_goes_while_a_list_of_it_is_open(hand: Hand) -> None:
    hand.click(hand.on("dgx-002"))
    box = editor(hand, "Status")
    assert isinstance(box, QComboBox)
    box.setFocus()
    box.showPopup()
    hand.desk.session.do(delete_all, {"device": [hand.ids("device")["dgx-002"]]})
    hand.rest()
    assert hand.desk.session.selection == ()
    hand.desk.window.go("home")
    assert not QApplication.activePopupWidget()


def test_the_working_of_a_figure_goes_when_its_row_is_gone(hand: Hand) -> None:
    hand.select("A03")
    figure = facts(hand)["Mass"]
    figure.value_widget.setFocus()
    QTest.keyClick(figure.value_widget, Key.Key_Return)
    hand.rest()
    popover = next(each for each in hand.desk.window.findChildren(Popover) if each.isVisible())
    hand.desk.session.do(delete_all, {"rack": [hand.ids("rack")["A03"]]})
    hand.rest()
    QTest.keyClick(popover, Key.Key_Escape)
    assert not popover.isVisible()
    hand.rest()
    assert not isValid(popover)


def test_what_is_typed_for_an_object_that_goes_is_dropped(hand: Hand) -> None:
    hand.desk.session.select([hand.ref("dgx-001")])
    field = editor(hand, "Name")
    assert isinstance(field, LineField)
    field.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClicks(field, "typed")
    hand.desk.session.do(delete_objects, "device", [hand.ids("device")["dgx-001"]])
    hand.rest()
    assert set(hand.ids("device")) == {"dgx-002", "leaf-1"}


def test_what_was_typed_into_a_form_that_nobody_sees_is_dropped_with_its_object(hand: Hand) -> None:
    hand.desk.session.select([hand.ref("dgx-001")])
    field = editor(hand, "Name")
    assert isinstance(field, LineField)
    hand.desk.window.go("floor")
    hand.desk.session.do(delete_objects, "device", [hand.ids("device")["dgx-001"]])
    hand.rest()
    field.setText("typed")
    field.editingFinished.emit()
    hand.rest()
    assert set(hand.ids("device")) == {"dgx-002", "leaf-1"}
