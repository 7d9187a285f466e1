"""Racks, power, cooling, storage and accessories: counts add up, electrics and physics hold, figures are those that their sources print.

Every bound is arithmetic or a published number; the source is next to it.
"""

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.hardware.hardware import Family, HardwareType, Mount, PortGroup
from gpudesk.core.messages.errors import Refused
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.project.sample import Clock

WATER_L_MIN_K_PER_KW = 14.35
"""60 / (1.0 kg/L × 4.18 kJ/(kg·K)): the flow that carries a kilowatt at a kelvin."""
AIR_CFM_K_PER_W = 1.757
"""1 / (1,206 J/(m³·K)) in cubic feet a minute."""
LINES = {"l1", "l2", "l3"}
PAIRS = {"l1-l2", "l2-l3", "l3-l1"}


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return open_catalog()


def of_family(catalog: Catalog, family: Family) -> list[HardwareType]:
    found = [entry.type for entry in catalog.all() if entry.type.family is family]
    assert found, family
    return found


def outlets(kind: HardwareType) -> Iterator[tuple[PortGroup, int]]:
    yield from ((group, len(group.cages)) for group in kind.port_groups if group.role == "power_out")


def sockets(kind: HardwareType) -> Counter[str]:
    count: Counter[str] = Counter()
    for group, number in outlets(kind):
        count[group.kind] += number
    return count


def lines(kind: HardwareType) -> Counter[str]:
    count: Counter[str] = Counter()
    for group, number in outlets(kind):
        count[group.network] += number
    return count


# Racks


def test_units_and_their_foot_fit_under_the_top(catalog: Catalog) -> None:
    for kind in of_family(catalog, Family.RACK):
        units, pitch, outer = (kind.number(name) or 0 for name in ("units_u", "unit_pitch_mm", "outer_height_mm"))
        spare = outer - units * pitch - (kind.number("first_unit_mm") or 0)
        assert 0 < spare < 450, (kind.key, spare)


def test_a_pitch_goes_with_its_rails(catalog: Catalog) -> None:
    """EIA-310-E: 44.45 mm between 19-inch rails; Open Compute: 48 mm between 21-inch ones."""
    for kind in of_family(catalog, Family.RACK):
        assert (kind.number("rail_width_inch"), kind.number("unit_pitch_mm")) in {(19, 44.45), (21, 48)}, kind.key


def test_rails_stand_in_the_rack_and_loads_are_in_order(catalog: Catalog) -> None:
    for kind in of_family(catalog, Family.RACK):
        deep = kind.number("outer_depth_mm") or 0
        least, set_at, most = (kind.number(f"rail_depth{part}_mm") for part in ("_min", "", "_max"))
        known = [value for value in (least, set_at, most, deep) if value is not None]
        assert known == sorted(known), kind.key
        assert (kind.number("usable_depth_mm") or 0) <= deep, kind.key
        rolling, static = kind.number("rolling_load_kg"), kind.number("static_load_kg")
        if rolling is not None and static is not None:
            assert rolling <= static, kind.key


def test_every_usual_size_has_a_cabinet_for_planning(catalog: Catalog) -> None:
    for units in (42, 48, 52):
        for wide in (600, 750, 800):
            for deep in (1070, 1200):
                kind = catalog.get(f"generic.rack-{units}u-{wide}x{deep}")
                sizes = [kind.number(name) for name in ("units_u", "outer_width_mm", "outer_depth_mm")]
                assert sizes == [units, wide, deep], kind.key


def test_the_cabinet_of_the_superpod_claims_no_more_than_is_published(catalog: Catalog) -> None:
    """RA-11333-001 names it and prints no size; the least sizes are those that NVIDIA asks of racks for DGX."""
    kind = catalog.get("legrand.nvidpd13")
    assert (kind.number("units_u"), kind.number("outer_width_mm"), kind.number("outer_depth_mm")) == (48, 600, 1100)
    assert {fact.value for fact in kind.facts["units_u"].others} == {42, 52}
    assert "static_load_kg" not in kind.facts


