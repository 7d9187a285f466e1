"""Output of the sizing command for serving plans."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from gpudesk.cli.cost.cost_text import plain_result
from gpudesk.cli.size.size_balance import balance_lines, balance_of
from gpudesk.cli.size.size_parts import plain_fits, term_of
from gpudesk.cli.size.size_service import plain_load
from gpudesk.cli.terminal.amounts import phrase, sentence
from gpudesk.cli.terminal.output import counted, print_table
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.serving.cache_layout import stored_caches
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.gpus.sizing_tables import kv_lacking, release_shown, weight_formats
from gpudesk.sizing.models.kernels import Kernel, formats_that_run, lacking_kernel
from gpudesk.sizing.models.published_formats import is_conversion
from gpudesk.sizing.serving.offload_plans import OffloadPlan
from gpudesk.sizing.serving.serving import Range, Reason, ServingPlan, ServingWorkload, Verdict, runs
from gpudesk.sizing.serving.serving_sensitivity import Change, Outlook

_FAR = 16
"""GPUs of which more than this multiple of the best GPU's count is needed are not listed."""
_WHY = {
    Reason.MEMORY: "memory: {needed:,.1f} GiB per GPU needed, {usable:,.1f} usable",
    Reason.TPOT: "time per output token {tpot:,.1f} ms, best case {tpot_low:,.1f}",
    Reason.TTFT: "time to first token {ttft:,.0f} ms, best case {ttft_low:,.0f}",
    Reason.LOAD: "requests arrive faster than they are served",
}


def _reasons(plan: ServingPlan) -> list[str]:
    numbers = {
        "needed": plan.needed.value,
        "usable": plan.usable_gib,
        "tpot": plan.tpot.value * 1000,
        "tpot_low": plan.tpot.low * 1000,
        "ttft": plan.ttft.value * 1000,
        "ttft_low": plan.ttft.low * 1000,
    }
    return [_WHY[reason].format(**numbers) for reason in plan.refused]


def _milliseconds(time: Range) -> dict[str, float]:
    return {"value": round(time.value * 1000, 3), "low": round(time.low * 1000, 3), "high": round(time.high * 1000, 3)}


def plain_kernel(kernel: Kernel | None, release: str) -> dict[str, Any] | None:
    """A kernel as JSON.

    Args:
        release: of the specified engine.
    """
    if kernel is None:
        return None
    return {
        "name": kernel.name,
        "engine": kernel.engine,
        "release": release,
        "arithmetic": str(kernel.arithmetic),
        "confidence": kernel.confidence,
        "source": kernel.source,
    }


def plain_plan(plan: ServingPlan, looks: Sequence[Outlook], published: WeightFormat | None = None) -> dict[str, Any]:
    """A plan as JSON, with its sensitivity.

    Args:
        published: the format in which its weights are published; None if they are not published.
    """
    return {
        "gpu": plan.board.key,
        "title": plan.board.title,
        "gpus": plan.gpus,
        "tensor_parallel": plan.split.tensor,
        "pipeline_parallel": plan.split.pipeline,
        "groups": plan.groups,
        "expert_parallel": plan.split.experts_over,
        "replicas": plan.replicas,
        "spare_replicas": plan.work.spare,
        "prefill_replicas": plan.fillers,
        "sequences_per_replica": plan.sequences * plan.groups,
        "max_sequences_per_replica": plan.most_sequences * plan.groups,
        "fits": plain_fits(plan),
        "verdict": str(plan.verdict),
        "refused": [str(reason) for reason in plan.refused],
        "at_risk": [str(reason) for reason in plan.risks],
        "range_exceeds_limit": plan.close,
        "reasons": _reasons(plan),
        "memory": {
            "needed_gib": plan.needed.value,
            "low_gib": plan.needed.low,
            "high_gib": plan.needed.high,
            "usable_gib": plan.usable_gib,
            "gpu_memory_gib": plan.board.memory_gib,
            "terms": [term_of(term) for term in plan.needed.terms],
        },
        "tpot_ms": _milliseconds(plan.tpot),
        "ttft_ms": _milliseconds(plan.ttft),
        "tokens_per_s": round(plan.tokens_per_s, 1),
        "provenance": plan.provenance,
        "compute_precision": plan.computes,
        "kernel": plain_kernel(plan.kernel, release_shown(plan.work.engine)),
        "conversion": published is not None and is_conversion(published, plan.form),
        "power_w": plan.board.power_w * plan.gpus if plan.board.power_w is not None else None,
        "gpus_price_usd": plan.board.price_usd * plan.gpus if plan.board.price_usd is not None else None,
        "provision": str(plan.provision),
        "nearest_measured": _nearest(plan),
        "load": plain_load(plan),
        "cost": plain_result(plan.cost),
        "balance": balance_of(plan),
        "remarks": [remark.plain() for remark in (*plan.remarks, *plan.needed.warnings)],
        "sensitivity": [_changed(look) for look in looks],
    }


