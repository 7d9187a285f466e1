"""What to do with GPUs that lie there: which workload runs on which of them, so that most of them run on the fewest GPUs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from gpudesk.catalog.measured_files import measured_stamp
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.sizing.gpus.boards import Board, boards, find_board
from gpudesk.sizing.gpus.on_hand import ANY, OnHand
from gpudesk.sizing.serving.serving import ServingPlan, preference, serving_plans
from gpudesk.sizing.serving.serving_request import Asked, architecture_of, workload_of
from gpudesk.sizing.workloads.placed import AnyPlan, need
from gpudesk.sizing.workloads.saved_workload import Kept, asked_of

_CONTEXT = "sizing"
_LINE = re.compile(r"\s*(\d{1,6})\s*[x×*]\s*(.+?)\s*", re.IGNORECASE)
_MEMORY = re.compile(r"^(.*?)[- ](\d{2,4})\s*(?:gb|gib|g)?$", re.IGNORECASE)
_NEAR = 1.15
"""Maximum deviation of a nominal memory from the driver's report: 40,960 MiB are called 40 GB, 46,068 MiB 48 GB."""
MOST_CHOICES = 200_000
"""Ways to give workloads to boards that are gone through one by one; beyond that the largest workload chooses first."""
MACHINE = 8
"""Maximum number of GPUs of one kind in one machine."""
_MOST_SEQUENCES = 100_000


@dataclass(frozen=True, slots=True)
class Held:
    """One board and the number of its GPUs."""

    board: Board
    count: int


@dataclass(frozen=True, slots=True)
class Part:
    """The boards a workload runs on.

    Attributes:
        sequences: of those requested at once; 0 for training.
    """

    board: Board
    gpus: int
    plan: AnyPlan
    sequences: int = 0


@dataclass(frozen=True, slots=True)
class Use:
    """One workload on available stock; without parts it cannot be placed."""

    name: str
    work: Kept
    parts: tuple[Part, ...] = ()
    why_not: Message | None = None


@dataclass(frozen=True, slots=True)
class StockUse:
    """The best use.

    Attributes:
        left: unused boards.
        exact: all options were evaluated.
    """

    uses: tuple[Use, ...]
    left: tuple[Held, ...]
    exact: bool


def stock_from(text: str) -> list[Held]:
    """What "6xA100-40GB, 4xL40S" means; the same board twice is added up.

    Raises:
        InvalidData: a line is none, or a board is not known.
    """
    counts: dict[str, int] = {}
    for line in text.split(","):
        match = _LINE.fullmatch(line)
        if match is None or not int(match[1]):
            problem = QT_TRANSLATE_NOOP("sizing", "{line} is not a stock line.")
            fix = QT_TRANSLATE_NOOP("sizing", "Write it as 6xA100-40GB,4xL40S.")
            raise InvalidData(Message(_CONTEXT, problem, {"line": line.strip()[:60]}), Message(_CONTEXT, fix))
        key = board_called(match[2]).key
        counts[key] = counts.get(key, 0) + int(match[1])
    return [Held(boards()[key], count) for key, count in counts.items()]


def boards_held(held: OnHand) -> list[Held]:
    """Boards on hand as stock."""
    return [Held(boards()[key], count) for key, count in held.items()]


def on_hand_from(text: str) -> OnHand:
    """Parse the stock stored as a line; empty if none was stored or if it is no longer valid."""
    try:
        return {held.board.key: held.count for held in stock_from(text)} if text else ANY
    except InvalidData:
        return ANY


def board_called(name: str) -> Board:
    """The board of a name that may end in its memory, as people write it: "A100-40GB". Of several that one draws most.

    Raises:
        InvalidData: there is none.
    """
    if name not in boards() and (split := _MEMORY.match(name)) is not None:
        stem, gib = split[1].casefold(), int(split[2])
        named = [board for board in boards().values() if stem in board.short.casefold().split()]
        alike = [board for board in named if gib / _NEAR <= board.memory_gib <= gib * _NEAR]
        if alike:
            return max(alike, key=lambda board: (board.power_w or 0.0, board.key))
    return find_board(name)


def best_use(works: Sequence[tuple[str, Kept]], stock: Sequence[Held]) -> StockUse:
    """Most workloads, then the fewest GPUs, then the least power; each on one kind of board if possible.

    Workloads that fit on no single kind are split over several kinds by sequences, if the remaining boards suffice.

    Raises:
        InvalidData: the request of a workload is invalid here.
    """
    options = [_options(work, stock) for _, work in works]
    chosen, exact = _assigned(options, stock)
    free = [held.count for held in stock]
    uses: list[Use] = []
    for (name, work), at, able in zip(works, chosen, options, strict=True):
        if at is None:
            uses.append(Use(name, work))
            continue
        part = able[at]
        free[at] -= part.gpus
        uses.append(Use(name, work, (part,)))
    for number, use in enumerate(uses):
        if not use.parts:
            parts = _spread(use.work, stock, free)
            for part in parts:
                free[next(at for at, held in enumerate(stock) if held.board is part.board)] -= part.gpus
            why = None if parts else _why_not(use.work, stock)
            uses[number] = replace(use, parts=tuple(parts), why_not=why)
    left = tuple(Held(held.board, count) for held, count in zip(stock, free, strict=True) if count)
    return StockUse(tuple(uses), left, exact)


