"""Names and identities of the ports of all types in use, as columns; cable ends are looked up here by device and port."""

from functools import cached_property

import numpy as np

from gpudesk.core.hardware.hardware import Port, PortGroup
from gpudesk.core.names.connector_names import connector_name
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types


class PortNames:
    """The ports of every type in sequence, ordered by type id, shape (ports,); the last entry is for unknown ports.

    Attributes:
        ports: the ports, with the group of each; None for the last.
        names: their names.
        rail: the rail of each, ABSENT if its type does not specify one.
        lanes: lanes of each, 0 if it has none.
        fills_cage: whether each is the only one in its cage.
    """

    def __init__(self, types: Types) -> None:
        self._ids = np.array(list(types), np.int64)
        self.ports: list[tuple[PortGroup, Port] | None] = []
        counts = []
        for type_id in self._ids.tolist():
            indexed_ports = sorted(
                ((port.index, group, port) for group in types[type_id].port_groups for port in group.ports),
                key=lambda indexed_port: indexed_port[0],
            )
            self.ports += [(group, port) for _, group, port in indexed_ports]
            counts.append(len(indexed_ports))
        self._count = np.array(counts, np.int64)
        self._first = np.cumsum(self._count) - self._count
        self.ports.append(None)
        self.names = ["" if port is None else port[1].name for port in self.ports]
        self.rail = np.array([ABSENT if port is None or port[1].rail is None else port[1].rail for port in self.ports], np.int64)

        self.lanes = np.array([0 if port is None else port[1].lanes for port in self.ports], np.int32)
        self.fills_cage = np.array([port is not None and port[1].name == port[1].cage for port in self.ports], bool)

    def codes(self, type_ids: Ids, port: Ids) -> Ids:
        """The entry of a port of each type, shape as given."""
        if not len(self._ids):
            return np.zeros(len(port), np.int64)
        place = np.minimum(self._ids.searchsorted(type_ids), len(self._ids) - 1)
        known = (self._ids[place] == type_ids) & (port >= 0) & (port < self._count[place])
        return np.where(known, self._first[place] + port, len(self.ports) - 1)

    def connector(self, entry: int, number: int) -> str:
        """The name of a connector, counted from 1, of the module in a port."""
        port = self.ports[entry]
        return "" if port is None else connector_name(port[1].name, port[1].cage, number)

    @cached_property
    def interfaces(self) -> list[str]:
        """Return the operating system names of the ports: the RDMA device, otherwise the interface."""
        return ["" if port is None else port[1].rdma or port[1].interface for port in self.ports]

    @cached_property
    def rank(self) -> Ids:
        """The place of each in the natural order of the names."""
        return natural_ranks(self.names)

    @cached_property
    def interface_rank(self) -> Ids:
        """The place of each in the natural order of the interfaces."""
        return natural_ranks(self.interfaces)


@made_from({"catalog_item": ()})
def port_names(snapshot: Snapshot) -> PortNames:
    """The ports of the types in use (use `snapshot.cached(port_names)`)."""
    return PortNames(snapshot.types)


@made_from({"device": ("name",)})
def device_ranks(snapshot: Snapshot) -> Ids:
    """The place of each device in the natural order of the names, shape (devices,)."""
    return natural_ranks(snapshot["device"]["name"].tolist())
