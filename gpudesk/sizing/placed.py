"""A kept workload on the GPUs that a project really has: what it needs there, and whether it is there.

What a workload needs of a board does not hang on how many there are, so it is worked out once and remembered.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from gpudesk.core.workload import Task
from gpudesk.sizing.asked import KV_BYTES, Asked, Hardware, architecture_of, asked_text, offered, workload_of
from gpudesk.sizing.boards import boards
from gpudesk.sizing.kept import Kept, asked_of
from gpudesk.sizing.outlook import NARROWER
from gpudesk.sizing.serving import ServingPlan, preference, serving_plans
from gpudesk.sizing.system_network import SystemNetwork
from gpudesk.sizing.tables import engines, weight_format
from gpudesk.sizing.training import TrainingPlan, training_plans
from gpudesk.sizing.training import preference as training_preference
from gpudesk.sizing.training_asked import TrainingAsked, training_text, training_workload

_HALVINGS = 10


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
    """What a workload needs of systems of one kind.

    Attributes:
        plan: the fewest GPUs that do; where none does the plan that comes nearest.
        gpus_each: GPUs of a system.
    """

    plan: ServingPlan | TrainingPlan
    gpus_each: int

    @property
    def together(self) -> int:
        """GPUs that stand in one system: those that share layers, and the groups of them that share experts if it holds these."""
        tensor = self.plan.split.tensor
        sharing = tensor * self.plan.groups if isinstance(self.plan, ServingPlan) else tensor
        return sharing if sharing <= self.gpus_each else tensor

    @property
    def stages_a_system(self) -> int:
        """How many times a system holds the GPUs that stand together; 0 where it has too few."""
        return self.gpus_each // self.together

    @property
    def systems(self) -> int | None:
        """Whole systems that hold all replicas; a replica may be spread over systems by its stages. None where none do."""
        return -(-self.stages_at(100) // self.stages_a_system) if self.stages_a_system else None

    def stages_at(self, percent: int) -> int:
        """How many times GPUs stand together at so much of the demand."""
        return -(-self.gpus_at(percent) // self.together)

    def gpus_at(self, percent: int) -> int:
        """GPUs in use at so much of the demand: of serving fewer replicas, each as full as before; a training runs or does not."""
        if not isinstance(self.plan, ServingPlan):
            return self.plan.gpus if percent else 0
        replica = self.plan.split.gpus * self.plan.groups
        idle = self.plan.replicas - -(-self.plan.replicas * percent // 100)
        return self.plan.gpus - idle * replica if percent else 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A workload on the best of the systems that it may run on.

    Attributes:
        stand: these systems.
        need: what it needs of them.
        enough: whether there are as many.
    """

    stand: Stand
    need: Need
    enough: bool

    @property
    def fits(self) -> bool:
        return self.need.plan.fits and self.enough


def need(work: Kept, board: str, gpus_each: int, network: SystemNetwork | None = None) -> Need | None:
    """What a workload needs of systems with so many of a board; None where it may not run on that board or cannot.

    Args:
        network: what joins systems; a training counts with it where these are such systems, else with the usual one.

    Raises:
        InvalidData: what is asked makes no sense here.
    """
    over = network if network is not None and work.task != Task.SERVE and network.serves(board, gpus_each) else None
    plan = _plan(work, board, gpus_each, over) if gpus_each > 0 else None
    return None if plan is None else Need(plan, gpus_each)


@lru_cache(maxsize=4096)
def _plan(work: Kept, board: str, domain: int, network: SystemNetwork | None) -> ServingPlan | TrainingPlan | None:
    asked = asked_of(work)
    if not _allowed(asked, board):
        return None
    chosen = [boards()[board]]
    if isinstance(asked, TrainingAsked):
        trainings = training_plans(replace(training_workload(asked), network=network), chosen, asked.gpus)
        return min(trainings, key=training_preference, default=None)
    model = architecture_of(asked)
    plans = [plan for key in asked.formats for plan in serving_plans(workload_of(asked, model, key), chosen, domain=domain)]
    return min(plans, key=preference, default=None)


def _allowed(asked: Asked | TrainingAsked, board: str) -> bool:
    if board not in boards():
        return False
    if isinstance(asked, Asked) and not engines()[asked.engine].runs_on(board):
        return False
    if asked.gpu:
        return board == asked.gpu
    return asked.hardware is Hardware.ALL or board in _offered(asked.hardware)


