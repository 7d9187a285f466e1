"""Systems, servers and workstations against what their makers and the reference architectures print."""

from collections import Counter
from collections.abc import Iterator

import pytest

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.core.hardware.hardware import Face, Family, HardwareType, Mount, PortGroup
from gpudesk.core.hardware.hardware_face import cage_areas, face_frame, is_inside
from gpudesk.core.messages.errors import Refused
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.catalog.test_shipped import SHELVES_SHORT
from tests.project.sample import Clock

COMPUTERS = (Family.SYSTEM, Family.SERVER, Family.WORKSTATION)
RACKS_OF_72 = ("nvidia.gb200-nvl72", "nvidia.gb300-nvl72")

GPUS_HELD_BELOW_THEIR_LIMIT = {"nvidia.dgx-station-a100"}
"""The data sheet of the DGX Station A100 prints 1.5 kW, less than four GPUs of 400 W: they run at a lower limit."""


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return open_catalog()


@pytest.fixture(scope="module")
def computers(catalog: Catalog) -> list[HardwareType]:
    return [entry.type for entry in catalog.all() if entry.type.family in COMPUTERS]


def groups(kind: HardwareType, name: str) -> list[PortGroup]:
    return [group for group in kind.port_groups if group.name == name]


def inlets(kind: HardwareType) -> Iterator[str]:
    for group in kind.port_groups:
        if group.role == "power_in":
            yield from group.cages


def numbers(catalog: Catalog, key: str, names: str) -> list[float | None]:
    kind = catalog.get(key)
    return [kind.number(name) for name in names.split()]


PUBLISHED_PORT_MAP = [
    # cage port, adapter, GPU and rail, interface, PCI bus, RDMA device
    ("OSFP1P1", "module 1, CX0", 7, "ibp220s0", "dc:00.0", "mlx5_11"),
    ("OSFP1P2", "module 1, CX1", 4, "ibp154s0", "9a:00.0", "mlx5_6"),
    ("OSFP2P1", "module 1, CX2", 6, "ibp206s0", "ce:00.0", "mlx5_10"),
    ("OSFP2P2", "module 1, CX3", 5, "ibp192s0", "c0:00.0", "mlx5_9"),
    ("OSFP3P1", "module 0, CX2", 2, "ibp79s0", "4f:00.0", "mlx5_4"),
    ("OSFP3P2", "module 0, CX3", 1, "ibp64s0", "40:00.0", "mlx5_3"),
    ("OSFP4P1", "module 0, CX0", 3, "ibp94s0", "5e:00.0", "mlx5_5"),
    ("OSFP4P2", "module 0, CX1", 0, "ibp24s0", "18:00.0", "mlx5_0"),
]
"""NVIDIA DGX H100/H200 User Guide, Introduction, network ports: both systems have the same table."""


@pytest.mark.parametrize("key", ["nvidia.dgx-h100", "nvidia.dgx-h200"])
def test_the_port_map_of_the_dgx_h100_and_h200(catalog: Catalog, key: str) -> None:
    """DGX H100/H200 User Guide: 8 × 400 Gb/s in 4 twin-port cages, one rail for each GPU, in this order of cages."""
    (compute,) = groups(catalog.get(key), "compute")
    assert [(p.name, p.adapter, p.gpu, p.interface, p.pci, p.rdma) for p in compute.ports] == PUBLISHED_PORT_MAP
    assert all(port.rail == port.gpu for port in compute.ports)
    assert (len(compute.cages), compute.ports_per_cage, compute.rate_gbps, compute.heat_sink) == (4, 2, 400, "flat")


def test_no_other_system_has_that_map(computers: list[HardwareType]) -> None:
    """The table is that of one chassis; others that are published are of the compute tray of a GB200 NVL72, and of its UFM hosts."""
    mapped = {kind.key for kind in computers for port in kind.ports() if port.pci or port.rdma}
    hosts = {"generic.ufm-server-ndr", "generic.ufm-server-xdr"}
    assert mapped == hosts | {"nvidia.dgx-h100", "nvidia.dgx-h200", "nvidia.gb200-compute-tray", "nvidia.gb200-nvl72"}


