"""The command that writes what starts a workload of a project."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.plan.launch_options import launch_options, wishes_of, write_launch
from gpudesk.cli.terminal.given_paths import IN, OUT, echo_written, refuse_two_outputs
from gpudesk.cli.terminal.output import json_option, print_json, print_table

if TYPE_CHECKING:
    from gpudesk.sizing.serving.serving import ServingPlan
    from gpudesk.sizing.training.training import TrainingPlan

SCHEMA = "gpudesk.launch.v2"


@click.command("launch")
@click.argument("file", type=IN, required=False)
@click.argument("workload", required=False)
@click.argument("form", metavar="[FORMAT]", required=False)
@click.argument("out", type=OUT, required=False)
@click.option("--list", "listing", is_flag=True, help="List the formats.")
@click.option("--gpu", metavar="NAME", help="Use the plan for this GPU; by default the best one.")
@launch_options
@json_option
def launch_command(
    file: Path | None,
    workload: str | None,
    form: str | None,
    out: Path | None,
    listing: bool,
    gpu: str | None,
    as_json: bool,
    **wishes: Any,
) -> None:
    """Write files that start WORKLOAD of FILE: scripts, Slurm jobs, Kubernetes manifests, load tests, monitoring.

    OUT is a file, or a folder or ZIP archive for formats with several files. The files start the plan that `size` ranks
    first; nothing is written if no plan meets the request. Without a project: gpudesk size … --launch FORMAT --out OUT.
    """
    if listing:
        _list(as_json=as_json)
        return
    if file is None or workload is None or form is None or out is None:
        raise click.UsageError("give FILE, WORKLOAD, FORMAT and OUT, or --list")
    refuse_two_outputs(out, as_json=as_json)
    plan = _plan(file, workload, gpu)
    written = write_launch(form, plan, wishes_of(wishes, plan), out)
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                "format": form,
                "gpu": plan.board.key,
                "gpus": plan.gpus,
                "files": [str(path) for path in written],
            }
        )
        return
    for path in written:
        echo_written(path)


def _list(*, as_json: bool) -> None:
    from gpudesk.sizing.launch.launching import launch_formats

    forms = launch_formats().values()
    if as_json:
        rows = [{"format": form.key, "task": form.task, "title": form.title} for form in forms]
        print_json({"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "formats": rows})
        return
    print_table([("FORMAT", "Task", ""), *((form.key, form.task, form.title) for form in forms)])


def _plan(file: Path, workload: str, gpu: str | None) -> "ServingPlan | TrainingPlan":
    """The best plan of a stored workload.

    Raises:
        click.UsageError: the project has no such workload.
        InvalidData: the request is not valid here, or no GPU meets it.
    """
    from dataclasses import replace

    from gpudesk.core.work.workload import Task
    from gpudesk.project.document import Document
    from gpudesk.sizing.gpus.boards import find_board
    from gpudesk.sizing.launch.launching import best_plan
    from gpudesk.sizing.serving.serving_request import answer
    from gpudesk.sizing.single_pass.pass_request import PassAsked
    from gpudesk.sizing.training.training_request import TrainingAsked, training_answer
    from gpudesk.sizing.workloads.saved_workload import Kept, asked_of

    with Document.open(file, write=False) as document:
        rows = document.snapshot["workload"]
        workloads = {
            name: Kept(Task(task), request_text, model)
            for name, task, request_text, model in zip(
                rows["name"].tolist(), rows["task"].tolist(), rows["asked"].tolist(), rows["model"].tolist(), strict=True
            )
        }
    if workload not in workloads:
        there = ", ".join(workloads) or "none"
        raise click.UsageError(f"the project has no workload {workload!r}; its workloads are: {there}")
    work = workloads[workload]
    only = find_board(gpu).key if gpu else None
    request = asked_of(work)
    if isinstance(request, TrainingAsked):
        return best_plan(training_answer(replace(request, gpu=only or request.gpu)).plans)
    if isinstance(request, PassAsked):
        raise click.UsageError(f"{request.model} is not a generative language model: no launch format supports it")
    return best_plan(answer(replace(request, gpu=only or request.gpu)).plans)


COMMANDS = (launch_command,)
"""The subcommands of the command group."""
