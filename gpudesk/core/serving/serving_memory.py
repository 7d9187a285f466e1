"""Memory of a model on the GPUs that serve it: weights, cache, activations and the other memory of the engine.

Formulas: weights and cache are counted; the activation peak is the fullest of the moments of the engine in
`resources/sizing/engines.yaml`. For vLLM that is `max(s·S·V + r·T·h, 2·T·(3f/t + c·h))` bytes for S sequences, T
tokens in a step, vocabulary V, hidden width h, feed-forward width f and t GPUs a layer.
"""

from dataclasses import dataclass, replace

from gpudesk.core.estimates.estimate import Estimate, Kind, Term, exact, total
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.architecture import EXPERTS, Architecture, CacheKind
from gpudesk.core.models.weight_formats import (
    CHOSEN_SOURCE,
    LEFT_OPEN_SOURCE,
    WeightFormat,
    is_left_open,
    is_made_by_tools,
    with_attention_in_16_bits,
)
from gpudesk.core.serving.cache_layout import CacheLayout, laid_out
from gpudesk.core.serving.held_weights import TablePlace, held_bytes, layouts_of, placed, table_place
from gpudesk.core.serving.inference_engine import Engine, Pool, Spread, activation_peak
from gpudesk.core.serving.loaded_weights import added_bytes, latent_copies
from gpudesk.core.work.model_split import Split, fullest_cache_bytes

GIB = 2.0**30
_CONTEXT = "sizing"
_FIRST_KEEP_SOURCE = (
    "the layers with keys and values of their own are the first ones, and each GPU has a share of each kind, rounded down or up"
)


@dataclass(frozen=True, slots=True)
class Serving:
    """Requirements of one replica.

    Attributes:
        sequences: running at once; their cache is counted in full.
        context: tokens of each, prompt and response.
        kv_bytes: bytes of one element of keys and values.
        utilisation: the share of a GPU that the engine may fill; by default its own default.
    """

    form: WeightFormat
    kv_bytes: float
    sequences: int
    prompt: int
    context: int
    split: Split
    utilisation: float | None = None


def serving_memory(
    model: Architecture,
    engine: Engine,
    asked: Serving,
    board_gib: float,
    capability: float = 0.0,
    board: str = "",
    *,
    one_memory: bool = False,
) -> Estimate:
    """GiB that the fullest GPU of a replica needs.

    Args:
        board_gib, capability: usable memory and compute capability of the board, which decide the defaults of the program.
        board: its key in the catalog, by which kernels are chosen; "" for one that no kernel is known of.
        one_memory: whether the GPU shares its memory with the CPU.
    """
    split = asked.split
    stored = _weights(model, engine, asked, capability, board, table_place(in_ram=bool(engine.table_source), one_memory=one_memory))
    if model.is_estimate:
        low, high = model.spread
        stored = replace(stored, low=stored.low * low, high=stored.high * high, kind=Kind.RULE)
    cached = _cache(model, engine, asked, capability)
    if model.is_estimate:
        cached = replace(cached, kind=Kind.RULE)
    kept = cached.value
    kind = Kind.CALIBRATED if engine.logged else Kind.RULE
    most, step = engine.limits(board_gib, capability, asked.prompt * asked.sequences)
    peak = activation_peak(model, engine, split.tensor, most, step, asked.context)
    words = QT_TRANSLATE_NOOP("sizing", "peak of {sequences} {sequences|sequence|sequences}, {step} {step|token|tokens} per step")
    activated = Term(
        "activations",
        _title(QT_TRANSLATE_NOOP("sizing", "Activations")),
        peak.value / GIB,
        peak.low / GIB,
        peak.high / GIB,
        "GiB",
        kind,
        Message(_CONTEXT, words, {"sequences": most, "step": step}),
        peak.source,
    )
    other = _spread(
        "other",
        QT_TRANSLATE_NOOP("sizing", "Driver and communication"),
        engine.other_gib[1 if split.gpus > 1 else 0],
        engine.other_source,
        kind,
    )
    terms = [stored, cached, activated, other]
    if engine.graphs_gib.high:
        terms.append(_spread("graphs", QT_TRANSLATE_NOOP("sizing", "CUDA graphs"), engine.graphs_gib, engine.graphs_source, kind))
    terms += _loaded(model, engine, asked, step, capability, board)
    terms += _layer_inputs(model, engine, step)
    terms += _gathered(model, engine, step, asked.context, kind)
    share = engine.utilisation if asked.utilisation is None else asked.utilisation
    other_bytes = (activated.value + other.value + engine.graphs_gib.value) * GIB + float(engine.sparse_bytes(model, step, asked.context))
    other_bytes += float(engine.layer_input_bytes(model, step))
    free = float(engine.left_free_bytes(share, board_gib * GIB, other_bytes, split.gpus, most, step))
    free += kept * GIB * (engine.cache_factor(share) - 1)
    if free:
        terms.append(_left_free(engine, share, free / GIB))
    return total(terms, _warnings(model, asked))