@pytest.mark.parametrize(
    ("rack", "device", "fits"),
    [
        ("ocp.open-rack-v3", "ocp.orv3-power-shelf-33kw", True),
        ("ocp.open-rack-v2", "generic.blank-1ou", True),
        ("ocp.open-rack-v3", "nvidia.nvl72-power-shelf", False),
        ("ocp.open-rack-v3", "ddn.ai400x2", False),
        ("ocp.open-rack-v3-47ru", "ddn.ai400x2", True),
        ("generic.rack-48u-800x1200", "ocp.orv3-power-shelf-33kw", False),
        ("nvidia.mgx-rack-nvl72", "nvidia.nvl72-power-shelf", True),
    ],
)
def test_open_racks_take_21_inches_and_refuse_19(rack: str, device: str, fits: bool) -> None:
    document = Document.scratch(Clock())
    try:
        place = run(document, add_racks, rack).result[0]
        if fits:
            run(document, place_device, device, place, 0)
            assert "space.rail_width" not in {finding.rule for finding in check_all(document.snapshot)}
        else:
            with pytest.raises(Refused):
                run(document, place_device, device, place, 0)
    finally:
        document.close()


# Rack PDUs


@pytest.mark.parametrize(
    ("key", "c13", "c19"),
    [
        # netbox-community/devicetype-library, entries of these models
        ("raritan.px3-5724v", 23, 13),
        ("raritan.px3-5497v", 19, 5),
        ("raritan.px3-5730-v2", 24, 12),
        ("apc.ap8886", 30, 12),
        ("apc.ap8888", 30, 12),
        ("apc.ap8868", 36, 6),
        ("apc.ap8853", 36, 6),
        ("eaton.emib08", 36, 6),
        ("vertiv.geist-gi10022l", 20, 4),
        ("vertiv.vp4n32a0", 12, 4),
        ("vertiv.vp9571a", 12, 0),
        # Raritan PX3-5878I2R-P1Q1R1A5D5 product sheet
        ("raritan.px3-5878i2r", 6, 18),
    ],
)
def test_outlets_of_the_makers(catalog: Catalog, key: str, c13: int, c19: int) -> None:
    count = sockets(catalog.get(key))
    assert (count["c13"], count["c19"]) == (c13, c19)


def test_a_title_with_outlets_counts_them(catalog: Catalog) -> None:
    told = 0
    for kind in of_family(catalog, Family.PDU):
        if kind.vendor != "Generic":
            continue
        for socket in ("c13", "c19"):
            found = re.search(rf"(\d+) {socket.upper()}", kind.model)
            assert sockets(kind)[socket] == (int(found[1]) if found else 0), (kind.key, socket)
            told += found is not None
    assert told > 30


def test_outlets_are_shared_evenly_among_the_lines(catalog: Catalog) -> None:
    uneven_by_their_library = {"raritan.px3-5497v"}
    for kind in of_family(catalog, Family.PDU):
        count, phases = lines(kind), kind.number("input_phases")
        if not count or "" in count:
            continue
        if phases == 3:
            assert set(count) in (LINES, PAIRS), kind.key
            assert len(set(count.values())) == 1, (kind.key, count)
        elif kind.key not in uneven_by_their_library:
            assert len(count) == 1, (kind.key, count)


def test_a_wye_strip_has_neutral_and_a_delta_strip_none(catalog: Catalog) -> None:
    """Outlets between line and neutral see V / √3, outlets between lines the whole voltage."""
    for kind in of_family(catalog, Family.PDU):
        count, given, out = lines(kind), kind.number("input_voltage_v"), kind.number("output_voltage_v")
        if given is None or out is None or kind.number("input_phases") != 3 or "" in count or not count:
            continue
        expected = given / math.sqrt(3) if set(count) == LINES else given
        assert out == pytest.approx(expected, rel=0.01), kind.key


def test_capacity_is_that_of_the_inlet(catalog: Catalog) -> None:
    """S = V × I or √3 × V × I, at 80 % only where the source prints it so."""
    told = 0
    for kind in of_family(catalog, Family.PDU):
        volts, amperes, phases, capacity = (kind.number(f) for f in ("input_voltage_v", "input_current_a", "input_phases", "capacity_va"))
        if volts is None or amperes is None or phases is None or capacity is None:
            continue
        share = 0.8 if re.search(r"80 %|× 0\.8", kind.facts["capacity_va"].note) else 1.0
        assert capacity == pytest.approx(volts * amperes * (math.sqrt(3) if phases == 3 else 1) * share, rel=0.02), kind.key
        told += 1
    assert told >= 25


