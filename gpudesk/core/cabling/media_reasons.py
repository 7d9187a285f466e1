"""Reasons why a link is not served, found by relaxing one rule after another."""

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from gpudesk.core.cabling.media_choice import Choice, LinkColumns, longest_mm
from gpudesk.core.cabling.media_options import Option, Relaxed, options
from gpudesk.core.cabling.media_parts import Cage, Parts, Policy, Wanted
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity, Value
from gpudesk.core.values.columns import ABSENT, Ids

_CONTEXT = "media"


class Reason(StrEnum):
    """The reason why a link is not served."""

    NO_WAY = "no-way"
    SHARED = "shared"
    REACH = "reach"
    POLICY = "policy"
    HEAT_SINK = "heat-sink"
    FABRIC = "fabric"
    ADAPTER = "adapter"
    NOTHING = "nothing"


_RULES = (
    (Relaxed.POLICY, Reason.POLICY),
    (Relaxed.TOP, Reason.HEAT_SINK),
    (Relaxed.FABRIC, Reason.FABRIC),
    (Relaxed.ADAPTER, Reason.ADAPTER),
)
_TEXTS = {
    Reason.NO_WAY: QT_TRANSLATE_NOOP("media", "No pathway connects the two ends."),
    Reason.SHARED: QT_TRANSLATE_NOOP("media", "The module in {a} or {b} serves other links that require a different medium."),
    Reason.REACH: QT_TRANSLATE_NOOP("media", "No option to connect {a} and {b} at {rate} has sufficient reach: {reach} at most."),
    Reason.POLICY: QT_TRANSLATE_NOOP("media", "The options to connect {a} and {b} at {rate} are excluded at this site."),
    Reason.HEAT_SINK: QT_TRANSLATE_NOOP(
        "media", "The options to connect {a} and {b} at {rate} have the wrong heat sink for one of the cages."
    ),
    Reason.FABRIC: QT_TRANSLATE_NOOP("media", "The options to connect {a} and {b} at {rate} are not for this kind of network."),
    Reason.ADAPTER: QT_TRANSLATE_NOOP("media", "{a} and {b} can be connected at {rate} only with an adapter between connector and cage."),
    Reason.NOTHING: QT_TRANSLATE_NOOP("media", "The catalog has no option to connect {a} and {b} at {rate}."),
}
_CAGES = {"osfp": "OSFP", "qsfpdd": "QSFP-DD", "sfpplus": "SFP+", "rj45": "RJ45", "mpo12": "MPO-12", "mpo16": "MPO-16", "lc2": "LC"}


def reasons_of(
    choice: Choice,
    links: LinkColumns,
    offered: Sequence[Option],
    cages: Sequence[Cage],
    wanted: Sequence[Wanted],
    parts: Parts,
    policy: Policy,
) -> tuple[Ids, tuple[tuple[Reason, Message], ...]]:
    """The reasons for unserved links: the index of the reason of each link, ABSENT if it is served, and the reasons."""
    reason = np.full(len(links.kind), ABSENT, np.int64)
    reason_numbers: dict[tuple[Reason, int], int] = {}
    open_links = np.flatnonzero(choice.option == ABSENT)
    for kind in np.unique(links.kind[open_links]).tolist():
        kind_links = open_links[links.kind[open_links] == kind]
        lost = np.isnan(links.length_mm[kind_links])
        shared = choice.alone[kind_links] & ~lost
        reach = longest_mm(offered, kind)
        beyond = links.length_mm[kind_links] > reach
        of_kind = Reason.POLICY if reach else _of_kind(cages, wanted[kind], parts, policy)
        for which, code in (
            (lost, Reason.NO_WAY),
            (shared, Reason.SHARED),
            (~lost & ~shared & beyond & (reach > 0), Reason.REACH),
            (~lost & ~shared & ~(beyond & (reach > 0)), of_kind),
        ):
            if which.any():
                reason[kind_links[which]] = reason_numbers.setdefault((code, kind), len(reason_numbers))
    return reason, tuple((code, _message(code, cages, wanted[kind], longest_mm(offered, kind))) for code, kind in reason_numbers)


def _of_kind(cages: Sequence[Cage], link: Wanted, parts: Parts, policy: Policy) -> Reason:
    """Which rule has to be left out of account for something to serve a kind of link."""
    relaxed: set[Relaxed] = set()
    for rule, reason in _RULES:
        relaxed.add(rule)
        if options(cages, [link], parts, policy, {}, frozenset(relaxed)):
            return reason
    return Reason.NOTHING


def _message(code: Reason, cages: Sequence[Cage], link: Wanted, reach_mm: int) -> Message:
    values: dict[str, Value] = {}
    if code is not Reason.NO_WAY:
        values |= {name: _CAGES.get(cages[place].kind, cages[place].kind.upper()) for name, place in (("a", link.a), ("b", link.b))}
    if code not in (Reason.NO_WAY, Reason.SHARED):
        values["rate"] = Quantity(link.rate_gbps, "Gb/s")
    if code is Reason.REACH:
        values["reach"] = Quantity(reach_mm / 1000, "m")
    return Message(_CONTEXT, _TEXTS[code], values)
