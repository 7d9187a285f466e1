"""Addresses by rule: each one once, inside its subnet, subnets apart, the same project always the same plan."""

from dataclasses import replace
from ipaddress import IPv4Network
from itertools import pairwise

import pytest
import yaml

from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.derived.fabric.address_plan import AddressPlan, address_plan
from gpudesk.formats.fabric.address_files import address_files, dhcpd_text, dnsmasq_text, hosts_text, inventory_text
from gpudesk.locate import user_data_dir
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.address_rules import address_rules, roce_settings
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.formats.mixed_fabric import mixed_file


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    with Document.open(mixed_file(tmp_path_factory.mktemp("pod") / "pod.gpudesk"), write=False) as document:
        return document.snapshot


@pytest.fixture(scope="module")
def spectrum() -> Snapshot:
    with Document.scratch() as document:
        run(document, build, load_template("dgx-b300-spectrum-superpod"))
        run(document, cable_project)
        return document.snapshot


def demand_sound(plan: AddressPlan) -> None:
    prefixes = sorted((each.prefix for each in plan.subnets), key=lambda prefix: prefix.network_address)
    assert all(first.broadcast_address < second.network_address for first, second in pairwise(prefixes))
    vlans = [each.vlan for each in plan.subnets if each.vlan is not None]
    assert len(vlans) == len(set(vlans))
    found = [each.address for each in plan.addresses]
    assert len(found) == len(set(found))
    assert len({each.host for each in plan.addresses}) == len(plan.addresses)
    for each in plan.addresses:
        assert each.address in each.subnet.prefix
        assert int(each.address) - int(each.subnet.prefix.network_address) > address_rules().reserved
        assert each.address != each.subnet.prefix.broadcast_address


def test_every_network_of_a_pod_has_its_addresses(pod: Snapshot) -> None:
    plan = address_plan(pod, address_rules())
    demand_sound(plan)
    said = [(each.kind, each.part, each.vlan, str(each.prefix)) for each in plan.subnets]
    assert said == [
        (NetworkKind.OUT_OF_BAND, "Hall 1", 100, "10.0.0.0/25"),
        (NetworkKind.IN_BAND, "Hall 1", 300, "10.16.0.0/26"),
        (NetworkKind.STORAGE, "", None, "10.32.0.0/25"),
    ]
    assert plan.silent == 252, "the compute network is InfiniBand: 31 systems with 8 ports, and 4 of fabric management"
    assert not plan.roce
    bond = next(each for each in plan.addresses if each.device == "dgx-001" and each.subnet.kind is NetworkKind.IN_BAND)
    assert (bond.interface, bond.ports, bond.host) == ("bond0", ("S1P2", "S2P2"), "dgx-001")
    assert plan == address_plan(pod, address_rules())


def test_rails_on_ethernet_have_a_subnet_each_and_need_settings(spectrum: Snapshot) -> None:
    plan = address_plan(spectrum, address_rules())
    demand_sound(plan)
    compute = [each for each in plan.subnets if each.kind is NetworkKind.COMPUTE]
    assert [each.part for each in compute] == [f"rail {rail}" for rail in range(8)]
    assert [each.vlan for each in compute] == list(range(1000, 1008))
    counts = {subnet: sum(each.subnet == subnet for each in plan.addresses) for subnet in compute}
    assert set(counts.values()) == {128}, "64 systems on two planes"
    assert plan.roce
    roce = address_files(plan, roce_settings())["roce.csv"].decode()
    assert 'PFC,priority 3,"NVIDIA Cumulus Linux' in roce
    assert {each.confidence for each in roce_settings()} <= set(type(roce_settings()[0].confidence))


