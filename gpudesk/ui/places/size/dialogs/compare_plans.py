"""Up to four plans side by side: their memory, the time of their steps, and every figure with its differences marked."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from gpudesk.ui.places.size.dialogs.dialog_sizes import room_for
from gpudesk.ui.places.size.models.size_comparison import comparison_heads, comparison_lines, keys_of, tasks_differ
from gpudesk.ui.places.size.models.size_rows import Plan, plan_key, task_of
from gpudesk.ui.places.size.panes.part_bars import MemoryBars, PartBars, StepBars
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import PlainTableModel
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.legend import Legend

tr_plan_comparison = text_context("PlanComparison")
tr_compare_plans_dialog = text_context("ComparePlansDialog")

SIZE, LARGE_SIZE = (1180, 720), (1500, 900)
_NAME_WIDE = 150
_MARGIN = 10


class PlanComparison(QWidget):
    """The comparison itself, for the dialog and for the wizard. Left and Right in the table choose a plan.

    Signals:
        chosen(object): the key of a plan.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plans: tuple[Plan, ...] = ()
        self.memory, self.step = MemoryBars(), StepBars()
        self.model = PlainTableModel((), self)
        self.table = _Figures(tr_plan_comparison("Figures of the plans"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(DeskTable.SelectionMode.SingleSelection)
        row = QHBoxLayout()
        row.setSpacing(0)
        for title, bars in ((tr_plan_comparison("Memory per GPU"), self.memory), (tr_plan_comparison("Step time"), self.step)):
            row.addWidget(_titled(title, bars), 1)
            bars.chosen.connect(self.chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        self.setFocusProxy(self.table)
        self.table.stepped.connect(self._step)

    def show_plans(self, plans: Sequence[Plan], current: object) -> None:
        """Compare some plans, one of them chosen."""
        self._plans = tuple(plans)
        self.model.set_lines(comparison_lines(plans), comparison_heads(plans))
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        head.resizeSection(0, _NAME_WIDE)
        for bars in (self.memory, self.step):
            bars.show_plans(plans, current)
        around = self.step.parentWidget()
        if around is not None:
            # A training has no step that gives words.
            # Steps of different tasks are not of one kind.
            around.setVisible(bool(self.step.legend()) and not tasks_differ(plans))
        if not self.table.currentIndex().isValid() and self.model.rowCount():
            self.table.setCurrentIndex(self.model.index(0, 0))
        for picture, legend in self._legends():
            legend.set_entries(picture.legend())

    def _legends(self) -> list[tuple[PartBars, Legend]]:
        """The bars with their legends."""
        bars_and_legends: list[tuple[PartBars, Legend]] = []
        for bars in (self.memory, self.step):
            around = bars.parentWidget()
            legend = around.findChild(Legend) if around is not None else None
            if isinstance(legend, Legend):
                bars_and_legends.append((bars, legend))
        return bars_and_legends

    def _step(self, by: int) -> None:
        keys = keys_of(self._plans)
        at = keys.index(self.memory.current) if self.memory.current in keys else 0
        self.chosen.emit(keys[min(max(at + by, 0), len(keys) - 1)])


class _Figures(DeskTable):
    """Left and Right emit `stepped`: the plans are side by side."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(step)


def _titled(title: str, bars: PartBars) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    box.setToolTip(title)
    above = QVBoxLayout()
    above.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
    above.addWidget(Legend(wrap=True))
    column.addLayout(above)
    column.addWidget(bars)
    bars.setFixedHeight(bars.minimumSizeHint().height())
    return box


class ComparePlansDialog(DeskDialog):
    """The main button takes the plan that is chosen here back to the place.

    Signals:
        chosen(object): the key of the plan that was taken.
    """

    chosen = Signal(object)

    def __init__(self, plans: Sequence[Plan], current: Plan | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plans = tuple(plans)
        self._mine = task_of(current if current is not None else plans[0])
        self._current: object = plan_key(current) if current is not None and current in plans else plan_key(plans[0])
        self.set_heading(
            tr_compare_plans_dialog("Compare plans"),
            tr_compare_plans_dialog("Differences from the first plan are marked; a check mark shows the best value."),
        )
        self.comparison = PlanComparison(self)
        self.comparison.chosen.connect(self._choose)
        self.let_body_fill()
        self.body.addWidget(self.comparison)
        self.add_buttons("", self._take, close=tr_compare_plans_dialog("Close"))
        self.resize(room_for(self, SIZE, LARGE_SIZE))
        self._choose(self._current)
        self.comparison.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, key: object) -> None:
        self._current = key
        self.comparison.show_plans(self._plans, key)
        title = next(head for head, plan in zip(comparison_heads(self._plans)[1:], self._plans, strict=True) if plan_key(plan) == key).title
        plan = next(plan for plan in self._plans if plan_key(plan) == key)
        is_same_task = task_of(plan) == self._mine
        words = tr_compare_plans_dialog("Use {plan}") if is_same_task else tr_compare_plans_dialog("{plan}: different task")
        self.set_verb(words.format(plan=title), enabled=is_same_task)

    def _take(self) -> None:
        self.chosen.emit(self._current)
        self.accept()
