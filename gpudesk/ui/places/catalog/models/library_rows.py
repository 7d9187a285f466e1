"""The result of a library import as lines of a table: one per file and remark, searchable by text and verdict."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.entry import Hider, Origin
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.formats.netbox.netbox_report import FileReport, ImportReport, Missing, Quality, Verdict
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.translate import tr_message

_VERDICTS = {
    Verdict.ACCEPTED: (QT_TRANSLATE_NOOP("LibraryRows", "accepted"), "ok"),
    Verdict.REMARKS: (QT_TRANSLATE_NOOP("LibraryRows", "accepted with remarks"), "warning"),
    Verdict.REFUSED: (QT_TRANSLATE_NOOP("LibraryRows", "rejected"), "error"),
    Verdict.IGNORED: (QT_TRANSLATE_NOOP("LibraryRows", "not hardware"), "info"),
}
_MISSING = {
    Missing.WEIGHT: QT_TRANSLATE_NOOP("LibraryRows", "weight"),
    Missing.AIRFLOW: QT_TRANSLATE_NOOP("LibraryRows", "airflow direction"),
    Missing.POWER: QT_TRANSLATE_NOOP("LibraryRows", "power"),
    Missing.DEPTH: QT_TRANSLATE_NOOP("LibraryRows", "depth"),
    Missing.PORTS: QT_TRANSLATE_NOOP("LibraryRows", "ports"),
    Missing.PART_NUMBER: QT_TRANSLATE_NOOP("LibraryRows", "part number"),
    Missing.HEIGHT: QT_TRANSLATE_NOOP("LibraryRows", "height"),
    Missing.DESCRIPTION: QT_TRANSLATE_NOOP("LibraryRows", "description"),
}


def verdict_name(verdict: Verdict) -> str:
    """Display name of a file's verdict."""
    return QCoreApplication.translate("LibraryRows", _VERDICTS[verdict][0])


def missing_names(quality: Quality) -> str:
    """Missing facts of a type, the most important first."""
    return ", ".join(QCoreApplication.translate("LibraryRows", _MISSING[part]) for part in quality.missing)


def hider_name(hider: Hider) -> str:
    """Name of the origin that hides a type with the same key."""
    if hider.origin is Origin.IMPORT:
        return QCoreApplication.translate("LibraryRows", "library {name}").format(name=hider.library)
    if hider.origin is Origin.USER:
        return QCoreApplication.translate("LibraryRows", "your own entry")
    return QCoreApplication.translate("LibraryRows", "built-in entry")


def report_heads() -> list[Head]:
    """The heads of the report."""
    translate = QCoreApplication.translate
    return [
        Head(translate("LibraryRows", "File")),
        Head(translate("LibraryRows", "Result")),
        Head(translate("LibraryRows", "Content")),
    ]


def report_lines(report: ImportReport) -> list[tuple[Verdict, str, Line]]:
    """A line for each remark, and one for each file without any; each with its verdict and its search text."""
    lines = []
    for file in report.files:
        texts = [tr_message(remark.message) for remark in file.remarks] or [""]
        for number, text in enumerate(texts):
            lines.append((file.verdict, fold(f"{file.file} {text} {' '.join(file.keys)}"), _line(file, number, text)))
    return lines


def _line(file: FileReport, number: int, text: str) -> Line:
    severity = _VERDICTS[file.verdict][1]
    cells = (
        Cell(file.file, severity=severity),
        Cell(verdict_name(file.verdict), step="caption", ink="text.secondary"),
        Cell(text or ", ".join(file.keys), ink="" if text else "text.tertiary"),
    )
    return Line((file.file, number), cells)


def fitting(lines: Sequence[tuple[Verdict, str, Line]], words: str, verdict: Verdict | None) -> list[Line]:
    """The lines that contain all tokens, and the verdict unless it is None."""
    folded_words = fold(words).split()
    return [
        line
        for line_verdict, text, line in lines
        if (verdict is None or line_verdict is verdict) and all(word in text for word in folded_words)
    ]


def counts(report: ImportReport) -> Mapping[Verdict, int]:
    """How many files met each verdict."""
    return {verdict: report.count(verdict) for verdict in Verdict}
