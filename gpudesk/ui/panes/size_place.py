"""The place of sizing: what is to be run left, the plans that would run it in the middle, the working of one right."""

from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.catalog.models import model_entries
from gpudesk.core.errors import DeskError, InvalidData
from gpudesk.core.progress import Progress
from gpudesk.formats.model_files import read_model
from gpudesk.sizing.asked import Answer, Asked, Hardware, answer, asked_from, asked_text, offered
from gpudesk.sizing.outlook import Outlook, outlook
from gpudesk.sizing.serving import ServingPlan
from gpudesk.sizing.tables import engines, weight_formats
from gpudesk.ui.docks.quiet_note import QuietNote
from gpudesk.ui.docks.workload_form import WorkloadForm
from gpudesk.ui.jobs import Job
from gpudesk.ui.models.plain_table import PlainTableModel
from gpudesk.ui.models.size_rows import (
    bar,
    format_title,
    heads,
    lines,
    memory_working,
    outlook_working,
    plan_key,
    plan_title,
    remarks,
    short_format,
    time_working,
)
from gpudesk.ui.panes.docked_place import WIDE, DockedPlace
from gpudesk.ui.panes.memory_bars import MemoryBars
from gpudesk.ui.quantities import format_number
from gpudesk.ui.session import Session
from gpudesk.ui.translate import tr_message
from gpudesk.ui.widgets.dock_header import DockHeader
from gpudesk.ui.widgets.label import Label
from gpudesk.ui.widgets.legend import Legend
from gpudesk.ui.widgets.table import MARK_COLUMN_WIDTH, DeskTable
from gpudesk.ui.widgets.why import WhyView

_WIDTHS = (MARK_COLUMN_WIDTH, 190, 54, 64, 76, 84, 76, 104, 88, 78, 78)
FIRST_MODEL = "meta-llama/Meta-Llama-3.1-8B"
"""What the field begins with: the model that most people know."""


