"""The main window: menus, the rail of places, the place that is shown, and the line of totals."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.core.messages.errors import DeskError
from gpudesk.ui.action_table import ACTIONS, CONDITIONS, MENUS
from gpudesk.ui.app.commands import Commands
from gpudesk.ui.app.dropped_files import DroppedFiles
from gpudesk.ui.app.find_anything import providers
from gpudesk.ui.app.menu_line import MenuLine
from gpudesk.ui.app.palette import Palette
from gpudesk.ui.app.place_rail import PlaceRail
from gpudesk.ui.app.places import PLACES
from gpudesk.ui.app.preload import make_ready_later
from gpudesk.ui.app.totals_line import TotalsLine
from gpudesk.ui.app.window_places import WindowPlaces
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.tab_order import step, zones_of
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from gpudesk.project.left_behind import LeftBehind
    from gpudesk.ui.printing.hand_over_scope import HandOverScope

tr = text_context("MainWindow")

SMALLEST = (960, 600)
FIRST_SIZE = (1440, 900)


class MainWindow(WindowPlaces):
    """One window on one session."""

    rail: PlaceRail

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__(session, settings, PLACES)
        self.registry = ActionRegistry(ACTIONS, MENUS, CONDITIONS, self)
        self.setObjectName("main-window")
        self.setMinimumSize(*SMALLEST)
        self.resize(*FIRST_SIZE)
        self.setAcceptDrops(True)
        self.registry.attach_window(self)
        self.menu_line = MenuLine(self.registry, self)
        self.setMenuBar(self.menu_line)
        self.rail = PlaceRail(self.places, self)
        self._column = QWidget()
        self.message_bar = MessageBar(self._column, over=True)
        self._seen = False
        self._tab_pressed = False
        self.view(PLACES[0].key)
        self.totals = TotalsLine(session)
        self.setCentralWidget(self._body())
        self.palette_view = Palette(self, providers(self))
        self.commands = Commands(self)
        self.files = DroppedFiles(self, self.commands)
        self._connect()
        self._restore()
        self._project_changed()
        self.go("home")
        if session.document is not None and session.document.gone is not None:
            self._tell_gone(session.document.gone)

    @property
    def furnished(self) -> bool:
        """Whether everything that a project needs has been made."""
        return self.made_view("rack") is not None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._seen:
            self._seen = True
            make_ready_later(self)

    def refuse(self, error: DeskError) -> None:
        """Show what failed and how to fix it, until the next step succeeds; nothing was changed.

        An open dialog shows it itself, next to the button that was pressed.
        """
        from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog

        if not isinstance(QApplication.activeModalWidget(), DeskDialog):
            # It passes with the next edit; without a project there is none, and it would lie over the tools.
            self._tell(error, passing=self.session.is_open)

    def warn(self, error: DeskError) -> None:
        """Show what is wrong with the file, until the user closes the message."""
        self._tell(error, passing=False)

    def _tell(self, error: DeskError, *, passing: bool) -> None:
        fix = "" if error.fix is None else tr_message(error.fix)
        document = self.session.document
        if document is not None and document.gone is not None:
            # Whatever failed since: the person can still choose what becomes of what was confirmed.
            stop = (tr("Stop editing"), self.message_bar.hide)
            rescue = (tr("Save a recovery copy…"), self.commands.file.ask_rescue)
            self.message_bar.show_message("error", tr_message(error.message), fix, choices=(rescue, stop))
        else:
            recover = self.commands.recovery.choices_for(error)
            self.message_bar.show_message("error", tr_message(error.message), fix, passing=passing and not recover, choices=recover)

    def update_actions(self) -> None:
        """Enable the actions that can be done now."""
        self.commands.update()

    def label_cables(self, scope: "HandOverScope | None" = None) -> None:
        """Ask for the text of cable labels; for the selected cables unless a scope is given."""
        self.commands.file.label_cables(scope)

    def tell_handed_over(self, files: list[Path]) -> None:
        """Show the location of the handed-over files."""
        self.commands.file.tell_handed_over(files)

    def take_file(self, path: Path) -> None:
        """Open a file in its place."""
        self.files.take(path)

    def _place_shown(self) -> None:
        self.commands.update()
        self.commands.view.show_state()

    def _place_made(self, key: str) -> None:
        # Home is made before there are commands, and needs none of them.
        if self.places_by_key[key].needs_project:
            self.commands.furnish(key)

    def leave(self) -> None:
        """Save the window state before it closes."""
        self.settings.set_window_state("geometry", self.saveGeometry())
        self.keep_places()
        self.settings.sync()

    def _body(self) -> QWidget:
        lines = QVBoxLayout(self._column)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addWidget(self._stack, 1)
        self.message_bar.raise_()
        self.message_bar.room_wanted.connect(lambda room: lines.setContentsMargins(0, room, 0, 0))
        sides = QHBoxLayout()
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(0)
        sides.addWidget(self.rail)
        sides.addWidget(self._column, 1)
        body = QWidget()
        floors = QVBoxLayout(body)
        floors.setContentsMargins(0, 0, 0, 0)
        floors.setSpacing(0)
        floors.addLayout(sides, 1)
        floors.addWidget(self.totals)
        return body

    def _connect(self) -> None:
        self.rail.place_chosen.connect(self.go)
        self.session.opened.connect(self._project_opened)
        self.session.closed.connect(self._project_closed)
        self.session.changed.connect(self._project_changed)
        self.session.changed.connect(self.message_bar.forget_passing)
        self.session.refreshed.connect(self._project_changed)
        self.session.failed.connect(self.refuse)
        self.session.damaged.connect(self.warn)
        self.session.gone.connect(self._tell_gone)
        self.session.recovered.connect(self._tell_recovered)
        self.session.selection_changed.connect(self.update_actions)
        self.session.replayable_changed.connect(self.update_actions)
        self.totals.problems_clicked.connect(self.show_problems)
        theme.notifier().changed.connect(self.update)

    def _restore(self) -> None:
        geometry = self.settings.window_state("geometry")
        # What was kept may be of a screen that is not there any more, and is refused then.
        is_restored = not geometry.isEmpty() and self.restoreGeometry(geometry)
        if not is_restored and (screen := self.screen()) is not None:
            self.resize(self.size().boundedTo(screen.availableSize()))

    def _project_opened(self) -> None:
        document = self.session.document
        if document is None:
            return
        self.settings.add_recent_file(document.path.absolute())
        self.message_bar.hide()
        if document.read_only is not None:
            look = tr("View and copy only; nothing can be changed here.")
            self.message_bar.show_message("info", tr_message(document.read_only), look)
        else:
            self._show_drafts(document.uid, document.path)
        self._project_changed()
        halls, racks, devices = (len(self.session.snapshot[table].ids) for table in ("hall", "rack", "device"))
        # A new project is seen as a whole first, and where nothing is yet a hall is what there is to see.
        self.go("floor" if halls and (self.session.just_made or not (racks or devices)) else "rack")

    def _show_drafts(self, uid: str, path: Path) -> None:
        """Show that unsaved changes of checklist items are still there from the last time."""
        from gpudesk.project.item_drafts import read_item_drafts

        try:
            drafts = read_item_drafts(uid, path)
        except DeskError as error:
            self.refuse(error)
            return
        if not drafts:
            return
        names = ", ".join(key or tr("New item") for key in sorted(drafts))
        text = filled_text(tr("Checklist items have changes that are not saved: {names}."), names=names)
        show = self.registry.action("project.checklist-items").trigger
        self.message_bar.show_message("info", text, "", passing=True, choices=[(tr("Show checklist items"), show)])

    def _tell_recovered(self, left: "LeftBehind") -> None:
        self.message_bar.show_message("info", tr_message(left.told()), "")

    def _tell_gone(self, error: DeskError) -> None:
        """The file is gone from its path: the user chooses what to do with confirmed edits."""
        self.warn(error)
        self._project_changed()

    def _project_closed(self) -> None:
        self._let_go_of_drawings()
        if self.session.replacing:
            # The next one is there at once: Home would be drawn up for nothing, and every action switched twice.
            return
        self._project_changed()
        self.go("home")

    def _let_go_of_drawings(self) -> None:
        """Free the view data of a closed project: tens of megabytes, and its types."""
        # Drawings need numpy, which the first sight of Home does not wait for.
        from gpudesk.ui.canvas.canvas_view import CanvasView

        for view in self.findChildren(CanvasView):
            view.let_go()

    def _project_changed(self) -> None:
        document = self.session.document
        name = "" if document is None else document.path.name
        caption = tr("all edits saved") if self.session.writable else tr("read-only")
        self.menu_line.set_title(name, caption if document is not None else tr("no project open"))
        self.setWindowTitle(f"{name} – GPU Desk" if name else "GPU Desk")
        self.rail.show_project(self.session)
        self.commands.update()

    def show_problems(self) -> None:
        """Show the list of problems of the place that is shown, else of the racks, and put the focus into it."""
        if self.place not in {"floor", "fabric"}:
            self.go("rack")
        dock = self.judged.docks["problems"]
        dock.show()
        dock.raise_()
        self.judged.problems.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        # Every key is asked about here before it is pressed. Qt also moves the focus on when a widget goes: then its own way holds.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self._tab_pressed = event.key() in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        pressed, self._tab_pressed = self._tab_pressed, False
        if not pressed or self.place not in {"floor", "rack"}:
            return super().focusNextPrevChild(forward)
        return step(self, [self.menu_line, self.rail, self.message_bar, *zones_of(self.drawing), self.totals], forward=forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc unhandled by child widgets returns to the drawing; Ctrl+V pastes the text of another program."""
        if event.key() == Qt.Key.Key_Escape and self.place in {"floor", "rack"}:
            self.drawing.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        elif event.matches(QKeySequence.StandardKey.Paste) and self.files.paste():
            event.accept()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.files.enter(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.files.leave()

    def dropEvent(self, event: QDropEvent) -> None:
        self.files.drop(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.leave()
        super().closeEvent(event)
