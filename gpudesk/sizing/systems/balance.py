"""A plan compared with a system of the catalog: required and available processors, memory, adapters, storage and supplies."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.core.training.training_activations import Recompute
from gpudesk.core.training.training_speed import TrainingRun, network_bytes
from gpudesk.core.work.model_work import model_work
from gpudesk.core.work.system_balance import Balance, Link, balance
from gpudesk.locate import resource
from gpudesk.sizing.calibration.step_tables import host_of, training_boards
from gpudesk.sizing.gpus.boards import Board, MemoryKind
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.systems.hosts import hosts
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.sizing.training.training_job import TrainingJob, plan_job

_CONTEXT = "sizing"
_BITS = 8
_GIGA = 1e9
_DRIVES = re.compile(r"^(?:(\d+) × )?(\d+(?:\.\d+)?) TB\b")
"""Pattern of an entry's drives that specifies number and size."""
LINK_TITLES: Mapping[Link, str] = {
    Link.CORES: QT_TRANSLATE_NOOP("sizing", "CPU cores"),
    Link.MEMORY: QT_TRANSLATE_NOOP("sizing", "Host memory"),
    Link.PCIE: QT_TRANSLATE_NOOP("sizing", "PCI Express per GPU"),
    Link.NUMA: QT_TRANSLATE_NOOP("sizing", "GPUs per network adapter"),
    Link.NETWORK: QT_TRANSLATE_NOOP("sizing", "Network per GPU"),
    Link.READ: QT_TRANSLATE_NOOP("sizing", "Reading from storage"),
    Link.CHECKPOINT: QT_TRANSLATE_NOOP("sizing", "States to storage"),
    Link.DRIVES: QT_TRANSLATE_NOOP("sizing", "Drives for states"),
    Link.POWER: QT_TRANSLATE_NOOP("sizing", "Power supply rating"),
}


@dataclass(frozen=True, slots=True)
class SystemBalance:
    """A plan in systems of one kind.

    Attributes:
        gpus_each: GPUs of one system that the plan uses.
        systems: how many it takes.
    """

    system: HardwareType
    gpus_each: int
    systems: int
    balance: Balance


@cache
def balance_table() -> Any:
    """Figures of the requirements of GPUs, each with its source, as in the file."""
    import yaml

    with resource("sizing", "balance.yaml").open("rb") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)


def usual_system(board: Board) -> tuple[HardwareType, int] | None:
    """The machine of the catalog that plans of a board are shown in, and how many boards it holds; None where no machine takes it."""
    machines = hosts(board.part_of or board.key)
    return (machines[0].kind, machines[0].gpus) if machines else None


def link_title(link: Link) -> Message:
    """Display name of a link."""
    return Message(_CONTEXT, LINK_TITLES[link])


