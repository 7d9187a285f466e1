"""Sizing step by step: by keys alone, in Spanish, on a small screen; and a file dropped into it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import delete, isValid

from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.ui.places.size.dialogs.size_wizard import CANDIDATES, COMPARE, DEMANDS, MODEL, PLAN, SizeWizard
from tests.patience import PATIENCE_MS
from tests.ui.hand import ALT, CTRL, SHIFT, Hand

pytestmark = pytest.mark.usefixtures("few")


class WizardHand:
    """A person with a keyboard and nothing else."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.press(Qt.Key.Key_M, CTRL | SHIFT)
        wizard = QApplication.activeModalWidget()
        assert isinstance(wizard, SizeWizard)
        self.wizard = wizard
        self.rest()

    def rest(self) -> None:
        jobs = self.hand.desk.jobs
        wizard = getattr(self, "wizard", None)
        self.hand.qtbot.waitUntil(
            lambda: jobs.running == 0 and (wizard is None or not isValid(wizard) or not wizard.is_answering), timeout=PATIENCE_MS
        )
        self.hand.rest()

    def press(self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.hand.focused(), key, keys)
        self.rest()

    def type(self, text: str) -> None:
        QTest.keyClicks(self.hand.focused(), text)
        self.rest()

    @property
    def page(self) -> int:
        return self.wizard.pages.currentIndex()

    def tab_to(self, name: str) -> None:
        """Tab until what has the keyboard is called so; it must come within one round."""
        for _ in range(40):
            if self.hand.focused().accessibleName() == name:
                return
            QTest.keyClick(self.hand.focused(), Qt.Key.Key_Tab)
        raise AssertionError(f"Tab does not reach {name}")


def _speak_spanish(hand: Hand) -> None:
    hand.desk.window.language_chosen.emit("es")
    hand.rest()


