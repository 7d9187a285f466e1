"""Models served from slices (MIG): each on the smallest slice that does, and all on as few GPUs as hold them."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpudesk.core.hardware.mig import Profile
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.gpus.mig_slices import Need, SlicePlan, mig_profiles, placed_slices, slice_board, slice_plan
from gpudesk.sizing.serving.serving import ServingPlan, ServingWorkload, serving_plans

_CONTEXT = "sizing"


@dataclass(frozen=True, slots=True)
class ServedJob:
    """A model that is served from several slices, each separately."""

    work: ServingWorkload
    count: int


@dataclass(frozen=True, slots=True)
class ServedSlices:
    """Slices for models and for jobs of which only the memory is known.

    Attributes:
        plans: of the models, in their order, on the slice that each was given.
    """

    layout: SlicePlan
    plans: tuple[ServingPlan, ...]


def served_slices(board: Board, jobs: Sequence[ServedJob], needs: Sequence[Need] = ()) -> ServedSlices:
    """The minimum number of GPUs of a kind on which each job has the smallest slice that meets its requirements.

    Raises:
        InvalidData: the board cannot be sliced, or a job runs on none of its slices.
    """
    other = slice_plan(board, needs)
    plans, slices = [], list(other.slices)
    for job in jobs:
        profile, plan = _smallest(board, job)
        plans.append(plan)
        slices.append((Need(plan.needed.value, job.count, profile.compute), profile, plan.board.usable_gib))
    return ServedSlices(placed_slices(board, slices), tuple(plans))


def _smallest(board: Board, job: ServedJob) -> tuple[Profile, ServingPlan]:
    for profile in sorted(mig_profiles(board.key).values(), key=lambda candidate: (candidate.memory, candidate.compute)):
        plans = serving_plans(job.work, [slice_board(board, profile)], 1)
        if plans and plans[0].fits and not plans[0].is_late:
            return profile, plans[0]
    text = QT_TRANSLATE_NOOP("sizing", "{model} in {format} does not fit any MIG slice of {gpu}.")
    fix = QT_TRANSLATE_NOOP("sizing", "Use whole GPUs, a smaller weight format or fewer concurrent sequences.")
    values: dict[str, str] = {"model": job.work.model.name, "format": job.work.form.title, "gpu": board.title}
    raise InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))
