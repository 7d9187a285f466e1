"""What leads from the racks to the floor and back."""

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

from gpudesk.ui.shell.shell import Shell
from gpudesk.ui.toolkit.object_ref import ObjectRef

if TYPE_CHECKING:
    from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace


class LayoutLinks(QObject):
    """Goes with the window."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._shell = shell

    def show_on_floor(self, refs: list[ObjectRef]) -> None:
        """Show objects on the floor."""
        self._shell.go_to("floor", refs)

    def show_rack(self, rack_id: int) -> None:
        """Show one rack in its elevation."""
        self._shell.go_to("rack", [ObjectRef("rack", rack_id)])
        cast("RackPlace", self._shell.view("rack")).show_rack(rack_id)
