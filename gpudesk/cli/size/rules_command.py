"""The command that evaluates the rules of thumb of users' guides."""

from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.terminal.amounts import sentence
from gpudesk.cli.terminal.output import json_option, print_json, print_table
from gpudesk.sizing.rules_of_thumb.rules_of_thumb_audit import JudgedRow, MemoryRules, WorkloadRow

SCHEMA = "gpudesk.rules.v2"
_NO_LIMIT_B = 1e9
"""A row with this upper limit, in billions of parameters, has none."""
_TASKS = {"inference": "Inference", "fine_tuning": "Fine-tuning", "training": "Training"}
_FOR = {"training-research": " for research", "training-production": " for production"}
_FORMULAS = (
    ("Activations", "batch × sequence × hidden²", "activations"),
    ("KV cache", "2 × layers × batch × sequence × head dimension", "cache"),
)


@click.command("rules")
@json_option
def rules_command(as_json: bool) -> None:
    """Show common rules of thumb for GPU sizing, and how they compare with the estimates of GPU Desk.

    They are for comparison only and are not included in any total.
    """
    from gpudesk.core.work.rules_of_thumb import LEFT_OUT
    from gpudesk.sizing.rules_of_thumb.rules_of_thumb_audit import judged, memory_rules, model_rows, workload_rows

    rules, rows = memory_rules(), [judged(row) for row in model_rows()]
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                "kind": "rule of thumb",
                "memory": _memory(rules),
                "models": [_model(row) for row in rows],
                "workloads": [_workload(row) for row in workload_rows()],
                "omissions": {name: text.plain() for name, text in LEFT_OUT.items()},
            }
        )
        return
    _print_memory(rules)
    _print_models(rows)
    _print_workloads(workload_rows())


def _memory(rules: MemoryRules) -> dict[str, Any]:
    columns = {"fp16": rules.fp16, "fp32": rules.fp32}
    return {
        "bytes_per_parameter": {
            name: {"weights": rule.weights, "gradients": rule.gradients, "optimizer": rule.optimizer, "total": rule.total}
            for name, rule in columns.items()
        },
        "example_7b_gb": list(rules.fp16.gigabytes(7e9)),
        "training_times_inference": list(rules.training_times),
        "counted": [
            {
                "key": count_rule.key,
                "bytes_per_parameter": count_rule.total,
                "example_7b_gb": count_rule.total * 7,
                "source": count_rule.source,
            }
            for count_rule in rules.counted
        ],
        "source": rules.source,
    }


def _model(found: JudgedRow) -> dict[str, Any]:
    row = found.row
    return {
        "name": row.name,
        "stated_gb": row.stated_gb,
        "by_rule": row.by_rule,
        "rule": row.rule,
        "recommended": row.said,
        "gpu": row.gpu,
        "gpus": row.gpus,
        "task": row.task,
        "verdict": str(found.verdict),
        "needed_gib": found.needed_gib,
        "usable_gib": found.usable_gib,
        "reason": found.why.plain(),
    }


def _workload(row: WorkloadRow) -> dict[str, Any]:
    from gpudesk.sizing.rules_of_thumb.rules_of_thumb_audit import capacities

    return {
        "task": row.task,
        "above_billions": row.over,
        "below_billions": row.below if row.below < float("inf") else None,
        "several_gpus": row.several,
        "gpus": [
            {
                "gpu": capacity.board.key,
                "max_billions": capacity.by_format,
                "gpus_for_billions": {str(size): count for size, count in capacity.gpus_for.items()},
            }
            for capacity in capacities(row)
        ],
    }


def _print_memory(rules: MemoryRules) -> None:
    from gpudesk.core.work.rules_of_thumb import LEFT_OUT

    click.echo("Memory: bytes per parameter")
    rows = [("", "16 bits", "32 bits")]
    for title, name in (("Weights", "weights"), ("Gradients", "gradients"), ("Adam", "optimizer"), ("Total", "total")):
        rows.append((title, f"{getattr(rules.fp16, name):g}", f"{getattr(rules.fp32, name):g}"))
    print_table(rows, right=(1, 2))
    weights, gradients, optimizer, total = rules.fp16.gigabytes(7e9)
    click.echo(f"7 billion parameters in 16 bits: {weights:g} + {gradients:g} + {optimizer:g} = {total:g} GB. {LEFT_OUT['training']}")
    counted = "; ".join(f"{count_rule.total:g} B, {count_rule.total * 7:g} GB ({count_rule.source})" for count_rule in rules.counted)
    click.echo(f"Calculated: {counted}.")
    low, high = rules.training_times
    click.echo(f"Training takes {low:g} to {high:g} times the memory of inference. {LEFT_OUT['times']}")
    for title, formula, name in _FORMULAS:
        click.echo(f"{title}: {formula}. {LEFT_OUT[name]}")
    click.echo()


def _print_models(rows: list[JudgedRow]) -> None:
    from gpudesk.core.work.rules_of_thumb import LEFT_OUT

    click.echo("GPU for a model, one sequence of 4,096 tokens")
    table = [("Model", "Stated", "By rule", "GPU", "Verdict", "")]
    for judged_row in rows:
        row = judged_row.row
        by_rule = "" if row.by_rule is None else f"{row.by_rule:,.1f} {'GiB' if row.rule == 'four_bit' else 'GB'}"
        table.append((row.name, f"{row.stated_gb:,g} GB", by_rule, row.said, str(judged_row.verdict), sentence(judged_row.why)))
    print_table(table, right=(1, 2))
    click.echo(f"Half a byte per parameter: {LEFT_OUT['four_bit'].plain()[0].lower()}{LEFT_OUT['four_bit'].plain()[1:]}")
    click.echo()


def _sizes(row: "WorkloadRow") -> str:
    """The model sizes of a row: "below 13 B", "13 B to 70 B", "from 70 B"; "" for all."""
    if row.below >= _NO_LIMIT_B:
        return f"from {row.over:g} B" if row.over else ""
    return f"{row.over:g} B to {row.below:g} B" if row.over else f"below {row.below:g} B"


def _print_workloads(rows: tuple[WorkloadRow, ...]) -> None:
    from gpudesk.core.work.rules_of_thumb import LEFT_OUT
    from gpudesk.sizing.rules_of_thumb.rules_of_thumb_audit import capacities

    click.echo("GPU for a workload, and the model size that fits (billions of parameters, at 0.9 of its usable memory)")
    table = [("Workload", "GPU", "Fits on one GPU", "Full training: GPUs for 7 B, 70 B")]
    for row in rows:
        title = f"{_TASKS[row.task]}{_FOR.get(row.key, '')} {_sizes(row)}".rstrip() + (", several GPUs" if row.several else "")
        for at, capacity in enumerate(capacities(row)):
            holds = ", ".join(f"{value:,.1f} {name}" for name, value in capacity.by_format.items())
            counts = ", ".join(str(count) for count in capacity.gpus_for.values())
            table.append((title if not at else "", capacity.board.short, holds, counts))
    print_table(table)
    click.echo(sentence(LEFT_OUT["workload"]))


COMMANDS = (rules_command,)
