"""The networks of the templates against what is published of them, and the wirings that are derived from these figures."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.core.plan.plan_fabric import PlanNetwork
from tests.golden.laid import Laid, laid, laid_template
from tests.golden.test_fabric_tables import HERE, rows

COMPUTE, STORAGE, IN_BAND, OUT_OF_BAND = NetworkKind.COMPUTE, NetworkKind.STORAGE, NetworkKind.IN_BAND, NetworkKind.OUT_OF_BAND
TEMPLATES = {
    "DGX H100": "dgx-h100-superpod",
    "DGX B200": "dgx-b200-superpod",
    "DGX B300 Spectrum-X twin-plane": "dgx-b300-spectrum-superpod",
    "DGX B300 XDR": "dgx-b300-xdr-superpod",
    "DGX GB200 NVL72": "gb200-nvl72-superpod",
}
MOST_UNITS = {"DGX H100": 4, "DGX B200": 4, "DGX B300 XDR": 8}
"""Of a template; the tables go on, and `gpudesk fabric` with them."""


def in_reach(row: dict[str, str]) -> bool:
    return int(row["su"]) <= MOST_UNITS.get(row["architecture"], 16)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=f"{TEMPLATES[row['architecture']]}-{row['su']}-{row['nodes']}")
        for row in rows(HERE / "fabric_tables.csv")
        if in_reach(row)
    ],
)
def test_the_compute_network_of_a_template_is_that_of_the_table(row: dict[str, str]) -> None:
    chosen: dict[str, Any] = {"su": int(row["su"])}
    if row["architecture"] in ("DGX H100", "DGX B200"):
        chosen["ufm"] = "UFM" in row["table"]
    with laid_template(TEMPLATES[row["architecture"]], **chosen) as found:
        links = found.networks[COMPUTE]
        tiers = Counter(links.tier.tolist())
        # RA-11337 counts cables of 800 Gb/s, each two links.
        of_cable = 2 if "twin-plane" in row["architecture"] else 1
        # UFM is on leaves, as in the listing of a published cluster and on ports for a fabric manager; these tables count nodes alone.
        uncounted = 4 if row["architecture"] in ("DGX GB200 NVL72", "DGX B300 XDR") else 0
        counted = {
            "leaf": found.switches(COMPUTE, 0),
            "spine": found.switches(COMPUTE, 1),
            "core": found.switches(COMPUTE, 2),
            "node_leaf_cables": (tiers[0] - uncounted) // of_cable,
            "leaf_spine_cables": tiers[1] // of_cable,
            "spine_core_cables": tiers[2] // of_cable,
        }
        assert {name: counted[name] for name in counted if row[name]} == {name: int(row[name]) for name in counted if row[name]}
        # The template has as many switches as its fabric needs, and no more.
        roles = Counter(found.snapshot["device"]["role"].tolist())
        assert (roles["leaf"], roles["spine"], roles["core"]) == (counted["leaf"], counted["spine"], counted["core"])


@pytest.fixture(scope="module")
def superpod() -> Any:
    with laid_template("dgx-h100-superpod", su=4) as found:
        yield found


def test_1016_links_of_systems_and_4_of_fabric_management(superpod: Laid) -> None:
    assert superpod.roles(COMPUTE) == {("compute", "leaf"): 1016, ("fabric management", "leaf"): 4, ("leaf", "spine"): 1024}
    links = superpod.networks[COMPUTE]
    half = np.flatnonzero(links.stage >= 0)
    ports = Counter(zip(links.b.device[half].tolist(), links.b.port[half].tolist(), strict=True))
    assert list(ports.values()) == [2, 2], "four links of 200 Gb/s on two ports of 400: two splitters, as in the bill"
    assert len({device for device, _ in ports}) == 2, "and no leaf takes both away"
    assert set(links.rate_gbps[half].tolist()) == {200.0}


def test_the_storage_fabric_has_494_cords_and_369_modules_but_one(superpod: Laid) -> None:
    """The bill has the splitters of UFM in two cages of their own; on two leaves they share one with a system."""
    roles = Counter(superpod.snapshot["device"]["role"].tolist())
    assert (roles["storage leaf"], roles["storage target leaf"], roles["storage spine"]) == (8, 4, 4)
    found = superpod.roles(STORAGE)
    cords = {
        ("compute", "storage leaf"): 254,
        ("storage leaf", "storage spine"): 192,
        ("storage target leaf", "storage spine"): 48,
    }
    assert {each: found[each] for each in cords} == cords
    assert sum(cords.values()) == 494
    assert superpod.loads(STORAGE, "storage spine") == {60}
    links = superpod.networks[STORAGE]
    cages: set[tuple[int, int]] = set()
    aoc: set[tuple[int, int]] = set()
    lower = superpod.of("role", links.a.device)
    for place, role in enumerate(lower):
        for ends in (links.a, links.b):
            kind = superpod.snapshot.types[superpod.of("type_id", [int(ends.device[place])])[0]]
            if kind.key == "nvidia.qm9700":
                port = list(kind.ports())[int(ends.port[place])]
                (aoc if role == "cluster management" else cages).add((int(ends.device[place]), port.cage_index))
    assert len(cages) == 369 - 1
    assert len(aoc) == 4, "400G to 2 x 200G for the management servers"
    assert not cages & aoc


def test_the_in_band_network_has_254_links_of_systems(superpod: Laid) -> None:
    assert superpod.roles(IN_BAND) == {
        ("compute", "in-band"): 254,
        ("cluster management", "in-band"): 8,
        ("in-band", "in-band"): 6,
        ("in-band", "in-band spine"): 24,
    }
    links = superpod.networks[IN_BAND]
    assert Counter(links.rate_gbps.tolist()) == {200.0: 254, 100.0: 38}
    for system in set(links.a.device[links.rate_gbps == 200].tolist()):
        assert len(set(links.b.device[links.a.device == system].tolist())) == 2, "each system hangs on two switches"


def test_the_out_of_band_network_has_317_cables_and_16_uplinks(superpod: Laid) -> None:
    found = superpod.roles(OUT_OF_BAND)
    assert found.pop(("out-of-band", "in-band")) == 16
    uplinks = superpod.networks[OUT_OF_BAND]
    assert set(uplinks.rate_gbps[uplinks.tier == 1].tolist()) == {1.0, 100.0}
    groups = {
        "systems": 127,
        "InfiniBand switches": 64,
        "servers": 8,
        "in-band switches": 8,
        "back to back": 2,
        "PDUs": 108,
    }
    group_of = {
        "compute": "systems",
        **dict.fromkeys(("leaf", "spine", "storage leaf", "storage target leaf", "storage spine"), "InfiniBand switches"),
        **dict.fromkeys(("fabric management", "storage fabric management", "cluster management"), "servers"),
        **dict.fromkeys(("in-band", "in-band spine"), "in-band switches"),
        "power": "PDUs",
    }
    counted: Counter[str] = Counter()
    for (lower, upper), count in found.items():
        counted["back to back" if lower == upper else group_of[lower]] += count
    assert counted == groups
    assert sum(groups.values()) == 317


def test_the_compute_cords_of_four_units_are_2040(superpod: Laid) -> None:
    links = superpod.networks[COMPUTE]
    assert int((links.rate_gbps == 400).sum()) == 2040


@pytest.mark.parametrize("su", [2, 4, 8, 16])
def test_rails_of_a_gb200_unit_are_pods_of_eight_leaves_and_six_spines(su: int) -> None:
    with laid_template("gb200-nvl72-superpod", su=su) as found:
        links = found.networks[COMPUTE]
        leaf, spine = links.tier == 1, links.tier == 2
        pairs = Counter(zip(links.a.device[leaf].tolist(), links.b.device[leaf].tolist(), strict=True))
        assert set(pairs.values()) == {3}
        of_leaf = Counter(first for first, _ in pairs)
        of_spine = Counter(second for _, second in pairs)
        assert (set(of_leaf.values()), set(of_spine.values())) == ({6}, {8})
        cores = Counter(zip(links.a.device[spine].tolist(), links.b.device[spine].tolist(), strict=True))
        assert set(cores.values()) == {16 // su}
        assert set(Counter(first for first, _ in cores).values()) == {3 * su // 2}, "one group of cores for each place of a spine"
        assert found.loads(COMPUTE, "core") == {64}


def test_one_unit_of_gb200_has_two_tiers() -> None:
    with laid_template("gb200-nvl72-superpod", su=1) as found:
        links = found.networks[COMPUTE]
        pairs = Counter(zip(links.a.device[links.tier == 1].tolist(), links.b.device[links.tier == 1].tolist(), strict=True))
        assert (found.switches(COMPUTE, 0), found.switches(COMPUTE, 1), set(pairs.values())) == (32, 9, {2})


def test_ufm_of_xdr_takes_the_ports_for_fabric_managers() -> None:
    """All 144 ports of a leaf are for systems and uplinks; each of four leaves has one link more, on its port fnm1."""
    with laid_template("dgx-b300-xdr-superpod", su=1) as found:
        links = found.networks[COMPUTE]
        mine = np.array(found.of("role", links.a.device)) == "fabric management"
        names = dict(zip(*(port_names_of(found, links.b.device[mine], links.b.port[mine])), strict=True))
        assert names == {"leaf-01": "fnm1", "leaf-02": "fnm1", "leaf-03": "fnm1", "leaf-04": "fnm1"}
        assert Counter(found.of("name", links.a.device[mine])) == {"ufm-1": 2, "ufm-2": 2}
        assert set(Counter(links.b.device[(links.tier == 0) & ~mine].tolist()).values()) == {72}


def port_names_of(found: Laid, devices: Any, ports: Any) -> tuple[list[str], list[str]]:
    """Names of devices, and of some ports at them."""
    kinds = [found.snapshot.types[kind] for kind in found.of("type_id", devices)]
    named = [{port.index: port.name for group in kind.port_groups for port in group.ports} for kind in kinds]
    return found.of("name", devices), [names[int(port)] for names, port in zip(named, ports, strict=True)]


def test_planes_meet_nowhere() -> None:
    with laid_template("dgx-b300-spectrum-superpod", su=2) as found:
        links = found.networks[COMPUTE]
        plane: dict[int, int] = {}
        nodes = links.tier == 0
        for device, port, lane, leaf in zip(
            links.a.device[nodes].tolist(),
            links.a.port[nodes].tolist(),
            links.a.lane[nodes].tolist(),
            links.b.device[nodes].tolist(),
            strict=True,
        ):
            assert plane.setdefault(leaf, int(lane > 0)) == int(lane > 0), (device, port)
        up = links.tier == 1
        for leaf, spine in zip(links.a.device[up].tolist(), links.b.device[up].tolist(), strict=True):
            assert plane.setdefault(spine, plane[leaf]) == plane[leaf]
        assert Counter(plane.values()) == {0: 24, 1: 24}


@pytest.mark.parametrize(("systems", "halls"), [(512, 2), (1000, 4), (2048, 1)])
def test_pods_of_a_site_stay_in_their_hall(systems: int, halls: int) -> None:
    with laid_template("site-100k", systems=systems, halls=halls) as found:
        links = found.networks[COMPUTE]
        below = links.tier < 2
        assert hall_names(found, links.a.device[below]) == hall_names(found, links.b.device[below])
        assert len(set(hall_names(found, links.b.device))) == halls
        out_of_band = found.networks[OUT_OF_BAND]
        assert hall_names(found, out_of_band.a.device) == hall_names(found, out_of_band.b.device)


def hall_names(found: Laid, devices: Any) -> list[int]:
    racks = found.snapshot["rack"]
    halls: list[int] = racks["hall_id"][racks.positions(np.array(found.of("rack_id", devices), np.int64))].tolist()
    return halls


def test_each_adapter_of_a_node_ends_on_both_switches_over_its_rack() -> None:
    """Dual ToR as in Alibaba HPN: every port of 800 Gb/s is two links of 400, one to each of two leaves of the rack."""
    racks = tuple(PlanRack("generic.rack-52u-700x1200", 0, f"R{number}", x_mm=700 * number) for number in range(2))
    devices = [
        PlanDevice("nvidia.dgx-b300", f"node-{number}", number // 4, position=2 + 22 * (number % 4), role="compute") for number in range(8)
    ]
    devices += [
        PlanDevice("nvidia.sn5600", f"leaf-{number}", number % 2, position=92 + 4 * (number // 2), role="leaf") for number in range(4)
    ]
    devices += [PlanDevice("nvidia.sn5600", f"spine-{number}", number, position=100, role="spine") for number in range(2)]
    network = PlanNetwork(COMPUTE, "Compute", 400, planes=2, unit_nodes=4, rails_per_leaf=8, leaf_up=32, leaf_down=32)
    with laid(Plan(halls=(PlanHall("Hall"),), racks=racks, devices=tuple(devices), networks=(network,))) as found:
        links = found.networks[COMPUTE]
        nodes = links.tier == 0
        assert (int(nodes.sum()), found.switches(COMPUTE, 0), found.switches(COMPUTE, 1)) == (128, 4, 2)
        leaves: dict[tuple[int, int], set[int]] = {}
        for device, port, leaf in zip(
            links.a.device[nodes].tolist(), links.a.port[nodes].tolist(), links.b.device[nodes].tolist(), strict=True
        ):
            leaves.setdefault((device, port), set()).add(leaf)
        assert {len(each) for each in leaves.values()} == {2}
        assert len({frozenset(each) for each in leaves.values()}) == 2, "the two leaves of the node's rack"


EVERY: list[tuple[str, dict[str, Any]]] = [
    *(("dgx-h100-superpod", {"su": su, "ufm": ufm, "systems_a_rack": 2}) for su in (1, 2, 3, 4) for ufm in (True, False)),
    *(("dgx-b200-superpod", {"su": su, "systems_a_rack": each}) for su in (1, 2, 3) for each in (1, 4)),
    *(("dgx-basepod", {"nodes": nodes, "system": system}) for nodes in (4, 8) for system in ("H100", "H200", "B200")),
    *(("hgx-pod", {"nodes": nodes, "nodes_a_rack": each}) for nodes in (1, 5, 8, 9, 33, 100, 200, 256) for each in (1, 4)),
    *((name, {"su": su}) for name in ("dgx-b300-spectrum-superpod", "dgx-b300-xdr-superpod") for su in (1, 2, 4, 8)),
    ("small-pod", {}),
    ("one-rack", {}),
    ("site-100k", {"systems": 700, "halls": 4}),
]


@pytest.mark.parametrize(("name", "chosen"), EVERY, ids=[f"{name}-{'-'.join(map(str, chosen.values()))}" for name, chosen in EVERY])
def test_every_network_of_a_template_can_be_laid_for_other_choices(name: str, chosen: dict[str, Any]) -> None:
    with laid_template(name, **chosen) as found:
        assert found.networks
        for kind, links in found.networks.items():
            assert len(links)
            keys = np.concatenate([links.a.keys(), links.b.keys()])
            assert len(np.unique(keys)) == len(keys), kind
        keys = np.concatenate([part for links in found.networks.values() for part in (links.a.keys(), links.b.keys())])
        assert len(np.unique(keys)) == len(keys), "no port of two networks"
