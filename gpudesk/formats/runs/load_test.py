"""The load test of a plan: the script that runs it, and what came of it.

`vllm bench serve` of vLLM 0.11.2 (docs.vllm.ai/en/v0.11.2/cli/bench/serve) measures every server with the interface of OpenAI and
writes its results as JSON.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.serving.launch_values import ServeLaunch
from gpudesk.formats.launch.launch_scripts import head
from gpudesk.formats.launch.launch_text import Raw, command, script

_CONTEXT = "sizing"
SHARES = (50, 100, 150)
"""Percent of the demand."""
MOST_BYTES = 32 * 2**20
_ROUNDS = 5
"""Requests of each sequence that runs at once: the first and the last round are not full."""
_LEAST = 20


def load_script(launch: ServeLaunch) -> dict[str, str]:
    """Return a bash script that sends a running server 50, 100 and 150 % of the demand and writes a JSON file for each."""
    body = [
        f"url=${{URL:-http://127.0.0.1:{launch.program.port}}}",
        f"out=${{OUT:-{launch.name}-load}}",
        'mkdir -p "$out"',
        "",
    ]
    for share in SHARES:
        running = max(1, math.ceil(launch.concurrency * share / 100))
        words = ["vllm", "bench", "serve", "--backend", "openai", "--base-url", Raw('"$url"'), "--endpoint", "/v1/completions"]
        words += ["--model", launch.name, "--tokenizer", launch.title if launch.is_asked else launch.model, "--dataset-name", "random"]
        words += ["--random-input-len", str(launch.prompt), "--random-output-len", str(launch.answer), "--ignore-eos"]
        words += ["--num-prompts", str(max(_LEAST, _ROUNDS * running)), "--max-concurrency", str(running), "--request-rate", "inf"]
        words += ["--percentile-metrics", "ttft,tpot,itl,e2el", "--metric-percentiles", "50,95,99"]
        words += ["--save-result", "--result-dir", Raw('"$out"'), "--result-filename", f"load-{share:03}.json"]
        body += [f"# {share} % of the demand: {running} sequences at once", command(words), ""]
    comments = [
        *head(launch, "load test"),
        "Needs a running server and vLLM on the machine that asks. URL and OUT say where the server is and where results go.",
        "With several replicas URL is the balancer before them.",
        "Then: gpudesk size … --log OUT/load-100.json shows what was measured beside what was predicted.",
    ]
    return {f"{launch.name}-load.sh": script(comments, body)}


@dataclass(frozen=True, slots=True)
class LoadResult:
    """Results of a load test.

    Attributes:
        concurrency: concurrent sequences.
        completed, failed: requests.
        prompt, answer: tokens of one request, on average.
        tpot_s, ttft_s: medians; None if not in the file.
        tpot_p95_s, ttft_p95_s: 95th percentiles: 95 % of requests are faster.
        tokens_per_s: of all answers together.
    """

    model: str
    concurrency: int
    completed: int
    failed: int
    prompt: float
    answer: float
    duration_s: float
    tokens_per_s: float
    tpot_s: float | None
    ttft_s: float | None
    tpot_p95_s: float | None
    ttft_p95_s: float | None


def is_load_result(text: str) -> bool:
    """Whether a text looks like the result of a load test."""
    return text.lstrip()[:1] == "{" and '"output_throughput"' in text


def read_load_result(path: Path) -> LoadResult:
    """Return the results of a load test.

    Raises:
        InvalidData: the file cannot be read, is too large, or is not a load test result.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("sizing", "{name} cannot be read: {reason}.")
        raise InvalidData(Message(_CONTEXT, text, {"name": path.name, "reason": error.strerror or str(error)})) from error
    if len(content) > MOST_BYTES:
        raise _no_result(QT_TRANSLATE_NOOP("sizing", "it is too large"))
    return load_result(content.decode("utf-8", "replace"))


def load_result(text: str) -> LoadResult:
    """Return the results of a load test from the text of its file.

    Raises:
        InvalidData: it is not a load test result.
    """
    if len(text) > MOST_BYTES:
        raise _no_result(QT_TRANSLATE_NOOP("sizing", "it is too large"))
    with foreign_parser("", _no_json):
        body = json.loads(text)
    if not isinstance(body, dict):
        raise _no_result(QT_TRANSLATE_NOOP("sizing", "it is not a JSON object"))
    completed = _number(body, "completed")
    rate, duration = _number(body, "output_throughput"), _number(body, "duration")
    if not completed or rate is None or not duration:
        raise _no_result(QT_TRANSLATE_NOOP("sizing", "no request was completed, or throughput and duration are missing"))
    running = _number(body, "max_concurrency") or _number(body, "num_prompts") or completed
    name = body.get("model_id")
    return LoadResult(
        model=str(name)[:200] if isinstance(name, str) else "",
        concurrency=max(1, int(running)),
        completed=int(completed),
        failed=int(_number(body, "failed") or 0),
        prompt=(_number(body, "total_input_tokens") or 0.0) / completed,
        answer=(_number(body, "total_output_tokens") or 0.0) / completed,
        duration_s=duration,
        tokens_per_s=rate,
        tpot_s=_seconds(body, "median_tpot_ms", "mean_tpot_ms"),
        ttft_s=_seconds(body, "median_ttft_ms", "mean_ttft_ms"),
        tpot_p95_s=_seconds(body, "p95_tpot_ms"),
        ttft_p95_s=_seconds(body, "p95_ttft_ms"),
    )


def _number(body: Mapping[str, Any], name: str) -> float | None:
    """A number that is neither negative nor beyond all measure."""
    value = body.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e12:
        return None
    return float(value)


def _seconds(body: Mapping[str, Any], *names: str) -> float | None:
    """The first of some times in milliseconds that is there and above nothing."""
    time_ms = next((value for name in names if (value := _number(body, name))), None)
    return None if time_ms is None else time_ms / 1000


def _no_json(_reason: str, _error: Exception) -> InvalidData:
    return _no_result(QT_TRANSLATE_NOOP("sizing", "it is not JSON"))


def _no_result(reason: str) -> InvalidData:
    values: dict[str, Value] = {"reason": reason}
    text = QT_TRANSLATE_NOOP("sizing", "This is not a load test result: {reason}.")
    fix = QT_TRANSLATE_NOOP("sizing", "Use the JSON file that vllm bench serve writes with --save-result.")
    return InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))
