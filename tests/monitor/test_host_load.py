"""How busy the processors of the machine are, told from two looks at what the system says."""

from pathlib import Path

import pytest

from gpudesk.monitor.host_load import HostLoad
from gpudesk.monitor.local import LocalSource
from tests.monitor.exporter_server import until
from tests.monitor.made_library import Machine


def written(stat: Path, *ticks: int) -> None:
    stat.write_text(f"cpu  {' '.join(map(str, ticks))}\ncpu0 1 2 3\n", encoding="ascii")


def test_the_load_is_that_since_the_look_before(tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    load = HostLoad(stat)
    written(stat, 100, 0, 100, 800, 0, 0, 0, 0, 0, 0)
    assert load.look() == {}
    # 400 ticks more: 100 at work (interrupts and stolen ones too), 100 waiting for storage, 200 at rest; guests count in user.
    written(stat, 160, 20, 110, 1000, 100, 4, 4, 2, 50, 0)
    assert load.look() == {"host_cpu_percent": pytest.approx(25.0), "host_io_wait_percent": pytest.approx(25.0)}
    assert load.look() == {}, "no time has passed"


@pytest.mark.parametrize("text", ["", "cpu", "cpu a b c d e f g h\n", "intr 1 2 3 4 5 6 7 8\n"])
def test_what_the_system_does_not_tell_is_no_zero(tmp_path: Path, text: str) -> None:
    stat = tmp_path / "stat"
    load = HostLoad(stat)
    assert load.look() == {}
    written(stat, 100, 0, 100, 800, 0, 0, 0, 0)
    assert load.look() == {}
    stat.write_text(text, encoding="ascii")
    assert load.look() == {}


def test_a_counter_that_goes_back_tells_nothing(tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    load = HostLoad(stat)
    written(stat, 100, 0, 100, 800, 50, 0, 0, 0)
    load.look()
    written(stat, 500, 0, 100, 700, 50, 0, 0, 0)
    assert load.look() == {}


def test_the_load_of_the_host_stands_with_the_readings_of_each_gpu(machine: Machine) -> None:
    machine.keep(2)
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
        assert set(seen.values()) == {1}, "once for each look"
    finally:
        source.close()
