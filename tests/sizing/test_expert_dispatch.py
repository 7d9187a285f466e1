"""Expert dispatch: closed forms of the bytes, published times, and what no kernel is faster than."""

from pathlib import Path

import numpy as np
import pytest

from gpudesk.catalog.models import find_model
from gpudesk.catalog.templates import load_template
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.serving.expert_dispatch import (
    ExpertGroup,
    ExpertKernel,
    ExpertStep,
    dispatch_seconds,
    least_seconds,
    places_met,
    sent_bytes,
)
from gpudesk.core.serving.served_model import served_model
from gpudesk.core.serving.serving_speed import TERMS, Boards, Running, step_terms
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.sizing.calibration.expert_calibration import (
    dispatch_constants,
    dispatch_factors,
    fitted_constants,
    held_out_dispatches,
    measured_dispatches,
)
from gpudesk.sizing.calibration.serving_calibration import measured_rows, points, serving_calibrations, undelayed
from gpudesk.sizing.gpus.sizing_tables import weight_format
from gpudesk.sizing.network.project_collectives import project_operations

H200 = ExpertGroup(16, 8, 450e9, 50e9)


def test_places_are_met_as_often_as_drawing_says() -> None:
    """Of 2 systems 8 experts miss one in 2 of 256 cases; one expert meets one place."""
    assert places_met(2, 8) == pytest.approx((2 * 254 + 1 * 2) / 256)
    assert places_met(64, 1) == pytest.approx(1)


def test_bytes_of_decode_kernels_are_those_that_the_library_prints() -> None:
    """DeepEP counts 8 × 7,168 bytes a token there (98 GB/s in 77 microseconds) and twice as many back (127 in 114)."""
    for step, gb_per_s, microseconds in ((ExpertStep.DISPATCH, 98, 77), (ExpertStep.COMBINE, 127, 114)):
        inside, outside = sent_bytes(ExpertKernel.DECODE, step, 128, 7168, 8, ExpertGroup(8, 8, 200e9, 50e9))
        assert outside == 0
        assert inside * 8 / 7 == pytest.approx(gb_per_s * 1e3 * microseconds, rel=0.02)


def test_bytes_of_prompt_kernels_are_those_that_the_library_prints() -> None:
    """UCCL-EP on 16 H200: 50 GB/s over the network in 1,196 microseconds, the tokens of the own system counted."""
    _, outside = sent_bytes(ExpertKernel.PROMPT, ExpertStep.DISPATCH, 4096, 7168, 8, H200)
    assert outside * 2 == pytest.approx(50e9 * 1196e-6, rel=0.02)


@pytest.mark.parametrize(
    ("gpus", "kernel", "step", "microseconds"),
    [
        (64, ExpertKernel.DECODE, ExpertStep.DISPATCH, 173),
        (64, ExpertKernel.DECODE, ExpertStep.COMBINE, 314),
        (256, ExpertKernel.DECODE, ExpertStep.DISPATCH, 194),
        (256, ExpertKernel.DECODE, ExpertStep.COMBINE, 360),
    ],
)
def test_published_times_over_infiniband(gpus: int, kernel: ExpertKernel, step: ExpertStep, microseconds: float) -> None:
    """DeepEP V1 on H800 with 400 Gb/s for each GPU, 128 tokens of 7,168 to 8 experts."""
    group = ExpertGroup(gpus, 8, 200e9, 50e9)
    found = dispatch_seconds(kernel, step, 128, 7168, 8, group, dispatch_constants())
    low, high = dispatch_factors(across=True)
    assert found * 1e6 == pytest.approx(microseconds, rel=0.1)
    assert low * found <= microseconds * 1e-6 <= high * found


def test_every_published_row_is_there_and_nine_of_ten_lie_in_the_range() -> None:
    rows = measured_dispatches()
    assert len(rows) == 34
    known = dispatch_constants()
    assert fitted_constants(rows) == known, "the constants are those of the rows"
    for across in (False, True):
        low, high = dispatch_factors(across=across)
        off = [row.seconds / row.predicted(known) for row in rows if (row.group.gpus > row.group.near) == across]
        assert np.mean([low <= each <= high for each in off]) >= 0.9
    assert all(row.seconds >= least_seconds(row.kernel, row.step, row.tokens, row.hidden, row.used, row.group) for row in rows)


