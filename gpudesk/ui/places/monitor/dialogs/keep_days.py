"""How long the parts of a recording are kept."""

from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QWidget

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.recording.recording import Retention
from gpudesk.ui.places.monitor.models.monitor_recordings import MonitorRecordings
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("KeepDaysDialog")

KEPT = "recording-days"
COMMANDS = "recording-commands"


def days_of(text: str) -> tuple[float, float, float] | None:
    """Days stored in the settings; None if missing or invalid."""
    try:
        single, second, minute = (float(word) for word in text.split())
        return Retention.of_days(single, second, minute).days()
    except (ValueError, DeskError):
        return None


class DaysField(QDoubleSpinBox):
    """A number of days, without zeros at the end: 1 day, 7 days, 0.25 days."""

    def __init__(self, days: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDecimals(2)
        self.setRange(0.01, 36_525.0)
        self.valueChanged.connect(self._show_unit)
        self.setValue(days)
        self._show_unit(self.value())

    def textFromValue(self, value: float) -> str:
        text, point = super().textFromValue(value), self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text

    def _show_unit(self, value: float) -> None:
        self.setSuffix(THIN_SPACE + filled_text(tr("{count|day|days}"), count=value))


class KeepDaysDialog(DeskDialog):
    """Three numbers of days, and whether command lines are kept."""

    def __init__(self, recordings: MonitorRecordings, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recordings = recordings
        self._settings = settings
        sentence = tr("Applies from the next recording. Hourly summaries are kept indefinitely.")
        self.set_heading(tr("Recording retention"), sentence)
        self.fields: list[DaysField] = []
        form = Form(self)
        words = (tr("Raw readings"), tr("Per-second summaries"), tr("Per-minute summaries"))
        for label, days in zip(words, recordings.days or Retention().days(), strict=True):
            field = DaysField(days, self)
            field.setAccessibleName(label)
            field.valueChanged.connect(self._tell)
            form.add(label, field)
            self.fields.append(field)
        self.commands = QCheckBox(tr("Record the command lines of processes"), self)
        self.commands.setAccessibleName(self.commands.text())
        self.commands.setChecked(recordings.commands)
        form.add_wide(self.commands)
        hint = tr("They may contain passwords and keys. Without this, a recording contains program names only.")
        form.add_wide(Label(hint, self, step="caption", ink="text.tertiary", wrap=True))
        self.told = Label("", self, ink="severity.error", wrap=True)
        form.add_wide(self.told)
        self.add_form(form)
        self.add_buttons(tr("Apply"), self.keep)
        self._tell()
        self.fields[0].setFocus()

    def _days(self) -> tuple[float, float, float]:
        single, second, minute = (field.value() for field in self.fields)
        return single, second, minute

    def _tell(self) -> None:
        trouble = ""
        try:
            Retention.of_days(*self._days())
        except DeskError as error:
            trouble = tr_message(error.fix) if error.fix is not None else tr_message(error.message)
        self.told.setText(trouble)
        self.set_verb(tr("Apply"), enabled=not trouble)

    def keep(self) -> None:
        """Take the days and the choice of command lines from the next recording on, and at the next start."""
        self._recordings.days = self._days()
        self._recordings.commands = self.commands.isChecked()
        self._settings.set_text(COMMANDS, "on" if self.commands.isChecked() else "")
        self._settings.set_text(KEPT, " ".join(f"{days:g}" for days in self._days()))
        self.accept()
