"""Descriptions that nodes of a fabric report: the host, its adapter, or nothing that identifies either.

Sources: rdma-ndd writes "%h %d" (host and RDMA device) unless configured otherwise (rdma-core, rdma-ndd/rdma-ndd.8.in.rst);
older scripts wrote "HOST HCA-N", counted over /sys/class/infiniband (rdma-core, scripts/set_mthca_nodedesc.sh lists that folder
with `ls`). Before that, the firmware describes the chip ("MT4129 ConnectX7   Mellanox Technologies", 69 nodes of the GB200 cluster
in NVIDIA/topograph, tests/output/ibnetdiscover/example.out). Persistent names of RDMA devices follow their position on the bus
(rdma-core, kernel-boot/rdma_rename.c): `ibp24s0` is bus 24, slot 0.
"""

import re
from dataclasses import dataclass

from gpudesk.core.hardware.hardware import Port

_SWITCH = re.compile(r"(?:MF\d+;)?(.*?)(?::[^:]*/U\d+)?$", re.DOTALL)
_ADAPTER = re.compile(r"(.*\S)\s+(\S+)$", re.DOTALL)
_DEVICE = re.compile(r"(?:mlx[45]_(?:bond_)?\d+|mthca\d+|hfi1_\d+|hca-\d+|(?:ib|roce|iw|opa)(?:P\d+)?p\d+s\d+\S*)$", re.IGNORECASE)
_COUNTED = re.compile(r"hca-(\d+)$")
_ON_BUS = re.compile(r"(?:ib|roce|iw|opa)(?:P([0-9]+))?p([0-9]{1,3})s([0-9]{1,2})(?:f([0-7]))?$")
_PCI = re.compile(r"(?:([0-9a-fA-F]{4,8}):)?([0-9a-fA-F]{2}):([0-9a-fA-F]{2})\.([0-7])$")
_CHIP = re.compile(r".*\bMellanox Technologies\s*$|MT\d{4,5}\b.*", re.DOTALL)
_NOBODY = frozenset({"", "localhost", "localhost.localdomain", "localhost4", "localhost6", "(none)", "ubuntu"})
"""Default host names of unnamed machines; "ubuntu" in Ubuntu images, and one of the two UFM hosts of that listing."""
_NEW_SWITCH = re.compile(r"switch-[0-9a-f]{6}$", re.IGNORECASE)
"""The host name that the system of a switch makes of its MAC address until a person gives it one."""
_SORTED_ALIKE = 10
"""From this number of RDMA devices, a folder is not sorted by their numbers: mlx5_10 comes before mlx5_2."""


@dataclass(frozen=True, slots=True)
class Said:
    """The description reported by a node.

    Attributes:
        host: the name of the machine or switch, "" if not reported.
        adapter: the RDMA device, "" if not reported.
    """

    host: str
    adapter: str = ""

    @property
    def is_nameless(self) -> bool:
        """Whether it names no host."""
        return not self.host


def said_by_switch(text: str) -> Said:
    """Description of a switch: "leaf-01" from "MF0;leaf-01:MQM9700/U1"."""
    if _CHIP.match(text):
        return Said("")
    match = _SWITCH.match(text)
    name = (match[1] if match else text).strip()
    return Said("" if name.casefold() in _NOBODY or _NEW_SWITCH.match(name) else name)


def said_by_adapter(text: str) -> Said:
    """Description of an adapter: "dgx-001" and "mlx5_0" from "dgx-001 mlx5_0"; in others, the last token can be either."""
    text = text.strip()
    if _CHIP.match(text):
        return Said("")
    if _DEVICE.match(text):
        return Said("", text)
    match = _ADAPTER.match(text)
    host, adapter = (match[1], match[2]) if match else (text, "")
    return Said("" if host.casefold() in _NOBODY else host, adapter)


def hosts(name: str) -> list[str]:
    """A name unchanged, and without its domain, in lowercase."""
    name = name.strip().casefold()
    return list(dict.fromkeys((name, name.partition(".")[0])))


def called(port: Port | None, rdma: str, port_name: str) -> list[str]:
    """The search keys of an adapter of the plan, in lowercase: RDMA device, interface, port, and position on the bus.

    Args:
        port: of its type, None if the type has no port with that name.
    """
    words = [rdma, port_name]
    if port is not None:
        words += [port.interface, _of_pci(port.pci)]
    return list(dict.fromkeys(word.casefold() for word in words if word))


def is_mapped(port: Port | None, rdma: str) -> bool:
    """Whether the type specifies the operating system name of the adapter at a port."""
    return bool(rdma or (port is not None and (port.interface or port.pci)))


def adapter_keys(adapter: str, planned: int) -> list[str]:
    """The keys that the name of an adapter can mean, the most likely first; none if it is ambiguous.

    Args:
        planned: RDMA devices of the host according to its plan, as far as their numbers are known.
    """
    counted = _COUNTED.match(adapter.casefold())
    if counted:
        return [f"mlx5_{int(counted[1]) - 1}"] if planned <= _SORTED_ALIKE else []
    keys = [adapter.casefold()]
    on_bus = _ON_BUS.match(adapter) or _ON_BUS.match(adapter.casefold())
    if on_bus:
        domain, bus, slot, function = (int(part or 0) for part in on_bus.groups())
        keys.append(_bus_key(domain, bus, slot, function))
    return keys


def devices_by_number(rdma: str) -> int:
    """How many RDMA devices a host has at least that has one of this name: 12 for "mlx5_11"."""
    number = rdma.rpartition("_")[2]
    return int(number) + 1 if number.isdecimal() else 0


def _of_pci(address: str) -> str:
    match = _PCI.match(address)
    if match is None:
        return ""
    return _bus_key(*(int(part or "0", 16) for part in match.groups()))


def _bus_key(domain: int, bus: int, slot: int, function: int) -> str:
    return f"pci {domain:x}:{bus:02x}:{slot:02x}.{function}"
