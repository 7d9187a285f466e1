"""Result of a library import: all files with their verdict, and the choice to keep it or not."""

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from gpudesk.catalog.imports import Library, keep_library, libraries
from gpudesk.core.running.progress import Progress
from gpudesk.formats.netbox.netbox_report import LibraryImport, Verdict
from gpudesk.ui.places.catalog.models import library_rows
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.search_field import SearchField
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("LibraryReportDialog")

_ALL = "all"
_LONGEST_NAME = 60
_WIDTHS = (330, 150)


class LibraryReportDialog(DeskDialog):
    """Nothing is kept until the user confirms; a library of the same name is replaced.

    Signals:
        kept(Library): the library is in the user's folder; the catalog must be reopened.
    """

    kept = Signal(object)

    def __init__(self, session: Session, library_import: LibraryImport, source: Path, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self.found = library_import
        self._source = source
        self._names = {library.name for library in libraries()}
        self.set_heading(tr("Types from {file}").format(file=source.name), self._summary())
        self._lines = library_rows.report_lines(library_import.report)
        self.model = PlainTableModel(library_rows.report_heads())
        self.table = DeskTable(tr("Files of the library"), self)
        self.table.setModel(self.model)
        for place, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(place, width)
        self.search = SearchField(tr("Search the report"), tr("File, type or remark text"), self)
        counts = library_rows.counts(library_import.report)
        segments = [Segment(_ALL, tr("All"))]
        words = {
            Verdict.REFUSED: tr("Rejected {count}"),
            Verdict.REMARKS: tr("With remarks {count}"),
            Verdict.ACCEPTED: tr("Accepted {count}"),
            Verdict.IGNORED: tr("Not hardware {count}"),
        }
        segments += [Segment(verdict.value, text.format(count=format_number(counts[verdict]))) for verdict, text in words.items()]
        self.shown = SegmentedControl(tr("Results shown"), segments, _ALL, self)
        self.name = QLineEdit(name, self)
        self.name.setMaxLength(_LONGEST_NAME)
        self.name.setFixedSize(180, theme.size("field"))
        self.name.setAccessibleName(tr("Library name"))
        self.hint = Label("", self, step="caption", ink="text.tertiary")
        self._lay_out()
        self.search.textChanged.connect(lambda _: self._fill())
        self.shown.chosen.connect(lambda _: self._fill())
        self.name.textChanged.connect(lambda _: self._judge())
        self.add_buttons(tr("Save the library"), self.keep, close=tr("Discard"))
        self.resize(980, 600)
        self._fill()
        self._judge()

    def keep(self) -> None:
        """Keep the parsed library under the name in the field."""
        library_import, source, name = self.found, str(self._source), self.name.text().strip()
        self._work(False)

        def work(progress: Progress) -> Library:
            return keep_library(name, library_import.bodies, source, datetime.now(UTC), progress, score=library_import.score)

        self._project.jobs.read(work, self._kept, self.complain, what=tr("Saving the library"))

    def _kept(self, library: Library) -> None:
        self.kept.emit(library)
        self.accept()

    def _lay_out(self) -> None:
        self.let_body_fill()
        row = QHBoxLayout()
        row.setContentsMargins(MARGIN, 0, MARGIN, 8)
        row.setSpacing(12)
        row.addWidget(self.search, 1)
        row.addWidget(self.shown)
        self.body.addLayout(row)
        self.body.addWidget(self.table, 1)
        label = Label(tr("Name"), self, ink="text.secondary")
        label.setBuddy(self.name)
        for widget in (label, self.name, self.hint):
            self.add_left(widget)

    def _fill(self) -> None:
        chosen = self.shown.current()
        lines = library_rows.fitting(self._lines, self.search.text(), None if chosen == _ALL else Verdict(chosen))
        self.model.set_lines(lines)
        self.search.set_count_text(tr("{found} of {total}").format(found=format_number(len(lines)), total=format_number(len(self._lines))))

    def _judge(self) -> None:
        name = self.name.text().strip()
        self.hint.setText(tr("replaces the library with that name") if name in self._names else "")
        self.set_verb(tr("Save the library"), enabled=bool(name) and bool(self.found.types))

    def _summary(self) -> str:
        if not self.found.types:
            return tr("It contains nothing to import.")
        score = format_number(self.found.score)
        text = tr("{count} {count|type|types}; completeness: {score} of 100 (median). Your plan is not changed.")
        return filled_text(text, count=format_number(len(self.found.types)), score=score)
