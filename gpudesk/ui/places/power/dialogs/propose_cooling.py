"""Automatic cooling: halls or rows, number of spares, and types."""

from collections.abc import Callable

import numpy as np
from PySide6.QtWidgets import QComboBox, QWidget

from gpudesk.core.cooling.cooling_kinds import CoolingKind, Redundancy
from gpudesk.derived.cooling.device_heat import heat_of
from gpudesk.operations.cooling.cooling_proposal import Cooled, propose_cooling
from gpudesk.ui.places.power.dialogs.cooling_choices import RedundancyChoice, UnitTypeChoice
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("ProposeCoolingDialog")


class ProposeCoolingDialog(DeskDialog):
    """Adds the number of units that the heat of a place requires, in addition to existing ones."""

    def __init__(self, session: Session, told: Callable[[Cooled], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project, self._told = session, told
        self.set_heading(
            tr("Propose cooling"),
            tr("As many units as the heat load requires, plus spares, in addition to existing ones. Each can be changed afterwards."),
        )
        form = Form(self)
        self.where = QComboBox(form)
        halls = session.snapshot["hall"]
        everywhere = halls.ids.tolist()
        if len(everywhere) != 1:
            self.where.addItem(tr("All halls"), ("hall", tuple(everywhere)))
        rows = session.selected("rack_row")
        if rows:
            names = ", ".join(str(session.snapshot["rack_row"].row(row)["name"]) for row in rows[:4]) + (" …" if len(rows) > 4 else "")
            self.where.addItem(tr("Rows {names}").format(names=names), ("rack_row", tuple(rows)))
        for hall in everywhere:
            self.where.addItem(str(halls.row(hall)["name"]), ("hall", (hall,)))
        chosen = session.selected("hall")
        if rows:
            self.where.setCurrentIndex(self.where.findData(("rack_row", tuple(rows))))
        elif len(chosen) == 1:
            self.where.setCurrentIndex(self.where.findData(("hall", (chosen[0],))))
        self.redundancy = RedundancyChoice(Redundancy.ONE_SPARE, form)
        automatic = tr("Automatic")
        self.air = UnitTypeChoice((CoolingKind.CRAH, CoolingKind.IN_ROW), automatic, form)
        self.liquid = UnitTypeChoice((CoolingKind.CDU,), automatic, form)
        self._heat = form.add(tr("Where"), self.where)
        form.add(tr("Redundancy"), self.redundancy, tr("N units carry the load; with 2N either side carries it alone."))
        form.add(tr("Air units"), self.air)
        form.add(tr("CDUs"), self.liquid)
        self.add_form(form)
        self.add_buttons(tr("Propose"), self.propose)
        self.where.currentIndexChanged.connect(self._update)
        self.resize(520, 300)
        self._update()

    def propose(self) -> None:
        """Add the units as one step."""
        table, ids = self.where.currentData()
        places = {"row_ids" if table == "rack_row" else "hall_ids": list(ids)}
        types = {"air_key": self.air.key(), "liquid_key": self.liquid.key()}
        self.do(self._project, propose_cooling, **places, **types, redundancy=self.redundancy.level(), done=self._done)

    def _done(self, cooled: Cooled) -> None:
        self.accept()
        self._told(cooled)

    def _update(self) -> None:
        data = self.where.currentData()
        if data is None:
            self._heat.setText(tr("There is no hall yet."))
            self.set_verb(tr("Propose"), enabled=False)
            return
        table, ids = data
        heat = heat_of(self._project.snapshot)
        is_inside = np.isin(heat.row if table == "rack_row" else heat.hall, ids)
        air, liquid = float(heat.air_w[is_inside].sum()), float(heat.liquid_w[is_inside].sum())
        words = tr("{air} to air, {liquid} to liquid").format(air=format_quantity(air, "W"), liquid=format_quantity(liquid, "W"))
        missing = int(heat.missing[is_inside].sum())
        if missing:
            words += " · " + tr("power of %n device(s) not known", "", missing)
        self._heat.setText(words)
        self.air.setEnabled(air > 0)
        self.liquid.setEnabled(liquid > 0)
        self.set_verb(tr("Propose"), enabled=air + liquid > 0)
