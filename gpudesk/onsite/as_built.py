"""The planned InfiniBand links against those that a tool saw: what is missing, plugged elsewhere, swapped, slow, or not planned."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.core.running.progress import Progress
from gpudesk.core.values.columns import ABSENT
from gpudesk.formats.fabric.seen_links import SeenLinks
from gpudesk.onsite.built_links import SORTS, BuiltLinks, Sort, Spot
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A link that was seen, with the line of the file."""

    a: Spot
    b: Spot
    rate: str
    line: int


@dataclass(frozen=True, slots=True)
class LinkDifference:
    """One planned link that is not as planned, or one that is not planned.

    Attributes:
        planned: its ends, None for an unexpected one.
        cable_id: of the first cable of the planned link.
        rate: what is planned ("4xNDR").
        seen: the links that were seen at its ends.
        partner: `id` of the other link of a swapped pair, "" for others.
        id: the same from run to run as long as the same thing is wrong at the same ends.
        beneath: what else is not as planned, or not verified, at the same link; None for nothing.
        devices: those that carry each other's names, of `Sort.EXCHANGED` alone.
        links: how many planned links it is about.
    """

    sort: Sort
    id: str
    planned: tuple[Spot, Spot] | None
    cable_id: int | None
    rate: str
    seen: tuple[SeenLink, ...]
    partner: str = ""
    beneath: Sort | None = None
    devices: tuple[str, ...] = ()
    links: int = 1


@dataclass(frozen=True, slots=True)
class UnnamedDevice:
    """Ports in use by nodes that name no device, where one device is planned.

    Attributes:
        device: the planned one.
        ports: how many of its ports.
        guids: of what uses them: of nodes that say to be parts of one system the GUID of that system, once.
    """

    device: str
    ports: int
    guids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AsBuilt:
    """The plan against what was seen.

    Attributes:
        planned: planned links of the subnets that were seen.
        elsewhere: planned InfiniBand links of other subnets, about which nothing was said.
        seen: links that were seen, without those inside switches.
        right: planned links that are as planned, at full speed: host, adapter and port of the switch are established.
        unnamed: links that were seen of which neither end names a device.
        warnings: lines in which the tool says that it did not reach all of the fabric.
        undescribed: nodes that the listing names and does not describe, as where it is cut off.
        unnamed_devices: the ports of `Sort.UNNAMED` at which something was seen, by the planned device.
        strangers: descriptions of nodes that were seen and are not in the plan.
    """

    planned: int
    elsewhere: int
    seen: int
    right: int
    differences: tuple[LinkDifference, ...]
    strangers: tuple[str, ...]
    unnamed: int
    warnings: int
    unnamed_devices: tuple[UnnamedDevice, ...]
    undescribed: int

    def counts(self) -> dict[Sort, int]:
        """How many there are of each sort."""
        found = dict.fromkeys(Sort, 0)
        for each in self.differences:
            found[each.sort] += 1
        return found


def as_built(snapshot: Snapshot, seen: SeenLinks, names: Mapping[int, str] | None = None, progress: Progress | None = None) -> AsBuilt:
    """Hold the planned links against those that were seen.

    Only subnets are compared of which a node was seen; where no node is known by its name, all are.

    Args:
        names: GUID to the name by which the plan calls a node ("leaf-01", "dgx-001 mlx5_0").

    Raises:
        Cancelled: the work was stopped.
    """
    return summed(BuiltLinks(snapshot, seen, names or {}, progress))


def summed(found: BuiltLinks) -> AsBuilt:
    """The same of links that are compared already."""
    seen = found.seen
    strangers = tuple(
        node.description or f"{node.guid:016x}"
        for node, planned, inside in zip(seen.nodes, found.matched.planned.tolist(), found.matched.inside.tolist(), strict=True)
        if planned == ABSENT and not inside
    )
    differences = tuple(_difference(found, row) for row in np.flatnonzero(found.differ).tolist())
    return AsBuilt(
        found.planned_count,
        found.elsewhere,
        found.seen_count,
        found.right,
        differences,
        strangers,
        found.unnamed_count,
        seen.warnings,
        _unnamed_devices(found),
        seen.undescribed,
    )


def _unnamed_devices(found: BuiltLinks) -> tuple[UnnamedDevice, ...]:
    nodes = found.seen.nodes
    guids: dict[str, dict[int, None]] = {}
    ports: Counter[str] = Counter()
    for row in np.flatnonzero(found.sort == SORTS.index(Sort.UNNAMED)).tolist():
        planned = found.planned(row)
        for line in found.lines_of(row) if planned is not None else ():
            ends = int(found.seen.a_node[line]), int(found.seen.b_node[line])
            for number in ends:
                if found.matched.planned[number] == ABSENT and found.matched.nameless[number]:
                    device = found.unnamed_end(row).device
                    ports[device] += 1
                    guids.setdefault(device, {})[nodes[number].system or nodes[number].guid] = None
    return tuple(UnnamedDevice(device, count, tuple(guids[device])) for device, count in ports.items())


def _difference(found: BuiltLinks, row: int) -> LinkDifference:
    sort = SORTS[found.sort[row]]
    planned = found.planned(row)
    if sort is Sort.EXCHANGED:
        devices = found.ring(row)
        ends = tuple(Spot(device, "", 0) for device in devices)
        return LinkDifference(sort, _stable_id(sort, ends), None, None, "", (), "", found.beneath(row), devices, found.rings[row][1])
    lines = []
    for line in found.lines_of(row):
        a, b = (found.seen_spot(end) for end in (int(found.x[line]), int(found.y[line])))
        lines.append(SeenLink(a, b, found.seen_rate(line), int(found.seen.line[line])))
    partner = int(found.partner[row])
    return LinkDifference(
        sort,
        _stable_id(sort, planned or (lines[0].a, lines[0].b)),
        planned,
        None if planned is None else int(found.snapshot["cable"].ids[found.cable[row]]),
        found.rate(row),
        tuple(lines),
        "" if partner == ABSENT else _stable_id(sort, found.planned(partner) or ()),
        found.beneath(row),
    )


def _stable_id(sort: Sort, ends: tuple[Spot, ...]) -> str:
    """Twelve hexadecimal figures of the sort and the ends."""
    text = "\0".join((sort, *sorted(f"{end.device}\0{end.port}" for end in ends)))
    return hashlib.sha256(text.encode()).hexdigest()[:12]
