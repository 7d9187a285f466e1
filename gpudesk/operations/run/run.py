"""The only entry point: every change of a project is made by `run`, `undo` or `redo`."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import gpudesk.operations
from gpudesk.checks.engine.check_engine import carry, findings_of, release_left
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.messages import log
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import Message
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.changes import Changes
from gpudesk.operations.run.arguments import checked_arguments
from gpudesk.project.document import Applied, Document
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot

Given = ParamSpec("Given")
Result = TypeVar("Result")

_LOG = log.category("operations")

REGISTRY: dict[str, Callable[..., Any]] = {}
"""The operations of the modules that are imported, by name; `all_operations` has those of all modules."""


def operation(verb: Callable[Concatenate[Edit, Given], Result]) -> Callable[Concatenate[Edit, Given], Result]:
    """Register an operation under its own name.

    It sets `edit.title` to the text in the history; with nested operations the outermost, which sets it last, wins.
    """
    REGISTRY[verb.__name__] = verb
    return verb


@cache
def all_operations() -> Mapping[str, Callable[..., Any]]:
    """Every operation by name, as the fix of a finding or a script names it. Imports the modules that nothing has needed so far."""
    for module in walk_packages(gpudesk.operations.__path__, "gpudesk.operations."):
        import_module(module.name)
    return REGISTRY


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Result]):
    """The result of a step.

    Attributes:
        before, after: the snapshots around the step.
        changes: added, changed and deleted rows.
        findings: the findings now.
        title: the line of the step in the history, None if it left none.
    """

    before: Snapshot
    after: Snapshot
    changes: Changes
    findings: Findings
    result: Result
    title: Message | None


def run(document: Document, verb: Callable[Concatenate[Edit, Given], Result], *args: Given.args, **values: Given.kwargs) -> Outcome[Result]:
    """Do `verb(edit, …)` as one step of `document`.

    Raises:
        DeskError: the operation or one of its arguments was refused, or the disk did not take it; nothing was changed.
    """
    return run_long(document, Progress(), verb, *args, **values)


def run_long(
    document: Document, progress: Progress, verb: Callable[Concatenate[Edit, Given], Result], *args: Given.args, **values: Given.kwargs
) -> Outcome[Result]:
    """Like `run`, for work that reports its progress and can be stopped.

    Raises:
        DeskError: refused, stopped, or the disk did not take it; nothing was changed.
    """
    called: Callable[..., Result] = verb
    positional: tuple[Any, ...] = args
    named: dict[str, Any] = values
    if isinstance(verb, partial):
        called, positional, named = verb.func, (*verb.args, *args), {**verb.keywords, **values}
    name = getattr(called, "__name__", repr(called))
    if REGISTRY.get(name) is called:
        positional, named = checked_arguments(called, positional, named)

    def body(edit: Edit) -> tuple[Result, Message]:
        result = called(edit, *positional, **named)
        if edit.title is None:
            raise AssertionError(f"{name} gave its step no title")
        return result, edit.title

    begun = time.perf_counter()
    operation_name = log.code(name, REGISTRY)
    try:
        result, applied = document.apply(body, progress)
    except DeskError as error:
        _LOG.info("refused", operation=operation_name, error=log.error_name(error))
        raise
    applied_s = time.perf_counter()
    outcome = _outcome(document, applied, result)
    checked = time.perf_counter()
    _LOG.info(
        "done",
        operation=operation_name,
        rows=_rows(applied.changes),
        findings=len(outcome.findings),
        ms=1000 * (applied_s - begun),
        checks_ms=1000 * (checked - applied_s),
    )
    return outcome


def undo(document: Document) -> Outcome[None] | None:
    """Take back the last step; None if there is none."""
    applied = document.undo()
    if applied is not None:
        _LOG.info("undone", rows=_rows(applied.changes))
    return None if applied is None else _outcome(document, applied, None)


def redo(document: Document) -> Outcome[None] | None:
    """Do the last undone step again; None if there is none."""
    applied = document.redo()
    if applied is not None:
        _LOG.info("redone", rows=_rows(applied.changes))
    return None if applied is None else _outcome(document, applied, None)


def _rows(changes: Changes) -> int:
    """How many rows a step added, changed and removed."""
    return sum(len(change.added) + len(change.changed) + len(change.removed) for change in changes.tables.values())


def _outcome(document: Document, applied: Applied, result: Result) -> Outcome[Result]:
    carry(applied.before, applied.snapshot, applied.changes)
    if applied.snapshot is not applied.before:
        release_left(applied.snapshot, applied.before, applied.changes, document.earlier_states())
    return Outcome(applied.before, applied.snapshot, applied.changes, findings_of(applied.snapshot), result, applied.title)
