"""The project on room air, on rear doors and on direct liquid, side by side, with what all figures rest on."""

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QStackedWidget, QWidget

from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.cooling.cooling_figures import CONTEXT, WAY_TITLES, lines, units_words
from gpudesk.derived.cooling.cooling_variants import CoolingVariants, cooling_variants
from gpudesk.derived.draw.power_purposes import purposes
from gpudesk.formats.tables.tables import SheetCell, csv_bytes
from gpudesk.formats.text.written_files import write_file
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.code_labels import power_name
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.places_on_disk import documents_folder, free_path
from gpudesk.ui.toolkit.quantities import format_number, format_quantity, split_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, language, tr_message
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name
from gpudesk.ui.toolkit.widgets.tab_header import TabHeader

tr = text_context("CoolingVariantsDialog")

_TITLE_WIDTH, _VALUE_WIDTH = 280, 230
_BETTER_IS_LESS = frozenset({"pue", "fans_w", "pumps_w", "max_cooling_w", "cooling_kwh", "wue_l_per_kwh", "racks_over_limit"})
_UNITS_AT = 7
"""Line of the units, below the flows."""
_SCALED = frozenset({"W"})
_FIGURES = {
    "limits.air_rack_w": QT_TRANSLATE_NOOP("CoolingFigures", "Heat from a rack to room air"),
    "limits.door_rest_w": QT_TRANSLATE_NOOP("CoolingFigures", "Max. heat from rear door to room air"),
    "supply_c.air": QT_TRANSLATE_NOOP("CoolingFigures", "Water to room units"),
    "supply_c.door": QT_TRANSLATE_NOOP("CoolingFigures", "Water to rear doors"),
    "supply_c.liquid": QT_TRANSLATE_NOOP("CoolingFigures", "Water to CDUs"),
    "moving.air_w_per_m3_s": QT_TRANSLATE_NOOP("CoolingFigures", "Room unit fans"),
    "moving.door_w_per_m3_s": QT_TRANSLATE_NOOP("CoolingFigures", "Rear-door fans"),
    "moving.water_head_kpa": QT_TRANSLATE_NOOP("CoolingFigures", "Facility water head"),
    "moving.loop_head_kpa": QT_TRANSLATE_NOOP("CoolingFigures", "Head of device loops"),
    "moving.pump_efficiency": QT_TRANSLATE_NOOP("CoolingFigures", "Efficiency of pumps"),
    "moving.water_delta_k": QT_TRANSLATE_NOOP("CoolingFigures", "Facility water temperature rise"),
    "other.loss_share": QT_TRANSLATE_NOOP("CoolingFigures", "UPS and distribution losses"),
    "other.other_share": QT_TRANSLATE_NOOP("CoolingFigures", "Lighting, controls, offices"),
}
_UNITS = {"_w": "W", "_c": "°C", "_k": "K", "_kpa": "kPa", "_w_per_m3_s": "W/(m³/s)"}


