"""Switches, cards, modules, cables and panels: equal to what their makers and standards print, and fitting each other."""

import itertools
import re
from collections.abc import Iterator

import pytest

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.core.hardware.hardware import CableEnd, Confidence, Face, Family, HardwareType, Mount

FITS_INTO = {
    "osfp": {"osfp"},
    "qsfp112": {"qsfp112"},
    "qsfpdd": {"qsfpdd"},
    "qsfp56": {"qsfp56", "qsfp112", "qsfpdd"},
    "qsfp28": {"qsfp28", "qsfp56", "qsfp112", "qsfpdd"},
    "sfp28": {"sfp28"},
    "sfpplus": {"sfp28"},
    "rj45": {"rj45"},
    "usb": {"usb"},
    "mpo12": {"mpo12"},
    "mpo16": {"mpo16"},
    "mmc12": {"mmc12"},
    "lc2": {"lc2"},
    "c13": {"c14"},
    "c14": {"c13"},
    "c19": {"c20"},
    "c20": {"c19"},
    "c21": {"c22"},
}
"""Plug to the cages and sockets that take it: QSFP keeps one outline (SFF-8661), couplers of IEC 60320 go in pairs."""


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return open_catalog()


def of(catalog: Catalog, *families: Family) -> list[HardwareType]:
    return [entry.type for entry in catalog.all() if entry.type.family in families]


def pluggable(catalog: Catalog) -> Iterator[tuple[HardwareType, CableEnd]]:
    for kind in of(catalog, Family.TRANSCEIVER, Family.CABLE):
        for end in kind.ends:
            yield kind, end


# ---- switches


def test_throughput_counts_one_direction_on_every_switch(catalog: Catalog) -> None:
    """Ports × their rate: 64 × 400 Gb/s are 25.6 Tb/s, and what counts both directions is next to it, twice as large."""
    seen = 0
    for kind in of(catalog, Family.SWITCH):
        radix, throughput = kind.number("switch_radix"), kind.number("switch_throughput_tbps")
        groups = [group for group in kind.port_groups if group.name in {"data", "fabric", "fabric_a", "fabric_b", "access", "uplink"}]
        rates = [group.rate_gbps for group in groups for _ in group.ports if group.rate_gbps is not None]
        if radix is None or throughput is None or not rates:
            continue
        assert len(rates) == radix, kind.key
        assert throughput == pytest.approx(sum(rates) / 1000), kind.key
        assert all(other.value == 2 * throughput for other in kind.facts["switch_throughput_tbps"].others), kind.key
        seen += 1
    assert seen >= 28


def test_qm9700_has_32_finned_cages_of_two_ports(catalog: Catalog) -> None:
    """QM97xx user manual, Interfaces: OSFP, two logical ports each, finned modules in air-cooled systems."""
    fabric = next(group for group in catalog.get("nvidia.qm9700").port_groups if group.name == "fabric")
    assert len(fabric.cages) == 32
    assert len(fabric.ports) == 64
    assert (fabric.kind, fabric.heat_sink) == ("osfp", "finned")
    assert {port.lanes for port in fabric.ports} == {4}
    assert fabric.ports[:2] == tuple(port for port in fabric.ports if port.cage == "1")


