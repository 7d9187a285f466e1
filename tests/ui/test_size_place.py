"""The place of sizing, by keys and pointer: a model in, plans out, each with its working."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gpudesk.sizing.asked import Hardware
from gpudesk.ui.panes.size_place import SizePlace
from gpudesk.ui.widgets.why import WhyView
from tests.formats.model_makers import gguf
from tests.ui.hand import CTRL, Hand


class SizeHand:
    """A person at the place of sizing."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        QTest.keyClick(hand.desk.window.rail, Qt.Key.Key_2, CTRL)
        self.rest()

    @property
    def place(self) -> SizePlace:
        return self.hand.desk.window.size_place

    def rest(self) -> None:
        """Let what was typed be answered."""
        jobs = self.hand.desk.jobs
        self.hand.qtbot.waitUntil(lambda: jobs.running == 0 and not self.place.is_answering, timeout=30_000)
        self.hand.rest()

    def type_model(self, name: str) -> None:
        line = self.place.form.model.lineEdit()
        assert line is not None
        line.selectAll()
        QTest.keyClicks(line, name)
        QTest.keyClick(line, Qt.Key.Key_Return)
        self.rest()

    def type_number(self, box: QWidget, value: int) -> None:
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_A, CTRL)
        QTest.keyClicks(box, str(value))
        QTest.keyClick(box, Qt.Key.Key_Tab)
        self.rest()

    def titles(self) -> list[str]:
        return [f"{plan.gpus} × {plan.board.short} {plan.form.key}" for plan in self.place.plans]

    def why(self) -> str:
        return "\n".join(view.accessibleDescription() for view in self.place.why.findChildren(WhyView))


@pytest.fixture
def size(open_desk: Callable[[], Hand]) -> SizeHand:
    return SizeHand(open_desk())


def test_it_needs_no_project_and_answers_at_once(size: SizeHand) -> None:
    assert size.hand.desk.window.place == "size"
    assert QApplication.focusWidget() in (size.place.form.model, size.place.form.model.lineEdit())
    assert len(size.place.plans) > 50
    assert size.place.plans[0].fits
    assert "8,030,261,248 parameters" in size.place.form.told.text()


def test_a_model_and_its_traffic_are_typed(size: SizeHand) -> None:
    size.type_model("llama-3.1-70b")
    form = size.place.form
    for box, value in ((form.prompt, 7168), (form.answer, 1024), (form.concurrency, 64)):
        size.type_number(box, value)
    titles = size.titles()
    assert "4 × H100 SXM5 80 GB fp8" in titles
    four = next(plan for plan in size.place.plans if plan.board.key == "nvidia.h100-sxm5-80gb" and plan.form.key == "fp8")
    assert four.fits
    assert titles.index("4 × H100 SXM5 80 GB fp8") < len(titles) / 2


def test_the_working_follows_the_chosen_plan(size: SizeHand) -> None:
    size.place.table.setFocus()
    first = size.why()
    QTest.keyClick(size.place.table, Qt.Key.Key_Down)
    second = size.place.current()
    assert second is size.place.plans[1]
    assert size.why() != first
    assert f"{second.needed.value:,.2f} GiB" in size.why()
    assert size.place.bars.bars[1].title in size.place._why_header._caption


def test_bars_walk_by_keys_and_are_chosen_by_a_click(size: SizeHand) -> None:
    bars = size.place.bars
    bars.setFocus()
    QTest.keyClick(bars, Qt.Key.Key_Down)
    assert size.place.current() is size.place.plans[1]
    QTest.mouseClick(bars, Qt.MouseButton.LeftButton, pos=bars.row_rect(3).center().toPoint())
    assert size.place.current() is size.place.plans[3]
    assert size.place.table.currentIndex().row() == 3
    assert bars.bars[3].title in bars.accessibleDescription()


def test_what_was_chosen_stays_while_the_traffic_changes(size: SizeHand) -> None:
    size.place.table.setFocus()
    for _ in range(4):
        QTest.keyClick(size.place.table, Qt.Key.Key_Down)
    chosen = size.place.current()
    assert chosen is not None
    size.type_number(size.place.form.prompt, 900)
    now = size.place.current()
    assert now is not None
    assert (now.board.key, now.form.key) == (chosen.board.key, chosen.form.key)
    size.type_model("gpt2-xl")
    assert size.place.current() is size.place.plans[0]


def test_hardware_and_format_are_narrowed(size: SizeHand) -> None:
    form = size.place.form
    form.hardware.setCurrentIndex(form.hardware.findData(Hardware.CARDS.value))
    form.formats.setCurrentIndex(form.formats.findData("nvfp4"))
    size.rest()
    assert {plan.form.key for plan in size.place.plans} == {"nvfp4"}
    assert not any(plan.board.has_nvlink for plan in size.place.plans)
    form.board.setCurrentIndex(form.board.findData("nvidia.rtx-4090"))
    size.rest()
    assert [plan.board.key for plan in size.place.plans] == ["nvidia.rtx-4090"]