def _changed(look: Outlook) -> dict[str, Any]:
    return {
        "change": str(look.change),
        "format": look.format or None,
        "amount": look.amount or None,
        "gpus": look.plan.gpus,
        "needed_gib": look.plan.needed.value,
        "tpot_ms": _milliseconds(look.plan.tpot),
        "layers": None if look.offload is None else look.offload.part.of,
        "system_memory_gib": None if look.offload is None else round(look.offload.ram_gib, 3),
        "cpu_tokens_per_s": None if look.offload is None else round(1 / look.offload.cpu.value, 3),
    }


def _nearest(plan: ServingPlan) -> dict[str, Any] | None:
    from gpudesk.sizing.serving.published_measurements import nearest

    closest = nearest(plan)
    if closest is None:
        return None
    row = closest.row
    return {
        "kind": row.kind,
        "model": row.model,
        "gpu": row.gpu,
        "gpus": row.gpus,
        "engine": row.engine,
        "precision": row.format or None,
        "input_tokens": row.prompt or None,
        "output_tokens": row.answer or None,
        "concurrency": row.concurrency or None,
        "tokens_per_s": round(row.tokens_per_s, 1),
        "tpot_ms": round(row.tpot_s * 1000, 3) if row.tpot_s is not None else None,
        "ttft_ms": round(row.ttft_s * 1000, 3) if row.ttft_s is not None else None,
        "differences": [difference.plain() for difference in closest.differs],
        "source": row.source,
    }


def print_nearest(plan: ServingPlan) -> None:
    """Print the measurement closest to a plan."""
    from gpudesk.sizing.serving.published_measurements import nearest

    closest = nearest(plan)
    if closest is not None:
        differs = "; ".join(sentence(difference) for difference in closest.differs)
        click.echo(f"Nearest measured: {sentence(closest.told)}" + (f" ({differs})" if differs else ""))


def _split(plan: ServingPlan) -> str:
    """Replicas × GPUs that share a layer, with groups or stages, and additional replicas."""
    text = f"{plan.replicas} × {plan.split.tensor}"
    if plan.groups > 1:
        text += f" × {plan.groups} groups"
    if plan.split.pipeline > 1:
        text += f" × {plan.split.pipeline} stages"
    extras = [f"{count} {name}" for count, name in ((plan.fillers, "prefill"), (plan.work.spare, "spare")) if count]
    return text + "".join(f", {extra}" for extra in extras)


def print_plans(
    model: Architecture, work: ServingWorkload, plans: Sequence[ServingPlan], *, named: bool, published: WeightFormat | None = None
) -> None:
    """Print plans as a table, with their remarks below.

    Args:
        published: the format of the weights, if it is known and another one is requested.
    """
    from gpudesk.core.models.weight_formats import weight_bytes

    weights_gib = weight_bytes(model, work.form) / 2**30
    active = f", {model.active_parameters:,} active per token" if model.active_parameters != model.parameters else ""
    click.echo(f"{model.name}: {model.parameters:,} parameters{active}; {weights_gib:,.1f} GiB in {work.form.title}")
    layout = work.engine.cache_layout.on(plans[0].board.capability) if plans else work.engine.cache_layout
    stored = replace(model, caches=stored_caches(model, layout, work.kv_bytes))
    click.echo(
        f"KV cache per token: {stored.cache_bytes_per_token(work.kv_bytes):,.0f} B, excluding layers with a sliding window or a state"
    )
    if published is not None:
        click.echo(f"Published in {published.title}: {work.form.title} is a conversion.")
    for note in model.notes:
        click.echo(note)
    if not plans:
        click.echo("None of the requested GPUs supports these formats of weights and KV cache.")
        return
    click.echo()
    near = [plan for plan in plans if named or plan.gpus <= _FAR * plans[0].gpus]
    remarks = list(dict.fromkeys(sentence(remark) for plan in near for remark in (*plan.remarks, *plan.needed.warnings)))
    money = f"{work.costs.inputs.currency} per 1M tokens"
    rows = [("GPU", "Count", "Split", "GiB each", "Usable", "ms per token", "First token ms", "Tokens/s", money, "Known", "Verdict", "")]
    for plan in near:
        split = _split(plan)
        rows.append(
            (
                plan.board.title,
                f"{plan.gpus:,}",
                split,
                f"{plan.needed.value:,.1f}",
                f"{plan.usable_gib:,.1f}",
                f"{plan.tpot.value * 1000:,.1f} ({plan.tpot.low * 1000:,.1f}-{plan.tpot.high * 1000:,.1f})",
                f"{plan.ttft.value * 1000:,.0f} ({plan.ttft.low * 1000:,.0f}-{plan.ttft.high * 1000:,.0f})",
                f"{plan.tokens_per_s:,.0f}",
                f"{plan.cost.per_million.value:,.2f}" + ("" if plan.cost.priced else " *"),
                {"here": "measured here", "seen": "setup measured", "known_system": "similar GPU measured", "unseen": "formula only"}[
                    plan.provenance
                ],
                "; ".join(_reasons(plan)) or _outcome(plan),
                " ".join(f"{remarks.index(sentence(remark)) + 1})" for remark in (*plan.remarks, *plan.needed.warnings)),
            )
        )
    print_table(rows, right=(1, 3, 4, 7, 8))
    if any(not plan.cost.priced for plan in near):
        click.echo("*) The price of this GPU is not known: the cost does not include it.")
    release = release_shown(work.engine)
    if release:
        click.echo(f"Kernels and layouts of {work.engine.title} {release}; choose another with --engine-release.")
    for number, remark in enumerate(remarks, 1):
        click.echo(f"{number}) {remark}")
    if len(near) < len(plans):
        need = counted(len(plans) - len(near), "more plan needs", "more plans need")
        click.echo(f"{need} over {_FAR} times as many GPUs; use --gpu NAME to show one.")