@pytest.mark.parametrize(
    ("key", "kilovoltamperes"),
    [
        # circuits: 415 V 60 A 43.128, 415 V 32 A 23.002, 208 V 60 A 21.616, 400 V 63 A 43.648, 400 V 16 A 11.085, 230 V 32 A 7.36
        ("generic.pdu-0u-415v-60a", 43.128),
        ("generic.pdu-0u-415v-32a", 23.002),
        ("generic.pdu-0u-415v-30a", 21.564),
        ("generic.pdu-0u-415v-63a", 45.284),
        ("generic.pdu-0u-208v-60a", 21.616),
        ("generic.pdu-0u-208v-30a", 10.808),
        ("generic.pdu-0u-208v-50a", 18.013),
        ("generic.pdu-0u-208v-30a-1p", 6.24),
        ("generic.pdu-0u-240v-30a", 7.2),
        ("generic.pdu-0u-400v-63a", 43.648),
        ("generic.pdu-0u-400v-32a", 22.17),
        ("generic.pdu-0u-400v-16a", 11.085),
        ("generic.pdu-0u-230v-32a", 7.36),
        ("generic.pdu-0u-230v-16a", 3.68),
        # Schneider Electric FAQ FA156194: three banks of 208 V × 16 A
        ("apc.ap8868", 9.984),
        # Raritan product sheet: 34.5 kVA at 80 %
        ("raritan.px3-5878i2r", 34.5),
    ],
)
def test_capacities_that_are_published(catalog: Catalog, key: str, kilovoltamperes: float) -> None:
    assert (catalog.get(key).number("capacity_va") or 0) / 1000 == pytest.approx(kilovoltamperes, abs=0.001)


def test_branches_carry_the_current_of_the_inlet(catalog: Catalog) -> None:
    """Breakers of a line × their rating ≥ its current; between lines a pair carries 1/√3 of it."""
    told = 0
    for kind in of_family(catalog, Family.PDU):
        count, rating, amperes = (kind.number(f) for f in ("breaker_count", "breaker_a", "input_current_a"))
        if not count or rating is None or amperes is None or kind.number("input_phases") is None:
            continue
        three = kind.number("input_phases") == 3
        needed = amperes / math.sqrt(3) if set(lines(kind)) == PAIRS else amperes
        assert count / (3 if three else 1) * rating >= needed - 0.01, kind.key
        assert rating <= amperes, kind.key
        told += 1
    assert told >= 15


def test_one_strip_for_every_circuit_of_the_two_regions(catalog: Catalog) -> None:
    circuits = {(kind.number("input_voltage_v"), kind.number("input_current_a")) for kind in of_family(catalog, Family.PDU)}
    published = {(208, 30), (240, 30), (208, 50), (208, 60), (415, 30), (415, 60), (230, 16), (230, 32), (400, 16), (400, 32), (400, 63)}
    assert published | {(415, 32), (415, 63), (380, 32)} <= circuits


def test_the_users_claim_of_circuits_stands_beside_the_truth(catalog: Catalog) -> None:
    for key in ("generic.pdu-0u-208v-60a", "generic.pdu-0u-208v-30a", "generic.pdu-0u-208v-30a-1p"):
        claim = catalog.get(key).facts["supply_voltage"].others
        assert [fact.source for fact in claim] == ["User guide: enterprise GPU deployment guide"]
        assert "40.8 kW" in claim[0].note


def test_strips_of_the_superpod(catalog: Catalog) -> None:
    """RA-11333-001, table 7: 96 and 12; what the second can was not found and is not claimed."""
    assert "PX3-5878I2R-P1Q2R1A15D5" in catalog.get("raritan.px3-5878i2r").part_numbers
    management = catalog.get("raritan.px3-5747v-v2")
    assert not list(outlets(management))
    assert "capacity_va" not in management.facts


# Busways, power shelves, UPS


def test_busways_and_their_boxes(catalog: Catalog) -> None:
    boxes = 0
    for kind in of_family(catalog, Family.BUSWAY):
        volts, capacity = kind.number("input_voltage_v"), kind.number("capacity_va")
        if kind.mount is Mount.CHILD:
            assert kind.text("fits") == "busway-tap-off", kind.key
            amperes, breakers = kind.number("breaker_a") or 0, kind.number("breaker_count") or 0
            assert capacity == pytest.approx(math.sqrt(3) * (volts or 0) * amperes * breakers, rel=0.001), kind.key
            assert sum(sockets(kind).values()) == breakers, kind.key
            boxes += 1
        elif volts == 800:
            # Direct current: a box for three lines must not fit, and none for 800 V is published.
            assert not kind.bays, kind.key
        else:
            assert {bay.accepts for bay in kind.bays} == {"busway-tap-off"}, kind.key
            if capacity is not None:
                assert capacity == pytest.approx(math.sqrt(3) * (volts or 0) * (kind.number("rated_current_a") or 0), rel=0.001), kind.key
    assert boxes >= 5


