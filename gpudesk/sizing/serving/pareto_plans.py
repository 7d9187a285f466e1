"""The plans that no other one beats in cost, time of a token, energy and GPUs, and why each of the others loses."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntFlag

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.values.pareto import NOBODY, beaten_by, front
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.serving.serving import ServingPlan, held_rows, plan_of, refuse_without_words, runs
from gpudesk.sizing.serving.serving_grid import Grid
from gpudesk.sizing.serving.serving_work import ServingWorkload

_CONTEXT = "sizing"
FIGURES = ("cost", "speed", "energy", "gpus")
"""Of a year, seconds of a token, kWh for a million tokens, and how many: less is better."""


class Lost(IntFlag):
    """Why a plan is not on the front; 0 if it is."""

    MEMORY = 1
    TPOT = 2
    TTFT = 4
    LOAD = 8
    BEATEN = 16


@dataclass(frozen=True, slots=True)
class Field:
    """All plans of a search in columns, each with its place in the field.

    Attributes:
        figures: shape (plans, `FIGURES`); infinite if the price is unknown.
        lost: `Lost` of each plan.
        on_front: plans that meet the request and are not dominated by another that does.
        beaten_by: place of a plan on the front that is equal in every figure and better in one; `NOBODY` for the others.
    """

    grids: tuple[Grid, ...]
    grid_of: NDArray[np.int64]
    row_of: NDArray[np.int64]
    figures: NDArray[np.float64]
    lost: NDArray[np.int64]
    on_front: NDArray[np.bool_]
    beaten_by: NDArray[np.int64]

    def plan(self, at: int) -> ServingPlan:
        """The plan at a place, with its terms."""
        return plan_of(self.grids[int(self.grid_of[at])], int(self.row_of[at]))

    def board(self, at: int) -> Board:
        """The board of the plan at a place."""
        grid = self.grids[int(self.grid_of[at])]
        return grid.chosen[int(grid.board[int(self.row_of[at])])]

    def front(self) -> list[int]:
        """Places of the plans on the front, the cheapest first."""
        places = np.flatnonzero(self.on_front)
        return [int(at) for at in places[np.lexsort(self.figures[places][:, ::-1].T)]]

    def nearest(self, board: Board) -> int | None:
        """The place of a board's plan that is closest to the front: dominated before refused, then the fewest GPUs."""
        known = [np.array([candidate.key == board.key for candidate in grid.chosen], dtype=bool)[grid.board] for grid in self.grids]
        places = np.flatnonzero(np.concatenate([np.zeros(0, dtype=bool), *known]))
        if not places.size:
            return None
        lost = self.lost[places]
        rank = np.lexsort((self.figures[places, FIGURES.index("gpus")], lost & ~int(Lost.BEATEN), lost > 0))
        return int(places[rank[0]])


def field(works: Sequence[ServingWorkload], chosen: Sequence[Board], gpus: int | None = None, most: int | None = None) -> Field:
    """All ways to serve any of several workloads (the same in several formats) on some boards, compared with each other.

    Args:
        gpus, most: as for `serving_plans`.

    Raises:
        InvalidData: a model does not generate text.
    """
    grids = []
    for work in works:
        refuse_without_words(work.model)
        able = [board for board in chosen if runs(work, board)]
        if able:
            grids.append(Grid(work, able, gpus, most))
    if not grids:
        none = np.zeros(0, dtype=np.int64)
        return Field((), none, none, np.zeros((0, len(FIGURES))), none, none.astype(bool), none)
    figures = np.concatenate([_figures(grid) for grid in grids])
    lost = np.concatenate([_lost(grid) for grid in grids])
    does = np.flatnonzero(lost == 0)
    on = np.zeros(len(lost), dtype=bool)
    by = np.full(len(lost), NOBODY, dtype=np.int64)
    if does.size:
        inside = front(figures[does])
        beaten = beaten_by(figures[does], inside)
        on[does] = inside
        by[does] = np.where(beaten == NOBODY, NOBODY, does[np.maximum(beaten, 0)])
        lost[does[~inside]] |= int(Lost.BEATEN)
    return Field(
        grids=tuple(grids),
        grid_of=np.repeat(np.arange(len(grids)), [len(grid.board) for grid in grids]),
        row_of=np.concatenate([np.arange(len(grid.board)) for grid in grids]),
        figures=figures,
        lost=lost,
        on_front=on,
        beaten_by=by,
    )


def _figures(grid: Grid) -> NDArray[np.float64]:
    priced = np.array([grid.work.costs.of_one(board).price is not None for board in grid.chosen], dtype=bool)[grid.board]
    yearly = np.where(priced, grid.cost.yearly, np.inf)
    return np.column_stack([yearly, grid.tpot, grid.cost.kwh_per_million, grid.gpus.astype(np.float64)])


def _lost(grid: Grid) -> NDArray[np.int64]:
    """Why each plan is refused by its likeliest figures; 0 if it is not."""
    endless = ~np.isfinite(grid.sequences)
    lost = np.where(~held_rows(grid) & ~endless, int(Lost.MEMORY), 0) | np.where(endless, int(Lost.LOAD), 0)
    for time, most, name in ((grid.tpot, grid.work.tpot_s, Lost.TPOT), (grid.ttft, grid.work.ttft_s, Lost.TTFT)):
        if most is not None:
            lost = lost | np.where(time > most, int(name), 0)
    reasons: NDArray[np.int64] = lost.astype(np.int64)
    return reasons


_WHY = {
    Lost.MEMORY: QT_TRANSLATE_NOOP("sizing", "insufficient memory"),
    Lost.TPOT: QT_TRANSLATE_NOOP("sizing", "output tokens are too slow"),
    Lost.TTFT: QT_TRANSLATE_NOOP("sizing", "the first token is too slow"),
    Lost.LOAD: QT_TRANSLATE_NOOP("sizing", "requests arrive faster than they are served"),
}


def why_not(found: Field, at: int) -> tuple[Message, ...]:
    """Explain why the plan at a place is not on the front; empty if it is."""
    lost = Lost(int(found.lost[at]))
    messages = [Message(_CONTEXT, text) for reason, text in _WHY.items() if reason in lost]
    by = int(found.beaten_by[at])
    if by != NOBODY:
        messages.append(_better(found, at, by))
    return tuple(messages)


def _better(found: Field, at: int, by: int) -> Message:
    own_figures, other = found.figures[at], found.figures[by]
    shares = [
        round(100 * float(other[place] / own_figures[place])) if np.isfinite(own_figures[place]) else 0 for place in range(len(FIGURES))
    ]
    values: dict[str, Value] = {
        "gpus": int(other[FIGURES.index("gpus")]),
        "board": found.board(by).title,
        "format": found.grids[int(found.grid_of[by])].work.form.name,
        "cost": shares[0],
        "speed": shares[1],
        "energy": shares[2],
    }
    if not np.isfinite(own_figures[0]):
        text = QT_TRANSLATE_NOOP("sizing", "{gpus} × {board} in {format} take {speed} % of the time and use {energy} % of the energy")
    else:
        text = QT_TRANSLATE_NOOP(
            "sizing", "{gpus} × {board} in {format} cost {cost} % as much, take {speed} % of the time and use {energy} % of the energy"
        )
    return Message(_CONTEXT, text, values)
