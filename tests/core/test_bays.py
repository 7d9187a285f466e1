"""Who may sit in which bay, and on which side a device is."""

import numpy as np
import pytest

from gpudesk.core.hardware.bay_rules import BayFault, bay_fault, goes_into_bays
from gpudesk.core.hardware.hardware import HardwareType, Mount
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.hardware.type_changes import type_change
from gpudesk.core.racks.placement import taken_side, taken_sides
from gpudesk.core.values.columns import ABSENT
from tests.checks.site import BAYS, CHASSIS, HALF, PANEL, PDU, body

HOLDER = parse_type(body("chassis", "server", "units", CHASSIS, bays=BAYS))


def blade(mount: str = "child", **facts: str) -> HardwareType:
    return parse_type(body("blade", "server", mount, {"height_u": 1, "depth_mm": 300, "fits": "blade", **facts}))


@pytest.mark.parametrize(
    ("child", "bay", "taken", "fault"),
    [
        (blade(), "1", False, None),
        (blade(), "1", True, BayFault.TAKEN),
        (blade(), "9", False, BayFault.NO_SUCH_BAY),
        (blade(), "X", False, None),
        (blade(fits="other"), "X", False, None),
        (blade(fits="other"), "1", True, BayFault.MISFIT),
        (blade(fits=""), "1", False, BayFault.MISFIT),
        (blade("units"), "1", False, None),
        (blade("units"), "X", False, BayFault.MISFIT),
        (parse_type(body("panel", "panel", "units", PANEL)), "X", False, BayFault.NO_CHILD),
    ],
)
def test_a_bay_takes_what_its_word_says(child: HardwareType, bay: str, taken: bool, fault: BayFault | None) -> None:
    assert bay_fault(HOLDER, child, bay, taken=taken) is fault
    assert goes_into_bays(child) is (fault is not BayFault.NO_CHILD)


def test_a_holder_without_bays_takes_nothing() -> None:
    assert bay_fault(parse_type(body("panel", "panel", "units", PANEL)), blade(), "1", taken=False) is BayFault.NO_BAYS


def test_only_half_wide_devices_in_units_have_a_side_and_are_left_if_nobody_says() -> None:
    half, full, strip = (
        parse_type(body("x", "server", mount, facts)) for mount, facts in (("units", HALF), ("units", PANEL), ("zero_u", PDU))
    )
    for kind, expected in ((half, (0, 0, 1)), (full, (None, None, None)), (strip, (None, 0, 1))):
        assert tuple(taken_side(kind, side) for side in (None, 0, 1)) == expected
    mount = np.array([Mount.UNITS, Mount.UNITS, Mount.ZERO_U])
    assert taken_sides(mount, np.array([True, False, False]), np.array([1, 1, 1])).tolist() == [1, ABSENT, 1]


def test_a_wider_share_than_half_has_no_side() -> None:
    wide = parse_type(body("x", "server", "units", {**HALF, "width_share": 0.6}))
    third = parse_type(body("x", "server", "units", {**HALF, "width_share": 1 / 3}))
    assert (wide.half_wide, third.half_wide) == (False, True)


def test_what_changed_of_a_type_is_told_by_its_parts() -> None:
    other = parse_type(body("chassis", "storage", "units", {**CHASSIS, "height_u": 3}, bays=BAYS[:1]))
    change = type_change(HOLDER, other)
    assert [each.name for each in change.facts] == ["height_u"]
    assert (change.bays_added, change.bays_removed, change.others) == ((), ("X",), ("family",))
    assert type_change(HOLDER, HOLDER) == type_change(other, other)
