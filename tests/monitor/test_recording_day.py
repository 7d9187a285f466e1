"""Hours of recording through a clock of our own: a recorder that dies, a full disk, a gap and clocks that are set lose nothing."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.readings.reading import Frame
from gpudesk.monitor.recording.recording import RecordingFile
from gpudesk.monitor.recording.recording_read import Recording
from tests.monitor.made_frames import BEGIN_S, MACHINE, MONO_S, UUIDS, seconds


@dataclass(frozen=True)
class Times:
    """How long it records, and when each event happens, in seconds from the start."""

    length_s: int
    dies_s: int
    full_s: int
    full_for_s: int
    gap_s: int
    gap_for_s: int
    set_s: int
    most_bytes: float


DAY = Times(86_400, 20_000, 35_000, 120, 50_000, 1_800, 65_000, 120e6)
NINETY_MINUTES = Times(5_400, 1_250, 2_200, 120, 2_900, 1_000, 4_400, 8e6)
_FIRST = """
import os, signal, sys
from pathlib import Path
from gpudesk.monitor.recording.recording import RecordingFile
from tests.monitor.made_frames import BEGIN_S, MACHINE, MONO_S, seconds
file = RecordingFile(Path(sys.argv[1]), [MACHINE], "test", begin=(BEGIN_S, MONO_S))
for frames in seconds(int(sys.argv[2]), wander_s=600):
    file.write(frames)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("times", [NINETY_MINUTES, pytest.param(DAY, marks=pytest.mark.soak)], ids=["90min", "day"])
def test_everything_that_can_happen_to_a_recording(times: Times, tmp_path: Path) -> None:
    path = tmp_path / "day.gpurec"
    assert subprocess.run([sys.executable, "-c", _FIRST, str(path), str(times.dies_s)], check=False).returncode == -9
    file = RecordingFile(path, [MACHINE], "test", begin=(BEGIN_S + times.dies_s, MONO_S + times.dies_s))
    expected = 10 * times.dies_s
    for at, frames in enumerate(seconds(times.length_s, wander_s=600, first=times.dies_s), times.dies_s):
        if times.gap_s <= at < times.gap_s + times.gap_for_s:
            continue
        if at == times.full_s:
            file._database.run(f"PRAGMA max_page_count={file._database.value('PRAGMA page_count')}")
        if at == times.full_s + times.full_for_s:
            file._database.run("PRAGMA max_page_count=1000000000")
        read = frames if at < times.set_s else [Frame(each.uuid, each.mono_s, each.wall_s - 3600.0, each.values) for each in frames]
        try:
            file.write(read)
        except DeskError:
            assert times.full_s <= at < times.full_s + times.full_for_s
        expected += 10
    file.close()
    assert path.stat().st_size < times.most_bytes
    with Recording(path) as recording:
        kinds = [note.kind for note in recording.notes()]
        assert kinds.count("recovered") == 1
        assert "full" not in kinds
        assert set(kinds) == {"recovered", "clock"}
        for uuid in (UUIDS[0], UUIDS[-1]):
            times_s = np.concatenate(
                [chunk.times_s[inside] for chunk, inside in recording.blocks(uuid, BEGIN_S, BEGIN_S + times.length_s + 1)]
            )
            assert len(times_s) == expected
            apart_s = np.diff(times_s)
            assert apart_s.min() > 0
            assert apart_s[apart_s > 1].round().tolist() == [times.gap_for_s]
            # 3,600 s spans count each reading once as well.
            assert recording.spans(uuid, "power_w", BEGIN_S, BEGIN_S + times.length_s, 3600.0).count.sum() == expected
