"""The report of the checks on one fault: subject, place, amount and fix.

One edit may create 300,000 of them, so all four are named tuples: a frozen data class sets each of its attributes by a call and
takes several times as long to create.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from gpudesk.core.messages.message import Message, Value

ScopeId = int | str
Object = tuple[str, int]
"""A row of the project: table and id."""


class Severity(StrEnum):
    """How much a finding weighs; OFF silences a rule."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    OFF = "off"


SHOWN = (Severity.ERROR, Severity.WARNING, Severity.INFO)
"""The severities that a finding can have, the weightiest first."""


class Place(NamedTuple):
    """The place of a finding: a row to navigate to, and its display name."""

    table: str
    id: int
    label: str


class Fix(NamedTuple):
    """One step that removes a finding: the name of an operation and its arguments, all of them plain values."""

    operation: str
    arguments: Mapping[str, Any]
    title: Message


class Violation(NamedTuple):
    """The report of a rule; the engine adds the rule, the severity and the exclusion.

    Attributes:
        scopes: the scope ids to which it belongs: it is checked again when one of them is affected.
        objects: the rows concerned; with the rule they form the finding's key.
        about: an additional part of the key, for a finding that concerns no row.
        found, required: the actual and the required value, if the rule compares values.
    """

    scopes: tuple[ScopeId, ...]
    objects: tuple[Object, ...]
    place: Place
    message: Message
    found: Value | None = None
    required: Value | None = None
    fix: Fix | None = None
    about: str = ""


class Finding(NamedTuple):
    """One fault of the plan.

    Attributes:
        rule: the key of the rule, such as "space.overlap".
        key: rule and object ids: the same fault keeps it from revision to revision, so exclusions name it.
        excluded: why the project accepts it, None if it does not.
    """

    rule: str
    severity: Severity
    key: str
    objects: tuple[Object, ...]
    place: Place
    message: Message
    found: Value | None
    required: Value | None
    fix: Fix | None
    excluded: str | None
    scopes: tuple[ScopeId, ...]


def rule_text(text: str, **values: Value) -> Message:
    """A message of the checks; `text` is a literal marked for translation in the context "checks"."""
    return Message("checks", text, values)


def finding_key(rule: str, objects: Iterable[Object], about: str = "") -> str:
    """The stable key of a finding: "space.overlap:device=12,device=15"."""
    # A list: there may be 300,000 keys, and a generator takes twice as long for the two or three objects of one.
    return f"{rule}:{','.join([f'{table}={row_id}' for table, row_id in objects])}{about}"


_DIGITS = re.compile(r"(\d+)")


def natural(text: str) -> tuple[str | int, ...]:
    """A sort key that puts "A2" before "A10": texts and numbers in turn, a text first."""
    return tuple(int(part) if place % 2 else part.casefold() for place, part in enumerate(_DIGITS.split(text)))
