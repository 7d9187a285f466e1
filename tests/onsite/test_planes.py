"""A fabric of Quantum-X800 switches as tools see it: each switch four nodes, each cable four links of one lane.

The listing is written from the names and ports of the cables alone, in the form of real ones: not by what the program exports.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.derived.fabric.fabric_records import fabric_records
from gpudesk.derived.fabric.subnet import subnet
from gpudesk.formats.fabric.ibnetdiscover import ibnetdiscover_links
from gpudesk.formats.fabric.ibsim import ibsim_text
from gpudesk.formats.fabric.seen_links import SeenLinks, SeenNode
from gpudesk.onsite.as_built import AsBuilt, as_built
from gpudesk.onsite.built_links import BuiltLinks, Sort
from gpudesk.onsite.planes import with_planes_joined
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

PLANES = (1, 2, 3, 4)
NODES, UPLINKS, MANAGERS = 576, 576, 4
"""Cables to nodes, between switches, and from the two UFM hosts to the ports of four leaves for the fabric manager."""
Cable = tuple[tuple[str, str], tuple[str, str]]
"""Device and port of both ends, the lower one first."""
Line = tuple[str, int, str, int]
"""Node and port of both ends of a link."""


@pytest.fixture(scope="module")
def unit() -> Snapshot:
    """One scalable unit of DGX B300 on XDR, cabled."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-b300-xdr-superpod", {"su": 1}))
        run(document, cable_project)
        return document.snapshot


@pytest.fixture(scope="module")
def cables(unit: Snapshot) -> list[Cable]:
    """The cables of the compute network by names."""
    records = unit.cached(fabric_records)
    found = []
    for a_name, a_port, b_name, b_port in zip(records.a.node, records.a.port_name, records.b.node, records.b.port_name, strict=True):
        if b_port.startswith(("sw", "fnm")) and not str(a_name).startswith("oob") and not str(b_name).startswith("oob"):
            found.append(((a_name, a_port), (b_name, b_port)))
    return found


def kind_of(cable: Cable) -> str:
    """Whether a cable leads to a node, between switches, or to a fabric manager."""
    if cable[1][1] == "fnm1":
        return "manager"
    return "uplink" if cable[0][1].startswith("sw") else "node"


def number(port: str) -> int:
    """The number of a port of a Q3400: sw3p2 is the sixth; that for the fabric manager comes after all others (assumed: not published)."""
    if port == "fnm1":
        return 145
    cage, half = re.fullmatch(r"sw(\d+)p([12])", port).groups()  # type: ignore[union-attr]
    return 2 * (int(cage) - 1) + int(half)


def plane_links(cable: Cable) -> Iterator[Line]:
    """The four links of a cable; an adapter has a port for each plane."""
    (a, a_port), (b, b_port) = cable
    for plane in PLANES:
        lower = (f"{a}/U{plane}", number(a_port)) if a_port.startswith("sw") else (f"{a} {a_port}", plane)
        yield (*lower, f"{b}/U{plane}", number(b_port))


def listing(cables: list[Cable], keep: Callable[[Cable, int], bool] = lambda _cable, _plane: True) -> str:
    """What ibnetdiscover prints, with a router and an aggregation node in each plane of each switch; some links of planes left out."""
    lines: dict[str, list[tuple[int, str, int]]] = {}
    for cable in cables:
        for plane, (a, a_port, b, b_port) in zip(PLANES, plane_links(cable), strict=True):
            lines.setdefault(a, [])
            lines.setdefault(b, [])
            if keep(cable, plane):
                lines[a].append((a_port, b, b_port))
                lines[b].append((b_port, a, a_port))
    for name in [each for each in lines if re.search(r"/U\d$", each)]:
        for port, part in ((148, "RT"), (149, "SHARP")):
            lines[name].append((port, f"{name}/{part}", 1))
            lines[f"{name}/{part}"] = [(1, name, port)]
    guids = {name: 0x9C63C00300000000 + 16 * place for place, name in enumerate(lines)}
    text = []
    for name, ports in lines.items():
        kind, said, most = shape(name)
        system = guids[re.sub(r"/U\d.*", "/U1", name)]
        text += ["", "vendid=0x2c9", f"sysimgguid=0x{system:x}"]
        text.append(f'{kind}\t{most} "{kind[0].replace("C", "H")}-{guids[name]:016x}"\t\t# "{said}"')
        for port, peer, far in sorted(ports):
            peer_kind, peer_said, _ = shape(peer)
            rate = "4xXDR" if "SHARP" in (name + peer) else "1xXDR"
            text.append(f'[{port}]\t"{peer_kind[0].replace("C", "H")}-{guids[peer]:016x}"[{far}]\t\t# "{peer_said}" lid 8 {rate}')
    return "\n".join(text) + "\n"


