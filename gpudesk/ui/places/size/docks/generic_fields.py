"""Inputs for work without a model: products, bytes, memory, parallel share, and permitted time."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpudesk.core.work.generic_work import GenericWork
from gpudesk.sizing.generic.generic import PRECISIONS, GenericAsked
from gpudesk.ui.toolkit.parts.form_fields import add_groups, amount, fill, narrow_combo
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("GenericFields")

_TERA, _PERCENT = 1e12, 100.0
_MOST_TERA, _MOST_GIB, _MOST_S = 1e12, 1e8, 1e9


class GenericFields(QWidget):
    """Signals:
    changed(): the request changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        unsaid = tr("not specified")
        self.flops = amount(0.001, _MOST_TERA, 1000.0, "TFLOP", 3)
        self.precision = narrow_combo()
        self.moved = amount(0.0, _MOST_TERA, 0.0, "TB", 3, unsaid)
        self.memory = amount(0.0, _MOST_GIB, 0.0, "GiB", 1, unsaid)
        self.parallel = amount(0.0, _PERCENT, _PERCENT, "%", 1)
        self.within = amount(0.0, _MOST_S, 0.0, tr("s"), 1, tr("no limit"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        rows = (
            (tr("Operations"), self.flops),
            (tr("Compute"), self.precision),
            (tr("Bytes moved"), self.moved),
            (tr("Memory"), self.memory),
            (tr("Concurrent"), self.parallel),
            (tr("Time limit"), self.within),
        )
        add_groups(column, ((tr("Work"), rows),))
        fill(self.precision, [(key.replace("-tensor", " tensor").upper(), key) for key in PRECISIONS])
        self.precision.currentIndexChanged.connect(lambda _: self.changed.emit())
        for box in (self.flops, self.moved, self.memory, self.parallel, self.within):
            box.valueChanged.connect(lambda _: self.changed.emit())

    def asked(self) -> GenericAsked:
        """The request of these fields; the hardware is entered elsewhere."""
        work = GenericWork(self.flops.value() * _TERA, self.moved.value() * _TERA, self.memory.value(), self.parallel.value() / _PERCENT)
        return GenericAsked(work, str(self.precision.currentData()), self.within.value() or None)
