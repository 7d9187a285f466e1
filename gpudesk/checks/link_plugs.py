"""Links: whether ports, modules and plugs fit together."""

from collections.abc import Iterator

from gpudesk.checks.conditions import cabled
from gpudesk.checks.finding import Found, Severity, said
from gpudesk.checks.link_view import ENDS, LINKED, link_rule, of_rule
from gpudesk.checks.rule import Scope, rule
from gpudesk.checks.view import View
from gpudesk.core.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.derived.link_rates import asked_gbps, links_below_rate
from gpudesk.derived.links import links
from gpudesk.project.accepted_rates import accepted_rates


@link_rule(
    "link.port",
    title=QT_TRANSLATE_NOOP("checks", "Cables end at data ports"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cables do not end at data ports"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Ports of the types at both ends"),
)
def port(view: View) -> Iterator[Found]:
    """The port is there, and no socket for power or the like; nothing else is judged of such a link."""
    yield from of_rule(view, "link.port")


@link_rule(
    "link.rate",
    title=QT_TRANSLATE_NOOP("checks", "Links reach the rate of their network"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links are too slow"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP(
        "checks", "Rates of ports, modules and plugs against that of the network, or the slower port if there is no network"
    ),
)
def rate(view: View) -> Iterator[Found]:
    """The least of ports, modules and plugs, by the lanes that the link takes; a plug that serves two ports of a cage gives each half."""
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
    source=QT_TRANSLATE_NOOP("checks", "The reason recorded in the network stage, by the project or its template"),
)
def accepted_rate(view: View) -> Iterator[Found]:
    """One line for each stage with an accepted lower rate; it counts links whose ports are too slow. Links below that rate stay errors."""
    snapshot = view.snapshot
    found = snapshot.cached(links)
    planned = asked_gbps(snapshot, found)
    for stage_id, mine in links_below_rate(snapshot, found, planned).items():
        if not len(mine):
            continue
        network_id = int(found.network[mine[0]])
        accepted, asked = snapshot.cached(accepted_rates)[stage_id], int(planned[mine[0]])
        least, wanted = Quantity(accepted.gbps, "Gb/s"), Quantity(asked, "Gb/s")
        text = QT_TRANSLATE_NOOP("checks", "{count} links are accepted at {rate}; {wanted} planned. {reason}.")
        message = said(text, count=len(mine), rate=least, wanted=wanted, reason=accepted.reason)
        # No fix: it is a decision. "Fix all" would take it back without asking.
        yield Found((0,), (("network_stage", stage_id),), view.row_place("network", network_id), message, least, wanted)


@link_rule(
    "link.protocol",
    title=QT_TRANSLATE_NOOP("checks", "Both ends, modules and cable share a protocol"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links have no common protocol"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Protocols of the types: InfiniBand, Ethernet, NVLink"),
)
def protocol(view: View) -> Iterator[Found]:
    """A part of which nobody says what it speaks speaks anything."""
    yield from of_rule(view, "link.protocol")


@link_rule(
    "link.module",
    title=QT_TRANSLATE_NOOP("checks", "Fiber cables have modules in their cages, other cables have none"),
    many=QT_TRANSLATE_NOOP("checks", "{count} modules are missing or surplus"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Connectors of cables and sockets of devices"),
)
def module(view: View) -> Iterator[Found]:
    """Copper and active optical cables bring their own plugs; sockets for fibre or twisted pair take no module."""
    yield from of_rule(view, "link.module")


@link_rule(
    "link.form_factor",
    title=QT_TRANSLATE_NOOP("checks", "Plugs fit their cages and work there"),
    many=QT_TRANSLATE_NOOP("checks", "{count} plugs do not fit their cages"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Form factors: a cage accepts older plugs of its family, not newer ones"),
)
def form_factor(view: View) -> Iterator[Found]:
    """So a QSFP56 cable of 200 Gb/s does not go into a QSFP28 cage of 100 Gb/s, as the published bill of the DGX H100 SuperPOD has it."""
    yield from of_rule(view, "link.form_factor")


@link_rule(
    "link.heat_sink",
    title=QT_TRANSLATE_NOOP("checks", "The tops of plugs suit their cages"),
    many=QT_TRANSLATE_NOOP("checks", "{count} plugs have the wrong heat sink for their cages"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP(
        "checks", "NVIDIA: finned tops for air-cooled switches, flat ones for adapters, DGX and liquid-cooled switches"
    ),
)
def heat_sink(view: View) -> Iterator[Found]:
    """Of modules as of the plugs of copper and active optical cables; only OSFP has both tops."""
    yield from of_rule(view, "link.heat_sink")


@link_rule(
    "link.connector",
    title=QT_TRANSLATE_NOOP("checks", "Connectors match"),
    many=QT_TRANSLATE_NOOP("checks", "{count} connectors do not fit"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Connectors of cables, modules, panels and sockets"),
)
def connector(view: View) -> Iterator[Found]:
    """At modules, panels and sockets without cages."""
    yield from of_rule(view, "link.connector")


@link_rule(
    "link.polish",
    title=QT_TRANSLATE_NOOP("checks", "Angled ferrules only mate with angled ferrules"),
    many=QT_TRANSLATE_NOOP("checks", "{count} ferrules mate with a different polish"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "NVIDIA Interconnect Structured Cabling Requirements; TIA-568.3-E as cited by Siemon"),
)
def polish(view: View) -> Iterator[Found]:
    """APC and UPC are never mixed, and angled ferrules need adapters that join key up to key down."""
    yield from of_rule(view, "link.polish")


@link_rule(
    "link.gender",
    title=QT_TRANSLATE_NOOP("checks", "Pinned connectors mate with unpinned ones"),
    many=QT_TRANSLATE_NOOP("checks", "{count} connectors mate with their own gender"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "NVIDIA Interconnect Structured Cabling Requirements: modules and trunks are pinned, cords are not"),
)
def gender(view: View) -> Iterator[Found]:
    """At modules and in adapters of panels; of cassettes nobody says which they have."""
    yield from of_rule(view, "link.gender")
