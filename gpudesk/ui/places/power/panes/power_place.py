"""The place of power and cooling: everything between the grid and the racks, what cools them, and what each failure does."""

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power.power_chain import Chain, power_chain
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.action_table.contexts import POWER
from gpudesk.ui.panels.failures.failure_simulation import Drilling
from gpudesk.ui.panels.inspector.inspector_dock import InspectorDock
from gpudesk.ui.places.power.docks.power_cords_dock import PowerCordsDock
from gpudesk.ui.places.power.models.power_chain_model import Fold
from gpudesk.ui.places.power.panes.cooling_page import CoolingPage
from gpudesk.ui.places.power.panes.power_chain_page import PowerChainPage
from gpudesk.ui.places.power.panes.power_diagram_page import PowerDiagramPage
from gpudesk.ui.places.power.panes.power_failures_page import PowerFailuresPage
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.docked_place import WIDE, DockedPlace
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.toolkit.widgets.tab_header import TabHeader

IN_CHAIN = (
    "power.add",
    "power.hang",
    "edit.rename",
    "power.delete",
    "|",
    "power.fail",
    "power.show-diagram",
    "power.show-rack",
    "place.wire-power",
    "power.copy-rows",
    "power.schedule",
    "|",
    "power.unfold",
    "power.fold-banks",
    "power.fold",
)
IN_DIAGRAM = (
    "power.fail",
    "power.fail-too",
    "power.end-drill",
    "|",
    "power.show-rack",
    "place.wire-power",
    "|",
    "power.schedule",
    "power.export-diagram",
)
IN_FAILURES = ("power.fail", "power.fail-too", "|", "power.show-rack", "power.export-failures")


tr = text_context("PowerPlace")


