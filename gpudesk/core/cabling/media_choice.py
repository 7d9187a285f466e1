"""Which medium each of many links gets: the first option that serves all links of the modules that it shares."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cabling.media_options import Option, Way
from gpudesk.core.cabling.media_parts import COPPER_CABLES, Medium, Policy
from gpudesk.core.cabling.media_stock import Stock
from gpudesk.core.values.columns import ABSENT, Ids

Flags: TypeAlias = NDArray[np.bool_]
Reals: TypeAlias = NDArray[np.float64]
_NODE_BITS = 40
"""Number of bits for the connector number of a cage, stored with the option number above it."""


@dataclass(frozen=True, slots=True, eq=False)
class LinkColumns:
    """Links, one per entry, shape (links,).

    Attributes:
        kind: its link kind.
        a_cage, b_cage: a number for the cage at each end, from 0 on.
        length_mm: required length, NaN if there is no route.
        in_rack: whether both ends are in one rack.
    """

    kind: Ids
    a_cage: Ids
    b_cage: Ids
    length_mm: Reals
    in_rack: Flags


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The choice for each link, shape (links,).

    Attributes:
        option: index in the options, ABSENT if none serves it.
        part: number of the cord or cable.
        length_mm: its stock length.
        assembly: links with the same number share a cable, from 1 on; ABSENT for a separate cable.
        alone: for unserved links, whether an option would serve it if its cage contained nothing else.
    """

    option: Ids
    part: Ids
    length_mm: Ids
    assembly: Ids
    alone: Flags


def choose(options: Sequence[Option], links: LinkColumns, policy: Policy) -> Choice:
    """Choose for each link the first option that serves it and every other link of the same cages.

    A cage holds one module, so links connected through cages get the same option; cables with plugs are chosen only if the cages
    pair in the arrangement of their plugs. If no option serves all of them, the one that serves the most is chosen, and the others
    get none.
    """
    count = len(links.kind)
    chooser = _Chooser(links, policy)
    alone = np.zeros(count, bool)
    for option in options:
        alone |= chooser.reaches(option)
    todo = np.flatnonzero(alone)
    joint = _components(links.a_cage[todo], links.b_cage[todo])
    for chooser.spare_legs in (False, True):
        for number, option in enumerate(options):
            if not len(todo):
                break
            done = chooser.serve(number, option, todo, joint)
            todo, joint = todo[~done], joint[~done]
    chooser.serve_most(options, todo)
    return Choice(chooser.option, chooser.part, chooser.length_mm, _renumbered(chooser.assembly), alone & (chooser.option == ABSENT))


