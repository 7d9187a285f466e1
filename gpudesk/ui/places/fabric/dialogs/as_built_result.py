"""Result of a comparison with the installation: number of differences, the links as a table, and unmatched nodes."""

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.core.values.columns import ABSENT
from gpudesk.onsite.built_links import Sort
from gpudesk.onsite.built_rows import sort_title, strangers, unseen, ways_told
from gpudesk.ui.places.fabric.models.built_model import DIFFERENT, SAME, SEVERITIES, Built, BuiltColumn, BuiltModel
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.edit_table import EditDelegate, span_groups
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.count_chip import Chip, ChipRow
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.tab_header import TabHeader

tr_built_result = text_context("BuiltResult")
tr_links_table = text_context("LinksTable")

_MOST_NODES = 1000
_WIDTHS = {
    BuiltColumn.SORT: 172,
    BuiltColumn.FROM: 142,
    BuiltColumn.TO: 132,
    BuiltColumn.FOUND_FROM: 142,
    BuiltColumn.FOUND_TO: 132,
    BuiltColumn.DO: 340,
    BuiltColumn.RATE: 108,
    BuiltColumn.RAIL: 44,
    BuiltColumn.NETWORK: 84,
    BuiltColumn.RACK: 56,
    BuiltColumn.TO_RACK: 64,
}