@pytest.mark.parametrize("key", ["nvidia.dgx-h100", "nvidia.dgx-h200"])
def test_the_ethernet_names_of_the_dgx_h100_and_h200(catalog: Catalog, key: str) -> None:
    """DGX H100/H200 User Guide, Table 5: default and optional names of the slots, and the names of compute ports under Ethernet."""
    named = {port.name: (port.interface, port.ethernet, port.rdma) for port in catalog.get(key).ports()}
    assert named["S1P1"] == ("ibp170s0f0", "enp170s0f0np0", "mlx5_7")
    assert named["S1P2"] == ("ibp170s0f1", "enp170s0f1np1", "mlx5_8")
    assert named["S2P1"] == ("ibp41s0f0", "enp41s0f0np0", "mlx5_1")
    assert named["S2P2"] == ("ibp41s0f1", "enp41s0f1np1", "mlx5_2")
    assert (named["S3P1"], named["S3P2"], named["LAN"]) == (("ens6f0", "", "irdma0"), ("ens6f1", "", "irdma1"), ("eno3", "", ""))
    assert named["OSFP4P2"][1] == "enp24s0np0"


def test_the_adapters_of_a_gb200_compute_tray(catalog: Catalog) -> None:
    """Mission Control 2.3.0, North-South Network GB200 Deployment Guide: the four compute adapters are mlx5_0, 1, 4 and 5."""
    (compute,) = groups(catalog.get("nvidia.gb200-compute-tray"), "compute")
    names = ["mlx5_0", "mlx5_1", "mlx5_4", "mlx5_5"]
    assert [port.rdma for port in compute.ports] == names
    rack = catalog.get("nvidia.gb200-nvl72")
    ports = {port.index: port for port in rack.ports()}
    for tray in rack.trays[:18]:
        assert [ports[place].rdma for place in tray.ports if ports[place].group == "compute"] == names


@pytest.mark.parametrize(("key", "cards", "rate"), [("nvidia.gb200-nvl72", 2, 400), ("nvidia.gb300-nvl72", 1, 800)])
def test_the_trays_of_a_rack_of_72(catalog: Catalog, key: str, cards: int, rate: float) -> None:
    """NVIDIA DGX GB Rack Scale Systems User Guide, Hardware: 18 compute trays, 9 NVLink switch trays, two top-of-rack switches."""
    rack = catalog.get(key)
    contained = {part.key: part.count for part in rack.contains if not part.gpu}
    assert Counter(tray.key for tray in rack.trays) == contained
    assert sum(tray.gpu_count for tray in rack.trays) == rack.gpu_count == 72
    hosts = [tray for tray in rack.trays if tray.gpu_count]
    assert [tray.named("rack-1") for tray in hosts] == [f"rack-1-c{n:02}" for n in range(1, 19)]
    assert [tray.bay for tray in hosts] == [f"T{n:02}" for n in range(1, 19)]
    group_of = {port.index: group for group in rack.port_groups for port in group.ports}
    for tray in hosts:
        groups_of = [group_of[place] for place in tray.ports]
        assert [group.rate_gbps for group in groups_of if group.network == "compute"] == [rate] * 4
        assert sum(group.network == "in_band" for group in groups_of) == 2 * cards, "two ports of each BlueField-3"
        assert len(tray.management) == 1 + cards, "that of the tray and those of its BlueField-3"


