"""Arrival and savings of requests: rates, length distribution, cached prefixes, speculative tokens."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from gpudesk.sizing.serving.service import NOTHING, PREDICTED, Service
from gpudesk.sizing.serving.serving import Order
from gpudesk.ui.toolkit.parts.form_fields import MOST_TOKENS, amount, choose, count, field_row, fill, narrow_combo
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader

tr = text_context("ServiceFields")


class ServiceFields(QWidget):
    """A group that is collapsed until opened or filled in.

    Signals:
        changed(): the request changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = NOTHING
        alike = tr("all the same")
        self.rate = amount(0.0, 1e6, 0.0, tr("/s"), 2, tr("not specified"))
        self.spare = count(0, 1000, 0, tr("{count|replica|replicas}"), tr("none"))
        self.growth = amount(0.0, 1000.0, 0.0, tr("% per year"), 0, tr("none"))
        self.years = amount(0.0, 20.0, 0.0, tr("years"), 1, tr("none"))
        self.prompt_p95 = count(0, MOST_TOKENS, 0, tr("{count|token|tokens}"), alike)
        self.answer_p95 = count(0, MOST_TOKENS, 0, tr("{count|token|tokens}"), alike)
        self.prefix = amount(0.0, 99.0, 0.0, "%", 0, tr("none"))
        self.draft = narrow_combo()
        fill(self.draft, [(tr("none"), ""), (tr("the model's own"), PREDICTED)])
        self.accepted = amount(1.0, 99.0, NOTHING.accepted_percent, "%", 0)
        self.apart = QCheckBox(tr("dedicated prefill GPUs"))
        self.head = GroupHeader(tr("Requests"))
        self._body = QWidget()
        rows = QVBoxLayout(self._body)
        rows.setContentsMargins(0, 2, 0, 2)
        rows.setSpacing(2)
        for label, editor in (
            (tr("Requests"), self.rate),
            (tr("Spare"), self.spare),
            (tr("Growth"), self.growth),
            (tr("For"), self.years),
            (tr("Input, 95 %"), self.prompt_p95),
            (tr("Output, 95 %"), self.answer_p95),
            (tr("Prefix hits"), self.prefix),
            (tr("Draft tokens"), self.draft),
            (tr("Acceptance rate"), self.accepted),
        ):
            rows.addWidget(field_row(label, editor))
        option_row = QHBoxLayout()
        option_row.setContentsMargins(10, 0, 10, 0)
        option_row.addWidget(self.apart)
        rows.addLayout(option_row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self._body)
        self.head.folded.connect(lambda folded: self._body.setVisible(not folded))
        self.head.set_folded(True)
        for box in self.findChildren(QSpinBox) + self.findChildren(QDoubleSpinBox):
            box.valueChanged.connect(lambda _: self.changed.emit())
        self.draft.currentIndexChanged.connect(lambda _: self._guess())
        self.apart.toggled.connect(lambda _: self.changed.emit())
        self.accepted.setEnabled(False)

    def _guess(self) -> None:
        self.accepted.setEnabled(bool(self.draft.currentData()))
        self.changed.emit()

    def asked(self, best: Order = Order.GPUS) -> Service:
        """The request; values without a field here stay as shown."""
        return replace(
            self._kept,
            rate_per_s=self.rate.value() or None,
            spare=self.spare.value(),
            growth_percent=self.growth.value(),
            years=self.years.value(),
            prompt_p95=float(self.prompt_p95.value()) or None,
            answer_p95=float(self.answer_p95.value()) or None,
            prefix_percent=self.prefix.value(),
            draft=str(self.draft.currentData() or ""),
            accepted_percent=self.accepted.value(),
            apart=self.apart.isChecked(),
            best=best,
        )

    def show_asked(self, service: Service) -> None:
        """Show a request; any input expands the group."""
        self._kept = service
        for box, value in (
            (self.spare, service.spare),
            (self.prompt_p95, round(service.prompt_p95 or 0)),
            (self.answer_p95, round(service.answer_p95 or 0)),
        ):
            box.setValue(value)
        for field, figure in (
            (self.rate, service.rate_per_s or 0.0),
            (self.growth, service.growth_percent),
            (self.years, service.years),
            (self.prefix, service.prefix_percent),
            (self.accepted, service.accepted_percent),
        ):
            field.setValue(figure)
        if service.draft and self.draft.findData(service.draft) < 0:
            self.draft.addItem(service.draft, service.draft)
        choose(self.draft, service.draft)
        self.apart.setChecked(service.apart)
        if replace(service, best=NOTHING.best) != NOTHING:
            self.head.set_folded(False)