@pytest.mark.parametrize(
    ("key", "cages", "kind", "ports", "rate_gbps"),
    [
        ("nvidia.qm8700", 40, "qsfp56", 40, 200),
        ("nvidia.qm8790", 40, "qsfp56", 40, 200),
        ("nvidia.qm9700", 32, "osfp", 64, 400),
        ("nvidia.qm9790", 32, "osfp", 64, 400),
        ("nvidia.q3200-ra", 36, "osfp", 72, 800),
        ("nvidia.q3400-ra", 72, "osfp", 144, 800),
        ("nvidia.q3401-rd", 72, "osfp", 144, 800),
        ("nvidia.q3450-ld", 144, "mpo12", 144, 800),
        ("nvidia.sn3700", 32, "qsfp56", 32, 200),
        ("nvidia.sn4600", 64, "qsfp56", 64, 200),
        ("nvidia.sn4600c", 64, "qsfp28", 64, 100),
        ("nvidia.sn4700", 32, "qsfpdd", 32, 400),
        ("nvidia.sn5400", 64, "qsfpdd", 64, 400),
        ("nvidia.sn5600", 64, "osfp", 64, 800),
        ("nvidia.sn5610", 64, "osfp", 64, 800),
        ("arista.7060dx4-32-f", 32, "qsfpdd", 32, 400),
        ("arista.7060px4-32-f", 32, "osfp", 32, 400),
    ],
)
def test_cages_and_ports_of_switches(catalog: Catalog, key: str, cages: int, kind: str, ports: int, rate_gbps: float) -> None:
    """Hardware manuals and product pages of NVIDIA; device types of the Arista 7060X4."""
    groups = [
        group
        for group in catalog.get(key).port_groups
        if group.name.startswith(("fabric_a", "fabric_b")) or group.name in ("fabric", "data")
    ]
    assert sum(len(group.cages) for group in groups) == cages
    assert sum(len(group.ports) for group in groups) == ports
    assert {(group.kind, group.rate_gbps) for group in groups} == {(kind, rate_gbps)}


def test_the_radix_of_a_switch_is_what_its_cages_hold(catalog: Catalog) -> None:
    """Ports at the highest rate in the cages of the face: what a fat tree is made from. The SN2201 counts its two rates together."""
    for kind in of(catalog, Family.SWITCH):
        radix = kind.number("switch_radix")
        if radix is None:
            continue
        groups = [
            group for group in kind.port_groups if group.role == "network" and group.name not in ("management", "service", "fabric_manager")
        ]
        assert sum(len(group.ports) for group in groups) == radix, kind.key


def test_every_switch_has_two_drawn_faces_and_a_way_in_for_power(catalog: Catalog) -> None:
    for kind in of(catalog, Family.SWITCH):
        assert kind.mount is Mount.UNITS
        faces = {group.face for group in kind.port_groups} | {element.face for element in kind.elements}
        assert faces == {Face.FRONT, Face.REAR}, kind.key
        assert any(group.role == "power_in" for group in kind.port_groups), kind.key


def test_air_goes_by_part_number(catalog: Catalog) -> None:
    """Part numbers ending in R are C2P; the F of NVIDIA's InfiniBand is P2C, air from the power supplies to the ports."""
    for key in ("qm8700", "qm8790", "qm9700", "qm9790", "sn2201", "sn3700", "sn4600c", "sn4700"):
        p2c, c2p = catalog.get(f"nvidia.{key}"), catalog.get(f"nvidia.{key}-c2p")
        assert p2c.text("airflow_direction") == "rear-to-front"
        assert c2p.text("airflow_direction") == "front-to-rear"
        assert not set(p2c.part_numbers) & set(c2p.part_numbers)
    assert catalog.get("nvidia.qm9700-c2p").part_numbers == ("MQM9700-NS2R",)
    assert [fact.value for fact in catalog.get("nvidia.sn5600").facts["airflow_direction"].others] == ["rear-to-front"]


@pytest.mark.parametrize(
    ("key", "typical_w", "maximum_w"),
    [
        ("nvidia.qm9700", 747, 1_720),
        ("nvidia.qm9790", 640, 1_610),
        ("nvidia.sn5610", 900, 2_080),
        ("nvidia.q3400-ra", 2_900, 7_000),
        ("nvidia.sn4600", 600, None),
        ("nvidia.sn4600c", 466, None),
        ("nvidia.sn5600", 940, None),
        ("nvidia.sn2201", 98, None),
    ],
)
def test_typical_and_maximum_power_are_apart(catalog: Catalog, key: str, typical_w: float, maximum_w: float | None) -> None:
    """Specifications of the QM97xx, SN5000, SN4000, SN2201 and XDR manuals."""
    assert (catalog.get(key).number("power_average_w"), catalog.get(key).number("power_max_w")) == (typical_w, maximum_w)


