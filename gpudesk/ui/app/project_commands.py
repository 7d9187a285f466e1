"""The actions on the project as a whole and on its checks, and those that explain."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.checks.findings.findings import Findings
    from gpudesk.sizing.serving.serving_request import Asked
    from gpudesk.ui.app.window_places import WindowPlaces
    from gpudesk.ui.places.home.save_template import SaveTemplateDialog
    from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace
    from gpudesk.ui.places.size.docks.workload_form import WorkloadForm

tr = text_context("ProjectCommands")


class ProjectCommands(QObject):
    """Site sheet, baseline, phases, versions, journal; check; help."""

    def __init__(self, window: "WindowPlaces") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        for action, slot in (
            ("help.shortcuts", self._shortcuts),
            ("help.about", self._about),
            ("help.copy-report", self.copy_report),
            ("go.palette", window.palette_view.open),
            ("size.wizard", self.size_step_by_step),
            ("size.case", self.card_in_case),
            ("go.next-panel", lambda: self.go_panel(1)),
            ("go.previous-panel", lambda: self.go_panel(-1)),
        ):
            window.registry.connect_action(action, slot)
        for place in window.places:
            window.registry.connect_action(f"go.{place.key}", partial(window.go, place.key))
        window.home.size_wanted.connect(self.size_this)
        window.home.case_wanted.connect(self.card_in_case)

    def size_step_by_step(self) -> None:
        """Go from a model to a plan page by page; the plan that is taken is shown in the place of sizing."""
        from gpudesk.ui.places.size.dialogs.size_wizard import SizeWizard

        place = self._window.size_place
        place.prepare()
        wizard = SizeWizard(self._session, place.form, self._window)
        wizard.taken.connect(self._show_taken)
        wizard.open()

    def card_in_case(self, gpu: str = "") -> None:
        """Check a potential purchase of a card against a case.

        Args:
            gpu: its key in the catalog; a usual one unless specified.
        """
        from gpudesk.ui.places.size.dialogs.card_in_case import CardInCaseDialog

        CardInCaseDialog(self._session, self._window, gpu=gpu).open()

    def size_this(self, request: "Asked") -> None:
        """Show the Size place with a choice made elsewhere."""
        from gpudesk.ui.places.size.docks.workload_form import SERVE

        place = self._window.size_place
        place.prepare()
        place.form.show_task(SERVE)
        self._window.go("size")
        place.ask_anew(request)

    def _show_taken(self, form: "WorkloadForm", key: object) -> None:
        self._window.go("size")
        self._window.size_place.take(form, key)

    def furnish(self, rack: "RackPlace") -> None:
        """Connect what needs a project."""
        from gpudesk.ui.app.dialogs.baseline import BaselineDialog
        from gpudesk.ui.app.dialogs.bom_rules_dialog import BomRulesDialog
        from gpudesk.ui.app.dialogs.phases_dialog import PhasesDialog
        from gpudesk.ui.app.dialogs.remarks_dialog import RemarksDialog
        from gpudesk.ui.app.dialogs.site_sheet_dialog import SiteSheetDialog
        from gpudesk.ui.app.dialogs.stock_dialog import StockDialog
        from gpudesk.ui.app.dialogs.versions_dialog import VersionsDialog
        from gpudesk.ui.places.catalog.dialogs.update_types import UpdateTypesDialog
        from gpudesk.ui.places.home.save_template import SaveTemplateDialog

        window = self._window
        for action, slot in (
            ("project.site", lambda: SiteSheetDialog(self._session, window).open()),
            ("project.stock", lambda: StockDialog(self._session, window).open()),
            ("project.cost", self.tell_cost),
            ("project.bom-rules", lambda: BomRulesDialog(self._session, window).open()),
            ("project.baseline", lambda: BaselineDialog(self._session, window).open()),
            ("project.checklist-items", self.show_checklist_items),
            ("project.phases", lambda: PhasesDialog(self._session, window).open()),
            ("project.keep-version", lambda: VersionsDialog(self._session, window, keep=True).open()),
            ("project.versions", lambda: VersionsDialog(self._session, window).open()),
            ("project.save-template", lambda: self._save_template(SaveTemplateDialog(self._session, window))),
            ("project.insert-template", self.insert_template),
            ("project.update-types", lambda: UpdateTypesDialog(self._session, window).open()),
            ("project.remarks", lambda: RemarksDialog(self._session, self._session.selection[0], window).open()),
            ("check.run", self.check),
        ):
            window.registry.connect_action(action, slot)

    def show_checklist_items(self) -> None:
        """Show the editor of checklist items; a second one would hide the unsaved changes of the first."""
        from gpudesk.ui.app.dialogs.checklist_items import ChecklistItemsDialog

        shown = next((one for one in self._window.findChildren(ChecklistItemsDialog) if one.isVisible()), None)
        (shown or ChecklistItemsDialog(self._session, self._window)).open()

    def check(self) -> None:
        """Check the complete project again on a reading thread and show the findings."""
        from gpudesk.checks.engine.check_engine import check_all

        snapshot = self._session.snapshot

        def told(findings: "Findings") -> None:
            self._session.take_findings(snapshot, findings)
            text = tr("The whole project was checked: %n finding(s).", "", len(findings))
            self._window.message_bar.show_message("info" if len(findings) else "ok", text, "")

        self._session.jobs.read(lambda _: check_all(snapshot), told, what=tr("Checking the whole project"))

    def insert_template(self, template: str = "") -> None:
        """Ask for the template to insert and its position in the current hall."""
        from gpudesk.ui.places.home.insert_template import InsertTemplateDialog

        floor = self._window.shown_floor
        hall_id = None if floor is None else floor.hall_id
        InsertTemplateDialog(self._session, self._window, hall_id=hall_id, template=template).open()

    def tell_cost(self) -> None:
        """Show the project cost."""
        from gpudesk.ui.app.dialogs.project_cost_dialog import ProjectCostDialog

        ProjectCostDialog(self._session, self._window).open()

    def _save_template(self, dialog: "SaveTemplateDialog") -> None:
        dialog.saved.connect(self._tell_saved)
        dialog.open()

    def _tell_saved(self, name: str) -> None:
        text = tr("Added to your templates: {name}. Insert it, or start a project from it.").format(name=name)
        self._window.message_bar.show_message("ok", text, "", passing=True)

    def copy_report(self) -> None:
        """Put diagnostics without personal data on the clipboard, to be sent with a question."""
        from gpudesk.ui.app.diagnostics import diagnostics_text

        QGuiApplication.clipboard().setText(diagnostics_text(self._window))
        self._window.message_bar.show_message("info", tr("Diagnostics copied to the clipboard. They contain no names, paths or keys."), "")

    def go_panel(self, step: int) -> None:
        """Put the focus into the next (or previous) part of the window."""
        parts = self._window.parts()
        focused = QApplication.focusWidget()
        now = next((number for number, part in enumerate(parts) if _holds(part, focused)), -1 if step > 0 else 0)
        parts[(now + step) % len(parts)].setFocus()

    def _shortcuts(self) -> None:
        from gpudesk.ui.app.dialogs.shortcuts import ShortcutsDialog

        ShortcutsDialog(self._window.registry, self._window).open()

    def _about(self) -> None:
        from gpudesk.ui.app.dialogs.about import AboutDialog

        AboutDialog(self._window).open()


def _holds(part: QWidget, focused: QWidget | None) -> bool:
    return focused is not None and (part is focused or part.isAncestorOf(focused))