def test_power_shelves_add_up(catalog: Catalog) -> None:
    for kind in of_family(catalog, Family.POWER_SHELF):
        if kind.mount is Mount.FLOOR:
            assert {group.kind for group, _ in outlets(kind)} == {"dc-800"}, kind.key
            continue
        drawn = sum(element.rows * element.columns for element in kind.elements if element.kind == "psu")
        assert drawn == 6, kind.key
        busbars = [group for group, _ in outlets(kind) if group.kind == "busbar"]
        assert len(busbars) == 1, kind.key
    shelf = catalog.get("nvidia.nvl72-power-shelf")
    assert shelf.text("fits") == "nvl72-power-shelf"
    assert 8 * (shelf.number("power_output_w") or 0) == 264_000


def test_ups_give_no_more_than_they_are_rated(catalog: Catalog) -> None:
    for kind in of_family(catalog, Family.UPS):
        real, apparent = kind.number("power_output_w"), kind.number("capacity_va")
        if real is not None and apparent is not None:
            assert 0.8 * apparent <= real <= apparent, kind.key
    frame, module = catalog.get("schneider.galaxy-vl-500"), catalog.get("schneider.galaxy-vl-module-50kw")
    assert {bay.accepts for bay in frame.bays} == {module.text("fits")}
    assert (len(frame.bays) - 1) * (module.number("power_output_w") or 0) == frame.number("power_output_w")


# Coolant and air


def test_coolant_carries_the_capacity(catalog: Catalog) -> None:
    """The rise of water at the printed flow is between that of generous and of warm-water loops."""
    told = 0
    for kind in of_family(catalog, Family.CDU):
        heat, flow = kind.number("cooling_capacity_w"), kind.number("liquid_flow_l_min")
        assert heat, kind.key
        if flow is not None:
            rise = WATER_L_MIN_K_PER_KW * heat / 1000 / flow
            assert 8 <= rise <= 18, (kind.key, rise)
            told += 1
    assert told >= 9


def test_pumps_take_a_small_share_and_their_head_is_plausible(catalog: Catalog) -> None:
    """Hydraulic power = flow × head; pumps and drives turn 30 to 90 % of the electric power into it."""
    for kind in of_family(catalog, Family.CDU):
        flow, head = kind.number("liquid_flow_l_min"), kind.number("liquid_head_kpa")
        electric = kind.number("power_nameplate_w") or kind.number("power_max_w")
        heat = kind.number("cooling_capacity_w") or 0
        if electric is not None:
            assert 0.004 <= electric / heat <= 0.025, kind.key
            if flow is not None and head is not None:
                assert flow / 60_000 * head * 1000 <= 0.9 * electric, kind.key
        approach = kind.number("liquid_approach_k")
        assert approach is None or 2 <= approach <= 8, kind.key


@pytest.mark.parametrize(
    ("key", "fact", "value"),
    [
        ("supermicro.lcs-scdu-250l4001", "cooling_capacity_w", 250_000),  # library, from the maker's data sheet
        ("supermicro.lcs-scdu-250l4001", "weight_kg", 100),
        ("vertiv.xdu1350", "cooling_capacity_w", 1_350_000),  # SL-80005: 1,350 kW at 4 K, 1,086 kg, 900 × 1243 × 2122 mm
        ("vertiv.xdu1350", "liquid_approach_k", 4),
        ("vertiv.xdu1350", "weight_kg", 1_086),
        ("coolit.chx2000", "liquid_flow_l_min", 2_125),  # CoolIT page: 2,000 kW at 5 K, 2,125 L/min at 35 psi
        ("coolit.chx2000", "liquid_head_kpa", 241),
        ("motivair.mcdu-70", "facility_flow_l_min", 3_880),  # brochure 2026: 1,025 gpm
    ],
)
def test_figures_of_cdus(catalog: Catalog, key: str, fact: str, value: float) -> None:
    assert catalog.get(key).number(fact) == value


def test_ratings_that_contradict_each_other_stand_side_by_side(catalog: Catalog) -> None:
    assert {fact.value for fact in catalog.get("motivair.mcdu-60").facts["cooling_capacity_w"].others} == {1_200_000, 600_000}
    assert {fact.value for fact in catalog.get("vertiv.xdu1350").facts["cooling_capacity_w"].others} == {1_368_000, 1_367_000}
    assert {fact.value for fact in catalog.get("coolit.chx2000").facts["liquid_flow_l_min"].others} == {2_400}


def test_air_carries_the_capacity(catalog: Catalog) -> None:
    told = 0
    for kind in of_family(catalog, Family.COOLING):
        heat, air, water = (kind.number(name) for name in ("cooling_capacity_w", "airflow_cfm", "facility_flow_l_min"))
        if heat is not None and air is not None:
            assert 10 <= AIR_CFM_K_PER_W * heat / air <= 24, kind.key
            told += 1
        if heat is not None and water is not None:
            assert 4 <= WATER_L_MIN_K_PER_KW * heat / 1000 / water <= 8, kind.key
        fans = kind.number("power_max_w")
        assert fans is None or heat is None or fans / heat <= 0.06, kind.key
    assert told >= 8


