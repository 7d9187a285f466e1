"""GPUs of one machine that runs programs: of a rack those of a tray."""

import pytest

from gpudesk.sizing.serving.serving_request import Asked, answer
from gpudesk.sizing.systems.hosts import machine_gpus
from gpudesk.ui.places.size.models.size_built import usual_preview


@pytest.mark.parametrize(
    ("board", "gpus"),
    [("nvidia.h100-sxm5-80gb", 8), ("nvidia.gb200-gpu", 4), ("nvidia.gb300-gpu", 4), ("nothing", 6)],
)
def test_gpus_of_a_machine(board: str, gpus: int) -> None:
    assert machine_gpus(board, 6) == gpus


def test_one_small_card_is_built_and_costed() -> None:
    """Cooling for a room with one machine comes to a PUE far above 4: the account takes it as it is planned."""
    (plan,) = [plan for plan in answer(Asked("Qwen/Qwen2.5-0.5B", formats=("fp16",), gpu="nvidia.t4")).plans if plan.fits]
    found = usual_preview(plan)
    assert found.totals.systems == 1
    assert found.cost.pue is not None
    assert found.cost.pue > 4
