"""The sizing place: the workload on the left, its plans in the middle, the calculation of one on the right."""

import json
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.foreign import kept_json
from gpudesk.formats.models.model_files import read_model
from gpudesk.sizing.fleet.stock_use import on_hand_from
from gpudesk.sizing.generic.generic import GenericAnswer
from gpudesk.sizing.gpus.on_hand import on_hand_text
from gpudesk.sizing.serving.serving import Order, ServingPlan
from gpudesk.sizing.serving.serving_request import Answer, Asked, asked_from, asked_text
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.single_pass.pass_request import PassAnswer, PassAsked, pass_from, pass_text
from gpudesk.sizing.training.training_request import TrainingAsked, training_from, training_text
from gpudesk.ui.action_table.contexts import SIZE, SIZE_TABLE
from gpudesk.ui.places.size.docks.size_asking import AnyAnswer, SizeAsking
from gpudesk.ui.places.size.docks.size_why import SizeWhy
from gpudesk.ui.places.size.docks.this_machine_choice import ThisMachine
from gpudesk.ui.places.size.docks.workload_form import OTHER, TRAIN, TUNE, WorkloadForm
from gpudesk.ui.places.size.docks.workload_offer import offer_all
from gpudesk.ui.places.size.models.size_columns import ORDERS, best_first
from gpudesk.ui.places.size.models.size_generic_working import generic_title, generic_working
from gpudesk.ui.places.size.models.size_rows import Plan, model_facts, plan_key, task_of
from gpudesk.ui.places.size.panes.generic_candidates import GenericCandidates
from gpudesk.ui.places.size.panes.size_candidates import CandidatesModel, CandidatesTable, SizeCandidates
from gpudesk.ui.places.size.panes.size_pictures import PASS_PICTURES, TRAINING_PICTURES, SizePictures
from gpudesk.ui.places.size.panes.size_tools import SizeTools
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.parts.docked_place import WIDE, DockedPlace
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message

tr = text_context("SizePlace")

FIRST_MODEL = "meta-llama/Meta-Llama-3.1-8B"
"""Initial model of the field: the best known one."""
MOST_COMPARED = 4


