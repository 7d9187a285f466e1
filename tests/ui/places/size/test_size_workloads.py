"""Workloads at the place of sizing, by keys: kept, opened, taken over, copied, deleted; and the chosen plan built."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from gpudesk.derived.totals.totals import project_totals
from gpudesk.operations.project.workloads import add_workload, change_workload
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.single_pass.pass_request import PassAsked
from gpudesk.sizing.workloads.saved_workload import Kept, asked_of, kept
from gpudesk.ui.places.size.dialogs.build_plan import BuildPlanDialog
from gpudesk.ui.places.size.dialogs.fleet_dialog import FleetDialog
from gpudesk.ui.places.size.dialogs.workload_dialog import WorkloadDialog
from gpudesk.ui.places.size.size_workloads import SizeWorkloads
from gpudesk.ui.toolkit.widgets.label import Label
from tests.patience import PATIENCE_MS
from tests.ui.hand import ALT, CTRL, Hand

pytestmark = pytest.mark.usefixtures("few")


class WorkHand:
    """A person at the place of sizing of a project."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        QTest.keyClick(hand.desk.window.rail, Qt.Key.Key_2, CTRL)
        self.rest()

    @property
    def works(self) -> SizeWorkloads:
        found = self.hand.desk.window.findChildren(SizeWorkloads)
        assert len(found) == 1
        return found[0]

    @property
    def rows(self) -> dict[int, str]:
        rows = self.hand.snapshot["workload"]
        return dict(zip(rows.ids.tolist(), rows["name"].tolist(), strict=True))

    def rest(self) -> None:
        desk = self.hand.desk
        self.hand.qtbot.waitUntil(lambda: desk.jobs.running == 0 and not desk.window.size_place.is_answering, timeout=PATIENCE_MS)
        self.hand.rest()

    def do(self, action: str) -> None:
        self.hand.desk.window.registry.action(f"size.{action}").trigger()
        self.rest()

    def dialog(self, kind: type[QDialog]) -> QDialog:
        return next(each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible())

    def keep(self, name: str) -> None:
        QTest.keyClick(self.hand.desk.window, Qt.Key.Key_K, CTRL | ALT)
        dialog = self.dialog(WorkloadDialog)
        assert isinstance(dialog, WorkloadDialog)
        QTest.keyClicks(dialog.name, name)
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)
        self.rest()

    def asked(self, row_id: int) -> object:
        row = self.hand.snapshot["workload"].row(row_id)
        return asked_of(Kept(row["task"], row["asked"], row["model"]))


@pytest.fixture
def work(hand: Hand) -> WorkHand:
    return WorkHand(hand)


def test_what_is_asked_is_kept_opened_and_taken_over(work: WorkHand) -> None:
    place = work.hand.desk.window.size_place
    work.keep("Chat")
    assert work.rows == {1: "Chat"}
    assert work.asked(1) == place.form.asked()
    assert work.works.button.text() == "Chat"
    place.form.concurrency.setValue(99)
    work.rest()
    work.do("take-over")
    work.do("duplicate-workload")
    assert work.rows == {1: "Chat", 2: "Chat-2"}
    assert work.works.current == 2
    place.form.concurrency.setValue(7)
    work.rest()
    work.do("take-over")
    work.works.open(1)
    work.rest()
    assert place.form.concurrency.value() == 99
    assert [getattr(work.asked(number), "concurrency") for number in (1, 2)] == [99, 7]  # noqa: B009 - either kind of asked
    work.do("delete-workload")
    assert work.rows == {2: "Chat-2"}
    assert not work.works.is_open
    assert not work.hand.desk.window.registry.action("size.take-over").isEnabled()


def test_the_workload_that_was_open_is_open_after_a_start(work: WorkHand, open_desk: Callable[[], Hand]) -> None:
    place = work.hand.desk.window.size_place
    other = kept(place.form.asked())
    work.hand.desk.session.do(add_workload, "Other", other.task, other.asked, other.model)
    place.form.concurrency.setValue(99)
    work.rest()
    work.keep("Chat")
    document = work.hand.desk.session.document
    assert document is not None
    path = document.path
    work.hand.desk.close()
    again = open_desk()
    again.open(path)
    later = WorkHand(again)
    assert (later.works.button.text(), later.works.current) == ("Chat", 2)
    later.hand.desk.session.close()
    later.rest()
    assert later.works.button.text() == "No workload"


