"""The place of networks: the connections, the ports of each device, and all cables."""

import numpy as np
from PySide6.QtCore import QByteArray, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QSplitter, QStackedWidget, QWidget
from shiboken6 import isValid

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram, fabric_diagrams
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.action_table.contexts import FABRIC, FABRIC_PLACE
from gpudesk.ui.panels.inspector.inspector_dock import InspectorDock
from gpudesk.ui.panels.problems.problem_rows import fabric_objects
from gpudesk.ui.panels.problems.problems_dock import ProblemsDock
from gpudesk.ui.panels.words.network_labels import network_name
from gpudesk.ui.places.fabric.canvas.fabric_labels import unit_name
from gpudesk.ui.places.fabric.canvas.fabric_view import FabricView
from gpudesk.ui.places.fabric.docks.cables_dock import CablesDock
from gpudesk.ui.places.fabric.models.network_marks import network_marks
from gpudesk.ui.places.fabric.panes.fabric_judgement_table import FabricJudgementTable
from gpudesk.ui.places.fabric.panes.fabric_matrix import FabricMatrix
from gpudesk.ui.places.fabric.panes.ports_strip import PortsStrip
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.docked_place import WIDE, DockedPlace
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

IN_DRAWING = (
    "fabric.open-unit",
    "fabric.show-all",
    "fabric.show-rack",
    "edit.rename",
    "|",
    "fabric.cable",
    "cables.panels",
    "fabric.networks",
    "fabric.plan",
    "|",
    "fabric.matrix",
    "fabric.judgement",
    "fabric.save-picture",
)


tr = text_context("FabricPlace")


