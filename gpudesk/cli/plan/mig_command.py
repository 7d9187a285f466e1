"""The command that cuts GPUs into slices (MIG) for a set of jobs."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gpudesk import __version__
from gpudesk.cli.terminal.given_paths import OUT, refuse_two_outputs
from gpudesk.cli.terminal.output import json_option, print_json, print_table
from gpudesk.core.hardware.mig import Placed

if TYPE_CHECKING:
    from gpudesk.sizing.serving.serving import ServingPlan

SCHEMA = "gpudesk.mig.v2"


def _needs(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> list[tuple[float, int, int]]:
    needs = []
    for word in given:
        parts = word.split(":")
        try:
            gib, count, compute = float(parts[0]), int(parts[1]) if len(parts) > 1 else 1, int(parts[2]) if len(parts) > 2 else 1
        except ValueError:
            raise click.BadParameter(f"{word!r} is not GIB, GIB:COUNT or GIB:COUNT:SLICES") from None
        if len(parts) > 3 or not 0 < gib < 10_000 or not 0 < count <= 10_000 or not 1 <= compute <= 7:
            raise click.BadParameter(f"{word!r} is not GIB, GIB:COUNT or GIB:COUNT:SLICES")
        needs.append((gib, count, compute))
    return needs


def _served(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> list[tuple[str, str, int]]:
    served_models = []
    for word in given:
        model, _, rest = word.partition(":")
        form, _, count = rest.partition(":")
        if not model or (count and not (count.isdecimal() and 0 < int(count) <= 10_000)):
            raise click.BadParameter(f"{word!r} is not MODEL, MODEL:FORMAT or MODEL:FORMAT:COUNT")
        served_models.append((model, form or "bf16", int(count or 1)))
    return served_models


@click.command("mig")
@click.option("--gpu", "name", required=True, metavar="NAME", help="The GPU to partition.")
@click.option(
    "--need",
    "needs",
    multiple=True,
    callback=_needs,
    metavar="GIB[:COUNT[:SLICES]]",
    help="Memory per job, number of jobs, and minimum compute slices per job; may be repeated.",
)
@click.option(
    "--serve",
    "served",
    multiple=True,
    callback=_served,
    metavar="MODEL[:FORMAT[:COUNT]]",
    help="A model to serve with vLLM, and the number of slices that serve it; may be repeated. FORMAT is bf16 by default.",
)
@click.option("--input", "prompt", type=click.IntRange(min=1), default=1024, show_default=True, help="Prompt length, tokens.")
@click.option("--output", "answer", type=click.IntRange(min=1), default=256, show_default=True, help="Output length, tokens.")
@click.option("--concurrency", type=click.IntRange(min=1), default=1, show_default=True, help="Concurrent sequences per slice.")
@click.option("--tpot-ms", type=click.FloatRange(min=0, min_open=True), help="Maximum time per output token.")
@click.option(
    "--out",
    type=OUT,
    metavar="FILE",
    help="Write the layouts as a configuration file for mig-parted and the GPU Operator.",
)
@json_option
def mig_command(
    name: str,
    needs: list[tuple[float, int, int]],
    served: list[tuple[str, str, int]],
    prompt: int,
    answer: int,
    concurrency: int,
    tpot_ms: float | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Find the minimum number of GPUs that provide one MIG slice per job, and the slice layout of each GPU.

    Each job is assigned the smallest slice on which it fits; each model, the smallest slice that meets its targets. Slices
    are placed only at positions that the GPU supports. For up to a few hundred jobs, all packings are tried to find the
    minimum number of GPUs.
    """
    from gpudesk.catalog.models import find_model
    from gpudesk.disk.writing import is_standard_output, write_file
    from gpudesk.formats.launch.launch_cluster import mig_parted, planned_layouts
    from gpudesk.sizing.fit.mig_serving import ServedJob, served_slices
    from gpudesk.sizing.gpus.boards import find_board
    from gpudesk.sizing.gpus.mig_slices import Need
    from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
    from gpudesk.sizing.serving.serving import ServingWorkload

    refuse_two_outputs(out, as_json=as_json)
    if not needs and not served:
        raise click.UsageError("give --need or --serve")
    vllm, tpot_s = engines()["vllm"], None if tpot_ms is None else tpot_ms / 1000
    jobs = [
        ServedJob(
            ServingWorkload(
                model=find_model(model).architecture,
                form=weight_format(form),
                kv_bytes=2.0,
                prompt=prompt,
                answer=answer,
                concurrency=concurrency,
                engine=vllm,
                utilisation=vllm.utilisation,
                tpot_s=tpot_s,
            ),
            count,
        )
        for model, form, count in served
    ]
    partitioning = served_slices(find_board(name), jobs, [Need(*need) for need in needs])
    slice_layout = partitioning.layout
    models = [None] * len(needs) + list(partitioning.plans)
    gpus = slice_layout.layouts.gpus
    if out is not None:
        write_file(out, "".join(mig_parted(planned_layouts([_counts(gpu) for gpu in gpus])).values()).encode())
        if is_standard_output(out):
            return
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                "gpu": slice_layout.board.key,
                "gpus": len(gpus),
                "optimal": slice_layout.layouts.exact,
                "jobs": [
                    {
                        "gib": need.gib,
                        "count": need.count,
                        "compute": need.compute,
                        "profile": profile.name,
                        "profile_gib": round(held, 3),
                        "model": None if plan is None else plan.work.model.name,
                        "format": None if plan is None else plan.form.key,
                        "tpot_ms": None if plan is None else round(plan.tpot.value * 1000, 3),
                    }
                    for (need, profile, held), plan in zip(slice_layout.slices, models, strict=True)
                ],
                "layouts": [
                    [{"profile": placed.profile.name, "start": placed.start, "slices": placed.profile.memory} for placed in _in_order(gpu)]
                    for gpu in gpus
                ],
            }
        )
        return
    rows = [("Needed", "Jobs", "Slice", "Slice GiB", "Serves")]
    rows += [
        (f"{need.gib:,.1f} GiB", f"{need.count:,}", profile.name, f"{held:,.1f}", _serves(plan))
        for (need, profile, held), plan in zip(slice_layout.slices, models, strict=True)
    ]
    print_table(rows, right=(1, 3))
    least = "the minimum" if slice_layout.layouts.exact else "packed one by one; fewer may be enough"
    click.echo(f"{len(gpus):,} × {slice_layout.board.title}, {least}:")
    alike = Counter(" + ".join(f"{placed.profile.name}@{placed.start}" for placed in _in_order(gpu)) for gpu in gpus)
    for layout, count in alike.items():
        click.echo(f"  {count:,} × {layout}")


def _counts(gpu: Iterable[Placed]) -> dict[str, int]:
    return dict(Counter(placed.profile.name for placed in _in_order(gpu)))


def _serves(plan: "ServingPlan | None") -> str:
    if plan is None:
        return ""
    low, high = plan.tpot.low * 1000, plan.tpot.high * 1000
    return f"{plan.work.model.name} in {plan.form.title}: {plan.tpot.value * 1000:,.1f} ms per token ({low:,.1f}-{high:,.1f})"


def _in_order(gpu: Iterable[Placed]) -> list[Placed]:
    return sorted(gpu, key=lambda placed: placed.start)


COMMANDS = (mig_command,)