@pytest.mark.parametrize(
    ("key", "names", "values"),
    [
        # NVIDIA DGX A100 User Guide: 6U, 264 × 482.3 × 897.1 mm, 123.16 kg, 840 CFM, 22,179 BTU/h, 5–30 °C
        ("nvidia.dgx-a100", "height_u height_mm width_mm depth_mm weight_kg airflow_cfm", [6, 264, 482.3, 897.1, 123.16, 840]),
        ("nvidia.dgx-a100-320gb", "power_max_w heat_printed_w inlet_min_c inlet_max_c", [6500, 6500, 5, 30]),
        # NVIDIA DGX H100/H200 User Guide: 8U, 356 × 482.3 × 897.1 mm, 130.45 kg, 10.2 kW, 38,557 BTU/h, 1,105 CFM
        ("nvidia.dgx-h100", "height_u height_mm width_mm depth_mm weight_kg power_max_w", [8, 356, 482.3, 897.1, 130.45, 10_200]),
        ("nvidia.dgx-h200", "heat_printed_w airflow_cfm inlet_min_c inlet_max_c cord_length_m", [11_300, 1105, 5, 30, 1.2]),
        # NVIDIA DGX B200 User Guide: 10U, 444 mm, 142.4 kg, 14.3 kW, 2 × 56 cores, 2 TB
        ("nvidia.dgx-b200", "height_u height_mm weight_kg power_max_w cpu_cores memory_host_gib", [10, 444, 142.4, 14_300, 112, 2048]),
        # NVIDIA DGX B300 User Guide: 168 kg and 1,500 CFM with supplies, 123 kg and 1,350 CFM at the busbar, 14.5 kW
        ("nvidia.dgx-b300", "height_u height_mm width_mm depth_mm weight_kg airflow_cfm", [10, 442, 482.6, 904.2, 168, 1500]),
        ("nvidia.dgx-b300-busbar", "weight_kg airflow_cfm power_max_w busbar_v", [123, 1350, 14_500, 54]),
        # Supermicro GB200 NVL72 data sheet: 2236 × 600 × 1068 mm, 125–135 kW
        ("nvidia.gb200-nvl72", "height_mm width_mm depth_mm power_max_w nvlink_domain_gpus", [2236, 600, 1068, 135_000, 72]),
        # NVIDIA Mission Control, power reservation: 18 × (4 × 1.4 + 1 + 0.9) kW = 135 kW, 7.5 kW a tray
        ("nvidia.gb300-nvl72", "power_provisioned_w nvlink_domain_gpus", [135_000, 72]),
        ("nvidia.gb300-compute-tray", "height_u weight_kg power_max_w power_provisioned_w", [1, 32, 6600, 7500]),
        # NVIDIA DGX Station A100 User Guide: 639 × 256 × 518 mm, 43.1 kg
        ("nvidia.dgx-station-a100", "height_mm width_mm depth_mm weight_kg", [639, 256, 518, 43.1]),
        # NVIDIA UFM Enterprise Appliance manual: 1U, 809 mm, 17 kg, 689 W
        ("nvidia.ufm-enterprise-appliance", "height_u depth_mm weight_kg power_max_w", [1, 809, 17, 689]),
        # Dell PowerEdge XE8545: 48.61 kg, 772.13 mm with bezel
        ("dell.poweredge-xe8545", "weight_kg depth_overall_mm inlet_max_c", [48.61, 772.13, 35]),
        # Supermicro AS-8125GS-TNMR2 and AS-4126GS-NMR-LCC, entries of the community library
        ("supermicro.as-8125gs-tnmr2", "height_u weight_kg", [8, 75.3]),
        ("supermicro.as-4126gs-nmr-lcc", "height_u weight_kg", [4, 53]),
        # DGX SuperPOD RA-11333-001 V11, Table 7: management servers of two sockets and 384 GB
        ("generic.bcm-server", "cpu_sockets memory_host_gib", [2, 384]),
        # DGX BasePOD RA-11127-001 V5, section 3.4: 512 GB
        ("generic.basepod-control-plane", "memory_host_gib", [512]),
        # NVIDIA DGX Spark: 150 × 150 × 50.5 mm, 1.2 kg, adapter of 240 W
        ("nvidia.dgx-spark", "width_mm depth_mm height_mm weight_kg power_max_w", [150, 150, 50.5, 1.2, 240]),
    ],
)
def test_published_figures(catalog: Catalog, key: str, names: str, values: list[float]) -> None:
    assert numbers(catalog, key, names) == values


