"""The trays of a rack-scale system: hosts, switches and power shelves installed by the vendor, each with a name."""

from dataclasses import dataclass

from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind

NVLINK_SWITCH = "nvlink-switch"
"""The role of a tray with the switches of the NVLink domain."""
POWER_SHELF = "power-shelf"
"""The role of a tray with power supplies for the busbar of the rack."""


@dataclass(frozen=True, slots=True)
class Tray:
    """One tray of a rack-scale system; the system is placed and purchased as a whole.

    Attributes:
        key: the tray in the catalog.
        name: its name after that of the system ("c01" of "nvl72-001" is the host "nvl72-001-c01").
        bay: the bay of the system that contains it, "" if the catalog has none for it.
        role: its role, "" for that of the system.
        gpu_count: its GPUs; a tray with GPUs is a host.
        ports: indices of the system ports at this tray.
        management: the names of its management ports. Their cables are included with the system.
    """

    key: str
    name: str
    bay: str
    role: str
    gpu_count: int
    ports: tuple[int, ...]
    management: tuple[str, ...]

    @property
    def manages(self) -> bool:
        """Whether it is a switch on which the management ports of the system end; its own `ports` lead out of the system."""
        return self.role in TIER_ROLES[NetworkKind.OUT_OF_BAND]

    def named(self, system: str) -> str:
        """Its name as a host, by the name of the system."""
        return f"{system}-{self.name}"
