"""Loads of racks against worked numbers."""

import numpy as np
import pytest

from gpudesk.core.racks.weight import (
    centre_of_gravity_mm,
    foot_load_kg,
    footprint_load_kg_per_m2,
    spread_load_kg_per_m2,
    summed,
    tip_angle_deg,
)

GB200_NVL72_KG = 1360
"""Mass of a GB200 NVL72 rack as Sunbird DCIM prints it."""


def test_footprint_load_of_an_nvl72() -> None:
    assert footprint_load_kg_per_m2(GB200_NVL72_KG, 600, 1200) == pytest.approx(1889, abs=1)


def test_one_caster_of_four() -> None:
    assert foot_load_kg(GB200_NVL72_KG, 4) == 340


def test_one_third_of_a_rack_on_one_tile() -> None:
    """IBM Power Systems, Floor construction and floor loading: one third of the weight may rest on one tile."""
    assert foot_load_kg(GB200_NVL72_KG, 4, 4 / 3) == pytest.approx(GB200_NVL72_KG / 3)


def test_aisles_halve_the_load_of_a_rack_between_two_of_1200_mm() -> None:
    alone = footprint_load_kg_per_m2(GB200_NVL72_KG, 600, 1200)
    assert spread_load_kg_per_m2(GB200_NVL72_KG, 600, 1200, 1200) == pytest.approx(alone / 2)
    assert spread_load_kg_per_m2(GB200_NVL72_KG, 600, 1200, 0) == pytest.approx(alone)


def test_four_dgx_b200() -> None:
    """DGX B200 User Guide: 142.4 kg each."""
    total, missing = summed(np.array([142.4] * 4 + [np.nan]), np.array([0, 0, 0, 0, 1]), 3)
    assert total.tolist() == [pytest.approx(569.6), 0, 0]
    assert missing.tolist() == [0, 1, 0]


def test_centre_of_gravity_is_the_lever_rule() -> None:
    heights = centre_of_gravity_mm(
        np.array([100.0, 300.0, 50.0, np.nan, 7.0]),
        np.array([2000.0, 400.0, 900.0, 5000.0, np.nan]),
        np.array([0, 0, 1, 1, 2]),
        4,
    )
    assert heights[:2].tolist() == [800, 900]
    assert np.isnan(heights[2:]).all()


def test_a_rack_as_high_as_it_is_wide_tips_at_45_degrees() -> None:
    assert tip_angle_deg(600.0, 300.0) == pytest.approx(45)
    assert tip_angle_deg(600.0, 1701.4) == pytest.approx(10, abs=0.01)
