"""Units of a rack to reserve: position, number, face, reason."""

import numpy as np
from PySide6.QtWidgets import QLineEdit, QSpinBox, QWidget

from gpudesk.core.hardware.hardware import Face
from gpudesk.derived.racks.device_placement import all_placed, rack_half_units, span_name
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.toolkit.code_labels import face_name
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form, PhaseField
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("ReserveUnitsDialog")

_FACES = {"both": Face.BOTH, "front": Face.FRONT, "rear": Face.REAR}


class ReserveUnitsDialog(DeskDialog):
    """Asks for units, face, reason and phase of one rack."""

    def __init__(self, session: Session, rack_id: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._rack_id = rack_id
        snapshot = session.snapshot
        rack = snapshot["rack"].row(rack_id)
        self.set_heading(tr("Reserve units of {rack}").format(rack=rack["name"]), tr("Nothing can be placed there until it is released."))
        self._units = int(rack_half_units(snapshot["rack"], snapshot.types, np.array([rack_id]))[0]) // 2
        free = free_spans(session, rack_id)
        form = Form(self)
        self.first = QSpinBox(form)
        self.first.setRange(1, max(self._units, 1))
        self.first.setPrefix("U")
        self.height_u = QSpinBox(form)
        self.height_u.setRange(1, max(self._units, 1))
        self.height_u.setSuffix("U")
        if free:
            self.first.setValue(free[0][0])
            self.height_u.setValue(free[0][1] - free[0][0] + 1)
        segments = [Segment(key, face_name(face)) for key, face in _FACES.items()]
        self.face = SegmentedControl(tr("Face"), segments, parent=form)
        self.reason = QLineEdit(form)
        self.reason.setMaxLength(500)
        self.reason.setPlaceholderText(tr("phase 2, cable manager, a colleague's plan"))
        self.phase = PhaseField(int(rack["phase"]), form)
        names = ", ".join(span_name(2 * low - 2, 2 * high) for low, high in free[:6])
        hint = tr("Free on both faces: {units}").format(units=names) if names else tr("No unit is free on both faces.")
        form.add(tr("Lowest unit"), self.first, hint)
        self._span = form.add(tr("Height"), self.height_u)
        form.add(tr("Faces"), self.face)
        form.add(tr("Reason"), self.reason)
        form.add(tr("Build phase"), self.phase)
        self.add_form(form)
        self.add_buttons("", self.reserve)
        self.first.valueChanged.connect(self._update)
        self.height_u.valueChanged.connect(self._update)
        self._update()

    def reserve(self) -> None:
        """Reserve the units and select them."""
        self.do(
            self._project,
            reserve_units,
            self._rack_id,
            2 * self.first.value() - 2,
            2 * self.height_u.value(),
            int(_FACES[self.face.current()]),
            self.reason.text().strip(),
            self.phase.value(),
            done=self._reserved,
        )

    def _reserved(self, reservation_id: int) -> None:
        self._project.select([ObjectRef("reservation", reservation_id)])
        self.accept()

    def _update(self) -> None:
        first, height = self.first.value(), self.height_u.value()
        fits = first + height - 1 <= self._units
        units = span_name(2 * first - 2, 2 * (first + height - 1))
        text = "" if fits else tr("{units} is outside the rack, which has {height}U.").format(units=units, height=self._units)
        self._span.setText(text)
        self.set_verb(tr("Reserve {units}").format(units=units), enabled=fits)


def free_spans(session: Session, rack_id: int) -> list[tuple[int, int]]:
    """The whole units of a rack that are free on both faces, as first and last unit, the largest span first."""
    snapshot = session.snapshot
    half_units = int(rack_half_units(snapshot["rack"], snapshot.types, np.array([rack_id]))[0])
    taken = np.zeros(half_units + 2, bool)
    placed = snapshot.cached(all_placed)
    here = placed.pick(placed.rack == rack_id)
    for low, high in zip(here.low.tolist(), here.high.tolist(), strict=True):
        taken[max(low, 0) : high] = True
    reserved = snapshot["reservation"]
    for row in np.flatnonzero(reserved["rack_id"] == rack_id).tolist():
        low = int(reserved["position"][row])
        taken[low : low + int(reserved["height"][row])] = True
    units = taken[: half_units // 2 * 2].reshape(-1, 2).any(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate([[True], units, [True]]).astype(np.int8)))
    spans = [(int(low) + 1, int(high)) for low, high in edges.reshape(-1, 2)]
    return sorted(spans, key=lambda span: (span[0] - span[1], span[0]))
