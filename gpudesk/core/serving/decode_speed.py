"""Time per token in engines that run one sequence on one GPU: llama.cpp and Transformers.

`t = (launch^p + work^p)^(1/p)` with `launch = c·layers + d·hops` and `work = bytes/(e·BW)`: with p = 1 kernels start one after the
other as in llama.cpp, with a greater p they start while earlier ones still run. GPUs with separate layers work one after
the other, so their memory bandwidths do not add up.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.serving.served_model import Column, Counts, ServedModel

MICRO = 1e-6


@dataclass(frozen=True, slots=True)
class DecodeConstants:
    """Weights of the terms of the time per token.

    Attributes:
        weights: for the time to read the weights at the memory bandwidth; 1/e.
        cache: for the keys and values as stored.
        copies: for keys and values copied to every query head, as in engines without support for shared heads.
        layers_us, hops_us: microseconds for each layer, and for each step from one GPU to the next.
        overlap: p above.
    """

    weights: float
    cache: float
    copies: float
    layers_us: float
    hops_us: float
    overlap: float = 1.0


@dataclass(frozen=True, slots=True)
class Decoding:
    """The running work, one number for each plan.

    Attributes:
        sequences: that get a token at the same time.
        looked: context tokens of each.
        gpus: with separate layers.
        bytes_per_s: memory bandwidth of one of them.
        products_per_s: 16-bit products that one reaches with many tokens at once, for those of all sequences but one.
        checked: tokens of each sequence processed at once; more than one with speculative decoding.
    """

    sequences: Column
    looked: Column
    gpus: Counts
    bytes_per_s: Column
    products_per_s: Column
    kv_bytes: float
    checked: float = 1.0


def decode_terms(served: ServedModel, run: Decoding) -> NDArray[np.float64]:
    """Ideal seconds of weights, cache and copies of it, then layers and hops in millionths: shape (5, plans)."""
    one = np.ones_like(run.gpus)
    weights = served.read_bytes(one, one, run.sequences, run.sequences * run.checked) / run.bytes_per_s
    cache = run.sequences * served.cache_bytes(one, one, run.looked, run.kv_bytes) / run.bytes_per_s
    copies = run.sequences * 2.0 * served.attended(run.looked) / run.bytes_per_s
    layers = np.full(run.sequences.shape, served.model.layers * MICRO)
    return np.vstack([weights, cache, copies, layers, (run.gpus - 1) * MICRO])


def decode_seconds(served: ServedModel, run: Decoding, of: DecodeConstants) -> Column:
    """Seconds for one token of every sequence, or for the tokens verified at once."""
    seconds = combined(decode_terms(served, run), of)
    more = 2.0 * (served.dense_active + served.expert_active) * (run.sequences * run.checked - 1.0) / run.products_per_s
    return seconds + more


def least_decode(terms: NDArray[np.float64], served: ServedModel, run: Decoding, flops_per_s: Column) -> Column:
    """Seconds below which no token of every sequence is: reading weights and cache, or the products of all sequences at a dense rate.

    Args:
        terms: of `decode_terms`.
        flops_per_s: dense, of one GPU; the others wait meanwhile.
    """
    token_flops = 2.0 * (served.dense_active + served.expert_active + served.attended(run.looked))
    products = token_flops * run.sequences * run.checked / flops_per_s
    least_s: Column = np.maximum(terms[0] + terms[1], products)
    return least_s


def combined(terms: NDArray[np.float64], of: DecodeConstants) -> Column:
    """Seconds by the terms of `decode_terms`."""
    work = of.weights * terms[0] + of.cache * terms[1] + of.copies * terms[2]
    launch = of.layers_us * terms[3] + of.hops_us * terms[4]
    seconds: Column = (work**of.overlap + launch**of.overlap) ** (1.0 / of.overlap)
    return seconds


def prompt_flops(served: ServedModel, prompt: Column) -> Column:
    """Products of one prompt times two, each token looking back over half of it."""
    flops: Column = 2.0 * (served.dense_active + served.expert_active + served.attended(prompt / 2.0)) * prompt
    return flops
