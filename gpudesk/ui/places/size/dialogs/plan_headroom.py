"""Headroom of the GPUs of a plan: longest context, most sequences, widest format, largest models, each selectable."""

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.sizing.fit.largest import Largest, Question, asked_so, largest
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.ui.places.size.models.size_rows import between, format_title, milliseconds
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.form_fields import MOST_GPUS, count
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import MISSING, THIN_SPACE, format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("HowFarDialog")

_WIDTHS = (186, 236, 120, 84, 126)
_NUMBER_WIDE = 108
_ORDER = (Question.CONTEXT, Question.CONCURRENCY, Question.FORMAT, Question.MODEL)


class HowFarDialog(DeskDialog):
    """Each answer keeps all other inputs; Enter or the button of a row applies it.

    Signals:
        taken(Asked): the new request of the form.
    """

    taken = Signal(object)

    def __init__(self, session: Session, plan: ServingPlan, request: Asked, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project, self._plan, self._wanted = session, plan, request
        self._asked, self._shown = 0, 0
        self._answers: dict[object, Largest] = {}
        self.set_heading(
            tr("How far can it scale?"),
            tr("{board}, {model}: one value at its maximum, all others as required.").format(
                board=plan.board.short, model=plan.work.model.name
            ),
        )
        self.gpus = count(1, MOST_GPUS, plan.gpus, tr("{count|GPU|GPUs}"))
        self.gpus.setAccessibleName(tr("GPUs"))
        self.gpus.setFixedWidth(_NUMBER_WIDE)
        self.gpus.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.gpus.setKeyboardTracking(False)
        self.add_beside_heading(self.gpus)
        self.let_body_fill()
        self.model = PlainTableModel(
            (
                Head(tr("Maximum")),
                Head(tr("Output")),
                Head(tr("Memory per GPU"), right=True),
                Head(tr("ms/token"), right=True),
                Head(tr("90 % range"), right=True),
                Head(""),
            ),
            self,
        )
        self.table = DeskTable(tr("Scaling limits"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(DeskTable.SelectionMode.SingleSelection)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        self.body.addWidget(self.table, 1)
        self.told = Label("", self, step="body", ink="text.secondary", wrap=True)
        self.told.setContentsMargins(MARGIN, 6, MARGIN, 8)
        self.told.hide()
        self.body.addWidget(self.told)
        self.add_close(tr("Close"))
        self.gpus.valueChanged.connect(lambda _: self._look())
        self.table.cell_pressed.connect(self._take)
        self.table.activated.connect(self._take)
        self.resize(900, 380)
        self._look()
        self.table.setFocus()

    @property
    def is_answering(self) -> bool:
        """Whether the result shown is outdated."""
        return self._shown != self._asked

    def _look(self) -> None:
        """Answer all questions on a reader thread; results for earlier requests are discarded."""
        self._asked += 1
        number, plan, gpus = self._asked, self._plan, self.gpus.value()

        def work() -> list[Largest]:
            return [answer for question in _ORDER for answer in largest(question, plan.work, plan.board, gpus)]

        def done(found: list[Largest]) -> None:
            if number == self._asked:
                self._shown = number
                self._show(found)

        self.read(self._project, work, done)

    def _show(self, found: list[Largest]) -> None:
        self._answers = {(answer.question, answer.name): answer for answer in found}
        answered = {answer.question for answer in found}
        lines = [self._line(key, answer) for key, answer in self._answers.items()]
        lines += [self._none(question) for question in _ORDER if question not in answered]
        self.model.set_lines(lines)
        if lines and not self.table.currentIndex().isValid():
            self.table.selectRow(0)
        nothing = tr("No plan works with that number of these GPUs. Use more GPUs, or choose another plan.")
        self.told.setText("" if found else nothing)
        self.told.setVisible(not found)

    def _title(self, question: Question) -> str:
        titles = {
            Question.CONTEXT: tr("Input and output"),
            Question.CONCURRENCY: tr("Concurrent sequences"),
            Question.FORMAT: tr("Weight format"),
            Question.MODEL: tr("Model"),
        }
        return titles[question]

    def _line(self, key: object, each: Largest) -> Line:
        plan = each.plan
        cells = (
            Cell(self._title(each.question), ink="text.secondary"),
            self._answer(each),
            Cell(format_number(plan.needed.value, 1), unit=f"/{THIN_SPACE}{format_number(plan.usable_gib, 1)} GiB", right=True),
            Cell(milliseconds(plan.tpot.value), right=True),
            Cell(between(plan.tpot), right=True, step="caption", ink="text.tertiary"),
            Cell(button=tr("Require this")),
        )
        return Line(key, cells)

    def _answer(self, each: Largest) -> Cell:
        if each.question is Question.CONTEXT:
            return Cell(format_number(each.amount), unit=tr("tokens"), step="strong")
        if each.question is Question.CONCURRENCY:
            return Cell(format_number(each.amount), unit=tr("concurrent"), step="strong")
        if each.question is Question.FORMAT:
            return Cell(format_title(each.plan.form), step="strong")
        counted = tr("{count} parameters").format(count=format_number(each.amount))
        return Cell(each.name.rsplit("/", 1)[-1], step="strong", tool_tip=f"{each.name}\n{counted}")

    def _none(self, question: Question) -> Line:
        empty = tuple(Cell(MISSING, right=True) for _ in range(3))
        return Line((question, ""), (Cell(self._title(question), ink="text.secondary"), Cell(tr("none")), *empty, Cell()))

    def _take(self, index: QModelIndex) -> None:
        answer = self._answers.get(self.model.line(index.row()).key)
        if answer is not None:
            self.taken.emit(asked_so(self._wanted, answer))
            self.accept()
