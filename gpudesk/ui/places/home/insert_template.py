"""Insert a template into the open project: the template, its parameters, and its position; collisions are shown immediately."""

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gpudesk.catalog.plan_types import types_of
from gpudesk.catalog.templates import load_template
from gpudesk.core.floor.floor import TILE_MM
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.derived.floor.floor_trial import FloorTrial
from gpudesk.derived.templates.template_place import free_place, plan_tried
from gpudesk.operations.plan.plan_to_project import insert_plan
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.home.insert_picture import InsertPicture, Room
from gpudesk.ui.places.home.template_choice import Preview, TemplateChoice
from gpudesk.ui.places.home.template_list import TemplateList
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("InsertTemplateDialog")

NEW_HALL = None


@dataclass(frozen=True, slots=True)
class _Tried:
    """A plan tested in a hall, with a free position for it."""

    preview: Preview
    trial: FloorTrial | None
    free: tuple[int, int] | None


class InsertTemplateDialog(DeskDialog):
    """The templates on the left, the content and position of the chosen one on the right."""

    def __init__(self, session: Session, parent: QWidget | None = None, *, hall_id: int | None = None, template: str = "") -> None:
        super().__init__(parent)
        self._project = session
        self._tried: _Tried | None = None
        self._move = (0, 0)
        self.set_heading(
            tr("Insert a template"), tr("It is added to this project in one step; numbering continues from the existing names.")
        )
        self.let_body_fill()
        self.templates = TemplateList(session, tr("Template"), self)
        self.choice = TemplateChoice(self)
        self.where = QComboBox(self)
        self.where.setAccessibleName(tr("Location"))
        halls = session.snapshot["hall"]
        for row_id, name in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True):
            self.where.addItem(tr("Into {hall}").format(hall=name), row_id)
        self.where.addItem(tr("As a new hall"), NEW_HALL)
        if hall_id is not None:
            self.where.setCurrentIndex(max(0, self.where.findData(hall_id)))
        self.free = QPushButton(tr("Find a free space"), self)
        self.free.setAutoDefault(False)
        self.free.setAccessibleName(self.free.text())
        self.picture = InsertPicture(self)
        self.said = Label("", self, wrap=True)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.where, 1)
        row.addWidget(self.free)
        right = QVBoxLayout()
        right.setContentsMargins(MARGIN, 4, MARGIN, 8)
        right.setSpacing(6)
        right.addLayout(row)
        right.addWidget(self.picture, 1)
        right.addWidget(self.said)
        columns = QVBoxLayout()
        columns.setSpacing(0)
        columns.addWidget(self.choice, 5)
        columns.addLayout(right, 5)
        split = QHBoxLayout()
        split.setContentsMargins(0, 0, 0, 0)
        split.setSpacing(0)
        split.addWidget(self.templates, 4)
        split.addLayout(columns, 7)
        self.body.addLayout(split, 1)
        self.add_buttons(tr("Insert"), self.insert)
        self.choice.picture.hide()
        self.templates.chosen.connect(self._show_template)
        self.templates.activated.connect(self.insert)
        self.choice.changed.connect(self._look)
        self.where.currentIndexChanged.connect(lambda _: self._look())
        self.free.clicked.connect(self._to_free)
        self.picture.placed.connect(self._put)
        self.picture.stepped.connect(self._step)
        self.resize(980, 720)
        self._show_template()
        self.templates.read(template)

    @property
    def hall_id(self) -> int | None:
        """The target hall; None for new halls."""
        chosen_id = self.where.currentData()
        return None if chosen_id is None else int(chosen_id)

    def insert(self) -> None:
        """Build it."""
        tried = self._tried
        if tried is None or self.main is None or not self.main.isEnabled():
            return
        session = self._project

        def done(standings: list[Standing]) -> None:
            session.select([ObjectRef(*standing) for standing in standings])
            self.accept()

        info = self.templates.info()
        plan = replace(tried.preview.plan, name=tried.preview.plan.name or (info.title if info is not None else ""))
        self.do(session, insert_plan, plan, self.hall_id, *self._move, done=done)

    def _show_template(self) -> None:
        self.choice.show_template(self.templates.info())
        self.choice.picture.hide()
        self._look()

    def _look(self) -> None:
        """Make the plan on a reading thread and try it in the hall, unless something else was chosen meanwhile."""
        chosen, values, hall_id = self.templates.template(), self.choice.values(), self.hall_id
        self._tried = None
        self.set_verb(tr("Insert"), enabled=False)
        if not chosen:
            self.choice.show_plan(None)
            return
        snapshot = self._project.snapshot

        def done(tried: _Tried) -> None:
            if (chosen, values, hall_id) != (self.templates.template(), self.choice.values(), self.hall_id):
                return
            self._tried = tried
            self.choice.show_plan(tried.preview)
            self.choice.picture.setVisible(hall_id is None)
            self._move = tried.free or (0, 0)
            self._judge()

        self.read(self._project, lambda: _try(snapshot, chosen, values, hall_id), done)

    def _judge(self) -> None:
        """Draw the hall and show the collisions of the template at its position."""
        tried = self._tried
        inside = tried is not None and tried.trial is not None
        self.picture.setVisible(inside)
        self.free.setEnabled(tried is not None and tried.free is not None)
        if tried is None:
            return
        if tried.trial is None:
            several = self.hall_id is not None
            self.said.setText(tr("The template has several halls; they are added as new halls.") if several else "")
            self.set_verb(tr("Insert"), enabled=not several)
            return
        trial = tried.trial
        positions = trial.stands.shifted(*self._move)
        verdict = trial.judge(positions)
        known, shapes = trial.placed(positions)
        refused = set(verdict.refused)
        boxes = np.hstack(shapes.bounds())
        wrong = frozenset(place for place, number in enumerate(known.tolist()) if number in refused)
        self.picture.set_room(Room(float(trial.size_mm[0]), float(trial.size_mm[1]), np.hstack(trial.others.shapes.bounds()), boxes, wrong))
        if verdict.allowed:
            text = tr("This space is free.")
        else:
            text = " ".join(tr_message(reason) for reason in verdict.reasons)
            if tried.free is None:
                text += " " + tr("There is no free space for it in this hall; choose another, or a new hall.")
        self.said.setText(text)
        self.picture.setAccessibleDescription(text)
        self.set_verb(tr("Insert"), enabled=verdict.allowed)

    def _to_free(self) -> None:
        if self._tried is not None and self._tried.free is not None:
            self._move = self._tried.free
            self._judge()

    def _put(self, x_mm: float, y_mm: float) -> None:
        """Move the middle of it to a point, to the joints of tiles."""
        trial = None if self._tried is None else self._tried.trial
        if trial is None or not len(trial.stands):
            return
        low, high = trial.shapes.bounds()
        corner, middle = low.min(axis=0), (low.min(axis=0) + high.max(axis=0)) / 2
        corner_mm = np.round((np.array([x_mm, y_mm]) - middle + corner) / TILE_MM) * TILE_MM
        self._move = (round(float(corner_mm[0] - corner[0])), round(float(corner_mm[1] - corner[1])))
        self._judge()

    def _step(self, dx_mm: int, dy_mm: int) -> None:
        self._move = (self._move[0] + dx_mm, self._move[1] + dy_mm)
        self._judge()


def _try(snapshot: Snapshot, name: str, values: dict[str, object], hall_id: int | None) -> _Tried:
    preview = Preview.of(load_template(name, values))
    if hall_id is None or len(preview.plan.halls) > 1:
        return _Tried(preview, None, None)
    tried = plan_tried(preview.plan, types_of(preview.plan))
    trial = FloorTrial(snapshot.__getitem__, snapshot.types, tried, hall_id, fresh=True)
    return _Tried(preview, trial, free_place(trial))
