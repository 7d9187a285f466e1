"""All reports, in the order in which they are offered."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.formats.tables.tables import csv_bytes, xlsx_bytes
from gpudesk.formats.text.written_files import write_file
from gpudesk.reports.cables import cut_sheets, label_sheets, pull_schedule, work_order_report
from gpudesk.reports.halls import floor_plan, hall_summary, power_schedule_report
from gpudesk.reports.layout.report import Bound, Choices, Kind, Pieces, Subject
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.onsite import as_built_report, handover_book, onsite_checklist, onsite_points
from gpudesk.reports.racks import elevations, worklist
from gpudesk.reports.summary import bill_of_materials, measured_workloads, project_summary

_KINDS = (
    elevations.KIND,
    floor_plan.KIND,
    worklist.KIND,
    power_schedule_report.KIND,
    bill_of_materials.KIND,
    hall_summary.KIND,
    project_summary.KIND,
    cut_sheets.KIND,
    pull_schedule.KIND,
    work_order_report.KIND,
    label_sheets.KIND,
    measured_workloads.KIND,
    as_built_report.KIND,
    onsite_checklist.KIND,
    onsite_points.OPEN_KIND,
    onsite_points.PUNCH_KIND,
    handover_book.KIND,
)
REPORTS: Mapping[str, Kind] = {kind.name: kind for kind in _KINDS}
"""Name to report."""


def bound(names: Sequence[str], subject: Subject, choices: Choices, wording: Wording) -> Bound:
    """Reports as one document.

    Raises:
        Refused: there is no such report, or one that is only a list.
    """
    cut = subject.up_to_phase(choices.phase)
    reports = []
    for name in names:
        kind = REPORTS.get(name)
        if kind is None or kind.make is None:
            raise _no_report(name, pages=True)
        reports.append(kind.make(cut, choices, wording))
    return Bound(reports)


def attached(names: Sequence[str], subject: Subject) -> dict[str, bytes]:
    """The files attached to the PDF of some reports, name → content."""
    files: dict[str, bytes] = {}
    for name in names:
        kind = REPORTS[name]
        if kind.attached is not None:
            files |= kind.attached(subject)
    return files


def write_lists(name: str, subject: Subject, choices: Choices, wording: Wording, out: Path, progress: Progress | None = None) -> list[Path]:
    """Write a report that is a list, as a workbook or as text: a .csv for each of its sheets, named after them if there are several.

    Raises:
        Refused: there is no such list.
        NotWritten: the disk does not take it.
        Cancelled: the work was stopped.
    """
    kind = REPORTS.get(name)
    if kind is not None and out.suffix.lower() in kind.texts:
        pieces = kind.texts[out.suffix.lower()](subject.up_to_phase(choices.phase), choices, wording)
        write_file(out, _counted(pieces, progress or Progress()))
        return [out]
    if kind is None or kind.tables is None:
        raise _no_report(name, pages=False)
    sheets = kind.tables(subject.up_to_phase(choices.phase), choices, wording)
    if out.suffix.lower() != ".csv":
        write_file(out, xlsx_bytes(dict(sheets), progress))
        return [out]
    written = []
    for title, rows in sheets.items():
        path = out if len(sheets) == 1 else out.with_name(f"{out.stem}-{title.lower().replace(' ', '-')}{out.suffix}")
        write_file(path, csv_bytes(rows))
        written.append(path)
    return written


def _counted(pieces: Pieces, progress: Progress) -> bytes:
    """All chunks as one file, with cancellation between two of them if requested."""
    content = bytearray()
    for number, piece in enumerate(pieces.each):
        progress.step(number, pieces.count)
        content += piece.encode()
    return bytes(content)


def _no_report(name: str, *, pages: bool) -> Refused:
    text = QT_TRANSLATE_NOOP("reports", "There is no report {name} of that kind.")
    fix = QT_TRANSLATE_NOOP("reports", "Choose one of: {names}.")
    known = tuple(report.name for report in REPORTS.values() if (report.make if pages else report.tables) is not None)
    return Refused(Message("reports", text, {"name": name}), Message("reports", fix, {"names": known}))
