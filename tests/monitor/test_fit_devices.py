"""What is free on the GPUs of a machine, as sizing asks it."""

from pathlib import Path

import pytest

from gpudesk.formats.hosts.nvidia_smi_xml import read_nvidia_smi_xml_file
from gpudesk.monitor.host.sleeping import saves_battery
from gpudesk.monitor.nvml.fit_devices import bears_no_more, board_here, local_devices, most_room
from gpudesk.monitor.nvml.memory_watch import GpuMemory, MachineMemory, MemoryWatch, system_memory
from gpudesk.monitor.nvml.nvml_library import NoNvml
from gpudesk.monitor.readings.reading import GpuFacts, Lack
from gpudesk.monitor.readings.source import Running
from gpudesk.monitor.saved.smi_snapshot import snapshots_of
from tests.monitor.made_library import Machine

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples" / "nvidia-smi"
MIB = 2**20


def test_the_freest_alone_then_all_together(machine: Machine) -> None:
    machine.use(2, 1000, 10)
    watch = MemoryWatch()
    found = local_devices(watch.look())
    assert [each.device.count for each in found] == [1, 8]
    assert found[0].gpus[0].facts.index == 2
    assert found[0].device.free_gib == pytest.approx((81559 - 480 - 1000) / 1024)
    assert found[1].device.free_gib == pytest.approx((81559 - 480 - 40000) / 1024)
    machine.use(2, 2000, 10)
    assert local_devices(watch.look())[0].device.free_gib == pytest.approx((81559 - 480 - 2000) / 1024)
    watch.close()


def test_fuller_gpus_are_left_out_of_groups(machine: Machine) -> None:
    machine.keep(4)
    for gpu, used_mib in enumerate((41000, 41000, 70000, 10000)):
        machine.use(gpu, used_mib, 10)
    watch = MemoryWatch()
    found = local_devices(watch.look())
    watch.close()
    assert [[gpu.facts.index for gpu in each.gpus] for each in found] == [[3], [3, 0], [3, 0, 1, 2]]
    assert most_room(found) is found[1]
    assert [bears_no_more(each, found) for each in found] == [False, False, True]


def test_parts_stand_alone_and_a_lost_gpu_is_named(machine: Machine) -> None:
    machine.keep(2)
    machine.part(0, 3)
    machine.lose(1)
    watch = MemoryWatch()
    looked = watch.look()
    assert dict(looked.unreachable) == {1: Lack.LOST}
    assert [each.device.board.part_of for each in local_devices(looked)] == ["nvidia.h100-sxm5-80gb"]
    machine.find(1)
    assert not watch.look().unreachable
    watch.close()


def test_memory_of_the_system(machine: Machine, tmp_path: Path) -> None:
    machine.keep(1)
    machine.share_memory(0)
    watch = MemoryWatch()
    (gpu,) = watch.look().gpus
    assert gpu.lack is Lack.UNIFIED
    assert gpu.total_bytes == system_memory()[0]
    watch.close()
    table = tmp_path / "meminfo"
    table.write_text("MemTotal:       131072 kB\nMemAvailable:    65536 kB\n", encoding="ascii")
    assert system_memory(table) == (128 * MIB, 64 * MIB)
    assert system_memory(tmp_path / "none") == (None, None)


def test_gpus_that_sleep_are_not_asked(machine: Machine, tmp_path: Path) -> None:
    machine.keep(2)
    for name in ("0000:01:00.0", "0000:02:00.0"):
        for file, text in (("vendor", "0x10de"), ("class", "0x030000"), ("power/runtime_status", "suspended")):
            path = tmp_path / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="ascii")
    watch = MemoryWatch(tmp_path)
    looked = watch.look()
    assert dict(looked.unreachable) == {0: Lack.ASLEEP, 1: Lack.ASLEEP}
    assert (looked.driver, looked.gpus, machine.calls) == ("", (), 0)
    (tmp_path / "0000:02:00.0" / "power" / "runtime_status").write_text("active\n", encoding="ascii")
    looked = watch.look()
    assert dict(looked.unreachable) == {0: Lack.ASLEEP}
    assert [gpu.facts.index for gpu in looked.gpus] == [1]
    watch.close()


def test_no_driver(no_machine: Machine) -> None:
    with pytest.raises(NoNvml):
        MemoryWatch().look()


def test_a_driver_that_is_unloaded_meanwhile(machine: Machine) -> None:
    watch = MemoryWatch()
    watch.look()
    machine.unload(1)
    with pytest.raises(NoNvml):
        watch.look()
    machine.unload(0)
    assert len(watch.look().gpus) == 8
    watch.close()


def test_a_laptop_that_lets_its_gpu_sleep(tmp_path: Path) -> None:
    board, battery = tmp_path / "pci" / "0000:01:00.0", tmp_path / "supplies" / "BAT0"
    for folder, files in ((board, {"vendor": "0x10de", "class": "0x030200", "power/control": "auto"}), (battery, {"type": "Battery"})):
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text + "\n", encoding="ascii")
    assert saves_battery(board.parent, battery.parent)
    (battery / "scope").write_text("Device\n", encoding="ascii")
    assert not saves_battery(board.parent, battery.parent)
    assert not saves_battery(board.parent, tmp_path / "none")


def test_gpus_are_compared_only_with_fewer_of_their_kind() -> None:
    """One large GPU does not make two small ones superfluous: they differ in speed."""

    def gpu(index: int, name: str, gib: int) -> GpuMemory:
        return GpuMemory(GpuFacts(f"GPU-{index}", index, name=name), gib * 1024 * MIB, gib * 1024 * MIB, Running())

    large, small = gpu(0, "NVIDIA H100 80GB HBM3", 80), [gpu(at, "NVIDIA A10", 24) for at in (1, 2)]
    found = local_devices(MachineMemory(gpus=(large, *small)))
    assert [(each.gpus[0].facts.index, each.device.count, each.pooled_gib) for each in found] == [(0, 1, 80), (1, 1, 24), (1, 2, 48)]
    assert [bears_no_more(each, found) for each in found] == [False, False, False]


@pytest.mark.parametrize(("capability", "number"), [(None, 0.0), ((0, 1), 0.1), ((8, 6), 8.6), ((9, 0), 9.0), ((12, 1), 12.1)])
def test_a_gpu_without_a_catalog_entry_has_the_figures_of_its_driver(capability: tuple[int, int] | None, number: float) -> None:
    facts = GpuFacts("GPU-1", 0, name="NVIDIA Unheard-of 7", capability=capability)
    board, known = board_here(GpuMemory(facts, 24 * 1024 * MIB, 20 * 1024 * MIB, Running()))
    assert not known
    assert (board.key, board.title, board.memory_gib, board.usable_gib) == ("", "NVIDIA Unheard-of 7", 24.0, 24.0)
    assert board.capability == pytest.approx(number)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.xml")) or [None], ids=lambda path: path.name if path else "none")
def test_names_in_listings_of_real_machines(path: Path | None) -> None:
    if path is None:
        pytest.skip("the public samples are not beside the checkout")
    for each in snapshots_of(read_nvidia_smi_xml_file(path)):
        total = each.frame.values.get("memory_total_bytes")
        if each.facts.parent or total is None:
            continue
        board, known = board_here(GpuMemory(each.facts, int(total), int(total), Running()))
        assert known, each.facts.name
        assert board.memory_gib * 1024 == pytest.approx(total / MIB, rel=0.04)