def test_rows_that_the_constants_did_not_see() -> None:
    assert np.median(np.abs(np.expm1(held_out_dispatches("gpus")))) <= 0.09
    assert np.median(np.abs(np.expm1(held_out_dispatches("system")))) <= 0.36


def test_dispatch_over_the_network_of_a_project(tmp_path: Path) -> None:
    """DeepSeek-R1 over 16 H100 with 400 Gb/s for each: as the 16 GPUs that were measured, with twice the rate inside a system."""
    model = find_model("deepseek-r1").architecture
    with Document.create(tmp_path / "a.gpudesk") as document:
        run(document, build, load_template("dgx-basepod"))
        run(document, cable_project)
        (found,) = project_operations(document.snapshot, 2, (2**20,), model)
        with pytest.raises(InvalidData, match="has no experts"):
            project_operations(document.snapshot, 2, model=find_model("llama-3.1-8b").architecture)
    assert {each.size_bytes for each in found.operations} == {2**20}
    rate = found.gbps_a_system / 8 / 400
    times = {(each.kernel, each.step): each for each in found.experts}
    assert {each.gpus for each in found.experts} == {16}
    dispatch = times[ExpertKernel.DECODE, ExpertStep.DISPATCH]
    assert dispatch.seconds == pytest.approx(45e-6 + 128 * 8 * 7168 * (1 + 4 / 128) / 2 / (50e9 * rate))
    assert dispatch.low_s < dispatch.seconds < dispatch.high_s
    assert times[ExpertKernel.PROMPT, ExpertStep.COMBINE].seconds > times[ExpertKernel.PROMPT, ExpertStep.DISPATCH].seconds


def test_tokens_to_experts_count_in_a_step_of_groups() -> None:
    """DeepSeek R1 in 8 groups of one GPU: 58 layers, 8 experts of 7,168 elements, FP8 with scales there and 16 bits back, 7 of 8 away."""
    served = served_model(find_model("deepseek-r1").architecture, weight_format("fp8"))
    one = np.ones(1, dtype=np.int64)
    boards = Boards(np.array([4.8e12]), np.array([1.9e15]), np.array([450e9]))
    sequences, prompt = np.array([64.0]), np.array([1024.0])

    def exchanged(tensor: int, groups: int) -> float:
        run_of = Running(tensor * one, groups * one, sequences, prompt, prompt, 1.0, mixed=False)
        return float(step_terms(served, boards, run_of)[TERMS.index("exchange"), 0])

    each = 58 * 64 * 8 * 7168 * (1 + 4 / 128 + 2) / 450e9
    assert exchanged(1, 1) == 0
    assert exchanged(1, 8) == pytest.approx(each * 7 / 8)
    assert exchanged(2, 4) - exchanged(2, 1) == pytest.approx(each / 2 * 7 / 8)


def test_first_tokens_that_waited_for_compiling_are_known_by_larger_batches() -> None:
    rows = measured_rows()
    known = undelayed(points(rows), serving_calibrations().step.constants)
    slow = [row for row, taken in zip(rows, known, strict=True) if not taken]
    assert len(slow) == 80
    assert sum(row.engine == "sglang" and row.gpu.startswith("nvidia.b") for row in slow) >= 25
    # 7.1 s for 32 sequences of 1,024 tokens, where 128 took 0.76 s.
    assert any(row.format == "nvfp4" and row.concurrency == 32 and 7.0 < row.ttft_s < 7.2 for row in slow)
    # 9.2 s for 128 sequences, whose prompts take 2 s one after the other; no more sequences were measured.
    assert any(row.format == "nvfp4" and row.concurrency == 128 and 9.1 < row.ttft_s < 9.3 for row in slow)