def shape(name: str) -> tuple[str, str, int]:
    """Kind of node, what it says of itself, and its ports."""
    plane = re.fullmatch(r"(.*)/U(\d)(?:/(.*))?", name)
    if plane is None:
        return "Ca", name, 4
    if plane[3] == "RT":
        return "Rt", f"MF0;{plane[1]}:Q3400_RA/U{plane[2]}/RT", 1
    if plane[3]:
        return "Ca", "Mellanox Technologies Aggregation Node", 1
    return "Switch", f"MF0;{plane[1]}:Q3400_RA/U{plane[2]}", 149


def against(unit: Snapshot, text: str) -> AsBuilt:
    return as_built(unit, ibnetdiscover_links(text, "xdr.txt"))


def test_every_planned_link_is_right(unit: Snapshot, cables: list[Cable]) -> None:
    seen = ibnetdiscover_links(listing(cables), "xdr.txt")
    assert Counter(kind_of(cable) for cable in cables) == {"node": NODES, "uplink": UPLINKS, "manager": MANAGERS}
    planes = {cable: len(list(plane_links(cable))) for cable in cables}
    assert set(planes.values()) == {4}
    assert len(seen) == 4 * len(cables) + 2 * 4 * 12, "links of planes, and a router and an aggregation node in each plane of each switch"
    found = as_built(unit, seen)
    assert (found.planned, found.seen, found.right) == (1156, 1156, 1156)
    assert (found.differences, found.strangers) == ((), ())
    links = BuiltLinks(unit, seen, {})
    assert {links.seen_rate(line) for row in range(len(links)) for line in links.lines_of(row)} == {"4xXDR"}


def test_a_missing_plane_is_a_degraded_link(unit: Snapshot, cables: list[Cable]) -> None:
    lacking = {cables[7]: (3,), cables[NODES + 5]: (1, 2)}
    found = against(unit, listing(cables, lambda cable, plane: plane not in lacking.get(cable, ())))
    assert [(each.sort, each.planned and {str(end) for end in each.planned}, each.seen[0].rate) for each in found.differences] == [
        (Sort.DEGRADED, {" ".join(end) for end in cables[7]}, "3xXDR"),
        (Sort.DEGRADED, {" ".join(end) for end in cables[NODES + 5]}, "2xXDR"),
    ]
    assert found.right == 1154


def test_a_cable_without_any_plane_is_missing(unit: Snapshot, cables: list[Cable]) -> None:
    found = against(unit, listing(cables, lambda cable, _plane: cable != cables[7]))
    assert [(each.sort, {str(end) for end in each.planned or ()}) for each in found.differences] == [
        (Sort.MISSING, {" ".join(end) for end in cables[7]})
    ]


def test_swapped_cables_are_one_pair_and_not_eight_links(unit: Snapshot, cables: list[Cable]) -> None:
    """Two uplinks of a leaf, of all planes, since a cable holds four."""
    one, other = cables[NODES], cables[NODES + 1]
    swapped = [*cables[:NODES], (one[0], other[1]), (other[0], one[1]), *cables[NODES + 2 :]]
    found = against(unit, listing(swapped))
    assert [each.sort for each in found.differences] == [Sort.SWAPPED, Sort.SWAPPED]


