"""The ports of all types in a project as columns, for queries on the ends of many cables at once."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.cabling.link_ends import Ints
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.ports.cable_ends import Flags
from gpudesk.project.types import Types

NO_CABLES = ("power_in", "power_out")
"""Roles of ports in which power cords end, and no cables."""


@dataclass(frozen=True, slots=True, eq=False)
class PortColumns:
    """Ports in sequence, type by type.

    Attributes:
        type_ids: ids of the types, ascending.
        first: start index of the ports of each type, shape (types + 1,).
        lanes: lanes of each port, 0 if it has none, as in panels, shape (ports,).
        positions: strands of each port of a panel, 1 for all others.
        cage: cage of each port, as counted in its type.
        takes: whether a cable can end in it.
        twisted: whether it is a socket for twisted pairs.
    """

    type_ids: Ids
    first: Ids
    lanes: Ints
    positions: Ints
    cage: Ints
    takes: Flags
    twisted: Flags

    def at(self, type_ids: Ids, ports: Ids | Ints) -> Ids:
        """The place of each port in the columns, ABSENT where its type has no such port: shape as given."""
        types = np.searchsorted(self.type_ids, type_ids)
        inside = (ports >= 0) & (ports < self.first[types + 1] - self.first[types])
        return np.where(inside, self.first[types] + ports, ABSENT)


def port_columns(types: Types) -> PortColumns:
    """The ports of all types (use `types.cached(port_columns)`)."""
    ids = np.array(list(types), np.int64)
    lanes: list[int] = []
    positions: list[int] = []
    cage: list[int] = []
    takes: list[bool] = []
    twisted: list[bool] = []
    first = [0]
    for type_id in ids.tolist():
        for group in types[type_id].port_groups:
            lanes.extend([0 if group.role == "panel" else group.lanes] * len(group.ports))
            positions.extend([group.positions] * len(group.ports))
            cage.extend(port.cage_index for port in group.ports)
            twisted.extend([group.kind == "rj45"] * len(group.ports))
            takes.extend([group.role not in NO_CABLES] * len(group.ports))
        first.append(len(lanes))
    whole = [np.array(column, np.int32) for column in (lanes, positions, cage)]
    return PortColumns(ids, np.array(first, np.int64), whole[0], whole[1], whole[2], np.array(takes, bool), np.array(twisted, bool))
