"""The workload form: model, request, numbers, hardware. Answers appear during typing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpudesk.core.models.stored_files import OwnModel
from gpudesk.sizing.generic.generic import GenericAsked
from gpudesk.sizing.gpus.sizing_tables import planned_release
from gpudesk.sizing.models.published_formats import is_quantized
from gpudesk.sizing.serving.serving import Order
from gpudesk.sizing.serving.serving_request import KV_BYTES, Asked
from gpudesk.sizing.single_pass.pass_request import PassAsked, usual_passes
from gpudesk.sizing.training.training_request import TrainingAsked
from gpudesk.ui.places.size.docks.cost_fields import CostFields
from gpudesk.ui.places.size.docks.formats_field import FormatsField
from gpudesk.ui.places.size.docks.generic_fields import GenericFields
from gpudesk.ui.places.size.docks.hardware_fields import HardwareFields
from gpudesk.ui.places.size.docks.model_search import FoundModel, ModelCompleter
from gpudesk.ui.places.size.docks.name_field import NameField
from gpudesk.ui.places.size.docks.pass_fields import PassFields
from gpudesk.ui.places.size.docks.service_fields import ServiceFields
from gpudesk.ui.places.size.docks.training_fields import TrainingFields
from gpudesk.ui.places.size.docks.what_if import Scale, WhatIf
from gpudesk.ui.toolkit.parts.form_fields import (
    MOST_MS,
    MOST_SEQUENCES,
    MOST_TOKENS,
    add_groups,
    continue_tab_order,
    count,
    fill,
    narrow_combo,
)
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("WorkloadForm")

TYPING_MS, SLIDING_MS = 80, 30
SERVE, TRAIN, TUNE, OTHER = "serve", "train", "tune", "other"
_MOST_RELEASE = 40
PASSES = "passes"
"""Fields for serving a model that runs pass by pass."""


class WorkloadForm(QWidget):
    """`header` is the title bar.

    Signals:
        changed(): the request changed.
        slid(): the request changed and more changes follow immediately.
    """

    changed = Signal()
    slid = Signal()

    def __init__(self, parent: QWidget | None = None, *, other: bool = False) -> None:
        """`other`: whether work without a model can also be requested."""
        super().__init__(parent)
        self.setAccessibleName(tr("Workload"))
        self.header = DockHeader(tr("Workload"), tr("responses streamed"))
        self._own: OwnModel | None = None
        self._called = ""
        """The requested model: leaving the field with an unchanged name sends no request."""
        self.model = QComboBox()
        self._line = NameField()
        self.model.setLineEdit(self._line)
        self.model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.model.setMinimumContentsLength(12)
        self.model.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.told = Label("", step="caption", ink="text.secondary", wrap=True)
        self.prompt = count(1, MOST_TOKENS, 1024, tr("{count|token|tokens}"))
        self.answer = count(1, MOST_TOKENS, 256, tr("{count|token|tokens}"))
        self.concurrency = count(1, MOST_SEQUENCES, 16, tr("concurrent"))
        self.ttft = count(0, MOST_MS, 2000, tr("ms"), tr("no limit"))
        self.tpot = count(0, MOST_MS, 50, tr("ms"), tr("no limit"))
        self.formats, self.kv, self.engine = FormatsField(), narrow_combo(), narrow_combo()
        self.where = HardwareFields()
        self.hardware, self.board, self.most = self.where.kind, self.where.board, self.where.most
        tasks = [Segment(SERVE, tr("Serve")), Segment(TRAIN, tr("Train")), Segment(TUNE, tr("Fine-tune"))]
        if other:
            tasks.append(Segment(OTHER, tr("Other")))
        self.tasks = SegmentedControl(tr("Task"), tasks)
        self.costs = CostFields()
        self.what_if = WhatIf()
        self.service = ServiceFields()
        self.best = Order.GPUS
        """Sort criterion of feasible plans, set in the toolbar of the place."""
        self.release = NameField()
        self.release.setMaxLength(_MOST_RELEASE)
        self.release.setToolTip(tr("Engine release whose kernels and layouts apply; empty for the release in the launch files"))
        self._released = ""
        """The program that the release is of."""
        self._releases: dict[str, str] = {}
        """Requests of other engines; restored with them."""
        self._usual: dict[str, float] = {}
        """Default memory share of each engine."""
        self.passes = PassFields()
        self._trained: dict[str, TrainingFields] = {}
        self._generic: GenericFields | None = None
        self.fields: dict[str, QWidget] = {}
        """Fields made so far, by task."""
        self.asking, self.details = QWidget(), QWidget()
        """The task with the model, and all else: who has pages of his own shows them there."""
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self.changed)
        self._sliding = QTimer(self, singleShot=True, interval=SLIDING_MS)
        self._sliding.timeout.connect(self.slid)
        self._lay_out()
        self.release.textEdited.connect(lambda _: self._typing.start())
        for combo in (self.formats, self.kv, self.engine):
            combo.currentIndexChanged.connect(lambda _: self._typing.start())
        for box in (self.prompt, self.answer, self.concurrency, self.ttft, self.tpot):
            box.valueChanged.connect(lambda _: self._typing.start())
        self.tasks.chosen.connect(self._task_chosen)
        self.costs.changed.connect(self._typing.start)
        self.service.changed.connect(self._service_changed)
        self.what_if.dragged.connect(self._dragged)
        self.engine.currentIndexChanged.connect(lambda _: self._program_chosen())
        for fields in (self.passes, self.where):
            fields.changed.connect(self._typing.start)
        self.model.activated.connect(lambda _: self._model_chosen())
        self._line.returnPressed.connect(self._model_chosen)
        self._line.editingFinished.connect(self._model_chosen)
        self.setFocusProxy(self.model)

    def _lay_out(self) -> None:
        tasks = QHBoxLayout()
        tasks.setContentsMargins(10, 8, 10, 8)
        tasks.addWidget(self.tasks)
        tasks.addStretch(1)
        model = _column(self.asking)
        model.addLayout(tasks)
        self.model.setAccessibleName(tr("Model"))
        self._named = self._model_row()
        model.addWidget(self._named)
        details = _column(self.details)
        self.fields = {SERVE: self._serving(), PASSES: self.passes}
        for key, fields in self.fields.items():
            details.addWidget(fields)
            fields.setVisible(key == SERVE)
        self._details = details
        details.addWidget(self.where)
        details.addWidget(self.costs)
        body = QWidget()
        column = _column(body)
        column.setContentsMargins(0, 0, 0, 8)
        column.addWidget(self.asking)
        column.addWidget(self.details)
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

    def _serving(self) -> QWidget:
        fields = QWidget()
        column = _column(fields)
        traffic = (
            (tr("Input"), self.prompt),
            (tr("Output"), self.answer),
            (tr("Sequences"), self.concurrency),
            (tr("Time to first token"), self.ttft),
            (tr("Time per token"), self.tpot),
        )
        numbers = (
            (tr("Weights"), self.formats),
            (tr("Cache"), self.kv),
            (tr("Engine"), self.engine),
            (tr("Release"), self.release),
        )
        add_groups(column, ((tr("Traffic"), traffic),))
        for key, title, scale, box in (
            ("sequences", tr("Sequences"), Scale(1, 4096), self.concurrency),
            ("input", tr("Input"), Scale(16, 262_144), self.prompt),
            ("token", tr("ms/token"), Scale(2, 500), self.tpot),
        ):
            self.what_if.follow(key, title, scale, box)
        column.addWidget(self.service)
        column.addWidget(self.what_if)
        add_groups(column, ((tr("Formats"), numbers),))
        return fields

    @property
    def training(self) -> TrainingFields:
        """The fields of training from scratch."""
        return self._training_fields(TRAIN)

    @property
    def tuning(self) -> TrainingFields:
        """The fields of fine-tuning."""
        return self._training_fields(TUNE)

    @property
    def generic(self) -> GenericFields:
        """The fields of work without a model."""
        if self._generic is None:
            self._generic = GenericFields()
            self._generic.changed.connect(self._typing.start)
            self._add(OTHER, self._generic)
        return self._generic

    def _training_fields(self, task: str) -> TrainingFields:
        if task not in self._trained:
            fields = self._trained[task] = TrainingFields(tuning=task == TUNE)
            fields.changed.connect(self._typing.start)
            self._add(task, fields)
        return self._trained[task]

    def _add(self, task: str, fields: QWidget) -> None:
        """Add the fields of a task, which are made on first use: the form is shown sooner without them."""
        self.fields[task] = fields
        self._details.insertWidget(self._details.indexOf(self.passes) + 1, fields)
        fields.setVisible(task == self.task)
        continue_tab_order(self.passes.last(), fields)

    def _fields_of(self, task: str) -> QWidget:
        if task in (TRAIN, TUNE):
            return self._training_fields(task)
        return self.generic if task == OTHER else self.fields[task]

    def _dragged(self) -> None:
        """Send a request immediately and then at the answer rate, for as long as the drag lasts."""
        if not self._sliding.isActive():
            self._sliding.start()

    def _program_chosen(self) -> None:
        self.formats.show_program(str(self.engine.currentData()))
        self._releases[self._released] = self.release.text()
        self._show_release(self._releases.get(str(self.engine.currentData()), ""))
        self._show_utilisation()

    def _show_release(self, release: str) -> None:
        self._released = str(self.engine.currentData() or "")
        self.release.setText(release)
        self.release.setPlaceholderText(planned_release(self._released))

    def _show_utilisation(self) -> None:
        self.show_filled(self.what_if.utilisation)

    def show_filled(self, share: float | None) -> None:
        """Show the share of memory that the engine may use; None for its default."""
        self.what_if.show_utilisation(share, self.usual_share())

    def usual_share(self) -> float:
        """Default memory share of the selected engine."""
        return self._usual.get(str(self.engine.currentData()), 0.9)

    @property
    def task(self) -> str:
        """Task of the model: one of `SERVE`, `TRAIN`, `TUNE`; `OTHER` is work without a model."""
        return self.tasks.current()

    def show_task(self, task: str) -> None:
        """Show the fields of a task; those of the others are kept."""
        self.tasks.set_current(task)
        self._show_fields()

    @property
    def in_passes(self) -> bool:
        """Whether the served model runs in passes: pictures, encoders, T5, Whisper."""
        return self.task == SERVE and self.passes.usual is not None

    def first_demand(self) -> QWidget:
        """The field that follows the model."""
        if self.in_passes:
            return self.passes.first()
        return self.prompt if self.task == SERVE else self._fields_of(self.task)

    def _show_fields(self) -> None:
        shown = PASSES if self.in_passes else self.task
        self._fields_of(shown)
        for key, fields in self.fields.items():
            fields.setVisible(key == shown)
        self.costs.setVisible(shown == SERVE)
        self._named.setVisible(shown != OTHER)

    def _service_changed(self) -> None:
        self._show_rate()
        self._typing.start()

    def _show_rate(self) -> None:
        """Derive the concurrency from the request rate if there is one."""
        self.concurrency.setEnabled(self.service.asked().rate_per_s is None)

    def _task_chosen(self, task: str) -> None:
        self.show_task(task)
        self.changed.emit()

    def _model_row(self) -> QWidget:
        """Model names are long: the field has the full width, with the model data below it."""
        row = QWidget()
        whole = _column(row)
        whole.addWidget(GroupHeader(tr("Model"), foldable=False))
        column = QVBoxLayout()
        column.setContentsMargins(10, 4, 10, 6)
        column.setSpacing(4)
        column.addWidget(self.model)
        column.addWidget(self.told)
        whole.addLayout(column)
        return row

    def say_of_model(self, text: str) -> None:
        """Show the data of the model below its field, in the necessary number of lines."""
        self.told.setText(text)
        # What holds the label has its height from before the text, where it was not on the screen yet: the field would be squeezed.
        for part in (self.told, self._named, self.asking):
            part.updateGeometry()

    def offer(
        self,
        models: Sequence[str],
        engines: Sequence[tuple[str, str]],
        find: Callable[[str], Sequence[FoundModel]] = lambda _: (),
        usual: Mapping[str, float] = MappingProxyType({}),
    ) -> None:
        """Offer the choices: names of models, and (key, title) of the rest.

        Args:
            find: returns the models for a typed text.
            usual: default memory share of each engine.
        """
        self._usual = dict(usual)
        self.model.blockSignals(True)
        self.model.clear()
        self.model.addItems(list(models))
        self.completer = ModelCompleter(find, self.model)
        self.model.setCompleter(self.completer)
        self._line.textEdited.connect(self.completer.narrow)
        self.completer.activated.connect(lambda _: self._model_chosen())
        self.model.blockSignals(False)
        self.where.offer()
        for combo, items in (
            (self.kv, [(key.upper(), key) for key in KV_BYTES]),
            (self.engine, [(title, key) for key, title in engines]),
        ):
            fill(combo, items)
        self._show_release(self.release.text())
        self.formats.show_program(str(self.engine.currentData()))

    @property
    def is_waiting(self) -> bool:
        """Whether a change signal is pending."""
        return self._typing.isActive() or self._sliding.isActive()

    def asked(self) -> Asked:
        """The current request."""
        return Asked(
            model=self._called,
            own=self._own,
            formats=tuple(self.formats.key.split(",")),
            kv=str(self.kv.currentData() or "bf16"),
            prompt=self.prompt.value(),
            answer=self.answer.value(),
            concurrency=self.concurrency.value(),
            ttft_ms=float(self.ttft.value()) or None,
            tpot_ms=float(self.tpot.value()) or None,
            engine=str(self.engine.currentData() or "vllm"),
            release=self.release.text().strip(),
            costs=self.costs.said(),
            utilisation=self.what_if.utilisation,
            service=self.service.asked(self.best),
            **self.where.asked(),
        )

    def generic_asked(self) -> GenericAsked:
        """The request for work without a model."""
        return replace(self.generic.asked(), **self.where.asked())

    def pass_asked(self) -> PassAsked:
        """The request for a model that runs in passes."""
        return PassAsked(self._called, self._own, **self.passes.asked(), **self.where.asked())

    def show_passes(self, request: PassAsked) -> None:
        """Show the request for such a model."""
        self.show_asked(Asked(request.model, request.own, hardware=request.hardware, gpu=request.gpu, gpus_most=request.gpus_most))
        self.passes.show_asked(request)

    def training_asked(self, task: str = "") -> TrainingAsked:
        """The request for training or fine-tuning."""
        fields = self.training if (task or self.task) == TRAIN else self.tuning
        return TrainingAsked(
            model=self._called,
            own=self._own,
            best=self.best,
            **self.where.asked(),
            **fields.asked(),
        )

    def show_training(self, request: TrainingAsked, task: str) -> None:
        """Show a request for training or fine-tuning, with its fields."""
        self.best = request.best
        (self.training if task == TRAIN else self.tuning).show_asked(request)
        self.show_task(task)

    def show_asked(self, request: Asked) -> None:
        """Show a request."""
        self._own, self._called = request.own, request.model
        self.costs.show_said(request.costs)
        self.service.show_asked(request.service)
        self._show_rate()
        self.best = request.service.best
        self.what_if.show_utilisation(request.utilisation, self._usual.get(request.engine, 0.9))
        self._suit_model()
        self.model.setCurrentText(request.model)
        self._line.select_from_start()
        for box, value in (
            (self.prompt, request.prompt),
            (self.answer, request.answer),
            (self.concurrency, request.concurrency),
            (self.ttft, int(request.ttft_ms or 0)),
            (self.tpot, int(request.tpot_ms or 0)),
        ):
            box.setValue(value)
        self.where.show_asked(request.hardware, request.gpu, request.gpus_most)
        for combo, key in (
            (self.kv, request.kv),
            (self.engine, request.engine),
        ):
            combo.setCurrentIndex(max(0, combo.findData(key)))
        self._releases.clear()
        self._show_release(request.release)
        self.formats.show_key(",".join(request.formats))

    def look_like(self, other: "WorkloadForm") -> None:
        """Copy the requests of another form, for every task."""
        self.blockSignals(True)
        self.where.on_hand.set_held(other.where.on_hand.held)
        self.show_asked(other.asked())
        if other.passes.usual is not None:
            self.passes.show_asked(other.pass_asked())
        for task in (TRAIN, TUNE):
            if task in self.fields or task in other.fields:
                self.show_training(other.training_asked(task), task)
        self.show_task(other.task if other.task != OTHER else SERVE)
        self.blockSignals(False)
        self._typing.stop()

    def take_model(self, own: OwnModel) -> None:
        """Size a custom model, with its weights as stored; another name in the field returns to the catalog."""
        self._own, self._called = own, own.architecture.name
        self.model.setCurrentText(self._called)
        self._suit_model()
        self.changed.emit()

    def _suit_model(self) -> None:
        stored = is_quantized(self._called) if self._own is None else self._own.form is not None
        self.formats.show_stored(stored)
        self.passes.show_model(usual_passes(self._called, self._own))
        self._show_fields()

    def commit(self) -> None:
        """Accept the text of the model field."""
        self._model_chosen()

    def _model_chosen(self) -> None:
        called = self.model.currentText().strip()
        if called == self._called:
            return
        self._called, self._own = called, None
        self._suit_model()
        self._typing.start()


def _column(widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(2)
    return column
