"""A plan as the files that start it."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.architecture import CacheKind
from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.core.serving.inference_engine import Engine
from gpudesk.core.serving.launch_values import LOOPBACK, Machine, ServeLaunch, TrainLaunch, cold_start_s
from gpudesk.core.work.model_split import key_value_heads
from gpudesk.formats.launch import (
    launch_cluster,
    launch_kubernetes,
    launch_ray,
    launch_scaling,
    launch_scripts,
    launch_slurm,
    launch_training,
    launch_watching,
)
from gpudesk.formats.launch.launch_programs import program, programs
from gpudesk.formats.runs import load_test
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.gpus.gpu_of_driver import driver_name
from gpudesk.sizing.gpus.sizing_tables import engine_for, kv_bytes
from gpudesk.sizing.launch.repositories import repository_of
from gpudesk.sizing.models.kernels import kernel_for, lacking_kernel
from gpudesk.sizing.serving.offload_plans import OffloadPlan
from gpudesk.sizing.serving.serving import Reason, ServingPlan
from gpudesk.sizing.serving.serving_sensitivity import offload_outlook
from gpudesk.sizing.training.training import TrainingPlan

_CONTEXT = "sizing"
_STATES = ("ddp", "zero1", "zero2", "zero3")
Files = dict[str, str]


@dataclass(frozen=True, slots=True)
class LaunchFormat:
    """A format in which a plan can be written.

    Attributes:
        task: "serve", "train" or "any".
        program: the program that it starts; "" for that of the plan.
    """

    key: str
    task: str
    program: str
    title: str
    title_es: str


@dataclass(frozen=True, slots=True)
class LaunchWishes:
    """Launch settings that a plan does not contain.

    Attributes:
        model: name or path that the program loads; "" for the known location of the weights.
        address: listening address of the server.
        storage_gb_per_s: the rate at which one system reads weights; None if unknown.
        script: the training script with its arguments.
    """

    machine: Machine = field(default_factory=Machine)
    model: str = ""
    storage_gb_per_s: float | None = None
    script: tuple[str, ...] = ("train.py",)
    address: str = LOOPBACK


@cache
def launch_formats() -> Mapping[str, LaunchFormat]:
    """Everything that can be written, by its key."""
    formats = {}
    for row in _table()["formats"]:
        formats[row["key"]] = LaunchFormat(row["key"], row["task"], row.get("program", ""), row["title"], row["title_es"])
    return formats


def _table() -> dict[str, list[dict[str, str]]]:
    import yaml

    with resource("launch", "formats.yaml").open("rb") as file:
        body: dict[str, list[dict[str, str]]] = yaml.load(file, Loader=yaml.CSafeLoader)
    return body


@cache
def _training_image() -> str:
    import yaml

    with resource("launch", "formats.yaml").open("rb") as file:
        return str(yaml.load(file, Loader=yaml.CSafeLoader)["training_image"]["name"])


_SERVE: Mapping[str, Callable[[ServeLaunch], Files]] = {
    "vllm": launch_scripts.serve_script,
    "sglang": launch_scripts.serve_script,
    "trtllm": launch_scripts.serve_script,
    "llama.cpp": launch_scripts.serve_script,
    "docker": launch_scripts.docker_script,
    "podman": launch_scripts.podman_script,
    "sbatch": launch_slurm.serve_sbatch,
    "deployment": launch_kubernetes.deployment,
    "leaderworkerset": launch_kubernetes.leader_worker_set,
    "hpa": launch_scaling.autoscaler,
    "keda": launch_scaling.scaled_object,
    "kserve": launch_kubernetes.inference_service,
    "rayservice": launch_ray.ray_service,
    "prometheus": launch_watching.scrape_targets,
    "alerts": launch_watching.alert_rules,
    "load-test": load_test.load_script,
}
_NAMED = frozenset({"deployment", "leaderworkerset", "kserve", "rayservice"})
"""Formats that cannot prompt for the location of the weights and must name it."""
_TRAIN: Mapping[str, Callable[[TrainLaunch], Files]] = {
    "torchrun": launch_training.torchrun_script,
    "deepspeed": launch_training.deepspeed_files,
    "megatron": launch_training.megatron_script,
    "train-sbatch": launch_slurm.train_sbatch,
    "pytorchjob": launch_kubernetes.pytorch_job,
    "rayjob": launch_ray.ray_job,
}


def launch_format(key: str) -> LaunchFormat:
    """Raises:
    InvalidData: nothing like that can be written.
    """
    form = launch_formats().get(key)
    if form is None:
        text = QT_TRANSLATE_NOOP("sizing", "Unknown output {key}; available: {keys}.")
        raise InvalidData(Message(_CONTEXT, text, {"key": key, "keys": tuple(launch_formats())}))
    return form


def formats_for(plan: ServingPlan | TrainingPlan) -> list[LaunchFormat]:
    """Launch formats available for a plan."""
    task = "serve" if isinstance(plan, ServingPlan) else "train"
    return [form for form in launch_formats().values() if form.task in (task, "any")]


def serve_launch(plan: ServingPlan, wishes: LaunchWishes, key: str = "", offload_plan: OffloadPlan | None = None) -> ServeLaunch:
    """Values for the launch files of a serving plan.

    Args:
        key: of the program to start; "" for the plan's program, or vLLM if that has no known launch.
        offload_plan: parts that stay in system memory.
    """
    work = plan.work
    started = program(key or (work.engine.key if work.engine.key in programs() else "vllm"))
    stored = weight_bytes(work.model, work.form)
    engine = _started(plan, started.key)
    kernel = kernel_for(engine, work.form, plan.board, experts=bool(work.model.experts))
    long = work.long
    loaded = wishes.model or repository_of(work.model.name, work.form.key)
    launch = ServeLaunch(
        model=loaded or work.model.name,
        title=work.model.name,
        is_asked=not loaded,
        address=wishes.address,
        program=started,
        weights=work.form.key,
        weights_name=work.form.name,
        kernel="" if kernel is None else f"{kernel.name}, {kernel.arithmetic}",
        release=engine.release,
        cache=next((name for name, size in kv_bytes().items() if size == work.kv_bytes), "bf16"),
        tensor=plan.split.tensor,
        pipeline=plan.split.pipeline,
        replicas=plan.replicas + work.spare,
        prompt=max(work.prompt, math.ceil(long.prompt_p95)),
        answer=max(work.answer, math.ceil(long.answer_p95)),
        sequences=plan.sequences,
        concurrency=work.concurrency if plan.load is None else math.ceil(plan.load.running_p95),
        utilisation=work.utilisation,
        experts=bool(work.model.experts),
        gpu=plan.board.title,
        weights_bytes=stored,
        tpot_s=plan.tpot.value,
        ttft_s=plan.ttft.value,
        tokens_per_s=plan.tokens_per_s,
        tpot_most_s=work.tpot_s,
        ttft_most_s=work.ttft_s,
        machine=wishes.machine,
        storage_gb_per_s=wishes.storage_gb_per_s,
        idle_w=_idle_w(plan.board),
        groups=plan.groups,
        mig=_slice(plan.board),
    )
    if offload_plan is not None:
        part = offload_plan.part
        launch = replace(
            launch, gpu_layers=None if part.expert_layers else part.layers, expert_layers=part.expert_layers, ram_gib=offload_plan.ram_gib
        )
    if wishes.storage_gb_per_s is None:
        return launch
    return replace(launch, cold_start_s=cold_start_s(stored, wishes.storage_gb_per_s, launch.systems))


def _started(plan: ServingPlan, key: str) -> Engine:
    """The program to start, in the plan's release if it is the plan's program."""
    own = plan.work.engine
    return own if key == own.key else engine_for(key, plan.work.model)


def train_launch(plan: TrainingPlan, wishes: LaunchWishes) -> TrainLaunch:
    """The values that files which train a plan are written from."""
    work, split, model = plan.work, plan.split, plan.work.model
    here = min(plan.gpus, wishes.machine.gpus)
    return TrainLaunch(
        model=wishes.model or model.name,
        script=wishes.script,
        systems=-(-plan.gpus // here),
        machine=replace(wishes.machine, gpus=here),
        tensor=split.tensor,
        pipeline=split.pipeline,
        context_parallel=split.context,
        expert=split.expert,
        state=_STATES[split.zero],
        precision=work.precision,
        micro_batch=plan.micro_batch,
        global_batch=plan.micro_batch * plan.micro_batches * split.data,
        sequence=work.sequence,
        recompute=str(plan.recompute),
        virtual=split.virtual,
        image=_training_image(),
        layers=model.layers,
        hidden=model.hidden,
        heads=model.heads,
        kv_heads=key_value_heads(model),
        feed_forward=model.feed_forward,
        vocabulary=model.vocabulary,
        experts=model.experts,
        experts_used=model.experts_used,
        offload=work.offload,
        packed=work.packed and work.is_whole,
        tied=model.tied,
    )


def gpus_together(plan: ServingPlan | TrainingPlan) -> int:
    """GPUs of one replica of a serving plan; 1 for training, which may span systems freely."""
    return plan.split.gpus * plan.groups if isinstance(plan, ServingPlan) else 1


def _slice(board: Board) -> str:
    """The profile of a board that is a slice of one; "" for a whole one."""
    return board.key.rpartition(":")[2] if board.part_of else ""


def _idle_w(board: Board) -> float | None:
    idle_w = open_catalog().get(board.part_of or board.key).number("power_idle_w")
    return None if idle_w is None else idle_w * board.part


def _profiles(board: Board) -> list[tuple[str, int]]:
    return [(profile.name, profile.most) for profile in open_catalog().get(board.part_of or board.key).mig]


def launch_files(key: str, plan: ServingPlan | TrainingPlan, wishes: LaunchWishes) -> Files:
    """The files of a format, by name.

    Raises:
        InvalidData: the format is unknown or for another task, the plan is refused, or the program does not support it.
    """
    form = launch_format(key)
    plan_and_offload = _kept_in_system(plan) if isinstance(plan, ServingPlan) and form.task == "serve" else None
    if plan_and_offload is not None:
        plan, offload = plan_and_offload
    else:
        offload = None
    _refuse(form, plan)
    if form.task == "any":
        return _cluster_files(key, plan, wishes)
    if isinstance(plan, ServingPlan):
        _refuse_apart(plan)
        launch = serve_launch(plan, wishes, form.program, offload)
        _refuse_weights(plan, launch.program.key, wishes)
        if launch.is_asked and key in _NAMED:
            text = QT_TRANSLATE_NOOP("sizing", "No repository with {model} in {format} is known.")
            fix = QT_TRANSLATE_NOOP("sizing", "Enter the path or the repository of its files.")
            raise InvalidData(Message(_CONTEXT, text, {"model": plan.work.model.name, "format": plan.form.name}), Message(_CONTEXT, fix))
        return _SERVE[key](launch)
    if key == "megatron":
        _refuse_for_megatron(plan)
    return _TRAIN[key](train_launch(plan, wishes))


def _cluster_files(key: str, plan: ServingPlan | TrainingPlan, wishes: LaunchWishes) -> Files:
    profiles = _profiles(plan.board)
    if key == "gres-conf":
        return launch_slurm.gres_conf(wishes.machine, launch_slurm.gpu_type(driver_name(plan.board)))
    layouts = launch_cluster.mig_layouts(profiles) if profiles else {}
    if key == "gpu-operator":
        several = (plan.split.gpus * plan.groups if isinstance(plan, ServingPlan) else plan.gpus) > wishes.machine.gpus
        return launch_cluster.gpu_operator_values(layouts, rdma=several)
    if not layouts:
        text = QT_TRANSLATE_NOOP("sizing", "{gpu} does not support MIG, or its MIG profiles are not known.")
        raise InvalidData(Message(_CONTEXT, text, {"gpu": plan.board.title}))
    return launch_cluster.mig_parted(layouts)


def _refuse(form: LaunchFormat, plan: ServingPlan | TrainingPlan) -> None:
    task = "serve" if isinstance(plan, ServingPlan) else "train"
    if form.task not in (task, "any"):
        text = QT_TRANSLATE_NOOP("sizing", "{format} cannot be used for this task; available: {keys}.")
        keys = tuple(usable_form.key for usable_form in formats_for(plan))
        raise InvalidData(Message(_CONTEXT, text, {"format": form.key, "keys": keys}))
    if not plan.fits:
        text = QT_TRANSLATE_NOOP("sizing", "This plan does not meet the requirements: no launch files are written.")
        fix = QT_TRANSLATE_NOOP("sizing", "Choose a plan that meets them, or reduce the requirements.")
        raise InvalidData(Message(_CONTEXT, text), Message(_CONTEXT, fix))


def _refuse_apart(plan: ServingPlan) -> None:
    """What takes more than one program with its flags is not written here."""
    if plan.work.apart or plan.work.speculation is not None:
        text = QT_TRANSLATE_NOOP("sizing", "Speculative decoding and disaggregated prefill cannot be started from here.")
        fix = QT_TRANSLATE_NOOP("sizing", "Request a plan without them.")
        raise InvalidData(Message(_CONTEXT, text), Message(_CONTEXT, fix))


def _kept_in_system(plan: ServingPlan) -> tuple[ServingPlan, OffloadPlan] | None:
    """Offload plan of llama.cpp that lacks only memory, with its parts in system memory; None if that does not make it run."""
    if plan.refused != (Reason.MEMORY,) or plan.gpus != 1:
        return None
    look = offload_outlook(plan)
    return None if look is None or look.offload is None else (look.plan, look.offload)


def _refuse_weights(plan: ServingPlan, key: str, wishes: LaunchWishes) -> None:
    """Refuse weights that the started program cannot load: other file types, or weights without a kernel on the GPU."""
    form, engine = plan.form, _started(plan, key)
    in_gguf = any(part.kind for part in form.stored(plan.work.model))
    if in_gguf != engine.gguf and (in_gguf or not wishes.model):
        text = QT_TRANSLATE_NOOP("sizing", "The plan is for weights in {format}; {program} loads a different kind of file.")
        fix = QT_TRANSLATE_NOOP("sizing", "Size it again with {program} as the engine.")
        values: dict[str, Value] = {"format": form.name, "program": engine.title}
        raise InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix, values))
    lacking = lacking_kernel(engine, form, plan.board, experts=bool(plan.work.model.experts))
    if lacking is not None and not in_gguf:
        raise InvalidData(lacking)


def _refuse_for_megatron(plan: TrainingPlan) -> None:
    """The pretrain_gpt.py arguments here create attention layers with keys and values; other layers need other arguments."""
    model = plan.work.model
    plain = all(cache.kind not in (CacheKind.LATENT, CacheKind.STATE) for cache in model.caches)
    if not plain or plan.work.method.adapter:
        text = QT_TRANSLATE_NOOP("sizing", "No Megatron-LM settings are available to train {model} this way.")
        fix = QT_TRANSLATE_NOOP("sizing", "Choose torchrun or DeepSpeed.")
        raise InvalidData(Message(_CONTEXT, text, {"model": model.name}), Message(_CONTEXT, fix))


def best_plan(plans: Sequence[ServingPlan | TrainingPlan]) -> ServingPlan | TrainingPlan:
    """The first of some plans.

    Raises:
        InvalidData: there is none.
    """
    if not plans:
        raise InvalidData(Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "This does not fit on any of the requested GPUs.")))
    return plans[0]


def one_text(files: Mapping[str, str]) -> str:
    """All files in one text for display, each under its name if there are several."""
    if len(files) == 1:
        return next(iter(files.values()))
    return "\n".join(f"# ==== {name} ====\n{content}" for name, content in files.items())
