"""By which rules a bill of materials is completed: spares, accessories, tools, labour and packing, all data of `resources/rules/`.

A file of the same name in the folder "rules" among the person's own data takes the place of a shipped one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from gpudesk import locate
from gpudesk.catalog.plain_yaml import Document, read_document
from gpudesk.core.errors import InvalidData
from gpudesk.core.expression import Expression, ExpressionError, parse
from gpudesk.core.hardware import Confidence, Family, Mount
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Value

_CONTEXT = "bom"
Made = TypeVar("Made")
MEASURES = ("n", "racks", "halls", "rows", "joints", "raised", "free_u", "free_ou", "devices", "gpus", "cords", "feeds", "liquid_racks")
"""What an expression of a rule may name; `n` counts what fits the rule's selector."""
SECTIONS = ("rack", "device", "cord", "cord_included", "circuit", "accessory", "tool")
MOUNTS = {mount.name.lower(): mount for mount in Mount}


@dataclass(frozen=True, slots=True)
class Subject:
    """What a selector is asked of: one type in one section of the list.

    Attributes:
        height_u, weight_kg: None where not known or not of use.
        lift: whether it takes a lift to raise one.
    """

    section: str
    key: str
    family: str
    mount: str
    height_u: float | None = None
    weight_kg: float | None = None
    lift: bool = False