# ---- cards and modules


def test_cards_with_osfp_take_flat_tops_only(catalog: Catalog) -> None:
    """ConnectX-7 manual, Introduction: cards with OSFP have only a riding heat sink."""
    cages = {
        (kind.key, group.kind, group.heat_sink)
        for kind in of(catalog, Family.ADAPTER)
        for group in kind.port_groups
        if group.kind == "osfp"
    }
    assert ("nvidia.mcx75310aas-neat", "osfp", "flat") in cages
    assert {sink for _key, _kind, sink in cages} == {"flat"}


def test_a_plug_that_goes_into_osfp_says_its_top(catalog: Catalog) -> None:
    seen = set()
    for kind, end in pluggable(catalog):
        if end.connector == "osfp":
            assert end.heat_sink in ("flat", "finned"), kind.key
            seen.add(end.heat_sink)
        else:
            assert end.heat_sink == "", kind.key
    assert seen == {"flat", "finned"}


def test_the_top_of_a_module_is_the_same_in_its_facts(catalog: Catalog) -> None:
    for kind in of(catalog, Family.TRANSCEIVER):
        assert [end.end for end in kind.ends] == ["cage", "b"], kind.key
        assert kind.text("module_heat_sink") == (kind.ends[0].heat_sink or "none"), kind.key
        assert kind.facts["twin_port"].value is (kind.ends[1].count == 2), kind.key
        rate = kind.number("rate_gbps") or 0
        assert kind.ends[0].rate_gbps == rate, kind.key
        assert (kind.ends[1].rate_gbps or 0) * kind.ends[1].count == rate, kind.key


def test_an_angled_mpo_of_a_module_is_male_and_holds_its_lanes(catalog: Catalog) -> None:
    """NVIDIA structured cabling requirements: pins in the transceiver, eight lit fibers for a link of four lanes each way."""
    for kind in of(catalog, Family.TRANSCEIVER):
        optical = kind.ends[1]
        if optical.connector.startswith("mpo"):
            assert optical.gender == "male", kind.key
            assert optical.fibres == {"mpo12": 8, "mpo16": 16}[optical.connector], kind.key
        if optical.connector == "lc2":
            assert (optical.polish, optical.fibres) == ("upc", 2), kind.key


@pytest.mark.parametrize(
    ("key", "power_w", "fibre", "reach_m", "top"),
    [
        ("nvidia.mma4z00-ns", 17, "om4", 50, "finned"),
        ("nvidia.mma4z00-ns", 17, "om3", 30, "finned"),
        ("nvidia.mma4z00-ns-flt", 17, "om4", 50, "flat"),
        ("nvidia.mma4z00-ns400", 9, "om4", 50, "flat"),
        ("nvidia.mma1z00-ns400", 9, "om3", 30, "none"),
        ("nvidia.mms4x00-ns", 17, "os2", 100, "finned"),
        ("nvidia.mms4x00-nm", 17, "os2", 500, "finned"),
        ("nvidia.mms4x00-ns400", 9, "os2", 100, "flat"),
        ("nvidia.mms1x00-ns400", None, "os2", 100, "none"),
        ("nvidia.mms4x50-nm", None, "os2", 2_000, "finned"),
        ("nvidia.mms4x90-nr", None, "os2", 10_000, "finned"),
        ("nvidia.mms4a20", None, "os2", 500, "flat"),
        ("nvidia.mms4a00", 25, "os2", 500, "finned"),
        ("nvidia.mma1b00-c100d", None, "om4", 100, "none"),
        ("nvidia.mma2p00-as", None, "om3", 70, "none"),
    ],
)
def test_power_and_reach_of_modules(catalog: Catalog, key: str, power_w: float | None, fibre: str, reach_m: float, top: str) -> None:
    """LinkX 100G-PAM4 overview (2025-11), the product pages of MMS4X00-NS, -NM and -NS400, and NVIDIA's interconnect pages."""
    kind = catalog.get(key)
    assert kind.number("power_max_w") == power_w
    assert kind.number(f"reach_{fibre}_m") == reach_m
    assert kind.text("module_heat_sink") == top


