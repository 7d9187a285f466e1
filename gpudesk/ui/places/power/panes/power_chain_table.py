"""The view of the power network: a tree that folds by click and by Left and Right, with a bar for each line."""

import json
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from gpudesk.core.power.power_kinds import PowerNodeKind, hanging_fault
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power.power_chain import Chain
from gpudesk.ui.places.power.models.power_chain_model import BAR_COLUMNS, ChainColumn, PowerChainModel
from gpudesk.ui.places.power.panes.power_chain_rows import ChainRows
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.folding_table import FOLD, STEP, FoldingTable
from gpudesk.ui.toolkit.parts.kept_rows import PADDING, Place
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.desk_table import MARK_COLUMN_WIDTH
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR

MIME = "application/x-gpudesk-power-parts"


def dragged(refs: Sequence[ObjectRef]) -> QMimeData:
    """Nodes and PDUs being dragged."""
    data = QMimeData()
    data.setData(MIME, json.dumps([(ref.table, ref.id) for ref in refs]).encode())
    return data


def dragged_refs(data: QMimeData) -> list[ObjectRef]:
    """The nodes and PDUs that are dragged; none where something else is."""
    if not data.hasFormat(MIME):
        return []
    return [ObjectRef(table, row_id) for table, row_id in json.loads(bytes(data.data(MIME).data()))]


def refusal(chain: Chain, refs: Sequence[ObjectRef], target: Key) -> str | None:
    """Why parts cannot be fed by a node; empty if obvious, None if they can."""
    table, node_id, _ = target
    if table != "power_node" or ObjectRef(table, node_id) in refs:
        return ""
    nodes = chain.snapshot[table]

    def parents_of(here: int) -> tuple[int | None, ...]:
        row = nodes.row(here)
        return row["fed_by_id"], row["alternate_id"]

    for ref in refs:
        if ref.table == table and nodes.has(ref.id):
            row = nodes.row(ref.id)
            fault = hanging_fault(PowerNodeKind(int(row["kind"])), str(row["name"]), node_id, None, ref.id, parents_of)
            if fault is not None:
                return tr_message(fault)
    return None


tr = text_context("PowerChainTable")

_LEAST = {
    ChainColumn.NAME: 164,
    ChainColumn.KIND: 76,
    ChainColumn.FED_FROM: 90,
    ChainColumn.LOAD: 98,
    ChainColumn.WATTS: 98,
    ChainColumn.L1: 70,
    ChainColumn.L2: 70,
    ChainColumn.L3: 70,
    ChainColumn.LIMIT: 62,
    ChainColumn.SHARE: 90,
}
_MOST_NAME, _MOST_SOURCE = 420, 320
_MOST_BAR = 140
"""Maximum growth of bars relative to their minimum."""
_LOOKED_AT = 60
"""Number of longest names used for the width of their column."""
Index = QModelIndex | QPersistentModelIndex


