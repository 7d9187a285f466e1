"""The list of what a plan leaves out."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.plan.plan_domains import Domain
from gpudesk.operations.project.plan_scope_operations import set_outside_plan
from gpudesk.project.outside_plan import outside_plan
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