@pytest.mark.parametrize(
    ("key", "reach", "loss_db", "confidence"),
    [
        ("generic.qsfpdd-400g-sr8", {"om3": 70, "om4": 100, "om5": 100}, 1.9, Confidence.READ),
        ("generic.qsfpdd-400g-sr4.2", {"om3": 70, "om4": 100, "om5": 150}, 1.8, Confidence.READ),
        ("generic.qsfp112-400g-vr4", {"om3": 30, "om4": 50, "om5": 50}, 1.7, Confidence.MEMORY),
        ("generic.qsfp112-400g-sr4", {"om3": 60, "om4": 100, "om5": 100}, 1.8, Confidence.MEMORY),
        ("generic.sfpplus-10g-sr", {"om3": 300, "om4": 400}, 2.9, Confidence.MEMORY),
        ("generic.osfp-800g-dr8", {"os2": 500}, 3.0, Confidence.READ),
        ("generic.qsfpdd-400g-lr8", {"os2": 10_000}, 6.3, Confidence.READ),
        ("generic.qsfp28-100g-fr1", {"os2": 2_000}, 4.0, Confidence.MEMORY),
        ("generic.qsfpdd-400g-lr4-6", {"os2": 6_000}, None, None),
    ],
)
def test_reach_and_loss_of_the_standards(
    catalog: Catalog, key: str, reach: dict[str, float], loss_db: float | None, confidence: Confidence | None
) -> None:
    """IEEE 802.3 channels; those marked as read stand in the overviews of the TIA Fiber Optics Tech Consortium."""
    kind = catalog.get(key)
    assert {name: kind.number(f"reach_{name}_m") for name in reach} == reach
    assert kind.number("loss_budget_db") == loss_db
    assert (kind.facts["loss_budget_db"].confidence if loss_db else None) is confidence


def test_no_module_of_nvidia_goes_farther_than_its_standard(catalog: Catalog) -> None:
    """The 100G-lane multi-mode modules are 30 m and 50 m, the figures of VR4, though they are sold as SR4."""
    standard = catalog.get("generic.qsfp112-400g-sr4")
    for key in ("mma4z00-ns", "mma4z00-ns-flt", "mma4z00-ns400", "mma1z00-ns400"):
        for fibre in ("om3", "om4", "om5"):
            assert (catalog.get(f"nvidia.{key}").number(f"reach_{fibre}_m") or 0) < (standard.number(f"reach_{fibre}_m") or 0)


def test_faster_than_100_a_lane_is_single_mode(catalog: Catalog) -> None:
    """NVIDIA lists no multi-mode module for XDR."""
    fast = [kind for kind in of(catalog, Family.TRANSCEIVER) if kind.text("lane_coding").startswith("200G")]
    assert len(fast) >= 8
    assert {kind.text("fibre_mode") for kind in fast} == {"single-mode"}


# ---- cables


def test_the_worked_losses(catalog: Catalog) -> None:
    """50 m of OM4 and four joints: 1.55 dB if low-loss, within 1.7 dB of VR4, else 3.15 dB; 500 m of OS2: 1.6 dB of 3.0 dB."""
    multi, single = catalog.get("nvidia.mfp7e10"), catalog.get("nvidia.mfp7e30")
    joint = multi.facts["insertion_loss_db"]
    low, ordinary = float(joint.value), float(joint.others[0].value)

    def channel_db(kind: HardwareType, length_m: float, joint_db: float) -> float:
        return length_m / 1000 * (kind.number("attenuation_db_per_km") or 0) + 4 * joint_db

    allowed = catalog.get("nvidia.mma4z00-ns").number("loss_budget_db") or 0
    assert channel_db(multi, 50, low) == pytest.approx(1.55)
    assert channel_db(multi, 50, ordinary) == pytest.approx(3.15)
    assert channel_db(multi, 50, low) < allowed < channel_db(multi, 50, ordinary)
    assert channel_db(single, 500, low) == pytest.approx(1.6)
    assert channel_db(single, 500, low) < (catalog.get("nvidia.mms4x00-nm").number("loss_budget_db") or 0)


