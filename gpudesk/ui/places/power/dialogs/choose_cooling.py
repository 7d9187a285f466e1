"""What cools the selected halls, rows, racks and devices: which air, and which loop."""

from typing import Any

from PySide6.QtWidgets import QWidget

from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.operations.cooling.cooling_nodes import cool_by
from gpudesk.ui.places.power.dialogs.cooling_choices import CarrierChoice
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("ChooseCoolingDialog")

_TABLES = {"hall": "hall_ids", "rack_row": "row_ids", "rack": "rack_ids", "device": "device_ids"}


class ChooseCoolingDialog(DeskDialog):
    """Asks for the air and the loop that cool the selection."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._places: dict[str, Any] = {name: list(session.selected(table)) for table, name in _TABLES.items()}
        names = [str(session.snapshot[table].row(row_id)["name"]) for table, name in _TABLES.items() for row_id in self._places[name]]
        shown = ", ".join(names[:5]) + (f" + {len(names) - 5}" if len(names) > 5 else "")
        self.set_heading(tr("Choose cooling"), shown)
        form = Form(self)
        keep = tr("leave unchanged")
        self.air = CarrierChoice(session.snapshot, (CoolingKind.AIR,), keep, form)
        self.loop = CarrierChoice(session.snapshot, (CoolingKind.TECHNOLOGY_LOOP,), keep, form)
        none_air, none_loop = form.add(tr("Air"), self.air), form.add(tr("Loop"), self.loop)
        if not self.air.isEnabled():
            none_air.setText(tr("There is no air zone yet: propose cooling, or add one."))
        if not self.loop.isEnabled():
            none_loop.setText(tr("There is no loop yet: propose cooling, or add one."))
        self.add_form(form)
        self.add_buttons(tr("Assign cooling"), self.cool)
        for choice in (self.air, self.loop):
            choice.currentIndexChanged.connect(self._update)
        self.resize(460, 200)
        self._update()

    def cool(self) -> None:
        """Assign the chosen carriers to the places, as one step."""
        chosen = [node for node in (self.air.node_id(), self.loop.node_id()) if node is not None]
        self.do(self._project, cool_by, chosen, **self._places)

    def _update(self) -> None:
        is_chosen = self.air.node_id() is not None or self.loop.node_id() is not None
        self.set_verb(tr("Assign cooling"), enabled=is_chosen and any(self._places.values()))
