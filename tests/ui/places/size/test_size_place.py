"""The place of sizing, by keys and pointer: a model in, plans out, each with its working."""

import csv
import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from gpudesk.sizing.gpus.sizing_tables import planned_release
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.serving.serving_request import Hardware
from gpudesk.sizing.serving.serving_work import Order
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.sizing.training.training_cost import training_preference
from gpudesk.ui.places.size.dialogs.compare_plans import ComparePlansDialog
from gpudesk.ui.places.size.models.size_bars import step_bar
from gpudesk.ui.places.size.models.size_job_working import job_working
from gpudesk.ui.places.size.models.size_rows import lasting, plan_key
from gpudesk.ui.places.size.models.size_rules_working import rules_working
from gpudesk.ui.places.size.models.size_systems import systems_working
from gpudesk.ui.places.size.panes.part_bars import PartBars
from gpudesk.ui.places.size.panes.size_place import SizePlace
from gpudesk.ui.places.size.size_commands import SizeCommands
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from tests.formats.model_makers import gguf
from tests.patience import PATIENCE_MS
from tests.sizing.launch_plans import serving, training
from tests.ui.hand import ALT, CTRL, SHIFT, Hand
from tests.ui.size_hand import SizeHand

pytestmark = pytest.mark.usefixtures("few")


@pytest.fixture
def size(open_desk: Callable[[], Hand]) -> SizeHand:
    return SizeHand(open_desk())


@pytest.mark.usefixtures("every_board")
def test_it_needs_no_project_and_answers_at_once(size: SizeHand) -> None:
    assert size.hand.desk.window.place == "size"
    assert QApplication.focusWidget() in (size.place.form.model, size.place.form.model.lineEdit())
    assert len(size.plans) > 50
    assert size.plans[0].fits
    assert "8,030,261,248 parameters" in size.place.form.told.text()


def test_a_model_and_its_traffic_are_typed(size: SizeHand) -> None:
    size.type_model("llama-3.1-70b")
    form = size.place.form
    for box, value in ((form.prompt, 7168), (form.answer, 1024), (form.concurrency, 64)):
        size.type_number(box, value)
    titles = size.titles()
    assert "4 × H100 SXM5 80 GB fp8" in titles
    four = next(plan for plan in size.plans if plan.board.key == "nvidia.h100-sxm5-80gb" and plan.form.key == "fp8")
    assert four.fits
    assert titles.index("4 × H100 SXM5 80 GB fp8") < len(titles) / 2


def test_the_working_follows_the_chosen_plan(size: SizeHand) -> None:
    size.place.table.setFocus()
    first = size.why()
    QTest.keyClick(size.place.table, Qt.Key.Key_Down)
    second = size.current()
    assert second is size.plans[1]
    assert size.why() != first
    assert f"{second.needed.value:,.2f} GiB" in size.why()
    assert size.place.pictures.bars.bars[1].title in size.place.why.header._caption


def test_bars_walk_by_keys_and_are_chosen_by_a_click(size: SizeHand) -> None:
    bars = size.place.pictures.bars
    bars.setFocus()
    QTest.keyClick(bars, Qt.Key.Key_Down)
    assert size.current() is size.plans[1]
    QTest.mouseClick(bars, Qt.MouseButton.LeftButton, pos=bars.row_rect(3).center().toPoint())
    assert size.current() is size.plans[3]
    assert size.place.table.currentIndex().row() == 3
    assert bars.bars[3].title in bars.accessibleDescription()


def test_what_was_chosen_stays_while_the_traffic_changes(size: SizeHand) -> None:
    size.place.table.setFocus()
    for _ in range(4):
        QTest.keyClick(size.place.table, Qt.Key.Key_Down)
    chosen = size.current()
    assert chosen is not None
    size.type_number(size.place.form.prompt, 900)
    now = size.current()
    assert now is not None
    assert (now.board.key, now.form.key) == (chosen.board.key, chosen.form.key)
    size.type_model("gpt2-xl")
    assert size.current() is size.plans[0]


def test_hardware_and_format_are_narrowed(size: SizeHand) -> None:
    form = size.place.form
    form.hardware.setCurrentIndex(form.hardware.findData(Hardware.CARDS.value))
    form.formats.setCurrentIndex(form.formats.findData("nvfp4"))
    size.rest()
    assert {plan.form.key for plan in size.plans} == {"nvfp4"}
    assert not any(plan.board.has_nvlink for plan in size.plans)
    form.board.setCurrentIndex(form.board.findData("nvidia.rtx-4090"))
    size.rest()
    assert [plan.board.key for plan in size.plans] == ["nvidia.rtx-4090"]


