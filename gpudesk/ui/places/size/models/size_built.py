"""Systems, racks, power, network and storage of a sizing plan, determined by building it in a hidden project."""

from PySide6.QtCore import QCoreApplication

from gpudesk.checks.findings.finding import Severity
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.core.work.system_balance import Link
from gpudesk.operations.plan.plan_preview import PodPreview, preview_pod
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.systems.balance import usual_balance
from gpudesk.sizing.systems.hosts import hosts
from gpudesk.sizing.systems.pod import PodChoice, pod, systems_needed
from gpudesk.sizing.workloads.placed import Need
from gpudesk.ui.places.size.models.size_rows import Plan
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

_CONTEXT = "Sizing"


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def usual_preview(plan: Plan, progress: Progress | None = None) -> PodPreview:
    """A plan built in the machines that usually hold its GPUs, with usual racks and cooling. Takes its time: for a job.

    Raises:
        Refused: no machine of the catalog holds the GPUs, or the plan cannot be built of it.
        Cancelled: the person stopped it.
    """
    able = hosts(plan.board.part_of or plan.board.key)
    host = next((candidate for candidate in able if candidate.gpus >= plan.split.tensor), None)
    if host is None or plan.board.part_of:
        text = QT_TRANSLATE_NOOP("sizing", "No system in the catalog has the number of {board} that the plan requires.")
        raise Refused(Message("sizing", text, {"board": plan.board.title}))
    built_pod = pod(PodChoice(host, systems_needed(Need(plan, host.gpus), host.gpus)))
    return preview_pod(built_pod, progress=progress)


def built_working(plan: Plan, preview: PodPreview) -> list[WhyContent]:
    """Systems, racks and power; network and storage; then cost and risks of the built plan."""
    return [_standing(preview), _joined(plan, preview), _risks(preview)]


def _standing(preview: PodPreview) -> WhyContent:
    totals = preview.totals
    missing = totals.power_missing["max"]
    unknown = _tr(QT_TRANSLATE_NOOP("Sizing", "unknown for {count}")).format(count=format_number(missing)) if missing else ""
    power = format_quantity(totals.power_w["max"] / 1000, "kW")
    mass = format_quantity(round(totals.mass_kg), "kg")
    terms = [
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Systems")), format_number(totals.systems), detail=preview.pod.plan.name),
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "GPUs included")), format_number(totals.gpus)),
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Racks")), format_number(totals.racks), detail=mass),
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Maximum power")), power, detail=unknown, severity="warning" if missing else ""),
    ]
    return WhyContent(_tr(QT_TRANSLATE_NOOP("Sizing", "Build-out: systems, racks, power")), terms)


def _joined(plan: Plan, preview: PodPreview) -> WhyContent:
    terms = [WhyTerm(name, format_quantity(rate, "Gb/s")) for name, rate in preview.networks]
    if not terms:
        terms = [WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Networks")), _tr(QT_TRANSLATE_NOOP("Sizing", "none")))]
    terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Links")), format_number(preview.cables.links)))
    balance = None if isinstance(plan, PassPlan) else usual_balance(plan)
    if balance is not None:
        titles = {
            Link.READ: (_tr(QT_TRANSLATE_NOOP("Sizing", "Storage, read")), "GB/s"),
            Link.CHECKPOINT: (_tr(QT_TRANSLATE_NOOP("Sizing", "Storage, checkpoints")), "GB/s"),
            Link.DRIVES: (_tr(QT_TRANSLATE_NOOP("Sizing", "Storage, retained")), "TB"),
        }
        scope_text = _tr(QT_TRANSLATE_NOOP("Sizing", "for all systems combined"))
        for use in balance.balance.links:
            if use.link in titles and use.needed is not None:
                title, unit = titles[use.link]
                terms.append(WhyTerm(title, format_quantity(round(use.needed * balance.systems, 2), unit), detail=scope_text))
    return WhyContent(_tr(QT_TRANSLATE_NOOP("Sizing", "Build-out: network and storage")), terms)


def _risks(preview: PodPreview) -> WhyContent:
    cost = preview.cost
    errors, warnings = preview.problems[Severity.ERROR], preview.problems[Severity.WARNING]
    unknown = ""
    if cost.unknown_pieces:
        unknown = _tr(QT_TRANSLATE_NOOP("Sizing", "unknown for {count}")).format(count=format_number(cost.unknown_pieces))
    capital = "" if cost.capital is None else format_quantity(round(cost.capital.value), cost.currency)
    yearly = format_quantity(round(cost.yearly.value), cost.currency)
    terms = [
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Capital")), capital, detail=unknown),
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Annual cost")), yearly, detail=unknown),
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Check errors")), format_number(errors), severity="error" if errors else ""),
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Check warnings")), format_number(warnings), severity="warning" if warnings else ""),
    ]
    left_out = "\n".join(tr_message(message) for message in preview.pod.left_out)
    return WhyContent(_tr(QT_TRANSLATE_NOOP("Sizing", "Build-out: cost and risks")), terms, source=left_out)


def _count(title: str, count: int, severity: str) -> WhyTerm:
    """The number of findings, marked if not zero."""
    return WhyTerm(title, format_number(count), severity=severity if count else "")
