"""Replacement cables that correct an invalid link; each kind of link is evaluated once."""

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.core.cabling.cable_swaps import CURABLE, Swap, cable_swaps
from gpudesk.core.cabling.link_parts import CablingRules
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.links.cabling_rules import cabling_rules
from gpudesk.derived.links.link_verdicts import Key, LinkVerdicts, parts_of
from gpudesk.derived.ports.panel_strands import panel_ways
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types


class LinkFixes:
    """The swaps of kinds of links for some types (use `types.cached(LinkFixes)`)."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._rules: CablingRules | None = None
        self._catalog = ""
        self._candidates: tuple[HardwareType, ...] = ()
        self._known: dict[Key, tuple[Swap, ...]] = {}

    def of(self, key: Key, rules: CablingRules, catalog: Catalog) -> tuple[Swap, ...]:
        """The swaps of one kind of link."""
        if rules is not self._rules or catalog.version != self._catalog:
            self._rules, self._catalog, self._known = rules, catalog.version, {}
            self._candidates = self._cables(catalog)
        if key not in self._known:
            self._known[key] = cable_swaps(*parts_of(self._types, key), rules, self._candidates)
        return self._known[key]

    def _cables(self, catalog: Catalog) -> tuple[HardwareType, ...]:
        """The cables of the catalog, in the project's version where it has one, and those only in the project."""
        own = {kind.key: kind for kind in self._types.values() if kind.family is Family.CABLE}
        return (*{**{entry.type.key: entry.type for entry in catalog.of_families(Family.CABLE)}, **own}.values(),)


def swap_for(snapshot: Snapshot, verdicts: LinkVerdicts, link: int, rule: str) -> tuple[int, Swap] | None:
    """The place in the table `cable` of the cable that should be another one, and which; None where no other cable cures a rule.

    Cables that carry several links, or may, are left as they are: what cures one link would spoil another.
    """
    if rule not in CURABLE:
        return None
    all_links, cables = verdicts.links, snapshot["cable"]
    kind, catalog = verdicts.keys[int(verdicts.kind[link])], snapshot.cached(_catalog)
    swaps = snapshot.types.cached(LinkFixes).of(kind, snapshot.cached(cabling_rules), catalog)
    first = int(all_links.first[link])
    for swap in swaps:
        place = int(all_links.cable[first + swap.place])
        if rule in swap.cures and cables["assembly"][place] == ABSENT and _carries_one(snapshot, place):
            return place, swap
    return None


def _catalog(_: Snapshot) -> Catalog:
    """The catalog: looking whether it changed takes a millisecond, which is too long for each of many links."""
    return open_catalog()


def _carries_one(snapshot: Snapshot, place: int) -> bool:
    """Whether strands of a cable lead on to one port at most, at both of its ends."""
    cables, devices = snapshot["cable"], snapshot["device"]
    ways = snapshot.types.cached(panel_ways)
    for side in "ab":
        device = devices.position(int(cables[f"{side}_device_id"][place]))
        if len(ways.other_ports(int(devices["type_id"][device]), int(cables[f"{side}_port"][place]))) > 1:
            return False
    return True