def _weights(model: Architecture, engine: Engine, asked: Serving, capability: float, board: str, place: TablePlace) -> Term:
    """Weights of the fullest GPU: counted where the engine holds them as the files do, else as its kernels pad and repack them."""
    whole = asked.form.stored(model)
    on_gpus, in_place = placed(model, whole, place)
    cases = engine.built(on_gpus, asked.form, asked.split, in_place)
    stored = cases.usual
    held = held_bytes(on_gpus, asked.split, stored, layouts_of(engine.weight_layouts, board, capability, stored))
    ends = [
        held,
        *(held_bytes(on_gpus, asked.split, case, layouts_of(engine.weight_layouts, board, capability, case)) for case in cases.others),
    ]
    low, high = min(case.low for case in ends) / GIB, max(case.high for case in ends) / GIB
    # Of the file, without what the engine holds several times or does not build.
    parameters = model.parameters - sum(part.weight.total for part in whole) + sum(part.weight.total for part in in_place)
    counted: dict[str, Value] = {"parameters": parameters, "format": asked.form.name, "gpus": asked.split.gpus}
    title = _title(QT_TRANSLATE_NOOP("sizing", "Weights"))
    if held.layout is None:
        words = QT_TRANSLATE_NOOP("sizing", "{parameters} parameters in {format}, sharded across {gpus} {gpus|GPU|GPUs}")
        source = f"{asked.form.source}; {engine.table_source}" if in_place != tuple(whole) else asked.form.source
        term = exact("weights", title, held.value / GIB, "GiB", Message(_CONTEXT, words, counted), source)
        by_release = list(cases.sources)
        if asked.split.stages:
            by_release.append(engine.stage_rules[0].source)
        if by_release:
            term = replace(term, low=low, high=high, kind=Kind.CALIBRATED, source="; ".join([term.source, *by_release]))
        if is_made_by_tools(asked.form):
            return replace(term, kind=Kind.RULE, source=f"{term.source}; {CHOSEN_SOURCE}")
        if not (model.experts and is_left_open(asked.form)):
            return term
        wider = held_bytes(on_gpus, asked.split, with_attention_in_16_bits(stored), ()).value / GIB
        return replace(term, high=max(term.high, wider), kind=Kind.RULE, source=f"{term.source}; {LEFT_OPEN_SOURCE}")
    words = QT_TRANSLATE_NOOP(
        "sizing",
        "{parameters} parameters in {format} across {gpus} {gpus|GPU|GPUs}, as stored by the {kernel} kernel ({program} {releases})",
    )
    counted |= {"kernel": held.layout.kernel, "program": engine.title, "releases": held.layout.releases}
    return Term(
        "weights",
        title,
        held.value / GIB,
        low,
        high,
        "GiB",
        Kind.CALIBRATED,
        Message(_CONTEXT, words, counted),
        "; ".join([held.layout.source, *cases.sources]),
    )


def _gathered(model: Architecture, engine: Engine, step: int, context: int, kind: Kind) -> list[Term]:
    """Keys of an indexer that the engine gathers, beyond the memory of its experts; at most all of them and the reserve for scores."""
    if not model.picked or not engine.sparse_buffers:
        return []
    usual = float(engine.sparse_buffers[0].added(model, step, context))
    most = max(float(buffers.gathered(model, context)) + buffers.logits_bytes for buffers in engine.sparse_buffers)
    spread = Spread(usual / GIB, 0.0, most / GIB)
    return [_spread("sparse", QT_TRANSLATE_NOOP("sizing", "Sparse attention buffers"), spread, engine.sparse_buffers[0].source, kind)]


def _loaded(model: Architecture, engine: Engine, asked: Serving, step: int, capability: float, board: str) -> list[Term]:
    """Memory of weights in addition to their bytes, with what an engine allocates as it loads them; nothing where it is unknown."""
    stored = engine.built(model, asked.form, asked.split, asked.form.stored(model)).usual
    layouts = layouts_of(engine.weight_layouts, board, capability, stored)
    copies_rule = engine.copies_on(board)
    added = added_bytes(model, asked.split, stored, engine.position_bytes, layouts[0] if layouts else None, copies_rule)
    more = float(engine.sparse_buffers[0].index_total(model, step)) if model.picked and engine.sparse_buffers else 0.0
    if not added.high + more:
        return []
    title, source = QT_TRANSLATE_NOOP("sizing", "Position tables and allocator rounding"), engine.position_source
    if copies_rule is not None and latent_copies(model, asked.split, stored, copies_rule).high:
        if engine.position_bytes:
            title = QT_TRANSLATE_NOOP("sizing", "Position tables, copies of latent projections and allocator rounding")
            source = f"{source}; {copies_rule.source}"
        else:
            title, source = QT_TRANSLATE_NOOP("sizing", "Copies of latent projections"), copies_rule.source
    kind = Kind.RULE if model.is_estimate or not engine.logged else Kind.CALIBRATED
    if more:
        source = f"{source}; {engine.sparse_buffers[0].source}"
    return [_spread("loaded", title, Spread((added.value + more) / GIB, (added.low + more) / GIB, (added.high + more) / GIB), source, kind)]


