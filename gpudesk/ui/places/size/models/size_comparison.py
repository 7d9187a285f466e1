"""Plans side by side: a row for each figure, what differs from the first plan marked, and which is best."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.ui.places.size.models.size_columns import MARK, VERDICT, PlanColumn
from gpudesk.ui.places.size.models.size_order import columns_of
from gpudesk.ui.places.size.models.size_rows import Plan, plan_key, plan_title, remarks, short_format, split_text, task_of, task_title
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.quantities import format_number

_CONTEXT = "Sizing"
_LEFT_OUT = {MARK, "gpu", "range", "split", "weights", "usable"}
_MORE = {"tokens", "per-gpu", "per-watt", "rate", "mfu", "usable", "items", "items-per-gpu", "room"}
"""Of these more is better."""
_NO_RANK = {VERDICT}
_NONE = Cell("–", right=True, ink="text.tertiary")


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def tasks_differ(plans: Sequence[Plan]) -> bool:
    """Whether the plans have different tasks."""
    return len({task_of(plan) for plan in plans}) > 1


def comparison_title(plan: Plan, plans: Sequence[Plan]) -> str:
    """Name of a plan in the comparison."""
    title = f"{plan_title(plan)}, {short_format(plan)}"
    return f"{task_title(plan)} · {title}" if tasks_differ(plans) else title


def comparison_heads(plans: Sequence[Plan]) -> tuple[Head, ...]:
    """The figure, then a column for each plan."""
    return (Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Figure"))), *(Head(comparison_title(plan, plans)) for plan in plans))


def comparison_lines(plans: Sequence[Plan]) -> list[Line]:
    """One line a figure."""
    own: tuple[tuple[str, str, Callable[[Plan], str]], ...] = (
        ("board", _tr(QT_TRANSLATE_NOOP("Sizing", "GPU")), lambda plan: plan.board.title),
        ("count", _tr(QT_TRANSLATE_NOOP("Sizing", "GPUs")), lambda plan: format_number(plan.gpus)),
        ("format", _tr(QT_TRANSLATE_NOOP("Sizing", "Weights")), short_format),
        ("shared", _tr(QT_TRANSLATE_NOOP("Sizing", "Split")), split_text),
        ("usable", _tr(QT_TRANSLATE_NOOP("Sizing", "Usable")), lambda plan: f"{format_number(plan.usable_gib, 1)} GiB"),
    )
    own = tuple(row for row in own if not (row[0] == "shared" and all(isinstance(plan, PassPlan) for plan in plans)))
    if tasks_differ(plans):
        model = _tr(QT_TRANSLATE_NOOP("Sizing", "Model"))
        own = (("model", model, lambda plan: plan.work.model.name), *own)
    lines = [_line(key, title, [Cell(text(plan), tool_tip=text(plan)) for plan in plans]) for key, title, text in own]
    lines += _figures(plans)
    notes = ["; ".join(remarks(plan)) for plan in plans]
    if any(notes):
        lines.append(_line("remarks", _tr(QT_TRANSLATE_NOOP("Sizing", "Notes")), [Cell(text, tool_tip=text) for text in notes]))
    return lines


def _figures(plans: Sequence[Plan]) -> list[Line]:
    """A line for each column of their tables; a figure that a task does not have is a dash."""
    tables = {task: columns_of([plan for plan in plans if task_of(plan) == task]) for task in dict.fromkeys(map(task_of, plans))}
    named = {
        (column.key, column.title): column.key == VERDICT
        for columns in tables.values()
        for column in columns
        if column.key not in _LEFT_OUT
    }
    lines = []
    # The verdict of all tasks is last.
    for key, title in sorted(named, key=lambda name: named[name]):
        of = [
            next((candidate for candidate in tables[task_of(plan)] if (candidate.key, candidate.title) == (key, title)), None)
            for plan in plans
        ]
        cells = [_NONE if column is None else column.cell(plan) for column, plan in zip(of, plans, strict=True)]
        lines.append(_line(key, title, cells, _best(key, of, plans)))
    return lines


def _best(key: str, columns: Sequence[PlanColumn | None], plans: Sequence[Plan]) -> int | None:
    """Index of the best plan in a figure, None if they are equal or none is known."""
    if key in _NO_RANK:
        return None
    pairs = zip(columns, plans, strict=True)
    known = {at: value for at, (column, plan) in enumerate(pairs) if column is not None and (value := column.order(plan)) is not None}
    if len(set(known.values())) < 2:
        return None
    pick = max if key in _MORE else min
    return pick(known, key=lambda at: known[at])


def _line(key: str, title: str, cells: Sequence[Cell], best: int | None = None) -> Line:
    shown = []
    best_told = _tr(QT_TRANSLATE_NOOP("Sizing", "best"))
    for at, cell in enumerate(cells):
        text = f"{cell.text} {cell.unit}".strip()
        lit = text != f"{cells[0].text} {cells[0].unit}".strip()
        spoken = f"{text}, {best_told}" if at == best else text
        shown.append(Cell(cell.text, cell.unit, lit=lit, tool_tip=cell.tool_tip, severity="ok" if at == best else "", spoken=spoken))
    return Line(key, (Cell(title, ink="text.secondary"), *shown))


def keys_of(plans: Sequence[Plan]) -> list[object]:
    """The keys of the plans in the order of their columns."""
    return [plan_key(plan) for plan in plans]
