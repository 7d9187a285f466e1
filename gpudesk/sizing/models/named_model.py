"""The model that a name means: one of the catalog, or "13B" for one of which only the number of parameters is known."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from gpudesk.catalog.models import find_model
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.model_families import read_architecture
from gpudesk.locate import resource

SUPPOSED = "supposed"
"""The family of a model whose shape is supposed."""
_SIZES: Mapping[str, float] = {"m": 1e6, "b": 1e9, "t": 1e12}
_WRITTEN = re.compile(r"\s*(\d+(?:[.,]\d+)?)\s*([mbt])(?:illion|n)?(?:\s+param\w*)?\s*", re.IGNORECASE)
_LEAST, _MOST = 1e7, 1e14
_GRAIN = 64
_SPREAD = (0.95, 1.05)
"""Sizes have two or three digits: "13B" may be 12.5 or 13.5 billion parameters. Values calculated from them fit at best."""


def parameters_in(text: str) -> float | None:
    """The number of parameters in a text such as "13B", "350M" or "1.8 T parameters"; None if there is none or it is invalid."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return None
    count = float(match[1].replace(",", ".")) * _SIZES[match[2].lower()]
    return count if _LEAST <= count <= _MOST else None


@cache
def assumptions() -> Mapping[str, float]:
    """Assumptions by name (`resources/sizing/parameters_only.yaml`)."""
    import yaml

    with resource("sizing", "parameters_only.yaml").open("rb") as file:
        rows = yaml.load(file, Loader=yaml.CSafeLoader)
    return {name: float(row["value"]) for name, row in rows.items()}


@cache
def supposed_model(parameters: float, name: str) -> Architecture:
    """A dense decoder of the usual shape with approximately this number of parameters."""
    known = assumptions()
    head, tied = int(known["head_width"]), parameters < known["untied_from"]
    heads = min(
        (count for count in range(1, 2048) if count < 8 or count % 8 == 0), key=lambda count: abs(_counted(count, tied) - parameters)
    )
    layers = _layers(heads)
    model = _built(heads, layers, round(known["feed_forward"] * heads * head), tied)
    # The width of the feed-forward part takes up what is left over.
    parameters_per_width = 3 * heads * head * layers
    wider = round((parameters - model.parameters) / parameters_per_width / _GRAIN) * _GRAIN
    model = _built(heads, layers, max(_GRAIN, model.feed_forward + wider), tied)
    note = (
        f"Only the number of parameters is known: {layers} layers of {heads * head:,}, {model.feed_forward:,} wide, "
        f"{_divisor(heads, int(known['key_value_heads']))} heads of keys and values are supposed, as in Llama 3."
    )
    return replace(model, name=name, family=SUPPOSED, notes=(note,), spread=_SPREAD)


def _layers(heads: int) -> int:
    known = assumptions()
    return max(1, round(heads * known["head_width"] / known["width_by_depth"]))


def _counted(heads: int, tied: bool) -> float:
    """Parameters of the usual shape, without norms."""
    known = assumptions()
    width = heads * known["head_width"]
    narrow = min(heads, known["key_value_heads"]) * known["head_width"]
    per_layer = 2 * width * width + 2 * width * narrow + 3 * width * known["feed_forward"] * width
    return _layers(heads) * per_layer + (1 if tied else 2) * known["vocabulary"] * width


def _built(heads: int, layers: int, feed_forward: int, tied: bool) -> Architecture:
    known = assumptions()
    config = {
        "model_type": "llama",
        "hidden_size": heads * int(known["head_width"]),
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "num_key_value_heads": _divisor(heads, int(known["key_value_heads"])),
        "intermediate_size": feed_forward,
        "vocab_size": int(known["vocabulary"]),
        "max_position_embeddings": int(known["context"]),
        "tie_word_embeddings": tied,
    }
    return read_architecture("", config)


def _divisor(heads: int, most: int) -> int:
    """The most heads of keys and values, no more than usual, that share the heads out evenly."""
    return next(count for count in range(min(heads, most), 0, -1) if heads % count == 0)


def named_model(name: str) -> Architecture:
    """Raises:
    InvalidData: no such model.
    """
    parameters = parameters_in(name)
    return supposed_model(parameters, name.strip()) if parameters is not None else find_model(name).architecture
