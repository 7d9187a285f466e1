"""A machine as detected: the data of its drivers and buses. Missing data is None, or ""."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FoundGpu:
    """One whole GPU.

    Attributes:
        memory_mib: as reported by the driver, including its own share.
        pcie_generation, pcie_width: current values of the link; `most_` are the limits of card and slot.
        nvlinks_up, nvlinks_down: links by their state.
        nics: RDMA devices ("mlx5_0") nearest to it on the bus; None if unknown.
    """

    index: int
    name: str = ""
    memory_mib: float | None = None
    serial: str = ""
    pci: str = ""
    pcie_generation: int | None = None
    pcie_width: int | None = None
    most_pcie_generation: int | None = None
    most_pcie_width: int | None = None
    nvlinks_up: int | None = None
    nvlinks_down: int | None = None
    power_limit_w: float | None = None
    ecc: bool | None = None
    persistence: bool | None = None
    mig: bool | None = None
    nics: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class FoundMachine:
    """One host.

    Attributes:
        serial: of the chassis.
        slot, tray: its position as reported by a rack-scale system.
        unreachable: GPUs that are counted but cannot be opened, by number, and the reason.
        seen_utc: time of detection, ISO 8601.
    """

    host: str
    driver: str = ""
    cuda: str = ""
    serial: str = ""
    slot: str = ""
    tray: str = ""
    gpus: tuple[FoundGpu, ...] = ()
    unreachable: Mapping[int, str] = field(default_factory=dict)
    seen_utc: str = ""
