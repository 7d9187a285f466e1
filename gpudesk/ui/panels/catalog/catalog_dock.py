"""The dock of the catalog: search as one types, groups by family, and a preview to drag from."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QDrag, QPainter, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from gpudesk.catalog.catalog import UnknownType
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.errors import DeskError
from gpudesk.ui.canvas.refs import TYPE_MIME
from gpudesk.ui.panels.catalog.catalog_rows import can_be_placed, family_icon, groups
from gpudesk.ui.panels.catalog.catalog_source import CatalogSource
from gpudesk.ui.panels.catalog.type_card import TypeCard
from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.turn_timer import TurnTimer
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.row_list import RowList, RowListModel
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("CatalogDock")

_ROOM_FOR_CARD = 400
"""Below this height the list has all the room."""
_DRAG_HEIGHT, _DRAG_ICON = 24, 16
_FROM_POINTER = 8
TypeNamed = Callable[[str], HardwareType | None]


class CatalogDock(QWidget):
    """The types that can be placed. `header` is the title bar.

    Signals:
        place_requested(str): start placing this type by keyboard.
    """

    place_requested = Signal(str)

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None, *, on_floor: bool = False) -> None:
        """`on_floor` lists only types placed on the floor of a hall: racks, and those that need none."""
        super().__init__(parent)
        del registry  # Its actions speak of what is in the project, not of the catalog.
        self._session = session
        self._on_floor = on_floor
        self._source = CatalogSource.of(session)
        self._shown = ""
        self._in_use: tuple[object, ...] | None = None
        self.setObjectName("catalog")
        self.setAccessibleName(tr("Catalog"))
        self.header = DockHeader(tr("Catalog"))
        self.search = SearchField(tr("Search the catalog"), tr("Model, vendor, kind"), self)
        self.model = RowListModel(self, mime_type=TYPE_MIME)
        self.view = CatalogList(tr("Parts"), self.model, self)
        self.view.set_types(self.type_named)
        self.card = TypeCard(self)
        self.note = QuietNote(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.note)
        self._stack.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        top = QVBoxLayout()
        top.setContentsMargins(8, 8, 8, 8)
        top.addWidget(self.search)
        column.addLayout(top)
        column.addWidget(self._stack, 1)
        column.addWidget(self.card)
        self.setFocusProxy(self.search)
        # The inspector takes the turn before.
        self._later = TurnTimer(self, 2)
        self._later.reached.connect(self._refresh_if_seen)
        self._connect()
        # The list is filled after it is first shown, and is empty until then.
        self._stack.setCurrentWidget(self.view)
        self._show_card()

    def type_named(self, key: str) -> HardwareType | None:
        """The type with that key, the project's own copy first; None if it is unknown."""
        if self._session.is_open:
            types = self._session.snapshot.types
            type_id = types.id_of(key)
            if type_id is not None:
                return types[type_id]
        catalog = self._source.catalog
        if catalog is None:
            return None
        try:
            return catalog.get(key)
        except UnknownType:
            return None

    def refresh(self) -> None:
        """Show the types that match the search text."""
        catalog = self._source.catalog
        snapshot = self._session.snapshot if self._session.is_open else None
        text = self.search.text().strip()
        matching_groups, count, total = groups(catalog, snapshot, text, on_floor=self._on_floor)
        key = self.view.current_key()
        self.model.set_groups(matching_groups)
        self.view.set_current_key(key)
        if not self.view.current_key():
            self.view.set_current_key(next((row.key for group in matching_groups for row in group.rows), ""))
        written = format_number(total)
        if text:
            written = tr("{found} of {total}").format(found=format_number(count), total=written)
        self.search.set_count_text(written if total else "")
        if catalog is not None:
            link = tr("Show all") if text else ""
            self.note.say(None, tr("Nothing matches"), tr("Use fewer or shorter words."), link)
        self._stack.setCurrentWidget(self.view if matching_groups else self.note)
        self._preview()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._source.catalog is None:
            self.note.say(None, tr("Opening the catalog…"))
            self._stack.setCurrentWidget(self.note)
            self._source.request()
        self._in_use = None
        self._later.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_card()

    def _connect(self) -> None:
        session = self._session
        for signal in (session.opened, session.closed, session.changed, session.refreshed):
            signal.connect(self._refresh_soon)
        self._source.ready.connect(self.refresh)
        self._source.failed.connect(self._failed)
        self.search.textChanged.connect(self.refresh)
        self.search.left_down.connect(self._enter_list)
        self.search.returnPressed.connect(self._place_current)
        self.view.chosen.connect(self._place)
        self.view.current_changed.connect(self._preview)
        self.note.link_clicked.connect(self._clear)

    def _refresh_soon(self) -> None:
        self._later.start()

    def _refresh_if_seen(self) -> None:
        if not self.isVisible():
            return
        snapshot = self._session.snapshot if self._session.is_open else None
        columns = (("rack", "type_id"), ("device", "type_id"), ("catalog_item", "body"))
        in_use = () if snapshot is None else tuple(snapshot[table][name] for table, name in columns)
        # Snapshots share the columns that an edit left alone; then the list says the same as before.
        before = self._in_use
        if before is None or len(in_use) != len(before) or any(now is not old for now, old in zip(in_use, before, strict=True)):
            self._in_use = in_use
            self.refresh()

    def _failed(self, error: DeskError) -> None:
        fix = "" if error.fix is None else tr_message(error.fix)
        self.note.say("error", tr_message(error.message), fix)
        self._stack.setCurrentWidget(self.note)

    def _preview(self) -> None:
        key = self.view.current_key()
        kind = self.type_named(key) if key else None
        catalog = self._source.catalog
        self._shown = key if kind is not None and catalog is not None else ""
        if kind is not None and catalog is not None:
            self.card.show_type(catalog, kind)
        self._show_card()

    def _show_card(self) -> None:
        self.card.setVisible(bool(self._shown) and self.height() >= _ROOM_FOR_CARD)

    def _enter_list(self) -> None:
        self.view.setFocus(Qt.FocusReason.TabFocusReason)

    def _clear(self) -> None:
        self.search.clear()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place_current(self) -> None:
        if self.view.current_key():
            self._place(self.view.current_key())

    def _place(self, key: str) -> None:
        kind = self.type_named(key)
        if kind is not None and can_be_placed(kind) and self._session.writable:
            self.place_requested.emit(key)


