"""Supplies on outlets: round over the feeds, lines in balance, nothing on an outlet that does not fit."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.hardware.hardware import CableEnd, Confidence, Face, Fact, Family, HardwareType, Mount, StockLength
from gpudesk.core.power.power_lines import Tap
from gpudesk.core.power.power_sockets import Socket, chosen_cord, cord_fits
from gpudesk.core.power.power_wiring import Inlet, Strip, wire


def cord(plug: str, connector: str) -> HardwareType:
    ends = (CableEnd("a", plug, 1), CableEnd("b", connector, 1))
    lengths = (StockLength(0.5), StockLength(1.0), StockLength(2.0))
    return HardwareType(
        f"{plug}-{connector}", Family.CABLE, "", "", Mount.PART, (), "", "", {}, (), (), None, (), ends=ends, lengths=lengths
    )


def strip(c19: int = 12, c13: int = 24) -> Strip:
    """A strip of six banks, two on each line."""
    outlets = [Socket(port, f"{port}", "c19", Face.FRONT, 100.0 * port, port % 6, Tap(port % 3)) for port in range(c19)]
    outlets += [Socket(c19 + port, f"{port}", "c13", Face.FRONT, 50.0 * port, port % 6, Tap(port % 3)) for port in range(c13)]
    return Strip(outlets, 100.0)


def inlets(devices: int, supplies: int, kind: str = "c20", load_va: float = 1700.0) -> list[Inlet]:
    return [
        Inlet(device, Socket(supply, f"PSU{supply}", kind, Face.REAR, 20.0), 300.0 + 500 * device, load_va)
        for device in range(devices)
        for supply in range(supplies)
    ]


CORDS = [cord("c14", "c13"), cord("c20", "c19")]


def fits(inlet: Inlet, _: Strip, outlet: Socket) -> tuple[HardwareType, int] | None:
    return chosen_cord(CORDS, inlet.socket.kind, outlet.kind, 700.0)


def test_four_systems_of_six_supplies_on_three_strips() -> None:
    """Two supplies of each system on each strip, and on its lines 3, 3 and 2 of eight."""
    strips = [strip(), strip(), strip()]
    wires, left = wire(inlets(4, 6), strips, fits)
    assert not left
    for device in range(4):
        assert sorted(each.strip for each in wires if each.inlet // 6 == device) == [0, 0, 1, 1, 2, 2]
    for number in range(3):
        lines = [int(outlet.tap) for each in wires if each.strip == number and (outlet := each.outlet) is not None]
        assert sorted(np.bincount(lines).tolist()) == [2, 3, 3]


def test_two_supplies_on_three_strips_go_where_less_is_carried() -> None:
    strips = [strip(), strip(), strip()]
    wire(inlets(3, 2, "c14", 100.0), strips, fits)
    assert [round(each.load_va()) for each in strips] == [200, 200, 200]


def test_what_finds_no_outlet_is_named() -> None:
    wires, left = wire(inlets(1, 6), [strip(c19=4)], fits)
    assert (len(wires), left) == (4, [4, 5])
    assert wire(inlets(1, 2), [], fits) == ([], [0, 1])


def test_a_strong_inlet_takes_a_weak_outlet_last() -> None:
    """A supply with a C20 draws more than a C13 is made for, though a cord from C14 to C19 joins them."""
    both = [*CORDS, cord("c14", "c19")]

    def any_fits(inlet: Inlet, _: Strip, outlet: Socket) -> tuple[HardwareType, int] | None:
        return chosen_cord(both, inlet.socket.kind, outlet.kind, 700.0)

    wires, left = wire(inlets(1, 6), [strip(c19=4)], any_fits)
    assert not left
    assert [each.outlet.kind for each in wires if each.outlet is not None] == ["c19"] * 4 + ["c13"] * 2


def test_a_cord_is_rated_for_what_it_carries() -> None:
    rated = {"rated_current_a": Fact(10, "IEC 60320", Confidence.MEMORY)}
    thin, thick = replace(cord("c14", "c19"), facts=rated), cord("c20", "c19")
    assert chosen_cord([thin, thick], "c20", "c13", 700.0, 9.9) == (thin, 1000)
    assert chosen_cord([thin, thick], "c20", "c13", 700.0, 10.5) is None
    assert chosen_cord([thin, thick], "c20", "c13", 700.0) == (thin, 1000)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 4), st.sampled_from(["c14", "c20"]))
def test_no_outlet_is_given_twice_and_each_fits(devices: int, supplies: int, count: int, kind: str) -> None:
    strips = [strip() for _ in range(count)]
    wanted = inlets(devices, supplies, kind)
    wires, left = wire(wanted, strips, fits)
    found = [(each.strip, each.outlet, each.cord) for each in wires if each.outlet is not None and each.cord is not None]
    assert len({(place, outlet.port) for place, outlet, _ in found}) == len(wires)
    assert sorted([each.inlet for each in wires] + left) == list(range(len(wanted)))
    assert all(cord_fits(cord_, kind, outlet.kind) for _, outlet, cord_ in found)
    assert {each.length_mm for each in wires} <= {1000}
    if not left and supplies >= count:
        for device in range(devices):
            sides = [each.strip for each in wires if wanted[each.inlet].owner == device]
            assert max(np.bincount(sides, minlength=count)) - min(np.bincount(sides, minlength=count)) <= 1
