"""Problems on the floor: counts on racks, what the pointer is told, the list of one rack, the way to the next one."""

import gc
from pathlib import Path
from weakref import ref

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from gpudesk.checks.engine import check_engine
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.checks.findings.finding import SHOWN
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.operations.run.field_operations import rename
from gpudesk.ui.panels.problems import problems_dock
from gpudesk.ui.panels.problems.exclusions import ExclusionsDialog
from gpudesk.ui.panels.problems.problem_lines import Grouping
from gpudesk.ui.panels.problems.rules_dialog import RulesDialog
from gpudesk.ui.places.layout.racks.canvas.rack_counts import rack_counts
from gpudesk.ui.toolkit.object_ref import ObjectRef
from tests.ui.floor_hand import FloorHand
from tests.ui.hand import CTRL


def test_counts_of_racks_are_those_of_the_findings_one_by_one(floor: FloorHand) -> None:
    snapshot = floor.hand.snapshot
    findings, where = findings_of(snapshot), snapshot.cached(whereabouts)
    racks, devices = snapshot["rack"], snapshot["device"]
    counts = rack_counts(snapshot, findings)
    expected = np.zeros((racks.rows, len(SHOWN)), np.int64)
    for finding in findings:
        named = {row for table, row in {*finding.objects, (finding.place.table, finding.place.id)} if table == "rack"}
        inside = {int(where.rack[devices.position(row)]) for table, row in finding.objects if table == "device"}
        for rack_id in (named | inside) - {ABSENT}:
            expected[racks.position(rack_id), SHOWN.index(finding.severity)] += finding.excluded is None
    assert counts.errors.tolist() == expected[:, 0].tolist()
    assert counts.warnings.tolist() == expected[:, 1].tolist()
    assert counts.errors.sum() > 0
    assert rack_counts(snapshot, None).errors.sum() == 0


def test_the_pointer_is_told_the_first_problems_of_a_rack(floor: FloorHand) -> None:
    lines = floor.canvas.tool_tip_at(floor.on("A01")).splitlines()
    assert lines[3] == "errors: 1, warnings: 0"
    assert lines[4].startswith("• error: ")
    assert "overlap" in lines[4]


def test_the_menu_of_a_rack_lists_its_problems(floor: FloorHand) -> None:
    floor.place._context_menu(floor.ref("A01"), floor.canvas.mapToGlobal(floor.on("A01")))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entry = next(action for action in menu.actions() if action.text().startswith("Problems here"))
    total = floor.place.problems.count_inside(("rack", floor.ref("A01").id))
    assert entry.text() == f"Problems here ({total})"
    floor.place.docks["problems"].hide()
    entry.trigger()
    menu.close()
    floor.rest()
    assert floor.place.problems.isVisible()
    assert floor.place.problems.model.shown == total
    clean = next(name for name in ("A03", "A04", "B01", "B02") if not floor.place.problems.count_inside(("rack", floor.ref(name).id)))
    floor.place._context_menu(floor.ref(clean), floor.canvas.mapToGlobal(floor.on(clean)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert not [action for action in menu.actions() if action.text().startswith("Problems here")]
    menu.close()


def test_only_this_rack_from_the_menu_and_all_again(floor: FloorHand) -> None:
    everything = floor.place.problems.model.shown
    floor.click(floor.on("A01"))
    floor.hand.do("check.only.rack")
    floor.rest()
    assert 0 < floor.place.problems.model.shown < everything
    floor.hand.do("check.show-all")
    floor.rest()
    assert floor.place.problems.model.shown == everything


def test_another_project_shows_problems_of_all_its_racks(floor: FloorHand, tmp_path: Path) -> None:
    everything = floor.place.problems.model.shown
    floor.click(floor.on("A01"))
    floor.hand.do("check.only.rack")
    floor.rest()
    assert floor.place.problems.model.shown < everything
    other = tmp_path / "other.gpudesk"
    document = floor.hand.desk.session.document
    assert document is not None
    other.write_bytes(document.path.read_bytes())
    floor.hand.open(other)
    floor.hand.desk.window.go("floor")
    floor.rest()
    assert floor.place.problems.model.shown == everything


def test_the_grouping_is_the_same_in_every_place_and_at_the_next_start(floor: FloorHand) -> None:
    window = floor.hand.desk.window
    assert floor.place.problems.model.grouping is Grouping.RULE
    floor.hand.do("check.group.place")
    assert (floor.place.problems.model.grouping, window.rack.problems.model.grouping) == (Grouping.PLACE, Grouping.PLACE)
    assert window.registry.action("check.group.place").isChecked()
    window.language_chosen.emit("es")
    floor.hand.rest()
    again = floor.hand.desk.window
    assert again is not window
    assert again.rack.problems.model.grouping is Grouping.PLACE


def test_f8_lights_the_objects_of_a_folded_problem(floor: FloorHand) -> None:
    floor.hand.do("check.fold-all")
    floor.press(Qt.Key.Key_F8)
    assert floor.hand.desk.session.selection
    floor.press(Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    finding = floor.place.problems.current_finding()
    assert finding is not None


@pytest.mark.parametrize(("action", "kind"), [("check.rules", RulesDialog), ("check.exclusions", ExclusionsDialog)])
def test_rules_and_exclusions_are_one_action_away(floor: FloorHand, action: str, kind: type) -> None:
    floor.hand.do(action)
    found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind) and widget.isVisible()]
    assert len(found) == 1
    found[0].close()


def test_a_row_and_a_hall_have_lists_of_their_own(floor: FloorHand) -> None:
    dock = floor.place.problems
    row, hall = floor.ref("A"), ObjectRef("hall", int(floor.place.hall_id or 0))
    assert 0 < dock.count_inside(("rack_row", row.id)) <= dock.count_inside(("hall", hall.id))


def test_the_floor_holds_no_findings_of_a_state_that_was_left(floor: FloorHand, monkeypatch: pytest.MonkeyPatch) -> None:
    """300,000 take 240 MB: neither a hidden floor nor one of a closed project holds them."""
    # Not even findings that all states share.
    monkeypatch.setattr(check_engine, "MANY", -1)
    monkeypatch.setattr(problems_dock, "_AT_ONCE", 0)
    hand, painting = floor.hand, floor.place.painting
    columns = ref(painting._present_counts().columns)
    assert columns() is floor.canvas.scene.counts.columns is not None  # type: ignore[union-attr]
    QTest.keyClick(hand.canvas, Qt.Key.Key_2, CTRL)
    assert hand.desk.window.place != "floor"
    hand.desk.session.do(rename, "hall", 1, "Other")
    floor.rest()
    gc.collect()
    assert columns() is None
    QTest.keyClick(hand.desk.window, Qt.Key.Key_3, CTRL)
    floor.rest()
    assert floor.canvas.scene.counts is not None
    columns = ref(painting._present_counts().columns)
    hand.desk.session.close()
    floor.rest()
    gc.collect()
    assert columns() is None
