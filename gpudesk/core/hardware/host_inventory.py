"""A machine as it was found: what its drivers and its buses say of it. What nothing told is None, or ""."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FoundGpu:
    """One whole GPU.

    Attributes:
        memory_mib: as the driver reports it, its own part included.
        pcie_generation, pcie_width: at which the link runs; `most_` what board and slot could do.
        nvlinks_up, nvlinks_down: links by their state.
        nics: RDMA devices ("mlx5_0") that are nearest to it on the bus; None where nothing tells.
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
        slot, tray: where a rack-scale system says that it sits.
        unreachable: GPUs that are counted but cannot be opened, by their number, and why.
        seen_utc: when, ISO 8601.
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