def test_from_a_model_to_a_plan_by_keys_alone_in_spanish_at_1280_by_800(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    _speak_spanish(hand)
    hand.desk.window.resize(1280, 800)
    me = WizardHand(hand)
    assert me.wizard.width() <= 1280
    assert me.wizard.height() <= 800
    me.press(Qt.Key.Key_A, CTRL)
    me.type("llama-3.1-70b")
    me.press(Qt.Key.Key_Return)
    assert me.page == DEMANDS
    me.tab_to("Entrada")
    for number in ("7168", "1024", "64"):
        me.press(Qt.Key.Key_A, CTRL)
        me.type(number)
        me.press(Qt.Key.Key_Tab)
    me.tab_to("Potencia de GPU")
    me.type("6,5")
    me.press(Qt.Key.Key_Return)
    assert me.page == CANDIDATES
    assert all(plan.board.power_w is None or plan.board.power_w * plan.gpus <= 6500 for plan in me.wizard.plans)
    asked = me.wizard.form.asked()
    assert (asked.model, asked.prompt, asked.answer, asked.concurrency) == ("llama-3.1-70b", 7168, 1024, 64)
    me.press(Qt.Key.Key_Space)
    me.press(Qt.Key.Key_Down)
    me.press(Qt.Key.Key_Space)
    me.press(Qt.Key.Key_Return)
    assert me.page == COMPARE
    assert me.wizard.comparison.model.columnCount() == 3
    me.press(Qt.Key.Key_Left)
    me.press(Qt.Key.Key_Right)
    me.press(Qt.Key.Key_Return)
    assert me.page == PLAN
    told = me.wizard.plan_page.area.accessibleDescription()
    for title in ("1. Memoria", "2. Comunicación y tiempo", "3. Presupuesto", "4. Coste y riesgos a largo plazo"):
        assert title in told
    # Built out of sight, by the arithmetic of "Build this plan".
    for title in ("Racks", "Potencia máxima", "Almacenamiento, lectura", "Errores de las comprobaciones"):
        assert title in told
    me.press(Qt.Key.Key_Left, ALT)
    assert me.page == COMPARE
    me.press(Qt.Key.Key_Return)
    second = me.wizard.plans[1]
    me.press(Qt.Key.Key_Return)
    assert QApplication.activeModalWidget() is None
    place = hand.desk.window.size_place
    hand.qtbot.waitUntil(lambda: hand.desk.jobs.running == 0 and not place.is_answering, timeout=PATIENCE_MS)
    taken = place.current()
    assert isinstance(taken, ServingPlan)
    assert isinstance(second, ServingPlan)
    assert (taken.board.key, taken.form.key, taken.work.prompt) == (second.board.key, second.form.key, 7168)


def test_an_unknown_model_is_told_and_the_page_stays(open_desk: Callable[[], Hand]) -> None:
    me = WizardHand(open_desk())
    me.press(Qt.Key.Key_A, CTRL)
    me.type("nothing like it")
    me.press(Qt.Key.Key_Return)
    assert me.page == MODEL
    assert me.wizard.complaint.isVisible()
    me.press(Qt.Key.Key_A, CTRL)
    me.type("gpt2")
    me.press(Qt.Key.Key_Return)
    assert me.page == DEMANDS
    assert not me.wizard.complaint.isVisible()


def test_a_fine_tune_goes_the_same_way(open_desk: Callable[[], Hand]) -> None:
    me = WizardHand(open_desk())
    me.wizard.form.tasks.button("serve").setFocus()
    me.press(Qt.Key.Key_Right)
    me.press(Qt.Key.Key_Right)
    assert me.wizard.form.task == "tune"
    for page in (DEMANDS, CANDIDATES, COMPARE, PLAN):
        assert me.wizard.main is not None
        me.wizard.main.setFocus()
        me.press(Qt.Key.Key_Return)
        assert me.page == page
    assert isinstance(me.wizard.plans[0], TrainingPlan)
    me.press(Qt.Key.Key_Return)
    place = me.hand.desk.window.size_place
    me.hand.qtbot.waitUntil(lambda: me.hand.desk.jobs.running == 0 and not place.is_answering, timeout=PATIENCE_MS)
    assert place.form.task == "tune"
    assert isinstance(place.current(), TrainingPlan)


def test_a_budget_leaves_out_what_costs_more(open_desk: Callable[[], Hand]) -> None:
    me = WizardHand(open_desk())
    before = len(me.wizard.plans)
    costs = sorted(plan.cost.yearly.value for plan in me.wizard.plans if isinstance(plan, ServingPlan) and plan.cost.priced)
    me.wizard.demands.budget.setValue(costs[len(costs) // 2] + 1)
    assert 0 < len(me.wizard.plans) < before
    for plan in me.wizard.plans:
        assert isinstance(plan, ServingPlan)
        assert not plan.cost.priced or plan.cost.yearly.value <= me.wizard.demands.budget.value()
    assert "more exceed the cost or power limit." in me.wizard.demands.told.text()


@pytest.mark.parametrize("where", ["window", "wizard"])
def test_a_dropped_configuration_leads_to_candidates(open_desk: Callable[[], Hand], tmp_path: Path, where: str) -> None:
    folder = tmp_path / "my model"
    folder.mkdir()
    values = {
        "model_type": "llama",
        "hidden_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": 96,
        "vocab_size": 100,
    }
    path = folder / "config.json"
    path.write_text(json.dumps(values), encoding="utf-8")
    me = WizardHand(open_desk())
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    onto = me.wizard
    if where == "window":
        me.wizard.take_file(folder)
    else:
        action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(onto, QDragEnterEvent(QPoint(50, 50), action, data, button, keys))
        QApplication.sendEvent(onto, QDropEvent(QPointF(50, 50), action, data, button, keys))
    me.hand.qtbot.waitUntil(lambda: me.wizard.form.model.currentText() == "my model", timeout=PATIENCE_MS)
    me.rest()
    for _ in range(2):
        assert me.wizard.main is not None
        me.wizard.main.setFocus()
        me.press(Qt.Key.Key_Return)
    assert me.page == CANDIDATES
    first = me.wizard.plans[0]
    assert isinstance(first, ServingPlan)
    assert first.work.model.name == "my model"


def test_a_wizard_that_is_deleted_while_its_request_runs_hears_nothing_of_it(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    me = WizardHand(hand)
    me.wizard.form.concurrency.setValue(me.wizard.form.concurrency.value() + 1)
    me.wizard._ask()
    assert hand.desk.jobs.running > 0
    delete(me.wizard)
    # What is raised in a slot fails the test.
    hand.rest()
    assert hand.desk.jobs.running == 0
    assert hand.desk.last_report == ""
