"""Memory that was full and fell at once: what speaks for running out of memory, and what only looks a little like it."""

import json
import time
from dataclasses import replace
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from gpudesk import locate
from gpudesk.monitor.readings.source import Machine
from gpudesk.monitor.recording.recording import RecordingFile
from gpudesk.monitor.verdict.verdict import judge
from gpudesk.monitor.verdict.verdict_boards import alternatives, verdict_on
from gpudesk.monitor.verdict.verdict_export import document
from gpudesk.monitor.verdict.verdict_figures import Track, Window
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.monitor.verdict.verdict_live import LiveTracks
from gpudesk.monitor.verdict.verdict_recording import tracks_of_recording
from gpudesk.monitor.verdict.verdict_series import Floats, Series
from gpudesk.monitor.verdict.verdict_terms import Cause, Kind, Trust, Verdict
from gpudesk.sizing.gpus.boards import planned_boards
from tests.monitor.made_load import GIB, HOUR, ROOM_GIB, track, with_series
from tests.monitor.made_source import frames_of

LIMITS = Limits()
Corner = tuple[float, float]


def memory(*corners: Corner, apart_s: float = 1.0) -> Track:
    """A GPU whose memory, in GiB, runs straight from corner to corner; two at one second are a step after it."""
    at = np.arange(0.0, 3601.0, apart_s)
    used: Floats = np.interp(at, [each[0] for each in corners], [each[1] for each in corners])
    return with_series(track(apart_s=apart_s), memory_used_bytes=Series(at, used * GIB))


def crash(at_s: float, top: float = 78.0, low: float = 0.5) -> tuple[Corner, ...]:
    """Memory rises within a minute, and is gone a second after."""
    return ((at_s - 60, 20.0), (at_s, top), (at_s + 1, low))


def on(*tracks: Track, window: Window = HOUR) -> Verdict:
    return judge(tracks, window, LIMITS)


def falls(*tracks: Track) -> list[int]:
    return [len(each.memory_falls) for each in on(*tracks).gpus]


def test_a_process_that_dies_of_it_once() -> None:
    found = on(memory((0, 20), *crash(3000), (3600, 0.5)))
    assert (found.kind, found.cause, found.trust) == (Kind.UNDER, Cause.OUT_OF_MEMORY, Trust.LOW)
    assert found.title.plain() == "Too small, likely out of memory"
    said = [each.plain() for each in found.sentences]
    clock = time.strftime("%Y-%m-%d %H:%M", time.localtime(3000))
    assert said[0] == f"Memory of GPU 0 was 98 % full at {clock} and its usage suddenly dropped by 77.5 GiB."
    assert said[1].endswith("a likely cause, not a certain one.")
    told = {each.key: (each.value.plain(), each.ok) for each in found.evidence}
    assert told["memory_falls"] == (f"1 ×, last {clock[-5:]}", False)
    assert [each.plain()[:12] for each in found.doubts] == ["A job that e", "It was obser"]
    assert found.measurements == ("refused", "again")


def test_one_that_is_started_again_and_again() -> None:
    found = on(memory((0, 20), *crash(600), *crash(1500), *crash(3300), (3600, 0.5)))
    assert (found.cause, found.trust) == (Cause.OUT_OF_MEMORY, Trust.MEDIUM)
    clock = time.strftime("%Y-%m-%d %H:%M", time.localtime(3300))
    assert (
        found.sentences[0].plain()
        == f"Memory of GPU 0 was full and its usage suddenly dropped 3 times, last at {clock} by 77.5 GiB from 98 %."
    )
    body = document(found, (), "made up", None)
    jsonschema.validate(body, json.loads(locate.resource("schemas", "verdict.v2.json").read_text(encoding="utf-8")))
    assert [each["at"] for each in body["gpus"][0]["memory_drops"]] == [600.0, 1500.0, 3300.0]


def test_it_is_found_though_nothing_runs_for_most_of_the_window() -> None:
    """While it is started again a process holds memory and does nothing: that is no idle GPU."""
    busy = memory((0, 20), *crash(600), *crash(1500), *crash(3300), (3600, 2))
    still = with_series(busy, sm_active_percent=Series(busy.series["power_w"].times_s, np.full(3601, 2.0)))
    assert on(still).cause is Cause.OUT_OF_MEMORY


@pytest.mark.parametrize(
    ("corners", "apart_s"),
    [
        # An ordinary end: the highest use is well below all.
        (((0, 60), (3000, 60), (3001, 0.5), (3600, 0.5)), 1.0),
        # One that rose to it shortly before, but not to all.
        (((0, 20), *crash(3000, top=71.9), (3600, 0.5)), 1.0),
        # It stood full for long, as what has taken all that it needs, and ended then.
        (((0, 20), (60, 74), (3000, 74), (3001, 0.5), (3600, 0.5)), 1.0),
        # A cache that is kept: no fall.
        (((0, 20), (60, 75), (3600, 75)), 1.0),
        # What is given back is little, as fragments are.
        (((0, 20), (2900, 60), (3000, 75), (3001, 55), (3600, 55)), 1.0),
        # It goes slowly, as where one process after the other ends.
        (((0, 20), (2940, 20), (3000, 76), (3001, 66), (3020, 66), (3021, 0.5), (3600, 0.5)), 1.0),
        # Full from the first reading on: its rise was not recorded.
        (((0, 76), (100, 76), (101, 0.5), (3600, 0.5)), 1.0),
        # Readings two minutes apart do not tell how long it stood.
        (((0, 20), (2880, 20), (3000, 78), (3120, 0.5), (3600, 0.5)), 120.0),
    ],
)
def test_what_only_looks_a_little_like_it(corners: tuple[Corner, ...], apart_s: float) -> None:
    assert falls(memory(*corners, apart_s=apart_s)) == [0]


