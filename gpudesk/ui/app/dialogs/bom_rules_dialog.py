"""The rules of the bill of materials: their figures, edited in place for this project; each edit is a step of the history."""

from typing import Any

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QCheckBox, QHeaderView, QWidget

from gpudesk.catalog.bom_rule_files import bom_rules, own_rules_folder
from gpudesk.catalog.bom_rules import MEASURES
from gpudesk.catalog.bom_values import GROUPS, BomFigure, BomValue, bom_values, checked_figure
from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.messages.errors import DeskError, Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.cost.bom import said_figures
from gpudesk.operations.project.project_settings import set_bom_figure
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.parts.sheet_rows import read_number
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.search_field import SearchField
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name

tr = text_context("BomRulesDialog")

HERE = 2
"""The column that is edited."""
_WIDTHS = (300, 170, 130, 90, 120, 200)


class BomRulesDialog(DeskDialog):
    """Spares, parts, tools, packing and labor: values not set in the project come from the rule files, with their source."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self.set_heading(
            tr("Rules of the bill of materials"),
            tr("Spares, parts, tools, packing and labor hours. Changes apply to this project and can be undone."),
        )
        self._project = session
        self._values: dict[str, BomValue] = {}
        self._titles: dict[str, str] = {}
        self.search = SearchField(tr("Search the rules"), tr("Name, figure or source"), self)
        self.search.setFixedWidth(240)
        self.search.textChanged.connect(self.refresh)
        self.add_beside_heading(self.search)
        heads = (
            Head(tr("Rule")),
            Head(tr("Figure")),
            Head(tr("Here")),
            Head(tr("Default"), right=True),
            Head(tr("Confidence"), right=True),
            Head(tr("Source")),
            Head(""),
        )
        self.model = _BomRulesModel(self, heads)
        self.table = EditTable(tr("Rules of the bill of materials"), self.model, self)
        head = self.table.horizontalHeader()
        head.setStretchLastSection(False)
        for column, width in enumerate(_WIDTHS):
            head.resizeSection(column, width)
        head.setSectionResizeMode(5, QHeaderView.ResizeMode.Stretch)
        head.resizeSection(6, 104)
        self.table.cell_pressed.connect(self._pressed)
        self.table.reset_requested.connect(self.reset)
        self.search.left_down.connect(self.table.setFocus)
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        measures = tr("Expressions may use {measures}; n is the number of items that match the rule. Files in {folder} set other defaults.")
        self.measures = Label("", self, step="caption", ink="text.tertiary", wrap=True)
        self.measures.setText(measures.format(measures=", ".join(MEASURES), folder=own_rules_folder()))
        self.measures.setContentsMargins(16, 6, 16, 6)
        self.body.addWidget(self.measures)
        self.only_said = QCheckBox(tr("Only values set here"), self)
        self.only_said.toggled.connect(self.refresh)
        self.add_left(self.only_said)
        self.add_close(tr("Close"))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.resize(1230, 640)
        self._load()
        self.refresh()

    def refresh(self) -> None:
        """Show the figures as they are now."""
        if not self._project.is_open:
            return
        stated_figures = self._project.snapshot.cached(said_figures)
        words = fold(self.search.text()).split()
        lines: list[Line] = []
        shown = 0
        for group in GROUPS:
            group_lines = [
                self._line(value, stated_figures.get(value.key))
                for value in self._values.values()
                if value.group == group and (not self.only_said.isChecked() or value.key in stated_figures) and self._fits(value, words)
            ]
            shown += len(group_lines)
            if group_lines:
                lines += [Line(f"group:{group}", (), self._group(group)), *group_lines]
        self.model.set_lines(lines)
        total = len(self._values)
        self.search.set_count_text(tr("{found} of {total}").format(found=shown, total=total) if shown != total else str(total))

    def set_figure(self, key: str, text: str) -> bool:
        """Apply the typed value; returns False, with the reason shown, if it is invalid."""
        value, text = self._values[key], text.strip()
        if not text:
            self.reset(key)
            return True
        try:
            figure = checked_figure(value, text if value.field == "count" else _number(text))
        except Refused as error:
            self.complain(error)
            return False
        present = self._project.snapshot.cached(said_figures).get(key, value.default)
        if figure == present:
            return True
        if figure == value.default:
            self.reset(key)
            return True
        self.do(self._project, set_bom_figure, key, figure, done=lambda _: None)
        return True

    def reset(self, key: str) -> None:
        """Go back to the rule's own figure."""
        if self._project.writable and key in self._project.snapshot.cached(said_figures):
            self.do(self._project, set_bom_figure, key, None, done=lambda _: None)

    def _load(self) -> None:
        try:
            self._values = bom_values(bom_rules())
        except DeskError as error:
            self.complain(error)
            return
        catalog = open_catalog()
        for value in self._values.values():
            title = value.title_in(language())
            if value.group in {"accessories", "tools"} and title in catalog:
                title = tr_type_name(catalog.get(title).title)
            self._titles[value.key] = title

    def _fits(self, value: BomValue, words: list[str]) -> bool:
        searched = fold(" ".join((self._titles[value.key], value.key, self._field(value.field), value.origin.source_in(language()))))
        return all(word in searched for word in words)

    def _line(self, value: BomValue, figure: BomFigure | None) -> Line:
        known = value.default if figure is None else figure
        title, field = self._titles[value.key], self._field(value.field)
        note = value.origin.note_in(language())
        source = tr("set in this project") if figure is not None else value.origin.source_in(language())
        confidence = "read" if figure is not None else str(value.origin.confidence)
        cells = (
            Cell(title, tool_tip="\n".join(part for part in (title, note) if part), spoken=f"{title}, {field}"),
            Cell(field, ink="text.secondary"),
            Cell(
                _shown(known),
                "%" if value.field == "percent" else "",
                step="strong" if figure is not None else "",
                edited=_typed(known) if self._project.writable else None,
                tool_tip=_shown(known),
            ),
            Cell(_shown(value.default), ink="text.tertiary", step="caption", right=True, tool_tip=_shown(value.default)),
            Cell(confidence=confidence, spoken=confidence_name(confidence), tool_tip=source),
            Cell(source, ink="text.secondary", step="caption", tool_tip=source),
            Cell(button=tr("Reset") if figure is not None and self._project.writable else ""),
        )
        return Line(value.key, cells)

    def _group(self, group: str) -> str:
        return {
            "spares": tr("Spares"),
            "accessories": tr("Accessories and consumables"),
            "tools": tr("Tools"),
            "freight": tr("Freight"),
            "labour": tr("Labor"),
        }[group]

    def _field(self, field: str) -> str:
        return {
            "percent": tr("Share of units"),
            "least": tr("At least"),
            "from": tr("From this quantity"),
            "count": tr("Quantity"),
            "minutes": tr("Minutes each"),
            "people": tr("People required"),
        }[field]

    def _pressed(self, index: QModelIndex) -> None:
        self.reset(str(self.model.line(index.row()).key))


class _BomRulesModel(PlainTableModel):
    def __init__(self, dialog: BomRulesDialog, heads: tuple[Head, ...]) -> None:
        super().__init__(heads, dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        return column == HERE and self._dialog.set_figure(str(key), str(value))


def _number(text: str) -> float:
    """Parse the typed text as a number.

    Raises:
        Refused: it is not a number.
    """
    try:
        return read_number(text)
    except ValueError as error:
        problem = QT_TRANSLATE_NOOP("BomRulesDialog", "{text} is not a number.")
        raise Refused(Message("BomRulesDialog", problem, {"text": text})) from error


def _shown(figure: BomFigure) -> str:
    return figure if isinstance(figure, str) else format_number(figure)


def _typed(figure: BomFigure) -> str:
    if isinstance(figure, str):
        return figure
    text = f"{figure:.12g}"
    return text.replace(".", ",") if language() == "es" else text