def test_too_few_gpus_are_said(size: SizeHand) -> None:
    size.type_model("deepseek-r1")
    form = size.place.form
    form.board.setCurrentIndex(form.board.findData("nvidia.l4"))
    size.type_number(form.most, 1)
    plan = size.current()
    assert plan is None or not plan.fits
    if plan is None:
        assert size.place.note.isVisible()


def test_the_working_says_how_far_it_goes_and_what_would_make_it_do(size: SizeHand) -> None:
    assert "Scaling limits" in size.why()
    assert "concurrent sequences" in size.why()
    size.type_model("llama-3.1-70b")
    form = size.place.form
    form.board.setCurrentIndex(form.board.findData("nvidia.h100-sxm5-80gb"))
    form.formats.setCurrentIndex(form.formats.findData("bf16"))
    size.type_number(form.most, 2)
    plan = size.current()
    assert plan is not None
    assert (plan.gpus, plan.fits) == (2, False)
    assert "Ways to make it fit" in size.why()
    assert "Weights in FP8" in size.why()


def test_the_next_start_asks_what_was_asked_last(open_desk: Callable[[], Hand]) -> None:
    size = SizeHand(open_desk())
    size.type_model("qwen3-32b")
    size.type_number(size.place.form.prompt, 3000)
    size.hand.desk.window.close()
    size = SizeHand(open_desk())
    asked = size.place.form.asked()
    assert (asked.model, asked.prompt) == ("qwen3-32b", 3000)


def test_an_unknown_model_is_said_to_be_unknown(size: SizeHand) -> None:
    size.type_model("nothing like it")
    assert size.place.note.isVisible()
    assert size.plans == []
    size.type_model("gpt2")
    assert not size.place.note.isVisible()
    assert size.plans


def test_matches_are_shown_with_their_parameters_as_one_types(size: SizeHand) -> None:
    line = size.place.form.model.lineEdit()
    assert line is not None
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "llama 3.1 70")
    offered = size.place.form.completer.offered
    assert ("meta-llama/Meta-Llama-3.1-70B", f"70.6{THIN_SPACE}B") in offered
    assert all("70" in name for name, _ in offered)
    QTest.keyClick(line, Qt.Key.Key_Return)
    size.rest()
    line.selectAll()
    QTest.keyClicks(line, "mixtral")
    assert any(" · " in fact for _, fact in size.place.form.completer.offered)


def test_the_parameters_of_an_unknown_model_suffice(size: SizeHand) -> None:
    size.type_model("13B")
    assert size.plans
    assert size.plans[0].work.model.parameters == pytest.approx(13e9, rel=0.04)
    assert "supposed" in size.place.form.told.text()
    assert size.place.asked_text()


def test_what_nothing_is_known_of_is_not_offered_and_refused_when_typed(size: SizeHand) -> None:
    offered = {size.place.form.model.itemText(row) for row in range(size.place.form.model.count())}
    assert {"gpt2", "state-spaces/mamba-2.8b-hf", "deepseek-ai/DeepSeek-V4-Flash"} < offered
    assert not {"FLUX/SD3 VAE (16 ch)", "black-forest-labs/FLUX.1-dev / transformer"} & offered
    size.type_model("FLUX/SD3 VAE (16 ch)")
    assert size.place.note.isVisible()
    assert size.plans == []


def test_a_configuration_is_dropped(size: SizeHand, tmp_path: Path) -> None:
    folder = tmp_path / "my model"
    folder.mkdir()
    path = folder / "config.json"
    values = {
        "model_type": "llama",
        "hidden_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": 96,
        "vocab_size": 100,
    }
    path.write_text(json.dumps(values), encoding="utf-8")
    _drop(size, path)
    size.hand.qtbot.waitUntil(lambda: size.place.form.model.currentText() == "my model", timeout=PATIENCE_MS)
    size.rest()
    assert size.place.form.model.currentText() == "my model"
    assert "layers" in size.place.form.told.text()
    assert size.plans[0].fits
    path.write_text('{"model_type": "llama"}', encoding="utf-8")
    _drop(size, path)
    size.hand.qtbot.waitUntil(size.place.note.isVisible, timeout=PATIENCE_MS)
    size.type_model("gpt2")
    assert size.plans


