"""What operations of the GPUs of a project would take over its own networks, by the cables that are there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.serving.expert_dispatch import ExpertGroup, ExpertKernel, ExpertStep, dispatch_seconds, least_seconds
from gpudesk.core.work.collectives import Collective, Network, bus_bytes_per_s, operation_seconds
from gpudesk.derived.fabric.fabric_judgement import FabricJudgement, Losses, fabric_judgements
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.sizing.calibration.collective_calibration import LONG_BYTES, SEEN, across_factors, collective_lines, line_of, network_of
from gpudesk.sizing.calibration.expert_calibration import dispatch_constants, dispatch_factors
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.network.project_network import Systems, joined, main_systems
from gpudesk.sizing.network.system_network import SystemNetwork

_CONTEXT = "sizing"
_BITS = 8
SIZES = (2**20, 2**24, 2**26, 2**28, 2**30, 2**33)
"""Operation sizes in bytes shown by default."""
PROMPT_TOKENS, DECODE_TOKENS = 4096, 128
"""Tokens of one GPU that published runs of expert dispatch have in one kernel."""
ALONE, INTACT, UPLINK, SPINE = "system", "intact", "uplink", "spine"
"""One system alone; the intact network; without its worst cable between switches; without its worst switch above the leaves."""


@dataclass(frozen=True, slots=True)
class GroupOperation:
    """One operation over all GPUs of some systems.

    Attributes:
        state: network state: "intact", "uplink", "spine"; "system" for one system alone.
        bus_gb_per_s: bus bandwidth as defined by nccl-tests, with its range.
        provenance: whether the inside of such a system was measured.
    """

    kind: Collective
    state: str
    size_bytes: int
    seconds: float
    bus_gb_per_s: float
    low_gb_per_s: float
    high_gb_per_s: float
    provenance: str

    @property
    def is_rough(self) -> bool:
        """Whether it crosses the network with so few bytes that the protocols of the library decide."""
        return self.state != "system" and self.size_bytes < LONG_BYTES


@dataclass(frozen=True, slots=True)
class ExpertExchange:
    """Token transfer to the experts of one layer, or back.

    Attributes:
        gpus: number that shares the experts.
        tokens: of one GPU.
    """

    kernel: ExpertKernel
    step: ExpertStep
    gpus: int
    tokens: int
    seconds: float
    low_s: float
    high_s: float


@dataclass(frozen=True, slots=True)
class NetworkOperations:
    """Expected operations over one network.

    Attributes:
        network: its name.
        systems: number that takes part, of `of_systems`.
        gbps_a_system: total of the adapters of one system.
        through: share of the systems' send rate that passes above the leaves.
        leaf_systems: systems below one leaf, 0 if there is no tier above.
        experts: dispatch and combine of one layer of the requested mixture model; empty without one.
    """

    network: str
    board: Board
    gpus_each: int
    systems: int
    of_systems: int
    gbps_a_system: float
    through: float
    leaf_systems: int
    operations: tuple[GroupOperation, ...]
    experts: tuple[ExpertExchange, ...] = ()


def project_operations(
    snapshot: Snapshot,
    systems: int | None = None,
    sizes: Sequence[int] = SIZES,
    model: Architecture | None = None,
    tokens: int | None = None,
) -> tuple[NetworkOperations, ...]:
    """All kinds of operation over all compute networks that have cables.

    Args:
        systems: number that takes part; all unless given.
        sizes: bytes of the operations, each above 0.
        model: a mixture model whose expert dispatch is also estimated.
        tokens: of one GPU in one kernel of it; 4,096 for prompts and 128 for decoding unless given.

    Raises:
        InvalidData: the project has no known GPUs, or fewer systems; the model has no experts.
    """
    if model is not None and not model.experts:
        text = QT_TRANSLATE_NOOP("sizing", "{model} has no experts to dispatch tokens to.")
        raise InvalidData(Message(_CONTEXT, text, {"model": model.name}))
    fleet = _fleet(snapshot)
    if systems is not None and systems > fleet.systems:
        text = QT_TRANSLATE_NOOP("sizing", "The project has {count} {count|system|systems} of {gpu}, not {asked}.")
        raise InvalidData(Message(_CONTEXT, text, {"count": fleet.systems, "gpu": fleet.board.title, "asked": systems}))
    operations = []
    for judgement in snapshot.cached(fabric_judgements):
        over = joined(snapshot, judgement, fleet)
        if over is not None:
            count = systems or fleet.systems
            network_operations = _over(snapshot, judgement, fleet, count, over, sorted(set(sizes)))
            operations.append(
                network_operations if model is None else replace(network_operations, experts=_exchanges(model, fleet, count, over, tokens))
            )
    return tuple(operations)


def _fleet(snapshot: Snapshot) -> Systems:
    systems = main_systems(snapshot)
    if systems is None:
        text = QT_TRANSLATE_NOOP("sizing", "The project has no systems with known GPUs.")
        raise InvalidData(Message(_CONTEXT, text), Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "Place systems with GPUs first.")))
    return systems


def _over(
    snapshot: Snapshot, judged: FabricJudgement, fleet: Systems, systems: int, over: SystemNetwork, sizes: Sequence[int]
) -> NetworkOperations:
    share = snapshot.cached(site_sheet).limit("fabric_bandwidth_share_percent") / 100
    gbps, through, below = over.gbps_a_system, over.through, over.leaf_systems
    states = {INTACT: 1.0}
    if below:
        states |= {UPLINK: _left(judged.cables, 0), SPINE: _left(judged.switches, 1)}
    operations = [_operation(kind, size, fleet, 1, None, ALONE) for kind in _KINDS for size in sizes]
    if systems > 1:
        for state, left in states.items():
            network = network_of(gbps, through=through * left, leaf_systems=below, share=share)
            operations += [_operation(kind, size, fleet, systems, network, state) for kind in _KINDS for size in sizes]
    return NetworkOperations(over.name, fleet.board, fleet.gpus_each, systems, fleet.systems, gbps, through, below, tuple(operations))


_KINDS = (Collective.ALL_REDUCE, Collective.ALL_GATHER, Collective.REDUCE_SCATTER, Collective.ALL_TO_ALL)


def _exchanges(model: Architecture, fleet: Systems, systems: int, over: SystemNetwork, tokens: int | None) -> tuple[ExpertExchange, ...]:
    """Both kernels, there and back, over as many of the systems as the experts can be spread over."""
    joined_systems = min(systems, max(1, model.experts // fleet.gpus_each))
    gpus = min(model.experts, joined_systems * fleet.gpus_each)
    above = bool(over.leaf_systems) and joined_systems > over.leaf_systems
    rate = over.gbps_a_system * 1e9 / _BITS / fleet.gpus_each * (over.through if above else 1.0)
    group = ExpertGroup(gpus, min(gpus, fleet.gpus_each), max(1.0, fleet.board.link_bytes_per_s), max(1.0, rate))
    low, high = dispatch_factors(across=gpus > fleet.gpus_each)
    exchanges = []
    for kernel, usual in ((ExpertKernel.PROMPT, PROMPT_TOKENS), (ExpertKernel.DECODE, DECODE_TOKENS)):
        for step in ExpertStep:
            work = (kernel, step, tokens or usual, model.hidden, model.experts_used, group)
            seconds = dispatch_seconds(*work, dispatch_constants())
            fastest = max(seconds * low, least_seconds(*work))
            exchanges.append(ExpertExchange(kernel, step, gpus, tokens or usual, seconds, fastest, seconds * high))
    return tuple(exchanges)


def _left(losses: Losses, tier: int) -> float:
    """Share of the upward bandwidth left to the affected systems after the worst loss in a tier or above."""
    above = losses.tier >= tier
    return float(losses.share_left[above].min()) if above.any() else 1.0


def _operation(kind: Collective, size: int, fleet: Systems, systems: int, network: Network | None, state: str) -> GroupOperation:
    inside, provenance = line_of(fleet.board, kind, fleet.gpus_each)
    seconds = float(operation_seconds(kind, size, inside, fleet.gpus_each, systems, network))
    bus = float(bus_bytes_per_s(kind, size, seconds, fleet.gpus_each * systems)) / 1e9
    # Factors on times: what takes longer has the smaller rate.
    low, high = collective_lines().intervals[provenance]
    if network is not None:
        shortest, longest = across_factors(size, network.share)
        low, high = min(low, shortest), max(high, longest)
    return GroupOperation(kind, state, size, seconds, bus, bus / high, bus / low, provenance)


def measured_alike(operations: NetworkOperations) -> bool:
    """Whether the inside of such systems was measured."""
    return all(operation.provenance == SEEN for operation in operations.operations)
