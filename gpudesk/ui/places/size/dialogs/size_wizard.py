"""Sizing step by step: from a model to a plan, with the related decisions on each page. Fully usable by keyboard."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QPushButton, QStackedWidget, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.formats.models.model_files import read_model
from gpudesk.ui.places.size.dialogs.compare_plans import PlanComparison
from gpudesk.ui.places.size.dialogs.dialog_sizes import room_for
from gpudesk.ui.places.size.dialogs.size_wizard_pages import CandidatesPage, DemandsPage, ModelPage, PlanPage, within
from gpudesk.ui.places.size.docks.size_asking import AnyAnswer, SizeAsking
from gpudesk.ui.places.size.docks.this_machine_choice import ThisMachine
from gpudesk.ui.places.size.docks.workload_form import SERVE, WorkloadForm
from gpudesk.ui.places.size.docks.workload_offer import offer_all
from gpudesk.ui.places.size.models.size_built import built_working, usual_preview
from gpudesk.ui.places.size.models.size_columns import best_first
from gpudesk.ui.places.size.models.size_rows import Plan, model_facts, plan_key, severity
from gpudesk.ui.places.size.panes.size_pictures import PASS_PICTURES, TRAINING_PICTURES
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.step_line import StepLine
from gpudesk.ui.toolkit.widgets.why import WhyContent

tr = text_context("SizeWizard")

SIZE, LARGE_SIZE = (1180, 720), (1500, 940)
MOST_COMPARED = 4
MODEL, DEMANDS, CANDIDATES, COMPARE, PLAN = range(5)


class SizeWizard(DeskDialog):
    """Enter continues, Alt+Left goes back, Esc leaves; nothing changes until the plan is accepted.

    Signals:
        taken(object, object): the form with the request, and the key of the plan.
    """

    taken = Signal(object, object)

    def __init__(self, session: Session, like: WorkloadForm | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = session.jobs
        self._answer: AnyAnswer | None = None
        self._wanted: int | None = None
        self._built = 0
        """Counter of plans shown: results for earlier ones are discarded."""
        self._plans: list[Plan] = []
        self._marked: tuple[object, ...] = ()
        self._current: object = None
        self.setAcceptDrops(True)
        self.set_heading(tr("Size a model"))
        names = [tr("Model"), tr("Requirements"), tr("Candidates"), tr("Compare"), tr("Plan")]
        self.steps = StepLine(names, self)
        self.add_beside_heading(self.steps)
        self.form = WorkloadForm(self)
        self.form.hide()
        offer_all(self.form)
        self.machine = ThisMachine(session.jobs, self.form)
        self.machine.look()
        if like is not None:
            self.form.look_like(like)
        self.model_page, self.demands = ModelPage(self.form), DemandsPage(self.form)
        self.list, self.comparison, self.plan_page = CandidatesPage(), PlanComparison(), PlanPage()
        self.pages = QStackedWidget()
        for page in (self.model_page, self.demands, self.list, self.comparison, self.plan_page):
            self.pages.addWidget(page)
        self.let_body_fill()
        self.body.addWidget(self.pages)
        self.back = QPushButton(tr("Back"), self)
        self.back.setAccessibleName(tr("Back"))
        self.back.setAutoDefault(False)
        self.back.setToolTip(QKeySequence("Alt+Left").toString(QKeySequence.SequenceFormat.NativeText))
        QShortcut(QKeySequence("Alt+Left"), self, self.back.click)
        self.back.clicked.connect(lambda _=False: self.go(self.pages.currentIndex() - 1))
        self.add_left(self.back)
        self.add_buttons("", self.go_on)
        self._asking = SizeAsking(session.jobs, self.form, self)
        self._asking.answered.connect(self._take)
        self._asking.refused.connect(self._refuse)
        self.form.changed.connect(self._ask)
        self.form.slid.connect(self._ask)
        for box in (self.demands.budget, self.demands.power):
            box.valueChanged.connect(lambda _: self._show())
        self.model_page.open_file.clicked.connect(lambda _=False: self._choose_file())
        self.list.candidates.chosen.connect(self._choose)
        self.list.candidates.listed.connect(self._draw)
        self.list.candidates.table.mark_wanted.connect(self._mark)
        self.list.pictures.chosen.connect(self._choose)
        self.comparison.chosen.connect(self._choose)
        self.resize(room_for(self, SIZE, LARGE_SIZE))
        self.go(MODEL)
        self._ask()

    # pages

    def go(self, page: int) -> None:
        """Show a page."""
        if page < MODEL or (page >= CANDIDATES and not self._plans):
            return
        if page == COMPARE:
            self.comparison.show_plans(self._to_compare(), self._current)
        if page == PLAN and (plan := self._plan()) is not None:
            self._show_plan(plan)
        self.pages.setCurrentIndex(page)
        self.steps.show_step(page)
        self.back.setEnabled(page > MODEL)
        verbs = {
            MODEL: tr("Next: requirements"),
            DEMANDS: tr("Next: candidates"),
            CANDIDATES: tr("Next: compare"),
            COMPARE: tr("Next: plan"),
            PLAN: tr("Use this plan"),
        }
        self.set_verb(verbs[page])
        focus = {
            MODEL: self.form.model,
            DEMANDS: self.form.first_demand(),
            CANDIDATES: self.list.candidates.table,
            COMPARE: self.comparison.table,
            PLAN: self.main or self.plan_page.area,
        }
        focus[page].setFocus(Qt.FocusReason.TabFocusReason)

    def _show_plan(self, plan: Plan) -> None:
        """Show the plan immediately, and its systems and racks when calculated."""
        self._built += 1
        number = self._built

        def show(*built: WhyContent) -> None:
            if isValid(self) and number == self._built:
                self.plan_page.show_plan(plan, severity(plan), built)

        title = tr("Build-out: systems, racks, power")
        show(WhyContent(title, (), source=tr("Calculating…")))
        self._jobs.read(
            lambda progress: usual_preview(plan, progress),
            lambda preview: show(*built_working(plan, preview)),
            lambda error: show(WhyContent(title, (), source=tr_message(error.message))),
        )

    def go_on(self) -> None:
        """Go to the next page if its prerequisites are complete; from the last one, accept the plan."""
        page = self.pages.currentIndex()
        if page == PLAN:
            self._asking.stop()
            self.taken.emit(self.form, self._current)
            self.accept()
            return
        if page == MODEL:
            self.form.commit()
        if self._asking.is_waiting or self.form.is_waiting:
            self._wanted = page + 1
            self.set_verb(tr("Calculating…"), enabled=False)
            return
        if self._answer is not None:
            self.go(page + 1)

    # asking

    @property
    def is_answering(self) -> bool:
        """Whether an answer is pending."""
        return self._asking.is_waiting or self.form.is_waiting

    @property
    def plans(self) -> list[Plan]:
        """The candidates, best first."""
        return self._plans

    def _ask(self) -> None:
        self._answer = None
        self._asking.ask()

    def _take(self, found: AnyAnswer) -> None:
        self.complaint.hide()
        self._answer = found
        self.form.told.setText(model_facts(found.model))
        self._show()
        self._go_where_wanted()

    def _refuse(self, error: DeskError) -> None:
        if not isValid(self):
            return
        self._answer, self._plans = None, []
        self.form.told.setText("")
        self._wanted = None
        self.go(min(self.pages.currentIndex(), DEMANDS))
        self.complain(error)

    def _go_where_wanted(self) -> None:
        target_page, self._wanted = self._wanted, None
        if target_page is not None:
            self.go(target_page if self._plans or target_page < CANDIDATES else self.pages.currentIndex())

    def _show(self) -> None:
        """Show the answer, without what costs or draws too much."""
        if self._answer is None:
            return
        plans: list[Plan] = list(self._answer.plans)
        plans_in_limits = within(self.demands, plans)
        self._plans = best_first(plans_in_limits, "gpus")
        keys = [plan_key(plan) for plan in self._plans]
        self._marked = tuple(key for key in self._marked if key in keys)
        if self._current not in keys:
            self._current = keys[0] if keys else None
        does = sum(1 for plan in self._plans if plan.fits)
        text = tr("{fit} of {all} plans meet the requirements.").format(fit=format_number(does), all=format_number(len(self._plans)))
        if len(plans_in_limits) < len(plans):
            text += " " + tr("{count} more exceed the cost or power limit.").format(count=format_number(len(plans) - len(plans_in_limits)))
        self.demands.told.setText(text)
        serves = PASS_PICTURES if self.form.in_passes else self.list.pictures.keys
        self.list.pictures.show_task(serves if self.form.task == SERVE else TRAINING_PICTURES)
        self.list.candidates.blockSignals(True)
        self.list.candidates.show_plans(self._plans, self._marked)
        self.list.candidates.choose(self._current)
        self.list.candidates.blockSignals(False)
        self._draw()

    # choosing

    def _plan(self) -> Plan | None:
        return next((plan for plan in self._plans if plan_key(plan) == self._current), None)

    def _draw(self) -> None:
        self.list.pictures.show_plans(self.list.candidates.plans, self._current)

    def _choose(self, key: object) -> None:
        self._current = key
        self.list.candidates.choose(key)
        self._draw()
        if self.pages.currentIndex() == COMPARE:
            self.comparison.show_plans(self._to_compare(), key)

    def _mark(self) -> None:
        key = self._current
        marked = [other for other in self._marked if other != key]
        self._marked = tuple(marked) if key in self._marked else (*marked, key)[-MOST_COMPARED:]
        self.list.candidates.mark(self._marked)

    def _to_compare(self) -> list[Plan]:
        """The marked plans, or the chosen one and the first others on other boards."""
        marked = [plan for plan in self._plans if plan_key(plan) in self._marked]
        chosen = self._plan()
        plans = marked if len(marked) > 1 or chosen is None else [chosen]
        if len(marked) > 1:
            if self._current not in self._marked:
                self._current = plan_key(marked[0])
            return marked
        for plan in self._plans:
            if len(plans) < MOST_COMPARED and plan.board.key not in {compared_plan.board.key for compared_plan in plans}:
                plans.append(plan)
        return plans

    # files

    def _choose_file(self) -> None:
        kinds = tr("Models (*.json *.gguf *.safetensors)")
        dialog = file_dialog(self, tr("Open a model file"), str(documents_folder()), kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: self.take_file(Path(chosen)))
        dialog.open()

    def take_file(self, path: Path) -> None:
        """Size the model of a file or folder."""
        self._jobs.read(
            lambda _: read_model(path),
            lambda own: self.form.take_model(own) if isValid(self) else None,
            lambda error: self._refuse(error) if isValid(self) else None,
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.take_file(paths[0])

    def done(self, result: int) -> None:
        self._asking.stop()
        super().done(result)
