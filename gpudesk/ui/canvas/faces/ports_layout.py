"""Layout of the cages and ports of a device: side by side as on its face, spread so that each is legible."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSizeF

from gpudesk.core.hardware.hardware import Face, HardwareType, Port, PortGroup

SHOWN_ROLES = ("network", "panel", "console")
MARGIN = 14.0
CAGE_HEIGHT = 58.0
_CAGE_WIDTH, _MOST_WIDTH = 24.0, 78.0
_GAP = 4.0
_MOST_EMPTY = 6.0
"""So high is a band without ports at most, in px."""
_HEAD, _FOOT, _LEAST_WELL = 15.0, 15.0, 14.0


@dataclass(frozen=True, slots=True)
class PortBox:
    """A port: its well in the cage, and the line of its peer below it."""

    group: PortGroup
    port: Port
    well: QRectF
    foot: QRectF


@dataclass(frozen=True, slots=True)
class CageBox:
    """A cage: its frame, the line with its number above the ports, and its ports; frames without room have no lines."""

    name: str
    frame: QRectF
    head: QRectF
    ports: tuple[PortBox, ...]


def faces_with_ports(kind: HardwareType) -> tuple[Face, ...]:
    """The faces on which cables can end, that with the most network ports first."""
    counts: dict[Face, int] = {}
    for group in kind.port_groups:
        if group.role in SHOWN_ROLES:
            counts[group.face] = counts.get(group.face, 0) + (len(group.ports) * 1000 if group.role != "console" else 1)
    return tuple(sorted(counts, key=lambda face: -counts[face]))


def ports_layout(kind: HardwareType, face: Face, width: float) -> tuple[tuple[CageBox, ...], QSizeF]:
    """The cages on a face in px, from the upper left, and their total size.

    Cages stay left, right, above and below each other as on the face; widths are true to scale unless too narrow.
    """
    groups = [group for group in kind.port_groups if group.role in SHOWN_ROLES and group.face is face]
    if not groups:
        return (), QSizeF(width, 0)
    left = min(group.area.x_mm for group in groups)
    right = max(group.area.x_mm + group.area.width_mm for group in groups)
    top = max(group.area.y_mm + group.area.height_mm for group in groups)
    cages = [
        (group, place, group.area.part(place, len(group.cages), group.rows, group.down_columns))
        for group in groups
        for place in range(len(group.cages))
    ]
    narrow = min(area.width_mm / _needed_columns(group) for group, _, area in cages)
    scale = max((width - 2 * MARGIN) / (right - left), _CAGE_WIDTH / narrow)
    scale = min(scale, max(_MOST_WIDTH / narrow, _CAGE_WIDTH / narrow))
    high = max(area.height_mm for _, _, area in cages)
    upright = max(CAGE_HEIGHT / high, 0.9)
    spans = [((top - area.y_mm - area.height_mm) * upright, (top - area.y_mm) * upright) for _, _, area in cages]
    raised = _raised(spans)
    boxes = []
    for (group, place, area), (upper, lower), up in zip(cages, spans, raised, strict=True):
        frame = QRectF(MARGIN + (area.x_mm - left) * scale, MARGIN + upper - up, area.width_mm * scale, lower - upper).adjusted(
            _GAP / 2, _GAP / 2, -_GAP / 2, -_GAP / 2
        )
        boxes.append(_cage(group, place, frame))
    bottom = max(box.frame.bottom() for box in boxes)
    return tuple(boxes), QSizeF(2 * MARGIN + (right - left) * scale, bottom + MARGIN)


def _raised(spans: list[tuple[float, float]]) -> list[float]:
    """Distance by which each span from above moves up, so that face bands without ports stay low, in px."""
    order = sorted(range(len(spans)), key=lambda place: spans[place][0])
    raised, up, bottom = [0.0] * len(spans), 0.0, 0.0
    for place in order:
        upper, lower = spans[place]
        up += max(upper - bottom - _MOST_EMPTY, 0.0)
        raised[place] = up
        bottom = max(bottom, lower)
    return raised


def _needed_columns(group: PortGroup) -> int:
    return max(group.ports_per_cage, 1)


def _cage(group: PortGroup, place: int, frame: QRectF) -> CageBox:
    name = group.cages[place]
    per = max(group.ports_per_cage, 1)
    head = _HEAD if frame.height() >= _HEAD + _LEAST_WELL else 0.0
    foot = _FOOT if frame.height() >= _HEAD + _LEAST_WELL + _FOOT else 0.0
    across = frame.width() - 6
    ports = []
    for number, port in enumerate(group.ports[place * per : (place + 1) * per]):
        wide = across / per
        x = frame.left() + 3 + number * wide
        well = QRectF(x + 1, frame.top() + max(head, 3), wide - 2, frame.height() - max(head, 3) - max(foot, 3))
        ports.append(PortBox(group, port, well, QRectF(x, frame.bottom() - foot, wide, foot)))
    return CageBox(name, frame, QRectF(frame.left() + 5, frame.top() + 1, frame.width() - 9, head), tuple(ports))
