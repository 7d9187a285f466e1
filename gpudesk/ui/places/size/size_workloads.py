"""The workloads of the project at the place of sizing: opened from the strip, kept, taken over, copied, deleted, and built."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.work.workload import Task
from gpudesk.derived.workloads.measured_peaks import measured_peaks
from gpudesk.derived.workloads.measured_rates import measured_rates
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.build_pod import BuiltPod
from gpudesk.operations.project.workloads import change_workload, duplicate_workloads
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.single_pass.pass_request import PassAsked
from gpudesk.sizing.systems.hosts import hosts
from gpudesk.sizing.workloads.saved_workload import Kept, asked_of, kept
from gpudesk.ui.places.size.docks.workload_form import SERVE, TRAIN, TUNE
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.places_on_disk import documents_folder, free_path
from gpudesk.ui.toolkit.quantities import MINUS, format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.filled_menu import empty_menu
from gpudesk.ui.toolkit.widgets.label import Label

if TYPE_CHECKING:
    from gpudesk.ui.places.size.panes.size_place import SizePlace
    from gpudesk.ui.shell.shell import Shell

tr = text_context("SizeWorkloads")

_TASKS = {Task.SERVE: SERVE, Task.TRAIN: TRAIN, Task.FINETUNE: TUNE}
_MOST_SHOWN = 24
"""Maximum characters of a name in the toolbar; the rest is in its tooltip."""


def _signed(off: float) -> str:
    """A share as percent with its sign."""
    return f"{'+' if off >= 0 else MINUS}{format_number(abs(100 * off), 1)}"


def _work_of(row: Mapping[str, Any]) -> Kept:
    return Kept(Task(row["task"]), row["asked"], row["model"])


class SizeWorkloads(QObject):
    """One workload can be open: the request of the form can be saved to it."""

    def __init__(self, window: "Shell", place: "SizePlace") -> None:
        super().__init__(window)
        self._window, self._place, self._session = window, place, window.session
        self.current: int | None = None
        self._looked_for = False
        self.menu = QMenu(window)
        self.menu.aboutToShow.connect(self._fill)
        self.button = place.tools.menu_button(tr("No workload"), "note", self.menu)
        self.measured = Label("", step="caption", ink="text.secondary")
        self._measured_action = place.tools.add_before(self.measured)
        place.tools.add_before(self.button)
        registry = window.registry
        for key, done in {
            "size.keep-workload": self.keep,
            "size.take-over": self.take_over,
            "size.change-workload": self.change,
            "size.duplicate-workload": self.duplicate,
            "size.delete-workload": self.delete,
            "size.build-plan": self.build,
            "size.fleet": self.fleet,
        }.items():
            registry.connect_action(key, done)
        self._session.changed.connect(self._refresh)
        for signal in (self._session.opened, self._session.closed):
            signal.connect(self._begin)
        place.chosen.connect(self._look_for)
        place.asked_elsewhere.connect(self._leave)
        self._begin()

    @property
    def is_open(self) -> bool:
        """Whether a workload is open."""
        return self.current is not None

    def _begin(self) -> None:
        """Another project, or none."""
        self.current, self._looked_for = None, False
        self._refresh()

    def _look_for(self) -> None:
        """After a start, the form has its last request: a single workload with exactly this request is opened again.

        Without a last request, the only workload of the project is opened.
        """
        if self._looked_for or not self._session.is_open or not self._place.is_prepared:
            return
        self._looked_for = True
        work = self.asked()
        rows = self._session.snapshot["workload"]
        alike = [row_id for row_id in rows.ids.tolist() if _work_of(rows.row(row_id)) == work]
        if self.current is not None:
            return
        if len(alike) == 1:
            self.current = alike[0]
            self._refresh()
        elif rows.rows == 1 and self._place.is_untouched:
            self.open(int(rows.ids[0]))

    def _leave(self) -> None:
        """Close the open workload: a request from another place is unrelated to it."""
        self.current, self._looked_for = None, True
        self._refresh()

    def open(self, workload_id: int) -> None:
        """Load the request of a workload."""
        row = self._session.snapshot["workload"].row(workload_id)
        try:
            request = asked_of(_work_of(row))
        except DeskError as error:
            self._session.failed.emit(error)
            return
        self.current = workload_id
        form = self._place.form
        if isinstance(request, PassAsked):
            form.show_task(SERVE)
            form.show_passes(request)
        elif isinstance(request, Asked):
            form.show_asked(request)
            form.show_task(SERVE)
        else:
            form.show_asked(Asked(request.model, own=request.own, hardware=request.hardware, gpu=request.gpu, gpus_most=request.gpus_most))
            form.show_training(request, _TASKS[Task(row["task"])])
        self._refresh()
        self._place.ask()

    # what is done with them

    def asked(self) -> Kept:
        """The request of the form, as stored."""
        form = self._place.form
        if form.in_passes:
            return kept(form.pass_asked())
        return kept(form.asked() if form.task == SERVE else form.training_asked())

    def keep(self) -> None:
        """Store the request as a new workload, which is then open."""
        from gpudesk.ui.places.size.dialogs.workload_dialog import WorkloadDialog

        before = set(self._session.snapshot["workload"].ids.tolist())
        dialog = WorkloadDialog(self._session, None, self.asked(), self._window)
        dialog.accepted.connect(lambda: self._open_new(before))
        dialog.open()

    def _open_new(self, before: set[int]) -> None:
        fresh = [row_id for row_id in self._session.snapshot["workload"].ids.tolist() if row_id not in before]
        if fresh:
            self.current = fresh[-1]
            self._refresh()

    def take_over(self) -> None:
        """Save the request of the form to the open workload."""
        if self.current is None:
            return
        work = self.asked()
        settings = {"task": str(work.task), "asked": work.asked, "model": work.model}
        self._session.do(change_workload, self.current, settings)

    def change(self) -> None:
        """Edit its name, hardware and daily profile."""
        from gpudesk.ui.places.size.dialogs.workload_dialog import WorkloadDialog

        if self.current is not None:
            WorkloadDialog(self._session, self.current, None, self._window).open()

    def duplicate(self) -> None:
        """Keep the open one once more; the copy is open then."""
        if self.current is not None:
            self._session.do(duplicate_workloads, [self.current], done=lambda workload_ids: self.open(workload_ids[0]))

    def delete(self) -> None:
        """Delete the open one; the request of the form stays."""
        if self.current is not None:
            self._session.do(delete_objects, "workload", [self.current])

    def build(self) -> None:
        """Ask for the building options of the selected plan."""
        from gpudesk.ui.places.size.dialogs.build_plan import BuildPlanDialog

        plan = self._place.current()
        if plan is None:
            return
        if not self._session.is_open:
            if not hosts(plan.board.key):
                text = tr("No system in the catalog has {board}.")
                self._window.message_bar.show_message("warning", text.format(board=plan.board.title), "")
                return
            title = tr("{board} site").format(board=plan.board.short)
            job = self._session.create(free_path(documents_folder(), title.replace("/", "-")))
            job.ended.connect(self._build_later)
            return
        work = self.asked() if self.current is None else None
        dialog = BuildPlanDialog(self._session, plan, work, parent=self._window)
        dialog.built.connect(self._built)
        dialog.open()

    def _build_later(self, created: bool) -> None:
        """Ask when the new project is open."""
        if created:
            QTimer.singleShot(0, self, self.build)

    def fleet(self) -> None:
        """Show how the workloads share the GPUs."""
        from gpudesk.ui.places.size.dialogs.fleet_dialog import FleetDialog

        FleetDialog(self._session, self._place.form.where.on_hand, self._window).open()

    def _built(self, pod: BuiltPod) -> None:
        if pod.workload is not None:
            self.current = pod.workload
            self._refresh()
        halls = self._session.snapshot["hall"]
        if halls.rows:
            self._session.select([ObjectRef("hall", int(halls.ids[-1]))])
            text = tr("The plan is built; {hall} is selected.").format(hall=halls["name"][-1])
            self._window.message_bar.show_message("ok", text, "", passing=True)

    # the strip

    def _show_measured(self) -> None:
        """Show the monitor measurements and log results of the open workload, compared with the estimates."""
        peak = rate = None
        if self.current is not None:
            peak = self._session.snapshot.cached(measured_peaks).get(self.current)
            rate = self._session.snapshot.cached(measured_rates).get(self.current)
        measured_texts, short, tips = [], [], []
        if peak is not None:
            text = tr("measured {measured} GiB, {off} %")
            measured_texts.append(text.format(measured=format_number(peak.measured, 1), off=_signed(peak.off)))
            short.append(tr("GiB {off} %").format(off=_signed(peak.off)))
            text = tr("Estimate: {estimated} GiB on one GPU. {about}")
            tips.append(text.format(estimated=format_number(peak.estimated, 1), about=peak.about))
        if rate is not None:
            measured = format_number(rate.measured, 0 if rate.measured >= 100 else 1)
            if rate.estimated is None or rate.off is None:
                measured_texts.append(tr("{measured} tokens/s").format(measured=measured))
                short.append(measured_texts[-1])
                tips.append(rate.about)
            else:
                measured_texts.append(tr("{measured} tokens/s, {off} %").format(measured=measured, off=_signed(rate.off)))
                short.append(tr("tokens/s {off} %").format(off=_signed(rate.off)))
                text = tr("Estimate: {estimated} tokens/s on all GPUs. {about}")
                tips.append(text.format(estimated=format_number(rate.estimated, 0), about=rate.about))
        self._measured_action.setVisible(bool(measured_texts))
        # Two measurements in full would push commands out of a narrow strip.
        self.measured.setText(measured_texts[0] if len(measured_texts) == 1 else " · ".join(short))
        whole = [" · ".join(measured_texts)] if len(measured_texts) > 1 else []
        self.measured.setToolTip("\n".join([*whole, *tips]))
        self.measured.setAccessibleName(f"{self.measured.text()}. {self.measured.toolTip()}" if measured_texts else "")

    def _fill(self) -> None:
        """Fill the menu: the workloads, then the actions on the open one."""
        empty_menu(self.menu)
        registry = self._window.registry
        if self._session.is_open:
            rows = self._session.snapshot["workload"]
            group = QActionGroup(self.menu)
            for row_id, name in zip(rows.ids.tolist(), rows["name"].tolist(), strict=True):
                action = self.menu.addAction(str(name))
                action.setCheckable(True)
                action.setChecked(row_id == self.current)
                action.setActionGroup(group)
                action.triggered.connect(partial(self.open, row_id))
            if rows.rows:
                self.menu.addSeparator()
        for key in ("keep-workload", "take-over", "change-workload", "duplicate-workload", "delete-workload"):
            self.menu.addAction(registry.action(f"size.{key}"))
        self.menu.addSeparator()
        self.menu.addAction(registry.action("size.fleet"))

    def _refresh(self) -> None:
        """The name of the open workload, which may be gone."""
        rows = self._session.snapshot["workload"] if self._session.is_open else None
        if rows is None or self.current is None or not rows.has(self.current):
            self.current = None
        name = "" if rows is None or self.current is None else str(rows.row(self.current)["name"])
        shown = name if len(name) <= _MOST_SHOWN else name[: _MOST_SHOWN - 1] + "…"
        self.button.setText(shown or tr("No workload"))
        self.button.setToolTip(tr("Workload: {name}").format(name=name) if name else tr("Workloads of the project"))
        self.button.setAccessibleName(self.button.toolTip())
        self._show_measured()
        able = not self._session.is_open or self._session.writable
        self._place.of_workloads = {
            name for name, is_met in {"open workload": self.current is not None, "buildable": able}.items() if is_met
        }
        self._place.chosen.emit()
