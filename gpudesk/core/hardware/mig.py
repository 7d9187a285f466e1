"""GPU slices (MIG): combinations allowed on one GPU, and the minimum number of GPUs for a set of slices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True, order=True)
class Profile:
    """A MIG profile of a GPU.

    Attributes:
        name: "1g.10gb".
        compute, memory: the slices of each that it uses.
        starts: memory slices at which it may begin.
        most: the maximum number on one GPU.
    """

    name: str
    compute: int
    memory: int
    starts: tuple[int, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A slice with its position."""

    profile: Profile
    start: int


@dataclass(frozen=True, slots=True)
class Layouts:
    """GPUs, each with its slices.

    Attributes:
        exact: whether this is the minimum number of GPUs.
    """

    gpus: tuple[tuple[Placed, ...], ...]
    exact: bool


MOST_STATES = 20_000
"""Maximum number of remainders examined before the search falls back to filling GPU by GPU."""


def placed(profiles: Sequence[Profile], counts: Sequence[int], compute: int) -> tuple[Placed, ...] | None:
    """The positions of a given number of slices of each profile on one GPU; None if they do not fit together.

    Args:
        compute: compute slices of the GPU.
    """
    if any(count > profile.most for profile, count in zip(profiles, counts, strict=True)):
        return None
    if sum(profile.compute * count for profile, count in zip(profiles, counts, strict=True)) > compute:
        return None
    # The widest first: it has the fewest places.
    slices = sorted(
        (profile for profile, count in zip(profiles, counts, strict=True) for _ in range(count)),
        key=lambda slice_profile: -slice_profile.memory,
    )
    return _put(tuple(slices), 0)


def _put(wanted: tuple[Profile, ...], taken: int) -> tuple[Placed, ...] | None:
    if not wanted:
        return ()
    first = wanted[0]
    # From the end on, so that the places that others need most, at the beginning, stay free longest.
    for start in reversed(first.starts):
        slots = ((1 << first.memory) - 1) << start
        if taken & slots:
            continue
        rest = _put(wanted[1:], taken | slots)
        if rest is not None:
            return (Placed(first, start), *rest)
    return None


def fewest_gpus(profiles: Sequence[Profile], counts: Sequence[int], compute: int) -> Layouts:
    """The minimum number of GPUs for a given number of slices of each profile.

    Every maximal filling of a GPU is tried, and the remainder recursively; if there are too many remainders, GPUs are filled one by
    one with the largest possible part of the remainder.

    Raises:
        ValueError: a profile does not fit on an otherwise empty GPU.
    """
    for at, profile in enumerate(profiles):
        if counts[at] and placed(profiles, tuple(int(other == at) for other in range(len(profiles))), compute) is None:
            raise ValueError(f"{profile.name} does not fit")
    search = _Search(tuple(profiles), compute)
    chosen = search.best(tuple(counts))
    exact = chosen is not None
    layouts = chosen if chosen is not None else search.filled(tuple(counts))
    placements = [placed(profiles, layout, compute) for layout in layouts]
    return Layouts(tuple(placement for placement in placements if placement is not None), exact)


class _Search:
    def __init__(self, profiles: tuple[Profile, ...], compute: int) -> None:
        self.profiles, self.compute = profiles, compute
        self.known: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}
        self.fits = cache(lambda counts: placed(profiles, counts, compute) is not None)

    def full(self, left: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Every maximal filling of a GPU from the remaining slices."""
        fillings: list[tuple[int, ...]] = []

        def grow(counts: tuple[int, ...], at: int) -> None:
            if at == len(counts):
                more = ((*counts[:i], counts[i] + 1, *counts[i + 1 :]) for i in range(len(counts)) if counts[i] < left[i])
                if not any(self.fits(grown) for grown in more):
                    fillings.append(counts)
                return
            for count in range(min(left[at], self.profiles[at].most), -1, -1):
                tried = (*counts[:at], count, *counts[at + 1 :])
                if self.fits(tried):
                    grow(tried, at + 1)

        grow((0,) * len(left), 0)
        return fillings

    def best(self, left: tuple[int, ...]) -> tuple[tuple[int, ...], ...] | None:
        """The minimum number of fillings, or None if there are too many states to examine."""
        if not any(left):
            return ()
        if left in self.known:
            return self.known[left]
        if len(self.known) > MOST_STATES:
            return None
        shortest: tuple[tuple[int, ...], ...] | None = None
        least = self._least(left)
        for layout in sorted(self.full(left), key=self._weight, reverse=True):
            rest = self.best(tuple(have - used for have, used in zip(left, layout, strict=True)))
            if rest is None:
                return None
            if shortest is None or len(rest) + 1 < len(shortest):
                shortest = (layout, *rest)
            if len(shortest) == least:
                break
        if shortest is None:
            return None
        self.known[left] = shortest
        return shortest

    def filled(self, left: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """GPU by GPU with the filling that takes most of it."""
        layouts = []
        while any(left):
            layout = max(self.full(left), key=self._weight)
            layouts.append(layout)
            left = tuple(have - used for have, used in zip(left, layout, strict=True))
        return tuple(layouts)

    def _weight(self, counts: tuple[int, ...]) -> tuple[int, int]:
        pairs = list(zip(self.profiles, counts, strict=True))
        return sum(profile.memory * count for profile, count in pairs), sum(profile.compute * count for profile, count in pairs)

    def _least(self, left: tuple[int, ...]) -> int:
        """GPUs below which compute or the most of a profile allow none."""
        by_compute = -(-sum(profile.compute * count for profile, count in zip(self.profiles, left, strict=True)) // self.compute)
        by_most = max(-(-count // profile.most) for profile, count in zip(self.profiles, left, strict=True))
        return max(by_compute, by_most)


def smallest(profiles: Mapping[Profile, float], gib: float, compute: int = 1) -> Profile | None:
    """The profile with the least memory, then the least compute, with at least the given GiB and compute slices.

    Args:
        profiles: with the GiB available to programs in each.
    """
    enough = [profile for profile, held in profiles.items() if held >= gib and profile.compute >= compute]
    return min(enough, key=lambda candidate: (candidate.memory, candidate.compute), default=None)
