"""A link from end to end: every device, module, cable and panel, one below the other."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from gpudesk.derived.cabling.link_pieces import LinkCable, LinkStop, link_path
from gpudesk.ui.panels.inspector.fibre_picture import FibrePicture
from gpudesk.ui.panels.words.link_labels import verdict_title
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable

tr = text_context("TraceCableDialog")

_WIDTHS = (40, 190, 150, 210, 70)


class TraceCableDialog(DeskDialog):
    """Lists the sections of the link that contains a cable."""

    def __init__(self, session: Session, cable_id: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = link_path(session.snapshot, cable_id)
        title, _ = verdict_title(self.path.rows)
        self.set_heading(tr("Trace of cable {number}").format(number=cable_id), title)
        self.model = PlainTableModel(
            (
                Head(tr("No."), right=True),
                Head(tr("Component")),
                Head(tr("Port")),
                Head(tr("Part")),
                Head(tr("Length"), right=True),
            ),
            self,
        )
        self.model.set_lines(self._lines())
        form = Form(self)
        picture = FibrePicture(form)
        picture.set_path(self.path)
        form.add_wide(picture)
        self.table = DeskTable(tr("Link components"), form)
        self.table.setModel(self.model)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        self.table.setMinimumHeight(24 * min(len(self.path.stops) + len(self.path.cables) + 2, 14))
        form.add_wide(self.table)
        self.add_form(form)
        copy = QPushButton(tr("Copy as text"), self)
        copy.clicked.connect(lambda _checked=False: QGuiApplication.clipboard().setText(self.as_text()))
        self.add_left(copy)
        self.add_close(tr("Close"))
        self.resize(720, 460)

    def as_text(self) -> str:
        """The sections as lines of text."""
        columns = range(self.model.columnCount())
        rows = range(self.model.rowCount())
        cell = Qt.ItemDataRole.DisplayRole
        return "\n".join("\t".join(str(self.model.index(row, column).data(cell) or "") for column in columns) for row in rows)

    def _lines(self) -> list[Line]:
        """Stops and cables in turns."""
        pieces: list[LinkStop | LinkCable] = []
        for number, stop in enumerate(self.path.stops):
            pieces.append(stop)
            if number < len(self.path.cables):
                pieces.append(self.path.cables[number])
        return [self._line(number + 1, piece) for number, piece in enumerate(pieces)]

    def _line(self, number: int, piece: LinkStop | LinkCable) -> Line:
        count = Cell(str(number), right=True, ink="text.tertiary")
        if isinstance(piece, LinkCable):
            polarity = "" if piece.kind is None else piece.kind.text("polarity")
            part = tr("no type selected") if piece.kind is None else tr_type_name(piece.kind.model)
            length = "" if piece.length_mm is None else format_quantity(piece.length_mm / 1000, "m")
            name = tr("Cable {number}").format(number=piece.cable_id)
            kind = tr("type {polarity}").format(polarity=polarity) if polarity else ""
            quiet = (Cell(kind, ink="text.secondary"), Cell(part, ink="text.secondary"))
            return Line(piece, (count, Cell(name), *quiet, Cell(length, right=True)))
        ports = " → ".join(port for port in (piece.near, piece.far) if port)
        part = (
            tr_type_name(piece.kind.model)
            if piece.module is None
            else f"{tr_type_name(piece.kind.model)} · {tr_type_name(piece.module.model)}"
        )
        return Line(piece, (count, Cell(piece.name), Cell(ports), Cell(part, ink="text.secondary"), Cell("")))
