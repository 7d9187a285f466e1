"""Dragged objects and their target: the drawing itself at 86 %, its target, and the reason if it does not fit there."""

from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRect, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter

from gpudesk.core.hardware.hardware import Face, Mount, Side
from gpudesk.derived.racks.device_placement import span_name, unit_name
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.faces.cache import FaceCache
from gpudesk.ui.canvas.faces.face import edge_colour
from gpudesk.ui.canvas.faces.hardware_palette import block_colour, skin
from gpudesk.ui.canvas.frames_and_labels import frame_rect, label, px_rect
from gpudesk.ui.canvas.hatch import dashed_rect, hatch
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import PORTS_PX, unit_px
from gpudesk.ui.canvas.placement_hint import BubbleText, bubble_size, paint_bubble, place_bubble
from gpudesk.ui.canvas.refs import Candidate
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.racks.canvas.device_layer import foot_px, letter_px, paint_feet
from gpudesk.ui.places.layout.racks.canvas.trial import Carried, Target, Trial
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.translate import tr_message

GHOST = 0.86
_SHADOW_PX = 10
_BRACKET_PX = 16.0
_ALLOWED_LINE = 1.5


@dataclass
class CarryPicture:
    """Everything drawn at one moment in px of the view; `fits` contains, for each target, whether it is permitted."""

    ghosts: list[tuple[Carried, QRectF]] = field(default_factory=list)
    targets: list[QRectF] = field(default_factory=list)
    fits: list[bool] = field(default_factory=list)
    near: list[QRectF] = field(default_factory=list)
    allowed: bool = False
    place: str = ""
    bracket: QRectF | None = None
    height: str = ""
    bubble: QRectF | None = None
    text: BubbleText | None = None

    def extent(self) -> QRect:
        """All pixels that it touches."""
        margin = _SHADOW_PX + 6
        whole = QRectF()
        for rect in [*self.targets, *self.near, *(rect for _, rect in self.ghosts), self.bracket, self.bubble]:
            if rect is not None:
                whole = whole.united(rect)
        # The name of the place is above its target and may be wider.
        for rect in self.targets:
            whole = whole.united(QRectF(rect.left(), rect.top() - 24, max(rect.width(), 200.0), 24))
        return whole.adjusted(-margin, -margin, margin, margin).toAlignedRect()


