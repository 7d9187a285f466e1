"""Auto-place: nothing overlaps, no limit is broken, the same lists give the same places, and what fits nowhere says why."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.hardware.hardware import Face, Mount, Side
from gpudesk.core.racks.auto_place import auto_place
from gpudesk.core.racks.placement import Placed, beside_excess, outside, overlaps
from gpudesk.core.racks.rack_packing_input import Fill, Filled, Kinds, Line, Racks, Rules, Serving, Standing
from gpudesk.core.racks.rack_packing_terms import Band, Bounds, Limit
from gpudesk.core.values.columns import ABSENT
from tests.core.filling_input import kinds, line, lines, racks, rules, some_racks, standing
from tests.examples import examples

SYSTEM, SWITCH, HALF, PANEL, UNKNOWN, PDU, STORAGE, WIDE, FLOOR = range(9)
KINDS = kinds()
NOTHING = standing()


def fill(where: Racks, asked: list[Line], wanted: Rules | None = None, there: Standing = NOTHING) -> Filled:
    return auto_place(KINDS, where, there, asked, wanted or Rules())


def at(filled: Filled, number: int) -> list[tuple[int, int]]:
    """Rack and half unit of each device of a line."""
    mine = filled.line == number
    return list(zip(filled.rack[mine].tolist(), filled.low[mine].tolist(), strict=True))


def why(filled: Filled) -> list[tuple[int, int, int | None, Limit]]:
    return [(left.line, left.count, left.rack, left.refusal.limit) for left in filled.unplaced]


def as_placed(filled: Filled, asked: list[Line], where: Racks) -> Placed:
    kind = np.array([each.kind for each in asked], np.int64)[filled.line]
    mount = KINDS.mount[kind]
    tall = np.where(mount == Mount.ZERO_U, 81, KINDS.half_units[kind])
    return Placed(
        1000 + np.arange(len(kind)),
        filled.rack,
        mount,
        filled.low,
        filled.low + tall,
        filled.face,
        filled.side,
        KINDS.depth_mm[kind],
        where.usable_depth_mm[filled.rack],
    )


def test_four_systems_stand_in_a_rack_of_three_pdus() -> None:
    # NVIDIA DGX SuperPOD data center design (DGX H100): four systems a rack, N+1 from three PDUs of 32 A.
    asked = [line(SYSTEM, 9), line(PDU, 3, each_rack=True)]
    found = fill(racks(3), asked)
    assert at(found, 0) == [(rack, 16 * step) for rack in (0, 1) for step in range(4)] + [(2, 0)]
    pdus = found.line == 1
    assert found.rack[pdus].tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert found.side[pdus].tolist()[:3] == [Side.LEFT, Side.RIGHT, Side.LEFT]
    assert found.power_most_w.tolist() == [42_000.0] * 3
    one_lost = fill(racks(1), [line(SYSTEM, 5), line(PDU, 2, each_rack=True)])
    assert len(at(one_lost, 0)) == 2
    assert why(one_lost) == [(0, 3, 0, Limit.POWER)]
    assert one_lost.unplaced[0].refusal.found == 30_600.0
    assert one_lost.unplaced[0].refusal.required == 21_000.0


def test_a_unit_of_32_systems_gets_its_network_rack_in_the_middle() -> None:
    asked = [line(SYSTEM, 32), line(SWITCH, 12), line(PANEL, 4), line(PDU, 3, each_rack=True)]
    found = fill(racks(12, a_row=12), asked, Rules(network_racks=True, network_height=0.5))
    assert not found.unplaced
    network = set(found.rack[(found.line == 1) | (found.line == 2)].tolist())
    compute = set(found.rack[found.line == 0].tolist())
    assert network == {4}
    assert compute == {0, 1, 2, 3, 5, 6, 7, 8}
    assert set(found.face[found.line == 1].tolist()) == {Face.REAR}
    # Panels are on top; the switches lie round the middle.
    assert at(found, 2) == [(4, 94 - 2 * step) for step in range(4)]
    lows = sorted(low for _, low in at(found, 1))
    assert lows == list(range(lows[0], lows[0] + 24, 2))
    assert abs((lows[0] + lows[-1]) / 2 - 47) <= 2
    # A light device that is there already does not push the network out of the middle.
    pushed = fill(racks(12, a_row=12), asked, Rules(network_racks=True), standing([(HALF, 1, 0, Face.FRONT, Side.LEFT)]))
    assert set(pushed.rack[pushed.line == 1].tolist()) == {4}


def test_heavy_devices_are_low_whatever_the_order_of_the_list() -> None:
    asked = [line(HALF, 4), line(STORAGE, 1), line(SYSTEM, 2)]
    wide = racks(1, rail_depth_mm=[900.0])
    assert at(fill(wide, asked), 2) == [(0, 0), (0, 16)]
    assert at(fill(wide, asked), 1) == [(0, 32)]
    assert at(fill(wide, asked), 0) == [(0, 36), (0, 36), (0, 38), (0, 38)]
    in_order = fill(wide, asked, Rules(heavy_low=False))
    assert at(in_order, 0) == [(0, 0), (0, 0), (0, 2), (0, 2)]
    # The storage has the role of the system here, so it is next to it, and not behind the lighter switch.
    roles = [line(HALF, 1), replace(line(STORAGE, 1), role="role-2"), replace(line(UNKNOWN, 1), role="x"), line(SYSTEM, 1)]
    grouped = fill(wide, roles)
    assert [at(grouped, number)[0][1] for number in (3, 1, 0, 2)] == [0, 16, 20, 22]


def test_switches_stand_near_the_middle_of_what_they_serve() -> None:
    six = racks(12, a_row=6)
    there = standing([(SYSTEM, rack, 0, 0, ABSENT) for rack in range(12)])
    for serving, chosen in ((Serving.HALL, {2}), (Serving.ROW, {2, 8}), (Serving.SHARE, {2, 8})):
        found = fill(six, [line(SWITCH, 2)], Rules(serving=serving), there)
        assert set(found.rack.tolist()) == chosen, serving
    on_top = fill(six, [line(SWITCH, 12)], Rules(serving=Serving.SHARE), there)
    assert sorted(at(on_top, 0)) == [(rack, 94) for rack in range(12)]
    for height, low in ((0.0, 16), (0.5, 46), (1.0, 94)):
        assert at(fill(racks(1), [line(SWITCH, 1, face=Face.FRONT)], Rules(Bounds(by_air=False), network_height=height)), 0)[0][1] in (
            low,
            0 if height == 0.0 else low,
        )


def test_pairs_never_share_a_rack() -> None:
    found = fill(racks(3), [line(SWITCH, 6, pairs=True)])
    placed = found.rack.tolist()
    assert all(first != second for first, second in zip(placed[::2], placed[1::2], strict=True))
    alone = fill(racks(1), [line(SWITCH, 4, pairs=True)])
    assert why(alone) == [(0, 2, 0, Limit.PAIR)]
    assert alone.number.tolist() == [0, 2]


def test_air_runs_from_the_front_of_a_rack_to_its_rear() -> None:
    found = fill(racks(1), [line(SYSTEM, 1), line(SWITCH, 1)])
    assert found.face.tolist() == [Face.FRONT, Face.REAR]
    forced = [line(SYSTEM, 1), line(SWITCH, 1, face=Face.FRONT)]
    assert why(fill(racks(1), forced)) == [(1, 1, 0, Limit.AIR)]
    assert not fill(racks(1), forced, Rules(Bounds(mix_air=True))).unplaced
    # What blows the wrong way already is not joined by what blows the right way.
    wrong = standing([(SWITCH, 0, 0, Face.FRONT, ABSENT)])
    assert fill(racks(2), [line(SYSTEM, 1)], there=wrong).rack.tolist() == [1]


def test_what_fits_nowhere_says_which_limit_keeps_it_out_of_the_nearest_rack() -> None:
    cases: list[tuple[Racks, Line, Rules, Limit]] = [
        (racks(0), line(SYSTEM, 1), Rules(), Limit.NO_RACK),
        (racks(1), line(FLOOR, 1), Rules(), Limit.MOUNT),
        (racks(1), line(WIDE, 1), Rules(), Limit.WIDTH),
        (racks(1, half_units=14), line(SYSTEM, 1), Rules(), Limit.HEIGHT),
        (racks(1, usable_depth_mm=[800.0]), line(SYSTEM, 1), Rules(), Limit.DEPTH),
        (racks(1, usable_depth_mm=[950.0]), line(SYSTEM, 1), Rules(clearance_mm=75.0), Limit.CLEARANCE),
        (racks(1), line(STORAGE, 1), Rules(), Limit.RAILS),
        (racks(1, phase=[2]), line(SYSTEM, 1, phase=1), Rules(), Limit.PHASE),
        (racks(1), line(SYSTEM, 3, most_in_rack=2), Rules(), Limit.MOST),
        (racks(1), line(PDU, 5), Rules(), Limit.BESIDE),
        (racks(1), line(SYSTEM, 7), Rules(), Limit.ROOM),
        (racks(1), line(SYSTEM, 4), Rules(Bounds(lift_top_u=20)), Limit.LIFT),
        (racks(1), line(SYSTEM, 6), Rules(Bounds(free_half_units=8)), Limit.FREE_UNITS),
        (racks(1, bears_kg=[300.0]), line(SYSTEM, 3), Rules(), Limit.BEARS),
        (racks(1, floor_kg=[300.0]), line(SYSTEM, 3), Rules(), Limit.FLOOR),
        (racks(1, power_limit_w=[20_000.0]), line(SYSTEM, 2), Rules(), Limit.POWER),
        (racks(1), line(SYSTEM, 1), Rules(spare_racks=1), Limit.SPARE_RACK),
    ]
    for where, asked, wanted, limit in cases:
        found = fill(where, [asked], wanted)
        assert [left.refusal.limit for left in found.unplaced] == [limit]
        assert found.unplaced[0].count == asked.count - len(found.line)
    mixed = fill(racks(1), [line(SYSTEM, 1), line(HALF, 1)], Rules(Bounds(roles_apart=True)))
    assert why(mixed) == [(1, 1, 0, Limit.ROLE)]
    crowded = fill(racks(1, zero_u_per_side=[0]), [line(SYSTEM, 1), line(PDU, 1, each_rack=True)])
    assert why(crowded) == [(0, 1, 0, Limit.COMPANION)]
    cause = crowded.unplaced[0].refusal.cause
    assert cause is not None
    assert (crowded.unplaced[0].refusal.line, cause.limit) == (1, Limit.BESIDE)
    only_one = fill(racks(1), [line(SYSTEM, 1), line(SWITCH, 1)], Rules(network_racks=True))
    assert {left.refusal.limit for left in only_one.unplaced} == {Limit.NETWORK_RACK}


def test_the_rack_that_came_nearest_is_named() -> None:
    where = racks(3, usable_depth_mm=[800.0, 1_080.0, 1_080.0], bears_kg=[1_500.0, 60.0, 120.0])
    assert why(fill(where, [line(SYSTEM, 1)])) == [(0, 1, 2, Limit.BEARS)]


def test_racks_are_filled_one_after_the_other_or_evenly() -> None:
    assert fill(racks(4), [line(SYSTEM, 6)]).rack.tolist() == [0] * 6
    assert fill(racks(4), [line(SYSTEM, 6)], Rules(fill=Fill.EVEN)).rack.tolist() == [0, 1, 2, 3, 0, 1]
    two_lines = fill(racks(4), [line(SYSTEM, 6), line(HALF, 6)], Rules(fill=Fill.EVEN))
    assert np.bincount(two_lines.rack).tolist() == [3, 3, 3, 3]
    there = standing([(PDU, 0, 0, Face.REAR, Side.LEFT)])
    assert sorted(fill(racks(3), [line(PDU, 5)], there=there).rack.tolist()) == [0, 1, 1, 2, 2]
    assert fill(racks(4), [line(SYSTEM, 6, most_in_rack=2)]).rack.tolist() == [0, 0, 1, 1, 2, 2]


def test_what_every_rack_shall_hold_counts_what_is_there() -> None:
    there = standing([(PDU, 0, 0, Face.REAR, Side.LEFT)])
    found = fill(racks(2), [line(PDU, 2, each_rack=True)], there=there)
    assert found.rack.tolist() == [0, 1, 1]
    assert found.side.tolist()[0] == Side.RIGHT


def test_reserved_units_and_spare_racks_stay_free() -> None:
    there = standing(reserved=[(0, 0, 20, Face.BOTH), (0, 40, 42, Face.REAR)])
    found = fill(racks(2), [line(SYSTEM, 3)], Rules(spare_racks=1), there)
    assert at(found, 0) == [(0, 20), (0, 36), (0, 52)]


def test_what_a_damaged_file_says_stops_nothing() -> None:
    there = standing([(SYSTEM, 0, 2**50, 0, ABSENT), (PDU, 0, 2**50, 1, 0)], [(0, 2**50, 2**51, Face.BOTH), (0, 90, 2**50, Face.BOTH)])
    asked = [line(SYSTEM, 1), line(PDU, 2, each_rack=True)]
    assert at(fill(racks(1, pitch_mm=[0.0]), asked, there=there), 0) == [(0, 0)]
    for half_units in (-4, 0, 2**40):
        assert fill(racks(1, half_units=half_units), asked, there=there).used_half_units.tolist() in ([0], [16])


def test_shallow_devices_stand_back_to_back() -> None:
    deep = standing([(SYSTEM, 0, 0, Face.FRONT, ABSENT), (PANEL, 0, 16, Face.FRONT, ABSENT)])
    found = fill(racks(1, half_units=20), [line(SWITCH, 2)], there=deep)
    assert sorted(at(found, 0)) == [(0, 16), (0, 18)]


STANDING = st.lists(
    st.tuples(
        st.sampled_from([SYSTEM, SWITCH, HALF, PANEL, PDU]),
        st.integers(0, 6),
        st.integers(0, 70),
        st.integers(0, 1),
        st.integers(0, 1),
    ),
    max_size=6,
)
RESERVED = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 60), st.integers(1, 20), st.integers(0, 2)), max_size=3)


@given(where=some_racks(), asked=lines(), wanted=rules(), there=STANDING, held=RESERVED)
@examples(200)
def test_nothing_overlaps_and_no_limit_is_broken(
    where: Racks,
    asked: list[Line],
    wanted: Rules,
    there: list[tuple[int, int, int, int, int]],
    held: list[tuple[int, int, int, int]],
) -> None:
    count = len(where.half_units)
    before = standing(
        [row for row in there if row[1] < count], [(rack, low, low + tall, face) for rack, low, tall, face in held if rack < count]
    )
    usable = where.usable_depth_mm[before.placed.rack]
    before = replace(before, placed=replace(before.placed, usable_depth_mm=usable))
    found = fill(where, asked, wanted, before)
    again = fill(where, asked, wanted, before)
    for name in ("line", "number", "rack", "low", "face", "side"):
        assert np.array_equal(getattr(found, name), getattr(again, name))
    assert found.unplaced == again.unplaced
    demand_complete(found, asked, count)
    demand_room(found, asked, where, before)
    demand_limits(found, asked, where, wanted, KINDS)


def demand_complete(found: Filled, asked: list[Line], racks_there: int) -> None:
    """Everything listed either is or has a reason."""
    for number, each in enumerate(asked):
        placed = int((found.line == number).sum())
        left = sum(unplaced.count for unplaced in found.unplaced if unplaced.line == number)
        if not each.each_rack:
            assert placed + left == each.count
        else:
            assert placed + left <= each.count * racks_there


def demand_room(found: Filled, asked: list[Line], where: Racks, before: Standing) -> None:
    new = as_placed(found, asked, where)
    both = before.placed.joined(new)
    old = len(before.placed)
    _, second = overlaps(both)
    assert not (second >= old).any()
    assert not outside(new.low, new.high, where.half_units[new.rack]).any()
    assert not beside_excess(both, where.zero_u_per_side[both.rack])[old:].any()
    for rack, low, high, face in zip(
        before.reserved_rack.tolist(),
        before.reserved_low.tolist(),
        before.reserved_high.tolist(),
        before.reserved_face.tolist(),
        strict=True,
    ):
        inside = (new.rack == rack) & (new.low < high) & (low < new.high) & (new.mount == Mount.UNITS)
        assert not (inside & ((new.face == face) | (face == Face.BOTH))).any()


def demand_limits(found: Filled, asked: list[Line], where: Racks, wanted: Rules, of: Kinds) -> None:
    kind = np.array([each.kind for each in asked], np.int64)[found.line]
    in_units = of.mount[kind] == Mount.UNITS
    assert np.isin(of.mount[kind], (Mount.UNITS, Mount.ZERO_U)).all()
    offered = np.nan_to_num(where.rail_width_inch[found.rack], nan=19.0)
    assert (offered == np.nan_to_num(of.rail_width_inch[kind], nan=19.0))[in_units].all()
    assert not (of.depth_mm[kind] > where.usable_depth_mm[found.rack])[in_units].any()
    grown = np.unique(found.rack)
    weight = np.bincount(found.rack, np.nan_to_num(of.weight_kg[kind]), len(where.half_units))
    power = np.bincount(found.rack, np.nan_to_num(of.power_w[kind]), len(where.half_units))
    assert np.allclose(found.contents_kg, where.contents_kg + weight)
    assert np.allclose(found.power_w, where.power_w + power)
    assert (found.contents_kg[grown] <= np.minimum(where.bears_kg, where.floor_kg)[grown] + 1e-6).all()
    drawing = grown[power[grown] > 0]
    assert (found.power_w[drawing] <= found.power_most_w[drawing] + 1e-6).all()
    assert (found.power_most_w <= where.power_limit_w * wanted.bounds.power_share + 1e-6).all()
    lifted = of.needs_lift[kind]
    assert (found.low[lifted] // 2 + 1 <= wanted.bounds.lift_top_u).all()
    assert not (found.low[in_units & (of.half_units[kind] % 2 == 0)] % 2).any()
    phases = np.array([1000 if each.phase is None else each.phase for each in asked])[found.line]
    assert (where.phase[found.rack] <= phases).all()
    for number, each in enumerate(asked):
        mine = found.rack[found.line == number]
        if each.most_in_rack is not None and not each.each_rack and len(mine):
            assert np.bincount(mine).max() <= each.most_in_rack
        if each.pairs and not each.each_rack:
            there = dict(zip(found.number[found.line == number].tolist(), mine.tolist(), strict=True))
            assert all(there.get(first) != there[first + 1] for first in range(0, each.count, 2) if first + 1 in there)
    if wanted.bounds.by_air and not wanted.bounds.mix_air:
        way = np.where(found.face == Face.FRONT, of.air[kind], -of.air[kind])
        assert not (way[in_units] < 0).any()
    if wanted.network_racks:
        counted = np.array([not asked[number].each_rack for number in found.line], bool) & in_units
        low = np.array([asked[number].band is Band.LOW for number in found.line], bool)
        assert not np.isin(found.rack[counted & low], found.rack[counted & ~low]).any()


@pytest.mark.parametrize("count", [1, 40])
def test_the_same_twice_is_the_same(count: int) -> None:
    asked = [line(SYSTEM, count), line(SWITCH, 3), line(PDU, 2, each_rack=True)]
    first, second = (fill(racks(12), asked, Rules(network_racks=True)) for _ in range(2))
    assert np.array_equal(first.rack, second.rack)
    assert np.array_equal(first.low, second.low)
