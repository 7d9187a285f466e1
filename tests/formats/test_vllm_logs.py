"""Complete logs of `vllm serve`: the line of the server comes after loading, and what was asked of it before."""

import pytest

from gpudesk.formats.runs.run_log import run_log
from tests.formats import vllm_logs as logs


def test_a_complete_log_is_read_to_its_end() -> None:
    log = run_log(logs.V1_010)
    assert (log.weights_gib, log.cache_gib, log.cache_tokens, log.graphs_gib) == (14.2488, 5.01, 93_872, 0.5)
    assert (log.share, log.model, log.gpus, log.starts) == (0.25, "/models/Qwen2.5-7B-Instruct", 1, 1)
    assert (log.tokens_per_s, log.running) == (640.0, 8)
    assert log.release == "0.10.1.1"
    assert log.arguments == {
        "model_tag": "/models/Qwen2.5-7B-Instruct",
        "host": "0.0.0.0",
        "model": "/models/Qwen2.5-7B-Instruct",
        "max_model_len": "8192",
        "gpu_memory_utilization": "0.25",
    }


@pytest.mark.parametrize("lines", range(6, 15))
def test_what_was_read_stays_read_as_the_log_grows(lines: int) -> None:
    log = run_log("\n".join(logs.V1_010.splitlines()[:lines]))
    assert (log.weights_gib, log.share) == (14.2488, 0.25)


def test_newer_releases_say_what_they_use() -> None:
    """The line of the engine has more than 4,000 signs, and its beginning counts."""
    log = run_log(logs.V1_020)
    assert (log.weights_gib, log.activations_gib, log.graphs_gib) == (15.05, 1.66, 0.14)
    assert log.other_gib == pytest.approx(0.2)
    assert (log.total_gib, log.share, log.gpus, log.model) == (23.56, 0.92, 2, "Qwen/Qwen3-32B-AWQ")
    assert (log.cache_gib, log.cache_tokens) == (4.76, 38_992)
    assert (log.release, log.arguments["tensor_parallel_size"], log.arguments["gpu_memory_utilization"]) == ("0.26.0", "2", "0.92")


@pytest.mark.parametrize("banner", ["       version 0.26.0", "  █▄█▀ █     █     █     █  version 0.26.0"])
def test_the_version_may_stand_behind_a_drawing(banner: str) -> None:
    log = run_log(logs.V1_020.replace("       version 0.26.0", banner))
    assert (log.release, log.starts, log.arguments["model"]) == ("0.26.0", 1, "Qwen/Qwen3-32B-AWQ")


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("{'model': 'a/b', 'api_key': ['sk-1'], 'hf_token': 'hf_1'}", {"model": "a/b", "api_key": "…", "hf_token": "…"}),
        ("{'model': open('x')}", {}),
        ("{'model': 'a/b', 'speculative_config': {'method': 'mtp', 'num_speculative_tokens': 1}}", None),
        ("{" * 2000 + "}" * 1900, {}),
    ],
)
def test_arguments_are_plain_values_and_keys_stay_untold(said: str, arguments: dict[str, str] | None) -> None:
    text = logs.V1_010.replace(logs.V1_010[logs.V1_010.index("{'model_tag'") : logs.V1_010.index("0.25}") + 5], said)
    expected = {"model": "a/b", "speculative_config": "{'method': 'mtp', 'num_speculative_tokens': 1}"} if arguments is None else arguments
    assert run_log(text).arguments == expected


def test_amounts_of_a_debug_line() -> None:
    log = run_log(logs.V1_DEBUG)
    assert (log.weights_gib, log.activations_gib, log.other_gib, log.graphs_gib) == (13.72, 1.83, 0.04, 0.0)
    assert (log.total_gib, log.share) == (44.4, 0.9)


def test_the_last_of_several_starts_counts() -> None:
    second = logs.V1_010.replace("14.2488", "7.1234").replace("0.25}", "0.5}").replace("Qwen2.5-7B", "Qwen2.5-3B")
    log = run_log(logs.V1_010 + second)
    assert (log.weights_gib, log.share, log.starts, log.model) == (7.1234, 0.5, 2, "/models/Qwen2.5-3B-Instruct")


def test_several_engines_of_one_server_are_one_start() -> None:
    lines = logs.V1_010.splitlines()
    engine = next(line for line in lines if "Initializing" in line)
    at = next(place for place, line in enumerate(lines) if "Model loading" in line) + 1
    log = run_log("\n".join([*lines[:at], engine, *lines[at:]]))
    assert (log.starts, log.weights_gib, log.share) == (1, 14.2488, 0.25)
