"""Which other cable would make a link right: the one that differs least from the cable that is planned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gpudesk.core.cabling.link_parts import CablingRules, LinkEnd, Span, VerdictRow
from gpudesk.core.cabling.link_verdict import link_verdict
from gpudesk.core.hardware.hardware import HardwareType

CURABLE = frozenset(
    ["link.connector", "link.polish", "link.gender", "link.medium", "link.grade", "link.polarity", "link.lanes", "link.fire_class"]
)
"""The rules that a cable of another type can satisfy."""
_PASSIVE = ("jumper", "trunk")
_WEIGHTS = {"mode": 32, "connectors": 16, "fibre_type": 8, "polish": 4, "gender": 4, "polarity": 4, "kind": 2, "jacket": 1, "vendor": 1}
"""How much it matters in what two cables differ."""
_USUAL = ("B", "A-B")
"""Polarities that every part has unless specified otherwise: NVIDIA, Interconnect Structured Cabling Requirements."""


@dataclass(frozen=True, slots=True)
class Swap:
    """A replacement cable in a link.

    Attributes:
        place: of the cable in the link, from 0 on.
        length_mm: its stock length, no shorter than planned.
        cures: the rules that it satisfies; no other line of the verdict becomes an error.
    """

    place: int
    cable: HardwareType
    length_mm: int
    cures: frozenset[str]


def cable_swaps(
    a: LinkEnd, b: LinkEnd, spans: Sequence[Span], rate_gbps: float | None, rules: CablingRules, candidates: Sequence[HardwareType]
) -> tuple[Swap, ...]:
    """The best swap at each place of a link, those first that cure most and change least.

    Args:
        candidates: the types that can be had.
    """
    before = _wrong(link_verdict(a, b, spans, rate_gbps, rules))
    if not any(rule in CURABLE for rule, _ in before):
        return ()
    ranked_swaps: list[tuple[int, int, Swap]] = []
    for place, span in enumerate(spans):
        best: tuple[int, int, Swap] | None = None
        for cost, cable, length_mm in _alike(span, candidates):
            other = [
                replace(other_span, cable=cable, length_mm=length_mm) if at == place else other_span for at, other_span in enumerate(spans)
            ]
            after = _wrong(link_verdict(a, b, other, rate_gbps, rules))
            if not after < before:
                continue
            cures = frozenset(rule for rule, _ in before) - frozenset(rule for rule, _ in after)
            if cures and (best is None or (-len(cures), cost) < best[:2]):
                best = -len(cures), cost, Swap(place, cable, length_mm, cures)
            if not after:
                # What follows differs more and cannot cure more.
                break
        if best is not None:
            ranked_swaps.append(best)
    return tuple(swap for _, _, swap in sorted(ranked_swaps, key=lambda ranked: (*ranked[:2], ranked[2].place)))


def _wrong(rows: Sequence[VerdictRow]) -> set[tuple[str, str]]:
    return {(row.rule, row.end) for row in rows if row.ok is False}


def _alike(span: Span, candidates: Sequence[HardwareType]) -> Iterator[tuple[int, HardwareType, int]]:
    """Cables that could lie instead, with how much they differ and the length that is sold, what differs least first."""
    cable = span.cable
    if cable is None or span.length_mm is None or cable.text("cable_kind") not in _PASSIVE:
        return
    legs, own = _legs(cable), _traits(cable)
    rated = []
    for other in candidates:
        if other.key == cable.key or other.text("cable_kind") not in _PASSIVE or _legs(other) != legs:
            continue
        long_enough = [round(1000 * length.length_m) for length in other.lengths if round(1000 * length.length_m) >= span.length_mm]
        if long_enough:
            traits = _traits(other)
            cost = sum(weight for name, weight in _WEIGHTS.items() if traits[name] != own[name])
            rated.append((cost + 4 * (other.text("polarity") not in _USUAL), other.key, other, min(long_enough)))
    for cost, _, other, length_mm in sorted(rated, key=lambda candidate: candidate[:2]):
        yield cost, other, length_mm


def _legs(cable: HardwareType) -> tuple[int, ...]:
    return tuple(end.count for end in cable.ends)


def _traits(cable: HardwareType) -> dict[str, object]:
    return {
        "mode": cable.text("fibre_mode"),
        "connectors": tuple(end.connector for end in cable.ends),
        "fibre_type": cable.text("fibre_type"),
        "polish": tuple(end.polish for end in cable.ends),
        "gender": tuple(end.gender for end in cable.ends),
        "polarity": cable.text("polarity"),
        "kind": cable.text("cable_kind"),
        "jacket": cable.text("jacket_rating"),
        "vendor": cable.vendor,
    }