class CoolingVariantsDialog(DeskDialog):
    """Stays open next to the window and follows the project."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self._under_way: Snapshot | None = None
        self.found: CoolingVariants | None = None
        self.set_heading(
            tr("Cooling options"),
            tr(
                "The same project with room air, with rear doors, and with cold plates on its GPU systems; equipment that "
                "requires liquid is liquid-cooled in each."
            ),
        )
        self.figures, self.assumptions = PlainTableModel((), self), PlainTableModel((), self)
        self.tabs = TabHeader(tr("Cooling option views"))
        self._pages = QStackedWidget()
        self.table = self._page("figures", tr("Side by side"), self.figures)
        self.basis = self._page("assumptions", tr("Basis"), self.assumptions)
        self.tabs.page_chosen.connect(lambda key: self._pages.setCurrentIndex(["figures", "assumptions"].index(key)))
        self.note = Label("", self, step="body", ink="text.secondary", wrap=True, tabular=True)
        self.note.setContentsMargins(16, 8, 16, 8)
        self.let_body_fill()
        self.body.addWidget(self.tabs)
        self.body.addWidget(self._pages, 1)
        self.body.addWidget(self.note)
        copy = QPushButton(tr("Copy"), self)
        copy.setAccessibleName(copy.text())
        copy.setAutoDefault(False)
        copy.clicked.connect(lambda _checked=False: QApplication.clipboard().setText(self._shown().text()))
        self.add_left(copy)
        self.add_close(tr("Close"))
        self.add_main(tr("Export…"), self.ask_export)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.refresh)
        for signal in (session.changed, session.refreshed):
            signal.connect(self._refresh_later)
        session.closed.connect(self.reject)
        self.set_verb(tr("Export…"), enabled=False)
        self.resize(_TITLE_WIDTH + 3 * _VALUE_WIDTH + 60, 660)
        self.refresh()

    def _refresh_later(self) -> None:
        self._later.start()

    def refresh(self) -> None:
        """Recalculate, on a reader thread."""
        if not self._project.is_open or self._under_way is self._project.snapshot:
            return
        self._under_way = snapshot = self._project.snapshot
        self.read(self._project, lambda: snapshot.cached(cooling_variants), lambda variants: self._take(snapshot, variants))

    def ask_export(self) -> None:
        """Ask for the export file."""
        dialog = file_dialog(self, tr("Export cooling options"), str(documents_folder()), tr("Comma-separated values (*.csv)"))
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.selectFile(free_path(documents_folder(), tr("cooling options")).with_suffix(".csv").name)
        dialog.fileSelected.connect(lambda name: self.write(Path(name)))
        dialog.open()

    def write(self, path: Path) -> None:
        """Write the figures as CSV, in the background."""
        if self.found is None:
            return
        variants = self.found
        rows: list[list[SheetCell]] = [["", tr("unit"), *(_said(WAY_TITLES[variant.way]) for variant in variants.variants)]]
        rows += [[_said(line.text), line.unit, *(round(value, line.decimals) for value in line.values)] for line in lines(variants)]
        rows.append([tr("Units"), "", *(units_words(variant, tr_type_name) for variant in variants.variants)])
        text = tr("Figures saved to {path}.").format(path=path)
        self.read(self._project, lambda: write_file(path, csv_bytes(rows)), lambda _: self.complaint.show_message("ok", text, ""))

    def _page(self, key: str, title: str, model: PlainTableModel) -> DeskTable:
        table = DeskTable(title)
        table.setModel(model)
        self.tabs.add_page(key, title)
        self._pages.addWidget(table)
        return table

    def _shown(self) -> PlainTableModel:
        return self.figures if self.tabs.current() == "figures" else self.assumptions

    def _take(self, snapshot: Snapshot, variants: CoolingVariants) -> None:
        if not self._project.is_open:
            return
        self.found = variants
        self._show_figures(variants)
        self._show_assumptions(snapshot, variants)
        parts = [
            filled_text(
                tr("{heat} of heat in {racks} {racks|rack|racks}"),
                heat=format_quantity(variants.heat_w, "W"),
                racks=format_number(variants.racks),
            )
        ]
        parts.append(tr("{power} on average").format(power=format_quantity(variants.it_w, "W")))
        if variants.converted_w:
            parts.append(
                tr("direct liquid cooling requires cold plates on air-cooled systems: {heat}").format(
                    heat=format_quantity(variants.converted_w, "W")
                )
            )
        if variants.missing:
            parts.append(filled_text(tr("the power of {count} {count|device|devices} is not known"), count=format_number(variants.missing)))
        self.note.setText(" · ".join(parts))
        self.set_verb(tr("Export…"), enabled=True)
        self._later.start()

    def _show_figures(self, variants: CoolingVariants) -> None:
        heads = [Head(tr("Figure")), *(Head(_said(WAY_TITLES[variant.way]), right=True) for variant in variants.variants)]
        rows = []
        for line in lines(variants):
            least = min(line.values)
            cells = [Cell(_said(line.text))]
            for value in line.values:
                best = line.key in _BETTER_IS_LESS and value == least < max(line.values)
                cells.append(_value(value, line.unit, line.decimals, lit=best, wrong=line.key == "racks_over_limit" and value > 0))
            rows.append(Line(line.key, tuple(cells)))
        units = tuple(
            Cell(units_words(variant, tr_type_name), tool_tip=units_words(variant, tr_type_name), right=True)
            for variant in variants.variants
        )
        rows.insert(_UNITS_AT, Line("units", (Cell(tr("Units, with spares")), *units)))
        self.figures.set_lines(rows, heads)
        for column in range(len(heads)):
            self.table.setColumnWidth(column, _VALUE_WIDTH if column else _TITLE_WIDTH)

    def _show_assumptions(self, snapshot: Snapshot, variants: CoolingVariants) -> None:
        spanish = language() == "es"
        heads = [Head(tr("Figure")), Head(tr("Value"), right=True), Head(tr("Confidence")), Head(tr("Source"))]
        rows = []
        for key, figure in variants.rules.figures().items():
            value = Cell(format_number(figure.value), _unit_of(key), right=True)
            rows.append(self._basis(key, _figure_name(key), value, figure.confidence, figure.source_es if spanish else figure.source))
        approaches = {"dry": tr("Dry cooler approach"), "tower": tr("Cooling tower approach")}
        for name, figure in variants.rules.approaches.items():
            value = Cell(format_number(figure.value), "K", right=True)
            rows.append(self._basis(name, approaches[name], value, figure.confidence, figure.source_es if spanish else figure.source))
        climate = variants.climate
        mean = format_number(sum(climate.climate.mean_c) / len(climate.climate.mean_c), 1)
        source = climate.source_es if spanish else climate.source
        rows.append(self._basis("climate", tr("Outdoor air, annual mean"), Cell(mean, "°C", right=True), climate.confidence, source))
        sheet = snapshot.cached(site_sheet)
        for purpose in purposes().values():
            title = tr("Power for: {purpose}").format(purpose=purpose.title_es if spanish else purpose.title)
            words = Cell(", ".join(power_name(name) for name in purpose.names(sheet)))
            rows.append(self._basis(purpose.key, title, words, purpose.confidence, purpose.source_es if spanish else purpose.source))
        self.assumptions.set_lines(rows, heads)
        for column, width in enumerate((_TITLE_WIDTH, _VALUE_WIDTH, 130, 420)):
            self.basis.setColumnWidth(column, width)

    def _basis(self, key: str, title: str, value: Cell, confidence: Confidence, source: str) -> Line:
        known = Cell(confidence_name(str(confidence)), confidence=str(confidence))
        return Line(key, (Cell(title), value, known, Cell(source, tool_tip=source)))


def _said(text: str) -> str:
    return tr_message(Message(CONTEXT, text))


def _figure_name(key: str) -> str:
    return tr_message(Message("CoolingFigures", _FIGURES[key]))


def _unit_of(key: str) -> str:
    if key.startswith("supply_c."):
        return "°C"
    return next((unit for end, unit in sorted(_UNITS.items(), key=lambda item: -len(item[0])) if key.endswith(end)), "")


def _value(value: float, unit: str, decimals: int, *, lit: bool, wrong: bool) -> Cell:
    severity = "warning" if wrong else ""
    if unit in _SCALED:
        number, scaled = split_quantity(value, unit)
        return Cell(number, scaled, right=True, lit=lit, severity=severity)
    return Cell(format_number(value, decimals), unit, right=True, lit=lit, severity=severity)
