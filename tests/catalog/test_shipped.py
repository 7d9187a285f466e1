"""The entries that travel with the program: whole, sourced, in both languages, and equal to what their sources print."""

import itertools
import re
from collections.abc import Iterator

import pytest

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.catalog.entry import FactKind
from gpudesk.core.hardware.hardware import Face, Fact, Family, HardwareType, Mount
from gpudesk.core.hardware.hardware_face import cage_areas, face_frame, is_inside, overlap


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return open_catalog()


@pytest.fixture(scope="module")
def types(catalog: Catalog) -> list[HardwareType]:
    return [entry.type for entry in catalog.all()]


def every_fact(kind: HardwareType) -> Iterator[tuple[str, Fact]]:
    for name, fact in kind.facts.items():
        for each in (fact, *fact.others):
            yield f"{kind.key} {name}", each


def test_every_family_that_the_bones_need_is_there(catalog: Catalog) -> None:
    assert set(catalog.families()) >= set(Family) - {Family.CDU, Family.STORAGE}
    assert len(catalog) >= 40


def test_every_fact_has_a_source_that_names_a_document(types: list[HardwareType]) -> None:
    for kind in types:
        for where, fact in every_fact(kind):
            assert len(fact.source) > 10, where
            assert not re.search(r"seed|chatbot|reference/", fact.source, re.IGNORECASE), where
            assert fact.confidence, where
        for group in kind.port_groups:
            assert group.source, (kind.key, group.name)
        assert kind.supplies is None or kind.supplies.source, kind.key


def test_titles_and_descriptions_stand_in_both_languages(catalog: Catalog, types: list[HardwareType]) -> None:
    for definition in catalog.facts.values():
        assert definition.title, definition.name
        assert definition.title_es, definition.name
        assert definition.group in catalog.groups
        assert (definition.kind is FactKind.CHOICE) is (definition.choices is not None)
    for family in Family:
        named = catalog.family(family)
        assert "" not in (named.title, named.title_es, named.singular, named.singular_es)
    for kind in types:
        assert kind.description != kind.description_es, kind.key
        for where, fact in every_fact(kind):
            assert bool(fact.note) is bool(fact.note_es), where


SAME_IN_SPANISH = {"fits": None, "interfaces": {"SNMP v2c/v3, web, Redfish, REST"}}
"""Facts, and texts of facts, that hold words and are the same in both languages: keys of bays, and names."""
ENGLISH = re.compile(r"(?<![A-Za-z0-9.+-])[a-z]{2,}(?![A-Za-z0-9])|\b(?:AC|DC)\b|\d\.\d+ (?:TB|GHz|mm²|W|V|m)\b")


def test_texts_of_facts_are_there_in_spanish(catalog: Catalog, types: list[HardwareType]) -> None:
    """A text with a word in it is translated in _values.yaml; what is translated is used, and holds the same figures."""
    shown: dict[str, str] = {}
    missing = set()
    for kind in types:
        for where, fact in every_fact(kind):
            name = where.rpartition(" ")[2]
            definition = catalog.facts[name]
            if definition.kind is not FactKind.TEXT:
                continue
            text = str(fact.value)
            shown[text] = definition.spoken(text, "es")
            same = SAME_IN_SPANISH.get(name, set())
            if text not in definition.values_es and ENGLISH.search(text) and same is not None and text not in same:
                missing.add((name, text))
    assert missing == set()
    values = next(definition.values_es for definition in catalog.facts.values() if definition.kind is FactKind.TEXT)
    assert set(values) <= set(shown)
    for text, spanish in values.items():
        assert spanish != text
        assert sorted(re.findall(r"\d", text)) == sorted(re.findall(r"\d", spanish)), text


def test_every_defined_fact_is_used_or_awaited(catalog: Catalog, types: list[HardwareType]) -> None:
    """A name that no entry uses is either for coming families or a slip."""
    used = {name for kind in types for name in kind.facts}
    awaited = {"power_peak_w", "noise_db", "liquid_heat_share_percent", "os_drives", "lift_people", "power_nameplate_w"}
    awaited |= {"crate_width_mm", "crate_depth_mm", "crate_height_mm"}
    # What parts of others say by their profile: tests/formats/test_netbox_profiles.py.
    awaited |= {
        "part_kind",
        "cpu_architecture",
        "clock_ghz",
        "rotation_rpm",
        "drive_kind",
        "memory_mt_per_s",
        "input_kind",
        "hot_swappable",
    }
    assert set(catalog.facts) - used <= awaited


