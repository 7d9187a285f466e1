"""Duration of one step of an inference engine: ideal times by limiting resource, weighted by constants fitted to measurements.

A step generates one token for each running sequence. While sequences come and go, the prompts of new ones are processed in between;
each step then also carries prompt/answer tokens for every other running sequence.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.serving.served_model import Column, Counts, ServedModel
from gpudesk.core.work.collectives import expert_bytes

Floats = NDArray[np.float64]

TERMS = ("weights", "cache", "products", "attention", "experts", "layers", "layers_shared", "layers_routed", "exchange", "sequences")
"""Terms of the step time: reading weights, reading the cache, products of all tokens with weights used by every token, of prompts
with their context, of all tokens with their experts (many small products, each far below the peak rate of a GPU; those that are as
fast as large ones are included here), the start of the kernels, one for each matrix and each norm of a layer (and the additional
ones in layers that several GPUs share, and in those with experts), GPU communication, and the cost of each sequence in each layer."""
FIRST_TERMS = ("prompt", "step", "launches", "queue", "room", "stream", "poll")
"""Terms of the time to first token: the prompt (in engines that process all prompts before the next step, with those before it), the
step running when it arrives, the start of the kernels of a prompt (not covered by CUDA graphs, so that the host starts them one by
one), the prompts before it in other engines, the wait for memory where more sequences are requested than fit, the wait for the host
process that streams all tokens, and the steps until the scheduler reads new requests."""
FIXED_FIRST_TERMS = ("room", "stream", "poll")
"""Terms that follow from the load, a setting or a rate that was measured elsewhere: nothing of them is fitted."""
_STEPS, _LAUNCHES, _QUEUE = 3.0, 10.0, 0.1
"""Such that the constants are about 1: steps, kernels that the host starts for one in a graph, the share of other prompts."""
_HALF = 0.5
"""Of the other prompts, the share before a first token where all requests arrive at once; of the steps between two looks at new
requests, the share that a request waits."""
_LATER = 0.9
"""The share of the other prompts that come after a first token where prompts go first: 1/2 where all requests arrive at once with
equal lengths (half of them are before a prompt in the middle), 1 where they arrive one by one. Runs of SGLang with equal lengths go
in such waves or not (Qwen3-32B: yes, Llama 3.1 8B: mostly not); 0.9 is hardly worse than 1 for any of its families and a fifth
better for Qwen3."""
_HALF_AS_FAST = 1024.0
"""Tokens of one expert at which half of its products are as fast as large ones: products of a few rows each are far below the peak
rate of a GPU; those of a long prompt of Mixtral, with a thousand rows for each of eight experts, are not. Published points are of
models with 128 experts and more, where it changes little."""
_GRADUAL = 3.0
"""How gradually the wait for the process that hands tokens on sets in: with load, not at once when all of it is used. Of 2, 3 and 4 it is
the least that leaves points of a few hundred tokens per second as they are."""
_KERNEL_S, _LAYER_S, _SEQUENCE_S = 8e-6, 8e-6, 3e-7
"""Of one kernel, of the overhead of a layer, and of a sequence in a layer: chosen so that the constants are about 1."""


@dataclass(frozen=True, slots=True)
class Boards:
    """Performance of the GPUs of each plan, one number for each plan.

    Attributes:
        bytes_per_s: memory bandwidth of the GPU.
        flops_per_s: dense, in the arithmetic used for the format on this GPU.
        link_bytes_per_s: one direction between the GPUs of a group; 0 for a single GPU.
    """

    bytes_per_s: Column
    flops_per_s: Column
    link_bytes_per_s: Column


@dataclass(frozen=True, slots=True)
class Running:
    """How each plan runs.

    Attributes:
        tensor: GPUs that share each layer.
        pipeline: stages.
        groups: groups of such GPUs with a part of the sequences each, which share the experts.
        sequences: running at once in one group, in each stage of it.
        around: in all stages of a group; by default as `sequences`.
        prompts_first: whether the engine processes all waiting prompts before the next step.
        ahead: the share of other prompts processed before a first token in that case, of those if all requests arrive at once.
        poll: steps after which the scheduler reads new requests in that case; 0 if no others are processed with a prompt.
        streamed_per_s: tokens per second that the host process for all groups can stream.
        padded: minimum rows of the products of each expert, regardless of its tokens; all experts are read then.
        prompt, answer: tokens of a sequence.
        mixed: whether prompts are processed between the steps, as they are while sequences come and go.
        kv_bytes: bytes of an element of the cache.
        hit: share of the prompt's tokens that are already in the cache.
        checked: tokens of a sequence processed in one step; more than one with speculative decoding.
        gained: tokens that a sequence gains in a step.
    """

    tensor: Counts
    groups: Counts
    sequences: Column
    prompt: Column
    answer: Column
    kv_bytes: float | Column
    mixed: bool = True
    hit: float = 0.0
    checked: float = 1.0
    gained: float = 1.0
    around: Column | float = 0.0
    prompts_first: bool = False
    ahead: Column | float = 1.0
    poll: Column | float = 1.0
    streamed_per_s: Column | float = np.inf
    padded: Column | float = 0.0
    pipeline: Counts | int = 1


def step_terms(served: ServedModel, boards: Boards, run: Running) -> Floats:
    """Ideal seconds of each of `TERMS` for each plan: shape (terms, plans)."""
    expert = run.tensor * run.groups
    everywhere = run.sequences * run.groups
    context = run.prompt + run.answer / 2
    one = np.ones_like(run.tensor)
    fresh = run.prompt * (1 - run.hit)
    # Between two tokens of a sequence come the prompts of the others: its own went before its first token.
    others = 1 - 1 / np.maximum(1.0, np.maximum(run.sequences, run.around))
    share = others * fresh * run.gained / run.answer if run.mixed else np.zeros_like(run.prompt)
    if run.prompts_first:
        share = share * _LATER
    tokens = run.checked + share
    reading = np.where(np.asarray(run.padded) > 0, np.inf, everywhere * run.checked)
    weights = served.read_bytes(run.tensor, expert, run.sequences, reading, run.pipeline) / boards.bytes_per_s
    cache = run.sequences * served.cache_bytes(run.tensor, one, context, run.kv_bytes) / boards.bytes_per_s
    products = 2 * served.dense_active / run.tensor * run.sequences * tokens / boards.flops_per_s
    # Of a prompt only the last token meets the head.
    products = products + 2 * served.repeated(run.tensor, run.pipeline) * run.sequences * run.checked / boards.flops_per_s
    products = products + _padding_s(served, boards, run, everywhere * tokens)
    attention = 2 * served.attended(_looked_back(run)) / run.tensor * run.sequences * share / boards.flops_per_s
    experts = 2 * served.expert_active * everywhere / expert * tokens / boards.flops_per_s
    alike = _alike(served, everywhere * tokens)
    products, experts = products + alike * experts, (1 - alike) * experts
    kernels = np.full(run.sequences.shape, served.kernels * _KERNEL_S)
    layers = np.full(run.sequences.shape, served.model.layers * _LAYER_S)
    several = expert > 1
    routed = layers if served.expert_bytes else np.zeros_like(layers)
    exchange = _exchanged_s(served, boards, run, run.sequences * tokens)
    sequences = run.sequences * served.model.layers * _SEQUENCE_S
    return np.vstack([weights, cache, products, attention, experts, kernels, layers * several, routed, exchange, sequences])


def _alike(served: ServedModel, tokens: Column) -> Column:
    """The share of the products of experts that go as fast as those that every token meets: the more, the more tokens an expert has."""
    rows = tokens * served.expert_share
    alike: Column = rows / (rows + _HALF_AS_FAST)
    return alike


def _padding_s(served: ServedModel, boards: Boards, run: Running, tokens: Column) -> Column:
    """Ideal seconds of the rows that fill up those of each expert: large products, as those that every token meets.

    Args:
        tokens: of all groups, in one step.
    """
    filled = np.maximum(0.0, np.asarray(run.padded) - tokens * served.expert_share)
    padding_s: Column = 2 * filled * served.expert_active / served.expert_share / (run.tensor * run.groups) / boards.flops_per_s
    return padding_s


def least_products(served: ServedModel, boards: Boards, run: Running, terms: Floats, cycle: Column | float = 1.0) -> Column:
    """Seconds for the products of a step at the dense rate of the GPU.

    This includes products of new tokens with their context, which `TERMS` assigns to reading the cache: in a latent cache shared by
    all heads each byte is multiplied so often that they take longer than reading it on GPUs with much
    bandwidth for their compute rate.

    Args:
        terms: ideal seconds of `TERMS`, times `cycle`.
        cycle: factor on a step for pipeline stages that differ in length.
    """
    context = run.prompt + run.answer / 2
    looked = cycle * 2 * served.attended(context) / run.tensor * run.sequences * run.checked / boards.flops_per_s
    products_s: Column = least_prompt(terms) + looked
    return products_s


def least_step(served: ServedModel, boards: Boards, run: Running, terms: Floats, cycle: Column | float = 1.0) -> Column:
    """Minimum seconds of a step: its reads at full memory bandwidth, or its products at the dense rate of the GPU.

    Args:
        terms: ideal seconds of `TERMS`, times `cycle`.
        cycle: factor on a step for pipeline stages that differ in length.
    """
    reads = terms[[TERMS.index("weights"), TERMS.index("cache")]].sum(axis=0)
    step_s: Column = np.maximum(reads, least_products(served, boards, run, terms, cycle))
    return step_s


def least_prompt(terms: Floats) -> Column:
    """Seconds below which no work on a prompt is: its products at the dense rate of the board.

    Args:
        terms: ideal seconds of `TERMS`, of `prompt_terms`.
    """
    prompt_s: Column = terms[[TERMS.index("products"), TERMS.index("attention"), TERMS.index("experts")]].sum(axis=0)
    return prompt_s


def _looked_back(run: Running) -> Column:
    """Tokens that one of a prompt that is not in the cache yet looks back at, on the average."""
    return run.prompt * (1 + run.hit) / 2


def _exchanged_s(served: ServedModel, boards: Boards, run: Running, tokens: Column) -> Column:
    """Ideal seconds of GPU communication for a given number of tokens of a group.

    GPUs that share layers: twice a layer, 16 bits, there and back. GPUs of all groups: tokens to their experts and back, once a
    layer with experts, except for the experts on the GPU itself.
    """
    moved = np.where(run.tensor > 1, served.model.layers * 4 * tokens * served.model.hidden * 2, 0.0)
    if served.routed_layers:
        away = 1 - 1 / (run.tensor * run.groups)
        routed = expert_bytes(1, served.model.hidden, served.model.experts_used) * served.routed_layers * tokens / run.tensor
        moved = moved + np.where(run.groups > 1, routed * away, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((moved > 0) & (boards.link_bytes_per_s > 0), moved / boards.link_bytes_per_s, 0.0)


def prompt_terms(served: ServedModel, boards: Boards, run: Running) -> Floats:
    """Ideal seconds of each of `TERMS` for one prompt, without the fixed part of a step: shape (terms, plans)."""
    fresh = run.prompt * (1 - run.hit)
    terms = np.zeros((len(TERMS), len(run.sequences)))
    experts, alike = prompt_experts_s(served, boards, run), _alike(served, fresh)
    terms[TERMS.index("products")] = 2 * served.dense_active / run.tensor * fresh / boards.flops_per_s + alike * experts
    terms[TERMS.index("attention")] = 2 * served.attended(_looked_back(run)) / run.tensor * fresh / boards.flops_per_s
    terms[TERMS.index("experts")] = (1 - alike) * experts
    terms[TERMS.index("exchange")] = _exchanged_s(served, boards, run, fresh)
    return terms


def prompt_experts_s(served: ServedModel, boards: Boards, run: Running) -> Column:
    """Ideal seconds of the products of one prompt with its experts, which all groups share."""
    experts_s: Column = 2 * served.expert_active / (run.tensor * run.groups) * run.prompt * (1 - run.hit) / boards.flops_per_s
    return experts_s


def first_token_terms(prompt_s: Column, terms: Floats, step_s: Column, asked: Column, run: Running) -> Floats:
    """Seconds of each of `FIRST_TERMS` for each plan: shape (terms, plans).

    Groups that share the experts exchange tokens in every layer, so all of them take as long for a step as the one with the most
    prompts: a first token waits for prompts of all groups.

    Args:
        prompt_s, step_s: for one prompt, and for a step.
        terms: ideal seconds of `TERMS` of a step.
        asked: sequences of one group, including those without memory; `run.sequences` are the running ones.
    """
    launches = terms[[TERMS.index("layers"), TERMS.index("layers_routed")]].sum(axis=0)
    none = np.zeros_like(prompt_s)
    if run.prompts_first:
        prompt, queue = prompt_s * (1 + _others_ahead(asked, run)), none
        poll = _HALF * np.maximum(0.0, np.asarray(run.poll) - 1) * step_s
    else:
        prompt, queue, poll = prompt_s, _QUEUE * prompt_s * asked * run.groups, none
    # Requests are served at the rate at which the running ones end (Little's law): those without memory wait for as many of these.
    waits = np.maximum(0.0, asked - run.sequences) / np.maximum(run.sequences, 1.0)
    room = waits * run.answer * step_s / run.gained
    return np.vstack([prompt, _STEPS * step_s, _LAUNCHES * launches, queue, room, _streamed_s(step_s, run), poll])


def _others_ahead(asked: Column, run: Running) -> Column:
    """Prompts of others processed before a first token, where all prompts go before the next step.

    A step is not interrupted, and no sequence ends while prompts are processed. A prompt thus waits for those that arrive at the same
    time: in the first round all of them, later those of the sequences that end between two looks at new requests, which one pass
    processes together.
    """
    others = np.maximum(0.0, asked * run.groups - 1)
    together = np.minimum(asked, run.sequences) * run.groups * run.poll * run.gained / run.answer
    ahead: Column = np.minimum(others, _HALF * run.ahead * others + together)
    return ahead


def _streamed_s(step_s: Column, run: Running) -> Column:
    """Seconds that a token waits for the process that streams all tokens, where GPUs generate more than it can handle.

    Requests arrive when others are completed, so all tokens take the time of that process if it is longer: the surplus of the GPUs
    collects in its queue, for a whole response. The first token of a request goes through the same queue.
    """
    token_s = step_s / run.gained
    used = run.sequences * run.groups / token_s / np.asarray(run.streamed_per_s)
    streamed_s: Column = run.answer * token_s * ((1 + used**_GRADUAL) ** (1 / _GRADUAL) - 1)
    return streamed_s
