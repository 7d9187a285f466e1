"""How long prompts and answers are: one length each, a mean with a 95th percentile, or a count of pairs."""

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

_P95, _P99 = NormalDist().inv_cdf(0.95), NormalDist().inv_cdf(0.99)
_QUANTILES = 64
WIDEST = math.exp(_P95**2 / 2)
"""Maximum ratio of the 95th percentile of a lognormal length to its mean."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """Tokens of prompts and answers.

    Attributes:
        prompt, answer: means.
        prompt_p95, answer_p95: of each alone.
        variation: of prompts, the standard deviation over the mean.
        context, context_sd: of prompt and answer together, of the sequences that run: long answers run longer, so more of these are long.
        longest: of prompt and answer together.
    """

    prompt: float
    answer: float
    prompt_p95: float
    answer_p95: float
    variation: float
    context: float
    context_sd: float
    longest: float

    def kept_tokens(self, sequences: NDArray[np.float64]) -> NDArray[np.float64]:
        """Tokens to reserve for each of a given number of running sequences, so that their total fits in 99 of 100 cases."""
        sure = self.context + _P99 * self.context_sd / np.sqrt(np.maximum(sequences, 1.0))
        return np.minimum(sure, self.longest)


def fixed_lengths(prompt: float, answer: float) -> Lengths:
    """Every prompt and every answer alike."""
    return Lengths(prompt, answer, prompt, answer, 0.0, prompt + answer, 0.0, prompt + answer)


def counted_lengths(prompts: ArrayLike, answers: ArrayLike, counts: ArrayLike) -> Lengths:
    """Lengths from pairs with counts.

    Raises:
        ValueError: there are no pairs, a length is below 1 or a count below 0.
    """
    prompt, answer, count = (np.asarray(column, dtype=np.float64) for column in (prompts, answers, counts))
    if not count.sum() > 0 or prompt.min() < 1 or answer.min() < 1 or count.min() < 0:
        raise ValueError("lengths are at least 1, counts at least 0 and one of them above")
    share = count / count.sum()
    running = share * answer / (share @ answer)
    whole = prompt + answer
    mean, context = float(share @ prompt), float(running @ whole)
    return Lengths(
        prompt=mean,
        answer=float(share @ answer),
        prompt_p95=_quantile(prompt, share, 0.95),
        answer_p95=_quantile(answer, share, 0.95),
        variation=math.sqrt(max(float(share @ (prompt - mean) ** 2), 0.0)) / mean,
        context=context,
        context_sd=math.sqrt(max(float(running @ (whole - context) ** 2), 0.0)),
        longest=float(whole[count > 0].max()),
    )


def spread_lengths(prompt: float, prompt_p95: float, answer: float, answer_p95: float) -> Lengths:
    """Lognormal prompt and response lengths with these means and 95th percentiles, independent of each other.

    Raises:
        ValueError: a percentile is below its mean, or further above it than a lognormal length allows (`WIDEST`).
    """
    prompts, answers = _lognormal(prompt, prompt_p95), _lognormal(answer, answer_p95)
    pairs = np.meshgrid(prompts, answers, indexing="ij")
    return counted_lengths(pairs[0].ravel(), pairs[1].ravel(), np.ones(pairs[0].size))


def _lognormal(mean: float, p95: float) -> NDArray[np.float64]:
    """Values at the centers of equal parts, scaled to the requested mean."""
    if not mean <= p95 <= mean * WIDEST:
        raise ValueError(f"a 95th percentile of {p95} does not go with a mean of {mean}")
    sigma = _P95 - math.sqrt(max(_P95**2 - 2 * math.log(p95 / mean), 0.0))
    middles = (np.arange(_QUANTILES) + 0.5) / _QUANTILES
    values = np.exp(sigma * np.array([NormalDist().inv_cdf(at) for at in middles.tolist()]))
    scaled: NDArray[np.float64] = np.maximum(values * (mean / values.mean()), 1.0)
    return scaled


def _quantile(values: NDArray[np.float64], share: NDArray[np.float64], at: float) -> float:
    order = np.argsort(values)
    return float(values[order][min(int(np.searchsorted(np.cumsum(share[order]), at)), len(values) - 1)])
