"""The cables dock: all cables of a project with their ends, medium and length, for search, selection and editing."""

import csv
import io
from collections.abc import Mapping

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.values.columns import Ids
from gpudesk.derived.cabling.cable_filter import Condition
from gpudesk.derived.cabling.cable_table import CableTable, cable_table
from gpudesk.operations.cabling.cable_operations import pull_cables, set_cables
from gpudesk.ui.action_table.contexts import CABLES, CABLES_TABLE
from gpudesk.ui.places.fabric.docks.cables_filters import CableFilters
from gpudesk.ui.places.fabric.docks.cables_view import CablesView
from gpudesk.ui.places.fabric.models.cables_model import CablesModel
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.charts.length_histogram import LengthHistogram
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader

tr = text_context("CablesDock")

_AT_ONCE = 20_000
"""Up to this number of cables the columns are created immediately; for more, the old ones stay visible meanwhile."""
_MOST_SELECTED = 2000
"""Up to this number of chosen cables are selected in the whole project; more are selected only here."""
_WIDE = 1000
MENU = (
    *("cables.edit", "cables.keep", "cables.delete", "|"),
    *("cables.trace", "cables.show-way", "cables.go-from", "cables.go-to", "|"),
    *("cables.like-node", "cables.like-medium", "|", "cables.copy", "cables.copy-csv"),
)


