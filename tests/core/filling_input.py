"""Random racks, what is in them, and lists of devices; for the tests of filling."""

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.racks.placement import Placed, taken_sides
from gpudesk.core.racks.rack_packing_input import Fill, Kinds, Line, Racks, Rules, Serving, Standing
from gpudesk.core.racks.rack_packing_terms import Band, Bounds

KINDS: tuple[dict[str, Any], ...] = (
    {"half_units": 16, "depth_mm": 897.0, "weight_kg": 130.0, "needs_lift": True, "power_w": 10_200.0, "air": 1, "behind_mm": 897.0},
    {"half_units": 2, "depth_mm": 660.0, "weight_kg": 15.0, "power_w": 1_700.0, "air": -1, "behind_mm": 660.0},
    {"half_units": 2, "depth_mm": 500.0, "half_wide": True, "weight_kg": 7.0, "power_w": 400.0, "air": 1, "behind_mm": 500.0},
    {"half_units": 2, "depth_mm": 300.0, "weight_kg": 5.0},
    {"half_units": 3, "weight_kg": np.nan, "power_w": np.nan},
    {"mount": Mount.ZERO_U, "height_mm": 1_800.0, "feed": 1, "carries_w": 21_000.0, "weight_kg": 9.0},
    {"half_units": 4, "depth_mm": 700.0, "weight_kg": 60.0, "needs_lift": True, "rail_min_mm": 800.0, "power_w": 900.0, "air": 1},
    {"half_units": 2, "rail_width_inch": 21.0, "depth_mm": 700.0, "power_w": 100.0},
    {"mount": Mount.FLOOR},
)
"""A system, a switch, a half-wide server, a panel, one of which little is known, a PDU, storage, a 21-inch device, one for the floor."""
_DEFAULTS: dict[str, Any] = {
    "mount": Mount.UNITS,
    "half_units": 0,
    "half_wide": False,
    "needs_lift": False,
    "power_w": 0.0,
    "feed": 0,
    "carries_w": 0.0,
    "air": 0,
}
_WHOLE = ("mount", "half_units", "feed", "air")


def kinds() -> Kinds:
    """The kinds as columns."""
    columns: dict[str, Any] = {}
    for name in Kinds.__dataclass_fields__:
        values = [kind.get(name, _DEFAULTS.get(name, np.nan)) for kind in KINDS]
        kind = np.int64 if name in _WHOLE else bool if name in ("half_wide", "needs_lift") else np.float64
        columns[name] = np.array(values, kind)
    return Kinds(**columns)


