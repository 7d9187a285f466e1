"""Links observed on a fabric by any tool: nodes by their descriptions, ports by number."""

from dataclasses import dataclass

from gpudesk.core.cabling.link_ends import Ints
from gpudesk.core.values.columns import Ids
from gpudesk.derived.fabric.fabric_records import Texts


@dataclass(frozen=True, slots=True)
class SeenNode:
    """A switch or an adapter.

    Attributes:
        guid: 0 if the tool does not print it.
        switch: whether it is a switch.
        description: its own description, "" if none.
        ports: number of ports, 0 if unspecified.
        system: GUID of the system that it is part of (its system image GUID), 0 if the tool does not print it.
    """

    guid: int
    switch: bool
    description: str
    ports: int
    system: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class SeenLinks:
    """Every link once, shape (links,): indexes of the nodes in `nodes`, and their ports, counted from 1.

    Attributes:
        width: active lanes, 0 if the tool does not print it.
        speed: of each lane ("NDR"), "" if not printed.
        line: line of the link in the file, counted from 1.
        warnings: lines in which the tool reports that it did not reach the whole fabric.
        undescribed: nodes named by other ports but not described in the listing; 0 if its format has no descriptions.
    """

    nodes: tuple[SeenNode, ...]
    a_node: Ids
    a_port: Ints
    b_node: Ids
    b_port: Ints
    width: Ints
    speed: Texts
    line: Ids
    warnings: int = 0
    undescribed: int = 0

    def __len__(self) -> int:
        return len(self.a_node)
