"""The links of a project from end to end: over one cable, or over several that panels join."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.columns import Columns, Ids
from gpudesk.core.link_ends import Ends
from gpudesk.derived.cable_ends import Flags
from gpudesk.project.snapshot import Snapshot, made_from


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """Links, one an entry, shape (links,).

    Attributes:
        a: the end of the first cable, as the table `cable` has it.
        b: the other end of the last one; a link that goes nowhere beyond a panel ends there.
        network: id of the network of the first cable, ABSENT for none.
        first: where the cables of each link begin in `cable`, shape (links + 1,).
        cable: places in the table `cable`, from `a` to `b`.
        turned: whether one goes along such a cable from its end `b`.
    """

    a: Ends
    b: Ends
    network: Ids
    first: Ids
    cable: Ids
    turned: Flags

    def __len__(self) -> int:
        return len(self.network)


@made_from({"cable": ("a_device_id", "a_port", "a_lane", "b_device_id", "b_port", "b_lane", "lanes", "network_id"), "device": ("type_id",)})
def links(snapshot: Snapshot) -> Links:
    """All links (ask `snapshot.cached(links)`)."""
    cables = snapshot["cable"]
    a, b = (cable_side(cables, side) for side in "ab")
    count = np.arange(cables.rows + 1)
    return Links(a, b, cables["network_id"], count, count[:-1], np.zeros(cables.rows, bool))


def cable_side(cables: Columns, side: str, places: Ids | None = None) -> Ends:
    """The ends "a" or "b" of cables, of all of them or of those at some places of the table `cable`."""
    at = slice(None) if places is None else places
    port, lane, lanes = (cables[name][at].astype(np.int32) for name in (f"{side}_port", f"{side}_lane", "lanes"))
    return Ends(cables[f"{side}_device_id"][at], port, lane, lanes)
