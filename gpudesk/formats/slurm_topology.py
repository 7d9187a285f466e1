"""The compute network for Slurm: `topology.conf` and `topology.yaml` (SchedMD/slurm, doc/man/man5).

Slurm wants each node below one switch, while the rails of a node end on several leaves: the nodes that share their leaves are one switch
of Slurm, named after the unit; units that share spines are one switch above, and what joins these is the top.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.natural_order import natural_key
from gpudesk.core.network_kinds import NetworkKind
from gpudesk.derived.fabric_records import FabricRecords
from gpudesk.formats.reader_text import SLURM_DIGITS, comment_line, renamed, safe_names, slurm_node, yaml_quoted
from gpudesk.project.snapshot import Snapshot

_NUMBERED = re.compile(r"(.*?)(\d+)$")


@dataclass(frozen=True, slots=True)
class SlurmSwitch:
    """A switch of Slurm: over nodes or over other switches. `stands_for` names the real ones, as a host list."""

    name: str
    nodes: tuple[str, ...]
    switches: tuple[str, ...]
    stands_for: str


@dataclass(frozen=True, slots=True)
class SlurmBlock:
    """Nodes of one NVLink domain."""

    name: str
    nodes: tuple[str, ...]


def slurm_switches(snapshot: Snapshot, records: FabricRecords) -> list[SlurmSwitch]:
    """The tree from the units up; empty where no node has a link of a compute network."""
    above = _above(snapshot, records)
    names = snapshot["device"]["name"]
    nodes = node_names(snapshot, records)
    groups: dict[frozenset[int], list[int]] = {}
    for node in sorted(nodes, key=lambda place: natural_key(str(names[place]))):
        groups.setdefault(frozenset(above.get(node, ())), []).append(node)
    found: list[SlurmSwitch] = []
    level: list[tuple[frozenset[int], str]] = []
    for number, (leaves, members) in enumerate(groups.items(), 1):
        name = f"unit{number}"
        found.append(SlurmSwitch(name, tuple(nodes[place] for place in members), (), _said(names, leaves)))
        level.append((leaves, name))
    for stem in ("pod", "top", "over"):
        upper: dict[frozenset[int], list[str]] = {}
        for members_of, name in level:
            upper.setdefault(frozenset(up for place in members_of for up in above.get(place, ())), []).append(name)
        if len(level) <= 1 or set(upper) == {frozenset()}:
            break
        level = []
        for number, (reals, below) in enumerate(upper.items(), 1):
            name = stem if len(upper) == 1 else f"{stem}{number}"
            found.append(SlurmSwitch(name, (), tuple(below), _said(names, reals)))
            level.append((reals, name))
    return found


def slurm_blocks(snapshot: Snapshot, records: FabricRecords) -> list[SlurmBlock]:
    """The NVLink domains that reach beyond one node: what stands in one rack-scale system."""
    nodes = node_names(snapshot, records)
    devices = snapshot["device"]
    found: list[SlurmBlock] = []
    domains: dict[int, list[int]] = {}
    for place in sorted(nodes):
        parent = int(devices["parent_id"][place])
        if parent >= 0:
            holder = snapshot.types[int(devices["type_id"][devices.position(parent)])]
            if (holder.number("nvlink_domain_gpus") or 0) > snapshot.types[int(devices["type_id"][place])].gpu_count:
                domains.setdefault(parent, []).append(place)
    for number, members in enumerate(domains.values(), 1):
        found.append(SlurmBlock(f"block{number}", tuple(nodes[place] for place in members)))
    return found


def node_names(snapshot: Snapshot, records: FabricRecords) -> dict[int, str]:
    """Places of the compute nodes to their names in Slurm, every one different."""
    places = sorted(_compute_nodes(snapshot, records))
    names = snapshot["device"]["name"]
    return dict(zip(places, safe_names([str(names[place]) for place in places], slurm_node), strict=True))


def renamed_nodes(snapshot: Snapshot, records: FabricRecords) -> list[tuple[str, str]]:
    """The compute nodes that have another name in Slurm: their own name, and that one."""
    nodes = node_names(snapshot, records)
    return renamed((str(snapshot["device"]["name"][place]) for place in nodes), nodes.values())


def _renamed_lines(others: Sequence[tuple[str, str]]) -> list[str]:
    return [f'# {other} is "{comment_line(name)}" in the project.' for name, other in others]


def conf_text(switches: list[SlurmSwitch], others: Sequence[tuple[str, str]] = ()) -> str:
    """The text of `topology.conf`.

    Args:
        others: nodes that have another name in the project: that name, and the one in Slurm.
    """
    lines = ["# Slurm topology/tree, planned in GPU Desk. Each unit is all leaves that its nodes share.", *_renamed_lines(others)]
    for each in switches:
        lines.append(f"# {each.name}: {each.stands_for}")
        below = f"Nodes={host_list(each.nodes)}" if each.nodes else f"Switches={host_list(each.switches)}"
        lines.append(f"SwitchName={each.name} {below}")
    return "\n".join(lines) + "\n"


def yaml_text(switches: list[SlurmSwitch], blocks: list[SlurmBlock], others: Sequence[tuple[str, str]] = ()) -> str:
    """The text of `topology.yaml`: the tree, and the blocks of NVLink domains where there are some.

    Args:
        others: see `conf_text`.
    """
    lines = ["---", *_renamed_lines(others), "- topology: fabric", "  cluster_default: true", "  tree:", "    switches:"]
    for each in switches:
        below = f"nodes: {yaml_quoted(host_list(each.nodes))}" if each.nodes else f"children: {yaml_quoted(host_list(each.switches))}"
        lines += [f"      - switch: {each.name}", f"        {below}"]
    if blocks:
        size = len(blocks[0].nodes)
        lines += ["- topology: nvlink", "  cluster_default: false", "  block:", f"    block_sizes: [{size}]", "    blocks:"]
        for block in blocks:
            lines += [f"      - block: {block.name}", f"        nodes: {yaml_quoted(host_list(block.nodes))}"]
    return "\n".join(lines) + "\n"


def host_list(names: tuple[str, ...]) -> str:
    """Names as Slurm shortens them: "dgx-001", "dgx-002" are "dgx-[001-002]"."""
    runs: list[tuple[str, int, list[tuple[str, str]]]] = []
    for name in names:
        found = _NUMBERED.match(name)
        if found is None or len(found[2]) > SLURM_DIGITS:
            runs.append((name, 0, []))
            continue
        stem, figures = found.groups()
        last = runs[-1] if runs else None
        if last is not None and last[0] == stem and last[1] == len(figures):
            first, end = last[2][-1]
            if int(figures) == int(end) + 1:
                last[2][-1] = first, figures
            else:
                last[2].append((figures, figures))
        else:
            runs.append((stem, len(figures), [(figures, figures)]))
    return ",".join(_run(*run) for run in runs)


def _run(stem: str, _width: int, spans: list[tuple[str, str]]) -> str:
    if not spans:
        return stem
    said = ",".join(first if first == last else f"{first}-{last}" for first, last in spans)
    return f"{stem}{said}" if len(spans) == 1 and spans[0][0] == spans[0][1] else f"{stem}[{said}]"


def _compute_nodes(snapshot: Snapshot, records: FabricRecords) -> set[int]:
    """Places of what holds GPUs and has links of compute networks."""
    mine = records.picked(_compute(snapshot, records))
    type_ids = snapshot["device"]["type_id"]
    places = {*mine.a.device.tolist(), *mine.b.device.tolist()}
    return {place for place in places if snapshot.types[int(type_ids[place])].gpu_count}


def _compute(snapshot: Snapshot, records: FabricRecords) -> np.ndarray:
    networks = snapshot["network"]
    return np.flatnonzero(np.isin(records.network, networks.ids[networks["kind"] == int(NetworkKind.COMPUTE)]))


def _above(snapshot: Snapshot, records: FabricRecords) -> dict[int, set[int]]:
    """Each device of compute networks to those on which its links end further up: `a` is the lower end."""
    mine = records.picked(_compute(snapshot, records))
    found: dict[int, set[int]] = {}
    for lower, upper in set(zip(mine.a.device.tolist(), mine.b.device.tolist(), strict=True)):
        found.setdefault(lower, set()).add(upper)
    return found


def _said(names: np.ndarray, places: frozenset[int]) -> str:
    return host_list(tuple(sorted((slurm_node(str(names[place])) for place in places), key=natural_key)))
