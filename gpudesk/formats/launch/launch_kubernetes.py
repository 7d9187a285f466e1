"""Files of Kubernetes that start a launch: a deployment, a group of pods over several nodes, a KServe service, a training job.

Kinds: apps/v1 and v1 of Kubernetes 1.31, LeaderWorkerSet v1 0.7 (lws.sigs.k8s.io), KServe v1beta1 0.15 (kserve.github.io), PyTorchJob v1 of
the Kubeflow training operator 1.9. GPUs by the NVIDIA device plugin, which hands them out itself: nothing is named by UUID here.
"""

import re
from collections.abc import Mapping
from typing import Any

from gpudesk.core.serving.launch_values import ServeLaunch, TrainLaunch
from gpudesk.formats.launch.launch_programs import port_of
from gpudesk.formats.launch.launch_scripts import container_words, head
from gpudesk.formats.launch.launch_text import command, yaml_text

_EXPANDED = re.compile(r"\$+(?=\()|\${2,}")
_SHM = {"name": "shm", "emptyDir": {"medium": "Memory"}}
_CANARY_PERCENT = 10
_TRIES_S = 10
_START_S = 1800
"""Time allowed for a pod to start if its storage is unknown; vLLM compilation alone takes minutes."""


def labels(launch: ServeLaunch) -> dict[str, str]:
    """Return the labels that identify the pods of a launch."""
    return {"app.kubernetes.io/name": launch.name, "app.kubernetes.io/component": "model"}


def gpu_resource(launch: ServeLaunch) -> str:
    """Return the device plugin's name of the requested resource; slices have separate names with the strategy "mixed"."""
    return f"nvidia.com/mig-{launch.mig.replace('+', '.')}" if launch.mig else "nvidia.com/gpu"


def _container(launch: ServeLaunch, words: list[str], name: str = "model") -> dict[str, Any]:
    port = launch.program.port
    return {
        "name": name,
        "image": launch.image,
        "command": [_kept(argument) for argument in port_of(words, str(port))],
        "ports": [{"name": "http", "containerPort": port}],
        "env": _environment(),
        "resources": {"limits": {gpu_resource(launch): launch.gpus_here}},
        "startupProbe": _probe(port, _start_tries(launch)),
        "readinessProbe": _probe(port, 3),
        "volumeMounts": [{"name": "shm", "mountPath": "/dev/shm"}],  # noqa: S108 - a mount point inside a container, not a file of ours
    }


def _kept(text: str) -> str:
    """Escape a command token for Kubernetes, which replaces $(NAME) by a variable, and two dollar signs by one."""
    return _EXPANDED.sub(lambda dollars: 2 * dollars[0], text)


def _environment() -> list[dict[str, Any]]:
    token = {"secretKeyRef": {"name": "hugging-face", "key": "token", "optional": True}}
    return [{"name": "CUDA_DEVICE_ORDER", "value": "PCI_BUS_ID"}, {"name": "HF_TOKEN", "valueFrom": token}]


def _probe(port: int, tries: int) -> dict[str, Any]:
    return {"httpGet": {"path": "/health", "port": port}, "periodSeconds": _TRIES_S, "failureThreshold": tries}


def _start_tries(launch: ServeLaunch) -> int:
    """Return the number of tries in half an hour, or in ten times the load time of the weights if that is longer."""
    return max(_START_S, int(10 * (launch.cold_start_s or 0.0))) // _TRIES_S


def _pod(launch: ServeLaunch, container: Mapping[str, Any]) -> dict[str, Any]:
    spec: dict[str, Any] = {"containers": [dict(container)], "volumes": [_SHM]}
    if launch.machine.labels:
        spec["nodeSelector"] = dict(launch.machine.labels)
    spec["tolerations"] = [{"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"}]
    return spec


def _service(launch: ServeLaunch, selector: Mapping[str, str]) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": launch.name, "labels": labels(launch)},
        "spec": {"selector": dict(selector), "ports": [{"name": "http", "port": 80, "targetPort": launch.program.port}]},
    }


def _secret() -> list[str]:
    return ["A model that is not open to all needs its token: kubectl create secret generic hugging-face --from-literal=token=…"]


def deployment(launch: ServeLaunch) -> dict[str, str]:
    """A Deployment with a Service before it; replicas of several nodes become a LeaderWorkerSet."""
    if launch.systems > 1:
        return leader_worker_set(launch)
    pod = _pod(launch, _container(launch, container_words(launch)))
    pod["topologySpreadConstraints"] = [
        {
            "maxSkew": 1,
            "topologyKey": "kubernetes.io/hostname",
            "whenUnsatisfiable": "ScheduleAnyway",
            "labelSelector": {"matchLabels": labels(launch)},
        }
    ]
    body = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": launch.name, "labels": labels(launch)},
        "spec": {
            "replicas": launch.replicas,
            "selector": {"matchLabels": labels(launch)},
            # There are rarely GPUs to spare for one more pod: an old one goes before a new one comes.
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 0, "maxUnavailable": 1}},
            "template": {"metadata": {"labels": labels(launch)}, "spec": pod},
        },
    }
    text = yaml_text([*head(launch, "a Deployment"), *_secret()], [body, _service(launch, labels(launch))])
    return {f"{launch.name}-deployment.yaml": text}


