"""The reasons why GPUs have no plan on the front, as shown by the sizing command."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from gpudesk.sizing.gpus.boards import Board

if TYPE_CHECKING:
    from gpudesk.sizing.serving.pareto_plans import Field


def losers(found: "Field", chosen: Sequence[Board]) -> list[dict[str, Any]]:
    """Each GPU without a plan on the front: its closest plan, and the reason why it is not on the front."""
    from gpudesk.core.values.pareto import NOBODY
    from gpudesk.sizing.serving.pareto_plans import why_not

    winners = {found.board(at).key for at in found.front()}
    lost_boards = []
    for board in chosen:
        at = found.nearest(board) if board.key not in winners else None
        if at is None:
            continue
        by = int(found.beaten_by[at])
        lost_boards.append(
            {
                "gpu": board.key,
                "title": board.title,
                "gpus": int(found.figures[at, -1]),
                "reasons": [reason.plain() for reason in why_not(found, at)],
                "dominated_by": None if by == NOBODY else {"gpu": found.board(by).key, "gpus": int(found.figures[by, -1])},
            }
        )
    return lost_boards


def print_losers(told: Sequence[dict[str, Any]]) -> None:
    """Print one line for each."""
    if told:
        click.echo("Not on the Pareto front:")
    for loser in told:
        click.echo(f"  {loser['gpus']:,} × {loser['title']}: {'; '.join(loser['reasons'])}")
