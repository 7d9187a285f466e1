import gc
from collections.abc import Callable
from dataclasses import replace
from weakref import ref

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QMenu
from pytestqt.modeltest import ModelTester

from gpudesk.checks.engine import check_engine
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import SHOWN, Finding, Place, Severity, Violation
from gpudesk.checks.findings.findings import Findings, RuleFindings
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import Message
from gpudesk.operations.project.finding_operations import exclude_finding
from gpudesk.operations.run.field_operations import rename
from gpudesk.ui.action_table import PROBLEMS
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.problems import problems_dock
from gpudesk.ui.panels.problems.problem_filter import TOO
from gpudesk.ui.panels.problems.problem_rows import Column, family_of
from gpudesk.ui.panels.problems.problem_texts import finding_text, row_text
from gpudesk.ui.panels.problems.problems_dock import ProblemsDock
from gpudesk.ui.toolkit.widgets.desk_table import TableRole
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.tag import RemovableTag
from tests.ui.desk import Desk, pod

OVERLAP = "space.overlap"
MET = {"project", "writable", "problems", "problem", "mend"}


@pytest.fixture
def dock(desk: Desk) -> ProblemsDock:
    """Two overlaps and whatever else the checks say of the pod; the actions are connected as the window does it."""
    desk.create(pod(overlaps=2))
    made = ProblemsDock(desk.session, desk.registry)
    desk.registry.attach(made, PROBLEMS)
    desk.registry.connect_action("check.mend", made.fix_current)
    desk.registry.connect_action("check.exclude", made.exclude_current)
    desk.registry.set_met(MET)
    desk.show_dock(made, made.header)
    return made


def rules(dock: ProblemsDock) -> list[str]:
    return [dock.model.finding_at(line).rule for line in range(dock.model.rowCount())]


def choose(dock: ProblemsDock, rule: str) -> Finding:
    line = rules(dock).index(rule)
    dock.view.go_to_line(line)
    dock.view.setFocus()
    return dock.model.finding_at(line)


def overlaps(desk: Desk) -> int:
    """How many overlaps count."""
    findings = desk.session.findings
    assert findings is not None
    return sum(found.excluded is None for found in findings.of_rule(OVERLAP))


def test_findings_stand_weightiest_first_with_their_counts(dock: ProblemsDock, desk: Desk) -> None:
    order = [dock.model.finding_at(line).severity for line in range(dock.model.rowCount())]
    assert order == sorted(order, key=SHOWN.index)
    assert rules(dock).count(OVERLAP) == 2
    counts = desk.session.findings.counts() if desk.session.findings is not None else {}
    for severity, button in dock.filters.severities.items():
        assert button.count() == counts[severity]
        assert str(counts[severity]) in button.accessibleName()


def test_a_row_says_what_where_by_how_much_and_what_fixes_it(dock: ProblemsDock) -> None:
    finding = choose(dock, OVERLAP)
    texts = [finding_text(finding, column) for column in Column]
    assert texts[Column.MARK] == "error"
    assert "dgx-001" in texts[Column.PROBLEM]
    assert texts[Column.WHERE].endswith(f"· {OVERLAP}")
    assert texts[Column.FOUND] == "1U"
    assert texts[Column.FIX]
    assert row_text(finding).count("\t") == 4


def test_a_severity_is_hidden_and_shown_by_its_count(dock: ProblemsDock) -> None:
    button = dock.filters.severities[Severity.ERROR]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert OVERLAP not in rules(dock)
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert OVERLAP in rules(dock)


def test_the_button_in_a_row_fixes_it_as_one_step(dock: ProblemsDock, desk: Desk) -> None:
    before, steps = overlaps(desk), len(desk.session.history)
    line = rules(dock).index(OVERLAP)
    key = dock.model.finding_at(line).key
    cell = dock.view.visualRect(dock.model.index(line, Column.FIX))
    QTest.mouseClick(dock.view.viewport(), Qt.MouseButton.LeftButton, pos=cell.topLeft() + QPoint(20, 12))
    desk.settle()
    assert overlaps(desk) < before
    assert dock.model.line_of(key) is None
    assert len(desk.session.history) == steps + 1
    assert dock.model.rowCount() == len(tuple(found for found in desk.session.findings or ()))


