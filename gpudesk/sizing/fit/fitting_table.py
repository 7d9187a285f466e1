"""What "does it fit?" tries (`resources/sizing/fit.yaml`): models, formats, programs, and which arithmetic a board has."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.weight_formats import WeightFormat, weight_bytes
from gpudesk.core.serving.inference_engine import Engine
from gpudesk.locate import resource
from gpudesk.sizing.calibration.decode_calibration import LLAMA_CPP
from gpudesk.sizing.gpus.boards import Board, MemoryKind
from gpudesk.sizing.gpus.sizing_tables import engines, form_for, weight_format
from gpudesk.sizing.models.kernels import can_load, least_capability
from gpudesk.sizing.models.published_formats import published_format

_BF16_FROM = 8.0
VLLM = "vllm"


@cache
def _table() -> Mapping[str, Any]:
    import yaml

    with resource("sizing", "fit.yaml").open("rb") as file:
        table: Mapping[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return table


@dataclass(frozen=True, slots=True)
class Precision:
    """One kind of arithmetic.

    Attributes:
        needs: the compute capability from which boards have it.
        has: None where the board's capability is not known.
    """

    key: str
    title: str
    needs: float
    has: bool | None


def known_models() -> tuple[str, ...]:
    """The models that are tried unless one is named, by size."""
    return tuple(_table()["models"])


def usual_context() -> int:
    """Tokens of a conversation unless specified."""
    return int(_table()["context"])


def usual_answer() -> int:
    """Tokens of an answer."""
    return int(_table()["answer"])


def precisions(capability: float) -> tuple[Precision, ...]:
    """Arithmetic supported by boards of a compute capability; 0 if unknown."""
    rows = _table()["precisions"]
    return tuple(
        Precision(row["key"], row["key"].upper(), float(row["capability"]), capability >= float(row["capability"]) if capability else None)
        for row in rows
    )


def precisions_source() -> str:
    """Source of the precisions."""
    return str(_table()["precisions_source"])


def program_for(board: Board) -> str:
    """The key of the program that suits a board: vLLM on those for servers, llama.cpp on cards for desks."""
    large = board.memory is not MemoryKind.UNIFIED and board.memory_gib >= float(_table()["server_gib"])
    server = board.memory is MemoryKind.HBM or large
    if not engines()[LLAMA_CPP].runs_on(board.key or "nvidia."):
        return VLLM
    return VLLM if server and (not board.capability or board.capability >= server_capability()) else LLAMA_CPP


def server_capability() -> float:
    """The compute capability that the program for servers needs: that of half precision in tensor cores."""
    return float(next(row["capability"] for row in _table()["precisions"] if row["key"] == "fp16"))


def formats_for(program: str, model: Architecture, board: Board) -> tuple[WeightFormat, ...]:
    """The model formats to try with a program on a board, widest first.

    A release that is quantized is tried as published and in markedly smaller formats.
    """
    body = _table()
    engine = engines()[program]
    instead = body["without_bf16"][program]
    old = 0 < board.capability < _BF16_FROM
    keys = [instead if old and key.endswith("bf16") else key for key in body["formats"][program]]
    forms = [form_for(engine, model, weight_format(key)) for key in keys]
    published = published_format(model.name)
    if published is not None:
        as_published = form_for(engine, model, published)
        most = float(body["smaller"]) * weight_bytes(model, as_published)
        forms = [as_published, *(form for form in forms if weight_bytes(model, form) <= most)]
    return tuple(dict.fromkeys(forms))


def needed_capability(engine: Engine, board: Board, form: WeightFormat, *, experts: bool = False) -> float | None:
    """The compute capability that a board lacks for weights in a format; None where the engine has a kernel for them there."""
    if not board.capability:
        return None
    if form.key == "bf16":
        return form.capability if board.capability < form.capability else None
    if engine.gguf or can_load(engine.key, form, board, experts=experts, release=engine.release):
        return None
    return least_capability(engine.key, form, experts=experts, release=engine.release)