class FabricPlace(DockedPlace):
    """The drawing of one network above, the ports of the selection below it, the cables at the bottom.

    Signals:
        chosen(): the selection changed; actions may be enabled or not.
        object_wanted(ObjectRef): the user wants to see this device or rack in its location.
        network_chosen(): another network is shown.
    """

    chosen = Signal()
    object_wanted = Signal(object)
    network_chosen = Signal()

    def __init__(self, session: Session, registry: ActionRegistry) -> None:
        super().__init__()
        self.setObjectName("fabric-place")
        self._session = session
        self._registry = registry
        self._network: int | None = None
        self._under_way: tuple[Snapshot, int] | None = None
        self._diagram: FabricDiagram | None = None
        self.kinds = SegmentedControl(
            tr("Network shown"),
            [
                Segment("compute", tr("Compute")),
                Segment("storage", tr("Storage")),
                Segment("in_band", tr("In-band")),
                Segment("out_of_band", tr("Out-of-band")),
            ],
        )
        self.networks = QComboBox()
        self.units = QComboBox()
        self.units.setMinimumContentsLength(9)
        self.views = SegmentedControl(
            tr("View of the network"),
            [
                Segment("topology", tr("Topology")),
                Segment("matrix", tr("Matrix")),
                Segment("judgement", tr("Evaluation")),
            ],
        )
        self.lights = QComboBox()
        for key, text in (("path", tr("Path of the selection")), ("reach", tr("All reachable")), ("none", tr("Nothing"))):
            self.lights.addItem(text, key)
        self.empty = EmptyPlace("fabric", "", tr("Go to the racks"), tr("Networks…"))
        self._next = "go.rack"
        self.empty.button_clicked.connect(lambda: registry.action(self._next).trigger())
        self.empty.link_clicked.connect(lambda: registry.action("fabric.networks").trigger())
        self.view = FabricView()
        self.matrix = FabricMatrix()
        self.judgement = FabricJudgementTable(session)
        self.judgement.part_chosen.connect(lambda ref: session.select([ref]))
        self.drawings = QStackedWidget()
        for page in (self.empty, self.view, self.matrix, self.judgement):
            self.drawings.addWidget(page)
            registry.attach(page, FABRIC)
        registry.attach(self, FABRIC_PLACE)
        self.ports = PortsStrip(session, registry)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.drawings)
        self.split.addWidget(self.ports)
        self.split.setStretchFactor(0, 1)
        self._split_wanted = self._split_opened = ""
        self.ports.opened.connect(self._share_out)
        self.setCentralWidget(self.split)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self._tool_bar())
        self.inspector = InspectorDock(session, registry)
        self.inspector.setMinimumWidth(264)
        self.cables = CablesDock(session, registry)
        self.problems = ProblemsDock(session, registry, shown=fabric_objects)
        registry.attach(self.problems, "problems")
        right, below = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
        self.setCorner(Qt.Corner.BottomRightCorner, right)
        self.docks = {
            "inspector": self.make_dock("inspector", self.inspector, self.inspector.header, right),
            "cables": self.make_dock("cables", self.cables, self.cables.header, below),
            "problems": self.make_dock("fabric-problems", self.problems, self.problems.header, below),
        }
        # Until it is asked for, the table has the room.
        self.tabifyDockWidget(self.docks["cables"], self.docks["problems"])
        self.docks["problems"].hide()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_if_seen)
        for signal in (session.opened, session.closed, session.changed, session.refreshed):
            signal.connect(self._refresh_later)
        session.selection_changed.connect(self._follow_selection)
        self.inspector.go_requested.connect(self.go_to)
        self.problems.go_requested.connect(self._go_to_problem)
        self.inspector.pin_requested.connect(self.pin_why)
        for part in (self.ports, self.cables):
            part.chosen.connect(self.chosen)
            part.object_wanted.connect(self.go_to)
        self.ports.device_at = self._device_at
        self.view.chosen.connect(self._choose)
        self.view.open_requested.connect(lambda device: self.object_wanted.emit(ObjectRef("device", device)))
        self.view.camera_changed.connect(self._show_unit)
        self.units.activated.connect(lambda place: self.view.show_unit(place - 1 if place else None))
        self.lights.activated.connect(lambda _: self.view.set_lights(self.lights.currentData()))
        self.view.menu_requested.connect(lambda where: registry.context_menu(self, IN_DRAWING).popup(where))
        self.views.chosen.connect(self.set_view)
        self.matrix.device_chosen.connect(lambda ids: self._choose(ids, []))
        self.kinds.chosen.connect(lambda _: self._kind_chosen())
        self.networks.activated.connect(lambda _: self._network_picked())

    # what is shown

    @property
    def network_id(self) -> int | None:
        """The network that is shown, None where the project has none of the chosen kind."""
        return self._network

    def show_network(self, network_id: int) -> None:
        """Show another network."""
        rows = self._session.snapshot["network"]
        if rows.has(network_id):
            kind = NetworkKind(int(rows.row(network_id)["kind"]))
            if kind.ports in {"compute", "storage", "in_band", "out_of_band"}:
                self.kinds.set_current(kind.ports)
            self._set_network(network_id)

    def go_to(self, ref: ObjectRef) -> None:
        """Show a network, or select a cable or device here."""
        if ref.table == "network":
            self.show_network(ref.id)
        elif ref.table == "device" and self.view.spot(ref.id) is not None:
            self._session.select([ref])
            self.view.go_to_device(ref.id)
        elif ref.table == "cable":
            self._show_network_of(ref.id)
            self.cables.show_cable(ref.id)
        elif ref.table == "device":
            self._session.select([ref])
        else:
            self.object_wanted.emit(ref)

    def _show_network_of(self, cable_id: int) -> None:
        """Show the network of a cable, if it has one."""
        cables = self._session.snapshot["cable"]
        network = int(cables["network_id"][cables.position(cable_id)]) if cables.has(cable_id) else ABSENT
        if network not in (ABSENT, self._network):
            self.show_network(network)

    def _go_to_problem(self, refs: list[ObjectRef]) -> None:
        """Show the objects of a problem: several cables or devices as one selection."""
        if not refs:
            return
        self.go_to(refs[0])
        if refs[0].table != "network":
            self._session.select(refs)

    def _device_at(self, at: QPoint) -> int | None:
        """The one device drawn at a point of the screen."""
        point = self.view.mapFromGlobal(at)
        if not self.view.isVisible() or not self.view.rect().contains(point):
            return None
        drawn = self.view.drawn_at(point)
        devices = [] if drawn is None else self.view.scene.devices_of(*drawn).tolist()
        return int(devices[0]) if len(devices) == 1 else None

    def met(self) -> set[str]:
        """The conditions of actions that hold here."""
        return {"fabric"} | self.ports.met() | self.cables.met()

    def look_like(self, other: "FabricPlace") -> None:
        """Show what another one shows."""
        if other.network_id is not None:
            self.show_network(other.network_id)

    def parts(self) -> list[QWidget]:
        """The parts that F6 cycles through."""
        shown = self.drawings.currentWidget()
        first: QWidget = self.kinds if shown is None or (shown is self.empty and self.empty.button.isHidden()) else shown
        if first is self.empty:
            first = self.empty.button
        parts = (*((self.ports,) if self.ports.is_open else ()), self.cables, self.problems, self.inspector)
        return [first, *(part for part in parts if part.isVisible())]

    def split_state(self) -> str:
        """How high drawing and ports are, to be kept."""
        stored_state = self._split_wanted or ("" if self.ports.is_open else self._split_opened)
        return stored_state or bytes(self.split.saveState().toHex().data()).decode()

    def set_split_state(self, state: str) -> None:
        """Make drawing and ports as high as they were kept, as soon as this place is seen."""
        self._split_wanted = state

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.start()
        if self.docks_are_new():
            wide = self.width() >= WIDE
            self.resizeDocks([self.docks["inspector"]], [320 if wide else 288], Qt.Orientation.Horizontal)
            self.resizeDocks([self.docks["cables"]], [228 if wide else 192], Qt.Orientation.Vertical)
            if not self._split_wanted:
                ports = 200 if wide else 164
                self.split.setSizes([max(self.height() - ports - 240, 200), ports])
        if self._split_wanted:
            self.split.restoreState(QByteArray.fromHex(self._split_wanted.encode()))
            self._split_wanted = ""
        if not self.ports.is_open:
            self._share_out(False)

    def _share_out(self, opened: bool) -> None:
        """Give the strip of ports the height that it had, while it is folded that of its head."""
        if not opened:
            if self.split.sizes()[1] <= self.ports.maximumHeight():
                return
            self._split_opened = bytes(self.split.saveState().toHex().data()).decode()
            self.split.setSizes([self.split.height(), self.ports.maximumHeight()])
        elif self._split_opened:
            self.split.restoreState(QByteArray.fromHex(self._split_opened.encode()))

    def _tool_bar(self) -> PlaceToolBar:
        bar = PlaceToolBar(tr("Tools"))
        for key in ("edit.undo", "edit.redo"):
            bar.add_tool(self._registry.action(key))
        bar.addSeparator()
        bar.add_tool(self._registry.action("fabric.cable"), word=True)
        bar.add_labelled(tr("Fabric"), self.kinds)
        self._networks_shown = bar.addWidget(self.networks)
        bar.add_labelled(tr("Unit"), self.units)
        bar.add_labelled(tr("View"), self.views)
        bar.add_labelled(tr("Highlight"), self.lights)
        bar.add_stretch()
        for key in ("fabric.networks", "fabric.show-all", "fabric.save-picture"):
            bar.add_tool(self._registry.action(key))
        return bar

    def _kind_chosen(self) -> None:
        self._set_network(None)
        self._later.start()

    def _network_picked(self) -> None:
        chosen = self.networks.currentData()
        if chosen is not None:
            self._set_network(int(chosen))

    def _set_network(self, network_id: int | None) -> None:
        if network_id == self._network:
            return
        self._network = network_id
        self.cables.set_network(network_id)
        self._later.start()
        self.network_chosen.emit()
        self.chosen.emit()

    def _refresh_later(self) -> None:
        self._later.start()

    def _refresh_if_seen(self) -> None:
        if not self.isVisible() or not self._session.is_open:
            return
        rows = self._session.snapshot["network"]
        kind = NetworkKind[self.kinds.current().upper()]
        network_ids = rows.ids[np.flatnonzero(rows["kind"] == int(kind))].tolist()
        names = [network_name(rows["name"][rows.position(network)]) for network in network_ids]
        self.networks.clear()
        for network, name in zip(network_ids, names, strict=True):
            self.networks.addItem(name, network)
        self._networks_shown.setVisible(len(network_ids) > 1)
        if self._network not in network_ids:
            self._set_network(network_ids[0] if network_ids else None)
        if self._network is not None:
            self.networks.setCurrentIndex(network_ids.index(self._network))
        self._show()

    def _show(self) -> None:
        snapshot, network = self._session.snapshot, self._network
        if network is None:
            self._show_empty()
            return
        known = snapshot.known(fabric_diagrams)
        diagram = None if known is None else known.known().get(network)
        if diagram is not None:
            self._draw(diagram)
        elif self._under_way != (snapshot, network):
            self._under_way = (snapshot, network)
            self._session.jobs.read(lambda _: _diagram_of(snapshot, network), lambda new_diagram: self._take(snapshot, new_diagram))

    def _take(self, snapshot: Snapshot, diagram: FabricDiagram) -> None:
        if not isValid(self):
            return
        self._under_way = None
        if not self._session.is_open or self._session.snapshot is not snapshot or self._network != diagram.network_id:
            self._later.start()
        else:
            self._draw(diagram)

    def _draw(self, diagram: FabricDiagram) -> None:
        """Draw a network; if it has no devices, show what to do."""
        if not any(len(tier) for tier in diagram.tiers[1:]):
            self._show_empty()
            return
        findings = self._session.findings
        marks = {} if findings is None else network_marks(findings, diagram.snapshot, diagram.network_id)
        self.view.head.note = "" if diagram.trouble is None else tr_message(diagram.trouble)
        if self.units.count() != diagram.units + 1 or self.view.scene.diagram is not diagram:
            self.units.clear()
            self.units.addItem(tr("All"))
            self.units.addItems([unit_name(diagram, unit) for unit in range(diagram.units)])
        self.view.show_diagram(diagram, marks)
        self._diagram = diagram
        self._show_view()
        self._show_unit()
        self._follow_selection()

    def set_view(self, key: str) -> None:
        """Show the drawing, the matrix or the judgment of the network."""
        within = self.drawings.hasFocus() or any(page.hasFocus() for page in (self.view, self.matrix, self.judgement))
        self.views.set_current(key)
        self._registry.set_checked(f"fabric.{key}")
        if self._diagram is not None:
            self._show_view()
        if within:
            self.parts()[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def open_unit(self) -> None:
        """Bring the unit of the last selected device into view."""
        spot = self.view.spot(self.view.devices[-1]) if self.view.devices else None
        if spot is not None and spot[0] <= 1 and self._diagram is not None:
            self.set_view("topology")
            self.view.show_unit(int(self._diagram.tiers[spot[0]].group[spot[1]]))

    def _show_view(self) -> None:
        """Fill the view that is chosen: the others are not seen."""
        key, diagram = self.views.current(), self._diagram
        pages: dict[str, QWidget] = {"matrix": self.matrix, "judgement": self.judgement}
        if diagram is not None and key == "matrix":
            self.matrix.show_diagram(diagram)
        elif diagram is not None and key == "judgement":
            self.judgement.show_diagram(diagram)
        self.drawings.setCurrentWidget(pages.get(key, self.view))

    def _show_unit(self) -> None:
        unit = self.view.unit_in_view()
        self.units.setCurrentIndex(0 if unit is None else unit + 1)

    def _show_empty(self) -> None:
        self._diagram = None
        self.view.show_diagram(None, {})
        self.matrix.show_diagram(None)
        sentence, verb, self._next = self._missing()
        self.empty.set_sentence(sentence)
        self.empty.button.setText(verb)
        self.empty.button.setAccessibleName(verb)
        self.empty.button.setVisible(self._session.writable or self._next == "go.rack")
        self.drawings.setCurrentWidget(self.empty)
        self._follow_selection()

    def _choose(self, devices: list[int], cables: list[int]) -> None:
        """Select everywhere the objects chosen in the drawing."""
        self._session.select([*(ObjectRef("device", key) for key in devices), *(ObjectRef("cable", key) for key in cables)])
        self.chosen.emit()

    def _missing(self) -> tuple[str, str, str]:
        """What is missing for a drawing, and the next action, by its label and its key."""
        snapshot = self._session.snapshot
        if not snapshot["device"].rows:
            sentence = tr("Networks are drawn here. There are no devices yet: place systems and switches in the racks first.")
            return sentence, tr("Go to the racks"), "go.rack"
        kinds = np.unique(snapshot["device"]["type_id"]).tolist()
        if not snapshot["network"].rows and all(snapshot.types[kind].family is not Family.SWITCH for kind in kinds):
            sentence = tr("Networks are drawn here. The project has no switch yet: place one in a rack first.")
            return sentence, tr("Go to the racks"), "go.rack"
        if not snapshot["network"].rows:
            sentence = tr("Networks are drawn here: nodes, leaf and spine switches, and every cable. None is planned yet.")
            return sentence, tr("Plan the networks"), "fabric.plan"
        if self._network is None:
            return tr("No network of this kind is planned."), tr("Networks…"), "fabric.networks"
        return tr("This network has no devices yet."), tr("Go to the racks"), "go.rack"

    def _follow_selection(self) -> None:
        if not self.isVisible() or not self._session.is_open:
            return
        devices, cables = self._session.selected("device"), self._session.selected("cable")
        elsewhere = (tuple(devices), tuple(cables)) != (self.view.devices, self.view.cables)
        self.view.select(devices, cables, tell=False)
        if elsewhere:
            self.view.bring_into_view()
        if devices:
            self.ports.set_device(devices[-1])
        elif len(cables) == 1:
            row = self._session.snapshot["cable"].row(cables[0])
            ends = [int(row[f"{side}_device_id"]) for side in "ba"]
            if not {self.ports.device_id, self.ports.pinned_id}.intersection(ends):
                self.ports.set_device(ends[0])
        self.chosen.emit()


def _diagram_of(snapshot: Snapshot, network_id: int) -> FabricDiagram:
    """The drawing with all that it paints, made on a reading thread."""
    diagram = snapshot.cached(fabric_diagrams).of(network_id)
    diagram.make_ready()
    return diagram