@lru_cache(maxsize=4)
def _offered(hardware: Hardware) -> frozenset[str]:
    return frozenset(board.key for board in offered(hardware))


def placed(work: Kept, stands: Iterable[Stand], network: SystemNetwork | None = None) -> Placed | None:
    """The workload where it runs best: where it fits, on the fewest GPUs; None where no GPU is there that it may run on.

    Raises:
        InvalidData: what is asked makes no sense here.
    """
    most = asked_of(work).gpus_most
    found = []
    for stand in stands:
        needed = need(work, stand.board, stand.gpus_each, network)
        if needed is not None:
            enough = needed.systems is not None and needed.systems <= stand.systems and (most is None or needed.plan.gpus <= most)
            found.append(Placed(stand, needed, enough))
    return min(found, key=_order, default=None)


def _order(each: Placed) -> tuple[bool, bool, bool, int]:
    return not each.need.plan.fits, not each.enough, bool(each.need.plan.risks), each.need.plan.gpus


@dataclass(frozen=True, slots=True)
class Mended:
    """A change of what is asked with which a workload fits.

    Attributes:
        asked: the whole of it as it is kept.
        changed: the field of `Asked` that is another, with its value.
    """

    asked: Asked | TrainingAsked
    changed: str
    value: str | int
    placed: Placed

    @property
    def text(self) -> str:
        """What is asked as it is kept."""
        return _text(self.asked)


def _text(asked: Asked | TrainingAsked) -> str:
    return training_text(replace(asked, own=None)) if isinstance(asked, TrainingAsked) else asked_text(replace(asked, own=None))


def mends(work: Kept, stands: Sequence[Stand], network: SystemNetwork | None = None) -> list[Mended]:
    """Single changes of what is asked with which the workload fits the systems there, the least intrusive first.

    Sequences are halved until they fit, so that what is needed is known from the first time on.

    Raises:
        InvalidData: what is asked makes no sense here.
    """
    asked = asked_of(work)
    if isinstance(asked, TrainingAsked):
        return _training_mends(work, asked, stands, network)
    found = []
    if KV_BYTES[asked.kv] > 1 and architecture_of(asked).caches:
        found.append(_mended(work, replace(asked, kv="fp8"), "kv", "fp8", stands))
    for key in NARROWER:
        if key not in asked.formats and not asked.own:
            narrower = all(weight_format(key).bits < weight_format(each).bits for each in asked.formats)
            found.append(_mended(work, replace(asked, formats=(*asked.formats, key)), "formats", key, stands) if narrower else None)
    for step in range(1, _HALVINGS + 1):
        fewer = asked.concurrency >> step if asked.service.rate_per_s is None else 0
        changed = _mended(work, replace(asked, concurrency=fewer), "concurrency", fewer, stands) if fewer else None
        if changed is not None:
            found.append(changed)
            break
    if asked.gpus_most is not None:
        found.append(_mended(work, replace(asked, gpus_most=None), "gpus_most", "", stands))
    return [each for each in found if each is not None]


def _training_mends(work: Kept, asked: TrainingAsked, stands: Sequence[Stand], network: SystemNetwork | None) -> list[Mended]:
    """Less memory for more time first, then fewer sequences in a step."""
    found = []
    if not asked.offload:
        found.append(_mended(work, replace(asked, offload=True), "offload", "", stands, network))
    for step in range(1, _HALVINGS + 1):
        fewer = asked.batch >> step
        changed = _mended(work, replace(asked, batch=fewer), "batch", fewer, stands, network) if fewer else None
        if changed is not None:
            found.append(changed)
            break
    if asked.gpus is not None or asked.gpus_most is not None:
        found.append(_mended(work, replace(asked, gpus=None, gpus_most=None), "gpus_most", "", stands, network))
    return [each for each in found if each is not None]


def _mended(
    work: Kept,
    asked: Asked | TrainingAsked,
    changed: str,
    value: str | int,
    stands: Sequence[Stand],
    network: SystemNetwork | None = None,
) -> Mended | None:
    there = placed(replace(work, asked=_text(asked)), stands, network)
    return Mended(asked, changed, value, there) if there is not None and there.fits else None
