"""The part of the command that sizes for work that no model describes."""

from collections.abc import Callable
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.terminal.amounts import quantity, rounded, span
from gpudesk.cli.terminal.output import print_json, print_table

SCHEMA = "gpudesk.size_generic.v2"
_above = click.FloatRange(min=0, min_open=True)
_least = click.FloatRange(min=0)
_FP = "fp64, fp64-tensor, fp32, bf16, fp16, fp8 or fp4"
_OPTIONS = (
    click.option("--flops", type=_above, help="Generic: floating-point operations in total."),
    click.option("--bytes", "moved_bytes", type=_least, help="Generic: bytes read from and written to GPU memory."),
    click.option("--memory-gib", type=_least, help="Generic: GPU memory needed in total."),
    click.option(
        "--parallel", type=click.FloatRange(0, 1), help="Generic: share of the work that runs in parallel on several GPUs; 1 by default."
    ),
    click.option("--deadline-s", type=_above, help="Generic: maximum run time."),
)
GENERIC = frozenset({"flops", "moved_bytes", "memory_gib", "parallel", "deadline_s"})
_WHY = {"memory": "memory", "ttft": "too slow even at best"}


def generic_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that describe generic work."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def size_generic(precision: str, gpus_named: tuple[str, ...], count: int | None, *, as_json: bool, **said: Any) -> None:
    """Print the GPUs that can perform it, by the roofline.

    Raises:
        click.UsageError: its requirements are missing.
    """
    from gpudesk.core.work.generic_work import GenericWork
    from gpudesk.sizing.generic.generic import PRECISIONS, generic_plans, sources
    from gpudesk.sizing.gpus.boards import planned_boards
    from gpudesk.sizing.gpus.mig_slices import find_board_or_slice

    if said["flops"] is None:
        raise click.UsageError("--task generic needs --flops, and usually --bytes and --memory-gib")
    if precision not in PRECISIONS:
        raise click.UsageError(f"--precision of --task generic must be {_FP}, not {precision!r}")
    parallel = 1.0 if said["parallel"] is None else said["parallel"]
    work = GenericWork(said["flops"], said["moved_bytes"] or 0.0, said["memory_gib"] or 0.0, parallel)
    chosen = [find_board_or_slice(word) for word in gpus_named] or planned_boards()
    plans = generic_plans(work, precision, chosen, count, said["deadline_s"])
    if as_json:
        asked = {
            "task": "generic",
            "precision": precision,
            "flops": work.flops,
            "bytes": work.moved_bytes,
            "memory_gib": work.held_gib,
            "parallel": parallel,
            "deadline_s": said["deadline_s"],
            "gpu": list(gpus_named),
            "gpus": count,
        }
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                "request": asked,
                "kind": "rule of thumb",
                "sources": list(sources()),
                "fits": any(plan.fits for plan in plans),
                "plans": [
                    {
                        "gpu": plan.board.key,
                        "title": plan.board.title,
                        "gpus": plan.gpus,
                        "fits": plan.fits,
                        "refused": ["deadline" if reason == "ttft" else str(reason) for reason in plan.refused],
                        "at_risk": ["deadline" for _ in plan.risks],
                        "bound": str(plan.bound),
                        "flops_per_byte": work.flops / work.moved_bytes if work.moved_bytes else None,
                        "ridge_flops_per_byte": plan.ridge,
                        "tflops": plan.flops_per_s / 1e12,
                        "needed_gib": plan.needed_gib,
                        "usable_gib": plan.usable_gib,
                        "time_s": {"value": plan.time.value, "low": plan.time.low, "high": plan.time.high},
                        "one_gpu_s": {"value": plan.one.value, "low": plan.one.low, "high": plan.one.high},
                    }
                    for plan in plans
                ],
            }
        )
        return
    if not plans:
        click.echo(f"None of the requested GPUs has a known rate in {precision}.")
        return
    moved = "no data moved"
    if work.moved_bytes:
        moved = f"{quantity(work.moved_bytes, 'B')} moved ({rounded(work.intensity)} FLOP per byte)"
    shown = precision.replace("-tensor", " tensor").replace("fp", "FP").replace("bf", "BF")
    click.echo(f"{quantity(work.flops, 'FLOP')} in {shown}, {moved}, {rounded(work.held_gib, 4)} GiB of memory")
    rows = [("GPU", "Count", "TFLOP/s", "GiB each", "Usable", "Seconds", "Bottleneck", "Ridge FLOP/B", "Verdict")]
    rows += [
        (
            plan.board.title,
            f"{plan.gpus:,}",
            f"{plan.flops_per_s / 1e12:,.1f}",
            f"{plan.needed_gib:,.1f}",
            f"{plan.usable_gib:,.1f}",
            span(plan.time.value, plan.time.low, plan.time.high),
            str(plan.bound),
            f"{plan.ridge:,.1f}",
            ", ".join(_WHY[str(reason)] for reason in plan.refused) or ("may miss" if plan.risks else "fits"),
        )
        for plan in plans
    ]
    print_table(rows, right=(1, 2, 3, 4, 7))
    click.echo("Roofline estimate with the efficiency that programs usually reach: a rule of thumb.")
