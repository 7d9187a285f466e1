"""The network that joins the systems of a project, as a training over them sees it."""

from dataclasses import dataclass

from gpudesk.sizing.calibration.step_tables import Host

_LEAST_GBPS = 1e-3
"""Placeholder rate for a missing network: nothing passes between systems, but the rate is used as a divisor."""


@dataclass(frozen=True, slots=True)
class SystemNetwork:
    """The network between equal systems.

    Attributes:
        name: of the network; "" if there is no compute network.
        board: the key of the GPUs of the systems.
        gpus_each: GPUs of one system.
        systems: number of systems.
        gbps_a_system: total of its adapters, by the installed cables; 0 if none has a rate.
        through: share of the systems' send rate that passes above the leaves.
        leaf_systems: systems below the same leaves, which communicate without the tiers above; 0 if there is no tier above.
        rails: leaves to which one system is connected.
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
        """Share of a GPU's rate kept in a group of this size: all of it below one leaf, beyond it the share passed by the tiers above."""
        return self.through if self.leaf_systems and -(-gpus // self.gpus_each) > self.leaf_systems else 1.0

    def serves(self, board: str, gpus_each: int) -> bool:
        """Whether such systems are those that it joins."""
        return self.joins and (board, gpus_each) == (self.board, self.gpus_each)

    def host(self, gpus: int) -> Host:
        """Its systems as hosts for a plan with this number of GPUs."""
        gbps = max(self.gbps_a_gpu * self.passes(gpus), _LEAST_GBPS)
        return Host(self.gpus_each, gbps, "derived", self.name)
