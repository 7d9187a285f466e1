"""Colors of networks and rails: what is one, and how far they are apart for all kinds of eyes."""

import numpy as np
import pytest

from gpudesk.core.colors.color_vision import HARD_TO_TELL, apart
from gpudesk.core.colors.fabric_colors import checked_colour
from gpudesk.core.messages.errors import Refused


@pytest.mark.parametrize(("typed", "kept"), [(" #1754D8 ", "#1754d8"), ("rail.3", "rail.3"), ("network.in_band", "network.in_band")])
def test_a_colour_is_kept_in_one_way(typed: str, kept: str) -> None:
    assert checked_colour(typed) == kept


@pytest.mark.parametrize("typed", ["", "red", "#123", "#12345g", "rail.8", "network.other"])
def test_what_is_no_colour_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="is not a color: write it as #rrggbb, such as #1754d8"):
        checked_colour(typed)


def test_black_and_white_are_as_far_apart_as_can_be() -> None:
    assert apart(np.zeros(3), np.ones((1, 3))) == pytest.approx([100], abs=0.1)
    assert apart(np.array([0.2, 0.4, 0.6]), np.array([[0.2, 0.4, 0.6]])) == pytest.approx([0])


def test_red_and_green_of_one_lightness_are_mistaken_without_cones_for_middle_waves() -> None:
    brick, moss = np.array([0xA6, 0x61, 0x1A]) / 255, np.array([0x73, 0x77, 0x20]) / 255
    assert apart(brick, moss[None, :])[0] < 12 < apart(brick, np.array([[0.1, 0.3, 0.9]]))[0]
    assert HARD_TO_TELL > 0
