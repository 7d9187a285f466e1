"""Purposes of networks, by the tokens that catalog entries use for their ports and templates for the roles of switches."""

from collections.abc import Mapping
from enum import IntEnum


class NetworkKind(IntEnum):
    """The traffic of a network; the numbers are those of the project file."""

    COMPUTE = 0
    STORAGE = 1
    IN_BAND = 2
    OUT_OF_BAND = 3
    OTHER = 4

    @property
    def ports(self) -> str:
        """The token for its ports in catalog entries."""
        return self.name.lower()


class Spread(IntEnum):
    """How the devices of a stage share its switches; the numbers are those of the project file."""

    EVEN = 0
    """Each device on as many switches as it has links, all switches alike."""
    FILL = 1
    """One switch after the other, the nearest first."""
    ALL = 2
    """Each device with the same number of links to every switch."""


TIER_ROLES: Mapping[NetworkKind, tuple[str, str, str]] = {
    NetworkKind.COMPUTE: ("leaf", "spine", "core"),
    NetworkKind.STORAGE: ("storage leaf", "storage spine", "storage core"),
    NetworkKind.IN_BAND: ("in-band", "in-band spine", "in-band core"),
    NetworkKind.OUT_OF_BAND: ("out-of-band", "out-of-band spine", "out-of-band core"),
}
"""Which role the switches of each tier have, from the leaf up."""

MOST_PORTS = 4096
"""Of a switch."""
MOST_SWITCHES = 100_000
"""Of a role."""
NETWORK_SETTINGS: Mapping[str, tuple[int, int]] = {
    "rate_gbps": (1, 100_000),
    "planes": (1, 16),
    "unit_nodes": (1, 100_000),
    "tiers": (1, 3),
    **dict.fromkeys(("rails_per_leaf", "leaf_up", "leaf_down", "spine_up", "spine_down"), (1, MOST_PORTS)),
    "pod_leaves": (1, 100_000),
    **dict.fromkeys(("pods_by_rail", "by_hall", "whole_units", "even_cores"), (0, 1)),
}
"""Settings of a network's tree: columns of the table `network`, each with its minimum and maximum."""
