"""A place with a drawing in the middle, the catalog left, the inspector right, problems, history and differences below."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDockWidget, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.ui.panels.catalog.catalog_dock import CatalogDock
from gpudesk.ui.panels.comparison.differences_dock import DifferencesDock
from gpudesk.ui.panels.failures.failure_strip import DrillStrip
from gpudesk.ui.panels.history.history_dock import HistoryDock
from gpudesk.ui.panels.inspector.inspector_dock import InspectorDock
from gpudesk.ui.panels.problems.problems_dock import ProblemsDock
from gpudesk.ui.places.layout.compare_strip import CompareStrip
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.docked_place import WIDE, DockedPlace
from gpudesk.ui.toolkit.parts.folding_dock import FoldingDock
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace

tr = text_context("DrawingPlace")

NARROW = 1340
"""Below this width the catalog begins folded to the edge."""


class DrawingPlace(DockedPlace):
    """Common base of the rack and floor places."""

    def __init__(
        self,
        name: str,
        session: Session,
        registry: ActionRegistry,
        *,
        on_floor: bool = False,
        unselected: Callable[[], ObjectRef | None] | None = None,
    ) -> None:
        """Make the panels.

        Args:
            name: name of the place, for its saved settings.
            on_floor: whether the catalog offers floor-standing types.
            unselected: inspector content if nothing is selected.
        """
        super().__init__()
        self.setObjectName(name)
        self._session = session
        self._registry = registry
        self.catalog = CatalogDock(session, registry, on_floor=on_floor)
        self.inspector = InspectorDock(session, registry, unselected=unselected)
        self.problems = ProblemsDock(session, registry)
        self.history = HistoryDock(session, registry)
        self.differences = DifferencesDock(session, registry)
        self.compared = CompareStrip(session, registry)
        self.drill = DrillStrip(session, tr("Show in the diagram"))
        self.drill.other.clicked.connect(lambda: registry.action("power.show-drill").trigger())
        self.inspector.pin_requested.connect(self.pin_why)
        self._stack = QStackedWidget()
        self.catalog_dock: FoldingDock
        self._canvas: QWidget
        self.docks: dict[str, QDockWidget] = {}

    def put_together(self, canvas: QWidget, empty: EmptyPlace, dock_prefix: str, above: Sequence[QWidget] = ()) -> None:
        """Lay the drawing out under its strips, and dock the panels.

        Args:
            empty: shown while there is nothing to draw.
            dock_prefix: of the names under which it is kept where docks are.
            above: lines over the strips.
        """
        self._canvas = canvas
        self._stack.addWidget(canvas)
        self._stack.addWidget(empty)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for line in (*above, self.compared, self.drill):
            column.addWidget(line)
        column.addWidget(self._stack, 1)
        self.setCentralWidget(middle)
        right, bottom = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
        self.setCorner(Qt.Corner.BottomLeftCorner, bottom)
        self.setCorner(Qt.Corner.BottomRightCorner, bottom)
        self.catalog.setMinimumWidth(200)
        self.inspector.setMinimumWidth(264)
        self.catalog_dock = FoldingDock(self.catalog.header, self.catalog, 232, self)
        self.catalog_dock.setObjectName(f"dock-{dock_prefix}catalog")
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.catalog_dock)
        self.docks = {
            "catalog": self.catalog_dock,
            "inspector": self.make_dock(f"{dock_prefix}inspector", self.inspector, self.inspector.header, right),
            "problems": self.make_dock(f"{dock_prefix}problems", self.problems, self.problems.header, bottom),
            "history": self.make_dock(f"{dock_prefix}history", self.history, self.history.header, bottom),
            "differences": self.make_dock(f"{dock_prefix}differences", self.differences, self.differences.header, bottom),
        }
        # Until something is compared there is nothing to see.
        self.docks["differences"].hide()
        self._registry.attach(self.problems, "problems")

    def parts(self) -> list[QWidget]:
        """Visible parts that F6 cycles through."""
        panels = [self.catalog_dock.part, self._canvas, self.inspector, self.problems, self.history, self.differences]
        return [part for part in panels if part.isVisible()]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.docks_are_new():
            # A wide window gives room to the drawing first.
            wide, docks = self.width() >= WIDE, self.docks
            self.resizeDocks([docks["catalog"], docks["inspector"]], [264, 320] if wide else [232, 288], Qt.Orientation.Horizontal)
            self.resizeDocks([docks["problems"], docks["history"]], [self.width() - 320, 320], Qt.Orientation.Horizontal)
            self.resizeDocks([docks["problems"]], [228 if wide else 152], Qt.Orientation.Vertical)
            self.catalog_dock.set_folded(self.width() < NARROW)