def test_heat_that_the_guides_print_in_btu(catalog: Catalog) -> None:
    """22,179 BTU/h of the DGX A100 is its power; 38,557 BTU/h of the DGX H100 is more than its 10.2 kW, and both are kept."""
    assert catalog.get("nvidia.dgx-a100").number("heat_printed_w") == pytest.approx(22_179 / 3.412142, rel=0.001)
    heat = catalog.get("nvidia.dgx-h100").facts["heat_printed_w"]
    assert heat.value == pytest.approx(38_557 / 3.412142, rel=0.001)
    assert [other.value for other in heat.others] == [10_200]


@pytest.mark.parametrize(
    ("key", "total", "needed", "rating_w"),
    [
        ("nvidia.dgx-a100", 6, 3, 3000),  # DGX A100 User Guide: 3+3
        ("nvidia.dgx-h100", 6, 4, 3300),  # DGX H100/H200 User Guide: 4+2
        ("nvidia.dgx-h200", 6, 4, 3300),
        ("nvidia.dgx-b200", 6, 5, 3300),  # DGX B200 User Guide: 5+1
        ("nvidia.dgx-b300", 12, 6, 3200),  # DGX B300 User Guide: 12 × 3.2 kW, N+N
        ("dell.poweredge-xe9680", 6, 5, 2800),  # Dell: 5+1 or 3+3
        ("supermicro.sys-821ge-tnhr", 6, 4, 3000),  # ServeTheHome: six of 3 kW, 4+2
    ],
)
def test_supplies(catalog: Catalog, key: str, total: int, needed: int, rating_w: float) -> None:
    rule = catalog.get(key).supplies
    assert rule is not None
    assert (rule.total, rule.needed, rule.rating_w) == (total, needed, rating_w)


def test_what_happens_below_the_needed_supplies(catalog: Catalog) -> None:
    """DGX H100: three supplies boot and run slower, two leave the BMC. DGX B200: four hold the GPUs at 800 W, 8 × 200 W less."""
    h100, b200 = catalog.get("nvidia.dgx-h100").supplies, catalog.get("nvidia.dgx-b200").supplies
    assert h100 is not None
    assert b200 is not None
    assert h100.minimum_to_boot == 3
    assert [level.alive for level in h100.levels] == [4, 3, 0]
    assert h100.levels[-1].share == 0
    assert b200.levels[1].share == pytest.approx((14_300 - 8 * 200) / 14_300, abs=0.001)


def test_supplies_carry_what_they_say(computers: list[HardwareType]) -> None:
    with_rule = [kind for kind in computers if kind.supplies is not None and kind.number("power_max_w") is not None]
    assert len(with_rule) > 40
    for kind in with_rule:
        rule, maximum = kind.supplies, kind.number("power_max_w")
        assert rule is not None
        assert maximum is not None
        assert len(list(inlets(kind))) == rule.total, kind.key
        for level in rule.levels:
            if rule.rating_w is not None:
                holds = level.share * maximum <= level.alive * rule.rating_w
                assert holds is (kind.key not in SHELVES_SHORT), kind.key


def test_gpus_draw_no_more_than_their_machine(catalog: Catalog, computers: list[HardwareType]) -> None:
    weighed, held = 0, set()
    for kind in computers:
        parts = [(catalog.get(part.key), part.count) for part in kind.contains if part.gpu]
        draw = sum(count * (gpu.number("power_max_w") or 0) for gpu, count in parts)
        maximum = kind.number("power_max_w")
        if draw and maximum is not None:
            weighed += 1
            if draw > maximum:
                held.add(kind.key)
    assert weighed > 40
    assert held == GPUS_HELD_BELOW_THEIR_LIMIT


