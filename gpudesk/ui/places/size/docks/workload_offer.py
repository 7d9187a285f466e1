"""The choices of a workload form: known models, formats, engines and GPUs."""

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.models import ModelEntry, find_models
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.gpus.sizing_tables import engines
from gpudesk.sizing.models.named_model import parameters_in
from gpudesk.sizing.single_pass.pass_tables import Pipeline, pipelines
from gpudesk.sizing.workloads.offered_models import offered_models
from gpudesk.ui.places.size.docks.model_search import FoundModel
from gpudesk.ui.places.size.docks.workload_form import WorkloadForm
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number

_PREFIXES = ((1e12, "T"), (1e9, "B"), (1e6, "M"))


def offer_all(form: WorkloadForm) -> None:
    """Fill the drop-downs; the tables are read here, so it is done when a form is first seen."""
    names = offered_models()
    able = frozenset(names)
    programs = [(engine.key, engine.title) for engine in engines().values()]

    def find(text: str) -> list[FoundModel]:
        supposed = QCoreApplication.translate("Sizing", QT_TRANSLATE_NOOP("Sizing", "parameter count only, shape assumed"))
        own = [FoundModel(text.strip(), supposed)] if parameters_in(text) is not None else []
        return [*own, *_found_pipelines(text), *(_found(entry) for entry in find_models(text) if entry.name in able)]

    form.offer(
        [*names, *pipelines()],
        programs,
        find,
        {engine.key: engine.utilisation for engine in engines().values()},
    )


def _found(entry: ModelEntry) -> FoundModel:
    fact = short_count(entry.parameters)
    return FoundModel(entry.name, fact if not entry.active else f"{fact} · {short_count(entry.active)}")


def _found_pipelines(text: str) -> list[FoundModel]:
    """Pipelines whose names, or the names of whose denoisers, contain all words."""
    words = text.casefold().replace("-", " ").split()

    def holds(pipeline: Pipeline) -> bool:
        names = f"{pipeline.key} {pipeline.denoiser.name}".casefold().replace("-", " ")
        return bool(words) and all(word in names for word in words)

    return [FoundModel(pipeline.key, short_count(pipeline.denoiser.parameters)) for pipeline in pipelines().values() if holds(pipeline)]


def short_count(parameters: float) -> str:
    """Parameters as models are called: 70.6 B."""
    size, letter = next(((size, letter) for size, letter in _PREFIXES if parameters >= size), _PREFIXES[-1])
    return f"{format_number(parameters / size, 1)}{THIN_SPACE}{letter}"
