"""The fiber path of a link, panel to panel: its sections above, below them each strand from transmitter to receiver."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.core.hardware.polarity import POSITIONS, Strands, listening, sending
from gpudesk.derived.cabling.link_pieces import LinkPath
from gpudesk.ui.panels.inspector.port_states import shorter_names
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("FibrePicture")

_TOP, _STRANDS, _MARGIN = 66, 96, 10
_BOX_WIDE, _BOX_HIGH, _PANEL_WIDE = 38.0, 22.0, 12.0


@dataclass(frozen=True, slots=True)
class Strand:
    """One strand: its position after each section from the left, None from where it ends; whether the left end transmits on it."""

    places: tuple[int | None, ...]
    sent: bool
    right: bool


class FibrePicture(QWidget):
    """Ends, cables and panels of a link. Strands are drawn for parallel and duplex optics; copper has none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path: LinkPath | None = None
        self._strands: tuple[Strand, ...] = ()
        self._positions = 0
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_path(None)

    def set_path(self, path: LinkPath | None) -> None:
        """Show another link."""
        self._path = path
        self._positions, self._strands = (0, ()) if path is None else strands_of(path)
        self.setFixedHeight((_TOP + (_STRANDS if self._strands else 0)) if path is not None else 0)
        self._tell()
        self.update()

    @property
    def strands(self) -> tuple[Strand, ...]:
        """The strands that carry light, both ways, from the left."""
        return self._strands

    def sizeHint(self) -> QSize:
        return QSize(260, self.height())

    def _tell(self) -> None:
        self.setAccessibleName(tr("Fiber path"))
        wrong = sum(1 for strand in self._strands if not strand.right)
        words = tr("all fibers connect transmit to receive") if not wrong else tr("fibers that do not connect: {count}").format(count=wrong)
        self.setAccessibleDescription(words if self._strands else "")

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._path is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        stations = self._stations()
        self._paint_chain(painter, stations)
        if self._strands:
            self._paint_strands(painter, stations)

    def _stations(self) -> list[float]:
        """The middle of each stop, from the left."""
        assert self._path is not None  # noqa: S101 - narrows the type
        count = len(self._path.stops)
        left, right = _MARGIN + _BOX_WIDE / 2 + 24, self.width() - _MARGIN - _BOX_WIDE / 2 - 24
        return [left + (right - left) * place / max(count - 1, 1) for place in range(count)]

    def _paint_chain(self, painter: QPainter, stations: Sequence[float]) -> None:
        assert self._path is not None  # noqa: S101 - narrows the type
        colours, path = theme.current(), self._path
        middle, last = 26.0, len(path.stops) - 1
        small, caption = fonts.font("micro"), fonts.font("caption", tabular=True)
        for number, cable in enumerate(path.cables):
            start, end = stations[number], stations[number + 1]
            start += _BOX_WIDE / 2 if number == 0 else _PANEL_WIDE / 2
            end -= _BOX_WIDE / 2 if number + 1 == last else _PANEL_WIDE / 2
            jacket = self._jacket(number)
            painter.setPen(QPen(jacket, 2.5))
            painter.drawLine(QPointF(start, middle), QPointF(end, middle))
            for x in (start, end - 6):
                painter.fillRect(QRectF(x, middle - 3.5, 6, 7), jacket)
            polarity = "" if cable.kind is None else cable.kind.text("polarity")
            centre = QPointF((start + end) / 2, middle)
            if polarity:
                wide = max(16.0, fonts.text_width(polarity, "micro") + 8)
                badge = QRectF(centre.x() - wide / 2, middle - 8, wide, 16)
                wrong = any(row.rule == "link.polarity" and row.ok is False for row in path.rows)
                odd = wrong and polarity not in ("B", "A-B")
                ink = colours.severity["error"].colour if odd else jacket
                painting.frame(painter, badge, colours.surface.panel, ink, 8, width=1.5)
                painting.text(
                    painter, badge, polarity, fonts.font("micro", strong=True), colours.text.primary, Qt.AlignmentFlag.AlignHCenter
                )
            words = "?" if cable.length_mm is None else format_quantity(cable.length_mm / 1000, "m")
            painting.text(
                painter,
                QRectF(start - 10, middle + 10, end - start + 20, 14),
                words,
                caption,
                colours.text.secondary,
                Qt.AlignmentFlag.AlignHCenter,
            )
        for number, stop in enumerate(path.stops):
            if number in (0, last):
                box = QRectF(stations[number] - _BOX_WIDE / 2, middle - _BOX_HIGH / 2, _BOX_WIDE, _BOX_HIGH)
                cage = self._cage(number)
                # The box grows away from the cable, which begins at its inner edge.
                more = max(fonts.text_width(cage, "micro") + 10 - _BOX_WIDE, 0.0)
                box.adjust(-more if number == 0 else 0.0, 0, 0.0 if number == 0 else more, 0)
                painting.frame(painter, box, colours.surface.raised, colours.border.strong, 2)
                painting.text(painter, box, cage, small, colours.text.primary, Qt.AlignmentFlag.AlignHCenter)
            else:
                box = QRectF(stations[number] - _PANEL_WIDE / 2, middle - 18, _PANEL_WIDE, 36)
                painting.frame(painter, box, colours.surface.raised, colours.border.strong, 1)
            room = self._name_room(stations)
            area = QRectF(stations[number] - room / 2, middle + 22, room, 14)
            painting.text(painter, area, name_within(stop.name, room), small, colours.text.tertiary, Qt.AlignmentFlag.AlignHCenter)

    def _name_room(self, stations: Sequence[float]) -> float:
        """Maximum width of a stop's name next to its neighbors, in px."""
        apart = [after - before for before, after in itertools.pairwise(stations)]
        return min(80.0, *apart) - 6 if apart else 80.0

    def _cage(self, number: int) -> str:
        """The kind of cage at an end."""
        assert self._path is not None  # noqa: S101 - narrows the type
        stop = self._path.stops[number]
        name = stop.near or stop.far
        group = next((group for group in stop.kind.port_groups for port in group.ports if port.name == name), None)
        return "" if group is None else group.kind.upper()

    def _jacket(self, number: int) -> QColor:
        """The color of a cable's jacket as its kind has it: aqua for multi-mode, yellow for single-mode."""
        assert self._path is not None  # noqa: S101 - narrows the type
        kind = self._path.cables[number].kind
        colours = theme.current()
        if kind is None:
            return colours.border.strong
        mode = kind.text("fibre_mode")
        if mode == "single-mode":
            return colours.severity["warning"].colour
        return QColor(kind.colour) if kind.colour else colours.text.secondary

    def _paint_strands(self, painter: QPainter, stations: Sequence[float]) -> None:
        colours = theme.current()
        top, high = _TOP + 4.0, _STRANDS - 16.0
        step = high / max(self._positions - 1, 1)

        def level(position: int) -> float:
            return top + (position - 1) * step

        for position in range(1, self._positions + 1):
            painter.setPen(QPen(colours.border.subtle, 1))
            painter.drawLine(QPointF(stations[0], level(position)), QPointF(stations[-1], level(position)))
        xs = self._columns(stations)
        sent, heard = colours.network.compute, colours.severity["warning"].colour
        for strand in self._strands:
            ink = sent if strand.sent else heard
            painter.setPen(QPen(ink, 1.4, Qt.PenStyle.SolidLine if strand.right else Qt.PenStyle.DashLine))
            for place in range(len(strand.places) - 1):
                here, there = strand.places[place], strand.places[place + 1]
                if here is None or there is None:
                    break
                painter.drawLine(QPointF(xs[place], level(here)), QPointF(xs[place + 1], level(there)))
            end = strand.places[-1]
            if not strand.right and end is not None:
                at = QPointF(xs[-1] + 5, level(end))
                painter.setPen(QPen(colours.severity["error"].colour, 1.6))
                painter.drawLine(at - QPointF(2.5, 2.5), at + QPointF(2.5, 2.5))
                painter.drawLine(at - QPointF(2.5, -2.5), at + QPointF(2.5, -2.5))
        for x in xs[1:-1]:
            painter.setPen(QPen(colours.border.strong, 1))
            painter.drawLine(QPointF(x, top - 4), QPointF(x, top + high + 4))
        font = fonts.font("caption")
        half = high / 2
        left, right = QRectF(_MARGIN, top, 22, half), QRectF(self.width() - _MARGIN - 22, top, 22, half)
        for area, words, ink in (
            (left, "Tx", sent),
            (left.translated(0, half), "Rx", heard),
            # What the left end sends is to be heard where the right one listens.
            (right, "Tx", heard),
            (right.translated(0, half), "Rx", sent),
        ):
            painting.text(painter, area, words, font, ink, Qt.AlignmentFlag.AlignHCenter)

    def _columns(self, stations: Sequence[float]) -> list[float]:
        """Positions of strands after each section: at both sides of a panel, and at the ends."""
        positions = [stations[0]]
        for x in stations[1:-1]:
            positions += [x - _PANEL_WIDE / 2, x + _PANEL_WIDE / 2]
        return [*positions, stations[-1]]


