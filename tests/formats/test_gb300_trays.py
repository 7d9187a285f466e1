"""GB300 NVL72 racks placed by hand: their trays are hosts as those of the template for GB200, and no name of an adapter is made up."""

from collections import Counter
from typing import Any

import pytest
import yaml

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.derived.fabric.address_plan import address_plan
from gpudesk.derived.fabric.fabric_records import fabric_records
from gpudesk.derived.fabric.subnet import subnet
from gpudesk.formats.fabric.address_files import inventory_text
from gpudesk.formats.fabric.slurm_topology import slurm_blocks, slurm_switches
from gpudesk.onsite.as_built import as_built
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.cabling.network_stage_operations import add_stage
from gpudesk.operations.floor.halls import create_hall, create_rack, create_row
from gpudesk.operations.racks.device_operations import place_device, place_on_floor
from gpudesk.operations.run.run import run
from gpudesk.project.address_rules import address_rules
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.onsite.seen_fabric import as_planned

HOSTS = [f"gb300-{rack}-c{tray:02}" for rack in (1, 2) for tray in range(1, 19)]


@pytest.fixture(scope="module")
def racks() -> Snapshot:
    """Two systems on one switch of 144 ports, and a switch for management."""
    with Document.scratch() as document:

        def do(verb: Any, *arguments: Any, **values: Any) -> int:
            return int(run(document, verb, *arguments, **values).result)

        hall = do(create_hall, "Hall 1")
        row = do(create_row, hall, x_mm=1000, y_mm=1000)
        rack = do(create_rack, "generic.rack-52u-700x1200", row)
        for number in (1, 2):
            do(place_on_floor, "nvidia.gb300-nvl72", hall, 2000 + 700 * number, 1000, name=f"gb300-{number}", role="compute")
        do(place_device, "nvidia.q3400-ra", rack, 2, name="leaf-1", role="leaf")
        do(place_device, "nvidia.sn2201", rack, 90, name="oob-1", role="out-of-band")
        do(add_network, NetworkKind.COMPUTE, "Compute", 800, {"unit_nodes": 36, "tiers": 1, "rails_per_leaf": 1})
        network = do(add_network, NetworkKind.OUT_OF_BAND, "Out-of-band", 1)
        do(add_stage, network, "", "out-of-band", 1)
        run(document, cable_project)
        return document.snapshot


def test_each_tray_is_a_host_with_four_adapters(racks: Snapshot) -> None:
    fabric = racks.cached(subnet)
    nodes = fabric.nodes
    assert Counter(nodes.name[~nodes.switch].tolist()) == dict.fromkeys(HOSTS, 4)
    assert set(nodes.adapter.tolist()) == {""}, "not published"
    assert sorted(nodes.description[nodes.name == "gb300-1-c01"].tolist()) == [f"gb300-1-c01 T01-{n}" for n in range(1, 5)]
    at_switch = fabric.b_port[nodes.name[fabric.a_node] == "gb300-1-c05"]
    assert sorted(at_switch.tolist()) == [5, 41, 77, 113], "the fifth of 36 trays on each of four rails of one switch"


def test_slurm_has_a_block_for_each_rack(racks: Snapshot) -> None:
    records = racks.cached(fabric_records)
    assert [list(block.nodes) for block in slurm_blocks(racks, records)] == [HOSTS[:18], HOSTS[18:]]
    assert [list(switch.nodes) for switch in slurm_switches(racks, records)] == [HOSTS]


def test_a_tray_has_one_bluefield_to_manage(racks: Snapshot) -> None:
    plan = address_plan(racks, address_rules())
    mine = [each for each in plan.addresses if each.device == "gb300-1-c01"]
    assert [each.host for each in mine] == ["gb300-1-c01-bmc", "gb300-1-c01-bmc-bf3"]
    assert sum(each.device.startswith("gb300-2-") for each in plan.addresses) == 18 * 2 + 9 * 2 + 8 + 2
    inventory = yaml.safe_load(inventory_text(plan))["all"]["children"]["compute"]["hosts"]["gb300-1-c01"]
    assert inventory["bmc_address"] == str(mine[0].address)
    assert "ansible_host" not in inventory, "neither service processor is where the operating system answers"


def test_our_own_listing_is_right(racks: Snapshot) -> None:
    found = as_built(racks, as_planned(racks))
    assert (found.planned, found.right, found.differences) == (144, 144, ())
