"""The selection of a drawing as a real table, for screen readers and for who would rather read."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.core.floor.floor_items import outline_points
from gpudesk.core.hardware.hardware import Face
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.racks.device_placement import span_name
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.words.floor_item_labels import kind_name, size_text
from gpudesk.ui.panels.words.pathway_labels import way_kind_name
from gpudesk.ui.toolkit.type_name import tr_type_name

_COLUMNS = (
    QT_TRANSLATE_NOOP("SelectionTable", "Name"),
    QT_TRANSLATE_NOOP("SelectionTable", "Type"),
    QT_TRANSLATE_NOOP("SelectionTable", "Rack"),
    QT_TRANSLATE_NOOP("SelectionTable", "Units"),
    QT_TRANSLATE_NOOP("SelectionTable", "Face"),
)
_NOWHERE = QModelIndex()


class SelectionTable(QAbstractTableModel):
    """One row for each selected object: name, type, rack, units, face; made when it is looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._snapshot: Snapshot | None = None
        self._refs: tuple[ObjectRef, ...] = ()

    def show_selection(self, snapshot: Snapshot | None, refs: Sequence[ObjectRef]) -> None:
        """Show these objects; those that do not exist are left out."""
        self.beginResetModel()
        known = [] if snapshot is None else [ref for ref in refs if snapshot[ref.table].has(ref.id)]
        self._snapshot, self._refs = snapshot, tuple(known)
        self.endResetModel()

    def ref(self, row: int) -> ObjectRef:
        """The object of a row."""
        return self._refs[row]

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        """The number of selected objects."""
        return 0 if parent.isValid() else len(self._refs)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        """Name, type, rack, units, face."""
        return 0 if parent.isValid() else len(_COLUMNS)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) or not index.isValid() or self._snapshot is None:
            return None
        return row_of(self._snapshot, self._refs[index.row()])[index.column()]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The heads of the columns."""
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return QCoreApplication.translate("SelectionTable", _COLUMNS[section])


def row_of(snapshot: Snapshot, ref: ObjectRef) -> tuple[str, ...]:
    """Name, type, rack, units and face of an object."""
    table, racks = snapshot[ref.table], snapshot["rack"]
    row = table.row(ref.id)
    if ref.table in {"hall", "rack_row", "underlay"}:
        return (row["name"], "", "", "", "")
    if ref.table == "floor_item":
        return (row["name"], kind_name(row["kind"]), "", _item_size(row), "")
    if ref.table == "pathway":
        return (row["name"], way_kind_name(row["kind"]), "", size_text(row["width_mm"], row["depth_mm"]), "")
    if ref.table == "rack":
        return (row["name"], tr_type_name(snapshot.types[row["type_id"]].title), row["name"], "", "")
    rack_id = row["rack_id"]
    if ref.table == "device" and row["parent_id"] is not None:
        holder = str(table["name"][table.position(row["parent_id"])])
        rack_place = int(snapshot.cached(whereabouts).rack[table.position(ref.id)])
        rack = "" if rack_place == ABSENT else str(racks["name"][racks.position(rack_place)])
        return (
            row["name"],
            tr_type_name(snapshot.types[row["type_id"]].title),
            rack,
            f"{holder} · {row['slot']}" if row["slot"] else holder,
            "",
        )
    rack = "" if rack_id is None else str(racks["name"][racks.position(rack_id)])
    if ref.table == "reservation":
        units = span_name(row["position"], row["position"] + row["height"])
        return (row["reason"], QCoreApplication.translate("SelectionTable", "reserved"), rack, units, face_name(row["face"]))
    kind = snapshot.types[row["type_id"]]
    units = ""
    if row["position"] is not None:
        units = span_name(row["position"], row["position"] + max(1, kind.height_half_units)) if kind.height_half_units else "0U"
    return (row["name"], tr_type_name(kind.title), rack, units, face_name(row["face"]))


def _item_size(row: Mapping[str, Any]) -> str:
    """Width and depth of a floor item, or of the rectangle around its outline."""
    if row["width_mm"] is not None:
        return size_text(row["width_mm"], row["depth_mm"])
    points = outline_points(str(row["outline"]))
    return size_text(*np.ptp(points, axis=0).tolist()) if len(points) else ""


def face_name(face: int) -> str:
    """The name of a face."""
    if face == Face.FRONT:
        return QCoreApplication.translate("SelectionTable", "front")
    if face == Face.REAR:
        return QCoreApplication.translate("SelectionTable", "rear")
    return QCoreApplication.translate("SelectionTable", "front and rear")
