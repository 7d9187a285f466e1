"""Plans for work without a model: their rows, and the calculation of their times."""

from PySide6.QtCore import QCoreApplication

from gpudesk.core.estimates.estimate import Kind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.work.generic_work import Bound
from gpudesk.sizing.generic.generic import GenericPlan, sources
from gpudesk.sizing.serving.serving import Range, Reason
from gpudesk.ui.places.size.models.size_pass_columns import three_digits
from gpudesk.ui.places.size.models.size_working import CONFIDENCE
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

_TERA = 1e12
_SCALES = ((2 * 86_400.0, 86_400.0, "d"), (2 * 3600.0, 3600.0, "h"), (120.0, 60.0, "min"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Sizing", text)


def told_time(seconds: float) -> str:
    """A time in the unit that suits it."""
    scale, unit = next(((scale, unit) for least, scale, unit in _SCALES if seconds >= least), (1.0, "s"))
    return f"{three_digits(seconds / scale)}{THIN_SPACE}{unit}"


def generic_severity(plan: GenericPlan) -> str:
    """The mark of a plan."""
    return "error" if plan.refused else "warning" if plan.risks else "ok"


def generic_verdict(plan: GenericPlan) -> str:
    """Whether it does, and if not why."""
    if Reason.MEMORY in plan.refused:
        missing = format_number(plan.needed_gib - plan.usable_gib, 1)
        return _tr(QT_TRANSLATE_NOOP("Sizing", "{gib} GiB short per GPU")).format(gib=missing)
    if plan.refused:
        return _tr(QT_TRANSLATE_NOOP("Sizing", "takes too long"))
    if plan.risks:
        return _tr(QT_TRANSLATE_NOOP("Sizing", "may take too long"))
    return _tr(QT_TRANSLATE_NOOP("Sizing", "meets the requirements"))


def _bound(plan: GenericPlan) -> str:
    if plan.bound is Bound.COMPUTE:
        return _tr(QT_TRANSLATE_NOOP("Sizing", "compute"))
    return _tr(QT_TRANSLATE_NOOP("Sizing", "memory transfer"))


def generic_title(plan: GenericPlan) -> str:
    """How many GPUs of which kind."""
    return f"{format_number(plan.gpus)} × {plan.board.short}"


def _between(time: Range) -> str:
    return f"{told_time(time.low)} – {told_time(time.high)}"


def generic_heads() -> tuple[Head, ...]:
    """The heads of the table."""
    return (
        Head(""),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "GPUs"))),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Memory")), right=True),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Time")), right=True),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Range")), right=True),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Bottleneck"))),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Result"))),
    )


def generic_line(plan: GenericPlan) -> Line:
    """The row of a plan."""
    ink = "text.tertiary" if plan.refused else ""
    verdict_text = generic_verdict(plan)
    cells = (
        Cell(severity=generic_severity(plan), spoken=verdict_text),
        Cell(generic_title(plan), ink=ink, tool_tip=f"{format_number(plan.gpus)} × {plan.board.title}"),
        Cell(format_number(plan.needed_gib, 1), unit="GiB", right=True, ink=ink),
        Cell(told_time(plan.time.value), right=True, ink=ink),
        Cell(_between(plan.time), right=True, step="caption", ink="text.tertiary"),
        Cell(_bound(plan), ink=ink),
        Cell(verdict_text, ink=ink, tool_tip=verdict_text),
    )
    return Line(plan.board.key, cells)


def generic_working(plan: GenericPlan) -> tuple[WhyContent, ...]:
    """The calculation of time and memory."""
    work, rule = plan.work, CONFIDENCE[Kind.RULE]
    full = _tr(QT_TRANSLATE_NOOP("Sizing", "{time} at the full rate of {rate} TFLOP/s"))
    terms = [
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Operations")),
            f"{three_digits(work.flops / _TERA)} TFLOP",
            detail=full.format(time=told_time(work.flops / plan.flops_per_s), rate=three_digits(plan.flops_per_s / _TERA)),
        )
    ]
    if work.moved_bytes:
        moved = _tr(QT_TRANSLATE_NOOP("Sizing", "{time} at the full rate of {rate} TB/s"))
        rate = three_digits(plan.board.bytes_per_s / _TERA)
        terms.append(
            WhyTerm(
                _tr(QT_TRANSLATE_NOOP("Sizing", "Bytes moved")),
                f"{three_digits(work.moved_bytes / _TERA)} TB",
                detail=moved.format(time=told_time(work.moved_bytes / plan.board.bytes_per_s), rate=rate),
            )
        )
        balance = _tr(QT_TRANSLATE_NOOP("Sizing", "GPU balance point at {ridge}")).format(ridge=three_digits(plan.ridge))
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Operations per byte")), three_digits(work.intensity), detail=balance))
    terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "On one GPU")), told_time(plan.one.value), rule, detail=_between(plan.one)))
    total = WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "On {count}")).format(count=generic_title(plan)), told_time(plan.time.value))
    binding = WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Bottleneck")), _bound(plan))
    held = [WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Usable")), f"{format_number(plan.usable_gib, 2)} GiB")]
    needed = WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Needed")), f"{format_number(plan.needed_gib, 2)} GiB")
    return (
        WhyContent(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Roofline time")),
            terms,
            total=total,
            comparisons=(binding,),
            source="\n".join(tr_source(source) for source in sources()),
        ),
        WhyContent(_tr(QT_TRANSLATE_NOOP("Sizing", "Memory per GPU")), [needed], comparisons=tuple(held)),
    )
