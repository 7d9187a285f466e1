"""Parts that Auto-place can put into racks, with text search."""

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QVBoxLayout,
    QWidget,
)

from gpudesk.catalog.catalog import UnknownType
from gpudesk.core.hardware.hardware import Family, HardwareType, Mount
from gpudesk.ui.panels.catalog.catalog_rows import IN_USE, groups
from gpudesk.ui.panels.catalog.catalog_source import CatalogSource
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.row_list import RowGroup, RowList, RowListModel
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("PartSearch")

TYPING_MS = 60
_IN_RACKS = frozenset(
    [
        Family.SYSTEM,
        Family.SERVER,
        Family.SWITCH,
        Family.STORAGE,
        Family.PDU,
        Family.POWER_SHELF,
        Family.PANEL,
        Family.CABLE_MANAGER,
        Family.BLANK,
        Family.SHELF,
        Family.UPS,
        Family.CDU,
        Family.WORKSTATION,
    ]
)


class PartSearch(QWidget):
    """The parts that go into racks, to be added to the list.

    Signals:
        chosen(str): add a device of this type.
    """

    chosen = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._source = CatalogSource.of(session)
        self.search = _AddField(tr("Search the catalog"), tr("Add: model, vendor, kind"), self)
        self.model = RowListModel(self)
        self.view = RowList(tr("Parts"), self.model, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        top = QVBoxLayout()
        top.setContentsMargins(8, 4, 8, 8)
        top.addWidget(self.search)
        column.addLayout(top)
        column.addWidget(self.view, 1)
        self.setFocusProxy(self.search)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self.refresh)
        self.search.textChanged.connect(lambda _: self._typing.start())
        self.search.left_down.connect(lambda: self.view.setFocus(Qt.FocusReason.TabFocusReason))
        self.search.entered.connect(self._enter)
        self.view.chosen.connect(self.chosen)
        self._source.ready.connect(self.refresh)
        self.refresh()
        self._source.request()

    def kind(self, key: str) -> HardwareType | None:
        """The type with that key, the project's copy first; None if unknown."""
        types = self._session.snapshot.types
        type_id = types.id_of(key)
        if type_id is not None:
            return types[type_id]
        try:
            return None if self._source.catalog is None else self._source.catalog.get(key)
        except UnknownType:
            return None

    def refresh(self) -> None:
        """Show the matches of the search text."""
        if not self._session.is_open:
            return
        matching_groups, _, _ = groups(self._source.catalog, self._session.snapshot, self.search.text().strip())
        shown = [part for group in matching_groups if (part := self._of_racks(group)) is not None]
        self.model.set_groups(shown)
        self.search.set_count_text(format_number(sum(len(group.rows) for group in shown if group.key != IN_USE)))
        self.view.set_current_key(next((row.key for group in shown for row in group.rows), ""))

    def _of_racks(self, group: RowGroup) -> RowGroup | None:
        """A group without types that never go into a rack; None if nothing is left."""
        if group.key == IN_USE:
            rows = [row for row in group.rows if (kind := self.kind(row.key)) is not None and goes_into_racks(kind)]
            return replace(group, rows=rows) if rows else None
        return group if group.key in {str(family) for family in _IN_RACKS} else None

    def _enter(self) -> None:
        # What was typed last may still wait to be looked for.
        if self._typing.isActive():
            self._typing.stop()
            self.refresh()
        if key := self.view.current_key():
            self.chosen.emit(key)


class _AddField(SearchField):
    """Enter adds the match instead of pressing the default button of the dialog."""

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


def goes_into_racks(kind: HardwareType) -> bool:
    """Whether a type is placed in a rack, next to its units, or in a bay of a device there."""
    return kind.mount in (Mount.UNITS, Mount.ZERO_U, Mount.CHILD)
