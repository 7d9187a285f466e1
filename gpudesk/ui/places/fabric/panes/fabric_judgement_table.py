"""The assessment of one network: its cables next to its plan, and the bandwidth left after each loss."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView
from shiboken6 import isValid

from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.ui.places.fabric.models.fabric_judgement_lines import Worth, fabric_worth, heads, judgement_lines
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.edit_table import EditDelegate, span_groups
from gpudesk.ui.toolkit.parts.plain_table import PlainTableModel
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable

tr = text_context("FabricJudgementTable")

_MEANT = 3


class FabricJudgementTable(DeskTable):
    """Calculates the figures on a reading thread.

    Attributes:
        lines: the shown lines.

    Signals:
        part_chosen(ObjectRef): the user wants to see the switch or cable with the worst loss.
    """

    part_chosen = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__("")
        self._project = session
        self._asked: FabricDiagram | None = None
        self.lines = PlainTableModel(heads(), self)
        self.setAccessibleName(tr("Evaluation of the network"))
        self.setModel(self.lines)
        self.lines.modelReset.connect(lambda: span_groups(self, self.lines))
        self.setItemDelegate(EditDelegate(self))
        head = self.horizontalHeader()
        head.setStretchLastSection(False)
        for column, wide in ((0, 220), (1, 104), (2, 104)):
            head.resizeSection(column, wide)
        head.setSectionResizeMode(_MEANT, QHeaderView.ResizeMode.Stretch)
        self.activated.connect(lambda index: self._choose(index.row()))
        self.doubleClicked.connect(lambda index: self._choose(index.row()))

    def show_diagram(self, diagram: FabricDiagram) -> None:
        """Evaluate the network of a drawing."""
        if diagram is self._asked:
            return
        self._asked = diagram

        def ended(worth: Worth) -> None:
            if isValid(self) and self._asked is diagram:
                self.lines.set_lines(judgement_lines(diagram, worth))

        self._project.jobs.read(lambda _: fabric_worth(diagram.snapshot, diagram.network_id), ended)

    def _choose(self, row: int) -> None:
        key = self.lines.line(row).key
        if isinstance(key, tuple) and key[0]:
            self.part_chosen.emit(ObjectRef(str(key[0]), int(key[1])))
