"""Reading again and again by threads, and what the driver reports by itself."""

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from gpudesk.monitor.host import sleeping
from gpudesk.monitor.nvml.events import EventWatch
from gpudesk.monitor.nvml.nvml import NvmlMachine
from gpudesk.monitor.nvml.sampler import Rates, Sampler
from gpudesk.monitor.readings.metrics import Tier
from gpudesk.monitor.readings.reading import Event, Frame, Lack
from tests.monitor.hand_pace import HandPace
from tests.monitor.made_library import Machine
from tests.patience import until

QUICK = Rates(fast_s=0.02, second_s=0.1, slow_s=0.2)


@pytest.fixture
def found(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NvmlMachine]:
    """The GPUs of the machine that is not there."""
    monkeypatch.setattr(sleeping.sleeping, "__defaults__", (tmp_path / "devices",))
    machine.keep(3)
    with NvmlMachine() as opened:
        yield opened


def _gather(sampler: Sampler, enough: Callable[[list[Frame]], bool]) -> list[Frame]:
    frames: list[Frame] = []

    def more() -> bool:
        frames.extend(sampler.take())
        return enough(frames)

    until(more)
    return frames


def test_each_gpu_is_read_at_its_rates(found: NvmlMachine) -> None:
    pace = HandPace()
    sampler = Sampler(found.gpus, QUICK, pace)
    pace.run(1.99)
    frames = sampler.take()
    sampler.close()
    assert sampler.dropped == 0
    for place, gpu in enumerate(found.gpus):
        mine = [frame for frame in frames if frame.uuid == gpu.facts.uuid]
        assert len(mine) == 100
        assert [frame.mono_s for frame in mine] == sorted(frame.mono_s for frame in mine)
        assert all("power_w" in frame.values for frame in mine)
        # What is read ten times more seldom is read at another moment of each GPU.
        slow = [at for at, frame in enumerate(mine) if "nvlinks_up" in frame.values]
        assert slow == [0, *range((4, 7, 10)[place], 100, 10)], place
    assert "memory" in sampler.cost_s


def test_a_gpu_that_is_lost_holds_up_no_other(found: NvmlMachine, machine: Machine) -> None:
    pace = HandPace()
    sampler = Sampler(found.gpus, QUICK, pace)
    lost, other = found.gpus[0].facts.uuid, found.gpus[1].facts.uuid

    def read_in(seconds: float) -> tuple[list[Frame], int]:
        pace.run(seconds)
        frames = sampler.take()
        return [frame for frame in frames if frame.uuid == lost], sum(frame.uuid == other for frame in frames)

    read_in(0.19)
    machine.lose(0)
    since, others = read_in(3)
    assert others == 150
    assert len(since) == 3, "it is asked once a second"
    assert all(Lack.LOST in frame.lacks.values() for frame in since)
    machine.find(0)
    since, others = read_in(1)
    assert others == 50
    assert all(frame.values for frame in since)
    assert len(since) > 1
    sampler.close()


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


def test_a_slow_gpu_gets_a_thread_of_its_own(found: NvmlMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    pace = HandPace()
    slow, read = found.gpus[0], found.gpus[0].read

    def takes_long(tiers: Sequence[Tier]) -> Frame:
        # More than a third of half the time between two readings.
        pace.pass_s(0.004)
        return read(tiers)

    monkeypatch.setattr(slow, "read", takes_long)
    sampler = Sampler(found.gpus, QUICK, pace)
    pace.run(1)
    until(lambda: _reading_threads() >= 2)
    frames: list[Frame] = []

    def twenty_of_each() -> bool:
        pace.run(0.1)
        frames.extend(sampler.take())
        return all(sum(frame.uuid == gpu.facts.uuid for frame in frames) >= 20 for gpu in found.gpus)

    until(twenty_of_each)
    sampler.close()
    assert [family._gpus for family in sampler._lanes[0].families] == [[slow]]
    assert _reading_threads() == 0
    for gpu in found.gpus:
        times = [frame.mono_s for frame in frames if frame.uuid == gpu.facts.uuid]
        assert times == sorted(times)


def test_frames_that_nobody_takes_are_counted(found: NvmlMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.monitor.nvml.sampler._KEPT_S", 0.1)
    pace = HandPace()
    sampler = Sampler(found.gpus[:1], QUICK, pace)
    pace.run(0.19)
    sampler.close()
    assert sampler.dropped == 5
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
