"""The command that determines the GPUs that a model requires, with reasons."""

from dataclasses import replace
from typing import Any

import click
from click.core import ParameterSource

from gpudesk.cli.cost.cost_text import said_values
from gpudesk.cli.size.size_front import losers, print_losers
from gpudesk.cli.size.size_generic import GENERIC, generic_options, size_generic
from gpudesk.cli.size.size_keep import answered_from_stock, keep_asked, keep_options, refuse_to_lose
from gpudesk.cli.size.size_largest import answer_largest
from gpudesk.cli.size.size_parts import given, is_own, model_of, print_sized, refuse_given, refuse_idle, refuse_other_tasks
from gpudesk.cli.size.size_passes import FOREIGN, KEPT, PASSES, SHARED, STARTED, pass_model, pass_options, size_passes
from gpudesk.cli.size.size_run import put_to_use, run_options
from gpudesk.cli.size.size_service import NAMES, lengths_of, plain_service, print_load, service_of, service_options
from gpudesk.cli.size.size_serving import plain_plan, plain_unable, print_nearest, print_outlook, print_plans, print_unable
from gpudesk.cli.size.size_training import size_training, training_options
from gpudesk.cli.terminal.output import counted, json_option
from gpudesk.cli.terminal.renamed_option import RenamedOption
from gpudesk.sizing.serving.serving import ServingWorkload

_whole = click.IntRange(min=1)
_above = click.FloatRange(min=0, min_open=True)
_KV = ("bf16", "fp8", "q8_0", "q4_0", "int8", "nvfp4")
_ANY = "llama-3.1-8b"
"""Placeholder for the model if the largest model is requested: none is needed then."""
_SERVING = frozenset(
    {"kv_precision", "prompt", "answer", "concurrency", "tpot_ms", "ttft_ms", "engine", "release", "utilisation", "ram_gb_per_s"}
)


