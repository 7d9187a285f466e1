"""Links of stages: nearest first, all switches alike, the same to every one, two and two."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.fabric.stage_links import StageLinks, pairs, stage_links
from gpudesk.core.hardware.network_kinds import Spread
from gpudesk.core.messages.errors import Refused


def dealt(
    wanted: list[int], room: list[int], spread: Spread = Spread.EVEN, at: object = None, switch_at: object = None, share: int = 1
) -> StageLinks:
    devices = np.zeros((len(wanted), 2)) if at is None else np.array(at, float)
    switches = np.zeros((len(room), 2)) if switch_at is None else np.array(switch_at, float)
    return stage_links(np.array(wanted, np.int64), np.array(room, np.int64), spread, devices, switches, share)


def loads(links: StageLinks, switches: int) -> list[int]:
    found: list[int] = np.bincount(links.switch, minlength=switches).tolist()
    return found


def test_devices_go_in_blocks_to_as_many_switches_as_they_have_links() -> None:
    links = dealt([2] * 127, [64] * 8)
    assert loads(links, 8) == [32, 32, 32, 32, 32, 32, 31, 31]
    assert links.switch[:4].tolist() == [0, 1, 0, 1]
    assert links.switch[-2:].tolist() == [6, 7]
    assert links.place[:4].tolist() == [0, 0, 1, 1]


def test_devices_that_share_a_port_fill_it_before_the_next() -> None:
    links = dealt([2, 2], [0, 2, 2, 2, 2], share=2)
    assert links.switch.tolist() == [1, 2, 1, 2]
    assert dealt([2] * 4, [4] * 4, share=2).switch.tolist() == [0, 1, 0, 1, 2, 3, 2, 3]


def test_devices_of_one_place_stay_together_on_ports_that_are_divided_among_many() -> None:
    """18 switches in five racks, two links each to four switches whose ports hold eight links: 8 + 10 instead of 9 + 9."""
    racks = [(900.0 * rack, 0.0) for rack, count in enumerate([4, 4, 4, 4, 2]) for _ in range(count)]
    assert loads(dealt([2] * 18, [512] * 4, at=racks, share=8), 4) == [8, 8, 10, 10]
    assert loads(dealt([2] * 18, [512] * 4, at=racks, share=2), 4) == [9, 9, 9, 9]
    assert loads(dealt([2] * 18, [9] * 4, at=racks, share=8), 4) == [9, 9, 9, 9]


def test_more_links_than_switches_lie_side_by_side() -> None:
    assert dealt([8], [64, 64]).switch.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]


def test_switches_that_make_no_whole_groups_are_loaded_alike() -> None:
    links = dealt([2] * 7, [64] * 3)
    assert sorted(loads(links, 3)) == [4, 5, 5]
    assert all(len(set(links.switch[links.device == one].tolist())) == 2 for one in range(7))


def test_links_that_do_not_come_out_even_on_few_switches_take_turns() -> None:
    assert loads(dealt([3] * 10, [64, 64]), 2) == [15, 15]


def test_the_nearest_switch_is_filled_first() -> None:
    links = dealt([1] * 5, [2, 9], Spread.FILL, [(0, 0)] * 4 + [(900, 0)], [(0, 0), (1000, 0)])
    assert links.switch.tolist() == [0, 0, 1, 1, 1]
    assert links.place.tolist() == [0, 1, 0, 1, 2]


def test_every_switch_gets_the_same_from_each_device() -> None:
    links = dealt([24] * 8, [64] * 4, Spread.ALL)
    assert loads(links, 4) == [48] * 4
    assert links.switch[:24].tolist() == [0] * 6 + [1] * 6 + [2] * 6 + [3] * 6
    with pytest.raises(Refused, match="10 links per device cannot be split evenly across 4 switches"):
        dealt([10], [64] * 4, Spread.ALL)


def test_too_little_room_is_said() -> None:
    for spread in Spread:
        with pytest.raises(Refused, match="8 links are required, but the switches have ports for 6"):
            dealt([2] * 4, [3, 3], spread)


def test_two_and_two_are_joined() -> None:
    first, second, nth = pairs(5, 2)
    assert (first.tolist(), second.tolist(), nth.tolist()) == ([0, 0, 2, 2], [1, 1, 3, 3], [0, 1, 0, 1])


@given(
    st.lists(st.integers(0, 4), max_size=30),
    st.lists(st.integers(0, 12), min_size=1, max_size=9),
    st.sampled_from([Spread.EVEN, Spread.FILL]),
    st.integers(1, 2),
)
def test_nothing_is_left_open_and_no_switch_is_overfull(wanted: list[int], room: list[int], spread: Spread, share: int) -> None:
    places = [(place % 3, place // 3) for place in range(len(wanted))]
    there = [(2 * place, 0) for place in range(len(room))]
    if sum(wanted) > sum(room):
        with pytest.raises(Refused):
            dealt(wanted, room, spread, np.array(places).reshape(-1, 2), there, share)
        return
    links = dealt(wanted, room, spread, np.array(places).reshape(-1, 2), there, share)
    assert np.bincount(links.device, minlength=len(wanted)).tolist() == wanted
    assert all(load <= most for load, most in zip(loads(links, len(room)), room, strict=True))
    assert len(set(zip(links.switch.tolist(), links.place.tolist(), strict=True))) == len(links)
    assert len(set(zip(links.device.tolist(), links.nth.tolist(), strict=True))) == len(links)


@given(st.integers(0, 60), st.integers(1, 4), st.integers(1, 12))
def test_all_switches_are_alike(devices: int, links: int, switches: int) -> None:
    found = loads(dealt([links] * devices, [10_000] * switches), switches)
    assert max(found) - min(found) <= max(1, -(-links // switches))
