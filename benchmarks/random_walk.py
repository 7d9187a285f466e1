"""A random walk over a project, the same each time: every operation with arguments that it accepts, each taken back, all by turns.

Processor time is next to the time on the clock: a machine that has much else to do lengthens the second only.
"""

import gc
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time
from typing import Any

from benchmarks.figures import percentile
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.garbage import collect_if_due
from gpudesk.core.values.changes import Changes
from gpudesk.operations.run.run import Outcome, all_operations, run, undo
from gpudesk.project.document import Document
from tests.operations.seeded import arguments_of

SEED = 21
TRIES = 40
"""So often arguments are drawn for a turn; where all are refused the turn is left out."""
ONE_OBJECT_ROWS = 100
"""A step that touches at most that many rows edits one object: a system with all its cables and cords is one."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What one step or its undo took: milliseconds of the processor and on the clock, and the rows that it touched."""

    rows: int
    cpu_ms: float
    clock_ms: float


@dataclass(frozen=True, slots=True)
class Turn:
    """One accepted operation; `undone` is None where it left nothing to undo."""

    name: str
    done: Taken
    undone: Taken | None


def walk(document: Document, names: Iterable[str], times: int) -> list[Turn]:
    """Do each of some operations `times` times, in random order; each is taken back at once."""
    random = Random(SEED)  # noqa: S311 - a walk that is the same each time, nothing secret
    order = [name for name in names for _ in range(times)]
    random.shuffle(order)
    by_itself = gc.isenabled()
    gc.disable()
    try:
        return [turn for name in order if (turn := _turn(document, name, random)) is not None]
    finally:
        if by_itself:
            gc.enable()


def _turn(document: Document, name: str, random: Random) -> Turn | None:
    for _ in range(TRIES):
        args, values = arguments_of(name, random, document)
        try:
            return one_turn(document, name, lambda: run(document, all_operations()[name], *args, **values))  # noqa: B023 - called at once
        except DeskError:
            continue
    return None


def one_turn(document: Document, name: str, do: Callable[[], Outcome[Any]]) -> Turn:
    """A step and its undo, measured.

    Raises:
        DeskError: the step was refused.
    """
    # As in the application, garbage is collected between edits (docs/decisions/garbage-on-one-thread.md).
    collect_if_due()
    clock, cpu = perf_counter(), process_time()
    outcome = do()
    done = _since(cpu, clock)
    undoable = outcome.title is not None
    rows = touched_rows(outcome.changes)
    # It names the snapshots around it.
    del outcome
    back = None
    if undoable:
        clock, cpu = perf_counter(), process_time()
        undo(document)
        back = _since(cpu, clock)
    return Turn(name, Taken(rows, *done), None if back is None else Taken(rows, *back))


def touched_rows(changes: Changes) -> int:
    """How many rows came, changed or went."""
    return sum(len(change.added) + len(change.changed) + len(change.removed) for change in changes.tables.values())


def _since(cpu_s: float, clock_s: float) -> tuple[float, float]:
    """Milliseconds of the processor and on the clock."""
    return 1000 * (process_time() - cpu_s), 1000 * (perf_counter() - clock_s)


def described(taken: list[Taken]) -> str:
    """Median and maximum of the processor, and p95 on the clock."""
    cpu, clock = [each.cpu_ms for each in taken], [each.clock_ms for each in taken]
    return f"p50 {percentile(cpu, 0.5):.1f}, max {max(cpu):.1f}, clock p95 {percentile(clock, 0.95):.1f}"
