"""Cables whose lanes run as their own map says: bad maps are refused, and right ones are told from wrong ones."""

from collections.abc import Mapping
from typing import Any

import pytest

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.hardware.lane_maps import leads_right, map_strands
from gpudesk.core.messages.errors import InvalidData

FACT = {"source": "a drawing", "confidence": "read"}


def cord(lane_map: list[Any], **ends: Mapping[str, Any]) -> HardwareType:
    plain = {"connector": "mpo12", "count": 1, "gender": "female", "polish": "apc", "fibres": 12}
    return parse_type(
        {
            "key": "own.cord",
            "family": "cable",
            "vendor": "Own",
            "model": "Cord",
            "mount": "part",
            "facts": {"cable_kind": {"value": "splitter" if "b" in ends else "jumper", **FACT}},
            "ends": [{"end": "a", **plain, **ends.get("a", {})}, {"end": "b", **plain, **ends.get("b", {})}],
            "lengths": [3, 5],
            "lane_map": lane_map,
        }
    )


MIRRORED = [[1, at, 1, 13 - at] for at in range(1, 13)]
STRAIGHT = [[1, at, 1, at] for at in range(1, 13)]


def test_a_mirrored_map_leads_right_and_a_straight_one_does_not() -> None:
    assert leads_right(cord(MIRRORED))
    assert not leads_right(cord(STRAIGHT))
    assert map_strands(cord(MIRRORED).lane_map)[1] == 12


def test_legs_of_a_splitter_are_told_by_the_lane_with_which_they_begin() -> None:
    split = {"count": 2, "fibres": 4}
    rows = [[1, 1, 1, 12], [1, 2, 1, 11], [1, 12, 1, 1], [1, 11, 1, 2], [1, 3, 2, 12], [1, 4, 2, 11], [1, 10, 2, 1], [1, 9, 2, 2]]
    kind = cord(rows, b=split)
    assert leads_right(kind)
    assert map_strands(kind.lane_map, 2) == {3: 12, 4: 11, 10: 1, 9: 2}
    crossed = [row if row[2] == 1 else [row[0], row[1], 2, 13 - row[3]] for row in rows]
    assert not leads_right(cord(crossed, b=split))


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([[1, 1, 1]], "four whole numbers are required"),
        ([[1, 1, 1, "12"]], "four whole numbers are required"),
        (["1-12"], "a list is required"),
        ([[1, 13, 1, 1]], "end a has no connector 1 with position 13"),
        ([[1, 1, 2, 1]], "end b has no connector 2 with position 1"),
        ([[1, 0, 1, 1]], "end a has no connector 1 with position 0"),
        ([[1, 1, 1, 1], [1, 1, 1, 2]], "position 1 of connector 1 at end a is used twice"),
        ([[1, 1, 1, 1], [1, 2, 1, 1]], "position 1 of connector 1 at end b is used twice"),
    ],
)
def test_bad_maps_are_refused_with_their_place(rows: list[Any], fault: str) -> None:
    with pytest.raises(InvalidData) as refused:
        cord(rows)
    assert any(fault in problem.plain() and "lane_map[" in problem.plain() for problem in refused.value.problems)


def test_a_map_needs_both_ends() -> None:
    body = {"key": "own.module", "family": "transceiver", "vendor": "Own", "model": "Module", "mount": "part", "lane_map": [[1, 1, 1, 1]]}
    with pytest.raises(InvalidData) as refused:
        parse_type({**body, "ends": [{"end": "cage", "connector": "osfp", "count": 1}]})
    assert any("a cable with the ends a and b is required" in problem.plain() for problem in refused.value.problems)
