"""Input and output of the sizing command for training."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from gpudesk.cli.cost.cost_text import plain_ends, plain_result, said_values
from gpudesk.cli.size.size_balance import balance_lines, balance_of
from gpudesk.cli.size.size_job import job_lines, job_of
from gpudesk.cli.size.size_keep import answered_from_stock, keep_asked, refuse_to_lose
from gpudesk.cli.size.size_network import network_of, plain_network
from gpudesk.cli.size.size_parts import is_own, model_of, plain_fits, print_sized, refuse_idle, term_of
from gpudesk.cli.size.size_run import put_to_use
from gpudesk.cli.terminal.amounts import phrase, rounded, sentence
from gpudesk.cli.terminal.given_paths import IN
from gpudesk.cli.terminal.output import counted, print_table
from gpudesk.cli.terminal.renamed_option import RenamedOption
from gpudesk.core.training.adapters import Adapter
from gpudesk.sizing.gpus.board_costs import Costing
from gpudesk.sizing.serving.serving import Verdict
from gpudesk.sizing.training.training import TrainingPlan, TrainingSplit, computes, lacking_base
from gpudesk.sizing.training.training_cost import training_cost, training_preference
from gpudesk.sizing.training.training_sensitivity import TrainingOutlook
from gpudesk.sizing.training.training_workload import ELEMENT_BYTES, TrainingWorkload

_whole = click.IntRange(min=1)
_above = click.FloatRange(min=0, min_open=True)
_FAR = 16
"""GPUs of which more than this multiple of the best GPU's count is needed are not listed."""
_KNOWN = {"seen": "setup measured", "known_system": "GPU measured", "unseen": "formula only"}
Command = TypeVar("Command", bound=Callable[..., None])
_OPTIONS = (
    click.option(
        "--method", metavar="KEY", help="Training: full, lora, qlora, dpo, ppo or grpo; full for --task train, lora for --task finetune."
    ),
    click.option(
        "--optimizer",
        "optimiser",
        cls=RenamedOption,
        former=("--optimiser",),
        metavar="KEY",
        help="Training: optimizer state kept per parameter; enter an invalid KEY to list all.",
    ),
    click.option(
        "--program", metavar="KEY", help="Training: native (Megatron, torchtune) or transformers; by default determined by the method."
    ),
    click.option("--sequence", type=_whole, default=4096, show_default=True, help="Training: sequence length, tokens."),
    click.option("--batch", type=_whole, default=64, show_default=True, help="Training: global batch size, sequences per step."),
    click.option("--micro-batch", type=_whole, help="Training: micro-batch size, sequences; by default the best one."),
    click.option("--tokens", type=_above, help="Training: tokens in the data set."),
    click.option("--epochs", type=_above, default=1.0, show_default=True, help="Training: number of epochs."),
    click.option("--steps", type=_whole, help="Training: steps, instead of tokens and epochs."),
    click.option("--days", type=_above, help="Training: maximum total time."),
    click.option("--tensor-parallel", "tensor", type=_whole, help="Training: tensor parallel size; by default the best one."),
    click.option("--pipeline-parallel", "pipeline", type=_whole, help="Training: pipeline stages; by default the best number."),
    click.option("--context-parallel", "context", type=_whole, help="Training: context parallel size; by default the best one."),
    click.option("--expert-parallel", "expert", type=_whole, help="Training: expert parallel size; by default the best one."),
    click.option("--zero", type=click.IntRange(0, 3), help="Training: ZeRO stage (3 is FSDP); by default the best one."),
    click.option(
        "--recompute",
        type=click.Choice(["none", "selective", "full"]),
        help="Training: activation recomputation; by default the best choice.",
    ),
    click.option("--offload", is_flag=True, help="Training: keep optimizer states in host memory."),
    click.option("--chunked-loss", is_flag=True, help="Training: calculate the logits in chunks of the vocabulary."),
    click.option("--eager", is_flag=True, help="Training: store attention scores, as without flash attention."),
    click.option("--packed", is_flag=True, help="Training of adapters: samples are packed into sequences of equal length."),
    click.option("--adapter", is_flag=True, help="Training: use an adapter with dpo, ppo or grpo."),
    click.option("--rank", type=_whole, default=16, show_default=True, help="Training: rank of the adapter."),
    click.option(
        "--targets",
        type=click.Choice(["query-value", "attention", "linear", "linear-experts"]),
        default="linear",
        show_default=True,
        help="Training: matrices to which adapters are added.",
    ),
    click.option(
        "--train-embeddings",
        "words",
        cls=RenamedOption,
        former=("--train-words",),
        is_flag=True,
        help="Training: train embeddings and output head in addition to the adapter.",
    ),
    click.option(
        "--base", default="nf4-dq", show_default=True, metavar="KEY", help="Training: format of the frozen base model with qlora."
    ),
    click.option(
        "--kept",
        type=click.Choice(["fp32", "bf16"]),
        default="fp32",
        show_default=True,
        help="Training: format of the matrices that qlora does not quantize.",
    ),
    click.option(
        "--project",
        type=IN,
        metavar="FILE",
        help="Training: use the systems of the project FILE and its compute network with the installed cables.",
    ),
    click.option(
        "--rollouts", type=_whole, default=16, show_default=True, help="Training: concurrent rollout sequences with ppo and grpo."
    ),
)


