"""The list of problems in groups: folded, fixed and excluded many at once, filtered by words and places."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester

from gpudesk.checks.findings.finding import Finding
from gpudesk.core.messages.message import Message
from gpudesk.operations.project.finding_operations import Fixed
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.ui.action_table import PROBLEMS
from gpudesk.ui.panels.problems.problem_filter import ONLY
from gpudesk.ui.panels.problems.problem_lines import Grouping
from gpudesk.ui.panels.problems.problem_rows import Column
from gpudesk.ui.panels.problems.problems_dock import ProblemsDock
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.widgets.desk_table import TableRole
from gpudesk.ui.toolkit.widgets.tag import RemovableTag
from tests.ui.desk import Desk, pod

EARLY = "plan.phase_order"
SENTENCE = "5 devices are installed before their container"


@pytest.fixture
def dock(desk: Desk) -> ProblemsDock:
    """Five devices that are built before their racks, and two overlaps; grouped by rule."""
    desk.create(pod(overlaps=3))
    racks = desk.session.snapshot["rack"].ids.tolist()
    desk.do(set_fields, "rack", racks, {"phase": 2})
    desk.do(set_fields, "device", desk.session.snapshot["device"].ids.tolist(), {"phase": 1})
    made = ProblemsDock(desk.session, desk.registry)
    made.set_grouping(Grouping.RULE)
    desk.registry.attach(made, PROBLEMS)
    for action, verb in (
        ("check.mend", made.fix_current),
        ("check.exclude", made.exclude_current),
        ("check.mend-like", made.fix_like),
        ("check.exclude-like", made.exclude_like),
        ("check.fold-all", lambda: made.fold_all(True)),
        ("check.unfold-all", lambda: made.fold_all(False)),
        ("check.find", made.filters.find),
    ):
        desk.registry.connect_action(action, verb)
    desk.registry.set_met({"project", "writable", "problems", "problem", "mend", "drawing"})
    desk.show_dock(made, made.header)
    return made


def titles(dock: ProblemsDock) -> list[str]:
    """What the heads say."""
    heads = (dock.model.head_at(line) for line in range(dock.model.rowCount()))
    return [head.title for head in heads if head is not None]


def go_to_head(dock: ProblemsDock, title: str) -> int:
    """Make the head of a group the current row."""
    heads = {head.title: line for line in range(dock.model.rowCount()) if (head := dock.model.head_at(line)) is not None}
    dock.view.go_to_line(heads[title])
    dock.view.setFocus()
    return heads[title]


def count(desk: Desk, rule: str) -> int:
    """How many findings of a rule count."""
    assert desk.session.findings is not None
    return sum(finding.excluded is None for finding in desk.session.findings.of_rule(rule))


def test_many_like_problems_read_as_one_folded_line(dock: ProblemsDock) -> None:
    line = go_to_head(dock, SENTENCE)
    head = dock.model.head_at(line)
    assert head is not None
    assert (head.folded, head.counts, head.fixes) == (True, (0, 5, 0), 5)
    assert dock.model.index(line, Column.FIX).data(TableRole.BUTTON) == "Fix all 5"
    said = dock.model.index(line, Column.PROBLEM).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == f"{SENTENCE}, warning: 5, collapsed"


def test_keys_fold_and_unfold_and_go_in_and_out(dock: ProblemsDock) -> None:
    line = go_to_head(dock, SENTENCE)
    rows = dock.model.rowCount()
    QTest.keyClick(dock.view, Qt.Key.Key_Right)
    assert dock.model.rowCount() == rows + 5
    assert dock.view.line() == line
    QTest.keyClick(dock.view, Qt.Key.Key_Right)
    assert dock.view.line() == line + 1
    QTest.keyClick(dock.view, Qt.Key.Key_Left)
    assert dock.view.line() == line
    QTest.keyClick(dock.view, Qt.Key.Key_Left)
    assert dock.model.rowCount() == rows
    QTest.keyClick(dock.view, Qt.Key.Key_Return)
    assert dock.model.rowCount() == rows + 5
    QTest.keyClick(dock.view, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert dock.model.rowCount() == len([head for head in range(dock.model.rowCount()) if dock.model.head_at(head)]) + _alone(dock)
    QTest.keyClick(dock.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert dock.model.rowCount() == dock.model.shown + len(titles(dock))


def _alone(dock: ProblemsDock) -> int:
    """Findings that stand under no head."""
    return sum(dock.model.key_at(line) is None and dock.model.head_over(line) is None for line in range(dock.model.rowCount()))


def test_a_click_on_a_head_folds_and_its_button_fixes_all_as_one_step(dock: ProblemsDock, desk: Desk) -> None:
    line = go_to_head(dock, SENTENCE)
    rows = dock.model.rowCount()
    cell = dock.view.visualRect(dock.model.index(line, Column.PROBLEM))
    QTest.mouseClick(dock.view.viewport(), Qt.MouseButton.LeftButton, pos=cell.center())
    assert dock.model.rowCount() == rows + 5
    steps = len(desk.session.history)
    button = dock.view.visualRect(dock.model.index(line, Column.FIX))
    QTest.mouseClick(dock.view.viewport(), Qt.MouseButton.LeftButton, pos=button.topLeft() + QPoint(20, 12))
    desk.settle()
    assert count(desk, EARLY) == 0
    assert len(desk.session.history) == steps + 1
    assert desk.session.history[-1].message.plain() == "Fix 5 problems"
    desk.session.undo()
    desk.settle()
    assert count(desk, EARLY) == 5


def test_delete_on_a_head_excludes_all_for_one_reason_and_again_judges_them(dock: ProblemsDock, desk: Desk) -> None:
    go_to_head(dock, SENTENCE)
    QTest.keyClick(dock.view, Qt.Key.Key_Delete)
    assert dock.prompt.accessibleName() == "Why are these 5 problems excluded?"
    QTest.keyClicks(dock.prompt.field, "racks come late")
    QTest.keyClick(dock.prompt.field, Qt.Key.Key_Return)
    desk.settle()
    assert count(desk, EARLY) == 0
    assert set(desk.session.snapshot["exclusion"]["reason"].tolist()) == {"racks come late"}
    dock.filters.show_excluded(ONLY)
    go_to_head(dock, SENTENCE)
    QTest.keyClick(dock.view, Qt.Key.Key_Delete)
    desk.settle()
    assert count(desk, EARLY) == 5
    assert dock.note.sentence() == "No problems excluded"


def test_keys_fix_and_exclude_all_that_are_like_the_one_in_hand(dock: ProblemsDock, desk: Desk) -> None:
    dock.set_grouping(Grouping.NONE)
    line = next(line for line in range(dock.model.rowCount()) if dock.model.finding_at(line).rule == EARLY)
    dock.view.go_to_line(line)
    dock.view.setFocus()
    QTest.keyClick(dock.view, Qt.Key.Key_Delete, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(dock.prompt.field, "all the same")
    QTest.keyClick(dock.prompt.field, Qt.Key.Key_Escape)
    assert count(desk, EARLY) == 5
    QTest.keyClick(dock.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    desk.settle()
    assert count(desk, EARLY) == 0


def test_f8_walks_into_folded_groups(dock: ProblemsDock) -> None:
    gone: list[list[ObjectRef]] = []
    dock.go_requested.connect(gone.append)
    seen = set()
    for _ in range(dock.model.shown):
        dock.go_next()
        finding = dock.current_finding()
        assert finding is not None
        seen.add(finding.key)
    assert len(seen) == dock.model.shown == len(gone)
    dock.go_previous()
    last = dock.current_finding()
    dock.go_next()
    dock.go_previous()
    assert dock.current_finding() is last


@pytest.mark.parametrize("grouping", list(Grouping))
def test_every_grouping_keeps_the_rules_of_models_and_every_finding(
    dock: ProblemsDock, grouping: Grouping, qtmodeltester: ModelTester
) -> None:
    dock.set_grouping(grouping)
    dock.fold_all(False)
    shown = [dock.model.finding_at(line).key for line in range(dock.model.rowCount()) if dock.model.key_at(line) is None]
    assert len(shown) == len(set(shown)) == dock.model.shown
    qtmodeltester.check(dock.model, force_py=True)  # type: ignore[no-untyped-call]


def test_places_are_told_by_their_names(dock: ProblemsDock) -> None:
    dock.set_grouping(Grouping.PLACE)
    assert titles(dock)[:3] == ["Hall 1", "Row A", "Rack A01"]
    assert titles(dock)[-1].startswith("Not in a hall")
    head = dock.model.head_at(0)
    assert head is not None
    assert sum(head.counts) == sum(1 for line in range(dock.model.rowCount()) if dock.model.key_at(line) is None) - _in_no_hall(dock)


def _in_no_hall(dock: ProblemsDock) -> int:
    line = go_to_head(dock, titles(dock)[-1])
    return len(dock.model.findings_at(line))


def test_words_filter_and_one_click_drops_them(dock: ProblemsDock) -> None:
    dock.filters.find()
    assert dock.filters.field.hasFocus()
    QTest.keyClicks(dock.filters.field, "leaf-1 built")
    assert dock.model.shown == 1
    (tag,) = (tag for tag in dock.header.findChildren(RemovableTag) if tag.isVisible())
    QTest.mouseClick(tag, Qt.MouseButton.LeftButton)
    assert dock.filters.field.text() == ""
    assert dock.model.shown > 5
    QTest.keyClick(dock.filters.field, Qt.Key.Key_Escape)
    assert not dock.filters.bar.isVisible()
    assert dock.view.hasFocus()


def test_a_rack_a_row_and_a_rule_can_be_alone_and_all_filters_go_at_once(dock: ProblemsDock, desk: Desk) -> None:
    everything = dock.model.shown
    desk.session.select([ObjectRef("rack", desk.id_of("rack", "A02"))])
    dock.only("rack")
    assert not {finding.place.label.partition(" ")[0] for finding in _shown(dock)} & {"B01", "B02"}
    assert dock.model.shown < everything
    assert dock.count_inside(("rack", desk.id_of("rack", "A02"))) == dock.model.shown
    dock.filters.remove("inside")
    dock.only("row")
    in_row = dock.model.shown
    assert in_row < everything
    go_to_head(dock, SENTENCE)
    dock.only("rule")
    assert {finding.rule for finding in _shown(dock)} == {EARLY}
    tags = [tag.text() for tag in dock.header.findChildren(RemovableTag) if tag.isVisible()]
    assert sorted(tags) == ["All filters", "Row A", EARLY]
    next(tag for tag in dock.header.findChildren(RemovableTag) if tag.isVisible() and tag.text() == "All filters").click()
    assert dock.model.shown == everything


def _shown(dock: ProblemsDock) -> list[Finding]:
    return [dock.model.finding(number) for number in dock.model.order.tolist()]


@pytest.mark.parametrize(
    ("hide", "says"),
    [
        ("text", "All problems are hidden by the filters"),
        ("objects", "Nothing is selected"),
        ("excluded", "No problems excluded"),
    ],
)
def test_an_empty_list_says_why_and_offers_all_again(dock: ProblemsDock, hide: str, says: str) -> None:
    {
        "text": lambda: dock.filters.field.setText("zzz"),
        "objects": lambda: dock.filters.only_selection(True),
        "excluded": lambda: dock.filters.show_excluded(ONLY),
    }[hide]()
    assert dock.note.isVisible()
    assert dock.note.sentence() == says
    dock.note.link_clicked.emit()
    assert dock.view.isVisible()
    assert dock.model.shown > 5


def test_what_cannot_be_fixed_with_the_others_is_told_and_stays(dock: ProblemsDock, desk: Desk) -> None:
    found = dock.model.fixes_of(go_to_head(dock, SENTENCE))
    dock._tell_fixed(Fixed(4, (Message("checks", "it is gone"),)))
    assert [str(error) for error in desk.failures] == ["Fixed: 4. Not fixed: 1; they are still in the list. it is gone"]
    desk.failures.clear()
    assert len(found) == 5
