"""A log or load test of a plan, pasted or dropped: each figure next to its prediction, to be stored for this site."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget

from gpudesk.catalog.measured_files import keep_measured
from gpudesk.core.messages.errors import DeskError
from gpudesk.formats.runs.load_test import is_load_result, load_result
from gpudesk.formats.runs.run_log import run_log
from gpudesk.formats.runs.run_log_file import read_text
from gpudesk.sizing.gpus.sizing_tables import engines
from gpudesk.sizing.measured.log_identity import not_of_this
from gpudesk.sizing.measured.measured_comparison import Compared, compare_load, compare_log, measured_of
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.text_field import ForeignTextField

tr = text_context("PasteLogDialog")

_WIDTHS = (190, 110, 150, 110, 80)
_KEPT = ("weights", "cache", "activations", "other", "graphs", "tpot", "ttft")


class PasteLogDialog(DeskDialog):
    """Text above, comparison below. Stored measurements correct later predictions.

    Signals:
        kept(): a measurement was stored or deleted.
    """

    kept = Signal()

    def __init__(self, session: Session, plan: ServingPlan, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project, self._plan = session, plan
        self.compared: Sequence[Compared] = ()
        self._source, self._is_of_other = "", False
        self.set_heading(tr("Compare with a log"), title)
        self.setAcceptDrops(True)
        self.text = ForeignTextField(
            tr("Log"),
            tr(
                "Paste or drop here: startup lines of vLLM, SGLang, llama.cpp or ollama, nvidia-smi output during the run, or "
                "the JSON file of a load test"
            ),
            self,
        )
        self.text.setAcceptDrops(False)
        self.model = PlainTableModel(
            (
                Head(tr("Figure")),
                Head(tr("Predicted"), right=True),
                Head(tr("Range"), right=True),
                Head(tr("Measured"), right=True),
                Head(tr("Difference"), right=True),
            ),
            self,
        )
        self.table = DeskTable(tr("Predicted and measured"))
        self.table.setModel(self.model)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        self.table.horizontalHeader().setStretchLastSection(True)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.addWidget(self.text)
        split.addWidget(self.table)
        split.setSizes([220, 260])
        split.setChildrenCollapsible(False)
        self.body.addWidget(split, 1)
        self.told = Label("", self, step="caption", ink="text.secondary", wrap=True)
        self.body.addWidget(self.told)
        listed = QPushButton(tr("Measured here…"), self)
        listed.setAutoDefault(False)
        listed.clicked.connect(lambda _checked=False: self.list_kept())
        self.add_left(listed)
        self.add_buttons(tr("Save for this site"), self.keep, close=tr("Close"))
        self.text.textChanged.connect(self.compare)
        self.resize(760, 640)
        self.compare()
        self.text.setFocus()

    def compare(self) -> None:
        """Read the text again and compare it with the predictions."""
        text = self.text.text()
        self.complaint.hide()
        self.compared, summary, self._is_of_other = (), "", False
        if text.strip():
            try:
                self.compared, summary = self._found(text)
            except DeskError as error:
                self.complain(error)
        self.told.setText(summary)
        self.model.set_lines([_line(comparison) for comparison in self.compared])
        self.set_verb(
            tr("Save for this site"), enabled=not self._is_of_other and any(comparison.name in _KEPT for comparison in self.compared)
        )

    def _found(self, text: str) -> tuple[Sequence[Compared], str]:
        if is_load_result(text):
            result = load_result(text)
            self._source = filled_text(tr("load test with {count} concurrent {count|sequence|sequences}"), count=result.concurrency)
            comparisons: Sequence[Compared] = compare_load(self._plan, result)
            summary = filled_text(
                tr(
                    "A load test: {count} concurrent {count|sequence|sequences}, {done} {done|request|requests} completed, {failed} failed."
                ),
                count=format_number(result.concurrency),
                done=format_number(result.completed),
                failed=format_number(result.failed),
            )
        else:
            log = run_log(text)
            program = engines()[log.program].title if log.program in engines() else log.program
            self._source = tr("log of {program}").format(program=program)
            comparisons = compare_log(self._plan, log)
            self._is_of_other = bool(remarks := not_of_this(self._plan, log))
            summary = tr("{program} log. Memory figures are for the most loaded GPU of a replica.").format(program=program)
            if log.program not in (self._plan.work.engine.key, "nvidia-smi"):
                other = tr("The plan is for another engine.")
                summary = f"{summary} {other}"
            summary = " ".join([summary, *(tr_message(remark) for remark in remarks)])
        if not comparisons:
            nothing = tr("It contains no value predicted by this plan.")
            summary = f"{summary} {nothing}"
        return comparisons, summary

    def keep(self) -> None:
        """Store the measurements; later predictions are corrected with them."""
        measured = measured_of(self._plan, self.compared, f"{datetime.now(UTC):%Y-%m-%d}", self._source)

        def done(_path: Path) -> None:
            self.kept.emit()
            self.accept()

        self.read(self._project, lambda: keep_measured(measured), done)

    def list_kept(self) -> None:
        """Show everything that is kept."""
        from gpudesk.ui.places.size.dialogs.measured_here import MeasuredHereDialog

        dialog = MeasuredHereDialog(self._project, self)
        dialog.forgotten.connect(self.kept)
        dialog.open()

    def take_file(self, path: Path) -> None:
        """Put the text of a file in."""
        self.read(self._project, lambda: read_text(path), self.text.put)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()) or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            self.take_file(files[0])
        else:
            self.text.put(event.mimeData().text())
        event.acceptProposedAction()


def _line(each: Compared) -> Line:
    between = _figure(each.low, each.unit) if each.low == each.high else f"{_bare(each.low, each.unit)}–{_figure(each.high, each.unit)}"
    mark = "ok" if each.within else "warning"
    share = round(each.off * 100, 1)
    off = f"{'+' if share > 0 else '−' if share < 0 else ''}{format_number(abs(share), 1)}{THIN_SPACE}%"
    cells = (
        Cell(tr_message(each.title), tool_tip=each.line),
        Cell(_figure(each.predicted, each.unit), right=True),
        Cell(between, right=True, ink="text.secondary"),
        Cell(_figure(each.measured, each.unit), right=True, step="strong", tool_tip=each.line),
        Cell(off, right=True, severity=mark),
    )
    return Line(each.name, cells)


def _bare(value: float, unit: str) -> str:
    return format_number(value * 1000, 1) if unit == "s" else format_number(value, 2 if unit == "GiB" else 0)


def _figure(value: float, unit: str) -> str:
    return f"{_bare(value, unit)}{THIN_SPACE}{'ms' if unit == 's' else unit}"
