"""Text of the verdict column, in the user's language."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity
from gpudesk.formats.runs.run_profile import RunProfile
from gpudesk.monitor.verdict.verdict_boards import Alternative
from gpudesk.monitor.verdict.verdict_next import next_of
from gpudesk.monitor.verdict.verdict_terms import Cause, Kind, Trust, Verdict
from gpudesk.ui.places.monitor.models.monitor_view import clock
from gpudesk.ui.toolkit.translate import format_number, format_quantity, language, tr_message
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, INFO, OK, WARNING

_CONTEXT = "Verdict"
_TRUST = {
    Trust.HIGH: QT_TRANSLATE_NOOP("Verdict", "confidence high"),
    Trust.MEDIUM: QT_TRANSLATE_NOOP("Verdict", "confidence medium"),
    Trust.LOW: QT_TRANSLATE_NOOP("Verdict", "confidence low"),
}
_WINDOW = QT_TRANSLATE_NOOP("Verdict", "Window {minutes} min")
_AFTER = QT_TRANSLATE_NOOP("Verdict", "Window {minutes} min after {warm_up} min of warm-up")
_COVERAGE = QT_TRANSLATE_NOOP("Verdict", "coverage {share}")
_BOARD = QT_TRANSLATE_NOOP("Verdict", "{board}: {memory} GiB, {rate} TB/s")
_PRICED = QT_TRANSLATE_NOOP("Verdict", "{board}: {memory} GiB, {rate} TB/s; {low} to {high} thousand US dollars")
_GPUS = QT_TRANSLATE_NOOP("Verdict", "GPU {numbers}")
_SPAN = QT_TRANSLATE_NOOP("Verdict", "{since} to {until}")
_NEEDED = QT_TRANSLATE_NOOP("Verdict", "{memory} GiB incl. reserve and {rate} TB/s required.")
_NEEDED_MEMORY = QT_TRANSLATE_NOOP("Verdict", "{memory} GiB incl. reserve required.")
_GIB = 2.0**30
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Measurement:
    """What to measure next, and its commands."""

    title: str
    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VerdictTexts:
    """All text of the column; equal texts need no redraw.

    Attributes:
        figures: title, value, and whether it is as expected.
        served: suitable alternatives; `needed` holds their requirements.
    """

    severity: str
    title: str
    sentences: tuple[str, ...]
    caption: str
    figures: tuple[tuple[str, str, bool | None], ...]
    steps: tuple[str, ...]
    served: tuple[str, ...]
    needed: str
    doubts: tuple[str, ...]
    measurements: tuple[Measurement, ...]
    kernels: tuple[tuple[str, str], ...]


def severity_of(verdict: Verdict) -> str:
    """How grave a verdict is."""
    if verdict.kind is Kind.CANNOT and verdict.cause is not Cause.UNEQUAL:
        return INFO
    if verdict.kind is Kind.UNDER or verdict.cause is Cause.STALLED:
        return ERROR
    return OK if verdict.kind is Kind.WELL and verdict.cause is Cause.NONE else WARNING


def _tr(text: str, **values: str | float | Quantity) -> str:
    return tr_message(Message(_CONTEXT, text, values))


def _caption(verdict: Verdict) -> str:
    minutes = round(verdict.window.seconds / 60, 1 if verdict.window.seconds < 600 else 0)
    since, until = (clock(bound_s, seconds=False) for bound_s in (verdict.window.from_s, verdict.window.until_s))
    numbers = ", ".join(str(gpu.facts.index) for gpu in verdict.gpus[:_MOST_NAMED]) + ("…" if len(verdict.gpus) > _MOST_NAMED else "")
    parts = [_tr(_GPUS, numbers=numbers)] if verdict.gpus else []
    parts += [_tr(_SPAN, since=since, until=until)] if verdict.window.seconds else []
    warm_up = round(verdict.warm_up_s / 60, 1)
    parts.append(_tr(_AFTER, minutes=minutes, warm_up=warm_up) if verdict.warm_up_s else _tr(_WINDOW, minutes=minutes))
    if verdict.job is not None:
        parts.append(_tr(_COVERAGE, share=Quantity(round(100 * verdict.job.coverage, 1), "%")))
        parts.append(QCoreApplication.translate(_CONTEXT, _TRUST[verdict.trust]))
    return " · ".join(parts)


def _served(alternative: Alternative) -> str:
    """A suitable GPU: number, properties, and price if known."""
    board = f"{alternative.gpus} × {alternative.board.title}" if alternative.gpus > 1 else alternative.board.title
    memory, rate = format_number(alternative.board.usable_gib, 1), format_number(alternative.board.bytes_per_s / 1e12, 2)
    if alternative.price_usd is None:
        return _tr(_BOARD, board=board, memory=memory, rate=rate)
    low, high = (format_number(dollars / 1000, 0 if dollars >= 10_000 else 1) for dollars in alternative.price_usd)
    return _tr(_PRICED, board=board, memory=memory, rate=rate, low=low, high=high)


def texts_of(verdict: Verdict, alternatives: Sequence[Alternative], profile: RunProfile | None, recording: str = "") -> VerdictTexts:
    """Texts of a verdict; `recording` is the evaluated file, empty if there is none."""
    spanish = language() == "es"
    next_measurements = next_of(verdict, recording)
    needed = ""
    if alternatives:
        first = alternatives[0]
        rate = first.needed_per_s
        memory = format_number(first.needed_gib, 1)
        needed = _tr(_NEEDED_MEMORY, memory=memory) if rate is None else _tr(_NEEDED, memory=memory, rate=format_number(rate / 1e12, 2))
    return VerdictTexts(
        severity=severity_of(verdict),
        title=tr_message(verdict.title),
        sentences=tuple(tr_message(sentence) for sentence in verdict.sentences),
        caption=_caption(verdict),
        figures=tuple((tr_message(figure.title), tr_message(figure.value), figure.ok) for figure in verdict.evidence),
        steps=tuple(tr_message(step) for step in verdict.steps),
        served=tuple(_served(alternative) for alternative in alternatives),
        needed=needed,
        doubts=tuple(tr_message(doubt) for doubt in verdict.doubts),
        measurements=tuple(
            Measurement(measurement.title_es if spanish else measurement.title, measurement.commands) for measurement in next_measurements
        ),
        kernels=()
        if profile is None
        else tuple((kernel.name, format_quantity(kernel.seconds, "s", decimals=2)) for kernel in profile.kernels[:5]),
    )
