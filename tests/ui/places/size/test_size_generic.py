"""Work that no model describes, at the place of sizing: its fields, its candidates, and the working of each."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.ui.places.size.dialogs.size_wizard import SizeWizard
from gpudesk.ui.places.size.docks.workload_form import OTHER, SERVE
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand
from tests.ui.size_hand import SizeHand


@pytest.fixture
def size(open_desk: Callable[[], Hand]) -> SizeHand:
    """A person who asks for 1,000 TFLOP in FP64."""
    found = SizeHand(open_desk())
    found.place.form.tasks.button(OTHER).click()
    found.rest()
    return found


def test_boards_with_the_arithmetic_are_listed_and_the_working_follows(size: SizeHand) -> None:
    other = size.place.other
    assert other.isVisible()
    fields = size.place.form.generic
    assert (fields.flops.text(), fields.parallel.text()) == (f"1,000{THIN_SPACE}TFLOP", f"100{THIN_SPACE}%")
    assert not size.place.form.model.isVisible()
    board = next(plan for plan in other.plans if plan.board.key == "nvidia.h100-sxm5-80gb")
    # 1,000 TFLOP at 33.5 TFLOP/s take 30 s at the full rate, and more as it is reached.
    assert board.flops_per_s == pytest.approx(33.5e12, rel=0.05)
    assert 30 <= board.time.value < 60
    first = size.why()
    assert "1,000 TFLOP" in first
    other.table.setFocus()
    QTest.keyClick(other.table, Qt.Key.Key_Down)
    assert other.current() is other.plans[1]
    assert size.why() != first


def test_time_memory_and_the_parallel_share_decide(size: SizeHand) -> None:
    form, other = size.place.form, size.place.other
    form.board.choose("nvidia.h100-sxm5-80gb")
    size.type_number(form.generic.memory, 300)
    plan = other.current()
    assert plan is not None
    assert (plan.gpus, plan.fits) == (4, True)
    size.type_number(form.most, 2)
    plan = other.current()
    assert plan is not None
    assert (plan.gpus, plan.fits) == (2, False)
    assert "GiB short per GPU" in other.model.line(0).cells[-1].text
    size.type_number(form.most, 0)
    size.type_number(form.generic.parallel, 50)
    size.type_number(form.generic.within, 5)
    plan = other.current()
    assert plan is not None
    assert not plan.fits
    assert other.model.line(0).cells[-1].text == "takes too long"


def test_what_is_on_hand_counts_and_another_task_comes_back(size: SizeHand) -> None:
    size.place.form.where.on_hand.take({"nvidia.l4": 2})
    size.rest()
    assert size.place.note.isVisible()
    size.place.form.generic.precision.setCurrentIndex(size.place.form.generic.precision.findData("fp8"))
    size.rest()
    assert [plan.board.key for plan in size.place.other.plans] == ["nvidia.l4"]
    size.place.form.where.on_hand.take({})
    size.place.form.tasks.button(SERVE).click()
    size.rest()
    assert size.place.table.isVisible()
    assert size.plans[0].fits
    assert size.place.form.model.isVisible()


def test_the_wizard_goes_on_with_a_model(size: SizeHand) -> None:
    size.hand.do("size.wizard")
    wizard = QApplication.activeModalWidget()
    assert isinstance(wizard, SizeWizard)
    assert wizard.form.task == SERVE
    size.hand.qtbot.waitUntil(lambda: not wizard.is_answering, timeout=PATIENCE_MS)
    assert wizard.plans
    wizard.reject()