# Storage


def test_storage_is_of_sane_weight_and_power(catalog: Catalog) -> None:
    for kind in of_family(catalog, Family.STORAGE):
        units, mass, power = (kind.number(name) for name in ("height_u", "weight_kg", "power_max_w"))
        assert units, kind.key
        if mass is not None:
            assert 8 <= mass / units <= 35, kind.key
        if power is not None:
            assert 200 <= power / units <= 1_900, kind.key
        average, idle = kind.number("power_average_w"), kind.number("power_idle_w")
        known = [value for value in (idle, average, power) if value is not None]
        assert known == sorted(known), kind.key


def test_storage_reads_no_more_than_its_ports_carry(catalog: Catalog) -> None:
    """Decimal gigabytes a second ≤ gigabits of the ports / 8; writes are no faster than reads."""
    told = 0
    for kind in of_family(catalog, Family.STORAGE):
        read, write = kind.number("read_gb_per_s"), kind.number("write_gb_per_s")
        gigabits = sum(len(g.ports) * (g.rate_gbps or 0) for g in kind.port_groups if g.network not in ("out_of_band", "storage_back_end"))
        if read is not None and gigabits > 10 and kind.key != "dell.powerscale-f910":
            assert read <= gigabits / 8, (kind.key, gigabits)
            told += 1
        if read is not None and write is not None:
            assert write <= read, kind.key
        usable, raw = kind.number("capacity_usable_tb"), kind.number("capacity_raw_tb")
        assert usable is None or raw is None or usable < raw, kind.key
    assert told >= 8


@pytest.mark.parametrize(
    ("key", "fact", "value"),
    [
        ("ddn.ai400x2", "read_gb_per_s", 90),
        ("ddn.ai400x2", "write_gb_per_s", 65),
        ("vast.cbox-gen6", "power_max_w", 775),  # library
        ("vast.dbox-df-3015v2", "power_max_w", 850),
        ("vast.dbox-df-3015v2", "weight_kg", 29.5),
        ("netapp.aff-a90", "weight_kg", 53.5),
        ("dell.powerscale-f710", "weight_kg", 21.73),  # Dell site preparation guide, February 2026
        ("dell.powerscale-f910", "weight_kg", 36.1),
        ("dell.powerscale-f910", "inlet_max_c", 35),
    ],
)
def test_figures_of_storage(catalog: Catalog, key: str, fact: str, value: float) -> None:
    assert catalog.get(key).number(fact) == value


# Accessories


def test_accessories_say_what_comes_in_a_pack_or_what_they_do(catalog: Catalog) -> None:
    kinds = of_family(catalog, Family.ACCESSORY)
    assert len(kinds) >= 50
    for kind in kinds:
        assert kind.facts, kind.key
        assert not kind.port_groups, kind.key


def test_bridges_say_their_pitch(catalog: Catalog) -> None:
    bridges = [kind for kind in of_family(catalog, Family.ACCESSORY) if "nvlink-bridge" in kind.key]
    assert {kind.number("board_slots") for kind in bridges} == {2, 3}
    wrong = catalog.get("nvidia.nvlink-bridge-ampere-2-slot").facts["interfaces"].others
    assert [fact.source for fact in wrong] == ["User guide: choosing GPUs for language models"]


def test_a_lift_carries_what_people_cannot(catalog: Catalog) -> None:
    """NVIDIA DGX B300 with supplies weighs 168 kg (user guide, as quoted)."""
    for kind in of_family(catalog, Family.ACCESSORY):
        load = kind.number("lift_load_kg")
        assert load is None or load >= 168, kind.key


def test_a_larger_generic_cabinet_weighs_more(catalog: Catalog) -> None:
    """Planning values: more height, width or depth is more steel."""
    names = ("units_u", "outer_width_mm", "outer_depth_mm", "weight_kg")
    cabinets = [
        [entry.type.number(name) or 0 for name in names]
        for entry in catalog.all()
        if re.fullmatch(r"generic\.rack-\d+u-\d+x\d+", entry.type.key)
    ]
    assert len(cabinets) > 12
    for small, large in itertools.permutations(cabinets, 2):
        if small != large and all(less <= more for less, more in zip(small[:3], large[:3], strict=True)):
            assert small[3] < large[3], (small, large)
