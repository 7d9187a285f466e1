"""The most tokens a second against figures of TensorRT-LLM that nothing was fitted to."""

import numpy as np

from gpudesk.catalog.models import find_model
from gpudesk.sizing.gpus.boards import find_board
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.offline_throughput import fullest_plan, offline_off, offline_rows
from gpudesk.sizing.serving.serving import ServingWorkload


def test_published_figures_are_met() -> None:
    """github:NVIDIA/TensorRT-LLM, performance overviews: Llama 3 of 8 to 405 billion on one to eight GPUs, 128 to 32,768 tokens."""
    off = offline_off()
    error = 100 * np.abs(np.expm1(off))
    assert len(off) == len(offline_rows()) >= 55
    assert float(np.median(error)) <= 20
    assert float(np.quantile(error, 0.95)) <= 60


def test_what_has_no_room_gives_nothing() -> None:
    engine = engines()["trtllm"]
    work = ServingWorkload(find_model("llama-3.1-70b").architecture, weight_format("bf16"), 2.0, 128, 128, 1, engine, engine.utilisation)
    assert fullest_plan(work, find_board("H100 SXM5 80 GB"), 1) is None
    found = fullest_plan(work, find_board("H100 SXM5 80 GB"), 4)
    assert found is not None
    assert found.needed.value <= found.usable_gib
    assert found.work.concurrency <= 2048
