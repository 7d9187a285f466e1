"""Ways for cables: how full and heavy they are, how tightly they bend, and racks and halls that none of them joins."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.absent_view import MOST_NAMES
from gpudesk.checks.rules.common.conditions import cabled, cables_in_ways
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.cabling.pathway_fill import WayFigures
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity, Value
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.pathways.pathway_limits import WayLimits, way_limits
from gpudesk.derived.pathways.pathway_loads import CHOICES, OPEN, PATHS, WayLoads, way_loads

_LYING = reading(PATHS, {"catalog_item": ("body",)})
_WAYS = reading(_LYING, {"pathway": ("name",)})
_FILL = reading(_WAYS, {"pathway": ("depth_mm", "fill_percent")})
_HALLS = reading(_LYING, {"hall": ("name",)})
_ROWS = reading(_HALLS, {"rack": ("row_id",)})


def _loads(view: View) -> WayLoads:
    return view.snapshot.cached(way_loads)


def _lying(view: View) -> WayFigures:
    return _loads(view).ways(view.types)


def _limits(view: View) -> WayLimits:
    return view.snapshot.cached(way_limits)


@rule(
    "link.way_fill",
    title=QT_TRANSLATE_NOOP("checks", "Pathway fill is within the planned limit"),
    many=QT_TRANSLATE_NOOP("checks", "{count} pathways exceed the planned fill"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    spared_by_removal=True,
    spared_without=("link.way_full",),
    reads=_FILL,
    limits=("way_fill_percent", "conduit_fill_percent", *CHOICES),
    source=QT_TRANSLATE_NOOP("checks", "TIA-569 as quoted by Bonetray; a pathway may have its own limit"),
    when=cables_in_ways,
)
def way_fill(view: View) -> Iterator[Violation]:
    """Cable area at the fullest meter of a pathway, as a share of its own area. Full pathways are reported by link.way_full."""
    lying, limits = view.cached(_lying), view.cached(_limits)
    text = QT_TRANSLATE_NOOP("checks", "{name} is {fill} full with {count} {count|cable|cables}; the planned maximum is {limit}.")
    fill = 100 * lying.area_mm2 / limits.area_mm2
    over = (fill > limits.fill_percent + 1e-9) & (fill <= limits.full_percent + 1e-9)
    yield from _too_full(view, text, fill, limits.fill_percent, over)


@rule(
    "link.way_full",
    title=QT_TRANSLATE_NOOP("checks", "Pathways have room for their cables"),
    many=QT_TRANSLATE_NOOP("checks", "{count} pathways are too small for their cables"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    spared_by_removal=True,
    reads=_FILL,
    limits=("way_full_percent", "way_fill_percent", "conduit_fill_percent", *CHOICES),
    source=QT_TRANSLATE_NOOP("checks", "TIA-569 as quoted by Bonetray: round cables leave gaps"),
    when=cables_in_ways,
)
def way_full(view: View) -> Iterator[Violation]:
    """Pathways without room: cables would rise above the side rails of a tray or not fit in a conduit."""
    lying, limits = view.cached(_lying), view.cached(_limits)
    text = QT_TRANSLATE_NOOP(
        "checks", "{name} is too small for {count} {count|cable: it fills|cables: they fill} {fill} of it; the maximum is {limit}."
    )
    fill = 100 * lying.area_mm2 / limits.area_mm2
    yield from _too_full(view, text, fill, limits.full_percent, fill > limits.full_percent + 1e-9)


def _too_full(view: View, text: str, fill: Reals, limit: Reals, over: Mask) -> Iterator[Violation]:
    for place in np.flatnonzero(over).tolist():
        actual_fill, allowed_fill = Quantity(round(float(fill[place]), 1), "%"), Quantity(float(limit[place]), "%")
        count = int(view.cached(_lying).cables[place])
        yield _at_way(view, place, text, actual_fill, allowed_fill, fill=actual_fill, count=count, limit=allowed_fill)


def _at_way(view: View, place: int, text: str, found: Quantity, wanted: Quantity, /, **values: Value) -> Violation:
    ways = view.snapshot["pathway"]
    way, message = int(ways.ids[place]), rule_text(text, name=str(ways["name"][place]), **values)
    return Violation((0,), (("pathway", way),), view.row_place("pathway", way), message, found, wanted)


@rule(
    "link.way_weight",
    title=QT_TRANSLATE_NOOP("checks", "Pathways can carry the weight of their cables"),
    many=QT_TRANSLATE_NOOP("checks", "{count} pathways are overloaded"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    spared_by_removal=True,
    reads=reading(_WAYS, {"pathway": ("load_kg_per_m",)}),
    limits=CHOICES,
    source=QT_TRANSLATE_NOOP("checks", "Manufacturer's load rating of the pathway"),
    when=cables_in_ways,
)
def way_weight(view: View) -> Iterator[Violation]:
    """Where sources disagree on the weight of a cable, the higher value counts."""
    text = QT_TRANSLATE_NOOP("checks", "{name} carries {load} per meter; its limit is {limit}.")
    limit, load = view.snapshot["pathway"]["load_kg_per_m"], view.cached(_lying).kg_per_m
    for place in np.flatnonzero((limit != ABSENT) & (load > limit + 1e-9)).tolist():
        actual_load, allowed_load = Quantity(round(float(load[place]), 1), "kg"), Quantity(float(limit[place]), "kg")
        yield _at_way(view, place, text, actual_load, allowed_load, load=actual_load, limit=allowed_load)


@rule(
    "link.way_bend",
    title=QT_TRANSLATE_NOOP("checks", "Pathway bends meet the bend radius of cables"),
    many=QT_TRANSLATE_NOOP("checks", "{count} pathways bend too tightly for their cables"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    spared_by_removal=True,
    reads=reading(_WAYS, {"pathway": ("bend_radius_mm",)}),
    limits=CHOICES,
    source=QT_TRANSLATE_NOOP("checks", "ANSI/TIA-568: ten cable diameters under no load, or the catalog value of the cable"),
    when=cables_in_ways,
)
def way_bend(view: View) -> Iterator[Violation]:
    """The radius of the pathway, against the largest that one of its cables requires."""
    text = QT_TRANSLATE_NOOP("checks", "{name} has a bend radius of {radius}; a cable in it requires {wanted}.")
    radius, needed = view.snapshot["pathway"]["bend_radius_mm"], view.cached(_lying).bend_radius_mm
    for place in np.flatnonzero((radius != ABSENT) & (needed > radius + 1e-9)).tolist():
        actual_radius, needed_radius = Quantity(float(radius[place]), "mm"), Quantity(round(float(needed[place]), 1), "mm")
        yield _at_way(view, place, text, actual_radius, needed_radius, radius=actual_radius, wanted=needed_radius)


def _halls_with_ways(view: View) -> set[int]:
    ways = view.snapshot["pathway"]
    return set(ways["hall_id"].tolist()) | set(ways["to_hall_id"].tolist())


def _guessed(view: View, text: str, *, with_ways: bool) -> Iterator[Violation]:
    """One finding for each hall in which the paths of cables are guessed."""
    guessed = view.cached(_loads).guessed
    if not guessed:
        return
    known, racks = _halls_with_ways(view), view.snapshot["rack"]
    in_rows = set(racks["hall_id"][racks["row_id"] != ABSENT].tolist())
    for hall, count in guessed.items():
        if (hall in known) != with_ways:
            continue
        fix = Fix("propose_pathways", {"hall_ids": [hall]}, rule_text(QT_TRANSLATE_NOOP("checks", "Add trays above the rows")))
        message = rule_text(text, count=count, name=view.name("hall", hall))
        yield Violation((0,), (("hall", hall),), view.row_place("hall", hall), message, fix=fix if hall in in_rows - known else None)


@rule(
    "link.way_missing",
    title=QT_TRANSLATE_NOOP("checks", "Racks with cables between them are connected by pathways"),
    many=QT_TRANSLATE_NOOP("checks", "Cables run outside pathways in {count} halls"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=_ROWS,
    limits=CHOICES,
    source=QT_TRANSLATE_NOOP("checks", "GPU Desk: a cable follows a pathway from rack to rack"),
    when=cables_in_ways,
)
def way_missing(view: View) -> Iterator[Violation]:
    """In halls with pathways: racks too far from any pathway, or near pathways that are not connected."""
    text = QT_TRANSLATE_NOOP(
        "checks",
        "In {name} no pathway connects both ends of {count} {count|cable; its length is an estimate|cables; their lengths are estimates}.",
    )
    return _guessed(view, text, with_ways=True)


@rule(
    "link.way_estimate",
    title=QT_TRANSLATE_NOOP("checks", "Cable lengths follow drawn pathways"),
    many=QT_TRANSLATE_NOOP("checks", "Cable lengths are estimates in {count} halls"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads=_ROWS,
    limits=CHOICES,
    source=QT_TRANSLATE_NOOP("checks", "GPU Desk: estimate of a right-angle route above the racks"),
    when=cabled,
)
def way_estimate(view: View) -> Iterator[Violation]:
    """Halls without cable pathways."""
    text = QT_TRANSLATE_NOOP(
        "checks", "{name} has no pathways yet; the {count|length|lengths} of {count} {count|cable is an estimate|cables are estimates}."
    )
    return _guessed(view, text, with_ways=False)


@rule(
    "link.duct_missing",
    title=QT_TRANSLATE_NOOP("checks", "Halls with cables between them are connected by ducts"),
    many=QT_TRANSLATE_NOOP("checks", "{count} pairs of halls have cables but no duct between them"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=_HALLS,
    limits=CHOICES,
    source=QT_TRANSLATE_NOOP("checks", "GPU Desk: the length of a cable to another hall is unknown without its pathway"),
    when=cabled,
)
def duct_missing(view: View) -> Iterator[Violation]:
    """Pairs of halls with cables, but no duct or riser that connects them from tray to tray."""
    text = QT_TRANSLATE_NOOP("checks", "{count} {count|cable runs|cables run} from {name} to {other}, but no pathway connects them.")
    for (one, other), count in view.cached(_loads).lost.items():
        message = rule_text(text, count=count, name=view.name("hall", one), other=view.name("hall", other))
        yield Violation((0,), (("hall", one), ("hall", other)), view.row_place("hall", one), message)


@rule(
    "link.way_open",
    title=QT_TRANSLATE_NOOP("checks", "Cables run inside pathways"),
    many=QT_TRANSLATE_NOOP("checks", "Cables run too far outside pathways in {count} halls"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=reading(_HALLS, {"rack": ("name",), "device": ("name",)}),
    limits=(OPEN, *CHOICES),
    source=QT_TRANSLATE_NOOP("checks", "GPU Desk: cables are unsupported between a rack and its pathway"),
    when=cables_in_ways,
)
def way_open(view: View) -> Iterator[Violation]:
    """Racks and rack-scale systems whose cables run too far from the rack edge to the pathway, measured horizontally, without the drop."""
    limit = Quantity(view.sheet.limit(OPEN), "mm")
    text = QT_TRANSLATE_NOOP("checks", "In {hall}, cables run more than {limit} outside pathways at {count} {count|rack|racks}: {names}.")
    halls: dict[int, list[tuple[str, int]]] = {}
    for table, row_id in view.cached(_loads).open:
        rows = view.snapshot[table]
        halls.setdefault(int(rows["hall_id"][rows.position(row_id)]), []).append((table, row_id))
    for hall, far_objects in sorted(halls.items()):
        names = ", ".join(view.name(*stand) for stand in far_objects[:MOST_NAMES]) + (" …" if len(far_objects) > MOST_NAMES else "")
        message = rule_text(text, hall=view.name("hall", hall), limit=limit, count=len(far_objects), names=names)
        yield Violation((0,), (("hall", hall),), view.row_place("hall", hall), message, len(far_objects), 0)
