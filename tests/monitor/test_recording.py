"""What is recorded comes back, whatever befalls the recorder, its disk or the clock."""

import csv
import json
import math
import subprocess
import sys
import time
from collections.abc import Set
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, Lack, Process
from gpudesk.monitor.readings.source import Machine, Running
from gpudesk.monitor.recording.chunks import Chunk
from gpudesk.monitor.recording.packed import Unreadable, pack, unpack
from gpudesk.monitor.recording.recorder import Recorder
from gpudesk.monitor.recording.recording import RecordingFile, Retention
from gpudesk.monitor.recording.recording_export import WRITERS, export_file
from gpudesk.monitor.recording.recording_read import Recording
from gpudesk.monitor.recording.replay import RecordingSource
from gpudesk.monitor.recording.rollups import spans_of, wider
from gpudesk.store.store_errors import Damaged
from tests.monitor.made_frames import BEGIN_S, MACHINE, MONO_S, UUIDS, seconds

BEGIN = (BEGIN_S, MONO_S)
KEPT = {"power_w": 0.05, "power_average_w": 0.05, "energy_j": 0.05, "host_memory_used_bytes": 2.0**23, "host_swap_used_bytes": 2.0**23}
NUMBERS = st.lists(st.floats(allow_nan=False, allow_infinity=False, width=64), max_size=40)
WHOLE = st.lists(st.integers(-(2**50), 2**50).map(float), max_size=40)


def record(path: Path, count: int) -> list[Frame]:
    file = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    given_frames = []
    for frames in seconds(count):
        given_frames += frames
        file.write(frames)
    file.close()
    return given_frames


