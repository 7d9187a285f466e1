"""What is monitored of a launch: scrape targets and alert rules of each engine."""

from dataclasses import replace
from typing import Any

import pytest
import yaml

from gpudesk.core.serving.launch_values import Machine
from gpudesk.formats.launch.launch_programs import program
from gpudesk.formats.launch.launch_watching import alert_rules, scrape_targets
from tests.formats.test_launch_names import LAUNCH

CHAT = replace(LAUNCH, model="org/Chat", ttft_most_s=0.5, tpot_most_s=0.025, concurrency=48)
GPU_RULES = [
    ("GpuError", "DCGM_FI_DEV_XID_ERRORS > 0", "0m", "critical"),
    ("GpuMemoryRemap", "DCGM_FI_DEV_ROW_REMAP_FAILURE > 0", "0m", "critical"),
    ("GpuUncorrected", "increase(DCGM_FI_DEV_ECC_DBE_VOL_TOTAL[10m]) > 0", "0m", "critical"),
    ("GpuSlowed", "rate(DCGM_FI_DEV_THERMAL_VIOLATION[5m]) > 0", "5m", "warning"),
]
"""Names of fields of DCGM 4 (dcgm_fields.h), as dcgm-exporter 4 exports them."""


def late(metric: str, most_s: str) -> str:
    """The 95th percentile of a histogram exceeds a time."""
    return f"histogram_quantile(0.95, sum by (le) (rate({metric}_bucket[5m]))) > {most_s}"


def queue_rules(waiting: str, cache_used: str) -> list[tuple[str, str, str, str]]:
    full = [("CacheFull", f"max({cache_used}) > 0.95", "5m", "warning")] if cache_used else []
    return [
        ("RequestsWait", f"sum({waiting}) > 48", "5m", "warning"),
        *full,
        ("ReplicaGone", 'up{job="chat"} == 0', "2m", "critical"),
    ]


def time_rules(prefix: str) -> list[tuple[str, str, str, str]]:
    return [
        ("FirstTokenLate", late(f"{prefix}:time_to_first_token_seconds", "0.5"), "5m", "warning"),
        ("TokensLate", late(f"{prefix}:inter_token_latency_seconds", "0.025"), "5m", "warning"),
    ]


EXPECTED = {
    "vllm": [*time_rules("vllm"), *queue_rules("vllm:num_requests_waiting", "vllm:kv_cache_usage_perc"), *GPU_RULES],
    "sglang": [*time_rules("sglang"), *queue_rules("sglang:num_queue_reqs", "sglang:token_usage"), *GPU_RULES],
    # TensorRT-LLM 1.0.0 has no metrics for Prometheus: its replicas are no target, so none of them can be missed.
    "trtllm": GPU_RULES,
    # llama.cpp has neither histograms of times nor the share of its cache.
    "llama.cpp": [*queue_rules("llamacpp:requests_deferred", ""), *GPU_RULES],
}


def written(files: dict[str, str]) -> Any:
    (text,) = files.values()
    return yaml.safe_load(text)


@pytest.mark.parametrize("engine", EXPECTED)
def test_an_engine_has_the_alert_rules_of_its_metrics(engine: str) -> None:
    (group,) = written(alert_rules(replace(CHAT, program=program(engine))))["groups"]
    assert group["name"] == "chat"
    rules = [(rule["alert"], rule["expr"], rule["for"], rule["labels"]["severity"]) for rule in group["rules"]]
    assert rules == EXPECTED[engine]


def test_times_without_a_target_have_no_alert_rule() -> None:
    (group,) = written(alert_rules(replace(CHAT, ttft_most_s=None, tpot_most_s=None)))["groups"]
    assert [rule["alert"] for rule in group["rules"]][:2] == ["RequestsWait", "CacheFull"]
    (group,) = written(alert_rules(replace(CHAT, ttft_most_s=None)))["groups"]
    assert [rule["alert"] for rule in group["rules"]][:2] == ["TokensLate", "RequestsWait"]


def targets(files: dict[str, str]) -> dict[str, list[str]]:
    """The addresses that each job scrapes."""
    return {job["job_name"]: job["static_configs"][0]["targets"] for job in written(files)["scrape_configs"]}


def test_replicas_of_one_system_are_scraped_on_successive_ports() -> None:
    launch = replace(CHAT, tensor=4, replicas=3, machine=Machine(gpus=8))
    assert targets(scrape_targets(launch)) == {
        "chat": ["gpu-1:8000", "gpu-1:8001", "gpu-2:8000"],
        "dcgm": ["gpu-1:9400", "gpu-2:9400"],
        "node": ["gpu-1:9100", "gpu-2:9100"],
    }


def test_a_replica_across_systems_is_scraped_on_its_first() -> None:
    launch = replace(CHAT, tensor=8, pipeline=2, replicas=2, machine=Machine(gpus=8))
    assert targets(scrape_targets(launch)) == {
        "chat": ["gpu-1:8000", "gpu-3:8000"],
        "dcgm": [f"gpu-{number}:9400" for number in (1, 2, 3, 4)],
        "node": [f"gpu-{number}:9100" for number in (1, 2, 3, 4)],
    }


def test_an_engine_without_metrics_is_no_target() -> None:
    (vllm, *_) = written(scrape_targets(CHAT))["scrape_configs"]
    assert (vllm["metrics_path"], vllm["static_configs"][0]["labels"]) == ("/metrics", {"model": "chat"})
    assert list(targets(scrape_targets(replace(CHAT, program=program("trtllm"))))) == ["dcgm", "node"]


def test_the_rules_name_the_counters_that_an_exporter_does_not_collect_by_default() -> None:
    """Without them, their two rules never fire."""
    (text,) = alert_rules(CHAT).values()
    comments = " ".join(line.removeprefix("# ") for line in text.splitlines() if line.startswith("#"))
    assert "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL and DCGM_FI_DEV_THERMAL_VIOLATION, and start it with -f COPY." in comments
