"""Mapping of NetBox socket values to cage kinds, from `resources/formats/netbox_words.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gpudesk import locate
from gpudesk.catalog.entry import CatalogFaults
from gpudesk.catalog.plain_yaml import read_document

INTERFACES = "interfaces"
CONSOLE = "console-ports"
CONSOLE_SERVER = "console-server-ports"
POWER = "power-ports"
OUTLETS = "power-outlets"
FRONT = "front-ports"
REAR = "rear-ports"
MODULE_BAYS = "module-bays"
DEVICE_BAYS = "device-bays"
INVENTORY = "inventory-items"
PORT_LISTS = (CONSOLE, CONSOLE_SERVER, POWER, OUTLETS, INTERFACES, FRONT, REAR)
BAY_LISTS = (MODULE_BAYS, DEVICE_BAYS)
MAPPINGS = "port-mappings"

_SECTION = {
    CONSOLE: "console",
    CONSOLE_SERVER: "console",
    POWER: "power_ports",
    OUTLETS: "power_outlets",
    FRONT: "panel",
    REAR: "panel",
}
_NAMED = frozenset(["name", "label", "type", "description"])
ITEM_KEYS: Mapping[str, frozenset[str]] = {
    CONSOLE: _NAMED | {"_is_power_source"},
    CONSOLE_SERVER: _NAMED,
    POWER: _NAMED | {"maximum_draw", "allocated_draw"},
    OUTLETS: _NAMED | {"power_port", "feed_leg", "color"},
    INTERFACES: _NAMED | {"enabled", "mgmt_only", "bridge", "poe_mode", "poe_type", "rf_role"},
    FRONT: _NAMED | {"color", "positions", "rear_port", "rear_port_position"},
    REAR: _NAMED | {"color", "positions", "_is_power_source"},
    MODULE_BAYS: frozenset(["name", "label", "position", "description", "enabled"]),
    DEVICE_BAYS: frozenset(["name", "label", "description", "enabled"]),
    INVENTORY: frozenset(["name", "label", "manufacturer", "part_id", "description"]),
}
"""The keys that a component may have in a library (its schema/components.json) or in NetBox 4.6."""
WEIGHT_UNITS_KG: Mapping[str, str] = {"kg": "1", "g": "0.001", "lb": "0.45359237", "oz": "0.028349523125"}
"""One unit in kg, exact by definition (international pound and ounce, 1959); decimal texts, so that no digit is lost."""
LENGTH_UNITS_MM: Mapping[str, str] = {"mm": "1", "in": "25.4", "cm": "10", "m": "1000"}


@dataclass(frozen=True, slots=True)
class Socket:
    """Port data for a NetBox value: the cage kind, the rate of the port in Gb/s (None: unspecified) and its lanes."""

    kind: str
    rate_gbps: float | int | None = None
    lanes: int = 1


@dataclass(frozen=True, slots=True)
class Words:
    """The tables of one direction each.

    Attributes:
        sockets: document list ("interfaces"…) → value → socket.
        without_socket: interface types without a socket.
        airflow: NetBox value → catalog value.
        airflow_without_word: directions without a catalog value.
    """

    sockets: Mapping[str, Mapping[str, Socket]]
    without_socket: frozenset[str]
    airflow: Mapping[str, str]
    airflow_without_word: frozenset[str]
    _by_rate: Mapping[str, Mapping[tuple[str, float | None], str]]
    _by_kind: Mapping[str, Mapping[str, str]]

    def word(self, name: str, socket: Socket, *, infiniband: bool = False) -> str:
        """Return the value for a port of the list `name`: from its cage and rate, otherwise from its cage, otherwise "other"."""
        if infiniband:
            for word, known in self.sockets[name].items():
                if word.startswith("infiniband-") and (known.kind, known.rate_gbps) == (socket.kind, socket.rate_gbps):
                    return word
        by_rate = self._by_rate[name].get((socket.kind, socket.rate_gbps))
        return by_rate or self._by_kind[name].get(socket.kind, "other")


@lru_cache(maxsize=1)
def words() -> Words:
    """The tables, read once.

    Raises:
        CatalogFaults: the file of the program is damaged.
    """
    path = locate.resource("formats", "netbox_words.yaml")
    document = read_document(path.name, path.read_bytes())
    if document.faults:
        raise CatalogFaults(tuple(document.faults))
    data = document.data
    sockets = {name: _plain(data, section) for name, section in _SECTION.items()}
    interfaces = {str(word): Socket(*row) for word, row in data["interfaces"].items()}
    interfaces |= {str(word): Socket(str(word), *row) for word, row in data["standards"].items()}
    sockets[INTERFACES] = interfaces
    by_rate: dict[str, dict[tuple[str, float | None], str]] = {}
    by_kind: dict[str, dict[str, str]] = {}
    for name, known in sockets.items():
        rated, kinds = by_rate.setdefault(name, {}), by_kind.setdefault(name, {})
        best: dict[str, float] = {}
        for word, socket in known.items():
            rated.setdefault((socket.kind, socket.rate_gbps), word)
            rate = socket.rate_gbps or 0.0
            if rate > best.get(socket.kind, -1.0) and not word.startswith("infiniband-") and "gfc-" not in word:
                best[socket.kind], kinds[socket.kind] = rate, word
        section = "interfaces" if name == INTERFACES else _SECTION[name]
        for kind, word in data["written_as"].get(section, {}).items():
            kinds.setdefault(str(kind), str(word))
    return Words(
        sockets=sockets,
        without_socket=frozenset(data["without_socket"]),
        airflow=data["airflow"],
        airflow_without_word=frozenset(data["airflow_without_word"]),
        _by_rate=by_rate,
        _by_kind=by_kind,
    )


def _plain(data: Mapping[str, Any], section: str) -> dict[str, Socket]:
    sockets = {str(word): Socket(str(kind)) for word, kind in data[section].items()}
    return sockets | {str(word): Socket(str(word)) for word in data[f"{section}_words"]}
