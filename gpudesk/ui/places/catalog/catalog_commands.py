"""The actions of the Catalog menu on types: placed, compared, copied, and own ones made, changed and deleted."""

import json
from typing import TYPE_CHECKING, Any, Protocol, cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from gpudesk.catalog.entry import Origin
from gpudesk.catalog.user_entries import copied_body, delete_user_entry, proposed_key
from gpudesk.core.hardware.hardware import Family
from gpudesk.ui.panels.catalog.catalog_rows import can_be_placed
from gpudesk.ui.places.catalog.catalog_exchange import CatalogExchange
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.type_name import tr_type_name

if TYPE_CHECKING:
    from gpudesk.ui.places.catalog.dialogs.type_entry import TypeEntryDialog
    from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
    from gpudesk.ui.shell.shell import Shell

tr = text_context("CatalogCommands")

_OWN = "own"
_EMPTY: dict[str, Any] = {
    "key": "",
    "family": Family.SERVER.value,
    "vendor": "",
    "model": "",
    "mount": "units",
    "description": "",
    "description_es": "",
    "facts": {},
}


class _PlacesByKeys(Protocol):
    """Interface of the racks for this module."""

    def place_by_keys(self, type_key: str) -> None:
        """Start placing a type by keyboard."""
        ...


class CatalogCommands(QObject):
    """Commands for the chosen types."""

    def __init__(self, window: "Shell", place: "CatalogPlace") -> None:
        super().__init__(window)
        self._window = window
        self._place = place
        self.exchange = CatalogExchange(window, place)
        registry = window.registry
        registry.connect_action("catalog.place", self.place)
        registry.connect_action("catalog.compare", place.compare_selected)
        registry.connect_action("catalog.copy-text", self.copy_text)
        registry.connect_action("catalog.new", self.new)
        registry.connect_action("catalog.copy-own", self.copy_own)
        registry.connect_action("catalog.edit", self.edit)
        registry.connect_action("catalog.delete", self.ask_delete)
        place.chosen.connect(window.update_actions)
        place.place_requested.connect(self.place)

    def place(self) -> None:
        """Take the current type to the racks."""
        kind = self._place.current()
        if kind is not None and can_be_placed(kind) and self._window.session.writable:
            self._window.go("rack")
            cast("_PlacesByKeys", self._window.view("rack")).place_by_keys(kind.key)

    def copy_text(self) -> None:
        """Copy the shown content to the clipboard: the comparison, the chosen rows, or the sheet of one type."""
        QApplication.clipboard().setText(self._place.text())

    def new(self) -> "TypeEntryDialog | None":
        """Make an own type from nothing; it is of the family that is filtered for."""
        families = self._place.filters.chosen_families()
        family = families[0].value if len(families) == 1 else Family.SERVER.value
        return self._open({**_EMPTY, "family": family, "facts": {}})

    def copy_own(self) -> "TypeEntryDialog | None":
        """Make an own type that starts as a copy of the current one."""
        catalog, kind = self._place.catalog, self._place.current()
        if catalog is None or kind is None:
            return None
        return self._open(copied_body(catalog, kind.key, proposed_key(catalog, _OWN, kind.key.partition(".")[2] or kind.key)))

    def edit(self) -> "TypeEntryDialog | None":
        """Change the current own type."""
        catalog, kind = self._place.catalog, self._place.current()
        if catalog is None or kind is None or self._place.current_origin() != Origin.USER.value:
            return None
        return self._open(json.loads(catalog.body(kind.key)), edited=True)

    def ask_delete(self) -> None:
        """Confirm the deletion of the current custom type."""
        from gpudesk.ui.toolkit.parts.question import Question

        catalog, kind = self._place.catalog, self._place.current()
        if catalog is None or kind is None or self._place.current_origin() != Origin.USER.value:
            return
        sentence = tr("This cannot be undone. Projects that use it keep their copy.")
        if catalog.shipped(kind.key) is not None:
            sentence = tr("The built-in entry that it replaces is restored. This cannot be undone.")
        title = tr("Delete {model}?").format(model=tr_type_name(kind.title))
        Question(title, sentence, tr("Delete"), lambda: self.delete(kind.key), self._window).open()

    def delete(self, key: str) -> None:
        """Delete an own type."""
        session = self._window.session
        session.jobs.read(lambda _: delete_user_entry(key), lambda _: self._place.reload(), session.failed.emit)

    def _open(self, body: dict[str, Any], *, edited: bool = False) -> "TypeEntryDialog | None":
        from gpudesk.ui.places.catalog.dialogs.type_entry import TypeEntryDialog

        catalog = self._place.catalog
        if catalog is None:
            return None
        dialog = TypeEntryDialog(self._window.session, catalog, body, self._window, edited=edited)
        dialog.saved.connect(self._place.reload)
        dialog.open()
        return dialog
