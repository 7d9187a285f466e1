"""What every source of readings gives, so that pane, recorder and verdict need not know which one they look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from gpudesk.core.messages.message import Message
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, Lack, Process


class SourceKind(StrEnum):
    """Where readings come from."""

    NVML = "nvml"
    """The driver of this machine."""
    DCGM = "dcgm"
    """Exporters of DCGM, one of each host."""
    PROMETHEUS = "prometheus"
    """A Prometheus server that collects many hosts."""
    RECORDING = "recording"
    SNAPSHOT = "snapshot"


@dataclass(frozen=True, slots=True)
class Machine:
    """One host and its GPUs as they are known now.

    Attributes:
        name: its host name, "" where nothing tells it.
        driver, cuda: versions, "" where nothing tells them.
        gpus: whole GPUs, the parts of a GPU in MIG mode behind it.
        unreachable: GPUs that are counted but cannot be opened, by their number.
        silent_since_s: since when the call to each GPU has not returned, seconds since 1970, by its number; those that answer are not here.
        seen_s: when it was heard last, seconds since 1970; None if never.
        trouble: why it is not heard now, for a person; "" while it is.
        trouble_message: the same, to be translated.
    """

    name: str
    driver: str = ""
    cuda: str = ""
    gpus: tuple[GpuFacts, ...] = ()
    unreachable: Mapping[int, Lack] = field(default_factory=dict)
    silent_since_s: Mapping[int, float] = field(default_factory=dict)
    seen_s: float | None = None
    trouble: str = ""
    trouble_message: Message | None = None


@dataclass(frozen=True, slots=True)
class Running:
    """The processes of one GPU, those with most memory first, or why they are not told."""

    processes: tuple[Process, ...] = ()
    lack: Lack | None = None


class Source(Protocol):
    """Reads in threads of its own. Nothing here waits for a GPU or a network: whoever shows or keeps readings takes what has come."""

    kind: SourceKind
    name: str
    """What it reads, as a person knows it: a host, an address, a file."""

    def machines(self) -> Sequence[Machine]:
        """The hosts known now, in a lasting order."""

    def take(self) -> list[Frame]:
        """The readings since this was asked last, those of each GPU in their order."""

    def take_events(self) -> list[Event]:
        """What the drivers reported since this was asked last."""

    def running(self) -> Mapping[str, Running]:
        """The processes by the UUID of their GPU, as they were seen last."""

    def cost_share(self) -> float | None:
        """Share of one core that reading takes, None where it is not known."""

    @property
    def dropped(self) -> int:
        """Readings that nobody took in time."""

    def close(self) -> None:
        """End all threads."""
