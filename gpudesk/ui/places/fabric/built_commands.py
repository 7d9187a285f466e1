"""The actions that compare the plan with the installation."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject
from shiboken6 import isValid

from gpudesk.ui.toolkit.object_ref import ObjectRef

if TYPE_CHECKING:
    from gpudesk.onsite.listing import Listing
    from gpudesk.ui.places.fabric.dialogs.as_built_dialog import AsBuiltDialog
    from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace
    from gpudesk.ui.shell.shell import Shell


class BuiltCommands(QObject):
    """Opens the comparison, shows its links in the place of networks, and puts it on paper."""

    def __init__(self, window: "Shell") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._dialog: AsBuiltDialog | None = None
        self._listing: Listing | None = None
        window.registry.connect_action("cables.as-built", self.compare)
        window.registry.connect_action("file.as-built", self.print)
        self._session.closed.connect(self._forget)

    def compare(self) -> "AsBuiltDialog":
        """Show the comparison, where a listing is chosen or dropped."""
        from gpudesk.ui.places.fabric.dialogs.as_built_dialog import AsBuiltDialog

        if self._dialog is None or not isValid(self._dialog) or not self._dialog.isVisible():
            self._dialog = AsBuiltDialog(self._session, self._window)
            self._dialog.shown_wanted.connect(self.show_objects)
            self._dialog.paper_wanted.connect(self._print)
            self._dialog.compared.connect(self._keep)
        self._dialog.open()
        return self._dialog

    def compare_with(self, path: Path) -> None:
        """Compare with the content of a file."""
        self.compare().compare_with(path)

    def print(self) -> None:
        """Print the last comparison; if there is none, ask for a listing first."""
        if self._listing is None:
            self.compare()
        else:
            self._print(self._listing)

    def show_objects(self, refs: Sequence[ObjectRef]) -> None:
        """Show cables or devices in the drawing of their network and in the table of cables."""
        if not refs or not self._session.is_open:
            return
        self._window.go("fabric")
        place, cables = cast("FabricPlace", self._window.view("fabric")), self._session.snapshot["cable"]
        first = refs[0]
        if first.table == "cable" and cables.has(first.id):
            network = cables.row(first.id)["network_id"]
            if network is not None:
                place.show_network(int(network))
            place.cables.show_cable(first.id)
        self._session.select(refs)

    def _keep(self, listing: "Listing") -> None:
        self._listing = listing

    def _print(self, listing: "Listing") -> None:
        from gpudesk.ui.places.fabric.dialogs.as_built_paper import AsBuiltPaperDialog
        from gpudesk.ui.printing.hand_over_scope import hand_over_scope

        dialog = AsBuiltPaperDialog(self._session, listing, self._window, scope=hand_over_scope(self._session, None))
        dialog.handed_over.connect(self._window.tell_handed_over)
        dialog.open()

    def _forget(self) -> None:
        self._listing = None