def test_ports_lie_in_their_faces(computers: list[HardwareType]) -> None:
    drawn = 0
    for kind in computers:
        frame = face_frame(kind)
        for face in (Face.FRONT, Face.REAR):
            for cage, area in cage_areas(kind, face):
                assert frame is not None, kind.key
                assert is_inside(area, frame), (kind.key, cage)
                drawn += 1
    assert drawn > 700


def test_what_is_placed_is_drawn_on_both_faces(computers: list[HardwareType]) -> None:
    for kind in computers:
        faces = {element.face for element in kind.elements}
        assert faces == ({Face.REAR} if kind.mount is Mount.CHILD else {Face.FRONT, Face.REAR}), kind.key


@pytest.mark.parametrize("key", RACKS_OF_72)
def test_the_parts_of_a_rack_of_72(catalog: Catalog, key: str) -> None:
    """DGX GB rack user guide: 18 trays of 4 GPUs, 9 NVLink switch trays; RA-11338-001: 8 power shelves of 33 kW."""
    rack = catalog.get(key)
    parts = {part.key: part.count for part in rack.contains}
    gpu = next(part for part in rack.contains if part.gpu)
    tray = next(name for name in parts if name.endswith("compute-tray"))
    assert gpu.count == parts[tray] * catalog.get(tray).gpu_count == 18 * 4
    assert parts["nvidia.gb200-nvlink-switch-tray"] == 9
    assert parts["nvidia.nvl72-power-shelf"] == 8
    assert catalog.get("nvidia.nvl72-power-shelf").number("power_output_w") == 33_000
    rails = [port.rail for group in groups(rack, "compute") for port in group.ports]
    assert [rails.count(rail) for rail in range(4)] == [18] * 4


@pytest.mark.parametrize("key", RACKS_OF_72)
def test_the_bays_of_a_rack_of_72(catalog: Catalog, key: str) -> None:
    accepts = [bay.accepts for bay in catalog.get(key).bays]
    words = {"nvl72-compute-tray": 18, "nvl72-switch-tray": 9, "nvl72-power-shelf": 8}
    assert {word: accepts.count(word) for word in words} == words
    trays = [bay.name for bay in catalog.get(key).bays if bay.group == "compute"]
    assert trays == [f"T{number:02}" for number in range(18, 0, -1)]


def test_800_gigabit_for_each_gpu_of_the_ultra_generation(catalog: Catalog) -> None:
    """DGX B300 User Guide and the tables of HGX B300: 8 and 72 ports of 800 Gb/s; the generation before has 400 Gb/s."""
    for key, ports, rate in (("nvidia.dgx-b300", 8, 800), ("nvidia.gb300-nvl72", 72, 800), ("nvidia.gb200-nvl72", 72, 400)):
        found = groups(catalog.get(key), "compute")
        assert sum(len(group.ports) for group in found) == ports, key
        assert {group.rate_gbps for group in found} == {rate}, key


def test_a_port_has_the_lanes_of_its_generation(computers: list[HardwareType]) -> None:
    """NDR carries 100 Gb/s and XDR 200 Gb/s a lane, both on four lanes a port; HDR 50 Gb/s on four. Gaudi 3 joins eight of 100 Gb/s."""
    a_lane = {400: 100, 800: 200, 200: 50}
    seen = set()
    for kind in computers:
        for group in groups(kind, "compute"):
            if group.rate_gbps in a_lane and "Gaudi" not in " ".join(kind.aliases):
                assert group.rate_gbps / group.lanes == a_lane[int(group.rate_gbps)], (kind.key, group.name)
                seen.add(group.rate_gbps)
    assert seen == set(a_lane)


def test_every_child_has_a_bay(catalog: Catalog) -> None:
    accepted = {bay.accepts for entry in catalog.all() for bay in entry.type.bays}
    fitting = [entry.type for entry in catalog.all() if entry.type.family in COMPUTERS and entry.type.text("fits")]
    assert len(fitting) >= 5
    for kind in fitting:
        assert kind.text("fits") in accepted, kind.key
    for kind in (entry.type for entry in catalog.all() if entry.type.family in COMPUTERS):
        assert kind.mount is not Mount.CHILD or kind.text("fits"), kind.key