@pytest.mark.parametrize(("top", "low", "count"), [(72.1, 0.5, 1), (71.9, 0.5, 0), (78.0, 53.9, 1), (78.0, 54.1, 0)])
def test_the_edges(top: float, low: float, count: int) -> None:
    assert falls(memory((0, 20), *crash(3000, top, low), (3600, low))) == [count]


def test_a_fall_in_two_readings_and_one_in_a_hole() -> None:
    half_way = ((0, 20), (2940, 20), (3000, 78), (3001, 50), (3002, 0.5), (3600, 0.5))
    assert falls(memory(*half_way)) == [1]
    exporter = memory((0, 20), (2880, 20), (2985, 78), (3000, 0.5), (3600, 0.5), apart_s=15.0)
    assert falls(exporter) == [1]
    gone = memory((0, 20), *crash(3000), (3600, 0.5))
    used = gone.series["memory_used_bytes"].values.copy()
    used[3001:3060] = np.nan
    times = gone.series["memory_used_bytes"].times_s
    assert falls(with_series(gone, memory_used_bytes=Series(times, used))) == [0]


def test_memory_that_held_out_afterwards_is_told_and_no_more() -> None:
    found = on(memory((0, 20), *crash(300, top=75), *crash(600, top=75), (700, 65), (3600, 65)))
    assert (found.kind, found.cause) == (Kind.WELL, Cause.NONE)
    assert [each.plain().partition(",")[0] for each in found.sentences][1:] == [
        "Memory of GPU 0 was full and its usage suddenly dropped 2 times",
        "A process likely ran out of memory at that point; memory has been sufficient since.",
    ]
    assert [each.ok for each in found.evidence if each.key == "memory_falls"] == [None]
    assert on(memory((0, 20), *crash(300), (3600, 0.5))).cause is Cause.OUT_OF_MEMORY, "nothing came after"
    # In the last half of the window it is the verdict, whatever came after.
    assert on(memory((0, 20), *crash(1810), (1900, 65), (3600, 65))).cause is Cause.OUT_OF_MEMORY


def test_a_program_that_fills_memory_by_itself() -> None:
    """It is full as it should be: that somebody ended it once says nothing; that it never is does."""
    once = replace(memory((0, 20), *crash(3000), (3600, 0.5)), programs=("/usr/bin/python3 -m vllm serve",))
    assert on(once).cause is not Cause.OUT_OF_MEMORY
    often = replace(memory((0, 20), *crash(600), *crash(3000), (3600, 0.5)), programs=once.programs)
    found = on(often)
    assert (found.cause, found.trust) == (Cause.OUT_OF_MEMORY, Trust.LOW)
    assert "allocates memory up front" in found.doubts[-1].plain()


def test_one_of_several_gpus_and_a_larger_one() -> None:
    whole = track(1)
    short = with_series(track(0), memory_used_bytes=memory((0, 20), *crash(3000), (3600, 0.5)).series["memory_used_bytes"])
    verdict, found = verdict_on([short, whole], HOUR, LIMITS)
    assert verdict.cause is Cause.OUT_OF_MEMORY
    assert "GPU 0" in verdict.sentences[0].plain()
    assert found
    assert all(each.board.usable_gib > ROOM_GIB * 1.05 for each in found)


def test_a_gpu_that_held_out_later_does_not_hide_another() -> None:
    recovered = memory((0, 20), *crash(300, top=75), *crash(600, top=75), (700, 65), (3600, 65))
    short = with_series(track(1), memory_used_bytes=memory((0, 20), *crash(3000), (3600, 0.5)).series["memory_used_bytes"])
    assert on(recovered).cause is not Cause.OUT_OF_MEMORY
    for tracks, number in (((recovered, short), 1), ((replace(short, facts=recovered.facts), replace(recovered, facts=short.facts)), 0)):
        found = on(*tracks)
        assert found.cause is Cause.OUT_OF_MEMORY
        assert found.sentences[0].plain().startswith(f"Memory of GPU {number} was 98 % full at ")


def test_live_readings_and_a_recording_say_the_same(tmp_path: Path) -> None:
    made = memory((0, 20), *crash(600), *crash(3000), (3600, 0.5))
    frames = frames_of([made])
    start_s = frames[0].wall_s
    window = Window(start_s, start_s + 3600)
    live = LiveTracks()
    live.add(frames)
    path = tmp_path / "run.gpurec"
    file = RecordingFile(path, [Machine("dgx-014", driver="580", cuda="13.0", gpus=(made.facts,))], "test", begin=(start_s, 0.0))
    file.write(frames)
    file.close()
    for tracks in (live.tracks({made.facts.uuid: made.facts}), tracks_of_recording(path)):
        found = judge(tracks, window, LIMITS)
        assert found.cause is Cause.OUT_OF_MEMORY
        assert [each.at_s - start_s for each in found.gpus[0].memory_falls] == [600.0, 3000.0]


def test_no_gpu_without_more_usable_memory_is_named_whatever_ran_out() -> None:
    """Of each board of the catalog: what ran out of memory needs more on a GPU; fewer or as large ones are never the answer."""
    verdict, _ = verdict_on([memory((0, 20), *crash(3000), (3600, 0.5))], HOUR, LIMITS)
    assert (verdict.cause, verdict.kind) == (Cause.OUT_OF_MEMORY, Kind.UNDER)
    named = 0
    for board in planned_boards():
        found = alternatives(verdict, board, LIMITS)
        named += len(found)
        assert all(each.board.usable_gib > 1.02 * board.usable_gib for each in found), board.key
        assert all(each.board.usable_gib >= each.needed_gib for each in found), board.key
        assert {each.gpus for each in found} <= {1}, "the split stays as it was"
    assert named > 20
