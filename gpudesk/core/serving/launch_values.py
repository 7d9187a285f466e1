"""Launch settings of a plan: plain values for launch files."""

import math
import re
from dataclasses import dataclass, field

GPUS_OF_A_SYSTEM = 8
"""Default: number of GPUs in the usual NVLink system."""
LOOPBACK = "127.0.0.1"
"""Only programs of the same machine reach what listens here."""
_LABEL = 63


@dataclass(frozen=True, slots=True)
class Program:
    """An inference engine, from `resources/launch/programs.yaml`.

    Attributes:
        version: for which its flags are valid.
        waiting, running, first_token, next_token, cache_used: names of its metrics; "" where it has none.
        metrics: their endpoint; "" where it has none.
    """

    key: str
    title: str
    version: str
    image: str
    port: int
    metrics: str
    waiting: str
    running: str
    first_token: str
    next_token: str
    cache_used: str
    source: str


@dataclass(frozen=True, slots=True)
class Machine:
    """The systems that run a job.

    Attributes:
        gpus: of one system.
        uuids: of the GPUs or MIG instances to be used, in the order of the replicas; empty if not yet known.
        numa: NUMA node of each GPU in the order of their PCI addresses; empty if unknown.
        labels: of the nodes in Kubernetes, by name.
    """

    gpus: int = GPUS_OF_A_SYSTEM
    uuids: tuple[str, ...] = ()
    numa: tuple[int, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ServeLaunch:
    """A model to be served.

    Attributes:
        model: name or path that the engine loads; the name of the model if `is_asked`.
        title: display name of the model.
        is_asked: the location of these weights is unknown, so the user is asked for it at launch.
        address: listen address.
        weights: key of the weight format; `weights_name`: its display name.
        cache: key of the KV cache format.
        sequences: at once in one group of a replica.
        prompt, answer: tokens; the longest where they differ.
        concurrency: at once in all replicas.
        utilisation: share of the memory of a GPU that the engine may fill.
        experts: whether the model is a mixture of experts.
        weights_bytes: of the whole model.
        tpot_s, ttft_s, tokens_per_s: predictions, the last for all replicas.
        tpot_most_s, ttft_most_s: targets; None if not set.
        cold_start_s: minimum time from storage to GPU memory; None if no storage rate was given.
        mig: the profile of a MIG slice used as a GPU; "" for whole GPUs.
        groups: of GPUs with separate sequences, which share the experts.
        idle_w: idle power of one GPU; None if unknown.
        kernel: the matrix kernel and its data type; "" if unknown.
        release: the engine release of the plan; "" for that of the program.
        gpu_layers: layers on the GPU, with the head as one more; None for all of them.
        expert_layers: number of layers whose experts stay in system memory.
        ram_gib: system memory required for parts not on the GPU.
    """

    model: str
    program: Program
    weights: str
    cache: str
    tensor: int
    pipeline: int
    replicas: int
    prompt: int
    answer: int
    sequences: int
    concurrency: int
    utilisation: float
    experts: bool
    gpu: str
    weights_bytes: float
    tpot_s: float
    ttft_s: float
    tokens_per_s: float
    tpot_most_s: float | None
    ttft_most_s: float | None
    machine: Machine = field(default_factory=Machine)
    cold_start_s: float | None = None
    storage_gb_per_s: float | None = None
    idle_w: float | None = None
    groups: int = 1
    mig: str = ""
    title: str = ""
    is_asked: bool = False
    address: str = LOOPBACK
    kernel: str = ""
    release: str = ""
    gpu_layers: int | None = None
    expert_layers: int = 0
    ram_gib: float = 0.0
    weights_name: str = ""

    @property
    def gpus(self) -> int:
        """GPUs, or slices of them, of one replica."""
        return self.tensor * self.pipeline * self.groups

    @property
    def image(self) -> str:
        """The container of the program, in the release that the plan is for."""
        program = self.program
        return program.image.replace(program.version, self.release) if self.release else program.image

    @property
    def systems(self) -> int:
        """Systems used by one replica."""
        least = math.ceil(self.gpus / self.machine.gpus)
        return next(count for count in range(least, self.gpus + 1) if self.gpus % count == 0)

    @property
    def gpus_here(self) -> int:
        """GPUs of one replica in one system."""
        return self.gpus // self.systems

    @property
    def context(self) -> int:
        """Tokens of the longest sequence."""
        return self.prompt + self.answer

    @property
    def name(self) -> str:
        """A name that Kubernetes, Slurm and files take."""
        return plain_name(self.title or self.model)


@dataclass(frozen=True, slots=True)
class TrainLaunch:
    """A model to be trained.

    Attributes:
        script: the training script, followed by its arguments.
        state: sharding of the states: "ddp", "zero1", "zero2", "zero3" or "fsdp".
        precision: "bf16", "fp16", "fp8" or "fp32".
        recompute: "none", "selective" or "full".
        virtual: parts of the model on one GPU of a pipeline.
        micro_batch: sequences of a GPU in one pass.
        global_batch: sequences of a step.
        layers, hidden, heads, kv_heads, feed_forward, vocabulary, tied: of the model, for Megatron.
        offload: whether the optimizer states are in host memory.
        packed: whether the plan's memory is that of samples packed to one length.
    """

    model: str
    script: tuple[str, ...]
    systems: int
    machine: Machine
    tensor: int
    pipeline: int
    context_parallel: int
    expert: int
    state: str
    precision: str
    micro_batch: int
    global_batch: int
    sequence: int
    recompute: str
    image: str
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    feed_forward: int
    vocabulary: int
    experts: int = 0
    experts_used: int = 0
    offload: bool = False
    packed: bool = False
    learning_rate: float = 1e-4
    tied: bool = False
    virtual: int = 1

    @property
    def gpus(self) -> int:
        return self.systems * self.machine.gpus

    @property
    def replicas(self) -> int:
        """Groups of GPUs that each hold the whole model."""
        return max(1, self.gpus // (self.tensor * self.pipeline * self.context_parallel))

    @property
    def accumulation(self) -> int:
        """Passes that make up a step."""
        return max(1, self.global_batch // (self.micro_batch * self.replicas))

    @property
    def name(self) -> str:
        """A name that Kubernetes, Slurm and files take."""
        return plain_name(self.model)


def is_address(text: str) -> bool:
    """Whether a text may be an address or a name of a machine, and nothing that a shell would read otherwise."""
    return bool(re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9.:-]{0,252}[A-Za-z0-9])?|::1?", text))


def plain_name(text: str) -> str:
    """A DNS label from a model name: letters, digits and hyphens, at most 63, starting with a letter."""
    last = text.rstrip("/").rsplit("/", 1)[-1].lower()
    name = re.sub(r"[^a-z0-9]+", "-", last).strip("-")
    if not name or not name[0].isalpha():
        name = f"model-{name}".strip("-")
    return name[: _LABEL - 12].strip("-")


def cold_start_s(weights_bytes: float, storage_gb_per_s: float, systems: int = 1) -> float:
    """Minimum seconds to load weights from storage: each system reads its share, at `storage_gb_per_s` × 10⁹ bytes a second."""
    return weights_bytes / systems / (storage_gb_per_s * 1e9)
