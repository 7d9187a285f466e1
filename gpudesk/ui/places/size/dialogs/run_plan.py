"""What starts a plan: chosen, looked at, copied, saved."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QFileDialog, QHBoxLayout, QLineEdit, QPlainTextEdit, QPushButton, QSpinBox, QWidget

from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving.launch_values import GPUS_OF_A_SYSTEM, LOOPBACK, Machine, is_address
from gpudesk.derived.workloads.gpu_pools import gpu_pools
from gpudesk.formats.launch.launch_save import save_files
from gpudesk.sizing.launch.launching import Files, LaunchFormat, LaunchWishes, formats_for, gpus_together, launch_files, one_text
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.systems.hosts import machine_gpus
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language

tr = text_context("RunPlanDialog")

_MOST_GPUS = 1024


class RunPlanDialog(DeskDialog):
    """Inputs on the left, the files on the right: they follow each change."""

    def __init__(
        self, session: Session, plan: ServingPlan | TrainingPlan, title: str, parent: QWidget | None = None, here: int = 0
    ) -> None:
        """Args:
        here: number of GPUs of the plan's kind in this machine.
        """
        super().__init__(parent)
        self._project, self._plan, self._here = session, plan, here
        self.files: Files = {}
        self.set_heading(tr("Run it"), title)
        row = QHBoxLayout()
        row.setSpacing(16)
        self.body.addLayout(row, 1)
        row.addWidget(self._make_form(), 0, Qt.AlignmentFlag.AlignTop)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(tr("Files"))
        self.text.setTabChangesFocus(True)
        row.addWidget(self.text, 1)
        self.copy = QPushButton(tr("Copy"), self)
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(lambda _checked=False: QGuiApplication.clipboard().setText(self.text.toPlainText()))
        self.add_left(self.copy)
        self.add_buttons(tr("Save…"), self.ask_where, close=tr("Close"))
        self.resize(1080, 640)
        self.show_files()
        self.form_choice.setFocus()

    def _make_form(self) -> Form:
        form = Form(self)
        form.setMaximumWidth(440)
        self.form_choice = QComboBox(self)
        for launch_form in formats_for(self._plan):
            self.form_choice.addItem(_title(launch_form), launch_form.key)
        if isinstance(self._plan, ServingPlan):
            program = self._plan.work.engine.key
            own = next((launch_form.key for launch_form in formats_for(self._plan) if launch_form.program == program), "")
            self.form_choice.setCurrentIndex(max(0, self.form_choice.findData(own)))
        self.form_choice.setMaxVisibleItems(20)
        form.add(tr("Format"), self.form_choice)
        self.model = QLineEdit(self)
        self.model.setPlaceholderText(self._plan.work.model.name)
        form.add(tr("Model"), self.model, tr("Path to its files, if they are not downloaded by name."))
        self.gpus = QSpinBox(self)
        self.gpus.setRange(1, _MOST_GPUS)
        self.gpus.setValue(self._of_a_machine())
        form.add(tr("GPUs per system"), self.gpus)
        self.address = QLineEdit(self)
        self.address.setPlaceholderText(LOOPBACK)
        form.add(
            tr("Address"),
            self.address,
            tr("127.0.0.1 is reachable only from this computer. Other addresses require an API key."),
        )
        self.uuids = QLineEdit(self)
        self.uuids.setPlaceholderText("GPU-…, MIG-…")
        form.add(tr("UUIDs"), self.uuids, tr("As listed by nvidia-smi -L; default: the first GPUs in PCI address order."))
        self.numa = QLineEdit(self)
        self.numa.setPlaceholderText("0,0,0,0,1,1,1,1")
        form.add(tr("NUMA nodes"), self.numa, tr("One per GPU of a system, in PCI address order."))
        self.storage = QDoubleSpinBox(self)
        self.storage.setRange(0.0, 1000.0)
        self.storage.setSuffix(f"{THIN_SPACE}GB/s")
        self.storage.setSpecialValueText(tr("not known"))
        form.add(tr("Storage"), self.storage, tr("Weight read rate per system; determines the minimum cold start time."))
        self.form_choice.currentIndexChanged.connect(lambda _index: self.show_files())
        for line in (self.model, self.address, self.uuids, self.numa):
            line.textChanged.connect(lambda _text: self.show_files())
        self.gpus.valueChanged.connect(lambda _value: self.show_files())
        self.storage.valueChanged.connect(lambda _value: self.show_files())
        return form

    def _of_a_machine(self) -> int:
        """GPUs of a machine: of those of the project that hold the board, else of the usual one."""
        board = self._plan.board.part_of or self._plan.board.key
        pools = self._project.snapshot.cached(gpu_pools) if self._project.is_open else ()
        there = [(pool.systems, pool.gpus_each) for pool in pools if pool.board == board]
        usual = machine_gpus(board, GPUS_OF_A_SYSTEM, gpus_together(self._plan))
        if self._here >= gpus_together(self._plan):
            return self._here
        # A rack is one system of the project and many machines.
        return min(max(there)[1], usual) if there else usual

    def show_files(self) -> None:
        """Generate the files again; on an error, only the message is shown."""
        try:
            self.files = launch_files(str(self.form_choice.currentData()), self._plan, self._wishes())
        except DeskError as error:
            self.files = {}
            self.complain(error)
        else:
            self.complaint.hide()
        self.text.setPlainText(one_text(self.files) if self.files else "")
        self.copy.setEnabled(bool(self.files))
        self.set_verb(tr("Save…"), enabled=bool(self.files))

    def _wishes(self) -> LaunchWishes:
        """Raises:
        InvalidData: a field makes no sense.
        """
        uuids = tuple(self.uuids.text().replace(",", " ").split())
        for uuid in uuids:
            if not uuid.startswith(("GPU-", "MIG-")) or not uuid.replace("-", "").replace("/", "").isalnum():
                text = QT_TRANSLATE_NOOP("sizing", "{uuid} is not a UUID of a GPU or a MIG instance.")
                fix = QT_TRANSLATE_NOOP("sizing", "They start with GPU- or MIG-; nvidia-smi -L lists them.")
                raise InvalidData(Message("sizing", text, {"uuid": uuid}), Message("sizing", fix))
        words = self.numa.text().replace(",", " ").split()
        if words and (len(words) != self.gpus.value() or not all(word.isdigit() and len(word) < 4 for word in words)):
            text = QT_TRANSLATE_NOOP(
                "sizing", "A NUMA node must be a whole number; one is required for each of the {count} GPUs of a system."
            )
            raise InvalidData(Message("sizing", text, {"count": self.gpus.value()}))
        machine = Machine(self.gpus.value(), uuids, tuple(int(word) for word in words))
        address = self.address.text().strip() or LOOPBACK
        if not is_address(address):
            text = QT_TRANSLATE_NOOP("sizing", "{address} is not an IP address or host name.")
            raise InvalidData(Message("sizing", text, {"address": address}))
        return LaunchWishes(machine, self.model.text().strip(), self.storage.value() or None, address=address)

    def ask_where(self) -> None:
        """Ask for the file, or for the folder if there are several."""
        if not self.files:
            return
        if len(self.files) > 1:
            dialog = file_dialog(self, tr("Save the files to a folder"), str(documents_folder()))
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        else:
            dialog = file_dialog(self, tr("Save the file"), str(documents_folder()))
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.selectFile(next(iter(self.files)))
        dialog.fileSelected.connect(lambda chosen: self.save(Path(chosen)))
        dialog.open()

    def save(self, path: Path) -> None:
        """Write the files shown: one file as `path`, several into the folder `path`."""
        files = dict(self.files)
        self.read(self._project, lambda: save_files(files, path), lambda _written: self.accept())


def _title(form: LaunchFormat) -> str:
    return form.title_es if language() == "es" else form.title
