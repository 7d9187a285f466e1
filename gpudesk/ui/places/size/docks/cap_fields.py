"""In which hours of the tariff a cap or locked clocks hold, and how low the cap is."""

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QWidget

from gpudesk.catalog.cost_tuning import knobs
from gpudesk.core.cost.tuning import Knob
from gpudesk.derived.cost.project_tuning import YearOfUse
from gpudesk.ui.toolkit.parts.form_fields import amount, fill
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("CapFields")

_ALL = ""


class CapFields(QWidget):
    """The dearest hours first; a cap is no lower than the one that was measured.

    Signals:
        changed(): other hours, or another cap.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        least = min((named.knob.cap_percent for named in knobs().values() if named.knob.cap_percent is not None), default=100.0)
        self.hours = QComboBox()
        self.hours.setAccessibleName(tr("Hours in effect"))
        self.hours.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.hours.setMinimumContentsLength(12)
        self.cap: QDoubleSpinBox = amount(least, 99.0, least, "%", 0)
        self.cap.setMinimumWidth(56)
        self.cap.setAccessibleName(tr("Power cap"))
        self.cap.setToolTip(tr("Not below the measured value; a higher cap has a proportionally smaller effect (rule of thumb)."))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for words, field in ((tr("Cap at"), self.cap), (tr("in"), self.hours)):
            row.addWidget(Label(words, step="caption", ink="text.secondary"))
            row.addWidget(field)
        self.hours.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.cap.valueChanged.connect(lambda _: self.changed.emit())

    def offer(self, use: YearOfUse) -> None:
        """Offer the hours of a tariff by their prices; where energy is part of the rent no hour is dearer than another."""
        tariff = use.tariff
        self.hours.setEnabled(tariff is not None)
        self.hours.setToolTip("" if tariff is not None else tr("Energy is included in the rent: every hour costs the same."))
        items = [(tr("all hours"), _ALL)]
        if tariff is not None:
            prices = sorted(set(tariff.prices().tolist()), reverse=True)
            for price in prices[:-1]:
                words = tr("{hours} h at {price} or more")
                money = f"{format_number(price, 3)}{THIN_SPACE}{use.currency}/kWh"
                count = format_number(int(np.count_nonzero(use.hours_from(price))))
                items.insert(len(items) - 1, (words.format(hours=count, price=money), repr(price)))
        if items == [(self.hours.itemText(row), self.hours.itemData(row)) for row in range(self.hours.count())]:
            return
        chosen = self.hours.currentText() if self.hours.count() > 1 else ""
        fill(self.hours, items)
        self.hours.blockSignals(True)
        self.hours.setCurrentIndex(max(0, self.hours.findText(chosen)))
        self.hours.blockSignals(False)

    def price(self) -> float | None:
        """The price from which an hour counts, None for all hours."""
        least_price = self.hours.currentData()
        return float(least_price) if least_price else None

    def knob(self, knob: Knob) -> Knob:
        """A setting of the tables with the cap that is chosen."""
        return knob if knob.cap_percent is None else knob.at_cap(max(self.cap.value(), knob.cap_percent))
