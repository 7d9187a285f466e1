"""Recordings that are damaged, were made by an earlier version, or hold names that are no text."""

import io
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from gpudesk import locate
from gpudesk.cli.monitor.monitor_recording import export_recording, show_recording
from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.readings import clock
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, Process
from gpudesk.monitor.readings.source import Machine, Running
from gpudesk.monitor.recording.recording import RecordingFile
from gpudesk.monitor.recording.recording_export import WRITERS
from gpudesk.monitor.recording.recording_read import Recording
from gpudesk.monitor.recording.replay import RecordingSource
from tests.examples import example_count
from tests.monitor.made_frames import BEGIN_S, MACHINE, MONO_S, UUIDS

_BEGIN_S = BEGIN_S // 3600 * 3600 + 3500
_ROUNDS = example_count(160)
_ODD = "GPU\udcff"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A recording over the turn of an hour with something of everything."""
    path = tmp_path_factory.mktemp("whole") / "a.gpurec"
    file = RecordingFile(path, [MACHINE], "test", begin=(_BEGIN_S, MONO_S))
    running = {"GPU-0": Running((Process("GPU-0", 7, False, None, None, "train", "ann", ""),))}
    for at in range(0, 300, 2):
        values = {"power_w": float(at), "energy_j": 500.0 * at}
        frames = [Frame(uuid, MONO_S + at, _BEGIN_S + at, values) for uuid in UUIDS[:2]]
        file.write(frames, [Event("GPU-0", 0.0, 79)] if at == 50 else (), running)
    file.mark("load", _BEGIN_S, _BEGIN_S + 9)
    file.note("full", 3.0)
    file.close()
    return path.read_bytes()


def _look(path: Path) -> None:
    show_recording(path, as_json=False)
    show_recording(path, as_json=True)


def _export(path: Path) -> None:
    for form in WRITERS:
        export_recording(path, form, path.with_suffix(".out"))


def _play(path: Path) -> None:
    source = RecordingSource(path)
    try:
        source.seek(source.end_s)
        source.take()
        source.take_events()
        source.running()
        for uuid in UUIDS[:2]:
            source.curve(uuid, "power_w", source.begin_s, source.end_s, 20)
    finally:
        source.close()


def _go_on(path: Path) -> None:
    file = RecordingFile(path, [MACHINE], "test", begin=(_BEGIN_S + 9000, MONO_S))
    try:
        file.write([Frame("GPU-0", MONO_S + 1, _BEGIN_S + 9001, {"power_w": 1.0})])
    finally:
        file.close()


USES: tuple[Callable[[Path], None], ...] = (_look, _export, _play, _go_on)


def _told(use: Callable[[Path], None], path: Path, raw: bytes) -> bool:
    """Whether a use refuses the file; any other end than a clear error fails the test."""
    path.write_bytes(raw)
    told = ""
    try:
        use(path)
    except DeskError as error:
        told = str(error)
    assert not told or path.name in told
    return bool(told)


def _damage(raw: bytes, kind: int, chance: random.Random) -> bytes:
    if kind == 0:
        return raw[: chance.randrange(len(raw))]
    changed = bytearray(raw)
    if kind == 1:
        changed[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    elif kind == 2:
        for _ in range(40):
            changed[chance.randrange(len(raw))] = chance.randrange(256)
    else:
        begin = chance.randrange(len(raw))
        end = min(len(raw), begin + chance.randrange(1, 600))
        changed[begin:end] = chance.randbytes(end - begin)
    return bytes(changed)


def test_whatever_is_damaged_is_told_in_a_sentence(whole: bytes, tmp_path: Path) -> None:
    chance = random.Random(11)
    refused = 0
    for number in range(_ROUNDS):
        raw = _damage(whole, number % 4, chance)
        for use in USES:
            refused += _told(use, tmp_path / f"{number}{use.__name__}.gpurec", raw)
    assert refused > _ROUNDS


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE note SET kind = 'zzz'",
        "UPDATE note SET at_s = 1e300",
        "UPDATE note SET amount = 9e999",
        "UPDATE event SET at_s = 9e999",
        "UPDATE mark SET end_s = 9e999",
        "UPDATE chunk SET end_s = 9e999",
        "UPDATE machine SET body = '{}'",
    ],
)
def test_values_that_nothing_says_are_damage(whole: bytes, tmp_path: Path, statement: str) -> None:
    path = tmp_path / "a.gpurec"
    path.write_bytes(whole)
    opened = sqlite3.connect(path)
    opened.execute("PRAGMA ignore_check_constraints=ON")
    opened.execute(statement)
    opened.commit()
    opened.close()
    assert _told(_look, path, path.read_bytes())


def test_other_definitions_are_refused_before_anything_is_written(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    assert _told(_go_on, path, whole.replace(b"REFERENCES gpu (id)", b"REFERENCES gpu (ie)"))


def test_a_recording_of_the_first_format_goes_on(whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.gpurec"
    opened = sqlite3.connect(path)
    opened.executescript((locate.migrations_dir("recording") / "0001_recording.sql").read_text(encoding="utf-8"))
    opened.execute("INSERT INTO note (at_s, kind, amount) VALUES (1.0, 'full', 3.0)")
    opened.execute("PRAGMA application_id=0x47504452")
    opened.execute("PRAGMA user_version=1")
    opened.commit()
    opened.close()
    with Recording(path) as recording:
        assert [note.kind for note in recording.notes()] == ["full"]
    slept = iter((100.0, 100.0, 700.0))
    monkeypatch.setattr(clock, "slept_s", lambda: next(slept))
    file = RecordingFile(path, [MACHINE], "test", begin=(BEGIN_S, MONO_S))
    file.write([Frame("GPU-0", MONO_S + 1, BEGIN_S + 1, {"power_w": 1.0})])
    file.write([Frame("GPU-0", MONO_S + 602, BEGIN_S + 602, {"power_w": 2.0})])
    file.close()
    with Recording(path) as recording:
        assert [(note.kind, note.amount) for note in recording.notes()] == [("full", 3.0), ("slept", 600.0)]
        assert recording.notes()[1].at_s == pytest.approx(BEGIN_S + 1)
        times_s = [frame.wall_s for frame in recording.frames("GPU-0", BEGIN_S, BEGIN_S + 999)]
    assert times_s == pytest.approx([BEGIN_S + 1, BEGIN_S + 602])


def test_names_that_are_no_text_stop_neither_recording_nor_export(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    machine = Machine("host\udcff", gpus=(GpuFacts(_ODD, 0, name="H100"),))
    file = RecordingFile(path, [machine], "nvml: \udcff", begin=(BEGIN_S, MONO_S))
    file.write(
        [Frame(_ODD, MONO_S + at, BEGIN_S + at, {"power_w": float(at)}) for at in range(3)], [Event(_ODD, 0.0, 79)], {_ODD: Running(())}
    )
    file.mark("load\udcff", BEGIN_S, BEGIN_S + 1)
    file.close()
    with Recording(path) as recording:
        (uuid,) = recording.gpus()
        assert uuid == recording.machines()[0].gpus[0].uuid == recording.events()[0].uuid
        assert uuid in recording.running(BEGIN_S + 9)
        for write in WRITERS.values():
            out = io.StringIO()
            assert write(recording, out) == 3
            out.getvalue().encode("utf-8")
    _look(path)