def test_four_nodes_in_two_units(catalog: Catalog) -> None:
    """Supermicro AS-2124BT-HTR: 2U, four nodes, two supplies of 2,200 W, 30 kg."""
    chassis, node = catalog.get("supermicro.as-2124bt-htr"), catalog.get("supermicro.as-2124bt-htr-node")
    assert [bay.name for bay in chassis.bays] == ["Node 1", "Node 2", "Node 3", "Node 4"]
    assert {bay.accepts for bay in chassis.bays} == {node.text("fits")}
    assert chassis.number("weight_kg") == 30
    frame = face_frame(node)
    assert frame is not None
    for bay in chassis.bays:
        assert bay.area is not None
        assert (frame.width_mm, frame.height_mm) == (bay.area.width_mm, bay.area.height_mm)


def test_half_the_width_is_half_the_face(catalog: Catalog) -> None:
    frame = face_frame(catalog.get("generic.server-1u-half"))
    assert frame is not None
    assert frame.width_mm == pytest.approx(482.6 / 2)


def test_liquid_cooled_machines_say_what_they_ask_of_the_loop(computers: list[HardwareType]) -> None:
    """A rack or server that is cooled by liquid has a flow, a share of heat and a greatest coolant temperature; a tray has its share."""
    liquid = [kind for kind in computers if kind.text("cooling") in ("hybrid", "liquid")]
    assert len(liquid) >= 8
    for kind in liquid:
        assert 50 <= (kind.number("liquid_heat_share_percent") or 0) <= 100, kind.key
        if not kind.text("fits"):
            assert kind.number("liquid_flow_l_min"), kind.key
            assert kind.number("liquid_inlet_max_c"), kind.key


def test_coolant_of_the_rack_of_72_warms_as_planned(catalog: Catalog) -> None:
    """130 L/min of water-like coolant for 120 kW is 13.2 K (60 × 120 / (4.19 × 130)); 1.5 L/min for each kW is 180 L/min."""
    flow = catalog.get("nvidia.gb200-nvl72").facts["liquid_flow_l_min"]
    assert isinstance(flow.value, int)
    assert 60 * 120 / (4.19 * flow.value) == pytest.approx(13.2, abs=0.1)
    assert [other.value for other in flow.others] == [1.5 * 120]


def test_gpu_memory_as_sold_is_that_of_the_gpus_inside(catalog: Catalog) -> None:
    """A number, so that it is written in the person's language: 8 × 180 GB are 1,440 GB in a DGX B200."""
    assert numbers(catalog, "nvidia.dgx-b200", "gpu_memory_total_gb") == [1440]
    checked = 0
    for entry in catalog.all():
        total = entry.type.number("gpu_memory_total_gb")
        gpus = [part for part in entry.type.contains if catalog.get(part.key).family is Family.GPU]
        labels = [catalog.get(part.key).text("memory_label") for part in gpus]
        if total is None or not gpus or not all(label.endswith(" GB") for label in labels):
            continue
        each = zip(gpus, labels, strict=True)
        assert total == sum(part.count * float(label.removesuffix(" GB")) for part, label in each), entry.type.key
        checked += 1
    assert checked > 20


def test_a_figure_that_was_not_found_is_missing(catalog: Catalog) -> None:
    """HPE Cray XD670: neither dimensions nor weight nor maximum power could be found."""
    assert numbers(catalog, "hpe.cray-xd670", "depth_mm weight_kg power_max_w") == [None, None, None]


