"""The content of a checklist: ordered stages, and items with their inputs, conditions and acceptance criteria."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from enum import StrEnum
from functools import cached_property

from gpudesk.core.expressions.expression import Expression, parse
from gpudesk.core.hardware.hardware import Confidence


class Scope(StrEnum):
    """The kind of target of an item."""

    SITE = "site"
    HALL = "hall"
    RACK = "rack"
    FEED = "feed"
    DEVICE = "device"
    TRAY = "tray"
    """Of a rack-scale system, which is one device."""
    CABLE = "cable"
    CLUSTER = "cluster"
    WORKSTATION = "workstation"


SINGLE = (Scope.SITE, Scope.CLUSTER)
"""There is one of each of them; its target is 0."""


class FieldKind(StrEnum):
    """The kind of evidence in a field."""

    YES_NO = "yes_no"
    NUMBER = "number"
    TEXT = "text"
    DATE = "date"
    """A day, written as 2026-05-01."""
    CHOICE = "choice"
    PHOTO = "photo"
    SCAN = "scan"
    FILE = "file"
    SIGNATURE = "signature"
    LIST = "list"


PLANNED = {"serial": (Scope.RACK, Scope.DEVICE, Scope.WORKSTATION), "asset": (Scope.RACK, Scope.DEVICE, Scope.WORKSTATION)}
"""The columns of the plan that a value of a field can enter, and of what."""
SIGNATURES = ("first", "second")
"""The fields in which the two people of an item for two sign."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One field of an item.

    Attributes:
        unit: of a number, or of the numbers of a list; "" if it has none.
        resolution: the smallest step of the number, in its unit.
        options: the values of a choice, as stored.
        options_es: option → its Spanish name; options printed by a tool are not translated.
        columns: the columns of each line of a list, name → kind; a list without columns contains single values of `value_kind`.
        columns_es: column → its name in Spanish.
        value_kind: the kind of the single values of such a list.
        least: the minimum number of photos or lines.
        instrument: whether the number is measured with an instrument that is named with it.
        tool: the format of the tool that writes the value, for an importer; a person reads it and attaches the file.
        optional: whether the item can be evaluated without it.
        plan: the plan column that stores its value: "serial" or "asset" of the target; "" for none.
    """

    key: str
    kind: FieldKind
    title: str
    title_es: str
    unit: str = ""
    resolution: float = 1.0
    options: tuple[str, ...] = ()
    columns: Mapping[str, FieldKind] = made(default_factory=dict)
    value_kind: FieldKind | None = None
    least: int = 1
    instrument: bool = False
    tool: str = ""
    optional: bool = False
    plan: str = ""
    options_es: Mapping[str, str] = made(default_factory=dict)
    columns_es: Mapping[str, str] = made(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the work; install precedes validate, validate precedes optimize."""

    key: str
    part: str
    title: str
    title_es: str


@dataclass(frozen=True)
class Item:
    """One item of a checklist.

    Attributes:
        key: "RDY-010".
        do, do_es: the task, and its reason.
        accept, accept_es: the acceptance criterion, as text.
        expression: the same as an expression over measurements (m.*), the plan (d.*) and the site sheet (k.*).
        fields: the inputs, in order; they include the two signatures of an item for two people.
        needs: keys of the items that have to be completed before.
        hold: whether dependent items cannot even be recorded before it has passed.
        when: the targets to which it applies, an expression over d.* and k.*; "" for all.
        every: its recurrence ("P3M", or "on-event"), "" for once.
        sources: keys of `Checklist.sources`.
        own: whether it was added or changed in the project, rather than shipped.
        disabled: whether the project omits it; it then applies to nothing, and dependent items depend on its needs instead.
    """

    key: str
    stage: str
    scope: Scope
    title: str
    title_es: str
    do: str
    do_es: str
    accept: str
    accept_es: str
    expression: str
    fields: tuple[Evidence, ...]
    needs: tuple[str, ...] = ()
    hold: bool = False
    two_person: bool = False
    when: str = ""
    every: str = ""
    sources: tuple[str, ...] = ()
    confidence: Confidence = Confidence.DERIVED
    note: str = ""
    note_es: str = ""
    own: bool = False
    disabled: bool = False

    @cached_property
    def acceptance(self) -> Expression:
        """The parsed expression."""
        return parse(self.expression)

    @cached_property
    def condition(self) -> Expression | None:
        """The parsed condition, None if it applies to all."""
        return parse(self.when) if self.when else None

    @cached_property
    def reads(self) -> tuple[str, ...]:
        """The names of plan and site sheet by which it is evaluated."""
        return tuple(name for name in self.acceptance.names if name[:2] in ("d.", "k."))

    @cached_property
    def by_key(self) -> Mapping[str, Evidence]:
        """Its fields by their keys."""
        return {field.key: field for field in self.fields}


@dataclass(frozen=True)
class Checklist:
    """Stages and items in work order; `sources` maps the keys of sources to their texts."""

    stages: Mapping[str, Stage]
    items: Mapping[str, Item]
    sources: Mapping[str, str]

    @cached_property
    def dependants(self) -> Mapping[str, Sequence[str]]:
        """Item → the items that need it."""
        needing: dict[str, list[str]] = {key: [] for key in self.items}
        for item in self.items.values():
            for need in item.needs:
                needing[need].append(item.key)
        return needing

    @cached_property
    def in_order(self) -> Sequence[Item]:
        """The items ordered so that each one follows those that it needs."""
        ordered: dict[str, Item] = {}
        waiting = list(self.items.values())[::-1]
        while waiting:
            item = waiting.pop()
            before = [self.items[key] for key in item.needs if key not in ordered]
            if item.key not in ordered and before:
                waiting += [item, *before]
            elif item.key not in ordered:
                ordered[item.key] = item
        return list(ordered.values())
