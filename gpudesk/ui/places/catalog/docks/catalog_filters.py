"""The filters of the catalog: text, families, vendors, origins, and ranges of figures."""

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.catalog_table import Mask, Wanted
from gpudesk.catalog.entry import Origin
from gpudesk.core.hardware.hardware import Family
from gpudesk.ui.panels.catalog.catalog_rows import family_icon, family_title, short_title
from gpudesk.ui.places.catalog.models.type_columns import Column
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number, shown_scale
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.facet_list import FacetList, FacetModel
from gpudesk.ui.toolkit.widgets.field_rows import FieldList
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from gpudesk.ui.toolkit.widgets.range_row import RangeRow
from gpudesk.ui.toolkit.widgets.row_list import Row, RowGroup
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("CatalogFilters")

MOST_VENDORS = 400
MOST_RANGES = 8
TYPING_MS = 60


class CatalogFilters(QWidget):
    """Search criteria. `header` is the title bar.

    Signals:
        changed(): the criteria changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Filters"))
        self.header = DockHeader(tr("Catalog"))
        self._families: frozenset[str] = frozenset()
        self._vendors: frozenset[str] = frozenset()
        self._origins: frozenset[str] = frozenset()
        self._bounds: dict[str, tuple[float | None, float | None]] = {}
        self._missing = ""
        self._range_names: tuple[str, ...] = ()
        self.search = SearchField(tr("Search the catalog"), tr("Model, vendor, kind"), self)
        self.model = FacetModel(self)
        self.facets = FacetList(tr("Families, vendors and origins"), self.model, self)
        self.clear_link = LinkButton(tr("Show all"), self)
        self._ranges = FieldList()
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._ranges)
        self._rows: dict[str, RangeRow] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        top = QVBoxLayout()
        top.setContentsMargins(8, 8, 8, 4)
        top.setSpacing(4)
        top.addWidget(self.search)
        row = QHBoxLayout()
        row.addWidget(self.clear_link)
        row.addStretch(1)
        top.addLayout(row)
        column.addLayout(top)
        self.ranges_head = GroupHeader(tr("Value ranges"))
        self.ranges_head.set_folded(True)
        self.ranges_head.folded.connect(lambda folded: self._scroll.setVisible(not folded))
        self._scroll.hide()
        column.addWidget(self.facets, 2)
        column.addWidget(self.ranges_head)
        column.addWidget(self._scroll, 1)
        self.setFocusProxy(self.search)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self.changed)
        self.search.textChanged.connect(lambda _: self._typing.start())
        self.facets.toggled.connect(self._toggle)
        self.clear_link.clicked.connect(self.clear)

    @property
    def text(self) -> str:
        """The search text."""
        return self.search.text().strip()

    def wanted(self) -> Wanted:
        """The criteria other than the search text."""
        ranges = {name: bounds for name, bounds in self._bounds.items() if name in self._range_names and bounds != (None, None)}
        return Wanted(self._families, self._vendors, self._origins, ranges, missing=self._missing)

    def chosen_families(self) -> list[Family]:
        """The selected families, in no order."""
        return [Family(name) for name in self._families]

    def in_force(self, catalog: Catalog) -> dict[str, str]:
        """The active criteria other than the text, each as a short text, by a key that `take_away` accepts."""
        active_texts = {f"families:{family}": family_title(catalog, Family(family)) for family in sorted(self._families)}
        active_texts |= {f"vendors:{vendor}": tr_type_name(vendor) for vendor in sorted(self._vendors)}
        active_texts |= {f"origins:{origin}": self._origin_names()[origin] for origin in sorted(self._origins)}
        for name, (low, high) in self.wanted().ranges.items():
            active_texts[f"range:{name}"] = f"{short_title(catalog, name)} {_bounds_text(low, high, catalog.facts[name].unit)}"
        if self._missing:
            active_texts["missing:"] = tr("{fact} is missing").format(fact=short_title(catalog, self._missing))
        return active_texts

    def take_away(self, key: str) -> None:
        """Remove one criterion of `in_force`."""
        kind, _, name = key.partition(":")
        if kind == "range":
            self._rows[name].set_bounds(None, None)
            self._bound(name, None, None)
        elif kind == "missing":
            self.set_missing("")
        else:
            self._toggle(key)

    def show_family(self, family: Family) -> None:
        """Filter by one family."""
        self._families = frozenset([family.value])
        self.changed.emit()
        self.facets.scrollTo(self.model.index_of(f"families:{family.value}"))

    def show_origin(self, origin: Origin) -> None:
        """Filter by the types of one origin."""
        self._origins = frozenset([origin.value])
        self.changed.emit()

    def set_missing(self, name: str) -> None:
        """Show only types that lack this expected fact; "" shows all."""
        if name != self._missing:
            self._missing = name
            self.changed.emit()

    def clear(self) -> None:
        """Clear all criteria."""
        self._families = self._vendors = self._origins = frozenset()
        self._bounds = {}
        self._missing = ""
        for row in self._rows.values():
            row.set_bounds(None, None)
        self.search.clear()
        self._typing.stop()
        # A row that stays filled would look as if it were still asked for.
        self.facets.setCurrentIndex(QModelIndex())
        self.changed.emit()

    def look_like(self, other: "CatalogFilters") -> None:
        """Copy the criteria of another instance."""
        self._families, self._vendors, self._origins = other._families, other._vendors, other._origins
        self._bounds = dict(other._bounds)
        self._missing = other._missing
        self.ranges_head.set_folded(other.ranges_head.is_folded())
        self.search.setText(other.search.text())

    def is_clear(self) -> bool:
        """Whether there are no criteria."""
        return not self.text and self.wanted() == Wanted()

    def show_counts(self, catalog: Catalog, found: list[str] | None, shown: int) -> None:
        """Show how many each choice would find."""
        table = catalog.table()
        criteria = self.wanted()
        among: Mask | None = None
        if found is not None:
            among = table.rows_mask(found)

        def counts(name: str) -> dict[str, int]:
            mask = table.matches(criteria, but=name)
            return table.counts(name, mask if among is None else mask & among)

        families, vendors, origins = counts("families"), counts("vendors"), counts("origins")
        groups = [
            RowGroup("families", tr("Family"), [self._family_row(catalog, family, families) for family in catalog.families()]),
            RowGroup("vendors", tr("Vendor"), self._vendor_rows(vendors)),
        ]
        if len(table.coded("origins")[0]) > 1:
            names = self._origin_names()
            rows = [Row(f"origins:{name}", names[name], "", format_number(origins.get(name, 0))) for name in names if name in table.origins]
            groups.append(RowGroup("origins", tr("Origin"), rows))
        chosen = {f"{kind}:{name}" for kind in ("families", "vendors", "origins") for name in getattr(self, f"_{kind}")}
        key = self.facets.current_key()
        place = self.facets.verticalScrollBar().value()
        self.model.show_facets(groups, frozenset(chosen))
        self.facets.set_current_key(key)
        self.facets.verticalScrollBar().setValue(place)
        total = format_number(len(table))
        if shown != len(table):
            total = tr("{found} of {total}").format(found=format_number(shown), total=total)
        self.search.set_count_text(total)
        self.clear_link.setEnabled(not self.is_clear())

    def show_ranges(self, catalog: Catalog, columns: Mapping[str, Column]) -> None:
        """Offer ranges for these numeric columns."""
        names = tuple(columns)[:MOST_RANGES]
        if names == self._range_names:
            return
        self._range_names = names
        self._ranges.clear()
        self._rows = {}
        for name in names:
            row = RangeRow(short_title(catalog, name), columns[name].unit)
            low, high = self._bounds.get(name, (None, None))
            row.set_bounds(low, high)
            row.changed.connect(lambda low, high, name=name: self._bound(name, low, high))
            self._ranges.add(row)
            self._rows[name] = row
        # No more room than the rows need; the facets have the rest.
        self._scroll.setMaximumHeight(sum(row.sizeHint().height() for row in self._rows.values()) + 4)
        self.ranges_head.setEnabled(bool(names))

    def _bound(self, name: str, low: float | None, high: float | None) -> None:
        self._bounds[name] = (low, high)
        self.changed.emit()

    def _toggle(self, key: str) -> None:
        kind, _, name = key.partition(":")
        chosen: frozenset[str] = getattr(self, f"_{kind}")
        setattr(self, f"_{kind}", chosen ^ {name})
        self.changed.emit()

    def _family_row(self, catalog: Catalog, family: Family, counts: Mapping[str, int]) -> Row:
        count = format_number(counts.get(family.value, 0))
        return Row(f"families:{family.value}", family_title(catalog, family), family_icon(family), count)

    def _vendor_rows(self, counts: Mapping[str, int]) -> list[Row]:
        names = [*sorted(self._vendors - set(counts)), *counts][:MOST_VENDORS]
        return [Row(f"vendors:{name}", tr_type_name(name), "", format_number(counts.get(name, 0))) for name in names]

    def _origin_names(self) -> dict[str, str]:
        return {
            Origin.SHIPPED.value: tr("Built-in catalog"),
            Origin.USER.value: tr("Your own entries"),
            Origin.IMPORT.value: tr("Imported libraries"),
        }


def _bounds_text(low: float | None, high: float | None, kept: str) -> str:
    """Bounds as they were typed, in the unit in which one types them."""
    unit, factor, offset = shown_scale(kept)
    bounds = ["" if bound is None else format_number(round(bound * factor + offset, 6)) for bound in (low, high)]
    written = f"{THIN_SPACE}{unit}" if unit else ""
    if not bounds[0]:
        return f"≤ {bounds[1]}{written}"
    return f"≥ {bounds[0]}{written}" if not bounds[1] else f"{bounds[0]}–{bounds[1]}{written}"
