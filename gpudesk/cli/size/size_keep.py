"""Stores a sizing request as a workload of a project."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from gpudesk.cli.terminal.given_paths import IN
from gpudesk.disk.paths import is_there

if TYPE_CHECKING:
    from gpudesk.sizing.workloads.saved_workload import AnyAsked

_WANTED = "gpudesk.size.keep"


def keep_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--keep`, `--as` and `--stock`; `keep_asked` and `answered_from_stock` use their values later."""

    def note(key: str) -> Callable[[click.Context, click.Parameter, Any], Any]:
        def callback(context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
            context.meta[f"{_WANTED}.{key}"] = value
            return value

        return callback

    file = click.option(
        "--keep",
        type=IN,
        metavar="FILE",
        expose_value=False,
        callback=note("file"),
        help="Save the request as a workload of the project FILE, which is created if it does not exist.",
    )
    named = click.option(
        "--as",
        metavar="NAME",
        expose_value=False,
        callback=note("name"),
        help="Name of the saved workload; an existing one with this name is replaced.",
    )
    held = click.option(
        "--stock",
        metavar="STOCK",
        expose_value=False,
        callback=note("stock"),
        help="Find the best way to run the workload on GPUs on hand, such as 6xA100-40GB,4xL40S.",
    )
    return file(named(held(command)))


def answered_from_stock(request: "AnyAsked", *, as_json: bool) -> bool:
    """Print the best assignment of the request to the GPUs of `--stock`; False if none was given.

    Raises:
        DeskError: the stock cannot be read, or the request is not valid here.
    """
    text = click.get_current_context().meta.get(f"{_WANTED}.stock")
    if text is None:
        return False
    from gpudesk.cli.plan.fleet_command import print_stock_use
    from gpudesk.sizing.fleet.stock_use import best_use, stock_from
    from gpudesk.sizing.workloads.saved_workload import kept

    print_stock_use(best_use([(request.model, kept(request))], stock_from(text)), as_json=as_json)
    return True


def refuse_to_lose(said: Sequence[str]) -> None:
    """Refuse options that a stored workload does not include: no part of the request is dropped silently.

    Raises:
        click.UsageError: one of them was given together with `--keep` or `--stock`.
    """
    meta = click.get_current_context().meta
    if said and (meta.get(f"{_WANTED}.file") is not None or meta.get(f"{_WANTED}.stock") is not None):
        raise click.UsageError(f"a saved workload cannot include {', '.join(said)}: leave it out with --keep and --stock")


def keep_asked(request: "AnyAsked", gpus_named: Sequence[str], *, as_json: bool) -> None:
    """Store the request, if requested, with the one named GPU.

    Raises:
        click.UsageError: several GPUs were named.
        DeskError: the project cannot be written.
    """
    meta = click.get_current_context().meta
    file, name = meta.get(f"{_WANTED}.file"), meta.get(f"{_WANTED}.name") or ""
    if file is None:
        if name:
            raise click.UsageError("--as needs --keep: it is the name of the saved workload")
        return
    from gpudesk.operations.project.workloads import add_workload, change_workload
    from gpudesk.operations.run.run import run
    from gpudesk.project.document import Document
    from gpudesk.sizing.gpus.boards import find_board
    from gpudesk.sizing.workloads.saved_workload import kept

    if len(gpus_named) > 1:
        raise click.UsageError("a workload is saved with one --gpu, or without --gpu for all")
    work = kept(replace(request, gpu=find_board(gpus_named[0]).key if gpus_named else ""))
    with Document.open(file) if is_there(file) else Document.create(file) as document:
        rows = document.snapshot["workload"]
        known = rows.where("name", name).tolist() if name else []
        settings = {"task": work.task, "asked": work.asked, "model": work.model}
        if known:
            run(document, change_workload, known[0], settings)
        else:
            row_id = run(document, add_workload, name, work.task, work.asked, work.model).result
            name = str(document.snapshot["workload"].row(row_id)["name"])
    if not as_json:
        click.echo(f"Saved as {name} in {file}.")
        click.echo()
