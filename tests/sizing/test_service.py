"""What is said of a service: kept as a line of text, and turned into a workload."""

import json
from dataclasses import replace

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.sizing.serving.service import Service, service_fields
from gpudesk.sizing.serving.serving_request import Asked, answer, architecture_of, asked_from, asked_text, workload_of
from gpudesk.sizing.serving.serving_work import Order

ASKED = Asked("llama-3.1-8b", formats=("fp8",), gpu="nvidia.h100-sxm5-80gb", prompt=2000, answer=300)
FULL = Service(
    *(20.0, 30.0, 2.0, 1, 5000.0, 600.0, 50.0, 3),
    draft="llama-3.2-1b",
    ahead=3,
    accepted_percent=80.0,
    apart=True,
    across=True,
    best=Order.ENERGY,
)


def test_what_is_said_is_kept_word_for_word() -> None:
    asked = replace(ASKED, service=FULL)
    assert asked_from(asked_text(asked)) == asked


def test_what_was_kept_before_says_nothing_of_a_service() -> None:
    kept = json.loads(asked_text(ASKED))
    del kept["service"]
    assert asked_from(json.dumps(kept)) == ASKED


@pytest.mark.parametrize(
    "spoilt", [{"rate_per_s": -1}, {"ahead": 99}, {"best": "beauty"}, {"prefix_percent": 100}, {"colour": 1}, {"spare": "x"}]
)
def test_what_makes_no_sense_is_not_taken(spoilt: dict[str, object]) -> None:
    kept = json.loads(asked_text(ASKED))
    kept["service"] |= spoilt
    assert asked_from(json.dumps(kept)) is None


def test_a_service_becomes_a_workload() -> None:
    asked = replace(ASKED, service=FULL)
    work = workload_of(asked, architecture_of(asked), "fp8")
    assert work.demand is not None
    assert work.demand.planned_per_s == pytest.approx(33.8)
    assert work.prefix is not None
    assert work.speculation is not None
    assert work.speculation.draft is not None
    assert work.long.prompt_p95 == pytest.approx(5000, rel=0.06)
    assert work.apart


def test_a_rate_is_answered_with_plans_for_it() -> None:
    found = answer(replace(ASKED, service=Service(rate_per_s=20.0, spare=1)))
    assert found.plans[0].load is not None
    assert found.plans[0].fits


def test_a_percentile_that_no_lengths_have_is_refused() -> None:
    with pytest.raises(InvalidData, match="tokens does not match a mean of"):
        service_fields(Service(prompt_p95=100.0), 2000, 300)
