"""What a source says of a GPU: what it is, what it does at one moment, and why a value is missing."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from gpudesk.monitor.readings.metrics import metrics


class Lack(StrEnum):
    """Why there is no value. A missing value is never a zero."""

    UNSUPPORTED = "unsupported"
    """This board does not have it."""
    OLD_DRIVER = "old_driver"
    """The driver does not know the call yet."""
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
    """What was read does not say it: a listing of an older driver, or one that was asked for less."""
    IMPOSSIBLE = "impossible"
    """The source says what cannot be: a value beyond the bounds of its metric, more memory used or free than there is."""
    SILENT = "silent"
    """The call to the driver has not returned."""
    FAILED = "failed"

    @property
    def published(self) -> str:
        """Its name in JSON; recordings store the value."""
        return "not_reported" if self is Lack.UNSAID else self.value


@dataclass(frozen=True, slots=True)
class GpuFacts:
    """What a GPU is. Texts that it does not tell are empty, numbers None.

    Attributes:
        uuid: what it is known by; of a GPU that cannot be reached, "index-N".
        parent: the UUID of the whole GPU, for a MIG instance.
        capability: compute capability.
        chassis_serial, slot, tray, module: of rack-scale systems and boards of several GPUs, where the GPU sits.
        numa_node: of the processor that is nearest; of a GPU whose memory is one of its own, that.
        lacks: why a fact is missing, by its name here.
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
    """What one GPU did at one moment.

    Attributes:
        mono_s: by a clock that never jumps; differences are taken of it.
        wall_s: seconds since 1970, UTC.
        values: by the key of the metric.
        lacks: why a metric that was asked for is missing.
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
        used_bytes: None where the driver does not say.
        busy_percent: None where the driver does not say.
        command, user, container: "" where they cannot be read.
        cpu_percent: of one core of the machine, None where the system does not say or was asked for the first time.
        host_bytes: what it holds of the machine's memory, None where the system does not say.
        started_s: since when it runs, seconds since 1970, None where the system does not say.
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
    """What a driver reports by itself.

    Attributes:
        xid: the number of the error, None for a change of MIG.
    """

    uuid: str
    wall_s: float
    xid: int | None


def with_more(frame: Frame, more: Mapping[str, float]) -> Frame:
    """The same reading with values that came from elsewhere; those that it has of the same metrics give way."""
    lacks = {key: why for key, why in frame.lacks.items() if key not in more} if frame.lacks else frame.lacks
    return replace(frame, values={**frame.values, **more}, lacks=lacks)


_OF_MEMORY = ("memory_used_bytes", "memory_free_bytes", "memory_reserved_bytes")


def without_impossible(values: dict[str, float], lacks: dict[str, Lack]) -> None:
    """Take out what cannot be, and say why: a value beyond the bounds of its metric, and memory that is fuller than it is large.

    A driver that counts wrongly, or a blank value that was passed on as a number, gives numbers near 2^31, 2^32, 2^63 or 2^64. Where one
    figure of a memory cannot be, the others of its answer are not believed either.
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
