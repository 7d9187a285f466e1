"""Menus that are filled each time they open."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu


def empty_menu(menu: QMenu) -> None:
    """Take everything out of a menu, and delete what was made for it.

    `QMenu.clear` deletes the menu's own actions only: submenus, and groups with their actions, would stay until the window goes.
    """
    menu.clear()
    for kind in (QMenu, QActionGroup):
        for part in menu.findChildren(kind, options=Qt.FindChildOption.FindDirectChildrenOnly):
            part.deleteLater()
