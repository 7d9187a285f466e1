"""The sheet of a type line by line, as shown in a list: picture, headings, facts, notes, documents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.entry import Origin
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.formats.netbox.netbox_quality import quality_of_type
from gpudesk.ui.places.catalog.models.library_rows import missing_names
from gpudesk.ui.places.catalog.models.type_lines import (
    SheetFact,
    bay_lines,
    end_lines,
    length_lines,
    part_lines,
    port_lines,
    sheet_groups,
    sources,
)
from gpudesk.ui.toolkit.quantities import MISSING, format_number
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name

Index = QModelIndex | QPersistentModelIndex


class LineKind(Enum):
    """The kind of a sheet line."""

    PICTURE = auto()
    HEAD = auto()
    FACT = auto()
    PLAIN = auto()
    NOTE = auto()
    CONTRARY = auto()
    SOURCE = auto()


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line.

    Attributes:
        value: of a fact or plain line, "" if missing; the text of a note, another opinion or a document; the count of a heading.
        number: of the document, 0 for none.
    """

    kind: LineKind
    label: str = ""
    value: str = ""
    confidence: str = ""
    source: str = ""
    number: int = 0

    def text(self) -> str:
        """The line as text, cells separated by tabs."""
        if self.kind is LineKind.FACT:
            confidence_text = confidence_name(self.confidence) if self.value and self.confidence else ""
            return "\t".join((self.label, self.value or MISSING, confidence_text, tr_source(self.source))).rstrip("\t")
        if self.kind is LineKind.SOURCE:
            return f"{self.number}\t{self.value}"
        return "\t".join(part for part in (self.label, self.value) if part)


def sheet_lines(catalog: Catalog, kind: HardwareType, origin: str) -> list[SheetLine]:
    """All known and expected data of a type, each fact with the number of its document."""
    numbers = {source: number for number, source in enumerate(dict.fromkeys(entry[0] for entry in sources(kind)), 1)}
    translate = QCoreApplication.translate
    lines = [SheetLine(LineKind.PICTURE, tr_type_name(kind.title))]
    lines += _plain(translate("TypeSheet", "Names"), _names(kind, origin))
    for group in sheet_groups(catalog, kind):
        lines.append(SheetLine(LineKind.HEAD, group.title))
        for fact in group.facts:
            lines += _fact(fact, numbers.get(fact.source, 0))
    for title, section_lines in (
        (translate("TypeSheet", "Contains"), part_lines(catalog, kind)),
        (translate("TypeSheet", "Bays"), bay_lines(kind)),
        (translate("TypeSheet", "MIG profiles"), [(profile.name, f"{profile.most} ×") for profile in kind.mig]),
        (translate("TypeSheet", "Ends"), end_lines(kind)),
        (translate("TypeSheet", "Lengths"), length_lines(kind)),
        (translate("TypeSheet", "Ports"), port_lines(kind)),
    ):
        lines += _plain(title, section_lines)
    return [*lines, *_documents(kind, numbers)]


def _names(kind: HardwareType, origin: str) -> list[tuple[str, str]]:
    translate = QCoreApplication.translate
    names = [(translate("TypeSheet", "Key"), kind.key)]
    if kind.part_numbers:
        names.append((translate("TypeSheet", "Part numbers"), ", ".join(kind.part_numbers)))
    if kind.aliases:
        names.append((translate("TypeSheet", "Also known as"), ", ".join(kind.aliases)))
    if origin == Origin.IMPORT.value and (missing := missing_names(quality_of_type(kind))):
        names.append((translate("TypeSheet", "Not specified"), missing))
    return names


def _plain(title: str, lines: Sequence[tuple[str, str]]) -> list[SheetLine]:
    if not lines:
        return []
    return [SheetLine(LineKind.HEAD, title), *(SheetLine(LineKind.PLAIN, label, value) for label, value in lines)]


def _fact(fact: SheetFact, number: int) -> Iterator[SheetLine]:
    yield SheetLine(LineKind.FACT, fact.label, fact.value, fact.confidence, fact.source, number if fact.value else 0)
    if fact.note:
        yield SheetLine(LineKind.NOTE, value=fact.note)
    for other in fact.others:
        yield SheetLine(LineKind.CONTRARY, value=other)


def _documents(kind: HardwareType, numbers: dict[str, int]) -> Iterator[SheetLine]:
    if not numbers:
        return
    translate = QCoreApplication.translate
    yield SheetLine(LineKind.HEAD, translate("TypeSheet", "Sources"), format_number(len(numbers)))
    words_by_source: dict[str, list[str]] = {}
    for source, confidence, count in sources(kind):
        facts = filled_text(translate("TypeSheet", "{count} {count|fact|facts}"), count=format_number(count))
        words_by_source.setdefault(source, []).append(f"{confidence_name(confidence)}, {facts}")
    for source, words in words_by_source.items():
        yield SheetLine(LineKind.SOURCE, value=f"{tr_source(source)} ({'; '.join(words)})", source=source, number=numbers[source])


class TypeSheetModel(QAbstractListModel):
    """The lines of one type."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: Sequence[SheetLine] = ()
        self._kind: HardwareType | None = None

    def show_type(self, kind: HardwareType | None, lines: Sequence[SheetLine]) -> None:
        """Show the lines of another type."""
        self.beginResetModel()
        self._kind, self._lines = kind, lines
        self.endResetModel()

    @property
    def kind(self) -> HardwareType | None:
        """The type whose lines these are."""
        return self._kind

    def line(self, row: int) -> SheetLine:
        """The line of a row."""
        return self._lines[row]

    def lines(self) -> Sequence[SheetLine]:
        """All lines."""
        return self._lines

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        still = self._lines[index.row()].kind in {LineKind.PICTURE, LineKind.HEAD}
        return plain if still else plain | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return self._spoken(line)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return self._reason(line)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._reason(line) or None
        return None

    def _spoken(self, line: SheetLine) -> str:
        if line.kind is LineKind.PICTURE:
            return QCoreApplication.translate("TypeFaces", "Drawing of {model}").format(model=line.label)
        if line.kind is LineKind.SOURCE:
            number = QCoreApplication.translate("TypeSheet", "Source {number}").format(number=line.number)
            return f"{number}: {line.value}"
        if line.kind is LineKind.FACT:
            confidence_text = confidence_name(line.confidence) if line.value and line.confidence else ""
            return f"{line.label}: {line.value or MISSING}{f', {confidence_text}' if confidence_text else ''}"
        return ": ".join(part for part in (line.label, line.value) if part)

    def _reason(self, line: SheetLine) -> str:
        if line.kind is LineKind.FACT and not line.value:
            return QCoreApplication.translate("TypeSheet", "Useful to know, but not found in any document")
        if line.kind is LineKind.FACT and line.confidence:
            return f"{confidence_name(line.confidence)}: {tr_source(line.source)}"
        if line.kind is LineKind.SOURCE:
            return QCoreApplication.translate("TypeSheet", "Show the facts from this source")
        return ""
