"""The terms of the verdict on the size of GPUs: its kinds, what a profile adds, and the figures of the GPUs of a job together."""

from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.messages.message import Message
from gpudesk.monitor.verdict.verdict_figures import GpuFigures, Window


class Kind(StrEnum):
    """What the verdict is."""

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
    """Why the verdict is what it is, where a kind has several causes."""

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
    """The GPUs do so different things that they are not one job, or one that is shared badly."""
    POOL = "pool"
    """Little is done, and the program takes memory up front, so that nothing tells how much it needs."""
    FED = "fed"
    """The host sends much over PCI Express while the GPU does little."""
    LOADER = "loader"
    """A trace says that steps wait for data."""
    COPIES = "copies"
    """A profile says that copies take much of the time."""
    MEDIA = "media"
    """The encoders or decoders of video are busy: SMs and memory say little of such work."""
    SMALL_KERNELS = "small_kernels"
    """A profile says that kernels run all the time, and they fill few SMs."""
    UNSEEN = "unseen"
    """The GPU waits, and nothing here says for what."""


class Trust(StrEnum):
    """How sure a verdict is."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Profiled:
    """What an imported profile says of the same job, as shares of its time; None where it does not say.

    Attributes:
        source: the name of the file.
        busy: some kernel ran.
        copies: of the time of kernels and copies together, that of copies between host and GPU.
        loader_wait: steps waited for data.
    """

    source: str
    busy: float | None = None
    copies: float | None = None
    loader_wait: float | None = None


@dataclass(frozen=True, slots=True)
class JobFigures:
    """The GPUs of a job taken together: the fullest memory, else what is in the middle of them.

    Attributes:
        activity_mean, dram_mean, tensor_mean: of the time at work, of the GPUs the one in the middle; `activity_p95` and `dram_p95`
            of the one that does most.
        media: mean use of encoder or decoder, whichever is busier, of the GPU that does most; None where it is not known.
        core: how busy the busiest process of the job keeps the processors now, in cores; None where it is not known.
        host_cpu, host_wait: load of all processors of the host, and their time waiting for storage; None where they are not known.
        least, most: the places of the GPUs that are active least and most.
        quiet: share of the window in long stretches in which nothing runs, of the GPU that works most.
        pauses: share of the readings at work in which it waits between bursts, of the GPU that waits least; 0 where work is even.
        power_share: of the power limit what is drawn, of the GPU that draws most; None where it is not known.
        pool: what fills memory by itself, "" where nothing that is known to.
        short: whether on any GPU memory that was full and fell at once speaks for one that is too small: to the end of the window, and more
            than once where a program fills memory by itself.
        fallen: the place of the GPU on which it fell so most often, of those where it does speak for that, else of all; None where it
            did on none.
        held_back: those whose clocks were held down longer than is granted, by their place.
        slower: by what share the slowest of those runs its clocks below the others; None where it is not known.
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
        value: the figure with what it is held against.
        ok: whether it is as it should be; None where it only tells.
    """

    key: str
    title: Message
    value: Message
    ok: bool | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of a job.

    Attributes:
        sentences: what it means, in a few sentences; `evidence` the figures behind it, the three that decided first.
        doubts: why it is not surer.
        steps: what to do, in order; `measurements` keys of what to measure next.
        warm_up_s: what was left out before the window.
        job: None where it cannot be judged.
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
        """Of all GPUs together; None where one does not count it."""
        found = [gpu.energy_j for gpu in self.gpus]
        return None if not found or None in found else sum(each for each in found if each is not None)
