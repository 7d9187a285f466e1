"""Files of KubeRay 1.4 (ray.io/v1) with Ray 2.52: a service of models, a training job (docs.ray.io, serve/llm and kuberay)."""

from typing import Any

from gpudesk.core.serving.launch_values import ServeLaunch, TrainLaunch
from gpudesk.formats.launch.launch_scripts import head
from gpudesk.formats.launch.launch_text import command, yaml_text

_RAY = "2.52.0"
_IMAGE = f"rayproject/ray-llm:{_RAY}-py311-cu128"
_TRAIN_IMAGE = f"rayproject/ray:{_RAY}-py311-gpu"


def _cluster(image: str, workers: int, gpus: int, labels: dict[str, str]) -> dict[str, Any]:
    limits = {"nvidia.com/gpu": gpus}
    container: dict[str, Any] = {"name": "ray-worker", "image": image, "resources": {"limits": limits}}
    container["volumeMounts"] = [{"name": "shm", "mountPath": "/dev/shm"}]  # noqa: S108 - a mount point inside a container, not a file of ours
    spec: dict[str, Any] = {"containers": [container], "volumes": [{"name": "shm", "emptyDir": {"medium": "Memory"}}]}
    if labels:
        spec["nodeSelector"] = labels
    top = {"containers": [{"name": "ray-head", "image": image, "resources": {"limits": {"cpu": "4", "memory": "16Gi"}}}]}
    return {
        "rayVersion": _RAY,
        "headGroupSpec": {"rayStartParams": {"num-gpus": "0"}, "template": {"spec": top}},
        "workerGroupSpecs": [
            {
                "groupName": "gpu",
                "replicas": workers,
                "minReplicas": workers,
                "maxReplicas": workers,
                "rayStartParams": {},
                "template": {"spec": spec},
            }
        ],
    }


def ray_service(launch: ServeLaunch) -> dict[str, str]:
    """A RayService that serves the model with vLLM inside Ray Serve."""
    engine: dict[str, Any] = {
        "tensor_parallel_size": launch.tensor,
        "pipeline_parallel_size": launch.pipeline,
        "max_model_len": launch.context,
        "max_num_seqs": launch.sequences,
        "gpu_memory_utilization": launch.utilisation,
        "kv_cache_dtype": "fp8" if launch.cache == "fp8" else "auto",
    }
    if launch.experts and launch.tensor > 1:
        engine["enable_expert_parallel"] = True
    config = {
        "model_loading_config": {"model_id": launch.name, "model_source": launch.model},
        "engine_kwargs": engine,
        "deployment_config": {
            "autoscaling_config": {
                "min_replicas": launch.replicas,
                "max_replicas": launch.replicas,
                "target_ongoing_requests": launch.sequences,
            },
            "max_ongoing_requests": 2 * launch.sequences,
        },
    }
    application = {
        "name": launch.name,
        "route_prefix": "/",
        "import_path": "ray.serve.llm:build_openai_app",
        "args": {"llm_configs": [config]},
    }
    workers = launch.systems * launch.replicas
    body = {
        "apiVersion": "ray.io/v1",
        "kind": "RayService",
        "metadata": {"name": launch.name},
        "spec": {
            "serveConfigV2": yaml_text([], [{"applications": [application]}]),
            "rayClusterConfig": _cluster(_IMAGE, workers, launch.gpus_here, dict(launch.machine.labels)),
        },
    }
    comments = [*head(launch, "a RayService"), f"Ray {_RAY} serves with the vLLM of its own image ({_IMAGE})."]
    return {f"{launch.name}-rayservice.yaml": yaml_text(comments, [body])}


def ray_job(launch: TrainLaunch) -> dict[str, str]:
    """A RayJob that trains: the script shares the work with Ray Train."""
    body = {
        "apiVersion": "ray.io/v1",
        "kind": "RayJob",
        "metadata": {"name": f"{launch.name}-train"},
        "spec": {
            "entrypoint": command(["python", *launch.script]),
            "shutdownAfterJobFinishes": True,
            "rayClusterSpec": _cluster(_TRAIN_IMAGE, launch.systems, launch.machine.gpus, dict(launch.machine.labels)),
        },
    }
    comments = [
        f"{launch.model}: trained on {launch.systems} nodes of {launch.machine.gpus} GPUs, as a RayJob",
        f"The script has to use Ray Train: TorchTrainer with ScalingConfig(num_workers={launch.gpus}, use_gpu=True).",
    ]
    return {f"{launch.name}-rayjob.yaml": yaml_text(comments, [body])}
