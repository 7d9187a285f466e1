"""The matrix of a network: how many links each leaf has to each spine."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.ui.places.fabric.models.fabric_matrix_model import FabricMatrixModel
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("FabricMatrix")

_CELL_PX, _LINE_PX = 34, 24


class FabricMatrix(QTableView):
    """A table of counts; a cell represents the two switches that it connects.

    Signals:
        device_chosen(list): the ids of the devices of the chosen cells.
    """

    device_chosen = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Links between leaves and spines"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.table = FabricMatrixModel(self)
        self.setModel(self.table)
        for head, size in ((self.horizontalHeader(), _CELL_PX), (self.verticalHeader(), _LINE_PX)):
            head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            head.setDefaultSectionSize(size)
            head.setMinimumSectionSize(size)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.selectionModel().currentChanged.connect(lambda *_: self._tell())

    def show_diagram(self, diagram: FabricDiagram | None) -> None:
        """Show the links of another network."""
        self.table.show_diagram(diagram)

    def _tell(self) -> None:
        index = self.currentIndex()
        if index.isValid():
            end_devices = (self.table.device_of_row(index.row()), self.table.device_of_column(index.column()))
            self.device_chosen.emit([device for device in end_devices if device is not None])
