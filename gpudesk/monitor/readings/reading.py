"""GPU data from a source: facts, values at one time, and why a value is missing."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from gpudesk.monitor.readings.metrics import metrics


class Lack(StrEnum):
    """Why there is no value. A missing value is never a zero."""

    UNSUPPORTED = "unsupported"
    """This board does not have it."""
    OLD_DRIVER = "old_driver"
    """The driver does not support the call yet."""
    NO_PERMISSION = "no_permission"
    LOST = "lost"
    """The GPU has fallen off the bus."""
    ASLEEP = "asleep"
    """The GPU sleeps to save power; asking would wake it."""
    MIG = "mig"
    """The driver does not give it while the GPU is in parts."""
    UNIFIED = "unified"
    """The GPU shares the memory of the system."""
    WAITING = "waiting"
    """It takes two readings."""
    UNSAID = "unsaid"
    """Not in the data: a listing from an older driver, or with fewer items requested."""
    IMPOSSIBLE = "impossible"
    """The source reports an impossible value: outside the bounds of its metric, or more memory used or free than the total."""
    SILENT = "silent"
    """The call to the driver has not returned."""
    FAILED = "failed"

    @property
    def published(self) -> str:
        """Its name in JSON; recordings store the value."""
        return "not_reported" if self is Lack.UNSAID else self.value


@dataclass(frozen=True, slots=True)
class GpuFacts:
    """GPU facts. Texts not reported are empty, numbers None.

    Attributes:
        uuid: its identifier; for an unreachable GPU, "index-N".
        parent: the UUID of the whole GPU, for a MIG instance.
        capability: compute capability.
        chassis_serial, slot, tray, module: location of the GPU in rack-scale systems and multi-GPU boards.
        numa_node: NUMA node of the nearest processor; for a GPU whose memory is a NUMA node, that node.
        lacks: why a fact is missing, by attribute name.
    """

    uuid: str
    index: int
    name: str = ""
    parent: str = ""
    pci: str = ""
    serial: str = ""
    part_number: str = ""
    vbios: str = ""
    capability: tuple[int, int] | None = None
    chassis_serial: str = ""
    slot: int | None = None
    tray: int | None = None
    module: int | None = None
    numa_node: int | None = None
    persistence: bool | None = None
    ecc: bool | None = None
    mig: bool | None = None
    gpu_instance: int | None = None
    power_low_w: float | None = None
    power_high_w: float | None = None
    power_default_w: float | None = None
    slowdown_c: float | None = None
    shutdown_c: float | None = None
    pcie_generation: int | None = None
    pcie_width: int | None = None
    sm_clock_mhz: float | None = None
    lacks: Mapping[str, Lack] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Frame:
    """Values of one GPU at one time.

    Attributes:
        mono_s: monotonic clock; used for differences.
        wall_s: seconds since 1970, UTC.
        values: by metric key.
        lacks: why a requested metric is missing.
    """

    uuid: str
    mono_s: float
    wall_s: float
    values: Mapping[str, float]
    lacks: Mapping[str, Lack] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Process:
    """One process on a GPU.

    Attributes:
        used_bytes: None if the driver does not report it.
        busy_percent: None if the driver does not report it.
        command, user, container: "" if unreadable.
        cpu_percent: of one core of the machine, None if not reported or on the first query.
        host_bytes: the machine memory that it uses, None if not reported.
        started_s: start time, seconds since 1970, None if not reported.
    """

    uuid: str
    pid: int
    graphics: bool
    used_bytes: int | None
    busy_percent: float | None
    command: str
    user: str
    container: str
    cpu_percent: float | None = None
    host_bytes: int | None = None
    started_s: float | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """A driver event.

    Attributes:
        xid: the error number, None for a MIG change.
    """

    uuid: str
    wall_s: float
    xid: int | None


def with_more(frame: Frame, more: Mapping[str, float]) -> Frame:
    """Return the reading with values from elsewhere added; existing values of the same metrics are replaced."""
    missing = {key: why for key, why in frame.lacks.items() if key not in more} if frame.lacks else frame.lacks
    return replace(frame, values={**frame.values, **more}, lacks=missing)


_OF_MEMORY = ("memory_used_bytes", "memory_free_bytes", "memory_reserved_bytes")


def without_impossible(values: dict[str, float], lacks: dict[str, Lack]) -> None:
    """Remove impossible values, with the reason: values outside the bounds of their metric, and memory use above the total.

    Incorrect driver counts, or placeholder values passed on as numbers, give numbers near 2^31, 2^32, 2^63 or 2^64. If one
    memory figure is impossible, the others of the same response are not trusted either.
    """
    known = metrics()
    for key in [key for key, value in values.items() if key in known and not known[key].low <= value <= known[key].high]:
        del values[key]
        lacks[key] = Lack.IMPOSSIBLE
    total = values.get("memory_total_bytes")
    if total is None or all(values.get(key, 0.0) <= total for key in _OF_MEMORY):
        return
    for key in _OF_MEMORY:
        if values.pop(key, None) is not None:
            lacks[key] = Lack.IMPOSSIBLE
