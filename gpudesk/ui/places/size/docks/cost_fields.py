"""Fields for money, contracts and utilization: their first choice is the value of the tables."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QVBoxLayout, QWidget

from gpudesk.catalog.cost_inputs import EXTRA, CostValue, limits
from gpudesk.catalog.cost_tables import CostTables, cost_tables
from gpudesk.core.messages.errors import DeskError
from gpudesk.ui.toolkit.parts.form_fields import Rows, amount, choose, continue_tab_order, field_row, fill, narrow_combo
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader

tr = text_context("CostFields")

_NUMBERS = (
    *("metered_rent", "all_in_rent", "building", "energy_price", "demand", "pue"),
    *("years", "interest", "residual", "network", "support", "staff", "software", "utilisation", "cloud_price"),
)
_OF_CONTRACT = {
    "metered_rent": {"metered"},
    "all_in_rent": {"all-in"},
    "building": {"own-site"},
    "energy_price": {"metered", "own-site"},
    "demand": {"metered", "own-site"},
    "pue": {"metered", "own-site"},
}
"""The contracts under which a figure counts; others always count."""


class CostFields(QWidget):
    """An unchanged figure has the value of the tables. The fields are at the end of the form, and are filled after the rest of it is shown.

    Signals:
        changed(): the input changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filled = False
        self._showing = False
        self._pending: tuple[tuple[str, CostValue], ...] = ()
        """Values to show once the fields can be filled."""
        self.contract, self.currency, self.tariff, self.carbon = (narrow_combo() for _ in range(4))
        self.numbers: dict[str, QDoubleSpinBox] = {}
        self._rows: dict[str, QWidget] = {}
        self.head = GroupHeader(tr("Cost"))
        self._body = QWidget()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.head)
        column.addWidget(self._body)
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.head.folded.connect(lambda folded: self._body.setVisible(not folded))

    def _titles(self) -> dict[str, str]:
        return {
            "metered_rent": tr("Rent, per kW per month"),
            "all_in_rent": tr("Rent, per kW per month"),
            "building": tr("Building, kW"),
            "energy_price": tr("Energy, per kWh"),
            "demand": tr("Peak load, per kW"),
            "pue": tr("PUE"),
            "years": tr("Service life, years"),
            "interest": tr("Interest"),
            "residual": tr("Resale value"),
            "network": tr("Network"),
            "support": tr("Support per year"),
            "staff": tr("Staff per GPU"),
            "software": tr("Software per GPU"),
            "utilisation": tr("Hours used"),
            "cloud_price": tr("Cloud, per GPU hour"),
        }

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._filled:
            QTimer.singleShot(0, self, self.offer)

    def offer(self) -> None:
        """Fill the fields from the tables, once they are needed.

        If an own price file has errors, the fields stay empty until it is fixed: sizing reads the same file and reports the errors. Values
        that could not be shown until then are shown now, and `changed` is emitted.
        """
        if self._filled:
            return
        try:
            tables = cost_tables()
        except DeskError:
            return
        self._filled = True
        # Qt shows what is added to a visible widget later, row by row.
        self._body.hide()
        spanish = language() == "es"
        contracts = {
            "metered": tr("Rent plus energy"),
            "all-in": tr("All-inclusive rent"),
            "own-site": tr("Own building"),
        }
        fill(self.contract, [(title, "" if key == tables.contract else key) for key, title in contracts.items()])
        fill(self.currency, [(key, "" if key == tables.currency else key) for key in tables.per_usd])
        tariffs = [(named.titles.title_es if spanish else named.titles.title, key) for key, named in tables.tariffs.items()]
        fill(self.tariff, [(title, "" if key == tables.tariff else key) for title, key in tariffs])
        places = [(named.title_es if spanish else named.title, key) for key, (named, _) in tables.places.items()]
        fill(self.carbon, [(title, "" if key == tables.carbon else key) for title, key in places])
        rows: list[tuple[str, QWidget]] = [(tr("Contract"), self.contract), (tr("Currency"), self.currency)]
        rows.append((tr("Tariff"), self.tariff))
        titles = self._titles()
        for key in _NUMBERS:
            self.numbers[key] = self._number(tables, key)
            rows.append((titles[key], self.numbers[key]))
        rows.append((tr("Grid carbon for"), self.carbon))
        self._lay(rows)
        for combo in (self.contract, self.currency, self.tariff, self.carbon):
            combo.currentIndexChanged.connect(lambda _: self._tell())
        for box in self.numbers.values():
            box.valueChanged.connect(lambda _: self._tell())
        continue_tab_order(self.head, self._body)
        self._show_contract()
        self._show_currency()
        self._body.setVisible(not self.head.is_folded())
        pending, self._pending = self._pending, ()
        if pending:
            self._show(pending)
            # Sizing has used the values of the tables until now.
            self.changed.emit()

    def _lay(self, rows: Rows) -> None:
        by_editor = {id(box): key for key, box in self.numbers.items()}
        for title, editor in rows:
            row = field_row(title, editor)
            self._column.addWidget(row)
            if id(editor) in by_editor:
                self._rows[by_editor[id(editor)]] = row

    def _number(self, tables: CostTables, key: str) -> QDoubleSpinBox:
        """A field whose minimum, one step below the valid range, represents the value of the tables."""
        low, high = limits(tables, key)
        unit = EXTRA[key][0] if key in EXTRA else tables.figures[key].unit
        decimals = 3 if key in ("energy_price", "cloud_price") else 2 if key == "pue" else 1 if unit in ("%", "years") else 0
        step = 10.0**-decimals
        box = amount(low - step, high, low - step, {"%": "%", "years": tr("years")}.get(unit, ""), decimals, self._usual(tables, key))
        box.setToolTip(self._source(tables, key))
        return box

    def _usual(self, tables: CostTables, key: str) -> str:
        """Text of the field while it has no input."""
        if key == "energy_price":
            return tr("by tariff")
        if key == "cloud_price":
            return tr("per GPU")
        figure = tables.figures[key].figure
        unit = tables.figures[key].unit
        if unit == "money":
            value = tables.convert(figure.value, tables.currency, self._currency())
            return f"({format_number(value, 0 if value >= 1000 else 1)}{THIN_SPACE}{self._currency()})"
        return f"({format_number(figure.value)}{THIN_SPACE + '%' if unit == '%' else ''})"

    def _source(self, tables: CostTables, key: str) -> str:
        if key in EXTRA:
            return ""
        entry = tables.figures[key]
        source = entry.source_es if language() == "es" else entry.figure.source
        between = tr("Between {low} and {high}.").format(low=format_number(entry.figure.low), high=format_number(entry.figure.high))
        return f"{between}\n{source}\n{entry.figure.date}".strip() if entry.figure.low < entry.figure.high else source

    def said(self) -> tuple[tuple[str, CostValue], ...]:
        """Entered values, by key of the cost calculation; none until the fields are filled."""
        if not self._filled:
            return ()
        entered_values: list[tuple[str, CostValue]] = []
        for key, combo in self._choices():
            if combo.currentData():
                entered_values.append((key, str(combo.currentData())))
        contract = self._kind()
        for key, box in self.numbers.items():
            if box.value() > box.minimum() + 1e-9 and contract in _OF_CONTRACT.get(key, {contract}):
                entered_values.append((key, round(box.value(), box.decimals())))
        return tuple(entered_values)

    def show_said(self, costs: tuple[tuple[str, CostValue], ...]) -> None:
        """Show values without emitting a signal. If the fields cannot be filled yet, they are shown by a later `offer`."""
        if not self._filled:
            self._pending = ()
            if not costs:
                return
            self.offer()
            if not self._filled:
                self._pending = costs
                return
        self._show(costs)

    def _show(self, costs: tuple[tuple[str, CostValue], ...]) -> None:
        value_by_key = dict(costs)
        self._showing = True
        for key, combo in self._choices():
            choose(combo, str(value_by_key.get(key, "")))
        for key, box in self.numbers.items():
            value = value_by_key.get(key)
            box.setValue(float(value) if isinstance(value, int | float) else box.minimum())
        self._showing = False
        self._show_contract()
        self._show_currency()

    def _choices(self) -> tuple[tuple[str, QComboBox], ...]:
        return (("contract", self.contract), ("currency", self.currency), ("tariff", self.tariff), ("carbon", self.carbon))

    def _currency(self) -> str:
        """Currency of the entered amounts."""
        return str(self.currency.currentData() or cost_tables().currency)

    def _show_currency(self) -> None:
        """Show amounts of the tables in the selected currency; entered amounts stay unchanged."""
        tables = cost_tables()
        for key, box in self.numbers.items():
            unit = EXTRA[key][0] if key in EXTRA else tables.figures[key].unit
            if unit == "money":
                box.setSuffix(f"{THIN_SPACE}{self._currency()}")
                box.setSpecialValueText(self._usual(tables, key))

    def _kind(self) -> str:
        """The contract that holds."""
        return str(self.contract.currentData() or cost_tables().contract)

    def _show_contract(self) -> None:
        """Show the figures that apply to the contract; those of other contracts are kept, but not used."""
        contract = self._kind()
        for key, kinds in _OF_CONTRACT.items():
            self._rows[key].setVisible(contract in kinds)

    def _tell(self) -> None:
        self._show_contract()
        self._show_currency()
        if not self._showing:
            self.changed.emit()
