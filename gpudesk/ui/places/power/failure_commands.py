"""Actions on the one-line diagram and on the failure shown."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from gpudesk.derived.power.branches import Key
from gpudesk.ui.canvas.drawing_picture import PICTURES, NoPicture, save_drawing
from gpudesk.ui.panels.failures.failure_simulation import Drilling
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.ui.places.power.panes.power_place import PowerPlace
    from gpudesk.ui.shell.shell import Shell

tr = text_context("DrillCommands")

_LEAST_PX, _MOST_PX = 1600, 8000
"""The longer side of a picture: a small network at its natural size, a large one smaller."""


class DrillCommands(QObject):
    """Fail parts, step through failures, draw, and write the drawing."""

    def __init__(self, window: "Shell", place: "PowerPlace") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._place = place
        self._drilling = Drilling.of(window.session)
        connect = window.registry.connect_action
        connect("power.fail", self.fail)
        connect("power.fail-too", self.fail_too)
        connect("power.next-failure", partial(self._drilling.step, 1))
        connect("power.previous-failure", partial(self._drilling.step, -1))
        connect("power.end-drill", self._drilling.done)
        connect("power.show-diagram", self.show_diagram)
        connect("power.export-diagram", self.ask_picture)
        place.diagram.strip.other.clicked.connect(self._go_to_floor)
        self._drilling.changed.connect(window.update_actions)
        self._drilling.refused.connect(self._tell_refused)

    def _go_to_floor(self) -> None:
        self._window.go("floor")

    def fail(self) -> None:
        """Simulate a joint failure of the selected parts, and show it in the diagram, or on the floor; repeat to clear it."""
        keys = self._place.keys_in_hand()
        if not keys:
            return
        if self._drilling.active and set(keys) == set(self._drilling.keys):
            self._drilling.done()
            return
        self._drilling.fail(keys, self._place.series(keys[0]))
        self._show(keys)

    def fail_too(self) -> None:
        """Add the selected parts to the current failure, or remove them."""
        self._drilling.add(self._place.keys_in_hand())

    def show_diagram(self) -> None:
        """Show the diagram with the selection in view."""
        self._show(self._place.keys_in_hand())

    def _show(self, keys: Sequence[Key]) -> None:
        snapshot = self._session.snapshot
        if keys and keys[0][0] == "cooling_node" and not snapshot["power_node"].rows and not snapshot["power_cord"].rows:
            # There is no diagram to show it in.
            self._window.go("floor")
        elif self._place.tabs.current() != "diagram":
            self._place.tabs.set_current("diagram")
            self._place.diagram.show_part(keys[0] if keys else None)
            self._place.diagram.view.setFocus()

    def _tell_refused(self) -> None:
        text = tr("The failed component no longer exists, or the power chain has a loop.")
        self._window.message_bar.show_message("warning", text, "", passing=True)

    # the picture

    def ask_picture(self) -> None:
        """Ask for the picture file of the diagram, and write it."""
        document = self._session.document
        if document is None:
            return
        self._place.tabs.set_current("diagram")
        kinds = ";;".join(f"{suffix[1:].upper()} (*{suffix})" for suffix in reversed(PICTURES))
        dialog = file_dialog(self._window, tr("Save the one-line diagram as a picture"), str(documents_folder()), kinds)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(PICTURES[-1][1:])
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(chosen.split()[0].lower()))
        name = tr("{project} one-line").format(project=document.path.stem)
        dialog.selectFile(f"{name}{PICTURES[-1]}".replace("/", "-"))
        dialog.fileSelected.connect(lambda chosen: self.save_picture(Path(chosen)))
        dialog.open()

    def save_picture(self, path: Path) -> None:
        """Write the whole diagram as currently painted."""

        def done(written: Path) -> None:
            self._window.message_bar.show_message("ok", tr("Picture saved to {path}.").format(path=written), "")

        view = self._place.diagram.view
        longest = round(min(max(view.bounds.width, view.bounds.height, _LEAST_PX), _MOST_PX))
        try:
            save_drawing(self._session.jobs, view, view.bounds, longest, path, done, self._session.failed.emit)
        except NoPicture as error:
            self._session.failed.emit(error)
