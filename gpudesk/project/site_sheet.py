"""The site sheet and the software baseline: their definitions, and their values in a project.

Checks, totals and checklists read site constants only here. The definitions are data (`resources/rules/`); a project stores
only the values that differ from the defaults.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any

from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity
from gpudesk.locate import resource
from gpudesk.project.snapshot import Snapshot, made_from

SheetValue = float | int | bool | str
LONGEST_TEXT = 200
_REGION = "region"
_CONTEXT = "project"


class ValueKind(StrEnum):
    """Kind of a value of the sheet."""

    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Titles:
    """A name in both languages."""

    title: str
    title_es: str


@dataclass(frozen=True, slots=True)
class SheetDefinition:
    """One value of the sheet: its meaning, its valid values, and the source of its default.

    Attributes:
        whole: a whole number.
        also: other names of choices, in lowercase, such as countries for a region.
        default: None if the site has to specify it.
        regional: the default in regions where it differs, by their key of `region`.
    """

    key: str
    kind: ValueKind
    group: str
    titles: Titles
    unit: str = ""
    default: SheetValue | None = None
    regional: Mapping[str, SheetValue] = field(default_factory=dict)
    minimum: float | None = None
    maximum: float | None = None
    whole: bool = False
    choices: Mapping[str, Titles] = field(default_factory=dict)
    also: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    source_es: str = ""
    confidence: Confidence = Confidence.DERIVED
    note: str = ""
    note_es: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The definitions of a sheet: groups in the order in which they are shown, and values by key."""

    groups: Mapping[str, Titles]
    values: Mapping[str, SheetDefinition]


@cache
def site_definitions() -> Sheet:
    """The values of a site sheet."""
    return _read("site_sheet.yaml")


@cache
def baseline_definitions() -> Sheet:
    """The values of the baseline of a device role."""
    return _read("baseline.yaml")


def _read(name: str) -> Sheet:
    import yaml

    with resource("rules", name).open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    groups = {key: _titles(group) for key, group in body["groups"].items()}
    return Sheet(groups, {key: _definition(key, value) for key, value in body["values"].items()})


def _titles(body: Mapping[str, str]) -> Titles:
    return Titles(body["title"], body["title_es"])


def _definition(key: str, body: Mapping[str, Any]) -> SheetDefinition:
    plain = {name: value for name, value in body.items() if name not in ("kind", "title", "title_es", "choices", "confidence")}
    return SheetDefinition(
        key=key,
        kind=ValueKind(body["kind"]),
        titles=_titles(body),
        choices={word: _titles(titles) for word, titles in body.get("choices", {}).items()},
        confidence=Confidence(body.get("confidence", Confidence.DERIVED)),
        **plain,
    )


def fault(definition: SheetDefinition, value: object) -> Message | None:
    """Why `value` is not valid in the sheet; None if it is."""
    if definition.kind is ValueKind.FLAG:
        if not isinstance(value, bool):
            return Message(_CONTEXT, QT_TRANSLATE_NOOP("project", "{key} must be yes or no."), {"key": definition.key})
    elif definition.kind is ValueKind.CHOICE:
        if not isinstance(value, str) or value not in definition.choices:
            text = QT_TRANSLATE_NOOP("project", "{key} must be one of {words}.")
            return Message(_CONTEXT, text, {"key": definition.key, "words": tuple(definition.choices)})
    elif definition.kind is ValueKind.TEXT:
        if not isinstance(value, str) or len(value) > LONGEST_TEXT:
            text = QT_TRANSLATE_NOOP("project", "{key} must be text of at most {most} characters.")
            return Message(_CONTEXT, text, {"key": definition.key, "most": LONGEST_TEXT})
    else:
        return _number_fault(definition, value)
    return None


def _number_fault(definition: SheetDefinition, value: object) -> Message | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or (isinstance(value, float) and math.isnan(value)):
        return Message(_CONTEXT, QT_TRANSLATE_NOOP("project", "{key} must be a number."), {"key": definition.key})
    if definition.whole and isinstance(value, float) and not value.is_integer():
        return Message(_CONTEXT, QT_TRANSLATE_NOOP("project", "{key} must be a whole number."), {"key": definition.key})
    low = -math.inf if definition.minimum is None else definition.minimum
    high = math.inf if definition.maximum is None else definition.maximum
    if not low <= value <= high:
        text = QT_TRANSLATE_NOOP("project", "{key} must be between {low} and {high}.")
        unit = definition.unit
        bounds = {"low": Quantity(low, unit), "high": Quantity(high, unit)} if unit else {"low": low, "high": high}
        return Message(_CONTEXT, text, {"key": definition.key, **bounds})
    return None


