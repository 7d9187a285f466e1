"""The InfiniBand links of a project in `ibnetdiscover` format, which the fabric simulator ibsim reads.

Grammar: rdma-core, infiniband-diags/ibnetdiscover.c, and linux-rdma/ibsim, ibsim/sim_net.c. By default the subnet manager is at the
first port in ibsim (SIM_HOST).
"""

from collections.abc import Iterator

import numpy as np

from gpudesk.core.names.text_limits import one_line
from gpudesk.core.values.columns import Ids
from gpudesk.derived.fabric.subnet import Subnet

_VENDOR, _SWITCH_DEVICE, _ADAPTER_DEVICE = 0x2C9, 0xD2F2, 0x1021
"""Mellanox Technologies, Quantum-2 and ConnectX-7 (PCI ids; a simulator keeps them as they are)."""
_XDR_SWITCH_DEVICE, _XDR_ADAPTER_DEVICE = 0xD2F4, 0x1023
"""Quantum-3 and ConnectX-8 (the same list)."""


def ibsim_text(subnet: Subnet, title: str) -> str:
    """The text of a file for ibsim: every node with its ports, every link at both of its ends."""
    return "\n".join(_lines(subnet, title)) + "\n"


def _lines(subnet: Subnet, title: str) -> Iterator[str]:
    nodes = subnet.nodes
    yield "#"
    yield f"# Topology file: planned in GPU Desk, {one_line(title) or 'no name'}"
    yield "#"
    ids = [f"{'S' if switch else 'H'}-{guid:016x}" for guid, switch in zip(nodes.guid.tolist(), nodes.switch.tolist(), strict=True)]
    at, first = _both_ends(subnet)
    a_node, b_node, a_port, b_port = (column.tolist() for column in (subnet.a_node, subnet.b_node, subnet.a_port, subnet.b_port))
    rates = [f"{width}x{speed or '???'}" for width, speed in zip(subnet.width.tolist(), subnet.speed, strict=True)]
    links = len(a_node)
    fast = {node for a, b, speed in zip(a_node, b_node, subnet.speed, strict=True) if speed == "XDR" for node in (a, b)}
    guids, switches, descriptions = nodes.guid.tolist(), nodes.switch.tolist(), nodes.description.tolist()
    for node, guid in enumerate(guids):
        yield ""
        yield from _head(guid, switches[node], int(nodes.ports[node]), ids[node], descriptions[node], fast=node in fast)
        for entry in at[first[node] : first[node + 1]].tolist():
            link = entry % links
            own_port, peer, port = (
                (a_port[link], b_node[link], b_port[link]) if entry < links else (b_port[link], a_node[link], a_port[link])
            )
            if switches[node]:
                own = "" if switches[peer] else f"({guids[peer] + 1:x})"
                yield f'[{own_port}]\t"{ids[peer]}"[{port}]{own} \t\t# "{descriptions[peer]}" lid 0 {rates[link]}'
            else:
                yield f'[{own_port}]({guid + 1:x}) \t"{ids[peer]}"[{port}]\t\t# lid 0 lmc 0 "{descriptions[peer]}" lid 0 {rates[link]}'


def _head(guid: int, switch: bool, ports: int, name: str, description: str, *, fast: bool) -> Iterator[str]:
    yield f"vendid=0x{_VENDOR:x}"
    device = (_XDR_SWITCH_DEVICE if fast else _SWITCH_DEVICE) if switch else _XDR_ADAPTER_DEVICE if fast else _ADAPTER_DEVICE
    yield f"devid=0x{device:x}"
    yield f"sysimgguid=0x{guid:x}"
    if switch:
        yield f"switchguid=0x{guid:x}({guid:x})"
        yield f'Switch\t{ports} "{name}"\t\t# "{description}" enhanced port 0 lid 0 lmc 0'
    else:
        yield f"caguid=0x{guid:x}"
        yield f'Ca\t{ports} "{name}"\t\t# "{description}"'


def _both_ends(subnet: Subnet) -> tuple[Ids, Ids]:
    """Both ends of all links, node by node and port by port, and where those of each node begin: shapes (2 × links,) and (nodes + 1,)."""
    node = np.concatenate([subnet.a_node, subnet.b_node])
    port = np.concatenate([subnet.a_port, subnet.b_port])
    order = np.lexsort((port, node))
    return order, np.searchsorted(node[order], np.arange(len(subnet.nodes.guid) + 1))
