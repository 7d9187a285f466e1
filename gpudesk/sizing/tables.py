"""The tables that sizing reads: formats of weights, programs that serve models, what boards leave usable (`resources/sizing`)."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from gpudesk.catalog.gguf_types import gguf_types
from gpudesk.core.errors import InvalidData
from gpudesk.core.gguf_mixture import BASES, GgufMixture
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving_memory import Engine, Spread
from gpudesk.core.weight_formats import WeightFormat
from gpudesk.locate import resource

_CONTEXT = "sizing"


def _table(name: str) -> Any:
    import yaml

    with resource("sizing", name).open("rb") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)


@cache
def weight_formats() -> Mapping[str, WeightFormat]:
    """Every format by its key: those of the table in its order, then the mixtures of GGUF files."""
    even = {
        row["key"]: WeightFormat(
            key=row["key"],
            title=row["title"],
            title_es=row["title_es"],
            bits=sum((Fraction(part.strip()) for part in row["bits"].split("+")), Fraction(0)),
            covers=row["covers"],
            computes=row["computes"],
            capability=float(row["capability"]),
            confidence=row["confidence"],
            source=row["source"],
        )
        for row in _table("weight_formats.yaml")
    }
    return even | _mixtures()


def _mixtures() -> dict[str, WeightFormat]:
    types = gguf_types()
    return {
        key: GgufMixture(
            key=key,
            title=f"GGUF {(name := key.removeprefix('gguf-').upper())}",
            title_es=f"GGUF {name}",
            bits=Fraction(8 * types[base].size_bytes, types[base].elements),
            covers="all",
            computes="fp16",
            capability=0.0,
            confidence="read",
            source="gguf 0.19.0: bits of each type; github:ggml-org/llama.cpp, src/llama-quant.cpp at 007dbbf: which tensor has which",
            types=types,
        )
        for key, base in BASES.items()
    }


def weight_format(key: str) -> WeightFormat:
    """Raises:
    InvalidData: no format has that key.
    """
    found = weight_formats().get(key.lower())
    if found is None:
        text = QT_TRANSLATE_NOOP("sizing", "No format of weights is called {key}; there are {keys}.")
        raise InvalidData(Message(_CONTEXT, text, {"key": key, "keys": tuple(weight_formats())}))
    return found


def _spread(values: list[float]) -> Spread:
    return Spread(*(float(value) for value in values))


@cache
def engines() -> Mapping[str, Engine]:
    """Every program that serves models, by its key."""
    found = {}
    for key, row in _table("engines.yaml").items():
        peak = row["activation"]
        found[key] = Engine(
            key=key,
            title=row["title"],
            utilisation=float(row["utilisation"]),
            block_tokens=int(row["block_tokens"]),
            large_board_gib=float(row["large_board_gib"]),
            small_capability=float(row["small_capability"]),
            sequences=(row["sequences"]["large"], row["sequences"]["small"]),
            step_tokens=(row["step_tokens"]["large"], row["step_tokens"]["small"]),
            sampler_bytes=float(peak["sampler_bytes"]),
            hidden_bytes=float(peak["hidden_bytes"]),
            gated_copies=float(peak["gated_copies"]),
            hidden_copies=(float(peak["hidden_copies"]["one"]), float(peak["hidden_copies"]["many"])),
            activation_error=float(peak["error"]),
            activation_source=peak["source"],
            other_gib=(_spread(row["other_gib"]["one"]), _spread(row["other_gib"]["many"])),
            other_source=row["other_source"],
            graphs_gib=_spread(row["graphs_gib"]),
            graphs_source=row["graphs_source"],
        )
    return found


@cache
def usable_gib() -> Mapping[str, tuple[float, str]]:
    """What programs found usable on a board, by its key in the catalog, with the source."""
    return {row["gpu"]: (float(row["usable_gib"]), row["source"]) for row in _table("usable_memory.yaml")}
