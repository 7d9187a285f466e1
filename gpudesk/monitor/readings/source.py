"""Common interface of all reading sources, so that pane, recorder and verdict are independent of the source."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from gpudesk.core.messages.message import Message
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, Lack, Process


class SourceKind(StrEnum):
    """Origin of readings."""

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
    """One host and its GPUs as currently known.

    Attributes:
        name: its host name, "" if unknown.
        driver, cuda: versions, "" if unknown.
        gpus: whole GPUs, each followed by its MIG instances.
        unreachable: GPUs that are counted but cannot be opened, by number.
        silent_since_s: start time of an unreturned call per GPU, seconds since 1970, by number; responding GPUs are omitted.
        seen_s: time of its last response, seconds since 1970; None if never.
        trouble: why it does not respond, for display; "" if it responds.
        trouble_message: the same, for translation.
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
    """The processes of one GPU, largest memory first, or why they are unknown."""

    processes: tuple[Process, ...] = ()
    lack: Lack | None = None


class Source(Protocol):
    """Reads in separate threads. No method waits for a GPU or a network: consumers retrieve the available readings."""

    kind: SourceKind
    name: str
    """Display name: a host, an address, a file."""

    def machines(self) -> Sequence[Machine]:
        """The hosts known now, in a lasting order."""

    def take(self) -> list[Frame]:
        """Return the readings since the last call, in order per GPU."""

    def take_events(self) -> list[Event]:
        """Return the driver events since the last call."""

    def running(self) -> Mapping[str, Running]:
        """The processes by the UUID of their GPU, as they were seen last."""

    def cost_share(self) -> float | None:
        """Return the share of one core used for reading, None if unknown."""

    @property
    def dropped(self) -> int:
        """Return the number of readings not retrieved in time."""

    def close(self) -> None:
        """End all threads."""