class CablesDock(QWidget):
    """The cables of one network, or of the whole project. `header` is the title bar.

    Signals:
        chosen(): the chosen cables changed; actions may be enabled or not.
        object_wanted(ObjectRef): the user wants to see the device at an end.
    """

    chosen = Signal()
    object_wanted = Signal(object)

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._registry = registry
        self._network: int | None = None
        self._table: CableTable | None = None
        self._marks_shown: Mapping[int, str] | None = None
        self._choosing = False
        self._histogram_wanted: bool | None = None
        self.setObjectName("cables")
        self.setAccessibleName(tr("Cables"))
        self.header = DockHeader(tr("Cables"))
        self.filters = CableFilters(session, registry, self.header, self)
        self.model = CablesModel(self)
        self.view = CablesView(self.model)
        self.lengths = LengthHistogram()
        self.lengths.setFixedWidth(220)
        self.note = QuietNote()
        self._body = QWidget()
        row = QHBoxLayout(self._body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.view, 1)
        row.addWidget(self.lengths)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.note)
        self._stack.addWidget(self._body)
        self.setFocusProxy(self.view)
        registry.attach(self._body, CABLES)
        registry.attach(self.view, CABLES_TABLE)
        registry.attach(self.filters.field, CABLES)
        self.lengths_shown = self.header.add_button("size", tr("Show the number of cables of each length"), checkable=True)
        self.lengths_shown.clicked.connect(self._show_lengths)
        more = QMenu(self.header)
        registry.fill_menu(more, ("cables.copy", "cables.copy-csv", "|", "cables.find", "cables.show-all"))
        self.header.add_menu(more)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_if_seen)
        for signal in (session.opened, session.closed, session.changed, session.refreshed):
            signal.connect(self._refresh_later)
        session.selection_changed.connect(self._follow_selection)
        self.filters.changed.connect(self._filter)
        self.filters.field.left_down.connect(self.view.setFocus)
        self.lengths.range_chosen.connect(self.filters.set_length)
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._choose())
        self.view.customContextMenuRequested.connect(self._menu)
        self.note.link_clicked.connect(self._help)
        self.refresh()

    # what is shown

    def set_network(self, network_id: int | None) -> None:
        """Show the cables of one network; None for all."""
        if network_id != self._network:
            self._network = network_id
            self.filters.set_network(self._network_name())

    def refresh(self) -> None:
        """Show the cables as they are now; columns of very many are made in the background first."""
        snapshot = self._session.snapshot if self._session.is_open else None
        if snapshot is None or not snapshot["cable"].rows:
            self._show(None)
        elif snapshot["cable"].rows <= _AT_ONCE or snapshot.known(cable_table) is not None:
            self._show(snapshot.cached(cable_table))
        else:

            def made(table: CableTable) -> None:
                if isValid(self) and self._session.is_open and self._session.snapshot is snapshot:
                    self._show(table)

            self._session.jobs.read(lambda _: snapshot.cached(cable_table).make_ready(), made)

    def show_cable(self, cable_id: int) -> None:
        """Choose a cable, whatever hides it."""
        if self._session.is_open and self._session.snapshot["cable"].has(cable_id):
            self.refresh()
            if self._table is not None and self.model.row_of(cable_id) is None:
                self.filters.clear()
                if self._session.snapshot["cable"].row(cable_id)["network_id"] == self._network:
                    self.filters.set_network(self._network_name())
            self._session.select([ObjectRef("cable", cable_id)])

    def met(self) -> set[str]:
        """The conditions of actions that hold here."""
        count = len(self.view.chosen_rows()) or len(self._session.selected("cable"))
        conditions = {"cables": count > 0, "one cable": count == 1, "cable table": self._table is not None}
        return {name for name, met in conditions.items() if met}

    def chosen_ids(self) -> Ids:
        """The ids of the chosen cables, from above."""
        return self.view.chosen_ids()

    # what the actions do

    def copy(self) -> None:
        """Put the chosen cables on the clipboard as text for a table."""
        QGuiApplication.clipboard().setText(self.model.text(self.view.chosen_rows().tolist()))

    def copy_csv(self) -> None:
        """Copy the chosen cables, or all shown ones if none is chosen, to the clipboard as comma-separated text."""
        rows = self.view.chosen_rows().tolist() or list(range(self.model.rowCount()))
        QGuiApplication.clipboard().setText(self.model.text(rows, ",", _quoted))

    def edit(self) -> None:
        """Ask for the new settings of the chosen cables."""
        from gpudesk.ui.places.fabric.dialogs.edit_cables import EditCablesDialog

        ids = self.chosen_ids().tolist()
        if ids:
            EditCablesDialog(self._session, ids, self.window()).open()

    def keep(self) -> None:
        """Mark the chosen cables as chosen by hand."""
        ids = self.chosen_ids().tolist()
        if ids:
            self._session.do(set_cables, ids, {"by_hand": 1})

    def delete(self) -> None:
        """Pull the chosen cables out."""
        ids = self.chosen_ids().tolist()
        if ids:
            self._session.do(pull_cables, ids)

    def show_end(self, *, far: bool) -> None:
        """Go to the device at one end of the chosen cable."""
        ids = self.chosen_ids()
        if len(ids):
            row = self._session.snapshot["cable"].row(int(ids[0]))
            self.object_wanted.emit(ObjectRef("device", int(row["b_device_id" if far else "a_device_id"])))

    def like(self, field: str) -> None:
        """Show only cables that share the node or the medium of the chosen one."""
        rows = self.view.chosen_rows()
        if self._table is None or not len(rows):
            return
        place = self.model.place(int(rows[0]))
        name = self._table.end_text(place)[0] if field == "node" else self._table.media[self._table.medium[place]]
        if name:
            self.filters.add(Condition(field, "=", name))

    # showing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _show_lengths(self, wanted: bool) -> None:
        self._histogram_wanted = wanted
        self._arrange()

    def _arrange(self) -> None:
        """Place the bars next to the table if there is room for both, unless the user decided otherwise."""
        is_shown = self.width() >= _WIDE if self._histogram_wanted is None else self._histogram_wanted
        self.lengths.setVisible(is_shown)
        self.lengths_shown.setChecked(is_shown)

    def _refresh_later(self) -> None:
        self._later.start()

    def _refresh_if_seen(self) -> None:
        if self.isVisible():
            self.refresh()

    def _network_name(self) -> str:
        if self._network is None or not self._session.is_open or not self._session.snapshot["network"].has(self._network):
            return ""
        return str(self._session.snapshot["network"].row(self._network)["name"])

    def _show(self, table: CableTable | None) -> None:
        marks = self._marks()
        if table is not self._table or marks is not self._marks_shown:
            self._table, self._marks_shown = table, marks
            self._filter()
        else:
            self._say()

    def _marks(self) -> Mapping[int, str] | None:
        findings = self._session.findings if self._session.is_open else None
        return None if findings is None else findings.marks("cable")

    def _filter(self) -> None:
        """Show the cables that match the filter; the selection stays."""
        selected_ids, current = self.chosen_ids()[:_MOST_SELECTED].tolist(), self.view.currentIndex().row()
        criteria = self.filters.chosen()
        self.filters.set_table(self._table)
        self._choosing = True
        self.model.show_cables(self._table, criteria, self._marks_shown or {}, judged=self._marks_shown is not None)
        self.view.choose(selected_ids)
        if not self.view.currentIndex().isValid() and current >= 0:
            # The row that takes the place of one that went: the keys go on from there.
            self.view.stand_on(current)
        self._choosing = False
        self.view.show_network(all(condition.field != "network" for condition in criteria.conditions))
        self.lengths.set_lengths(self.model.lengths(), criteria.length_m)
        self.filters.show_tags()
        self._say()
        self.chosen.emit()

    def _say(self) -> None:
        total, shown = self.model.total, self.model.rowCount()
        self.header.set_title(tr("Cables"))
        counted = tr("{shown} of {total}").format(shown=format_number(shown), total=format_number(total))
        self.header.set_count(counted if total else "")
        if shown:
            self._stack.setCurrentWidget(self._body)
            return
        if total:
            self.note.say(
                None,
                tr("No cable matches the filter"),
                filled_text(tr("{count} {count|is|are} hidden."), count=format_number(total)),
                tr("Show all cables"),
            )
        elif not self._session.is_open:
            self.note.say(None, tr("No project open"))
        elif self._session.snapshot["network"].rows:
            detail = tr("Route all links of the networks at once, or drag from port to port in the port strip.")
            self.note.say(None, tr("No cables yet"), detail, tr("Cable this project…") if self._can_cable() else "")
        else:
            detail = tr("Plan a network first, or drag from port to port in the port strip.")
            self.note.say(None, tr("No cables yet"), detail)
        self._stack.setCurrentWidget(self.note)

    def _can_cable(self) -> bool:
        return any(spec.id == "fabric.cable" for spec in self._registry.specs()) and self._session.writable

    def _help(self) -> None:
        if self.model.total:
            self.filters.clear()
        else:
            self._registry.action("fabric.cable").trigger()

    # choosing

    def _choose(self) -> None:
        """Select the cables chosen here, unless there are too many."""
        if self._choosing:
            return
        ids = self.chosen_ids()
        if 0 < len(ids) <= _MOST_SELECTED:
            self._choosing = True
            self._session.select([ObjectRef("cable", cable_id) for cable_id in ids.tolist()])
            self._choosing = False
        self.chosen.emit()

    def _follow_selection(self) -> None:
        if self._choosing or not self.isVisible():
            return
        if self.filters.of_selection:
            self._filter()
        selected_ids = self._session.selected("cable") if self._session.is_open else []
        if sorted(selected_ids) != sorted(self.chosen_ids()[: _MOST_SELECTED + 1].tolist()):
            self._choosing = True
            self.view.choose(selected_ids)
            self._choosing = False
            self.chosen.emit()

    def _menu(self, where: QPoint) -> None:
        self._registry.context_menu(self, MENU).popup(self.view.viewport().mapToGlobal(where))


def _quoted(text: str) -> str:
    """A text as a cell of comma-separated text."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow([text])
    return line.getvalue()
