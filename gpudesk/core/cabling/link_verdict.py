"""The one verdict on a link: whether this port may be joined with that one by these cables, and why not.

Hover, operations, checks and the inspector all show these lines. A line that a missing fact leaves open is neither right nor wrong.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from gpudesk.core.cabling.fire_classes import fire_class_serves
from gpudesk.core.cabling.link_fibre import Placed, fibre_rows
from gpudesk.core.cabling.link_parts import CablingRules, LinkEnd, Span, VerdictRow
from gpudesk.core.cabling.link_plugs import face_end, joint_rows, plug_rows, said
from gpudesk.core.cabling.twisted_pair import SOCKET, agreed_gbps
from gpudesk.core.hardware.hardware import CableEnd, HardwareType
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.hardware.plugs import CAGES
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity

NO_RULES = CablingRules()
TITLES: Mapping[str, str] = {
    "link.port": QT_TRANSLATE_NOOP("links", "Port"),
    "link.rate": QT_TRANSLATE_NOOP("links", "Rate"),
    "link.protocol": QT_TRANSLATE_NOOP("links", "Protocol"),
    "link.module": QT_TRANSLATE_NOOP("links", "Module"),
    "link.form_factor": QT_TRANSLATE_NOOP("links", "Form factor"),
    "link.heat_sink": QT_TRANSLATE_NOOP("links", "Heat sink"),
    "link.connector": QT_TRANSLATE_NOOP("links", "Connector"),
    "link.polish": QT_TRANSLATE_NOOP("links", "Polish"),
    "link.gender": QT_TRANSLATE_NOOP("links", "Gender"),
    "link.medium": QT_TRANSLATE_NOOP("links", "Medium"),
    "link.grade": QT_TRANSLATE_NOOP("links", "Fiber grade"),
    "link.optics": QT_TRANSLATE_NOOP("links", "Optics"),
    "link.lanes": QT_TRANSLATE_NOOP("links", "Lanes"),
    "link.splitter": QT_TRANSLATE_NOOP("links", "Splitter"),
    "link.reach": QT_TRANSLATE_NOOP("links", "Reach"),
    "link.loss": QT_TRANSLATE_NOOP("links", "Loss"),
    "link.polarity": QT_TRANSLATE_NOOP("links", "Polarity"),
    "link.fire_class": QT_TRANSLATE_NOOP("links", "Fire class"),
    "link.cable": QT_TRANSLATE_NOOP("links", "Cable"),
}
"""Rule → the title of its line, marked for translation in the context "links"."""


def title_of(rule: str) -> Message:
    """The title of the lines of a rule.

    Raises:
        KeyError: links are not checked by it.
    """
    return Message("links", TITLES[rule], {})


_PROTOCOLS = ("InfiniBand", "Ethernet", "NVLink")


def link_verdict(
    a: LinkEnd, b: LinkEnd, spans: Sequence[Span], rate_gbps: float | None = None, rules: CablingRules = NO_RULES
) -> tuple[VerdictRow, ...]:
    """Check a link.

    Args:
        spans: the cables from `a` to `b`; one without a type if none is selected, so that only the ports are checked.
        rate_gbps: the rate required by its network, None for the lower rate of the two ports.
    """
    a, b = _sharing(a, b)
    placed = _placed(a, b, spans)
    first, last = (placed[0].near, placed[-1].far) if placed else (None, None)
    rows = [*plug_rows(a, first, "a"), *plug_rows(b, last, "b")]
    if any(row.rule == "link.port" for row in rows):
        return tuple(rows)
    if not any(placed_cable.span.cable for placed_cable in placed):
        rows += _sockets(a, b)
    rows += _rate(a, b, first, last, rate_gbps)
    rows += _protocol(a, b, spans)
    for before, after in pairwise(placed):
        if after.span.joint is not None:
            rows += joint_rows(after.span.joint, before.far, after.near)
    rows += fibre_rows(a, b, placed, rules, rate_gbps)
    rows += _fire_class(spans, rules)
    if any(span.cable is None for span in spans):
        rows.append(VerdictRow("link.cable", None, said(QT_TRANSLATE_NOOP("links", "No cable is selected."))))
    return tuple(rows)


def _sharing(a: LinkEnd, b: LinkEnd) -> tuple[LinkEnd, LinkEnd]:
    """The ends with the lanes used by the link at each: a leg counts them at the end with the fewest, hence fastest, lanes."""
    rates = [end.group.rate_gbps / end.group.lanes for end in (a, b) if end.group is not None and end.group.rate_gbps and end.group.lanes]
    if len(rates) < 2:
        return a, b
    lanes = [
        min(end.group.lanes, round(end.lanes * max(rates) / rate)) if end.lanes and end.group is not None else 0
        for end, rate in zip((a, b), rates, strict=True)
    ]
    return replace(a, lanes=lanes[0]), replace(b, lanes=lanes[1])


def is_right(rows: Sequence[VerdictRow]) -> bool:
    """Whether there are no errors; an unknown value does not count as an error."""
    return all(row.ok is not False for row in rows)


def _placed(a: LinkEnd, b: LinkEnd, spans: Sequence[Span]) -> tuple[Placed, ...]:
    """The cables, each in the orientation in which its plugs fit best."""
    oriented: list[Placed] = []
    for place, span in enumerate(spans):
        near, far = _ends(span.cable)
        straight, other = Placed(span, near, far, False), Placed(span, far, near, True)
        if _same(straight.near, straight.far):
            oriented.append(straight)
            continue
        first, last = place == 0, place == len(spans) - 1
        wrong = [(_misfits(a, b, orientation, first, last), number) for number, orientation in enumerate((straight, other))]
        oriented.append((straight, other)[min(wrong)[1]])
    return tuple(oriented)


def _misfits(a: LinkEnd, b: LinkEnd, each: Placed, first: bool, last: bool) -> int:
    rows = [*(plug_rows(a, each.near, "a") if first else ()), *(plug_rows(b, each.far, "b") if last else ())]
    outer = [(a, each.near)] * first + [(b, each.far)] * last
    slow = sum(1 for end, plug in outer if (plug_gbps(end, plug) or 0) < (port_gbps(end) or 0))
    # The single end of a splitter is where the leg does not begin at the first lane.
    split_at = (b if each.turned else a).lane == 0 < max(a.lane, b.lane)
    return 4 * sum(1 for row in rows if row.ok is False) + 2 * slow + split_at


def _same(near: CableEnd | None, far: CableEnd | None) -> bool:
    if near is None or far is None:
        return True
    return (near.connector, near.count, near.gender, near.polish, near.heat_sink, near.rate_gbps, near.fibres) == (
        (far.connector, far.count, far.gender, far.polish, far.heat_sink, far.rate_gbps, far.fibres)
    )


def _ends(cable: HardwareType | None) -> tuple[CableEnd | None, CableEnd | None]:
    if cable is None:
        return None, None
    near, far = (next((end for end in cable.ends if end.end == side), None) for side in "ab")
    return near, far


def port_gbps(end: LinkEnd) -> float | None:
    """The rate that the lanes of a port offer a link."""
    group = end.group
    if group is None or group.rate_gbps is None:
        return None
    return group.rate_gbps * end.lanes / group.lanes if end.lanes and group.lanes else group.rate_gbps


def plug_gbps(end: LinkEnd, cable: CableEnd | None) -> float | None:
    """The rate that the module or plug of an end offers a link; a plug that serves several ports of a cage gives each its share."""
    face = None if end.module is None else face_end(end.module)
    group = end.group
    if group is None:
        return None
    if face is not None:
        share = port_gbps(end)
        return face.rate_gbps if face.rate_gbps is None or share is None or not end.lanes else min(face.rate_gbps, share)
    if end.module is not None or cable is None or cable.rate_gbps is None:
        return None
    share = cable.rate_gbps
    if cable.connector in CAGES and group.ports_per_cage > 1 and group.rate_gbps is not None and share > group.rate_gbps:
        share /= group.ports_per_cage
    if end.lanes and group.lanes and group.rate_gbps is not None:
        share = min(share, group.rate_gbps * end.lanes / group.lanes)
    return share


def _rate(a: LinkEnd, b: LinkEnd, first: CableEnd | None, last: CableEnd | None, rate_gbps: float | None) -> list[VerdictRow]:
    ports = [rate for rate in (port_gbps(a), port_gbps(b)) if rate is not None]
    offered = [*ports, *(rate for rate in (plug_gbps(a, first), plug_gbps(b, last)) if rate is not None)]
    required = rate_gbps if rate_gbps is not None else min(ports, default=None)
    if required is None or not offered:
        return []
    actual, needed_rate = Quantity(min(offered), "Gb/s"), Quantity(required, "Gb/s")
    if len(ports) == 2 and _negotiates(a, b) and min(offered) < (required if rate_gbps is not None else max(ports)):
        # A module is known for its own rate only: it runs at no other one.
        runs = [plug_gbps(end, plug) if end.module is not None else port_gbps(end) for end, plug in ((a, first), (b, last))]
        agreed = None if None in runs else agreed_gbps(*(rate for rate in runs if rate is not None))
        if agreed is not None and any(end.module is not None and rate != agreed for end, rate in zip((a, b), runs, strict=True)):
            agreed = None
        if agreed is None:
            text = QT_TRANSLATE_NOOP("links", "It is not known whether both ports run at {rate}.")
            return [VerdictRow("link.rate", None, said(text, rate=actual), actual, needed_rate)]
        if min(offered) >= agreed - 1e-9:
            text = QT_TRANSLATE_NOOP("links", "{rate}, negotiated by both ports")
            return [VerdictRow("link.rate", True, said(text, rate=actual), actual, needed_rate)]
    ok = min(offered) >= required - 1e-9
    if ok:
        text = QT_TRANSLATE_NOOP("links", "{rate}")
        return [VerdictRow("link.rate", True, said(text, rate=needed_rate), actual, needed_rate)]
    text = QT_TRANSLATE_NOOP("links", "The link rate is {rate}; {wanted} required.")
    return [VerdictRow("link.rate", False, said(text, rate=actual, wanted=needed_rate), actual, needed_rate)]


def _negotiates(a: LinkEnd, b: LinkEnd) -> bool:
    """Whether a link of twisted pair has a management port at an end: it runs at the rate that both ends have in common."""
    twisted = [_is_twisted(end) for end in (a, b)]
    management = any(end.group is not None and end.group.network == NetworkKind.OUT_OF_BAND.ports for end in (a, b))
    return all(twisted) and management


def _is_twisted(end: LinkEnd) -> bool:
    """Whether twisted pair ends there, in a socket or in a module."""
    face = None if end.module is None else face_end(end.module)
    return end.group is not None and SOCKET in (end.group.kind, None if face is None else face.connector)


def _sockets(a: LinkEnd, b: LinkEnd) -> list[VerdictRow]:
    """Whether any cable could join two ports at all: twisted pair joins only its like."""
    kinds = [end.group.kind for end in (a, b) if end.group is not None]
    if len(kinds) == 2 and (kinds[0] == SOCKET) != (kinds[1] == SOCKET):
        cage = next(kind for kind in kinds if kind != SOCKET)
        if cage not in ("sfp", "sfpplus", "sfp28"):
            text = QT_TRANSLATE_NOOP("links", "No cable connects a twisted-pair socket to a fiber socket.")
            return [VerdictRow("link.connector", False, said(text))]
    return []


def _protocol(a: LinkEnd, b: LinkEnd, spans: Sequence[Span]) -> list[VerdictRow]:
    # The sockets for twisted pair of a switch are for its management, whatever it switches.
    parts = ["" if end.group is not None and end.group.kind == SOCKET else end.protocols for end in (a, b)]
    parts += [module.text("protocols") for module in (a.module, b.module) if module is not None]
    parts += [span.cable.text("protocols") for span in spans if span.cable is not None]
    spoken = [part_protocols for part in parts if (part_protocols := {name for name in _PROTOCOLS if name in part})]
    if len(spoken) < 2:
        return []
    common = set.intersection(*spoken)
    if common:
        names = tuple(name for name in _PROTOCOLS if name in common)
        return [VerdictRow("link.protocol", True, said(QT_TRANSLATE_NOOP("links", "{protocols}"), protocols=names))]
    words = tuple(dict.fromkeys(" / ".join(name for name in _PROTOCOLS if name in part_protocols) for part_protocols in spoken))
    text = QT_TRANSLATE_NOOP("links", "Ports, modules and cable have no protocol in common: {protocols}.")
    return [VerdictRow("link.protocol", False, said(text, protocols=words))]


def _fire_class(spans: Sequence[Span], rules: CablingRules) -> list[VerdictRow]:
    if not rules.fire_class:
        return []
    rows = []
    for span in spans:
        if span.cable is None:
            continue
        fact = span.cable.facts.get("jacket_rating")
        rating = "" if fact is None else str(fact.value)
        ok = fire_class_serves(rating, rules.fire_class)
        values = {"rating": rating, "required": rules.fire_class, "cable": span.cable.title}
        if ok:
            text = QT_TRANSLATE_NOOP("links", "jacket {rating}")
        elif ok is None:
            text = QT_TRANSLATE_NOOP("links", "It is not known whether the jacket of {cable} has class {required}.")
        else:
            text = QT_TRANSLATE_NOOP("links", "The jacket of {cable} is {rating}; the site requires {required}.")
        text_values = {name: value for name, value in values.items() if f"{{{name}}}" in text}
        source, confidence = ("", None) if fact is None else (fact.source, fact.confidence)
        rows.append(VerdictRow("link.fire_class", ok, said(text, **text_values), rating or None, rules.fire_class, source, confidence))
    return rows