def test_the_only_workload_is_open_where_nothing_was_asked_yet_and_left_for_what_is_chosen_elsewhere(
    open_desk: Callable[[], Hand], tmp_path: Path
) -> None:
    path = tmp_path / "served.gpudesk"
    with Document.create(path) as document:
        asked = kept(Asked("meta-llama/Meta-Llama-3.1-8B", concurrency=77))
        run(document, add_workload, "Chat", asked.task, asked.asked, asked.model)
    hand = open_desk()
    hand.open(path)
    work = WorkHand(hand)
    place = hand.desk.window.size_place
    assert (work.works.button.text(), place.form.concurrency.value()) == ("Chat", 77)
    hand.desk.window.home.size_wanted.emit(Asked("meta-llama/Meta-Llama-3.1-8B", concurrency=3))
    work.rest()
    assert (work.works.button.text(), place.form.concurrency.value()) == ("No workload", 3)
    assert not hand.desk.window.registry.action("size.take-over").isEnabled()
    hand.desk.session.close()
    hand.open(path)
    work.rest()
    assert (work.works.button.text(), place.form.concurrency.value()) == ("No workload", 3), "what was asked is not lost"


def test_a_training_is_kept_and_opened_as_one(work: WorkHand) -> None:
    place = work.hand.desk.window.size_place
    place.form.show_task("train")
    place.ask()
    work.rest()
    work.keep("Training")
    place.form.show_task("serve")
    work.works.open(1)
    work.rest()
    assert place.form.task == "train"
    assert work.asked(1) == place.form.training_asked()


def test_a_workload_has_a_place_and_a_day(work: WorkHand) -> None:
    work.keep("Chat")
    work.works.change()
    dialog = work.dialog(WorkloadDialog)
    assert isinstance(dialog, WorkloadDialog)
    dialog.type.setCurrentIndex(dialog.type.findData("nvidia.dgx-h100"))
    dialog.hours.setFocus()
    dialog.hours.selectAll()
    QTest.keyClicks(dialog.hours, "100 " * 23)
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    QTest.keyClicks(dialog.hours, "0")
    assert dialog.day.currentData() == "own"
    dialog.main.click()
    work.rest()
    row = work.hand.snapshot["workload"].row(1)
    assert (row["on_type"], row["demand"]) == ("nvidia.dgx-h100", f"[{'100,' * 23}0]")


def test_the_chosen_plan_is_built_as_it_was_promised(work: WorkHand) -> None:
    place = work.hand.desk.window.size_place
    place.form.board.setCurrentIndex(place.form.board.findData("nvidia.h100-sxm5-80gb"))
    place.form.concurrency.setValue(2000)
    work.rest()
    before = project_totals(work.hand.snapshot)
    QTest.keyClick(work.hand.desk.window, Qt.Key.Key_B, CTRL | ALT)
    dialog = work.dialog(BuildPlanDialog)
    assert isinstance(dialog, BuildPlanDialog)
    work.rest()
    assert dialog.main is not None
    assert dialog.main.isEnabled()
    systems, racks = dialog.values["Systems"].text(), dialog.values["Racks"].text()
    QTest.keyClicks(dialog.name, "Chat")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    work.rest()
    after = project_totals(work.hand.snapshot)
    assert (str(after.systems - before.systems), str(after.racks - before.racks)) == (systems, racks)
    assert work.rows == {1: "Chat"}
    assert f"{work.hand.snapshot['hall']['name'][-1]} is selected" in work.hand.desk.window.message_bar.text
    work.hand.desk.session.undo()
    work.rest()
    assert project_totals(work.hand.snapshot) == before
    assert work.rows == {}


@pytest.mark.usefixtures("every_board")
def test_a_board_that_no_machine_holds_cannot_be_built(work: WorkHand) -> None:
    place = work.hand.desk.window.size_place
    place.form.board.setCurrentIndex(place.form.board.findData("nvidia.rtx-3090"))
    work.rest()
    work.do("build-plan")
    dialog = work.dialog(BuildPlanDialog)
    assert isinstance(dialog, BuildPlanDialog)
    assert "No system in the catalog has" in dialog.told.text()
    assert dialog.main is not None
    assert not dialog.main.isEnabled()


