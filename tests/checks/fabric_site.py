"""Small fabrics for tests: nodes, leaves, spines and panels of made-up types, and cables between them."""

import json
from typing import Any

from gpudesk.core.hardware.hardware import HardwareType
from tests.checks.site import SWITCH, SYSTEM, Site, body
from tests.core import link_parts as made


def _ports(group: str, kind: str, count: int, **values: Any) -> dict[str, Any]:
    own: dict[str, Any] = {
        "group": group,
        "kind": kind,
        "role": "network",
        "face": "rear",
        "area": [0, 0, 40, 40],
        "count": count,
        "name": f"{group}{{n}}",
        "lanes": 4,
        "source": "test",
        "confidence": "read",
    }
    return {**own, **values}


def _rails(count: int) -> list[dict[str, Any]]:
    """The first cage has the rails 0 and 1, and so on."""
    return [{"port": f"compute{rail // 2 + 1}P{rail % 2 + 1}", "rail": rail} for rail in range(count)]


GPUS = [{"key": "gpu", "count": 8, "gpu": True}]
DEVICES: dict[str, dict[str, Any]] = {
    "node": body("node", "system", "units", SYSTEM, GPUS)
    | {
        "ports": [
            _ports("compute", "osfp", 2, ports_per_cage=2, rate_gbps=400, network="compute", heat_sink="flat", map=_rails(4)),
            _ports("storage", "qsfp112", 2, rate_gbps=400, network="storage", heat_sink="either"),
            _ports("host", "rj45", 1, rate_gbps=1, lanes=1, network="out_of_band"),
            _ports("psu", "c20", 2, role="power_in", lanes=0),
        ]
    },
    "two-planes": body("two-planes", "system", "units", SYSTEM, GPUS)
    | {
        "ports": [
            _ports("compute", "osfp", 2, ports_per_cage=2, rate_gbps=400, network="compute", heat_sink="flat"),
            _ports("psu", "c20", 2, role="power_in", lanes=0),
        ]
    },
    "two-bmcs": body("two-bmcs", "system", "units", SYSTEM, GPUS)
    | {"ports": [_ports("bmc", "rj45", 2, rate_gbps=1, lanes=1, network="out_of_band"), _ports("psu", "c20", 2, role="power_in", lanes=0)]},
    "manager": body("manager", "server", "units", SYSTEM)
    | {
        "ports": [
            _ports("fabric", "osfp", 1, rate_gbps=800, network="compute", heat_sink="flat"),
            _ports("psu", "c20", 2, role="power_in", lanes=0),
        ]
    },
    "leaf": body("leaf", "switch", "units", {**SWITCH, "protocols": "InfiniBand NDR"})
    | {"ports": [_ports("fabric", "osfp", 8, ports_per_cage=2, rate_gbps=400, heat_sink="finned")]},
    "wide": body("wide", "switch", "units", {**SWITCH, "protocols": "InfiniBand NDR"})
    | {"ports": [_ports("fabric", "osfp", 32, ports_per_cage=2, rate_gbps=400, heat_sink="finned")]},
    "ethernet": body("ethernet", "switch", "units", {**SWITCH, "protocols": "Ethernet"})
    | {
        "ports": [
            _ports("data", "qsfp28", 8, rate_gbps=100, heat_sink="either"),
            _ports("access", "rj45", 4, rate_gbps=1, lanes=1),
        ]
    },
    "managed": body("managed", "switch", "units", {**SWITCH, "protocols": "Ethernet"})
    | {
        "ports": [
            _ports("data", "qsfp28", 12, rate_gbps=100, heat_sink="either"),
            _ports("manage", "rj45", 1, rate_gbps=1, lanes=1, network="out_of_band"),
        ]
    },
    "xdr": body("xdr", "switch", "units", SWITCH)
    | {"ports": [_ports("fabric", "osfp", 4, ports_per_cage=2, rate_gbps=800, heat_sink="finned")]},
    "fibre-panel": body("fibre-panel", "panel", "units", {"height_u": 1, "insertion_loss_db": 0.35})
    | {
        "ports": [
            _ports("front", "mpo12", 8, role="panel", face="front", name="{n}", lanes=1, positions=12),
            _ports("rear", "mpo12", 8, role="panel", name="R{n}", lanes=1, positions=12),
        ],
        "passages": "in-order",
    },
}


class Fabric:
    """Nodes, switches and cables of a scratch project in one rack."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._rack = site.rack()
        self._parts: dict[str, HardwareType] = {}

    def add(self, key: str, **values: Any) -> int:
        """A device."""
        count = self.site.snapshot["device"].rows
        return self.site.device(self._rack, 1 + count, key, self.kind(DEVICES[key]), **values)

    def kind(self, entry: dict[str, Any]) -> int:
        """The id of a catalog entry."""
        name = str(entry["key"])
        if name not in self.site.types:
            self.site.types[name] = self.site.insert(
                "catalog_item", key=name, family=entry["family"], version="1", origin="catalog", body=json.dumps(entry)
            )
        return self.site.types[name]

    def part(self, part: HardwareType | None) -> int | None:
        """The id of a part, None for none."""
        return None if part is None else self.kind(dict(part.body))

    def lay(
        self,
        a: tuple[int, int],
        b: tuple[int, int],
        cable: HardwareType | None = None,
        modules: tuple[HardwareType | None, HardwareType | None] = (None, None),
        length_mm: int | None = 10_000,
        **values: Any,
    ) -> int:
        """A cable between two ports, each by device and port."""
        own = {"a_device_id": a[0], "a_port": a[1], "b_device_id": b[0], "b_port": b[1]}
        chosen = {"type_id": self.part(cable), "a_module_id": self.part(modules[0]), "b_module_id": self.part(modules[1])}
        return self.site.insert("cable", **{**own, **chosen, "length_mm": length_mm, **values})

    def link(self, a: tuple[int, int], b: tuple[int, int], **values: Any) -> int:
        """A right link from a node to a switch."""
        return self.lay(a, b, **{"cable": made.cord(), "modules": (made.sr4("flat"), made.sr4()), **values})

    def trunk(self, a: tuple[int, int], b: tuple[int, int], **values: Any) -> int:
        """A trunk between two panels, from the rear of one to the rear of the other."""
        return self.lay(a, b, made.cord(gender="male"), **values)