def training_balance(plan: TrainingPlan, system: HardwareType, gpus_each: int) -> SystemBalance:
    """Training requirements against a system. Time-dependent items are omitted if no time is known.

    Args:
        gpus_each: GPUs that the system holds.
    """
    used = min(plan.gpus, gpus_each)
    task = "finetune" if plan.work.adapter is not None else "train"
    needed = _beside_gpus(task, system, plan.board, used, plan.needed.value)
    needed[Link.MEMORY] += plan.host_gib * used
    job = plan_job(plan)
    if plan.time is not None and job is not None:
        share = used / plan.gpus
        read = plan.time.tokens_per_s * share * float(balance_table()["bytes_a_token"]["value"]) / _GIGA
        needed |= {Link.READ: read, Link.PCIE: _to_host(plan, job), Link.DRIVES: _kept_tb(job, share)}
        if plan.gpus > used:
            needed |= {Link.NETWORK: network_gbps(plan), Link.NUMA: float(used)}
        # Written next to the work: a state must be away before the next one comes.
        needed[Link.CHECKPOINT] = job.state_gb * share / job.lost.interval_s[-1]
    return SystemBalance(system, used, -(-plan.gpus // gpus_each), balance(needed, _has(system, plan.board, gpus_each)))


def serving_balance(plan: ServingPlan, system: HardwareType, gpus_each: int) -> SystemBalance:
    """Serving requirements against a system: weights must be read when programs start."""
    used = min(plan.gpus, gpus_each)
    needed = _beside_gpus("serve", system, plan.board, used, plan.needed.value)
    replicas = max(1.0, used / plan.split.gpus)
    weights = weight_bytes(plan.work.model, plan.form) / _GIGA
    start_s = float(balance_table()["start_s"]["value"])
    needed[Link.READ] = weights * min(1.0, used / plan.split.gpus) / start_s
    needed[Link.PCIE] = weights * replicas / used / start_s
    return SystemBalance(system, used, -(-plan.gpus // gpus_each), balance(needed, _has(system, plan.board, gpus_each)))


def usual_balance(plan: ServingPlan | TrainingPlan) -> SystemBalance | None:
    """A plan against the usual system of its boards; None if no system of the catalog holds them."""
    system_and_gpus = usual_system(plan.board)
    if system_and_gpus is None:
        return None
    return training_balance(plan, *system_and_gpus) if isinstance(plan, TrainingPlan) else serving_balance(plan, *system_and_gpus)


def _beside_gpus(task: str, system: HardwareType, board: Board, used: int, held_gib: float) -> dict[Link, float]:
    """Requirements of a job's GPUs, independent of the task.

    Args:
        held_gib: on each GPU.
    """
    table = balance_table()
    # Where GPU and processors have one memory, what the GPU holds is what is taken of it.
    each_gib = held_gib if board.memory is MemoryKind.UNIFIED else float(table["memory_share"][task]["value"]) * board.memory_gib
    return {
        Link.CORES: float(table["cores_a_gpu"][task]["value"]) * used,
        Link.MEMORY: each_gib * used,
        # Where the entry does not say what the system takes at most, its GPUs alone are held against the supplies.
        Link.POWER: system.number("power_max_w") or (board.power_w or 0.0) * used,
    }


def _to_host(plan: TrainingPlan, job: TrainingJob) -> float:
    """GB/s between one GPU and its host: states that are copied out, and offloaded optimizer states transferred in each step."""
    moved = job.state_gb / plan.gpus / job.lost.interval_s[0]
    if plan.host_gib and plan.time is not None:
        moved += 2 * plan.host_gib * 2**30 / _GIGA / plan.time.step_s
    return moved


def _kept_tb(job: TrainingJob, share: float) -> float:
    return job.state_gb * share * float(balance_table()["states_kept"]["value"]) / 1000


def network_gbps(plan: TrainingPlan) -> float:
    """Gb/s that one GPU sends over the network on average over a step; 0 where no time is known."""
    if plan.time is None:
        return 0.0
    split, work = plan.split, plan.work
    again = {Recompute.NONE: 0.0, Recompute.SELECTIVE: 0.0, Recompute.FULL: 1.0}[plan.recompute]
    run = TrainingRun(
        data=np.array([split.data]),
        tensor=np.array([split.tensor]),
        pipeline=np.array([split.pipeline]),
        virtual=np.array([split.virtual]),
        context=np.array([split.context]),
        expert=np.array([split.expert if split.expert > split.tensor else 1]),
        micro_batch=np.array([float(plan.micro_batch)]),
        micro_batches=np.array([float(plan.micro_batches)]),
        sequence=np.array([float(work.sequence)]),
        recomputed=np.array([again]),
        sharded=np.array([split.zero]),
        frozen=np.array([work.adapter is not None]),
    )
    on = training_boards([plan.board], [work.precision], [host_of(plan.board)])
    return float(network_bytes(model_work(work.model), on, run)[0]) / plan.time.step_s * _BITS / _GIGA


def _has(system: HardwareType, board: Board, gpus: int) -> dict[Link, float | None]:
    """Values in the entry of a system; None if missing."""
    compute = _gbps(system, "compute")
    storage = _gbps(system, "storage")
    gpu_port_count = sum(1 for port in system.ports() if port.gpu is not None)
    supplies = system.supplies
    rated = supplies.needed * supplies.rating_w if supplies is not None and supplies.rating_w else None
    return {
        Link.CORES: system.number("cpu_cores"),
        Link.MEMORY: system.number("memory_host_gib"),
        Link.PCIE: board.outside_bytes_per_s / _GIGA or None,
        Link.NUMA: float(min(gpu_port_count, gpus)) if gpu_port_count else None,
        Link.NETWORK: compute / gpus if compute else None,
        Link.READ: storage / _BITS if storage else None,
        Link.CHECKPOINT: storage / _BITS if storage else None,
        Link.DRIVES: drives_tb(system.text("data_drives")),
        Link.POWER: rated,
    }


def _gbps(system: HardwareType, network: str) -> float:
    """All ports of a system into a network."""
    groups = [group for group in system.port_groups if group.role == "network" and group.network == network]
    return sum((group.rate_gbps or 0.0) * len(group.ports) for group in groups)


def drives_tb(text: str) -> float | None:
    """Total of all drives in a description such as "8 × 3.84 TB NVMe"; None if it does not specify their size."""
    match = _DRIVES.match(text)
    return None if match is None else int(match[1] or 1) * float(match[2])
