"""What the catalog hands out: entries, hits of a search, the meaning of a fact's name, and faults of its files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from gpudesk.core.hardware.hardware import Family, HardwareType, Mount
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value


class Origin(StrEnum):
    """Where an entry comes from."""

    SHIPPED = "catalog"
    USER = "user"
    IMPORT = "import"
    """From an imported library (`catalog.imports`)."""


@dataclass(frozen=True, slots=True)
class Hider:
    """What stands before an entry of the same key; `library` names it where it is an imported one."""

    origin: Origin
    library: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One type with what a project notes of its origin when the type is copied in.

    Attributes:
        version: hash of the entry; another hash under the same key means that a fact, port or drawing changed.
    """

    type: HardwareType
    version: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a search; what a list shows of it is here, so that the type itself need not be read."""

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
    """What a fact's value is."""

    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the words that a fact of kind choice may have, as shown in both languages."""

    title: str
    title_es: str


@dataclass(frozen=True, slots=True)
class FactDefinition:
    """The meaning of a fact's name.

    Attributes:
        unit: of the value: "mm", "kg", "W", "U", "°C", "MiB"…, "" where it has none.
        group: under which heading of the inspector it stands.
        minimum, maximum: a number outside is a mistake of the entry, not a remarkable device.
        plain_decimals: of a number that names something and counts nothing, such as a year: figures behind the point.
        values_es: of a text, values that are not the same in Spanish, and what they are there.
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
        """A value of words in a language ("en", "es"): the title of a choice, a text that is known in it, else the text as it is."""
        choice = (self.choices or {}).get(text)
        if choice is not None:
            return choice.title_es if language == "es" else choice.title
        return self.values_es.get(text, text) if language == "es" else text

    def plain_number(self, value: float) -> str | None:
        """A year or a version as it is written in every language: "2024", "9.0"; None if the number is a quantity."""
        return None if self.plain_decimals is None else f"{value:.{self.plain_decimals}f}"


@dataclass(frozen=True, slots=True)
class FamilyDefinition:
    """Names of a family: `title` heads a list of several, `singular` names one; `expected` are the facts that one wants to know of each."""

    name: str
    title: str
    title_es: str
    singular: str
    singular_es: str
    expected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a catalog file that keeps an entry from being read.

    Attributes:
        line: counted from 1.
        path: of the value that is wrong, such as "types[2].facts.weight_kg.source"; "" where it is the file or its text.
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
