"""`gpudesk size`: requests a second, lengths that differ, what is saved, what is best, and what goes on boards that are there."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.conftest import Run

ASKED = ("size", "--model", "llama-3.1-8b", "--precision", "fp8", "--input", "2000", "--output", "300", "--gpu", "H100")
PLAIN = ("size", "--model", "llama-3.1-8b", "--gpu", "H100")


def valid(found: Any, schema: str = "size.v2") -> Any:
    jsonschema.validate(found, json.loads(locate.resource("schemas", f"{schema}.json").read_text(encoding="utf-8")))
    return found


def test_requests_a_second_say_how_many_run(run: Run) -> None:
    found = valid(run(*ASKED, "--rate", "20", "--growth", "30", "--years", "2", "--spare", "1", "--json").json)
    (plan,) = found["plans"]
    assert plan["load"]["rate_per_s"] == pytest.approx(33.8)
    assert plan["load"]["ttft_p50_ms"] <= plan["load"]["ttft_p95_ms"]
    assert plan["gpus"] == plan["replicas"] + 1
    assert plan["sensitivity"][0]["change"] == "rate"
    assert plan["sensitivity"][0]["amount"] >= 20 * 60
    lines = run(*ASKED, "--rate", "20").out
    assert "at 20 requests per second" in lines


def test_more_than_a_board_can_do_is_refused(run: Run) -> None:
    found = valid(run(*ASKED, "--tokens-per-s", "500000", "--gpus", "1", "--json").json)
    assert "load" in found["plans"][0]["refused"]
    assert found["plans"][0]["load"]["running"] is None
    assert "requests arrive faster than they are served" in run(*ASKED, "--tokens-per-s", "500000", "--gpus", "1").out


def test_lengths_come_from_a_table(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "lengths.csv"
    table.write_text("input,output,count\n500,100,90\n8000,400,10\n", encoding="utf-8")
    found = valid(run(*PLAIN, "--lengths", str(table), "--concurrency", "16", "--json").json)
    assert found["request"]["service"]["lengths"] == str(table)
    spread = valid(run(*ASKED, "--input-p95", "5000", "--concurrency", "16", "--json").json)
    assert spread["request"]["service"]["input_p95"] == 5000


def test_what_is_saved_has_its_terms(run: Run) -> None:
    saved = ("--concurrency", "8", "--prefix-hit", "50", "--draft", "llama-3.2-1b", "--accepted", "80")
    found = valid(run(*ASKED, *saved, "--json").json)
    names = {term["name"] for term in found["plans"][0]["memory"]["terms"]}
    assert {"prefixes", "draft"} <= names
    assert any("not measured here" in remark for remark in found["plans"][0]["remarks"])
    apart = valid(run(*ASKED, "--concurrency", "64", "--split-prefill", "--json").json)
    assert apart["plans"][0]["prefill_replicas"] >= 1


@pytest.mark.parametrize("best", ["gpus", "cost", "speed", "energy"])
def test_the_best_comes_first(best: str, run: Run) -> None:
    found = valid(run(*ASKED[:-2], "--concurrency", "32", "--tpot-ms", "50", "--best", best, "--json").json)
    does = [plan for plan in found["plans"] if plan["fits"] and not plan["at_risk"]]
    figures = {
        "gpus": [plan["gpus"] for plan in does],
        "cost": [plan["cost"]["yearly"]["value"] for plan in does if plan["cost"]["price_known"]],
        "speed": [plan["tpot_ms"]["value"] for plan in does],
        "energy": [plan["cost"]["kwh_per_million_tokens"]["value"] for plan in does],
    }[best]
    assert len(figures) > 5
    assert figures == sorted(figures)


def test_the_front_is_told_with_those_that_lose(run: Run) -> None:
    asked = (*ASKED[:-2], "--concurrency", "32", "--tpot-ms", "50", "--gpu", "H100", "--gpu", "A10", "--gpu", "nvidia.b200-sxm-180gb")
    found = valid(run(*asked, "--front", "--json").json)
    assert all(plan["fits"] and not plan["at_risk"] for plan in found["plans"])
    winners = {plan["gpu"] for plan in found["plans"]}
    assert {each["gpu"] for each in found["dominated"]} | winners == {"nvidia.h100-sxm5-80gb", "nvidia.a10", "nvidia.b200-sxm-180gb"}
    assert all(each["reasons"] for each in found["dominated"])
    assert "Not on the Pareto front:" in run(*asked, "--front").out


@pytest.mark.parametrize("question", ["model", "context", "concurrency", "format"])
def test_what_goes_on_boards_that_are_there(question: str, run: Run) -> None:
    found = valid(run(*ASKED, "--gpus", "1", "--largest", question, "--json").json, "size_largest.v2")
    assert found["answers"]
    assert "The largest" in run(*ASKED, "--gpus", "1", "--largest", question).out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--rate", "1", "--tokens-per-s", "5"), "--rate and --tokens-per-s exclude each other: give one of them"),
        (("--spare", "1"), "need --rate"),
        (("--input-p95", "90000"), "95th percentile"),
        (("--largest", "context"), "--gpus"),
        (("--ahead", "3"), "--ahead needs --draft"),
        (("--accepted", "90"), "--accepted needs --draft"),
        (("--prefixes", "5"), "--prefixes needs --prefix-hit"),
        (("--ram-gb-per-s", "80"), "--ram-gb-per-s needs --engine llama.cpp"),
        (("--rate", "1", "--concurrency", "8"), "--concurrency cannot be combined with --rate or --tokens-per-s"),
    ],
)
def test_what_does_not_go_together_is_said(options: tuple[str, ...], told: str, run: Run) -> None:
    done = run(*ASKED, *options)
    assert done.code in (2, 3)
    assert told in done.err
