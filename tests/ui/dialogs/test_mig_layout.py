"""Slices for the chosen service and for those of the project, and the layout that is saved."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from PySide6.QtWidgets import QApplication

from gpudesk.ui.places.size.dialogs.mig_layout import MigLayoutDialog
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand
from tests.ui.places.size.test_size_workloads import WorkHand
from tests.ui.size_hand import SizeHand


@pytest.fixture
def size(open_desk: Callable[[], Hand]) -> SizeHand:
    """A person before the plans of Llama 3.1 8B on one H100."""
    found = SizeHand(open_desk())
    form = found.place.form
    form.board.choose("nvidia.h100-sxm5-80gb")
    form.formats.setCurrentIndex(form.formats.findData("int4"))
    found.rest()
    return found


def opened(hand: Hand) -> MigLayoutDialog:
    hand.desk.window.registry.action("size.slices").trigger()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, MigLayoutDialog)
    settled(hand, dialog)
    return dialog


def settled(hand: Hand, dialog: MigLayoutDialog) -> None:
    hand.qtbot.waitUntil(lambda: not dialog.is_answering, timeout=PATIENCE_MS)


def test_slices_stand_where_they_may_and_the_layout_is_saved(size: SizeHand, tmp_path: Path) -> None:
    dialog = opened(size.hand)
    assert dialog.board.currentData() == "nvidia.h100-sxm5-80gb"
    profile = dialog.model.line(0).cells[2].text
    assert profile in dialog.text.toPlainText()
    dialog.counts[0].setValue(9)
    settled(size.hand, dialog)
    assert dialog.model.line(0).cells[1].text == "9"
    path = tmp_path / "layout.yaml"
    dialog.save(path)
    size.hand.qtbot.waitUntil(path.exists, timeout=PATIENCE_MS)
    size.rest()
    read = yaml.safe_load(path.read_text(encoding="utf-8"))["mig-configs"]
    planned = [row["mig-devices"] for rows in read.values() for row in rows if row.get("mig-devices") and isinstance(row["devices"], list)]
    assert any(profile in devices for devices in planned)


def test_what_does_on_no_slice_is_said_and_nothing_can_be_saved(size: SizeHand) -> None:
    dialog = opened(size.hand)
    dialog.counts[0].setValue(0)
    settled(size.hand, dialog)
    assert "Enter the services to assign slices to." in dialog.told.text()
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    dialog.reject()
    size.type_number(size.place.form.tpot, 1)
    dialog = opened(size.hand)
    assert dialog.complaint.isVisible()
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    dialog.reject()


def test_services_of_the_project_have_slices_too(hand: Hand) -> None:
    work = WorkHand(hand)
    work.keep("Chat")
    dialog = opened(hand)
    dialog.board.setCurrentIndex(dialog.board.findData("nvidia.h100-sxm5-80gb"))
    assert [service.name for service in dialog.services][1:] == ["Chat"]
    dialog.counts[1].setValue(2)
    settled(hand, dialog)
    assert [dialog.model.line(row).cells[1].text for row in range(2)] == ["1", "2"]
    dialog.reject()
