"""The terms of the verdict on the size of GPUs: its kinds, additions from a profile, and combined figures of the GPUs of a job."""

from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.messages.message import Message
from gpudesk.monitor.verdict.verdict_figures import GpuFigures, Window


class Kind(StrEnum):
    """Kind of the verdict."""

    WELL = "well_sized"
    OVER = "over_provisioned"
    UNDER = "under_provisioned"
    MEMORY = "bound_by_memory"
    """The rate of its memory, not the amount."""
    COMPUTE = "bound_by_compute"
    PCIE = "bound_by_pcie"
    NVLINK = "bound_by_nvlink"
    INPUT = "bound_by_input"
    IDLE = "idle_held"
    CANNOT = "cannot_judge"


class Cause(StrEnum):
    """Cause of the verdict, for kinds with several causes."""

    NONE = ""
    OUT_OF_MEMORY = "out_of_memory"
    """Memory was full and fell at once, as where a process dies because no more is given to it."""
    MEMORY_FULL = "memory_full"
    HELD_DOWN = "held_down"
    """Heat or the power limit holds most of the GPUs."""
    HELD_BACK = "held_back"
    """Some of the GPUs are held down, and the others wait for them."""
    BELOW_TARGET = "below_target"
    FREE = "free"
    """Nothing runs and no memory is held."""
    STALLED = "stalled"
    """Kernels run all the time, and hardly anything is done: a collective that waits for one rank looks like this."""
    UNEQUAL = "unequal"
    """The work of the GPUs differs so much that they are not one job, or one that is distributed badly."""
    POOL = "pool"
    """Little work is done, and the program reserves memory up front, so that its requirement is unknown."""
    FED = "fed"
    """The host sends much over PCI Express while the GPU does little."""
    LOADER = "loader"
    """A trace shows that steps wait for data."""
    COPIES = "copies"
    """A profile shows that copies take much of the time."""
    MEDIA = "media"
    """The video encoders or decoders are busy: SMs and memory are no measure of such work."""
    SMALL_KERNELS = "small_kernels"
    """A profile shows that kernels run all the time but use few SMs."""
    UNSEEN = "unseen"
    """The GPU waits, and the cause is unknown."""


class Trust(StrEnum):
    """How sure a verdict is."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Profiled:
    """Results of an imported profile of the same job, as shares of its time; None if not included.

    Attributes:
        source: the name of the file.
        busy: a kernel ran.
        copies: copies between host and GPU, as a share of the time of kernels and copies together.
        loader_wait: steps waited for data.
    """

    source: str
    busy: float | None = None
    copies: float | None = None
    loader_wait: float | None = None


@dataclass(frozen=True, slots=True)
class JobFigures:
    """The combined figures of the GPUs of a job: the highest memory use, else the median.

    Attributes:
        activity_mean, dram_mean, tensor_mean: for the time at work, of the median GPU; `activity_p95` and `dram_p95`
            of the GPU with the most work.
        media: mean use of encoder or decoder, whichever is busier, of the GPU with the highest use; None if unknown.
        core: current processor use of the busiest process of the job, in cores; None if unknown.
        host_cpu, host_wait: load of all processors of the host, and their time waiting for storage; None if unknown.
        least, most: the places of the least and most active GPUs.
        quiet: share of the window in long stretches in which nothing runs, of the GPU with the most work.
        pauses: share of the readings at work in which it waits between bursts, of the GPU that waits least; 0 if work is even.
        power_share: power draw as a share of the power limit, of the GPU with the highest draw; None if unknown.
        pool: the program with a memory pool, "" if none is known.
        short: whether sudden drops of full memory on any GPU indicate that it is too small: up to the end of the window, and more
            than once for a program with a memory pool.
        fallen: the place of the GPU with the most such drops, of those where they indicate that, else of all; None if there
            were none.
        held_back: places of the GPUs with clocks throttled longer than allowed.
        slower: share by which the clocks of the slowest of those are below the others; None if unknown.
    """

    gpus: tuple[GpuFigures, ...]
    memory_share: float
    memory_peak: float
    activity_mean: float
    activity_p95: float
    busy_mean: float | None
    media: float | None
    core: float | None
    host_cpu: float | None
    host_wait: float | None
    least: int
    most: int
    quiet: float
    pauses: float
    power_share: float | None
    pool: str
    coarse: bool
    dram_mean: float | None
    dram_p95: float | None
    tensor_mean: float | None
    pcie_share: float | None
    nvlink_share: float | None
    pcie_in_p50: float | None
    idle_held: float
    fallen: int | None
    short: bool
    held_back: tuple[int, ...]
    slower: float | None
    coverage: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """One figure behind a verdict.

    Attributes:
        key: a stable name.
        value: the figure with its reference value.
        ok: whether it is as it should be; None if it is only information.
    """

    key: str
    title: Message
    value: Message
    ok: bool | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a job.

    Attributes:
        sentences: its meaning, in a few sentences; `evidence` the figures behind it, the three deciding ones first.
        doubts: reasons for less confidence.
        steps: what to do, in order; `measurements` keys of what to measure next.
        warm_up_s: time left out before the window.
        job: None if it cannot be evaluated.
    """

    kind: Kind
    cause: Cause
    trust: Trust
    window: Window
    warm_up_s: float
    title: Message
    sentences: tuple[Message, ...]
    evidence: tuple[Evidence, ...]
    doubts: tuple[Message, ...]
    steps: tuple[Message, ...]
    measurements: tuple[str, ...]
    gpus: tuple[GpuFigures, ...]
    job: JobFigures | None = None
    profiled: Profiled | None = None

    @property
    def energy_j(self) -> float | None:
        """Energy of all GPUs together; None if one does not count it."""
        energies = [gpu.energy_j for gpu in self.gpus]
        return None if not energies or None in energies else sum(energy for energy in energies if energy is not None)
