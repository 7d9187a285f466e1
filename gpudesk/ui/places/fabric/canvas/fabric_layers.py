"""The layer with the tiers of a network and their devices."""

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.ui.canvas.batch import fill_groups, fill_rects, outline_rects
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.text import ink, ink_on
from gpudesk.ui.places.fabric.canvas.fabric_labels import (
    KeptTexts,
    joined_text,
    pod_title,
    rail_text,
    short_name,
    shortest_name,
    tier_name,
    unit_name,
    unit_text,
)
from gpudesk.ui.places.fabric.canvas.fabric_paints import network_colour
from gpudesk.ui.places.fabric.canvas.fabric_scene import CARD_PX, LEFT_PX, RIGHT_PX, Bundle, FabricScene, Look, Row
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.type_name import tr_type_name

_MOST_TICKS = 16
_CHIP = (18.0, 14.0)


class TierLayer(StillLayer):
    """Paints the devices of the tiers, and their names."""

    def __init__(self, scene: FabricScene) -> None:
        self._scene = scene
        self._texts = KeptTexts()

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the rows in view."""
        diagram = self._scene.diagram
        if diagram is None:
            return
        rows, bundles = self._scene.rows(frame.camera)
        for row in rows:
            if row.level:
                self._groups(painter, frame, row)
            elif row.look == Look.BAR:
                self._bars(painter, frame, row)
            elif row.tier == 0:
                self._nodes(painter, frame, row)
            else:
                self._cards(painter, frame, row)
            self._name(painter, frame, row)
        if rows and rows[0].tier == 0:
            self._units(painter, frame, rows[0])
        self._counts(painter, frame, bundles)

    # one kind of thing each

    def _cards(self, painter: QPainter, frame: Frame, row: Row) -> None:
        diagram, colours = self._scene.diagram, frame.theme
        assert diagram is not None  # noqa: S101 - narrows the type
        devices = diagram.tiers[row.tier]
        numbers = np.arange(row.first, row.last)
        rects = row.rects(numbers)
        fill_rects(painter, rects, colours.surface.panel)
        outline_rects(painter, rects, colours.border.default)
        rail, last_rail = devices.rail[row.first : row.last], devices.last_rail[row.first : row.last]
        own = np.where((row.tier == 1) & (rail == last_rail) & (rail != ABSENT), 1 + rail % len(colours.rail), 0)
        palette = [network_colour(colours, diagram.kind, diagram.network_id), *colours.rail]
        small = (rects[:, 2] < CARD_PX - 20) | (row.look == Look.SMALL)
        edges = rects.copy()
        edges[small, 3] = 3.0
        edges[~small, 2] = 3.0
        fill_groups(painter, edges, own, palette)
        if small.any():
            words = [self._texts.of(diagram, _small_words, row.tier, number) for number in numbers[small].tolist()]
            self._two_lines(
                painter, frame, [label for label, _ in words], [below for _, below in words], rects[small] + [0.0, 1.0, 0.0, 0.0]
            )
        for at in np.flatnonzero(~small).tolist():
            self._card(painter, frame, row, row.first + at, rects[at].tolist(), palette[own[at]])

    def _card(self, painter: QPainter, frame: Frame, row: Row, number: int, rect: list[float], own: QColor) -> None:
        """Text of a card, with the rails of a leaf at its right end."""
        diagram, colours = self._scene.diagram, frame.theme
        assert diagram is not None  # noqa: S101 - narrows the type
        devices, (left, top, wide, high) = diagram.tiers[row.tier], rect
        rail = rail_text(int(devices.rail[number]), int(devices.last_rail[number])) if row.tier == 1 else ""
        chip = 0.0
        if rail:
            chip = max(_CHIP[0], frame.texts.width(rail, ink("micro", strong=True)) + 8)
            box = QRectF(left + wide - chip - 6, top + (high - _CHIP[1]) / 2, chip, _CHIP[1])
            painter.fillRect(box, own)
            frame.texts.draw(painter, rail, ink("micro", strong=True), ink_on(own), box.center().x(), box.center().y(), align=0.5)
            chip += 8
        room = wide - 14 - chip
        frame.texts.draw(painter, diagram.name(row.tier, number), ink("strong"), colours.text.primary, left + 10, top + 12, room=room)
        words = self._texts.of(diagram, joined_text, row.tier, number)
        if row.tier > 1 and wide > 150:
            words = f"{tr_type_name(diagram.type_of(row.tier, number).model)} · {words}"
        # What there is no room for goes from the end: cut in the middle it says nothing.
        while " · " in words and frame.texts.width(words, ink(tabular=True)) > room:
            words = words.rpartition(" · ")[0]
        frame.texts.draw(painter, words, ink(tabular=True), colours.text.secondary, left + 10, top + 26, room=room)

    @staticmethod
    def _two_lines(painter: QPainter, frame: Frame, first: list[str], second: list[str], rects: Reals) -> None:
        """Two short lines in the middle of each rectangle."""
        colours, draw = frame.theme, frame.texts.draw_many
        middle, top = rects[:, 0] + rects[:, 2] / 2, rects[:, 1]
        x, room = middle.tolist(), (rects[:, 2] - 4).tolist()
        draw(painter, first, ink(strong=True), colours.text.primary, x, (top + 12).tolist(), room, 0.5)
        draw(painter, second, ink("micro", tabular=True), colours.text.secondary, x, (top + 26).tolist(), room, 0.5)

    def _nodes(self, painter: QPainter, frame: Frame, row: Row) -> None:
        diagram, colours = self._scene.diagram, frame.theme
        assert diagram is not None  # noqa: S101 - narrows the type
        devices = diagram.tiers[0]
        rects = row.rects(np.arange(row.first, row.last))
        fill_rects(painter, rects, colours.surface.panel)
        outline_rects(painter, rects, colours.border.default)
        names: list[str] = diagram.snapshot["device"]["name"][devices.place[row.first : row.last]].tolist()
        labels = names if row.look == Look.CARD else [short_name(name) for name in names]
        x, y, room = (rects[:, 0] + rects[:, 2] / 2).tolist(), (rects[:, 1] + 23).tolist(), (rects[:, 2] - 2).tolist()
        frame.texts.draw_many(painter, labels, ink(tabular=True), colours.text.primary, x, y, room, 0.5)
        node_rails = [self._texts.of(diagram, _tick_colours, number, len(colours.rail)) for number in range(row.first, row.last)]
        count = np.array([len(rails) for rails in node_rails])
        tick_step = np.minimum((rects[:, 2] - 6) / np.maximum(count, 1), 9.0)
        node = np.repeat(np.arange(len(node_rails)), count)
        if len(node):
            turn = np.arange(len(node)) - np.repeat(np.cumsum(count) - count, count)
            ticks = np.empty((len(node), 4))
            ticks[:, 0] = (rects[:, 0] + (rects[:, 2] - tick_step * count) / 2)[node] + turn * tick_step[node]
            ticks[:, 1], ticks[:, 2], ticks[:, 3] = row.top + 4, np.maximum(tick_step - 1, 1.0)[node], 7.0
            palette = [network_colour(colours, diagram.kind, diagram.network_id), *colours.rail]
            fill_groups(painter, ticks, np.concatenate(node_rails), palette)

    def _bars(self, painter: QPainter, frame: Frame, row: Row) -> None:
        diagram, colours = self._scene.diagram, frame.theme
        assert diagram is not None  # noqa: S101 - narrows the type
        devices = diagram.tiers[row.tier]
        seen = slice(row.first, row.last)
        rects = np.stack(
            [
                row.x[seen] - row.wide[seen] / 2,
                np.full(row.last - row.first, row.top),
                row.wide[seen],
                np.full(row.last - row.first, row.high),
            ],
            axis=1,
        )
        one = devices.rail[seen] == devices.last_rail[seen]
        rail = np.where((devices.rail[seen] == ABSENT) | ~one | (row.tier == 0), 0, 1 + devices.rail[seen] % len(colours.rail))
        base = theme.mix(colours.surface.panel, network_colour(colours, diagram.kind, diagram.network_id), 0.75 if row.tier else 0.45)
        fill_groups(painter, rects, rail, [base, *colours.rail])

    def _groups(self, painter: QPainter, frame: Frame, row: Row) -> None:
        diagram, colours = self._scene.diagram, frame.theme
        assert diagram is not None  # noqa: S101 - narrows the type
        devices = diagram.tiers[row.tier]
        first = devices.group_first if row.level == 1 else devices.pod_first
        shown = row.first + np.flatnonzero(np.diff(first[row.first : row.last + 1]))
        if not len(shown):
            return
        rects = row.rects(shown)
        if row.look == Look.BAR:
            rects[:, 2] = np.maximum(rects[:, 2] - 1, 1)
            fill_rects(painter, rects, theme.mix(colours.surface.panel, network_colour(colours, diagram.kind, diagram.network_id), 0.55))
            return
        fill_rects(painter, rects, colours.surface.raised)
        outline_rects(painter, rects, colours.border.strong)
        counts = [self._texts.of(diagram, _counted, count) for count in (first[shown + 1] - first[shown]).tolist()]
        small = (rects[:, 2] < CARD_PX - 20) | (row.look == Look.SMALL)
        if small.any():
            labels = 1 + (devices.pod[first[shown]] if row.tier == 2 else shown)
            below = [f"×{count}" for count, brief in zip(counts, small.tolist(), strict=True) if brief]
            self._two_lines(painter, frame, [str(label) for label in labels[small].tolist()], below, rects[small])
        for at in np.flatnonzero(~small).tolist():
            number, (left, top, wide, _) = int(shown[at]), rects[at].tolist()
            title = (
                self._texts.of(diagram, unit_name, number)
                if row.level == 1 and row.tier <= 1
                else self._texts.of(diagram, pod_title, number)
                if row.level == 2 and row.tier < 3
                else ""
            )
            words = f"{counts[at]} × {tr_type_name(diagram.type_of(row.tier, int(first[number])).model)}"
            if title:
                frame.texts.draw(painter, title, ink("strong"), colours.text.primary, left + 10, top + 12, room=wide - 16)
                frame.texts.draw(painter, words, ink(tabular=True), colours.text.secondary, left + 10, top + 26, room=wide - 16)
            else:
                frame.texts.draw(painter, words, ink("strong", tabular=True), colours.text.primary, left + 10, top + 18, room=wide - 16)

    def _units(self, painter: QPainter, frame: Frame, row: Row) -> None:
        """The names of units below their nodes."""
        diagram, boxes, camera = self._scene.diagram, self._scene.boxes, frame.camera
        assert diagram is not None  # noqa: S101 - narrows the type
        assert boxes is not None  # noqa: S101 - narrows the type
        named = boxes.unit if diagram.units <= 1 or float(np.median(boxes.unit[:, 1] - boxes.unit[:, 0])) * camera.scale > 40 else boxes.pod
        left, right = camera.x_px(named[:, 0]), camera.x_px(named[:, 1])
        y, letters = row.bottom + 5, ink("strong")
        seen = np.flatnonzero((right > 0) & (left < camera.width)).tolist()
        spans = [(max(float(left[number]), LEFT_PX), min(float(right[number]), camera.width - RIGHT_PX)) for number in seen]
        words = [self._texts.of(diagram, unit_text if named is boxes.unit else pod_title, number) for number in seen]
        short = [
            self._texts.of(diagram, unit_name, number) if named is boxes.unit else text.split(" · ")[0]
            for number, text in zip(seen, words, strict=True)
        ]
        room = [end - begin for begin, end in spans]
        whole = sum(frame.texts.width(text, letters) <= wide for text, wide in zip(words, room, strict=True)) * 2 >= len(seen)
        some = sum(frame.texts.width(text, letters) <= wide for text, wide in zip(short, room, strict=True)) * 2 >= len(seen)
        for number, (begin, end), text, brief in zip(seen, spans, words, short, strict=True):
            if end - begin < 16:
                continue
            painter.fillRect(QRectF(round(begin), y, round(end - begin), 2), frame.theme.border.strong)
            # If most of the units have no room for a text, it is shown for none of them.
            least = shortest_name(brief) if diagram.guests[number] else str(number + 1)
            offered = (text, brief, least)[0 if whole else 1 if some else 2 :]
            shown_name = next(
                (name_choice for name_choice in offered if frame.texts.width(name_choice, letters) <= end - begin), offered[-1]
            )
            frame.texts.draw(painter, shown_name, letters, frame.theme.text.primary, begin, y + 14, room=end - begin)

    def _name(self, painter: QPainter, frame: Frame, row: Row) -> None:
        """The name of a tier upright at the left end."""
        painter.fillRect(QRectF(0, row.top - 8, LEFT_PX - 8, row.high + 16), frame.theme.surface.canvas)
        middle = row.top + row.high / 2
        if frame.exact:
            painter.save()
            painter.translate(20, middle)
            _draw_upright(painter, row.tier, frame.theme.text.tertiary)
            painter.restore()
        else:
            painter.drawPixmap(
                QPointF(12, middle - 45), _upright(tier_name(row.tier), row.tier, frame.theme.text.tertiary.name(), frame.camera.ratio)
            )

    def _counts(self, painter: QPainter, frame: Frame, bundles: list[Bundle]) -> None:
        """Number of links per strand, if few enough are drawn for the figures to fit."""
        diagram = self._scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        for bundle in bundles:
            count = bundle.strands.count[bundle.seen]
            if not 0 < len(count) <= 40 or int(count.max()) < 2:
                continue
            wide = bundle.low_x.max() - bundle.low_x.min() if len(count) > 1 else 100.0
            if len(count) > 1 and wide / len(count) < 22:
                continue
            seen = (bundle.low_x > 0) & (bundle.low_x < frame.camera.width)
            x, letters = bundle.low_x[seen], ink("micro", tabular=True)
            words = [self._texts.of(diagram, _counted, links) for links in count[seen].tolist()]
            half = np.array([frame.texts.width(text, letters) for text in words]) / 2 + 3
            boxes = np.stack([x - half, np.full(len(x), bundle.low.top - 20), 2 * half, np.full(len(x), 14.0)], axis=1)
            fill_rects(painter, boxes, frame.theme.surface.canvas)
            y, room = [bundle.low.top - 13] * len(x), [np.inf] * len(x)
            frame.texts.draw_many(painter, words, letters, frame.theme.text.secondary, x.tolist(), y, room, 0.5)


def _draw_upright(painter: QPainter, tier: int, colour: QColor) -> None:
    """Write the name of a tier upward, centered at the painter's origin."""
    painter.rotate(-90)
    painter.setFont(ink("micro").font)
    painter.setPen(colour)
    painter.drawText(QRectF(-45, -8, 90, 16), Qt.AlignmentFlag.AlignCenter, tier_name(tier))


@lru_cache(maxsize=32)
def _upright(_name: str, tier: int, colour: str, ratio: float) -> QPixmap:
    """The name of a tier drawn upward, 16 × 90 px: rotated text is laid out again on each drawing."""
    picture = QPixmap(round(16 * ratio), round(90 * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.translate(8, 45)
    _draw_upright(painter, tier, QColor(colour))
    painter.end()
    return picture


def _counted(_diagram: FabricDiagram, count: int) -> str:
    return format_number(count)


def _small_words(diagram: FabricDiagram, tier: int, item: int) -> tuple[str, str]:
    """Text of a small card: digits of the name, and rails or links."""
    devices = diagram.tiers[tier]
    rail = rail_text(int(devices.rail[item]), int(devices.last_rail[item])) if tier == 1 else ""
    return short_name(diagram.name(tier, item)), rail or joined_text(diagram, tier, item).split(" · ")[0]


def _tick_colours(diagram: FabricDiagram, node: int, colours: int) -> Ids:
    """The colors of the links of a node: 0 for that of the network, else 1 and the number of the rail among the colors."""
    rail = diagram.rail[diagram.links_up(0, node)[:_MOST_TICKS]]
    return np.where(rail == ABSENT, 0, 1 + rail % colours)
