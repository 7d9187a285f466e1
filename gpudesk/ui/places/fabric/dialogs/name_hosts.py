"""Hosts and switches named by a pattern: what each will be called is seen before, and which names cannot be given."""

from PySide6.QtWidgets import QComboBox, QHeaderView, QLineEdit, QWidget

from gpudesk.core.messages.errors import Refused
from gpudesk.core.names.host_names import FIELDS
from gpudesk.derived.fabric.host_name_plan import host_name_clashes, planned_host_names
from gpudesk.operations.cabling.host_name_operations import name_hosts
from gpudesk.project.host_name_rules import host_name_styles
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.parts.planned_names_table import PlannedNamesModel
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable

tr = text_context("NameHostsDialog")

USUAL = "{rack:lower}-{name}"


class NameHostsDialog(DeskDialog):
    """Asks for a role and a pattern, and shows old and new names; optionally only the selected devices are renamed."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self.set_heading(
            tr("Name hosts by pattern"),
            tr("Labels, cut sheets and all exports use these names. Renaming does not move cables."),
        )
        form = Form(self)
        self.role = QComboBox(form)
        devices = session.snapshot["device"]
        self._selected = [device_id for device_id in session.selected("device") if devices.has(device_id)]
        if self._selected:
            self.role.addItem(tr("the selected devices"), "")
        for role in sorted({str(role) for role in devices["role"].tolist()} - {""}):
            self.role.addItem(role, role)
        self.pattern = QComboBox(form)
        self.pattern.setEditable(True)
        line = self.pattern.lineEdit()
        assert line is not None  # noqa: S101 - an editable box has one
        self.line: QLineEdit = line
        self.line.setMaxLength(100)
        form.add(tr("Devices"), self.role)
        text = tr("Consists of text and {fields}; {example} pads with zeros to two digits, {case} sets the case.")
        fields = ", ".join("{" + name + "}" for name in FIELDS)
        self._usual_hint = text.format(fields=fields, example="{n:02}", case="{rack:lower}")
        self._hint = form.add(tr("Pattern"), self.pattern, self._usual_hint)
        self._names = PlannedNamesModel(self)
        self.preview = DeskTable(tr("Current and new names"), self)
        self.preview.setModel(self._names)
        self.preview.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.preview.setMinimumHeight(theme.size("table_row") * 9)
        form.add_wide(self.preview)
        self.add_form(form)
        self.add_buttons("", self.rename)
        self.role.currentIndexChanged.connect(self._offer)
        self.line.textChanged.connect(self._update)
        self._offer()

    def rename(self) -> None:
        """Give the names, as one step."""
        self.do(self._project, name_hosts, self._chosen(), self.line.text().strip())

    def _chosen(self) -> list[int]:
        role = self.role.currentData()
        if not role:
            return self._selected
        devices = self._project.snapshot["device"]
        device_ids: list[int] = devices.ids[devices["role"] == role].tolist()
        return device_ids

    def _offer(self) -> None:
        """Offer the patterns that published clusters have for the role."""
        role = self.role.currentData()
        offered = dict.fromkeys(pattern for style in host_name_styles().values() if (pattern := style.pattern_for(role)) is not None)
        self.pattern.clear()
        self.pattern.addItems([*offered, USUAL])
        self._update()

    def _update(self) -> None:
        snapshot = self._project.snapshot
        try:
            planned = planned_host_names(snapshot, self._chosen(), self.line.text())
        except Refused as error:
            self._say(tr_message(error.message), wrong=True)
            self._names.show_names([], frozenset())
            self.set_verb(tr("Name hosts"), enabled=False)
            return
        wrong = host_name_clashes(snapshot, planned)
        self._names.show_names(planned, frozenset(renaming.new for renaming in planned if renaming.device_id in wrong))
        changed = sum(renaming.old != renaming.new for renaming in planned)
        if wrong:
            self._say(tr_message(next(iter(wrong.values()))), wrong=True)
        else:
            self._say(self._usual_hint, wrong=False)
        self.set_verb(tr("Name %n host(s)", "", changed), enabled=bool(changed) and not wrong)

    def _say(self, text: str, *, wrong: bool) -> None:
        self._hint.setText(text)
        self._hint.set_ink("severity.error" if wrong else "text.tertiary")
