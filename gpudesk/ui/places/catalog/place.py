"""The catalog in the rail: the hardware that there is."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.shell.place import Place
from gpudesk.ui.toolkit.settings import Settings

if TYPE_CHECKING:
    from gpudesk.ui.places.catalog.catalog_commands import CatalogCommands
    from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
    from gpudesk.ui.shell.shell import Shell


class Catalog(Place["CatalogPlace"]):
    """It needs no project."""

    key, icon = "catalog", "catalog"
    title = QT_TRANSLATE_NOOP("PlaceRail", "Catalog")
    hint = QT_TRANSLATE_NOOP("PlaceRail", "Catalog: available hardware, with every source (Ctrl+9)")

    def make(self, shell: "Shell") -> "CatalogPlace":
        """The table of types and their sheets."""
        from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace

        return CatalogPlace(shell.session, shell.registry)

    def connect(self, shell: "Shell", view: "CatalogPlace") -> "CatalogCommands":
        """Connect the commands for types."""
        from gpudesk.ui.places.catalog.catalog_commands import CatalogCommands

        return CatalogCommands(shell, view)

    def restore(self, view: "CatalogPlace", settings: Settings) -> None:
        """Restore the positions of the docks."""
        view.set_docks_state(settings.window_state("catalog"))

    def save(self, view: "CatalogPlace", settings: Settings) -> None:
        """Keep the docks."""
        settings.set_window_state("catalog", view.docks_state())

    def look_like(self, view: "CatalogPlace", old: "CatalogPlace") -> None:
        """Show what another one shows."""
        view.look_like(old)

    def focus(self, view: "CatalogPlace") -> QWidget:
        """The field that searches."""
        return view.filters.search

    def parts(self, view: "CatalogPlace") -> list[QWidget]:
        """The filters, the table and the sheet."""
        return view.parts()

    def met(self, shell: "Shell", view: "CatalogPlace") -> set[str]:
        """What holds of the chosen types."""
        return view.met()
