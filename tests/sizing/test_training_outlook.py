"""What would make a training do, and how far one that does could go."""

from dataclasses import replace

import pytest

from gpudesk.core.messages.errors import Cancelled
from gpudesk.core.running.progress import Progress
from gpudesk.core.training.training_activations import Recompute
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.training.training import TrainingPlan, training_plans
from gpudesk.sizing.training.training_sensitivity import TrainingChange, training_outlook
from tests.sizing.test_training import A100, H100, plan, work


def test_each_change_is_worked_out_on_as_many_of_the_same_boards() -> None:
    refused = plan(work(micro_batch=8, zero=1, recompute=Recompute.NONE), H100, 2)
    assert not refused.fits
    looks = training_outlook(refused)
    order = [TrainingChange(look.change) for look in looks]
    assert order == sorted(order, key=tuple(TrainingChange).index)
    assert {TrainingChange.MICRO_BATCH, TrainingChange.RECOMPUTE, TrainingChange.LORA, TrainingChange.OFFLOAD} <= set(order)
    for look in looks:
        assert look.plan.board is refused.board
        assert look.plan.fits or look.plan.needed.value < refused.needed.value
        assert look.change is TrainingChange.GPUS or look.plan.gpus == 2
    more = next(look for look in looks if look.change is TrainingChange.GPUS)
    assert more.plan.fits
    assert more.amount == more.plan.gpus > 2


def test_the_longest_sequence_is_the_longest() -> None:
    fitting = plan(work("llama-3.1-8b", batch=8), A100, 8)
    looks = {look.change: look for look in training_outlook(fitting)}
    longest = looks[TrainingChange.SEQUENCE]
    assert longest.plan.fits
    if longest.amount < fitting.work.model.context:
        assert not _with(fitting, sequence=longest.amount + 64).fits
    largest = looks[TrainingChange.MICRO_BATCH]
    assert largest.plan.fits
    assert 2 * largest.amount > fitting.work.batch or not _with(fitting, micro_batch=2 * largest.amount).fits


def _with(of: TrainingPlan, **changed: int) -> TrainingPlan:
    (found,) = training_plans(replace(of.work, **changed), [boards()[of.board.key]], of.gpus)  # type: ignore[arg-type]
    return found


def test_it_can_be_stopped() -> None:
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        training_outlook(plan(work(), H100, 1), progress)


@pytest.mark.parametrize(("method", "adapted"), [("full", "lora"), ("dpo", "dpo")])
def test_an_adapter_changes_the_method_only_of_full_training(method: str, adapted: str) -> None:
    """Methods that compare answers train an adapter under their own name."""
    refused = plan(work("llama-2-7b", method), H100, 1)
    looks = {look.change: look for look in training_outlook(refused)}
    assert looks[TrainingChange.LORA].plan.work.method.key == adapted