def _stored(text: str) -> Any:
    """The JSON scalar of a stored value; None if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _checked(sheet: Sheet, key: str, value: SheetValue) -> SheetValue:
    definition = sheet.values.get(key)
    if definition is None:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("project", "The sheet has no value {key}."), {"key": key}))
    if isinstance(value, str):
        value = definition.also.get(value.strip().casefold(), value)
    if (wrong := fault(definition, value)) is not None:
        raise Refused(wrong)
    return value


def checked_site_value(key: str, value: SheetValue) -> SheetValue:
    """`value`, if valid for `key` in the site sheet.

    Raises:
        Refused: there is no such key, or the value does not fit.
    """
    return _checked(site_definitions(), key, value)


def checked_baseline_value(key: str, value: SheetValue) -> SheetValue:
    """`value`, if valid for `key` in a baseline.

    Raises:
        Refused: there is no such key, or the value does not fit.
    """
    return _checked(baseline_definitions(), key, value)


class SiteSheet:
    """The site sheet of one snapshot: values of the project over the defaults.

    Attributes:
        said: the valid values of the project.
        faults: key → why a stored value is ignored.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.definitions = site_definitions()
        self.said: dict[str, SheetValue] = {}
        self.faults: dict[str, Message] = {}
        stored = snapshot["site_value"]
        for key, text in zip(stored["key"].tolist(), stored["value"].tolist(), strict=True):
            self._take(key, text)

    def _take(self, key: str, text: str) -> None:
        definition = self.definitions.values.get(key)
        if definition is None:
            self.faults[key] = Message(_CONTEXT, QT_TRANSLATE_NOOP("project", "The sheet has no value {key}."), {"key": key})
            return
        value = _stored(text)
        wrong = fault(definition, value)
        if wrong is None:
            self.said[key] = value
        else:
            self.faults[key] = wrong

    def value(self, key: str) -> SheetValue | None:
        """The value of `key`, None if neither the project nor a default specifies it.

        Raises:
            KeyError: the sheet has no such key.
        """
        return self.said[key] if key in self.said else self.default(key)

    def default(self, key: str) -> SheetValue | None:
        """The value of `key` if the project has none: that of its region, if the region has one.

        Raises:
            KeyError: the sheet has no such key.
        """
        definition = self.definitions.values[key]
        if not definition.regional:
            return definition.default
        return definition.regional.get(str(self.value(_REGION)), definition.default)

    def number(self, key: str) -> float | None:
        """The number `key`, None if not specified."""
        value = self.value(key)
        return None if value is None or isinstance(value, str) else float(value)

    def limit(self, key: str) -> float:
        """The number `key`, infinite if not specified: nothing exceeds it."""
        value = self.number(key)
        return math.inf if value is None else value

    def flag(self, key: str) -> bool:
        """The yes or no of `key`."""
        return self.value(key) is True

    def text(self, key: str) -> str:
        """The text or selected choice of `key`."""
        return str(self.value(key) or "")

    def source(self, key: str) -> str:
        """Source of the value of `key`: the project itself, or the source of the default."""
        return "site sheet of the project" if key in self.said else self.definitions.values[key].source

    def confidence(self, key: str) -> Confidence:
        """Confidence of the value of `key`; values of the project count as read."""
        return Confidence.READ if key in self.said else self.definitions.values[key].confidence


@made_from({"site_value": ()})
def site_sheet(snapshot: Snapshot) -> SiteSheet:
    """The site sheet of a snapshot (use `snapshot.cached(site_sheet)`)."""
    return SiteSheet(snapshot)


def baseline(snapshot: Snapshot) -> dict[str, dict[str, SheetValue]]:
    """Device role → key → value of the software and firmware baseline; values that do not fit are left out."""
    stored = snapshot["baseline_value"]
    definitions = baseline_definitions().values
    by_role: dict[str, dict[str, SheetValue]] = {}
    for role, key, text in zip(stored["role"].tolist(), stored["key"].tolist(), stored["value"].tolist(), strict=True):
        value = _stored(text)
        if key in definitions and fault(definitions[key], value) is None:
            by_role.setdefault(role, {})[key] = value
    return by_role
