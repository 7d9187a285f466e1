"""Compliance: voltages, plugs and factors required by the country and the data sheets."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Object, Place, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import wired
from gpudesk.checks.rules.common.power_rule_view import SITE, WIRED
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.plan.plan_rules import USED
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.power.power_lines import ROOT_3, Reals, Tap, Wiring, tap_voltage_v
from gpudesk.core.power.receptacles import Region, plug_regions, same_plug
from gpudesk.core.power.supply_voltage import NOMINAL_TOLERANCE, takes, voltage_ranges
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.columns.joins import distinct
from gpudesk.derived.scope.type_counts import kinds_in_use

NEC_FACTOR = 0.8
"""NEC 210.20(A): a breaker is rated for 125 % of loads of three hours or more."""
SHEET_TOLERANCE = 0.02


@rule(
    "compliance.supply_voltage",
    title=QT_TRANSLATE_NOOP("checks", "Devices receive a voltage supported by their power supplies"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices receive a voltage that their power supplies do not accept"),
    severity=Severity.ERROR,
    scope=Scope.POWER,
    spared_by_removal=True,
    of_cords=True,
    reads=WIRED,
    when=wired,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Supply voltage of the type; a single nominal voltage means ±10 % (IEC 60038)"),
)
def supply_voltage(view: View) -> Iterator[Violation]:
    """The voltage of each cord, line-to-neutral or line-to-line; types without a rated voltage are not checked."""
    power, network, devices = view.power, view.power.network, view.snapshot["device"]
    volts = tap_voltage_v(network.cord_tap, network.voltage_v[network.cord_node], network.wiring[network.cord_node])
    volts = _where_lines_are_unknown(view, volts)
    direct = network.wiring[network.cord_node] == Wiring.DC
    places = power.loads[network.cord_device]
    kinds, rounded = devices["type_id"][places], np.round(volts, 1)
    # What has no known voltage is not judged.
    first, of_cord = distinct([kinds, np.nan_to_num(10 * rounded, nan=ABSENT).astype(np.int64), direct.astype(np.int64)])
    cases = zip(kinds[first].tolist(), rounded[first].tolist(), direct[first].tolist(), strict=True)
    wrong = np.array([_refuses(view, kind, fed_v, dc) for kind, fed_v, dc in cases], bool)[of_cord]
    reported_places: set[int] = set()
    for cord in np.flatnonzero(wrong).tolist():
        place = int(places[cord])
        rack = int(view.whereabouts.rack[place])
        if place in reported_places or rack == ABSENT:
            continue
        reported_places.add(place)
        row_id, printed = int(devices.ids[place]), view.types[int(devices["type_id"][place])].text("supply_voltage")
        fed = Quantity(float(volts[cord]), "V")
        message = rule_text(
            QT_TRANSLATE_NOOP("checks", "{name} is supplied with {voltage} but accepts {printed}."),
            name=view.name("device", row_id),
            voltage=fed,
            printed=printed,
        )
        yield Violation((rack,), (("device", row_id),), view.rack_place(rack), message, fed, printed)


def _where_lines_are_unknown(view: View, volts: Reals) -> Reals:
    """The voltages of cords, with the type's outlet data if the lines of the outlet are unknown."""
    power, network = view.power, view.power.network
    bank = network.cord_node - power.first_bank
    unknown = (bank >= 0) & (network.cord_tap == Tap.ALL)
    voltages = volts.copy()
    givers = power.givers[power.bank_giver[bank[unknown]]]
    voltages[unknown] = view.types.numbers("output_voltage_v", view.snapshot["device"]["type_id"][givers])
    return voltages


def _refuses(view: View, type_id: int, volts: float, direct: bool) -> bool:
    ranges = voltage_ranges(view.types[type_id].text("supply_voltage"))
    return bool(ranges) and not np.isnan(volts) and not takes(ranges, volts, direct=direct)


