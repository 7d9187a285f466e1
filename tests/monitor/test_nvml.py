"""The GPUs of a machine by NVML: the real nvidia-ml-py on a library of our own, whose every value is known."""

import itertools
from pathlib import Path

import pytest

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.host import sleeping
from gpudesk.monitor.nvml.nvml import NvmlMachine
from gpudesk.monitor.readings.metrics import Tier, metrics
from gpudesk.monitor.readings.reading import Frame, Lack
from tests.monitor.made_library import Machine

GIB = 2**30


@pytest.fixture(autouse=True)
def nothing_sleeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The boards of the machine that runs the tests have no say."""
    monkeypatch.setattr(sleeping.sleeping, "__defaults__", (tmp_path / "devices",))


@pytest.fixture(autouse=True)
def pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reading comes a fifth of a second after the one before, by whatever clock."""
    moments = itertools.count(1000, 0.2)
    monkeypatch.setattr("gpudesk.monitor.readings.clock.mono_s", lambda: next(moments))
    monkeypatch.setattr("gpudesk.monitor.nvml.activity._APART_S", 0.0)


def _settled(found: NvmlMachine, gpu: int = 0) -> Frame:
    """A reading with rates and activity, which take two."""
    found.gpus[gpu].read()
    return found.gpus[gpu].read()


def test_eight_gpus_with_what_they_are_and_do(machine: Machine) -> None:
    with NvmlMachine() as found:
        assert (found.driver, found.cuda, len(found.gpus)) == ("580.95.05", "13.0", 8)
        facts = found.gpus[5].facts
        assert (facts.name, facts.pci, facts.serial) == ("NVIDIA H100 80GB HBM3", "00000000:6D:00.0", "1650022000005")
        assert (facts.capability, facts.power_high_w, facts.slowdown_c, facts.numa_node) == ((9, 0), 700.0, 89.0, 1)
        assert (facts.chassis_serial, facts.slot, facts.tray, facts.module) == ("1820525190043", 25, 14, 6)
        frame = _settled(found, 5)
    values = frame.values
    assert values["memory_total_bytes"] == 81_559 * 2**20
    assert values["memory_total_bytes"] == sum(values[f"memory_{part}_bytes"] for part in ("reserved", "used", "free"))
    assert (values["temperature_c"], values["memory_temperature_c"], values["power_w"]) == (65, 73, 650)
    assert (values["sm_active_percent"], values["tensor_active_percent"], values["dram_active_percent"]) == (83, 47, 62)
    assert values["nvlinks_up"] == 18
    assert frame.lacks == {"fan_percent": Lack.UNSUPPORTED, "pages_retired": Lack.UNSUPPORTED}


def test_every_metric_is_given_or_has_its_reason(machine: Machine) -> None:
    with NvmlMachine() as found:
        frame = _settled(found)
        told = frame.values.keys() | found.gpus[0].lacks.keys()
        # Those of the host come of the system, not of the driver.
        assert told == {key for key in metrics() if not key.startswith("host_")}
        assert found.gpus[0].lacks == {"fan_percent": Lack.UNSUPPORTED, "pages_retired": Lack.UNSUPPORTED}


def test_more_memory_than_there_is_is_no_value(machine: Machine) -> None:
    with NvmlMachine() as found:
        machine.use(3, 100_000, 10)
        frame = found.gpus[3].read()
        told = [key for key in frame.values if key.startswith("memory_") and key.endswith("_bytes")]
        assert told == ["memory_total_bytes"]
        assert {frame.lacks[f"memory_{part}_bytes"] for part in ("used", "free", "reserved")} == {Lack.IMPOSSIBLE}
        machine.use(3, 1_000, 10)
        assert found.gpus[3].read().values["memory_used_bytes"] == 1_000 * 2**20


def test_a_link_that_is_down_and_half_the_lanes_are_seen(machine: Machine) -> None:
    machine.count_no_errors(2)
    with NvmlMachine() as found:
        frame = found.gpus[2].read()
        assert (frame.values["nvlinks_up"], frame.values["nvlinks_down"]) == (17, 1)
        assert (frame.values["ecc_corrected"], frame.values["rows_remapped_corrected"]) == (12, 1)
        assert [frame.values[f"nvlink_{what}"] for what in ("crc_errors", "replays", "recoveries")] == [40, 40, 1]
        assert (found.gpus[3].read().values["pcie_width"], found.gpus[3].facts.pcie_width) == (8, 16)


def test_rates_are_differences_of_counters(machine: Machine) -> None:
    with NvmlMachine() as found:
        gpu = found.gpus[0]
        first = gpu.read()
        assert first.lacks["energy_rate_w"] is Lack.WAITING
        machine.transfer(0, 50_000_000, 60_000)
        second = gpu.read()
        assert second.mono_s - first.mono_s == pytest.approx(0.2)
        assert second.values["energy_rate_w"] == pytest.approx(300)
        assert second.values["pcie_sent_bytes_per_s"] == pytest.approx(250_000_000)


