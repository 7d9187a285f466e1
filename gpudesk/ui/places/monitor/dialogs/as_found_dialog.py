"""The machine that is watched, held against its device of the plan."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QHeaderView, QWidget

from gpudesk.core.hardware.host_inventory import FoundMachine
from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.host.found import found_machine
from gpudesk.monitor.host.nearest_nics import chassis_serial, nearest_nics
from gpudesk.monitor.readings.source import Machine, SourceKind
from gpudesk.onsite.as_found import AsFound, Standing, as_found, device_for
from gpudesk.operations.onsite.record_as_found import record_as_found
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, INFO, OK

tr = text_context("AsFoundDialog")

_MARKS = {Standing.MATCH: OK, Standing.MISMATCH: ERROR, Standing.UNKNOWN: INFO}


class AsFoundDialog(DeskDialog):
    """Each line of the comparison, and the choice of the device that corresponds to the machine.

    Signals:
        kept(str): the comparison was saved as a remark of a device, by its name.
    """

    kept = Signal(str)

    def __init__(self, session: Session, model: MonitorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self._model = model
        self.machine: FoundMachine | None = None
        self.found: AsFound | None = None
        self.set_heading(tr("As planned?"), tr("The monitored machine compared with its planned device, line by line."))
        self.let_body_fill()
        self.device = QComboBox()
        self.device.setAccessibleName(tr("Planned device"))
        self.device.activated.connect(lambda _: self._compare())
        self.told = Label("", ink="text.secondary")
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN, 4, MARGIN, 8)
        head.setSpacing(8)
        head.addWidget(Label(tr("Planned device"), ink="text.secondary"))
        head.addWidget(self.device, 1)
        head.addWidget(self.told)
        self.body.addLayout(head)
        heads = [Head(tr("Item")), Head(""), Head(tr("Planned")), Head(tr("Found")), Head(tr("GPUs"))]
        self.lines = PlainTableModel(heads, self)
        self.table = DeskTable(tr("Comparison"))
        self.table.setModel(self.lines)
        self.body.addWidget(self.table, 1)
        header = self.table.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column, wide in ((0, 210), (1, 120), (4, 70)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, wide)
        self.add_buttons(tr("Save as a record"), self.keep, close=tr("Close"))
        self.set_verb(tr("Save as a record"), enabled=False)
        session.closed.connect(self.reject)
        self.resize(860, 560)
        self._fill()
        self._look()
        self.device.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self) -> None:
        """Devices with GPUs, by name."""
        devices = self._project.snapshot["device"]
        types = self._project.snapshot.types
        with_gpus = {type_id for type_id, kind in types.items() if kind.gpu_count or kind.family in {"workstation", "server"}}
        named = [
            (str(name), int(row_id))
            for row_id, name, type_id in zip(devices.ids.tolist(), devices["name"].tolist(), devices["type_id"].tolist(), strict=True)
            if type_id in with_gpus
        ]
        for name, row_id in sorted(named):
            self.device.addItem(name, row_id)

    def _machine(self) -> Machine | None:
        selected = self._model.selected
        host = self._model.host_of(selected[-1]) if selected else None
        return next((machine for machine in self._model.machines if host is None or machine.name == host), None)

    def _look(self) -> None:
        """Read the source, and the buses of this machine as well."""
        machine = self._machine()
        if machine is None or not self.device.count():
            self.told.setText(tr("The plan has no device with GPUs.") if machine is not None else tr("No machine is being monitored."))
            return
        local = self._model.kind is SourceKind.NVML
        values = {gpu.uuid: dict(self._model.now(gpu.uuid).values) for gpu in machine.gpus}
        places = {gpu.index: gpu.pci for gpu in machine.gpus if not gpu.parent}

        def work() -> FoundMachine:
            serial, nics = (chassis_serial(), nearest_nics(places)) if local else ("", None)
            return found_machine(machine, values, serial=serial, nics=nics)

        self.read(self._project, work, self._take)

    def _take(self, machine: FoundMachine) -> None:
        self.machine = machine
        try:
            at = self.device.findData(device_for(self._project.snapshot, machine))
        except DeskError:
            # Which one it is, is not known: the user chooses.
            at = 0
        self.device.setCurrentIndex(max(0, at))
        self._compare()

    def _compare(self) -> None:
        device = self.device.currentData()
        if self.machine is None or device is None or not self._project.is_open:
            return
        comparison = self.found = as_found(self._project.snapshot, int(device), self.machine)
        self.lines.set_lines([self._line(line.key, comparison) for line in comparison.lines])
        counts = comparison.counts()
        count_texts = (f"{format_number(counts[standing])} {self._word(standing)}" for standing in Standing if counts[standing])
        self.told.setText(" · ".join(count_texts))
        self.set_verb(tr("Save as a record"), enabled=self._project.writable)

    def _word(self, standing: Standing) -> str:
        if standing is Standing.MATCH:
            return tr("as planned")
        return tr("not as planned") if standing is Standing.MISMATCH else tr("not compared")

    def _line(self, key: str, found: AsFound) -> Line:
        line = next(candidate for candidate in found.lines if candidate.key == key)
        cells = (
            Cell(tr_message(line.title)),
            Cell(self._word(line.standing), severity=_MARKS[line.standing]),
            self._told(line.planned, tr("not specified in the plan")),
            self._told(line.found, tr("not reported by the machine")),
            Cell(", ".join(map(str, line.gpus))),
        )
        return Line(key, cells)

    def _told(self, text: str, silent: str) -> Cell:
        return Cell(text, tool_tip=text) if text else Cell(silent, ink="text.tertiary")

    def keep(self) -> None:
        """Keep the comparison in the journal of the device."""
        if self.found is not None:
            self.do(self._project, record_as_found, self.found, done=lambda _: self._kept())

    def _kept(self) -> None:
        self.kept.emit(self.device.currentText())
        self.accept()
