"""Choice of the location of a new row or rack: the halls and rows of the project as entries of a drop-down list."""

from dataclasses import dataclass

from PySide6.QtWidgets import QComboBox, QWidget

from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr_hall_choice = text_context("HallChoice")
tr_row_choice = text_context("RowChoice")


@dataclass(frozen=True, slots=True)
class Spot:
    """A row, or a hall in which a new row is made; neither where the project has no hall yet."""

    hall_id: int | None
    row_id: int | None


class HallChoice(QComboBox):
    """The halls; a single entry "a new hall" if there is none."""

    def __init__(self, snapshot: Snapshot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        halls = snapshot["hall"]
        for hall_id, name in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True):
            self.addItem(name, hall_id)
        if not halls.rows:
            self.addItem(tr_hall_choice("a new hall"), None)

    def hall_id(self) -> int | None:
        """The chosen hall; None for a new one."""
        chosen = self.currentData()
        return chosen if isinstance(chosen, int) else None


class RowChoice(QComboBox):
    """The rows hall by hall, each hall with a line for a new row at its end."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        snapshot = session.snapshot
        halls, rows = snapshot["hall"], snapshot["rack_row"]
        for hall_id, hall in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True):
            for row_id in rows.where("hall_id", hall_id).tolist():
                name = str(rows["name"][rows.position(row_id)])
                self.addItem(tr_row_choice("{hall}, row {row}").format(hall=hall, row=name), Spot(hall_id, row_id))
            self.addItem(tr_row_choice("{hall}, a new row").format(hall=hall), Spot(hall_id, None))
        if not halls.rows:
            self.addItem(tr_row_choice("a new row in a new hall"), Spot(None, None))
        self.setCurrentIndex(self._first_guess(session))

    def spot(self) -> Spot:
        """The chosen location."""
        chosen = self.currentData()
        return chosen if isinstance(chosen, Spot) else Spot(None, None)

    def _first_guess(self, session: Session) -> int:
        """The row of the selected rack or device, else the last row there is."""
        snapshot = session.snapshot
        rows = [snapshot["rack"].row(rack_id)["row_id"] for rack_id in _racks_in_hand(session)]
        preferred_row = next((row for row in rows if row is not None), None)
        spots = [self.itemData(place) for place in range(self.count())]
        if preferred_row is None:
            return max((place for place, spot in enumerate(spots) if spot.row_id is not None), default=0)
        return next((place for place, spot in enumerate(spots) if spot.row_id == preferred_row), 0)


def _racks_in_hand(session: Session) -> list[int]:
    devices = session.snapshot["device"]
    inside = [devices.row(device_id)["rack_id"] for device_id in session.selected("device")]
    return [*session.selected("rack"), *(rack_id for rack_id in inside if rack_id is not None)]
