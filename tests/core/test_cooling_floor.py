"""Places for cooling units: along walls with the front to the room, next to racks in line with them, with room before them."""

import numpy as np
import pytest

from gpudesk.core.cooling.cooling_unit_positions import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    Sizes,
    Taken,
    along_wall,
    beside_racks,
    free,
    packed,
    spread,
    strip,
)
from gpudesk.core.floor.floor import Stands
from gpudesk.core.floor.footprint import Footprints
from gpudesk.core.power.power_loss import conversion_loss_w
from gpudesk.core.racks.weight import feet_under

HALL = (12_000.0, 9_000.0)
UNIT = Sizes(2_500, 900, 900, 100)
NOTHING = Footprints(*(np.empty((0, 2)) for _ in range(3)))


def shapes(stands: Stands, sizes: Sizes = UNIT) -> Footprints:
    return stands.shapes(np.full(len(stands), sizes.width), np.full(len(stands), sizes.depth))


@pytest.mark.parametrize(("wall", "axis", "inwards"), [(LEFT, 0, 1), (RIGHT, 0, -1), (FRONT, 1, 1), (REAR, 1, -1)])
def test_units_at_a_wall_stand_in_the_hall_and_face_the_room(wall: int, axis: int, inwards: int) -> None:
    found = along_wall(wall, UNIT, HALL)
    bodies = shapes(found)
    low, high = bodies.bounds()
    gap = low[:, axis] if inwards > 0 else HALL[axis] - high[:, axis]
    assert set(np.round(gap)) == {100}
    assert (low >= 0).all()
    assert (high <= np.array(HALL) + 1e-6).all()
    ahead = strip(bodies, UNIT.front).centre - bodies.centre
    assert (ahead[:, axis] * inwards > 0).all()
    assert free(bodies, Taken(NOTHING, NOTHING, HALL), UNIT.front).all()


def test_what_stands_there_and_its_room_are_left_alone() -> None:
    rack = Stands(np.array([0]), np.array([4_000]), np.array([0])).shapes(np.array([600.0]), np.array([1_200.0]))
    taken = Taken(rack, strip(rack, 1_000), HALL)
    found = along_wall(LEFT, UNIT, HALL)
    good = free(shapes(found), taken, UNIT.front)
    low, high = shapes(found).bounds()
    # The rack takes 4,000 to 5,200 along the wall, and the floor before it from 3,000 on.
    assert good.tolist() == ((high[:, 1] <= 3_000) | (low[:, 1] >= 5_200)).tolist()
    assert 0 < good.sum() < len(good)


def test_places_are_packed_and_spread() -> None:
    good = np.ones(90, bool)
    good[20:30] = False
    assert packed(good, 2_600).tolist() == [0, 30, 56, 82]
    assert spread(np.arange(10), 2).tolist() == [2, 7]
    assert spread(np.arange(3), 5).tolist() == [0, 1, 2]


@pytest.mark.parametrize("angle", [0, 900, 1800])
def test_units_beside_racks_are_in_line_with_them(angle: int) -> None:
    racks = Stands(np.array([5_000]), np.array([5_000]), np.array([angle])).shapes(np.array([600.0]), np.array([1_200.0]))
    unit = Sizes(300, 1_000, 1_000, 0)
    for right in (True, False):
        beside = shapes(beside_racks(racks, np.array([angle]), unit, right=right), unit)
        apart = np.linalg.norm(((beside.centre - beside.deep) - (racks.centre - racks.deep))[0])
        assert apart == pytest.approx((600 + 300) / 2, abs=1)


def test_wide_things_stand_on_more_feet() -> None:
    assert feet_under(np.array([600.0, 1_200.0, 1_201.0, 3_600.0, np.nan]), 4).tolist() == [4, 4, 8, 12, 4]


def test_what_a_conversion_loses() -> None:
    assert conversion_loss_w(np.array([94.0, 50.0]), np.array([0.94, 1.0])).tolist() == [pytest.approx(6.0), 0.0]