def test_stock_lengths_ascend_and_come_once(catalog: Catalog) -> None:
    for kind in of(catalog, Family.CABLE):
        lengths = [stock.length_m for stock in kind.lengths]
        assert lengths, kind.key
        assert lengths == sorted(set(lengths)), kind.key
        assert lengths[-1] <= (kind.number("length_max_m") or 0), kind.key
        numbers = [stock.part_number for stock in kind.lengths if stock.part_number]
        assert len(set(numbers)) == len(numbers), kind.key
        assert set(numbers) <= set(kind.part_numbers), kind.key


@pytest.mark.parametrize(
    ("key", "lengths"),
    [
        ("nvidia.mcp4y10", [0.5, 1, 1.5, 2]),
        ("nvidia.mcp7y00", [1, 1.5, 2, 2.5, 3]),
        ("nvidia.mca4j80", [3, 4, 5]),
        ("nvidia.mcp1600-e", [0.5, 1, 1.5, 2, 2.5, 3, 4, 5]),
        ("nvidia.mfs1s00-h", [3, 5, 10, 15, 20, 30, 50, 100]),
        ("nvidia.mfa7u10", [3, 5, 10, 15, 20, 30]),
        ("nvidia.mfp7e10", [3, 5, 7, 10, 15, 20, 30, 50]),
        ("nvidia.dgx-cord", [1.2]),
    ],
)
def test_published_lengths(catalog: Catalog, key: str, lengths: list[float]) -> None:
    """NVIDIA's interconnect pages (2026-08, 2026-09); the cord of the DGX H100 user guide."""
    assert [stock.length_m for stock in catalog.get(key).lengths] == lengths


def test_each_end_of_a_cable_fits_a_port(catalog: Catalog) -> None:
    """Cages, sockets and panels take plugs; an MPO or LC plug also goes into the face of a module."""
    types = [entry.type for entry in catalog.all()]
    sockets = {group.kind for kind in types for group in kind.port_groups}
    faces = {kind.ends[1].connector for kind in types if kind.family is Family.TRANSCEIVER}
    for kind in of(catalog, Family.CABLE):
        assert {end.end for end in kind.ends} == {"a", "b"}, kind.key
        for end in kind.ends:
            assert FITS_INTO[end.connector] & (sockets | faces), (kind.key, end.connector)
    for kind in of(catalog, Family.TRANSCEIVER):
        assert FITS_INTO[kind.ends[0].connector] & sockets, kind.key


def test_a_split_cable_shares_its_rate(catalog: Catalog) -> None:
    for kind in of(catalog, Family.CABLE):
        a, b = kind.ends
        if a.rate_gbps and b.rate_gbps:
            assert a.rate_gbps * a.count == b.rate_gbps * b.count, kind.key
        if kind.text("cable_kind") != "trunk":
            assert (kind.number("splits_into") or 1) == b.count, kind.key


def test_flat_and_finned_versions_differ_by_their_head(catalog: Catalog) -> None:
    """-FLT parts are for DGX and liquid-cooled switches; the tails of a splitter are flat, for adapters, in both."""
    for key in ("mcp7y00", "mfa7u10"):
        finned, flat = catalog.get(f"nvidia.{key}"), catalog.get(f"nvidia.{key}-flt")
        assert (finned.ends[0].heat_sink, flat.ends[0].heat_sink) == ("finned", "flat")
        assert finned.ends[1].heat_sink == flat.ends[1].heat_sink
    assert catalog.get("nvidia.mcp7y00").ends[1].heat_sink == "flat"
    assert [end.heat_sink for end in catalog.get("nvidia.mca4j80-ftf").ends] == ["flat", "finned"]


