"""How far off the most tokens a second of a system are, on published rows that no constant was fitted to."""

import numpy as np

from benchmarks.figures import Figure
from gpudesk.catalog.models import find_model
from gpudesk.core.serving.served_model import served_model
from gpudesk.core.serving.serving_speed import Boards, Running, step_terms
from gpudesk.sizing.calibration.serving_calibration import serving_calibrations
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import weight_format
from gpudesk.sizing.serving.published_measurements import Published, system_rows

_MOST = 2048.0
"""Sequences at once: what TensorRT-LLM has unless told otherwise."""
_SHARE, _BESIDE_GIB = 0.9, 4.0
"""What it may fill of a board, and what is not weights or cache of that."""


def run() -> list[Figure]:
    """Errors on the throughput that TensorRT-LLM publishes for requests without end."""
    off = np.array(
        [
            _off(row, pipeline)
            for row, pipeline in system_rows()
            if row.kind == "offline" and boards()[row.gpu].runs(weight_format(row.format))
        ]
    )
    error = np.abs(np.expm1(off))
    return [
        Figure("sizing: published throughput that nothing was fitted to", len(off), "rows"),
        Figure("sizing: the same, median error", 100 * float(np.median(error)), "%"),
        Figure("sizing: the same, p95", 100 * float(np.quantile(error, 0.95)), "%"),
        Figure("sizing: the same, too much by (median)", 100 * float(np.expm1(np.median(off))), "%"),
    ]


def _off(row: Published, pipeline: int) -> float:
    """ln(predicted / published)."""
    board, served = boards()[row.gpu], served_model(find_model(row.model).architecture, weight_format(row.format))
    tensor, groups, stages = np.array([row.tensor]), np.array([max(1, row.gpus // (row.tensor * pipeline))]), np.array([pipeline])
    room = (_SHARE * board.usable_gib - _BESIDE_GIB) * 2.0**30 - served.held_bytes(tensor, stages, tensor * groups)[0]
    each = served.cache_bytes(tensor, stages, row.prompt + row.answer / 2, 1.0)[0]
    running = max(1.0, min(_MOST / float(groups[0]), room / each))
    known, _ = serving_calibrations().step.known(row.model, row.gpu, row.engine, row.format, row.tensor)
    here = Boards(np.array([board.bytes_per_s]), np.array([board.flops_per_s(served.form)]), np.array([board.link_bytes_per_s]))
    run = Running(
        tensor, groups, np.array([np.ceil(running / pipeline)]), np.array([float(row.prompt)]), np.array([float(row.answer)]), 1.0
    )
    step_s = float((known[:, None] * step_terms(served, here, run)).sum())
    return float(np.log(running * groups[0] / step_s / row.tokens_per_s))