def _options(work: Kept, stock: Sequence[Held]) -> dict[int, Part]:
    """The number the workload requires of each board with sufficient stock."""
    request = asked_of(work)
    part_by_place = {}
    for at, held in enumerate(stock):
        needed = need(work, held.board.key, min(held.count, MACHINE))
        if needed is None or not needed.plan.fits or needed.plan.gpus > min(held.count, request.gpus_most or held.count):
            continue
        part_by_place[at] = Part(held.board, needed.plan.gpus, needed.plan, request.concurrency if isinstance(request, Asked) else 0)
    return part_by_place


def _assigned(options: Sequence[dict[int, Part]], stock: Sequence[Held]) -> tuple[list[int | None], bool]:
    ways = 1
    for able in options:
        ways *= len(able) + 1
    free = [held.count for held in stock]
    if ways > MOST_CHOICES:
        return _greedy(options, free), False
    best: list[int | None] = [None] * len(options)
    best_score: tuple[int, int, float] = (len(options), 0, 0.0)
    now: list[int | None] = [None] * len(options)

    def go(number: int, score: tuple[int, int, float]) -> None:
        nonlocal best, best_score
        if score[0] > best_score[0]:
            return
        if number == len(options):
            if score < best_score:
                best, best_score = now.copy(), score
            return
        for at, part in options[number].items():
            if part.gpus <= free[at]:
                free[at] -= part.gpus
                now[number] = at
                go(number + 1, (score[0], score[1] + part.gpus, score[2] + part.gpus * (part.board.power_w or 0.0)))
                free[at] += part.gpus
        now[number] = None
        go(number + 1, (score[0] + 1, score[1], score[2]))

    go(0, (0, 0, 0.0))
    return best, True


def _greedy(options: Sequence[dict[int, Part]], free: list[int]) -> list[int | None]:
    left = free.copy()
    chosen: list[int | None] = [None] * len(options)
    order = sorted(range(len(options)), key=lambda number: -min((part.gpus for part in options[number].values()), default=0))
    for number in order:
        able = [(part.gpus, at) for at, part in options[number].items() if part.gpus <= left[at]]
        if able:
            gpus, at = min(able)
            left[at] -= gpus
            chosen[number] = at
    return chosen


def _spread(work: Kept, stock: Sequence[Held], free: Sequence[int]) -> list[Part]:
    """The workload over several kinds of boards, those with the highest share first; empty if they do not suffice."""
    request = asked_of(work)
    if not isinstance(request, Asked) or request.gpus_most is not None or request.service.rate_per_s is not None:
        return []
    able = [(most_sequences(work, held.board.key, count), held, count) for held, count in zip(stock, free, strict=True) if count]
    if sum(option[0] for option in able) < request.concurrency:
        return []
    left, parts = request.concurrency, []
    for carried, held, count in sorted(able, key=lambda option: -option[0]):
        if not left or not carried:
            continue
        share = min(left, carried)
        plan = _best(replace(request, concurrency=share), held.board, count)
        if plan is None:
            return []
        parts.append(Part(held.board, plan.gpus, plan, share))
        left -= share
    return parts


def most_sequences(work: Kept, board: str, count: int) -> int:
    """The maximum number of sequences that this number of boards serves at once; 0 if they serve none, or for training.

    Raises:
        InvalidData: the request is invalid here.
    """
    return _most_sequences(work, board, count, measured_stamp())


@lru_cache(maxsize=1024)
def _most_sequences(work: Kept, board: str, count: int, stamp: object) -> int:
    # What was measured here changes plans: it is a part of what is remembered by.
    del stamp
    request = asked_of(work)
    if not isinstance(request, Asked) or need(work, board, min(count, MACHINE)) is None:
        return 0
    low, high = 0, _MOST_SEQUENCES
    while low < high:
        middle = (low + high + 1) // 2
        plan = _best(replace(request, concurrency=middle), boards()[board], count)
        low, high = (middle, high) if plan is not None else (low, middle - 1)
    return low


def _best(request: Asked, board: Board, count: int) -> ServingPlan | None:
    """The plan on at most this number of one board; None if there is none."""
    model = architecture_of(request)
    domain = min(count, MACHINE)
    plans = [
        plan for key in request.formats for plan in serving_plans(workload_of(request, model, key), [board], most=count, domain=domain)
    ]
    able = [plan for plan in plans if plan.fits]
    return min(able, key=preference, default=None)


def _why_not(work: Kept, stock: Sequence[Held]) -> Message:
    """What the workload would need of the closest board."""
    stock_needs = [(held, needed) for held in stock if (needed := need(work, held.board.key, min(held.count, MACHINE))) is not None]
    able = [(held, needed) for held, needed in stock_needs if needed.plan.fits]
    if able:
        held, needed = min(able, key=lambda pair: pair[1].plan.gpus / pair[0].count)
        text = QT_TRANSLATE_NOOP("sizing", "It requires {needed} × {board}; {count} are available for all workloads.")
        return Message(_CONTEXT, text, {"needed": needed.plan.gpus, "board": held.board.short, "count": held.count})
    if stock_needs:
        return Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "No number of these GPUs meets the requirements."))
    return Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "It does not run on any of these GPUs."))
