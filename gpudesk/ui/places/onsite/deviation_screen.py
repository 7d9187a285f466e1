"""A deviation: its type, the installed item, and the resulting change of the plan."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCompleter, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpudesk.core.checklist.items import Item, Scope
from gpudesk.core.names.connector_names import named_connector
from gpudesk.onsite.deviations import CHANGED_BY, Difference
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.onsite.deviation_words import change_text, difference_name, length_text, port_text
from gpudesk.ui.places.onsite.lengths import shown_unit, typed_length
from gpudesk.ui.places.onsite.onsite_labels import own, place_text
from gpudesk.ui.places.onsite.touch import TouchButton, TouchChoice, TouchLine
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("DeviationScreen")

_LONGEST_M = 100_000
_COLUMNS = 3


class DeviationScreen(QWidget):
    """Large buttons for the type of difference, the field for it, a line for remarks, and the proposed change.

    Signals:
        decided(str, object, str): a difference, the installed value, and the text are recorded.
        left(): the user goes back.
    """

    decided = Signal(str, object, str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: Snapshot | None = None
        self._item: Item | None = None
        self._target = 0
        self._names: dict[int, str] = {}
        self._lanes = 0
        self._writing = False
        self._by_label = False
        """Whether the label of a port has chosen the port."""
        self._title = Label(tr("Installed differently"), self, step="display", wrap=True)
        self._what = Label("", self, step="title", wrap=True)
        self._planned = Label("", self, ink="text.secondary", wrap=True)
        self.kinds = {what: TouchButton(difference_name(what), checkable=True) for what in Difference}
        kinds = QGridLayout()
        kinds.setSpacing(12)
        for place, (what, button) in enumerate(self.kinds.items()):
            button.clicked.connect(lambda _checked=False, what=what: self._choose(what))
            kinds.addWidget(button, place // _COLUMNS, place % _COLUMNS)
        kinds.setColumnStretch(_COLUMNS, 1)
        length = filled_text(tr("Installed length in {unit}"), unit=shown_unit("m"))
        self.length = TouchLine(length, length)
        self.serial = TouchLine(tr("Serial number of the installed part"), tr("Scan or type the serial number of the installed part"))
        self.ends = {side: TouchButton(side.upper(), checkable=True) for side in ("a", "b")}
        self.device = TouchLine(tr("Device"), tr("Device; or scan the label of the port"))
        self.port = TouchChoice(tr("Port"))
        ends = QHBoxLayout()
        ends.setSpacing(12)
        for side, button in self.ends.items():
            button.clicked.connect(lambda _checked=False, side=side: self._choose_end(side))
            ends.addWidget(button)
        ends.addStretch(1)
        self._ports = QWidget(self)
        ports = QVBoxLayout(self._ports)
        ports.setContentsMargins(0, 0, 0, 0)
        ports.setSpacing(12)
        ports.addLayout(ends)
        ports.addWidget(self.device)
        ports.addWidget(self.port)
        self.text = TouchLine(tr("Description"))
        self.change = Label("", self, step="strong", wrap=True)
        why = tr("The record stays in the log. A second person accepts or refuses the plan change.")
        self.confirm = TouchButton(tr("Record"), primary=True)
        self.back = TouchButton(tr("Back"))
        verbs = QHBoxLayout()
        verbs.setSpacing(12)
        verbs.addWidget(self.confirm)
        verbs.addWidget(self.back)
        verbs.addStretch(1)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(32, 24, 32, 24)
        column.setSpacing(16)
        column.addWidget(self._title)
        column.addWidget(self._what)
        column.addWidget(self._planned)
        column.addLayout(kinds)
        for part in (self.length, self._ports, self.serial, self.text, self.change):
            column.addWidget(part)
        column.addWidget(Label(why, self, ink="text.secondary", wrap=True))
        column.addLayout(verbs)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(body)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area)
        for line in (self.length, self.serial, self.text):
            line.textChanged.connect(self._enable)
            line.returnPressed.connect(self._decide)
        self.device.textChanged.connect(self._show_ports)
        self.device.returnPressed.connect(self._take_label)
        self.port.currentIndexChanged.connect(self._enable)
        self.confirm.clicked.connect(self._decide)
        self.back.clicked.connect(self.left)

    def ask(self, snapshot: Snapshot, item: Item, target: int) -> None:
        """Ask for the deviation of an item on a target."""
        self._snapshot, self._item, self._target = snapshot, item, target
        self._what.setText(f"{item.key} {own(item, 'title')} · {place_text(snapshot, item.scope, target)}")
        for line in (self.length, self.serial, self.text, self.device):
            line.clear()
        possible = [what for what in Difference if item.scope in CHANGED_BY.get(what, tuple(Scope))]
        for what, button in self.kinds.items():
            button.setVisible(what in possible)
        if item.scope is Scope.CABLE:
            row = snapshot["cable"].row(target)
            for side, button in self.ends.items():
                port = port_text(snapshot, row[f"{side}_device_id"], row[f"{side}_port"])
                button.say(filled_text(tr("End {end}: {port}"), end=side.upper(), port=port))
            names = QCompleter(sorted(snapshot["device"]["name"].tolist()), self.device)
            names.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.device.setCompleter(names)
            self._choose_end("a")
        self._choose(possible[0])

    def show_writing(self, writing: bool) -> None:
        """Show that the entry is being written; the content of the screen is locked until that is done."""
        self._writing = writing
        self.confirm.say(tr("Recording…") if writing else tr("Record"))
        for part in (self.length, self._ports, self.serial, self.text, *self.kinds.values()):
            part.setEnabled(not writing)
        self._enable()

    def what(self) -> Difference:
        """What differs."""
        return next((what for what, button in self.kinds.items() if button.isChecked()), Difference.OTHER)

    def built(self) -> dict[str, Any] | None:
        """The installed value; None if missing or invalid."""
        match self.what():
            case Difference.LENGTH:
                meters = typed_length(self.length.text(), "m", 0.01)
                return None if meters is None or not 0.001 <= meters <= _LONGEST_M else {"length_mm": round(meters * 1000)}
            case Difference.PORT:
                device, port = self._device(), self.port.currentData()
                side = next((side for side, button in self.ends.items() if button.isChecked()), "a")
                return None if device is None or port is None else {"side": side, "device_id": device, "port": int(port)}
            case Difference.SERIAL:
                return {"serial": self.serial.text().strip()} if self.serial.text().strip() else None
        return {} if self.text.text().strip() else None

    def _choose(self, what: Difference) -> None:
        for other, button in self.kinds.items():
            button.setChecked(other is what)
        self.length.setVisible(what is Difference.LENGTH)
        self._ports.setVisible(what is Difference.PORT)
        self.serial.setVisible(what is Difference.SERIAL)
        first = {Difference.LENGTH: self.length, Difference.PORT: self.device, Difference.SERIAL: self.serial}.get(what, self.text)
        self._planned.setText(self._planned_text(what))
        self._planned.setVisible(bool(self._planned.text()))
        needed = what in (Difference.DAMAGED, Difference.OTHER)
        self.text.setPlaceholderText(tr("What is different?") if needed else tr("Description; optional"))
        self._enable()
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        # What is scanned takes the place of what is filled in.
        first.selectAll()

    def _planned_text(self, what: Difference) -> str:
        snapshot, item = self._snapshot, self._item
        if snapshot is None or item is None or what not in CHANGED_BY:
            return ""
        if what is Difference.LENGTH:
            return filled_text(tr("Planned: {value}"), value=length_text(snapshot["cable"].row(self._target)["length_mm"]))
        if what is Difference.SERIAL:
            table = "rack" if item.scope is Scope.RACK else "device"
            return filled_text(tr("In the plan: {value}"), value=str(snapshot[table].row(self._target)["serial"]) or "–")
        return ""

    def _choose_end(self, side: str) -> None:
        for other, button in self.ends.items():
            button.setChecked(other == side)
        snapshot = self._snapshot
        if snapshot is not None and snapshot["cable"].has(self._target):
            device = int(snapshot["cable"].row(self._target)[f"{side}_device_id"])
            if snapshot["device"].has(device):
                # Mostly it is another port of the same device.
                row, port = snapshot["device"].row(device), int(snapshot["cable"].row(self._target)[f"{side}_port"])
                self._lanes = next((known.lanes for known in snapshot.types[int(row["type_id"])].ports() if known.index == port), 0)
                self.device.setText(str(row["name"]))
                self._show_ports()
        self._enable()

    def _device(self) -> int | None:
        """The device that is named; None of one that is unknown or there several times."""
        rows = [] if self._snapshot is None else self._snapshot["device"].where("name", self.device.text().strip()).tolist()
        return int(rows[0]) if len(rows) == 1 else None

    def _take_label(self) -> None:
        """Enter shows the device and port of a port label; the next Enter records it.

        After only a device name, the port must be chosen.
        """
        if self._device() is not None:
            if self._by_label:
                self._decide()
            else:
                self.port.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if self._snapshot is None:
            return
        words, devices = self.device.text().split(), self._snapshot["device"]
        # The port is the shortest end of the label that leaves the name of a device: "netapp-1 A e6a".
        places = range(len(words) - 1, 0, -1)
        start = next((place for place in places if len(devices.where("name", " ".join(words[:place]))) == 1), None)
        if start is None:
            return
        name, port = " ".join(words[:start]), " ".join(words[start:])
        self.device.setText(name)
        names = [self._names.get(self.port.itemData(place), "").casefold() for place in range(self.port.count())]
        # A port that the device does not have leaves none chosen, and nothing to record.
        word = port.casefold()
        # The label of a twin-port host names the connector, the catalog the port.
        if word not in names and (connector := named_connector(word)) is not None:
            word = connector[0]
        self.port.setCurrentIndex(names.index(word) if word in names else -1)
        self._by_label = self.port.currentIndex() >= 0

    def _show_ports(self, *_: object) -> None:
        """Offer the ports of the device, to begin with the first one that is free and as wide as the planned one."""
        snapshot, device = self._snapshot, self._device()
        self._by_label = False
        self._names = {}
        self.port.clear()
        if snapshot is None or device is None:
            self._enable()
            return
        cables = snapshot["cable"]
        used = {int(port) for side in "ab" for port in cables[f"{side}_port"][cables[f"{side}_device_id"] == device].tolist()}
        ports = list(snapshot.types[int(snapshot["device"].row(device)["type_id"])].ports())
        for known in ports:
            self._names[known.index] = known.name
            in_use = filled_text(tr("{port} · in use"), port=known.name)
            self.port.addItem(in_use if known.index in used else known.name, known.index)
        free = [place for place, known in enumerate(ports) if known.index not in used]
        alike = [place for place in free if ports[place].lanes == self._lanes]
        self.port.setCurrentIndex(next(iter([*alike, *free]), 0))
        self._enable()

    def _enable(self, *_: object) -> None:
        snapshot, item, built = self._snapshot, self._item, self.built()
        self.confirm.setEnabled(built is not None and not self._writing)
        known = snapshot is not None and item is not None and built is not None
        change_sentence = change_text(snapshot, item.scope, self._target, self.what(), built) if known else ""  # type: ignore[arg-type, union-attr]
        self.change.setText(change_sentence)
        self.change.setVisible(bool(change_sentence))

    def _decide(self) -> None:
        built = self.built()
        if self.confirm.isEnabled() and built is not None:
            self.decided.emit(str(self.what()), built, self.text.text().strip())
