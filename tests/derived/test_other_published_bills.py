"""Cables, modules and devices of two more published bills, line by line; docs/fabric-bill.md shows them and says where they differ."""

import re
from collections import Counter

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.network_kinds import NetworkKind, Spread
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.cabling.network_stage_operations import add_stage
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.derived.test_published_bill import BILL, CORD, SWITCH_MODULE, SYSTEM_MODULE, counted

_DEVICES = {"compute network switch": "nvidia.qm9700", "in-band switch": "nvidia.sn4600c", "out-of-band switch": "nvidia.sn2201"}
# RA-11127-001 V5, table 4.2, as quoted in a public research note: line → with four and with eight systems.
BASEPOD: dict[str, tuple[int, int]] = {
    "compute network switch": (2, 2),
    "cord MPO-12/APC, systems to switches": (16, 32),
    "twin-port module with flat top, systems": (16, 32),
    "twin-port switch module": (16, 32),
    "twin-port copper 2 m between the two switches": (8, 16),
    "out-of-band switch": (1, 2),
    "in-band switch": (2, 2),
    "twisted pair": (29, 45),
    "AOC 100G 30 m, systems to in-band switches": (8, 16),
    "copper 100G between in-band switches": (2, 2),
    "AOC 100G 10 m, uplinks of out-of-band switches": (2, 4),
    "management server": (5, 5),
    "AOC 100G 10 m, management servers": (10, 10),
}
DIFFERENT = {
    # One cord for each link of 400 Gb/s, as the bill of the H100 SuperPOD counts them; the table has one for each module.
    "cord MPO-12/APC, systems to switches": (32, 64),
    # Two systems a rack share three PDUs.
    "twisted pair": (21, 31),
}


def ends(snapshot: Snapshot, one: str, other: str) -> int:
    """How many cables are between devices of two roles."""
    devices, cables = snapshot["device"], snapshot["cable"]
    roles = [devices["role"][devices.positions(cables[f"{side}_device_id"])].tolist() for side in "ab"]
    return sum({a, b} == {one, other} for a, b in zip(*roles, strict=True))