def test_areas_lie_in_the_face_and_ports_do_not_overlap(types: list[HardwareType]) -> None:
    for kind in types:
        frame = face_frame(kind)
        for face in (Face.FRONT, Face.REAR):
            cages = cage_areas(kind, face)
            for _name, area in cages:
                assert frame is not None
                assert is_inside(area, frame), kind.key
            groups = [group.area for group in kind.port_groups if group.face is face]
            for first, second in itertools.combinations(groups, 2):
                assert not overlap(first, second), kind.key
        for element in kind.elements:
            assert frame is not None
            assert is_inside(element.area, frame), (kind.key, element.kind)


def test_what_is_placed_has_a_drawing(types: list[HardwareType]) -> None:
    for kind in types:
        if kind.mount in (Mount.UNITS, Mount.ZERO_U) or kind.family is Family.WORKSTATION:
            assert any(element.face is Face.FRONT for element in kind.elements), kind.key


SHELVES_SHORT = {"nvidia.gb200-nvl72", "nvidia.gb300-nvl72"}
"""Half of the shelves are said to carry the rack (N+N), and give 132 kW of its 135 or 140: the finding power.shelf_rating says so."""


def test_an_inlet_for_every_supply(types: list[HardwareType]) -> None:
    for kind in types:
        if kind.supplies is None:
            continue
        inlets = [cage for group in kind.port_groups if group.role == "power_in" for cage in group.cages]
        kinds = {group.kind for group in kind.port_groups if group.role == "power_in"}
        assert len(inlets) == kind.supplies.total, kind.key
        assert kinds == {kind.supplies.inlet}, kind.key
        shares = [(level.alive, level.share) for level in kind.supplies.levels]
        assert shares == sorted(shares, reverse=True), kind.key
        assert (kind.supplies.needed, 1.0) in shares, kind.key
        maximum, rating = kind.number("power_max_w"), kind.supplies.rating_w
        if maximum is not None and rating is not None and kind.key not in SHELVES_SHORT:
            for alive, share in shares:
                assert share * maximum <= alive * rating + 1, kind.key


def group_ports(kind: HardwareType, *names: str) -> int:
    return sum(len(group.ports) for group in kind.port_groups if group.name in names)


def test_dgx_h100_has_the_published_port_map(catalog: Catalog) -> None:
    kind = catalog.get("nvidia.dgx-h100")
    compute = next(group for group in kind.port_groups if group.name == "compute")
    assert [(port.name, port.gpu, port.rail, port.interface) for port in compute.ports] == [
        ("OSFP1P1", 7, 7, "ibp220s0"),
        ("OSFP1P2", 4, 4, "ibp154s0"),
        ("OSFP2P1", 6, 6, "ibp206s0"),
        ("OSFP2P2", 5, 5, "ibp192s0"),
        ("OSFP3P1", 2, 2, "ibp79s0"),
        ("OSFP3P2", 1, 1, "ibp64s0"),
        ("OSFP4P1", 3, 3, "ibp94s0"),
        ("OSFP4P2", 0, 0, "ibp24s0"),
    ]
    assert len(compute.cages) == 4
    assert compute.heat_sink == "flat"
    assert {port.lanes for port in compute.ports} == {4}
    assert group_ports(kind, "storage", "in_band") == 4
    assert group_ports(kind, "power") == 6


def test_other_systems_do_not_borrow_that_map(catalog: Catalog) -> None:
    assert all(port.rail is None for port in catalog.get("nvidia.dgx-b200").ports())


def test_the_rack_of_72_has_a_rail_for_each_gpu_of_a_tray(catalog: Catalog) -> None:
    rack = catalog.get("nvidia.gb200-nvl72")
    rails = [port.rail for group in rack.port_groups if group.name == "compute" for port in group.ports]
    assert len(rails) == 72
    assert [rails.count(rail) for rail in range(4)] == [18] * 4
    assert group_ports(rack, "in_band") == 72
    tray = catalog.get("nvidia.gb200-compute-tray")
    assert rack.gpu_count == 18 * tray.gpu_count == 72