class CatalogList(RowList):
    """The list, whose rows are dragged into the drawing."""

    def set_types(self, type_named: TypeNamed) -> None:
        """Set the source of the row types."""
        self._type_named = type_named

    def startDrag(self, supportedActions: Qt.DropAction) -> None:
        drag = self.make_drag()
        if drag is not None:
            drag.exec(Qt.DropAction.CopyAction)

    def make_drag(self) -> QDrag | None:
        """Drag data of the current row; None if it cannot be placed."""
        key = self.current_key()
        kind = self._type_named(key) if key else None
        if kind is None or not can_be_placed(kind):
            return None
        drag = QDrag(self)
        drag.setMimeData(self.model().mimeData([self.currentIndex()]))
        # Over the racks the drawing shows the device itself and its place: what follows the pointer must not hide them.
        picture = drag_label(kind, self.devicePixelRatioF())
        drag.setPixmap(picture)
        size = picture.deviceIndependentSize()
        drag.setHotSpot(QPoint(round(size.width()) + _FROM_POINTER, round(size.height()) + _FROM_POINTER))
        return drag


def drag_label(kind: HardwareType, ratio: float) -> QPixmap:
    """Icon and model of a type in a small frame."""
    colours = theme.current()
    words = fonts.text_width(tr_type_name(kind.model), "strong")
    size = QSizeF(round(6 + _DRAG_ICON + 6 + words + 8), _DRAG_HEIGHT)
    picture = QPixmap((size * ratio).toSize())
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painting.frame(painter, QRectF(QPointF(), size), colours.surface.raised, colours.border.strong, theme.radius("control"))
    icon = QRectF(6, (_DRAG_HEIGHT - _DRAG_ICON) / 2, _DRAG_ICON, _DRAG_ICON)
    icons.paint(painter, family_icon(kind.family), icon, colours.text.secondary)
    painting.text(
        painter, QRectF(icon.right() + 6, 0, words + 1, _DRAG_HEIGHT), tr_type_name(kind.model), fonts.font("strong"), colours.text.primary
    )
    painter.end()
    return picture
