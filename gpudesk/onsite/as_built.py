"""The planned InfiniBand links compared with the links discovered by a tool: missing, misplugged, swapped, slow or not planned."""

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
    """A planned link that is not as planned, or an unplanned link.

    Attributes:
        planned: its ends, None for an unexpected one.
        cable_id: of the first cable of the planned link.
        rate: the planned rate ("4xNDR").
        seen: the links discovered at its ends.
        partner: `id` of the other link of a swapped pair, "" for others.
        id: the same in each run while the same fault exists at the same ends.
        beneath: other differences, or lack of verification, at the same link; None for nothing.
        devices: those with exchanged names, only for `Sort.EXCHANGED`.
        links: number of planned links affected.
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
    """Ports used by nodes that name no device, where one device is planned.

    Attributes:
        device: the planned one.
        ports: number of its ports.
        guids: GUIDs of the nodes that use them: for nodes that report the same system, the GUID of that system, once.
    """

    device: str
    ports: int
    guids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AsBuilt:
    """The plan compared with the discovered links.

    Attributes:
        planned: planned links of the discovered subnets.
        elsewhere: planned InfiniBand links of other subnets, about which there is no data.
        seen: discovered links, without those inside switches.
        right: planned links that are as planned, at full speed: host, adapter and switch port are verified.
        unnamed: discovered links of which neither end names a device.
        warnings: lines in which the tool reports that it did not reach the whole fabric.
        undescribed: nodes that the listing names but does not describe, for example if it is truncated.
        unnamed_devices: the ports of `Sort.UNNAMED` at which a link was discovered, by planned device.
        strangers: descriptions of discovered nodes that are not in the plan.
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
        counts = dict.fromkeys(Sort, 0)
        for difference in self.differences:
            counts[difference.sort] += 1
        return counts


def as_built(snapshot: Snapshot, seen: SeenLinks, names: Mapping[int, str] | None = None, progress: Progress | None = None) -> AsBuilt:
    """Hold the planned links against those that were seen.

    Only subnets are compared of which a node was seen; where no node is known by its name, all are.

    Args:
        names: GUID to the name by which the plan calls a node ("leaf-01", "dgx-001 mlx5_0").

    Raises:
        Cancelled: the work was stopped.
    """
    return summed(BuiltLinks(snapshot, seen, names or {}, progress))


def summed(built_links: BuiltLinks) -> AsBuilt:
    """The same of links that are compared already."""
    seen = built_links.seen
    strangers = tuple(
        node.description or f"{node.guid:016x}"
        for node, planned, inside in zip(seen.nodes, built_links.matched.planned.tolist(), built_links.matched.inside.tolist(), strict=True)
        if planned == ABSENT and not inside
    )
    differences = tuple(_difference(built_links, row) for row in np.flatnonzero(built_links.differ).tolist())
    return AsBuilt(
        built_links.planned_count,
        built_links.elsewhere,
        built_links.seen_count,
        built_links.right,
        differences,
        strangers,
        built_links.unnamed_count,
        seen.warnings,
        _unnamed_devices(built_links),
        seen.undescribed,
    )


def _unnamed_devices(built_links: BuiltLinks) -> tuple[UnnamedDevice, ...]:
    nodes = built_links.seen.nodes
    guids: dict[str, dict[int, None]] = {}
    ports: Counter[str] = Counter()
    for row in np.flatnonzero(built_links.sort == SORTS.index(Sort.UNNAMED)).tolist():
        planned = built_links.planned(row)
        for line in built_links.lines_of(row) if planned is not None else ():
            ends = int(built_links.seen.a_node[line]), int(built_links.seen.b_node[line])
            for number in ends:
                if built_links.matched.planned[number] == ABSENT and built_links.matched.nameless[number]:
                    device = built_links.unnamed_end(row).device
                    ports[device] += 1
                    guids.setdefault(device, {})[nodes[number].system or nodes[number].guid] = None
    return tuple(UnnamedDevice(device, count, tuple(guids[device])) for device, count in ports.items())


def _difference(built_links: BuiltLinks, row: int) -> LinkDifference:
    sort = SORTS[built_links.sort[row]]
    planned = built_links.planned(row)
    if sort is Sort.EXCHANGED:
        devices = built_links.ring(row)
        ends = tuple(Spot(device, "", 0) for device in devices)
        return LinkDifference(
            sort, _stable_id(sort, ends), None, None, "", (), "", built_links.beneath(row), devices, built_links.rings[row][1]
        )
    lines = []
    for line in built_links.lines_of(row):
        a, b = (built_links.seen_spot(end) for end in (int(built_links.x[line]), int(built_links.y[line])))
        lines.append(SeenLink(a, b, built_links.seen_rate(line), int(built_links.seen.line[line])))
    partner = int(built_links.partner[row])
    return LinkDifference(
        sort,
        _stable_id(sort, planned or (lines[0].a, lines[0].b)),
        planned,
        None if planned is None else int(built_links.snapshot["cable"].ids[built_links.cable[row]]),
        built_links.rate(row),
        tuple(lines),
        "" if partner == ABSENT else _stable_id(sort, built_links.planned(partner) or ()),
        built_links.beneath(row),
    )


def _stable_id(sort: Sort, ends: tuple[Spot, ...]) -> str:
    """Twelve hexadecimal figures of the sort and the ends."""
    text = "\0".join((sort, *sorted(f"{end.device}\0{end.port}" for end in ends)))
    return hashlib.sha256(text.encode()).hexdigest()[:12]
