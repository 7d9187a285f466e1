"""Menus that are filled each time they open."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu


def empty_menu(menu: QMenu) -> None:
    """Empty a menu, and delete the objects created for it.

    `QMenu.clear` deletes only the actions of the menu: submenus, and groups with their actions, would exist as long as the window.
    """
    menu.clear()
    for kind in (QMenu, QActionGroup):
        for part in menu.findChildren(kind, options=Qt.FindChildOption.FindDirectChildrenOnly):
            part.deleteLater()
