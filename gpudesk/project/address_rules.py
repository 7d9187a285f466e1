"""Blocks of addresses and VLANs by the kind of a network, and the settings for RoCE: `resources/rules/addresses.yaml` and `roce.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Network
from typing import Any

from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.locate import resource, user_data_dir

_FILE = "addresses.yaml"
_SHARES, _EACH = ("network", "hall", "rail"), ("port", "device")
_LAST_VLAN = 4094


@dataclass(frozen=True, slots=True)
class NetworkRule:
    """How the networks of a kind are addressed; see the file."""

    block: IPv4Network
    vlan: int
    of: str
    each: str
    infiniband: bool


@dataclass(frozen=True, slots=True)
class AddressRules:
    """All of the file; `reserved` addresses at the start of each subnet are not assigned, the first of them is the gateway."""

    reserved: int
    spare: float
    most: int
    shortest_prefix: int
    domain: str
    networks: Mapping[NetworkKind, NetworkRule]
    source: str
    source_es: str
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class RoceSetting:
    """One line of the sheet."""

    where: str
    setting: str
    value: str
    source: str
    confidence: Confidence


@cache
def roce_settings() -> tuple[RoceSetting, ...]:
    """The settings that a lossless network needs."""
    body = _read("roce.yaml", own=False)
    sources = body["sources"]
    return tuple(
        RoceSetting(row["where"], row["setting"], str(row["value"]), sources[row["source"]], Confidence(row["confidence"]))
        for row in body["settings"]
    )


def address_rules() -> AddressRules:
    """The rules of the user, or the default rules.

    Raises:
        InvalidData: a user file contains an invalid value.
    """
    body = _read(_FILE, own=True)
    try:
        networks = {kind: _network(body["networks"][kind.name.lower()]) for kind in NetworkKind}
        rules = AddressRules(
            int(body["reserved"]),
            float(body["spare"]),
            int(body["most"]),
            int(body["shortest_prefix"]),
            str(body["domain"]),
            networks,
            str(body["source"]),
            str(body.get("source_es", body["source"])),
            Confidence(body["confidence"]),
        )
        fits = 1 <= rules.reserved <= 1000 and 0 <= rules.spare <= 10 and 1 <= rules.most <= 60_000 and 8 <= rules.shortest_prefix <= 30
        if not fits:
            raise ValueError("a number does not fit")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        text = QT_TRANSLATE_NOOP("addresses", "The address rules file {file} is not valid: {reason}.")
        raise InvalidData(Message("addresses", text, {"file": _FILE, "reason": str(error)})) from error
    return rules


def _network(said: Mapping[str, Any]) -> NetworkRule:
    rule = NetworkRule(IPv4Network(said["block"]), int(said["vlan"]), str(said["of"]), str(said["each"]), bool(said["infiniband"]))
    if rule.of not in _SHARES or rule.each not in _EACH or not 1 <= rule.vlan <= _LAST_VLAN:
        raise ValueError(f"{said['of']}, {said['each']}, {said['vlan']}")
    return rule


def _read(name: str, *, own: bool) -> dict[str, Any]:
    import yaml

    path = user_data_dir() / "rules" / name
    with (path if own and path.is_file() else resource("rules", name)).open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    return body if isinstance(body, dict) else {}
