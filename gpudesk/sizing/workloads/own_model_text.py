"""A model of one's own files as text: its counted architecture, so that a project can size it without the files."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.architecture import Architecture, Cache, CacheKind, Part, Role, Weight
from gpudesk.core.models.stored_files import FileFormat, OwnModel
from gpudesk.core.models.weight_formats import StoredWeight

MOST_TEXT = 4_000_000
"""Characters; a model of 100 layers whose tensors all differ takes a quarter of that."""
_MOST = 2**53
_MOST_LAYERS, _MOST_WEIGHTS, _MOST_CACHES, _MOST_SHAPE = 10_000, 100_000, 10_000, 8
_NUMBERS = ("hidden", "layers", "heads", "vocabulary", "context", "feed_forward", "experts", "experts_used")
_CACHE = ("layers", "elements", "heads", "window", "state_bytes", "query_width", "value_width", "every")
_FORM = ("key", "title", "title_es", "covers", "computes", "confidence", "source")


def own_model_text(own: OwnModel) -> str:
    """The model as one line of JSON."""
    model = own.architecture
    stored = own.form.stored(model) if own.form is not None else ()
    weights = tuple(part.weight for part in stored) or model.weights
    body: dict[str, Any] = {
        "name": model.name,
        "family": model.family,
        **{name: getattr(model, name) for name in _NUMBERS},
        "tied": model.tied,
        "notes": list(model.notes),
        "weights": [_row(weight) for weight in weights],
        "draft": [_row(draft_weight) for draft_weight in model.draft],
        "mtp_layers": model.mtp_layers,
        **({"picked": model.picked} if model.picked else {}),
        **({} if model.rotary_width is None else {"rotary_width": model.rotary_width}),
        "spread": list(model.spread),
        "caches": [[str(cache.kind), *(getattr(cache, name) for name in _CACHE)] for cache in model.caches],
        **({"cache_layers": [_ranges(cache.numbers) for cache in model.caches]} if any(cache.numbers for cache in model.caches) else {}),
        "named": any(cache.named for cache in model.caches),
    }
    if own.form is not None:
        form: dict[str, Any] = {name: getattr(own.form, name) for name in _FORM}
        bits = own.form.bits
        form |= {"bits": [bits.numerator, bits.denominator], "capability": own.form.capability}
        form |= {"method": own.form.method, "kv": own.form.kv if isinstance(own.form, FileFormat) else ""}
        body["form"] = form | {"stored": [[part.element_bytes, part.kind, part.scale_bytes] for part in stored]}
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)


def _row(weight: Weight) -> list[Any]:
    row = [str(weight.role), list(weight.shape), _ranges(weight.layers), weight.copies, weight.active, str(weight.part)]
    return [*row, weight.module] if weight.module else row


def own_model_from(text: str) -> OwnModel:
    """The model stored as text.

    Raises:
        InvalidData: the text is not a stored model, or its values are impossible.
    """
    try:
        if len(text) > MOST_TEXT:
            raise ValueError("too long")
        return _read(json.loads(text))
    except (ValueError, TypeError, KeyError, IndexError, ZeroDivisionError, RecursionError) as error:
        problem = QT_TRANSLATE_NOOP("sizing", "The model saved with this workload cannot be read.")
        fix = QT_TRANSLATE_NOOP("sizing", "Choose the files of the model again.")
        raise InvalidData(Message("sizing", problem), Message("sizing", fix)) from error


def _read(body: Mapping[str, Any]) -> OwnModel:
    weights = tuple(_weight(*row) for row in _listed(body["weights"], _MOST_WEIGHTS))
    model = Architecture(
        name=_text(body["name"]),
        family=_text(body["family"]),
        **{name: _whole(body[name]) for name in _NUMBERS},
        weights=weights,
        caches=_caches(body),
        tied=bool(body["tied"]),
        notes=tuple(_text(note, 2000) for note in _listed(body["notes"], 100)),
        # Projects of older versions have none of these.
        draft=tuple(_weight(*row) for row in _listed(body.get("draft", []), _MOST_WEIGHTS)),
        mtp_layers=_whole(body.get("mtp_layers", 0), most=_MOST_LAYERS),
        picked=_whole(body.get("picked", 0)),
        rotary_width=_whole(body["rotary_width"]) if "rotary_width" in body else None,
        spread=_spread(body.get("spread", [1.0, 1.0])),
    )
    if not weights or not 1 <= model.layers <= _MOST_LAYERS:
        raise ValueError("no layers")
    form = body.get("form")
    if form is None:
        return OwnModel(model)
    rows = _listed(form["stored"], _MOST_WEIGHTS)
    if len(rows) != len(weights):
        raise ValueError("weights and their bytes differ in number")
    parts = tuple(StoredWeight(weight, _bytes(row[0]), _text(row[1]), _scales(row)) for weight, row in zip(weights, rows, strict=True))
    top, bottom = (_whole(bits_part, 1) for bits_part in form["bits"])
    capability = float(form["capability"])
    texts = {name: _text(form[name], 2000) for name in _FORM}
    # Projects of older versions have neither.
    texts |= {name: _text(form.get(name, "")) for name in ("method", "kv")}
    return OwnModel(model, FileFormat(**texts, bits=Fraction(top, bottom), capability=capability, parts=parts))


def _spread(value: Any) -> tuple[float, float]:
    low, high = (float(bound) for bound in _listed(value, 2))
    if not 0 < low <= 1 <= high <= 100:
        raise ValueError("no such range")
    return low, high


def _weight(role: Any, shape: Any, layers: Any, copies: Any, active: Any, part: Any, module: Any = "") -> Weight:
    sizes = tuple(_whole(size, 1) for size in _listed(shape, _MOST_SHAPE))
    return Weight(Role(role), sizes, _from_ranges(layers), _whole(copies, 1), _whole(active), Part(part), _text(module))


def _caches(body: Mapping[str, Any]) -> tuple[Cache, ...]:
    named = bool(body.get("named", False))
    caches = [_cache(named, *row) for row in _listed(body["caches"], _MOST_CACHES)]
    # Projects of older versions have no numbers, and only models whose layers share keys have them.
    layers = [_from_ranges(ranges) for ranges in _listed(body.get("cache_layers", [[]] * len(caches)), _MOST_CACHES)]
    if any(numbers and len(numbers) != cache.layers for cache, numbers in zip(caches, layers, strict=True)):
        raise ValueError("layers of a cache and their numbers differ")
    return tuple(replace(cache, numbers=numbers) for cache, numbers in zip(caches, layers, strict=True))


def _cache(named: bool, kind: Any, *numbers: Any) -> Cache:
    values: dict[str, Any] = {name: _whole(value) for name, value in zip(_CACHE, numbers, strict=True)}
    cache = Cache(CacheKind(kind), **values)
    return replace(cache, named=named and cache.kind is CacheKind.STATE)


def _ranges(layers: Iterable[int]) -> list[list[int]]:
    """Whole numbers as the first and the last of each run."""
    runs: list[list[int]] = []
    for layer in layers:
        if runs and layer == runs[-1][1] + 1:
            runs[-1][1] = layer
        else:
            runs.append([layer, layer])
    return runs


def _from_ranges(runs: Any) -> tuple[int, ...]:
    layers: list[int] = []
    for first, last in _listed(runs, _MOST_LAYERS):
        layers.extend(range(_whole(first), _whole(last, first, _MOST_LAYERS) + 1))
        if len(layers) > _MOST_LAYERS:
            raise ValueError("too many layers")
    return tuple(layers)


def _whole(value: Any, least: int = 0, most: int = _MOST) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError("no such number")
    return value


def _bytes(value: Any) -> float:
    size = float(value)
    if not 0 <= size <= 64:
        raise ValueError("no such size")
    return size


def _scales(row: Any) -> float:
    """Share of the element bytes used by scales; not recorded by older versions."""
    return _bytes(row[2]) if len(row) > 2 else 0.0


def _text(value: Any, most: int = 300) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise TypeError("no text")
    return value


def _listed(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise TypeError("no list")
    return value
