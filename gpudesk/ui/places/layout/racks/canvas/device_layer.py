"""Devices in their racks: blocks from afar, faces close up, with names, paint and marks of findings."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.racks.nesting import bay_shares
from gpudesk.ui.canvas.batch import fill_groups, fill_rects
from gpudesk.ui.canvas.faces.cache import FaceCache
from gpudesk.ui.canvas.faces.face import edge_colour
from gpudesk.ui.canvas.faces.hardware_palette import Skin, skin
from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.canvas.level_of_detail import BLOCK_PX, PORTS_PX, TINY_PX, overlapping, unit_px
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.racks.canvas.elevation import Entries
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_quantity, unit_system
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity


class PlateFacts:
    """Text at the right end of name plates, created once for each type, face, language and unit system."""

    def __init__(self) -> None:
        # The type is kept with its texts, so that its identity stays its own.
        self._made: dict[tuple[int, Face, str, str], tuple[HardwareType, tuple[str, str]]] = {}

    def get(self, kind: HardwareType, face: Face) -> tuple[str, str]:
        """The facts of a face in full and in short."""
        key = (id(kind), face, language(), unit_system())
        kind_and_facts = self._made.get(key)
        if kind_and_facts is None:
            kind_and_facts = self._made[key] = (kind, plate_facts(kind, face))
        return kind_and_facts[1]


def plate_facts(kind: HardwareType, face: Face) -> tuple[str, str]:
    """Text at the right end of the plate, long and short: height and power at the front, power supplies at the rear."""
    if face is Face.FRONT:
        height = format_quantity(kind.height_half_units / 2, "U") if kind.height_half_units else ""
        power = kind.number("power_max_w")
        power_text = "" if power is None else format_quantity(power, "W")
        return (f"{height} {power_text}".strip(), height)
    rule = kind.supplies
    if rule is None:
        return ("", "")
    text = QCoreApplication.translate("RackCanvas", "{count} PSU").format(count=rule.total).replace(" ", THIN_SPACE)
    spare = rule.total - rule.needed
    return (f"{text} · {rule.needed}+{spare}" if spare > 0 else text, text)


Reals = NDArray[np.float64]

_STRIP_MM = 10.0
_FAINT = 0.28
_FACES = (Face.FRONT, Face.REAR)
LEGIBLE = 4.5
_FILM = 0.84
NAME_ROOM_PX = 96.0
"""The room that a name takes at least over a face, if the device is that wide."""


class DeviceLayer:
    """Everything in the racks.

    Attributes:
        faces: drawn faces, cached for the next frame.
        pending: whether some faces are drawn coarsely until a frame has time for them.
    """

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene
        self.faces = FaceCache()
        self._facts = PlateFacts()
        self._bare: tuple[Entries, Mask] | None = None
        self._runs: tuple[Entries, Ids, Reals, Ids] | None = None
        self.pending = False

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the devices in view."""
        self.pending = False
        layout = self._scene.layout
        if unit_px(frame) < TINY_PX:
            self._far(painter, frame)
            return
        seen = np.flatnonzero(overlapping(layout.entries.rects, frame.seen))
        if not len(seen):
            return
        high = unit_px(frame)
        rects = frame.camera.rects(layout.entries.rects[seen])
        if high >= BLOCK_PX:
            # A line of the rack shows between devices.
            rects[:, 3] -= 1.0 / frame.camera.ratio if high < PORTS_PX else max(1.0, np.floor(frame.camera.ratio)) / frame.camera.ratio
        rects[:, 2:] = np.maximum(rects[:, 2:], 1.0 / frame.camera.ratio)
        group, colours = self._colours(frame, seen)
        if high < PORTS_PX:
            inner = rects
            if high >= BLOCK_PX:
                fill_rects(painter, rects, skin(frame.theme).outline)
                line = 1.0 / frame.camera.ratio
                inner = np.stack([rects[:, 0] + line, rects[:, 1] + line, rects[:, 2] - 2 * line, rects[:, 3] - 2 * line], axis=1)
            fill_groups(painter, inner, group, colours)
        else:
            self._faces(painter, frame, seen, rects, high)
            if self._scene.paint is not None:
                self._paint_over(painter, frame, seen, rects, group, colours)
        if high >= PORTS_PX:
            self._plates(painter, frame, seen, rects, high)
        elif high >= BLOCK_PX:
            self._block_names(painter, frame, seen, rects, group, colours)
        self._patterns(painter, seen, rects)
        self._marks(painter, frame, seen)

    # blocks and faces

    def _patterns(self, painter: QPainter, seen: Ids, rects: Reals) -> None:
        """Patterns that the paint shows in addition to colors."""
        paint = self._scene.paint
        if paint is None or all(entry.pattern == Qt.BrushStyle.NoBrush for entry in paint.legend):
            return
        step = paint.step[self._scene.layout.entries.device[seen]]
        for number, entry in enumerate(paint.legend):
            if entry.pattern != Qt.BrushStyle.NoBrush:
                fill_rects(painter, rects[step == number], QBrush(QColor(255, 255, 255, 130), entry.pattern))

    def _far(self, painter: QPainter, frame: Frame) -> None:
        """At very small scale, stacked devices of one color are drawn as one block."""
        entries = self._scene.layout.entries
        group, colours = self._colours(frame, np.arange(len(entries.face)))
        if self._runs is None or self._runs[0] is not entries or not np.array_equal(self._runs[1], group):
            self._runs = (entries, group, *entries.runs(group))
        _, _, blocks, block_group = self._runs
        seen = overlapping(blocks, frame.seen)
        rects = frame.camera.rects(blocks[seen])
        rects[:, 2:] = np.maximum(rects[:, 2:], 1.0 / frame.camera.ratio)
        fill_groups(painter, rects, block_group[seen], colours)
        self._marks(painter, frame, np.arange(len(entries.face)) if self._scene.marks else np.empty(0, np.int64))

    def _colours(self, frame: Frame, seen: Ids) -> tuple[Ids, list[QColor]]:
        """The color of each of `seen` as a place in a list; a dimmed device has the second half of it."""
        paint, scene = self._scene.paint, self._scene
        devices = scene.layout.entries.device[seen]
        if paint is None:
            places, colours = scene.blocks()
            group = places[devices]
        else:
            group = paint.step[devices]
            colours = [entry.colour for entry in paint.legend]
            colours = [*colours, frame.theme.border.default]
            group = np.where(group == ABSENT, len(colours) - 1, group)
        if scene.dimmed is not None and scene.dimmed.any():
            ground = frame.theme.surface.sunken
            group = group + len(colours) * scene.dimmed[devices]
            colours = colours + [theme.mix(colour, ground, 1 - _FAINT) for colour in colours]
        return group, colours

    def _faces(self, painter: QPainter, frame: Frame, seen: Ids, rects: Reals, high: float) -> None:
        entries, scene = self._scene.layout.entries, self._scene
        metal, ratio = skin(frame.theme), frame.camera.ratio
        self.faces.begin(frame.drawing_s, sharpen=frame.sharpen)
        dimmed = scene.dimmed
        shows, types = entries.shows[seen].tolist(), entries.type_id[seen].tolist()
        faints = [False] * len(seen) if dimmed is None else dimmed[entries.device[seen]].tolist()
        talls = (entries.rects[seen, 3] * frame.camera.scale).tolist()
        drawn = zip(rects.tolist(), talls, self._footless()[seen].tolist(), shows, types, faints, strict=True)
        feet: dict[int, list[tuple[float, float, float, float]]] = {}
        edges: dict[tuple[int, int, bool], int] = {}
        # Most devices of a frame are alike, to the pixel.
        alike: dict[tuple[int, int, float, float], QImage] = {}
        for (x, y, w, h), tall, footless, shown, type_id, faint in drawn:
            foot = 0.0 if footless else foot_px(w, tall, high)
            picture = alike.get((type_id, shown, w, h - foot))
            if picture is not None and not faint:
                painter.drawImage(QPointF(x, y), picture)
            else:
                if faint:
                    painter.setOpacity(_FAINT)
                kind, face, rect = scene.kind(type_id), _FACES[shown], QRectF(x, y, w, h - foot)
                exact = self.faces.paint(painter, rect, kind, face, metal, high, ratio, exact=frame.exact)
                if exact is not None:
                    alike[type_id, shown, w, h - foot] = exact
                if faint:
                    painter.setOpacity(1.0)
            if foot:
                key = (type_id, shown, faint)
                edge = edges.get(key)
                if edge is None:
                    colour = metal.outline if faint else edge_colour(scene.kind(type_id), _FACES[shown], metal)
                    edge = edges[key] = colour.rgba()
                feet.setdefault(edge, []).append((x, y + h - foot, w, foot))
        for rgba, plates in feet.items():
            paint_feet(painter, np.array(plates), QColor.fromRgba(rgba), metal)
        self.pending = self.faces.pending and not frame.exact

    def _footless(self) -> Mask:
        """Drawings without room for a name plate at the bottom: devices next to the units, and faces with bays."""
        entries, scene = self._scene.layout.entries, self._scene
        if self._bare is None or self._bare[0] is not entries:
            codes, of_code = np.unique(entries.type_id * len(_FACES) + entries.shows, return_inverse=True)
            types, faces = np.divmod(codes, len(_FACES))
            pairs = zip(types.tolist(), faces.tolist(), strict=True)
            bays = np.array([bool(bay_shares(scene.kind(type_id), _FACES[face])) for type_id, face in pairs], bool)
            self._bare = (entries, entries.beside | bays[of_code])
        return self._bare[1]

    def _paint_over(self, painter: QPainter, frame: Frame, seen: Ids, rects: Reals, group: Ids, colours: list[QColor]) -> None:
        """The color of the paint mode on faces: a strip at the left edge, or a film over all of it."""
        paint = self._scene.paint
        if paint is None:
            return
        if paint.strips:
            strips = rects.copy()
            strips[:, 2] = np.minimum(max(3.0, round(_STRIP_MM * frame.camera.scale)), rects[:, 2])
            fill_groups(painter, strips, group, colours)
            return
        films = [QColor(colour) for colour in colours]
        for film in films:
            film.setAlphaF(_FILM)
        # Name plates stay dark, so that their words stay legible.
        faces = rects.copy()
        tall = self._scene.layout.entries.rects[seen, 3] * frame.camera.scale
        footless = self._footless()[seen].tolist()
        feet = [0.0 if bare else foot_px(w, h, unit_px(frame)) for w, h, bare in zip(rects[:, 2], tall, footless, strict=True)]
        faces[:, 3] -= np.array(feet)
        fill_groups(painter, faces, group, films)

    # words and marks

    def _block_names(self, painter: QPainter, frame: Frame, seen: Ids, rects: Reals, group: Ids, colours: list[QColor]) -> None:
        """Names in blocks that are high enough for a line, dark on light colors and light on dark ones."""
        entries = self._scene.layout.entries
        shown = np.flatnonzero((rects[:, 3] >= 11) & (rects[:, 2] >= 34) & ~entries.beside[seen])
        if self._scene.snapshot is None or not len(shown):
            return
        names = self._scene.snapshot["device"]["name"]
        letters, metal = ink("micro", strong=True), skin(frame.theme)
        light = np.array([theme.contrast_ratio(colour, metal.ink) < LEGIBLE for colour in colours], bool)[group[shown]]
        for colour, which in ((metal.ink, shown[~light]), (metal.well, shown[light])):
            boxes = rects[which]
            x, y, room = boxes[:, 0] + 4, boxes[:, 1] + boxes[:, 3] / 2, boxes[:, 2] - 8
            words = names[entries.device[seen[which]]].tolist()
            frame.texts.draw_many(painter, words, letters, colour, x.tolist(), y.tolist(), room.tolist())

    def _plates(self, painter: QPainter, frame: Frame, seen: Ids, rects: Reals, high: float) -> None:
        """Name plates: across the bottom of a tall device, next to or over the ports of a low one."""
        scene = self._scene
        if scene.snapshot is None:
            return
        entries, metal, texts = scene.layout.entries, skin(frame.theme), frame.texts
        size = letter_px(high)
        letters, quiet = ink("micro", strong=True, px=size), ink("caption", tabular=True, px=size)
        line = float(size + 4)
        strip = 0.0 if scene.paint is None or not scene.paint.strips else max(3.0, round(_STRIP_MM * frame.camera.scale))
        shown = np.flatnonzero((rects[:, 3] >= size - 1) & (rects[:, 2] >= 34) & ~entries.beside[seen])
        footless = self._footless()[seen]
        # Where bays are filled, the plates of what sits there speak.
        devices = scene.snapshot["device"]
        holders = np.isin(devices.ids[entries.device[seen]], devices["parent_id"]) if entries.nested.any() else np.zeros(len(seen), bool)
        shown = shown[~(footless & holders)[shown]]
        which = seen[shown]
        names = devices["name"][entries.device[which]].tolist()
        # The exact height decides, so that equal devices look alike whatever their edges are rounded to.
        talls = (entries.rects[which, 3] * frame.camera.scale).tolist()
        plates: list[tuple[float, float, float, float]] = []
        places: list[tuple[float, float, float]] = []
        facts: list[tuple[str, float, float]] = []
        bare = footless[shown].tolist()
        drawn = zip(rects[shown].tolist(), names, talls, bare, entries.type_id[which].tolist(), entries.shows[which].tolist(), strict=True)
        for (x, y, w, h), name, tall, without_foot, type_id, shows in drawn:
            left = x + 4 + strip
            foot = 0.0 if without_foot else foot_px(w, tall, high)
            if not foot:
                room = min(w - 8 - strip, max(0.46 * w, NAME_ROOM_PX))
                plate = min(line, h - 2)
                middle = y + h - 1 - plate / 2 if tall > 1.6 * line else y + h / 2
                plates.append((left - 3, middle - plate / 2, min(texts.width(name, letters), room) + 6, plate))
                places.append((left, middle, room))
                continue
            middle = y + h - foot / 2
            places.append((left, middle, w - 9 - strip))
            free = w - texts.width(name, letters) - strip - 14
            fitting = (text for text in self._facts.get(scene.kind(type_id), _FACES[shows]) if text and texts.width(text, quiet) <= free)
            text = next(fitting, None)
            if text is not None:
                facts.append((text, x + w - 5 - texts.width(text, quiet), middle))
        fill_rects(painter, np.array(plates).reshape(-1, 4), metal.plate)
        for words, font, colour, spots in (
            (names, letters, metal.ink, places),
            ([fact[0] for fact in facts], quiet, metal.quiet_ink, [(x, y, 1e9) for _, x, y in facts]),
        ):
            if spots:
                xs, ys, rooms = zip(*spots, strict=True)
                texts.draw_many(painter, words, font, colour, xs, ys, rooms)

    def _marks(self, painter: QPainter, frame: Frame, seen: Ids) -> None:
        """Severities of findings: their shape if there is room, otherwise a corner in their color."""
        ids, severities = self._scene.marked_devices()
        if not len(ids) or not len(seen) or self._scene.snapshot is None:
            return
        entries = self._scene.layout.entries
        drawn = self._scene.snapshot["device"].ids[entries.device[seen]]
        at = np.minimum(np.searchsorted(ids, drawn), len(ids) - 1)
        hits = np.flatnonzero(ids[at] == drawn)
        hits = hits[overlapping(entries.rects[seen[hits]], frame.seen)]
        rects = frame.camera.rects(entries.rects[seen[hits]])
        high = unit_px(frame)
        if high < PORTS_PX:
            side = max(2.0, min(high, 6.0))
            rects[:, 0] += rects[:, 2] - side
            rects[:, 2] = side
            rects[:, 3] = np.clip(rects[:, 3], 2.0, side)
            names = sorted(set(severities))
            group = np.array([names.index(severities[int(at[hit])]) for hit in hits], np.int64)
            fill_groups(painter, rects, group, [frame.theme.severity[name].colour for name in names])
            return
        for hit, (x, y, w, h) in zip(hits.tolist(), rects.tolist(), strict=True):
            side = min(14.0, h - 1)
            box = QRectF(x + w - side - 3, y + max(0.0, min(3.0, (h - side) / 2)), side, side)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(frame.theme.surface.canvas)
            painter.drawEllipse(box.adjusted(-1, -1, 1, 1))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            paint_severity(painter, box, severities[int(at[hit])])


def letter_px(high: float) -> int:
    """The height of letters on devices whose unit is `high` px."""
    return 10 if high < 17 else (11 if high < 34 else 13)


def foot_px(width: float, height: float, high: float) -> float:
    """The height of the name plate at the foot of a device of that size in px, 0 for one too low or narrow to have one.

    The face takes the rest.
    """
    foot = float(letter_px(high) + 4)
    return foot if high >= PORTS_PX and height >= 2.2 * foot and width >= 60 else 0.0


def paint_feet(painter: QPainter, rects: Reals, edge: QColor, metal: Skin) -> None:
    """The grounds of name plates, with the outline of their devices around them, shape (n, 4)."""
    fill_rects(painter, rects, edge)
    fill_rects(painter, rects + np.array([1.0, 0.0, -2.0, -1.0]), metal.plate)
