"""How many replicas run: by the requests that wait, with the rule that brings that figure to Kubernetes.

Kinds: HorizontalPodAutoscaler autoscaling/v2 of Kubernetes 1.31, rules of the Prometheus adapter 0.12
(github:kubernetes-sigs/prometheus-adapter, docs/config.md), ScaledObject keda.sh/v1alpha1 of KEDA 2.17 (keda.sh/docs, prometheus scaler).
"""

import math
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving.launch_values import ServeLaunch
from gpudesk.formats.launch.launch_kubernetes import labels
from gpudesk.formats.launch.launch_scripts import head
from gpudesk.formats.launch.launch_text import yaml_text

_CONTEXT = "sizing"
_LOW, _HIGH = 0.5, 1.5
"""Shares of the demand between which the replicas follow it; the load test covers the same."""
_SETTLE_S = 300
_PROMETHEUS = "http://prometheus-server.monitoring.svc:80"


def _bounds(launch: ServeLaunch) -> tuple[int, int]:
    return max(1, math.ceil(launch.replicas * _LOW)), math.ceil(launch.replicas * _HIGH)


def _most_waiting(launch: ServeLaunch) -> int:
    """Requests that may wait before a replica: a tenth of those that it runs."""
    return max(1, launch.sequences // 10)


def _target(launch: ServeLaunch) -> dict[str, str]:
    if launch.systems > 1:
        return {"apiVersion": "leaderworkerset.x-k8s.io/v1", "kind": "LeaderWorkerSet", "name": launch.name}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "name": launch.name}


def _metric(launch: ServeLaunch) -> str:
    if not launch.program.waiting:
        text = QT_TRANSLATE_NOOP("sizing", "{program} {version} does not report the number of waiting requests.")
        fix = QT_TRANSLATE_NOOP("sizing", "Serve with vLLM, SGLang or llama.cpp to scale based on the queue.")
        values = {"program": launch.program.title, "version": launch.program.version}
        raise InvalidData(Message(_CONTEXT, text, {**values}), Message(_CONTEXT, fix))
    return launch.program.waiting


def _told(launch: ServeLaunch) -> list[str]:
    low, high = _bounds(launch)
    start = launch.cold_start_s
    notes = [
        f"Replicas: {low} to {high}, {_LOW:.0%} to {_HIGH:.0%} of the demand; one more where over {_most_waiting(launch)} wait for each."
    ]
    if start is not None:
        notes.append(
            f"Cold start: the weights alone take {start:,.0f} s at {launch.storage_gb_per_s:g} GB/s; requests wait so long at least."
        )
    return notes


def autoscaler(launch: ServeLaunch) -> dict[str, str]:
    """Return a HorizontalPodAutoscaler on the queue, and the Prometheus adapter rule that it reads.

    Raises:
        InvalidData: the engine does not report the number of waiting requests.
    """
    metric = _metric(launch)
    low, high = _bounds(launch)
    # Names of the metrics API have no colons.
    plain = metric.replace(":", "_")
    body: dict[str, Any] = {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": launch.name, "labels": labels(launch)},
        "spec": {
            "scaleTargetRef": _target(launch),
            "minReplicas": low,
            "maxReplicas": high,
            "metrics": [
                {
                    "type": "Pods",
                    "pods": {"metric": {"name": plain}, "target": {"type": "AverageValue", "averageValue": str(_most_waiting(launch))}},
                }
            ],
            "behavior": {"scaleDown": {"stabilizationWindowSeconds": _SETTLE_S}},
        },
    }
    rule = {
        "rules": {
            "default": False,
            "custom": [
                {
                    "seriesQuery": f'{metric}{{namespace!="",pod!=""}}',
                    "resources": {"overrides": {"namespace": {"resource": "namespace"}, "pod": {"resource": "pod"}}},
                    "name": {"matches": f"^{metric}$", "as": plain},
                    "metricsQuery": "sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)",
                }
            ],
        }
    }
    adapter = [
        "Values of the Prometheus adapter:",
        "  helm upgrade --install prometheus-adapter prometheus-community/prometheus-adapter -f THIS",
        f"Then: kubectl get --raw /apis/custom.metrics.k8s.io/v1beta1/namespaces/default/pods/*/{plain}",
    ]
    return {
        f"{launch.name}-hpa.yaml": yaml_text([*head(launch, "scaled by the queue"), *_told(launch)], [body]),
        f"{launch.name}-prometheus-adapter.yaml": yaml_text(adapter, [rule]),
    }


def scaled_object(launch: ServeLaunch) -> dict[str, str]:
    """Return a KEDA ScaledObject on the queue, scaled down to zero replicas at night.

    Raises:
        InvalidData: the engine does not report the number of waiting requests.
    """
    metric = _metric(launch)
    _, high = _bounds(launch)
    gpus = launch.gpus * launch.replicas
    pods = f'namespace="default",pod=~"{launch.name}-.*"'
    triggers = [
        {
            "type": "prometheus",
            "metadata": {
                "serverAddress": _PROMETHEUS,
                "query": f"sum({metric}{{{pods}}})",
                "threshold": str(_most_waiting(launch)),
                "activationThreshold": "0",
            },
        },
        {
            "type": "prometheus",
            "metadata": {
                "serverAddress": _PROMETHEUS,
                "query": f"sum({launch.program.running}{{{pods}}})",
                "threshold": str(launch.sequences),
                "activationThreshold": "0",
            },
        },
        {
            "type": "prometheus",
            "metadata": {
                "serverAddress": _PROMETHEUS,
                "query": f'sum(rate(nginx_ingress_controller_requests{{ingress="{launch.name}"}}[2m])) > bool 0',
                "threshold": "1",
                "activationThreshold": "0",
            },
        },
    ]
    body = {
        "apiVersion": "keda.sh/v1alpha1",
        "kind": "ScaledObject",
        "metadata": {"name": launch.name, "labels": labels(launch)},
        "spec": {
            "scaleTargetRef": _target(launch),
            "pollingInterval": 15,
            "cooldownPeriod": _SETTLE_S,
            "minReplicaCount": 0,
            "maxReplicaCount": high,
            "triggers": triggers,
        },
    }
    saved = f"Each hour without a replica leaves {gpus} GPUs to others"
    saved += f" and saves {gpus * launch.idle_w / 1000:,.2f} kWh of their draw at rest." if launch.idle_w is not None else "."
    comments = [
        *head(launch, "scaled by the queue, to none when idle"),
        *_told(launch),
        saved,
        "Without a replica nothing counts what waits: the third trigger asks the gateway before it (ingress-nginx). With another gateway",
        "its own figure of requests belongs there; what comes before a replica is ready is answered with 503 and has to be sent again.",
    ]
    return {f"{launch.name}-keda.yaml": yaml_text(comments, [body])}
