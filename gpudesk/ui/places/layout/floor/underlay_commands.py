"""Underlays of the plan: imported from files, scaled, moved, hidden, and used to set the hall size."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QFileDialog

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.formats.drawings.pdf_page import PdfPage, is_pdf, pdf_pages
from gpudesk.formats.drawings.underlay_file import UnderlayFile, read_pdf_page, read_underlay, underlay_bytes
from gpudesk.operations.floor.underlay import USUAL_OPACITY_PERCENT, add_underlay, move_underlay, set_underlay_opacity
from gpudesk.ui.canvas.drawing_picture import PICTURES, NoPicture, save_drawing
from gpudesk.ui.canvas.underlays import Underlay, underlays_of
from gpudesk.ui.places.layout.floor.canvas.floor_plan_pointer import FloorMode
from gpudesk.ui.places.layout.floor.canvas.floor_plan_underlay_tools import HallTool, MoveTool, ScaleTool
from gpudesk.ui.places.layout.floor.canvas.floor_plan_view import FloorView
from gpudesk.ui.places.layout.floor.canvas.underlay_content import decoded
from gpudesk.ui.places.layout.floor.dialogs.hall_size_dialog import HallSizeDialog
from gpudesk.ui.places.layout.floor.dialogs.underlay_list import UnderlayListDialog
from gpudesk.ui.places.layout.floor.dialogs.underlay_page import FIRST_PREVIEWS, PdfPageDialog
from gpudesk.ui.places.layout.floor.dialogs.underlay_scale import Point, ScaleUnderlayDialog
from gpudesk.ui.toolkit.jobs import Done, Jobs
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
    from gpudesk.ui.shell.shell import Shell


_DRAWN_PX = 1600
"""The longer side of the drawing in px of the screen: letters have their usual size at it."""


def save_floor(jobs: Jobs, view: FloorView, path: Path, done: Done, failed: Done) -> None:
    """Draw the hall as currently painted, and write it on a reader thread; the suffix sets the format.

    Raises:
        NoPicture: the suffix is not in `drawing_picture.PICTURES`.
    """
    save_drawing(jobs, view, view.hall_bounds(), _DRAWN_PX, path, done, failed)


tr = text_context("FloorUnderlays")

SUFFIXES = (".png", ".jpg", ".jpeg", ".pdf", ".dxf")
"""Suffixes of files that can be underlays; the format is determined by the content."""
_CONTEXT = "UnderlayFlow"
_UNITS = {
    25.4: QT_TRANSLATE_NOOP("UnderlayFlow", "inches"),
    304.8: QT_TRANSLATE_NOOP("UnderlayFlow", "feet"),
    1.0: QT_TRANSLATE_NOOP("UnderlayFlow", "millimeters"),
    10.0: QT_TRANSLATE_NOOP("UnderlayFlow", "centimeters"),
    100.0: QT_TRANSLATE_NOOP("UnderlayFlow", "decimeters"),
    1000.0: QT_TRANSLATE_NOOP("UnderlayFlow", "meters"),
    914.4: QT_TRANSLATE_NOOP("UnderlayFlow", "yards"),
    1e6: QT_TRANSLATE_NOOP("UnderlayFlow", "kilometers"),
}
_MARGIN_MM = 600.0


class FloorUnderlays(QObject):
    """The actions on underlays in one window."""

    def __init__(self, window: "Shell", floor: "FloorPlace") -> None:
        super().__init__(window)
        self._window = window
        self._floor = floor
        self._session = window.session
        canvas = floor.canvas
        self._scale, self._move, self._hall = ScaleTool(canvas), MoveTool(canvas), HallTool(canvas)
        canvas.tools = {FloorMode.SCALE_UNDERLAY: self._scale, FloorMode.MOVE_UNDERLAY: self._move, FloorMode.SIZE_HALL: self._hall}
        self._scale.pointed.connect(self._scaled)
        self._move.moved.connect(lambda row_id, dx, dy: self._session.do(move_underlay, row_id, dx, dy))
        self._session.failed.connect(self._move.cancel)
        self._hall.drawn.connect(self._size_hall)
        canvas.mode_changed.connect(self._begin)
        connect = window.registry.connect_action
        connect("floor.underlay-add", self.ask_file)
        connect("floor.underlay-list", self.show_list)
        connect("floor.underlay-scale-numbers", self.scale_by_numbers)
        connect("floor.underlay-hall-numbers", self.size_hall_by_numbers)
        connect("floor.underlay-show", self.hide_or_show)
        connect("floor.picture", self.ask_picture)
        window.registry.connect_switch("floor.underlay-through", self._set_through)
        self._set_through(window.settings.text("underlay-paper") != "shown")
        window.registry.set_checked("floor.underlay-through", floor.under.through)

    # which one

    def in_hand(self) -> int | None:
        """The selected underlay of the hall that is shown, else its uppermost."""
        hall_id = self._floor.hall_id
        if hall_id is None or not self._session.is_open:
            return None
        here = [underlay.id for underlay in underlays_of(self._session.snapshot, hall_id)]
        chosen = [row_id for row_id in self._session.selected("underlay") if row_id in here]
        return chosen[-1] if chosen else here[-1] if here else None

    def _underlay(self) -> Underlay | None:
        row_id = self.in_hand()
        return None if row_id is None else self._floor.canvas.underlays.get(row_id)

    def _begin(self, mode: FloorMode) -> None:
        """Start a tool on the active underlay; a hidden one is shown first."""
        tool = {FloorMode.SCALE_UNDERLAY: self._scale, FloorMode.MOVE_UNDERLAY: self._move}.get(mode)
        underlay = self._underlay()
        if tool is not None and underlay is not None:
            tool.underlay_id = underlay.id
            self._session.select([ObjectRef("underlay", underlay.id)])
            if not underlay.opacity_percent:
                self.hide_or_show()

    # files

    def ask_file(self) -> None:
        """Ask for a file and add it as an underlay."""
        patterns = " ".join(f"*{suffix} *{suffix.upper()}" for suffix in SUFFIXES)
        kinds = tr("Images, PDF and DXF ({patterns})").format(patterns=patterns)
        title, everything = tr("Use as underlay"), tr("All files (*)")
        dialog = file_dialog(self._window, title, str(documents_folder()), f"{kinds};;{everything}")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.take(Path(name)))
        dialog.open()

    def take(self, path: Path) -> None:
        """Add a file as an underlay of the hall shown: a picture, a page of a PDF (the page is asked for), or a DXF drawing."""
        session, hall_id = self._session, self._floor.hall_id
        if not session.is_open:
            return
        if hall_id is None:
            text = QT_TRANSLATE_NOOP("UnderlayFlow", "There is no hall in which to use {name}.")
            fix = QT_TRANSLATE_NOOP("UnderlayFlow", "Add a hall first: its size can be taken from the underlay afterwards.")
            session.failed.emit(Refused(Message(_CONTEXT, text, {"name": path.name}), Message(_CONTEXT, fix, {})))
            return

        def read(progress: Progress) -> tuple[bytes, list[PdfPage] | UnderlayFile]:
            content = underlay_bytes(path)
            if is_pdf(content):
                return content, pdf_pages(content, 0, FIRST_PREVIEWS, progress, path.name)
            return content, _checked(read_underlay(content, path.name, progress))

        def done(found: tuple[bytes, list[PdfPage] | UnderlayFile]) -> None:
            content, what = found
            if isinstance(what, UnderlayFile):
                self._lay(hall_id, what, path.name)
            elif len(what) == 1:
                self._take_page(hall_id, content, path.name, path.name, 1)
            else:
                self._ask_page(hall_id, content, path.name, what)

        session.jobs.read(read, done, session.failed.emit, tr("Reading {name}").format(name=path.name))

    def _ask_page(self, hall_id: int, content: bytes, name: str, pages: list[PdfPage]) -> None:
        dialog = PdfPageDialog(self._session, content, name, pages, self._window)

        def chosen(number: int) -> None:
            self._take_page(hall_id, content, name, tr("{name}, page {number}").format(name=name, number=number), number)

        dialog.chosen.connect(chosen)
        dialog.open()

    def _take_page(self, hall_id: int, content: bytes, file_name: str, name: str, number: int) -> None:
        session = self._session
        session.jobs.read(
            lambda progress: read_pdf_page(content, number, file_name, progress),
            lambda page_content: self._lay(hall_id, page_content, name, page=True),
            session.failed.emit,
            tr("Drawing {name}").format(name=name),
        )

    def _lay(self, hall_id: int, found: UnderlayFile, name: str, *, page: bool = False) -> None:
        if not self._session.is_open or not self._session.snapshot["hall"].has(hall_id):
            return

        def done(row_id: int) -> None:
            self._floor.show_hall(hall_id)
            self._session.select([ObjectRef("underlay", row_id)])
            underlay = self._floor.canvas.underlays.get(row_id)
            if underlay is None:
                return
            self._look_at(row_id)
            self._tell(underlay, found, page=page)
            if found.picture.width_mm is None:
                self._floor.set_mode(FloorMode.SCALE_UNDERLAY)

        self._session.do(add_underlay, hall_id, found.picture, name[:190], done=done)

    def _tell(self, underlay: Underlay, found: UnderlayFile, *, page: bool) -> None:
        """Report the added underlay, its assumed size, and the reason."""
        width, height = (
            format_quantity(round(abs(underlay.turn) * side) / 1000, "m", decimals=2) for side in (underlay.width, underlay.height)
        )
        if found.unit_mm is not None:
            unit = QCoreApplication.translate(_CONTEXT, _UNITS[found.unit_mm])
            text = tr("{name} is the underlay: {width} × {height}, drawn in {unit}; lines: {lines}.")
            text = text.format(name=underlay.name, width=width, height=height, unit=unit, lines=format_number(found.lines))
        elif found.picture.width_mm is not None and page:
            text = tr("{name} is the underlay: {width} × {height} at the scale given on the page.")
            text = text.format(name=underlay.name, width=width, height=height)
        else:
            text = tr("{name} is the underlay, initially as wide as the hall: it has no scale information.").format(name=underlay.name)
        fix = tr("Click two points at a known distance.") if found.picture.width_mm is None else ""
        if found.passed_over:
            kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(found.passed_over.items()))
            fix = " ".join(part for part in (fix, tr("Not drawn: {kinds}.").format(kinds=kinds)) if part)
        self._window.message_bar.show_message("info", text, fix, passing=True)

    # scale and size

    def scale_by_numbers(self) -> None:
        """Ask for two points and their distance."""
        underlay = self._underlay()
        if underlay is not None:
            self._floor.set_mode(FloorMode.SELECT)
            self._ask_scale(underlay, None)

    def _scaled(self, points: tuple[Point, Point]) -> None:
        underlay = self._scale.underlay() or self._underlay()
        self._floor.set_mode(FloorMode.SELECT)
        if underlay is not None:
            self._ask_scale(underlay, points)

    def _ask_scale(self, underlay: Underlay, points: tuple[Point, Point] | None) -> None:
        dialog = ScaleUnderlayDialog(self._session, underlay, points, self._window)
        dialog.accepted.connect(lambda: self._look_at(underlay.id))
        dialog.open()

    def _look_at(self, row_id: int) -> None:
        """Show all of an underlay and of the hall."""
        underlay = self._floor.canvas.underlays.get(row_id)
        if underlay is not None:
            self._floor.canvas.fit(underlay.bounds.united(self._floor.canvas.hall_bounds()).grown(_MARGIN_MM))

    def size_hall_by_numbers(self) -> None:
        """Ask for the position of the walls."""
        layout = self._floor.canvas.scene.layout
        if layout is not None:
            self._size_hall(0, 0, round(layout.width_mm), round(layout.depth_mm))

    def _size_hall(self, left: int, top: int, width: int, depth: int) -> None:
        hall_id = self._floor.hall_id
        self._floor.set_mode(FloorMode.SELECT)
        if hall_id is not None:
            dialog = HallSizeDialog(self._session, hall_id, (left, top, width, depth), self._window)
            dialog.accepted.connect(lambda: self._floor.canvas.fit(self._floor.canvas.hall_bounds()))
            dialog.open()

    # looks

    def show_list(self) -> None:
        """Show all underlays of this hall."""
        hall_id = self._floor.hall_id
        if hall_id is not None:
            dialog = UnderlayListDialog(self._session, hall_id, self._window)
            dialog.add_requested.connect(self.ask_file)
            dialog.open()

    def hide_or_show(self) -> None:
        """Hide the underlay in hand, or show it again."""
        underlay = self._underlay()
        if underlay is not None:
            new_opacity = 0 if underlay.opacity_percent else USUAL_OPACITY_PERCENT
            self._session.do(set_underlay_opacity, underlay.id, new_opacity)

    def _set_through(self, through: bool) -> None:
        self._floor.under.set_through(through)
        self._window.settings.set_text("underlay-paper", "clear" if through else "shown")

    def ask_picture(self) -> None:
        """Ask for the file of the hall picture, and write it."""
        document, layout = self._session.document, self._floor.canvas.scene.layout
        if document is None or layout is None:
            return
        kinds = ";;".join(f"{suffix[1:].upper()} (*{suffix})" for suffix in PICTURES)
        dialog = file_dialog(self._window, tr("Save the floor as a picture"), str(documents_folder()), kinds)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(PICTURES[0][1:])
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(chosen.split()[0].lower()))
        dialog.selectFile(f"{document.path.stem} {layout.name}{PICTURES[0]}".replace("/", "-"))
        dialog.fileSelected.connect(lambda chosen: self.save_picture(Path(chosen)))
        dialog.open()

    def save_picture(self, path: Path) -> None:
        """Write the hall as currently painted."""

        def done(written: Path) -> None:
            self._window.message_bar.show_message("ok", tr("Picture saved to {path}.").format(path=written), "")

        try:
            save_floor(self._session.jobs, self._floor.canvas, path, done, self._session.failed.emit)
        except NoPicture as error:
            self._session.failed.emit(error)


def _checked(underlay: UnderlayFile) -> UnderlayFile:
    """Unpack a picture once before it is accepted, so that a damaged one is reported immediately."""
    if underlay.picture.media.startswith("image/"):
        decoded(underlay.picture.content)
    return underlay
