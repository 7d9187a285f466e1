"""A closer look at the GPUs that are selected: plots side by side over the same time."""

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.ui.models.monitor_model import MonitorModel
from gpudesk.ui.models.monitor_view import MonitorView
from gpudesk.ui.models.monitor_words import gpu_number
from gpudesk.ui.panes.monitor_plot import MonitorPlot
from gpudesk.ui.widgets.label import Label
from gpudesk.ui.widgets.segmented import Segment, SegmentedControl

_PLOTS = ("temperature_c", "power_w", "sm_active_percent", "memory_used_bytes")


class MonitorFocus(QWidget):
    """Four plots."""

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.view = MonitorView(model, self)
        self.setAccessibleName(self.tr("Focus"))
        self._told = Label("", self, step="caption", ink="text.tertiary")
        segments = [Segment("4min", "4 min"), Segment("1h", "1 h"), Segment("run", self.tr("Run"))]
        self.window_choice = SegmentedControl(self.tr("Time shown"), segments)
        self.window_choice.chosen.connect(self.view.set_window)
        line = QHBoxLayout()
        line.setContentsMargins(10, 3, 8, 3)
        line.addWidget(self._told, 1)
        line.addWidget(self.window_choice)
        self.plots = [MonitorPlot(model, self.view, key) for key in _PLOTS]
        grid = QGridLayout()
        grid.setSpacing(1)
        for number, plot in enumerate(self.plots):
            grid.addWidget(plot, number // 2, number % 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(line)
        column.addLayout(grid, 1)
        model.selection_changed.connect(self._tell)
        self._tell()

    def look_like(self, other: "MonitorFocus") -> None:
        """Show what another one shows."""
        self.window_choice.set_current(other.window_choice.current())
        self.view.set_window(other.window_choice.current())

    def _tell(self) -> None:
        names = [gpu_number(facts) for uuid in self._model.selected if (facts := self._model.facts.get(uuid)) is not None]
        others = len(self._model.facts) - len(names)
        shown = ", ".join(names[-4:])
        self._told.setText(self.tr("{gpus} over {count} others").format(gpus=shown, count=others) if names and others else shown)
