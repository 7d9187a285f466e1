"""Where the links of a stage end: on which switches, from which port on, and how many of a rack-scale system."""

from collections import Counter
from typing import Any

import pytest

from gpudesk.core.hardware.network_kinds import NetworkKind, Spread
from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.core.plan.plan_fabric import PlanNetwork, PlanStage
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.derived.networks.network_links import NetworkLinks, network_plan
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

UFM, LEAF, NVL72 = "generic.ufm-server-ndr", "nvidia.qm9700", "nvidia.gb200-nvl72"
Laid = list[tuple[str, str, int]]


def laid(kind: str, switch: str, count: int, **stage: Any) -> Laid:
    """Device, switch and port, from 1, of each link of a stage from two devices of a type to four switches."""
    devices = [PlanDevice(kind, name=f"node-{n}", rack=0, position=2 * n, role="node") for n in range(count)]
    devices += [PlanDevice(switch, name=f"leaf-{n}", rack=0, position=40 + 2 * n, role="leaf") for n in range(1, 5)]
    if kind == NVL72:
        devices = [PlanDevice(kind, name=f"node-{n}", hall=0, x_mm=3000 + 1000 * n, role="node") for n in range(count)] + devices[count:]
    plan = Plan(
        halls=(PlanHall("Hall", 20_000, 20_000),),
        racks=(PlanRack("generic.rack-48u-600x1200", 0, "A01"),),
        devices=tuple(devices),
        networks=(PlanNetwork(int(NetworkKind.COMPUTE), "Compute", 400),),
        stages=(PlanStage(0, "leaf", "node", **stage),),
    )
    with Document.scratch() as document:
        run(document, build, plan)
        snapshot = document.snapshot
    (planned,) = network_plan(snapshot)
    if planned.refused is not None:
        raise planned.refused
    assert isinstance(planned.links, NetworkLinks)
    links, names = planned.links, dict(zip(snapshot["device"].ids.tolist(), snapshot["device"]["name"].tolist(), strict=True))
    return [
        (names[a], names[b], int(port) + 1)
        for a, b, port in zip(links.a.device.tolist(), links.b.device.tolist(), links.b.port, strict=True)
    ]


def test_links_go_to_the_switches_and_ports_that_a_stage_names() -> None:
    found = laid(UFM, LEAF, 2, links=2, switches="2, 4", first_port=21)
    assert found == [("node-0", "leaf-2", 21), ("node-0", "leaf-4", 21), ("node-1", "leaf-2", 22), ("node-1", "leaf-4", 22)]


def test_without_them_all_switches_are_used_from_their_first_port_on() -> None:
    assert laid(UFM, LEAF, 2, links=2) == [
        ("node-0", "leaf-1", 1),
        ("node-0", "leaf-2", 1),
        ("node-1", "leaf-3", 1),
        ("node-1", "leaf-4", 1),
    ]


@pytest.mark.parametrize("spread", [Spread.FILL, Spread.ALL])
def test_each_spread_keeps_to_them(spread: Spread) -> None:
    found = laid(UFM, LEAF, 2, links=2, spread=int(spread), switches="3-4", first_port=9)
    assert {switch for _, switch, _ in found} <= {"leaf-3", "leaf-4"}
    assert min(port for *_, port in found) == 9


@pytest.mark.parametrize(
    ("stage", "says"),
    [
        ({"switches": "4-5"}, "There is no switch number 5 with the role leaf; there are 4."),
        ({"switches": "1", "first_port": 64}, "4 links are required, but the switches have ports for 1."),
        ({"switches": "1", "first_port": 65}, "4 links are required, but the switches have ports for 0."),
    ],
)
def test_what_is_not_there_is_refused(stage: dict[str, Any], says: str) -> None:
    with pytest.raises(DeskError) as refused:
        laid(UFM, LEAF, 2, links=2, **stage)
    assert refused.value.message.plain() == says


@pytest.mark.parametrize(("per_tray", "links", "each"), [(1, 1, 18), (1, 2, 36), (0, 1, 1), (0, 2, 2), (0, 40, 40)])
def test_links_are_those_of_a_tray_or_of_the_rack(per_tray: int, links: int, each: int) -> None:
    """A stage of an earlier format counts the links of the rack, and keeps that."""
    found = laid(NVL72, LEAF, 2, links=links, per_tray=per_tray, spread=int(Spread.FILL))
    assert Counter(device for device, *_ in found) == {"node-0": each, "node-1": each}


@pytest.mark.parametrize(
    ("stage", "says"),
    [
        ({"accepted_gbps": 100}, "stages[0].reason: accepted_gbps requires a reason with its source"),
        ({"accepted_gbps": 100, "reason": " "}, "stages[0].reason: accepted_gbps requires a reason with its source"),
        ({"per_tray": 2}, "stages[0].per_tray: 2 is not between 0 and 1"),
        ({"first_port": 0}, "stages[0].first_port: 0 is not between 1 and 4096"),
    ],
)
def test_what_a_plan_says_of_a_stage_without_sense_is_named(stage: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidData) as wrong:
        plan_from_plain({"networks": [{"kind": 0, "name": "X", "rate_gbps": 1}], "stages": [{"network": 0, "upper": "leaf", **stage}]})
    assert [problem.plain() for problem in wrong.value.problems] == [says]
