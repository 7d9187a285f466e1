"""Training type and settings: a whole model from scratch, or fine-tuning."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QDoubleSpinBox, QSpinBox, QVBoxLayout, QWidget

from gpudesk.core.training.training_activations import Recompute
from gpudesk.sizing.training.training_request import KEPT_BYTES, TrainingAsked, default_program
from gpudesk.sizing.training.training_tables import methods, optimisers, programs
from gpudesk.sizing.training.training_workload import ELEMENT_BYTES
from gpudesk.ui.toolkit.parts.form_fields import MOST_SEQUENCES, MOST_TOKENS, add_groups, amount, choose, count, fill, narrow_combo
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language

tr = text_context("TrainingFields")

_BILLION, _MILLION = 1e9, 1e6
WHOLE = "full"
_PACKED = "packed"


class TrainingFields(QWidget):
    """With `tuning`, the fields of fine-tuning; otherwise those of training from scratch.

    Signals:
        changed(): the request changed.
    """

    changed = Signal()

    def __init__(self, *, tuning: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tuning = tuning
        self._unit = _MILLION if tuning else _BILLION
        self.method, self.precision, self.optimiser, self.program = (narrow_combo() for _ in range(4))
        self.recompute, self.zero, self.base, self.samples = (narrow_combo() for _ in range(4))
        self.sequence = count(1, MOST_TOKENS, 4096, tr("{count|token|tokens}"))
        self.batch = count(1, MOST_SEQUENCES, 16 if tuning else 1024, tr("{count|sequence|sequences}"))
        unit = tr("M tokens") if tuning else tr("G tokens")
        self.data = amount(0.0, 1e6, 10.0 if tuning else 1000.0, unit, 1, tr("not specified"))
        self.epochs = amount(0.1, 1000.0, 3.0 if tuning else 1.0, tr("times"), 1)
        self.days = amount(0.0, 1e4, 0.0, tr("days"), 1, none=tr("no limit"))
        self.rank = count(1, 4096, 16, tr("rank"))
        self._fill()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        how = [(tr("Method"), self.method)] if tuning else []
        adapter = [(tr("Adapter"), self.rank), (tr("Frozen base"), self.base)] if tuning else []
        samples = [(tr("Samples"), self.samples)] if tuning else []
        add_groups(
            column,
            (
                (
                    tr("Data"),
                    (
                        (tr("Amount"), self.data),
                        (tr("Epochs"), self.epochs),
                        (tr("Time limit"), self.days),
                        (tr("Sequence"), self.sequence),
                        (tr("Step size"), self.batch),
                        *samples,
                    ),
                ),
                (
                    tr("Training"),
                    (
                        *how,
                        *adapter,
                        (tr("Precision"), self.precision),
                        (tr("Optimizer"), self.optimiser),
                        (tr("Framework"), self.program),
                        (tr("Sharded states"), self.zero),
                        (tr("Recomputed"), self.recompute),
                    ),
                ),
            ),
        )
        for combo in self.findChildren(QComboBox):
            combo.currentIndexChanged.connect(lambda _: self._told())
        for box in self.findChildren(QAbstractSpinBox):
            if isinstance(box, QSpinBox | QDoubleSpinBox):
                box.valueChanged.connect(lambda _: self.changed.emit())
        self._told(quietly=True)

    def _fill(self) -> None:
        tuned = [(row.title_es if language() == "es" else row.title, key) for key, row in methods().items()]
        fill(self.method, tuned)
        choose(self.method, "lora")
        fill(self.precision, [(key.upper(), key) for key in ELEMENT_BYTES])
        usual = (tr("default"), "")
        fill(self.optimiser, [usual, *(((row.title_es if language() == "es" else row.title), key) for key, row in optimisers().items())])
        fill(self.program, [usual, *(((row.title_es if language() == "es" else row.title), key) for key, row in programs().items())])
        fill(self.zero, [(tr("automatic"), ""), *((f"ZeRO {stage}", str(stage)) for stage in range(4))])
        named = {
            Recompute.NONE: tr("nothing"),
            Recompute.SELECTIVE: tr("attention"),
            Recompute.FULL: tr("every layer"),
        }
        fill(self.recompute, [(tr("automatic"), ""), *((title, str(key)) for key, title in named.items())])
        fill(self.samples, [(tr("varying length"), ""), (tr("packed"), _PACKED)])
        self.samples.setToolTip(tr("PyTorch keeps less freed memory when samples are packed to one length"))
        fill(self.base, [("NF4", "nf4-dq"), ("INT4", "int4"), ("INT8", "int8")])

    def _told(self, *, quietly: bool = False) -> None:
        method = str(self.method.currentData())
        self.rank.setEnabled(method in {"lora", "qlora"})
        self.base.setEnabled(method == "qlora")
        self.samples.setEnabled(self._can_pack())
        if not quietly:
            self.changed.emit()

    def _can_pack(self) -> bool:
        """Whether it matters here: adapters that Transformers trains."""
        method = str(self.method.currentData())
        program = str(self.program.currentData() or "") or default_program(method)
        return self.tuning and methods()[method].adapter and programs()[program].held_back_packed is not None

    def asked(self) -> dict[str, Any]:
        """The part of a `TrainingAsked` in these fields."""
        tokens = self.data.value() * self._unit
        zero = str(self.zero.currentData() or "")
        return {
            "method": str(self.method.currentData()) if self.tuning else WHOLE,
            "optimiser": str(self.optimiser.currentData() or ""),
            "program": str(self.program.currentData() or ""),
            "precision": str(self.precision.currentData()),
            "sequence": self.sequence.value(),
            "batch": self.batch.value(),
            "zero": int(zero) if zero else None,
            "recompute": str(self.recompute.currentData()) or None,
            "packed": self._can_pack() and self.samples.currentData() == _PACKED,
            "tokens": tokens or None,
            "epochs": self.epochs.value(),
            "days": (self.days.value() or None) if tokens else None,
            "rank": self.rank.value(),
            "base": str(self.base.currentData()),
            "kept": next(iter(KEPT_BYTES)),
        }

    def show_asked(self, request: TrainingAsked) -> None:
        """Show a request."""
        for combo, key in (
            (self.method, request.method),
            (self.precision, request.precision),
            (self.optimiser, request.optimiser),
            (self.program, request.program),
            (self.zero, "" if request.zero is None else str(request.zero)),
            (self.recompute, request.recompute or ""),
            (self.base, request.base),
            (self.samples, _PACKED if request.packed else ""),
        ):
            choose(combo, key)
        self.sequence.setValue(request.sequence)
        self.batch.setValue(request.batch)
        self.data.setValue((request.tokens or 0.0) / self._unit)
        self.epochs.setValue(request.epochs)
        self.days.setValue(request.days or 0.0)
        self.rank.setValue(request.rank)
