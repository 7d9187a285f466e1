"""One stage of a network: the devices, their switches, the number of links, and a preview of the result."""

from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QPushButton, QSpinBox, QWidget
from shiboken6 import isValid

from gpudesk.core.fabric.network_slots import has_tray_ports
from gpudesk.core.hardware.network_kinds import MOST_PORTS, NETWORK_SETTINGS, Spread
from gpudesk.core.messages.errors import DeskError
from gpudesk.derived.networks.network_trial import RoleUse, StageTrial, role_uses, stage_trial
from gpudesk.operations.cabling.network_stage_operations import MOST_LINKS, add_stage, change_stage
from gpudesk.project.accepted_rates import accepted_rates
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.words.network_labels import SPREADS, network_name, said
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr_stage_bar = text_context("StageBar")
tr_network_stage_dialog = text_context("NetworkStageDialog")

_LATER_MS = 120


class StageBar(QWidget):
    """The buttons for the stages of a network, below the table that lists them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 8, 16, 8)
        line.setSpacing(8)
        self.add = QPushButton(icons.icon("plus"), tr_stage_bar("Add a stage…"), self)
        self.change = QPushButton(icons.icon("rename"), tr_stage_bar("Change the stage…"), self)
        self.up = QPushButton(icons.icon("arrow-up"), "", self)
        self.down = QPushButton(icons.icon("arrow-down"), "", self)
        self.gone = QPushButton(icons.icon("delete"), tr_stage_bar("Delete the stage"), self)
        self.up.setShortcut(QKeySequence("Alt+Up"))
        self.down.setShortcut(QKeySequence("Alt+Down"))
        self.add.setToolTip(tr_stage_bar("Connect more devices to switches of the current network"))
        for button, name, keys in (
            (self.up, tr_stage_bar("Move the stage up"), "Alt+Up"),
            (self.down, tr_stage_bar("Move the stage down"), "Alt+Down"),
        ):
            button.setAccessibleName(name)
            button.setToolTip(f"{name} ({QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)})")
        for button in (self.add, self.change, self.up, self.down, self.gone):
            button.setAutoDefault(False)
            if button.text():
                button.setAccessibleName(button.text())
            line.addWidget(button)
        line.addStretch(1)


class NetworkStageDialog(DeskDialog):
    """Asks for devices, switches, links, spread and rate, and shows next to them the resulting cables.

    Attributes:
        outcome: the line with the result.
    """

    def __init__(self, session: Session, network_id: int, stage_id: int | None = None, parent: QWidget | None = None) -> None:
        """`stage_id` is the stage that is changed, None adds one behind the others."""
        super().__init__(parent)
        self._project, self._network_id, self._stage_id = session, network_id, stage_id
        self._asked: object = None
        network = session.snapshot["network"].row(network_id)
        self._usual_rate = int(network["rate_gbps"])
        title = (
            tr_network_stage_dialog("Add a stage to {network}")
            if stage_id is None
            else tr_network_stage_dialog("Change a stage of {network}")
        )
        self.set_heading(
            title.format(network=network_name(network["name"])),
            tr_network_stage_dialog("A stage connects devices to switches. Stages are cabled in order: earlier ones use the first ports."),
        )
        form = Form(self)
        self.below, self.above = QComboBox(form), QComboBox(form)
        self.links, self.rate = QSpinBox(form), QSpinBox(form)
        self.links.setRange(0, MOST_LINKS)
        self.rate.setRange(0, NETWORK_SETTINGS["rate_gbps"][1])
        self.rate.setSuffix(f"{THIN_SPACE}Gb/s")
        self.rate.setSpecialValueText(tr_network_stage_dialog("{rate} Gb/s (network rate)").format(rate=format_number(self._usual_rate)))
        self.spread = SegmentedControl(
            tr_network_stage_dialog("How the switches are assigned"),
            [Segment(spread.name, said(text)) for spread, text in SPREADS.items()],
            parent=form,
        )
        form.add(tr_network_stage_dialog("Devices"), self.below, tr_network_stage_dialog("By their role, set in the inspector."))
        form.add(
            tr_network_stage_dialog("Switches"),
            self.above,
            tr_network_stage_dialog("If the role is the same as above, its devices are paired."),
        )
        form.add(tr_network_stage_dialog("Links per device"), self.links, tr_network_stage_dialog("0: all its ports for this network."))
        self._told_spread = form.add(tr_network_stage_dialog("Spread"), self.spread, " ")
        form.add(
            tr_network_stage_dialog("Rate of a link"),
            self.rate,
            tr_network_stage_dialog("0: the rate of the network. Faster ports carry several links."),
        )
        self._add_places(form)
        self._add_accepted(form)
        self.outcome = Label("", form, step="body", wrap=True)
        self.outcome.setMinimumHeight(44)
        form.add_wide(self.outcome)
        self.add_form(form)
        self._verb = tr_network_stage_dialog("Add the stage") if stage_id is None else tr_network_stage_dialog("Change the stage")
        self.add_buttons(self._verb, self.say)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self._try)
        self._fill(None if stage_id is None else session.snapshot["network_stage"].row(stage_id))
        for box in (self.below, self.above):
            box.currentIndexChanged.connect(self._changed)
        for field in (self.links, self.rate, self.first_port, self.accepted_rate):
            field.valueChanged.connect(self._changed)
        self.switches.textChanged.connect(self._changed)
        self.reason.textChanged.connect(self._changed)
        self.per_tray.toggled.connect(self._changed)
        self.spread.chosen.connect(self._changed)
        session.changed.connect(self._changed)
        session.closed.connect(self.reject)
        self.resize(540, 640)
        self._changed()

    def _add_places(self, form: Form) -> None:
        """Add the fields for switches and ports of the links, and for the counting of a rack-scale system."""
        types = self._project.snapshot.types.values()
        self.per_tray = QCheckBox(tr_network_stage_dialog("Links apply to each tray of a rack-scale system"), form)
        self.per_tray.setChecked(True)
        self.per_tray.setVisible(any(has_tray_ports(kind) for kind in types))
        form.add_wide(self.per_tray)
        self.switches, self.first_port = QLineEdit(form), QSpinBox(form)
        self.switches.setPlaceholderText(tr_network_stage_dialog("all"))
        self.first_port.setRange(0, MOST_PORTS)
        self.first_port.setSpecialValueText(tr_network_stage_dialog("first free port"))
        form.add(
            tr_network_stage_dialog("Only switches"),
            self.switches,
            tr_network_stage_dialog("Numbers in name order, such as 24, 32 or 1-4."),
        )
        form.add(
            tr_network_stage_dialog("First port"),
            self.first_port,
            tr_network_stage_dialog("First port on each switch, counted from 1 among ports at the link rate; 0: the first free port."),
        )

    def _add_accepted(self, form: Form) -> None:
        """Add the fields for an accepted lower rate and its reason."""
        self.accepted_rate, self.reason = QSpinBox(form), QLineEdit(form)
        self.accepted_rate.setRange(0, NETWORK_SETTINGS["rate_gbps"][1])
        self.accepted_rate.setSuffix(f"{THIN_SPACE}Gb/s")
        self.accepted_rate.setSpecialValueText(tr_network_stage_dialog("none"))
        self.reason.setPlaceholderText(tr_network_stage_dialog("with its source"))
        form.add(
            tr_network_stage_dialog("Accepted rate"),
            self.accepted_rate,
            tr_network_stage_dialog("0: none. Lower rate accepted where ports cannot reach the planned rate."),
        )
        form.add(tr_network_stage_dialog("Reason"), self.reason)

    def values(self) -> dict[str, Any]:
        """The input, by the columns of the table `network_stage`, and the accepted rate with its reason."""
        return {
            "lower": str(self.below.currentData() or ""),
            "upper": str(self.above.currentData() or ""),
            "links": self.links.value() or None,
            "spread": int(Spread[self.spread.current()]),
            "rate_gbps": self.rate.value() or None,
            "per_tray": int(self.per_tray.isChecked()),
            "switches": self.switches.text().strip(),
            "first_port": (self.first_port.value() or None) if self.first_port.isEnabled() else None,
            "accepted_gbps": self.accepted_rate.value() or None,
            "reason": self.reason.text().strip() if self.accepted_rate.value() else "",
        }

    def say(self) -> None:
        """Add the stage, or change it."""
        if self._stage_id is None:
            self.do(self._project, add_stage, self._network_id, **self.values())
        else:
            self.do(self._project, change_stage, self._stage_id, self.values())

    def _fill(self, stage: dict[str, Any] | None) -> None:
        """List the roles of the project's devices, and show the existing values of a stage."""
        uses = self._project.snapshot.cached(role_uses)
        self.below.addItem(tr_network_stage_dialog("All devices with ports for this network"), "")
        for use in uses:
            self.below.addItem(self._counted(use), use.role)
        for use in sorted(uses, key=lambda role_use: not role_use.switches):
            self.above.addItem(self._counted(use), use.role)
        if stage is None:
            return
        for box, name in ((self.below, "lower"), (self.above, "upper")):
            role = str(stage[name])
            if box.findData(role) < 0:
                box.addItem(tr_network_stage_dialog("{role} · no device has this role").format(role=role), role)
            box.setCurrentIndex(box.findData(role))
        self.links.setValue(int(stage["links"] or 0))
        self.rate.setValue(int(stage["rate_gbps"] or 0))
        self.spread.set_current(Spread(int(stage["spread"])).name)
        self.per_tray.setChecked(bool(stage["per_tray"]))
        self.switches.setText(str(stage["switches"]))
        self.first_port.setValue(int(stage["first_port"] or 0))
        accepted = self._project.snapshot.cached(accepted_rates).get(int(stage["id"]))
        if accepted is not None:
            self.accepted_rate.setValue(accepted.gbps)
            self.reason.setText(accepted.reason)

    def _counted(self, use: RoleUse) -> str:
        if use.switches == use.devices:
            return tr_network_stage_dialog("{role} · %n switch(es)", "", use.devices).format(role=use.role)
        return tr_network_stage_dialog("{role} · %n device(s)", "", use.devices).format(role=use.role)

    def _changed(self, *_: object) -> None:
        values = self.values()
        pairs = values["lower"] == values["upper"]
        self.links.setSpecialValueText("1" if pairs else tr_network_stage_dialog("all its ports"))
        self.spread.setEnabled(not pairs)
        self.first_port.setEnabled(not pairs)
        self.reason.setEnabled(bool(self.accepted_rate.value()))
        spread = {
            Spread.EVEN: tr_network_stage_dialog("Each device connects to as many switches as it has links, balanced across switches."),
            Spread.FILL: tr_network_stage_dialog("Switches filled in order; each device uses the nearest with free ports."),
            Spread.ALL: tr_network_stage_dialog("The same number of links from each device to every switch, as from leaves to spines."),
        }
        self._told_spread.setText(tr_network_stage_dialog("Devices are paired in name order.") if pairs else spread[values["spread"]])
        self.set_verb(self._verb, enabled=bool(values["upper"]) and (values["accepted_gbps"] is None or bool(values["reason"])))
        if values["upper"]:
            self._later.start()
        else:
            self._tell(
                tr_network_stage_dialog("No device has a role yet. Select the switches and set their role in the inspector."), warns=True
            )

    def _try(self) -> None:
        """Calculate the resulting cables on a reading thread."""
        project, values = self._project, self.values()
        snapshot = project.snapshot if project.is_open else None
        if snapshot is None or not self._is_there(snapshot):
            self.reject()
            return
        request = self._asked = (snapshot, values)

        def ended(trial: StageTrial) -> None:
            if isValid(self) and self._asked is request:
                text = tr_network_stage_dialog(
                    "{links} {links|link|links} between {devices} {devices|device|devices} and {switches} {switches|switch|switches}."
                )
                counts = {"links": trial.links, "devices": trial.devices, "switches": trial.switches}
                self._tell(filled_text(text, **{name: format_number(count) for name, count in counts.items()}), warns=not trial.links)

        def failed(error: DeskError) -> None:
            if isValid(self) and self._asked is request:
                words = [tr_message(text) for text in (error.message, error.fix) if text is not None]
                self._tell(tr_network_stage_dialog("The network cannot be cabled this way:") + " " + " ".join(words), warns=True)

        project.jobs.read(lambda _: stage_trial(snapshot, self._network_id, self._stage_id, values), ended, failed)

    def _is_there(self, snapshot: Snapshot) -> bool:
        stages = snapshot["network_stage"]
        return snapshot["network"].has(self._network_id) and (self._stage_id is None or stages.has(self._stage_id))

    def _tell(self, text: str, *, warns: bool) -> None:
        self.outcome.set_ink("severity.warning" if warns else "text.primary")
        self.outcome.setText(text)
