"""The actions of the Catalog menu on files: types given and taken, libraries imported and removed, the comparison written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.catalog.entry import Hider
from gpudesk.catalog.imports import Library, libraries, library_name, remove_library
from gpudesk.catalog.type_exchange import Proposal, shared
from gpudesk.core.running.progress import Progress
from gpudesk.disk.writing import write_file
from gpudesk.formats.tables.type_files import proposed_file
from gpudesk.ui.places.catalog.models.library_rows import hider_name
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text

if TYPE_CHECKING:
    from gpudesk.formats.netbox.netbox_report import LibraryImport
    from gpudesk.ui.places.catalog.dialogs.netbox_types import NetboxTypesDialog
    from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
    from gpudesk.ui.shell.shell import Shell

tr = text_context("CatalogExchange")

_MOST_NAMED = 6


class CatalogExchange(QObject):
    """Export from the catalog and import into it."""

    def __init__(self, window: "Shell", place: "CatalogPlace") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._place = place
        registry = window.registry
        registry.connect_action("catalog.import-types", self.ask_types)
        registry.connect_action("catalog.import-folder", self.ask_folder)
        registry.connect_action("catalog.import-archive", self.ask_archive)
        registry.connect_action("catalog.export-types", self.ask_export_types)
        registry.connect_action("catalog.export-table", self.ask_export_table)
        registry.connect_action("catalog.export-netbox", self.ask_export_netbox)
        registry.connect_action("catalog.export-comparison", self.ask_export_comparison)
        registry.connect_action("catalog.remove-library", self.ask_remove_library)
        place.libraries.import_requested.connect(self.ask_folder)
        place.libraries.removal_requested.connect(self.ask_remove_library)
        place.libraries.types_requested.connect(place.show_imported)
        place.libraries_wanted.connect(self.refresh_libraries)

    # types of a file

    def ask_types(self) -> None:
        """Ask for a file of types."""
        filters = tr("Types (*.yaml *.yml *.csv *.xlsx)")
        dialog = self._file_dialog(tr("Import types from a file"), QFileDialog.AcceptMode.AcceptOpen, [filters])
        dialog.fileSelected.connect(lambda name: self.read_types(Path(name)))
        dialog.open()

    def read_types(self, path: Path) -> None:
        """Show what taking the types of a file would do."""
        what = tr("Reading {file}").format(file=path.name)
        done = self._show_proposal
        self._session.jobs.read(
            lambda progress: (path, proposed_file(open_catalog(), path, progress)),
            lambda path_and_proposal: done(*path_and_proposal),
            self._session.failed.emit,
            what,
        )

    def _show_proposal(self, path: Path, proposal: Proposal) -> None:
        from gpudesk.ui.places.catalog.dialogs.type_import import TypeImportDialog

        dialog = TypeImportDialog(self._session, open_catalog(), path.name, proposal, self._window)
        first = str(proposal.bodies[0]["key"]) if proposal.bodies else ""
        dialog.taken.connect(lambda _count: self._place.reload(first))
        dialog.open()

    def ask_export_types(self) -> None:
        """Ask for the export file of the chosen types."""
        self._ask_target(tr("Share types"), "types.yaml", [tr("GPU Desk types (*.yaml)")], self.export_types)

    def export_types(self, path: Path) -> None:
        """Write the chosen types with all their facts."""
        keys = self._place.selected()
        self._write(path, lambda catalog: shared(catalog, keys))

    def ask_export_table(self) -> None:
        """Ask for the table file of the chosen types."""
        kinds = [tr("Workbook (*.xlsx)"), tr("Comma-separated values (*.csv)")]
        self._ask_target(tr("Export types as a table"), "types.xlsx", kinds, self.export_table)

    def export_table(self, path: Path) -> None:
        """Write the chosen types as a workbook, or as a text file if it is named so."""
        keys = self._place.selected()

        def content(catalog: Catalog) -> bytes:
            from gpudesk.formats.tables.tables import csv_bytes, xlsx_bytes
            from gpudesk.formats.tables.type_tables import one_table, type_rows

            return csv_bytes(one_table(catalog, keys)) if path.suffix == ".csv" else xlsx_bytes(dict(type_rows(catalog, keys)))

        self._write(path, content)

    def ask_export_netbox(self) -> "NetboxTypesDialog | None":
        """Ask for format and file of the NetBox export of the chosen types."""
        from gpudesk.ui.places.catalog.dialogs.netbox_types import NetboxTypesDialog

        catalog = self._place.catalog
        if catalog is None:
            return None
        bodies = [json.loads(catalog.body(key)) for key in self._place.selected()]
        dialog = NetboxTypesDialog(self._session, bodies, self._window)
        dialog.exported.connect(self._told_written)
        dialog.open()
        return dialog

    def _told_written(self, files: list[Path]) -> None:
        text = tr("Saved to {path}.").format(path=files[0])
        if len(files) > 1:
            text = filled_text(tr("{count} {count|file|files}, the first at {path}."), count=format_number(len(files)), path=str(files[0]))
        self._window.message_bar.show_message("ok", text, "")

    def ask_export_comparison(self) -> None:
        """Ask for the file of the comparison."""
        kinds = [tr("Comma-separated values (*.csv)")]
        title = tr("Export the comparison")
        self._ask_target(title, "comparison.csv", kinds, self.export_comparison)

    def export_comparison(self, path: Path) -> None:
        """Write the comparison as shown."""
        rows = self._place.comparison.table_rows()

        def content(_: Catalog) -> bytes:
            from gpudesk.formats.tables.tables import csv_bytes

            return csv_bytes(rows)

        self._write(path, content)

    # libraries

    def ask_folder(self) -> None:
        """Ask for the folder of a library."""
        dialog = self._file_dialog(tr("Import a library"), QFileDialog.AcceptMode.AcceptOpen, [])
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: self.read_library(Path(name)))
        dialog.open()

    def ask_archive(self) -> None:
        """Ask for the archive or the file of a library."""
        filters = tr("NetBox types (*.zip *.yaml *.yml)")
        dialog = self._file_dialog(tr("Import a library"), QFileDialog.AcceptMode.AcceptOpen, [filters])
        dialog.fileSelected.connect(lambda name: self.read_library(Path(name)))
        dialog.open()

    def read_library(self, path: Path) -> None:
        """Read a library in the background, then show the result; nothing is kept before the user confirms."""
        from gpudesk.formats.netbox.netbox import read_library

        self._window.go("catalog")
        self._place.tabs.set_current("libraries")

        what = tr("Reading {file}").format(file=path.name)
        job = self._session.jobs.read(
            lambda progress: read_library(path, progress),
            lambda library_import: self._show_report(library_import, path),
            self._session.failed.emit,
            what,
        )
        self._place.libraries.follow(job)

    def _show_report(self, library_import: "LibraryImport", path: Path) -> None:
        from gpudesk.ui.places.catalog.dialogs.library_report import LibraryReportDialog

        dialog = LibraryReportDialog(self._session, library_import, path, library_name(path), self._window)
        dialog.kept.connect(lambda library: self._kept(library, library_import))
        dialog.open()

    def _kept(self, library: Library, library_import: "LibraryImport") -> None:
        catalog = self._place.catalog
        hidden = {} if catalog is None else catalog.hidden_in(library.name, (hardware_type.key for hardware_type in library_import.types))
        text = tr("%n type(s) of {name} added to the catalog.", "", library.types - len(hidden)).format(name=library.name)
        if hidden:
            named = [f"{key} ({hider_name(hider)})" for key, hider in list(hidden.items())[:_MOST_NAMED]]
            keys = ", ".join(named) + ("…" if len(hidden) > _MOST_NAMED else "")
            text += " " + tr("%n is(are) hidden by others with the same key: {keys}.", "", len(hidden)).format(keys=keys)
        self._window.message_bar.show_message("ok", text, "")
        self._place.reload()

    def ask_remove_library(self) -> None:
        """Confirm the removal of the chosen library."""
        from gpudesk.ui.toolkit.parts.question import Question

        name = self._place.libraries.library()
        if name:
            sentence = tr("Projects that use its types keep their copies. It can be imported again.")
            title = tr("Remove the library {name}?").format(name=name)
            Question(title, sentence, tr("Remove"), lambda: self.remove_library(name), self._window).open()

    def remove_library(self, name: str) -> None:
        """Forget a library."""
        jobs = self._session.jobs
        jobs.read(lambda _: remove_library(name), lambda _: self._place.reload(), self._session.failed.emit)

    def refresh_libraries(self) -> None:
        """Show the libraries that are kept."""

        def with_hidden(_progress: Progress) -> list[tuple[Library, dict[str, Hider]]]:
            catalog = open_catalog()
            return [(library, catalog.hidden_in(library.name)) for library in libraries()]

        self._session.jobs.read(with_hidden, self._place.libraries.show_libraries, self._session.failed.emit)

    # files

    def _write(self, path: Path, content: Callable[[Catalog], bytes]) -> None:
        """Write a file on a reading thread and show its location."""
        catalog = self._place.catalog
        if catalog is None:
            return
        text = tr("Saved to {path}.").format(path=path)
        done = self._window.message_bar.show_message
        what = tr("Writing {file}").format(file=path.name)
        self._session.jobs.read(
            lambda _: write_file(path, content(catalog)),
            lambda _: done("ok", text, ""),
            self._session.failed.emit,
            what,
        )

    def _ask_target(self, title: str, name: str, kinds: list[str], chosen: Callable[[Path], object]) -> None:
        dialog = self._file_dialog(title, QFileDialog.AcceptMode.AcceptSave, kinds)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDefaultSuffix(Path(name).suffix.lstrip("."))
        dialog.selectFile(name)
        dialog.fileSelected.connect(lambda file_name: chosen(Path(file_name)))
        dialog.open()

    def _file_dialog(self, title: str, accept: QFileDialog.AcceptMode, kinds: list[str]) -> QFileDialog:
        dialog = file_dialog(self._window, title, str(documents_folder()))
        dialog.setAcceptMode(accept)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        if kinds:
            dialog.setNameFilters(kinds)
        return dialog