def test_too_few_gpus_are_said(size: SizeHand) -> None:
    size.type_model("deepseek-r1")
    form = size.place.form
    form.board.setCurrentIndex(form.board.findData("nvidia.l4"))
    size.type_number(form.most, 1)
    plan = size.place.current()
    assert plan is None or not plan.fits
    if plan is None:
        assert size.place.note.isVisible()


def test_the_working_says_how_far_it_goes_and_what_would_make_it_do(size: SizeHand) -> None:
    assert "How far it goes" in size.why()
    assert "sequences at once" in size.why()
    size.type_model("llama-3.1-70b")
    form = size.place.form
    form.board.setCurrentIndex(form.board.findData("nvidia.h100-sxm5-80gb"))
    form.formats.setCurrentIndex(form.formats.findData("bf16"))
    size.type_number(form.most, 2)
    plan = size.place.current()
    assert plan is not None
    assert (plan.gpus, plan.fits) == (2, False)
    assert "What would make it do" in size.why()
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
    assert size.place.plans == ()
    size.type_model("gpt2")
    assert not size.place.note.isVisible()
    assert size.place.plans


def test_what_generates_no_words_is_not_offered_and_refused_when_typed(size: SizeHand) -> None:
    offered = {size.place.form.model.itemText(row) for row in range(size.place.form.model.count())}
    assert {"gpt2", "state-spaces/mamba-2.8b-hf", "deepseek-ai/DeepSeek-V4-Flash"} < offered
    assert not {"bert-base-uncased", "black-forest-labs/FLUX.1-dev / transformer"} & offered
    size.type_model("FLUX.1-dev")
    assert size.place.note.isVisible()
    assert size.place.plans == ()


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
    size.hand.qtbot.waitUntil(lambda: size.place.form.model.currentText() == "my model", timeout=30_000)
    size.rest()
    assert size.place.form.model.currentText() == "my model"
    assert "layers" in size.place.form.told.text()
    assert size.place.plans[0].fits
    path.write_text('{"model_type": "llama"}', encoding="utf-8")
    _drop(size, path)
    size.hand.qtbot.waitUntil(size.place.note.isVisible, timeout=30_000)
    size.type_model("gpt2")
    assert size.place.plans


def test_a_gguf_file_is_dropped_and_sized_as_it_lies_there(size: SizeHand, tmp_path: Path) -> None:
    path = tmp_path / "tiny-q4.gguf"
    path.write_bytes(gguf())
    _drop(size, path)
    size.hand.qtbot.waitUntil(lambda: size.place.form.model.currentText() == "tiny-q4", timeout=30_000)
    size.rest()
    form = size.place.form
    assert form.formats.currentData() == "stored"
    assert {plan.form.key for plan in size.place.plans} == {"q4_k"}
    form.formats.setCurrentIndex(form.formats.findData("q8_0"))
    size.rest()
    assert {plan.form.key for plan in size.place.plans} == {"q8_0"}
    size.type_model("gpt2")
    assert form.formats.findData("stored") < 0
    assert {plan.form.key for plan in size.place.plans} >= {"bf16"}
    path.write_bytes(gguf()[:500])
    _drop(size, path)
    size.hand.qtbot.waitUntil(size.place.note.isVisible, timeout=30_000)


def _drop(size: SizeHand, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    # What is dropped goes to where the drag has come in.
    QApplication.sendEvent(size.hand.desk.window, QDragEnterEvent(QPoint(500, 300), action, data, button, keys))
    size.rest()
    QApplication.sendEvent(size.hand.desk.window, QDropEvent(QPointF(500, 300), action, data, button, keys))
    size.rest()


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
    assert place.model.line(0).cells[-1].text in {"cumple lo pedido", "puede fallar en tiempo"}


def test_everything_by_keyboard_at_1280_by_800_in_spanish(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    _speak_spanish(hand)
    hand.desk.window.resize(1280, 800)
    size = SizeHand(hand)
    QTest.keyClicks(hand.focused(), "llama-3.3-70b-instruct")
    QTest.keyClick(hand.focused(), Qt.Key.Key_Return)
    size.rest()
    met = []
    for _ in range(12):
        QTest.keyClick(hand.focused(), Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        met.append(focused.accessibleName() if focused is not None else "")
    for name in ("Entrada", "Salida", "Secuencias", "1.er token en", "Pesos", "Programa", "Clase", "GPU"):
        assert name in met
    assert "70 553 706 496" in size.place.form.told.text().replace("\N{THIN SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ").replace(
        "\N{NARROW NO-BREAK SPACE}", " "
    )
    size.place.table.setFocus()
    QTest.keyClick(size.place.table, Qt.Key.Key_End, CTRL)
    assert size.place.current() is size.place.plans[-1]
