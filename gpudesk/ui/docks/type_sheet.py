"""The sheet of one type: faces, every fact with its source, what contradicts it, what is missing, and what can be done with it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpudesk.catalog import Catalog
from gpudesk.catalog.entry import Origin
from gpudesk.core.hardware import HardwareType
from gpudesk.formats.netbox_quality import quality_of_type
from gpudesk.ui import theme
from gpudesk.ui.docks.type_faces import TypeFaces
from gpudesk.ui.models.catalog_rows import family_name
from gpudesk.ui.models.library_rows import missing_names
from gpudesk.ui.models.type_lines import (
    SheetFact,
    bay_lines,
    end_lines,
    length_lines,
    part_lines,
    port_lines,
    sheet_groups,
    sheet_text,
    sources,
)
from gpudesk.ui.quantities import format_number
from gpudesk.ui.translate import language
from gpudesk.ui.widgets.dock_header import DockHeader
from gpudesk.ui.widgets.field_rows import FactRow, FieldList
from gpudesk.ui.widgets.group_header import GroupHeader
from gpudesk.ui.widgets.label import Label
from gpudesk.ui.widgets.link_button import LinkButton
from gpudesk.ui.widgets.marks import confidence_name
from gpudesk.ui.widgets.tag import Tag

_INDENT = 18
_NUMBER_WIDTH = 16
_HIT = 24


class TypeSheet(QWidget):
    """Shows one type whole. `header` is the title bar.

    Signals:
        fact_chosen(str): the person wants to see which other types lack the fact of this name.
    """

    fact_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Sheet of the type"))
        self.header = DockHeader(self.tr("Sheet"))
        self._shown: object = None
        self._text = ""
        self._numbers: dict[str, int] = {}
        self._facts: dict[str, list[FactRow]] = {}
        self._source_lines: dict[str, SourceLine] = {}
        self._lit: list[QWidget] = []
        self._title = Label("", step="title", wrap=True)
        self._subtitle = Label("", ink="text.secondary", wrap=True)
        self._tags = QHBoxLayout()
        self._tags.setSpacing(6)
        self._tags.setContentsMargins(0, 4, 0, 0)
        head = QVBoxLayout()
        head.setContentsMargins(10, 10, 10, 8)
        head.setSpacing(0)
        head.addWidget(self._title)
        head.addWidget(self._subtitle)
        head.addLayout(self._tags)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(self.tr("Facts"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._scroll, 1)

    def text(self) -> str:
        """The sheet as lines of text: a fact, its value, how well it is known and where it was read, parted by tabs."""
        return self._text

    def source_lines(self) -> list["SourceLine"]:
        """The lines of the documents, in their order."""
        return list(self._source_lines.values())

    def show_source(self, source: str) -> None:
        """Go to the line of a document and light it."""
        line = self._source_lines.get(source)
        if line is not None:
            self._light([line])

    def show_facts_of(self, source: str) -> None:
        """Go to the first fact that was read in a document and light all of them."""
        self._light(self._facts.get(source, []))

    def lit(self) -> list[QWidget]:
        """The rows that are lit."""
        return list(self._lit)

    def show_nothing(self) -> None:
        """No type is chosen."""
        self._shown = None
        self._text = ""
        self._forget()
        self._title.setText(self.tr("Nothing chosen"))
        self._subtitle.setText(self.tr("Choose a type in the table to see every fact with its source."))
        self._show_tags(())
        self._show_rows(QWidget())

    def show_type(self, catalog: Catalog, kind: HardwareType, origin: str, used: int) -> None:
        """Show a type.

        Args:
            origin: where it comes from.
            used: how many the open project has.
        """
        shown = (id(kind), origin, used, language())
        if shown == self._shown:
            return
        self._shown = shown
        self._title.setText(kind.title)
        self._subtitle.setText(kind.description_es if language() == "es" else kind.description)
        self._forget()
        self._text = sheet_text(catalog, kind)
        self._numbers = {source: number for number, source in enumerate(dict.fromkeys(entry[0] for entry in sources(kind)), 1)}
        tags = [family_name(catalog, kind.family)]
        if origin == Origin.USER.value:
            tags.append(self.tr("your own"))
        elif origin != Origin.SHIPPED.value:
            tags.append(self.tr("imported"))
            tags.append(self.tr("quality {score} of 100").format(score=format_number(quality_of_type(kind).score)))
        if used:
            tags.append(self.tr("{count} in this project").format(count=format_number(used)))
        self._show_tags(tags)
        rows = FieldList()
        self._fill(rows, catalog, kind, origin)
        self._show_rows(rows)
        rows.fit_badges()

    def _fill(self, rows: FieldList, catalog: Catalog, kind: HardwareType, origin: str) -> None:
        pictures = QWidget()
        inside = QVBoxLayout(pictures)
        inside.setContentsMargins(10, 2, 10, 4)
        faces = TypeFaces()
        faces.set_type(kind)
        inside.addWidget(faces)
        rows.add(pictures)
        names = [(self.tr("Key"), kind.key)]
        if kind.part_numbers:
            names.append((self.tr("Part numbers"), ", ".join(kind.part_numbers)))
        if kind.aliases:
            names.append((self.tr("Also called"), ", ".join(kind.aliases)))
        if origin == Origin.IMPORT.value and (missing := missing_names(quality_of_type(kind))):
            names.append((self.tr("Does not say"), missing))
        self._plain(rows, self.tr("Names"), names)
        for group in sheet_groups(catalog, kind):
            rows.add(GroupHeader(group.title, foldable=False))
            for fact in group.facts:
                self._fact(rows, fact)
        self._plain(rows, self.tr("Contains"), part_lines(catalog, kind))
        self._plain(rows, self.tr("Bays"), bay_lines(kind))
        self._plain(rows, self.tr("MIG profiles"), [(profile.name, f"{profile.most} ×") for profile in kind.mig])
        self._plain(rows, self.tr("Ends"), end_lines(kind))
        self._plain(rows, self.tr("Lengths"), length_lines(kind))
        self._plain(rows, self.tr("Ports"), port_lines(kind))
        self._sources(rows, kind)

    def _fact(self, rows: FieldList, fact: SheetFact) -> None:
        missing = self.tr("One would want to know this; nobody found it in a document")
        row = FactRow(fact.label, fact.value, fact.confidence, source=fact.source, missing=missing)
        rows.add(row)
        number = self._numbers.get(fact.source)
        if fact.value and number is not None:
            self._facts.setdefault(fact.source, []).append(row)
            link = LinkButton(str(number), row, step="micro")
            link.setAccessibleName(self.tr("Source {number}").format(number=number))
            link.setToolTip(fact.source)
            link.setFixedWidth(_NUMBER_WIDTH)
            # The keyboard goes the other way, from the few documents to their facts.
            link.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            link.clicked.connect(lambda _checked=False, source=fact.source: self.show_source(source))
            row.row.addWidget(link)
        if fact.note:
            rows.add(self._small(fact.note, "text.tertiary"))
        for other in fact.others:
            rows.add(self._small(other, "severity.warning"))

    def _plain(self, rows: FieldList, title: str, lines: Sequence[tuple[str, str]]) -> None:
        if not lines:
            return
        rows.add(GroupHeader(title, foldable=False))
        for label, value in lines:
            rows.add(FactRow(label, value))

    def _sources(self, rows: FieldList, kind: HardwareType) -> None:
        found = sources(kind)
        if not found:
            return
        rows.add(GroupHeader(self.tr("Sources"), format_number(len(self._numbers)), foldable=False))
        told: dict[str, list[str]] = {}
        for source, confidence, count in found:
            facts = self.tr("{count} facts").format(count=format_number(count)) if count > 1 else self.tr("1 fact")
            told.setdefault(source, []).append(f"{confidence_name(confidence)}, {facts}")
        for source, words in told.items():
            line = SourceLine(self._numbers[source], source, "; ".join(words))
            line.asked.connect(self.show_facts_of)
            self._source_lines[source] = line
            rows.add(line)
        rows.add_gap(8)

    def _light(self, rows: Sequence[QWidget]) -> None:
        """Show these rows, the first of them in sight, on the ground of what is chosen."""
        for row in self._lit:
            row.setAutoFillBackground(False)
        self._lit = list(rows)
        for row in rows:
            palette = row.palette()
            palette.setColor(QPalette.ColorRole.Window, theme.current().selection)
            row.setPalette(palette)
            row.setAutoFillBackground(True)
        if rows:
            self._scroll.ensureWidgetVisible(rows[0], 0, 60)

    def _forget(self) -> None:
        self._numbers, self._facts, self._source_lines, self._lit = {}, {}, {}, []

    def _small(self, text: str, ink: str, *, indent: int = _INDENT) -> QWidget:
        label = Label(text, step="caption", ink=ink, wrap=True)
        label.setContentsMargins(indent, 1, 10, 3)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _show_tags(self, texts: Sequence[str]) -> None:
        while self._tags.count():
            item = self._tags.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for text in texts:
            self._tags.addWidget(Tag(text))
        self._tags.addStretch(1)

    def _show_rows(self, rows: QWidget) -> None:
        old = self._scroll.takeWidget()
        if old is not None:
            old.hide()
            old.deleteLater()
        self._scroll.setWidget(rows)


class SourceLine(QWidget):
    """One document: its number, what it is, and how many facts were read in it.

    Signals:
        asked(str): show the facts of this document.
    """

    asked = Signal(str)

    def __init__(self, number: int, source: str, told: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self.link = LinkButton(str(number), self, step="caption")
        self.link.setFixedWidth(_HIT)
        self.link.setAccessibleName(self.tr("Show the facts of {source}").format(source=source))
        self.link.setToolTip(self.tr("Show the facts that were read there"))
        self.link.clicked.connect(lambda _checked=False: self.asked.emit(source))
        words = Label(f"{source} ({told})", self, step="caption", ink="text.secondary", wrap=True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.setContentsMargins(0, 4, 0, 3)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(0)
        row.addWidget(self.link, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(words, 1)

    def source(self) -> str:
        """What document it is."""
        return self._source
