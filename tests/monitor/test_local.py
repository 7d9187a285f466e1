"""This machine as a source."""

import time

from gpudesk.monitor.local import LocalSource
from gpudesk.monitor.reading import Event, Frame, Lack
from gpudesk.monitor.sampler import Rates
from gpudesk.monitor.source import Source
from tests.monitor.made_library import Machine


def test_what_it_gives(machine: Machine) -> None:
    source: Source = LocalSource(Rates(fast_s=0.05))
    try:
        found = source.machines()[0]
        assert len(found.gpus) == 8
        assert found.driver
        end_s = time.monotonic() + 5
        frames: list[Frame] = []
        while time.monotonic() < end_s and len({frame.uuid for frame in frames}) < 8:
            frames += source.take()
            time.sleep(0.02)
        assert {frame.uuid for frame in frames} == {gpu.uuid for gpu in found.gpus}
        while time.monotonic() < end_s and len(source.running()) < 8:
            time.sleep(0.02)
        assert all(running.processes for running in source.running().values())
        share = source.cost_share()
        assert share is not None
        assert share < 0.5
        machine.library.desk_xid(3, 79)
        events: list[Event] = []
        while time.monotonic() < end_s and not events:
            events = source.take_events()
            time.sleep(0.02)
        assert [(event.uuid, event.xid) for event in events] == [(found.gpus[3].uuid, 79)]
    finally:
        source.close()


def test_a_gpu_that_is_lost_has_no_value_and_not_those_of_the_host(machine: Machine) -> None:
    source = LocalSource(Rates(fast_s=0.05))
    try:
        gpus = source.machines()[0].gpus
        end_s = time.monotonic() + 20
        while not source.take() and time.monotonic() < end_s:
            time.sleep(0.02)
        machine.lose(2)
        lost: list[Frame] = []
        looks = 0
        while (len(lost) < 4 or looks < 4) and time.monotonic() < end_s:
            frames = source.take()
            looks += any("host_memory_used_bytes" in frame.values for frame in frames)
            lost += [frame for frame in frames if frame.uuid == gpus[2].uuid and Lack.LOST in frame.lacks.values()]
            time.sleep(0.02)
        assert len(lost) >= 4
        assert looks >= 4
        assert [dict(frame.values) for frame in lost if frame.values] == []
    finally:
        source.close()
