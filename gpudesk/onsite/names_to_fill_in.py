"""The template of the name file: every unverified node, with its GUID, its own description, and its connection.

The names are left empty: a name derived from the position of a cable would prove nothing about that cable.
"""

from collections.abc import Mapping

from gpudesk.core.names.text_limits import one_line
from gpudesk.core.values.columns import ABSENT
from gpudesk.onsite.built_links import PORT_BITS, BuiltLinks
from gpudesk.onsite.seen_nodes import WAYS, Way

_HEAD = """\
# Names of nodes by their GUIDs, for "gpudesk verify --names" and for "ibnetdiscover --node-name-map".
# Write the name between the quotation marks: "leaf-01" of a switch, "dgx-001 mlx5_0" of an adapter (host and RDMA device, as "ibstat" on
# the host prints them with the GUID). A line without a name says nothing.
"""
_UNSURE = frozenset({Way.NONE, Way.NEIGHBORS, Way.CABLES, Way.ORDER})


def names_to_fill_in(links: BuiltLinks, names: Mapping[int, str]) -> str:
    """The file: first the names that are known, then a line for each node that is not established, switch by switch.

    Args:
        names: those of the file that was read, by GUID.
    """
    seen, matched = links.seen, links.matched
    lines = [f'0x{guid:016x} "{name}"' for guid, name in sorted(names.items())]
    unnamed = [
        number
        for number, node in enumerate(seen.nodes)
        if node.guid and node.guid not in names and not matched.inside[number] and WAYS[matched.way[number]] in _UNSURE
    ]
    where = _where(links)
    ranked = sorted(unnamed, key=lambda number: (not seen.nodes[number].switch, where.get(number, ("", 0, "", ""))[:2], number))
    for number in ranked:
        node = seen.nodes[number]
        remarks = [f"says: {one_line(node.description)}"] if node.description else ["says nothing"]
        if WAYS[matched.way[number]] is Way.NEIGHBORS:
            remarks.append(f"by its neighbors: {links.plan.nodes.name[matched.planned[number]]}")
        elif number in where:
            switch, _, port, planned = where[number]
            remarks.append(f"at {switch} {port}" + (f", where {planned} is planned" if planned else ""))
        lines.append(f'0x{node.guid:016x} ""  # {"; ".join(remarks)}'.replace("\t", " "))
    return _HEAD + "".join(f"{line}\n" for line in lines)


def _where(links: BuiltLinks) -> dict[int, tuple[str, int, str, str]]:
    """Switch and port of the first connection of each node, and the planned node there; for nodes at verified switches."""
    seen, matched, plan = links.seen, links.matched, links.plan
    planned: dict[int, str] = {}
    for ends, others in ((links.a, links.b), (links.b, links.a)):
        planned |= {int(end): str(plan.nodes.description[int(other) >> PORT_BITS]) for end, other in zip(ends, others, strict=True)}
    spot_of_node: dict[int, tuple[str, int, str, str]] = {}
    for own_node, others, ends in ((seen.a_node, seen.b_node, links.y), (seen.b_node, seen.a_node, links.x)):
        for number, other, end in zip(own_node.tolist(), others.tolist(), ends.tolist(), strict=True):
            if number not in spot_of_node and matched.planned[other] != ABSENT and seen.nodes[other].switch:
                spot = links.spot(int(end))
                spot_of_node[number] = spot.device, spot.number, spot.port, planned.get(int(end), "")
    return spot_of_node
