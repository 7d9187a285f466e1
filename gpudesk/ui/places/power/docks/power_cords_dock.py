"""The cord dock: every port of a device with its connection, or the cords of a node."""

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QStackedLayout, QWidget

from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.branches import Key
from gpudesk.ui.action_table.contexts import POWER_CORDS
from gpudesk.ui.places.power.models.power_cord_lines import CordEnd, cords_of_device, cords_of_node, heads
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.plain_table import PlainTableModel
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader

tr = text_context("PowerCordsDock")

_WIDTHS = (96, 96, 60, 60, 190, 200, 84, 72)
_CORD = 5


class PowerCordsDock(QWidget):
    """Cord connections. `header` is the title bar.

    Signals:
        chosen(): another port is current.
        node_wanted(ObjectRef): a node is to be shown in the chain.
    """

    chosen = Signal()
    node_wanted = Signal(object)

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._registry = registry
        self._about: Key | None = None
        self.setObjectName("power-cords")
        self.setAccessibleName(tr("Cords"))
        self.header = DockHeader(tr("Cords"))
        for action_id, icon in (("power.plug", "link"), ("power.pull-out", "cut")):
            button = self.header.add_button(icon, registry.action(action_id).text())
            button.setDefaultAction(registry.action(action_id))
        self.model = PlainTableModel(heads(), self)
        self.table = DeskTable(tr("Cords"))
        self.table.setModel(self.model)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        # The name of the cord has what the others leave, so that the button is never cut off.
        self.table.horizontalHeader().setStretchLastSection(False)
        self.table.horizontalHeader().setSectionResizeMode(_CORD, QHeaderView.ResizeMode.Stretch)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.note = QuietNote()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.note)
        self.setFocusProxy(self.table)
        registry.attach(self.table, POWER_CORDS)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.table.cell_pressed.connect(self._show_other)
        self.table.customContextMenuRequested.connect(self._menu)
        self.model.modelReset.connect(self.chosen)
        self.show_cords(None)

    def show_cords(self, key: Key | None) -> None:
        """Show the cords of a node, a device or one of its banks; None for nothing."""
        if key != self._about:
            self._about = key
            self.model.set_lines(())
        self.refresh()

    def refresh(self) -> None:
        """Show the cords as they are now."""
        key = self._about
        snapshot = self._session.snapshot if self._session.is_open else None
        if key is None or snapshot is None or not snapshot[key[0]].has(key[1]):
            self.model.set_lines(())
            self.header.set_title(tr("Cords"), "")
            self.note.say(None, tr("Select a PDU, bank or feed in the chain"), tr("Its connected cords are listed here."))
            self._stack.setCurrentWidget(self.note)
            return
        table, row_id, bank = key
        name = str(snapshot[table].row(row_id)["name"])
        if table == "device":
            lines = cords_of_device(snapshot, row_id, bank)
            used = sum(line.key.cord_id is not None for line in lines)
            caption = tr("{name}: {used} of {all} in use").format(name=name, used=format_number(used), all=format_number(len(lines)))
            if bank != ABSENT:
                kind = snapshot.types[int(snapshot["device"].row(row_id)["type_id"])]
                caption = f"{sockets(kind).banks[bank]} · {caption}"
        else:
            lines, caption = cords_of_node(snapshot, row_id), name
        row = self.table.currentIndex().row()
        self.model.set_lines(lines)
        if 0 <= row < len(lines) and not self.table.selectionModel().hasSelection():
            self.table.selectRow(row)
        self.header.set_title(tr("Cords"), caption)
        if lines:
            self._stack.setCurrentWidget(self.table)
        else:
            self.note.say(None, tr("No cords at {name}").format(name=name), tr("Downstream components are shown below it in the chain."))
            self._stack.setCurrentWidget(self.note)

    def ends(self) -> list[CordEnd]:
        """The chosen ports, from above."""
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return [self.model.line(row).key for row in rows]

    def met(self) -> set[str]:
        """The conditions of actions that hold here."""
        ends = self.ends()
        conditions = {"cord port": len(ends) == 1, "cord": any(end.cord_id is not None for end in ends)}
        return {name for name, met in conditions.items() if met}

    def _show_other(self, index: QModelIndex) -> None:
        other: ObjectRef | None = self.model.line(index.row()).key.other
        if other is None:
            return
        if other.table == "device":
            self.show_cords((other.table, other.id, ABSENT))
        else:
            self.node_wanted.emit(other)

    def _menu(self, where: QPoint) -> None:
        self._registry.context_menu(self, ("power.plug", "power.pull-out")).popup(self.table.viewport().mapToGlobal(where))