def test_a_gguf_file_is_dropped_and_sized_as_it_lies_there(size: SizeHand, tmp_path: Path) -> None:
    path = tmp_path / "tiny-q4.gguf"
    path.write_bytes(gguf())
    _drop(size, path)
    size.hand.qtbot.waitUntil(lambda: size.place.form.model.currentText() == "tiny-q4", timeout=PATIENCE_MS)
    size.rest()
    form = size.place.form
    assert form.formats.currentData() == "stored"
    assert {plan.form.key for plan in size.plans} == {"q4_k"}
    form.formats.setCurrentIndex(form.formats.findData("q8_0"))
    size.rest()
    assert {plan.form.key for plan in size.plans} == {"q8_0"}
    size.type_model("gpt2")
    assert form.formats.findData("stored") < 0
    assert {plan.form.key for plan in size.plans} >= {"bf16"}
    path.write_bytes(gguf()[:500])
    _drop(size, path)
    size.hand.qtbot.waitUntil(size.place.note.isVisible, timeout=PATIENCE_MS)


def _drop(size: SizeHand, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    # What is dropped goes to where the drag has come in.
    QApplication.sendEvent(size.hand.desk.window, QDragEnterEvent(QPoint(500, 300), action, data, button, keys))
    size.rest()
    QApplication.sendEvent(size.hand.desk.window, QDropEvent(QPointF(500, 300), action, data, button, keys))
    size.rest()


def test_the_pareto_picture_is_walked_and_a_click_chooses_everywhere(size: SizeHand) -> None:
    QTest.keyClick(size.place.table, Qt.Key.Key_2, ALT)
    assert size.place.pictures.tabs.current() == "pareto"
    pareto = size.place.pictures.pareto
    assert pareto.front
    pareto.setFocus()
    QTest.keyClick(pareto, Qt.Key.Key_Home)
    first = size.current()
    QTest.keyClick(pareto, Qt.Key.Key_Right)
    assert size.current() is not first
    spot = pareto.spot_of(pareto.front[-1])
    assert spot is not None
    QTest.mouseClick(pareto, Qt.MouseButton.LeftButton, pos=spot.toPoint())
    plan = size.current()
    assert plan is not None
    assert (plan.board.key, plan.form.key) in pareto.front
    assert size.place.model.line(size.place.table.currentIndex().row()).key == (plan.board.key, plan.form.key)
    assert "On the Pareto front: no other plan is better on both axes." in pareto.accessibleDescription()
    beaten = next(each for each in size.plans if (each.board.key, each.form.key) not in pareto.front)
    assert "is better on both axes" in pareto.told_of((beaten.board.key, beaten.form.key))


def test_nothing_on_the_front_is_beaten_in_both_figures(size: SizeHand) -> None:
    size.place.pictures.show_page("pareto")
    pareto = size.place.pictures.pareto
    able = [plan for plan in size.plans if plan.fits]
    figures: dict[object, tuple[float, float]] = {
        (plan.board.key, plan.form.key): (plan.tokens_per_s / plan.gpus, 1 / plan.tpot.value) for plan in able
    }
    for key in pareto.front:
        mine = figures[key]
        assert not any(use > mine[0] and speed > mine[1] for use, speed in figures.values())
    beaten = set(figures) - set(pareto.front)
    for key in beaten:
        mine = figures[key]
        assert any(figures[other][0] >= mine[0] and figures[other][1] >= mine[1] for other in pareto.front)


def test_the_table_is_filtered_by_typing_and_sorted_by_a_column(size: SizeHand) -> None:
    table = size.place.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_H)
    QTest.keyClicks(size.hand.focused(), "100 fp8")
    assert size.listed
    assert all("H100" in plan.board.title and plan.form.key == "fp8" for plan in size.listed)
    QTest.keyClick(size.hand.focused(), Qt.Key.Key_Escape)
    assert len(size.listed) == len(size.plans)
    at = next(place for place, column in enumerate(size.place.model.columns) if column.key == "token")
    head = table.horizontalHeader()
    where = QPoint(head.sectionViewportPosition(at) + 8, head.height() // 2)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=where)
    times = [plan.tpot.value for plan in size.listed]
    assert times == sorted(times)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert [plan.tpot.value for plan in size.listed] == sorted(times, reverse=True)


@pytest.mark.usefixtures("every_board")
def test_what_does_not_fit_is_left_out_and_what_is_best_comes_first(size: SizeHand) -> None:
    size.type_model("llama-3.1-70b")
    size.type_number(size.place.form.concurrency, 64)
    assert not all(plan.fits for plan in size.listed)
    QTest.mouseClick(size.place.tools.shown.button("fits"), Qt.MouseButton.LeftButton)
    assert all(plan.fits for plan in size.listed)
    QTest.mouseClick(size.place.tools.best.button("speed"), Qt.MouseButton.LeftButton)
    sure = [plan.tpot.value for plan in size.listed if not plan.risks]
    assert sure == sorted(sure)


def test_no_verdict_is_cut_off_on_a_small_window(size: SizeHand) -> None:
    size.hand.desk.window.resize(1280, 800)
    size.type_model("llama-3.1-70b")
    table, model = size.place.table, size.place.model
    last = model.columnCount() - 1
    for row in range(model.rowCount()):
        needed = fonts.text_width(model.line(row).cells[last].text, "body", tabular=True) + 16
        assert table.columnWidth(last) >= needed, model.line(row).cells[last].text
    assert table.horizontalScrollBar().maximum() == 0


def test_the_picture_and_the_table_are_written(size: SizeHand, tmp_path: Path) -> None:
    commands = SizeCommands(size.hand.desk.window, size.place)
    for key, suffix, begins in (("memory", ".png", b"\x89PNG"), ("pareto", ".svg", b"<?xml"), ("pareto", ".pdf", b"%PDF")):
        size.place.pictures.show_page(key)
        commands.save_picture(tmp_path / f"{key}{suffix}")
        size.hand.rest()
        assert (tmp_path / f"{key}{suffix}").read_bytes().startswith(begins)
    commands.save_table(tmp_path / "plans.csv")
    size.hand.rest()
    rows = list(csv.DictReader((tmp_path / "plans.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["gpu"], int(row["gpus"])) for row in rows] == [(plan.board.key, plan.gpus) for plan in size.listed]
    assert float(rows[0]["token_ms"]) == pytest.approx(size.plans[0].tpot.value * 1000, abs=1e-3)


@pytest.mark.usefixtures("every_board")
def test_two_plans_are_marked_compared_and_one_is_taken_by_keys(size: SizeHand) -> None:
    table = size.place.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Space)
    for _ in range(2):
        QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Space)
    marked = size.compared()
    assert marked == [size.plans[0], size.plans[2]]
    QTest.keyClick(table, Qt.Key.Key_P, CTRL | SHIFT)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ComparePlansDialog)
    lines = {line.key: line for line in (dialog.comparison.model.line(row) for row in range(dialog.comparison.model.rowCount()))}
    assert [cell.text for cell in lines["token"].cells[1:]] == [f"{plan.tpot.value * 1000:.1f}" for plan in marked]
    assert lines["token"].cells[2].lit
    assert not lines["verdict"].cells[2].lit
    best = min((0, 1), key=lambda at: marked[at].tpot.value)
    assert lines["token"].cells[1 + best].severity == "ok"
    QTest.keyClick(dialog.comparison.table, Qt.Key.Key_Left)
    QTest.keyClick(dialog.comparison.table, Qt.Key.Key_Right)
    assert dialog.main is not None
    assert marked[1].board.short in dialog.main.text()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    size.rest()
    assert size.current() is marked[1]


def test_no_more_than_four_are_compared(size: SizeHand) -> None:
    size.place.table.setFocus()
    for _ in range(5):
        QTest.keyClick(size.place.table, Qt.Key.Key_Space)
        QTest.keyClick(size.place.table, Qt.Key.Key_Down)
    assert size.compared() == size.plans[1:5]


@pytest.mark.usefixtures("every_board")
def test_every_picture_is_walked_told_and_chosen_in(size: SizeHand) -> None:
    for key in size.place.pictures.keys:
        size.place.pictures.show_page(key)
        picture = size.place.pictures.page()
        picture.setFocus()
        before = size.current()
        QTest.keyClick(picture, Qt.Key.Key_Down)
        QTest.keyClick(picture, Qt.Key.Key_Down)
        if size.current() is before:
            # The last one of this order.
            QTest.keyClick(picture, Qt.Key.Key_Up)
        assert size.current() is not before, key
        assert picture.accessibleName()
        assert picture.accessibleDescription()


def test_samples_packed_to_one_length_need_less_memory_and_whole_models_have_no_such_choice(size: SizeHand) -> None:
    form = size.place.form
    QTest.mouseClick(form.tasks.button("tune"), Qt.MouseButton.LeftButton)
    size.rest()
    fields = form.tuning
    assert fields.samples.isEnabled()
    varying = size.place.plans[0]
    fields.samples.setFocus()
    QTest.keyClick(fields.samples, Qt.Key.Key_Down)
    size.rest()
    packed = size.place.plans[0]
    assert isinstance(varying, TrainingPlan)
    assert isinstance(packed, TrainingPlan)
    assert packed.work.packed
    assert not varying.work.packed
    assert packed.work.held_back is not None
    assert varying.work.held_back is not None
    assert packed.work.held_back.value == pytest.approx(0.3)
    assert varying.work.held_back.value == pytest.approx(1.7)
    fields.method.setFocus()
    fields.method.setCurrentIndex(fields.method.findData("full"))
    size.rest()
    assert not fields.samples.isEnabled()
    whole = size.place.plans[0]
    assert isinstance(whole, TrainingPlan)
    assert not whole.work.packed


def test_the_parts_of_a_step_add_up_to_the_time_of_a_token(size: SizeHand) -> None:
    size.place.pictures.show_page("step")
    bars = size.place.pictures.page()
    assert isinstance(bars, PartBars)
    for each in bars.bars:
        assert sum(value for _, value in each.parts) == pytest.approx(each.total)


def test_a_model_is_served_trained_and_tuned_and_each_task_keeps_what_was_said(size: SizeHand) -> None:
    form = size.place.form
    size.type_number(form.prompt, 3000)
    form.tasks.button("serve").setFocus()
    QTest.keyClick(form.tasks.button("serve"), Qt.Key.Key_Right)
    size.rest()
    assert form.task == "train"
    assert not form.prompt.isVisible()
    trained = size.place.plans[0]
    assert isinstance(trained, TrainingPlan)
    assert trained.work.method.key == "full"
    QTest.keyClick(size.hand.focused(), Qt.Key.Key_Right)
    size.type_number(form.tuning.rank, 64)
    tuned = size.place.plans[0]
    assert isinstance(tuned, TrainingPlan)
    assert tuned.work.adapter is not None
    assert tuned.work.adapter.rank == 64
    assert tuned.needed.value < trained.needed.value * trained.gpus
    assert tuned.days is not None
    assert tuned.days.value < 2
    assert "hours" in size.place.why.figure.accessibleDescription()
    assert "Gradients" in size.why()
    assert size.place.pictures.tabs.current() == "memory"
    QTest.mouseClick(form.tasks.button("serve"), Qt.MouseButton.LeftButton)
    size.rest()
    assert form.asked().prompt == 3000
    assert isinstance(size.place.plans[0], ServingPlan)
    QTest.mouseClick(form.tasks.button("tune"), Qt.MouseButton.LeftButton)
    size.rest()
    assert form.training_asked().rank == 64


def test_a_slider_is_answered_while_it_is_dragged(size: SizeHand) -> None:
    form = size.place.form
    row = form.what_if.rows["sequences"]
    answers: list[int] = []
    size.place._asking.answered.connect(lambda found: answers.append(found.asked.concurrency))
    row.slider.setFocus()
    before = row.value
    keys = itertools.cycle((Qt.Key.Key_Right, Qt.Key.Key_Left))

    def answered() -> bool:
        # The slider never stands still: an answer that waits for that would not come.
        QTest.keyClick(row.slider, next(keys))
        return bool(answers)

    size.hand.qtbot.waitUntil(answered, timeout=PATIENCE_MS)
    for _ in range(12):
        QTest.keyClick(row.slider, Qt.Key.Key_Right)
    size.rest()
    assert row.value > before
    assert form.concurrency.value() == row.value == answers[-1]
    assert len(answers) > 1
    assert answers[-1] == form.concurrency.value()
    assert size.plans[0].work.concurrency == form.concurrency.value()
    size.type_number(form.concurrency, 300)
    assert row.value == pytest.approx(300, rel=0.05)


def test_less_of_the_memory_filled_needs_more_of_it(size: SizeHand) -> None:
    slider = size.place.form.what_if.rows["filled"].slider
    assert size.place.form.asked().utilisation is None
    before = {(plan.board.key, plan.form.key): plan.usable_gib for plan in size.plans}
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Home)
    size.rest()
    assert size.place.form.asked().utilisation == 0.5
    assert all(plan.usable_gib < before[plan.board.key, plan.form.key] for plan in size.plans if (plan.board.key, plan.form.key) in before)


