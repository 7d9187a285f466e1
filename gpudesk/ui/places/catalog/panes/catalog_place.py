"""The place of the catalog: filters left, types in the middle, the sheet of one type right."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.catalog_table import Mask
from gpudesk.catalog.entry import Origin
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.messages.errors import DeskError
from gpudesk.ui.action_table.contexts import CATALOG
from gpudesk.ui.panels.catalog.catalog_rows import can_be_placed
from gpudesk.ui.panels.catalog.catalog_source import CatalogSource
from gpudesk.ui.panels.catalog.updates_line import UpdatesLine
from gpudesk.ui.places.catalog.docks.catalog_filters import CatalogFilters
from gpudesk.ui.places.catalog.docks.type_sheet import TypeSheet
from gpudesk.ui.places.catalog.models.comparison_rows import MOST_COMPARED
from gpudesk.ui.places.catalog.models.type_columns import columns_for
from gpudesk.ui.places.catalog.models.type_table_model import TypeTableModel
from gpudesk.ui.places.catalog.models.usage import used_types
from gpudesk.ui.places.catalog.panes.catalog_tools import context_menu, fill_tool_bar
from gpudesk.ui.places.catalog.panes.library_list import LibrariesView
from gpudesk.ui.places.catalog.panes.missing_facts import MissingFactsView
from gpudesk.ui.places.catalog.panes.type_comparison import ComparisonView
from gpudesk.ui.places.catalog.panes.type_table import CHOOSING_MS, TypeTableView
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.parts.docked_place import WIDE, DockedPlace
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.toolkit.widgets.tab_header import TabHeader
from gpudesk.ui.toolkit.widgets.tag_flow import TagFlow

tr = text_context("CatalogPlace")

PAGES = ("types", "compare", "missing", "libraries")


class CatalogPlace(DockedPlace):
    """Items that can be purchased. Needs no project; with one it shows which of them are in use.

    Signals:
        chosen(): the chosen types changed; actions may be enabled or not.
        place_requested(str): start placing this type in the racks.
        libraries_wanted(): the libraries are shown, or have changed.
    """

    chosen = Signal()
    place_requested = Signal(str)
    libraries_wanted = Signal()

    def __init__(self, session: Session, registry: ActionRegistry) -> None:
        super().__init__()
        self.setObjectName("catalog-place")
        self._session = session
        self._registry = registry
        self._source = CatalogSource.of(session)
        self._compared: list[str] = []
        self._wanted_key = ""
        self._missing_of: Mask | None = None
        self.filters = CatalogFilters()
        self.sheet = TypeSheet()
        self.model = TypeTableModel(self)
        self.table = TypeTableView(self.model)
        self.comparison = ComparisonView()
        self.missing = MissingFactsView()
        self.libraries = LibrariesView()
        self.note = QuietNote()
        self.tabs = TabHeader(tr("Views of the catalog"))
        self._pages = QStackedWidget()
        self._types = QStackedWidget()
        self._types.addWidget(self.note)
        self._types.addWidget(self.table)
        pages: tuple[tuple[str, str, QWidget], ...] = (
            ("types", tr("Types"), self._types),
            ("compare", tr("Compare"), self.comparison),
            ("missing", tr("Missing facts"), self.missing),
            ("libraries", tr("Libraries"), self.libraries),
        )
        for key, title, page in pages:
            self.tabs.add_page(key, title)
            self._pages.addWidget(page)
        self.in_force = TagFlow(tr("Active filters"))
        self.middle = self._middle()
        self.setCentralWidget(self.middle)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self._tool_bar())
        self.docks = {
            "filters": self.make_dock("filters", self.filters, self.filters.header, Qt.DockWidgetArea.LeftDockWidgetArea),
            "sheet": self.make_dock("sheet", self.sheet, self.sheet.header, Qt.DockWidgetArea.RightDockWidgetArea),
        }
        self.filters.setMinimumWidth(200)
        self.sheet.setMinimumWidth(264)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_if_seen)
        # The sheet follows when the rows are there: what one types is answered first.
        self._sheet_later = QTimer(self, singleShot=True, interval=0)
        self._sheet_later.timeout.connect(self.show_sheet_now)
        for part in (self.table, self.sheet, self.comparison.table):
            registry.attach(part, CATALOG)
        self._connect()
        self.sheet.show_nothing()

    # what others ask for

    @property
    def catalog(self) -> Catalog | None:
        """The catalog that is shown; None until it is open."""
        return self._source.catalog

    def current(self) -> HardwareType | None:
        """The type that the sheet shows."""
        catalog, key = self.catalog, self.table.key()
        return catalog.get(key) if catalog is not None and key in catalog else None

    def current_origin(self) -> str:
        """Origin of the current type, "" for none."""
        kind = self.current()
        return "" if kind is None or self.catalog is None else self.catalog.entry(kind.key).origin.value

    def selected(self) -> list[str]:
        """The keys of the chosen types."""
        return self.table.keys()

    def met(self) -> set[str]:
        """The conditions of actions that hold here."""
        kind = self.current()
        conditions = {
            "catalog": self.catalog is not None,
            "type": kind is not None,
            "placeable": kind is not None and can_be_placed(kind),
            "own type": self.current_origin() == Origin.USER.value,
            "comparison": len(self._compared) > 1,
            "library": self.tabs.current() == "libraries" and bool(self.libraries.library()),
        }
        return {name for name, met in conditions.items() if met}

    def text(self) -> str:
        """The shown content as text: the comparison, the chosen rows of the table, or the sheet of the chosen type."""
        if self.tabs.current() == "compare":
            return self.comparison.text()
        if len(self.selected()) > 1:
            return self.model.text(self.selected())
        if self._sheet_later.isActive():
            self.show_sheet_now()
        return self.sheet.text()

    def reload(self, key: str = "") -> None:
        """Reopen the catalog after its files changed; filters, columns and the chosen type stay, or `key` is shown."""
        self._wanted_key = key
        self._source.reload()
        self.libraries_wanted.emit()

    def search(self) -> None:
        """Show the filters and focus the search field, with the last search text selected."""
        self.docks["filters"].show()
        self.filters.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filters.search.selectAll()

    def show_imported(self) -> None:
        """Show the types of the imported libraries."""
        self.tabs.set_current("types")
        self.filters.show_origin(Origin.IMPORT)

    def go_to(self, key: str) -> None:
        """Show a type, taking filters away if they hide it."""
        self._wanted_key = key
        self.tabs.set_current("types")
        if self.catalog is None:
            return
        if self.model.row_of(key) is None:
            self.filters.clear()
        self._take_wanted()

    def look_like(self, other: "CatalogPlace") -> None:
        """Show what another one shows: page, filters, the current type, and the types that are compared."""
        self.filters.look_like(other.filters)
        self._wanted_key = other.table.key() or other._wanted_key
        self._compared = list(other._compared)
        self.tabs.set_current(other.tabs.current())

    def show_family(self, family: Family) -> None:
        """Show the types of one family."""
        self.tabs.set_current("types")
        self.filters.show_family(family)

    def compare_selected(self) -> None:
        """Put the chosen types side by side with those compared already."""
        for key in self.selected():
            if key not in self._compared:
                self._compared.append(key)
        self._compared = self._compared[-MOST_COMPARED:]
        self._show_comparison()
        if len(self._compared) > 1:
            self.tabs.set_current("compare")

    def refresh(self) -> None:
        """Show what fits the filters."""
        catalog = self.catalog
        if catalog is None:
            return
        key = self.table.key()
        criteria, text = self.filters.wanted(), self.filters.text
        found_keys = catalog.keys_found(text) if text else None
        used = used_types(self._session.snapshot) if self._session.is_open else {}
        mask = catalog.table().matches(criteria)
        families = self._families_shown(catalog, found_keys, criteria.families)
        columns = columns_for(catalog, families, project=bool(used))
        self.model.show_types(catalog, columns, mask, found_keys, used)
        self.filters.show_ranges(catalog, {column.name: column for column in columns if column.name in catalog.facts and column.number})
        self.filters.show_counts(catalog, found_keys, self.model.rowCount())
        self._types.setCurrentWidget(self.table if self.model.rowCount() else self.note)
        if not self.model.rowCount():
            link = "" if self.filters.is_clear() else tr("Show all")
            self.note.say(None, tr("Nothing matches this search and these filters"), tr("Use fewer or shorter words."), link)
        if not (key and self.table.go_to(key)) and self.model.rowCount():
            self.table.setCurrentIndex(self.model.index(0, 0))
        self._missing_of = mask
        if self.tabs.current() == "missing":
            self.missing.show_types(catalog, mask)
        self._show_in_force()
        self._sheet_later.start(0)

    def _families_shown(self, catalog: Catalog, found: Sequence[str] | None, wanted: frozenset[str]) -> list[Family]:
        """The families of the shown types, as far as relevant: one or several."""
        if wanted:
            return [Family(name) for name in wanted]
        if found is not None:
            return [Family(name) for name in catalog.table().counts("families", catalog.table().rows_mask(found))]
        return list(catalog.families())

    # building

    def _middle(self) -> QWidget:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.updates = UpdatesLine(self._session)
        self.updates.link_clicked.connect(lambda: self._registry.action("project.update-types").trigger())
        column.addWidget(self.updates)
        column.addWidget(self.tabs)
        column.addWidget(self.in_force)
        column.addWidget(self._pages, 1)
        return middle

    def _tool_bar(self) -> PlaceToolBar:
        bar = PlaceToolBar(tr("Tools"))
        fill_tool_bar(bar, self._registry, {"import": tr("Import"), "export": tr("Export")})
        return bar

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.catalog is None:
            self.note.say(None, tr("Opening the catalog…"))
            self._types.setCurrentWidget(self.note)
            self._source.request()
        self._later.start()
        if self.docks_are_new():
            # What is shown for the first time has not got its own width yet.
            wide = self.window().width() >= WIDE
            sizes = [264, 440] if wide else [220, 320]
            self.filters.ranges_head.set_folded(not wide)
            self.resizeDocks([self.docks["filters"], self.docks["sheet"]], sizes, Qt.Orientation.Horizontal)

    def _connect(self) -> None:
        session = self._session
        for signal in (session.opened, session.closed, session.changed, session.refreshed):
            signal.connect(self._refresh_later)
        self._source.ready.connect(self._later.start)
        self._source.failed.connect(self._failed)
        self.filters.changed.connect(self.refresh)
        self.table.row_changed.connect(lambda _: self._show_sheet_later())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.table.entered.connect(self._enter)
        self.table.customContextMenuRequested.connect(self._context_menu)
        for signal in (self.filters.search.returnPressed, self.filters.search.left_down):
            signal.connect(self._go_to_rows)
        self.in_force.removed.connect(self.filters.take_away)
        self.note.link_clicked.connect(self.filters.clear)
        self.tabs.page_chosen.connect(self._show_page)
        self.comparison.removed.connect(self._take_out)
        self.missing.fact_chosen.connect(self._show_lacking)
        self.libraries.chosen.connect(self.chosen)
        self.libraries.type_requested.connect(self.go_to)

    def parts(self) -> list[QWidget]:
        """The parts that are seen, from left to right."""
        widget: QWidget | None = self._pages.currentWidget()
        while widget is not None and widget.focusProxy() is not None:
            widget = widget.focusProxy()
        at_rest = self.table if widget is self._types else widget
        # A page without rows has nothing to go into but its tab.
        self.middle.setFocusProxy(at_rest if at_rest is not None and at_rest.isVisible() else self.tabs.tabs)
        return [part for part in (self.filters, self.middle, self.sheet) if part.isVisible()]

    def _go_to_rows(self) -> None:
        self.tabs.set_current("types")
        self.table.setFocus(Qt.FocusReason.TabFocusReason)

    def _enter(self, key: str) -> None:
        """Place the type where that can be done, else go on to its sheet."""
        if self._registry.action("catalog.place").isEnabled():
            self.place_requested.emit(key)
        else:
            self.show_sheet_now()
            self.sheet.setFocus(Qt.FocusReason.TabFocusReason)

    def _show_in_force(self) -> None:
        shown = self.catalog is not None and self.tabs.current() in {"types", "missing"}
        self.in_force.set_tags(self.filters.in_force(self.catalog) if shown and self.catalog is not None else {})

    def _show_page(self, key: str) -> None:
        self._pages.setCurrentIndex(PAGES.index(key))
        self._show_in_force()
        if key == "missing" and self.catalog is not None and self._missing_of is not None:
            self.missing.show_types(self.catalog, self._missing_of)
        if key == "libraries":
            self.libraries_wanted.emit()
        self.chosen.emit()

    def _show_lacking(self, name: str) -> None:
        self.filters.set_missing(name)
        self.tabs.set_current("types")

    def _take_out(self, key: str) -> None:
        self._compared.remove(key)
        self._show_comparison()

    def _show_comparison(self) -> None:
        catalog = self.catalog
        if catalog is not None:
            self._compared = [key for key in self._compared if key in catalog]
            self.comparison.show_types(catalog, [catalog.get(key) for key in self._compared])
            self.tabs.set_count("")

    def _refresh_later(self, *_: object) -> None:
        self._later.start()

    def _refresh_if_seen(self) -> None:
        if self.isVisible():
            self.refresh()
            self._show_comparison()
            self._take_wanted()

    def _take_wanted(self) -> None:
        key, self._wanted_key = self._wanted_key, ""
        if key and not self.table.go_to(key) and self.catalog is not None and key in self.catalog:
            self.filters.clear()
            self.table.go_to(key)

    def _show_sheet_later(self) -> None:
        """The sheet of a type is shown immediately; during keyboard navigation it is shown for the last row only."""
        self._sheet_later.start(CHOOSING_MS if self.table.hurried else 0)

    def show_sheet_now(self) -> None:
        """Show the sheet of the current type without waiting."""
        self._sheet_later.stop()
        catalog, kind = self.catalog, self.current()
        if catalog is None or kind is None:
            self.sheet.show_nothing()
        else:
            used = used_types(self._session.snapshot).get(kind.key, 0) if self._session.is_open else 0
            self.sheet.show_type(catalog, kind, self.current_origin(), used)
        self.chosen.emit()

    def _failed(self, error: DeskError) -> None:
        fix = "" if error.fix is None else tr_message(error.fix)
        self.note.say("error", tr_message(error.message), fix)
        self._types.setCurrentWidget(self.note)

    def _context_menu(self, where: QPoint) -> None:
        menu = context_menu(self, self._registry, tr("Export"))
        menu.popup(self.table.viewport().mapToGlobal(where))
