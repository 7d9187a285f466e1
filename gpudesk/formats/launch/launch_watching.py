"""Monitoring of a launch: scrape targets and alert rules of Prometheus 3 (prometheus.io/docs).

GPU metrics come from dcgm-exporter 4 (github:NVIDIA/dcgm-exporter, etc/default-counters.csv; two of them are comments there).
"""

from typing import Any

from gpudesk.core.serving.launch_values import ServeLaunch
from gpudesk.formats.launch.launch_scripts import head, replicas_here
from gpudesk.formats.launch.launch_text import yaml_text

_DCGM_PORT, _NODE_PORT = 9400, 9100
_HOLD = "5m"
_COUNTERS = (
    "GpuUncorrected and GpuSlowed need two counters that dcgm-exporter does not collect by default: copy its default-counters.csv,",
    "remove the # from the lines DCGM_FI_DEV_ECC_DBE_VOL_TOTAL and DCGM_FI_DEV_THERMAL_VIOLATION, and start it with -f COPY.",
)


def scrape_targets(launch: ServeLaunch) -> dict[str, str]:
    """Scrape configuration: the program, the GPUs and the host of each system."""
    here = replicas_here(launch)
    systems = launch.systems * -(-launch.replicas // here)
    hosts = [f"gpu-{number + 1}" for number in range(systems)]
    first = hosts[:: launch.systems]
    replicas = [f"{host}:{launch.program.port + at}" for host in first for at in range(here)][: launch.replicas]
    jobs: list[dict[str, Any]] = []
    if launch.program.metrics:
        targets = {"targets": replicas, "labels": {"model": launch.name}}
        jobs.append({"job_name": launch.name, "metrics_path": launch.program.metrics, "static_configs": [targets]})
    for name, port in (("dcgm", _DCGM_PORT), ("node", _NODE_PORT)):
        jobs.append({"job_name": name, "static_configs": [{"targets": [f"{host}:{port}" for host in hosts]}]})
    comments = [
        *head(launch, "scrape targets"),
        "Hosts are called gpu-1 and so on here: put their own names in place of these.",
    ]
    return {"prometheus-scrape.yaml": yaml_text(comments, [{"scrape_configs": jobs}])}


def alert_rules(launch: ServeLaunch) -> dict[str, str]:
    """Return alert rules: targets missed, queue growth, low memory, GPU failure."""
    program, rules = launch.program, []
    for metric, most, name, text in (
        (program.first_token, launch.ttft_most_s, "FirstTokenLate", "The first token of one request in twenty takes longer than asked."),
        (program.next_token, launch.tpot_most_s, "TokensLate", "One token in twenty takes longer than asked."),
    ):
        if metric and most is not None:
            late = f"histogram_quantile(0.95, sum by (le) (rate({metric}_bucket[5m]))) > {most:g}"
            rules.append(_rule(name, late, _HOLD, "warning", text))
    if program.waiting:
        waiting = f"sum({program.waiting}) > {launch.concurrency}"
        rules.append(_rule("RequestsWait", waiting, _HOLD, "warning", "More requests wait than were planned to run at once."))
    if program.cache_used:
        full = f"max({program.cache_used}) > 0.95"
        rules.append(_rule("CacheFull", full, _HOLD, "warning", "The cache of a replica is full: requests are preempted and restarted."))
    rules += [
        _rule("ReplicaGone", f'up{{job="{launch.name}"}} == 0', "2m", "critical", "A replica does not answer."),
        _rule("GpuError", "DCGM_FI_DEV_XID_ERRORS > 0", "0m", "critical", "The driver reported an Xid error."),
        _rule("GpuMemoryRemap", "DCGM_FI_DEV_ROW_REMAP_FAILURE > 0", "0m", "critical", "A row of memory could not be remapped."),
        _rule(
            "GpuUncorrected", "increase(DCGM_FI_DEV_ECC_DBE_VOL_TOTAL[10m]) > 0", "0m", "critical", "Memory errors that ECC cannot correct."
        ),
        _rule("GpuSlowed", "rate(DCGM_FI_DEV_THERMAL_VIOLATION[5m]) > 0", _HOLD, "warning", "A GPU slows down because it is too hot."),
    ]
    if not program.metrics:
        rules = [rule for rule in rules if rule["alert"] != "ReplicaGone"]
    comments = [*head(launch, "alert rules"), "Checked with: promtool check rules THIS", *_COUNTERS]
    return {"prometheus-alerts.yaml": yaml_text(comments, [{"groups": [{"name": launch.name, "rules": rules}]}])}


def _rule(name: str, expression: str, hold: str, severity: str, text: str) -> dict[str, Any]:
    return {"alert": name, "expr": expression, "for": hold, "labels": {"severity": severity}, "annotations": {"summary": text}}
