"""Editing the power chain: parts added, fed by another node, deleted, and copied as text."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from gpudesk.operations.power.power_cord_operations import pull_out
from gpudesk.operations.power.power_nodes import delete_from_power, hang_on, nodes_below
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.ui.places.power.panes.power_place import PowerPlace
    from gpudesk.ui.shell.shell import Shell

tr = text_context("PowerEditCommands")


class PowerEditCommands(QObject):
    """Changes in the power place."""

    def __init__(self, window: "Shell", place: "PowerPlace") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._place = place
        for action, slot in (
            ("power.add", self.add),
            ("power.hang", self.hang),
            ("power.delete", self.delete),
            ("power.copy-rows", self.copy_rows),
            ("power.plug", self.plug),
            ("power.pull-out", self.pull_out),
        ):
            window.registry.connect_action(action, slot)
        place.hang_wanted.connect(self.hang_on)

    def add(self) -> None:
        """Ask for parts to add, by default fed by the current node."""
        from gpudesk.ui.places.power.dialogs.add_to_power import AddToPowerDialog

        nodes, _ = self._in_hand()
        AddToPowerDialog(self._session, self._window, parent_id=nodes[0] if len(nodes) == 1 else None).open()

    def hang(self) -> None:
        """Ask for the feeding node of the selected parts."""
        from gpudesk.ui.places.power.dialogs.feed_choice import FeedChoiceDialog

        FeedChoiceDialog(self._session, *self._in_hand(), self._window).open()

    def hang_on(self, refs: list[ObjectRef], node_id: int) -> None:
        """Feed parts from a node; their alternate source stays."""
        nodes = [ref.id for ref in refs if ref.table == "power_node"]
        devices = [ref.id for ref in refs if ref.table == "device"]
        self._session.do(hang_on, node_id, nodes, devices, keep_alternates=True)

    def delete(self) -> None:
        """Delete the selected parts; if they feed others, ask what to do with these."""
        nodes, devices = self._in_hand()
        rows = self._session.snapshot["power_node"]
        deleted_ids = np.array(nodes, np.int64)
        cords = self._session.snapshot["power_cord"].rows
        before = rows.rows

        def told(_: object) -> None:
            self._tell_deleted(before, cords, len(devices))

        if len(nodes_below(rows, deleted_ids)) > len(deleted_ids):
            from gpudesk.ui.places.power.dialogs.delete_from_power import DeleteFromPowerDialog

            DeleteFromPowerDialog(self._session, nodes, devices, told, self._window).open()
        else:
            self._session.do(delete_from_power, nodes, devices, done=told)

    def plug(self) -> None:
        """Ask for the other end of a cord."""
        from gpudesk.ui.places.power.dialogs.plug_cord import PlugCordDialog

        ends = self._place.cords.ends()
        if len(ends) == 1:
            PlugCordDialog(self._session, ends[0], self._window).open()

    def pull_out(self) -> None:
        """Pull the cords of the chosen ports out."""
        cords = [end.cord_id for end in self._place.cords.ends() if end.cord_id is not None]
        if cords:
            self._session.do(pull_out, cords)

    def copy_rows(self) -> None:
        """Put the chosen rows on the clipboard."""
        QGuiApplication.clipboard().setText(self._place.copied_text())

    def _in_hand(self) -> tuple[list[int], list[int]]:
        """The nodes and the PDUs that are chosen."""
        refs = self._place.parts_in_hand()
        return [ref.id for ref in refs if ref.table == "power_node"], [ref.id for ref in refs if ref.table == "device"]

    def _tell_deleted(self, nodes: int, cords: int, devices: int) -> None:
        snapshot = self._session.snapshot
        deleted_count = nodes - snapshot["power_node"].rows + devices
        cut = cords - snapshot["power_cord"].rows
        text = tr("%n part(s) deleted.", "", deleted_count)
        if cut:
            text += " " + tr("%n cord(s) removed; Undo restores everything.", "", cut)
        self._window.message_bar.show_message("ok", text, "", passing=True)
