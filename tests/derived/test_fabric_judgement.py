"""Networks by the cables that are there: what they carry, and what each loss costs."""

from pathlib import Path

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.fabric.fabric_judgement import BUS_HIGH, BUS_LOW, FabricJudgement, Losses, fabric_judgements, planned_judgement
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.checks.fabric_cases import tree
from tests.checks.fabric_site import Fabric
from tests.checks.site import Site
from tests.core import link_parts as made


def judged(fabric: Fabric) -> FabricJudgement:
    (found,) = fabric_judgements(fabric.site.snapshot)
    return found


def of_tier(losses: Losses, tier: int) -> set[tuple[int, int, float]]:
    """Nodes, nodes cut off and share left of the losses of one tier."""
    mine = np.flatnonzero(losses.tier == tier)
    return {(int(losses.nodes[place]), int(losses.cut_off[place]), round(float(losses.share_left[place]), 6)) for place in mine}


def test_a_right_tree() -> None:
    fabric = Fabric(Site())
    tree(fabric)
    found = judged(fabric)
    assert (found.nodes, found.links) == (2, 16)
    assert [(tier.switches, tier.oversubscription, tier.worst) for tier in found.tiers] == [(4, 1.0, 1.0), (2, None, None)]
    assert (found.injection_gbps, found.bisection_gbps, found.bisection_share) == (3200, 1600, 1.0)
    assert found.paths == (2, 2)
    assert of_tier(found.switches, 0) == {(2, 0, 0.75)}
    assert of_tier(found.switches, 1) == {(2, 0, 0.5)}
    assert of_tier(found.cables, ABSENT) == {(1, 0, 0.75)}
    assert of_tier(found.cables, 0) == {(2, 0, 0.5)}
    assert found.bus_gb_per_s == pytest.approx((200 * 0.92, 200 * BUS_LOW, 200 * BUS_HIGH))


def test_too_few_uplinks_narrow_the_bisection() -> None:
    fabric = Fabric(Site())
    tree(fabric, nodes=4)
    found = judged(fabric)
    assert found.tiers[0].oversubscription == 2
    assert found.bisection_share == 0.5
    assert found.bus_gb_per_s is not None
    assert found.bus_gb_per_s[0] == pytest.approx(100 * 0.92)


def test_a_cable_that_is_pulled_is_missed() -> None:
    fabric = Fabric(Site())
    tree(fabric)
    before = judged(fabric)
    uplinks = before.cables.ids[before.cables.tier == 0]
    fabric.site.delete("cable", int(uplinks[0]))
    found = judged(fabric)
    assert found.links == 15
    assert found.tiers[0].worst == 2
    assert found.paths == (1, 2)
    assert (2, 0, 0.0) in of_tier(found.cables, 0)


def test_a_node_on_one_switch_is_cut_off_with_it() -> None:
    fabric = Fabric(Site())
    network = fabric.site.insert("network", kind=1, name="Storage", rate_gbps=100)
    nodes, switches = [fabric.add("node") for _ in range(2)], [fabric.add("ethernet") for _ in range(2)]
    for node, ports in ((0, (0, 0)), (1, (0, 1))):
        for port, switch in enumerate(ports):
            ends = (nodes[node], 4 + port), (switches[switch], 2 * node + port)
            fabric.lay(*ends, made.copper("qsfp28", ("", ""), 100), length_mm=2_000, network_id=network)
    found = judged(fabric)
    assert of_tier(found.switches, 0) == {(2, 1, 0.5), (1, 0, 0.5)}
    assert found.bus_gb_per_s is None
    assert found.tiers[0].oversubscription is None


