"""This machine as a source."""

import pytest

from gpudesk.monitor.nvml.local import LocalSource
from gpudesk.monitor.nvml.sampler import Rates
from gpudesk.monitor.readings.reading import Event, Frame, Lack
from gpudesk.monitor.readings.source import Source
from tests.monitor.made_library import Machine
from tests.patience import until


def test_what_it_gives(machine: Machine) -> None:
    source: Source = LocalSource(Rates(fast_s=0.05))
    try:
        found = source.machines()[0]
        assert len(found.gpus) == 8
        assert found.driver
        uuids = {gpu.uuid for gpu in found.gpus}
        heard: set[str] = set()

        def all_heard() -> bool:
            heard.update(frame.uuid for frame in source.take())
            return heard >= uuids

        until(all_heard)
        assert heard == uuids
        until(lambda: len(source.running()) == 8)
        assert all(running.processes for running in source.running().values())
        # How much of a core it may take is measured: python -m benchmarks monitor.
        until(lambda: (source.cost_share() or 0.0) > 0.0)
        machine.library.desk_xid(3, 79)
        events: list[Event] = []

        def told() -> bool:
            events.extend(source.take_events())
            return bool(events)

        until(told)
        assert [(event.uuid, event.xid) for event in events] == [(found.gpus[3].uuid, 79)]
    finally:
        source.close()


def test_a_gpu_that_is_lost_has_no_value_and_not_those_of_the_host(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.monitor.nvml.local._PROCESSES_S", 0.1)
    monkeypatch.setattr("gpudesk.monitor.nvml.sampler._LOST_S", 0.1)
    source = LocalSource(Rates(fast_s=0.05))
    try:
        gpus = source.machines()[0].gpus
        until(lambda: bool(source.take()))
        machine.lose(2)
        lost: list[Frame] = []
        looks: list[bool] = []

        def four_of_each() -> bool:
            frames = source.take()
            looks.append(any("host_memory_used_bytes" in frame.values for frame in frames))
            lost.extend(frame for frame in frames if frame.uuid == gpus[2].uuid and Lack.LOST in frame.lacks.values())
            return len(lost) >= 4 and sum(looks) >= 4

        until(four_of_each)
        assert [dict(frame.values) for frame in lost if frame.values] == []
    finally:
        source.close()
