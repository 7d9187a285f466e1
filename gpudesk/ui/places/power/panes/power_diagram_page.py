"""The one-line diagram page: search above, the drawing, the failure text, and the next action if nothing is wired."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.checks.findings.finding import Severity
from gpudesk.derived.power.branches import Key, places_named
from gpudesk.derived.power.power_chain import Chain
from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.derived.power_diagram.power_diagram import Diagram
from gpudesk.derived.power_diagram.power_layout import power_diagram
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.failures.failure_simulation import Drilling
from gpudesk.ui.panels.failures.failure_strip import DrillStrip
from gpudesk.ui.places.power.canvas.power_view import PowerView
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("PowerDiagramPage")

_MOST_STEPS = 2_000


class PowerDiagramPage(QWidget):
    """The power chain as a drawing. The selection is shared with all other views.

    Signals:
        wire_wanted(): the devices in the racks are to be wired.
        counted(str): numbers of the parts drawn.
        chosen(): the selection changed; actions may be enabled or disabled.
        entered(ObjectRef): this device or rack is to be shown in its location.
        menu_wanted(QPoint): the menu of the selection is requested, at a global position.
    """

    wire_wanted = Signal()
    counted = Signal(str)
    chosen = Signal()
    entered = Signal(object)
    menu_wanted = Signal(QPoint)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._drilling = Drilling.of(session)
        self._under_way: Snapshot | None = None
        self._diagram: Diagram | None = None
        self._findings: Mapping[str, Mapping[int, Severity]] = {}
        self._found: tuple[str, list[int], int] = ("", [], -1)
        self._wanted: Key | None = None
        self.view = PowerView()
        self.search = SearchField(tr("Search the one-line diagram"), tr("Search by name, Enter for next"))
        self.search.setMaximumWidth(280)
        self.hits = Label("", self, step="caption", ink="text.tertiary", tabular=True)
        self.strip = DrillStrip(session, tr("Show on the floor"))
        self.note = QuietNote()
        self.empty = EmptyPlace("power", "", tr("Wire power"))
        self._stack = QStackedWidget()
        for page in (self.view, self.note, self.empty):
            self._stack.addWidget(page)
        self._bar = self._tools()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self.strip)
        column.addWidget(self._stack, 1)
        self.search.returnPressed.connect(self.find_next)
        self.search.textChanged.connect(lambda _: self._forget_hits())
        self.search.left_down.connect(self.view.setFocus)
        self.view.chosen.connect(self._choose)
        self.view.open_requested.connect(lambda _key: self.enter())
        self.view.menu_requested.connect(lambda _key, where: self.menu_wanted.emit(where))
        self.view.leave = self.strip.end
        self.view.side_step = self._drilling.step
        self.empty.button_clicked.connect(self.wire_wanted)
        self._drilling.changed.connect(self._show_drill)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_if_seen)
        for signal in (session.opened, session.closed, session.changed, session.refreshed):
            signal.connect(self._refresh_later)
        session.closed.connect(self._show_nothing)
        session.selection_changed.connect(self._follow_selection)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.start()

    def _tools(self) -> QWidget:
        bar = QWidget()
        line = QHBoxLayout(bar)
        line.setContentsMargins(8, 6, 8, 6)
        line.setSpacing(8)
        line.addWidget(self.search, 1)
        line.addWidget(self.hits)
        line.addStretch(1)
        for icon, name, does in (
            ("zoom-out", tr("Zoom out"), lambda: self.view.zoom_by(0.8)),
            ("zoom-in", tr("Zoom in"), lambda: self.view.zoom_by(1.25)),
            ("zoom-fit", tr("Show all"), self.view.fit),
        ):
            button = IconButton(icon, name, bar)
            button.clicked.connect(lambda _checked=False, does=does: does())
            line.addWidget(button)
        return bar

    # what is shown

    @property
    def diagram(self) -> Diagram | None:
        """The diagram shown."""
        return self._diagram

    def _show_nothing(self) -> None:
        self.view.show_diagram(None, None, {})

    def _refresh_later(self) -> None:
        self._later.start()

    def _refresh_if_seen(self) -> None:
        if not self.isVisible() or not self._session.is_open:
            return
        snapshot = self._session.snapshot
        if self._diagram is not None and self._diagram.chain.snapshot is snapshot:
            self._show(self._diagram)
        elif self._under_way is not snapshot:
            self._under_way = snapshot
            self._session.jobs.read(lambda _: _diagram_of(snapshot), lambda diagram: self._take(snapshot, diagram))

    def _take(self, snapshot: Snapshot, diagram: Diagram | None) -> None:
        if not isValid(self):
            return
        self._under_way = None
        if not self._session.is_open or self._session.snapshot is not snapshot:
            self._later.start()
        elif diagram is None:
            detail = tr("Load cannot be calculated. Connect one of the nodes to a different feed.")
            self.show_trouble(tr("The power chain has a loop"), detail)
        else:
            self._show(diagram)

    def _show(self, diagram: Diagram) -> None:
        """Draw a network; if nothing is wired, show the next action."""
        findings = self._session.findings
        self._findings = {} if findings is None else {table: findings.marks(table) for table in ("power_node", "device")}
        if diagram is not self._diagram:
            self._forget_hits()
        self._diagram = diagram
        chain = diagram.chain
        bare = not chain.plan.rows and not chain.plan.network.cords
        self._bar.setVisible(not bare)
        if bare:
            wirable = tr("Sources, panels, feeds and rack PDUs are drawn here as a one-line diagram. Nothing is wired yet.")
            locked = tr("The one-line diagram is drawn here. Nothing is wired, and the project is read-only.")
            self.empty.set_sentence(wirable if self._session.writable else locked)
            self.empty.button.setVisible(self._session.writable)
            self._stack.setCurrentWidget(self.empty)
            self.view.show_diagram(None, None, {})
        else:
            self._stack.setCurrentWidget(self.view)
            self._show_drill()
            self._follow_selection()
            self._bring_wanted()
        self.tell_count()

    def show_trouble(self, sentence: str, detail: str = "") -> None:
        """Show why there is no drawing."""
        self._diagram = None
        self.view.show_diagram(None, None, {})
        self._bar.hide()
        self.note.say(None, sentence, detail)
        self._stack.setCurrentWidget(self.note)
        self.counted.emit("")

    def at_rest(self) -> QWidget:
        """Default focus widget."""
        shown = self._stack.currentWidget()
        return self.view if shown is self.view else self.empty.button if shown is self.empty else self.search

    def tell_count(self) -> None:
        """Show the number of parts drawn, and of overloaded ones."""
        diagram = self._diagram
        if diagram is None or self._stack.currentWidget() is not self.view:
            self.counted.emit("")
            return
        units, chain = diagram.units, diagram.chain
        racks = int((units.rack >= 0).sum())
        words = [tr("racks: {racks} · nodes: {nodes}").format(racks=format_number(racks), nodes=format_number(len(chain)))]
        over = int(chain.over.sum())
        words += [tr("{count} overloaded").format(count=format_number(over))] if over else []
        self.counted.emit(" · ".join(words))

    def look_like(self, other: "PowerDiagramPage") -> None:
        """Look for what another page looks for, at the same part."""
        self.search.setText(other.search.text())
        self.view.show_as(other.view)

    def _show_drill(self) -> None:
        diagram, after = self._diagram, self._drilling.after
        if diagram is None or self._stack.currentWidget() is not self.view:
            return
        if after is not None and after.chain.snapshot is not diagram.chain.snapshot:
            after = None
        self.view.show_diagram(diagram, after, self._findings)

    # selecting

    def object_in_hand(self) -> ObjectRef | None:
        """The device or rack of the current part, or at the end of a feed; None if it has no location."""
        key, diagram = self.view.current, self._diagram
        if key is None or diagram is None or not self.view.drawn(key):
            return None
        if key[0] in {"rack", "device"}:
            return ObjectRef(key[0], key[1])
        place = diagram.chain.place(key)
        rack = -1 if place is None else int(diagram.chain.rack[place])
        return None if rack < 0 else ObjectRef("rack", rack)

    def show_part(self, key: Key | None) -> None:
        """Bring a part into view as soon as it is drawn."""
        self._wanted = key
        self._bring_wanted()

    def _bring_wanted(self) -> None:
        target_key, diagram = self._wanted, self._diagram
        if target_key is not None and diagram is not None and diagram.chain.snapshot is self._session.snapshot:
            self._wanted = None
            self.view.go_to_part(target_key)

    def enter(self) -> None:
        """Request the location of the current part."""
        ref = self.object_in_hand()
        if ref is not None:
            self.entered.emit(ref)

    def _choose(self, keys: list[Key]) -> None:
        refs = list(dict.fromkeys(ObjectRef(table, row_id) for table, row_id, _ in keys))
        self._session.select(refs)
        self.chosen.emit()

    def _follow_selection(self) -> None:
        """Show the selection of other views, if drawn."""
        if self._diagram is None or self._stack.currentWidget() is not self.view:
            return
        selected_objects = [(ref.table, ref.id) for ref in self._session.selection]
        if selected_objects == list(dict.fromkeys((key[0], key[1]) for key in self.view.selection)):
            return
        keys = [(table, row_id, -1) for table, row_id in selected_objects if table in {"rack", "device", "power_node"}]
        self.view.select(tuple(key for key in keys if self.view.drawn(key)), tell=False)
        self.chosen.emit()

    # searching

    def find_next(self) -> None:
        """Go to the next part that is called so."""
        chain = None if self._diagram is None else self._diagram.chain
        text = self.search.text().strip()
        if chain is None or not text:
            return
        words, places, at = self._found
        if words != text:
            places, at = self._search(chain, text), -1
        if not places:
            self.hits.setText(tr("not found"))
            self._found = (text, places, -1)
            return
        at = (at + 1) % len(places)
        self._found = (text, places, at)
        self.hits.setText(tr("{number} of {all}").format(number=format_number(at + 1), all=format_number(len(places))))
        self.view.go_to_part(self._key_found(chain, places[at]))

    def _search(self, chain: Chain, text: str) -> list[int]:
        """Search racks (as numbers below 0) and nodes; banks only if nothing else matches."""
        racks = chain.snapshot["rack"]
        named = [-1 - place for place in places_named(racks["name"].tolist(), text).nonzero()[0].tolist()]
        drawn = [place for place in named if self.view.drawn(("rack", int(racks.ids[-1 - place]), -1))]
        hits = places_named(chain.names, text)
        banks = chain.kind == NODE_KINDS.index("bank")
        matches = drawn + (hits & ~banks).nonzero()[0].tolist()
        return matches or hits.nonzero()[0].tolist()

    @staticmethod
    def _key_found(chain: Chain, place: int) -> Key:
        return chain.key(place) if place >= 0 else ("rack", int(chain.snapshot["rack"].ids[-1 - place]), -1)

    def _forget_hits(self) -> None:
        self._found = ("", [], -1)
        self.hits.setText("")

    # failing

    def parts_in_hand(self) -> list[Key]:
        """The selected parts that can fail: those of the network."""
        return [key for key in self.view.selection if self.view.scene.node(key) is not None]

    def series_of(self, key: Key) -> list[Key]:
        """Every part of the same kind as one, in the order of the chain."""
        chain = None if self._diagram is None else self._diagram.chain
        place = None if chain is None else chain.place(key)
        if chain is None or place is None:
            return []
        places = (chain.kind == chain.kind[place]).nonzero()[0]
        if len(places) > _MOST_STEPS:
            near = int(places.searchsorted(place))
            places = places[max(near - _MOST_STEPS // 2, 0) :][:_MOST_STEPS]
        return [chain.key(node_place) for node_place in places.tolist()]


def _diagram_of(snapshot: Snapshot) -> Diagram | None:
    """The diagram with its paint data, created on a reader thread; None if the feeds form a cycle."""
    try:
        diagram = snapshot.cached(power_diagram)
    except ValueError:
        return None
    _ = diagram.chain.names, diagram.rail_lines, diagram.cords_of_unit, diagram.cord_rank, diagram.nodes_of_unit, diagram.loads_of_unit
    _ = diagram.side, diagram.share_of_nodes, diagram.changes_voltage, diagram.unit_names, diagram.row_names
    _ = diagram.wires_of_unit, diagram.wires_above, diagram.reach_rects
    return diagram
