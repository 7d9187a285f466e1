"""The hosts next to the overview: monitored hosts, hosts in trouble, and selected hosts."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from gpudesk.ui.places.monitor.models.monitor_host_tree import HostRole, HostTreeModel, all_line, host_lines
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.style.view_styles import focus_frame
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.search_field import SearchField
from gpudesk.ui.toolkit.widgets.severity_marks import OK, paint_severity

tr = text_context("MonitorHosts")

_EVERY = 4
"""Once a second: readings arrive four times as often."""
_MARK = 14


class MonitorHosts(QWidget):
    """A search field over a tree. The overview lists the selected line.

    Signals:
        chosen(str, str): a host ("" for all) and a GPU of it ("" for all of them).
    """

    chosen = Signal(str, str)

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._monitor = model
        self._taken = 0
        self._place = ("", "")
        self._listing = False
        self.setAccessibleName(tr("Hosts"))
        self.search = SearchField(tr("Search hosts and GPUs"), tr("Host or GPU"), self)
        self.troubled = IconButton("severity-warning", tr("Only problems"), self, checkable=True)
        self.tree_model = HostTreeModel(self)
        self.tree = QTreeView(self)
        self.tree.setAccessibleName(tr("Hosts"))
        self.tree.setModel(self.tree_model)
        self.tree.setItemDelegate(_HostDelegate(self.tree))
        self.tree.setHeaderHidden(True)
        self.tree.setFrameShape(QFrame.Shape.NoFrame)
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(14)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = QHBoxLayout()
        head.setContentsMargins(8, 5, 6, 5)
        head.setSpacing(4)
        head.addWidget(self.search, 1)
        head.addWidget(self.troubled)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.tree, 1)
        self.setMinimumWidth(150)
        self.setFocusProxy(self.tree)
        self.search.textChanged.connect(self.refresh)
        self.search.left_down.connect(self.tree.setFocus)
        self.troubled.toggled.connect(self.refresh)
        self.tree.selectionModel().currentChanged.connect(self._choose)
        model.changed.connect(self._later)
        model.machines_changed.connect(self._show)
        theme.notifier().changed.connect(self.tree.viewport().update)
        self._show()

    def setup(self) -> dict[str, bool]:
        """The settings above the tree to store; the search text is not stored."""
        return {"troubled": self.troubled.isChecked()}

    def set_up(self, kept: object) -> None:
        """Restore stored settings."""
        if isinstance(kept, dict):
            self.troubled.setChecked(kept.get("troubled") is True)

    def refresh(self) -> None:
        """List the current hosts; expanded and selected lines stay so."""
        hosts = host_lines(self._monitor, self.search.text(), troubled=self.troubled.isChecked())
        unfolded = self._unfolded()
        everything = all_line(self._monitor, hosts)
        self._listing = True
        if self.tree_model.set_hosts(everything, hosts):
            for host in hosts:
                if host.head.host in unfolded or (self.search.text() and len(hosts) < len(self._monitor.machines)):
                    self.tree.setExpanded(self.tree_model.find(host.head.host, ""), True)
            place = self.tree_model.find(*self._place)
            if place.isValid():
                self.tree.setCurrentIndex(place)
        self._listing = False
        self.search.set_count_text(str(len(hosts)) if self.search.text() or self.troubled.isChecked() else "")

    def _unfolded(self) -> set[str]:
        rows = (self.tree_model.index(row, 0) for row in range(self.tree_model.rowCount()))
        return {str(index.data(HostRole.HOST)) for index in rows if self.tree.isExpanded(index)}

    def _choose(self, index: QModelIndex) -> None:
        if self._listing or not index.isValid():
            return
        self._place = (str(index.data(HostRole.HOST)), str(index.data(HostRole.UUID)))
        self.chosen.emit(*self._place)

    def _show(self) -> None:
        several = len(self._monitor.machines) > 1
        self.setVisible(several)
        if several:
            if self._place[0] not in {machine.name for machine in self._monitor.machines}:
                self._place = ("", "")
            self.refresh()
        elif self._place != ("", ""):
            self._place = ("", "")
            self.chosen.emit("", "")

    def _later(self) -> None:
        self._taken += 1
        if self._taken % _EVERY == 1 and self.isVisible():
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()


class _HostDelegate(QStyledItemDelegate):
    def __init__(self, view: QTreeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, theme.size("list_row"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        colours = theme.current()
        rect: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colours.selection)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colours.hover)
        area = QRectF(rect).adjusted(4, 0, -8, 0)
        severity = str(index.data(HostRole.SEVERITY))
        if severity != OK:
            paint_severity(painter, QRectF(area.left(), area.top(), _MARK, area.height()), severity)
        area.setLeft(area.left() + _MARK + 5)
        name, fact = str(index.data(Qt.ItemDataRole.DisplayRole)), str(index.data(HostRole.FACT))
        whole = not index.parent().isValid()
        if fact:
            wide = min(fonts.text_width(fact, "caption", tabular=True), area.width() - 60)
            place = QRectF(area.right() - wide, area.top(), wide, area.height())
            font = fonts.font("caption", tabular=True)
            painting.text(painter, place, fact, font, colours.text.secondary, elide=Qt.TextElideMode.ElideRight)
            area.setRight(place.left() - 8)
        font = fonts.font("body", strong=whole and severity != OK)
        painting.text(painter, area, name, font, colours.text.primary, elide=Qt.TextElideMode.ElideRight)
        if self._view.hasFocus() and index == self._view.currentIndex():
            focus_frame(painter, rect)
