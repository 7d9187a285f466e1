"""Missing elements: power and cooling that equipment requires but that are not planned, and domains a project excludes."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Place, Severity, Violation, rule_text
from gpudesk.checks.rules.common.absent_view import at_halls, by_hall_of_types, equipment, in_plan, systems_of
from gpudesk.checks.rules.common.conditions import cooled
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.plan.plan_domains import DOMAIN_TITLES, Domain
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import Ids
from gpudesk.derived.draw.power_ratings import draws_power
from gpudesk.derived.power.fed_devices import devices_on_no_feed, halls_on_feeds, racks_giving_power
from gpudesk.project.outside_plan import OUTSIDE_PREFIX, outside_plan
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

_PLACED = {
    "device": ("name", "type_id", "rack_id", "hall_id", "parent_id"),
    "rack": ("hall_id",),
    "hall": ("name",),
    "catalog_item": ("body",),
    "setting": ("key", "value"),
}


def _planned_power(snapshot: Snapshot) -> bool:
    return in_plan(snapshot, Domain.POWER)


@rule(
    "absent.power",
    title=QT_TRANSLATE_NOOP("checks", "Everything that draws power has a feed"),
    many=QT_TRANSLATE_NOOP("checks", "{count} halls have equipment without a feed"),
    severity=Severity.ERROR,
    scope=Scope.HALL,
    spared_by_removal=True,
    reads={**_PLACED, "power_cord": ("device_id", "from_device_id", "from_node_id")},
    when=_planned_power,
    limits=("power_for_limits",),
    source=QT_TRANSLATE_NOOP("checks", "Inlets of the types and the cords of the plan, unless power is out of scope"),
)
def power(view: View) -> Iterator[Violation]:
    """One finding per hall: devices with inlets but no cord to a feed, directly or through PDUs. Wall circuits feed workstations."""
    nothing = QT_TRANSLATE_NOOP(
        "checks", "No power is planned in {hall}: {count} {count|device has|devices have} no feed, {total}: {names}."
    )
    some = QT_TRANSLATE_NOOP("checks", "Devices without a feed in {hall}: {count}, {total}: {names}.")
    snapshot = view.snapshot
    lacking = snapshot["device"].positions(snapshot.cached(devices_on_no_feed))
    for hall, places in at_halls(view, lacking):
        yield equipment(view, hall, places, some if hall in snapshot.cached(halls_on_feeds) else nothing, _wiring(view, hall, places))


def _wiring(view: View, hall: int, places: Ids) -> Fix | None:
    """Wire the racks of some devices, where each of these racks has something that gives power."""
    racks: set[int] = set(view.whereabouts.racks(places).tolist())
    if not racks <= view.snapshot.cached(racks_giving_power):
        return None
    title = rule_text(QT_TRANSLATE_NOOP("checks", "Wire the racks of {hall}"), hall=view.name("hall", hall))
    return Fix("wire_power", {"rack_ids": sorted(racks)}, title)


def _drawing(types: Types) -> Mask:
    """Whether a power is expected of each type, by its id."""
    drawing = np.zeros(max(types, default=0) + 1, bool)
    ids = np.array(list(types), np.int64)
    drawing[ids] = draws_power(types, ids)
    return drawing


@rule(
    "absent.cooling",
    title=QT_TRANSLATE_NOOP("checks", "Halls with systems have cooling"),
    many=QT_TRANSLATE_NOOP("checks", "{count} halls have systems but no cooling"),
    severity=Severity.ERROR,
    scope=Scope.HALL,
    reads={**_PLACED, "cooling_node": ()},
    when=lambda snapshot: in_plan(snapshot, Domain.COOLING) and not cooled(snapshot),
    limits=("power_for_limits",),
    source=QT_TRANSLATE_NOOP("checks", "Heat of the devices in each hall, unless cooling is out of scope"),
)
def cooling(view: View) -> Iterator[Violation]:
    """One finding per hall that contains GPU systems, if the project has no cooling at all; the cooling rules check everything else."""
    text = QT_TRANSLATE_NOOP(
        "checks", "No cooling is planned in {hall}: {count} {count|device emits|devices emit} {total} of heat: {names}."
    )
    wanting = {hall for hall, _ in by_hall_of_types(view, view.types.cached(systems_of), outermost=True)}
    for hall, places in by_hall_of_types(view, view.types.cached(_drawing), outermost=True):
        if hall in wanting:
            title = rule_text(QT_TRANSLATE_NOOP("checks", "Add cooling units for {hall}"), hall=view.name("hall", hall))
            yield equipment(view, hall, places, text, Fix("propose_cooling", {"hall_ids": [hall], "redundancy": 1}, title))


@rule(
    "plan.outside",
    title=QT_TRANSLATE_NOOP("checks", "All domains are in scope"),
    many=QT_TRANSLATE_NOOP("checks", "{count} domains are out of scope"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads={"setting": ("key", "value")},
    source=QT_TRANSLATE_NOOP("checks", "Excluded by the project or its template"),
)
def outside(view: View) -> Iterator[Violation]:
    """One finding per domain that the project excludes from planning, with the reason. Its requirements are not checked."""
    settings = view.snapshot["setting"]
    for domain, reason in view.snapshot.cached(outside_plan).items():
        row = int(settings.where("key", f"{OUTSIDE_PREFIX}{domain}")[0])
        message = rule_text(_OUTSIDE[domain], reason=reason.rstrip("."))
        # No fix: it is a decision. "Fix all" would take it back without asking.
        yield Violation((0,), (("setting", row),), Place("setting", row, DOMAIN_TITLES[domain]), message)


_OUTSIDE = {
    Domain.COMPUTE: QT_TRANSLATE_NOOP("checks", "The compute network is out of scope: {reason}."),
    Domain.STORAGE: QT_TRANSLATE_NOOP("checks", "The storage network is out of scope: {reason}."),
    Domain.IN_BAND: QT_TRANSLATE_NOOP("checks", "The in-band network is out of scope: {reason}."),
    Domain.OUT_OF_BAND: QT_TRANSLATE_NOOP("checks", "The out-of-band network is out of scope: {reason}."),
    Domain.POWER: QT_TRANSLATE_NOOP("checks", "Power is out of scope: {reason}."),
    Domain.COOLING: QT_TRANSLATE_NOOP("checks", "Cooling is out of scope: {reason}."),
    Domain.SUBNET_MANAGER: QT_TRANSLATE_NOOP("checks", "The subnet manager is out of scope: {reason}."),
    Domain.HEAD_NODE: QT_TRANSLATE_NOOP("checks", "The head node is out of scope: {reason}."),
    Domain.STORAGE_TARGET: QT_TRANSLATE_NOOP("checks", "The storage target is out of scope: {reason}."),
}
