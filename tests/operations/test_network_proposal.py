"""Networks that follow from what is in a project made by hand."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.derived.fabric.subnet import Subnet, subnet
from gpudesk.derived.networks.network_links import network_plan
from gpudesk.derived.networks.network_nodes import SwitchesMissing
from gpudesk.derived.networks.stated_roles import stated_role
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.propose_networks import propose_networks
from gpudesk.operations.floor.halls import create_hall, create_rack, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import place_device, place_on_floor
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.project.bare import without_networks

COMPUTE, STORAGE, IN_BAND, OUT_OF_BAND = NetworkKind.COMPUTE, NetworkKind.STORAGE, NetworkKind.IN_BAND, NetworkKind.OUT_OF_BAND


def lab(*types: str) -> Plan:
    """Devices without roles in one rack."""
    names = Counter[str]()
    devices = []
    for place, key in enumerate(types):
        names[key] += 1
        devices.append(PlanDevice(key, f"{key.partition('.')[2]}-{names[key]}", rack=0, position=2 * place))
    return Plan(halls=(PlanHall("Lab"),), racks=(PlanRack("generic.rack-48u-600x1200", 0, "R1"),), devices=tuple(devices))


@contextmanager
def proposed(plan: Plan) -> Iterator[tuple[Document, dict[NetworkKind, Counter[tuple[str, str]]]]]:
    """The project, and for each proposed network how many links lead from which role to which."""
    with Document.scratch() as document:
        run(document, build, replace(plan, power_nodes=(), power_cords=(), wirings=(), coolings=()))
        made = run(document, propose_networks).result
        snapshot = document.snapshot
        assert made == snapshot["network"].ids.tolist()
        devices, found = snapshot["device"], {}
        for each in snapshot.cached(network_plan):
            assert each.links is not None, str(each.refused)
            roles = [devices["role"][devices.positions(ends.device)].tolist() for ends in (each.links.a, each.links.b)]
            found[NetworkKind(snapshot["network"].row(each.network_id)["kind"])] = Counter(zip(*roles, strict=True))
        yield document, found


def test_four_servers_and_one_switch() -> None:
    with proposed(lab(*["generic.hgx-h100-8u"] * 4, "nvidia.qm9700")) as (document, found):
        assert found == {COMPUTE: Counter({("", "leaf"): 32})}
        assert document.steps[-1].message.plain() == "Propose 1 network"


def test_four_gpus_in_a_lab_with_one_switch_for_all() -> None:
    with proposed(lab(*["generic.tower-1-rtx-5090"] * 4, "nvidia.sn2201")) as (_, found):
        assert found == {IN_BAND: Counter({("", "in-band"): 4})}


def test_four_small_systems_with_a_fast_switch() -> None:
    with proposed(lab(*["nvidia.dgx-spark"] * 4, "nvidia.sn3700", "nvidia.sn2201")) as (_, found):
        assert found[COMPUTE] == Counter({("", "leaf"): 8})


def test_one_management_switch_carries_both_networks_of_management() -> None:
    with proposed(lab(*["dell.poweredge-xe9680"] * 3, "nvidia.sn2201")) as (_, found):
        assert found == {IN_BAND: Counter({("", "in-band"): 3}), OUT_OF_BAND: Counter({("", "in-band"): 3})}


def test_two_switches_are_joined_with_each_other() -> None:
    plan = lab(*["nvidia.dgx-h100"] * 4, "nvidia.qm9700", "nvidia.qm9700", "nvidia.sn4600c", "nvidia.sn4600c", "nvidia.sn2201")
    with proposed(plan) as (_, found):
        assert found[COMPUTE] == {("", "leaf"): 32, ("leaf", "leaf"): 16}
        assert found[IN_BAND] == {("", "in-band"): 8, ("in-band", "in-band"): 2}
        assert found[OUT_OF_BAND] == {
            ("", "out-of-band"): 4,
            ("leaf", "out-of-band"): 2,
            ("in-band", "out-of-band"): 2,
            ("out-of-band", "in-band"): 2,
        }


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("hgx-pod", {"nodes": 16}),
        ("hgx-pod", {"nodes": 100}),
        ("dgx-b300-xdr-superpod", {"su": 1}),
        ("dgx-b300-xdr-superpod", {"su": 4}),
        ("dgx-h100-superpod", {"su": 2, "ufm": False}),
    ],
)
def test_leaves_and_spines_are_told_apart_by_counting(name: str, chosen: dict[str, object]) -> None:
    plan = without_networks(name, chosen)
    fabric = {"leaf", "spine"}
    bare = replace(plan, devices=tuple(replace(device, role="" if device.role in fabric else device.role) for device in plan.devices))
    was = {device.name: device.role for device in plan.devices if device.role in fabric}
    with proposed(bare) as (document, found):
        devices = document.snapshot["device"]
        now = dict(zip(devices["name"].tolist(), devices["role"].tolist(), strict=True))
        assert {each: now[each] for each in was} == was
        nodes = sum(device.role == "compute" for device in plan.devices)
        assert found[COMPUTE][("compute", "leaf")] == 8 * nodes


def test_a_superpod_by_its_roles() -> None:
    with proposed(without_networks("dgx-h100-superpod", {"su": 2})) as (_, found):
        assert found[COMPUTE] == {("compute", "leaf"): 504, ("fabric management", "leaf"): 4, ("leaf", "spine"): 512}
        assert found[STORAGE][("compute", "storage leaf")] == 126
        assert set(found) == {COMPUTE, STORAGE, IN_BAND, OUT_OF_BAND}


def test_a_network_that_is_there_is_not_proposed_again() -> None:
    with (
        proposed(lab("generic.hgx-h100-8u", "nvidia.qm9700")) as (document, _),
        pytest.raises(Refused, match="No further network can be derived"),
    ):
        run(document, propose_networks)


def test_nothing_is_proposed_without_switches() -> None:
    with Document.scratch() as document, pytest.raises(Refused, match="The project has no switch"):
        run(document, propose_networks)


def hand_built(document: Document, systems: int, switches: int) -> None:
    """Systems and switches as they are placed by hand: each has the name of its family as its role."""
    hall = run(document, create_hall).result
    row = run(document, create_row, hall).result
    racks = run(document, add_racks, "generic.rack-48u-600x1200", 16, row).result
    for number in range(systems):
        run(document, place_device, "nvidia.dgx-b200", racks[number // 4], 20 * (number % 4))
    for number in range(switches):
        run(document, place_device, "nvidia.qm9700", racks[10 + number // 4], 10 * (number % 4))
    assert set(document.snapshot["device"]["role"].tolist()) <= {"system", "switch"}


def test_roles_of_hand_placed_switches_follow_from_what_they_are() -> None:
    """40 DGX B200 in units of 32: 16 leaves and 8 spines of 64 ports, 320 links down and 512 up."""
    with Document.scratch() as document:
        hand_built(document, 40, 24)
        done = run(document, cable_project).result
        assert done.added == 832
        assert Counter(document.snapshot["device"]["role"].tolist()) == {"system": 40, "leaf": 16, "spine": 8}


@pytest.mark.parametrize(
    ("switches", "says", "missing"),
    [
        (8, "16 leaf switches needed, 8 placed; 8 spine switches needed, 0 placed.", 16),
        (16, "8 spine switches needed, 0 placed.", 8),
    ],
)
def test_what_is_missing_is_said_as_a_count(switches: int, says: str, missing: int) -> None:
    """As many as it says are enough: 24 switches in all."""
    assert switches + missing == 24
    with Document.scratch() as document:
        hand_built(document, 40, switches)
        with pytest.raises(SwitchesMissing) as refused:
            run(document, cable_project)
        assert refused.value.message.plain() == says
        assert refused.value.fix is not None
        assert refused.value.fix.plain() == f"Place {missing} more NVIDIA QM9700."
        assert sum(tier.needed - tier.there for tier in refused.value.tiers) == missing
        # Nothing of it stays: neither roles nor networks.
        assert not document.snapshot["network"].rows
        assert set(document.snapshot["device"]["role"].tolist()) == {"system", "switch"}


@pytest.mark.parametrize(
    ("systems", "switches", "says"),
    [
        (40, 0, "Place switches first: 40 systems need 16 leaf and 8 spine switches with 64 ports of 400 Gb/s."),
        (8, 0, "Place switches first: 8 systems need 8 leaf and 4 spine switches with 64 ports of 400 Gb/s."),
        (0, 0, "Place switches first."),
        (0, 8, "Place systems first."),
    ],
)
def test_what_is_needed_is_said_without_switches_and_without_systems(systems: int, switches: int, says: str) -> None:
    with Document.scratch() as document:
        hand_built(document, systems, switches)
        with pytest.raises(Refused) as refused:
            run(document, cable_project)
        assert refused.value.fix is not None
        assert refused.value.fix.plain() == says


@pytest.mark.parametrize(
    ("leaves", "spines"),
    [("IB Leaf", "IB spine"), ("network", "network"), ("Conmutador hoja", "Conmutador espina"), ("leaf", "spine"), ("ToR", "switch")],
)
def test_other_names_of_roles_are_read_or_passed_over(leaves: str, spines: str) -> None:
    """16 leaves and 8 spines, whatever a person or another program calls them."""
    with Document.scratch() as document:
        hand_built(document, 40, 24)
        switches = np.flatnonzero(document.snapshot["device"]["role"] == "switch")
        ids = document.snapshot["device"].ids[switches].tolist()
        run(document, set_fields, "device", ids[:16], {"role": leaves})
        run(document, set_fields, "device", ids[16:], {"role": spines})
        assert run(document, cable_project).result.added == 832
        roles = document.snapshot["device"]["role"][switches].tolist()
        assert roles == ["leaf"] * 16 + ["spine"] * 8


def test_a_switch_with_another_role_stays_next_to_reserved_ones() -> None:
    plan = lab(*["nvidia.dgx-h100"] * 4, "nvidia.qm9700", "nvidia.sn4600c")
    devices = (*plan.devices[:4], replace(plan.devices[4], role="leaf"), replace(plan.devices[5], role="border"))
    with proposed(replace(plan, devices=devices)) as (document, found):
        assert document.snapshot["device"]["role"].tolist()[-1] == "border"
        assert set(found) == {COMPUTE}


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("IB Leaf", "leaf"),
        ("leaf-switch", "leaf"),
        ("Spine Switch", "spine"),
        ("Super-spine", "spine"),
        ("Core", "core"),
        ("Storage spine", "storage spine"),
        ("Conmutador de almacenamiento", "storage leaf"),
        ("OOB", "out-of-band"),
        ("Mgmt switch", "out-of-band"),
        ("Out-of-Band leaf", "out-of-band"),
        ("In-Band", "in-band"),
        ("Front-end spine", "in-band spine"),
        ("Red de gestión", "out-of-band"),
        ("switch", ""),
        ("restored", ""),
        ("border leaf", ""),
        ("Campus core", ""),
        ("core-router", ""),
        ("service leaf", ""),
        ("Hoja de frontera", ""),
        ("DIN rail", ""),
        ("Columna 3", ""),
        ("Rail switch 3", "leaf"),
        ("Conmutador de columna", "spine"),
        ("", ""),
    ],
)
def test_roles_in_other_terms(text: str, role: str) -> None:
    assert stated_role(text) == role


@pytest.mark.parametrize(
    ("switches", "needed"),
    [
        (16, ""),
        (12, ""),
        (11, "4 spine switches needed, 3 placed."),
        (3, "8 leaf switches needed, 3 placed; 4 spine switches needed, 0 placed. Place 9 more"),
        (0, ""),
    ],
)
def test_racks_of_trays_make_units_of_whole_racks(switches: int, needed: str) -> None:
    """Eight GB300 NVL72: four racks share four leaves of 72 ports down, one for each rail. Units of 32 nodes would split racks.

    Sixteen switches would make 10 leaves and 6 spines of such units; four of them are spares.
    """
    with Document.scratch() as document:
        hall = run(document, create_hall, "Hall 1").result
        row = run(document, create_row, hall, x_mm=1000, y_mm=1000).result
        for number in range(8):
            run(document, place_on_floor, "nvidia.gb300-nvl72", hall, 2000 + 700 * number, 3000)
        racks = [run(document, create_rack, "generic.rack-52u-700x1200", row).result for _ in range(2)]
        for number in range(switches):
            run(document, place_device, "nvidia.q3400-ra", racks[number // 8], 2 + number % 8 * 10)
        if switches >= 12:
            run(document, cable_project)
            cables, devices = document.snapshot["cable"], document.snapshot["device"]
            ends = {(a, b) for a, b in zip(cables["a_device_id"].tolist(), cables["b_device_id"].tolist(), strict=True)}
            systems = devices.ids[devices["role"] == "system"].tolist()
            assert [sum(a == system for a, _ in ends) for system in systems] == [4] * 8
            assert document.snapshot["network"].row(1)["unit_nodes"] == 72
            assert Counter(devices["role"].tolist()) == Counter(system=8, leaf=8, spine=4, switch=switches - 12)
            return
        with pytest.raises(Refused) as refused:
            run(document, cable_project)
        answer = str(refused.value)
        assert needed in answer
        assert ("8 leaf and 4 spine" in answer) is (switches == 0)


def _gb200(document: Document, racks: int, switches: int) -> None:
    """GB200 NVL72 and QM9700 without roles, in one hall."""
    hall = run(document, create_hall, "Hall 1", 40_000, 20_000).result
    row = run(document, create_row, hall, x_mm=1000, y_mm=1000).result
    for number in range(racks):
        run(document, place_on_floor, "nvidia.gb200-nvl72", hall, 2000 + 700 * number, 3000, name=f"nvl72-{number + 1:02}")
    holding = [run(document, create_rack, "generic.rack-52u-700x1200", row).result for _ in range(-(-switches // 16))]
    for number in range(switches):
        run(document, place_device, "nvidia.qm9700", holding[number // 16], 2 + number % 16 * 4, name=f"sw-{number + 1:03}")


@pytest.mark.parametrize(
    ("racks", "leaves", "spines", "cores", "cables"),
    [
        (1, 4, 2, 0, 144),
        (2, 8, 3, 0, 288),
        (3, 12, 6, 0, 432),
        (8, 32, 9, 0, 1152),
        (9, 36, 18, 0, 1296),
        (16, 64, 48, 18, 3456),
    ],
)
def test_gb200_racks_placed_by_hand_have_18_trays_and_18_uplinks_on_a_leaf(
    racks: int, leaves: int, spines: int, cores: int, cables: int
) -> None:
    """Eight racks: as on the published cluster (NVIDIA/topograph); sixteen: the scale-out table of RA-11338-001."""
    with Document.scratch() as document:
        _gb200(document, racks, leaves + spines + cores)
        run(document, cable_project)
        roles = Counter(document.snapshot["device"]["role"].tolist())
        assert (roles["leaf"], roles["spine"], roles["core"], roles["switch"]) == (leaves, spines, cores, 0)
        assert document.snapshot["cable"].rows == cables
        links = document.snapshot.cached(subnet)
        names = links.nodes.name
        first = {int(port): str(names[other]) for side, port, other in _at(links, "sw-001") if side == "up" or port <= 18}
        assert sorted(first) == [*range(1, 19), *range(33, 51)]
        assert [first[port] for port in range(1, 19)] == [f"nvl72-01-c{tray:02}" for tray in range(1, 19)]


def _at(links: Subnet, switch: str) -> Iterator[tuple[str, int, int]]:
    """The ports of a switch: whether the other end is a switch ("up") or a node, the port, and the other node."""
    nodes = links.nodes
    ends = ((links.a_node, links.a_port, links.b_node), (links.b_node, links.b_port, links.a_node))
    for here, ports, there in ends:
        for place in np.flatnonzero(nodes.name[here] == switch).tolist():
            yield "up" if nodes.switch[there[place]] else "node", int(ports[place]), int(there[place])


@pytest.mark.parametrize(
    ("switches", "needed"),
    [
        (8, "32 leaf switches needed, 8 placed; 9 spine switches needed, 0 placed. Place 33 more NVIDIA QM9700."),
        (38, "9 spine switches needed, 6 placed. Place 3 more NVIDIA QM9700."),
        (0, "Place switches first: 144 systems need 32 leaf and 9 spine switches with 64 ports of 400 Gb/s."),
    ],
)
def test_missing_switches_of_gb200_racks_are_those_of_the_published_unit(switches: int, needed: str) -> None:
    with Document.scratch() as document:
        _gb200(document, 8, switches)
        with pytest.raises(Refused) as refused:
            run(document, cable_project)
        assert needed in str(refused.value)


def test_core_switches_are_among_those_that_are_missing() -> None:
    """17 racks need three tiers; with as many switches as named the network is cabled."""
    with Document.scratch() as document:
        _gb200(document, 17, 0)
        with pytest.raises(Refused) as refused:
            run(document, propose_networks)
        needed = "306 systems need 68 leaf, 54 spine and 27 core switches with 64 ports of 400 Gb/s."
        assert needed in str(refused.value)
    with Document.scratch() as document:
        _gb200(document, 17, 68 + 54 + 27)
        run(document, propose_networks)
        assert Counter(document.snapshot["device"]["role"].tolist()) == {"system": 17, "leaf": 68, "spine": 54, "core": 27}


def test_stated_roles_of_gb200_racks_are_kept_and_further_spines_are_spares() -> None:
    with Document.scratch() as document:
        _gb200(document, 3, 20)
        devices = document.snapshot["device"]
        for number, device in enumerate(devices.ids[devices["role"] == "switch"].tolist()):
            run(document, set_fields, "device", [device], {"role": "leaf" if number < 12 else "spine"})
        run(document, cable_project)
        assert document.snapshot["cable"].rows == 432
        assert document.snapshot["network"].row(1)["leaf_up"] == 18
