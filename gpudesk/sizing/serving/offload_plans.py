"""Serving a model that does not fit on a board: layers in system memory, with llama.cpp."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from gpudesk.core.cost.result import Ends
from gpudesk.core.estimates.estimate import Term, total
from gpudesk.core.serving.cache_layout import laid_out
from gpudesk.core.serving.inference_engine import activation_bytes
from gpudesk.core.serving.offload import Offloaded, experts_offloaded, fewest_experts, layer_bytes, most_layers, offloaded
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.locate import resource
from gpudesk.sizing.calibration.decode_calibration import LLAMA_CPP, decode_calibrations, group_of
from gpudesk.sizing.calibration.serving_calibration import KNOWN_SYSTEM, UNSEEN
from gpudesk.sizing.serving.serving import Range, Reason, ServingPlan

_COPIES = 2.0
"""Range factor of the time to copy layers to the GPU: a rule, not measured here."""


@dataclass(frozen=True, slots=True)
class HostMemory:
    """The system memory.

    Attributes:
        share: share of its rate reached by the CPU, with its range.
    """

    gb_per_s: float
    share: Range
    title: str
    source: str


@dataclass(frozen=True, slots=True)
class OffloadPlan:
    """A model partly on a board and partly in the system's memory.

    Attributes:
        token: seconds of a token of one sequence; `cpu`: where the CPU does all.
        ram_gib: that the system needs for it.
    """

    part: Offloaded
    token: Range
    cpu: Range
    ram_gib: float
    host: HostMemory


@cache
def _table() -> Mapping[str, Any]:
    import yaml

    with resource("sizing", "offload.yaml").open("rb") as file:
        table: Mapping[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return table


def host_memory(gb_per_s: float | None = None) -> HostMemory:
    """The system's memory at that rate, or a usual one."""
    body = _table()
    share = Range(*(float(body["share"][name]) for name in ("value", "low", "high")))
    usual = next(row for row in body["memories"] if row["key"] == body["usual"])
    title = usual["title"] if gb_per_s is None else ""
    return HostMemory(float(usual["gb_per_s"]) if gb_per_s is None else gb_per_s, share, title, body["share"]["source"])


def usual_memories() -> tuple[HostMemory, HostMemory]:
    """The slower and the faster of the memories that desks usually have."""
    body = _table()
    rows = {row["key"]: row for row in body["memories"]}
    slow, fast = (replace(host_memory(float(rows[key]["gb_per_s"])), title=rows[key]["title"]) for key in body["usual_between"])
    return slow, fast


def offload_plan(plan: ServingPlan, host: HostMemory | None = None) -> OffloadPlan | None:
    """Performance of the plan's board with part of the model in system memory; None if it is not a llama.cpp plan."""
    work, board = plan.work, plan.board
    if work.engine.key != LLAMA_CPP or not work.model.layers:
        return None
    host = host_memory() if host is None else host
    context = work.prompt + work.answer
    caches = laid_out(work.model, work.engine.cache_layout, work.kv_bytes)
    sizes = layer_bytes(work.model, work.form, work.kv_bytes, context, 1, work.engine.block_tokens, caches)
    most, step = work.engine.limits(board.usable_gib, board.capability, work.prompt)
    other_bytes = activation_bytes(work.model, work.engine, 1, most, step, context) + work.engine.other_gib[0].value * GIB
    usable = work.engine.fillable(work.utilisation) * board.usable_gib * GIB
    free = float(work.engine.left_free_bytes(work.utilisation, board.usable_gib * GIB, other_bytes, 1, most, step))
    room = usable - other_bytes - free
    layers, experts = most_layers(sizes, room), fewest_experts(sizes, room)
    known = decode_calibrations()[LLAMA_CPP, group_of(LLAMA_CPP, board.memory, work.form)]
    rate = host.gb_per_s * 1e9

    def at(share: float) -> Offloaded:
        return offloaded(sizes, layers, board.bytes_per_s, rate, share, known.constants)

    def apart(share: float) -> Offloaded:
        return experts_offloaded(sizes, experts or 0, board.bytes_per_s, rate, share, known.constants)

    # Experts are most of a mixture, and a token meets few of them: without them on the GPU it is mostly faster.
    usual = host.share.value
    ways = apart if experts is not None and layers < sizes.count and apart(usual).seconds < at(usual).seconds else at
    part, best, worst = ways(usual), ways(host.share.high), ways(host.share.low)
    low, high = known.intervals[KNOWN_SYSTEM]
    if layers == sizes.count and not part.expert_layers:
        least = sizes.read_all / board.bytes_per_s
        token = Range(part.seconds, max(part.seconds * low, least), part.seconds * high)
    else:
        token = Range(part.seconds, best.seconds, worst.seconds)
    return OffloadPlan(part, token, Range(part.cpu_seconds, best.cpu_seconds, worst.cpu_seconds), part.ram_bytes / GIB, host)


def offloaded_serving(plan: ServingPlan, found: OffloadPlan) -> ServingPlan:
    """The plan with layers in system memory.

    A prompt is processed on the GPU in batches; for each batch those layers are sent over PCI Express once.
    """
    board, work = plan.board, plan.work
    link = found.host.gb_per_s * 1e9 if board.has_nvlink or not board.link_bytes_per_s else board.link_bytes_per_s
    _, step = work.engine.limits(board.usable_gib, board.capability, work.prompt)
    copies = math.ceil(work.prompt / max(step, 1)) * found.part.ram_bytes / min(link, found.host.gb_per_s * 1e9)
    first = Range(plan.ttft.value + copies, plan.ttft.low + copies / _COPIES, plan.ttft.high + copies * _COPIES)
    held = sum(plan.needed.term(name).value for name in ("weights", "cache"))
    share = found.part.gpu_bytes / GIB / held if held else 1.0
    terms = [_scaled(term, share) if term.name in ("weights", "cache") else term for term in plan.needed.terms]
    refused = tuple(
        reason
        for reason, time, most in ((Reason.TPOT, found.token, work.tpot_s), (Reason.TTFT, first, work.ttft_s))
        if most is not None and time.low > most
    )
    risks = tuple(
        reason
        for reason, time, most in ((Reason.TPOT, found.token, work.tpot_s), (Reason.TTFT, first, work.ttft_s))
        if most is not None and time.low <= most < time.value
    )
    return replace(
        plan,
        needed=total(terms, plan.needed.warnings),
        tpot=found.token,
        ttft=first,
        tokens_per_s=1.0 / found.token.value,
        cost=work.costs.of_results(board, plan.gpus, Ends(1.0 / found.token.value, 1.0 / found.token.high, 1.0 / found.token.low)),
        provenance=UNSEEN,
        refused=refused,
        risks=risks,
    )


def _scaled(term: Term, share: float) -> Term:
    return replace(term, value=term.value * share, low=term.low * share, high=term.high * share)