class SizePlace(DockedPlace):
    """Needs no project. Each change is answered by a job; answers to outdated requests are discarded.

    Signals:
        chosen(): the selected or compared plans changed; actions may be enabled or disabled.
        asked_elsewhere(): the request was set by another place, and is unrelated to the open workload.
    """

    chosen = Signal()
    asked_elsewhere = Signal()

    def __init__(self, session: Session, registry: ActionRegistry) -> None:
        super().__init__()
        self.setObjectName("size-place")
        self._session = session
        self._answer: AnyAnswer | None = None
        self._ranked: tuple[Plan, ...] = ()
        self._current: object = None
        self._held = False
        """Whether the user selected the current plan; then it stays while it is among the answers for the same model."""
        self._marked: tuple[object, ...] = ()
        self._beside: dict[str, tuple[Plan, ...]] = {}
        """Plans marked before another task was selected, by task."""
        self._sized = ""
        self.of_workloads: set[str] = set()
        """Conditions of actions from the owner of the workloads."""
        self._hold_next = False
        """Whether the selected plan stays with the next answer, regardless of its model."""
        self._offered = False
        self._unasked = ""
        """Request of the form before any input; "" if it starts with the last request."""
        self._first: Asked | PassAsked | tuple[str, TrainingAsked] = Asked(FIRST_MODEL)
        self.tools = SizeTools(registry)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.tools)
        self.form = WorkloadForm(other=True)
        self.pictures = SizePictures()
        self.candidates = SizeCandidates()
        self.note = QuietNote()
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.pictures)
        self._split.addWidget(self.candidates)
        self._split.setStretchFactor(1, 1)
        self._found = QStackedWidget()
        self._found.addWidget(self._split)
        self._found.addWidget(self.note)
        self.other = GenericCandidates()
        self._found.addWidget(self.other)
        self.setCentralWidget(self._found)
        self.why = SizeWhy(session)
        self.docks = {
            "workload": self.make_dock("workload", self.form, self.form.header, Qt.DockWidgetArea.LeftDockWidgetArea),
            "why": self.make_dock("why", self.why, self.why.header, Qt.DockWidgetArea.RightDockWidgetArea),
        }
        self.form.setMinimumWidth(232)
        self.machine = ThisMachine(session.jobs, self.form)
        registry.attach(self, SIZE)
        registry.attach(self.candidates.table, SIZE_TABLE)
        self._asking = SizeAsking(session.jobs, self.form, self)
        self._asking.answered.connect(self._take)
        self._asking.refused.connect(self._say)
        self.form.changed.connect(self.ask)
        self.form.slid.connect(self._asking.ask_along)
        self.pictures.chosen.connect(self.choose)
        self.candidates.chosen.connect(self._row_chosen)
        self.candidates.listed.connect(self._listed)
        self.tools.best.chosen.connect(self._best_by)
        self.tools.shown.chosen.connect(lambda which: self.candidates.show_fits_only(which == "fits"))
        self.tools.shown.chosen.connect(lambda which: self.other.show_fits_only(which == "fits"))
        self.other.chosen.connect(self._show_other)

    # what others ask for

    def parts(self) -> list[QWidget]:
        """Parts that F6 cycles through."""
        has_plans = self._found.currentWidget() is not self.note
        middle: list[QWidget] = [self.pictures.page(), self.table, self.other.table, self.why] if has_plans else []
        panels: list[QWidget] = [self.tools, self.form, *middle]
        return [part for part in panels if part.isVisible()]

    @property
    def plans(self) -> tuple[Plan, ...]:
        """All plans that answer, best first."""
        return self._ranked

    @property
    def table(self) -> CandidatesTable:
        """The rows of the candidates."""
        return self.candidates.table

    @property
    def model(self) -> CandidatesModel:
        """The table model of the rows."""
        return self.candidates.model

    @property
    def answered(self) -> AnyAnswer | None:
        """The answer that is shown, None while there is none."""
        return self._answer

    @property
    def is_answering(self) -> bool:
        """Whether the result shown may be outdated."""
        return self._asking.is_waiting or self.form.is_waiting or self.why.is_waiting

    @property
    def is_untouched(self) -> bool:
        """Whether no request was made here yet."""
        return bool(self._unasked) and self.asked_text() == self._unasked

    @property
    def is_prepared(self) -> bool:
        """Whether the form contains its initial request."""
        return self._offered

    def current(self) -> Plan | None:
        """The plan whose working is shown."""
        return next((plan for plan in self.plans if plan_key(plan) == self._current), None)

    def asked_text(self) -> str:
        """The request as text, to be restored at the next start; "" if it cannot be stored."""
        if not self._offered:
            return ""
        if self.form.task in (TRAIN, TUNE):
            text = training_text(self.form.training_asked())
            return json.dumps({"task": self.form.task, "asked": text}) if text else ""
        return asked_text(self.form.asked()) if self.form.passes.usual is None else pass_text(self.form.pass_asked())

    def on_hand_text(self) -> str:
        """The GPUs on hand as text, to be restored at the next start."""
        return on_hand_text(self.form.where.on_hand.held)

    def take(self, form: WorkloadForm, key: object) -> None:
        """Copy the request of another form, and show the plan selected there."""
        self.asked_elsewhere.emit()
        self.form.look_like(form)
        self._sized, self._held, self._current = form.model.currentText(), True, key
        self._hold_next = True
        self.ask()

    def ask_anew(self, request: Asked) -> None:
        """Make a request that was set by another place."""
        self.asked_elsewhere.emit()
        self.ask_for(request)

    def ask_for(self, request: Asked) -> None:
        """Change the request for a served model."""
        self.form.show_asked(request)
        self.ask()

    def begin_with(self, text: str, on_hand: str = "") -> None:
        """Start with the last request and GPUs on hand, if still valid."""
        self.form.where.on_hand.set_held(on_hand_from(on_hand))
        self._first = pass_from(text) or _training_from(text) or asked_from(text) or self._first

    def look_like(self, other: "SizePlace") -> None:
        """Copy the request of another place, and show the same plan."""
        self.prepare()
        self.form.where.on_hand.set_held(other.form.where.on_hand.held)
        self.form.look_like(other.form)
        self._current = other._current
        self.candidates.want_columns(other.candidates.columns_text())
        self.tools.look_like(other.tools)
        self.pictures.show_page(other.pictures.tabs.current())

    def met(self) -> set[str]:
        """The conditions of actions that hold here."""
        conditions = {
            "sizing": True,
            "plan": self.current() is not None,
            "plan to run": self.current() is not None and not isinstance(self.current(), PassPlan),
            "served plan": isinstance(self.current(), ServingPlan),
            "plans": bool(self.plans),
            "compared plans": len(self.plans) > 1 or bool(self.plans and self.beside()),
        }
        return {name for name, met in conditions.items() if met} | self.of_workloads

    def choose(self, key: object) -> None:
        """Show the working of a plan, and mark it everywhere."""
        if key not in [plan_key(plan) for plan in self.plans]:
            return
        self._held = self._held or key != self._current
        self._current = key
        self.candidates.choose(key)
        self._show_current()

    def compared(self) -> list[Plan]:
        """The plans that were marked to be compared, in their order."""
        return [plan for plan in self.plans if plan_key(plan) in self._marked]

    def beside(self) -> list[Plan]:
        """The plans of other tasks that were marked, to be compared with those that are shown."""
        shown = {plan_key(plan) for plan in self.plans}
        now = task_of(self.plans[0]) if self.plans else ""
        others = [plan for task, plans in self._beside.items() if task != now for plan in plans]
        return [plan for plan in others if plan_key(plan) not in shown]

    def to_compare(self) -> list[Plan]:
        """Compared plans: the marked ones, or the selected one and the best others, on other GPUs first.

        The selected plan is added to marked plans of other tasks if none of its task is marked.
        """
        marked, other_plans = self.compared(), self.beside()
        chosen = self.current()
        if other_plans:
            own_plans = marked or ([chosen] if chosen is not None else [])
            return [*own_plans[:MOST_COMPARED], *other_plans[: max(0, MOST_COMPARED - len(own_plans))]]
        if len(marked) > 1:
            return marked
        first = [*marked, *([chosen] if chosen is not None and chosen not in marked else [])]
        others = [plan for plan in self.candidates.plans or self.plans if plan not in first]
        seen = {plan.board.key for plan in first}
        apart = []
        for plan in others:
            if plan.board.key not in seen:
                seen.add(plan.board.key)
                apart.append(plan)
        return [*first, *apart, *(plan for plan in others if plan not in apart)][:MOST_COMPARED]

    def mark(self) -> None:
        """Add the selected plan to the comparison, or remove it; a fifth one replaces the first marked."""
        plan = self.current()
        if plan is None:
            return
        key = plan_key(plan)
        there = {plan_key(other) for other in (*self.plans, *self.beside())}
        marked_keys = tuple(marked_key for marked_key in self._marked if marked_key in there)
        self._marked = (
            tuple(marked_key for marked_key in marked_keys if marked_key != key)
            if key in marked_keys
            else (*marked_keys, key)[-MOST_COMPARED:]
        )
        self.candidates.mark(self._marked)
        self.chosen.emit()

    # asking

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.docks_are_new():
            wide = self.width() >= WIDE
            self.resizeDocks([self.docks["workload"], self.docks["why"]], [280, 340] if wide else [264, 268], Qt.Orientation.Horizontal)
            self._split.setSizes([round(self.height() * (0.46 if wide else 0.4)), round(self.height() * 0.5)])
        self.prepare()
        self.machine.look()
        if self._answer is None and not self._asking.is_waiting:
            self.ask()

    def prepare(self) -> None:
        """Fill the drop-downs when the place is first needed: the tables are read then."""
        if self._offered:
            return
        self._offered = True
        offer_all(self.form)
        unasked = self._first == Asked(FIRST_MODEL)
        if isinstance(self._first, PassAsked):
            self.form.show_passes(self._first)
        elif isinstance(self._first, Asked):
            self.form.show_asked(self._first)
        else:
            task, request = self._first
            self.form.show_asked(Asked(request.model, hardware=request.hardware, gpu=request.gpu, gpus_most=request.gpus_most))
            self.form.show_training(request, task)
        self._unasked = self.asked_text() if unasked else ""
        self._show_best()

    def ask(self) -> None:
        """Calculate the plans for the form."""
        self._asking.ask()

    def _take(self, found: AnyAnswer | GenericAnswer) -> None:
        marked = self.compared()
        if marked:
            self._beside[task_of(marked[0])] = tuple(marked)
        elif self.plans:
            self._beside.pop(task_of(self.plans[0]), None)
        self.tools.best.setEnabled(not isinstance(found, GenericAnswer))
        if isinstance(found, GenericAnswer):
            self._answer, self._ranked = None, ()
            self._found.setCurrentWidget(self.other if found.plans else self.note)
            if not found.plans:
                self._say_none()
            self.other.show_answer(found)
            return
        self._answer = found
        self._show()

    def _file_refused(self, error: DeskError) -> None:
        """Report an error in a file; a pending answer belongs to the earlier request."""
        self._asking.stop()
        self._say(error)

    def _say(self, error: DeskError) -> None:
        self._answer, self._ranked = None, ()
        self.form.say_of_model("")
        self._found.setCurrentWidget(self.note)
        fix = tr_message(error.fix) if error.fix is not None else ""
        problems = [tr_message(problem) for problem in error.problems] if isinstance(error, InvalidData) else []
        self.note.say("error", tr_message(error.message), "\n".join([*problems, fix]).strip())
        self._show_current()

    # showing

    def _show(self) -> None:
        answer = self._answer
        if answer is None:
            return
        serves = isinstance(answer, Answer)
        self.pictures.show_task(self.pictures.keys if serves else PASS_PICTURES if isinstance(answer, PassAnswer) else TRAINING_PICTURES)
        self._show_best()
        model = answer.model
        if model.name != self._sized:
            self._held = self._held and self._hold_next
            self._sized = model.name
        self._hold_next = False
        self.form.say_of_model(model_facts(model))
        self._ranked = tuple(best_first(answer.plans, self.tools.best.current()))
        if not answer.plans:
            self._found.setCurrentWidget(self.note)
            self._say_none()
            self._show_current()
            return
        self._found.setCurrentIndex(0)
        keys = [plan_key(plan) for plan in self._ranked]
        if self._current not in keys or not self._held:
            self._current = keys[0]
        self.candidates.blockSignals(True)
        self.candidates.show_plans(self._ranked, self._marked)
        self.candidates.choose(self._current)
        self.candidates.blockSignals(False)
        self._show_current(later=True)

    def _say_none(self) -> None:
        detail = tr("Use more GPUs, another weight format or other hardware.")
        if isinstance(self._answer, Answer) and self._answer.unable:
            detail = "\n".join(tr_message(message) for message in self._answer.unable)
        title = tr("This does not fit on any of the requested GPUs.")
        if self.form.where.on_hand.held:
            title = tr("This does not fit on any of the GPUs on hand.")
        self.note.say("warning", title, detail)

    def _show_other(self) -> None:
        """The working of the chosen plan of work without a model."""
        plan = self.other.current()
        if self._found.currentWidget() is self.other and plan is not None:
            self.why.show_contents(generic_title(plan), generic_working(plan))
        elif self.form.task == OTHER:
            self.why.show_plan(None)
        self.chosen.emit()

    def _best_by(self, key: str) -> None:
        """Show the plans in another order at once, and look for those that are best so."""
        self.form.best = ORDERS.get(key, Order.GPUS)
        self._show()
        self.ask()

    def _show_best(self) -> None:
        """Mark the criterion of the form, which a stored workload may have changed."""
        if ORDERS.get(self.tools.best.current(), Order.GPUS) is not self.form.best:
            self.tools.best.set_current(next(key for key, order in ORDERS.items() if order is self.form.best))

    def _listed(self) -> None:
        """Show the content of the table in the charts, in its order."""
        self.pictures.show_plans(self.candidates.plans, self._current)

    def _row_chosen(self, key: object) -> None:
        if key != self._current:
            self._current, self._held = key, True
            self._show_current()

    def _show_current(self, *, later: bool = False) -> None:
        self.pictures.show_plans(self.candidates.plans if self.plans else (), self._current)
        self.why.show_plan(self.current(), later=later)
        self.chosen.emit()

    def show_again(self) -> None:
        """Show the answer again, as if a new one arrived."""
        self._show()

    # files

    def take_file(self, path: Path) -> None:
        """Size the model of a file or folder; read errors are shown in place of the plans."""
        self._session.jobs.read(lambda _: read_model(path), self.form.take_model, self._file_refused)


def _training_from(text: str) -> tuple[str, TrainingAsked] | None:
    """The task and its request; None if it was not training, or is no longer valid."""
    try:
        stored = kept_json(text)
        task, request = stored["task"], training_from(stored["asked"])
    except (ValueError, TypeError, KeyError):
        return None
    return None if request is None or task not in (TRAIN, TUNE) else (task, request)
