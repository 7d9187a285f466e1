"""Time to first token by the load and the settings of the runs that it was measured in."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gpudesk.core.serving.serving_speed import FIRST_TERMS, TERMS, Running, first_token_terms
from gpudesk.sizing.calibration.published_runs import cache_element_bytes, memory_share, poll_of
from gpudesk.sizing.calibration.serving_calibration import measured_rows, points

B200, H200 = "nvidia.b200-sxm-180gb", "nvidia.h200-sxm-141gb"


def _first_terms(asked: float, running: float, run: Running) -> dict[str, float]:
    """Seconds of each term: prompts of 0.1 s, steps of 0.02 s."""
    one = np.ones(1)
    terms = first_token_terms(0.1 * one, np.zeros((len(TERMS), 1)), 0.02 * one, asked * one, replace(run, sequences=running * one))
    return dict(zip(FIRST_TERMS, terms[:, 0].tolist(), strict=True))


def _running(**changed: Any) -> Running:
    one = np.ones(1)
    whole = one.astype(np.int64)
    return Running(whole, whole, one, 1024 * one, 1000 * one, 2.0, prompts_first=True, **changed)


def test_the_scheduler_of_sglang_reads_new_requests_after_so_many_steps() -> None:
    """InferenceX, dsr1_fp8_b200.sh: --scheduler-recv-interval 30 from 16 requests: a request waits 14.5 steps on average."""
    assert _first_terms(16, 16, _running(poll=30.0))["poll"] == pytest.approx(14.5 * 0.02)
    assert _first_terms(16, 16, _running())["poll"] == 0.0, "after each step unless set"


def test_prompts_of_one_look_are_processed_together() -> None:
    """100 sequences of 1,000 tokens: three end within 30 steps. In ten rounds, a tenth waits for half of 99 others."""
    together = _first_terms(100, 100, _running(ahead=0.0, poll=30.0))
    assert together["prompt"] == pytest.approx(0.1 * (1 + 3))
    rounds = _first_terms(100, 100, _running(ahead=0.1, poll=0.0))
    assert rounds["prompt"] == pytest.approx(0.1 * (1 + 0.1 * 99 / 2))
    assert _first_terms(2, 2, _running(poll=1000.0))["prompt"] == pytest.approx(0.2), "at most all others"


def test_only_running_sequences_end_between_two_looks() -> None:
    """Of 100 requests 40 run: 1.2 of them end within 30 steps, not 3."""
    assert _first_terms(100, 40, _running(ahead=0.0, poll=30.0))["prompt"] == pytest.approx(0.1 * (1 + 1.2))


def test_memory_of_points_is_the_share_of_their_recipes() -> None:
    """InferenceX, dsr1_fp8_b200.sh: 0.95 for DeepSeek-R1 in FP8 on four B200, where all 32 requests of 8,192 tokens start at once.

    They waited 1.5 s for the first token; with 0.9 less 3 GiB two would run, and the others would wait for minutes.
    """
    rows = measured_rows()
    found = points(rows)
    four = [
        at
        for at, row in enumerate(rows)
        if (row.model, row.gpu, row.engine, row.format, row.tensor) == ("deepseek-ai/DeepSeek-R1", B200, "sglang", "fp8", 4)
    ]
    assert {rows[at].concurrency: found.started[at] for at in four} == {4: 4, 8: 8, 16: 16, 32: 32}
    assert {memory_share(rows[at].point) for at in four} == {0.95}
    assert memory_share(next(row for row in rows if row.gpu == H200).point) is None


def test_sequences_without_memory_wait_as_littles_law_says() -> None:
    """64 requests, room for 40: 24 wait, and 40 end in each 1,000 steps of 0.02 s."""
    assert _first_terms(64, 40, _running())["room"] == pytest.approx(24 / 40 * 1000 * 0.02)
    assert _first_terms(40, 40, _running())["room"] == 0.0


def test_requests_of_points_are_sent_as_their_recipes_say() -> None:
    """SemiAnalysisAI/InferenceX: B200 and B300 set the interval for DeepSeek and Qwen3.5, H200 and GLM-5 do not."""
    polls = {(row.model, row.gpu, row.format, row.tensor, row.concurrency): poll_of(row.point, row.concurrency) for row in measured_rows()}
    assert polls["deepseek-ai/DeepSeek-R1", B200, "fp8", 8, 8] == 10
    assert polls["deepseek-ai/DeepSeek-R1", B200, "fp8", 8, 64] == 30
    assert polls["deepseek-ai/DeepSeek-R1", B200, "fp8", 4, 32] == 10
    assert polls["deepseek-ai/DeepSeek-R1", H200, "fp8", 8, 64] == 1
    assert polls["zai-org/GLM-5", B200, "fp8", 8, 64] == 1
    shares = {row.ahead for row in measured_rows() if row.engine == "sglang" and (row.prompt, row.answer) == (8192, 1024)}
    assert shares == {0.1}, "ten rounds, of which one comes at once"


def test_memory_of_points_has_the_cache_format_of_their_recipes() -> None:
    """GLM-5 on eight H200, 16-bit cache: 42.6 s for 64 requests of 8,192 tokens say 39 ran; DeepSeek on B200 has 8 bits."""
    rows = measured_rows()
    found = points(rows)
    at = next(
        place for place, row in enumerate(rows) if (row.model, row.gpu, row.prompt, row.concurrency) == ("zai-org/GLM-5", H200, 8192, 64)
    )
    ran = 64 * 1024 * rows[at].tpot_s / (1024 * rows[at].tpot_s + rows[at].ttft_s)
    assert ran == pytest.approx(38.6, abs=0.1)
    assert found.started[at] == pytest.approx(ran, rel=0.15)
    assert cache_element_bytes(rows[at].point) == 2
    deepseek = next(row for row in rows if row.model == "deepseek-ai/DeepSeek-R1" and row.gpu == B200 and row.engine == "sglang")
    assert cache_element_bytes(deepseek.point) == 1


@pytest.mark.parametrize(("prompts_first", "seconds"), [(False, 0.1 * 0.1 * 8), (True, 0.1 * (1 + 0.2 * 7 / 2))])
def test_prompts_of_all_groups_go_before_a_first_token(*, prompts_first: bool, seconds: float) -> None:
    """Two sequences in each of four groups that share the experts: a tenth of eight prompts, or half of a fifth of seven others."""
    run = _running(ahead=0.2, poll=0.0)
    run = replace(run, groups=4 * run.groups, prompts_first=prompts_first)
    assert _first_terms(2, 2, run)["prompt" if prompts_first else "queue"] == pytest.approx(seconds)
