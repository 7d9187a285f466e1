"""How long one step of a serving program takes: ideal times by what binds, weighted by constants fitted to published measurements.

A step gives each running sequence one token. While sequences come and go, the prompts of new ones are worked through in between; each step
then also carries prompt/answer tokens for every running sequence.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.served_model import Column, Counts, ServedModel

TERMS = ("weights", "cache", "prompts", "layers", "layers_shared", "layers_routed", "exchange", "sequences")
"""What a step's time is made of: reading weights, reading the cache, products of prompts, the start of each layer's kernels (and what is
added in layers that several GPUs share, and in those with experts), what GPUs exchange, and what each sequence costs in each layer."""
FIRST_TERMS = ("prompt", "step", "waiting")
"""What the time to the first token is made of: the prompt worked through alone, the step that runs when it comes, the prompts before it."""
_LAYER_S = 1e-6
_SEQUENCE_S = 1e-8


@dataclass(frozen=True, slots=True)
class Boards:
    """What the GPUs of each plan can do, one number a plan.

    Attributes:
        bytes_per_s: of the board's memory.
        flops_per_s: dense, in the arithmetic that the format is computed in on this board.
        link_bytes_per_s: one way between the GPUs of a group; 0 where there is one alone.
    """

    bytes_per_s: Column
    flops_per_s: Column
    link_bytes_per_s: Column


@dataclass(frozen=True, slots=True)
class Running:
    """How each plan runs.

    Attributes:
        tensor: GPUs that share each layer.
        groups: groups of such GPUs with a part of the sequences each, which share the experts.
        sequences: running at once in one group.
        prompt, answer: tokens of a sequence.
        mixed: whether prompts are worked through between the steps, as they are while sequences come and go.
        kv_bytes: bytes of an element of the cache.
    """

    tensor: Counts
    groups: Counts
    sequences: Column
    prompt: Column
    answer: Column
    kv_bytes: float | Column
    mixed: bool = True


def step_terms(served: ServedModel, boards: Boards, run: Running) -> NDArray[np.float64]:
    """Ideal seconds of each of `TERMS` for each plan: shape (terms, plans)."""
    expert = run.tensor * run.groups
    everywhere = run.sequences * run.groups
    context = run.prompt + run.answer / 2
    one = np.ones_like(run.tensor)
    weights = served.read_bytes(run.tensor, expert, run.sequences, everywhere) / boards.bytes_per_s
    cache = run.sequences * served.cache_bytes(run.tensor, one, context, run.kv_bytes) / boards.bytes_per_s
    share = run.prompt / run.answer if run.mixed else np.zeros_like(run.prompt)
    products = 2 * (served.dense_active / run.tensor * run.sequences + served.expert_active * everywhere / expert) * share
    looking = 2 * served.attended(run.prompt / 2) / run.tensor * run.sequences * share
    prompts = (products + looking) / boards.flops_per_s
    layers = np.full(run.sequences.shape, served.model.layers * _LAYER_S)
    several = expert > 1
    routed = layers if served.expert_bytes else np.zeros_like(layers)
    moved = served.model.layers * 4 * run.sequences * served.model.hidden * 2 * (1 + share)
    with np.errstate(divide="ignore", invalid="ignore"):
        exchange = np.where((run.tensor > 1) & (boards.link_bytes_per_s > 0), moved / boards.link_bytes_per_s, 0.0)
    sequences = run.sequences * served.model.layers * _SEQUENCE_S
    return np.vstack([weights, cache, prompts, layers, layers * several, routed, exchange, sequences])


def prompt_seconds(served: ServedModel, boards: Boards, run: Running, constants: NDArray[np.float64]) -> Column:
    """Seconds from the start of one prompt to its first token when nothing else runs."""
    expert = run.tensor * run.groups
    flops = 2 * (served.dense_active / run.tensor + served.expert_active / expert) + 2 * served.attended(run.prompt / 2) / run.tensor
    alone = np.ones_like(run.sequences)
    terms = step_terms(served, boards, Running(run.tensor, run.groups, alone, run.prompt, run.answer, run.kv_bytes, mixed=False))
    first: Column = constants[TERMS.index("prompts")] * flops * run.prompt / boards.flops_per_s + constants @ terms
    return first


def first_token_terms(prompt_s: Column, step_s: Column, sequences: Column) -> NDArray[np.float64]:
    """Seconds of each of `FIRST_TERMS` for each plan: shape (terms, plans)."""
    return np.vstack([prompt_s, step_s, prompt_s * sequences])
