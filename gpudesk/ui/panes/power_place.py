"""The place of power: everything between the grid and the racks, with what each part carries."""

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.columns import ABSENT
from gpudesk.derived.power_chain import Chain, Key, power_chain
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.action_table.contexts import POWER
from gpudesk.ui.actions import ActionRegistry
from gpudesk.ui.drilling import Drilling
from gpudesk.ui.models.power_chain_model import Fold
from gpudesk.ui.object_ref import ObjectRef
from gpudesk.ui.panes.power_chain_page import PowerChainPage
from gpudesk.ui.panes.power_diagram_page import PowerDiagramPage
from gpudesk.ui.panes.power_failures_page import PowerFailuresPage
from gpudesk.ui.session import Session
from gpudesk.ui.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.widgets.tab_header import TabHeader

_IN_MENU = (
    "power.show-diagram",
    "power.fail",
    "power.show-rack",
    "place.wire-power",
    "|",
    "power.unfold",
    "power.fold-banks",
    "power.fold",
)

_IN_DIAGRAM = ("power.fail", "power.fail-too", "power.end-drill", "|", "power.show-rack", "place.wire-power", "|", "power.export-diagram")


class PowerPlace(QWidget):
    """What feeds what, as a table. What is chosen here is selected everywhere.

    Signals:
        chosen(): other rows are chosen; actions may be enabled or not.
        object_wanted(ObjectRef): the person wants to see this device or rack where it stands.
    """

    chosen = Signal()
    object_wanted = Signal(object)

    def __init__(self, session: Session, registry: ActionRegistry) -> None:
        super().__init__()
        self.setObjectName("power-place")
        self._session = session
        self._registry = registry
        self._under_way: Snapshot | None = None
        self.chain = PowerChainPage()
        self.tabs = TabHeader(self.tr("Views of the power"))
        self.tabs.add_page("chain", self.tr("Chain"))
        self._pages = QStackedWidget()
        self._pages.addWidget(self.chain)
        self.diagram = PowerDiagramPage(session)
        self.tabs.add_page("diagram", self.tr("One-line"))
        self._pages.addWidget(self.diagram)
        self.failures = PowerFailuresPage(session)
        self.tabs.add_page("failures", self.tr("Failures"))
        self._pages.addWidget(self.failures)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tool_bar())
        column.addWidget(self.tabs)
        column.addWidget(self._pages, 1)
        for part in (self.chain.table, self.diagram.view, self.failures.table):
            registry.attach(part, POWER)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_if_seen)
        for signal in (session.opened, session.closed, session.changed, session.refreshed):
            signal.connect(self._refresh_later)
        self.chain.counted.connect(lambda text: self._count("chain", text))
        self.diagram.counted.connect(lambda text: self._count("diagram", text))
        self.failures.counted.connect(lambda text: self._count("failures", text))
        self.tabs.page_chosen.connect(self._show_page)
        self.chain.wire_wanted.connect(lambda: registry.action("place.wire-power").trigger())
        self.diagram.wire_wanted.connect(lambda: registry.action("place.wire-power").trigger())
        self.diagram.chosen.connect(self.chosen)
        self.diagram.entered.connect(self.object_wanted)
        self.diagram.menu_wanted.connect(self._diagram_menu)
        self.chain.table.chosen.connect(self._choose)
        self.chain.table.entered.connect(self.show_rack)
        self.failures.drill_wanted.connect(self.let_fail)
        self.failures.chosen.connect(self._choose_failure)
        self.failures.entered.connect(self.show_rack)
        self.chain.table.customContextMenuRequested.connect(self._context_menu)

    def met(self) -> set[str]:
        """The conditions of actions that hold here."""
        holds = {
            "power": True,
            "power rack": self.object_in_hand() is not None,
            "power node": bool(self.keys_in_hand()),
            "drilling": Drilling.of(self._session).active,
            "failures": self.failures.model.drilled is not None and self.tabs.current() == "failures",
        }
        return {name for name, met in holds.items() if met}

    def object_in_hand(self) -> ObjectRef | None:
        """The device that the current row is, or the rack that it feeds; None where there is none."""
        if self.tabs.current() == "diagram":
            return self.diagram.object_in_hand()
        if self.tabs.current() == "failures":
            return self.failures.object_in_hand()
        index = self.chain.table.currentIndex()
        return self._object(self.chain.model.place(index.row())) if index.isValid() else None

    def keys_in_hand(self) -> list[Key]:
        """The chosen parts that can fail."""
        if self.tabs.current() == "diagram":
            return self.diagram.parts_in_hand()
        if self.tabs.current() == "failures":
            return self.failures.keys_in_hand()
        chain = self.chain.model.chain
        return [] if chain is None else [chain.key(place) for place in self.chain.table.places()]

    def series(self, key: Key) -> list[Key]:
        """The failures through which one goes from one: those of the table of failures while that is shown, else parts of the same kind."""
        return self.failures.series() if self.tabs.current() == "failures" else self.diagram.series_of(key)

    def show_rack(self) -> None:
        """Go to what the current row is, where it stands."""
        ref = self.object_in_hand()
        if ref is not None:
            self.object_wanted.emit(ref)

    def let_fail(self) -> None:
        """Let every part of the power fail by itself, and show what comes of it."""
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
        """The parts between which F6 goes."""
        return [self._page().at_rest()]

    def _page(self) -> PowerChainPage | PowerDiagramPage | PowerFailuresPage:
        """The page that is shown."""
        current = self.tabs.current()
        return self.diagram if current == "diagram" else self.failures if current == "failures" else self.chain

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.start()

    def _tool_bar(self) -> PlaceToolBar:
        bar = PlaceToolBar(self.tr("Tools"))
        for key in ("place.wire-power", "power.drill", "power.show-rack"):
            bar.add_tool(self._registry.action(key), word=True)
        bar.addSeparator()
        for key in ("power.unfold", "power.fold-banks", "power.fold"):
            bar.add_tool(self._registry.action(key), word=True)
        bar.add_stretch()
        bar.add_tool(self._registry.action("power.export-failures"), word=True)
        return bar

    def _object(self, place: int) -> ObjectRef | None:
        chain = self.chain.model.chain
        if chain is None:
            return None
        table, row_id, _ = chain.key(place)
        if table == "device":
            return ObjectRef(table, row_id)
        rack = int(chain.rack[place])
        return None if rack == ABSENT else ObjectRef("rack", rack)

    def _choose(self) -> None:
        """Select what the chosen rows are; what stands nowhere leaves the selection as it is."""
        found = [self._object(place) for place in self.chain.table.places()]
        refs = [ref for ref in found if ref is not None]
        if refs:
            self._session.select(refs)
        self.chosen.emit()

    def _choose_failure(self) -> None:
        ref = self.failures.object_in_hand()
        if ref is not None and self.tabs.current() == "failures":
            self._session.select([ref])
        self.chosen.emit()

    def _show_page(self, key: str) -> None:
        self._pages.setCurrentWidget(self._page())
        self._page().tell_count()
        self.chosen.emit()

    def _count(self, page: str, text: str) -> None:
        if self.tabs.current() == page:
            self.tabs.set_count(text)

    def _diagram_menu(self, where: QPoint) -> None:
        menu = QMenu(self)
        self._registry.fill_menu(menu, _IN_DIAGRAM)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(where)

    def _context_menu(self, where: QPoint) -> None:
        menu = QMenu(self)
        self._registry.fill_menu(menu, _IN_MENU)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.chain.table.viewport().mapToGlobal(where))

    def _refresh_later(self, *_: object) -> None:
        self._later.start()

    def _refresh_if_seen(self) -> None:
        if not self.isVisible() or not self._session.is_open:
            return
        snapshot, shown = self._session.snapshot, self.chain.model.chain
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
                self.tr("What gives power is fed in a circle"), self.tr("No load can be told. Hang one of the nodes on something else.")
            )
        else:
            self._show(chain)

    def _show(self, chain: Chain) -> None:
        findings = self._session.findings
        marks = {} if findings is None else {table: findings.marks(table) for table in ("power_node", "device")}
        self.chain.show_chain(chain, marks, can_wire=self._session.writable)
        self.chosen.emit()


def _chain_of(snapshot: Snapshot) -> Chain | None:
    """The network with its names in order, made on a reading thread; None where nodes feed each other in a circle."""
    try:
        chain = snapshot.cached(power_chain)
    except ValueError:
        return None
    _ = chain.name_rank
    return chain
