"""The command that says which GPUs a model needs, and why."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.output import json_option, print_json, print_table
from gpudesk.core.estimate import Term
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.sizing.outlook import Change, Outlook
from gpudesk.sizing.serving import Range, Reason, ServingPlan, ServingWorkload

SCHEMA = "gpudesk.size.v1"
_whole = click.IntRange(min=1)
_above = click.FloatRange(min=0, min_open=True)
_KV_BYTES = {"bf16": 2.0, "fp8": 1.0}
_FAR = 16
"""Boards of which so many times as many are needed as of the best are not listed."""
_WHY = {
    Reason.MEMORY: "memory: {needed:,.1f} GiB a GPU needed, {usable:,.1f} usable",
    Reason.TPOT: "a token takes {tpot:,.1f} ms, {tpot_low:,.1f} at best",
    Reason.TTFT: "the first token takes {ttft:,.0f} ms, {ttft_low:,.0f} at best",
}


@click.command("size")
@click.option(
    "--model",
    "name",
    required=True,
    metavar="NAME|PATH",
    help="A model of the catalog, or the path of a config.json, a GGUF or safetensors file, or their folder.",
)
@click.option("--task", type=click.Choice(["serve"]), default="serve", show_default=True, help="What is done with it.")
@click.option(
    "--precision",
    metavar="KEY",
    help="Format of the weights; a KEY that there is not lists them. Unless said as they lie in the files, else bf16.",
)
@click.option("--kv-precision", type=click.Choice(list(_KV_BYTES)), default="bf16", show_default=True, help="Format of keys and values.")
@click.option("--input", "prompt", type=_whole, default=1024, show_default=True, help="Tokens of a prompt.")
@click.option("--output", "answer", type=_whole, default=256, show_default=True, help="Tokens of an answer.")
@click.option("--concurrency", type=_whole, default=1, show_default=True, help="Sequences that run at once.")
@click.option("--tpot-ms", type=_above, help="Longest time of a token after the first.")
@click.option("--ttft-ms", type=_above, help="Longest time to the first token.")
@click.option(
    "--gpu", "gpus_named", multiple=True, metavar="NAME", help="Judge this GPU; may be given again. All of the catalog unless said."
)
@click.option("--gpus", "count", type=_whole, help="Judge exactly so many GPUs; as few as do unless said.")
@click.option("--engine", default="vllm", show_default=True, metavar="KEY", help="Program that serves; a KEY that there is not lists them.")
@click.option(
    "--utilisation", type=click.FloatRange(0.05, 1.0), help="Share of the usable memory that it may fill; its own default unless said."
)
@json_option
def size_command(
    name: str,
    task: str,
    precision: str | None,
    kv_precision: str,
    prompt: int,
    answer: int,
    concurrency: int,
    tpot_ms: float | None,
    ttft_ms: float | None,
    gpus_named: tuple[str, ...],
    count: int | None,
    engine: str,
    utilisation: float | None,
    as_json: bool,
) -> None:
    """Say which GPUs serve a model as asked, and what that rests on: memory by its terms, times with their ranges.

    Memory is counted from the tensors of the model. Times are ideal ones weighted by constants that were fitted to published
    measurements; the range holds nine of ten that the fit did not see. For a GPU that is named it also says what would make it do,
    or how far it goes. A plan is refused when memory does not suffice or when even
    the short end of a time's range is too long; a size that does not fit is an answer, and the command exits with 0.
    """
    from gpudesk.core.weight_formats import weight_bytes
    from gpudesk.sizing.boards import boards, find_board
    from gpudesk.sizing.outlook import outlook
    from gpudesk.sizing.serving import preference, serving_plans
    from gpudesk.sizing.tables import engines, weight_format

    own = _model(name)
    model = own.architecture
    form = own.form if own.form is not None and not precision else weight_format(precision or "bf16")
    if engine not in engines():
        raise click.UsageError(f"there is no program {engine!r}; there are {', '.join(engines())}")
    program = engines()[engine]
    work = ServingWorkload(
        model=model,
        form=form,
        kv_bytes=_KV_BYTES[kv_precision],
        prompt=prompt,
        answer=answer,
        concurrency=concurrency,
        engine=program,
        utilisation=utilisation if utilisation is not None else program.utilisation,
        tpot_s=tpot_ms / 1000 if tpot_ms is not None else None,
        ttft_s=ttft_ms / 1000 if ttft_ms is not None else None,
    )
    chosen = [find_board(word) for word in gpus_named] or list(boards().values())
    plans = sorted(serving_plans(work, chosen, count), key=preference)
    looks = {plan.board.key: outlook(plan) for plan in plans} if gpus_named else {}
    if as_json:
        asked = {
            "task": task,
            "precision": form.key,
            "kv_precision": kv_precision,
            "input_tokens": prompt,
            "output_tokens": answer,
            "concurrency": concurrency,
            "tpot_ms": tpot_ms,
            "ttft_ms": ttft_ms,
            "gpu": list(gpus_named),
            "gpus": count,
            "engine": engine,
            "utilisation": work.utilisation,
        }
        told = {
            "name": model.name,
            "family": model.family,
            "parameters": model.parameters,
            "active_parameters": model.active_parameters,
            "weights_bytes": round(weight_bytes(model, form)),
            "kv_bytes_per_token_16bit": 2 * model.cache_elements_per_token,
            "notes": list(model.notes),
        }
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                "model": told,
                "asked": asked,
                "fits": any(plan.fits for plan in plans),
                "plans": [_plain(plan, looks.get(plan.board.key, [])) for plan in plans],
            }
        )
        return
    if not plans and any(board.runs(form) for board in chosen):
        click.echo(f"{count} GPUs cannot be shared out: a replica takes 1, 2, 4, 8 or eights, and {concurrency} sequences fill no more.")
        return
    _print(model, work, plans, named=bool(gpus_named))
    for plan in plans:
        _print_outlook(plan, looks.get(plan.board.key, []))


def _model(name: str) -> OwnModel:
    from gpudesk.catalog.models import find_model
    from gpudesk.formats.model_files import read_model
    from gpudesk.formats.model_names import holds_model

    path = Path(name)
    if path.is_file() or (path.is_dir() and holds_model(path)):
        return read_model(path)
    return OwnModel(find_model(name).architecture)


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


def _term(term: Term) -> dict[str, Any]:
    return {
        "name": term.name,
        "gib": term.value,
        "low": term.low,
        "high": term.high,
        "kind": str(term.kind),
        "formula": term.formula.plain() if term.formula is not None else "",
        "source": term.source,
    }


def _plain(plan: ServingPlan, looks: Sequence[Outlook]) -> dict[str, Any]:
    return {
        "gpu": plan.board.key,
        "title": plan.board.title,
        "gpus": plan.gpus,
        "tensor_parallel": plan.split.tensor,
        "pipeline_parallel": plan.split.pipeline,
        "replicas": plan.replicas,
        "sequences_per_replica": plan.sequences,
        "most_sequences_per_replica": plan.most_sequences,
        "fits": plan.fits,
        "refused": [str(reason) for reason in plan.refused],
        "may_miss": [str(reason) for reason in plan.risks],
        "why": _reasons(plan),
        "memory": {
            "needed_gib": plan.needed.value,
            "low_gib": plan.needed.low,
            "high_gib": plan.needed.high,
            "usable_gib": plan.usable_gib,
            "board_gib": plan.board.memory_gib,
            "terms": [_term(term) for term in plan.needed.terms],
        },
        "tpot_ms": _milliseconds(plan.tpot),
        "ttft_ms": _milliseconds(plan.ttft),
        "tokens_per_s": round(plan.tokens_per_s, 1),
        "provenance": plan.provenance,
        "computes_in": plan.computes,
        "power_w": plan.board.power_w * plan.gpus if plan.board.power_w is not None else None,
        "boards_price_usd": plan.board.price_usd * plan.gpus if plan.board.price_usd is not None else None,
        "remarks": [remark.plain() for remark in (*plan.remarks, *plan.needed.warnings)],
        "outlook": [_changed(look) for look in looks],
    }


def _changed(look: Outlook) -> dict[str, Any]:
    return {
        "change": str(look.change),
        "format": look.format or None,
        "amount": look.amount or None,
        "gpus": look.plan.gpus,
        "needed_gib": look.plan.needed.value,
        "tpot_ms": _milliseconds(look.plan.tpot),
    }


def _print(model: Architecture, work: ServingWorkload, plans: Sequence[ServingPlan], *, named: bool) -> None:
    from gpudesk.core.weight_formats import weight_bytes

    weights_gib = weight_bytes(model, work.form) / 2**30
    active = f", {model.active_parameters:,} of them for a token" if model.active_parameters != model.parameters else ""
    click.echo(f"{model.name}: {model.parameters:,} parameters{active}; {weights_gib:,.1f} GiB in {work.form.title}")
    click.echo(
        f"A token in the cache: {work.kv_bytes * model.cache_elements_per_token:,.0f} B, without layers that keep a window or a state"
    )
    for note in model.notes:
        click.echo(note)
    if not plans:
        click.echo("No GPU asked for can hold weights in this format.")
        return
    click.echo()
    near = [plan for plan in plans if named or plan.gpus <= _FAR * plans[0].gpus]
    remarks = list(dict.fromkeys(remark.plain() for plan in near for remark in (*plan.remarks, *plan.needed.warnings)))
    rows = [("GPU", "Count", "Split", "GiB each", "Usable", "ms a token", "First token ms", "Tokens/s", "Known", "Verdict", "")]
    for plan in near:
        split = f"{plan.replicas} × {plan.split.tensor}" + (f" × {plan.split.pipeline} stages" if plan.split.pipeline > 1 else "")
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
                {"seen": "measured alike", "known_system": "board measured", "unseen": "formula alone"}[plan.provenance],
                "; ".join(_reasons(plan)) or ("may miss" if plan.risks else "fits"),
                " ".join(f"{remarks.index(remark.plain()) + 1})" for remark in (*plan.remarks, *plan.needed.warnings)),
            )
        )
    print_table(rows, right=(1, 3, 4, 7))
    for number, remark in enumerate(remarks, 1):
        click.echo(f"{number}) {remark}")
    if len(near) < len(plans):
        click.echo(f"{len(plans) - len(near)} more take over {_FAR} times as many boards; --gpu NAME shows one.")


_CHANGES = {
    Change.CACHE: "the cache in {format}",
    Change.WEIGHTS: "weights in {format}",
    Change.SEQUENCES: "{amount:,} sequences at once",
    Change.PROMPT: "prompts of {amount:,} tokens",
    Change.GPUS: "{amount:,} GPUs",
}


def _print_outlook(plan: ServingPlan, looks: Sequence[Outlook]) -> None:
    if not looks:
        return
    does = plan.fits and not plan.risks
    click.echo(f"{plan.gpus} × {plan.board.title} {'goes as far as' if does else 'would do with'}:")
    for look in looks:
        told = _CHANGES[look.change].format(format=look.format.upper(), amount=look.amount)
        click.echo(f"  {told}: {look.plan.needed.value:,.1f} GiB a GPU, {look.plan.tpot.value * 1000:,.1f} ms a token")


COMMANDS = (size_command,)
