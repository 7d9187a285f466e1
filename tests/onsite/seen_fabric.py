"""A planned fabric of one scalable unit, and what a tool would see of it, to be changed by tests."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.generated_fabric import superpod_file
from gpudesk.derived.fabric.subnet import subnet
from gpudesk.formats.fabric.ibnetdiscover import ibnetdiscover_links
from gpudesk.formats.fabric.ibsim import ibsim_text
from gpudesk.formats.fabric.seen_links import SeenLinks, SeenNode
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot


def planned(folder: Path, units: int = 1) -> Snapshot:
    """The cabled project."""
    with Document.open(superpod_file(folder / "pod.gpudesk", units), write=False) as document:
        return document.snapshot


def as_planned(snapshot: Snapshot) -> SeenLinks:
    """What a tool sees where all is as planned, under the GUIDs of real hardware."""
    text = ibsim_text(snapshot.cached(subnet), "pod").replace("-02000000", "-b8cef600").replace("guid=0x2000000", "guid=0xb8cef600")
    return ibnetdiscover_links(text, "seen.txt")


def link_at(seen: SeenLinks, device: str, port: int) -> int:
    """The link at a port of a switch, or of the adapter of a node."""
    for node, numbers in ((seen.a_node, seen.a_port), (seen.b_node, seen.b_port)):
        for place in np.flatnonzero(numbers == port).tolist():
            if f"{device}:" in seen.nodes[node[place]].description or seen.nodes[node[place]].description == device:
                return place
    raise LookupError(f"{device} {port}")


def without(seen: SeenLinks, *links: int) -> SeenLinks:
    """All but some links."""
    stay = np.setdiff1d(np.arange(len(seen)), links)
    names = ("a_node", "a_port", "b_node", "b_port", "width", "speed", "line")
    return replace(seen, **{name: getattr(seen, name)[stay] for name in names})


def plugged(seen: SeenLinks, link: int, other: int) -> SeenLinks:
    """The ends at adapters or lower switches of two links exchanged."""
    a_node, a_port = seen.a_node.copy(), seen.a_port.copy()
    for column in (a_node, a_port):
        column[[link, other]] = column[[other, link]]
    return replace(seen, a_node=a_node, a_port=a_port)


def moved(seen: SeenLinks, link: int, port: int) -> SeenLinks:
    """The upper end of a link at another port of its device."""
    b_port = seen.b_port.copy()
    b_port[link] = port
    return replace(seen, b_port=b_port)


def led(seen: SeenLinks, link: int, device: str, port: int) -> SeenLinks:
    """The upper end of a link at a port of another switch."""
    b_node = seen.b_node.copy()
    b_node[link] = node_of(seen, device)
    return moved(replace(seen, b_node=b_node), link, port)


def with_visitor(seen: SeenLinks, description: str, switch: int, port: int) -> SeenLinks:
    """One more adapter, which the plan does not have, at a port of the node at a place."""
    added = {"a_node": len(seen.nodes), "a_port": 1, "b_node": switch, "b_port": port, "width": 4, "line": 9}
    columns: dict[str, Any] = {name: np.append(getattr(seen, name), np.array([value])) for name, value in added.items()}
    speed = np.append(seen.speed, np.array(["NDR"], object))
    return replace(seen, nodes=(*seen.nodes, SeenNode(7, False, description, 1)), speed=speed, **columns)


def node_of(seen: SeenLinks, switch: str) -> int:
    """The place of a switch."""
    return next(place for place, node in enumerate(seen.nodes) if f"{switch}:" in node.description)


def listing_text(seen: SeenLinks) -> str:
    """What ibnetdiscover would print of it."""
    lines: dict[int, list[str]] = {place: [] for place in range(len(seen.nodes))}
    columns = np.stack([seen.a_node, seen.a_port, seen.b_node, seen.b_port], axis=1)
    for turned in (columns, columns[:, [2, 3, 0, 1]]):
        for link, (node, port, other, far) in enumerate(turned.tolist()):
            peer = seen.nodes[other]
            rate = f"{seen.width[link]}x{seen.speed[link]}"
            lines[node].append(f'[{port}]\t"{_id(peer)}"[{far}]\t\t# "{peer.description}" lid 1 {rate}')
    text = []
    for place, node in enumerate(seen.nodes):
        kind = "Switch" if node.switch else "Ca"
        text += ["", f'{kind}\t{max(node.ports, 1)} "{_id(node)}"\t\t# "{node.description}"', *lines[place]]
    return "\n".join(text) + "\n"


def _id(node: SeenNode) -> str:
    return f"{'S' if node.switch else 'H'}-{node.guid:016x}"
