"""Which racks are filled: the selected ones, a row, a hall, or all."""

from PySide6.QtWidgets import QComboBox, QWidget

from gpudesk.ui.canvas.refs import Scope, ScopeKind
from gpudesk.ui.places.layout.racks.canvas.arrangement import lines_of
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("RacksChoice")


class RacksChoice(QComboBox):
    """The selection first if there is any, then halls with their rows, then everything."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._known: tuple[tuple[int, Scope], list[int]] | None = None
        self.setMaxVisibleItems(20)
        snapshot = session.snapshot
        halls, rows = snapshot["hall"], snapshot["rack_row"]
        chosen = _selected_racks(session)
        if chosen:
            self.addItem(tr("The selection: %n rack(s)", "", len(chosen)), Scope(ScopeKind.RACKS, chosen))
        for hall_id, hall in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True):
            self.addItem(tr("{hall}, the whole hall").format(hall=hall), Scope(ScopeKind.HALL, (hall_id,)))
            for row_id in rows.where("hall_id", hall_id).tolist():
                name = str(rows["name"][rows.position(row_id)])
                self.addItem(tr("{hall}, row {row}").format(hall=hall, row=name), Scope(ScopeKind.ROW, (row_id,)))
        if halls.rows != 1:
            self.addItem(tr("All racks"), Scope())

    def rack_ids(self) -> list[int]:
        """The racks in their order, row by row."""
        scope, snapshot = self.currentData(), self._session.snapshot
        if not isinstance(scope, Scope):
            return []
        # Thousands of names take a while to sort, and they are asked for with every rule that is switched.
        revision_and_scope = snapshot.revision, scope
        if self._known is None or self._known[0] != revision_and_scope:
            whole = Scope() if scope.kind is ScopeKind.RACKS else scope
            chosen = set(scope.ids)
            ordered_racks = (rack for line in lines_of(snapshot, whole) for rack in line.rack_ids.tolist())
            self._known = revision_and_scope, [rack for rack in ordered_racks if scope.kind is not ScopeKind.RACKS or rack in chosen]
        return list(self._known[1])


def _selected_racks(session: Session) -> tuple[int, ...]:
    """The selected racks, those of selected devices, and those of selected rows and halls."""
    snapshot = session.snapshot
    racks, devices = snapshot["rack"], snapshot["device"]
    inside = [devices.row(device_id)["rack_id"] for device_id in session.selected("device")]
    rack_ids = [*session.selected("rack"), *(rack_id for rack_id in inside if rack_id is not None)]
    for table, column in (("rack_row", "row_id"), ("hall", "hall_id")):
        for row_id in session.selected(table):
            rack_ids.extend(racks.where(column, row_id).tolist())
    return tuple(dict.fromkeys(rack_ids))
