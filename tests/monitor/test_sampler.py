"""Reading again and again by threads, and what the driver reports by itself."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpudesk.monitor import sleeping
from gpudesk.monitor.events import EventWatch
from gpudesk.monitor.nvml import NvmlMachine
from gpudesk.monitor.reading import Event, Frame, Lack
from gpudesk.monitor.sampler import Rates, Sampler
from tests.monitor.made_library import Machine

PATIENCE_S = 20.0
QUICK = Rates(fast_s=0.02, second_s=0.1, slow_s=0.2)


@pytest.fixture
def found(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NvmlMachine]:
    """The GPUs of the machine that is not there."""
    monkeypatch.setattr(sleeping.sleeping, "__defaults__", (tmp_path / "devices",))
    machine.keep(3)
    with NvmlMachine() as opened:
        yield opened


def until(asked: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not asked():
        assert time.monotonic() < end_s, "it did not happen"
        time.sleep(0.005)


def _gather(sampler: Sampler, enough: Callable[[list[Frame]], bool]) -> list[Frame]:
    frames: list[Frame] = []

    def more() -> bool:
        frames.extend(sampler.take())
        return enough(frames)

    until(more)
    return frames


def test_each_gpu_is_read_at_its_rates(found: NvmlMachine) -> None:
    sampler = Sampler(found.gpus, QUICK)
    uuids = {gpu.facts.uuid for gpu in found.gpus}
    frames = _gather(sampler, lambda got: all(sum(frame.uuid == uuid for frame in got) >= 20 for uuid in uuids))
    sampler.close()
    assert sampler.dropped == 0
    for uuid in uuids:
        mine = [frame for frame in frames if frame.uuid == uuid]
        assert [frame.mono_s for frame in mine] == sorted(frame.mono_s for frame in mine)
        assert all("power_w" in frame.values for frame in mine)
        slow = sum("nvlinks_up" in frame.values for frame in mine)
        assert 1 <= slow < len(mine) / 2
    assert "memory" in sampler.cost_s


def test_a_gpu_that_is_lost_holds_up_no_other(found: NvmlMachine, machine: Machine) -> None:
    sampler = Sampler(found.gpus, QUICK)
    lost, other = found.gpus[0].facts.uuid, found.gpus[1].facts.uuid
    _gather(sampler, lambda got: len(got) > 10)
    machine.lose(0)
    frames = _gather(sampler, lambda got: any(frame.uuid == lost and Lack.LOST in frame.lacks.values() for frame in got))
    since = [frame for frame in _gather(sampler, lambda got: sum(frame.uuid == other for frame in got) >= 20) if frame.uuid == lost]
    assert len(since) < 5
    machine.find(0)
    frames = _gather(sampler, lambda got: any(frame.uuid == lost and frame.values for frame in got))
    sampler.close()
    assert frames


def test_a_gpu_that_does_not_answer_holds_up_no_other(found: NvmlMachine, machine: Machine) -> None:
    sampler = Sampler(found.gpus, QUICK)
    hung, others = found.gpus[0].facts.uuid, {gpu.facts.uuid for gpu in found.gpus[1:]}
    _gather(sampler, lambda got: len(got) > 10)
    machine.hang(0, True)
    frames = _gather(sampler, lambda got: all(sum(frame.uuid == uuid for frame in got) >= 20 for uuid in others))
    machine.hang(0, False)
    back = _gather(sampler, lambda got: sum(frame.uuid == hung for frame in got) >= 5)
    sampler.close()
    assert hung not in {frame.uuid for frame in frames[-20:]}
    assert others <= {frame.uuid for frame in back}


def _reading_threads() -> int:
    return sum(thread.name == "gpu-readings" for thread in threading.enumerate())


def test_a_slow_gpu_gets_a_thread_of_its_own(found: NvmlMachine, machine: Machine) -> None:
    sampler = Sampler(found.gpus, QUICK)
    _gather(sampler, lambda got: len(got) > 10)
    machine.slow_down(0, 2000)
    until(lambda: _reading_threads() == 2)
    frames = _gather(sampler, lambda got: all(sum(frame.uuid == gpu.facts.uuid for frame in got) >= 20 for gpu in found.gpus))
    sampler.close()
    assert _reading_threads() == 0
    for gpu in found.gpus:
        times = [frame.mono_s for frame in frames if frame.uuid == gpu.facts.uuid]
        assert times == sorted(times)


def test_frames_that_nobody_takes_are_counted(found: NvmlMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.monitor.sampler._KEPT_S", 0.1)
    sampler = Sampler(found.gpus[:1], QUICK)
    until(lambda: sampler.dropped > 3)
    sampler.close()
    assert len(sampler.take()) == 5


def test_parts_are_read_with_their_gpu(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sleeping.sleeping, "__defaults__", (tmp_path / "devices",))
    machine.keep(1)
    machine.part(0, 2)
    with NvmlMachine() as opened:
        sampler = Sampler(opened.gpus, QUICK)
        frames = _gather(sampler, lambda got: len({frame.uuid for frame in got}) == 3)
        sampler.close()
    assert {frame.values["memory_total_bytes"] for frame in frames} == {81_559 * 2**20, 9_984 * 2**20}


def _reported(watch: EventWatch) -> Event:
    events: list[Event] = []

    def any_yet() -> bool:
        events.extend(watch.take())
        return bool(events)

    until(any_yet)
    return events[0]


def test_an_xid_is_reported(found: NvmlMachine, machine: Machine) -> None:
    watch = found.watch_events()
    assert len(watch.watched) == 3
    machine.library.desk_xid(1, 79)
    event = _reported(watch)
    watch.close()
    assert (event.uuid, event.xid) == (found.gpus[1].facts.uuid, 79)
    assert not watch.take()
