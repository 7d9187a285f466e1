"""What a plan is started with: plain values that launch files are written from."""

import math
import re
from dataclasses import dataclass, field

GPUS_OF_A_SYSTEM = 8
"""Unless said otherwise: what the usual system of NVLink boards holds."""
LOOPBACK = "127.0.0.1"
"""Only programs of the same machine reach what listens here."""
_LABEL = 63


@dataclass(frozen=True, slots=True)
class Program:
    """A program that serves models, as `resources/launch/programs.yaml` describes it.

    Attributes:
        version: for which its flags hold.
        waiting, running, first_token, next_token, cache_used: names of its metrics; "" where it has none.
        metrics: where they are read; "" where it has none.
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
    """The systems that a job is started on.

    Attributes:
        gpus: of one system.
        uuids: of the GPUs or MIG instances to be used, in the order of the replicas; empty where they are not known yet.
        numa: NUMA node of each GPU in the order of their PCI addresses; empty where it is not known.
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
        model: what the program loads: a name or a path; the name of the model where `is_asked`.
        title: what the model is called.
        is_asked: no place of these weights is known: whoever starts it is asked for it.
        address: on which it listens.
        weights: key of the format of the weights; `weights_name`: what it is called.
        cache: key of the format of keys and values.
        sequences: at once in one group of a replica.
        prompt, answer: tokens; the longest where they differ.
        concurrency: at once in all replicas.
        utilisation: share of the memory of a GPU that the program may fill.
        experts: whether the model is a mixture of experts.
        weights_bytes: of the whole model.
        tpot_s, ttft_s, tokens_per_s: what is predicted, the last of all replicas.
        tpot_most_s, ttft_most_s: what is asked for; None where it was not.
        cold_start_s: from storage to the memory of the GPUs at the least; None where no rate of storage was said.
        mig: the profile of a slice (MIG) that stands for a GPU; "" for whole ones.
        groups: of GPUs with sequences of their own, which share the experts.
        idle_w: what one GPU draws at rest; None where it is not known.
        kernel: what the program multiplies with, and in what; "" where that is not known.
        release: the one that the plan is for; "" for that of the program.
        gpu_layers: layers on the GPU, the head as one more; None for all of them.
        expert_layers: of so many layers the experts stay in the system's memory.
        ram_gib: that the system needs for what is not on the GPU.
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
        """Systems over which one replica goes."""
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
        script: the training script, with what it is called with behind it.
        state: what holds the states: "ddp", "zero1", "zero2", "zero3" or "fsdp".
        precision: "bf16", "fp16", "fp8" or "fp32".
        recompute: "none", "selective" or "full".
        virtual: pieces of the model that one GPU of a pipeline holds.
        micro_batch: sequences of a GPU in one pass.
        global_batch: sequences of a step.
        layers, hidden, heads, kv_heads, feed_forward, vocabulary, tied: of the model, for Megatron.
        offload: the states of the optimiser lie in the memory of the host.
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
    """A DNS label from what a model is called: letters, digits and hyphens, at most 63, a letter first."""
    last = text.rstrip("/").rsplit("/", 1)[-1].lower()
    name = re.sub(r"[^a-z0-9]+", "-", last).strip("-")
    if not name or not name[0].isalpha():
        name = f"model-{name}".strip("-")
    return name[: _LABEL - 12].strip("-")


def cold_start_s(weights_bytes: float, storage_gb_per_s: float, systems: int = 1) -> float:
    """Seconds in which weights come from storage at the best: each system reads its share, at `storage_gb_per_s` × 10⁹ bytes a second."""
    return weights_bytes / systems / (storage_gb_per_s * 1e9)