def test_requests_a_second_take_the_place_of_sequences(size: SizeHand) -> None:
    form = size.place.form
    QTest.keyClick(form.service.head, Qt.Key.Key_Right)
    form.service.rate.setFocus()
    QTest.keyClick(form.service.rate, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(form.service.rate, "5")
    QTest.keyClick(form.service.rate, Qt.Key.Key_Tab)
    size.rest()
    assert form.asked().service.rate_per_s == 5
    assert all(plan.load is not None for plan in size.plans)


def test_the_search_itself_looks_for_the_fastest_plan(size: SizeHand) -> None:
    size.type_model("llama-3.1-70b")
    before = {(plan.board.key, plan.form.key): plan.tpot.value for plan in size.plans if plan.fits}
    QTest.mouseClick(size.place.tools.best.button("speed"), Qt.MouseButton.LeftButton)
    size.rest()
    after = {(plan.board.key, plan.form.key): plan.tpot.value for plan in size.plans if plan.fits}
    assert all(after[key] <= before[key] * 1.0001 for key in before if key in after)
    assert min(after.values()) < min(before.values())


def test_trainings_are_looked_for_and_ordered_by_what_is_best(size: SizeHand) -> None:
    tools, form = size.place.tools, size.place.form
    form.show_task("tune")
    size.place.ask()
    size.rest()
    for key, order in (("cost", Order.COST), ("energy", Order.ENERGY), ("speed", Order.SPEED)):
        QTest.mouseClick(tools.best.button(key), Qt.MouseButton.LeftButton)
        size.rest()
        assert form.training_asked().best is order
        plans = [plan for plan in size.place.plans if isinstance(plan, TrainingPlan)]
        assert plans
        assert plans == sorted(plans, key=lambda plan: training_preference(plan, order))
    rates = [plan.time.tokens_per_s for plan in plans if plan.time is not None and plan.fits and not plan.risks]
    assert rates == sorted(rates, reverse=True)


def test_a_time_is_told_in_what_people_count_in() -> None:
    assert [(round(scale * days, 1), unit) for days in (0.01, 0.179, 1.5, 21.0) for scale, unit in [lasting(days)]] == [
        (14.4, "min"),
        (4.3, "h"),
        (36.0, "h"),
        (21.0, "d"),
    ]


def test_the_strip_marks_what_an_opened_training_takes_as_best(size: SizeHand) -> None:
    form = size.place.form
    form.show_task("tune")
    form.show_training(replace(form.training_asked(), best=Order.COST), "tune")
    size.place.ask()
    size.rest()
    assert size.place.tools.best.current() == "cost"


def test_two_trainings_are_compared(size: SizeHand) -> None:
    size.place.form.show_task("tune")
    size.place.ask()
    size.rest()
    QTest.keyClick(size.place.table, Qt.Key.Key_P, CTRL | SHIFT)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ComparePlansDialog)
    keys = {dialog.comparison.model.line(row).key for row in range(dialog.comparison.model.rowCount())}
    assert {"memory", "zero", "micro", "verdict"} < keys
    dialog.reject()


