"""Conversion of the profile and attributes of a NetBox module type to family and facts, and back.

The profiles are those included in NetBox (from 4.3 on; transceivers later). Attributes without a fact, and values that violate the
profile, remain in the document.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gpudesk.core.hardware.hardware import Confidence, Family, HardwareType
from gpudesk.formats.netbox.netbox_remarks import Remarks, shown

PROFILE = "profile"
ATTRIBUTES = ("attribute_data", "attributes")
"""The mapping of attributes: as NetBox's forms and files call it, and as its programming interface does."""
PART_KIND = "part_kind"
Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of a profile.

    Attributes:
        read: returns the facts of a value; empty if none.
        write: returns the value from facts, None if none.
    """

    read: Callable[[Any], Facts]
    write: Callable[[HardwareType], Any]


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile of NetBox.

    Attributes:
        name: the NetBox name.
        family: the corresponding catalog family.
        part: the value of the fact `part_kind`.
        attributes: those of the profile's schema.
        required: attributes without which NetBox rejects the type.
        brought: whether it is included in every release from 4.3 on.
    """

    name: str
    family: Family
    part: str
    attributes: Mapping[str, Attribute | None]
    required: tuple[str, ...] = ()
    brought: bool = True


def _number(fact: str, least: float, most: float, divisor: int = 1) -> Attribute:
    """A number in the range of the fact, optionally in a unit smaller by the factor `divisor`."""

    def read(value: Any) -> Facts:
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value / divisor <= most:
            return {}
        return {fact: _whole(value / divisor)}

    def write(hardware: HardwareType) -> Any:
        value = hardware.number(fact)
        return None if value is None else _whole(round(value * divisor, 6))

    return Attribute(read, write)


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _text(fact: str) -> Attribute:
    return Attribute(lambda value: {fact: value} if isinstance(value, str) and value.strip() else {}, lambda kind: kind.text(fact) or None)


def _flag(fact: str) -> Attribute:
    def write(hardware: HardwareType) -> Any:
        return bool(hardware.facts[fact].value) if fact in hardware.facts else None

    return Attribute(lambda value: {fact: value} if isinstance(value, bool) else {}, write)


def _word(fact: str, words: Mapping[str, str]) -> Attribute:
    """One of the values of a profile, and the corresponding catalog value."""
    back = {catalog_value: word for word, catalog_value in words.items()}
    return Attribute(
        lambda value: {fact: words[value]} if isinstance(value, str) and value in words else {}, lambda kind: back.get(kind.text(fact))
    )


_LABEL = re.compile(r"([0-9]{1,9}) GB\Z")


def _label(fact: str) -> Attribute:
    """A size in GB as marketed: a name, never a quantity."""

    def read(value: Any) -> Facts:
        return {fact: f"{value} GB"} if isinstance(value, int) and not isinstance(value, bool) and value > 0 else {}

    def write(hardware: HardwareType) -> Any:
        match = _LABEL.match(hardware.text(fact))
        return None if match is None else int(match[1])

    return Attribute(read, write)


_MOST_LANES = 32
_PCIE = re.compile(r"PCIe ([0-9])\.0(?: x([0-9]{1,3}))?\Z")
_PCIE_WORDS = ("PCIe 4.0", "PCIe 4.0 x8", "PCIe 4.0 x16", "PCIe 5.0 x16")
"""Those that the profile of a GPU allows."""


def _read_pcie(value: Any) -> Facts:
    match = _PCIE.match(value) if isinstance(value, str) else None
    if match is None or int(match[1]) < 1 or not 1 <= int(match[2] or 1) <= _MOST_LANES:
        return {}
    return {"pcie_generation": int(match[1])} | ({"pcie_lanes": int(match[2])} if match[2] else {})


def _write_pcie(hardware: HardwareType) -> Any:
    generation, lanes = hardware.number("pcie_generation"), hardware.number("pcie_lanes")
    word = f"PCIe {generation or 0:.0f}.0{f' x{lanes:.0f}' if lanes else ''}"
    return word if word in _PCIE_WORDS else None


_SLOT = re.compile(r"PCIe x([0-9]{1,3})\Z")


def _read_slot(value: Any) -> Facts:
    match = _SLOT.match(value) if isinstance(value, str) else None
    return {"pcie_lanes": int(match[1])} if match is not None and 1 <= int(match[1]) <= _MOST_LANES else {}


def _write_slot(hardware: HardwareType) -> Any:
    lanes = hardware.number("pcie_lanes")
    return None if not lanes else f"PCIe x{lanes:.0f}"


_MOST_GBPS = 100_000
_RATE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)([GT])\Z")


def _read_rate(value: Any) -> Facts:
    match = _RATE.match(value) if isinstance(value, str) else None
    if match is None:
        return {}
    gbps = float(match[1]) * (1000 if match[2] == "T" else 1)
    return {"rate_gbps": _whole(gbps)} if 0.1 <= gbps <= _MOST_GBPS else {}