def print_unable(work: ServingWorkload, chosen: Sequence[Board]) -> None:
    """Print what each board lacks for which there is no plan at all, as long as they are few."""
    for board in chosen[:_FEW]:
        click.echo(f"{board.title}: {_lacks(work, board)}")


def plain_unable(work: ServingWorkload, chosen: Sequence[Board]) -> list[dict[str, Any]]:
    """Boards for which there is no plan at all as JSON has them, with what each lacks and the formats that do run there."""
    release, experts = work.engine.release, bool(work.model.experts)
    return [
        {
            "gpu": board.key,
            "title": board.title,
            "reason": _lacks(work, board),
            "formats": list(formats_that_run(work.engine.key, board, weight_formats(), experts=experts, release=release)),
        }
        for board in chosen
        if not runs(work, board)
    ]


def _lacks(work: ServingWorkload, board: Board) -> str:
    form = work.form
    cache = kv_lacking(work.engine, work.kv_bytes, board.capability)
    if cache is not None:
        return f"{cache.plain()} Choose one with --kv-precision."
    lacking = lacking_kernel(work.engine, form, board, experts=bool(work.model.experts)) if board.runs(form) else None
    if lacking is not None:
        return lacking.plain()
    if not board.runs(form) and board.arithmetic(form) in board.rates:
        return (
            f"{form.key} needs compute capability {form.capability:g}, this GPU has {board.capability:g}; use --precision fp16 for 16 bits"
        )
    if not board.runs(form):
        return "the catalog has no 16-bit rate for it; --engine llama.cpp does not need one"
    if work.apart:
        return "the catalog lists no link for this GPU to transfer the KV cache from prefill to decode"
    return "the GPU supports the format, but no replica can be split evenly across its GPUs"


_FEW = 4
_CHANGES = {
    Change.CACHE: "KV cache in {format}",
    Change.WEIGHTS: "weights in {format}",
    Change.SEQUENCES: "{amount} concurrent {amount|sequence|sequences}",
    Change.PROMPT: "prompts of {amount} {amount|token|tokens}",
    Change.GPUS: "{amount} {amount|GPU|GPUs}",
    Change.RATE: "{amount} {amount|request|requests} per minute",
    Change.EXPERTS: "experts of {amount} {amount|layer|layers} in system memory (--n-cpu-moe {amount}), the rest on the GPU",
    Change.OFFLOAD: "{amount} {amount|layer|layers} on the GPU, the rest in system memory",
}


def print_outlook(plan: ServingPlan, looks: Sequence[Outlook]) -> None:
    """Print the change that would make a plan sufficient, or the reserve of one that is."""
    if not looks:
        return
    is_enough = plan.fits and not plan.is_late
    click.echo(f"{plan.gpus:,} × {plan.board.title} {'fits up to' if is_enough else 'would fit with'}:")
    for look in looks:
        change_text = phrase(_CHANGES[look.change], format=look.format.upper(), amount=look.amount)
        click.echo(f"  {change_text}: {look.plan.needed.value:,.1f} GiB per GPU, {look.plan.tpot.value * 1000:,.1f} ms per token")
        if look.offload is not None:
            click.echo(f"    {_offload_words(look.offload)}")
    for line in balance_lines(plan):
        click.echo(line)


def _offload_words(offload_plan: OffloadPlan) -> str:
    host, rates = (
        offload_plan.host,
        [1 / token_s for token_s in (offload_plan.token.value, offload_plan.token.high, offload_plan.token.low)],
    )
    alone = [1 / token_s for token_s in (offload_plan.cpu.value, offload_plan.cpu.high, offload_plan.cpu.low)]
    where = (
        f"experts of {counted(offload_plan.part.expert_layers, 'layer')}"
        if offload_plan.part.expert_layers
        else f"{offload_plan.part.layers} of {offload_plan.part.of} layers with the output head"
    )
    return (
        f"{where}; {offload_plan.ram_gib:,.1f} GiB in system memory at {host.gb_per_s:,.1f} GB/s"
        f"{f' ({host.title}, assumed)' if host.title else ''}: {rates[0]:,.1f} tokens/s ({rates[1]:,.1f}-{rates[2]:,.1f}); "
        f"CPU only {alone[0]:,.1f} ({alone[1]:,.1f}-{alone[2]:,.1f})"
    )


def _outcome(plan: ServingPlan) -> str:
    """The verdict of a plan that nothing refuses."""
    return "fits, but its range may miss the target" if plan.verdict is Verdict.FITS and plan.close else str(plan.verdict)
