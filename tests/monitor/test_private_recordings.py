"""What a recording tells of the people and programs of a machine, and who may read it."""

from pathlib import Path

import pytest

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.readings.program_names import program_name
from gpudesk.monitor.readings.reading import Frame, Process
from gpudesk.monitor.readings.source import Running
from gpudesk.monitor.recording.recorder import Recorder
from gpudesk.monitor.recording.recording import RecordingFile
from gpudesk.monitor.recording.recording_read import Recording
from tests.monitor.made_frames import BEGIN_S, MACHINE, MONO_S

SECRET = "/usr/bin/python3 -u /srv/jobs/train.py --token hf_secret"


def running(command: str) -> dict[str, Running]:
    return {"GPU-0": Running((Process("GPU-0", 7, False, 2**30, 3.0, command, "ann", ""),))}


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("", ""),
        ("train", "train"),
        ("/opt/app/bin/trainer --password x", "trainer"),
        (SECRET, "python3 train.py"),
        ("python -m vllm.entrypoints.api_server --api-key x", "python -m vllm.entrypoints.api_server"),
        ("/usr/bin/python3.11 /usr/local/bin/vllm serve a/b", "python3.11 vllm"),
        ("python -W ignore -X dev train.py x", "python train.py"),
        ("python -c print('secret')", "python"),
        ("python --check-hash-based-pycs always x", "python"),
        ("bash -c export TOKEN=x; run", "bash"),
        ("bash /srv/run.sh --key x", "bash run.sh"),
        ("python -m", "python"),
        ("python -m a;b", "python"),
        ("ray::Worker.run", "ray::Worker.run"),
        ("nginx: worker process", "nginx"),
        ("a" * 500, "a" * 80),
    ],
)
def test_the_name_of_a_program_holds_no_argument(command: str, name: str) -> None:
    assert program_name(command) == name


@pytest.mark.parametrize(("commands", "kept"), [(False, "python3 train.py"), (True, SECRET)])
def test_command_lines_are_kept_only_when_asked_for(tmp_path: Path, *, commands: bool, kept: str) -> None:
    path = tmp_path / "a.gpurec"
    recorder = Recorder(path, [MACHINE], "test", commands=commands)
    recorder.add([Frame("GPU-0", MONO_S, BEGIN_S, {"power_w": 1.0})], (), running(SECRET))
    recorder.close()
    with Recording(path) as recording:
        span = recording.span()
        assert span is not None
        (process,) = recording.running(span[1] + 1e9)["GPU-0"].processes
    assert (process.command, process.user, process.used_bytes) == (kept, "ann", 2**30)
    assert (b"hf_secret" in path.read_bytes()) is commands


def test_only_the_owner_may_read_a_recording_and_its_side_files(tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    for before in (None, 0o644):
        if before is not None:
            path.chmod(before)
        file = RecordingFile(path, [MACHINE], "test", begin=(BEGIN_S, MONO_S))
        file.write([Frame("GPU-0", MONO_S, BEGIN_S, {"power_w": 1.0})], (), running("train"))
        rights = {each.name: oct(each.stat().st_mode & 0o777) for each in tmp_path.iterdir() if each.name.startswith("a.gpurec")}
        file.close()
        assert {name: right for name, right in rights.items() if not name.endswith(".lock")} == {
            "a.gpurec": "0o600",
            "a.gpurec-wal": "0o600",
            "a.gpurec-shm": "0o600",
        }
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_is_no_recording_keeps_its_rights(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    notes.chmod(0o644)
    for path in (notes, Path("/dev/null")):
        before = path.stat().st_mode
        with pytest.raises(DeskError):
            RecordingFile(path, [MACHINE], "test", begin=(BEGIN_S, MONO_S))
        assert path.stat().st_mode == before
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_a_link_to_a_recording_is_followed(tmp_path: Path) -> None:
    link = tmp_path / "latest.gpurec"
    link.symlink_to(tmp_path / "run-1.gpurec")
    RecordingFile(link, [MACHINE], "test", begin=(BEGIN_S, MONO_S)).close()
    assert link.is_symlink()
    assert (tmp_path / "run-1.gpurec").stat().st_size > 0
