"""Names of cables by both ends, as on labels and in exports: "dgx-001 OSFP1P1 – leaf-01 swp1s0"."""

from gpudesk.core.values.columns import Ids
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.project.snapshot import Snapshot

Names = tuple[str, str]


def cable_end_names(snapshot: Snapshot, legs: Ids) -> list[Names]:
    """Device and connector at the ends "a" and "b" of some legs of cables, shape (n,); a tray of a rack-scale system is its own device.

    Args:
        legs: places in the table `cable`.
    """
    if not len(legs):
        return []
    places = CablePlaces(snapshot, legs)
    sides = []
    for side in "ab":
        ends = zip(places.words(side, "device"), places.words(side, "connector"), strict=True)
        sides.append([" ".join(end) for end in ends])
    return list(zip(*sides, strict=True))


def cable_names(snapshot: Snapshot, cable_ids: Ids) -> list[str]:
    """The name of each leg of a cable in the project: its ends, shape (n,)."""
    return [" – ".join(ends) for ends in cable_end_names(snapshot, snapshot["cable"].positions(cable_ids))]