def _write_rate(hardware: HardwareType) -> Any:
    rate = hardware.number("rate_gbps")
    return None if rate is None else f"{rate:g}G"


PROFILES: Mapping[str, Profile] = {
    each.name: each
    for each in (
        Profile(
            "CPU",
            Family.ACCESSORY,
            "cpu",
            {"architecture": _text("cpu_architecture"), "speed": _number("clock_ghz", 0.1, 20), "cores": _number("cpu_cores", 1, 10_000)},
        ),
        Profile(
            "Expansion card", Family.ADAPTER, "expansion-card", {"connector_type": Attribute(_read_slot, _write_slot), "bandwidth": None}
        ),
        Profile("Fan", Family.ACCESSORY, "fan", {"rpm": _number("rotation_rpm", 1, 200_000)}),
        Profile(
            "GPU",
            Family.GPU,
            "gpu",
            {"interface": Attribute(_read_pcie, _write_pcie), "gpu": None, "memory": _label("memory_label")},
            required=("memory",),
        ),
        Profile(
            "Hard disk",
            Family.ACCESSORY,
            "drive",
            {
                "type": _word("drive_kind", {"HD": "hd", "SSD": "ssd", "NVME": "nvme"}),
                "size": _number("capacity_raw_tb", 0.001, 1_000_000, 1000),
                "speed": _number("rotation_rpm", 1, 200_000),
            },
            required=("size",),
        ),
        Profile(
            "Memory",
            Family.ACCESSORY,
            "memory",
            {
                "class": _text("memory_type"),
                "size": _label("memory_label"),
                "data_rate": _number("memory_mt_per_s", 1, 1_000_000),
                "ecc": _flag("memory_ecc"),
            },
            required=("class", "size"),
        ),
        Profile(
            "Power supply",
            Family.ACCESSORY,
            "power-supply",
            {
                "input_current": _word("input_kind", {"AC": "ac", "DC": "dc"}),
                "input_voltage": _number("input_voltage_v", 40, 1000),
                "wattage": _number("power_output_w", 1, 10_000_000),
                "hot_swappable": _flag("hot_swappable"),
            },
            required=("input_current", "input_voltage"),
        ),
        Profile(
            "Transceiver",
            Family.TRANSCEIVER,
            "transceiver",
            {
                "form_factor": _text("cage"),
                "media": None,
                "phy": _text("optical_standard"),
                "data_rate": Attribute(_read_rate, _write_rate),
                "reach": None,
                "connector_type": _text("optical_connector"),
            },
            brought=False,
        ),
    )
}
_BY_PART = {profile.part: profile for profile in PROFILES.values()}
_BY_FAMILY = {Family.GPU: PROFILES["GPU"], Family.ADAPTER: PROFILES["Expansion card"]}


def profile_of(data: Mapping[str, Any]) -> Profile | None:
    """The profile that a document names, None for none that NetBox brings."""
    name = data.get(PROFILE)
    return PROFILES.get(name) if isinstance(name, str) else None


def read_profile(data: Mapping[str, Any], source: str, remarks: Remarks) -> dict[str, dict[str, Any]]:
    """Return the facts from the profile and attributes of a document; unusual data is noted."""
    attributes = next((data[name] for name in ATTRIBUTES if data.get(name) not in (None, {})), None)
    profile = profile_of(data)
    named = data.get(PROFILE)
    if profile is None:
        if named not in (None, ""):
            remarks.add("profile-unknown", value=shown(named))
        elif attributes is not None:
            remarks.add("attributes-without-profile")
        return {}
    facts: Facts = {PART_KIND: profile.part}
    if attributes is not None and not isinstance(attributes, Mapping):
        remarks.add("attributes-odd", names=(shown(attributes),))
    elif attributes:
        odd = []
        for name, value in attributes.items():
            attribute = profile.attributes.get(name)
            read_facts = {} if attribute is None else attribute.read(value)
            if not read_facts and value is not None and (attribute is not None or name not in profile.attributes):
                odd.append(f"{name}: {value}")
            facts |= read_facts
        if odd:
            remarks.add("attributes-odd", names=tuple(shown(oddity) for oddity in odd))
    return {name: {"value": value, "source": source, "confidence": Confidence.SECONDARY.value} for name, value in facts.items()}


def stated_profile(hardware: HardwareType) -> dict[str, Any]:
    """Return the profile and attributes of a module, as far as facts provide them and NetBox accepts them."""
    profile = _BY_PART.get(hardware.text(PART_KIND))
    named = profile is not None
    profile = profile or _BY_FAMILY.get(hardware.family)
    if profile is None or not (named or profile.brought):
        return {}
    attribute_values = {name: attribute.write(hardware) for name, attribute in profile.attributes.items() if attribute is not None}
    attributes = {name: value for name, value in attribute_values.items() if value is not None}
    if not named and not all(name in attributes for name in profile.required):
        return {}
    return {PROFILE: profile.name} | ({ATTRIBUTES[0]: attributes} if attributes else {})
