"""The actions of the Edit menu: history, clipboard, deletion, names."""

from collections import defaultdict
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpudesk.core.hardware.hardware import Face
from gpudesk.derived.racks.device_placement import Spot
from gpudesk.operations.copies.repeat import copied, duplicate_rack, duplicate_up, paste
from gpudesk.operations.floor.halls import delete_all
from gpudesk.operations.racks.device_operations import move_devices
from gpudesk.ui.canvas.refs import ObjectRef

if TYPE_CHECKING:
    from gpudesk.ui.app.window_places import WindowPlaces
    from gpudesk.ui.places.layout.floor.floor_clipboard import FloorClipboard
    from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace


class EditCommands(QObject):
    """Undo, redo, cut, copy, paste, duplicate, delete, select all, rename."""

    def __init__(self, window: "WindowPlaces", rack: "RackPlace") -> None:
        super().__init__(window)
        self._window = window
        self._rack = rack
        self._session = window.session
        for action, slot in (
            ("edit.undo", self.undo),
            ("edit.redo", self._session.redo),
            ("edit.cut", self.cut),
            ("edit.copy", self.copy),
            ("edit.paste", self.paste),
            ("edit.duplicate", self.duplicate),
            ("edit.delete", self.delete),
            ("edit.select-all", self.select_all),
            ("edit.rename", self.rename),
        ):
            window.registry.connect_action(action, slot)

    def undo(self) -> None:
        """Undo the last step; on site, where records cannot be undone, offer to withdraw the last entry."""
        window = self._window
        shown = window.places_by_key[window.place]
        if shown.own_undo:
            shown.undo(window.view(window.place))
        else:
            self._session.undo()

    def cut(self) -> None:
        """Mark the selected devices or floor objects; Paste moves them."""
        floor = self._floor()
        if floor is not None:
            floor.cut()
            return
        self._session.cut = tuple(self._session.selected("device"))
        self._session.clipboard = None
        self._window.update_actions()

    def copy(self) -> None:
        """Keep the selected devices (or those of the selected racks) as a plan; rows of the power as text."""
        if self._window.shown_power is not None:
            self._window.registry.action("power.copy-rows").trigger()
            return
        floor = self._floor()
        if floor is not None:
            floor.copy()
            return
        devices = self._session.selected("device")
        if not devices:
            table = self._session.snapshot["device"]
            devices = [device for rack in self._session.selected("rack") for device in table.where("rack_id", rack).tolist()]
        if devices:
            self._session.clipboard = copied(self._session.snapshot, devices)
            self._session.cut = ()
        self._window.update_actions()

    def paste(self) -> None:
        """Place the copied devices, or move the cut ones, into the current rack."""
        floor = self._floor()
        if floor is not None:
            floor.paste()
            return
        rack_id = self._rack.rack_in_hand()
        if rack_id is None:
            return
        if self._session.cut:
            self._move_cut(rack_id)
        elif self._session.clipboard is not None:
            self._session.do(paste, self._session.clipboard, rack_id, done=self._select_devices)

    def duplicate(self) -> None:
        """Duplicate the selected devices above them; a selected rack at the end of its row; on the floor, next to the original."""
        floor = self._floor()
        if floor is not None:
            floor.duplicate()
            return
        devices, racks = self._session.selected("device"), self._session.selected("rack")
        if devices:
            self._session.do(duplicate_up, devices, 1, done=self._select_devices)
        elif racks:
            self._session.do(duplicate_rack, racks[0], done=self._select_racks)

    def select_all(self) -> None:
        """Select everything that the drawing shows."""
        self._window.drawing.select_all()

    def rename(self) -> None:
        """Move the focus to the name of the selected object."""
        power = self._window.shown_power
        if power is not None:
            power.docks["inspector"].show()
            power.inspector.edit_name()
            return
        self._window.drawing.docks["inspector"].show()
        self._window.drawing.inspector.edit_name()

    def delete(self) -> None:
        """Delete the selection; rows with racks, and power nodes that feed others, after confirmation."""
        if self._window.shown_power is not None:
            self._window.registry.action("power.delete").trigger()
            return
        floor = self._floor()
        if floor is not None and floor.delete():
            return
        objects: dict[str, list[int]] = defaultdict(list)
        for ref in self._session.selection:
            objects[ref.table].append(ref.id)
        if objects:
            self._session.do(delete_all, dict(objects))

    def _floor(self) -> "FloorClipboard | None":
        """What does it on the floor while that is shown."""
        floor = self._window.floor_commands
        return floor.clipboard if self._window.place == "floor" and floor is not None else None

    def _move_cut(self, rack_id: int) -> None:
        devices = self._session.snapshot["device"]
        ids = [device for device in self._session.cut if devices.has(device)]
        rows = [devices.row(device) for device in ids]
        spots = [Spot(rack_id, int(row["position"] or 0), Face(int(row["face"])), row["side"]) for row in rows]
        if ids:
            self._session.do(move_devices, ids, spots, done=lambda _: self._select_devices(ids))
        self._session.cut = ()

    def _select_devices(self, ids: list[int]) -> None:
        self._session.select([ObjectRef("device", device) for device in ids])

    def _select_racks(self, ids: list[int]) -> None:
        self._session.select([ObjectRef("rack", rack) for rack in ids])
