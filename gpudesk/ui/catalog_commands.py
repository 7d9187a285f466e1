"""The actions of the Catalog menu."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpudesk.ui.models.catalog_rows import can_be_placed

if TYPE_CHECKING:
    from gpudesk.ui.main_window import MainWindow
    from gpudesk.ui.panes.catalog_place import CatalogPlace


class CatalogCommands(QObject):
    """Place and compare types."""

    def __init__(self, window: "MainWindow", place: "CatalogPlace") -> None:
        super().__init__(window)
        self._window = window
        self._place = place
        window.registry.connect_action("catalog.place", self.place)
        window.registry.connect_action("catalog.compare", place.compare_selected)
        place.chosen.connect(window.commands.update)
        place.place_requested.connect(lambda _key: self.place())

    def place(self) -> None:
        """Take the current type to the racks."""
        kind = self._place.current()
        if kind is not None and can_be_placed(kind) and self._window.session.writable:
            self._window.go("rack")
            self._window.rack.place_by_keys(kind.key)
