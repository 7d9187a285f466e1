"""Existing data of a NetBox instance, as learned by a project from NetBox exports.

Manufacturers, roles and types belong to no site: the first site adds them, and the form rejects them for the second. Interfaces are
stored as far as an export names them: their IDs are needed to add members to a bond.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.names.text_limits import slug_of

MANUFACTURERS = "manufacturers"
ROLES = "device-roles"
TYPES = ("device-types", "module-types", "rack-types")
"""As the folders of the library of types are called."""
Ports = Mapping[str, frozenset[str]]
"""List of a document, such as "interfaces", to the names in it."""
_MOST_DIGITS = 18
"""Digits of an ID that NetBox can have."""


@dataclass(slots=True)
class NetboxKnown:
    """Names in NetBox spelling, by their identifier: a slug, or the slugs of maker and model.

    Attributes:
        names: list to slug to name, of manufacturers and roles.
        types: list to slugs to maker and model.
        ports: slugs of a device type to its ports, if its document was read.
        bays: slugs of a device type to its module bays with their positions, if its document was read.
        modules: slugs of a module type to the names of its ports, if its document was read.
        interfaces: device of the project to name of an interface to its ID.
        addresses: with the length of their prefix.
        owners: address to the device of the project that has it in NetBox, if the list names one.
    """

    names: dict[str, dict[str, str]] = field(default_factory=dict)
    types: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)
    ports: dict[str, Ports] = field(default_factory=dict)
    bays: dict[str, dict[str, str]] = field(default_factory=dict)
    modules: dict[str, frozenset[str]] = field(default_factory=dict)
    interfaces: dict[int, dict[str, int]] = field(default_factory=dict)
    addresses: frozenset[str] = frozenset()
    owners: dict[str, int] = field(default_factory=dict)

    def name(self, table: str, wanted: str) -> str | None:
        """NetBox spelling of an existing manufacturer or role, None if it does not exist."""
        return self.names.get(table, {}).get(slug_of(wanted))

    def type(self, table: str, maker: str, model: str) -> tuple[str, str] | None:
        """Maker and model as NetBox spells those of a type that it has."""
        return self.types.get(table, {}).get(type_slug(maker, model))

    def ports_of(self, maker: str, model: str) -> Ports | None:
        """The ports of a device type, None if unknown."""
        return self.ports.get(type_slug(maker, model))

    def count(self) -> int:
        """Number of known objects."""
        groups: Iterable[Mapping[Any, Any]] = (*self.names.values(), *self.types.values(), *self.interfaces.values())
        return sum(map(len, groups)) + len(self.addresses)

    def joined(self, other: "NetboxKnown") -> "NetboxKnown":
        """These, updated with newer lists: lists are complete, so a new one replaces the earlier one of the same kind."""
        return NetboxKnown(
            {**self.names, **other.names},
            {**self.types, **other.types},
            {**self.ports, **other.ports},
            {**self.bays, **other.bays},
            {**self.modules, **other.modules},
            {**self.interfaces, **other.interfaces},
            other.addresses or self.addresses,
            other.owners if other.addresses else self.owners,
        )

    def plain(self) -> dict[str, Any]:
        """The stored form."""
        return {
            "names": self.names,
            "types": {table: {slug: list(named) for slug, named in sorted(of_table.items())} for table, of_table in self.types.items()},
            "ports": {slug: {name: sorted(items) for name, items in of_type.items()} for slug, of_type in sorted(self.ports.items())},
            "bays": dict(sorted(self.bays.items())),
            "modules": {slug: sorted(names) for slug, names in sorted(self.modules.items())},
            "interfaces": {str(device): of_device for device, of_device in sorted(self.interfaces.items())},
            "addresses": sorted(self.addresses),
            "owners": dict(sorted(self.owners.items())),
        }


def type_slug(maker: str, model: str) -> str:
    """The identifier of a type."""
    return f"{slug_of(maker)}/{slug_of(model)}"


def known_of(said: Any) -> NetboxKnown:
    """The stored data; invalid data of other programs is skipped."""
    if not isinstance(said, dict):
        return NetboxKnown()
    names = {table: _texts(of_table) for table, of_table in _dict(said.get("names")).items()}
    types = {
        table: {slug: (pair[0], pair[1]) for slug, pair in _dict(of_table).items() if _is_pair(pair)}
        for table, of_table in _dict(said.get("types")).items()
    }
    ports: dict[str, Ports] = {
        slug: {
            name: frozenset(item for item in items if isinstance(item, str)) for name, items in _dict(of_type).items() if _is_list(items)
        }
        for slug, of_type in _dict(said.get("ports")).items()
    }
    bays = {slug: _texts(of_type) for slug, of_type in _dict(said.get("bays")).items()}
    modules = {
        slug: frozenset(name for name in names if isinstance(name, str))
        for slug, names in _dict(said.get("modules")).items()
        if _is_list(names)
    }
    interfaces = {
        int(device): {name: number for name, number in _dict(of_device).items() if type(number) is int}
        for device, of_device in _dict(said.get("interfaces")).items()
        if device.isdecimal() and len(device) <= _MOST_DIGITS
    }
    addresses = said.get("addresses")
    texts = frozenset(text for text in addresses if isinstance(text, str)) if isinstance(addresses, list) else frozenset[str]()
    owners = {address: device for address, device in _dict(said.get("owners")).items() if type(device) is int}
    return NetboxKnown(names, types, ports, bays, modules, interfaces, texts, owners)


def _dict(said: Any) -> dict[str, Any]:
    return said if isinstance(said, dict) else {}


def _texts(said: Any) -> dict[str, str]:
    return {key: text for key, text in _dict(said).items() if isinstance(text, str)}


def _is_list(said: Any) -> bool:
    return isinstance(said, list)


def _is_pair(said: Any) -> bool:
    return isinstance(said, list) and len(said) == 2 and all(isinstance(part, str) for part in said)
