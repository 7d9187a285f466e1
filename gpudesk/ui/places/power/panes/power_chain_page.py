"""The power network page: search above, the table below, and the next action if there is none."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.checks.findings.finding import Severity
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power.power_chain import Chain
from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.ui.places.power.models.power_chain_model import PowerChainModel
from gpudesk.ui.places.power.panes.power_chain_table import PowerChainTable
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("PowerChainPage")


class PowerChainPage(QWidget):
    """Everything from the sources to the banks.

    Signals:
        wire_wanted(): the devices in the racks are to be wired.
        add_wanted(): parts are to be added manually.
        counted(str): the rows shown changed; their number and the total.
    """

    wire_wanted = Signal()
    add_wanted = Signal()
    counted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = PowerChainModel(self)
        self.table = PowerChainTable(self.model)
        self.search = SearchField(tr("Search the power chain"), tr("Search by name"))
        self.search.setMaximumWidth(280)
        self.kinds = QComboBox()
        self.kinds.setAccessibleName(tr("Kind"))
        self.kinds.addItem(tr("All kinds"), "")
        for kind in NODE_KINDS:
            self.kinds.addItem(power_node_name(kind), kind)
        self.only_over = QCheckBox(tr("Only overloaded"))
        self.note = QuietNote()
        self.empty = EmptyPlace("power", "", tr("Wire power"), tr("Add power equipment…"))
        self._stack = QStackedWidget()
        for page in (self.table, self.note, self.empty):
            self._stack.addWidget(page)
        self._bar = QWidget()
        line = QHBoxLayout(self._bar)
        line.setContentsMargins(8, 6, 8, 6)
        line.setSpacing(8)
        line.addWidget(self.search, 1)
        line.addWidget(self.kinds)
        line.addWidget(self.only_over)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self._stack, 1)
        self.search.textChanged.connect(self._filter)
        self.search.left_down.connect(lambda: self.table.setFocus(Qt.FocusReason.TabFocusReason))
        self.search.returnPressed.connect(lambda: self.table.setFocus(Qt.FocusReason.TabFocusReason))
        self.kinds.currentIndexChanged.connect(self._filter)
        self.only_over.toggled.connect(self._filter)
        self.model.modelReset.connect(self.tell_count)
        self.note.link_clicked.connect(self.show_everything)
        self.empty.button_clicked.connect(self.wire_wanted)
        self.empty.link_clicked.connect(self.add_wanted)

    def show_chain(self, chain: Chain, marks: Mapping[str, Mapping[int, Severity]], *, can_wire: bool) -> None:
        """Show a network; if nothing is wired, show the next action."""
        self.model.show(chain, marks)
        if _is_bare(chain):
            wirable = tr("Sources, panels, feeds and rack PDUs are listed here, with the load of each line. Nothing is wired yet.")
            locked = tr("Sources, panels, feeds and rack PDUs are listed here. Nothing is wired, and the project is read-only.")
            self.empty.set_sentence(wirable if can_wire else locked)
            self.empty.button.setVisible(can_wire)
            self.empty.link.setVisible(can_wire)
        self._show_what_fits()

    def show_trouble(self, sentence: str, detail: str = "") -> None:
        """Show why there is no content."""
        self.model.show(None, {})
        self._bar.hide()
        self.note.say(None, sentence, detail)
        self._stack.setCurrentWidget(self.note)
        self.counted.emit("")

    def show_everything(self) -> None:
        """Take every filter away."""
        self.search.clear()
        self.kinds.setCurrentIndex(0)
        self.only_over.setChecked(False)

    def shows(self, key: Key) -> bool:
        """Whether a node passes text and filters."""
        return self.model.is_tree or self.model.row_of(key) is not None

    def look_like(self, other: "PowerChainPage") -> None:
        """Look for what another page looks for."""
        self.search.setText(other.search.text())
        self.kinds.setCurrentIndex(other.kinds.currentIndex())
        self.only_over.setChecked(other.only_over.isChecked())

    def at_rest(self) -> QWidget:
        """Default focus widget."""
        shown = self._stack.currentWidget()
        return self.table if shown is self.table else self.empty.button if shown is self.empty else self.search

    def tell_count(self) -> None:
        """Show the number of rows, and the number of overloaded nodes."""
        chain = self.model.tree
        if chain is None or _is_bare(chain):
            self.counted.emit("")
            return
        over = int(chain.over.sum())
        parts = [tr("{shown} of {all} rows").format(shown=format_number(self.model.rowCount()), all=format_number(len(chain)))]
        parts += [tr("{count} overloaded").format(count=format_number(over))] if over else []
        self.counted.emit(" · ".join(parts))

    def _filter(self, *_: object) -> None:
        self.model.filter_by(self.search.text(), str(self.kinds.currentData()), only_over=self.only_over.isChecked())
        self._show_what_fits()

    def _show_what_fits(self) -> None:
        chain = self.model.tree
        if chain is None:
            return
        self._bar.setVisible(not _is_bare(chain))
        if _is_bare(chain):
            self._stack.setCurrentWidget(self.empty)
            self.tell_count()
            return
        if self.model.rowCount():
            self._stack.setCurrentWidget(self.table)
        else:
            calm = self.only_over.isChecked() and not chain.over.any()
            sentence = tr("No component is overloaded") if calm else tr("Nothing matches this search and these filters")
            self.note.say("ok" if calm else None, sentence, "", tr("Show all"))
            self._stack.setCurrentWidget(self.note)
        self.tell_count()


def _is_bare(chain: Chain) -> bool:
    """Whether there is neither a source nor a cord: PDUs alone are not enough."""
    return not chain.plan.rows and not chain.plan.network.cords