class PowerPlace(DockedPlace):
    """Power feeds as a table. The selection is shared with all other views.

    Signals:
        chosen(): the selected rows changed; actions may be enabled or disabled.
        object_wanted(ObjectRef): this device or rack is to be shown in its location.
        hang_wanted(list, int): these `ObjectRef`s of nodes and PDUs are to be fed by the node with this id.
    """

    chosen = Signal()
    object_wanted = Signal(object)
    hang_wanted = Signal(list, int)

    def __init__(self, session: Session, registry: ActionRegistry) -> None:
        super().__init__()
        self.setObjectName("power-place")
        self._session = session
        self._registry = registry
        self._under_way: Snapshot | None = None
        self._showing = False
        self.chain = PowerChainPage()
        self.tabs = TabHeader(tr("Power and cooling views"))
        self.tabs.add_page("chain", tr("Chain"))
        self._pages = QStackedWidget()
        self._pages.addWidget(self.chain)
        self.diagram = PowerDiagramPage(session)
        self.tabs.add_page("diagram", tr("One-line"))
        self._pages.addWidget(self.diagram)
        self.cooling = CoolingPage(session, registry)
        self.tabs.add_page("cooling", tr("Cooling"))
        self._pages.addWidget(self.cooling)
        self.failures = PowerFailuresPage(session)
        self.tabs.add_page("failures", tr("Failures"))
        self._pages.addWidget(self.failures)
        self.middle = QWidget()
        column = QVBoxLayout(self.middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self._pages, 1)
        for part in (self.chain.table, self.chain.empty, self.diagram.view, self.diagram.empty, self.failures.table):
            registry.attach(part, POWER)
        self.setCentralWidget(self.middle)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self._tool_bar())
        self.inspector = InspectorDock(session, registry)
        self.inspector.setMinimumWidth(264)
        self.cords = PowerCordsDock(session, registry)
        right, below = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
        self.setCorner(Qt.Corner.BottomRightCorner, right)
        self.docks = {
            "inspector": self.make_dock("inspector", self.inspector, self.inspector.header, right),
            "cords": self.make_dock("cords", self.cords, self.cords.header, below),
        }
        self.cords.chosen.connect(self.chosen)
        self.cords.node_wanted.connect(self.go_to)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_if_seen)
        for signal in (session.opened, session.closed, session.changed, session.refreshed):
            signal.connect(self._refresh_later)
        self.chain.counted.connect(lambda text: self._count("chain", text))
        self.diagram.counted.connect(lambda text: self._count("diagram", text))
        self.cooling.counted.connect(lambda text: self._count("cooling", text))
        self.cooling.chosen.connect(self.chosen)
        self.cooling.object_wanted.connect(self.object_wanted)
        self.failures.counted.connect(lambda text: self._count("failures", text))
        self.tabs.page_chosen.connect(self._show_page)
        self.chain.wire_wanted.connect(lambda: registry.action("place.wire-power").trigger())
        self.chain.add_wanted.connect(lambda: registry.action("power.add").trigger())
        self.diagram.wire_wanted.connect(lambda: registry.action("place.wire-power").trigger())
        self.diagram.chosen.connect(self.chosen)
        self.diagram.entered.connect(self.object_wanted)
        self.diagram.menu_wanted.connect(self._diagram_menu)
        session.selection_changed.connect(self._follow_selection)
        self.inspector.go_requested.connect(self.go_to)
        self.inspector.pin_requested.connect(self.pin_why)
        self.chain.table.chosen.connect(self._choose)
        self.chain.table.hang_wanted.connect(self.hang_wanted)
        self.chain.table.entered.connect(self.show_rack)
        self.failures.drill_wanted.connect(self.let_fail)
        self.failures.chosen.connect(self._choose_failure)
        self.failures.entered.connect(self.show_rack)
        self.failures.outcome.key_wanted.connect(self._go_to_key)
        self.chain.table.customContextMenuRequested.connect(self._context_menu)
        self.failures.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.failures.table.customContextMenuRequested.connect(self._failures_menu)

    def met(self) -> set[str]:
        """The conditions of actions that hold here."""
        conditions = {
            "power": True,
            "power rack": self.object_in_hand() is not None,
            "power node": bool(self.keys_in_hand()),
            "drilling": Drilling.of(self._session).active,
            "power part": bool(self.parts_in_hand()),
            "power rows": self.tabs.current() == "chain" and self.chain.table.selectionModel().hasSelection(),
            "cooling part": any(ref.table == "cooling_node" for ref in self._cooling_in_hand()),
            "cooling place": self.tabs.current() == "cooling" and self.cooling.standing_in_hand() is not None,
            "failures": self.failures.model.drilled is not None and self.tabs.current() == "failures",
        }
        return {name for name, met in conditions.items() if met} | self.cords.met()

    def object_in_hand(self) -> ObjectRef | None:
        """The device of the current row, or the rack that it feeds; None if there is none."""
        if self.tabs.current() == "diagram":
            return self.diagram.object_in_hand()
        if self.tabs.current() == "failures":
            return self.failures.object_in_hand()
        if self.tabs.current() == "cooling":
            return self.cooling.standing_in_hand()
        index = self.chain.table.currentIndex()
        return self._object(self.chain.model.place(index.row())) if index.isValid() else None

    def keys_in_hand(self) -> list[Key]:
        """The chosen parts that can fail."""
        if self.tabs.current() == "diagram":
            return self.diagram.parts_in_hand()
        if self.tabs.current() == "failures":
            return self.failures.keys_in_hand()
        if self.tabs.current() == "cooling":
            return [(ref.table, ref.id, ABSENT) for ref in self._cooling_in_hand() if ref.table == "cooling_node"]
        chain = self.chain.model.tree
        if chain is None or self.tabs.current() != "chain":
            return []
        return [chain.key(place) for place in self.chain.table.places()]

    def series(self, key: Key) -> list[Key]:
        """The failures to step through: those of the table of failures if it is shown, otherwise parts of the same kind."""
        if self.tabs.current() == "failures":
            return self.failures.series()
        return self.cooling.series_of(key) if key[0] == "cooling_node" else self.diagram.series_of(key)

    def parts_in_hand(self) -> list[ObjectRef]:
        """Nodes and PDUs selected in the chain or diagram; banks represent their PDUs."""
        if self.tabs.current() in ("failures", "cooling"):
            return []
        return list(dict.fromkeys(ObjectRef(key[0], key[1]) for key in self.keys_in_hand()))

    def go_to(self, ref: ObjectRef) -> None:
        """Make a node, a PDU or a part of the cooling the current row, whatever hides it."""
        if ref.table == "cooling_node":
            self.tabs.set_current("cooling")
            self._session.select([ref])
            self.cooling.go_to(ref)
            self.cooling.table.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if self.tabs.current() == "diagram":
            self.diagram.show_part((ref.table, ref.id, ABSENT))
            self.diagram.view.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.tabs.set_current("chain")
        self._session.select([ref])
        self._follow_selection()
        self.chain.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def copied_text(self) -> str:
        """The chosen rows of the chain as text."""
        rows = sorted(index.row() for index in self.chain.table.selectionModel().selectedRows())
        return self.chain.model.text(rows)

    def show_rack(self) -> None:
        """Go to the location of the current row."""
        ref = self.object_in_hand()
        if ref is not None:
            self.object_wanted.emit(ref)

    def let_fail(self) -> None:
        """Simulate the failure of each power part, and show the result."""
        self.tabs.set_current("failures")
        self.failures.start()

    def fold(self, fold: Fold) -> None:
        """Fold levels of the tree away, or open all."""
        self.tabs.set_current("chain")
        self.chain.model.fold_all(fold)

    def look_like(self, other: "PowerPlace") -> None:
        """Show what another one shows."""
        self.chain.look_like(other.chain)
        self.diagram.look_like(other.diagram)
        self.tabs.set_current(other.tabs.current())

    def parts(self) -> list[QWidget]:
        """Parts that F6 cycles through."""
        return [self._page().at_rest(), *(part for part in (self.cords, self.inspector) if part.isVisible())]

    def _cooling_in_hand(self) -> list[ObjectRef]:
        return self.cooling.objects_in_hand() if self.tabs.current() == "cooling" else []

    def _page(self) -> PowerChainPage | PowerDiagramPage | CoolingPage | PowerFailuresPage:
        """The page that is shown."""
        pages: dict[str, PowerDiagramPage | CoolingPage | PowerFailuresPage] = {
            "diagram": self.diagram,
            "cooling": self.cooling,
            "failures": self.failures,
        }
        return pages.get(self.tabs.current(), self.chain)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.start()
        if self.docks_are_new():
            wide = self.width() >= WIDE
            self.resizeDocks([self.docks["inspector"]], [320 if wide else 288], Qt.Orientation.Horizontal)
            self.resizeDocks([self.docks["cords"]], [228 if wide else 172], Qt.Orientation.Vertical)
        self.docks["cords"].setVisible(self.tabs.current() == "chain")

    def _tool_bar(self) -> PlaceToolBar:
        bar = PlaceToolBar(tr("Tools"))
        for key in ("edit.undo", "edit.redo"):
            bar.add_tool(self._registry.action(key))
        bar.addSeparator()
        for key in ("power.add", "power.hang"):
            bar.add_tool(self._registry.action(key), word=True)
        bar.add_tool(self._registry.action("power.delete"))
        bar.addSeparator()
        for key in ("place.wire-power", "power.drill", "power.fail", "power.show-rack"):
            bar.add_tool(self._registry.action(key), word=True)
        bar.addSeparator()
        for key in ("power.unfold", "power.fold-banks", "power.fold"):
            bar.add_tool(self._registry.action(key), word=True)
        bar.add_stretch()
        bar.add_tool(self._registry.action("power.export-diagram"))
        bar.add_tool(self._registry.action("power.export-failures"), word=True)
        return bar

    def _object(self, place: int) -> ObjectRef | None:
        chain = self.chain.model.tree
        if chain is None:
            return None
        table, row_id, _ = chain.key(place)
        if table == "device":
            return ObjectRef(table, row_id)
        rack = int(chain.rack[place])
        return None if rack == ABSENT else ObjectRef("rack", rack)

    def _choose(self) -> None:
        """Select the objects of the selected rows."""
        if not self._showing and self.tabs.current() == "chain":
            refs = self.parts_in_hand()
            if refs:
                self._session.select(refs)
            self._show_cords()
        self.chosen.emit()

    def _show_cords(self) -> None:
        """Show the cords of the current row, or of a device that was selected elsewhere and only draws."""
        selection, chain = self._session.selection, self.chain.model.tree
        key = self.chain.model.key(self.chain.table.currentIndex().row())
        if len(selection) == 1 and selection[0].table == "device" and chain is not None:
            alone = (selection[0].table, selection[0].id, ABSENT)
            key = key if chain.place(alone) is not None else alone
        self.cords.show_cords(key)

    def _follow_selection(self) -> None:
        """Select the rows of objects selected elsewhere or just added."""
        if not self.isVisible() or self._showing or self.tabs.current() != "chain":
            return
        refs = [ref for ref in self._session.selection if ref.table in {"power_node", "device"}]
        if not refs or refs == self.parts_in_hand():
            return
        chain = self.chain.model.tree
        keys = [(ref.table, ref.id, ABSENT) for ref in refs]
        if chain is None or chain.snapshot is not self._session.snapshot or all(chain.place(key) is None for key in keys):
            return
        if not self.chain.shows(keys[0]):
            self.chain.show_everything()
        self._showing = True
        self.chain.table.choose(keys)
        self._showing = False
        self.chosen.emit()

    def _choose_failure(self) -> None:
        ref = self.failures.object_in_hand()
        if ref is not None and self.tabs.current() == "failures":
            self._session.select([ref])
        self.chosen.emit()

    def _go_to_key(self, key: Key) -> None:
        """Go to a breaker in the chain, or to the location of a device."""
        table, row_id, _ = key
        if self.chain.model.tree is not None and self.chain.model.tree.place(key) is not None:
            self.tabs.set_current("chain")
            if not self.chain.shows(key):
                self.chain.show_everything()
            self.chain.table.go_to(key)
            self.chain.table.setFocus(Qt.FocusReason.OtherFocusReason)
        elif table == "cooling_node":
            self.go_to(ObjectRef(table, row_id))
        elif table in ("device", "rack"):
            self.object_wanted.emit(ObjectRef(table, row_id))

    def _show_page(self, key: str) -> None:
        focused = QApplication.focusWidget()
        within = focused is not None and self._pages.isAncestorOf(focused)
        self.docks["cords"].setVisible(key == "chain")
        self._pages.setCurrentWidget(self._page())
        self._page().tell_count()
        if within:
            self._page().at_rest().setFocus(Qt.FocusReason.OtherFocusReason)
        self.chosen.emit()

    def _count(self, page: str, text: str) -> None:
        if self.tabs.current() == page:
            self.tabs.set_count(text)

    def _diagram_menu(self, where: QPoint) -> None:
        self._registry.context_menu(self, IN_DIAGRAM).popup(where)

    def _failures_menu(self, where: QPoint) -> None:
        self._registry.context_menu(self, IN_FAILURES).popup(self.failures.table.viewport().mapToGlobal(where))

    def _context_menu(self, where: QPoint) -> None:
        self._registry.context_menu(self, IN_CHAIN).popup(self.chain.table.viewport().mapToGlobal(where))

    def _refresh_later(self, *_: object) -> None:
        self._later.start()

    def _refresh_if_seen(self) -> None:
        if not self.isVisible() or not self._session.is_open:
            return
        snapshot, shown = self._session.snapshot, self.chain.model.tree
        if shown is not None and shown.snapshot is snapshot:
            self._show(shown)
        elif self._under_way is not snapshot:
            self._under_way = snapshot
            self._session.jobs.read(lambda _: _chain_of(snapshot), lambda chain: self._take(snapshot, chain))

    def _take(self, snapshot: Snapshot, chain: Chain | None) -> None:
        if not isValid(self):
            return
        self._under_way = None
        if not self._session.is_open or self._session.snapshot is not snapshot:
            self._later.start()
        elif chain is None:
            self.chain.show_trouble(
                tr("The power chain has a loop"), tr("Load cannot be calculated. Connect one of the nodes to a different feed.")
            )
        else:
            self._show(chain)
            # Sorted by name at a click: the order of 80,000 names is made meanwhile.
            self._session.jobs.read(lambda _: chain.name_rank)

    def _show(self, chain: Chain) -> None:
        findings = self._session.findings
        marks = {} if findings is None else {table: findings.marks(table) for table in ("power_node", "device")}
        self._showing = True
        self.chain.table.can_hang = self._session.writable
        self.chain.show_chain(chain, marks, can_wire=self._session.writable)
        self._showing = False
        self._follow_selection()
        self._show_cords()
        if self.inspector.isVisible():
            # What flows is known only now.
            self.inspector.refresh()
        self.chosen.emit()


def _chain_of(snapshot: Snapshot) -> Chain | None:
    """The network with its names in order, created on a reader thread; None if the feeds form a cycle."""
    try:
        chain = snapshot.cached(power_chain)
    except ValueError:
        return None
    _ = chain.names
    return chain
