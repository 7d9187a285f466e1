"""Required and available rates of each link in a system: the limiting link, and the unknown ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Link(StrEnum):
    """One link of the chain from the data to the GPUs and back."""

    CORES = "cores"
    """Processor cores that make batches of the data, or serve requests."""
    MEMORY = "memory"
    """Memory of the host, GiB."""
    PCIE = "pcie"
    """Between one GPU and its host, GB/s."""
    NUMA = "numa"
    """GPUs that have an adapter behind their own PCIe switch: other traffic crosses the processors."""
    NETWORK = "network"
    """Adapters of one GPU for what GPUs exchange between systems, Gb/s."""
    READ = "read"
    """Data, or weights when a program starts, from storage, GB/s."""
    CHECKPOINT = "checkpoint"
    """States to shared storage, GB/s."""
    DRIVES = "drives"
    """Drives of the system for states, TB."""
    POWER = "power"
    """Of the supplies that must be alive, W."""


UNITS: Mapping[Link, str] = {
    Link.CORES: "",
    Link.MEMORY: "GiB",
    Link.PCIE: "GB/s",
    Link.NUMA: "",
    Link.NETWORK: "Gb/s",
    Link.READ: "GB/s",
    Link.CHECKPOINT: "GB/s",
    Link.DRIVES: "TB",
    Link.POWER: "W",
}


@dataclass(frozen=True, slots=True)
class LinkUse:
    """One link.

    Attributes:
        needed: None if the requirement of the job is unknown.
        has: None if the rate of the system is unknown.
    """

    link: Link
    needed: float | None
    has: float | None

    @property
    def use(self) -> float | None:
        """Required rate divided by available rate; None if either is unknown."""
        if self.needed is None or self.has is None:
            return None
        if not self.has:
            return float("inf") if self.needed else 0.0
        return self.needed / self.has

    @property
    def is_short(self) -> bool:
        return self.use is not None and self.use > 1.0


@dataclass(frozen=True, slots=True)
class Balance:
    """All links of one system for one job."""

    links: tuple[LinkUse, ...]

    @property
    def binding(self) -> LinkUse | None:
        """The known link with the highest use; None if there is none. Adapter location counts only where it is insufficient."""
        known = [(link.use, link) for link in self.links if link.use is not None and (link.link is not Link.NUMA or link.is_short)]
        return max(known, key=lambda pair: pair[0])[1] if known else None

    @property
    def short(self) -> tuple[LinkUse, ...]:
        """Links that have less than is needed."""
        return tuple(link for link in self.links if link.is_short)

    @property
    def missing(self) -> tuple[Link, ...]:
        """Links with a requirement but an unknown rate."""
        return tuple(link.link for link in self.links if link.has is None and link.needed is not None)


def balance(needed: Mapping[Link, float], has: Mapping[Link, float | None]) -> Balance:
    """Each link of either side, in the order of the chain."""
    order: Sequence[Link] = tuple(Link)
    return Balance(tuple(LinkUse(link, needed.get(link), has.get(link)) for link in order if link in needed or has.get(link) is not None))