def test_large_subnets_are_divided_and_small_blocks_refused(pod: Snapshot) -> None:
    rules = address_rules()
    plan = address_plan(pod, replace(rules, most=20))
    demand_sound(plan)
    assert [each.part for each in plan.subnets][:3] == ["Hall 1", "Hall 1 2", "Hall 1 3"]
    tiny = replace(rules.networks[NetworkKind.IN_BAND], block=IPv4Network("10.16.0.0/28"))
    with pytest.raises(Refused, match=r"10\.16\.0\.0/28 is too small for the addresses of In-band"):
        address_plan(pod, replace(rules, networks={**rules.networks, NetworkKind.IN_BAND: tiny}))
    with Document.scratch() as document, pytest.raises(Refused, match="no cables"):
        address_plan(document.snapshot, rules)


def test_the_files_say_the_same_addresses(pod: Snapshot) -> None:
    plan = address_plan(pod, address_rules())
    lines = [line.split() for line in hosts_text(plan).splitlines() if line and line[0] != "#"]
    assert {line[0]: line[2] for line in lines[1:]} == {str(each.address): each.host for each in plan.addresses}
    leased = {each for each in plan.addresses if each.subnet.kind in {NetworkKind.OUT_OF_BAND, NetworkKind.IN_BAND}}
    assert {line.removeprefix("dhcp-host=") for line in dnsmasq_text(plan).splitlines() if line.startswith("dhcp-host=")} == {
        f"{each.host},{each.address}" for each in leased
    }
    assert all(f"fixed-address {each.address}; }}" in dhcpd_text(plan) for each in leased)
    body = yaml.safe_load(inventory_text(plan))
    hosts = {name: host for group in body["all"]["children"].values() for name, host in group["hosts"].items()}
    assert sum(len(host["addresses"]) for host in hosts.values()) == len(plan.addresses)
    assert hosts["dgx-001"]["ansible_host"] == "10.16.0.15"
    by_interface = {(each.device, each.interface): str(each.address) for each in plan.addresses}
    assert hosts["dgx-001"]["bmc_address"] == by_interface["dgx-001", "BMC"]
    # A switch answers at its management port.
    assert hosts["leaf-01"]["ansible_host"] == by_interface["leaf-01", "MGMT"]
    assert "bmc_address" not in hosts["leaf-01"]
    assert set(body["all"]["children"]) >= {"compute", "power", "leaf"}


def test_nobody_logs_in_at_a_service_processor(pod: Snapshot) -> None:
    """Without an in-band network a server has the address of its BMC only, and Ansible must not take it for the system's."""
    plan = address_plan(pod, address_rules())
    alone = replace(plan, addresses=tuple(each for each in plan.addresses if each.subnet.kind is NetworkKind.OUT_OF_BAND))
    body = yaml.safe_load(inventory_text(alone))
    system = body["all"]["children"]["compute"]["hosts"]["dgx-001"]
    assert "ansible_host" not in system
    assert system["bmc_address"] == next(str(each.address) for each in alone.addresses if each.device == "dgx-001")
    assert "ansible_host" in body["all"]["children"]["leaf"]["hosts"]["leaf-01"]


def test_rules_of_ones_own_take_the_place_of_ours(pod: Snapshot) -> None:
    folder = user_data_dir() / "rules"
    folder.mkdir(parents=True)
    from gpudesk.locate import resource

    text = resource("rules", "addresses.yaml").read_text(encoding="utf-8")
    (folder / "addresses.yaml").write_text(text.replace("10.16.0.0/12, vlan: 300", "192.168.0.0/16, vlan: 7"), encoding="utf-8")
    plan = address_plan(pod, address_rules())
    assert [(each.vlan, str(each.prefix)) for each in plan.subnets if each.kind is NetworkKind.IN_BAND] == [(7, "192.168.0.0/26")]
    for wrong in ("[]", "networks: 3", text.replace("of: rail", "of: moon"), text.replace("vlan: 100", "vlan: 5000")):
        (folder / "addresses.yaml").write_text(wrong, encoding="utf-8")
        with pytest.raises(InvalidData, match=r"addresses\.yaml"):
            address_rules()
