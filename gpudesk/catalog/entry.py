"""Objects returned by the catalog: entries, search hits, definitions of facts, and faults in its files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from gpudesk.core.hardware.hardware import Family, HardwareType, Mount
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value


class Origin(StrEnum):
    """The origin of an entry."""

    SHIPPED = "catalog"
    USER = "user"
    IMPORT = "import"
    """From an imported library (`catalog.imports`)."""


@dataclass(frozen=True, slots=True)
class Hider:
    """The origin that hides an entry of the same key; `library` is its name if it is an imported library."""

    origin: Origin
    library: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One type with the origin that a project records when the type is copied in.

    Attributes:
        version: hash of the entry; a different hash under the same key means that a fact, port or drawing changed.
    """

    type: HardwareType
    version: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result; contains all list columns, so the type itself need not be read."""

    key: str
    family: Family
    vendor: str
    model: str
    title: str
    mount: Mount
    origin: Origin
    height_u: float | None
    power_max_w: float | None
    weight_kg: float | None
    score: int


class FactKind(StrEnum):
    """The kind of a fact's value."""

    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the allowed values of a choice fact, with titles in both languages."""

    title: str
    title_es: str


@dataclass(frozen=True, slots=True)
class FactDefinition:
    """The definition of a fact.

    Attributes:
        unit: unit of the value: "mm", "kg", "W", "U", "°C", "MiB"…, "" if it has none.
        group: heading in the inspector.
        minimum, maximum: a number outside is an error in the entry, not an unusual device.
        plain_decimals: decimal places of a number that is an identifier rather than a quantity, such as a year.
        values_es: for a text, the values that differ in Spanish, with their translations.
    """

    name: str
    kind: FactKind
    unit: str
    group: str
    title: str
    title_es: str
    minimum: float | None = None
    maximum: float | None = None
    choices: Mapping[str, Choice] | None = None
    plain_decimals: int | None = None
    values_es: Mapping[str, str] = field(default_factory=dict)

    def spoken(self, text: str, language: str) -> str:
        """A text value in a language ("en", "es"): the title of a choice, a known translation, otherwise the unchanged text."""
        choice = (self.choices or {}).get(text)
        if choice is not None:
            return choice.title_es if language == "es" else choice.title
        return self.values_es.get(text, text) if language == "es" else text

    def plain_number(self, value: float) -> str | None:
        """A year or version formatted independently of language: "2024", "9.0"; None if the number is a quantity."""
        return None if self.plain_decimals is None else f"{value:.{self.plain_decimals}f}"


@dataclass(frozen=True, slots=True)
class FamilyDefinition:
    """Names of a family: `title` is the plural heading, `singular` names one item; `expected` are the facts every entry should have."""

    name: str
    title: str
    title_es: str
    singular: str
    singular_es: str
    expected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a catalog file that prevents an entry from being read.

    Attributes:
        line: counted from 1.
        path: path of the invalid value, such as "types[2].facts.weight_kg.source"; "" for an error in the file or its text.
    """

    file: str
    line: int
    message: Message
    path: str = ""

    def plain(self) -> str:
        """One line in English, as compilers write it."""
        return f"{self.file}:{self.line}: {self.message.plain()}"


class CatalogFaults(InvalidData):
    """Catalog files that cannot be read; `faults` has all of them, with file and line."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        text = QT_TRANSLATE_NOOP("catalog", "Errors in the catalog: {count}.")
        located = QT_TRANSLATE_NOOP("catalog", "{file}, line {line}: {what}")
        problems = tuple(Message("catalog", located, {"file": fault.file, "line": fault.line, "what": fault.message}) for fault in faults)
        super().__init__(Message("catalog", text, {"count": len(faults)}), problems=problems)


def catalog_message(text: str, /, **values: Value) -> Message:
    """A message of the catalog; `text` was marked with QT_TRANSLATE_NOOP("catalog", …)."""
    return Message("catalog", text, values)