def test_a_lost_gpu_says_so_and_hides_no_other(machine: Machine) -> None:
    with NvmlMachine() as found:
        machine.lose(1)
        lost = found.gpus[1].read()
        assert not lost.values
        assert set(lost.lacks.values()) == {Lack.LOST}
        assert found.gpus[2].read().values["temperature_c"] == 62
        machine.find(1)
        assert found.gpus[1].read().values["temperature_c"] == 61


def test_a_gpu_lost_before_the_start_is_counted(machine: Machine) -> None:
    machine.lose(4)
    machine.forbid(6)
    with NvmlMachine() as found:
        assert found.unreachable == {4: Lack.LOST, 6: Lack.NO_PERMISSION}
        assert [gpu.facts.index for gpu in found.gpus] == [0, 1, 2, 3, 5, 7]


def test_parts_of_a_gpu_stand_behind_it(machine: Machine) -> None:
    machine.keep(2)
    machine.part(0, 3)
    with NvmlMachine() as found:
        whole, *parts, other = found.gpus
        assert whole.facts.mig
        assert not other.facts.mig
        assert [part.facts.gpu_instance for part in parts] == [7, 8, 9]
        assert {part.facts.parent for part in parts} == {whole.facts.uuid}
        assert whole.lacks["busy_percent"] is Lack.MIG
        assert whole.lacks["remap_failed"] is Lack.MIG
        part = _settled(found, 1)
        assert part.values["memory_total_bytes"] == 9_984 * 2**20
        assert part.values["sm_active_percent"] == 25
        assert "power_w" in parts[0].lacks


def test_a_card_of_a_workstation_lacks_what_it_lacks(machine: Machine) -> None:
    machine.make_a_card(0)
    machine.call_it(0, "NVIDIA GeForce RTX™ 4090".encode())
    with NvmlMachine() as found:
        gpu = found.gpus[0]
        assert gpu.facts.name == "NVIDIA GeForce RTX™ 4090"
        assert gpu.facts.serial == ""
        assert gpu.facts.lacks["serial"] is Lack.UNSUPPORTED
        assert gpu.read().values["fan_percent"] == 45
        assert gpu.lacks["sm_active_percent"] is Lack.UNSUPPORTED
        assert gpu.lacks["nvlinks_up"] is Lack.UNSUPPORTED


def test_names_in_another_encoding_are_read(machine: Machine) -> None:
    machine.call_it(0, "NVIDIA Quadro Größe".encode("latin-1"))
    with NvmlMachine() as found:
        assert found.gpus[0].facts.name == "NVIDIA Quadro Gr\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}e"


def test_memory_of_the_system_is_no_zero(machine: Machine) -> None:
    machine.share_memory(0)
    with NvmlMachine() as found:
        assert found.gpus[0].lacks["memory_used_bytes"] is Lack.UNIFIED
        assert "memory_used_bytes" not in found.gpus[0].read().values


def test_an_old_driver_is_told_from_a_board_that_lacks_something(old_machine: Machine) -> None:
    with NvmlMachine() as found:
        gpu = found.gpus[0]
        assert gpu.lacks["sm_active_percent"] is Lack.OLD_DRIVER
        assert gpu.lacks["pcie_sent_bytes"] is Lack.UNSUPPORTED
        assert gpu.read().values["clock_reasons"] == 0


def test_a_machine_without_a_driver_says_what_to_do(no_machine: Machine) -> None:
    with pytest.raises(DeskError, match="not loaded"):
        NvmlMachine()


def test_only_what_is_asked_for_is_asked(machine: Machine) -> None:
    with NvmlMachine() as found:
        gpu = found.gpus[0]
        before = machine.calls
        gpu.read((Tier.FAST,))
        assert machine.calls - before <= 10
        assert not {"nvlinks_up", "fan_percent", "pcie_width"} & gpu.read((Tier.FAST,)).values.keys()


def test_what_a_call_costs_is_counted(machine: Machine) -> None:
    with NvmlMachine() as found:
        found.gpus[0].read()
        assert {"memory", "fields", "NVLink", "activity"} <= found.gpus[0].cost_s.keys()


def test_processes_with_what_the_driver_does_not_say(machine: Machine) -> None:
    with NvmlMachine() as found:
        processes, why = found.gpus[0].processes()
    assert why is None
    assert [(each.pid, each.used_bytes, each.busy_percent) for each in processes] == [
        (1, 30_000 * 2**20, 85.0),
        (4_000_000, None, None),
    ]
    assert processes[1].command == ""


def test_a_gpu_that_sleeps_is_not_woken(machine: Machine, tmp_path: Path) -> None:
    for at, status in enumerate(("active", "suspended")):
        board = tmp_path / "devices" / f"0000:0{at + 1}:00.0"
        (board / "power").mkdir(parents=True)
        (board / "vendor").write_text("0x10de\n")
        (board / "class").write_text("0x030200\n")
        (board / "power" / "runtime_status").write_text(f"{status}\n")
    machine.keep(2)
    with NvmlMachine() as found:
        assert [gpu.facts.index for gpu in found.gpus] == [0]
        assert found.unreachable == {1: Lack.ASLEEP}
