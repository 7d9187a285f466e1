"""The GPU or slice that would serve instead, by the catalog; and the thresholds as a person keeps them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.monitor.readings.reading import GpuFacts
from gpudesk.monitor.readings.source import Machine
from gpudesk.monitor.recording.recording import RecordingFile
from gpudesk.monitor.verdict.verdict import steady
from gpudesk.monitor.verdict.verdict_boards import board_of, known, verdict_on
from gpudesk.monitor.verdict.verdict_figures import Track, Window
from gpudesk.monitor.verdict.verdict_limits import Limits, keep_limits, limits, next_measurements, own_limits_file, shipped_thresholds
from gpudesk.monitor.verdict.verdict_recording import by_second, tracks_of_recording
from gpudesk.monitor.verdict.verdict_terms import Kind
from tests.monitor import verdict_document
from tests.monitor.made_load import GIB, HOUR, track
from tests.monitor.made_source import frames_of

LIMITS = Limits()
H100_GIB = 81_559 / 1024


def h100(index: int = 0, **values: Any) -> Track:
    made = track(index, memory_total_bytes=H100_GIB * GIB, **values)
    return known(Track(made.facts, made.series))


def test_a_gpu_is_known_by_name_and_memory() -> None:
    def key(name: str, gib: float | None) -> str | None:
        found = board_of(GpuFacts("GPU-0", 0, name), None if gib is None else gib * GIB)
        return None if found is None else found.key

    assert key("NVIDIA H100 80GB HBM3", H100_GIB) == "nvidia.h100-sxm5-80gb"
    assert key("NVIDIA A100-SXM4-40GB", 40.0) == "nvidia.a100-sxm4-40gb"
    assert key("Tesla T4", 15.0) == "nvidia.t4"
    assert key("NVIDIA H100 80GB HBM3", 40.0) is None
    assert key("", None) is None
    assert key("Made Up 9000", 80.0) is None


def test_rates_of_the_board_come_from_the_catalog() -> None:
    found = h100()
    assert (found.memory_per_s, found.nvlink_per_s) == (3350e9, 450e9)
    assert known(track(facts=GpuFacts("GPU-0", 0, "Made Up 9000"))).memory_per_s == 3.35e12


def test_smaller_gpus_and_slices_have_the_reserve_that_is_asked() -> None:
    one = h100(sm_active_percent=20.0, memory_used_bytes=12 * GIB, dram_active_percent=10.0)
    verdict, found = verdict_on([one], HOUR, LIMITS)
    assert verdict.kind is Kind.OVER
    assert found
    assert found[0].needed_gib == pytest.approx(12 * 1.3)
    assert found[0].needed_per_s == pytest.approx(0.1 * 3350e9 * 1.25)
    for each in found:
        assert found[0].needed_gib <= each.board.usable_gib < H100_GIB
        assert each.board.bytes_per_s >= (each.needed_per_s or 0)
    assert any(each.board.part_of == "nvidia.h100-sxm5-80gb" for each in found)
    order = [(not each.board.part_of, each.board.usable_gib) for each in found]
    assert order == sorted(order)
    assert not any(each.board.in_laptop for each in found)
    # Slices have no link to each other: a job on two GPUs is not sent there.
    _, two = verdict_on([one, h100(1, sm_active_percent=20.0, memory_used_bytes=12 * GIB, dram_active_percent=10.0)], HOUR, LIMITS)
    assert not any(each.board.part_of for each in two)


def test_larger_gpus_where_memory_is_full() -> None:
    verdict, found = verdict_on([h100(memory_used_bytes=78 * GIB)], HOUR, LIMITS)
    assert verdict.kind is Kind.UNDER
    assert all(each.board.usable_gib >= 78 * 1.3 for each in found)
    assert found


def test_what_a_program_took_up_front_does_not_make_a_gpu_of_the_same_size_a_larger_one() -> None:
    """Of a full card with 24 GB no other card with 24 GB is named, whatever some hundred MiB of difference there are."""
    gib = 24_564 / 1024
    made = track(
        0,
        facts=GpuFacts("GPU-0", 0, "NVIDIA RTX A5000"),
        memory_total_bytes=gib * GIB,
        memory_reserved_bytes=0.0,
        memory_used_bytes=0.985 * gib * GIB,
        dram_active_percent=10.0,
    )
    for programs in ((), ("vllm serve Qwen/Qwen3-8B",)):
        verdict, found = verdict_on([Track(made.facts, made.series, programs=programs)], HOUR, LIMITS)
        board = board_of(made.facts, gib * GIB)
        assert board is not None
        assert all(each.board.usable_gib > 1.08 * board.usable_gib for each in found)
        assert found or verdict.kind is not Kind.UNDER


def test_quicker_memory_where_it_is_the_limit() -> None:
    verdict, found = verdict_on([h100(dram_active_percent=75.0, memory_used_bytes=60 * GIB)], HOUR, LIMITS)
    assert verdict.kind is Kind.MEMORY
    assert found
    assert all(each.board.bytes_per_s >= 3350e9 * 1.25 for each in found)


def test_nothing_else_is_named_where_it_would_not_help() -> None:
    cases: tuple[dict[str, Any], ...] = ({}, {"sm_active_percent": 40.0}, {"sm_active_percent": 4.0})
    for values in cases:
        assert verdict_on([h100(**values)], HOUR, LIMITS)[1] == ()


def test_every_threshold_lies_within_its_bounds_and_says_its_source() -> None:
    for threshold in shipped_thresholds().values():
        assert threshold.low <= threshold.value <= threshold.high
        assert threshold.source
        assert threshold.title != threshold.title_es
    assert LIMITS["sm_target"] == 0.8
    assert LIMITS["idle_memory_gib"] == GIB
    assert all((each.commands or each.key == "pool") and each.title != each.title_es for each in next_measurements().values())


def test_thresholds_are_kept_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUDESK_HOME", str(tmp_path))
    assert limits().own == {}
    keep_limits({"sm_target": 70.5, "input_gb_per_s": 2.5, "held_most": 5})
    assert limits().own == {"sm_target": 70.5, "input_gb_per_s": 2.5}
    assert limits()["sm_target"] == pytest.approx(0.705)
    with pytest.raises(InvalidData, match="between"):
        keep_limits({"sm_target": 170})
    own_limits_file().write_text("sm_target: 200\nnot_there: 3\nheld_most: often\n")
    with pytest.raises(InvalidData) as told:
        limits()
    assert len(told.value.problems) == 3
    own_limits_file().write_text("- a\n")
    with pytest.raises(InvalidData, match="no name-value pairs"):
        limits()
    own_limits_file().write_text("")
    assert limits().own == {}


def test_the_page_has_the_thresholds_as_they_are() -> None:
    assert verdict_document.parts()[1] == verdict_document.table()


def test_a_recording_is_judged_by_the_second(tmp_path: Path) -> None:
    window = Window(0.0, 2400.0)
    made = [track(index, window=window, apart_s=0.5, memory_total_bytes=H100_GIB * GIB, energy_j=5.0) for index in range(2)]
    frames = frames_of(made)
    path = tmp_path / "run.gpurec"
    file = RecordingFile(path, [Machine("node", gpus=tuple(one.facts for one in made))], "test", begin=(frames[0].wall_s, 0.0))
    for at in range(0, len(frames), 400):
        file.write(frames[at : at + 400])
    file.close()
    tracks = tracks_of_recording(path)
    assert [len(one.series["sm_active_percent"].times_s) for one in tracks] == [2401, 2401]
    assert "temperature_c" not in tracks[0].series
    window, warm_up_s = steady(tracks, LIMITS)
    judged, _ = verdict_on(tracks, window, LIMITS, warm_up_s=warm_up_s)
    assert (judged.kind, judged.window.seconds) == (Kind.WELL, 2100.0)


def test_seconds_have_their_mean_their_highest_or_their_last() -> None:
    times, values = np.array([10.0, 10.4, 10.9, 12.0]), np.array([1.0, 5.0, 3.0, np.nan])
    for key, wanted in (("power_w", 3.0), ("memory_used_bytes", 5.0), ("energy_j", 3.0)):
        seconds, found = by_second(key, times, values)
        assert (seconds.tolist(), found.tolist()) == ([10.0], [wanted])
    assert len(by_second("power_w", np.array([1.0]), np.array([np.nan]))[0]) == 0
