"""The drawing of a network: what is in which tier, what belongs together, and the ways through it."""

from collections.abc import Iterator

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram, fabric_diagrams
from gpudesk.derived.fabric.fabric_path import climb, reach, way_between, way_over
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document


@pytest.fixture
def pod() -> Iterator[Document]:
    """Two scalable units of DGX H100, of which nothing is cabled."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod", {"su": 2}))
        yield document


def drawn(document: Document) -> FabricDiagram:
    networks = document.snapshot["network"]
    compute = networks.ids[networks["kind"] == NetworkKind.COMPUTE].tolist()
    network = compute[0] if compute else run(document, add_network, NetworkKind.COMPUTE, "Compute", 400).result
    return document.snapshot.cached(fabric_diagrams).of(network)


def spot(diagram: FabricDiagram, name: str) -> tuple[int, int]:
    place = diagram.snapshot["device"]["name"].tolist().index(name)
    return int(diagram.tier_of[place]), int(diagram.item_of[place])


def test_units_are_the_nodes_with_the_leaves_that_are_theirs(pod: Document) -> None:
    diagram = drawn(pod)
    nodes, leaves, spines, cores = diagram.tiers
    gpus = nodes.up == 8
    assert (int(gpus.sum()), len(leaves), len(spines), len(cores)) == (63, 16, 8, 0)
    assert (leaves.rail == np.tile(np.arange(8), 2)).all()
    assert np.diff(leaves.group_first[:3]).tolist() == [8, 8]
    assert diagram.name(0, int(nodes.group_first[1])) == "dgx-033"
    assert diagram.pods == 1


def test_what_is_only_planned_is_told_from_what_is_laid(pod: Document) -> None:
    before = drawn(pod)
    assert before.planned == before.links
    assert (before.cable == ABSENT).all()
    run(pod, cable_project, (before.network_id,))
    after = drawn(pod)
    assert (after.links, after.planned) == (before.links, 0)
    strands = after.strands(0, 1, 1, 0)
    assert strands.count.max() == 32
    assert strands.planned.max() == 0


def test_a_port_in_which_a_link_of_another_network_or_within_a_tier_ends_is_not_free(pod: Document) -> None:
    run(pod, cable_project)
    snapshot = pod.snapshot
    networks, cables = snapshot["network"], snapshot["cable"]
    in_band = int(networks.ids[networks["kind"] == NetworkKind.IN_BAND][0])
    diagram = snapshot.cached(fabric_diagrams).of(in_band)
    beside = 0
    for tier in diagram.tiers[1:]:
        for place, free, up, down in zip(tier.place.tolist(), tier.free.tolist(), tier.up.tolist(), tier.down.tolist(), strict=True):
            device_id = int(snapshot["device"].ids[place])
            kind = snapshot.types[int(snapshot["device"]["type_id"][place])]
            groups = [group for group in kind.port_groups if group.network != "out_of_band" and group.rate_gbps == 100]
            data = {port.index for group in groups for port in group.ports}
            used = {int(port) for side in "ab" for port in cables[f"{side}_port"][cables[f"{side}_device_id"] == device_id]} & data
            assert free == len(data) - len(used)
            beside += len(used) - up - down
    assert beside > 0, "switches are joined with each other and with those of out-of-band"


def test_strands_gather_all_links_whatever_the_level(pod: Document) -> None:
    diagram = drawn(pod)
    for low, high in diagram.pairs:
        counts = {int(diagram.strands(low, a, high, b).count.sum()) for a in range(3) for b in range(3)}
        assert len(counts) == 1


def test_a_path_goes_up_on_its_rail_and_down_on_the_same(pod: Document) -> None:
    diagram = drawn(pod)
    way = way_between(diagram, spot(diagram, "dgx-001"), spot(diagram, "dgx-040"), rail=3)
    assert way is not None
    names = [diagram.name(*each) for each in way.spots]
    assert names[0] == "dgx-001"
    assert names[1] == "leaf-04"
    assert names[2].startswith("spine-")
    assert names[3:] == ["leaf-12", "dgx-040"]
    assert diagram.rail[list(way.links)].tolist() == [3, 3, 3, 3]
    near = way_between(diagram, spot(diagram, "dgx-001"), spot(diagram, "dgx-002"))
    assert near is not None
    assert [diagram.name(*each) for each in near.spots] == ["dgx-001", "leaf-01", "dgx-002"]


def test_a_path_climbs_from_a_node_and_over_a_link(pod: Document) -> None:
    diagram = drawn(pod)
    way = climb(diagram, spot(diagram, "dgx-014"), rail=4)
    assert [diagram.name(*each) for each in way.spots[:2]] == ["dgx-014", "leaf-05"]
    assert way.spots[2][0] == 2
    over = way_over(diagram, way.links[1])
    assert over.spots[1:] == way.spots[1:]
    assert over.spots[0][0] == 0


def test_what_a_node_reaches_goes_up_to_every_spine(pod: Document) -> None:
    diagram = drawn(pod)
    links = reach(diagram, [spot(diagram, "dgx-001")])
    assert np.unique(diagram.b[links][diagram.tier_b[links] == 2]).tolist() == list(range(8))
    assert int((diagram.tier_a[links] == 0).sum()) == 8
