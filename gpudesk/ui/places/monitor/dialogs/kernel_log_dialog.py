"""GPU errors in a saved kernel log: error, GPU, meaning and remedy."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHeaderView, QWidget

from gpudesk.core.messages.errors import DeskError
from gpudesk.ui.places.monitor.models.monitor_labels import gpu_called, titled
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.toolkit.jobs import Job, Jobs
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language, tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label

if TYPE_CHECKING:
    from gpudesk.core.running.progress import Progress
    from gpudesk.formats.hosts.kernel_log import KernelLog, LoggedError
    from gpudesk.formats.hosts.kernel_times import Stamp

tr = text_context("KernelLogDialog")

_WIDTHS = (150, 130, 300)


class KernelLogDialog(DeskDialog):
    """The newest error first; the meaning of the selected one is below the table."""

    def __init__(self, path: Path, jobs: Jobs, model: MonitorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._model = model
        self.found: list[LoggedError] = []
        self.set_heading(tr("Errors in {file}").format(file=path.name), tr("NVIDIA driver messages in the kernel log."))
        self.let_body_fill()
        self.told = Label(tr("Reading the file…"), ink="text.secondary", wrap=True)
        self.told.setContentsMargins(MARGIN, 4, MARGIN, 8)
        heads = [Head(tr("Time")), Head(tr("GPU")), Head(tr("Error")), Head(tr("What to do"))]
        self.lines = PlainTableModel(heads, self)
        self.table = DeskTable(tr("Errors"))
        self.table.setModel(self.lines)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        self.table.horizontalHeader().setSectionResizeMode(len(_WIDTHS), QHeaderView.ResizeMode.Stretch)
        self.detail = Label("", wrap=True)
        self.detail.setContentsMargins(MARGIN, 8, MARGIN, 8)
        self.detail.setMinimumHeight(96)
        self.body.addWidget(self.told)
        self.body.addWidget(self.table, 1)
        self.body.addWidget(self.detail)
        self.add_close(tr("Close"))
        self.resize(980, 560)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _: self._show(now.row()))

        def read(progress: "Progress") -> "KernelLog":
            from gpudesk.formats.hosts.kernel_log import read_kernel_log
            from gpudesk.formats.text.own_process import read_foreign

            return read_foreign(path, read_kernel_log, path, progress=progress)

        self._job: Job | None = jobs.read(read, self._take, self._failed, tr("Read the log"))

    def done(self, result: int) -> None:
        """Close the dialog; reading is stopped."""
        if self._job is not None:
            self._job.cancel()
        super().done(result)

    def _take(self, log: "KernelLog") -> None:
        from gpudesk.monitor.health.logged_errors import meaning_of

        self._job = None
        self.found = list(reversed(log.errors))
        lines = []
        hosts = {error.stamp.host for error in log.errors} - {""}
        for number, logged in enumerate(self.found):
            meaning = meaning_of(logged.error)
            cells = (
                Cell(self._when(logged.stamp), ink="text.secondary"),
                Cell(f"{logged.stamp.host} {logged.error.pci}".strip() if len(hosts) > 1 else self._gpu(logged), tool_tip=logged.error.pci),
                Cell(f"{meaning.label}: {titled(meaning)}", severity=meaning.severity),
                Cell(meaning.do_es if language() == "es" else meaning.do, ink="text.secondary"),
            )
            lines.append(Line(number, cells))
        self.lines.set_lines(lines)
        gpus = len({(error.stamp.host, error.error.pci) for error in log.errors})
        if log.errors:
            words = tr("Errors: {count}; GPUs or switches with errors: {gpus}").format(count=format_number(len(log.errors)), gpus=gpus)
        else:
            words = tr("No error. Driver lines: {count}.").format(count=format_number(log.driver_lines))
        if log.unread_count:
            more = tr("Unrecognized driver lines: {count}; the first: {text}")
            words = f"{words} {more.format(count=format_number(log.unread_count), text=log.unread[0].text)}"
        self.told.setText(words)
        if log.errors:
            self.table.setFocus()
            self.table.selectRow(0)

    def _failed(self, error: DeskError) -> None:
        self._job = None
        fix = "" if error.fix is None else f" {tr_message(error.fix)}"
        self.told.setText(f"{tr_message(error.message)}{fix}")

    def _gpu(self, logged: "LoggedError") -> str:
        """The name of a GPU that is currently monitored, otherwise its address."""
        pci = logged.error.pci
        pci_address = _address(pci)
        at = [facts for facts in self._model.facts.values() if not facts.parent and _address(facts.pci) == pci_address]
        if logged.uuid and any(facts.uuid and facts.uuid.lower() != logged.uuid.lower() for facts in at):
            return pci
        # Addresses are alike on all hosts: with several it is not known whose log this is.
        return gpu_called(self._model, at[0]) if len(at) == 1 and len(self._model.machines) == 1 else pci

    def _when(self, stamp: "Stamp") -> str:
        from gpudesk.formats.hosts.kernel_times import TimeKind

        if stamp.wall_s is not None:
            return datetime.fromtimestamp(stamp.wall_s, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        if stamp.kind is TimeKind.NO_YEAR:
            return tr("{time} (no year)").format(time=stamp.shown)
        if stamp.kind is TimeKind.LOCAL:
            return tr("{time} (local)").format(time=stamp.shown)
        return f"+{format_number(stamp.boot_s, 3)} s" if stamp.boot_s is not None else ""

    def _show(self, row: int) -> None:
        from gpudesk.monitor.health.logged_errors import meaning_of

        if not 0 <= row < len(self.found):
            return
        each = self.found[row]
        error, meaning = each.error, meaning_of(each.error)
        means = meaning.means_es if language() == "es" else meaning.means
        do = meaning.do_es if language() == "es" else meaning.do
        # Some errors have their label as name.
        lines = [" ".join(dict.fromkeys(text for text in (meaning.label, meaning.name) if text)), means, do]
        pid = tr("process {pid}").format(pid=error.pid) if error.pid is not None else ""
        line = tr("line {number}").format(number=format_number(each.line))
        lines.append(" · ".join(text for text in (line, each.stamp.host, each.uuid, each.serial, pid, error.text) if text))
        if meaning.source:
            lines.append(meaning.source)
        self.detail.setText("\n".join(text for text in lines if text))


def _address(pci: str) -> tuple[int, ...]:
    """Domain, bus and device as numbers: the kernel writes four digits of the domain, NVML eight."""
    try:
        return tuple(int(part, 16) for part in pci.partition(".")[0].split(":"))
    except ValueError:
        return ()