@rule(
    "compliance.strip_voltage",
    title=QT_TRANSLATE_NOOP("checks", "PDUs receive their rated voltage"),
    many=QT_TRANSLATE_NOOP("checks", "{count} PDUs do not receive their rated voltage"),
    severity=Severity.WARNING,
    scope=Scope.POWER,
    spared_by_removal=True,
    of_cords=True,
    reads=WIRED,
    when=wired,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Input voltage of the type within 10 % (IEC 60038)"),
)
def strip_voltage(view: View) -> Iterator[Violation]:
    """Rack PDUs, UPS and power shelves with a feed, against the rated input voltage of their type."""
    power, devices = view.power, view.snapshot["device"]
    here = slice(power.rows, power.first_bank)
    printed = view.types.numbers("input_voltage_v", devices["type_id"][power.givers])
    wiring = power.network.wiring[here]
    fed = np.where(wiring == Wiring.DC, np.nan, power.network.voltage_v[here])
    off = (power.network.parent[here] != ABSENT) & (np.abs(fed - printed) > NOMINAL_TOLERANCE * printed)
    for place in np.flatnonzero(off).tolist():
        row_id = int(devices.ids[power.givers[place]])
        rack = int(view.whereabouts.rack[power.givers[place]])
        if rack == ABSENT:
            continue
        gets, rated = Quantity(float(fed[place]), "V"), Quantity(float(printed[place]), "V")
        text = QT_TRANSLATE_NOOP("checks", "{name} is supplied with {voltage} but is rated for {printed}.")
        message = rule_text(text, name=view.name("device", row_id), voltage=gets, printed=rated)
        yield Violation((rack,), (("device", row_id),), view.rack_place(rack), message, gets, rated)
    yield from _misfed_shelves(view)


def _misfed_shelves(view: View) -> Iterator[Violation]:
    """DC sources, by the supply voltage specified for their type: 800 V into a shelf for 400 V, or vice versa."""
    power, network, devices = view.power, view.power.network, view.snapshot["device"]
    here = np.arange(power.rows, power.first_bank)
    makes = here[(network.wiring[here] == Wiring.DC) & (network.parent[here] != ABSENT)]
    for node in makes.tolist():
        place, above = int(power.givers[node - power.rows]), int(network.parent[node])
        rack, kind = int(view.whereabouts.rack[place]), view.types[int(devices["type_id"][place])]
        volts, direct = float(network.voltage_v[above]), bool(network.wiring[above] == Wiring.DC)
        ranges = voltage_ranges(kind.text("supply_voltage"))
        if rack == ABSENT or not ranges or takes(ranges, volts, direct=direct):
            continue
        row_id, gets = int(devices.ids[place]), Quantity(volts, "V")
        text = QT_TRANSLATE_NOOP("checks", "{name} is supplied with {voltage} AC but is rated for {printed}.")
        if direct:
            text = QT_TRANSLATE_NOOP("checks", "{name} is supplied with {voltage} DC but is rated for {printed}.")
        message = rule_text(text, name=view.name("device", row_id), voltage=gets, printed=kind.text("supply_voltage"))
        yield Violation((rack,), (("device", row_id),), view.rack_place(rack), message, gets, kind.text("supply_voltage"))


@rule(
    "compliance.receptacle",
    title=QT_TRANSLATE_NOOP("checks", "PDU plugs match the receptacles of their feeds"),
    many=QT_TRANSLATE_NOOP("checks", "{count} PDUs do not match the receptacle of their feed"),
    severity=Severity.ERROR,
    scope=Scope.POWER,
    spared_by_removal=True,
    of_cords=True,
    reads=reading(WIRED, {"power_node": ("receptacle",)}),
    when=wired,
    source=QT_TRANSLATE_NOOP("checks", "Receptacle of the feed and input plug of the type"),
)
def receptacle(view: View) -> Iterator[Violation]:
    """Feeds with a receptacle and PDUs with an input plug. If either is unknown, nothing is reported."""
    power, devices, nodes = view.power, view.snapshot["device"], view.snapshot["power_node"]
    above = power.network.parent[power.rows : power.first_bank]
    fed = np.flatnonzero((above != ABSENT) & (above < power.rows))
    ends = nodes["receptacle"][nodes.positions(power.node_ids[above[fed]])].tolist()
    kinds = devices["type_id"][power.givers[fed]]
    plugs = {type_id: view.types[type_id].text("input_plug") for type_id in np.unique(kinds).tolist()}
    # The same few pairs everywhere.
    known: dict[tuple[str, int], bool] = {}
    for place, there, type_id in zip(fed.tolist(), ends, kinds.tolist(), strict=True):
        plug = plugs[type_id] if there else ""
        if (there, type_id) not in known:
            known[there, type_id] = bool(plug) and not same_plug(there, plug)
        rack = int(view.whereabouts.rack[power.givers[place]])
        if not known[there, type_id] or rack == ABSENT:
            continue
        feed_id = int(power.node_ids[above[place]])
        row_id = int(devices.ids[power.givers[place]])
        text = QT_TRANSLATE_NOOP("checks", "{name} has a {plug} plug; {feed} ends in {receptacle}.")
        names = {"name": view.name("device", row_id), "feed": view.name("power_node", feed_id)}
        message = rule_text(text, **names, plug=plug, receptacle=there)
        yield Violation((rack,), (("device", row_id), ("power_node", feed_id)), view.rack_place(rack), message, plug, there)


