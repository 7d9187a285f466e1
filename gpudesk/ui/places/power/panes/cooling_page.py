"""The cooling page: search above, the table below, and the next action if nothing is planned."""

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cooling.cooling_tree import CoolingTree, cooling_tree
from gpudesk.derived.power.branches import Key
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.action_table.contexts import COOLING
from gpudesk.ui.places.power.models.cooling_model import CoolingModel
from gpudesk.ui.places.power.panes.cooling_table import CoolingTable
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import format_number, format_quantity, rounded_load
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("CoolingPage")

_IN_MENU = (
    "cooling.add",
    "cooling.cool",
    "cooling.propose",
    "cooling.doors",
    "edit.rename",
    "cooling.delete",
    "|",
    "power.fail",
    "power.fail-too",
    "cooling.show",
)
_IN_BAR = ("cooling.propose", "cooling.add", "cooling.cool", "cooling.doors", "cooling.delete")


class CoolingPage(QWidget):
    """Halls, their air and loops, their suppliers and the objects they cool.

    Signals:
        counted(str): the rows shown changed; their number and the total.
        chosen(): the selected rows changed.
        object_wanted(ObjectRef): this rack or device is to be shown in its location.
    """

    counted = Signal(str)
    chosen = Signal()
    object_wanted = Signal(object)

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._registry = registry
        self._under_way: Snapshot | None = None
        self._follows = False
        self._wanted: ObjectRef | None = None
        self.model = CoolingModel(self)
        self.table = CoolingTable(self.model)
        self.search = SearchField(tr("Search the cooling"), tr("Search by name"))
        self.search.setMinimumWidth(150)
        self.search.setMaximumWidth(240)
        self.only_short = QCheckBox(tr("Only shortfalls"))
        self.note = QuietNote()
        self.empty = EmptyPlace(
            "kind-cooling",
            tr("Air zones and loops are listed here by hall, with their units and the racks that they cool. None is planned yet."),
            tr("Propose cooling"),
            tr("Add cooling equipment…"),
        )
        for part in (self.table, self.empty):
            registry.attach(part, COOLING)
        self._stack = QStackedWidget()
        for page in (self.table, self.note, self.empty):
            self._stack.addWidget(page)
        self._bar = self._make_bar()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self._stack, 1)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_if_seen)
        for signal in (session.opened, session.closed, session.changed, session.refreshed):
            signal.connect(self._refresh_later)
        self.search.textChanged.connect(self._filter)
        self.search.left_down.connect(lambda: self.table.setFocus(Qt.FocusReason.TabFocusReason))
        self.search.returnPressed.connect(lambda: self.table.setFocus(Qt.FocusReason.TabFocusReason))
        self.only_short.toggled.connect(self._filter)
        self.note.link_clicked.connect(self.show_everything)
        self.empty.button_clicked.connect(lambda: registry.action("cooling.propose").trigger())
        self.empty.link_clicked.connect(lambda: registry.action("cooling.add").trigger())
        self.model.modelReset.connect(self.tell_count)
        self.table.chosen.connect(self._choose)
        self.table.entered.connect(self.show_object)
        self.table.customContextMenuRequested.connect(self._context_menu)

    def objects_in_hand(self) -> list[ObjectRef]:
        """Objects of the selected rows, if they still exist: the rows follow an edit with a short delay."""
        if self._stack.currentWidget() is not self.table or not self._session.is_open:
            return []
        snapshot = self._session.snapshot
        return [ref for ref in self.table.objects() if snapshot[ref.table].has(ref.id)]

    def show_object(self) -> None:
        """Go to the rack or device of the current row; for a unit, to its device or rack."""
        for ref in self.objects_in_hand()[:1]:
            standing_ref = self._standing(ref)
            if standing_ref is not None:
                self.object_wanted.emit(standing_ref)

    def standing_in_hand(self) -> ObjectRef | None:
        """Objects of the selected rows that have a location."""
        return next((standing_ref for ref in self.objects_in_hand() if (standing_ref := self._standing(ref)) is not None), None)

    def go_to(self, ref: ObjectRef) -> bool:
        """Make a cooling part the current row, regardless of filters; if it does not exist yet, as soon as it does."""
        key = (ref.table, ref.id, ABSENT)
        if self.model.tree is not None and self.model.tree.place(key) is not None:
            self.show_everything()
            return self.table.go_to(key)
        self._wanted = ref
        return False

    def series_of(self, key: Key) -> list[Key]:
        """Every part of the cooling of the same kind as one, in the order of the table."""
        nodes = self._session.snapshot["cooling_node"]
        kind = int(nodes.row(key[1])["kind"])
        return [(key[0], row_id, ABSENT) for row_id in nodes.where("kind", kind).tolist()]

    def show_everything(self) -> None:
        """Take every filter away."""
        self.search.clear()
        self.only_short.setChecked(False)

    def at_rest(self) -> QWidget:
        """Default focus widget."""
        shown = self._stack.currentWidget()
        return self.table if shown is self.table else self.empty.button if shown is self.empty else self.search

    def tell_count(self) -> None:
        """Show the total heat, and the number of lines with a shortage."""
        tree = self.model.tree
        if tree is None or not tree.plan.network.nodes:
            self.counted.emit("")
            return
        heat = tree.plan.heat
        text = tr("{heat} to air, {liquid} to liquid").format(
            heat=format_quantity(rounded_load(float(heat.air_w.sum())), "W"),
            liquid=format_quantity(rounded_load(float(heat.liquid_w.sum())), "W"),
        )
        short = int(tree.short.sum())
        parts = [text, *([tr("{count} short of capacity").format(count=format_number(short))] if short else [])]
        missing = int(heat.missing.sum())
        parts += [tr("power of %n device(s) not known", "", missing)] if missing else []
        self.counted.emit(" · ".join(parts))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.start()

    def _make_bar(self) -> QWidget:
        bar = QWidget()
        line = QHBoxLayout(bar)
        line.setContentsMargins(8, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.search, 1)
        line.addWidget(self.only_short)
        line.addStretch(1)
        tools = PlaceToolBar(tr("Cooling"), edged=False)
        for key in _IN_BAR:
            tools.add_tool(self._registry.action(key), word=True)
        line.addWidget(tools)
        return bar

    def _standing(self, ref: ObjectRef) -> ObjectRef | None:
        if ref.table in ("rack", "device"):
            return ref
        if ref.table != "cooling_node":
            return None
        row = self._session.snapshot["cooling_node"].row(ref.id)
        for column, table in (("device_id", "device"), ("rack_id", "rack")):
            if row[column] is not None:
                return ObjectRef(table, int(row[column]))
        return None

    def _choose(self) -> None:
        refs = self.objects_in_hand()
        if refs and not self._follows:
            # The inspector speaks of one kind of thing at a time.
            self._session.select([ref for ref in refs if ref.table == refs[0].table])
        self.chosen.emit()

    def _filter(self, *_: object) -> None:
        self.model.filter_by(self.search.text(), only_short=self.only_short.isChecked())
        self._show_what_fits()

    def _show_what_fits(self) -> None:
        tree = self.model.tree
        if tree is None:
            return
        bare = not tree.plan.network.nodes
        self._bar.setVisible(not bare)
        if bare:
            self.empty.button.setVisible(self._session.writable)
            self.empty.link.setVisible(self._session.writable)
            self._stack.setCurrentWidget(self.empty)
        elif self.model.rowCount():
            self._stack.setCurrentWidget(self.table)
        else:
            calm = self.only_short.isChecked() and not tree.short.any()
            sentence = tr("No shortfalls") if calm else tr("Nothing matches this search and these filters")
            self.note.say("ok" if calm else None, sentence, "", tr("Show all"))
            self._stack.setCurrentWidget(self.note)
        self.tell_count()

    def _context_menu(self, where: QPoint) -> None:
        self._registry.context_menu(self, _IN_MENU).popup(self.table.viewport().mapToGlobal(where))

    def _refresh_later(self) -> None:
        self._later.start()

    def _refresh_if_seen(self) -> None:
        if not self._session.is_open:
            self.model.show(None, {})
            return
        snapshot, shown = self._session.snapshot, self.model.tree
        if not self.isVisible():
            return
        if shown is not None and shown.snapshot is snapshot:
            self._show(shown)
        elif self._under_way is not snapshot:
            self._under_way = snapshot
            self._session.jobs.read(lambda _: snapshot.cached(cooling_tree), lambda tree: self._take(snapshot, tree))

    def _take(self, snapshot: Snapshot, tree: CoolingTree) -> None:
        if not isValid(self):
            return
        self._under_way = None
        if not self._session.is_open or self._session.snapshot is not snapshot:
            self._later.start()
        else:
            self._show(tree)

    def _show(self, tree: CoolingTree) -> None:
        findings = self._session.findings
        marks = {} if findings is None else {table: findings.marks(table) for table in ("cooling_node", "rack", "device")}
        self._follows = True
        self.model.show(tree, marks)
        self._follows = False
        self._show_what_fits()
        target, self._wanted = self._wanted, None
        if target is not None:
            self.go_to(target)
            self._wanted = None
        self.chosen.emit()
