"""A kept workload on the actual GPUs of a project: its needs there, and whether they are met.

The needs of a workload on a board do not depend on the number available, so they are calculated once and cached.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from gpudesk.catalog.measured_files import measured_stamp
from gpudesk.core.work.workload import Task
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.network.system_network import SystemNetwork
from gpudesk.sizing.serving.serving import ServingPlan, preference, serving_plans
from gpudesk.sizing.serving.serving_request import KV_BYTES, Asked, Hardware, architecture_of, format_of, offered, workload_of
from gpudesk.sizing.serving.serving_sensitivity import NARROWER
from gpudesk.sizing.serving.serving_work import Order
from gpudesk.sizing.single_pass.pass_plans import PassPlan, pass_plans
from gpudesk.sizing.single_pass.pass_request import PassAsked, passes_of
from gpudesk.sizing.training.training import TrainingPlan, training_plans
from gpudesk.sizing.training.training_cost import training_preference
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload
from gpudesk.sizing.workloads.saved_workload import AnyAsked, Kept, asked_line, asked_of, order_of

_HALVINGS = 10
AnyPlan = ServingPlan | TrainingPlan | PassPlan
"""A plan of a kept workload."""
Preference = tuple[bool, bool, float, float, float]


@dataclass(frozen=True, slots=True)
class Stand:
    """Equal systems on which a workload may run.

    Attributes:
        board: the key of their GPUs.
        gpus_each: GPUs of one.
    """

    board: str
    gpus_each: int
    systems: int

    @property
    def gpus(self) -> int:
        return self.gpus_each * self.systems


@dataclass(frozen=True, slots=True)
class Need:
    """Needs of a workload on systems of one kind.

    Attributes:
        plan: the best plan that meets the request, by the workload's ranking; if none does, the closest plan.
        gpus_each: GPUs of a system.
    """

    plan: AnyPlan
    gpus_each: int

    @property
    def together(self) -> int:
        """GPUs that must be in one system: those that share layers, and their groups that share experts if the system holds these."""
        tensor = self.plan.split.tensor
        sharing = tensor * self.plan.groups if isinstance(self.plan, ServingPlan) else tensor
        return sharing if sharing <= self.gpus_each else tensor

    @property
    def stages_a_system(self) -> int:
        """Number of such GPU sets that fit in a system; 0 if it has too few GPUs."""
        return self.gpus_each // self.together

    @property
    def systems(self) -> int | None:
        """Whole systems that hold all replicas; a replica may span systems by its stages. None if no number does."""
        return -(-self.stages_at(100) // self.stages_a_system) if self.stages_a_system else None

    def stages_at(self, percent: int) -> int:
        """Number of such GPU sets at this share of the demand."""
        return -(-self.gpus_at(percent) // self.together)

    def gpus_at(self, percent: int) -> int:
        """GPUs in use at so much of the demand: of serving fewer replicas, each as full as before; a training runs or does not."""
        if isinstance(self.plan, PassPlan):
            return -(-self.plan.gpus * percent // 100)
        if not isinstance(self.plan, ServingPlan):
            return self.plan.gpus if percent else 0
        replica = self.plan.split.gpus * self.plan.groups
        idle = self.plan.replicas - -(-self.plan.replicas * percent // 100)
        return self.plan.gpus - idle * replica if percent else 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A workload on the best of the systems that it may use.

    Attributes:
        stand: these systems.
        need: its needs on them.
        enough: whether that number is available.
    """

    stand: Stand
    need: Need
    enough: bool

    @property
    def fits(self) -> bool:
        return self.need.plan.fits and self.enough


def need(work: Kept, board: str, gpus_each: int, network: SystemNetwork | None = None, most: int | None = None) -> Need | None:
    """Needs of a workload on systems with this number of a board; None if it may not or cannot run on that board.

    Args:
        most: maximum number of GPUs; None for no limit.
        network: network between the systems; training uses it if these are such systems, else the usual one.

    Raises:
        InvalidData: the request is invalid here.
    """
    over = network if network is not None and work.task != Task.SERVE and network.serves(board, gpus_each) else None
    plan = _plan(work, board, gpus_each, over, most, measured_stamp()) if gpus_each > 0 else None
    return None if plan is None else Need(plan, gpus_each)


@lru_cache(maxsize=4096)
def _plan(work: Kept, board: str, domain: int, network: SystemNetwork | None, most: int | None, stamp: object) -> AnyPlan | None:
    # What was measured here changes plans: it is a part of what is remembered by.
    del stamp
    request = asked_of(work)
    order = order_of(request)
    if not _allowed(request, board):
        return None
    chosen = [boards()[board]]
    if isinstance(request, TrainingAsked):
        trainings = training_plans(replace(training_workload(request), network=network), chosen, request.gpus, most, order)
        return min(trainings, key=lambda plan: training_preference(plan, order), default=None)
    if isinstance(request, PassAsked):
        return next(iter(pass_plans(passes_of(request), chosen)), None)
    model = architecture_of(request)
    works = [workload_of(request, model, key) for key in request.formats]
    plans = [plan for format_work in works for plan in serving_plans(format_work, chosen, most=most, domain=domain, order=order)]
    return min(plans, key=lambda plan: preference(plan, order), default=None)


def plan_preference(plan: AnyPlan, order: Order) -> Preference:
    """Sort order of plans: those that meet the request, those that may miss it, the rest; then by preference, GPUs and memory."""
    if isinstance(plan, TrainingPlan):
        return training_preference(plan, order)
    if isinstance(plan, PassPlan):
        return not plan.fits, bool(plan.risks), 0.0, plan.gpus, plan.board.memory_gib
    return preference(plan, order)


