"""Links: whether ports, modules and plugs fit together."""

from collections.abc import Iterator

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cabled
from gpudesk.checks.rules.common.link_view import ENDS, LINKED, link_rule, of_rule
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.derived.links.link_rates import asked_gbps, links_below_rate
from gpudesk.derived.links.links import links
from gpudesk.project.accepted_rates import accepted_rates


@link_rule(
    "link.port",
    title=QT_TRANSLATE_NOOP("checks", "Cables end at data ports"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cables do not end at data ports"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Ports of the types at both ends"),
)
def port(view: View) -> Iterator[Violation]:
    """The port exists and is not a power socket or the like; other link rules skip such links."""
    yield from of_rule(view, "link.port")


@link_rule(
    "link.rate",
    title=QT_TRANSLATE_NOOP("checks", "Links reach the rate of their network"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links are too slow"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP(
        "checks", "Port, module and connector rates compared with the network rate, or with the slower port if there is no network"
    ),
)
def rate(view: View) -> Iterator[Violation]:
    """The lowest rate of ports, modules and plugs, by the lanes of the link. A plug for two ports of a cage gives each of them half."""
    yield from of_rule(view, "link.rate")


@rule(
    "link.accepted_rate",
    title=QT_TRANSLATE_NOOP("checks", "Networks run at their planned rate"),
    many=QT_TRANSLATE_NOOP("checks", "{count} lower link rates are accepted"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads={
        **LINKED,
        "cable": (*ENDS, "type_id", "network_id"),
        "network": ("name", "rate_gbps"),
        "device": ("type_id", "role"),
    },
    when=lambda snapshot: cabled(snapshot) and bool(snapshot.cached(accepted_rates)),
    source=QT_TRANSLATE_NOOP("checks", "The reason recorded in the network stage, the project or its template"),
)
def accepted_rate(view: View) -> Iterator[Violation]:
    """One finding per stage with an accepted lower rate; it counts links with too slow ports. Links below that rate remain errors."""
    snapshot = view.snapshot
    known_links = snapshot.cached(links)
    planned = asked_gbps(snapshot, known_links)
    for stage_id, slow_links in links_below_rate(snapshot, known_links, planned).items():
        if not len(slow_links):
            continue
        network_id = int(known_links.network[slow_links[0]])
        accepted, planned_gbps = snapshot.cached(accepted_rates)[stage_id], int(planned[slow_links[0]])
        least, planned_rate = Quantity(accepted.gbps, "Gb/s"), Quantity(planned_gbps, "Gb/s")
        text = QT_TRANSLATE_NOOP("checks", "{count} {count|link is|links are} accepted at {rate}; {wanted} planned. {reason}.")
        message = rule_text(text, count=len(slow_links), rate=least, wanted=planned_rate, reason=accepted.reason)
        # No fix: it is a decision. "Fix all" would take it back without asking.
        yield Violation((0,), (("network_stage", stage_id),), view.row_place("network", network_id), message, least, planned_rate)


@link_rule(
    "link.protocol",
    title=QT_TRANSLATE_NOOP("checks", "Ends, modules and cable support a common protocol"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links have no common protocol"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Protocols by type: InfiniBand, Ethernet, NVLink"),
)
def protocol(view: View) -> Iterator[Violation]:
    """A component without a known protocol is compatible with all."""
    yield from of_rule(view, "link.protocol")


@link_rule(
    "link.module",
    title=QT_TRANSLATE_NOOP("checks", "Fiber cables end in modules; other cables do not"),
    many=QT_TRANSLATE_NOOP("checks", "{count} modules are missing or surplus"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Connectors of cables and sockets of devices"),
)
def module(view: View) -> Iterator[Violation]:
    """Copper and active optical cables have fixed plugs; fiber and twisted-pair sockets take no module."""
    yield from of_rule(view, "link.module")


@link_rule(
    "link.form_factor",
    title=QT_TRANSLATE_NOOP("checks", "Connectors and modules fit their cages and are supported there"),
    many=QT_TRANSLATE_NOOP("checks", "{count} connectors do not fit their cages"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Form factors: a cage accepts older connectors of its family, but not newer ones"),
)
def form_factor(view: View) -> Iterator[Violation]:
    """For example, a 200 Gb/s QSFP56 cable does not fit a 100 Gb/s QSFP28 cage, although the published DGX H100 SuperPOD bill lists one."""
    yield from of_rule(view, "link.form_factor")


@link_rule(
    "link.heat_sink",
    title=QT_TRANSLATE_NOOP("checks", "Connector heat sinks match their cages"),
    many=QT_TRANSLATE_NOOP("checks", "{count} connectors have the wrong heat sink for their cages"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP(
        "checks", "NVIDIA: finned tops for air-cooled switches, flat ones for adapters, DGX and liquid-cooled switches"
    ),
)
def heat_sink(view: View) -> Iterator[Violation]:
    """Modules, and the plugs of copper and active optical cables. Only OSFP is available with both tops."""
    yield from of_rule(view, "link.heat_sink")


@link_rule(
    "link.connector",
    title=QT_TRANSLATE_NOOP("checks", "Connectors match"),
    many=QT_TRANSLATE_NOOP("checks", "{count} connectors do not fit"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Connectors of cables, modules, panels and sockets"),
)
def connector(view: View) -> Iterator[Violation]:
    """At modules, panels and sockets without cages."""
    yield from of_rule(view, "link.connector")


@link_rule(
    "link.polish",
    title=QT_TRANSLATE_NOOP("checks", "Angled ferrules only mate with angled ferrules"),
    many=QT_TRANSLATE_NOOP("checks", "{count} ferrules are mated to a different polish"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "NVIDIA Interconnect Structured Cabling Requirements; TIA-568.3-E as cited by Siemon"),
)
def polish(view: View) -> Iterator[Violation]:
    """APC and UPC do not mate, and angled ferrules need key-up to key-down adapters."""
    yield from of_rule(view, "link.polish")


@link_rule(
    "link.gender",
    title=QT_TRANSLATE_NOOP("checks", "Pinned connectors mate with unpinned ones"),
    many=QT_TRANSLATE_NOOP("checks", "{count} connectors are mated to the same gender"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "NVIDIA Interconnect Structured Cabling Requirements: modules and trunks are pinned, cords are not"),
)
def gender(view: View) -> Iterator[Violation]:
    """At modules and in adapters of panels. The gender of cassettes is not published."""
    yield from of_rule(view, "link.gender")
