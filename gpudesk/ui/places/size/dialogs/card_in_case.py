"""The card that one thinks of buying, held against the case that one has."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.card_room import Case, Line, verdict
from gpudesk.project.wall_circuits import wall_circuits
from gpudesk.sizing.systems.case_check import (
    NUMBERS,
    CaseLine,
    case_lines,
    case_of,
    cases,
    own_case,
    supply_standards,
    usual_wall,
    with_figures,
)
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form_fields import add_groups, amount, choose, count, fill, narrow_combo
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, PlainTableModel
from gpudesk.ui.toolkit.parts.plain_table import Line as Row
from gpudesk.ui.toolkit.quantities import format_number, format_quantity, number_style
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language, tr_message
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("CardInCaseDialog")

_CONTEXT = "CardInCase"
_USUAL = "nvidia.rtx-4090"
"""The card that is shown unless one is chosen."""
_FORM_WIDE, _SIZE = 340, (1120, 610)
_MOST = 100_000.0
_TITLES = {
    Line.PLACES: QT_TRANSLATE_NOOP("CardInCase", "Cards and slots"),
    Line.WIDTH: QT_TRANSLATE_NOOP("CardInCase", "Slots per card"),
    Line.LENGTH: QT_TRANSLATE_NOOP("CardInCase", "Card length"),
    Line.HEIGHT: QT_TRANSLATE_NOOP("CardInCase", "Card height"),
    Line.BEND: QT_TRANSLATE_NOOP("CardInCase", "Clearance for the plug"),
    Line.AIR: QT_TRANSLATE_NOOP("CardInCase", "Air"),
    Line.PLUGS: QT_TRANSLATE_NOOP("CardInCase", "Power connectors"),
    Line.SUPPLY: QT_TRANSLATE_NOOP("CardInCase", "Supply, whole machine"),
    Line.ADVICE: QT_TRANSLATE_NOOP("CardInCase", "Supply, recommended"),
    Line.PEAK: QT_TRANSLATE_NOOP("CardInCase", "Supply, transient peaks"),
    Line.LANES: QT_TRANSLATE_NOOP("CardInCase", "PCIe lanes"),
    Line.CIRCUIT: QT_TRANSLATE_NOOP("CardInCase", "Wall circuit, continuous"),
}
_WORDS = {
    "active": QT_TRANSLATE_NOOP("CardInCase", "own fan"),
    "passive": QT_TRANSLATE_NOOP("CardInCase", "no fan"),
    "desk": QT_TRANSLATE_NOOP("CardInCase", "as in a desktop"),
    "server": QT_TRANSLATE_NOOP("CardInCase", "as in a server"),
}


@dataclass(frozen=True, slots=True)
class _Offer:
    """The offer of the catalog."""

    cards: Mapping[str, HardwareType]
    cases: Mapping[str, Case]


def _offer() -> _Offer:
    kinds = [entry.type for entry in open_catalog().of_families(Family.GPU)]
    return _Offer({kind.key: kind for kind in kinds if kind.number("board_slots") is not None}, {key: case_of(key) for key in cases()})


class CardInCaseDialog(DeskDialog):
    """Card and case with editable figures on the left; on the right each line with value, limit and source."""

    def __init__(self, session: Session, parent: QWidget | None = None, gpu: str = "") -> None:
        """Args:
        gpu: key of the initial card; a common one if unset or not a card.
        """
        super().__init__(parent)
        self._first = gpu
        self.set_heading(
            tr("Does the card fit?"),
            tr("Space, airflow, connectors, supply, lanes and outlet, before you buy. Nothing is changed."),
        )
        self.let_body_fill()
        self._known: _Offer | None = None
        self.holds: bool | None = None
        """Whether the card fits, as far as known."""
        self.card, self.case, self.circuit, self.standard, self.air = (narrow_combo() for _ in range(5))
        self.count = count(1, 16, 1, tr("{count|card|cards}"))
        unsaid = tr("not known")
        units = {"length_mm": "mm", "height_mm": "mm", "supply_w": "W", "rest_w": "W", "efficiency_percent": "%"}
        unsaid_of = {"efficiency_percent": tr("planning value")}
        most = {"efficiency_percent": 100.0}
        self.numbers = {
            name: amount(0.0, most.get(name, _MOST), 0.0, units.get(name, ""), 0, unsaid_of.get(name, unsaid)) for name in NUMBERS
        }
        self.plugs = QLineEdit()
        self._catalog_plugs = ""
        self.plugs.setPlaceholderText(unsaid)
        self.table = DeskTable(tr("Result"))
        self.model = PlainTableModel((Head(""), Head(tr("Found"), right=True), Head(tr("Limit"), right=True), Head(tr("Source"))), self)
        self.table.setModel(self.model)
        for column, width in enumerate((190, 150, 215)):
            self.table.setColumnWidth(column, width)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.told = Label("", step="strong", wrap=True)
        self.told.setContentsMargins(12, 10, 12, 0)
        self.notes = Label("", ink="text.secondary", wrap=True)
        self.notes.setContentsMargins(12, 2, 12, 8)
        self._lay_out()
        self.add_close(tr("Close"))
        for combo in (self.card, self.circuit, self.standard, self.air):
            combo.currentIndexChanged.connect(lambda _: self.judge())
        self.case.currentIndexChanged.connect(lambda _: self._show_case())
        self.count.valueChanged.connect(lambda _: self.judge())
        for box in self.numbers.values():
            box.valueChanged.connect(lambda _: self.judge())
        self.plugs.textChanged.connect(lambda _: self.judge())
        self.resize(*_SIZE)
        self.read(session, _offer, self._take)

    def _lay_out(self) -> None:
        titles = {
            "places": tr("Positions"),
            "slot_width": tr("Slots per position"),
            "length_mm": tr("Max. card length"),
            "height_mm": tr("Max. card height"),
            "supply_w": tr("Supply"),
            "rest_w": tr("Without cards"),
            "efficiency_percent": tr("Efficiency"),
            "lanes": tr("PCIe lanes"),
        }
        form = QWidget()
        column = QVBoxLayout(form)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(2)
        numbers = [(titles[name], box) for name, box in self.numbers.items()]
        add_groups(
            column,
            (
                (tr("Card"), ((tr("GPU"), self.card), (tr("Quantity"), self.count))),
                (
                    tr("Case"),
                    (
                        (tr("Workstation"), self.case),
                        *numbers,
                        (tr("Standard"), self.standard),
                        (tr("Connectors"), self.plugs),
                        (tr("Air"), self.air),
                    ),
                ),
                (tr("Outlet"), ((tr("Wall circuit"), self.circuit),)),
            ),
        )
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setFixedWidth(_FORM_WIDE)
        scroll.setWidget(form)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.told)
        right.addWidget(self.notes)
        right.addWidget(self.table, 1)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(scroll)
        row.addLayout(right, 1)
        self.body.addLayout(row, 1)

    def _take(self, known: _Offer) -> None:
        self._known = known
        fill(self.card, sorted((kind.title.replace("NVIDIA ", ""), key) for key, kind in known.cards.items()))
        fill(self.case, [(tr("Custom values"), ""), *((tr_type_name(case.title), key) for key, case in known.cases.items())])
        fill(self.circuit, [(_circuit_title(key), key) for key in wall_circuits()])
        fill(self.standard, [(title, key) for key, title in supply_standards(language()).items()])
        fill(self.air, [(_translated(_WORDS[key]), key) for key in ("desk", "server")])
        _choose_quietly(self.card, self._first if self._first in known.cards else _USUAL)
        _choose_quietly(self.circuit, usual_wall())
        _choose_quietly(self.case, next(iter(known.cases), ""))
        self._show_case()
        self.card.setFocus(Qt.FocusReason.TabFocusReason)

    def _show_case(self) -> None:
        """Fill in the catalog data of a case; for custom figures, the current values stay."""
        key = str(self.case.currentData() or "")
        if self._known is not None and key:
            case = self._known.cases[key]
            for name, box in self.numbers.items():
                box.blockSignals(True)
                box.setValue(_number(case, name))
                box.blockSignals(False)
            self.plugs.blockSignals(True)
            self._catalog_plugs = case.plugs
            self.plugs.setText(_connectors(case.plugs))
            self.plugs.setCursorPosition(0)
            self.plugs.blockSignals(False)
        self.judge()

    def judge(self) -> None:
        """Calculate the lines from the form."""
        card = self._known.cards.get(str(self.card.currentData())) if self._known is not None else None
        if card is None:
            return
        form_values = {name: str(box.value()) for name, box in self.numbers.items() if box.value() > 0}
        entered = self.plugs.text()
        plugs = self._catalog_plugs if entered == _connectors(self._catalog_plugs) else entered
        form_values |= {"plugs": plugs, "supply": str(self.standard.currentData()), "air": str(self.air.currentData())}
        lines = case_lines(card, self.count.value(), with_figures(own_case(), form_values), str(self.circuit.currentData()))
        self.model.set_lines([_row(line) for line in lines])
        broken = _titles(line for line in lines if line.judged.keeps_out)
        but = _titles(line for line in lines if line.judged.holds is False and not line.judged.keeps_out)
        unknown = _titles(line for line in lines if line.judged.holds is None)
        if broken:
            words = tr("It does not fit: {lines}.").format(lines=broken)
        elif unknown and but:
            words = tr("It fits based on known data, but check: {but}; not known: {lines}.").format(but=but, lines=unknown)
        elif unknown:
            words = tr("It fits based on known data; not known: {lines}.").format(lines=unknown)
        elif but:
            words = tr("It fits, but check: {lines}.").format(lines=but)
        else:
            words = tr("It fits.")
        self.holds = verdict([line.judged for line in lines])
        self.told.setText(words)
        self.notes.setText("\n".join(tr_message(line.note) for line in lines if line.note is not None))


def _translated(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def _titles(lines: Iterable[CaseLine]) -> str:
    """Titles of the lines, some of which contain commas."""
    return " · ".join(_translated(_TITLES[line.judged.line]) for line in lines)


def _choose_quietly(combo: QComboBox, key: str) -> None:
    combo.blockSignals(True)
    choose(combo, key)
    combo.blockSignals(False)


def _circuit_title(key: str) -> str:
    circuit = wall_circuits()[key]
    return f"{format_quantity(circuit.voltage_v, 'V')} · {format_quantity(circuit.breaker_a, 'A')}"


def _number(case: Case, name: str) -> float:
    """A figure of a case as displayed in its box; 0 if unspecified."""
    if name == "efficiency_percent":
        return 0.0 if case.efficiency is None else case.efficiency.share * 100
    return float(getattr(case, name) or 0.0)


def _row(each: CaseLine) -> Row:
    judged = each.judged
    text = " ".join(filter(None, ("" if each.note is None else tr_message(each.note), tr_source(each.source))))
    severity = {True: "ok", False: "error" if judged.keeps_out else "warning", None: "info"}[judged.holds]
    found, limit = _value_and_limit(judged.found, judged.limit, judged.unit)
    cells = (
        Cell(_translated(_TITLES[judged.line]), severity=severity),
        Cell(found, right=True),
        Cell(limit, right=True),
        Cell(text, ink="text.secondary", tool_tip=text),
    )
    return Row(judged.line, cells)


def _value_and_limit(value: float | str | None, limit: float | str | None, unit: str) -> tuple[str, str]:
    """Both as text; two different quantities read differently."""
    if unit and isinstance(value, int | float) and isinstance(limit, int | float):
        texts = number_style().distinct({"value": (value, unit), "limit": (limit, unit)})
        return texts["value"], texts["limit"]
    return _value(value, unit), _value(limit, unit)


def _value(value: float | str | None, unit: str) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, str):
        # What is no word of ours is printed on the card or the case: its connectors.
        return _translated(_WORDS[value]) if value in _WORDS else _connectors(value)
    return format_quantity(value, unit) if unit else format_number(value)


def _connectors(text: str) -> str:
    """Connectors as the catalog describes them, in the person's language."""
    return str(open_catalog().facts["power_connector"].spoken(text, language())) if text else ""
