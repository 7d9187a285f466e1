"""What leads from the racks to the floor and back."""

from typing import Protocol, cast

from PySide6.QtCore import QObject

from gpudesk.ui.shell.shell import Shell
from gpudesk.ui.toolkit.object_ref import ObjectRef


class _ShowsRack(Protocol):
    """Interface of the racks place."""

    def show_rack(self, rack_id: int) -> None:
        """Bring one rack to the full height of the drawing."""
        ...


class LayoutLinks(QObject):
    """Belongs to the window."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._shell = shell

    def show_on_floor(self, refs: list[ObjectRef]) -> None:
        """Show objects on the floor."""
        self._shell.go_to("floor", refs)

    def show_rack(self, rack_id: int) -> None:
        """Show one rack in its elevation."""
        self._shell.go_to("rack", [ObjectRef("rack", rack_id)])
        cast("_ShowsRack", self._shell.view("rack")).show_rack(rack_id)
