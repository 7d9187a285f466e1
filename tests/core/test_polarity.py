"""Strands through cords, trunks, adapters and splitters: what is sent must arrive where it is heard."""

import pytest

from gpudesk.core.hardware.polarity import Strands, arrivals, cord_strands, flips, listening, meets, sending, splitter_strands, turned

ADAPTERS = {"A": {at: at for at in range(1, 13)}, "B": {at: 13 - at for at in range(1, 13)}}


def right(cords: str, adapter: str, positions: int = 12, lanes: int = 4) -> bool:
    """Whether a parallel link over cords of these types, joined by adapters of one type, is right."""
    steps: list[Strands] = []
    for place, cord in enumerate(cords):
        if place:
            steps.append({at: at for at in range(1, positions + 1)} if adapter == "A" else {at: positions + 1 - at for at in range(1, 17)})
        strands = cord_strands(cord, positions)
        assert strands is not None
        steps.append(strands)
    return meets(sending(positions, lanes), listening(positions, lanes), steps)


@pytest.mark.parametrize(
    ("cords", "adapter", "expected"),
    [
        ("B", "A", True),
        ("BB", "A", False),
        ("BBB", "A", True),
        ("BB", "B", True),
        ("BBB", "B", True),
        ("BA", "A", True),
        ("AA", "A", False),
        ("A", "A", False),
        ("C", "A", False),
        ("BCB", "A", False),
    ],
)
@pytest.mark.parametrize(("positions", "lanes"), [(12, 4), (16, 8)])
def test_the_published_combinations(cords: str, adapter: str, expected: bool, positions: int, lanes: int) -> None:
    assert right(cords, adapter, positions, lanes) is expected


@pytest.mark.parametrize("adapter", ["A", "B"])
@pytest.mark.parametrize("cords", ["A", "B", "AB", "BA", "BB", "ABB", "BBB", "BAB", "AAA", "BBBB", "ABABA"])
def test_an_odd_number_of_mirrors_is_right(cords: str, adapter: str) -> None:
    count = flips([*cords, *adapter * (len(cords) - 1)])
    assert count is not None
    assert right(cords, adapter) is (count % 2 == 1)


def test_a_duplex_cord_crosses() -> None:
    crossed, straight = cord_strands("A-B", 2), cord_strands("A-A", 2)
    assert crossed == {1: 2, 2: 1}
    assert straight == {1: 1, 2: 2}
    assert cord_strands("", 12) is None


@pytest.mark.parametrize("first", [0, 2])
def test_a_leg_of_a_splitter_joins_both_directions(first: int) -> None:
    leg = splitter_strands("B", 12, first, 2)
    assert leg is not None
    assert meets((first + 1, first + 2), (12, 11), [leg])
    assert meets((1, 2), (12 - first, 11 - first), [turned(leg)])
    assert splitter_strands("C", 12, 0, 2) is None


def test_a_strand_may_end_nowhere() -> None:
    assert arrivals((1, 2), [{1: 5}]) == (5, None)
    assert flips(["B", "C"]) is None
