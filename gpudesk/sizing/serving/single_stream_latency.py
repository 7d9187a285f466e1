"""Times of plans whose program runs its GPUs one after the other: llama.cpp and Transformers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.serving.decode_speed import Decoding, decode_seconds, decode_terms, least_decode, prompt_flops
from gpudesk.core.serving.inference_engine import Engine
from gpudesk.core.serving.served_model import Column, Counts, ServedModel
from gpudesk.sizing.calibration.decode_calibration import DecodeCalibration, decode_calibrations, group_of, products_per_s
from gpudesk.sizing.calibration.serving_calibration import KNOWN_SYSTEM, SEEN, UNSEEN
from gpudesk.sizing.gpus.boards import Board, MemoryKind
from gpudesk.sizing.models.kernels import arithmetic_of

_UNPACKED_BITS = 16
_EIGHT_BITS = 2.0
"""Ratio of 8-bit to 16-bit product rates of tensor cores (NVIDIA, data sheets of Turing and later)."""
Factors = Mapping[str, tuple[float, float]]
"""Factors for the range of a time in nine of ten cases, by what the plan has in common with measurements."""


@dataclass(frozen=True, slots=True)
class LonePlans:
    """Plans, one value each.

    Attributes:
        board: index in the list of boards.
        gpus: of a replica; each has separate layers.
        sequences: of a replica, at once.
        kept: share of a prompt that is already cached.
        checked: tokens of a sequence processed in one step; more than one with speculative decoding.
    """

    board: Counts
    gpus: Counts
    sequences: Column
    prompt: float
    answer: float
    kv_bytes: float
    kept: float = 0.0
    checked: float = 1.0


@dataclass(frozen=True, slots=True)
class LoneTimes:
    """Seconds of a token and of the first one, and how far they are known on each board with one sequence; with several never.

    Attributes:
        prompt_s: of the work on one prompt alone.
        least_step_s, least_first_s, least_prompt_s: below which they are not, at the full rates of the memory and of the board.
    """

    step_s: Column
    first_s: Column
    prompt_s: Column
    least_step_s: Column
    least_first_s: Column
    least_prompt_s: Column
    known: tuple[str, ...]
    step_factors: tuple[Factors, ...]
    first_factors: tuple[Factors, ...]


def is_lone(engine: Engine) -> bool:
    """Whether the times of this program come from its own measurements of one sequence."""
    return any(key == engine.key for key, _ in decode_calibrations())


def _calibration(engine: Engine, memory: MemoryKind, form: WeightFormat) -> DecodeCalibration:
    return decode_calibrations()[engine.key, group_of(engine.key, memory, form)]


def lone_times(engine: Engine, served: ServedModel, chosen: Sequence[Board], plans: LonePlans) -> LoneTimes:
    """Times of each plan.

    All prompts arrive at once and are processed one after the other; the median one waits for half of them.
    """
    calibrations = [_calibration(engine, board.memory, served.form) for board in chosen]
    reached = np.array(
        [board_calibration.prompt_share * products_per_s(board) for board_calibration, board in zip(calibrations, chosen, strict=True)]
    )
    bandwidth = np.array([board.bytes_per_s for board in chosen])
    step, least = np.zeros(len(plans.board)), np.zeros(len(plans.board))
    dense = np.array([dense_rate(engine, board, served.form, experts=bool(served.model.experts)) for board in chosen])
    for at, board_calibration in enumerate(calibrations):
        here = plans.board == at
        run = Decoding(
            sequences=plans.sequences[here],
            looked=np.full(int(here.sum()), plans.prompt + plans.answer / 2.0),
            gpus=plans.gpus[here],
            bytes_per_s=np.full(int(here.sum()), bandwidth[at]),
            products_per_s=np.full(int(here.sum()), max(reached[at], 1.0)),
            kv_bytes=plans.kv_bytes,
            checked=plans.checked,
        )
        least[here] = least_decode(decode_terms(served, run), served, run, np.full(int(here.sum()), dense[at]))
        step[here] = np.maximum(decode_seconds(served, run, board_calibration.constants), least[here])
    # What is there already is not worked through again, but the rest of the prompt looks back over it.
    whole, there = prompt_flops(served, np.array([plans.prompt, plans.kept * plans.prompt]))
    least_prompt = (whole - there) / dense[plans.board]
    least_first = np.maximum(least_prompt, _read_once(served, bandwidth[plans.board]))
    prompts = (whole - there) / np.minimum(np.maximum(reached, 1.0), dense)
    prompt = prompts[plans.board]
    first = prompt * (plans.sequences + 1.0) / 2.0 + step
    return LoneTimes(
        step_s=step,
        first_s=first,
        prompt_s=prompt,
        least_step_s=least,
        least_first_s=least_first,
        least_prompt_s=least_prompt,
        known=tuple(
            _known(engine, served.model.name, board, board_calibration)
            for board_calibration, board in zip(calibrations, chosen, strict=True)
        ),
        step_factors=tuple(calibration.intervals for calibration in calibrations),
        first_factors=tuple(dict.fromkeys((SEEN, KNOWN_SYSTEM, UNSEEN), calibration.prompt_range) for calibration in calibrations),
    )


def dense_rate(engine: Engine, board: Board, form: WeightFormat, *, experts: bool = False) -> float:
    """The most products a second of a board for weights in a format: llama.cpp multiplies packed weights in 8 bits where the board can."""
    sixteen = max(board.rates.get("fp16", 0.0), board.rates.get("fp32", 0.0), 1.0)
    if not engine.gguf:
        return max(board.rates.get(arithmetic_of(engine, form, board, experts=experts), sixteen), 1.0)
    return sixteen if form.bits >= _UNPACKED_BITS else max(sixteen, board.rates.get("fp8", 0.0), _EIGHT_BITS * sixteen)


def _read_once(served: ServedModel, bytes_per_s: Column) -> Column:
    one = np.ones_like(bytes_per_s)
    tensor = one.astype(np.int64)
    seconds: Column = served.read_bytes(tensor, tensor, one, one) / bytes_per_s
    return seconds


def _known(engine: Engine, model: str, board: Board, each: DecodeCalibration) -> str:
    """What one sequence has in common with measurements.

    The board with the model; the board; of llama.cpp also boards whose kind of memory was measured, which determines its times.
    """
    if board.key in each.boards:
        return SEEN if model in each.models else KNOWN_SYSTEM
    return KNOWN_SYSTEM if engine.gguf and each.boards else UNSEEN


def known_with(known: str, sequences: NDArray[np.float64] | float) -> str:
    """What a plan has in common with measurements of one sequence each."""
    return known if sequences == 1 else UNSEEN