def of_basepod(nodes: int, systems_a_rack: int = 2) -> dict[str, int]:
    """The lines of the bill of a BasePOD as the template has them, cabled."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-basepod", {"nodes": nodes, "systems_a_rack": systems_a_rack}))
        assert run(document, cable_project).result.without == 0
        snapshot = document.snapshot
    compute, in_band, out_of_band = (counted(snapshot, name) for name in ("Compute", "In-band", "Out-of-band"))
    # Optical beyond a rack, copper within it.
    assert in_band == {"nvidia.mfa1a00-c": 2 * nodes, "generic.dac-100g-qsfp28": 12}
    types = Counter(snapshot.types[each].key for each in snapshot["device"]["type_id"].tolist())
    return {
        **{line: types[key] for line, key in _DEVICES.items()},
        "cord MPO-12/APC, systems to switches": compute[CORD],
        "twin-port module with flat top, systems": compute[SYSTEM_MODULE],
        "twin-port switch module": compute[SWITCH_MODULE],
        "twin-port copper 2 m between the two switches": compute["nvidia.mcp4y10"],
        "twisted pair": sum(count for key, count in out_of_band.items() if ".cat5e-" in key),
        "AOC 100G 30 m, systems to in-band switches": ends(snapshot, "compute", "in-band"),
        "copper 100G between in-band switches": ends(snapshot, "in-band", "in-band"),
        "AOC 100G 10 m, uplinks of out-of-band switches": out_of_band["generic.dac-100g-qsfp28"],
        "management server": types["generic.bcm-server"],
        "AOC 100G 10 m, management servers": ends(snapshot, "cluster management", "in-band"),
    }


@pytest.mark.parametrize(("size", "nodes"), [(0, 4), (1, 8)])
def test_the_bill_of_a_basepod(size: int, nodes: int) -> None:
    ours = of_basepod(nodes)
    assert ours == {line: DIFFERENT.get(line, figures)[size] for line, figures in BASEPOD.items()}
    cords = "cord MPO-12/APC, systems to switches"
    assert ours[cords] == 2 * ours["twin-port switch module"] == 8 * nodes
    assert ours["twin-port copper 2 m between the two switches"] * 2 == 4 * nodes


def test_twisted_pair_of_a_basepod_grows_as_published_with_one_system_a_rack() -> None:
    """The table grows by four for each system: its BMC and three PDUs. Two further ones are for nothing that the table names."""
    own = [of_basepod(nodes, systems_a_rack=1)["twisted pair"] for nodes in (4, 8)]
    assert own == [27, 43]
    assert [published - ours for published, ours in zip(BASEPOD["twisted pair"], own, strict=True)] == [2, 2]


# opencomputeproject/OCP-OCDAI-training-fabric@de057e8 (CC0), compositions/opg/opg-256/clos-ro…: bom.csv and connectivity-map.csv.
OPEN_256 = {
    "server": 32,
    "back-end leaf": 4,
    "back-end spine": 2,
    "front-end leaf": 2,
    "front-end spine": 1,
    "server module": 320,
    "switch module": 528,
    "link 400G, servers to back-end leaves": 256,
    "link 800G, back-end leaves to spines": 128,
    "link 200G, servers to front-end leaves": 64,
    "link 800G, front-end leaves to spine": 64,
}


def open_256() -> Plan:
    """32 servers of eight GPUs, four to a rack, and nine switches of 64 cages of 800 Gb/s in one rack."""
    racks: list[PlanRack] = []
    devices: list[PlanDevice] = []
    for number in range(8):
        racks.append(PlanRack("generic.rack-48u-600x1200", 0, f"A{number + 1:02}", x_mm=3000 + 600 * number, y_mm=3000))
        devices += [
            PlanDevice("generic.hgx-h100-8u", f"compute-{4 * number + each + 1:03}", number, position=20 * each, role="compute")
            for each in range(4)
        ]
    racks.append(PlanRack("generic.rack-48u-600x1200", 0, "A09", x_mm=3000 + 600 * 8, y_mm=3000))
    tiers = [("leaf", 4), ("spine", 2), ("front leaf", 2), ("front spine", 1)]
    named = [(role, number) for role, count in tiers for number in range(count)]
    devices += [
        PlanDevice("nvidia.sn5600", f"{role.replace(' ', '-')}-{number + 1:02}", 8, position=4 * place, role=role)
        for place, (role, number) in enumerate(named)
    ]
    return Plan("OPG-256", (PlanHall("Hall 1", 12_000, 8_000),), (), tuple(racks), tuple(devices), (), {1: "Phase 1"})


def cage_of(snapshot: Snapshot, device: int, port: int) -> tuple[int, int]:
    """A cage that holds a module: its device and its place there."""
    kind = snapshot.types[int(snapshot["device"].row(device)["type_id"])]
    return device, next(each.cage_index for each in kind.ports() if each.index == port)


def test_the_bill_of_the_open_reference_of_256() -> None:
    with Document.scratch() as document:
        run(document, build, open_256())
        back = run(document, add_network, int(NetworkKind.COMPUTE), "Back end", 400).result
        front = run(document, add_network, int(NetworkKind.STORAGE), "Front end", 200).result
        run(document, add_stage, front, "compute", "front leaf", 2)
        run(document, add_stage, front, "front leaf", "front spine", 32, int(Spread.ALL), 800)
        assert run(document, cable_project, (back, front)).result.without == 0
        snapshot = document.snapshot
    devices, cables = snapshot["device"], snapshot["cable"]
    roles = Counter(devices["role"].tolist())
    on_servers: set[tuple[int, int]] = set()
    on_switches: set[tuple[int, int]] = set()
    for row in map(cables.row, cables.ids.tolist()):
        for side in "ab":
            device, port = int(row[f"{side}_device_id"]), int(row[f"{side}_port"])
            (on_servers if devices.row(device)["role"] == "compute" else on_switches).add(cage_of(snapshot, device, port))
    ours = {
        "server": roles["compute"],
        "back-end leaf": roles["leaf"],
        "back-end spine": roles["spine"],
        "front-end leaf": roles["front leaf"],
        "front-end spine": roles["front spine"],
        "server module": len(on_servers),
        "switch module": len(on_switches),
        "link 400G, servers to back-end leaves": ends(snapshot, "compute", "leaf"),
        # Two links of 400 Gb/s in each pair of cages.
        "link 800G, back-end leaves to spines": ends(snapshot, "leaf", "spine") // 2,
        "link 200G, servers to front-end leaves": ends(snapshot, "compute", "front leaf"),
        "link 800G, front-end leaves to spine": ends(snapshot, "front leaf", "front spine"),
    }
    assert ours == OPEN_256


def test_each_leaf_of_the_open_reference_has_two_rails() -> None:
    """As connectivity-map.csv: leaf 1 has the first two adapters of every server, leaf 2 the next two."""
    with Document.scratch() as document:
        run(document, build, open_256())
        back = run(document, add_network, int(NetworkKind.COMPUTE), "Back end", 400).result
        run(document, cable_project, (back,))
        snapshot = document.snapshot
    devices, cables = snapshot["device"], snapshot["cable"]
    rails: dict[str, Counter[int]] = {}
    for row in map(cables.row, cables.ids.tolist()):
        server, leaf = devices.row(int(row["a_device_id"])), devices.row(int(row["b_device_id"]))
        if server["role"] == "compute":
            rails.setdefault(str(leaf["name"]), Counter())[int(row["a_port"])] += 1
    assert rails == {f"leaf-{number + 1:02}": {2 * number: 32, 2 * number + 1: 32} for number in range(4)}


def test_the_document_shows_the_lines() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in BILL.read_text(encoding="utf-8").splitlines() if "|" in line]
    shown = {row[0]: row[1:3] for row in rows}
    for line, published in BASEPOD.items():
        ours = DIFFERENT.get(line, published)
        assert shown[line] == [f"{published[0]} / {published[1]}", f"{ours[0]} / {ours[1]}"], line
    for line, count in OPEN_256.items():
        assert shown[line] == [str(count), str(count)], line
    different = {row[0] for row in rows if re.fullmatch(r"\d+ / \d+", row[1]) and row[1] != row[2]}
    assert different == set(DIFFERENT)