def training_options(command: Command) -> Command:
    """Give a command the options of training."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def size_training(
    name: str,
    task: str,
    precision: str,
    gpus_named: Sequence[str],
    count: int | None,
    cost_settings: tuple[str, ...] = (),
    *,
    best: str = "gpus",
    as_json: bool,
    **training: Any,
) -> None:
    """Print the GPUs that can train a model as requested.

    Args:
        training: the values of `training_options`.

    Raises:
        InvalidData: a name is unknown, or the options are not compatible.
    """
    from gpudesk.catalog.cost_inputs import CostInputs
    from gpudesk.sizing.gpus.boards import boards, find_board, planned_boards
    from gpudesk.sizing.serving.serving_work import Order
    from gpudesk.sizing.training.training import training_plans
    from gpudesk.sizing.training.training_request import TrainingAsked, training_workload
    from gpudesk.sizing.training.training_sensitivity import training_outlook
    from gpudesk.sizing.training.training_workload import ELEMENT_BYTES

    if precision not in ELEMENT_BYTES:
        raise click.UsageError(f"no training in {precision!r}; the precisions are {', '.join(ELEMENT_BYTES)}")
    project: Path | None = training.pop("project")
    method = training.pop("method") or ("full" if task == "train" else "lora")
    optimiser, program = (training.pop(key) or "" for key in ("optimiser", "program"))
    request = TrainingAsked(name, model_of(name), method, optimiser, program, precision, gpus=count, best=Order(best), **training)
    work = training_workload(request)
    refuse_idle(
        (
            "packed",
            work.is_whole and work.program.held_back_packed is not None,
            "needs an adapter that Transformers trains",
        ),
        ("base kept", method == "qlora", "needs --method qlora: no other method quantizes a frozen base"),
        ("rank targets words", work.adapter is not None, "needs an adapter: --method lora or qlora, or --adapter"),
        ("rollouts", work.method.copies.generates, "needs --method ppo or grpo"),
        ("tokens epochs", request.steps is None, "cannot be combined with --steps"),
        ("epochs", request.tokens is not None, "needs --tokens"),
    )
    stored_request = replace(request, model=work.model.name, own=request.own if is_own(name) else None)
    refuse_to_lose(["project"] if project is not None else [])
    keep_asked(stored_request, gpus_named, as_json=as_json)
    if answered_from_stock(stored_request, as_json=as_json):
        return
    costing = Costing(CostInputs(said_values(cost_settings)))
    chosen = [find_board(word) for word in gpus_named] or planned_boards()
    network = None
    if project is not None:
        network = network_of(project, [board.key for board in chosen] if gpus_named else [], count)
        work, chosen = replace(work, network=network), [boards()[network.board]]
    most = network.most_gpus if network is not None else None
    candidates = training_plans(work, chosen, count, most, order=request.best)
    plans = sorted(candidates, key=lambda plan: training_preference(plan, request.best, costing))
    if put_to_use(plans, as_json=as_json):
        return
    looks = {plan.board.key: training_outlook(plan) for plan in plans} if gpus_named else {}
    if as_json:
        plain_request = {
            "task": task,
            "method": method,
            "precision": precision,
            "optimizer": work.scheme.key,
            "program": work.program.key,
            "sequence_tokens": request.sequence,
            "batch": request.batch,
            "micro_batch": request.micro_batch,
            "tokens": work.tokens,
            "days": request.days,
            "tensor_parallel": request.tensor,
            "pipeline_parallel": request.pipeline,
            "context_parallel": request.context,
            "expert_parallel": request.expert,
            "zero": request.zero,
            "recompute": request.recompute,
            "offload": request.offload,
            "chunked_loss": request.chunked_loss,
            "eager_attention": request.eager,
            "sample_packing": request.packed,
            "adapter": _adapter(work.adapter),
            "base": work.form.key if work.form is not None else None,
            "trained_parameters": work.trained.trained_parameters,
            "gpu": list(gpus_named),
            "gpus": count,
            "optimize_for": best,
            **({"project_network": plain_network(network)} if network is not None else {}),
        }
        weights = work.scheme.weight_bytes * work.model.parameters
        print_sized(work.model, weights, plain_request, [_plain(plan, looks.get(plan.board.key, []), costing) for plan in plans])
        return
    if not plans and count is not None:
        click.echo(
            f"{counted(count, 'GPU')} cannot split this training evenly: "
            f"heads, layers, experts and the {request.batch:,} sequences of a step must be divisible across the GPUs."
        )
        return
    _print(work, plans, costing, named=bool(gpus_named))
    for plan in plans:
        _print_outlook(plan, looks.get(plan.board.key, []))


def _adapter(adapter: Adapter | None) -> dict[str, Any] | None:
    return None if adapter is None else {"rank": adapter.rank, "targets": adapter.targets, "embeddings": adapter.words}


def _reasons(plan: TrainingPlan) -> list[str]:
    lacking = lacking_base(plan.work, plan.board)
    why = {
        "format": "" if lacking is None else lacking.plain(),
        "memory": f"memory: {plan.needed.value:,.1f} GiB per GPU needed, {plan.usable_gib:,.1f} usable",
        "batch": f"{counted(plan.work.batch, 'sequence')} cannot be split evenly across {plan.split.data:,} × {plan.micro_batch}",
        "precision": f"the GPU does not support {plan.work.precision.upper()}, or its rate is not known{_able(plan)}",
        "time": f"{plan.days.value:,.1f} days, best case {plan.days.low:,.1f}" if plan.days is not None else "",
    }
    return [why[str(reason)] for reason in plan.refused]


def _able(plan: TrainingPlan) -> str:
    """The option that names the precisions in which its board does compute."""
    able = [key for key in ELEMENT_BYTES if computes(plan.board, key)]
    return f"; use --precision {' or '.join(able)}" if able else ""


def _plain(plan: TrainingPlan, looks: Sequence[TrainingOutlook], costing: Costing) -> dict[str, Any]:
    split, board = plan.split, plan.board
    return {
        "gpu": board.key,
        "title": board.title,
        "gpus": plan.gpus,
        "data_parallel": split.data,
        "tensor_parallel": split.tensor,
        "pipeline_parallel": split.pipeline,
        "virtual_stages": split.virtual,
        "context_parallel": split.context,
        "expert_parallel": split.expert,
        "zero": split.zero,
        "micro_batch": plan.micro_batch,
        "micro_batches": plan.micro_batches,
        "recompute": str(plan.recompute),
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
            "gpu_memory_gib": board.memory_gib,
            "host_gib": plan.host_gib,
            "terms": [term_of(term) for term in plan.needed.terms],
        },
        "time": _time(plan),
        "job": job_of(plan, costing),
        "balance": balance_of(plan),
        "cost": _cost(plan, costing),
        "power_w": board.power_w * plan.gpus if board.power_w is not None else None,
        "gpus_price_usd": board.price_usd * plan.gpus if board.price_usd is not None else None,
        "remarks": [remark.plain() for remark in (*plan.remarks, *plan.needed.warnings)],
        "sensitivity": [
            {
                "change": str(look.change),
                "amount": look.amount or None,
                "recompute": look.word or None,
                "gpus": look.plan.gpus,
                "needed_gib": look.plan.needed.value,
                "fits": plain_fits(look.plan),
            }
            for look in looks
        ],
    }


def _time(plan: TrainingPlan) -> dict[str, Any] | None:
    time, days = plan.time, plan.days
    if time is None:
        return None
    return {
        "step_s": {"value": time.step_s, "low": time.low_s, "high": time.high_s},
        "terms": [{"name": term.name, "seconds": term.value} for term in time.terms],
        "tokens_per_s": time.tokens_per_s,
        "mfu": time.mfu,
        "mfu_range": {"value": time.mfu, "low": time.mfu_low, "high": time.mfu_high},
        "days": {"value": days.value, "low": days.low, "high": days.high} if days is not None else None,
        "gpu_hours": plan.gpu_hours,
        "provenance": time.provenance,
    }


def _cost(plan: TrainingPlan, costing: Costing) -> dict[str, Any] | None:
    cost = training_cost(plan, costing)
    return None if cost is None else {"rates": plain_result(cost.rates), "total": plain_ends(cost.whole, 2)}


def _cost_lines(plan: TrainingPlan, costing: Costing) -> Iterator[str]:
    cost = training_cost(plan, costing)
    if cost is None:
        return
    money, hour = cost.rates.currency, cost.rates.per_used_hour
    bought = "" if cost.rates.priced else ", without the GPU price, which is not known"
    whole = f"; in total {cost.whole.value:,.0f} ({cost.whole.low:,.0f}-{cost.whole.high:,.0f}) {money}" if cost.whole is not None else ""
    yield f"A GPU-hour used costs {hour.value:,.2f} ({hour.low:,.2f}-{hour.high:,.2f}) {money}{whole}{bought}."


def _print(work: TrainingWorkload, plans: Sequence[TrainingPlan], costing: Costing, *, named: bool) -> None:
    trained = work.trained.trained_parameters
    click.echo(f"{work.model.name}: {work.model.parameters:,} parameters, {trained:,} of them trained; {work.method.title}")
    click.echo(f"{work.scheme.title}: {rounded(work.scheme.bytes_each, 4)} B per trained parameter ({work.scheme.source})")
    for note in work.model.notes:
        click.echo(note)
    if not plans:
        click.echo("No number of these GPUs can split this training evenly.")
        return
    click.echo()
    near = [plan for plan in plans if named or plan.gpus <= _FAR * plans[0].gpus]
    remarks = list(dict.fromkeys(sentence(remark) for plan in near for remark in (*plan.remarks, *plan.needed.warnings)))
    head = (
        "GPU",
        "Count",
        "Split",
        "ZeRO",
        "Micro-batch",
        "Recompute",
        "GiB each",
        "Usable",
        "Step s",
        "MFU",
        "Days",
        "Known",
        "Verdict",
        "",
    )
    rows = [_row(plan, remarks) for plan in near]
    print_table([head, *rows], right=(1, 3, 7, 9))
    for number, remark in enumerate(remarks, 1):
        click.echo(f"{number}) {remark}")
    if len(near) < len(plans):
        need = counted(len(plans) - len(near), "more plan needs", "more plans need")
        click.echo(f"{need} over {_FAR} times as many GPUs; use --gpu NAME to show one.")
    if named:
        for plan in near:
            _print_terms(plan, costing)


def _row(plan: TrainingPlan, remarks: Sequence[str]) -> tuple[str, ...]:
    time, days = plan.time, plan.days
    return (
        plan.board.title,
        f"{plan.gpus:,}",
        _split(plan.split),
        str(plan.split.zero),
        f"{plan.micro_batch} × {plan.micro_batches:,}",
        str(plan.recompute),
        f"{plan.needed.value:,.1f} ({plan.needed.low:,.1f}-{plan.needed.high:,.1f})",
        f"{plan.usable_gib:,.1f}",
        f"{time.step_s:,.2f} ({time.low_s:,.2f}-{time.high_s:,.2f})" if time is not None else "",
        f"{100 * time.mfu:.0f} ({100 * time.mfu_low:.0f}-{100 * time.mfu_high:.0f}) %" if time is not None else "",
        f"{days.value:,.1f} ({days.low:,.1f}-{days.high:,.1f})" if days is not None else "",
        _KNOWN[plan.provenance] if time is not None else "",
        "; ".join(_reasons(plan)) or _outcome(plan),
        " ".join(f"{remarks.index(sentence(remark)) + 1})" for remark in (*plan.remarks, *plan.needed.warnings)),
    )


def _split(split: TrainingSplit) -> str:
    """The ways along which there is more than one GPU."""
    ways = (("data", split.data), ("tensor", split.tensor), ("stages", split.pipeline), ("context", split.context))
    more = [f"{split.virtual} virtual stages each"] if split.virtual > 1 else []
    more += [f"experts across {split.expert}"] if split.expert > 1 else []
    return ", ".join(filter(None, (" × ".join(f"{many:,} {word}" for word, many in ways if many > 1), *more)))


def _print_terms(plan: TrainingPlan, costing: Costing) -> None:
    click.echo()
    click.echo(f"{plan.gpus:,} × {plan.board.title}, GPU with the highest memory use:")
    rows = [
        (
            f"  {sentence(term.title)}",
            f"{term.value:,.2f}",
            f"{term.low:,.2f}-{term.high:,.2f}" if term.low != term.high else "",
            str(term.kind),
            sentence(term.formula) if term.formula is not None else "",
        )
        for term in plan.needed.terms
    ]
    print_table([("  GiB of", "", "Range", "Kind", "How"), *rows], right=(1,))
    if plan.time is not None:
        text = ", ".join(f"{sentence(term.title)} {rounded(term.value)} s" for term in plan.time.terms)
        click.echo(f"  A step of {rounded(plan.time.step_s)} s: {text}.")
    for line in (*job_lines(plan, costing), *_cost_lines(plan, costing), *balance_lines(plan)):
        click.echo(f"  {line}")
    if plan.host_gib:
        click.echo(f"  {plan.host_gib:,.1f} GiB per GPU are in host memory.")


_CHANGES = {
    "micro_batch": "micro-batches of {amount}",
    "recompute": "{word} recomputation",
    "zero": "ZeRO {amount}",
    "chunked_loss": "logits in chunks of the vocabulary",
    "lora": "an adapter of rank {amount}",
    "qlora": "an adapter of rank {amount} with 4-bit weights",
    "offload": "optimizer states in host memory",
    "sequence": "sequences of {amount} {amount|token|tokens}",
    "gpus": "{amount} {amount|GPU|GPUs}",
}


def _print_outlook(plan: TrainingPlan, looks: Sequence[TrainingOutlook]) -> None:
    if not looks:
        return
    click.echo()
    what = "fits up to" if plan.fits else "with one change at a time"
    click.echo(f"{plan.gpus:,} × {plan.board.title} {what}:")
    for look in looks:
        change_text = phrase(_CHANGES[str(look.change)], amount=look.amount, word=look.word)
        verdict = "fits" if look.plan.fits else "still does not fit"
        click.echo(f"  {change_text}: {look.plan.needed.value:,.1f} GiB per GPU, {verdict}")


def _outcome(plan: TrainingPlan) -> str:
    """The verdict of a plan that nothing refuses."""
    if plan.verdict is Verdict.MAY_MISS:
        return f"may miss: {', '.join(plan.risks)}"
    return "fits, but its range may miss the target" if plan.close else str(plan.verdict)
