"""Content of a dcgmi report, an `nvidia-smi topo -m` matrix, a profile or a failure message, one line each."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHeaderView, QWidget

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.running.progress import Progress
from gpudesk.formats.hosts.dcgm_results import DcgmReport
from gpudesk.formats.hosts.nvidia_smi_links import Topology
from gpudesk.formats.recognize.what_is import Nature
from gpudesk.formats.runs.run_profile import RunProfile
from gpudesk.monitor.saved.recognized import Read, read_report
from gpudesk.ui.toolkit.jobs import Job, Jobs
from gpudesk.ui.toolkit.kind_labels import kind_name
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language, tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label

if TYPE_CHECKING:
    from gpudesk.monitor.health.smi_failures import SeenFailure

tr = text_context("FieldReportDialog")

_STATUSES = {
    "pass": (QT_TRANSLATE_NOOP("dcgm", "Passed"), "ok"),
    "warn": (QT_TRANSLATE_NOOP("dcgm", "Warning"), "warning"),
    "fail": (QT_TRANSLATE_NOOP("dcgm", "Failed"), "error"),
    "skip": (QT_TRANSLATE_NOOP("dcgm", "Skipped"), ""),
    "unknown": (QT_TRANSLATE_NOOP("dcgm", "Unknown"), "warning"),
    "no result": (QT_TRANSLATE_NOOP("dcgm", "No result"), "warning"),
}


class FieldReportDialog(DeskDialog):
    """Stays open next to the window; the selected line is shown in full below the table."""

    def __init__(self, path: Path, nature: Nature, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._details: list[str] = []
        self.set_heading(path.name, kind_name(nature))
        self.let_body_fill()
        self.summary = Label(tr("Reading the file…"), ink="text.secondary", wrap=True)
        self.summary.setContentsMargins(MARGIN, 4, MARGIN, 8)
        self.lines = PlainTableModel([Head("")], self)
        self.table = DeskTable(kind_name(nature))
        self.table.setModel(self.lines)
        self.detail = Label("", wrap=True)
        self.detail.setContentsMargins(MARGIN, 8, MARGIN, 8)
        self.detail.setMinimumHeight(96)
        for part, stretch in ((self.summary, 0), (self.table, 1), (self.detail, 0)):
            self.body.addWidget(part, stretch)
        self.add_close(tr("Close"))
        self.resize(980, 520)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _: self._show(now.row()))

        def read(progress: Progress) -> Read | None:
            from gpudesk.formats.text.own_process import read_foreign

            return read_foreign(path, read_report, path, nature, progress=progress)

        self._job: Job | None = jobs.read(read, self._take, self._failed, tr("Read the file"))

    def done(self, result: int) -> None:
        """Close the dialog; reading is stopped."""
        if self._job is not None:
            self._job.cancel()
        super().done(result)

    def _take(self, found: Read | None) -> None:
        self._job = None
        if isinstance(found, DcgmReport):
            self._show_report(found)
        elif isinstance(found, Topology):
            self._show_topology(found)
        elif isinstance(found, RunProfile):
            self._show_profile(found)
        elif isinstance(found, Sequence):
            self._show_failures(found)
        if self.lines.rowCount():
            self.table.setFocus()
            self.table.selectRow(0)

    def _failed(self, error: DeskError) -> None:
        self._job = None
        fix = "" if error.fix is None else f" {tr_message(error.fix)}"
        self.summary.setText(f"{tr_message(error.message)}{fix}")

    def _show_failures(self, seen: "Sequence[SeenFailure]") -> None:
        spanish = language() == "es"
        heads = [Head(tr("Line"), right=True), Head(tr("GPU")), Head(tr("Failure")), Head(tr("What to do"))]
        lines = []
        for number, seen_failure in enumerate(seen):
            failure = seen_failure.failure
            title, cause, do = (
                (failure.title_es, failure.cause_es, failure.do_es) if spanish else (failure.title, failure.cause, failure.do)
            )
            cells = (
                Cell(format_number(seen_failure.line), right=True, ink="text.secondary"),
                Cell(seen_failure.gpu),
                Cell(title, severity=failure.severity),
                Cell(do, ink="text.secondary"),
            )
            lines.append(Line(number, cells))
            self._details.append("\n".join(text for text in (seen_failure.text, cause, do, tr_source(failure.source)) if text))
        self._set(heads, lines, (60, 130, 300), tr("Failure messages: {count}").format(count=format_number(len(lines))))

    def _show_report(self, report: DcgmReport) -> None:
        heads = [Head(tr("Test")), Head(tr("On")), Head(tr("Result")), Head(tr("Details"))]
        lines = []
        for number, result in enumerate(report.results):
            status, severity = _status(result.status)
            details = "; ".join(result.details)
            cells = (Cell(result.test), Cell(result.entity), Cell(status, severity=severity), Cell(details, ink="text.secondary"))
            lines.append(Line(number, cells))
            self._details.append("\n".join(text for text in (f"{result.test} {result.entity}".strip(), status, *result.details) if text))
        error = f" {report.error}." if report.error else ""
        self._set(heads, lines, (220, 90, 120), tr("Overall result: {verdict}.").format(verdict=_status(report.verdict)[0]) + error)

    def _show_topology(self, found: Topology) -> None:
        heads = [Head(""), *(Head(name) for name in found.names), Head(tr("CPUs")), Head(tr("NUMA"))]
        lines = []
        for number, name in enumerate(found.names):
            words = [found.paths.get((name, other), "") for other in found.names]
            cells = (
                Cell(name, step="strong", tool_tip=found.cards.get(name, "")),
                *(Cell(word, ink="text.secondary" if word == "X" else "") for word in words),
                Cell(found.cpus.get(name, "")),
                Cell(found.numa.get(name, "")),
            )
            lines.append(Line(number, cells))
            paths = ", ".join(f"{other} {word}" for other, word in zip(found.names, words, strict=True) if word not in ("", "X"))
            card = found.cards.get(name, "")
            self._details.append(f"{name}{f' ({card})' if card else ''}: {paths}")
        self._set(heads, lines, (80, *([64] * len(found.names))), tr("Paths between GPUs and NICs, as named by nvidia-smi."))

    def _show_profile(self, profile: RunProfile) -> None:
        heads = [Head(tr("Kind")), Head(tr("Time"), right=True), Head(tr("Count"), right=True), Head(tr("Name"))]
        kinds = (
            (tr("Kernel"), profile.kernels),
            (tr("Copy"), profile.copies),
            (tr("CUDA call"), profile.api),
        )
        lines: list[Line] = []
        for kind, rows in kinds:
            for row in rows:
                time = format_quantity(row.seconds, "s", decimals=3)
                cells = (
                    Cell(kind, ink="text.secondary"),
                    Cell(time, right=True),
                    Cell(format_number(row.count), right=True),
                    Cell(row.name),
                )
                lines.append(Line(len(lines), cells))
                self._details.append(f"{row.name}\n{time}, {format_number(row.count)} ×")
        shares = (
            (profile.busy, tr("GPU busy {share} of the time")),
            (profile.copy_share, tr("host copies: {share} of kernel and copy time")),
            (profile.loader_wait, tr("waiting for data: {share} of the steps")),
        )
        summary = "; ".join(text.format(share=format_quantity(100 * value, "%", decimals=1)) for value, text in shares if value is not None)
        self._set(heads, lines, (110, 120, 90), summary or tr("The profile contains no time breakdown."))

    def _set(self, heads: Sequence[Head], lines: Sequence[Line], widths: Sequence[int], summary: str) -> None:
        self.lines.set_lines(lines, heads)
        for column, width in enumerate(widths):
            self.table.setColumnWidth(column, width)
        self.table.horizontalHeader().setSectionResizeMode(len(heads) - 1, QHeaderView.ResizeMode.Stretch)
        self.summary.setText(summary)

    def _show(self, row: int) -> None:
        if 0 <= row < len(self._details):
            self.detail.setText(self._details[row])


def _status(status: str) -> tuple[str, str]:
    """Name and mark of a dcgmi status; an unknown one is shown as printed."""
    text, severity = _STATUSES.get(status, (status, "warning"))
    return QCoreApplication.translate("dcgm", text), severity
