"""The actions on project files."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog

from gpudesk.disk.paths import is_file
from gpudesk.project.suffix import SUFFIX
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder, free_path
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, language
from gpudesk.ui.toolkit.widgets.filled_menu import empty_menu

if TYPE_CHECKING:
    from gpudesk.core.plan.plan import Plan
    from gpudesk.operations.exchange.format import Exported
    from gpudesk.ui.app.window_places import WindowPlaces
    from gpudesk.ui.printing.hand_over_scope import HandOverScope

tr = text_context("FileCommands")

SAMPLE_TEMPLATE = "small-pod"
SITE_TEMPLATE = "site-100k"
_AT_PLACES = {"home": ("project-summary",), "floor": ("floor-plan",), "power": ("power-schedule",), "fabric": ("cut-sheets",)}
"""Place → the reports that are chosen at first."""
_REPORT_ACTIONS = {
    "file.elevations": "elevations",
    "file.floor-plan": "floor-plan",
    "file.worklist": "worklist",
    "file.cut-sheets": "cut-sheets",
    "file.work-order": "work-order",
    "file.hall-summary": "hall-summary",
    "file.project-summary": "project-summary",
    "power.schedule": "power-schedule",
}
"""Action → the report with which it opens the hand-over."""


class FileCommands(QObject):
    """New, open, sample, copy, import, export, close, quit."""

    def __init__(self, window: "WindowPlaces") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        registry = window.registry
        registry.connect_action("file.new", self.new)
        registry.connect_action("file.open", self.ask_open)
        registry.connect_action("file.sample", self.open_sample)
        registry.connect_action("file.sample-site", lambda: self.open_sample(SITE_TEMPLATE))
        window.home.sample_wanted.connect(self.open_sample)
        registry.connect_action("file.save-copy", self.ask_copy)
        registry.connect_action("file.import", self.ask_import)
        registry.connect_action("file.export", self.ask_export)
        registry.connect_action("file.hand-over", self.hand_over)
        registry.connect_action("file.cable-labels", self.label_cables)
        for action, report in _REPORT_ACTIONS.items():
            registry.connect_action(action, partial(self.hand_over, (report,)))
        registry.connect_action("file.bom", self.list_materials)
        registry.connect_action("file.close", self._session.close)
        registry.connect_action("file.quit", window.close)
        registry.menu("file/recent").aboutToShow.connect(self._fill_recent)

    def new(self) -> None:
        """Ask for name, folder and template, then create the project."""
        from gpudesk.ui.places.home.new_project import NewProjectDialog

        NewProjectDialog(self._session, self._window).open()

    def begin_with(self, template: str) -> None:
        """Ask for name and folder of a project that starts from a template."""
        from gpudesk.ui.places.home.new_project import NewProjectDialog

        NewProjectDialog(self._session, self._window, template=template).open()

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        dialog = self._file_dialog(tr("Open a project"), QFileDialog.FileMode.ExistingFile, QFileDialog.AcceptMode.AcceptOpen)
        others = "*.yaml *.yml *.csv *.tsv *.xlsx *.zip *.png *.jpg *.jpeg *.pdf *.dxf"
        every = tr("All supported files (*{suffix} {others})").format(suffix=SUFFIX, others=others)
        dialog.setNameFilters([*dialog.nameFilters(), every])
        dialog.fileSelected.connect(lambda name: self._window.take_file(Path(name)))
        dialog.open()

    def open_sample(self, template: str = SAMPLE_TEMPLATE) -> None:
        """Make a fresh copy of a sample and open it."""
        from gpudesk.ui.places.home.home_samples import SAMPLES

        values = next((sample.values for sample in SAMPLES if sample.template == template), {})

        def load(_: object) -> "tuple[str, Plan]":
            from gpudesk.catalog.templates import load_template, template_info

            info = template_info(template)
            return info.title_es if language() == "es" else info.title, load_template(template, values)

        def make(loaded: "tuple[str, Plan]") -> None:
            title = tr("Sample pod") if template == SAMPLE_TEMPLATE else loaded[0]
            self._session.create(free_path(documents_folder(), title), loaded[1])

        self._session.jobs.read(load, make, self._session.failed.emit)

    def ask_copy(self) -> None:
        """Ask for the path of a copy and write it."""
        document = self._session.document
        if document is None:
            return
        dialog = self._file_dialog(tr("Save a copy"), QFileDialog.FileMode.AnyFile, QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.lstrip("."))
        dialog.selectFile(free_path(document.path.parent, document.path.stem).name)
        dialog.fileSelected.connect(lambda name: self.save_copy(Path(name)))
        dialog.open()

    def ask_rescue(self) -> None:
        """Ask for the path of a copy with all confirmed edits of a project whose file is gone, write it and open it."""
        document = self._session.document
        if document is None:
            return
        dialog = self._file_dialog(tr("Save a recovery copy"), QFileDialog.FileMode.AnyFile, QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.lstrip("."))
        folder = document.path.parent if document.path.parent.is_dir() else documents_folder()
        dialog.setDirectory(str(folder))
        dialog.selectFile(free_path(folder, document.path.stem).name)
        dialog.fileSelected.connect(lambda name: self.rescue(Path(name)))
        dialog.open()

    def rescue(self, target: Path) -> None:
        """Write a copy of a project whose file is gone to `target` and open it."""
        text = tr("The recovery copy at {path} is now open. It contains every confirmed edit.").format(path=target)
        self._session.rescue(target, lambda: self._window.message_bar.show_message("ok", text, ""))

    def save_copy(self, target: Path) -> None:
        """Write a copy of the open project to `target` in the background."""
        document = self._session.document
        if document is None:
            return
        text = tr("Copy saved to {path}.").format(path=target)
        done = self._window.message_bar.show_message
        what = tr("Writing a copy")
        self._session.jobs.write(lambda _: document.save_copy(target), lambda _: done("ok", text, ""), self._session.failed.emit, what)

    def ask_import(self) -> None:
        """Ask for a list, show its changes, and import it."""
        from gpudesk.ui.app.dialogs.import_file import ImportDialog

        ImportDialog(self._session, self._window).open()

    def ask_export(self) -> None:
        """Ask for a format and a file, and export the project."""
        from gpudesk.ui.app.dialogs.export_file import ExportDialog

        dialog = ExportDialog(self._session, self._window)
        dialog.exported.connect(self._exported)
        dialog.open()

    def hand_over(self, wanted: tuple[str, ...] = ()) -> None:
        """Show the available reports: of the selected racks and the shown hall, or of everything.

        Args:
            wanted: the reports selected initially; those suited to the place if none is named.
        """
        from gpudesk.ui.app.dialogs.hand_over import HandOverDialog
        from gpudesk.ui.printing.hand_over_scope import hand_over_scope

        floor = self._window.shown_floor
        wanted = wanted or _AT_PLACES.get(self._window.place, ("elevations",))
        scope = hand_over_scope(self._session, None if floor is None else floor.hall_id)
        dialog = HandOverDialog(self._session, self._window, scope=scope, wanted=wanted)
        dialog.handed_over.connect(self.tell_handed_over)
        dialog.open()

    def label_cables(self, scope: "HandOverScope | None" = None) -> None:
        """Ask for the text and medium of cable labels.

        Args:
            scope: the cables to label; None for the selection.
        """
        from gpudesk.ui.places.fabric.dialogs.cable_labels_dialog import CableLabelsDialog
        from gpudesk.ui.printing.hand_over_scope import hand_over_scope

        dialog = CableLabelsDialog(self._session, self._window, scope=scope or hand_over_scope(self._session, None))
        dialog.handed_over.connect(self.tell_handed_over)
        dialog.open()

    def tell_handed_over(self, files: list[Path]) -> None:
        """Show the location of the handed-over files."""
        text = tr("Sheets saved to {path}.").format(path=files[0])
        if len(files) > 1:
            text = filled_text(tr("{count} {count|sheet|sheets} saved to {folder}."), count=len(files), folder=str(files[0].parent))
        self._window.message_bar.show_message("ok", text, "")

    def list_materials(self) -> None:
        """Show the required purchases and work."""
        from gpudesk.ui.app.dialogs.bill_of_materials_dialog import BillOfMaterialsDialog

        dialog = BillOfMaterialsDialog(self._session, self._window)
        dialog.paper_wanted.connect(lambda: self.hand_over(("bom",)))
        dialog.rules_wanted.connect(self._window.registry.action("project.bom-rules").trigger)
        dialog.stock_wanted.connect(self._window.registry.action("project.stock").trigger)
        dialog.open()

    def _exported(self, path: Path, done: "Exported") -> None:
        count = len(done.remarks)
        if not done.has_readme:
            detail = tr("Some items were omitted or changed: %n remark(s), listed by the command gpudesk export.", "", count)
        elif path in done.files:
            detail = tr("Some items were omitted or changed: %n remark(s) in README.txt in the archive.", "", count)
        else:
            detail = tr("Some items were omitted or changed: %n remark(s) in README.txt in the folder.", "", count)
        text = tr("Exported to {path}.").format(path=path)
        self._window.message_bar.show_message("warning" if count else "ok", text, detail if count else "")

    def _file_dialog(self, title: str, mode: QFileDialog.FileMode, accept: QFileDialog.AcceptMode) -> QFileDialog:
        dialog = file_dialog(self._window, title, str(documents_folder()), tr("GPU Desk projects (*{suffix})").format(suffix=SUFFIX))
        dialog.setFileMode(mode)
        dialog.setAcceptMode(accept)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, accept is QFileDialog.AcceptMode.AcceptOpen)
        return dialog

    def _fill_recent(self) -> None:
        menu = self._window.registry.menu("file/recent")
        empty_menu(menu)
        files = [path for path in self._window.settings.recent_files if is_file(path)]
        for path in files:
            action = QAction(path.name, menu)
            action.triggered.connect(lambda _checked=False, path=path: self._session.open(path))
            menu.addAction(action)
        if not files:
            menu.addAction(tr("No recent project")).setEnabled(False)