def test_a_training_is_compared_beside_a_serving_of_its_model(size: SizeHand) -> None:
    size.place.table.setFocus()
    QTest.keyClick(size.place.table, Qt.Key.Key_Space)
    served = size.compared()[0]
    size.place.form.show_task("tune")
    size.place.ask()
    size.rest()
    assert size.place.compared() == []
    QTest.keyClick(size.place.table, Qt.Key.Key_P, CTRL | SHIFT)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ComparePlansDialog)
    assert size.place.to_compare() == [size.place.current(), served]
    lines = {line.key: line for line in (dialog.comparison.model.line(row) for row in range(dialog.comparison.model.rowCount()))}
    assert [cell.text for cell in lines["token"].cells[1:]] == ["–", f"{served.tpot.value * 1000:.1f}"]
    assert lines["zero"].cells[2].text == "–"
    assert "–" not in [cell.text for cell in lines["memory"].cells]
    heads = [dialog.comparison.model.headerData(column, Qt.Orientation.Horizontal) for column in (1, 2)]
    assert heads[0].startswith("Fine-tune · ")
    assert heads[1].startswith("Serve · ")
    assert dialog.main is not None
    assert dialog.main.isEnabled()
    QTest.keyClick(dialog.comparison.table, Qt.Key.Key_Right)
    assert not dialog.main.isEnabled()
    dialog.reject()
    size.place.form.show_task("serve")
    size.place.ask()
    size.rest()
    assert size.place.beside() == []
    assert size.compared() == [next(plan for plan in size.plans if plan_key(plan) == plan_key(served))]


