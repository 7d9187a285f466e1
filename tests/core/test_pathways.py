"""Networks of ways for cables: where they meet, and the shortest paths through them."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gpudesk.core.cabling import pathway_routing
from gpudesk.core.cabling.pathway_halls import Way
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.cabling.pathway_routing import Paths, WayPaths
from gpudesk.core.cabling.pathways import way_network
from gpudesk.core.values.columns import ABSENT

Point = tuple[float, float]


def tray(*points: Point, height: float = 2300, **said: object) -> Way:
    """A tray 300 mm wide."""
    return Way(1, PathwayKind.TRAY, np.array(points, np.float64), height, 300.0, **said)  # type: ignore[arg-type]


def paths(
    ways: list[Way], *pairs: tuple[Point, Point], carried: str = "fibre", halls: tuple[int, int] = (1, 1), most: float = 3000
) -> Paths:
    """The paths between points at the height of the lowest trays."""
    network = way_network(ways)
    walks = WayPaths(network, network.carrying(ways, carried))
    ends = [
        walks.reached(np.full(len(pairs), hall), np.array([pair[side] for pair in pairs], np.float64), np.full(len(pairs), 2300.0), most)
        for side, hall in enumerate(halls)
    ]
    turn = np.arange(len(pairs))
    return walks.paths(ends[0], ends[1], turn, turn)


def length(ways: list[Way], one: Point, other: Point, **said: object) -> float:
    return float(paths(ways, (one, other), **said).length_mm[0])  # type: ignore[arg-type]


def test_many_places_find_their_way_as_few_do(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [((300.0 * number, 400.0), (10_000 - 200.0 * number, -700.0)) for number in range(7)]
    ways = [*CROSS, tray((0, 9000), (9000, 9000))]
    few = paths(ways, *pairs, most=9000)
    monkeypatch.setattr(pathway_routing, "PLACES_AT_ONCE", 3)
    many = paths(ways, *pairs, most=9000)
    assert len(set(few.length_mm.tolist())) > 1
    assert many.length_mm.tolist() == few.length_mm.tolist()


CROSS = [tray((0, 0), (10_000, 0)), tray((5000, -3000), (5000, 3000))]


def test_ways_at_one_height_join_where_they_cross() -> None:
    found = paths(CROSS, ((1000, 200), (5000, 2000)))
    assert found.length_mm[0] == 200 + 4000 + 2000
    network = way_network(CROSS)
    assert len(network) == 4
    assert found.section.tolist() == [0, 3]
    assert np.stack([found.low_mm, found.high_mm], axis=1).tolist() == [[1000, 5000], [0, 2000]]


def test_ways_at_different_heights_join_by_a_drop_that_is_not_too_long() -> None:
    above = [CROSS[0], tray((5000, -3000), (5000, 3000), height=2700)]
    # Places lie at the height of the lower tray; the climb to the upper one is added by the caller.
    assert length(above, (1000, 0), (5000, 2500)) == 4000 + 400 + 2500
    high = [CROSS[0], tray((5000, -3000), (5000, 3000), height=4000)]
    assert np.isnan(length(high, (1000, 0), (5000, 2900), most=500))
    riser = Way(1, PathwayKind.RISER, np.array([[5000.0, 0.0]]), 3000.0, 300.0)
    found = paths([*high, riser], ((1000, 0), (5000, 2900)), most=500)
    assert found.length_mm[0] == 4000 + 1700 + 2900
    assert len(found.section) == 2 + 2


def test_what_ends_beside_a_way_joins_it_and_what_ends_farther_away_does_not() -> None:
    ways = [CROSS[0], tray((5000, 140), (5000, 3000))]
    assert length(ways, (1000, 0), (5000, 2000)) == 4000 + 140 + 1860
    ways = [CROSS[0], tray((5000, 260), (5000, 3000))]
    assert np.isnan(length(ways, (1000, 0), (5000, 2900), most=1000))


def test_a_conduit_takes_cables_at_its_ends_alone() -> None:
    conduit = Way(1, PathwayKind.CONDUIT, np.array([[5000.0, 0.0], [5000.0, 6000.0]]), 2300, 50)
    far = tray((0, 6000), (10_000, 6000))
    assert length([CROSS[0], far, conduit], (1000, 0), (9000, 6000)) == 4000 + 6000 + 4000
    middle = tray((0, 3000), (10_000, 3000))
    assert np.isnan(length([CROSS[0], middle, conduit], (1000, 0), (9000, 3000), most=500))


def test_a_duct_leads_to_another_hall_over_the_length_that_is_said() -> None:
    other = Way(2, PathwayKind.TRAY, np.array([[0.0, 0.0], [8000.0, 0.0]]), 2500, 300)
    duct = Way(1, PathwayKind.DUCT, np.array([[10_000.0, 0.0], [0.0, 0.0]]), 2400, 110, to_hall=2, length_mm=70_000)
    assert length([CROSS[0], other, duct], (1000, 0), (3000, 0), halls=(1, 2)) == 9000 + 100 + 70_000 + 100 + 3000
    assert np.isnan(length([CROSS[0], other], (1000, 0), (3000, 0), halls=(1, 2)))


def test_a_way_for_copper_alone_is_passed_over_by_fibre() -> None:
    ways = [tray((0, 0), (10_000, 0), carries="copper"), tray((0, 1000), (10_000, 1000))]
    assert length(ways, (1000, 0), (9000, 0), carried="copper") == 8000
    assert length(ways, (1000, 0), (9000, 0)) == 10_000


def test_between_ways_that_nothing_joins_the_one_is_taken_that_both_ends_reach() -> None:
    near, far = tray((0, 0), (4000, 0)), tray((0, 1000), (10_000, 1000))
    assert length([near, far], (1000, 0), (9000, 1000)) == 1000 + 8000
    assert np.isnan(length([near], (1000, 0), (9000, 0), most=1000))


def test_nothing_joins_where_there_is_no_way() -> None:
    found = paths([], ((0, 0), (1000, 0)))
    assert np.isnan(found.length_mm).all()
    assert found.section.tolist() == []


GRID = st.integers(0, 6).map(lambda number: 2000.0 * number)


@st.composite
def plans(draw: st.DrawFn) -> list[list[Point]]:
    """Lines with right angles on a grid of 2 m, so that no two of them run close next to each other."""
    lines = []
    for _ in range(draw(st.integers(1, 5))):
        line = [(draw(GRID), draw(GRID))]
        for turn in range(draw(st.integers(1, 3))):
            x, y = line[-1]
            point = (draw(GRID), y) if turn % 2 else (x, draw(GRID))
            # A turn that leads nowhere ends the line: with the next one it could run back over itself.
            if point == line[-1]:
                break
            line.append(point)
        if len(line) > 1:
            lines.append(line)
    return lines


PLACES = st.tuples(GRID, GRID)


@given(plans(), PLACES, PLACES, st.lists(st.sampled_from([2300.0, 2300.0, 2700.0]), min_size=5, max_size=5))
def test_paths_are_no_shorter_than_the_straight_line_and_as_long_back(
    lines: list[list[Point]], one: Point, other: Point, heights: list[float]
) -> None:
    ways = [tray(*line, height=height) for line, height in zip(lines, heights, strict=False)]
    there = paths(ways, (one, other), most=4000)
    back = paths(ways, (other, one), most=4000)
    assert there.length_mm[0] == pytest.approx(back.length_mm[0], nan_ok=True)
    assume(np.isfinite(there.length_mm[0]))
    assert there.length_mm[0] >= np.hypot(one[0] - other[0], one[1] - other[1]) - 1e-6
    stretches = float((there.high_mm - there.low_mm).sum())
    gaps = sum(float(np.abs(end[0, :2] - np.array(point)).sum()) for end, point in ((there.entry_mm, one), (there.exit_mm, other)))
    assert stretches + gaps == pytest.approx(there.length_mm[0])


@given(plans(), PLACES, PLACES, st.data())
def test_splitting_a_line_changes_no_path(lines: list[list[Point]], one: Point, other: Point, data: st.DataObject) -> None:
    assume(lines)
    number = data.draw(st.integers(0, len(lines) - 1))
    line = lines[number]
    at = data.draw(st.integers(0, len(line) - 2))
    share = data.draw(st.sampled_from([0.25, 0.5, 1.0]))
    middle = tuple((1 - share) * a + share * b for a, b in zip(line[at], line[at + 1], strict=True))
    assume(middle != line[-1])
    first, second = [*line[: at + 1], middle], [middle, *line[at + (1 if share < 1 else 2) :]]
    split = [*lines[:number], first, second, *lines[number + 1 :]]
    whole = paths([tray(*each) for each in lines], (one, other), most=4000)
    parts = paths([tray(*each) for each in split], (one, other), most=4000)  # type: ignore[misc]
    assert parts.length_mm[0] == pytest.approx(whole.length_mm[0], nan_ok=True)


def test_drops_belong_to_no_way() -> None:
    network = way_network([CROSS[0], tray((5000, -3000), (5000, 3000), height=2700)])
    assert network.way.tolist() == [0, 0, 1, 1, ABSENT]
    assert network.length_mm[-1] == 400


def test_a_way_without_a_line_is_none() -> None:
    nothing = Way(1, PathwayKind.TRAY, np.empty((0, 2)), 2300, 300)
    duct = Way(1, PathwayKind.DUCT, np.empty((0, 2)), 2300, 300, to_hall=2, length_mm=1000)
    assert length([nothing, duct, *CROSS], (1000, 0), (2000, 0)) == 1000
