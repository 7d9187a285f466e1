"""Build phases of fabrics: switches installed later than the devices they connect."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cabled, networked
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.fabric.fabric_rules import TREE, ends_to_judge
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP

_HOSTS = (Family.SYSTEM, Family.SERVER, Family.STORAGE)


@rule(
    "fabric.late_switch",
    title=QT_TRANSLATE_NOOP("checks", "Switches are installed no later than their hosts"),
    many=QT_TRANSLATE_NOOP("checks", "{count} switches are installed after all of their hosts"),
    severity=Severity.ERROR,
    scope=Scope.LINK,
    reads=reading(TREE, {"device": ("phase",)}),
    when=lambda snapshot: networked(snapshot) and cabled(snapshot),
    source=QT_TRANSLATE_NOOP("checks", "Build phases of the project, and the cables of its networks"),
)
def late_switch(view: View) -> Iterator[Violation]:
    """One finding per switch that is built after all hosts of a group that it connects: until then they have no link to it."""
    ends, devices = view.cached(ends_to_judge), view.snapshot["device"]
    chosen = np.flatnonzero(ends.switch & ~ends.other_switch)
    types = devices.at("type_id", devices.positions(ends.other_device[chosen].copy()))
    hosts = [place for place, family in enumerate(Family) if family in _HOSTS]
    chosen = chosen[np.isin(view.types.codes("family", types), hosts)]
    chosen = chosen[np.argsort(ends.device[chosen], kind="stable")]
    switches, starts = np.unique(ends.device[chosen], return_index=True)
    if not len(switches):
        return
    hosts_of = np.split(ends.other_device[chosen], starts[1:])
    phases_of_hosts = devices.at("phase", devices.positions(ends.other_device[chosen]))
    # There may be thousands of switches, and few of them are late.
    last_of = np.maximum.reduceat(phases_of_hosts, starts)
    built_in = devices.at("phase", devices.positions(switches))
    for place in np.flatnonzero(built_in > last_of).tolist():
        switch, built, last = (int(values[place]) for values in (switches, built_in, last_of))
        joined = np.unique(hosts_of[place])
        text = QT_TRANSLATE_NOOP(
            "checks", "{switch} is installed in phase {phase}; all {count} of its hosts are installed by phase {last}."
        )
        message = rule_text(text, switch=view.name("device", switch), phase=built, count=len(joined), last=last)
        title = rule_text(QT_TRANSLATE_NOOP("checks", "Build {device} in phase {later}"), device=view.name("device", switch), later=last)
        fix = Fix("set_fields", {"table": "device", "row_ids": [switch], "fields": {"phase": last}}, title)
        yield Violation((switch,), (("device", switch),), view.row_place("device", switch), message, built, last, fix)
