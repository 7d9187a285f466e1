"""Measurements of the saved workloads: memory and tokens per second with their estimates, and the verdict on the GPUs."""

from collections.abc import Iterator, Mapping, Sequence

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.quantity_text import MINUS
from gpudesk.derived.workloads.measured_records import MeasuredRecord, measured_records
from gpudesk.formats.tables.tables import Cell
from gpudesk.reports.layout.inks import SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Column, Row, Table
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, phase_words
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording

_TITLE = QT_TRANSLATE_NOOP("reports", "Measured workloads")
_WHAT = {
    "GiB": QT_TRANSLATE_NOOP("reports", "Memory of the most loaded GPU, GiB"),
    "tokens/s": QT_TRANSLATE_NOOP("reports", "Tokens per second, all GPUs"),
}
_COLUMNS: tuple[tuple[str, float, Align], ...] = (
    (QT_TRANSLATE_NOOP("reports", "Recorded"), 18.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Figure"), 34.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Measured"), 18.0, Align.RIGHT),
    (QT_TRANSLATE_NOOP("reports", "Estimated"), 18.0, Align.RIGHT),
    (QT_TRANSLATE_NOOP("reports", "Difference"), 15.0, Align.RIGHT),
    (QT_TRANSLATE_NOOP("reports", "GPUs, window and verdict"), 0.0, Align.LEFT),
)
_MEANS = QT_TRANSLATE_NOOP(
    "reports",
    "Saved from the monitor verdict. Memory is the highest observed use; tokens per second are from a log, "
    "next to the estimate for the concurrency of the workload. The result “too small” or “too large” applies "
    "to these GPUs and this window.",
)


def _by_name(subject: Subject) -> list[tuple[str, Sequence[MeasuredRecord]]]:
    """The workloads with their records, by name."""
    rows = subject.snapshot["workload"]
    records = subject.snapshot.cached(measured_records)
    named = [(str(name), records.get(row_id, ())) for row_id, name in zip(rows.ids.tolist(), rows["name"].tolist(), strict=True)]
    return sorted(named, key=lambda named_records: named_records[0].casefold())


def measured_workloads(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """A table for each workload, the newest record first."""
    sheet = choices.sheet or Sheet(Paper.A4)

    def say(text: str) -> str:
        return wording.say("reports", text)

    def bodies() -> Iterator[Page]:
        flow = Flow(sheet)
        named = _by_name(subject)
        flow.heading(say(_TITLE), 14.0)
        if not named:
            text = QT_TRANSLATE_NOOP("reports", "The project has no workload: create one in Size and save it.")
            flow.paragraph(say(text), 9.0)
        elif not any(records for _, records in named):
            text = QT_TRANSLATE_NOOP(
                "reports", "Nothing has been measured yet: evaluate the GPUs of a workload in Monitor, and save the result for Size."
            )
            flow.paragraph(say(text), 9.0)
        else:
            flow.paragraph(say(_MEANS), ink=SOFT)
        for name, records in named:
            flow.space(5.0)
            flow.heading(name, remark="" if records else say(_NONE))
            if records:
                flow.table(_table(records, wording), again=name)
        yield from flow.pages

    return Report(say(_TITLE), subject, wording, bodies, phase=phase_words(choices.phase, wording))


_NONE = QT_TRANSLATE_NOOP("reports", "not measured")


def _table(records: Sequence[MeasuredRecord], wording: Wording) -> Table:
    columns = [
        Column(wording.say("reports", head), width, align, wrap=align is Align.LEFT, most_lines=12) for head, width, align in _COLUMNS
    ]
    return Table(columns, [Row(_cells(record, wording)) for record in records])


def _cells(record: MeasuredRecord, wording: Wording) -> tuple[str, ...]:
    def amount(value: float | None) -> str:
        return wording.number(value, 1 if value is None or value < 1000 else 0)

    off = "–" if record.off is None else f"{'+' if record.off >= 0 else MINUS}{wording.number(abs(100 * record.off), 1)} %"
    what = wording.say("reports", _WHAT[record.unit])
    return record.at_utc[:10], what, amount(record.measured), amount(record.estimated), off, record.about


def tables(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[Cell]]]:
    """The same as a list, one line per record; a workload without records has a separate line."""
    del choices
    heads = [QT_TRANSLATE_NOOP("reports", "Workload"), *(head for head, *_ in _COLUMNS)]
    rows: list[list[Cell]] = [[wording.say("reports", head) for head in heads]]
    rows[0][5] = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Difference, %"))
    for name, records in _by_name(subject):
        for record in records:
            what = wording.say("reports", _WHAT[record.unit])
            off = None if record.off is None else round(100 * record.off, 1)
            rows.append([name, record.at_utc, what, record.measured, record.estimated, off, record.about])
        if not records:
            rows.append([name, "", wording.say("reports", _NONE), None, None, None, ""])
    return {wording.say("reports", _TITLE): rows}


KIND = Kind(
    "measured-workloads",
    _TITLE,
    QT_TRANSLATE_NOOP("reports", "Measured memory and tokens per second of each workload, next to the estimates, with the verdict"),
    measured_workloads,
    tables,
)
