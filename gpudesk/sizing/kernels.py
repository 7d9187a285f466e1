"""Which kernel of an engine works with weights in a published format on a GPU (`resources/sizing/quantization_kernels.yaml`).

One table for what fits, for the wizard and for the files that start a server: engine × release × method × compute capability → kernel.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from gpudesk.core.weight_formats import WeightFormat
from gpudesk.locate import resource
from gpudesk.sizing.boards import Board


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
        since, until: releases of the engine, the first with it and the first without; () for none.
        experts: True for mixture models alone, False for dense ones alone, None for both.
        name: as the engine's log or documents call it.
    """

    engine: str
    methods: tuple[str, ...]
    capability_from: float
    capability_below: float
    since: tuple[int, ...]
    until: tuple[int, ...]
    experts: bool | None
    name: str
    arithmetic: Arithmetic
    confidence: str
    source: str

    def suits(self, method: str, capability: float, release: tuple[int, ...], experts: bool) -> bool:
        """Whether it works with that format on that GPU in that release."""
        new = release >= self.since and (not self.until or release < self.until)
        able = self.capability_from <= capability < self.capability_below
        return method in self.methods and able and new and self.experts in (None, experts)


def release_of(text: str) -> tuple[int, ...]:
    """A release as numbers that compare: "0.11.2" is before "0.16"."""
    return tuple(int(part) for part in re.findall(r"\d+", text)[:4])


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
        since=release_of(row.get("since", "")),
        until=release_of(row.get("until", "")),
        experts=row.get("experts"),
        name=row["kernel"],
        arithmetic=Arithmetic(row["arithmetic"]),
        confidence=row["confidence"],
        source=row["source"],
    )


@cache
def planned_release(engine: str) -> str:
    """The release of an engine that launch files start (`resources/launch/programs.yaml`); "" where none is started."""
    import yaml

    with resource("launch", "programs.yaml").open("rb") as file:
        rows = yaml.load(file, Loader=yaml.CSafeLoader)
    return str(rows[engine]["version"]) if engine in rows else ""


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
    said = release_of(release or planned_release(engine)) or (10**6,)
    return next((row for row in kernels() if row.engine == engine and row.suits(method, capability, said, experts)), None)


def is_listed(engine: str, form: WeightFormat, board: Board) -> bool:
    """Whether the table speaks of a plan at all: of formats with a kernel of their own, on NVIDIA GPUs, for the engines in it."""
    return bool(form.method) and board.capability > 0 and any(row.engine == engine for row in kernels())


def can_load(engine: str, form: WeightFormat, board: Board, *, experts: bool = False) -> bool:
    """Whether an engine loads weights in a format on a board; True where the table does not speak of it."""
    return not is_listed(engine, form, board) or kernel_of(engine, form.method, board.capability, experts=experts) is not None


def least_capability(engine: str, form: WeightFormat, *, experts: bool = False) -> float:
    """The least compute capability at which an engine loads weights in a format; infinite where it never does."""
    said = release_of(planned_release(engine)) or (10**6,)
    able = [row.capability_from for row in kernels() if row.engine == engine and row.suits(form.method, row.capability_from, said, experts)]
    return min(able, default=float("inf"))


def formats_that_run(engine: str, board: Board, forms: Mapping[str, WeightFormat], *, experts: bool = False) -> tuple[str, ...]:
    """The keys of formats that an engine loads on a board."""
    return tuple(key for key, form in forms.items() if board.runs(form) and can_load(engine, form, board, experts=experts))
