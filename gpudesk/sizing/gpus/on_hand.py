"""Plans from GPUs on hand alone: which boards those are, and how many of each."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, TypeVar

from gpudesk.sizing.gpus.boards import Board

OnHand = Mapping[str, int]
"""How many there are of a board, by its key; without any entry every board may be bought."""
ANY: OnHand = MappingProxyType({})
"""Stock on hand is not specified."""


class _Planned(Protocol):
    @property
    def board(self) -> Board: ...

    @property
    def gpus(self) -> int: ...


Plan = TypeVar("Plan", bound=_Planned)


def boards_on_hand(chosen: Sequence[Board], held: OnHand) -> list[Board]:
    """Those of the boards of which there are any."""
    return [board for board in chosen if not held or held.get(board.key)]


def most_of(board: Board, most: int | None, held: OnHand) -> int | None:
    """The maximum number of GPUs of a board for a plan; None for no limit."""
    limits = [limit for limit in (most, held.get(board.key)) if limit is not None]
    return min(limits, default=None)


def by_limit(chosen: Sequence[Board], most: int | None, held: OnHand) -> dict[int | None, list[Board]]:
    """The boards by the most GPUs that a plan may have of them."""
    groups: dict[int | None, list[Board]] = {}
    for board in chosen:
        groups.setdefault(most_of(board, most, held), []).append(board)
    return groups


def within(plans: Sequence[Plan], most: int | None, held: OnHand, again: Callable[[list[Board], int], Sequence[Plan]]) -> list[Plan]:
    """Plans with at most the permitted number of GPUs.

    Args:
        again: returns, for boards that need more, the closest plans with that number and why they fail.
    """
    limits = {plan.board.key: most_of(plan.board, most, held) for plan in plans}
    over = [plan.board for plan in plans if (limit := limits[plan.board.key]) is not None and plan.gpus > limit]
    keys = {board.key for board in over}
    permitted = [plan for plan in plans if plan.board.key not in keys]
    for limit, group in by_limit(over, most, held).items():
        if limit is not None:
            permitted += again(group, limit)
    return permitted


def on_hand_text(held: OnHand) -> str:
    """Stock on hand as a line, for storage."""
    return ",".join(f"{count}x{key}" for key, count in held.items())
