"""Paths through ways for cables, carried over a change of some ways, equal those that are searched from the beginning."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.cabling import pathway_routing
from gpudesk.core.cabling.pathway_halls import Way
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.cabling.pathway_routing import WayPaths
from gpudesk.core.cabling.pathways import COPPER, FIBRE, WayNetwork, way_network
from tests.examples import examples

HALLS = (1, 2)
marks = st.integers(0, 8).map(lambda number: 500 * number)
points = st.tuples(marks, marks)
heights = st.sampled_from([2500.0, 2500.0, 3000.0])
trays = st.builds(
    lambda hall, line, height, carries: Way(hall, PathwayKind.TRAY, np.array(line, np.float64), height, 300.0, carries=carries),
    st.sampled_from(HALLS),
    st.lists(points, min_size=2, max_size=4, unique=True),
    heights,
    st.sampled_from(["", "", "", FIBRE, COPPER]),
)
closed = st.builds(
    lambda kind, line, height: Way(1, kind, np.array(line, np.float64), height, 100.0),
    st.sampled_from([PathwayKind.CONDUIT, PathwayKind.RISER]),
    st.lists(points, min_size=2, max_size=2, unique=True),
    heights,
)
ducts = st.builds(
    lambda line, length: Way(1, PathwayKind.DUCT, np.array(line, np.float64), 2500.0, 300.0, to_hall=2, length_mm=length),
    st.lists(points, min_size=2, max_size=2),
    st.sampled_from([0.0, 900.0, 20_000.0]),
)
ways = st.one_of(trays, trays, trays, closed, ducts)


def paths_of(chosen: list[Way], carried: str, before: WayNetwork | None = None) -> WayPaths:
    network = way_network(chosen, before)
    return WayPaths(network, network.carrying(chosen, carried))


def places(count: int) -> tuple[Any, Any, Any]:
    """Some places in both halls: their halls, where they are, and how high what is there is."""
    number = np.arange(count)
    return np.array(HALLS)[number % 2], np.stack([311.0 * number % 4000, 173.0 * number % 3000], axis=1), 2000.0 + 10 * (number % 3)


def asked(paths: WayPaths) -> Any:
    """All that one can ask: what is nearest to some places, and the paths between these."""
    reached = paths.reached(*places(24), 1500.0)
    one, other = np.triu_indices(24, 1)
    found = paths.paths(reached, reached, one, other)
    return [getattr(each, name) for each in (reached, found) for name in type(each).__dataclass_fields__]


def parts_of(network: WayNetwork) -> list[Any]:
    """All arrays of a network and of its pieces."""
    parts = [(network, "xyz_mm hall ends way start_mm length_mm"), (network.pieces, "section hall first second height_mm start_mm")]
    return [getattr(part, name) for part, names in parts for name in names.split()]


def same(one: list[Any], other: list[Any]) -> bool:
    return all(np.array_equal(*pair, equal_nan=pair[0].dtype.kind == "f") for pair in zip(one, other, strict=True))


@given(
    start=st.lists(ways, min_size=1, max_size=9),
    steps=st.lists(st.tuples(st.integers(0, 8), st.one_of(st.none(), ways), st.booleans()), max_size=4),
    carried=st.sampled_from([FIBRE, COPPER]),
)
@examples(300)
def test_carried_paths_equal_those_searched_from_the_beginning(start: list[Way], steps: list[Any], carried: str) -> None:
    chosen, known = list(start), paths_of(start, carried)
    several = pathway_routing._MANY_PLACES
    pathway_routing._MANY_PLACES = 1
    try:
        asked(known)
        for place, way, comes in steps:
            at = place % (len(chosen) + 1)
            chosen[at : at if comes else at + 1] = [] if way is None else [way]
            following, fresh = paths_of(chosen, carried, known.network), paths_of(chosen, carried)
            assert same(parts_of(following.network), parts_of(fresh.network))
            following.carry(known)
            for node in range(len(fresh.network.hall)):
                assert same(list(following.from_node(node)), list(fresh.from_node(node)))
            # A search chooses its side by what is known, so that both are to know the same.
            assert same(asked(following), asked(fresh))
            known = following
    finally:
        pathway_routing._MANY_PLACES = several


def test_a_long_row_of_trays_is_found_without_another_search() -> None:
    """A ladder of crossing trays, of which one rung is moved: what was known from its nodes is known, and no search goes through them."""
    rails = [Way(1, PathwayKind.TRAY, np.array([[0.0, y], [20_000.0, y]]), 2500.0, 300.0) for y in (0.0, 9000.0)]
    rungs = [Way(1, PathwayKind.TRAY, np.array([[x, 0.0], [x, 9000.0]]), 2500.0, 300.0) for x in np.arange(0.0, 20_001.0, 2000.0)]
    known = paths_of([*rails, *rungs], FIBRE)
    nodes = range(len(known.network.hall))
    for node in nodes:
        known.from_node(node)
    rungs[4] = Way(1, PathwayKind.TRAY, np.array([[8500.0, 0.0], [8500.0, 9000.0]]), 2500.0, 300.0)
    following = paths_of([*rails, *rungs], FIBRE)
    following.carry(known)
    assert following.unknown(range(len(following.network.hall))) == 2
    fresh = paths_of([*rails, *rungs], FIBRE)
    assert all(same(list(following.from_node(node)), list(fresh.from_node(node))) for node in range(len(fresh.network.hall)))


def test_all_that_lies_beyond_a_longer_way_is_farther() -> None:
    """Trays end to end, of which one is hung higher: what is behind it is farther by the drops at both of its ends."""
    row = [Way(1, PathwayKind.TRAY, np.array([[x, 0.0], [x + 2000, 0.0]]), 2500.0, 300.0) for x in np.arange(0.0, 20_000.0, 2000.0)]
    known = paths_of(row, FIBRE)
    first, last = (int(np.flatnonzero(known.network.xyz_mm[:, 0] == x)[0]) for x in (0.0, 20_000.0))
    assert known.from_node(first)[0][last] == 20_000
    row[3] = Way(1, PathwayKind.TRAY, row[3].points, 3000.0, 300.0)
    following, fresh = paths_of(row, FIBRE), paths_of(row, FIBRE)
    following.carry(known)
    first, last = (int(np.flatnonzero(fresh.network.xyz_mm[:, 0] == x)[0]) for x in (0.0, 20_000.0))
    assert following.unknown([first]) == 0
    assert following.from_node(first)[0][last] == 21_000
    assert same(list(following.from_node(first)), list(fresh.from_node(first)))
