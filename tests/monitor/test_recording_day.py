"""A day of recording through a clock of our own: a recorder that dies, a full disk, a gap and clocks that are set lose nothing."""

import subprocess
import sys
from pathlib import Path

import numpy as np

from gpudesk.core.errors import DeskError
from gpudesk.monitor.reading import Frame
from gpudesk.monitor.recording import RecordingFile
from gpudesk.monitor.recording_read import Recording
from tests.monitor.made_frames import BEGIN_S, MACHINE, MONO_S, UUIDS, seconds

_DAY_S = 86_400
_DIES_S, _FULL_S, _FULL_FOR_S, _GAP_S, _GAP_FOR_S, _SET_S = 20_000, 35_000, 120, 50_000, 1_800, 65_000
_FIRST = f"""
import os, signal, sys
from pathlib import Path
from gpudesk.monitor.recording import RecordingFile
from tests.monitor.made_frames import BEGIN_S, MACHINE, MONO_S, seconds
file = RecordingFile(Path(sys.argv[1]), [MACHINE], "test", begin=(BEGIN_S, MONO_S))
for frames in seconds({_DIES_S}, wander_s=600):
    file.write(frames)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_day_with_everything_that_befalls_it(tmp_path: Path) -> None:
    path = tmp_path / "day.gpurec"
    assert subprocess.run([sys.executable, "-c", _FIRST, str(path)], check=False).returncode == -9
    file = RecordingFile(path, [MACHINE], "test", begin=(BEGIN_S + _DIES_S, MONO_S + _DIES_S))
    expected = 10 * _DIES_S
    for at, frames in enumerate(seconds(_DAY_S, wander_s=600, first=_DIES_S), _DIES_S):
        if _GAP_S <= at < _GAP_S + _GAP_FOR_S:
            continue
        if at == _FULL_S:
            file._database.run(f"PRAGMA max_page_count={file._database.value('PRAGMA page_count')}")
        if at == _FULL_S + _FULL_FOR_S:
            file._database.run("PRAGMA max_page_count=1000000000")
        read = frames if at < _SET_S else [Frame(each.uuid, each.mono_s, each.wall_s - 3600.0, each.values) for each in frames]
        try:
            file.write(read)
        except DeskError:
            assert _FULL_S <= at < _FULL_S + _FULL_FOR_S
        expected += 10
    file.close()
    assert path.stat().st_size < 120e6
    with Recording(path) as recording:
        kinds = [note.kind for note in recording.notes()]
        assert kinds.count("recovered") == 1
        assert "full" not in kinds
        assert set(kinds) == {"recovered", "clock"}
        for uuid in (UUIDS[0], UUIDS[-1]):
            times_s = np.concatenate([chunk.times_s[inside] for chunk, inside in recording.blocks(uuid, BEGIN_S, BEGIN_S + _DAY_S + 1)])
            assert len(times_s) == expected
            apart_s = np.diff(times_s)
            assert apart_s.min() > 0
            assert apart_s[apart_s > 1].round().tolist() == [_GAP_FOR_S]
            # 3,600 s spans count each reading once as well.
            assert recording.spans(uuid, "power_w", BEGIN_S, BEGIN_S + _DAY_S, 3600.0).count.sum() == expected