class BuiltResult(QWidget):
    """Chips filter by kind of difference; a click or Enter shows a link in the project.

    Signals:
        shown_wanted(list): the user wants to see these `ObjectRef`s: the cables of a link, or the devices of an unplanned one.
        copy_requested(): the user pressed the copy keys.
        listing_wanted(), names_wanted(): the user wants to choose another listing, or a file of names.
        names_to_fill_wanted(): the user wants such a file to fill in.
        filtered(str): the shown links changed; number shown and total.
    """

    shown_wanted = Signal(object)
    copy_requested = Signal()
    listing_wanted = Signal()
    names_wanted = Signal()
    names_to_fill_wanted = Signal()
    filtered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        self.model = BuiltModel(self)
        self.table = LinksTable(self.model)
        self.table.go_requested.connect(self._go)
        self.table.copy_requested.connect(self.copy_requested)
        self.good = EmptyPlace("check", "")
        self.nodes = PlainTableModel((Head(tr_built_result("Node")), Head(tr_built_result("Result")), Head(tr_built_result("GUID"))), self)
        self.nodes_table = DeskTable(tr_built_result("Unmatched nodes"))
        self.nodes_table.setModel(self.nodes)
        self.nodes_table.setItemDelegate(EditDelegate(self.nodes_table))
        self.nodes.modelReset.connect(lambda: span_groups(self.nodes_table, self.nodes))
        for place, width in enumerate((420, 120, 200)):
            self.nodes_table.setColumnWidth(place, width)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar())
        self.summary = Label("", self, step="caption", ink="text.secondary", wrap=True, tabular=True)
        self.summary.setContentsMargins(16, 0, 16, 8)
        column.addWidget(self.summary)
        self.tabs = TabHeader(tr_built_result("Views of the comparison"))
        self._links = QStackedWidget()
        self._links.addWidget(self.table)
        self._links.addWidget(self.good)
        self._views = QStackedWidget()
        for key, title, page in (("links", tr_built_result("Links"), self._links), ("nodes", tr_built_result("Nodes"), self.nodes_table)):
            self.tabs.add_page(key, title)
            self._views.addWidget(page)
        self.tabs.page_chosen.connect(lambda key: self._views.setCurrentIndex(("links", "nodes").index(key)))
        column.addWidget(self.tabs)
        column.addWidget(self._views, 1)

    def show_links(self) -> None:
        """Show the table of links and not that of nodes."""
        self.tabs.set_current("links")

    def show_built(self, found: Built, name: str) -> None:
        """Show a comparison; chip, text and order stay.

        Args:
            name: name of the listing.
        """
        self.model.show(found)
        self._show_chips(found)
        self.summary.setText(self._told(found, name))
        good = filled_text(
            tr_built_result("{count} {count|link compared, it matches|links compared, all match} the plan."),
            count=format_number(found.links.planned_count),
        )
        self.good.set_sentence(good if found.links.planned_count else tr_built_result("The plan has no InfiniBand links to compare."))
        self._fill_nodes(found)
        self.filter_by(self._words)

    def filter_by(self, words: str) -> None:
        """Show only links that contain all tokens of a text."""
        self._words = words
        as_built = self.model.built
        if as_built is None:
            return
        key = self.chips.current()
        self.model.filter_by(key, words)
        counts = {DIFFERENT: as_built.differences, SAME: as_built.links.right}
        total = counts[key] if key in counts else as_built.links.counts[Sort(key)]
        shown = format_number(self.model.rowCount())
        self.filtered.emit(tr_built_result("{shown} of {count}").format(shown=shown, count=format_number(total)))
        is_good = not as_built.differences and key == DIFFERENT
        self._links.setCurrentWidget(self.good if is_good else self.table)

    def warning(self) -> tuple[str, str]:
        """Warning about the listing as a whole, with a solution; "" for none."""
        as_built = self.model.built
        if as_built is None:
            return "", ""
        links = as_built.links
        if links.planned_count and not bool(np.any((links.matched.planned != ABSENT) & ~links.matched.inside)):
            nodes = links.plan.nodes
            planned_name = next(iter(nodes.description[nodes.switch].tolist()), "")
            seen_name = next((node.description or f"{node.guid:016x}" for node in links.seen.nodes if node.switch), "")
            text = tr_built_result(
                "The plan has “{mine}”, the listing has “{theirs}”. Use “Names…” to load a file that maps GUIDs to planned names."
            )
            return tr_built_result("No node in the listing matches a name in the plan."), text.format(mine=planned_name, theirs=seen_name)
        if as_built.work is None:
            text = filled_text(
                tr_built_result("{count} {count|link differs|links differ}. Is it a listing of this fabric?"),
                count=format_number(as_built.differences),
            )
            return text, tr_built_result("Actions are listed once there are fewer differences.")
        return "", ""

    def _bar(self) -> QWidget:
        self.chips = ChipRow(tr_built_result("Kinds of difference"))
        self.chips.chosen.connect(lambda _key: self.filter_by(self._words))
        self.another = QPushButton(tr_built_result("Another listing…"))
        self.names = QPushButton(tr_built_result("Names…"))
        self.names.setToolTip(tr_built_result("A file with the planned names of nodes: one GUID and name per line"))
        self.to_fill = QPushButton(tr_built_result("Names to fill in…"), self)
        self.to_fill.setToolTip(tr_built_result("Save a file of the unmatched nodes by GUID, to fill in their names"))
        bar = QWidget(self)
        row = QHBoxLayout(bar)
        row.setContentsMargins(13, 0, 16, 6)
        row.setSpacing(8)
        row.addWidget(self.chips)
        row.addStretch(1)
        self.another.clicked.connect(self.listing_wanted)
        self.names.clicked.connect(self.names_wanted)
        self.to_fill.clicked.connect(self.names_to_fill_wanted)
        for button in (self.another, self.names, self.to_fill):
            button.setAccessibleName(button.text())
            button.setAutoDefault(False)
            row.addWidget(button)
        return bar

    def _show_chips(self, found: Built) -> None:
        chips = [Chip(DIFFERENT, tr_built_result("All differences"), None, found.differences)]
        for sort, count in found.links.counts.items():
            if count:
                chips.append(Chip(str(sort), tr_message(sort_title(sort)), SEVERITIES[sort], count))
        self.chips.set_chips([*chips, Chip(SAME, tr_message(sort_title(None)), "ok", found.links.right)])

    def _told(self, found: Built, name: str) -> str:
        """Number of compared links, and how the nodes were matched to the plan."""
        links = found.links
        sentence = tr_built_result("{file}: {planned} links planned, {seen} found.")
        parts = [sentence.format(file=name, planned=format_number(links.planned_count), seen=format_number(links.seen_count))]
        ways = ", ".join(tr_message(way) for way in ways_told(links))
        parts.append(tr_built_result("Nodes in the listing: {ways}.").format(ways=ways))
        if links.unnamed_count:
            text = tr_built_result("{count} {count|link was|links were} found with no known device at either end.")
            parts.append(filled_text(text, count=format_number(links.unnamed_count)))
        if links.seen.warnings:
            text = tr_built_result(
                "{count} {count|line is a warning|lines are warnings} from the tool: it may not have reached the whole fabric."
            )
            parts.append(filled_text(text, count=format_number(links.seen.warnings)))
        if links.seen.undescribed:
            text = tr_built_result(
                "{count} {count|node is|nodes are} named in the listing but not described: the listing is truncated, or "
                "not all of the fabric was reached."
            )
            parts.append(filled_text(text, count=format_number(links.seen.undescribed)))
        if links.elsewhere:
            text = tr_built_result("{count} planned {count|link is|links are} in subnets that the listing does not contain.")
            parts.append(filled_text(text, count=format_number(links.elsewhere)))
        return " ".join(parts)

    def _fill_nodes(self, found: Built) -> None:
        links, nodes = found.links, found.links.plan.nodes
        lost, absent = strangers(links), unseen(links)
        rows: list[Line] = []
        if lost:
            rows.append(
                Line("lost", (), tr_built_result("In the listing, not in the plan: {count}").format(count=format_number(len(lost))))
            )
        for place in lost[:_MOST_NODES]:
            node = links.seen.nodes[place]
            rows.append(self._node_line(("lost", place), node.description, f"0x{node.guid:016x}", is_switch=node.switch))
        if absent:
            rows.append(
                Line("absent", (), tr_built_result("In the plan, not in the listing: {count}").format(count=format_number(len(absent))))
            )
        rows += [
            self._node_line(("absent", place), str(nodes.description[place]), "", is_switch=bool(nodes.switch[place]))
            for place in absent[:_MOST_NODES]
        ]
        if not rows:
            rows.append(
                Line("none", (), tr_built_result("Every node in the listing is in the plan, and every node in the plan is in the listing."))
            )
        self.nodes.set_lines(rows)
        self.tabs.set_badges("nodes", {"info": len(lost) + len(absent)})

    def _node_line(self, key: tuple[str, int], name: str, guid: str, *, is_switch: bool) -> Line:
        kind = tr_built_result("switch") if is_switch else tr_built_result("adapter")
        return Line(key, (Cell(name), Cell(kind, ink="text.secondary"), Cell(guid, ink="text.secondary")))

    def _go(self, row: int) -> None:
        as_built = self.model.built
        if as_built is None:
            return
        place, devices = self.model.place(row), as_built.links.snapshot["device"].ids
        cables = [ObjectRef("cable", cable) for cable in as_built.links.cables(place)]
        ends = [int(column[place]) for column in (as_built.rows.a_device, as_built.rows.b_device)]
        self.shown_wanted.emit(cables or [ObjectRef("device", int(devices[end])) for end in ends if end != ABSENT])


class LinksTable(DeskTable):
    """The table: a click or Enter goes to a row's link, arrows only select."""

    go_requested = Signal(int)
    copy_requested = Signal()

    def __init__(self, model: BuiltModel) -> None:
        super().__init__("")
        self.setAccessibleName(tr_links_table("Links"))
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
        head = self.horizontalHeader()
        head.setStretchLastSection(False)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.clicked.connect(self._clicked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # What to do is the longest text: it takes what the others leave.
        others = sum(width for column, width in _WIDTHS.items() if column != BuiltColumn.DO)
        self.setColumnWidth(BuiltColumn.DO, max(self.viewport().width() - others, _WIDTHS[BuiltColumn.DO]))

    def currentChanged(self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex) -> None:
        super().currentChanged(current, previous)
        # The ring goes round a whole row, of which Qt paints one cell again.
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and index.isValid():
            self.go_requested.emit(index.row())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        else:
            super().keyPressEvent(event)

    def _clicked(self, index: QModelIndex) -> None:
        if len(self.selectionModel().selectedRows()) == 1:
            self.go_requested.emit(index.row())
