"""The status line of the monitor: the source, the cost of reading, and missed readings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gpudesk.monitor.readings.clock import mono_s
from gpudesk.monitor.readings.source import SourceKind
from gpudesk.monitor.saved.gpu_listing import SnapshotSource
from gpudesk.ui.places.monitor.models.monitor_labels import written, written_out
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_recordings import MonitorRecordings
from gpudesk.ui.toolkit.quantities import format_number, split_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.status_line import StatusFigure, StatusTotals

if TYPE_CHECKING:
    from gpudesk.monitor.recording.recorder import Recorder

tr = text_context("MonitorFoot")

_TOLD = 24
_DRAWN = 4
"""The figures are brought up to date once a second."""


class MonitorFoot(QWidget):
    """One line of figures."""

    def __init__(self, model: MonitorModel, recordings: MonitorRecordings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._recordings = recordings
        self._pictures = 0
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.size("status"))
        self.figures = StatusTotals(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.figures)
        model.changed.connect(self._later)
        model.machines_changed.connect(self._show)
        recordings.changed.connect(self._show)
        self._show()

    def _later(self) -> None:
        self._pictures += 1
        if self._pictures % _DRAWN == 1:
            self._show()

    def _show(self) -> None:
        source = self._model.source
        if source is None:
            self.figures.set_figures([], mark_changes=False)
            return
        uuids = [uuid for uuid, facts in self._model.facts.items() if not facts.parent]
        answering = [uuid for uuid in uuids if self._model.now(uuid).values and not self._model.is_silent(uuid)]
        counted = len(uuids) + sum(len(machine.unreachable) for machine in self._model.machines)
        figures = [
            StatusFigure("gpus", format_number(len(answering)), tr("of {count} GPUs").format(count=format_number(counted))),
        ]
        powers = [power for uuid in answering if (power := self._model.value(uuid, "power_w")) is not None]
        if powers:
            number, unit = split_quantity(sum(powers), "W")
            of_gpus = tr("GPUs")
            without = len(uuids) - len(powers)
            why = tr("{count} GPUs do not report their power and are not in the total").format(count=without) if without else ""
            figures.append(StatusFigure("power", number, f"{unit} {of_gpus}" + (" +" if without else ""), why))
        figures += self._host(answering)
        share = source.cost_share()
        if share is not None:
            text = tr("Share of one core used by the reading threads since they were started")
            figures.append(StatusFigure("cost", f"{format_number(100 * share, 1)} %", tr("of a core for reading"), text))
        if source.kind is SourceKind.NVML:
            text = tr("Readings not taken in time")
            figures.append(StatusFigure("missed", format_number(source.dropped), tr("readings missed"), text))
        if isinstance(source, SnapshotSource):
            figures += self._snapshot(source)
        recorder = self._recordings.recorder
        if recorder is not None:
            figures.insert(0, self._recording(recorder))
        self.figures.set_figures(figures, mark_changes=False)

    def _host(self, answering: Sequence[str]) -> list[StatusFigure]:
        """Processor load and used memory of the host, if a single host is monitored and reports them."""
        if len(self._model.machines) != 1 or not answering:
            return []

        def of(key: str) -> float | None:
            return next((value for uuid in answering if (value := self._model.value(uuid, key)) is not None), None)

        figures = []
        busy, waits = of("host_cpu_percent"), of("host_io_wait_percent")
        if busy is not None:
            text = "" if waits is None else tr("I/O wait: {share}").format(share=written_out("host_io_wait_percent", waits))
            figures.append(StatusFigure("host-cpu", written_out("host_cpu_percent", busy), tr("host CPU"), text))
        used, total = of("host_memory_used_bytes"), of("host_memory_total_bytes")
        if used is not None and total is not None:
            swap, swap_total = of("host_swap_used_bytes"), of("host_swap_total_bytes")
            text = ""
            if swap is not None and swap_total:
                pair = [written_out("host_swap_used_bytes", swap_bytes) for swap_bytes in (swap, swap_total)]
                text = tr("Swap used: {used} of {total}").format(used=pair[0], total=pair[1])
            number, unit = written("host_memory_used_bytes", used)
            of_all = tr("{unit} of {total} host memory").format(unit=unit, total=written_out("host_memory_total_bytes", total))
            figures.append(StatusFigure("host-memory", number, of_all, text))
        return figures

    def _snapshot(self, source: SnapshotSource) -> list[StatusFigure]:
        """Time of a listing, and its content that is not read here."""
        at = QDateTime.fromMSecsSinceEpoch(int(source.moment_s * 1000)).toString("yyyy-MM-dd HH:mm:ss")
        snapshot_note = tr("{file} is a snapshot of the past: nothing is being monitored").format(file=source.name)
        figures = [StatusFigure("moment", at, tr("listing, not live"), snapshot_note)]
        unknown = sorted({(place, text) for leaves in source.unknown.values() for place, text in leaves.items()})
        if unknown:
            lines = [f"{place}: {text}" for place, text in unknown[:_TOLD]]
            more = [tr("and {count} more").format(count=len(unknown) - _TOLD)] if len(unknown) > _TOLD else []
            figures.append(StatusFigure("unknown", str(len(unknown)), tr("values not available here"), "\n".join([*lines, *more])))
        if source.faults:
            lines = [tr_message(fault) for fault in source.faults[:_TOLD]]
            figures.append(StatusFigure("faults", str(len(source.faults)), tr("lines skipped"), "\n".join(lines)))
        return figures

    def _recording(self, recorder: "Recorder") -> StatusFigure:
        minutes, seconds = divmod(round(mono_s() - self._recordings.begun_s), 60)
        hours, minutes = divmod(minutes, 60)
        if recorder.trouble is not None:
            return StatusFigure("recording", "!", tr("recording pending"), tr_message(recorder.trouble.message))
        text = filled_text(
            tr("{count} {count|reading|readings} in {path}; {dropped} arrived faster than they could be written"),
            count=format_number(recorder.count),
            path=str(recorder.path),
            dropped=format_number(recorder.dropped),
        )
        return StatusFigure("recording", f"{hours:02}:{minutes:02}:{seconds:02}", tr("recording"), text)
