"""Hosts are named by a pattern: the names are seen before, and undone as one step."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from gpudesk.catalog.templates import load_template
from gpudesk.ui.places.fabric.dialogs.name_hosts import NameHostsDialog
from gpudesk.ui.toolkit.object_ref import ObjectRef
from tests.ui.hand import Hand


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


def type_into(field: QLineEdit, text: str) -> None:
    field.selectAll()
    QTest.keyClicks(field, text)


def test_a_role_is_named_and_undone(pod: Hand) -> None:
    dialog = asked(pod)
    dialog.role.setCurrentIndex(dialog.role.findData("compute"))
    before = set(pod.ids("device"))
    type_into(dialog.line, "host_{n}")
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    assert "host_1 is not a host name: use letters, digits and hyphens" in dialog._hint.text()
    type_into(dialog.line, "node{n:02}")
    model = dialog.preview.model()
    assert model.index(0, 1).data() == "node01"
    assert dialog.main.text() == f"Name {model.rowCount()} hosts"
    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)
    pod.rest()
    assert "node01" in pod.ids("device")
    pod.desk.window.registry.action("edit.undo").trigger()
    pod.rest()
    assert set(pod.ids("device")) == before


def test_published_patterns_are_offered_and_the_selection_comes_first(pod: Hand) -> None:
    name, device_id = next(iter(pod.ids("device").items()))
    pod.desk.session.select([ObjectRef("device", device_id)])
    dialog = asked(pod)
    assert dialog.role.currentText() == "the selected devices"
    type_into(dialog.line, "alone")
    model = dialog.preview.model()
    assert (model.rowCount(), model.index(0, 0).data(), model.index(0, 1).data()) == (1, name, "alone")
    dialog.role.setCurrentIndex(dialog.role.findData("leaf"))
    offered = [dialog.pattern.itemText(place) for place in range(dialog.pattern.count())]
    assert offered[0] == "{rack}-P1-IBLEAF-{rail:02}-{n_rail:02}"