@rule(
    "compliance.plug_region",
    title=QT_TRANSLATE_NOOP("checks", "PDU plugs match the region"),
    many=QT_TRANSLATE_NOOP("checks", "{count} PDU types have a plug for another region"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=USED,
    subject=kinds_in_use,
    limits=("region",),
    source=QT_TRANSLATE_NOOP("checks", "NEMA and CS plugs are for North America; IEC 60309 is available in the ratings of both regions"),
)
def plug_region(view: View) -> Iterator[Violation]:
    """Types in use with an input plug for a region other than that of the site sheet."""
    region = Region(view.sheet.text("region"))
    for type_id in view.snapshot.cached(kinds_in_use):
        plug = view.types[type_id].text("input_plug")
        made_for = plug_regions(plug)
        if plug and region not in made_for:
            text = QT_TRANSLATE_NOOP("checks", "{model} has a {plug} plug, which is not used in the region of the site.")
            message = rule_text(text, model=view.types[type_id].title, plug=plug)
            yield Violation((0,), (("catalog_item", type_id),), view.type_place(type_id), message, plug)


@rule(
    "compliance.continuous_factor",
    title=QT_TRANSLATE_NOOP("checks", "North American breakers carry 80 % of their rating continuously"),
    many=QT_TRANSLATE_NOOP("checks", "{count} values allow too much continuous breaker load"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=reading(USED, {"power_node": ("kind",)}),
    limits=("region", "continuous_factor"),
    source=QT_TRANSLATE_NOOP("checks", "NEC 210.20(A)"),
)
def continuous_factor(view: View) -> Iterator[Violation]:
    """North American sites with feeds or PDUs whose site sheet allows a higher factor. Breakers rated for 100 % are marked as such."""
    factor = view.sheet.limit("continuous_factor")
    if Region(view.sheet.text("region")) is not Region.NORTH_AMERICA or factor <= NEC_FACTOR:
        return
    has_breakers = any(view.types[type_id].family is Family.PDU for type_id in view.snapshot.cached(kinds_in_use))
    if not view.snapshot["power_node"].rows and not has_breakers:
        return
    allowed, required = Quantity(100 * factor, "%"), Quantity(100 * NEC_FACTOR, "%")
    text = QT_TRANSLATE_NOOP(
        "checks", "The site sheet allows a continuous load of {given} of the breaker rating; NEC 210.20(A) requires {wanted}."
    )
    fix = Fix(
        "set_site_value",
        {"key": "continuous_factor", "value": NEC_FACTOR},
        rule_text(QT_TRANSLATE_NOOP("checks", "Use 80%")),
    )
    objects, place = _stored(view, "continuous_factor", "region")
    yield Violation((0,), objects, place, rule_text(text, given=allowed, wanted=required), allowed, required, fix)


@rule(
    "compliance.site_voltages",
    title=QT_TRANSLATE_NOOP("checks", "The voltages of the site sheet are consistent"),
    many=QT_TRANSLATE_NOOP("checks", "{count} pairs of voltages are inconsistent"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads={},
    limits=("line_voltage_v", "phase_voltage_v"),
    source=QT_TRANSLATE_NOOP("checks", "Three phases: line-to-line is √3 × line-to-neutral; split phase: 2 ×"),
)
def site_voltages(view: View) -> Iterator[Violation]:
    """Pairs of line-to-line and line-to-neutral voltages that no common power system has."""
    line, phase = view.sheet.limit("line_voltage_v"), view.sheet.limit("phase_voltage_v")
    if any(abs(line / phase - ratio) <= SHEET_TOLERANCE * ratio for ratio in (ROOT_3, 2.0)):
        return
    lines, neutral = Quantity(line, "V"), Quantity(phase, "V")
    text = QT_TRANSLATE_NOOP(
        "checks", "The site sheet has {line} line to line and {phase} line to neutral; for three phases it should be {wanted}."
    )
    message = rule_text(text, line=lines, phase=neutral, wanted=Quantity(line / ROOT_3, "V"))
    objects, place = _stored(view, "phase_voltage_v", "line_voltage_v")
    yield Violation((0,), objects, place, message, neutral, Quantity(line / ROOT_3, "V"))


def _stored(view: View, *keys: str) -> tuple[tuple[Object, ...], Place]:
    """The first of some values of the site sheet that the project has changed, as object and place."""
    stored = view.snapshot["site_value"]
    key = next(key for key in keys if len(stored.where("key", key)))
    row = int(stored.where("key", key)[0])
    return (("site_value", row),), Place("site_value", row, key)
