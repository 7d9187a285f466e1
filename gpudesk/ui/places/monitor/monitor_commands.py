"""Actions of the monitor."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from gpudesk.core.messages.errors import DeskError
from gpudesk.ui.places.monitor.desktop_notes import DesktopNotes
from gpudesk.ui.places.monitor.monitor_saving import MonitorSaving
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message

if TYPE_CHECKING:
    from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace
    from gpudesk.ui.shell.shell import Shell

tr = text_context("MonitorCommands")


_TELL = "alarm-notifications"


class MonitorCommands(QObject):
    """Connects the actions that need the place of the monitor."""

    def __init__(self, window: "Shell", place: "MonitorPlace") -> None:
        super().__init__(window)
        self._window = window
        self._place = place
        window.registry.connect_action("monitor.local", place.watch_local)
        window.registry.connect_action("monitor.hosts", self.ask_hosts)
        window.registry.connect_action("monitor.open-recording", place.recordings.ask_open)
        self.saving = MonitorSaving(place, window.session.jobs, window.message_bar, self)
        window.registry.connect_action("monitor.save-plots", self.saving.ask_picture)
        window.registry.connect_action("monitor.save-table", self.saving.ask_table)
        window.registry.connect_action("monitor.export-recording", self.saving.ask_recording)
        window.registry.connect_action("monitor.copy-plots", self.saving.copy_picture)
        window.registry.connect_action("monitor.kernel-log", self.ask_kernel_log)
        window.registry.connect_action("monitor.record", place.recordings.toggle)
        window.registry.connect_action("monitor.keep-days", self.ask_keep_days)
        days = window.settings.text("recording-days")
        if days:
            from gpudesk.ui.places.monitor.dialogs.keep_days import days_of

            place.recordings.days = days_of(days)
        place.recordings.commands = window.settings.text("recording-commands") == "on"
        place.recordings.changed.connect(self._show_recording)
        place.recordings.ended.connect(self._recorded)
        place.recordings.failed.connect(self._failed)
        window.registry.connect_action("monitor.judge", place.verdict.judge)
        window.registry.connect_action("monitor.mark", place.verdict.mark)
        window.registry.connect_action("monitor.as-planned", self.ask_as_planned)
        self.notes = DesktopNotes(self)
        self.notes.clicked.connect(self._come_forward)
        place.verdict_memory.fed.connect(self._say_fed)
        place.alarms.raised.connect(self._say_raised)
        place.alarms.tell_box.setChecked(window.settings.text(_TELL) == "on" and self.notes.possible())
        self.notes.set_wanted(place.alarms.tell_box.isChecked())
        place.alarms.telling_changed.connect(self._tell_outside)
        place.model.state_changed.connect(window.update_actions)
        place.model.state_changed.connect(self._say_trouble)

    def _say_trouble(self) -> None:
        """Report why another source could not be opened while the previous one is still monitored; an empty place reports it itself."""
        trouble, model = self._place.model.trouble, self._place.model
        if trouble is not None and model.source is not None:
            fix = "" if trouble.fix is None else tr_message(trouble.fix)
            self._window.message_bar.show_message("warning", tr_message(trouble.message), fix)

    def _tell_outside(self, wanted: bool) -> None:
        """Show alarms as desktop notifications from now on, or report why that is not possible."""
        if wanted and not self.notes.possible():
            self._place.alarms.tell_box.setChecked(False)
            words = tr("This desktop does not show program notifications.")
            self._window.message_bar.show_message("info", words, tr("Alerts are shown in this window."), passing=True)
            return
        self.notes.set_wanted(wanted)
        self._window.settings.set_text(_TELL, "on" if wanted else "")

    def _say_raised(self, severity: str, what: str, figures: str) -> None:
        """Report an alarm while the user is not looking at the monitor."""
        if not self._window.isActiveWindow():
            self.notes.say(severity, what, figures)
        if self._window.place != "monitor":
            self._window.message_bar.show_message(severity, what, figures, passing=True)

    def _come_forward(self) -> None:
        self._window.showNormal() if self._window.isMinimized() else self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        self._window.go("monitor")
        self._place.show_tab(self._place.alarms)

    def _show_recording(self) -> None:
        self._window.registry.set_checked("monitor.record", self._place.recordings.recorder is not None)
        self._window.update_actions()

    def _recorded(self, path: str) -> None:
        self._window.message_bar.show_message("ok", tr("Recording saved to {path}.").format(path=path), "", passing=True)

    def _failed(self, error: DeskError) -> None:
        self._show_recording()
        self._window.session.failed.emit(error)

    def ask_hosts(self) -> None:
        """Ask for the network hosts to monitor."""
        from gpudesk.ui.places.monitor.dialogs.watch_hosts import WatchHostsDialog

        WatchHostsDialog(self._place.sources, self._window.settings, self._window).open()

    def ask_keep_days(self) -> None:
        """Ask for the retention times of the parts of a recording: raw readings and summaries."""
        from gpudesk.ui.places.monitor.dialogs.keep_days import KeepDaysDialog

        KeepDaysDialog(self._place.recordings, self._window.settings, self._window).open()

    def ask_kernel_log(self) -> None:
        """Ask for a saved kernel log and show the errors in it."""
        from gpudesk.ui.places.monitor.dialogs.kernel_log_dialog import KernelLogDialog

        title = tr("Saved kernel log")
        dialog = file_dialog(self._window, title, str(documents_folder()), tr("Logs (*.log *.txt);;All files (*)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(
            lambda chosen: KernelLogDialog(Path(chosen), self._window.session.jobs, self._place.model, self._window).open()
        )
        dialog.open()

    def ask_as_planned(self) -> None:
        """Hold the machine that is watched against the plan."""
        from gpudesk.ui.places.monitor.dialogs.as_found_dialog import AsFoundDialog

        dialog = AsFoundDialog(self._window.session, self._place.model, self._window)
        dialog.kept.connect(self._say_kept)
        dialog.open()

    def _say_kept(self, device: str) -> None:
        words = tr("Comparison saved in the journal of {device}.").format(device=device)
        self._window.message_bar.show_message("ok", words, "", passing=True)

    def _say_fed(self, workload: str) -> None:
        words = tr("The measurement is saved with {workload}; Size shows it next to the estimate.").format(workload=workload)
        self._window.message_bar.show_message("ok", words, "", passing=True)
