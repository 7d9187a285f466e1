"""Racks and floor devices repeated along their row: how many, and how far apart."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from gpudesk.core.floor.floor import repeating_shift
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.derived.floor.floor_trial import Tried
from gpudesk.operations.copies.floor_copies import MOST_COPIES, repeat_on_floor
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form, LengthField
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("RepeatRacksDialog")

_MOST_PITCH_MM = 100_000


class RepeatRacksDialog(DeskDialog):
    """Asks for number, pitch and side."""

    def __init__(self, session: Session, objects: Sequence[Standing], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_heading(tr("Repeat along the row"), tr("Copies include all contents and can be undone in one step."))
        self._project = session
        self._objects = list(objects)
        form = Form(self)
        self.count = QSpinBox(form)
        self.count.setRange(1, max(1, MOST_COPIES // max(1, len(objects))))
        self.pitch = LengthField(self._own_width(), 1, _MOST_PITCH_MM, form)
        self.side = QComboBox(form)
        self.side.addItem(tr("to the right, seen from the front"), -1)
        self.side.addItem(tr("to the left, seen from the front"), 1)
        self.side.setCurrentIndex(1)
        form.add(tr("Copies"), self.count)
        form.add(tr("Pitch"), self.pitch, tr("Center to center; enter the width of the selection to place the copies side by side."))
        form.add(tr("Side"), self.side)
        self.add_form(form)
        self.add_buttons("", self.repeat)
        self.count.valueChanged.connect(self._update)
        self._update()

    def repeat(self) -> None:
        """Make the copies and select them."""
        pitch = self.pitch.length_mm() * int(self.side.currentData())
        self.do(self._project, repeat_on_floor, self._objects, self.count.value(), pitch, done=self._repeated)

    def _repeated(self, standings: list[Standing]) -> None:
        self._project.select([ObjectRef(*standing) for standing in standings])
        self.accept()

    def _own_width(self) -> int:
        """From the left to the right of the selection, in the width of its first rack."""
        snapshot = self._project.snapshot
        racks = snapshot["rack"]
        standing = [
            body
            for table, row_id in self._objects
            for body in ([("rack", rack) for rack in racks.where("row_id", row_id).tolist()] if table == "rack_row" else [(table, row_id)])
        ]
        if not standing:
            return 600
        shapes = Tried.standing(snapshot.__getitem__, snapshot.types, standing).shapes
        return max(1, round(float(np.hypot(*repeating_shift(shapes, None, 1)[0]))))

    def _update(self) -> None:
        self.set_verb(tr("Make %n copies", "", self.count.value()))
