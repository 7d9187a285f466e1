"""The strip over the monitor: what is watched, and how often."""

from gpudesk.ui.actions import ActionRegistry
from gpudesk.ui.models.monitor_model import MonitorModel
from gpudesk.ui.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.widgets.segmented import Segment, SegmentedControl

_RATES = {"1": 1.0, "5": 0.2, "10": 0.1}


class MonitorTools(PlaceToolBar):
    """`rate` is how often this machine is read."""

    def __init__(self, model: MonitorModel, registry: ActionRegistry) -> None:
        super().__init__("")
        self.setAccessibleName(self.tr("Monitor"))
        self.setWindowTitle(self.tr("Monitor"))
        self._model = model
        self.add_tool(registry.action("monitor.local"), word=True)
        self.add_tool(registry.action("monitor.hosts"), word=True)
        self.add_tool(registry.action("monitor.open-recording"), word=True)
        self.add_tool(registry.action("monitor.record"), word=True)
        segments = [Segment(key, f"{key} Hz") for key in _RATES]
        self.rate = SegmentedControl(self.tr("Rate"), segments, "10")
        self.rate.setToolTip(self.tr("Readings a second of this machine"))
        self.add_labelled(self.tr("Rate"), self.rate)

    def rate_s(self) -> float:
        """Seconds between two readings."""
        return _RATES[self.rate.current()]

    def look_like(self, other: "MonitorTools") -> None:
        """Choose what another strip chose."""
        self.rate.set_current(other.rate.current())