class _Chooser:
    def __init__(self, links: LinkColumns, policy: Policy) -> None:
        self.links, self.policy = links, policy
        count = len(links.kind)
        self.option, self.part, self.length_mm, self.assembly = (np.full(count, ABSENT, np.int64) for _ in range(4))
        self.spare_legs = False
        self._cages = int(max(links.a_cage.max(initial=0), links.b_cage.max(initial=0))) + 1
        self._kinds = int(links.kind.max(initial=0)) + 1

    def reaches(self, option: Option) -> Flags:
        """Whether an option would serve each link alone."""
        limit = np.full(self._kinds, -1.0)
        for kind in option.ways:
            limit[kind] = longest_mm([option], kind)
        is_reached: Flags = self._allowed(option.medium, slice(None)) & (self.links.length_mm <= limit[self.links.kind])
        return is_reached

    def _allowed(self, medium: Medium, which: Ids | slice) -> Flags:
        """Whether the site policy allows a medium on links."""
        length, near = self.links.length_mm[which], self.links.in_rack[which]
        if medium in COPPER_CABLES:
            short = length <= 1000 * self.policy.copper_beyond_rack_m
            return near & self.policy.copper_in_rack | short & (near | (not self.policy.structured))
        if medium is Medium.AOC:
            return near | (not self.policy.structured)
        if medium is Medium.MULTI_MODE:
            return np.asarray(length <= 1000 * self.policy.single_mode_beyond_m)
        return np.ones(len(length), bool)

    def serve(self, number: int, option: Option, todo: Ids, joint: Ids) -> Flags:
        """Give an option to all links that it serves; returns which of `todo` they are."""
        done = ~_any_of(joint, ~self._capable(option, todo))
        if not done.any():
            return done
        sub = todo[done]
        shape = self._shape(option, sub)
        part, length = self._bought(option, sub, shape)
        bad = _any_of(joint[done], part == ABSENT)
        done[np.flatnonzero(done)[bad]] = False
        good = ~bad
        sub = sub[good]
        self.option[sub], self.part[sub], self.length_mm[sub] = number, part[good], length[good]
        self.assembly[sub] = np.where(shape.shared[good] == ABSENT, ABSENT, (number << _NODE_BITS) + shape.shared[good])
        return done

    def serve_most(self, options: Sequence[Option], todo: Ids) -> None:
        """Serve as many as possible of the links that no option serves together: the option that serves the most first."""
        waiting = list(range(len(options)))
        while len(todo) and waiting:
            capable = {number: todo[self._capable(options[number], todo)] for number in waiting}
            number = max(waiting, key=lambda option_number: (len(capable[option_number]), -option_number))
            waiting.remove(number)
            sub = capable[number]
            if not len(sub):
                return
            sub = sub[self.serve(number, options[number], sub, _components(self.links.a_cage[sub], self.links.b_cage[sub]))]
            # What shares a cage with a link that is served now has to do without.
            full = np.zeros(self._cages, bool)
            full[self.links.a_cage[sub]] = full[self.links.b_cage[sub]] = True
            todo = todo[~(full[self.links.a_cage[todo]] | full[self.links.b_cage[todo]])]

    def _capable(self, option: Option, todo: Ids) -> Flags:
        """Which links an option serves as far as they go."""
        has = np.zeros(self._kinds, bool)
        has[list(option.ways)] = True
        is_capable: Flags = has[self.links.kind[todo]] & self._allowed(option.medium, todo)
        return is_capable

    def _shape(self, option: Option, sub: Ids) -> "_Shape":
        links, kinds = self.links, self.links.kind[sub]
        faces = [np.zeros(self._kinds, np.int64) for _ in range(2)]
        for kind, way in option.ways.items():
            faces[0][kind], faces[1][kind] = way.a_face, way.b_face
        a = links.a_cage[sub] * option.faces + faces[0][kinds]
        b = links.b_cage[sub] * option.faces + faces[1][kinds]
        nodes = self._cages * option.faces
        low, high = np.minimum(a, b), np.maximum(a, b)
        edges, edge, many = np.unique(low * nodes + high, return_inverse=True, return_counts=True)
        ends = np.bincount(edges // nodes, minlength=nodes) + np.bincount(edges % nodes, minlength=nodes)
        at_a, at_b, many = ends[a], ends[b], many[edge]
        straight = (at_a == 1) & (at_b == 1) & (a != b)
        from_a, from_b = (at_a > 1) & (at_b == 1) & (many == 1), (at_b > 1) & (at_a == 1) & (many == 1)
        side = np.where(straight, 0, np.where(from_a, 1, np.where(from_b, 2, -1)))
        shared = np.where(from_a, a, np.where(from_b, b, np.where(straight & (many > 1), low, ABSENT)))
        length = links.length_mm[sub].copy()
        together = np.flatnonzero(shared >= 0)
        longest = np.zeros(nodes)
        np.maximum.at(longest, shared[together], length[together])
        length[together] = longest[shared[together]]
        return _Shape(side, np.where(from_a, at_a, np.where(from_b, at_b, 1)), shared, length)

    def _bought(self, option: Option, sub: Ids, shape: "_Shape") -> tuple[Ids, Ids]:
        """The part and its length for each link, ABSENT if none is long enough or has that number of ends."""
        kinds = self.links.kind[sub]
        part, length = (np.full(len(sub), ABSENT, np.int64) for _ in range(2))
        for kind in np.unique(kinds).tolist():
            way = option.ways[kind]
            of_kind = np.flatnonzero(kinds == kind)
            for side in np.unique(shape.side[of_kind]).tolist():
                here = of_kind[shape.side[of_kind] == side]
                for ends in np.unique(shape.ends[here]).tolist():
                    those = here[shape.ends[here] == ends]
                    stock = self._stock(way, side, ends)
                    if stock is not None:
                        part[those], length[those] = stock.picked(shape.length_mm[those])
        return part, length

    def _stock(self, way: Way, side: int, ends: int) -> Stock | None:
        """The stock with the given number of ends; with spare legs a single link may use a splitter."""
        if side < 0:
            return None
        if side > 0:
            return (way.from_a if side == 1 else way.from_b).get(ends)
        if way.straight is None and self.spare_legs:
            return next((stock for split in (way.from_a, way.from_b) for stock in split.values()), None)
        return way.straight


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    """The required arrangement of cords, shape (links,).

    Attributes:
        side: 0 straight, 1 or 2 split with the single end at a or b, -1 if no cord has such ends.
        ends: at the split side.
        shared: a number common to the links of one cord, ABSENT for a cord of a single link.
        length_mm: the longest of those that share a cord.
    """

    side: Ids
    ends: Ids
    shared: Ids
    length_mm: Reals


def longest_mm(options: Iterable[Option], kind: int) -> int:
    """The longest link of a kind that some options serve, 0 if none does."""
    return max((stock.longest_mm for option in options if kind in option.ways for stock in _stocks(option.ways[kind])), default=0)


def _stocks(way: Way) -> list[Stock]:
    return [*([way.straight] if way.straight is not None else []), *way.from_a.values(), *way.from_b.values()]


def _any_of(group: Ids, flags: Flags) -> Flags:
    """Whether any member of the group of each entry is flagged."""
    if not len(group):
        return flags
    is_flagged = np.zeros(int(group.max()) + 1, bool)
    is_flagged[group[flags]] = True
    return is_flagged[group]


def _components(a: Ids, b: Ids) -> Ids:
    """A number for all links connected through common endpoints: shape (links,)."""
    if not len(a):
        return a
    label = np.arange(int(max(a.max(), b.max())) + 1)
    while True:
        least = np.minimum(label[a], label[b])
        following = label.copy()
        np.minimum.at(following, a, least)
        np.minimum.at(following, b, least)
        # Labels are places: taking the label of the label halves the way to the least one.
        following = following[following]
        if np.array_equal(following, label):
            return label[a]
        label = following


def _renumbered(assembly: Ids) -> Ids:
    assemblies, number = np.unique(assembly, return_inverse=True)
    first = 0 if len(assemblies) and assemblies[0] == ABSENT else 1
    return np.where(assembly == ABSENT, ABSENT, number + first)


def of_options(options: Sequence[Option], choice: Choice, kind: Ids, modules: Mapping[str, int]) -> tuple[Ids, Ids]:
    """The numbers of the modules at both ends of each link, ABSENT for none: two arrays of shape (links,)."""
    kinds = int(kind.max(initial=0)) + 1
    table = np.full((2, len(options) + 1, kinds), ABSENT, np.int64)
    for number, option in enumerate(options):
        for of_kind, way in option.ways.items():
            for side, key in enumerate((way.a_module, way.b_module)):
                if key:
                    table[side, number, of_kind] = modules[key]
    # ABSENT takes the last row, which names none.
    return table[0, choice.option, kind], table[1, choice.option, kind]