def _allowed(request: AnyAsked, board: str) -> bool:
    if board not in boards():
        return False
    if isinstance(request, Asked) and not engines()[request.engine].runs_on(board):
        return False
    if request.gpu:
        return board == request.gpu
    return request.hardware is Hardware.ALL or board in _offered(request.hardware)


@lru_cache(maxsize=4)
def _offered(hardware: Hardware) -> frozenset[str]:
    return frozenset(board.key for board in offered(hardware))


def need_within(work: Kept, stand: Stand, network: SystemNetwork | None = None) -> Need | None:
    """As `need`, but if the best plan exceeds the available GPUs, the best plan that fits them.

    Raises:
        InvalidData: as `need`.
    """
    request = asked_of(work)
    best_need = need(work, stand.board, stand.gpus_each, network)
    most = stand.gpus if request.gpus_most is None else min(stand.gpus, request.gpus_most)
    if best_need is None or order_of(request) is Order.GPUS or _enough(best_need, stand, request.gpus_most) or not most:
        return best_need
    fewer = need(work, stand.board, stand.gpus_each, network, most)
    return fewer if fewer is not None and fewer.plan.fits else best_need


def _enough(needed: Need, stand: Stand, most: int | None) -> bool:
    return needed.systems is not None and needed.systems <= stand.systems and (most is None or needed.plan.gpus <= most)


def placed(work: Kept, stands: Iterable[Stand], network: SystemNetwork | None = None) -> Placed | None:
    """The workload where it runs best: where it fits, by its ranking; None if no permitted GPU is available.

    Raises:
        InvalidData: the request is invalid here.
    """
    request = asked_of(work)
    order = order_of(request)
    placements = []
    for stand in stands:
        needed = need_within(work, stand, network)
        if needed is not None:
            placements.append(Placed(stand, needed, _enough(needed, stand, request.gpus_most)))

    def first(each: Placed) -> tuple[bool, bool, Preference]:
        return not each.need.plan.fits, not each.enough, plan_preference(each.need.plan, order)

    return min(placements, key=first, default=None)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A change of the request with which a workload fits.

    Attributes:
        asked: the complete request as stored.
        changed: the changed field of `Asked`, with its value.
    """

    asked: AnyAsked
    changed: str
    value: str | int
    placed: Placed

    @property
    def text(self) -> str:
        """The request as stored."""
        return asked_line(self.asked)


def fixes(work: Kept, stands: Sequence[Stand], network: SystemNetwork | None = None) -> list[Fixed]:
    """Single changes of the request with which the workload fits the available systems, least intrusive first.

    Sequences are halved until they fit, so that the need is known from the first result on.

    Raises:
        InvalidData: the request is invalid here.
    """
    request = asked_of(work)
    if isinstance(request, TrainingAsked):
        return _training_fixes(work, request, stands, network)
    if isinstance(request, PassAsked):
        return _pass_fixes(work, request, stands)
    changes = []
    if KV_BYTES[request.kv] > 1 and architecture_of(request).caches:
        changes.append(_fixed(work, replace(request, kv="fp8"), "kv", "fp8", stands))
    for key in NARROWER:
        if key not in request.formats and not request.own:
            narrower = all(weight_format(key).bits < format_of(request, format_key).bits for format_key in request.formats)
            changes.append(_fixed(work, replace(request, formats=(*request.formats, key)), "formats", key, stands) if narrower else None)
    for step in range(1, _HALVINGS + 1):
        fewer = request.concurrency >> step if request.service.rate_per_s is None else 0
        changed = _fixed(work, replace(request, concurrency=fewer), "concurrency", fewer, stands) if fewer else None
        if changed is not None:
            changes.append(changed)
            break
    if request.gpus_most is not None:
        changes.append(_fixed(work, replace(request, gpus_most=None), "gpus_most", "", stands))
    return [change for change in changes if change is not None]


def _training_fixes(work: Kept, request: TrainingAsked, stands: Sequence[Stand], network: SystemNetwork | None) -> list[Fixed]:
    """Less memory for more time first, then fewer sequences in a step."""
    changes = []
    if not request.offload:
        changes.append(_fixed(work, replace(request, offload=True), "offload", "", stands, network))
    for step in range(1, _HALVINGS + 1):
        fewer = request.batch >> step
        changed = _fixed(work, replace(request, batch=fewer), "batch", fewer, stands, network) if fewer else None
        if changed is not None:
            changes.append(changed)
            break
    if request.gpus is not None or request.gpus_most is not None:
        changes.append(_fixed(work, replace(request, gpus=None, gpus_most=None), "gpus_most", "", stands, network))
    return [change for change in changes if change is not None]


def _pass_fixes(work: Kept, request: PassAsked, stands: Sequence[Stand]) -> list[Fixed]:
    """Fewer items at once first, then narrower weights."""
    changes: list[Fixed | None] = []
    for step in range(1, _HALVINGS + 1):
        fewer = request.batch >> step
        changed = _fixed(work, replace(request, batch=fewer), "items", fewer, stands) if fewer else None
        if changed is not None:
            changes.append(changed)
            break
    bits = passes_of(request).form.bits
    narrower = [key for key in NARROWER if weight_format(key).bits < bits]
    changes += [_fixed(work, replace(request, weights=key), "formats", key, stands) for key in narrower]
    if request.gpus_most is not None:
        changes.append(_fixed(work, replace(request, gpus_most=None), "gpus_most", "", stands))
    return [change for change in changes if change is not None]


def _fixed(
    work: Kept,
    request: AnyAsked,
    changed: str,
    value: str | int,
    stands: Sequence[Stand],
    network: SystemNetwork | None = None,
) -> Fixed | None:
    there = placed(replace(work, asked=asked_line(request)), stands, network)
    return Fixed(request, changed, value, there) if there is not None and there.fits else None
