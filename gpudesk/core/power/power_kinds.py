"""Power equipment between a source of electricity and the racks."""

from collections.abc import Callable
from enum import IntEnum

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message


class PowerNodeKind(IntEnum):
    """Kind of a node of the power tree, as coded in the project file."""

    SOURCE = 0
    """The grid as it enters the building."""
    GENERATOR = 1
    UPS = 2
    TRANSFER_SWITCH = 3
    """It changes over to its alternate when its parent is dead."""
    PANEL = 4
    BUSWAY = 5
    FEED = 6
    """A circuit that ends at a rack."""


TOPS = (PowerNodeKind.SOURCE, PowerNodeKind.GENERATOR)
"""Kinds that are sources of electricity."""
USUAL_NAMES = {
    PowerNodeKind.SOURCE: "Source ",
    PowerNodeKind.GENERATOR: "Generator ",
    PowerNodeKind.UPS: "UPS ",
    PowerNodeKind.TRANSFER_SWITCH: "Transfer switch ",
    PowerNodeKind.PANEL: "Panel ",
    PowerNodeKind.BUSWAY: "Busway ",
    PowerNodeKind.FEED: "Feed ",
}
"""What new nodes are called, before their number."""


def makes_circle(node: int, above: int | None, parents_of: Callable[[int], tuple[int | None, ...]]) -> bool:
    """Whether connecting `node` to `above` would let it feed itself.

    Args:
        parents_of: the nodes that feed a node, with None where there is none.
    """
    waiting, seen = [above], set[int]()
    while waiting:
        here = waiting.pop()
        if here is None or here in seen:
            continue
        if here == node:
            return True
        seen.add(here)
        waiting.extend(parents_of(here))
    return False


def hanging_fault(
    kind: PowerNodeKind,
    name: str,
    parent: int | None,
    alternate: int | None,
    node: int | None,
    parents_of: Callable[[int], tuple[int | None, ...]],
) -> Message | None:
    """Why a node cannot be fed by `parent`, with `alternate` as second source; None if it can.

    Args:
        node: its id, None for one that does not exist yet.
        parents_of: as for `makes_circle`.
    """
    if kind in TOPS and (parent, alternate) != (None, None):
        return Message("operations", QT_TRANSLATE_NOOP("operations", "A source or a generator cannot have an upstream feed."))
    if alternate is not None and (parent is None or parent == alternate):
        return Message("operations", QT_TRANSLATE_NOOP("operations", "The alternate must differ from the normal source."))
    if node is not None and any(makes_circle(node, above, parents_of) for above in (parent, alternate)):
        return Message("operations", QT_TRANSLATE_NOOP("operations", "{name} would feed itself."), {"name": name})
    return None
