"""The list of what the project accepts."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from gpudesk.operations.project.finding_operations import exclude_finding, exclude_findings
from gpudesk.ui.panels.problems.exclusions import ExclusionsDialog
from tests.ui.desk import Desk, pod
from tests.ui.dialogs.opening import opened, unnamed

STALE = "space.overlap:device=7001"


@pytest.fixture
def dialog(desk: Desk) -> ExclusionsDialog:
    """Two overlaps that are accepted, and an exclusion of something that is gone."""
    desk.create(pod(overlaps=2))
    desk.do(exclude_findings, keys(desk), "mock-ups")
    desk.do(exclude_finding, STALE, "was agreed")
    return opened(desk, ExclusionsDialog(desk.session))


def keys(desk: Desk) -> list[str]:
    assert desk.session.findings is not None
    return sorted(finding.key for finding in desk.session.findings.of_rule("space.overlap"))


def lines(dialog: ExclusionsDialog) -> list[str]:
    """Titles of groups, and the keys of the exclusions in them."""
    found = (dialog.model.line(row) for row in range(dialog.model.rowCount()))
    return [line.group or str(line.key) for line in found]


def test_each_stands_with_its_reason_and_day_and_stale_ones_apart(dialog: ExclusionsDialog, desk: Desk) -> None:
    assert lines(dialog) == ["Active: 2", *keys(desk), "No longer in use: 1", STALE]
    cells = dialog.model.line(1).cells
    assert "overlap" in cells[0].text
    assert cells[2].text == "mock-ups"
    assert cells[3].text
    assert not unnamed(dialog)


def test_a_button_and_delete_take_one_back(dialog: ExclusionsDialog, desk: Desk) -> None:
    first, second = keys(desk)
    cell = dialog.table.visualRect(dialog.model.index(1, 4))
    QTest.mouseClick(dialog.table.viewport(), Qt.MouseButton.LeftButton, pos=cell.topLeft() + QPoint(20, 12))
    desk.settle()
    assert lines(dialog) == ["Active: 1", second, "No longer in use: 1", STALE]
    dialog.table.setFocus()
    dialog.table.setCurrentIndex(dialog.model.index(1, 0))
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    desk.settle()
    assert lines(dialog) == ["No longer in use: 1", STALE]
    assert first not in desk.session.snapshot["exclusion"]["finding"].tolist()


def test_what_excludes_nothing_is_dropped_at_once(dialog: ExclusionsDialog, desk: Desk) -> None:
    QTest.mouseClick(dialog.drop_stale, Qt.MouseButton.LeftButton)
    desk.settle()
    assert lines(dialog) == ["Active: 2", *keys(desk)]
    assert not dialog.drop_stale.isEnabled()


def test_a_reason_is_changed_in_its_cell(dialog: ExclusionsDialog, desk: Desk) -> None:
    dialog.table.setFocus()
    dialog.table.setCurrentIndex(dialog.model.index(1, 2))
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    editor = next(found for found in dialog.table.findChildren(QLineEdit) if found.isVisible())
    editor.selectAll()
    QTest.keyClicks(editor, "agreed in writing")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    desk.settle()
    assert sorted(desk.session.snapshot["exclusion"]["reason"].tolist()) == ["agreed in writing", "mock-ups", "was agreed"]


def test_words_search_problems_places_and_reasons(dialog: ExclusionsDialog, desk: Desk) -> None:
    dialog.search.setText("agreed")
    assert lines(dialog) == ["No longer in use: 1", STALE]
    dialog.search.setText("mock overlap")
    assert lines(dialog) == ["Active: 2", *keys(desk)]
