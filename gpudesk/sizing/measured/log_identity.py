"""Whether a log is of the engine, the model and the GPUs of a plan."""

import re

from gpudesk.catalog.models import model_entries
from gpudesk.core.estimates.estimate import Estimate
from gpudesk.core.estimates.measured import is_same_weights
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving.engine_log import RunLog
from gpudesk.sizing.gpus.boards import Board, find_board
from gpudesk.sizing.gpus.sizing_tables import engines
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.serving.site_correction import WEIGHTS

_CONTEXT = "sizing"
_SIZE = re.compile(r"(?<![a-z0-9.])([0-9]{1,2}x)?([0-9]{1,4}(?:\.[0-9]{1,2})?)([bm])(?![a-z0-9])")
_WORD = re.compile(r"[a-z]{3,}")
_COMMON = frozenset("models model instruct chat base meta gguf gptq awq int nvfp mxfp thinking distill preview lite".split())
"""Tokens of names that do not distinguish models."""
_SAME_MEMORY = 0.06
"""Tolerance between the GPU memory found by programs and the memory reported by the driver."""
_SUFFIXES = ("Ti", "SUPER", "D", "Ada", "Blackwell", "Laptop")
_IDLE_GIB = 1.0
"""Less than this is used by a driver and a desktop: no workload runs."""


def is_idle(log: RunLog) -> bool:
    """Whether a table of GPUs shows that nothing runs on them."""
    return bool(log.used_gib) and max(log.used_gib) < _IDLE_GIB


def loaded_weights(needed: Estimate) -> tuple[float, float, float]:
    """GiB of weights as logged by engines, with the range, which includes memory beyond their bytes."""
    of_them = [term for term in needed.terms if term.name in WEIGHTS]
    return sum(term.value for term in of_them), sum(term.low for term in of_them), sum(term.high for term in of_them)


def not_of_this(plan: ServingPlan, log: RunLog) -> list[Message]:
    """Differences between a log and the plan: another engine or model, other GPUs, another number of them, or no workload."""
    messages = []
    own, logged_engine = plan.work.engine, engines().get(log.program)
    if logged_engine is not None and logged_engine.key != own.key:
        text = QT_TRANSLATE_NOOP("sizing", "The log is from another engine: {logged}; the plan is for {planned}.")
        messages.append(Message(_CONTEXT, text, {"logged": logged_engine.title, "planned": own.title}))
    if log.model and _is_other_model(log.model, plan.work.model.name):
        text = QT_TRANSLATE_NOOP("sizing", "The log is from another model: {logged}; the plan is for {planned}.")
        messages.append(Message(_CONTEXT, text, {"logged": _last(log.model), "planned": plan.work.model.name}))
    elif (logged := log.weights_gib) is not None and not is_same_weights(logged, loaded_weights(plan.needed)[0]):
        text = QT_TRANSLATE_NOOP(
            "sizing", "The log is from another model or format: it has {logged} GiB of weights; the plan has {planned} GiB."
        )
        values = {"logged": round(logged, 2), "planned": round(loaded_weights(plan.needed)[0], 2)}
        messages.append(Message(_CONTEXT, text, dict(values)))
    names = [name for name in log.names if _is_other_board(name, plan)]
    if names:
        text = QT_TRANSLATE_NOOP("sizing", "The log is from other GPUs: {logged}; the plan is for {planned}.")
        messages.append(Message(_CONTEXT, text, {"logged": ", ".join(dict.fromkeys(names)), "planned": plan.board.title}))
    elif not log.names and log.total_gib and abs(log.total_gib / plan.board.memory_gib - 1) > _SAME_MEMORY:
        text = QT_TRANSLATE_NOOP("sizing", "The log is from other GPUs with {logged} GiB; the GPUs of the plan have {planned} GiB.")
        messages.append(Message(_CONTEXT, text, {"logged": round(log.total_gib, 1), "planned": round(plan.board.memory_gib, 1)}))
    if log.gpus and log.gpus != plan.split.gpus:
        text = QT_TRANSLATE_NOOP("sizing", "The log has {logged} GPUs per replica; the plan has {planned}.")
        messages.append(Message(_CONTEXT, text, {"logged": log.gpus, "planned": plan.split.gpus}))
    if is_idle(log):
        messages.append(Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "No program is running on these GPUs.")))
    return messages


def _last(name: str) -> str:
    """A name or the end of a path, without the control characters that a log may hold."""
    return "".join(character for character in name.rstrip("/").rsplit("/", 1)[-1] if character.isprintable())


def _is_other_model(logged: str, planned: str) -> bool:
    """Whether two names cannot mean the same model: their sizes differ, or their families."""
    one, two = (_last(name).casefold().replace("_", "-") for name in (logged, planned))
    sizes = [{match[0] for match in _SIZE.finditer(name)} for name in (one, two)]
    if all(sizes) and not sizes[0] & sizes[1]:
        return True
    words = [{word for word in _WORD.findall(name) if word not in _COMMON} for name in (one, two)]
    families = {word for entry in model_entries().values() for word in _WORD.findall(_last(entry.name).casefold())} - _COMMON
    named_families = words[0] & families
    return bool(named_families) and not named_families & words[1]


def _is_other_board(name: str, plan: ServingPlan) -> bool:
    try:
        board = find_board(name)
    except InvalidData:
        # What the catalog does not know by that name, or not by it alone, may be the plan's own.
        return False
    own = plan.board.part_of or plan.board.key
    return board.key != own and not _may_be(board, plan.board)


def _may_be(board: Board, own: Board) -> bool:
    """Whether a driver's name may represent several variants of one product, of which the plan has another."""
    return abs(board.memory_gib / own.memory_gib - 1) <= _SAME_MEMORY and _product(board.title) == _product(own.title)


def _product(title: str) -> tuple[str, ...]:
    """The words of a name up to its number, with what makes it another product: NVIDIA H100, NVIDIA GeForce RTX 4070 Ti SUPER."""
    words = title.split()
    end = next((place + 1 for place, word in enumerate(words) if any(character.isdigit() for character in word)), len(words))
    while end < len(words) and words[end] in _SUFFIXES:
        end += 1
    return tuple(words[:end])