def test_a_link_over_panels_counts_once() -> None:
    fabric = Fabric(Site())
    network = fabric.site.insert("network", kind=0, name="Compute", rate_gbps=400)
    node, leaf, panel = fabric.add("node"), fabric.add("leaf"), fabric.add("fibre-panel")
    fabric.lay((node, 0), (panel, 0), made.cord(), (made.sr4("flat"), None), network_id=network)
    fabric.lay((leaf, 0), (panel, 8), made.cord(gender="male"), (made.sr4(), None), network_id=network)
    found = judged(fabric)
    assert (found.nodes, found.links, found.injection_gbps) == (1, 1, 400)
    assert of_tier(found.switches, 0) == {(1, 1, 0.0)}


def test_a_project_without_cables_has_nothing_to_judge() -> None:
    assert fabric_judgements(Site().snapshot) == ()


def test_the_plan_stays_what_it_is_when_a_cable_is_pulled(tmp_path: Path) -> None:
    with Document.create(tmp_path / "pod.gpudesk") as document:
        run(document, build, load_template("dgx-h100-superpod", {"su": "1"}))
        run(document, cable_project)
        network = int(document.snapshot["network"].ids[0])
        cabled, planned = document.snapshot.cached(fabric_judgements)[0], planned_judgement(document.snapshot, network)
        assert planned is not None
        for name in ("nodes", "links", "tiers", "bisection_share", "paths", "bus_gb_per_s"):
            assert getattr(cabled, name) == getattr(planned, name), name
        assert cabled.switches.share_left.tolist() == planned.switches.share_left.tolist()
        gone = cabled.cables.ids[cabled.cables.tier == 0][:8]
        run(document, delete_objects, "cable", gone.tolist())
        after, still = document.snapshot.cached(fabric_judgements)[0], planned_judgement(document.snapshot, network)
        assert still is not None
        assert (still.links, still.tiers) == (planned.links, planned.tiers)
        assert after.links == planned.links - 8
        assert after.bisection_share < 1 == still.bisection_share


def test_an_out_of_band_switch_without_devices_is_not_above_the_switches_of_its_uplinks() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("small-pod", {}))
        run(document, cable_project)
        snapshot = document.snapshot
        networks, devices = snapshot["network"], snapshot["device"]
        (found,) = (one for one in fabric_judgements(snapshot) if networks.row(one.network_id)["name"] == "Out-of-band")
        losses = found.switches
        of_switch = {
            str(devices.row(int(device))["name"]): (int(losses.tier[place]), int(losses.nodes[place]), float(losses.share_left[place]))
            for place, device in enumerate(losses.ids)
        }
        assert of_switch["oob-2"] == (0, 0, 1.0)
        assert of_switch["oob-1"] == (0, 32, 0.0)
        assert of_switch["inband-1"] == (1, 32, 0.5)


@pytest.mark.parametrize("cut_off", [False, True])
def test_a_host_on_a_spine_makes_no_leaf_of_the_spines(cut_off: bool) -> None:
    """With its other cables, and where the host is all that is left at that spine."""
    fabric = Fabric(Site())
    tree(fabric, uplinks=(2, 2))
    before = judged(fabric)
    devices, cables = fabric.site.snapshot["device"], fabric.site.snapshot["cable"]
    spine = int(devices.ids[devices["role"] == "spine"][0])
    at_spine = cables.ids[(cables["a_device_id"] == spine) | (cables["b_device_id"] == spine)].tolist()
    for cable in at_spine if cut_off else at_spine[:1]:
        fabric.site.delete("cable", cable)
    fabric.link((fabric.add("node"), 0), (spine, 2), network_id=int(fabric.site.snapshot["network"].ids[0]))
    after = judged(fabric)
    assert [tier.switches for tier in after.tiers] == [tier.switches for tier in before.tiers] == [4, 2]
    assert after.links == before.links - (len(at_spine) if cut_off else 1) + 1
    assert after.tiers[0].oversubscription == pytest.approx(3200 / (3200 if cut_off else 6000))
    assert after.paths == ((4, 4) if cut_off else (6, 8))
    assert of_tier(after.switches, 1) == ({(3, 0, 0.0), (1, 1, 0.0)} if cut_off else {(3, 0, 0.333333), (3, 1, 0.5)})
