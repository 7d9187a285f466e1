"""Which kernel of an engine works with weights in a published format on a GPU (`resources/sizing/quantization_kernels.yaml`).

One table for what fits, for the wizard and for the files that start a server: engine × release × method × compute capability → kernel.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.quantization.gguf_mixture import GgufMixture
from gpudesk.core.serving.inference_engine import Engine
from gpudesk.core.values.releases import Since, release_of
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.gpus.sizing_tables import planned_release, release_shown, weight_formats

_CONTEXT = "sizing"
_SIXTEEN = "fp16"


class Arithmetic(StrEnum):
    """What products are made in."""

    NATIVE = "native"
    """In the format itself."""
    WEIGHT_ONLY = "weight-only"
    """In 16 bits, to which weights are unpacked for each product."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A row of the table.

    Attributes:
        engine: key of the engine.
        methods: formats of weights that it works with.
        capability_from, capability_below: compute capability of the GPUs.
        since: the releases of the engine that have it.
        experts: True for mixture models alone, False for dense ones alone, None for both.
        name: as the engine's log or documents call it.
        trains: whether adapters can be trained over such weights.
    """

    engine: str
    methods: tuple[str, ...]
    capability_from: float
    capability_below: float
    since: Since
    experts: bool | None
    name: str
    arithmetic: Arithmetic
    confidence: str
    source: str
    trains: bool = False

    def suits(self, method: str, capability: float, release: tuple[int, ...], experts: bool) -> bool:
        """Whether it works with that format on that GPU in that release."""
        able = self.capability_from <= capability < self.capability_below
        return method in self.methods and able and self.since.holds(release) and self.experts in (None, experts)


@cache
def kernels() -> tuple[Kernel, ...]:
    """Every row, the better kernel of an engine first."""
    import yaml

    with resource("sizing", "quantization_kernels.yaml").open("rb") as file:
        rows = yaml.load(file, Loader=yaml.CSafeLoader)
    return tuple(_kernel(row) for row in rows)


def _kernel(row: Mapping[str, Any]) -> Kernel:
    low, below = row["capability"]
    return Kernel(
        engine=row["engine"],
        methods=tuple(row["methods"]),
        capability_from=float(low),
        capability_below=float(below),
        since=Since(release_of(row.get("since", "")), release_of(row.get("until", ""))),
        experts=row.get("experts"),
        name=row["kernel"],
        arithmetic=Arithmetic(row["arithmetic"]),
        confidence=row["confidence"],
        source=row["source"],
        trains=bool(row.get("trains", False)),
    )


@lru_cache(maxsize=4096)
def kernel_of(engine: str, method: str, capability: float, *, experts: bool = False, release: str = "") -> Kernel | None:
    """The kernel that an engine takes.

    Args:
        method: of a `WeightFormat`.
        capability: compute capability of the GPU.
        experts: whether the weights are those of a mixture model.
        release: of the engine; "" for the one that launch files start.

    Returns:
        None where the engine has none: it does not load such weights there.
    """
    release_numbers = release_of(release or planned_release(engine)) or (10**6,)
    return next((row for row in kernels() if row.engine == engine and row.suits(method, capability, release_numbers, experts)), None)


def is_listed(engine: str, form: WeightFormat, board: Board) -> bool:
    """Whether the table covers a plan: formats with a dedicated kernel, on NVIDIA GPUs, for the engines in it."""
    return bool(form.method) and board.capability > 0 and any(row.engine == engine for row in kernels())


def can_load(engine: str, form: WeightFormat, board: Board, *, experts: bool = False, release: str = "") -> bool:
    """Whether an engine loads weights in a format on a board; True if the table does not cover the case."""
    if not is_listed(engine, form, board):
        return True
    return kernel_of(engine, form.method, board.capability, experts=experts, release=release) is not None


def kernel_for(engine: Engine, form: WeightFormat, board: Board, *, experts: bool = False) -> Kernel | None:
    """The kernel that an engine uses for weights in a format on a board; None if there is none, or the table does not cover it."""
    if not is_listed(engine.key, form, board):
        return None
    return kernel_of(engine.key, form.method, board.capability, experts=experts, release=engine.release)


def arithmetic_of(engine: Engine, form: WeightFormat, board: Board, *, experts: bool = False) -> str:
    """Arithmetic in which an engine multiplies weights of that format on a board: 16 bits if its kernel unpacks them first."""
    kernel = kernel_for(engine, form, board, experts=experts)
    if kernel is not None and kernel.arithmetic is Arithmetic.WEIGHT_ONLY and _SIXTEEN in board.rates:
        return _SIXTEEN
    return board.arithmetic(form)


def least_capability(engine: str, form: WeightFormat, *, experts: bool = False, release: str = "") -> float:
    """The minimum compute capability at which an engine loads weights in a format; infinite if it never does."""
    release_numbers = release_of(release or planned_release(engine)) or (10**6,)
    able = [
        row.capability_from
        for row in kernels()
        if row.engine == engine and row.suits(form.method, row.capability_from, release_numbers, experts)
    ]
    return min(able, default=float("inf"))


def formats_that_run(
    engine: str, board: Board, forms: Mapping[str, WeightFormat], *, experts: bool = False, release: str = ""
) -> tuple[str, ...]:
    """The keys of formats that an engine loads on a board; those of GGUF files are left out, which other engines read."""
    plain = {key: form for key, form in forms.items() if not isinstance(form, GgufMixture)}
    return tuple(key for key, form in plain.items() if board.runs(form) and can_load(engine, form, board, experts=experts, release=release))


def trains(engine: str, form: WeightFormat) -> bool:
    """Whether adapters can be trained over weights in a format with an engine: those of GGUF files are unpacked to 16 bits first."""
    return any(row.trains and row.engine == engine and form.method in row.methods for row in kernels())


def lacking_kernel(engine: Engine, form: WeightFormat, board: Board, *, experts: bool = False) -> Message | None:
    """Why an engine does not load weights in a format on a board, with the formats that run there; None if it loads them."""
    if can_load(engine.key, form, board, experts=experts, release=engine.release):
        return None
    able = formats_that_run(engine.key, board, weight_formats(), experts=experts, release=engine.release)
    later = _first_release(engine, form, board, experts=experts)
    text = QT_TRANSLATE_NOOP(
        "sizing", "{program} has no kernel for {format} at compute capability {capability}. Supported formats: {formats}."
    )
    if later:
        text = QT_TRANSLATE_NOOP(
            "sizing",
            "{program} has no kernel for {format} at compute capability {capability}; {later} and later have one. Supported "
            "formats: {formats}.",
        )
    values: dict[str, Value] = {
        "program": f"{engine.title} {release_shown(engine)}".strip(),
        # Two kinds of files with the same width: "INT4 (awq)" where INT4 of GPTQ runs.
        "format": f"{form.name} ({form.method})" if form.key in able else form.name,
        "capability": f"{board.capability:.1f}",
        "formats": able,
    }
    return Message(_CONTEXT, text, values | ({"later": later} if later else {}))


def _first_release(engine: Engine, form: WeightFormat, board: Board, *, experts: bool) -> str:
    """The first release with a kernel for weights in a format on a board; "" if there is none."""
    rows = [row for row in kernels() if row.engine == engine.key and row.suits(form.method, board.capability, row.since.first, experts)]
    first = min((row.since.first for row in rows), default=())
    return ".".join(str(part) for part in first)
