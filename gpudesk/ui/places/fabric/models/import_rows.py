"""Effects of importing a list, as lines of a table: the source position, the object, and the change."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from gpudesk.checks.findings.finding import Severity
from gpudesk.core.hardware.hardware import Face, Side, Status
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.formats.tables.device_list import Kind
from gpudesk.formats.tables.table_faults import Fault
from gpudesk.operations.exchange.import_changes import Brought, FieldChange, Preview, PreviewLine, Verdict
from gpudesk.ui.panels.comparison.difference_rows import column_word, table_word
from gpudesk.ui.panels.problems.problem_texts import place_label
from gpudesk.ui.toolkit.code_labels import face_name, side_name, status_name
from gpudesk.ui.toolkit.parts.plain_table import Cell, Line
from gpudesk.ui.toolkit.quantities import MISSING, format_number
from gpudesk.ui.toolkit.translate import tr_message

MOST_LINES = 5000
"""More lines than a person reads are counted, not listed."""
FAULTS = "faults"
FINDINGS = "findings"
_SEVERITIES = {
    Severity.ERROR: QT_TRANSLATE_NOOP("Import", "error"),
    Severity.WARNING: QT_TRANSLATE_NOOP("Import", "warning"),
    Severity.INFO: QT_TRANSLATE_NOOP("Import", "remark"),
}
_VERDICTS = {
    Verdict.NEW: QT_TRANSLATE_NOOP("Import", "new"),
    Verdict.CHANGED: QT_TRANSLATE_NOOP("Import", "changed"),
    Verdict.UNCHANGED: QT_TRANSLATE_NOOP("Import", "unchanged"),
    Verdict.REMOVED: QT_TRANSLATE_NOOP("Import", "removed"),
}
_INKS = {
    Verdict.NEW: "severity.ok",
    Verdict.CHANGED: "severity.warning",
    Verdict.UNCHANGED: "text.tertiary",
    Verdict.REMOVED: "severity.error",
}
_IDENTITY = frozenset(["name", "hall_id", "row_id", "rack_id", "parent_id"])
"""Columns of a new object that its line shows elsewhere."""


def import_lines(preview: Preview, shown: str, words: str) -> list[Line]:
    """The lines that match the filters, faults first, then the check findings.

    At most `MOST_LINES`, followed by the number of further ones.

    Args:
        shown: a verdict, `FAULTS`, `FINDINGS`, or "" for everything.
        words: search text for any cell, "" for everything.
    """
    search_words = words.casefold().split()
    lines: list[Line] = []
    more = 0
    severity: dict[PreviewLine, str] = {}
    for number, new_finding in enumerate(preview.brought):
        for named in new_finding.lines:
            severity.setdefault(named, str(new_finding.finding.severity))
        if shown in ("", FINDINGS):
            more += _take(lines, _finding_line(number, new_finding), search_words)
    for number, fault in enumerate(preview.faults if shown in ("", FAULTS) else ()):
        more += _take(lines, _fault_line(number, fault), search_words)
    for number, remark in enumerate(preview.remarks if shown in ("", FINDINGS) else ()):
        more += _take(lines, _remark_line(number, remark), search_words)
    for number, line in enumerate(preview.lines):
        if shown in ("", line.verdict):
            more += _take(lines, _line(number, line, severity.get(line, "")), search_words)
    if more:
        text = QCoreApplication.translate("Import", "and {count} more").format(count=format_number(more))
        lines.append(Line("more", (Cell(), Cell(text, ink="text.tertiary"), Cell(), Cell())))
    return lines


def _take(lines: list[Line], line: Line, wanted: Sequence[str]) -> int:
    """Add a line if it matches; returns 1 if there is no more room."""
    text = " ".join(cell.text for cell in line.cells).casefold()
    if not all(word in text for word in wanted):
        return 0
    if len(lines) >= MOST_LINES:
        return 1
    lines.append(line)
    return 0


def _fault_line(number: int, fault: Fault) -> Line:
    what = tr_message(fault.what)
    fix = "" if fault.fix is None else tr_message(fault.fix)
    spoken = f"{what} {fix}".strip()
    cells = (
        Cell(_address(fault.sheet, fault.cell), severity="error", tool_tip=fault.place),
        Cell(what, tool_tip=spoken, spoken=spoken),
        Cell(QCoreApplication.translate("Import", "invalid"), ink="severity.error"),
        Cell(fix, step="caption", ink="text.secondary"),
    )
    return Line((FAULTS, number), cells)


def _remark_line(number: int, remark: Fault) -> Line:
    what = tr_message(remark.what)
    cells = (
        Cell(_address(remark.sheet, remark.cell), severity="info", tool_tip=remark.place),
        Cell(what, tool_tip=what, spoken=what),
        Cell(QCoreApplication.translate("Import", _SEVERITIES[Severity.INFO]), ink="severity.info"),
        Cell(),
    )
    return Line(("remarks", number), cells)


def _finding_line(number: int, each: Brought) -> Line:
    finding = each.finding
    text = tr_message(finding.message)
    where = ", ".join(_address(line.sheet, line.cell) for line in each.lines)
    cells = (
        Cell(where, severity=str(finding.severity), tool_tip=", ".join(dict.fromkeys(line.file for line in each.lines))),
        Cell(place_label(finding.place)),
        Cell(QCoreApplication.translate("Import", _SEVERITIES[finding.severity]), ink=f"severity.{finding.severity}"),
        Cell(text, tool_tip=text),
    )
    return Line((FINDINGS, number), cells)


def _line(number: int, line: PreviewLine, severity: str) -> Line:
    word, icon = table_word(line.table)
    shown = [change for change in line.changes if line.verdict is Verdict.CHANGED or change.column not in _IDENTITY]
    changes = "; ".join(_change(change, new=line.verdict is Verdict.NEW) for change in shown)
    name = line.name or MISSING
    if line.where:
        name = QCoreApplication.translate("Import", "{name} in {where}").format(name=name, where=line.where)
    cells = (
        Cell(_address(line.sheet, line.cell), step="caption", ink="text.tertiary", severity=severity, tool_tip=line.file),
        Cell(name, icon=icon, tool_tip=word, spoken=f"{word} {name}"),
        Cell(QCoreApplication.translate("Import", _VERDICTS[line.verdict]), ink=_INKS[line.verdict]),
        Cell(changes, step="caption", ink="text.secondary", tool_tip=changes.replace("; ", "\n")),
    )
    return Line((Kind(line.table), number), cells)


def _address(sheet: str, cell: str) -> str:
    return "!".join(part for part in (sheet, cell) if part)


def _change(change: FieldChange, *, new: bool) -> str:
    name = column_word(change.column)
    after = _value(change.column, change.after)
    if new:
        return f"{name} {after}"
    return f"{name} {_value(change.column, change.before)} → {after}"


def _value(column: str, value: str | int | float) -> str:
    if value == "":
        return MISSING
    if column == "status":
        return status_name(Status[str(value).upper()])
    if column == "face":
        return face_name(Face[str(value).upper()])
    if column == "side":
        return side_name(Side[str(value).upper()])
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else f"{text[:60]}…"
