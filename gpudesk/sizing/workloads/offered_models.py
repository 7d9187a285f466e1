"""Models supported by sizing: those that generate text or run in passes."""

from functools import cache

from gpudesk.catalog.cost_tables import cost_tables
from gpudesk.catalog.cost_tuning import knobs
from gpudesk.catalog.models import model_entries
from gpudesk.sizing.gpus.sizing_tables import engines, planned_release
from gpudesk.sizing.serving.published_measurements import published_rows
from gpudesk.sizing.single_pass.pass_request import usual_passes
from gpudesk.sizing.single_pass.pass_tables import pipelines
from gpudesk.sizing.training.training_tables import methods, optimisers, programs, training_rules


@cache
def offered_models() -> tuple[str, ...]:
    """Their names, as the catalog has them, without parts of pipelines. Tables of programs that go with them are read too."""
    engines()
    denoisers = {pipeline.denoiser.name for pipeline in pipelines().values()}
    return tuple(
        entry.name
        for entry in model_entries().values()
        if entry.name not in denoisers and (entry.architecture.generates_words or usual_passes(entry.name, None) is not None)
    )


def read_tables() -> None:
    """Load the tables required on the first visit to the Size place, to avoid a delay.

    Raises:
        DeskError: a table or an own price file of the user has errors.
    """
    offered_models()
    planned_release(next(iter(engines())))
    optimisers()
    methods()
    programs()
    training_rules()
    published_rows()
    # Own files of the user may have errors, so these are last.
    cost_tables()
    knobs()