def test_a_map_names_a_switch_by_the_guid_of_any_of_its_planes(unit: Snapshot, cables: list[Cable]) -> None:
    text = listing(cables).replace("MF0;leaf-03:", "MF0;switch-abc123:")
    seen = ibnetdiscover_links(text, "xdr.txt")
    third = next(node.guid for node in seen.nodes if node.description == "MF0;switch-abc123:Q3400_RA/U3")
    found = as_built(unit, seen, {third: "leaf-03"})
    assert (found.right, found.differences) == (1156, ())


def test_the_export_names_switch_and_devices_as_they_are(unit: Snapshot) -> None:
    text = ibsim_text(unit.cached(subnet), "unit")
    assert '"MF0;leaf-01:Q3400_RA/U1"' in text
    assert set(re.findall(r"^devid=(\S+)", text, re.MULTILINE)) == {"0xd2f4", "0x1023"}
    found = as_built(unit, ibnetdiscover_links(text, "own.txt"))
    assert (found.right, found.differences) == (1156, ())


def joined(links: list[Line]) -> tuple[list[str], set[tuple[str, int, str, int, int]]]:
    """The nodes that are left of some links of one lane, and the links between them with their lanes; "x@1" describes itself as "x"."""
    names = list(dict.fromkeys(name for a, _, b, _ in links for name in (a, b)))
    nodes = tuple(SeenNode(100 + place, shape(name)[0] == "Switch", shape(name)[1].split("@")[0], 4) for place, name in enumerate(names))
    a_node, b_node = np.array([(names.index(a), names.index(b)) for a, _, b, _ in links]).T
    a_port, b_port = np.array([(a_port, b_port) for _, a_port, _, b_port in links], np.int32).T
    count = len(links)
    seen = SeenLinks(
        nodes, a_node, a_port, b_node, b_port, np.ones(count, np.int32), np.array(["XDR"] * count, object), np.arange(1, count + 1)
    )
    found = with_planes_joined(seen, np.zeros(len(nodes), bool))
    ends = zip(
        found.a_node.tolist(), found.a_port.tolist(), found.b_node.tolist(), found.b_port.tolist(), found.width.tolist(), strict=True
    )
    said = [node.description for node in found.nodes]
    return said, {(said[a], a_port, said[b], b_port, lanes) for a, a_port, b, b_port, lanes in ends}


LEAF = "MF0;leaf:Q3400_RA/U1"


def test_an_adapter_of_two_ports_keeps_them_apart() -> None:
    planes = [("node mlx5", 4 * port + plane, f"leaf/U{plane}", 11 + port) for port in (0, 1) for plane in PLANES]
    assert joined(planes) == (["node mlx5", LEAF], {("node mlx5", 1, LEAF, 11, 4), ("node mlx5", 2, LEAF, 12, 4)})
    # Each plane as an adapter of its own, with two ports.
    apart = [(f"node mlx5@{plane}", 1 + port, f"leaf/U{plane}", 11 + port) for port in (0, 1) for plane in PLANES]
    assert joined(apart) == (["node mlx5", LEAF], {("node mlx5", 1, LEAF, 11, 4), ("node mlx5", 2, LEAF, 12, 4)})


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_adapters_that_are_joined_over_a_third_one_are_one(order: tuple[int, ...]) -> None:
    """The first and second plane of one port are missing, the third and fourth of the other: only the middle ones meet."""
    links = [("x@c", 2, "leaf/U1", 12), ("x@b", 2, "leaf/U2", 12), ("x@b", 1, "leaf/U3", 11), ("x@a", 1, "leaf/U4", 11)]
    nodes, found = joined([links[place] for place in order])
    assert sorted(nodes) == [LEAF, "x"] or sorted(nodes) == [f"{LEAF[:-1]}{links[order[0]][2][-1]}", "x"]
    assert {(a_port, b_port, lanes) for _, a_port, _, b_port, lanes in found} == {(1, 11, 2), (2, 12, 2)}


def test_a_long_chain_of_adapters_is_one_node() -> None:
    links = [("x@0", 1, "leaf/U1", 1)]
    for number in range(200):
        links += [(f"x@{number}", 2, f"leaf/U{1 + number % 4}", number + 2), (f"x@{number + 1}", 1, f"leaf/U{1 + number % 4}", number + 2)]
    nodes, found = joined(links)
    assert nodes.count("x") == 1
    assert len(found) == 201
