"""The list of what a plan leaves out, and the roles that require several devices."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.plan.plan_domains import Domain
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.project.plan_scope_operations import set_outside_plan, set_redundant_role
from gpudesk.project.outside_plan import outside_plan
from gpudesk.project.redundant_roles import redundant_roles
from gpudesk.ui.panels.problems.left_out import LeftOutDialog
from gpudesk.ui.toolkit.translate import install_language, tr_message
from tests.ui.desk import Desk, pod
from tests.ui.dialogs.opening import opened, unnamed


@pytest.fixture
def dialog(desk: Desk) -> LeftOutDialog:
    desk.create(replace(pod(), outside={}))
    desk.do(set_outside_plan, "cooling", "The building cools the hall.")
    return opened(desk, LeftOutDialog(desk.session))


def shown(dialog: LeftOutDialog) -> dict[str, tuple[str, str]]:
    """Whether each domain is planned, and the reason."""
    lines = (dialog.model.line(row) for row in range(dialog.model.rowCount()))
    return {str(line.key): (line.cells[1].text, line.cells[2].text) for line in lines}


def test_each_domain_stands_with_its_reason(dialog: LeftOutDialog) -> None:
    lines = shown(dialog)
    assert list(lines) == [str(domain) for domain in Domain]
    assert lines["cooling"] == ("no", "The building cools the hall.")
    assert lines["power"] == ("yes", "")
    assert not unnamed(dialog)


def test_a_reason_leaves_a_domain_out_and_delete_plans_it_again(dialog: LeftOutDialog, desk: Desk) -> None:
    row = list(Domain).index(Domain.POWER)
    assert dialog.model.setData(dialog.model.index(row, 2), "The landlord feeds the racks.", Qt.ItemDataRole.EditRole)
    desk.settle()
    assert shown(dialog)["power"] == ("no", "The landlord feeds the racks.")
    assert desk.session.snapshot.cached(outside_plan)[Domain.POWER] == "The landlord feeds the racks."
    dialog.table.setFocus()
    dialog.table.setCurrentIndex(dialog.model.index(row, 0))
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    desk.settle()
    assert shown(dialog)["power"] == ("yes", "")
    assert set(desk.session.snapshot.cached(outside_plan)) == {Domain.COOLING}


def test_what_templates_say_is_read_in_spanish_and_kept_as_it_is(dialog: LeftOutDialog, desk: Desk) -> None:
    reason = "The storage fabric is not part of this template; it is chosen with the storage system"
    desk.do(set_outside_plan, "storage", reason)
    install_language("es")
    dialog.refresh()
    desk.settle()
    read = "La red de almacenamiento no forma parte de esta plantilla; se elige con el sistema de almacenamiento"
    assert shown(dialog)["storage"] == ("no", read)
    assert shown(dialog)["storage_target"] == ("–", "")
    assert dialog.model.setData(dialog.model.index(list(Domain).index(Domain.STORAGE), 2), read, Qt.ItemDataRole.EditRole)
    desk.settle()
    assert desk.session.snapshot.cached(outside_plan)[Domain.STORAGE] == reason
    (note,) = [one for one in findings_of(desk.session.snapshot) if one.rule == "plan.outside" and "storage" in one.message.plain()]
    assert read in tr_message(note.message)


def test_undo_is_seen(dialog: LeftOutDialog, desk: Desk) -> None:
    desk.session.undo()
    desk.settle()
    assert shown(dialog)["cooling"] == ("yes", "")


def roles(dialog: LeftOutDialog) -> dict[str, tuple[str, str]]:
    """The devices of each role, and how many are required."""
    model = dialog.roles.roles_model
    lines = (model.line(row) for row in range(model.rowCount()))
    return {str(line.key): (line.cells[1].text, line.cells[2].text) for line in lines}


def cell(dialog: LeftOutDialog, role: str, column: int) -> QPoint:
    """The middle of a cell of a role, in the table as it is shown."""
    table = dialog.roles
    row = table.roles_model.row_of(role)
    assert row is not None
    index = table.roles_model.index(row, column)
    table.scrollTo(index)
    return table.visualRect(index).center()


def partners(desk: Desk) -> list[str]:
    return [finding.message.plain() for finding in findings_of(desk.session.snapshot) if finding.rule == "absent.partner"]


def test_a_role_is_made_redundant_by_clicking_and_released_by_its_button(dialog: LeftOutDialog, desk: Desk) -> None:
    role = next(iter(roles(dialog)))
    count = int(roles(dialog)[role][0])
    assert roles(dialog)[role] == (str(count), "–")
    view = dialog.roles.viewport()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=cell(dialog, role, 2))
    editor = dialog.roles.findChild(QLineEdit)
    assert editor is not None
    QTest.keyClicks(editor, str(count + 1))
    QTest.keyClick(editor, Qt.Key.Key_Return)
    desk.settle()
    assert roles(dialog)[role] == (str(count), str(count + 1))
    assert desk.session.snapshot.cached(redundant_roles) == {role: count + 1}
    assert len(partners(desk)) == 1
    assert role in partners(desk)[0]
    desk.session.undo()
    desk.settle()
    assert roles(dialog)[role] == (str(count), "–")
    assert partners(desk) == []
    desk.session.redo()
    desk.settle()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=cell(dialog, role, 3))
    desk.settle()
    assert desk.session.snapshot.cached(redundant_roles) == {}
    assert not unnamed(dialog)


@pytest.mark.parametrize("typed", ["0", "1001", "two", "2.5", "-2", "1e9"])
def test_a_number_out_of_range_is_refused_with_the_range(dialog: LeftOutDialog, desk: Desk, typed: str) -> None:
    model = dialog.roles.roles_model
    model.setData(model.index(0, 2), typed, Qt.ItemDataRole.EditRole)
    desk.settle()
    assert dialog.complaint.isVisible()
    assert dialog.complaint.text == "The number of devices must be between 1 and 1,000."
    assert desk.session.snapshot.cached(redundant_roles) == {}


def test_a_role_without_devices_stays_in_the_list_and_delete_releases_it(dialog: LeftOutDialog, desk: Desk) -> None:
    desk.do(set_redundant_role, "fabric management", 2)
    assert roles(dialog)["fabric management"] == ("0", "2")
    dialog.roles.setFocus()
    row = dialog.roles.roles_model.row_of("fabric management")
    assert row is not None
    dialog.roles.setCurrentIndex(dialog.roles.roles_model.index(row, 0))
    QTest.keyClick(dialog.roles, Qt.Key.Key_Delete)
    desk.settle()
    assert "fabric management" not in roles(dialog)


def test_a_role_that_a_stage_pairs_requires_two_and_may_require_more(desk: Desk) -> None:
    """In-band switches with a link between them: of two, one is deleted."""
    plan = load_template("dgx-basepod")
    desk.create(replace(plan, outside={}))
    switches = desk.session.snapshot["device"].where("role", "in-band").tolist()
    assert len(switches) == 2
    desk.do(delete_objects, "device", switches[:1])
    dialog = opened(desk, LeftOutDialog(desk.session))
    model = dialog.roles.roles_model
    row = model.row_of("in-band")
    assert row is not None
    line = model.line(row)
    assert [cell.text for cell in line.cells] == ["in-band", "1", "2", "2 by a network stage"]
    assert (line.cells[1].severity, line.cells[3].button) == ("warning", "")
    assert ["in-band" in text for text in partners(desk)] == [True]
    model.setData(model.index(row, 2), "1", Qt.ItemDataRole.EditRole)
    desk.settle()
    assert dialog.complaint.text == "The number of devices must be between 2 and 1,000."
    for typed, required in (("3", "3"), ("", "2")):
        model.setData(model.index(row, 2), typed, Qt.ItemDataRole.EditRole)
        desk.settle()
        assert roles(dialog)["in-band"] == ("1", required)
    assert not unnamed(dialog)


def test_a_required_role_without_devices_is_reported(dialog: LeftOutDialog, desk: Desk) -> None:
    desk.do(set_redundant_role, "broker", 2)
    row = dialog.roles.roles_model.row_of("broker")
    assert row is not None
    assert dialog.roles.roles_model.line(row).cells[1].severity == "warning"
    assert partners(desk) == ["None of the 2 required devices with the role broker is planned."]