class CarryLayer(StillLayer):
    """Paints a trial.

    Attributes:
        picture: what to paint, None while nothing is carried.
    """

    def __init__(self, faces: FaceCache) -> None:
        self._faces = faces
        self.picture: CarryPicture | None = None

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint targets, then dragged objects, then the bubble."""
        picture = self.picture
        if picture is None:
            return
        colours = frame.theme
        for rect in picture.near:
            dashed_rect(painter, rect, colours.accent, 1.0)
        for rect, fits in zip(picture.targets, picture.fits, strict=True):
            self._target(painter, frame, rect, fits)
        if picture.bracket is not None:
            self._bracket(painter, frame, picture.bracket, picture)
        for carried, rect in picture.ghosts:
            self._ghost(painter, frame, carried, rect, picture)
        if picture.allowed and picture.place and picture.targets:
            label(painter, frame, picture.targets[0], picture.place)
        if picture.bubble is not None and picture.text is not None:
            around = picture.targets[0] if picture.bracket is None else picture.targets[0].united(picture.bracket)
            paint_bubble(painter, picture.bubble, around, picture.text, colours)

    def _target(self, painter: QPainter, frame: Frame, rect: QRectF, allowed: bool) -> None:
        colours = frame.theme
        if allowed:
            fill = QColor(colours.accent)
            fill.setAlphaF(0.16)
            painter.fillRect(rect, fill)
            frame_rect(painter, rect, colours.accent, _ALLOWED_LINE)
            return
        red = colours.severity["error"]
        ground = QColor(red.surface)
        ground.setAlphaF(0.72)
        painter.fillRect(rect, ground)
        hatch(painter, rect, red.colour, frame)
        dashed_rect(painter, rect, red.colour, 1.5)

    def _bracket(self, painter: QPainter, frame: Frame, rect: QRectF, picture: CarryPicture) -> None:
        """A bar next to the target with its height, between two arms."""
        red = frame.theme.severity["error"].colour
        target = picture.targets[0]
        painter.fillRect(rect, red)
        low, high = (target.right(), rect.left()) if rect.left() > target.left() else (rect.right(), target.left())
        for y in (rect.top(), rect.bottom() - 1):
            painter.fillRect(QRectF(low, y, max(high - low, 0.0), 1.0), red)
        letters = ink("micro", strong=True)
        if rect.height() >= 11:
            frame.texts.draw(painter, picture.height, letters, frame.theme.surface.canvas, rect.center().x(), rect.center().y(), align=0.5)

    def _ghost(self, painter: QPainter, frame: Frame, carried: Carried, rect: QRectF, picture: CarryPicture) -> None:
        colours = frame.theme
        shadow = QColor(0, 0, 0, 14 if colours.is_dark else 9)
        for grow in range(_SHADOW_PX, 0, -2):
            painter.fillRect(rect.adjusted(-grow / 2, grow / 4, grow / 2, grow), shadow)
        high, ratio, metal = unit_px(frame), frame.camera.ratio, skin(colours)
        painter.setOpacity(GHOST)
        if high < PORTS_PX:
            painter.fillRect(rect, block_colour(carried.kind))
        else:
            foot = 0.0 if carried.kind.mount is Mount.ZERO_U else foot_px(rect.width(), rect.height(), high)
            self._faces.begin(1.0)
            self._faces.paint(painter, rect.adjusted(0, 0, 0, -foot), carried.kind, carried.shows, metal, high, ratio)
            if foot:
                plate = QRectF(rect.left(), rect.bottom() - foot, rect.width(), foot)
                paint_feet(painter, np.array([plate.getRect()]), edge_colour(carried.kind, carried.shows, metal), metal)
                letters = ink("micro", strong=True, px=letter_px(high))
                frame.texts.draw(painter, carried.name, letters, metal.ink, rect.left() + 4, plate.center().y(), room=rect.width() - 10)
        painter.setOpacity(1.0)
        edge = colours.severity["error"].colour if picture.targets and not picture.allowed else colours.accent
        frame_rect(painter, rect, edge, 1.5)


def picture_of(
    trial: Trial,
    target: Target | None,
    pointer: QPointF | None,
    grip_mm: tuple[float, float],
    camera: Camera,
    elsewhere: tuple[Candidate, ...],
) -> CarryPicture:
    """The picture of a trial.

    Args:
        pointer: pointer position of the leader, in px; without it the ghost is drawn in its target.
        elsewhere: suitable positions in other racks.
    """
    picture = CarryPicture()
    if target is not None:
        _add_target(picture, trial, target, camera, elsewhere)
    if pointer is not None:
        x_mm, y_mm = camera.at(pointer.x(), pointer.y())
        for carried_object in trial.carried:
            x, y = x_mm - grip_mm[0] + carried_object.shift_mm[0], y_mm - grip_mm[1] + carried_object.shift_mm[1]
            picture.ghosts.append((carried_object, px_rect(camera, (x, y, carried_object.size_mm[0], carried_object.size_mm[1]))))
    elif picture.targets:
        picture.ghosts = list(zip(trial.carried, picture.targets, strict=False))
    _add_bubble(picture, trial, target, camera, elsewhere)
    return picture


def _add_target(picture: CarryPicture, trial: Trial, target: Target, camera: Camera, elsewhere: tuple[Candidate, ...]) -> None:
    kinds = {carried_object.device_id: carried_object.kind for carried_object in trial.carried}
    picture.allowed = target.allowed
    for candidate, verdict in zip(target.candidates, target.verdicts, strict=False):
        rect = trial.rect_of(candidate, kinds[candidate.device_id], target)
        if rect is not None:
            picture.targets.append(px_rect(camera, rect))
            picture.fits.append(verdict.allowed and target.complete)
    if not picture.targets:
        return
    picture.place = place_name(trial, target.candidates[0])
    if target.allowed:
        return
    units = trial.half_units(target.elevation) / 2
    picture.height = format_quantity(units, "U") if trial.leader.kind.mount is not Mount.ZERO_U else "0U"
    numbers = camera.x_px(float(trial.scene.layout.numbers_x[trial.scene.layout.face_rack[target.elevation]]))
    first = picture.targets[0]
    picture.bracket = QRectF(round(numbers - _BRACKET_PX / 2), first.top(), _BRACKET_PX, first.height())
    if target.verdicts and len(trial.carried) == 1:
        for position in target.verdicts[0].nearest:
            spot = target.candidates[0].spot
            near = Candidate(target.candidates[0].type_key, type(spot)(spot.rack_id, position, spot.face, spot.side))
            rect = trial.rect_of(near, trial.leader.kind, target)
            if rect is not None:
                picture.near.append(px_rect(camera, rect))
    for candidate in elsewhere:
        rect = trial.rect_of(candidate, trial.leader.kind, target)
        if rect is not None:
            picture.near.append(px_rect(camera, rect))


def _add_bubble(picture: CarryPicture, trial: Trial, target: Target | None, camera: Camera, elsewhere: tuple[Candidate, ...]) -> None:
    if target is None or target.allowed or not picture.targets:
        return
    why = list(dict.fromkeys(tr_message(blocker) for verdict in target.verdicts for blocker in verdict.blockers))[:3]
    if not target.complete:
        why.append(QCoreApplication.translate("RackCanvas", "Some devices would be outside a rack."))
    title = QCoreApplication.translate("RackCanvas", "Does not fit at {place}").format(place=picture.place)
    picture.text = BubbleText(title, tuple(why), _fix(trial, target, elsewhere))
    view = QRectF(QPointF(), QSizeF(camera.width, camera.height))
    around = picture.targets[0] if picture.bracket is None else picture.targets[0].united(picture.bracket)
    picture.bubble = place_bubble(bubble_size(picture.text), around, [rect for _, rect in picture.ghosts] + picture.near, view)


def _fix(trial: Trial, target: Target, elsewhere: tuple[Candidate, ...]) -> str:
    if len(trial.carried) > 1 or not target.verdicts or trial.leader.kind.mount is not Mount.UNITS:
        return ""
    near = target.verdicts[0].nearest
    if near:
        words = ", ".join(unit_name(position) for position in near)
        return QCoreApplication.translate("RackCanvas", "Nearest in this rack: {units}.").format(units=words)
    if elsewhere:
        words = ", ".join(place_name(trial, candidate) for candidate in elsewhere)
        return QCoreApplication.translate("RackCanvas", "No space for it in this rack. Nearest: {places}.").format(places=words)
    return QCoreApplication.translate("RackCanvas", "No space for it in this rack.")


def place_name(trial: Trial, candidate: Candidate) -> str:
    """The name of a spot: rack and units, with the face if it is not the front, and the side if it has one."""
    scene, spot = trial.scene, candidate.spot
    rack = "" if scene.snapshot is None else str(scene.snapshot["rack"]["name"][scene.snapshot["rack"].position(spot.rack_id)])
    kind = trial.leader.kind
    parts = [rack]
    if kind.mount is Mount.UNITS:
        parts.append(span_name(spot.position, spot.position + max(1, kind.height_half_units)))
        if spot.position % 2:
            parts[-1] = unit_name(spot.position)
    if spot.face is Face.REAR:
        parts.append(QCoreApplication.translate("RackCanvas", "rear"))
    if spot.side is not None:
        left, right = QCoreApplication.translate("RackCanvas", "left"), QCoreApplication.translate("RackCanvas", "right")
        parts.append(left if spot.side == Side.LEFT else right)
    return " ".join(parts)
