"""All actions with their keys: found by typing, executed with Enter."""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from gpudesk.ui.action_table import CANVAS, CATALOG, FLOOR, PROBLEMS
from gpudesk.ui.toolkit.actions import ActionRegistry, plain_text, translate_text
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("ShortcutsDialog")


class ShortcutsDialog(DeskDialog):
    """The table of actions; typing filters them by name, keys or effect."""

    def __init__(self, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self.set_heading(tr("Keyboard shortcuts"), tr("All are also available in the palette, Ctrl+K."))
        self._registry = registry
        self.search = SearchField(tr("Search actions"), tr("Name, shortcut or text"), self)
        self.search.setFixedWidth(240)
        self.search.textChanged.connect(self._fill)
        self.add_beside_heading(self.search)
        self.model = PlainTableModel((Head(tr("Action")), Head(tr("Shortcut")), Head(tr("Where")), Head(tr("Description"))), self)
        self.table = DeskTable(tr("Actions"), self)
        self.table.setModel(self.model)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        head = self.table.horizontalHeader()
        for column, width in enumerate((210, 130, 130)):
            head.resizeSection(column, width)
        head.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.table.activated.connect(self._do)
        self.search.left_down.connect(self._enter)
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        self.add_close(tr("Close"))
        self.resize(820, 560)
        self._fill()

    def _fill(self) -> None:
        words = fold(self.search.text()).split()
        lines = []
        places = {
            CANVAS: tr("in the drawing"),
            PROBLEMS: tr("in the problems"),
            CATALOG: tr("in the catalog"),
            FLOOR: tr("on the floor"),
        }
        for spec in self._registry.specs():
            action = self._registry.action(spec.id)
            name = plain_text(action.text())
            keys = ", ".join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in spec.shortcuts)
            where = places.get(spec.context, "")
            hint = translate_text(spec.hint) if spec.hint else ""
            searched = fold(" ".join((name, keys, where, hint, translate_text(spec.keywords) if spec.keywords else "")))
            if not all(word in searched for word in words):
                continue
            ink = "" if action.isEnabled() else "text.tertiary"
            cells = (
                Cell(name, icon=spec.icon or "chevron-right", ink=ink, tool_tip=action.toolTip()),
                Cell(keys, ink="text.secondary"),
                Cell(where, step="caption", ink="text.tertiary"),
                Cell(hint, step="caption", ink="text.secondary"),
            )
            lines.append(Line(spec.id, cells))
        self.model.set_lines(lines)
        total = len(self._registry.specs())
        self.search.set_count_text(tr("{found} of {total}").format(found=len(lines), total=total) if words else str(total))

    def _enter(self) -> None:
        self.table.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.table.currentIndex().isValid() and self.model.rowCount():
            self.table.selectRow(0)

    def _do(self, index: QModelIndex) -> None:
        action = self._registry.action(self.model.line(index.row()).key)
        if action.isEnabled():
            self.accept()
            action.trigger()