class PowerChainTable(FoldingTable):
    """Rows of nodes, chosen one or several at once.

    Signals:
        hang_wanted(list, int): these `ObjectRef`s were dragged onto the node with this id.
    """

    hang_wanted = Signal(list, int)

    def __init__(self, model: PowerChainModel, parent: QWidget | None = None) -> None:
        super().__init__("", model, ChainColumn.MARK, ChainColumn.NAME, parent)
        self.setAccessibleName(tr("Power from the sources to the banks"))
        self._nodes = model
        self._rows = ChainRows(model)
        self._drawn = self._spreading = False
        self.can_hang = False
        """Whether rows may be dragged onto others."""
        self._grabbed: QPoint | None = None
        self._target, self._refused = -1, False
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(False)
        self.head.sectionResized.connect(self._drawn_by_hand)
        for signal in (model.modelReset, model.dataChanged):
            signal.connect(self._rows.forget)
        model.other_shown.connect(self._spread)

    def places(self) -> list[int]:
        """The places in the chain of the selected rows."""
        return [self._nodes.place(row) for row in self.chosen_rows()]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._spread()

    def paintEvent(self, event: QPaintEvent) -> None:
        high, first = theme.size("table_row"), self.rowAt(event.rect().top())
        if first < 0:
            return
        top, rows = self.rowViewportPosition(first), []
        chosen, root = self.selectionModel(), QModelIndex()
        for row in range(first, self._nodes.rowCount()):
            if top > event.rect().bottom():
                break
            rows.append((row, top, chosen.isRowSelected(row, root)))
            top += high
        head, width = self.head, self.viewport().width()
        shown = [Place(column, head.sectionViewportPosition(column), head.sectionSize(column)) for column in range(head.count())]
        still = Place(0, 0, head.sectionSize(0)) if head.offset() else None
        moving = [place for place in shown[1 if still else 0 :] if place.left < width and place.left + place.width > 0]
        painter = QPainter(self.viewport())
        self._rows.set_widths([self.columnWidth(column) for column in range(head.count())])
        self._rows.paint(painter, rows, moving, high, self.hovered_row())
        if still is not None:
            painter.fillRect(0, 0, still.width, self.viewport().height(), theme.current().surface.panel)
            self._rows.paint(painter, rows, [still], high, self.hovered_row())
            self.paint_edge(painter, still.width)
        if self.hasFocus() and self.currentIndex().isValid():
            wide = min(head.length() - head.offset(), width)
            self._rows.paint_ring(painter, self.rowViewportPosition(self.currentIndex().row()), wide, high)
        if self._target >= 0:
            self._paint_target(painter, high)

    def _paint_target(self, painter: QPainter, high: int) -> None:
        """Mark the row that would feed the dragged parts, or that cannot."""
        colours = theme.current()
        ink = colours.severity[ERROR].colour if self._refused else colours.accent
        pen = QPen(ink, 2, Qt.PenStyle.DashLine if self._refused else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        top = self.rowViewportPosition(self._target)
        painter.drawRect(1, top + 1, min(self.head.length() - self.head.offset(), self.viewport().width()) - 3, high - 3)

    def _drawn_by_hand(self, *_: object) -> None:
        """Keep a width set by the user."""
        self._drawn = self._drawn or not self._spreading

    def _spread(self) -> None:
        """Names get the width they need, then bars grow; the rest stays empty, so that figures are next to names."""
        chain = self._nodes.tree
        if self._drawn or chain is None or not self.viewport().width():
            return
        widths = dict(_LEAST)
        spare = self.viewport().width() - MARK_COLUMN_WIDTH - sum(widths.values())
        for column, wished_width in _wishes(chain).items():
            more = min(max(wished_width - widths[column], 0), max(spare, 0))
            widths[column] += more
            spare -= more
        more = min(max(spare, 0) // len(BAR_COLUMNS), _MOST_BAR)
        for column in BAR_COLUMNS:
            widths[column] += more
        self._spreading = True
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        self._spreading = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        self._grabbed = None
        named = event.button() == Qt.MouseButton.LeftButton and index.isValid() and index.column() == ChainColumn.NAME
        if named and not event.modifiers() and not self._on_fold(index, event.position()):
            self._grabbed = event.position().toPoint()
            if self.selectionModel().isRowSelected(index.row(), QModelIndex()):
                # What is chosen stays so until it is clear that nothing is dragged.
                return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grabbed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        way = event.position().toPoint() - self._grabbed
        refs = self._chosen_refs()
        if self.can_hang and refs and way.manhattanLength() >= QApplication.startDragDistance():
            self._grabbed = None
            drag = QDrag(self)
            drag.setMimeData(dragged(refs))
            drag.exec(Qt.DropAction.MoveAction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        grabbed, self._grabbed = self._grabbed, None
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if grabbed is not None and index.isValid():
            self.setCurrentIndex(index)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._judge_drop(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        self._judge_drop(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._show_target(-1, refused=False)

    def dropEvent(self, event: QDropEvent) -> None:
        refs, key = dragged_refs(event.mimeData()), self._nodes.key(self.indexAt(event.position().toPoint()).row())
        self._show_target(-1, refused=False)
        chain = self._nodes.tree
        if self.can_hang and refs and key is not None and chain is not None and refusal(chain, refs, key) is None:
            event.acceptProposedAction()
            self.hang_wanted.emit(refs, key[1])

    def _judge_drop(self, event: QDragMoveEvent) -> None:
        """Report whether the row under the pointer can feed the dragged parts, and why not."""
        refs, chain = dragged_refs(event.mimeData()), self._nodes.tree
        row = self.indexAt(event.position().toPoint()).row()
        key = self._nodes.key(row)
        if not (self.can_hang and refs and chain is not None):
            event.ignore()
            return
        why = "" if key is None else refusal(chain, refs, key)
        self._show_target(row, refused=why is not None)
        QToolTip.showText(self.viewport().mapToGlobal(event.position().toPoint()), why or "", self.viewport())
        event.accept()
        event.setDropAction(Qt.DropAction.MoveAction if why is None else Qt.DropAction.IgnoreAction)

    def _show_target(self, row: int, *, refused: bool) -> None:
        if (row, refused) != (self._target, self._refused):
            self._target, self._refused = row, refused
            self.viewport().update()

    def _chosen_refs(self) -> list[ObjectRef]:
        keys = map(self._nodes.key, self.chosen_rows())
        return list(dict.fromkeys(ObjectRef(key[0], key[1]) for key in keys if key is not None))


def _wishes(chain: Chain) -> dict[ChainColumn, int]:
    """The widths at which names, and what feeds them, are read whole."""
    lengths = np.fromiter(map(len, chain.names), np.int64, len(chain)) + 2 * chain.depth
    longest = np.argsort(lengths)[-_LOOKED_AT:].tolist()
    put_in = 2 * PADDING + FOLD
    name = max((fonts.text_width(chain.names[place], "body") + put_in + STEP * int(chain.depth[place]) for place in longest), default=0)
    two = np.flatnonzero(chain.plan.network.alternate[chain.node] != ABSENT)[:_LOOKED_AT].tolist()
    # The longest names feed nothing: those of what feeds something are looked for by themselves.
    inner = np.flatnonzero(chain.end > np.arange(len(chain)) + 1)
    named = [chain.names[place] for place in inner[np.argsort(lengths[inner] - 2 * chain.depth[inner])[-_LOOKED_AT:]].tolist()]
    sources = [*named, *(" / ".join(chain.feeders(place)) for place in two)]
    source = max((fonts.text_width(words, "body") + 2 * PADDING for words in sources), default=0)
    return {ChainColumn.NAME: min(round(name) + 2, _MOST_NAME), ChainColumn.FED_FROM: min(round(source) + 2, _MOST_SOURCE)}
