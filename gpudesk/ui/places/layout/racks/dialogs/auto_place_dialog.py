"""Auto-place: devices, target racks and rules, with a live preview of the result."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QHeaderView, QPushButton, QScrollArea, QVBoxLayout, QWidget

from gpudesk.derived.auto_place.auto_place_plan import AutoPlan, plan_places
from gpudesk.operations.racks.auto_place_devices import AutoPlaced, auto_place
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.layout.racks.dialogs.auto_place_list import PlaceList
from gpudesk.ui.places.layout.racks.dialogs.auto_place_parts import PartSearch
from gpudesk.ui.places.layout.racks.dialogs.auto_place_rules import RuleSwitches
from gpudesk.ui.places.layout.racks.dialogs.auto_place_where import RacksChoice
from gpudesk.ui.places.layout.racks.dialogs.small_racks import SmallRacks
from gpudesk.ui.places.layout.racks.models.auto_place_rows import left_out_rows, rack_heads, rack_rows, shown_racks
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("AutoPlaceDialog")

CHANGED_MS = 120
MOST_DRAWN = 400
SIZE, LARGE_SIZE = (1240, 740), (1720, 1040)
"""On a screen of 1280 × 800 and on one that is twice as wide."""
_PARTS_WIDE, _LIST_WIDE = 232, 480


class AutoPlaceDialog(DeskDialog):
    """One press at the end places everything as one step."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._plan: AutoPlan | None = None
        self._asked_again = False
        self._computing = False
        self.set_heading(tr("Auto-place"), tr("Fill racks from a list. The limits come from the site sheet."))
        self.racks = RacksChoice(session, self)
        self.racks.setAccessibleName(tr("Racks to fill"))
        self.racks.setFixedHeight(theme.size("field"))
        self.racks.setMinimumWidth(220)
        self.add_beside_heading(self.racks)
        self.parts = PartSearch(session, self)
        self.list = PlaceList(session, self.parts, self)
        self.rules = RuleSwitches(session.snapshot, self)
        screen = self.screen().availableGeometry()
        large = screen.width() >= 2000
        self.drawing = SmallRacks(tr("Preview of the racks"), 264 if large else 132, self)
        self.rack_model = PlainTableModel(rack_heads(), self)
        self.rack_table = DeskTable(tr("Racks"), self)
        self.left_out_model = PlainTableModel(left_out_rows(None)[0], self)
        self.left_out_table = DeskTable(tr("Not placed"), self)
        self.drawing_head = GroupHeader(tr("Preview"), foldable=False, parent=self)
        self.left_out_head = GroupHeader(tr("Not placed"), foldable=False, parent=self)
        self._state = Label("", self, step="caption", ink="text.tertiary")
        self._lay_out()
        self.add_left(self._state)
        button = self.add_buttons("", self.place)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self, button.click)
        button.setToolTip(QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText))
        self._later = QTimer(self, singleShot=True, interval=CHANGED_MS)
        self._later.timeout.connect(self._compute)
        self.parts.chosen.connect(self.list.add)
        for signal in (self.list.changed, self.rules.changed, self.racks.currentIndexChanged, session.changed, session.refreshed):
            signal.connect(self._ask)
        session.closed.connect(self.reject)
        wide, high = LARGE_SIZE if large else SIZE
        self.resize(min(wide, screen.width() - 20), min(high, screen.height() - 40))
        self.parts.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show(None)

    @property
    def plan(self) -> AutoPlan | None:
        """The plan shown in the preview, or None."""
        return self._plan

    def place(self) -> None:
        """Place what finds a place, select it, and close."""
        rack_ids = self.racks.rack_ids()
        self.do(self._project, auto_place, self.list.lines(), rack_ids, self.rules.choices(), done=self._placed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Enter ends what is typed into a cell or field; it must not place everything. Ctrl+Enter does.
        if event.key() not in {Qt.Key.Key_Return, Qt.Key.Key_Enter} or isinstance(self.focusWidget(), QPushButton):
            super().keyPressEvent(event)

    def _placed(self, placed: AutoPlaced) -> None:
        self._project.select([ObjectRef("device", device_id) for device_id in placed.device_ids.tolist()])
        self.accept()

    def _ask(self) -> None:
        self._state.setText(tr("Finding positions…") if self.list.lines() else "")
        self._later.start()

    def _compute(self) -> None:
        if not self._project.is_open:
            return
        if self._computing:
            self._asked_again = True
            return
        lines, types = self.list.lines(), self.list.types()
        lines = [line for line in lines if line.type_key in types]
        if not lines:
            self._show(None)
            return
        snapshot, rack_ids, choices = self._project.snapshot, self.racks.rack_ids(), self.rules.choices()
        self._computing = True

        def work() -> tuple[AutoPlan, list[Line]]:
            # Thousands of rows are written here too, so that the window need not.
            plan = plan_places(snapshot, types, lines, rack_ids, choices)
            return plan, rack_rows(snapshot, plan)

        self.read(self._project, work, self._computed)

    def _computed(self, made: tuple[AutoPlan, list[Line]]) -> None:
        self._computing = False
        if self._asked_again:
            self._asked_again = False
            self._compute()
        elif not self._later.isActive():
            self._show(*made)

    def _show(self, plan: AutoPlan | None, rows_of_racks: Sequence[Line] = ()) -> None:
        """Show the result of the list."""
        self._plan = plan
        snapshot = self._project.snapshot
        heads, rows = left_out_rows(plan)
        self.left_out_model.set_lines(rows, heads)
        for widget in (self.left_out_head, self.left_out_table):
            widget.setVisible(bool(rows))
        missing = 0 if plan is None else plan.missing
        self.left_out_head.setText(tr("Not placed") if missing else tr("Notes"))
        self.left_out_head.set_count(format_number(missing) if missing else "")
        if plan is None:
            racks = self.racks.rack_ids()[:MOST_DRAWN]
            self.list.show_placed({})
            self.rack_model.set_lines(())
            self.drawing_head.set_count("")
            self._state.setText(tr("Add devices from the catalog on the left."))
            self.set_verb(tr("Place"), enabled=False)
            self.drawing.show_standing(snapshot, racks)
            return
        racks = shown_racks(plan)
        counts = {line: plan.placed_of(line) for line in range(len(plan.lines))}
        self.list.show_placed(counts)
        self.rack_model.set_lines(rows_of_racks)
        self.drawing_head.set_count(tr("%n rack(s)", "", len(racks)))
        self.drawing.show_plan(snapshot, plan, racks[:MOST_DRAWN])
        self._state.setText(tr("%n unplaced device(s)", "", missing) if missing else tr("Everything fits."))
        self.set_verb(tr("Place %n device(s)", "", plan.placed), enabled=plan.placed > 0 and self._project.writable)

    def _lay_out(self) -> None:
        self.let_body_fill()
        for table, model in ((self.rack_table, self.rack_model), (self.left_out_table, self.left_out_model)):
            table.setModel(model)
        head = self.rack_table.horizontalHeader()
        head.setStretchLastSection(False)
        for section, width in enumerate((84, 62)):
            head.resizeSection(section, width)
        for section in (2, 3, 4):
            head.setSectionResizeMode(section, QHeaderView.ResizeMode.Stretch)
        self.left_out_table.horizontalHeader().resizeSection(0, 160)
        middle = QVBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(GroupHeader(tr("Devices to place"), foldable=False, parent=self))
        middle.addWidget(self.list, 5)
        middle.addWidget(_scrolled(self.rules, self), 6)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.drawing_head)
        drawing = _scrolled(self.drawing, self, fill=False)
        drawing.setFixedHeight(self.drawing.height() + 18)
        right.addWidget(drawing)
        right.addWidget(self.rack_table, 5)
        right.addWidget(self.left_out_head)
        right.addWidget(self.left_out_table, 3)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(GroupHeader(tr("Catalog"), foldable=False, parent=self))
        left.addSpacing(4)
        left.addWidget(self.parts, 1)
        columns = QHBoxLayout()
        columns.setSpacing(0)
        for place, (column, wide) in enumerate(((left, _PARTS_WIDE), (middle, _LIST_WIDE), (right, 0))):
            box = QWidget(self)
            box.setLayout(column)
            column.setContentsMargins(0, 0, 0, 0)
            if wide:
                box.setFixedWidth(wide)
            if place:
                columns.addWidget(_Hairline(self))
            columns.addWidget(box, 0 if wide else 1)
        self.body.addLayout(columns, 1)


class _Hairline(QWidget):
    """A hairline between two columns."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedWidth(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.current().border.default)


def _scrolled(widget: QWidget, parent: QWidget, *, fill: bool = True) -> QScrollArea:
    area = QScrollArea(parent)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(fill)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    if fill:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area
