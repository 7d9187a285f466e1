"""The toolbar of sizing: workload, sort criterion, filter, and actions on a plan."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from gpudesk.ui.places.size.models.size_columns import BEST
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("SizeTools")


class SizeTools(PlaceToolBar):
    """`best` and `shown` are choices. The workload name is before them, the actions on a plan after them."""

    def __init__(self, registry: ActionRegistry) -> None:
        super().__init__("")
        self.setAccessibleName(tr("Sizing"))
        self.setWindowTitle(tr("Sizing"))
        self._registry = registry
        self.best = SegmentedControl(tr("Best by"), [Segment(key, _title(source)) for key, (source, _) in BEST.items()])
        segments = [Segment("all", tr("All")), Segment("fits", tr("Only fitting"))]
        self.shown = SegmentedControl(tr("Show"), segments)
        self._first = self.add_labelled(tr("Best by"), self.best)
        self.add_labelled(tr("Show"), self.shown)
        self.add_stretch()
        self.add_tool(registry.action("size.wizard"))
        self.add_tool(registry.action("size.compare"), word=True)
        self.add_tool(registry.action("size.build-plan"), word=True)
        self.add_tool(registry.action("size.how-far"))
        self.add_tool(registry.action("size.run"))
        self.add_tool(registry.action("size.log"))
        self.add_tool(registry.action("size.export-picture"))

    def add_before(self, control: QWidget) -> QAction:
        """Put something at the left end, such as the workload that is open."""
        return self.insertWidget(self._first, control)

    def look_like(self, other: "SizeTools") -> None:
        """Choose what another strip chose."""
        self.best.set_current(other.best.current())
        self.shown.set_current(other.shown.current())


def _title(source: str) -> str:
    from PySide6.QtCore import QCoreApplication

    return QCoreApplication.translate("Sizing", source)
