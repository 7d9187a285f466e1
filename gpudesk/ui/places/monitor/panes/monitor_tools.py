"""The toolbar of the monitor: the source, the interval, and the sort order."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox

from gpudesk.monitor.readings.source import SourceKind
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_rows import ORDERS
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("MonitorTools")

_RATES = {"1": 1.0, "5": 0.2, "10": 0.1}


class MonitorTools(PlaceToolBar):
    """`rate` is how often this machine is read.

    Signals:
        order_chosen(str): one of `monitor_rows.ORDERS` was chosen.
    """

    order_chosen = Signal(str)

    def __init__(self, model: MonitorModel, registry: ActionRegistry) -> None:
        super().__init__("")
        self.setAccessibleName(tr("Monitor"))
        self.setWindowTitle(tr("Monitor"))
        self._model = model
        self.add_tool(registry.action("monitor.local"), word=True)
        self.add_tool(registry.action("monitor.hosts"), word=True)
        self.add_tool(registry.action("monitor.open-recording"), word=True)
        self.add_tool(registry.action("monitor.record"), word=True)
        segments = [Segment(key, f"{key} Hz") for key in _RATES]
        self.rate = SegmentedControl(tr("Rate"), segments, "10")
        self.rate.setToolTip(tr("Readings per second for this machine"))
        self._rate_shown = self.add_labelled(tr("Rate"), self.rate)
        model.state_changed.connect(self._show_rate)
        self._order = QComboBox()
        for key, (words, _) in ORDERS.items():
            self._order.addItem(QCoreApplication.translate("Monitor", words), key)
        self._order.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._order.currentIndexChanged.connect(lambda _: self.order_chosen.emit(self.order()))
        self.add_labelled(tr("Order"), self._order)

    def _show_rate(self) -> None:
        # Others are read as often as was said when they were opened.
        self._rate_shown.setVisible(self._model.kind in {None, SourceKind.NVML})

    def rate_s(self) -> float:
        """Seconds between two readings."""
        return _RATES[self.rate.current()]

    def order(self) -> str:
        """In which order GPUs are listed."""
        return str(self._order.currentData())

    def set_order(self, order: str) -> None:
        """Choose another order; one that is not known changes nothing."""
        place = self._order.findData(order)
        if place >= 0:
            self._order.setCurrentIndex(place)

    def setup(self) -> dict[str, str]:
        """The settings to store."""
        return {"rate": self.rate.current(), "order": self.order()}

    def set_up(self, kept: object) -> None:
        """Restore stored settings."""
        if isinstance(kept, dict):
            if kept.get("rate") in _RATES:
                self.rate.set_current(kept["rate"])
            self.set_order(str(kept.get("order", "")))
