"""This machine as a source."""

import time

from gpudesk.monitor.local import LocalSource
from gpudesk.monitor.reading import Event, Frame
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
