"""Everything that was measured at this site, to be looked through and forgotten."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from gpudesk.catalog.measured_files import forget_measured, load_measured
from gpudesk.core.estimates.measured import Measured, Pair
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import Message
from gpudesk.sizing.measured.measured_comparison import TITLES
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable

tr = text_context("MeasuredHereDialog")

_WIDTHS = (190, 180, 78, 78, 54, 170, 96, 96)


class MeasuredHereDialog(DeskDialog):
    """A row for each figure; all figures of a plan are forgotten together.

    Signals:
        forgotten(): those of a plan are no longer kept.
    """

    forgotten = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self.set_heading(tr("Measured at this site"), tr("Corrects predictions for the same model, GPU, engine and format."))
        self.let_body_fill()
        self.model = PlainTableModel(
            (
                Head(tr("Model")),
                Head(tr("GPU")),
                Head(tr("Engine")),
                Head(tr("Weights")),
                Head(tr("Split")),
                Head(tr("Figure")),
                Head(tr("Predicted"), right=True),
                Head(tr("Measured"), right=True),
                Head(tr("Factor"), right=True),
            ),
            self,
        )
        self.table = DeskTable(tr("Measured at this site"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(DeskTable.SelectionMode.SingleSelection)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.body.addWidget(self.table, 1)
        self.forget_button = QPushButton(tr("Delete"), self)
        self.forget_button.setAutoDefault(False)
        self.forget_button.clicked.connect(lambda _checked=False: self.forget())
        self.add_left(self.forget_button)
        self.add_close(tr("Close"))
        self.table.selectionModel().currentRowChanged.connect(lambda _now, _before: self._judge())
        self.resize(980, 400)
        self.refresh()

    def refresh(self) -> None:
        """Show the stored measurements."""
        self.model.set_lines([line for measurement in load_measured() for line in _lines(measurement)])
        if self.model.rowCount():
            self.table.selectRow(0)
        self._judge()

    def forget(self) -> None:
        """Forget the chosen one."""
        index = self.table.currentIndex()
        if not index.isValid():
            return
        try:
            forget_measured(self.model.line(index.row()).key[0])
        except DeskError as error:
            self.complain(error)
            return
        self.forgotten.emit()
        self.refresh()

    def _judge(self) -> None:
        self.forget_button.setEnabled(self.table.currentIndex().isValid() and self.model.rowCount() > 0)


def _lines(measurement: Measured) -> list[Line]:
    """A row for each figure."""
    rows = [(name, pair, 1.0, "GiB", 2) for name, pair in measurement.gib.items()]
    rows += [(name, pair, 1000.0, "ms", 1) for name, pair in measurement.seconds.items()]
    return [_line(measurement, *row) for row in rows]


def _line(measurement: Measured, name: str, pair: Pair, scale: float, unit: str, places: int) -> Line:
    predicted, measured = (f"{format_number(value * scale, places)}{THIN_SPACE}{unit}" for value in (pair.predicted, pair.measured))
    split = (
        (measurement.tensor, measurement.groups, measurement.pipeline)
        if measurement.groups > 1
        else (measurement.tensor, measurement.pipeline)
    )
    cells = (
        Cell(measurement.model.rsplit("/", 1)[-1], tool_tip=f"{measurement.model}\n{measurement.source}, {measurement.date}"),
        Cell(measurement.gpu, ink="text.secondary"),
        Cell(measurement.program),
        Cell(measurement.form.upper()),
        Cell(" × ".join(str(count) for count in split)),
        Cell(tr_message(Message("sizing", TITLES[name]))),
        Cell(predicted, right=True, ink="text.secondary"),
        Cell(measured, right=True, step="strong"),
        Cell(f"×{format_number(pair.factor, 2)}", right=True),
    )
    return Line((measurement.key, name), cells)
