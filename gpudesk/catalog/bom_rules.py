"""By which rules a bill of materials is completed: spares, accessories, tools, labor and packing, all data of `resources/rules/`."""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from gpudesk.core.expressions.expression import Expression
from gpudesk.core.hardware.hardware import Confidence, Mount

MEASURES = (
    *("n", "racks", "halls", "rows", "joints", "raised", "free_u", "free_ou", "devices", "gpus"),
    *("cords", "cables", "plugs", "modules", "feeds", "liquid_racks"),
)
"""Names that a rule expression may use; `n` is the number of items that match the rule's selector."""
SECTIONS = ("rack", "device", "module", "cable", "cable_included", "trunk", "cord", "cord_included", "circuit", "accessory", "tool")
MOUNTS = {mount.name.lower(): mount for mount in Mount}


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject that a selector is matched against: one type in one section of the list.

    Attributes:
        height_u, weight_kg: None if unknown or not applicable.
        lift: whether a lift is required to raise one.
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
    """The types to which a rule applies; an empty or None field matches everything."""

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
            and (not self.keys or any(fnmatchcase(subject.key, key) for key in self.keys))
            and not any(fnmatchcase(subject.key, key) for key in self.not_keys)
            and (self.least_u is None or (height is not None and height >= self.least_u))
            and (self.most_u is None or (height is not None and height <= self.most_u))
            and (self.over_kg is None or weight > self.over_kg)
            and (self.most_kg is None or weight <= self.most_kg)
            and (self.lift is None or subject.lift == self.lift)
        )


@dataclass(frozen=True, slots=True)
class Origin:
    """Source of a rule, its confidence, and its remark, in both languages."""

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
    """A percentage of the units in use, rounded "up" or to the "nearest" unit, at least `least`; none below `start` units.

    Attributes:
        key: key under which projects store their own values; initially the title, and unchanged if the title changes.
    """

    key: str
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
        """The number of spares for a given number of units."""
        if pieces < self.start or not self.percent:
            return 0
        exact = pieces * self.percent / 100
        # A share such as 3 × 10 % / 100 must not become 4 by what binary fractions add to it.
        count = -int(-(exact - 1e-9) // 1) if self.rounding == "up" else int(exact + 0.5)
        return max(count, self.least)


@dataclass(frozen=True, slots=True)
class PartRule:
    """A quantity of a catalog part."""

    part: str
    of: Selector
    count: Expression
    origin: Origin


@dataclass(frozen=True, slots=True)
class LabourTask:
    """A task: its count, the minutes for each, and the number of people working together.

    Attributes:
        key: key under which projects store their own values; initially the title, and unchanged if the title changes.
    """

    key: str
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
    """All rules of a bill of materials.

    Attributes:
        files: the files that contain them (name, whether it is the user's own).
        said: values of the rules that the project overrides, by key of `bom_values`.
        fixed: groups of `bom_values` that a project cannot change, because they were chosen for this list.
    """

    spares: tuple[SpareRule, ...]
    parts: Parts
    labour: Labour
    files: tuple[tuple[str, bool], ...] = ()
    said: tuple[tuple[str, float | str], ...] = ()
    fixed: tuple[str, ...] = ()

    def spare_rule(self, subject: Subject) -> SpareRule | None:
        """The rule that determines the spares of an item, None if there is none."""
        return next((rule for rule in self.spares if rule.of.fits(subject)), None)