def name_within(name: str, room_px: float) -> str:
    """A name with as many of its last parts as fit: the distinguishing number stays."""
    fitting = (short for short in shorter_names(name) if fonts.text_width(short, "micro") <= room_px)
    return next(fitting, shorter_names(name)[-1])


def strands_of(path: LinkPath) -> tuple[int, tuple[Strand, ...]]:
    """The connector positions of a link and the strands that carry light; none if those of a section are unknown."""
    steps: list[Strands] = []
    for number, cable in enumerate(path.cables):
        if cable.strands is None:
            return 0, ()
        if number:
            through = path.stops[number].strands
            if through is None:
                return 0, ()
            steps.append(through)
        steps.append(cable.strands)
    first = path.cables[0].kind
    connector = "" if first is None or not first.ends else first.ends[0].connector
    positions = POSITIONS.get(connector, 0)
    if not positions:
        return 0, ()
    lanes = 1 if positions == 2 else min(_lanes(path), positions // 2)
    out, heard = sending(positions, lanes), listening(positions, lanes)
    strands = [_followed(position, steps, True, set(heard)) for position in out]
    strands += [_followed(position, steps, False, set(out)) for position in heard]
    return positions, tuple(strands)


def _lanes(path: LinkPath) -> int:
    """The lanes that the optics of the first end send on one connector."""
    module = path.stops[0].module
    face = None if module is None else next((end for end in module.ends if end.end != "cage"), None)
    return 4 if face is None or not face.fibres else face.fibres // 2


def _followed(start: int, steps: Sequence[Strands], sent: bool, wanted: set[int]) -> Strand:
    places: list[int | None] = [start]
    for step in steps:
        here = places[-1]
        places.append(None if here is None else step.get(here))
    return Strand(tuple(places), sent, places[-1] in wanted)