def test_keys_fix_and_the_next_problem_takes_the_place(dock: ProblemsDock, desk: Desk) -> None:
    key = choose(dock, OVERLAP).key
    QTest.keyClick(dock.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    assert dock.model.line_of(key) is None
    assert dock.view.currentIndex().isValid(), "so that one can go on"


def test_enter_and_double_click_go_there(dock: ProblemsDock) -> None:
    gone: list[list[ObjectRef]] = []
    dock.go_requested.connect(gone.append)
    finding = choose(dock, OVERLAP)
    QTest.keyClick(dock.view, Qt.Key.Key_Return)
    at = dock.view.visualRect(dock.model.index(dock.view.currentIndex().row(), Column.PROBLEM)).center()
    QTest.mouseDClick(dock.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert gone == [[ObjectRef(table, row_id) for table, row_id in finding.objects]] * 2


def test_delete_asks_why_and_excludes(dock: ProblemsDock, desk: Desk) -> None:
    before = overlaps(desk)
    finding = choose(dock, OVERLAP)
    QTest.keyClick(dock.view, Qt.Key.Key_Delete)
    assert dock.prompt.isVisible()
    assert not dock.prompt.button.isEnabled(), "an exclusion needs a reason"
    QTest.keyClicks(dock.prompt.field, "as the vendor wrote")
    QTest.keyClick(dock.prompt.field, Qt.Key.Key_Return)
    desk.settle()
    assert not dock.prompt.isVisible()
    assert dock.view.hasFocus()
    assert overlaps(desk) == before - 1
    assert finding.key not in [dock.model.finding_at(line).key for line in range(dock.model.rowCount())]


def test_escape_leaves_the_question_and_changes_nothing(dock: ProblemsDock, desk: Desk) -> None:
    steps = len(desk.session.history)
    choose(dock, OVERLAP)
    QTest.keyClick(dock.view, Qt.Key.Key_Delete)
    QTest.keyClicks(dock.prompt.field, "never mind")
    QTest.keyClick(dock.prompt.field, Qt.Key.Key_Escape)
    desk.settle()
    assert not dock.prompt.isVisible()
    assert len(desk.session.history) == steps


def test_excluded_ones_are_shown_dim_with_their_reason_and_judged_again(dock: ProblemsDock, desk: Desk) -> None:
    key = choose(dock, OVERLAP).key
    desk.do(exclude_finding, key, "agreed")
    assert not [line for line in range(dock.model.rowCount()) if dock.model.finding_at(line).key == key]
    dock.filters.show_excluded(TOO)
    line = dock.model.line_of(key)
    assert line is not None
    index = dock.model.index(line, Column.FIX)
    assert index.data() == "excluded: agreed"
    assert index.data(TableRole.BUTTON) is None
    assert dock.model.index(line, Column.PROBLEM).data(TableRole.INK) == "text.tertiary"
    dock.view.go_to_line(line)
    QTest.keyClick(dock.view, Qt.Key.Key_Delete)
    desk.settle()
    again = desk.session.findings.get(key) if desk.session.findings is not None else None
    assert again is not None
    assert again.excluded is None


def test_a_family_is_chosen_and_taken_away_as_a_tag(dock: ProblemsDock) -> None:
    dock.filters.fill_menu()
    space = next(action for action in dock.filters.menu.findChildren(QAction) if action.text().startswith("Space"))
    space.trigger()
    assert {family_of(rule) for rule in rules(dock)} == {"space"}
    tag = dock.header.findChild(RemovableTag)
    assert tag is not None
    assert tag.text() == "Space"
    QTest.mouseClick(tag, Qt.MouseButton.LeftButton)
    assert {family_of(rule) for rule in rules(dock)} > {"space"}


def test_only_the_selection_and_what_stands_in_it(dock: ProblemsDock, desk: Desk) -> None:
    rack = ObjectRef("rack", desk.id_of("rack", "A01"))
    desk.session.select([rack])
    dock.filters.only_selection(True)
    places = {(dock.model.finding_at(line).place.table, dock.model.finding_at(line).place.id) for line in range(dock.model.rowCount())}
    assert OVERLAP in rules(dock)
    assert places <= {("rack", rack.id), *(("device", row) for row in desk.session.snapshot["device"].where("rack_id", rack.id).tolist())}
    desk.session.select([ObjectRef("device", desk.id_of("device", "leaf-1"))])
    desk.settle()
    assert OVERLAP not in rules(dock)
    assert dock.header.findChild(RemovableTag, options=Qt.FindChildOption.FindDirectChildrenOnly) is not None


def test_a_head_sorts_and_the_third_click_brings_back_the_order(dock: ProblemsDock) -> None:
    own = rules(dock)
    head = dock.view.horizontalHeader()
    at = QPoint(head.sectionViewportPosition(Column.WHERE) + 20, 12)
    labels = []
    for _ in range(2):
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
        labels.append([dock.model.finding_at(line).place.label for line in range(dock.model.rowCount())])
    assert labels[0] != labels[1]
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert dock.model.sorted_by() is None
    assert rules(dock) == own


def test_the_chosen_problem_stays_chosen_when_the_order_changes(dock: ProblemsDock) -> None:
    key = choose(dock, OVERLAP).key
    dock.model.sort(Column.PROBLEM, Qt.SortOrder.DescendingOrder)
    current = dock.current_finding()
    assert current is not None
    assert current.key == key


def test_next_and_previous_walk_round(dock: ProblemsDock) -> None:
    gone: list[list[ObjectRef]] = []
    dock.go_requested.connect(gone.append)
    count = dock.model.rowCount()
    for _ in range(count):
        dock.go_next()
    assert dock.view.currentIndex().row() == count - 1
    dock.go_next()
    assert dock.view.currentIndex().row() == 0
    dock.go_previous()
    assert dock.view.currentIndex().row() == count - 1
    assert len(gone) == count + 2


def test_a_rule_is_given_another_severity_from_the_menu(dock: ProblemsDock, desk: Desk) -> None:
    choose(dock, OVERLAP)
    menu = dock.context_menu()
    severities = menu.findChildren(QMenu)[0].actions()
    assert next(action.text() for action in severities) == "error (default)"
    warning = next(action for action in severities if action.text() == "warning")
    warning.trigger()
    desk.settle()
    assert {
        dock.model.finding_at(line).severity for line in range(dock.model.rowCount()) if dock.model.finding_at(line).rule == OVERLAP
    } == {Severity.WARNING}
    menu.deleteLater()


def test_no_problems_is_said_with_a_tick(desk: Desk) -> None:
    desk.create()
    dock = ProblemsDock(desk.session, desk.registry)
    desk.show_dock(dock, dock.header)
    assert dock.note.isVisible()
    assert dock.note.sentence() == "No problems"
    assert dock.current_finding() is None


def test_filters_that_hide_everything_offer_to_show_it(dock: ProblemsDock) -> None:
    for button in dock.filters.severities.values():
        button.setChecked(False)
    assert dock.note.isVisible()
    dock.note.link_clicked.emit()
    assert dock.view.isVisible()
    assert all(button.isChecked() for button in dock.filters.severities.values())


def test_what_is_not_seen_is_not_made(dock: ProblemsDock, desk: Desk) -> None:
    frame = dock.parentWidget()
    assert isinstance(frame, QFrame)
    frame.hide()
    before = dock.model.rowCount()
    finding = dock.model.finding_at(rules(dock).index(OVERLAP))
    dock.fix_all([finding])
    desk.settle()
    assert dock.model.rowCount() == before
    frame.show()
    desk.settle()
    assert dock.model.rowCount() < before


def test_a_fix_of_a_problem_that_is_gone_does_nothing(dock: ProblemsDock, desk: Desk) -> None:
    finding = choose(dock, OVERLAP)
    dock.fix_all([finding])
    desk.settle()
    steps = len(desk.session.history)
    dock.fix_all([finding])
    desk.settle()
    assert len(desk.session.history) == steps


def test_twenty_thousand_are_listed_and_sorted(dock: ProblemsDock, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(number: int) -> Finding:
        place = Place("rack", number, f"A{number}")
        text = Message("checks", "{name} is wrong", {"name": f"dgx-{number}"})
        return Finding(
            OVERLAP, Severity.ERROR, f"{OVERLAP}:device={number}", (("device", number),), place, text, None, None, None, None, (number,)
        )

    many = Findings({OVERLAP: RuleFindings(made(number) for number in range(20_000))})
    monkeypatch.setattr(desk.session, "_findings", many)
    dock.refresh()
    desk.settle()
    assert dock.model.rowCount() == 20_000
    dock.model.sort(Column.WHERE, Qt.SortOrder.DescendingOrder)
    assert dock.model.finding_at(0).place.label == "A19999"
    assert dock.model.line_of(f"{OVERLAP}:device=7") == 20_000 - 8


def test_findings_of_a_state_that_was_left_are_released(dock: ProblemsDock, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """300,000 take 240 MB: the list holds those that it shows, and while it is hidden no great number of another state."""
    monkeypatch.setattr(problems_dock, "_AT_ONCE", 0)
    # Not even findings that all states share.
    monkeypatch.setattr(check_engine, "MANY", -1)
    dock.refresh()
    desk.settle()
    assert not left_by(desk, lambda: desk.do(rename, "hall", 1, "Hall 2"))
    assert dock.model.rowCount()
    assert not left_by(desk, desk.session.undo)
    frame = dock.parentWidget()
    assert isinstance(frame, QFrame)
    frame.hide()
    assert not left_by(desk, lambda: desk.do(rename, "hall", 1, "Hall 3"))
    frame.show()
    desk.settle()
    assert dock.model.rowCount()
    assert not left_by(desk, desk.session.close)


def left_by(desk: Desk, leave: Callable[[], object]) -> Findings | None:
    """The findings of the state that is left, if anybody still holds them."""
    findings = desk.session.findings
    assert findings is not None
    known = ref(findings)
    del findings
    leave()
    desk.settle()
    gc.collect()
    return known()


def test_every_control_has_a_name(dock: ProblemsDock) -> None:
    for widget in dock.header.findChildren(IconButton):
        assert widget.accessibleName(), widget
    assert dock.view.accessibleName()
    assert dock.prompt.findChild(type(dock.prompt.button)) is not None


def test_the_model_keeps_the_rules_of_models(dock: ProblemsDock, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(dock.model, force_py=True)  # type: ignore[no-untyped-call]


def test_tool_tips_name_rule_and_source(dock: ProblemsDock) -> None:
    line = rules(dock).index(OVERLAP)
    tip = dock.model.data(dock.model.index(line, Column.WHERE), Qt.ItemDataRole.ToolTipRole)
    assert ALL_RULES[OVERLAP].source in tip


@pytest.mark.usefixtures("rules_may_fail")
def test_an_edit_is_shown_and_the_rule_that_failed_at_it_is_named(dock: ProblemsDock, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(view: View) -> list[Violation]:
        raise ZeroDivisionError(view.scope.name)

    monkeypatch.setitem(ALL_RULES, "naming.empty", replace(ALL_RULES["naming.empty"], judge=broken))
    desk.do(rename, "hall", 1, "Hall 2")
    assert desk.session.snapshot["hall"].row(1)["name"] == "Hall 2"
    assert desk.session.history[-1].message.plain() == "Rename Hall 1 to Hall 2"
    assert not desk.failures
    line = rules(dock).index("plan.failed_check")
    assert finding_text(dock.model.finding_at(line), Column.PROBLEM).startswith("The rule naming.empty failed to run")
