"""The part of the sizing command for models without token-by-token output: images, video, vectors, encoder results."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.size.size_parts import any_fits, is_own, model_of, plain_fits, term_of
from gpudesk.cli.size.size_run import RUN
from gpudesk.cli.terminal.amounts import rounded, sentence, span
from gpudesk.cli.terminal.output import counted, print_json, print_table
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.sizing.single_pass.pass_plans import PassPlan

SCHEMA = "gpudesk.size_passes.v2"
_whole = click.IntRange(min=1)
_above = click.FloatRange(min=0, min_open=True)
_SIZE = re.compile(r"(\d{2,5})x(\d{2,5})")
_ITEMS = {"pictures": "pictures", "vectors": "inputs", "answers": "answers"}


def _resolution(_context: click.Context, _option: click.Parameter, given: str | None) -> tuple[int, int] | None:
    if given is None:
        return None
    match = _SIZE.fullmatch(given)
    if match is None:
        raise click.BadParameter(f"{given!r} is not WIDTHxHEIGHT, such as 1024x1024")
    return int(match[1]), int(match[2])


_OPTIONS = (
    click.option(
        "--resolution",
        callback=_resolution,
        metavar="WxH",
        help="Images and video: resolution in pixels; by default the usual one for the model.",
    ),
    click.option("--frames", type=_whole, help="Video: frames; by default the usual number for the model."),
    click.option("--latency-s", type=_above, help="Image, embedding and similar models: maximum time per batch."),
    click.option("--per-s", type=_above, help="Image, embedding and similar models: items per second required."),
)
PASSES = frozenset({"resolution", "frames", "latency_s", "per_s"})
SHARED = frozenset({"batch", "steps"})
"""What training has too."""
STARTED = RUN
"""No format that starts such models is known."""
KEPT = RUN | frozenset({"keep", "as"})
"""Options not available for a workload defined by operations alone."""
FOREIGN = frozenset({"kv_precision", "concurrency", "tpot_ms", "ttft_ms", "release", "utilisation", "ram_gb_per_s", "cost_settings"})
"""Options for language models only."""


def pass_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for such models."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def pass_model(name: str) -> OwnModel | None:
    """The model named by a name or path if it runs in single passes; None for language-model decoders.

    Raises:
        InvalidData: there is none, or its files cannot be parsed.
    """
    from gpudesk.sizing.single_pass.pass_tables import find_pipeline
    from gpudesk.sizing.single_pass.pass_work import runs_in_passes

    pipeline = find_pipeline(name)
    if pipeline is not None:
        return OwnModel(pipeline.denoiser)
    own = model_of(name)
    return own if runs_in_passes(own.architecture) else None


def size_passes(
    own: OwnModel,
    name: str,
    engine: str | None,
    precision: str | None,
    gpus_named: tuple[str, ...],
    count: int | None,
    *,
    as_json: bool,
    **said: Any,
) -> None:
    """Print the GPUs that can run it, and store it if requested."""
    from gpudesk.cli.size.size_keep import answered_from_stock, keep_asked
    from gpudesk.sizing.gpus.boards import planned_boards
    from gpudesk.sizing.gpus.mig_slices import find_board_or_slice
    from gpudesk.sizing.gpus.sizing_tables import weight_format
    from gpudesk.sizing.single_pass.pass_plans import pass_fixes, pass_plans, program_formats
    from gpudesk.sizing.single_pass.pass_request import PassAsked
    from gpudesk.sizing.single_pass.pass_tables import pass_program
    from gpudesk.sizing.single_pass.pass_work import pass_workload, seconds_heard

    program = pass_program(engine or "pytorch")
    form = own.form if own.form is not None and not precision else weight_format(precision or program_formats(program))
    work = pass_workload(
        own.architecture,
        form,
        program,
        batch=said["batch"],
        steps=said["steps"],
        size=said["resolution"],
        frames=said["frames"],
        tokens=said["tokens"],
        answer=said["answer"],
        most_s=said["latency_s"],
        per_s=said["per_s"],
    )
    request = PassAsked(
        model=work.pipeline.key if work.pipeline is not None else own.architecture.name,
        own=own if is_own(name) else None,
        weights=precision or "",
        program=program.key,
        batch=work.batch,
        steps=said["steps"],
        size=said["resolution"],
        frames=said["frames"],
        tokens=said["tokens"],
        answer=said["answer"],
        most_s=work.most_s,
        per_s=work.per_s,
        gpus_most=count,
    )
    keep_asked(request, gpus_named, as_json=as_json)
    if answered_from_stock(request, as_json=as_json):
        return
    chosen = [find_board_or_slice(word) for word in gpus_named] or planned_boards()
    plans = pass_plans(work, chosen, count)
    if as_json:
        plain_request = {
            "task": "serve",
            "precision": form.key,
            "engine": program.key,
            "batch": work.batch,
            "steps": work.steps if work.pipeline is not None else None,
            "resolution": [work.width, work.height] if work.pipeline is not None else None,
            "frames": work.frames if work.pipeline is not None else None,
            "input_tokens": work.tokens or None,
            "output_tokens": work.answer or None,
            "latency_s": work.most_s,
            "per_s": work.per_s,
            "gpu": list(gpus_named),
            "gpus": count,
        }
        model = {"name": own.architecture.name, "family": own.architecture.family, "parameters": own.architecture.parameters}
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                "model": {**model, "pipeline": work.pipeline.key if work.pipeline is not None else None, "kind": str(work.kind)},
                "request": plain_request,
                "fits": any_fits([plain_fits(plan) for plan in plans]),
                "plans": [_plain(plan) for plan in plans],
            }
        )
        return
    click.echo(f"{own.architecture.name}: {own.architecture.parameters:,} parameters in {form.title}; {_told(work.kind, plans)}")
    heard = seconds_heard(work)
    if heard is not None:
        click.echo(f"An input is {heard:,.0f} s of audio.")
    if not plans:
        click.echo("None of the requested GPUs supports this format.")
        return
    items = _ITEMS[str(work.kind)]
    remarks = list(dict.fromkeys(sentence(remark) for plan in plans for remark in plan.remarks))
    rows = [("GPU", "Count", "GiB each", "Usable", "s per batch", f"{items.capitalize()}/s", "Known", "Verdict", "")]
    rows += [
        (
            plan.board.title,
            f"{plan.gpus:,}",
            f"{plan.needed.value:,.1f}",
            f"{plan.usable_gib:,.1f}",
            span(plan.ttft.value, plan.ttft.low, plan.ttft.high),
            rounded(plan.tokens_per_s),
            {"seen": "setup measured", "known_system": "GPU measured", "unseen": "rule of thumb"}[plan.provenance],
            ", ".join(_why(plan)) or _outcome(plan),
            " ".join(f"{remarks.index(sentence(remark)) + 1})" for remark in plan.remarks),
        )
        for plan in plans
    ]
    print_table(rows, right=(1, 2, 3, 5))
    for number, remark in enumerate(remarks, 1):
        click.echo(f"{number}) {remark}")
    for plan in plans if gpus_named else []:
        for fix in pass_fixes(plan):
            text = f"batch of {fix.work.batch}, weights in {fix.form.name}"
            click.echo(f"{plan.board.title} would fit with {text}: {fix.needed.value:,.1f} GiB, {rounded(fix.ttft.value)} s")


def _told(kind: str, plans: Sequence[PassPlan]) -> str:
    if not plans:
        return ""
    work = plans[0].work
    if work.pipeline is not None:
        frames = f", {work.frames} frames" if work.frames > 1 else ""
        guided = " with guidance" if work.pipeline.guided else ""
        return f"batch of {work.batch} at {work.width} × {work.height}{frames}, {counted(work.steps, 'step')}{guided}"
    answer = f", {counted(work.answer, 'output token')}" if work.answer else ""
    return f"batch of {work.batch} with {counted(work.tokens, 'token')} each{answer}"


def _why(plan: PassPlan) -> list[str]:
    words = {
        "memory": f"memory: {plan.needed.value:,.1f} GiB needed",
        "ttft": f"a batch takes {rounded(plan.ttft.low)} s at best",
        "tpot": "fewer per second than required",
    }
    return [words[str(reason)] for reason in plan.refused]


def _plain(plan: PassPlan) -> dict[str, Any]:
    names = {"memory": "memory", "ttft": "latency", "tpot": "rate"}
    return {
        "gpu": plan.board.key,
        "title": plan.board.title,
        "gpus": plan.gpus,
        "fits": plain_fits(plan),
        "verdict": str(plan.verdict),
        "refused": [names[str(reason)] for reason in plan.refused],
        "at_risk": [names[str(reason)] for reason in plan.risks],
        "range_exceeds_limit": plan.close,
        "reasons": _why(plan),
        "memory": {
            "needed_gib": plan.needed.value,
            "low_gib": plan.needed.low,
            "high_gib": plan.needed.high,
            "usable_gib": plan.usable_gib,
            "sequential_gib": plan.in_turns_gib,
            "terms": [term_of(term) for term in plan.needed.terms],
        },
        "max_batch": plan.most_sequences,
        "batch_s": {"value": plan.ttft.value, "low": plan.ttft.low, "high": plan.ttft.high},
        "item_s": {"value": plan.tpot.value, "low": plan.tpot.low, "high": plan.tpot.high},
        "per_s": plan.tokens_per_s,
        "provenance": plan.provenance,
        "compute_precision": plan.computes,
        "power_w": plan.board.power_w * plan.gpus if plan.board.power_w is not None else None,
        "remarks": [remark.plain() for remark in plan.remarks],
    }


def _outcome(plan: PassPlan) -> str:
    """The verdict of a plan that nothing refuses."""
    return "fits, but its range may miss the target" if plan.close else str(plan.verdict)