def _speak_spanish(hand: Hand) -> None:
    hand.desk.window.language_chosen.emit("es")
    hand.rest()


def test_another_language_keeps_what_is_asked(open_desk: Callable[[], Hand]) -> None:
    size = SizeHand(open_desk())
    size.type_model("qwen3-32b")
    _speak_spanish(size.hand)
    size.rest()
    place = size.hand.desk.window.size_place
    assert place.form.model.currentText() == "qwen3-32b"
    assert "parámetros" in place.form.told.text()
    assert place.model.line(0).cells[-1].text in {
        "cumple los requisitos",
        "puede no cumplir el tiempo",
        "likely, not certain",
        "probable, no seguro",
    }


def tabbed(size: SizeHand, count: int) -> list[str]:
    """Names of the fields that Tab reaches next."""
    names = []
    for _ in range(count):
        QTest.keyClick(size.hand.focused(), Qt.Key.Key_Tab)
        names.append(size.hand.focused().accessibleName())
    return names


def test_the_fields_of_a_task_are_made_when_it_is_chosen_and_tab_reaches_them_in_order(size: SizeHand) -> None:
    form = size.place.form
    assert set(form.fields) == {"serve", "passes"}
    QTest.mouseClick(form.tasks.button("train"), Qt.MouseButton.LeftButton)
    size.rest()
    assert set(form.fields) == {"serve", "passes", "train"}
    assert form.training.isVisible()
    assert not form.fields["serve"].isVisible()
    form.model.setFocus()
    training = ["Amount", "Epochs", "Time limit", "Sequence", "Step size"]
    assert tabbed(size, 11) == [*training, "Precision", "Optimizer", "Framework", "Sharded states", "Recomputed", "Kind"]
    QTest.mouseClick(form.tasks.button("other"), Qt.MouseButton.LeftButton)
    size.rest()
    assert set(form.fields) == {"serve", "passes", "train", "other"}
    form.generic.flops.setFocus()
    assert tabbed(size, 6) == ["Compute", "Bytes moved", "Memory", "Concurrent", "Time limit", "Kind"]