def test_the_day_of_all_workloads_is_shown_hour_by_hour(work: WorkHand) -> None:
    place = work.hand.desk.window.size_place
    place.form.board.setCurrentIndex(place.form.board.findData("nvidia.h100-sxm5-80gb"))
    work.rest()
    work.hand.desk.window.activateWindow()
    work.keep("Chat")
    work.do("fleet")
    dialog = work.dialog(FleetDialog)
    assert isinstance(dialog, FleetDialog)
    chart = dialog.chart
    there = project_totals(work.hand.snapshot).gpus
    assert chart.told(0).splitlines()[0] == f"00:00: {chart.total(0)} of {there} GPUs"
    assert [dialog.model.line(row).key[1] for row in range(4)] == ["own", "hourly", "mig", "shared"]
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_End)
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.hour == 22
    assert dialog.told.text().startswith("22:00: ")
    work.hand.desk.session.do(change_workload, 1, {"demand": [0] * 23 + [100]})
    work.rest()
    assert (chart.total(22), chart.total(23) > 0) == (0, True)


def test_without_a_project_one_is_made_for_the_plan(open_desk: Callable[[], Hand], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.ui.places.size.size_workloads.documents_folder", lambda: tmp_path)
    work = WorkHand(open_desk())
    board = work.hand.desk.window.size_place.form.board
    for key in ("nvidia.rtx-3090", "nvidia.l40s"):
        assert not work.hand.desk.session.is_open
        board.setCurrentIndex(board.findData(key))
        work.rest()
        work.do("build-plan")
    work.hand.qtbot.waitUntil(
        lambda: any(isinstance(each, BuildPlanDialog) for each in QApplication.topLevelWidgets()), timeout=PATIENCE_MS
    )
    work.rest()
    dialog = work.dialog(BuildPlanDialog)
    assert isinstance(dialog, BuildPlanDialog)
    dialog.build()
    work.rest()
    assert [path.suffix for path in tmp_path.glob("*.gpudesk")] == [".gpudesk"]
    assert project_totals(work.hand.snapshot).gpus > 0


def test_pictures_are_kept_opened_again_and_can_be_built_but_not_run(work: WorkHand) -> None:
    form = work.hand.desk.window.size_place.form
    form.show_passes(PassAsked("stable-diffusion-xl", batch=2, per_s=9.0))
    work.hand.desk.window.size_place.ask()
    work.rest()
    work.keep("Pictures")
    (row_id,) = work.rows
    assert isinstance(work.asked(row_id), PassAsked)
    actions = work.hand.desk.window.registry
    assert actions.action("size.build-plan").isEnabled()
    assert not actions.action("size.run").isEnabled()
    form.show_asked(Asked("qwen3-32b"))
    work.hand.desk.window.size_place.ask()
    work.rest()
    assert "qwen3-32b" in form.asked().model
    work.works.open(row_id)
    work.rest()
    assert form.in_passes
    assert form.pass_asked().batch == 2


def test_the_release_of_a_kept_workload_stays_with_its_program(work: WorkHand) -> None:
    form = work.hand.desk.window.size_place.form
    form.show_asked(Asked("qwen3-8b", formats=("fp8",), gpu="nvidia.t4", release="0.16.0"))
    assert (form.asked().engine, form.asked().release) == ("vllm", "0.16.0")
    form.engine.setCurrentIndex(form.engine.findData("sglang"))
    assert form.asked().release == ""
    form.engine.setCurrentIndex(form.engine.findData("vllm"))
    assert form.asked().release == "0.16.0"


def test_where_nothing_has_a_kernel_the_formats_that_run_are_said(work: WorkHand) -> None:
    place = work.hand.desk.window.size_place
    place.form.show_asked(Asked("gpt-oss-20b", formats=("stored",), gpu="nvidia.t4"))
    place.ask()
    work.rest()
    words = " ".join(label.text() for label in place.note.findChildren(Label))
    assert "vLLM 0.11.2 has no kernel for MXFP4 at compute capability 7.5. Supported formats: fp32, fp16, int8" in words
