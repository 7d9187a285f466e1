"""How busy the processors of the machine are, told from two looks at what the system says."""

from pathlib import Path

import pytest

from gpudesk.monitor.host.host_load import HostLoad
from gpudesk.monitor.nvml.local import LocalSource
from tests.monitor.made_library import Machine
from tests.patience import until


def written(stat: Path, *ticks: int) -> None:
    stat.write_text(f"cpu  {' '.join(map(str, ticks))}\ncpu0 1 2 3\n", encoding="ascii")


def test_the_load_is_that_since_the_look_before(tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    load = HostLoad(stat, tmp_path / "none")
    written(stat, 100, 0, 100, 800, 0, 0, 0, 0, 0, 0)
    assert load.look() == {}
    # 400 ticks more: 100 at work (interrupts and stolen ones too), 100 waiting for storage, 200 at rest; guests count in user.
    written(stat, 160, 20, 110, 1000, 100, 4, 4, 2, 50, 0)
    assert load.look() == {"host_cpu_percent": pytest.approx(25.0), "host_io_wait_percent": pytest.approx(25.0)}
    assert load.look() == {}, "no time has passed"


@pytest.mark.parametrize("text", ["", "cpu", "cpu a b c d e f g h\n", "intr 1 2 3 4 5 6 7 8\n"])
def test_what_the_system_does_not_tell_is_no_zero(tmp_path: Path, text: str) -> None:
    stat = tmp_path / "stat"
    load = HostLoad(stat, tmp_path / "none")
    assert load.look() == {}
    written(stat, 100, 0, 100, 800, 0, 0, 0, 0)
    assert load.look() == {}
    stat.write_text(text, encoding="ascii")
    assert load.look() == {}


def test_a_counter_that_goes_back_tells_nothing(tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    load = HostLoad(stat, tmp_path / "none")
    written(stat, 100, 0, 100, 800, 50, 0, 0, 0)
    load.look()
    written(stat, 500, 0, 100, 700, 50, 0, 0, 0)
    assert load.look() == {}


MEMORY = (
    "MemTotal:       65536000 kB\nMemFree:         1000000 kB\nMemAvailable:   16384000 kB\n"
    "SwapTotal:       8192000 kB\nSwapFree:        6144000 kB\n"
)


def test_memory_that_programs_cannot_take_is_used(tmp_path: Path) -> None:
    table = tmp_path / "meminfo"
    load = HostLoad(tmp_path / "none", table)
    assert load.look() == {}, "what the system does not tell is no zero"
    table.write_text(MEMORY, encoding="ascii")
    assert load.look() == {
        "host_memory_total_bytes": 65536000 * 1024,
        "host_memory_used_bytes": 49152000 * 1024,
        "host_swap_total_bytes": 8192000 * 1024,
        "host_swap_used_bytes": 2048000 * 1024,
    }
    table.write_text(MEMORY.replace("16384000", "99999999").replace("SwapFree:        6144000 kB", "SwapFree: much"), encoding="ascii")
    assert load.look() == {}, "more is free than there is"


def test_the_load_of_the_host_stands_with_the_readings_of_each_gpu(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.keep(2)
    looks: list[bool] = []
    look = HostLoad.look

    def counted(load: HostLoad) -> dict[str, float]:
        looks.append(True)
        return look(load)

    monkeypatch.setattr(HostLoad, "look", counted)
    source = LocalSource()
    try:
        seen: dict[str, int] = {}

        def told() -> bool:
            for frame in source.take():
                if "host_cpu_percent" in frame.values:
                    assert 0 <= frame.values["host_cpu_percent"] <= 100
                    seen[frame.uuid] = seen.get(frame.uuid, 0) + 1
            return len(seen) == 2

        until(told)
        assert max(seen.values()) < len(looks), "once for each look, of which the first tells no load"
    finally:
        source.close()
