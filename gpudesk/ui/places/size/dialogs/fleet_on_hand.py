"""Which workload of the project runs on which of the GPUs on hand, and what of them is left."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpudesk.sizing.fleet.fleet import Member
from gpudesk.sizing.fleet.stock_use import Held, StockUse, Use, best_use, boards_held
from gpudesk.sizing.gpus.on_hand import OnHand
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("FleetOnHand")

_NAME_WIDE = 190


def use_of(members: list[Member], held: OnHand) -> StockUse | None:
    """The best use of the GPUs on hand; None if there are none."""
    works = [(member.name, member.work) for member in members if member.error is None]
    return best_use(works, boards_held(held)) if held and works else None


class FleetOnHand(QWidget):
    """A row for each workload; hidden if no GPUs are on hand."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = PlainTableModel((Head(""), Head(tr("Workload")), Head(tr("Runs on"))), self)
        self.table = DeskTable(tr("On the GPUs on hand"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(DeskTable.SelectionMode.SingleSelection)
        self.table.set_mark_column(0)
        self.table.setColumnWidth(1, _NAME_WIDE)
        self.table.setMinimumHeight(76)
        self.left = Label("", self, step="body", ink="text.secondary", wrap=True)
        self.left.setContentsMargins(MARGIN, 6, MARGIN, 8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(DockHeader(tr("On the GPUs on hand")))
        column.addWidget(self.table, 1)
        column.addWidget(self.left)
        self.hide()

    def show_use(self, use: StockUse | None) -> None:
        """Show another use."""
        self.setVisible(use is not None)
        if use is None:
            self.model.set_lines([])
            return
        self.model.set_lines([self._line(number, workload_use) for number, workload_use in enumerate(use.uses)])
        left = ", ".join(_counted(held) for held in use.left) or tr("nothing")
        text = tr("Unused: {left}.").format(left=left)
        several = tr("Not every combination was tried.")
        self.left.setText(text if use.exact else f"{text} {several}")

    def _line(self, number: int, use: Use) -> Line:
        if not use.parts:
            why = tr_message(use.why_not) if use.why_not is not None else tr("not placed")
            return Line(number, (Cell(severity="error", spoken=why), Cell(use.name), Cell(why, ink="text.secondary", tool_tip=why)))
        text = " + ".join(
            filled_text(
                tr("{gpus} × {board} for {sequences} {sequences|sequence|sequences}"),
                gpus=format_number(part.gpus),
                board=part.board.short,
                sequences=format_number(part.sequences),
            )
            if len(use.parts) > 1
            else f"{format_number(part.gpus)} × {part.board.short}"
            for part in use.parts
        )
        return Line(number, (Cell(severity="ok", spoken=tr("placed")), Cell(use.name), Cell(text, tool_tip=text)))


def _counted(held: Held) -> str:
    return f"{format_number(held.count)} × {held.board.short}"
