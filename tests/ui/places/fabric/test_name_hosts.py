"""Hosts are named by patterns, one for each role: the names are seen before, and undone as one step."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from gpudesk.catalog.templates import load_template
from gpudesk.derived.fabric.host_name_plan import HostName, planned_role_names
from gpudesk.operations.run.field_operations import rename
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.fabric.dialogs import name_hosts
from gpudesk.ui.places.fabric.dialogs.name_hosts import NameHostsDialog
from gpudesk.ui.toolkit.object_ref import ObjectRef
from tests.ui.hand import Hand

PATTERN = 2


@pytest.fixture
def pod(open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    """A small pod in the window."""
    started = open_desk()
    started.create(tmp_path / "pod.gpudesk", load_template("small-pod"))
    return started


def asked(hand: Hand) -> NameHostsDialog:
    hand.desk.window.registry.action("fabric.name-hosts").trigger()
    hand.rest()
    return next(each for each in hand.desk.window.findChildren(NameHostsDialog) if each.isVisible())


def cell(dialog: NameHostsDialog, role: str) -> QModelIndex:
    row = dialog.model.row_of(role)
    assert row is not None
    return dialog.model.index(row, PATTERN)


def editor(dialog: NameHostsDialog, role: str) -> QLineEdit:
    """The open editor of the pattern of a role."""
    dialog.table.edit_cell(cell(dialog, role))
    field = dialog.focusWidget()
    assert isinstance(field, QLineEdit)
    return field


def type_pattern(dialog: NameHostsDialog, role: str, text: str) -> None:
    field = editor(dialog, role)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    # The delegate applies the text in the next turn of the event loop.
    QCoreApplication.processEvents()


def names(dialog: NameHostsDialog) -> list[tuple[str, str]]:
    model = dialog.preview.model()
    return [(model.index(row, 0).data(), model.index(row, 1).data()) for row in range(model.rowCount())]


def choose_style(dialog: NameHostsDialog, key: str) -> None:
    dialog.style_box.setCurrentIndex(dialog.style_box.findData(key))


def test_several_roles_are_named_as_one_step_and_undone(pod: Hand) -> None:
    before, steps = set(pod.ids("device")), len(pod.desk.session.history)
    dialog = asked(pod)
    assert dialog.main is not None
    assert (dialog.main.text(), dialog.main.isEnabled()) == ("Name 0 hosts", False)
    type_pattern(dialog, "compute", "node{n:02}")
    assert dialog.main.text() == "Name 7 hosts"
    type_pattern(dialog, "spine", "core{n}")
    assert names(dialog) == [(f"dgx-00{n}", f"node0{n}") for n in range(1, 8)] + [(f"spine-{n}", f"core{n}") for n in range(1, 5)]
    assert dialog.main.text() == "Name 11 hosts"
    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)
    pod.rest()
    assert {"node01", "node07", "core1", "core4", "leaf-1"} <= set(pod.ids("device"))
    assert len(pod.desk.session.history) == steps + 1
    pod.desk.window.registry.action("edit.undo").trigger()
    pod.rest()
    assert set(pod.ids("device")) == before


def test_only_the_pattern_that_is_typed_is_calculated_again(pod: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    calculated: list[dict[str, str]] = []

    def noted(snapshot: Snapshot, patterns: dict[str, str]) -> list[HostName]:
        calculated.append(dict(patterns))
        return planned_role_names(snapshot, patterns)

    monkeypatch.setattr(name_hosts, "planned_role_names", noted)
    dialog = asked(pod)
    type_pattern(dialog, "compute", "node{n:02}")
    calculated.clear()
    type_pattern(dialog, "spine", "x{n}")
    assert {role for patterns in calculated for role in patterns} == {"spine"}
    assert {new for _, new in names(dialog)} == {*(f"node0{n}" for n in range(1, 8)), *(f"x{n}" for n in range(1, 5))}
    calculated.clear()
    pod.desk.session.do(rename, "device", pod.ids("device")["dgx-001"], "dgx-100")
    pod.rest()
    type_pattern(dialog, "leaf", "y{n}")
    assert {role for patterns in calculated for role in patterns} == {"compute", "spine", "leaf"}


def test_names_are_shown_while_a_pattern_is_typed_and_kept_if_it_is_not_applied(pod: Hand) -> None:
    dialog = asked(pod)
    assert dialog.main is not None
    field = editor(dialog, "compute")
    QTest.keyClicks(field, "host_{n}")
    assert names(dialog)[0] == ("dgx-001", "host_1")
    assert not dialog.main.isEnabled()
    assert "host_1 is not a host name: use letters, digits and hyphens" in dialog.hint.text()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    pod.rest()
    assert (names(dialog), cell(dialog, "compute").data()) == ([], "keep the names")
    assert dialog.hint.text().startswith("Consists of text and {hall}")


def test_a_pattern_that_cannot_be_used_is_marked_at_its_role(pod: Hand) -> None:
    dialog = asked(pod)
    assert dialog.main is not None
    type_pattern(dialog, "compute", "node{n:02}")
    type_pattern(dialog, "leaf", "L-{rail}")
    assert dialog.hint.text() == "leaf-1 is not cabled to exactly one rail."
    assert cell(dialog, "leaf").data(Qt.ItemDataRole.ToolTipRole) == "leaf-1 is not cabled to exactly one rail."
    assert cell(dialog, "compute").data(Qt.ItemDataRole.ToolTipRole) == "node{n:02}"
    assert not dialog.main.isEnabled()
    dialog.table.setCurrentIndex(cell(dialog, "leaf"))
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert (dialog.main.text(), dialog.main.isEnabled()) == ("Name 7 hosts", True)


def test_names_of_two_roles_may_not_be_equal(pod: Hand) -> None:
    dialog = asked(pod)
    assert dialog.main is not None
    type_pattern(dialog, "leaf", "switch{n}")
    assert dialog.main.isEnabled()
    type_pattern(dialog, "spine", "SWITCH{number}")
    assert dialog.hint.text() == "Two devices would be named switch1; names are not case-sensitive."
    assert not dialog.main.isEnabled()
    # With one pattern they are counted together.
    type_pattern(dialog, "spine", "switch{n}")
    assert dialog.main.text() == "Name 12 hosts"
    assert names(dialog)[-1] == ("spine-4", "switch12")


def test_a_style_fills_in_the_patterns_of_its_roles(pod: Hand) -> None:
    dialog = asked(pod)
    choose_style(dialog, "superpod")
    assert cell(dialog, "leaf").data() == "{rack}-P1-IBLEAF-{rail:02}-{n_rail:02}"
    assert cell(dialog, "in-band").data() == "keep the names"
    choose_style(dialog, "usual")
    assert {cell(dialog, role).data() for role in ("leaf", "in-band", "management")} == {"{rack:lower}-{name}"}
    assert cell(dialog, "power").data() == "keep the names"
    type_pattern(dialog, "leaf", "sw{n}")
    assert dialog.style_box.currentText() == "own patterns"
    assert cell(dialog, "in-band").data() == "{rack:lower}-{name}"


def test_the_selection_comes_first(pod: Hand) -> None:
    name, device_id = next(iter(pod.ids("device").items()))
    pod.desk.session.select([ObjectRef("device", device_id)])
    dialog = asked(pod)
    assert (dialog.devices.currentText(), dialog.model.rowCount()) == ("the selected devices", 1)
    type_pattern(dialog, "", "alone")
    assert names(dialog) == [(name, "alone")]
    dialog.devices.setCurrentIndex(1)
    assert dialog.model.row_of("leaf") is not None
    assert names(dialog) == []
    dialog.devices.setCurrentIndex(0)
    assert names(dialog) == [(name, "alone")]
    assert dialog.main is not None
    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)
    pod.rest()
    assert pod.ids("device")["alone"] == device_id