def leader_worker_set(launch: ServeLaunch) -> dict[str, str]:
    """A LeaderWorkerSet: each group of pods is one replica; Ray or the program itself joins them."""
    words = container_words(launch)
    serve = command(port_of(words, str(launch.program.port)))
    if launch.program.key == "vllm":
        shell = "/vllm-workspace/examples/online_serving/multi-node-serving.sh"
        lead = f"bash {shell} leader --ray_cluster_size=$LWS_GROUP_SIZE && {serve}" if launch.systems > 1 else serve
        work = f"bash {shell} worker --ray_address=$LWS_LEADER_ADDRESS"
    else:
        where = "export HEAD_ADDRESS=$LWS_LEADER_ADDRESS NODE_RANK=$LWS_WORKER_INDEX; "
        lead = work = where + serve
    leader = _container(launch, ["bash", "-c", lead])
    worker = {key: value for key, value in _container(launch, ["bash", "-c", work]).items() if not key.endswith("Probe")}
    group: dict[str, Any] = {
        "size": launch.systems,
        "restartPolicy": "RecreateGroupOnPodRestart",
        "leaderTemplate": {"metadata": {"labels": {**labels(launch), "role": "leader"}}, "spec": _pod(launch, leader)},
        "workerTemplate": {"metadata": {"labels": labels(launch)}, "spec": _pod(launch, worker)},
    }
    body = {
        "apiVersion": "leaderworkerset.x-k8s.io/v1",
        "kind": "LeaderWorkerSet",
        "metadata": {"name": launch.name, "labels": labels(launch)},
        "spec": {"replicas": launch.replicas, "leaderWorkerTemplate": group},
    }
    documents = [body, _service(launch, {**labels(launch), "role": "leader"})]
    comments = [*head(launch, "a LeaderWorkerSet"), f"Each group: {launch.systems} pods of {launch.gpus_here} GPUs.", *_secret()]
    return {f"{launch.name}-leaderworkerset.yaml": yaml_text(comments, documents)}


def inference_service(launch: ServeLaunch) -> dict[str, str]:
    """A KServe InferenceService; a new version of it gets a share of the requests first."""
    pod = _pod(launch, _container(launch, container_words(launch), name="kserve-container"))
    predictor = {
        "minReplicas": launch.replicas,
        "maxReplicas": launch.replicas,
        "canaryTrafficPercent": _CANARY_PERCENT,
        **pod,
    }
    body = {
        "apiVersion": "serving.kserve.io/v1beta1",
        "kind": "InferenceService",
        "metadata": {"name": launch.name, "annotations": {"serving.kserve.io/deploymentMode": "Serverless"}},
        "spec": {"predictor": predictor},
    }
    comments = [
        *head(launch, "an InferenceService"),
        f"canaryTrafficPercent: the version applied last gets {_CANARY_PERCENT} % of the requests, the one before it the others.",
        "It has no effect on the first version. It needs the mode Serverless (Knative); 100, or no such line, lets it take over.",
        "To compare two versions side by side (A/B): two services with different names, requests split before them.",
        "Old and new version run at the same time: so long there have to be GPUs for both.",
    ]
    return {f"{launch.name}-kserve.yaml": yaml_text(comments, [body])}


def pytorch_job(launch: TrainLaunch) -> dict[str, str]:
    """A PyTorchJob of the Kubeflow training operator: it sets the addresses that `torchrun` reads."""
    container = {
        "name": "pytorch",
        "image": launch.image,
        "command": [_kept(argument) for argument in ("torchrun", *launch.script)],
        "env": [
            {"name": "CUDA_DEVICE_ORDER", "value": "PCI_BUS_ID"},
            {"name": "PYTORCH_CUDA_ALLOC_CONF", "value": "expandable_segments:True"},
        ],
        "resources": {"limits": {"nvidia.com/gpu": launch.machine.gpus}},
        "volumeMounts": [{"name": "shm", "mountPath": "/dev/shm"}],  # noqa: S108 - a mount point inside a container, not a file of ours
    }
    spec: dict[str, Any] = {"containers": [container], "volumes": [_SHM]}
    if launch.machine.labels:
        spec["nodeSelector"] = dict(launch.machine.labels)
    worker = {"replicas": launch.systems, "restartPolicy": "OnFailure", "template": {"spec": spec}}
    body = {
        "apiVersion": "kubeflow.org/v1",
        "kind": "PyTorchJob",
        "metadata": {"name": f"{launch.name}-train"},
        "spec": {
            "nprocPerNode": str(launch.machine.gpus),
            "elasticPolicy": {"rdzvBackend": "c10d", "minReplicas": launch.systems, "maxReplicas": launch.systems, "maxRestarts": 10},
            "pytorchReplicaSpecs": {"Worker": worker},
        },
    }
    comments = [f"{launch.model}: trained on {launch.systems} nodes of {launch.machine.gpus} GPUs, as a PyTorchJob"]
    return {f"{launch.name}-pytorchjob.yaml": yaml_text(comments, [body])}
