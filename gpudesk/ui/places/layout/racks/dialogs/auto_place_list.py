"""The list of what Auto-place shall place: types from the catalog with their numbers, and devices of the project without a place."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QSpinBox,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gpudesk.core.hardware.hardware import Face, Family, HardwareType
from gpudesk.core.names.text_limits import TEXT_BOUNDS
from gpudesk.core.racks.rack_packing_terms import Band
from gpudesk.derived.auto_place.auto_place_request import MOST_DEVICES, ToPlace, unplaced_devices
from gpudesk.ui.places.layout.racks.dialogs.auto_place_parts import PartSearch
from gpudesk.ui.places.layout.racks.dialogs.small_racks import line_colour, readable
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.desk_table import DeskTableDelegate
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton

tr = text_context("PlaceList")

NUMBER, HOW = 2, 3
_BANDS: tuple[Band | None, ...] = (None, Band.LOW, Band.NETWORK, Band.HIGH)
_FACES: tuple[Face | None, ...] = (None, Face.FRONT, Face.REAR)


class PlaceList(QWidget):
    """The lines of the list; the current one is shown in full below them.

    Signals:
        changed(): the list changed.
    """

    changed = Signal()

    def __init__(self, session: Session, parts: PartSearch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts = parts
        self._asked: list[ToPlace] = []
        self._placed: dict[int, int] = {}
        self._waiting = unplaced_devices(session.snapshot)
        self._showing = False
        self._column = NUMBER
        heads = (Head(""), Head(tr("Device")), Head(tr("Number"), right=True), Head(tr("Where")))
        self.model = _ListModel(self, (*heads, Head(tr("Placed"), right=True), Head("")))
        self.table = EditTable(tr("Devices to place"), self.model, self)
        self.table.setItemDelegateForColumn(0, _SwatchDelegate(self.table))
        self.table.delegate.typed.connect(self._follow_number)
        head = self.table.horizontalHeader()
        head.setStretchLastSection(False)
        for section, width in enumerate((26, 160, 62, 104, 84, 66)):
            head.resizeSection(section, width)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.unplaced_link = LinkButton("", self)
        self.unplaced_link.clicked.connect(self.add_unplaced)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.table, 1)
        link = QHBoxLayout()
        link.setContentsMargins(12, 0, 12, 0)
        link.addWidget(self.unplaced_link)
        link.addStretch(1)
        column.addLayout(link)
        column.addLayout(self._details())
        self.table.cell_pressed.connect(lambda index: self.remove(index.row()))
        self.table.reset_requested.connect(self.remove)
        self.table.selectionModel().currentRowChanged.connect(lambda _now, _before: self._show_details())
        self._refresh()
        self._show_details()

    def lines(self) -> list[ToPlace]:
        """The list."""
        return list(self._asked)

    def types(self) -> dict[str, HardwareType]:
        """The types of the list by their keys."""
        kinds = {line.type_key: self._parts.kind(line.type_key) for line in self._asked}
        return {key: kind for key, kind in kinds.items() if kind is not None}

    def add(self, key: str) -> None:
        """Add a line for a catalog type, with its number ready for editing."""
        kind = self._parts.kind(key)
        if kind is None:
            return
        feeds = kind.family is Family.PDU
        self._asked.append(ToPlace(key, 2 if feeds else 1, each_rack=feeds))
        self._told(len(self._asked) - 1)
        self.table.edit_cell(self.model.index(len(self._asked) - 1, NUMBER))

    def add_unplaced(self) -> None:
        """Add the unplaced devices of the project."""
        known = {line.device_ids for line in self._asked}
        self._asked += [line for line in self._waiting if line.device_ids not in known]
        self._told(len(self._asked) - 1)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def remove(self, row: int) -> None:
        """Take a line out of the list."""
        if 0 <= row < len(self._asked):
            del self._asked[row]
            self._told(min(row, len(self._asked) - 1))

    def change(self, row: int, **values: Any) -> None:
        """Change a property of a line."""
        self._asked[row] = replace(self._asked[row], **values)
        self._told(row)

    def take(self, row: int, column: int, value: str) -> bool:
        """A cell of the table was edited; False refuses it."""
        if column == HOW:
            self.change(row, each_rack=value == "each")
            return True
        if column != NUMBER or not _is_number(value):
            return False
        self.change(row, count=int(value))
        return True

    def show_placed(self, placed: dict[int, int]) -> None:
        """Show the number of placed devices of each line; empty while unknown."""
        self._placed = placed
        if self.table.state() != QAbstractItemView.State.EditingState:
            self._refresh()

    def _follow_number(self, row: int, column: int, text: str) -> None:
        """A number is being typed: the preview and the button follow, the table waits until it is there."""
        if column == NUMBER and _is_number(text) and row < len(self._asked):
            self._asked[row] = replace(self._asked[row], count=int(text))
            self._placed = {}
            self.changed.emit()

    def _told(self, row: int) -> None:
        self._placed = {}
        self._column = self.table.currentIndex().column()
        self._refresh()
        if row >= 0:
            self.table.setCurrentIndex(self.model.index(row, max(self._column, NUMBER)))
        self._show_details()
        self.changed.emit()

    def _refresh(self) -> None:
        cell = self.table.currentIndex()
        row, column = cell.row(), cell.column()
        self.model.set_lines([self._line(row, line) for row, line in enumerate(self._asked)])
        if 0 <= row < len(self._asked):
            # The keys go on from the cell where they were.
            self.table.setCurrentIndex(self.model.index(row, column))
        known = {line.device_ids for line in self._asked}
        waiting = sum(len(line.device_ids) for line in self._waiting if line.device_ids not in known)
        self.unplaced_link.setText(tr("Add %n unplaced device(s) from the project", "", waiting))
        self.unplaced_link.setAccessibleName(self.unplaced_link.text())
        self.unplaced_link.setVisible(waiting > 0)
        self.unplaced_link.updateGeometry()

    def _line(self, row: int, line: ToPlace) -> Line:
        kind = self._parts.kind(line.type_key)
        title = line.type_key if kind is None else tr_type_name(kind.model)
        how = tr("in each rack") if line.each_rack else tr("in total")
        ways = (("all", tr("in total")), ("each", tr("in each rack")))
        own = bool(line.device_ids)
        count = len(line.device_ids) or line.count
        placed = self._placed.get(row)
        short = placed is not None and not line.each_rack and placed < count
        text = "" if placed is None else format_number(placed)
        return Line(
            row,
            (
                Cell(spoken=str(row + 1)),
                Cell(title, tool_tip=f"{title}\n{line.role}".strip(), spoken=f"{title} {line.role}".strip()),
                Cell(format_number(count), right=True, edited=None if own else str(line.count)),
                Cell(
                    tr("unchanged") if own else how,
                    edited=None if own else "each" if line.each_rack else "all",
                    choices=() if own else ways,
                ),
                Cell(text, severity="warning" if short else "", right=True),
                Cell(button=tr("Remove")),
            ),
        )

    def _details(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(12, 4, 12, 8)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        self.role = QLineEdit(self)
        self.role.setMaxLength(TEXT_BOUNDS["role"].most)
        self.role.setPlaceholderText(tr("per device kind"))
        self.most = QSpinBox(self)
        self.most.setRange(0, 999)
        self.most.setSpecialValueText(tr("no limit"))
        self.band = self._choice((tr("automatic"), tr("bottom"), tr("at switch height"), tr("top")))
        self.face = self._choice((tr("per airflow direction"), tr("front"), tr("rear")))
        self.pairs = QCheckBox(tr("Paired devices in different racks"), self)
        self.phase = QSpinBox(self)
        self.phase.setRange(-1, 999)
        self.phase.setSpecialValueText(tr("of the rack"))
        self.phase.setValue(-1)
        fields: Sequence[tuple[str, QWidget]] = (
            (tr("Role"), self.role),
            (tr("Max. per rack"), self.most),
            (tr("Position"), self.band),
            (tr("Face"), self.face),
            (tr("Build phase"), self.phase),
        )
        for place, (text, editor) in enumerate(fields):
            label = Label(text, self, ink="text.secondary")
            label.setBuddy(editor)
            editor.setAccessibleName(text)
            editor.setFixedHeight(theme.size("field"))
            grid.addWidget(label, place // 2, 2 * (place % 2))
            grid.addWidget(editor, place // 2, 2 * (place % 2) + 1)
        grid.addWidget(self.pairs, 2, 2, 1, 2)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        self.role.textEdited.connect(lambda text: self._set(role=text.strip()))
        self.most.valueChanged.connect(lambda value: self._set(most_in_rack=value or None))
        self.band.activated.connect(lambda place: self._set(band=_BANDS[place]))
        self.face.activated.connect(lambda place: self._set(face=None if _FACES[place] is None else int(_FACES[place] or 0)))
        self.pairs.toggled.connect(lambda on: self._set(pairs=on))
        self.phase.valueChanged.connect(lambda value: self._set(phase=None if value < 0 else value))
        return grid

    def _choice(self, entries: Sequence[str]) -> QComboBox:
        box = QComboBox(self)
        box.addItems(list(entries))
        return box

    def _set(self, **values: Any) -> None:
        row = self.table.currentIndex().row()
        if not self._showing and 0 <= row < len(self._asked):
            self._asked[row] = replace(self._asked[row], **values)
            self._placed = {}
            self._refresh()
            self.changed.emit()

    def _show_details(self) -> None:
        row = self.table.currentIndex().row()
        line = self._asked[row] if 0 <= row < len(self._asked) else None
        own = line is not None and bool(line.device_ids)
        for widget in (self.role, self.most, self.band, self.face, self.pairs, self.phase):
            widget.setEnabled(line is not None)
        for widget in (self.role, self.phase):
            widget.setEnabled(line is not None and not own)
        if line is None:
            return
        self._showing = True
        self.role.setText(line.role)
        self.most.setValue(line.most_in_rack or 0)
        self.band.setCurrentIndex(_BANDS.index(line.band))
        self.face.setCurrentIndex(0 if line.face is None else 1 + int(line.face))
        self.pairs.setChecked(line.pairs)
        self.phase.setValue(-1 if line.phase is None else line.phase)
        self._showing = False


class _ListModel(PlainTableModel):
    def __init__(self, owner: PlaceList, heads: Sequence[Head]) -> None:
        super().__init__(heads, owner)
        self._owner = owner

    def take(self, key: Any, column: int, value: Any) -> bool:
        return self._owner.take(int(key), column, str(value))


def _is_number(text: str) -> bool:
    digits = text.strip()
    return digits.isdecimal() and len(digits) < 20 and 1 <= int(digits) <= MOST_DEVICES


class _SwatchDelegate(DeskTableDelegate):
    """The number of a line on the color that its devices have in the preview."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().paint(painter, option, index)
        colour = line_colour(index.row())
        area = QRectF(option.rect).adjusted(5, 4, -3, -4)
        painting.fill_round(painter, area, colour, 2)
        painting.text(painter, area, str(index.row() + 1), fonts.font("micro"), readable(colour), Qt.AlignmentFlag.AlignHCenter)
