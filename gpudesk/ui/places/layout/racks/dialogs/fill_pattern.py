"""The arrangement of some devices repeated in other racks: which racks, and which of them have room."""

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.derived.racks.device_placement import blocked_racks, span_name
from gpudesk.operations.copies.repeat import fill_pattern
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.layout.racks.dialogs.check_list import CheckList
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton

tr = text_context("FillPatternDialog")

_ID = Qt.ItemDataRole.UserRole + 1


class FillPatternDialog(DeskDialog):
    """Lists every other rack with a check box; racks without space at these units are marked and cannot be checked."""

    def __init__(self, session: Session, device_ids: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._devices = list(device_ids)
        self.set_heading(tr("Fill with a pattern"), self._sentence_of())
        self.model = QStandardItemModel(self)
        self.model.itemChanged.connect(self._update)
        self.list = CheckList(tr("Racks to fill"), self.model, self)
        self._state = Label("", self, step="caption", ink="text.tertiary")
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 16, 6)
        head.setSpacing(16)
        self.all = LinkButton(tr("Check all that have space"), self)
        self.none = LinkButton(tr("Uncheck all"), self)
        self.row = LinkButton(tr("Only this row"), self)
        self.all.clicked.connect(lambda: self._tick(lambda _: True))
        self.none.clicked.connect(lambda: self._tick(lambda _: False))
        self.row.clicked.connect(lambda: self._tick(self._is_mate))
        for widget in (self.all, self.row, self.none):
            head.addWidget(widget)
        head.addStretch(1)
        head.addWidget(self._state)
        self.let_body_fill()
        self.body.addLayout(head)
        self.body.addWidget(self.list, 1)
        self.add_buttons("", self.fill)
        self.resize(460, 460)
        self._state.setText(tr("Checking the space…"))
        self._update()
        snapshot = session.snapshot
        racks = [rack_id for rack_id in snapshot["rack"].ids.tolist() if rack_id not in self._sources(snapshot)]
        self.read(session, lambda: _blocked(snapshot, self._devices, racks), lambda blocked: self._list(racks, blocked))

    def chosen(self) -> list[int]:
        """The racks that are ticked."""
        items = [self.model.item(row) for row in range(self.model.rowCount())]
        return [int(item.data(_ID)) for item in items if item.checkState() == Qt.CheckState.Checked]

    def fill(self) -> None:
        """Fill the racks that are ticked and select what came."""
        self.do(self._project, fill_pattern, self._devices, self.chosen(), done=self._filled)

    def _filled(self, made: tuple[list[int], list[int]]) -> None:
        self._project.select([ObjectRef("device", device_id) for device_id in made[0]])
        self.accept()

    def _list(self, racks: Sequence[int], blocked: Sequence[int]) -> None:
        without = set(blocked)
        snapshot = self._project.snapshot
        names, rows = snapshot["rack"], snapshot["rack_row"]
        self.model.blockSignals(True)
        for rack_id in racks:
            if not names.has(rack_id):
                continue
            rack = names.row(rack_id)
            row = "" if rack["row_id"] is None else str(rows.row(rack["row_id"])["name"])
            item = QStandardItem(str(rack["name"]))
            item.setData(rack_id, _ID)
            item.setEditable(False)
            fits = rack_id not in without
            item.setCheckable(True)
            item.setEnabled(fits)
            item.setData(tr("row {row}").format(row=row) if fits and row else "" if fits else tr("no space in these units"), CheckList.FACT)
            mate = fits and self._is_mate(rack_id)
            item.setCheckState(Qt.CheckState.Checked if mate else Qt.CheckState.Unchecked)
            self.model.appendRow(item)
        self.model.blockSignals(False)
        self.model.layoutChanged.emit()
        self._state.setText("")
        self._update()

    def _is_mate(self, rack_id: int) -> bool:
        """Whether a rack is in a row of the pattern racks."""
        racks = self._project.snapshot["rack"]
        own = {racks.row(source)["row_id"] for source in self._sources(self._project.snapshot)}
        return racks.row(rack_id)["row_id"] in own

    def _tick(self, wanted: Callable[[int], bool]) -> None:
        # One word at the end instead of one for each of thousands of lines.
        self.model.blockSignals(True)
        for row in range(self.model.rowCount()):
            item = self.model.item(row)
            if item.isEnabled():
                item.setCheckState(Qt.CheckState.Checked if wanted(int(item.data(_ID))) else Qt.CheckState.Unchecked)
        self.model.blockSignals(False)
        self.model.layoutChanged.emit()
        self._update()

    def _update(self) -> None:
        count = len(self.chosen())
        self.set_verb(tr("Fill %n rack(s)", "", count), enabled=count > 0)

    def _sources(self, snapshot: Snapshot) -> set[int]:
        devices = snapshot["device"]
        return {int(rack) for device in self._devices if (rack := devices.row(device)["rack_id"]) is not None}

    def _sentence_of(self) -> str:
        snapshot = self._project.snapshot
        devices = snapshot["device"]
        rows = [devices.row(device) for device in self._devices]
        inside = [row for row in rows if row["position"] is not None]
        if not inside:
            return tr("Select devices in a rack as the pattern.")
        low = min(int(row["position"]) for row in inside)
        high = max(int(row["position"]) + max(1, snapshot.types[int(row["type_id"])].height_half_units) for row in inside)
        text = tr("%n device(s) in {units} are repeated in the same units of other racks.", "", len(inside))
        return text.format(units=span_name(low, high))


def _blocked(snapshot: Snapshot, device_ids: Sequence[int], rack_ids: Sequence[int]) -> list[int]:
    """Racks that cannot take the whole arrangement: the same check as in the operation."""
    devices = snapshot["device"]
    group = [devices.row(device_id) for device_id in device_ids]
    group = [row for row in group if row["position"] is not None]
    racks: Ids = np.array(rack_ids, np.int64)
    if not group or not len(racks):
        return list(rack_ids)
    placed_columns: dict[str, Array] = {"rack_id": np.repeat(racks, len(group)), "id": np.arange(len(racks) * len(group), dtype=np.int64)}
    for name in ("type_id", "position", "face", "side"):
        values = [ABSENT if row[name] is None else row[name] for row in group]
        placed_columns[name] = np.tile(np.array(values, np.int64), len(racks))
    blocked = blocked_racks(devices, snapshot["rack"], snapshot["reservation"], snapshot.types, placed_columns)
    return [int(rack_id) for rack_id in blocked]