@given(st.lists(st.one_of(NUMBERS, WHOLE), max_size=6))
def test_columns_come_back(columns: list[list[float]]) -> None:
    head, found = unpack(pack({"a": 1}, [np.array(column, float) for column in columns]))
    assert head == {"a": 1}
    for column, back in zip(columns, found, strict=True):
        np.testing.assert_allclose(back, column, rtol=4e-16, atol=0)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_the_head_of_a_block_has_no_number_that_json_lacks(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        pack({"a": number}, [])


@given(st.binary(max_size=200), st.integers(0, 80))
def test_damaged_blocks_are_refused(noise: bytes, cut: int) -> None:
    with pytest.raises(Unreadable):
        unpack(noise)
    with pytest.raises(Unreadable):
        unpack(pack({}, [np.arange(100.0)])[: 10 + cut // 4])


def test_every_reading_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    given_frames = record(path, 150)
    with Recording(path) as recording:
        assert recording.machines() == (MACHINE,)
        for uuid in UUIDS:
            of_it = [frame for frame in given_frames if frame.uuid == uuid]
            back = list(recording.frames(uuid, BEGIN_S, BEGIN_S + 200))
            assert len(back) == len(of_it) == 1500
            for one, other in zip(of_it, back, strict=True):
                assert other.wall_s == pytest.approx(one.wall_s, abs=2e-6)
                for key, value in one.values.items():
                    assert other.values[key] == pytest.approx(value, rel=1e-12, abs=KEPT.get(key, 32768.0 if key.endswith("_bytes") else 0))
        assert "pcie_sent_bytes_per_s" in back[700].values
    assert [each.name for each in tmp_path.iterdir()] == ["a.gpurec"]


def test_why_a_value_was_missing_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    file = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    there = {"power_w": 100.0}
    for at, lacks in enumerate(({}, {"power_w": Lack.LOST}, {"power_w": Lack.LOST}, {})):
        file.write([Frame("GPU-0", MONO_S + at, BEGIN_S + at, {} if lacks else there, lacks)])
    file.write([], [Event("GPU-0", BEGIN_S, 79)], {"GPU-0": Running((Process("GPU-0", 7, False, 2**30, 3.0, "=train", "ann", ""),))})
    file.close()
    with Recording(path) as recording:
        back = list(recording.frames("GPU-0", BEGIN_S, BEGIN_S + 9))
        assert [dict(frame.lacks) for frame in back] == [{}, {"power_w": Lack.LOST}, {"power_w": Lack.LOST}, {}]
        assert [event.xid for event in recording.events()] == [79]
        assert recording.running(BEGIN_S + 9)["GPU-0"].processes[0].command == "=train"


def test_readings_are_seen_before_their_minute_is_over(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    file = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    for frames in seconds(5):
        file.write(frames)
    with Recording(path) as recording:
        assert len(list(recording.frames(UUIDS[3], BEGIN_S, BEGIN_S + 9))) == 50
        assert recording.span() == pytest.approx((BEGIN_S, BEGIN_S + 4.9), abs=0.02)
    file.close()


KILLED = """
import os, sys
from pathlib import Path
from gpudesk.monitor.recording.recording import RecordingFile
from tests.monitor.made_frames import BEGIN_S, MACHINE, MONO_S, seconds
file = RecordingFile(Path(sys.argv[1]), [MACHINE], "test", begin=(BEGIN_S, MONO_S))
for frames in seconds(80):
    file.write(frames)
os.kill(os.getpid(), 9)
"""


def test_a_recorder_that_is_killed_loses_nothing_that_it_wrote(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    assert subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False).returncode == -9
    with Recording(path) as recording:
        assert len(list(recording.frames(UUIDS[0], BEGIN_S, BEGIN_S + 99))) == 800
    RecordingFile(path, [MACHINE], "test", begin=(BEGIN_S + 100, MONO_S)).close()
    with Recording(path) as recording:
        assert len(list(recording.frames(UUIDS[0], BEGIN_S, BEGIN_S + 99))) == 800
        assert [note.kind for note in recording.notes()] == ["recovered"]


def test_what_a_full_disk_held_up_is_counted_when_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    file = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    made = seconds(8)
    file.write(next(made))
    assert file.count == 80
    file._database.run(f"PRAGMA max_page_count={file._database.value('PRAGMA page_count')}")
    for _ in range(6):
        with pytest.raises(DeskError):
            file.write(next(made))
    assert file.count == 80
    file._database.run("PRAGMA max_page_count=1000000")
    file.write(next(made))
    assert file.count == 640
    file.close()


def test_a_full_disk_holds_readings_up_and_loses_none(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    file = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    made = seconds(40)
    for _ in range(10):
        file.write(next(made))
    pages = file._database.value("PRAGMA page_count")
    file._database.run(f"PRAGMA max_page_count={pages + 2}")
    refused = 0
    for _ in range(20):
        try:
            file.write(next(made))
        except DeskError:
            refused += 1
    assert refused > 10
    file._database.run("PRAGMA max_page_count=1000000")
    for frames in made:
        file.write(frames)
    file.close()
    with Recording(path) as recording:
        assert len(list(recording.frames(UUIDS[5], BEGIN_S, BEGIN_S + 99))) == 400


@pytest.mark.parametrize("step_s", [-3600.0, 7200.0])
def test_a_clock_that_is_set_tears_nothing(tmp_path: Path, step_s: float) -> None:
    path = tmp_path / "a.gpurec"
    file = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    for at in range(20):
        file.write([Frame("GPU-0", MONO_S + at, BEGIN_S + at + (step_s if at >= 10 else 0.0), {"power_w": float(at)})])
    file.close()
    with Recording(path) as recording:
        back = list(recording.frames("GPU-0", BEGIN_S, BEGIN_S + 99))
        assert [frame.values["power_w"] for frame in back] == list(map(float, range(20)))
        (note,) = recording.notes()
        assert note.kind == "clock"
        assert note.amount == pytest.approx(step_s)


def test_a_gap_stays_a_gap(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    file = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    for at in [*range(100), *range(400, 500)]:
        file.write([Frame("GPU-0", MONO_S + at, BEGIN_S + at, {"power_w": float(at)})])
    file.close()
    with Recording(path) as recording:
        for at_most in (2000, 50):
            curve = recording.curve("GPU-0", "power_w", BEGIN_S, BEGIN_S + 500, at_most)
            assert np.isnan(curve.mean).sum() == 1
            assert np.nanmax(curve.high) == 499
            assert np.nanmin(curve.low) == 0


@given(st.lists(st.tuples(st.floats(0, 1000), st.floats(-1e6, 1e6)), min_size=1, max_size=60), st.sampled_from([2.0, 7.0, 60.0]))
def test_spans_of_spans_are_the_spans_of_the_readings(pairs: list[tuple[float, float]], length_s: float) -> None:
    times_s, values = np.array([time_s for time_s, _ in pairs]), np.array([value for _, value in pairs])
    once, twice = spans_of(times_s, values, length_s * 3), wider(spans_of(times_s, values, length_s), length_s * 3)
    np.testing.assert_array_equal(once.begin_s, twice.begin_s)
    np.testing.assert_array_equal(once.low, twice.low)
    np.testing.assert_array_equal(once.high, twice.high)
    np.testing.assert_array_equal(once.count, twice.count)
    np.testing.assert_allclose(once.mean, twice.mean, rtol=1e-9, atol=1e-6)


def test_hours_are_rolled_up_and_old_readings_let_go(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    begin_s = BEGIN_S // 3600 * 3600
    file = RecordingFile(path, [MACHINE], "test", begin=(begin_s, MONO_S), retention=Retention(3600.0, 3 * 3600.0, 5 * 3600.0))
    for at in range(0, 7 * 3600, 20):
        file.write([Frame("GPU-0", MONO_S + at, begin_s + at, {"power_w": float(at % 1000)})])
    file.close()
    with Recording(path) as recording:
        tables = {level: len(recording._database.rows("SELECT 1 FROM rollup WHERE level = ?", (level,))) for level in (1, 60, 3600)}
        assert tables == {1: 2, 60: 5, 3600: 6}
        singles = recording._database.rows("SELECT min(begin_s), max(end_s) FROM chunk")[0]
        assert singles[0] >= begin_s + 5 * 3600
        whole = recording.curve("GPU-0", "power_w", begin_s, begin_s + 7 * 3600, 7)
        assert len(whole.time_s) == 7
        assert whole.high.tolist() == [980.0] * 7
        assert recording.curve("GPU-0", "power_w", begin_s + 4 * 3600, begin_s + 5 * 3600, 9999).time_s[1] == begin_s + 4 * 3600 + 20


@pytest.mark.parametrize("singles_s", [86_400.0, 3600.0])
def test_a_recording_begins_with_its_first_reading_not_with_the_hour(tmp_path: Path, singles_s: float) -> None:
    path = tmp_path / "a.gpurec"
    begin_s = BEGIN_S // 3600 * 3600 + 3000
    retention = Retention(singles_s, 30 * 86_400.0, 30 * 86_400.0)
    file = RecordingFile(path, [MACHINE], "test", begin=(begin_s, MONO_S), retention=retention)
    for at in range(0, 3 * 3600, 20):
        file.write([Frame("GPU-0", MONO_S + at, begin_s + at, {"power_w": float(at % 1000)})])
    file.close()
    with Recording(path) as recording:
        assert recording._database.rows("SELECT 1 FROM rollup WHERE begin_s < ?", (begin_s,))
        assert recording.span() == pytest.approx((begin_s, begin_s + 3 * 3600 - 20), abs=0.02)
        assert recording.curve("GPU-0", "power_w", begin_s, begin_s + 1200, 9999).high.max() == 980.0


def test_readings_that_come_after_their_hour_was_rolled_up_are_in_it_too(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    begin_s = BEGIN_S // 3600 * 3600
    file = RecordingFile(path, [MACHINE], "test", begin=(begin_s, MONO_S))
    for at in range(0, 3 * 3600 + 600, 10):
        of_it = [("GPU-0", at), ("GPU-1", at - 45)] if at >= 45 else [("GPU-0", at)]
        file.write([Frame(uuid, MONO_S + when, begin_s + when, {"power_w": float(when)}) for uuid, when in of_it])
    file.close()
    with Recording(path) as recording:
        for uuid, length_s in (("GPU-0", 60.0), ("GPU-1", 60.0), ("GPU-1", 3600.0)):
            whole = recording.spans(uuid, "power_w", begin_s, begin_s + 4 * 3600, length_s)
            assert whole.count.sum() == len(list(recording.frames(uuid, begin_s, begin_s + 4 * 3600)))


def test_a_day_takes_less_than_its_room(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    record(path, 600)
    with Recording(path) as recording:
        packed = recording._database.value("SELECT sum(length(body)) FROM chunk")
    assert packed * 144 < 120e6


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "a.gpurec"
    other.write_text("GPU,power\n")
    for wrong in (other, tmp_path / "none.gpurec"):
        with pytest.raises(DeskError):
            Recording(wrong)
    before = other.read_bytes()
    with pytest.raises(DeskError):
        RecordingFile(other, [MACHINE], "test")
    assert other.read_bytes() == before


class HandClock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def mono_s(self) -> float:
        return self.now_s

    def wall_s(self) -> float:
        return self.now_s

    def wait(self, _stop: object, _seconds: float) -> bool:
        return True


def test_a_recording_is_played_at_any_speed_and_from_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    record(path, 90)
    clock = HandClock()
    source = RecordingSource(path, clock)
    assert not source.playing
    source.take()
    source.play(10.0)
    clock.now_s = 2.0
    played = source.take()
    assert source.at_s == pytest.approx(source.begin_s + 20)
    assert len(played) == pytest.approx(8 * 200, abs=8)
    source.pause()
    clock.now_s = 50.0
    assert source.take() == []
    source.seek(source.begin_s + 70)
    assert min(frame.wall_s for frame in source.take()) >= source.begin_s + 10 - 0.2
    source.play(100.0)
    clock.now_s = 90.0
    assert source.at_s == source.end_s
    assert not source.playing
    source.close()


def test_the_time_between_two_runs_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.gpurec"
    later_s = 3e8
    for moved_s in (0.0, later_s):
        file = RecordingFile(path, [MACHINE], "test", begin=(BEGIN_S + moved_s, MONO_S))
        for at in range(70):
            file.write([Frame("GPU-0", MONO_S + at, BEGIN_S + moved_s + at, {"power_w": float(at)})])
        file.close()
    looked: list[float] = []
    chunk = Recording.chunk

    def counted(self: Recording, uuid: str, from_s: float, to_s: float, only: Set[str] | None = None) -> Chunk:
        looked.append(from_s)
        assert len(looked) < 50, "it looks for readings where there are none"
        return chunk(self, uuid, from_s, to_s, only)

    monkeypatch.setattr(Recording, "chunk", counted)
    with Recording(path) as recording:
        found = [frame.wall_s for frame in recording.frames("GPU-0", BEGIN_S, BEGIN_S + 2 * later_s, 60.0)]
    assert found == pytest.approx([BEGIN_S + moved_s + at for moved_s in (0.0, later_s) for at in range(70)])


def test_what_comes_of_a_counter_is_there_wherever_the_reading_begins(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    begin_s = BEGIN_S // 60 * 60
    file = RecordingFile(path, [MACHINE], "test", begin=(begin_s, MONO_S))
    for at in range(200):
        file.write([Frame("GPU-0", MONO_S + at, begin_s + at, {"energy_j": 500.0 * at})])
    file.close()
    with Recording(path) as recording:
        rates = [frame.values.get("energy_rate_w") for frame in recording.frames("GPU-0", begin_s, begin_s + 200, 60.0)]
    assert rates[0] is None
    assert rates[1:] == pytest.approx([500.0] * 199)


def test_what_is_no_number_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    file = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    for at, value in enumerate((1.0, np.nan, np.inf, 2.0)):
        file.write([Frame("GPU-0", MONO_S + at, BEGIN_S + at, {"power_w": value})])
    file.close()
    with Recording(path) as recording:
        back = [dict(frame.values) for frame in recording.frames("GPU-0", BEGIN_S, BEGIN_S + 9)]
    assert back == [{"power_w": 1.0}, {}, {}, {"power_w": 2.0}]


def test_a_name_that_is_no_text_holds_nothing_up(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    file = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    odd = Running((Process("GPU-0", 7, False, None, None, "train\udcff", "ann", ""),))
    file.write([Frame("GPU-0", MONO_S, BEGIN_S, {"power_w": 1.0})], (), {"GPU-0": odd})
    file.close()
    with Recording(path) as recording:
        assert recording.running(BEGIN_S + 1) == {"GPU-0": odd}


def test_a_file_with_damaged_definitions_is_told_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    record(path, 1)
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE tail", b"CREATE\xaeTABLE tail"))
    with pytest.raises(Damaged):
        Recording(path)


def test_other_tools_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    record(path, 2)
    with Recording(path) as recording:
        for form, lines in (("csv", 161), ("jsonl", 160)):
            out = tmp_path / form
            with out.open("w", encoding="utf-8", newline="") as file:
                assert WRITERS[form](recording, file) == 160
            assert len(out.read_text().splitlines()) == lines
        out = tmp_path / "prometheus"
        with out.open("w", encoding="utf-8") as file:
            WRITERS["prometheus"](recording, file)
    text = out.read_text()
    labels = '{uuid="GPU-3",host="node-1",gpu="3",name="H100"}'
    assert (tmp_path / "csv").read_text().splitlines()[4].split(",")[1:5] == ["GPU-3", "node-1", "3", "H100"]
    line = json.loads((tmp_path / "jsonl").read_text().splitlines()[3])
    assert (line["gpu"], line["host"], line["number"], line["name"]) == ("GPU-3", "node-1", "3", "H100")
    assert "# TYPE gpudesk_power_w gauge\n" in text
    assert "# TYPE gpudesk_energy_j counter\n" in text
    assert text.count(f"gpudesk_power_w{labels} ") == 20
    with Recording(path) as recording:
        first = next(recording.frames("GPU-3", BEGIN_S, BEGIN_S + 9))
    assert f"gpudesk_power_w{labels} {first.values['power_w']!r} {round(first.wall_s * 1000)}\n" in text


def test_exports_call_parts_and_odd_names_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    whole, part = GpuFacts("GPU-0", 1, name='Odd "name"\\'), GpuFacts("MIG-a", 2, name="=1+1", parent="GPU-0")
    file = RecordingFile(path, [Machine("node-1", gpus=(whole, part))], "test", begin=BEGIN)
    file.write([Frame(uuid, MONO_S, BEGIN_S, {"power_w": 1.0}) for uuid in ("GPU-0", "MIG-a", "GPU-unknown")], (), {})
    file.close()
    for form in WRITERS:
        export_file(path, form, tmp_path / form)
    rows = list(csv.reader((tmp_path / "csv").read_text().splitlines()))
    assert [row[1:5] for row in rows[1:]] == [
        ["GPU-0", "node-1", "1", 'Odd "name"\\'],
        ["MIG-a", "node-1", "1.2", "'=1+1"],
        ["GPU-unknown", "", "", ""],
    ]
    text = (tmp_path / "prometheus").read_text()
    assert 'gpudesk_power_w{uuid="GPU-0",host="node-1",gpu="1",name="Odd \\"name\\"\\\\"} 1.0 ' in text
    assert 'gpudesk_power_w{uuid="GPU-unknown"} 1.0 ' in text


def test_a_recorder_writes_in_a_thread_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    recorder = Recorder(path, [MACHINE], "test")
    now_s, mono_s = time.time(), time.monotonic()
    recorder.add([Frame("GPU-0", mono_s, now_s, {"power_w": 7.0})])
    recorder.mark("steady", now_s, now_s + 1)
    recorder.close()
    assert recorder.count == 1
    with Recording(path) as recording:
        assert [mark.name for mark in recording.marks()] == ["steady"]
        assert [frame.values["power_w"] for frame in recording.frames("GPU-0", now_s - 3600, now_s + 3600)] == [7.0]


def test_two_do_not_write_one_recording(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    first = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    with pytest.raises(DeskError):
        RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    first.close()
    RecordingFile(path, [MACHINE], "test", begin=BEGIN).close()


def test_an_error_with_the_last_reading_is_played_too(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    file = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    for frames in seconds(3):
        file.write(frames)
    file.write([], [Event("GPU-0", BEGIN_S, 79)])
    file.close()
    clock = HandClock()
    source = RecordingSource(path, clock)
    source.play(60.0)
    clock.now_s = 1.0
    source.take()
    assert [event.xid for event in source.take_events()] == [79]
    assert source.take_events() == []
    source.close()


def test_the_processes_of_a_moment_are_those_written_last_before_it(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    file = RecordingFile(path, [MACHINE], "test", begin=BEGIN)
    for at, pid in enumerate((7, 8)):
        running = {"GPU-0": Running((Process("GPU-0", pid, False, 2**30, None, "train", "ann", ""),))}
        file.write([Frame("GPU-0", MONO_S + at, BEGIN_S + at, {"power_w": 1.0})], (), running)
    file.close()
    with Recording(path) as recording:
        found = [recording.running(BEGIN_S + at)["GPU-0"].processes[0].pid for at in (0.5, 9)]
    assert found == [7, 8]
