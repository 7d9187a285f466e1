"""A machine held against its device of the plan: every line, every standing, and the record of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from gpudesk.core.hardware.host_inventory import FoundGpu, FoundMachine
from gpudesk.core.messages.errors import InvalidData
from gpudesk.monitor.host.found import found_machine
from gpudesk.monitor.host.nearest_nics import bus_address, chassis_serial, nearest_nics, numa_node_of
from gpudesk.monitor.readings.reading import GpuFacts, Lack
from gpudesk.monitor.readings.source import Machine
from gpudesk.onsite.as_found import AsFound, Standing, as_found, device_for, record_text
from gpudesk.operations.onsite.record_as_found import record_as_found
from gpudesk.operations.project.site_sheet_operations import set_baseline_value
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import undo
from tests.operations.conftest import Project, project

__all__ = ["project"]

GPU = FoundGpu(
    0,
    name="NVIDIA H100 80GB HBM3",
    memory_mib=81_559.0,
    pcie_generation=1,
    pcie_width=16,
    most_pcie_generation=5,
    most_pcie_width=16,
    nvlinks_up=18,
    nvlinks_down=0,
    power_limit_w=700.0,
    ecc=True,
    persistence=True,
    mig=False,
)
MACHINE = FoundMachine(
    host="dgx-014.example.org",
    driver="580.65.06",
    cuda="13.0",
    serial="SN14",
    gpus=tuple(replace(GPU, index=index) for index in range(8)),
    seen_utc="2026-11-20T10:00:00+00:00",
)
BASELINE = {"driver": "580.65", "cuda": "12.8", "gpu_power_limit_w": 700, "ecc": True, "persistence": True, "sharing": "none"}


@pytest.fixture
def planned(project: Project) -> tuple[Project, int]:
    device = project.place("nvidia.dgx-h100", 2, name="DGX-014")
    project.do(set_fields, "device", device, {"serial": "sn14", "role": "compute"})
    for key, value in BASELINE.items():
        project.do(set_baseline_value, "compute", key, value)
    return project, device


def compared(planned: tuple[Project, int], machine: FoundMachine) -> AsFound:
    project, device = planned
    return as_found(project.document.snapshot, device, machine)


def standing(found: AsFound, key: str) -> Standing:
    return next(line.standing for line in found.lines if line.key == key)


def test_a_machine_that_is_as_planned(planned: tuple[Project, int]) -> None:
    found = compared(planned, MACHINE)
    assert found.as_planned
    unknown = {line.key for line in found.lines if line.standing is Standing.UNKNOWN}
    assert unknown == {"slot", "nics"}
    assert found.counts()[Standing.MATCH] == len(found.lines) - 2


@pytest.mark.parametrize(
    ("change", "key", "gpus"),
    [
        ({"name": "NVIDIA H100 PCIe"}, "model", (3,)),
        ({"name": "NVIDIA A100-SXM4-80GB"}, "model", (3,)),
        ({"memory_mib": 40_960.0}, "memory", (3,)),
        ({"pcie_width": 8}, "pcie_width", (3,)),
        ({"most_pcie_generation": 4}, "pcie_generation", (3,)),
        ({"nvlinks_up": 17}, "nvlink", (3,)),
        ({"power_limit_w": 500.0}, "gpu_power_limit_w", (3,)),
        ({"ecc": False}, "ecc", (3,)),
        ({"persistence": False}, "persistence", (3,)),
        ({"mig": True}, "sharing", (3,)),
    ],
)
def test_one_gpu_that_is_not_as_planned(planned: tuple[Project, int], change: dict[str, object], key: str, gpus: tuple[int, ...]) -> None:
    wrong = tuple(replace(gpu, **change) if gpu.index == 3 else gpu for gpu in MACHINE.gpus)  # type: ignore[arg-type]
    found = compared(planned, replace(MACHINE, gpus=wrong))
    assert [line.key for line in found.lines if line.standing is Standing.MISMATCH] == [key]
    assert next(line.gpus for line in found.lines if line.key == key) == gpus


def test_what_nothing_tells_is_not_known(planned: tuple[Project, int]) -> None:
    silent = replace(GPU, ecc=None, pcie_width=None, nvlinks_up=None, memory_mib=None, name="")
    found = compared(planned, FoundMachine("dgx-014", gpus=(silent,) * 8))
    assert found.as_planned
    for key in ("ecc", "pcie_width", "nvlink", "memory", "model", "driver", "cuda", "serial"):
        assert standing(found, key) is Standing.UNKNOWN
    part = tuple(replace(gpu, ecc=None) if gpu.index == 3 else gpu for gpu in MACHINE.gpus)
    assert standing(compared(planned, replace(MACHINE, gpus=part)), "ecc") is Standing.UNKNOWN


def test_a_lost_gpu_and_another_driver(planned: tuple[Project, int]) -> None:
    found = compared(planned, replace(MACHINE, gpus=MACHINE.gpus[:7], unreachable={7: "lost"}, driver="570.10", cuda="12.7", serial="X"))
    lines = {line.key: line for line in found.lines}
    assert (lines["count"].standing, lines["count"].found, lines["count"].gpus) == (Standing.MISMATCH, "7 + 1 (lost)", (7,))
    for key in ("driver", "cuda", "serial"):
        assert lines[key].standing is Standing.MISMATCH
    assert standing(compared(planned, replace(MACHINE, driver="580.65.99")), "driver") is Standing.MATCH


def test_network_adapters_near_their_gpus(planned: tuple[Project, int]) -> None:
    project, device = planned
    ports = project.document.snapshot.types[int(project.row_of("device", device)["type_id"])].ports()
    mapped = {port.gpu: port.rdma for port in ports if port.gpu is not None and port.rdma}
    assert len(mapped) == 8
    right = tuple(replace(gpu, nics=(mapped[gpu.index],)) for gpu in MACHINE.gpus)
    assert standing(compared(planned, replace(MACHINE, gpus=right)), "nics") is Standing.MATCH
    wrong = tuple(replace(gpu, nics=("mlx5_99",)) if gpu.index == 2 else gpu for gpu in right)
    lines = {line.key: line for line in compared(planned, replace(MACHINE, gpus=wrong)).lines}
    assert (lines["nics"].standing, lines["nics"].gpus) == (Standing.MISMATCH, (2,))


def test_the_device_is_found_by_serial_host_name_or_hand(planned: tuple[Project, int]) -> None:
    project, device = planned
    snapshot = project.document.snapshot
    assert device_for(snapshot, replace(MACHINE, host="other")) == device
    assert device_for(snapshot, replace(MACHINE, serial="")) == device
    assert device_for(snapshot, FoundMachine("other"), "dgx-014") == device
    for host, name in (("other", ""), ("", ""), ("dgx-014", "nobody")):
        with pytest.raises(InvalidData, match="The plan has no device"):
            device_for(snapshot, FoundMachine(host), name)
    other = project.place("nvidia.dgx-h100", 20)
    project.do(set_fields, "device", other, {"serial": "SN14"})
    with pytest.raises(InvalidData, match="2 devices"):
        device_for(project.document.snapshot, MACHINE)


def test_the_comparison_is_kept_as_a_record(planned: tuple[Project, int]) -> None:
    project, device = planned
    found = compared(planned, MACHINE)
    record = project.do(record_as_found, found)
    row = project.row_of("journal", record)
    assert (row["object_table"], row["object_id"], row["text"]) == ("device", device, record_text(found))
    assert row["text"].startswith("As found 2026-11-20T10:00:00+00:00 on dgx-014.example.org: ")
    undo(project.document)
    assert project.row_of("journal", record)["text"] == row["text"]


def test_what_a_source_says_becomes_a_machine() -> None:
    facts = (
        GpuFacts("GPU-0", 0, "NVIDIA L4", pci="00000000:18:00.0", pcie_generation=4, pcie_width=16, power_default_w=72.0),
        GpuFacts("MIG-0", 0, parent="GPU-0"),
    )
    machine = Machine("host", "580", "13.0", facts, {1: Lack.LOST}, seen_s=0.0)
    found = found_machine(machine, {"GPU-0": {"memory_total_bytes": 2.0**30, "pcie_width": 8.0}}, nics={0: ("mlx5_0",)})
    assert found.unreachable == {1: "lost"}
    assert found.seen_utc == "1970-01-01T00:00:00+00:00"
    (gpu,) = found.gpus
    assert (gpu.memory_mib, gpu.pcie_width, gpu.most_pcie_width, gpu.pcie_generation) == (1024, 8, 16, None)
    assert (gpu.power_limit_w, gpu.nics) == (72.0, ("mlx5_0",))


def test_where_a_machine_sits_is_what_all_its_gpus_say() -> None:
    def gpu(number: int, tray: int) -> GpuFacts:
        return GpuFacts(f"GPU-{number}", number, "NVIDIA GB200", chassis_serial="1820525190043", slot=25, tray=tray, module=number + 1)

    found = found_machine(Machine("host", gpus=(gpu(0, 14), gpu(1, 14))), {})
    assert (found.serial, found.slot, found.tray) == ("1820525190043", "25", "14")
    assert found_machine(Machine("host", gpus=(gpu(0, 14), gpu(1, 15))), {}).tray == ""
    assert found_machine(Machine("host", gpus=(gpu(0, 14),)), {}, serial="own").serial == "own"


def test_the_node_of_a_processor(tmp_path: Path) -> None:
    folder = tmp_path / "bus" / "pci" / "devices" / "0000:18:00.0"
    folder.mkdir(parents=True)
    for text, node in (("1\n", 1), ("-1\n", None), ("x", None)):
        (folder / "numa_node").write_text(text)
        assert numa_node_of("00000000:18:00.0", tmp_path) == node
    assert numa_node_of("00000000:19:00.0", tmp_path) is None
    assert numa_node_of("", tmp_path) is None


def test_adapters_behind_the_same_bridge_are_nearest(tmp_path: Path) -> None:
    devices = tmp_path / "devices" / "pci0000:15"
    places = {
        "0000:18:00.0": "0000:15:01.0/0000:16:00.0/0000:18:00.0",
        "0000:19:00.0": "0000:15:01.0/0000:16:00.0/0000:19:00.0",
        "0000:1a:00.0": "0000:15:01.0/0000:17:00.0/0000:1a:00.0",
    }
    (tmp_path / "bus" / "pci" / "devices").mkdir(parents=True)
    for address, place in places.items():
        (devices / place).mkdir(parents=True)
        (tmp_path / "bus" / "pci" / "devices" / address).symlink_to(devices / place)
    far = tmp_path / "devices" / "pci0000:80" / "0000:80:01.0" / "0000:81:00.0"
    far.mkdir(parents=True)
    for name, device in (("mlx5_0", devices / places["0000:19:00.0"]), ("mlx5_1", devices / places["0000:1a:00.0"]), ("mlx5_2", far)):
        (tmp_path / "class" / "infiniband" / name).mkdir(parents=True)
        (tmp_path / "class" / "infiniband" / name / "device").symlink_to(device)
    assert nearest_nics({0: "00000000:18:00.0", 1: "00000000:99:00.0", 2: ""}, tmp_path) == {0: ("mlx5_0",)}
    assert nearest_nics({0: "00000000:18:00.0"}, tmp_path / "none") == {}
    assert bus_address("00010000:18:00.0") == "0000:18:00.0"
    identity = tmp_path / "class" / "dmi" / "id"
    identity.mkdir(parents=True)
    assert chassis_serial(tmp_path) == ""
    (identity / "product_serial").write_text("SN14\n")
    assert chassis_serial(tmp_path) == "SN14"
    (identity / "product_serial").write_text("To be filled by O.E.M.\n")
    assert chassis_serial(tmp_path) == ""
