"""The verdict on a fleet: all hosts together, and the job of each."""

from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.verdict.verdict_fleet import Fleet, FleetJob
from gpudesk.ui.places.monitor.dialogs.verdict_file import fleet_bytes, save_verdict
from gpudesk.ui.places.monitor.models.verdict_model import VerdictModel
from gpudesk.ui.places.monitor.models.verdict_texts import severity_of
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, format_number, tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("FleetVerdictDialog")

_WIDTHS = ((0, 130), (1, 120), (2, 230), (3, 80), (4, 110), (5, 110))


class FleetVerdictDialog(DeskDialog):
    """Shows a fleet; its jobs are in `table`, those that waste most first."""

    def __init__(self, fleet: Fleet, model: VerdictModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fleet, self._model = fleet, model
        hosts = len({job.host for job in fleet.jobs})
        self.set_heading(
            tr("Fleet verdict"),
            filled_text(
                tr("{gpus} {gpus|GPU|GPUs} of {hosts} {hosts|host|hosts}, window {minutes} min, {hours} GPU-hours"),
                gpus=format_number(fleet.gpus),
                hosts=format_number(hosts),
                minutes=format_number(fleet.window.seconds / 60, 1),
                hours=format_number(fleet.gpu_hours, 1),
            ),
        )
        self.let_body_fill()
        self.lines = [Label(text, step="body", wrap=True) for text in self._sentences()]
        words = QWidget()
        lines = QVBoxLayout(words)
        lines.setContentsMargins(MARGIN, 0, MARGIN, 12)
        lines.setSpacing(4)
        for line in self.lines:
            lines.addWidget(line)
        self.body.addWidget(words)
        heads = [
            Head(tr("Host")),
            Head(tr("GPUs")),
            Head(tr("Verdict")),
            Head(tr("SM active"), right=True),
            Head(tr("Idle GPU-hours"), right=True),
            Head(tr("Sufficient"), right=True),
            Head(tr("Could serve")),
        ]
        self.rows = PlainTableModel(heads, self)
        self.rows.set_lines([self._line(at, job) for at, job in enumerate(fleet.jobs)])
        self.table = DeskTable(tr("Jobs"))
        self.table.setModel(self.rows)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column, wide in _WIDTHS:
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, wide)
        self.body.addWidget(self.table, 1)
        self.add_buttons(tr("Export…"), self.ask_export, close=tr("Close"))
        self.resize(1040, 640)

    def _sentences(self) -> list[str]:
        fleet = self.fleet
        sentences = []
        if fleet.active is not None:
            sentences.append(
                tr("GPUs are active {active} % of the time; {count} of {judged} GPUs reach the target.").format(
                    active=format_number(100 * fleet.active, 1), count=format_number(fleet.at_target), judged=format_number(fleet.judged)
                )
            )
        sentences.append(
            tr("Idle with memory allocated: {hours} GPU-hours.").format(hours=format_number(fleet.idle_gpu_hours, 1))
            + " "
            + tr("Could be freed: {free} not in use, {held} idle or stalled, {spare} from jobs on too many GPUs.").format(
                free=format_number(fleet.free), held=format_number(fleet.held), spare=format_number(fleet.spare)
            )
        )
        titles = {(job.verdict.kind, job.verdict.cause): tr_message(job.verdict.title) for job in fleet.jobs}
        sentences.append(" · ".join(f"{titles[key]}: {format_number(count)}" for key, count in fleet.of_each.items()))
        return sentences

    def _line(self, key: int, job: FleetJob) -> Line:
        verdict = job.verdict
        active = [gpu.active_all for gpu in verdict.gpus if gpu.active_all is not None]
        idle = [gpu.idle_held for gpu in verdict.gpus if gpu.idle_held is not None]
        numbers = ", ".join(str(number) for number in job.numbers)
        served = "; ".join(
            f"{alternative.gpus} × {alternative.board.title}" if alternative.gpus > 1 else alternative.board.title
            for alternative in job.alternatives
        )
        sentences = " ".join(tr_message(sentence) for sentence in verdict.sentences)
        cells = (
            Cell(job.host, tool_tip=job.host),
            Cell(numbers, tool_tip=numbers),
            Cell(tr_message(verdict.title), severity=severity_of(verdict), tool_tip=sentences),
            Cell(f"{format_number(100 * sum(active) / len(active), 0)} %" if active else "", right=True),
            Cell(format_number(sum(idle) * self.fleet.window.seconds / 3600, 1) if idle else "", right=True),
            Cell("" if job.fewer is None else format_number(job.fewer), right=True),
            Cell(served, ink="text.secondary", tool_tip=served),
        )
        return Line(key, cells)

    def ask_export(self) -> None:
        """Ask for the export file."""
        fleet, model = self.fleet, self._model
        save_verdict(self, tr("fleet"), model.jobs, self._failed_to_write, lambda json: fleet_bytes(model, fleet, as_json=json))

    def _failed_to_write(self, error: DeskError) -> None:
        if isValid(self):
            self.complain(error)