def test_jumpers_are_female_and_trunks_male(catalog: Catalog) -> None:
    """NVIDIA structured cabling requirements: female patch cords, trunks male into panels; APC from 100G a lane on."""
    for kind in of(catalog, Family.CABLE):
        genders = {end.gender for end in kind.ends if end.connector.startswith("mpo")}
        if genders:
            assert genders == {"male" if kind.text("cable_kind") == "trunk" else "female"}, kind.key
        polishes = {end.polish for end in kind.ends if end.connector.startswith(("mpo", "mmc"))}
        assert polishes <= {"apc", "upc"}, kind.key
        assert len(polishes) <= 1, kind.key
    for key in ("mfp7e10", "mfp7e20", "mfp7e30", "mfp7e40"):
        kind = catalog.get(f"nvidia.{key}")
        assert kind.text("polarity") == "B"
        assert {end.polish for end in kind.ends} == {"apc"}


def test_a_bend_is_ten_diameters_placed_and_twenty_pulled(catalog: Catalog) -> None:
    """ANSI/TIA-568; a public page has it the other way round, and that is not followed."""
    for kind in of(catalog, Family.CABLE):
        diameter, pulled = kind.number("outer_diameter_mm"), kind.number("bend_radius_pulled_mm")
        if diameter is not None and pulled is not None:
            assert kind.number("bend_radius_mm") == pytest.approx(10 * diameter), kind.key
            assert pulled == pytest.approx(20 * diameter), kind.key


def test_only_the_cable_that_was_measured_has_its_diameter_read(catalog: Catalog) -> None:
    """DGX SuperPOD Data Center Design, Table 18, gives 9.43 mm for the twin-port copper of the DGX H100 and for no other."""
    alike = {kind.key: kind.facts["outer_diameter_mm"] for kind in of(catalog, Family.CABLE) if kind.number("outer_diameter_mm") == 9.43}
    assert len(alike) > 20
    assert [key for key, fact in alike.items() if fact.confidence is Confidence.READ] == ["nvidia.mcp4y10"]
    assert all("MCP4Y10" in fact.note for key, fact in alike.items() if key != "nvidia.mcp4y10")


def test_what_a_page_says_of_one_part_is_read_of_no_other(catalog: Catalog) -> None:
    """A product page speaks of its own part, Table 18 of the design guide of the cables of one pod, and a rule of bending of no cable."""
    page = re.compile(r"NVIDIA (M[A-Z]{2}\w{4,6}?)(?:-|,| |x)")
    for kind in (*of(catalog, Family.CABLE), *of(catalog, Family.TRANSCEIVER)):
        # The pages of modules name the cords that belong to them.
        cord = kind.family is Family.CABLE and kind.text("fibre_mode") != "copper"
        facts = [(name, each) for name, fact in kind.facts.items() for each in (fact, *fact.others) if each.confidence is Confidence.READ]
        for name, fact in facts:
            named = page.match(fact.source)
            if named is not None and not cord and "Overview" not in fact.source:
                assert named[1].casefold() in kind.key, (kind.key, name, fact.source)
            if "Data Center Design" in fact.source and name in ("outer_diameter_mm", "mass_kg_per_m"):
                assert kind.vendor == "NVIDIA", (kind.key, name)
            assert not name.startswith("bend_radius"), (kind.key, name)


def test_the_delay_of_copper_is_read_where_its_page_prints_it(catalog: Catalog) -> None:
    """The page of the MCP4Y10 gives 4.5 ns/m as the most, "informative"; for other cables it is taken over, and said to be."""
    delays = {
        kind.key: kind.facts["delay_ns_per_m"]
        for kind in of(catalog, Family.CABLE)
        if kind.text("fibre_mode") == "copper" and "delay_ns_per_m" in kind.facts
    }
    read = {key for key, fact in delays.items() if fact.confidence is Confidence.READ}
    assert read == {"nvidia.mcp4y10", "nvidia.mcp4y10-flt", "nvidia.mcp4y10-ftf"}
    assert all("not published for this one" in fact.note for key, fact in delays.items() if key not in read)