@pytest.mark.parametrize(
    ("key", "fact", "others"),
    [
        ("nvidia.dgx-b300", "gpu_memory_total_gb", [1440]),  # RA-11337-001 prints the memory of the DGX B200
        ("nvidia.dgx-h200", "power_max_w", [12_500]),  # RA-11336-001: more than 25 kW for two
        ("nvidia.dgx-station-a100", "weight_kg", [41.3]),  # 91.0 lb next to 43.1 kg
        ("nvidia.gb200-nvl72", "weight_kg", [1500]),
        ("dell.poweredge-xe8545", "height_mm", [86.8]),
    ],
)
def test_contradictions_are_kept_with_a_reason(catalog: Catalog, key: str, fact: str, others: list[object]) -> None:
    found = catalog.get(key).facts[fact].others
    assert [other.value for other in found] == others
    assert all(other.note for other in found)


def test_claims_of_the_users_texts_stand_beside_the_facts(computers: list[HardwareType]) -> None:
    claims = {
        (kind.key, name) for kind in computers for name, fact in kind.facts.items() for other in fact.others if "User guide" in other.source
    }
    assert {
        ("nvidia.dgx-h100", "supply_voltage"),
        ("nvidia.dgx-h100", "compute_ports"),
        ("nvidia.dgx-h100", "nvswitch"),
        ("nvidia.gb200-nvl72", "power_max_w"),
        ("dell.poweredge-c4140", "gpu_slots"),
        ("inspur.nf5288m5", "gpu_slots"),
        ("gigabyte.t181-g20", "gpu_slots"),
        ("generic.tower-2-rtx-4090", "gpu_slot_width"),
    } <= claims


def test_powers_are_in_order(computers: list[HardwareType]) -> None:
    """Idle and average lie below the maximum, the peak of microseconds above the average."""
    for kind in computers:
        idle, average, maximum, peak = (kind.number(f"power_{name}_w") for name in ("idle", "average", "max", "peak"))
        assert idle is None or average is None or idle < average, kind.key
        assert average is None or maximum is None or average < maximum, kind.key
        assert peak is None or average is None or average < peak, kind.key


def test_every_price_has_a_date(computers: list[HardwareType]) -> None:
    priced = [kind for kind in computers if "price_usd" in kind.facts]
    assert len(priced) >= 8
    for kind in priced:
        price = kind.facts["price_usd"]
        assert price.date, kind.key
        assert all(other.date for other in price.others), kind.key


@pytest.fixture
def hall() -> Iterator[tuple[Document, int, int]]:
    """A project with a 19-inch rack and a 21-inch Open Rack."""
    document = Document.scratch(Clock())
    row = run(document, create_row, run(document, create_hall).result).result
    narrow = run(document, add_racks, "generic.rack-48u-600x1200", 1, row).result[0]
    wide = run(document, add_racks, "ocp.open-rack-v3", 1, row).result[0]
    yield document, narrow, wide
    document.close()


def test_a_node_of_an_open_rack_refuses_a_19_inch_rack(hall: tuple[Document, int, int]) -> None:
    """GIGABYTE T181-G20 is 1 OU wide as Open Rack has it; 537 mm do not pass between 19-inch rails."""
    document, narrow, wide = hall
    with pytest.raises(Refused, match="requires 21-inch rails; this rack has 19-inch rails"):
        run(document, place_device, "gigabyte.t181-g20", narrow, 0)
    assert run(document, place_device, "gigabyte.t181-g20", wide, 0).result


def test_a_dgx_refuses_an_open_rack(hall: tuple[Document, int, int]) -> None:
    document, narrow, wide = hall
    with pytest.raises(Refused, match="requires 19-inch rails"):
        run(document, place_device, "nvidia.dgx-h100", wide, 0)
    assert run(document, place_device, "nvidia.dgx-h100", narrow, 0).result


@pytest.mark.parametrize("key", ["nvidia.dgx-spark", "nvidia.gb300-nvl72", "lenovo.thinkstation-px"])
def test_what_stands_on_the_floor_goes_to_the_floor(catalog: Catalog, hall: tuple[Document, int, int], key: str) -> None:
    document, narrow, _wide = hall
    assert catalog.get(key).mount is Mount.FLOOR
    with pytest.raises(Refused):
        run(document, place_device, key, narrow, 0)