@pytest.mark.parametrize(
    ("key", "names", "ports"),
    [
        ("nvidia.qm9700", ("fabric",), 64),
        ("nvidia.qm9790", ("fabric",), 64),
        ("nvidia.sn5600", ("data",), 64),
        ("nvidia.sn4600c", ("data",), 64),
        ("nvidia.sn2201", ("access", "uplink"), 52),
        ("nvidia.dgx-h200", ("compute",), 8),
        ("nvidia.dgx-b200", ("compute",), 8),
        ("generic.panel-1u-48-lc-duplex", ("front",), 48),
    ],
)
def test_port_counts(catalog: Catalog, key: str, names: tuple[str, ...], ports: int) -> None:
    assert group_ports(catalog.get(key), *names) == ports


def outlets(kind: HardwareType, socket: str) -> int:
    return sum(len(group.cages) for group in kind.port_groups if group.role == "power_out" and group.kind == socket)


@pytest.mark.parametrize(
    ("key", "c13", "c19"),
    [("apc.ap8886", 30, 12), ("raritan.px3-5878i2r", 6, 18), ("generic.pdu-0u-415v-32a", 24, 12), ("generic.pdu-0u-415v-60a", 24, 12)],
)
def test_outlets(catalog: Catalog, key: str, c13: int, c19: int) -> None:
    assert (outlets(catalog.get(key), "c13"), outlets(catalog.get(key), "c19")) == (c13, c19)


@pytest.mark.parametrize(
    ("key", "fact", "value"),
    [
        ("nvidia.dgx-h100", "weight_kg", 130.45),
        ("nvidia.dgx-h100", "power_max_w", 10_200),
        ("nvidia.dgx-h100", "heat_printed_w", 11_300),
        ("nvidia.dgx-b200", "weight_kg", 142.4),
        ("nvidia.dgx-b200", "power_max_w", 14_300),
        ("nvidia.dgx-b200", "airflow_cfm", 2_145),
        ("nvidia.gb200-nvl72", "weight_kg", 1_360),
        ("dell.poweredge-xe9680", "weight_kg", 107.75),
        ("nvidia.qm9700", "weight_kg", 14.8),
        ("nvidia.qm9700", "power_max_w", 1_720),
        ("nvidia.sn5600", "weight_kg", 23.5),
        ("nvidia.sn2201", "weight_kg", 7.41),
        ("apc.ar3357", "weight_kg", 185.45),
        ("nvidia.h100-sxm5-80gb", "memory_mib", 81_559),
        ("nvidia.h200-sxm-141gb", "memory_mib", 143_771),
        ("nvidia.b200-sxm-180gb", "memory_mib", 183_359),
        ("nvidia.gb200-gpu", "memory_mib", 189_471),
        ("nvidia.a100-sxm4-80gb", "memory_mib", 81_920),
        ("ocp.open-rack-v3", "unit_pitch_mm", 48),
        ("ocp.open-rack-v3", "rail_width_inch", 21),
    ],
)
def test_figures_of_the_sources(catalog: Catalog, key: str, fact: str, value: float) -> None:
    assert catalog.get(key).number(fact) == value


def test_contradictions_stand_beside_the_value(catalog: Catalog) -> None:
    others = [fact.value for fact in catalog.get("nvidia.dgx-b200").facts["airflow_cfm"].others]
    assert others == [1550]
    assert [fact.value for fact in catalog.get("dell.poweredge-xe9680").facts["weight_kg"].others] == [114.05]


def test_a_fact_that_nobody_publishes_is_absent(catalog: Catalog) -> None:
    for key in ("nvidia.sn5600", "nvidia.sn4600c", "nvidia.sn2201"):
        assert catalog.get(key).number("power_max_w") is None


def test_a_unit_of_a_rack_fits_its_height(types: list[HardwareType]) -> None:
    for kind in types:
        if kind.family is Family.RACK:
            units, pitch, height = (kind.number(name) or 0 for name in ("units_u", "unit_pitch_mm", "outer_height_mm"))
            assert 0 < units * pitch + (kind.number("first_unit_mm") or 0) < height, kind.key
