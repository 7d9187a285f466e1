"""Structure of the problem list: its columns, the families of rules, and the drawable objects of a finding."""

from collections.abc import Iterable
from enum import IntEnum

from PySide6.QtCore import QCoreApplication

from gpudesk.checks.findings.finding import Finding, Object
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import Columns
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import ObjectRef

FAMILIES = {
    "absent": QT_TRANSLATE_NOOP("Problems", "Missing parts"),
    "space": QT_TRANSLATE_NOOP("Problems", "Space"),
    "weight": QT_TRANSLATE_NOOP("Problems", "Weight"),
    "power": QT_TRANSLATE_NOOP("Problems", "Power"),
    "cooling": QT_TRANSLATE_NOOP("Problems", "Cooling"),
    "fabric": QT_TRANSLATE_NOOP("Problems", "Fabric"),
    "link": QT_TRANSLATE_NOOP("Problems", "Links"),
    "compliance": QT_TRANSLATE_NOOP("Problems", "Compliance"),
    "workload": QT_TRANSLATE_NOOP("Problems", "Workloads"),
    "workstation": QT_TRANSLATE_NOOP("Problems", "Workstations"),
    "storage": QT_TRANSLATE_NOOP("Problems", "Storage"),
    "naming": QT_TRANSLATE_NOOP("Problems", "Names"),
    "plan": QT_TRANSLATE_NOOP("Problems", "Plan"),
}
"""The families of rules by their keys, in the order in which they are shown."""


class Column(IntEnum):
    """The columns of the list."""

    MARK = 0
    PROBLEM = 1
    WHERE = 2
    FOUND = 3
    REQUIRED = 4
    FIX = 5


def objects_of(snapshot: Snapshot, selection: Iterable[ObjectRef]) -> frozenset[Object]:
    """The selected rows, and with a rack everything in it."""
    objects: set[Object] = set()
    rack_ids: set[int] = set()
    for ref in selection:
        objects.add((ref.table, ref.id))
        if ref.table == "rack":
            rack_ids.add(ref.id)
    for table in ("device", "reservation"):
        objects.update((table, row_id) for row_id in _inside(snapshot[table], rack_ids))
    return frozenset(objects)


_DRAWN = ("device", "rack", "reservation", "floor_item", "pathway")
# Of what is not drawn, those things that are: by table, the column that names it in each.
_STANDING_FOR = {
    "catalog_item": (("device", "type_id"), ("rack", "type_id")),
    "hall": (("rack", "hall_id"),),
    "rack_row": (("rack", "row_id"),),
}


def drawn_objects(snapshot: Snapshot, finding: Finding) -> list[ObjectRef]:
    """Objects of a finding in a rack drawing: its objects, and for a type, hall or row those of it; its place if there are none."""
    refs: dict[ObjectRef, None] = {}
    on_floor = any(table in ("floor_item", "pathway") and snapshot[table].has(row_id) for table, row_id in finding.objects)
    for table, row_id in finding.objects:
        if table in _DRAWN and snapshot[table].has(row_id):
            refs[ObjectRef(table, row_id)] = None
        # What is on the floor says where; the racks of its hall would hide it.
        for other, column in () if on_floor else _STANDING_FOR.get(table, ()):
            refs |= dict.fromkeys(ObjectRef(other, member_id) for member_id in snapshot[other].where(column, row_id).tolist())
    place = ObjectRef(finding.place.table, finding.place.id)
    if not refs and place.table in _DRAWN and snapshot[place.table].has(place.id):
        refs[place] = None
    return list(refs)


def fabric_objects(snapshot: Snapshot, finding: Finding) -> list[ObjectRef]:
    """Objects of a finding in the network drawing: its cables; otherwise its networks, else its devices."""
    for table in ("cable", "network", "device"):
        refs = [ObjectRef(table, row_id) for name, row_id in finding.objects if name == table and snapshot[table].has(row_id)]
        if refs:
            return refs
    return []


def _inside(columns: Columns, rack_ids: Iterable[int]) -> list[int]:
    return [row_id for rack_id in rack_ids for row_id in columns.where("rack_id", rack_id).tolist()]


def family_of(rule: str) -> str:
    """The family of a rule's key."""
    return rule.partition(".")[0]


def family_title(family: str) -> str:
    """A family's name in the person's language; the key itself for one that has no name yet."""
    text = FAMILIES.get(family)
    return family if text is None else QCoreApplication.translate("Problems", text)