def test_tab_goes_from_the_head_of_the_costs_to_their_fields(size: SizeHand) -> None:
    size.place.form.costs.head.setFocus()
    assert tabbed(size, 3) == ["Contract", "Currency", "Tariff"]


def test_everything_by_keyboard_at_1280_by_800_in_spanish(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    _speak_spanish(hand)
    hand.desk.window.resize(1280, 800)
    size = SizeHand(hand)
    QTest.keyClicks(hand.focused(), "llama-3.3-70b-instruct")
    QTest.keyClick(hand.focused(), Qt.Key.Key_Return)
    size.rest()
    met = []
    for _ in range(20):
        QTest.keyClick(hand.focused(), Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        met.append(focused.accessibleName() if focused is not None else "")
    for name in ("Entrada", "Salida", "Secuencias", "Hasta 1.er token", "Pesos", "Programa", "Clase", "GPU"):
        assert name in met
    assert "70 553 706 496" in size.place.form.told.text().replace("\N{THIN SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ").replace(
        "\N{NARROW NO-BREAK SPACE}", " "
    )
    size.place.table.setFocus()
    QTest.keyClick(size.place.table, Qt.Key.Key_End, CTRL)
    assert size.current() is size.plans[-1]


def test_a_time_that_is_known_as_a_whole_alone_is_a_bar_of_one_part() -> None:
    plan = serving("llama-3.1-8b", "q4_k_m", 1, "llama.cpp", 2.0)
    assert not plan.step_s
    bar = step_bar(plan)
    assert [value for _, value in bar.parts] == [bar.total]
    assert bar.total == pytest.approx(plan.tpot.value * 1000)


def test_the_systems_of_a_plan_say_which_link_binds(size: SizeHand) -> None:
    size.type_model("llama-3.1-70b")
    plan = serving()
    (told,) = systems_working(plan)
    names = [term.label for term in told.terms]
    assert (names[0], told.terms[0].value) == ("DGX H100", "1 ×")
    assert {"Maximum power", "CPU cores", "Host memory"} <= set(names)
    assert sum("bottleneck" in term.detail for term in told.terms) == 1
    assert "Maximum power" in size.why()


def test_rules_of_thumb_stand_beside_a_plan_and_a_training_tells_what_it_loses() -> None:
    (rules,) = rules_working(serving())
    assert {term.confidence for term in rules.terms} == {"rule of thumb"}
    assert any("counted: 72.7 GB" in term.detail for term in rules.terms)
    assert not rules_working(training())
    (job,) = job_working(training())
    told = {term.label: term.value for term in job.terms}
    assert told["Productive time"] == "100.0 %"
    assert told["MTBF"] == "3,169 h"
    assert told["States to shared storage"].startswith("every ")
    assert told["Spare systems"] == "0"
    assert not job_working(serving())


def test_a_training_and_the_columns_are_remembered(open_desk: Callable[[], Hand]) -> None:
    size = SizeHand(open_desk())
    form = size.place.form
    form.show_task("tune")
    form.tuning.batch.setValue(48)
    size.place.ask()
    size.rest()
    candidates = size.place.candidates
    candidates.sort_by("job-cost")
    next(action for key, action in candidates._column_actions.items() if key == "per-million").trigger()
    shown = [column.key for column in size.place.model.columns]
    assert "per-million" in shown
    asked, columns = size.place.asked_text(), candidates.columns_text()
    _speak_spanish(size.hand)
    size.rest()
    fresh = size.hand.desk.window.size_place
    assert fresh.form.task == "tune"
    assert fresh.form.tuning.batch.value() == 48
    assert [column.key for column in fresh.model.columns] == shown
    other = SizePlace(size.hand.desk.window.session, size.hand.desk.window.registry)
    size.hand.qtbot.addWidget(other)
    other.begin_with(asked)
    other.candidates.want_columns(columns)
    other.prepare()
    assert other.form.task == "tune"
    assert other.form.training_asked() == fresh.form.training_asked()
    assert other.candidates.columns_text() == columns
    other.begin_with('{"task": "train", "asked": 3}')


def test_a_program_that_reads_gguf_alone_offers_its_types(size: SizeHand) -> None:
    form = size.place.form
    form.formats.show_key("fp8")
    form.engine.setCurrentIndex(form.engine.findData("llama.cpp"))
    size.rest()
    offered = [str(form.formats.itemData(row)) for row in range(1, form.formats.count())]
    assert {"q4_k_m", "q8_0", "gguf-bf16"} <= set(offered)
    assert not {"bf16", "fp8", "int4", "nf4"} & set(offered)
    assert form.formats.itemText(0) == "BF16, Q8_0 and Q4_K_M"
    assert form.asked().formats == ("q8_0",)
    assert {plan.form.key for plan in size.plans} == {"q8_0"}
    form.engine.setCurrentIndex(form.engine.findData("vllm"))
    size.rest()
    assert form.asked().formats == ("fp8",)


def test_gpus_are_told_without_parts(size: SizeHand) -> None:
    size.place.pictures.show_page("pareto")
    use = size.place.pictures.use
    use.setCurrentIndex(use.findData("gpus"))
    told = size.place.pictures.pareto.accessibleDescription()
    assert "GPUs: 1" in told
    assert "GPUs: 1.0" not in told


def test_a_cache_that_no_gpu_supports_is_the_reason_in_the_window(size: SizeHand) -> None:
    form = size.place.form
    form.show_asked(replace(form.asked(), engine="trtllm", kv="nvfp4", gpu="nvidia.h100-sxm5-80gb"))
    size.rest()
    assert size.plans == []
    assert size.place.note.isVisible()
    shown = "\n".join(label.text() for label in size.place.note.findChildren(QLabel))
    assert "TensorRT-LLM supports no KV cache in NVFP4 at compute capability 9.0. Supported formats: BF16, FP8, INT8." in shown


def test_the_release_of_the_program_is_typed_and_decides_the_kernels(size: SizeHand) -> None:
    form = size.place.form
    assert (form.release.text(), form.release.placeholderText()) == ("", planned_release("vllm"))
    QTest.keyClicks(form.release, "0.16.0")
    size.rest()
    assert form.asked().release == "0.16.0"
    assert {plan.work.engine.release for plan in size.plans} == {"0.16.0"}
    form.engine.setCurrentIndex(form.engine.findData("sglang"))
    size.rest()
    assert (form.release.text(), form.asked().release) == ("", "")
    form.show_asked(replace(form.asked(), engine="vllm", release="0.11.0"))
    assert form.release.text() == "0.11.0"
