"""The compute network for Slurm: `topology.conf` and `topology.yaml` (SchedMD/slurm, doc/man/man5).

Slurm requires each node below one switch, while the rails of a node end on several leaves: nodes that share leaves form one Slurm
switch, named after the unit; units that share spines form one switch above, and these are joined by the top switch. Each compute
tray of a rack-scale system is a node, and the trays of one system are a block.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.natural_order import natural_key
from gpudesk.derived.fabric.fabric_records import FabricRecords
from gpudesk.formats.text.reader_text import SLURM_DIGITS, comment_line, renamed, safe_names, slurm_node, yaml_quoted
from gpudesk.project.snapshot import Snapshot

_NUMBERED = re.compile(r"(.*?)(\d+)$")
Host: TypeAlias = tuple[int, int]
"""Place of a device, and of the tray in it among those of its type, ABSENT for a device that is one machine."""


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
    own, nodes = compute_nodes(snapshot, records), node_names(snapshot, records)
    groups: dict[frozenset[int], list[Host]] = {}
    for node in sorted(nodes, key=lambda host: natural_key(own[host])):
        groups.setdefault(frozenset(above.get(node, ())), []).append(node)
    switches: list[SlurmSwitch] = []
    level: list[tuple[frozenset[int], str]] = []
    for number, (leaves, members) in enumerate(groups.items(), 1):
        name = f"unit{number}"
        switches.append(SlurmSwitch(name, tuple(nodes[place] for place in members), (), _said(names, leaves)))
        level.append((leaves, name))
    for stem in ("pod", "top", "over"):
        upper: dict[frozenset[int], list[str]] = {}
        for members_of, name in level:
            upper.setdefault(frozenset(up for place in members_of for up in above.get((place, ABSENT), ())), []).append(name)
        if len(level) <= 1 or set(upper) == {frozenset()}:
            break
        level = []
        for number, (reals, below) in enumerate(upper.items(), 1):
            name = stem if len(upper) == 1 else f"{stem}{number}"
            switches.append(SlurmSwitch(name, (), tuple(below), _said(names, reals)))
            level.append((reals, name))
    return switches


def slurm_blocks(snapshot: Snapshot, records: FabricRecords) -> list[SlurmBlock]:
    """Return the NVLink domains that include more than one node: the trays of a rack-scale system, or the devices in its bays."""
    nodes = node_names(snapshot, records)
    devices = snapshot["device"]
    domains: dict[int, list[Host]] = {}
    for host in sorted(nodes):
        place, tray = host
        parent = int(devices["parent_id"][place])
        if tray != ABSENT:
            domains.setdefault(int(devices.ids[place]), []).append(host)
        elif parent >= 0:
            holder = snapshot.types[int(devices["type_id"][devices.position(parent)])]
            if (holder.number("nvlink_domain_gpus") or 0) > snapshot.types[int(devices["type_id"][place])].gpu_count:
                domains.setdefault(parent, []).append(host)
    return [SlurmBlock(f"block{number}", tuple(nodes[host] for host in members)) for number, members in enumerate(domains.values(), 1)]


def node_names(snapshot: Snapshot, records: FabricRecords) -> dict[Host, str]:
    """The compute nodes and their names in Slurm, every one different."""
    own = compute_nodes(snapshot, records)
    hosts = sorted(own)
    return dict(zip(hosts, safe_names([own[host] for host in hosts], slurm_node), strict=True))


def renamed_nodes(snapshot: Snapshot, records: FabricRecords) -> list[tuple[str, str]]:
    """The compute nodes that have another name in Slurm: their own name, and that one."""
    own, nodes = compute_nodes(snapshot, records), node_names(snapshot, records)
    return renamed((own[host] for host in nodes), nodes.values())


def _renamed_lines(others: Sequence[tuple[str, str]]) -> list[str]:
    return [f'# {other} is "{comment_line(name)}" in the project.' for name, other in others]


def conf_text(switches: list[SlurmSwitch], others: Sequence[tuple[str, str]] = ()) -> str:
    """The text of `topology.conf`.

    Args:
        others: nodes that have another name in the project: that name, and the one in Slurm.
    """
    lines = ["# Slurm topology/tree, planned in GPU Desk. Each unit is all leaves that its nodes share.", *_renamed_lines(others)]
    for switch in switches:
        lines.append(f"# {switch.name}: {switch.stands_for}")
        below = f"Nodes={host_list(switch.nodes)}" if switch.nodes else f"Switches={host_list(switch.switches)}"
        lines.append(f"SwitchName={switch.name} {below}")
    return "\n".join(lines) + "\n"


def yaml_text(switches: list[SlurmSwitch], blocks: list[SlurmBlock], others: Sequence[tuple[str, str]] = ()) -> str:
    """Return the text of `topology.yaml`: the tree, and the NVLink domain blocks, if any.

    Args:
        others: see `conf_text`.
    """
    lines = ["---", *_renamed_lines(others), "- topology: fabric", "  cluster_default: true", "  tree:", "    switches:"]
    for switch in switches:
        below = f"nodes: {yaml_quoted(host_list(switch.nodes))}" if switch.nodes else f"children: {yaml_quoted(host_list(switch.switches))}"
        lines += [f"      - switch: {switch.name}", f"        {below}"]
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
        match = _NUMBERED.match(name)
        if match is None or len(match[2]) > SLURM_DIGITS:
            runs.append((name, 0, []))
            continue
        stem, figures = match.groups()
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
    text = ",".join(first if first == last else f"{first}-{last}" for first, last in spans)
    return f"{stem}{text}" if len(spans) == 1 and spans[0][0] == spans[0][1] else f"{stem}[{text}]"


def compute_nodes(snapshot: Snapshot, records: FabricRecords) -> dict[Host, str]:
    """What holds GPUs and has links of compute networks, with its own name."""
    links = records.picked(_compute(snapshot, records))
    type_ids = snapshot["device"]["type_id"]
    name_of_host = {
        (place, tray): str(name)
        for end in (links.a, links.b)
        for place, tray, name in zip(end.device.tolist(), end.tray.tolist(), end.node, strict=True)
    }
    has_gpus = {type_id: bool(snapshot.types[type_id].gpu_count) for type_id in np.unique(type_ids).tolist()}
    return {host: name for host, name in name_of_host.items() if has_gpus[int(type_ids[host[0]])]}


def _compute(snapshot: Snapshot, records: FabricRecords) -> np.ndarray:
    networks = snapshot["network"]
    return np.flatnonzero(np.isin(records.network, networks.ids[networks["kind"] == int(NetworkKind.COMPUTE)]))


def _above(snapshot: Snapshot, records: FabricRecords) -> dict[Host, set[int]]:
    """Each node and switch of compute networks to the devices on which its links end further up: `a` is the lower end."""
    links = records.picked(_compute(snapshot, records))
    uppers_of_host: dict[Host, set[int]] = {}
    for place, tray, upper in set(zip(links.a.device.tolist(), links.a.tray.tolist(), links.b.device.tolist(), strict=True)):
        uppers_of_host.setdefault((place, tray), set()).add(upper)
    return uppers_of_host


def _said(names: np.ndarray, places: frozenset[int]) -> str:
    return host_list(tuple(sorted((slurm_node(str(names[place])) for place in places), key=natural_key)))
