"""The tools of the place of the catalog: its bar, its menus, and what its docks are made of."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar

IN_MENU = (
    "catalog.place",
    "catalog.compare",
    "catalog.copy-text",
    "|",
    "catalog.new",
    "catalog.copy-own",
    "catalog.edit",
    "catalog.delete",
)
EXCHANGE = {
    "import": ("catalog.import-types", "catalog.import-folder", "catalog.import-archive"),
    "export": ("catalog.export-types", "catalog.export-table", "catalog.export-netbox", "catalog.export-comparison"),
}


def fill_tool_bar(bar: PlaceToolBar, registry: ActionRegistry, titles: dict[str, str]) -> None:
    """Put the actions of the catalog into its bar; `titles` are those of the menus of `EXCHANGE`."""
    for key in ("catalog.place", "catalog.compare"):
        bar.add_tool(registry.action(key), word=True)
    bar.addSeparator()
    for key in ("catalog.new", "catalog.copy-own"):
        bar.add_tool(registry.action(key), word=True)
    for key in ("catalog.edit", "catalog.delete"):
        bar.add_tool(registry.action(key))
    bar.add_stretch()
    for name, text in titles.items():
        button = QToolButton(bar)
        button.setText(text)
        button.setAccessibleName(text)
        button.setIcon(icons.icon(name))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(text, button)
        registry.fill_menu(menu, EXCHANGE[name])
        button.setMenu(menu)
        bar.addWidget(button)


def context_menu(parent: QWidget, registry: ActionRegistry, export_title: str) -> QMenu:
    """Actions for the chosen types."""
    menu = registry.context_menu(parent, (*IN_MENU, "|"))
    export = menu.addMenu(icons.icon("export"), export_title)
    registry.fill_menu(export, EXCHANGE["export"])
    return menu