def _layer_inputs(model: Architecture, engine: Engine, step: int) -> list[Term]:
    """The buffer of an engine for the inputs of all layers from a second table of the vocabulary; nothing where it has none."""
    inputs = engine.layer_inputs_of(model)
    if inputs is None:
        return []
    gib, kind = float(engine.layer_input_bytes(model, step)) / GIB, Kind.CALIBRATED if engine.logged else Kind.RULE
    return [_spread("layer_inputs", QT_TRANSLATE_NOOP("sizing", "Buffer for layer inputs"), Spread(gib, gib, gib), inputs.source, kind)]


def _cache(model: Architecture, engine: Engine, asked: Serving, capability: float) -> Term:
    """Keys and values of all sequences on the fullest GPU, as the engine lays them out."""
    layout, pool = engine.cache_layout.on(capability), engine.cache_layout.pool(model)

    def kept(share: float | None, of: CacheLayout = layout, *, least: bool = False) -> float:
        caches = laid_out(model, of, asked.kv_bytes, share, asked.split.tensor)
        return fullest_cache_bytes(
            caches, asked.split, asked.kv_bytes, asked.context, engine.block_tokens, engine.window_tokens, least=least
        )

    each = kept(None)
    high = kept(pool.high) if pool is not None else each
    low = kept(pool.low if pool is not None else None, least=True)
    bounds = layout.latent_bounds(model)
    if bounds is not None:
        sizes = [each, *(kept(None, bound) for bound in bounds)]
        low, high = min(sizes), max(sizes)
    is_shared_out = any(cache.among[0] and not cache.is_placed for cache in laid_out(model, layout, asked.kv_bytes))
    sharing = _FIRST_KEEP_SOURCE if asked.split.pipeline > 1 and is_shared_out else ""
    words = QT_TRANSLATE_NOOP("sizing", "{sequences} × {mib} MiB, {context} tokens each")
    counted: dict[str, Value] = {"sequences": asked.sequences, "mib": round(each / 2**20, 1), "context": asked.context}
    sources = [layout.source(model, asked.kv_bytes), engine.stage_rules[0].source if asked.split.stages else "", sharing]
    source = "; ".join(part for part in sources if part)
    return Term(
        "cache",
        _title(QT_TRANSLATE_NOOP("sizing", "KV cache")),
        asked.sequences * each / GIB,
        asked.sequences * low / GIB,
        asked.sequences * high / GIB,
        "GiB",
        Kind.CALIBRATED if source else Kind.EXACT,
        Message(_CONTEXT, words, counted),
        source,
    )


def _left_free(engine: Engine, share: float, gib: float) -> Term:
    """Memory that the engine leaves unused: it is required, although nothing is stored there."""
    words = {
        Pool.TOTAL: QT_TRANSLATE_NOOP("sizing", "memory left free by {program} on each GPU"),
        Pool.REMAINING: QT_TRANSLATE_NOOP("sizing", "the KV cache is allocated {share} of the memory left by weights and activations"),
        Pool.STATIC: QT_TRANSLATE_NOOP("sizing", "activation memory reserved by {program}, less actual use"),
    }[engine.pool]
    formula = Message(_CONTEXT, words, {"program": engine.title, "share": share})
    source = engine.set_aside_source or engine.source
    kind = Kind.EXACT if engine.logged else Kind.RULE
    return Term("free", _title(QT_TRANSLATE_NOOP("sizing", "Left free by the engine")), gib, gib, gib, "GiB", kind, formula, source)


def _title(text: str) -> Message:
    return Message(_CONTEXT, text)


def _spread(name: str, title: str, of: Spread, source: str, kind: Kind) -> Term:
    return Term(name, _title(title), of.value, of.low, of.high, "GiB", kind, source=source)


def _warnings(model: Architecture, asked: Serving) -> list[Message]:
    messages, split = [], asked.split
    if model.context and asked.context > model.context:
        text = QT_TRANSLATE_NOOP("sizing", "The context limit of this model is {made} tokens; {asked} are required.")
        messages.append(Message(_CONTEXT, text, {"made": model.context, "asked": asked.context}))
    if model.heads and model.heads % split.tensor:
        text = QT_TRANSLATE_NOOP("sizing", "{heads} heads cannot be split evenly across {gpus} GPUs.")
        messages.append(Message(_CONTEXT, text, {"heads": model.heads, "gpus": split.tensor}))
    if any(cache.kind is CacheKind.CROSS for cache in model.caches):
        text = QT_TRANSLATE_NOOP(
            "sizing", "Here the encoder is counted as if it ran for each token; gpudesk size on the command line counts it separately."
        )
        messages.append(Message(_CONTEXT, text))
    if model.experts and not any(weight.role in EXPERTS for weight in model.weights):
        text = QT_TRANSLATE_NOOP("sizing", "The experts of this model are not separated from its other weights.")
        messages.append(Message(_CONTEXT, text))
    return messages
