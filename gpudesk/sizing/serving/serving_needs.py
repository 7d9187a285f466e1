"""Memory of the fullest GPU of a plan, term by term."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpudesk.core.estimates.estimate import Estimate, Kind, Term, total
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.architecture import Cache
from gpudesk.core.serving.cache_layout import laid_out
from gpudesk.core.serving.mtp_layer import mtp_caches
from gpudesk.core.serving.serving_memory import GIB, Serving, serving_memory
from gpudesk.core.work.model_split import Split, fullest_cache_bytes
from gpudesk.sizing.gpus.boards import Board, MemoryKind
from gpudesk.sizing.serving.serving_grid import draft_bytes, draft_cases
from gpudesk.sizing.serving.serving_work import ServingWorkload

_CONTEXT = "sizing"
_LEVIATHAN = "arXiv:2211.17192"


def plan_memory(work: ServingWorkload, board: Board, split: Split, sequences: int) -> Estimate:
    """GiB of the fullest GPU with this number of sequences at once in each group."""
    long = work.long
    whole = float(long.kept_tokens(np.array([float(sequences)]))[0])
    own = math.ceil(whole - work.hit * long.prompt)
    asked = Serving(work.form, work.kv_bytes, sequences, math.ceil(long.prompt), own, split, work.utilisation)
    one_memory = board.memory is MemoryKind.UNIFIED
    found = serving_memory(work.model, work.engine, asked, board.usable_gib, board.capability, board.maker_key, one_memory=one_memory)
    extra: list[Term] = []
    if work.prefix is not None:
        tokens = work.prefix.share * long.prompt
        layout = work.engine.cache_layout.on(board.capability)
        caches = laid_out(work.model, layout, work.kv_bytes, tensor=split.tensor)
        each = _caches(caches, split, work, tokens)
        text = QT_TRANSLATE_NOOP("sizing", "{kept} {kept|prefix|prefixes} of {tokens} {tokens|token|tokens}, each stored once")
        values: dict[str, Value] = {"kept": work.prefix.kept, "tokens": round(tokens)}
        extra.append(
            _counted(
                "prefixes",
                Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "Prompt prefixes")),
                work.prefix.kept * each,
                Message(_CONTEXT, text, values),
            )
        )
    if work.speculation is not None:
        extra.append(_draft(work, board, split, sequences, own))
    return total([*found.terms, *extra], found.warnings) if extra else found


def _caches(caches: Sequence[Cache], split: Split, work: ServingWorkload, tokens: float) -> float:
    return fullest_cache_bytes(caches, split, work.kv_bytes, math.ceil(tokens), work.engine.block_tokens, work.engine.window_tokens)


def _draft(work: ServingWorkload, board: Board, split: Split, sequences: int, context: int) -> Term:
    guess = work.speculation
    assert guess is not None  # noqa: S101 - narrows the type
    tensor = np.array([split.tensor])
    size = float(draft_bytes(work, tensor, np.array([split.experts_over]))[0])
    title = Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "Speculative decoding"))
    if guess.draft is None:
        layout = work.engine.cache_layout.on(board.capability)
        caches = mtp_caches(laid_out(work.model, layout, work.kv_bytes, tensor=split.tensor))
        cached = _caches(caches, Split(split.tensor), work, context)
        size = size + sequences * cached * work.engine.cache_factor(work.utilisation)
        text = QT_TRANSLATE_NOOP("sizing", "one additional model layer and its KV cache, as for multi-token prediction")
        return Term("draft", title, size / GIB, 0.0, 2 * size / GIB, "GiB", Kind.RULE, Message(_CONTEXT, text), _LEVIATHAN)
    layout, pool = work.engine.cache_layout, work.engine.cache_layout.pool(guess.draft)
    shares = (None, pool.low, pool.high) if pool is not None else (None,)
    layouts = [laid_out(guess.draft, layout, work.kv_bytes, share) for share in shares]
    kept = [sequences * _caches(own, Split(split.tensor), work, context) for own in layouts]
    held = draft_cases(work, guess.draft, split.tensor)
    built = work.engine.built(guess.draft, work.form, Split(split.tensor), work.form.stored(guess.draft))
    source = "; ".join(part for part in (*built.sources, layout.source(guess.draft, work.kv_bytes)) if part)
    text = QT_TRANSLATE_NOOP("sizing", "{name} and its KV cache for {sequences} {sequences|sequence|sequences}")
    values: dict[str, Value] = {"name": guess.draft.name, "sequences": sequences}
    counted = _counted("draft", title, size + kept[0], Message(_CONTEXT, text, values))
    if not source:
        return counted
    low, high = (min(held) + min(kept)) / GIB, (max(held) + max(kept)) / GIB
    return replace(counted, low=low, high=high, kind=Kind.CALIBRATED, source=source)


def _counted(name: str, title: Message, size: float, formula: Message) -> Term:
    gib = size / GIB
    return Term(name, title, gib, gib, gib, "GiB", Kind.EXACT, formula)
