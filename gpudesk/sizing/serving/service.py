"""Requirements of a service other than its model: request arrivals, lengths, caching and ranking."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving.sequence_lengths import WIDEST, Lengths, spread_lengths
from gpudesk.core.serving.speculative_decoding import Speculation
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.serving.serving_work import Demand, Order, Prefix

_CONTEXT = "sizing"
PREDICTED = "mtp"
"""In place of a draft: a layer of the model itself that guesses."""
MOST_AHEAD = 32


@dataclass(frozen=True, slots=True)
class Service:
    """Service requirements; by default none.

    Attributes:
        rate_per_s: requests per second, instead of sequences at once; None without.
        growth_percent: per year, for `years` years; `spare` is the number of standby replicas.
        prompt_p95, answer_p95: 95th percentiles in tokens; None if all are equal.
        prefix_percent: percentage of prompt tokens found in the cache, which holds `prefixes` prefixes.
        draft: a model that predicts `ahead` tokens, of which `accepted_percent` are correct; `PREDICTED`, or "" without.
        apart, across: as in `ServingWorkload`.
        best: ranking of plans that meet the request.
    """

    rate_per_s: float | None = None
    growth_percent: float = 0.0
    years: float = 0.0
    spare: int = 0
    prompt_p95: float | None = None
    answer_p95: float | None = None
    prefix_percent: float = 0.0
    prefixes: int = 1
    draft: str = ""
    ahead: int = 4
    accepted_percent: float = 70.0
    apart: bool = False
    across: bool = False
    best: Order = Order.GPUS


NOTHING = Service()
"""No requirements."""


def service_from(kept: Mapping[str, Any]) -> Service:
    """Parse stored service requirements.

    Raises:
        ValueError, TypeError: the text is invalid.
    """
    service = Service(**{**kept, "best": Order(kept.get("best", Order.GPUS))})
    sizes = [float(size or 0) for size in (service.rate_per_s, service.growth_percent, service.years, service.spare, service.prompt_p95)]
    sizes += [float(size or 0) for size in (service.answer_p95, service.prefix_percent, service.accepted_percent, service.prefixes - 1)]
    bounded = service.prefix_percent < 100 and service.accepted_percent <= 100 and 1 <= int(service.ahead) <= MOST_AHEAD
    if min(sizes) < 0 or not bounded or not isinstance(service.draft, str):
        raise ValueError("what is said of the service makes no sense")
    return service


def service_fields(service: Service, prompt: int, answer: int, lengths: Lengths | None = None) -> dict[str, Any]:
    """The workload fields set by these requirements.

    Args:
        lengths: measured lengths, instead of `prompt` and `answer`.

    Raises:
        InvalidData: a percentile does not match its mean, or the draft model is unknown.
    """
    long = lengths if lengths is not None else _lengths(service, prompt, answer)
    fields: dict[str, Any] = {"apart": service.apart, "across": service.across, "lengths": long}
    if long is not None:
        fields |= {"prompt": max(1, round(long.prompt)), "answer": max(1, round(long.answer))}
    if service.rate_per_s is not None:
        fields["demand"] = Demand(service.rate_per_s, service.growth_percent / 100, service.years, service.spare)
    if service.prefix_percent:
        fields["prefix"] = Prefix(service.prefix_percent / 100, service.prefixes)
    if service.draft:
        draft = None if service.draft.casefold() == PREDICTED else named_model(service.draft)
        fields["speculation"] = Speculation(service.ahead, service.accepted_percent / 100, draft)
    return fields


def _lengths(service: Service, prompt: int, answer: int) -> Lengths | None:
    if service.prompt_p95 is None and service.answer_p95 is None:
        return None
    pairs = ((prompt, service.prompt_p95), (answer, service.answer_p95))
    for mean, p95 in pairs:
        if p95 is not None and not mean <= p95 <= mean * WIDEST:
            text = QT_TRANSLATE_NOOP("sizing", "A 95th percentile of {p95} tokens does not match a mean of {mean}.")
            fix = QT_TRANSLATE_NOOP("sizing", "Enter a value between the mean and {most}, or provide a table of lengths.")
            raise InvalidData(Message(_CONTEXT, text, {"p95": p95, "mean": mean}), Message(_CONTEXT, fix, {"most": int(mean * WIDEST)}))
    return spread_lengths(prompt, service.prompt_p95 or prompt, answer, service.answer_p95 or answer)
