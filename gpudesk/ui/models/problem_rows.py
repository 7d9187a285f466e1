"""Which findings the list of problems shows and in which order: plain functions over tuples, quick with tens of thousands."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QCoreApplication

from gpudesk.checks.finding import SHOWN, Finding, Object, Severity, natural
from gpudesk.core.columns import Columns
from gpudesk.core.message import QT_TRANSLATE_NOOP, Quantity, Value
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import ObjectRef

_FAMILIES = {
    "space": QT_TRANSLATE_NOOP("Problems", "Space"),
    "weight": QT_TRANSLATE_NOOP("Problems", "Weight"),
    "power": QT_TRANSLATE_NOOP("Problems", "Power"),
    "cooling": QT_TRANSLATE_NOOP("Problems", "Cooling"),
    "fabric": QT_TRANSLATE_NOOP("Problems", "Fabric"),
    "link": QT_TRANSLATE_NOOP("Problems", "Links"),
    "compliance": QT_TRANSLATE_NOOP("Problems", "Compliance"),
    "workstation": QT_TRANSLATE_NOOP("Problems", "Workstations"),
    "storage": QT_TRANSLATE_NOOP("Problems", "Storage"),
    "naming": QT_TRANSLATE_NOOP("Problems", "Names"),
    "plan": QT_TRANSLATE_NOOP("Problems", "Plan"),
}


class Column(IntEnum):
    """The columns of the list."""

    MARK = 0
    PROBLEM = 1
    WHERE = 2
    FOUND = 3
    REQUIRED = 4
    MEND = 5


@dataclass(frozen=True, slots=True)
class Filter:
    """What is shown.

    Attributes:
        severities: only these.
        family: only rules of this family; "" for all.
        objects: only what names one of these rows; None for all.
        with_excluded: also those that the project excludes.
    """

    severities: frozenset[Severity] = frozenset(SHOWN)
    family: str = ""
    objects: frozenset[Object] | None = None
    with_excluded: bool = False

    def with_family(self, family: str) -> "Filter":
        """The same with another family."""
        return replace(self, family=family)

    def lets_through(self, finding: Finding) -> bool:
        """Whether a finding is shown."""
        return (
            finding.severity in self.severities
            and (self.with_excluded or finding.excluded is None)
            and (not self.family or finding.rule.startswith(f"{self.family}."))
            and (self.objects is None or _concerns(finding, self.objects))
        )


def _concerns(finding: Finding, objects: Collection[Object]) -> bool:
    return (finding.place.table, finding.place.id) in objects or any(row in objects for row in finding.objects)


def shown(findings: Iterable[Finding], chosen: Filter) -> list[Finding]:
    """The findings that `chosen` lets through, in their order."""
    return [finding for finding in findings if chosen.lets_through(finding)]


def sorted_by(findings: Sequence[Finding], column: Column, *, descending: bool) -> list[Finding]:
    """Findings by one column; those that are equal in it keep their order. What has no value comes last either way."""
    key = _by_sentence() if column is Column.PROBLEM else _KEYS[column]
    having = [(key(finding), finding) for finding in findings]
    present = [pair for pair in having if pair[0] is not None]
    absent = [finding for value, finding in having if value is None]
    present.sort(key=lambda pair: pair[0], reverse=descending)
    return [finding for _, finding in present] + absent


def _by_sentence() -> Callable[[Finding], Any]:
    """By the sentence of the rule and then the place: what the filled sentences would give, without filling thousands."""
    known: dict[tuple[str, str], str] = {}

    def key(finding: Finding) -> Any:
        source = (finding.message.context, finding.message.text)
        if source not in known:
            known[source] = QCoreApplication.translate(*source).casefold()
        return known[source], natural(finding.place.label)

    return key


def _by_value(value: Value | None) -> tuple[Any, ...] | None:
    """Numbers by unit and size, before texts."""
    if value is None:
        return None
    if isinstance(value, Quantity):
        return (0, value.unit, value.value)
    if isinstance(value, int | float):
        return (0, "", float(value))
    return (1, "", natural(value if isinstance(value, str) else str(value)))


_KEYS: dict[Column, Callable[[Finding], Any]] = {
    Column.MARK: lambda finding: SHOWN.index(finding.severity),
    Column.WHERE: lambda finding: (natural(finding.place.label), finding.rule),
    Column.FOUND: lambda finding: _by_value(finding.found),
    Column.REQUIRED: lambda finding: _by_value(finding.required),
    Column.MEND: lambda finding: None if finding.mend is None else (finding.mend.title.text, natural(finding.place.label)),
}


def objects_of(snapshot: Snapshot, selection: Iterable[ObjectRef]) -> frozenset[Object]:
    """The selected rows, and with a rack everything that stands in it."""
    found: set[Object] = set()
    rack_ids: set[int] = set()
    for ref in selection:
        found.add((ref.table, ref.id))
        if ref.table == "rack":
            rack_ids.add(ref.id)
    for table in ("device", "reservation"):
        found.update((table, row_id) for row_id in _inside(snapshot[table], rack_ids))
    return frozenset(found)


_DRAWN = ("device", "rack", "reservation", "floor_item")
# Of what is not drawn, those things that are: by table, the column that names it in each.
_STANDING_FOR = {
    "catalog_item": (("device", "type_id"), ("rack", "type_id")),
    "hall": (("rack", "hall_id"),),
    "rack_row": (("rack", "row_id"),),
}


def drawn_objects(snapshot: Snapshot, finding: Finding) -> list[ObjectRef]:
    """What a drawing of racks can show of a finding: its objects, and for a type, hall or row those of it; the place if there are none."""
    refs: dict[ObjectRef, None] = {}
    on_floor = any(table == "floor_item" and snapshot[table].has(row_id) for table, row_id in finding.objects)
    for table, row_id in finding.objects:
        if table in _DRAWN and snapshot[table].has(row_id):
            refs[ObjectRef(table, row_id)] = None
        # What lies on the floor says where; the racks of its hall would hide it.
        for other, column in () if on_floor else _STANDING_FOR.get(table, ()):
            refs |= dict.fromkeys(ObjectRef(other, each) for each in snapshot[other].where(column, row_id).tolist())
    place = ObjectRef(finding.place.table, finding.place.id)
    if not refs and place.table in _DRAWN and snapshot[place.table].has(place.id):
        refs[place] = None
    return list(refs)


def _inside(columns: Columns, rack_ids: Iterable[int]) -> list[int]:
    return [row_id for rack_id in rack_ids for row_id in columns.where("rack_id", rack_id).tolist()]


def family_of(rule: str) -> str:
    """The family of a rule's key."""
    return rule.partition(".")[0]


def family_title(family: str) -> str:
    """A family's name in the person's language; the key itself for one that has no name yet."""
    text = _FAMILIES.get(family)
    return family if text is None else QCoreApplication.translate("Problems", text)
