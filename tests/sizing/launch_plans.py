"""Plans that launch files are written from in tests."""

from functools import cache

from gpudesk.catalog.models import find_model
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving import ServingPlan, ServingWorkload, serving_plans
from gpudesk.sizing.training.training import TrainingPlan, training_plans
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload


@cache
def serving(model: str = "llama-3.1-70b", form: str = "fp8", gpus: int = 4, engine: str = "vllm", kv: float = 1.0) -> ServingPlan:
    """Llama 3.1 70B on four H100 as the target has it, or something else."""
    program = engines()[engine]
    work = ServingWorkload(
        find_model(model).architecture, weight_format(form), kv, 7168, 1024, 64, program, program.utilisation, tpot_s=0.05, ttft_s=2.0
    )
    (plan,) = serving_plans(work, [boards()["nvidia.h100-sxm5-80gb"]], gpus)
    return plan


@cache
def training(model: str = "llama-3.1-8b", gpus: int = 16) -> TrainingPlan:
    """A whole model trained on two systems."""
    work = training_workload(TrainingAsked(model))
    (plan,) = training_plans(work, [boards()["nvidia.h100-sxm5-80gb"]], gpus)
    return plan
