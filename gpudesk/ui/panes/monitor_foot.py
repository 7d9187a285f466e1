"""The foot of the monitor: what is watched, what reading costs, and what was missed."""

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gpudesk.monitor.source import SourceKind
from gpudesk.ui import theme
from gpudesk.ui.models.monitor_model import MonitorModel
from gpudesk.ui.quantities import format_number, split_quantity
from gpudesk.ui.widgets.status_line import StatusFigure, StatusTotals

_DRAWN = 4
"""The figures are brought up to date once a second."""


class MonitorFoot(QWidget):
    """One line of figures."""

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._pictures = 0
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.size("status"))
        self.figures = StatusTotals(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.figures)
        model.changed.connect(self._later)
        model.machines_changed.connect(self._show)
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
        answering = [uuid for uuid in uuids if self._model.now(uuid).values]
        counted = len(uuids) + sum(len(machine.unreachable) for machine in self._model.machines)
        figures = [
            StatusFigure("gpus", format_number(len(answering)), self.tr("of {count} GPUs").format(count=format_number(counted))),
        ]
        powers = [power for uuid in uuids if (power := self._model.value(uuid, "power_w")) is not None]
        if powers:
            number, unit = split_quantity(sum(powers), "W")
            of_gpus = self.tr("GPUs")
            without = len(uuids) - len(powers)
            why = self.tr("{count} GPUs do not tell their power and are not in the sum").format(count=without) if without else ""
            figures.append(StatusFigure("power", number, f"{unit} {of_gpus}" + (" +" if without else ""), why))
        share = source.cost_share()
        if share is not None:
            told = self.tr("What the threads that read have taken of one core since they were started")
            figures.append(StatusFigure("cost", f"{format_number(100 * share, 1)} %", self.tr("of a core for reading"), told))
        if source.kind is SourceKind.NVML:
            told = self.tr("Readings that were not taken in time")
            figures.append(StatusFigure("missed", format_number(source.dropped), self.tr("readings missed"), told))
        self.figures.set_figures(figures, mark_changes=False)
