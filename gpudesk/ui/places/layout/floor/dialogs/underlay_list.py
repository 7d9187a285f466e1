"""All underlays of a hall: shown or hidden, selected, and removed."""

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpudesk.formats.drawings.line_drawing import MEDIA
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.floor.underlay import USUAL_OPACITY_PERCENT, set_underlay_opacity
from gpudesk.ui.canvas.underlays import Underlay, underlays_of
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.scrolled_page import replace_page
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton

tr_underlay_list_dialog = text_context("UnderlayListDialog")
tr_line = text_context("_Line")


class UnderlayListDialog(DeskDialog):
    """One line for each underlay. The dialog stays open next to the window.

    Signals:
        add_requested(): another underlay is requested.
    """

    add_requested = Signal()

    def __init__(self, session: Session, hall_id: int, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self._hall_id = hall_id
        self._shown: tuple[Underlay, ...] | None = None
        self.set_heading(
            tr_underlay_list_dialog("Underlay"),
            tr_underlay_list_dialog("Checked underlays are shown. Click a name to select it for the inspector."),
        )
        self.lines: list[_Line] = []
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.let_body_fill()
        self.body.addWidget(self._scroll)
        self.add_close(tr_underlay_list_dialog("Close"))
        add = self.add_main(tr_underlay_list_dialog("Add…"), self.add_requested.emit)
        add.setEnabled(session.writable)
        for signal in (session.changed, session.refreshed):
            signal.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.resize(460, 300)
        if parent is not None:
            self.move(_beside(parent.window().geometry(), self.width()))
        self.refresh()

    def refresh(self) -> None:
        """Show the current underlays; unchanged lines are kept."""
        if not self._project.is_open or not self._project.snapshot["hall"].has(self._hall_id):
            self.reject()
            return
        underlays = underlays_of(self._project.snapshot, self._hall_id)
        if underlays == self._shown:
            return
        self._shown = underlays
        rows = QWidget()
        column = QVBoxLayout(rows)
        column.setContentsMargins(MARGIN, 4, MARGIN, 8)
        column.setSpacing(4)
        self.lines = [_Line(self._project, underlay, rows) for underlay in underlays]
        for line in self.lines:
            column.addWidget(line)
        if not underlays:
            column.addWidget(Label(tr_underlay_list_dialog("This hall has no underlay yet."), rows, ink="text.secondary"))
        column.addStretch(1)
        # The box that was just ticked still handles its click.
        replace_page(self._scroll, rows)


class _Line(QWidget):
    """One underlay."""

    def __init__(self, session: Session, underlay: Underlay, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._underlay = underlay
        self.box = QCheckBox(self)
        self.box.setAccessibleName(tr_line("Show {name}").format(name=underlay.name))
        self.box.setChecked(underlay.opacity_percent > 0)
        self.box.setEnabled(session.writable)
        self.box.toggled.connect(self._show_or_hide)
        name = LinkButton(underlay.name, self)
        name.clicked.connect(lambda: session.select([ObjectRef("underlay", underlay.id)]))
        width, height = (
            format_quantity(round(abs(underlay.turn) * side / 100) / 10, "m", decimals=1) for side in (underlay.width, underlay.height)
        )
        kind = tr_line("drawing") if underlay.media == MEDIA else tr_line("picture")
        fact = Label(f"{kind} · {width} × {height}", self, step="caption", ink="text.tertiary", wrap=False)
        self.remove = IconButton("delete", tr_line("Remove {name}").format(name=underlay.name), self)
        self.remove.setEnabled(session.writable)
        self.remove.clicked.connect(self._remove)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.box)
        row.addWidget(name)
        row.addStretch(1)
        row.addWidget(fact)
        row.addWidget(self.remove)

    def _remove(self) -> None:
        self._session.do(delete_objects, "underlay", [self._underlay.id])

    def _show_or_hide(self, shown: bool) -> None:
        self._session.do(set_underlay_opacity, self._underlay.id, USUAL_OPACITY_PERCENT if shown else 0)


def _beside(window: QRect, width: int) -> QPoint:
    """The upper left corner of a dialog in the upper part of a window, left of its inspector."""
    return QPoint(max(window.left() + 60, window.right() - 340 - width), window.top() + 120)
