"""Where the ports of a hardware type are on its faces."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gpudesk.core.hardware.hardware import Area, HardwareType
from gpudesk.core.hardware.hardware_face import face_frame
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids


@dataclass(frozen=True, slots=True, eq=False)
class PortPlaces:
    """The middles of the ports of a type, in the order of their index, shape (ports,).

    Attributes:
        face: the face on which each is.
        across_mm: from the left edge, as one looks at that face.
        height_mm: above the lower edge.
    """

    face: Ids
    across_mm: Reals
    height_mm: Reals


def port_places(kind: HardwareType) -> PortPlaces:
    """Where the ports of a type are."""
    places = [
        (int(group.face), area.x_mm + area.width_mm / 2, area.y_mm + area.height_mm / 2)
        for group in kind.port_groups
        for number in range(len(group.ports))
        for area in [group.area.part(number // max(group.ports_per_cage, 1), max(len(group.cages), 1), group.rows, group.down_columns)]
    ]
    order = np.argsort([port.index for port in kind.ports()], kind="stable")
    table = np.array(places, np.float64).reshape(-1, 3)[order]
    return PortPlaces(table[:, 0].astype(np.int64), table[:, 1], table[:, 2])


def frame_of(kind: HardwareType) -> Area:
    """The rectangle of the faces of a type, with zero size if they are unknown."""
    return face_frame(kind) or Area(0, 0, 0, 0)


def bay_corner(kind: HardwareType, slot: str) -> tuple[int, float, float]:
    """Origin of a slot on the face of its container: face, mm from the left edge, mm above the lower edge.

    For a slot that is not drawn: the front and the lower left corner.
    """
    return _corners(_ById(kind)).get(slot, (0, 0.0, 0.0))


@dataclass(frozen=True, slots=True, eq=False)
class _ById:
    """A type as a key: types contain mappings and are not hashable themselves."""

    kind: HardwareType

    def __hash__(self) -> int:
        return id(self.kind)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.kind is self.kind


@lru_cache(maxsize=256)
def _corners(key: _ById) -> dict[str, tuple[int, float, float]]:
    return {bay.name: (int(bay.face), bay.area.x_mm, bay.area.y_mm) for bay in key.kind.bays if bay.area is not None}
