"""The legend of a coloring of racks by an amount."""

import numpy as np

from gpudesk.ui.places.layout.racks.canvas import paints
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.quantities import THIN_SPACE

BOUNDS = np.array([12.0, 16.0])


def _texts() -> list[str]:
    return [paints._range_text(BOUNDS, place, "kg") for place in range(3)]


def test_both_ends_of_a_range_are_in_the_units_of_the_person() -> None:
    assert _texts() == [f"under 12{THIN_SPACE}kg", f"12–16{THIN_SPACE}kg", f"from 16{THIN_SPACE}kg"]
    translate.set_unit_system("imperial")
    assert _texts() == [f"under 26.5{THIN_SPACE}lb", f"26.5–35.3{THIN_SPACE}lb", f"from 35.3{THIN_SPACE}lb"]
