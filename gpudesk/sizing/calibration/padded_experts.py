"""Kernels that multiply filled-up rows of every expert in each step (`resources/sizing/engine_layouts.yaml`, padded).

How many GPUs share the experts, and whether whole ones (as launch files start vLLM) or parts of each, changes neither the kernel nor what
the GPUs multiply in all.
"""

from dataclasses import dataclass
from functools import cache

from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.serving.served_model import ServedModel
from gpudesk.core.values.releases import Since, release_of
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.gpus.sizing_tables import layout_rows, weight_formats


@dataclass(frozen=True, slots=True)
class Padding:
    """A row of the table.

    Attributes:
        formats, methods: of weights that the kernel works with: those of the table by key, those of files by method.
        capability_from, capability_below: compute capability of the GPUs.
        rows: to which those of each expert are filled up, however few rows the matrices of an expert have on a GPU.
        releases, since: of the engine.
    """

    engine: str
    kernel: str
    releases: str
    since: Since
    makers: tuple[str, ...]
    capability_from: float
    capability_below: float
    formats: tuple[str, ...]
    methods: tuple[str, ...]
    rows: int
    source: str

    def suits(self, engine: str, form: WeightFormat, board: Board) -> bool:
        """Whether the kernel is that of an engine for a format on a GPU, in the releases that have it."""
        able = self.capability_from <= board.capability < self.capability_below and board.maker_key.partition(".")[0] in self.makers
        # A file in FP8 for each tensor has the same key as the format of the table in blocks.
        own = form.key in self.formats and weight_formats()[form.key] == form
        return engine == self.engine and able and (own or form.method in self.methods)


@cache
def paddings() -> tuple[Padding, ...]:
    """Every row."""
    return tuple(
        Padding(
            engine=row["engine"],
            kernel=row["kernel"],
            releases=row["releases"],
            since=Since(release_of(row["since"]), release_of(row["until"])),
            makers=tuple(row["makers"]),
            capability_from=float(row["from"]),
            capability_below=float(row["below"]),
            formats=tuple(row["formats"]),
            methods=tuple(row["methods"]),
            rows=int(row["rows"]),
            source=row["source"],
        )
        for row in layout_rows("padded")
    )


def padding_of(engine: str, release: str, served: ServedModel, board: Board) -> Padding | None:
    """The padding of an engine in a release for a model in its format on a GPU; None where its kernels skip empty rows."""
    if not served.routed_layers:
        return None
    numbers = release_of(release)
    return next((row for row in paddings() if row.suits(engine, served.form, board) and numbers and row.since.holds(numbers)), None)


def padding_measured(engine: str, served: ServedModel, board: Board) -> Padding | None:
    """The padding of an engine for a model in its format on a GPU, in whichever releases have it."""
    return next((row for row in paddings() if row.suits(engine, served.form, board)), None)