class SizePlace(DockedPlace):
    """Needs no project. Each change is answered by a job; an answer to what is asked no more is dropped."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("size-place")
        self._session = session
        self._answer: Answer | None = None
        self._job: Job | None = None
        self._stale = False
        self._looking: Job | None = None
        self._current: tuple[str, str] | None = None
        self._held = False
        """Whether the person chose the plan that is shown; then it stays while it is among the answers to the same model."""
        self._sized = ""
        self._offered = False
        self._first = Asked(FIRST_MODEL)
        self.form = WorkloadForm()
        self.bars = MemoryBars()
        self.legend = Legend()
        self.model = PlainTableModel(heads(), self)
        self.table = DeskTable(self.tr("Candidates"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(DeskTable.SelectionMode.SingleSelection)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.note = QuietNote()
        self._candidates = DockHeader(self.tr("Candidates"))
        self._memory = DockHeader(self.tr("Memory of one GPU"))
        self._memory.add_control(self.legend)
        self._found = QStackedWidget()
        self._found.addWidget(self._lay_out())
        self._found.addWidget(self.note)
        self.setCentralWidget(self._found)
        self._why = QWidget()
        self._why_header = DockHeader(self.tr("Why"))
        self._why_column = QVBoxLayout(self._why)
        self._why_column.setContentsMargins(10, 8, 10, 10)
        self._why_column.setSpacing(10)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName(self.tr("Why"))
        scroll.setWidget(self._why)
        self.why = scroll
        self.docks = {
            "workload": self.make_dock("workload", self.form, self.form.header, Qt.DockWidgetArea.LeftDockWidgetArea),
            "why": self.make_dock("why", scroll, self._why_header, Qt.DockWidgetArea.RightDockWidgetArea),
        }
        self.form.setMinimumWidth(232)
        self.why.setMinimumWidth(248)
        self.form.changed.connect(self.ask)
        self.bars.chosen.connect(self.choose)
        self.table.selectionModel().currentRowChanged.connect(self._row_chosen)

    def _lay_out(self) -> QWidget:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._memory)
        column.addWidget(self.bars)
        column.addWidget(self._candidates)
        column.addWidget(self.table, 1)
        return middle

    # what others ask for

    def parts(self) -> list[QWidget]:
        """The parts between which F6 goes."""
        found = self._found.currentWidget() is not self.note
        panels: list[QWidget] = [self.form, self.bars, self.table, self.why] if found else [self.form]
        return [part for part in panels if part.isVisible()]

    @property
    def plans(self) -> tuple[ServingPlan, ...]:
        """The plans that are listed, best first."""
        return self._answer.plans if self._answer is not None else ()

    @property
    def is_answering(self) -> bool:
        """Whether what is shown may not be the answer to what is asked."""
        return self._job is not None or self.form.is_waiting

    def current(self) -> ServingPlan | None:
        """The plan whose working is shown."""
        return next((plan for plan in self.plans if plan_key(plan) == self._current), None)

    def asked_text(self) -> str:
        """What is asked, to be asked again at the next start; "" for what cannot be kept."""
        return asked_text(self.form.asked()) if self._offered else ""

    def begin_with(self, text: str) -> None:
        """Begin with what was asked last, if it still makes sense."""
        self._first = asked_from(text) or self._first

    def look_like(self, other: "SizePlace") -> None:
        """Ask what another one asks, and show the same plan."""
        self._offer()
        self.form.show_asked(other.form.asked())
        self._current = other._current

    def choose(self, key: object) -> None:
        """Show the working of a plan, and mark it everywhere."""
        row = self.model.row_of(key)
        if row is None:
            return
        self._held = self._held or key != self._current
        self._current = self.model.line(row).key
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.table.selectionModel().setCurrentIndex(self.model.index(row, 0), flags)
        self._show_current()

    # asking

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.docks_are_new():
            wide = self.width() >= WIDE
            self.resizeDocks([self.docks["workload"], self.docks["why"]], [280, 340] if wide else [244, 268], Qt.Orientation.Horizontal)
        self._offer()
        if self._answer is None and self._job is None:
            self.ask()

    def _offer(self) -> None:
        """Fill the drop-downs when the place is first needed: the tables are read then."""
        if self._offered:
            return
        self._offered = True
        names = [entry.name for entry in model_entries().values() if entry.architecture.generates_words]
        formats = [(form.key, format_title(form)) for form in weight_formats().values()]
        programs = [(engine.key, engine.title) for engine in engines().values()]
        self.form.offer(names, formats, programs, [(board.key, board.title) for board in offered(Hardware.ALL)])
        self.form.show_asked(self._first)

    def ask(self) -> None:
        """Work out the plans for what the form says, off the thread of the interface."""
        if self._session.jobs.closed:
            return
        if self._job is not None:
            self._stale = True
            self._job.cancel()
            return
        asked = self.form.asked()

        def work(progress: Progress) -> Answer:
            return answer(asked, progress)

        self._stale = False
        # A file that was refused meanwhile has let go of the job: its answer is then no longer wanted.
        job = self._job = self._session.jobs.read(
            work,
            lambda found: self._take(found) if self._job is job else None,
            lambda error: self._failed(error) if self._job is job else None,
        )

    def _take(self, found: Answer) -> None:
        self._job = None
        if self._stale:
            self.ask()
            return
        self._answer = found
        self._show()

    def _failed(self, error: DeskError) -> None:
        self._job = None
        if self._stale:
            self.ask()
            return
        self._say(error)

    def _file_refused(self, error: DeskError) -> None:
        """Say what is wrong with a file; an answer that is still under way is to what was asked before it."""
        if self._job is not None:
            self._job.cancel()
        self._job, self._stale = None, False
        self._say(error)

    def _say(self, error: DeskError) -> None:
        self._answer = None
        self.form.told.setText("")
        self._found.setCurrentWidget(self.note)
        mend = tr_message(error.mend) if error.mend is not None else ""
        problems = [tr_message(problem) for problem in error.problems] if isinstance(error, InvalidData) else []
        self.note.say("error", tr_message(error.message), "\n".join([*problems, mend]).strip())
        self._show_current()

    # showing

    def _show(self) -> None:
        found = self._answer
        if found is None:
            return
        model = found.model
        if model.name != self._sized:
            self._sized, self._held = model.name, False
        told = [self.tr("{count} parameters").format(count=format_number(model.parameters))]
        if model.active_parameters != model.parameters:
            told.append(self.tr("{count} for a token").format(count=format_number(model.active_parameters)))
        told.append(self.tr("{count} layers").format(count=format_number(model.layers)))
        if model.context:
            told.append(self.tr("made for {count} tokens").format(count=format_number(model.context)))
        self.form.told.setText(" · ".join([*told, *model.notes]))
        if not found.plans:
            self._found.setCurrentWidget(self.note)
            detail = self.tr("Ask for more GPUs, another format of weights or other hardware.")
            self.note.say("warning", self.tr("No GPU that is asked for can hold this."), detail)
            self._show_current()
            return
        self._found.setCurrentIndex(0)
        keys = [plan_key(plan) for plan in found.plans]
        if self._current not in keys or not self._held:
            self._current = keys[0]
        self.model.set_lines(lines(found.plans), heads())
        does = sum(1 for plan in found.plans if plan.fits)
        caption = self.tr("{fit} of {all} do what is asked, fewest GPUs first")
        self._candidates.set_title(self.tr("Candidates"), caption.format(fit=format_number(does), all=format_number(len(found.plans))))
        self.choose(self._current)

    def _row_chosen(self, now: QModelIndex, _before: QModelIndex) -> None:
        if now.isValid():
            key = self.model.line(now.row()).key
            if key != self._current:
                self._current, self._held = key, True
                self._show_current()

    def _show_current(self) -> None:
        plan = self.current()
        bars = [bar(each) for each in self.plans]
        self.bars.set_bars(bars, self._current)
        self.legend.set_entries(self.bars.parts())
        while (item := self._why_column.takeAt(0)) is not None:
            shown = item.widget()
            if shown is not None:
                shown.hide()
                shown.deleteLater()
        self._why_header.set_title(self.tr("Why"), "" if plan is None else f"{plan_title(plan)}, {short_format(plan)}")
        if plan is None:
            return
        for content in (memory_working(plan), time_working(plan)):
            self._why_column.addWidget(Label(content.title, step="strong"))
            self._why_column.addWidget(WhyView(content))
        for remark in remarks(plan):
            self._why_column.addWidget(Label(remark, step="body", ink="text.secondary", wrap=True))
        self._why_column.addStretch(1)
        self._look_further(plan)

    def _look_further(self, plan: ServingPlan) -> None:
        """Work out what would make the plan do, or how far it goes; it comes in below the rest."""
        if self._looking is not None:
            self._looking.cancel()

        def take(found: list[Outlook]) -> None:
            # Whoever chose another plan, or this one anew, waits for a later look.
            if self._looking is job:
                self._looking = None
                content = outlook_working(plan, found)
                at = self._why_column.count() - 1
                self._why_column.insertWidget(at, Label(content.title, step="strong"))
                self._why_column.insertWidget(at + 1, WhyView(content))

        job = self._looking = self._session.jobs.read(lambda progress: outlook(plan, progress), take, lambda _: None)

    # files

    def take_file(self, path: Path) -> None:
        """Size the model of a file or folder; what cannot be read is said in place of the plans."""
        self._session.jobs.read(lambda _: read_model(path), self.form.take_model, self._file_refused)
