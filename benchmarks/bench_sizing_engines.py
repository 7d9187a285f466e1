"""How far off the memory of Transformers and the times of llama.cpp and Transformers are on measurements that they did not see."""

import numpy as np

from benchmarks.figures import Figure
from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.calibration import Floats, folds, interval, score
from gpudesk.core.serving.serving_memory import Serving, serving_memory
from gpudesk.core.work.model_split import Split
from gpudesk.sizing.calibration.decode_calibration import LLAMA_CPP, TRANSFORMERS, decode_off, lone_rows, prompt_off
from gpudesk.sizing.gpus.boards import MemoryKind
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.offline_throughput import offline_off
from gpudesk.sizing.single_pass.pass_tables import DENOISER, ENCODER, share_off

_MEMORY = {"BF16": (1, 5), "GPTQ-Int8": (2, 8), "GPTQ-Int4": (2, 8), "AWQ": (5, 25)}
_USABLE_GIB = 79.15


def run() -> list[Figure]:
    """Errors on held-out rows; memory has no constants that were fitted here."""
    figures = []
    for method, (median, p95) in _MEMORY.items():
        figures += _figures(f"Transformers {method}, memory", _memory_off(method), median, p95)
    targets: list[tuple[str, str, float | None, float | None]] = [
        (LLAMA_CPP, MemoryKind.GDDR, 6, 15),
        (LLAMA_CPP, MemoryKind.HBM, 12, 35),
        (LLAMA_CPP, MemoryKind.UNIFIED, None, None),
        (TRANSFORMERS, "16", 12, 35),
        (TRANSFORMERS, "8", 12, 35),
        (TRANSFORMERS, "4", 12, 35),
    ]
    for engine, group, least, most in targets:
        name = f"{engine} {group}{' bits' if engine == TRANSFORMERS else ''}, a token, unseen model"
        figures += _figures(name, decode_off(engine, group, "model"), least, most)
    for kind in MemoryKind:
        figures += _figures(f"llama.cpp {kind}, prompts, unseen board", prompt_off(kind), None, None)
    for models in (DENOISER, ENCODER):
        figures += _figures(f"TensorRT, {models} in MLPerf, unseen board", share_off(models), None, None)
    figures += _figures("TensorRT-LLM, most tokens a second, fitted to none of these", offline_off(), None, None)
    return figures


def _memory_off(method: str) -> Floats:
    rows = [row for row in lone_rows() if row.method == method and row.gpus == 1]
    engine, found = engines()[TRANSFORMERS], []
    for row in rows:
        asked = Serving(weight_format(row.format), 2.0, 1, row.prompt, row.prompt + row.answer, Split())
        memory = serving_memory(find_model(row.model).architecture, engine, asked, _USABLE_GIB)
        found.append(sum(memory.term(name).value for name in ("weights", "cache", "activations")) / row.memory_gib)
    off: Floats = np.log(np.array(found))
    return off


def _figures(name: str, off: Floats, median: float | None, p95: float | None) -> list[Figure]:
    whole = score(off, *interval(off))
    figures = [
        Figure(f"sizing: {name}, {len(off)} rows, median error", 100 * whole.median, "%", median),
        Figure(f"sizing: {name}, p95", 100 * whole.p95, "%", p95),
        Figure(f"sizing: {name}, half width of 90 %", 100 * whole.half_width, "%"),
    ]
    if len(off) >= 20:
        half = folds(list(range(len(off))), 2, seed=1)
        inside = [score(off[half == side], *interval(off[half != side])) for side in (0, 1)]
        figures.append(Figure(f"sizing: {name}, in it", 100 * sum(each.coverage * each.rows for each in inside) / len(off), "%"))
    return figures
