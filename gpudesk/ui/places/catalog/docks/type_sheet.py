"""The sheet of one type: faces, all facts with their source, contradictions, missing facts, and the documents."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.entry import Origin
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.formats.netbox.netbox_quality import quality_of_type
from gpudesk.ui.panels.catalog.catalog_rows import family_name
from gpudesk.ui.places.catalog.docks.sheet_list import SheetList
from gpudesk.ui.places.catalog.models.type_lines import sheet_text
from gpudesk.ui.places.catalog.models.type_sheet_lines import LineKind, SheetLine, TypeSheetModel, sheet_lines
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.tag import Tag

tr = text_context("TypeSheet")


class TypeSheet(QWidget):
    """Shows one type whole. `header` is the title bar.

    Signals:
        shown(): another type is shown.
    """

    shown = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Data sheet of the type"))
        self.header = DockHeader(tr("Data sheet"))
        self._shown: object = None
        self._catalog: Catalog | None = None
        self._title = Label("", step="title", wrap=True)
        self._subtitle = Label("", ink="text.secondary", wrap=True)
        self._tags = [Tag("") for _ in range(4)]
        tags = QHBoxLayout()
        tags.setSpacing(6)
        tags.setContentsMargins(0, 4, 0, 0)
        for tag in self._tags:
            tags.addWidget(tag)
        tags.addStretch(1)
        head = QVBoxLayout()
        head.setContentsMargins(10, 10, 10, 8)
        head.setSpacing(0)
        head.addWidget(self._title)
        head.addWidget(self._subtitle)
        head.addLayout(tags)
        self.model = TypeSheetModel(self)
        self.list = SheetList(self.model, self)
        self.list.setAccessibleName(tr("Facts"))
        self.list.source_asked.connect(self.show_source)
        self.list.facts_asked.connect(self.show_facts_of)
        self.setFocusProxy(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list, 1)

    def text(self) -> str:
        """The sheet as lines of text, cells separated by tabs; only the chosen lines while the keyboard focus is in it."""
        if self.list.hasFocus() and (chosen := self.list.lit()):
            return "\n".join(line.text() for line in chosen)
        kind = self.model.kind
        return "" if kind is None or self._catalog is None else sheet_text(self._catalog, kind)

    def documents(self) -> list[SheetLine]:
        """The lines of the documents, in their order."""
        return [line for line in self.model.lines() if line.kind is LineKind.SOURCE]

    def show_source(self, source: str) -> None:
        """Go to the line of a document and light it."""
        self.list.light(self._rows(LineKind.SOURCE, source))

    def show_facts_of(self, source: str) -> None:
        """Go to the first fact that was read in a document and light all of them."""
        self.list.light(self._rows(LineKind.FACT, source))

    def show_nothing(self) -> None:
        """No type is chosen."""
        self._shown = None
        self._title.setText(tr("Nothing selected"))
        self._subtitle.setText(tr("Select a type in the table to see every fact with its source."))
        self._show_tags(())
        self.model.show_type(None, ())

    def show_type(self, catalog: Catalog, kind: HardwareType, origin: str, used: int) -> None:
        """Show a type.

        Args:
            origin: origin of the type.
            used: number used in the open project.
        """
        shown = (id(kind), origin, used, language())
        if shown == self._shown:
            return
        self._shown, self._catalog = shown, catalog
        self._title.setText(tr_type_name(kind.title))
        self._subtitle.setText(kind.described_in(language()))
        tags = [family_name(catalog, kind.family)]
        if origin == Origin.USER.value:
            tags.append(tr("your own"))
        elif origin != Origin.SHIPPED.value:
            tags.append(tr("imported"))
            tags.append(tr("quality {score} of 100").format(score=format_number(quality_of_type(kind).score)))
        if used:
            tags.append(tr("{count} in this project").format(count=format_number(used)))
        self._show_tags(tags)
        self.model.show_type(kind, sheet_lines(catalog, kind, origin))
        self.list.scrollToTop()
        self.shown.emit()

    def _rows(self, kind: LineKind, source: str) -> list[int]:
        return [row for row, line in enumerate(self.model.lines()) if line.kind is kind and line.number and line.source == source]

    def _show_tags(self, texts: Sequence[str]) -> None:
        for number, tag in enumerate(self._tags):
            tag.setVisible(number < len(texts))
            if number < len(texts):
                tag.set_text(texts[number])
