"""Links that a tool saw on a fabric, whatever the tool was: nodes by their own words, ports by their numbers."""

from dataclasses import dataclass

from gpudesk.core.cabling.link_ends import Ints
from gpudesk.core.values.columns import Ids
from gpudesk.derived.fabric.fabric_records import Texts


@dataclass(frozen=True, slots=True)
class SeenNode:
    """A switch or an adapter.

    Attributes:
        guid: 0 where the tool prints none.
        switch: whether it is a switch.
        description: how it describes itself, "" if it does not.
        ports: how many it has, 0 where that is not said.
        system: GUID of the system that it is part of (its system image GUID), 0 where the tool does not say.
    """

    guid: int
    switch: bool
    description: str
    ports: int
    system: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class SeenLinks:
    """Every link once, shape (links,): places of the nodes in `nodes`, and their ports, counted from 1.

    Attributes:
        width: lanes that work, 0 where the tool does not say.
        speed: of each lane ("NDR"), "" where it does not say.
        line: where the link is in the file, counted from 1.
        warnings: lines in which the tool says that it did not reach all of the fabric.
        undescribed: nodes that the ports of others name, and that the listing does not describe; 0 where its form describes none.
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
