"""A GPU whose call has not returned is named, also at the start; the others go on, and everything can be closed."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.cli.monitor.driver_start import started
from gpudesk.cli.monitor.live_rows import gpu_lines
from gpudesk.cli.monitor.live_state import LiveState
from gpudesk.cli.monitor.monitor_here import watch_here
from gpudesk.monitor.health.health import judge
from gpudesk.monitor.host import sleeping
from gpudesk.monitor.nvml.local import LocalSource
from gpudesk.monitor.nvml.memory_watch import MemoryWatch
from gpudesk.monitor.nvml.nvml import NvmlMachine
from gpudesk.monitor.nvml.nvml_library import DriverSilent
from gpudesk.monitor.nvml.sampler import Rates
from gpudesk.monitor.readings.answers import ANSWER_S, Call
from gpudesk.monitor.readings.reading import Frame, Lack
from tests.monitor.hurried_pace import HurriedPace, LeapingPace, calls_under_way
from tests.monitor.made_library import Machine
from tests.patience import until

QUICK = Rates(fast_s=0.02, second_s=0.1, slow_s=0.2)


@pytest.fixture
def three(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    """A machine of three GPUs; what hangs is let go at the end, so that no thread is left behind."""
    monkeypatch.setattr(sleeping.sleeping, "__defaults__", (tmp_path / "devices",))
    machine.keep(3)
    yield machine
    machine.hang_start(False)
    for gpu in range(3):
        machine.hang(gpu, False)
    until(lambda: not calls_under_way(), "a call does not return")
    until(lambda: not any(thread.name == "gpu-readings" for thread in threading.enumerate()))


def test_a_call_tells_what_came_back_and_how_long_it_is_under_way() -> None:
    gate = threading.Event()
    pace = HurriedPace()
    call = Call(lambda: gate.wait() and 7, pace)
    assert not call.wait(ANSWER_S)
    assert (call.has_returned, call.waits_s) == (False, ANSWER_S)
    with pytest.raises(LookupError):
        call.answer()
    gate.set()
    until(lambda: call.has_returned)
    assert call.answer() == 7


def test_a_gpu_that_cannot_be_opened_is_named_and_taken_in_when_it_answers(three: Machine) -> None:
    three.hang(1, True)
    machine = NvmlMachine(HurriedPace())
    assert [gpu.facts.index for gpu in machine.gpus] == [0, 2]
    assert (machine.unreachable, machine.silent_s()) == ({1: Lack.SILENT}, {1: ANSWER_S})
    three.hang(1, False)
    until(machine.adopt)
    assert sorted(gpu.facts.index for gpu in machine.gpus) == [0, 1, 2]
    assert (machine.unreachable, machine.silent_s()) == ({}, {})
    machine.close()


@pytest.mark.parametrize("as_json", [False, True])
def test_once_names_it_and_shows_the_others(three: Machine, capsys: pytest.CaptureFixture[str], as_json: bool) -> None:
    three.hang(1, True)
    watch_here(seconds=None, every=1.0, as_json=as_json, pace=HurriedPace())
    out = capsys.readouterr().out
    if not as_json:
        assert "GPU 1: no response for 2 s; check the kernel log for its Xid" in out.splitlines()
        assert out.count("H100 80GB HBM3") >= 2
        return
    told = json.loads(out)
    jsonschema.validate(told, json.loads(locate.resource("schemas", "monitor.v2.json").read_text(encoding="utf-8")))
    assert [gpu["index"] for gpu in told["gpus"]] == [0, 2]
    assert told["unreachable"] == [{"index": 1, "reason": "silent", "unresponsive_s": 2.0}]


def test_a_driver_that_does_not_start_is_named_and_the_call_is_made_once(three: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    three.hang_start(True)
    pace = HurriedPace(hung=0, hung_start=True)
    for seconds in (2.0, 4.0):
        with pytest.raises(DriverSilent, match=f"not responded for {seconds:.0f} s") as caught:
            NvmlMachine(pace)
        assert caught.value.seconds == seconds
    assert calls_under_way() == 1
    with pytest.raises(DriverSilent, match="not responded for 30 s"):
        started(lambda: NvmlMachine(pace))
    assert capsys.readouterr().err.count("The NVIDIA driver has not responded for 6 s.") == 1
    with pytest.raises(DriverSilent):
        MemoryWatch(pace=pace).look()
    three.hang_start(False)
    until(lambda: not calls_under_way())
    with started(lambda: NvmlMachine(pace)) as machine:
        assert len(machine.gpus) == 3


def test_what_fits_is_told_of_the_others(three: Machine) -> None:
    three.hang(1, True)
    pace = HurriedPace()
    watch = MemoryWatch(pace=pace)
    for seconds in (2.0, 7.0):
        found = watch.look()
        assert [gpu.facts.index for gpu in found.gpus] == [0, 2]
        assert (found.unreachable, found.silent_s) == ({1: Lack.SILENT}, {1: seconds})
        assert calls_under_way() == 1
        pace.pass_s(5.0)
    three.hang(1, False)
    pace.hung = 0
    until(lambda: not calls_under_way())
    assert [gpu.facts.index for gpu in watch.look().gpus] == [0, 1, 2]
    watch.close()


def test_a_watched_gpu_that_hangs_is_named_while_the_others_go_on_and_the_source_closes(three: Machine) -> None:
    pace = LeapingPace()
    source = LocalSource(QUICK, pace)
    frames: list[Frame] = []

    def more() -> list[Frame]:
        frames.extend(source.take())
        return frames

    until(lambda: len(more()) > 20)
    hung, others = source.machines()[0].gpus[1].uuid, {gpu.uuid for gpu in source.machines()[0].gpus if gpu.index != 1}
    three.hang(1, True)

    def is_named() -> bool:
        pace.leap(3.0)
        return any(frame.uuid == hung and Lack.SILENT in frame.lacks.values() for frame in more())

    until(is_named)
    silent = next(frame for frame in frames if frame.uuid == hung and Lack.SILENT in frame.lacks.values())
    assert silent.values == {}
    assert [each.key for each in judge(source.machines()[0].gpus[1], silent.values, silent.lacks)] == ["silent"]
    until(lambda: more() and set(source.machines()[0].silent_since_s) == {1})
    since = source.machines()[0].silent_since_s
    frames.clear()
    until(lambda: all(sum(frame.uuid == uuid and bool(frame.values) for frame in more()) > 20 for uuid in others))
    assert source.machines()[0].silent_since_s == since
    state = LiveState(source, 1.0)
    state.look()
    lines = ["".join(text for text, _ in line) for line in gpu_lines(state, 100, blocks=True)]
    assert sum("no response for " in line for line in lines) == 1
    # Closing waits for no call that does not return.
    source.close()
