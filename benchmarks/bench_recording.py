"""A day of eight GPUs at ten readings a second, recorded through a clock of our own."""

import tempfile
import time
from pathlib import Path

from benchmarks.figures import Figure
from gpudesk.monitor.recording.recording import RecordingFile
from gpudesk.monitor.recording.recording_read import Recording
from tests.monitor.made_frames import BEGIN_S, MACHINE, MONO_S, UUIDS, seconds

DAY_S = 86_400
ROOM_MB = 120
TOOK_S = 60
CURVE_S = 1.0


def run() -> list[Figure]:
    """Its room, the time that recording it took, and how soon a curve over all of it and over its last minutes is there."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "day.gpurec")
        file = RecordingFile(path, [MACHINE], "benchmark", begin=(BEGIN_S, MONO_S))
        took_s = 0.0
        for frames in seconds(DAY_S, wander_s=600):
            begun_s = time.process_time()
            file.write(frames)
            took_s += time.process_time() - begun_s
        begun_s = time.process_time()
        file.close()
        took_s += time.process_time() - begun_s
        with Recording(path) as recording:
            whole_s = _curve_s(recording, BEGIN_S, BEGIN_S + DAY_S)
            last_s = _curve_s(recording, BEGIN_S + DAY_S - 240, BEGIN_S + DAY_S)
        return [
            Figure("recording: a day of 8 GPUs at 10 Hz", path.stat().st_size / 1e6, "MB", ROOM_MB),
            Figure("recording: processor time of writing it", took_s, "s", TOOK_S),
            Figure("recording: share of a core", 100 * took_s / DAY_S, "%", 1),
            Figure("recording: curve of the day", whole_s, "s", CURVE_S),
            Figure("recording: curve of the last 4 minutes", last_s, "s", CURVE_S),
        ]


def _curve_s(recording: Recording, from_s: float, to_s: float) -> float:
    begun_s = time.perf_counter()
    assert len(recording.curve(UUIDS[0], "power_w", from_s, to_s).time_s)  # noqa: S101 - a benchmark checks what it measures
    return time.perf_counter() - begun_s
