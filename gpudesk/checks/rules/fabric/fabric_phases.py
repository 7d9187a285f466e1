"""Build phases of fabrics: switches installed later than the devices they connect."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cabled, networked
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.fabric.fabric_removals import HOSTS, no_switch_becomes_late, only_hosts_leave
from gpudesk.checks.rules.fabric.fabric_rules import TREE, ends_to_judge
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT, Ids


@rule(
    "fabric.late_switch",
    title=QT_TRANSLATE_NOOP("checks", "Switches are installed no later than the devices they connect"),
    many=QT_TRANSLATE_NOOP("checks", "{count} switches are installed after all devices that they connect"),
    severity=Severity.ERROR,
    scope=Scope.LINK,
    reads=reading(TREE, {"device": ("phase",)}),
    when=lambda snapshot: networked(snapshot) and cabled(snapshot),
    spared_by_removal=True,
    spared_if=(only_hosts_leave, no_switch_becomes_late),
    source=QT_TRANSLATE_NOOP("checks", "Build phases of the project, and the cables of its networks"),
)
def late_switch(view: View) -> Iterator[Violation]:
    """One finding per switch built after all of its hosts or, for a spine or core, after all switches below it: until then they lack it."""
    ends = view.cached(ends_to_judge)
    types = view.snapshot["device"].at("type_id", view.snapshot["device"].positions(ends.other_device.copy()))
    families = [place for place, family in enumerate(Family) if family in HOSTS]
    hosts = ends.switch & ~ends.other_switch & np.isin(view.types.codes("family", types), families)
    below = ends.switch & ends.other_switch & (ends.other_tier != ABSENT) & (ends.other_tier < ends.tier)
    below &= ~np.isin(ends.device, ends.device[hosts])
    text = QT_TRANSLATE_NOOP(
        "checks", "{switch} is installed in phase {phase}; its {count} {count|host is|hosts are} installed by phase {last}."
    )
    yield from _late(view, np.flatnonzero(hosts), text)
    text = QT_TRANSLATE_NOOP(
        "checks",
        "{switch} is installed in phase {phase}; the {count} {count|switch|switches} below it {count|is|are} installed by phase {last}.",
    )
    yield from _late(view, np.flatnonzero(below), text)


def _late(view: View, chosen: Ids, text: str) -> Iterator[Violation]:
    """The switches of some ends that are built after all devices at the other ends."""
    ends, devices = view.cached(ends_to_judge), view.snapshot["device"]
    chosen = chosen[np.argsort(ends.device[chosen], kind="stable")]
    switches, starts = np.unique(ends.device[chosen], return_index=True)
    if not len(switches):
        return
    connected = np.split(ends.other_device[chosen], starts[1:])
    phases = devices.at("phase", devices.positions(ends.other_device[chosen]))
    # There may be thousands of switches, and few of them are late.
    last_of = np.maximum.reduceat(phases, starts)
    built_in = devices.at("phase", devices.positions(switches))
    for place in np.flatnonzero(built_in > last_of).tolist():
        switch, built, last = (int(values[place]) for values in (switches, built_in, last_of))
        count = len(np.unique(connected[place]))
        message = rule_text(text, switch=view.name("device", switch), phase=built, count=count, last=last)
        title = rule_text(QT_TRANSLATE_NOOP("checks", "Install {device} in phase {later}"), device=view.name("device", switch), later=last)
        fix = Fix("set_fields", {"table": "device", "row_ids": [switch], "fields": {"phase": last}}, title)
        yield Violation((switch,), (("device", switch),), view.row_place("device", switch), message, built, last, fix)
