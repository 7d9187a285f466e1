"""Media of whole networks: what the published bill of the DGX H100 SuperPOD has, and what other systems get."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.cabling.media_reasons import Reason
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.hardware.lane_maps import leads_right
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.derived.cabling.catalog_media import parts_of
from gpudesk.derived.cabling.project_media import Media, media
from gpudesk.derived.networks.network_links import network_links
from gpudesk.derived.pathways.cable_routes import routes
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.project.bare import without_networks


def laid(document: Document, template: str, rate_gbps: int, **settings: int) -> tuple[Snapshot, Ends, Ends, Media]:
    """The compute network of a template with its media."""
    run(document, build, without_networks(template))
    network_id = run(document, add_network, NetworkKind.COMPUTE, "Compute", rate_gbps, settings).result
    snapshot = document.snapshot
    found = network_links(snapshot, network_id)
    lengths = routes(snapshot, found.a, found.b).length_mm
    return snapshot, found.a, found.b, media(snapshot, found.a, found.b, NetworkKind.COMPUTE, rate_gbps, lengths)


def modules(snapshot: Snapshot, sides: list[tuple[Ends, Any]], keys: tuple[str, ...]) -> Counter[str]:
    """How many modules there are of each key: one a cage."""
    devices, found = snapshot["device"], set()
    for ends, chosen in sides:
        types = devices["type_id"][devices.positions(ends.device)]
        cages = {type_id: [port.cage_index for port in snapshot.types[type_id].ports()] for type_id in np.unique(types).tolist()}
        for device, type_id, port, module in zip(ends.device.tolist(), types.tolist(), ends.port.tolist(), chosen.tolist(), strict=True):
            if module >= 0:
                found.add((device, cages[type_id][port], keys[module]))
    return Counter(key for *_, key in found)


def test_the_compute_network_of_four_h100_units_has_the_published_cords_and_modules() -> None:
    """980-9I570: 2,040 cords; 980-9I510: 1,536 modules in switches; 980-9I51A: 508 with flat tops in systems."""
    with Document.scratch() as document:
        snapshot, a, b, found = laid(document, "dgx-h100-superpod", 400)
        assert Counter(found.keys[place] for place in found.cable.tolist()) == {"nvidia.mfp7e10": 2040}
        assert (found.assembly < 0).all()
        of_cages = modules(snapshot, [(a, found.a_module), (b, found.b_module)], found.keys)
        # Nets leave the ports of UFM open: four cages of leaves have one link less, none has none.
        assert of_cages == {"nvidia.mma4z00-ns": 1536, "nvidia.mma4z00-ns-flt": 508}


def test_every_length_is_a_stock_length_that_is_long_enough() -> None:
    with Document.scratch() as document:
        run(document, set_site_value, "single_mode_beyond_m", 9)
        snapshot, a, b, found = laid(document, "small-pod", 400)
        needed = routes(snapshot, a, b).length_mm
        assert (found.length_mm >= needed).all()
        stock = {key: {round(1000 * each.length_m) for each in open_catalog().get(key).lengths} for key in found.keys}
        assert all(length in stock[found.keys[part]] for part, length in zip(found.cable.tolist(), found.length_mm.tolist(), strict=True))


@pytest.mark.parametrize(("template", "node"), [("hgx-pod", "nvidia.mma4z00-ns400"), ("dgx-b200-superpod", "nvidia.mma4z00-ns-flt")])
def test_other_systems_get_what_their_cages_take(template: str, node: str) -> None:
    with Document.scratch() as document:
        _, _, _, found = laid(document, template, 400)
        assert (found.reason < 0).all()
        assert node in {found.keys[place] for place in found.a_module[found.a_module >= 0].tolist()}


def test_twin_planes_run_over_the_two_halves_of_a_cage() -> None:
    with Document.scratch() as document:
        snapshot, a, b, found = laid(document, "dgx-b300-spectrum-superpod", 400, planes=2)
        assert (found.reason < 0).all()
        of_nodes = modules(snapshot, [(a, np.where(np.isin(a.device, b.device), -1, found.a_module))], found.keys)
        assert of_nodes == {"nvidia.mma4z00-ns-flt": 512}


def test_a_link_without_a_way_says_so() -> None:
    with Document.scratch() as document:
        run(document, build, without_networks("small-pod"))
        network_id = run(document, add_network, NetworkKind.COMPUTE, "Compute", 400).result
        found = network_links(document.snapshot, network_id)
        lost = media(document.snapshot, found.a, found.b, NetworkKind.COMPUTE, 400, np.full(len(found), np.nan))
        assert (lost.cable < 0).all()
        assert {code for code, _ in lost.reasons} == {Reason.NO_WAY}


@pytest.mark.parametrize(("positions", "right"), [(range(12, 0, -1), True), (range(1, 13), False)])
def test_an_own_cord_is_chosen_by_its_lane_map(positions: range, right: bool) -> None:
    """A cord that says no polarity but which strand leads where counts as right only if what is sent arrives."""
    body = dict(open_catalog().get("nvidia.mfp7e10").body)
    facts = {name: fact for name, fact in body["facts"].items() if name != "polarity"}
    rows = [[1, at, 1, other] for at, other in zip(range(1, 13), positions, strict=True)]
    (cord,) = parts_of([parse_type({**body, "key": "own.cord", "facts": facts, "lane_map": rows})]).cords
    assert cord.right_polarity is right


def test_the_splitters_of_the_catalog_lead_what_is_sent_to_where_it_is_heard() -> None:
    kinds = [entry.type for entry in open_catalog().of_families(Family.CABLE) if entry.type.lane_map]
    assert len(kinds) >= 4
    assert [kind.key for kind in kinds if not leads_right(kind)] == []
