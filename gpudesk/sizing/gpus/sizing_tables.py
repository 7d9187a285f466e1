"""The tables that sizing reads: formats of weights, programs that serve models, what boards leave usable (`resources/sizing`)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, TypeVar

from gpudesk.catalog.gguf_types import gguf_types
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.quantization.gguf_mixture import BASES, GgufMixture
from gpudesk.core.serving.built_weights import Applied, Building, BuildRule
from gpudesk.core.serving.cache_layout import CacheLayout, LayerGroups, PackedLatent, SharedLayers, StateFormat, WindowPool
from gpudesk.core.serving.held_weights import LatentCopies, WeightLayout, WideTensors, layouts_in
from gpudesk.core.serving.inference_engine import (
    Default,
    Engine,
    FamilyStages,
    LayerInputs,
    Phase,
    Pool,
    Product,
    SetAside,
    Sharing,
    SparseBuffers,
    Spread,
    StageRule,
    StageSupport,
)
from gpudesk.core.values.releases import Since, is_release, release_of
from gpudesk.core.work.model_split import Remainder
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
            bits=_bits(row["bits"]),
            covers=row["covers"],
            computes=row["computes"],
            capability=float(row["capability"]),
            confidence=row["confidence"],
            source=row["source"],
            method=row.get("method", ""),
        )
        for row in _table("weight_formats.yaml")
    }
    return even | _mixtures()


def _bits(text: str) -> Fraction:
    return sum((Fraction(part.strip()) for part in text.split("+")), Fraction(0))


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
            source="gguf 0.19.0: bits of each type; github:ggml-org/llama.cpp, src/llama-quant.cpp at 007dbbf: the type of each tensor",
            types=types,
        )
        for key, base in BASES.items()
    }


def weight_format(key: str) -> WeightFormat:
    """Raises:
    InvalidData: no format has that key.
    """
    form = weight_formats().get(key.lower())
    if form is None:
        text = QT_TRANSLATE_NOOP("sizing", "Unknown weight format {key}; available: {keys}.")
        raise InvalidData(Message(_CONTEXT, text, {"key": key, "keys": tuple(weight_formats())}))
    return form


def _spread(values: list[float]) -> Spread:
    return Spread(*(float(value) for value in values))


@cache
def engines() -> Mapping[str, Engine]:
    """Every program that serves models, by its key."""
    return {key: _engine(key, row) for key, row in _table("engines.yaml").items()}


@lru_cache(maxsize=256)
def engine_at(key: str, release: str = "") -> Engine:
    """A program in one release, with the layouts of that release; in no specific release if none is given.

    Raises:
        InvalidData: the release is invalid.
        KeyError: the program does not exist.
    """
    engine, release_name = engines()[key], release.strip()
    if not release_name:
        return engine
    if not is_release(release_name):
        text = QT_TRANSLATE_NOOP("sizing", "{release} is not a release of {program}.")
        fix = QT_TRANSLATE_NOOP("sizing", "Write it as numbers: 0.11.2.")
        raise InvalidData(Message(_CONTEXT, text, {"release": release_name, "program": engine.title}), Message(_CONTEXT, fix))
    numbers = release_of(release_name)
    layouts, caches = layouts_in(engine.weight_layouts, numbers), engine.cache_layout.in_release(numbers)
    return replace(
        engine,
        release=release_name.removeprefix("v"),
        weight_layouts=layouts,
        cache_layout=caches,
        stage_rules=tuple(rule for rule in engine.stage_rules if rule.since.holds(numbers)),
        family_stages=tuple(rule for rule in engine.family_stages if rule.since.holds(numbers)),
        latent_copies=tuple(copies for copies in engine.latent_copies if copies.since.holds(numbers)),
        wide_tensors=tuple(wide for wide in (*engine.wide_tensors, *engine.wide_elsewhere) if wide.since.holds(numbers)),
        wide_elsewhere=(),
        layer_inputs=tuple(inputs for inputs in engine.layer_inputs if inputs.since.holds(numbers)),
        build_rules=tuple(rule for rule in engine.build_rules if rule.since.holds(numbers)),
        sparse_buffers=tuple(buffers for buffers in engine.sparse_buffers if buffers.since.holds(numbers)),
    )


def engine_for(key: str, model: Architecture, release: str = "") -> Engine:
    """A program in a release that runs a model: without one, if that of launch files does not know the model type, in a later release.

    Raises:
        InvalidData: the release is invalid, or older than the first one that knows the model type.
        KeyError: the program does not exist.
    """
    engine = engine_at(key, release)
    rows = (row for row in layout_rows("first_releases") if row["engine"] == key and model.family in row["families"])
    first = next(rows, None)
    if first is None or release_of(release_shown(engine)) >= release_of(first["since"]):
        return engine
    if not engine.release:
        return engine_at(key, first["plan"])
    text = QT_TRANSLATE_NOOP("sizing", "{program} {release} does not support {name}: release {first} is the first that does.")
    values: dict[str, Value] = {"program": engine.title, "release": engine.release, "name": model.name, "first": first["since"]}
    fix = QT_TRANSLATE_NOOP("sizing", "Choose that release or a later one, or another engine.")
    raise InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))


@cache
def planned_release(engine: str) -> str:
    """The release of an engine that launch files start (`resources/launch/programs.yaml`); "" if none is started."""
    import yaml

    with resource("launch", "programs.yaml").open("rb") as file:
        rows = yaml.load(file, Loader=yaml.CSafeLoader)
    return str(rows[engine]["version"]) if engine in rows else ""


def release_shown(engine: Engine) -> str:
    """The release that an answer applies to: the requested one, else the one that launch files start."""
    return engine.release or planned_release(engine.key)


def _since(row: Mapping[str, Any], first: str = "since", until: str = "until") -> Since:
    return Since(release_of(str(row.get(first, ""))), release_of(str(row.get(until, ""))))


def _engine(key: str, row: Mapping[str, Any]) -> Engine:
    peak = row["activation"]
    return Engine(
        key=key,
        title=row["title"],
        versions=row["versions"],
        pool=Pool(row["pool"]),
        utilisation=float(row["utilisation"]),
        set_aside=SetAside(**{name: float(value) for name, value in row.get("set_aside", {}).items()}),
        set_aside_source=row.get("set_aside_source", ""),
        sharing=Sharing(row["sharing"]),
        block_tokens=int(row["block_tokens"]),
        window_tokens=int(row.get("window_tokens", 0)),
        defaults=tuple(Default(float(default["from_gib"]), default["sequences"], default["step_tokens"]) for default in row["defaults"]),
        small_capability=float(row["small_capability"]),
        phases=tuple(_phase(phase, peak) for phase in peak["phases"]),
        other_gib=(_spread(row["other_gib"]["one"]), _spread(row["other_gib"]["many"])),
        other_source=row["other_source"],
        graphs_gib=_spread(row["graphs_gib"]),
        graphs_source=row["graphs_source"],
        kv=tuple(row["kv"]),
        gguf_instead=tuple((float(bits), name) for bits, name in row.get("gguf_instead", ())),
        source=row["source"],
        confidence=row["confidence"],
        logged=bool(row.get("logged", True)),
        prompts_first=bool(row.get("prompts_first", False)),
        reserves_answer=bool(row.get("reserves_answer", False)),
        streamed_per_s=float(row.get("streamed_per_s", math.inf)),
        makers=tuple(row.get("makers", ())),
        position_bytes=float(row.get("positions", {}).get("bytes", 0.0)),
        position_source=row.get("positions", {}).get("source", ""),
        table_source=row.get("embedding_in_ram", ""),
        weight_layouts=_weight_layouts(key),
        cache_layout=_cache_layout(key),
        sparse_buffers=_planned_first(
            key,
            tuple(
                SparseBuffers(
                    float(row["index_bytes"]), float(row["contexts"]), float(row["logits_mib"]), row["releases"], row["source"], _since(row)
                )
                for row in layout_rows("sparse")
                if row["engine"] == key
            ),
        ),
        layer_inputs=tuple(
            LayerInputs(tuple(row["families"]), float(row["bytes"]), row["source"], _since(row))
            for row in layout_rows("layer_inputs")
            if row["engine"] == key
        ),
        family_stages=_planned_first(
            key,
            tuple(
                FamilyStages(tuple(row["families"]), StageSupport(row["stages"]), row["source"], _since(row))
                for row in layout_rows("family_stages")
                if row["engine"] == key
            ),
        ),
        wide_tensors=_wide_tensors(key, planned=True),
        wide_elsewhere=_wide_tensors(key, planned=False),
        build_rules=tuple(_build_rule(row) for row in layout_rows("built") if row["engine"] == key),
        latent_copies=tuple(_latent_copies(row) for row in layout_rows("latent_copies") if row["engine"] == key),
        stage_rules=_planned_first(
            key,
            tuple(
                StageRule(Remainder(row["remainder"]), row["releases"], row["source"], _since(row))
                for row in layout_rows("stages")
                if row["engine"] == key
            ),
        ),
    )


def _latent_copies(row: Mapping[str, Any]) -> LatentCopies:
    value, low, high = map(float, row["bytes"])
    return LatentCopies(tuple(row["makers"]), bool(row["of_16_bits"]), value, low, high, row["releases"], row["source"], _since(row))


def _wide_tensors(engine: str, *, planned: bool) -> tuple[WideTensors, ...]:
    """Tensors in more bits in the release that launch files start, or those of other releases alone."""
    release = release_of(planned_release(engine))
    rules = (
        WideTensors(tuple(row["modules"]), float(row["bytes"]), row["releases"], row["source"], _since(row))
        for row in layout_rows("wide")
        if row["engine"] == engine
    )
    return tuple(rule for rule in rules if rule.since.holds(release) == planned)


def _build_rule(row: Mapping[str, Any]) -> BuildRule:
    return BuildRule(
        Building(row["building"]),
        tuple(row["families"]),
        tuple(row.get("modules", ())),
        Applied(row.get("applied", "always")),
        row["source"],
        _since(row),
    )


_Rule = TypeVar("_Rule", SparseBuffers, StageRule, FamilyStages)


def _planned_first(engine: str, rules: tuple[_Rule, ...]) -> tuple[_Rule, ...]:
    """Rules of several releases, those of the release that launch files start first."""
    planned = release_of(planned_release(engine))
    return tuple(sorted(rules, key=lambda rule: not rule.since.holds(planned)))


def _phase(row: Mapping[str, Any], peak: Mapping[str, Any]) -> Phase:
    """A phase of a forward pass; with its own range and source if present, otherwise those of the program."""
    low, high = row.get("range", (1 - float(peak["error"]), 1 + float(peak["error"])))
    factors = {Product(name): float(value) for name, value in row.items() if name not in ("range", "source")}
    return Phase(factors, float(low), float(high), row.get("source", peak["source"]))


def _weight_layouts(engine: str) -> tuple[WeightLayout, ...]:
    return tuple(
        WeightLayout(
            kernel=row["kernel"],
            releases=row["releases"],
            source=row["source"],
            makers=tuple(row["makers"]),
            from_capability=float(row["from"]),
            below_capability=float(row["below"]),
            experts_only=row["roles"] == "experts",
            stored_bits=float(_bits(row["stored_bits"])),
            element_bits=float(Fraction(row["stored_bits"].partition("+")[0].strip())),
            inner=int(row.get("inner", 1)),
            hidden=int(row.get("hidden", 1)),
            scales_padded=bool(row.get("scales_padded", True)),
            repacked_bits=float(_bits(row["bits"])) if "bits" in row else 0.0,
            extra_gib=float(row.get("extra_gib", 0.0)),
            extra_layers=int(row.get("extra_layers", 0)),
            since=_since(row),
            usual=_since(row, "usual_since", "usual_until") if "usual_since" in row else None,
        )
        for row in layout_rows("weights")
        if row["engine"] == engine
    )


def layout_rows(part: str) -> Sequence[Mapping[str, Any]]:
    """The rows of one part of the table of how engines hold weights and caches."""
    rows: Sequence[Mapping[str, Any]] = _table("engine_layouts.yaml")[part]
    return rows


def _cache_layout(engine: str) -> CacheLayout:
    table = _table("engine_layouts.yaml")
    windows = tuple(
        WindowPool(
            tuple(row["families"]),
            float(row["share"][1]),
            float(row["share"][0]),
            float(row["share"][2]),
            row["releases"],
            row["source"],
            _since(row),
            tuple(row.get("besides", ())),
            bool(row.get("alone", False)),
            bool(row.get("reads_all", False)),
        )
        for row in table["windows"]
        if row["engine"] == engine
    )
    groups = [
        LayerGroups(
            float(row["uneven"]),
            int(row["block_tokens"]),
            row["releases"],
            row["source"],
            _since(row),
            tuple(row["narrow"]),
            *map(int, row["latent_tokens"]),
        )
        for row in table["groups"]
        if row["engine"] == engine
    ]
    packed = tuple(
        PackedLatent(
            tuple(row["families"]),
            int(row["tile"]),
            int(row["scale_bytes"]),
            int(row["position_bytes"]),
            row["releases"],
            row["source"],
            _since(row),
            *map(float, row.get("plain", (0.0, 0.0))),
        )
        for row in table["packed"]
        if row["engine"] == engine
    )
    states = [
        StateFormat(int(row["bytes"]), row["releases"], row["source"], _since(row)) for row in table["states"] if row["engine"] == engine
    ]
    shared = tuple(
        SharedLayers(tuple(row["families"]), row["releases"], row["source"], _since(row))
        for row in table["shared"]
        if row["engine"] == engine
    )
    return CacheLayout(windows, groups[0] if groups else None, packed, states[0] if states else None, shared)


@cache
def kv_bytes() -> Mapping[str, float]:
    """Bytes of an element of keys and values, by format."""
    return {row["key"]: float(_bits(row["bits"])) / 8 for row in _table("kv_formats.yaml")}


@cache
def _kv_capabilities() -> Mapping[str, tuple[float, float]]:
    """Compute capabilities, from and below, of the cache formats that not all GPUs support."""
    return {
        row["key"]: (float(row["capabilities"][0]), float(row["capabilities"][1]))
        for row in _table("kv_formats.yaml")
        if "capabilities" in row
    }


def kv_lacking(engine: Engine, element_bytes: float, capability: float) -> Message | None:
    """Why GPUs of a compute capability cannot store the cache of an engine, with the formats that they support; None if they can.

    Args:
        element_bytes: of the cache. Formats of one engine can have the same number, such as FP8 and INT8 of TensorRT-LLM: it is enough if
            the GPUs support one of them.
    """
    able = [key for key in engine.kv if _supports_kv(key, capability)]
    requested = [key for key in engine.kv if kv_bytes()[key] == element_bytes]
    if not requested or set(requested) & set(able):
        return None
    text = QT_TRANSLATE_NOOP(
        "sizing", "{program} supports no KV cache in {format} at compute capability {capability}. Supported formats: {formats}."
    )
    values: dict[str, Value] = {
        "program": engine.title,
        "format": requested[0].upper(),
        "capability": f"{capability:.1f}",
        "formats": tuple(key.upper() for key in able),
    }
    return Message(_CONTEXT, text, values)


def _supports_kv(key: str, capability: float) -> bool:
    first, below = _kv_capabilities().get(key, (0.0, float("inf")))
    return first <= capability < below


def kv_bytes_of(engine: Engine, key: str) -> float:
    """Bytes of an element of keys and values in a format.

    Raises:
        InvalidData: the program has no such cache.
    """
    if key not in engine.kv:
        text = QT_TRANSLATE_NOOP("sizing", "{program} supports no KV cache in {format}; supported: {formats}.")
        values: dict[str, Value] = {
            "program": engine.title,
            "format": key.upper(),
            "formats": tuple(kv_format.upper() for kv_format in engine.kv),
        }
        fix = QT_TRANSLATE_NOOP("sizing", "Choose one of these for the KV cache, or another engine.")
        raise InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))
    return kv_bytes()[key]


def form_for(engine: Engine, model: Architecture, form: WeightFormat) -> WeightFormat:
    """The format as read by the program: if it reads only GGUF, the closest mixture to the requested format."""
    if not engine.gguf or any(part.kind for part in form.stored(model)):
        return form
    if form.covers == "experts" and form.method == "mxfp4":
        # A mixture in addition to eight bits, which is what is published of models whose experts have this format.
        return weight_formats()["mxfp4_moe"]
    return weight_formats()[next(key for bits, key in engine.gguf_instead if form.bits >= bits)]


@cache
def usable_gib() -> Mapping[str, tuple[float, str]]:
    """Measured usable memory of a board, by its key in the catalog, with the source."""
    return {row["gpu"]: (float(row["usable_gib"]), row["source"]) for row in _table("usable_memory.yaml")}


@cache
def link_domains() -> Mapping[str, int]:
    """GPUs connected by the fast link of a board, where the number is not eight as in the usual system."""
    return {row["gpu"]: int(row["gpus"]) for row in _table("link_domains.yaml")}