@click.command("size")
@click.option(
    "--model",
    "name",
    metavar="NAME|PATH",
    help="A model from the catalog, or the path of a config.json, a GGUF or safetensors file, or their folder; or an image "
    "pipeline: stable-diffusion-xl.",
)
@click.option(
    "--task",
    type=click.Choice(["serve", "train", "finetune", "generic"]),
    default="serve",
    show_default=True,
    help="The task of the model.",
)
@click.option(
    "--precision",
    metavar="KEY",
    help="Weight format for serving; enter an invalid KEY to list all. By default the format of the model files or the published release."
    " For training: bf16, fp16, fp8 or fp32.",
)
@click.option(
    "--kv-precision", type=click.Choice(_KV, case_sensitive=False), default="bf16", show_default=True, help="Format of the KV cache."
)
@click.option("--input", "prompt", type=_whole, default=1024, show_default=True, help="Prompt length, tokens.")
@click.option("--output", "answer", type=_whole, default=256, show_default=True, help="Output length, tokens.")
@click.option("--concurrency", type=_whole, default=1, show_default=True, help="Concurrent sequences.")
@click.option("--tpot-ms", type=_above, help="Maximum time per output token.")
@click.option("--ttft-ms", type=_above, help="Maximum time to first token.")
@click.option(
    "--gpu",
    "gpus_named",
    multiple=True,
    metavar="NAME",
    help="Evaluate this GPU, or a MIG slice of one (H100 1g.10gb); may be repeated. By default all GPUs in the catalog.",
)
@click.option("--gpus", "count", type=_whole, help="Evaluate exactly this many GPUs; by default the minimum number that fits.")
@click.option(
    "--engine",
    metavar="KEY",
    help="Inference engine; enter an invalid KEY to list all. By default llama.cpp for GGUF, else vllm.",
)
@click.option(
    "--engine-release",
    "release",
    metavar="RELEASE",
    default="",
    help="Release of the engine, such as 0.11.2; kernels and layouts depend on it. By default the release used by launch files.",
)
@click.option(
    "--utilization",
    "utilisation",
    cls=RenamedOption,
    former=("--utilisation",),
    type=click.FloatRange(0.05, 1.0),
    help="Share of the usable GPU memory for the engine; by default the engine's own setting.",
)
@click.option(
    "--ram-gb-per-s", type=_above, help="Bandwidth of the system memory for offloaded layers; two channels of DDR5-5600 by default."
)
@click.option("--cost", "cost_settings", multiple=True, metavar="KEY=VALUE", help="A cost input, as in gpudesk cost --set.")
@service_options
@training_options
@pass_options
@generic_options
@keep_options
@run_options
@json_option
def size_command(
    name: str | None,
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
    engine: str | None,
    release: str,
    utilisation: float | None,
    ram_gb_per_s: float | None,
    cost_settings: tuple[str, ...],
    as_json: bool,
    **rest: Any,
) -> None:
    """Find the GPUs that serve or train a model as requested, and show the basis of the result: memory by component, and
    times with their ranges.

    Memory is calculated from the tensors of the model. Times are roofline times weighted by constants fitted to published
    measurements; the range covers 90 % of the measurements that were not part of the fit. For a GPU given with --gpu, the
    changes that would make it fit, or its limits, are also listed. A plan is refused if its memory is insufficient or if
    even a best-case time exceeds its target. If nothing fits, the command still exits
    with 0, because this is a valid result.
    """
    serving_options = {key: rest.pop(key) for key in NAMES}
    passing, generic = ({key: rest.pop(key) for key in names} for names in (PASSES, GENERIC))
    training = rest
    if task == "generic":
        refuse_given(task, _SERVING | NAMES | PASSES | KEPT | frozenset(training))
        size_generic(precision or "fp64", gpus_named, count, as_json=as_json, **generic)
        return
    passes_model = pass_model(name) if task == "serve" and name is not None and not serving_options["largest"] else None
    if passes_model is not None:
        refuse_given(f"{task} of {name}", FOREIGN | NAMES | GENERIC | STARTED | (frozenset(training) - SHARED))
        passing |= {"batch": given("batch", training["batch"], 1), "steps": training["steps"], "answer": answer}
        passing["tokens"] = given("prompt", prompt, None)
        size_passes(passes_model, str(name), engine, precision, gpus_named, count, as_json=as_json, **passing)
        return
    refuse_given(task, PASSES | GENERIC)
    refuse_other_tasks(task, serving=_SERVING | (NAMES - {"best"}), training=frozenset(training))
    if name is None and serving_options["largest"] == "model":
        name = _ANY
    if serving_options["length_file"] and click.get_current_context().get_parameter_source("keep") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--keep cannot save a table of lengths: use --input-p95 and --output-p95")
    if name is None:
        raise click.UsageError("Missing option '--model'.")
    if task != "serve":
        size_training(
            name, task, precision or "bf16", gpus_named, count, cost_settings, best=serving_options["best"], as_json=as_json, **training
        )
        return
    from gpudesk.catalog.cost_inputs import CostInputs
    from gpudesk.core.models.stored_files import STORED
    from gpudesk.core.models.weight_formats import weight_bytes
    from gpudesk.sizing.gpus.board_costs import Costing
    from gpudesk.sizing.gpus.boards import planned_boards, that_run
    from gpudesk.sizing.gpus.mig_slices import find_board_or_slice
    from gpudesk.sizing.gpus.sizing_tables import engine_for, engines, form_for, kv_bytes_of, release_shown, weight_format
    from gpudesk.sizing.models.published_formats import default_format, format_named, is_conversion, published_format
    from gpudesk.sizing.serving.offload_plans import host_memory
    from gpudesk.sizing.serving.pareto_plans import field
    from gpudesk.sizing.serving.service import service_fields
    from gpudesk.sizing.serving.serving import preference, runs, serving_plans
    from gpudesk.sizing.serving.serving_request import Asked
    from gpudesk.sizing.serving.serving_sensitivity import outlook

    own = model_of(name)
    model = own.architecture
    published = own.form if is_own(name) else published_format(name)
    usual = own.form or (weight_format("bf16") if is_own(name) else default_format(name))
    form = usual
    if precision:
        form = weight_format(precision) if is_own(name) else format_named(name, precision)
    if engine is None:
        engine = "llama.cpp" if any(part.kind for part in form.stored(model)) else "vllm"
    if engine not in engines():
        raise click.UsageError(f"there is no engine {engine!r}; the engines are {', '.join(engines())}")
    refuse_idle(
        ("ahead accepted", serving_options["draft"] is not None, "needs --draft"),
        ("prefixes", bool(serving_options["prefix_hit"]), "needs --prefix-hit"),
        ("ram_gb_per_s", engines()[engine].gguf, "needs --engine llama.cpp: no other engine keeps layers in system memory"),
        (
            "concurrency",
            serving_options["rate"] is None and serving_options["tokens_per_s"] is None,
            "cannot be combined with --rate or --tokens-per-s",
        ),
        ("prompt answer", serving_options["length_file"] is None, "cannot be combined with --lengths, which contains them"),
    )
    lengths = lengths_of(serving_options)
    service = service_of(serving_options, answer if lengths is None else max(1, round(lengths.answer)))
    program = engine_for(engine, model, release)
    asked_form, form = form, form_for(program, model, form)
    work = ServingWorkload(
        model=model,
        form=form,
        kv_bytes=kv_bytes_of(program, kv_precision),
        prompt=prompt,
        answer=answer,
        concurrency=concurrency,
        engine=program,
        utilisation=utilisation if utilisation is not None else program.utilisation,
        tpot_s=tpot_ms / 1000 if tpot_ms is not None else None,
        ttft_s=ttft_ms / 1000 if ttft_ms is not None else None,
        costing=Costing(CostInputs(said_values(cost_settings))),
    )
    request = Asked(
        model=model.name,
        own=own if is_own(name) else None,
        formats=(STORED if published is not None and not precision else precision if precision and form is asked_form else form.key,),
        kv=kv_precision,
        prompt=prompt,
        answer=answer,
        concurrency=concurrency,
        tpot_ms=tpot_ms,
        ttft_ms=ttft_ms,
        engine=engine,
        release=program.release,
        gpus_most=count,
        service=service,
    )
    refuse_to_lose([*(["utilization"] if utilisation is not None else []), *(["lengths"] if lengths is not None else [])])
    keep_asked(request, gpus_named, as_json=as_json)
    if answered_from_stock(request, as_json=as_json):
        return
    work = replace(work, **service_fields(service, prompt, answer, lengths))
    chosen = that_run(work.engine, [find_board_or_slice(word) for word in gpus_named] or planned_boards())
    if serving_options["largest"]:
        answer_largest(serving_options["largest"], work, chosen, count, as_json=as_json)
        return
    order = service.best
    whole = field([work], chosen, count) if serving_options["front"] else None
    plans = (
        [whole.plan(at) for at in whole.front()]
        if whole is not None
        else sorted(serving_plans(work, chosen, count, order=order), key=lambda plan: preference(plan, order))
    )
    if put_to_use(plans, as_json=as_json):
        return
    host = host_memory(ram_gb_per_s)
    looks = {plan.board.key: outlook(plan, host=host) for plan in plans} if gpus_named and whole is None else {}
    if as_json:
        plain_request = {
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
            "engine_release": release_shown(program),
            "utilization": work.utilisation,
            "service": plain_service(serving_options),
        }
        published = None if program.gguf else usual
        plain_plans = [plain_plan(plan, looks.get(plan.board.key, []), published) for plan in plans]
        lost = losers(whole, chosen) if whole is not None else None
        print_sized(model, weight_bytes(model, form), plain_request, plain_plans, lost, plain_unable(work, chosen) if gpus_named else [])
        return
    if not plans and count is not None and any(runs(work, board) for board in chosen):
        click.echo(
            f"{counted(count, 'GPU')} cannot be split evenly: a replica uses 1, 2, 4, 8 or a multiple of 8 GPUs, "
            f"and {counted(concurrency, 'concurrent sequence uses', 'concurrent sequences use')} no more replicas."
        )
        return
    converted = usual if precision and not program.gguf and is_conversion(usual, form) else None
    print_plans(model, work, plans, named=bool(gpus_named) or whole is not None, published=converted)
    if not plans:
        print_unable(work, chosen)
    if whole is not None:
        print_losers(losers(whole, chosen))
    for plan in plans if gpus_named else plans[:1]:
        print_load(plan)
        print_nearest(plan)
    for plan in plans:
        print_outlook(plan, looks.get(plan.board.key, []))


COMMANDS = (size_command,)
