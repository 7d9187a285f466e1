"""What is to be run: a model, how it is asked, in which numbers, on which hardware. Answers come as one types."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QCompleter, QFrame, QLineEdit, QScrollArea, QSpinBox, QVBoxLayout, QWidget

from gpudesk.core.models.stored_files import STORED, OwnModel
from gpudesk.sizing.asked import KV_BYTES, Asked, Hardware
from gpudesk.ui.quantities import THIN_SPACE
from gpudesk.ui.widgets.dock_header import DockHeader
from gpudesk.ui.widgets.field_rows import FieldRow
from gpudesk.ui.widgets.group_header import GroupHeader
from gpudesk.ui.widgets.label import Label

TYPING_MS = 80
_MOST_TOKENS, _MOST_SEQUENCES, _MOST_MS, _MOST_GPUS = 1_000_000, 100_000, 1_000_000, 100_000
COMMON = ("bf16", "fp8", "int4")
"""The formats that are tried together."""


class WorkloadForm(QWidget):
    """`header` is the title bar.

    Signals:
        changed(): something else is asked.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Workload"))
        self.header = DockHeader(self.tr("Workload"), self.tr("answers as you type"))
        self._own: OwnModel | None = None
        self._called = ""
        """The model that is asked for: leaving the field with the same name in it asks nothing."""
        self.model = QComboBox()
        self._line = _NameField()
        self.model.setLineEdit(self._line)
        self.model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.model.setMinimumContentsLength(12)
        self.model.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.told = Label("", step="caption", ink="text.secondary", wrap=True)
        self.prompt = _count(1, _MOST_TOKENS, 1024, self.tr("tokens"))
        self.answer = _count(1, _MOST_TOKENS, 256, self.tr("tokens"))
        self.concurrency = _count(1, _MOST_SEQUENCES, 16, self.tr("at once"))
        self.ttft = _count(0, _MOST_MS, 2000, self.tr("ms"), self.tr("any time"))
        self.tpot = _count(0, _MOST_MS, 50, self.tr("ms"), self.tr("any time"))
        self.formats, self.kv, self.engine, self.hardware, self.board = (QComboBox() for _ in range(5))
        self.most = _count(0, _MOST_GPUS, 0, self.tr("GPUs"), self.tr("no limit"))
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self.changed)
        self._lay_out()
        for combo in (self.formats, self.kv, self.engine, self.hardware, self.board):
            combo.setMinimumContentsLength(8)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.currentIndexChanged.connect(lambda _: self._typing.start())
        for box in (self.prompt, self.answer, self.concurrency, self.ttft, self.tpot, self.most):
            box.valueChanged.connect(lambda _: self._typing.start())
        self.model.activated.connect(lambda _: self._model_chosen())
        self._line.returnPressed.connect(self._model_chosen)
        self._line.editingFinished.connect(self._model_chosen)
        self.setFocusProxy(self.model)

    def _lay_out(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(2)
        groups: Sequence[tuple[str, Sequence[tuple[str, QWidget]]]] = (
            (self.tr("Model"), ((self.tr("Model"), self.model),)),
            (
                self.tr("Traffic"),
                (
                    (self.tr("Input"), self.prompt),
                    (self.tr("Output"), self.answer),
                    (self.tr("Sequences"), self.concurrency),
                    (self.tr("First token within"), self.ttft),
                    (self.tr("Then each within"), self.tpot),
                ),
            ),
            (self.tr("Numbers"), ((self.tr("Weights"), self.formats), (self.tr("Cache"), self.kv), (self.tr("Program"), self.engine))),
            (self.tr("Hardware"), ((self.tr("Kind"), self.hardware), (self.tr("GPU"), self.board), (self.tr("At most"), self.most))),
        )
        for title, rows in groups:
            column.addWidget(GroupHeader(title, foldable=False))
            for label, editor in rows:
                editor.setAccessibleName(label)
                if editor is self.model:
                    column.addWidget(self._model_row())
                    continue
                row = FieldRow(label)
                row.row.addWidget(editor, 1)
                column.addWidget(row)
        column.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def _model_row(self) -> QWidget:
        """Names of models are long: the field has the whole width, and what is counted of the model stands below."""
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(10, 4, 10, 6)
        column.setSpacing(4)
        column.addWidget(self.model)
        column.addWidget(self.told)
        return row

    def offer(
        self,
        models: Sequence[str],
        formats: Sequence[tuple[str, str]],
        engines: Sequence[tuple[str, str]],
        boards: Sequence[tuple[str, str]],
    ) -> None:
        """What can be chosen: names of models, and (key, title) of the rest."""
        self.model.blockSignals(True)
        self.model.clear()
        self.model.addItems(list(models))
        completer = QCompleter(list(models), self.model)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.model.setCompleter(completer)
        self.model.blockSignals(False)
        common = (self.tr("BF16, FP8 and INT4"), ",".join(COMMON))
        kinds = (
            (self.tr("All"), Hardware.ALL.value),
            (self.tr("With NVLink or alike"), Hardware.LINKED.value),
            (self.tr("PCI Express cards"), Hardware.CARDS.value),
        )
        for combo, items in (
            (self.formats, [common, *((title, key) for key, title in formats)]),
            (self.kv, [(key.upper(), key) for key in KV_BYTES]),
            (self.engine, [(title, key) for key, title in engines]),
            (self.hardware, kinds),
            (self.board, [(self.tr("Any"), ""), *((title, key) for key, title in boards)]),
        ):
            combo.blockSignals(True)
            combo.clear()
            for title, key in items:
                combo.addItem(title, key)
            combo.blockSignals(False)

    @property
    def is_waiting(self) -> bool:
        """Whether a change is about to be told."""
        return self._typing.isActive()

    def asked(self) -> Asked:
        """What is asked now."""
        return Asked(
            model=self._called,
            own=self._own,
            formats=tuple(str(self.formats.currentData() or ",".join(COMMON)).split(",")),
            kv=str(self.kv.currentData() or "bf16"),
            prompt=self.prompt.value(),
            answer=self.answer.value(),
            concurrency=self.concurrency.value(),
            ttft_ms=float(self.ttft.value()) or None,
            tpot_ms=float(self.tpot.value()) or None,
            engine=str(self.engine.currentData() or "vllm"),
            hardware=Hardware(self.hardware.currentData() or Hardware.ALL.value),
            gpu=str(self.board.currentData() or ""),
            gpus_most=self.most.value() or None,
        )

    def show_asked(self, asked: Asked) -> None:
        """Show what is asked."""
        self._own, self._called = asked.own, asked.model
        self._offer_stored()
        self.model.setCurrentText(asked.model)
        self._line.select_from_start()
        for box, value in (
            (self.prompt, asked.prompt),
            (self.answer, asked.answer),
            (self.concurrency, asked.concurrency),
            (self.ttft, int(asked.ttft_ms or 0)),
            (self.tpot, int(asked.tpot_ms or 0)),
            (self.most, asked.gpus_most or 0),
        ):
            box.setValue(value)
        for combo, key in (
            (self.formats, ",".join(asked.formats)),
            (self.kv, asked.kv),
            (self.engine, asked.engine),
            (self.hardware, asked.hardware.value),
            (self.board, asked.gpu),
        ):
            combo.setCurrentIndex(max(0, combo.findData(key)))

    def take_model(self, own: OwnModel) -> None:
        """Size a model of one's own, as its weights are stored if they are; another name in the field goes back to the catalog."""
        self._own, self._called = own, own.architecture.name
        self.model.setCurrentText(self._called)
        self._offer_stored()
        self.changed.emit()

    def _offer_stored(self) -> None:
        """Offer, and take, the format that the files have; it goes when another model is asked for."""
        at = self.formats.findData(STORED)
        stored = self._own is not None and self._own.form is not None
        self.formats.blockSignals(True)
        if stored and at < 0:
            self.formats.insertItem(1, self.tr("As stored"), STORED)
            self.formats.setCurrentIndex(1)
        elif not stored and at >= 0:
            self.formats.removeItem(at)
            self.formats.setCurrentIndex(0)
        elif stored:
            self.formats.setCurrentIndex(at)
        self.formats.blockSignals(False)

    def _model_chosen(self) -> None:
        called = self.model.currentText().strip()
        if called == self._called:
            return
        self._called, self._own = called, None
        self._offer_stored()
        self._typing.start()


class _NameField(QLineEdit):
    """Reached by key all of it is chosen, so that typing takes its place."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() not in (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.select_from_start()

    def select_from_start(self) -> None:
        """Choose all of it, with the beginning of a long name in sight."""
        self.setSelection(len(self.text()), -len(self.text()))


def _count(least: int, most: int, value: int, unit: str, none: str = "") -> QSpinBox:
    box = QSpinBox()
    box.setRange(least, most)
    box.setValue(value)
    box.setGroupSeparatorShown(True)
    box.setSuffix(f"{THIN_SPACE}{unit}")
    box.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
    box.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    if none:
        box.setSpecialValueText(none)
    return box
