"""New parts of the power chain: kind, parent, and circuit."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSpinBox, QWidget

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Message
from gpudesk.core.names.name_pattern import checked_pattern, made_name
from gpudesk.core.power.power_kinds import TOPS, USUAL_NAMES, PowerNodeKind, hanging_fault
from gpudesk.core.power.power_lines import LINES, Wiring, follows_directly
from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.operations.power.power_nodes import MOST_NODES, add_power_nodes
from gpudesk.operations.run.new_names import checked_name, counted_names, next_names
from gpudesk.project.power_systems import power_systems
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.words.power_labels import SINGLE, line_name, system_source, system_title, system_words, wiring_name
from gpudesk.ui.panels.words.power_limit_labels import limit_words
from gpudesk.ui.places.power.dialogs.power_node_choice import PowerNodeChoice
from gpudesk.ui.toolkit.code_labels import in_a_sentence, power_node_name
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form, PhaseField
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("AddToPowerDialog")

_IN_TURN = -1
_PATTERN = ("n",)


class AddToPowerDialog(DeskDialog):
    """Asks for all properties of a node; several equal ones get numbered names."""

    def __init__(self, session: Session, parent: QWidget | None = None, *, parent_id: int | None = None) -> None:
        """`parent_id` is the default parent."""
        super().__init__(parent)
        self._project = session
        self._snapshot = session.snapshot
        self.set_heading(tr("Add power equipment"), tr("From the utility grid down to the feeds that end at racks."))
        left, right = Form(self), Form(self)
        self._fill_left(left)
        self._fill_right(right)
        both = QWidget(self)
        sides = QHBoxLayout(both)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(16)
        for side in (left, right):
            sides.addWidget(side, 1, Qt.AlignmentFlag.AlignTop)
        self.body.setContentsMargins(12, 2, 12, 10)
        self.body.addWidget(both)
        self.body.addStretch(1)
        self.add_buttons("", self.add)
        self._connect()
        self.parent_choice.choose(parent_id)
        self.kind.setCurrentIndex(self.kind.findData(int(_usual_kind(self._snapshot, parent_id))))
        self._take_system_of_parent()
        self._update()

    # what is asked for

    def _fill_left(self, form: Form) -> None:
        self.kind = QComboBox(form)
        for kind in PowerNodeKind:
            self.kind.addItem(power_node_name(NODE_KINDS[kind]), int(kind))
        self.first = QLineEdit(form)
        self.first.setMaxLength(190)
        self.count = QSpinBox(form)
        self.count.setRange(1, MOST_NODES)
        self.parent_choice = PowerNodeChoice(self._snapshot, tr("nothing"), form)
        self.alternate_choice = PowerNodeChoice(self._snapshot, tr("nothing"), form)
        self.hall = QComboBox(form)
        self.hall.addItem(tr("no hall"), None)
        halls = self._snapshot["hall"]
        for hall_id, name in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True):
            self.hall.addItem(name, hall_id)
        self.hall.setCurrentIndex(1 if halls.rows == 1 else 0)
        self.notes = QLineEdit(form)
        self.phase = PhaseField(1, form)
        form.add(tr("Kind"), self.kind)
        form.add(tr("Quantity"), self.count)
        self._names = form.add(tr("Name"), self.first)
        self._above = form.add(tr("Fed from"), self.parent_choice)
        self._beside = form.add(tr("Alternate"), self.alternate_choice)
        form.add(tr("Hall"), self.hall)
        form.add(tr("Build phase"), self.phase)
        form.add(tr("Notes"), self.notes)

    def _fill_right(self, form: Form) -> None:
        self.system = QComboBox(form)
        for system in power_systems():
            self.system.addItem(system_title(system), system.key)
            self.system.setItemData(self.system.count() - 1, system_source(system), Qt.ItemDataRole.ToolTipRole)
        self.system.addItem(tr("another"), "")
        self.system.setMaxVisibleItems(20)
        self.wiring = QComboBox(form)
        for wiring in Wiring:
            self.wiring.addItem(wiring_name(wiring), int(wiring))
        self.voltage = _number(form, 1, 500_000, "V")
        self.line = QComboBox(form)
        self.breaker = _number(form, 0, 100_000, "A", tr("none or unknown"))
        self.derating = _number(form, 1, 100, "%")
        self.derating.setValue(100)
        self._site_percent = 100 * self._snapshot.cached(site_sheet).limit("continuous_factor")
        usual = tr("as in the site sheet: {percent}").format(percent=format_quantity(round(self._site_percent, 1), "%"))
        self.continuous = _number(form, 0, 100, "%", usual)
        self.capacity = _number(form, 0, 1_000_000, "kVA", tr("not limited"))
        self.side = QLineEdit(form)
        self.side.setMaxLength(20)
        self.receptacle = QLineEdit(form)
        self.receptacle.setMaxLength(100)
        self._source = form.add(tr("System"), self.system)
        form.add(tr("Lines"), self.wiring)
        self._step = form.add(tr("Voltage"), self.voltage)
        form.add(tr("Starts on"), self.line)
        form.add(tr("Breaker"), self.breaker)
        form.add(tr("Derating"), self.derating)
        form.add(tr("Continuous factor"), self.continuous)
        self._limit = form.add(tr("Capacity"), self.capacity)
        form.add(tr("Feed side"), self.side)
        form.add(tr("Receptacle"), self.receptacle)

    def _connect(self) -> None:
        self.kind.currentIndexChanged.connect(self._kind_chosen)
        self.parent_choice.node_changed.connect(self._take_system_of_parent)
        self.system.activated.connect(self._system_chosen)
        for box in (self.wiring, self.line):
            box.currentIndexChanged.connect(self._update)
        self.alternate_choice.node_changed.connect(self._update)
        for field in (self.count, self.voltage, self.breaker, self.derating, self.continuous, self.capacity):
            field.valueChanged.connect(self._update)
        self.first.textChanged.connect(self._update)

    # what is chosen

    def chosen_kind(self) -> PowerNodeKind:
        """The kind that is added."""
        return PowerNodeKind(int(self.kind.currentData()))

    def names(self) -> list[str]:
        """The names that the new parts will have.

        Raises:
            Refused: they cannot be called so.
        """
        first, count = checked_name(self.first.text()), self.count.value()
        if "{" in first or "}" in first:
            pattern = checked_pattern(first, _PATTERN)
            return [made_name(pattern, {"n": number}) for number in range(1, count + 1)]
        return counted_names(first or self._next_name(), count)

    def values(self) -> dict[str, Any]:
        """Values stored for each."""
        wiring = int(self.wiring.currentData())
        line = self.line.currentData()
        return {
            "wiring": wiring,
            "parent_id": self.parent_choice.node_id() if self.parent_choice.isEnabled() else None,
            "alternate_id": self.alternate_choice.node_id() if self.alternate_choice.isEnabled() else None,
            "hall_id": self.hall.currentData(),
            "line": None if wiring not in SINGLE or line in (None, _IN_TURN) else int(line),
            "breaker_a": self.breaker.value() or None,
            "derating_percent": self.derating.value(),
            "continuous_percent": self.continuous.value() or None,
            "capacity_va": self.capacity.value() * 1000 or None,
            "feed_side": self.side.text().strip(),
            "receptacle": self.receptacle.text().strip(),
            "notes": self.notes.text(),
            "phase": self.phase.value(),
        }

    def add(self) -> None:
        """Make them and select them."""
        values = self.values()
        in_turn = values["wiring"] in SINGLE and self.line.currentData() == _IN_TURN
        self.do(
            self._project,
            add_power_nodes,
            self.names(),
            int(self.chosen_kind()),
            self.voltage.value(),
            values,
            lines_in_turn=in_turn,
            done=self._added,
        )

    def _added(self, node_ids: list[int]) -> None:
        self._project.select([ObjectRef("power_node", node_id) for node_id in node_ids])
        self.accept()

    def _next_name(self) -> str:
        return next(next_names(self._snapshot["power_node"]["name"], USUAL_NAMES[self.chosen_kind()], 1))

    # what follows from what is chosen

    def _kind_chosen(self) -> None:
        if self.chosen_kind() in TOPS:
            self.parent_choice.choose(None)
            self.alternate_choice.choose(None)
        self._update()

    def _take_system_of_parent(self) -> None:
        """Use the electrical system of the parent as the default."""
        parent = self.parent_choice.node_id()
        sheet = self._snapshot.cached(site_sheet)
        wiring, voltage = int(Wiring.WYE), round(sheet.limit("line_voltage_v"))
        if parent is not None:
            row = self._snapshot["power_node"].row(parent)
            wiring, voltage = int(row["wiring"]), int(row["voltage_v"])
        self._show_circuit(wiring, voltage)
        self._update()

    def _system_chosen(self) -> None:
        system = next((candidate for candidate in power_systems() if candidate.key == self.system.currentData()), None)
        if system is not None:
            self._show_circuit(int(system.wiring), system.voltage_v)
        self._update()

    def _show_circuit(self, wiring: int, voltage_v: int) -> None:
        for field in (self.wiring, self.voltage):
            field.blockSignals(True)
        self.wiring.setCurrentIndex(self.wiring.findData(wiring))
        self.voltage.setValue(voltage_v)
        for field in (self.wiring, self.voltage):
            field.blockSignals(False)

    def _update(self) -> None:
        kind, wiring, voltage = self.chosen_kind(), int(self.wiring.currentData()), self.voltage.value()
        system = next((candidate for candidate in power_systems() if (candidate.wiring, candidate.voltage_v) == (wiring, voltage)), None)
        self.system.setCurrentIndex(self.system.findData("" if system is None else system.key))
        self._show_lines(wiring)
        for choice in (self.parent_choice, self.alternate_choice):
            choice.setEnabled(kind not in TOPS)
        self.first.setPlaceholderText(self._next_name())
        fine = all([self._tell_names(), self._tell_above(kind)])
        self._tell_voltage(wiring, voltage)
        percent = float(self.continuous.value()) or self._site_percent
        capacity = self.capacity.value() * 1000 or None
        self._limit.setText(limit_words(self.breaker.value() or None, self.derating.value(), percent, capacity, voltage, wiring)[1])
        verb = tr("Add {kind}").format(kind=in_a_sentence(power_node_name(NODE_KINDS[kind])))
        if self.count.value() > 1:
            verb = tr("Add %n part(s)", "", self.count.value())
        self.set_verb(verb, enabled=fine)

    def _show_lines(self, wiring: int) -> None:
        """The lines on which a circuit may begin."""
        chosen = self.line.currentData()
        self.line.blockSignals(True)
        self.line.clear()
        if wiring in SINGLE:
            for line in range(LINES):
                self.line.addItem(line_name(line, wiring), line)
            if self.count.value() > 1:
                self.line.addItem(tr("each line in turn"), _IN_TURN)
        else:
            self.line.addItem(tr("every line") if wiring != Wiring.DC else tr("direct current"), None)
        self.line.setCurrentIndex(max(self.line.findData(chosen), 0) if chosen is not None else 0)
        self.line.setEnabled(wiring in SINGLE)
        self.line.blockSignals(False)

    def _tell_names(self) -> bool:
        try:
            names = self.names()
            for name in (names[0], names[-1]):
                checked_name(name)
        except Refused as refused:
            return _tell(self._names, tr_message(refused.message), "severity.error")
        if len(names) == 1:
            text = "" if self.first.text().strip() else tr("Default name: {name}.").format(name=names[0])
        else:
            text = tr("Names: {names}").format(names=tr("{first} to {last}").format(first=names[0], last=names[-1]))
        return _tell(self._names, text)

    def _tell_above(self, kind: PowerNodeKind) -> bool:
        unknown = tr("No power component has this name.")
        fine = True
        for choice, label in ((self.parent_choice, self._above), (self.alternate_choice, self._beside)):
            fine &= _tell(label, "") if choice.is_known() or not choice.isEnabled() else _tell(label, unknown, "severity.error")
        if not fine:
            return False
        above = self.values()
        fault: Message | None = hanging_fault(kind, "", above["parent_id"], above["alternate_id"], None, lambda _: ())
        if fault is not None:
            return _tell(self._beside, tr_message(fault), "severity.error")
        if kind in TOPS:
            return _tell(self._above, tr("A source or a generator cannot have an upstream feed."))
        return True

    def _tell_voltage(self, wiring: int, voltage: int) -> None:
        """Another voltage than what feeds it brings takes a transformer, which no part of the chain is."""
        parent = self.parent_choice.node_id()
        text = ""
        if parent is not None:
            row = self._snapshot["power_node"].row(parent)
            if not follows_directly(int(row["wiring"]), int(row["voltage_v"]), wiring, voltage):
                text = tr("{name} supplies {system}: a transformer is required between them.").format(
                    name=row["name"], system=system_words(int(row["wiring"]), int(row["voltage_v"]))
                )
        _tell(self._step, text, "severity.warning")


def _tell(label: Label, text: str, ink: str = "text.tertiary") -> bool:
    """Show text under a field; returns whether it is not an error."""
    label.set_ink(ink)
    label.setText(text)
    return ink != "severity.error"


def _number(parent: QWidget, least: int, most: int, unit: str, nothing: str = "") -> QSpinBox:
    field = QSpinBox(parent)
    field.setRange(least, most)
    field.setGroupSeparatorShown(True)
    field.setSuffix(f"{THIN_SPACE}{unit}")
    if nothing:
        field.setSpecialValueText(nothing)
    return field


def _usual_kind(snapshot: Snapshot, parent_id: int | None) -> PowerNodeKind:
    """Usual kind of a child of a node."""
    if parent_id is None:
        return PowerNodeKind.FEED if snapshot["power_node"].rows else PowerNodeKind.SOURCE
    above = PowerNodeKind(int(snapshot["power_node"].row(parent_id)["kind"]))
    return {
        PowerNodeKind.SOURCE: PowerNodeKind.UPS,
        PowerNodeKind.GENERATOR: PowerNodeKind.TRANSFER_SWITCH,
        PowerNodeKind.UPS: PowerNodeKind.PANEL,
        PowerNodeKind.TRANSFER_SWITCH: PowerNodeKind.UPS,
    }.get(above, PowerNodeKind.FEED)