def test_light_in_glass_takes_its_time(catalog: Catalog) -> None:
    """Group index 1.468 over 299,792,458 m/s (the meter) is 4.9 ns/m; the 4.5 of a page of NVIDIA are given too."""
    found = 0
    for kind in of(catalog, Family.CABLE):
        delay = kind.facts.get("delay_ns_per_m")
        if delay is None or kind.text("fibre_mode") == "copper":
            continue
        assert delay.value == pytest.approx(1.468 / 0.299792458, abs=0.05), kind.key
        assert [other.value for other in delay.others] == [4.5], kind.key
        found += 1
    assert found >= 50


def test_the_doubtful_mass_of_copper_stands_beside_the_larger(catalog: Catalog) -> None:
    """0.045 kg/m at 9.43 mm would be 0.64 g/cm³; trays are loaded with the larger figure."""
    fact = catalog.get("nvidia.mcp4y10").facts["mass_kg_per_m"]
    assert (fact.value, [other.value for other in fact.others]) == (0.2, [0.045])
    alike = [kind for kind in of(catalog, Family.CABLE) if 0.045 in [other.value for other in kind.facts["mass_kg_per_m"].others]]
    read = [kind.key for kind in alike if kind.facts["mass_kg_per_m"].others[0].confidence is Confidence.READ]
    assert (len(alike) > 20, read) == (True, ["nvidia.mcp4y10"])
    assert catalog.get("nvidia.mfp7e10").number("mass_kg_per_m") == 0.009


def test_cords_and_their_currents(catalog: Catalog) -> None:
    """IEC 60320: 10 A for C13 and C14, 16 A for C19, C20 and C21; the DGX takes its own locking cords of 1.2 m."""
    cord = catalog.get("nvidia.dgx-cord")
    assert [end.connector for end in cord.ends] == ["c20", "c19"]
    assert cord.facts["locking"].value is True
    for kind in of(catalog, Family.CABLE):
        if kind.text("cable_kind") == "power":
            weaker = min({"c13": 10, "c14": 10, "c19": 16, "c20": 16, "c21": 16}[end.connector] for end in kind.ends)
            assert kind.number("rated_current_a") == weaker, kind.key


# ---- panels and cassettes


def test_strands_through_a_panel_are_one_to_one(catalog: Catalog) -> None:
    """Every position in front leads to exactly one behind and every one behind is reached."""
    walked = 0
    for kind in of(catalog, Family.PANEL, Family.CASSETTE):
        sides = {face: set[tuple[str, int]]() for face in (Face.FRONT, Face.REAR)}
        for group in kind.port_groups:
            assert group.role == "panel", kind.key
            sides[group.face] |= {(port.name, n) for port in group.ports for n in range(1, group.positions + 1)}
        front = [(way.front, way.front_position) for way in kind.passages]
        rear = [(way.rear, way.rear_position) for way in kind.passages]
        assert len(front) == len(set(front)), kind.key
        assert len(rear) == len(set(rear)), kind.key
        assert set(front) == sides[Face.FRONT], kind.key
        assert set(rear) == sides[Face.REAR], kind.key
        fibres = kind.number("fibre_count")
        if fibres is not None:
            assert len(front) == fibres, kind.key
        walked += len(front)
    assert walked > 3_500


def test_wiring_of_cassettes(catalog: Catalog) -> None:
    """Type A is straight, AF crosses each pair, U1 and U2 of TIA-568.3-E take position n with 13 − n."""

    def pairs(key: str) -> list[tuple[int, int]]:
        ways = sorted((int(way.front), way.front_position, way.rear, way.rear_position) for way in catalog.get(key).passages)
        return [(left[3], right[3]) for left, right in zip(ways[::2], ways[1::2], strict=True)]

    assert pairs("generic.cassette-hd-12lc-2mpo-om4-a")[:6] == [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12)]
    assert pairs("generic.cassette-hd-12lc-2mpo-om4-af")[:2] == [(2, 1), (4, 3)]
    for wiring in ("u1", "u2"):
        assert all(left + right == 13 for left, right in pairs(f"generic.cassette-lgx-12lc-2mpo-om4-{wiring}"))
    assert "generic.cassette-lgx-12lc-2mpo-os2-u2" not in catalog


