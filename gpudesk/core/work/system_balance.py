"""What a job asks of each link of the chain in a system beside what the system has: which link binds, and what is not known."""

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
        needed: None where the job asks nothing that is known.
        has: None where nobody says what the system has.
    """

    link: Link
    needed: float | None
    has: float | None

    @property
    def use(self) -> float | None:
        """Needed over what there is; None where either is not known."""
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
        """The link that is used most of those that are known; None where none is. Where adapters sit counts only where they lack."""
        known = [(link.use, link) for link in self.links if link.use is not None and (link.link is not Link.NUMA or link.is_short)]
        return max(known, key=lambda pair: pair[0])[1] if known else None

    @property
    def short(self) -> tuple[LinkUse, ...]:
        """Links that have less than is needed."""
        return tuple(link for link in self.links if link.is_short)

    @property
    def missing(self) -> tuple[Link, ...]:
        """Links of which something is needed and nobody says what there is."""
        return tuple(link.link for link in self.links if link.has is None and link.needed is not None)


def balance(needed: Mapping[Link, float], has: Mapping[Link, float | None]) -> Balance:
    """Each link of either side, in the order of the chain."""
    order: Sequence[Link] = tuple(Link)
    return Balance(tuple(LinkUse(link, needed.get(link), has.get(link)) for link in order if link in needed or has.get(link) is not None))
