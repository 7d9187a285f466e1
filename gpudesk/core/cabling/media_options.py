"""The ways in which kinds of links can be served: which modules, cords and cables join the cages at their ends."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.cabling.fire_classes import fire_class_serves
from gpudesk.core.cabling.media_parts import (
    COPPER,
    COPPER_CABLES,
    LEAST_SINGLE_MODE_LANE_GBPS,
    MULTI_MODE,
    SINGLE_MODE,
    TWISTED_PAIR,
    Cage,
    Cord,
    Medium,
    Module,
    Optics,
    Parts,
    PluggedCable,
    Policy,
    Wanted,
)
from gpudesk.core.cabling.media_stock import Stock, stock_of
from gpudesk.core.cabling.module_lanes import SINGLE_MODE_TYPE, ModuleLanes, lanes_of, module_built_in
from gpudesk.core.hardware.plugs import PLUG_LANES, needs_adapter, plug_fits, top_fits

_RULED_LANE_GBPS = 100.0
_MAKERLESS = "Generic"


class Relaxed(StrEnum):
    """Constraints ignored to find the reason why a link is not served."""

    POLICY = "policy"
    TOP = "top"
    FABRIC = "fabric"
    ADAPTER = "adapter"


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """How an option serves one kind of link.

    Attributes:
        a_module, b_module: keys of the modules, "" for none.
        a_face, b_face: which connector of its cage each end has.
        straight: cords from face to face, None where lanes would not meet.
        from_a, from_b: how many ends there are at the other side of a splitter with its single end at that side → cords.
    """

    a_module: str
    b_module: str
    a_face: int
    b_face: int
    straight: Stock | None
    from_a: Mapping[int, Stock]
    from_b: Mapping[int, Stock]


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """One medium with all its parts; all links of a cage have the same one.

    Attributes:
        ways: kind of link → its implementation.
        faces: maximum number of connectors of a cage.
        adapted: whether plugs need an adapter.
    """

    medium: Medium
    ways: Mapping[int, Way]
    faces: int
    rank: tuple[object, ...]


def options(
    cages: Sequence[Cage],
    wanted: Sequence[Wanted],
    parts: Parts,
    policy: Policy,
    keys: dict[str, int],
    relaxed: frozenset[Relaxed] = frozenset(),
) -> list[Option]:
    """Every option that serves at least one kind of link, the preferred one first.

    Args:
        keys: catalog keys of cords and cables → their numbers; new ones are added.
        relaxed: constraints to ignore.
    """
    finder = _Finder(cages, wanted, parts, policy, keys, relaxed)
    return sorted([*finder.plugged(), *finder.fibre()], key=lambda option: option.rank)


class _Finder:
    def __init__(
        self,
        cages: Sequence[Cage],
        wanted: Sequence[Wanted],
        parts: Parts,
        policy: Policy,
        keys: dict[str, int],
        relaxed: frozenset[Relaxed],
    ) -> None:
        self.cages, self.wanted, self.parts, self.policy, self.keys, self.relaxed = cages, wanted, parts, policy, keys, relaxed
        self._makers = {cage.maker for cage in cages}
        self._stocks: dict[object, Stock] = {}

    def plugged(self) -> Iterator[Option]:
        for cable in self.parts.cables:
            if not self._policy_allows(cable.medium):
                continue
            ways = {place: way for place, link in enumerate(self.wanted) if (way := self._plugged_way(cable, link)) is not None}
            if ways:
                excess = cable.lanes * cable.lane_gbps
                yield Option(cable.medium, ways, 1, (cable.medium, excess, self._maker_rank(cable.maker), cable.price, cable.key))

    def _policy_allows(self, medium: Medium) -> bool:
        if Relaxed.POLICY in self.relaxed:
            return True
        return medium not in COPPER_CABLES or self.policy.copper_in_rack or self.policy.copper_beyond_rack_m > 0

    def _plugged_way(self, cable: PluggedCable, link: Wanted) -> Way | None:
        a, b = self.cages[link.a], self.cages[link.b]
        if not self._fabric_fits(a, b, cable.infiniband, cable.ethernet) or not _jacket_fits(cable.jacket, self.policy.jacket):
            return None
        most = self.policy.copper_gbps if cable.medium in COPPER_CABLES else self.policy.active_optical_gbps
        if link.rate_gbps > most and Relaxed.POLICY not in self.relaxed:
            return None
        forward = self._enters(cable.a, a) and self._enters(cable.b, b)
        backward = self._enters(cable.a, b) and self._enters(cable.b, a)
        share = cable.lanes // cable.splits
        wide_a, wide_b = a.spread(cable.lane_gbps), b.spread(cable.lane_gbps)
        lanes = _most_lanes(min(link.a_lanes * wide_a or share, link.b_lanes * wide_b or share, share))
        if not lanes or not (forward or backward):
            return None
        lane_gbps = link.rate_gbps / lanes
        if lane_gbps > min(cable.lane_gbps, a.lane_gbps, b.lane_gbps) or link.rate_gbps > share * cable.lane_gbps:
            return None
        stock = self._stock([cable])
        at_a, at_b = link.a_start * wide_a, link.b_start * wide_b
        straight = stock if cable.splits == 1 and at_a == at_b else None
        whole = cable.splits > 1 and lanes == share
        splits = dict.fromkeys(range(2, cable.splits + 1), stock) if whole else {}
        from_a = splits if forward and self._leg(at_a, share, at_b) else {}
        from_b = splits if backward and self._leg(at_b, share, at_a) else {}
        return Way("", "", 0, 0, straight, from_a, from_b) if straight is not None or from_a or from_b else None

    @staticmethod
    def _leg(root_start: int, share: int, leaf_start: int) -> bool:
        return root_start % share == 0 and leaf_start == 0

    def fibre(self) -> Iterator[Option]:
        built_in = [None if cage.kind in PLUG_LANES else module_built_in(cage) for cage in self.cages]
        known = [*self.parts.modules, *(module for module in built_in if module is not None)]
        kinds = {
            (m.optics.pmd, m.optics.lane_gbps, m.optics.mode) if m.optics.mode != COPPER else (TWISTED_PAIR, 0.0, COPPER) for m in known
        }
        for kind in sorted(kinds):
            fibre_type = {MULTI_MODE: self.policy.multi_mode_type, SINGLE_MODE: SINGLE_MODE_TYPE}.get(kind[2], "")
            if kind[2] == MULTI_MODE and kind[1] >= LEAST_SINGLE_MODE_LANE_GBPS:
                continue
            modules = [m for m in known if _same_kind(m.optics, kind) and (kind[2] == COPPER or fibre_type in m.reach_m)]
            for reach in sorted({math.inf if kind[2] == COPPER else m.reach_m[fibre_type] for m in modules}):
                option = self._fibre_option(kind, fibre_type, reach, modules, built_in)
                if option is not None:
                    yield option

    def _fibre_option(
        self, kind: tuple[str, float, str], fibre_type: str, reach: float, known: list[Module], built_in: list[Module | None]
    ) -> Option | None:
        enough = [m for m in known if kind[2] == COPPER or m.reach_m[fibre_type] >= reach]
        modules = [self._module(place, built, enough) for place, built in enumerate(built_in)]
        ways: dict[int, Way] = {}
        for place, link in enumerate(self.wanted):
            a, b = modules[link.a], modules[link.b]
            if a is not None and b is not None and (way := self._fibre_way(link, a, b, fibre_type)) is not None:
                ways[place] = way
        if not ways:
            return None
        medium = {MULTI_MODE: Medium.MULTI_MODE, SINGLE_MODE: Medium.SINGLE_MODE}.get(kind[2], Medium.TWISTED_PAIR)
        used = {end for place in ways for end in (self.wanted[place].a, self.wanted[place].b)}
        used_modules = [module for end in used if (module := modules[end]) is not None]
        divides = all(module.optics.divides for module in used_modules)
        faces = max(module.faces for module in used_modules)
        makers = max(self._maker_rank(module.maker) for module in used_modules)
        return Option(medium, ways, faces, (medium, not divides, reach, makers, kind[1], kind[0]))

    def _module(self, place: int, built_in: Module | None, known: Iterable[Module]) -> Module | None:
        """The module for the cages of one kind: the one that serves most ends, and of these the preferred one."""
        cage = self.cages[place]
        if built_in is not None:
            return built_in if any(module is built_in or _alike(module.optics, built_in.optics) for module in known) else None
        ends = [(w.a_start, w.a_lanes, w.rate_gbps) for w in self.wanted if w.a == place]
        ends += [(w.b_start, w.b_lanes, w.rate_gbps) for w in self.wanted if w.b == place]
        best: tuple[tuple[object, ...], Module] | None = None
        for module in known:
            if not self._enters((module.plug, module.heat_sink), cage) or not self._speaks(cage, module.infiniband, module.ethernet):
                continue
            served = sum(lanes_of(module, cage, *end) is not None for end in ends)
            if not served:
                continue
            reach = max(module.reach_m.values(), default=0.0)
            rank = (-served, self._maker_rank(module.maker, cage.maker), module.lanes, reach, -module.faces, module.price, module.key)
            if best is None or rank < best[0]:
                best = rank, module
        return None if best is None else best[1]

    def _fibre_way(self, link: Wanted, a: Module, b: Module, fibre_type: str) -> Way | None:
        cages = self.cages[link.a], self.cages[link.b]
        if not self._fabric_fits(*cages, a.infiniband and b.infiniband, a.ethernet and b.ethernet):
            return None
        rate = link.rate_gbps
        at_a, at_b = lanes_of(a, cages[0], link.a_start, link.a_lanes, rate), lanes_of(b, cages[1], link.b_start, link.b_lanes, rate)
        if at_a is None or at_b is None or (at_a.wide != at_b.wide and a.optics.mode != COPPER):
            return None
        copper = a.optics.mode == COPPER
        limit = math.inf if copper else min(a.reach_m[fibre_type], b.reach_m[fibre_type], _link_rule_m(a.optics, self.policy))
        rate = min(rate, cages[0].rate_gbps, cages[1].rate_gbps) if copper else 0.0
        ends = (a.optics.connector, a.optics.polish), (b.optics.connector, b.optics.polish)
        straight = self._cords(ends, 1, fibre_type, a.optics.mode, limit, rate) if at_a.start == at_b.start else None
        split = min(limit, _split_rule_m(a.optics, self.policy))
        from_a, from_b = (
            {
                count: stock
                for count in range(2, here.optics.lanes + 1)
                if not copper
                and here.optics.divides
                and (stock := self._cords(those, count, fibre_type, here.optics.mode, split, 0.0, own_lanes, other)) is not None
            }
            for here, own_lanes, other, those in ((a, at_a, at_b, ends), (b, at_b, at_a, ends[::-1]))
        )
        if straight is None and not from_a and not from_b:
            return None
        return Way(a.key, b.key, at_a.face, at_b.face, straight, from_a, from_b)

    def _cords(
        self,
        ends: tuple[tuple[str, str], tuple[str, str]],
        count: int,
        fibre_type: str,
        mode: str,
        limit_m: float,
        rate_gbps: float,
        root: ModuleLanes | None = None,
        leaf: ModuleLanes | None = None,
    ) -> Stock | None:
        """The cords from a connector to `count` others, None if there are none or lanes would not match."""
        cords: list[Cord] = []
        for cord in self.parts.cords:
            if cord.mode != mode or cord.fibre_type != fibre_type or not cord.right_polarity or cord.rate_gbps < rate_gbps:
                continue
            if not _jacket_fits(cord.jacket, self.policy.jacket):
                continue
            if count == 1:
                if cord.splits == 1 and ends in ((cord.a, cord.b), (cord.b, cord.a)):
                    cords.append(cord)
            elif cord.splits >= count and (cord.a, cord.b) == ends and root is not None and leaf is not None:
                share = root.of // cord.splits
                if share and root.wide == share and root.start % share == 0 and leaf.start == 0:
                    cords.append(cord)
        if not cords:
            return None
        cords.sort(key=lambda c: (c.splits, self._jacket_rank(c.jacket), self._maker_rank(c.maker), c.rate_gbps, c.price))
        fewest = cords[0].splits
        return self._stock([cord for cord in cords if cord.splits == fewest], limit_m)

    def _stock(self, sold: Sequence[Cord | PluggedCable], limit_m: float = math.inf) -> Stock:
        """The lengths of some parts up to a limit, the first part first unless far too long."""
        memo = (tuple(part.key for part in sold), limit_m)
        if memo not in self._stocks:
            self._stocks[memo] = stock_of(sold, limit_m, self.keys)
        return self._stocks[memo]

    def _enters(self, plug: tuple[str, str], cage: Cage) -> bool:
        form = plug_fits(plug[0], cage.kind) or (Relaxed.ADAPTER in self.relaxed and needs_adapter(plug[0], cage.kind))
        return form and (Relaxed.TOP in self.relaxed or top_fits(*plug, cage.heat_sink))

    def _speaks(self, cage: Cage, infiniband: bool, ethernet: bool) -> bool:
        return Relaxed.FABRIC in self.relaxed or cage.infiniband is None or (infiniband if cage.infiniband else ethernet)

    def _fabric_fits(self, a: Cage, b: Cage, infiniband: bool, ethernet: bool) -> bool:
        if Relaxed.FABRIC not in self.relaxed and None not in (a.infiniband, b.infiniband) and a.infiniband != b.infiniband:
            return False
        return self._speaks(a, infiniband, ethernet) and self._speaks(b, infiniband, ethernet)

    def _maker_rank(self, maker: str, of_cage: str = "") -> int:
        if maker == self.policy.maker and maker:
            return 0
        if maker and maker != _MAKERLESS:
            return 1 if maker in ({of_cage} if of_cage else self._makers) else 2
        return 3 if maker else 0

    def _jacket_rank(self, jacket: str) -> bool:
        return bool(self.policy.jacket) and not fire_class_serves(jacket, self.policy.jacket)


def _same_kind(optics: Optics, kind: tuple[str, float, str]) -> bool:
    return optics.mode == COPPER if kind[2] == COPPER else (optics.pmd, optics.lane_gbps, optics.mode) == kind


def _alike(one: Optics, other: Optics) -> bool:
    return one.mode == other.mode and (one.mode == COPPER or (one.pmd, one.lane_gbps) == (other.pmd, other.lane_gbps))


def _link_rule_m(optics: Optics, policy: Policy) -> float:
    """The greatest length of a link by the cabling rules for lanes of 100 Gb/s and more, all cords and panels counted."""
    if optics.lane_gbps < _RULED_LANE_GBPS:
        return math.inf
    if optics.mode == MULTI_MODE:
        return policy.multi_mode_link_m
    return policy.duplex_link_m if optics.connector == "lc2" else policy.single_mode_link_m


def _split_rule_m(optics: Optics, policy: Policy) -> float:
    """The same for links over splitters, which are shorter on single-mode fiber."""
    return policy.single_mode_split_m if optics.mode == SINGLE_MODE and optics.lane_gbps >= _RULED_LANE_GBPS else math.inf


def _jacket_fits(jacket: str, needed: str) -> bool:
    return not needed or fire_class_serves(jacket, needed) is not False


def _most_lanes(most: int) -> int:
    """The greatest power of two that is not above `most`, 0 for none."""
    return 1 << (most.bit_length() - 1) if most > 0 else 0