def test_adapters_of_type_b_mirror(catalog: Catalog) -> None:
    """TIA-568.3-E: key up to key up, position 1 faces 12; type A does not mirror."""
    assert all(way.front_position + way.rear_position == 13 for way in catalog.get("generic.plate-hd-8mpo12-b").passages)
    assert all(way.front_position == way.rear_position for way in catalog.get("generic.plate-hd-8mpo12-a").passages)


def test_cassettes_fit_their_bays(catalog: Catalog) -> None:
    shelves = [kind for kind in of(catalog, Family.PANEL) if kind.bays]
    children = of(catalog, Family.CASSETTE)
    assert {bay.accepts for shelf in shelves for bay in shelf.bays} == {kind.text("fits") for kind in children} == {"lgx", "hd-cassette"}
    for shelf in shelves:
        assert len(shelf.bays) == shelf.number("cassette_slots")
        for bay, child in itertools.product(shelf.bays, children):
            if child.text("fits") == bay.accepts:
                assert bay.area is not None
                assert (child.number("width_mm") or 0) <= bay.area.width_mm, (shelf.key, child.key)
                assert (child.number("height_mm") or 0) <= bay.area.height_mm + 0.5, (shelf.key, child.key)
    assert {child.mount for child in children} == {Mount.CHILD}


# ---- the published bill


@pytest.mark.parametrize(
    ("part_number", "key"),
    [
        ("920-9B210-00FN-0M0", "nvidia.qm9700"),
        ("920-9N302-00F7-0C2", "nvidia.sn4600c"),
        ("920-9N110-00F1-0C0", "nvidia.sn2201"),
        ("980-9I510-00NS00", "nvidia.mma4z00-ns"),
        ("980-9I51A-00NS00", "nvidia.mma4z00-ns-flt"),
        ("980-9I51S-00NS00", "nvidia.mma4z00-ns400"),
        ("980-9I693-00NS00", "nvidia.mma1z00-ns400"),
        ("980-9I570-00N030", "nvidia.mfp7e10"),
        ("980-9I557-00N030", "nvidia.mfp7e20"),
        ("980-9I117-00H030", "nvidia.mfa7u10"),
        ("980-9I440-00H030", "nvidia.mfs1s00-h"),
        ("980-9I13N-00C030", "nvidia.mfa1a00-c"),
        ("980-9I54C-00V001", "nvidia.mcp1650-v"),
        ("980-9I17Q-00CM00", "nvidia.mma1l30-cm"),
        ("980-9I71G-00J000", "nvidia.mam1q00a-qsa"),
        ("980-9I251-00IS00", "nvidia.mc3208411-t"),
        ("980-9IA0J-00N002", "nvidia.mcp4y10-flt"),
    ],
)
def test_parts_of_the_published_bills_are_found(catalog: Catalog, part_number: str, key: str) -> None:
    """DGX H100 SuperPOD RA-11333-001 V11 and DGX BasePOD RA-11127-001 V5, bills of material."""
    assert [kind.key for kind in of(catalog, Family.SWITCH, Family.TRANSCEIVER, Family.CABLE) if part_number in kind.part_numbers] == [key]
    assert part_number in catalog.get(key).part_numbers


def test_what_is_wrong_in_the_published_bills_is_on_record(catalog: Catalog) -> None:
    """A 200 Gb/s cable into a 100 Gb/s switch, and a flat cable between finned cages."""
    aoc, switch = catalog.get("nvidia.mfs1s00-h"), catalog.get("nvidia.sn4600c")
    assert [fact.value for fact in aoc.facts["rate_gbps"].others] == [100]
    assert aoc.ends[0].connector == "qsfp56"
    assert "qsfp56" not in {group.kind for group in switch.port_groups}
    flat = catalog.get("nvidia.mcp4y10-flt")
    assert {end.heat_sink for end in flat.ends} == {"flat"}
    assert [fact.value for fact in flat.facts["module_heat_sink"].others] == ["finned"]
