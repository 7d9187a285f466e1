"""Models that run pass by pass at the place of sizing, by keys: pictures, encoders, Whisper, and back to a language model."""

import csv
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.single_pass.pass_request import PassAsked, pass_from, pass_text
from gpudesk.ui.places.size.dialogs.compare_plans import ComparePlansDialog
from gpudesk.ui.places.size.models.size_rows import Plan
from gpudesk.ui.places.size.size_commands import SizeCommands
from tests.ui.hand import CTRL, Hand
from tests.ui.size_hand import SizeHand

pytestmark = pytest.mark.usefixtures("few")


@pytest.fixture
def size(open_desk: Callable[[], Hand]) -> SizeHand:
    return SizeHand(open_desk())


def _passes(plans: Sequence[Plan]) -> list[PassPlan]:
    return [plan for plan in plans if isinstance(plan, PassPlan)]


def _plan(size: SizeHand, board: str) -> PassPlan:
    return next(plan for plan in _passes(size.place.plans) if plan.board.key == board)


def _heads(size: SizeHand) -> set[str]:
    return {column.key for column in size.place.candidates.model.columns}


def test_pictures_are_asked_for_by_steps_and_points_and_a_language_model_comes_back_as_it_was(size: SizeHand) -> None:
    place, form = size.place, size.place.form
    before, titles, columns = form.asked(), size.titles(), _heads(size)
    size.type_model("stable-diffusion-xl")
    fields = form.passes
    assert fields.isVisible()
    assert not form.prompt.isVisible()
    assert not fields.tokens.isVisible()
    assert not fields.frames.isVisible()
    assert (fields.steps.value(), fields.width_px.value(), fields.height_px.value()) == (50, 1024, 1024)
    board = _passes(place.plans)[0].board.key
    whole = _plan(size, board).tpot.value
    size.type_number(fields.width_px, 512)
    size.type_number(fields.height_px, 512)
    small = _plan(size, board)
    assert (small.work.width, small.work.height) == (512, 512)
    # A quarter of the points is a quarter of the convolutions, and less than that of the attention.
    assert small.tpot.value < 0.3 * whole
    assert {"item", "memory", "verdict"} <= _heads(size)
    assert not {"token", "first", "tokens", "split"} & _heads(size)
    place.choose((board, small.form.key))
    size.rest()
    told = size.why()
    assert "Denoiser compute, 50 steps" in told
    assert "Weights and KV cache read" in told
    assert "Images per second" in told
    assert place.why.figure.accessibleName() == "Time per image"
    size.type_model(before.model)
    assert form.prompt.isVisible()
    assert not fields.isVisible()
    assert form.asked() == before
    assert size.titles() == titles
    assert _heads(size) == columns


def test_the_list_below_the_field_finds_pipelines_encoders_and_whisper(size: SizeHand) -> None:
    completer = size.place.form.completer
    for typed, name in (("diffusion xl", "stable-diffusion-xl"), ("bert large", "bert-large-uncased"), ("flux dev", "flux.1-dev")):
        completer.narrow(typed)
        assert name in [found for found, _ in completer.offered]


def test_encoders_ask_for_tokens_and_whisper_for_the_answer(size: SizeHand) -> None:
    fields = size.place.form.passes
    size.type_model("bert-large-uncased")
    assert fields.tokens.isVisible()
    assert not fields.steps.isVisible()
    assert not fields.answer.isVisible()
    board = _passes(size.place.plans)[0].board.key
    long = _plan(size, board).tokens_per_s
    size.type_number(fields.tokens, 128)
    assert _plan(size, board).tokens_per_s > long
    size.type_model("openai/whisper-large-v3")
    assert fields.answer.isVisible()
    assert not fields.tokens.isVisible()
    assert "Audio length of an input" in size.why()


def test_a_limit_on_the_batch_and_a_rate_decide(size: SizeHand) -> None:
    size.type_model("stable-diffusion-xl")
    fields = size.place.form.passes
    fields.most_s.setFocus()
    QTest.keyClick(fields.most_s, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(fields.most_s, "0.01")
    QTest.keyClick(fields.most_s, Qt.Key.Key_Tab)
    size.rest()
    assert not any(plan.fits for plan in _passes(size.place.plans))
    fields.most_s.setValue(0.0)
    fields.per_s.setValue(10.0)
    size.rest()
    assert all(plan.gpus > 1 and plan.tokens_per_s >= 10 for plan in _passes(size.place.plans))


def test_what_is_asked_is_kept_for_the_next_start(size: SizeHand) -> None:
    size.type_model("flux.1-dev")
    size.type_number(size.place.form.passes.steps, 12)
    kept = pass_from(size.place.asked_text())
    assert kept is not None
    assert kept.model == "flux.1-dev"
    assert kept.steps == 12
    assert kept.size == (1024, 1024)
    assert pass_from(pass_text(PassAsked("This model does not exist: Llama 3.3 was published only with 70 billion parameters."))) is None
    assert pass_from(pass_text(PassAsked("flux.1-dev", batch=0))) is None


def test_a_kept_question_is_asked_again(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    hand.desk.window.settings.set_text("size-asked", pass_text(PassAsked("flux.1-dev", steps=12)))
    size = SizeHand(hand)
    assert size.place.form.passes.steps.value() == 12
    assert _passes(size.place.plans)[0].work.steps == 12


def test_the_table_is_written_with_seconds(size: SizeHand, tmp_path: Path) -> None:
    size.type_model("stable-diffusion-xl")
    SizeCommands.save_table(size.hand.desk.window.findChildren(SizeCommands)[0], tmp_path / "x.csv")
    size.rest()
    rows = list(csv.DictReader((tmp_path / "x.csv").read_text(encoding="utf-8").splitlines()))
    listed = _passes(size.place.candidates.plans)
    assert len(rows) == len(listed)
    assert float(rows[0]["item_s"]) == pytest.approx(listed[0].tpot.value, rel=1e-3)


def test_plans_are_compared_without_what_makes_no_sense(size: SizeHand) -> None:
    from gpudesk.ui.places.size.models.size_comparison import comparison_lines

    size.type_model("stable-diffusion-xl")
    size.place.pictures.show_page("pareto")
    assert size.place.pictures.use.currentData() == "power"
    keys = [line.key for line in comparison_lines(size.place.to_compare())]
    assert "item" in keys
    assert "shared" not in keys
    assert "token" not in keys
    assert not size.hand.desk.window.registry.action("size.run").isEnabled()
    compare = size.hand.desk.window.registry.action("size.compare")
    assert compare.isEnabled()
    compare.trigger()
    dialog = size.hand.desk.window.findChildren(ComparePlansDialog)[0]
    assert dialog.comparison.model.rowCount() == len(keys)
    dialog.close()
