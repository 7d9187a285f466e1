"""The network that joins the systems of a project, as a training over them sees it."""

from dataclasses import dataclass

from gpudesk.sizing.calibration.step_tables import Host

_LEAST_GBPS = 1e-3
"""Stands for a network that is not there: nothing of one system passes over it, but it is divided by."""


@dataclass(frozen=True, slots=True)
class SystemNetwork:
    """What joins equal systems.

    Attributes:
        name: of the network; "" where there is no compute network.
        board: the key of the GPUs of the systems.
        gpus_each: GPUs of one system.
        systems: how many stand there.
        gbps_a_system: of all its adapters together, by the cables that are there; 0 where none has a rate.
        through: of what systems can send, the share that passes above the leaves.
        leaf_systems: systems below the same leaves, which speak without the tiers above; 0 where nothing is above.
        rails: leaves on which one system hangs.
    """

    name: str
    board: str
    gpus_each: int
    systems: int
    gbps_a_system: float = 0.0
    through: float = 1.0
    leaf_systems: int = 0
    rails: int = 0

    @property
    def joins(self) -> bool:
        """Whether systems reach each other."""
        return self.gbps_a_system * self.through > 0

    @property
    def gbps_a_gpu(self) -> float:
        return self.gbps_a_system / self.gpus_each

    @property
    def most_gpus(self) -> int:
        """GPUs that can train together."""
        return self.gpus_each * (self.systems if self.joins else 1)

    def passes(self, gpus: int) -> float:
        """Share of a GPU's rate that a group of so many GPUs keeps: all below one leaf, what the tiers above carry beyond it."""
        return self.through if self.leaf_systems and -(-gpus // self.gpus_each) > self.leaf_systems else 1.0

    def serves(self, board: str, gpus_each: int) -> bool:
        """Whether such systems are those that it joins."""
        return self.joins and (board, gpus_each) == (self.board, self.gpus_each)

    def host(self, gpus: int) -> Host:
        """What its systems are to a plan of so many GPUs."""
        gbps = max(self.gbps_a_gpu * self.passes(gpus), _LEAST_GBPS)
        return Host(self.gpus_each, gbps, "derived", self.name)
