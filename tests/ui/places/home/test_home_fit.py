"""Does it fit? Home with GPUs that are not there: what is free, what runs, one click to size it; and without any."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.ui.places.home.home_fit import HomeFit
from gpudesk.ui.places.size.dialogs.card_in_case import CardInCaseDialog
from gpudesk.ui.toolkit.widgets.label import Label
from tests.monitor.conftest import driver_folder, machine, no_driver_folder, no_machine
from tests.monitor.made_library import Machine
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand
from tests.ui.pauses import paused

__all__ = ["driver_folder", "machine", "no_driver_folder", "no_machine"]


def _seen(hand: Hand) -> HomeFit:
    fit = hand.desk.window.home.fit
    hand.qtbot.waitUntil(lambda: fit.view is not None and not fit.is_waiting, timeout=PATIENCE_MS)
    return fit


def test_what_is_free_and_what_runs(machine: Machine, open_desk: Callable[[], Hand]) -> None:
    machine.keep(2)
    hand = open_desk()
    fit = _seen(hand)
    assert fit.view is not None
    assert "580.95.05" in fit.told.text()
    assert "13.0" in fit.told.text()
    assert [gpu.title for gpu in fit.view.gpus] == ["0 · H100 80GB HBM3", "1 · H100 80GB HBM3"]
    assert fit.view.gpus[0].free_gib == pytest.approx((81559 - 480 - 40000) / 1024)
    assert fit.view.processes[0].used_gib == pytest.approx(2 * 30_000 / 1024)
    assert fit.choice.currentText() == "This machine: 2 × H100 SXM5 80 GB"
    rows = fit.panel.rows
    assert {row.line.is_sure for row in rows[:-1]} == {True, False}
    assert all((": runs" if row.line.is_sure else ": may fit") in row.accessibleName() for row in rows[:-1])
    assert all(("converted" in row.accessibleName()) == row.line.conversion for row in rows)
    assert (fit.view.has, fit.view.lacks) == (("FP16", "BF16", "FP8"), ("FP4",))
    assert fit.view.context == 8192
    assert any("Compute capability 9.0: FP16, BF16, FP8; without FP4" in label.text() for label in fit.panel.findChildren(Label))
    assert "GiB are usable (2.7 GiB short)" in rows[-1].accessibleName()
    fit.case.setFocus()
    hand.press(Qt.Key.Key_Tab)
    assert fit.choice.hasFocus()
    hand.press(Qt.Key.Key_Tab)
    assert fit.window().focusWidget() is rows[0]


def test_a_driver_that_tells_impossible_numbers_is_not_believed(machine: Machine, open_desk: Callable[[], Hand]) -> None:
    machine.keep(1)
    machine.use(0, 100_000, 10)
    fit = _seen(open_desk())
    assert fit.view is not None
    assert (fit.view.gpus[0].free_gib, fit.view.gpus[0].lack) == (None, "impossible")
    assert fit.view.lines == ()


def test_free_memory_is_followed(machine: Machine, open_desk: Callable[[], Hand]) -> None:
    machine.keep(1)
    hand = open_desk()
    fit = _seen(hand)
    machine.use(0, 79_000, 100)
    hand.qtbot.waitUntil(lambda: fit.view is not None and (fit.view.gpus[0].free_gib or 0) < 3, timeout=PATIENCE_MS)
    assert fit.view is not None
    assert all(line.needed_gib < 3 for line in fit.view.lines if line.why is None)


def test_one_click_sizes_it_with_what_is_free(machine: Machine, open_desk: Callable[[], Hand]) -> None:
    machine.keep(1)
    hand = open_desk()
    fit = _seen(hand)
    row = fit.panel.rows[0]
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    assert hand.desk.window.place == "size"
    asked = hand.desk.window.size_place.form.asked()
    assert asked.model == row.line.asked.model
    assert asked.gpu == "nvidia.h100-sxm5-80gb"
    assert asked.gpus_most == 1
    assert asked.utilisation == 0.5
    hand.qtbot.waitUntil(lambda: not hand.desk.window.size_place.is_answering, timeout=PATIENCE_MS)
    assert {plan.board.key for plan in hand.desk.window.size_place.plans} == {"nvidia.h100-sxm5-80gb"}


def test_home_leads_to_the_card_in_the_case(machine: Machine, open_desk: Callable[[], Hand]) -> None:
    machine.keep(1)
    hand = open_desk()
    _seen(hand).case.click()
    dialog = hand.desk.window.findChild(CardInCaseDialog)
    assert isinstance(dialog, CardInCaseDialog)
    hand.qtbot.waitUntil(lambda: dialog.model.rowCount() > 0, timeout=PATIENCE_MS)
    assert dialog.card.currentData() == "nvidia.rtx-4090"
    dialog.reject()


def test_the_card_that_is_chosen_is_the_one_in_the_case(no_machine: Machine, open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    fit = _seen(hand)
    fit.choice.setCurrentIndex(fit.choice.findData("nvidia.rtx-5080"))
    fit.case.click()
    dialog = hand.desk.window.findChild(CardInCaseDialog)
    assert isinstance(dialog, CardInCaseDialog)
    hand.qtbot.waitUntil(lambda: dialog.model.rowCount() > 0, timeout=PATIENCE_MS)
    assert dialog.card.currentData() == "nvidia.rtx-5080"
    dialog.reject()


def test_nothing_is_asked_of_the_driver_elsewhere(machine: Machine, open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    fit = _seen(hand)
    hand.desk.window.go("catalog")
    hand.qtbot.waitUntil(lambda: not hand.desk.session.jobs.running, timeout=PATIENCE_MS)
    calls = machine.calls
    assert not paused(fit), "no look is due"
    hand.rest()
    assert machine.calls == calls


def test_without_a_driver_any_gpu_can_be_chosen(no_machine: Machine, open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    fit = _seen(hand)
    assert "not loaded" in fit.told.text()
    assert fit.panel.isHidden()
    fit.choice.setCurrentIndex(fit.choice.findData("nvidia.rtx-4090"))
    fit.choice.activated.emit(fit.choice.currentIndex())
    hand.qtbot.waitUntil(lambda: not fit.is_waiting and bool(fit.panel.rows), timeout=PATIENCE_MS)
    assert fit.view is not None
    assert fit.view.key == "nvidia.rtx-4090"
    assert not any(row.accessibleDescription() for row in fit.panel.rows)
    # No free memory is known of another machine, so the CPU alone is told of every model.
    assert all(line.cpu_low is not None for line in fit.view.lines)
    assert all("CPU only" in row.accessibleName() for row in fit.panel.rows)
    fit.panel.rows[0].setFocus()
    QTest.keyClick(fit.panel.rows[0], Qt.Key.Key_Return)
    assert hand.desk.window.size_place.form.asked().gpu == "nvidia.rtx-4090"
    assert hand.desk.window.size_place.form.asked().utilisation is None


def test_a_gpu_that_shares_the_memory_says_why_the_cpu_alone_is_not_counted(no_machine: Machine, open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    fit = _seen(hand)
    fit.choice.setCurrentIndex(fit.choice.findData("nvidia.gb10-gpu"))
    fit.choice.activated.emit(fit.choice.currentIndex())
    hand.qtbot.waitUntil(lambda: not fit.is_waiting and bool(fit.panel.rows), timeout=PATIENCE_MS)
    assert all("share memory" in row.accessibleDescription() and "share memory" in row.toolTip() for row in fit.panel.rows)


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1366, 768), (1920, 1080)])
def test_home_is_no_wider_than_its_window_without_a_driver(
    no_machine: Machine, open_desk: Callable[[], Hand], size: tuple[int, int]
) -> None:
    hand = open_desk()
    hand.desk.window.resize(*size)
    fit = _seen(hand)
    # The longest sentence, as in Spanish of a machine that has no driver at all: no line of it may push the page out of the window.
    fit.told.setText("Esta máquina no tiene controlador de NVIDIA: no se encontró su biblioteca (NVML). Se puede elegir cualquier GPU.")
    home = hand.desk.window.home
    hand.rest()
    wide = home.page.width()
    assert wide == home.viewport().width()
    hand.rest()
    assert home.page.width() == wide
    assert not home.horizontalScrollBar().isVisible()
    assert fit.choice.mapTo(home.page, fit.choice.rect().bottomRight()).x() < wide


def test_this_machine_is_a_choice_of_hardware(machine: Machine, open_desk: Callable[[], Hand]) -> None:
    machine.keep(2)
    machine.use(0, 20_000, 10)
    hand = open_desk()
    hand.desk.window.go("size")
    place = hand.desk.window.size_place
    hand.qtbot.waitUntil(lambda: len(place.machine.choices) == 2, timeout=PATIENCE_MS)
    form = place.form
    titles = [form.board.itemText(at) for at in range(4)]
    assert titles[1:3] == ["This machine (H100 SXM5 80 GB)", "This machine (2 × H100 SXM5 80 GB)"]
    form.board.setCurrentIndex(2)
    asked = form.asked()
    assert (asked.gpu, asked.gpus_most) == ("nvidia.h100-sxm5-80gb", 2)
    assert asked.utilisation == 0.5
    form.board.setCurrentIndex(1)
    assert form.asked().gpus_most == 1
    assert form.asked().utilisation == 0.75
