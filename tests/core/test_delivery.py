"""Crates through doors and round corners."""

import numpy as np
import pytest

from gpudesk.core.floor.delivery_route import corner_room_mm, crate_mm, fits_straight, route_room_mm


def test_a_crate_is_what_the_type_says_or_its_outside_and_an_allowance() -> None:
    sides = crate_mm(np.array([600.0, 600.0, np.nan]), np.array([np.nan, 900.0, np.nan]), 150)
    assert np.array_equal(sides, [750, 900, np.nan], equal_nan=True)


def test_the_shorter_side_goes_first() -> None:
    room = fits_straight(np.array([1200.0, 600.0]), np.array([700.0, 1200.0]), np.array([2300.0, 2100.0]), 1000, 2400)
    assert room.tolist() == [100, 300]
    assert fits_straight(np.array([1200.0]), np.array([700.0]), np.array([2300.0]), None, 2100).tolist() == [-200]


@pytest.mark.parametrize(("before", "after"), [(2000.0, 2000.0), (1000.0, 8000.0), (1500.0, 2700.0)])
def test_a_ladder_round_a_right_angle(before: float, after: float) -> None:
    # The classic result: the longest rod without width is (a^(2/3) + b^(2/3))^(3/2).
    longest = (before ** (2 / 3) + after ** (2 / 3)) ** 1.5
    assert corner_room_mm(90, before, after, longest) == pytest.approx(0, abs=before * 1e-3)
    assert corner_room_mm(90, before, after, longest * 0.98) > 0
    assert corner_room_mm(90, before, after, longest * 1.02) < 0


def test_a_crate_round_a_right_angle() -> None:
    # At 45 degrees, in two corridors of width w, a crate of length L leaves w · √2 − L / 2.
    assert corner_room_mm(90, 1200, 1200, 1500) == pytest.approx(1200 * 2**0.5 - 750, abs=0.5)


def test_the_corner_by_brute_force() -> None:
    # A crate fits at an angle if its inner side clears the inner corner when its outer corners touch the outer walls.
    turn, a, b, length = 60.0, 1400.0, 1900.0, 3000.0
    alpha = np.radians(180 - turn)
    one, other = np.array([1.0, 0.0]), np.array([np.cos(alpha), np.sin(alpha)])
    inner = np.linalg.solve(np.array([[0.0, 1.0], [np.sin(alpha), -np.cos(alpha)]]), np.array([a, b]))
    least = np.inf
    for beta in np.linspace(1e-6, np.radians(turn) - 1e-6, 4001):
        gamma = np.radians(turn) - beta
        p, q = one * length * np.sin(gamma) / np.sin(alpha), other * length * np.sin(beta) / np.sin(alpha)
        side = q - p
        assert np.linalg.norm(side) == pytest.approx(length)
        away = inner - p
        least = min(least, abs(float(side[0] * away[1] - side[1] * away[0])) / length)
    assert corner_room_mm(turn, a, b, length) == pytest.approx(min(least, a, b), rel=1e-3)


def test_a_route_is_as_wide_as_its_tightest_corner() -> None:
    straight = np.array([[0.0, 0], [9000, 0]])
    bent = np.array([[0.0, 0], [9000, 0], [9000, 0], [9000, 9000]])
    assert route_room_mm(straight, 1500, 2500) == 1500
    assert route_room_mm(bent, 1500, 2500) == corner_room_mm(90, 1500, 1500, 2500)
    assert route_room_mm(np.array([[0.0, 0], [9000, 0], [100, 0]]), 1500, 2500) < 0
