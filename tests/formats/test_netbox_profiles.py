"""Module types with a profile: the family that fits, the facts that its attributes say, and both written back."""

from typing import Any

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Family, Mount
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.formats.netbox.netbox import Mappings, NotInNetBox, document_of
from gpudesk.formats.netbox.netbox_profiles import PART_KIND, PROFILES
from gpudesk.formats.netbox.netbox_read import read_type
from gpudesk.formats.netbox.netbox_remarks import Remarks
from tests.formats.netbox_generator import PROFILES as EXAMPLES


def read(profile: str | None, attributes: Any, called: str = "attribute_data") -> tuple[dict[str, Any], list[str]]:
    """The entry of a module, and the codes of the remarks on it."""
    remarks = Remarks()
    document = {"manufacturer": "Acme", "model": "Part 1", "profile": profile, called: attributes}
    document = {name: value for name, value in document.items() if value is not None}
    body = read_type(document, "module-types/Acme/Part 1.yaml", remarks).body
    assert document_of(body, Mappings.AS_READ) == document
    return body, [each.code for each in remarks.found if each.code != "no-components"]


@pytest.mark.parametrize(
    ("profile", "attributes", "family", "facts"),
    [
        ("GPU", {"interface": "PCIe 5.0 x16", "gpu": "GH100", "memory": 80}, Family.GPU, {"memory_label": "80 GB", "pcie_lanes": 16}),
        ("CPU", {"architecture": "x86_64", "speed": 2.4, "cores": 56}, Family.ACCESSORY, {"cpu_cores": 56, "clock_ghz": 2.4}),
        ("Memory", {"class": "DDR5", "size": 64, "ecc": True}, Family.ACCESSORY, {"memory_type": "DDR5", "memory_ecc": True}),
        ("Hard disk", {"type": "NVME", "size": 3840}, Family.ACCESSORY, {"drive_kind": "nvme", "capacity_raw_tb": 3.84}),
        (
            "Power supply",
            {"input_current": "AC", "input_voltage": 240, "wattage": 3300, "hot_swappable": True},
            Family.ACCESSORY,
            {"power_output_w": 3300, "input_voltage_v": 240, "input_kind": "ac", "hot_swappable": True},
        ),
        ("Fan", {"rpm": 12000}, Family.ACCESSORY, {"rotation_rpm": 12000}),
        ("Expansion card", {"connector_type": "PCIe x8", "bandwidth": 40}, Family.ADAPTER, {"pcie_lanes": 8}),
        ("Transceiver", {"form_factor": "OSFP", "data_rate": "1.6T"}, Family.TRANSCEIVER, {"cage": "OSFP", "rate_gbps": 1600}),
    ],
)
def test_a_profile_says_family_and_facts(profile: str, attributes: dict[str, Any], family: Family, facts: dict[str, Any]) -> None:
    body, codes = read(profile, attributes)
    kind = parse_type(body)
    assert codes == []
    assert (kind.family, kind.mount) == (family, Mount.CHILD)
    assert kind.text(PART_KIND) == PROFILES[profile].part
    assert {name: kind.facts[name].value for name in facts} == facts
    assert all(fact.source.endswith("module-types/Acme/Part 1.yaml") for fact in kind.facts.values())


@pytest.mark.parametrize(
    ("profile", "attributes", "code"),
    [
        ("GPU", {"memory": "80 GB"}, "attributes-odd"),
        ("GPU", {"memory": True}, "attributes-odd"),
        ("GPU", {"interface": "PCIe 5.0 x" + "9" * 5000}, "attributes-odd"),
        ("Expansion card", {"connector_type": "PCIe x" + "9" * 5000}, "attributes-odd"),
        ("Transceiver", {"data_rate": "9" * 5000 + "T"}, "attributes-odd"),
        ("Power supply", {"input_voltage": -48}, "attributes-odd"),
        ("Fan", {"blades": 7}, "attributes-odd"),
        ("Fan", ["7 blades"], "attributes-odd"),
        ("Coffee machine", {"cups": 3}, "profile-unknown"),
        (None, {"cups": 3}, "attributes-without-profile"),
    ],
)
def test_what_is_odd_is_told_and_kept(profile: str | None, attributes: Any, code: str) -> None:
    _, codes = read(profile, attributes)
    assert codes == [code]


def test_what_is_changed_is_written_and_the_rest_is_kept() -> None:
    body, _ = read("GPU", {"interface": "PCIe 5.0 x16", "gpu": "GH100", "memory": 80})
    body["facts"]["memory_label"]["value"] = "94 GB"
    assert document_of(body)["attribute_data"] == {"interface": "PCIe 5.0 x16", "gpu": "GH100", "memory": 94}


def test_the_name_that_the_programming_interface_uses_is_read_too() -> None:
    body, codes = read("Fan", {"rpm": 9000}, "attributes")
    assert codes == []
    assert body["facts"]["rotation_rpm"]["value"] == 9000


def test_our_own_parts_go_out_with_a_profile() -> None:
    catalog = open_catalog()
    gpu = document_of(catalog.get("nvidia.h100-pcie-80gb").body)
    assert gpu["profile"] == "GPU"
    assert gpu["attribute_data"] == {"interface": "PCIe 5.0 x16", "memory": 80}
    optic = next(kind for kind in map(catalog.get, catalog) if kind.family is Family.TRANSCEIVER)
    assert "profile" not in document_of(optic.body)


def test_a_part_of_ones_own_goes_out_by_what_it_is() -> None:
    body: dict[str, Any] = {"key": "me.fan", "family": "accessory", "vendor": "Me", "model": "Fan", "mount": "part", "facts": {}}
    with pytest.raises(NotInNetBox):
        document_of(body)
    body["facts"][PART_KIND] = {"value": "fan", "source": "Our own", "confidence": "read"}
    body["facts"]["rotation_rpm"] = {"value": 9000, "source": "Our own", "confidence": "read"}
    assert document_of(body) == {"manufacturer": "Me", "model": "Fan", "profile": "Fan", "attribute_data": {"rpm": 9000}}


def test_facts_of_profiles_are_those_of_the_catalog_with_their_limits() -> None:
    definitions = open_catalog().facts
    words = definitions[PART_KIND].choices
    assert words is not None
    assert {profile.part for profile in PROFILES.values()} == set(words)
    for profile in PROFILES.values():
        for name, attribute in profile.attributes.items():
            for example in (value[name] for known, value in EXAMPLES if known == profile.name and value.get(name) is not None):
                assert attribute is None or set(attribute.read(example)) <= set(definitions)
    for called, name, fact in (
        ("CPU", "speed", "clock_ghz"),
        ("CPU", "cores", "cpu_cores"),
        ("Fan", "rpm", "rotation_rpm"),
        ("Hard disk", "speed", "rotation_rpm"),
        ("Memory", "data_rate", "memory_mt_per_s"),
        ("Power supply", "input_voltage", "input_voltage_v"),
        ("Power supply", "wattage", "power_output_w"),
    ):
        attribute = PROFILES[called].attributes[name]
        assert attribute is not None
        low, high = definitions[fact].minimum, definitions[fact].maximum
        assert low is not None
        assert high is not None
        assert [bool(attribute.read(value)) for value in (low, high, low * 0.9, high * 1.1)] == [True, True, False, False], fact
