"""The largest model or load for available GPUs: the answers to inverse questions."""

from collections.abc import Sequence

import click

from gpudesk import __version__
from gpudesk.cli.size.size_serving import plain_plan
from gpudesk.cli.terminal.amounts import phrase
from gpudesk.cli.terminal.output import print_json
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.serving.serving_work import ServingWorkload

SCHEMA = "gpudesk.size_largest.v2"
_TOLD = {
    "model": "{name}: {amount} parameters",
    "context": "{amount} {amount|token|tokens} of prompt and output",
    "concurrency": "{amount} concurrent {amount|sequence|sequences}",
    "format": "weights in {name}",
}


def answer_largest(question: str, work: ServingWorkload, chosen: Sequence[Board], gpus: int | None, *, as_json: bool) -> None:
    """Print the largest value of the requested quantity.

    Raises:
        click.UsageError: not exactly one GPU is named, or the count is missing.
    """
    from gpudesk.sizing.fit.largest import Question, largest

    if len(chosen) != 1 or gpus is None:
        raise click.UsageError("--largest needs exactly one --gpu, and --gpus")
    board = chosen[0]
    largest_fits = largest(Question(question), work, board, gpus)
    if as_json:
        answers = [
            {"name": answer.name or None, "amount": answer.amount or None, "plan": plain_plan(answer.plan, [])} for answer in largest_fits
        ]
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                "question": question,
                "model": None if question == "model" else work.model.name,
                "gpu": board.key,
                "gpus": gpus,
                "answers": answers,
            }
        )
        return
    of = "" if question == "model" else f" with {work.model.name}"
    click.echo(f"The largest {question} that fits {gpus:,} × {board.title}{of}:")
    for answer in largest_fits:
        answer_text = phrase(_TOLD[question], name=answer.name, amount=answer.amount)
        plan = answer.plan
        click.echo(
            f"  {answer_text}; {plan.needed.value:,.1f} GiB per GPU of {plan.usable_gib:,.1f}, {plan.tpot.value * 1000:,.1f} ms per token"
        )
    if not largest_fits:
        click.echo("  nothing fits: run the command without --largest to see why")
