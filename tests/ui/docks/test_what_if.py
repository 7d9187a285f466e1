"""Scales of the sliders, and the axes of pictures: places and values belong together."""

import pytest

from gpudesk.ui.places.size.docks.what_if import Scale
from gpudesk.ui.toolkit.charts.plot_axis import Axis, round_step


@pytest.mark.parametrize("scale", [Scale(1, 4096), Scale(16, 262_144), Scale(0.5, 0.98, log=False)])
def test_a_value_is_found_again_at_its_place(scale: Scale) -> None:
    assert scale.value(0) == pytest.approx(scale.low)
    assert scale.value(scale.place(scale.high)) == pytest.approx(scale.high, rel=0.05)
    for place in range(0, 401, 50):
        value = scale.value(place)
        assert scale.value(scale.place(value)) == pytest.approx(value, rel=0.06)
    assert scale.place(scale.high * 10) == scale.place(scale.high)
    assert scale.place(scale.low / 10) == 0


def test_logarithmic_values_have_two_figures() -> None:
    for place in range(0, 401, 7):
        value = Scale(1, 4096).value(place)
        assert float(f"{value:.2g}") == pytest.approx(value) or value == 4096


@pytest.mark.parametrize(("rough", "step"), [(0.8, 1), (1.2, 2), (3, 5), (7, 10), (0.03, 0.05), (1000, 1000)])
def test_steps_are_one_two_or_five(rough: float, step: float) -> None:
    assert round_step(rough) == pytest.approx(step)


def test_an_axis_holds_all_its_values() -> None:
    values = [3.0, 47.0, 112.0]
    axis = Axis.over(values)
    assert all(0 <= axis.share(value) <= 1 for value in values)
    assert axis.ticks()[0] == 0
    wide = Axis.over([0.02, 900.0], log=True)
    assert (wide.low, wide.high) == (0.01, 1000.0)
    assert wide.share(0.01) == 0
    assert wide.share(1000.0) == pytest.approx(1)
