"""Which racks are filled: the selected ones, a row, a hall, or all."""

from PySide6.QtWidgets import QComboBox, QWidget

from gpudesk.ui.canvas.arrangement import lines_of
from gpudesk.ui.canvas.refs import Scope, ScopeKind
from gpudesk.ui.session import Session


class RacksChoice(QComboBox):
    """The selection first if there is any, then halls with their rows, then everything."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setMaxVisibleItems(20)
        snapshot = session.snapshot
        halls, rows = snapshot["hall"], snapshot["rack_row"]
        chosen = _selected_racks(session)
        if chosen:
            self.addItem(self.tr("The selection: %n rack(s)", "", len(chosen)), Scope(ScopeKind.RACKS, chosen))
        for hall_id, hall in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True):
            self.addItem(self.tr("{hall}, the whole hall").format(hall=hall), Scope(ScopeKind.HALL, (hall_id,)))
            for row_id in rows.where("hall_id", hall_id).tolist():
                name = str(rows["name"][rows.position(row_id)])
                self.addItem(self.tr("{hall}, row {row}").format(hall=hall, row=name), Scope(ScopeKind.ROW, (row_id,)))
        if halls.rows != 1:
            self.addItem(self.tr("All racks"), Scope())

    def rack_ids(self) -> list[int]:
        """The racks in the order in which they stand, row by row."""
        scope = self.currentData()
        if not isinstance(scope, Scope):
            return []
        snapshot = self._session.snapshot
        if scope.kind is ScopeKind.RACKS:
            chosen = set(scope.ids)
            return [rack for line in lines_of(snapshot, Scope()) for rack in line.rack_ids.tolist() if rack in chosen]
        return [rack for line in lines_of(snapshot, scope) for rack in line.rack_ids.tolist()]


def _selected_racks(session: Session) -> tuple[int, ...]:
    """The selected racks, those of selected devices, and those of selected rows and halls."""
    snapshot = session.snapshot
    racks, devices = snapshot["rack"], snapshot["device"]
    inside = [devices.row(device_id)["rack_id"] for device_id in session.selected("device")]
    found = [*session.selected("rack"), *(rack_id for rack_id in inside if rack_id is not None)]
    for table, column in (("rack_row", "row_id"), ("hall", "hall_id")):
        for row_id in session.selected(table):
            found.extend(racks.where(column, row_id).tolist())
    return tuple(dict.fromkeys(found))