def racks(count: int, *, half_units: int = 96, a_row: int = 8, **columns: Any) -> Racks:
    """Equal racks side by side in rows."""
    whole = {"half_units": half_units, "zero_u_per_side": 2, "phase": 1, "hall": 1}
    real = {
        "pitch_mm": 44.45,
        "rail_width_inch": 19.0,
        "usable_depth_mm": 1_080.0,
        "rail_depth_mm": 760.0,
        "contents_kg": 0.0,
        "bears_kg": 1_500.0,
        "floor_kg": inf,
        "power_w": 0.0,
        "power_limit_w": inf,
    }
    made: dict[str, Any] = {name: np.full(count, value, np.int64) for name, value in whole.items()}
    made |= {name: np.full(count, value, np.float64) for name, value in real.items()}
    places = np.arange(count)
    made |= {"row": places // a_row + 1, "x_mm": places % a_row * 600.0, "y_mm": places // a_row * 3_600.0}
    return Racks(**{**made, **{name: np.array(values) for name, values in columns.items()}})


def standing(
    rows: "list[tuple[int, int, int, int, int]] | None" = None, reserved: "list[tuple[int, int, int, int]] | None" = None
) -> Standing:
    """What is in racks.

    Args:
        rows: kind, rack, low, face and side of each device.
        reserved: rack, low, high and face of each reservation.
    """
    table = np.array(rows or [], np.int64).reshape(-1, 5)
    kind, rack, low, face, side = table.T
    columns = kinds()
    mount = columns.mount[kind]
    tall = np.where(mount == Mount.ZERO_U, 81, columns.half_units[kind])
    held = np.array(reserved or [], np.int64).reshape(-1, 4)
    sides = taken_sides(mount, columns.half_wide[kind], side)
    usable = np.full(len(kind), 1_080.0)
    placed = Placed(np.arange(len(kind)), rack, mount, low, low + tall, face, sides, columns.depth_mm[kind], usable)
    roles = np.empty(len(kind), object)
    roles[:] = [f"role-{each}" for each in kind.tolist()]
    bands = np.array([int(band_of(each)) for each in kind.tolist()], np.int64)
    return Standing(placed, kind, columns.air[kind], columns.feed[kind], columns.carries_w[kind], roles, bands, *held.T)


def band_of(kind: int) -> Band:
    """Where a kind belongs."""
    return {1: Band.NETWORK, 3: Band.HIGH}.get(kind, Band.LOW)


def line(kind: int, count: int, **values: Any) -> Line:
    """A line of the list with the band of its kind."""
    return replace(Line(kind, count, f"role-{kind}", band_of(kind)), **values)


@st.composite
def lines(draw: st.DrawFn) -> list[Line]:
    """One to five lines."""
    one = st.builds(
        line,
        st.integers(0, len(KINDS) - 1),
        st.integers(1, 30),
        each_rack=st.sampled_from([False, False, False, True]),
        most_in_rack=st.sampled_from([None, None, 1, 3]),
        pairs=st.booleans(),
        phase=st.sampled_from([None, None, 0, 1, 2]),
        face=st.sampled_from([None, None, 0, 1]),
    )
    return [replace(each, count=min(each.count, 3)) if each.each_rack else each for each in draw(st.lists(one, min_size=1, max_size=5))]


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Any mixture of rules; the limits themselves stay switched on."""
    bounds = Bounds(
        lift_top_u=draw(st.sampled_from([inf, 20, 36])),
        free_half_units=draw(st.sampled_from([0, 0, 8])),
        feeds_lost=draw(st.integers(0, 2)),
        power_share=draw(st.sampled_from([1.0, 0.8])),
        mix_air=draw(st.booleans()),
        roles_apart=draw(st.booleans()),
    )
    return Rules(
        bounds,
        draw(st.sampled_from(Fill)),
        draw(st.sampled_from(Serving)),
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.sampled_from([0.0, 0.5, 1.0])),
        draw(st.booleans()),
        draw(st.sampled_from([0.0, 75.0])),
        True,
        draw(st.integers(0, 2)),
    )


@st.composite
def some_racks(draw: st.DrawFn) -> Racks:
    """None to seven racks of several heights, widths, strengths and phases."""
    count = draw(st.integers(0, 7))

    def several(values: "list[Any]") -> "list[Any]":
        return draw(st.lists(st.sampled_from(values), min_size=count, max_size=count))

    return racks(
        count,
        a_row=3,
        half_units=84,
        usable_depth_mm=np.array(several([1_080.0, 1_080.0, 850.0, np.nan]), np.float64),
        rail_width_inch=np.array(several([19.0, 19.0, np.nan, 21.0]), np.float64),
        rail_depth_mm=np.array(several([760.0, 900.0, np.nan]), np.float64),
        zero_u_per_side=np.array(several([0, 1, 2]), np.int64),
        bears_kg=np.array(several([1_500.0, 300.0, inf]), np.float64),
        floor_kg=np.array(several([inf, 400.0]), np.float64),
        power_limit_w=np.array(several([inf, 45_000.0, 12_000.0]), np.float64),
        phase=np.array(several([1, 1, 2]), np.int64),
        hall=np.array(several([1, 1, 2]), np.int64),
    )