@dataclass(frozen=True, slots=True)
class Selector:
    """Which types a rule is about; what is empty or None lets everything through."""

    families: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    not_keys: tuple[str, ...] = ()
    mounts: tuple[str, ...] = ()
    least_u: float | None = None
    most_u: float | None = None
    over_kg: float | None = None
    most_kg: float | None = None
    lift: bool | None = None

    def fits(self, subject: Subject) -> bool:
        """Whether a type is meant; an unknown weight counts as a light one, an unknown height fits no range."""
        height, weight = subject.height_u, subject.weight_kg or 0.0
        return (
            (not self.families or subject.family in self.families)
            and (not self.sections or subject.section in self.sections)
            and (not self.mounts or subject.mount in self.mounts)
            and (not self.keys or any(fnmatchcase(subject.key, each) for each in self.keys))
            and not any(fnmatchcase(subject.key, each) for each in self.not_keys)
            and (self.least_u is None or (height is not None and height >= self.least_u))
            and (self.most_u is None or (height is not None and height <= self.most_u))
            and (self.over_kg is None or weight > self.over_kg)
            and (self.most_kg is None or weight <= self.most_kg)
            and (self.lift is None or subject.lift == self.lift)
        )


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a rule comes from, how well it is known, and what is to be said of it, in both languages."""

    source: str
    source_es: str
    confidence: Confidence
    note: str = ""
    note_es: str = ""

    def source_in(self, language: str) -> str:
        """The source in a language ("en", "es")."""
        return self.source_es if language == "es" else self.source

    def note_in(self, language: str) -> str:
        """The note in a language ("en", "es")."""
        return self.note_es if language == "es" else self.note


@dataclass(frozen=True, slots=True)
class SpareRule:
    """So many percent of the pieces in use, rounded "up" or to the "nearest" piece, at least `least`; none below `start` pieces."""

    title: str
    title_es: str
    of: Selector
    percent: float
    rounding: str
    least: int
    start: int
    origin: Origin

    def title_in(self, language: str) -> str:
        """The title in a language ("en", "es")."""
        return self.title_es if language == "es" else self.title

    def spares(self, pieces: int) -> int:
        """The spares for so many pieces."""
        if pieces < self.start or not self.percent:
            return 0
        exact = pieces * self.percent / 100
        # A share such as 3 × 10 % / 100 must not become 4 by what binary fractions add to it.
        found = -int(-(exact - 1e-9) // 1) if self.rounding == "up" else int(exact + 0.5)
        return max(found, self.least)


@dataclass(frozen=True, slots=True)
class PartRule:
    """So many pieces of a part of the catalog."""

    part: str
    of: Selector
    count: Expression
    origin: Origin


@dataclass(frozen=True, slots=True)
class LabourTask:
    """A piece of work: so often, so many minutes each, by so many people together."""

    title: str
    title_es: str
    of: Selector
    count: Expression
    minutes: float
    people: int

    def title_in(self, language: str) -> str:
        """The title in a language ("en", "es")."""
        return self.title_es if language == "es" else self.title


@dataclass(frozen=True, slots=True)
class Parts:
    """What accessories.yaml holds."""

    accessories: tuple[PartRule, ...]
    tools: tuple[PartRule, ...]
    packing_percent: float
    packing_origin: Origin


@dataclass(frozen=True, slots=True)
class Labour:
    """What labour.yaml holds."""

    tasks: tuple[LabourTask, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class BomRules:
    """All rules of a bill of materials, and the files in which they stand (name, whether it is the person's own)."""

    spares: tuple[SpareRule, ...]
    parts: Parts
    labour: Labour
    files: tuple[tuple[str, bool], ...] = ()

    def spare_rule(self, subject: Subject) -> SpareRule | None:
        """The rule by which spares of something are counted, None where there is none."""
        return next((rule for rule in self.spares if rule.of.fits(subject)), None)


def own_rules_folder() -> Path:
    """The folder of the person's own rules; it may not exist yet."""
    return locate.user_data_dir() / "rules"


def bom_rules(spares: Path | None = None) -> BomRules:
    """The rules as they hold now.

    Args:
        spares: a file with rules for spares in the place of all others.

    Raises:
        InvalidData: a file is not such a file; every fault is named with its line.
    """
    names = ("spares.yaml", "accessories.yaml", "labour.yaml")
    paths = [mine if (mine := own_rules_folder() / name).is_file() else locate.resource("rules", name) for name in names]
    if spares is not None:
        paths[0] = spares
    files = tuple((path.name, path != locate.resource("rules", name)) for path, name in zip(paths, names, strict=True))
    return BomRules(_spares(paths[0]), _parts(paths[1]), _labour(paths[2]), files)


@cache
def cords_of_devices() -> Mapping[str, str]:
    """Key of a device → key of the cords that come with it."""
    document = read_document("power_cords.yaml", locate.resource("rules", "power_cords.yaml").read_bytes())
    return dict(document.data["own"])


def _spares(path: Path) -> tuple[SpareRule, ...]:
    reader = _Reader(path)

    def rule(body: "_Body") -> SpareRule:
        return SpareRule(
            body.text("title"),
            body.text("title_es"),
            body.selector(),
            body.number("percent", 0, 1000),
            body.word("rounding", ("up", "nearest")),
            int(body.number("least", 0, 1e6, 0)),
            int(body.number("from", 0, 1e9, 1)),
            body.origin(),
        )

    rules = reader.top.each("rules", rule)
    reader.done()
    return rules


def _parts(path: Path) -> Parts:
    reader = _Reader(path)

    def rule(body: "_Body") -> PartRule:
        return PartRule(body.text("part"), body.selector(), body.expression("count"), body.origin())

    packing = reader.top.body("packing")
    found = Parts(
        reader.top.each("accessories", rule), reader.top.each("tools", rule), packing.number("percent", 0, 1000), packing.origin()
    )
    packing.finish()
    reader.done()
    return found


def _labour(path: Path) -> Labour:
    reader = _Reader(path)

    def task(body: "_Body") -> LabourTask:
        title, title_es, of = body.text("title"), body.text("title_es"), body.selector()
        return LabourTask(title, title_es, of, body.expression("count"), body.number("minutes", 0, 1e5), int(body.number("people", 1, 100)))

    found = Labour(reader.top.each("tasks", task), reader.top.origin())
    reader.done()
    return found


class _Reader:
    """Reads a file of rules; all that is wrong in it is told together."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            content = path.read_bytes()
        except OSError as error:
            text = QT_TRANSLATE_NOOP("bom", "{path} cannot be read: {reason}.")
            raise InvalidData(Message(_CONTEXT, text, {"path": str(path), "reason": error.strerror or str(error)})) from error
        self.document: Document = read_document(path.name, content)
        if self.document.faults or not isinstance(self.document.data, dict):
            self.document.data = self.document.data if isinstance(self.document.data, dict) else {}
        self.problems = [Message(_CONTEXT, _AT, {"line": fault.line, "what": fault.message.plain()}) for fault in self.document.faults]
        self.top = _Body(self, self.document.data, "")

    def wrong(self, path: str, text: str, /, **values: Value) -> None:
        """Note what is wrong."""
        what = Message(_CONTEXT, text, values).plain()
        self.problems.append(Message(_CONTEXT, _AT, {"line": self.document.line_of(path), "what": what}))

    def done(self) -> None:
        """Say all that is wrong, if anything is."""
        self.top.finish()
        if self.problems:
            text = QT_TRANSLATE_NOOP("bom", "The rules in {path} cannot be used:")
            raise InvalidData(Message(_CONTEXT, text, {"path": str(self.path)}), problems=tuple(self.problems))


_AT = QT_TRANSLATE_NOOP("bom", "line {line}: {what}")


class _Body:
    """A mapping of the file: every value is asked for once, and what nobody asked for is a fault."""

    def __init__(self, reader: _Reader, data: Any, path: str) -> None:
        self._reader = reader
        self._path = path
        self._data: dict[str, Any] = dict(data) if isinstance(data, dict) else {}
        self._left = set(self._data)
        if not isinstance(data, dict):
            reader.wrong(path, QT_TRANSLATE_NOOP("bom", "names with values are needed here."))

    def _take(self, name: str) -> Any:
        self._left.discard(name)
        return self._data.get(name)

    def _at(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def finish(self) -> None:
        """Complain about names that mean nothing."""
        for name in sorted(self._left):
            self._reader.wrong(self._at(name), QT_TRANSLATE_NOOP("bom", "{name} means nothing here."), name=name)

    def body(self, name: str) -> "_Body":
        """A mapping inside."""
        return _Body(self._reader, self._take(name), self._at(name))

    def each(self, name: str, make: "Callable[[_Body], Made]") -> tuple[Made, ...]:
        """What `make` makes of every mapping of a list."""
        found = self._take(name)
        if not isinstance(found, list):
            self._reader.wrong(self._at(name), QT_TRANSLATE_NOOP("bom", "{name} is a list."), name=name)
            return ()
        made = []
        for place, data in enumerate(found):
            body = _Body(self._reader, data, f"{self._at(name)}[{place}]")
            made.append(make(body))
            body.finish()
        return tuple(made)

    def text(self, name: str, usual: str | None = None) -> str:
        """A text."""
        found = self._take(name)
        if found is None and usual is not None:
            return usual
        if not isinstance(found, str) or not found.strip():
            self._reader.wrong(self._at(name), QT_TRANSLATE_NOOP("bom", "{name} is a text that is not empty."), name=name)
            return ""
        return found

    def word(self, name: str, words: Sequence[str]) -> str:
        """One of some words."""
        found = self._take(name)
        if found not in words:
            text = QT_TRANSLATE_NOOP("bom", "{name} is one of {words}.")
            self._reader.wrong(self._at(name), text, name=name, words=tuple(words))
            return words[0]
        return str(found)

    def number(self, name: str, low: float, high: float, usual: float | None = None) -> float:
        """A number within limits."""
        found = self._take(name)
        if found is None and usual is not None:
            return usual
        if isinstance(found, bool) or not isinstance(found, int | float) or not low <= found <= high:
            text = QT_TRANSLATE_NOOP("bom", "{name} is a number from {low} to {high}.")
            self._reader.wrong(self._at(name), text, name=name, low=low, high=high)
            return low
        return float(found)

    def expression(self, name: str) -> Expression:
        """An expression over the measures."""
        found = self._take(name)
        try:
            made = parse(
                str(found) if isinstance(found, int | float) and not isinstance(found, bool) else found if isinstance(found, str) else ""
            )
        except ExpressionError as error:
            self._reader.wrong(self._at(name), "{what}", what=error.message.plain())
            return parse("0")
        unknown = [each for each in made.names if each not in MEASURES]
        if unknown:
            text = QT_TRANSLATE_NOOP("bom", "there is no measure {name}; there are {words}.")
            self._reader.wrong(self._at(name), text, name=unknown[0], words=MEASURES)
        return made

    def origin(self) -> Origin:
        """Source and confidence, which every rule has."""
        source = self.text("source")
        confidence = Confidence(self.word("confidence", [str(each) for each in Confidence]))
        note = self.text("note", "")
        return Origin(source, self.text("source_es", source), confidence, note, self.text("note_es", note))

    def selector(self) -> Selector:
        """The selector `of`, which lets everything through where there is none."""
        if "of" not in self._data:
            return Selector()
        of = self.body("of")
        found = Selector(
            of.words("families", [str(each) for each in Family]),
            of.words("sections", SECTIONS),
            of.words("keys"),
            of.words("not_keys"),
            of.words("mounts", tuple(MOUNTS)),
            of.maybe("least_u"),
            of.maybe("most_u"),
            of.maybe("over_kg"),
            of.maybe("most_kg"),
            of.flag("lift"),
        )
        of.finish()
        return found

    def words(self, name: str, known: Sequence[str] = ()) -> tuple[str, ...]:
        """A list of words, perhaps out of known ones."""
        found = self._take(name)
        if found is None:
            return ()
        if not isinstance(found, list) or not all(isinstance(each, str) and (not known or each in known) for each in found):
            text = QT_TRANSLATE_NOOP("bom", "{name} is a list of {words}.")
            self._reader.wrong(self._at(name), text, name=name, words=tuple(known) or ("…",))
            return ()
        return tuple(found)

    def maybe(self, name: str) -> float | None:
        """A number that may be left out."""
        return self.number(name, 0, 1e9) if name in self._data else None

    def flag(self, name: str) -> bool | None:
        """Yes or no, or left out."""
        found = self._take(name)
        if found is not None and not isinstance(found, bool):
            self._reader.wrong(self._at(name), QT_TRANSLATE_NOOP("bom", "{name} is true or false."), name=name)
            return None
        return found
