"""Schemas of the kinds of Kubernetes that are written here: what their definitions demand, in our own words, and no more."""

from typing import Any

NAME = {"type": "string", "pattern": "^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$"}
TEXTS = {"type": "object", "additionalProperties": {"type": "string"}}
COUNT = {"type": "integer", "minimum": 1}


def thing(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """An object with these fields and no others."""
    fields = {**required, **(optional or {})}
    return {"type": "object", "required": list(required), "properties": fields, "additionalProperties": False}


def many(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of, "minItems": 1}


def one(version: str, kind: str, spec: dict[str, Any]) -> dict[str, Any]:
    meta = thing({"name": NAME}, {"labels": TEXTS, "annotations": TEXTS})
    return thing({"apiVersion": {"const": version}, "kind": {"const": kind}, "metadata": meta, "spec": spec})


_PROBE = thing({"httpGet": thing({"path": {"type": "string"}, "port": COUNT}), "periodSeconds": COUNT, "failureThreshold": COUNT})
_SECRET = thing({"secretKeyRef": thing({"name": NAME, "key": {"type": "string"}}, {"optional": {"type": "boolean"}})})
_CONTAINER = thing(
    {"name": NAME, "image": {"type": "string", "pattern": "^[a-z0-9./_-]+:[A-Za-z0-9._-]+$"}},
    {
        "command": many({"type": "string"}),
        "env": many(thing({"name": {"type": "string"}}, {"value": {"type": "string"}, "valueFrom": _SECRET})),
        "ports": many(thing({"containerPort": COUNT}, {"name": NAME})),
        "resources": thing({"limits": {"type": "object", "additionalProperties": {"type": ["integer", "string"]}}}),
        "startupProbe": _PROBE,
        "readinessProbe": _PROBE,
        "volumeMounts": many(thing({"name": NAME, "mountPath": {"type": "string"}})),
    },
)
_SPREAD = {
    "maxSkew": COUNT,
    "topologyKey": {"type": "string"},
    "whenUnsatisfiable": {"enum": ["ScheduleAnyway", "DoNotSchedule"]},
    "labelSelector": thing({"matchLabels": TEXTS}),
}
_POD_FIELDS = {
    "volumes": many(thing({"name": NAME, "emptyDir": thing({"medium": {"const": "Memory"}})})),
    "nodeSelector": TEXTS,
    "tolerations": many(thing({"key": {"type": "string"}, "operator": {"enum": ["Exists", "Equal"]}, "effect": {"type": "string"}})),
    "topologySpreadConstraints": many(thing(_SPREAD)),
}
_POD = thing({"containers": many(_CONTAINER)}, _POD_FIELDS)
_TEMPLATE = thing({"spec": _POD}, {"metadata": thing({"labels": TEXTS})})
_TARGET = thing({"name": NAME}, {"apiVersion": {"type": "string"}, "kind": {"type": "string"}})
_RAY_START = {"rayStartParams": TEXTS, "template": _TEMPLATE}
_RAY = thing(
    {
        "rayVersion": {"type": "string"},
        "headGroupSpec": thing(_RAY_START),
        "workerGroupSpecs": many(thing({"groupName": NAME, "replicas": COUNT, "minReplicas": COUNT, "maxReplicas": COUNT, **_RAY_START})),
    }
)
_GROUP = thing(
    {"size": {"type": "integer", "minimum": 1}, "workerTemplate": _TEMPLATE},
    {"leaderTemplate": _TEMPLATE, "restartPolicy": {"enum": ["RecreateGroupOnPodRestart", "None"]}},
)
_METRIC = thing(
    {
        "type": {"const": "Pods"},
        "pods": thing(
            {
                "metric": thing({"name": {"type": "string", "pattern": "^[a-z_]+$"}}),
                "target": thing({"type": {"const": "AverageValue"}, "averageValue": {"type": "string", "pattern": "^[0-9]+$"}}),
            }
        ),
    }
)
_ELASTIC = thing({"rdzvBackend": {"const": "c10d"}, "minReplicas": COUNT, "maxReplicas": COUNT}, {"maxRestarts": COUNT})
_WORKER = thing({"replicas": COUNT, "restartPolicy": {"enum": ["Never", "OnFailure", "Always"]}, "template": _TEMPLATE})

KINDS: dict[str, dict[str, Any]] = {
    "Deployment": one(
        "apps/v1",
        "Deployment",
        thing(
            {"selector": thing({"matchLabels": TEXTS}), "template": _TEMPLATE},
            {
                "replicas": COUNT,
                "strategy": thing(
                    {"type": {"const": "RollingUpdate"}, "rollingUpdate": thing({"maxSurge": {"const": 0}, "maxUnavailable": COUNT})}
                ),
            },
        ),
    ),
    "Service": one("v1", "Service", thing({"selector": TEXTS, "ports": many(thing({"name": NAME, "port": COUNT, "targetPort": COUNT}))})),
    "LeaderWorkerSet": one("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", thing({"replicas": COUNT, "leaderWorkerTemplate": _GROUP})),
    "HorizontalPodAutoscaler": one(
        "autoscaling/v2",
        "HorizontalPodAutoscaler",
        thing(
            {"scaleTargetRef": _TARGET, "maxReplicas": COUNT},
            {
                "minReplicas": COUNT,
                "metrics": many(_METRIC),
                "behavior": thing({"scaleDown": thing({"stabilizationWindowSeconds": COUNT})}),
            },
        ),
    ),
    "ScaledObject": one(
        "keda.sh/v1alpha1",
        "ScaledObject",
        thing(
            {
                "scaleTargetRef": _TARGET,
                "triggers": many(
                    thing(
                        {
                            "type": {"const": "prometheus"},
                            "metadata": thing(
                                {"serverAddress": {"type": "string"}, "query": {"type": "string"}, "threshold": {"type": "string"}},
                                {"activationThreshold": {"type": "string"}},
                            ),
                        }
                    )
                ),
            },
            {
                "pollingInterval": COUNT,
                "cooldownPeriod": COUNT,
                "minReplicaCount": {"type": "integer", "minimum": 0},
                "maxReplicaCount": COUNT,
            },
        ),
    ),
    "InferenceService": one(
        "serving.kserve.io/v1beta1",
        "InferenceService",
        thing(
            {
                "predictor": thing(
                    {"containers": many(_CONTAINER)},
                    {
                        "minReplicas": COUNT,
                        "maxReplicas": COUNT,
                        "canaryTrafficPercent": {"type": "integer", "minimum": 0, "maximum": 100},
                        **_POD_FIELDS,
                    },
                )
            }
        ),
    ),
    "PyTorchJob": one(
        "kubeflow.org/v1",
        "PyTorchJob",
        thing(
            {"pytorchReplicaSpecs": thing({"Worker": _WORKER})},
            {"nprocPerNode": {"type": "string", "pattern": "^[1-9][0-9]*$"}, "elasticPolicy": _ELASTIC},
        ),
    ),
    "RayService": one("ray.io/v1", "RayService", thing({"serveConfigV2": {"type": "string"}, "rayClusterConfig": _RAY})),
    "RayJob": one(
        "ray.io/v1",
        "RayJob",
        thing({"entrypoint": {"type": "string"}, "rayClusterSpec": _RAY}, {"shutdownAfterJobFinishes": {"type": "boolean"}}),
    ),
}
